-- What is added up by card and part of the games, from which the halves of the games are put together.
WITH parts AS (SELECT *, game * 2654435769 // 536870912 % 8 AS part FROM seat),
tables AS (SELECT run_id, arm, part, sum(credit) AS c, count(*) AS d FROM parts GROUP BY ALL),
dealt AS (
    SELECT run_id, arm, part, card, count(*) AS n, sum(credit) AS a
    FROM (SELECT DISTINCT run_id, arm, game, seat, card FROM exposure WHERE opening)
    JOIN parts USING (run_id, arm, game, seat) GROUP BY ALL
),
came AS (
    SELECT p.run_id, p.arm, p.part, e.card, e.how AS way, coalesce(e.pass, 0) AS pass, p.credit,
        CASE k.kind WHEN 'character' THEN 'character' ELSE k.pile END AS stack,
        unnest(CASE e.how WHEN 'dealt' THEN ['hand'] WHEN 'kicked' THEN ['kicked'] ELSE ['hand', e.how] END) AS number
    FROM exposure e JOIN parts p USING (run_id, arm, game, seat) JOIN arm a USING (run_id, arm)
    JOIN card k ON k.deck_hash = a.deck_hash AND k.card = e.card
    WHERE e.by_lot AND e.how IN ('dealt', 'drawn', 'kicked', 'reward')
),
beyond AS (  -- against the mean of all that came so in this part of the games
    SELECT *, credit - avg(credit) OVER (PARTITION BY run_id, arm, part, stack, number, way, pass) AS beyond FROM came
)
SELECT run_id, arm, k.pile, 'randomised_oh_delta' AS number, d.card, part, d.n, d.a, t.c, t.d
FROM dealt d JOIN tables t USING (run_id, arm, part) JOIN arm r USING (run_id, arm)
JOIN card k ON k.deck_hash = r.deck_hash AND k.card = d.card
UNION ALL
SELECT run_id, arm, stack, number, card, part, count(*), sum(beyond), NULL, NULL FROM beyond GROUP BY ALL
