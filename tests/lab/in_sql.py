"""Metrics once more in plain SQL, of the views that every store has.

`tests/lab/sql/NAME.sql` is the whole table of a metric. For the metrics of `RATIOS_BY` it has one row for each game:
run_id, arm, the columns that name a row, measure, game, above, below; the ratios and their errors are added up here.
`games.sql` holds what several of them read, and the words of intervals: only what textbooks call by a name, such as a
quantile of Student's t, comes from scipy.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
from scipy import stats

from lab.store.store_folder import Store
from lab.store.store_views import live_views

SQL = Path(__file__).resolve().parent / "sql"
PACE = Path(__file__).resolve().parents[2] / "lab" / "tables" / "pace.toml"
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


def connected(store: Store) -> duckdb.DuckDBPyConnection:
    """A database with the views of a store."""
    con = duckdb.connect(config={"python_enable_replacements": False})
    for statement in live_views(store.all_files(), ()):
        con.execute(statement)
    declared = tomllib.loads(PACE.read_text(encoding="utf-8"))
    real = duckdb.sqltypes.DOUBLE
    for name, (function, arguments) in WORDS.items():
        con.create_function(name, function, [real] * arguments, real, null_handling="special")
    con.execute(f"CREATE TABLE pace AS SELECT {', '.join(f'{float(s)} AS {n}' for n, s in declared.items())}")
    con.execute((SQL / "games.sql").read_text(encoding="utf-8"))
    return con


def whole(con: duckdb.DuckDBPyConnection, name: str) -> pl.DataFrame:
    """The whole table of a metric."""
    return con.sql((SQL / f"{name}.sql").read_text(encoding="utf-8")).pl()


def recomputed(con: duckdb.DuckDBPyConnection, name: str, by: list[str]) -> dict[tuple[object, ...], dict[str, float]]:
    """Rows of a metric by what names them."""
    query = (SQL / f"{name}.sql").read_text(encoding="utf-8")
    found = con.sql(RATIOS.format(query=query, by=", ".join(f'"{c}"' for c in [*KEYS, *by]))).pl()
    return {tuple(row[c] for c in [*KEYS, *by, "measure"]): row for row in found.to_dicts()}


@cache
def wilson(hits: float, n: float) -> tuple[float, float]:
    """Wilson's interval as in textbooks, Jeffreys' for few trials and near 0 and 1."""
    hits, n = round(hits, 9), round(n, 9)
    if n < 40 or hits < 5 or n - hits < 5:
        beta = stats.beta(hits + 0.5, n - hits + 0.5)
        return (0.0 if hits <= 0 else float(beta.ppf(0.025))), (1.0 if hits >= n else float(beta.ppf(0.975)))
    z, p = float(stats.norm.ppf(0.975)), hits / n
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return float((middle - half) / (1 + z * z / n)), float((middle + half) / (1 + z * z / n))


@cache
def t_width(n: float | None) -> float | None:
    """The two-sided 95 % quantile of Student's t for a mean of n games."""
    return float(stats.t.ppf(0.975, n - 1)) if n and n > 1 else None


def share_low(hits: float | None, n: float | None) -> float | None:
    """The lower bound of a share."""
    return wilson(hits, n)[0] if n and hits is not None else None


def share_high(hits: float | None, n: float | None) -> float | None:
    """The upper bound of a share."""
    return wilson(hits, n)[1] if n and hits is not None else None


def two_sided(z: float | None) -> float | None:
    """Two-sided p-value of a standard normal number; never 0."""
    return None if z is None else max(float(2 * stats.norm.sf(abs(z))), sys.float_info.min)


def chi_square_p(x: float | None, degrees: float) -> float | None:
    """P-value of a chi-square; never 0."""
    return None if x is None or degrees < 1 else max(float(stats.chi2.sf(x, degrees)), sys.float_info.min)


WORDS = {"t_width": (t_width, 1), "share_low": (share_low, 2), "share_high": (share_high, 2),
         "two_sided": (two_sided, 1), "chi_square_p": (chi_square_p, 2)}  # fmt: skip
"""What queries may ask for by name, and how many numbers it takes."""


def interval(row: dict[str, float], share: bool, in_parts: bool = False) -> tuple[float | None, float | None]:
    """Bounds of a ratio from its value, its standard error and its games; what is made of parts is no count."""
    value, error, games, n = row["value"], row["error"], row["games"], row["n"]
    if not n:
        return None, None
    known = error is not None and np.isfinite(error)
    if share:
        spread = known and error > 1e-12
        alike = value * (1 - value) / error**2 if spread else min(n, games)
        trials = alike if in_parts else min(n, alike)
        return wilson(value * round(trials, 9), round(trials, 9))
    if value == 0 and in_parts:
        return None, None
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


def counts_told(found: pl.DataFrame, by: list[str]) -> dict[tuple[object, ...], tuple[int, int | None]]:
    """The games that each row of a metric rests on, and its n if it has one."""
    names = [*KEYS, *by, *(["measure"] if "measure" in found.columns else [])]
    return {tuple(r[c] for c in names): (r["games"], r.get("n")) for r in found.to_dicts()}
