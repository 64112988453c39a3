"""Replays: the same game again, as readable text, and where two variants part."""

from __future__ import annotations

import json

import pytest

from lab.cli import main
from lab.games.game_replay import GameSpec, parting, parting_place, replay, varied
from tests.lab.command_lines import printed, refused

SPEC = GameSpec(("base",), "base", 7, 3, 4)


def test_a_replay_tells_every_turn_and_the_end() -> None:
    played = replay(SPEC)
    assert played.text() == replay(SPEC).text()
    assert played.turns[0][0] == "Setup" and played.turns[1][0].startswith("Turn 1, round 1: p")
    assert played.lines()[-1][1].startswith("The game is over (")
    assert "None" not in played.text() and "Ev." not in played.text()


def test_the_difference_names_the_last_common_line_and_both_ways_on() -> None:
    a = replay(SPEC)
    assert "play the same game to its end" in parting(a, a) and parting_place(a, a) == -1
    b = replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    text = parting(a, b)
    assert f"The games part after {parting_place(a, b)} common lines" in text
    assert "With base:" in text and "With base+faster:" in text


@pytest.mark.parametrize("width", [40, 80, 120, 160])
def test_two_games_fit_the_terminal_and_no_word_is_lost(width: int) -> None:
    a, b = replay(SPEC), replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    text = parting(a, b, 30, width)
    at = parting_place(a, b)
    beside = text.split("\n\n")[-1].splitlines() if width >= 80 else []
    assert all(len(line) <= width for line in beside)
    for played in (a, b):
        words = " ".join(line for _, line in played.lines()[at : at + 30]).split()
        assert not set(words) - set(text.replace("|", " ").split())


def test_the_context_is_as_long_as_it_is_asked_for() -> None:
    a, b = replay(SPEC), replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    lines = parting(a, b, 3, 40).splitlines()
    assert sum(line.startswith("    ") for line in lines) == 3
    assert sum("more lines;" in line for line in lines) == 2


@pytest.mark.deep(but=2)
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("base+faster", "base+faster"),
        ("variant=base+faster", "base+faster"),
        ("deck=base+cthulhu", "deck base+cthulhu"),
        ("agents=random", "random"),
        ("victory.level=8", "victory.level=8"),
        ("large-angry-chicken.level=12", "large-angry-chicken.level=12"),
    ],
)
def test_anything_may_be_the_difference(capsys: pytest.CaptureFixture[str], change: str, says: str) -> None:
    game = ["replay", "--deck", "base", "--seed", "7", "--game", "3", "--diff", change]
    assert f"Compared with {says}." in printed(capsys, game)
    found = json.loads(printed(capsys, [*game, "--json"]))
    assert found["a"]["turns"] == [list(t) for t in replay(SPEC).turns] and found["b"]["label"] == says
    assert found["b"]["turns"] == [list(t) for t in replay(varied(SPEC, change)).turns]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("hand=7", "--diff is 'hand=7'; allowed: a variant, an arm of the run"), ("hand_limit=-1", "hand_limit"),
        ("no-such-card.level=3", "--change no-such-card.level"),
    ],
)  # fmt: skip
def test_no_difference_is_one_sentence(capsys: pytest.CaptureFixture[str], change: str, said: str) -> None:
    err = refused(capsys, ["replay", "--deck", "base", "--diff", change])
    assert said in err and len(err.strip().splitlines()) == 1


def test_the_command_prints_turns_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--deck", "base", "--seed", "7", "--game", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [list(t) for t in replay(SPEC).turns]
