"""What pages are told of cards: every number, the blank card, facts, what was asked before; nothing is played."""

from __future__ import annotations

import polars as pl
import pytest

from lab import cli
from lab.impact import card_impact, dealt_together
from lab.impact.card_impact import Question, impact_of, kept_answers
from lab.runs.fork_games import Forked
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports.page_sources import card_answers, card_facts, card_numbers, dealt_groups, dealt_pairs
from tests.lab.exposed_runs import arm_of
from tests.lab.test_card_shown import COLUMNS, forked

pytestmark = pytest.mark.deep

WHO = ["--seats", "3", "--agents", "random,greedy,novice"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    place = tmp_path_factory.mktemp("cards") / "store"
    options = [*WHO, "--games", "2", "--events", "none", "--seed", "5", "--workers", "1", "--store", str(place)]
    assert cli.main(["run", "--variant", "base", *options]) == 0
    return Store.open(place)


def of_run(**values):
    """The arm of the run, as a run with events has it."""
    return arm_of(seats=(3,), agents=(("random", "greedy", "novice"),), **values)


def shelf(store):
    return Shelf(store, store.run_ids()[0])


def tell(store, monkeypatch, number, values):
    """Let forks of `values` credits be kept for the Cleric."""
    forks = [forked(g, credit, 0.0) | {"blank_credit": 0.5, "other": "halfling"} for g, credit in enumerate(values)]
    rows = pl.DataFrame(forks, COLUMNS)
    found = Forked(rows, len(values), {"arrivals": len(values), "last": 0, "shuffled": 0})
    monkeypatch.setattr(card_impact, "fork_arm", lambda *_: found)
    arm = of_run(events="none")
    impact_of(arm, Question("cleric", number, 0), store)


def test_answers_are_found_by_arm_and_the_one_of_most_forks_is_told(store, monkeypatch):
    assert kept_answers(store, of_run()) == []
    tell(store, monkeypatch, 3, [1.0, 0.0, 0.0])
    tell(store, monkeypatch, 20, [1.0, 1.0, 0.0, 1.0])
    monkeypatch.setattr(card_impact, "fork_arm", None)  # nobody may play again
    (one,) = kept_answers(store, of_run())
    assert (one.card, one.question.forks, one.question.pairs, one.was_read) == ("cleric", 20, 0, True)
    assert kept_answers(store, of_run(seed=6)) == [] and kept_answers(store, arm_of()) == []
    rows = card_answers(shelf(store)).filter(id="cleric")
    every = rows.filter(part="forks", what="all arrivals").row(0, named=True)
    assert (every["value"], every["blank"], every["n"]) == (pytest.approx(0.75), pytest.approx(0.25), 4)
    assert rows.filter(part="games")["text"][0].startswith(
        "lab replay --agents random,greedy,novice --seats 3 --seed 5"
    )


def test_of_each_card_there_is_the_command_that_asks(store):
    rows = card_answers(shelf(store)).filter(part="ask")
    assert rows["id"].n_unique() == rows.height > 100
    command = rows.filter(id="cleric")["text"].item()
    assert command == "lab card cleric --agents random,greedy,novice --seats 3 --seed 5 --store store"


def test_pairs_are_dealt_once_and_kept_and_the_page_names_them(store, monkeypatch, capsys):
    monkeypatch.setattr(dealt_together, "GAMES", 60)
    monkeypatch.setattr(dealt_together, "ANEW", 60)
    (asks,) = dealt_pairs(shelf(store)).to_dicts()
    line = asks["text"].split()
    assert asks["part"] == "ask" and line[:3] == ["lab", "cards", "--pairs"]
    line[line.index("--store") + 1] = str(store.path)
    assert cli.main([*line[1:], "--csv"]) == 0
    told = pl.read_csv(capsys.readouterr().out.encode()).drop_nulls("dealt_more")
    monkeypatch.setattr(dealt_together, "play_dealt", None)  # nobody may play again
    assert cli.main([*line[1:], "--top", "1"]) == 0
    assert "surely worth more together" in (said := capsys.readouterr().out) or "is surely more than its sum" in said
    rows = dealt_pairs(shelf(store)).filter(part="dealt")
    assert rows.height and {*rows.select("first", "second", "more").rows()} == {
        *told.select("first", "second", "dealt_more").rows()
    }
    assert cli.main([*line[1:], "--no-blank", "--card", "nobody"]) == 2


def test_two_groups_are_asked_about_as_one_and_what_they_are_not_is_refused(store, monkeypatch, capsys):
    monkeypatch.setattr(dealt_together, "GAMES", 300)
    wizard = dealt_groups(shelf(store)).filter(first="Wizard").row(0, named=True)
    assert wizard["part"] == "ask" and wizard["text"].endswith("--arm base --card wizard --card for:wizard")
    line = ["cards", "--pairs", "--store", str(store.path), "--card"]
    assert cli.main([*line, "wizard", "--card", "for:wizard", "--csv"]) == 0
    whole, *pairs = pl.read_csv(capsys.readouterr().out.encode()).to_dicts()
    assert (whole["first"], whole["pairs"]) == ("Wizard", 2) and "may be used only by 'wizard'" in whole["second"]
    assert {row["second"] for row in pairs} == {"Staff Of Napalm", "Pointy Hat Of Power"}
    assert {row["first"] for row in pairs} == {"Wizard"} and whole["dealt"] == sum(row["dealt"] for row in pairs)
    monkeypatch.setattr(dealt_together, "play_dealt", None)  # it is kept
    assert cli.main([*line, "wizard", "--card", "for:wizard"]) == 0
    told = dealt_groups(shelf(store)).filter(first="Wizard").row(0, named=True)
    assert (told["part"], told["pairs"], told["more"]) == ("dealt", 2, whole["more"])
    assert "Wizard and a card that may be used only by 'wizard'" in capsys.readouterr().out
    for asked, told in (
        (["with:wings"], "no card of these decks is 'wings'"), (["with:big", "--no-blank"], "without --no-blank"),
        (["elf", "--card", "elf"], "no two of these cards"),
        (["elf", "--card", "orcs", "--card", "hoard"], "two at most"),
    ):  # fmt: skip
        assert cli.main([*line, *asked]) == 2 and told in capsys.readouterr().err


def test_facts_are_those_of_the_deck_and_left_out_where_it_has_changed(store, monkeypatch):
    facts = card_facts(shelf(store))
    cleric = dict(facts.filter(id="cleric").select("heading", "text").iter_rows())
    assert cleric["kind"].startswith("Class, door card")
    arms = store.arms
    monkeypatch.setattr(store, "arms", lambda run=None: arms(run).with_columns(deck_hash=pl.lit("other")))
    assert card_facts(shelf(store)).is_empty()


def test_every_way_is_there_and_no_blank_card_is_played_for_it(store, monkeypatch):
    monkeypatch.setattr("lab.runs.fork_games.play_with_blanks", None)
    numbers = card_numbers(shelf(store))
    assert numbers["blank"].drop_nulls().is_empty() and "blank" not in set(numbers["kind"])
    assert set(numbers["asked"]) == {"", "hand", "drawn", "kicked", "reward", "dealt"}
    assert numbers.filter(pl.col("asked") != "", pl.col("asked") != pl.col("judged_by")).is_empty()
    met = numbers.filter(asked="").select("kind", "judged_by").unique().rows()
    assert ("monster", "kicked") in met and ("item", "hand") in met
    monkeypatch.undo()
    assert cli.main(["cards", "--store", str(store.path), "--top", "1"]) == 0
    assert {"", "hand"} <= set(card_numbers(shelf(store)).filter(kind="blank")["asked"])


def test_the_dashboard_reads_again_once_something_was_asked(store, monkeypatch):
    before = shelf(store).state
    assert shelf(store).state == before
    tell(store, monkeypatch, 7, [1.0, 0.0])
    assert shelf(store).state != before
