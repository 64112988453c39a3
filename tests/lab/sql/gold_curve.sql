WITH moves AS (
    SELECT e.run_id, e.arm, e.game, e.seq, greatest(e.round, 1) AS round, e.actor, e.target, e.before, e.after, c.gold
    FROM event e JOIN event_kinds USING (kind) JOIN arm a USING (run_id, arm)
    JOIN card c ON c.deck_hash = a.deck_hash AND c.card = e.card
),
changes AS (
    SELECT run_id, arm, game, round, target AS seat, gold FROM moves WHERE target >= 0 AND after = 4
    UNION ALL SELECT run_id, arm, game, round, actor, -gold FROM moves WHERE actor >= 0 AND before = 4
)
SELECT l.run_id, l.arm, g."group", l.round, l.game, 'gold' AS measure, avg(coalesce((
    SELECT sum(c.gold) FROM changes c
    WHERE c.run_id = l.run_id AND c.arm = l.arm AND c.game = l.game AND c.seat = l.seat AND c.round <= l.round
), 0)) AS above, 1 AS below
FROM level l SEMI JOIN watched w USING (run_id, arm, game) JOIN grouped g USING (run_id, arm, game, seat)
GROUP BY ALL
