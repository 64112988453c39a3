WITH deep AS (
    SELECT run_id, arm, game, sum(behind * credit) AS deep, sum(credit) FILTER (behind > 0) AS long, max(behind) AS worst
    FROM position WHERE won GROUP BY ALL
),
games AS (
    SELECT g.run_id, g.arm, coalesce(deep, 0) / greatest(rounds, 1) AS d, coalesce(long, 0) / greatest(rounds, 1) AS t,
        coalesce(worst, 0) = 0 AS never
    FROM game g LEFT JOIN deep USING (run_id, arm, game) WHERE n_winners > 0
),
none AS (SELECT run_id, arm, count_if(n_winners = 0) AS no_winner FROM game GROUP BY ALL)
SELECT run_id, arm, count(d) AS games, no_winner, avg(d) AS drama, avg(d) - mean_half(d) AS drama_low,
    avg(d) + mean_half(d) AS drama_high, nearest(list(d), 0.5) AS q50, nearest(list(d), 0.9) AS q90, avg(t) AS behind_share,
    in_share(avg(t) - mean_half(t)) AS behind_share_low, in_share(avg(t) + mean_half(t)) AS behind_share_high,
    count_if(never) / count(d) AS never, share_low(count_if(never), count(d)) AS never_low,
    share_high(count_if(never), count(d)) AS never_high
FROM games JOIN none USING (run_id, arm) GROUP BY ALL
