"""Combat strength of both sides."""

from __future__ import annotations

from engine.board.card_conditions import condition, holds
from engine.board.counted_amounts import resolved
from engine.board.equipment import counts, usable
from engine.board.kept_curses import evil_bonus
from engine.board.modifiers import by_rules, idle, read_mods, row_holds, times
from engine.board.seat_lookup import in_combat, kept_level
from engine.board.thrown_cards import played_extra
from engine.jit import kernel
from engine.records.book import Book, CardFacts
from engine.records.card_kinds import IN_FIGHT_BIT, IN_PLAY_BIT, LASTING_BITS, Card, Kind, Seat, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Game, Mark, Mod, Status
from engine.records.switch_values import LevelOnly
from engine.records.switches import Rule


@kernel("combat.strength", "item.hand-no-effect", "cards.hand-private", "item.carried", "class.item-restriction")
def item_bonus(g: Game, book: Book, seat: Seat, card: Card, armor_only: int) -> int:
    """Combat bonus an equipped Item gives its owner in this combat."""
    row = book.card[card]
    if g.equipped[card] == 0 or usable(g, book, seat, card) == 0:
        return 0
    if armor_only == 1 and row.slot != Slot.BODY:
        return 0
    if (int(g.combat_mark[card]) & Mark.SILENT) != 0:
        return 0
    return item_worth(g, book, seat, card)


