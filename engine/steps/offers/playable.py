"""Which cards a player may play now, and on what: the options of every window."""

from __future__ import annotations

from engine.board.equipment import big_room, can_equip, ceiling, comrades, has_passive
from engine.board.modifiers import idle_one_shot
from engine.board.seat_lookup import doublers_at_most, has_row, in_combat, left_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import GROUPING, Card, Kind, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game, Phase, Zone
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.offers.actions import is_curse
from engine.steps.offers.item_carriers import cultist_options, disguised_options
from engine.steps.offers.legality import (
    AT_ANYBODY,
    aimed_options,
    attachable,
    may_go_up,
    may_join,
    may_take_identity,
    program_allows,
)
from engine.steps.offers.own_turn_powers import lift_options

PLAYED_BITS = 1 << Trigger.PLAYED | 1 << Trigger.CHOSEN | 1 << Trigger.ROLLED
OWN, COMBAT, FRESH, IDLE = 1, 2, 4, 8  # bits of `moment`: own turn; in a combat's window; just received; idle talk


@kernel("timing.own-turn", "class.play-own-turn", "cards.receive-play", "super.play", "critical.play", "halfbreed.play")
def identity_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Classes, Races and their doublers."""
    row = book.card[card]
    if row.kind == Kind.DOUBLER:
        if g.doubled[seat, row.axis] >= doublers_at_most(book, int(row.axis)):
            return 0
        if g.axis_n[seat, row.axis] > 0:
            option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
        else:
            _doubler_with(g, book, seat, card)
    elif may_take_identity(g, book, seat, card) == 1:
        option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    return 0


@kernel("super.play", "critical.play")
def _doubler_with(g: Game, book: Book, seat: Seat, card: Card) -> int:
    axis = int(book.card[card].axis)
    for i in range(g.hand_n[seat]):
        other = int(g.hand[seat, i])
        row = book.card[other]
        if (
            row.axis == axis
            and Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT
            and may_take_identity(g, book, seat, other) == 1
        ):
            option(g, book, Verb.PLAY_WITH, card, other, 0)
    return 0


@kernel("timing.treasure-play", "timing.own-turn", "item.one-big", "big.no-swap", "item.enhancer", "item.cheat")
def table_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Items and what is attached to them, played to the table outside combat."""
    row = book.card[card]
    if row.kind == Kind.ITEM:
        if row.big == 0 or big_room(g, book, seat) > 0:
            option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    elif row.kind == Kind.ONE_SHOT:
        waits = (int(row.timing) & ~int(Timing.OWN_TURN | Timing.ANY)) != 0 and (row.timing & Timing.OWN_TURN) == 0
        if row.is_item == 1 and waits:
            option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    elif row.kind == Kind.ITEM_ENHANCER or row.kind == Kind.CHEAT:
        if is_curse(book, card) == 1 or (
            row.kind == Kind.ITEM_ENHANCER and book.rules[Rule.ITEM_ENHANCER_ENABLED] == 0
        ):
            return 0  # a Curse is played at any time, whosoever Item it meets
        for i in range(g.table_n[seat]):
            c = int(g.table[seat, i])
            if book.card[c].kind == Kind.ITEM and attachable(g, book, card, c) == 1:
                option(g, book, Verb.PLAY, card, c, Aim.ITEM)
        if row.kind == Kind.CHEAT:
            _cheat_with(g, book, seat, card)
    return 0


