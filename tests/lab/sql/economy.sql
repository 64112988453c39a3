WITH counts AS (
    SELECT s.run_id, s.arm, s.game, s.seat, any_value(s.treasures) AS treasures,
        any_value(s.levels_bought) AS levels_bought, any_value(s.curses) AS curses,
        any_value(s.gold_in_play) AS gold_in_play, any_value(s.final_level) AS final_level,
        bool_or(w.game IS NOT NULL) AS watched,
        count_if(e.kind = 'sell' AND e.actor = s.seat) AS sold,
        count_if(e.kind = 'steal' AND e.target = s.seat AND e.actor <> s.seat) AS stolen,
        count_if(e.kind = 'steal' AND e.actor = s.seat AND e.target <> s.seat) AS robbed,
        count_if(e.kind = 'charity' AND e.actor = s.seat) AS charity,
        count_if(e.kind = 'discard' AND e.phase = 'charity' AND e.before = 3 AND e.actor = s.seat) AS thrown_away,
        count_if(e.kind = 'give' AND e.actor = s.seat) AS traded
    FROM seat s LEFT JOIN watched w USING (run_id, arm, game)
    LEFT JOIN event e ON e.run_id = s.run_id AND e.arm = s.arm AND e.game = s.game
    GROUP BY s.run_id, s.arm, s.game, s.seat
),
long AS (
    UNPIVOT (
        SELECT run_id, arm, game, seat, CAST(treasures AS DOUBLE) AS treasures,
            CAST(levels_bought AS DOUBLE) AS levels_bought, CAST(curses AS DOUBLE) AS curses,
            CAST(gold_in_play AS DOUBLE) AS gold_in_play, CAST(final_level AS DOUBLE) AS final_level,
            CASE WHEN watched THEN CAST(sold AS DOUBLE) END AS sold,
            CASE WHEN watched THEN CAST(stolen AS DOUBLE) END AS stolen,
            CASE WHEN watched THEN CAST(robbed AS DOUBLE) END AS robbed,
            CASE WHEN watched THEN CAST(charity AS DOUBLE) END AS charity,
            CASE WHEN watched THEN CAST(thrown_away AS DOUBLE) END AS thrown_away,
            CASE WHEN watched THEN CAST(traded AS DOUBLE) END AS traded
        FROM counts
    ) ON COLUMNS(* EXCLUDE (run_id, arm, game, seat)) INTO NAME measure VALUE number
)
SELECT run_id, arm, "group", measure, game, avg(number) AS above, 1 AS below
FROM long JOIN grouped USING (run_id, arm, game, seat) GROUP BY ALL
