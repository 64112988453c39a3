-- What changes against the first arm on average over the cards of a kind: stands in the place of the last query of
-- card_rules.sql, whose tables `pull` and `value` it reads.
, changed AS (
    SELECT how, card, y.delta - x.delta AS change, x.n AS n_reference, y.n
    FROM (FROM value WHERE arm = 'a') x JOIN (FROM value WHERE arm = 'b') y USING (run_id, how, card)
),
kinds AS (
    SELECT how, kind, count(*) AS cards, avg(change) AS change, sum(n_reference) AS n_reference, sum(n) AS n
    FROM changed JOIN (SELECT DISTINCT card, kind FROM deck) USING (card) GROUP BY ALL
),
pulled AS (
    SELECT arm, how, kind, game, sum(u) / any_value(cards) AS u, max(k) AS k
    FROM pull JOIN changed USING (how, card) JOIN (SELECT DISTINCT card, kind FROM deck) USING (card)
    JOIN kinds USING (how, kind) GROUP BY arm, how, kind, game
),
alone AS (SELECT arm, how, kind, sum(u * u) AS v, count_if(k > 0) AS games FROM pulled GROUP BY ALL),
beside AS (
    SELECT how, kind, sum((coalesce(y.u, 0) - coalesce(x.u, 0)) ** 2) AS v,
        count_if(coalesce(x.k, 0) + coalesce(y.k, 0) > 0) AS games
    FROM (FROM pulled WHERE arm = 'a') x FULL JOIN (FROM pulled WHERE arm = 'b') y USING (how, kind, game)
    GROUP BY ALL
)
SELECT how, kind, k.cards, k.n_reference, k.n, k.change,
    CASE WHEN $paired THEN p.v ELSE a.v + b.v END AS variance,
    CASE WHEN $paired THEN p.games ELSE a.games + b.games END AS games,
    least((a.v + b.v) ** 2 / (a.v ** 2 / (a.games - 1) + b.v ** 2 / (b.games - 1)),
        CASE WHEN $paired THEN p.games ELSE a.games + b.games END - 1) AS degrees
FROM kinds k JOIN (FROM alone WHERE arm = 'a') a USING (how, kind) JOIN (FROM alone WHERE arm = 'b') b USING (how, kind)
JOIN beside p USING (how, kind)
