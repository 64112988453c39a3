"""How much is fought, lost and helped, and who is hit?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded, written
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import HOVER, PERCENT, bars, by_arm, ends, hover, name_lines
from reports.combat_numbers import (
    COMBATS,
    HELPED,
    LOST,
    ON_LAST,
    ON_LEADER,
    PER_GAME,
    SHARES,
    Measure,
    rows_of,
    table_of,
)
from reports.differences import differences_of
from reports.display_names import short_labels
from reports.dumbbells import Line, dumbbells, foot, surely
from reports.elements import Answer, Data, Element, Fold, Note, Row, Table, captioned, columns_of
from reports.headlines import a_turn, more_or_fewer

TITLE, GROUP, ORDER = "Combats", "Results", 60
METRICS = (
    "combats", "lead_changes", "helping", "hostility", "kingmaking", "last_fights", "combat_course", "curses",
    "comparison",
)  # fmt: skip

NAMED, SEEN, ALIKE, MANY, HARDLY = 2, 0.005, 0.05, 10, 0.02
"""Arms that are named at their lines, the least share of attempts with a row, the part by which combats in a turn
differ at most where nothing is said of it, from what on a number has one decimal, and a share that is hardly any."""
OUTCOMES = {
    "won": "won", "taken": "rivals took over the fight, or its monster", "stopped": "rivals made it too hard",
    "gone": "the monster left", "ran": "too weak, got away", "caught": "too weak, caught",
    "turned": "spoilt by own cards or dice",
}  # fmt: skip
HEADS = dict.fromkeys(("taken", "stopped"), "Stopped by rivals") | dict.fromkeys(
    ("gone", "ran", "caught", "turned"), "Lost without rivals, or the monster left"
)
"""What stands above outcomes."""
FATES = {"won": "won", "taken": "taken over by rivals", "stopped": "made too hard by rivals"}
"""What becomes of fights for the win that a sentence tells of."""
ENDS = ("value", "value_low", "value_high")
VICTIMS = {
    "for_win": "fighting for the win", "leader_fight": "leader, in any fight", "middle_fight": "in the middle",
    "last_fight": "last",
}  # fmt: skip
"""Whose combat it is: one that would win the game, and by where its fighter stands."""


def draw(data: Data) -> Iterator[Element]:
    """Who is hit and how much is fought in words and charts, and all numbers with a column for each arm."""
    if data["combats"].is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    differences = differences_of(data)
    yield Answer(_answer(data))
    if data["hostility"].is_empty() and rows_of(data, LOST).is_empty():
        yield Note(
            "What is lost, helped and done to others is measured on events, and this run has kept none (option "
            "--events)."
        )
    yield from _hit(data)
    yield from _last(data)
    yield from _course(data)
    tables = (
        table_of(data, PER_GAME, differences, "Per game", "fine"),
        table_of(data, SHARES, differences, "Shares", "share"),
    )
    yield Fold("All numbers", tables)
    yield from _curses(data)


# --- in words ------------------------------------------------------------------------------------


def _answer(data: Data) -> str:
    """Who is attacked, then fights for the win and combats lost and helped, of two arms what the second changes."""
    fought, lost, helped, hit, last = (_told(data, line) for line in (COMBATS, LOST, HELPED, ON_LEADER, ON_LAST))
    attacked = _attacked(hit, last)
    if len(fought) == 2:
        shares = [_moved(lost, "combats are lost")] if lost else []
        shares += [_moved(helped, "are fought with a helper")] if helped else []
        said = _judged(a_turn(differences_of(data), "combats"), fought)
        first, *rest = filter(None, (_for_win(data), ", and ".join(shares), said))
        lines = [f"With {fought[1]['arm']}: {first}.", *(f"{_upper(line)}." for line in rest)]
        lines.insert(0 if attacked.startswith("**") else len(lines), attacked)  # what was found first
        return "\n".join(filter(None, lines))
    text = f"A game has {_range(fought, 'number')} combats"
    text += f"; {_range(lost, 'share')} of them are lost" if lost else ""
    text += f", {_range(helped, 'share')} fought with a helper." if lost and helped else "."
    return "\n".join(filter(None, (text, attacked)))


def _upper(text: str) -> str:
    at = 2 * text.startswith("**")
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"


def _for_win(data: Data) -> str:
    """What the second of two arms clearly changes of what becomes of fights for the win, the largest first."""
    arms = theme.arm_names(data["arm"])
    moved: list[tuple[str, list[dict[str, Any]]]] = [
        (line.word, [dict(zip(ENDS, line.ends[arm], strict=True)) for arm in arms])
        for line in _lines(data["last_fights"].drop_nulls("value"), FATES)
        if len(line.ends) == len(arms) and surely(line, arms)
    ]  # fmt: skip
    moved.sort(key=lambda one: -abs(one[1][1]["value"] - one[1][0]["value"]))
    told = [f"**{more_or_fewer(rows, 'fewer', 'more', '')} are {word}**, {_instead(rows)}" for word, rows in moved]
    return f"of fights for the win {', and '.join(told[:NAMED])}" if told else ""


def _instead(rows: Sequence[Mapping[str, Any]], kind: str = "share") -> str:
    """The second of two numbers, and what the first was; with a word where that may be chance."""
    scale, most = 100 if kind == "share" else 1, max(row["value"] for row in rows)
    was, now = (f"{scale * row['value']:.{1 if kind == 'share' or most >= MANY else 2}f}" for row in rows)
    told = f"{now} instead of {was}" if was != now else now
    return f"{told}{' %' * (kind == 'share')}{more_or_fewer(rows, '', '', ' (may be chance)') * (was != now)}"


def _moved(rows: Sequence[Mapping[str, Any]], of: str) -> str:
    """Whether more or fewer combats are so with the second of two arms."""
    return f"**{more_or_fewer(rows, 'fewer', 'more', 'about as many')} {of}**, {_instead(rows)}"


def _told(data: Data, line: Measure) -> list[dict[str, Any]]:
    """The rows of a line that are known: of two arms in the order of the run, of more from the least on."""
    rows, arms = rows_of(data, line).drop_nulls("value"), theme.arm_names(data["arm"])
    return sorted(rows.to_dicts(), key=lambda row: arms.index(row["arm"]) if rows.height < 3 else row["value"])


def _judged(turn: tuple[float, float] | None, fought: Sequence[Mapping[str, Any]]) -> str:
    """What the second of two arms changes of combats in a turn, and in a game."""
    word, told = more_or_fewer(fought, "fewer", "more", "about as many"), _instead(fought, "number")
    if turn and abs(turn[1] / turn[0] - 1) > ALIKE:
        more = "more" if turn[1] > turn[0] else "fewer"
        but = "but" if (more == "more") == (word == "fewer") else "and"
        each = f"each turn has **{more} combats**, {turn[1]:.2f} instead of {turn[0]:.2f}"
        return f"{each}, {but} a whole game has **{word}**, {told}"
    return f"a game has **{word} combats**, {told}"


def _attacked(hit: Sequence[Mapping[str, Any]], last: Sequence[Mapping[str, Any]]) -> str:
    """How much others do against a leader and against the last, of two arms what the second one changes."""
    if not (hit and last):
        return ""
    leader, behind = (_instead(rows, "number") if len(rows) == 2 else _range(rows, "number") for rows in (hit, last))
    is_more = min(row["value"] for row in hit) > max(row["value"] for row in last)
    rules = {1: "", 2: ", with both rules"}.get(len(hit), ", with all rules")
    told = f"hostile plays in a leader's combat {leader}, in the last player's {behind}."
    if is_more:
        return f"**Leaders are attacked more than the last player**{rules}: {told}"
    return f"With {hit[1]['arm']}, {told}" if len(hit) == 2 else _upper(told)


def _range(rows: Sequence[Mapping[str, Any]], kind: str) -> str:
    """One number with its interval; of several arms the least and the greatest."""
    if len(rows) == 1:
        return f"**{bounded(rows[0], 'value', kind)}**"
    low, high = (written(r["value"], kind, r["value_low"], r["value_high"]).split(" [")[0] for r in (rows[0], rows[-1]))
    to = "to" if len(rows) > 2 else "and"
    return f"**{low}** ({rows[0]['arm']}) {to} **{high}** ({rows[-1]['arm']})" if low != high else f"**{low}**"


# --- charts --------------------------------------------------------------------------------------


def _course(data: Data) -> Iterator[Element]:
    """What the Level of the fighter has to do with it."""
    course = _levels(data)
    if course.is_empty():
        return
    panels = [_by_level(data, course, name, title) for name, title in (("lost", "Lost"), ("helped", "With a helper"))]
    for fig in panels:  # one scale
        fig.update_yaxes(
            range=[0, 1.05 * (course.select(pl.max_horizontal(pl.col("^(lost|helped).*$").max())).item() or 1)]
        )
    title = "Combats by the Level of the fighter"
    yield captioned(
        Row(title, panels, "Share of combats", columns=2),
        "Bars: 95 % intervals. Lost: also what rivals made too hard.", counted(data, course),
        method("combat_course"), f"Levels with fewer than {theme.FEW} combats are left out.",
    )  # fmt: skip


def _levels(data: Data) -> pl.DataFrame:
    """Combats by the Level of the fighter, where there are enough."""
    return data["combat_course"].filter((pl.col("axis") == "level") & (pl.col("n") >= theme.FEW))


def _by_level(data: Data, course: pl.DataFrame, name: str, title: str) -> go.Figure:
    fig, labels = theme.figure(title, height=290), short_labels(theme.arm_names(data["arm"]))
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
    top = course.filter(position=course["position"].max())
    if name == "helped" and float(top[name].max() or 0) < HARDLY:  # type: ignore[arg-type]
        look = {"showarrow": False, "xanchor": "right", "xshift": -18, "yshift": 12, "font": {"color": theme.SOFT}}
        fig.add_annotation(
            x=top["position"][0], y=0, text=f"at Level {top['position'][0]} hardly anybody helps", **look
        )
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
    said = "Hostile: a card, an ability or a monster against somebody else's combat. Fights for the win count in the"
    said += f" other rows too. {foot(fig)}"
    yield captioned(fig, said, counted(data, frame), method("hostility"), "A leader has the highest Level.")


def _lines(
    frame: pl.DataFrame, words: Mapping[str, str], heads: Mapping[str, str] = MappingProxyType({})
) -> list[Line]:
    """A row for each measure that is there, in the order of its words, under its head."""
    rows = {name: frame.filter(measure=name).to_dicts() for name in words}
    return [
        Line(words[name], {row["arm"]: ends(row, "value") for row in own},
             {row["arm"]: row["games"] for row in own}, heads.get(name, ""))
        for name, own in rows.items() if own
    ]  # fmt: skip


def _last(data: Data) -> Iterator[Element]:
    """What becomes of attempts at the last Level."""
    frame = data["last_fights"].filter(pl.col("measure").is_in(list(OUTCOMES)))
    frame = frame.filter(pl.col("value").max().over("measure") >= SEEN)
    if frame.is_empty():
        return
    title, below = "How fights for the win turn out", "Share of fights for the win"
    fig = dumbbells(data, _lines(frame, OUTCOMES, HEADS), title, below, "share of fights for the win")
    yield captioned(
        fig, f"For the win: by somebody one Level short of it. {foot(fig)}", counted(data, frame), method("last_fights")
    )


def _curses(data: Data) -> Iterator[Element]:
    arm = theme.arm_names(data["arm"])[0]
    frame = data["curses"].filter(pl.col("arm") == arm).sort("per_game", descending=True, nulls_last=True)
    if frame.is_empty():
        return
    columns = columns_of("curses", "name", "per_game", "played", "levels_lost", "cards_lost", "deadly")
    how = f"{counted(data, frame)} {method('curses')}"
    yield Fold(f"What each Curse does ({arm})", (Table(frame, "", columns, counted=how),))
