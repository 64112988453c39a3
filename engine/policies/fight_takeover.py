"""Making another player fight, or oneself: what that is worth, judged by who it is."""

from __future__ import annotations

from engine.board.lookup import in_combat
from engine.board.modifiers import read_mods
from engine.board.strength import compare
from engine.jit import kernel
from engine.policies.danger import LEAST_CHANCE, chance, danger, peril, threat
from engine.policies.endgame import would_win
from engine.policies.features import Weight
from engine.policies.help_worth import NEVER, lead, own_reserve
from engine.policies.worth import level_worth, setback
from engine.records.book import Book
from engine.records.card_kinds import Amount, Card, Seat
from engine.records.opcode_row import Removal
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_steps import prize
from engine.steps.combat.rewards import levels_won


@kernel()
def stake(g: Game, book: Book, seat: Seat) -> int:
    """What winning this combat is worth to a participant, and not losing it."""
    w = book.work.weights[seat]
    value = danger(g, book, seat)
    if seat == g.fighter:
        value += level_worth(g, book, seat, levels_won(g, book))
        value += (prize(g, book) + int(g.gifts) - int(g.deal.treasures)) * int(w[Weight.TREASURE])
    else:
        value += int(g.deal.treasures) * int(w[Weight.TREASURE])
    if would_win(g, book) == 1 and (seat == g.fighter or book.rules[Rule.SHARED_VICTORY] == 1):
        value += 20 * int(w[Weight.LEVEL])
    return value


@kernel("combat.nonlethal", "combat.nonlethal-treasure")
def bought_off(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """What a card is worth that ends a lost combat: the danger is over, and some leave the Treasures, but no Level.

    Where the monsters that stay would be beaten it is half of the stake.
    """
    row = book.card[card]
    value = danger(g, book, seat)
    paid = int(g.owed)
    for r in range(row.first, row.last):
        e = book.effect[r]
        gives = int(e.a)
        if e.op == Op.TREASURES_TO_WINNER:
            paid += int(e.amount)
        elif e.op == Op.END_COMBAT_LOOT or e.op == Op.LOOT_AFTER:
            value += int(book.work.weights[seat, Weight.CARD])
        elif e.op == Op.REMOVE_MONSTER:
            if (g.foe_n > 1 and e.amount != Amount.ALL) or gives == Removal.KILLED:
                return worth // 2
            by_rule = gives == Removal.BY_RULE and book.rules[Rule.NONLETHAL_TREASURE_DEFAULT] == 1
            if by_rule or gives == Removal.TREASURE or gives == Removal.TREASURE_IF_ONLY:
                paid = max(paid, int(prize(g, book)))
    promised = min(paid, int(g.deal.treasures))
    value += (paid - promised if seat == g.fighter else promised) * int(book.work.weights[seat, Weight.TREASURE])
    return value if value > 0 else NEVER


@kernel()
def taken_over(g: Game, book: Book, seat: Seat, target: int, worth: int, cost: int) -> int:
    """Utility of a card that puts `target`, who may be its owner, into the fighter's place."""
    if in_combat(g, seat) == 1:
        if lead(g) > 0:
            return NEVER
        value = worth // 2  # out of it, but without the level
    elif lead(g) > 0:
        value = worth
    else:
        value = -_relief(g, book, seat, int(g.fighter)) - _relief(g, book, seat, int(g.helper))
    price = cost
    if target != seat and would_win(g, book) == 0:
        price = 2 * cost  # kept for one's own fights and for the last ones
    judged = _in_his_place(g, book, seat, target)
    return NEVER if judged == NEVER else value + judged - price


@kernel()
def _relief(g: Game, book: Book, seat: Seat, other: int) -> int:
    """What it is worth that a participant loses, which they are spared."""
    return setback(g, book, seat, other, peril(g, book, other) // 6) if other >= 0 else 0


@kernel()
def _in_his_place(g: Game, book: Book, seat: Seat, target: int) -> int:
    """What it is worth to `seat` that `target` fights alone; the table is as it was afterwards."""
    fighter, helper, promised = int(g.fighter), int(g.helper), int(g.deal.treasures)
    side, foes, ties = int(g.side), int(g.foes), int(g.ties)
    g.fighter = target
    g.helper = -1
    g.deal.treasures = 0
    compare(g, book)
    value = _for_me(g, book, seat) if target == seat else _for_another(g, book, seat, target)
    g.fighter = fighter
    g.helper = helper
    g.deal.treasures = promised
    read_mods(g, book)
    g.side = side
    g.foes = foes
    g.ties = ties
    return value


@kernel()
def _for_me(g: Game, book: Book, seat: Seat) -> int:
    """Fight oneself only what one wins, if need be with what one can throw."""
    short = max(0, 1 - lead(g))
    if own_reserve(g, book, seat) < short:
        return NEVER
    odds = chance(lead(g) + short, threat(g, book, seat, seat))
    thrown = short * int(book.work.weights[seat, Weight.ONE_SHOT])
    return stake(g, book, seat) * odds // 100 - danger(g, book, seat) - thrown


@kernel()
def _for_another(g: Game, book: Book, seat: Seat, target: int) -> int:
    """Rather somebody whom it harms; never somebody who might win the game by it."""
    odds = chance(lead(g), threat(g, book, seat, target))
    if would_win(g, book) == 1 and odds > LEAST_CHANCE:
        return NEVER
    lost = setback(g, book, seat, target, peril(g, book, target) // 6)
    won = setback(g, book, seat, target, 10 * levels_won(g, book))
    won += prize(g, book) * int(book.work.weights[seat, Weight.DENY])
    return (lost * (100 - odds) - won * odds) // 100
