"""Choices that effects put: a number, a monster, a player, a discarded card."""

from __future__ import annotations

from engine.board.dice_throws import dice_waiting
from engine.board.happenings import note_act
from engine.board.levels import gain
from engine.board.modifiers import read_mods
from engine.board.monster_changes import keep_monster
from engine.board.monsters import copy_monster, remove_monster, replace_monster, start_program
from engine.board.seat_lookup import left_of, pending
from engine.board.zones import draw_card, to_hand
from engine.effects.combat_effects import meant
from engine.effects.dice_effects import A_DIE, A_SHIFT, put_to, shift_by
from engine.effects.exchange_effects import contest, exchange_with, set_against
from engine.effects.hand_effects import A_PILE
from engine.effects.level_effects import mix, take_levels
from engine.effects.named_players import cause_of, count_of, is_named, is_sheltered
from engine.effects.own_card_effects import go_to
from engine.effects.single_card_effects import take_over
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import PILES, Card, Kind, Pile, StepRow, Trigger, Yes
from engine.records.card_steps import (
    ASKED,
    Choose,
    PickDiscard,
    PickMonster,
    PickSeat,
    push_give_one,
)
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_over, unask
from engine.records.state import Game
from engine.records.step_values import THROWN, Asked, Opponent, What
from engine.steps.offers.legality import leads_somewhere


@kernel("curse.victim-chooses", "precedence.card-over-rule")
def _who_names(book: Book, row: StepRow) -> int:
    """Whoever suffers a Curse or Bad Stuff chooses; of another card it is whoever plays it."""
    if row[Choose.HIGHEST] >= ASKED:
        return int(row[Choose.HIGHEST]) // ASKED - 1
    kind = int(book.card[row[Choose.CARD]].kind)
    suffered = kind == Kind.CURSE or kind == Kind.MONSTER
    return (
        int(row[Choose.SEAT]) if row[Choose.OTHER] <= A_DIE or row[Choose.BY] < 0 or suffered else int(row[Choose.BY])
    )


@kernel("precedence.card-over-rule", "run.roll")
def step_choose(g: Game, book: Book) -> int:
    """A player names a number: one of a card's alternatives that do something, a die's new face, or a deck."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[Choose.CARD])
    if g.fighting == 1:
        read_mods(g, book)  # whoever is asked may reckon with what the monsters switch off
    ask(g, _who_names(book, row), Question.NUMBER, card)
    lowest = int(THROWN[dice_waiting(g, book)]) if row[Choose.OTHER] == A_DIE else 1
    for n in range(lowest, int(row[Choose.HIGHEST]) % ASKED + 1):
        if row[Choose.OTHER] <= A_DIE or leads_somewhere(g, book, int(row[Choose.SEAT]), card, n) == 1:
            option(g, book, Verb.CHOOSE_NUMBER, card, -1, n)
    return or_over(g)


@kernel("precedence.card-over-rule", "run.roll")
def answer_choose(g: Game, book: Book, taken: Option) -> int:
    """The rows of the alternative follow; or the die lies as it was set."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Choose.SEAT])
    highest = int(row[Choose.HIGHEST]) % ASKED
    other = int(row[Choose.OTHER])
    by = int(row[Choose.BY])
    pop(g)
    if other <= A_SHIFT:
        return shift_by(g, book, seat, taken.card, (A_SHIFT - other) * (1 if taken.amount == 1 else -1))
    if other == A_PILE:
        return draw_card(g, book, seat, int(Pile.DOOR if taken.amount == 1 else Pile.TREASURE), 0)
    if other == A_DIE:
        if pending(g, Step.CAST, -1) > 0:
            g.die = taken.amount
        else:
            g.roll = taken.amount
        emit(g, book, Ev.DIE, seat, -1, taken.card, -1, taken.amount, 1)
        return 0
    g.chosen = taken.amount
    if taken.amount == 1 and _is_used_up(book, taken.card) == 1:
        note_act(g, taken.card)
    emit(g, book, Ev.CHOICE, seat, -1, taken.card, -1, taken.amount, highest)
    return start_program(g, book, Trigger.CHOSEN, seat, taken.card, other, by)


