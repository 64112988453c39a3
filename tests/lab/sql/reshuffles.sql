SELECT run_id, arm, game, m.measure, m.above, m.below
FROM game, unnest([
    {'measure': 'reshuffles', 'above': reshuffles, 'below': 1.0},
    {'measure': 'per_10_rounds', 'above': reshuffles, 'below': greatest(rounds, 1) / 10},
    {'measure': 'never', 'above': CAST(reshuffles = 0 AS INT), 'below': 1},
    {'measure': 'often', 'above': CAST(reshuffles > 2 AS INT), 'below': 1}
]) AS u(m)
