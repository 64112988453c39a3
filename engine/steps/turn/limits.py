"""Limits that must hold at once: Big Items, hands and slots, doublers, and who is what."""

from __future__ import annotations

from engine.board.equipment import (
    big_left,
    big_load,
    big_room,
    ceiling,
    cheated,
    comrades,
    exempt,
    hands_of,
    refresh_identity,
    slot_used,
    usable,
)
from engine.board.levels import as_cultist, count_cultists, set_status
from engine.board.seat_lookup import axis_room, left_of, worth
from engine.board.zones import discard, discard_for, hand_over
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind, Seat, Slot
from engine.records.card_steps import push_lose_identity
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import push_sell
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_over, unask
from engine.records.state import Game, Status
from engine.records.switches import Rule
from engine.records.turn_steps import Big, BigGive, Hands, push_big, push_big_give, push_hands
from engine.steps.cards.possession import give_back

LOW_BITS = 0x7FFFFFFF


@kernel("cultist.everyone", "super.one", "item.limit-exemption", "big.excess", "stats.axes")
def settle(g: Game, book: Book) -> int:
    """Put every table that has changed in order: identities, doublers, equip limits, Big Items, Cultists."""
    for _ in range(64):
        if g.unsettled == 0:
            break
        give_back(g, book)
        for k in range(g.seats):
            s = left_of(g, max(0, int(g.active)), k)  # before the first turn it is nobody's
            if (int(g.unsettled) >> s) & 1:
                g.unsettled &= ~(1 << s)
                _settle_seat(g, book, s)
    return count_cultists(g, book)


@kernel("companion.conan", "item.cheat")
def _drop_comrade(g: Game, book: Book, seat: Seat) -> int:
    """A second Comrade leaves when the Cheat! that let them stay is gone: the one who came last."""
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.COMRADE and cheated(g, book, c) == 0 and comrades(g, book, seat) > 1:
            discard_for(g, book, c, Ev.LOSE, -1)
            return 0
    return 0


@kernel("class.gain-lose-abilities", "super.one", "item.limit-exemption", "big.excess")
def _settle_seat(g: Game, book: Book, seat: Seat) -> int:
    before = int(g.identity[seat])
    had = 0
    for axis in range(5):
        had |= int(g.axis_n[seat, axis]) << (4 * axis)
    _drop_pose(g, book, seat)
    _drop_guise(g, book, seat)
    refresh_identity(g, book, seat)
    if g.identity[seat] != before:
        emit(g, book, Ev.IDENTITY, seat, seat, -1, -1, before & LOW_BITS, int(g.identity[seat]) & LOW_BITS)
    _drop_doublers(g, book, seat, had)
    if book.rules[Rule.CULTIST_ENABLED] == 1 and as_cultist(g, book, seat) == 0:
        _drop_enhancers(g, book, seat)
    for axis in range(5):
        excess = int(g.axis_n[seat, axis]) - axis_room(g, book, seat, axis)
        if excess > 0:
            push_lose_identity(g, victim=seat, axis=axis, left=excess, safe=0, cause=-1)
    if g.dead[seat] == 1:
        return 0  # what lies on the body is not in play: no limit holds for it
    _drop_comrade(g, book, seat)
    if overfull(g, book, seat) != Slot.NONE:
        push_hands(g, seat=seat)
    if big_room(g, book, seat) < 0:
        push_big(g, seat=seat)
    return _take_off_big(g, book, seat) if book.rules[Rule.BIG_COUNTS] == 1 else 0


@kernel("item.one-big", "item.carried")
def _take_off_big(g: Game, book: Book, seat: Seat) -> int:
    """Big Items in use beyond the limit are only carried on, by house rule: those that came last."""
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 and big_load(g, book, c) == 1 and big_left(g, book, seat, 1) < 0:
            g.equipped[c] = 0
            emit(g, book, Ev.UNEQUIP, seat, seat, c, -1, 1, 0)
    return 0


@kernel("class.gain-lose-abilities")
def _drop_pose(g: Game, book: Book, seat: Seat) -> int:
    """Whoever has lost the Item that lets them pose, or may no longer use it, is again what they are."""
    poses = int(Status.CULTIST_CARD | Status.AMONG_CULTISTS)
    if (int(g.status[seat]) & poses) == 0:
        return 0
    refresh_identity(g, book, seat)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        for r in range(row.first, row.last):
            if book.effect[r].op == Op.POSE and g.equipped[c] == 1 and usable(g, book, seat, c) == 1:
                return 0
    g.pose[seat] = 0
    return set_status(g, book, seat, int(g.status[seat]) & ~poses)


@kernel("class.gain-lose-abilities")
def _drop_guise(g: Game, book: Book, seat: Seat) -> int:
    """Whoever has lost the card that lets them pass for something is again what they are."""
    for i in range(g.table_n[seat] if g.guise[seat] != 0 else 0):
        row = book.card[g.table[seat, i]]
        for r in range(row.first, row.last):
            if book.effect[r].op == Op.PASS_FOR:
                return 0
    g.guise[seat] = 0
    return 0


@kernel("death.cultist-enhancers", "precedence.card-over-rule")
def _drop_enhancers(g: Game, book: Book, seat: Seat) -> int:
    """An enhancer that was put on a Cultist is gone for good once the player is none any more."""
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.ENHANCER:
            discard(g, book, c, Ev.DISCARD)
    return 0


