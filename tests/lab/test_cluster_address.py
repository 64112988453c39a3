"""What `--cluster` may say, and what is said where Dask is missing; nothing is started."""

from __future__ import annotations

import importlib.util

import pytest

from lab import cli
from lab.errors import BadInput
from lab.runs.cluster.connection import Address, read_address


@pytest.fixture
def dask(monkeypatch):
    """As if Dask were installed."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())


def test_addresses(dask):
    assert read_address("local:4") == Address(4, "")
    assert read_address("tcp://10.0.0.5:8786") == Address(0, "tcp://10.0.0.5:8786")
    assert read_address("tls://node-1.lan:1") == Address(0, "tls://node-1.lan:1")
    assert read_address("tcp://[::1]:8786") == Address(0, "tcp://[::1]:8786")


WRONG = ("local", "local:", "local:0", "local:1025", "local:-1", "local:٣", "10.0.0.5:8786", "tcp://h", "tcp://h:0",
         "tcp://h:65536", "tcp:///x:1", "udp://h:1", "", "x" * 5000)  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:20])
def test_anything_else_is_a_sentence(dask, text):
    with pytest.raises(BadInput, match="--cluster is '.*'; allowed: local:N with N from 1 to 1024, or tcp://") as wrong:
        read_address(text)
    assert len(str(wrong.value)) < 200


@pytest.mark.parametrize("command", [("run", "--variant", "base"), ("compare", "base", "base+faster")])
def test_without_dask_the_extra_is_named(command, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert cli.main([*command, "--cluster", "local:2"]) == 2
    assert 'pip install ".[cluster]"' in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_threads_and_a_cluster_are_one_too_many(dask, capsys, tmp_path):
    words = ["run", "--variant", "base", "--games", "4", "--store", str(tmp_path / "s"), "--workers", "2"]
    assert cli.main([*words, "--cluster", "local:2"]) == 2
    assert "--workers beside --cluster; allowed: one of them" in capsys.readouterr().err
