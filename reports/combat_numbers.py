"""The numbers of combats side by side: what each is called, where it is, and a table of all by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from lab.comparison.arm_comparison import Difference
from reports import theme
from reports.captions import counted, method
from reports.elements import Column, Data, Table


@dataclass(frozen=True)
class Measure:
    """One row of a table: what it is called, where its value is, and under which name arms are compared by it."""

    word: str
    source: str
    where: Mapping[str, str]
    value: str = "value"
    compared: str = ""


COMBATS = Measure("combats", "combats", {"measure": "combats"}, compared="combats")
LOST = Measure("combats lost", "combats", {"measure": "lost_share"}, compared="lost_share")
HELPED = Measure("combats with a helper", "helping", {"measure": "helped"})
ON_LEADER, ON_LAST = (
    Measure(f"hostile plays in combats of {who}", "hostility", {"measure": f"{place}_fight"})
    for who, place in (("a leader", "leader"), ("the last", "last"))
)
PER_GAME = (
    COMBATS,
    Measure("won by a kill", "combats", {"measure": "kills"}, compared="kills"),
    Measure("had to run away", "combats", {"measure": "flights"}, compared="flights"),
    Measure("deaths", "combats", {"measure": "deaths"}, compared="deaths"),
    Measure("Bosses killed", "combats", {"measure": "bosses"}),
    Measure("requests for help", "helping", {"measure": "asked"}),
    Measure("helpers who joined", "combats", {"measure": "helps"}, compared="helps"),
    Measure("hostile acts", "hostility", {"measure": "acts"}),
    Measure("Curses on others", "hostility", {"measure": "curses"}),
    Measure("attempts at the last Level", "last_fights", {"measure": "attempts"}),
    Measure("of these stopped by others", "last_fights", {"measure": "stops"}),
    Measure("changes of the lead", "lead_changes", {}, "mean", "lead_changes"),
)
SHARES = (
    LOST,
    HELPED,
    Measure("won with a helper", "helping", {"measure": "won_helped"}),
    Measure("won without", "helping", {"measure": "won_alone"}),
    Measure("requests agreed to", "helping", {"measure": "agreed"}),
    Measure("combats with a hostile act", "hostility", {"measure": "attacked"}),
    Measure("hostile acts against a leader", "hostility", {"measure": "at_leader"}),
    Measure("the same by chance", "hostility", {"measure": "by_lot"}),
    Measure("attempts at the last Level won", "last_fights", {"measure": "won"}),
    Measure("games turned by a loser without hope", "kingmaking", {"deed": "either", "by": "hopeless"}, "share"),
    Measure("games whose lead never changed", "lead_changes", {}, "never"),
)
BESIDE = 1
"""Further arms up to which differences stand in the table."""


def rows_of(data: Data, line: Measure) -> pl.DataFrame:
    """Arm, games, value and bounds of one line."""
    frame = data[line.source].filter(**line.where) if line.where else data[line.source]
    sides = [pl.col(f"{line.value}{end}").alias(f"value{end}") for end in ("", "_low", "_high")]
    return frame.select("arm", "games", *sides)


def table_of(data: Data, lines: Sequence[Measure], differences: Sequence[Difference], title: str, kind: str) -> Table:
    """One row per measure, one column per arm; of few arms also what each differs in from what it is compared with."""
    arms = theme.arm_names(data["arm"])
    moved = {(row.b, row.metric): row for row in differences}
    others = [arm for arm in arms if any(row.b == arm for row in differences)]
    beside = others if len(others) <= BESIDE else []
    rows = []
    for line in lines:
        found = {row["arm"]: row for row in rows_of(data, line).iter_rows(named=True)}
        if not any(row["value"] for row in found.values()):
            continue
        cells: dict[str, Any] = {"word": line.word}
        for i, arm in enumerate(arms):
            own = found.get(arm, {})
            cells |= {f"a{i}{end}": own.get(f"value{end}") for end in ("", "_low", "_high")}
        for i, arm in enumerate(beside):
            one = moved.get((arm, line.compared))
            cells |= {f"d{i}": one.difference if one else None}
            cells |= {f"d{i}_low": one.low if one else None, f"d{i}_high": one.high if one else None}
        rows.append(cells)
    columns = {"word": Column(title.lower())} | {f"a{i}": Column(arm, kind) for i, arm in enumerate(arms)}
    for i, arm in enumerate(beside):
        change = arm.removeprefix(arms[0]).lstrip(", ")
        columns[f"d{i}"] = Column(f"{change} \u2212 {arms[0]}", "points" if kind == "share" else kind)
    how = f"{counted(data, data['combats'])} What is lost, helped or hindered rests on games with events."
    how += f"{' Differences are those of page Compare.' if beside else ''} {method('combats')}"
    return Table(pl.DataFrame(rows, infer_schema_length=None), "", columns, title, counted=how)
