WITH ends AS (SELECT run_id, arm, round, game, max(level) AS leader, min(level) AS last FROM level GROUP BY ALL),
players AS (
    SELECT run_id, arm, 'leader' AS "group", round, leader AS level FROM ends
    UNION ALL SELECT run_id, arm, 'last', round, last FROM ends
)
SELECT run_id, arm, "group", round, count(*) AS games, nearest(list(level), 0.1) AS q10,
    nearest(list(level), 0.25) AS q25, nearest(list(level), 0.5) AS q50, nearest(list(level), 0.75) AS q75,
    nearest(list(level), 0.9) AS q90
FROM players GROUP BY ALL
