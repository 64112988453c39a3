"""The page about one card: the answer and the numbers of `lab cards`, and which card and run somebody means."""

from __future__ import annotations

import re
from types import SimpleNamespace

import click
import polars as pl
import pytest
from PIL import Image

from lab import cli
from lab.cards.card_verdict import AVERAGE, STRONG, UNCLEAR, WEAK
from lab.commands import _runs
from lab.commands._runs import card_of_words
from lab.errors import BadInput
from lab.impact.identity_cards import RIVALS
from reports import verdict_card
from reports.verdict_card import Known, card_verdict
from reports.verdict_chart import NARROW, WIDE, drawn
from reports.verdict_forms import as_html, as_text, write
from tests.lab.fixed_store import FINISHED, fixed_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("verdict") / "lab-store")


@pytest.fixture(scope="module")
def page(store):
    return card_verdict(store, FINISHED, "large-angry-hen", "is the large angry hen too strong?")


def test_the_answer_comes_first_and_its_numbers_are_those_of_lab_cards(page):
    """`tests/snapshots/cards_one-80.txt` has −0.4 [−11.3, +10.5]; ±11 of 100 leaves both possible."""
    text = as_text(page)
    assert text.splitlines()[0] == "Is the large angry hen too strong?"
    assert page.sentences[0] == (
        "It cannot be told yet whether Large Angry Hen is good to meet or bad to meet: whoever kicks it open wins 0.4 "
        "fewer of 100 games (likely 11.3 fewer to 10.5 more) than with the average card of its pile."
    )
    more = r"About [\d,]+ games in all would narrow the likely range to [\d.]+ on each side\."
    assert re.match(more, page.sentences[1])
    assert "How strong a foe it is, this does not say." in page.sentences
    assert all(len(line) <= 80 for line in text.splitlines())
    html = as_html(page)
    assert html.index("It cannot be told") < html.index("<svg") < html.index("<table") < html.index("What to try next")
    assert "<script" not in html and "http" not in html


def test_every_way_it_came_is_told_and_the_card_stands_out_among_its_pile(page):
    (moved,) = page.moved
    assert ("0.4 fewer", "11.3 fewer to 10.5 more") in [row[2:] for row in moved.rows]
    own = [bar for bar in page.chart.bars if bar.kind != "first"]
    assert [bar.name.partition(". ")[2] for bar in own] == ["Large Angry Hen"] and own[0].ends[0] < own[0].ends[1]
    for wide in (WIDE, NARROW):
        svg = drawn(page.chart, wide)
        assert svg.count("<circle") == len(page.chart.bars)
        assert all(0 <= float(x) <= wide for x in re.findall(r' c?x="([-\d.]+)"', svg))


def test_a_post_has_its_size(page, tmp_path):
    write(page, tmp_path / "card.png", "post")
    assert Image.open(tmp_path / "card.png").size == (1200, 630)


def test_a_card_that_came_to_nobody_is_refused_in_a_sentence(store):
    with pytest.raises(BadInput, match="wooden-leg came to nobody in run 5ca1ab1e0001, arm nowhere; allowed: base or"):
        card_verdict(store, FINISHED, "wooden-leg", arm="nowhere")


def test_what_has_no_use_with_a_card_is_refused(store, capsys):
    for more, said in (
        ("--against base", "have no use with the card large-angry-hen"),
        ("--arm luck", "--arm is 'luck'"),
    ):
        assert cli.main(["verdict", "hen", "--store", str(store.path), "--run", FINISHED, *more.split()]) == 2
        assert said in capsys.readouterr().err
    assert cli.main(["verdict", "large angry hem", "--store", str(store.path)]) == 2
    assert "did you mean the card Large Angry Hen?" in capsys.readouterr().err


def known(value, low, high, word, **more):
    """A Treasure or whatever with this number in the hand."""
    number = dict(zip(("shrunken", "shrunken_low", "shrunken_high"), (value, low, high), strict=True))
    row = {"id": "lamp", "name": "Lamp", "pile": "treasure", "kind": "item", "judged_by": "hand", "verdict": word,
           "games": 2000, "play_rate": 0.5, "hand_n": 900, "hand_low": low, "hand_high": high,
           "blank": None}  # fmt: skip
    others = pl.DataFrame([row | number | {"id": "other"}, row | number])
    base = {"arm": {"arm": "base", "variant": "base", "changes": [], "games": 2000}, "row": row | number, "ways": [],
            "group": "Treasures in the hand", "beside": others, "left": "", "says": {}, "opened": None,
            "rivals": pl.DataFrame(), "others": []}  # fmt: skip
    return Known(**base | {name: part for name, part in more.items() if name in base})


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ((0.03, 0.01, 0.05, STRONG), "Lamp is too strong: whoever gets it wins 3.0 more of 100 games (likely 1.0 to "
                                     "5.0 more) than with the average card of its pile."),
        ((-0.03, -0.05, -0.01, WEAK), "Lamp is too weak: whoever gets it wins 3.0 fewer of 100 games (likely 1.0 to "
                                      "5.0 fewer) than with the average card of its pile."),
        ((0.0, -0.01, 0.01, AVERAGE), "Lamp is about average: "),
        ((0.01, -0.01, 0.03, UNCLEAR), "It cannot be told yet whether Lamp is too strong (it is not too weak): "),
        ((0.0, -0.03, 0.03, UNCLEAR), "It cannot be told yet whether Lamp is too strong or too weak: "),
    ],
)  # fmt: skip
def test_the_answer_is_the_verdict_of_lab_cards(number, said):
    told = verdict_card._sentences(known(*number))
    assert told[0].startswith(said)
    assert ("would narrow the likely range" in told[1]) == (number[3] == UNCLEAR)


