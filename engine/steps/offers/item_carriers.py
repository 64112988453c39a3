"""A card that carries an Item for its owner.

Enhancers that do not simply go on a monster of the combat: brought with another monster, or put on a Cultist.
"""

from __future__ import annotations

from engine.board.equipment import usable
from engine.board.levels import as_cultist
from engine.board.seat_lookup import in_combat, left_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import IN_PLAY_BIT, Card, EffectRow, Kind, Seat, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.offers.legality import may_join


@kernel("item.limit-exemption", "timing.any-time-not-combat", "precedence.card-over-rule")
def list_burdens(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow) -> int:
    """The owner's Items that a card could carry, as changes of equipment: not in combat, and so many a turn."""
    if in_combat(g, seat) == 1 or g.changes[seat] >= book.rules[Rule.EQUIP_CHANGES]:
        return 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if c != card and book.card[c].kind == Kind.ITEM and g.host[c] < 0 and _bears(g, c, card) == 0:
            option(g, book, Verb.USE, card, c, r)
    return 0


@kernel("item.limit-exemption")
def _bears(g: Game, bearer: Seat, card: Card) -> Yes:
    """Whether a card is carried by another one, itself or together with what carries it: none is its own load."""
    above = int(g.host[card])
    for _ in range(g.cards):
        if above < 0:
            return 0
        if above == bearer:
            return 1
        above = int(g.host[above])
    return 0


@kernel("item.limit-exemption", "item.equip-limits", "precedence.card-over-rule")
def bear(g: Game, book: Book, seat: Seat, card: Card, item: Card) -> int:
    """The card puts down what it carried and takes the Item, which is used if its owner may use it."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.host[c] == card and book.card[c].kind == Kind.ITEM:
            g.host[c] = -1
            if g.equipped[c] == 1:
                g.equipped[c] = 0
                emit(g, book, Ev.UNEQUIP, seat, seat, c, -1, 1, 0)
    g.host[item] = card
    g.changes[seat] += 1
    g.unsettled |= 1 << seat
    if g.equipped[item] == 0 and usable(g, book, seat, item) == 1:
        g.equipped[item] = 1
        emit(g, book, Ev.EQUIP, seat, seat, item, -1, 0, 1)
    return 0


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
