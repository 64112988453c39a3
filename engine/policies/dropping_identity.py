"""Giving up what one is in the middle of a fight, for what the monsters have against it."""

from __future__ import annotations

from engine.board.modifiers import read_mods
from engine.board.queries import big_room, hands_of, refresh_identity, slot_used
from engine.board.strength import compare, modifiers
from engine.jit import kernel
from engine.policies.bystander import on_side
from engine.policies.endgame import rest, spends_the_win
from engine.policies.features import Weight
from engine.policies.help_worth import NEVER, lead, own_reserve
from engine.policies.worth import keep_value
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Slot, Yes
from engine.records.state import Game


@kernel("class.discard-any-time", "race.discard-removes-vulnerability")
def shedding(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """Discard a Class or Race that costs its owner their fight, if that is worth the card and what goes with it."""
    if on_side(g, book, seat) == 0 or lead(g) > 0 or spends_the_win(g, book, seat, card) == 1:
        return NEVER
    if _goes_alone(g, book, seat, card) == 0:
        return NEVER
    side, foes, ties, now = int(g.side), int(g.foes), int(g.ties), lead(g)
    lasting = modifiers(g, book, seat)
    place = _take_off(g, book, seat, card)
    lasting -= modifiers(g, book, seat)
    fits = slot_used(g, book, seat, int(Slot.HAND)) <= hands_of(g, book, seat) and big_room(g, book, seat) >= 0
    after = lead(g)
    reserve = own_reserve(g, book, seat)
    _put_back(g, book, seat, card, place)
    g.side = side
    g.foes = foes
    g.ties = ties
    if after <= now or not fits:
        return NEVER
    price = keep_value(g, book, seat, card) + max(0, lasting) * int(book.work.weights[seat, Weight.BONUS])
    if after > 0:
        return worth - price
    if after + reserve > 0 and worth > price + rest(g, book, seat, 1 - after):
        return worth // 2 - price
    return NEVER


@kernel()
def _goes_alone(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether nothing else goes with a card: no second one of its kind, and nothing that lies on it."""
    if g.doubled[seat, book.card[card].axis] > 0:
        return 0
    for i in range(g.table_n[seat]):
        if g.host[g.table[seat, i]] == card:
            return 0
    return 1


@kernel()
def _take_off(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Compare the sides as if a card did not lie on the table; its place there."""
    last = int(g.table_n[seat]) - 1
    place = last
    for i in range(last):
        if g.table[seat, i] == card:
            place = i
    g.table[seat, place] = g.table[seat, last]
    g.table_n[seat] = last
    refresh_identity(g, book, seat)
    compare(g, book)
    return place


@kernel()
def _put_back(g: Game, book: Book, seat: Seat, card: Card, place: int) -> int:
    """The table as it was."""
    last = int(g.table_n[seat])
    g.table[seat, last] = g.table[seat, place] if place < last else card
    g.table[seat, place] = card
    g.table_n[seat] = last + 1
    refresh_identity(g, book, seat)
    return read_mods(g, book)
