"""Cards of one's own: those that lie in the box because somebody brought a deck of theirs."""

from __future__ import annotations

import polars as pl

from decks.read_decks import deck_names, read_deck
from lab.errors import BadInput


def own_cards(rows: pl.DataFrame, arms: pl.DataFrame) -> pl.DataFrame:
    """The rows (`id`) of cards that no deck of the lab has that the arms play with; bad input if there is no other."""
    names = {name for decks in arms["decks"] for name in decks}
    shipped = names & {*deck_names()}
    if names == shipped:
        raise BadInput("--mine: no deck of one's own was played; allowed: with games of --deck base+./my-cards or such")
    known = [card.id for name in sorted(shipped) for card in read_deck(name).cards]
    return rows.filter(~pl.col("id").is_in(known))
