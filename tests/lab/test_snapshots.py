"""What every command prints of a small fixed store, at two widths; a diff is the change as a person would see it.

`LAB_RENEW_SNAPSHOTS=1 pytest tests/lab/test_snapshots.py` writes tests/snapshots anew: then read the diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from lab import cli
from tests.lab.fixed_store import fixed_store

FOLDER = Path(__file__).resolve().parents[1] / "snapshots"
RENEW = os.environ.get("LAB_RENEW_SNAPSHOTS") == "1"
WIDTHS = (80, 120)
COMMANDS = {
    "runs": ["runs"],
    "metrics": ["metrics"],
    **{
        f"metrics_{name}": ["metrics", name]
        for name in (
            "card_table", "combats", "economy", "endings", "game_length", "lead_changes", "level_curve", "persona_win",
            "rating", "seat_advantage", "style",
        )
    },
    "cards": ["cards", "--top", "2"],
    **{
        f"games_{kind}": ["games", f"--{kind.replace('_', '-')}", "--top", "3"]
        for kind in ("longest", "shortest", "closest", "comeback", "most_changed")
    },
    "cards_one": ["cards", "--card", "hen"],
    "cards_sorted": ["cards", "--kind", "monster", "--sort", "play_rate", "--run", "5ca"],
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the store lies, as `store`."""
    path = tmp_path_factory.mktemp("snapshots")
    fixed_store(path / "store")
    return path


def printed(name, width, folder, monkeypatch, capsys):
    """What a command prints at a width; no width is a pipe."""
    monkeypatch.chdir(folder)
    monkeypatch.delenv("COLUMNS", raising=False)
    if width is not None:
        monkeypatch.setenv("COLUMNS", str(width))
    argv = COMMANDS[name] + ([] if COMMANDS[name] == ["metrics"] else ["--store", "store"])
    assert cli.main(argv) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_what_it_printed(name, width, folder, monkeypatch, capsys):
    text = printed(name, width, folder, monkeypatch, capsys)
    path = FOLDER / f"{name}-{width}.txt"
    if RENEW:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "LAB_RENEW_SNAPSHOTS=1 writes the snapshots anew"


@pytest.mark.parametrize("width", [60, 80, 100, 120])
@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_is_wider_than_the_terminal_and_no_number_is_cut(name, width, folder, monkeypatch, capsys):
    text = printed(name, width, folder, monkeypatch, capsys)
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"\d\u2026|\u2026\d", text)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_pipe_gets_every_column_and_nothing_cut(name, folder, monkeypatch, capsys):
    text = printed(name, None, folder, monkeypatch, capsys)
    assert "\u2026" not in text and "Left out" not in text


def test_every_snapshot_belongs_to_a_command():
    assert {p.name for p in FOLDER.iterdir()} == {f"{name}-{width}.txt" for name in COMMANDS for width in WIDTHS}


ABOUT_THE_LAB = (
    ["agents", "list"], ["agents", "list", "balanced"], ["variants"], ["variants", "show", "cthulhu+faster"], ["rules"],
    ["rules", "combat.compare"],
)  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("argv", ABOUT_THE_LAB, ids=" ".join)
def test_what_describes_the_lab_fits_too(argv, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    assert cli.main(argv) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= width and not re.search(r"\d\u2026|\u2026\d", text)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tables_of_a_round_robin_fit(width, folder, monkeypatch, capsys):
    from lab.commands._agents_tables import print_strength
    from lab.players import measured
    from lab.runs.spec import RunSpec
    from lab.store.folder import Store
    from tests.lab.fixed_store import AGENTS, FINISHED, GAMES

    monkeypatch.setenv("COLUMNS", str(width))
    frames = measured(Store.open(folder / "store"), FINISHED)
    one_arm = {name: frame.filter(arm="base") for name, frame in frames.items()}
    print_strength(one_arm, RunSpec(arms=("base",), agents=AGENTS, games=GAMES))
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= width
    assert all(name in text for name in AGENTS) and "Combats won" in text and "%" in text
