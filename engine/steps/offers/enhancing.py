"""Enhancers that do not simply go on a monster of the combat: brought with another monster, or put on a Cultist."""

from __future__ import annotations

from engine.board.levels import as_cultist
from engine.board.lookup import left_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.kinds import IN_PLAY_BIT, Card, Kind, Seat
from engine.records.questions import Aim, Verb, option
from engine.records.rules import Rule
from engine.records.state import Game
from engine.steps.offers.legal import may_join


@kernel("group.make-undead")
def disguised_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """An enhancer that gives a grouping tag may bring a monster without it into the combat."""
    if may_join(g, book, seat, int(book.card[card].tags)) == 0:
        return 0
    for i in range(g.hand_n[seat]):
        other = int(g.hand[seat, i])
        row = book.card[other]
        if row.kind == Kind.MONSTER and (row.tags & book.card[card].tags) == 0:
            option(g, book, Verb.PLAY_WITH, card, other, 0)
    return 0


@kernel("death.cultist-enhancers")
def cultist_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Some enhancers may be put on a Cultist for good."""
    if book.rules[Rule.CULTIST_ENHANCERS_ON_CULTIST] == 0 or book.rules[Rule.CULTIST_ENABLED] == 0:
        return 0
    row = book.card[card]
    if row.kind != Kind.ENHANCER or (row.triggers & IN_PLAY_BIT) == 0:
        return 0
    for k in range(1, g.seats + 1):
        s = left_of(g, seat, k)
        if g.dead[s] == 0 and as_cultist(g, book, s) == 1:
            option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0
