"""What lies before a player adds up to, in points of strength: Items, companions, Curses, and whether a row is good."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import grows, resolved
from engine.board.kept_curses import evil_bonus
from engine.board.seat_lookup import kept_level
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.records.amounts import COUNTED, Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import HAPPENS, IN_PLAY_BIT, INSTEAD, Card, Kind, Seat, Slot, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import WORTH, Op, codes
from engine.records.state import Game, Zone
from engine.records.step_values import Deed
from engine.records.step_worth import Boon, Worth

ADDING = codes(lambda o: o.boon == Boon.ADDS)
EACH_TURN = 3
"""Points of an Item that brings something in each turn of its owner."""
AWAITED = sum(1 << t for t in (Trigger.TURN_START, Trigger.USED, *HAPPENS, *INSTEAD))
"""Bits of the moments that a card in play waits for, and of a power that is paid for."""
EACH_ROUND = 1 << Trigger.TURN_START | 1 << Trigger.TURN_END | 1 << Trigger.ROUND_START
"""Bits of the moments that come in every round."""
FIGHTING = 6
"""Points of a deed that is forbidden, if it is one by which fights are won; of any other half as many."""
IN_A_FIGHT = sum(1 << deed for deed in (Deed.CARD, Deed.ASK, Deed.ONE_SHOT, Deed.POWER, Deed.EQUIP))
DRAWBACKS = codes(lambda o: o.boon == Boon.NEVER)


@kernel()
def is_boon(e: Effect) -> Yes:
    """Whether a lasting row is a power of its card's owner, and no drawback: what it adds is more than nothing."""
    op = int(e.op)
    if op in ADDING:
        return _adds(int(e.amount))
    return 0 if op in DRAWBACKS else 1


@kernel()
def _adds(amount: int) -> Yes:
    """Whether an amount is more than nothing; the words for an amount are numbers below any printed one."""
    if amount <= COUNTED:
        return grows(amount)
    return 1 if amount > 0 or amount <= Amount.ALL else 0


@kernel()
def is_plain(cond: int) -> Yes:
    """Whether a condition asks for what a player is or has, and for nothing of a combat."""
    if cond <= Condition.NOT_LOWEST or cond == Condition.HAND_EVEN:
        return 1
    if Condition.ROUND_AT_LEAST <= cond <= Condition.ITEMS_AT_MOST:
        return 1
    if cond == Condition.TRAILS_AT_LEAST or cond == Condition.PLACE:
        return 1
    return 1 if Condition.WEARS <= cond <= Condition.NOT_WEARS or Condition.OWNS <= cond <= Condition.HAS_NO_ITEM else 0


