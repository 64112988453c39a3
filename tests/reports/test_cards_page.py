"""The cards' page says who is too strong and too weak, of whom one cannot tell, and what naive numbers are worth."""

from __future__ import annotations

import polars as pl
import pytest
from plotly.graph_objects import Figure

from reports.elements import Answer, Data, Fold, Jump, Note, Table, caption_of, title_of
from reports.pages.cards import CHOICES, draw
from reports.wins_and_cards import cards_said
from tests.reports.frames import ARMS, run_data


@pytest.fixture
def data():
    return run_data(ARMS[:2])


def elements(data, **chosen):
    return list(draw(Data(data, chosen)))


def tables(found):
    return [inner for e in found if isinstance(e, Fold) for inner in e.elements if isinstance(inner, Table)]


def parts(data, **chosen):
    found = elements(data, **chosen)
    assert isinstance(found[0], Answer)
    return (
        found[0].text,
        next(e for e in found if isinstance(e, Figure)),
        tables(found)[0],
    )


def counted(data):
    """What is folded below how it is counted: the scatter, and the table of all numbers."""
    (fold,) = (e for e in elements(data) if isinstance(e, Fold) and e.title.startswith("Every number"))
    return fold.elements


def folded(data):
    """What the last fold says."""
    return [one.text for one in elements(data)[-1].elements]


def test_the_answer_counts_and_says_what_would_tell(data):
    text, _, _ = parts(data)
    assert text.split("\n") == [
        "In cthulhu, of 5 cards that are held, **2 are too strong (most: Card <0>\u00a0+5.0), 1 too weak**.",
        "**1 cannot be told yet**; 1 is about average. About 16,000 games (now 300) would settle half of all cards to "
        "\u00b11 win of 100.",
        "With cthulhu+faster, of 6 cards **1 gains (Card <0>\u00a0+5.0), 1 loses (Card <1>\u00a0\u22124.0)** against "
        "the average card of its pile.",
    ]
    assert folded(data)[:2] == [
        "The too weak one is of the kind Item; it cannot be told from a card that does nothing (\u22122.0).",
        "1 card: too few games yet; about 16,000 games (now 300) would settle half of all cards to \u00b11 win of 100.",
    ]


def test_what_may_lie_too_near_the_average_is_probable_in_the_answer_and_the_table(data):
    for cards, said in (
        (["card-0"], "1 is too strong (Card <1>\u00a0+4.0), 1 probably too strong"),
        (["card-0", "card-1"], "2 are probably too strong (most: Card <0>\u00a0+5.0)"),
    ):
        near = pl.when(pl.col("id").is_in(cards)).then(0.01).otherwise("shrunken_low")
        data["card_numbers"] = data["card_numbers"].with_columns(shrunken_low=near)
        text, card_map, table = parts(data)
        assert text.startswith(f"In cthulhu, of 5 cards that are held, **{said}, 1 too weak**.")
        rows = [t for t in card_map.data if t.customdata]
        rings = {card[0]: wide for t in rows for card, wide in zip(t.customdata, t.marker.line.width)}
        assert {name for name, wide in rings.items() if wide == 3}.isdisjoint(f"Card <{one[-1]}>" for one in cards)
        assert rings["Card <3>"] == 3  # the surely weak one
        told = dict(table.frame.select("id", "said").iter_rows())
        assert [name for name, word in told.items() if word == "probably too strong"] == cards
    ends = {"shrunken": 0.02, "shrunken_low": 0.001, "shrunken_high": 0.039}  # as likely above 2 as below
    near = [pl.when(pl.col("id").is_in(cards)).then(end).otherwise(name).alias(name) for name, end in ends.items()]
    data["card_numbers"] = data["card_numbers"].with_columns(near)
    alarms = "Expect about 1 of these 3 held to be false alarms, truly within \u00b12."
    assert alarms in folded(data)


def map_of(chart):
    """What a map shows: worths by row, the heads of its rows, and the names and words beside them."""
    texts = [note.text for note in chart.layout.annotations]
    heads = {text for text in texts if "<b>" in text}
    told = " ".join(text for text in texts if text not in heads).replace("<br>", " ").replace("\u00a0", " ")
    return {trace.name: sorted(trace.x) for trace in chart.data if trace.customdata}, heads, told


