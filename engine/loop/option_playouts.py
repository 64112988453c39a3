"""What options are worth: a question of a game is put again, and each of some options is played out to the end.

First games are watched: of every card design the questions at which it can be used, and one of them by lot. Then the
game is played up to that question, and what its player does, what they would do without the design, and its most
promising uses are played out, all with the same luck. As in looking ahead the cards that the player cannot see are
dealt anew for every playout, alike for all options: what is best is judged by what they can know, and by nothing that
only the true order of a pile would tell. Everybody plays on as they are.

These loops are compiled only when somebody measures: nothing else of the engine imports this file.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.board.setup import new_game
from engine.jit import kernel
from engine.loop.fork import sharers
from engine.next_question import answer, next_question
from engine.policies.decide import choose, is_another, lot, outlook, utility
from engine.policies.lookahead import DEALT, PLAYOUT, REAL, _deal_anew, _mark_seen, _survey, decide
from engine.records.book import CARDS, Book
from engine.records.card_kinds import PILES, Card, Key, Numbers, Yes
from engine.records.questions import Verb
from engine.records.state import Game, Games
from engine.rng import Purpose, below

MOST = 6
"""Options that are played out at most: what was done, the best without the design, and four of its uses."""
OWN = 4
"""Lots of a question in one's own turn for one of another's: these are many, and at most of them one does nothing."""
MOMENTS, MADE, HAD, USED = range(4)
"""Columns of what is counted of a design: questions at which it could be used and was; cards of it that could be, and
were at least once."""
VERB, CARD, TARGET, AMOUNT, WORTH, OF_DESIGN = range(6)
"""Columns of an option that is played out; `WORTH` is what the persona says of it."""
ANY = -1
"""In place of a design: all options of the question, whatever they use."""


@kernel()
def card_used(g: Game, book: Book, i: int) -> Card:
    """The card that option i of the question that waits puts to use, or -1."""
    o = book.work.option[i]
    verb = int(o.verb)
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH or verb == Verb.USE or verb == Verb.TROUBLE:
        return int(o.card)
    if verb == Verb.DISCARD_FOR:
        for c in range(g.cards):
            if book.card[c].first <= o.amount < book.card[c].last and g.owner[c] == g.asked:
                return c
    return -1


@kernel()
def _uses(g: Game, book: Book, i: int, design: int) -> Yes:
    c = int(card_used(g, book, i))
    return 1 if c >= 0 and book.card[c].number == design else 0


@kernel()
def _note(g: Game, book: Book, n: int, pick: int, seen: Numbers, counts: Numbers, at: Numbers) -> int:
    """Note what could be used at a question; `seen` int64[2, cards] = 1 + last question with it, 1: was used."""
    now = 1 + int(g.decisions)
    taken = int(card_used(g, book, pick))
    lots = OWN if g.active == g.asked else 1
    for i in range(n):
        c = int(card_used(g, book, i))
        if c < 0 or seen[0, c] == now:
            continue
        design = int(book.card[c].number)
        counts[design, HAD] += seen[0, c] == 0
        seen[0, c] = now
        if at[design, 2] == now:
            continue
        at[design, 2] = now
        counts[design, MOMENTS] += 1
        at[design, 1] += lots
        if below(int(at[design, 1]), g.key, Purpose.FORK, 2, design * 65_536 + int(at[design, 1])) < lots:
            at[design, 0] = now - 1
    if taken >= 0:
        counts[book.card[taken].number, MADE] += 1
        counts[book.card[taken].number, USED] += seen[1, taken] == 0
        seen[1, taken] = 1
    return 0


@kernel()
def _watch(games: Games, book: Book, seen: Numbers, counts: Numbers, at: Numbers) -> int:
    """Play the game that is laid out; the last row of `at` is any question with several options."""
    g = games[REAL]
    any_one = at.shape[0] - 1
    n = next_question(g, book, 0)
    while n > 0:
        pick = decide(games, book, n)
        _note(g, book, n, pick, seen, counts, at)
        at[any_one, 1] += 1
        if below(int(at[any_one, 1]), g.key, Purpose.FORK, 3, int(at[any_one, 1])) == 0:
            at[any_one, 0] = int(g.decisions)
        answer(g, book, pick)
        n = next_question(g, book, 0)
    return 0


@kernel()
def watch_range(
    games: Games, book: Book, seed: Key, first: int, agents: Numbers, table: Numbers, seen: Numbers, counts: Numbers,
    at: Numbers,
) -> int:  # fmt: skip
    """Watch games from `first` on; returns how many were given up, whose questions are none.

    `at` int64[games, designs + 1, 3], in which column 0 is the question chosen by lot, as its number of decisions, -1
    none; `counts` int64[designs, 4]; `seen` int64[2, cards].
    """
    g = games[REAL]
    given_up = 0
    for i in range(at.shape[0]):
        seat_players(book, agents[i], table)
        for c in range(seen.shape[1]):
            seen[0, c] = 0
            seen[1, c] = 0
        _forget(at[i])
        g.log_on = 0
        new_game(g, book, seed, first + i, agents.shape[1])
        _watch(games, book, seen, counts, at[i])
        if g.fault != 0:
            _forget(at[i])
            given_up += 1
    return given_up


@kernel()
def _forget(at: Numbers) -> int:
    """No question of a game is chosen."""
    for d in range(at.shape[0]):
        at[d, 0] = -1
    return 0


@kernel()
def seat_players(book: Book, agents: Numbers, table: Numbers) -> int:
    """Let the personas of a table's rows sit down."""
    for s in range(agents.shape[0]):
        for w in range(table.shape[1]):
            book.work.weights[s, w] = table[agents[s], w]
    return 0


