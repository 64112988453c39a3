"""What was measured on a finished run is kept with it: the same numbers, computed once, and never the wrong ones."""

from __future__ import annotations

import ast
import subprocess
import sys

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab import cli
from lab.comparison import arm_comparison
from lab.comparison.arm_comparison import as_frame, compare_run
from lab.store.store_folder import Store
from lab.tables import metric as registry
from lab.tables import shelf
from lab.tables.metric import compute, load_metrics
from lab.tables.shelf import SOURCES, Shelf
from tests.lab.planted import METRICS, files, played
from tests.lab.planted import counted as counted
from tests.lab.planted import store as store
from tests.lab.planted import template as template


@pytest.mark.deep
def test_every_metric_is_read_back_as_it_was_computed(store, counted):
    first = compute(store)
    assert sorted(counted) == sorted(2 * METRICS)
    counted.clear()
    again = compute(Store.open(store.path))
    assert not counted
    for name in METRICS:
        assert_frame_equal(again[name], first[name], check_exact=True)
    assert {p.name.rsplit("-", 2)[0] for p in files(store)} == set(METRICS)


@pytest.mark.deep(but=3)
@pytest.mark.parametrize("name", METRICS)
def test_a_metric_of_many_runs_is_that_of_each_run_one_below_the_other(store, name):
    metric = load_metrics()[name]
    whole = metric.of(store.table(t) for t in metric.needs)
    assert_frame_equal(compute(store, [name])[name], whole, rel_tol=1e-9, abs_tol=1e-12)
    for run in store.run_ids():
        assert_frame_equal(compute(store, [name], run)[name], whole.filter(run_id=run), rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.deep(but=3)
@pytest.mark.parametrize("name", [name for name in METRICS if SOURCES[name].by_arm])
def test_of_some_arms_a_metric_says_what_it_says_of_them_among_all(store, name):
    run = next(run for run in store.run_ids() if store.arms(run).height > 1)
    arms = [str(arm) for arm in store.arms(run)["arm"]][:1]
    some = Shelf(store, run, arms=arms).frame(SOURCES[name])
    whole = Shelf(store, run).frame(SOURCES[name])  # and is not taken for it
    assert whole.is_empty() or set(whole["arm"]) > set(some["arm"])
    assert_frame_equal(some, whole.filter(pl.col("arm").is_in(arms)), rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("every_pair", [False, True])
@pytest.mark.parametrize("primary", ["turns", "ending_boss"])
def test_a_comparison_is_read_back_as_it_was_computed(store, counted, every_pair, primary):
    for run in store.run_ids():
        computed = arm_comparison._compared(store, run, every_pair, primary)
        first = compare_run(store, run, every_pair, primary)
        counted.clear()
        again = compare_run(store, run, every_pair, primary)
        assert not counted
        assert repr(again) == repr(first) == repr(computed)  # repr: every digit, None as None, nan as nan
        assert_frame_equal(as_frame(again), as_frame(computed), check_exact=True)


@pytest.mark.deep
def test_comparisons_with_other_parameters_are_kept_apart(store, counted):
    run = store.run_ids()[0]
    for every_pair, primary in [
        (False, "turns"),
        (True, "turns"),
        (True, "deaths"),
        (False, "turns"),
        (True, "deaths"),
    ]:
        rows = compare_run(store, run, every_pair, primary)
        assert {r.metric for r in rows if r.role == "primary"} == {primary}
    assert counted == 3 * ["comparison"]


METRIC = """
from lab.tables.metric import KEYS, metric


@metric(needs=("game",), unit="games", interval="none")
def sharks(game):
    '''Sharks by game.'''
    return game.group_by(KEYS).len("sharks").sort(KEYS).with_columns(teeth={teeth})
"""


def test_an_edited_metric_is_computed_anew_and_takes_the_place_of_the_old(store, tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_KNOWN", dict(load_metrics()))
    path = tmp_path / "sharks.py"

    def teeth(number):
        path.write_text(METRIC.format(teeth=number), encoding="utf-8")
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {})
        return set(compute(store, ["sharks"])["sharks"]["teeth"])

    assert [teeth(300), teeth(300), teeth(301), teeth(300)] == [{300}, {300}, {301}, {300}]
    assert len(files(store)) == 2  # one for each run


@pytest.mark.deep
@pytest.mark.parametrize("what", ["the rooms", "a package", "the facts"])
def test_whatever_a_result_is_made_of_changes_it_is_computed_anew(store, counted, monkeypatch, what):
    run = store.run_ids()[0]
    before = compute(store, run=run)
    compare_run(store, run)
    counted.clear()
    if what == "the rooms":
        monkeypatch.setattr(shelf, "ROOMS_SOURCE", "edited")
    elif what == "a package":
        monkeypatch.setattr(shelf, "_packages", lambda: ("polars 99",))
    else:
        next((store.path / "runs" / run / "shard").iterdir()).unlink()
        planned = pl.when(pl.row_index() == 0).then(pl.col("games") - 10).otherwise("games")
        store.begin(run, store.spec_text(run), {"arm": store.arms(run).with_columns(games=planned)})
    after = compute(store, run=run)
    compare_run(store, run)
    assert sorted(counted) == sorted([*METRICS, "comparison"])
    assert before["economy"].equals(after["economy"]) == (what != "the facts")
    assert len(files(store)) == len(METRICS) + 1


@pytest.mark.deep
def test_facts_of_one_table_leave_the_metrics_of_others_alone(store, counted):
    run = store.run_ids()[0]
    compute(store, run=run)
    counted.clear()
    shard = min(store.committed(run))
    frames = store.frames_of(run, shard, store.rows_of(run, shard))
    store.commit(run, shard, frames | {"level": frames["level"][1:]})
    compute(store, run=run)
    assert counted == [name for name in METRICS if "level" in load_metrics()[name].needs]


@pytest.mark.deep
def test_a_run_that_may_gain_games_keeps_nothing(tmp_path):
    class Stop(Exception):
        """Somebody ends the run in its middle."""

    def stop(arm, first):
        if (arm, first) == ("base+faster", 10):
            raise Stop

    with pytest.raises(Stop):
        played(tmp_path / "s", stop)
    store = Store.open(tmp_path / "s")
    half = compute(store)
    (run,) = store.run_ids()
    compare_run(store, run)
    assert half["game_length"].height and not files(store)
    assert played(tmp_path / "s") == run
    whole = compute(store)
    assert len(files(store)) == len(METRICS)
    assert whole["game_length"]["games"].sum() > half["game_length"]["games"].sum()


def imports_of(path):
    """Rooms of the project that a file imports, wherever it does so, but for its annotations only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    only_types = [n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.unparse(n.test)]
    skipped = {id(n) for block in only_types for n in ast.walk(block)}
    for node in ast.walk(tree):
        if id(node) not in skipped:
            if isinstance(node, ast.ImportFrom):
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


def test_metrics_import_nothing_that_their_fingerprint_does_not_know():
    rooms = tuple(room.replace("/", ".") for room in shelf.ROOMS)
    numberless = ("lab.errors", "lab.provenance", "engine.records", "engine.inputs", "engine.compiling.locked_folder")
    folders = [registry.FOLDER, *(shelf.ROOT / room for room in shelf.ROOMS if room.startswith("lab"))]
    checked = [p for folder in folders for p in folder.glob("*.py")]
    assert len(checked) > 15
    for path in checked:
        ours = [m for m in imports_of(path) if m.split(".")[0] in ("lab", "engine", "decks", "variants", "reports")]
        assert not [m for m in ours if not m.startswith((*rooms, *numberless))], path


WARM = """
import sys
from lab.cli import main
assert main(sys.argv[1:]) == 0
print([m for m in ("scipy.stats", "scipy.optimize", "numba", "plotly", "streamlit") if m in sys.modules])
"""


@pytest.mark.deep
def test_reading_what_was_kept_imports_nothing_heavy(store):
    compute(store)
    for command in (["metrics", "style", "rating"], ["cards"]):
        warm = [sys.executable, "-c", WARM, *command, "--store", str(store.path)]
        said = subprocess.run(warm, capture_output=True, text=True, check=True)
        assert said.stdout.splitlines()[-1] == "[]", command


@pytest.mark.deep
def test_measuring_needs_no_compiler(store):
    cold = [sys.executable, "-c", WARM, "metrics", *METRICS, "--store", str(store.path)]
    said = subprocess.run(cold, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "['scipy.optimize']"


@pytest.mark.deep
@pytest.mark.parametrize("command", ["report", "export", "compare"])
def test_looking_again_needs_neither_scipy_nor_the_compiler(store, tmp_path, command):
    about = {
        "report": ["--to", str(tmp_path / "report.html")],
        "export": ["--to", str(tmp_path / "csv"), "--xlsx"],
        "compare": ["--run", store.run_ids()[0]],
    }
    argv = [command, *about[command], "--store", str(store.path)]
    assert cli.main(argv) == 0
    said = subprocess.run([sys.executable, "-c", WARM, *argv], capture_output=True, text=True, check=True)
    drawn = ["plotly"] if command == "report" else []
    assert said.stdout.splitlines()[-1] == str(drawn)


def test_a_table_keeps_its_types_where_no_row_knows_them():
    assert as_frame([]).schema == pl.Schema(arm_comparison.COLUMNS)
