"""The page of one card: its verdict in every arm, its numbers, what rules change, what became of it or how to ask."""

from __future__ import annotations

from urllib.parse import unquote

import polars as pl
import pytest
from plotly.graph_objects import Figure

from reports.elements import Answer, Ask, Data, Fold, Note, Row, Table, caption_of, title_of
from reports.level_picture import course
from reports.pages.card import CHOICES, draw
from tests.reports.frames import ARMS, run_data


@pytest.fixture
def data():
    return run_data(ARMS[:2])


def elements(data, card):
    found = list(draw(Data(data, {"card": card})))
    assert isinstance(found[0], Answer)
    return found


def tables(found):
    return {e.title: e for e in found if isinstance(e, Table)}


def fate_of(found):
    (row,) = (e for e in found if isinstance(e, Row))
    assert title_of(row.figures[0]) == "Where its true worth probably lies"
    return row.figures[1]


def folded(found):
    return [e for fold in found if isinstance(fold, Fold) for e in fold.elements]


def test_the_answer_is_the_verdict_in_every_arm_the_blank_and_the_rules(data):
    assert elements(data, "card-0")[0].text.split("\n") == [
        "**Card <0> is too strong** in cthulhu: whoever gets it wins **5.0 more of 100 games** [4.0, 6.0] than with "
        "the average card of its pile.",
        "Also too strong in cthulhu+faster: **5.0 more** [4.0, 6.0].",
        "A card that does nothing, in the hand: −2.0 games of 100.",
        "**cthulhu+faster makes it stronger**, +5.0 to +5.0: 1 of 6 cards stands out as clearly, where luck "
        "alone makes none.",
    ]
    curse = elements(data, "card-6")[0].text
    assert curse.startswith(
        "**Card <6> is bad to meet** in cthulhu: whoever kicks it open wins **5.0 fewer of 100 games** [4.0, 6.0]"
    )
    unclear = elements(data, "card-4")[0].text
    said = "**Card <4> cannot be told from the average** in cthulhu: whoever gets it wins **1.0 fewer of 100 games** ["
    assert unclear.startswith(said)


def test_where_rules_are_not_found_to_change_it_the_answer_says_how_often_luck_does_as_much(data):
    data["card_rules"] = data["card_rules"].with_columns(
        verdict=pl.lit("cannot tell yet"), change_p=pl.when(pl.col("id") == "card-0").then(0.4).otherwise(0.5)
    )
    of_other = (pl.col("arm") == ARMS[1]) & (pl.col("id") == "card-0")
    data["card_numbers"] = data["card_numbers"].with_columns(
        pl.when(of_other).then(0.021).otherwise("shrunken").alias("shrunken")
    )
    said = elements(data, "card-0")[0].text.split("\n")
    assert said[-1] == (
        "From cthulhu to cthulhu+faster, +5.0 to +2.1 **may be luck**: 1 of 6 cards stands out as clearly, where "
        "luck alone makes about 2."
    )


def test_verdicts_that_differ_are_told_arm_by_arm(data):
    of_other = (pl.col("arm") == ARMS[1]) & (pl.col("id") == "card-0")
    data["card_numbers"] = data["card_numbers"].with_columns(
        pl.when(of_other).then(pl.lit("about average")).otherwise("verdict").alias("verdict")
    )
    text = elements(data, "card-0")[0].text
    assert (
        "is too strong** in cthulhu:" in text and "\nIn cthulhu+faster **it is about average**: **5.0 more** [" in text
    )


def test_the_first_card_is_the_one_that_stands_out_in_the_hand(data):
    options = CHOICES[0].options(data)
    assert next(iter(options.values())) == "Card <0>" and list(options)[1:] == [f"card-{n}" for n in range(1, 7)]


def test_two_cards_of_one_name_are_two_options(data):
    data["card_numbers"] = data["card_numbers"].with_columns(
        pl.when(pl.col("id") == "card-2").then(pl.lit("Card <1>")).otherwise("name").alias("name")
    )
    words = list(CHOICES[0].options(data).values())
    assert "Card <1>" in words and "Card <1> (card-2)" in words


