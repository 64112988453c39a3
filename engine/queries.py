"""Read-only questions about a table: who somebody is, what he may use, who is winning."""

from __future__ import annotations

from typing import Any

from engine.cards import FEMALE, HUMAN, MALE, Axis, Condition, Kind, Slot, Trigger
from engine.jit import kernel
from engine.opcodes import Op
from engine.rules import Rule
from engine.state import FightFlag, Mod


@kernel("timing.helper-in-combat")
def in_combat(g: Any, seat: Any) -> Any:
    """Whether a seat takes part in the combat, as fighter or helper."""
    return 1 if g.fighting == 1 and (g.fighter == seat or g.helper == seat) else 0


@kernel()
def next_seat(g: Any, seat: Any) -> Any:
    """The seat to the left."""
    s = seat + 1
    return s if s < g.seats else 0


@kernel("precedence.no-sell-to-ten", "precedence.level-ten-by-monster", "precedence.no-gual-to-ten", "boss.level-ten-no-other-way")
def ceiling(g: Any, book: Any) -> Any:
    """Highest Level one may reach without killing a monster."""
    top = int(book.rules[Rule.VICTORY_LEVEL])
    return top - 1 if book.rules[Rule.VICTORY_NEEDS_KILL] == 1 else top


@kernel()
def lowest_level(g: Any, book: Any) -> Any:
    """Lowest Level of the living."""
    low = 10000
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] < low:
            low = int(g.level[s])
    return low


@kernel()
def highest_level(g: Any) -> Any:
    """Highest Level of the living."""
    high = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] > high:
            high = int(g.level[s])
    return high


@kernel(
    "class.gain-lose-abilities", "class.classless", "race.discard-removes-vulnerability", "race.human", "super.one",
    "super.two", "halfbreed.play", "sex.start", "setup.start-no-class",
)  # fmt: skip
def refresh_identity(g: Any, book: Any, seat: Any) -> Any:
    """Work out what a player is from the cards in play: `identity` for advantages, `weak` for disadvantages."""
    full = 0
    weak = 0
    for a in range(5):
        g.axis_n[seat, a] = 0
        g.doubled[seat, a] = 0
    for i in range(g.table_n[seat]):
        card = book.card[g.table[seat, i]]
        if card.kind == Kind.DOUBLER:
            g.doubled[seat, card.axis] += 1
        elif Kind.CLASS <= card.kind <= Kind.BIRTHRIGHT:
            g.axis_n[seat, card.axis] += 1
            full |= int(card.identity)
        elif card.kind == Kind.COMRADE:
            full |= int(card.identity)
            weak |= int(card.identity)
    for i in range(g.table_n[seat]):
        card = book.card[g.table[seat, i]]
        if Kind.CLASS <= card.kind <= Kind.BIRTHRIGHT:
            # super.one: a doubler with a single identity hides the disadvantages of that axis
            if g.doubled[seat, card.axis] == 0 or g.axis_n[seat, card.axis] != 1:
                weak |= int(card.identity)
    if g.status[seat] & 32:  # Status.CULTIST_CARD
        full |= int(g.pose[seat])
        weak |= int(g.pose[seat])
    if g.axis_n[seat, Axis.RACE] == 0 and book.rules[Rule.RACE_ENABLED] == 1 and book.rules[Rule.RACE_DEFAULT] == 1:
        full |= HUMAN
        weak |= HUMAN
    g.identity[seat] = full | int(g.sex[seat])
    g.weak[seat] = weak | int(g.sex[seat])
    return 0


@kernel("item.cheat", "item.limit-exemption")
def cheated(g: Any, book: Any, card: Any) -> Any:
    """Whether a Cheat! is attached to an Item."""
    seat = int(g.owner[card])
    for i in range(g.table_n[seat]):
        other = int(g.table[seat, i])
        if g.host[other] == card and book.card[other].kind == Kind.CHEAT:
            return 1
    return 0


