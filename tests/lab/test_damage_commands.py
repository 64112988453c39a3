"""Every command that reads a damaged store ends with one sentence that names the file, and exit code 2."""

from __future__ import annotations

import shlex
import shutil

import pytest

from lab import cli
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.lab.damaging import files
from tests.lab.fixed_store import FINISHED, fixed_store

pytestmark = pytest.mark.deep

COMMANDS = {
    "metrics": "metrics game_length endings", "cards": "cards --no-blank", "games": "games --longest", "runs": "runs",
    "query": "query 'SELECT count(*) FROM game'", "export": "export --to out --table endings --table arm",
    "pack": "pack --to out.duckdb", "report": "report --to out.html", "compare": f"compare --run {FINISHED}",
    "replay": f"replay --run {FINISHED}", "health": f"metrics health --run {FINISHED}", "chances": "chances",
}  # fmt: skip
SHARD, ARM, RUN = "game/base+faster-0.parquet", "arm/arm.parquet", "run/run.parquet"
READS_NO_SHARD = ("replay",)


@pytest.fixture(scope="module")
def fixed(tmp_path_factory):
    """A store in its place, and a copy of its runs."""
    path = tmp_path_factory.mktemp("commands") / "store"
    fixed_store(path)
    shutil.copytree(path / "runs", path.parent / "kept")
    return path


@pytest.mark.parametrize("file", [SHARD, ARM, RUN])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_names_what_is_damaged(fixed, command, file, tmp_path, capsys, monkeypatch):
    if file == SHARD and command in READS_NO_SHARD:
        pytest.skip("it reads no shard")
    shutil.rmtree(fixed / "runs")
    shutil.copytree(fixed.parent / "kept", fixed / "runs")
    place = fixed / "runs" / FINISHED / file
    place.write_bytes(place.read_bytes()[: 300 if file == SHARD else 0])
    monkeypatch.chdir(tmp_path)
    assert cli.main([*shlex.split(COMMANDS[command]), "--store", str(fixed)]) == 2
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1 and f"runs/{FINISHED}/{file} " in said.err, said.err
    assert f"lab store mend --store {fixed}" in said.err
    assert not list(tmp_path.iterdir())


def test_real_games_are_mended_to_equal_bytes(tmp_path, capsys):
    spec = RunSpec(arms=("base",), games=12, shard_games=4, seed=3, seats=3, agents=("balanced", "random"))
    run_spec(spec, tmp_path / "s", 2)
    before = files(tmp_path / "s")
    (run,) = (tmp_path / "s" / "runs").iterdir()
    shutil.rmtree(run / "exposure")
    (run / "event" / "base-4.parquet").write_bytes(b"PAR1")
    (run / "arm" / "arm.parquet").unlink()
    assert cli.main(["store", "mend", "--store", str(tmp_path / "s"), "--workers", "2"]) == 0
    assert capsys.readouterr().out == f"run {run.name}: 5 damaged, 3 shards (12 games) played again\n"
    assert files(tmp_path / "s") == before
    assert not Store.open(tmp_path / "s").damages(run.name)
