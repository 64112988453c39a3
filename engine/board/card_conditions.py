"""Conditions of effect rows: does a row of a card program count for a player now, and when may the card be played?"""

from __future__ import annotations

import numpy as np

from engine.board.counted_amounts import about_counts
from engine.board.foe_counts import LOOKS_BACK, looking_back
from engine.board.munchkin_side import fights_as, helps, side_identity, side_lacks, unaided
from engine.board.seat_lookup import highest_level, item_count, lowest_level, owns, tag_used, worn
from engine.jit import kernel
from engine.records.book import Book, Effect
from engine.records.card_kinds import Card, Kind, Seat, Tag, Trigger, Yes
from engine.records.conditions import OF_ANY, Condition
from engine.records.opcodes import BY_CODE, OPCODES, Op
from engine.records.state import FightFlag, Game, Phase, Zone
from engine.records.timings import LAST_MOMENTS, Timing


@kernel()
def holds(g: Game, book: Book, who: Seat, card: Card, e: Effect) -> Yes:
    """Whether both conditions of an effect row hold for a player."""
    if e.cond != 0 and condition(g, book, who, card, int(e.cond), int(e.x)) == 0:
        return 0
    if e.cond2 != 0 and condition(g, book, who, card, int(e.cond2), int(e.x2)) == 0:
        return 0
    return 1


@kernel()
def condition(g: Game, book: Book, who: Seat, card: Card, cond: int, x: int) -> int:
    """One condition of the table `engine.records.conditions.Condition`."""
    if cond < OF_ANY:
        return _asked(g, book, who, card, cond, x)
    place = 0
    s = int(g.fighter) if g.fighting == 1 else -1
    while s >= 0:
        if _asked(g, book, s, card, cond - OF_ANY, x) == 1:
            return 1
        place += 1
        s = int(fights_as(g, place))
    return 0


@kernel()
def _asked(g: Game, book: Book, who: Seat, card: Card, cond: int, x: int) -> int:
    """A condition that is asked of one player."""
    if g.last_foes[LOOKS_BACK] == 1:
        held = looking_back(g, who, cond, x)
        if held >= 0:
            return held
    if g.guise[who] != 0 and (cond == Condition.IS or cond == Condition.IS_NOT):
        return _is_towards(g, book, who, card, cond, x)
    if cond <= Condition.HELPER or cond == Condition.FIGHTER or cond == Condition.HELPER_PRESENT:
        return _about_player(g, book, who, cond, x)
    if cond <= Condition.MONSTER_LEVEL_AT_MOST:
        return _about_monsters(g, book, cond, x)
    if cond >= Condition.ROUND_AT_LEAST:
        return about_counts(g, book, who, card, cond, x)
    if cond > Condition.HELPER_PRESENT:
        if cond == Condition.OTHER:
            return 0 if g.zone[card] == Zone.HAND and g.owner[card] == who else 1
        if cond == Condition.BEFORE_DOOR:
            return 1 if g.active == who and (g.phase == Phase.ARRANGE or g.phase == Phase.LISTEN) else 0
        if cond == Condition.ITS_TAG:
            if g.concerns < 0 and g.fighting == 1:  # no single one is concerned: any of the combat
                return _about_monsters(g, book, int(Condition.MONSTER_TAG), x)
            return 1 if 0 <= g.concerns < g.foe_n and (g.foe[g.concerns].tags & x) != 0 else 0
        return _about_past(g, book, who, cond, x)
    if cond >= Condition.WEARS:
        return _about_cards(g, book, who, cond, x)
    return _about_moment(g, book, who, cond, x)


@kernel("class.gain-lose-abilities")
def _is_towards(g: Game, book: Book, who: Seat, card: Card, cond: int, x: int) -> Yes:
    """Whether somebody who passes for something is one of some identities: towards Items and monsters they are that."""
    traits = int(g.identity[who])
    kind = int(book.card[card].kind) if card >= 0 else int(Kind.RULE)
    if kind != Kind.MONSTER and kind != Kind.ENHANCER and kind != Kind.ITEM and kind != Kind.ONE_SHOT:
        traits &= ~int(g.guise[who])
        for i in range(g.table_n[who]):
            row = book.card[g.table[who, i]]
            if Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT or row.kind == Kind.COMRADE:
                traits |= int(row.identity)
    return 1 if ((traits & x) != 0) == (cond == Condition.IS) else 0


@kernel()
def _about_player(g: Game, book: Book, who: Seat, cond: int, x: int) -> int:
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
        yes = helps(g, who) == 1
    elif cond == Condition.FIGHTER:
        yes = g.fighting == 1 and g.fighter == who
    return 1 if yes else 0


@kernel()
def _about_monsters(g: Game, book: Book, cond: int, x: int) -> int:
    for m in range(g.foe_n):
        row = book.card[g.foe[m].card]
        if cond == Condition.MONSTER_TAG and (g.foe[m].tags & x) != 0:
            return 1
        if cond == Condition.MONSTER_IS and row.number == x:
            return 1
        if cond == Condition.MONSTER_LEVEL_AT_LEAST and row.level >= x:
            return 1
        if cond == Condition.MONSTER_LEVEL_AT_MOST and row.level <= x:
            return 1
    return 0


