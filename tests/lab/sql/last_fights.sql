WITH goals AS (SELECT run_id, arm, CAST(value AS INT) AS goal FROM rule WHERE switch = 'victory.level'),
told AS (
    SELECT b.run_id, b.arm, b.game, b.began, e.seq, e.actor, e.after, e.other, s.level
    FROM bout b JOIN event e ON e.run_id = b.run_id AND e.arm = b.arm AND e.game = b.game AND e.kind = 'strength'
        AND e.seq BETWEEN b.began AND b.next - 1
    ASOF JOIN stood s
        ON s.run_id = e.run_id AND s.arm = e.arm AND s.game = e.game AND s.seat = e.actor AND e.seq > s.seq
),
doer AS (SELECT run_id, arm, game, seq, actor FROM event WHERE kind IN ('play', 'ability', 'pay')),
tops AS (
    SELECT run_id, arm, game, began, max(level) AS top, max(level) FILTER (after <> 0) AS top_met,
        arg_min(actor, (-level, seq)) AS hopeful, bool_or(other = 1) AS ahead
    FROM told GROUP BY ALL
),
gone AS (  -- who acted before the last monster that left
    SELECT b.run_id, b.arm, b.game, b.began,
        arg_max(
            coalesce(d.actor, -1) >= 0 AND d.actor <> p.fighter AND NOT list_contains(p.helpers, d.actor), p.seq
        ) AS by_others
    FROM bout b JOIN placed p ON p.run_id = b.run_id AND p.arm = b.arm AND p.game = b.game AND p.kind = 'remove'
        AND p.seq BETWEEN b.began AND b.next - 1
    ASOF LEFT JOIN doer d ON d.run_id = p.run_id AND d.arm = p.arm AND d.game = p.game AND p.seq > d.seq
    GROUP BY ALL
),
winners AS (SELECT run_id, arm, game, before AS mask FROM event WHERE kind = 'over'),
tried AS (
    SELECT b.*, t.hopeful, t.ahead, coalesce(g.by_others, false) AS by_others, coalesce(goal, 10) AS goal,
        EXISTS (
            FROM act a WHERE a.run_id = b.run_id AND a.arm = b.arm AND a.game = b.game
                AND a.seq BETWEEN b.began AND b.ended AND (a.kind <> 'curse' OR a.target = a.fighter OR list_contains(a.helpers, a.target))
        ) AS attacked,
        (
            SELECT arg_max(e.actor, e.seq) FROM event e WHERE e.run_id = b.run_id AND e.arm = b.arm
                AND e.game = b.game AND e.kind = 'ability' AND e.other = 209 AND e.seq BETWEEN b.began AND b.next - 1
        ) AS taker,
        (
            SELECT max(p.after) FROM placed p WHERE p.run_id = b.run_id AND p.arm = b.arm AND p.game = b.game
                AND p.kind = 'level' AND p.other = 1 AND p.target = p.fighter AND p.seq BETWEEN b.began AND b.next - 1
        ) AS reached
    FROM bout b JOIN tops t USING (run_id, arm, game, began) LEFT JOIN gone g USING (run_id, arm, game, began)
    LEFT JOIN goals USING (run_id, arm)
    WHERE CASE WHEN b.result = 2 THEN t.top_met ELSE t.top END + 1 >= coalesce(goal, 10)
),
ends AS (
    SELECT *, row_number() OVER (PARTITION BY run_id, arm, game ORDER BY began) AS place, CASE
        WHEN reached >= goal THEN 'won'
        WHEN fighter <> hopeful AND taker = hopeful THEN 'gone'
        WHEN fighter <> hopeful THEN 'taken'
        WHEN result = 2 AND by_others THEN 'taken'
        WHEN result = 2 THEN 'gone'
        WHEN ahead AND attacked THEN 'stopped'
        WHEN ahead THEN 'turned'
        WHEN result = 3 THEN 'ran'
        ELSE 'caught' END AS outcome
    FROM tried
),
games AS (
    SELECT w.run_id, w.arm, w.game, count(began) AS attempts, bit_count(any_value(mask)) AS winners,
        count_if(place = 1 AND outcome = 'won') AS first_won,
        count_if(outcome <> 'won' AND (mask >> hopeful) & 1 = 1) AS before,
        count_if(outcome = 'won') AS won, count_if(outcome = 'stopped') AS stopped,
        count_if(outcome = 'taken') AS taken, count_if(outcome = 'turned') AS turned, count_if(outcome = 'ran') AS ran,
        count_if(outcome = 'caught') AS caught, count_if(outcome = 'gone') AS gone,
        count_if(attacked) AS attacked, count_if(helper >= 0) AS helped
    FROM watched w LEFT JOIN ends USING (run_id, arm, game) LEFT JOIN winners USING (run_id, arm, game) GROUP BY ALL
)
SELECT run_id, arm, game, m.measure, m.above, m.below
FROM games, unnest([
    {'measure': 'attempts', 'above': attempts, 'below': 1},
    {'measure': 'with_attempt', 'above': CAST(attempts > 0 AS BIGINT), 'below': 1},
    {'measure': 'first_won', 'above': first_won, 'below': CAST(attempts > 0 AS INT)},
    {'measure': 'before', 'above': before, 'below': winners},
    {'measure': 'won', 'above': won, 'below': attempts},
    {'measure': 'stopped', 'above': stopped, 'below': attempts},
    {'measure': 'taken', 'above': taken, 'below': attempts},
    {'measure': 'turned', 'above': turned, 'below': attempts},
    {'measure': 'ran', 'above': ran, 'below': attempts},
    {'measure': 'caught', 'above': caught, 'below': attempts},
    {'measure': 'gone', 'above': gone, 'below': attempts},
    {'measure': 'stops', 'above': stopped + taken, 'below': 1},
    {'measure': 'attacked', 'above': attacked, 'below': attempts},
    {'measure': 'helped', 'above': helped, 'below': attempts}
]) AS u(m)
