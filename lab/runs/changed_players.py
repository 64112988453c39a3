"""The same question at many tables of players who weigh each thing a quarter more or a fifth less."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from decks.value_kinds import kebab
from lab.agents.personas import find_persona, is_outside
from lab.comparison.arm_comparison import READS
from lab.comparison.factorial_design import MOST_COLUMNS, Design, factorial_design
from lab.comparison.game_numbers import CREDIT_OF, game_numbers, values_of
from lab.comparison.player_doubt import player_doubt, sentences
from lab.comparison.table_agreement import setting
from lab.errors import BadInput
from lab.provenance import engine_hash
from lab.runs import arms
from lab.runs.run_spec import parse_spec
from lab.runs.runner import run_spec
from lab.runs.stored_vs_today import playable
from lab.store.store_folder import Store
from lab.tables.shelf import NotMeasured, Shelf, Source
from lab.tables.table_pace import pace, said_pace, take_along

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.comparison.arm_comparison import Difference
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Array

PART, FEWEST = 20, 100
"""One game of each table for so many here, and the fewest that tell anything."""
MORE, LESS = 1.25, 0.8
"""How many times as much players weigh a thing elsewhere."""
SAID = dict.fromkeys(("a", "b", "said"), pl.String)
"""A row for each sentence about two arms."""
APART = ("uniform", "lookahead", "lookahead_turns")
"""Weights that are no opinion: with less of them one plays in another way."""


def weights_in_doubt(agents: Sequence[str]) -> tuple[str, ...]:
    """The weights that any of some players have, those of judging a table aside; raises BadInput if there is none."""
    known = [find_persona(name).weights for name in agents if not is_outside(name)]
    names = dict.fromkeys(name for own in known for name, value in own.items() if value)
    found = tuple(name for name in names if name not in APART and not name.startswith("win_"))[:MOST_COLUMNS]
    if not found:
        raise BadInput("--whoever-plays: these players have no weights; allowed: personas that weigh something")
    return found


def check_asked(spec: RunSpec, primary: str) -> None:
    """Refuse, before anything is played, what cannot be asked whoever plays; raises BadInput."""
    if len(spec.agents) > 1 or primary.startswith(CREDIT_OF):
        raise BadInput("--whoever-plays with several tables or the wins of a persona; allowed: one table, any measure")
    weights_in_doubt(spec.agents[0])


def as_played(store: Store, run: str, primary: str) -> RunSpec:
    """The spec of a stored run, to be asked whoever plays; raises BadInput where its games would be others now."""
    spec = parse_spec(store.spec_text(run), f"run {run}")
    check_asked(spec, primary)
    if len(playable(store, run)) < store.arms(run).height:
        raise BadInput(
            f"--whoever-plays: the rules, cards or players of run {run} are not what they were; lab compare without "
            "--run plays it anew"
        )
    return spec


def _games_of(games: int) -> int:
    """Games of each table."""
    return max(FEWEST, games // PART)


def asked_tables(agents: Sequence[str], games: int) -> tuple[int, int]:
    """How many tables are asked where some agents played so many games of each arm, and their games of each arm."""
    tables = len(factorial_design([1] * len(weights_in_doubt(agents))))
    return tables, tables * _games_of(games)


def whoever_plays(spec: RunSpec, rows: Sequence[Difference], shelf: Shelf, workers: int) -> pl.DataFrame:
    """Sentences (a, b, said) about the primary measure of every pair of arms in `rows`, of a spec with one table.

    They are of games at all tables that have the randomness of the spec's first ones; of them only this is kept, with
    the run of the `shelf`.
    """
    source = _source(shelf, rows[0].metric)
    if (kept := shelf.find(source)) is not None:
        return kept
    weights = weights_in_doubt(spec.agents[0])
    design = factorial_design([1] * len(weights))
    games = _games_of(max(row.n for row in rows))
    with TemporaryDirectory(prefix="lab-whoever-plays-") as folder:
        file = Path(folder) / "players.toml"
        tables = _written(file, spec.agents[0], weights, design)
        small = spec.model_copy(update={"agents": tables, "games": games, "events": "none"})
        small, store = arms.at_pace_of(shelf.store.path, small), Path(folder) / "store"
        take_along(shelf.store.path, store)
        measured = _measured(small, store, rows[0].metric, workers)
    own = {arm["arm"]: arm for arm in shelf.store.arms(shelf.run).to_dicts()}
    told = []
    for row in (row for row in rows if row.role == "primary"):
        a, b = (measured[setting(own[arm])] for arm in (row.a, row.b))
        told += [(row.a, row.b, said) for said in sentences(player_doubt(row, a, b, design, weights))]
    found = pl.DataFrame(told, schema=SAID, orient="row")
    shelf.keep(source, found)
    return found


def kept_doubt(shelf: Shelf, primary: str) -> pl.DataFrame:
    """What was said when a measure was asked about whoever plays; no row if it was not."""
    found = shelf.find(_source(shelf, primary))
    return pl.DataFrame(schema=SAID) if found is None else found


def _source(shelf: Shelf, primary: str) -> Source:
    """Where it is kept; nothing makes it but `whoever_plays`."""
    made = f"{engine_hash()} {PART} {FEWEST} {MORE} {LESS} {said_pace(pace(shelf.store.path))}"
    return Source(f"whoever-plays-{kebab(primary)}", _unasked, READS, made)


def _unasked(shelf: Shelf) -> pl.DataFrame:
    raise NotMeasured(shelf.run)


def _written(file: Path, agents: Sequence[str], weights: Sequence[str], design: Design) -> tuple[tuple[str, ...], ...]:
    """The players of each table, and the file in which they stand."""
    lines, tables = [], []
    for table, levels in enumerate(design):
        times = {name: MORE if level else LESS for name, level in zip(weights, levels, strict=True)}
        names = []
        for seat, agent in enumerate(dict.fromkeys(agents)):
            if is_outside(agent):
                names.append((agent, agent))
                continue
            lines.append(f"[t{table}-{seat}.weights]")
            lines += [f"{w} = {round(value * times.get(w, 1))}" for w, value in find_persona(agent).weights.items()]
            names.append((agent, f"{file}:t{table}-{seat}"))
        tables.append(tuple(dict(names)[agent] for agent in agents))
    file.write_text("\n".join(lines), encoding="utf-8")
    return tuple(tables)


def _measured(spec: RunSpec, path: Path, measure: str, workers: int) -> dict[str, Array]:
    """Play; of every arm without its players the measure at each table and of each game: [tables, games]."""
    run = run_spec(spec, path, workers or None, arms=arms.open_arms(spec)).run_id
    store, games = Store.open(path), spec.games
    numbers = game_numbers(store, run)
    by_arm: Mapping[Any, pl.DataFrame] = numbers.partition_by("arm", as_dict=True)
    found: dict[str, list[Array]] = {}
    for arm in store.arms(run).to_dicts():  # tables in the order in which they were written
        each = np.full(games, np.nan)
        own = by_arm[(arm["arm"],)]
        each[own["game"].to_numpy()] = values_of(own, measure)
        found.setdefault(setting(arm), []).append(each)
    return {name: np.stack(rows) for name, rows in found.items()}
