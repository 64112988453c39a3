WITH stands AS (
    SELECT b.run_id, b.arm, b.game, b.began, b.result, b.helper >= 0 AS helped,
        max(s.level) = max(s.level) FILTER (s.seat = b.fighter) AS leads
    FROM bout b
    JOIN (SELECT DISTINCT run_id, arm, game, seat FROM stood) p USING (run_id, arm, game)
    ASOF JOIN stood s
        ON s.run_id = b.run_id AND s.arm = b.arm AND s.game = b.game AND s.seat = p.seat AND b.ended > s.seq
    GROUP BY ALL
),
fights AS (
    SELECT run_id, arm, game, count(*) AS combats, count_if(helped) AS helped, count_if(leads) AS leader,
        count_if(leads AND helped) AS helped_leader, count_if(NOT leads AND helped) AS helped_other,
        count_if(helped AND result = 1) AS won_helped, count_if(NOT helped AND result = 1) AS won_alone
    FROM stands GROUP BY ALL
),
deals AS (
    SELECT run_id, arm, game, count_if(kind = 'ask' AND other <> 1) AS asked, count_if(kind = 'offer') AS offered,
        count_if(kind = 'accept') AS helps, count_if(kind = 'accept' AND actor = other) AS agreed,
        count_if(kind = 'fight_end' AND target >= 0 AND after <> 0) AS several,
        count_if(kind = 'accept' AND actor <> other) AS taken, count_if(kind = 'refuse' AND actor = fighter) AS no,
        count_if(kind = 'refuse' AND actor <> fighter) AS refused,
        coalesce(sum(before) FILTER (kind = 'accept'), 0) AS price, count_if(kind = 'accept' AND card >= 0) AS with_card,
        count_if(kind = 'accept' AND card < 0 AND before = 0) AS free
    FROM placed GROUP BY ALL
)
SELECT run_id, arm, game, m.measure, m.above, m.below
FROM deals LEFT JOIN fights USING (run_id, arm, game), unnest([
    {'measure': 'asked', 'above': asked, 'below': 1}, {'measure': 'agreed', 'above': agreed, 'below': agreed + refused},
    {'measure': 'offered', 'above': offered, 'below': 1}, {'measure': 'taken', 'above': taken, 'below': taken + no},
    {'measure': 'helps', 'above': helps, 'below': 1}, {'measure': 'price', 'above': price, 'below': helps},
    {'measure': 'with_card', 'above': with_card, 'below': helps}, {'measure': 'free', 'above': free, 'below': helps},
    {'measure': 'helped', 'above': helped, 'below': combats},
    {'measure': 'several', 'above': several, 'below': helped},
    {'measure': 'helped_leader', 'above': helped_leader, 'below': leader},
    {'measure': 'helped_other', 'above': helped_other, 'below': combats - leader},
    {'measure': 'won_helped', 'above': won_helped, 'below': helped},
    {'measure': 'won_alone', 'above': won_alone, 'below': combats - helped}
]) AS u(m)
