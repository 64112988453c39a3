"""Help where the helper fights in the fighter's place: whether they would win alone, and what it is worth to both."""

from __future__ import annotations

from engine.board.munchkin_side import end_supposing, suppose_helper
from engine.board.strength import compare
from engine.jit import kernel
from engine.policies.danger import chance, danger, threat
from engine.policies.help_worth import NEVER, lead
from engine.policies.weights import Weight
from engine.policies.worth import ahead, harm, resentment
from engine.records.book import Book
from engine.records.card_kinds import Seat
from engine.records.state import Game
from engine.steps.combat.help_terms import prize

GRUDGE = 8
"""A Treasure brings a rival an eighth as far as what the grudge against them is measured by."""


@kernel("help.one-only")
def lead_in_place(g: Game, book: Book, seat: Seat) -> int:
    """Points by which a player would win the combat alone, with what lies on both sides; 0 or less: they lose it."""
    fighter, side, foes, ties = int(g.fighter), int(g.side), int(g.foes), int(g.ties)
    g.fighter = seat
    compare(g, book)
    found = lead(g)
    g.fighter = fighter
    compare(g, book)
    g.side, g.foes, g.ties = side, foes, ties
    return found


@kernel("help.one-only")
def standing_in(g: Game, book: Book, seat: Seat) -> int:
    """Utility of fighting in the fighter's place: all the Treasures, and a favour, less the danger of losing."""
    w = book.work.weights[seat]
    points = lead_in_place(g, book, seat)
    if points <= 0:
        return NEVER
    value = prize(g, book) * int(w[Weight.TREASURE]) + int(w[Weight.HELP])
    value -= resentment(g, seat, int(g.fighter)) * int(w[Weight.RESENT]) // 100
    gap = ahead(g, seat, int(g.fighter))
    value -= gap * int(w[Weight.HOSTILITY] if gap > 0 else w[Weight.UNDERDOG]) // 2
    suppose_helper(g, seat)
    risk = danger(g, book, seat)
    end_supposing(g)
    return value - risk * (100 - chance(points, threat(g, book, seat, seat))) // 100


@kernel("help.one-only")
def giving_place(g: Game, book: Book, seat: Seat, helper: Seat) -> int:
    """Utility to the fighter of somebody in their place: the danger is gone, and the Treasures with it."""
    if lead(g) > 0 or lead_in_place(g, book, helper) <= 0:
        return NEVER
    w = book.work.weights[seat]
    each = int(w[Weight.DENY]) + max(0, harm(g, book, seat, helper)) // GRUDGE
    return danger(g, book, seat) - prize(g, book) * each
