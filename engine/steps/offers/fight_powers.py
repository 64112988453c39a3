"""Powers for a combat: of those who fight, and of bystanders against them."""

from __future__ import annotations

from engine.board.dice import pick
from engine.board.fight import forget_refusals, oppose, remove_monster
from engine.board.lookup import in_combat, left_of
from engine.board.zones import discard
from engine.jit import kernel
from engine.records.book import Book
from engine.records.choices import Removal
from engine.records.events import Ev
from engine.records.kinds import Card, EffectRow, Seat
from engine.records.log import emit
from engine.records.questions import Verb, option
from engine.records.rules import Rule
from engine.records.state import FightFlag, Game
from engine.steps.offers.purse import count_use, list_payments, used


@kernel("class.berserk", "class.power-by-discard")
def offer_discard_for_strength(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """So often in a combat."""
    if used(g, book, seat, card) < book.effect[row].a:
        list_payments(g, book, seat, card, row, -1)
    return 0


@kernel("class.berserk", "class.power-by-discard")
def use_discard_for_strength(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The discarded card adds to the player's strength."""
    count_use(g, book, seat, source)
    return change_strength(g, book, seat, seat, int(book.effect[row].amount), source)


@kernel("class.thief-backstab", "class.power-by-discard")
def offer_backstab(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Against everybody else who fights, so often for each victim."""
    if g.level[seat] < book.rules[Rule.BACKSTAB_FROM_LEVEL]:
        return 0
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if in_combat(g, s) == 1 and g.stabs[s] < book.rules[Rule.BACKSTAB_PER_VICTIM]:
            list_payments(g, book, seat, card, row, s)
    return 0


@kernel("class.thief-backstab", "class.power-by-discard")
def use_backstab(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The victim fights with less."""
    g.stabs[target] += 1
    return change_strength(g, book, seat, target, -abs(int(book.effect[row].amount)), source)


@kernel("class.cleric-turn-undead", "combat.nonlethal")
def offer_charm(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Against each monster, with so many cards in hand."""
    if g.hand_n[seat] >= book.effect[row].a and g.hand_n[seat] > 0:
        for m in range(g.foe_n):
            option(g, book, Verb.USE, card, m, row)
    return 0


@kernel("combat.nonlethal")
def use_charm(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster leaves its Treasure."""
    return remove_monster(g, book, target, Removal.TREASURE)


@kernel("combat.nonlethal")
def offer_leave_combat(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """In one's own turn, against a single monster."""
    if g.foe_n == 1 and g.fighter == seat and g.active == seat:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("combat.nonlethal")
def use_leave_combat(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster is gone, and so is the turn but for Charity."""
    remove_monster(g, book, max(0, target), Removal.NO_TREASURE)
    g.fight_flags |= FightFlag.TURN_OVER
    return 0


@kernel("role.fighter.reckless")
def offer_reckless(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Once in one's own turn, by the fighter, with more than one card in hand."""
    if g.fighter == seat and g.hand_n[seat] > 1 and g.active == seat and g.reckless[seat] == 0:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("role.fighter.reckless")
def use_reckless(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """A card of the hand that chance picks is discarded for strength."""
    g.reckless[seat] = 1
    discard(g, book, int(g.hand[seat, pick(g, seat, int(g.hand_n[seat]))]), Ev.PAY)
    return change_strength(g, book, seat, seat, int(book.effect[row].amount), source)


@kernel(
    "combat.strength", "class.berserk", "class.thief-backstab", "class.cleric-turn-undead",
    "precedence.negative-strength",
)  # fmt: skip
def change_strength(g: Game, book: Book, seat: Seat, of: Seat, amount: int, source: Card) -> int:
    """Somebody fights with more or less for the rest of the combat."""
    g.player_bonus[of] += amount
    emit(g, book, Ev.BONUS, seat, of, source, -1, amount, 0)
    if amount < 0:
        oppose(g, seat)
    return forget_refusals(g)
