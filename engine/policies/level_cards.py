"""Go Up a Level: the first are played at once, later ones wait for the end, or until the hand may be lost."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.lookup import in_combat
from engine.jit import kernel
from engine.policies.card_good_or_bad import is_plain
from engine.policies.danger import danger_of
from engine.policies.endgame import way
from engine.policies.features import Weight
from engine.policies.help_worth import lead
from engine.policies.worth import keep_value, level_worth
from engine.records.book import Book
from engine.records.card_kinds import Amount, Card, Kind, Seat, Trigger, Yes
from engine.records.opcode_row import What
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Game, Phase
from engine.records.switches import Rule
from engine.steps.offers.legality import may_go_up


@kernel()
def rising(g: Game, book: Book, seat: Seat, card: Card, crowded: int) -> int:
    """Worth of playing a Go Up a Level on oneself now, less the price of not keeping it."""
    gain = level_worth(g, book, seat, max(1, int(book.card[card].levels))) + crowded
    return gain - int(book.work.weights[seat, Weight.HOLD]) * waits(g, book, seat, crowded)


@kernel()
def waits(g: Game, book: Book, seat: Seat, crowded: int) -> Yes:
    """Whether the card might be kept: the first ninth of the way is over, and those held do not reach the last Level.

    A hand too full at the end of the turn, a last Level within reach, and a monster that may take the hand of
    whoever flees from it leave nothing to wait for.
    """
    if g.phase == Phase.FLIGHT and in_combat(g, seat) == 1 and _may_lose_the_hand(g, book, seat) == 1:
        return 0
    done = int(g.level[seat]) - int(book.rules[Rule.SETUP_START_LEVEL])
    if 9 * done < way(book) + 1 or (crowded > 0 and g.question == Question.EVENING):
        return 0
    held = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.kind == Kind.GO_UP_A_LEVEL:
            held += max(1, int(row.levels))
    return 1 if done + held < way(book) else 0


@kernel()
def _may_lose_the_hand(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether somebody flees from a monster that kills them, or takes their hand, if it catches them."""
    for m in range(g.foe_n):
        card = int(g.foe[m].card)
        row = book.card[card]
        if danger_of(g, book, seat, m) <= 0:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger != Trigger.BAD_STUFF and e.trigger != Trigger.ROLLED:
                continue
            hand = e.op == Op.DISCARD_HAND and e.amount == Amount.ALL and e.a == What.HAND
            if (e.op == Op.DEATH or hand) and (is_plain(int(e.cond)) == 0 or holds(g, book, seat, card, e) == 1):
                return 1
    return 0


@kernel("gual.play")
def goes_with_the_hand(g: Game, book: Book, seat: Seat, worth: int) -> Yes:
    """Whether a Level that may be played now would be lost with the rest of a hand which is well spent on a charm."""
    if in_combat(g, seat) == 0 or lead(g) > 0:
        return 0
    least = -1
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.op == Op.CHARM and e.trigger == Trigger.ABILITY:
                least = max(1, int(e.a))
    if least < 0:
        return 0
    levels = 0
    cost = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.GO_UP_A_LEVEL and may_go_up(g, book, seat, c) == 1:
            levels += 1
        else:
            cost += keep_value(g, book, seat, c)
    return 1 if levels > 0 and g.hand_n[seat] - levels >= least and worth // 2 > cost else 0
