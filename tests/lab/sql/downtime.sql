WITH e AS (
    SELECT *, kind IN (
        'turn', 'play', 'sell', 'give', 'charity', 'ask', 'accept', 'refuse', 'offer', 'ability', 'propose', 'decline',
        'choice'
    ) AS act
    FROM event
),
worth AS (  -- a game's decisions, spread over its acts
    SELECT run_id, arm, game, any_value(decisions) / greatest(count_if(act), 1) AS each
    FROM e JOIN game USING (run_id, arm, game) GROUP BY ALL
),
own AS (
    SELECT run_id, arm, game, actor, seq, lag(seq) OVER (PARTITION BY run_id, arm, game, actor ORDER BY seq) AS since,
        'acts' AS b, true AS good
    FROM e WHERE act AND actor >= 0
    UNION ALL
    SELECT run_id, arm, game, actor, seq, lag(seq) OVER w, 'turns', kind = 'turn' AND lag(kind) OVER w = 'turn_end'
    FROM e WHERE kind IN ('turn', 'turn_end') WINDOW w AS (PARTITION BY run_id, arm, game, actor ORDER BY seq)
),
gaps AS (
    SELECT o.run_id, o.arm, o.game, o.actor, o.seq, o.b, count(*) FILTER (e.kind = 'turn') AS turns,
        count(*) FILTER (e.act) AS acts, count(*) FILTER (e.kind = 'fight') AS fights
    FROM own o LEFT JOIN e ON e.run_id = o.run_id AND e.arm = o.arm AND e.game = o.game AND e.actor <> o.actor
        AND e.seq > o.since AND e.seq < o.seq AND (e.act OR e.kind = 'fight')
    WHERE o.good AND o.since IS NOT NULL GROUP BY ALL
),
waits AS (
    SELECT g.*, turns * p.turn + fights * p.combat + acts * each * p.decision AS estimated_seconds
    FROM gaps g JOIN worth USING (run_id, arm, game) CROSS JOIN pace p WHERE b = 'turns' OR acts > 0
),
long AS (
    UNPIVOT (
        SELECT run_id, arm, game, actor, b AS "between", CAST(turns AS DOUBLE) AS turns, CAST(acts AS DOUBLE) AS acts,
            estimated_seconds
        FROM waits
    ) ON turns, acts, estimated_seconds INTO NAME measure VALUE n
),
all_of_them AS (
    SELECT run_id, arm, "between", measure, avg(n) AS mean, nearest(list(n), 0.5) AS q50, nearest(list(n), 0.9) AS q90
    FROM long GROUP BY ALL
),
games AS (
    SELECT run_id, arm, "between", measure, game, sum(n) AS over, count(*) AS under, max(n) AS most,
        count(DISTINCT actor) AS players
    FROM long GROUP BY ALL
)
SELECT * EXCLUDE (half) FROM (SELECT run_id, arm, "between", measure, count(*) AS games, sum(under) / sum(players) AS waits, any_value(mean) AS mean,
    t_width(count(*)) * sqrt(sum((over - mean * under) ** 2) * count(*) / (count(*) - 1)) / sum(under) AS half,
    at_least(any_value(mean) - half, 0) AS mean_low, any_value(mean) + half AS mean_high,
    any_value(q50) AS q50, any_value(q90) AS q90, avg(most) AS longest, avg(most) - mean_half(most) AS longest_low,
    avg(most) + mean_half(most) AS longest_high
FROM games JOIN all_of_them USING (run_id, arm, "between", measure)
WHERE "between" <> 'turns' OR measure <> 'turns' GROUP BY run_id, arm, "between", measure)