@kernel("precedence.card-over-rule")
def _is_used_up(book: Book, card: Card) -> Yes:
    """Whether what a card offers may be taken so often only: whoever refuses it may take it the next time."""
    for r in range(book.card[card].first, book.card[card].last):
        e = book.effect[r]
        if e.op == Op.EITHER and (e.cond == Condition.UNUSED or e.cond2 == Condition.UNUSED):
            return 1
    return 0


@kernel("cards.no-looking-discards", "cultist.own-discard")
def _found(book: Book, card: Card, what: int) -> int:
    row = book.card[card]
    if what == What.TREASURE or what == What.DOOR:
        return 1 if row.pile == (Pile.TREASURE if what == What.TREASURE else Pile.DOOR) else 0
    if what == What.MONSTER:
        return 1 if row.kind == Kind.MONSTER else 0
    if what == What.CLASS:
        return 1 if row.kind == Kind.CLASS else 0
    if what == What.RACE:
        return 1 if row.kind == Kind.RACE else 0
    if what == What.ONE_SHOT:
        return 1 if row.kind == Kind.ONE_SHOT else 0
    return 1 if what != What.ITEM or row.is_item == 1 else 0


@kernel("cards.no-looking-discards", "cultist.own-discard", "death.no-cards")
def step_pick_discard(g: Game, book: Book) -> int:
    """A player searches the discards for a card of a kind; the Cultist pile is none of them."""
    row = g.agenda[g.agenda_n - 1]
    ask(g, int(row[PickDiscard.SEAT]), Question.TAKE, int(row[PickDiscard.CAUSE]))
    for pile in range(PILES):
        for i in range(g.discard_n[pile] if pile != Pile.CULTIST else 0):
            c = int(g.discard[pile, i])
            if c != row[PickDiscard.CAUSE] and _found(book, c, int(row[PickDiscard.WHAT])) == 1:
                option(g, book, Verb.TAKE, c, -1, 0)
    if g.options == 0 or g.dead[row[PickDiscard.SEAT]] == 1:
        unask(g)
        pop(g)
    return 0


@kernel("cards.no-looking-discards")
def answer_pick_discard(g: Game, book: Book, taken: Option) -> int:
    """The card goes to the hand."""
    seat = int(g.agenda[g.agenda_n - 1, PickDiscard.SEAT])
    pop(g)
    return to_hand(g, book, taken.card, seat, Ev.RETURN, -1)


@kernel("multi.eliminate-one", "mooplicate.basic", "combat.add-monster")
def step_pick_monster(g: Game, book: Book) -> int:
    """A player says which monster their card means, and, for a swap, which of their hand takes its place."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[PickMonster.SEAT])
    ask(g, seat, Question.MONSTER, int(row[PickMonster.CARD]))
    if row[PickMonster.MONSTER] < 0:
        for m in range(g.foe_n):
            if meant(g, book, int(row[PickMonster.EFFECT]), m, int(row[PickMonster.CARD])) == 1:
                option(g, book, Verb.CHOOSE_CARD, int(g.foe[m].card), -1, m)
    elif book.effect[row[PickMonster.EFFECT]].op == Op.SWAP_MONSTER and row[PickMonster.MONSTER] < g.foe_n:
        for i in range(g.hand_n[seat]):
            c = int(g.hand[seat, i])
            if book.card[c].kind == Kind.MONSTER:
                option(g, book, Verb.CHOOSE_CARD, c, -1, -1)
    return or_over(g)


@kernel("multi.eliminate-one", "mooplicate.basic", "combat.add-monster")
def answer_pick_monster(g: Game, book: Book, taken: Option) -> int:
    """What the card does happens to the chosen monster."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[PickMonster.SEAT])
    m = int(row[PickMonster.MONSTER])
    e = book.effect[row[PickMonster.EFFECT]]
    if e.op == Op.SWAP_MONSTER and m < 0:
        row[PickMonster.MONSTER] = taken.amount
        return 0
    pop(g)
    if e.op == Op.SWAP_MONSTER:
        return replace_monster(g, book, m, taken.card, seat, 1 if e.a == 1 else 0)
    if e.op == Op.COPY_MONSTER:
        return copy_monster(g, book, taken.amount, seat)
    if e.op == Op.BEFRIEND:
        return keep_monster(g, book, taken.amount, seat, int(e.a))
    return remove_monster(g, book, taken.amount, int(e.a))


