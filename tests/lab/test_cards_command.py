"""`lab cards`: what one asks for is what one gets, by name, and what is not there is bad input."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

from lab import cli
from lab.cards import card_verdict
from lab.cards.card_verdict import OF_PILE, stack
from lab.cards.card_words import partly, section, trust, trust_in_short, unplayed, verdict_word, verdicts
from lab.cards.worth_by_deal import OH
from lab.commands.cards import MATTERS
from lab.store.store_folder import Store
from lab.tables.metric import compute
from tests.lab.fixed_store import CARDS, FINISHED, fixed_store

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Where the fixed store lies."""
    return fixed_store(tmp_path_factory.mktemp("cards") / "store").path


@pytest.fixture
def rows(store, capsys):
    """Rows that `lab cards --json` prints for some options."""

    def ask(*options):
        assert cli.main(["cards", "--store", str(store), "--run", "5ca", "--arm", "base", "--json", *options]) == 0
        return json.loads(capsys.readouterr().out)

    return ask


def test_of_several_arms_a_sentence_is_said_and_tables_when_they_are_asked_for(store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = {}
    for options in ((), ("--all",), ("--top", "2"), ("--arm", "base")):
        assert cli.main(["cards", "--store", str(store), "--run", "5ca", "--no-blank", *options]) == 0
        lines[options] = capsys.readouterr().out.splitlines()
    assert not any("shrunken" in line for line in lines[()]) and "--arm ARM" in " ".join(lines[()][-2:])
    said = [line for line in lines[()] if line.startswith(("base: ", "base+faster: "))]
    assert len(said) >= 2 and set(said) <= set(lines["--all",])
    assert all(any("shrunken" in line for line in lines[one]) for one in lines if one)
    assert [any("Piles are shuffled" in line for line in lines[one]) for one in lines] == [False, True, False, False]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("wooden-leg", ["wooden-leg"]),
        ("Orc Cousin", ["orc-cousin"]),
        ("the", ["curse-of-the-forgotten-lunch", "go-up-a-level-by-asking"]),
        ("ORC", ["orc-cousin"]),
    ],
)
def test_a_card_is_found_by_id_name_or_a_part_of_them(rows, text, ids):
    assert sorted(row["id"] for row in rows("--card", text)) == ids


def test_several_cards_kinds_and_piles(rows):
    assert {row["id"] for row in rows("--card", "orc", "--card", "leg")} == {"orc-cousin", "wooden-leg"}
    assert {row["kind"] for row in rows("--kind", "monster")} == {"monster"}
    assert len(rows("--pile", "treasure")) == sum(pile == "treasure" for _, _, pile, _ in CARDS)
    assert rows("--pile", "door", "--kind", "monster", "--arm", "base+faster")[0]["arm"] == "base+faster"


def test_numbers_are_sorted_from_the_highest_and_words_from_a_to_z(rows):
    rates = [row["play_rate"] for row in rows("--sort", "play_rate")]
    assert rates == sorted(rates, reverse=True) and len(set(rates)) > 1
    names = [row["name"] for row in rows("--sort", "name")]
    assert names == sorted(name for _, name, _, _ in CARDS)


