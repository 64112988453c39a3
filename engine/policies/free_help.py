"""Help for nothing: who gives it, where there is something to share."""

from __future__ import annotations

from engine.board.queries import passive
from engine.jit import kernel
from engine.policies.endgame import winners
from engine.policies.features import Weight
from engine.policies.worth import ahead
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_steps import prize

FAVOUR = 4
"""Kindness worth so large a part of a Treasure does without one."""


@kernel("help.volunteer")
def wants_pay(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player does not help for nothing where there is something to share; a win or an Elf's level is pay."""
    if prize(g, book) == 0 or winners(g, book) != 0:
        return 0
    if book.rules[Rule.HELP_HELPER_LEVELS] == 1 and passive(g, book, seat, Op.HELPER_LEVEL) > 0:
        return 0
    return 1 if wants_his_share(g, seat) == 1 or is_kind(g, book, seat, seat) == 0 else 0


@kernel()
def is_kind(g: Game, book: Book, judge: Seat, seat: Seat) -> Yes:
    """Whether kindness moves a bystander, the more the further behind the fighter lies, by the weights of a judge."""
    w = book.work.weights[judge]
    behind = max(0, -ahead(g, seat, int(g.fighter)))
    kindness = int(w[Weight.HELP]) + behind * int(w[Weight.UNDERDOG]) // 2
    return 1 if FAVOUR * kindness >= w[Weight.TREASURE] else 0


@kernel()
def wants_his_share(g: Game, seat: Seat) -> Yes:
    """Whether a bystander has worked against the fight, or named a price that was refused: no help for nothing."""
    return (int(g.opposed) >> seat | int(g.spurned[seat]) >> int(g.fighter)) & 1
