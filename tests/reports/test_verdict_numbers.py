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
    known_to,
    others,
    ranking,
    rest,
    side_by_side,
    sure,
    surer,
)  # fmt: skip
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
    assert "4 times as far from winning as the leader" in behind and "Level 2 while the leader has Level 8" in behind
    assert behind.startswith("How many of 100 rounds a player begins far behind: ")
    assert changed(lost) == "7.4 fewer of 100 combats are lost"
    assert changed(row("helps", 2.0, 1.5, 0.1)) == "An average game has 0.50 fewer helps in combat"


def test_bars_begin_at_nothing_and_are_as_long_as_what_they_show():
    """60 is 1.2 times as long as 50, and what is not known to differ is drawn open."""
    chart = chart_of([row("turns", 50.0, 60.0, 5.0), row("turns", 50.0, 51.0, 5.0, found=False)], "abc", 10)
    bars = re.findall(r'<rect class="(\w+)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn(chart))
    assert [kind for kind, _, _ in bars] == ["first", "moved", "open"] and len({x for _, x, _ in bars}) == 1
    one, other, _ = (float(width) for _, _, width in bars)
    assert other == pytest.approx(1.2 * one, abs=0.2) and float(bars[0][1]) + other < WIDE
    lines = chart_lines(chart, 50)
    before, moved, _ = (line for line in lines if line[:1] in "\u2591\u2588")
    assert moved.count("\u2588") / before.count("\u2591") == pytest.approx(1.2, abs=0.05)
    assert "c: no clear change (4 fewer to 6 more)" in lines


def test_how_a_rule_itself_ends_games_is_no_finding():
    timed = [
        row("turns", 64.0, 52.0, 1.0), row("ending_time_limit", 0.0, 0.5, 0.02), row("ending_kill", 0.9, 0.4, 0.02),
        row("several_winners", 0.004, 0.174, 0.01), row("minutes", 80.0, 67.0, 1.0),
    ]  # fmt: skip
    assert {one.metric for one in findings(timed)} == {"several_winners", "minutes"}
    assert [one.metric for one in others(timed)] == ["minutes", "several_winners"]
    assert "several_winners" in by_rule([row("ending_shared", 0.0, 0.6, 0.02)])
    longer = [row("turns", 64.0, 99.0, 1.0), row("ending_capped", 0.0, 0.1, 0.02), row("ending_kill", 0.9, 0.8, 0.02)]
    assert len(findings(longer)) == 2  # a game that does not end is news


def test_the_answer_is_said_as_people_say_it():
    short = row("turns", 63.9, 60.9, 1.2)
    assert answer([short]) == "Games are 3.0 turns shorter on average: 60.9, not 63.9."
    assert (
        sure(short)
        == "Very sure of a change: the true average change lies between 1.8 and 4.2 fewer turns (19 chances in 20)."
    )
    barely = row("turns", 63.9, 65.4, 1.4)
    assert sure(barely).startswith("Barely sure of a change: ")
    assert answer([barely]) == "Games are perhaps 1.5 turns longer on average: 65.4, not 63.9."
    slower = [row("turns", 60.0, 50.0, 1.0), row("minutes", 80.0, 90.0, 1.0), row("deaths", 1.0, 2.0, 0.1)]
    assert (
        answer(slower)
        == "Games are 10.0 turns shorter on average, but an estimated 10.0 minutes longer: 50.0, not 60.0."
    )
    same = [barely, row("minutes", 80.0, 80.5, 1.0, False)]
    assert rest(same) == "No clear change in estimated minutes."
    more = [row("deaths", 1.0, 1.1, 0.2, False), row("kills", 9.0, 9.0, 0.2, False)]
    said = "2 other numbers (named at the end)."
    assert rest([*same, *more]) == f"No clear change in estimated minutes, nor in {said}"
    assert rest([short, *more]) == f"No clear change in {said}"
    assert rest(slower) == "2 of 2 other numbers clearly change, which the table shows (all are named at the end)."
    rounds = row("rounds", 16.0, 12.0, 1.0)  # the length of games again, of which minutes are told
    assert rest([*slower, rounds, *more]) == (
        "3 of 5 other numbers clearly change; 2 of different kinds are in the table, all at the end."
    )


def test_how_the_other_measures_are_judged_and_how_far_a_value_is_known():
    """Of those that the stricter test lets fall the surest come first: 9 leaves 2 half-widths, 3 leaves 1.5."""
    first, half = replace(row("turns", 64.0, 66.0, 1.0), low_a=62.8, high_a=65.2), 2.0
    near = [row("kills", 9.0, 12.0, half, False), row("deaths", 9.0, 13.0, half, False)]
    said = surer([[first, *near, row("helps", 2.0, 2.1, half, False)]], True)
    assert said.startswith("The chart's number was chosen beforehand; ") and "1 in 10 may be chance." in said
    assert " Perhaps, or by chance: deaths and monsters killed. " in said
    assert "chosen after the games were played" in surer([[first]], False)
    assert (
        known_to(first)
        == "The first number, 64.0, is known to \u00b11.2: a page of other games may say so much more or less."
    )


def test_what_is_not_found_is_little_or_takes_more_games():
    """Little is at most 5 %: 3.2 turns of 64. At a half-width of 1.6 a change is found or little, which is about 1."""
    little, wide = (row("turns", 64.0, 64.5, half, False) for half in (2.0, 3.0))
    assert answer([little]) == "No clear change: an average game takes 64.5 turns with it, 64.0 without."
    assert sure(little).startswith("Sure that any change is little: ")
    assert answer([wide]).startswith("2,000 games are too few to tell: ")
    assert sure(wide).endswith("lies between 2.5 fewer and 3.5 more turns (19 chances in 20).")
    assert games_for(wide) == (18_000, "1 turn")  # (3 / 1)^2 times 2,000
    assert games_for(row("lost_share", 0.3, 0.31, 0.02, False)) == (8_000, "1 of 100")
    assert games_for(row("turns", 64.0, 60.0, 3.0)) == games_for(little) == (0, "")


def test_numbers_of_players_are_told_in_their_order():
    four, two = row("turns", 47.0, 63.9, 1.7), row("turns", 47.0, 46.5, 1.7, False)
    names = ["3 players", "2 players", "4 players"]
    told, each = side_by_side([two, four], names, [3, 2, 4])
    assert told == "An average game takes 47.0 turns with 3 players, 46.5 with 2 (no clear change) and 63.9 with 4."
    assert each == "For each player that is about 16 to 23 turns."  # 15.7, 23.2 and 16.0


def test_which_of_several_does_most_and_which_alone_does_it():
    """10.2 of 100 before; 7.9 with a and with both, and b is not known to change it."""

    def one(name, after, found=True):
        return replace(row("behind_share", 0.102, after, 0.005, found), b=name)

    a, b, both = one("a", 0.079), one("b", 0.100, False), one("both", 0.079)
    ahead = [replace(both, a="a", found=False), replace(both, a="b")]
    parts, names = [["a", "b"], ["a"], ["b"]], ["both together", "a", "b"]
    does, more = ranking([both, a, b], names, parts, ahead)
    assert does == "With a, an average player begins 7.9 of 100 rounds far behind, not 10.2."
    assert more == "B makes no clear difference to this number, alone or together with the other."
    does, more = ranking([a, one("b", 0.087)], ["a", "b"], [["a"], ["b"]], [replace(a, a="b", b="a")])
    assert does == "A does most: an average player begins 7.9 of 100 rounds far behind, not 10.2."
    assert more == "Clearly more than the other."
    none = ranking([b, replace(b, b="c")], ["b", "c"], [["b"], ["c"]], [])
    assert none == [
        "No clear change with any of them: an average player begins 10.2 of 100 rounds far behind without them."
    ]


def test_a_rule_is_read_back_of_everybody_at_the_table():
    lost = "When the owner has lost a combat as the fighter, after the flight: the player draws a face-down Treasure."
    told = "When a player has lost a combat as the fighter, whether or not they got away: "
    assert plain(lost) == f"{told}that player draws a face-down Treasure, unless they died."
    leader = "In its combat: nobody may help in this combat, if nobody has a higher Level."
    tie = "(Of several who are level it is true of each; say 'alone in the lead' for one.)"
    told = "In a combat: nobody may help the fighter, if no other player has a higher Level."
    assert plain(f"{leader} {tie}") == f"{told} Players who tie for it all count: at the start, that is everybody."


def test_rounds_far_behind_are_told_by_an_example_that_is_true():
    """Four times as many Levels to go: 8 against 2 of ten, 4 against 1 of eight."""
    assert "in a game to Level 10: Level 2 while the leader has Level 8" in far_behind(10)
    assert "in a game to Level 8: Level 4 while the leader has Level 7" in far_behind(8)
    assert len(list(notes_of(["turns", "behind_share", "minutes"], 10, pace()))) == 2
