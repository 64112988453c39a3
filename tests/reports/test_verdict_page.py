"""The page about one question: the answer first, each measure where it belongs, and nothing that needs a network."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest
from PIL import Image

from lab.commands._runs import _worded
from lab.comparison.arm_comparison import compare_run
from lab.comparison.comparison_words import cells_of
from lab.comparison.game_numbers import LOST
from lab.errors import BadInput
from lab.runs.second_table import SecondTable
from reports import verdict_page, verdict_question, verdict_subject
from reports.verdict_chart import NARROW, drawn
from reports.verdict_forms import as_html, as_text, write
from reports.verdict_page import verdict
from reports.verdict_players import AGREE, PARTLY, agree_said
from reports.verdict_question import called, game_of, names_of, parts_of, plainest, question, told
from reports.verdict_rules import changes, readings, rule_said
from tests.lab.fixed_store import FINISHED, UNFINISHED, fixed_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("verdict") / "lab-store")


@pytest.fixture(scope="module")
def rows(store):
    return compare_run(store, FINISHED)


def test_the_answer_comes_first_and_what_the_arm_sets_is_said(store):
    page = verdict(store, FINISHED)
    html, text = as_html(page).replace("\u00a0", " "), as_text(page)
    assert html.index(page.sentences[0]) < html.index("<svg") < html.index("<table") < html.index("What to try next")
    assert text.splitlines()[2] == "Games are 8.14 turns shorter on average: 38.23, not 46.37."
    assert "Every turn begins by drawing a face-down Door to the hand." in text and "listen_at_door" not in text
    for form in (html, text):  # who sent it cannot be asked
        said = " ".join(re.sub(r"<[^>]*>", " ", form).split())
        for part in (page.question, "How sure?", "Who played?", "What to try next", "To make this again", "lab run"):
            assert part in said, part
    assert "<script" not in html and "http" not in html
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(page.moved[0].rows) <= 5


def test_the_numbers_are_those_of_lab_compare(store, rows):
    """Each before and after, and the ends of each interval without their signs."""
    page, told = verdict(store, FINISHED), cells_of(rows)
    by_ends = {
        (a, b): re.findall(r"[\d.]+", interval)
        for a, b, interval in zip(told["a"], told["b"], told["interval"], strict=True)
    }
    first, second = page.chart.bars
    shown = [(first.number, second.number, second.change), *(row[1:] for row in page.moved[0].rows)]
    for before, after, change in shown:
        assert sorted(re.findall(r"[\d.]+", change)) == sorted(set(by_ends[before, after]))


def test_what_is_typed_into_a_name_is_no_markup(store):
    page = replace(verdict(store, FINISHED), question='<b>"x"</b>', again=("lab run '<u>'",))
    assert "<b>&" not in as_html(page) and '<b>"' not in as_html(page) and "<u>" not in as_html(page)


def test_one_arm_and_an_unknown_one_are_refused_in_a_sentence(store, tmp_path):
    with pytest.raises(BadInput, match="has one arm"):
        verdict(store, UNFINISHED)
    with pytest.raises(BadInput, match=r"compares nothing with 'nobody'; allowed: base\+faster"):
        verdict(store, FINISHED, "nobody")
    with pytest.raises(BadInput, match="cannot be written"):
        write(verdict(store, FINISHED), tmp_path / "none" / "v.html")


def test_missing_games_are_told(store, monkeypatch):
    monkeypatch.setattr(store, "unfinished", lambda _run: "12 of 120 games are missing")
    page = verdict(store, FINISHED)
    assert page.parts[0][1].endswith("12 of 120 games are missing.") and store.cited(FINISHED) in page.source


def test_a_sheet_is_one_page_of_its_size_with_a_title_and_no_clock(store, tmp_path):
    """Of 210 by 297 mm at 150 pixels an inch, 8.5 by 11 inches, and 1200 by 630 pixels, whatever is said on it."""
    page = verdict(store, FINISHED)
    full = replace(
        page,
        question="Why? " * 60,
        read="x" * 3000 + "\u6f22 \u0141 \u2212 \u00d7 \u201c\u201d",
        moved=page.moved * 9,
        post=replace(page.post, sentence="Why? \u6f22 \u0141 " * 40),
    )
    for one in (page, full):
        for paper, size in (("a4", (1240, 1754)), ("letter", (1275, 1650)), ("post", (1200, 630))):
            write(one, tmp_path / "v.png", paper)
            assert Image.open(tmp_path / "v.png").size == size
    for name in ("one.pdf", "two.pdf"):
        write(page, tmp_path / name)
    drawn = (tmp_path / "one.pdf").read_bytes()
    assert drawn == (tmp_path / "two.pdf").read_bytes() and b"CreationDate" not in drawn
    write(full, tmp_path / "full.pdf", "letter")
    assert b"/Pages/Count 1/" in (tmp_path / "full.pdf").read_bytes()
    assert b"/Lang(en)" in drawn and b"/Title" in drawn and b"/Pages/Count 1/" in drawn


def test_where_no_game_differs_there_is_no_chart_and_what_may_yet_differ_is_said(store, rows, monkeypatch):
    """Of 60 pairs none differs: by the rule of three at most 1 game in 20."""
    same = [replace(row, identical=1.0, difference=0.0, low=0.0, high=0.0, found=False) for row in rows]
    monkeypatch.setattr(verdict_question, "compare_run", lambda *_: same)
    page = verdict(store, FINISHED)
    assert page.sentences == ("Nothing changes: all 60 games are the same with it.",)
    assert page.post.sentence == page.sentences[0] and "Likely" not in page.post.small
    assert "At most 1 game in 20" in page.parts[0][1] and not page.chart.bars
    assert "<svg" not in as_html(page) and "\n\n\n" not in as_text(page)
    assert not any("most-changed" in command for _, command in page.next)


def test_a_page_is_about_the_measure_that_was_asked(store, monkeypatch):
    """Of the run by its command; of whoever asks for another page, which says so itself. 25 % before, 20 % after."""
    own = verdict(store, FINISHED, primary=LOST)
    assert own.question == "How does the house rule \u201cfaster\u201d change the number of combats lost?"
    assert own.chart.head == "How many of 100 combats are lost"
    assert own.again[-1].endswith(" --primary 'combats lost' --to verdict.pdf")
    runs, typed = store.runs, "lab compare base base+faster --primary 'combats lost'"
    monkeypatch.setattr(store, "runs", lambda run: runs(run).with_columns(command=pl.lit(typed)))
    asked = verdict(store, FINISHED)
    assert asked.chart == own.chart and "--primary" not in asked.again[-1]
    assert asked.sentences[0] == "5.0 fewer of 100 combats are lost: 20.0, not 25.0."


def test_what_other_players_said_is_told_in_words(store, rows, monkeypatch):
    """Two numbers beside a yes are asked why they differ. Turns: 18 % fewer here."""
    monkeypatch.setattr(verdict_page, "kept_table", lambda *_: SecondTable("cut-throat", tuple(rows)))
    said = dict(verdict(store, FINISHED).parts)["Who played?"]
    assert said.endswith(f"everybody hinders whoever leads; 60 games each way): {AGREE}.")

    def there(part, half):
        most = rows[0]
        other = replace(most, difference=part * most.value_a, low=(part - half) * most.value_a,
                        high=(part + half) * most.value_a, found=abs(part) > half)  # fmt: skip
        return agree_said([[most]], SecondTable("shy", (other,)), ["a"])

    asked = "Asked again with shy players (60 games each way): "
    assert [there(-0.40, 0.01), there(-0.05, 0.01)] == [f"{asked}{PARTLY.format(word)}." for word in ("more", "less")]
    assert there(0.10, 0.01).endswith(": they disagree.") and there(-0.01, 0.05).endswith(": they disagree.")
    few = "too few games were played with them"
    assert there(-0.10, 0.30).endswith(f": cannot tell, {few}.")
    same = SecondTable("shy", (rows[0], replace(rows[0], b="c", difference=-0.1, low=-40.0, high=40.0)))
    both = [[rows[0]], [replace(rows[0], b="c")]]
    assert agree_said(both, same, "ac").endswith(f": {AGREE} on a; of the rest {few} to tell.")
    assert not agree_said(both[1:] * 2, same, "cd") and agree_said(both[:1] * 2, same, "aa").endswith(
        f"{AGREE} on each."
    )


def test_names_stand_above_their_bars_on_a_phone(store):
    svg = drawn(verdict(store, FINISHED).chart, NARROW)
    xs = [float(x) for x in re.findall(r' x="([\d.-]+)"', svg)]
    assert (
        min(xs) >= 0
        and max(xs) <= NARROW
        and 'x="0.0" y="64.0" text-anchor="start">printed rules of Munchkin (60 games)<' in svg
    )
    assert as_html(verdict(store, FINISHED)).count("<svg") == 2


def test_several_arms_are_told_beside_one_another_the_largest_change_first(store, rows, monkeypatch):
    """Turns 46.37 before, 8.14 fewer with faster; 2 fewer with one rule, and nothing found with another."""
    first = rows[0]
    less = replace(first, b="base, hand_limit=9", value_b=first.value_a - 2, difference=-2.0, low=-3.0, high=-1.0)
    none = replace(first, b="base, hand_limit=7", difference=0.0, low=-1.0, high=1.0, found=False)
    arms = store.arms(FINISHED).with_columns(changes=pl.lit([], pl.List(pl.String)))
    more = [
        arms[:1].with_columns(arm=pl.lit(row.b), changes=pl.Series([[row.b.partition(", ")[2]]]))
        for row in (none, less)
    ]
    monkeypatch.setattr(verdict_question, "compare_run", lambda *_: [none, less, *rows])
    top = replace(first, b=first.b, found=True)
    beside = [replace(top, a=less.b, difference=-6.1, low=-12.4, high=0.2, found=False), replace(top, a=none.b)]
    monkeypatch.setattr(verdict_subject, "from_largest", lambda *_: beside)
    monkeypatch.setattr(store, "arms", lambda _run: pl.concat([arms, *more]))
    page = verdict(store, FINISHED)
    nine, seven = (f"\u201cThe hand limit is {n}\u201d" for n in (9, 7))
    faster = "faster (every turn begins by drawing a face-down Door to the hand)"
    assert [bar.name for bar in page.chart.bars] == ["printed rules of Munchkin (60 games)", faster, nine, seven]
    assert [bar.kind for bar in page.chart.bars] == ["first", "moved", "moved", "open"]
    assert page.question == f"What does faster, {nine} or {seven} change?"
    said = f"F{faster[1:]} changes most: an average game takes 38.23 turns, not 46.37."
    assert page.sentences[:2] == (said, f"{nine} may change as much.")
    assert page.chart.bars[2].change == "likely 1.0 to 3.0 fewer"
    assert page.chart.bars[3].change == "no clear change (likely 1.0 fewer to 1.0 more)"
    assert [one.name for one in page.moved] == ["Faster", nine, seven]
    assert page.moved[0].says[0].startswith("Played as: Every turn")
    assert all(len(line) <= 80 for line in as_text(page).splitlines())
    assert (page.post.question, page.post.sentence, page.post.more) == (page.question, *page.sentences[:2])
    assert len(verdict(store, FINISHED, first.b).chart.bars) == 2


def test_a_picture_says_the_rule_the_answer_and_the_game(store):
    post = verdict(store, FINISHED).post
    assert post.small.startswith("Munchkin: 4 computer players, 60 games")
    rule = "\u201cfaster\u201d (every turn begins by drawing a face-down Door to the hand)"
    assert post.question == f"What does {rule} change?"
    assert post.sentence == "Games are 8.14 turns shorter on average: 38.23, not 46.37."
    assert "each played both ways. Likely ranges are right 19 times in 20." in post.small
    mixed = arm("base", decks=["base", "mine"])
    assert game_of([mixed]) == "Munchkin mixed with mine"
    assert game_of([arm("base"), mixed]) == "Munchkin, alone and mixed with mine"
    assert question(store, "", arm("base"), [mixed]) == "What changes with mine mixed into Munchkin?"


def test_a_long_rule_is_called_by_its_place_and_a_set_as_its_file_spells_it(store):
    names = ["x" * 40, "both together", "\u201cShort\u201d"]
    assert called(names, [2, 0, 1], ["rule"] * 3) == ["the second rule", "both together", "\u201cShort\u201d"]
    assert called(names, [0, 2, 1], ["set of rules"] * 3)[0] == "the first set of rules"
    (part,) = parts_of(store, arm("base"), [arm("base+catch-up-treasure")])
    assert part == ["catch-up Treasure"]


def test_what_has_all_that_others_have_alone_is_called_so():
    assert names_of([["a"], ["b"], ["b", "a"]]) == ["a", "b", "both together"]
    assert names_of([["a"], ["b", "c"]]) == ["a", "b and c"]


def test_a_rule_in_a_file_is_called_by_what_was_typed_there(store):
    """As the run kept it, whatever became of the file; of several switches how they were before."""
    text = "Whenever you lose a combat, draw a Treasure."
    old, new = {**arm("base"), "arm": "base"}, {**arm("base+mine"), "arm": "base+./gone.toml", "says": ["", text]}
    assert question(store, "", old, [new]) == f"What does \u201c{text[:-1]}\u201d change?"
    found = changes(store, FINISHED, old, new)
    assert rule_said(found) == text and readings(found)[0].startswith("When a player has lost a combat")
    assert len(found) == 1
    (gone,) = readings(changes(store, FINISHED, old, {**new, "says": ["", ""]}))
    assert gone == "The files of base+./gone.toml are not what was played; of their rules this page knows the switches."


@pytest.mark.parametrize(("said", "run"), [("hand_limit", "b"), ("lose TREASURE", "a"), ("lab try", "b")])
def test_a_run_is_found_by_words_of_its_question(said, run):
    """A run of one arm and a search are none; of two that fit it is the newer one; a seed is no word."""
    rows = [("a", "", "lab try 'Lose a Treasure.'"), ("b", "", "lab try x --seed 9"), ("c", "try", "lab run"),
            ("d", "", "lab tune try hand limit")]  # fmt: skip
    arms = [("a", "base"), ("a", 'base+"Lose a Treasure."'), ("b", "base"), ("b", "base, hand_limit=3"), ("c", "base"),
            ("d", "base"), ("d", "base, victory.level=9")]  # fmt: skip
    rules = [("b", "victory.level", "9"), ("b", "victory.level", "10"), ("a", "victory.level", "10")]
    here = SimpleNamespace(
        runs=lambda: pl.DataFrame(rows, ["run_id", "name", "command"], orient="row"),
        arms=lambda: pl.DataFrame(arms, ["run_id", "arm"], orient="row"),
        table=lambda _: pl.LazyFrame(rules, ["run_id", "switch", "value"], orient="row"),
    )
    assert _worded(here, said)[-1] == run and not any(_worded(here, none) for none in ("level 8", "x 9", "..."))


def arm(variant, seats=4, changes=(), decks=("base",)):
    return {"arm": variant, "variant": variant, "decks": list(decks), "seats": seats, "agents": ["balanced"] * seats,
            "changes": list(changes)}  # fmt: skip


RULE = 'base+"Everybody starts at Level 3."'
GRID = {"base": arm("base"), RULE: arm(RULE), "faster": arm("base+faster"), "both": arm(f"{RULE}+faster")}
REFERENCES = [("base", "faster"), (RULE, "both")]


def test_an_arm_is_set_against_the_plainest_one_at_its_table():
    """Two axes have two references; a rule at five players is set against no rule at five players."""
    against = [plainest(GRID, REFERENCES, name) for name in (*GRID, "nobody")]
    assert against == [None, "base", "base", "base", None]
    seats = {"3": arm("base", 3), "5": arm("base", 5), "faster 3": arm("base+faster", 3), "faster 5": arm("x", 5)}
    known = [("3", "faster 3"), ("5", "faster 5")]
    assert [plainest(seats, known, name) for name in seats] == [None, None, "3", "5"]


def test_that_a_run_has_other_pairs_is_said(store, rows, monkeypatch):
    found = [replace(rows[0], a=a, b=b) for a, b in REFERENCES]
    monkeypatch.setattr(verdict_question, "compare_run", lambda *_: found)
    monkeypatch.setattr(verdict_question, "compare_two", lambda _store, _run, a, b, _: [replace(rows[0], a=a, b=b)])
    asked = ((None, None), ("both", None), ("both", RULE), (None, "faster"))
    pages = [told(store, FINISHED, GRID, pair) for pair in asked]
    pairs = [(one[0][0].a, one[0][0].b) for one, _ in pages]
    assert pairs == [("base", "faster"), ("base", "both"), (RULE, "both"), ("faster", "both")]
    assert all(has_more for _, has_more in pages)
    with pytest.raises(BadInput, match="--against is 'both', the arm itself; allowed: base"):
        told(store, FINISHED, GRID, ("both", "both"))


def test_a_question_names_all_that_an_arm_has_and_its_reference_has_not(store):
    new = arm(f"{RULE}+faster", 5, ["hand_limit=7"], ("base", "cthulhu"))
    asked = question(store, "", arm("base"), [new])
    rest = "faster, the decks base and cthulhu mixed, \u201cThe hand limit is 7\u201d"
    assert f"\u201cEverybody starts at Level 3\u201d, {rest} and 5 players in place of" in asked
    base = {**arm("base"), "arm": "base"}
    said = readings(changes(store, FINISHED, base, {**GRID["both"], "arm": "base+faster"}))
    assert said[0] == "Everybody starts at Level 3."
    assert "With faster: Every turn begins by drawing a face-down Door to the hand." in said
    played = {**arm('base+"Whenever you lose a combat, draw a Treasure."'), "arm": "base+faster"}
    assert readings(changes(store, FINISHED, played, base))[0].startswith("Without \u201cWhenever you lose a combat")
