"""`lab demo`: one page that fits; the second time nothing is played or computed, and all is said as before."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from functools import wraps
from shutil import copytree

import click
import pytest

from lab import cli
from lab.comparison import arm_comparison
from lab.runs.arms import Arm
from lab.tables import metric as registry
from reports import demo_page
from reports.commands.demo import ASKED, NEXT
from tests.engine.positions import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")


class Computed(Exception):
    """Somebody played or computed."""


def forbidden(make):
    """The same function to whoever asks for its name and its sentence; whoever calls it fails."""

    @wraps(make)
    def fail(*_):
        raise Computed

    return fail


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """A demo that was run once: its command, its store and what it said."""
    store = tmp_path_factory.mktemp("demo") / "store"
    command = ["demo", "--games", "3", "--workers", "1", "--store", str(store)]
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("click.echo", lambda text="", **_: said.append(str(text)))
        assert cli.main(command) == 0
    return command, store, said


@pytest.fixture
def idle(monkeypatch):
    """Whoever plays or computes fails."""
    for name, metric in registry.load_metrics().items():
        monkeypatch.setitem(registry._KNOWN, name, replace(metric, compute=forbidden(metric.compute)))
    for name in ("game_numbers", "compare_arms"):
        monkeypatch.setattr(arm_comparison, name, forbidden(getattr(arm_comparison, name)))
    monkeypatch.setattr(Arm, "player", forbidden(Arm.player))


def state(store):
    """Every file of a store with its bytes, but for the views, which are written whenever a store is opened to play."""
    return {p.relative_to(store): p.read_bytes() for p in store.rglob("*") if p.is_file() and p.suffix != ".duckdb"}


def test_a_second_demo_plays_and_computes_nothing(demo, idle, capsys):
    command, store, said = demo
    before = state(store)
    kept = [p.name.rsplit("-", 2)[0] for p in before if "results" in p.parts]
    compared = ["comparison-turns-every_pair", "comparison-turns-first_arm"]
    others = [*compared, "health", "notable_games", "game_cells", "run_fates"]
    assert sorted(kept) == sorted(
        [*2 * [*registry.load_metrics(), *others], "largest-turns"]
    )  # one run has several arms
    assert cli.main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("were in the store already") == 2
    assert said and all(line in told.out for line in said)
    assert state(store) == before


def test_whoever_looks_at_a_demo_computes_nothing(demo, idle, tmp_path):
    _, store, _ = demo
    runs = [p.name for p in (store / "runs").iterdir()]
    every = ["--run", "all"]
    to_csv, to_html = (
        ["export", *every, "--to", str(tmp_path / "csv")],
        ["report", *every, "--to", str(tmp_path / "all.html")],
    )
    looks = [to_csv, to_html, ["cards", "--no-blank", *every]]
    looks += [["metrics", *registry.load_metrics(), "--run", run] for run in runs]
    looks += [["report", "--to", str(tmp_path / "one.html"), "--run", runs[0]]]
    for look in looks:
        assert cli.main([*look, "--store", str(store)]) == 0


def test_it_is_one_page_with_a_command_that_replays_a_game(demo, capsys, monkeypatch):
    command, store, _ = demo
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    places = [line for line in lines if str(store) in line]  # a path is never cut
    assert len(lines) <= 40 and all(len(line) <= 80 for line in lines if line not in places)
    assert [line for line in lines if line.endswith("?")] == [question for question, _, _ in ASKED]
    (replay,) = re.findall(r"^lab replay.*", "\n".join(lines).replace("\\\n", ""), re.M)
    assert cli.main(shlex.split(replay)[1:]) == 0
    assert "Players: " in capsys.readouterr().out


def test_what_it_tells_to_type_next_can_be_typed():
    above = click.Context(cli.lab, **cli.lab.context_settings)  # a command keeps how help is asked for
    for line, _ in NEXT:
        name, *words = shlex.split(line)[1:]
        command = cli.lab.get_command(above, name)
        assert command is not None and command.make_context(name, words, parent=above), line


def test_a_part_that_fails_is_a_sentence_and_the_rest_is_there(demo, capsys, monkeypatch):
    command, store, said = demo

    def fail(*_):
        raise TypeError("planted")

    monkeypatch.setattr(demo_page, "strong_cards", fail)
    assert cli.main(command) == 0
    told = capsys.readouterr().out
    assert "The card cannot be shown: TypeError in tests/deep/reports/test_demo.py" in told
    missing = [line for line in said if line not in told]
    assert missing == [line for line in said if line.startswith("Cards in the hand")]


def test_other_games_would_have_to_be_played(demo, idle, tmp_path):
    command, store, _ = demo
    elsewhere = copytree(store, tmp_path / "store")
    with pytest.raises(Computed):
        cli.main([*command, "--seed", "8", "--store", str(elsewhere)])
