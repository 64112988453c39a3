"""What a house rule changes about kinds of cards: the mean over their cards, and what SQL makes of the same games."""

from __future__ import annotations

import duckdb
import polars as pl
import pytest

from lab.cards.card_worth import WAYS
from lab.cards.kind_interaction import kind_changes
from lab.cards.rule_interaction import changes
from lab.store.event_codes import HOW
from tests.lab.in_sql import SQL
from tests.lab.rule_worlds import DOORS, SEATS, TREASURES, are_what_sql_says, deck, two_arms

pytestmark = pytest.mark.deep

NUMBER = {way: HOW.index(way) if way in HOW else 9 for way in WAYS}
KINDS = ["item"] * 3 + ["monster"] * (DOORS - 3) + ["class"] * TREASURES
"""Cards 0 to 2 are Items, the other Doors monsters, all Treasures Classes."""


def with_kinds(tables):
    return tables | {"card": deck().with_columns(kind=pl.Series(KINDS))}


def of_cards(tables):
    return changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")))


def of_kinds(tables):
    return kind_changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")))


@pytest.fixture(scope="module")
def tables():
    """Under the rule card 0 is worth 30 points more."""
    return with_kinds(two_arms(1500, {5: 0.2}, {0: 0.3}))


def test_the_average_of_a_kind_is_the_mean_of_its_cards(tables):
    found, cards = of_kinds(tables), of_cards(tables)
    mean = cards.group_by("how", "kind").agg(pl.col("change").mean(), pl.len().alias("cards"), pl.col("n").sum())
    assert found.height == mean.height > 8
    both = found.join(mean, on=["how", "kind"], suffix="_wanted")
    assert both["change"].to_numpy() == pytest.approx(both["change_wanted"].to_numpy(), abs=1e-12)
    assert both["cards"].to_list() == both["cards_wanted"].to_list() and both["n"].equals(both["n_wanted"])


@pytest.mark.parametrize("paired", [True, False])
def test_every_number_is_what_sql_makes_of_the_same_games(paired):
    tables = with_kinds(two_arms(150, {5: 0.2}, {0: 0.2}, seed=3, seats=(SEATS, SEATS if paired else SEATS + 1)))
    con = duckdb.connect(config={"python_enable_replacements": False})
    for name, frame in tables.items():
        con.register(name, frame)
    above, last, _ = (SQL / "card_rules.sql").read_text("utf-8").rpartition("SELECT how, card, a.n AS n_reference")
    assert last
    wanted = con.sql(above + (SQL / "kind_rules.sql").read_text("utf-8"), params={"paired": paired}).pl()
    found = of_kinds(tables).with_columns(how=pl.col("how").replace_strict(NUMBER))
    assert found.height == wanted.height > 8
    are_what_sql_says(found, wanted, "kind", ("cards",))
