"""What a house rule changes about kinds of cards: the mean over their cards, and how sure it is."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pytest

from lab.cards.card_worth import WAYS
from lab.cards.kind_interaction import kind_changes
from lab.cards.rule_interaction import changes
from lab.store.event_codes import HOW
from tests.lab.in_sql import SQL
from tests.lab.rule_worlds import DOORS, SEATS, TREASURES, are_what_sql_says, deck, games_of, together, two_arms

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


def test_what_is_planted_in_one_card_is_a_third_of_it_for_its_kind(tables):
    # Nine games of ten are won, so 30 points are 27 when the card is kicked open: against the average Door 27 * 11 / 12
    # for card 0 itself and -27 / 12 for each other. (24.75 - 2 * 2.25) / 3 of the three Items, -2.25 of each monster.
    rows = {row["kind"]: row for row in of_kinds(tables).filter(how="kicked").to_dicts()}
    for kind, truth in (("item", 0.0675), ("monster", -0.0225)):
        assert rows[kind]["change_low"] < truth < rows[kind]["change_high"], kind
    assert rows["item"]["change_q"] < 0.01 and rows["item"]["change_low"] > 0


def test_a_rule_that_changes_nothing_changes_no_kind():
    one = games_of(200, {5: 0.2})
    same = with_kinds(together(one, {name: frame.with_columns(arm=pl.lit("b")) for name, frame in one.items()}))
    found = of_kinds(same)
    assert found.height and set(found["change"]) == {0.0} and set(found["change_p"]) == {1.0}


def test_intervals_hold_nothing_where_there_is_nothing():
    """Other dice, the same rules: of all intervals nineteen in twenty hold zero."""
    inside = []
    for seed in range(40):
        both = together(games_of(80, {5: 0.2}, seed), games_of(80, {5: 0.2}, seed + 1000, "b"))
        found = of_kinds(with_kinds(both))
        inside += found.select((pl.col("change_low") < 0) & (pl.col("change_high") > 0)).to_series().to_list()
    assert 0.92 < np.mean(inside) < 0.975


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