@kernel("item.cheat", "item.one-big")
def _cheat_with(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """A Cheat! played together with an Item from the hand, also with one Big Item too many."""
    for i in range(g.hand_n[seat]):
        other = int(g.hand[seat, i])
        if book.card[other].kind == Kind.ITEM:
            option(g, book, Verb.PLAY_WITH, card, other, 0)
    return 0


@kernel(
    "timing.any-time", "curse.hand", "gual.play", "gual.on-others", "precedence.no-gual-to-ten",
    "curse.self-useful", "death.no-cards", "combat.curse-in-combat", "guest.play-any-time", "gual.level-nine",
)  # fmt: skip
def any_time_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Curses, Go Up a Level, and whatever else may be played at any moment."""
    row = book.card[card]
    if row.kind == Kind.CURSE:
        for k in range(1, g.seats + 1):
            s = left_of(g, seat, k)
            if g.dead[s] == 0 and (s == seat or has_passive(g, book, s, Op.TRUCE) < 0):
                option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    elif row.kind == Kind.GO_UP_A_LEVEL:
        for k in range(g.seats):
            s = left_of(g, seat, k)
            if g.dead[s] == 0 and may_go_up(g, book, s, card) == 1:
                option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    elif row.kind == Kind.SPECIAL or row.kind == Kind.ONE_SHOT:
        _special_options(g, book, seat, card)
    elif row.kind == Kind.GUEST_STAR:
        option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    elif row.kind == Kind.COMRADE:
        _comrade_options(g, book, seat, card)
    elif row.kind == Kind.ITEM_ENHANCER and book.rules[Rule.ITEM_ENHANCER_ENABLED] == 1:
        _cursed_options(g, book, seat, card)
    return 0


@kernel("companion.conan", "item.cheat")
def _comrade_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """One Comrade at a time; another one with a Cheat! of one's hand."""
    if comrades(g, book, seat) == 0:
        return option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    for i in range(g.hand_n[seat]):
        if book.card[g.hand[seat, i]].kind == Kind.CHEAT:
            option(g, book, Verb.PLAY_WITH, int(g.hand[seat, i]), card, 0)
    return 0


@kernel("item.enhancer-cursed", "curse.victim-chooses")
def _cursed_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """A Curse that is an Item Enhancer strikes anybody with an Item for it, who names the Item unless switched."""
    by_victim = is_curse(book, card) == 1 and book.rules[Rule.ITEM_ENHANCER_CURSED_ITEM] == 0
    for k in range(1, g.seats + 1):
        s = left_of(g, seat, k)
        spared = s != seat and has_passive(g, book, s, Op.TRUCE) >= 0
        for i in range(g.table_n[s] if g.dead[s] == 0 and not spared else 0):
            c = int(g.table[s, i])
            if book.card[c].kind != Kind.ITEM or attachable(g, book, card, c) == 0:
                continue
            if by_victim:
                option(g, book, Verb.PLAY, card, s, Aim.SEAT)
                break
            option(g, book, Verb.PLAY, card, c, Aim.ITEM)
    return 0


@kernel("cultist.become", "cultist.locked")
def _special_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Specials aim at a player when their program changes another's state, else at nobody."""
    if aimed_options(g, book, seat, card) == 1:
        return 0
    row = book.card[card]
    aims = 0
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.MEETING and g.fighting == 1:
            return 0  # nobody meets while a combat is going on
        # What stands behind a choice or a die aims as well.
        if (1 << int(book.effect[r].trigger)) & PLAYED_BITS and op in AT_ANYBODY:
            aims = max(aims, 2 if op == Op.STEAL_LEVEL else 1)
    if aims == 0:
        if program_allows(g, book, card, Trigger.PLAYED, seat) == 1:
            option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
        return 0
    if aims == 2 and g.level[seat] >= ceiling(g, book):
        return 0  # a level taken from somebody else cannot be the winning one
    for k in range(1, g.seats + 1):
        s = left_of(g, seat, k)
        if g.dead[s] == 0 and not (aims == 2 and (s == seat or g.level[s] <= book.rules[Rule.LEVEL_MIN])):
            if program_allows(g, book, card, Trigger.PLAYED, s) == 1:
                option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0


@kernel(
    "combat.who-may-interfere", "oneshot.definition", "oneshot.interference", "oneshot.from-hand-or-table",
    "combat.other-cards", "combat.enhancer-either", "enhancer.choose-target", "help.anyone-plays", "enhancer.nein",
)  # fmt: skip
def combat_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Cards for the combat that is going on."""
    row = book.card[card]
    if idle_one_shot(g, row) == 1:
        return 0
    if row.kind == Kind.ONE_SHOT and row.bonus != 0:
        if g.helper < 0 or has_row(book, card, Op.LONE_SIDE, 0) == 0:
            option(g, book, Verb.PLAY, card, int(g.fighter), Aim.SIDE)
        for m in range(g.foe_n):
            option(g, book, Verb.PLAY, card, m, Aim.MONSTER)
    elif row.kind == Kind.ENHANCER:
        for m in range(g.foe_n):
            option(g, book, Verb.PLAY, card, m, Aim.MONSTER)
        if (row.tags & GROUPING) != 0:
            disguised_options(g, book, seat, card)
    elif row.kind == Kind.WANDERING:
        for i in range(g.hand_n[seat]):
            other = int(g.hand[seat, i])
            if book.card[other].kind == Kind.MONSTER:
                option(g, book, Verb.PLAY_WITH, card, other, 0)
    elif row.kind == Kind.MONSTER:
        if may_join(g, book, seat, int(row.tags)) == 1:
            option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    elif row.kind == Kind.SPECIAL or row.kind == Kind.ONE_SHOT:
        _combat_special(g, book, seat, card)
    return 0


@kernel("oneshot.definition")
def _combat_special(g: Game, book: Book, seat: Seat, card: Card) -> int:
    timing = int(book.card[card].timing)
    if (timing & Timing.COMBAT) == 0 and not ((timing & Timing.FIGHTER) != 0 and in_combat(g, seat) == 1):
        return 0
    if (timing & Timing.FIGHTER) != 0 and in_combat(g, seat) == 0:
        return 0
    if aimed_options(g, book, seat, card) == 0 and program_allows(g, book, card, Trigger.PLAYED, seat) == 1:
        option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    return 0


@kernel("timing.any-time-not-combat", "turn.arrange", "item.two-of-type", "timing.no-status-change-fleeing")
def equip_options(g: Game, book: Book, seat: Seat) -> int:
    """Change which Items are equipped."""
    bound = in_combat(g, seat) == 1 and (book.rules[Rule.EQUIP_IN_COMBAT] == 0 or g.phase != Phase.COMBAT)
    if g.changes[seat] >= book.rules[Rule.EQUIP_CHANGES] or bound:
        return 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind != Kind.ITEM:
            continue
        if g.equipped[c] == 1:
            option(g, book, Verb.UNEQUIP, c, -1, 0)
        elif can_equip(g, book, seat, c) == 1:
            option(g, book, Verb.EQUIP, c, -1, 0)
    return 0


@kernel(
    "timing.any-time", "class.discard-any-time", "birthright.rules", "cultist.locked", "role.discard-any-time",
    "critical.one",
)  # fmt: skip
def discard_options(g: Game, book: Book, seat: Seat) -> int:
    """Discard one's own Class, Race and the like; never a Cultist card."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT and not (
            row.locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1
        ):
            option(g, book, Verb.DISCARD, c, -1, 0)
    return 0


