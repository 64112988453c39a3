"""The best of many arms, and stopping early: games that are given out, and intervals that hold at every look."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.comparison.balance_search import Seen, distance, nearer
from lab.comparison.best_arm import Aim, best_arm, read_aim, rounds_of
from lab.comparison.confidence_sequence import Goal, batches, bounds_of, games_for, margin, reach, read_goal, spread_of
from lab.comparison.fewest_changes import Move, Want, Wish
from lab.errors import BadInput
from lab.runs.run_spec import make_spec, parse_spec, spec_text
from lab.stats.influence import median, ratio
from lab.stats.intervals import Interval
from tests.lab.command_lines import printed

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
    line = [
        "best",
        "base",
        "--set",
        "hand_limit=3,4,5,7",
        "--target",
        "fewest turns",
        "--games",
        "24",
        "--store",
        store,
    ]
    frame = pl.read_csv(printed(capsys, [*line, "--csv"]).encode())
    assert frame.height == 4 and frame["value"].is_finite().all()  # base has a hand limit of five: it is one arm
    assert frame["games"].sum() <= 4 * 24 / 2 and not frame["ruled_out"][0]
    assert cli.main(line) == 0
    told = capsys.readouterr()
    assert "is the best of 4: turns" in told.out and "in the store already" not in told.out


def between(low, high):
    return Interval((low + high) / 2, low, high, 100)


def test_the_margin_by_hand():
    # Robbins' normal mixture: rho2 = (2 log 20 + log(2 log 20) + 1) / 2000 = (5.99146 + 1.79034 + 1) / 2000
    rho2 = 8.78180 / 2000
    grown = 500 * rho2 + 1  # 3.19545
    assert margin(500) == pytest.approx(
        math.sqrt(2 * grown * math.log(math.sqrt(grown) / 0.05)) / (500 * rho2**0.5), 1e-5
    )
    # for a fixed number of 2,000 games it were 1.96 / sqrt(2000) = 0.0438: looking at any time costs half as much more
    assert margin(2000) == pytest.approx(0.0679, abs=1e-4)


def test_the_reach_is_that_of_published_tables():
    # Jennison and Turnbull (2000), table 2.1, two-sided .05: looks at equal steps
    assert [round(reach(range(1, looks + 1)), 3) for looks in (1, 2, 5, 10)] == [1.960, 2.178, 2.413, 2.555]
    # Two looks that have nothing to do with each other: (1 - p) ** 2 = .95
    assert reach([1, 10**7]) == pytest.approx(2.2365, abs=2e-3)


@pytest.mark.deep
def test_the_truth_is_inside_at_every_look_at_once():
    draw = np.random.default_rng(3)
    looks, tries = batches(8_000, 250), 1_000
    wide = reach(looks)
    missed = fixed = 0
    for _ in range(tries):
        pair = draw.normal(size=(2, looks[-1])) * [[20.0], [24.0]]
        pair[1] = pair[1] + 0.4 * pair[0] + 3.0
        found = [bounds_of(pair[0, :n], pair[1, :n], True, errors=wide) for n in looks]
        missed += any(not (one.low <= 3.0 <= one.high) for one in found)
        halves = [1.96 * spread_of(pair[0, :n], pair[1, :n], True) / n**0.5 for n in looks]
        fixed += any(abs(one.value - 3.0) > half for one, half in zip(found, halves, strict=True))
    assert 0.03 <= missed / tries <= 0.07  # .05 within three errors of 1,000 tries
    assert fixed / tries > 0.12  # the interval for a fixed number of games does not stand being looked at


def _medians(random, games):
    """Turns of two arms that share half of what makes a game long: what is known after n games, and by hand -8."""
    shared = random.exponential(40, games)
    turns = [np.round(shared + own + random.normal(0, 8, games)) for own in (30, 22)]
    return lambda n: [median(one[:n]) for one in turns], -8.0


def _shares(random, games):
    """Fights of two arms of which 30 and 34 of 100 are lost; the second arm has fewer."""
    fights = [random.poisson(rate, games) + 1 for rate in (12, 9)]
    lost = [random.binomial(n, p) for n, p in zip(fights, (0.30, 0.34), strict=True)]
    return lambda n: [ratio(k[:n], of[:n]) for k, of in zip(lost, fights, strict=True)], 0.04


@pytest.mark.deep
@pytest.mark.parametrize("drawn", [_medians, _shares])
def test_medians_and_shares_of_fights_hold_at_every_look_too(drawn):
    random, missed, tries = np.random.default_rng(8), 0, 200
    looks = batches(4_000, 250)
    wide = reach(looks)
    for _ in range(tries):
        known, truth = drawn(random, 4_000)
        found = [bounds_of(*known(games), True, errors=wide) for games in looks]
        missed += any(not (one.low <= truth <= one.high) for one in found)
    assert missed / tries <= 0.1  # .05 within three errors of 200 tries


def test_one_looks_after_whole_shards_and_at_the_end():
    assert batches(2_000, 250) == [500, 750, 1000, 1500, 2000]
    assert batches(300, 250) == [300]
    assert batches(10_000, 4_000) == [500, 4500, 8500, 10_000]


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("turns ±1", Goal("turns", "±", 1.0)),
        ("turns+-0.5", Goal("turns", "±", 0.5)),
        ("minutes >5", Goal("minutes", ">", 5.0)),
        ("ending_shared ±2", Goal("ending_shared", "±", 0.02)),
        ("first_credit > 3", Goal("first_credit", ">", 0.03)),
        ("top_level ±.2", Goal("top_level", "±", 0.2)),
        ("turns in the median game ±1", Goal("median_turns", "±", 1.0)),
        ("combats lost >2", Goal("lost_share", ">", 0.02)),
    ],
)
def test_goals_are_read_as_they_are_typed(text, goal):
    assert read_goal(text, "--until") == goal


@pytest.mark.parametrize(
    "text", ["turns", "turns 1", "turns ±0", "±1", "", "turns ±x", "nonsense ±1", "median luck ±1"]
)
def test_other_texts_are_refused(text):
    with pytest.raises(BadInput, match="--until"):
        read_goal(text, "--until")


def test_a_goal_says_why_it_is_reached():
    known, moves = Goal("turns", "±", 1.0), Goal("ending_card", ">", 0.02)
    assert known.reached(between(4.0, 6.0)) == "is known to ±1" and known.reached(between(4.0, 6.1)) == ""
    assert moves.reached(between(-0.09, -0.03)) == "is more than 2 points"
    assert moves.reached(between(-0.01, 0.015)) == "is less than 2 points"
    assert moves.reached(between(0.01, 0.05)) == "" and moves.reached(between(math.nan, math.nan)) == ""


def test_games_needed_by_hand():
    # (1.96 * 20 / 1)^2 = 1536.6; (1.96 + 0.8416)^2 * 20^2 / 2^2 = 784.9
    assert games_for(Goal("turns", "±", 1.0), 20.0) == 1537
    assert games_for(Goal("turns", ">", 2.0), 20.0) == 785


def test_what_has_not_happened_yet_is_not_known_exactly():
    never = np.zeros(400)
    assert bounds_of(never, never, paired=True).high == pytest.approx(margin(400) * 0.1)  # sqrt(4 / 400)
    # numbers that are no shares and never differ are the same game
    assert bounds_of(never + 5, never + 5, paired=True).high == 0


def test_independent_arms_have_the_variances_of_both():
    a, b = np.array([1.0, 3.0, 5.0, 7.0]), np.array([2.0, 2.0, 8.0, 8.0])
    # variances 20/3 and 12; game by game the differences 1, -1, 3, 1 have 8/3
    assert spread_of(a, b, paired=False) == pytest.approx(math.sqrt(20 / 3 + 12))
    assert spread_of(a, b, paired=True) == pytest.approx(math.sqrt(8 / 3))


def test_each_row_of_a_frontier_is_nearer_to_the_wish_than_all_that_costs_less():
    """At most 60 turns: 10, 5, 6 and 2 too many at prices 0, 1, 2 and 2; in units of 2 turns the last is 1 off."""
    moves = (Move("switches", "a", 5, 0, 10, 1.0), Move("switches", "b", 5, 0, 10, 1.0))
    wish = Wish((Want("turns", -float("inf"), 60),), moves)
    now, one, both, best = (
        Seen(point, (Interval(turns, turns - 1, turns + 1, 900),), np.array([spread]))
        for point, turns, spread in (((5, 5), 70, 2), ((6, 5), 65, 9), ((6, 6), 66, 9), ((8, 8), 62, 9))
    )
    assert nearer(wish, [best, both, now, one], best) == [now, one, best]
    assert distance(wish, best, ruler=now) == 1 and distance(wish, now) == 5