def test_the_map_shows_every_held_card_once_and_names_all_that_are_found(data):
    chart = parts(data)[1]
    rows, heads, told = map_of(chart)
    assert sorted(sum(rows.values(), [])) == [-0.03, -0.01, 0.001, 0.04, 0.05] and len(heads) == len(rows)
    assert all(f"Card <{n}> {worth}" in told for n, worth in ((0, "+5.0"), (1, "+4.0"), (3, "−3.0")))
    assert "too weak" in told and "Card <2>" not in told and "Card <4>" not in told
    key = [trace.name for trace in chart.data if trace.showlegend is not False]
    assert key == ["surely out of line", "about average", "cannot tell yet"]  # of what is there alone


def test_what_is_kicked_open_is_folded_with_its_map_and_leads_to_the_monsters(data):
    (fold,) = (e for e in elements(data) if isinstance(e, Fold) and e.title.startswith("Cards that are kicked"))
    note, jump, chart, table = fold.elements
    assert note.text == (
        "Of 2 cards that are kicked open, 1 is good to meet, 1 bad to meet. By nature a Curse is bad and a weak "
        "monster good to meet."
    )
    assert isinstance(jump, Jump) and jump.page == "monsters" and title_of(chart) == table.title
    rows, _, told = map_of(chart)
    assert rows == {"Monsters": [0.06], "Curses": [-0.05]} and "Card <5> +6.0" in told


def test_what_hangs_on_who_plays_is_said_where_others_have_played(data):
    there = {"run_id": "r", "arm": "cthulhu", "players": "sharp", "games": 4000, "card": 0, "number": "hand"}
    data["other_players"] = pl.DataFrame([there | {"delta": -0.05, "se": 0.005}])
    told = " ".join(element.text for element in elements(data) if isinstance(element, Note))
    assert (
        "How much hangs on who plays: at a table of sharp players (4,000 games) Card <0> (−5.0 ±1.0, not +5.0)" in told
    )


def test_nothing_known_is_said_without_a_verdict(data):
    data["card_numbers"] = data["card_numbers"].with_columns(pl.lit(None, pl.String).alias("verdict"))
    assert parts(data)[0] == "In cthulhu **no card came often enough** to say anything about it."


def test_where_no_card_is_known_it_says_what_would_tell(data):
    unclear = pl.when(pl.col("kind") != "blank").then(pl.lit("cannot tell yet"))
    data["card_numbers"] = data["card_numbers"].with_columns(unclear.alias("verdict"))
    data["card_rules"] = data["card_rules"].with_columns(verdict=unclear)
    same = pl.when(pl.col("id") != "card-1").then(pl.lit("about the same")).otherwise("verdict")
    known = Data(data | {"card_rules": data["card_rules"].with_columns(verdict=same)})
    assert cards_said(known, ARMS[1]) == (
        "Of 6 cards none is found to be worth more or less with cthulhu+faster: 5 probably stay within \u00b12 wins of "
        "100; of 1 it cannot be told."
    )
    assert parts(data)[0] == (
        "In cthulhu **it cannot be told yet of any of 7 cards** whether it is too strong or weak.\n"
        "300 games cannot tell of any card whether cthulhu+faster changes its worth.\n"
        "About 16,000 games (now 300) would settle half of all cards to \u00b11 win of 100."
    )


def test_characters_are_compared_with_one_another_as_they_come_from_a_stack_of_their_own(data):
    is_one = pl.col("id").is_in(["card-0", "card-2"])
    data["card_numbers"] = data["card_numbers"].with_columns(
        pl.when(is_one).then(pl.lit("character")).otherwise("kind").alias("kind")
    )
    *_, fold = (e for e in elements(data) if isinstance(e, Fold))
    titles = [e.text.partition(".")[0] for e in fold.elements][-3:]
    assert titles == ["Doors in the hand", "Characters in the hand", "Monsters and Curses kicked open"]


