"""Names instead of positions, checked: no row of the agenda, of the log or of options is read by number."""

from __future__ import annotations

import ast
import inspect
from functools import cache

import pytest

from engine.records import card_steps, combat_steps, offer_steps, turn_steps
from engine.records.agenda import KIND, Step
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


@cache
def pushers() -> dict[str, tuple[object, ast.FunctionDef]]:
    """Every push_ function of the step files, with its module."""
    return {
        node.name: (module, node)
        for module in STEP_FILES
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.FunctionDef)
    }


def wrong_push(columns: dict[str, int], step: str, function: ast.FunctionDef) -> str:
    """What does not fit between the columns of a step and the function that puts it on top; empty if all does."""
    call = function.body[-1].value if isinstance(function.body[-1], ast.Return) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "push" or len(call.args) != 7:
        return "its last line is no push(..) of seven numbers"
    if ast.unparse(call.args[1]) != f"Step.{step}":
        return f"it pushes {ast.unparse(call.args[1])}"
    named = {place: arg.id for place, arg in enumerate(call.args[2:], 1) if isinstance(arg, ast.Name)}
    if sorted(named.values()) != sorted(arg.arg for arg in function.args.args[1:]):
        return "a parameter is not pushed, or not once"
    if strange := [name for place, name in named.items() if columns.get(name.upper()) != place]:
        return f"pushed into another column than its own: {strange}"
    filled = {place for place, arg in enumerate(call.args[2:], 1) if ast.unparse(arg) != "0"}
    return f"pushed into a column without a name: {filled}" if filled - {*columns.values()} else ""


@pytest.mark.parametrize("step", [s for s in Step if s != Step.NONE], ids=lambda s: s.name)
def test_every_step_has_columns_and_a_push_that_fits_them(step):
    found = pushers().get(f"push_{step.name.lower()}")
    assert found is not None, f"no file of engine/records/*_steps.py has push_{step.name.lower()}"
    module, function = found
    columns = {c.name: int(c) for c in getattr(module, camel(step), ())}
    assert len({*columns.values()}) == len(columns) and {*columns.values()} <= set(range(KIND + 1, KIND + 6))
    assert not wrong_push(columns, step.name, function)


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("def push_pay(g, seat, left):\n    return push(g, Step.PAY, seat, left, 0, 0, 0)", ""),
        ("def push_pay(g, seat, left):\n    return push(g, Step.PAY, left, seat, 0, 0, 0)", "another column"),
        ("def push_pay(g, seat, left):\n    return push(g, Step.PAY, seat, 0, 0, 0, 0)", "not pushed"),
        ("def push_pay(g, seat, debt):\n    return push(g, Step.PAY, seat, debt, 0, 0, 0)", "another column"),
        ("def push_pay(g, seat):\n    return push(g, Step.PEEK, seat, 0, 0, 0, 0)", "Step.PEEK"),
        ("def push_pay(g, seat):\n    return push(g, Step.PAY, seat, 0, 0, -1, 0)", "without a name"),
        ("def push_pay(g, seat):\n    return 0", "no push"),
    ],
)
def test_a_push_that_does_not_fit_is_found(source, wrong):
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    said = wrong_push({"SEAT": 1, "LEFT": 2}, "PAY", function)
    assert wrong in said and bool(said) == bool(wrong)


def bare_pushes(tree: ast.AST) -> list[str]:
    return [
        f"line {n.lineno}: {ast.unparse(n)}"
        for n in nodes(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "push"
    ]


def test_a_step_is_pushed_by_the_function_of_its_kind():
    assert bare_pushes(ast.parse("push(g, Step.PAY, 0, 1, 2, 3, 4)")) and not bare_pushes(ast.parse("push_pay(g, 0)"))
    assert not {name: calls for name, tree in outside("push(") if (calls := bare_pushes(tree))}
