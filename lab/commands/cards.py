"""`lab cards`: the card table of a store."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import json_option, run_option, store_option

SHOWN = {
    "run_id": "run", "arm": "arm", "id": "card", "pile": "pile", "gih_n": "seen", "play_rate": "play rate",
    "naive_gih_wr": "GIH WR (naive)",
    "naive_iwd": "IWD (naive)", "oh_n": "dealt", "randomised_oh_delta": "OH delta (randomised)",
    "randomised_oh_delta_low": "low", "randomised_oh_delta_high": "high", "randomised_oh_q": "q",
}  # fmt: skip


@click.command()
@store_option
@run_option
@click.option("--arm", help="Only this variant.")
@click.option("--top", default=30, show_default=True, help="Rows to print, strongest card first; 0 = all.")
@json_option
def cards(store: Path, run_id: str | None, arm: str | None, top: int, as_json: bool) -> None:
    """Card strength: naive numbers beside the randomised one, with intervals and false-discovery control.

    The naive numbers are biased by game length and lead: who is ahead draws more cards. The
    difference made by a card in the opening hand (OH delta) is not, since opening hands are random.
    Its zero is an average card of the same pile, so it adds up to zero in each pile, doors are not
    comparable with treasures, and a card that does nothing scores about -1 to -3 points.

    Example:

    \b
        lab cards --store lab-store --top 20
    """
    import polars as pl

    from lab.commands._show import print_frame, print_json
    from lab.measure.registry import compute
    from lab.metrics.card_table import ZERO
    from lab.store.folder import Store

    frame = compute(Store.open(store), ["card_table"], run_id)["card_table"]
    if arm is not None:
        frame = frame.filter(pl.col("arm").cast(pl.String) == arm)
    frame = frame.sort("run_id", "arm", "randomised_oh_delta", descending=[False, False, True], nulls_last=True)
    if as_json:
        print_json(frame.to_dicts())
        return
    title = "Win credit by card; intervals 95 % over games; q = false discovery rate over the cards of an arm"
    print_frame(title, frame.select(pl.col(old).alias(new) for old, new in SHOWN.items()), top or None)
    click.echo(ZERO)
