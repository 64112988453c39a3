WITH stands AS (
    SELECT b.run_id, b.arm, b.game, b.round, b.result, b.helper, s.level
    FROM bout b ASOF JOIN stood s
        ON s.run_id = b.run_id AND s.arm = b.arm AND s.game = b.game AND s.seat = b.starter AND b.began > s.seq
),
long AS (SELECT *, 'level' AS axis, level AS position FROM stands UNION ALL SELECT *, 'round', round FROM stands),
games AS (
    SELECT run_id, arm, axis, position, game, count(*) AS fights, count_if(result >= 3) AS lost, count_if(result = 3) AS fled,
        count_if(result = 1) AS won, count_if(helper >= 0) AS helped
    FROM long GROUP BY ALL
)
SELECT run_id, arm, axis, position, game, m.measure, m.above, fights AS below
FROM games, unnest([
    {'measure': 'lost', 'above': lost}, {'measure': 'fled', 'above': fled}, {'measure': 'won', 'above': won},
    {'measure': 'helped', 'above': helped}
]) AS u(m)
