"""The search for a value: targets as they are typed, planted curves, and what cannot be reached is said to be so."""

import math

import numpy as np
import pytest

from decks.card_schema import DeckError
from lab.comparison.game_numbers import game_numbers
from lab.comparison.value_search import SCOUT_GAMES, Answer, Target, measured, read_target, search
from lab.errors import BadInput
from lab.runs.arm_spec import ArmSpec
from lab.runs.tunable_number import allowed_values, values_of_range
from lab.stats.intervals import Interval
from lab.store.store_folder import Store
from tests.lab.planted import plant


def exact(curve, width=0.5):
    """A measure that is known to a width, and the list of what was asked."""
    asked = []

    def ask(values, games):
        asked.append((tuple(values), games))
        half = width if games > SCOUT_GAMES else 2 * width
        return {v: Interval(curve(v), curve(v) - half, curve(v) + half, games) for v in values}

    return ask, asked


@pytest.mark.parametrize(
    ("curve", "target", "best", "possible"),
    [
        (lambda v: 10.0 * v, 70.0, 7, (7,)),
        (lambda v: -10.0 * v, -70.0, 7, (7,)),  # falling
        (lambda v: 10.0 * v, 72.0, 7, ()),  # between two values: neither meets it
        (lambda v: abs(v - 9.0) + 0.1 * (v > 9), 6.0, 3, (3, 15)),  # falls, then rises: both ends of it
    ],
)
def test_a_planted_value_is_found(curve, target, best, possible):
    ask, _ = exact(curve)
    found = search(range(0, 21), target, 2_000, ask)
    assert (found.best, found.possible) == (best, possible)


def test_what_is_stepped_over_is_told_from_what_is_out_of_reach():
    ask, _ = exact(lambda v: 10.0 * v)
    over = search(range(0, 21), 72.0, 2_000, ask)
    assert not over.reached and over.passed == (7, 8)
    beyond = search(range(0, 21), 260.0, 2_000, ask)
    assert not beyond.reached and beyond.passed is None and beyond.best == 20


@pytest.mark.parametrize(
    ("step", "games"),
    [
        (0.04, 1_563),  # (0.05 / 0.04) ** 2 = 1.5625 times as many
        (-0.04, 1_563),
        (0.2, 1_000),  # told already
        (0.035, None),  # the error of the slope is 0.05 / 1.96 / sqrt(2) = 0.018, twice that more than the slope
    ],
)
def test_how_many_games_would_tell_neighbours_apart_follows_from_the_slope(step, games):
    found = {v: Interval(step * v, step * v - 0.05, step * v + 0.05, 1_000) for v in range(3)}
    needed = Answer(0.0, found, 0, (0, 1, 2), found).games_to_tell(1_000)
    assert needed == games if games is None else math.isclose(needed, games, abs_tol=1)


def test_values_that_are_far_off_cost_few_games():
    ask, asked = exact(lambda v: 10.0 * v)
    search(range(0, 101), 700.0, 2_000, ask)
    many = [v for values, games in asked if games == 2_000 for v in values]
    assert sorted(many) == [69, 70, 71] and len(asked) < 12


def test_below_the_step_at_which_the_target_is_crossed_it_halves_on():
    ask, asked = exact(lambda v: 0.2 * v, 0.5)
    found = search(range(0, 1001, 100), 70.0, 2_000, ask)  # met by 350, and by 348 to 352 within 0.5
    assert found.best == 350 and 349 in found.possible and not {345, 355} & set(found.possible)
    assert len({value for values, _ in asked for value in values}) < 40


def planted(curve, rho, seed, values=13):
    """A search over values whose games are alike by `rho` to the root of how far they are apart, 25 turns of spread."""
    draw, at = np.random.default_rng(seed), np.arange(values)
    alike = np.linalg.cholesky(rho ** np.abs(at[:, None] - at) ** 0.5 + 1e-9 * np.eye(values))
    early, late = (alike @ draw.normal(size=values) * 25 / games**0.5 for games in (400, 1_600))
    met, of = int(draw.integers(1, values - 1)), {}

    def ask(some, games):
        means = {v: curve(v) + (early[v] if games == 400 else (early[v] + 4 * late[v]) / 5) for v in some}
        of.update(dict.fromkeys(some, games))
        half = 1.96 * 25 / games**0.5
        return {v: Interval(mean, mean - half, mean + half, games) for v, mean in means.items()}

    def shared(one, other):
        few, many = sorted((of[one], of[other]))
        return rho ** abs(one - other) ** 0.5 * math.sqrt(few / many)

    return met, search(range(values), curve(met), 2_000, ask, shared)