@kernel("super.one", "super.two", "critical.one")
def _drop_doublers(g: Game, book: Book, seat: Seat, before: int) -> int:
    """A doubler goes when no identity of its kind is left (or, by house rule, when one of two is lost)."""
    strict = book.rules[Rule.DOUBLER_STAYS_IF_ONE_LEFT] == 0
    for axis in range(5):
        if g.doubled[seat, axis] == 0:
            continue
        had = (before >> (4 * axis)) & 15
        n = int(g.axis_n[seat, axis])
        if n == 0 or (strict and n == 1 and had > 1):
            for i in range(int(g.table_n[seat]) - 1, -1, -1):
                c = int(g.table[seat, i])
                if book.card[c].kind == Kind.DOUBLER and book.card[c].axis == axis:
                    discard(g, book, c, Ev.DISCARD)
    return 0


@kernel("item.equip-limits", "guest.limit-exceptions", "item.limit-exemption")
def overfull(g: Game, book: Book, seat: Seat) -> int:
    """A slot in which more is equipped than may be, or `Slot.NONE`."""
    once = 0
    twice = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if g.equipped[c] == 1 and row.stacks == 0 and exempt(g, book, c) == 0:
            twice |= once & 1 << row.slot
            once |= 1 << row.slot
    for slot in range(Slot.HEAD, Slot.HAND):
        if (twice >> slot) & 1:
            return slot
    if slot_used(g, book, seat, Slot.HAND) > hands_of(g, book, seat):
        return int(Slot.HAND)
    return int(Slot.NONE)


@kernel("item.equip-limits", "guest.limit-exceptions", "item.limit-exemption")
def step_hands(g: Game, book: Book) -> int:
    """Too much is equipped: the owner takes off what they like, even in combat."""
    seat = int(g.agenda[g.agenda_n - 1, Hands.SEAT])
    slot = overfull(g, book, seat)
    if slot == Slot.NONE or g.dead[seat] == 1:
        pop(g)
        return 0
    ask(g, seat, Question.LOSE, seat)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        needs = row.slot == slot and row.stacks == 0 and (slot != Slot.HAND or row.hands > 0)
        if g.equipped[c] == 1 and needs and exempt(g, book, c) == 0:
            option(g, book, Verb.UNEQUIP, c, seat, 0)
    return or_over(g)


@kernel("item.equip-limits")
def answer_hands(g: Game, book: Book, taken: Option) -> int:
    """The Item stays in play, carried."""
    seat = int(g.agenda[g.agenda_n - 1, Hands.SEAT])
    g.equipped[taken.card] = 0
    g.unsettled |= 1 << seat
    return emit(g, book, Ev.UNEQUIP, seat, seat, taken.card, -1, 1, 0)


@kernel("big.excess", "big.who-chooses", "race.dwarf-big", "companion.conan", "item.one-big")
def step_big(g: Game, book: Book) -> int:
    """Too many Big Items: the owner says which they part with, or sells if they may."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Big.SEAT])
    if g.dead[seat] == 1 or big_room(g, book, seat) >= 0:
        pop(g)
        return 0
    may_sell = row[Big.SOLD] == 0 and g.active == seat and g.fighting == 0 and book.rules[Rule.SELL_ENABLED] == 1
    may_sell = (
        may_sell and g.level[seat] < ceiling(g, book) and worth(g, book, seat) >= book.rules[Rule.SELL_GP_PER_LEVEL]
    )
    ask(g, seat, Question.LOSE, seat)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if big_load(g, book, c) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, seat, 0)
            if may_sell:
                option(g, book, Verb.SELL, c, -1, 0)
    return 0


@kernel("big.excess", "sell.rule")
def answer_big(g: Game, book: Book, taken: Option) -> int:
    """A sale begins with the Item; or it looks for somebody who can carry it."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Big.SEAT])
    if taken.verb == Verb.SELL:
        row[Big.SOLD] = 1  # one sale
        g.marked[taken.card] = 1
        push_sell(g, seat=seat)
    else:
        push_big_give(g, seat=seat, card=taken.card)
    return 0


@kernel("big.excess", "big.who-chooses", "death.no-cards")
def step_big_give(g: Game, book: Book) -> int:
    """The Item goes to the lowest player who can carry it (the giver chooses among equals), else to the discards."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[BigGive.SEAT])
    card = int(row[BigGive.CARD])
    low = 10_000
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and g.level[s] < low and big_room(g, book, s) > 0:
            low = int(g.level[s])
    ask(g, seat, Question.SEAT, card)
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if g.dead[s] == 0 and g.level[s] == low and big_room(g, book, s) > 0:
            option(g, book, Verb.CHOOSE_SEAT, card, s, 0)
    if g.options == 0:
        unask(g)
        pop(g)
        return discard(g, book, card, Ev.DISCARD)
    return 0


@kernel("big.who-chooses", "trade.stays-in-play")
def answer_big_give(g: Game, book: Book, taken: Option) -> int:
    """The Item changes hands and stays in play."""
    pop(g)
    return hand_over(g, book, taken.card, taken.target, Ev.GIVE, -1)


STEPS = {Step.HANDS: step_hands, Step.BIG: step_big, Step.BIG_GIVE: step_big_give}
ANSWERS = {Step.HANDS: answer_hands, Step.BIG: answer_big, Step.BIG_GIVE: answer_big_give}
