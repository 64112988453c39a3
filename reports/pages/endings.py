"""How do games end, and when?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.stats.intervals import proportion
from lab.tables.column import bounded
from reports import theme
from reports.captions import NUMBERS, counted, method
from reports.chart_marks import Ends, by_arm, ends
from reports.dumbbells import Line, dumbbells, foot, is_pale, surely, tell_apart
from reports.elements import Answer, Column, Data, Element, Fold, Note, Row, Table, beside, captioned
from reports.headlines import endings_of

TITLE, GROUP, ORDER = "Endings", "Results", 40
METRICS = ("endings", "ending_flow", "ending_incidence")

MOST_TOLD = 3
"""Rules that are told one by one."""
STEPS = {
    "tried": (
        "First fight for the win by",
        {"leader": "the player leading at half time", "other": "somebody else", "nobody": "nobody"},
    ),
    "became": (
        "What came of it",
        {
            "won": "won",
            "others": "stopped by rivals",
            "itself": "lost without interference",
        },
    ),
}
"""Columns of the ways to the ending: what stands above their rows, and the words of their values."""
ALIKE = 0.02
"""Shares of arms that are no farther apart are told as one."""


def draw(data: Data) -> Iterator[Element]:
    """The most frequent ending in a sentence, how often and when each comes, what led there, all in numbers."""
    frame = endings_of(data)
    seen = frame.filter(pl.col("count").sum().over("ending") > 0)
    if seen.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    halves = _halves(data, seen) if "ending_incidence" in data else []  # of a run that is being measured
    more = [_tries(data)] if "ending_flow" in data else []
    yield Answer("\n".join(filter(None, (_sooner_or_later(seen, halves), _answer(data, seen), _when(halves), *more))))
    ways = _ways(data, seen)
    yield captioned(ways, foot(*ways.figures), counted(data, seen), method("endings"))
    if data["ending_flow"].height:
        fig = _steps(data)
        yield captioned(
            fig, f"For the win: by somebody one Level short of it. Half time: the middle round. {foot(fig)}",
            counted(data, data["ending_flow"]), method("ending_flow"),
            "Without interference a fight is lost by own cards, dice or too little strength.",
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
    first = most["ending"][0]
    text = f"Most games end with a **{_word(first)}**: {_between(*ranges[first])}."
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


def _halves(data: Data, seen: pl.DataFrame) -> list[tuple[str, int]]:
    """By which round half of the games with the most frequent ending are over, for each arm; nothing of very many."""
    most = seen.group_by("ending", maintain_order=True).agg(pl.col("count").sum()).sort("count", descending=True)
    own = by_arm(data, data["ending_incidence"].filter(ending=most["ending"][0]))
    halves = [(arm, int(half)) for arm, _, rows in own if (half := _half(rows))]
    return halves if data["arm"].height <= MOST_TOLD else []


def _sooner_or_later(seen: pl.DataFrame, halves: Sequence[tuple[str, int]]) -> str:
    """What the second of two arms changes of when and how games end."""
    if len(halves) != 2:
        return ""
    (_, was), (arm, now) = halves
    lines = [
        Line(ending, {row["arm"]: ends(row, "share") for row in seen.filter(ending=ending).iter_rows(named=True)})
        for ending in seen["ending"].unique()
    ]
    ways = "other" if any(len(line.ends) == 2 and surely(line, list(line.ends)) for line in lines) else "the same"
    apart = abs(now - was)
    size = f"{dict(enumerate(NUMBERS)).get(apart, apart)} round{'s' * (apart > 1)}"
    when = f"about {size} {'later' if now > was else 'sooner'}" if apart else "as soon"
    return f"**With {arm}, games end {when}, in {ways} ways.**"


def _when(halves: Sequence[tuple[str, int]]) -> str:
    told = [f"**round {half}**{f' with {arm}' * (len(halves) > 1)}" for arm, half in halves]
    return f"Half of these games are over by {joined(told)}." if told else ""


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
        f"The player leading at half time is the first to fight for the win in {_where(of['led'])}. "
        f"{_rules(of['stopped'])} {_where(of['stopped'])} rivals stop that first fight."
    )


def _rules(own: Sequence[tuple[str, float]]) -> str:
    """How a share begins that is alike under two rules."""
    values = [share for _, share in own]
    return "Under both rules, in" if len(own) == 2 and max(values) - min(values) <= ALIKE else "In"


def _where(own: Sequence[tuple[str, float]]) -> str:
    """A share of the games of each arm; of arms that are alike, or many, from the least to the most."""
    values = [share for _, share in own]
    if max(values) - min(values) <= ALIKE or len(own) > MOST_TOLD:
        return f"**{_shares(values)}** of games"
    (arm, first), *more = own
    others = ", ".join(f"{100 * share:.0f} % with {other}" for other, share in more)
    return f"**{100 * first:.0f} %** of games with {arm} ({others})"


def _told(row: Mapping[str, Any]) -> str:
    return f"{_word(row['ending'])}, {bounded(row, 'share', 'share')}"


# --- charts --------------------------------------------------------------------------------------


def _ways(data: Data, seen: pl.DataFrame) -> Row:
    """How often games end in each way, and by which round half of those are over."""
    shares, rounds = [], []
    for ending in _kinds(seen):
        rows, word = seen.filter(ending=ending).to_dicts(), _word(ending)
        ends_ = {row["arm"]: ends(row, "share") for row in rows}
        shares.append(Line(word, ends_, {row["arm"]: row["games"] for row in rows}))
        own = by_arm(data, data["ending_incidence"].filter(ending=ending))
        halves: dict[str, Ends] = {arm: (half, None, None) for arm, _, of in own if (half := _half(of))}
        rounds += [Line(word, halves, {row["arm"]: row["count"] for row in rows})] if halves else []
    arms = theme.arm_names(data["arm"])
    figures = [dumbbells(data, shares, "Share of all games", "", "share of games")]
    if rounds:
        figures.append(dumbbells(data, rounds, "Median last round, by ending", "", "round", "plain"))
        if len(arms) == 2:
            tell_apart(figures[1], rounds, [_sooner(line, arms) for line in rounds], "rounds")
    return Row("How games end, and when", figures, columns=2)


def _half(rows: pl.DataFrame) -> float | None:
    """The round by which half of the games that end so have ended; None if none does."""
    found = rows.sort("round").filter(pl.col("share") > 0, pl.col("share") >= pl.col("share").max() / 2)
    return float(found["round"][0]) if found.height else None


def _sooner(line: Line, arms: Sequence[str]) -> tuple[str, bool | None]:
    """How many rounds sooner or later: medians have no interval, so it is never said to be sure."""
    was, now = (line.ends.get(arm, (None,))[0] for arm in arms)
    if was is None or now is None:
        return "", False
    apart = int(now - was)
    is_sure = False if is_pale(line, arms) or not apart else None
    return (f"{abs(apart)} {'later' if apart > 0 else 'sooner'}" if apart else "the same"), is_sure


def _steps(data: Data) -> go.Figure:
    """Who first tries for the last Level, and what comes of it."""
    frame, lines = data["ending_flow"], []
    for column, (head, words) in STEPS.items():
        for value, word in words.items():
            shares, games = dict[str, Ends](), dict[str, int]()
            for arm, _, rows in by_arm(data, frame):
                found = proportion(int(rows.filter(pl.col(column) == value)["count"].sum()), int(rows["games"][0]))
                shares[arm], games[arm] = (found.value, found.low, found.high), found.n
            lines += [Line(word, shares, games, head)] if any(s[0] for s in shares.values()) else []
    title, below = "The first fight for the win", "Who fights it, and what comes of it, in all games"
    return dumbbells(data, lines, title, below, "share of games")


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
