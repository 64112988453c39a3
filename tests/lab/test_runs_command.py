"""`lab runs`, what every command says of an empty store, and stores in folders of any name."""

from __future__ import annotations

import csv
import importlib
import io
import json
from shutil import copyfile, copytree

import duckdb
import pytest

from lab import cli
from lab.commands._runs import RUN
from lab.comparison.game_numbers import ENDINGS
from lab.metrics.endings import WORDS
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.lab.command_lines import printed
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import AGENTS, ARMS, FINISHED, GAMES, UNFINISHED, fixed_store

pytestmark = pytest.mark.deep
runs_file = importlib.import_module("lab.commands.runs")  # the package has the command by this name


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Where the fixed store lies."""
    return fixed_store(tmp_path_factory.mktemp("runs") / "store").path


def test_runs_are_told_the_newest_last_with_how_far_they_are(store, capsys):
    first, last = json.loads(printed(capsys, ["runs", "--store", str(store), "--json"]))
    assert tuple(first) == RUN
    assert (first["run_id"], last["run_id"]) == (FINISHED, UNFINISHED)
    assert (first["variants"], first["decks"], first["players"]) == (list(ARMS), ["base"], [4])
    assert (first["personas"], first["seed"]) == (list(AGENTS), 7)
    assert (first["games"], first["planned"], first["status"]) == (2 * GAMES, 2 * GAMES, "done")
    assert (last["games"], last["planned"], last["status"]) == (GAMES // 3, GAMES, "interrupted")


def test_the_diary_has_the_first_verdict_on_a_run_and_computes_none(tmp_path, capsys):
    def lab(*words):
        return printed(capsys, [*words, "--store", str(tmp_path / "store")])

    def answers():
        return [row["answer"] for row in json.loads(lab("runs", "--json"))]

    fixed_store(tmp_path / "store")
    lab("compare", "--run", FINISHED, "--json")  # nobody has read a sentence
    assert answers() == ["", ""]
    lab("cards", "--run", FINISHED, "--no-blank")
    (of_cards, _) = answers()
    assert of_cards.startswith("base: ") and of_cards.endswith(".")
    said = " ".join(lab("compare", "--run", FINISHED).split())
    (verdict, unfinished) = answers()
    assert said.startswith(verdict) and verdict.startswith("base+faster against base: ") and unfinished == ""
    lab("cards", "--run", FINISHED, "--no-blank")
    lab("cards", "--run", UNFINISHED, "--no-blank")
    assert answers() == [verdict, ""]
    diary = " ".join(lab("runs").split())
    assert f" {verdict} " in f"{diary} " and "games of" not in diary  # both were typed alike: one entry


def test_the_diary_shows_its_newest_entries_and_says_how_many_are_earlier(store, capsys, monkeypatch):
    rows = runs_file.run_rows(Store.open(store))
    many = [rows[0] | {"command": f"lab run --seed {n}"} for n in range(runs_file.ENTRIES + 2)]
    monkeypatch.setattr(runs_file, "run_rows", lambda _: many)
    said = printed(capsys, ["runs", "--store", str(store)])
    assert "the newest last; 2 earlier: --all" in said and "--seed 2\n" in said and "--seed 1\n" not in said
    assert cli.main(["runs", "--all", "--store", str(store)]) == 0
    assert "--seed 0\n" in (every := capsys.readouterr().out) and "earlier" not in every


def test_runs_as_csv_hold_the_same(store, capsys):
    rows = list(csv.DictReader(io.StringIO(printed(capsys, ["runs", "--store", str(store), "--csv"]))))
    assert [row["run_id"] for row in rows] == [FINISHED, UNFINISHED]
    assert rows[0]["variants"] == " ".join(ARMS)


def test_a_heading_tells_runs_apart_and_says_what_is_missing(store, capsys):
    assert cli.main(["metrics", "endings", "--run", "all", "--store", str(store)]) == 0
    heads = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Run ")]
    names = ", ".join(AGENTS)
    assert heads == [
        f"Run {FINISHED}: deck base; rules base / base+faster; 4 players: {names}; 60 games of each variant",
        f"Run {UNFINISHED}: deck cthulhu; rules cthulhu; 4 players: {names}; 60 games; 20 of 60 played so far",
    ]


def test_endings_that_no_arm_has_are_left_out_and_none_that_some_arm_has(store, capsys):
    line = ["metrics", "endings", "--run", FINISHED, "--store", str(store)]
    happened = Store.open(store).query("SELECT DISTINCT ending FROM game", run=FINISHED)["ending"].to_list()
    seen = printed(capsys, line)
    every = printed(capsys, [*line, "--all"])
    for ending in ENDINGS:
        word = WORDS[ending] + "  "
        assert every.count(word) == len(ARMS) and seen.count(word) == (len(ARMS) if ending in happened else 0)
    assert "more rows" not in seen + every and "--all has every row" in seen


def test_csv_of_a_metric_is_one_table_with_full_numbers(store, capsys):
    argv = ["metrics", "game_length", "--store", str(store), "--run", FINISHED]
    rows = list(csv.DictReader(io.StringIO(printed(capsys, [*argv, "--csv"]))))
    wanted = json.loads(printed(capsys, [*argv, "--json"]))["game_length"]
    assert [float(row["mean_low"]) for row in rows] == [row["mean_low"] for row in wanted]
    assert cli.main(["metrics", "game_length", "endings", "--store", str(store), "--csv"]) == 2
    assert "--csv is given with game_length, endings; allowed: one metric" in capsys.readouterr().err


SHOWS_A_STORE = (["runs"], ["cards"], ["metrics", "endings"], ["metrics", "style"], ["games", "--most-changed"])


@pytest.mark.parametrize("argv", SHOWS_A_STORE, ids=" ".join)
def test_an_empty_store_is_said_to_be_empty(argv, tmp_path, capsys):
    Store.open(tmp_path / "store", create=True)
    argv = [*argv, "--store", str(tmp_path / "store")]
    assert printed(capsys, argv).startswith(f"{tmp_path / 'store'} holds no run yet; lab run --store")
    head = printed(capsys, [*argv, "--csv"]).splitlines()
    assert len(head) == 1 and head[0].startswith("run_id,")
    assert json.loads(printed(capsys, [*argv, "--json"])) in ([], {argv[1]: []})


def test_a_card_of_an_empty_store_is_bad_input(tmp_path, capsys):
    Store.open(tmp_path / "store", create=True)
    assert cli.main(["cards", "--card", "orc", "--store", str(tmp_path / "store")]) == 2
    assert "allowed here: none, no game is stored" in capsys.readouterr().err


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
