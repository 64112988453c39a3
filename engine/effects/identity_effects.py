"""Effects on what a player is: Class, Race, Cultist, sex, and lasting states."""

from __future__ import annotations

from engine.board.equipment import refresh_identity
from engine.board.levels import as_cultist, is_cultist
from engine.board.levels import set_status as put_status
from engine.board.seat_lookup import axis_room
from engine.board.zones import discard_for, move
from engine.effects.named_players import amount_of, count_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import FEMALE, MALE, PILES, Axis, Card, EffectRow, Kind, Pile, Seat, Yes
from engine.records.card_steps import push_lose_identity, push_pick_identity, push_take_cultist
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game, Status, Zone
from engine.records.switches import Rule
from engine.records.turn_steps import Fate, push_die

MOST_SKIPS = 99
"""Turns that somebody can have to skip beyond the next one."""


@kernel("death.helper-dies", "run.badstuff")
def death(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player dies."""
    push_die(g, seat=who, cause=card, fate=Fate.COMING)
    return 0


@kernel("cultist.one-safe", "cultist.locked", "class.gain-lose-abilities", "curse.victim-chooses")
def lose_class(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses Classes, but none of the excepted ones and never the only Cultist."""
    push_lose_identity(
        g, victim=who, axis=Axis.CLASS, left=count_of(g, book, row, who), safe=int(book.effect[row].a), cause=card
    )
    return 0


@kernel("race.same-rules-as-class", "curse.victim-chooses")
def lose_race(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses Races."""
    push_lose_identity(g, victim=who, axis=Axis.RACE, left=count_of(g, book, row, who), safe=0, cause=card)
    return 0


@kernel("cultist.become", "cultist.own-discard", "cultist.everyone")
def become_cultist(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes a discarded Cultist card, if there is one and they are none, perhaps at the price of a Class."""
    if book.rules[Rule.CULTIST_ENABLED] == 1 and as_cultist(g, book, who) == 0 and g.discard_n[Pile.CULTIST] > 0:
        push_take_cultist(g, seat=who, cause=card, reborn=0, price=int(book.effect[row].a))
    return 0


@kernel("cultist.one-safe")
def cultist_safe(g: Game, book: Book, c: Card) -> Yes:
    """Whether a card is the only Cultist card in play, which nothing removes."""
    if book.card[c].locked == 0 or book.rules[Rule.CULTIST_ENABLED] == 0:
        return 0
    n = 0
    for s in range(g.seats):
        n += is_cultist(g, book, s)
    return 1 if n == 1 else 0


@kernel("cultist.locked", "cultist.one-safe")
def lose_cultist(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player stops being a Cultist, unless they are the only one."""
    for i in range(g.table_n[who]):
        c = int(g.table[who, i])
        if book.card[c].locked == 1:
            if cultist_safe(g, book, c) == 0:
                discard_for(g, book, c, Ev.LOSE, card)
            return 0
    return 0


@kernel("sex.change")
def change_sex(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player's sex changes."""
    before = int(g.sex[who])
    if before == 0 or book.rules[Rule.SEX_ENABLED] == 0:
        return 0
    g.sex[who] = MALE if before == FEMALE else FEMALE
    emit(g, book, Ev.SEX, by, who, card, -1, before, int(g.sex[who]))
    refresh_identity(g, book, who)
    return 0


@kernel("cards.no-looking-discards", "cultist.own-discard", "class.no-duplicate")
def topmost(g: Game, book: Book, axis: int, who: Seat) -> int:
    """The topmost identity card of an axis in the discards, or -1; for `who` >= 0 one they have not got yet.

    A house rule may give them a pile of their own; nobody looks at the Cultist cards.
    """
    for pile in range(PILES):
        found = _topmost(g, book, axis, who, pile) if pile != Pile.CULTIST else -1
        if found >= 0:
            return found
    return -1


@kernel("cards.no-looking-discards", "class.no-duplicate")
def _topmost(g: Game, book: Book, axis: int, who: Seat, pile: int) -> int:
    """The topmost one of a single pile."""
    for i in range(int(g.discard_n[pile]) - 1, -1, -1):
        c = int(g.discard[pile, i])
        row = book.card[c]
        if row.axis != axis or row.kind < Kind.CLASS or row.kind > Kind.BIRTHRIGHT:
            continue
        double = 0
        for j in range(g.table_n[who] if who >= 0 else 0):
            mine = book.card[g.table[who, j]]
            if mine.axis == axis and mine.kind == row.kind and mine.identity == row.identity:
                double = 1
        if double == 0:
            return c
    return -1


@kernel("class.gain-lose-abilities", "class.one-only", "cultist.one-safe")
def replace_identity(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The cards of the axis are discarded; the first one of the discards, maybe the same, takes their place."""
    axis = int(book.effect[row].a)
    found = topmost(g, book, axis, -1)
    left = 0
    for i in range(int(g.table_n[who]) - 1, -1, -1):
        if i >= g.table_n[who]:
            continue  # what was attached to the last card has gone with it
        c = int(g.table[who, i])
        kind = int(book.card[c].kind)
        if book.card[c].axis == axis and Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
            if cultist_safe(g, book, c) == 1:
                left += 1
            else:
                discard_for(g, book, c, Ev.LOSE, card)
    if found >= 0 and left == 0 and g.dead[who] == 0:
        move(g, book, found, Zone.TABLE, who, Ev.RETURN, -1)
    return 0


@kernel("class.gain-lose-abilities", "class.one-only", "death.no-cards")
def take_class(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes the topmost Class of the discards into play, if they may have one more."""
    found = topmost(g, book, Axis.CLASS, who)
    refresh_identity(g, book, who)
    if found >= 0 and g.dead[who] == 0 and g.axis_n[who, Axis.CLASS] < axis_room(g, book, who, Axis.CLASS):
        move(g, book, found, Zone.TABLE, who, Ev.RETURN, -1)
    return 0


@kernel("class.gain-lose-abilities", "class.one-only", "precedence.card-over-rule")
def take_identity(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes the first card of an axis that lies in a deck into play, if they may have one more."""
    axis = int(book.effect[row].a)
    refresh_identity(g, book, who)
    if g.dead[who] == 1 or g.axis_n[who, axis] >= axis_room(g, book, who, axis):
        return 0
    for pile in range(PILES):
        for i in range(int(g.deck_n[pile]) - 1, -1, -1):
            c = int(g.deck[pile, i])
            kind = int(book.card[c].kind)
            if book.card[c].axis == axis and Kind.CLASS <= kind <= Kind.BIRTHRIGHT and book.card[c].locked == 0:
                return move(g, book, c, Zone.TABLE, who, Ev.RETURN, -1)
    return 0


@kernel("class.gain-lose-abilities", "precedence.card-over-rule")
def pass_for(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player chooses for which identity of an axis they pass."""
    if g.dead[who] == 0:
        push_pick_identity(g, seat=who, axis=int(book.effect[row].a), cause=card)
    return 0


@kernel("precedence.card-over-rule")
def set_status(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player is put into a state that no card in play shows."""
    status = int(g.status[who]) | int(book.effect[row].a)
    if status != g.status[who]:
        put_status(g, book, who, status)
    return 0


@kernel("precedence.card-over-rule", "turn.order")
def skip_turns(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player skips so many turns, beside those that they skip anyway."""
    n = int(amount_of(g, book, row, who))
    if n > 0 and (int(g.status[who]) & Status.SKIP_TURN) == 0:
        put_status(g, book, who, int(g.status[who]) | int(Status.SKIP_TURN))
        n -= 1
    g.skips[who] = min(MOST_SKIPS, int(g.skips[who]) + max(0, n))
    return 0


@kernel("curse.persistent", "curse.next-combat-now", "turn.kick-open.curse")
def keep(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The card stays before the player until its time is over."""
    if g.dead[who] == 0 and g.zone[card] != Zone.TABLE and book.rules[Rule.CURSE_KEEP_REMINDER] == 1:
        move(g, book, card, Zone.TABLE, who, Ev.PLAY, -1)
    return 0
