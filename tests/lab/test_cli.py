"""The command line: exit codes of what goes wrong, what is played once, what is said while the engine is compiled."""

from __future__ import annotations

import json
import re
import time

import click
import pytest

from lab import cli
from lab.commands._options import Whole
from lab.errors import BadInput
from lab.runs import engine_compiling
from lab.store.store_folder import Store
from tests.lab.command_lines import printed, refused


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
    assert json.loads(printed(capsys, ["run", str(spec), "--store", str(played), "--json"]))["games_played"] == 0


def test_no_command_shows_the_help_and_an_unknown_one_is_named(capsys):
    assert cli.main([]) == 0 and "Cards:" in capsys.readouterr().out
    assert cli.main(["no-such-command"]) == 2 and "no-such-command" in one_sentence(capsys.readouterr().err)


def test_a_spec_file_and_options_do_not_mix(tmp_path, capsys):
    spec = tmp_path / "spec.toml"
    spec.write_text('arms = ["cthulhu"]\n', encoding="utf-8")
    assert cli.main(["run", str(spec), "--games", "5", "--store", str(tmp_path / "s")]) == 2
    assert "--games beside" in one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("name", cli.LISTING)
def test_list_behind_a_command_that_lists_says_the_same(name, capsys, tmp_path):
    Store.open(tmp_path / "store", create=True)
    at = ["--store", str(tmp_path / "store")] if name == "runs" else []
    said = []
    for words in ([name], [name, "list"]):
        said.append(printed(capsys, [*words, *at]))
    assert said[0] == said[1] != ""


@pytest.mark.parametrize(("said", "number"), [("20000", 20000), ("20,000", 20000), ("2e4", 20000), ("1.5E3", 1500)])
def test_a_number_is_read_as_people_write_it(said, number):
    assert Whole(1, 1_000_000).convert(said, None, None) == number


@pytest.mark.parametrize("said", ["2,00", "1.5", "1e-3", "0.5e0", "2e9", "many"])
def test_what_is_no_whole_number_within_the_bounds_is_refused(said):
    with pytest.raises(click.BadParameter, match=re.escape(said) if said != "2e9" else "2000000000"):
        Whole(1, 1_000_000).convert(said, None, None)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["compair"], "did you mean compare?"),
        (["decks", "improt"], "did you mean import?"),
        (["zz"], "allowed: agents, app"),
    ],
)
def test_a_misspelt_command_is_told_its_neighbour(words, says, capsys):
    assert says in refused(capsys, words)


def test_it_is_said_how_long_it_takes_and_how_far_it_is(monkeypatch):
    def compiled(told):
        told(0, 100)
        time.sleep(0.1)
        told(40, 100)
        time.sleep(0.1)
        told(100, 100)
        time.sleep(0.1)

    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: False)
    monkeypatch.setattr("engine.loop.compile_ahead.compile_all", compiled)
    monkeypatch.setattr(engine_compiling, "ALIVE", 0.02)
    said: list[str] = []
    engine_compiling.compile_aloud(said.append)
    assert said[0] == engine_compiling.BEGINS and "45 seconds" in said[0]
    wanted = ["waiting for another process", "40 of 100 kernels are compiled; ", "all kernels are compiled, "]
    at = [next(n for n, one in enumerate(said) if one.startswith(start)) for start in wanted]
    assert at == sorted(at) and all(one.endswith(" s so far.") for one in said[1:])
    quiet = len(said)
    time.sleep(0.1)
    assert len(said) == quiet


def test_what_is_compiled_is_not_spoken_of(monkeypatch):
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    engine_compiling.compile_aloud(lambda _: (_ for _ in ()).throw(AssertionError))
