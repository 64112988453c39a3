"""The first page: what was played and what came out, in sentences made from planted numbers."""

from __future__ import annotations

import polars as pl
import pytest

from lab.health.health_check import HEALTH
from reports import html_markup
from reports.captions import setting
from reports.desk.page_data import Measured
from reports.elements import Answer, Data, Jump, Note
from reports.headlines import begun, ended
from reports.page_list import load_pages
from reports.ridge_chart import lengths, ridges
from tests.reports.frames import run_data, with_bounds

PAGE = next(page for page in load_pages() if page.name == "overview")
ARMS = ("base", "base+faster", "base+shared-victory")


def lines(data):
    return next(e for e in PAGE.draw(Data(data)) if isinstance(e, Answer)).text.split("\n")


def test_the_question_stands_above_the_largest_finding_in_few_words():
    first = lines(run_data(ARMS))[0]
    assert first == "With shared-victory: **6.0 turns shorter** [5.0, 7.0], from 50.0 to 44.0."
    assert next(e for e in PAGE.draw(Data(run_data(ARMS))) if isinstance(e, Answer)).asked == "Does it bite?"
    assert len(first.split()) <= 25


def test_several_arms_give_the_surest_differences_one_of_each_arm_first():
    told = lines(run_data(ARMS))[1:]
    assert told == ["With faster: **3.0 turns shorter** [2.0, 4.0], −6.0 %."]


def test_what_moved_beside_the_length_is_told_in_games_of_a_hundred():
    data = run_data(ARMS[:2])
    planted = {
        "metric": "within_60",
        "value_a": 0.356,
        "value_b": 0.625,
        "difference": 0.269,
        "low": 0.241,
        "high": 0.297,
    }
    is_hour = pl.col("metric") == "kills"
    data["comparison"] = data["comparison"].with_columns(
        pl.when(is_hour).then(pl.lit(value)).otherwise(name).alias(name) for name, value in planted.items()
    )
    assert lines(data)[1:] == [
        "26.9 more of 100 games end within an hour [24.1, 29.7], from 35.6 to 62.5.",
        "Balanced players win 6.0 fewer of 100 games [4.0, 8.0].",
    ]
    answer = next(e for e in PAGE.draw(Data(data)) if isinstance(e, Answer))
    told = html_markup.answer(answer, lambda link, row: link.page)
    assert [*answer.more] == ["game_length", "players"] and "Players\u00a0\u2192</a></li>" in told
    assert "<a" not in html_markup.answer(answer)  # a report has no pages to go to


def test_what_was_asked_stands_there_before_anything_is_measured():
    data = run_data(ARMS)
    found = Measured(Data(data), missing=frozenset(["comparison", "game_length"]))
    for name in found.missing:
        del found.data[name]
    (answer,) = found.drawn(PAGE.draw(found.data))
    assert (answer.text, answer.asked) == ("", "Does it bite?")


def test_of_a_table_it_is_said_how_many_of_each_sit_there():
    data = run_data(ARMS[:2])
    assert setting(Data(data)).endswith(": balanced and random.")  # two who take turns at four seats
    data["arm"] = data["arm"].with_columns(agents=pl.lit(["balanced", "novice", "balanced", "greedy"]))
    assert setting(Data(data)).endswith(": two balanced, one novice, one greedy.")


def test_nothing_found_is_said():
    data = run_data(ARMS)
    data["comparison"] = data["comparison"].with_columns(found=pl.lit(value=False))
    assert lines(data)[0] == "No difference between the rules was found in any of 5 measures."


def test_a_single_arm_tells_length_endings_and_who_is_farthest_from_an_even_share():
    data = run_data(ARMS[:1])
    greedy = {**data["persona_win"].row(0, named=True), "agent": "greedy", **with_bounds("credit", 0.4, 0.02)}
    data["persona_win"] = pl.concat([data["persona_win"], pl.DataFrame([greedy], schema=data["persona_win"].schema)])
    length, ends, fair = lines(data)
    assert length.startswith("Half of the games are over after **50 turns**; the mean is 52.5 [51.0, 54.0], at a table")
    assert ends.startswith("Games end most often by **kill for the last Level 90") and "shared victory" in ends
    assert fair == "**A seat of greedy wins 40.0 % [38.0, 42.0]; an even share is 25 %**."


def test_places_that_are_even_are_not_called_unfair():
    assert lines(run_data(ARMS[:1]))[-1].startswith("Nobody is far from an even share for sure: ")


def test_whether_going_first_helps_is_said_by_each_rules():
    def row(arm, low, high, p_equal):
        return {"arm": arm, "credit": (low + high) / 2, "credit_low": low, "credit_high": high, "p_equal": p_equal}

    harms, unclear = row("long", 0.21, 0.248, 0.02), row("short", 0.23, 0.27, 0.4)
    said = "Going first: perhaps a small handicap in long, none found in short"
    assert begun([harms, unclear], 0.25) == begun([unclear, harms], 0.25) == said
    assert begun([row("a", 0.31, 0.35, 0.001)], 0.25) == "Going first: an advantage"
    assert begun([row("a", 0.31, 0.35, 0.2)], 0.25) == "Going first: no advantage and no handicap found"


