-- All but what is shrunken.
WITH came AS (
    SELECT e.run_id, e.arm, e.game, e.card, e.how AS way, coalesce(e.pass, 0) AS pass, s.credit,
        CASE k.kind WHEN 'character' THEN 'character' ELSE k.pile END AS stack
    FROM exposure e JOIN seat s USING (run_id, arm, game, seat) JOIN arm a USING (run_id, arm)
    JOIN card k ON k.deck_hash = a.deck_hash AND k.card = e.card
    WHERE e.by_lot AND e.how IN ('dealt', 'drawn', 'kicked', 'reward')
),
numbered AS (
    SELECT *, unnest(CASE way WHEN 'dealt' THEN ['hand'] WHEN 'kicked' THEN ['kicked'] ELSE ['hand', way] END) AS how
    FROM came
),
places AS (  -- a way and a pass of a pile, over all games
    SELECT run_id, arm, stack, how, way, pass, avg(credit) AS mean, count(*) AS b FROM numbered GROUP BY ALL
),
of_game AS (
    SELECT run_id, arm, stack, how, way, pass, game, avg(credit) AS m, coalesce(var_samp(credit), 0) AS s2, count(*) AS b,
        sum(credit) AS a
    FROM numbered GROUP BY ALL
),
cards AS (
    SELECT run_id, arm, stack, how, way, pass, card, count(*) AS k FROM numbered GROUP BY ALL
),
grid AS (  -- each card in each game that had its place, whether it came there or not
    SELECT c.run_id, c.arm, c.stack, c.how, c.card, g.game, c.k / p.b AS share, p.mean, g.m, g.s2, g.b, g.a,
        coalesce(x.k, 0) AS k, coalesce(x.a, 0) AS own
    FROM cards c JOIN places p USING (run_id, arm, stack, how, way, pass)
    JOIN of_game g USING (run_id, arm, stack, how, way, pass)
    LEFT JOIN (
        SELECT run_id, arm, stack, how, way, pass, card, game, count(*) AS k, sum(credit) AS a FROM numbered GROUP BY ALL
    ) x USING (run_id, arm, stack, how, way, pass, card, game)
),
deltas AS (
    SELECT run_id, arm, stack, how, card, sum(k) AS n, count(DISTINCT game) FILTER (k > 0) AS games,
        sum(own - k * mean) / sum(k) AS delta, sum(own - k * m) AS t, sum(s2 * k * (b - k) / b) AS v,
        sum(share * (1 - share) * b * (m - mean) ** 2) AS between_games
    FROM grid GROUP BY ALL
),
influences AS (  -- of each game on the difference, with the mean that it is taken against
    SELECT run_id, arm, stack, how, card, game, any_value(d.games) AS games, any_value(d.n) AS n,
        sum(own - k * mean - share * (a - b * mean) - k * delta) AS u
    FROM grid JOIN deltas d USING (run_id, arm, stack, how, card) GROUP BY run_id, arm, stack, how, card, game
),
errors AS (
    SELECT run_id, arm, stack, how, card,
        any_value(t_width(games)) * sqrt(sum(u * u) * any_value(games) / nullif(any_value(games) - 1, 0)) / any_value(n) AS half
    FROM influences GROUP BY ALL
),
tested AS (SELECT *, two_sided(t / sqrt(nullif(v, 0))) AS p FROM deltas),
ranked AS (
    SELECT *, p * count(p) OVER w / row_number() OVER (w ORDER BY p) AS step
    FROM tested WHERE p IS NOT NULL WINDOW w AS (PARTITION BY run_id, arm, how)
),
adjusted AS (
    SELECT run_id, arm, how, card, least(min(step) OVER (PARTITION BY run_id, arm, how ORDER BY p DESC), 1) AS q
    FROM ranked
)
SELECT d.run_id, d.arm, d.card, k.id, k.name, k.pile, k.kind, d.how, d.n, d.games, delta AS randomised_delta,
    in_points(delta - half) AS randomised_delta_low, in_points(delta + half) AS randomised_delta_high, sqrt(v + between_games) / n AS randomised_se,
    d.p AS randomised_p, q AS randomised_q
FROM tested d JOIN errors USING (run_id, arm, stack, how, card) LEFT JOIN adjusted USING (run_id, arm, how, card)
JOIN arm r ON r.run_id = d.run_id AND r.arm = d.arm JOIN card k ON k.deck_hash = r.deck_hash AND k.card = d.card
