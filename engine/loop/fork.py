"""Forks: a game is played again from the moment at which a card comes to a player, with another card in its place.

The game is played as it is. Before whatever may bring the card, a copy of the table is put aside: before the deal,
and before every answer that is given while the card lies near the top of its pile. Nobody sees the order of a pile, so
the card that takes its place can change places with it there: the two branches are one game until it is drawn. The
two cards also exchange their keys, so that in later shuffles each goes where the other would have gone: every other
card stays where it is, and every die falls alike.

Of the arrivals of a game each is chosen with the same chance, by a draw of its own purpose. Only arrivals from the
pile by lot are forked: of what is given, stolen or looted somebody knew what it was. The other card is one of those
that still lie below it, each with the same chance, copies of the same design among them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.board.setup import deal_all, lay_out
from engine.jit import kernel
from engine.loop.fork_arrivals import ASIDE, CHOSEN, arrived, forget_arrivals, is_near
from engine.loop.game_ranges import RUN, GameFault, Run
from engine.next_question import answer, next_question
from engine.policies.lookahead import REAL, decide
from engine.records.book import Book
from engine.records.card_kinds import Card, Key, Kind, Numbers, Seat, Yes
from engine.records.fork_records import FORK, FORK_FACT, Fork, Moment
from engine.records.state import GAME, Game, Games
from engine.rng import Purpose, below, mix

TABLES = 5
"""A table, the two that looking ahead needs beside it, and two copies."""
OWN = {"number", "copy", "key", "pile"}
"""Facts of a card that a blank one in its place has too."""
COUNTS = ("games", "empty", "arrivals", "last", "shuffled", "laid")
"""Fields of a fork's record that say how a range has gone."""


class Forks(NamedTuple):
    """FORK_FACT rows of a range, in order of game number, and how it has gone: the `COUNTS`."""

    rows: np.ndarray
    counts: dict[str, int]


@kernel()
def _traced(trace: Key, g: Game, i: int, n: int) -> Key:
    """Hash of the answers so far with one more: who was asked what in which turn, and what they said."""
    word = (np.uint64(g.turn) << np.uint64(40)) ^ np.uint64(int(g.asked) * 65_536 * 256 + int(g.question) * 65_536 + n)
    return mix(mix(trace ^ word) + np.uint64(i))


@kernel()
def _put_aside(games: Games, fork: Fork, moment: int) -> int:
    games[ASIDE] = games[REAL]
    fork.moment = moment
    return 0


@kernel()
def _play_forked(games: Games, book: Book, fork: Fork) -> int:
    """Play a game that is laid out to its end, and put aside the copy from which it is forked, if the card comes."""
    g = games[REAL]
    forget_arrivals(fork, book)
    _put_aside(games, fork, Moment.UNDEALT)
    deal_all(g, book)
    arrived(games, book, fork)
    fork.moment = Moment.NONE
    if is_near(g, book, fork) == 1:
        _put_aside(games, fork, Moment.DEALT)
    n = next_question(g, book, 0)
    arrived(games, book, fork)
    while n > 0:
        i = decide(games, book, n)
        fork.said = _traced(fork.said, g, i, n)
        fork.moment = Moment.NONE
        if is_near(g, book, fork) == 1:
            _put_aside(games, fork, Moment.ANSWERED)
            fork.option[0] = book.work.option[i]
        answer(g, book, i)
        n = next_question(g, book, 0)
        arrived(games, book, fork)
    return 0


@kernel()
def _exchange(g: Game, book: Book, fork: Fork, blank: Yes) -> Card:
    """Let another card change places with the chosen one; returns it, -1: the chosen one has become a blank."""
    card, pile = int(fork.card), int(fork.pile)
    if blank == 1:
        _turn_blank(book, fork, card)
        return -1
    at = int(g.deck_n[pile]) - 1
    while g.deck[pile, at] != card:
        at -= 1
    to = below(at, g.key, Purpose.FORK, 0, at)
    other = int(g.deck[pile, to])
    g.deck[pile, at] = other
    g.deck[pile, to] = card
    _exchange_keys(book, card, other)
    return other


@kernel()
def _exchange_keys(book: Book, one: Card, other: Card) -> int:
    key = book.card[one].key
    book.card[one].key = book.card[other].key
    book.card[other].key = key
    return 0


@kernel()
def _turn_blank(book: Book, fork: Fork, card: Card) -> int:
    """Exchange the facts of a card with those of the blank one; once more, and all is as before."""
    blank = fork.blank[0]
    blank.number = book.card[card].number
    blank["copy"] = book.card[card]["copy"]
    blank.key = book.card[card].key
    blank.pile = book.card[card].pile
    fork.blank[1] = book.card[card]
    book.card[card] = fork.blank[0]
    return 0


@kernel()
def _play_other(games: Games, book: Book, fork: Fork, blank: Yes) -> Card:
    """Play another branch to its end on the real table; returns the card that took the place, -1 a blank."""
    games[REAL] = games[CHOSEN]
    g = games[REAL]
    g.log_on = 0
    fork.said = fork.before
    other = _exchange(g, book, fork, blank)
    if fork.chosen == Moment.UNDEALT:
        deal_all(g, book)
    elif fork.chosen == Moment.ANSWERED:
        book.work.option[0] = fork.taken[0]
        answer(g, book, 0)
    n = next_question(g, book, 0)
    while n > 0:
        i = decide(games, book, n)
        fork.said = _traced(fork.said, g, i, n)
        answer(g, book, i)
        n = next_question(g, book, 0)
    if other >= 0:
        _exchange_keys(book, int(fork.card), other)
    else:
        book.card[fork.card] = fork.blank[1]
    return other


