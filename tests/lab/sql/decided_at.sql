WITH lead AS (
    SELECT run_id, arm, game, round, max(level) FILTER (won) > max(level) FILTER (NOT won) AS leads
    FROM position GROUP BY ALL
),
sides AS (SELECT run_id, arm, game, bool_or(won) AND NOT bool_and(won) AS is_won FROM seat GROUP BY ALL),
games AS (
    SELECT g.run_id, g.arm, g.rounds, s.is_won, CASE WHEN s.is_won THEN least(g.rounds, 1 + coalesce((
        SELECT max(l.round) FROM lead l
        WHERE l.run_id = g.run_id AND l.arm = g.arm AND l.game = g.game AND NOT l.leads
    ), 0)) END AS at_round
    FROM game g JOIN sides s USING (run_id, arm, game)
),
parts AS (SELECT *, at_round / greatest(rounds, 1) AS part FROM games)
SELECT run_id, arm, count(part) AS games, count_if(NOT is_won) AS no_winner, avg(part) AS decided,
    in_share(avg(part) - mean_half(part)) AS decided_low, in_share(avg(part) + mean_half(part)) AS decided_high,
    nearest(list(part) FILTER (is_won), 0.1) AS q10, nearest(list(part) FILTER (is_won), 0.5) AS q50,
    nearest(list(part) FILTER (is_won), 0.9) AS q90, avg(at_round) AS round, avg(at_round) - mean_half(at_round) AS round_low,
    avg(at_round) + mean_half(at_round) AS round_high, count_if(at_round = rounds AND rounds > 0) / count(part) AS at_end,
    share_low(count_if(at_round = rounds AND rounds > 0), count(part)) AS at_end_low,
    share_high(count_if(at_round = rounds AND rounds > 0), count(part)) AS at_end_high
FROM parts GROUP BY ALL
