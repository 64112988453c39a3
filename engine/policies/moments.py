"""What the moments are worth that cards in play wait for: a fight won or lost, a price paid, a death, a round."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.strength import player_strength
from engine.effects.named_players import is_named, is_sheltered, named
from engine.jit import kernel
from engine.policies.bad_stuff_cost import A_LEVEL, faces_of, of_row
from engine.policies.exchange_worth import against
from engine.policies.gains import brought
from engine.policies.help_worth import adds, lead
from engine.policies.weights import Weight
from engine.policies.worth import level_worth, setback
from engine.records.book import Book, Effect
from engine.records.card_kinds import Card, Seat, Trigger, Yes
from engine.records.card_steps import PickSeat
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.step_values import Opponent
from engine.records.switches import Rule
from engine.steps.combat.help_terms import may_help

NOBODY = 1 << 30
"""Less than any duel is worth, where there is nobody to fight."""


@kernel("precedence.card-over-rule")
def follows(g: Game, book: Book, seat: Seat, card: Card, trigger: int) -> int:
    """Utility points of what a card brings its owner, less what it takes, when its trigger comes."""
    row = book.card[card]
    total = 0
    rolls = 0
    chooses = 0
    for r in range(row.first, row.last if (int(row.triggers) >> trigger) & 1 else row.first):
        e = book.effect[r]
        if e.trigger != trigger or holds(g, book, seat, card, e) == 0:
            continue
        rolls = rolls | (1 if e.op == Op.ROLL else 0)
        chooses = chooses | (1 if e.op == Op.EITHER and trigger == Trigger.USED else 0)
        total += of_named(g, book, seat, card, int(e.a)) if e.op == Op.NAMED_PLAYERS else 0
        total += duels(g, book, seat, card, int(e.a)) if e.op == Op.DUEL else 0
        total += balance(g, book, seat, card, e)
    if chooses == 1:
        total += max(_answered(g, book, seat, card, 1), _answered(g, book, seat, card, 2))
    for r in range(row.first, row.last if rolls == 1 else row.first):
        e = book.effect[r]
        if e.trigger == Trigger.ROLLED:
            named = of_named(g, book, seat, card, int(e.a)) if e.op == Op.NAMED_PLAYERS else 0
            total += (named + balance(g, book, seat, card, e)) * faces_of(book, card, e) // 6
    return total


@kernel()
def _answered(g: Game, book: Book, seat: Seat, card: Card, n: int) -> int:
    """What follows on an answer to the choice that a card puts."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE and e.x == n:
            total += balance(g, book, seat, card, e)
            total += of_named(g, book, seat, card, int(e.a)) if e.op == Op.NAMED_PLAYERS else 0
    return total


@kernel()
def balance(g: Game, book: Book, seat: Seat, card: Card, e: Effect) -> int:
    """What one row brings a player, less what it takes from them."""
    return brought(g, book, seat, e) - of_row(g, book, seat, card, e) * int(book.work.weights[seat, Weight.LEVEL]) // 10


@kernel("precedence.card-over-rule")
def of_named(g: Game, book: Book, seat: Seat, card: Card, to: int) -> int:
    """Utility points of what a card does to those whom it names: what it takes from rivals, less what it gives them."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last if (int(row.triggers) >> Trigger.NAMED) & 1 else row.first):
        e = book.effect[r]
        for s in range(g.seats if e.trigger == Trigger.NAMED else 0):
            if is_named(g, book, seat, to, s, -1) == 0 or holds(g, book, s, card, e) == 0:
                continue
            if s == seat:
                total += balance(g, book, seat, card, e)
                continue
            given = brought(g, book, s, e) * A_LEVEL // max(1, int(book.work.weights[s, Weight.LEVEL]))
            total += setback(g, book, seat, s, of_row(g, book, s, card, e) - given)
    return total


@kernel("precedence.card-over-rule")
def awaiting(g: Game, book: Book, seat: Seat, trigger: int) -> int:
    """Utility points of all that a player's cards in play do for them when something happens to them."""
    total = 0
    if (int(book.moments) >> trigger) & 1 == 0:
        return 0
    for i in range(g.table_n[seat]):
        total += follows(g, book, seat, int(g.table[seat, i]), trigger)
    return total


