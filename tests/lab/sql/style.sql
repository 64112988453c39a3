WITH of_events AS (  -- an event counts for who helps, for whose proposal it was, or for who acts
    SELECT run_id, arm, game, seat, part, sum(n) AS n FROM (
        SELECT run_id, arm, game, actor AS seat, kind AS part, 1 AS n FROM event
        WHERE kind IN ('turn', 'fight', 'sell', 'turn_end') OR kind = 'ask' AND other <> 1
        UNION ALL
        SELECT run_id, arm, game, actor, 'hand', after FROM event WHERE kind = 'turn_end'
        UNION ALL
        SELECT run_id, arm, game, actor, 'looked', 1 FROM event WHERE kind = 'fight' AND other & 1 = 1
        UNION ALL
        SELECT run_id, arm, game, actor, CASE other WHEN 1 THEN 'killed' ELSE 'fled' END, 1 FROM event
        WHERE kind = 'fight_end' AND other IN (1, 3, 4, 5)
        UNION ALL
        SELECT run_id, arm, game, other, 'price', before FROM event WHERE kind = 'accept'
        UNION ALL
        SELECT run_id, arm, game, other, unnest(['agree', 'request']), 1 FROM event WHERE kind = 'accept' AND actor = other
        UNION ALL
        SELECT run_id, arm, game, actor, 'request', 1 FROM placed WHERE kind = 'refuse' AND actor <> fighter
        UNION ALL
        SELECT run_id, arm, game, actor, 'trade', 1 FROM event WHERE kind = 'propose' AND before <> 1
        UNION ALL
        SELECT d.run_id, d.arm, d.game, p.actor, 'trade', -1
        FROM event d ASOF JOIN event p
            ON p.run_id = d.run_id AND p.arm = d.arm AND p.game = d.game AND p.kind = 'propose' AND d.seq > p.seq
        WHERE d.kind = 'decline'
        UNION ALL
        SELECT run_id, arm, game, actor, unnest(CASE kind WHEN 'curse' THEN ['hostile', 'curse'] ELSE ['hostile'] END), 1
        FROM act
        UNION ALL
        SELECT run_id, arm, game, actor, 'at_leader', 1 FROM (
            SELECT a.run_id, a.arm, a.game, a.seq, a.actor,
                max(s.level) = max(s.level) FILTER (s.seat = a.victim) AS at_leader
            FROM act a JOIN (SELECT DISTINCT run_id, arm, game, seat FROM stood) p USING (run_id, arm, game)
            ASOF JOIN stood s
                ON s.run_id = a.run_id AND s.arm = a.arm AND s.game = a.game AND s.seat = p.seat AND a.seq > s.seq
            GROUP BY ALL
        ) WHERE at_leader
    ) GROUP BY ALL
),
of_facts AS (
    SELECT run_id, arm, game, s.seat, u.part, u.n
    FROM seat s JOIN game g USING (run_id, arm, game) SEMI JOIN watched w USING (run_id, arm, game), unnest([
        {'part': 'seat', 'n': 1}, {'part': 'help', 'n': s.helps}, {'part': 'bought', 'n': s.levels_bought},
        {'part': 'death', 'n': s.deaths}, {'part': 'length', 'n': g.turns}
    ]) AS t(u)
),
games AS (
    SELECT run_id, arm, agent, game, part, sum(n) AS n
    FROM (SELECT * FROM of_events UNION ALL SELECT * FROM of_facts) JOIN seat USING (run_id, arm, game, seat) GROUP BY ALL
),
measures AS (
    SELECT * FROM (VALUES
        ('fights', 'fight', 'turn'), ('sought', 'looked', 'fight'), ('won', 'killed', 'fight'), ('lost', 'fled', 'fight'),
        ('asked', 'ask', 'seat'), ('helped', 'help', 'seat'), ('agreed', 'agree', 'request'), ('price', 'price', 'help'),
        ('hostile', 'hostile', 'seat'), ('at_leader', 'at_leader', 'hostile'), ('cursed', 'curse', 'seat'),
        ('sold', 'sell', 'seat'), ('bought', 'bought', 'seat'), ('traded', 'trade', 'seat'), ('died', 'death', 'seat'),
        ('hand', 'hand', 'turn_end'), ('length', 'length', 'seat')
    ) AS m(measure, over, under)
)
SELECT g.run_id, g.arm, g.agent, g.game, m.measure, a.n AS above, b.n AS below
FROM (SELECT DISTINCT run_id, arm, agent, game FROM games) g CROSS JOIN measures m
LEFT JOIN games a ON a.run_id = g.run_id AND a.arm = g.arm AND a.agent = g.agent AND a.game = g.game AND a.part = m.over
LEFT JOIN games b ON b.run_id = g.run_id AND b.arm = g.arm AND b.agent = g.agent AND b.game = g.game AND b.part = m.under
