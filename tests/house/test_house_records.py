"""Names instead of positions, checked: no row of the agenda, of the log or of options is read by number."""

from __future__ import annotations

import ast

import pytest

from engine.records import card_steps, combat_steps, offer_steps, turn_steps
from engine.records.agenda import FILLED, KIND, Step
from engine.records.book import EVENT, OPTION
from engine.table import Event, Option
from tests.house.sources import nodes, trees

STEP_FILES = (turn_steps, combat_steps, card_steps, offer_steps)

ROWS = {"agenda", "option", "taken", "log", "foe"}
"""Arrays whose rows are records or steps."""

OF_ROWS = {"StepRow", "EventRow", "Option", "Effect", "CardFacts"}
"""Aliases of single rows."""


def outside(*words):
    """Every file that must know records by name, as far as it holds one of some words."""
    rooms = trees("engine", "lab", "reports", holding=words)
    return ((name, tree) for name, tree in rooms if not name.startswith("engine/records/"))


def is_number(node: ast.AST) -> bool:
    """A whole number that is written out, with or without a sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int


def array_of(node: ast.AST) -> str:
    """`agenda` for `g.agenda` and for `games["agenda"]`; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return node.slice.value
    return ""


def is_row(node: ast.AST, named: set[str]) -> bool:
    """Whether an expression is a single row: by its name, or taken out of an array of rows."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("tolist", "copy"):
        return is_row(node.func.value, named)
    if isinstance(node, ast.NamedExpr):
        return is_row(node.value, named)
    if isinstance(node, ast.Subscript):
        whole = isinstance(node.slice, ast.Slice | ast.Tuple)
        field = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        return array_of(node.value) in ROWS and not whole and not field
    return isinstance(node, ast.Name) and node.id in named


def rows_in(node: ast.AST) -> bool:
    """Whether an expression is several rows: an array of them or a part of one, perhaps numbered or as a list."""
    if isinstance(node, ast.Call):
        inner = node.args[:1] if ast.unparse(node.func) == "enumerate" else [getattr(node.func, "value", node)]
        return any(one is not node and rows_in(one) for one in inner)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return array_of(node.value) in ROWS
    return array_of(node) in ROWS


def rows_named(function: ast.AST) -> set[str]:
    """Names of a function that stand for a row."""
    named: set[str] = set()
    for node in nodes(function):
        if isinstance(node, ast.arg) and node.annotation is not None and ast.unparse(node.annotation) in OF_ROWS:
            named.add(node.arg)
        elif isinstance(node, ast.Assign) and is_row(node.value, named):
            named |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.NamedExpr) and is_row(node.value, named):
            named.add(node.target.id)
        elif isinstance(node, ast.For) and rows_in(node.iter):
            row = node.target.elts[-1] if isinstance(node.target, ast.Tuple) else node.target
            named |= {row.id} if isinstance(row, ast.Name) else set()
    return named


def by_position(tree: ast.AST) -> list[str]:
    """Expressions that read or write a cell of a row by its number."""
    found: dict[int, str] = {}
    scopes = [n for n in nodes(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
    for scope in [tree, *scopes]:
        named = rows_named(scope) if scope is not tree else set()
        for node in nodes(scope):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and is_row(node.value, named):
                found[id(node)] = f"line {node.lineno}: {ast.unparse(node)}"
            if not isinstance(node, ast.Subscript):
                continue
            cell = node.slice.elts[-1] if isinstance(node.slice, ast.Tuple) else node.slice
            of_array = isinstance(node.slice, ast.Tuple) and array_of(node.value) in ROWS
            if (of_array and isinstance(node.value, ast.Attribute) or is_row(node.value, named)) and is_number(cell):
                found[id(node)] = f"line {node.lineno}: {ast.unparse(node)}"
    return list(found.values())


@pytest.mark.parametrize(
    ("source", "guilty"),
    [
        ("def f(g):\n    return g.agenda[g.agenda_n - 1, 2]", True),
        ("def f(g):\n    row = g.agenda[g.agenda_n - 1]\n    row[3] -= 1", True),
        ("def f(row: StepRow):\n    return row[-1]", True),
        ("def f(e: EventRow):\n    return e[9]", True),
        ("def f(book):\n    for row in book.work.log[:9].tolist():\n        print(row[7])", True),
        (
            "def f(book):\n    for i, row in enumerate(book.work.option[:9].tolist()):\n        print(Verb(row[0]))",
            True,
        ),
        ("def f(book):\n    return book.work.option[0][1]", True),
        ("def f(g):\n    return (g.agenda[0].tolist())[4]", True),
        ("def f(g):\n    if (row := g.agenda[0])[1] > 0:\n        return row", True),
        ("def f(g):\n    _, _, treasures, pick, card, who = g.agenda[g.agenda_n - 1].tolist()", True),
        ("def f(g):\n    if (row := g.agenda[0]) is not None:\n        return row[1]", True),
        ("def f(g):\n    return g.agenda[g.agenda_n - 1, Pay.LEFT]", False),
        ("def f(book):\n    return book.work.option[0].card", False),
        ("def f(book):\n    return book.work.log['kind'][0]", False),
        ("def f(rows):\n    return rows[0]", False),
    ],
)
def test_a_cell_read_by_its_number_is_found(source, guilty):
    assert bool(by_position(ast.parse(source))) == guilty


def test_nothing_reads_a_row_by_position():
    found = {name: cells for name, tree in outside(*ROWS, *OF_ROWS) if (cells := by_position(tree))}
    assert not found, "name the column: engine/records/*_steps.py, or the field of the record"


def test_a_row_that_is_taken_as_a_whole_is_what_its_record_says():
    """`engine.table` and `engine.texts` take whole rows of options and events, in the order of the record."""
    assert Event._fields == ("seq", *(EVENT.names or ()))
    assert tuple(Option.__dataclass_fields__)[1:-1] == OPTION.names


OF_AGENDA = {"agenda", "agenda_n", *(file.__name__.rpartition(".")[2] for file in STEP_FILES)}


def of_agenda(tree: ast.AST) -> list[str]:
    """Mentions of the agenda: as a field, a key, a name or a module."""
    found = []
    for node in nodes(tree):
        said = [
            getattr(node, "attr", None), getattr(node, "id", None), getattr(node, "module", None),
            node.value if isinstance(node, ast.Constant) else None,
            *(alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)),
        ]  # fmt: skip
        words = {part for text in said if isinstance(text, str) and " " not in text for part in text.split(".")}
        if words & OF_AGENDA:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize(
    ("source", "guilty"),
    [
        ("row = g.agenda[g.agenda_n - 1]", True),
        ("row = games['agenda'][0]", True),
        ("from engine.records.agenda import Step", True),
        ("from engine.records import combat_steps", True),
        ("offer = open_proposal(g)", False),
        ("says = 'the agenda is no business of the lab'", False),
    ],
)
def test_a_mention_of_the_agenda_is_found(source, guilty):
    assert bool(of_agenda(ast.parse(source))) == guilty


def test_the_lab_knows_nothing_of_the_agenda():
    lab = trees("lab", holding=tuple(OF_AGENDA))
    found = {name: said for name, tree in lab if (said := of_agenda(tree))}
    assert not found, "what is proposed is read by engine.proposals, everything else is a question"


def camel(step: Step) -> str:
    name = "".join(part.title() for part in step.name.split("_"))
    return "OpStep" if step == Step.OP else name  # the name Op is that of the opcodes


@pytest.mark.parametrize("step", [s for s in Step if s != Step.NONE], ids=lambda s: s.name)
def test_every_step_has_columns_and_a_push(step):
    """Which parameter fills which column `pusher` takes from the columns themselves."""
    home = [module for module in STEP_FILES if hasattr(module, f"push_{step.name.lower()}")]
    assert len(home) == 1, f"no file of engine/records/*_steps.py has push_{step.name.lower()}, or two have it"
    columns = [int(column) for column in getattr(home[0], camel(step), ())]
    assert len({*columns}) == len(columns) and {*columns} <= set(range(KIND + 1, KIND + 1 + FILLED))


@pytest.mark.parametrize(
    ("push", "given", "row"),
    [
        (combat_steps.push_share, (3, 1), (Step.SHARE, 3, -1, -1, 0, 1)),
        (offer_steps.push_swap, (2, 40, 41), (Step.SWAP, 2, 40, 41, -1, 0)),
        (turn_steps.push_turn, (), (Step.TURN, 0, 0, 0, 0, 0)),
    ],
)
def test_a_push_fills_the_columns_that_it_names(push, given, row, monkeypatch):
    """Its parameters in their order, a number where one is said, 0 elsewhere."""
    python = getattr(push, "py_func", push)
    monkeypatch.setitem(python.__globals__, "push", lambda _g, *values: values)
    assert python(None, *given) == row


def bare_pushes(tree: ast.AST) -> list[str]:
    return [
        f"line {n.lineno}: {ast.unparse(n)}"
        for n in nodes(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "push"
    ]


def test_a_step_is_pushed_by_the_function_of_its_kind():
    assert bare_pushes(ast.parse("push(g, Step.PAY, 0, 1, 2, 3, 4)")) and not bare_pushes(ast.parse("push_pay(g, 0)"))
    assert not {name: calls for name, tree in outside("push(") if (calls := bare_pushes(tree))}