@kernel()
def _goes_before(g: Game, book: Book, i: int, worth: int, j: int, other: int) -> Yes:
    """Whether option i is the more promising one, equals by lot."""
    if worth != other:
        return worth > other
    return lot(g, int(g.asked), i, 1 << 30) > lot(g, int(g.asked), j, 1 << 30)


@kernel()
def _put_in(g: Game, book: Book, i: int, worth: int, from_: int, to: int, options: Numbers, pick: Numbers) -> int:
    """Put option i where it belongs among places from_ .. to - 1, best first."""
    place = to - 1
    if pick[place] >= 0 and not _goes_before(g, book, i, worth, int(pick[place]), int(options[place, WORTH])):
        return 0
    while place > from_ and (
        pick[place - 1] < 0 or _goes_before(g, book, i, worth, int(pick[place - 1]), int(options[place - 1, WORTH]))
    ):
        pick[place] = pick[place - 1]
        options[place, WORTH] = options[place - 1, WORTH]
        place -= 1
    pick[place] = i
    options[place, WORTH] = worth
    return 1


@kernel()
def promising(g: Game, book: Book, n: int, design: int, taken: int, options: Numbers, pick: Numbers) -> int:
    """Choose what is played out: place 0 what was done, 1 the best without the design, then its uses.

    Of `ANY` design: what was done and the most promising of all others. Copies of a card are one option.
    """
    seat = int(g.asked)
    outlook(g, book, seat)
    for k in range(MOST):
        pick[k] = -1
    pick[0] = taken
    options[0, WORTH] = utility(g, book, seat, taken)
    for i in range(n):
        if i == taken or is_another(g, book, 0, i) == 0:
            continue
        worth = int(utility(g, book, seat, i))
        if design == ANY:
            _put_in(g, book, i, worth, 1, MOST, options, pick)
        elif _uses(g, book, i, design) == 1:
            _put_in(g, book, i, worth, 2, MOST, options, pick)
        else:
            _put_in(g, book, i, worth, 1, 2, options, pick)
    for k in range(MOST):
        if pick[k] >= 0:
            o = book.work.option[pick[k]]
            options[k, VERB] = o.verb
            options[k, CARD] = book.card[o.card].number if o.card >= 0 else -1
            options[k, TARGET] = o.target
            options[k, AMOUNT] = o.amount
            options[k, OF_DESIGN] = _uses(g, book, int(pick[k]), design)
    return 0


