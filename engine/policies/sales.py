"""What is sold.

A sale is planned as a whole, so that no Item too many goes with it: of the Items that are of little use those are taken
first that are missed least, until they fetch a Level; then every one that the sum does not need stays. An Item that
counts twice is counted twice.
"""

from __future__ import annotations

from engine.board.equipment import ceiling, has_passive
from engine.jit import kernel
from engine.policies.help_worth import NEVER
from engine.policies.weights import Weight
from engine.policies.worth import deed, item_use, keep_value, level_worth
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Yes
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Game
from engine.records.switches import Rule

PLANNED = 36
"""Cards of hand and table that a plan looks at: a bit each."""


@kernel()
def _loss(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Strength lost by selling a card, and what else it could have done, in utility points."""
    row = book.card[card]
    if row.kind == Kind.ONE_SHOT:
        return max(1, int(row.bonus)) * int(book.work.weights[seat, Weight.ONE_SHOT]) + deed(g, book, seat, card)
    return item_use(g, book, seat, card) * int(book.work.weights[seat, Weight.BONUS])


@kernel()
def _gain(book: Book, seat: Seat) -> int:
    """What a Level that is bought is worth."""
    return int(book.work.weights[seat, Weight.LEVEL]) * int(book.work.weights[seat, Weight.SELL]) // 100


@kernel()
def _held(g: Game, seat: Seat, i: int) -> int:
    """Card i of hand and table together."""
    return int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])


@kernel()
def _count(g: Game, seat: Seat) -> int:
    return min(PLANNED, int(g.hand_n[seat]) + int(g.table_n[seat]))


@kernel()
def _fetches(g: Game, book: Book, seat: Seat, mask: int, doubles: Yes) -> int:
    """Gold Pieces of the cards of a plan and of those named already; the dearest twice where one Item `doubles`."""
    total = 0
    best = 0
    for i in range(_count(g, seat)):
        c = _held(g, seat, i)
        if g.marked[c] == 1 or (mask >> i) & 1:
            total += int(book.card[c].gold)
            best = max(best, int(book.card[c].gold))
    return total + best * doubles


@kernel()
def _order(gold: int, missing: int) -> int:
    """Of Items missed alike: the cheapest that completes the sum, else the dearest."""
    return min(31, (gold - missing) // 100) if gold >= missing else 32 + max(0, 31 - gold // 100)


@kernel()
def plan(g: Game, book: Book, seat: Seat) -> int:
    """Cards, as bits, that complete a sale worth a Level; 0 if what is of little use does not fetch one.

    A sale that has begun, perhaps since a Big Item had to go, is completed with what is missed least.
    """
    need = int(book.rules[Rule.SELL_GP_PER_LEVEL])
    doubles = 1 if has_passive(g, book, seat, Op.SELL_DOUBLE) >= 0 and g.sold_double[seat] == 0 else 0
    spare = _spare(g, book, seat, need, doubles)
    if spare == 0:
        return 0
    mask = 0
    missing = need - _fetches(g, book, seat, 0, doubles)
    while missing > 0:
        best = -1
        least = 0
        for i in range(_count(g, seat)):
            if ((spare & ~mask) >> i) & 1 == 0:
                continue
            rank = 64 * int(book.work.scores[i]) + _order(int(book.card[_held(g, seat, i)].gold), missing)
            if best < 0 or rank < least:
                best = i
                least = rank
        if best < 0:
            return 0
        mask |= 1 << best
        missing = need - _fetches(g, book, seat, mask, doubles)
    return _spared(g, book, seat, mask, need, doubles)


@kernel()
def _spare(g: Game, book: Book, seat: Seat, need: int, doubles: Yes) -> int:
    """Cards, as bits, that may be sold and are of little use; 0 as soon as it is clear that they do not fetch enough.

    What would be lost by each is noted.
    """
    most = _gain(book, seat)
    mask = 0
    for i in range(_count(g, seat)):
        c = _held(g, seat, i)
        mask |= 1 << i if book.card[c].is_item == 1 and book.card[c].gold > 0 and g.marked[c] == 0 else 0
    left = _fetches(g, book, seat, mask, doubles)
    for i in range(_count(g, seat) - 1, -1, -1):  # what is in use first: it is missed most
        if left < need:
            return 0
        if (mask >> i) & 1:
            c = _held(g, seat, i)
            book.work.scores[i] = _loss(g, book, seat, c)
            if g.question != Question.SELL and book.work.scores[i] * 4 > most:
                mask &= ~(1 << i)
                left -= int(book.card[c].gold)
    return mask if left >= need else 0


@kernel()
def _spared(g: Game, book: Book, seat: Seat, mask: int, need: int, doubles: Yes) -> int:
    """A plan without what it does not need: what is missed most is spared first."""
    while True:
        spare = -1
        most = -1
        for i in range(_count(g, seat)):
            if (mask >> i) & 1 and _fetches(g, book, seat, mask & ~(1 << i), doubles) >= need:
                loss = int(book.work.scores[i])
                if loss > most:
                    spare = i
                    most = loss
        if spare < 0:
            return mask
        mask &= ~(1 << spare)


@kernel()
def _is_planned(g: Game, seat: Seat, card: Card, mask: int) -> int:
    for i in range(_count(g, seat)):
        if (mask >> i) & 1 and _held(g, seat, i) == card:
            return 1
    return 0


@kernel()
def begin_sale(g: Game, book: Book, seat: Seat, card: Card, mask: int) -> int:
    """Sell if Items that are of little use fetch a Level; `mask` is the plan."""
    gain = _gain(book, seat)
    if mask == 0 or gain <= 0 or _is_planned(g, seat, card, mask) == 0:
        return NEVER
    return gain - _loss(g, book, seat, card) + int(book.card[card].gold) // 200


@kernel()
def selling(g: Game, book: Book, seat: Seat, done: int, card: Card, mask: int) -> int:
    """Complete a sale as it was planned; close it as soon as it is worth a Level."""
    if done:
        return 1000
    if _is_planned(g, seat, card, mask) == 1:
        return 500
    return NEVER // 2 - _loss(g, book, seat, card)


@kernel("sell.rule")
def gained(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """What getting a card, or losing it, is worth beside all one has; `other` changes hands for it (-1: none does)."""
    return max(int(keep_value(g, book, seat, card)), int(completes(g, book, seat, card, other)))


@kernel("sell.rule")
def completes(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """What a card is worth that completes a sum for a Level with what one has to spare: that Level.

    Gold Pieces that lie there waiting count half (`worth._gold`): this is taken off for those that go along.
    """
    gold = int(book.card[card].gold) if book.card[card].is_item == 1 else 0
    most = _gain(book, seat)
    if gold <= 0 or most <= 0 or book.rules[Rule.SELL_ENABLED] == 0 or g.level[seat] >= ceiling(g, book):
        return 0
    need = int(book.rules[Rule.SELL_GP_PER_LEVEL])
    spare = 0
    for i in range(_count(g, seat) if gold < need else 0):
        c = _held(g, seat, i)
        if c != card and c != other and book.card[c].is_item == 1 and book.card[c].gold > 0:
            spare += int(book.card[c].gold) if 4 * _loss(g, book, seat, c) <= most else 0
    spare %= need
    level = int(level_worth(g, book, seat, 1))
    return level - level * spare // (2 * need) if gold + spare >= need else 0
