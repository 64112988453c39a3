WITH position AS (  -- a round begins where the one before ended; before the first nobody is behind
    SELECT l.run_id, l.arm, l.game, l.seat, l.round, l.level, s.credit, coalesce(CAST(r.value AS INT), 10) AS goal,
        max(l.level) OVER (PARTITION BY l.run_id, l.arm, l.game, l.round) AS leader,
        max(s.credit) OVER (PARTITION BY l.run_id, l.arm, l.game) > 0 AS is_won
    FROM level l JOIN seat s USING (run_id, arm, game, seat)
    LEFT JOIN rule r ON r.run_id = l.run_id AND r.arm = l.arm AND r.switch = 'victory.level'
    SEMI JOIN (SELECT run_id, arm, game, max(round) AS last FROM level GROUP BY ALL) e
        ON e.run_id = l.run_id AND e.arm = l.arm AND e.game = l.game AND l.round < e.last
),
hopeless AS (
    SELECT run_id, arm, game, times, count(*) AS lost, count(*) FILTER (is_won) AS ended, sum(credit) AS credit
    FROM position, unnest([3, 4, 6]) AS u(times)
    WHERE goal - level >= times * CASE WHEN leader < goal THEN goal - leader ELSE 1 END
    GROUP BY ALL
),
whole AS (
    SELECT g.run_id, g.arm, g.game, any_value(g.rounds) AS rounds, count(*) AS players
    FROM game g JOIN seat USING (run_id, arm, game) GROUP BY ALL
)
SELECT run_id, arm, CAST(times AS BIGINT) AS times, game, m.measure, m.above, m.below
FROM (SELECT * FROM whole, unnest([3, 4, 6]) AS u(times)) LEFT JOIN hopeless USING (run_id, arm, game, times), unnest([
    {'measure': 'rounds', 'above': lost, 'below': players},
    {'measure': 'time', 'above': lost, 'below': players * rounds},
    {'measure': 'touched', 'above': CASE WHEN lost > 0 THEN 1 ELSE 0 END, 'below': 1},
    {'measure': 'won', 'above': credit, 'below': ended}
]) AS u(m)
