"""`lab cards`: the card table of a store."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lab.commands._options import json_option, run_option, store_option
from lab.commands._show import csv_option

if TYPE_CHECKING:
    import polars as pl

    from lab.store.folder import Store

STRENGTH = "randomised_oh_delta"
SHOWN = (
    "arm", "name", "pile", "kind", STRENGTH, f"{STRENGTH}_low", f"{STRENGTH}_high", "oh_n", "randomised_oh_q",
    "naive_iwd", "naive_iwd_low", "naive_iwd_high", "gih_n", "play_rate", "naive_gih_wr", "naive_gih_wr_low",
    "naive_gih_wr_high",
)  # fmt: skip
READ = (
    "Win credit by card, 95 % intervals over games. OH \u0394: seats that were dealt the card at the start minus all "
    "others, randomised and so unbiased. GIH WR: seats that ever held it, IWD: the same minus seats that never did; "
    "both naive, biased by game length and lead. q: false discovery rate over the cards of an arm."
)
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
@csv_option
@json_option
def cards(
    store: Path, run_id: str | None, arm: str | None, wanted: tuple[str, ...], kind: str | None, pile: str | None,
    by: str, top: int, bottom: int | None, as_csv: bool, as_json: bool,
) -> None:  # fmt: skip
    """Card strength: naive numbers beside the randomised one, with intervals and false-discovery control.

    The naive numbers are biased by game length and lead: who is ahead draws more cards. The
    difference made by a card in the opening hand (OH delta) is not, since opening hands are random.
    Its zero is an average card of the same pile, so it adds up to zero in each pile, doors are not
    comparable with treasures, and a card that does nothing scores about -1 to -3 points.

    Example:

    \b
        lab cards --store lab-store --top 20
        lab cards --kind monster --sort play_rate
        lab cards --card "Wooden Leg" --card orcs
    """
    from lab.commands._runs import say_empty
    from lab.commands._show import one_output, print_csv, print_json
    from lab.measure.registry import compute
    from lab.store.folder import Store
    from lab.store.names import find_run

    one_output(as_json, as_csv)
    place, run = Store.open(store), find_run(store, run_id)
    frame = compute(place, ["card_table"], run)["card_table"]
    frame = _ordered(_chosen(frame, wanted, {"arm": arm, "kind": kind, "pile": pile}), by)
    if as_json:
        print_json(frame.to_dicts())
    elif as_csv:
        print_csv(frame)
    elif not say_empty(place):
        _print(place, frame, run, by, (0, 0) if wanted or not top else (top, top if bottom is None else bottom))


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
    order = list(dict.fromkeys(["run_id", "arm", by, "card"]))
    return frame.sort(order, descending=[down and name == by for name in order], nulls_last=True)


def _print(store: Store, frame: pl.DataFrame, run: str | None, by: str, ends: tuple[int, int]) -> None:
    """Each run's cards: arm by arm both ends of the order, or all of them in one table."""
    from lab.commands._runs import by_run
    from lab.commands._show import say
    from lab.metrics.card_table import ZERO

    for heading, rows in by_run(store, frame, run):
        say(f"{heading}\n")
        if not any(ends) or "arm" not in rows.columns:
            _print_ends("", rows, by, ends)
            continue
        for part in rows.partition_by("arm", maintain_order=True):
            _print_ends(f"{part['arm'][0]}: ", part.drop("arm"), by, ends)
    say(READ)
    say(ZERO)


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
    said = [f"the {end} {n}" for end, n in (("first", top), ("last", bottom)) if n]
    both = pl.concat([shown.head(top), shown.tail(bottom)])
    print_frame(f"{title}: {' and '.join(said)}", both, columns=columns, gap=top)
