"""Which of several arms moves the primary measure most, and whether the games tell it from the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import READS, Difference, as_frame, compare_arms, compare_run, from_frame
from lab.comparison.arm_pairs import pair_of
from lab.comparison.comparison_words import amount, change, interval, is_share
from lab.comparison.game_numbers import PRIMARY, game_numbers
from lab.comparison.measure_names import name_of
from lab.tables.shelf import Shelf, Source

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST = 3
"""Arms that are called by their names, in each part of the sentence."""
ALIKE, LESS, OTHER_WAY = "alike", "less", "other way"
DOES = {ALIKE: "cannot be told from {}", LESS: "{does} less than {}", OTHER_WAY: "{goes} the other way"}


def by_size(row: Difference) -> tuple[bool, float]:
    """Where an arm stands among others: what was found first, and of that the largest change of the primary measure."""
    size = abs(row.difference)
    return row.found, size if size == size else -1.0


def from_largest(store: Store, run: str, primary: str = PRIMARY) -> list[Difference]:
    """The arm that moves the primary measure most minus each other arm with its reference; kept with the run."""
    return from_frame(Shelf(store, run).frame(_source(primary)))


def _source(primary: str) -> Source:
    def made(shelf: Shelf) -> pl.DataFrame:
        store, run, rows = shelf.store, shelf.run, list[Difference]()
        firsts = [row for row in compare_run(store, run, False, primary) if row.role == "primary"]
        games = game_numbers(store, run)
        for reference in dict.fromkeys(row.a for row in firsts):
            top, *others = sorted((row for row in firsts if row.a == reference), key=by_size, reverse=True)
            pairs = [pair_of(store, run, one.b, top.b) for one in others if top.found]
            rows += [compare_arms(games, pair, primary, {primary})[0] for pair in pairs]
        return as_frame(rows)

    return Source(f"largest-{primary}", made, READS)


def largest(firsts: Sequence[Difference], beside: Sequence[Difference], called: Mapping[str, str]) -> str:
    """A sentence that sets the arm with the largest change against the next one, and says where the others are.

    `firsts` has the primary measure of arms with one reference, `beside` what is known from `from_largest`, `called`
    what each arm is called. Nothing where no arm was found to move it, or nobody has laid it beside the others.
    """
    top, *others = sorted(firsts, key=by_size, reverse=True)
    known = {row.a: row for row in beside if row.b == top.b}
    if not (top.found and others and all(row.b in known for row in others)):
        return ""
    first, second = called[top.b], others[0]
    row, kind = known[second.b], kind_of(top, second, known[second.b])
    unit = " points" if is_share(row) else f" {name_of(row.metric)}"
    size = f"{amount(row, row.difference, True)}{unit} {interval(row)}"
    told = {
        ALIKE: f"{first} and {called[second.b]} cannot be told apart: {size}",
        LESS: f"{first} does more than {called[second.b]}: {size}",
        OTHER_WAY: f"{called[second.b]} goes the other way: {change(second)}",
    }
    rest: dict[str, list[str]] = {}
    for one in others[1:]:
        rest.setdefault(kind_of(top, one, known[one.b]), []).append(called[one.b])
    return "; ".join([told[kind], *(_told(names, of, first) for of, names in rest.items())]) + "."


def kind_of(top: Difference, one: Difference, beyond: Difference) -> str:
    """How an arm stands to the one that moves most."""
    if not beyond.found:
        return ALIKE
    return OTHER_WAY if one.found and one.difference * top.difference < 0 else LESS


def _told(names: Sequence[str], kind: str, first: str) -> str:
    who = joined(names) if len(names) <= MOST else f"{len(names)} others"
    several = len(names) > 1
    return f"{who} {DOES[kind].format(first, does='do' if several else 'does', goes='go' if several else 'goes')}"
