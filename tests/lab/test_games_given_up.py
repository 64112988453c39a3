"""Whatever plays without a run leaves out a game that is given up, counts it, says so, and stops if there are many."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from decks.read_decks import read_deck
from engine.loop.game_ranges import play_all
from lab.agents.personas import find_persona, weights_table
from lab.cli import main
from lab.conduct import changed_tables, deck_play, persona_checks
from lab.conduct.play_measures import MEASURES
from lab.conduct.shapes import score
from lab.errors import RunFault
from lab.impact.blank_scores import WITH, WITHOUT, play_pairs
from lab.impact.card_impact import Question, impact_of
from lab.runs.arms import open_arms
from lab.runs.fork_games import Asked, fork_arm
from lab.runs.run_plan import lineup
from lab.runs.run_spec import RunSpec
from lab.store import given_up_games
from lab.store.given_up_games import GivenUp
from lab.store.store_folder import Store
from lab.tune.candidate_games import Arena
from lab.tune.persona_search import NAMES
from tests.engine.positions import COMPILED
from tests.lab.command_lines import printed

pytestmark = pytest.mark.skipif(not COMPILED, reason="a hundred thousand steps of a turn take long uncompiled")

SOME, MANY = {"hoard.copies": "24"}, {"hoard.copies": "28"}
"""Cards that draw three when drawn: with so many a few games go round in circles, with more of them many do."""
GAMES = 200


def arm_of(cards=SOME, **values):
    return open_arms(RunSpec(arms=("base",), cards=cards, agents=("random",), games=GAMES, **values))[0]


@pytest.fixture(scope="module")
def given_up():
    """The numbers of the games that are given up, as a run has them."""
    fault = arm_of().player()(0, GAMES).fault
    assert 0 < len(fault) < GAMES / 10
    return fault["game"].tolist()


def test_a_tally_counts_says_and_stops_beyond_a_tenth():
    tally = GivenUp()
    tally.add(100, [8] * 9 + [2])
    assert (tally.number, tally.says("games of base")) == (
        10, "10 of 100 games of base were given up (endless_turn, log_full) and are in no number"
    )  # fmt: skip
    tally.check("games of base")
    tally.add(0, [8])
    with pytest.raises(RunFault, match="11 of 100 games of base were given up .endless_turn, log_full.; allowed: 10%"):
        tally.check("games of base")


@pytest.mark.deep
def test_forks_leave_out_a_game_that_is_given_up_and_keep_the_others(given_up):
    arm = arm_of()
    forked = fork_arm(arm, Asked("cleric", 10_000 // 50, with_blank=True), 2, games_at_once=50)
    assert forked.given_up.number >= len([game for game in given_up if game < forked.games])
    assert not set(forked.rows["game"]) & set(given_up)
    one = fork_arm(arm, Asked("cleric", 10_000 // 50, with_blank=True), 1, games_at_once=50)
    assert one.rows.equals(forked.rows) and one.given_up == forked.given_up
    # A game between two that are given up has the fork that it has alone.
    behind = next(game for game in one.rows["game"] if game - 1 in given_up)
    row = one.rows.filter(game=behind).row(0, named=True)
    book = arm.book()
    alone = play_all(
        book, 0, behind, 1, 4, lineup(arm.setting, behind, 1),
        weights_table([find_persona("random")], NAMES), np.zeros(1, bool),
    )  # fmt: skip
    assert row["turns"] == alone.game["turns"][0]


def test_pairs_leave_out_what_either_side_gave_up(given_up):
    arm = arm_of()
    pairs = play_pairs(arm, "cleric", GAMES, 2)
    sides = {name: pairs.numbers.filter(pl.col("arm") == name) for name in (WITH, WITHOUT)}
    assert pairs.given_up.games == GAMES and pairs.given_up.number >= len(given_up)
    for rows in sides.values():
        assert rows.height == GAMES - pairs.given_up.number
        assert not set(rows["game"]) & set(given_up)


@pytest.mark.deep
def test_an_answer_about_a_card_says_it_and_keeps_that(given_up, tmp_path):
    store, question = Store.open(tmp_path / "s", create=True), Question("cleric", 60, GAMES)
    first = impact_of(arm_of(events="none"), question, store)
    assert len(first.lacking) == 2 and "(endless_turn) and are in no number" in first.lacking[1]
    again = impact_of(arm_of(events="none"), question, store)
    assert again.was_read and again.lacking == first.lacking


@pytest.mark.deep
def test_forks_and_pairs_stop_where_a_tenth_would_be_missing(tmp_path, capsys):
    for asked in (["--pairs", "0", "--forks", "100"], ["--table", "length", "--pairs", "100"]):
        line = ["card", "cleric", "--card", "hoard.copies=28", "--agents", "random", *asked]
        assert main([*line, "--store", str(tmp_path / "s")]) == 1
        said = capsys.readouterr().err
        assert "were given up (endless_turn); allowed: 10%" in said and said.count("\n") == 1


@pytest.mark.deep
def test_an_arena_leaves_a_game_out_of_every_candidates_games(monkeypatch):
    """With 17 such cards both personas go round in circles now and then, each in games of their own."""
    monkeypatch.setattr(given_up_games, "MOST", 0.2)
    spec = RunSpec(arms=("base",), cards={"hoard.copies": "17"}, agents=("random",), games=GAMES)
    arena = Arena(spec, 2)
    weights, other = (weights_table([find_persona(name)], NAMES) for name in ("novice", "balanced"))
    seating = np.zeros((GAMES, 4), np.int64)
    alone = [arena.play([table], seating, 0)[0].place.tolist() for table in (weights, other)]
    assert GAMES > len(alone[0]) != len(alone[1]) < GAMES
    assert (arena.given_up.games, arena.given_up.number) == (2 * GAMES, 2 * GAMES - len(alone[0]) - len(alone[1]))
    there = sorted({*alone[0]} & {*alone[1]})
    for found in arena.play([weights, other], seating, 0):
        assert found.game["game"].tolist() == there and found.place.tolist() == there
        assert len(found.seat) == 4 * len(there)
    part = arena.play([weights], seating[:50], 100)[0].place
    assert (part + 100).tolist() == [game for game in alone[0] if 100 <= game < 150]
    with pytest.raises(RunFault, match="games of base.* were given up"):
        Arena(RunSpec(arms=("base",), cards=MANY, agents=("random",), games=GAMES), 2).play([weights], seating, 0)


@pytest.mark.deep
def test_checks_of_personas_lay_the_same_games_beside_each_other(given_up, monkeypatch):
    """A table that gives up some games against one that plays all: pairs are of games that both have."""
    sound = arm_of({})

    def arm(variant, deck, seats, added):
        return arm_of() if deck else sound

    monkeypatch.setattr(changed_tables, "_arm", arm)
    seen = changed_tables.watch(changed_tables.Table(deck="hoards"), ["random"], GAMES, events=GAMES, workers=2)
    there = [game for game in range(GAMES) if game not in given_up]
    assert seen.number.tolist() == there and seen.given_up.number == len(given_up)
    assert seen.facts.game["game"].tolist() == list(range(len(there)))
    assert set(seen.facts.event["game"]) == set(range(len(there)))
    persona_checks._measured.cache_clear()
    found, lacking = persona_checks._measured(changed_tables.Table(deck="hoards"), "random", GAMES, GAMES, 0, 2)
    persona_checks._measured.cache_clear()
    assert lacking == seen.given_up and set(found) == set(MEASURES)
    for name, column in found.items():
        assert np.flatnonzero(np.isnan(column)).tolist() == given_up, name
        assert column[there] == pytest.approx(MEASURES[name](seen.facts))
    whole, _ = persona_checks._measured(changed_tables.Table(), "random", GAMES, 0, 0, 2)
    difference = whole["turns"] - found["turns"]
    kept = difference[there]
    assert score(difference) == pytest.approx(kept.mean() / (kept.std() / np.sqrt(len(there))))


def hoards(copies):
    deck = read_deck("base")
    cards = [card.model_copy(update={"copies": copies}) if card.id == "hoard" else card for card in deck.cards]
    return replace(deck, cards=tuple(cards))


@pytest.mark.deep
def test_a_deck_is_checked_by_the_games_that_come_to_an_end(monkeypatch):
    monkeypatch.setattr(given_up_games, "MOST", 0.2)
    found = deck_play.play(hoards(17), GAMES, 0, 2)
    assert found.given_up.games == GAMES and 0 < found.given_up.number < GAMES / 5
    there = found.game["game"].tolist()
    assert len(there) == len({*there}) == GAMES - found.given_up.number and {*found.event["game"]} == {*there}
    assert deck_play.play(hoards(17), GAMES, 0, 1).game.tobytes() == found.game.tobytes()
    with pytest.raises(RunFault, match="games of base were given up .*; allowed: 20%"):
        deck_play.play(hoards(20), GAMES, 0, 2)


@pytest.mark.deep
def test_the_blank_card_says_which_of_its_games_are_in_no_number(tmp_path, capsys):
    store = ["--store", str(tmp_path / "s")]
    line = ["run", "--variant", "base", "--card", f"hoard.copies={SOME['hoard.copies']}", "--agents", "random"]
    assert main([*line, "--games", str(GAMES), "--events", "none", *store]) == 0
    for _ in range(2):  # played, and as it was kept
        capsys.readouterr()
        out = " ".join(printed(capsys, ["cards", *store]).split())
        assert re.search(r"[1-9] of 200 games of \S+ .*with blank cards (was|were) given up \(endless_turn\)", out)


@pytest.mark.deep
def test_tuning_a_number_says_which_games_are_in_none(tmp_path, capsys):
    line = ["tune", "base", "--card", "hoard.copies", "--range", "22-24", "--target", "turns=60", "--games", "200"]
    out = " ".join(printed(capsys, [*line, "--agents", "random", "--store", str(tmp_path / "s")]).split())
    assert "games of all values were given up (endless_turn) and are in no number" in out
    (row,) = json.loads(printed(capsys, [*line, "--agents", "random", "--store", str(tmp_path / "s"), "--json"]))
    assert row["given_up"] and max(one["games"] for one in row["measured"]) <= 200
    line[5] = "26-28"
    assert main([*line, "--agents", "random", "--store", str(tmp_path / "s")]) == 1
    assert "were given up (endless_turn); allowed: 10%" in capsys.readouterr().err
