"""What a check says, and how checks find themselves: files of `lab/health/checks`, registered by decorator.

A check looks at one run. It is exact (one game that is wrong is enough), or chance plays a part: then it gives a
p-value, and is red where that is below the check's share of the rate at which a sound page may be red.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from lab.health.checked_run import Look

FOLDER = Path(__file__).resolve().parent / "checks"
GREEN, RED, OPEN = "green", "red", "open"
"""As it must be; not so; cannot be looked at here."""
FALSE_ALARMS = 0.01
"""How often a page of sound games may show any red: Bonferroni over all checks in which chance plays a part."""
NAMED = 3
"""Games that are named of those that are wrong."""


@dataclass(frozen=True)
class Verdict:
    """What a check found: its colour, what was looked at, the figure and its bound."""

    state: str
    looked_at: str
    found: str
    allowed: str
    p_value: float | None = None


Examine = Callable[["Look"], Verdict]


@dataclass(frozen=True)
class Check:
    """A registered check: `order` is its place on the page; a `slow` one plays games or measures again and again."""

    name: str
    order: int
    by_chance: bool
    slow: bool
    examine: Examine

    @property
    def says(self) -> str:
        """What it asserts, in one sentence."""
        return (inspect.getdoc(self.examine) or "").split("\n\n")[0].replace("\n", " ")


_KNOWN: dict[str, Check] = {}


def check(order: int, by_chance: bool = False, slow: bool = False) -> Callable[[Examine], Examine]:
    """Register a check under the name of its function."""

    def wrap(examine: Examine) -> Examine:
        _KNOWN[examine.__name__] = Check(examine.__name__, order, by_chance, slow, examine)
        return examine

    return wrap


def load_checks() -> list[Check]:
    """Import every file of `lab/health/checks`; the checks in the order of the page."""
    for path in sorted(FOLDER.glob("*.py")):
        if path.stem != "__init__":
            importlib.import_module(f"lab.health.checks.{path.stem}")
    return sorted(_KNOWN.values(), key=lambda one: (one.order, one.name))


def exact(looked_at: str, wrong: pl.DataFrame, what: str) -> Verdict:
    """The verdict of a check that nothing may fail; `wrong` has a row with arm and game for each that does."""
    found = f"{what}: {wrong.height:,}" + (f" ({named_games(wrong)})" if wrong.height else "")
    return Verdict(RED if wrong.height else GREEN, looked_at, found, "0")


def named_games(wrong: pl.DataFrame) -> str:
    """The first of some games, by arm and number."""
    first = wrong.select(pl.col("arm").cast(pl.String), "game").unique(maintain_order=True).head(NAMED)
    told = ", ".join(f"{arm} game {game}" for arm, game in first.iter_rows())
    return told + (" .." if wrong.height > first.height else "")


def by_luck(look: Look, looked_at: str, found: str, p_values: list[float]) -> Verdict:
    """The verdict of a check of several tests: the least p-value times their number must not be too small."""
    known = [p for p in p_values if p == p]
    p_value = min(1.0, min(known) * len(known)) if known else 1.0
    state = RED if p_value < look.luck else GREEN
    return Verdict(state, looked_at, found, f"p at least {look.luck:.2g}", p_value)


def left_open(looked_at: str, why: str) -> Verdict:
    """The verdict of a check that cannot be made here."""
    return Verdict(OPEN, looked_at, why, "")


def row(run: str, one: Check, verdict: Verdict) -> dict[str, Any]:
    """A finding as programs read it."""
    return {
        "run_id": run, "check": one.name, "says": one.says, "state": verdict.state, "looked_at": verdict.looked_at,
        "found": verdict.found, "allowed": verdict.allowed, "p_value": verdict.p_value,
    }  # fmt: skip
