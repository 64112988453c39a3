"""What page Your cards tells of its sheet to begin with is what comes of playing it."""

from __future__ import annotations

import re

import polars as pl

from lab.cards import card_verdict
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables.metric import compute
from reports.desk.brought_cards import keep_deck, read_upload
from reports.desk.experiment import Experiment
from reports.desk.live_pages.your_cards import CAME, SAMPLE, WORTH

GAMES = 4000
"""A fifth of those of which the page tells."""


def test_what_is_told_of_the_sheet_to_begin_with_is_measured(tmp_path):
    keep_deck(read_upload("my-cards.csv", SAMPLE.encode(), "base"), tmp_path / "my-cards")
    decks = ("base", f"base+{tmp_path / 'my-cards'}")
    run = run_spec(Experiment("base", decks=decks, games=GAMES, place=tmp_path / "store").spec, tmp_path / "store", 2)
    run, store = run.run_id, Store.open(tmp_path / "store")
    with_cards = pl.col("arm").str.ends_with("my-cards")
    found = card_verdict.card_numbers(compute(store, card_verdict.METRICS, run), "", card_verdict.MATTERS)
    known = {row["name"]: row for row in found.filter(with_cards).to_dicts()}
    for told, (value, low, high) in WORTH.items():
        name = told.partition(":")[0]
        (row,) = [row for key, row in known.items() if key.startswith(name)]
        assert low <= value <= high
        assert 100 * row["shrunken_low"] < high and low < 100 * row["shrunken_high"], told
    (owl,) = compute(store, ("monsters",), run)["monsters"].filter(with_cards, name="Tax Owl").to_dicts()
    low, high = map(int, re.search(r"of 100 fights\*\* \[(\d+), (\d+)\]", CAME).groups())
    assert 100 * owl["won_low"] < high + 1 and low - 1 < 100 * owl["won_high"]
