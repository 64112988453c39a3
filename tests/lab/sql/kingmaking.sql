WITH goals AS (SELECT run_id, arm, CAST(value AS INT) AS goal FROM rule WHERE switch = 'victory.level'),
hopeless AS (  -- six times as far as the leader; a round begins as the one before it ended
    SELECT run_id, arm, game, seat, round + 1 AS round FROM position LEFT JOIN goals USING (run_id, arm)
    WHERE coalesce(goal, 10) - level >= 6 * greatest(coalesce(goal, 10) - leader, 1)
),
last_fights AS (
    SELECT b.* FROM bout b ASOF JOIN stood s
        ON s.run_id = b.run_id AND s.arm = b.arm AND s.game = b.game AND s.seat = b.starter AND b.began > s.seq
    JOIN goals g ON g.run_id = b.run_id AND g.arm = b.arm WHERE s.level + 1 >= g.goal
),
told AS (
    SELECT f.run_id, f.arm, f.game, f.began, e.seq, e.kind, e.actor, e.other
    FROM last_fights f JOIN event e ON e.run_id = f.run_id AND e.arm = f.arm AND e.game = f.game
        AND e.seq BETWEEN f.began AND f.ended
),
seen AS (  -- who was winning before
    SELECT t.*, max(p.seq) AS since, arg_max(p.other, p.seq) AS was
    FROM told t JOIN told p ON p.run_id = t.run_id AND p.arm = t.arm AND p.game = t.game AND p.began = t.began
        AND p.seq < t.seq AND p.kind = 'strength'
    WHERE t.kind IN ('strength', 'remove') GROUP BY ALL
),
turned AS (
    SELECT *, CASE WHEN kind = 'remove' THEN 'gone' WHEN other = 1 THEN 'help' ELSE 'stop' END AS deed,
        row_number() OVER (PARTITION BY run_id, arm, game, began ORDER BY seq DESC) AS from_end
    FROM seen WHERE kind = 'remove' AND was = 1 OR kind = 'strength' AND other <> was
),
deeds AS (
    SELECT f.run_id, f.arm, f.game, f.round, f.starter, f.result, t.deed, (
        SELECT arg_max(CASE d.kind WHEN 'accept' THEN d.other ELSE d.actor END, d.seq) FROM told d
        WHERE d.run_id = t.run_id AND d.arm = t.arm AND d.game = t.game AND d.began = t.began
            AND d.seq > t.since AND d.seq < t.seq AND d.kind IN ('play', 'ability', 'accept')
    ) AS doer
    FROM turned t JOIN last_fights f USING (run_id, arm, game, began) WHERE t.from_end = 1
),
done AS (
    SELECT d.run_id, d.arm, d.game, CASE d.deed WHEN 'help' THEN 'help' ELSE 'stop' END AS deed,
        h.seat IS NOT NULL AS is_hopeless
    FROM deeds d
    JOIN seat f ON f.run_id = d.run_id AND f.arm = d.arm AND f.game = d.game AND f.seat = d.starter
    JOIN seat o ON o.run_id = d.run_id AND o.arm = d.arm AND o.game = d.game AND o.seat = d.doer
    LEFT JOIN hopeless h ON h.run_id = d.run_id AND h.arm = d.arm AND h.game = d.game AND h.seat = d.doer
        AND h.round = d.round
    WHERE d.doer <> d.starter AND NOT o.won AND CASE d.deed
        WHEN 'help' THEN result = 1 AND f.won WHEN 'stop' THEN result IN (3, 4, 5) AND NOT f.won
        ELSE result = 2 AND NOT f.won END
),
games AS (
    SELECT g.run_id, g.arm, g.game FROM game g JOIN watched USING (run_id, arm, game) JOIN goals USING (run_id, arm)
    WHERE n_winners > 0
),
asked AS (
    SELECT deed, "by" FROM (SELECT unnest(['help', 'stop', 'either']) AS deed)
    CROSS JOIN (SELECT unnest(['hopeless', 'losers']) AS "by")
),
counted AS (
    SELECT run_id, arm, deed, "by", count(*) AS games, count_if(EXISTS (
        FROM done d WHERE d.run_id = g.run_id AND d.arm = g.arm AND d.game = g.game
            AND (a.deed = 'either' OR d.deed = a.deed) AND (a."by" = 'losers' OR d.is_hopeless)
    )) AS count
    FROM games g CROSS JOIN asked a GROUP BY ALL
)
SELECT *, count / games AS share, share_low(count, games) AS share_low, share_high(count, games) AS share_high FROM counted
