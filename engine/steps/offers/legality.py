"""What the rules allow of one card: may it be taken, attached, joined, played on somebody?

Cards that must have an aim: a player, somebody's Item or a card of the combat.
"""

from __future__ import annotations

from engine.board.card_conditions import condition, holds
from engine.board.equipment import ceiling, cheated, counts
from engine.board.seat_lookup import axis_room, in_combat, left_of
from engine.jit import kernel, switch
from engine.records.book import Book, Effect
from engine.records.card_kinds import LASTING_BITS, Axis, Card, EffectRow, Kind, Seat, Tag, Trigger, Yes
from engine.records.opcodes import OPCODES, Op, codes
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game, Zone
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.offers.borrowing import winning_items


@kernel("precedence.card-over-rule")
def leads_somewhere(g: Game, book: Book, who: Seat, card: Card, number: int) -> Yes:
    """Whether choosing a number makes some row of the card's program follow."""
    before = int(g.chosen)
    g.chosen = number
    row = book.card[card]
    found = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.CHOSEN and holds(g, book, who, card, e) == 1:
            found = 1
    g.chosen = before
    return found


@kernel("precedence.card-over-rule")
def _does_something(g: Game, book: Book, who: Seat, card: Card, e: Effect) -> Yes:
    """Whether a row that may happen is more than a choice among nothing."""
    if e.op != Op.EITHER and e.op != Op.DECLARE:
        return 1
    for number in range(1, 3 if e.op == Op.EITHER else int(e.amount) + 1):
        if leads_somewhere(g, book, who, card, number) == 1:
            return 1
    return 0


@kernel("precedence.card-over-rule")
def program_allows(g: Game, book: Book, card: Card, trigger: int, who: Seat) -> Yes:
    """Whether a card's program for a trigger would do anything; a card without one is not held back."""
    row = book.card[card]
    some = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == trigger:
            some = 1
            ok = 1
            if e.cond != 0 and condition(g, book, who, card, int(e.cond), int(e.x)) == 0:
                ok = 0
            if ok == 1 and e.cond2 != 0 and condition(g, book, who, card, int(e.cond2), int(e.x2)) == 0:
                ok = 0
            if ok == 1 and _does_something(g, book, who, card, e) == 1:
                return 1
    if some == 1 or row.kind == Kind.SPECIAL:
        return 0
    return 1 if row.kind != Kind.GO_UP_A_LEVEL or row.levels > 0 else 0


