"""The rules that a verdict is about: how they were before, and what of them is not played."""

from __future__ import annotations

import pytest

from reports.verdict_rules import Change, _who_may_keep_more, left_off, number_of, unsaid
from variants.variant_schema import SWITCHES


@pytest.mark.parametrize(
    ("switch", "value", "says"),
    [
        ("time_limit.rounds", "0", "no limit"), ("time_limit.minutes", "0", "no limit"),
        ("big.limit", "0", "no limit"), ("level.most_a_turn", "0", "as many as they like"),
        ("time_limit.rounds", "10", "10"), ("catch_up.treasure", "0", "none"),
    ],
)  # fmt: skip
def test_a_number_that_stands_for_none_is_said_so(switch, value, says):
    assert number_of(SWITCHES[switch], value) == says


def test_of_a_box_that_is_mixed_in_is_said_which_of_its_rules_do_not_hold():
    """Goths and Cultists are rules of the Cthulhu sheet that the classic game has not; played by them, all hold."""
    mixed = {"variant": "base", "arm": "base", "changes": [], "decks": ["base", "cthulhu"]}
    told = " ".join(left_off(mixed))
    assert "Cultists" in told and "Goth" in told and "Race" not in told
    assert left_off(mixed | {"variant": "cthulhu", "arm": "cthulhu"}) == [] == left_off(mixed | {"decks": ["base"]})


def test_who_may_keep_more_cards_keeps_one_more_by_any_limit():
    assert _who_may_keep_more({"decks": ["base"]}, 3) == " Whoever has the card Dwarf may keep 4."
    assert _who_may_keep_more({"decks": ["cthulhu"]}, 3) == ""


def test_a_picture_says_of_a_rule_what_its_question_does_not():
    limit = Change("", "The hand limit is 3 (before: 5). Whoever has the card Dwarf may keep 4.")
    assert (
        unsaid([limit], "What does \u201cThe hand limit is 3\u201d change?") == "Whoever has the card Dwarf may keep 4."
    )
    assert unsaid([Change("", "A player draws.")], "What does \u201cDraw\u201d change?") == "Played as: A player draws."
    assert unsaid([Change("", "A player draws." * 20)], "What?") == ""
