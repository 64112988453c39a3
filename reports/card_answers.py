"""What `lab card` has told of a card, as elements of a page: forks, length of games, what became of it, games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.cards.card_plays import USES
from lab.cards.run_fates import OF_ONE_SHOTS, RUN_FATES, WORDS
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import method
from reports.card_marks import short
from reports.chart_marks import Mark, ends, hover, in_line, interval_rows, stacked
from reports.display_names import ARROW, FEW, named, short_labels, with_shares
from reports.elements import (
    Ask,
    Column,
    Data,
    Element,
    Fold,
    Link,
    Note,
    Table,
    captioned,
    columns_of,
    in_order,
)
from reports.level_picture import course
from reports.page_sources import ASK, GAMES, LACKING, PLAYED

ALL = "all arrivals"
"""The group of all forks of a card."""
COMBAT_ENDS = {
    "won": ("won", theme.MOSS), "gone": ("no kill", theme.MIST), "fled": ("got away", theme.SAND),
    "caught": ("caught", theme.CLAY), "died": ("died", theme.BRICK),
}  # fmt: skip
"""How a combat ends for its fighter, from the best to the worst: word and colour."""
MET = {
    "monsters": ("helped", "won_alone", "won_helped", "levels_lost", "cards_lost"),
    "curses": ("played", "neither", "deadly", "levels_lost", "cards_lost"),
}
"""What is told of combats and strikes."""
MET_BY = {"monster": "monsters", "curse": "curses"}
"""Kinds of which it is told how they were met, by what metric; all others are held."""
FORKS = (
    "Games that are forked the moment the card comes: with it, with another card of its pile in its place, and with a "
    "blank one, all else alike. Not adjusted for the number of groups."
)
FATES = "Every time that a copy came to somebody, and how it left them again; 95 % intervals over games."
WORTH = "Which games it decided, who gains most by it and when"
UNASKED = "Which games did it decide, and who gains most by it?"
KEPT = "Takes about a minute: the games are replayed with another card in its place."
LENGTH = "The same games with a blank card in the place of all copies, dealt and rolled alike"
SHOWN, COUNTS = 3, ("A game", "Two games", "Three games")
"""Games that are shown of those that the card turned, or of those to watch it in."""
FATE_COLOURS = {
    "kept": theme.TEAL, "used": theme.MOSS, "sold": theme.SAND, "lost": theme.BRICK, "gone": theme.CLAY,
    "unplayed": theme.MIST,
}  # fmt: skip


def told(answers: pl.DataFrame, games: Mapping[str, int]) -> Iterator[Element]:
    """The answers about one card, arm by arm; of arms that nobody has asked about, the commands that ask.

    `games`: how many games of each arm the run has; the replay of these can be opened.
    """
    known = answers.filter(pl.col("part") != ASK)
    for (arm,), rows in known.group_by("arm", maintain_order=True):
        yield from _of_arm(str(arm), rows, games.get(str(arm), 0))
    unasked = answers.filter(pl.col("part") == ASK, ~pl.col("arm").is_in(known["arm"].implode()))
    if unasked.height:
        what = f"{UNASKED}\n" if known.is_empty() else "The same of other arms\n"
        yield Ask(f"{what} {KEPT}", dict(unasked.select("arm", "text").iter_rows()))
    elif known.is_empty():
        yield Note(f"{WORTH} is known once somebody asks with lab card, of rules and cards as they are now. {KEPT}")


def _of_arm(arm: str, rows: pl.DataFrame, games: int) -> Iterator[Element]:
    parts = {str(part): found for (part,), found in rows.group_by("part", maintain_order=True)}
    if GAMES in parts:
        yield _games(arm, parts[GAMES], games)
    if "length" in parts:
        said = "; ".join(parts["length"]["text"])
        pairs = int(parts["length"]["n"][0])
        yield Note(f"{LENGTH} ({pairs:,} pairs, {arm}): with the card {said}.")
    for text in parts["kind"]["text"].to_list() if "kind" in parts else []:
        yield Note(f"{text[:-1]} ({arm}).")
    more: list[Element] = [_forks(arm, parts["forks"])] if "forks" in parts else []
    if "fates" in parts:
        more.append(_fates(arm, parts["fates"]))
    if "met" in parts:
        more.append(_shares(parts["met"], f"How its combats or strikes went: {arm}", "times it was met"))
    if more:
        yield Fold(f"To whom it is worth most, and when: {arm}", tuple(more))
    for text in parts[LACKING]["text"].to_list() if LACKING in parts else []:
        yield Note(text, "warning")


def _games(arm: str, rows: pl.DataFrame, games: int) -> Table:
    """Games that the card turned; those that the run has lead to their replay."""
    called = pl.col("what").map_elements(named, return_dtype=pl.String)
    shown = rows.with_columns(called, pl.when(pl.col("game") < games).then("game").alias("of_run"))
    shown = shown.sort(pl.col("of_run").is_null(), maintain_order=True).head(SHOWN)
    replay = Link("replay", {"arm": "arm", "game": "of_run", "turn": "turn"})
    columns = {
        "game": Column("game", "plain", about="Opens its replay when the card came, if the run has it.", link=replay),
        "what": Column("what the card did"), "text": Column("how to see it in a terminal", wide=True),
    }  # fmt: skip
    how = f"Forked games of {arm} that the card turned, and a typical one. Games are played as those of the run."
    return Table(shown, "", columns, f"Games that show it: {arm}", counted=how)


def _forks(arm: str, rows: pl.DataFrame) -> Element:
    """Worth against another card of the pile, by what was known when it came."""
    marks = []
    for row in rows.drop_nulls("value").to_dicts():
        value, blank = (f"{bounded(row, name, 'points')} games of 100" for name in ("value", "blank"))
        told = hover(
            row["what"], f"against another card: {value}", f"against a blank card: {blank}", n=row["n"],
            what="forked games",
        )  # fmt: skip
        low, high = row["value_low"], row["value_high"]
        sure = low is not None and high is not None and (low > 0 or high < 0)
        look = {"color": theme.ACCENT, "symbol": "circle"}
        text = written(row["value"], "points")
        marks.append(Mark(row["what"], ends(row, "value"), "forks", look, told, text, filled=sure))
    n = rows.filter(what=ALL)["n"].sum()
    title = f"What it is worth, by when it came and to whom: {arm}"
    fig = interval_rows(marks, title, "Games of 100 won more than with another card of its pile", "games of 100",
                        label=short)  # fmt: skip
    return captioned(fig, "Filled: surely not zero.", f"n = {n:,} games, forked once each.", FORKS)


def _fates(arm: str, rows: pl.DataFrame) -> Element:
    """How the copies of the card left whoever they had come to, as one bar; what was played at all stands below."""
    told = {row["what"]: row for row in rows.to_dicts()}
    played, n = told.pop(PLAYED, None), max(rows["n"].to_list())
    colours = [*theme.GROUP_COLOURS, *theme.ENDING_COLOURS.values()]
    parts = {what: (what, colour) for what, colour in zip(told, colours, strict=False)}
    bar = [
        {"bar": arm, "part": what, "share": row["value"], "told": hover(
            what, f"{bounded(row, 'value', 'share')} of its arrivals", n=n, what="games in which it came",
        )} for what, row in told.items() if what in parts
    ]  # fmt: skip
    used = f"Played, whatever became of it then: {bounded(played, 'value', 'share')}." if played else ""
    fig = stacked({arm: ""}, bar, parts, f"What became of it: {arm}", "share of arrivals")
    return captioned(fig, used, f"n = {n:,} games in which it came.", FATES)


def became(data: Data, judged: pl.DataFrame, who: str) -> Iterator[Element]:
    """What becomes of a card, arm by arm: how it left whoever held it, or how it went when it was met."""
    metric = MET_BY.get(judged["kind"][0])
    if metric is None:
        yield from _left(data, judged)
        return
    names = judged["name"].drop_nulls().unique()
    rows = in_order(data[metric].filter(pl.col("name").is_in(names.implode())), theme.arm_names(data["arm"]))
    if rows.is_empty():
        yield Note(
            "How it fares when it is met is counted in games whose events are kept: play them with --events all."
        )
        return
    counted = f"{who} {method(metric)}"
    if metric == "monsters":
        yield from _ends_of(rows, counted)
    columns = columns_of(metric, "arm", *MET[metric], "n")
    title = "What its combats cost" if metric == "monsters" else "What its strikes take"
    yield Table(rows, "", columns, title, counted=counted)


def _left(data: Data, judged: pl.DataFrame) -> Iterator[go.Figure]:
    """How copies that came by lot left whoever had them, as a bar for each arm; nothing where that was not kept."""
    rows = data[RUN_FATES].filter(pl.col("part") == "fate", pl.col("id") == judged["id"][0])
    known = in_order(rows.filter(pl.col("arm").is_in(judged["arm"].implode())), theme.arm_names(data["arm"]))
    if known.is_empty():
        return
    games = dict(judged.select("arm", "games").iter_rows())
    part = {(row["arm"], row["what"]): row["n"] / row["of"] for row in known.to_dicts()}
    bars = short_labels(known["arm"].unique(maintain_order=True).to_list())
    words = WORDS | (OF_ONE_SHOTS if judged["kind"][0] == "one_shot" else {})
    parts = {
        what: (with_shares(words[what], [part.get((arm, what), 0.0) for arm in bars]), colour)
        for what, colour in FATE_COLOURS.items() if what in known["what"]
    }  # fmt: skip
    told = [
        {"bar": row["arm"], "part": row["what"], "share": row["n"] / row["of"], "told": hover(
            row["arm"], f"{words[row['what']]}: {written(row['n'] / row['of'], 'share')}", n=row["of"],
            what=f"copies in {games[row['arm']] or 0:,} games",
        )} for row in known.to_dicts()
    ]  # fmt: skip
    labels = {arm: theme.arm_label(label) for arm, label in bars.items()}
    are_told = len(bars) <= FEW
    title = f"What becomes of it{f': {ARROW.join(bars.values())}' * (are_told and len(bars) > 1)}"
    fig = stacked(labels, told, parts, title, "of all copies that were dealt or drawn")
    fig.update_layout(bargap=0.5)
    in_line([fig])
    yield captioned(fig, "Lost: to Bad Stuff, a Curse, a thief or a death. Used up: played, and gone since.")


def used(fates: pl.DataFrame, card: Mapping[str, Any]) -> Iterator[str]:
    """Where a card is played most, and how often others of its kind are: by that a strong one tells why it is."""
    rows = fates.filter(part="use", arm=card["arm"])
    for row in rows.filter(id=card["id"]).sort("n", "what", descending=[True, False]).head(1).to_dicts():
        others = rows.filter(pl.col("id") != card["id"])
        alike, of = int(others.filter(what=row["what"])["n"].sum()), int(others.unique("id")["of"].sum())
        beside = f", other One-shots {100 * alike / of:.0f}" if of else ""
        yield f"**{100 * row['n'] / row['of']:.0f} of 100 times it is played {USES[row['what']]}**{beside}."


def watched(data: Data, card: str, arm: str, is_good: bool, is_met: bool) -> Iterator[Table]:
    """Three games of an arm in which it was played shortly before the end: two that speak for it, one against."""
    rows = data[RUN_FATES].filter(pl.col("part") == "game", pl.col("id") == card, pl.col("arm") == arm)
    won, lost = (rows.filter(pl.col("what") == what) for what in ("won", "lost"))
    first, other = (won, lost) if is_good else (lost, won)
    shown = pl.concat([first.head(SHOWN - min(1, other.height)), other.head(1)])
    if shown.is_empty():
        return
    came = "kicked it open" if is_met else "got it"
    said = [_watched(row, came) for row in shown.to_dicts()]
    holder = pl.format("p{} ({})", "seat", "agent").alias("winner")
    columns = {
        "name": Column("game", link=Link("replay", {"arm": "arm", "game": "game", "turn": "turn"})),
        "said": Column("what happened", long=True), "course": Column("Levels", picture=course),
    }  # fmt: skip
    green = f"Green: whoever {came}, with a dot when it was {'met' if is_met else 'played'}; dotted: the winning Level."
    how = f"Games of {arm} that were over soonest after it was played, or met: there least else happened."
    moment = pl.coalesce("played", "turn").alias("came")
    frame = shown.with_columns(
        pl.Series("said", said, pl.String), pl.format("Game {}", "game").alias("name"), holder, moment, turn=moment
    )
    yield Table(frame, green, columns, f"{COUNTS[shown.height - 1]} of {arm} to watch it in", counted=how)


def _watched(row: Mapping[str, Any], came: str) -> str:
    """A game in a sentence."""
    turn = row["turn"] if row["played"] is None else row["played"]
    later = row["turns"] - turn
    when = f"{later:,} turn{'s' * (later > 1)} later" if later else "in that very turn"
    how = f" It ended otherwise: {theme.ENDING_WORDS.get(row['ending'], row['ending'])}." * (row["ending"] != "kill")
    did = came if row["played"] is None else f"played it{_did(row)}"
    return f"The {row['agent']} player {did} in turn {turn:,}, and {row['what']} {when}.{how}"


def _did(row: Mapping[str, Any]) -> str:
    """What a play did: strengths before and after it in whose fight, or Levels."""
    if row["level_then"] is not None:
        return f" (Level {row['level']} to {row['level_then']})"
    if row["foe"] is None:
        return ""
    now, then = (f"{row[f'ours{at}']} against {row[f'theirs{at}']}" for at in ("", "_then"))
    then = f"{then} after it" if row["theirs_then"] else "no monster left after it"
    whose = "their own" if row["fighter"] == row["seat"] else "another\u2019s"
    return f" in {whose} fight with {row['foe']} (players {now}, {then})"


def _ends_of(rows: pl.DataFrame, who: str) -> Iterator[Element]:
    """How combats end, as a bar for each arm; nothing where that is not known."""
    known = rows.drop_nulls(list(COMBAT_ENDS))
    if known.is_empty():
        return
    parts = [
        {"bar": row["arm"], "part": end, "share": row[end], "told": hover(
            row["arm"], f"{word}: {written(row[end], 'share')}", n=row["n"],
            what=f"times in {row['games'] or 0:,} games",
        )}
        for row in known.to_dicts() for end, (word, _) in COMBAT_ENDS.items()
    ]  # fmt: skip
    bars = {arm: theme.arm_label(arm) for arm in known["arm"]}
    yield captioned(stacked(bars, parts, COMBAT_ENDS, "What becomes of it", "share of its combats"), "", who)


def _shares(rows: pl.DataFrame, title: str, unit: str) -> Table:
    """What is counted, most of it shares; what is no share says its unit."""
    is_share = pl.col("text").is_null() | pl.col("text").str.starts_with("share")
    ends = ("", "_low", "_high")
    shown = rows.with_columns(
        *(pl.when(is_share).then(f"value{end}").alias(f"share{end}") for end in ends),
        *(pl.when(~is_share).then(f"value{end}").alias(f"value{end}") for end in ends),
        pl.col("text").fill_null("share of arrivals").alias("per"),
    )
    columns = {"what": Column("what"), "share": Column("share", "share")}
    if shown["value"].drop_nulls().len():
        columns |= {"value": Column("number", "number"), "per": Column("unit")}
    return Table(shown, "", columns, title, counted=f"n = {max(rows['n'].to_list()):,} {unit}. {FATES}")
