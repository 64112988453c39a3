"""Habits of personas: in which they are farthest apart, and who plays most unlike the mean persona."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from lab.comparison.comparison_words import percent
from lab.metrics.style import MEASURES
from reports.elements import Data

HABITS, FAR, MOST = 8, 2.0, 2
"""Habits in the chart: those in which personas are farthest apart; standard deviations at which a shade is full; and
habits that a sentence tells of each side."""
ENDS = dict.fromkeys(("value", "value_low", "value_high"), pl.Float64)


def unlike_most(data: Data, arm: str) -> str:
    """Who plays most unlike the mean persona, and what they do more and less than it."""
    known, means = known_habits(data["style"].filter(arm=arm))
    own: dict[str, list[tuple[float, str]]] = {}
    for name in farthest(known, means):
        for row, far in zip(known[name], distances(known[name]), strict=True):
            if far:
                own.setdefault(row["agent"], []).append((row["value"] / means[name] - 1, MEASURES[name].words))
    if not own:
        return ""
    who = max(own, key=lambda agent: sum(abs(part) for part, _ in own[agent]))
    parts = sorted(own[who], key=lambda one: -abs(one[0]))
    told = []
    for word, side in (("more", [one for one in parts if one[0] > 0]), ("fewer", [one for one in parts if one[0] < 0])):
        habits = [f"{_inside(words)} ({percent(part)})" for part, words in side[:MOST]]
        told += [f"{word} {', '.join(habits)}"] if habits else []
    where = f" (with {arm})" if data["arm"].height > 1 else ""
    return f"Most unlike the mean persona plays **{who}**{where}: {'; '.join(told)}."


def _inside(words: str) -> str:
    """What a habit is called inside a sentence: words of the game keep their capitals."""
    return words if words.startswith(("Level", "Treasure")) else f"{words[:1].lower()}{words[1:]}"


def known_habits(style: pl.DataFrame) -> tuple[dict[str, list[dict[str, Any]]], dict[str, float]]:
    """The known cells of each habit of one arm, and the mean over its personas."""
    rows = style.drop_nulls("value").to_dicts()
    known = {name: own for name in MEASURES if (own := [row for row in rows if row["measure"] == name])}
    return known, {name: sum(row["value"] for row in own) / len(own) for name, own in known.items()}


def farthest(known: dict[str, list[dict[str, Any]]], means: dict[str, float]) -> list[str]:
    """Habits in which some persona surely is not as the mean persona, by how far apart they are in parts of it."""
    apart = {
        name: (max(values) - min(values)) / means[name]
        for name, own in known.items() if means[name] > 0 and any(distances(own))
        for values in ([row["value"] for row in own],)
    }  # fmt: skip
    return sorted(apart, key=lambda name: -apart[name])[:HABITS]


def distances(row: Sequence[dict[str, Any]]) -> list[float | None]:
    """Distance of each value from the mean of the row, as a part of `FAR` standard deviations of the row.

    0 where the interval of the value holds the mean: what may be luck has no shade.
    """
    ends = pl.DataFrame([{k: cell.get(k) for k in ("value", "value_low", "value_high")} for cell in row], ENDS)
    mean, spread = pl.col("value").mean(), pl.col("value").std()
    is_apart = ~mean.is_between(pl.col("value_low"), pl.col("value_high")) & (spread > 0)
    far = pl.when(is_apart).then((pl.col("value") - mean) / (FAR * spread)).otherwise(0.0 * pl.col("value"))
    return ends.select(far.alias("far"))["far"].to_list()


def mean_label(name: str, mean: float) -> str:
    """A measure with what the mean persona has of it."""
    words, unit = MEASURES[name].words, MEASURES[name].unit
    if unit.startswith("share "):
        return f"{words}, {100 * mean:.0f}\u00a0% {unit.removeprefix('share ')}"
    return f"{words}, {mean:.2g} {unit}"