@kernel()
def sharers(g: Game, seat: Seat) -> int:
    """How many have won, if this seat has; else 0."""
    n = 0
    for s in range(g.seats):
        n += (int(g.winners) >> s) & 1
    return n if (int(g.winners) >> seat) & 1 else 0


@kernel()
def _fork_game(games: Games, book: Book, fork: Fork, agents: Numbers, out: Numbers) -> int:
    """Play all branches of the game that is laid out, and write the row of a fork; returns 0 if there was none."""
    g = games[REAL]
    _play_forked(games, book, fork)
    fork.games += 1
    if g.fault != 0:
        return 0
    if fork.entries == 0:
        fork.empty += 1
        return 0
    _write_arrival(g, book, fork, out)
    out.agent = agents[fork.seat]
    with_them = sharers(g, int(fork.seat))
    out.credit = 1.0 / with_them if with_them > 0 else 0.0
    out.turns = g.turn
    out.ending = g.over
    out.winners = g.winners
    trace = fork.said
    other = _play_other(games, book, fork, 0)
    out.other = book.card[other].number
    with_them = sharers(g, int(fork.seat))
    out.other_credit = 1.0 / with_them if with_them > 0 else 0.0
    out.other_turns = g.turn
    out.other_ending = g.over
    out.other_winners = g.winners
    out.same = 1 if trace == fork.said and out.winners == g.winners and out.turns == g.turn else 0
    if fork.with_blank == 1 and g.fault == 0:
        _play_other(games, book, fork, 1)
        with_them = sharers(g, int(fork.seat))
        out.blank_credit = 1.0 / with_them if with_them > 0 else 0.0
        out.blank_turns = g.turn
        out.blank_ending = g.over
        out.blank_winners = g.winners
        out.blank_same = 1 if trace == fork.said and out.winners == g.winners and out.turns == g.turn else 0
    return 1


@kernel()
def _write_arrival(g: Game, book: Book, fork: Fork, out: Numbers) -> int:
    """Write which card came to whom, and when."""
    out.game = g.game
    out.seat = fork.seat
    out.how = fork.way
    out["copy"] = book.card[fork.card]["copy"]
    out.turn = fork.turn
    out["round"] = fork["round"]
    out.level = fork.own
    out.lead = fork.lead
    out.arrivals = fork.entries
    return 0


@kernel()
def fork_range(games: Games, book: Book, fork: Fork, run: Run, table: Numbers, agents: Numbers, out: Numbers) -> int:
    """Fork the games of a shard; returns the number of rows written, or -1 - the game that was given up.

    `table` int64[agents, weights]; `agents` int64[games, seats]; `out` FORK_FACT[games].
    """
    g = games[REAL]
    n = 0
    for i in range(run.games):
        for s in range(run.seats):
            for w in range(table.shape[1]):
                book.work.weights[s, w] = table[agents[i, s], w]
        g.log_on = 1
        lay_out(g, book, run.seed, run.first + i, run.seats)
        n += _fork_game(games, book, fork, agents[i], out[n])
        if g.fault != 0:
            return -1 - i
    return n


def fork_of(book: Book, number: int, with_blank: bool) -> Any:
    """An empty record for forks of the design `number` of a book; `with_blank`: a third branch has a blank card."""
    fork = np.zeros(1, np.dtype((np.record, FORK)))[0]
    own = book.card[: int(book.cards)]
    fork.number = number
    fork.pile = own["pile"][own["number"] == number][0]
    fork.with_blank = int(with_blank)
    fork.blank["kind"] = Kind.SPECIAL
    fork.blank["axis"] = -1
    return fork


def blanked(card: np.ndarray, number: int) -> np.ndarray:
    """CARD[n]: the cards of a box, in which all cards of the design `number` do nothing."""
    out, rows = card.copy(), card["number"] == number
    for name in set(card.dtype.names or ()) - OWN:
        out[name][rows] = 0
    out["kind"][rows] = Kind.SPECIAL
    out["axis"][rows] = -1
    return out


def play_forks(book: Book, fork: Any, seed: int, first: int, agents: np.ndarray, weights_table: np.ndarray) -> Forks:
    """Fork games `first` .. `first + len(agents) - 1` of a run, at most once each.

    `fork` from `fork_of`; `agents` int64[games, seats] = row of `weights_table` that sits in each seat. Raises
    GameFault.
    """
    count, seats = agents.shape
    sitting, table = np.ascontiguousarray(agents, np.int64), np.ascontiguousarray(weights_table, np.int64)
    for name in COUNTS:
        fork[name] = 0
    games, run = np.zeros(TABLES, GAME), np.array([(seed, first, count, 0, seats)], np.dtype((np.record, RUN)))[0]
    out = np.zeros(count, np.dtype((np.record, FORK_FACT)))
    n = int(fork_range(games, book, fork, run, table, sitting, out))
    if n < 0:
        g = games[REAL]
        raise GameFault(first - 1 - n, int(g.fault), int(g.fault_at))
    return Forks(out[:n].copy(), {name: int(fork[name]) for name in COUNTS})
