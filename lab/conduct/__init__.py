"""Conduct: whether personas play like people, at every setting, and the table of checks that says so.

A check is a row of its TOML file; what it measures is a function of `play_measures`.
"""
