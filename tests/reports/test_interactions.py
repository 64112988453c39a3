"""The page of interactions says which cards a rule moves, and lays all cards beside all arms."""

from __future__ import annotations

import polars as pl
import pytest

from reports.elements import Answer, Data, Figure, Fold, Note, Table
from reports.pages.interactions import CHOICES, draw
from tests.reports.frames import ARMS, run_data


def told(data, **chosen):
    elements = list(draw(Data(data, chosen)))
    assert isinstance(elements[0], Answer)
    found = [inner for e in elements for inner in (e.elements if isinstance(e, Fold) else (e,))]
    return elements[0].text, next(e for e in found if isinstance(e, Table) and e.title.endswith("each card"))


def test_kinds_are_a_chart_what_was_found_first():
    """Monsters as they are kicked open, Items as they come into the hand: the mean of the changes of their cards."""
    data = run_data(ARMS[:2])
    data["kind_rules"] = data["kind_rules"].with_columns(change_low=pl.col("change") / 2, cards=pl.lit(5))
    *_, kinds = (e for e in draw(data) if isinstance(e, Figure))
    assert kinds.layout.yaxis.ticktext == ("Item (5)", "Monster (5)")
    (marks,) = kinds.data
    assert list(marks.x) == [pytest.approx(0.038 / 5), pytest.approx(0.01)]
    assert list(marks.marker.color) == [marks.marker.line.color, "#FFFFFF"]  # only what was found is full
    *_, only = (e for e in draw(Data(data, {"kind": "item"})) if isinstance(e, Figure))
    assert only.layout.yaxis.ticktext == ("Item (5)",)


def test_a_kind_of_one_card_is_no_row_as_the_card_is_among_the_others():
    data = run_data(ARMS[:2])
    of_one = pl.col("kind") != "item"
    data["kind_rules"] = data["kind_rules"].with_columns(
        cards=pl.when(of_one).then(1).otherwise(2), change_q=pl.lit(0.0), change_low=pl.col("change") / 2
    )
    answer, *_, kinds = (e for e in draw(data) if isinstance(e, Figure | Answer))
    assert kinds.layout.yaxis.ticktext == ("Item (2)",)
    assert "**Item** cards" in answer.text and "**monster** cards" not in answer.text


def test_cards_that_are_found_to_change_stand_by_name_and_all_of_them_are_counted():
    """To card 0 5 [3, 7] are added; card 1 loses 4; of the others nothing is found."""
    fig, counted, *_ = (e for e in draw(run_data(ARMS[:2])) if isinstance(e, Figure))
    (named,) = fig.data
    assert list(named.x) == pytest.approx([0.05, -0.04]) and list(named.y) == [0, 1]
    assert [named.error_x.arrayminus[0], named.error_x.array[0]] == pytest.approx([0.02, 0.02])
    bars, luck = counted.data  # as measured, like the kinds below; no bar lies across the edge of what matters
    assert list(bars.x) == pytest.approx([-0.07, 0.01, 0.11]) and list(bars.y) == [1, 4, 1]
    assert sum(luck.y) / 4 == pytest.approx(6) and abs(luck.x[luck.y.argmax()]) < 0.01  # all cards, around zero
    assert "Card <0>" in bars.hovertext[-1]
    assert [note.text for note in counted.layout.annotations] == ["Card <1><br>\u22128.0", "Card <0><br>+10.0"]
    band = fig.layout.shapes[-1]
    assert (band.x0, band.x1) == (-0.02, 0.02)


def test_the_answer_names_what_gains_and_what_loses():
    text, _ = told(run_data(ARMS[:2]))
    # In the hand card 0 gains and card 1 loses, 2 is the same, 3 and 4 unclear; 5 is a monster: unclear when kicked.
    assert text == (
        "With cthulhu+faster **2 cards change**: Card <0> in the hand +5.0 [+3.0, +7.0], Card <1> in the hand "
        "\u22124.0 [\u22126.0, \u22122.0] (wins in 100 games with the card).\n"
        "**1 of 6 cards** probably change by less than 2 wins; 3 cannot be told yet. 2 of 6 changes look like 2 wins "
        "or more; luck alone makes about 2 look so."
    )


def test_where_nothing_moves_that_is_said():
    data = run_data(ARMS[:4])
    none = pl.when(pl.col("card") < 2).then(pl.lit("cannot tell yet")).otherwise("verdict").alias("verdict")
    data["card_rules"] = data["card_rules"].with_columns(none)
    text, _ = told(data)
    assert text == (
        "**No single card was found to be stronger or weaker** with cthulhu+faster, cthulhu+shared-victory and "
        "cthulhu+epic.\n"
        "**1 of 6 cards** probably change by less than 2 wins; 5 cannot be told yet. 6 of 18 changes look like 2 wins "
        "or more; luck alone makes about 6 look so."
    )


def test_rows_are_cards_by_their_largest_change_and_columns_are_arms():
    _, table = told(run_data(ARMS[:3]))
    assert [c.label for c in table.columns.values()] == [
        "card",
        *(f"change with {arm}" for arm in ARMS[1:3]),
        "how it came",
        "kind",
    ]
    assert table.frame["name"].to_list() == [f"Card <{n}>" for n in (0, 1, 5, 4, 3, 2)]
    assert table.frame["c0"].to_list()[:2] == [0.05, -0.04] and table.columns["c1"].shade
    assert dict(zip(table.frame["name"], table.frame["came"], strict=True))["Card <5>"] == "kicked open"


def test_the_reader_chooses_way_and_kind():
    data = run_data(ARMS[:2])
    assert list(CHOICES[0].options(data)) == ["told", "hand", "kicked"]
    assert list(CHOICES[1].options(data)) == ["any", "item", "monster"]
    _, table = told(data, way="kicked", kind="item")
    assert set(table.frame["came"]) == {"kicked open"} and table.frame.height == 5


def test_a_card_that_one_arm_lacks_has_an_empty_cell():
    data = run_data(ARMS[:3])
    data["card_rules"] = data["card_rules"].filter((pl.col("arm") == ARMS[1]) | (pl.col("card") != 1))
    _, table = told(data)
    assert table.frame.filter(name="Card <1>")["c1"].to_list() == [None]


def test_of_one_arm_it_says_what_to_play():
    (only,) = draw(run_data(ARMS[:1]))
    assert isinstance(only, Note) and "--variant cthulhu+faster" in only.text
