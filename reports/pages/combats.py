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
from reports.chart_marks import (
    PERCENT,
    Mark,
    arm_bars,
    by_arm,
    ends,
    hover,
    interval_rows,
    mark_trace,
    shifts,
    stacked,
)
from reports.differences import differences_of
from reports.display_names import short_labels
from reports.elements import Answer, Column, Data, Element, Fold, Note, Row, Table, captioned, columns_of
from reports.headlines import a_turn, instead, more_or_fewer

TITLE, GROUP, ORDER = "Combats", "Results", 60
METRICS = (
    "combats", "lead_changes", "helping", "hostility", "kingmaking", "last_fights", "combat_course", "curses",
    "comparison",
)  # fmt: skip


@dataclass(frozen=True)
class Line:
    """One row of a table: what it is called, where its value is, and under which name arms are compared by it."""

    word: str
    source: str
    where: Mapping[str, str]
    value: str = "value"
    compared: str = ""


COMBATS = Line("combats", "combats", {"measure": "combats"}, compared="combats")
LOST = Line("combats lost", "combats", {"measure": "lost_share"}, compared="lost_share")
HELPED = Line("combats with a helper", "helping", {"measure": "helped"})
AT_LEADER = Line("hostile acts against a leader", "hostility", {"measure": "at_leader"})
BY_LOT = Line("the same by chance", "hostility", {"measure": "by_lot"})
PER_GAME = (
    COMBATS,
    Line("won by a kill", "combats", {"measure": "kills"}, compared="kills"),
    Line("had to run away", "combats", {"measure": "flights"}, compared="flights"),
    Line("deaths", "combats", {"measure": "deaths"}, compared="deaths"),
    Line("Bosses killed", "combats", {"measure": "bosses"}),
    Line("requests for help", "helping", {"measure": "asked"}),
    Line("helpers who joined", "combats", {"measure": "helps"}, compared="helps"),
    Line("hostile acts", "hostility", {"measure": "acts"}),
    Line("Curses on others", "hostility", {"measure": "curses"}),
    Line("attempts at the last Level", "last_fights", {"measure": "attempts"}),
    Line("of these stopped by others", "last_fights", {"measure": "stops"}),
    Line("changes of the lead", "lead_changes", {}, "mean", "lead_changes"),
)
SHARES = (
    LOST,
    HELPED,
    Line("won with a helper", "helping", {"measure": "won_helped"}),
    Line("won without", "helping", {"measure": "won_alone"}),
    Line("requests agreed to", "helping", {"measure": "agreed"}),
    Line("combats with a hostile act", "hostility", {"measure": "attacked"}),
    AT_LEADER,
    BY_LOT,
    Line("attempts at the last Level won", "last_fights", {"measure": "won"}),
    Line("games turned by a loser without hope", "kingmaking", {"deed": "either", "by": "hopeless"}, "share"),
    Line("games whose lead never changed", "lead_changes", {}, "never"),
)
BESIDE, SEEN = 1, 0.005
"""Further arms up to which differences stand in the table, numbers at marks; the least share of attempts with a bar."""

