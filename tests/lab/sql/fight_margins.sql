WITH strengths AS (
    SELECT b.run_id, b.arm, b.game, b.began, b.result, b.helper, e.seq, e.before - e.after AS margin
    FROM bout b JOIN event e ON e.run_id = b.run_id AND e.arm = b.arm AND e.game = b.game AND e.kind = 'strength'
        AND e.after <> 0 AND e.seq BETWEEN b.began AND b.next - 1
),
margins AS (
    SELECT run_id, arm, game, began, result, helper, 'start' AS told, arg_min(margin, seq) AS margin FROM strengths GROUP BY ALL
    UNION ALL
    SELECT run_id, arm, game, began, result, helper, 'end', arg_max(margin, seq) FROM strengths GROUP BY ALL
),
binned AS (
    SELECT *, CASE
        WHEN margin <= -10 THEN '−10 or less' WHEN margin <= -5 THEN '−9 to −5' WHEN margin < 0 THEN '−4 to −1'
        WHEN margin = 0 THEN '0' WHEN margin < 5 THEN '1 to 4' WHEN margin < 10 THEN '5 to 9' ELSE '10 or more'
        END AS bin
    FROM margins
),
grid AS (
    SELECT g.run_id, g.arm, g.game, g.told, b.bin, g.whole
    FROM (SELECT run_id, arm, game, told, count(*) AS whole FROM binned GROUP BY ALL) g
    JOIN (SELECT DISTINCT run_id, arm, told, bin FROM binned) b USING (run_id, arm, told)
),
games AS (
    SELECT run_id, arm, told, bin, game, any_value(whole) AS whole, count(began) AS fights, count_if(result = 1) AS won,
        count_if(result = 2) AS gone, count_if(result = 3) AS fled, count_if(result = 4) AS caught,
        count_if(result = 5) AS died, count_if(helper >= 0) AS helped
    FROM grid LEFT JOIN binned USING (run_id, arm, told, bin, game) GROUP BY ALL
)
SELECT run_id, arm, told, bin, game, m.measure, m.above, m.below
FROM games, unnest([
    {'measure': 'share', 'above': fights, 'below': whole}, {'measure': 'won', 'above': won, 'below': fights},
    {'measure': 'gone', 'above': gone, 'below': fights}, {'measure': 'fled', 'above': fled, 'below': fights},
    {'measure': 'caught', 'above': caught, 'below': fights}, {'measure': 'died', 'above': died, 'below': fights},
    {'measure': 'helped', 'above': helped, 'below': fights}
]) AS u(m)
