"""A store works in a folder of any name, with every command that reads or writes one."""

from __future__ import annotations

from shutil import copyfile, copytree

import duckdb
import pytest

from lab import cli
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import FINISHED, GAMES, fixed_store

pytestmark = pytest.mark.deep

NAMES = [
    "Smith, Ann {a,b} {", "what?", "st*r [x]", "back\\slash", "~", "it's \"odd\"", "new\nline", " Größe 中 $HOME 100%",
    "x'; DROP TABLE game; --", "a#b?c=d", "-dash", "?\\[*]{,}'",
]  # fmt: skip
WORST = ["~", "?\\[*]{,}'"]
STORED = GAMES * 2 + GAMES // 3
"""Games of the finished run with its two arms, and of the unfinished one."""


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("odd") / "store").path


@pytest.fixture
def place(template, tmp_path, request, monkeypatch):
    """A copy of the store under a name, as somebody types it who stands beside it."""
    monkeypatch.chdir(tmp_path)
    copytree(template, tmp_path / request.param)
    return tmp_path / request.param


@pytest.mark.parametrize("place", NAMES, indirect=True)
def test_commands_read_it(place, capsys):
    store = f"--store={place.name}"
    for line in (["runs"], ["metrics", "endings"], ["games", "--longest", "--run", FINISHED]):
        assert cli.main([*line, store]) == 0, line
    capsys.readouterr()
    assert cli.main(["query", "SELECT count(*) AS n FROM game", "--run", "all", "--csv", store]) == 0
    assert capsys.readouterr().out == f"n\n{STORED}\n"
    assert cli.main(["export", store, "--table", "endings", f"--to={place.name}/csv"]) == 0
    assert (place / "csv" / "endings.csv").is_file()


@pytest.mark.parametrize("place", NAMES, indirect=True)
def test_a_packed_file_may_lie_in_it(place):
    assert cli.main(["pack", f"--store={place.name}", f"--to={place.name}/games.duckdb"]) == 0
    packed = place.rename(place.with_name("plain")) / "games.duckdb"
    with duckdb.connect(str(packed), read_only=True) as con:
        assert con.sql("SELECT count(*) FROM game").fetchall() == [(STORED,)]
    assert not list(packed.parent.glob(".games*"))


@pytest.mark.parametrize("place", WORST, indirect=True)
def test_a_report_may_lie_in_it(place):
    line = ["report", f"--store={place.name}", f"--to={place.name}/report.html", "--run", FINISHED]
    assert cli.main(line) == 0 and (place / "report.html").stat().st_size > 10_000


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_played_into_it(name, tmp_path):
    spec = RunSpec(arms=["base"], games=6, shard_games=3, seats=3)
    path = tmp_path / name / "store"
    run_spec(spec, path, 1, arms=fake_arms(spec))
    assert Store.open(path).query("SELECT count(*) FROM game").item() == 6
    assert list((path / ".drafts").iterdir()) == []
    door = Store.open(path).path / "lab.duckdb"
    if not any(c in name for c in "?\\"):
        with duckdb.connect(str(door), read_only=True) as con:
            assert con.sql("SELECT count(*) FROM game").fetchall() == [(6,)]


@pytest.mark.parametrize("name", ["what?", "back\\slash"])
def test_other_tools_are_told_that_they_find_nothing(name, tmp_path):
    store = fixed_store(tmp_path / name)
    copy = copyfile(store.path / "lab.duckdb", tmp_path / "copy.duckdb")
    with (
        duckdb.connect(str(copy), read_only=True) as con,
        pytest.raises(duckdb.Error, match="other tools than lab query find nothing in"),
    ):
        con.sql("SELECT count(*) FROM game").fetchall()
