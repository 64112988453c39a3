"""Which cards a loss can mean, and losing one of them with everything that hangs on it."""

from __future__ import annotations

from engine.board.equipment import usable
from engine.board.lost_items import is_withheld, lose_itself
from engine.board.seat_lookup import has_row, worn
from engine.board.strength import item_bonus
from engine.board.zones import discard_for
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Pile, Seat, Slot, Tag, Yes
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Game, Zone
from engine.records.step_values import What, Which


@kernel("class.item-restriction")
def _class_bound(g: Game, book: Book, seat: Seat, card: Card) -> int:
    mine = 0
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.kind == Kind.CLASS:
            mine |= int(row.identity)
    return 1 if (int(book.card[card].only) & mine) != 0 else 0


@kernel("run.badstuff", "item.forced-loss", "item.two-of-type", "cards.hand-private", "curse.betrayed")
def matches(g: Game, book: Book, seat: Seat, card: Card, which: int) -> Yes:
    """Whether a card on a player's table is of the kind that is lost."""
    row = book.card[card]
    if which == Which.CURSE or which == Which.COMRADE:
        return 1 if row.kind == (int(Kind.CURSE) if which == Which.CURSE else int(Kind.COMRADE)) else 0
    if row.is_item == 0 or g.withheld[card] == 1:
        return 0
    if which == Which.ANY:
        return 1
    if which <= Which.HAND:
        return 1 if g.equipped[card] == 1 and row.slot == which and row.stacks == 0 else 0
    if which == Which.BIG or which == Which.SMALL:
        return 1 if (row.big == 1) == (which == Which.BIG) else 0
    if which == Which.UNUSABLE:
        return 1 if row.kind == Kind.ITEM and usable(g, book, seat, card) == 0 else 0
    if which == Which.ICHOR:
        return 1 if (int(row.tags) & Tag.ICHOR) != 0 else 0
    if which == Which.CLASS_BOUND:
        return _class_bound(g, book, seat, card)
    if which == Which.NO_HANDS:
        return 1 if row.slot != Slot.HAND else 0
    if which == Which.CHEAPEST:
        return 1 if row.gold > 0 else 0
    if which == Which.CLOTHING:
        return 1 if Slot.HEAD <= row.slot <= Slot.FEET else 0
    if Which.ALL_HEADGEAR <= which <= Which.ALL_FOOTGEAR:
        return 1 if row.slot == slot_of(which) else 0
    return 1


@kernel("run.badstuff")
def slot_of(which: int) -> int:
    """The slot whose Items are lost, worn or not."""
    return which - Which.ALL_HEADGEAR + Slot.HEAD


@kernel()
def _rank(g: Game, book: Book, seat: Seat, card: Card, which: int) -> int:
    """Among matching cards those of the highest rank are meant."""
    if which == Which.BEST:
        return item_bonus(g, book, seat, card, 0)
    if which == Which.DEAREST:
        return int(book.card[card].gold)
    if which == Which.CHEAPEST:
        return -int(book.card[card].gold)
    return 1


@kernel("curse.victim-chooses", "item.two-of-type")
def threshold(g: Game, book: Book, seat: Seat, which: int) -> int:
    """Rank a card must have to be meant; a bonus of nothing is no biggest bonus."""
    best = -100_000
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if matches(g, book, seat, c, which) == 1:
            best = max(best, _rank(g, book, seat, c, which))
    return max(best, 1) if which == Which.BEST else best


@kernel("run.badstuff")
def bare(g: Game, book: Book, seat: Seat, which: int) -> Yes:
    """Whether a slot holds nothing but Items that are worn over others: then those are meant."""
    if which < Which.HEAD or which > Which.HAND:
        return 0
    for i in range(g.table_n[seat]):
        if matches(g, book, seat, int(g.table[seat, i]), which) == 1:
            return 0
    return 1


@kernel("run.badstuff")
def worn_there(g: Game, book: Book, card: Card, slot: int) -> Yes:
    """Whether a card is an Item in use in a slot, even if it is only worn over another one."""
    row = book.card[card]
    return 1 if row.is_item == 1 and g.equipped[card] == 1 and row.slot == slot and g.withheld[card] == 0 else 0


@kernel("run.badstuff", "curse.victim-chooses")
def is_meant(g: Game, book: Book, seat: Seat, card: Card, which: int, need: int) -> Yes:
    """Whether a card is among those the loss can fall on; `need` is the threshold, -1 for a bare slot."""
    if bare(g, book, seat, which) == 1:
        return worn_there(g, book, card, which)
    if matches(g, book, seat, card, which) == 0:
        return 0
    return 1 if _rank(g, book, seat, card, which) >= need else 0


@kernel("item.forced-loss", "item.cheat", "item.enhancer", "precedence.card-over-rule")
def lose_card(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> int:
    """A card on a table is lost to `cause`; another one may be lost in its place, and others with it."""
    if is_withheld(g, book, seat, card, cause) == 1:
        return 0
    slot = int(book.card[card].slot)
    if g.equipped[card] == 0 or slot == Slot.NONE or book.card[card].is_item == 0:
        return discard_for(g, book, card, Ev.LOSE, cause)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if c != card and g.equipped[c] == 1 and has_row(book, c, Op.GUARDS_SLOT, slot) == 1:
            return discard_for(g, book, c, Ev.LOSE, cause)
    return lose_itself(g, book, seat, card, cause)


@kernel("run.badstuff", "item.forced-loss", "item.carried", "precedence.card-over-rule")
def lose_slot(g: Game, book: Book, seat: Seat, slot: int, cause: Card) -> int:
    """Everything for a slot is lost: first what is only carried, then what is worn, or what is lost in its place."""
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        if i >= g.table_n[seat]:
            continue  # what was attached to the last Item has gone with it
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and book.card[c].slot == slot and g.equipped[c] == 0:
            lose_card(g, book, seat, c, cause)
    while True:
        c = worn(g, book, seat, slot)
        if c < 0:
            return 0
        lose_card(g, book, seat, c, cause)
        if g.zone[c] == Zone.TABLE and g.withheld[c] == 0:
            return 0  # another card has been lost in its place


@kernel("cards.hand-private", "other.treasures")
def is_what(g: Game, book: Book, card: Card, what: int) -> Yes:
    """Whether a card in a hand or on a table is of the kind that is taken, given or discarded."""
    row = book.card[card]
    in_hand = g.zone[card] == Zone.HAND
    if not in_hand and g.host[card] >= 0 and row.kind != Kind.ITEM:
        return 0
    if what == What.HAND:
        return 1 if in_hand else 0
    if what == What.ITEM:
        return 1 if not in_hand and row.is_item == 1 else 0
    if what == What.TREASURE:
        return 1 if row.pile == Pile.TREASURE else 0
    if what == What.DOOR:
        return 1 if in_hand and row.pile == Pile.DOOR else 0
    if what == What.MONSTER:
        return 1 if in_hand and row.kind == Kind.MONSTER else 0
    if what == What.CLASS:
        return 1 if row.kind == Kind.CLASS else 0
    if what == What.RACE:
        return 1 if row.kind == Kind.RACE else 0
    if what == What.ONE_SHOT:
        return 1 if row.kind == Kind.ONE_SHOT else 0
    return 1 if in_hand or row.is_item == 1 else 0
