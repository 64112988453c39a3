WITH long AS (
    UNPIVOT (SELECT run_id, arm, ending <> 'capped' AS ended, turns, rounds FROM game)
    ON turns, rounds INTO NAME measure VALUE length
),
counted AS (
    SELECT run_id, arm, measure, length, count(*) AS gone, count_if(ended) AS ends FROM long GROUP BY ALL
),
watched AS (
    SELECT *, sum(gone) OVER (w ORDER BY length DESC) AS risk, sum(gone) OVER w AS games
    FROM counted WINDOW w AS (PARTITION BY run_id, arm, measure)
),
curve AS (  -- Greenwood
    SELECT *, product(1 - ends / risk) OVER w AS running,
        coalesce(sum(CASE WHEN risk > ends THEN ends / (risk * (risk - ends)) END) OVER w, 0) AS spread
    FROM watched WINDOW w AS (PARTITION BY run_id, arm, measure ORDER BY length)
),
worth AS (  -- games of a plain share with the same variance
    SELECT *, CASE WHEN running ** 2 * spread > 1e-15 THEN (1 - running) / (running * spread) ELSE games END AS n FROM curve
)
SELECT run_id, arm, measure, length, games, risk, ends, gone - ends AS cut, running,
    share_low(round(running * n, 9), round(n, 9)) AS running_low, share_high(round(running * n, 9), round(n, 9)) AS running_high
FROM worth