def test_a_class_is_judged_among_its_kind_as_lab_card_does():
    """Sure to be 2 of 100 ahead; ahead, and perhaps by less; perhaps not."""
    maybe = "It cannot be told yet whether Lamp is too strong among the Items (it is not too weak): "
    told = {0.021: "Lamp is too strong", 0.01: "There are signs that Lamp is too strong", -0.01: maybe}
    for low, said in told.items():
        rows = [("Lamp", 9, 0.03, low, 0.05, None, None, None), ("rest", 9, None, None, None, 0.03, low, 0.05)]
        one = known(0.0, -0.01, 0.01, AVERAGE, rivals=pl.DataFrame(rows, schema=RIVALS, orient="row"))
        assert verdict_card._answer(one).startswith(said)
        assert "whoever it comes to wins 3.0 more of 100 games" in verdict_card._answer(one)


def test_what_is_not_played_is_said_first():
    (said,) = verdict_card._sentences(known(0.0, -0.03, 0.03, UNCLEAR, left="all of it: Hum a tune"))
    assert said.startswith("Nobody can tell yet: nothing of Lamp is played here") and "\u201cHum a tune\u201d" in said
    part = verdict_card._sentences(known(0.0, -0.01, 0.01, AVERAGE, left="its tune"))
    assert "not played: its tune" in part[1]


CARDS = [("d1", "cleric", "Cleric"), ("d1", "lamp", "Magic Lamp"), ("d2", "cleric", "Cleric"), ("d2", "bard", "Bard"),
         ("d3", "bard-2", "Bard"), ("d3", "king", "King Bard"), ("d3", "lamp", "Magic Lamp")]  # fmt: skip


@pytest.fixture
def told(monkeypatch):
    meta: dict[str, str] = {}
    monkeypatch.setattr(click, "get_current_context", lambda: SimpleNamespace(meta=meta))
    runs = [("r1", "lab run"), ("r2", "lab run"), ("r3", "lab run"), ("r4", "lab balance base")]
    arms = [("r1", "d1", ["base"]), ("r2", "d2", ["base", "mine"]), ("r3", "d3", ["other"]), ("r4", "d2", ["base"])]
    tables = {"runs": pl.DataFrame(runs, ["run_id", "command"], orient="row"),
              "arms": pl.DataFrame(arms, ["run_id", "deck_hash", "decks"], orient="row")}  # fmt: skip
    cards = pl.LazyFrame(CARDS, ["deck_hash", "id", "name"], orient="row")
    own = {name: lambda run=None, t=table: t.filter(pl.col("run_id") == (run or pl.col("run_id")))
           for name, table in tables.items()}  # fmt: skip
    there = SimpleNamespace(**own, table=lambda *_: cards)
    return lambda text, run=None: (card_of_words(there, text, run), *meta.values())


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("is the Cleric too strong?", ("cleric", "r2")), ("CLERIC", ("cleric", "r2")),
        ("is my magic-lamp op", ("lamp", "r3")), ("is lamp too weak", ("lamp", "r3")),
        ("is the King Bard ok?", ("king", "r3")), ("Is Bard worth it?", ("bard-2", "r3")), ("is it too strong?", None),
    ],
)  # fmt: skip
def test_a_card_is_found_by_its_name_in_a_question_in_the_newest_run_that_has_it(told, text, card):
    """The run of a search is none that somebody means; the longest name counts."""
    assert told(text)[0] == card


def test_which_card_was_taken_is_said_and_two_are_refused(told):
    assert told("Bard", None)[1].endswith("(bard-2) of other, in run r3; base+mine has a card of that name too: --run")
    assert told("bard", "r2")[0] == ("bard", "r2")
    with pytest.raises(BadInput, match="are words of several cards; allowed: one of Cleric, Magic Lamp"):
        told("is the Cleric better than the Magic Lamp?")


def test_a_run_that_was_typed_so_is_asked_before_a_card(store):
    assert _runs.is_run(store, "5ca") and not _runs.is_run(store, "is the hen too strong?")
