"""Which monster is worth a fight, which is the last fight, and who had better fight it: oneself, or somebody else."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import resolved
from engine.board.equipment import counts
from engine.board.final_tally import placed
from engine.board.modifiers import read_mods
from engine.board.munchkin_side import promised
from engine.board.seat_lookup import in_combat
from engine.board.strength import compare
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.cultists import gives_the_end
from engine.policies.danger import LEAST_CHANCE, chance, danger, left_alone, peril, threat
from engine.policies.endgame import crowned, saving_price, would_win
from engine.policies.help_worth import NEVER, lead, own_reserve
from engine.policies.moments import awaiting
from engine.policies.weights import Weight
from engine.policies.worth import level_worth, setback
from engine.records.amounts import COUNTED, Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import Card, Seat, Tag, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Game, Status
from engine.records.step_values import Removal
from engine.records.switches import Rule
from engine.steps.combat.help_terms import prize
from engine.steps.combat.rewards import levels_won

FULL_MARGIN = 20
"""Points of Bad Stuff from which on the whole margin is asked for."""
THE_WIN = 20
"""Levels that the win is worth."""


@kernel()
def advantage(g: Game, book: Book, seat: Seat, card: Card, strength: int) -> int:
    """Points by which a monster of the hand is beaten, times 2; odd: only Levels count."""
    row = book.card[card]
    mine = strength + _against(g, book, seat, int(row.tags))
    level_only = 0
    theirs = int(row.level)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.LEVEL_ONLY:
            mine = int(g.level[seat])
            level_only = 1
        elif e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH and (int(e.x) & int(g.weak[seat])) != 0:
            theirs += resolved(g, book, seat, int(e.amount)) if e.cond == Condition.ANYONE_IS else 0
        elif e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH and e.amount <= COUNTED:
            theirs += resolved(g, book, seat, int(e.amount)) if holds(g, book, seat, card, e) == 1 else 0
        elif e.trigger == Trigger.IN_FIGHT:
            mine -= _useless(g, book, seat, e)
    return 2 * (mine - theirs) + level_only


@kernel()
def _against(g: Game, book: Book, seat: Seat, tags: int) -> int:
    """What a player's cards in play add against a monster with these tags."""
    total = 0
    for i in range(g.table_n[seat] if tags != 0 and book.lasting[Op.STRENGTH_VS_TAG] == 1 else 0):
        c = int(g.table[seat, i])
        for r in range(book.card[c].first, book.card[c].last):
            e = book.effect[r]
            if e.op == Op.STRENGTH_VS_TAG and (int(e.a) & tags) != 0 and counts(g, book, seat, c, e) == 1:
                total += int(e.amount)
    return total


@kernel()
def when_looking(g: Game, book: Book, seat: Seat) -> int:
    """What a player's cards in play add only against a monster that they have looked for."""
    flags = int(g.fight_flags)
    g.fight_flags = flags | FightFlag.LOOKED
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        for r in range(book.card[c].first, book.card[c].last):
            e = book.effect[r]
            asks = e.cond == Condition.LOOKED_FOR_TROUBLE or e.cond2 == Condition.LOOKED_FOR_TROUBLE
            if e.op == Op.STRENGTH and asks and counts(g, book, seat, c, e) == 1:
                total += resolved(g, book, seat, int(e.amount))
    g.fight_flags = flags
    return total


@kernel()
def _margin(book: Book, seat: Seat, stuff: int) -> int:
    """Strength by which a monster must be beaten: all of it for two levels of Bad Stuff, less for what hurts less."""
    margin = int(book.work.weights[seat, Weight.MARGIN])
    return margin * min(FULL_MARGIN, stuff) // FULL_MARGIN if margin > 0 else margin


