"""Conduct: whether personas play like people and know what cards are good for, at every setting.

A check is a row of its TOML file; what it measures is a function of `play_measures`, `table_shares` or `regret`.
"""
