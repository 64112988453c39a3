"""The boxes of the rules lab: a rule is typed, read back, corrected, chosen, stacked, and played if understood."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from decks.rule_texts import read_rule, steps_of
from lab import cli
from lab.errors import BadInput
from reports.desk.experiment import Experiment
from reports.desk.live_pages.rules_lab import CAME_OF, WORKED
from reports.desk.typed_rules import heard, told
from tests.reports.test_app import html, show
from variants.load_variants import check_file, load_variant

APP = Path(__file__).resolve().parents[2] / "app.py"
LOSERS = "Whenever you lose a combat, draw a Treasure."
GRIM = "If you die, lose a Level."
DANCE = "Every monster dances."
TWO = "At most two Curses per turn."


@pytest.fixture
def page(tmp_path, monkeypatch):
    """The rules lab on an empty folder."""
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(tmp_path / "store")])
    app = show(AppTest.from_file(str(APP), default_timeout=60), "rules_lab")
    assert not app.exception and not app.error
    return app


def typed(app, text, key="rule"):
    app = app.text_input(key=key).set_value(text).run()
    assert not app.exception
    return app


def readings(app):
    return [body for body in html(app) if "lab reading" in body]


def line(app):
    """The command that the page would play, word by word; nothing if it plays nothing."""
    return shlex.split(app.code[0].value) if app.code else []


def rules(app):
    words = line(app)
    return [words[at + 1] for at, word in enumerate(words) if word == "--rule"]


def test_a_rule_is_corrected_by_its_reading_and_only_then_played(page):
    app = typed(page, f"{DANCE} {GRIM}")
    (said,) = readings(app)
    assert "Not understood" in said and "<q>Every monster dances</q>" in said
    assert "The nearest that can be said" in said and "the player loses a Level" in said  # the other sentence is read
    assert not app.code and "Nothing is played until every sentence is understood" in app.warning[0].value
    app = typed(app, GRIM)
    (said,) = readings(app)
    assert "Not understood" not in said and "Read as" in said
    assert rules(app) == [GRIM] and not app.warning


def test_of_two_readings_one_is_chosen_and_that_one_is_played(page):
    app = typed(page, TWO)
    (choice,) = app.radio
    assert len(choice.options) == 2 and choice.value is None and not app.code and app.warning
    app = choice.set_value(choice.options[1].replace("\\", "")).run()
    (rule,) = rules(app)
    wanted = read_rule(TWO).sentences[0].programs[1]
    assert read_rule(rule).sentences[0].programs == (wanted,)


def test_several_rules_hold_together_or_apart(page):
    app = typed(typed(page, LOSERS), GRIM, "rule2")
    assert rules(app) == [f'"{GRIM}"+"{LOSERS}"']  # in one order, however they are typed
    app = app.segmented_control(key="hold").set_value("apart").run()
    assert rules(app) == [LOSERS, GRIM]
    app = typed(app, DANCE, "rule3")
    assert not app.code and app.warning  # one that is not understood keeps all of them
    assert [box.value for box in app.text_input if box.key.startswith("rule")] == [LOSERS, GRIM, DANCE]


def test_an_empty_box_stands_below_what_is_understood_only(page):
    boxes = [box.key for box in page.text_input if box.key.startswith("rule")]
    assert boxes == ["rule"] and not page.code
    tried = page.button(key="try-0")
    assert rules(tried.click().run()) == [tried.label]
    boxes = [box.key for box in typed(page, GRIM).text_input if box.key.startswith("rule")]
    assert boxes == ["rule", "rule2"]
    boxes = [box.key for box in typed(page, DANCE).text_input if box.key.startswith("rule")]
    assert boxes == ["rule"]


def test_an_example_is_shown_until_something_is_typed_and_nothing_can_be_played_before(page):
    (example,) = readings(page)
    assert WORKED in example and "Read as" in example and "turns shorter</b>" in example
    assert page.button(key="play").disabled
    assert len(readings(typed(page, GRIM))) == 1 and WORKED not in readings(page)[0]
    assert not page.button(key="play").disabled


def test_a_card_is_among_what_may_be_tried(page):
    app = page.button(key="try-2").click().run()
    assert not app.exception and re.fullmatch(r"The .+ gives \+\d+\.", app.text_input(key="rule").value)
    assert "Read as" in readings(app)[0] and "The bonus of " in readings(app)[0] and not app.button(key="play").disabled


@pytest.mark.deep
def test_the_example_is_what_its_command_prints(tmp_path, capsys):
    assert cli.main(["try", WORKED, "--store", str(tmp_path)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for size, more in (line.removeprefix("**").split("** ") for line in CAME_OF):
        bounds, (was, now) = more.partition("]")[0] + "]", re.findall(r"\d+\.\d+", more.partition("]")[2])
        assert f"{size} {bounds}" in printed and f"{size.split()[-1]} {was} {now}".removeprefix("shorter ") in printed


def test_quotes_and_marks_of_a_page_are_words_like_others():
    rule = heard(f'{GRIM} "Alas!"')
    assert '"' not in rule.text and rule.fault({}) == "" and rule.reading.left_out
    assert "Alas" in told(rule) and "Left out" in told(rule)
    said = told(heard("Everybody <b>dances</b>."))
    assert "&lt;b&gt;dances&lt;/b&gt;" in said and "<b>dances" not in said
    assert "says nothing" in heard('"Alas!"').fault({})


def test_a_rule_may_be_about_a_switch_but_not_twice(page):
    app = typed(page, "The hand limit is seven.")
    assert rules(app) == ["The hand limit is seven."] and "The hand limit is 7." in readings(app)[0]
    with pytest.raises(BadInput, match="hand_limit is changed as a switch and by the rule"):
        Experiment("base", {"hand_limit": "6"}, rules=("The hand limit is seven.",)).spec  # noqa: B018


def test_what_is_kept_is_the_rule_that_was_played(tmp_path):
    together = Experiment("base", {"hand_limit": "7"}, rules=(f'"{GRIM}"+"{LOSERS}"',), name='my "two"')
    ((name, content),) = together.rule_files().items()
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    kept = check_file(path)
    (both,) = [arm for arm in together.spec.grid if arm.reference]
    played = load_variant(both.variant, {"hand_limit": 7})
    assert kept["hand_limit"] == 7
    steps = [[card.steps() for card in variant.edits.rules] for variant in (kept, played)]
    assert steps[0] == steps[1] and len(steps[0]) == 2
    stacked = load_variant(f"base+{path}+faster")  # and it lies on others
    assert len(stacked.edits.rules) == 2 and stacked.name.endswith("+faster")


def test_rules_apart_are_kept_apart(tmp_path):
    apart = Experiment("base", rules=(LOSERS, GRIM))
    files = apart.rule_files()
    assert list(files) == ["my-rule-1.toml", "my-rule-2.toml"]
    assert [arm.name for arm in apart.spec.grid] == ["base", f'base+"{LOSERS}"', f'base+"{GRIM}"']
    for text, (name, content) in zip((LOSERS, GRIM), files.items(), strict=True):
        (tmp_path / name).write_text(content, encoding="utf-8")
        (rule,) = check_file(tmp_path / name).edits.rules
        assert [step.op for _, step in rule.steps()] == [row["op"] for row in steps_of(text, "test")]


@pytest.mark.parametrize("switch", ["hand_limit", "most cards in hand at the end of one's turn (hand_limit)"])
def test_an_address_holds_what_is_changed_with_its_values(tmp_path, monkeypatch, switch):
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(tmp_path / "store")])
    app = AppTest.from_file(str(APP), default_timeout=60)
    said = {"switch": switch, "set-hand_limit": "7", "change": "Large Angry Chicken (large-angry-chicken)"}
    for key, value in (said | {"card-large-angry-chicken.level": "4"}).items():
        app.query_params[key] = value
    app = show(app, "rules_lab")
    assert not app.exception
    options = dict(zip(line(app)[3::2], line(app)[4::2], strict=False))
    assert (options["--set"], options["--change"]) == ("hand_limit=7", "large-angry-chicken.level=4")
