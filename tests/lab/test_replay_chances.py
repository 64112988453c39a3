"""A replay with everybody's chance to win at the start of each turn."""

from __future__ import annotations

import re

import polars as pl
import pytest

from lab import cli
from lab.chances.chance_report import TURNS
from lab.errors import BadInput
from lab.games import story_with_chances
from lab.games.game_replay import GameSpec, Played
from lab.games.story_with_chances import with_chances
from tests.lab.keeping import played

pytestmark = pytest.mark.deep

TURN_LINES = (["Setup", "somebody is dealt a card"], ["Turn 1, round 1: p0", "a door"], ["Turn 2, round 1: p1"])
GAME = Played(GameSpec(("base",), "base", 0, 4, 3), "A game", TURN_LINES)


@pytest.fixture
def said(tmp_path, monkeypatch):
    """A run whose chances are written down here: of game 4 of the first two arms."""
    path = tmp_path / "store"
    run = played(path)
    rows = [
        (arm, game, turn, seat, chance)
        for arm, game, shift in (("base", 4, 0.0), ("base", 5, 0.01), ("base+faster", 4, 0.02))
        for turn in (1, 2)
        for seat, chance in ((-1, 0.05 - shift), (0, 0.1 * turn), (1, 0.3), (2, 0.65 - 0.1 * turn + shift))
    ]
    names = ["arm", "game", "turn", "seat", "chance"]
    frame = pl.DataFrame(rows, schema={n: TURNS[n] for n in names}, orient="row").sample(
        fraction=1, shuffle=True, seed=1
    )

    def of_game(store, which, arm, game, log=None):
        return {run: frame}[which].filter(pl.col("arm") == arm, pl.col("game") == game)

    monkeypatch.setattr(story_with_chances, "turns_of_game", of_game)
    return path, run


def test_each_turn_begins_with_a_line_of_chances(said):
    path, run = said
    told = with_chances(GAME, path, run[:6], "")
    assert told.turns == [
        TURN_LINES[0],
        ["Turn 1, round 1: p0", "Chances: p0 10 %, p1 30 %, p2 55 %, nobody 5 %", "a door"],
        ["Turn 2, round 1: p1", "Chances: p0 20 %, p1 30 %, p2 45 %, nobody 5 %"],
    ]
    assert with_chances(GAME, path, run, "BASE + faster").turns[1][1].endswith("p2 57 %, nobody 3 %")


def test_a_game_without_chances_is_refused_in_a_sentence(said):
    path, run = said
    with pytest.raises(BadInput, match=r"no chances for game 4 of base\+no-curses; allowed with --chances: the first"):
        with_chances(GAME, path, run, "base+no-curses")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--game", "3"], "--chances is given without --run"),
        (["--run", "x", "--diff", "base"], "--chances is given with --diff"),
    ],
)
def test_chances_belong_to_a_game_of_a_run(capsys, given, says):
    assert cli.main(["replay", "--chances", *given]) == 2
    assert says in capsys.readouterr().err


def test_a_real_game_of_a_real_run_has_chances_at_every_turn(tmp_path, capsys):
    store = str(tmp_path / "store")
    assert (
        cli.main(["run", "--variant", "base", "--games", "110", "--seed", "3", "--workers", "1", "--store", store]) == 0
    )
    assert cli.main(["runs", "--store", store, "--json"]) == 0
    run = re.search(r'"run_id": "(\w+)"', capsys.readouterr().out)[1]
    assert cli.main(["replay", "--run", run, "--game", "7", "--store", store, "--chances"]) == 0
    lines = capsys.readouterr().out.splitlines()
    turns = [n for n, line in enumerate(lines) if line.startswith("Turn ")]
    assert len(turns) > 10
    for n in turns:
        shares = [int(x) for x in re.findall(r"p\d (\d+) %", lines[n + 1])]
        assert lines[n + 1].startswith("  Chances: ") and len(shares) == 4 and 98 <= sum(shares) <= 102
    assert cli.main(["chances", "--run", run, "--store", store]) == 0
    said = capsys.readouterr().out
    assert "110 games" in said and "Luck or players?" in said and "At half-time, turn " in said
