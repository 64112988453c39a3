WITH winners AS (SELECT run_id, arm, game, before AS mask FROM event WHERE kind = 'over'),
games AS (
    SELECT w.run_id, w.arm, w.game, count(began) AS attempts, bit_count(any_value(mask)) AS winners,
        count_if(place = 1 AND outcome = 'won') AS first_won,
        count_if(outcome <> 'won' AND (mask >> hopeful) & 1 = 1) AS before,
        count_if(outcome = 'won') AS won, count_if(outcome = 'stopped') AS stopped,
        count_if(outcome = 'taken') AS taken, count_if(outcome = 'turned') AS turned, count_if(outcome = 'ran') AS ran,
        count_if(outcome = 'caught') AS caught, count_if(outcome = 'gone') AS gone,
        count_if(attacked) AS attacked, count_if(helper >= 0) AS helped
    FROM watched w LEFT JOIN attempt USING (run_id, arm, game) LEFT JOIN winners USING (run_id, arm, game) GROUP BY ALL
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
