WITH strikes AS (
    SELECT run_id, arm, game, cause_seq, any_value(cause_card) AS card,
        bool_or(kind = 'curse' AND actor >= 0 AND actor <> target) AS played, count_if(kind = 'death') AS deaths,
        sum(CASE WHEN kind = 'level' AND other = 7 AND after < before THEN before - after ELSE 0 END) AS levels,
        count_if(takes_card) AS cards
    FROM caused WHERE cause = 'curse' GROUP BY ALL
),
sums AS (
    SELECT run_id, arm, game, card, count(*) AS strikes, count_if(played) AS played, sum(deaths) AS deaths,
        sum(levels) AS levels, sum(cards) AS cards, count_if(levels = 0 AND cards = 0) AS neither
    FROM strikes GROUP BY ALL
)
SELECT run_id, arm, card, game, m.measure, m.above, m.below
FROM watched JOIN (SELECT DISTINCT run_id, arm, card FROM sums) USING (run_id, arm)
LEFT JOIN sums USING (run_id, arm, card, game), unnest([
    {'measure': 'per_game', 'above': strikes, 'below': 1}, {'measure': 'played', 'above': played, 'below': strikes},
    {'measure': 'levels_lost', 'above': levels, 'below': strikes},
    {'measure': 'cards_lost', 'above': cards, 'below': strikes},
    {'measure': 'neither', 'above': neither, 'below': strikes},
    {'measure': 'deadly', 'above': deaths, 'below': strikes}
]) AS u(m)
