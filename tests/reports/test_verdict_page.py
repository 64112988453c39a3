"""The page about one question: the answer first, each measure where it belongs, and nothing that needs a network."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest
from PIL import Image

from lab.commands._runs import _worded
from lab.comparison.game_numbers import LOST
from lab.errors import BadInput
from lab.runs.second_table import SecondTable
from reports import verdict_forms, verdict_parts, verdict_question
from reports.verdict_chart import NARROW, chart
from reports.verdict_figures import Table
from reports.verdict_forms import as_html, as_text, write
from reports.verdict_page import verdict
from reports.verdict_players import agree_said
from reports.verdict_question import game_of, other_lines, plainest, question, told
from reports.verdict_rules import changes, readings, rule_said
from reports.verdict_sentences import next_said
from tests.lab.fixed_store import FINISHED, UNFINISHED, fixed_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("verdict") / "lab-store")


def test_the_answer_comes_first_and_what_the_arm_sets_is_said(store):
    page = verdict(store, FINISHED)
    html, text = as_html(page).replace("\u00a0", " "), as_text(page)
    assert html.index(page.sentences[0]) < html.index("<svg") < html.index("<table") < html.index("What to try next")
    assert "Every turn begins by drawing a face-down Door to the hand." in text and "listen_at_door" not in text
    for form in (html, text):  # who sent it cannot be asked
        said = " ".join(re.sub(r"<[^>]*>", " ", form).split())
        for part in (page.question, "How sure", "Who played", "What to try next", "To make this again", "lab run"):
            assert part in said, part
    assert "<script" not in html and "http" not in html
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(page.table.rows) == len(page.bars) <= 10 and page.bars[0][1].role == "primary"


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


def test_an_arm_that_no_variant_names_is_put_into_no_command_and_short_runs_are_told(store, monkeypatch):
    page = verdict(store, FINISHED)
    assert any("lab compare base base+faster --three-tables" in line for line in page.next)
    assert any(line.endswith("--seats 5 --three-tables") for line in next_said("r", [page.bars[0][1]], 5, ()))
    arms = store.arms
    named = lambda run: arms(run).with_columns(variant=pl.lit("base"))  # noqa: E731
    monkeypatch.setattr(store, "arms", named)
    monkeypatch.setattr(store, "unfinished", lambda _run: "12 of 120 games are missing")
    page = verdict(store, FINISHED)
    assert not any("lab compare" in line for line in page.next)
    assert page.sure.endswith("12 of 120 games are missing.") and store.cited(FINISHED) in page.source


def test_a_sheet_is_one_page_of_its_size_with_a_title_and_no_clock(store, tmp_path):
    """Of 210 by 297 mm at 150 pixels an inch, 8.5 by 11 inches, and 1200 by 630 pixels, whatever is said on it."""
    page = verdict(store, FINISHED)
    full = replace(
        page,
        question="Why? " * 60,
        readings=("x" * 3000, "\u6f22 \u0141 \u2212 \u00d7 \u201c\u201d"),
        table=page.table._replace(rows=page.table.rows * 3),
        post=page.post._replace(title="Why? " * 60, lines=("\u6f22 \u0141 " * 40,)),
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
    assert b"/Lang(en)" in drawn and b"/Title(How much shorter" in drawn and b"/Pages/Count 1/" in drawn


def test_where_no_game_differs_there_is_no_chart_and_what_may_yet_differ_is_said(store, monkeypatch):
    """Of 60 pairs none differs: by the rule of three at most 1 game in 20."""
    rows = [row for _, row in verdict(store, FINISHED).bars]
    same = [replace(row, identical=1.0, difference=0.0, low=0.0, high=0.0, found=False) for row in rows]
    monkeypatch.setattr(verdict_question, "compare_run", lambda *_: same)
    page = verdict(store, FINISHED)
    assert page.post.headline == "Nothing changes" and not page.post.bars
    assert page.post.lines[0] == "The same game in 60 of 60 pairs."
    assert (
        "at most 1 game in 20" in page.sure
        and not page.bars
        and "<svg" not in as_html(page)
        and "\n\n\n" not in as_text(page)
    )
    assert not any("most-changed" in line for line in page.next)


def test_a_page_is_about_the_measure_that_was_asked(store, monkeypatch):
    """Of the run by its command; of whoever asks for another page, which says so itself."""
    own = verdict(store, FINISHED, primary=LOST)
    assert own.bars[0][1].metric == LOST and own.table.rows[0][0] == "combats lost %"
    assert own.again[-1].endswith(" --primary 'combats lost' --to verdict.pdf")
    runs, typed = store.runs, "lab compare base base+faster --primary 'combats lost'"
    monkeypatch.setattr(store, "runs", lambda: runs().with_columns(command=pl.lit(typed)))
    asked = verdict(store, FINISHED)
    assert asked.bars == own.bars and "--primary" not in asked.again[-1]
    assert asked.post.headline == "5.0 percentage points fewer combats lost"
    assert asked.sentences[0] == f"{asked.post.headline}: 25.0 % before, 20.0 % after."
    assert any(f"{typed.removeprefix('lab ')} --three-tables" in line for line in asked.next)


def test_what_other_players_said_is_told_and_not_asked_again(store, monkeypatch):
    rows = tuple(row for _, row in verdict(store, FINISHED).bars)
    monkeypatch.setattr(verdict_parts, "kept_table", lambda *_: SecondTable("cut-throat", rows))
    page = verdict(store, FINISHED)
    heading, said = page.agree
    assert heading == "The same with cut-throat players?" and page.agree in page.parts()
    assert said.startswith(
        "Yes, as far as their few games tell: turns \u221218 % there, \u221218 % here. Cut-throat players: everybody"
    )
    assert said.endswith("(60 games).") and not any("--three-tables" in line for line in page.next)
    two = (
        "Yes, as far as their few games tell (with B turns \u221218 % there, \u221218 % here). Shy players (60 games)."
    )
    assert agree_said([rows, rows], "AB", SecondTable("shy", rows)) == ("The same with shy players?", two)
    most, lost = (row for row in rows if row.metric in ("turns", LOST))
    other = replace(lost, difference=0.05, low=0.05, high=0.05)
    told = "In turns yes, not in all else: combats lost +5.0 points there, \u22125.0 points here"
    assert agree_said([rows], "A", SecondTable("shy", (most, other)))[1].startswith(told)
    none = replace(most, difference=0.01 * most.value_a, low=-9.0, high=9.0)
    few = agree_said([[most]], "A", SecondTable("shy", (none,)))[1]
    assert few.startswith("Their few games cannot tell: turns +1.0 % there")


def test_names_stand_above_their_rows_on_a_phone(store):
    drawn = chart(verdict(store, FINISHED).bars, wide=NARROW)
    xs = [float(x) for x in re.findall(r' (?:x|cx|x1|x2)="([\d.-]+)"', drawn)]
    assert min(xs) >= 0 and max(xs) <= NARROW and 'class="above"' in drawn
    assert as_html(verdict(store, FINISHED)).count("<svg") == 2


def test_several_arms_are_told_beside_one_another_the_largest_change_first(store, monkeypatch):
    """Turns 46.37 before, 8.13 fewer with faster; 2 fewer with one rule, and nothing found with another."""
    rows = [row for _, row in verdict(store, FINISHED).bars]
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
    monkeypatch.setattr(verdict_parts, "from_largest", lambda *_: beside)
    monkeypatch.setattr(store, "arms", lambda _run: pl.concat([arms, *more]))
    page = verdict(store, FINISHED)
    nine, seven = (f"\u201cThe hand limit is {n}\u201d" for n in (9, 7))
    assert [name for name, _ in page.bars] == ["A: faster", f"B: {nine}", f"C: {seven}"]
    assert page.question == f"What does faster, {nine} or {seven} change?"
    ends = "46.4 before, 38.2 after with A, 44.4 with B, which cannot be told apart."
    assert page.sentences[0] == f"A (faster) or B ({nine}) has the fewest turns: {ends}"
    assert page.sentences[1] == "With C: no clear change."
    assert page.sentences[2].startswith("With A also: 2.7 estimated minutes shorter, ")
    of_measures = page.table
    assert "between \u22123.0 and \u22121.0 with B" in page.sure
    assert of_measures.heads == ("measure", "before", "A", "B", "C")
    assert of_measures.rows[0][:4] == ("turns", "46.4", "38.2*", "44.4*") and "*" not in of_measures.rows[0][4]
    assert [text[:2] for text in page.readings] == ["Be", "A:", "B:", "C:"]
    assert all(len(line) <= 80 for line in as_text(page).splitlines())
    assert page.post.headline == f"Faster or {nine} has the fewest turns" and len(page.post.bars) == 3
    assert verdict(store, FINISHED, first.b).table.heads[1:3] == ("before", "after")


def test_a_picture_says_the_game_the_rule_before_and_after_and_how_sure(store):
    post = verdict(store, FINISHED).post
    assert post.game.startswith("Munchkin \u00b7 4 players \u00b7 ")
    assert post.lines[1] == "House rule: Every turn begins by drawing a face-down Door to the hand."
    assert post.headline == "Games are 8.2 turns (18 %) shorter" and post.numbers == "before \u2192 after"
    drawn = chart(post.bars, numbers="\u2192")
    assert drawn.count("\u2192") == len(post.bars) + 1 and "46.4 \u2192 38.2</text>" in drawn
    assert game_of([arm("base", decks=["base", "mine"])]) == "Munchkin and mine"


def test_a_rule_in_a_file_is_called_by_what_was_typed_there(store):
    """As the run kept it, whatever became of the file; of several switches how they were before."""
    text = "Whenever you lose a combat, draw a Treasure."
    old, new = {**arm("base"), "arm": "base"}, {**arm("base+mine"), "arm": "base+./gone.toml", "says": ["", text]}
    assert question(store, "", old, [new]) == f"What does \u201c{text[:-1]}\u201d change?"
    found = changes(store, FINISHED, old, new)
    assert rule_said(found) == text and readings(found)[0].startswith(f"\u201c{text}\u201d is read as: When a player")
    assert len(found) == 1
    (gone,) = readings(changes(store, FINISHED, old, {**new, "says": ["", ""]}))
    assert gone == "The files of base+./gone.toml are not what was played; of their rules this page knows the switches."


def test_a_table_that_is_too_wide_loses_its_spare_columns_and_then_letters():
    table = Table(("x", "before", "after"), [("a long name of a measure", "1", "2")], (2, 1))
    assert list(verdict_forms._lines(table, 33)) == [
        "x                         before",
        "a long name of a measure       1",
    ]
    assert list(verdict_forms._lines(table, 24))[1] == "a long name of a measure"
    assert list(verdict_forms._lines(table, 20))[1] == "a long name of a me\u2026"


@pytest.mark.parametrize(("said", "run"), [("hand_limit", "b"), ("lose TREASURE", "a"), ("try", "b"), ("level", "b")])
def test_a_run_is_found_by_words_of_its_question(said, run):
    """A run of one arm and a search are none; of two that fit it is the newer one."""
    rows = [("a", "", "lab try 'Lose a Treasure.'"), ("b", "", "lab try x"), ("c", "try", "lab run"),
            ("d", "", "lab tune try hand limit")]  # fmt: skip
    arms = [("a", "base"), ("a", 'base+"Lose a Treasure."'), ("b", "base"), ("b", "base, hand_limit=3"), ("c", "base"),
            ("d", "base"), ("d", "base, victory.level=9")]  # fmt: skip
    rules = [("b", "victory.level", "9"), ("b", "victory.level", "10"), ("a", "victory.level", "10")]
    here = SimpleNamespace(
        runs=lambda: pl.DataFrame(rows, ["run_id", "name", "command"], orient="row"),
        arms=lambda: pl.DataFrame(arms, ["run_id", "arm"], orient="row"),
        table=lambda _: pl.LazyFrame(rules, ["run_id", "switch", "value"], orient="row"),
    )
    assert _worded(here, said)[-1] == run and not _worded(here, "nobody said") and not _worded(here, "...")


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


def test_the_pairs_of_a_run_that_a_page_is_not_about_are_named(store, monkeypatch):
    first = verdict(store, FINISHED).bars[0][1]
    rows = [replace(first, a=a, b=b) for a, b in REFERENCES]
    monkeypatch.setattr(verdict_question, "compare_run", lambda *_: rows)
    monkeypatch.setattr(verdict_question, "compare_two", lambda _store, _run, a, b, _: [replace(first, a=a, b=b)])
    asked = ((None, None), ("both", None), ("both", RULE), (None, "faster"))
    pages = newest, both, _, _ = [told(store, FINISHED, GRID, pair) for pair in asked]
    pairs = [(one.pairs[0][0].a, one.pairs[0][0].b) for one in pages]
    assert pairs == [("base", "faster"), ("base", "both"), (RULE, "both"), ("faster", "both")]
    assert newest.others == [("both", RULE), (RULE, None), ("both", None)]
    assert both.others == [("faster", None), ("both", RULE), (RULE, None)]
    assert "lab verdict x --arm both --against 'base+\"Every" in next(iter(other_lines("x", newest.others)))
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
