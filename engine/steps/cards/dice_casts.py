"""Dice thrown for cards: whoever threw one may change it, then it counts."""

from __future__ import annotations

from engine.board.equipment import has_passive, passive
from engine.board.happenings import note
from engine.board.levels import lose
from engine.board.monsters import start_program
from engine.board.replacements import LEVELS, replaced
from engine.board.seat_lookup import note_harm, pass_on
from engine.board.zones import hand_over, move
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger, Yes
from engine.records.card_steps import Cast
from engine.records.events import Cause, Ev
from engine.records.log import emit
from engine.records.offer_steps import Risk, Theft, push_put_away
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game, Mark, Zone
from engine.records.timings import Timing
from engine.steps.offers.abilities import ability_options, do_ability
from engine.steps.offers.legality import program_allows


@kernel("precedence.card-over-rule")
def step_cast(g: Game, book: Book) -> int:
    """The thrower may play what changes a die of their own, and then others what changes any."""
    row = g.agenda[g.agenda_n - 1]
    if row[Cast.WAITS] > 0:
        g.die = int(row[Cast.WAITS]) - 1
        row[Cast.WAITS] = 0
    thrower = int(row[Cast.SEAT])
    while row[Cast.PASSES] < (int(g.seats) if book.any_roll == 1 else 1):
        seat = int(row[Cast.NEXT])
        if (seat == thrower or g.dead[seat] == 0) and _asked(g, book, seat, thrower, int(row[Cast.CARD])) == 1:
            return 0
        pass_on(g, Cast.NEXT, Cast.PASSES)
    return _counts(g, book, thrower)


@kernel("precedence.card-over-rule", "oneshot.from-hand-or-table")
def _asked(g: Game, book: Book, seat: Seat, thrower: Seat, card: Card) -> Yes:
    """Whether somebody has what changes a die that a player has thrown for a card, and is asked."""
    ask(g, seat, Question.DIE, card)
    bit = int(Timing.SELF_ROLL) if seat == thrower else int(Timing.ANY_ROLL)
    for i in range(g.hand_n[seat]):
        _changes(g, book, seat, int(g.hand[seat, i]), bit)
    for i in range(g.table_n[seat]):
        if book.card[g.table[seat, i]].kind == Kind.ONE_SHOT:
            _changes(g, book, seat, int(g.table[seat, i]), bit)
    if book.any_roll == 1:
        ability_options(g, book, seat, Question.DIE)
    return or_pass(g, book)


@kernel("precedence.card-over-rule", "curse.persistent")
def _counts(g: Game, book: Book, seat: Seat) -> int:
    """The die counts as it lies, with what changes all dice of its thrower."""
    pop(g)
    row = int(has_passive(g, book, seat, Op.DIE_ROLL))
    if row < 0:
        return 0
    g.die = max(0, int(g.die) + int(passive(g, book, seat, Op.DIE_ROLL)))
    return emit(g, book, Ev.DIE, seat, -1, holder_of(g, book, seat, row), -1, g.die, 1)


@kernel("item.carried")
def holder_of(g: Game, book: Book, seat: Seat, row: EffectRow) -> int:
    """The card in play before a player that an effect row belongs to, or -1."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].first <= row < book.card[c].last:
            return c
    return -1


@kernel("precedence.card-over-rule", "oneshot.from-hand-or-table")
def _changes(g: Game, book: Book, seat: Seat, card: Card, timing: int) -> int:
    may = (int(book.card[card].timing) & timing) != 0
    if may and program_allows(g, book, card, Trigger.PLAYED, seat) == 1:
        option(g, book, Verb.PLAY, card, -1, 0)
    return 0


@kernel("precedence.card-over-rule", "oneshot.discard")
def answer_cast(g: Game, book: Book, taken: Option) -> int:
    """The die is changed, and may be changed once more; or it lies as it fell."""
    seat = int(g.asked)
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.PASS:
        return pass_on(g, Cast.NEXT, Cast.PASSES)
    row[Cast.NEXT] = int(row[Cast.SEAT])
    row[Cast.PASSES] = 0
    if taken.verb != Verb.PLAY:
        return do_ability(g, book, seat, taken)
    move(g, book, taken.card, Zone.OPEN, seat, Ev.PLAY, -1)
    push_put_away(g, card=taken.card, acted=0, holder=0)
    return start_program(g, book, Trigger.PLAYED, seat, taken.card, -1, seat)


@kernel("class.thief-no-steal-combat", "trade.stays-in-play")
def step_theft(g: Game, book: Book) -> int:
    """The die is high enough and the Item changes its owner, or the thief loses a level."""
    row = g.agenda[g.agenda_n - 1]
    thief = int(row[Theft.THIEF])
    least = int(book.effect[row[Theft.EFFECT]].a)
    source = int(row[Theft.SOURCE])
    item = int(row[Theft.CARD])
    pop(g)
    note_harm(g, int(g.owner[item]), thief)
    if g.die >= least:
        return hand_over(g, book, item, thief, Ev.STEAL, source)
    note(g, book, thief, Trigger.THEFT_FAILED, -1)
    if replaced(g, book, thief, Trigger.THEFT_FAILS, LEVELS + 2 * int(Cause.ABILITY), -1) == 1:
        return 0
    return lose(g, book, thief, 1, Cause.ABILITY, source)


@kernel("precedence.card-over-rule", "item.forced-loss")
def step_risk(g: Game, book: Book) -> int:
    """An Item whose named bonus is higher than the die is lost after the combat."""
    row = g.agenda[g.agenda_n - 1]
    item = int(row[Risk.CARD])
    named = int(row[Risk.NAMED])
    pop(g)
    if g.die < named:
        g.combat_mark[item] = int(g.combat_mark[item]) | int(Mark.LOST)
    return 0


STEPS = {Step.CAST: step_cast, Step.THEFT: step_theft, Step.RISK: step_risk}
ANSWERS = {Step.CAST: answer_cast}
