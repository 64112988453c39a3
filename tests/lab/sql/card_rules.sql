-- What each card is worth in each arm, how far each game pulls it, and what changes against the first arm.
-- Numbers: 0 dealt, 1 drawn, 2 kicked open, 3 rewarded, 9 all ways into a hand.
WITH hand AS (SELECT DISTINCT run_id, arm, game, seat, card FROM exposure WHERE opening = 1),
held AS (
    SELECT run_id, arm, game, card, sum(credit) AS a, count(*) AS b
    FROM hand JOIN seat USING (run_id, arm, game, seat) GROUP BY ALL
),
played AS (SELECT run_id, arm, game, sum(credit) AS c, count(*) AS d FROM seat GROUP BY ALL),
whole AS (SELECT run_id, arm, sum(c) AS c, sum(d) AS d FROM played GROUP BY ALL),
dealt AS (
    SELECT run_id, arm, card, sum(b) AS n, sum(a) / sum(b) AS p, (any_value(w.c) - sum(a)) / (any_value(w.d) - sum(b)) AS q,
        any_value(w.d) - sum(b) AS others
    FROM held JOIN whole w USING (run_id, arm) GROUP BY run_id, arm, card
),
deck AS (SELECT a.run_id, a.arm, c.* FROM arm a JOIN card c USING (deck_hash)),
lot AS (
    SELECT run_id, arm, game, card, number AS how, pile, CAST(how AS INT) * 100 + pass AS pass, credit,
        credit - avg(credit) OVER place AS x, count(*) OVER place AS size
    FROM exposure JOIN seat USING (run_id, arm, game, seat) JOIN deck USING (run_id, arm, card)
    JOIN (VALUES (1, 1), (2, 2), (3, 3), (9, 0), (9, 1), (9, 3)) AS ways(number, way) ON way = how
    WHERE by_lot = 1
    WINDOW place AS (PARTITION BY run_id, arm, number, how, pile, pass)
),
worth AS (SELECT run_id, arm, how, card, sum(x) / count(*) AS delta, count(*) AS n FROM lot GROUP BY ALL),
mine AS (SELECT run_id, arm, how, card, game, sum(x) AS x, count(*) AS k FROM lot GROUP BY ALL),
brought AS (SELECT run_id, arm, how, pile, pass, game, sum(x) AS x FROM lot GROUP BY ALL),
part AS (SELECT run_id, arm, how, card, pile, pass, count(*) / any_value(size) AS share FROM lot GROUP BY ALL),
taken AS (
    SELECT run_id, arm, how, card, game, sum(x * share) AS x
    FROM brought JOIN part USING (run_id, arm, how, pile, pass) GROUP BY ALL
),
pull AS (
    SELECT run_id, arm, 0 AS how, card, game, coalesce(b, 0) AS k, t.n,
        ((coalesce(a, 0) - p * k) / t.n - (c - coalesce(a, 0) - q * (d - k)) / others) / (1 - k / t.n) AS u
    FROM dealt t JOIN played USING (run_id, arm) LEFT JOIN held USING (run_id, arm, card, game)
    UNION ALL
    SELECT w.run_id, w.arm, w.how, w.card, g.game, coalesce(m.k, 0) AS times, w.n,
        (coalesce(m.x, 0) - times * delta - coalesce(taken.x, 0)) / w.n / (1 - times / w.n)
    FROM worth w JOIN played g USING (run_id, arm)
    LEFT JOIN mine m ON (m.run_id, m.arm, m.how, m.card, m.game) = (w.run_id, w.arm, w.how, w.card, g.game)
    LEFT JOIN taken ON (taken.run_id, taken.arm, taken.how, taken.card, taken.game)
        = (w.run_id, w.arm, w.how, w.card, g.game)
),
value AS (
    SELECT run_id, arm, how, card, delta, n FROM worth
    UNION ALL SELECT run_id, arm, 0, card, p - q, n FROM dealt
),
squares AS (
    SELECT run_id, arm, how, card, sum(u * u) AS v, count_if(k > 0) AS games FROM pull GROUP BY ALL
),
known AS (SELECT * FROM value JOIN squares USING (run_id, arm, how, card)),
pairs AS (
    SELECT run_id, how, card, sum((coalesce(y.u, 0) - coalesce(x.u, 0)) ** 2) AS v,
        count_if(coalesce(x.k, 0) + coalesce(y.k, 0) > 0) AS games
    FROM (FROM pull WHERE arm = 'a') x FULL JOIN (FROM pull WHERE arm = 'b') y USING (run_id, how, card, game)
    GROUP BY ALL
)
SELECT how, card, a.n AS n_reference, b.n, a.delta AS delta_reference, b.delta, b.delta - a.delta AS change,
    CASE WHEN $paired THEN p.v ELSE a.v + b.v END AS variance,
    CASE WHEN $paired THEN p.games ELSE a.games + b.games END AS games,
    least((a.v + b.v) ** 2 / (a.v ** 2 / (a.games - 1) + b.v ** 2 / (b.games - 1)),
        CASE WHEN $paired THEN p.games ELSE a.games + b.games END - 1) AS degrees
FROM known a JOIN known b USING (run_id, how, card) JOIN pairs p USING (run_id, how, card)
WHERE a.arm = 'a' AND b.arm = 'b'
