"""How decks play and tables keep time: planted events give the numbers that a hand calculation gives."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from decks.read_decks import read_deck
from engine.facts.derive import EVENT_FACT, EXPOSURE_FACT, GAME_FACT, LEVEL_FACT, SEAT_FACT, Facts
from engine.records.card_kinds import Kind
from engine.records.events import Ev, Result
from engine.records.state import Zone
from lab import cli
from lab.cli import main
from lab.conduct import deck_play
from lab.conduct.deck_play import MEASURES, Played, compare_decks, family_ranges, measure
from lab.conduct.event_reader import Row
from lab.conduct.people_checks import win_shares
from lab.conduct.strange_play import share
from lab.conduct.table_shares import tell_most_stolen
from lab.errors import BadInput
from lab.store.given_up_games import GivenUp
from lab.tables import shelf
from lab.tables.metric import compute
from lab.tables.table_pace import FILE, pace, parsed_pace
from tests.lab.fixed_store import FINISHED, fixed_store
from tests.lab.test_conduct import CURSE, DESIGNS, GHOUL, JEWEL, POTION, RING, THIEF, level, row, seen, strength


def rows(dtype, *values):
    """Structured rows from dictionaries; what is not named is 0."""
    out = np.zeros(len(values), dtype)
    for one, value in zip(out, values, strict=True):
        for key, x in value.items():
            one[key] = x
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


DESIGNS.kind[GHOUL] = Kind.MONSTER


def enhanced(points: int, by: int = 1) -> tuple[Row, Row]:
    return row(Ev.BONUS, by, -1, POTION, after=points), strength(12, 4 + points)


def test_when_hostile_strength_is_thrown():
    """At Levels 4, 5 and 9 of a game to 10: 3, 4 and 5 points from outside; what the fighter throws is not hostile."""
    fights = [
        (level(0, at), row(Ev.FIGHT, 0), strength(12, 4), *enhanced(points), *enhanced(7, 0))
        for at, points in ((4, 3), (5, 4), (9, 5))
    ]
    weaker = row(Ev.BONUS, 1, -1, THIEF, before=-2)  # a stab, at Level 9 as well
    count = seen(*(one for fight in fights for one in fight), weaker)
    assert (count["points"], count["points.early"], count["points.last"]) == (14, 3, 7)


def test_last_fights_won_that_nobody_opposes():
    fight = level(0, 9), row(Ev.FIGHT, 0), strength(12, 4)
    killed = row(Ev.FIGHT_END, 0, other=Result.KILLED)
    sent_in, curse = row(Ev.JOIN, 1, -1, GHOUL), row(Ev.CURSE, 1, 0, CURSE)
    for against, unopposed in (((), 1), (enhanced(5), 0), (enhanced(5, 0), 1), ((sent_in,), 0), ((curse,), 0)):
        count = seen(*fight, *against, killed)
        assert (count["last_fights.won"], count["last_fights.unopposed"]) == (1, unopposed)
    assert seen(level(0, 8), *fight[1:], killed)["last_fights.won"] == 0


def test_monsters_from_the_discards_and_refusals():
    back = row(Ev.RETURN, -1, 0, GHOUL, before=Zone.DISCARD, after=Zone.HAND)
    fight = row(Ev.FIGHT, 0), row(Ev.JOIN, 0, -1, GHOUL), row(Ev.FIGHT_END, 0, other=Result.KILLED)
    assert [seen(*rows)["won.recycled"] for rows in ((back, *fight), fight)] == [1, 0]
    done = row(Ev.DISCARD, card=GHOUL, before=Zone.FIGHT, after=Zone.DISCARD)
    count = seen(back, *fight, done, *fight)  # kicked open again, after it went back among the doors
    assert (count["won"], count["won.recycled"]) == (2, 1)
    refused, offer = row(Ev.REFUSE, 1, 0), row(Ev.REFUSE, 0, 1)
    assert seen(fight[0], refused, refused, offer)["refusals"] == 2


def test_the_item_that_is_stolen_most():
    """In 10 games the ring came to 40 tables and was stolen 10 times, the jewel to 80 and 12 times; 2 copies each."""
    laid = row(Ev.PLAY, 0, 0, RING, before=Zone.HAND, after=Zone.TABLE)
    stolen = row(Ev.STEAL, 0, 1, RING, before=Zone.TABLE, after=Zone.TABLE)
    count = seen(laid, stolen)
    assert (count[f"stays/{RING}"], count[f"stolen/{RING}"]) == (2, 1)
    count.update({"games": 10, f"stays/{RING}": 38, f"stolen/{RING}": 9, f"stays/{JEWEL}": 80, f"stolen/{JEWEL}": 12})
    tell_most_stolen(count, DESIGNS.copies)
    assert share(count, "stolen.item", "stolen.item.of") == 12 / (10 * 2)
    assert share(count, "stolen.stay", "stolen.stay.of") == 10 / 40


def test_wins_are_shared_out_among_the_personas_of_a_table():
    """Seats 0 and 2 win together, then seat 1 alone; a sits in the first two seats, then in the last two."""
    game = np.array([(0b101,), (0b010,)], [("winners", "i1")])
    seat = np.array([(0,), (0,), (1,), (1,), (1,), (1,), (0,), (0,)], [("agent", "i4")])
    found = win_shares(SimpleNamespace(game=game, seat=seat), ["a", "b"])
    assert found == {"a": 0.5 / 4, "b": 1.5 / 4}


def test_the_declared_pace_is_read_and_stands_behind_what_is_kept():
    assert parsed_pace(FILE.read_bytes(), FILE) == pace()
    assert FILE in shelf.room_files()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (b"turn = 20\ndecision = -1\ncombat = 3", "decision is -1; allowed: seconds"),
        (b"turn = nan\ndecision = 1\ncombat = 3", "turn is nan; allowed: seconds"),
        (b"turn = true\ndecision = 1\ncombat = 3", "turn is True; allowed: seconds"),
        (b"turn = 'long'\ndecision = 1\ncombat = 3", "turn is 'long'; allowed: seconds"),
        (b"turn = 1\ndecision = 1\ncombat = 3\nsnacks = 1", "unknown key 'snacks'; allowed: turn, decision, combat"),
        (b"turn = ", "not valid TOML: Invalid value"),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_a_pace_that_says_something_else_is_refused_in_a_sentence(written, says):
    with pytest.raises(BadInput, match=r"^pace.toml: ") as error:
        parsed_pace(written, Path("pace.toml"))
    assert says in str(error.value)


def test_the_pace_that_lies_in_a_store_counts_there_and_nowhere_else(tmp_path, capsys):
    store = fixed_store(tmp_path / "store")
    (turns,) = store.query("SELECT avg(turns) FROM game WHERE arm = 'base'", run=FINISHED).row(0)
    ask = ["metrics", "estimated_minutes", "--run", FINISHED, "--json", "--store", str(store.path)]

    def minutes():
        assert cli.main(ask) == 0
        return json.loads(capsys.readouterr().out)["estimated_minutes"][0]["minutes"]

    declared, other = minutes(), fixed_store(tmp_path / "other")
    (store.path / "pace.toml").write_text("turn = 60.0\ndecision = 0.0\ncombat = 0.0\n")
    assert minutes() == pytest.approx(turns) and minutes() != pytest.approx(declared)
    for place, expected in ((store, turns), (other, declared), (store, turns)):  # two stores of one process
        found = compute(place, ["estimated_minutes"], FINISHED)["estimated_minutes"]
        assert found["minutes"][0] == pytest.approx(expected)
    assert cli.main(["compare", "--run", FINISHED, "--store", str(store.path)]) == 0
    said = "".join(capsys.readouterr().out.split())  # a long path is torn
    assert f"(by{store.path / 'pace.toml'})" in said and "60saturn,0adecision,0acombat" in said
    (store.path / "pace.toml").write_text("turn = 60\n")  # of the rest nobody has measured anything
    assert minutes() == pytest.approx(declared + turns * (60 - pace().turn) / 60)
    (store.path / "pace.toml").write_text("turns = 60\n")
    assert cli.main(ask) == 2 and "pace.toml: unknown key 'turns'" in capsys.readouterr().err
    (store.path / "pace.toml").unlink()
    assert minutes() == declared


MINUTES = """
import sys
from pathlib import Path
from lab.comparison.arm_comparison import compare_run
from lab.store.store_folder import Store
print(next(r.value_a for r in compare_run(Store.open(Path(sys.argv[1])), sys.argv[2]) if r.metric == "minutes"))
"""


def test_whoever_edits_the_pace_sees_other_minutes_of_a_run_whose_comparison_is_kept(tmp_path):
    store = fixed_store(tmp_path / "store")
    (turns, combats) = store.query("SELECT avg(turns), avg(combats) FROM game WHERE arm = 'base'", run=FINISHED).row(0)
    ours = FILE.parents[2]
    shutil.copytree(ours / "lab", tmp_path / "lab", ignore=shutil.ignore_patterns("__pycache__"))
    pace_here = tmp_path / FILE.relative_to(ours)
    path = os.pathsep.join([str(tmp_path), str(ours)])

    def minutes(written):
        pace_here.write_text(written)
        argv, env = [sys.executable, "-c", MINUTES, str(store.path), FINISHED], os.environ | {"PYTHONPATH": path}
        return float(subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, check=True).stdout)

    assert minutes("turn = 60.0\ndecision = 0.0\ncombat = 0.0\n") == pytest.approx(turns)
    assert minutes("turn = 0.0\ndecision = 0.0\ncombat = 30.0\n") == pytest.approx(combats / 2)
