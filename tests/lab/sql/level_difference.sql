WITH told AS (
    SELECT run_id, arm, game, round, avg(level) AS "all", max(level) AS leader FROM level GROUP BY ALL
    UNION ALL
    SELECT run_id, arm, game, 0, avg(final_level), max(final_level)
    FROM seat SEMI JOIN (FROM game WHERE rounds = 0) USING (run_id, arm, game) GROUP BY ALL
),
lengths AS (SELECT run_id, arm, game, max(round) AS rounds FROM told GROUP BY ALL),
-- The last round that a twentieth of the games reach: that of the game in this place from the longest on.
reached AS (
    SELECT run_id, arm, list_sort(list(rounds), 'DESC')[greatest(1, ceil(0.05 * count(*)))::INT] AS last
    FROM lengths GROUP BY ALL
),
firsts AS (SELECT run_id, arg_min(arm, position) AS first FROM (SELECT *, row_number() OVER () AS position FROM arm) GROUP BY ALL),
compared AS (
    SELECT a.run_id, a.arm, coalesce(a.reference, f.first) AS reference, a.seats = r.seats AND a.deck_hash = r.deck_hash AS paired
    FROM arm a JOIN firsts f USING (run_id)
    JOIN arm r ON r.run_id = a.run_id AND r.arm = coalesce(a.reference, f.first) AND r.arm <> a.arm
),
grid AS (
    SELECT c.*, unnest(range(1, 1 + greatest(x.last, y.last))) AS round
    FROM compared c JOIN reached x ON x.run_id = c.run_id AND x.arm = c.arm
    JOIN reached y ON y.run_id = c.run_id AND y.arm = c.reference
),
-- What has ended stays as it was.
held AS (
    SELECT g.run_id, g.arm AS of_arm, g.reference, g.paired, g.round, l.arm, l.game, arg_max(t."all", t.round) AS "all",
        arg_max(t.leader, t.round) AS leader
    FROM grid g JOIN lengths l ON l.run_id = g.run_id AND l.arm IN (g.arm, g.reference)
    JOIN told t ON t.run_id = l.run_id AND t.arm = l.arm AND t.game = l.game AND t.round <= g.round
    GROUP BY ALL
),
long AS (UNPIVOT (SELECT * REPLACE (CAST(leader AS DOUBLE) AS leader) FROM held) ON "all", leader INTO NAME who VALUE y),
pairs AS (
    SELECT run_id, of_arm AS arm, reference, who, h.round, count(*) AS games, true AS paired, avg(h.y) AS mean, avg(t.y) AS mean_reference,
        avg(h.y - t.y) AS difference, mean_half(h.y - t.y) AS half
    FROM long h JOIN long t USING (run_id, of_arm, reference, who, round, game, paired)
    WHERE paired AND h.arm = of_arm AND t.arm = reference GROUP BY ALL
),
sides AS (
    SELECT run_id, of_arm, reference, who, round, arm, count(*) AS n, avg(y) AS m, var_samp(y) / count(*) AS v
    FROM long WHERE NOT paired GROUP BY ALL
),
apart AS (
    SELECT run_id, of_arm AS arm, reference, who, h.round, least(h.n, t.n) AS games, false AS paired, h.m AS mean, t.m AS mean_reference,
        h.m - t.m AS difference,
        t_width(1 + (h.v + t.v) ** 2 / (h.v ** 2 / (h.n - 1) + t.v ** 2 / (t.n - 1))) * sqrt(h.v + t.v) AS half
    FROM sides h JOIN sides t USING (run_id, of_arm, reference, who, round) WHERE h.arm = of_arm AND t.arm = reference
)
SELECT run_id, arm, reference, who, round, games, paired, mean, mean_reference, difference, difference - half AS difference_low,
    difference + half AS difference_high
FROM (FROM pairs UNION ALL FROM apart)
