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
from reports.captions import counted, method
from reports.chart_marks import PERCENT, Ends, by_arm, curve, ends, hover
from reports.display_names import short_labels
from reports.dumbbells import Line, dumbbells, foot, surely, told
from reports.elements import Answer, Column, Data, Element, Fold, Note, Table, beside, captioned
from reports.ending_bars import kinds, most_frequent
from reports.headlines import endings_of

TITLE, GROUP, ORDER = "Endings", "Results", 40
METRICS = ("endings", "ending_flow", "ending_incidence", "game_length")

MOST_TOLD, MOST_MOVED = 3, 2
"""Rules that are told one by one, and those of which changes are told, at most as many."""
STOPPED = "rivals stop the first fight"
STEPS = {
    "tried": (
        "Who is the first to fight for the win?",
        {
            "leader": ("the player leading at half time", "the player leading at half time is the first to try"),
            "other": ("somebody else", "somebody else than the leader is the first to try"),
            "nobody": ("nobody", "nobody fights for the win"),
        },
    ),
    "became": (
        "What comes of that first fight?",
        {
            "won": ("won", "the first fight for the win is won"),
            "others": ("stopped by rivals", f"{STOPPED} for the win"),
            "itself": ("lost, or the monster left", "the first fight for the win is lost, or its monster leaves,"),
        },
    ),
}
"""Columns of the ways to the ending: what stands above their rows, and of each value its words in a row and a sentence.
"""
HIGH, NAMED, IN_VIEW = 290, 2, 0.995
"""Pixels of the curves; how many are named where half of the games are over; and their end: where so many of every arm
are.
"""
ALIKE = 0.02
"""Shares of arms that are no farther apart are told as one."""


def draw(data: Data) -> Iterator[Element]:
    """The most frequent ending in a sentence, how often and when each comes, what led there, all in numbers."""
    frame = endings_of(data)
    seen = frame.filter(pl.col("count").sum().over("ending") > 0)
    if seen.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    tried = _tried(data) if "ending_flow" in data else []  # not of a run that is being measured
    ended = _ended(data, seen)
    fight = _first_fight(data, tried)
    said = [_answer(data, seen, ended), _when(data)]
    said = [*(said if len(theme.arm_names(data["arm"])) == 1 else said[::-1]), fight]
    said += [_tries(data, STOPPED not in fight)] if tried else []
    yield Answer("\n".join(filter(None, said)))
    below = f"Endings{', and the first fight for the win' * bool(tried)}, in all games"
    fig = dumbbells(data, [*ended, *(line for _, line in tried)], "How games end", below, "share of games")
    cards = "By a card: it brings the last Level, without a kill. " * ("card" in seen["ending"])
    fights = "For the win: by somebody one Level short of it. Half time: the middle round. " * bool(tried)
    fights += "All fights for the win, not only the first of a game: page Combats. " * bool(tried)
    of_fights = (
        counted(data, data["ending_flow"]), method("ending_flow"),
        "Lost: by own cards, dice or too little strength.",
    ) if tried else ()  # fmt: skip
    if "ending_incidence" in data:
        yield captioned(_over(data), "Band: 95 % sure.", counted(data, seen), method("ending_incidence"))
    yield captioned(fig, f"{cards}{fights}{foot(fig)}", counted(data, seen), method("endings"), *of_fights)
    never = frame.filter(pl.col("count").sum().over("ending") == 0)
    yield Fold("All endings in numbers", (_table(data, seen), *([_never(never)] if never.height else [])))


def _word(ending: str) -> str:
    return theme.ENDING_WORDS.get(ending, ending.replace("_", " "))


# --- in words ------------------------------------------------------------------------------------


def _answer(data: Data, seen: pl.DataFrame, ended: Sequence[Line]) -> str:
    """One arm: its endings. Several: the most frequent ones, and the one whose share differs most between arms."""
    arms = theme.arm_names(data["arm"])
    if len(arms) == 1:
        rows = seen.filter(pl.col("count") > 0).sort("share", descending=True).to_dicts()
        rest = f"; then {'; '.join(_told(row) for row in rows[1:4])}" if rows[1:] else ", all of them"
        return f"Most games end with a **{_told(rows[0])}**{rest}."
    ranges = {ending: _range(seen, ending) for ending in kinds(seen)}
    first, same = most_frequent(data), ", whatever the rules"
    text = f"Most games end with a **{_word(first)}**: "
    if len(arms) == 2:
        share = {row["arm"]: f"{100 * row['share']:.0f} %" for row in seen.filter(ending=first).to_dicts()}
        was, now = (share.get(arm, "0 %") for arm in arms)
        text += f"{was} with both rules" if was == now else f"{was} with {arms[0]}, {now} with {arms[1]}"
        others = [(f"the ending {line.word} comes", line) for line in ended if line.word != _word(first)]
        return f"{'; '.join([text, *_moved(data, others)[:1]])}."
    text += f"{_between(*ranges[first], same)}."
    apart = max(ranges, key=lambda ending: ranges[ending][1]["share"] - ranges[ending][0]["share"])
    low, high = ranges[apart]
    if apart == first or high["share"] - low["share"] <= ALIKE:
        return text
    return f"{text} Rules differ most in games with the ending **{_word(apart)}**: {_between(low, high, same)}."