def test_facts_stand_once_unless_arms_differ(data):
    found = elements(data, "card-2")
    assert found[0].card == (("kind", "Item, door card, 1 copy"), ("bonus", "+2"))  # its face
    assert tables(folded(found))["What it says"].frame["text"].to_list()[1] == "+2"
    changed = (pl.col("arm") == ARMS[1]) & (pl.col("heading") == "bonus")
    data["card_facts"] = data["card_facts"].with_columns(
        pl.when(changed).then(pl.lit("+9")).otherwise("text").alias("text")
    )
    found = tables(folded(elements(data, "card-2")))
    assert found["What it says in cthulhu+faster"].frame["text"].to_list()[1] == "+9"
    assert found["What it says in cthulhu"].frame["text"].to_list()[1] == "+2"


def test_monsters_and_curses_show_how_they_were_met(data):
    fate = fate_of(elements(data, "card-5"))
    won, *others = fate.data
    assert (won.name, list(won.x)) == ("won", [0.6, 0.6])
    assert all(won.x[arm] + sum(end.x[arm] for end in others) == pytest.approx(1) for arm in (0, 1))
    assert tables(elements(data, "card-6"))["What its strikes take"].columns["levels_lost"].kind == "number"
    data["monsters"] = data["monsters"].clear()
    assert any("--events" in e.text for e in elements(data, "card-5") if isinstance(e, Note))


def test_a_verdict_whose_interval_reaches_what_does_not_matter_is_called_probable_and_drawn_so(data):
    ends = {"": 0.02, "_low": 0.02 - 0.0098, "_high": 0.02 + 0.0098}  # as likely above 2 games of 100 as below
    mine = pl.col("id") == "card-0"
    told = [pl.when(mine).then(v).otherwise(f"shrunken{side}").alias(f"shrunken{side}") for side, v in ends.items()]
    data["card_numbers"] = data["card_numbers"].with_columns(told)
    found = elements(data, "card-0")
    said = found[0].text.split("\n")
    assert said[0].startswith("**Card <0> is probably too strong** in") and said[1].startswith("Also probably too st")
    hills = next(e for e in found if isinstance(e, Row)).figures[0]
    shares = [note.text for note in hills.layout.annotations if "%" in note.text]
    assert shares == [f"<b>{n}\u00a0%</b>" for n in ("&lt;1", 50, 50)] * 2  # too weak, about average, too strong


def test_what_is_held_shows_how_it_left_and_games_to_watch_unless_somebody_asked(data):
    data["run_fates"] = data["run_fates"].with_columns(
        pl.when(pl.col("what") == "sold", pl.col("arm") == ARMS[1]).then(3).otherwise("n").alias("n")
    )
    fates = fate_of(elements(data, "card-0"))
    assert title_of(fates) == "What becomes of it: cthulhu \u2192 faster"
    names = {trace.name: list(trace.x) for trace in fates.data}
    assert names == {
        "60 \u2192 60\u00a0%\u2002kept in play": [0.6, 0.6], "40 \u2192 30\u00a0%\u2002sold": [0.4, 0.3]
    }  # fmt: skip
    assert "Games that show it: cthulhu" in tables(elements(data, "card-0"))
    data["card_answers"] = data["card_answers"].filter(part="ask")
    table = tables(elements(data, "card-0"))["Two games of cthulhu to watch it in"]
    assert table.frame["said"].to_list() == [
        "The balanced player played it in another\u2019s fight with Troll (players 9 against 8, 9 against 13 after it) "
        "in turn 4, and won 1 turn later.",
        "The balanced player played it (Level 8 to 9) in turn 3, and lost 1 turn later.",
    ]
    lines = unquote(course(table.frame.row(0, named=True)))
    assert lines.count("#2E9E5B") == 2 and "<circle" in lines  # the line and the dot of whoever had it
    met = tables(elements(data, "card-5"))["A game of cthulhu to watch it in"].frame
    assert met["said"].to_list() == ["The balanced player kicked it open in turn 3, and won in that very turn."]


