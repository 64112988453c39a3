"""Numbers that mean something are written by their names, and kernels say what they take: checked on the sources."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from engine.records import card_kinds
from engine.records.switch_values import CHOICES
from engine.records.switches import RULES
from tests.house.sources import RECORDS, nodes, text_of, tree_of, trees

BY_PILE = {"deck", "deck_n", "discard", "discard_n", "shuffles"}
"""Arrays of the game whose first index is a Pile."""

OPAQUE = {
    "Key": "64 bits without a sign, which no annotation of Python can say",
    "Numbers": "an array: such a kernel is linked into its callers, which know its type",
    "StepRow": "a row of the agenda: the same",
    "Tally": "a record whose size depends on the book's: the same",
}
"""Aliases that hide a type from the compiler, each with its reason; this list may only shrink."""


@cache
def enumerations() -> set[str]:
    """Names of all enumerations of engine/records, and Op and Rule, which are made from tables."""
    bodies = [node for path in RECORDS.glob("*.py") for node in tree_of(path).body]
    named = {n.name for n in bodies if isinstance(n, ast.ClassDef) and "IntEnum" in map(ast.unparse, n.bases)}
    return named | {"Op", "Rule"}


@cache
def fields() -> dict[str, str]:
    """Fields of records whose comment begins with the name of an enumeration: `("zone", "i1", ..),  # Zone`."""
    said = [re.findall(r'^\s*\("(\w+)", .*\),  # (\w+)', text_of(path), re.MULTILINE) for path in RECORDS.glob("*.py")]
    return {name: word for rows in said for name, word in rows if word in enumerations()}


def parameters(tree: ast.Module, public: bool = False) -> dict[str, list[str]]:
    """The parameters of every function of a file by its name."""
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {d.name: [a.arg for a in d.args.args] for d in defined if not (public and d.name.startswith("_"))}


def shared() -> dict[str, list[str]]:
    """The functions that other files may call."""
    return {name: said for _, tree in trees("engine") for name, said in parameters(tree, public=True).items()}


def number(node: ast.AST) -> int:
    """A whole number that is written out; 0 if it is none. What is nothing in every enumeration needs no name."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else 0


def field(node: ast.AST) -> str:
    """The enumeration of a field: `g.zone[card]`, `int(e.op)`; empty for anything else."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "int" and node.args:
        return field(node.args[0])
    if isinstance(node, ast.Subscript):
        return field(node.value)
    return fields().get(node.attr, "") if isinstance(node, ast.Attribute) else ""


def choice(node: ast.AST) -> str:
    """The enumeration of a switch with more than two values: `book.rules[Rule.REACTION_WINDOWS]`."""
    if not isinstance(node, ast.Subscript | ast.Call):
        return ""
    said = re.fullmatch(r"(?:int\()?\w+\.rules\[Rule\.(\w+)\]\)?", ast.unparse(node))
    return CHOICES[name].__name__ if said and (name := switch_named(said[1])) in CHOICES else ""


def switch_named(member: str) -> str:
    return next(s.name for s in RULES if s.name.replace(".", "_").upper() == member)


def _pairs(node: ast.AST, known: dict[str, list[str]]) -> list[tuple[str, ast.AST]]:
    """Numbers that an expression puts beside something with an enumeration, with the name of that."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return [(e, other) for one in sides if (e := field(one) or choice(one)) for other in sides if other is not one]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
        return [(e, other) for one, other in ((node.left, node.right), (node.right, node.left)) if (e := field(one))]
    if isinstance(node, ast.Assign):
        return [(e, node.value) for target in node.targets if (e := field(target))]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
        given = [*zip(known[node.func.id], node.args), *((k.arg or "", k.value) for k in node.keywords)]
        return [(fields()[name], value) for name, value in given if name in fields()]
    return []


def bare_numbers(tree: ast.AST, known: dict[str, list[str]]) -> list[str]:
    """Expressions with a number in place of a name."""
    found = []
    for node in nodes(tree):
        found += [f"{ast.unparse(node)}: a {name}" for name, other in _pairs(node, known) if number(other) > 0]
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") in BY_PILE:
            first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
            if isinstance(first, ast.Constant) and type(first.value) is int:
                found.append(f"{ast.unparse(node)}: a Pile")
    return found


