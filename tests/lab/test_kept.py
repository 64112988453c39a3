"""What was measured on a finished run is kept with it: the same numbers, computed once, and never the wrong ones."""

from __future__ import annotations

import ast
import subprocess
import sys
import threading
from dataclasses import replace

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.measure import compare, kept, registry
from lab.measure.compare import as_frame, compare_run
from lab.measure.registry import compute, finish, load_metrics
from lab.runs.runner import run_spec
from lab.runs.spec import RunSpec
from lab.store.folder import Store
from lab.store.tables import TABLES
from tests.lab.fakes import fake_arms

METRICS = sorted(load_metrics())
ARMS = ("base", "base+faster", "base+no-curses")


def played(path, before=None, **values):
    """A run of fake games."""
    spec = RunSpec(
        **{"arms": ARMS, "games": 30, "shard_games": 10, "seats": 3, "agents": ["random", "greedy"]} | values
    )
    return run_spec(spec, path, 1, arms=fake_arms(spec, before)).run_id


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A store of two runs, one of them without events, on which nothing has been measured."""
    path = tmp_path_factory.mktemp("kept") / "store"
    played(path), played(path, seed=1, events="none", arms=ARMS[:2])
    return path


@pytest.fixture
def store(template, tmp_path):
    """A copy of it."""
    import shutil

    shutil.copytree(template, tmp_path / "store")
    return Store.open(tmp_path / "store")


@pytest.fixture
def counted(monkeypatch):
    """Names of everything that is computed from now on, metrics and comparisons."""
    calls: list[str] = []

    def counting(name, make):
        def call(*tables):
            calls.append(name)
            return make(*tables)

        return call

    for name, metric in load_metrics().items():
        monkeypatch.setitem(registry._KNOWN, name, replace(metric, compute=counting(name, metric.compute)))
    monkeypatch.setattr(compare, "game_numbers", counting("comparison", compare.game_numbers))
    return calls


def files(store, run=None):
    """All that is kept, by run and name."""
    return sorted(p.relative_to(store.path) for p in store.path.glob(f"runs/{run or '*'}/results/*"))


def test_every_metric_is_read_back_as_it_was_computed(store, counted):
    first = compute(store)
    assert sorted(counted) == sorted(2 * METRICS)
    counted.clear()
    again = compute(Store.open(store.path))
    assert not counted
    for name in METRICS:
        assert_frame_equal(again[name], first[name], check_exact=True)
    assert {p.name.rsplit("-", 2)[0] for p in files(store)} == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_of_many_runs_is_that_of_each_run_one_below_the_other(store, name):
    metric = load_metrics()[name]
    whole = finish(metric.compute(*(store.table(t) for t in metric.needs)))
    assert_frame_equal(compute(store, [name])[name], whole, rel_tol=1e-9, abs_tol=1e-12)
    for run in store.run_ids():
        assert_frame_equal(compute(store, [name], run)[name], whole.filter(run_id=run), rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize("every_pair", [False, True])
@pytest.mark.parametrize("primary", ["turns", "ending_boss"])
def test_a_comparison_is_read_back_as_it_was_computed(store, counted, every_pair, primary):
    for run in store.run_ids():
        computed = compare._compared(store, run, every_pair, primary)
        first = compare_run(store, run, every_pair, primary)
        counted.clear()
        again = compare_run(store, run, every_pair, primary)
        assert not counted
        assert repr(again) == repr(first) == repr(computed)  # repr: every digit, None as None, nan as nan
        assert_frame_equal(as_frame(again), as_frame(computed), check_exact=True)


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
from lab.measure.registry import KEYS, metric


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


@pytest.mark.parametrize("what", ["the rooms", "a package", "the facts"])
def test_whatever_a_result_is_made_of_changes_it_is_computed_anew(store, counted, monkeypatch, what):
    run = store.run_ids()[0]
    before = compute(store, run=run)
    compare_run(store, run)
    counted.clear()
    if what == "the rooms":
        monkeypatch.setattr(kept, "ROOMS_SOURCE", "edited")
    elif what == "a package":
        monkeypatch.setattr(kept, "_packages", lambda: ("polars 99",))
    else:
        next((store.path / "runs" / run / "shard").iterdir()).unlink()
    after = compute(store, run=run)
    compare_run(store, run)
    assert sorted(counted) == sorted([*METRICS, "comparison"])
    assert before["economy"].equals(after["economy"]) == (what != "the facts")
    assert len(files(store)) == len(METRICS) + 1


def test_facts_of_one_table_leave_the_metrics_of_others_alone(store, counted):
    run = store.run_ids()[0]
    compute(store, run=run)
    counted.clear()
    next((store.path / "runs" / run / "level").iterdir()).unlink()
    compute(store, run=run)
    assert counted == [name for name in METRICS if "level" in load_metrics()[name].needs]


def broken(data):
    """A whole file, and ways in which it may be broken."""
    yield from (data[:n] for n in (0, 1, 4, len(data) // 2, len(data) - 1))
    yield from (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), len(data) // 40))
    yield from (b"PAR1", b"\0" * len(data), data + b"PAR1", data * 2)


def test_a_broken_file_is_never_read_and_replaced_without_a_word(store, counted, capfd):
    run = store.run_ids()[0]
    truth = compute(store, ["endings"], run)["endings"]
    (path,) = (store.path / name for name in files(store))
    data = path.read_bytes()
    ways = list(broken(data))
    counted.clear()
    for n, bytes_ in enumerate(ways, 1):
        path.write_bytes(bytes_)
        assert_frame_equal(compute(store, ["endings"], run)["endings"], truth, check_exact=True)
        assert (len(counted), path.read_bytes()) == (n, data)
    assert len(ways) > 40 and capfd.readouterr() == ("", "")


def test_a_file_that_only_has_the_name_is_not_read(store, counted):
    run = store.run_ids()[0]
    results = store.results(run)
    results.folder.mkdir()
    for name in ("endings.parquet", "endings-x.parquet", "endings-1-2.parquet", "-.parquet", "endings-a-b.txt"):
        (results.folder / name).write_bytes(b"?")
    (results.folder / "endings-3-4.parquet").mkdir()
    truth = compute(store, ["endings"], run)["endings"]
    counted.clear()
    assert compute(store, ["endings"], run)["endings"].equals(truth) and not counted


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


@pytest.mark.parametrize("in_the_way", ["a file", "a link to where nobody may write", "a full disk"])
def test_a_store_that_cannot_be_written_to_gives_the_same_answers(store, counted, monkeypatch, capfd, in_the_way):
    run = store.run_ids()[0]
    folder = store.results(run).folder
    if in_the_way == "a file":
        folder.write_text("mine")
    elif in_the_way == "a link to where nobody may write":
        folder.symlink_to("/proc/self")
    else:
        full = OSError(28, "No space left on device")
        monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(full))
    for _ in range(2):
        assert compute(store, ["endings"], run)["endings"]["games"].sum() > 0
        assert compare_run(store, run)
    assert counted == 2 * ["endings", "comparison"] and capfd.readouterr() == ("", "")
    assert not [p for p in store.path.rglob(".*.part")]


ASK = """
import sys
from lab.measure.registry import compute
from lab.measure.compare import compare_run
from lab.store.folder import Store
store = Store.open(sys.argv[1])
for _ in range(3):
    print(compute(store, ["endings", "economy"])["economy"].write_json(), len(compare_run(store, store.run_ids()[0])))
