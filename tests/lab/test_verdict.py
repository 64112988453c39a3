"""The rule of what is said of a card: how often it is wrong on planted truths, and whether it hangs on who plays."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.cards.card_verdict import AVERAGE, STRONG, UNCLEAR, WEAK, verdict
from lab.cards.verdict_elsewhere import hang_on_players
from lab.runs.fork_games import OTHER_SEED
from lab.stats.shrinkage import shrunken


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.03, 0.01, 0.05, STRONG),
        (-0.03, -0.05, -0.01, WEAK),
        (0.03, -0.01, 0.07, UNCLEAR),  # zero is in the interval
        (0.015, 0.005, 0.025, UNCLEAR),  # above zero, but perhaps by less than matters
        (0.01, 0.005, 0.015, AVERAGE),  # above zero, and by less than matters
        (0.0, -0.02, 0.02, AVERAGE),
        (0.0, -0.021, 0.02, UNCLEAR),
        (0.0264, 0.00004, 0.0528, UNCLEAR),  # written +2.6 [+0.0, +5.3]: zero is in what is read
        (0.0196, 0.0006, 0.0386, STRONG),  # written +2.0 [+0.1, +3.9]
        (-0.0194, -0.038, -0.0006, UNCLEAR),  # written -1.9
        (0.0, -0.0204, 0.0204, AVERAGE),  # written [-2.0, +2.0]
        (None, None, None, None),
    ],
)
def test_the_rule_reads_the_numbers_as_they_are_written(value, low, high, said):
    row = {"x": [value], "x_low": [low], "x_high": [high]}
    frame = pl.DataFrame(row, schema=dict.fromkeys(row, pl.Float64))
    assert frame.select(verdict("x")).item() == said


def test_of_changes_q_has_a_say_as_well():
    frame = pl.DataFrame({"x": [0.03] * 3, "x_low": [0.01] * 3, "x_high": [0.05] * 3, "q": [0.05, 0.10, None]})
    assert frame.select(verdict("x", q="q")).to_series().to_list() == [STRONG, UNCLEAR, UNCLEAR]


def test_what_matters_is_for_the_reader_to_say():
    frame = pl.DataFrame({"x": [0.03], "x_low": [0.01], "x_high": [0.05]})
    said = [frame.select(verdict("x", matters)).item() for matters in (0.0, 0.02, 0.04, 0.05)]
    assert said == [STRONG, STRONG, UNCLEAR, AVERAGE]


def judged(tau, error=0.018, k=147, seed=0):
    """Truths and verdicts of a table whose truths scatter by tau."""
    rng = np.random.default_rng(seed)
    errors = error * rng.uniform(0.7, 1.2, k)
    truths = tau * rng.normal(size=k)
    values = truths + errors * rng.normal(size=k)
    found = shrunken(values, errors)
    frame = pl.DataFrame({"x": found.value, "x_low": found.low, "x_high": found.high})
    return truths, frame.select(verdict("x")).to_series().to_numpy()


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("error", [0.003, 0.018, 0.06])
def test_where_all_cards_are_equal_few_tables_accuse_one(error):
    tables = [judged(0.0, error, seed=seed)[1] for seed in range(200)]
    # As rare as a q below 0.10: in at most 10 % of null tables; 24 of 200 are within two sd of that.
    assert sum(bool(np.isin(said, (STRONG, WEAK)).any()) for said in tables) <= 24


@pytest.mark.parametrize("error", [0.0069, 0.018])
def test_the_words_are_true(error):
    # The spread that was measured on `base`, at the errors of 3,000 and of 20,000 games.
    truths, said = (np.concatenate(x) for x in zip(*(judged(0.014, error, seed=s) for s in range(200)), strict=True))
    accused = np.isin(said, (STRONG, WEAK))
    wrong = (said == STRONG) & (truths <= 0) | (said == WEAK) & (truths >= 0)
    assert accused.sum() > 200 and wrong.sum() / accused.sum() < 0.05  # a q would bound it at 10 %
    average = said == AVERAGE
    # Each interval holds 95 %; but a table that by luck sees too little spread calls more cards average.
    assert average.sum() > 1000 and (np.abs(truths[average]) > 0.02).mean() < 0.08


HALF = 0.0196
"""Half of an interval whose standard error is one point."""


def cards(here):
    """Cards by what they are worth here, each known to a point; those within two points are called average."""
    verdicts = [STRONG if value >= 0.02 else WEAK if value <= -0.02 else AVERAGE for value in here]
    known = {"card": range(len(here)), "name": [f"card {n}" for n in range(len(here))], "judged_by": "hand"}
    ends = {"shrunken": here, "shrunken_low": here - HALF, "shrunken_high": here + HALF}
    return pl.DataFrame(known | ends | {"verdict": verdicts, "games": 20_000})


def elsewhere(there, se=0.01):
    keys = {"run_id": "r", "arm": "a", "players": "sharp", "games": 4000}
    return pl.DataFrame(keys | {"card": range(len(there)), "number": "hand", "delta": there, "se": se})


def test_what_differs_is_named_and_all_are_told_together():
    here = np.array([0.09, *np.tile([0.05, -0.05], 10), 0.0])
    there = np.array([0.02, *here[1:-1], 0.3])  # the last is called average here
    # Seven points off, error sqrt 2 points: z = 4.9. Ratio, all weights being equal: (0.09 * 0.02 + 20 * 0.0025) /
    # (0.0081 + 0.05) = 0.8916; what is left of the first is -0.0602, of each other 0.0054, of the last 0.3 (times 0):
    # half = 1.96 sqrt((0.09^2 0.0602^2 + 20 * 0.05^2 * 0.0054^2) * 22/21) / 0.0581 = 0.19.
    assert hang_on_players(cards(here), elsewhere(there), 2.0) == (
        "How much hangs on who plays: at a table of sharp players (4,000 games) card 0 (+2.0 \u00b12.0, not +9.0) "
        "differs; all 22 cards together are 0.89 [0.70, 1.08] times as far apart."
    )


def test_a_small_difference_is_not_named_however_sure_it_is():
    here = np.array([0.09, 0.05])
    found = elsewhere(here - 0.015, 1e-6)
    sure = cards(here).with_columns(pl.col("shrunken").alias("shrunken_low"), pl.col("shrunken").alias("shrunken_high"))
    assert hang_on_players(sure, found, 2.0).startswith("Whoever plays: at a table of sharp players")
    assert "card 0 (+7.5" in hang_on_players(sure, found, 1.0)


def test_where_no_card_is_called_strong_or_weak_nothing_is_said():
    assert hang_on_players(cards(np.array([0.01, -0.01])), elsewhere(np.array([0.2, 0.2])), 2.0) == ""


def test_half_of_what_it_is_here_is_found_and_what_is_the_same_is_not_called_another():
    """Planted: true worths of four points' spread, errors of one; there the same, or half of it."""
    named, held, halves = 0, 0, []
    rng = np.random.default_rng(5)
    for _ in range(100):
        truth = rng.normal(0, 0.04, 60)
        guess = shrunken(truth + rng.normal(0, 0.01, 60), np.full(60, 0.01))
        rows = cards(guess.value).with_columns(shrunken_low=pl.Series(guess.low), shrunken_high=pl.Series(guess.high))
        noise = rng.normal(0, 0.01, 60)
        same = hang_on_players(rows, elsewhere(truth + noise), 0.0)
        named += same.startswith("How much")
        low, high = map(float, same.partition("[")[2].partition("]")[0].split(", "))
        held += low <= 1 <= high
        half = hang_on_players(rows, elsewhere(truth / 2 + noise), 100.0)
        halves.append(float(half.partition("together are ")[2].partition(" ")[0]))
    assert (
        named <= 20
    )  # of 100 families: one is named by chance in at most ten, and more than 19 have a chance of 0.2 %
    assert 88 <= held  # of 100 intervals of 95 %
    assert np.mean(halves) == pytest.approx(0.5, abs=0.01)


