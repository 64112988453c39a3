-- Combats that were fought to an end: from `began` to `ended`, and what follows until `next`.
CREATE TABLE bout AS
WITH f AS (
    SELECT run_id, arm, game, seq AS began, actor AS starter, round,
        lead(seq, 1, 2000000000) OVER (PARTITION BY run_id, arm, game ORDER BY seq) AS next
    FROM event WHERE kind = 'fight'
)
SELECT f.*, e.seq AS ended, e.actor AS fighter, e.target AS helper, e.other AS result
FROM f JOIN event e ON e.run_id = f.run_id AND e.arm = f.arm AND e.game = f.game AND e.kind = 'fight_end'
    AND e.seq > f.began AND e.seq < f.next;

-- Games whose events were kept.
CREATE TABLE watched AS SELECT DISTINCT run_id, arm, game FROM event;

-- The Level of each seat from an event on.
CREATE TABLE stood AS
SELECT run_id, arm, game, target AS seat, seq, after AS level FROM event WHERE kind = 'level'
UNION ALL
SELECT run_id, arm, game, seat, -1, coalesce(start, 1)
FROM (SELECT run_id, arm, game, seat FROM seat SEMI JOIN watched USING (run_id, arm, game))
LEFT JOIN (
    SELECT run_id, arm, game, arg_min(before, seq) AS start FROM event WHERE kind = 'level' GROUP BY ALL
) USING (run_id, arm, game);

-- Events with who fights and who helps when they happen.
CREATE TABLE placed AS
WITH fighters AS (SELECT run_id, arm, game, seq, actor AS fighter FROM event WHERE kind IN ('fight', 'strength')),
helpers AS (
    SELECT run_id, arm, game, seq,
        CASE kind WHEN 'strength' THEN target WHEN 'accept' THEN other ELSE -1 END AS helper
    FROM event WHERE kind IN ('fight', 'leave', 'strength', 'accept')
)
SELECT e.*, coalesce(f.fighter, -1) AS fighter, coalesce(h.helper, -1) AS helper
FROM event e
ASOF LEFT JOIN fighters f
    ON e.run_id = f.run_id AND e.arm = f.arm AND e.game = f.game AND e.seq >= f.seq
ASOF LEFT JOIN helpers h
    ON e.run_id = h.run_id AND e.arm = h.arm AND e.game = h.game AND e.seq >= h.seq;

-- Hostile acts, and whom they harm.
CREATE TABLE act AS
SELECT *, CASE kind WHEN 'curse' THEN target ELSE fighter END AS victim FROM placed
WHERE actor >= 0 AND CASE kind
    WHEN 'curse' THEN actor <> target
    WHEN 'join' THEN actor <> fighter AND actor <> helper
    WHEN 'bonus' THEN actor <> fighter AND actor <> helper AND (before < 0 OR after > 0)
    ELSE false END;

-- Each seat among all, and among winners or others.
CREATE TABLE grouped AS
SELECT run_id, arm, game, seat, 'all' AS "group" FROM seat
UNION ALL SELECT run_id, arm, game, seat, CASE WHEN won THEN 'winner' ELSE 'other' END FROM seat;
