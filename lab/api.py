"""The lab from Python, as good as the command line: play, compare, measure, tell. `import lab` brings all of it.

Tables are Polars frames, all else plain dataclasses that print what the command line says. Everything that is wrong
with what somebody asks for is `lab.BadInput` with one sentence.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from decks.card_schema import DeckError
from engine.table import Table
from lab.cards import card_verdict
from lab.cards.card_verdict import MATTERS
from lab.comparison import notable_games, table_agreement
from lab.comparison.arm_comparison import Difference, as_frame, compare_run
from lab.comparison.comparison_words import answer, how_to_read, who, worth
from lab.comparison.game_numbers import PRIMARY
from lab.comparison.measure_names import check_primary
from lab.comparison.shortest_arm import shortest
from lab.errors import BadInput
from lab.games import game_table
from lab.games.game_replay import Played, check_unchanged, stored_game
from lab.games.game_replay import replay as play_again
from lab.runs.arm_spec import table_name
from lab.runs.arms import Arm, at_pace_of, open_arms
from lab.runs.engine_compiling import compile_aloud
from lab.runs.run_heading import heading_of, left_out
from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, lacks_games, run_spec
from lab.runs.second_table import SecondTable, kept_table, second_table
from lab.store import remote_store
from lab.store.given_up_games import given_up
from lab.store.run_names import find_run
from lab.store.store_folder import Store, damage_behind
from lab.tables.metric import compute
from lab.tables.shelf import Shelf
from lab.tables.table_pace import pace, where_from
from lab.tournament import PLAYED, Options, beside_own, comparable, playing_of, spec_of, whole_spec
from variants.variant_schema import VariantError

STORE = "lab-store"
"""Folder of the store, unless somebody names another; the command line has the same."""


@contextmanager
def _told() -> Iterator[None]:
    """Whatever is wrong with the input, wherever it was found, is BadInput."""
    try:
        yield
    except (DeckError, VariantError) as error:
        raise BadInput(str(error)) from None
    except Exception as error:
        damaged = None if isinstance(error, BadInput) else damage_behind(error)
        if damaged is None:
            raise
        raise damaged from None


@dataclass(frozen=True, repr=False)
class Run:
    """A run of a store: one or more arms and their games. It prints what it is, in a line."""

    id: str
    store: Store = field(compare=False)

    def __repr__(self) -> str:
        return heading_of(self.store, self.id)

    @property
    def arms(self) -> list[str]:
        """Names of the arms, in their order."""
        return [str(name) for name in self.store.arms(self.id)["arm"]]

    @_told()
    def metric(self, name: str) -> pl.DataFrame:
        """A metric, as `lab metrics NAME --csv`: a row for each arm and part, bounds of 95 % in NAME_low, NAME_high.

        A finished run is measured once. Raises BadInput for a name that `lab metrics` does not list.
        """
        return compute(self.store, [name], self.id)[name]

    @_told()
    def table(self, name: str) -> pl.LazyFrame:
        """A table of facts (`lab schema` lists them), unread: game, seat, level, event, exposure, arm, card ..."""
        return self.store.table(name, self.id)

    def games(self) -> pl.DataFrame:
        """One row for each game: arm, game, turns, rounds, ending, winners, decisions, combats, kills ..."""
        return self.table("game").collect()

    @_told()
    def notable(self, kind: str = "closest", top: int = 5, arms: Sequence[str] = ()) -> pl.DataFrame:
        """Games worth looking at, the most notable first, as `lab games --KIND`: arm, game, and what is notable.

        Kinds: longest, shortest, closest, comeback, most-changed (of which `arms` may name the two).
        """
        if kind not in notable_games.KINDS:
            raise BadInput(f"kind is '{kind}'; allowed: {', '.join(notable_games.KINDS)}")
        return notable_games.notable(self.store, self.id, kind, top, tuple(arms))

    @_told()
    def cards(self, by: str = "", matters: float = 100 * MATTERS) -> pl.DataFrame:
        """Every card of every arm with its numbers and its verdict, as `lab cards --csv --no-blank`, strongest first.

        `shrunken` is the number to look at: win credit, against the average card of its pile that came in the same way
        (0.02 are 2 points), with its 95 % interval in shrunken_low and shrunken_high; `verdict` is too strong, too
        weak, about average or cannot tell yet. `by`: judge all by hand, drawn, kicked, reward or dealt instead of
        what tells most of each. `matters`: the least that matters, in points.
        """
        if by and by not in card_verdict.PREFIX:
            raise BadInput(f"by is '{by}'; allowed: {', '.join(card_verdict.PREFIX)}")
        found = card_verdict.card_numbers(compute(self.store, card_verdict.METRICS, self.id), by, matters / 100)
        order = ["arm", card_verdict.SHRUNKEN, card_verdict.RAW, "card"]
        return found.sort(order, descending=[False, True, True, False], nulls_last=True)

    @_told()
    def replay(self, arm: str = "", game: int = 0) -> Played:
        """A game, played again and told turn by turn; it prints as `lab replay` does (default: of the first arm)."""
        spec = stored_game(self.store.path, self.id, arm, game)
        if note := check_unchanged(self.store.path, self.id, arm):
            warnings.warn(note, stacklevel=3)
        return play_again(spec)

    @_told()
    def compare(self, primary: str = PRIMARY, every_pair: bool = False) -> Comparison:
        """Its arms beside each other, as `lab compare --run`; nothing is played.

        `primary`: the measure that the comparison is about, named before one looks.
        """
        rows = compare_run(self.store, self.id, every_pair, primary)
        return Comparison(self, tuple(rows), kept_table(Shelf(self.store, self.id), rows, every_pair))


@dataclass(frozen=True, repr=False)
class Comparison:
    """What moved between arms: `rows` has one difference for each measure and pair. It prints the answer first.

    `second`: the same at another table of players, with a tenth of the games, at least 200; `lab.compare` asks it.
    """

    run: Run
    rows: tuple[Difference, ...]
    second: SecondTable | None = field(default=None, compare=False)

    @property
    def measures(self) -> pl.DataFrame:
        """One row for each pair of arms and measure, the primary one first, as `lab compare --csv`.

        `difference` is arm b minus arm a, with its 95 % interval in low and high (shares as parts of 1); n games;
        p_value, and q_value where many measures are looked at; `found` whether there is a difference to speak of.
        """
        return as_frame(list(self.rows))

    @property
    def answer(self) -> str:
        """What moved, by how much and how sure that is: the sentences of `lab compare`, pair by pair."""
        return "\n".join([*shortest(self.rows), *(line for pair in self._pairs() for line in self._answer(pair))])

    def __repr__(self) -> str:
        store, run = self.run.store, self.run.id
        lines = [*shortest(self.rows)]
        lines += [line for pair in self._pairs() for line in (*self._answer(pair), worth(pair[0]))]
        lacking = given_up(store, run)
        lines += [f"{left_out(lacking)}."] if lacking.height else []
        tables = table_agreement.agreements(store, run, self.rows, table_name)
        agents = store.arms(run)["agents"].to_list()
        return "\n".join(
            [
                *lines,
                how_to_read(self.rows),
                where_from(store.path),
                table_agreement.sentence(tables) if tables else who(agents, self.second is not None),
            ]
        )

    def _answer(self, pair: Sequence[Difference]) -> list[str]:
        elsewhere = table_agreement.beside(pair, *self.second) if self.second else ""
        return [*answer(pair), *([elsewhere] if elsewhere else [])]

    def _pairs(self) -> list[list[Difference]]:
        pairs = dict.fromkeys((row.a, row.b) for row in self.rows)
        return [[row for row in self.rows if (row.a, row.b) == pair] for pair in pairs]


@_told()
def run(*what: str | Path | RunSpec, **options: Unpack[Options]) -> Run:
    """Play one tournament into a store, as `lab run`; what the store holds already is not played again.

    `what`: names of variants, such as "base+faster"; or a RunSpec, or the Path of a spec file, which say it all: only
    name, workers, agent_seconds and store may stand beside them. Options: `lab.Options`.
    Raises BadInput before anything is played, RunFault if a game played again differs.
    """
    spec = whole_spec(what, options)
    if spec is None and not what:
        raise BadInput(f"lab.run: nothing to play; allowed: {PLAYED}")
    spec = spec or _paced(spec_of("lab.run", [str(one) for one in what], options), options)
    playing = playing_of("lab.run", options)
    return _play("lab.run", spec, open_arms(spec, playing.agent_seconds), playing.workers, options)


@_told()
def compare(
    *variants: str, primary: str = PRIMARY, every_pair: bool = False, on_each: bool = False, **options: Unpack[Options]
) -> Comparison:
    """Play arms with the same seeds and say what moved, as `lab compare`: `lab.compare("base", "base+faster")`.

    Without a variant it is base; all others, and what `rule`, `set` and `card` change, are compared with the first.
    `primary`: the measure that it is about; `every_pair`: every arm with every other; `on_each`: what is changed is
    laid on each variant, not only on the first, and compared with it. Options: `lab.Options`.
    Raises BadInput before anything is played, RunFault if a game played again differs.
    """
    primary = check_primary(primary)
    spec = _paced(beside_own(spec_of("lab.compare", variants or ("base",), options, unchanged=True)), options)
    spec = spec if on_each else spec.each_alone()
    playing = playing_of("lab.compare", options)
    arms = comparable(spec, primary, playing.agent_seconds)
    found = _play("lab.compare", spec, arms, playing.workers, options).compare(primary, every_pair)
    shelf = Shelf(found.run.store, found.run.id)
    return replace(found, second=second_table(spec, shelf, found.rows, every_pair, playing.workers))


@_told()
def open_store(path: str | Path = STORE) -> Store:
    """A store to read: `runs()` has its runs, `table(name)` a LazyFrame of a table, `query(sql)` answers in SQL."""
    return remote_store.open_store(_folder(path))


@_told()
def open_run(name: str = "", store: str | Path = STORE) -> Run:
    """A run of a store, by its name or the beginning of its id; the newest if none is named."""
    place = open_store(store)
    pace(place.path)  # one that cannot be read is said at once
    runs = place.runs()["run_id"].to_list()
    if not name and not runs:
        raise BadInput(f"{place.path} holds no run yet; lab run --store {place.path} plays one.")
    return Run(find_run(place.path, name) if name else runs[-1], place)


@_told()
def table(
    deck: str | Sequence[str] = (), variant: str = "base", seats: int = 4, seed: int = 0, **options: Any
) -> Table:
    """One game to step by hand: the friendly door to `engine.table.Table`."""
    return game_table.table(deck, variant, seats, seed, **options)


def _play(command: str, spec: RunSpec, arms: Sequence[Arm], workers: int, options: Options) -> Run:
    """Play what a store lacks of a run."""
    place = remote_store.open_store(_folder(options.get("store", STORE)), create=True)
    pace(place.path)
    if lacks_games(place, spec, arms):
        compile_aloud(lambda sentence: print(sentence, file=sys.stderr, flush=True))
    title = Title(command, options.get("name", ""))
    return Run(run_spec(spec, place, workers, title=title, arms=arms).run_id, place)


def _paced(spec: RunSpec, options: Options) -> RunSpec:
    return at_pace_of(_folder(options.get("store", STORE)), spec)


def _folder(store: str | Path) -> Path:
    """The folder of a store; of an address that of its copy here, brought up to date."""
    return remote_store.fetch(store) if isinstance(store, str) and "://" in store else Path(store)