def _range(seen: pl.DataFrame, ending: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rows of the arms in which an ending is rarest and most frequent."""
    rows = seen.filter(pl.col("ending") == ending).sort("share", maintain_order=True)
    return rows.row(0, named=True), rows.row(-1, named=True)


def _between(low: Mapping[str, Any], high: Mapping[str, Any], same: str) -> str:
    if high["share"] - low["share"] <= ALIKE:
        return f"{_shares([low['share'], high['share']])} of the games{same}"
    least, most = (bounded(row, "share", "share") for row in (low, high))
    return f"from {least} of the games ({low['arm']}) to {most} ({high['arm']})"


def _shares(values: Sequence[float]) -> str:
    """Shares as one, or from the least to the most."""
    ends = [f"{100 * value:.0f}" for value in (min(values), max(values))]
    return f"{' to '.join(dict.fromkeys(ends))} %"


def _first_fight(data: Data, tried: Sequence[tuple[str, Line]]) -> str:
    """What the second of two arms changes most of the first fight for the win."""
    told = _moved(data, tried)[:MOST_MOVED]
    return f"With {theme.arm_names(data['arm'])[1]}, {'; '.join(told)} of games." if told else ""


def _moved(data: Data, pairs: Sequence[tuple[str, Line]]) -> list[str]:
    """What comes surely more or less often with the second of two arms, the largest change first."""
    arms, found = theme.arm_names(data["arm"]), []
    for said, line in pairs if len(arms) == MOST_MOVED else ():
        if len(line.ends) == len(arms) and surely(line, arms):
            was, now = (float(line.ends[arm][0] or 0) for arm in arms)
            before, after = (told(line.ends[arm], "share", True).removesuffix("\u00a0%") for arm in arms)
            way = "more" if now > was else "less"
            found.append((-abs(now - was), f"**{said} {way} often**, {after} instead of {before}\u00a0%"))
    return [text for _, text in sorted(found)]


def _ended(data: Data, seen: pl.DataFrame) -> list[Line]:
    """A row of shares for each ending."""
    rows = {ending: seen.filter(ending=ending).to_dicts() for ending in kinds(seen)}
    return [
        Line(_word(ending), {row["arm"]: ends(row, "share") for row in own},
             {row["arm"]: row["games"] for row in own}, "How does the game end?")
        for ending, own in rows.items()
    ]  # fmt: skip


def _halves(data: Data) -> dict[str, int]:
    """By which round half of the games of each arm are over."""
    found = _rounds(data)
    return {arm: found[arm]["median"] for arm in theme.arm_names(data["arm"]) if arm in found and found[arm]["median"]}


def _rounds(data: Data) -> dict[str, dict[str, Any]]:
    """How many rounds the games of each arm take; nothing of a run that is being measured."""
    found = data["game_length"].filter(measure="rounds").to_dicts() if "game_length" in data else []
    return {row["arm"]: row for row in found}


def _when(data: Data) -> str:
    """By when half of the games are over, of two arms how much sooner they end; nothing of very many."""
    arms, halves = theme.arm_names(data["arm"]), _halves(data)
    said = [f"**round {half}**{f' with {arm}' * (len(halves) > 1)}" for arm, half in halves.items()]
    if not 0 < len(halves) <= MOST_TOLD:
        return ""
    text = f"Half of all games are over by {joined(said)}."
    rounds = {arm: ends(row, "mean") for arm, row in _rounds(data).items()}
    if len(arms) != MOST_MOVED or len(rounds) != len(arms) or not surely(Line("", rounds), arms):
        return text
    was, now = (round(float(rounds[arm][0] or 0), 1) for arm in arms)
    later = "later" if now > was else "sooner"
    return f"With {arms[1]}, games end **{abs(now - was):.1f} rounds {later} on average**. {text}"


def _tries(data: Data, with_rivals: bool) -> str:
    """How often the leader is the first who tries for the last Level, and others stop that, as the streams show it."""
    frame = data["ending_flow"]
    if frame.filter(pl.col("tried") != "nobody").is_empty():
        return ""
    of = dict[str, list[tuple[str, float]]]()
    for what, own in (("led", pl.col("tried") == "leader"), ("stopped", pl.col("became") == "others")):
        counts = [(arm, rows.filter(own)["count"].sum(), rows["count"].sum()) for arm, _, rows in by_arm(data, frame)]
        of[what] = [(arm, int(part) / int(games)) for arm, part, games in counts]
    first = f"The player leading at half time is the first to fight for the win in {_where(of['led'])}."
    return f"{first} In {_where(of['stopped'])} {STOPPED}, whoever fights it." if with_rivals else first


def _where(own: Sequence[tuple[str, float]]) -> str:
    """A share of the games of each arm; of arms that are alike, or many, from the least to the most."""
    values = [share for _, share in own]
    is_alike = max(values) - min(values) <= ALIKE
    if is_alike and own[1:]:
        return f"{_shares(values)} of games with {'both' if len(own) == MOST_MOVED else 'all'} rules"
    if is_alike or len(own) > MOST_TOLD:
        return f"**{_shares(values)}** of games"
    (arm, first), *more = own
    others = ", ".join(f"{100 * share:.0f} % with {other}" for other, share in more)
    return f"**{100 * first:.0f} %** of games with {arm} ({others})"


def _told(row: Mapping[str, Any]) -> str:
    return f"{_word(row['ending'])}, {bounded(row, 'share', 'share')}"


# --- charts --------------------------------------------------------------------------------------


def _over(data: Data) -> go.Figure:
    """The share of games that are over by the end of each round; of two rules with names where half of them are."""
    going = data["ending_incidence"].filter(ending="running").sort("round")
    over = going.with_columns(
        share=1 - pl.col("share"), share_low=1 - pl.col("share_high"), share_high=1 - pl.col("share_low")
    )
    arms, fig = theme.arm_names(data["arm"]), theme.figure("When games end", "Share of games that are over", HIGH)
    labels, halves = short_labels(arms), _halves(data)
    for arm, style, rows in by_arm(data, over):
        about = [
            hover(arm, f"over by the end of round {row['round']}: {bounded(row, 'share', 'share')}", n=row["games"])
            for row in rows.to_dicts()
        ]
        look = {"color": style["color"], "width": 2.5, "shape": "hv"}
        fig.add_traces(curve(rows, rows["round"].to_list(), "share", arm, look, about))
        if len(arms) <= NAMED and arm in halves:
            is_left = halves[arm] == min(halves.values()) and (arm == arms[0] or len(set(halves.values())) > 1)
            side = (
                {"xanchor": "right", "yanchor": "bottom", "xshift": -8}
                if is_left
                else {"xanchor": "left", "yanchor": "top", "xshift": 8}
            )  # where its line is not
            text = (
                f"<b>{labels[arm]}</b><br>half by round {halves[arm]}"
                if len(arms) > 1
                else f"half by round {halves[arm]}"
            )
            font = {"color": theme.AS_TEXT.get(style["color"], style["color"])}
            fig.add_annotation(x=halves[arm], y=0.5, text=text, showarrow=False, font=font, **side)
    last = over.filter(pl.col("share") >= IN_VIEW).group_by("arm").agg(pl.col("round").min())["round"].max()
    end = last or over["round"].max() or 1
    fig.update_xaxes(title_text="by the end of round", range=[0, end], nticks=8, tickangle=0, zeroline=False)
    fig.update_yaxes(tickformat=PERCENT, range=[0, 1.02], tickvals=[0, 0.5, 1])
    return fig.update_layout(showlegend=len(arms) > NAMED)


def _tried(data: Data) -> list[tuple[str, Line]]:
    """Who first tries for the last Level, and what comes of it: a row of shares each, with how a sentence says it."""
    frame, found = data["ending_flow"], []
    for column, (head, words) in STEPS.items():
        for value, (word, said) in words.items():
            shares, games = dict[str, Ends](), dict[str, int]()
            for arm, _, rows in by_arm(data, frame):
                one = proportion(int(rows.filter(pl.col(column) == value)["count"].sum()), int(rows["games"][0]))
                shares[arm], games[arm] = (one.value, one.low, one.high), one.n
            found += [(said, Line(word, shares, games, head))] if any(s[0] for s in shares.values()) else []
    return found


# --- tables --------------------------------------------------------------------------------------


def _table(data: Data, seen: pl.DataFrame) -> Table:
    """One row for each ending, a column for each arm."""
    arms = {arm: Column(arm, "share") for arm in theme.arm_names(data["arm"])}
    wide, columns = beside(seen, "ending", "arm", arms, "share")
    wide = pl.DataFrame({"ending": kinds(seen)}).join(wide, on="ending", how="left", maintain_order="left")
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
