"""What stands above every page: which of many arms are shown, and which games are in no number."""

from __future__ import annotations

from collections.abc import Iterator

from lab.store.given_up import sentence
from reports.elements import Data, Note


def above(data: Data, how: str) -> Iterator[Note]:
    """A sentence for all that a page leaves out; `how` says in which way other arms are chosen."""
    shown = data["arm"].height
    if shown < data.of:
        which = "" if data.whole is data else ", those that differ surest from what they are compared with"
        yield Note(f"{shown} of {data.of} arms are shown{which}; {how}.")
    if lacking := sentence(data["given_up"]):
        yield Note(f"{lacking}.", "warning")
