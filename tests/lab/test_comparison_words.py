"""Comparisons in words: signs, sizes and intervals as people say them, and what is told of many of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from lab.commands._comparison import short_names
from lab.commands._stop_rule import Stop, anytime
from lab.comparison.arm_comparison import CREDIT, Difference
from lab.comparison.arm_pairs import Pair
from lab.comparison.comparison_words import answer, change, digits, interval, named_first, percent
from lab.comparison.confidence_sequence import asked_measure, read_goal
from lab.comparison.difference_order import against, in_order, surprise, telling, topic_of, turned
from lab.comparison.game_numbers import BEHIND, LOST, MINUTES, SHARE, WITHIN
from lab.comparison.largest_arm import largest
from lab.comparison.measure_names import measure_called
from lab.comparison.shortest_arm import shortest
from lab.stats.intervals import Interval


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("Combats lost", LOST),
        ("within an hour", WITHIN),
        (" won by a card", "ending_card"),
        ("turns", "turns"),
        ("luck", "luck"),
    ],
)
def test_a_measure_is_named_by_the_word_of_the_tables_too(said, measure):
    assert measure_called(said) == measure
    assert read_goal("won by a card >2", "--until").measure == "ending_card"


@pytest.mark.parametrize(
    ("typed", "measure"),
    [
        ("lab try 'A, --primary minutes.' --primary 'rounds far behind'", BEHIND),
        ("lab compare --primary=minutes", MINUTES),
        ("lab compare base x --until 'won by a card >2'", "ending_card"),
        ("lab try 'Draw", "turns"),
        ("lab try x --primary luck", "turns"),
    ],
)
def test_what_was_asked_is_read_from_what_was_typed(typed, measure):
    assert asked_measure(typed) == measure


def row(metric="turns", a=50.0, difference=-9.1, half=0.5, unit="", **more):
    values = (metric, unit, "base", "base+faster", a, a + difference, difference, difference - half, difference + half)
    rest = (3000, a - 1, a + 1, 0.0, 0.0, None, None, 0.001, "paired t")
    return replace(Difference(*values, *rest), **({"found": True, "identical": 0.1} | more))


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (row(), "9.1 turns shorter [8.6, 9.6], −18 %"),
        (row(difference=9.14, half=2.0), "9.1 turns longer [7.1, 11.1], +18 %"),
        (
            row(WITHIN, 0.12, 0.2, 0.03, SHARE),
            "20.0 more of 100 games end within an hour [17.0, 23.0], from 12.0 to 32.0",
        ),
        (row("kills", 20, 3, 14), "3 more kills [−11, 17], +15 %"),
        (row("kills", 20, -3, 0.2), "3.00 fewer kills [2.80, 3.20], −15 %"),
        (row("ending_shared", 0.02, 0.061, 0.01, SHARE), "ended by a shared win: 6.1 points more [5.1, 7.1]"),
        (row(CREDIT, 0.25, -0.012, 0.02, "share"), "first player's wins: 1.2 points less [−0.8, 3.2]"),
        (row("top_level", 10, -0.05, 0.01), "highest final Level 0.050 lower [0.040, 0.060], −0.5 %"),
        (row("deaths", 0.0, 0.5, 0.1), "0.50 more deaths [0.40, 0.60]"),
    ],
)
def test_a_difference_is_said_with_its_size_its_way_and_its_interval(found, says):
    assert change(found) == says


def test_the_interval_of_a_table_keeps_the_sign():
    assert interval(row()) == "[−9.6, −8.6]"
    assert interval(row(CREDIT, 0.25, -0.012, 0.02, "share")) == "[-3.2, 0.8]".replace("-", "−")


def test_an_end_of_an_interval_that_would_round_to_nothing_shows_its_side():
    """Of -0.8 points that are known to 0.76 the end is -0.04; what is nothing stays so."""
    assert interval(row(CREDIT, 0.25, -0.008, 0.0076, "share")) == "[−1.6, −0.04]"
    assert interval(row(CREDIT, 0.25, -0.008, 0.008, "share")) == "[−1.6, 0.0]"
    assert change(row(difference=2.0, half=1.96)).startswith("2.0 turns longer [0.04, 4.0]")


def test_the_arm_that_moves_most_is_set_against_the_next_one():
    """A moves turns by -9, B by -8, C by -3, D by +2; A is 1 below B, known to 1.5."""
    moved = {"B": -8.0, "A": -9.0, "D": 2.0, "C": -3.0}
    firsts = [row(difference=size, half=1.0, b=arm) for arm, size in moved.items()]
    beside = [replace(row(difference=-9.0 - moved[arm], half=1.5), a=arm, b="A") for arm in "BCD"]
    names = dict(zip("ABCD", "abcd", strict=True))
    close = [replace(beside[0], found=False), *beside[1:]]
    rest = "c does less than a; d goes the other way."
    assert largest(firsts, close, names) == f"a and b cannot be told apart: −1.0 turns [−2.5, 0.5]; {rest}"
    assert largest(firsts, beside, names) == f"a does more than b: −1.0 turns [−2.5, 0.5]; {rest}"
    assert largest(firsts[1:3], beside, names) == "d goes the other way: 2.0 turns longer [1.0, 3.0], +4.0 %."
    open_ones = [replace(one, found=False) for one in beside]
    assert largest(firsts, open_ones, names).endswith("; c and d cannot be told from a.")
    assert not largest([replace(one, found=False) for one in firsts], beside, names) and not largest(firsts, [], names)


@pytest.mark.parametrize(
    ("half", "shown"), [(12.0, 0), (5.1, 0), (4.9, 1), (0.55, 1), (0.49, 2), (0.049, 3), (0.0001, 3), (0.0, 1)]
)
def test_digits_follow_the_interval(half, shown):
    assert digits(row(difference=0.0, half=half)) == shown


@pytest.mark.parametrize(
    ("part", "says"), [(-0.24, "−24 %"), (0.005, "+0.5 %"), (0.0995, "+10 %"), (0.0994, "+9.9 %"), (-0.0994, "−9.9 %")]
)
def test_relative_changes(part, says):
    assert percent(part) == says


def test_what_a_rule_says_itself_leads_no_list_of_what_it_does():
    rows = [row(), row("top_level", 10, -2.0, 0.01), row("kills", 20, -3, 0.2)]  # the Level is surest by far
    assert answer(rows)[1].startswith("Also: 3.00 fewer kills") and "highest final Level" in answer(rows)[1]


def test_the_answer_names_what_moved_in_order_and_bounds_the_rest():
    rows = [
        row(), row("kills", 20, -3, 0.5), row("deaths", 1.0, 0.5, 0.05), row("helps", 5, 0.1, 0.15, found=False),
        row("ending_card", 0.1, 0.0, 0.02, SHARE, found=False),
    ]  # fmt: skip
    assert answer(rows) == [
        "base+faster against base: 9.1 turns shorter [8.6, 9.6], −18 %.",
        "Also: 0.50 more deaths [0.45, 0.55], +50 %; 3.0 fewer kills [2.5, 3.5], −15 %.",
        # 0.25 of 5 helps; 2 points of games won by a card
        "No change found in 2 of 5 measures; their 95 % intervals reach at most 5 % (helps) or 2.0 points "
        "(won by a card).",
    ]


def test_a_length_is_told_in_turns_and_in_minutes_and_nothing_of_it_twice():
    turns, minutes = row(), row("minutes", 82, -12, 0.5)
    rounds, flights = row("rounds", 12.5, -2.3, 0.1), row("flights", 11, -4, 0.5)
    assert answer([turns, minutes, rounds, flights])[:2] == [
        "base+faster against base: 9.1 turns shorter [8.6, 9.6], −18 %; 12.0 estimated minutes shorter [11.5, 12.5], "
        "−15 %, from 82.0 to 70.0.",
        "Also: 4.0 fewer flights [3.5, 4.5], −36 %; 2.30 rounds shorter [2.20, 2.40], −18 %.",  # surer, but told
    ]
    assert [one.metric for one in named_first([turns, rounds, minutes, flights])][:3] == ["turns", "minutes", "flights"]
    assert answer([minutes, turns])[0].endswith("; 9.1 turns shorter [8.6, 9.6], −18 %, from 50.0 to 40.9.")


@pytest.mark.parametrize(
    ("turns", "minutes", "says"),
    [
        (row(), row("minutes", 82, 2, 0.5), "−18 %; but 2.0 estimated minutes longer [1.5, 2.5], +2.4 %, from 82.0 to"),
        (row(), row("minutes", 82, -0.1, 0.5, found=False), "; but no difference in estimated minutes found, from 82"),
        (row(difference=0.1, found=False), row("minutes", 82, 2, 0.5), "3000 games; but 2.0 estimated minutes longer"),
        (row(difference=0.1, found=False), row("minutes", 82, 0, 0.5, found=False), "+0.6 turns, with 3000 games."),
        (row(WITHIN, 0.1, 0.2, 0.02), row(MINUTES, 82, -9, 0.5), "from 10.0 to 30.0; 9.0 estimated minutes shorter"),
        (row(WITHIN, 0.1, 0.2, 0.02), row(MINUTES, 82, 9, 0.5), "30.0; but 9.0 estimated minutes longer"),
    ],
)
def test_turns_and_minutes_that_do_not_go_together_are_told_apart(turns, minutes, says):
    assert says in answer([turns, minutes])[0]


SHORT, QUICK = "base+short", "base+quick"


@pytest.mark.parametrize(
    ("turns", "minutes", "says"),
    [
        ((-10, -5), (-3, -9), "Turns and minutes disagree: base+short has the fewest turns (40 against 45), base+quick"
         " takes the fewest estimated minutes (71 against 77)."),
        ((-10, -5), (-9, -3), None),  # the same arm
        ((-10, -5), (-8.5, -9), "base+short has the fewest turns (40 against 45), but in estimated minutes "
         "these games cannot tell it from base+quick."),
        ((-5.5, -5), (-3, -9), "base+quick takes the fewest estimated minutes (71 against 77), but in "
         "turns these games cannot tell it from base+short."),
        ((-5.5, -5), (-8.5, -9), None),  # nobody can tell them apart
        ((-10, -5), (4, 8), "Turns and minutes disagree: base+short has the fewest turns (40 against 50), base takes "
         "the fewest estimated minutes (80 against 84)."),
    ],
)  # fmt: skip
def test_turns_and_minutes_may_disagree_about_the_shortest_of_several_arms(turns, minutes, says):
    rows = [
        replace(row(metric, before, moved, 1.0), b=arm)
        for arm, own in zip((SHORT, QUICK), zip(turns, minutes, strict=True), strict=True)
        for metric, before, moved in zip(("turns", "minutes"), (50.0, 80.0), own, strict=True)
    ]
    assert [re.sub(r"\.0\b", "", line) for line in shortest(rows)] == ([says] if says else [])
    assert shortest(rows[:2]) == [] and shortest([replace(one, metric="deaths") for one in rows]) == []


def test_after_looking_again_and_again_turns_and_minutes_have_bounds_for_that():
    pair = Pair("base", "base+faster", True)
    bounds = {(pair, "turns"): Interval(-9.1, -12.0, -6.0, 3000), (pair, "minutes"): Interval(-12.0, -25.0, 1.0, 3000)}
    rows = [replace(row(), role="primary"), row("minutes", 82, -12, 0.5), row("kills", 20, -3, 0.5)]
    turns, minutes, kills = anytime(rows, Stop("r", 3000, "", bounds))
    assert (turns.low, turns.high, turns.found, turns.p_value) == (-12, -6, True, None)
    assert (minutes.low, minutes.high, minutes.found, minutes.q_value) == (-25, 1, False, None) and kills == rows[2]


def test_no_difference_is_said_with_what_can_be_ruled_out():
    said = answer([row(difference=0.1, half=0.5, found=False)])
    assert said == [
        "base+faster against base: no difference in turns found; the 95 % interval goes from −0.4 to +0.6 turns, "
        "with 3000 games."
    ]


def test_equal_games_are_said_to_be_equal():
    assert answer([row(difference=0.0, half=0.0, found=False, identical=1.0)]) == [
        "base+faster against base: the same game every time, in 3000 of 3000 pairs."
    ]


def test_too_few_games_are_said_to_be_too_few():
    nan = float("nan")
    assert "too few games" in answer([replace(row(found=False), low=nan, high=nan)])[0]


def test_what_is_surest_comes_first():
    assert surprise(row(difference=1, half=0.1)) > surprise(row(difference=-5, half=1)) > surprise(row(difference=0))
    assert surprise(row(difference=1, half=0)) == float("inf") and surprise(row(difference=0, half=0)) == 0
    assert surprise(replace(row(), low=float("nan"))) == -1


def told_row(metric, b="faster", difference=-10.0, half=1.0, found=True, a="base"):
    """A difference of 50 before, whose interval reaches `half` to both sides."""
    after = 50.0 + difference
    ends = (difference - half, difference + half)
    arms = (49.0, 51.0, after - 2, after + 2)
    return Difference(metric, "u", a, b, 50.0, after, difference, *ends, 100, *arms, None, None, 0.01, "t", found=found)


def test_seen_from_the_other_arm_all_signs_and_sides_change():
    there = turned(told_row("turns"))
    assert (there.a, there.b, there.value_a, there.value_b) == ("faster", "base", 40.0, 50.0)
    assert (there.difference, there.low, there.high) == (10.0, 9.0, 11.0)
    assert (there.low_a, there.high_a, there.low_b, there.high_b) == (38.0, 42.0, 49.0, 51.0)
    assert turned(there) == told_row("turns")


def test_an_arm_is_what_the_others_are_compared_with():
    rows = [told_row("turns"), told_row("turns", b="epic"), told_row("turns", a="faster", b="epic", difference=4.0)]
    seen = against(rows, "faster")
    assert [(one.a, one.b, one.difference) for one in seen] == [("faster", "base", 10.0), ("faster", "epic", 4.0)]
    assert against(rows, "nobody") == []


def test_what_was_found_comes_first_and_the_surest_of_it():
    rows = [
        told_row("helps", difference=30, found=False),
        told_row("kills", difference=3),
        told_row("deaths", difference=-8),
    ]
    assert [one.metric for one in in_order(rows)] == ["deaths", "kills", "helps"]


def test_every_arm_is_told_before_one_is_told_twice_and_a_topic_once():
    rows = [
        told_row("rounds", difference=-20), told_row("turns", difference=-19), told_row("decisions", difference=-18),
        told_row("kills", difference=-7), told_row("flights", difference=-6),
        told_row("ending_shared", b="shared", difference=3), told_row("turns", b="shared", difference=-2, found=False),
        told_row("top_level", b="epic", difference=10, half=0.0),
        told_row("credit:greedy", b="epic", difference=0.1, found=False),
    ]  # fmt: skip
    told = [(one.b, one.metric) for one in telling(rows, 3)]
    # turns stand for the rounds, which are surer by a hair; epic moved nothing but the Level that it plays to
    assert told == [("faster", "turns"), ("shared", "ending_shared"), ("faster", "kills")]
    assert [one.metric for one in telling(rows, 1)] == ["turns"] and telling(rows[-2:], 3) == []


def test_measures_of_one_story_have_one_topic():
    assert topic_of("rounds") == topic_of("combats") == topic_of("turns") != topic_of("kills")
    assert topic_of("ending_boss") == topic_of("ending_kill") and topic_of("credit:x") == topic_of("credit:y")
    assert topic_of("something_new") == "something_new"


def test_long_names_of_arms_are_cut_as_far_as_that_tells_them_apart():
    long = 'base+"Whenever you lose a combat, draw a face-down Treasure."'
    assert short_names(["base+faster", "base, hand_limit=7"], "base") == ["base+faster", "base, hand_limit=7"]
    assert short_names([long, "base, hand_limit=7"], "base") == ['+"Whenever you lose a combat, draw …', "hand_limit=7"]
    alike = long.replace("Treasure", "Door card")
    assert short_names([long, alike], "base") == [long.removeprefix("base"), alike.removeprefix("base")]
