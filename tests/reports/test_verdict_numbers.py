"""What a verdict prints: numbers that subtract, a chart on which all can be seen, and words that need no lab."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from lab.comparison.arm_comparison import Difference
from lab.comparison.difference_order import by_rule
from lab.tables.table_pace import pace
from reports.verdict_answer import (
    answer,
    changed,
    findings,
    games_for,
    others,
    ranking,
    rest,
    side_by_side,
    trust,
)
from reports.verdict_chart import WIDE, chart_lines, chart_of, drawn
from reports.verdict_measures import change_range, far_behind, head_of, notes_of, printed, row_of
from reports.verdict_rules import plain


def row(metric, before, after, half, found=True):
    """A difference with the interval of a half-width."""
    gap = after - before
    ends = (metric, "", "a", "b", before, after, gap, gap - half, gap + half, 2000, 0, 0, 0, 0, None, None, 0.01, "t")
    return Difference(*ends, found=found)


@pytest.mark.parametrize(
    ("one", "said", "lies"),
    [
        # 45.46 and 46.64 are printed 45.5 and 46.6: 1.1 apart, though the difference is 1.18
        (row("turns", 45.46, 46.64, 1.0), ("45.5", "46.6", "1.1"), "0.2 to 2.2 more"),
        (row("helps", 2.554, 1.592, 0.08), ("2.55", "1.59", "0.96"), "0.88 to 1.04 fewer"),
        (row("lost_share", 0.316, 0.242, 0.005), ("31.6", "24.2", "7.4"), "6.9 to 7.9 fewer"),
        (row("decisions", 1021.4, 868.2, 18.0), ("1021", "868", "153"), "135 to 171 fewer"),
        # found, however small: it is no nothing
        (row("lost_share", 0.3, 0.30004, 0.00002), ("30.0", "30.0", "0.004"), "0.002 to 0.006 more"),
        (row("minutes", 60.0, 60.5, 1.5, False), ("60.0", "60.5", "0.5"), "1.0 fewer to 2.0 more"),
    ],
)
def test_what_is_printed_subtracts_and_its_range_has_a_side(one, said, lies):
    assert tuple(printed(one)) == said and change_range(one) == lies


def test_a_share_is_so_many_of_100_in_every_place():
    lost = row("lost_share", 0.316, 0.242, 0.005)
    assert head_of(lost, 10) == "How many of 100 combats are lost" and row_of(lost) == "combats lost, of 100"
    behind = head_of(row("behind_share", 0.1, 0.2, 0.01), 10)  # 8 Levels to go are four times 2
    assert (
        "at least 4 times as far from winning as the leader" in behind
        and "Level 2 while the leader has Level 8" in behind
    )
    assert behind.startswith("How many of 100 rounds a player begins far behind: ")
    assert changed(lost) == "7.4 fewer of 100 combats are lost"
    assert changed(row("helps", 2.0, 1.5, 0.1)) == "An average game has 0.50 fewer helps in combat"


def test_bars_begin_at_nothing_and_are_as_long_as_what_they_show():
    """60 is 1.2 times as long as 50, and what is not known to differ is drawn open."""
    chart = chart_of([row("turns", 50.0, 60.0, 5.0), row("turns", 50.0, 51.0, 5.0, found=False)], "abc", 10, " than a")
    bars = re.findall(r'<rect class="(\w+)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn(chart))
    assert [kind for kind, _, _ in bars] == ["first", "moved", "open"] and len({x for _, x, _ in bars}) == 1
    one, other, _ = (float(width) for _, _, width in bars)
    assert other == pytest.approx(1.2 * one, abs=0.2) and float(bars[0][1]) + other < WIDE
    lines = chart_lines(chart, 50)
    before, moved, _ = (line for line in lines if line[:1] in "\u2591\u2588")
    assert moved.count("\u2588") / before.count("\u2591") == pytest.approx(1.2, abs=0.05)
    assert "c: no clear change (likely 4 fewer to 6 more than a)" in " ".join(lines)


def test_how_a_rule_itself_ends_games_is_no_finding():
    timed = [
        row("turns", 64.0, 52.0, 1.0), row("ending_time_limit", 0.0, 0.5, 0.02), row("ending_kill", 0.9, 0.4, 0.02),
        row("several_winners", 0.004, 0.174, 0.01), row("minutes", 80.0, 67.0, 1.0),
    ]  # fmt: skip
    assert {one.metric for one in findings(timed)} == {"several_winners", "minutes"}
    assert [one.metric for one in others(timed)] == ["minutes", "ending_time_limit", "several_winners"]
    assert "several_winners" in by_rule([row("ending_shared", 0.0, 0.6, 0.02)])
    longer = [row("turns", 64.0, 99.0, 1.0), row("ending_capped", 0.0, 0.1, 0.02), row("ending_kill", 0.9, 0.8, 0.02)]
    assert len(findings(longer)) == 2  # a game that does not end is news


def test_the_answer_is_said_as_people_say_it():
    short = row("turns", 63.9, 60.9, 1.2)
    assert answer([short]) == "Games are 3.0 turns shorter on average: 60.9, not 63.9."
    slower = [row("turns", 60.0, 50.0, 1.0), row("minutes", 80.0, 90.0, 1.0), row("deaths", 1.0, 2.0, 0.1)]
    assert (
        answer(slower)
        == "Games are 10.0 turns shorter on average, but an estimated 10.0 minutes longer: 50.0, not 60.0."
    )
    still = row("minutes", 80.0, 80.5, 1.0, False)
    assert rest(slower) == "" and rest([short, still]) == "Nothing else clearly changes."
    slight = row("lost_share", 0.31, 0.305, 0.001)  # half of 100 combats, surely
    assert rest([short, slight]) == "Nothing else changes by more than a little." and others([short, slight]) == []
    assert rest([replace(short, found=False), still]) == "No clear change in anything else."
    barely = row("turns", 63.9, 65.4, 1.4)  # a range from 0.1 to 2.9
    assert answer([barely]) == "Games are 1.5 turns longer on average (perhaps only 0.1): 65.4, not 63.9."


def test_what_is_less_because_games_are_shorter_is_no_finding_of_its_own():
    """0.9 deaths in 30 turns are 1.5 in 50: fewer a game, more a turn. 4 % of the turns are no half of 10 %."""
    turns = row("turns", 50.0, 30.0, 1.0)
    deaths, said = row("deaths", 1.0, 0.9, 0.05), "An average game has 0.10 fewer deaths: 0.90, not 1.00."
    assert (
        answer([deaths, turns])
        == f"{said} But games have 40 % fewer turns: in as many turns as before there would be 1.50 deaths."
    )
    lost, helps, more = row("combats_lost", 0.3, 0.2, 0.01), row("helps", 2.0, 1.0, 0.1), row("deaths", 1.0, 1.2, 0.05)
    assert [one.metric for one in others([turns, helps, lost])] == ["combats_lost"]
    assert [one.metric for one in others([turns, more, lost])] == ["combats_lost", "deaths"]  # more, though shorter
    assert "turns" not in answer([more, turns])
    for other in (replace(turns, found=False), row("turns", 50.0, 48.0, 1.0)):
        assert answer([deaths, other]) == said


def test_one_range_says_how_sure_a_number_is_and_what_may_be_chance_is_said_alike():
    """3 more with a half-width of 2 leave out none, but the test of many did not find it; 0.1 more does not."""
    first, half = row("turns", 64.0, 66.0, 1.0), 2.0
    near, still = row("kills", 9.0, 12.0, half, False), row("helps", 2.0, 2.1, half, False)
    assert trust([[first, near, still]], True) == "Likely ranges hold the true average change 19 times in 20."
    assert trust([[first, near, still]], False).endswith("The number of the chart was chosen after the games.")
    assert "So few games often mislead" in trust([[replace(first, n=199)]], True)
    by_chance = replace(first, found=False)
    assert answer([by_chance]) == "Games are 2.0 turns longer on average (may be chance): 66.0, not 64.0."
    assert chart_of([by_chance], "ab", 10).bars[1].change == "may be chance (likely 1.0 to 3.0 more)"


def test_what_is_not_found_is_little_or_takes_more_games():
    """Little is at most 5 %: 3.2 turns of 64. At a half-width of 1.6 a change is found or little, which is about 1."""
    little, wide = (row("turns", 64.0, 64.5, half, False) for half in (2.0, 3.0))
    assert answer([little]) == "No clear change: an average game takes 64.5 turns with it, 64.0 without."
    assert answer([wide]).startswith("2,000 games are too few to tell: ")
    assert games_for(wide) == (18_000, "1 turn")  # (3 / 1)^2 times 2,000
    assert games_for(row("lost_share", 0.3, 0.31, 0.02, False)) == (8_000, "1 of 100")
    assert games_for(row("turns", 64.0, 60.0, 3.0)) == games_for(little) == (0, "")


def test_numbers_of_players_are_told_in_their_order():
    four, two = row("turns", 47.0, 63.9, 1.7), row("turns", 47.0, 46.5, 1.7, False)
    names = ["3 players", "2 players", "4 players"]
    told, each = side_by_side([two, four], names, [3, 2, 4])
    assert told == "An average game takes 47.0 turns with 3 players, 46.5 with 2 (no clear change) and 63.9 with 4."
    assert each == "That is about 16 to 23 turns for each player."  # 15.7, 23.2 and 16.0


def test_which_of_several_does_most_and_which_alone_does_it():
    """10.2 of 100 before; 7.9 with a and with both, and b is not known to change it."""

    def one(name, after, found=True):
        return replace(row("behind_share", 0.102, after, 0.005, found), b=name)

    a, b, both = one("a", 0.079), one("b", 0.100, False), one("both", 0.079)
    ahead = [replace(both, a="a", found=False), replace(both, a="b")]
    parts, names = [["a", "b"], ["a"], ["b"]], ["both together", "a", "b"]
    does, more = ranking([both, a, b], names, parts, ahead)
    assert does == "With a, an average player begins 7.9 of 100 rounds far behind the leader, not 10.2."
    assert more == "B makes no clear difference to this, alone or on top of a."
    does, more = ranking([a, one("b", 0.087)], ["a", "b"], [["a"], ["b"]], [replace(a, a="b", b="a")])
    assert does == "A changes most: an average player begins 7.9 of 100 rounds far behind the leader, not 10.2."
    assert more == "The other does not change it as much."
    none = ranking([b, replace(b, b="c")], ["b", "c"], [["b"], ["c"]], [])
    said = "No clear change with any of them: an average player begins 10.2 of 100 rounds far behind the leader"
    assert none == [f"{said} without them."]


def test_a_rule_is_read_back_of_everybody_at_the_table():
    lost = "When the owner has lost a combat as the fighter, after the flight: the player draws a face-down Treasure."
    told = "When a player has lost a combat as the fighter, whether or not they got away: "
    assert plain(lost) == f"{told}that player draws a face-down Treasure, unless they died."
    leader = "In its combat: nobody may help in this combat, if nobody has a higher Level."
    tie = "(Of several who are level it is true of each; say 'alone in the lead' for one.)"
    told = "In a combat: nobody may help the fighter, if no other player has a higher Level."
    assert (
        plain(f"{leader} {tie}")
        == f"{told} Whoever ties for the highest Level counts as having it, so at first that is everybody."
    )


def test_rounds_far_behind_are_told_by_an_example_that_is_true():
    """Four times as many Levels to go: 8 against 2 of ten, 4 against 1 of eight."""
    assert "in a game to Level 10: Level 2 while the leader has Level 8" in far_behind(10)
    assert "in a game to Level 8: Level 4 while the leader has Level 7" in far_behind(8)
    assert len(list(notes_of(["turns", "behind_share", "minutes"], 10, pace(), 4))) == 2
