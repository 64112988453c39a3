WITH rows AS (SELECT * FROM level JOIN grouped USING (run_id, arm, game, seat)),
means AS (SELECT run_id, arm, "group", round, game, avg(level) AS mean FROM rows GROUP BY ALL),
bands AS (
    SELECT run_id, arm, "group", round, nearest(list(level), 0.1) AS q10, nearest(list(level), 0.5) AS q50,
        nearest(list(level), 0.9) AS q90
    FROM rows GROUP BY ALL
)
SELECT run_id, arm, "group", round, count(*) AS games, avg(mean) AS mean, avg(mean) - mean_half(mean) AS mean_low,
    avg(mean) + mean_half(mean) AS mean_high, any_value(q10) AS q10, any_value(q50) AS q50, any_value(q90) AS q90
FROM means JOIN bands USING (run_id, arm, "group", round) GROUP BY ALL
