"""A run that keeps exposures of a sample: which games those are, and that numbers of cards are about them alone."""

from __future__ import annotations

import json
import shutil
from collections import Counter

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab import cli
from lab.errors import BadInput, RunFault
from lab.runs import mend as mending
from lab.runs.arms import open_arms
from lab.runs.run_plan import exposure_games, kept_events, kept_exposures, shards
from lab.runs.run_spec import RunSpec, parse_spec, read_spec, spec_text
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS
from lab.tables.metric import compute, load_metrics
from tests.lab.command_lines import printed, refused
from tests.lab.exposed_runs import SAMPLED, SPEC, run_of, spec_of, two_stores
from tests.lab.fakes import fake_arms

pytestmark = pytest.mark.deep

OTHERS = ("game", "seat", "level", "event", "fault")


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The same games with the exposures of all, and of a sample."""
    return two_stores(tmp_path_factory.mktemp("exposures"))


def rows(store, table):
    return store.table(table).drop("run_id").collect().sort(pl.exclude("winners"))


# --- which games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "exposure", "least", "most"),
    [
        ("none", "all", 610, 610), ("all", "sample:5", 610, 610), ("none", "sample:17", 17, 17),
        ("sample:17", "sample:17", 17, 17), ("sample:30", "sample:100", 100, 130), ("none", "sample:9999", 610, 610),
    ],
)  # fmt: skip
def test_so_many_games_keep_their_exposures_however_they_are_cut(events, exposure, least, most):
    spec = RunSpec(arms=("base",), games=610, events=events, exposure=exposure)
    whole = kept_exposures(spec, 0, 610)
    parts = [kept_exposures(spec, first, min(100, 610 - first)) for first in range(0, 610, 100)]
    assert whole.tolist() == np.concatenate(parts).tolist()
    assert least <= whole.sum() <= most and whole.sum() == exposure_games(spec)
    assert whole[kept_events(spec, 0, 610)].all(), "a game with events keeps its exposures"


def test_every_seating_is_in_the_sample_about_equally_often():
    # 4,000 games in 1,000 fourths, one of each: 250 of each seating are due, five standard deviations are 68.
    kept = np.flatnonzero(
        kept_exposures(RunSpec(arms=("base",), games=4000, events="none", exposure="sample:1000"), 0, 4000)
    )
    assert len(kept) == 1000
    assert all(abs(times - 250) <= 68 for times in Counter((kept % 4).tolist()).values())


# --- what a spec says ------------------------------------------------------------------------------------------------


def test_a_spec_that_keeps_all_is_the_text_that_it_was():
    assert "exposure" not in spec_text(SPEC)
    assert parse_spec(spec_text(SPEC)) == SPEC
    assert 'exposure = "sample:90"\n' in spec_text(SAMPLED)
    assert parse_spec(spec_text(SAMPLED)) == SAMPLED


@pytest.mark.parametrize("wrong", ["some", "none", "sample:0", "sample:-1", "sample:", "sample:1.5", "samples:5", ""])
def test_another_policy_is_refused_in_a_sentence(wrong, tmp_path, capsys):
    with pytest.raises(BadInput) as caught:
        RunSpec(arms=("base",), events="none", exposure=wrong)
    assert str(caught.value).startswith(f"exposure is '{wrong}'; allowed: all, or sample:N with N games of each arm")
    line = ["run", "--variant", "base", "--games", "4", "--events", "none", "--exposure", wrong]
    said = refused(capsys, [*line, "--store", str(tmp_path / "s")])
    assert len(said.splitlines()) == 1 and "exposure is" in said and "allowed: all, or sample:N" in said
    assert not (tmp_path / "s").exists()


def test_a_sample_beside_all_events_leaves_nothing_out_and_is_refused(tmp_path, capsys):
    line = ["run", "--variant", "base", "--games", "4", "--exposure", "sample:2", "--store", str(tmp_path / "s")]
    said = refused(capsys, line)
    assert said.splitlines() == [
        "lab: command line: exposure is 'sample:2', but events is 'all', and a game with events keeps its exposures; "
        "allowed beside it: events none, or sample:N"
    ]
    path = tmp_path / "spec.toml"
    path.write_text('arms = ["base"]\nexposure = "sample:2"\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"spec\.toml: exposure is 'sample:2', but events is 'all'"):
        read_spec(path)


def test_an_option_beside_a_spec_file_is_refused(tmp_path, capsys):
    path = tmp_path / "spec.toml"
    path.write_text(spec_text(SAMPLED), encoding="utf-8")
    assert "--exposure beside" in refused(capsys, ["run", str(path), "--exposure", "sample:5"])


def test_the_policy_is_part_of_the_arm_and_that_of_all_changes_no_arm():
    sampled = {"arms": ("base",), "exposure": "sample:90"}
    specs = (spec_of(arms=("base",)), spec_of(**sampled), spec_of(**sampled, games=300))
    assert len({arm.arm_hash for one in specs for arm in open_arms(one)}) == 3


# --- what is stored --------------------------------------------------------------------------------------------------


def test_exactly_the_games_of_the_policy_have_exposures_and_the_rest_is_the_same(both):
    everything, some = both
    kept = kept_exposures(SAMPLED, 0, SPEC.games)
    for arm in SPEC.arms:
        there = some.table("exposure").filter(arm=arm).select("game").unique().collect()["game"].sort()
        assert there.to_list() == np.flatnonzero(kept).tolist()
    same = rows(everything, "exposure").filter(pl.col("game").is_in(np.flatnonzero(kept).tolist()))
    assert rows(some, "exposure").equals(same)
    for table in OTHERS:
        assert rows(some, table).equals(rows(everything, table)), table


def test_the_arm_says_how_many_games_keep_them_and_sql_can_ask(both):
    everything, some = both
    wanted = int(kept_exposures(SAMPLED, 0, SPEC.games).sum())
    for store, number in ((everything, 240), (some, wanted)):
        asked = store.query("SELECT DISTINCT games, exposure_games FROM arm").rows()
        assert asked == [(240, number)]
    counted = some.query("SELECT count(DISTINCT game) AS n FROM exposure WHERE arm = 'base'")["n"].to_list()
    assert counted == [wanted]


def test_an_interrupted_run_goes_on_to_the_same_bytes(both, tmp_path):
    _, some = both
    shutil.copytree(some.path, tmp_path / "s")
    store, run = Store.open(tmp_path / "s"), run_of(some)
    whole = {table: store.digest(table, run) for table in FACTS}
    for stem in ("base-60", "base+faster-180"):
        (store.path / "runs" / run / "shard" / f"{stem}.json").unlink()
    assert run_spec(SAMPLED, store, 2).shards_played == 2
    assert {table: store.digest(table, run) for table in FACTS} == whole


def test_a_damaged_shard_is_mended_to_the_same_bytes(both, tmp_path):
    _, some = both
    shutil.copytree(some.path, tmp_path / "s")
    store, run = Store.open(tmp_path / "s"), run_of(some)
    whole = {table: store.digest(table, run) for table in FACTS}
    (store.path / "runs" / run / "exposure" / "base-120.parquet").write_bytes(b"PAR1")
    done, refused = mending.mend(store, [run], 2)
    assert (done[0].shards, refused) == (1, [])
    assert {table: store.digest(table, run) for table in FACTS} == whole


def test_stored_shards_are_verified(both, tmp_path, capsys):
    _, some = both
    assert cli.main(["verify", "--store", str(some.path), "--games", "60", "--json"]) == 0
    assert {one["state"] for one in json.loads(capsys.readouterr().out)["shards"]} == {"same"}


def test_games_of_outside_agents_keep_theirs_by_the_same_policy(tmp_path):
    agents = ("tests.lab.hostile_agents:First", "balanced")
    spec = spec_of(arms=("base",), agents=agents, games=8, shard_games=4, events="none", exposure="sample:3")
    store = Store.open(tmp_path, create=True)
    run_spec(spec, store, 1)
    there = store.table("exposure").select("game").unique().collect()["game"].sort().to_list()
    assert there == np.flatnonzero(kept_exposures(spec, 0, 8)).tolist() and len(there) == 3
    assert store.table("game").collect().height == 8


def test_shards_of_another_policy_are_no_twins(tmp_path):
    def copied(**values):
        spec = spec_of(**values)
        return run_spec(spec, tmp_path, 1, arms=fake_arms(spec)).games_copied

    assert copied() == 0
    assert copied(exposure="sample:90") == 0
    assert copied(exposure="sample:30") == 0
    assert copied(exposure="sample:90", arms=("base", "cthulhu")) == 240, "the same policy of the same games"


def test_a_shard_of_a_sample_that_lacks_a_game_or_a_seat_is_not_committed(both, tmp_path):
    _, some = both
    run, shard = run_of(some), next(shards(SAMPLED, SPEC.arms))
    shutil.copytree(some.path, tmp_path / "s")
    store = Store.open(tmp_path / "s")
    frames = store.frames_of(run, shard.name, store.rows_of(run, shard.name))
    store.commit(run, shard.name, frames, shard.count)
    lost = {"game": pl.col("game") != 7, "seat": (pl.col("game") != 7) | (pl.col("seat") != 1)}
    for table, left in lost.items():
        with pytest.raises(RunFault, match="nothing of it was stored"):
            store.commit(run, shard.name, frames | {table: frames[table].filter(left)}, shard.count)


CARDS = ("card_table", "card_draws", "card_reliability", "card_rules")
GAMES = np.flatnonzero(kept_exposures(SAMPLED, 0, SPEC.games)).tolist()


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
        assert "; cards:" not in " ".join(printed(capsys, [*line, "--store", str(everything.path)]).split()), line
    assert "; cards:" not in printed(capsys, ["metrics", "game_length", "--store", str(some.path)])
