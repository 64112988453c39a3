"""Fitting: weights of a persona improved by self-play, and checked on fresh games; or found from the log of a group.

What games of people keep to is a row of `targets.toml`.
"""
