"""Help: what it is worth to whoever gives it and gets it, what one could do without, and who helps for nothing."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import resolved
from engine.board.equipment import passive
from engine.board.modifiers import useless
from engine.board.munchkin_side import end_supposing, helper_count, side_weak, suppose_helper
from engine.board.seat_lookup import in_combat, is_mate
from engine.board.strength import by_monsters, modifiers, player_strength
from engine.jit import kernel
from engine.policies.endgame import grudge, winners, winners_by, would_win
from engine.policies.lasting_worth import is_plain, levels_now
from engine.policies.weights import Weight
from engine.policies.worth import ahead, harm, resentment
from engine.records.amounts import COUNTED
from engine.records.book import Book, Effect
from engine.records.card_kinds import ABILITY_BIT, IN_FIGHT_BIT, LASTING_BITS, Card, Kind, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Game, Mod, Status
from engine.records.switch_values import LevelOnly
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.combat.help_terms import MOST_PROMISED, unpromised
from engine.steps.combat.rewards import levels_won
from engine.steps.offers.legality import may_go_up
from engine.steps.offers.power_prices import used

FAVOUR = 4
"""Kindness worth so large a part of a Treasure does without one."""


@kernel("help.volunteer")
def wants_pay(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player does not help for nothing where there is something to share; a win or an Elf's level is pay."""
    if unpromised(g, book) == 0 or winners(g, book) != 0 or is_mate(g, book, seat, int(g.fighter)) == 1:
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


NEVER = -100_000
IN_COMBAT = int(Timing.COMBAT | Timing.FIGHTER)
GRUDGE = 8
"""A Treasure brings a helper an eighth as far as what the grudge against them is measured by."""


@kernel()
def lead(g: Game) -> int:
    """Points by which the munchkin side wins; 0 or less: it loses."""
    return int(g.side) - int(g.foes) + int(g.ties)


@kernel()
def _as_helper(g: Game, book: Book, seat: Seat) -> int:
    """A player's own strength in this combat, less what the fighter has only as long as they stand alone."""
    fighter = int(g.fighter)
    changes = asks_for_company(g, book, fighter)
    alone = modifiers(g, book, fighter) if changes == 1 else 0
    suppose_helper(g, seat)
    total = player_strength(g, book, seat) - alone
    total += modifiers(g, book, fighter) if changes == 1 else 0
    end_supposing(g)
    return total


