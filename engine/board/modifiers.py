"""What the monsters of a combat, and the cards played into it, switch off or on for the whole fight."""

from __future__ import annotations

from engine.board.card_conditions import condition, holds
from engine.board.counted_amounts import resolved
from engine.board.equipment import has_passive
from engine.board.munchkin_side import side_weak
from engine.board.seat_lookup import in_combat
from engine.jit import kernel
from engine.records.book import Book, CardFacts, Effect
from engine.records.card_kinds import IN_FIGHT_BIT, Card, Kind, Seat, Slot, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import Game, Mod


@kernel(
    "combat.monster-specials", "race.discard-removes-vulnerability", "super.one", "help.not-twice",
    "combat.abilities-once",
)  # fmt: skip
def row_holds(g: Game, book: Book, card: Card, e: Effect) -> Yes:
    """Whether a monster's row counts; a bonus looks at weaknesses only (a doubler may hide them)."""
    if e.cond == Condition.ANYONE_IS and e.op == Op.STRENGTH and e.amount > 0:
        if (side_weak(g) & e.x) == 0:
            return 0
        return 1 if e.cond2 == 0 else condition(g, book, int(g.fighter), card, int(e.cond2), int(e.x2))
    return holds(g, book, int(g.fighter), card, e)


@kernel("combat.level-only", "multi.special-all")
def read_mods(g: Game, book: Book) -> int:
    """Gather what the monsters of the combat, and the cards played into it, switch off or on for the whole fight."""
    g.mods = 0
    g.barred = 0
    g.spared = 0
    for i in range(min(8, int(g.doubles_n))):
        g.doubles[i] = 0  # nothing is left of a fight that was only tried out
    g.doubles_n = 0
    for m in range(g.foe_n):
        if book.card[g.foe[m].card].triggers & IN_FIGHT_BIT:
            _read_rows(g, book, int(g.foe[m].card))
    for i in range(g.table_n[g.fighter] if book.fight_rules == 1 and g.fighter >= 0 else 0):
        if book.card[g.table[g.fighter, i]].kind == Kind.RULE:
            _read_rows(g, book, int(g.table[g.fighter, i]))
    for i in range(g.played_n):
        row = book.card[g.played[i]]
        if idle_one_shot(g, row) == 1:
            continue
        if row.triggers & IN_FIGHT_BIT and withstood(g, book, int(row.tags)) == 0:
            _read_rows(g, book, int(g.played[i]))
    return 0


@kernel("combat.level-only", "multi.special-all")
def _read_rows(g: Game, book: Book, card: Card) -> int:
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_FIGHT or e.op < Op.NO_HELPER or row_holds(g, book, card, e) == 0:
            continue
        if e.op == Op.NO_HELPER:
            if e.a == 0:
                g.mods |= Mod.NO_HELPER
            g.barred |= int(e.a)
        elif e.op == Op.DOUBLE_TAG:
            if g.doubles_n < 8:
                g.doubles[g.doubles_n] = e.a
                g.doubles_n += 1
        else:
            if e.op == Op.ITEMS_USELESS:
                g.spared |= int(e.a)
            g.mods |= _mod_of(int(e.op), int(e.a))
    return 0


@kernel("precedence.card-over-rule")
def by_rules(g: Game, book: Book, op: int, m: int) -> int:
    """What the fighter's house rules add to monster m of the combat by a lasting opcode."""
    total = 0
    if book.fight_rules == 0 or g.fighting == 0:
        return 0
    concerns = int(g.concerns)
    g.concerns = m
    g.about = m + 1
    for i in range(g.table_n[g.fighter]):
        c = int(g.table[g.fighter, i])
        row = book.card[c]
        for r in range(row.first, row.last if row.kind == Kind.RULE else row.first):
            e = book.effect[r]
            if e.trigger == Trigger.IN_FIGHT and e.op == op and holds(g, book, int(g.fighter), c, e) == 1:
                total += resolved(g, book, int(g.fighter), int(e.amount))
    g.concerns = concerns
    g.about = 0
    return total


@kernel("run.mods-all", "combat.monster-specials", "enhancer.def")
def hampered(g: Game, book: Book, seat: Seat, m: int) -> int:
    """What monster m and the enhancers on it add to the roll of a player who flees from it, asked of that player."""
    total = _on_flight(g, book, seat, int(g.foe[m].card))
    for i in range(g.played_n):
        c = int(g.played[i])
        if book.card[c].kind == Kind.ENHANCER and g.host[c] == g.foe[m].card:
            total += _on_flight(g, book, seat, c)
    return total


