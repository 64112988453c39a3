WITH placed AS (
    SELECT l.run_id, l.arm, l.game, l.round, l.level, s.agent,
        1 + (s.seat - g.first_seat + count(*) OVER (PARTITION BY run_id, arm, game, l.round))
            % count(*) OVER (PARTITION BY run_id, arm, game, l.round) AS place
    FROM level l JOIN seat s USING (run_id, arm, game, seat) JOIN game g USING (run_id, arm, game)
),
rows AS (
    SELECT run_id, arm, game, round, level, 'place' AS kind, CAST(place AS VARCHAR) AS "group" FROM placed
    UNION ALL SELECT run_id, arm, game, round, level, 'persona', CAST(agent AS VARCHAR) FROM placed
),
means AS (SELECT run_id, arm, kind, "group", round, game, avg(level) AS mean FROM rows GROUP BY ALL)
SELECT run_id, arm, kind, "group", round, count(*) AS games, avg(mean) AS mean, avg(mean) - mean_half(mean) AS mean_low,
    avg(mean) + mean_half(mean) AS mean_high
FROM means GROUP BY ALL
