WITH long AS (
    UNPIVOT (SELECT run_id, arm, game, combats, kills, flights, deaths, helps, bosses FROM game)
    ON combats, kills, flights, deaths, helps, bosses INTO NAME measure VALUE n
),
fights AS (  -- fled, caught or died
    SELECT run_id, arm, game, count(*) AS n, count_if(word IN ('fled', 'caught', 'died')) AS k
    FROM event JOIN code c ON c.code = 'result' AND c.number = other
    WHERE kind = 'fight_end' GROUP BY ALL
),
lost AS (
    SELECT run_id, arm, count(*) AS games, any_value(value) AS value,
        t_width(count(*)) * sqrt(sum((k - value * n) ** 2)) / sum(n) AS half
    FROM fights JOIN (SELECT run_id, arm, sum(k) / sum(n) AS value FROM fights GROUP BY ALL) USING (run_id, arm)
    GROUP BY ALL
)
SELECT run_id, arm, measure, count(*) AS games, avg(n) AS value, avg(n) - mean_half(n) AS value_low,
    avg(n) + mean_half(n) AS value_high
FROM long GROUP BY ALL
UNION ALL
SELECT run_id, arm, 'lost_share', games, value, at_least(value - half, 0), at_most(value + half, 1) FROM lost
