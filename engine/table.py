"""One game stepped by hand: options with canonical texts, events, views, clones.

The table knows no files: it is given a compiled `Book` and the names of its numbers. The friendly
door that takes the names of decks and variants is `lab.table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from engine.board.munchkin_side import helpers_of
from engine.board.setup import new_game
from engine.jit import handle
from engine.loop.game_ranges import new_tables
from engine.next_question import answer, next_question
from engine.policies.lookahead import REAL, decide
from engine.records.book import BOOK, Book
from engine.records.events import Ending, Ev
from engine.records.faults import in_words
from engine.records.state import Game, Phase
from engine.texts import Line, Names, Speaker, Vocabulary, find, listed
from engine.view import Fields, View, copy_for, is_winning

__all__ = ["Agent", "Event", "IllegalOption", "Names", "Option", "Table", "TableFault"]


class IllegalOption(ValueError):
    """Somebody tried what the rules do not let them do now."""


class TableFault(RuntimeError):
    """The engine gave up on a game; the message says why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One legal option: its text, and the numbers the engine knows it by."""

    text: str
    verb: int
    card: int
    target: int
    amount: int
    pick: int
    index: int


class Event(NamedTuple):
    """One row of the log; the columns are explained in `engine.records.events`."""

    seq: int
    turn: int
    phase: int
    kind: int
    actor: int
    target: int
    card: int
    other: int
    before: int
    after: int
    round: int


def options_of(g: Game, rows: Sequence[Sequence[int]], words: Vocabulary) -> list[Option]:
    """Option rows of the waiting question as options; copies of a card that lie in one place are listed once."""
    speaker = Speaker(g, words)
    out = []
    for i, text in listed([speaker.line(row) for row in rows]):
        verb, card, target, amount, pick = rows[i]
        out.append(Option(text, verb, card, target, amount, pick, i))
    return out


class Agent(Protocol):
    """Anything that can sit in a seat on the slow path."""

    def choose(self, view: View, options: Sequence[Option]) -> int:
        """Position of the option it takes."""


def buffers(book: Book) -> Book:
    """The same book with fresh output buffers, so that two tables do not write into one."""
    fresh = np.zeros(1, BOOK)[0]
    for field in set(BOOK.names or ()) - {"work"}:
        fresh[field] = book[field]
    fresh.work.weights[:] = book.work.weights
    return fresh


class Table:
    """One game; `single=True` also puts questions that have a single answer."""

    def __init__(self, book: Book, names: Names, seed: int = 0, game: int = 0, *, single: bool = False) -> None:
        self.book, self.names, self.single = buffers(book), names, single
        self.words = Vocabulary(self.book, names)
        self.games = new_tables()
        self.g: Any = self.games[REAL]
        self._hold()
        self.deal(seed, game)

    def deal(self, seed: int, game: int = 0) -> None:
        """Begin another game at the same table."""
        self.g.log_on = 1
        self.n = 0
        new_game(*self.fast, seed, game, len(self.names.seats))

    def _hold(self) -> None:
        self.fast = (handle(self.g), handle(self.book))

    def advance(self) -> int:
        """Work the agenda off until somebody must decide; the number of their options, 0 at the end."""
        self.n = int(next_question(*self.fast, int(self.single)))
        if self.g.fault:
            raise TableFault(f"the engine gave up: {in_words(int(self.g.fault), int(self.g.fault_at))}")
        return self.n

    def ready(self) -> None:
        """Make sure that somebody is asked, unless the game is over."""
        if self.n == 0 and not self.g.over:
            self.advance()

    @property
    def decider(self) -> int:
        """Seat that must decide; -1 when the game is over."""
        self.ready()
        return int(self.g.asked) if self.n else -1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        self.ready()
        return bool(self.g.over)

    @property
    def winners(self) -> list[int]:
        """Seats that have won."""
        return [s for s in range(int(self.g.seats)) if (int(self.g.winners) >> s) & 1]

    @property
    def ending(self) -> str:
        """How the game ended; `none` while it runs."""
        return Ending(int(self.g.over)).name.lower()

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return Phase(int(self.g.phase)).name.lower()

    def lines(self) -> list[Line]:
        """The words of every option row, duplicates included."""
        self.ready()
        speaker = Speaker(Fields(self.games), self.words)
        return [speaker.line(row) for row in self.book.work.option[: self.n].tolist()]

    def options(self) -> list[Option]:
        """The legal options of the decider; copies of a card that lie in one place are listed once."""
        self.ready()
        return options_of(Fields(self.games), self.book.work.option[: self.n].tolist(), self.words)

    def find(self, text: str) -> int:
        """Row of the option a text means, or -1."""
        g = self.g
        side = [self.names.seats[int(s)] for s in ((g.fighter, *helpers_of(g)) if g.fighting else ())]
        lines = self.lines()
        return find(lines, self.book.work.option[: self.n], text, side)

    def step(self, option: str | int | Option) -> int:
        """Take an option by its text, its position in `options()`, or itself; returns who decides next."""
        if isinstance(option, str):
            row = self.find(option)
            if row < 0:
                raise IllegalOption(f"{option!r} is not legal now; legal: {', '.join(o.text for o in self.options())}")
        elif isinstance(option, Option):
            row = option.index
        else:
            options = self.options()
            if not 0 <= option < len(options):
                raise IllegalOption(f"option {option} is not among 0 to {len(options) - 1}")
            row = options[option].index
        return self.answer(row)

    def answer(self, row: int) -> int:
        """Take the option of a row of `Book.work.option`; returns who decides next."""
        self.take(row)
        self.advance()
        return self.decider

    def take(self, row: int) -> None:
        """Take the option of a row of `Book.work.option`, and nothing that follows by itself: `ready` does that."""
        self.ready()
        if not 0 <= row < self.n:
            raise IllegalOption(f"row {row} is not among 0 to {self.n - 1}")
        answer(*self.fast, row)
        self.n = 0

    def choice(self) -> int:
        """Row that the built-in persona of the decider's seat would take; it may look ahead."""
        self.ready()
        return int(decide(self.games, self.fast[1], self.n))

    def play(self, agents: Mapping[int, Agent] | None = None, most: int = 1_000_000) -> list[int]:
        """Play to the end with built-in personas, or agents where given; returns the winners."""
        for _ in range(most):
            if self.over:
                break
            agent = (agents or {}).get(self.decider)
            if agent is None:
                self.answer(self.choice())
            else:
                self.step(agent.choose(self.view(self.decider), self.options()))
        return self.winners

    def events(self, since: int = 0) -> list[Event]:
        """What has happened, from row `since` on."""
        rows = self.book.work.log[since : int(self.g.log_n)].tolist()
        return [Event(since + i, *row) for i, row in enumerate(rows)]

    def count(self, kind: Ev, since: int = 0) -> int:
        """How many events of a kind have happened."""
        return int((self.book.work.log["kind"][since : int(self.g.log_n)] == kind).sum())

    def clone(self) -> Table:
        """The same game once more; neither notices what happens to the other."""
        twin = object.__new__(Table)
        twin.book, twin.names, twin.single, twin.n = buffers(self.book), self.names, self.single, self.n
        twin.words = self.words
        twin.games = self.games.copy()
        twin.g = twin.games[REAL]
        twin._hold()
        twin.book.work.option[: self.n] = self.book.work.option[: self.n]
        logged = int(self.g.log_n)
        twin.book.work.log[:logged] = self.book.work.log[:logged]
        return twin

    def view(self, seat: int) -> View:
        """What a seat may know."""
        self.ready()
        return View(copy_for(self.games, self.book.work.option[: self.n], seat), self.words, seat)

    def ids(self, cards: Any) -> list[str]:
        """Names of card instances."""
        return list(self.words.cards(int(c) for c in cards))

    @property
    def winning(self) -> bool:
        """Whether the munchkin side would win the combat as it stands."""
        return is_winning(self.g)
