"""Which cards are a designer's own, how those are marked that are played in part, and how a change of one is typed."""

from __future__ import annotations

from types import SimpleNamespace

import click
import polars as pl
import pytest
from click.testing import CliRunner

from decks.card_text import ALL_OF_IT
from lab.cards.card_words import IDLE, marked
from lab.commands._card_sections import own_cards
from lab.commands._options import AFTERWARDS, change_options
from lab.errors import BadInput
from lab.runs.run_heading import played_in_part


def test_own_cards_are_those_that_no_deck_of_the_lab_has():
    rows = pl.DataFrame({"id": ["hoard", "my-rat", "baby@mine"]})  # hoard is a card of base
    mine = pl.DataFrame({"decks": [["base"], ["base", "./mine"]]})
    assert own_cards(rows, mine)["id"].to_list() == ["my-rat", "baby@mine"]
    with pytest.raises(BadInput, match="no deck of one's own was played"):
        own_cards(rows, mine.head(1))


def test_a_card_that_is_played_in_part_or_not_at_all_says_so():
    rows = pl.DataFrame({
        "id": ["rat", "hat", None, "owl"], "name": ["Rat", "Hat", "blank card", "Owl"],
        "unmodelled": [True, False, None, True],
    })  # fmt: skip
    assert marked(rows, ["owl"])["name"].to_list() == ["Rat (in part)", "Hat", "blank card", "Owl (not played)"]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (["", "", ""], []),
        (["at night", "", f"{IDLE}sings"], ["1 of mine's 3 cards is played in part, 1 not at all"]),
        (["", f"{ALL_OF_IT}a", f"{ALL_OF_IT}b"], ["2 of mine's 3 cards are not played at all"]),
    ],
)
def test_a_run_says_how_much_of_own_decks_is_played(parts, says):
    cards = pl.DataFrame({"id": ["hoard", "a", "b", "c"], "deck_hash": "d", "unmodelled": ["a part", *parts]})
    arms = pl.DataFrame({"decks": [["base"], ["base", "mine"]], "deck_hash": ["o", "d"]})
    store = SimpleNamespace(
        arms=lambda _: arms, table=lambda *_: cards.lazy(), row=lambda _: {"command": "lab run --deck=base+./mine"}
    )
    assert played_in_part(store, "r") == [f"{said}: lab decks check base+./mine" for said in says]


def test_the_old_spelling_of_a_change_is_understood_and_says_the_new_one():
    found: dict[str, object] = {}

    @click.command()
    @change_options
    @click.pass_context
    def played(context: click.Context, **options: object) -> None:
        found.update(options, said=context.meta.get(AFTERWARDS))

    CliRunner().invoke(played, ["--change", "b.level=2", "--card", "a.level=1"])
    assert found["cards"] == ("a.level=1", "b.level=2")
    assert found["said"] == "--card changes cards by its new name: --change a.level=1"
    CliRunner().invoke(played, ["--change", "b.level=2"])
    assert (found["cards"], found["said"]) == (("b.level=2",), None)
    assert "--card" not in CliRunner().invoke(played, ["--help"]).output