@kernel()
def _about_moment(g: Game, book: Book, who: Seat, cond: int, x: int) -> int:
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
        yes = g.foe_n == 1
    elif cond == Condition.SEVERAL_MONSTERS:
        yes = g.foe_n > 1
    elif cond == Condition.FIRE_USED:
        yes = tag_used(g, book, x if x != 0 else int(Tag.FIRE)) == 1
    elif cond == Condition.LEVEL_SUFFICES:
        yes = unaided(g) == 1
    elif cond == Condition.LOOKED_FOR_TROUBLE:
        yes = (g.fight_flags & FightFlag.LOOKED) != 0
    return 1 if yes else 0


@kernel()
def _about_cards(g: Game, book: Book, who: Seat, cond: int, x: int) -> int:
    yes = False
    if cond == Condition.WEARS:
        yes = worn(g, book, who, x) >= 0
    elif cond == Condition.NOT_WEARS:
        yes = worn(g, book, who, x) < 0
    elif cond == Condition.FLAG:
        yes = (g.fight_flags & x) != 0
    elif cond == Condition.ANY_NOT:
        yes = side_lacks(g, x) == 1
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


@kernel("precedence.card-over-rule")
def _about_past(g: Game, book: Book, who: Seat, cond: int, x: int) -> int:
    """What has happened in this turn, and what lies before whomever."""
    if cond == Condition.ANYONE_OWNS:
        for s in range(g.seats):
            if owns(g, book, s, x) >= 0:
                return 1
        return 0
    if cond == Condition.ROSE:
        return 1 if g.rose_in[who] == g.turn and g.turn > 0 else 0
    if g.fighting == 1 or g.met_monster == 0 or g.phase != Phase.EVENING:
        return 0
    if cond == Condition.AFTER_COMBAT:
        return 1
    if (int(g.fought) >> who) & 1 == 0 or g.caught[who] > 0:
        return 0
    for s in range(g.seats):
        if s != who and (int(g.fought) >> s) & 1 and g.caught[s] > 0:
            return 1
    return 0


_BEHIND = {o.code: o.leads_to for o in OPCODES if o.leads_to is not None and o.family == "instant"}


def played_rows(program: np.ndarray) -> np.ndarray:
    """Rows that happen when the card is played, with those behind a choice or a die in place of what leads to them."""
    rows = list(zip(program["trigger"].tolist(), program["op"].tolist()))
    reached = [Trigger.PLAYED]
    for trigger in reached:
        reached += [t for op, t in _BEHIND.items() if (trigger, op) in rows and t not in reached]
    followed = [op for op, behind in _BEHIND.items() if any(t == behind for t, _ in rows)]
    return program[np.array([t in reached and op not in followed for t, op in rows], bool)]


def timing_of(row: np.void, program: np.ndarray) -> int:
    """Timing bits of one card."""
    kind = int(row["kind"])
    if kind in (Kind.CURSE, Kind.GO_UP_A_LEVEL, Kind.GUEST_STAR, Kind.COMRADE):
        return int(Timing.ANY)
    if kind == Kind.ITEM_ENHANCER and int(row["tags"]) & Tag.CURSED:
        return int(Timing.ANY)
    if kind in (Kind.ENHANCER, Kind.WANDERING):
        return int(Timing.COMBAT)
    if kind not in (Kind.ONE_SHOT, Kind.SPECIAL, Kind.CANCEL):
        return 0
    played = played_rows(program)
    if kind == Kind.ONE_SHOT and row["bonus"] != 0:
        return int(Timing.COMBAT)
    if len(program) and not len(played) and (program["trigger"] == Trigger.IN_FIGHT).any():
        return int(Timing.COMBAT)
    each = [BY_CODE[int(e["op"])].timing_of(e) for e in played]
    bits = int(np.bitwise_or.reduce(each)) if each else 0
    if bits & LAST_MOMENTS:
        return int(bits & LAST_MOMENTS)
    always = int(np.bitwise_and.reduce(each)) if each else 0  # when every row does something
    fighting = (Condition.FIGHTER, Condition.SINGLE_MONSTER, Condition.SEVERAL_MONSTERS, Condition.MONSTER_IS)
    if bits & (Timing.COMBAT | Timing.FIGHTER) or np.isin(played["cond"], fighting).any():
        window = Timing.COMBAT if bits & Timing.COMBAT or not bits & Timing.FIGHTER else Timing.FIGHTER
        return int(window | bits & Timing.FAILED | always & Timing.OWN_TURN)
    return bits


def with_timing(card: np.ndarray, effect: np.ndarray) -> np.ndarray:
    """A copy of the card rows with `timing` and `pays` filled in."""
    out = card.copy()
    for row in out:
        program = effect[int(row["first"]) : int(row["last"])]
        row["timing"] = timing_of(row, program)
        if row["any_roll"] and row["timing"] & Timing.SELF_ROLL:
            row["timing"] |= Timing.ANY_ROLL
        gifts = (program["op"] == Op.EXTRA_LEVEL) | (program["op"] == Op.TREASURE)
        row["pays"] = int((gifts & (program["trigger"] == Trigger.IN_FIGHT)).any())
    return out
