"""Small hand-made comparisons of arms, as `reports.page_sources` gives them."""

from __future__ import annotations

from itertools import combinations

import polars as pl

from lab.comparison.arm_comparison import COLUMNS, Difference, as_frame

BEFORE = {"turns": 50.0, "kills": 20.0, "reshuffles": 0.5, "ending_shared": 0.1, "credit:balanced": 0.25}
HALF = {"turns": 1.0, "kills": 1.0, "reshuffles": 0.1, "ending_shared": 0.02, "credit:balanced": 0.02}
RULES = {"faster": ("listen", "a free Door card"), "shared-victory": ("shared", "the helper wins as well")}


def difference(metric, a, b, moved, games=300):
    """One row: b is `moved` intervals' half-widths above a."""
    before, half = BEFORE[metric], HALF[metric]
    delta = moved * half
    return Difference(
        metric, "u", a, b, before, before + delta, delta, delta - half, delta + half, games, before - half,
        before + half, before + delta - half, before + delta + half, 0.5, 0.25, 0.01, "paired t; arms t",
        role="primary" if metric == "turns" else "secondary", q_value=0.01, found=abs(moved) > 1, identical=0.125,
    )  # fmt: skip


def comparison(arms, games=300):
    """Every arm and every other; each arm has a little less of everything than the one before it."""
    rows = [
        difference(metric, a, b, -3.0 * (j - i), games)
        for (i, a), (j, b) in combinations(enumerate(arms), 2)
        for metric in BEFORE
    ]
    return as_frame(rows)


def agreement(rows=()):
    """Rows of (question, table, Difference)."""
    more = {"question": pl.String, "table": pl.String}
    frames = [as_frame([row]).with_columns(question=pl.lit(q), table=pl.lit(t)) for q, t, row in rows]
    return pl.concat(frames) if frames else pl.DataFrame(schema=COLUMNS | more)


def rules(arms):
    """A switch for each house rule that an arm's name has."""
    rows = [
        {
            "arm": arm, "switch": switch, "value": "true" if name in arm else "false", "set_by": name,
            "meaning": meaning, "why": f"What does {name} do?" if name in arm else None,
        }
        for arm in arms for name, (switch, meaning) in RULES.items()
    ]  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)
