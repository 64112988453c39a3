"""A store in a real object store: a server on this machine that speaks S3, by s3fs and the usual AWS_* variables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from lab import cli
from lab.store.store_folder import Store
from lab.store.stored_tables import TABLES
from tests.engine.positions import COMPILED
from tests.lab.machines import BucketServer

s3fs = pytest.importorskip("s3fs", reason='s3fs is not installed: pip install ".[s3]"')
pytest.importorskip("moto.server", reason='moto is not installed: pip install ".[dev]"')
pytestmark = pytest.mark.skipif(not COMPILED, reason="plays whole games")

SPEC = """
arms = ["base", "base+faster"]
games = 150
shard_games = 10
seats = 3
agents = ["balanced", "random"]
events = "sample:20"
"""
SHARDS = 30
ADDRESS = "s3://bucket/a store"


@pytest.fixture(scope="module")
def server():
    """A server without a bucket."""
    running = BucketServer()
    yield running
    running.stop()


@pytest.fixture
def bucket(server, monkeypatch, tmp_path):
    """The environment of somebody who may use a bucket there, an empty one; copies lie below a folder of this test."""
    known = {
        "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": server.address, "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
        "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(cli.ROOT),
    }  # fmt: skip
    for name, value in known.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    files = s3fs.S3FileSystem(endpoint_url=server.address, skip_instance_cache=True)
    files.mkdir("bucket")
    yield files
    files.rm("bucket", recursive=True)
    s3fs.S3FileSystem.clear_instance_cache()


@pytest.fixture
def spec(tmp_path):
    (tmp_path / "spec.toml").write_text(SPEC)
    return str(tmp_path / "spec.toml")


def lab(capsys, *words):
    """Exit code, output, and the one sentence of errors, if there is one."""
    code = cli.main([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, [line for line in said.err.splitlines() if line.startswith("lab: ")], said.err


def markers(files):
    files.invalidate_cache()
    return [name for name in files.find("bucket/a store") if "/shard/" in name]


def running(spec):
    """A process that plays into the bucket."""
    line = [sys.executable, "-m", "lab.cli", "run", spec, "--store", ADDRESS, "--workers", "2"]
    return subprocess.Popen(line, stderr=subprocess.PIPE, text=True)


def wait_for(shards, bucket, process):
    """Wait until the bucket shows so many shards."""
    until = time.monotonic() + 120
    while len(markers(bucket)) < shards and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)


def digests(folder, run):
    return {name: Store.open(folder).digest(name, run) for name in TABLES}


def test_a_killed_run_goes_on_from_another_machine_to_the_same_bytes(
    server, bucket, spec, tmp_path, capsys, monkeypatch
):
    code, out, _, err = lab(capsys, "run", spec, "--store", tmp_path / "folder", "--json")
    assert code == 0, err
    run = json.loads(out)["run_id"]
    expected = digests(tmp_path / "folder", run)

    server.take(5)  # however quick it plays, it is killed before it is done
    with running(spec) as process:
        wait_for(5, bucket, process)
        process.kill()
        said = process.communicate()[1]
    server.take()
    assert process.returncode == -9, said
    there = len(markers(bucket))
    assert there == 5

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another machine"))
    code, out, *_ = lab(capsys, "runs", "--store", ADDRESS, "--json")
    (row,) = json.loads(out)
    assert code == 0 and row["run_id"] == run and row["status"] == "interrupted" and 0 < row["games"] == 10 * there
    code, out, _, err = lab(capsys, "run", spec, "--store", ADDRESS, "--json")
    assert code == 0 and json.loads(out)["games_played"] == 10 * (SHARDS - there), err
    assert len(markers(bucket)) == SHARDS

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a third one"))
    for words in (("metrics", "game_length", "--json"), ("query", "SELECT count(*), sum(turns) FROM game", "--csv")):
        far, near = (lab(capsys, *words, "--store", place) for place in (ADDRESS, tmp_path / "folder"))
        assert far[0] == 0 and far[:2] == near[:2], far[3]
    (copy,) = (tmp_path / "a third one" / "card-lab" / "stores").iterdir()
    assert digests(copy, run) == expected
    assert lab(capsys, "store", "check", "--store", ADDRESS)[0] == 0
    assert json.loads(lab(capsys, "runs", "--store", ADDRESS, "--json")[1])[0]["status"] == "done"


def test_a_server_that_goes_away_ends_the_run_and_the_next_one_sends_what_is_missing(
    bucket, spec, tmp_path, capsys, monkeypatch
):
    """Another server of the same buckets, which this test may stop."""
    second = BucketServer()
    second.take(5)
    with monkeypatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", second.address)
        with running(spec) as process:
            wait_for(5, bucket, process)
            second.stop()
            said = process.communicate(timeout=120)[1]
    lines = [line for line in said.splitlines() if line.startswith("lab: ")]
    assert process.returncode == 1 and len(lines) == 1 and "Traceback" not in said, said
    assert lines[0].startswith(f"lab: store {ADDRESS}: cannot be reached (") and "committed stays" in lines[0]
    (copy,) = (tmp_path / "cache" / "card-lab" / "stores").iterdir()
    (run,) = Store.open(copy).run_ids()
    here, there = len(Store.open(copy).committed(run)), len(markers(bucket))
    assert 5 <= there <= here < SHARDS and Store.open(copy).runs()["status"].to_list() == ["failed"]
    code, out, _, err = lab(capsys, "run", spec, "--store", ADDRESS, "--json")
    assert code == 0 and json.loads(out)["games_played"] == 10 * (SHARDS - here), err
    assert len(markers(bucket)) == SHARDS
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another machine"))
    assert lab(capsys, "store", "check", "--store", ADDRESS)[0] == 0


def test_a_bucket_that_is_not_there_is_a_sentence_and_is_not_made(bucket, spec, capsys):
    for words in (("runs",), ("run", spec), ("metrics", "game_length")):
        code, out, said, err = lab(capsys, *words, "--store", "s3://bukcet/x")
        assert code == 2 and out == "" and len(said) == 1 and "Traceback" not in err
        assert "there is no such bucket" in said[0] and "bukcet" in said[0] and len(said[0]) < 300
    assert not bucket.exists("bukcet")


def test_an_empty_place_in_a_bucket_holds_no_runs(bucket, capsys):
    code, out, *_ = lab(capsys, "runs", "--store", ADDRESS)
    assert code == 0 and "holds no run yet" in out


@pytest.mark.parametrize("kind", ["no credentials", "no server"])
def test_whoever_cannot_get_in_is_told_in_a_sentence(kind, bucket, spec, capsys, monkeypatch):
    if kind == "no server":
        monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    else:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.delenv(name)
    s3fs.S3FileSystem.clear_instance_cache()
    for words in (("runs",), ("run", spec)) if kind == "no credentials" else (("runs",),):
        code, out, said, err = lab(capsys, *words, "--store", ADDRESS)
        assert code == 2 and out == "" and len(said) == 1 and "Traceback" not in err
        assert said[0].startswith(f"lab: store {ADDRESS}: cannot be reached (") and len(said[0]) < 300
        assert ("credentials" if kind == "no credentials" else "127.0.0.1:9") in said[0]
