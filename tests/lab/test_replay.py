"""Replays: the same game again, as readable text, and where two variants part."""

from __future__ import annotations

import json

import pytest

from lab.cli import main
from lab.games.replay import GameSpec, difference, replay

SPEC = GameSpec(("base",), "base", 7, 3, 4)


def test_a_replay_tells_every_turn_and_the_end() -> None:
    played = replay(SPEC)
    assert played.text() == replay(SPEC).text()
    assert played.turns[0][0] == "Setup" and played.turns[1][0].startswith("Turn 1, round 1: p")
    assert played.lines()[-1][1].startswith("The game is over (")
    assert "None" not in played.text() and "Ev." not in played.text()


def test_the_difference_names_the_last_common_line_and_both_ways_on() -> None:
    a = replay(SPEC)
    assert "play the same game to its end" in difference(a, a)
    text = difference(a, replay(GameSpec(("base",), "base+faster", 7, 3, 4)))
    assert "The games part after" in text and "With base:" in text and "With base+faster:" in text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--variant", "basis"], "unknown variant 'basis'"),
        (["--seats", "2"], "seats is 2"),
        (["--agents", "nobody"], "unknown agent 'nobody'"),
        (["--run", "abc", "--store", "/nonexistent"], "run 'abc' is not stored"),
    ],
)
def test_bad_input_is_one_sentence(capsys: pytest.CaptureFixture[str], args: list[str], said: str) -> None:
    assert main(["replay", "--deck", "base", *args]) == 2
    err = capsys.readouterr().err
    assert said in err and len(err.strip().splitlines()) == 1


def test_the_command_prints_turns_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--deck", "base", "--seed", "7", "--game", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [list(t) for t in replay(SPEC).turns]
