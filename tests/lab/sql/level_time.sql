WITH begun AS (  -- a round begins at the Level at which the one before ended
    SELECT run_id, arm, game, seat, round + 1 AS round, level FROM level
    UNION ALL SELECT run_id, arm, game, seat, 1, 1 FROM seat
),
rounds AS (
    SELECT b.*, g."group" FROM begun b JOIN grouped g USING (run_id, arm, game, seat)
    JOIN game USING (run_id, arm, game) WHERE b.round <= game.rounds
),
whole AS (
    SELECT run_id, arm, game, "group", count(DISTINCT seat) AS players, count(*) AS of_all FROM rounds GROUP BY ALL
),
stayed AS (
    SELECT run_id, arm, game, "group", level, count(*) AS n, count(DISTINCT seat) AS seats FROM rounds GROUP BY ALL
),
grid AS (SELECT * FROM whole JOIN (SELECT DISTINCT run_id, arm, "group", level FROM stayed) USING (run_id, arm, "group"))
SELECT run_id, arm, "group", level, game, m.measure, m.above, m.below
FROM grid LEFT JOIN stayed USING (run_id, arm, game, "group", level), unnest([
    {'measure': 'rounds', 'above': n, 'below': players},
    {'measure': 'share', 'above': n, 'below': of_all},
    {'measure': 'reached', 'above': seats, 'below': players}
]) AS u(m)
