"""Losing Items, hand cards, Classes and Gold, and the choices that go with it."""

from __future__ import annotations

from engine.board.dice_throws import pick
from engine.board.equipment import refresh_identity
from engine.board.lost_items import lose_itself, loss_is_over
from engine.board.seat_lookup import axis_room, value_of
from engine.board.zones import discard_for, move
from engine.effects.identity_effects import cultist_safe
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Axis, Card, Kind, Pile, Seat, Yes
from engine.records.card_steps import (
    DiscardGold,
    LoseAny,
    LoseIdentity,
    LoseItem,
    TakeCultist,
    push_lose_identity,
)
from engine.records.events import Ev
from engine.records.questions import Question, Verb, ask, option, or_over
from engine.records.state import Game, Zone
from engine.records.step_values import Which
from engine.steps.cards.discarded_cards import CHANCE, lose_held_card
from engine.steps.cards.matching import is_meant, lose_card, lose_slot, slot_of, threshold


@kernel("run.badstuff", "curse.victim-chooses", "curse.ignore-missing", "item.forced-loss")
def step_lose_item(g: Game, book: Book) -> int:
    """Items of a kind are lost: all that match if they are no more than the number, else one chosen at a time."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[LoseItem.VICTIM])
    which = int(row[LoseItem.WHICH])
    left = int(row[LoseItem.LEFT])
    cause = int(row[LoseItem.CAUSE])
    if Which.ALL_HEADGEAR <= which <= Which.ALL_FOOTGEAR:
        pop(g)
        lose_slot(g, book, victim, slot_of(which), cause)
        return loss_is_over(g, victim)
    need = threshold(g, book, victim, which)
    n = 0
    last = -1
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if is_meant(g, book, victim, c, which, need) == 1:
            n += 1
            last = c
    if n == 0 or left <= 0:
        pop(g)
        return loss_is_over(g, victim)
    if which == Which.ALL or n <= left:
        row[LoseItem.LEFT] = left if which == Which.ALL else n - 1
        return lose_card(g, book, victim, last, cause)
    if row[LoseItem.CHOOSER] == CHANCE:
        row[LoseItem.LEFT] = left - 1
        return lose_card(g, book, victim, _nth(g, book, victim, which, need, pick(g, victim, n)), cause)
    ask(g, int(row[LoseItem.CHOOSER]), Question.LOSE, cause)
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if is_meant(g, book, victim, c, which, need) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    return 0


@kernel()
def _nth(g: Game, book: Book, victim: Seat, which: int, need: int, n: int) -> int:
    k = n
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if is_meant(g, book, victim, c, which, need) == 1:
            if k == 0:
                return c
            k -= 1
    return -1


@kernel("curse.victim-chooses", "item.forced-loss")
def answer_lose_item(g: Game, book: Book, taken: Option) -> int:
    """The chosen Item is lost."""
    row = g.agenda[g.agenda_n - 1]
    row[LoseItem.LEFT] -= 1
    return lose_card(g, book, int(row[LoseItem.VICTIM]), taken.card, int(row[LoseItem.CAUSE]))


@kernel("cultist.one-safe", "cultist.locked")
def losable(g: Game, book: Book, card: Card, axis: int, safe: int) -> Yes:
    """Whether an identity card may be lost: of the axis, not excepted, not the only Cultist."""
    row = book.card[card]
    if row.axis != axis or row.kind < Kind.CLASS or row.kind > Kind.BIRTHRIGHT or (int(row.identity) & safe) != 0:
        return 0
    return 1 - cultist_safe(g, book, card)


@kernel("class.gain-lose-abilities", "cultist.one-safe", "curse.victim-chooses", "race.same-rules-as-class")
def step_lose_identity(g: Game, book: Book) -> int:
    """Identity cards of an axis are lost; the victim chooses among several."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[LoseIdentity.VICTIM])
    n = 0
    last = -1
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if losable(g, book, c, int(row[LoseIdentity.AXIS]), int(row[LoseIdentity.SAFE])) == 1:
            n += 1
            last = c
    if n == 0 or row[LoseIdentity.LEFT] <= 0:
        pop(g)
        return 0
    if n <= row[LoseIdentity.LEFT]:
        row[LoseIdentity.LEFT] -= 1
        return discard_for(g, book, last, Ev.LOSE, int(row[LoseIdentity.CAUSE]))
    ask(g, victim, Question.LOSE, int(row[LoseIdentity.CAUSE]))
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if losable(g, book, c, int(row[LoseIdentity.AXIS]), int(row[LoseIdentity.SAFE])) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    return 0