@pytest.mark.parametrize(
    ("source", "guilty"),
    [
        ("if g.zone[card] == 4: pass", True),
        ("if int(g.phase) != 4: pass", True),
        ("if row.timing & 5: pass", True),
        ("g.fault = 1", True),
        ("allows(g, book, card, 3, seat)", True),
        ("allows(g, book, card, trigger=3, seat=seat)", True),
        ("if book.rules[Rule.REACTION_WINDOWS] == 2: pass", True),
        ("if int(book.rules[Rule.LEVEL_ONLY_IGNORES]) < 2: pass", True),
        ("n = g.discard_n[0]", True),
        ("c = g.discard[2, n]", True),
        ("if g.zone[card] == Zone.TABLE: pass", False),
        ("if g.over == 0: pass", False),
        ("if book.rules[Rule.SHARED_VICTORY] == 1: pass", False),
        ("if book.rules[Rule.FIRST_KILL_LEVELS] > 1: pass", False),
        ("if g.level[seat] == 9: pass", False),
        ("allows(g, book, 3, Trigger.PLAYED, 1)", False),
        ("n = g.discard_n[Pile.DOOR]", False),
    ],
)
def test_a_number_in_place_of_a_name_is_found(source, guilty):
    known = {"allows": ["g", "book", "card", "trigger", "seat"]}
    assert bool(bare_numbers(ast.parse(source), known)) == guilty


def test_the_fields_with_an_enumeration_are_known_by_their_comments():
    assert (
        fields().items() >= {"zone": "Zone", "phase": "Phase", "op": "Op", "timing": "Timing", "fault": "Fault"}.items()
    )
    assert len(fields()) > 15


def test_numbers_that_mean_something_are_written_by_their_names():
    known, rooms = shared(), trees("engine", "decks", "lab", "reports")
    found = {name: bare_numbers(tree, known | parameters(tree)) for name, tree in rooms}
    assert not {name: numbers for name, numbers in found.items() if numbers}


def test_switches_with_more_than_two_words_have_names_for_their_values():
    of_words = {s.name: s.words for s in RULES if len(s.words) > 2}
    assert {name: tuple(v.name.lower() for v in values) for name, values in CHOICES.items()} == of_words
    assert all([*map(int, values)] == [*range(len(values))] for values in CHOICES.values())


def opaque_aliases() -> set[str]:
    """Aliases of the engine that are Any and nothing more."""
    return {
        node.target.id
        for _, tree in trees("engine")
        for node in nodes(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
        and ast.unparse(node.annotation) == "TypeAlias" and ast.unparse(node.value) == "Any"
    }  # fmt: skip


def types_of_the_engine() -> set[str]:
    """Every alias, and the named tuples of arrays."""
    said = [node for _, tree in trees("engine") for node in tree.body]
    named = {n.name for n in said if isinstance(n, ast.ClassDef) and [*map(ast.unparse, n.bases)] == ["NamedTuple"]}
    return named | {
        ast.unparse(n.target) for n in said if isinstance(n, ast.AnnAssign) and ast.unparse(n.annotation) == "TypeAlias"
    }


def unsaid(tree: ast.AST, known: set[str]) -> list[str]:
    """Parameters and results of kernels that no alias describes."""
    found = []
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef) and any("kernel(" in ast.unparse(d) for d in node.decorator_list):
            said = {a.arg: a.annotation for a in node.args.args} | {"return": node.returns}
            found += [f"{node.name}: {n}" for n, a in said.items() if a is None or ast.unparse(a) not in known]
    return found


@pytest.mark.parametrize(
    ("source", "guilty"),
    [
        ("@kernel()\ndef f(g: Any) -> int: ...", True),
        ("@kernel('turn.kick-open')\ndef f(g: Game, n) -> int: ...", True),
        ("@kernel()\ndef f(g: Game) -> Any: ...", True),
        ("@kernel()\ndef f(g: Game): ...", True),
        ("@kernel()\ndef f(g: Game, n: int) -> int: ...", False),
        ("def f(g): ...", False),
    ],
)
def test_a_kernel_that_does_not_say_what_it_takes_is_found(source, guilty):
    assert bool(unsaid(ast.parse(source), {"Game", "int"})) == guilty


def test_every_kernel_says_what_it_takes_and_returns():
    known = types_of_the_engine() | {"int"}
    assert {"Game", "Book", "Seat", "Card", "Yes"} <= known
    assert not {name: found for name, tree in trees("engine") if (found := unsaid(tree, known))}


def test_what_is_hidden_from_the_compiler_has_a_reason():
    assert opaque_aliases() == set(OPAQUE)
    assert all(hasattr(card_kinds, name) for name in OPAQUE if name != "Tally")
