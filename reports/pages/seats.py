"""Does it matter where you sit?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.stats.intervals import CONFIDENCE
from lab.tables.column import bounded
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import PERCENT, Mark, by_arm, ends, hover, mark_trace, shifts
from reports.elements import Answer, Column, Data, Element, Note, Row, Table, beside, captioned, columns_of, in_order
from reports.headlines import PLACES

TITLE, GROUP, ORDER = "Seats", "Results", 50
METRICS = ("seat_advantage",)

VERDICTS = {
    1: "**Sitting first helps**", -1: "**Sitting first is a handicap**",
    0: "**Sitting first was not found to matter**",
}  # fmt: skip
ENDS = ("credit_low", "credit_high")
ROOM = 0.15
"""Part of the reach of all marks that is left free above and below."""


def draw(data: Data) -> Iterator[Element]:
    """Whether sitting first helps, win credit by place around the fair share, and the numbers."""
    frame = data["seat_advantage"]
    if frame.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    yield Answer(_answer(data, frame))
    yield captioned(
        _credit(data, frame), _beside(frame), counted(data, frame), method("seat_advantage"),
        "A win counts 1, a victory shared by k players 1/k, a capped game 0 for everybody: capped games press",
        "all places below the fair share. Personas rotate over the seats, so that a seat is not a persona.",
    )  # fmt: skip
    yield _table(data, frame)


def _beside(frame: pl.DataFrame) -> str:
    """What an interval beside the fair share is worth where no places were found to differ."""
    even = 1 / pl.len().over("arm")
    apart = frame.filter((pl.col("credit_low") > even) | (pl.col("credit_high") < even))
    if apart.filter(pl.col("p_equal") >= 1 - CONFIDENCE).is_empty():
        return ""
    return "One interval beside the dashed line proves nothing: of twenty one lies there by chance."


# --- in words ------------------------------------------------------------------------------------


def _answer(data: Data, frame: pl.DataFrame) -> str:
    arms = [rows for arm in theme.arm_names(data["arm"]) if (rows := _of(frame, arm))]
    return _of_one(arms[0]) if len(arms) == 1 else _of_several(arms)


def _of(frame: pl.DataFrame, arm: str) -> list[dict[str, Any]]:
    return frame.filter(pl.col("arm") == arm).sort("place").to_dicts()


def _of_one(rows: Sequence[Mapping[str, Any]]) -> str:
    """One arm: the first player's share beside an even one, then whether any place differs."""
    first, even = rows[0], 1 / len(rows)
    share = f"whoever begins wins {bounded(first, 'credit', 'share')} of the games, an even share is {100 * even:.0f} %"
    return f"{VERDICTS[_sure(rows)]}: {share}. {_places(rows)}"


def _places(rows: Sequence[Mapping[str, Any]]) -> str:
    """Whether the places differ at all, by the test of all of them."""
    p = rows[0]["p_equal"]
    if p is None:
        return "Too few games were won by one player to tell the places apart."
    most = max(rows, key=lambda row: row["credit"])
    if p < 1 - CONFIDENCE:
        wins = bounded(most, "credit", "share")
        return f"The places differ ({_p(p)}): the {PLACES[most['place']]} to play wins most, {wins}."
    return f"No difference between the places was found: {_p(p)}."


