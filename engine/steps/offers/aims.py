"""Cards that must have an aim: a player, somebody's Item or a card of the combat."""

from __future__ import annotations

from engine.board.lookup import in_combat, left_of
from engine.jit import kernel, switch
from engine.records.book import Book
from engine.records.kinds import Card, EffectRow, Kind, Seat, Tag, Timing, Trigger, Yes
from engine.records.opcodes import OPCODES, codes
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game, Zone
from engine.steps.offers.borrowing import winning_items

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
