"""How decks play: planted events give the numbers that a hand calculation gives."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from decks.read_decks import read_deck
from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.records.events import Ev, Result
from lab.cli import main
from lab.conduct import deck_play
from lab.conduct.deck_play import MEASURES, Played, compare_decks, family_ranges, measure
from lab.errors import BadInput
from lab.store.given_up_games import GivenUp


def rows(dtype, *values):
    """Structured rows from dictionaries; what is not named is 0."""
    out = np.zeros(len(values), dtype)
    for row, value in zip(out, values, strict=True):
        for key, x in value.items():
            row[key] = x
    return out


def event(kind, **more):
    return {"kind": int(kind), "actor": 0, "target": -1, "round": 4, **more}


def two_games():
    """Game 0: two combats of seat 0 in round 4, Level 3 then; game 1: a death, and a combat won with a helper."""
    events = rows(
        EVENT_FACT,
        event(Ev.FIGHT),
        event(Ev.STRENGTH, before=5, after=4),  # 5 - 3 = 2 above Level
        event(Ev.STRENGTH, before=5, after=9),  # the monsters have gained 5
        event(Ev.FIGHT_END, other=int(Result.FLED)),
        event(Ev.STEAL, target=1),
        event(Ev.FIGHT),
        event(Ev.STRENGTH, before=9, after=4),  # 9 - 3 = 6 above Level, nothing gained
        event(Ev.FIGHT_END, other=int(Result.KILLED)),
        event(Ev.FIGHT, game=1),
        event(Ev.STRENGTH, game=1, before=20, after=6, target=2),  # helped: not the fighter's own strength
        event(Ev.STRENGTH, game=1, before=20, after=8, target=2),  # 2 gained
        event(Ev.FIGHT_END, game=1, other=int(Result.KILLED)),
    )
    levels = rows(LEVEL_FACT, {"round": 3, "seat": 0, "level": 3}, {"round": 4, "seat": 0, "level": 4})
    games = rows(GAME_FACT, {"turns": 40}, {"game": 1, "turns": 50, "deaths": 1})
    return Played(Facts(games, np.zeros(0, SEAT_FACT), levels, np.zeros(0, EXPOSURE_FACT), events))


def test_the_measures_of_two_planted_games():
    found = measure(two_games())
    assert found["combats_lost"] == pytest.approx(1 / 3)
    assert found["deaths"] == 0.5 and found["cards_taken"] == 0.5 and found["turns"] == 45
    assert found["strength_round_4"] == pytest.approx((2 + 6) / 2)
    assert found["strength_round_8"] == 0.0  # no combat in those rounds
    assert found["monsters_gain"] == pytest.approx((5 + 0 + 2) / 3)


def test_the_range_is_the_least_and_the_most_of_the_complete_decks_and_a_quarter_more():
    one, other = dict.fromkeys(MEASURES, 4.0), dict.fromkeys(MEASURES, 8.0)
    assert set(family_ranges([one, other]).values()) == {(3.0, 10.0)}


@pytest.fixture
def planted(monkeypatch):
    """Decks that play as told: the complete ones at 4 and 8, all others at 11, outside 3 to 10."""
    told = {"base": 4.0, "cthulhu": 8.0}
    lacking: dict[str, GivenUp] = {}

    def played(deck, games, seed, workers=0):
        return SimpleNamespace(name=deck.name, given_up=lacking.get(deck.name, GivenUp()))

    monkeypatch.setattr(deck_play, "play", played)
    monkeypatch.setattr(deck_play, "measure", lambda one: dict.fromkeys(MEASURES, told.get(one.name, 11.0)))
    return lacking


def test_a_deck_outside_is_unusual_unless_it_says_why(planted):
    deck = read_deck("conan")
    assert {f.inside for f in compare_decks([read_deck("base")], 100, 0)} == {True}
    found = {f.measure: f for f in compare_decks([deck], 100, 0)}
    assert not found["deaths"].inside and (found["deaths"].low, found["deaths"].high) == (3.0, 10.0)
    meant = replace(deck, info=deck.info.model_copy(update={"unusual": {"deaths": "a bloody world"}}))
    assert {f.measure: f.reason for f in compare_decks([meant], 100, 0)}["deaths"] == "a bloody world"


def test_a_reason_for_an_unknown_measure_is_bad_input():
    deck = read_deck("conan")
    wrong = replace(deck, info=deck.info.model_copy(update={"unusual": {"luck": "why not"}}))
    with pytest.raises(BadInput, match="unusual names 'luck'; allowed: combats_lost"):
        compare_decks([wrong], 100, 0)


def test_the_command_names_what_is_unusual(planted, capsys):
    assert main(["decks", "check", "decks/conan", "--play"]) == 1
    out = capsys.readouterr().out
    assert "decks/conan: deck 'conan'" in out
    assert "conan: deaths a game: 11.00, above 3.00 to 10.00" in out
    assert max(len(line) for line in out.splitlines() if "above" not in line) <= 100
    assert main(["decks", "check", "decks/base", "--play", "--json"]) == 0
    assert {m["inside"] for m in json.loads(capsys.readouterr().out)["measures"]} == {True}


def test_games_that_are_in_no_number_are_told_with_the_numbers(planted, capsys):
    planted |= {"conan": GivenUp(100, Counter(endless_turn=2)), "base": GivenUp(100, Counter(log_full=1))}
    said = (
        "2 of 100 games of conan were given up (endless_turn) and are in no number; "
        "1 of 100 games of base was given up (log_full) and is in no number"
    )
    main(["decks", "check", "decks/conan", "--play"])
    assert said in " ".join(capsys.readouterr().out.split())
    main(["decks", "check", "decks/conan", "--play", "--json"])
    assert {row["given_up"] for row in json.loads(capsys.readouterr().out)["measures"]} == {said}
    assert {found.given_up for found in compare_decks([read_deck("cthulhu")], 100, 0)} == {said.partition("; ")[2]}
