"""A run is cited by one digest: it is that of its files, and `lab verify` finds the run and says whether it holds."""

from __future__ import annotations

import json
import re
import shutil
import tomllib

import pytest

from lab import cli
from lab.export.csv_export import export_tables
from lab.export.report_tables import Wanted
from lab.runs.run_heading import other_limit
from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, run_spec
from lab.store.store_folder import Store
from lab.tables.table_pace import cited, cited_pace, pace
from reports.html_report import report_text
from tests.lab.damaging import RUN, _forge, aged, forged
from tests.lab.fakes import FakeArm, fake_arms

LIMITED = {"switch": "time_limit.minutes", "value": "60", "set_by": "override"}
SPEC = RunSpec(arms=["base", "base+faster"], games=6, shard_games=3, seats=3)


def played(path, spec=SPEC, **values):
    return run_spec(spec, path, 1, arms=fake_arms(spec), **values).run_id


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("cited") / "s"
    run, other = played(path), played(path, SPEC.model_copy(update={"seed": 9}))
    return path, run, other


@pytest.fixture
def store(made, tmp_path):
    path, run, other = made
    shutil.copytree(path, tmp_path / "s")
    return Store.open(tmp_path / "s"), run, other


def verified(capsys, digest, store):
    code = cli.main(["verify", digest, "--store", str(store.path), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_it_is_that_of_the_games_wherever_and_however_they_were_played(store, tmp_path):
    one, run, other = store
    run_spec(SPEC, tmp_path / "elsewhere", 2, arms=fake_arms(SPEC), title=Title("lab run", "a name"))
    assert Store.open(tmp_path / "elsewhere").cited(run) == one.cited(run)
    assert re.fullmatch(rf"{run}-[0-9a-f]{{32}}", one.cited(run)) and one.cited(other)[-32:] != one.cited(run)[-32:]


def test_minutes_by_another_pace_are_not_what_was_cited(store, capsys):
    """A digest says the store's own pace; the games hold at any, the minutes at that one alone."""
    one, run, _ = store
    (one.path / "pace.toml").write_text("turn = 30\ndecision = 2.5\ncombat = 45\n")
    digest = cited(one, run)
    assert digest == f"{one.cited(run)}-pace-30-2.5-45" and cited_pace(digest) == pace(one.path)
    assert verified(capsys, digest, one)[1]["holds"]
    says = "its minutes are not: they are estimated with turn = {}, decision = 2.5, combat = {} seconds in this store"
    assert says.format(30, 45) in verified(capsys, one.cited(run), one)[1]["wrong"][0]
    (one.path / "pace.toml").unlink()
    assert says.format(20, 30) in verified(capsys, digest, one)[1]["wrong"][0]


def test_a_limit_of_minutes_that_was_played_by_another_pace_is_said(store, monkeypatch):
    one, run, _ = store
    monkeypatch.setattr(FakeArm, "rule_rows", lambda arm: [{"arm": arm.name, **LIMITED}])
    timed = played(one.path, SPEC.model_copy(update={"switches": {"time_limit.minutes": ("60",)}}))
    assert other_limit(one, timed) == ""
    (one.path / "pace.toml").write_text("turn = 30\ndecision = 2.5\ncombat = 45\n")
    assert "played with 20 s a turn, 2.5 a decision and 30 a combat" in other_limit(one, timed)
    assert other_limit(one, run) == ""


def test_a_run_that_holds_is_found(store, capsys):
    one, run, _ = store
    code, said = verified(capsys, one.cited(run), one)
    assert (code, said["run"], said["games"], said["planned"], said["holds"]) == (0, run, 12, 12, True)
    assert cli.main(["verify", one.cited(run), "--store", str(one.path)]) == 0
    assert capsys.readouterr().out == f"Holds: it is run {run} of {one.path}, and all 12 games are what was cited.\n"


def _other_games(store, run):
    frames = store.frames_of(run, "base-0", store.rows_of(run, "base-0"))
    forged(store, run, "base-0", frames | {"game": frames["game"].with_columns(turns=frames["game"]["turns"] + 1)})


def _other_row(store, run):
    """Other rules in the row and in the copy of it, each with a checksum that fits."""
    store.note(run, store.row(run) | {"rules_version": 99})


def _lost(store, run):
    for path in store.folder_of(run).glob("*/base-3.*"):
        path.unlink()


WRONG = {
    "other games in a shard, with a marker that fits": (_other_games, "its digest is"),
    "another row, with a copy that fits": (_other_row, "its digest is"),
    "a shard that is gone with its marker": (_lost, "9 of 12 games"),
    "another row": (lambda store, run: _forge(store.folder_of(run) / RUN), "not the one that was written"),
    "no such run": (lambda store, run: shutil.rmtree(store.folder_of(run)), "no run of this store"),
    "an older version's": (lambda store, run: aged(store.path), "older version"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_run_that_is_another_one_now_does_not_hold(store, what, capsys):
    one, run, other = store
    cited, theirs = one.cited(run), one.cited(other)
    how, said = WRONG[what]
    how(one, run)
    code, found = verified(capsys, cited, one)
    assert code == 1 and not found["holds"] and said in "; ".join(found["wrong"])
    if what != "an older version's":
        assert verified(capsys, theirs, one)[0] == 0


def test_a_run_that_has_gained_games_says_so(store, capsys):
    one, run, _ = store
    one.note(run, one.row(run) | {"status": "interrupted"})
    whole = one.cited(run)
    _lost(one, run)
    some = one.cited(run)
    assert "it has 9 of 12 games" in "; ".join(verified(capsys, whole, one)[1]["wrong"])
    code, found = verified(capsys, some, one)
    assert (code, found["games"], found["planned"]) == (0, 9, 12)
    played(one.path)
    assert (one.cited(run), verified(capsys, some, one)[0], verified(capsys, whole, one)[0]) == (whole, 1, 0)


@pytest.mark.deep
def test_report_export_and_page_cite_it(store, tmp_path):
    one, run, _ = store
    text = report_text(one, run)
    assert text.count(one.cited(run)) >= 2  # the page Overview and the footer
    export_tables(one, tmp_path / "csv", "lab export", Wanted(run=run, tables=("endings",)))
    assert tomllib.loads((tmp_path / "csv" / "provenance.toml").read_text())["run"][0]["digest"] == one.cited(run)


def test_options_of_other_questions_are_refused(store, capsys):
    one, run, _ = store
    for more in (["--games", "5"], ["--run", run]):
        assert cli.main(["verify", one.cited(run), "--store", str(one.path), *more]) == 2
        assert f"{more[0]} is given with a digest; allowed: --store" in capsys.readouterr().err