def test_the_reader_chooses_arm_way_and_kind(data):
    ways = CHOICES[1].options(data)
    assert list(ways.values()) == [
        "for each the way that tells most", "Doors in the hand", "Monsters and Curses kicked open",
        "Doors drawn face-down",
    ]  # fmt: skip
    text, _, table = parts(data, way="drawn-drawn-door", kind="item", arm=ARMS[1])
    assert text.startswith(f"In {ARMS[1]}, of 4 cards that are held, ")
    assert set(table.frame["sign"]) == {"draw Δ"} and set(table.frame["words"]) == {"Item", "Blank"}


def test_a_name_leads_to_the_card_and_the_blank_one_nowhere(data):
    _, _, table = parts(data)
    link = table.columns["name"].link
    assert link is not None and link.page == "card" and link.parameters == {"card": "linked"}
    linked = dict(table.frame.select("name", "linked").iter_rows())
    assert linked["Card <0>"] == "Card <0>" and linked["blank card"] is None
    met = next(e for e in tables(elements(data)) if e.title.endswith("kicked open")).frame
    assert "Card <6>" in met.filter(pl.col("name") == "Card <6> (in part)")["linked"]
    assert "Card <3>" in set(table.frame.filter(pl.col(table.pale))["name"])  # it came 40 times
    assert "Card <0>" not in set(table.frame.filter(pl.col(table.pale))["name"])


def test_what_is_held_and_what_is_kicked_open_stand_apart_and_the_farthest_from_the_average_first(data):
    both = tables(elements(data))[:2]
    held, met = (table.frame["name"].to_list() for table in both)
    assert held[:3] == ["Card <0>", "Card <1>", "Card <3>"] and met[:2] == ["Card <5>", "Card <6> (in part)"]
    assert [("Pale" in table.caption) for table in both] == [True, False]  # card 3 came 40 times


def test_naive_numbers_are_called_biased_and_the_lesson_is_of_the_highest(data):
    scatter, table = counted(data)
    assert "naive and biased" in scatter.layout.xaxis.title.text
    said = caption_of(scatter)
    assert "naive, biased by game length and lead" in said
    assert "Card <6> has the highest naive number (+15.0 [+12.0, +18.0] games of 100)" in said
    assert "is worth −5.0 [−6.0, −4.0]" in said
    assert "biased by game length and lead" in table.said
    assert all("naive" in table.columns[name].label for name in ("naive_iwd", "naive_gih_wr"))


def test_outliers_are_named_in_the_chart(data):
    scatter, _ = counted(data)
    named = {text for trace in scatter.data if trace.text for text in trace.text if text}
    assert named == {"Card <5>", "Card <6>"}  # the ends of both numbers


def test_without_a_game_it_says_so(data):
    data["card_numbers"] = data["card_numbers"].clear()
    (only,) = elements(data)
    assert isinstance(only, Note)


def test_the_reader_may_ask_for_a_deck_of_the_box_and_for_cards_of_several_copies(data):
    assert [dict(choice.options(data)) for choice in CHOICES if choice.key in ("deck", "copies")] == [
        {"any": "all decks of the box", "mine": "mine"},
        {"any": "any number", "1": "one", "several": "several"},
    ]

    def names(**chosen):
        return set(parts(data, **chosen)[2].frame["name"]) - {"blank card"}

    assert names(deck="mine") == {"Card <2>"} and names(copies="several") == {"Card <1>"}
    assert names(copies="1") == names() - {"Card <1>"}


def test_one_deck_and_copies_all_alike_leave_nothing_to_choose(data):
    alike = data["card_numbers"].with_columns(pl.lit(None, pl.String).alias("deck"), pl.lit(1).alias("copies"))
    data["card_numbers"] = alike
    assert [len(choice.options(data)) for choice in CHOICES if choice.key in ("deck", "copies")] == [1, 0]


def test_where_a_sample_was_kept_captions_say_of_how_many_games(data):
    told = "Who got which card was kept of"
    assert told not in caption_of(parts(data)[1])
    games = data["arm"]["games"][0]
    data["arm"] = data["arm"].with_columns(exposure_games=pl.lit(17))
    _, chart, table = parts(data)
    assert all(f"{told} 17 of {games:,} games." in said for said in (caption_of(chart), table.said))
