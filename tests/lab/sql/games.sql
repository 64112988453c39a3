-- What queries say in a word. `t_width(n)` is the two-sided 95 % quantile of Student's t for a mean of n games.
CREATE MACRO mean_half(x) AS t_width(count(x)) * stddev_samp(x) / sqrt(count(x));
CREATE MACRO at_least(x, least) AS CASE WHEN x < least THEN least ELSE x END;
CREATE MACRO at_most(x, most) AS CASE WHEN x > most THEN most ELSE x END;
-- Ends of the interval of a share, and of the difference of two: what lies beyond cannot be true.
CREATE MACRO in_share(x) AS at_most(at_least(x, 0), 1);
CREATE MACRO in_points(x) AS at_most(at_least(x, -1), 1);
CREATE MACRO nearest(xs, q) AS list_sort(xs)[1 + CAST(round((len(xs) - 1) * q) AS INT)];

-- Events as queries compare them: nobody is -1.
CREATE TEMP TABLE event AS
SELECT * REPLACE (
    coalesce(actor, -1) AS actor, coalesce(target, -1) AS target, coalesce(card, -1) AS card, coalesce(copy, -1) AS copy
) FROM main.event;

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

-- Events with who fights and all who help when they happen.
CREATE TABLE placed AS
WITH fighters AS (SELECT run_id, arm, game, seq, actor AS fighter FROM event WHERE kind IN ('fight', 'strength')),
helping AS (
    SELECT run_id, arm, game, seq, seat, last_value(CASE
        WHEN kind = 'accept' AND other = seat THEN true
        WHEN kind = 'leave' AND target = seat OR kind = 'fight' OR kind = 'strength' AND target < 0 THEN false
        END IGNORE NULLS) OVER (PARTITION BY run_id, arm, game, seat ORDER BY seq) AS helps
    FROM event, range(8) AS s(seat)
),
helpers AS (SELECT run_id, arm, game, seq, list(seat) FILTER (helps) AS helpers FROM helping GROUP BY ALL)
SELECT e.*, coalesce(f.fighter, -1) AS fighter, coalesce(h.helpers, []) AS helpers
FROM event e
ASOF LEFT JOIN fighters f
    ON e.run_id = f.run_id AND e.arm = f.arm AND e.game = f.game AND e.seq >= f.seq
LEFT JOIN helpers h ON e.run_id = h.run_id AND e.arm = h.arm AND e.game = h.game AND e.seq = h.seq;

-- Hostile acts, and whom they harm.
CREATE TABLE act AS
SELECT *, CASE kind WHEN 'curse' THEN target ELSE fighter END AS victim FROM placed
WHERE actor >= 0 AND CASE kind
    WHEN 'curse' THEN actor <> target
    WHEN 'join' THEN actor <> fighter AND NOT list_contains(helpers, actor)
    WHEN 'bonus' THEN actor <> fighter AND NOT list_contains(helpers, actor) AND (before < 0 OR after > 0)
    ELSE false END;

-- Each seat among all, and among winners or others.
CREATE TABLE grouped AS
SELECT run_id, arm, game, seat, 'all' AS "group" FROM seat
UNION ALL SELECT run_id, arm, game, seat, CASE WHEN won THEN 'winner' ELSE 'other' END FROM seat;

-- Events with the one that caused them: a Curse, a catch, or something else that has begun since.
CREATE TABLE caused AS
WITH hard AS (
    SELECT run_id, arm, game, seq, kind, card FROM event WHERE kind IN (
        'curse', 'caught', 'ability', 'throw', 'roll', 'escape', 'fight', 'fight_end', 'turn', 'turn_end'
    )
),
marks AS (
    FROM hard UNION ALL
    SELECT e.run_id, e.arm, e.game, e.seq, e.kind, e.card
    FROM event e ASOF LEFT JOIN hard h
        ON h.run_id = e.run_id AND h.arm = e.arm AND h.game = e.game AND e.seq > h.seq
    WHERE e.kind IN ('acts', 'play') AND e.card <> coalesce(h.card, -1)
)
SELECT e.*, m.seq AS cause_seq, m.kind AS cause, m.card AS cause_card,
    e.kind IN ('lose', 'steal') AND e.actor >= 0 AND e.before IN (3, 4) AS takes_card
FROM event e ASOF LEFT JOIN marks m
    ON m.run_id = e.run_id AND m.arm = e.arm AND m.game = e.game AND e.seq >= m.seq;

-- Kinds of events that move a card.
CREATE TABLE event_kinds AS SELECT unnest([
    'draw', 'reveal', 'play', 'take', 'discard', 'sell', 'give', 'charity', 'loot', 'lose', 'steal', 'return', 'pay',
    'remove', 'reward', 'shuffle', 'setup', 'enter'
]) AS kind;

-- Each seat when a round begins after the first: how far it is behind the leader, and what it won in the end.
CREATE TABLE position AS
SELECT l.run_id, l.arm, l.game, l.round, l.seat, l.level, g.rounds, s.credit, s.won,
    max(l.level) OVER (PARTITION BY l.run_id, l.arm, l.game, l.round) AS leader, leader - l.level AS behind
FROM level l JOIN seat s USING (run_id, arm, game, seat) JOIN game g USING (run_id, arm, game) WHERE l.round < g.rounds;

-- Attempts at the last Level in their order: whose, and what became of them.
CREATE TABLE attempt AS
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
)
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
FROM tried;
