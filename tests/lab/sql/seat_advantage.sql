WITH placed AS (
    SELECT s.run_id, s.arm, s.credit, s.won, g.n_winners,
        (s.seat - g.first_seat + count(*) OVER (PARTITION BY run_id, arm, game))
            % count(*) OVER (PARTITION BY run_id, arm, game) AS place
    FROM seat s JOIN game g USING (run_id, arm, game)
),
places AS (
    SELECT run_id, arm, place, count(*) AS games, avg(credit) AS credit, in_share(avg(credit) - mean_half(credit)) AS credit_low,
        in_share(avg(credit) + mean_half(credit)) AS credit_high, count_if(won AND n_winners = 1) AS sole_wins,
        count_if(won AND n_winners > 1) AS shared_wins
    FROM placed GROUP BY ALL
),
expected AS (SELECT run_id, arm, avg(sole_wins) AS e, count(*) AS k FROM places GROUP BY ALL)
SELECT p.*, chi_square_p((
    SELECT sum((o.sole_wins - e.e) ** 2 / e.e) FROM places o WHERE o.run_id = p.run_id AND o.arm = p.arm
), e.k - 1) AS p_equal
FROM places p JOIN expected e USING (run_id, arm)
