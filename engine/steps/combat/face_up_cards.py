"""Cards drawn face-up: the Treasures of who fought together, whose pick is next, and cards called back instead."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.monsters import has_trigger
from engine.board.zones import discard, move, top
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Pile, Seat, Trigger, Yes
from engine.records.combat_steps import DrawOpen
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb, ask, or_pass
from engine.records.state import Game, Mod, Zone
from engine.steps.offers.abilities import ability_options, do_ability

MOST = 60
"""Treasures that are turned up for one combat, whatever they bring with them."""


@kernel("cards.no-looking-discards", "class.power-by-discard")
def call_back(g: Game, book: Book, seat: Seat, pile: int) -> int:
    """Ask a player who is about to draw face-up whether to take the top of the discards instead; 1 if that is asked."""
    n = int(g.discard_n[pile])
    if n == 0 or g.dead[seat] == 1:
        return 0
    ask(g, seat, Question.DRAW_UP, int(g.discard[pile, n - 1]))
    ability_options(g, book, seat, Question.DRAW_UP)
    return or_pass(g, book)


@kernel("reward.draw-up-helped", "cards.deck-and-discards-empty")
def step_draw_open(g: Game, book: Book) -> int:
    """The next Treasure is turned up; before it the fighter may call one back."""
    row = g.agenda[g.agenda_n - 1]
    if row[DrawOpen.LEFT] <= 0 or row[DrawOpen.TURNED_UP] >= MOST:
        pop(g)
        return _put_away(g, book)
    if row[DrawOpen.CALLS] == 0:
        row[DrawOpen.CALLS] = 1
        if call_back(g, book, int(g.fighter), Pile.TREASURE) == 1:
            return 0
    if row[DrawOpen.CALLS] == 1:
        row[DrawOpen.CALLS] = 0
    row[DrawOpen.LEFT] -= 1
    row[DrawOpen.TURNED_UP] += 1
    card = top(g, book, Pile.TREASURE)
    if card < 0:
        row[DrawOpen.LEFT] = 0
        return 0
    move(g, book, card, Zone.OPEN, int(g.fighter), Ev.REVEAL, -1)
    row[DrawOpen.LEFT] += _brings(g, book, card)
    return 0


@kernel("class.power-by-discard", "reward.draw-up-helped")
def answer_draw_open(g: Game, book: Book, taken: Option) -> int:
    """One Treasure is called back, or all that are left come from the pile."""
    if taken.verb == Verb.PASS:
        g.agenda[g.agenda_n - 1, DrawOpen.CALLS] = 2
        return 0
    return do_ability(g, book, int(g.asked), taken)


@kernel("reward.draw-up-helped", "precedence.card-over-rule")
def _brings(g: Game, book: Book, card: Card) -> int:
    """Further Treasures that a card turned up brings along: face-up, as it came."""
    total = 0
    for r in range(book.card[card].first, book.card[card].last):
        e = book.effect[r]
        if e.trigger == Trigger.DRAWN and e.op == Op.DRAW and e.a == Pile.TREASURE:
            total += max(0, int(resolved(g, book, int(g.fighter), int(e.amount))))
    return total


@kernel("reward.draw-up-helped", "cards.receive-play")
def _put_away(g: Game, book: Book) -> int:
    """What has acted as it was turned up is nobody's to pick."""
    for i in range(int(g.open_n) - 1, -1, -1):
        c = int(g.open[i])
        if has_trigger(book, c, Trigger.DRAWN) == 1:
            discard(g, book, c, Ev.DISCARD)
    return 0


@kernel("help.bribe-items", "help.bribe-pick-order", "combat.monster-specials", "death.helper-dies")
def open_picks(g: Game) -> int:
    """Fix how many Treasures each helper is to pick: what they were promised, in the order in which they joined.

    Returns how many these are together; if there are fewer than were promised, who joined last gets less.
    """
    left = 0 if (g.mods & Mod.NO_REWARD_HELPER) != 0 else int(g.open_n)
    total = 0
    s = int(g.helper)
    while s >= 0:
        due = 0 if g.dead[s] == 1 else min(int(g.deals[s].treasures), left - total)
        g.deals[s].due = due
        total += due
        s = int(g.next_helper[s])
    return total


@kernel("help.bribe-pick-order")
def picks_before(g: Game) -> Yes:
    """Whether a helper has been promised that they pick before the fighter."""
    s = int(g.helper)
    while s >= 0:
        if g.deals[s].treasures > 0 and g.deals[s].pick == PickOrder.HELPER:
            return 1
        s = int(g.next_helper[s])
    return 0


@kernel("help.bribe-pick-order")
def next_picker(g: Game, seat: int) -> int:
    """Who picks after somebody has: 1 + the seat of a helper, or 0 for the fighter; -1: who is the first to pick.

    First all those helpers pick who were to pick first; then, after each pick of the fighter, the others: one Treasure
    if they pick in turns, or else all of theirs.
    """
    first = seat == -1
    if not first and seat != g.fighter:
        if g.deals[seat].due > 0 and g.deals[seat].pick != PickOrder.ALTERNATE:
            return 1 + seat
        first = g.deals[seat].pick == PickOrder.HELPER
    s = int(g.helper) if seat == -1 or seat == g.fighter else int(g.next_helper[seat])
    while s >= 0:
        if g.deals[s].due > 0 and (not first or g.deals[s].pick == PickOrder.HELPER):
            return 1 + s
        s = int(g.next_helper[s])
    return 0


STEPS = {Step.DRAW_OPEN: step_draw_open}
ANSWERS = {Step.DRAW_OPEN: answer_draw_open}
