"""`lab cards`: what one asks for is what one gets, by name, and what is not there is bad input."""

from __future__ import annotations

import csv
import io
import json

import pytest

from lab import cli
from tests.lab.fixed_store import CARDS, FINISHED, fixed_store


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
