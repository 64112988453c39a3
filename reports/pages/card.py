"""What is this card worth, in which rules, and what becomes of it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.cards.card_verdict import AVERAGE, JUDGED_BY, MATTERS, PREFIX, RAW, SHRUNKEN, STRONG, UNCLEAR, VERDICT, WEAK
from lab.cards.card_words import BAD_TO_MEET, GOOD_TO_MEET, SIGNS, WAYS, verdict_word
from lab.cards.rule_interaction import GAINS, LOSES, SHRUNK
from lab.cards.run_fates import RUN_FATES
from lab.tables.column import bounded, rounded, signed, written
from reports import theme
from reports.captions import method, sample_of_cards
from reports.card_answers import became, told, used, watched
from reports.card_marks import BIASED, short, shown_verdict
from reports.chart_marks import Mark, ends, hover, interval_rows, shifts
from reports.elements import (
    Answer,
    Choice,
    Column,
    Data,
    Element,
    Fold,
    Note,
    Row,
    Table,
    captioned,
    columns_of,
    in_order,
)
from reports.page_sources import GAMES
from reports.ridge_chart import worths

TITLE, GROUP, ORDER = "Card", "Cards", 72
METRICS = ("card_numbers", "card_rules", "monsters", "curses", "card_facts", "card_answers", "run_fates")


def _cards(data: Data) -> Mapping[str, str]:
    """Every card by name; the one that stands out most is the first."""
    rows = _real(data).filter(asked="")
    out = rows.filter(pl.col(VERDICT).is_in([STRONG, WEAK]))
    held = out.filter(pl.col(JUDGED_BY) != "kicked")
    some = next((one for one in (held, out) if one.height), rows)
    ranked = some.sort(pl.col(SHRUNKEN).abs(), descending=True, nulls_last=True)
    names = dict(rows.select("id", pl.coalesce("name", "id")).unique().sort("name", "id").iter_rows())
    found: dict[str, str] = {}
    for card in dict.fromkeys([*ranked["id"].head(1), *names]):
        name = str(names[card])
        found[card] = f"{name} ({card})" if name in found.values() else name
    return found


NUMBERED = 2
"""Arms up to which the marks of a chart carry their numbers."""
BEST = "Best guesses with 95 % intervals; each is against the average card of its pile that came in this way."
HOLDER = {
    "hand": "whoever gets it", "drawn": "whoever draws it face-down", "kicked": "whoever kicks it open",
    "reward": "whoever wins it in a combat", "dealt": "whoever begins with it",
}  # fmt: skip
"""To whom a card comes, by how it comes."""

CHOICES = (Choice("card", "Card", _cards, many=True, about="Type a part of its name. First: what stands out most."),)


def _real(data: Data) -> pl.DataFrame:
    return data["card_numbers"].filter(pl.col("kind").ne_missing("blank"))


def draw(data: Data) -> Iterator[Element]:
    """What it is worth in a sentence, by way and arm, what rules change about it, what it says, what became of it."""
    cards = _cards(data)
    if not cards:
        yield Note("No card has reached a player in the stored games of this run.")
        return
    card = data.chosen.get("card") or next(iter(cards))
    arms = theme.arm_names(data["arm"])
    if (rows := in_order(_real(data).filter(id=card), arms)).is_empty():
        yield Note("This card has reached no player in the arms that are shown.")
        return
    judged, rules = rows.filter(asked=""), in_order(data["card_rules"].filter(id=card), arms)
    first, *others = sorted(judged.to_dicts(), key=_sure, reverse=True)
    facts = _facts(data, card)
    head, *more = _answer(cards[card], first, others)
    lines = [head, *used(data[RUN_FATES], first), *more, *_moved(judged, data["card_rules"], first)]
    yield Answer("\n".join(lines), next(iter(facts), ()), cards[card])
    who = sample_of_cards(data, judged)
    by_way = rows.filter(pl.col("asked") != "", pl.col("asked") == pl.col(JUDGED_BY))
    fates = list(became(data, judged, who))
    charts = [_worth(data, judged), *(one for one in fates if isinstance(one, go.Figure))]
    beside = [one for one in fates if not isinstance(one, go.Figure)]
    said, counts = ([chart.layout.meta[what] for chart in charts[1:]] for what in ("caption", "counted"))
    title = "Its worth and its fate" if charts[1:] else "Its worth"
    yield captioned(Row(title, charts, columns=len(charts)), " ".join(said), f"{who} {BEST}", *counts)
    yield from () if charts[1:] else beside
    answers = data["card_answers"].filter(id=card)
    if not answers["part"].is_in([GAMES]).any():
        yield from watched(data, card, first["arm"], (first[SHRUNKEN] or 0) >= 0, first[JUDGED_BY] == "kicked")
    yield from told(answers, dict(data["arm"].select("arm", "games").iter_rows()))
    yield Fold("Every number, by how it comes, and what the rules change about it", (
        _by_way(data, by_way, who), _numbers(by_way, who), *(beside if charts[1:] else ()), *_rules(rules, who),
        _naive(judged, who),
    ))  # fmt: skip
    yield Fold("All that stands on it, and where that comes from", tuple(_lines(facts)))


def _by_way(data: Data, rows: pl.DataFrame, who: str) -> go.Figure:
    """What it is worth by how it comes, with how that is read."""
    near = f"Filled: surely not average. Lines: 95 % sure; shaded: within \u00b1{100 * MATTERS:g}."
    return captioned(
        _ways(data, rows), f"{near} Guesses of rare ways are drawn more to the average, so all that reached a hand "
        "may lie above each way.", who, f"{BEST} So ways are not comparable with one another.",
    )  # fmt: skip


# --- the first sentence ------------------------------------------------------------------------


def _sure(row: Mapping[str, Any]) -> float:
    """How surely a card is not average: its worth in widths of the interval."""
    value, low, high = ends(row, SHRUNKEN)
    return -1.0 if value is None or low is None or high is None else abs(value) / max(high - low, 1e-9)


def _answer(name: str, first: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> list[str]:
    """The verdict by the rules where it is surest, with its number; below it by the others, and what does nothing."""
    word, way = shown_verdict(first), WAYS[first[JUDGED_BY]]
    where = f" in {first['arm']}" if others else ""
    lines = [f"{_said(name, word)}{where}: {_wins(first)}."]
    apart = [row for row in others if shown_verdict(row) != word]
    if alike := [row for row in others if shown_verdict(row) == word]:
        also = "Nor" if word == UNCLEAR else "Also"
        lines.append(f"{also} {'' if word == UNCLEAR else f'{word} '}in {joined([_by_rules(row) for row in alike])}.")
    lines += [f"In {row['arm']} {_said('it', shown_verdict(row))}: {_by_rules(row, '')}." for row in apart]
    if first["blank"] is not None:
        lines.append(f"A card that does nothing, {way}: {written(first['blank'], 'points')} games of 100.")
    return lines


def _said(name: str, word: str) -> str:
    return f"**{name} cannot be told from the average**" if word == UNCLEAR else f"**{name} is {word}**"


def _by_rules(row: Mapping[str, Any], rules: str | None = None) -> str:
    """Rules with how many games of 100 more or fewer a card wins by them."""
    named = f"{row['arm']}: " if rules is None else rules
    if row[SHRUNKEN] is None:
        return named.removesuffix(": ") or "it came too seldom"
    return f"{named}**{abs(100 * row[SHRUNKEN]):.1f} {'more' if row[SHRUNKEN] > 0 else 'fewer'}**{_around(row)}"


def _around(row: Mapping[str, Any]) -> str:
    """The interval of what a card is worth, in games of a hundred and in the direction of its value, if it is known."""
    value, low, high = ends(row, SHRUNKEN)
    if value is None or low is None or high is None:
        return ""
    return signed(
        " [{:.1f}, {:.1f}]".format(*sorted(rounded((100 if value > 0 else -100) * x, 1) for x in (low, high)))
    )


def _wins(row: Mapping[str, Any]) -> str:
    """How much more often whoever it comes to wins, in games of a hundred, and how sure that is."""
    if any(row[name] is None for name in (SHRUNKEN, f"{SHRUNKEN}_low", f"{SHRUNKEN}_high")):
        return "it came too seldom"
    value = 100 * row[SHRUNKEN]
    who = HOLDER[row[JUDGED_BY]]
    more = "more" if value > 0 else "fewer"
    return f"{who} wins **{abs(value):.1f} {more} of 100 games**{_around(row)} than with {average(row)}"


def average(row: Mapping[str, Any]) -> str:
    """What a card is compared with: the average of its pile, or of the Characters (`lab.cards.card_verdict.stack`)."""
    is_apart = row["kind"] == "character" and row[JUDGED_BY] != "dealt"
    return "the average Character" if is_apart else "the average card of its pile"


def _moved(judged: pl.DataFrame, rules: pl.DataFrame, card: Mapping[str, Any]) -> Iterator[str]:
    """Whether it is worth another thing by other rules: from what to what, and how often luck does that."""
    worth = dict(judged.select("arm", SHRUNKEN).iter_rows())
    family = rules.filter(how=card[JUDGED_BY]).drop_nulls(["change_p", SHRUNK])
    for row in family.filter(id=card["id"]).to_dicts():
        was, now, like = worth.get(row["reference"]), worth.get(row["arm"]), family.filter(arm=row["arm"])
        if was is None or now is None:
            continue
        apart = f"{written(was, 'points')} to {written(now, 'points')}"
        lucky, as_far = round(row["change_p"] * like.height), like.filter(pl.col("change_p") <= row["change_p"]).height
        by_luck = f"about {lucky}" if lucky else "none"
        clear = f"{as_far} of {like.height} cards stand{'s' * (as_far == 1)} out as clearly"
        luck = f"{clear}, where luck alone makes {by_luck}."
        if row["verdict"] in (GAINS, LOSES):
            stronger = "stronger" if row["verdict"] == GAINS else "weaker"
            yield f"**{row['arm']} makes it {stronger}**, {apart}: {luck}"
        else:
            yield f"From {row['reference']} to {row['arm']}, {apart} **may be luck**: {luck}"


# --- what it says ------------------------------------------------------------------------------


def _facts(data: Data, card: str) -> dict[tuple[tuple[str, str], ...], list[str]]:
    """What stands on the card, and by which rules; once for all in which it is the same."""
    facts = data["card_facts"].filter(id=card)
    found: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for (arm,), rows in facts.group_by("arm", maintain_order=True):
        found.setdefault(tuple(rows.select("heading", "text").iter_rows()), []).append(str(arm))
    return found


def _lines(found: Mapping[tuple[tuple[str, str], ...], list[str]]) -> Iterator[Table]:
    for lines, arms in found.items():
        frame = pl.DataFrame(list(lines), schema=["heading", "text"], orient="row")
        title = "What it says" if len(found) == 1 else f"What it says in {', '.join(arms)}"
        columns = {"heading": Column("fact"), "text": Column("as it is played")}
        yield Table(frame, "", columns, title, counted="As its deck has it now, in the words of lab decks show.")


# --- what it is worth --------------------------------------------------------------------------


def _worth(data: Data, judged: pl.DataFrame) -> go.Figure:
    """How likely each worth is by the number that it is judged by, a hill for each arm."""
    rows = [row | {"told": _hover(row), "label": f"{row['arm']}"} for row in judged.iter_rows(named=True)]
    is_met = judged[JUDGED_BY][0] == "kicked"
    words = (BAD_TO_MEET if is_met else WEAK, AVERAGE, GOOD_TO_MEET if is_met else STRONG)
    axis = f"wins per 100 games, against {average(judged.row(0, named=True))}"
    return worths(rows, SHRUNKEN, theme.arm_styles(data["arm"]), (*words, axis), MATTERS)


def _ways(data: Data, rows: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    arms = [arm for arm in styles if arm in set(rows["arm"].to_list())]
    few = len(arms) <= NUMBERED
    shift, marks = shifts(arms, 0.42 if few else 0.2), []
    for number, words in WAYS.items():
        for row in rows.filter(pl.col(JUDGED_BY) == number).drop_nulls(SHRUNKEN).iter_rows(named=True):
            arm, text = row["arm"], written(row[SHRUNKEN], "points") if few else ""
            marks.append(Mark(
                words, ends(row, SHRUNKEN), arm, styles[arm], _hover(row), text,
                row[VERDICT] in (STRONG, WEAK), shift[arm],
            ))  # fmt: skip
    below = "Games of 100 that it wins whoever it comes to"
    fig = interval_rows(marks, "What it is worth, by how it comes", below, "games of 100", label=short)
    return fig.add_vrect(x0=-MATTERS, x1=MATTERS, fillcolor=theme.GRID, opacity=0.45, line_width=0, layer="below")


def _hover(row: Mapping[str, Any]) -> str:
    return hover(
        row["arm"], f"{WAYS[row[JUDGED_BY]]}: {bounded(row, SHRUNKEN, 'points')} games of 100",
        f"as measured: {written(row[RAW], 'points')}", n=row[f"{PREFIX[row[JUDGED_BY]]}_n"],
        what=f"times in {row['games'] or 0:,} games",
    )  # fmt: skip


def _numbers(rows: pl.DataFrame, who: str) -> Table:
    """Every number of every arm with the verdict by it, and the blank card beside."""
    frames = []
    for number, prefix in PREFIX.items():
        sides = {f"measured{side}": pl.col(f"{prefix}_{side.strip('_') or 'delta'}") for side in ("", "_low", "_high")}
        part = rows.filter(pl.col(JUDGED_BY) == number)
        said = [verdict_word(word, number) for word in part[VERDICT].to_list()]
        frames.append(part.with_columns(
            pl.lit(SIGNS[number]).alias("way"), pl.Series("said", said, pl.String),
            pl.col(f"{prefix}_n").cast(pl.Int64).alias("times"), pl.col(f"{prefix}_q").alias("q"), **sides,
        ))  # fmt: skip
    shown = pl.concat(frames)
    columns = {
        "way": Column("number", about=" ".join(f"{SIGNS[name]}: {words}." for name, words in WAYS.items())),
        "arm": Column("rules"),
        SHRUNKEN: Column("shrunken, games of 100", "points", heat=0.06), "said": Column("verdict"),
        "measured": Column("measured, games of 100", "points"),
    }  # fmt: skip
    if shown["blank"].drop_nulls().len():
        columns["blank"] = Column("a blank card, games of 100", "points", about="What a card that does nothing scores.")
    columns |= {"times": Column("times", "count"), "q": Column("q", "p")}
    how = f"{who} Shrunken: the best guess at the truth. {method('card_draws')}"
    return Table(shown, "", columns, "Its numbers", counted=how)


def _rules(rules: pl.DataFrame, who: str) -> Iterator[Element]:
    if rules.is_empty():
        return
    shown = rules.with_columns(pl.col("how").replace_strict(SIGNS).alias("way"))
    names = ("arm", "change_shrunk", "verdict", "reference", "delta_reference", "delta", "change_q")
    columns = {"way": Column("number"), **columns_of("card_rules", *names, change_shrunk={"heat": 0.05})}
    how = f"{who} {method('card_rules')}"
    yield Table(shown, "", columns, "What the rules change about it", counted=how)


def _naive(judged: pl.DataFrame, who: str) -> Table:
    caption = f"All of these are {BIASED}: who is ahead draws more cards."
    columns = columns_of("card_table", "arm", "naive_iwd", "naive_gih_wr", "play_rate")
    return Table(judged, caption, columns, counted=f"{who} {method('card_table')}")