def test_how_games_end_is_said_with_a_change_of_two_rules_only_where_their_intervals_do_not_meet():
    def row(share):
        return {"share": share, "share_low": share - 0.01, "share_high": share + 0.01}

    kill = "kill for the last Level"
    assert ended([row(0.94), row(0.93)], kill) == "Games that end with a winning kill: no change found"
    assert ended([row(0.94), row(0.9)], kill) == "Fewer games end with a winning kill"
    assert ended([row(0.4), row(0.76)], "time limit") == "More games end so: time limit"
    assert ended([row(0.4), row(0.5), row(0.76)], "time limit") == "About 8 to 15 of 20 games end so: time limit"
    assert (
        ended([row(0.94), row(0.93), row(0.93)], kill) == "About 19 of 20 games end with a winning kill, in all rules"
    )


def test_hills_hold_the_games_of_their_arm_and_stand_on_one_scale():
    """Half of the games of one arm end at turn 10 and half at 30, of the other all at 20."""
    data = run_data(ARMS[:2])
    sides = [(1.0, 0.5, 0.5, 0.03, 0.03, 0.0), (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)]
    rows = [
        {"run_id": "r", "arm": arm, "measure": "turns", "length": at, "games": 100, "running": still}
        for arm, course, places in zip(ARMS, sides, [(9, 10, 29, 30, 40, 45), (9, 20, 29, 30, 40, 45)], strict=False)
        for at, still in zip(places, course, strict=True)
    ]
    data["length_survival"] = pl.DataFrame(rows)
    fig = ridges(data, "How long", "")
    hills = [[y - round(t.y[0]) for y in t.y] for t in fig.data if t.line.width == 2]
    areas = [sum(hill) for hill in hills]
    assert areas[0] == pytest.approx(areas[1], rel=0.05)  # as many games each, in the same units
    at = list(fig.data[1].x)
    peak = at[hills[1].index(max(hills[1]))]
    assert abs(peak - 20) < 1 and [note.text for note in fig.layout.annotations] == ["half by turn 50"] * 2


def test_the_hills_of_two_rules_stand_on_one_ground_with_what_lies_between_them():
    data = run_data(ARMS[:2])
    longer = (pl.col("arm") == ARMS[1]) & (pl.col("measure") == "turns")
    data["game_length"] = data["game_length"].with_columns(mean=pl.when(longer).then(66.2).otherwise("mean"))
    told = [note.text for note in lengths(data, "How long").layout.annotations if note.text]
    assert told == [
        "<b>base</b><br>mean 52.5", "<b>faster</b><br>mean 66.2", "<b>13.7 turns longer</b>",
        "5.0\u00a0% of faster<br>are longer \u2192",
    ]  # fmt: skip


def test_a_game_like_most_is_one_click_away():
    jump = next(e for e in PAGE.draw(Data(run_data(ARMS))) if isinstance(e, Jump))
    assert (jump.page, jump.parameters) == ("replay", {"arm": ARMS[2], "game": 4})
    assert jump.command == "lab replay --run r --arm base+shared-victory --game 4"


def notes(data):
    fold = list(PAGE.draw(Data(data)))[-1]
    return [e.text for e in fold.elements if isinstance(e, Note)]


def looked(*states, checks=3):
    """What a look found, a check of each state."""
    rows = [
        {"run_id": "r", "check": f"check_{n}", "state": state, "found": f"that differ: {n}", "checks": checks,
         "at": "2026-03-01T12:34+00:00"}
        for n, state in enumerate(states)
    ]  # fmt: skip
    return pl.DataFrame(rows).select(
        (pl.col(c) if c in rows[0] else pl.lit(None)).cast(t).alias(c) for c, t in HEALTH.items()
    )


def test_health_is_what_is_known_and_how_to_ask_for_more():
    note = notes(run_data(ARMS))[-1]
    assert note.startswith("Health: All 900 games are stored, ") and "Nobody has looked yet" in note
    assert note.endswith("this does: lab metrics health --run r.")


def test_what_a_look_found_is_told_with_its_date():
    data = run_data(ARMS)
    data["health"] = looked("green", "green", "open")
    assert notes(data)[-1].endswith(
        "All clear: 2 of 3 checks green, 1 cannot be made here, looked at 2026-03-01 12:34 UTC."
    )
    data["health"] = looked("green", "green", checks=9)
    assert "2 of 2 checks (there are 9) green" in notes(data)[-1] and notes(data)[-1].endswith(
        "lab metrics health --run r."
    )


def test_what_is_red_stands_above_all_numbers():
    data = run_data(ARMS)
    data["health"] = looked("green", "red", "red")
    first = next(iter(PAGE.draw(Data(data))))
    assert isinstance(first, Note) and first.kind == "warning"
    assert "NOT SOUND: check_1 (that differ: 1); check_2 (that differ: 2). 2 of 3 checks red" in first.text
    data["health"] = looked("green")
    assert isinstance(next(iter(PAGE.draw(Data(data)))), Answer)


def test_a_run_whose_games_came_out_otherwise_is_said_above_all_numbers():
    data = run_data(ARMS)
    data["run"] = data["run"].with_columns(status=pl.lit("differs"))
    assert "Run r DIFFERS" in next(iter(PAGE.draw(Data(data)))).text