@kernel()
def levels_now(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Levels that a Go Up a Level brings its player as the table is: some are not for the highest, or want a victim.

    What a die decides is none of them.
    """
    row = book.card[card]
    total = int(row.levels) if row.first == row.last else 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.GAIN_LEVELS and e.trigger == Trigger.PLAYED:
            levels = resolved(g, book, seat, int(e.amount))
            if is_plain(int(e.cond)) == 0 and e.cond != Condition.ANYONE_OWNS:  # a moment to wait for
                total = max(total, levels)
            elif holds(g, book, seat, card, e) == 1:
                total += levels
    return total


@kernel("gual.play")
def waits_for_more(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a Go Up a Level may bring at least as much later: one whose condition holds now may find it broken."""
    row = book.card[card]
    most = 0
    may_pass = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.GAIN_LEVELS:
            most = max(most, resolved(g, book, seat, int(e.amount)))
            may_pass |= is_plain(int(e.cond)) if e.cond != Condition.ALWAYS else 0
    return 1 if may_pass == 0 or most > levels_now(g, book, seat, card) else 0


@kernel()
def points(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item for a player who may use it: its bonus, and one each for an easier flight and for a power."""
    row = book.card[card]
    if (int(row.triggers) & (IN_PLAY_BIT | AWAITED)) == 0:
        return int(row.bonus) + (1 if row.run_away > 0 else 0)
    return _with_rows(g, book, seat, card)


@kernel()
def _with_rows(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item that does more than its bonus.

    A bonus under a condition on its wearer counts only if they fulfil it; what only a combat can tell is a power.
    """
    row = book.card[card]
    total = int(row.bonus) + (1 if row.run_away > 0 else 0)
    power = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        brings = Worth.LEVELS_GAINED <= WORTH[e.op] <= Worth.TREASURES
        if (int(row.triggers) >> Trigger.TURN_START) & 1 and brings:
            power = max(power, EACH_TURN)
        if (AWAITED >> int(e.trigger)) & 1 and (brings or e.trigger == Trigger.USED or e.trigger == Trigger.DIES):
            power = max(power, EACH_TURN if (EACH_ROUND >> int(e.trigger)) & 1 else 1)
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.cond == Condition.ALWAYS and e.op == Op.STRENGTH and e.amount <= COUNTED:
            now = resolved(g, book, seat, int(e.amount))
            total += now
            power = max(power, is_boon(e) if now == 0 else 0)  # what only a combat has to count
        elif e.cond == Condition.ALWAYS or is_plain(int(e.cond)) == 0:
            power = max(power, is_boon(e))
        elif holds(g, book, seat, card, e) == 1:
            if e.op == Op.STRENGTH:
                total += resolved(g, book, seat, int(e.amount))
            else:
                power = max(power, is_boon(e))
    return total + power


@kernel("item.enhancer")
def net(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item with the Item Enhancers attached to it: below 0 it is better taken off."""
    total = points(g, book, seat, card)
    return total if g.laden[card] == 0 else total + _enhanced(g, book, card)


@kernel("item.enhancer")
def _enhanced(g: Game, book: Book, card: Card) -> int:
    """What the Item Enhancers attached to an Item in play add to it."""
    owner = int(g.owner[card])
    total = 0
    for i in range(g.table_n[owner]):
        other = int(g.table[owner, i])
        if g.host[other] == card and book.card[other].kind == Kind.ITEM_ENHANCER:
            total += int(book.card[other].bonus)
    return total


NO_GAIN = -100_000
"""As low as the `NEVER` of a bargain."""


@kernel("guest.limit", "companion.conan")
def company(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points a companion gives a player: strength, one for an easier flight, and one for each power."""
    row = book.card[card]
    if row.kind == Kind.MONSTER:
        return kept_level(g, book, card)
    total = int(row.bonus) + (1 if row.run_away > 0 else 0)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.op != Op.STRENGTH:
            total += 1
        elif holds(g, book, seat, card, e) == 1:
            total += resolved(g, book, seat, int(e.amount))
    return total


@kernel("guest.limit", "guest.replace")
def _leaving(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points that leave with the Guest Star who would make room; -1 if nobody has to."""
    total = -1
    if book.card[card].kind != Kind.GUEST_STAR:
        return total
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.GUEST_STAR:
            total = max(0, total) + max(0, company(g, book, seat, c))
    return total


@kernel("guest.limit", "guest.replace")
def companion(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Utility of playing a companion: never for one who gives as much, or more."""
    gain = company(g, book, seat, card)
    gone = _leaving(g, book, seat, card)
    if gone < 0:
        return max(1, gain * int(book.work.weights[seat, Weight.BONUS])) if gain >= 0 else NO_GAIN
    return (gain - gone) * int(book.work.weights[seat, Weight.BONUS]) if gain > gone else NO_GAIN


@kernel("guest.limit")
def company_kept(g: Game, book: Book, seat: Seat, card: Card, in_play: int) -> int:
    """What losing a companion costs: its points, as far as they are more than those of the one in play."""
    points = company(g, book, seat, card)
    if in_play == 0:
        points -= max(0, _leaving(g, book, seat, card))
    return max(0, points) * int(book.work.weights[seat, Weight.BONUS]) + 2 * int(book.work.weights[seat, Weight.CARD])


@kernel()
def lasting(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Strength that a Curse takes as long as it lies before its victim."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.op == Op.STRENGTH:
            total -= resolved(g, book, seat, int(e.amount))
        elif e.op == Op.ONLY_ARMOR:
            total += _worn(g, book, seat, 0)
        elif e.op == Op.EVIL:
            total += evil_bonus(g, book, card) if g.zone[card] == Zone.TABLE else 2 * _worn(g, book, seat, 1)
    return max(0, total)


@kernel()
def _worn(g: Game, book: Book, seat: Seat, best: int) -> int:
    """Bonuses of a player's Items in use: of the best one, or of all but armor."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.is_item == 0 or g.equipped[c] == 0:
            continue
        if best == 1:
            total = max(total, int(row.bonus))
        elif row.slot != Slot.HEAD and row.slot != Slot.BODY and row.slot != Slot.FEET:
            total += max(0, int(row.bonus))
    return total


@kernel()
def hampers(book: Book, card: Card) -> int:
    """Points for a Curse that stays and makes every flight harder, forbids something or leaves fewer cards in hand."""
    row = book.card[card]
    total = 0
    flight = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if (e.op == Op.RUN_AWAY or e.op == Op.DIE_ROLL) and e.amount < 0:
            flight = 4
        elif e.op == Op.FORBID or e.op == Op.AT_MOST:
            total += FIGHTING if (IN_A_FIGHT >> int(e.a)) & 1 else FIGHTING // 2
        elif e.op == Op.HAND_LIMIT and COUNTED < e.amount < 0:
            total -= 2 * int(e.amount)
    return flight + total
