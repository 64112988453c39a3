"""Utilities of answers to a die: make a roll to Run Away better, throw again, set it, or leave it."""

from __future__ import annotations

from typing import Any

from engine.agenda import Verb
from engine.cards import Trigger
from engine.jit import kernel
from engine.opcodes import Op
from engine.policies.bargain import NEVER
from engine.policies.features import Weight
from engine.policies.value import bad_stuff, danger, harm, keep_value, use_cost
from engine.rules import Rule
from engine.steps.flight import escapes, roll_total
from engine.steps.matching import has_row
from engine.steps.paying import payable, used

MOST_CARDS = 32
"""Cards of a cost that are looked at, by the bits of a mask."""


@kernel()
def caught_price(g: Any, book: Any, seat: Any, m: Any) -> Any:
    """Price of being caught by one monster."""
    return bad_stuff(g, book, seat, int(g.mon[m]), Trigger.BAD_STUFF) * int(book.weights[seat, Weight.DANGER]) // 10


@kernel()
def short_by(g: Any, book: Any, seat: Any, m: Any) -> Any:
    """Points a failed roll lacks; more than any card gives if the monster always catches."""
    if has_row(book, int(g.mon[m]), Op.NO_ESCAPE, 0) == 1:
        return 100
    return int(book.rules[Rule.RUN_AWAY_TARGET]) - roll_total(g, book, seat, m)


@kernel()
def roll_gain(book: Any, card: Any) -> Any:
    """Points that playing a card adds to one's rolls to Run Away, by the better alternative; 0 if none."""
    row = book.card[card]
    best = 0
    for r in range(row.first, row.last):
        if book.effect[r].op == Op.ROLL_BONUS:
            best = max(best, int(book.effect[r].amount))
    return best


@kernel()
def cheapest(g: Any, book: Any, seat: Any, source: Any, op: Any, n: Any) -> Any:
    """What the n cards cost that are missed least of those that could pay for a power; too much if there are not n."""
    total = 0
    taken = 0
    for _ in range(n):
        best = -1
        least = -NEVER
        for i in range(min(MOST_CARDS, int(g.hand_n[seat]) + int(g.table_n[seat]))):
            in_hand = i < g.hand_n[seat]
            c = int(g.hand[seat, i]) if in_hand else int(g.table[seat, i - int(g.hand_n[seat])])
            if (taken >> i) & 1 == 0 and payable(g, book, seat, c, source, op) == 1:
                price = keep_value(g, book, seat, c)
                if price < least:
                    best = i
                    least = price
        if best < 0:
            return -NEVER
        taken |= 1 << best
        total += least
    return total


@kernel()
def _lifting(g: Any, book: Any, seat: Any, card: Any, r: Any, m: Any) -> Any:
    """Discard for a failed roll just as many cards as turn it, and none if they cannot."""
    e = book.effect[r]
    source = -1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].first <= r < book.card[c].last:
            source = c
    step = max(1, int(e.amount))
    n = (short_by(g, book, seat, m) + step - 1) // step
    if source < 0 or n > int(e.a) - used(g, book, seat, source):
        return NEVER
    cost = cheapest(g, book, seat, source, int(e.op), n)
    dearer = keep_value(g, book, seat, card) - cheapest(g, book, seat, source, int(e.op), 1)
    return caught_price(g, book, seat, m) - cost - dearer


@kernel()
def answering_roll(g: Any, book: Any, seat: Any, i: Any) -> Any:
    """Utility of an answer to a roll to Run Away: turn one's own, spoil that of somebody who leads."""
    verb = int(book.option[i, 0])
    if verb == Verb.PASS:
        return 0
    card = int(book.option[i, 1])
    step = g.agenda[g.agenda_n - 1]
    runner = int(step[1])
    m = int(step[2])
    cost = use_cost(g, book, seat, card) if card >= 0 else 4
    if seat != runner:
        return harm(g, book, seat, runner) - cost
    if escapes(g, book, runner, m) == 1:
        return NEVER
    if verb == Verb.DISCARD_FOR and book.effect[int(book.option[i, 3])].op == Op.DISCARD_FOR_FLIGHT:
        return _lifting(g, book, seat, card, int(book.option[i, 3]), m)
    gain = roll_gain(book, card) if verb == Verb.PLAY else 0
    if gain > 0:
        return caught_price(g, book, seat, m) - cost if gain >= short_by(g, book, seat, m) else NEVER
    return danger(g, book, seat) - cost
