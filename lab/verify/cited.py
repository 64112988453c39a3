"""A digest that somebody cites: which run of a store it is, and whether what lies there still has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.errors import StoreDamaged

if TYPE_CHECKING:
    from lab.store.store_folder import Store

DIGEST = re.compile(r"([0-9a-f]{4,64})-[0-9a-f]{32}")


@dataclass(frozen=True)
class Cited:
    """What a store knows of a digest; `wrong` says why it does not hold, nothing if it does."""

    digest: str
    run: str
    name: str
    games: int
    planned: int
    now: str
    wrong: tuple[str, ...]


def is_digest(text: str) -> bool:
    """Whether a text can be a run's digest."""
    return DIGEST.fullmatch(text) is not None


def look_up(store: Store, digest: str) -> Cited:
    """Look for the run of a digest in a store, and compare every file of it with its checksum."""
    run = digest.partition("-")[0]
    if run not in store.run_ids():
        known = ", ".join(store.run_ids()) or "none"
        return Cited(digest, "", "", 0, 0, "", (f"no run of this store has this digest; its runs are: {known}",))
    name = str((store.row(run) or {}).get("name") or "")
    wrong = [f"{damage.place} {damage.what}" for damage in store.damages(run)]
    try:
        now, (games, planned) = store.cited(run), store.stored(run)
    except StoreDamaged:
        return Cited(digest, run, name, 0, 0, "", tuple(wrong))
    if not now:
        wrong.append("an older version made it, which kept no checksums: it has no digest")
    elif now != digest:
        far = "" if games >= planned else f" (it has {games:,} of {planned:,} games and may have had others then)"
        wrong.append(f"its digest is {now} now{far}")
    return Cited(digest, run, name, games, planned, now, tuple(wrong))
