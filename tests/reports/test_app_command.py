"""`lab app`: what it cannot do is a sentence before a server is started, and it listens to this machine only."""

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


@pytest.fixture
def called(monkeypatch):
    """The command lines of what would be started."""
    lines = []
    monkeypatch.setattr("subprocess.call", lambda line, env: lines.append(line) or 0)
    monkeypatch.setattr("reports.commands.app._check_port", lambda place, port: None)  # another test may listen there
    return lines


@pytest.mark.parametrize("more", [[], ["--address", "127.0.0.1"], ["--address", "localhost"], ["--address", "::1"]])
def test_it_listens_to_this_machine_alone(called, capsys, more):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["app", *more])
    (line,) = called
    assert f"--server.address={'::1' if '::1' in more else '127.0.0.1'}" in line
    said = capsys.readouterr()
    assert (
        said.err == ""
        and ("http://[::1]:8501/?token=" if "::1" in more else "http://127.0.0.1:8501/?token=") in said.out
    )


def test_everybody_may_look_if_one_asks_for_it_and_is_warned(called, capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["app", "--address", "0.0.0.0", "--store", "mine"])
    assert "--server.address=0.0.0.0" in called[0]
    said = capsys.readouterr().err
    assert said.startswith("warning: everybody who reaches 0.0.0.0 port 8501 and has the address below may read mine")
    assert "play games into it" in said and said.count("\n") == 1


def test_nothing_is_told_to_the_makers_of_the_server(called):
    with pytest.raises(SystemExit):
        cli.main(["app"])
    assert "--browser.gatherUsageStats=false" in called[0]
