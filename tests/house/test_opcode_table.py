"""The opcode table feeds everything: a new row needs its kernels and its test, and no list elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from engine.board import card_conditions
from engine.effects.effect_dispatch import EFFECTS
from engine.records.card_kinds import Aim, Trigger
from engine.records.opcode_row import Moment
from engine.records.opcodes import BY_CODE, BY_NAME, OPCODES
from engine.records.step_worth import BOON_SAYS, WORTH_SAYS, Boon, Worth
from engine.records.timings import Timing
from engine.steps.offers import legality, power_table
from tests.house.sources import nodes, trees

PAID_IN_STEPS = {"discard_for_draw"}
"""Instant opcodes whose price is paid like that of a power, and which then take effect like one."""

LISTED = {
    ("lab/story/programs.py", "level_useless, level_only, class_useless"): "the words of a story, one for each",
    ("lab/story/programs.py", "run_away, die_roll, strength, only_armor, evil, hand_limit"): "words of a story as well",
    ("lab/story/story_words.py", "may_ignore, bear, bribe_monster, cure, chase_away"): "how a power is used, in words",
}
"""Where several opcodes may be named together outside the table, and why; this list may only shrink."""


def test_every_instant_has_a_kernel_and_nothing_else_has():
    assert set(EFFECTS) == {o.code for o in OPCODES if o.family == "instant"}


def test_every_power_has_a_moment_an_offer_and_an_effect():
    offered = {o.name for o in OPCODES if o.moments}
    assert {o.name for o in OPCODES if o.family == "ability"} <= offered
    assert {BY_CODE[code].name for code in power_table.OFFERS} == offered
    assert {BY_CODE[code].name for code in power_table.USES} == offered | PAID_IN_STEPS


@pytest.mark.parametrize(
    ("prefix", "families"), [("offer_", power_table.FAMILIES), ("use_", power_table.FAMILIES), ("aim_", (legality,))]
)
def test_kernels_that_are_found_by_name_are_named_after_an_opcode(prefix, families):
    found = [name.removeprefix(prefix) for family in families for name in vars(family) if name.startswith(prefix)]
    assert found and set(found) <= set(BY_NAME)
    assert len(set(found)) == len(found), "two kernels of one opcode"


def test_every_moment_is_some_powers_and_every_power_is_found_at_its_moments():
    assert {m for m in Moment if any(o.moments & m for o in OPCODES)} == set(Moment)
    for moment in Moment:
        own = {o.code for o in OPCODES if o.moments & moment}
        assert set(getattr(power_table, moment.name)) == own


def test_whatever_a_card_aims_at_is_listed_by_somebody():
    aimed = {o.code for o in OPCODES if o.aims != Aim.NOTHING and not o.moments}
    assert set(legality.AIMS) | set(legality.AT_ANYBODY) == aimed
    assert not set(legality.AIMS) & set(legality.AT_ANYBODY)


def named(node: ast.AST | None) -> str:
    """Name of the opcode that an expression is, `Op.STEAL` or `Op["STEAL"]`; empty for others."""
    if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Op":
        word = node.attr if isinstance(node, ast.Attribute) else getattr(node.slice, "value", "")
        return str(word).lower()
    return ""


def groups(tree: ast.AST) -> Iterator[list[str]]:
    """Opcodes that are named together: in a literal, or compared with one number in three or more ways."""
    for node in nodes(tree):
        least, members = 2, []
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            members = node.elts
        elif isinstance(node, ast.Dict):
            members = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.BoolOp):
            least = 3
            members = [c for v in node.values if isinstance(v, ast.Compare) for c in v.comparators]
        names = [name for name in map(named, members) if name]
        if len(names) >= least:
            yield names


def test_opcodes_are_named_together_only_in_the_table():
    rooms = trees("engine", "decks", "lab", "reports", holding=("Op.", "Op["))
    found = {(path, ", ".join(names)) for path, tree in rooms for names in groups(tree)}
    assert not found - set(LISTED), "a column of engine/records/opcode_row.py should say so"
    assert not set(LISTED) - found, "take them off the list"


def test_the_board_or_the_steps_read_every_lasting_opcode():
    """A row that counts as long as its card does is read where it counts; what personas think of it is not enough."""
    rooms = ("engine/board/", "engine/steps/", "engine/effects/")
    read = {named(node) for path, tree in trees("engine") if path.startswith(rooms) for node in nodes(tree)}
    lasting = {row.name for row in OPCODES if row.family == "lasting" and row.code not in power_table.USES}
    assert not lasting - read


def test_columns_of_a_family_stand_on_its_rows_only():
    for row in OPCODES:
        instant, lasting = row.family == "instant", row.family == "lasting"
        assert instant or (row.timing, row.timing_if) == (Timing.OWN_TURN, None), row.name
        assert row.leads_to is None or instant or (row.family == "ability" and row.leads_to == Trigger.USED), row.name
        assert instant or not row.relieves, row.name
        assert lasting or (row.boon, row.on_arrival, row.any_number) == (Boon.ALWAYS, False, False), row.name
        assert row.moments or not row.cost, row.name


def test_people_know_what_every_step_is_good_for():
    """Of what lasts the column `boon` tells it."""
    unknown = {row.name for row in OPCODES if row.worth == Worth.UNKNOWN}
    assert unknown == {row.name for row in OPCODES if row.family == "lasting"}
    assert set(WORTH_SAYS) == set(Worth) and set(BOON_SAYS) == set(Boon)


def test_a_number_that_decides_the_timing_is_read_from_its_column():
    remove, escape = BY_NAME["remove_monster"], BY_NAME["escape"]
    assert remove.timing_of({"amount": 1, "a": 0, "b": 0}) == Timing.COMBAT
    assert remove.timing_of({"amount": 0, "a": 0, "b": 1}) == Timing.COMBAT | Timing.FAILED
    assert (escape.timing_of({"amount": 1}), escape.timing_of({"amount": 2})) == (Timing.FAILED, Timing.FLIGHT)
    assert set(card_conditions._BEHIND) == {
        BY_NAME[name].code for name in ("either", "declare", "roll", "named_players")
    }