@kernel("class.gain-lose-abilities", "curse.victim-chooses")
def answer_lose_identity(g: Game, book: Book, taken: Option) -> int:
    """The chosen identity card is lost."""
    row = g.agenda[g.agenda_n - 1]
    row[LoseIdentity.LEFT] -= 1
    return discard_for(g, book, taken.card, Ev.LOSE, int(row[LoseIdentity.CAUSE]))


@kernel("cultist.become", "cultist.own-discard", "cultist.one-safe", "super.two")
def step_take_cultist(g: Game, book: Book) -> int:
    """A player becomes a Cultist: a second Class beside a doubler, else (or at a price) in place of one they have."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[TakeCultist.SEAT])
    refresh_identity(g, book, seat)
    if g.discard_n[Pile.CULTIST] == 0 or (g.dead[seat] == 1 and row[TakeCultist.REBORN] == 0):
        pop(g)
    elif g.axis_n[seat, Axis.CLASS] >= axis_room(g, book, seat, Axis.CLASS):
        row[TakeCultist.PRICE] = 0  # the price is paid
        push_lose_identity(g, victim=seat, axis=Axis.CLASS, left=1, safe=0, cause=int(row[TakeCultist.CAUSE]))
    else:
        cultist = int(g.discard[Pile.CULTIST, g.discard_n[Pile.CULTIST] - 1])
        price = int(row[TakeCultist.PRICE])
        cause = int(row[TakeCultist.CAUSE])
        pop(g)
        move(g, book, cultist, Zone.TABLE, seat, Ev.RETURN, -1)
        if price == 1:  # not before: a doubler must not be left without a Class between the two
            push_lose_identity(
                g, victim=seat, axis=Axis.CLASS, left=1, safe=int(book.card[cultist].identity), cause=cause
            )
    return 0


@kernel("item.forced-loss", "curse.victim-chooses")
def step_discard_gold(g: Game, book: Book) -> int:
    """Items are discarded until they are worth the amount; the victim chooses which."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[DiscardGold.VICTIM])
    ask(g, victim, Question.LOSE, int(row[DiscardGold.CAUSE]))
    if row[DiscardGold.LEFT] > 0:
        for i in range(g.table_n[victim]):
            c = int(g.table[victim, i])
            if book.card[c].is_item == 1 and value_of(g, book, victim, c) > 0:
                option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    return or_over(g)


@kernel("item.forced-loss")
def answer_discard_gold(g: Game, book: Book, taken: Option) -> int:
    """The chosen Item counts towards the amount."""
    row = g.agenda[g.agenda_n - 1]
    row[DiscardGold.LEFT] -= value_of(g, book, int(row[DiscardGold.VICTIM]), taken.card)
    return lose_itself(g, book, int(row[DiscardGold.VICTIM]), taken.card, int(row[DiscardGold.CAUSE]))


@kernel("run.badstuff", "cards.hand-private")
def step_lose_any(g: Game, book: Book) -> int:
    """Items in play or hand cards are lost, whichever the victim likes."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[LoseAny.VICTIM])
    ask(g, victim, Question.LOSE, int(row[LoseAny.CAUSE]))
    if row[LoseAny.LEFT] > 0:
        for i in range(g.hand_n[victim]):
            option(g, book, Verb.CHOOSE_CARD, int(g.hand[victim, i]), victim, 0)
        for i in range(g.table_n[victim]):
            c = int(g.table[victim, i])
            if book.card[c].is_item == 1 and g.withheld[c] == 0:
                option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    if g.options == 0:
        loss_is_over(g, victim)
    return or_over(g)


@kernel("run.badstuff")
def answer_lose_any(g: Game, book: Book, taken: Option) -> int:
    """The chosen card is lost."""
    row = g.agenda[g.agenda_n - 1]
    row[LoseAny.LEFT] -= 1
    return lose_held_card(g, book, int(row[LoseAny.VICTIM]), taken.card, int(row[LoseAny.CAUSE]))


STEPS = {
    Step.LOSE_ITEM: step_lose_item,
    Step.LOSE_IDENTITY: step_lose_identity,
    Step.TAKE_CULTIST: step_take_cultist,
    Step.DISCARD_GOLD: step_discard_gold,
    Step.LOSE_ANY: step_lose_any,
}
ANSWERS = {
    Step.LOSE_ITEM: answer_lose_item,
    Step.LOSE_IDENTITY: answer_lose_identity,
    Step.DISCARD_GOLD: answer_discard_gold,
    Step.LOSE_ANY: answer_lose_any,
}
