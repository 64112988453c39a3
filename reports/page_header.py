"""What stands above every page: which of many arms are shown, and which games are yet to come, which are in no number.

Which arms are shown where there are more than charts can hold, or where somebody asked for some of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lab.comparison.arm_comparison import from_frame
from lab.comparison.arm_pairs import EVERY
from lab.comparison.difference_order import in_order
from lab.errors import BadInput
from lab.store.given_up_games import sentence
from reports import theme
from reports.differences import references
from reports.elements import Data, Note
from reports.page_list import only_arms

if TYPE_CHECKING:
    from lab.store.store_folder import Store


def above(data: Data, how: str, are_surest: bool | None = None) -> Iterator[Note]:
    """A sentence for all that a page leaves out; `how` says in which way other arms are chosen.

    `are_surest`: whether the arms are those that moved surest; as the data say if nobody knows better.
    """
    shown = data["arm"].height
    if shown < data.of:
        surest = data.whole is not data if are_surest is None else are_surest
        which = ", those that differ surest from what they are compared with" if surest else ""
        yield Note(f"{shown} of {data.of} rules are shown{which}; {how}.")
    for run, games, planned in data["stored"].iter_rows() if "stored" in data else ():
        if games < planned:
            yield Note(
                f"Run {run} is not complete: {games:,} of {planned:,} games are stored. All numbers will sharpen."
            )
    if lacking := sentence(data["given_up"]):
        yield Note(f"{lacking}.", "warning")


MOST, SOME = EVERY, len(theme.ARM_COLOURS)
"""Arms that a page shows at most, and how many of them where there are more and nobody has chosen: charts of more say
nothing, and a report of 200 arms took 32 megabytes."""
LISTED = 10
"""Names of arms that are listed where one is not known."""


def shown_arms(data: Data) -> Data:
    """The data of few enough arms to be shown: of many those that are seen first."""
    if len(theme.arm_names(data["arm"])) <= MOST:
        return data
    return Data(only_arms(data, seen_first(data)), data.chosen, data, data.of)


def seen_first(data: Data) -> list[str]:
    """As many arms as there are colours: those that moved surest with their references, or the first; in their order.

    Reports and the dashboard begin with the same ones.
    """
    names = theme.arm_names(data["arm"])
    kept: set[str] = set()
    beside = references(data)
    for arm in [*_surest(data, beside.items()), *names]:
        both = kept | {arm, beside.get(arm, arm)}
        if len(both) <= SOME:
            kept = both
    return [name for name in names if name in kept]


def _surest(data: Data, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Arms whose primary measure is known to differ from that of what they are compared with, the surest first."""
    if "comparison" not in data:
        return []
    known = set(pairs)
    rows = from_frame(data["comparison"].filter(role="primary"))
    return [row.b for row in in_order(rows) if (row.b, row.a) in known]


def with_references(data: Data, arms: Sequence[str]) -> Data:
    """The data of some arms that were asked for, with what they are compared with; of all if none was."""
    if not arms:
        return data
    beside = references(data)
    return only_arms(data, {arm for name in arms for arm in (name, beside.get(name, name))})


def runs_with(store: Store, runs: Sequence[str], arms: Sequence[str]) -> list[str]:
    """The runs that have one of some arms; of none is asked for, all."""
    if not arms:
        return list(runs)
    own = {run: [str(name) for name in store.arms(run)["arm"]] for run in runs}
    there = list(dict.fromkeys(name for names in own.values() for name in names))
    for arm in arms:
        if arm not in there:
            more = f" and {len(there) - LISTED} more, which lab export --table arm lists" if there[LISTED:] else ""
            raise BadInput(f"no arm named '{arm[:60]}'; allowed: {', '.join(there[:LISTED])}{more}")
    return [run for run in runs if set(own[run]) & set(arms)]