@kernel()
def _useless(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Points of a player's strength that do not count against a monster with this effect."""
    if e.op == Op.LEVEL_USELESS:
        return int(g.level[seat])
    if e.op != Op.ITEMS_USELESS and e.op != Op.SLOT_USELESS:
        return 0
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 and (e.op == Op.ITEMS_USELESS or book.card[c].slot == e.a):
            total += int(book.card[c].bonus)
    return total


@kernel("help.ask", "combat.monster-specials")
def _no_help(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether all can see that nobody may help a player who fights this monster of their hand."""
    if (int(g.status[seat]) & (Status.NO_ASKING | Status.CORRUPTED)) != 0 or book.rules[Rule.HELP_MAX] == 0:
        return 1
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.NO_HELPER and e.a == 0 and e.cond == Condition.ALWAYS:
            return 1
    return 0


@kernel()
def prospect(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """1 if beating this monster wins the game for a player, -1 if it wins it for somebody else, 0 if it goes on."""
    row = book.card[card]
    goal = int(book.rules[Rule.VICTORY_LEVEL])
    arrives = int(g.level[seat]) + int(row.levels) >= goal
    need = int(book.rules[Rule.BOSS_REQUIRED])
    if int(g.bosses) + (1 if (int(row.tags) & Tag.BOSS) != 0 else 0) < need:
        return 0
    mine = 1 << seat if arrives else 0
    mask = crowned(g, book, mine, -1) if need > 0 else placed(g, book, mine, 1)
    if mask == 0:
        return 0
    return 1 if (mask >> seat) & 1 else -1


@kernel()
def _worthwhile(g: Game, book: Book, seat: Seat, card: Card, wins: int) -> int:
    """What beating a monster of the hand brings."""
    row = book.card[card]
    goal = int(book.rules[Rule.VICTORY_LEVEL])
    levels = min(int(row.levels), max(0, goal - int(g.level[seat])))
    gain = level_worth(g, book, seat, levels) + int(row.treasures) * int(book.work.weights[seat, Weight.TREASURE])
    return gain + THE_WIN * int(book.work.weights[seat, Weight.LEVEL]) if wins == 1 else gain


@kernel()
def trouble(g: Game, book: Book, seat: Seat, card: Card, strength: int) -> int:
    """Look for trouble with a monster that is safely beaten, if need be with what one can throw.

    The fight for the last Level will be answered with all that the others hold: who is patient waits, and grows
    stronger, until what they have left to throw makes it likely enough that they get through.
    """
    w = book.work.weights[seat]
    gift = left_alone(book, card, int(g.identity[seat]))
    if gift >= 0:
        return gift * int(w[Weight.TREASURE]) if gift > 0 else NEVER
    wins = prospect(g, book, seat, card)
    if wins < 0 or gives_the_end(g, book, seat, card, seat) == 1:
        return NEVER
    stuff = int(bad_stuff(g, book, seat, card, Trigger.BAD_STUFF))
    margin = _margin(book, seat, stuff)
    if margin < 0 and _no_help(g, book, seat, card) == 1:
        margin = 0  # whoever is overconfident counts on the others
    sides = int(advantage(g, book, seat, card, strength))
    both = sides - 2 * margin
    gain = _worthwhile(g, book, seat, card, wins)
    reserve = own_reserve(g, book, seat)
    short = max(0, 1 - both // 2)
    if short > 0:
        # Whoever is overconfident does not see a small gap; what they see, and cannot close, they do not begin.
        if both % 2 == 1 or reserve < max(short, 1 - sides // 2):
            return NEVER
        gain -= short * int(w[Weight.ONE_SHOT]) + saving_price(g, book, seat) + int(w[Weight.CARD])
    over = max(both // 2, 1) + margin
    thrown = threat(g, book, seat, seat)
    if wins == 1 and both % 2 == 0 and chance(over + max(0, reserve - short), thrown) < w[Weight.PATIENCE]:
        return NEVER
    odds = chance(over + 4, thrown)
    risk = stuff * int(w[Weight.DANGER]) // 15
    return (gain * odds - risk * (100 - odds)) // 100


@kernel()
def stake(g: Game, book: Book, seat: Seat) -> int:
    """What winning this combat is worth to a participant, and not losing it."""
    w = book.work.weights[seat]
    value = danger(g, book, seat)
    if seat == g.fighter:
        value += awaiting(g, book, seat, Trigger.KILLED) - awaiting(g, book, seat, Trigger.LOST)
        value += level_worth(g, book, seat, levels_won(g, book))
        value += (prize(g, book) + int(g.gifts) - promised(g)) * int(w[Weight.TREASURE])
    else:
        value += int(g.deals[seat].treasures) * int(w[Weight.TREASURE])
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
        e, gives = book.effect[r], int(book.effect[r].a)
        if e.op == Op.TREASURES_TO_WINNER:
            paid += resolved(g, book, int(g.fighter), int(e.amount))
        elif e.op == Op.END_COMBAT_LOOT or e.op == Op.LOOT_AFTER:
            value += int(book.work.weights[seat, Weight.CARD])
        elif e.op == Op.BEFRIEND and g.foe_n == 1:
            value += int(book.card[g.foe[0].card].level) // max(1, gives) * int(book.work.weights[seat, Weight.BONUS])
        elif e.op == Op.REMOVE_MONSTER:
            if (g.foe_n > 1 and e.amount != Amount.ALL) or gives == Removal.KILLED:
                return worth // 2
            by_rule = gives == Removal.BY_RULE and book.rules[Rule.NONLETHAL_TREASURE_DEFAULT] == 1
            if by_rule or gives == Removal.TREASURE or gives == Removal.TREASURE_IF_ONLY:
                paid = max(paid, int(prize(g, book)))
    mine = min(paid, int(g.deals[seat].treasures))
    if seat == g.fighter:
        mine = paid - min(paid, promised(g))
    value += mine * int(book.work.weights[seat, Weight.TREASURE])
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
        value = -_relief(g, book, seat, int(g.fighter))
        helper = int(g.helper)
        while helper >= 0:
            value -= _relief(g, book, seat, helper)
            helper = int(g.next_helper[helper])
    price = cost
    if target != seat and would_win(g, book) == 0:
        price = 2 * cost  # kept for one's own fights and for the last ones
    judged = _in_his_place(g, book, seat, target)
    return NEVER if judged == NEVER else value + judged - price


@kernel()
def _relief(g: Game, book: Book, seat: Seat, other: int) -> int:
    """What it is worth that a participant loses, which they are spared."""
    return setback(g, book, seat, other, peril(g, book, other) // 6)


@kernel()
def _in_his_place(g: Game, book: Book, seat: Seat, target: int) -> int:
    """What it is worth to `seat` that `target` fights alone; the table is as it was afterwards."""
    fighter, helper = int(g.fighter), int(g.helper)
    side, foes, ties = int(g.side), int(g.foes), int(g.ties)
    g.fighter = target
    g.helper = -1
    compare(g, book)
    value = _for_me(g, book, seat) if target == seat else _for_another(g, book, seat, target)
    g.fighter = fighter
    g.helper = helper
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