@kernel("combat.strength", "item.enhancer")
def item_worth(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Combat bonus an Item gives whoever uses it, with what is attached to it."""
    row = book.card[card]
    owner = int(g.owner[card])
    bonus = int(row.bonus) + int(g.combat_bonus[card])
    for i in range(g.table_n[owner] if g.laden[card] == 1 else 0):
        other = int(g.table[owner, i])
        if g.host[other] == card and book.card[other].kind == Kind.ITEM_ENHANCER:
            bonus += int(book.card[other].bonus)
    if row.triggers & IN_PLAY_BIT:
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger != Trigger.IN_PLAY:
                continue
            against = (
                e.op == Op.STRENGTH_VS_TAG and condition(g, book, seat, card, Condition.MONSTER_TAG, int(e.a)) == 1
            )
            if against or (e.op == Op.STRENGTH and holds(g, book, seat, card, e) == 1):
                bonus += resolved(g, book, seat, int(e.amount))
    if in_combat(g, seat) == 1:
        bonus = _changed_by_fight(g, row, bonus)
    return bonus


@kernel("combat.level-only")
def _changed_by_fight(g: Game, row: CardFacts, bonus: int) -> int:
    return 0 if idle(g, row) == 1 else bonus + bonus * times(g, int(row.tags))


@kernel(
    "combat.strength", "level.definition", "companion.conan", "curse.next-combat-now", "curse.persistent", "guest.yeza",
)  # fmt: skip
def modifiers(g: Game, book: Book, seat: Seat) -> int:
    """Everything that a player's cards in play add to or take from their Level."""
    armor_only = 0
    total = 0
    cursed = (book.lasting[Op.ONLY_ARMOR] | book.lasting[Op.EVIL]) != 0
    for i in range(g.table_n[seat] if cursed else 0):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.CURSE:
            armor_only = max(armor_only, _has(book, c, Op.ONLY_ARMOR))
            total -= evil_bonus(g, book, c) if _has(book, c, Op.EVIL) == 1 else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.is_item == 1:
            total += item_bonus(g, book, seat, c, armor_only)
            total += _per_other(g, book, seat, c) if g.pose[seat] != 0 else 0
        else:
            if row.kind == Kind.COMRADE or row.kind == Kind.GUEST_STAR or row.kind == Kind.MONSTER:
                total += int(row.bonus) if row.kind != Kind.MONSTER else kept_level(g, book, c)
            if row.triggers & LASTING_BITS:
                total += _lasting_strength(g, book, seat, c)
    return total


@kernel()
def _has(book: Book, card: Card, op: int) -> int:
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == op:
            return 1
    return 0


@kernel("cultist.six", "cultist.everyone")
def _per_other(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card adds for each other player who has an identity, or is counted among those who do."""
    total = 0
    if in_combat(g, seat) == 1 and (g.mods & Mod.NO_CLASS) != 0:
        return 0
    for r in range(book.card[card].first, book.card[card].last):
        e = book.effect[r]
        if e.op != Op.STRENGTH_PER_OTHER or counts(g, book, seat, card, e) == 0:
            continue
        for s in range(g.seats):
            # Who only poses is nobody's companion, unless they want to be counted.
            fellow = (int(g.identity[s]) & ~int(g.pose[s]) & int(e.a)) != 0
            if s != seat and (fellow or (g.status[s] & Status.AMONG_CULTISTS) != 0):
                total += int(e.amount)
    return total


@kernel("class.gain-lose-abilities", "role.fighter.flurry")
def _lasting_strength(g: Game, book: Book, seat: Seat, card: Card) -> int:
    row = book.card[card]
    total = 0
    silent = row.kind == Kind.CLASS and in_combat(g, seat) == 1 and (g.mods & Mod.NO_CLASS) != 0
    if silent:
        return 0
    total += _per_other(g, book, seat, card) if book.lasting[Op.STRENGTH_PER_OTHER] != 0 else 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.STRENGTH and counts(g, book, seat, card, e) == 1:
            total += resolved(g, book, seat, int(e.amount))
        elif e.op == Op.STRENGTH_VS_TAG and counts(g, book, seat, card, e) == 1:
            if condition(g, book, seat, card, Condition.MONSTER_TAG, int(e.a)) == 1:
                total += int(e.amount)
        elif e.op == Op.FLURRY and counts(g, book, seat, card, e) == 1:
            if in_combat(g, seat) == 1 and g.played_by[seat] > 1:
                total += int(e.amount)
    return total


@kernel("combat.monster-specials", "help.elf-bonus", "super.one", "precedence.card-over-rule")
def by_monsters(g: Game, book: Book, seat: Seat) -> int:
    """What the monsters of the combat add to a participant's own strength, or take from it, for what they are."""
    total = 0
    if (g.fight_flags & FightFlag.NO_PRINTED) != 0:
        return 0
    for m in range(g.foe_n):
        row = book.card[g.foe[m].card]
        for r in range(row.first, row.last if row.triggers & IN_FIGHT_BIT else row.first):
            e = book.effect[r]
            if e.trigger == Trigger.IN_FIGHT and e.op == Op.EACH_STRENGTH:
                # super.one: a doubler with a single identity hides the disadvantage
                traits = int(g.weak[seat]) if e.amount < 0 else int(g.identity[seat])
                if (traits & e.a) != 0:
                    total += int(e.amount)
    return total


@kernel("combat.strength", "precedence.negative-strength")
def player_strength(g: Game, book: Book, seat: Seat) -> int:
    """Combat strength of one player as they stand, without what was played on their side in a combat."""
    return int(g.level[seat]) + modifiers(g, book, seat)


@kernel(
    "enhancer.def", "enhancer.stack", "combat.monster-specials", "precedence.negative-strength", "multi.combined",
    "cultist.cthulhu-rises", "help.elf-bonus", "example.conan-thaug", "example.magical-mess-elf",
)  # fmt: skip
def monster_strength(g: Game, book: Book, m: int) -> int:
    """Combat strength of one monster of the combat."""
    c = int(g.foe[m].card)
    row = book.card[c]
    total = int(row.level) + int(g.foe[m].bonus) + int(g.foe[m].extra) + by_rules(g, book, Op.STRENGTH, m)
    if (row.triggers & IN_FIGHT_BIT) == 0 or (g.fight_flags & FightFlag.NO_PRINTED) != 0:
        return total
    g.about = m + 1
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_FIGHT:
            continue
        if e.op == Op.STRENGTH:
            # A bonus against one trait counts once for the group, not once for each copy: help.not-twice
            if row_holds(g, book, c, e) == 1:
                total += resolved(g, book, int(g.fighter), int(e.amount))
        elif e.op == Op.MATE_BONUS:
            total += int(e.amount) * (int(g.foe_n) - 1)
    g.about = 0
    return total


@kernel(
    "combat.compare", "combat.level-only", "class.warrior-wins-ties", "combat.monsters-win-ties", "help.one-only",
    "multi.combined",
)  # fmt: skip
def compare(g: Game, book: Book) -> int:
    """Work out both sides of the combat into `side`, `foes`, `ties`; returns 1 if the munchkins are winning."""
    read_mods(g, book)
    foes = 0
    for m in range(g.foe_n):
        foes += monster_strength(g, book, m)
    side = _side_of(g, book, int(g.fighter))
    ignores = int(book.rules[Rule.LEVEL_ONLY_IGNORES])
    full = (g.mods & Mod.LEVEL_ONLY) == 0 or ignores == LevelOnly.ITEMS_ONLY
    helper = int(g.helper)
    while helper >= 0:
        side += _side_of(g, book, helper)
        helper = int(g.next_helper[helper])
    thrown = int(g.side_bonus) + played_extra(g, book, 0)
    foes += played_extra(g, book, 1)
    if full:
        side += thrown
        if g.helper < 0 and (g.fight_flags & FightFlag.DOUBLE_LEADER) != 0:
            side *= 2 + int(g.doppelgangers)  # each double is the fighter once more, none doubles another
    elif ignores == 1:
        side += min(0, thrown)
    g.side = side
    g.foes = foes
    g.ties = _wins_ties(g, book)
    if (g.mods & Mod.UNBEATABLE) != 0:
        return 0
    if side > foes:
        return 1
    return 1 if side == foes and g.ties == 1 else 0


@kernel("combat.level-only")
def _side_of(g: Game, book: Book, seat: Seat) -> int:
    level = 0 if (g.mods & Mod.NO_LEVEL) != 0 else int(g.level[seat])
    told = by_monsters(g, book, seat)
    if (g.mods & Mod.LEVEL_ONLY) == 0:
        return level + modifiers(g, book, seat) + int(g.player_bonus[seat]) + told
    ignores = int(book.rules[Rule.LEVEL_ONLY_IGNORES])
    if ignores == 0:
        return level
    if ignores == 1:
        return level + min(0, modifiers(g, book, seat)) + min(0, int(g.player_bonus[seat])) + min(0, told)
    rest = int(g.player_bonus[seat]) + told
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 0:
            rest += _lasting_strength(g, book, seat, c)
    return level + rest


@kernel("class.warrior-wins-ties")
def _wins_ties(g: Game, book: Book) -> int:
    if book.rules[Rule.COMBAT_TIES] == 1:
        return 1
    for s in range(g.seats):
        if in_combat(g, s) == 1:
            for i in range(g.table_n[s]):
                c = int(g.table[s, i])
                row = book.card[c]
                if (row.triggers & IN_PLAY_BIT) == 0 or (row.kind == Kind.CLASS and (g.mods & Mod.NO_CLASS) != 0):
                    continue
                for r in range(row.first, row.last):
                    e = book.effect[r]
                    if e.op == Op.WINS_TIES and counts(g, book, s, c, e) == 1:
                        return 1
    return 0
