"""How do games end, and when?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.metrics.ending_flow import BECAME
from lab.tables.column import bounded
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import PERCENT, by_arm, curve, hover, thinned
from reports.display_names import short_labels
from reports.elements import Answer, Column, Data, Element, Fold, Note, Row, Table, beside, captioned
from reports.flow_chart import flow
from reports.headlines import endings_of

TITLE, GROUP, ORDER = "Endings", "Results", 40
METRICS = ("endings", "ending_flow", "ending_incidence")

IN_VIEW = 0.01
"""Curves go to the round that at least this share of games reaches."""
MOST_TOLD = 3
"""Rules that are told one by one."""
FIRST = {"leader": "leader at half time", "other": "somebody else", "nobody": "nobody"}
HEADS = ("first try by", "which was", "ending")
"""What stands at the streams, and above them."""
BESIDE = 2
"""Rules whose names stand at their curves; those of more are in a legend."""
ALIKE = 0.02
"""Shares of arms that are no farther apart are told as one."""


def draw(data: Data) -> Iterator[Element]:
    """The most frequent ending in a sentence, when endings come, how games come to them, all in numbers."""
    frame = endings_of(data)
    seen = frame.filter(pl.col("count").sum().over("ending") > 0)
    if seen.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    more = [_when(data, seen)] if "ending_incidence" in data else []  # of a run that is being measured
    more += [_tries(data)] if "ending_flow" in data else []
    yield Answer("\n".join(filter(None, (_answer(data, seen), *more))))
    if data["ending_incidence"].height:
        yield captioned(
            _course(data, seen), "Each panel has a scale of its own." if data["arm"].height > 1 else "",
            counted(data, data["ending_incidence"]), method("ending_incidence"),
            "Endings compete: a game that ended in one way can end in no other. A curve's last height is the share of",
            "games that end so at all.",
        )  # fmt: skip
    if data["ending_flow"].height:
        yield captioned(
            _flow(data), "A stream is as wide as its share of games, and has the colour of the ending.",
            counted(data, data["ending_flow"]),
            "Half time is the end of the middle round; a try is a fight one Level below the winning one. It fails by",
            "itself by own cards, dice or too little strength.",
        )  # fmt: skip
    never = frame.filter(pl.col("count").sum().over("ending") == 0)
    yield Fold("All endings in numbers", (_table(data, seen), *([_never(never)] if never.height else [])))


def _kinds(frame: pl.DataFrame) -> list[str]:
    there = set(frame["ending"].to_list())
    return [e for e in theme.ENDING_WORDS if e in there] + sorted(there - set(theme.ENDING_WORDS))


def _word(ending: str) -> str:
    return theme.ENDING_WORDS.get(ending, ending.replace("_", " "))


# --- in words ------------------------------------------------------------------------------------


def _answer(data: Data, seen: pl.DataFrame) -> str:
    """One arm: its endings. Several: the most frequent ones, and the one whose share differs most between arms."""
    arms = theme.arm_names(data["arm"])
    if len(arms) == 1:
        rows = seen.filter(pl.col("count") > 0).sort("share", descending=True).to_dicts()
        rest = f"; then {'; '.join(_told(row) for row in rows[1:4])}" if rows[1:] else ", all of them"
        return f"Most games end with a **{_told(rows[0])}**{rest}."
    most = seen.group_by("ending", maintain_order=True).agg(pl.col("count").sum()).sort("count", descending=True)
    ranges = {ending: _range(seen, ending) for ending in most["ending"]}
    first, *others = most["ending"]
    text = f"Most games end with a **{_word(first)}**: {_between(*ranges[first])}."
    if others:
        told = [f"{_word(ending)} {_shares([row['share'] for row in ranges[ending]])}" for ending in others[:2]]
        text += f" Then {', '.join(told)}."
    apart = max(ranges, key=lambda ending: ranges[ending][1]["share"] - ranges[ending][0]["share"])
    low, high = ranges[apart]
    if apart == first or high["share"] - low["share"] <= ALIKE:
        return text
    return f"{text} Rules differ most in games with the ending **{_word(apart)}**: {_between(low, high)}."


def _range(seen: pl.DataFrame, ending: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rows of the arms in which an ending is rarest and most frequent."""
    rows = seen.filter(pl.col("ending") == ending).sort("share", maintain_order=True)
    return rows.row(0, named=True), rows.row(-1, named=True)


