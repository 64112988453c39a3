WITH acts AS (  -- each act with the Levels of everybody
    SELECT a.run_id, a.arm, a.game, a.seq, a.kind, a.actor, max(s.level) AS top, min(s.level) AS low,
        max(s.level) FILTER (s.seat = a.victim) AS harmed, max(s.level) FILTER (s.seat = a.actor) AS own,
        list(s.level) AS levels
    FROM act a
    JOIN (SELECT DISTINCT run_id, arm, game, seat FROM stood) p USING (run_id, arm, game)
    ASOF JOIN stood s
        ON s.run_id = a.run_id AND s.arm = a.arm AND s.game = a.game AND s.seat = p.seat AND a.seq > s.seq
    GROUP BY ALL
),
in_games AS (
    SELECT run_id, arm, game, count(*) AS acts, count_if(kind = 'bonus') AS cards, count_if(kind = 'join') AS monsters,
        count_if(kind = 'curse') AS curses, count_if(harmed = top) AS at_leader,
        count_if(harmed = low AND low < top) AS at_last, count_if(harmed = top AND kind = 'curse') AS curses_leader,
        sum((len(list_filter(levels, lambda x: x = top)) - CAST(own = top AS INT)) / (len(levels) - 1)) AS by_lot
    FROM acts GROUP BY ALL
),
stands AS (
    SELECT b.run_id, b.arm, b.game, b.began, max(s.level) AS top, min(s.level) AS low,
        max(s.level) FILTER (s.seat = b.starter) AS own
    FROM bout b
    JOIN (SELECT DISTINCT run_id, arm, game, seat FROM stood) p USING (run_id, arm, game)
    ASOF JOIN stood s
        ON s.run_id = b.run_id AND s.arm = b.arm AND s.game = b.game AND s.seat = p.seat AND b.began > s.seq
    GROUP BY ALL
),
fights AS (
    SELECT s.run_id, s.arm, s.game, own + 1 >= coalesce(CAST(r.value AS INT), 10) AS final,
        CASE own WHEN top THEN 'leader' WHEN low THEN 'last' ELSE 'middle' END AS place,
        (
            SELECT count(*) FROM act a WHERE a.run_id = s.run_id AND a.arm = s.arm AND a.game = s.game
                AND a.kind <> 'curse' AND a.seq BETWEEN s.began AND b.ended
        ) AS hit
    FROM stands s JOIN bout b USING (run_id, arm, game, began)
    LEFT JOIN rule r ON r.run_id = s.run_id AND r.arm = s.arm AND r.switch = 'victory.level'
),
of_games AS (
    SELECT run_id, arm, game, count(*) AS combats, count_if(hit > 0) AS attacked, count_if(final) AS of_final,
        sum(hit) FILTER (final) AS in_final, count_if(final AND hit > 0) AS attacked_final,
        count_if(place = 'leader') AS of_leader, sum(hit) FILTER (place = 'leader') AS in_leader,
        count_if(place = 'middle') AS of_middle, sum(hit) FILTER (place = 'middle') AS in_middle,
        count_if(place = 'last') AS of_last, sum(hit) FILTER (place = 'last') AS in_last
    FROM fights GROUP BY ALL
)
SELECT run_id, arm, game, m.measure, m.above, m.below
FROM watched LEFT JOIN in_games USING (run_id, arm, game) LEFT JOIN of_games USING (run_id, arm, game), unnest([
    {'measure': 'acts', 'above': acts, 'below': 1}, {'measure': 'cards', 'above': cards, 'below': 1},
    {'measure': 'monsters', 'above': monsters, 'below': 1}, {'measure': 'curses', 'above': curses, 'below': 1},
    {'measure': 'at_leader', 'above': at_leader, 'below': acts}, {'measure': 'at_last', 'above': at_last, 'below': acts},
    {'measure': 'by_lot', 'above': by_lot, 'below': acts},
    {'measure': 'curses_leader', 'above': curses_leader, 'below': curses},
    {'measure': 'leader_fight', 'above': in_leader, 'below': of_leader},
    {'measure': 'middle_fight', 'above': in_middle, 'below': of_middle},
    {'measure': 'last_fight', 'above': in_last, 'below': of_last},
    {'measure': 'for_win', 'above': in_final, 'below': of_final},
    {'measure': 'attacked', 'above': attacked, 'below': combats},
    {'measure': 'attacked_final', 'above': attacked_final, 'below': of_final}
]) AS u(m)
