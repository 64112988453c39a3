"""Items that a Curse turns against their owner: no Items any more, as long as it lasts."""

from __future__ import annotations

from engine.board.seat_lookup import in_combat, pending
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind
from engine.records.card_steps import Possess
from engine.records.events import Ev
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.state import Game, Zone
from engine.steps.cards.matching import is_meant, threshold


@kernel("curse.persistent", "curse.victim-chooses", "curse.ignore-missing")
def step_possess(g: Game, book: Book) -> int:
    """The Item that a Curse turns against its owner; a Curse that finds none is gone."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[Possess.VICTIM])
    which = int(row[Possess.WHICH])
    curse = int(row[Possess.CURSE])
    need = threshold(g, book, victim, which)
    ask(g, victim, Question.LOSE, curse)
    for i in range(g.table_n[victim] if g.zone[curse] == Zone.TABLE else 0):
        c = int(g.table[victim, i])
        if book.card[c].kind == Kind.ITEM and is_meant(g, book, victim, c, which, need) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    if g.options > 1:
        return 0
    only = int(book.work.option[0].card) if g.options == 1 else -1
    unask(g)
    pop(g)
    if only >= 0:
        return _hold(g, book, only, curse)
    return discard(g, book, curse, Ev.DISCARD) if g.zone[curse] == Zone.TABLE else 0


@kernel("curse.victim-chooses")
def answer_possess(g: Game, book: Book, taken: Option) -> int:
    """The victim has said which of the equals it is."""
    curse = int(g.agenda[g.agenda_n - 1, Possess.CURSE])
    pop(g)
    return _hold(g, book, taken.card, curse)


@kernel("curse.persistent", "precedence.card-over-rule")
def _hold(g: Game, book: Book, item: Card, curse: Card) -> int:
    """With what is attached to it the Item lies under the Curse before its owner."""
    seat = int(g.owner[item])
    for i in range(int(g.table_n[seat]) - 1, -1, -1):
        other = int(g.table[seat, i])
        if g.host[other] == item and book.card[other].kind != Kind.ITEM:
            move(g, book, other, Zone.HELD, seat, Ev.LOSE, item)
            g.held += 1
    move(g, book, item, Zone.HELD, seat, Ev.LOSE, curse)
    g.host[item] = curse
    g.held += 1
    return 0


@kernel("curse.persistent", "item.carry-anything")
def give_back(g: Game, book: Book) -> int:
    """What lay under a Curse that has gone is in play again, and not equipped."""
    for c in range(g.cards if g.held > 0 else 0):
        if g.zone[c] != Zone.HELD or book.card[c].kind != Kind.ITEM or g.zone[g.host[c]] == Zone.TABLE:
            continue
        curse = int(g.host[c])
        g.host[c] = -1
        _release(g, book, c, curse)
        for other in range(g.cards):
            if g.zone[other] == Zone.HELD and g.host[other] == c:
                _release(g, book, other, c)
    return 0


@kernel("death.lose-stuff", "death.no-cards")
def _release(g: Game, book: Book, card: Card, host: Card) -> int:
    """A card goes back to its owner; what comes when their body has been looted and nobody new stands there is gone."""
    seat = int(g.owner[card])
    g.held -= 1
    if g.dead[seat] == 1 and in_combat(g, seat) == 0 and pending(g, Step.CORPSE, seat) == 0:
        return discard(g, book, card, Ev.DISCARD)
    return move(g, book, card, Zone.TABLE, seat, Ev.RETURN, host)


STEPS = {Step.POSSESS: step_possess}
ANSWERS = {Step.POSSESS: answer_possess}
