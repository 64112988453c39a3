"""Games of an arm with a few cards more in each pile that do nothing: what no card at all is worth.

A blank is no Item and no monster, cannot be played and goes where a card of its pile goes: into the hand, or, kicked
open, to whoever kicked it. Few are added: they make games longer (in `cthulhu` 52 turns for 49), but who draws one is
compared with who draws a real card of the same games. Fewer would be known less well than the longer games are worth.
The other cards keep their keys: a game with blanks is the arm's own game as long as no blank comes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import polars as pl

from decks.load_decks import load_decks
from lab.runs.arms import Arm
from lab.runs.game_ranges import Told, in_ranges, lent
from lab.runs.run_spec import NO_EVENTS
from lab.store.given_up_games import GivenUp
from lab.store.stored_tables import Labels, fact_frames

COPIES = 4
"""Blanks that are added to each pile."""
GAMES = 5000
"""Games with blanks at most."""
NAME = "blank card"
BLANKS = {pile: f"blank-{pile}" for pile in ("door", "treasure")}
"""Id of the blank of each pile."""


def with_blanks(arm: Arm, copies: int = COPIES) -> Arm:
    """The same arm with blanks in its box, keeping no events."""
    extra = [
        {"id": name, "name": NAME, "pile": pile, "kind": "special", "copies": copies} for pile, name in BLANKS.items()
    ]
    decks = arm.setting.deck or tuple(arm.variant.deck)
    cards = load_decks(list(decks), extra, changes=dict(arm.setting.cards))
    return replace(arm, cards=cards, run=arm.run.model_copy(update=NO_EVENTS))


class WithBlanks(NamedTuple):
    """The tables exposure, seat, card and arm of games with blanks, and the games that are in none of them."""

    tables: dict[str, pl.DataFrame]
    given_up: GivenUp


def play_with_blanks(arm: Arm, games: int, workers: int = 0, told: Told | None = None) -> WithBlanks:
    """The first games of an arm, played with blanks.

    Games that are given up are left out and counted; too many of them are a RunFault.
    """
    own = with_blanks(arm)
    labels, play = Labels("blank", (own.name,), {own.name: own.setting.agents}), lent(own.player)

    def part(first: int, count: int) -> dict[str, pl.DataFrame]:
        frames = fact_frames(play(first, count), labels, own.name)
        return {name: frames[name] for name in ("exposure", "seat", "fault")}

    parts = in_ranges(part, games, workers, told)
    facts = {name: pl.concat([part[name] for part in parts]) for name in parts[0]}
    given_up = GivenUp(games, Counter(facts.pop("fault")["fault"].to_list()))
    given_up.check(games_of(own.name))
    row = {"run_id": ["blank"], "arm": [own.name], "deck_hash": [own.cards.deck_hash]}
    return WithBlanks(facts | {"card": own.card_frame(), "arm": pl.DataFrame(row)}, given_up)


def games_of(arm: str) -> str:
    """What the games with blanks of an arm are called."""
    return f"games of {arm} with blank cards"
