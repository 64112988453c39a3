"""What a run came to, in a few sentences: what was played, and the findings that matter most."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import (
    TURNS,
    amount,
    around,
    change,
    in_minutes,
    is_share,
    written_difference,
)
from lab.comparison.difference_order import in_order, telling, topic_of
from lab.comparison.game_numbers import CREDIT_OF, MINUTES, PRIMARY, SEVERAL, WITHIN
from lab.stats.intervals import CONFIDENCE, difference_bounds
from lab.tables.column import bounded, signed
from reports import theme
from reports.chart_marks import ends
from reports.differences import differences_of
from reports.display_names import short_labels
from reports.elements import Answer, Data

SOURCES = (
    "game_length", "estimated_minutes", "endings", "seat_advantage", "persona_win", "comparison", "question", "rules",
)  # fmt: skip
"""What a headline is made of."""
FINDINGS = 3
PART = re.compile(r", [+\u2212][\d.]+ %(?=, from )")
"""How much of all a difference is, where its two ends say that."""
HELD, SLIGHT = {"combats": 2, "decisions": 0}, 0.05
"""What takes time in a turn, with the decimals in which it is told, and which part more or less is not told."""
GENERAL = "What does the house rule"
"""How a question begins that nobody asked in words of their own."""
NOTHING = "no advantage and no handicap found"
"""What is said of going first where nothing is known."""
LITTLE, BARELY = 0.05, 0.005
"""How far from the fair share of games who begins is called small, and how far an interval from it is a perhaps."""
PAGES = {
    "length": "game_length", "combats": "combats", "help": "combats", "lead": "combats", "fairness": "seats",
    "endings": "endings", "personas": "players", "top_level": "level_curves",
}  # fmt: skip
"""The page that tells more of each topic of `lab.comparison.comparison_words`."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def turns_of(data: Data) -> pl.DataFrame:
    """Turns of the arms."""
    return data["game_length"].filter(pl.col("measure") == "turns")


def minutes_of(data: Data) -> pl.DataFrame:
    """Minutes of a whole game."""
    return data["estimated_minutes"].filter(pl.col("part") == "all")


def endings_of(data: Data) -> pl.DataFrame:
    """The shares of all endings; each game is in one of them."""
    return data["endings"].filter(pl.col("ending") != SEVERAL)


def ending_of(data: Data, ending: str) -> pl.DataFrame:
    """The shares of one ending."""
    return data["endings"].filter(pl.col("ending") == ending)


def more_or_fewer(rows: Sequence[Mapping[str, Any]], fewer: str, more: str, alike: str, name: str = "value") -> str:
    """Which of three words holds of the second of two rows; alike where it may be chance, or one is not known."""
    was, now = (ends(row, name) for row in rows)
    if None in (*was, *now):
        return alike
    low, high = difference_bounds(was, now)  # type: ignore[arg-type]
    return fewer if high < 0 else more if low > 0 else alike


def ended(rows: Sequence[Mapping[str, Any]], how: str) -> str:
    """How many games end in the way that most do, of two rules whether that changes; of none only the question."""
    way = f"end with a winning {how.split()[0]}" if how.startswith("kill") else f"end so: {how}"
    if len(rows) == 2:
        fewer, more, alike = f"Fewer games {way}", f"More games {way}", f"Games that {way}: no change found"
        return more_or_fewer(rows, fewer, more, alike, "share")
    if not rows:
        return "How games end"
    least, most = (round(20 * pick(row["share"] for row in rows)) for pick in (min, max))
    rules = ", in all rules" if least == most and rows[1:] else ""
    return f"About {least if least == most else f'{least} to {most}'} of 20 games {way}{rules}"


def begun(rows: Sequence[Mapping[str, Any]], even: float) -> str:
    """Whether going first helps by each rules; `even` is the fair share of games.

    As on page Seats one interval beside the even share proves nothing unless all places together differ.
    """
    found: dict[str, list[str]] = {}
    for row in rows:
        if any(row[name] is None for name in ("credit_low", "credit_high", "p_equal")):
            found.setdefault("", []).append(row["arm"])
            continue
        apart = max(row["credit_low"] - even, even - row["credit_high"])
        kind = "advantage" if row["credit"] > even else "handicap"
        kind = f"a small {kind}" if abs(row["credit"] - even) < LITTLE else f"a{'n' * (kind[0] == 'a')} {kind}"
        what = f"{'perhaps ' * (apart < BARELY)}{kind}"
        is_found = apart > 0 and row["p_equal"] < 1 - CONFIDENCE
        found.setdefault(what if is_found else "", []).append(row["arm"])
    if len(found) == 1:
        return f"Going first: {next(iter(found)) or NOTHING}"
    many = len(rows) > 2
    told = [
        f"{what or 'none found'} in {f'{len(arms)} of {len(rows)} rules' if many else arms[0]}"
        for what, arms in sorted(found.items(), reverse=True)
    ]
    return f"Going first: {', '.join(told)}"


