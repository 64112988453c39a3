WITH met AS (
    SELECT b.run_id, b.arm, b.game, b.began, e.card, any_value(b.result) AS result, any_value(b.helper) >= 0 AS helped,
        count_if(e.kind = 'join') AS joins, count_if(e.kind = 'remove') AS removes,
        bool_or(e.kind = 'caught' AND e.actor = b.fighter) AS caught,
        bool_or(e.kind = 'death' AND e.target = b.fighter) AS died
    FROM bout b JOIN event e ON e.run_id = b.run_id AND e.arm = b.arm AND e.game = b.game
        AND e.kind IN ('join', 'remove', 'caught', 'death') AND e.card >= 0 AND e.seq BETWEEN b.began AND b.ended
    GROUP BY ALL HAVING joins > 0
),
ends AS (
    SELECT *, CASE WHEN died THEN 'died' WHEN caught THEN 'caught' WHEN joins <= removes OR result = 2 THEN 'gone'
        WHEN result = 1 THEN 'won' ELSE 'fled' END AS outcome
    FROM met
),
fights AS (
    SELECT run_id, arm, game, card, count(*) AS fights, count_if(outcome = 'won') AS won,
        count_if(outcome = 'fled') AS fled, count_if(outcome = 'caught') AS caught, count_if(outcome = 'died') AS died,
        count_if(outcome = 'gone') AS gone, count_if(helped) AS helped, count_if(NOT helped) AS alone,
        count_if(helped AND outcome = 'won') AS won_helped, count_if(NOT helped AND outcome = 'won') AS won_alone
    FROM ends GROUP BY ALL
),
damage AS (
    SELECT run_id, arm, game, CASE WHEN takes_card THEN cause_card ELSE card END AS card,
        count_if(kind = 'caught') AS catches, count_if(kind = 'death' AND cause = 'caught') AS deaths,
        sum(CASE WHEN kind = 'level' THEN before - after ELSE 0 END) AS levels, count_if(takes_card) AS cards
    FROM caused
    WHERE kind IN ('caught', 'death') OR kind = 'level' AND other = 6 AND after < before
        OR takes_card AND cause = 'caught'
    GROUP BY ALL
)
SELECT run_id, arm, card, game, m.measure, m.above, m.below
FROM (
    FROM fights FULL JOIN damage USING (run_id, arm, game, card)
    WHERE card >= 0 AND (fights > 0 OR catches > 0)
), unnest([
    {'measure': 'won', 'above': won, 'below': fights}, {'measure': 'fled', 'above': fled, 'below': fights},
    {'measure': 'caught', 'above': caught, 'below': fights}, {'measure': 'died', 'above': died, 'below': fights},
    {'measure': 'gone', 'above': gone, 'below': fights}, {'measure': 'helped', 'above': helped, 'below': fights},
    {'measure': 'won_alone', 'above': won_alone, 'below': alone},
    {'measure': 'won_helped', 'above': won_helped, 'below': helped},
    {'measure': 'levels_lost', 'above': levels, 'below': catches},
    {'measure': 'cards_lost', 'above': cards, 'below': catches},
    {'measure': 'deadly', 'above': deaths, 'below': catches}
]) AS u(m)
