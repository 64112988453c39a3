"""The tables of the store as Polars frames: their columns, and how facts of the engine become rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from engine.records.state import SEATS, Phase

if TYPE_CHECKING:
    from engine.facts.derive import Facts
    from engine.loop.game_ranges import Played

KEYS = {"run_id": pl.String, "arm": pl.String, "game": pl.Int64}
FACTS: dict[str, dict[str, Any]] = {
    "game": KEYS | {
        "turns": pl.Int32, "rounds": pl.Int32, "ending": pl.String, "winners": pl.List(pl.Int8), "n_winners": pl.Int8,
        "first_seat": pl.Int8, "decisions": pl.Int32, "combats": pl.Int32, "kills": pl.Int32, "flights": pl.Int32,
        "deaths": pl.Int32, "helps": pl.Int32, "lead_changes": pl.Int32, "reshuffles": pl.Int32, "bosses": pl.Int32,
    },
    "seat": KEYS | {
        "seat": pl.Int8, "agent": pl.String, "won": pl.Int8, "credit": pl.Float64, "final_level": pl.Int16,
        "kills": pl.Int32, "helps": pl.Int32, "deaths": pl.Int32, "levels_bought": pl.Int32, "curses": pl.Int32,
        "treasures": pl.Int32, "gold_in_play": pl.Int32,
    },
    "level": KEYS | {"round": pl.Int32, "seat": pl.Int8, "level": pl.Int16},
    "exposure": KEYS | {
        "seat": pl.Int8, "card": pl.Int32, "copy": pl.Int8, "how": pl.Int8, "pass": pl.Int16, "by_lot": pl.Int8,
        "opening": pl.Int8, "drawn_turn": pl.Int32, "held": pl.Int8, "played": pl.Int8, "in_play_turns": pl.Int32,
        "sold": pl.Int8, "lost": pl.Int8, "at_end": pl.Int8,
    },
    "event": KEYS | {
        "seq": pl.Int32, "turn": pl.Int32, "phase": pl.String, "kind": pl.String, "actor": pl.Int8, "target": pl.Int8,
        "card": pl.Int16, "copy": pl.Int8, "other": pl.Int32, "before": pl.Int32, "after": pl.Int32, "round": pl.Int32,
    },
    "fault": KEYS | {"turn": pl.Int32, "fault": pl.String, "step": pl.String},
}  # fmt: skip
"""Tables with one file per shard, as readers see them; `ending`, `phase` and `kind` are lower-case words.