@kernel("class.thief-no-steal-combat", "precedence.card-over-rule")
def failed_theft(g: Game, book: Book, seat: Seat) -> int:
    """What a theft costs that fails: a level if there is one to lose, or what comes in its place, and what is added."""
    cost = level_worth(g, book, seat, 1) if g.level[seat] > book.rules[Rule.LEVEL_MIN] else 0
    if (int(book.moments) >> Trigger.THEFT_FAILS) & 1 == 1:
        for i in range(g.table_n[seat]):
            c = int(g.table[seat, i])
            if starts(g, book, seat, c, Trigger.THEFT_FAILS) == 1:
                cost = -follows(g, book, seat, c, Trigger.THEFT_FAILS)
                break
    return cost - awaiting(g, book, seat, Trigger.THEFT_FAILED)


@kernel("precedence.card-over-rule")
def starts(g: Game, book: Book, seat: Seat, card: Card, trigger: int) -> Yes:
    """Whether a row of a card's program would follow if its trigger came now."""
    row = book.card[card]
    for r in range(row.first, row.last if (int(row.triggers) >> trigger) & 1 else row.first):
        if book.effect[r].trigger == trigger and holds(g, book, seat, card, book.effect[r]) == 1:
            return 1
    return 0


@kernel("combat.strength", "precedence.card-over-rule")
def duels(g: Game, book: Book, seat: Seat, card: Card, to: int) -> int:
    """What a duel is worth to whoever begins it: against the one who is named, or the best of those they may choose."""
    if to != Opponent.CHOSEN:
        other = int(named(g, book, seat, to, 0, -1))
        met = other >= 0 and is_sheltered(g, other, int(Op.DUEL)) == 0
        return outcome(g, book, seat, card, other) if met else 0
    best = -NOBODY
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and is_sheltered(g, s, int(Op.DUEL)) == 0:
            best = max(best, int(outcome(g, book, seat, card, s)))
    return best if best > -NOBODY else 0


@kernel("combat.strength", "precedence.card-over-rule")
def outcome(g: Game, book: Book, seat: Seat, card: Card, other: Seat) -> int:
    """What a duel with somebody brings: all see who is the stronger one."""
    mine = int(player_strength(g, book, seat))
    theirs = int(player_strength(g, book, other))
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if _is_met(int(e.trigger), mine - theirs) == 1 and holds(g, book, seat, card, e) == 1:
            total += balance(g, book, seat, card, e)
        if _is_met(int(e.trigger), theirs - mine) == 1 and holds(g, book, other, card, e) == 1:
            given = brought(g, book, other, e) * A_LEVEL // max(1, int(book.work.weights[other, Weight.LEVEL]))
            total += setback(g, book, seat, other, of_row(g, book, other, card, e) - given)
    return total


@kernel("combat.strength", "precedence.card-over-rule")
def _is_met(trigger: int, lead: int) -> Yes:
    """Whether what stands under a trigger comes to somebody who leads a duel by so many points."""
    if trigger == Trigger.DUELLED:
        return 1
    return 1 if (trigger == Trigger.DUEL_WON and lead > 0) or (trigger == Trigger.DUEL_LOST and lead < 0) else 0


@kernel("help.ask")
def help_owed(g: Game, book: Book, seat: Seat, card: Card, other: Seat) -> Yes:
    """Whether a card may make another player help who turns the fight that its owner is losing."""
    if g.fighting == 0 or g.fighter != seat or lead(g) > 0 or may_help(g, book, other) == 0:
        return 0
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.OWE_HELP:
            return 1 if lead(g) + adds(g, book, other) > 0 else 0
    return 0


@kernel()
def opposed(g: Game, book: Book, seat: Seat, target: Seat) -> int:
    """Against whom one is set: whom a duel is worth most with, or whom an exchange or a die is."""
    top = g.agenda[g.agenda_n - 1]
    e = book.effect[top[PickSeat.EFFECT]]
    if help_owed(g, book, seat, int(top[PickSeat.CARD]), target) == 1:
        return int(book.work.weights[seat, Weight.LEVEL])
    if e.op == Op.DUEL:
        return outcome(g, book, seat, int(top[PickSeat.CARD]), target)
    if e.op == Op.STEAL_LEVEL or e.op == Op.TAKE_OVER:
        return setback(g, book, seat, target, A_LEVEL) if g.level[target] > 1 or e.op == Op.TAKE_OVER else 0
    return against(g, book, seat, e, target)
