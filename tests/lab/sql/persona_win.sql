WITH seats AS (SELECT *, 1 / count(*) OVER (PARTITION BY run_id, arm, game) AS fair FROM seat),
games AS (
    SELECT run_id, arm, agent, game, avg(credit) AS credit, any_value(fair) AS fair, count(*) AS seats
    FROM seats GROUP BY ALL
)
SELECT run_id, arm, agent, count(*) AS games, sum(seats) AS seat_games, avg(credit) AS credit, avg(fair) AS fair_share,
    CASE WHEN max(seats) = 1 THEN share_low(sum(credit), count(*)) ELSE in_share(avg(credit) - mean_half(credit)) END AS credit_low,
    CASE WHEN max(seats) = 1 THEN share_high(sum(credit), count(*)) ELSE in_share(avg(credit) + mean_half(credit)) END AS credit_high
FROM games GROUP BY ALL
