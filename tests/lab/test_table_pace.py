"""The declared pace of a table: where it stands, and one that cannot be read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lab import cli
from lab.errors import BadInput
from lab.tables import shelf
from lab.tables.metric import compute
from lab.tables.table_pace import FILE, pace, parsed_pace
from tests.lab.fixed_store import FINISHED, fixed_store


def test_the_declared_pace_is_read_and_stands_behind_what_is_kept():
    assert parsed_pace(FILE.read_bytes(), FILE) == pace()
    assert FILE in shelf.room_files()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (b"turn = 20\ndecision = -1\ncombat = 3", "decision is -1; allowed: seconds"),
        (b"turn = nan\ndecision = 1\ncombat = 3", "turn is nan; allowed: seconds"),
        (b"turn = true\ndecision = 1\ncombat = 3", "turn is True; allowed: seconds"),
        (b"turn = 'long'\ndecision = 1\ncombat = 3", "turn is 'long'; allowed: seconds"),
        (b"turn = 1\ndecision = 1\ncombat = 3\nsnacks = 1", "unknown key 'snacks'; allowed: turn, decision, combat"),
        (b"turn = ", "not valid TOML: Invalid value"),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_a_pace_that_says_something_else_is_refused_in_a_sentence(written, says):
    with pytest.raises(BadInput, match=r"^pace.toml: ") as error:
        parsed_pace(written, Path("pace.toml"))
    assert says in str(error.value)


def test_the_pace_that_lies_in_a_store_counts_there_and_nowhere_else(tmp_path, capsys):
    store = fixed_store(tmp_path / "store")
    (turns,) = store.query("SELECT avg(turns) FROM game WHERE arm = 'base'", run=FINISHED).row(0)
    ask = ["metrics", "estimated_minutes", "--run", FINISHED, "--json", "--store", str(store.path)]

    def minutes():
        assert cli.main(ask) == 0
        return json.loads(capsys.readouterr().out)["estimated_minutes"][0]["minutes"]

    declared, other = minutes(), fixed_store(tmp_path / "other")
    (store.path / "pace.toml").write_text("turn = 60.0\ndecision = 0.0\ncombat = 0.0\n")
    assert minutes() == pytest.approx(turns) and minutes() != pytest.approx(declared)
    for place, expected in ((store, turns), (other, declared), (store, turns)):  # two stores of one process
        found = compute(place, ["estimated_minutes"], FINISHED)["estimated_minutes"]
        assert found["minutes"][0] == pytest.approx(expected)
    assert cli.main(["compare", "--run", FINISHED, "--store", str(store.path)]) == 0
    said = "".join(capsys.readouterr().out.split())  # a long path is torn
    assert f"(by{store.path / 'pace.toml'})" in said and "60saturn,0adecision,0acombat" in said
    (store.path / "pace.toml").write_text("turn = 60\n")  # of the rest nobody has measured anything
    assert minutes() == pytest.approx(declared + turns * (60 - pace().turn) / 60)
    (store.path / "pace.toml").write_text("turns = 60\n")
    assert cli.main(ask) == 2 and "pace.toml: unknown key 'turns'" in capsys.readouterr().err
    (store.path / "pace.toml").unlink()
    assert minutes() == declared


MINUTES = """
import sys
from pathlib import Path
from lab.comparison.arm_comparison import compare_run
from lab.store.store_folder import Store
print(next(r.value_a for r in compare_run(Store.open(Path(sys.argv[1])), sys.argv[2]) if r.metric == "minutes"))
"""


def test_whoever_edits_the_pace_sees_other_minutes_of_a_run_whose_comparison_is_kept(tmp_path):
    store = fixed_store(tmp_path / "store")
    (turns, combats) = store.query("SELECT avg(turns), avg(combats) FROM game WHERE arm = 'base'", run=FINISHED).row(0)
    ours = FILE.parents[2]
    shutil.copytree(ours / "lab", tmp_path / "lab", ignore=shutil.ignore_patterns("__pycache__"))
    pace_here = tmp_path / FILE.relative_to(ours)
    path = os.pathsep.join([str(tmp_path), str(ours)])

    def minutes(written):
        pace_here.write_text(written)
        argv, env = [sys.executable, "-c", MINUTES, str(store.path), FINISHED], os.environ | {"PYTHONPATH": path}
        return float(subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, check=True).stdout)

    assert minutes("turn = 60.0\ndecision = 0.0\ncombat = 0.0\n") == pytest.approx(turns)
    assert minutes("turn = 0.0\ndecision = 0.0\ncombat = 30.0\n") == pytest.approx(combats / 2)
