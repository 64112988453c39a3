"""How much is fought, lost and helped, and who is hit?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.comparison.arm_comparison import Difference
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import HOVER, PERCENT, bars, by_arm, ends, hover, name_lines
from reports.differences import differences_of
from reports.display_names import short_labels
from reports.dumbbells import Line, dumbbells, foot
from reports.elements import Answer, Column, Data, Element, Fold, Note, Row, Table, captioned, columns_of
from reports.headlines import a_turn, more_or_fewer

TITLE, GROUP, ORDER = "Combats", "Results", 60
METRICS = (
    "combats", "lead_changes", "helping", "hostility", "kingmaking", "last_fights", "combat_course", "curses",
    "comparison",
)  # fmt: skip


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
AT_LEADER = Measure("hostile acts against a leader", "hostility", {"measure": "at_leader"})
BY_LOT = Measure("the same by chance", "hostility", {"measure": "by_lot"})
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
    AT_LEADER,
    BY_LOT,
    Measure("attempts at the last Level won", "last_fights", {"measure": "won"}),
    Measure("games turned by a loser without hope", "kingmaking", {"deed": "either", "by": "hopeless"}, "share"),
    Measure("games whose lead never changed", "lead_changes", {}, "never"),
)
BESIDE, NAMED, SEEN = 1, 2, 0.005
"""Further arms up to which differences stand in the table, arms that are named at their lines, and the least share of
attempts with a row."""

ALIKE = 0.05
"""Part by which combats in a turn differ at most where nothing is said of it."""
OUTCOMES = {
    "won": "won", "stopped": "others made it too hard", "taken": "others took it over",
    "turned": "spoilt by own cards or dice", "ran": "too weak, got away", "caught": "too weak, caught",
    "gone": "the monster left",
}  # fmt: skip
VICTIMS = {
    "for_win": "fighting for the win", "leader_fight": "leader, in any fight", "middle_fight": "in the middle",
    "last_fight": "last",
}  # fmt: skip
"""Whose combat it is: one that would win the game, and by where its fighter stands."""


def draw(data: Data) -> Iterator[Element]:
    """How much is fought in a sentence, all numbers with a column for each arm, what differs, and who is hit."""
    if data["combats"].is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    differences = differences_of(data)
    yield Answer(_answer(data))
    if data["hostility"].is_empty() and _rows(data, LOST).is_empty():
        yield Note(
            "What is lost, helped and done to others is measured on events, and this run has kept none (option "
            "--events)."
        )
    yield from _course(data)
    yield from _hit(data)
    yield from _last(data)
    tables = (
        _table(data, PER_GAME, differences, "Per game", "fine"),
        _table(data, SHARES, differences, "Shares", "share"),
    )
    yield Fold("All numbers", tables)
    yield from _curses(data)


def _rows(data: Data, line: Measure) -> pl.DataFrame:
    """Arm, games, value and bounds of one line."""
    frame = data[line.source].filter(**line.where) if line.where else data[line.source]
    sides = [pl.col(f"{line.value}{end}").alias(f"value{end}") for end in ("", "_low", "_high")]
    return frame.select("arm", "games", *sides)


# --- in words ------------------------------------------------------------------------------------


def _answer(data: Data) -> str:
    """Combats a game, the shares lost and helped, of two arms what the second changes; below it whom others hit."""
    fought, lost, helped, hit, lot = (_told(data, line) for line in (COMBATS, LOST, HELPED, AT_LEADER, BY_LOT))
    text = f"A game has {_range(fought, 'number')} combats"
    text += f"; {_range(lost, 'share')} of them are lost" if lost else ""
    text += f", {_range(helped, 'share')} fought with a helper." if lost and helped else "."
    text = _judged(a_turn(differences_of(data), "combats"), fought, lost) if len(fought) == 2 else text
    if not (hit and lot):
        return text
    share, before = (f"**{_plain(hit[1])}**", _before(hit)) if len(hit) == 2 else (_range(hit, "share"), "")
    chance = " or ".join(dict.fromkeys(f"{100 * row['value']:.0f}\u00a0%" for row in (lot[0], lot[-1])))
    told = f"{share} of hostile acts hit a leader{before}; random targets would give {chance}, as leads may be shared."
    return f"{text}\n{told}"


def _plain(row: Mapping[str, Any], kind: str = "share") -> str:
    """A number with one decimal."""
    return f"{100 * row['value']:.1f} %" if kind == "share" else f"{row['value']:.1f}"


def _before(rows: Sequence[Mapping[str, Any]], kind: str = "share") -> str:
    """What the first of two numbers was, where it differs."""
    was, now = (_plain(row, kind) for row in rows)
    return f" ({was} with {rows[0]['arm']})" if was != now else ""


def _told(data: Data, line: Measure) -> list[dict[str, Any]]:
    """The rows of a line that are known: of two arms in the order of the run, of more from the least on."""
    rows, arms = _rows(data, line).drop_nulls("value"), theme.arm_names(data["arm"])
    return sorted(rows.to_dicts(), key=lambda row: arms.index(row["arm"]) if rows.height < 3 else row["value"])


def _judged(turn: tuple[float, float] | None, *lines: Sequence[Mapping[str, Any]]) -> str:
    """What the second of two arms changes of combats in a turn, or in a game; below it of a game, and of those lost."""
    fought, lost = lines
    arm, word = fought[1]["arm"], more_or_fewer(fought, "fewer", "more", "about as many")
    head = f"**{word[:1].upper()}{word[1:]} combats a game with {arm}.**"
    if turn and abs(turn[1] / turn[0] - 1) > ALIKE:
        more = "more" if turn[1] > turn[0] else "fewer"
        but = "but" if (more == "more") == (word == "fewer") else "and"
        head = (
            f"**With {arm} each turn has {more} combats, {turn[1]:.2f} instead of {turn[0]:.2f}, {but} a whole "
            f"game has {word}.**"
        )
    told = [head, f"**{_plain(fought[1], 'number')}** combats a game{_before(fought, 'number')}."]
    told += [f"**{_plain(lost[1])}** of combats are lost{_before(lost)}."] if len(lost) == 2 else []
    return "\n".join(told)


def _range(rows: Sequence[Mapping[str, Any]], kind: str) -> str:
    """One number with its interval; of several arms the least and the greatest."""
    if len(rows) == 1:
        return f"**{bounded(rows[0], 'value', kind)}**"
    low, high = (written(r["value"], kind, r["value_low"], r["value_high"]).split(" [")[0] for r in (rows[0], rows[-1]))
    to = "to" if len(rows) > 2 else "and"
    return f"**{low}** ({rows[0]['arm']}) {to} **{high}** ({rows[-1]['arm']})" if low != high else f"**{low}**"


# --- tables --------------------------------------------------------------------------------------


def _table(data: Data, lines: Sequence[Measure], differences: Sequence[Difference], title: str, kind: str) -> Table:
    """One row per measure, one column per arm; of few arms also what each differs in from what it is compared with."""
    arms = theme.arm_names(data["arm"])
    moved = {(row.b, row.metric): row for row in differences}
    others = [arm for arm in arms if any(row.b == arm for row in differences)]
    beside = others if len(others) <= BESIDE else []
    rows = []
    for line in lines:
        found = {row["arm"]: row for row in _rows(data, line).iter_rows(named=True)}
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


# --- charts --------------------------------------------------------------------------------------


def _course(data: Data) -> Iterator[Element]:
    """What the Level of the fighter has to do with it."""
    course = data["combat_course"].filter((pl.col("axis") == "level") & (pl.col("n") >= theme.FEW))
    if course.is_empty():
        return
    panels = [_by_level(data, course, name, title) for name, title in (("lost", "Lost"), ("helped", "With a helper"))]
    for fig in panels:  # one scale
        fig.update_yaxes(
            range=[0, 1.08 * (course.select(pl.max_horizontal(pl.col("^(lost|helped).*$").max())).item() or 1)]
        )
    last = course.filter(pl.col("position") == pl.col("position").max())
    alone = f" At Level {last['position'][0]} nobody helps." if last["helped"].max() == 0 else ""
    title = "Combats by the Level of the fighter"
    yield captioned(
        Row(title, panels, "Share of combats", columns=2), f"Bars: 95 % intervals.{alone}", counted(data, course),
        method("combat_course"), f"Levels with fewer than {theme.FEW} combats are left out.",
    )  # fmt: skip


def _by_level(data: Data, course: pl.DataFrame, name: str, title: str) -> go.Figure:
    fig, labels = theme.figure(title, height=320), short_labels(theme.arm_names(data["arm"]))
    lines = {}
    for arm, style, rows in by_arm(data, course.sort("position")):
        told = [
            hover(arm, f"Level {row['position']}, {title.lower()}: {bounded(row, name, 'share')}", n=row["games"])
            for row in rows.iter_rows(named=True)
        ]
        x, values, low, high = (rows[of].to_list() for of in ("position", name, f"{name}_low", f"{name}_high"))
        fig.add_trace(go.Scatter(
            x=x, y=values, mode="lines+markers", name=labels[arm], line={"color": style["color"], "width": 3},
            marker={"size": 7}, error_y=bars(values, low, high, style["color"]) | {"thickness": 1, "width": 0},
            hovertext=told, hovertemplate=HOVER, cliponaxis=False,
        ))  # fmt: skip
        lines[labels[arm]] = (x, values)
    is_told = 1 < len(lines) <= NAMED
    if is_told:
        name_lines(fig, lines)
    fig.update_xaxes(title_text="Level of the fighter", nticks=10, tickformat="d", tickangle=0)
    fig.update_xaxes(showgrid=False, zeroline=False)
    fig.update_yaxes(tickformat=PERCENT, nticks=6, zerolinecolor=theme.SOFT)
    return fig.update_layout(showlegend=len(lines) > NAMED)


def _hit(data: Data) -> Iterator[Element]:
    """How much others do against fighters by where they stand."""
    frame = data["hostility"].filter(pl.col("measure").is_in(list(VICTIMS))).drop_nulls("value")
    if frame.is_empty():
        return
    title, below = "Who gets attacked", "Hostile plays per combat, by who is fighting"
    fig = dumbbells(data, _lines(frame, VICTIMS), title, below, "hostile plays per combat", "number")
    said = f"Hostile: a card, an ability or a monster against somebody else's combat. {foot(fig)}"
    yield captioned(fig, said, counted(data, frame), method("hostility"), "A leader has the highest Level.")


def _lines(frame: pl.DataFrame, words: Mapping[str, str]) -> list[Line]:
    """A row for each measure that is there, in the order of its words."""
    rows = {name: frame.filter(measure=name).to_dicts() for name in words}
    return [
        Line(words[name], {row["arm"]: ends(row, "value") for row in own},
             {row["arm"]: row["games"] for row in own})
        for name, own in rows.items() if own
    ]  # fmt: skip


def _last(data: Data) -> Iterator[Element]:
    """What becomes of attempts at the last Level."""
    frame = data["last_fights"].filter(pl.col("measure").is_in(list(OUTCOMES)))
    frame = frame.filter(pl.col("value").max().over("measure") >= SEEN)
    if frame.is_empty():
        return
    title, below = "How fights for the win turn out", "Share of fights for the win"
    fig = dumbbells(data, _lines(frame, OUTCOMES), title, below, "share of fights for the win")
    said = f"For the win: by somebody one Level short of it. {foot(fig)}"
    yield captioned(fig, said, counted(data, frame), method("last_fights"))


def _curses(data: Data) -> Iterator[Element]:
    arm = theme.arm_names(data["arm"])[0]
    frame = data["curses"].filter(pl.col("arm") == arm).sort("per_game", descending=True, nulls_last=True)
    if frame.is_empty():
        return
    columns = columns_of("curses", "name", "per_game", "played", "levels_lost", "cards_lost", "deadly")
    how = f"{counted(data, frame)} {method('curses')}"
    yield Fold(f"What each Curse does ({arm})", (Table(frame, "", columns, counted=how),))
