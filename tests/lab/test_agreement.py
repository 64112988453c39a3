"""The same question at several tables of players: signs agree, or it is said which do not."""

from dataclasses import replace

import polars as pl
import pytest

import lab
from lab.comparison.arm_comparison import Difference, as_frame
from lab.comparison.table_agreement import agreements, beside, differ, effect, sentence, shared_sign
from lab.runs.arm_spec import table_name


class Asked:
    """A run of two rules at two tables of players, and of three players at the first one."""

    def arms(self, run):
        rows = [
            {"arm": f"{rule}{who}{n}", "variant": rule, "decks": ["d"], "changes": [], "seats": n, "agents": agents}
            for rule in ("base", "base+f")
            for who, agents in (("x", ["random"]), ("y", ["racer", "greedy"]))
            for n in (4, 3)
        ]
        return pl.DataFrame(rows)


def row(metric, where, difference, found=True, unit="turns", role="secondary", a="base", b="base+f"):
    values = (metric, unit, a + where, b + where, 50.0, 50.0 + difference, difference, difference - 1, difference + 1)
    return Difference(*values, 100, 0, 0, 0, 0, None, None, 0.01, "t", role=role, found=found)


def test_signs_are_laid_beside_each_other_by_question():
    rows = [
        row("turns", "x4", -5, role="primary"), row("turns", "y4", -2, role="primary"),
        row("kills", "x4", -3), row("kills", "y4", 3), row("helps", "x4", 3), row("helps", "y4", -3, found=False),
        row("turns", "x3", -1, role="primary"),  # three players were asked at one table only
    ]  # fmt: skip
    told = {one.metric: one for one in agreements(Asked(), "r", rows, table_name)}
    assert list(told) == ["turns", "kills", "helps"]
    assert told["turns"].tables == ("random", "racer greedy") and told["turns"].question == "base+f"
    assert [one.agrees for one in told.values()] == [True, False, True]
    # turns and kills were found at both tables, helps at one: it cannot disagree
    assert shared_sign(list(told.values())) == (1, 2)
    assert sentence(list(told.values())) == (
        "Of 2 measures found to move at two or more tables of players 1 move the same way there. What turns with the "
        "players is not the rule's alone: base+f: kills −3.0 at random, +3.0 at racer greedy."
    )


def test_tables_that_are_compared_with_each_other_are_no_repetition():
    assert agreements(Asked(), "r", [row("turns", "", 1, a="basex4", b="basey4")], table_name) == []


def test_where_too_little_was_found_nothing_is_said_of_agreement():
    rows = agreements(Asked(), "r", [row("turns", "x4", -5), row("turns", "y4", 3, found=False)], table_name)
    assert "whether they agree is open" in sentence(rows)


def at(difference, half, value=50.0, metric="turns", n=100, **more):
    """A difference with its half-width, of a first arm with this value."""
    ends = difference - half, difference + half
    return Difference(
        metric, "turns", "base", "base+f", value, value + difference, difference, *ends, n, 0, 0, 0, 0, None, None,
        0.01, "t", found=True, **more,
    )  # fmt: skip


def test_a_second_table_is_asked_for_parts_of_its_own_games_and_differs_beyond_both_intervals():
    # -5 of 50 is -10 % ± 2, -12 of 60 -20 % ± 10: apart by 10 with hypot(2, 10) = 10.2; ± 9 leaves 9.2
    here = at(-5, 1, role="primary")
    assert effect(here) == (-0.1, 0.02)
    assert not differ(here, at(-12, 6, 60)) and differ(here, at(-12, 5.4, 60))
    # of two measures that are looked at the bounds are 2.24 wide instead of 1.96: 9.2 becomes 10.5
    assert not differ(here, at(-12, 5.4, 60), 2)
    # a share moves in points, whatever it was
    assert effect(at(0.05, 0.01, 0.3, "lost_share")) == pytest.approx((0.05, 0.01))


def test_a_second_table_says_whether_it_agrees_in_what_the_sentences_name():
    here = [at(-5, 1, role="primary"), at(0.05, 0.01, 0.3, "lost_share")]
    there = [at(-6, 5, 60, n=20), at(-0.04, 0.02, 0.2, "lost_share", n=20)]
    assert beside(here[:1], "cut-throat", there) == (
        "A second table (cut-throat, 20 games of each arm) agrees: turns −10 % [−18, −1.7] there, −10 % [−12, −8.0] "
        "here."
    )
    assert "is too small to tell whether it agrees: turns −10 % [−22, 1.7]" in beside(here[:1], "x", [at(-6, 7, 60)])
    assert "finds no difference either: turns +1.7 % [" in beside([replace(at(0, 1), found=False)], "x", [at(1, 6, 60)])
    assert beside(here, "cut-throat", there) == (
        "How much hangs on who plays: a second table (cut-throat, 20 games of each arm) differs. Combats lost −4.0 "
        "points [−6.0, −2.0] there, +5.0 points [4.0, 6.0] here. See --three-tables."
    )


def test_the_second_table_is_the_same_question_asked_of_other_players(tmp_path):
    asked = lab.compare("base", "base+faster", games=8, seed=3, store=tmp_path)
    there = lab.compare("base", "base+faster", games=8, seed=3, store=tmp_path, agents="cut-throat")
    assert asked.second.players == "cut-throat" and as_frame(list(asked.second.rows)).equals(there.measures)
    assert there.second.players == "kitchen-table"
    again = asked.run.compare("kills").second  # nothing is played: what was kept, with another measure first
    assert again.players == "cut-throat" and again.rows == there.run.compare("kills").rows
    assert asked.run.compare("credit:novice").second is None and asked.run.compare(every_pair=True).second is None
    assert lab.compare("base", "base+faster", games=4, store=tmp_path, agents=[["novice"], ["greedy"]]).second is None


def test_the_wins_of_somebody_are_not_asked_of_others(tmp_path):
    asked = lab.compare("base", "base+faster", games=4, store=tmp_path, primary="credit:novice")
    assert asked.rows[0].metric == "credit:novice" and asked.second is None
