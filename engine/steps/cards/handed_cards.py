"""Cards that go from one player to another: somebody takes one, or gives one."""

from __future__ import annotations

from engine.board.dice_throws import pick
from engine.board.equipment import has_passive
from engine.board.zones import hand_over, to_hand
from engine.effects.identity_effects import cultist_safe
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card
from engine.records.card_steps import (
    A_SPOIL,
    GiveOne,
    TakeFrom,
)
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_over, unask
from engine.records.state import Game, Zone
from engine.records.step_values import What
from engine.steps.cards.discarded_cards import hand_card
from engine.steps.cards.matching import is_what


@kernel("cards.hand-private", "death.no-cards")
def step_take_from(g: Game, book: Book) -> int:
    """Somebody takes a thing from a player: cards in play by choice, hand cards unseen."""
    row = g.agenda[g.agenda_n - 1]
    taker = int(row[TakeFrom.TAKER])
    victim = int(row[TakeFrom.VICTIM])
    what = int(row[TakeFrom.WHAT])
    unseen = 0
    for i in range(g.hand_n[victim]):
        if what <= What.CARD:  # only the backs of a hand tell its cards apart
            unseen += is_what(g, book, int(g.hand[victim, i]), what)
    if has_passive(g, book, victim, Op.NO_THEFT) >= 0 or has_passive(g, book, taker, Op.NO_STEALING) >= 0:
        return pop(g)
    ask(g, taker, Question.TAKE, victim)
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if is_what(g, book, c, what) == 1 and cultist_safe(g, book, c) == 0:
            option(g, book, Verb.TAKE, c, victim, 0)
    if unseen > 0:
        option(g, book, Verb.TAKE, -1, victim, 1)  # one of the hand, without looking
    if g.options == 0 or g.dead[taker] == 1:
        unask(g)
        pop(g)
    elif g.options == 1 and unseen > 0:
        unask(g)
        return _take(g, book, -1)
    return 0


@kernel("trade.stays-in-play")
def answer_take_from(g: Game, book: Book, taken: Option) -> int:
    """The chosen thing, or one of the hand, changes its owner."""
    return _take(g, book, taken.card)


@kernel("cards.hand-private", "trade.stays-in-play", "death.no-cards")
def _take(g: Game, book: Book, card: Card) -> int:
    """What was in play stays in play, what was in a hand goes to a hand; -1: one of the hand, without looking."""
    row = g.agenda[g.agenda_n - 1]
    taker = int(row[TakeFrom.TAKER])
    victim = int(row[TakeFrom.VICTIM])
    what = int(row[TakeFrom.WHAT])
    cause = int(row[TakeFrom.CAUSE])
    pop(g)
    if card < 0:
        n = 0
        for i in range(g.hand_n[victim]):
            n += is_what(g, book, int(g.hand[victim, i]), what)
        unseen = hand_card(g, book, victim, what, pick(g, taker, n))
        return to_hand(g, book, unseen, taker, Ev.STEAL, cause)
    if book.card[card].is_item == 1:
        return hand_over(g, book, card, taker, Ev.STEAL, cause)
    return to_hand(g, book, card, taker, Ev.STEAL, cause)


@kernel("run.badstuff", "death.no-cards")
def step_give_one(g: Game, book: Book) -> int:
    """A player gives somebody one card of their choice."""
    row = g.agenda[g.agenda_n - 1]
    giver = int(row[GiveOne.GIVER])
    receiver = int(row[GiveOne.RECEIVER])
    what = int(row[GiveOne.WHAT])
    ask(g, giver, Question.GIVE, receiver)
    if g.dead[receiver] == 0:
        spoils = max(0, int(g.hand_n[giver]) - int(g.spoils)) if what == A_SPOIL else 0  # they came last
        kind = int(What.TREASURE) if what == A_SPOIL else what
        for i in range(spoils, int(g.hand_n[giver])):
            if is_what(g, book, int(g.hand[giver, i]), kind) == 1:
                option(g, book, Verb.GIVE, int(g.hand[giver, i]), receiver, 0)
        for i in range(g.table_n[giver] if what != A_SPOIL else 0):
            c = int(g.table[giver, i])
            if is_what(g, book, c, what) == 1:
                option(g, book, Verb.GIVE, c, receiver, 0)
    return or_over(g)


@kernel("run.badstuff", "trade.stays-in-play")
def answer_give_one(g: Game, book: Book, taken: Option) -> int:
    """The card changes its owner: what was in play stays in play."""
    cause = int(g.agenda[g.agenda_n - 1, GiveOne.CAUSE])
    g.spoils -= 1 if g.agenda[g.agenda_n - 1, GiveOne.WHAT] == A_SPOIL else 0
    pop(g)
    if g.zone[taken.card] == Zone.TABLE:
        return hand_over(g, book, taken.card, taken.target, Ev.GIVE, cause)
    return to_hand(g, book, taken.card, taken.target, Ev.GIVE, cause)


STEPS = {Step.TAKE_FROM: step_take_from, Step.GIVE_ONE: step_give_one}
ANSWERS = {Step.TAKE_FROM: answer_take_from, Step.GIVE_ONE: answer_give_one}