@kernel("run.mods-all")
def _on_flight(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What the rows of one card add."""
    total = 0
    row = book.card[card]
    for r in range(row.first, row.last if row.triggers & IN_FIGHT_BIT else row.first):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.RUN_AWAY and holds(g, book, seat, card, e) == 1:
            total += resolved(g, book, seat, int(e.amount))
    return total


@kernel("combat.monster-specials", "multi.special-all")
def withstood(g: Game, book: Book, tags: int) -> Yes:
    """Whether a monster of the combat makes the munchkins' one-shots with these tags do nothing."""
    for m in range(g.foe_n if tags != 0 else 0):
        if monster_row(g, book, int(g.foe[m].card), Op.IMMUNE_TO, tags) == 1:
            return 1
    return 0


@kernel("combat.monster-specials")
def monster_row(g: Game, book: Book, card: Card, op: int, tags: int) -> Yes:
    """Whether a monster has a lasting row of the opcode for one of some tags that counts now."""
    row = book.card[card]
    for r in range(row.first, row.last if row.triggers & IN_FIGHT_BIT else row.first):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == op and (int(e.a) & tags) != 0:
            return row_holds(g, book, card, e)
    return 0


@kernel("combat.monster-specials", "multi.special-all")
def proof(g: Game, book: Book, m: int, card: Card) -> Yes:
    """Whether a one-shot does nothing to monster m, which is immune to such cards."""
    if card < 0 or book.card[card].kind != Kind.ONE_SHOT:
        return 0
    return monster_row(g, book, int(g.foe[m].card), Op.IMMUNE_TO, int(book.card[card].tags))


@kernel("oneshot.interference", "precedence.card-over-rule")
def dulled(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a one-shot thrown by a bystander does nothing: all who fight are protected from such cards of others."""
    if in_combat(g, seat) == 1:
        return 0
    for s in range(g.seats):
        if in_combat(g, s) == 1:
            r = has_passive(g, book, s, Op.IMMUNE_TO)
            if r < 0 or (int(book.effect[r].a) & int(book.card[card].tags)) == 0:
                return 0
    return 1


@kernel("combat.monster-specials", "oneshot.definition", "item.definition")
def useless(g: Game, book: Book, card: Card) -> Yes:
    """Whether a one-shot on the munchkin side gives nothing: Items are useless here, or a monster is immune."""
    row = book.card[card]
    if row.kind != Kind.ONE_SHOT:
        return 0
    if idle_one_shot(g, row) == 1:
        return 1
    if (int(g.mods) & Mod.NO_ITEMS) != 0 and row.is_item == 1 and (int(row.tags) & int(g.spared)) == 0:
        return 1
    return withstood(g, book, int(row.tags))


@kernel("combat.monster-specials", "oneshot.definition")
def idle_one_shot(g: Game, row: CardFacts) -> Yes:
    """Whether a card is a one-shot, and the monsters of the combat make all of those do nothing."""
    return 1 if row.kind == Kind.ONE_SHOT and (int(g.mods) & Mod.NO_ONE_SHOTS) != 0 else 0


@kernel()
def times(g: Game, tags: int) -> int:
    """How many times more a card with these tags counts in this combat."""
    n = 0
    for i in range(g.doubles_n):
        if (int(g.doubles[i]) & tags) != 0:
            n += 1
    return n


@kernel()
def _mod_of(op: int, a: int) -> int:
    if op == Op.LEVEL_ONLY:
        return int(Mod.LEVEL_ONLY)
    if op == Op.ITEMS_USELESS:
        return int(Mod.NO_ITEMS)
    if op == Op.LEVEL_USELESS:
        return int(Mod.NO_LEVEL)
    if op == Op.CLASS_USELESS:
        return int(Mod.NO_CLASS)
    if op == Op.NO_HELPER_REWARD:
        return int(Mod.NO_REWARD_HELPER)
    if op == Op.UNBEATABLE:
        return int(Mod.UNBEATABLE)
    if op == Op.ONE_SHOTS_USELESS:
        return int(Mod.NO_ONE_SHOTS)
    if op == Op.SLOT_USELESS:
        return _of_slot(a)
    return 0


@kernel()
def _of_slot(slot: int) -> int:
    if slot == Slot.HEAD:
        return int(Mod.NO_HEAD)
    if slot == Slot.BODY:
        return int(Mod.NO_BODY)
    if slot == Slot.FEET:
        return int(Mod.NO_FEET)
    return int(Mod.NO_HAND) if slot == Slot.HAND else 0


@kernel("combat.monster-specials", "item.definition")
def idle(g: Game, row: CardFacts) -> Yes:
    """Whether the monsters of the combat make an Item give nothing: all Items but some, or those of its slot."""
    if (int(g.mods) & Mod.NO_ITEMS) != 0 and (int(row.tags) & int(g.spared)) == 0:
        return 1
    return 1 if (int(g.mods) & _of_slot(row.slot)) != 0 else 0
