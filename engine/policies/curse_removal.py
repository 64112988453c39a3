"""Answers to a Curse; of those that last the utility of lifting one's own, and what sticks to an Item takes."""

from __future__ import annotations

from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff, kept
from engine.policies.cultists import gives_the_end
from engine.policies.help_worth import NEVER
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value, setback, use_cost
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.card_steps import Strike
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb
from engine.records.state import Game
from engine.steps.offers.legality import attachable
from engine.steps.offers.own_turn_powers import lifts

WHOM_IT_HITS = 8
"""Points by which a Curse is rather sent on to somebody whom it costs something."""


@kernel()
def is_lift(book: Book, i: int) -> Yes:
    """Whether option i plays a card on a Curse that lies there."""
    return _lifts_there(book, i) if book.work.option[i].verb == Verb.PLAY else 0


@kernel()
def _lifts_there(book: Book, i: int) -> Yes:
    """The same of a card that is played: apart, as most options play none."""
    if book.work.option[i].amount != Aim.ITEM and book.work.option[i].amount != Aim.SEAT:
        return 0
    return lifts(book, int(book.work.option[i].card))


@kernel()
def lifting(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of option i, a card that cancels Curses played on one that lies there."""
    target = int(book.work.option[i].target)
    own = target == seat if book.work.option[i].amount == Aim.SEAT else g.owner[target] == seat
    if not own:
        return NEVER
    points = 10 if book.work.option[i].amount == Aim.SEAT else burden(g, book, seat, target)
    return _sure(book, seat, points) - use_cost(g, book, seat, int(book.work.option[i].card))


@kernel()
def burden(g: Game, book: Book, seat: Seat, curse: Card) -> int:
    """Points that a lasting Curse still costs."""
    row = book.card[curse]
    if row.kind != Kind.CURSE:
        return 2 * abs(int(row.bonus))
    for r in range(row.first, row.last):
        if book.effect[r].op == Op.KEEP:
            return kept(g, book, seat, curse, book.effect[r])
    return 6


@kernel("item.enhancer-cursed", "curse.victim-chooses", "curse.ignore-missing")
def spoiled(g: Game, book: Book, seat: Seat, curse: Card) -> int:
    """Strength that a Curse which sticks to an Item takes from its victim.

    It takes it from the Item it was played on, or from the one its victim would rather spoil; without any, nothing.
    """
    aimed = -1
    below = int(g.agenda_n) - 2  # the blow, under the answers to it
    if below >= 0 and g.agenda[below, KIND] == Step.STRIKE:
        aimed = int(g.agenda[below, Strike.ITEM]) - 1
    taken = max(0, -int(book.card[curse].bonus))
    least = 0
    found = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind != Kind.ITEM or attachable(g, book, curse, c) == 0 or (aimed >= 0 and c != aimed):
            continue
        lost = min(taken, item_use(g, book, seat, c)) if g.equipped[c] == 1 else 0
        least = lost if found == 0 else min(least, lost)
        found = 1
    return least


@kernel()
def spared(g: Game, book: Book, seat: Seat) -> int:
    """What the Curse in question takes: it strikes for sure, so courage saves nothing of it."""
    return _sure(book, seat, bad_stuff(g, book, seat, int(g.subject), Trigger.CURSED))


@kernel()
def _sure(book: Book, seat: Seat, points: int) -> int:
    """What points of a setback cost that is there, or will be for sure: ten are a level, or more for the fearful."""
    return points * max(int(book.work.weights[seat, Weight.LEVEL]), int(book.work.weights[seat, Weight.DANGER])) // 10


@kernel()
def answering(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Answers to a Curse: protect oneself, which the card is kept for alone, or send it on to a leader."""
    if book.work.option[i].verb == Verb.PASS:
        return 0
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    row = book.card[int(g.subject)]
    if row.kind == Kind.ITEM_ENHANCER:
        saved = spoiled(g, book, seat, int(g.subject)) * int(book.work.weights[seat, Weight.BONUS])
    else:
        saved = int(spared(g, book, seat))
        if gives_the_end(g, book, seat, int(g.subject), seat) == 1:
            saved += int(book.work.weights[seat, Weight.STOP_WIN])
    if target == seat or target < 0:
        return saved - keep_value(g, book, seat, card) if saved > 0 else NEVER
    given = gives_the_end(g, book, seat, int(g.subject), target)
    if book.work.option[i].amount == Aim.SEAT and given == 0:
        takes = bad_stuff(g, book, target, int(g.subject), Trigger.CURSED)
        if takes > 0:
            return saved + WHOM_IT_HITS + setback(g, book, seat, target, takes)
        return saved - use_cost(g, book, seat, card) if saved > 0 else NEVER
    return NEVER
