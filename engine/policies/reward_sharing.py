"""Utilities of cards that change who gets what of a fight that is won, and of buying oneself free of a Curse."""

from __future__ import annotations

from engine.board.lookup import has_row
from engine.board.queries import evil_bonus
from engine.jit import kernel
from engine.policies.endgame import winners
from engine.policies.features import Weight
from engine.policies.help_worth import NEVER, lead
from engine.policies.worth import keep_value, level_worth, use_cost
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_steps import prize


@kernel()
def evening_out(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Deal the Treasures out evenly between the two who win: for whoever gets more than was agreed, or the odd one."""
    if has_row(book, card, Op.DEAL_EVENLY, 0) == 0 or g.helper < 0 or lead(g) <= 0 or winners(g, book) != 0:
        return NEVER
    whole = prize(g, book)
    more = 0
    if seat == g.helper:
        more = whole // 2 + whole % 2 - int(g.deal.treasures)
    elif seat == g.fighter:
        more = int(g.deal.treasures) - whole // 2
    else:
        more = whole % 2
    return more * int(book.work.weights[seat, Weight.TREASURE]) - use_cost(g, book, seat, card) if more > 0 else NEVER


@kernel()
def buying_free(g: Game, book: Book, seat: Seat, curse: Card, levels: int) -> int:
    """Pay Levels for an Item that a Curse has turned against its owner: its bonus changes sides, so it counts twice."""
    back = 2 * evil_bonus(g, book, curse)
    return back * int(book.work.weights[seat, Weight.BONUS]) - level_worth(g, book, seat, levels)


@kernel("item.forced-loss")
def own_tax(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a Curse that all pay for costs its thrower: the Item they miss least, or a level if they have none."""
    if has_row(book, card, Op.TAX, 0) == 0:
        return 0
    least = -1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1:
            cost = int(keep_value(g, book, seat, c))
            least = cost if least < 0 else min(least, cost)
    if least < 0:
        return level_worth(g, book, seat, 1) if g.level[seat] > book.rules[Rule.LEVEL_MIN] else 0
    return least
