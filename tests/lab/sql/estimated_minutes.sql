WITH each AS (
    SELECT game.*, 60 AS minute, p.turn, p.decision, p.combat,
        (turns * p.turn + decisions * p.decision + combats * p.combat) / 60 AS whole
    FROM game CROSS JOIN pace p
),
parts AS (
    SELECT run_id, arm, ending, u.part, u.seconds_each, u.number,
        CASE u.part WHEN 'all' THEN whole ELSE u.number * u.seconds_each / 60 END AS taken
    FROM each, unnest([
        {'part': 'all', 'seconds_each': NULL, 'number': NULL},
        {'part': 'turns', 'seconds_each': turn, 'number': turns},
        {'part': 'decisions', 'seconds_each': decision, 'number': decisions},
        {'part': 'combats', 'seconds_each': combat, 'number': combats}
    ]) AS t(u)
),
summed AS (
    SELECT run_id, arm, part, seconds_each, count(*) AS games, count_if(ending = 'capped') AS cut, avg(number) AS count,
        avg(taken) AS minutes, avg(taken) - mean_half(taken) AS minutes_low, avg(taken) + mean_half(taken) AS minutes_high,
        nearest(list(taken), 0.1) AS q10, nearest(list(taken), 0.5) AS q50, nearest(list(taken), 0.9) AS q90,
        count_if(part = 'all' AND ending <> 'capped' AND taken <= 60) AS hour,
        count_if(part = 'all' AND ending <> 'capped' AND taken <= 90) AS ninety,
        count_if(part = 'all' AND ending <> 'capped' AND taken <= 120) AS two
    FROM parts GROUP BY ALL
)
SELECT * EXCLUDE (hour, ninety, two),
    CASE part WHEN 'all' THEN hour / games END AS within_60,
    CASE part WHEN 'all' THEN share_low(hour, games) END AS within_60_low,
    CASE part WHEN 'all' THEN share_high(hour, games) END AS within_60_high,
    CASE part WHEN 'all' THEN ninety / games END AS within_90,
    CASE part WHEN 'all' THEN share_low(ninety, games) END AS within_90_low,
    CASE part WHEN 'all' THEN share_high(ninety, games) END AS within_90_high,
    CASE part WHEN 'all' THEN two / games END AS within_120,
    CASE part WHEN 'all' THEN share_low(two, games) END AS within_120_low,
    CASE part WHEN 'all' THEN share_high(two, games) END AS within_120_high
FROM summed
