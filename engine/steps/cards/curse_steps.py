"""Curses: on their way, answered, struck, kept, and done with."""

from __future__ import annotations

from engine.board.equipment import has_passive
from engine.board.happenings import note
from engine.board.monsters import start_program
from engine.board.replacements import replaced
from engine.board.seat_lookup import has_row, left_of, note_harm, pass_on
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.agenda import KIND, Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.card_steps import Curse, CurseAnswer, Strike, push_curse_answer, push_strike
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import PutAway
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option, or_pass, unask
from engine.records.state import Game, Zone
from engine.records.timings import Timing
from engine.records.turn_steps import DoorCard, DoorState, push_door
from engine.steps.offers.actions import attach, note_aim
from engine.steps.offers.legality import attachable


@kernel("curse.face-up", "turn.kick-open.curse", "curse.hand", "curse.immediate", "curse.ignore-missing")
def step_curse(g: Game, book: Book) -> int:
    """A Curse has been drawn face-up or played on somebody: first the answers, then the blow."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[Curse.CARD])
    victim = int(row[Curse.VICTIM])
    by = int(row[Curse.BY])
    item = int(row[Curse.ITEM])
    pop(g)
    if g.dead[victim] == 1 or (by < 0 and has_passive(g, book, victim, Op.DOOR_CURSE_IMMUNE) >= 0):
        discard(g, book, card, Ev.DISCARD)
        return 0
    push_strike(g, card=card, victim=victim, by=by, item=item)
    push_curse_answer(g, card=card, victim=victim, next=victim, by=by)
    return 0


@kernel("curse.betrayed", "curse.immediate")
def step_curse_answer(g: Game, book: Book) -> int:
    """Whoever holds a card that cancels Curses may play it, the victim first."""
    row = g.agenda[g.agenda_n - 1]
    while row[CurseAnswer.ASKED] < g.seats:
        seat = int(row[CurseAnswer.NEXT])
        if (
            _answers(g, book, seat, int(row[CurseAnswer.CARD]), int(row[CurseAnswer.VICTIM]), int(row[CurseAnswer.BY]))
            == 1
        ):
            return 0
        pass_on(g, CurseAnswer.NEXT, CurseAnswer.ASKED)
    pop(g)
    return 0


@kernel("turn.kick-open.other")
def _turned_up(g: Game) -> int:
    """The door's card that its drawer has not taken yet, which they may play at once as well; -1 if there is none."""
    for k in range(g.agenda_n):
        if g.agenda[k, KIND] == Step.DOOR_CARD and g.zone[g.agenda[k, DoorCard.CARD]] == Zone.OPEN:
            return int(g.agenda[k, DoorCard.CARD])
    return -1


@kernel("curse.betrayed", "turn.kick-open.other")
def _answers(g: Game, book: Book, seat: Seat, curse: Card, victim: Seat, by: Seat) -> int:
    ask(g, seat, Question.CURSE, curse)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if has_row(book, c, Op.REDIRECT_CURSE, 0) == 1:
            if seat == victim and by < 0:  # only the one who drew it may send it on
                for k in range(1, g.seats):
                    s = left_of(g, seat, k)
                    if g.dead[s] == 0:
                        option(g, book, Verb.PLAY, c, s, Aim.SEAT)
        elif (book.card[c].timing & Timing.CURSE) != 0:
            option(g, book, Verb.PLAY, c, victim, 0)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if (book.card[c].timing & Timing.CURSE) != 0:
            option(g, book, Verb.PLAY, c, victim, 0)
    c = int(_turned_up(g)) if seat == g.active else -1
    if c >= 0 and (book.card[c].timing & Timing.CURSE) != 0:
        option(g, book, Verb.PLAY, c, victim, 0)
    return or_pass(g, book)


