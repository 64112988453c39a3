"""The command line: help, exit codes, one sentence for bad input."""

from __future__ import annotations

import json

import click
import pytest

from lab import cli
from lab.errors import BadInput
from lab.tables.metric import load_metrics


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


def test_no_command_shows_the_help(capsys):
    assert cli.main([]) == 0
    assert "Commands:" in capsys.readouterr().out


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
        (["compare", "cthulhu", "cthulhu+faster", "--primary", "length"], "no measure 'length'"),
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


# --- with real games -----------------------------------------------------------------------------

ARMS = ("cthulhu", "cthulhu+faster")
SIZE = ("--games", "6", "--seed", "7")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store with six games of two variants."""
    store = tmp_path_factory.mktemp("cli") / "store"
    assert cli.main(["compare", *ARMS, *SIZE, "--store", str(store)]) == 0
    return store


def test_the_same_spec_is_not_played_twice(played, capsys):
    assert cli.main(["compare", *ARMS, *SIZE, "--store", str(played), "--json"]) == 0
    said = capsys.readouterr()
    assert "12 games were in the store already" in said.err
    rows = json.loads(said.out)
    assert {"metric", "unit", "a", "b", "value_a", "value_b", "difference", "low", "high", "n"} <= set(rows[0])
    assert {(r["a"], r["b"], r["n"]) for r in rows} == {(*ARMS, 6)}


def test_a_spec_file_says_the_same_as_options(played, tmp_path, capsys):
    spec = tmp_path / "spec.toml"
    spec.write_text('arms = ["cthulhu", "cthulhu+faster"]\ngames = 6\nseed = 7\n', encoding="utf-8")
    assert cli.main(["run", str(spec), "--store", str(played), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games_played"] == 0


def test_a_spec_file_and_options_do_not_mix(tmp_path, capsys):
    spec = tmp_path / "spec.toml"
    spec.write_text('arms = ["cthulhu"]\n', encoding="utf-8")
    assert cli.main(["run", str(spec), "--games", "5", "--store", str(tmp_path / "s")]) == 2
    assert "--games beside" in one_sentence(capsys.readouterr().err)


@pytest.mark.deep
def test_every_metric_and_the_cards_of_real_games(played, capsys):
    assert cli.main(["metrics", *load_metrics(), "--store", str(played), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == set(load_metrics())
    for name in ("game_length", "endings", "level_curve", "seat_advantage", "combats", "card_table"):
        assert {r["arm"] for r in found[name]} == set(ARMS), name
    credit = [r["credit"] * r["games"] for r in found["seat_advantage"] if r["arm"] == ARMS[0]]
    capped = sum(r["count"] for r in found["endings"] if r["arm"] == ARMS[0] and r["ending"] == "capped")
    assert sum(credit) == pytest.approx(6 - capped)  # the seats of an ended game share one win
    assert cli.main(["cards", "--store", str(played), "--arm", ARMS[0]]) == 0
    assert "biased by game length and lead" in capsys.readouterr().out


@pytest.mark.deep
def test_export_and_pack_of_real_games(played, tmp_path):
    assert cli.main(["export", "--store", str(played), "--to", str(tmp_path / "csv")]) == 0
    assert {"comparison.csv", "card_table.csv", "provenance.toml"} <= {p.name for p in (tmp_path / "csv").iterdir()}
    assert cli.main(["pack", "--store", str(played), "--to", str(tmp_path / "games.duckdb")]) == 0
    assert (tmp_path / "games.duckdb").stat().st_size > 0


@pytest.mark.deep
def test_demo_writes_everything_it_names(tmp_path, capsys):
    store = tmp_path / "store"
    assert cli.main(["demo", "--games", "3", "--store", str(store)]) == 0
    text = capsys.readouterr().out
    assert text.strip().splitlines()[-1].split() == ["dashboard", "lab", "app", "--store", str(store)]
    assert (store / "csv" / "comparison.csv").exists() and (store / "lab.duckdb").exists()