@pytest.mark.deep
def test_the_other_table_is_a_run_of_those_players_and_is_played_once(tmp_path, capsys, monkeypatch):
    store = str(tmp_path / "store")
    options = ["--variant", "base", "--games", "600", "--events", "none", "--store", store]
    assert cli.main(["run", *options, "--seed", "1", "--name", "here"]) == 0
    assert cli.main(["run", *options, "--seed", str(1 + OTHER_SEED), "--name", "there", "--agents", "sharp"]) == 0
    capsys.readouterr()
    ask = ["cards", "--store", store, "--matters", "0.1"]
    assert cli.main([*ask, "--run", "here"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "at a table of sharp players (600 games)" in said
    kept = pl.read_parquet(next((tmp_path / "store").glob("runs/*/results/other_players-*.parquet")))
    assert cli.main([*ask, "--run", "there", "--json", "--no-blank"]) == 0
    for row in json.loads(capsys.readouterr().out):
        own = kept.filter(card=row["card"], number="hand")
        if row["hand_delta"] is not None:
            assert own["delta"][0] == pytest.approx(row["hand_delta"], abs=1e-12)
    monkeypatch.setattr("lab.runs.fork_games.play_with_players", None)  # nobody may play again
    assert cli.main([*ask, "--run", "here"]) == 0
    assert " ".join(capsys.readouterr().out.split()) == said
    monkeypatch.undo()
    assert cli.main([*ask, "--run", "there"]) == 0
    assert "at a table of balanced players (600 games)" in " ".join(capsys.readouterr().out.split())
