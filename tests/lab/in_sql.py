"""Metrics once more in plain SQL: a query gives what is added up for each game, another one the ratios and errors.

`tests/lab/sql/NAME.sql` has one row for each game: run_id, arm, the columns that name a row, measure, game, above,
below. `games.sql` holds the views that several of them read. Nobody is -1, as in the shards.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import polars as pl
from scipy import stats

SQL = Path(__file__).resolve().parent / "sql"
KEYS = ["run_id", "arm"]
RATIOS = """
    WITH long AS (SELECT * REPLACE (coalesce(above, 0) AS above, coalesce(below, 0) AS below) FROM ({query})),
    r AS (
        SELECT {by}, measure, sum(above) / sum(below) AS value, CAST(sum(below) AS DOUBLE) AS n,
            CAST(count_if(below > 0) AS DOUBLE) AS games
        FROM long GROUP BY ALL
    )
    SELECT {by}, measure, games, n, value,
        sqrt(sum((above - value * below) ** 2) / (games - 1) * games) / n AS error
    FROM long JOIN r USING ({by}, measure) GROUP BY {by}, measure, games, n, value
"""


def connected(tables: dict[str, pl.DataFrame]) -> duckdb.DuckDBPyConnection:
    """A database of these tables."""
    con = duckdb.connect(config={"python_enable_replacements": False})
    for name, frame in tables.items():
        con.register(name, frame)
    con.execute((SQL / "games.sql").read_text(encoding="utf-8"))
    return con


def recomputed(con: duckdb.DuckDBPyConnection, name: str, by: list[str]) -> dict[tuple[object, ...], dict[str, float]]:
    """Rows of a metric by what names them."""
    query = (SQL / f"{name}.sql").read_text(encoding="utf-8")
    found = con.sql(RATIOS.format(query=query, by=", ".join(f'"{c}"' for c in [*KEYS, *by]))).pl()
    return {tuple(row[c] for c in [*KEYS, *by, "measure"]): row for row in found.to_dicts()}


def wilson(hits: float, n: float) -> tuple[float, float]:
    """Wilson's interval as in textbooks, Jeffreys' for few trials and near 0 and 1."""
    if n < 40 or hits < 5 or n - hits < 5:
        beta = stats.beta(hits + 0.5, n - hits + 0.5)
        return (0.0 if hits <= 0 else float(beta.ppf(0.025))), (1.0 if hits >= n else float(beta.ppf(0.975)))
    z, p = float(stats.norm.ppf(0.975)), hits / n
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return float((middle - half) / (1 + z * z / n)), float((middle + half) / (1 + z * z / n))


def interval(row: dict[str, float], share: bool) -> tuple[float | None, float | None]:
    """Bounds of a ratio from its value, its standard error and its games."""
    value, error, games, n = row["value"], row["error"], row["games"], row["n"]
    if not n:
        return None, None
    known = error is not None and np.isfinite(error)
    if share:
        spread = known and error > 1e-12
        trials = min(n, value * (1 - value) / error**2) if spread else min(n, games)
        return wilson(value * round(trials, 9), round(trials, 9))
    if value == 0:
        return (0.0 if known else None), float(stats.chi2.ppf(0.975, 2)) / 2 / n  # Garwood's bound of a count of 0
    if not known:
        return None, None
    half = float(stats.t.ppf(0.975, games - 1)) * error
    return max(0.0, value - half), value + half


def told(found: pl.DataFrame, by: list[str], shares: dict[str, bool]) -> dict[tuple[object, ...], tuple[object, ...]]:
    """Value and bounds of each row of a metric, whether it has a row or a column for each measure."""
    if "measure" in found.columns:
        name = "value" if "value" in found.columns else "mean"
        columns = [name, f"{name}_low", f"{name}_high"]
        at_least_0 = pl.col(columns[1]).clip(lower_bound=0)  # the other counts do not go below, a mean may
        rows = found.with_columns(at_least_0).to_dicts()
        return {tuple(r[c] for c in [*KEYS, *by, "measure"]): tuple(r[c] for c in columns) for r in rows}
    return {
        (*(r[c] for c in [*KEYS, *by]), m): (r[m], r[f"{m}_low"], r[f"{m}_high"])
        for r in found.to_dicts() for m in shares
    }  # fmt: skip
