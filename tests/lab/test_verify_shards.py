"""`lab verify --store`: stored shards have the bytes of a fresh play, and what does not is named."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.lab.exported import SPEC, plant, played, verified
from tests.lab.older import aged


@pytest.fixture
def here(monkeypatch, tmp_path):
    """A folder with a store of made-up games."""
    plant(monkeypatch)
    played(tmp_path)
    return tmp_path


def shards_of(store, capsys, code, *more):
    verified("--store", store, "--json", *more, code=code)
    return json.loads(capsys.readouterr().out)["shards"]


def test_stored_shards_have_the_bytes_of_a_fresh_play(here, capsys):
    found = shards_of(here / "store", capsys, 0, "--games", 21)
    assert [(one["arm"], one["state"], one["games"]) for one in found] == [
        (arm, "same", 20) for arm in SPEC.arms for _ in range(2)
    ]


def shard_file(store, table="game", stem="base-20"):
    (path,) = (store / "runs").glob(f"*/{table}/{stem}.parquet")
    return path


@pytest.mark.deep
def test_a_shard_with_another_game_is_said_with_its_games(here, capsys):
    aged(here / "store")  # nobody knows what its files were
    path = shard_file(here / "store")
    turns = pl.when(pl.col("game") == 23).then(99).otherwise("turns").cast(pl.Int32)
    pl.read_parquet(path).with_columns(turns=turns).write_parquet(path)
    found = {one["shard"]: one for one in shards_of(here / "store", capsys, 1, "--games", 60)}
    assert (found["base-20"]["state"], found["base-20"]["differ"]) == ("differs", [23])
    assert {one["state"] for name, one in found.items() if name != "base-20"} == {"same"}
    verified("--store", here / "store", "--games", 60, code=1)
    assert "differs: shard base-20" in (said := capsys.readouterr().out) and "game 23" in said


@pytest.mark.deep
def test_other_packing_is_no_difference_and_damage_is_one(here, capsys):
    aged(here / "store")  # nobody knows what its files were
    path = shard_file(here / "store")
    pl.read_parquet(path).write_parquet(path, compression="uncompressed")
    states = {one["shard"]: one["state"] for one in shards_of(here / "store", capsys, 0, "--games", 60)}
    assert states.pop("base-20") == "packed otherwise" and set(states.values()) == {"same"}
    path.write_bytes(path.read_bytes()[:100])
    states = {one["shard"]: one["state"] for one in shards_of(here / "store", capsys, 1, "--games", 60)}
    assert states.pop("base-20") == "damaged" and set(states.values()) == {"same"}


def test_arms_of_other_code_are_left_open_and_a_store_of_nothing_else_is_refused(here, capsys):
    aged(here / "store")  # nobody knows what its files were
    (path,) = (here / "store" / "runs").glob("*/arm/arm.parquet")
    arms = pl.read_parquet(path)
    one = pl.when(pl.col("arm") == "base").then(pl.lit("0123456789abcdef")).otherwise("arm_hash")
    arms.with_columns(arm_hash=one).write_parquet(path)
    found = shards_of(here / "store", capsys, 0)
    assert [(one["arm"], one["state"]) for one in found if one["state"] != "same"] == [("base", "open")]
    arms.with_columns(arm_hash=pl.lit("0123456789abcdef")).write_parquet(path)
    verified("--store", here / "store", code=2)
    assert "made by other code, cards or players" in capsys.readouterr().err
