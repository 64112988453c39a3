"""Facts of one game from its log: one pass over the event rows, nothing is read that no event says.

Definitions (a *move* is a row of a kind below `Ev.LAST_MOVE`; `held` means in a hand or on a table):

* game: `turns`, `rounds` = number of the last one begun; `combats` = FIGHT rows; `kills` = monsters that joined a
  combat that ended KILLED, less those removed from it; `flights` = combats that ended FLED, CAUGHT or DIED;
  `helps` = requests and offers of help that were accepted; `deaths` = DEATH rows; `reshuffles` = times a discard
  pile became a deck; `bosses` = BOSS rows; `lead_changes` = ends of rounds at which the one player with the highest
  Level is another one than the last time there was one (rounds with a tie at the top are passed over).
* seat: `kills` belong to whoever was the fighter when the combat ended, `helps` to the helper; `levels_bought` =
  Levels gained by sales; `curses` = CURSE rows aimed at the seat; `treasures` = times a Treasure reached the seat,
  opening hand included; `gold_in_play` = Gold Pieces of the cards on its table at the end.
* level: a row for each seat and round begun, with the Level when the round (or the game) ended.
* exposure: a row for each card a seat ever held, in the order in which they came. `opening` = dealt at the start;
  `played` = the seat played it; `in_play_turns` = turns that began while it lay on the seat's table; `sold`;
  `lost` = taken by Bad Stuff, a Curse, a thief or its owner's death; `at_end` = still held when the game ended.
"""

from __future__ import annotations

from engine.facts.tables import Facts, Used
from engine.facts.tally import happened, shuffled
from engine.jit import kernel
from engine.records.book import Book, EventRow
from engine.records.events import Drawn, Ev
from engine.records.kinds import Numbers, Pile, Seat
from engine.records.rules import Rule
from engine.records.state import SEATS, Game, Zone
from engine.records.tallies import Tally

WORKING, BLANK = 0, 1
"""Places in `Book.tally`: the record that is counted in, and an empty one that it starts from."""

LIES_ON_TABLE = 2
"""Value of `exposure.at_end` during the pass for a held card that is in play."""


@kernel()
def derive(n: int, book: Book, g: Game, out: Facts, used: Used) -> int:
    """Append the facts of the game that left n events in the log to the tables of `out`, which it has filled so far.

    Returns 1, with `used` untouched, if a table is too short. `seat.agent` is left to the caller.
    """
    # The worker's own record: one taken from an array made here would outlive the array's memory.
    book.work.tally[WORKING] = book.work.tally[BLANK]
    t = book.work.tally[WORKING]
    seats = int(g.seats)
    t.leader = -1
    t.asked = -1
    t.levels_at = used.level
    t.exposures_at = used.exposure
    for s in range(seats):
        t.level[s] = book.rules[Rule.SETUP_START_LEVEL]
    for i in range(n):
        row = book.work.log[i]
        if row["round"] > t.rounds:
            _end_round(t, seats, int(g.game), out.level)
            t.rounds = row["round"]
        if row.kind <= Ev.LAST_MOVE:
            _moved(t, book, row, out.exposure, int(used.exposure), int(g.game))
        else:
            happened(t, row)
    _end_round(t, seats, int(g.game), out.level)
    _close_exposures(t, book, seats, out.exposure, int(used.exposure))
    if t.short == 1 or used.game >= out.game.shape[0] or used.seat + seats > out.seat.shape[0]:
        return 1
    _write_game(t, g, out.game[used.game])
    for s in range(seats):
        _write_seat(t, g, s, out.seat[used.seat + s])
    used.game += 1
    used.seat += seats
    used.level = t.levels_at
    used.exposure = t.exposures_at
    return 0


@kernel()
def _end_round(t: Tally, seats: int, game: int, level_out: Numbers) -> int:
    if t.rounds == 0:
        return 0
    at = int(t.levels_at)
    if at + seats > level_out.shape[0]:
        t.short = 1
        return 0
    top, best = -1, -1
    for s in range(seats):
        level = int(t.level[s])
        row = level_out[at + s]
        row["game"] = game
        row["round"] = t.rounds
        row["seat"] = s
        row["level"] = level
        if level > best:
            top, best = s, level
        elif level == best:
            top = -1
    t.levels_at = at + seats
    if top >= 0:
        if t.leader >= 0 and t.leader != top:
            t.lead_changes += 1
        t.leader = top
    return 0


