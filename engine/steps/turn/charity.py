"""Charity: more cards than the hand limit must go to the lowest, or to the discards."""

from __future__ import annotations

from engine.board.equipment import hand_limit
from engine.board.happenings import note
from engine.board.seat_lookup import left_of
from engine.board.zones import discard, to_hand
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind, Seat, Seats, Tag, Trigger, Yes
from engine.records.events import Ev
from engine.records.questions import Question, Verb, ask, option
from engine.records.state import Game, Phase
from engine.records.switch_values import CharityTo
from engine.records.switches import Rule
from engine.records.turn_steps import Excess, push_excess

PRIORITY, LOWEST, AWAY = 1, 2, 3


@kernel(
    "turn.hand-limit", "charity.must-play-down", "charity.donor-lowest", "charity.oligarch-none",
    "charity.oligarch-first",
)  # fmt: skip
def step_charity(g: Game, book: Book) -> int:
    """Work out who must be given what."""
    pop(g)
    seat = int(g.active)
    g.phase = Phase.CHARITY
    excess = int(g.hand_n[seat]) - hand_limit(g, book, seat)
    if excess <= 0 or g.dead[seat] == 1:
        return 0
    note(g, book, seat, Trigger.CHARITY, -1)
    donor_lowest = g.level[seat] <= _lowest(g, book)
    to = int(book.rules[Rule.CHARITY_TO])
    away = to == CharityTo.DISCARDS or (to == CharityTo.LOWEST and donor_lowest)
    push_excess(g, left=excess, rank=AWAY if away else LOWEST)
    still = book.rules[Rule.CHARITY_OLIGARCH_WHEN_DONOR_LOWEST] == 1 or not donor_lowest
    if book.rules[Rule.CHARITY_PRIORITY_CLASS] == 1 and still:
        push_excess(g, left=excess, rank=PRIORITY)
    return 0


@kernel("charity.dead-excluded", "charity.reborn-may-receive")
def _lowest(g: Game, book: Book) -> int:
    """The lowest Level of those who count: the living who may receive or, by house rule, the dead as well."""
    low = 10_000
    for s in range(g.seats):
        counted = 1
        if g.dead[s] == 1:
            counted = int(book.rules[Rule.CHARITY_DEAD_LOWEST])
        elif g.redraw[s] == 1:
            counted = int(book.rules[Rule.DEATH_REBORN_CAN_RECEIVE])
        if counted == 1 and g.level[s] < low:
            low = int(g.level[s])
    return low


@kernel(
    "charity.give-lowest", "charity.divide-ties", "charity.dead-excluded", "charity.reborn-may-receive",
    "charity.oligarch-first",
)  # fmt: skip
def may_receive(g: Game, book: Book, seat: Seat, rank: int, given: Seats) -> Yes:
    """Whether a player may be given a card in this round of Charity; `given` = seats served in this round."""
    donor = int(g.active)
    if seat == donor or g.dead[seat] == 1 or (given >> seat) & 1:
        return 0
    if g.redraw[seat] == 1 and book.rules[Rule.DEATH_REBORN_CAN_RECEIVE] == 0:
        return 0
    if rank == PRIORITY:
        return 1 if _prior(g, book, seat) == 1 else 0
    to = int(book.rules[Rule.CHARITY_TO])
    if to == CharityTo.LEFT or to == CharityTo.RIGHT:
        return 1 if seat == _neighbour(g, book, to) else 0
    return 1 if to == CharityTo.ANYONE or g.level[seat] == _lowest(g, book) else 0


@kernel("charity.give-lowest", "charity.dead-excluded")
def _neighbour(g: Game, book: Book, to: int) -> int:
    """The next player on a side of the giver who may be given cards, or -1."""
    for k in range(1, g.seats):
        s = left_of(g, int(g.active), k if to == CharityTo.LEFT else int(g.seats) - k)
        if g.dead[s] == 0 and (g.redraw[s] == 0 or book.rules[Rule.DEATH_REBORN_CAN_RECEIVE] == 1):
            return s
    return -1


@kernel("charity.oligarch-first")
def _prior(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player's Class is served first."""
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.kind == Kind.CLASS and (int(row.tags) & Tag.FIRST_IN_CHARITY) != 0:
            return 1
    return 0


@kernel(
    "charity.give-lowest", "charity.divide-ties", "charity.donor-lowest", "charity.oligarch-first",
    "turn.hand-limit", "item.no-discard-just-because",
)  # fmt: skip
def step_excess(g: Game, book: Book) -> int:
    """One card at a time: which, and to whom. Everybody of the rank gets one before anybody gets a second.

    By house rule the giver chooses freely.
    """
    row = g.agenda[g.agenda_n - 1]
    donor = int(g.active)
    left = int(g.hand_n[donor]) - hand_limit(g, book, donor)
    if left <= 0:
        pop(g)
        return 0
    rank = int(row[Excess.RANK])
    ask(g, donor, Question.GIVE, -1)
    if rank == AWAY:
        for i in range(g.hand_n[donor]):
            option(g, book, Verb.DISCARD, int(g.hand[donor, i]), -1, 0)
        return 0
    _gift_options(g, book, donor, rank, int(row[Excess.GIVEN]))
    if g.options == 0 and row[Excess.GIVEN] != 0 and rank == LOWEST:
        row[Excess.GIVEN] = 0
        _gift_options(g, book, donor, rank, 0)
    if g.options == 0:
        g.asked = -1
        if rank == PRIORITY:
            pop(g)
        else:
            row[Excess.RANK] = AWAY
    return 0


@kernel("charity.divide-ties")
def _gift_options(g: Game, book: Book, donor: Seat, rank: int, given: Seats) -> int:
    for k in range(1, g.seats):
        s = left_of(g, donor, k)
        if may_receive(g, book, s, rank, given) == 1:
            for i in range(g.hand_n[donor]):
                option(g, book, Verb.GIVE, int(g.hand[donor, i]), s, 0)
    return 0


@kernel("charity.give-lowest", "charity.donor-lowest", "cards.receive-play")
def answer_excess(g: Game, book: Book, taken: Option) -> int:
    """The card is given or discarded."""
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.DISCARD:
        discard(g, book, taken.card, Ev.DISCARD)
        return 0
    if (
        row[Excess.RANK] == PRIORITY or book.rules[Rule.CHARITY_TO] == CharityTo.LOWEST
    ):  # elsewhere nobody waits for others
        row[Excess.GIVEN] = int(row[Excess.GIVEN]) | (1 << taken.target)
    to_hand(g, book, taken.card, taken.target, Ev.CHARITY, -1)
    return 0


STEPS = {Step.CHARITY: step_charity, Step.EXCESS: step_excess}
ANSWERS = {Step.EXCESS: answer_excess}
