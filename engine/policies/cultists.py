"""Cultists: what it means that somebody becomes the last but one, or the last, of them."""

from __future__ import annotations

from engine.board.levels import is_cultist
from engine.board.seat_lookup import highest_level
from engine.effects.identity_effects import cultist_safe
from engine.jit import kernel
from engine.policies.help_worth import NEVER
from engine.policies.weights import Weight
from engine.policies.worth import level_worth
from engine.records.book import Book
from engine.records.card_kinds import Card, Pile, Seat, Trigger, Yes
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule


@kernel()
def conversion(g: Game, book: Book, seat: Seat, who: Seat) -> int:
    """What it is worth to a player that `who` becomes a Cultist; NEVER if that ends the game for somebody else."""
    if book.rules[Rule.CULTIST_ENABLED] == 0 or is_cultist(g, book, who) == 1:
        return 0
    sane = -1
    left = 0
    for s in range(g.seats):
        if s != who and is_cultist(g, book, s) == 0:
            left += 1
            sane = s
    if left == 0 and book.rules[Rule.CULTIST_ALL_END] == 1:
        return _the_last(g, book, seat)
    if left != 1:
        return 0
    levels = int(book.rules[Rule.CULTIST_LAST_SANE_LEVEL])
    wins = levels > 0 and int(g.level[sane]) + levels >= book.rules[Rule.VICTORY_LEVEL]
    if sane == seat:
        return level_worth(g, book, seat, levels) + (20 * int(book.work.weights[seat, Weight.LEVEL]) if wins else 0)
    return NEVER if wins else -levels * int(book.work.weights[seat, Weight.LEVEL]) // 2


@kernel()
def _the_last(g: Game, book: Book, seat: Seat) -> int:
    """All are Cultists and the highest Level wins: right for whoever is highest, and for nobody else."""
    high = highest_level(g)
    if g.dead[seat] == 1 or g.level[seat] < high:
        return NEVER
    shared = 0
    for s in range(g.seats):
        shared += 1 if g.dead[s] == 0 and g.level[s] == high else 0
    return 20 * int(book.work.weights[seat, Weight.LEVEL]) // shared


@kernel("cultist.become", "cultist.own-discard")
def none_waits(g: Game, book: Book, who: Seat) -> Yes:
    """Whether a player cannot be made a Cultist: they are none, and no Cultist card lies in their pile."""
    return 1 if g.discard_n[Pile.CULTIST] == 0 and is_cultist(g, book, who) == 0 else 0


@kernel("cultist.one-safe")
def is_lone_cultist(g: Game, book: Book, who: Seat) -> Yes:
    """Whether a player is the only Cultist: nothing that others play takes the Class from them."""
    for i in range(g.table_n[who]):
        if cultist_safe(g, book, int(g.table[who, i])) == 1:
            return 1
    return 0


@kernel()
def gives_the_end(g: Game, book: Book, seat: Seat, card: Card, who: Seat) -> Yes:
    """Whether a card that `who` meets makes them a Cultist at once, and that ends the game for another than `seat`."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.BECOME_CULTIST and e.trigger != Trigger.BAD_STUFF and none_waits(g, book, who) == 0:
            return 1 if conversion(g, book, seat, who) <= NEVER else 0
    return 0
