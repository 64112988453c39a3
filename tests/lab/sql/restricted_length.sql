WITH long AS (
    UNPIVOT (SELECT run_id, arm, ending <> 'capped' AS ended, turns, rounds FROM game)
    ON turns, rounds INTO NAME measure VALUE length
),
far AS (
    SELECT run_id, arm, measure, count(*) AS games, count_if(NOT ended) AS cut, max(length) AS horizon FROM long GROUP BY ALL
),
steps AS (  -- one row for each turn or round, whether a game ended in it or not
    SELECT f.run_id, f.arm, f.measure, t, count_if(l.length >= t) AS risk, count_if(l.ended AND l.length = t) AS ends
    FROM (SELECT *, unnest(range(0, horizon + 1)) AS t FROM far) f JOIN long l USING (run_id, arm, measure) GROUP BY ALL
),
curve AS (
    SELECT *, product(1 - ends / risk) OVER (PARTITION BY run_id, arm, measure ORDER BY t) AS s,
        CASE WHEN risk > ends THEN ends / (risk * (risk - ends)) ELSE 0 END AS hazard
    FROM steps
),
known AS (  -- where an arm was cut off at its horizon its curve is not known beyond
    SELECT run_id, measure, coalesce(min(horizon) FILTER (s > 0), max(horizon)) AS common_horizon
    FROM curve JOIN far USING (run_id, arm, measure) WHERE t = horizon GROUP BY ALL
),
horizons AS (
    SELECT run_id, arm, measure, 'own' AS which, horizon AS h FROM far
    UNION ALL SELECT run_id, arm, measure, 'common', common_horizon FROM far JOIN known USING (run_id, measure)
),
areas AS (  -- the area under the curve from t to the horizon
    SELECT *, coalesce(sum(CASE WHEN t < h THEN s END) OVER (
        PARTITION BY run_id, arm, measure, which ORDER BY t ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ), 0) AS beyond
    FROM curve JOIN horizons USING (run_id, arm, measure)
),
means AS (
    SELECT run_id, arm, measure, which, max(beyond) AS mean,
        any_value(t_width(games)) * sqrt(sum(beyond ** 2 * hazard) * any_value(games / (games - 1))) AS half
    FROM areas JOIN far USING (run_id, arm, measure) GROUP BY ALL
),
quantiles AS (
    SELECT run_id, arm, measure, min(t) FILTER (s <= 0.9 + 1e-9) AS q10, min(t) FILTER (s <= 0.75 + 1e-9) AS q25,
        min(t) FILTER (s <= 0.5 + 1e-9) AS q50, min(t) FILTER (s <= 0.25 + 1e-9) AS q75,
        min(t) FILTER (s <= 0.1 + 1e-9) AS q90
    FROM curve GROUP BY ALL
)
SELECT f.*, o.mean, o.mean - o.half AS mean_low, o.mean + o.half AS mean_high, k.common_horizon,
    c.mean AS common_mean, c.mean - c.half AS common_mean_low, c.mean + c.half AS common_mean_high, q10, q25, q50, q75, q90
FROM far f JOIN known k USING (run_id, measure) JOIN quantiles USING (run_id, arm, measure)
JOIN means o ON o.run_id = f.run_id AND o.arm = f.arm AND o.measure = f.measure AND o.which = 'own'
JOIN means c ON c.run_id = f.run_id AND c.arm = f.arm AND c.measure = f.measure AND c.which = 'common'
