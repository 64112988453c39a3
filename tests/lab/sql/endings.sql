WITH arms AS (SELECT run_id, arm, count(*) AS games FROM game GROUP BY ALL),
kinds AS (SELECT word AS ending FROM code WHERE code = 'ending' AND word <> 'none'),
counted AS (
    SELECT a.run_id, a.arm, k.ending, a.games, count(g.game) AS count
    FROM arms a CROSS JOIN kinds k LEFT JOIN game g
        ON g.run_id = a.run_id AND g.arm = a.arm AND g.ending = k.ending
    GROUP BY ALL
    UNION ALL
    SELECT run_id, arm, 'several_winners', count(*), count_if(len(winners) > 1) FROM game GROUP BY ALL
)
SELECT *, count / games AS share, share_low(count, games) AS share_low, share_high(count, games) AS share_high FROM counted