def test_csv_holds_what_json_holds(rows, store, capsys):
    wanted = rows("--sort", "name")
    argv = ["cards", "--store", str(store), "--run", FINISHED, "--arm", "base", "--sort", "name", "--csv"]
    assert cli.main(argv) == 0
    found = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["id"] for row in found] == [row["id"] for row in wanted]
    assert [float(row["naive_iwd"]) for row in found] == [row["naive_iwd"] for row in wanted]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--arm", "nope"], "--arm is 'nope'; allowed here: base, base+faster, cthulhu"),
        (["--arm", "base", "--run", "5e1"], "--arm is 'base'; allowed here: cthulhu"),
        (["--kind", "dragon"], "--kind is 'dragon'; allowed here: curse, go_up_a_level, item, monster, one_shot"),
        (["--pile", "window"], "--pile is 'window'; allowed here: door, treasure"),
        (["--card", "wodden leg"], "--card is 'wodden leg'; allowed here: the name or id of a card, such as 'Woo"),
        (["--card", ""], "--card is ''"),
        (["--sort", "luck"], "--sort is 'luck'; allowed: run_id, arm, card, id, name"),
        (["--csv", "--json"], "--json and --csv are given together"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_bad_input(store, options, says, capsys):
    assert cli.main(["cards", "--store", str(store), *options]) == 2
    said = capsys.readouterr()
    assert says in said.err and len(said.err.strip().splitlines()) == 1 and said.out == ""


def test_the_weakest_stand_below_the_strongest(store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    argv = ["cards", "--store", str(store), "--run", "5ca", "--arm", "base", "--sort", "name", "--top", "2"]
    assert cli.main([*argv, "--bottom", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    dots = lines.index("...")
    names = sorted(name for _, name, _, _ in CARDS)
    firsts = [line for line in lines[:dots] if line.startswith((names[0][:8], names[1][:8]))]
    assert len(firsts) == 2 and lines[dots + 1].startswith(names[-1])
    assert not any(line.startswith(names[-2][:8]) for line in lines)


@pytest.mark.parametrize(("by", "number"), [("hand", "hand"), ("drawn", "drawn"), ("dealt", OH)])
def test_what_is_known_of_a_pile_stands_beside_each_of_its_cards(rows, store, by, number):
    found = [row for row in rows("--by", by) if row["judged_by"]]
    piles = {row["pile"]: row for row in compute(Store.open(store), ["card_reliability"], FINISHED)[
        "card_reliability"].filter(arm="base", number=number).to_dicts()}  # fmt: skip
    assert {row["pile"] for row in found} == set(piles) and found
    for row in found:
        assert {name: row[name] for name in OF_PILE} == {name: piles[row["pile"]][name] for name in OF_PILE}


def test_the_keys_that_programs_read(rows):
    numbers = [f"{prefix}_{part}" for prefix in ("draw", "kick", "oh") for part in ("delta", "low", "high", "n", "q")]
    keys = ["arm", "card", "id", "name", "pile", "kind", "copies", *numbers, "shrunken", "verdict", "naive_iwd"]
    for row in rows():
        assert [key for key in keys if key not in row] == []
        assert row["oh_delta"] == row["randomised_oh_delta"] and row["oh_q"] == row["randomised_oh_q"]


def test_a_number_is_that_of_its_metric(rows, store):
    draws = compute(Store.open(store), ["card_draws"], FINISHED)["card_draws"].filter(arm="base")
    known = {(row["id"], row["how"]): row for row in draws.to_dicts()}
    found = {row["id"]: row for row in rows()}
    assert {how for _, how in known} >= {"hand", "drawn", "kicked"}
    for (card, how), row in known.items():
        prefix = {"drawn": "draw", "kicked": "kick"}.get(how, how)
        ours = [found[card][f"{prefix}_{part}"] for part in ("delta", "low", "high", "n", "q", "shrunken")]
        names = ("randomised_delta", "randomised_delta_low", "randomised_delta_high", "n", "randomised_q")
        assert ours == [row[name] for name in (*names, "randomised_delta_shrunk")]


def test_monsters_and_curses_are_judged_by_who_kicks_them_open_and_others_by_the_hand(rows):
    for row in rows():
        assert row["judged_by"] == ("kicked" if row["kind"] in ("monster", "curse") else "hand")
        prefix = "kick" if row["judged_by"] == "kicked" else "hand"
        assert row["shrunken"] == row[f"{prefix}_shrunken"]
    by = {row["id"]: row for row in rows("--by", "dealt")}
    assert {row["judged_by"] for row in by.values()} == {"dealt"}
    assert by["wooden-leg"]["shrunken"] == by["wooden-leg"]["randomised_oh_delta_shrunk"]
    # What never came in a way has no number of it.
    assert {row["shrunken"] for row in rows("--by", "kicked") if row["pile"] == "treasure"} == {None}


def test_the_reader_says_what_matters(rows, store, capsys):
    assert {row["verdict"] for row in rows()} <= {"unclear", None}
    assert {row["verdict"] for row in rows("--by", "dealt", "--matters", "50")} == {"fine"}
    assert cli.main(["cards", "--store", str(store), "--run", "5ca", "--by", "dealt", "--matters", "50"]) == 0
    assert "3 are about average (within ±50 points); of none one cannot tell yet." in capsys.readouterr().out
    assert cli.main(["cards", "--store", str(store), "--matters", "-1"]) == 2
    assert MATTERS == 100 * card_verdict.MATTERS


def test_cards_stand_in_the_order_of_the_shrunken_number_and_then_of_the_raw_one(rows):
    keys = [(row["shrunken"], row["judged_delta"]) for row in rows("--by", "dealt", "--pile", "door")]
    assert keys == sorted(keys, reverse=True) and len({raw for _, raw in keys}) > 1


def test_each_pile_and_way_has_a_table_of_its_own(store, capsys):
    assert cli.main(["cards", "--store", str(store), "--run", "5ca", "--arm", "base"]) == 0
    said = capsys.readouterr().out
    at = [
        said.index(f"base: {title}") for title in ("Treasures in the hand, 3 cards:", "Monsters and Curses kicked open")
    ]
    assert at == sorted(at)
    tables = said[at[0] : at[1]], said[at[1] :]
    assert "Wooden Leg" in tables[0] and "Hen" not in tables[0] and "Hen" in tables[1] and "Wooden Leg" not in tables[1]


def test_what_is_kicked_open_is_good_or_bad_to_meet_and_never_strong():
    assert (
        verdict_word("too strong", "kicked") == "good to meet" and verdict_word("too weak", "kicked") == "bad to meet"
    )
    assert verdict_word("too strong", "hand") == "too strong"
    assert section("kicked", "door", {"monster"}) == "Monsters kicked open"
    assert section("kicked", "door", {"monster", "class"}) == "Doors kicked open"
    rows = CARD_ROWS.filter(pl.col("verdict") != "about average")
    assert verdicts(rows, "x", 2, ("good to meet", "bad to meet")).startswith(
        "2 are good to meet (Sword, Axe), 5 are bad"
    )


def test_characters_are_compared_with_one_another_except_by_opening_hands():
    cards = pl.DataFrame({
        "kind": ["character", "character", "monster"], "pile": ["door"] * 3, "judged_by": ["hand", "dealt", "hand"],
    })  # fmt: skip
    assert cards.select(stack()).to_series().to_list() == ["character", "door", "door"]


CARD_ROWS = pl.DataFrame(
    [("Sword", 0.05, "too strong"), ("Axe", 0.03, "too strong"), ("Bow", 0.0, "about average"),
     ("Stick", 0.0, "cannot tell yet"), ("Leg", -0.03, "too weak"), ("Arm", None, None)]
    + [(f"Hat {n}", -0.04 - n / 100, "too weak") for n in range(4)],
    schema=["name", "x", "verdict"], orient="row",
)  # fmt: skip


def test_the_sentence_of_the_verdicts_names_the_clearest():
    assert verdicts(CARD_ROWS, "x", 2.5) == (
        "2 are too strong (Sword, Axe), 5 are too weak (Hat 3, Hat 2, Hat 1 and 2 more), 1 is about average (within "
        "±2.5 points); of 1 one cannot tell yet."
    )
    assert "none is too strong, none is too weak," in verdicts(CARD_ROWS.filter(pl.col("x") == 0), "x", 2)
    assert verdicts(CARD_ROWS.filter(name="Stick"), "x", 2).startswith(
        "it cannot be told yet how the one card compares"
    )
    assert verdicts(CARD_ROWS.filter(name="Arm"), "x", 2).startswith("no card came often enough")


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (
            {},
            "The median card is known to ±3.9 points (±1 takes 47,000 games); the reliability of their order is "
            "0.36 [0.18, 0.55]; about 22,000 games (9,800 to 54,000) would make it 0.8.",
        ),
        ({"reliability_low": 0.0, "games_for_ranking_high": None}, "(9,800 or more, perhaps no number) would make it"),
        ({"reliability": 0.85}, "0.85 [0.18, 0.55], which is settled enough (0.8)."),
        (
            {"reliability": 0.0, "reliability_low": 0.0, "games_for_ranking": None, "games_for_ranking_high": None},
            "all that differs between them may be luck (reliability 0, at most 0.55): their order says nothing.",
        ),
        ({"half_width": 0.008}, "The median card is known to ±0.8 points; the"),
        ({"reliability": None}, "Too few cards came to speak of their order."),
    ],
)
def test_the_sentence_of_a_pile(known, said):
    row = {
        "pile": "door", "games": 3000, "reliability": 0.36, "reliability_low": 0.18, "reliability_high": 0.55,
        "half_width": 0.0391, "games_for_point": 47000.0, "games_for_ranking": 22000.0,
        "games_for_ranking_low": 9800.0, "games_for_ranking_high": 54000.0,
    }  # fmt: skip
    assert said in trust(row | known)


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({}, "); their order is 0.36 reliable (0.8: about 22,000 games)."),
        ({"reliability": 0.85}, "); their order is 0.85 reliable (settled enough)."),
        ({"reliability": 0.0}, "; ±1 takes 47,000 games); all that differs between them may be luck."),
        ({"reliability": None}, "; ±1 takes 47,000 games); too few to speak of their order."),
    ],
)
def test_the_line_of_a_pile(known, said):
    row = {"reliability": 0.36, "half_width": 0.0391, "games_for_ranking": 22000.0, "games_for_point": 47000.0}
    assert trust_in_short(row | known) == f"Known to ±3.9 points (median card{said}"


def test_what_nobody_plays_is_said_if_it_was_held_often_enough():
    cards = ("Hoard", 0.0, 100), ("Wand", 0.01, 500), ("Rare", 0.0, 99), ("Fishtank", 0.0, 700)
    frame = pl.DataFrame(cards, schema=["name", "play_rate", "hand_n"], orient="row")
    assert unplayed(frame).startswith("Never played from a hand: Fishtank and Hoard (it acts by itself, or")
    assert unplayed(frame[1:3]) == ""
    some = frame.with_columns(unmodelled=pl.col("name") == "Hoard", id=pl.col("name"))
    assert partly(some).startswith("Played in part, so their numbers are those of the part: Hoard (`lab decks show`")
    assert partly(some, ["Hoard"]).startswith("Not played at all, so their numbers are those of a card that does noth")
    assert partly(some.filter(~pl.col("unmodelled"))) == ""
