"""What an export says of its runs so that somebody else can play them again: `lab verify` reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    from lab.store.folder import Store

OF_ARM = ("arm", "rules_hash", "deck_hash", "arm_hash", "games")
"""Columns of the table `arm` that say what was played."""


def facts_of_run(store: Store, run: str) -> dict[str, Any]:
    """Digest and spec of a run, and its arms with their fingerprints and how many games of each were there."""
    counted = store.table("game", run).group_by(pl.col("arm").cast(pl.String)).len().collect()
    stored = dict(counted.iter_rows())
    arms = store.table("arm", run).collect().to_dicts()
    told = [{key: str(row.get(key) or "") for key in OF_ARM[:-1]} | {"games": row.get("games")} for row in arms]
    return {
        "digest": store.cited(run) or None,
        "spec": store.spec_text(run),
        "arm": [one | {"stored": stored.get(one["arm"], 0)} for one in told],
    }


def toml_lines(table: str, rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Rows as an array of tables; what is a list of rows in a row becomes one below it."""
    for row in rows:
        yield f"[[{table}]]"
        yield from (f"{k} = {quoted(v)}" for k, v in row.items() if v is not None and not isinstance(v, list))
        yield ""
        for key, value in row.items():
            if isinstance(value, list):
                yield from toml_lines(f"{table}.{key}", value)


def quoted(value: Any) -> str:
    """A number, a truth value, a list of texts or a text as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(quoted, value))}]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + "".join(c if c.isprintable() else " " for c in text) + '"'