OUTCOMES = {
    "won": ("won", theme.MOSS), "stopped": ("others made it too hard", theme.PLUM),
    "taken": ("others took it over", theme.LILAC), "turned": ("spoilt by own cards or dice", theme.TEAL),
    "ran": ("too weak, got away", theme.SAND), "caught": ("too weak, caught", theme.CLAY),
    "gone": ("the monster left", theme.MIST),
}  # fmt: skip
VICTIMS = {
    "for_win": "whoever fights for the last Level", "leader_fight": "a leader", "middle_fight": "the middle field",
    "last_fight": "the last player",
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


def _rows(data: Data, line: Line) -> pl.DataFrame:
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
    of, chance = f"Of the hostile acts {_range(hit, 'share')} **hit a leader**" if hit and lot else "", ""
    if len(hit) == len(lot) == 2:
        of = f"Hostile acts that hit a leader: {instead(hit, 'share')}"
        ends = dict.fromkeys(round(100 * row["value"]) for row in reversed(lot))
        chance = " instead of ".join(f"{end} %" for end in ends)
    return "\n".join([text, *([f"{of}; by chance it would be {chance or _range(lot, 'share')}."] if of else [])])


def _told(data: Data, line: Line) -> list[dict[str, Any]]:
    """The rows of a line that are known: of two arms in the order of the run, of more from the least on."""
    rows, arms = _rows(data, line).drop_nulls("value"), theme.arm_names(data["arm"])
    return sorted(rows.to_dicts(), key=lambda row: arms.index(row["arm"]) if rows.height < 3 else row["value"])


def _judged(turn: tuple[float, float] | None, *lines: Sequence[Mapping[str, Any]]) -> str:
    """What the second of two arms changes of combats a game, and of those lost; below it how much."""
    fought, lost = lines
    word = more_or_fewer(fought, "Fewer", "More", "About as many")
    head, per = f"{word} combats a game with {fought[1]['arm']}", ""
    if turn:
        per = f"; for each turn {turn[1]:.2f} instead of {turn[0]:.2f}"
        head += ", but more for each turn" if word == "Fewer" and turn[1] > 1.05 * turn[0] else ""
    told = [f"Combats a game: {instead(fought, 'number')}{per}."]
    if len(lost) == 2:
        head += f", and {more_or_fewer(lost, 'a smaller', 'a larger', 'about as large a')} share of them is lost"
        told.append(f"Combats lost: {instead(lost, 'share')}.")
    return "\n".join([f"**{head}.**", *told])


def _range(rows: Sequence[Mapping[str, Any]], kind: str) -> str:
    """One number with its interval; of several arms the least and the greatest."""
    if len(rows) == 1:
        return f"**{bounded(rows[0], 'value', kind)}**"
    low, high = (written(r["value"], kind, r["value_low"], r["value_high"]).split(" [")[0] for r in (rows[0], rows[-1]))
    to = "to" if len(rows) > 2 else "and"
    return f"**{low}** ({rows[0]['arm']}) {to} **{high}** ({rows[-1]['arm']})" if low != high else f"**{low}**"


# --- tables --------------------------------------------------------------------------------------


def _table(data: Data, lines: Sequence[Line], differences: Sequence[Difference], title: str, kind: str) -> Table:
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
    panels[0].update_layout(showlegend=course["arm"].n_unique() > 1)
    title = "Combats by the Level of the fighter"
    yield captioned(
        Row(title, panels, "Share of combats; bars are 95 % intervals", columns=2), "", counted(data, course),
        method("combat_course"), f"Levels with fewer than {theme.FEW} combats are left out.",
    )  # fmt: skip


def _by_level(data: Data, course: pl.DataFrame, name: str, title: str) -> go.Figure:
    fig, labels = theme.figure(title, height=340).update_layout(margin_b=86), short_labels(theme.arm_names(data["arm"]))
    for i, (arm, style, rows) in enumerate(by_arm(data, course.sort("position"))):
        marks = [
            Mark(
                "", ends(row, name), arm, style, hover(
                    arm, f"Level {row['position']}, {title.lower()}: {bounded(row, name, 'share')}", n=row["games"]
                ),
            ) for row in rows.iter_rows(named=True)
        ]  # fmt: skip
        line = {"color": style["color"], "dash": style["dash"], "width": 2}
        size = max(5, 11 - 4 * i)  # each stands on its Level: where marks are one, the first is seen around the next
        look = {"mode": "lines+markers", "line": line, "name": labels[arm], "marker": {"size": size}}
        thin = {"error_y": {"thickness": 1, "width": 4}}
        fig.add_trace(mark_trace(marks, rows["position"].to_list(), up=True).update(look | thin))
    fig.update_xaxes(title_text="Level of the fighter", nticks=10, tickformat="d", tickangle=0, zeroline=False)
    fig.update_yaxes(title_text="share of combats", tickformat=PERCENT, nticks=6, rangemode="tozero")
    return fig.update_layout(showlegend=False)


def _hit(data: Data) -> Iterator[Element]:
    """How much others do against fighters by where they stand."""
    frame = data["hostility"].filter(pl.col("measure").is_in(list(VICTIMS))).drop_nulls("value")
    if frame.is_empty():
        return
    arms = theme.arm_names(data["arm"])
    shift, labels, at = shifts(arms, 0.4), short_labels(arms), {(r["measure"], r["arm"]): r for r in frame.to_dicts()}
    marks = [
        Mark(
            who, ends(row, "value"), labels[arm], style, hover(
                arm, f"{word}: {bounded(row, 'value', 'number')}", n=row["games"]
            ), f"{row['value']:.2f}" if len(arms) <= 1 + BESIDE else "", shift=shift[arm], games=row["games"],
        )
        for who, word in VICTIMS.items() for arm, style in theme.arm_styles(data["arm"]).items()
        if (row := at.get((who, arm)))
    ]  # fmt: skip
    below, axis = "Hostile acts in a combat, by whose combat it is, with 95 % intervals", "hostile acts per combat"
    words = {who: theme.wrapped(word, 18) for who, word in VICTIMS.items()}
    fig = interval_rows(marks, "Whom others hit", below, axis, "number", words.__getitem__)
    yield captioned(
        fig.update_xaxes(range=[0, 1.12 * max(mark.ends[2] or mark.ends[0] or 0.0 for mark in marks)]),
        "Hostile: a card, an ability or a monster that makes somebody else's combat harder.",
        counted(data, frame), method("hostility"), "A leader has the highest Level.",
    )  # fmt: skip


def _last(data: Data) -> Iterator[Element]:
    """What becomes of attempts at the last Level."""
    frame = data["last_fights"].filter(pl.col("measure").is_in(list(OUTCOMES)))
    frame = frame.filter(pl.col("value").max().over("measure") >= SEEN, pl.col("value") > 0)
    if frame.is_empty():
        return
    rows = [
        {"bar": row["arm"], "part": row["measure"], "share": row["value"], "told": hover(
            row["arm"], f"{OUTCOMES[row['measure']][0]}: {bounded(row, 'value', 'share')}",
            f"{row['n']:,} attempts", n=row["games"],
        )} for row in frame.iter_rows(named=True)
    ]  # fmt: skip
    seen = set(frame["measure"].to_list())
    parts = {name: part for name, part in OUTCOMES.items() if name in seen}
    yield captioned(
        stacked(arm_bars(data), rows, parts, "What becomes of attempts at the last Level", "share of attempts"),
        "An attempt: a combat whose fighter stands one Level below the winning one.", counted(data, frame),
        method("last_fights"),
    )  # fmt: skip


def _curses(data: Data) -> Iterator[Element]:
    arm = theme.arm_names(data["arm"])[0]
    frame = data["curses"].filter(pl.col("arm") == arm).sort("per_game", descending=True, nulls_last=True)
    if frame.is_empty():
        return
    columns = columns_of("curses", "name", "per_game", "played", "levels_lost", "cards_lost", "deadly")
    how = f"{counted(data, frame)} {method('curses')}"
    yield Fold(f"What each Curse does ({arm})", (Table(frame, "", columns, counted=how),))