@kernel("cards.no-return-to-hand", "cards.hand-private", "timing.own-turn")
def hand_options(g: Game, book: Book, seat: Seat, moment: int) -> int:
    """Everything a player may play from hand, or throw from the table, at a moment (bits above)."""
    out_of_fight = in_combat(g, seat) == 0
    lift_options(g, book, seat)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        row = book.card[c]
        kind = int(row.kind)
        mine = (moment & OWN) != 0 or g.fresh[c] == 1
        if Kind.CLASS <= kind <= Kind.DOUBLER:
            if mine and (out_of_fight or (moment & OWN) != 0):
                identity_options(g, book, seat, c)
        elif (row.timing & Timing.ANY) != 0:
            any_time_options(g, book, seat, c)
        elif (moment & COMBAT) != 0 and kind != Kind.ITEM:
            combat_options(g, book, seat, c)
            if kind == Kind.ENHANCER:
                cultist_options(g, book, seat, c)
        elif mine and out_of_fight:
            table_options(g, book, seat, c)
            if kind == Kind.ENHANCER:
                cultist_options(g, book, seat, c)
            elif (
                (moment & OWN) != 0
                and (row.timing & Timing.OWN_TURN) != 0
                and program_allows(g, book, c, Trigger.PLAYED, seat) == 1
            ):
                option(g, book, Verb.PLAY, c, -1, Aim.NOTHING)
    if (moment & COMBAT) != 0:
        for i in range(g.table_n[seat]):
            c = int(g.table[seat, i])
            if (
                book.card[c].kind == Kind.ONE_SHOT
                and g.zone[c] == Zone.TABLE
                and (book.card[c].timing & Timing.ANY) == 0
            ):
                combat_options(g, book, seat, c)
    return 0