@kernel("class.item-restriction", "super.one", "item.cheat")
def usable(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Whether a player may use an Item at this moment, slots aside."""
    row = book.card[card]
    fits = 1
    if row.only != 0 and (row.only & g.identity[seat]) == 0:
        fits = 0
    if (row.never & g.weak[seat]) != 0:
        fits = 0
    if fits == 0 and g.zone[card] == 4 and cheated(g, book, card) == 1:
        fits = 1
    return fits


@kernel("item.equip-limits", "guest.limit-exceptions")
def hands_of(g: Any, book: Any, seat: Any) -> Any:
    """Hands a player has for Items."""
    return 2 + passive(g, book, seat, Op.EXTRA_HANDS)


@kernel("item.equip-limits", "item.two-of-type", "item.limit-exemption", "item.enhancer")
def slot_used(g: Any, book: Any, seat: Any, slot: Any) -> Any:
    """How much of a slot the equipped Items use: Items, or hands for `Slot.HAND`."""
    used = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if g.equipped[c] == 1 and row.slot == slot and row.stacks == 0 and cheated(g, book, c) == 0:
            used += hands_needed(g, book, c) if slot == Slot.HAND else 1
    return used


@kernel("item.enhancer")
def hands_needed(g: Any, book: Any, card: Any) -> Any:
    """Hands an Item needs, after its Item Enhancers."""
    need = int(book.card[card].hands)
    if g.zone[card] == 4:
        seat = int(g.owner[card])
        for i in range(g.table_n[seat]):
            other = int(g.table[seat, i])
            if g.host[other] == card and book.card[other].kind == Kind.ITEM_ENHANCER:
                need += int(book.card[other].hands)
    return max(0, need) if book.card[card].hands > 0 else need


@kernel("item.equip-limits", "item.two-of-type", "item.carry-anything", "class.item-restriction")
def can_equip(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Whether an Item in play could be equipped now."""
    row = book.card[card]
    if g.equipped[card] == 1 or row.kind != Kind.ITEM:
        return 0
    return fits(g, book, seat, card)


@kernel("item.equip-limits")
def fits(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """Whether an Item could be used and finds its slot free."""
    row = book.card[card]
    if usable(g, book, seat, card) == 0:
        return 0
    if row.slot == Slot.NONE or row.stacks == 1 or (g.zone[card] == 4 and cheated(g, book, card) == 1):
        return 1
    used = slot_used(g, book, seat, row.slot)
    if row.slot == Slot.HAND:
        return 1 if used + hands_needed(g, book, card) <= hands_of(g, book, seat) else 0
    return 1 if used == 0 else 0


@kernel("item.one-big", "race.dwarf-big")
def big_room(g: Any, book: Any, seat: Any) -> Any:
    """How many more Big Items a player may carry; negative if he carries too many."""
    limit = int(book.rules[Rule.BIG_LIMIT])
    if limit == 0:
        return 100
    n = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.big == 1 and row.is_item == 1:
            n += 1
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.op == Op.BIG_LIMIT and counts(g, book, seat, c, e) == 1:
                limit = 100 if e.amount < 0 else max(limit, int(e.amount))
    return limit - n


@kernel("item.carried")
def counts(g: Any, book: Any, seat: Any, card: Any, e: Any) -> Any:
    """Whether a lasting row of a card on a player's table counts now."""
    if e.trigger == Trigger.CARRIED:
        return holds(g, book, seat, card, e)
    if e.trigger != Trigger.IN_PLAY:
        return 0
    if book.card[card].is_item == 1 and (g.equipped[card] == 0 or usable(g, book, seat, card) == 0):
        return 0
    return holds(g, book, seat, card, e)


@kernel("item.carried", "cards.hand-private")
def passive(g: Any, book: Any, seat: Any, op: Any) -> Any:
    """Sum of a lasting opcode over the cards in play of a player."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.triggers & 16386:  # Trigger.IN_PLAY or Trigger.CARRIED
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.op == op and counts(g, book, seat, c, e) == 1:
                    total += int(e.amount)
    return total


@kernel("item.carried", "class.gain-lose-abilities")
def has_passive(g: Any, book: Any, seat: Any, op: Any) -> Any:
    """Whether a card in play gives a player a lasting opcode; the effect row, or -1."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.triggers & 16386:
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.op == op and counts(g, book, seat, c, e) == 1:
                    return r
    return -1


@kernel()
def holds(g: Any, book: Any, who: Any, card: Any, e: Any) -> Any:
    """Whether both conditions of an effect row hold for a player."""
    if e.cond != 0 and condition(g, book, who, card, int(e.cond), int(e.x)) == 0:
        return 0
    if e.cond2 != 0 and condition(g, book, who, card, int(e.cond2), int(e.x2)) == 0:
        return 0
    return 1


@kernel()
def condition(g: Any, book: Any, who: Any, card: Any, cond: Any, x: Any) -> Any:
    """One condition of the table `engine.cards.Condition`."""
    if cond <= Condition.HELPER or cond == Condition.FIGHTER or cond == Condition.HELPER_PRESENT:
        return _about_player(g, book, who, cond, x)
    if cond <= Condition.MONSTER_LEVEL_AT_MOST:
        return _about_monsters(g, book, cond, x)
    if cond >= Condition.WEARS:
        return _about_cards(g, book, who, cond, x)
    return _about_moment(g, book, who, cond, x)


@kernel()
def _about_player(g: Any, book: Any, who: Any, cond: Any, x: Any) -> Any:
    yes = False
    if cond == Condition.IS:
        yes = (g.identity[who] & x) != 0
    elif cond == Condition.IS_NOT:
        yes = (g.identity[who] & x) == 0
    elif cond == Condition.HAS_AXIS:
        yes = g.axis_n[who, x] > 0
    elif cond == Condition.LACKS_AXIS:
        yes = g.axis_n[who, x] == 0
    elif cond == Condition.LEVEL_AT_LEAST:
        yes = g.level[who] >= x
    elif cond == Condition.LEVEL_AT_MOST:
        yes = g.level[who] <= x
    elif cond == Condition.HIGHEST:
        yes = g.level[who] >= highest_level(g)
    elif cond == Condition.NOT_HIGHEST:
        yes = g.level[who] < highest_level(g)
    elif cond == Condition.LOWEST:
        yes = g.level[who] <= lowest_level(g, book)
    elif cond == Condition.NOT_LOWEST:
        yes = g.level[who] > lowest_level(g, book)
    elif cond == Condition.ALONE:
        yes = g.helper < 0
    elif cond == Condition.HELPED or cond == Condition.HELPER_PRESENT:
        yes = g.helper >= 0
    elif cond == Condition.HELPER:
        yes = g.helper == who
    elif cond == Condition.FIGHTER:
        yes = g.fighting == 1 and g.fighter == who
    return 1 if yes else 0


@kernel()
def _about_monsters(g: Any, book: Any, cond: Any, x: Any) -> Any:
    for m in range(g.mon_n):
        row = book.card[g.mon[m]]
        if cond == Condition.MONSTER_TAG and (g.mon_tags[m] & x) != 0:
            return 1
        if cond == Condition.MONSTER_IS and row.number == x:
            return 1
        if cond == Condition.MONSTER_LEVEL_AT_LEAST and row.level >= x:
            return 1
        if cond == Condition.MONSTER_LEVEL_AT_MOST and row.level <= x:
            return 1
    return 0


@kernel()
def _about_moment(g: Any, book: Any, who: Any, cond: Any, x: Any) -> Any:
    yes = False
    if cond == Condition.DIE_AT_LEAST:
        yes = g.die >= x
    elif cond == Condition.DIE_AT_MOST:
        yes = g.die <= x
    elif cond == Condition.ANYONE_IS:
        yes = (side_identity(g) & x) != 0
    elif cond == Condition.NOBODY_IS:
        yes = (side_identity(g) & x) == 0
    elif cond == Condition.HAND_EVEN:
        yes = int(g.hand_n[who]) % 2 == 0
    elif cond == Condition.OWN_TURN:
        yes = g.active == who
    elif cond == Condition.SINGLE_MONSTER:
        yes = g.mon_n == 1
    elif cond == Condition.SEVERAL_MONSTERS:
        yes = g.mon_n > 1
    elif cond == Condition.FIRE_USED:
        yes = tag_used(g, book, x if x != 0 else 64) == 1
    elif cond == Condition.LEVEL_SUFFICES:
        yes = level_alone(g) > g.foes
    elif cond == Condition.LOOKED_FOR_TROUBLE:
        yes = (g.fight_flags & FightFlag.LOOKED) != 0
    return 1 if yes else 0


@kernel()
def _about_cards(g: Any, book: Any, who: Any, cond: Any, x: Any) -> Any:
    yes = False
    if cond == Condition.WEARS:
        yes = worn(g, book, who, x) >= 0
    elif cond == Condition.NOT_WEARS:
        yes = worn(g, book, who, x) < 0
    elif cond == Condition.FLAG:
        yes = (g.fight_flags & x) != 0
    elif cond == Condition.ANY_NOT:
        yes = (g.identity[g.fighter] & x) == 0 or (g.helper >= 0 and (g.identity[g.helper] & x) == 0)
    elif cond == Condition.CARD_PLAYED:
        for i in range(g.played_n):
            if book.card[g.played[i]].number == x:
                yes = True
    elif cond == Condition.OWNS or cond == Condition.NOT_OWNS:
        yes = (owns(g, book, who, x) >= 0) == (cond == Condition.OWNS)
    elif cond == Condition.HAS_ITEM or cond == Condition.HAS_NO_ITEM:
        yes = (item_count(g, book, who) > 0) == (cond == Condition.HAS_ITEM)
    elif cond == Condition.CHOSE:
        yes = g.chosen == x
    return 1 if yes else 0


@kernel()
def worn(g: Any, book: Any, seat: Any, slot: Any) -> Any:
    """An equipped Item of a slot (one that uses the slot up, if there is one), or -1."""
    found = -1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.equipped[c] == 1 and book.card[c].slot == slot:
            if book.card[c].stacks == 0:
                return c
            found = c
    return found


@kernel()
def owns(g: Any, book: Any, seat: Any, number: Any) -> Any:
    """A card of a design on a player's table, or -1."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].number == number:
            return c
    return -1


@kernel("item.definition", "other.treasures")
def item_count(g: Any, book: Any, seat: Any) -> Any:
    """Items in play of a player."""
    n = 0
    for i in range(g.table_n[seat]):
        if book.card[g.table[seat, i]].is_item == 1:
            n += 1
    return n


@kernel()
def tag_used(g: Any, book: Any, tag: Any) -> Any:
    """Whether the munchkin side uses an equipped or played card with a tag."""
    for i in range(g.played_n):
        if (book.card[g.played[i]].tags & tag) != 0 and g.played_side[i] == 0:
            return 1
    for s in range(g.seats):
        if in_combat(g, s) == 1:
            for i in range(g.table_n[s]):
                c = int(g.table[s, i])
                if g.equipped[c] == 1 and (book.card[c].tags & tag) != 0:
                    return 1
    return 0


@kernel("help.shared-vulnerability", "help.not-twice", "combat.abilities-once")
def side_identity(g: Any) -> Any:
    """Everything the munchkin side is, for advantages: each modifier counts once however many have the trait."""
    if g.fighting == 0:
        return 0
    mask = int(g.identity[g.fighter])
    return mask | int(g.identity[g.helper]) if g.helper >= 0 else mask


@kernel("help.shared-vulnerability", "help.not-twice", "super.one")
def side_weak(g: Any) -> Any:
    """Everything the munchkin side is, for disadvantages."""
    mask = int(g.weak[g.fighter])
    return mask | int(g.weak[g.helper]) if g.helper >= 0 else mask


@kernel()
def level_alone(g: Any) -> Any:
    """Levels of the participants."""
    total = int(g.level[g.fighter])
    return total + int(g.level[g.helper]) if g.helper >= 0 else total


@kernel()
def worth(g: Any, book: Any, seat: Any) -> Any:
    """Gold Pieces of the Items a player could sell, from hand and table."""
    total = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.is_item == 1:
            total += int(row.gold)
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.is_item == 1 or row.kind == Kind.ITEM_ENHANCER:
            total += int(row.gold)
    return total


@kernel("turn.hand-limit")
def hand_limit(g: Any, book: Any, seat: Any) -> Any:
    """Most cards a player may hold at the end of his turn."""
    return int(book.rules[Rule.HAND_LIMIT]) + passive(g, book, seat, Op.HAND_LIMIT)


