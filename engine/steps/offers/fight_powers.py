"""Powers for a combat: of those who fight, and of bystanders against them.

What monsters let those who fight them do.

Powers for a flight: instead of a roll, and after one that has failed.
"""

from __future__ import annotations

from engine.board.dice_throws import pick
from engine.board.monsters import forget_refusals, oppose, remove_monster
from engine.board.munchkin_side import side_weak
from engine.board.seat_lookup import in_combat, left_of, value_of
from engine.board.zones import discard_for
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.combat_steps import Rolled, push_roll
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.questions import Verb, option
from engine.records.state import FightFlag, Game
from engine.records.step_values import Removal
from engine.records.switches import Rule
from engine.steps.offers.flight_escape import open_way
from engine.steps.offers.power_prices import count_use, list_payments, used


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
    paid = int(g.hand[seat, pick(g, seat, int(g.hand_n[seat]))])
    discard_for(g, book, paid, Ev.PAY, source)
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


@kernel()
def monster_of(g: Game, seat: Seat, card: Card) -> int:
    """The first monster of a card in the combat (from which `seat` still has to flee, if one is named), or -1."""
    for m in range(g.foe_n):
        if g.foe[m].card == card and (seat < 0 or (int(g.fled[seat]) >> m) & 1 == 0):
            return m
    return -1


@kernel("combat.monster-specials", "run.mods-all")
def offer_drop_to_escape(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With each Item in play that carries the tag."""
    m = monster_of(g, seat, card)
    for i in range(g.table_n[seat] if m >= 0 else 0):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and (int(book.card[c].tags) & int(book.effect[row].a)) != 0:
            option(g, book, Verb.DISCARD_FOR, c, m, row)
    return 0


@kernel("combat.monster-specials", "run.mods-all")
def use_drop_to_escape(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Away from this monster without a die."""
    g.rerolls = 0
    return push_roll(g, seat=seat, monster=target, sure=1)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_chase_away(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """By one with the identity."""
    if (int(g.identity[seat]) & int(book.effect[row].a)) != 0:
        option(g, book, Verb.USE, card, monster_of(g, -1, card), row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_chase_away(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster leaves its Treasure."""
    return remove_monster(g, book, target, Removal.TREASURE)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_may_ignore(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """By the fighter, unless somebody on their side has the identity."""
    if g.fighter == seat and (int(side_weak(g)) & int(book.effect[row].a)) == 0:
        option(g, book, Verb.USE, card, monster_of(g, -1, card), row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_may_ignore(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster goes for nothing."""
    return remove_monster(g, book, max(0, target), Removal.NO_TREASURE)


@kernel("combat.monster-specials", "combat.nonlethal")
def offer_bribe_monster(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With each Item in play that is worth enough."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and value_of(g, book, seat, c) >= book.effect[row].a:
            option(g, book, Verb.DISCARD_FOR, c, -1, row)
    return 0


@kernel("combat.monster-specials", "combat.nonlethal")
def use_bribe_monster(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The monster goes, for what the rules say."""
    return remove_monster(g, book, monster_of(g, -1, source), Removal.BY_RULE)


@kernel("run.mods-all", "class.ability-timing")
def offer_discard_for_flight(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """So often in a combat."""
    if used(g, book, seat, card) < book.effect[row].a:
        list_payments(g, book, seat, card, row, -1)
    return 0


@kernel("run.mods-all", "class.power-by-discard")
def use_discard_for_flight(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The discarded card adds to the player's rolls."""
    n = int(book.effect[row].amount)
    count_use(g, book, seat, source)
    g.run_bonus[seat] += n
    emit(g, book, Ev.EASE, seat, seat, source, -1, 0, n)
    return 0


@kernel("run.roll", "class.ability-timing")
def offer_second_try(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """Once against the monster of the roll."""
    tried = int(g.tried[seat]) >> int(g.agenda[g.agenda_n - 1, Rolled.MONSTER])
    if tried & 1 == 0:
        list_payments(g, book, seat, card, row, -1)
    return 0


@kernel("run.roll", "class.power-by-discard")
def use_second_try(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The step that waits for answers to the roll then throws again."""
    g.tried[seat] |= 1 << int(g.agenda[g.agenda_n - 1, Rolled.MONSTER])
    g.roll = 0
    return 0


@kernel("run.when", "run.mods-all", "run.roll", "class.ability-timing", "guest.sacrifice")
def offer_discard_to_escape(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """A card that may be discarded instead of a roll: for all monsters, or for one of at most a printed Level."""
    most = int(book.effect[row].a)
    m = int(open_way(g, book, seat, 0))
    if most == 0 and m >= 0:
        option(g, book, Verb.USE, card, -1, row)
    while most > 0 and m >= 0:
        if book.card[g.foe[m].card].level <= most:
            option(g, book, Verb.USE, card, m, row)
        m = int(open_way(g, book, seat, m + 1))
    return 0


@kernel("run.mods-all", "run.roll")
def use_discard_to_escape(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """Away from this monster without a die, or from all of them."""
    if target < 0:
        g.escape_all[seat] = 1
        return 0
    g.rerolls = 0
    return push_roll(g, seat=seat, monster=target, sure=1)
