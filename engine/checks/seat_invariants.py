"""Invariants of the players: Level, identity, limits, lasting states, and what the dead keep."""

from __future__ import annotations

from engine.board.equipment import big_room, comrades, refresh_identity
from engine.board.seat_lookup import axis_room, in_combat, lies, pending, waits_for_mates
from engine.board.tokens import MOST_TOKENS
from engine.board.zones import attaches
from engine.jit import kernel
from engine.records.agenda import Step
from engine.records.book import Book
from engine.records.card_kinds import FEMALE, MALE, Kind, Seat, Slot, Yes
from engine.records.faults import Breach
from engine.records.state import Game, Status
from engine.records.switches import Rule
from engine.steps.turn.death import is_kept, keeps_hand
from engine.steps.turn.limits import overfull

KNOWN = sum(int(bit) for bit in Status)


@kernel(
    "precedence.min-level", "victory.immediate", "trade.when", "item.one-big", "item.equip-limits",
    "death.lose-stuff",
)  # fmt: skip
def seat_of(g: Game, book: Book, s: Seat) -> int:
    """Level, identity, limits and counters of one player."""
    top = int(book.rules[Rule.VICTORY_LEVEL])
    if g.level[s] < book.rules[Rule.LEVEL_MIN] or g.level[s] > top:
        return int(Breach.LEVEL_RANGE)
    arrived = g.over == 0 and g.dead[s] == 0 and g.level[s] == top and waits_for_mates(g, book, s) == 0
    if arrived and book.rules[Rule.VICTORY_WHEN] == 0 and g.bosses >= book.rules[Rule.BOSS_REQUIRED]:
        return int(Breach.LEVEL_WINS)
    if not 0 <= g.tokens[s] <= MOST_TOKENS:
        return int(Breach.TOKENS)
    if g.proposals[s] > book.rules[Rule.TRADE_PROPOSALS] or g.changes[s] > book.rules[Rule.EQUIP_CHANGES]:
        return int(Breach.PROPOSALS)
    if g.over != 0:
        return 0
    if _same_identity(g, book, s) == 0:
        return int(Breach.IDENTITY)
    found = max(_axes(g, book, s), _states(g, book, s), _attachments(g, book, s))
    if found != 0:
        return found
    if g.dead[s] == 1:
        return _dead(g, book, s)
    if overfull(g, book, s) != Slot.NONE and pending(g, Step.HANDS, s) == 0:
        return int(Breach.SLOT_OVERFULL)
    if big_room(g, book, s) < 0 and pending(g, Step.BIG, s) == 0:
        return int(Breach.BIG_LIMIT)
    return 0


@kernel("item.enhancer", "item.cheat", "curse.persistent")
def _attachments(g: Game, book: Book, s: Seat) -> Yes:
    """Whether it is noted on what something lies before a player, and how many Curses lie before all."""
    for i in range(g.table_n[s]):
        c = int(g.table[s, i])
        if attaches(book, c) == 1 and g.host[c] >= 0 and g.laden[g.host[c]] == 0:
            return int(Breach.ATTACHMENTS)
    n = 0
    for other in range(g.seats):
        for i in range(g.table_n[other]):
            n += lies(book, int(g.table[other, i]))
    return 0 if g.curses == n else int(Breach.ATTACHMENTS)


@kernel("class.gain-lose-abilities")
def _same_identity(g: Game, book: Book, s: Seat) -> Yes:
    """Whether working the identity out afresh changes nothing; the table is left as it was."""
    identity = int(g.identity[s])
    weak = int(g.weak[s])
    refresh_identity(g, book, s)
    same = 1 if g.identity[s] == identity and g.weak[s] == weak else 0
    g.identity[s] = identity
    g.weak[s] = weak
    return same


@kernel(
    "class.one-only", "class.no-duplicate", "super.no-same", "critical.no-same", "critical.play", "super.play",
    "guest.limit", "setup.character-card", "companion.conan",
)  # fmt: skip
def _axes(g: Game, book: Book, s: Seat) -> int:
    """Identities and companions: no more than allowed, none twice, no doubler alone. Counts by axis are fresh."""
    mask, guests, characters = 0, 0, 0
    for i in range(g.table_n[s]):
        row = book.card[g.table[s, i]]
        if Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT:
            if (mask & int(row.identity)) != 0:
                return int(Breach.AXIS)
            mask |= int(row.identity)
        elif row.kind == Kind.GUEST_STAR:
            guests += 1
        elif row.kind == Kind.CHARACTER:
            characters += 1
    if guests > 1 or characters > 1 or (g.dead[s] == 0 and comrades(g, book, s) > 1):
        return int(Breach.COMPANIONS)
    for axis in range(5):
        n = int(g.axis_n[s, axis])
        if n > axis_room(g, book, s, axis) and pending(g, Step.LOSE_IDENTITY, s) == 0:
            return int(Breach.AXIS)
        if g.doubled[s, axis] > 0 and n == 0:
            return int(Breach.AXIS)
    return 0


@kernel("sex.start", "help.ask", "death.redraw", "precedence.card-over-rule")
def _states(g: Game, book: Book, s: Seat) -> int:
    """Lasting states, sex and refusals are those that the rules in force know."""
    status = int(g.status[s])
    good = (status & ~KNOWN) == 0 and ((status & Status.CULTIST_CARD) != 0) == (g.pose[s] != 0)
    good = good and ((status & Status.HAS_KILLED) == 0 or book.rules[Rule.FIRST_KILL_LEVELS] > 1)
    good = good and (g.skips[s] == 0 or (status & Status.SKIP_TURN) != 0)
    good = good and 0 <= g.refused[s] < 1 << int(g.seats) and (g.dead[s] == 0 or g.redraw[s] == 1)
    if book.rules[Rule.SEX_ENABLED] == 1:
        good = good and (g.sex[s] == MALE or g.sex[s] == FEMALE)
    else:
        good = good and g.sex[s] == 0
    return 0 if good else int(Breach.STATUS)


@kernel("death.lose-stuff", "death.no-cards", "death.keep-half-breed")
def _dead(g: Game, book: Book, s: Seat) -> int:
    """The dead have nothing but what the new character keeps, unless the body is still to be looted."""
    if in_combat(g, s) == 1 or pending(g, Step.CORPSE, s) > 0:
        return 0
    if g.hand_n[s] > 0 and keeps_hand(book) == 0:
        return int(Breach.DEAD_HOLDS)
    for i in range(g.table_n[s]):
        if is_kept(g, book, int(g.table[s, i])) == 0:
            return int(Breach.DEAD_HOLDS)
    return 0
