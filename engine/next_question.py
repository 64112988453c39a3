"""The loop: work the agenda off until somebody must decide; apply the answer."""

from __future__ import annotations

from engine.board.dice_throws import pick
from engine.board.final_tally import check_victory
from engine.board.monsters import own_programs
from engine.board.seat_lookup import in_combat, left_of
from engine.jit import kernel
from engine.records.agenda import KIND, TURN_STEPS
from engine.records.book import Book
from engine.records.card_kinds import HAPPENS
from engine.records.events import Fault
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game, Phase
from engine.steps.offers.forbidden import note_deed, sift
from engine.steps.step_dispatch import run_answer, run_step
from engine.steps.turn.limits import settle

MOST_ANSWERS = 400
"""Questions of one turn after which a player is asked no more for what they may leave undone."""


@kernel("run.dead-skip")
def _without_asking(g: Game, book: Book, single: int) -> int:
    """Option that is taken without asking anybody, or -1.

    The only one (unless `single` = 1); for a body that is rolled for by house rule, one that chance takes; and what
    ends the question for a player who has long been going round in circles.
    """
    seat = int(g.asked)
    n = int(g.options)
    body = g.dead[seat] == 1 and g.phase == Phase.FLIGHT and in_combat(g, seat) == 1
    if n == 1 and (single == 0 or body):
        return 0
    if body:
        return pick(g, seat, n)
    return _way_out(book, n) if g.ordinal[seat] >= MOST_ANSWERS else -1


@kernel()
def _way_out(book: Book, n: int) -> int:
    """The option that does nothing more, or what one has to do anyway, or -1."""
    for i in range(n):
        verb = int(book.work.option[i].verb)
        if verb == Verb.PASS or verb == Verb.END or verb == Verb.DONE or verb == Verb.REFUSE:
            return i
        if verb == Verb.KICK_OPEN or verb == Verb.LOOT or verb == Verb.RUN:
            return i
    return -1


@kernel("precedence.disputes", "setup.character-two-sided", "cards.show-hand", root=True)
def next_question(g: Game, book: Book, single: int) -> int:
    """Work the agenda off until a question waits; returns its number of options, 0 when the game is over or faulted.

    Questions with one option are answered on the way unless `single` = 1.
    """
    while g.over == 0 and g.fault == 0:
        if g.asked >= 0 and g.options > 0:
            if book.lasting[Op.FORBID] == 1 or book.lasting[Op.AT_MOST] == 1:
                sift(g, book)
            i = _without_asking(g, book, single)
            if i < 0:
                return int(g.options)
            answer(g, book, i)
            continue
        g.turn_steps += 1
        if g.turn_steps > TURN_STEPS:
            g.fault = Fault.ENDLESS_TURN
            g.fault_at = g.agenda[g.agenda_n - 1, KIND] if g.agenda_n > 0 else -1
        elif g.unsettled != 0:
            settle(g, book)
        elif g.check != 0:
            check_victory(g, book)
        elif g.news != 0:
            tell(g, book)
        else:
            _work_off(g, book)
    return 0


@kernel("precedence.card-over-rule")
def tell(g: Game, book: Book) -> int:
    """Cards act that waited for what has just happened to their owners: in the order of turns from whose turn it is."""
    g.news = 0
    for k in range(int(g.seats) - 1, -1, -1):  # the agenda wants the last one first
        s = left_of(g, max(0, int(g.active)), k)
        bits = int(g.happened[s])
        g.happened[s] = 0
        for trigger in HAPPENS:
            if (bits >> trigger) & 1:
                own_programs(g, book, trigger, s, -1)
    return 0


@kernel()
def _work_off(g: Game, book: Book) -> int:
    """One step of the agenda: the top one."""
    if g.agenda_n == 0:
        g.fault = Fault.NO_OPTION
        return 0
    kind = int(g.agenda[g.agenda_n - 1, KIND])
    if run_step(kind, g, book) < 0:
        g.fault = Fault.UNKNOWN_STEP
    elif g.asked >= 0 and g.options == 0:
        g.fault = Fault.NO_OPTION
    return _note_fault(g, kind)


@kernel()
def _note_fault(g: Game, kind: int) -> int:
    """The step at which the first fault happened."""
    if g.fault != 0 and g.fault_at < 0:
        g.fault_at = kind
    return 0


@kernel(root=True)
def answer(g: Game, book: Book, i: int) -> int:
    """Apply option i of the question that waits."""
    book.work.taken[0] = book.work.option[i]
    kind = int(g.agenda[g.agenda_n - 1, KIND])
    seat = int(g.asked)
    g.options = 0
    if book.lasting[Op.AT_MOST] == 1:
        note_deed(g, book, seat, book.work.taken[0])
    if run_answer(kind, g, book, book.work.taken[0]) < 0:
        g.fault = Fault.UNKNOWN_STEP
    _note_fault(g, kind)
    if seat >= 0:
        g.ordinal[seat] += 1
        g.decisions += 1
    g.asked = -1
    return 0
