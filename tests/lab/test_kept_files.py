"""Results that are kept: their files, whole or not there, and what is measured ahead of whoever asks."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import threading
from dataclasses import replace

import pytest
from polars.testing import assert_frame_equal

from lab import cli
from lab.comparison.arm_comparison import as_frame, compare_run, comparison_of
from lab.comparison.notable_games import notable_games
from lab.errors import BadInput
from lab.precompute import in_turn, lock_of, measure
from lab.store.store_folder import Store
from lab.store.store_locks import alone, is_taken
from lab.store.store_views import BESIDE
from lab.store.stored_tables import TABLES
from lab.tables import metric as registry
from lab.tables import shelf
from lab.tables.metric import compute, load_metrics
from lab.tables.shelf import Pending, Shelf, is_small
from tests.lab.command_lines import refused
from tests.lab.planted import ARMS, METRICS, files, played
from tests.lab.planted import counted as counted
from tests.lab.planted import store as store
from tests.lab.planted import template as template

pytestmark = pytest.mark.deep


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
    results = Shelf(store, run).results
    results.folder.mkdir()
    for name in ("endings.parquet", "endings-x.parquet", "endings-1-2.parquet", "-.parquet", "endings-a-b.txt"):
        (results.folder / name).write_bytes(b"?")
    (results.folder / "endings-3-4.parquet").mkdir()
    truth = compute(store, ["endings"], run)["endings"]
    counted.clear()
    assert compute(store, ["endings"], run)["endings"].equals(truth) and not counted


@pytest.mark.parametrize("in_the_way", ["a file", "a link to where nobody may write", "a full disk"])
def test_a_store_that_cannot_be_written_to_gives_the_same_answers(store, counted, monkeypatch, capfd, in_the_way):
    run = store.run_ids()[0]
    folder = Shelf(store, run).results.folder
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
from lab.tables.shelf import Shelf
from lab.tables.metric import compute
from lab.comparison.arm_comparison import compare_run
from lab.store.store_folder import Store
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
    assert ast.literal_eval(said.stdout) == sorted((*TABLES, *BESIDE))


def test_a_run_is_found_again_in_a_store_that_moved(store, counted, tmp_path):
    compute(store)
    counted.clear()
    moved = store.path.rename(tmp_path / "elsewhere")
    compute(Store.open(moved))
    assert not counted


class Stop(Exception):
    """Somebody ends the run in its middle."""


def until(path, first):
    """A run that stops before the shard of the last arm that begins with this game."""

    def stop(arm, game):
        if (arm, game) == (ARMS[-1], first):
            raise Stop

    with pytest.raises(Stop):
        played(path, stop)
    return Store.open(path)


def test_everything_is_measured_once_and_told(store, counted):
    run = store.run_ids()[0]
    steps = list(measure(store, [run]))
    assert sorted(counted) == sorted([*METRICS, "comparison", "comparison"])  # every pair, and with the first arm
    assert [step.number for step in steps] == [*range(1, len(METRICS) + 6)]
    assert {step.of for step in steps} == {len(METRICS) + 5}
    counted.clear()
    assert len(list(measure(store, [run]))) == len(steps) and not counted


def test_what_is_measured_ahead_is_what_whoever_asks_would_have_computed(store, tmp_path):
    other = Store.open(shutil.copytree(store.path, tmp_path / "other"))
    run = store.run_ids()[0]
    list(measure(store, [run]))
    kept = Shelf(store, run, computes=False)
    for name, wanted in compute(other, run=run).items():
        assert_frame_equal(kept.get(name), wanted, rel_tol=1e-12)  # sums of threads come in any order
    rows = as_frame(compare_run(other, run, every_pair=True))
    assert_frame_equal(kept.frame(comparison_of(every_pair=True)), rows, check_exact=True)
    assert_frame_equal(kept.get("notable_games"), notable_games(other, run), check_exact=True)
    assert not kept.behind


def test_where_nothing_may_be_computed_it_is_said_what_is_missing(store, counted):
    run = store.run_ids()[0]
    assert Shelf(store, run, computes=False).get("endings") == Pending("endings")
    assert not counted
    compute(store, ["endings"], run)
    assert Shelf(store, run, computes=False).get("endings").height
    assert counted == ["endings"]


def known(store):
    """The endings of the only run as they were measured, and what is of fewer games than there are."""
    found = Shelf(store, store.run_ids()[0], computes=False)
    return found.get("endings"), found.behind


@pytest.mark.deep
def test_a_growing_run_is_measured_as_far_as_it_is_and_gives_way_to_more(tmp_path, counted):
    store = until(tmp_path / "s", 10)
    (run,) = store.run_ids()
    for _ in range(2):  # the second time nothing is new
        list(measure(store, [run]))
    assert counted.count("endings") == 1 and counted.count("style") == 1
    half, behind = known(store)
    assert not behind
    assert_frame_equal(half, compute(store, ["endings"], run)["endings"])

    until(tmp_path / "s", 20)
    same, behind = known(store)
    assert_frame_equal(same, half)
    assert behind == ["endings"]
    list(measure(store, [run]))
    more, behind = known(store)
    assert not behind and half["count"].sum() < more["count"].sum() < 90

    played(tmp_path / "s")
    same, behind = known(store)
    assert same.equals(more) and behind
    list(measure(store, [run]))
    assert not [path for path in files(store) if "so-far" in path.name]
    assert compute(store, ["endings"], run)["endings"]["count"].sum() == 90


def test_nothing_of_a_growing_run_is_kept_by_whoever_only_asks(tmp_path):
    store = until(tmp_path / "s", 10)
    compute(store, ["endings"])
    assert not files(store)


def test_quick_metrics_come_first_and_each_comes(store):
    names = in_turn()
    assert sorted(names) == METRICS
    assert names.index("endings") < names.index("lead_gap") < names.index("style") < names.index("card_table")


def test_a_run_is_large_by_its_rows_in_all_tables(store, monkeypatch):
    run = store.run_ids()[0]
    rows = sum(store.table(name, run).collect().height for name in ("game", "seat", "level", "exposure", "event"))
    for most, small in ((rows, True), (rows - 1, False)):
        monkeypatch.setattr(shelf, "AT_ONCE", most)
        assert is_small(store, run) is small


def test_one_process_at_a_time(store, capsys, counted):
    run = store.run_ids()[0]
    command = ["metrics", "all", "--run", run, "--store", str(store.path)]
    with alone(lock_of(store)):
        assert cli.main(command) == 0
    assert "Nothing was measured" in capsys.readouterr().out and not counted
    assert not is_taken(lock_of(store)) and cli.main(command) == 0
    assert f"{run}: {len(METRICS) + 5} results are there" in capsys.readouterr().out
    assert set(counted) == {*METRICS, "comparison"}


def test_the_lock_ends_with_its_process(store):
    words = "import sys, time; from pathlib import Path; from lab.store.store_locks import alone\n"
    words += "with alone(Path(sys.argv[1])) as held: print(held, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", words, str(lock_of(store))], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"True\n" and is_taken(lock_of(store))
        process.kill()
        process.wait()
    assert not is_taken(lock_of(store))


def test_a_store_that_goes_away_ends_it_in_a_sentence(store, monkeypatch):
    run, gone = store.run_ids()[0], store.path.with_name("gone")
    metric = load_metrics()["endings"]

    def away(*_):
        store.path.rename(gone)
        return metric.compute(*(store.table(name, run) for name in metric.needs))

    monkeypatch.setitem(registry._KNOWN, "endings", replace(metric, compute=away))
    with pytest.raises(BadInput, match="went away|no run"):
        list(measure(store, [run]))
    assert not store.path.exists()


@pytest.mark.parametrize(
    ("names", "said"),
    [(["all", "endings"], "all is given with endings"), (["all", "--csv"], "--csv"), (["all", "--json"], "--json")],
)
def test_all_stands_alone(store, capsys, names, said):
    assert said in refused(capsys, ["metrics", *names, "--store", str(store.path)])


@pytest.mark.parametrize(("most", "said"), [(0, True), (400_000, False)])
def test_a_large_run_says_how_it_is_measured_ahead(store, monkeypatch, most, said):
    from lab.commands.run import _ahead

    monkeypatch.setattr(shelf, "AT_ONCE", most)
    run = store.run_ids()[0]
    assert (f"lab metrics all --run {run} --store {store.path}" in _ahead(store.path, run)) is said
