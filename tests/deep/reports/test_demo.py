"""`lab demo` twice: the second time nothing is played and nothing computed, and all is said and written as before."""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from shutil import copytree

import pytest

from lab import cli
from lab.measure import compare, registry
from lab.runs.arms import Arm
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
        monkeypatch.setattr(compare, name, forbidden(getattr(compare, name)))
    monkeypatch.setattr(Arm, "player", forbidden(Arm.player))


def state(store):
    """Every file of a store with its bytes, but for the views, which are written whenever a store is opened to play."""
    return {p.relative_to(store): p.read_bytes() for p in store.rglob("*") if p.is_file() and p.suffix != ".duckdb"}


def test_a_second_demo_plays_and_computes_nothing(demo, idle, capsys):
    command, store, said = demo
    before = state(store)
    kept = [p.name.rsplit("-", 2)[0] for p in before if "results" in p.parts]
    others = ["comparison-turns-every_pair", "comparison-turns-first_arm", "health", "notable-10"]
    assert sorted(kept) == sorted(2 * [*registry.load_metrics(), *others])
    assert cli.main(command) == 0
    told = capsys.readouterr()
    assert told.err.count("were in the store already") == 2
    assert said and all(line in told.out for line in said)
    assert state(store) == before


def test_whoever_looks_at_a_demo_computes_nothing(demo, idle, tmp_path):
    _, store, _ = demo
    runs = [p.name for p in (store / "runs").iterdir()]
    to_csv, to_html = ["export", "--to", str(tmp_path / "csv")], ["report", "--to", str(tmp_path / "all.html")]
    looks = [to_csv, to_html, ["cards", "--no-blank"]]
    looks += [["metrics", *registry.load_metrics(), "--run", run] for run in runs]
    looks += [["report", "--to", str(tmp_path / "one.html"), "--run", runs[0]]]
    for look in looks:
        assert cli.main([*look, "--store", str(store)]) == 0


def test_other_games_would_have_to_be_played(demo, idle, tmp_path):
    command, store, _ = demo
    elsewhere = copytree(store, tmp_path / "store")
    with pytest.raises(Computed):
        cli.main([*command, "--seed", "8", "--store", str(elsewhere)])
