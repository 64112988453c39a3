"""What every command prints, and its help, at 80 columns; a diff is the change as a person would see it.

`LAB_RENEW_SNAPSHOTS=1 pytest tests/lab/test_snapshots.py` writes tests/snapshots anew: then read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

from lab import cli
from tests.lab.fixed_store import fixed_store
from tests.lab.snapshot_commands import (
    COMMANDS,
    EXCEPTIONS,
    FAILING,
    HELPS,
    LONG,
    called,
    command_of,
    every_command,
    fill,
    masked,
    plant,
)

FOLDER = Path(__file__).resolve().parents[1] / "snapshots"
RENEW = os.environ.get("LAB_RENEW_SNAPSHOTS") == "1"
WIDTH = 80
"""Of the stored ones; at others nothing is stored, and everything fits all the same."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Where the fixed store lies."""
    path = tmp_path_factory.mktemp("snapshots") / "store"
    fixed_store(path)
    return path


@pytest.fixture
def printed(store, tmp_path, monkeypatch, capsys):
    """What a command prints at a width; no width is a pipe."""

    def lab(name: str, width: int | None) -> str:
        place = tmp_path / f"{name}-{width}"
        place.mkdir()
        fill(place)
        (place / "store").symlink_to(store, target_is_directory=True)
        monkeypatch.chdir(place)
        monkeypatch.delenv("COLUMNS", raising=False)
        if width is not None:
            monkeypatch.setenv("COLUMNS", str(width))
        plant(monkeypatch)
        try:
            code = cli.main(COMMANDS[name])
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr()
        assert code == FAILING.get(name, 0), said.err
        return masked(said.out)

    return lab


def compared(name: str, text: str) -> None:
    """Compare a text with its snapshot, or write the snapshot."""
    check_fits(text, WIDTH)
    path = FOLDER / f"{name}-{WIDTH}.txt"
    if RENEW:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path.name}: LAB_RENEW_SNAPSHOTS=1 writes it"
    assert text == path.read_text(encoding="utf-8"), "LAB_RENEW_SNAPSHOTS=1 writes the snapshots anew"


def check_fits(text: str, width: int) -> None:
    """No line is wider than the terminal, no number is cut, nothing is left behind a line."""
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"\d\u2026|\u2026\d", text)


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.deep) if n == "demo" else n for n in COMMANDS])
def test_a_command_prints_what_it_printed(name, printed):
    compared(name, printed(name, WIDTH))


@pytest.mark.parametrize("name", HELPS)
def test_a_command_helps_as_it_did(name, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    assert cli.main(HELPS[name]) == 0
    compared(name, capsys.readouterr().out)


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in LONG])
def test_a_narrow_terminal_does_not_cut_anything_either(name, printed):
    check_fits(printed(name, 60), 60)


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in LONG])
def test_a_pipe_gets_every_column_and_nothing_cut(name, printed):
    text = printed(name, None)
    assert "\u2026" not in text and "Left out" not in text


def test_every_command_has_a_snapshot_or_a_reason_why_not():
    alone = {path for path in every_command() if path and _prints_by_itself(path)}
    shown = {called(argv) for argv in COMMANDS.values()}
    assert shown <= alone and set(EXCEPTIONS) <= alone and not shown & set(EXCEPTIONS)
    assert alone - shown == set(EXCEPTIONS), "a command needs a line in tests/lab/snapshot_commands.py"
    assert all(len(why.split()) > 4 for why in EXCEPTIONS.values())


def _prints_by_itself(path: tuple[str, ...]) -> bool:
    command = command_of(path)
    return not isinstance(command, click.Group) or command.invoke_without_command


def test_every_snapshot_belongs_to_a_command():
    names = {f"{name}-{WIDTH}.txt" for name in [*COMMANDS, *HELPS]}
    assert {path.name for path in FOLDER.iterdir()} == names


ABOUT_THE_LAB = (
    ["agents", "list"], ["agents", "list", "balanced"], ["variants", "show", "cthulhu", "--all"], ["rules"],
    ["schema"], ["opcodes"], ["decks", "show", "base"], ["decks", "show", "critical_role"],
    ["decks", "diff", "base", "cthulhu", "--all"],
)  # fmt: skip
"""What changes with every persona, rule, test and card, so that a snapshot of it would only be in the way."""


@pytest.mark.deep(but=6)
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("argv", ABOUT_THE_LAB, ids=" ".join)
def test_what_describes_the_lab_fits_too(argv, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    assert cli.main(argv) == 0
    check_fits(capsys.readouterr().out, width)


NO_JSON = {
    **dict.fromkeys((("export",), ("pack",), ("report",), ("decks", "export"), ("decks", "new")), "writes files"),
    ("verdict",): "a page of sentences", ("help",): "says what words mean",
    ("app",): "starts a server", ("play",): "a person plays", ("demo",): "compare, metrics and export print its parts",
    ("check",): "prints what other tools print", ("variants", "check"): "says fine, or what is not in a sentence",
    ("variants", "new"): "writes a file",
}  # fmt: skip
NO_CSV = NO_JSON | {
    ("agents", "check"): "prints line after line while it plays", ("agents", "tune"): "prints a verdict and a row",
    ("agents", "exploit"): "prints a verdict", ("agents", "robust"): "prints tables of several kinds",
    ("agents", "fit"): "prints what it understood and found", ("agents", "learn"): "writes a CSV file of its own",
    ("balance",): "a wish met or not, a handful of numbers",
    ("bench",): "a dozen figures, one of a kind each", ("compare",): "lab export --table comparison writes its table",
    ("decks", "check"): "prints findings, sentences of any length", ("decks", "import"): "prints what it understood",
    ("try",): "lab export --table comparison writes its table", ("words",): "prints sentences",
    ("opcodes",): "a handbook: words with tables of their own", ("replay",): "tells a story",
    ("run",): "prints one line", ("scenario",): "prints passed and failed questions",
    ("store", "check"): "prints what is damaged, file by file", ("store", "mend"): "prints what it did",
    ("verify",): "prints what differs, cell by cell",
}  # fmt: skip
"""Commands without --json, and without --csv, and why."""


@pytest.mark.parametrize(("option", "without"), [("as_json", NO_JSON), ("as_csv", NO_CSV)])
def test_a_command_that_prints_a_table_prints_it_for_programs_too(option, without):
    alone = {path for path in every_command() if path and _prints_by_itself(path)}
    lacking = {path for path in alone if option not in {param.name for param in command_of(path).params}}
    assert set(without) <= alone and lacking <= set(without)


@pytest.mark.parametrize("width", [80, 120])
def test_the_tables_of_a_round_robin_fit(width, store, monkeypatch, capsys):
    from lab.commands._agents_tables import print_strength
    from lab.player_ranking import measured
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store
    from tests.lab.fixed_store import AGENTS, FINISHED, GAMES

    monkeypatch.setenv("COLUMNS", str(width))
    frames = measured(Store.open(store), FINISHED)
    one_arm = {name: frame.filter(arm="base") for name, frame in frames.items()}
    print_strength(one_arm, RunSpec(arms=("base",), agents=AGENTS, games=GAMES))
    text = capsys.readouterr().out
    check_fits(text, width)
    assert all(name in text for name in AGENTS) and "Combats won" in text and "%" in text
