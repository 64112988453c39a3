"""What a verdict prints: numbers that subtract, a chart on which all can be seen, and words that need no lab."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from lab.comparison.arm_comparison import Difference
from lab.comparison.difference_order import by_rule
from reports.verdict_chart import WIDE, chart, chart_lines
from reports.verdict_figures import findings, shown_of
from reports.verdict_numbers import percent, places, printed, seen
from reports.verdict_rules import plain
from reports.verdict_sentences import also, first_said, lead, moved, rule_itself, side_by_side, within_said
from reports.verdict_words import far_behind, words_of


def row(metric, before, after, half, found=True):
    """A difference with the interval of a half-width."""
    gap = after - before
    ends = (metric, "", "a", "b", before, after, gap, gap - half, gap + half, 2000, 0, 0, 0, 0, None, None, 0.01, "t")
    return Difference(*ends, found=found)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        # 45.46 and 46.64 are printed 45.5 and 46.6: 1.1 apart, though the difference is 1.18
        (row("turns", 45.46, 46.64, 1.0), ("45.5", "46.6", "+1.1", "1.1", "0.2", "2.2")),
        (row("helps", 2.554, 1.592, 0.08), ("2.55", "1.59", "\u22120.96", "0.96", "\u22121.04", "\u22120.88")),
        (row("lost_share", 0.316, 0.242, 0.005), ("31.6", "24.2", "\u22127.4", "7.4", "\u22127.9", "\u22126.9")),
        (row("decisions", 1021.4, 868.2, 18.0), ("1,021", "868", "\u2212153", "153", "\u2212171", "\u2212135")),
        # found, however small: it is no nothing, and its interval has a side
        (row("turns", 60.0, 60.02, 0.01), ("60.00", "60.02", "+0.02", "0.02", "0.01", "0.03")),
        (row("turns", 60.0, 60.0, 0.0, False), ("60.0", "60.0", "0.0", "0.0", "0.0", "0.0")),
    ],
)
def test_what_is_printed_subtracts(one, said):
    assert tuple(printed(one)) == said


def test_arms_beside_each_other_have_equally_many_decimals():
    """The interval of one asks for a decimal more than that of the other: both have it."""
    rough, fine = row("helps", 2.5, 2.0, 0.5), row("helps", 2.5, 2.4, 0.004)
    at = places([rough, fine])
    assert at == 3 and printed(rough, at).before == printed(fine, at).before == "2.500"
    assert percent(fine) == "4.0 %" and percent(row("helps", 0.0, 1.0, 0.1)) == ""
    assert seen(row("turns", 60.0, 61.0, 1.0)).endswith(" 1.4 turns")  # 2.8 of 1.96 standard errors: 4 of 5 runs see it


def test_each_measure_stands_at_its_change_on_a_scale_of_its_kind():
    """Turns 50 to 60: +20 %, from 10 to 30; a share from 0.2 to 0.3: 10 points, from 0 to 20."""
    turns, share = row("turns", 50.0, 60.0, 5.0), row("lost_share", 0.2, 0.3, 0.1, found=False)
    bars = [("turns", turns), ("combats lost", share)]
    drawn = chart(bars)
    whiskers = re.findall(r'<line class="mark" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', drawn)
    (low, high), (zero, far) = [tuple(map(float, one)) for one in whiskers]
    assert 0 < zero < low < high < WIDE and low - zero == pytest.approx((high - low) / 2, abs=0.11)  # 10 of 20
    assert far == pytest.approx(high, abs=0.11)  # each scale ends at its own 30 or 20
    assert drawn.count('class="mark open"') == 1 and "hollow dot: no clear change" in drawn
    assert "% more or less than before" in drawn and "change in percentage points" in drawn
    lines = chart_lines(bars, 14 + 21)  # a name of 12 letters, two blanks, and from 0 to 30 in 21 places
    assert lines[0].index("\u25cf") - 14 == pytest.approx(20 * 20 / 30, abs=1)
    assert lines[3][14:].startswith("\u253c") and "\u25cb" in lines[3]


def test_no_scale_goes_beyond_all_that_there_was_and_one_far_off_is_an_arrow():
    """Helps fall by 90 % give or take 30; turns by 4 %: of both on one scale nobody saw the turns."""
    helps, turns, kills = row("helps", 2.0, 0.2, 0.6), row("turns", 50.0, 48.0, 1.0), row("kills", 20.0, 19.0, 1.0)
    assert "\u2212100</text>" in chart([("helps", helps)]) and "\u2212120" not in chart([("helps", helps)])
    drawn = chart([("turns", turns), ("helps", helps), ("kills", kills)])
    assert "\u221290 %</text>" in drawn and "arrow: beyond the scale" in drawn and drawn.count("<polygon") == 1
    up = chart([("turns", turns), ("helps", row("helps", 1.0, 3.0, 0.1)), ("kills", kills)])
    tip, zero = (float(re.search(text, up)[1]) for text in (r'points="([\d.]+),', r'class="zero" x1="([\d.]+)"'))
    assert tip > zero  # what rises by 200 % points away from no change, though all else falls
    both = chart([("helps", helps), ("turns", turns), ("kills", kills)])
    assert "<polygon" not in both  # what the page is about is no arrow
    missing = replace(kills, found=False, low=-1.9, high=-0.1)
    told = re.sub(r"<[^>]*>", " ", chart([("turns", turns), ("kills", missing)]))
    assert "some miss 0 by chance" in " ".join(told.split())


def test_how_a_rule_itself_ends_games_is_no_finding():
    timed = [
        row("turns", 64.0, 52.0, 1.0), row("ending_time_limit", 0.0, 0.5, 0.02), row("ending_kill", 0.9, 0.4, 0.02),
        row("several_winners", 0.004, 0.174, 0.01), row("minutes", 80.0, 67.0, 1.0),
    ]  # fmt: skip
    assert {one.metric for one in findings(timed)} == {"several_winners", "minutes"}
    assert rule_itself(timed) == "By the rule itself: games ended by the time limit 0.0 % \u2192 50.0 %."
    assert also(timed) == "Also: 13.0 estimated minutes shorter, games with several winners 0.4 % \u2192 17.4 %."
    assert "several_winners" in by_rule([row("ending_shared", 0.0, 0.6, 0.02)])
    longer = [row("turns", 64.0, 99.0, 1.0), row("ending_capped", 0.0, 0.1, 0.02), row("ending_kill", 0.9, 0.8, 0.02)]
    assert len(findings(longer)) == 2 and not rule_itself(longer)  # a game that does not end is news
    assert [one.metric for one in shown_of(timed)[0]][0] == "turns"


def test_the_answer_is_said_as_people_say_it():
    assert first_said(row("turns", 63.9, 60.9, 1.2)) == "Games are 3.0 turns (4.7 %) shorter: 63.9 before, 60.9 after."
    close = row("turns", 63.7, 64.6, 1.3, found=False)  # 1.43 times 1.3
    told = "Too close to tell: turns 63.7 before, 64.6 after; 2,000 games could have shown a change of 1.9 turns."
    assert first_said(close) == told
    assert moved(row("helps", 2.0, 1.5, 0.1)) == "25 % fewer helps in combat"
    slower = [row("turns", 60.0, 50.0, 1.0), row("minutes", 80.0, 90.0, 1.0), row("deaths", 1.0, 2.0, 0.1)]
    assert also(slower) == "But: 10.0 estimated minutes longer, 100 % more deaths."


def test_numbers_of_players_are_told_in_their_order():
    four = [row("turns", 47.0, 63.9, 1.7), row("deaths", 0.4, 0.5, 0.2, False)]
    two = [row("turns", 47.0, 46.5, 1.7, False), row("deaths", 0.4, 0.6, 0.05)]
    three = ["3 players", "2 players", "4 players"]
    answer, each, rest = side_by_side([two, four], three, [3, 2, 4])
    assert answer == "47.0 turns with 3 players, 46.5 with 2 (no clear change), 63.9 with 4."
    assert each == "For each player that is about 16 to 23 turns."  # 15.7, 23.2 and 16.0
    said = side_by_side([four, two], [three[0], three[2], three[1]], [3, 4, 2])[2]
    assert rest == "" and said == "From 3 to 2 players also: 50 % more deaths."
    decks = side_by_side([[*two, row("minutes", 54.2, 81.8, 2.0)]], ["deck base", "deck mine"], [4, 4])
    assert decks[1] == "54.2 estimated minutes with deck base, 81.8 with deck mine."


def test_shorter_games_of_which_fewer_end_within_an_hour_are_explained_if_they_vary_less():
    """Intervals of 3 and 2 minutes: half as wide again before. Of games that vary alike nothing is known."""
    long = replace(row("minutes", 81.8, 79.7, 1.5), low_a=80.3, high_a=83.3, low_b=78.7, high_b=80.7)
    within = row("within_60", 0.244, 0.209, 0.02)
    said = (
        "Fewer games end within an hour all the same: they vary less, with fewer very short and fewer very long ones."
    )
    assert within_said([long, within]) == said
    assert not within_said([replace(long, low_b=78.2, high_b=81.2), within])
    assert not within_said([long, row("within_60", 0.244, 0.309, 0.02)])


def test_the_arm_that_does_most_is_set_against_the_next_one():
    """7.9 against 8.7 %: from 0.3 to 1.3 points fewer."""
    a, b = (replace(row("behind_share", 0.102, after, 0.005), b=name) for after, name in ((0.079, "a"), (0.087, "b")))
    ahead = replace(row("behind_share", 0.087, 0.079, 0.005), a="b", b="a")
    answer, rest, _ = lead([[a], [b]], ["A (x)", "B (y)"], "AB", [ahead])
    assert answer == "A (x) has the fewest rounds far behind: 10.2 % before, 7.9 % after."
    assert rest == "With B: 8.7 %. A has 0.3 to 1.3 percentage points fewer than B (95 % sure)."


def test_a_rule_is_read_back_of_everybody_at_the_table():
    lost = "When the owner has lost a combat as the fighter, after the flight: the player draws a face-down Treasure."
    told = "When a player has lost a combat as the fighter, whether or not they got away: "
    assert plain(lost) == f"{told}that player draws a face-down Treasure, unless they died."
    leader = "In its combat: nobody may help in this combat, if nobody has a higher Level."
    tie = "(Of several who are level it is true of each; say 'alone in the lead' for one.)"
    told = "In a combat: nobody may help the fighter, if nobody has a higher Level than they."
    assert plain(f"{leader} {tie}") == f"{told} If several share that place, it holds for each."


def test_rounds_far_behind_are_told_by_an_example_that_is_true():
    """Four times as many Levels to go: 8 against 2 of ten, 4 against 1 of eight."""
    assert "at Level 2, say, while somebody is at Level 8 (8 Levels to go against 2)" in far_behind(10)
    assert "at Level 4, say, while somebody is at Level 7 (4 Levels to go against 1)" in far_behind(8)
    assert [word for word, _ in words_of(["turns", "behind_share"], 10, True)] == [
        "Turns",
        "Rounds far behind",
        "95 % interval",
    ]
