"""The mutation check: what is broken is seen, what nobody looks at is reported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.records.opcodes import BY_NAME
from engine.records.switches import RULES
from lab.errors import BadInput
from lab.games import game_table as tables
from lab.scenarios import rule_mutation
from variants.load_variants import load_variant

SCENARIO = """
id = "tiny"
rules = ["combat.monsters-win-ties"]
variant = "base"
doors = ["test-imp"]

[[card]]
id = "test-imp"
pile = "door"
kind = "monster"
level = 4
treasures = 1
bad_stuff = [{ op = "lose_levels" }]

[[card]]
id = "test-brute"
pile = "door"
kind = "class"
effects = [{ op = "strength", amount = 1 }]

[[seat]]
name = "ann"
level = 3
play = ["test-brute"]

[[step]]
do = "ann: kick-open"
expect = { strength = [4, 4], winning = false }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one scenario: 3 + 1 against 4 is a tie, which is lost."""
    (tmp_path / "tiny.toml").write_text(SCENARIO)
    return tmp_path


def noticed(folder: Path, *texts: str) -> list[str]:
    return [v.noticed_by for v in rule_mutation.check(map(rule_mutation.find, texts), folder, ())]


def test_a_flipped_switch_and_a_dead_opcode_turn_the_scenario_red(folder: Path) -> None:
    assert noticed(folder, "combat.ties=munchkins_win", "opcode strength") == ["tiny", "tiny"]


def test_what_the_scenario_does_not_look_at_is_reported(folder: Path) -> None:
    # The Bad Stuff is in the file but is never reached; nothing here is about the hand limit.
    (bad_stuff, limit) = rule_mutation.check(
        map(rule_mutation.find, ("opcode lose_levels", "hand_limit+1")), folder, ()
    )
    assert (bad_stuff.noticed_by, bad_stuff.asked) == ("", 1)
    assert (limit.noticed_by, limit.asked) == ("", 0)


def test_a_switch_set_to_what_it_already_is_counts_as_no_mutation(folder: Path) -> None:
    assert noticed(folder, "combat.ties=monsters_win", "setup.start_level-1") == []


def test_every_switch_and_every_opcode_is_broken() -> None:
    names = {m.name for m in rule_mutation.mutations()}
    assert {s.name for s in RULES} | set(BY_NAME) == names
    texts = [m.text for m in rule_mutation.mutations()]
    assert len(set(texts)) == len(texts) and all(rule_mutation.find(t).text == t for t in texts)
    assert {m.name for m in rule_mutation.mutations() if not m.is_switch} == set(
        BY_NAME
    )  # hand_limit names a switch as well
    with pytest.raises(BadInput, match=r"mutation 'hand_limit\+2' is unknown"):
        rule_mutation.find("hand_limit+2")


def test_a_test_process_plants_its_mutation_in_every_book(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.loop import game_ranges

    monkeypatch.setattr(game_ranges, "make_book", game_ranges.make_book)
    monkeypatch.setattr(tables, "make_book", game_ranges.make_book)
    rule_mutation.plant("hand_limit+1")
    at = [s.name for s in RULES].index("hand_limit")
    rules = load_variant("base").rules
    book = tables.book_of(tables.compiled_decks(("base",)), rules, 3)
    assert int(book.rules[at]) == int(rules[at]) + 1


def test_a_dead_opcode_leaves_no_trace_in_the_arrays() -> None:
    box, op = tables.compiled_decks(("base",)), BY_NAME["lose_levels"].code
    card, effect = tables.without_opcodes(box.card, box.effect, (op,))
    assert op in box.effect["op"] and op not in effect["op"]
    for row in card:
        left = effect["trigger"][int(row["first"]) : int(row["last"])]
        assert int(row["triggers"]) == sum(1 << int(t) for t in np.unique(left) if t)


def test_of_a_file_those_tests_come_first_that_name_the_mutation(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text(
        "import pytest\n\n"
        "def test_a(): build('death')\n\n"
        "@pytest.mark.parametrize('op', ['strength'])\ndef test_b(op): build(op)\n\n"
        "def helper(): build('strength')\n"
    )
    assert list(rule_mutation._tests_naming(path, rule_mutation.find("opcode strength"))) == ["test_b"]


def test_the_summary_counts_switches_opcodes_and_dropped_rows(capsys: pytest.CaptureFixture[str]) -> None:
    from lab.commands.rules import _print_counts

    two = [rule_mutation.find(text) for text in ("hand_limit+1", "hand_limit-1", "opcode copy_monster")]
    _print_counts([rule_mutation.Verdict(m, seen, 1) for m, seen in zip(two, ("a", "", "b"))])
    said = capsys.readouterr().out
    rows = rule_mutation.rows_of("copy_monster")
    assert rows >= 1 and f"opcodes: 1 of 1 ({rows} effect rows of the decks dropped)" in said
    assert "switches: 0 of 1 (1 of 2 other values were noticed)" in said
    assert all(switch.low < switch.high for switch in RULES), "a switch with a single value is none"
