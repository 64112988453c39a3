"""What losing a combat may cost, and what may still be thrown against whoever fights."""

from __future__ import annotations

from engine.board.equipment import passive
from engine.board.modifiers import hampered, idle, row_holds
from engine.board.seat_lookup import in_combat
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff, faces_of
from engine.policies.endgame import nearness
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.turn.death import keeps_hand, keeps_items

LEAST_CHANCE = 5
"""Chance in per cent that is left in the most hopeless fight."""
HOPELESS = 7
"""In place of the faces of a die: a monster that nobody escapes."""


@kernel()
def _pursued(g: Game, book: Book, seat: Seat, m: int) -> int:
    """Faces of the die, of six, with which a monster catches a player who has no other help; or `HOPELESS`."""
    row = book.card[g.foe[m].card]
    if row.no_pursue > 0 and g.level[seat] <= row.no_pursue:
        return 0
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.EASY_ESCAPE:
            return 0
        if op == Op.NO_ESCAPE and row_holds(g, book, int(g.foe[m].card), book.effect[r]) == 1:
            return HOPELESS
    eased = int(row.run_away) + (hampered(g, book, seat, m) if book.hampered == 1 else 0)
    return max(0, min(6, int(book.rules[Rule.RUN_AWAY_TARGET]) - 1 - eased))


@kernel()
def fleetness(g: Game, book: Book, seat: Seat) -> int:
    """What a player's cards in play add to their rolls to Run Away."""
    total = passive(g, book, seat, Op.RUN_AWAY) + passive(g, book, seat, Op.DIE_ROLL) + int(g.run_bonus[seat])
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].run_away != 0 and g.equipped[c] == 1 and idle(g, book.card[c]) == 0:
            total += int(book.card[c].run_away)
    return total


@kernel()
def peril(g: Game, book: Book, seat: Seat) -> int:
    """Points, times six, of the Bad Stuff of each monster, as likely as it is to catch a player who loses."""
    return _perils(g, book, seat, HOPELESS)


@kernel()
def danger(g: Game, book: Book, seat: Seat) -> int:
    """Price of losing the combat."""
    return peril(g, book, seat) * int(book.work.weights[seat, Weight.DANGER]) // 60


@kernel()
def avoidable(g: Game, book: Book, seat: Seat) -> int:
    """The part of the danger from which one may still get away; whoever may die counts what they would leave."""
    deaths = 0
    for m in range(g.foe_n):
        deaths = max(deaths, _deaths(g, book, seat, m))
    left = legacy(g, book, seat) * deaths // 36 if deaths > 0 else 0
    return _perils(g, book, seat, HOPELESS - 1) * int(book.work.weights[seat, Weight.DANGER]) // 60 + left


@kernel()
def avoidable_of(g: Game, book: Book, seat: Seat, m: int) -> int:
    """The part of it that comes from one monster."""
    deaths = int(_deaths(g, book, seat, m))
    return danger_of(g, book, seat, m) + (legacy(g, book, seat) * deaths // 36 if deaths > 0 else 0)


@kernel()
def _deaths(g: Game, book: Book, seat: Seat, m: int) -> int:
    """Of 36 throws of two dice those with which a monster that one may escape from catches a player and kills them."""
    kills = deadly_faces(book, int(g.foe[m].card))
    faces = int(_pursued(g, book, seat, m)) if kills > 0 and (int(g.fled[seat]) >> m) & 1 == 0 else 0
    if faces == 0 or faces == HOPELESS:
        return 0
    return max(0, min(6, faces - fleetness(g, book, seat))) * kills


@kernel()
def _perils(g: Game, book: Book, seat: Seat, most: int) -> int:
    """The peril of the monsters that catch with at most so many faces of the die."""
    fast = fleetness(g, book, seat)
    total = 0
    for m in range(g.foe_n):
        total += _risk(g, book, seat, m, most, fast)
    return total


@kernel()
def _risk(g: Game, book: Book, seat: Seat, m: int, most: int, fast: int) -> int:
    """Bad Stuff of a monster still to be fled from, times the faces of the die with which it catches."""
    faces = int(_pursued(g, book, seat, m))
    if faces == 0 or faces > most or (int(g.fled[seat]) >> m) & 1:
        return 0
    faces = 6 if faces == HOPELESS else max(0, min(6, faces - fast))
    return bad_stuff(g, book, seat, int(g.foe[m].card), Trigger.BAD_STUFF) * faces


@kernel()
def danger_of(g: Game, book: Book, seat: Seat, m: int) -> int:
    """The part of the danger that comes from one monster."""
    points = _risk(g, book, seat, m, HOPELESS, fleetness(g, book, seat))
    return points * int(book.work.weights[seat, Weight.DANGER]) // 60


@kernel()
def threat(g: Game, book: Book, judge: Seat, seat: Seat) -> int:
    """Strength that may still be thrown against a player, as `judge` sees it: of each card in the others' hands."""
    cards = 0
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and in_combat(g, s) == 0:
            cards += int(g.hand_n[s])
    return cards * int(book.work.weights[judge, Weight.FEAR]) * (100 + nearness(g, book, seat)) // 5000


@kernel()
def chance(lead: int, thrown: int) -> int:
    """Chance in per cent to win a fight now, by the lead and what may still be thrown against it."""
    return max(LEAST_CHANCE, min(100 - LEAST_CHANCE, 50 + 5 * (lead - thrown)))


@kernel()
def left_alone(book: Book, card: Card, identity: int) -> int:
    """Treasures that a monster leaves to whoever is one of these, as it will not attack them; -1: it attacks."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.WILL_NOT_ATTACK and (identity & int(e.a)) != 0:
            return int(e.amount)
    return -1


@kernel()
def deadly_faces(book: Book, card: Card) -> int:
    """Faces of a die, of six, with which the Bad Stuff of a monster kills: all of them if it throws none."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.DEATH and e.trigger == Trigger.BAD_STUFF:
            return 6
        if e.op == Op.DEATH and e.trigger == Trigger.ROLLED:
            return faces_of(book, card, e)
    return 0


@kernel("death.lose-stuff", "death.redraw")
def legacy(g: Game, book: Book, seat: Seat) -> int:
    """What the cards are worth that a player loses if they die, less those that the new character will draw."""
    w = book.work.weights[seat]
    total = 0
    if keeps_hand(book) == 0:
        total -= int(book.rules[Rule.SETUP_DEAL_TREASURE]) * int(w[Weight.TREASURE])
        total -= int(book.rules[Rule.SETUP_DEAL_DOOR]) * int(w[Weight.CARD])
        for i in range(g.hand_n[seat]):
            total += keep_value(g, book, seat, int(g.hand[seat, i]))
    for i in range(g.table_n[seat] if keeps_items(book) == 0 else 0):
        c = int(g.table[seat, i])
        kind = int(book.card[c].kind)
        fixed = kind == Kind.CURSE or kind == Kind.CHARACTER or kind == Kind.RULE
        if not fixed and not Kind.CLASS <= kind <= Kind.DOUBLER:
            total += keep_value(g, book, seat, c)
    return max(0, total)
