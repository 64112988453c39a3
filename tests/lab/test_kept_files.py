"""The files of kept results: whole or not there, whoever writes them, wherever they may not be written."""

from __future__ import annotations

import ast
import subprocess
import sys
import threading

import pytest
from polars.testing import assert_frame_equal

from lab.comparison.arm_comparison import compare_run
from lab.store.store_folder import Store
from lab.store.store_views import BESIDE
from lab.store.stored_tables import TABLES
from lab.tables.metric import compute
from lab.tables.shelf import Shelf
from tests.lab.planted import METRICS, files
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
