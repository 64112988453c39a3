"""Cards that somebody discards, of the hand and for some kinds of the table too; and hand cards taken unseen."""

from __future__ import annotations

from engine.board.dice_throws import pick
from engine.board.lost_items import loss_is_over
from engine.board.zones import discard_for
from engine.effects.identity_effects import cultist_safe
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Seat, Yes
from engine.records.card_steps import LoseHand
from engine.records.events import Ev
from engine.records.questions import Question, Verb, ask, option
from engine.records.state import Game, Zone
from engine.records.step_values import What
from engine.steps.cards.matching import is_what, lose_card

CHANCE = -2
"""In place of the seat that chooses: chance does."""


@kernel("cards.hand-private", "run.badstuff", "curse.victim-chooses")
def step_lose_hand(g: Game, book: Book) -> int:
    """Cards of a kind are discarded: all if they are no more than the number, else one chosen at a time."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[LoseHand.VICTIM])
    what = int(row[LoseHand.WHAT])
    left = int(row[LoseHand.LEFT])
    cause = int(row[LoseHand.CAUSE])
    n = 0
    last = -1
    for i in range(g.hand_n[victim] + _of_table(g, victim, what)):
        c = _card_at(g, victim, i)
        if _goes(g, book, c, what) == 1:
            n += 1
            last = c
    if n == 0 or left <= 0:
        pop(g)
        return loss_is_over(g, victim) if _of_table(g, victim, what) > 0 else 0
    chance = row[LoseHand.CHOOSER] == CHANCE
    if n <= left or chance:
        row[LoseHand.LEFT] = left - 1
        lost = last if n <= left else _nth_card(g, book, victim, what, pick(g, victim, n))
        return lose_held_card(g, book, victim, lost, cause)
    ask(g, int(row[LoseHand.CHOOSER]), Question.LOSE, cause)
    for i in range(g.hand_n[victim] + _of_table(g, victim, what)):
        c = _card_at(g, victim, i)
        if _goes(g, book, c, what) == 1:
            option(g, book, Verb.CHOOSE_CARD, c, victim, 0)
    return 0


@kernel("cards.hand-private")
def _of_table(g: Game, seat: Seat, what: int) -> int:
    """Cards on a table among which some of a kind may be."""
    return 0 if what == What.HAND or what == What.DOOR or what == What.MONSTER else int(g.table_n[seat])


@kernel()
def _card_at(g: Game, seat: Seat, place: int) -> int:
    """A card of the hand, or behind those one of the table."""
    n = int(g.hand_n[seat])
    return int(g.hand[seat, place]) if place < n else int(g.table[seat, place - n])


@kernel("cultist.one-safe", "precedence.card-over-rule")
def _goes(g: Game, book: Book, card: Card, what: int) -> Yes:
    """Whether a card is of a kind and may be lost: not one that is kept from it already, nor the only Cultist."""
    if is_what(g, book, card, what) == 0:
        return 0
    return 1 if g.zone[card] == Zone.HAND or (g.withheld[card] == 0 and cultist_safe(g, book, card) == 0) else 0


@kernel("cards.hand-private")
def _nth_card(g: Game, book: Book, seat: Seat, what: int, n: int) -> int:
    """The n-th card of a kind, those of the hand first, as chance finds them."""
    in_hand = 0
    for i in range(g.hand_n[seat]):
        in_hand += is_what(g, book, int(g.hand[seat, i]), what)
    if n < in_hand:
        return hand_card(g, book, seat, what, n)
    for i in range(g.table_n[seat]):
        in_hand += _goes(g, book, int(g.table[seat, i]), what)
        if in_hand > n:
            return int(g.table[seat, i])
    return -1


@kernel("curse.victim-chooses", "item.forced-loss")
def lose_held_card(g: Game, book: Book, seat: Seat, card: Card, cause: Card) -> int:
    """A card of the hand or of the table is lost."""
    if g.zone[card] == Zone.HAND:
        return discard_for(g, book, card, Ev.LOSE, cause)
    return lose_card(g, book, seat, card, cause)


@kernel("cards.hand-private")
def hand_card(g: Game, book: Book, seat: Seat, what: int, n: int) -> int:
    """The n-th hand card of a kind, counted in the order of the cards' keys, so that no order of arrival shows."""
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if is_what(g, book, c, what) == 0:
            continue
        before = 0
        for j in range(g.hand_n[seat]):
            d = int(g.hand[seat, j])
            if is_what(g, book, d, what) == 1 and book.card[d].key < book.card[c].key:
                before += 1
        if before == n:
            return c
    return -1


@kernel("curse.victim-chooses", "cards.hand-private")
def answer_lose_hand(g: Game, book: Book, taken: Option) -> int:
    """The chosen card is discarded."""
    row = g.agenda[g.agenda_n - 1]
    row[LoseHand.LEFT] -= 1
    return lose_held_card(g, book, int(row[LoseHand.VICTIM]), taken.card, int(row[LoseHand.CAUSE]))


STEPS = {Step.LOSE_HAND: step_lose_hand}
ANSWERS = {Step.LOSE_HAND: answer_lose_hand}
