WITH placed AS (
    SELECT *, row_number() OVER (PARTITION BY run_id, arm, game, round ORDER BY level DESC) AS place FROM level
),
games AS (
    SELECT run_id, arm, round, game, max(level) - max(level) FILTER (place = 2) AS gap, max(level) - min(level) AS spread
    FROM placed GROUP BY ALL
)
SELECT run_id, arm, round, game, m.measure, m.above, 1 AS below
FROM games, unnest([
    {'measure': 'gap', 'above': gap}, {'measure': 'tied', 'above': CAST(gap = 0 AS INT)},
    {'measure': 'spread', 'above': spread}
]) AS u(m)
