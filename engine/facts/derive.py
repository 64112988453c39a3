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
* exposure: a row for each time a card became a seat's, in the order in which they came (`engine.facts.card_arrivals`),
  and for each door, whether its kicker got it or not.
  - `how`, as `How`: what is drawn face-down after a new character's hand, by a card, in an empty room, is `drawn`; a
    Treasure of a won combat is a `reward`, drawn or picked (drawn = before anything else is played, used or acts; what
    a one-shot of the combat does as it is spent counts with it). A door stays `kicked` when it is taken or played at
    once; what its kicker gets back later has a row of its own.
  - `pass` = times the pile had been shuffled anew when the card left it. `by_lot`: the card came from a pile, nobody
    had looked at it or put it on top, and who got it did not hang on what it was (of face-up Treasures that two
    players pick from it does). `opening` = dealt at the start, Characters too.
  - `held` = it reached the hand or the table; `played` = the seat played it, from the open door as well;
    `in_play_turns` = turns that began while it lay on the seat's table; `sold`; `lost` = taken by Bad Stuff, a Curse,
    a thief or its owner's death; `at_end` = still held when the game ended.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from engine.facts.card_arrivals import close, follow
from engine.facts.counts import happened, looked, shuffled
from engine.jit import kernel
from engine.records.book import Book, EventRow
from engine.records.card_kinds import Numbers, Pile, Seat
from engine.records.events import Ev
from engine.records.state import SEATS, Game, Zone
from engine.records.switches import Rule
from engine.records.worker_records import Tally

WORKING, BLANK = 0, 1
"""Places in `Book.tally`: the record that is counted in, and an empty one that it starts from."""


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
            _moved(t, book, row)
            follow(t, book, row, out.exposure, int(used.exposure), int(g.game))
        elif row.kind == Ev.LOOK or row.kind == Ev.UNDER:
            looked(t, int(book.card[row.card].pile), row)
        else:
            happened(t, row)
    _end_round(t, seats, int(g.game), out.level)
    close(t, book, out.exposure, int(used.exposure))
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
def _moved(t: Tally, book: Book, row: EventRow) -> int:
    """Count what the move of a card says of its pile, of the combat and of the seats that it left and reached."""
    kind, source, seat, card = int(row.kind), int(row.actor), int(row.target), int(row.card)
    before, after = int(row.before), int(row.after)
    if kind == Ev.SHUFFLE:
        shuffled(t, int(book.card[card]["pile"]), int(row.other))
    elif kind == Ev.REMOVE:
        t.removed += 1
    held = source >= 0 and (before == Zone.HAND or before == Zone.TABLE)
    if held and before == Zone.TABLE:
        t.gold[source] -= book.card[card]["gold"]
    if seat >= 0 and (after == Zone.HAND or after == Zone.TABLE):
        if book.card[card]["pile"] == Pile.TREASURE and not (held and source == seat):
            t.treasures[seat] += 1
        if after == Zone.TABLE:
            t.gold[seat] += book.card[card]["gold"]
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


GAME_FACT = np.dtype(
    [
        ("game", "i8"), ("turns", "i4"), ("rounds", "i4"),
        ("ending", "i1"),  # engine.records.events.Ending
        ("winners", "i1"),  # bit s set: seat s won
        ("n_winners", "i1"), ("first_seat", "i1"), ("decisions", "i4"), ("combats", "i4"), ("kills", "i4"),
        ("flights", "i4"), ("deaths", "i4"), ("helps", "i4"), ("lead_changes", "i4"), ("reshuffles", "i4"), ("bosses", "i4"),
    ]
)  # fmt: skip
SEAT_FACT = np.dtype(
    [
        ("game", "i8"), ("seat", "i1"),
        ("agent", "i1"),  # position in the run's list of agents
        ("won", "i1"), ("credit", "f8"), ("final_level", "i2"), ("kills", "i4"), ("helps", "i4"), ("deaths", "i4"),
        ("levels_bought", "i4"), ("curses", "i4"), ("treasures", "i4"), ("gold_in_play", "i4"),
    ]
)  # fmt: skip
LEVEL_FACT = np.dtype([("game", "i8"), ("round", "i4"), ("seat", "i1"), ("level", "i2")])
"""Level of a seat at the end of a round."""
EXPOSURE_FACT = np.dtype(
    [
        ("game", "i8"), ("seat", "i1"), ("card", "i4"), ("copy", "i1"),
        ("how", "i1"),  # engine.records.events.How
        ("pass", "i2"),  # how often the pile it came from had been shuffled anew; -1: it came from no pile
        ("by_lot", "i1"),  # 1: chance alone chose the card out of its pile, and who gets it
        ("opening", "i1"),  # 1: dealt at the start
        ("drawn_turn", "i4"),  # turn in which it came; 0 at the deal
        ("held", "i1"),  # 1: it reached the hand or the table
        ("played", "i1"), ("in_play_turns", "i4"), ("sold", "i1"), ("lost", "i1"), ("at_end", "i1"),
    ]
)  # fmt: skip
EVENT_FACT = np.dtype(
    [
        ("game", "i8"), ("seq", "i4"), ("turn", "i4"), ("phase", "i1"), ("kind", "i1"), ("actor", "i1"), ("target", "i1"),
        ("card", "i2"),  # number of the card design, -1 none
        ("copy", "i1"), ("other", "i4"), ("before", "i4"), ("after", "i4"), ("round", "i4"),
    ]
)  # fmt: skip


class Facts(NamedTuple):
    """All facts of a range of games, one structured array per table, in order of game number."""

    game: np.ndarray
    seat: np.ndarray
    level: np.ndarray
    exposure: np.ndarray
    event: np.ndarray


USED = np.dtype([("game", "i8"), ("seat", "i8"), ("level", "i8"), ("exposure", "i8"), ("event", "i8")])
"""Rows that are used of each table."""
Used: TypeAlias = Annotated[Any, USED]


def nothing_used() -> Any:
    """A record of empty tables."""
    return np.zeros(1, np.dtype((np.record, USED)))[0]
