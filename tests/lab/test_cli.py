"""The command line: help, exit codes, one sentence for bad input."""

from __future__ import annotations

import json

import click
import pytest

from lab import cli
from lab.errors import BadInput


def one_sentence(text: str) -> str:
    """The single line a failing command may leave on stderr."""
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    assert "Traceback" not in text
    return lines[0]


@pytest.fixture
def failing(monkeypatch):
    """Let `lab metrics` raise what a test wants."""

    def install(error: BaseException) -> None:
        @click.command()
        def metrics() -> None:
            raise error

        monkeypatch.setattr(cli.Commands, "get_command", lambda self, ctx, name: metrics)

    return install


def test_help_lists_every_command_with_a_sentence(capsys):
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for name, path in cli.command_files().items():
        assert name in text
        assert cli.summary(path).split()[0] in text


@pytest.mark.parametrize("name", cli.command_files())
def test_every_command_opens_its_help(name, capsys):
    assert cli.main([name, "--help"]) == 0
    assert "Example:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["no-such-command"], "no-such-command"),
        (["metrics", "--no-such-option"], "--no-such-option"),
        (["export"], "--to"),
        (["metrics", "sharks"], "sharks"),
        (["run", "--variant", "cthulhu", "--games", "many"], "many"),
        (["run", "--variant", "no-such-variant", "--games", "2"], "no-such-variant"),
        (["run", "--variant", "cthulhu", "--games", "0"], "games"),
        (["run", "--variant", "cthulhu", "--seats", "7"], "seats is 7"),
        (["run", "--variant", "cthulhu", "--seats", "2"], "seats is 2"),
        (["run", "--variant", "cthulhu", "--agents", "shark"], "shark"),
        (["run", "--variant", "cthulhu", "--events", "some"], "some"),
        (["run", "--variant", "cthulhu", "--workers", "-1"], "-1"),
        (["run", "no-such-spec.toml"], "no-such-spec.toml"),
        (["run"], "--variant"),
        (["compare", "cthulhu"], "two or more"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(argv, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(argv) == 2
    assert says in one_sentence(capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []  # nothing half-written


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (BadInput("deck.toml: key level is 99; allowed: 1 to 20"), 2, "level is 99"),
        (KeyboardInterrupt(), 130, "computes only what is missing"),
        (click.Abort(), 130, "what was committed stays"),
        (PermissionError(13, "Permission denied", "/store"), 2, "/store: Permission denied"),
        (click.ClickException("no"), 2, "no"),
    ],
)
def test_exceptions_become_exit_codes(error, code, says, failing, capsys):
    failing(error)
    assert cli.main(["metrics"]) == code
    assert says in one_sentence(capsys.readouterr().err)


def test_faults_of_the_program_are_not_hidden(failing):
    failing(ZeroDivisionError("a bug"))
    with pytest.raises(ZeroDivisionError):
        cli.main(["metrics"])


def test_a_failed_check_is_exit_code_1(failing):
    failing(SystemExit(1))
    with pytest.raises(SystemExit, match="1"):
        cli.main(["metrics"])


def test_metrics_without_a_name_lists_them(capsys):
    assert cli.main(["metrics", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"metric", "says", "unit", "needs", "interval"} <= set(rows[0])
    assert "seat_advantage" in {r["metric"] for r in rows}