"""


def test_many_may_ask_at_once(store):
    ask = [sys.executable, "-c", ASK, str(store.path)]
    others = [subprocess.Popen(ask, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    threads = [threading.Thread(target=lambda: compute(store)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = [other.communicate(timeout=120) for other in others]
    assert [said for _, said in told] == ["", "", ""]
    assert [out.count('"run_id"') for out, _ in told] == 3 * [3 * compute(store)["economy"].height]
    assert {p.name.rsplit("-", 2)[0] for p in files(store)} == {*METRICS, "comparison-turns-first_arm"}
    assert not [p for p in store.path.rglob(".*.part")]


def test_what_is_kept_is_no_table_and_moves_no_digest(store, tmp_path):
    digests = {(t, r): store.digest(t, r) for t in TABLES for r in store.run_ids()}
    counts = {t: store.query(f"SELECT count(*) AS n FROM {t}").item() for t in TABLES}
    compute(store)
    assert files(store)
    assert {(t, r): store.digest(t, r) for t in TABLES for r in store.run_ids()} == digests
    assert {t: store.query(f"SELECT count(*) AS n FROM {t}").item() for t in TABLES} == counts
    store.pack(tmp_path / "packed.duckdb")
    tables = "import duckdb; print(sorted(duckdb.connect('packed.duckdb').sql('SHOW TABLES').pl()['name']))"
    said = subprocess.run([sys.executable, "-c", tables], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ast.literal_eval(said.stdout) == sorted(TABLES)


def test_a_run_is_found_again_in_a_store_that_moved(store, counted, tmp_path):
    compute(store)
    counted.clear()
    moved = store.path.rename(tmp_path / "elsewhere")
    compute(Store.open(moved))
    assert not counted


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
    rooms = tuple(room.replace("/", ".") for room in kept.ROOMS)
    numberless = ("lab.errors", "lab.provenance", "engine.records")
    folders = [registry.FOLDER, *(kept.ROOT / room for room in kept.ROOMS if room.startswith("lab"))]
    checked = [p for folder in folders for p in folder.glob("*.py")]
    assert len(checked) > 15
    for path in checked:
        ours = [m for m in imports_of(path) if m.split(".")[0] in ("lab", "engine", "decks", "variants", "reports")]
        assert not [m for m in ours if not m.startswith((*rooms, *numberless))], path


WARM = """
import sys
from lab.cli import main
from unittest.mock import patch
assert main(sys.argv[1:]) == 0
print([m for m in ("scipy.stats", "scipy.optimize", "numba", "plotly", "pydantic", "streamlit") if m in sys.modules])
"""


def test_reading_what_was_kept_imports_nothing_heavy(store):
    compute(store)
    for command in (["metrics", "style", "rating"], ["cards"]):
        warm = [sys.executable, "-c", WARM, *command, "--store", str(store.path)]
        said = subprocess.run(warm, capture_output=True, text=True, check=True)
        assert said.stdout.splitlines()[-1] == "[]", command


def test_a_table_keeps_its_types_where_no_row_knows_them():
    assert as_frame([]).schema == pl.Schema(compare.COLUMNS)