`exposure.how` is a number here, and a word (`codes.HOW`) in SQL.
"""

PLAYED = ("game", "seat", "level", "exposure", "event")
"""Tables of games that came to an end; `fault` is of the others."""

ABOUT: dict[str, dict[str, Any]] = {
    "run": {
        "run_id": pl.String, "name": pl.String, "created_at": pl.String, "command": pl.String, "seed": pl.Int64,
        "engine_version": pl.String, "rules_version": pl.Int64, "code_hash": pl.String, "spec_hash": pl.String,
        "wall_s": pl.Float64, "workers": pl.Int64, "status": pl.String,
    },
    "arm": {
        "run_id": pl.String, "arm": pl.String, "variant": pl.String, "decks": pl.List(pl.String),
        "rules_hash": pl.String, "deck_hash": pl.String, "seats": pl.Int64, "agents": pl.List(pl.String),
        "games": pl.Int64, "changes": pl.List(pl.String), "arm_hash": pl.String,
        "reference": pl.String, "exposure_games": pl.Int64, "says": pl.List(pl.String),
    },
    "rule": {"run_id": pl.String, "arm": pl.String, "switch": pl.String, "value": pl.String, "set_by": pl.String},
    "weight": {"run_id": pl.String, "agent": pl.String, "feature": pl.String, "weight": pl.Int64},
    "card": {
        "deck_hash": pl.String, "card": pl.Int32, "id": pl.String, "name": pl.String, "pile": pl.String,
        "kind": pl.String, "level": pl.Int32, "treasures": pl.Int32, "bonus": pl.Int32, "slot": pl.String,
        "gold": pl.Int32, "copies": pl.Int32, "origin": pl.String, "source": pl.String, "unmodelled": pl.String,
    },
}  # fmt: skip
"""Tables with one file per run."""

TABLES = ABOUT | FACTS
VOLATILE = ("created_at", "command", "wall_s", "workers", "status")
"""Columns of `run` that say how a result was made, not what it is."""

NAMED_BY = ("run_id", "seed", "rules_version", "code_hash", "spec_hash")
"""Columns of `run` that stay as they are as long as a run has its name."""

DIFFERS = "differs"
"""Status of a run of which a sample came out otherwise when it was played again."""


@dataclass(frozen=True)
class Labels:
    """What a run calls itself and its arms, and who plays in each of them."""

    run_id: str
    arms: tuple[str, ...]
    agents: Mapping[str, tuple[str, ...]]


def shard_format() -> str:
    """The tables of a shard with their columns and types as one text: shards of another format are not ours."""
    return "; ".join(f"{name}: {', '.join(f'{c} {t}' for c, t in rows.items())}" for name, rows in FACTS.items())


def fact_frames(facts: Facts | Played, labels: Labels, arm: str) -> dict[str, pl.DataFrame]:
    """All fact tables of one shard, ready to be written."""
    from engine.records.events import Ending, Ev

    words: dict[str, dict[str, pl.Series]] = {
        "game": {"ending": _words(facts.game["ending"], Ending), "winners": _winners(facts.game["winners"])},
        "seat": {"agent": _agents(facts.seat["agent"], labels.agents[arm])},
        "event": {"phase": _words(facts.event["phase"], Phase), "kind": _words(facts.event["kind"], Ev)},
    }
    played = {name: _frame(name, getattr(facts, name), words.get(name, {}), labels, arm) for name in PLAYED}
    return played | {"fault": _faults(getattr(facts, "fault", None), labels, arm)}


def _faults(rows: Any, labels: Labels, arm: str) -> pl.DataFrame:
    """Games that were given up; there are hardly ever any."""
    from engine.records.events import Fault
    from engine.records.faults import step_word

    if rows is None or not len(rows):
        return empty_frame("fault")
    columns = {
        "game": rows["game"], "turn": rows["turn"], "fault": [Fault(f).name.lower() for f in rows["fault"].tolist()],
        "step": [step_word(at) for at in rows["step"].tolist()],
    }  # fmt: skip
    return pl.DataFrame(_own(len(rows), labels, arm) | columns, schema=FACTS["fault"])


def relabelled(frames: Mapping[str, pl.DataFrame], labels: Labels, arm: str) -> dict[str, pl.DataFrame]:
    """Fact tables of a shard under the names that another run has for itself and its arm."""
    return {name: frame.with_columns(**_own(frame.height, labels, arm)) for name, frame in frames.items()}


def _own(rows: int, labels: Labels, arm: str) -> dict[str, pl.Series]:
    return {
        "run_id": pl.repeat(labels.run_id, rows, dtype=pl.String, eager=True),
        "arm": pl.repeat(arm, rows, dtype=pl.String, eager=True),
    }


def empty_frame(name: str) -> pl.DataFrame:
    """A table without rows."""
    return pl.DataFrame(schema=TABLES[name])


def spelled(frame: pl.DataFrame) -> pl.DataFrame:
    """A table with its words as plain strings: files of runs whose words differ are read together by any tool."""
    words = {name: kind.categories for name, kind in frame.schema.items() if isinstance(kind, pl.Enum)}
    # Looked up, not cast: a cast writes every word anew.
    return frame.with_columns(**{name: known.gather(frame[name].to_physical()) for name, known in words.items()})


def _frame(name: str, rows: Any, words: dict[str, pl.Series], labels: Labels, arm: str) -> pl.DataFrame:
    columns: dict[str, Any] = dict(_own(len(rows), labels, arm))
    for column, dtype in list(FACTS[name].items())[2:]:
        values = words.get(column)
        columns[column] = pl.Series(np.ascontiguousarray(rows[column]), dtype=dtype) if values is None else values
    return pl.DataFrame(columns)


@lru_cache(maxsize=8)
def _dictionary(kind: type[IntEnum]) -> tuple[Any, pl.Enum]:
    """Position of each number among the members of an enumeration, and their names."""
    position = np.zeros(max(kind) + 1, np.uint8)
    position[[int(m) for m in kind]] = np.arange(len(kind))
    return position, pl.Enum([m.name.lower() for m in kind])


def _words(codes: Any, kind: type[IntEnum]) -> pl.Series:
    position, names = _dictionary(kind)
    return pl.Series(position[codes]).cat.to(names)


def _agents(codes: Any, agents: Sequence[str]) -> pl.Series:
    names = list(dict.fromkeys(agents))
    position = np.array([names.index(a) for a in agents], np.uint32)
    return pl.Series(position[codes]).cat.to(pl.Enum(names))


def _winners(masks: Any) -> pl.Series:
    seats = {m: [s for s in range(SEATS) if m >> s & 1] for m in np.unique(masks).tolist()}
    return pl.Series([seats[m] for m in masks.tolist()], dtype=pl.List(pl.Int8))