def _between(low: Mapping[str, Any], high: Mapping[str, Any]) -> str:
    if high["share"] - low["share"] <= ALIKE:
        return f"{_shares([low['share'], high['share']])} of the games, whatever the rules"
    least, most = (bounded(row, "share", "share") for row in (low, high))
    return f"from {least} of the games ({low['arm']}) to {most} ({high['arm']})"


def _shares(values: Sequence[float]) -> str:
    """Shares as one, or from the least to the most."""
    ends = [f"{100 * value:.0f}" for value in (min(values), max(values))]
    return f"{' to '.join(dict.fromkeys(ends))} %"


def _when(data: Data, seen: pl.DataFrame) -> str:
    """By which round half of the games with the most frequent ending are over, for each arm; nothing of very many."""
    most = seen.group_by("ending", maintain_order=True).agg(pl.col("count").sum()).sort("count", descending=True)
    arms, ending, rounds = theme.arm_names(data["arm"]), most["ending"][0], []
    for arm in [] if len(arms) > MOST_TOLD else arms:
        own = data["ending_incidence"].filter(pl.col("ending") == ending, pl.col("arm") == arm).sort("round")
        half = own.filter(pl.col("share") >= pl.col("share").max() / 2, pl.col("share") > 0)["round"].to_list()
        rounds += [f"**{half[0]}**" + (f" ({arm})" if len(arms) > 1 else "")] if half else []
    return f"Half of these games are over by round {joined(rounds)}." if rounds else ""


def _tries(data: Data) -> str:
    """How often the leader is the first who tries for the last Level, and others stop that, as the streams show it."""
    frame = data["ending_flow"]
    if frame.filter(pl.col("tried") != "nobody").is_empty():
        return ""
    of = dict[str, list[tuple[str, float]]]()
    for what, own in (("led", pl.col("tried") == "leader"), ("stopped", pl.col("became") == "others")):
        counts = [(arm, rows.filter(own)["count"].sum(), rows["count"].sum()) for arm, _, rows in by_arm(data, frame)]
        of[what] = [(arm, int(part) / int(games)) for arm, part, games in counts]
    return (
        f"The leader at half time is first to try for the last Level in {_where(of['led'])}; others stop the first try "
        f"in {_where(of['stopped'])}."
    )


def _where(own: Sequence[tuple[str, float]]) -> str:
    """A share of the games of each arm; of arms that are alike, or many, from the least to the most."""
    values = [share for _, share in own]
    if max(values) - min(values) <= ALIKE or len(own) > MOST_TOLD:
        return f"**{_shares(values)}** of all games"
    return joined([f"**{100 * share:.0f} %**{' of games' * (not i)} with {arm}" for i, (arm, share) in enumerate(own)])


def _told(row: Mapping[str, Any]) -> str:
    return f"{_word(row['ending'])}, {bounded(row, 'share', 'share')}"


# --- charts --------------------------------------------------------------------------------------


def _flow(data: Data) -> Row:
    """Ways of the games of each arm, side by side."""
    frame, labels = data["ending_flow"], short_labels(theme.arm_names(data["arm"]))
    kinds = _kinds(frame)
    words = {"tried": FIRST, "became": BECAME, "ending": {kind: _word(kind) for kind in kinds}}
    colours = {kind: theme.ENDING_COLOURS.get(kind, theme.SOFT) for kind in kinds}
    figures = [flow(own, words, HEADS, colours, labels[arm]) for arm, _, own in by_arm(data, frame)]
    below = "Who is first to fight for the last Level, what comes of it, and how the game ends"
    return Row("From the first try to the ending", figures, below, columns=2)


def _course(data: Data, seen: pl.DataFrame) -> Row:
    """One arm: all endings in one chart. Several: a chart for each ending, in which arms are compared."""
    end = _last_round(data["ending_incidence"])
    curves = _to_the_end(data["ending_incidence"].filter(pl.col("round") <= end), end)
    kinds = [kind for kind in _kinds(seen) if kind in set(curves["ending"].to_list())]
    if data["arm"].height == 1:
        figures = [_curves_of_arm(data, curves, kinds)]
    else:
        figures = [_curves_of_ending(data, curves, ending) for ending in kinds]
    title = "When games end, by type of ending"
    below = "Share of games that have ended so by the end of a round"
    return Row(title, figures, below, columns=min(3, len(figures)) if len(figures) != 4 else 2)


def _to_the_end(curves: pl.DataFrame, end: int) -> pl.DataFrame:
    """Curves that all go to one round: what has come to its end stays as it is."""
    last = curves.sort("round").group_by("arm", "ending", maintain_order=True).last().filter(pl.col("round") < end)
    return pl.concat([curves, last.select(curves.columns).with_columns(round=pl.lit(end, curves.schema["round"]))])


