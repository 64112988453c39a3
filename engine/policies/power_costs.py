"""What the price of a power costs whoever pays it: the cards that they miss least, levels, Items for Gold Pieces."""

from __future__ import annotations

from engine.board.equipment import hand_limit
from engine.board.seat_lookup import value_of
from engine.jit import kernel
from engine.policies.help_worth import NEVER
from engine.policies.token_worth import price_in_tokens
from engine.policies.weights import Weight
from engine.policies.worth import keep_value, level_worth
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat
from engine.records.state import Game
from engine.records.step_values import Price
from engine.steps.offers.power_prices import payable, price_amount

MOST_CARDS = 32
"""Cards of a cost that are looked at, by the bits of a mask."""
NINTHS = 8
"""Ninths of the way for which a card is saved that might stop a win: all of them, as the last fight is to come."""


@kernel()
def cheapest(g: Game, book: Book, seat: Seat, source: Card, kind: int, n: int) -> int:
    """What the n cards cost that are missed least of those that could pay a price; too much if there are not n."""
    total = 0
    taken = 0
    spare = _spare(g, book, seat)
    for _ in range(n):
        best = -1
        least = -NEVER
        waits = NINTHS * int(book.work.weights[seat, Weight.SAVING]) if spare <= 0 else 0
        for i in range(min(MOST_CARDS, int(g.hand_n[seat]) + int(g.table_n[seat]))):
            in_hand = i < g.hand_n[seat]
            c = int(g.hand[seat, i]) if in_hand else int(g.table[seat, i - int(g.hand_n[seat])])
            if (taken >> i) & 1 == 0 and payable(g, book, seat, c, source, kind) == 1:
                price = keep_value(g, book, seat, c) + (waits if in_hand else 0)
                if price < least:
                    best = i
                    least = price
        if best < 0:
            return -NEVER
        taken |= 1 << best
        total += least
        spare -= 1 if best < g.hand_n[seat] else 0
    return total


@kernel("charity.give-lowest")
def _spare(g: Game, book: Book, seat: Seat) -> int:
    """How many hand cards wait for nothing: all in a fight, which is what they wait for, else those over the limit."""
    if g.fighting == 1:
        return MOST_CARDS
    return int(g.hand_n[seat]) - int(hand_limit(g, book, seat)) if g.active == seat else 0


@kernel("class.power-by-discard")
def for_gold(g: Game, book: Book, seat: Seat, need: int) -> int:
    """The Item missed least that is worth the sum; if none is, a fair part of all of them."""
    least = -NEVER
    kept = 0
    worth = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        gold = int(value_of(g, book, seat, c)) if book.card[c].is_item == 1 else 0
        if gold <= 0:
            continue
        cost = int(keep_value(g, book, seat, c))
        kept += cost
        worth += gold
        least = min(least, cost) if gold >= need else least
    return min(least, kept * need // worth) if worth >= need else -NEVER


@kernel("class.power-by-discard")
def price_of_power(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card) -> int:
    """What a power costs that is made of a moment, a price and steps; too much for whoever cannot pay."""
    e = book.effect[r]
    if e.a == Price.NOTHING:
        return 0
    amount = price_amount(g, book, seat, r, int(g.about) - 1)
    if e.a == Price.ITSELF:
        return keep_value(g, book, seat, source) if book.card[source].kind != Kind.RULE else 0
    if e.a == Price.TOKENS:
        return price_in_tokens(g, book, seat, r)
    if e.a == Price.LEVELS:
        return level_worth(g, book, seat, amount)
    if e.a == Price.GOLD:
        return for_gold(g, book, seat, amount)
    return cheapest(g, book, seat, source, int(e.a), amount)
