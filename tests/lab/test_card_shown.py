"""Games that show what a card does, with lines that tell them; answers that a store keeps."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polars as pl
import pytest

from lab.cli import main
from lab.impact import card_impact
from lab.impact.card_impact import Question, impact_of
from lab.impact.example_games import replay_line, shown_games, telling
from lab.runs.fork_games import COLUMNS, Asked, fork_arm
from lab.store.store_folder import Store
from tests.lab.exposed_runs import arm_of, needs_compiler

pytestmark = pytest.mark.deep


def forked(game: int, credit: float, other: float, **more: object) -> dict[str, object]:
    row: dict[str, object] = dict.fromkeys(COLUMNS)
    row |= {"arm": "base", "game": game, "seat": 1, "agent": "balanced", "how": "drawn", "copy": 0, "turn": 10}
    row |= {"round": 3, "level": 2, "lead": 1, "arrivals": 1, "other": "orcs", "credit": credit, "other_credit": other}
    row |= {"turns": 40, "other_turns": 40, "ending": "kill", "other_ending": "kill", "winners": 2, "other_winners": 1}
    return row | more


def test_the_games_that_are_shown_are_those_that_the_card_turned_soonest():
    rows = [
        forked(0, 0, 0), forked(1, 1, 0, turn=5), forked(2, 1, 0, turn=39), forked(3, 1, 0, turn=30),
        forked(4, 0, 1, turn=20), forked(5, 0, 1, turn=35), forked(6, 0, 0, turn=11), forked(7, 0.5, 0, turn=40),
        forked(8, 0, 0, turn=10, turns=90), forked(9, 0, 0, turn=11), forked(10, 1, 1, turn=12),
    ]  # fmt: skip
    found = telling(pl.DataFrame(rows, schema=COLUMNS))
    # Credit is 1.5 better in all: two games that it won, one that it lost. Most it did not turn: one of middling turn.
    assert list(found.select("game", "why").iter_rows()) == [(2, "won"), (3, "won"), (5, "lost"), (6, "typical")]
    worse = [forked(11 + i, 0, 1, turn=1) for i in range(4)]
    found = telling(pl.DataFrame([*rows, *worse], schema=COLUMNS))
    assert found["why"].to_list() == ["lost", "lost", "won", "typical"] and found["game"].to_list()[:3] == [5, 4, 2]
    assert telling(pl.DataFrame([forked(0, 1, 1)], schema=COLUMNS))["why"].to_list() == ["typical"]
    assert telling(pl.DataFrame([forked(0, 1, 0)], schema=COLUMNS))["why"].to_list() == ["won"]


def test_a_game_shows_the_card_only_if_a_blank_in_its_place_had_turned_it_too():
    rows = [
        forked(0, 1, 0, blank_credit=1, turn=39), forked(1, 1, 0, blank_credit=0, turn=5),
        forked(2, 0, 1, blank_credit=0, turn=39), forked(3, 0, 1, blank_credit=1, turn=5),
    ]  # fmt: skip
    found = telling(pl.DataFrame(rows, schema=COLUMNS))
    assert {row["game"]: row["why"] for row in found.to_dicts() if row["why"] != "typical"} == {1: "won", 3: "lost"}


@needs_compiler
@pytest.mark.parametrize(
    "values",
    [
        {"arms": ("base+faster",), "seats": (3,)},
        {"switches": {"victory.level": ("7",)}, "cards": {"ghoulfiends.level": ("3",)}, "seed": 0},
        {"arms": ("cthulhu",), "agents": (("balanced", "greedy"),), "decks": ("cthulhu",)},
    ],
)
def test_the_line_under_a_game_tells_that_game(values, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    arm = arm_of(**values)
    card = "ghoulfiends" if "ghoulfiends" in arm.cards.ids else "elder-sign"
    rows = fork_arm(arm, Asked(card, 25, with_blank=True), 1).rows
    games = shown_games(rows, arm)
    assert games
    for row in games:
        words = shlex.split(str(row["replay"]))
        assert words[0] == "lab" and main(words[1:]) == 0
        text = capsys.readouterr().out
        assert int(re.findall(r"^Turn (\d+)", text, re.MULTILINE)[-1]) == row["turns"]
        won = re.findall(r"\bp\d\b", text.strip().splitlines()[-1])
        assert " and ".join(sorted(won)) == row["won_by"]
        who = re.search(rf"p{row['seat']} \(([^)]+)\)", text)
        assert who and who[1] == row["agent"]


def test_a_replay_line_names_only_what_is_not_usual():
    assert replay_line(arm_of(seed=0), 17) == "lab replay --game 17"
    odd = arm_of(switches={"hand_limit": ("7",)}, agents=(("greedy",),), seats=(5,), decks=("base",))
    assert replay_line(odd, 0) == (
        "lab replay --deck base --set hand_limit=7 --agents greedy --seats 5 --seed 5 --game 0"
    )


def fail(*_args: object, **_more: object) -> None:
    raise AssertionError("this was played, not read")


@needs_compiler
def test_an_answer_that_a_store_keeps_is_read(tmp_path, monkeypatch):
    store, arm, question = Store.open(tmp_path / "store", create=True), arm_of(), Question("ghoulfiends", 20, 20, 1)
    first = impact_of(arm, question, store)
    assert not first.was_read
    monkeypatch.setattr(card_impact, "fork_arm", fail)
    monkeypatch.setattr(card_impact, "play_pairs", fail)
    again = impact_of(arm, question, store)
    assert again.was_read and again.forked.rows.equals(first.forked.rows)
    assert (again.forked.games, again.forked.counts) == (first.forked.games, first.forked.counts)
    assert again.paired == first.paired and again.forked.given_up == first.forked.given_up
    for name in card_impact.PARTS[:3]:
        assert getattr(again, name).equals(getattr(first, name)), name
    others = (Question("ghoulfiends", 21, 20, 1), Question("ghoulfiends", 20, 21, 1), Question("cleric", 20, 20, 1))
    for other in others:
        with pytest.raises(AssertionError, match="played"):
            impact_of(arm, other, store)
    for values in ({"seed": 6}, {"seats": (3,)}, {"cards": {"ghoulfiends.level": ("3",)}}, {"agents": (("greedy",),)}):
        with pytest.raises(AssertionError, match="played"):
            impact_of(arm_of(**values), question, store)
    monkeypatch.setattr(card_impact, "made_by", lambda _source: "other code")
    with pytest.raises(AssertionError, match="played"):
        impact_of(arm, question, store)


@needs_compiler
def test_a_broken_file_is_played_again_and_without_a_store_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arm, question = arm_of(), Question("ghoulfiends", 10, 10, 1)
    plain = impact_of(arm, question)
    assert not list(tmp_path.iterdir())
    store = Store.open(tmp_path / "store", create=True)
    impact_of(arm, question, store)
    for path in (tmp_path / "store" / "cards" / "results").iterdir():
        path.write_bytes(path.read_bytes()[:-7])
    again = impact_of(arm, question, store)
    assert not again.was_read and again.forked.rows.equals(plain.forked.rows) and again.length.equals(plain.length)
    assert impact_of(arm, question, store).was_read
    assert not list((tmp_path / "store").rglob("*.part"))


@needs_compiler
def test_a_store_that_cannot_be_written_gives_the_same_answer(tmp_path):
    store = Store.open(tmp_path / "store", create=True)
    (tmp_path / "store" / "cards").write_text("in the way")
    found = impact_of(arm_of(), Question("ghoulfiends", 5, 0, 1), store)
    assert not found.was_read and found.forked.rows.height == 5
    assert Path(tmp_path / "store" / "cards").read_text() == "in the way"
