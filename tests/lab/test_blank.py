"""The blank card: planted truths, the box it is put into, and that its games are played once."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.cards.blank_cards import blank_numbers
from lab.impact import blank_scores, extra_games
from lab.runs import fork_games
from lab.runs.arms import open_arms
from lab.runs.fork_games import BLANKS, COPIES, play_with_blanks, with_blanks
from lab.runs.run_spec import RunSpec
from lab.store.event_codes import HOW
from tests.lab.fixed_store import fixed_store

pytestmark = pytest.mark.deep

SEATS, REAL = 4, 6


def hands(games, worth, way="drawn", seed=1):
    """Four seats get a card each out of six doors and two blank ones; a door makes its holder likelier to win.

    With r doors among the four cards each holder of one wins with (1 + worth) / (4 + r worth), else 1 / (4 + r worth).
    """
    rng = np.random.default_rng(seed)
    pile = rng.permuted(np.tile(np.arange(REAL + 2), (games, 1)), axis=1)[:, :SEATS]
    odds = np.where(pile < REAL, 1 + worth, 1.0)
    winner = (rng.random(games)[:, None] * odds.sum(axis=1, keepdims=True) > odds.cumsum(axis=1)).sum(axis=1)
    return tables(np.minimum(pile, REAL), np.eye(SEATS)[winner], way)


def tables(cards, credit, way):
    games, keys = len(cards), {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    where = {"game": np.repeat(np.arange(games), SEATS), "seat": list(range(SEATS)) * games}
    came = {"card": cards.ravel(), "how": HOW.index(way), "pass": 0, "by_lot": 1, "opening": int(way == "dealt")}
    ids = [*(f"door-{n}" for n in range(REAL)), BLANKS["door"]]
    kinds = ["monster"] * REAL + ["special"]
    card = {"deck_hash": "d", "card": range(REAL + 1), "id": ids, "name": ids, "pile": "door", "kind": kinds}
    return {
        "exposure": pl.DataFrame(where | came).with_columns(**keys),
        "seat": pl.DataFrame(where | {"credit": credit.ravel()}).with_columns(**keys),
        "card": pl.DataFrame(card).with_columns(copies=pl.when(pl.col("kind") == "special").then(2).otherwise(1)),
        "arm": pl.DataFrame({"run_id": ["r"], "arm": ["a"], "deck_hash": ["d"]}),
    }


def number_of(found, number):
    return found.filter(number=number, pile="door").row(0, named=True)


def expected(worth):
    """Credit of a blank's holder less that of a door's, counted over how many blanks, 0 to 2, are among four cards."""
    ways = {0: 15, 1: 40, 2: 15}  # C(2, k) C(6, 4 - k)
    blank = sum(n * k / (SEATS + (SEATS - k) * worth) for k, n in ways.items()) / sum(n * k for k, n in ways.items())
    doors = {k: n * (SEATS - k) for k, n in ways.items()}
    real = sum(n * (1 + worth) / (SEATS + (SEATS - k) * worth) for k, n in doors.items()) / sum(doors.values())
    return blank - real


@pytest.mark.parametrize("way", ["drawn", "kicked", "dealt"])
def test_where_every_card_is_worth_something_a_blank_lacks_just_that(way):
    found = blank_numbers(hands(4000, 0.5, way), BLANKS)
    numbers = {"drawn": ("drawn", "hand"), "kicked": ("kicked",), "dealt": ("dealt", "hand")}[way]
    assert set(found["number"]) == set(numbers)
    truth = expected(0.5)
    assert truth < -0.08
    for number in numbers:
        row = number_of(found, number)
        # In the opening hand it is compared with the other seats: who holds a blank is not among these.
        wanted = truth * (SEATS / (SEATS - 1) if number == "dealt" else 1)
        half = (row["high"] - row["low"]) / 2
        assert abs(row["delta"] - wanted) < 1.3 * half < 0.03
        assert row["high"] < 0 and row["copies"] == 2


def test_where_cards_are_a_burden_a_blank_is_better_than_they_are():
    assert number_of(blank_numbers(hands(3000, -0.4), BLANKS), "hand")["low"] > 0


def test_among_cards_that_do_nothing_a_blank_is_one_of_them():
    held = 0
    for seed in range(80):
        row = number_of(blank_numbers(hands(150, 0.0, seed=seed), BLANKS), "drawn")
        held += row["low"] <= 0 <= row["high"]
    assert held >= 70  # of 80 intervals of 95 %: fewer has a chance below 1 %


def test_of_a_few_games_no_interval_leaves_a_hundred_points():
    found = pl.concat(
        [blank_numbers(hands(3, 0.5, way, seed), BLANKS) for way in ("drawn", "dealt") for seed in (1, 2)]
    )
    known = found.drop_nulls("low")
    assert known.height >= 4 and known["low"].min() == -1 and known["high"].max() == 1


def test_a_pile_of_blanks_alone_has_nothing_to_compare_them_with():
    worlds = hands(50, 0.0)
    only = worlds | {"exposure": worlds["exposure"].with_columns(card=pl.lit(REAL, pl.Int64))}
    found = blank_numbers(only, BLANKS)
    assert found["number"].to_list() == ["hand", "drawn"] and found["n"].to_list() == [200, 200]
    assert found["delta"].to_list() == pytest.approx([0, 0], abs=1e-12)


@pytest.fixture(scope="module")
def arm():
    return open_arms(RunSpec(arms=("base",), games=3, seats=3, agents=["random", "greedy"]))[0]


def test_the_box_is_the_same_but_for_a_few_blanks(arm):
    more = with_blanks(arm)
    rows, own = more.cards.card, arm.cards.card
    blank = np.isin(rows["number"], [more.cards.ids.index(name) for name in BLANKS.values()])
    assert blank.sum() == 2 * COPIES and len(rows) == len(own) + 2 * COPIES
    assert sorted(rows["key"][~blank]) == sorted(own["key"])
    by_key = {row["key"]: row for row in rows}
    ids = {row["key"]: arm.cards.ids[row["number"]] for row in own}
    for row in own:
        assert more.cards.ids[by_key[row["key"]]["number"]] == ids[row["key"]]
        for name in ("pile", "kind", "level", "treasures", "bonus", "gold", "slot", "axis"):
            assert by_key[row["key"]][name] == row[name]
    nothing = ("level", "treasures", "bonus", "gold", "is_item", "identity", "run_away", "triggers", "tags")
    assert all(not rows[name][blank].any() for name in nothing) and (rows["axis"][blank] == -1).all()
    assert more.run.events == "none" and arm.run.events == "all"


def test_blanks_come_to_players_and_are_never_played(arm):
    found, given_up = play_with_blanks(arm, 2, workers=2)
    assert (given_up.games, given_up.number) == (2, 0)
    names = found["card"].select(pl.col("card").cast(pl.Int32), "id")
    came = found["exposure"].join(names, on="card").filter(pl.col("id").is_in(BLANKS.values()))
    assert came.height and came["played"].sum() == 0 and came["in_play_turns"].sum() == 0
    assert found["seat"]["game"].unique().sort().to_list() == [0, 1]
    again = play_with_blanks(arm, 2, workers=1).tables
    assert found["exposure"].equals(again["exposure"]) and found["seat"].equals(again["seat"])


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    place = tmp_path_factory.mktemp("blank") / "store"
    options = ["--games", "2", "--seats", "3", "--agents", "random,greedy,novice", "--events", "none"]
    assert cli.main(["run", "--variant", "base", *options, "--store", str(place), "--workers", "1"]) == 0
    return place


@pytest.fixture
def cards(store, capsys):
    def ask(*options):
        capsys.readouterr()
        assert cli.main(["cards", "--store", str(store), *options]) == 0
        return capsys.readouterr().out

    return ask


def test_the_games_are_played_once_and_the_row_stands_in_each_table(store, cards, monkeypatch):
    first = cards()
    kept = list(store.glob("runs/*/results/blank_card-*.parquet"))
    assert len(kept) == 1
    lines = [line for line in first.splitlines() if line.startswith("blank card ")]
    assert len(lines) == 3  # of Treasures in the hand, Doors in the hand, what is kicked open
    monkeypatch.setattr(fork_games, "play_with_blanks", None)  # nobody may play again
    assert cards() == first
    assert "blank card" not in cards("--no-blank")
    monkeypatch.undo()
    kept[0].unlink()
    assert cards() == first and len(list(store.glob("runs/*/results/blank_card-*.parquet"))) == 1


def test_a_first_answer_is_of_fewer_games_and_gives_way_to_an_exact_one(store, cards, monkeypatch):
    monkeypatch.setattr(blank_scores, "BLANK", replace(blank_scores.BLANK, first=1))
    for path in store.glob("runs/*/results/blank_card*"):
        path.unlink()
    asked = []
    honest = fork_games.play_with_blanks
    monkeypatch.setattr(
        fork_games, "play_with_blanks", lambda arm, games, **more: asked.append(games) or honest(arm, games, **more)
    )
    for options, games in (((), [1]), ((), [1]), (("--all",), [1, 2]), ((), [1, 2])):
        cards(*options)
        assert asked == games


def test_programs_get_a_row_for_the_blank_of_each_pile_and_the_distance_of_each_card(cards):
    rows = json.loads(cards("--json"))
    blank = {row["pile"]: row for row in rows if row["kind"] == "blank"}
    assert set(blank) == {"door", "treasure"}
    for row in blank.values():
        assert (row["id"], row["copies"], row["verdict"]) == (f"blank-{row['pile']}", COPIES, None)
        assert row["hand_delta"] == row["shrunken"] and row["hand_n"] > 0
    told = [row for row in rows if row["kind"] != "blank" and row["shrunken"] is not None]
    known = [row for row in told if row["blank_high"] is not None]  # a blank that came once has no interval
    assert len(known) > len(told) / 3
    for row in known:
        name = "kick_delta" if row["judged_by"] == "kicked" else "hand_delta"
        assert row["blank"] == blank[row["pile"]][name]
        assert row["against_blank"] == pytest.approx(row["shrunken"] - row["blank"])
        half = [(row[f"{x}_high"] - row[f"{x}_low"]) / 2 for x in ("shrunken", "blank", "against_blank")]
        assert half[2] == pytest.approx(np.hypot(half[0], half[1]))
    assert len([row for row in rows if row["kind"] != "blank"]) == len(json.loads(cards("--json", "--no-blank")))
    assert {row["kind"] for row in json.loads(cards("--json", "--kind", "monster"))} == {"monster"}


def test_the_blank_stands_where_cards_are_that_it_can_be_compared_with(cards):
    def rows(*options):
        return sum(line.startswith("blank card ") for line in cards(*options).splitlines())

    assert rows("--kind", "monster", "--by", "kicked") == 1 and rows("--kind", "item", "--by", "hand") == 1
    assert rows("--kind", "item", "--by", "kicked") == 0
    assert rows("--pile", "treasure", "--by", "hand") == 1 and rows("--by", "hand") == 2
    assert rows("--sort", "play_rate") == 0  # one table of all piles and ways: it has no place there


def test_where_no_blank_can_be_played_a_sentence_says_why(store, cards, tmp_path, capsys, monkeypatch):
    fixed = fixed_store(tmp_path / "store").path
    assert cli.main(["cards", "--run", "all", "--all", "--store", str(fixed)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "No blank card of base (run 5ca1ab1e0001): its rules, cards or players are no longer what they were" in said
    assert "No blank card of cthulhu (run 5e1f0b0a0002): the run is not finished." in said
    monkeypatch.setattr("lab.agents.personas.is_outside", lambda name: True)
    assert "agents from outside play." in cards()


def test_what_is_kept_is_not_taken_for_that_of_other_code(store, cards, monkeypatch):
    cards()
    monkeypatch.setattr("lab.provenance.engine_hash", lambda: "another engine")
    played = []
    honest = extra_games._played
    monkeypatch.setattr(extra_games, "_played", lambda *given: played.append(given) or honest(*given))
    cards()
    assert len(played) == 1
