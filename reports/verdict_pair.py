"""Which two arms of a run a page is about, which others stand beside them, and which other pairs the run has."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.inputs.quote import quoted
from lab.comparison.arm_comparison import Difference, compare_run, compare_two
from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST = 3
"""Other pairs that are named."""
TABLE = ("decks", "seats", "agents")
"""What two arms have in common of which one is plainer by its rules alone."""


Asked = tuple[str, str | None]
"""An arm, and what it is set against where that is not the plainest."""


class Told(NamedTuple):
    """All measures of the pair that is told, the primary one of each arm beside it, and the run's other pairs."""

    rows: list[Difference]
    beside: list[Difference]
    others: list[Asked]


def told(store: Store, run: str, arms: Mapping[str, Mapping[str, Any]], asked: Sequence[str | None]) -> Told:
    """The pair that somebody asked for: an arm, and what it is set against; of what is not said, the plainest.

    Raises:
        BadInput: The run has no such arms, or sets nothing against the first.
    """
    arm, against = asked
    found = compare_run(store, run)
    known = [(row.a, row.b) for row in found if row.role == "primary"]
    b = arm or (_compared(list(arms), known, against) if against else known[0][1])
    a = against or plainest(arms, known, b)
    if a is None:
        names = ", ".join(name for name in arms if plainest(arms, known, name))
        raise BadInput(f"run {run} compares nothing with {arm!r}; allowed: {names}")
    if a == b:
        raise BadInput(
            f"--against is {quoted(a)}, the arm itself; allowed: {', '.join(name for name in arms if name != a)}"
        )
    rows = [row for row in found if (row.a, row.b) == (a, b)] or compare_two(store, run, a, b)
    beside = [rows[0]] if arm else [row for row in found if row.role == "primary" and row.a == a] or [rows[0]]
    return Told(rows, beside, _others(arms, known, [(row.a, row.b) for row in beside]))


def _compared(names: Sequence[str], known: Sequence[tuple[str, str]], against: str) -> str:
    """The first arm that is set against one: by the run, or else the next of its arms."""
    after = names[names.index(against) + 1 :]
    return next((b for a, b in known if a == against), (after or names)[0])


def plainest(arms: Mapping[str, Mapping[str, Any]], known: Sequence[tuple[str, str]], arm: str) -> str | None:
    """What an arm is set against: the run's first arm, or the first at a table like its own, or its reference."""
    names, own = list(arms), arms.get(arm)
    if own is None:
        return None
    before = names[: names.index(arm)]
    if not before or (names[0], arm) in known:
        return before[0] if before else None
    alike = (name for name in before if all(arms[name][key] == own[key] for key in TABLE))
    return next(alike, next((a for a, b in known if b == arm), None))


def _others(
    arms: Mapping[str, Mapping[str, Any]], known: Sequence[tuple[str, str]], here: Sequence[tuple[str, str]]
) -> list[Asked]:
    """The pairs of a run that a page does not tell; none where all arms have one reference, the page's own."""
    if {a for a, _ in known} == {a for a, _ in here}:
        return []
    plain = {b: a for b in arms if (a := plainest(arms, known, b))}
    pairs = dict.fromkeys([*known, *((a, b) for b, a in plain.items())])
    return [(b, None if plain.get(b) == a else a) for a, b in pairs if (a, b) not in here]


def other_lines(name: str, others: Sequence[Asked]) -> Iterable[str]:
    """How a page about each of the other pairs is asked for."""
    for pair in others[:MOST]:
        yield f"Another pair of this run: lab verdict {shlex.quote(name)}{options(*pair)}"
    if len(others) > MOST:
        yield f"And {len(others) - MOST} more pairs: lab compare --run {shlex.quote(name)} --every-pair"


def options(arm: str | None, against: str | None) -> str:
    """A pair as it is typed behind `lab verdict`."""
    given = (("--arm", arm), ("--against", against))
    return "".join(f" {option} {shlex.quote(name)}" for option, name in given if name)
