"""Powers outside combat: those of one's own turn, and those that are bound to no turn at all."""

from __future__ import annotations

from engine.board.levels import has_cultist
from engine.board.lookup import in_combat, left_of, lowest_level, monster_discarded
from engine.board.queries import ceiling
from engine.jit import kernel
from engine.records.book import Book
from engine.records.kinds import ABILITY_BIT, Card, EffectRow, Seat, Trigger, Yes
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, option
from engine.records.rules import Rule
from engine.records.state import Game
from engine.steps.offers.bearing import list_burdens
from engine.steps.offers.paying import purse


@kernel("timing.own-turn")
def offer_at_peace(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, moment: int) -> int:
    """Powers of one's own turn."""
    e = book.effect[r]
    if e.op == Op.STUDY:
        lowest = g.level[seat] <= lowest_level(g, book) and g.level[seat] < ceiling(g, book)
        if (moment == Question.EVENING or moment == Question.STUDY) and lowest:
            if purse(g, book, seat, card, Op.STUDY) >= e.amount:
                option(g, book, Verb.USE, card, -1, r)
    elif moment == Question.STUDY:
        return 0
    elif e.op == Op.FETCH_MONSTER:
        if purse(g, book, seat, card, Op.FETCH_MONSTER) >= e.amount and monster_discarded(g, book) == 1:
            option(g, book, Verb.USE, card, -1, r)
    else:
        offer_outside_combat(g, book, seat, card, r)
    return 0


@kernel("class.thief-no-steal-combat", "timing.any-time-not-combat", "curse.persistent", "cultist.everyone")
def offer_outside_combat(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow) -> int:
    """Powers that are bound to no turn: whoever does not fight may use them, whosever turn or combat it is."""
    e = book.effect[r]
    if in_combat(g, seat) == 1:
        return 0
    if e.op == Op.STEAL:
        if purse(g, book, seat, card, Op.STEAL) > 0:
            _list_loot(g, book, seat, card, r)
    elif e.op == Op.BEAR:
        list_burdens(g, book, seat, card, r)
    elif e.op == Op.CURE:
        if g.level[seat] - int(e.a) >= book.rules[Rule.LEVEL_MIN]:
            option(g, book, Verb.USE, card, -1, r)
    elif e.op == Op.POSE:
        if (int(g.posed[seat]) >> int(e.b)) & 1 == 0 and has_cultist(g, book, seat) == 0:
            option(g, book, Verb.USE, card, -1, r)
    return 0


@kernel("class.thief-no-steal-combat")
def _list_loot(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow) -> int:
    """Small Items of everybody who is not in combat."""
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if g.dead[s] == 1 or in_combat(g, s) == 1:
            continue
        for i in range(g.table_n[s]):
            c = int(g.table[s, i])
            if book.card[c].is_item == 1 and book.card[c].big == 0:
                option(g, book, Verb.USE, card, c, r)
    return 0


@kernel("class.thief-no-steal-combat", "timing.any-time")
def is_thief(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player has the power to steal, and a card to pay for it: he is asked in every window."""
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if (int(row.triggers) & ABILITY_BIT) == 0:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger == Trigger.ABILITY and e.op == Op.STEAL and purse(g, book, seat, c, Op.STEAL) > 0:
                return 1
    return 0
