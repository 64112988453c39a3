WITH stands AS (
    SELECT l.*, max(level) OVER (PARTITION BY run_id, arm, game) AS top
    FROM level l JOIN game g USING (run_id, arm, game) WHERE l.round = CASE WHEN g.rounds < 4 THEN 1 ELSE g.rounds // 2 END
),
leads AS (SELECT run_id, arm, game, list(seat) AS leaders FROM stands WHERE level = top GROUP BY ALL),
ways AS (
    SELECT run_id, arm, ending, CASE WHEN len(leaders) = 1 THEN 'one' ELSE 'several' END AS half,
        CASE WHEN hopeful IS NULL THEN 'nobody' WHEN list_contains(leaders, hopeful) THEN 'leader' ELSE 'other' END AS tried,
        CASE WHEN outcome IS NULL THEN 'untried' WHEN outcome = 'won' THEN 'won'
            WHEN outcome IN ('stopped', 'taken') THEN 'others' ELSE 'itself' END AS became
    FROM watched JOIN game USING (run_id, arm, game) LEFT JOIN leads USING (run_id, arm, game)
    LEFT JOIN (FROM attempt WHERE place = 1) USING (run_id, arm, game)
),
counted AS (SELECT run_id, arm, half, tried, became, ending, count(*) AS count FROM ways GROUP BY ALL),
all_games AS (SELECT *, CAST(sum(count) OVER (PARTITION BY run_id, arm) AS BIGINT) AS games FROM counted)
SELECT *, count / games AS share, share_low(count, games) AS share_low, share_high(count, games) AS share_high
FROM all_games
