"""Plays forks of a card, and games with blanks: threads take ranges in turn, the first forks of the run are kept.

Games are those of `lab run` with the same seed: the first branch of a fork is a game that can be replayed.

A blank is no Item and no monster, cannot be played and goes where a card of its pile goes: into the hand, or, kicked
open, to whoever kicked it. Few are added: they make games longer (in `cthulhu` 52 turns for 49), but who draws one is
compared with who draws a real card of the same games. Fewer would be known less well than the longer games are worth.
The other cards keep their keys: a game with blanks is the arm's own game as long as no blank comes.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from decks.load_decks import load_decks
from lab.agents.personas import is_outside, weights_of
from lab.errors import BadInput
from lab.runs.arms import Arm
from lab.runs.game_threads import RANGE, Told, in_ranges, lent, on_threads
from lab.runs.run_plan import lineup
from lab.runs.run_spec import NO_EVENTS
from lab.store.given_up_games import GivenUp
from lab.store.stored_tables import Labels, fact_frames

if TYPE_CHECKING:
    from engine.loop.fork import Forks

SURE = 1_000
"""Games after which it is known whether too many of them are given up."""
PATIENCE = 20
"""Games for each wanted fork after which no more are played: the card hardly ever comes to anybody."""

OTHER_SEED = 0x5EED
"""What is added to a run's seed for games that are to have no luck in common with it."""

COLUMNS: dict[str, Any] = {
    "arm": pl.String, "game": pl.Int64, "seat": pl.Int8, "agent": pl.String, "how": pl.String, "copy": pl.Int8,
    "turn": pl.Int32, "round": pl.Int32, "level": pl.Int16, "lead": pl.Int16, "arrivals": pl.Int16,
    "other": pl.String, "credit": pl.Float64, "other_credit": pl.Float64, "blank_credit": pl.Float64,
    "turns": pl.Int32, "other_turns": pl.Int32, "blank_turns": pl.Int32,
    "ending": pl.String, "other_ending": pl.String, "blank_ending": pl.String,
    "winners": pl.Int8, "other_winners": pl.Int8, "blank_winners": pl.Int8,  # bit s set: seat s won
    "same": pl.Boolean, "blank_same": pl.Boolean,
}  # fmt: skip
"""Columns of a table of forks; those of the blank card are null where it was not asked for."""


@dataclass(frozen=True)
class Asked:
    """What forks are wanted: of which design, how many, and whether a blank card takes its place in a third branch."""

    card: str  # id
    forks: int
    with_blank: bool = False


@dataclass(frozen=True)
class Forked:
    """Forks of a card in one arm: a row for each, and what became of the arrivals that were not forked."""

    rows: pl.DataFrame
    games: int  # up to the one of the last fork
    counts: dict[str, int]  # of all games that were played
    given_up: GivenUp = field(default_factory=GivenUp)  # of the same games: where a branch was, there is no fork


def fork_arm(arm: Arm, asked: Asked, workers: int = 0, told: Told | None = None, games_at_once: int = RANGE) -> Forked:
    """The first forks of a card in the games of an arm; the rows do not depend on threads or ranges."""
    check_card(arm, asked.card)
    ranges = _Ranges(arm, asked, games_at_once, told)
    forked = lent(ranges.forker)
    on_threads(lambda at: ranges.put(at, *forked(at * ranges.size)), ranges.wanted(), workers)
    return ranges.joined()


def check_card(arm: Arm, card: str) -> None:
    """Refuse a card that cannot be exchanged, and players whose games cannot be played on."""
    outside = [name for name in arm.setting.agents if is_outside(name)]
    if outside:
        raise BadInput(f"--agents has '{outside[0]}'; allowed: personas, games with agents from outside are not forked")
    if arm.cards.cards[list(arm.cards.ids).index(card)].kind == "character":
        raise BadInput(f"card is '{card}', a character; allowed: cards of a pile, characters lie in none")