@kernel("curse.betrayed")
def answer_curse_answer(g: Game, book: Book, taken: Option) -> int:
    """A cancelled Curse never happened; both cards are discarded."""
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.PASS:
        pass_on(g, CurseAnswer.NEXT, CurseAnswer.ASKED)
        return 0
    curse = int(row[CurseAnswer.CARD])
    drawn = row[CurseAnswer.BY] < 0
    if has_row(book, taken.card, Op.REDIRECT_CURSE, 0) == 1:
        note_aim(g, book, int(g.asked), taken.card, taken.target, Aim.SEAT)
        move(g, book, taken.card, Zone.OPEN, int(g.asked), Ev.PLAY, curse)
        discard(g, book, taken.card, Ev.DISCARD)
        return start_program(g, book, Trigger.PLAYED, taken.target, taken.card, curse, int(g.asked))
    pop(g)  # the answer
    pop(g)  # the blow
    if drawn and has_row(book, taken.card, Op.CANCEL_PLAY, 0) == 1:
        push_door(g, state=DoorState.FURTHER)  # what was turned up is replaced
    move(g, book, taken.card, Zone.OPEN, int(g.asked), Ev.PLAY, curse)
    emit(g, book, Ev.CANCEL, g.asked, taken.target, curse, taken.card, 0, 0)
    discard(g, book, curse, Ev.DISCARD)
    discard(g, book, taken.card, Ev.DISCARD)
    return 0


@kernel("curse.immediate", "curse.persistent", "curse.ignore-missing")
def step_strike(g: Game, book: Book) -> int:
    """The Curse takes effect, then its card goes away unless the program kept it."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[Strike.CARD])
    victim = int(row[Strike.VICTIM])
    if row[Strike.RUNS] == 0:
        row[Strike.RUNS] = 1
        emit(g, book, Ev.CURSE, int(row[Strike.BY]), victim, card, -1, 0, 0)
        note_harm(g, victim, int(row[Strike.BY]))
        note(g, book, victim, Trigger.STRUCK, card)
        if replaced(g, book, victim, Trigger.IS_STRUCK, card, card) == 0:
            start_program(g, book, Trigger.CURSED, victim, card, -1, int(row[Strike.BY]))
        return 0
    if book.card[card].kind == Kind.ITEM_ENHANCER and g.zone[card] == Zone.OPEN:
        item = int(row[Strike.ITEM]) - 1
        if item >= 0 and g.zone[item] == Zone.TABLE:
            attach(g, book, int(row[Strike.BY]), card, item)
        elif _spoil_options(g, book, victim, card) == 1:
            return 0
    pop(g)
    if g.zone[card] == Zone.OPEN:
        discard(g, book, card, Ev.DISCARD)
    return 0


@kernel("item.enhancer-cursed", "curse.victim-chooses", "curse.ignore-missing")
def _spoil_options(g: Game, book: Book, victim: Seat, card: Card) -> int:
    """A Curse that is an Item Enhancer sticks to an Item of its victim, who says which; without one it is gone."""
    ask(g, victim, Question.LOSE, card)
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if book.card[c].kind == Kind.ITEM and attachable(g, book, card, c) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    if g.options == 0:
        unask(g)
        return 0
    return 1


@kernel("item.enhancer-cursed", "curse.victim-chooses")
def answer_strike(g: Game, book: Book, taken: Option) -> int:
    """The chosen Item bears the Curse from now on."""
    row = g.agenda[g.agenda_n - 1]
    return attach(g, book, int(row[Strike.BY]), int(row[Strike.CARD]), taken.card)


@kernel()
def step_put_away(g: Game, book: Book) -> int:
    """A card whose effect is resolved is discarded, unless the effect put it somewhere."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[PutAway.CARD])
    held = row[PutAway.ACTED] == 1 and g.zone[card] == Zone.HAND and g.owner[card] == row[PutAway.HOLDER]
    pop(g)
    if held or g.zone[card] == Zone.OPEN:
        discard(g, book, card, Ev.DISCARD)
    return 0


STEPS = {
    Step.CURSE: step_curse,
    Step.CURSE_ANSWER: step_curse_answer,
    Step.STRIKE: step_strike,
    Step.PUT_AWAY: step_put_away,
}
ANSWERS = {Step.CURSE_ANSWER: answer_curse_answer, Step.STRIKE: answer_strike}
