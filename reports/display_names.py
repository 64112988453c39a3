"""What runs and their arms are called where people read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from lab.store.given_up_games import sentence

SHORT = 6
"""Letters of a run's id that are shown where a run has no name."""
FEW, ARROW = 2, " \u2192 "
"""Bars whose shares stand in a legend, and what stands between two of them."""
PEOPLE = ("Alex", "Blair", "Casey", "Dana", "Ellis", "Frankie", "Gale", "Harper")
"""What players are called where a page tells of single games, seat by seat; in a terminal they are p0 to p7."""
SEAT = re.compile(r"\bp([0-7]) \(([^)]*)\)")


def named(told: str) -> str:
    """A text in which players are called by how they play, then by name: `p2 (greedy)` is `greedy (Casey)`."""
    return SEAT.sub(lambda found: f"{found[2]} ({PEOPLE[int(found[1])]})", told)


def run_label(run: Mapping[str, Any], arms: pl.DataFrame) -> str:
    """A run in a few words that stay as they are: its name, or its first arm and how many more; the start of its id."""
    names = [str(a) for a in arms["arm"]]
    more = f" + {len(names) - 1} more" if len(names) > 1 else ""
    return f"{run['name'] or (names[0] if names else 'no arm') + more} · {str(run['run_id'])[:SHORT]}"


def short_run(run: Mapping[str, Any]) -> str:
    """A run in a word."""
    return str(run["name"] or "") or str(run["run_id"])[:SHORT]


def labels_of(runs: pl.DataFrame, arms: pl.DataFrame) -> dict[str, dict[str, str]]:
    """By run: name of an arm -> what it is called beside the others: house rules on one game by the rules alone.

    Where two runs have arms of one name, the run's name stands behind it.
    """
    times = Counter(str(name) for name in arms["arm"])
    short = short_labels(list(times))
    out: dict[str, dict[str, str]] = {}
    for run in runs.iter_rows(named=True):
        own = [str(name) for name in arms.filter(run_id=run["run_id"])["arm"]]
        out[run["run_id"]] = {
            n: plain_stars(f"{short[n]} ({short_run(run)})" if times[n] > 1 else short[n]) for n in own
        }
    return out


def short_labels(names: Sequence[str]) -> dict[str, str]:
    """Arms -> what tells each of them from the others: of house rules on one game the rules alone."""
    first = {name.split("+")[0] for name in names}
    if len(names) < 2 or len(first) > 1:
        return {name: name for name in names}
    short = {name: name.removeprefix(*first).removeprefix("+") or name for name in names}
    return short if len(set(short.values())) == len(short) else {name: name for name in names}


def with_shares(word: str, shares: Sequence[float]) -> str:
    """A part of bars behind its share of each, in columns; of three bars and more the word alone."""
    told = ARROW.join(f"{100 * share:.0f}".rjust(2, "\u2007") for share in shares)
    return f"{told}\u00a0%\u2002{word}" if 1 <= len(shares) <= FEW else word


def plain_stars(name: str) -> str:
    """A name whose stars stay stars: between two of them stands what nobody sees, so that they make nothing bold."""
    return name.replace("**", "*\u2060*")


def source_line(data: Mapping[str, pl.DataFrame]) -> str:
    """What stands in every file that is kept: which runs, how many games, which versions."""
    runs = data["run"].to_dicts()
    names = ", ".join(f"{short_run(run)} ({run['run_id']})" if run["name"] else run["run_id"] for run in runs)
    games = data["arm"]["games"].to_list()
    each = f"{min(games):,}" if min(games) == max(games) else f"{min(games):,} to {max(games):,}"
    rules = sorted({str(run["rules_version"]) for run in runs})
    lacking = f" {said}." if "given_up" in data and (said := sentence(data["given_up"])) else ""
    return f"Run {names}; {each} games planned for each arm; rules version {', '.join(rules)}.{lacking}"
