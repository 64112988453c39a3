"""Decks: what cards exist. TOML families, their schema, and the loader that turns them into arrays."""
