"""What a comparison found: planted differences, seen from either arm."""

from __future__ import annotations

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import against, in_order, telling, topic_of, turned


def row(metric, b="faster", difference=-10.0, half=1.0, found=True, a="base"):
    """A difference of 50 before, whose interval reaches `half` to both sides."""
    after = 50.0 + difference
    ends = (difference - half, difference + half)
    arms = (49.0, 51.0, after - 2, after + 2)
    return Difference(metric, "u", a, b, 50.0, after, difference, *ends, 100, *arms, None, None, 0.01, "t", found=found)


def test_seen_from_the_other_arm_all_signs_and_sides_change():
    there = turned(row("turns"))
    assert (there.a, there.b, there.value_a, there.value_b) == ("faster", "base", 40.0, 50.0)
    assert (there.difference, there.low, there.high) == (10.0, 9.0, 11.0)
    assert (there.low_a, there.high_a, there.low_b, there.high_b) == (38.0, 42.0, 49.0, 51.0)
    assert turned(there) == row("turns")


def test_an_arm_is_what_the_others_are_compared_with():
    rows = [row("turns"), row("turns", b="epic"), row("turns", a="faster", b="epic", difference=4.0)]
    seen = against(rows, "faster")
    assert [(one.a, one.b, one.difference) for one in seen] == [("faster", "base", 10.0), ("faster", "epic", 4.0)]
    assert against(rows, "nobody") == []


def test_what_was_found_comes_first_and_the_surest_of_it():
    rows = [row("helps", difference=30, found=False), row("kills", difference=3), row("deaths", difference=-8)]
    assert [one.metric for one in in_order(rows)] == ["deaths", "kills", "helps"]


def test_every_arm_is_told_before_one_is_told_twice_and_a_topic_once():
    rows = [
        row("rounds", difference=-20), row("turns", difference=-19), row("decisions", difference=-18),
        row("kills", difference=-7), row("flights", difference=-6),
        row("ending_shared", b="shared", difference=3), row("turns", b="shared", difference=-2, found=False),
        row("top_level", b="epic", difference=10, half=0.0),
        row("credit:greedy", b="epic", difference=0.1, found=False),
    ]  # fmt: skip
    told = [(one.b, one.metric) for one in telling(rows, 3)]
    # turns stand for the rounds, which are surer by a hair; epic moved nothing but the Level that it plays to
    assert told == [("faster", "turns"), ("shared", "ending_shared"), ("faster", "kills")]
    assert [one.metric for one in telling(rows, 1)] == ["turns"] and telling(rows[-2:], 3) == []


def test_measures_of_one_story_have_one_topic():
    assert topic_of("rounds") == topic_of("combats") == topic_of("turns") != topic_of("kills")
    assert topic_of("ending_boss") == topic_of("ending_kill") and topic_of("credit:x") == topic_of("credit:y")
    assert topic_of("something_new") == "something_new"
