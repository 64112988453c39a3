WITH at_round AS (SELECT DISTINCT run_id, arm, rounds AS round FROM game),
counted AS (
    SELECT a.*, count_if(g.rounds >= a.round) AS risk, count(*) AS games,
        count_if(g.rounds = a.round AND g.ending <> 'capped') AS gone
    FROM at_round a JOIN game g USING (run_id, arm) GROUP BY ALL
),
curve AS (
    SELECT *, product(1 - gone / risk) OVER (PARTITION BY run_id, arm ORDER BY round) AS running,
        CASE WHEN risk > gone THEN gone / (risk * (risk - gone)) ELSE 0 END AS hazard
    FROM counted
),
before AS (
    SELECT *, coalesce(lag(running) OVER (PARTITION BY run_id, arm ORDER BY round), 1) AS s FROM curve
),
ways AS (  -- e games end in this way
    SELECT b.*, k.ending, (
        SELECT count(*) FROM game g
        WHERE g.run_id = b.run_id AND g.arm = b.arm AND g.rounds = b.round AND g.ending = k.ending
    ) AS e
    FROM before b JOIN (SELECT DISTINCT run_id, arm, ending FROM game WHERE ending <> 'capped') k USING (run_id, arm)
),
shares AS (
    SELECT *, sum(s * e / risk) OVER (PARTITION BY run_id, arm, ending ORDER BY round) AS f FROM ways
),
varied AS (  -- the delta method, for the share by the end of a round and each round before it
    SELECT t.run_id, t.arm, t.ending, t.round, t.games, t.risk, t.e AS ends, t.f AS share, sum(
        (t.f - u.f) ** 2 * u.hazard + u.s ** 2 * u.e * (u.risk - u.e) / CAST(u.risk AS DOUBLE) ** 3
        - 2 * (t.f - u.f) * u.s * u.e / CAST(u.risk AS DOUBLE) ** 2
    ) AS variance
    FROM shares t JOIN shares u ON u.run_id = t.run_id AND u.arm = t.arm AND u.ending = t.ending AND u.round <= t.round
    GROUP BY ALL
),
all_of_them AS (
    FROM varied UNION ALL
    SELECT run_id, arm, 'running', round, games, risk, 0, running,
        running ** 2 * sum(hazard) OVER (PARTITION BY run_id, arm ORDER BY round)
    FROM curve
),
worth AS (SELECT *, CASE WHEN variance > 1e-15 THEN share * (1 - share) / variance ELSE games END AS n FROM all_of_them)
SELECT run_id, arm, ending, round, games, risk, ends, share, share_low(round(share * n, 9), round(n, 9)) AS share_low,
    share_high(round(share * n, 9), round(n, 9)) AS share_high
FROM worth
