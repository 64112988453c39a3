"""What it is worth to keep a monster that is beaten: strength for good, less its Level, its Treasures and the price."""

from __future__ import annotations

from engine.board.foe_counts import treasures_of
from engine.jit import kernel
from engine.policies.help_worth import NEVER
from engine.policies.moments import follows
from engine.policies.power_costs import price_of_power
from engine.policies.weights import Weight
from engine.policies.worth import level_worth
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.rewards import levels_won


@kernel("precedence.card-over-rule")
def after_victory(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of a power that is used when a combat has been won, before its reward."""
    option = book.work.option[i]
    if option.verb == Verb.PASS:
        return 0
    source, row, m = int(option.card), int(option.amount), int(option.target)
    part = _part(book, source)
    g.about = m + 1
    value = follows(g, book, seat, source, Trigger.USED) - price_of_power(g, book, seat, row, source)
    g.about = 0
    if part > 0:
        value += kept_worth(g, book, seat, m, part)
    return value if value > 0 else NEVER


@kernel()
def _part(book: Book, source: Card) -> int:
    """Of which part of its Level a power of a card makes a companion; 0 if it makes none."""
    for r in range(book.card[source].first, book.card[source].last):
        if book.effect[r].op == Op.BEFRIEND:
            return int(book.effect[r].a)
    return 0


@kernel("combat.win-level", "combat.win-treasure")
def kept_worth(g: Game, book: Book, seat: Seat, m: int, part: int) -> int:
    """What a companion gives, as an Item of that bonus would, less what the kill brings; the winning kill is kept."""
    w = book.work.weights[seat]
    card = int(g.foe[m].card)
    if int(g.level[seat]) + int(levels_won(g, book)) >= book.rules[Rule.VICTORY_LEVEL]:
        return NEVER
    gained = int(book.card[card].level) // max(1, part) * int(w[Weight.BONUS])
    levels = int(book.card[card].levels) * int(book.rules[Rule.REWARD_LEVELS_PER_MONSTER])
    return gained - level_worth(g, book, seat, levels) - int(treasures_of(g, book, m)) * int(w[Weight.TREASURE])
