"""What stands above every page: which of many arms are shown, which games are yet to come, which are in no number."""

from __future__ import annotations

from collections.abc import Iterator

from lab.store.given_up import sentence
from reports.elements import Data, Note


def above(data: Data, how: str, are_surest: bool | None = None) -> Iterator[Note]:
    """A sentence for all that a page leaves out; `how` says in which way other arms are chosen.

    `are_surest`: whether the arms are those that moved surest; as the data say if nobody knows better.
    """
    shown = data["arm"].height
    if shown < data.of:
        surest = data.whole is not data if are_surest is None else are_surest
        which = ", those that differ surest from what they are compared with" if surest else ""
        yield Note(f"{shown} of {data.of} arms are shown{which}; {how}.")
    for run, games, planned in data["stored"].iter_rows() if "stored" in data else ():
        if games < planned:
            yield Note(
                f"Run {run} is not complete: {games:,} of {planned:,} games are stored. All numbers will sharpen."
            )
    if lacking := sentence(data["given_up"]):
        yield Note(f"{lacking}.", "warning")