def a_turn(differences: Sequence[Difference], metric: str) -> tuple[float, float] | None:
    """What a game has for each of its turns, before and now, where turns moved: short games have less of all."""
    rows = {row.metric: row for row in differences}
    if metric not in rows or TURNS not in rows or not rows[TURNS].found:
        return None
    was, now = (getattr(rows[metric], side) / getattr(rows[TURNS], side) for side in ("value_a", "value_b"))
    return was, now


def a_turn_holds(differences: Sequence[Difference]) -> list[str]:
    """Why minutes move otherwise than turns, in a line: what a turn has more or less of; nothing if they do not."""
    minutes = a_turn(differences, MINUTES)
    if minutes is None or abs(minutes[1] / minutes[0] - 1) < SLIGHT:
        return []
    rows = {row.metric: row for row in differences}
    part = {name: rows[name].difference / rows[name].value_a for name in (TURNS, MINUTES)}
    is_more, told = minutes[1] > minutes[0], []
    for metric, places in HELD.items():
        held = a_turn(differences, metric)
        if held and (held[1] > held[0]) == is_more:
            told.append(f"{held[1]:.{places}f} {metric} instead of {held[0]:.{places}f}")
    turns, time = (signed(f"{100 * by:+.0f}\u00a0%") for by in part.values())
    moved = f"Turns {turns}, minutes {time}"
    if part[TURNS] * part[MINUTES] > 0:
        way, by = "fall" if part[TURNS] < 0 else "rise", "less" if abs(part[MINUTES]) < abs(part[TURNS]) else "more"
        moved = f"Minutes {way} by {by} ({time}) than turns ({turns})"
    return [f"{moved}: each turn holds {'more' if is_more else 'less'}, {joined(told)}."] if told else []


def headline(data: Data) -> list[tuple[str, str]]:
    """The question and what was found, in a line; below it what moved most, each with its interval and its page.

    Of a single arm, or of arms that are not compared, what it is like.
    """
    if compared := differences_of(data):
        rows = told_first(compared)
        measures = len({row.metric for row in compared})
        nothing = f"No difference between the rules was found in any of {measures} measures."
        several = len({row.b for row in rows}) > 1
        asked = asks(data, [row.b for row in rows[:1] if not several])
        minutes = "".join(_minutes(compared, row) for row in rows[:1] if not several)
        first = f"{_said_by(rows[0])}: {_bold(_brief(rows[0]))}{minutes}." if rows else nothing
        if several:
            more = [(f"{_said_by(row)}: {_bold(change(row))}.", "compare") for row in rows[1:]]
        else:
            beside = within_an_hour([row for row in compared if row not in rows[:1]])
            more = [(f"{_brief(row)}.", _page(row)) for row in rows[1:] if not beside]
            longer = a_turn_holds(compared) if len({(row.a, row.b) for row in compared}) == 1 else []
            more = [*beside, *((line, PAGES["length"]) for line in longer), *more]
        return [(PART.sub("", line), page) for line, page in [(f"{asked} {first}".strip(), ""), *more]]
    arms = theme.arm_names(data["arm"])
    if len(arms) == 1:
        lines = (_length(data, arms[0]), _ends(data, arms[0]), _fairness(data, arms[0]))
        return [(line, PAGES[topic]) for line, topic in zip(lines, ("length", "endings", "fairness")) if line]
    return [(f"{arm}: {line}", PAGES["length"]) for arm in arms[:FINDINGS] if (line := _length(data, arm))]


def answered(data: Data) -> Answer:
    """The same with the question apart."""
    (first, *more), pages = zip(*headline(data) or [("", "")])
    asked, mark, found = first.rpartition("? ")
    return Answer("\n".join([found, *more]), asked=f"{asked}{mark}".strip(), more=pages[1:])


def _page(row: Difference) -> str:
    return PAGES.get(topic_of(row.metric), "compare")


def within_an_hour(rows: Sequence[Difference]) -> list[tuple[str, str]]:
    """How many more games end within an hour, and whose wins moved: a line for each if found, with its page."""
    hour = [row for row in rows if row.metric == WITHIN and row.found]
    wins = list(in_order(row for row in rows if row.metric.startswith(CREDIT_OF) and row.found))
    told = [(hour, [change(row) for row in hour]), (wins, [_won(row, row is wins[0]) for row in wins])]
    lines = [("; ".join(said), _page(own[0])) for own, said in told if own]
    return [(f"{line[:1].upper()}{line[1:]}.", page) for line, page in lines]


