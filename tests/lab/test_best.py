"""The best of many arms: the games that are given out, how often the best one is named, a run by the command line."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.comparison.best_arm import Aim, best_arm, read_aim, rounds_of
from lab.errors import BadInput
from lab.runs.run_spec import make_spec, parse_spec, spec_text

NAMES = [f"arm {i}" for i in range(16)]


class Planted:
    """Arms whose games are known: a part that all arms of a game share, and a part of their own."""

    def __init__(self, means, seed):
        random = np.random.default_rng(seed)
        shared = random.normal(0, 15, 20_000)
        self.games = {
            name: mean + shared + random.normal(0, 10, 20_000) for name, mean in zip(NAMES, means, strict=False)
        }
        self.asked = {name: 0 for name in self.games}

    def ask(self, arms, games):
        self.asked |= dict.fromkeys(arms, games)
        return {arm: self.games[arm][:games] for arm in arms}


@pytest.mark.parametrize("number", [2, 3, 5, 16, 17, 100])
def test_half_of_the_games_are_given_out_and_the_last_ones_play_longest(number):
    plan = rounds_of(number, 1_000)
    before, total = 0, 0
    for arms, games in plan:
        total, before = total + arms * (games - before), games
    assert plan[0][0] == number and plan[-1][0] == 2 and 0.45 * number * 1_000 < total <= 0.5 * number * 1_000
    assert [arms for arms, _ in plan] == sorted((arms for arms, _ in plan), reverse=True)


@pytest.mark.parametrize(
    ("aim", "means", "truly"),
    [
        (Aim("turns", -1.0), [50 + 0.7 * i for i in range(16)], "arm 0"),
        (Aim("turns", 1.0), [50 + 0.7 * i for i in range(16)], "arm 15"),
        (Aim("turns", 0.0, 65.0), [40 + 3 * i for i in range(16)], "arm 8"),
    ],
    ids=["least", "most", "near"],
)
def test_the_best_arm_is_named_in_most_searches_and_most_others_are_ruled_out(aim, means, truly):
    """60 searches each: the best one is to be named in 95 of 100, and half of the games are to do."""
    named, games, left = 0, 0, 0
    for seed in range(60):
        planted = Planted(means, seed)
        found = best_arm(NAMES, 2_000, aim, planted.ask)
        could = [one.arm for one in found if not one.is_out]
        named += truly in could
        left += len(could)
        games = max(games, sum(planted.asked.values()))
        assert found[0].arm in could and sum(one.games for one in found) == sum(planted.asked.values())
    assert named >= 57 and games <= 16 * 2_000 / 2 and left / 60 < 3


def test_arms_that_play_the_same_are_never_told_apart_and_names_mean_nothing():
    planted = Planted([50, 50, 60], 3)
    planted.games["arm 1"] = planted.games["arm 0"]
    found = best_arm(NAMES[:3], 2_000, Aim("turns", -1.0), planted.ask)
    assert [(one.arm, one.is_out) for one in found] == [("arm 0", False), ("arm 1", False), ("arm 2", True)]
    assert found[1].farther.value == 0
    turned = best_arm(NAMES[2::-1], 2_000, Aim("turns", -1.0), planted.ask)
    assert {one.arm: one.is_out for one in turned} == {one.arm: one.is_out for one in found}


def test_of_two_arms_on_both_sides_of_a_value_the_nearer_one_is_best():
    """One is 2 above the value, the other 6 below it: by hand 4 farther."""
    found = best_arm(NAMES[:2], 4_000, Aim("turns", 0.0, 50.0), Planted([52, 44], 5).ask)
    assert found[0].arm == "arm 0" and found[1].is_out
    assert found[1].farther.low < 4 < found[1].farther.high


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("fewest turns", Aim("turns", -1.0)), ("Highest kills", Aim("kills", 1.0)),
        ("minutes=60", Aim("minutes", 0.0, 60.0)), ("combats lost=30", Aim("lost_share", 0.0, 0.3)),
        ("lowest combats lost", Aim("lost_share", -1.0)),
    ],
)  # fmt: skip
def test_an_aim_is_read_as_it_is_typed(text, aim):
    assert read_aim(text) == aim


@pytest.mark.parametrize("text", ["turns", "fewest", "nicest turns", "hand:hoard=0", "fewest luck"])
def test_what_is_no_aim_is_said(text):
    with pytest.raises(BadInput, match="allowed"):
        read_aim(text)


def test_some_arms_of_a_spec_are_played_alone():
    whole = {"arms": ("base",), "switches": {"hand_limit": ("3", "7")}, "unchanged": True}
    some = make_spec(whole | {"among": ("base, hand_limit=3", "base, hand_limit=7")}, "test")
    assert parse_spec(spec_text(some)) == some
    assert [(arm.name, arm.reference) for arm in some.grid] == [("base, hand_limit=3", ""), ("base, hand_limit=7", "")]
    with pytest.raises(BadInput, match="among is 'nobody'; allowed: base, "):
        _ = make_spec(whole | {"among": ("nobody",)}, "test").grid


def test_the_best_is_searched_among_games_that_are_played_once(tmp_path, capsys):
    store = str(tmp_path / "store")
    line = ["best", "base", "--set", "hand_limit=3,4,7", "--target", "fewest turns", "--games", "24", "--store", store]
    assert cli.main([*line, "--csv"]) == 0
    frame = pl.read_csv(capsys.readouterr().out.encode())
    assert frame.height == 4 and frame["games"].sum() <= 4 * 24 / 2 and not frame["ruled_out"][0]
    assert cli.main(line) == 0
    told = capsys.readouterr()
    assert "is the best of 4: turns" in told.out and "in the store already" not in told.out