def test_where_a_one_shot_is_played_most_is_told_beside_others(data):
    uses = [("card-0", "own", 3, 10), ("card-0", "last", 7, 10), ("card-1", "last", 5, 20), ("card-1", "own", 15, 20),
            ("card-2", "own", 20, 20)]  # fmt: skip
    rows = [{"part": "use", "arm": ARMS[0], **dict(zip(("id", "what", "n", "of"), use, strict=True))} for use in uses]
    data["run_fates"] = pl.concat([data["run_fates"], pl.DataFrame(rows)], how="diagonal")
    said = elements(data, "card-0")[0].text.split("\n")[1]  # of the others 5 of 40 plays
    assert said == (
        "**70 of 100 times it is played in another\u2019s fight for the winning Level**, other One-shots 12."
    )


def test_what_was_asked_before_is_shown(data):
    found = elements(data, "card-0")
    name = "What it is worth, by when it came and to whom: cthulhu"
    fork = next(e for e in folded(found) if isinstance(e, Figure) and title_of(e) == name)
    assert "n = 300 games" in caption_of(fork)
    assert list(fork.data[0].marker.color) == ["#0068A6", "#FFFFFF"]  # the second interval holds zero
    notes = [e.text for e in found if isinstance(e, Note)]
    assert any("(100 pairs, cthulhu): with the card 1.5 turns shorter" in text for text in notes)
    assert not any("lab card card-0" in text for text in notes)
    shown = tables(found)
    met = tables(folded(found))["How its combats or strikes went: cthulhu"]
    assert met.frame.select("share", "value").rows() == [(0.2, None), (None, 2.0)]
    fate = next(e for e in folded(found) if isinstance(e, Figure) and title_of(e) == "What became of it: cthulhu")
    assert [(trace.name, list(trace.x)) for trace in fate.data] == [("sold", [0.3])]
    assert shown["Games that show it: cthulhu"].frame["text"].to_list() == ["lab replay --game 50"]


def test_games_of_the_run_lead_to_their_replay_and_others_do_not(data):
    table = tables(elements(data, "card-0"))["Games that show it: cthulhu"]
    assert table.columns["game"].link.page == "replay" and table.frame["of_run"].to_list() == [50]
    assert table.columns["game"].link.parameters["turn"] == "turn" and table.frame["turn"].to_list() == [3]
    data["arm"] = data["arm"].with_columns(games=pl.lit(50))  # games 0 to 49
    table = tables(elements(data, "card-0"))["Games that show it: cthulhu"]
    assert table.frame["of_run"].to_list() == [None] and table.frame["game"].to_list() == [50]


def test_what_nobody_asked_says_how_to_ask(data):
    asks = [e for e in elements(data, "card-3") if isinstance(e, Ask)]
    assert [e.commands for e in asks] == [dict.fromkeys(ARMS[:2], "lab card card-3 --store s")]
    data["card_answers"] = data["card_answers"].clear()
    assert any("with lab card, of rules" in e.text for e in elements(data, "card-3") if isinstance(e, Note))


def test_arms_that_nobody_asked_about_may_be_asked_beside_one_that_was(data):
    assert not any(isinstance(e, Ask) for e in elements(data, "card-0"))
    told_of_other = (pl.col("arm") == ARMS[1]) & (pl.col("id") == "card-0") & (pl.col("part") != "ask")
    data["card_answers"] = data["card_answers"].filter(~told_of_other)
    found = elements(data, "card-0")
    assert [e.commands for e in found if isinstance(e, Ask)] == [{ARMS[1]: "lab card card-0 --store s"}]
    assert [e.text[:20] for e in found if isinstance(e, Ask)] == ["The same of other ar"]
    assert f"What became of it: {ARMS[0]}" in {title_of(e) for e in folded(found) if isinstance(e, Figure)}