@kernel()
def _moved(t: Tally, book: Book, row: EventRow, exposure_out: Numbers, first: int, game: int) -> int:
    kind, source, seat, card = int(row.kind), int(row.actor), int(row.target), int(row.card)
    before, after = int(row.before), int(row.after)
    if kind == Ev.SHUFFLE:
        shuffled(t, int(book.card[card]["pile"]), int(row.other))
    elif kind == Ev.REMOVE:
        t.removed += 1
    held = source >= 0 and (before == Zone.HAND or before == Zone.TABLE)
    if held and t.slot[source, card] > 0:
        exposure = exposure_out[first + t.slot[source, card] - 1]
        _mark(exposure, kind, t.corpse[source])
        exposure["at_end"] = 0
        if before == Zone.TABLE:
            exposure["in_play_turns"] += t.turn - t.since[card]
    if held and before == Zone.TABLE:
        t.gold[source] -= book.card[card]["gold"]
    if seat >= 0 and (after == Zone.HAND or after == Zone.TABLE):
        if book.card[card]["pile"] == Pile.TREASURE and not (held and source == seat):
            t.treasures[seat] += 1
        _expose(t, book, row, exposure_out, first, game)
        if after == Zone.TABLE:
            t.since[card] = t.turn
            t.gold[seat] += book.card[card]["gold"]
        if t.slot[seat, card] > 0:
            exposure_out[first + t.slot[seat, card] - 1]["at_end"] = LIES_ON_TABLE if after == Zone.TABLE else 1
    return 0


@kernel()
def _mark(exposure: Numbers, kind: int, corpse: Seat) -> int:
    """Note what a move that starts at its holder says about a card."""
    if kind == Ev.PLAY:
        exposure["played"] = 1
    elif kind == Ev.SELL:
        exposure["sold"] = 1
    elif kind == Ev.LOSE or kind == Ev.STEAL or kind == Ev.LOOT:
        exposure["lost"] = 1
    elif kind == Ev.DISCARD and corpse == 1:
        exposure["lost"] = 1
    return 0


@kernel()
def _expose(t: Tally, book: Book, row: EventRow, exposure_out: Numbers, first: int, game: int) -> int:
    """Open the row of a card that reaches a seat for the first time."""
    seat, card, at = int(row.target), int(row.card), int(t.exposures_at)
    if t.slot[seat, card] > 0:
        return 0
    if at >= exposure_out.shape[0]:
        t.short = 1
        return 0
    t.exposures_at = at + 1
    t.slot[seat, card] = at - first + 1
    out = exposure_out[at]
    out["game"] = game
    out["seat"] = seat
    out["card"] = book.card[card]["number"]
    out["copy"] = book.card[card]["copy"]
    out["opening"] = 0
    if row.kind == Ev.DRAW and row.other == Drawn.DEALT:
        out["opening"] = 1
    out["drawn_turn"] = t.turn
    out["played"] = 0
    out["in_play_turns"] = 0
    out["sold"] = 0
    out["lost"] = 0
    out["at_end"] = 0
    return 0


@kernel()
def _close_exposures(t: Tally, book: Book, seats: int, exposure_out: Numbers, first: int) -> int:
    """Count the turns of what still lies on a table when the game ends."""
    for s in range(seats):
        for card in range(book.cards):
            if t.slot[s, card] > 0 and t.short == 0:
                out = exposure_out[first + t.slot[s, card] - 1]
                if out["at_end"] == LIES_ON_TABLE:
                    out["at_end"] = 1
                    out["in_play_turns"] += t.turn - t.since[card]
    return 0


@kernel()
def _write_game(t: Tally, g: Game, out: Numbers) -> int:
    winners = int(t.winners)
    n = 0
    for s in range(SEATS):
        n += (winners >> s) & 1
    out["game"] = g.game
    out["turns"] = t.turn
    out["rounds"] = t.rounds
    out["ending"] = t.ending
    out["winners"] = winners
    out["n_winners"] = n
    out["first_seat"] = g.first
    out["decisions"] = g.decisions
    out["combats"] = t.combats
    out["kills"] = t.kills
    out["flights"] = t.flights
    out["deaths"] = t.deaths
    out["helps"] = t.helps
    out["lead_changes"] = t.lead_changes
    out["reshuffles"] = t.reshuffles
    out["bosses"] = t.bosses
    return 0


@kernel()
def _write_seat(t: Tally, g: Game, seat: Seat, out: Numbers) -> int:
    winners = int(t.winners)
    n = 0
    for s in range(SEATS):
        n += (winners >> s) & 1
    won = (winners >> seat) & 1
    out["game"] = g.game
    out["seat"] = seat
    out["agent"] = 0
    out["won"] = won
    out["credit"] = 0.0
    if won == 1:
        out["credit"] = 1.0 / n
    out["final_level"] = t.level[seat]
    out["kills"] = t.seat_kills[seat]
    out["helps"] = t.seat_helps[seat]
    out["deaths"] = t.seat_deaths[seat]
    out["levels_bought"] = t.bought[seat]
    out["curses"] = t.curses[seat]
    out["treasures"] = t.treasures[seat]
    out["gold_in_play"] = t.gold[seat]
    return 0
