"""`lab cards`: the card table of a store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lab.commands._options import json_option, run_option, store_option
from lab.commands._show import csv_option

if TYPE_CHECKING:
    import polars as pl

    from lab.store.folder import Store

STRENGTH = "randomised_oh_delta_shrunk"
RAW = "randomised_oh_delta"
SHOWN = (
    "arm", "name", STRENGTH, f"{STRENGTH}_low", f"{STRENGTH}_high", "verdict", "pile", RAW, f"{RAW}_low", f"{RAW}_high",
    "randomised_oh_q", "kind", "oh_n", "naive_iwd", "naive_iwd_low", "naive_iwd_high", "gih_n", "play_rate",
    "naive_gih_wr", "naive_gih_wr_low", "naive_gih_wr_high",
)  # fmt: skip
OF_PILE = (
    "reliability", "reliability_low", "reliability_high", "split_half", "spread", "half_width", "games_for_point",
    "games_for_ranking", "games_for_ranking_low", "games_for_ranking_high",
)  # fmt: skip
"""What is said of a whole pile, beside each of its cards in --csv and --json."""
MATTERS = 2.0
"""Points that matter, as `lab.measure.verdict` has it."""
NEAR = 8
"""Cards that are suggested where none has the name."""


@click.command()
@store_option
@run_option
@click.option("--arm", help="Only this variant.")
@click.option("--card", "wanted", multiple=True, help="Only this card: its name, its id or a part of them; repeatable.")
@click.option("--kind", help="Only cards of this kind, such as monster.")
@click.option("--pile", help="Only cards of this pile: door or treasure.")
@click.option("--sort", "by", default=STRENGTH, show_default=True, help="Column to sort by, named as in --csv.")
@click.option("--top", default=10, show_default=True, type=click.IntRange(0), help="Rows of the strong end; 0 = all.")
@click.option("--bottom", type=click.IntRange(0), help="Rows of the weak end (default: as many as --top).")
@click.option(
    "--matters",
    default=MATTERS,
    show_default=True,
    type=click.FloatRange(0, 100),
    help="The smallest difference that matters, in points: less is about average.",
)
@csv_option
@json_option
def cards(
    store: Path, run_id: str | None, arm: str | None, wanted: tuple[str, ...], kind: str | None, pile: str | None,
    by: str, top: int, bottom: int | None, matters: float, as_csv: bool, as_json: bool,
) -> None:  # fmt: skip
    """Card strength: too strong, too weak, about average, or not to be told yet; and how many games would tell.

    The number behind it is the difference made by a card in the opening hand (OH delta): opening
    hands are random. Of many cards the largest differences are large by luck too, so cards are
    ordered by the shrunken number, the best guess at the truth. Its zero is an average card of the
    same pile, so it adds up to zero in each pile, doors are not comparable with treasures, and a
    card that does nothing scores about -1 to -3 points: too weak need not be worse than nothing.
    On top stands how far the order can be trusted. The naive numbers beside it are biased by game
    length and lead: who is ahead draws more cards.

    Example:

    \b
        lab cards --store lab-store --top 20
        lab cards --kind monster --sort play_rate
        lab cards --matters 4
        lab cards --card "Wooden Leg" --card orcs
    """
    from lab.commands._runs import say_empty
    from lab.commands._show import one_output, print_csv, print_json
    from lab.measure.registry import compute
    from lab.store.folder import Store
    from lab.store.names import find_run

    one_output(as_json, as_csv)
    place, run = Store.open(store), find_run(store, run_id)
    found = compute(place, ["card_table", "card_reliability"], run)
    frame = _judged(found["card_table"], found["card_reliability"], matters / 100)
    frame = _ordered(_chosen(frame, wanted, {"arm": arm, "kind": kind, "pile": pile}), by)
    if as_json:
        print_json(frame.to_dicts())
    elif as_csv:
        print_csv(frame)
    elif not say_empty(place):
        ends = (0, 0) if wanted or not top else (top, top if bottom is None else bottom)
        _print(place, frame, run, _Shown(by, ends, matters))


@dataclass(frozen=True)
class _Shown:
    """How tables are shown: in which order, how many rows of each end, and how many points matter."""

    by: str
    ends: tuple[int, int]
    matters: float


def _judged(frame: pl.DataFrame, piles: pl.DataFrame, matters: float) -> pl.DataFrame:
    """The card table with the verdicts for what matters, and what is said of each card's pile."""
    import polars as pl

    from lab.measure.registry import KEYS
    from lab.measure.verdict import verdict

    by = [*KEYS, "pile"]
    words = [pl.col(by).cast(pl.String)]
    of_pile = piles.select(*by, *OF_PILE).with_columns(words)
    told = frame.with_columns(*words, verdict(STRENGTH, "randomised_oh_q", matters).alias("verdict"))
    return told.join(of_pile, on=by, how="left", maintain_order="left")


