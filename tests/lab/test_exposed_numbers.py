"""Numbers of cards of a run that keeps exposures of a sample are about the games of the sample, and say so."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab import cli
from lab.runs.run_plan import kept_exposures
from lab.tables.metric import compute, load_metrics
from tests.lab.exposed_runs import SAMPLED, SPEC, run_of, two_stores

pytestmark = pytest.mark.deep

CARDS = ("card_table", "card_draws", "card_reliability", "card_rules")
GAMES = np.flatnonzero(kept_exposures(SAMPLED, 0, SPEC.games)).tolist()


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The same games with the exposures of all, and of a sample."""
    return two_stores(tmp_path_factory.mktemp("exposures"))


def by_hand(store, name, games):
    """A metric of all exposures, of the rows of some games alone."""
    metric, run = load_metrics()[name], run_of(store)
    tables = [store.table(need, run) for need in metric.needs]
    own = [t.filter(pl.col("game").is_in(games)) if "game" in t.collect_schema() else t for t in tables]
    return metric.of(own).with_columns(pl.col("run_id", "arm").cast(pl.String)).drop("run_id")


@pytest.mark.parametrize("name", CARDS)
def test_numbers_of_cards_are_those_of_the_games_of_the_sample(both, name):
    everything, some = both
    found = compute(some, [name], run_of(some))[name].drop("run_id")
    wanted = by_hand(everything, name, GAMES)
    assert found.height > 50 or name == "card_reliability"
    assert_frame_equal(found.fill_nan(None), wanted.fill_nan(None), check_dtypes=False)


def test_numbers_that_need_no_exposures_are_about_all_games(both):
    for name in ("game_length", "seat_advantage", "level_curve"):
        one, other = (compute(store, [name], run_of(store))[name].drop("run_id") for store in both)
        assert_frame_equal(one, other, abs_tol=1e-12)


def test_lab_cards_says_of_how_many_games(both, capsys):
    everything, some = both
    for line in (["cards", "--no-blank", "--top", "2"], ["cards", "--versus", "base"], ["metrics", "card_draws"]):
        assert cli.main([*line, "--store", str(some.path)]) == 0
        assert f"; cards: {len(GAMES)} of 240 games" in " ".join(capsys.readouterr().out.split()), line
        assert cli.main([*line, "--store", str(everything.path)]) == 0
        assert "; cards:" not in " ".join(capsys.readouterr().out.split()), line
    assert cli.main(["metrics", "game_length", "--store", str(some.path)]) == 0
    assert "; cards:" not in capsys.readouterr().out
