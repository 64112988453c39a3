"""Decks: what cards exist. TOML families, their schema, and the loader that turns them into arrays.

A card is a row of a family file; code is touched for a new key or word only.
"""