def _chosen(frame: pl.DataFrame, wanted: tuple[str, ...], only: dict[str, str | None]) -> pl.DataFrame:
    """The rows that were asked for; what is not there is bad input."""
    import polars as pl

    from lab.errors import BadInput

    for column, value in only.items():
        words = pl.col(column).cast(pl.String)
        there = frame[column].cast(pl.String).unique().drop_nulls().sort().to_list()
        if value is not None and value not in there:
            raise BadInput(f"--{column} is '{value}'; allowed here: {', '.join(there) or 'none, no game is stored'}")
        frame = frame if value is None else frame.filter(words == value)
    if not wanted:
        return frame
    ids = [i for text in wanted for i in _named(text, frame)]
    return frame.filter(pl.col("id").is_in(ids))


def _named(text: str, frame: pl.DataFrame) -> list[str]:
    """Ids of the cards that have this id or name, or else of those in which it occurs."""
    from lab.errors import BadInput

    names = dict(frame.select("id", "name").drop_nulls().unique().sort("id").iter_rows())
    low = text.lower()
    exact = [i for i, name in names.items() if low in (i, name.lower())]
    found = exact or [i for i, name in names.items() if low in i or low in name.lower()]
    if not found or not low:
        near = ", ".join(f"'{name}'" for name in _near(low, names.values()))
        allowed = f"the name or id of a card, such as {near}" if near else "none, no game is stored"
        raise BadInput(f"--card is '{text}'; allowed here: {allowed}")
    return found


def _near(text: str, names: Iterable[str]) -> list[str]:
    """The names most like a text, as a whole or in one of their words."""
    from difflib import SequenceMatcher

    def likeness(name: str) -> float:
        low = name.lower()
        return max(SequenceMatcher(None, text, part).ratio() for part in (low, *low.split()))

    return sorted(names, key=lambda name: (-likeness(name), name))[:NEAR]


def _ordered(frame: pl.DataFrame, by: str) -> pl.DataFrame:
    """Rows sorted within their arm: numbers from the highest, words from A to Z."""
    from lab.errors import BadInput

    if by not in frame.columns:
        raise BadInput(f"--sort is '{by}'; allowed: {', '.join(frame.columns)}")
    down = frame.schema[by].is_numeric()
    order = list(dict.fromkeys(["run_id", "arm", by, *([RAW] if by == STRENGTH else []), "card"]))
    return frame.sort(order, descending=[down and name in (by, RAW) for name in order], nulls_last=True)


def _print(store: Store, frame: pl.DataFrame, run: str | None, shown: _Shown) -> None:
    """Each run's cards: arm by arm what is known of them and both ends of the order, or all of them in one table."""
    from lab.commands._card_words import SCALE, how_to_read
    from lab.commands._runs import by_run
    from lab.commands._show import say
    from lab.metrics.card_table import ZERO

    for heading, rows in by_run(store, frame, run):
        say(f"{heading}\n")
        parts = rows.partition_by("arm", maintain_order=True) if "arm" in rows.columns else [rows]
        for part in parts:
            arm = f"{part['arm'][0]}: " if "arm" in rows.columns else ""
            _say_known(arm, part, shown.matters)
            if any(shown.ends):
                _print_ends(arm, part.drop("arm", strict=False), shown.by, shown.ends)
        if not any(shown.ends):
            _print_ends("", rows, shown.by, shown.ends)
    say(how_to_read(shown.matters))
    say(SCALE)
    say(ZERO)


def _say_known(arm: str, rows: pl.DataFrame, matters: float) -> None:
    """What is known of an arm's cards, and how well the order of each pile."""
    from lab.commands._card_words import trust, verdicts
    from lab.commands._show import say

    say(f"{arm}{verdicts(rows, STRENGTH, matters)}")
    for pile in rows.sort("pile").unique("pile", maintain_order=True).iter_rows(named=True):
        if pile["pile"] is not None:
            say(trust(pile))
    say("")


def _print_ends(arm: str, rows: pl.DataFrame, by: str, ends: tuple[int, int]) -> None:
    """The cards of an arm, or the first and the last of them; what they are sorted by is never left out."""
    from dataclasses import replace

    import polars as pl

    from lab.commands._show import print_frame
    from lab.measure.registry import load_metrics
    from lab.measure.written import KEY, MAIN

    columns = dict(load_metrics()["card_table"].columns)
    names = list(dict.fromkeys(name for name in (*SHOWN[:2], by, *SHOWN) if name in rows.columns))
    if by in columns and columns[by].rank != KEY:
        columns[by] = replace(columns[by], rank=MAIN)
    label = columns[by].label if by in columns else by
    (top, bottom), shown = ends, rows.select(names)
    title = f"{arm}{shown.height} card{'s' if shown.height != 1 else ''} by {label}"
    if not any(ends) or shown.height <= top + bottom:
        print_frame(title, shown, columns=columns)
        return
    words = ("strongest", "weakest") if by == STRENGTH else ("first", "last")
    said = [f"the {end} {n}" for end, n in zip(words, (top, bottom)) if n]
    both = pl.concat([shown.head(top), shown.tail(bottom)])
    print_frame(f"{title}: {' and '.join(said)}", both, columns=columns, gap=top)