@kernel()
def play_out(games: Games, book: Book, n: int, pick: Numbers, credit: Numbers) -> int:
    """Play out the options of the question that waits; `credit` float64[playouts, MOST], nan for a game given up."""
    look = book.work.look[0]
    g = games[REAL]
    seat = int(g.asked)
    look.seat = seat
    for i in range(n):
        look.asked[i] = book.work.option[i]
    _mark_seen(g, book, n)
    for pile in range(PILES):
        _survey(g, book, pile)
    for k in range(credit.shape[0]):
        look.playout = k
        _deal_anew(games, book)
        for j in range(MOST):
            credit[k, j] = np.nan
            won_by = int(_ends_in(games, book, int(pick[j]))) if pick[j] >= 0 else -1
            if won_by >= 0:
                credit[k, j] = 1.0 / won_by if won_by > 0 else 0.0
    return 0


@kernel()
def _ends_in(games: Games, book: Book, pick: int) -> int:
    """How many win with the player in one playout of an option: 0, the player does not; -1, it was given up."""
    look = book.work.look[0]
    games[PLAYOUT] = games[DEALT]
    t = games[PLAYOUT]
    book.work.option[pick] = look.asked[pick]
    answer(t, book, pick)
    n = next_question(t, book, 0)
    while n > 0:
        answer(t, book, choose(t, book, n))
        n = next_question(t, book, 0)
    return -1 if t.fault != 0 else int(sharers(t, int(look.seat)))


@kernel()
def weigh_question(
    games: Games, book: Book, decision: int, design: int, options: Numbers, pick: Numbers, credit: Numbers
) -> int:
    """Play the game that is laid out up to a question and play out its options; returns who was asked, -1 nobody."""
    g = games[REAL]
    n = next_question(g, book, 0)
    while n > 0 and g.decisions < decision:
        answer(g, book, decide(games, book, n))
        n = next_question(g, book, 0)
    if n == 0:
        return -1
    taken = decide(games, book, n)
    promising(g, book, n, design, taken, options, pick)
    play_out(games, book, n, pick, credit)
    return int(g.asked)


class Watched:
    """What a range of games had to decide: `at` int64[games, designs + 1], `counts` int64[designs, 4]."""

    def __init__(self, at: np.ndarray, counts: np.ndarray) -> None:
        self.at, self.counts = at, counts


def watch_games(games: Any, book: Any, seed: int, first: int, agents: np.ndarray, table: np.ndarray) -> Watched:
    """Watch games `first` .. `first + len(agents) - 1`; `agents` int64[games, seats] = row of `table` in each seat."""
    designs = 1 + int(book.card["number"][: int(book.cards)].max())
    at = np.zeros((len(agents), designs + 1, 3), np.int64)
    counts, seen = np.zeros((designs, 4), np.int64), np.zeros((2, CARDS), np.int64)
    watch_range(games, book, seed, first, agents, table, seen, counts, at)
    return Watched(at[:, :, 0].copy(), counts)


class Weighed:
    """A question whose options were played out: `options` int64[MOST, 6], `credit` float64[playouts, MOST]."""

    def __init__(self, options: np.ndarray, pick: np.ndarray, credit: np.ndarray, seat: int) -> None:
        self.options, self.pick, self.credit, self.seat = options, pick, credit, seat


def weigh(
    games: Any, book: Any, key: tuple[int, int, int, int], agents: np.ndarray, table: np.ndarray, playouts: int
) -> Weighed:
    """Weigh the question `key` = (seed, game, decisions before it, design or ANY); `agents` int64[seats]."""
    seed, game, decision, design = key
    options, pick = np.zeros((MOST, 6), np.int64), np.zeros(MOST, np.int64)
    credit = np.full((playouts, MOST), np.nan)
    seat_players(book, agents, table)
    games[REAL].log_on = 0
    new_game(games[REAL], book, seed, game, len(agents))
    seat = int(weigh_question(games, book, decision, design, options, pick, credit))
    return Weighed(options, pick, credit, seat)
