"""How a flight from one monster ends: what lets somebody get away without a die, what nobody escapes, what follows."""

from __future__ import annotations

from engine.board.equipment import has_passive
from engine.board.happenings import note
from engine.board.modifiers import idle_one_shot, row_holds
from engine.board.monsters import own_programs, pay_due, start_program
from engine.board.munchkin_side import fights_as
from engine.board.replacements import replaced
from engine.board.seat_lookup import has_row, in_combat, others_flee
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game
from engine.records.timings import Timing
from engine.steps.offers.legality import program_allows


@kernel("run.roll", "precedence.card-over-rule")
def no_way_out(g: Game, book: Book, m: int) -> Yes:
    """Whether a monster catches whoever flees from it, even one whom a card lets escape from the others."""
    card = int(g.foe[m].card)
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_FIGHT and e.op == Op.NO_ESCAPE and row_holds(g, book, card, e) == 1:
            return 1
    return 0


@kernel("precedence.card-over-rule")
def _lets_go(g: Game, book: Book, seat: Seat, m: int) -> Yes:
    """Whether a monster does not pursue a player at all."""
    card = int(g.foe[m].card)
    row = book.card[card]
    follows = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_FIGHT:
            continue
        if e.op == Op.EASY_ESCAPE and row_holds(g, book, card, e) == 1:
            return 1
        if e.op == Op.PURSUES and (g.identity[seat] & e.a) != 0:
            follows = 1
    return 1 if row.no_pursue > 0 and g.level[seat] <= row.no_pursue and follows == 0 else 0


@kernel("run.roll", "precedence.card-over-rule")
def open_way(g: Game, book: Book, seat: Seat, first: int) -> int:
    """The first monster, from `first` on, from which a player still flees and can escape; or -1."""
    for m in range(first, g.foe_n):
        if (int(g.fled[seat]) >> m) & 1 == 0 and no_way_out(g, book, m) == 0:
            return m
    return -1


@kernel("run.badstuff", "precedence.card-over-rule", "guest.sacrifice")
def automatic(g: Game, book: Book, seat: Seat) -> int:
    """The first monster from which a player still flees and gets away without a die, or -1."""
    sure = g.escape_all[seat] == 1
    sure = sure or (g.helper >= 0 and has_passive(g, book, seat, Op.SHIELD_WHEN_TWO_FLEE) >= 0)
    m = int(open_way(g, book, seat, 0))
    while m >= 0 and not sure and _lets_go(g, book, seat, m) == 0:
        m = int(open_way(g, book, seat, m + 1))
    return m


@kernel("run.roll", "run.badstuff", "run.both", "run.immediately", "run.no-treasure", "multi.eliminate-then-flee")
def settle(g: Game, book: Book, seat: Seat, m: int, away: int, rolled: int) -> int:
    """The flight from a monster is over: what it costs in any case, then what follows an escape or the Bad Stuff."""
    card = int(g.foe[m].card)
    g.fled[seat] |= 1 << m
    if away == 1:
        emit(g, book, Ev.ESCAPE, seat, -1, card, rolled, 0, 0)
        pay_due(g, book, seat, m)
        g.foe[m].due *= others_flee(g, seat, m)
        start_program(g, book, Trigger.ESCAPED, seat, card, m, seat)
        own_programs(g, book, Trigger.ESCAPED, seat, m)
    else:
        g.caught[seat] += 1
        g.foe[m].caught |= 1 << seat
        g.foe[m].due *= others_flee(g, seat, m)
        emit(g, book, Ev.CAUGHT, seat, -1, card, -1, 0, 0)
        note(g, book, seat, Trigger.CAUGHT, card)
        if replaced(g, book, seat, Trigger.SUFFERS, m, card) == 0:
            start_program(g, book, Trigger.BAD_STUFF, seat, card, m, -1)
    return start_program(g, book, Trigger.FLED, seat, card, m, -1)


@kernel("run.each-order", "run.both", "precedence.card-over-rule")
def all_settled(g: Game, book: Book, seat: Seat) -> int:
    """A player has fled from every monster; what it brings them if none has caught them."""
    if g.foe_n > 0 and g.caught[seat] == 0:
        own_programs(g, book, Trigger.GOT_AWAY, seat, -1)
    return 0


@kernel("run.when", "run.both", "oneshot.from-hand-or-table", "oneshot.interference")
def flight_cards(g: Game, book: Book, seat: Seat) -> int:
    """Cards for a flight from a monster that can be escaped: those that spare a die, and those that change rolls."""
    flees = in_combat(g, seat) == 1 and open_way(g, book, seat, 0) >= 0
    rolls = _is_open(g, book)
    for i in range(g.hand_n[seat] if flees or rolls == 1 else 0):
        _flight_card(g, book, seat, int(g.hand[seat, i]), flees)
    for i in range(g.table_n[seat] if flees or rolls == 1 else 0):
        if book.card[g.table[seat, i]].kind == Kind.ONE_SHOT:
            _flight_card(g, book, seat, int(g.table[seat, i]), flees)
    return 0


@kernel("run.both")
def _is_open(g: Game, book: Book) -> Yes:
    """Whether somebody who fights still flees from a monster that can be escaped."""
    if open_way(g, book, int(g.fighter), 0) >= 0:
        return 1
    s = int(g.helper)
    while s >= 0:
        if open_way(g, book, s, 0) >= 0:
            return 1
        s = int(g.next_helper[s])
    return 0


@kernel("run.both", "precedence.card-over-rule")
def _flight_card(g: Game, book: Book, seat: Seat, card: Card, flees: int) -> int:
    """For oneself alone, or for a companion as well; or for everybody who flees."""
    timing = int(book.card[card].timing)
    if idle_one_shot(g, book.card[card]) == 1:
        return 0
    spared = flees and (timing & Timing.FLIGHT) != 0
    if not (spared or (timing & Timing.RUN) != 0) or program_allows(g, book, card, Trigger.PLAYED, seat) == 0:
        return 0
    option(g, book, Verb.PLAY, card, -1, Aim.NOTHING)
    place = 0
    other = int(g.fighter)
    while other >= 0 and spared and has_row(book, card, Op.ESCAPE, 0) == 1:
        if other != seat and g.dead[other] == 0:
            option(g, book, Verb.PLAY, card, other, Aim.SEAT)
        place += 1
        other = int(fights_as(g, place))
    return 0


@kernel("run.when", "oneshot.from-hand-or-table", "oneshot.interference")
def has_flight_card(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player holds a card for the flight that is going on."""
    wanted = int(Timing.RUN | Timing.FLIGHT) if in_combat(g, seat) == 1 else int(Timing.RUN)
    for i in range(g.hand_n[seat]):
        if (int(book.card[g.hand[seat, i]].timing) & wanted) != 0:
            return 1
    for i in range(g.table_n[seat]):
        if (int(book.card[g.table[seat, i]].timing) & wanted) != 0:
            return 1
    return 0


@kernel("run.roll", "combat.nonlethal")
def spares(book: Book, card: Card) -> Yes:
    """Whether a card makes the monster vanish that a roll has failed to escape."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.REMOVE_MONSTER and book.effect[r].b == 1:
            return 1
    return 0