def _won(row: Difference, is_first: bool) -> str:
    """How many more or fewer of 100 games the players of one persona win; the `is_first` says of what."""
    size, more = amount(row, abs(written_difference(row))), "more" if row.difference > 0 else "fewer"
    games = " of 100 games" if is_first else ""
    maybe = "perhaps " if row.low <= 0 <= row.high else ""
    who = f"{row.metric.removeprefix(CREDIT_OF)} players"
    return f"{who} {maybe}{'win ' * is_first}{size} {more}{games} {around(row)}"


def asks(data: Data, arms: Sequence[str]) -> str:
    """What a run asks: in words of one's own, else in those of the house rule of the first of some arms."""
    asked = " ".join(data["question"]["asked"].to_list()[:1])
    own = data["rules"].filter(pl.col("arm").is_in(arms[:1]))["why"].drop_nulls().unique().sort().to_list()
    return str(own[0]) if own and own[0].endswith("?") and asked.startswith(GENERAL) else asked


def first_told(data: Data) -> str:
    """The arm that the headline is about."""
    rows = told_first(differences_of(data))
    return rows[0].b if rows else theme.arm_names(data["arm"])[0]


def told_first(differences: Sequence[Difference]) -> list[Difference]:
    """Of one arm its most telling differences; of several how far the length of games moved, farthest first."""
    rows = telling(differences, FINDINGS)
    if len({row.b for row in rows}) > 1:
        lengths = {row.b: row for row in differences if row.metric == PRIMARY and row.found}
        rows = list({row.b: lengths.get(row.b, row) for row in rows}.values())
        if len({row.metric for row in rows}) == 1:
            rows.sort(key=lambda row: -abs(row.difference))
    return sorted(rows, key=lambda row: topic_of(row.metric) != topic_of(PRIMARY))


def _said_by(row: Difference) -> str:
    label = short_labels([row.a, row.b])[row.b]
    return f"With {label}" if label != row.b else f"With {row.b} instead of {row.a}"


def _minutes(differences: Sequence[Difference], row: Difference) -> str:
    """What is told of minutes beside a difference in the length of games."""
    return in_minutes([row, *(one for one in differences if (one.a, one.b) == (row.a, row.b))])


def _brief(row: Difference) -> str:
    """A difference with its interval, and its two ends."""
    unit = "\u00a0%" if is_share(row) else ""
    told = change(row)
    if ", from " in told:
        return told
    return f"{told}, from {amount(row, row.value_a)} to {amount(row, row.value_b)}{unit}"


def _bold(told: str) -> str:
    """A difference whose size stands out."""
    size, *more = told.split(" [", 1)
    return " [".join([f"**{size}**", *more])


def _of(frame: pl.DataFrame, arm: str) -> list[dict[str, Any]]:
    return frame.filter(pl.col("arm") == arm).to_dicts()


def _length(data: Data, arm: str) -> str:
    turns, minutes = _of(turns_of(data), arm), _of(minutes_of(data), arm)
    if not turns:
        return ""
    table = f", at a table an estimated {minutes[0]['minutes']:.0f} minutes" if minutes else ""
    mean = bounded(turns[0], "mean", "number")
    return f"Half of the games are over after **{turns[0]['median']:,} turns**; the mean is {mean}{table}."


def _ends(data: Data, arm: str) -> str:
    rows = sorted((row for row in _of(endings_of(data), arm) if row["count"]), key=lambda row: -row["count"])
    told = [f"{theme.ENDING_WORDS.get(r['ending'], r['ending'])} {bounded(r, 'share', 'share')}" for r in rows]
    if not told:
        return ""
    rest = f", then {'; '.join(told[1:3])}" if told[1:] else ""
    return f"Games end most often by **{told[0]}**{rest}."


def _fairness(data: Data, arm: str) -> str:
    """The persona or the place that is farthest from an even share, by the width of its interval."""
    seats = _of(data["seat_advantage"], arm)
    personas = _of(data["persona_win"], arm)
    even = 1 / len(seats) if seats else 0.0
    found = [
        (_apart(row, row["fair_share"]), f"A seat of {row['agent']}", row) for row in personas if len(personas) > 1
    ]
    found += [(_apart(row, even), f"The {PLACES[row['place']]} to play", row) for row in seats]
    if not found:
        return ""
    far, who, row = max(found, key=lambda one: one[0])
    share = f"wins {bounded(row, 'credit', 'share')}; an even share is {100 * row.get('fair_share', even):.0f} %"
    return f"**{who} {share}**." if far > 1 else f"Nobody is far from an even share for sure: {who.lower()} {share}."


def _apart(row: Mapping[str, Any], even: float) -> float:
    """Half-widths of the interval between a share and an even one."""
    low, high = row["credit_low"], row["credit_high"]
    return 2 * abs(row["credit"] - even) / (high - low) if low is not None and high is not None and high > low else 0.0
