"""What the tests of `lab verify` share: a store of made-up games, its exports, and ways to tamper with them."""

from __future__ import annotations

import csv

from lab import cli
from lab.export.csv_export import Form, export_tables
from lab.export.report_tables import Wanted
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS
from lab.verify import export_replay
from tests.lab.fakes import fake_arms

SPEC = RunSpec(arms=("base", "base+faster"), games=60, shard_games=20, agents=("balanced", "novice"))


def plant(monkeypatch):
    """Arms whose games are made up at once."""
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: fake_arms(spec))
    monkeypatch.setattr(export_replay, "open_arms", lambda spec, *_: fake_arms(spec))
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)


def played(folder):
    """A store of such games."""
    run_spec(SPEC, folder / "store", 1, arms=fake_arms(SPEC))
    return Store.open(folder / "store")


def exported(store, folder):
    """All its tables as sheets and with all digits."""
    raw = Wanted(tables=tuple(FACTS))
    for name, wanted, exact in (("sheets", Wanted(), False), ("raw", raw, False), ("exact", Wanted(), True)):
        export_tables(store, folder / name, "lab export", wanted, Form(exact))


def verified(*line, code):
    assert cli.main(["verify", *map(str, line)]) == code


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def tamper(path, how):
    """Write a table anew after `how` has changed its rows, of which the first is the header."""
    rows = rows_of(path)
    how(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
