WITH deepest AS (
    SELECT run_id, arm, game, seat, credit, max(behind) AS most FROM position WHERE won GROUP BY ALL
),
won AS (SELECT run_id, arm, count(*) AS games FROM game WHERE n_winners > 0 GROUP BY ALL),
far AS (
    SELECT w.*, greatest(1, coalesce(max(most), 1)) AS most FROM won w LEFT JOIN deepest USING (run_id, arm) GROUP BY ALL
),
steps AS (SELECT run_id, arm, games, unnest(range(1, most + 1)) AS levels FROM far),
counted AS (
    SELECT s.*, (
        SELECT coalesce(sum(credit), 0) FROM deepest d WHERE d.run_id = s.run_id AND d.arm = s.arm AND d.most >= s.levels
    ) AS wins
    FROM steps s
)
SELECT *, wins / games AS share, share_low(wins, games) AS share_low, share_high(wins, games) AS share_high FROM counted
