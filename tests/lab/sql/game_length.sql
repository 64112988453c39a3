WITH long AS (
    UNPIVOT (SELECT run_id, arm, ending, turns, rounds FROM game) ON turns, rounds INTO NAME measure VALUE length
)
SELECT run_id, arm, measure, count(*) AS games, count_if(ending = 'capped') AS capped, avg(length) AS mean,
    avg(length) - mean_half(length) AS mean_low, avg(length) + mean_half(length) AS mean_high,
    nearest(list(length), 0.05) AS q05, nearest(list(length), 0.1) AS q10, nearest(list(length), 0.25) AS q25,
    nearest(list(length), 0.5) AS median, nearest(list(length), 0.75) AS q75, nearest(list(length), 0.9) AS q90,
    nearest(list(length), 0.95) AS q95
FROM long GROUP BY ALL
