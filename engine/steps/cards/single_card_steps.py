"""Steps of single cards that fit nowhere else: the tax, and one-shots that must be thrown."""

from __future__ import annotations

from engine.board.lost_items import loss_is_over
from engine.board.seat_lookup import has_row, in_combat, value_of
from engine.effects.item_effects import take_gold
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.card_steps import Tax
from engine.records.opcodes import Op, codes
from engine.records.questions import Aim, Question, Verb, ask, option, or_over, unask
from engine.records.state import Game
from engine.steps.cards.matching import lose_card
from engine.steps.offers.playable import combat_options

RELIEVING = codes(lambda o: o.relieves)


@kernel("curse.ignore-missing", "curse.victim-chooses")
def step_tax(g: Game, book: Book) -> int:
    """The victim says which of their Items they give up."""
    victim = int(g.agenda[g.agenda_n - 1, Tax.VICTIM])
    ask(g, victim, Question.LOSE, int(g.agenda[g.agenda_n - 1, Tax.CURSE]))
    for i in range(g.table_n[victim]):
        if book.card[g.table[victim, i]].is_item == 1:
            option(g, book, Verb.CHOOSE_CARD, int(g.table[victim, i]), victim, 0)
    return or_over(g)


@kernel("curse.victim-chooses", "item.forced-loss", "death.no-cards")
def answer_tax(g: Game, book: Book, taken: Option) -> int:
    """Everybody else discards at least its value, or all Items and the levels the card says."""
    row = g.agenda[g.agenda_n - 1]
    victim = int(row[Tax.VICTIM])
    curse = int(row[Tax.CURSE])
    levels = int(row[Tax.LEVELS])
    need = value_of(g, book, victim, taken.card)
    pop(g)
    for k in range(int(g.seats) - 1, 0, -1):  # the stack wants the last one first
        s = (victim + k) % int(g.seats)
        if g.dead[s] == 0 and need > 0:
            take_gold(g, book, s, need, levels, curse)
    lose_card(g, book, victim, taken.card, curse)
    return loss_is_over(g, victim)


@kernel("combat.monster-specials", "precedence.card-over-rule")
def must_throw(g: Game, book: Book, seat: Seat) -> int:
    """A monster may oblige those who fight it to play every one-shot that helps them: then that is all they may do."""
    if in_combat(g, seat) == 0:
        return 0
    forced = 0
    for m in range(g.foe_n):
        forced = max(forced, has_row(book, int(g.foe[m].card), Op.MUST_THROW, 0))
    if forced == 0:
        return 0
    ask(g, seat, Question.REACT, -1)
    for i in range(g.hand_n[seat]):
        _helpful(g, book, seat, int(g.hand[seat, i]))
    for i in range(g.table_n[seat]):
        _helpful(g, book, seat, int(g.table[seat, i]))
    if g.options == 0:
        unask(g)
        return 0
    return 1


@kernel("combat.monster-specials")
def _helpful(g: Game, book: Book, seat: Seat, card: Card) -> int:
    row = book.card[card]
    if row.kind != Kind.ONE_SHOT:
        return 0
    if row.bonus > 0:
        if g.helper < 0 or has_row(book, card, Op.LONE_SIDE, 0) == 0:
            option(g, book, Verb.PLAY, card, int(g.fighter), Aim.SIDE)
    elif row.bonus == 0:
        for r in range(row.first, row.last):
            if int(book.effect[r].op) in RELIEVING:
                return combat_options(g, book, seat, card)
    return 0


STEPS = {Step.TAX: step_tax}
ANSWERS = {Step.TAX: answer_tax}