class _Ranges:
    """The ranges of games that threads take one after the other, until those from the first on hold enough forks."""

    def __init__(self, arm: Arm, asked: Asked, games_at_once: int, told: Told | None) -> None:
        self.arm, self.asked, self.told = arm, asked, told
        self.size = min(games_at_once, asked.forks)
        self.number, self.of = list(arm.cards.ids).index(asked.card), f"games of {arm.name}"
        self.lock = threading.Lock()
        self.whole, self.found = 0, 0
        self.parts: dict[int, tuple[list[Forks], GivenUp]] = {}
        self.given_up = GivenUp()

    def forker(self) -> Callable[[int], tuple[list[Forks], GivenUp]]:
        """What forks the range from a game on, with buffers of its own."""
        from engine.loop.fork import fork_of

        book = self.arm.book()
        return partial(self._forked, book, fork_of(book, self.number, self.asked.with_blank))

    def _forked(self, book: Any, fork: Any, first: int) -> tuple[list[Forks], GivenUp]:
        """The forks of a range, in their order: of the games before, between and behind those that are given up."""
        from engine.loop.fork import play_forks
        from engine.loop.game_ranges import GameFault

        table, setting = weights_of(self.arm.setting.agents), self.arm.setting
        parts, given_up, left = [], GivenUp(self.size), [(first, first + self.size)]
        while left:
            start, end = left.pop()
            try:
                if start < end:
                    agents = lineup(setting, start, end - start)
                    parts.append(play_forks(book, fork, self.arm.run.seed, start, agents, table))
            except GameFault as fault:
                given_up.add(0, [fault.fault])
                left += [(fault.game + 1, end), (start, fault.game)]
        return parts, given_up

    def wanted(self) -> Iterator[int]:
        """Numbers of ranges, until enough forks are there or the card hardly ever comes."""
        return takewhile(
            lambda _at: self.found < self.asked.forks, range(-(-PATIENCE * self.asked.forks // self.size) + 1)
        )

    def put(self, at: int, forks: list[Forks], given_up: GivenUp) -> None:
        """Keep a range; enough are those that follow one another from the first."""
        with self.lock:
            self.parts[at] = forks, given_up
            while self.whole in self.parts and self.found < self.asked.forks:
                forks, given_up = self.parts[self.whole]
                self.found += sum(len(part.rows) for part in forks)
                self.given_up.join(given_up)
                self.whole += 1
                if self.given_up.games >= SURE:
                    self.given_up.check(self.of)
            found = min(self.found, self.asked.forks)
        if self.told is not None:
            self.told(found)

    def joined(self) -> Forked:
        """The first forks of all ranges that follow one another."""
        import numpy as np

        self.given_up.check(self.of)
        parts = [part for at in range(self.whole) for part in self.parts[at][0]]
        rows = np.concatenate([part.rows for part in parts])[: self.asked.forks]
        counts = {name: sum(part.counts[name] for part in parts) for name in parts[0].counts}
        enough = len(rows) == self.asked.forks
        games = int(rows["game"][-1]) + 1 if enough else self.given_up.games
        return Forked(_frame(rows, self.arm, self.asked), games, counts, self.given_up)


def _frame(rows: Any, arm: Arm, asked: Asked) -> pl.DataFrame:
    """Forks as a table: numbers become names."""
    from engine.records.events import Ending, How

    endings = {int(e): e.name.lower() for e in Ending}
    words = {
        "agent": dict(enumerate(arm.setting.agents)),
        "how": {int(way): way.name.lower() for way in How},
        "other": dict(enumerate(arm.cards.ids)),
        **{f"{branch}ending": endings for branch in ("", "other_", "blank_")},
    }
    frame = pl.DataFrame({name: rows[name] for name in rows.dtype.names})
    named = [pl.col(name).replace_strict(table, return_dtype=pl.String) for name, table in words.items()]
    frame = frame.with_columns(*named, pl.lit(arm.name).alias("arm"))
    none = [] if asked.with_blank else [pl.lit(None).alias(name) for name in COLUMNS if name.startswith("blank_")]
    return frame.with_columns(none).select(pl.col(name).cast(dtype) for name, dtype in COLUMNS.items())


COPIES = 4
"""Blanks that are added to each pile."""
NAME = "blank card"
BLANKS = {pile: f"blank-{pile}" for pile in ("door", "treasure")}
"""Id of the blank of each pile."""


def with_blanks(arm: Arm, copies: int = COPIES) -> Arm:
    """The same arm with blanks in its box, keeping no events."""
    extra = [
        {"id": name, "name": NAME, "pile": pile, "kind": "special", "copies": copies} for pile, name in BLANKS.items()
    ]
    decks = arm.setting.deck or tuple(arm.variant.deck)
    cards = load_decks(list(decks), extra, changes=dict(arm.setting.cards), edits=arm.variant.edits)
    return replace(arm, cards=cards, run=arm.run.model_copy(update=NO_EVENTS))


class CardGames(NamedTuple):
    """The tables exposure, seat, card and arm of games beside a run's, and the games that are in none of them."""

    tables: dict[str, pl.DataFrame]
    given_up: GivenUp


def play_with_blanks(arm: Arm, games: int, workers: int = 0, told: Told | None = None) -> CardGames:
    """The first games of an arm, played with blanks.

    Games that are given up are left out and counted; too many of them are a RunFault.
    """
    return _played(with_blanks(arm), games_of(arm.name), games, workers, told)


def play_with_players(arm: Arm, player: str, games: int, workers: int = 0, told: Told | None = None) -> CardGames:
    """Games of an arm with one persona at every seat; of another seed, or luck would be the same at both tables."""
    run = arm.run.model_copy(update=NO_EVENTS | {"seed": arm.run.seed + OTHER_SEED})
    own = replace(arm, setting=replace(arm.setting, agents=(player,)), run=run)
    return _played(own, f"games of {arm.name} with {player} players", games, workers, told)


def play_anew(
    arm: Arm, games: int, kept: Callable[[pl.DataFrame], pl.DataFrame], told: Told | None = None
) -> CardGames:  # fmt: skip
    """Games of an arm of another seed; `kept` takes from what came to whom all that nobody asks about."""
    own = replace(arm, run=arm.run.model_copy(update=NO_EVENTS | {"seed": arm.run.seed + OTHER_SEED}))
    return _played(own, f"games of {arm.name}", games, 0, told, kept)


def _played(
    own: Arm, called: str, games: int, workers: int, told: Told | None,
    kept: Callable[[pl.DataFrame], pl.DataFrame] = lambda rows: rows,
) -> CardGames:  # fmt: skip
    """What the numbers of cards are made of, in the first games of an arm that is not stored."""
    labels, play = Labels("beside", (own.name,), {own.name: own.setting.agents}), lent(own.player)

    def part(first: int, count: int) -> dict[str, pl.DataFrame]:
        frames = fact_frames(play(first, count), labels, own.name)
        return {"exposure": kept(frames["exposure"]), "seat": frames["seat"], "fault": frames["fault"]}

    parts = in_ranges(part, games, workers, told)
    facts = {name: pl.concat([part[name] for part in parts]) for name in parts[0]}
    given_up = GivenUp(games, Counter(facts.pop("fault")["fault"].to_list()))
    given_up.check(called)
    row = {"run_id": ["beside"], "arm": [own.name], "deck_hash": [own.cards.deck_hash]}
    return CardGames(facts | {"card": own.card_frame(), "arm": pl.DataFrame(row)}, given_up)


def games_of(arm: str) -> str:
    """What the games with blanks of an arm are called."""
    return f"games of {arm} with blank cards"
