WITH g AS (SELECT run_id, arm, lead_changes AS n, 10 * lead_changes / greatest(rounds, 1) AS rate FROM game)
SELECT run_id, arm, count(*) AS games,
    avg(n) AS mean, avg(n) - mean_half(n) AS mean_low, avg(n) + mean_half(n) AS mean_high,
    avg(rate) AS per_10_rounds, avg(rate) - mean_half(rate) AS per_10_rounds_low,
    avg(rate) + mean_half(rate) AS per_10_rounds_high,
    nearest(list(n), 0.1) AS q10, nearest(list(n), 0.5) AS q50, nearest(list(n), 0.9) AS q90,
    count_if(n = 0) / count(*) AS never, share_low(count_if(n = 0), count(*)) AS never_low,
    share_high(count_if(n = 0), count(*)) AS never_high
FROM g GROUP BY ALL