def _of_several(arms: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """Several arms: where sitting first helps or hinders, then in how many the places differ."""
    told = {side: [rows for rows in arms if _sure(rows) == side] for side in (1, -1)}
    known = [rows for rows in arms if rows[0]["p_equal"] is not None]
    differ = [rows for rows in known if rows[0]["p_equal"] < 1 - CONFIDENCE]
    if told[1] or told[-1]:
        ways = ((1, "helps"), (-1, "is a handicap"))
        first = "; ".join(f"**sitting first {word}** in {_named(told[side])}" for side, word in ways if told[side])
        text = f"{first[:2]}{first[2:3].upper()}{first[3:]}."
    else:
        spread = sorted(arms, key=lambda rows: rows[0]["credit"])
        ends = [f"{bounded(rows[0], 'credit', 'share')} ({rows[0]['arm']})" for rows in (spread[0], spread[-1])]
        wins = " and ".join(ends) if len(arms) == 2 else f"from {ends[0]} to {ends[1]}"
        text = f"{VERDICTS[0]} by any of these rules: whoever begins wins {wins}.{_missed(arms)}"
    if not known:
        return text
    if not differ:
        return f"{text} No other place was found to differ either."
    names = ", ".join(f"{rows[0]['arm']} ({_p(_p_of(rows))})" for rows in sorted(differ, key=_p_of)[:3])
    more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
    where = f"in {len(differ)} of {len(known)} sets of rules, each tested by itself"
    return f"{text} The places differ {where}: {names}{more}."


def _missed(arms: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """How large an edge of whoever begins could still be, by the ends of the intervals."""
    ends = [abs(rows[0][end] - 1 / len(rows)) for rows in arms for end in ENDS if rows[0][end] is not None]
    return f" An edge of more than {math.ceil(100 * max(ends))} points is unlikely." if ends else ""


def _named(arms: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """Arms with what their first player wins, the three that are farthest from an even share."""
    far = sorted(arms, key=lambda rows: -abs(rows[0]["credit"] - 1 / len(rows)))
    told = ", ".join(
        f"{rows[0]['arm']}: {bounded(rows[0], 'credit', 'share')} beside {100 / len(rows):.0f} %" for rows in far[:3]
    )
    return f"{len(arms)} set{'s' if len(arms) > 1 else ''} of rules ({told})"


def _sure(rows: Sequence[Mapping[str, Any]]) -> int:
    """1 or -1 if the first place is above or below an even share, and the test of all places finds that they differ."""
    p = rows[0]["p_equal"]
    return _side(rows[0], 1 / len(rows)) if p is not None and p < 1 - CONFIDENCE else 0


def _side(row: Mapping[str, Any], even: float) -> int:
    """1 or -1 if the interval is above or below an even share, 0 if it holds it."""
    low, high = row["credit_low"], row["credit_high"]
    return 0 if low is None or high is None else int(low > even) - int(high < even)


def _p_of(rows: Sequence[Mapping[str, Any]]) -> float:
    return float(rows[0]["p_equal"])


def _p(value: float) -> str:
    share = "less than 0.1" if value < 0.001 else f"{100 * value:.2g}"
    return f"by luck alone as much in {share} % of such runs"


# --- chart and table -----------------------------------------------------------------------------


def _credit(data: Data, frame: pl.DataFrame) -> Row:
    """A chart for each number of players: their fair shares differ."""
    seats = data["arm"]["seats"].unique().sort().to_list()
    figures = []
    for n in seats:
        arms = theme.arm_names(data["arm"].filter(pl.col("seats") == n))
        figures.append(_chart(data, frame.filter(pl.col("arm").is_in(arms)), arms, n))
    fair = f", {100 / seats[0]:.0f} %" if len(seats) == 1 else ""
    below = f"Mean per game with its 95 % interval; dashed: the fair share{fair}"
    return Row("Who wins, by place in the order of play", figures, below, columns=2)


def _chart(data: Data, frame: pl.DataFrame, arms: Sequence[str], seats: int) -> go.Figure:
    fig = theme.figure(f"{seats} players", height=400 + (22 * len(arms) if len(arms) > 1 else 0))
    fig.add_hline(1 / seats, line={"dash": "dash", "color": theme.SOFT, "width": 1.5}, layer="below")
    shift = shifts(arms)
    for arm, style, rows in by_arm(data, frame.sort("place")):
        marks = [_mark(row, style, alone=len(arms) == 1) for row in rows.iter_rows(named=True)]
        fig.add_trace(mark_trace(marks, [place + shift[arm] for place in rows["place"]], up=True))
    fig.update_xaxes(
        tickvals=list(range(seats)), ticktext=list(PLACES[:seats]), range=[-0.6, seats - 0.4], showgrid=False,
        title_text="place in the order of play", zeroline=False, tickangle=0,
    )  # fmt: skip
    fig.update_yaxes(title_text="share of games", tickformat=PERCENT, nticks=7, **_around(frame, 1 / seats))
    return fig.update_layout(showlegend=len(arms) > 1)


def _around(frame: pl.DataFrame, even: float) -> dict[str, Any]:
    """An axis that reaches equally far to both sides of the fair share."""
    ends = [x for name in ("credit", "credit_low", "credit_high") for x in frame[name].drop_nulls().to_list()]
    far = max([abs(x - even) for x in ends], default=0.0) or even
    return {"range": [even - (1 + ROOM) * far, even + (1 + ROOM) * far]}


def _mark(row: Mapping[str, Any], style: Mapping[str, Any], alone: bool) -> Mark:
    told = bounded(row, "credit", "share")
    said = hover(
        row["arm"], f"{PLACES[row['place']]} to play: {told}",
        f"{row['sole_wins']:,} wins alone, {row['shared_wins']:,} shared", n=row["games"],
    )  # fmt: skip
    text = told.split(" [")[0] if alone else ""
    return Mark("", ends(row, "credit"), row["arm"], style, said, text, games=row["games"])


def _table(data: Data, frame: pl.DataFrame) -> Table:
    """A row for each arm, a column for each place."""
    places = {place: Column(PLACES[place], "share") for place in sorted(set(frame["place"].to_list()))}
    about = frame.group_by("arm", maintain_order=True).agg(pl.col("games").max(), pl.col("p_equal").first())
    wide, columns = beside(frame, "arm", "place", places, "credit")
    wide = about.join(wide, on="arm", how="left", maintain_order="left")
    chance = {"label": "by luck alone", "kind": "share", "wide": True}
    arms, tested = columns_of("seat_advantage", "arm"), columns_of(
        "seat_advantage", "games", "p_equal", games={"wide": True}, p_equal=chance
    )  # fmt: skip
    how = "By luck alone: how often wins would differ as much if all places were equal; each set of rules by itself."
    return Table(
        in_order(wide, theme.arm_names(data["arm"])), "", arms | columns | tested, "Places in numbers", counted=how
    )