@kernel(
    "class.one-only", "class.no-duplicate", "role.discard-any-time", "drive.same-rules", "critical.no-same",
    "super.no-same", "halfbreed.no-same", "race.same-rules-as-class", "birthright.rules", "birthright.list",
    "class.list", "race.list", "drive.list",
)  # fmt: skip
def may_take_identity(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether an identity card could be put into play: room on its axis, and no second copy of the same."""
    row = book.card[card]
    if row.axis == Axis.RACE and book.rules[Rule.RACE_ENABLED] == 0:
        return 0
    for i in range(g.table_n[seat]):
        other = book.card[g.table[seat, i]]
        if other.axis == row.axis and other.kind == row.kind and other.identity == row.identity:
            return 0
    return 1 if g.axis_n[seat, row.axis] < axis_room(g, book, seat, int(row.axis)) else 0


@kernel("item.enhancer")
def attachable(g: Game, book: Book, card: Card, item: Card) -> Yes:
    """Whether a Cheat! or an Item Enhancer may be put on an Item."""
    if book.card[card].kind == Kind.CHEAT:
        return 1 - cheated(g, book, item)
    row = book.card[item]
    return 1 if book.card[card].slot == 0 or row.slot == book.card[card].slot else 0


@kernel("precedence.no-gual-to-ten", "gual.play", "death.no-cards")
def may_go_up(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a Go Up a Level card may be played on a player."""
    row = book.card[card]
    top = ceiling(g, book)
    if row.may_win == 1 and book.rules[Rule.GUAL_CAN_WIN] == 1:
        top = int(book.rules[Rule.VICTORY_LEVEL])
    if g.level[seat] >= top or g.dead[seat] == 1:
        return 0
    return program_allows(g, book, card, Trigger.PLAYED, seat)


@kernel("group.types", "group.join", "group.join-against", "group.babushka", "group.wolf-dragon", "group.undead-many")
def may_join(g: Game, book: Book, seat: Seat, tags: int) -> Yes:
    """Whether a monster with these tags may join the combat by the grouping rule, or by one of its owner."""
    if book.lasting[Op.JOINS] == 1 and _joins_by_rule(g, book, seat, tags) == 1:
        return 1
    if seat == g.fighter and book.rules[Rule.GROUPING_SELF_JOIN] == 0:
        return 0
    allowed = 0
    if book.rules[Rule.GROUPING_UNDEAD] == 1:
        allowed |= Tag.UNDEAD
    if book.rules[Rule.GROUPING_WOLF] == 1:
        allowed |= Tag.WOLF
    if book.rules[Rule.GROUPING_DRAGON] == 1:
        allowed |= Tag.DRAGON
    if book.rules[Rule.GROUPING_BABUSHKA] == 1:
        allowed |= Tag.BABUSHKA
    for m in range(g.foe_n):
        if (int(g.foe[m].tags) & tags & allowed) != 0:
            return 1
    return 0


@kernel("group.join", "precedence.card-over-rule")
def _joins_by_rule(g: Game, book: Book, seat: Seat, tags: int) -> Yes:
    """Whether a card or rule before a player lets monsters with these tags join those of the combat."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        for r in range(row.first, row.last if row.triggers & LASTING_BITS else row.first):
            e = book.effect[r]
            if e.op != Op.JOINS or (int(e.a) & tags) == 0 or counts(g, book, seat, c, e) == 0:
                continue
            for m in range(g.foe_n):
                if (int(g.foe[m].tags) & int(e.b)) != 0:
                    return 1
    return 0


FIGHT_BIT = 1 << Trigger.IN_FIGHT

AT_ANYBODY = codes(lambda o: not o.moments and o.aims == Aim.SEAT and o.timing & Timing.ANY)
"""What changes the state of whomever the card is played on: listed for every player."""


@kernel("precedence.card-over-rule")
def aim_take_over(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At everybody who does not fight."""
    for k in range(1, g.seats + 1):
        s = left_of(g, seat, k)
        if g.dead[s] == 0 and in_combat(g, s) == 0:
            option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0


@kernel("precedence.card-over-rule", "help.one-only")
def aim_withdraw(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At everybody who fights."""
    for k in range(1, g.seats + 1):
        s = left_of(g, seat, k)
        if in_combat(g, s) == 1 and g.foe_n > 0:
            option(g, book, Verb.PLAY, card, s, Aim.SEAT)
    return 0


@kernel("precedence.card-over-rule")
def aim_take_winning_item(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At each Item that would turn the combat."""
    return winning_items(g, book, seat, card)


@kernel("oneshot.definition")
def aim_pick_up(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At each one-shot of the kind in the combat."""
    return _thrown(g, book, card, Tag.ICHOR, 1)


@kernel("oneshot.definition")
def aim_turn_over(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At each one-shot of the kind in the combat."""
    return _thrown(g, book, card, Tag.ICHOR, 1)


@kernel("oneshot.definition")
def aim_count_twice(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At each one-shot of the tag that gave a bonus."""
    return _thrown(g, book, card, int(book.effect[row].a), 0)


@kernel("oneshot.definition")
def _thrown(g: Game, book: Book, card: Card, tags: int, lasting: int) -> int:
    """List the one-shots of a tag in the combat that gave a bonus, or (`lasting` = 1) act while they lie there."""
    for i in range(g.played_n):
        c = int(g.played[i])
        row = book.card[c]
        acts = row.bonus != 0 or (lasting == 1 and row.triggers & FIGHT_BIT)
        if row.kind == Kind.ONE_SHOT and acts and (int(row.tags) & tags) != 0:
            option(g, book, Verb.PLAY, card, c, Aim.ITEM)
    return 1


@kernel("cards.discard-piles", "cards.no-looking-discards", "timing.any-time")
def aim_catch_discard(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """At the card discarded last, if that was in this turn and it still lies there."""
    last = int(g.dropped)
    if last >= 0 and g.dropped_in == g.turn and g.zone[last] == Zone.DISCARD:
        option(g, book, Verb.PLAY, card, last, Aim.ITEM)
    return 0


AIMS = {o.code: globals()[name] for o in OPCODES if (name := f"aim_{o.name}") in globals()}
"""What a card aims at whose program has the opcode: kernel `aim_NAME`."""

AIMED = tuple(AIMS)
list_aims = switch("list_aims", AIMS, "g, book, seat, card, row")


@kernel("precedence.card-over-rule")
def aimed_options(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """List the aims of a card that must have one; returns 0 if it needs none."""
    for r in range(book.card[card].first, book.card[card].last):
        op = int(book.effect[r].op)
        if op in AIMED:
            list_aims(op, g, book, seat, card, r)
            return 1
    return 0
