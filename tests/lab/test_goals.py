"""Targets and the numbers that are turned for them: as they are typed, as the rules and the cards allow them."""

import pytest

from decks.card_schema import DeckError
from lab.comparison.game_numbers import game_numbers
from lab.comparison.value_search import Target, measured, read_target
from lab.errors import BadInput
from lab.runs.arm_spec import ArmSpec
from lab.runs.tunable_number import allowed_values, values_of_range
from lab.store.store_folder import Store
from tests.lab.planted import plant


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
