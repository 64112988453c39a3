-- All but what is shrunken, and the verdict.
WITH held AS (
    SELECT run_id, arm, game, seat, card, max(CAST(NOT opening AS INT)) AS gd, max(CAST(opening AS INT)) AS oh,
        max(CAST(played AS INT)) AS played, 1 AS gih
    FROM exposure WHERE held IS NOT false GROUP BY ALL
),
tables AS (
    SELECT run_id, arm, game, sum(credit) AS c, CAST(count(*) AS DOUBLE) AS d, avg(credit) AS mean,
        var_samp(credit) AS s2
    FROM seat GROUP BY ALL
),
groups AS (
    SELECT run_id, arm, card, game, u.short, credit, u.inside
    FROM held JOIN seat USING (run_id, arm, game, seat), unnest([
        {'short': 'gih', 'inside': gih}, {'short': 'gd', 'inside': gd}, {'short': 'oh', 'inside': oh},
        {'short': 'played', 'inside': played}
    ]) AS t(u)
),
grid AS (  -- every game of the arm, whether the card came in it or not
    SELECT k.run_id, k.arm, k.card, k.short, t.game, t.c, t.d, coalesce(sum(g.credit * g.inside), 0) AS a,
        CAST(coalesce(sum(g.inside), 0) AS DOUBLE) AS b
    FROM (SELECT DISTINCT run_id, arm, card, short FROM groups) k JOIN tables t USING (run_id, arm)
    LEFT JOIN groups g USING (run_id, arm, card, short, game)
    GROUP BY ALL
),
rates AS (
    SELECT run_id, arm, card, short, count(*) AS games, sum(b) AS n, sum(d) AS d_all, sum(a) / nullif(sum(b), 0) AS p,
        sum(c - a) / nullif(sum(d - b), 0) AS q
    FROM grid GROUP BY ALL
),
errors AS (  -- residuals of the ratios, one per game
    SELECT run_id, arm, card, short, any_value(r.games) AS games, any_value(n) AS n, any_value(d_all) AS d_all,
        any_value(p) AS p, any_value(q) AS q, any_value(t_width(r.games)) AS t,
        sqrt(sum(((a - p * b) / n) ** 2)) AS p_error,
        sqrt(sum((((c - a) - q * (d - b)) / (d_all - n)) ** 2)) AS q_error,
        sqrt(sum(((a - p * b) / n - ((c - a) - q * (d - b)) / (d_all - n)) ** 2)) AS error,
        count_if(b > 0) AS seen
    FROM grid JOIN rates r USING (run_id, arm, card, short) GROUP BY run_id, arm, card, short
),
opened AS (  -- the difference is as uncertain as its rate would be, of so many trials
    SELECT * EXCLUDE (error), sqrt(error ** 2 * seen / nullif(seen - 1, 0)) AS wide,
        round(CASE WHEN wide > 1e-12 AND p * (1 - p) > 0 THEN least(n, p * (1 - p) / wide ** 2) ELSE least(n, seen) END, 9) AS trials
    FROM errors WHERE short = 'oh'
),
dealt AS (  -- a seat counts once, however many copies it was dealt
    SELECT run_id, arm, card, game, count(*) AS b, sum(credit) AS a
    FROM (SELECT DISTINCT run_id, arm, game, seat, card FROM exposure WHERE opening)
    JOIN seat USING (run_id, arm, game, seat) GROUP BY ALL
),
by_lot AS (  -- if credits were dealt anew to the seats of each game
    SELECT run_id, arm, card, sum(a - b * mean) AS t, sum(s2 * b * (d - b) / d) AS v, sum(b) AS n, sum(b * b) AS bb
    FROM dealt JOIN tables USING (run_id, arm, game) GROUP BY ALL
),
whole AS (
    SELECT run_id, arm, count(*) AS games, sum(d) AS d, coalesce(var_samp(c / d), 0) AS m_v FROM tables GROUP BY ALL
),
tested AS (
    SELECT run_id, arm, card, two_sided(t / sqrt(nullif(v, 0))) AS p,
        sqrt(v + m_v * greatest(bb - n * n / games, 0)) * d / (n * nullif(d - n, 0)) AS se
    FROM by_lot JOIN whole USING (run_id, arm)
),
ranked AS (
    SELECT *, p * count(p) OVER (PARTITION BY run_id, arm)
        / row_number() OVER (PARTITION BY run_id, arm ORDER BY p) AS step
    FROM tested WHERE p IS NOT NULL
),
adjusted AS (
    SELECT run_id, arm, card, least(min(step) OVER (
        PARTITION BY run_id, arm ORDER BY p DESC
    ), 1) AS q
    FROM ranked
)
SELECT g.run_id, g.arm, g.card, k.id, k.name, k.pile, k.kind, k.copies, k.unmodelled IS NOT NULL AS unmodelled, g.games,
    g.d_all AS seat_games, g.n AS gih_n, gd.n AS gd_n, oh.n AS oh_n, pl.n AS played_n, g.d_all - g.n AS gns_n,
    pl.n / g.n AS play_rate,
    g.p AS naive_gih_wr, in_share(g.p - g.t * g.p_error) AS naive_gih_wr_low, in_share(g.p + g.t * g.p_error) AS naive_gih_wr_high,
    gd.p AS naive_gd_wr, in_share(gd.p - gd.t * gd.p_error) AS naive_gd_wr_low, in_share(gd.p + gd.t * gd.p_error) AS naive_gd_wr_high,
    pl.p AS naive_played_wr, in_share(pl.p - pl.t * pl.p_error) AS naive_played_wr_low,
    in_share(pl.p + pl.t * pl.p_error) AS naive_played_wr_high,
    g.q AS naive_gns_wr, in_share(g.q - g.t * g.q_error) AS naive_gns_wr_low, in_share(g.q + g.t * g.q_error) AS naive_gns_wr_high,
    g.p - g.q AS naive_iwd, in_points(g.p - g.q - g.t * g.error) AS naive_iwd_low, in_points(g.p - g.q + g.t * g.error) AS naive_iwd_high,
    oh.p - oh.q AS randomised_oh_delta, share_low(oh.p * oh.trials, oh.trials) - oh.q AS randomised_oh_delta_low,
    share_high(oh.p * oh.trials, oh.trials) - oh.q AS randomised_oh_delta_high,
    t.se AS randomised_oh_se, t.p AS randomised_oh_p, a.q AS randomised_oh_q
FROM errors g
JOIN errors gd ON gd.run_id = g.run_id AND gd.arm = g.arm AND gd.card = g.card AND gd.short = 'gd'
JOIN opened oh ON oh.run_id = g.run_id AND oh.arm = g.arm AND oh.card = g.card
JOIN errors pl ON pl.run_id = g.run_id AND pl.arm = g.arm AND pl.card = g.card AND pl.short = 'played'
LEFT JOIN tested t ON t.run_id = g.run_id AND t.arm = g.arm AND t.card = g.card
LEFT JOIN adjusted a ON a.run_id = g.run_id AND a.arm = g.arm AND a.card = g.card
JOIN arm r ON r.run_id = g.run_id AND r.arm = g.arm
LEFT JOIN card k ON k.deck_hash = r.deck_hash AND k.card = g.card
WHERE g.short = 'gih'