@pytest.mark.parametrize(
    ("curve", "rho", "most"),
    [
        (lambda v: 60 + v, 0.6, 2.6),  # each value alone is known to 1.1: it rules out 2.2 a side
        (lambda v: 80 - 30 * math.exp(-v / 3), 0.6, 3.5),
        (lambda v: 60 + 0.3 * v + 8 * (v >= 6), 0.0, 6.5),  # a jump, which no line or bend has
    ],
)
def test_the_value_that_meets_the_target_is_in_the_interval(curve, rho, most):
    found = [planted(curve, rho, seed) for seed in range(40)]
    assert sum(met in one.possible for met, one in found) >= 35  # binomial(40, .95) is below once in thirty thousand
    assert np.mean([len(one.possible) for _, one in found]) <= most


def test_one_value_is_measured_and_judged():
    ask, _ = exact(lambda v: 5.0)
    assert search([4], 5.0, 2_000, ask).possible == (4,)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("turns=60", Target("turns", 60.0)),
        ("Median turns = 55", Target("median_turns", 55.0)),
        ("estimated minutes=60", Target("minutes", 60.0)),
        ("within an hour=90", Target("within_60", 0.9)),
        ("Games within an hour = 90", Target("within_60", 0.9)),
        ("several winners=5", Target("several_winners", 0.05)),
        ("lost_share=30", Target("lost_share", 0.3)),
        ("ending_card=2.5", Target("ending_card", 0.025)),
        ("draw=0", Target("draw", 0.0, "hoard")),
        ("hand=1", Target("hand", 0.01, "hoard")),
        ("kick:orcs=-2", Target("kick", -0.02, "orcs")),
    ],
)
def test_targets_are_read_as_they_are_typed(text, target):
    assert read_target(text, "hoard.copies") == target


@pytest.mark.parametrize(
    "text", ["turns", "turns=many", "turns=nan", "luck=3", "turns:hoard=3", "=3", "within an hour=101"]
)
def test_other_targets_are_refused(text):
    with pytest.raises(BadInput, match="--target"):
        read_target(text, "hoard.copies")


def test_a_number_of_a_card_needs_a_card():
    with pytest.raises(BadInput, match="of which card"):
        read_target("draw=0", "")


def arm(**changed):
    given = {"name": "a", "variant": "base", "deck": ("base",), "seats": 4, "agents": ("random",)} | changed
    return ArmSpec(**given)


def test_what_may_be_turned_is_what_the_rules_and_the_cards_allow():
    assert allowed_values(arm(), "switches", "hand_limit") == (0, 30, 5)
    assert allowed_values(arm(switches=(("hand_limit", "7"),)), "switches", "hand_limit") == (0, 30, 7)
    assert allowed_values(arm(), "cards", "large-angry-chicken.level") == (1, 100, 2)
    assert (
        allowed_values(arm(cards=(("large-angry-chicken.level", "9"),)), "cards", "large-angry-chicken.level")[2] == 9
    )
    assert allowed_values(arm(), "cards", "huge-rock.bonus")[:2] == (-99, 99)
    for axis, key, error in (
        ("switches", "luck", BadInput), ("switches", "help.any_time", BadInput), ("cards", "nobody.level", BadInput),
        ("cards", "huge-rock.name", DeckError),
    ):  # fmt: skip
        with pytest.raises(error):
            allowed_values(arm(), axis, key)


def test_the_values_to_search():
    assert values_of_range(None, "hand_limit", (0, 30), 5) == tuple(range(12))
    assert values_of_range(None, "sell.gp_per_level", (100, 10_000), 1000) == tuple(range(400, 1601, 100))
    assert values_of_range("3-6", "k", (0, 30), 5) == (3, 4, 5, 6)
    assert values_of_range("-4--2", "k", (-9, 9), 0) == (-4, -3, -2)
    assert values_of_range("100-500:200", "k", (0, 1000), 5) == (100, 300, 500)
    for text in ("6-3", "0-31", "x", "3-6:0", ""):
        with pytest.raises(BadInput, match="--range"):
            values_of_range(text, "hand_limit", (0, 30), 5)


def test_a_measure_of_one_arm_is_that_of_its_games(tmp_path):
    run, _ = plant(tmp_path)
    store = Store.open(tmp_path)
    numbers = game_numbers(store, run)
    assert measured(store, run, "base", Target("turns", 0.0), numbers).value == pytest.approx(50)  # 40, 60, 50
    faster = measured(store, run, "base+faster", Target("turns", 0.0), numbers)
    assert faster.value == pytest.approx(30)  # 30, 20, 40
    # two of three games were won; of the last one nobody is the winner
    assert measured(store, run, "base", Target("ending_capped", 0.0), numbers).value == pytest.approx(1 / 3)
    with pytest.raises(BadInput, match="is not known in base; allowed: a card that came so"):
        measured(store, run, "base", Target("draw", 0.0, "nobody"), numbers)
