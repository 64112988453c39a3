"""`lab agents fit`: logs of play tests are read as they are written, and who played is found again."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lab import cli
from lab.agents.personas import expand, weights_of
from lab.errors import BadInput
from lab.runs.run_spec import make_spec
from lab.tune.candidate_games import Arena
from lab.tune.group_fit import (
    STYLE,
    Draws,
    box,
    errors_of,
    fitted,
    made_up,
    moments_of,
    resemblance,
    shipped_tables,
    table_columns,
)
from lab.tune.play_tests import read_play_tests
from tests.engine.positions import COMPILED
from tests.lab.command_lines import printed, refused

LOG = """Our evenings,,,,,
Date,Players,Winner's level,Loser levels,Turns,Deaths
May 1,4,10,"9, 7, 5",50,1
May 2,4,10,8 8 2,60,
May 3,4,10,9/6/6,70,3
"""


def written(tmp_path, text):
    path = tmp_path / "plays.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_log_is_read_as_it_is_written(tmp_path):
    found = read_play_tests(written(tmp_path, LOG), 10)
    assert (found.games, found.seats, found.unused) == (3, 4, ("Date",))
    assert found.used["Winner's level"] == "winner" and found.used["Loser levels"] == "losers"
    assert found.columns["second"].tolist() == [9, 8, 9] and found.columns["last"].tolist() == [5, 2, 6]
    assert found.columns["middle"].tolist() == [7, 6, 7] and found.columns["turns"].tolist() == [50, 60, 70]
    assert "deaths" not in found.columns  # two games say it, and three are the least


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file is empty"),
        ("Turns\n50\n", "there are 1 games; allowed: 3 or more"),
        ("Colour,Mood\nred,good\nred,bad\nblue,good\n", "no header says anything of a game"),
        ("Players,Seats,Turns\n4,4,9\n4,4,9\n4,4,9\n", "both mean 'players'"),
        ("Players,Turns\n4,9\n4,9\n3,9\n", "line 4: players says 3 players"),
        ("Players,Turns\n9,9\n9,9\n9,9\n", "line 2: players says 9 players"),
        ("Losers\n5 5 5\n5 -1 5\n5 5 5\n", "line 3: 'Losers' is '5 -1 5'; allowed: a Level up to 10"),
        ("Winner level,Turns\n10,9\n11,9\n10,9\n", "line 3: 'Winner level' is '11'"),
        ("Turns\n50\nlong\n60\n", "line 3: 'Turns' is 'long'; allowed: a number"),
        ("Turns\n50\nnan\n60\n", "line 3: 'Turns' is 'nan'; allowed: a number"),
        ("Players,Losers\n4,5 5 5\n4,5 5\n4,5 5 5\n", "line 3: losers has 2 Levels; allowed: 3"),
        ("Players,Turns\n4,\n4,\n4,9\n", "the cells are empty"),
    ],
)
def test_a_log_that_cannot_be_used_is_one_sentence(tmp_path, text, says):
    with pytest.raises(BadInput) as error:
        read_play_tests(written(tmp_path, text), 10)
    assert says in str(error.value) and "plays.csv" in str(error.value) and "\n" not in str(error.value)


def test_a_file_that_is_there_stays_unless_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, LOG)
    (tmp_path / "group.toml").write_text("# mine\n")
    assert "group.toml: there is such a file" in refused(capsys, ["agents", "fit", "plays.csv"])
    assert (tmp_path / "group.toml").read_text() == "# mine\n"


def test_the_regression_finds_what_moments_tell_and_says_what_they_do_not():
    """Two moments are the first style number with a little noise and noise alone."""
    rng = np.random.default_rng(5)
    parts = rng.uniform(size=(2000, len(STYLE)))
    moments = np.column_stack([10 * parts[:, 0], np.zeros(2000)]) + rng.normal(scale=0.3, size=(2000, 2))
    found = fitted(Draws(np.zeros(2000, np.int64), parts, moments), np.array([7.0, 0.0]), np.array([0.3, 0.3]), 1)
    low, high = box()
    first, others = found.styles[0], found.styles[1:]
    assert first.is_told and abs(first.value - (low[0] + 0.7 * (high[0] - low[0]))) < 0.03 * (high[0] - low[0])
    # 2 * 1.645 * 0.03 is the interval of a normal error of 0.03; before it was 0.9 of the way
    assert first.ratio == pytest.approx(2 * 1.645 * 0.03 / 0.9, rel=0.25)
    assert not any(one.is_told for one in others) and len(found.people) == 8


NAMES_SEEN = ["second", "middle", "last", "turns", "combats", "flights", "deaths", "helps"]
GAMES = 40


@pytest.fixture(scope="module")
def arena():
    values = {"arms": ("base",), "seats": 4, "games": 100, "seed": 3, "agents": ("table",), "events": "none"}
    return Arena(make_spec(values, "test"))


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_known_personas_are_found_again(arena):
    """Intervals of 90 % hold 4 of 5 of what is true at least, also where they say that something can be told."""
    draws = made_up(arena, NAMES_SEEN, 500, GAMES, lambda line: None)
    low, high = box()
    held, told = [], []
    for i in range(60):
        seen, others = draws.moments[i], np.arange(500) != i
        spread = np.maximum(seen[len(NAMES_SEEN) :], 0.05)
        error = np.concatenate([spread / np.sqrt(GAMES), spread / np.sqrt(2 * (GAMES - 1))])
        found = fitted(Draws(*(one[others] for one in draws)), seen, error, 1)
        true, slack = low + draws.parts[i] * (high - low), 0.01 * (high - low)
        held += [s.low - d <= t <= s.high + d for s, t, d in zip(found.styles, true, slack, strict=True)]
        told += [s.is_told for s in found.styles]
    assert np.mean(held) > 0.8 and np.mean(np.array(held)[told]) > 0.8
    assert 0.05 < np.mean(told) < 0.8  # forty games tell something, and by no means all
    tables = shipped_tables(arena)
    for who in ("saboteur", "helper", "racer", "cautious"):
        columns = table_columns(arena, weights_of([who]), GAMES, 5_000_000)
        seen = moments_of(columns, NAMES_SEEN)
        assert next(iter(resemblance(tables, seen, NAMES_SEEN, GAMES))) == who
        assert (errors_of(columns, NAMES_SEEN) > 0).all()


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_the_same_seed_writes_the_same_personas_and_they_play(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, LOG)
    argv = ["agents", "fit", "plays.csv", "--draws", "100", "--json"]
    found, text = json.loads(printed(capsys, [*argv, "--workers", "1"])), (tmp_path / "group.toml").read_bytes()
    assert [row["name"] for row in found["styles"]] == list(STYLE) and found["seats"] == 4
    assert cli.main([*argv, "--workers", "2", "--replace"]) == 0
    assert (tmp_path / "group.toml").read_bytes() == text
    assert len(expand(["group.toml:group"])) == 8
    assert cli.main(["run", "--variant", "base", "--agents", "group.toml:group", "--games", "16"]) == 0
