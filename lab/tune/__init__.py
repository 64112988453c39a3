"""Tuning: the weights of a persona improved by self-play, and checked on games it was never tuned on.

What games of people keep to is a row of `targets.toml`.
"""