@kernel()
def asks_for_company(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a card in play before a player has a row that may ask who else is in the combat."""
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        for r in range(row.first, row.last if row.triggers & LASTING_BITS else row.first):
            e = book.effect[r]
            if is_plain(int(e.cond)) == 0 or is_plain(int(e.cond2)) == 0 or e.amount <= COUNTED:
                return 1
    return 0


@kernel()
def adds(g: Game, book: Book, seat: Seat) -> int:
    """What a player would add to the munchkin side: what they are may also make the monsters stronger."""
    if (int(g.mods) & Mod.LEVEL_ONLY) != 0:
        total = int(g.level[seat])
    else:
        total = _as_helper(g, book, seat) + by_monsters(g, book, seat)
        if (int(g.mods) & Mod.NO_LEVEL) != 0:
            total -= int(g.level[seat])
    weak = side_weak(g)
    for m in range(g.foe_n):
        row = book.card[g.foe[m].card]
        if (int(row.triggers) & IN_FIGHT_BIT) == 0:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH and e.cond == Condition.ANYONE_IS:
                if (int(e.x) & weak) == 0 and (int(e.x) & int(g.weak[seat])) != 0:
                    total -= resolved(g, book, int(g.fighter), int(e.amount))
            elif e.trigger == Trigger.IN_FIGHT and e.op == Op.STRENGTH:
                total -= _strengthened(g, book, seat, e)
    return total


@kernel()
def _strengthened(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """What a monster's row gives it more with a player as a further helper: it asks for help, or counts something."""
    cond = int(e.cond)
    asks = cond == Condition.ALONE or cond == Condition.HELPED or cond == Condition.HELPER_PRESENT
    if not asks and cond < Condition.HELPERS_AT_LEAST and (cond != Condition.ALWAYS or e.amount > COUNTED):
        return 0
    before = resolved(g, book, int(g.fighter), int(e.amount))
    if cond == Condition.ALONE:
        return -before if g.helper < 0 else 0
    after = _in_company(g, book, seat, int(e.amount))
    if cond == Condition.ALWAYS:
        return after - before
    n = int(helper_count(g))
    if cond == Condition.HELPED or cond == Condition.HELPER_PRESENT:
        return after - (before if n > 0 else 0)
    if cond == Condition.HELPERS_AT_LEAST:
        return (after if n + 1 >= e.x else 0) - (before if n >= e.x else 0)
    return (after if n + 1 <= e.x else 0) - (before if n <= e.x else 0)


@kernel()
def _in_company(g: Game, book: Book, seat: Seat, amount: int) -> int:
    """An amount as it will be with a player as the fighter's helper."""
    suppose_helper(g, seat)
    found = resolved(g, book, int(g.fighter), amount)
    end_supposing(g)
    return found


@kernel("combat.level-only")
def counted(g: Game, book: Book, points: int) -> int:
    """What is left of points thrown on the munchkin side: where only Levels count mostly nothing."""
    ignores = int(book.rules[Rule.LEVEL_ONLY_IGNORES])
    if (int(g.mods) & Mod.LEVEL_ONLY) == 0 or ignores == LevelOnly.ITEMS_ONLY:
        return points
    return min(0, points) if ignores == LevelOnly.BONUSES_ONLY else 0


@kernel()
def own_reserve(g: Game, book: Book, seat: Seat) -> int:
    """Points by which a player could still move their own fight: cards thrown, and cards paid for a power."""
    total = 0
    thrown = 0
    for i in range(g.hand_n[seat]):
        points = from_card(g, book, seat, int(g.hand[seat, i]))
        total += points
        thrown += 1 if points > 0 else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        total += from_card(g, book, seat, c) if book.card[c].kind == Kind.ONE_SHOT else 0
    return total + (paid_strength(g, book, seat, int(g.hand_n[seat]) - thrown) if _bonuses_count(g, book) == 1 else 0)


@kernel()
def _bonuses_count(g: Game, book: Book) -> Yes:
    """Whether more than Levels counts on the munchkins' side."""
    return 1 if g.fighting == 0 or counted(g, book, 1) > 0 else 0


@kernel("gual.play")
def from_card(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points that a card brings its player: on their side, if any count there, off the monsters, or as a Level."""
    row, side = book.card[card], _bonuses_count(g, book)
    if row.kind == Kind.GO_UP_A_LEVEL:
        is_of_use = g.fighting == 1 and in_combat(g, seat) == 1 and may_go_up(g, book, seat, card) == 1
        return levels_now(g, book, seat, card) if is_of_use else 0
    if row.kind == Kind.ENHANCER or (row.kind == Kind.ONE_SHOT and row.bonus != 0):
        if row.bonus > 0:
            idle = row.kind != Kind.ONE_SHOT or (g.fighting == 1 and useless(g, book, card) == 1)
            return 0 if idle else int(row.bonus) * side
        return -int(row.bonus) * (most_linked(g) if row.kind == Kind.ENHANCER else 1)
    if (row.kind != Kind.SPECIAL and row.kind != Kind.ONE_SHOT) or (int(row.timing) & IN_COMBAT) == 0:
        return 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.STRENGTHEN_ALL and (e.trigger == Trigger.PLAYED or e.trigger == Trigger.CHOSEN):
            return max(0, -resolved(g, book, seat, int(e.amount))) * (max(1, int(g.foe_n)) if g.fighting == 1 else 1)
        if e.op == Op.BOOST and e.trigger == Trigger.PLAYED and g.fighting == 1:
            return max(0, resolved(g, book, seat, int(e.amount))) * side
        if e.op == Op.DOUBLE_STRENGTH and g.fighting == 1 and g.fighter == seat:
            return max(0, doubling(g)) * side
    return 0


@kernel("combat.strength")
def doubling(g: Game) -> int:
    """What the side of a fighter without a helper gains if they count once more."""
    if g.helper >= 0:
        return 0
    doubled = (int(g.fight_flags) & FightFlag.DOUBLE_LEADER) != 0
    return int(g.side) // (2 + int(g.doppelgangers)) if doubled else int(g.side)


@kernel()
def linked(g: Game, m: int) -> int:
    """How many monsters an enhancer on monster m counts for: its copies share it."""
    n = 0
    for i in range(g.foe_n):
        n += 1 if g.foe[i].link == g.foe[m].link else 0
    return n


@kernel()
def most_linked(g: Game) -> int:
    """How many monsters of the combat an enhancer counts for at most; one if there is no combat."""
    most = 1
    for m in range(g.foe_n if g.fighting == 1 else 0):
        most = max(most, linked(g, m))
    return most


@kernel()
def paid_strength(g: Game, book: Book, seat: Seat, cards: int) -> int:
    """Strength that a power of one's cards in play would still give for some cards of the hand."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if (int(row.triggers) & ABILITY_BIT) == 0 or row.is_item == 1:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger != Trigger.ABILITY or e.op != Op.DISCARD_FOR_STRENGTH:
                continue
            if e.cond == Condition.ALWAYS or (g.fighting == 1 and holds(g, book, seat, c, e) == 1):
                left = int(e.a) - (used(g, book, seat, c) if g.fighting == 1 else 0)
                total = max(total, max(0, min(left, cards)) * max(1, int(e.amount)))
    return total


@kernel()
def part(g: Game, book: Book, percent: int) -> int:
    """A share of the combat's Treasures, at least one of them if there is a share and a Treasure at all."""
    whole = min(MOST_PROMISED, unpromised(g, book))
    if percent <= 0 or whole == 0:
        return 0
    return max(1, min(whole, (whole * percent + 50) // 100))


@kernel()
def _envied(g: Game, book: Book, won: int) -> int:
    """Levels of the fight that others grudge the fighter: what a rule adds to a first kill comes to everybody once."""
    first = (int(g.status[g.fighter]) & Status.HAS_KILLED) == 0 and (g.foe_n > 0 or g.owed_levels > 0)
    return won - (int(book.rules[Rule.FIRST_KILL_LEVELS]) - 1 if first else 0)


@kernel()
def gladness(g: Game, book: Book, judge: Seat, seat: Seat, treasures: int) -> int:
    """What `seat` gains by helping the fighter for some Treasures, by the weights of the player who judges it."""
    w = book.work.weights[judge]
    won = levels_won(g, book)
    ends = winners_by(g, book, won, -1)
    if ends != 0:
        shares = would_win(g, book) == 1 and book.rules[Rule.SHARED_VICTORY] == 1
        return 50 * int(w[Weight.LEVEL]) if shares or (ends >> seat) & 1 else NEVER
    fighter = int(g.fighter)
    levels = _envied(g, book, won)
    value = treasures * int(w[Weight.TREASURE]) + int(w[Weight.HELP])
    value -= grudge(g, book, judge, fighter, levels)
    value -= resentment(g, seat, fighter) * int(w[Weight.RESENT]) // 100
    gap = ahead(g, seat, fighter) if is_mate(g, book, seat, fighter) == 0 else 0
    return value - gap * int(w[Weight.HOSTILITY] if gap > 0 else w[Weight.UNDERDOG]) // 2


@kernel()
def profit(g: Game, book: Book, seat: Seat, helper: Seat, treasures: int) -> int:
    """What it costs the fighter that a helper gets a share, and an Elf levels, the more the closer they are."""
    w = book.work.weights[seat]
    # Nobody grudges a rival what they do not get: help for nothing is taken from anybody.
    if is_mate(g, book, seat, helper) == 1:
        return 0
    value = treasures * (int(w[Weight.DENY]) + max(0, harm(g, book, seat, helper)) // GRUDGE)
    if book.rules[Rule.HELP_HELPER_LEVELS] == 1:
        levels = passive(g, book, helper, Op.HELPER_LEVEL) * int(g.foe_n)
        wins = int(g.level[helper]) + levels >= book.rules[Rule.VICTORY_LEVEL]
        if wins and levels > 0 and book.rules[Rule.HELP_ELF_CAN_WIN] == 1:
            return -NEVER
        value += grudge(g, book, seat, helper, levels)
    return value
