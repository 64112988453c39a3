"""`lab app` says in a sentence what it cannot do, before a server is started."""

from __future__ import annotations

import socket
import subprocess

import pytest

from lab import cli
from tests.lab.fixed_store import fixed_store


@pytest.fixture
def started(monkeypatch):
    """The servers that would have been started."""
    calls = []
    monkeypatch.setattr(subprocess, "call", lambda command, env: calls.append(command) or 0)
    return calls


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_a_port_that_is_taken_is_refused(started, capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert cli.main(["app", "--port", str(port)]) == cli.BAD_INPUT
    said = capsys.readouterr().err
    assert said == f"lab: --port {port}: Address already in use; allowed: a free one, such as {port + 1}\n"
    assert not started


@pytest.mark.parametrize("port", ["99999", "0", "-1", "eighty"])
def test_what_is_no_port_is_refused(port, started, capsys):
    assert cli.main(["app", "--port", port]) == cli.BAD_INPUT
    assert "--port" in capsys.readouterr().err and not started


def test_a_folder_without_a_run_opens_and_says_so(started, tmp_path, capsys):
    with pytest.raises(SystemExit):
        cli.main(["app", "--store", str(tmp_path / "none"), "--port", str(free_port())])
    assert f"{tmp_path / 'none'} holds no run yet: the page Rules lab plays the first one" in capsys.readouterr().out
    assert len(started) == 1 and not (tmp_path / "none").exists()


def test_a_store_and_a_folder_of_stores_open_without_a_word(started, tmp_path, capsys):
    fixed_store(tmp_path / "stores" / "one")
    for place in (tmp_path / "stores" / "one", tmp_path / "stores"):
        with pytest.raises(SystemExit):
            cli.main(["app", "--store", str(place), "--port", str(free_port())])
    assert "holds no run" not in capsys.readouterr().out and len(started) == 2


def test_a_file_is_no_store(started, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.main(["app", "--store", str(tmp_path / "file"), "--port", str(free_port())]) == cli.BAD_INPUT
    assert str(tmp_path / "file") in capsys.readouterr().err and not started
