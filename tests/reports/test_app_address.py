"""`lab app`: for this machine only unless one asks otherwise, and then with a warning; nothing is told to anybody."""

from __future__ import annotations

import pytest

from lab import cli


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