def _last_round(curves: pl.DataFrame) -> int:
    """The last round worth drawing: afterwards hardly a game of any arm is still running."""
    running = curves.filter((pl.col("ending") == "running") & (pl.col("share") >= IN_VIEW))
    return int(max((running if running.height else curves)["round"].to_list())) + 1


def _curves_of_arm(data: Data, curves: pl.DataFrame, kinds: Sequence[str]) -> go.Figure:
    arm = theme.arm_names(data["arm"])[0]
    fig = theme.figure(arm, height=340 + 12 * len(kinds))
    for ending in kinds:
        line = {"color": theme.ENDING_COLOURS.get(ending, theme.SOFT)}
        fig.add_traces(_curve(curves.filter(pl.col("ending") == ending), _word(ending), line))
    return _axes(fig).update_layout(showlegend=True)


def _curves_of_ending(data: Data, curves: pl.DataFrame, ending: str) -> go.Figure:
    word, ways = _word(ending), list(by_arm(data, curves.filter(pl.col("ending") == ending)))
    is_told, room = len(ways) <= BESIDE, 24 * data["arm"].height
    fig = theme.figure(f"{word[:1].upper()}{word[1:]}", height=290 + room * (not is_told))
    halves = [_half(rows) for _, _, rows in ways]
    for (arm, style, rows), (at, share) in zip(ways, halves, strict=True):
        fig.add_traces(_curve(rows, arm, {"color": style["color"], "width": theme.step_width(style)}))
        if is_told:  # the earlier one on its left, the other one on its right
            side, x, y = ("right", -8, 0) if (at, -share) == min((x, -y) for x, y in halves) else ("left", 6, -14)
            look = {"showarrow": False, "xanchor": side, "xshift": x, "yshift": y}
            fig.add_annotation(x=at, y=share, text=f"<b>{arm}</b>", font={"color": theme.INK}, **look)
    return _axes(fig).update_layout(showlegend=not is_told)


def _half(rows: pl.DataFrame) -> tuple[int, float]:
    """The round by which half of the games that end so have ended, and the share of them."""
    row = rows.sort("round").filter(pl.col("share") >= pl.col("share").max() / 2).row(0, named=True)
    return row["round"], row["share"]


def _curve(rows: pl.DataFrame, name: str, line: Mapping[str, Any]) -> list[go.Scatter]:
    """Without its band: several endings go over one another."""
    rows = thinned(rows.sort("round"))
    told = [
        hover(r["arm"], f"{_word(r['ending'])} by round {r['round']}: {bounded(r, 'share', 'share')}", n=r["games"])
        for r in rows.iter_rows(named=True)
    ]
    look = {"width": 2.5, **line, "shape": "hv"}
    return curve(rows.drop("share_low", "share_high"), rows["round"].to_list(), "share", name, look, told)


def _axes(fig: go.Figure) -> go.Figure:
    fig.update_xaxes(title_text="round", rangemode="tozero", nticks=7, tickangle=0)
    return fig.update_yaxes(title_text="share of games", tickformat=PERCENT, rangemode="tozero", nticks=5)


# --- tables --------------------------------------------------------------------------------------


def _table(data: Data, seen: pl.DataFrame) -> Table:
    """One row for each ending, a column for each arm."""
    arms = {arm: Column(arm, "share") for arm in theme.arm_names(data["arm"])}
    wide, columns = beside(seen, "ending", "arm", arms, "share")
    wide = pl.DataFrame({"ending": _kinds(seen)}).join(wide, on="ending", how="left", maintain_order="left")
    wide = wide.with_columns(pl.col("ending").map_elements(_word, return_dtype=pl.String))
    columns = {"ending": Column("ending"), **columns}
    return Table(wide, "", columns, "Those that were seen", counted=f"{counted(data, seen)} {method('endings')}")


def _never(never: pl.DataFrame) -> Table:
    """What was not seen in any arm, with how often it still might happen."""
    rows = never.group_by("ending", maintain_order=True).agg(pl.col("games").sum(), pl.col("share_high").max())
    words = pl.col("ending").map_elements(_word, return_dtype=pl.String).alias("word")
    columns = {
        "word": Column("ending"), "games": Column("games looked at", "count"),
        "share_high": Column("at most", "share", about="Highest upper bound of the 95 % intervals of the arms."),
    }  # fmt: skip
    caption = "Many of them cannot happen under these rules; of the others the bound says how often they still might."
    return Table(rows.with_columns(words), caption, columns, "Those that never happened")