@kernel("level.gain-ways")
def step_pick_seat(g: Game, book: Book) -> int:
    """A player says which of the tied others is meant."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[PickSeat.SEAT])
    ask(g, seat, Question.SEAT, int(row[PickSeat.CARD]))
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        e = book.effect[row[PickSeat.EFFECT]]
        chosen = e.op == Op.GIVE_ONE or (e.op != Op.GIVE_LEVEL and e.a == Opponent.CHOSEN)
        chosen = chosen if e.op != Op.EITHER else e.a == Asked.CHOSEN
        anybody = chosen and g.dead[s] == 0
        if is_sheltered(g, s, int(e.op)) == 1:
            continue
        if anybody or is_named(g, book, seat, int(e.a), s, int(row[PickSeat.OTHER])) == 1:
            option(g, book, Verb.CHOOSE_SEAT, -1, s, 0)
    return or_over(g)


@kernel("level.gain-ways")
def answer_pick_seat(g: Game, book: Book, taken: Option) -> int:
    """The chosen player gains levels, exchanges cards or Levels, gets a card, makes a choice, throws a die .."""
    row = g.agenda[g.agenda_n - 1]
    effect = int(row[PickSeat.EFFECT])
    source = int(row[PickSeat.CARD])
    seat = int(row[PickSeat.SEAT])
    other = int(row[PickSeat.OTHER])
    by = int(row[PickSeat.BY])
    n = count_of(g, book, effect, seat)
    pop(g)
    if book.effect[effect].op == Op.EITHER:
        return put_to(g, seat, taken.target, source, other, by)
    if book.effect[effect].op == Op.EXCHANGE:
        return exchange_with(g, book, int(book.effect[effect].b), seat, taken.target, source)
    if book.effect[effect].op == Op.GIVE_ONE:
        return push_give_one(g, giver=seat, receiver=taken.target, what=book.effect[effect].a, cause=source)
    if book.effect[effect].op == Op.ROLL_AGAINST:
        return contest(g, book, seat, taken.target, source)
    if book.effect[effect].op == Op.HAND_ON:
        return go_to(g, book, source, taken.target)
    if book.effect[effect].op == Op.MIX_LEVELS:
        return mix(g, book, effect, seat, taken.target, source)
    if book.effect[effect].op == Op.DUEL:
        return set_against(g, book, seat, taken.target, source)
    if book.effect[effect].op == Op.STEAL_LEVEL:
        return take_levels(g, book, effect, taken.target, seat, source)
    if book.effect[effect].op == Op.TAKE_OVER:
        return take_over(g, book, effect, taken.target, source, -1, seat)
    gain(g, book, taken.target, n, cause_of(g, book, effect, source), source, 0)
    return 0


STEPS = {
    Step.CHOOSE: step_choose,
    Step.PICK_DISCARD: step_pick_discard,
    Step.PICK_MONSTER: step_pick_monster,
    Step.PICK_SEAT: step_pick_seat,
}
ANSWERS = {
    Step.CHOOSE: answer_choose,
    Step.PICK_DISCARD: answer_pick_discard,
    Step.PICK_MONSTER: answer_pick_monster,
    Step.PICK_SEAT: answer_pick_seat,
}
