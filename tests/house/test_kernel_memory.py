"""Kernels make nothing: what they write into belongs to the worker that calls them, and outlives the call.

A record taken out of an array that a kernel makes does not keep the array alive: the compiler frees it while it
is written to, and with several threads somebody else's numbers land there.
"""

from __future__ import annotations

import ast
import gc
import weakref
from functools import cache

import numpy as np
import pytest

from engine.compiling.machine_calls import Handle
from engine.loop.game_ranges import play_games
from engine.records.book import BOOK, WORK
from engine.records.state import GAME
from engine.table import buffers
from lab.agents.personas import weights_of
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for, first_breach
from tests.house.sources import SOURCES, TESTS, name_of, nodes, text_of, tree_of

EXCEPTIONS: dict[str, str] = {}
"""`file: kernel` that may make something -> why. Empty, and best left so."""

NUMBERS = {"uint64", "int64"}
"""What a kernel may call of NumPy: they turn one number into another."""
MAKERS = {
    "list", "dict", "set", "tuple", "frozenset", "str", "bytes", "bytearray", "sorted", "reversed", "zip", "map",
    "filter", "enumerate", "sum",
}  # fmt: skip
DISPLAYS = (
    ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr, ast.Lambda,
    ast.FunctionDef, ast.Yield, ast.YieldFrom, ast.Slice,
)  # fmt: skip


def kernels_of(tree: ast.Module) -> list[ast.FunctionDef]:
    """Functions that the compiler gets."""
    return [
        node
        for node in nodes(tree)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(d, ast.Call) and getattr(d.func, "id", "") == "kernel" for d in node.decorator_list)
    ]


def modules_of(tree: ast.Module) -> set[str]:
    """Names under which a file knows modules of the engine: calling through them is calling a kernel."""
    taken = [
        node for node in tree.body if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine")
    ]
    return {alias.asname or alias.name for node in taken for alias in node.names if alias.name in stems()}


@cache
def stems() -> set[str]:
    """Names of the engine's files."""
    return {path.stem for path in SOURCES if name_of(path).startswith("engine/")}


def made_in(kernel: ast.FunctionDef, modules: set[str]) -> list[str]:
    """What a kernel makes: each as `line: source`."""
    found: list[ast.AST] = []
    for node in ast.walk(kernel):
        if node is kernel:
            continue
        if isinstance(node, DISPLAYS):
            found.append(node)
        elif isinstance(node, ast.Call):
            owner = getattr(getattr(node.func, "value", None), "id", "")
            if isinstance(node.func, ast.Attribute):
                fine = owner in modules or (owner == "np" and node.func.attr in NUMBERS)
            else:
                fine = isinstance(node.func, ast.Name) and node.func.id not in MAKERS
            if not fine:
                found.append(node)
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and not _is_paired(node, kernel):
            found.append(node)
    return [f"{node.lineno}: {ast.unparse(node)}" for node in found if hasattr(node, "lineno")]


def _is_paired(node: ast.Tuple, kernel: ast.FunctionDef) -> bool:
    """Whether a tuple is the position of an element, or the right side of `a, b = 1, 2`."""
    for other in ast.walk(kernel):
        if isinstance(other, ast.Subscript) and other.slice is node:
            return True
        if isinstance(other, ast.Assign) and other.value is node and isinstance(other.targets[0], ast.Tuple):
            return True
    return False


def guilty_of(tree: ast.Module, name: str) -> dict[str, list[str]]:
    """Kernels of a source that make something, and what."""
    modules = modules_of(tree)
    found = {f"{name}: {k.name}": made_in(k, modules) for k in kernels_of(tree)}
    return {kernel: made for kernel, made in found.items() if made}


def test_no_kernel_makes_anything():
    guilty = {}
    for path in [*SOURCES, *TESTS]:
        if "@kernel(" in text_of(path):
            guilty |= guilty_of(tree_of(path), name_of(path))
    assert not {k: made for k, made in guilty.items() if k not in EXCEPTIONS}, "hand it in from the worker's Book"
    assert not set(EXCEPTIONS) - set(guilty), "these are clean now: take them off the list"


@pytest.mark.parametrize(
    "line",
    [
        "t = np.zeros(1, TALLY)[0]",
        "seen = np.empty(8, np.int8)",
        "x = np.array((1, 2))",
        "x = g.level.copy()",
        "x = g.level[:3]",
        "x = [1, 2]",
        "x = [s for s in range(3)]",
        "x = {1: 2}",
        "x = sorted(g.level)",
        "x = list(g.level)",
        "x = (1, 2)",
        "x = max(s for s in range(3))",
        "x = g.level.astype(np.int64)",
        "x = (lambda: 1)()",
    ],
)
def test_what_a_kernel_may_not_do_is_noticed(line):
    text = f"import numpy as np\nfrom engine import levels\n\n@kernel()\ndef k(g, book):\n    {line}\n    return 0\n"
    assert guilty_of(ast.parse(text), "file")


def test_what_a_kernel_may_do_is_not_taken_for_more():
    text = (
        "import numpy as np\nfrom engine import levels\n\n@kernel('a.b')\ndef k(g, book, i):\n"
        "    a, b = int(g.level[i]), 2\n    g.agenda[i, 0] = np.uint64(a) * np.int64(b)\n"
        "    return levels.gain(g, book, max(a, b), abs(i))\n\ndef no_kernel():\n    return [1]\n"
    )
    assert not guilty_of(ast.parse(text), "file")


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_no_memory_is_asked_for_while_games_are_played():
    """The compiled code itself is counted: also what no source shows, as the sum of two arrays."""
    from numba.core.runtime import _nrt_python, rtsys

    cell = Cell("cthulhu", "cthulhu", 4)
    book, weights = book_for(cell, ("balanced",)), weights_of(["balanced"])
    _nrt_python.memsys_enable_stats()
    asked = []
    for count in (1, 1, 25):
        before = rtsys.get_allocation_stats().alloc
        play_games(book, 5, 0, count, 4, None, weights, np.ones(count, bool))
        asked.append(rtsys.get_allocation_stats().alloc - before)
    assert asked[2] == asked[1], f"24 more games asked for memory {asked[2] - asked[1]} times"
    before = rtsys.get_allocation_stats().alloc
    assert first_breach(cell, book, 5, 0, 1) == ""
    one = rtsys.get_allocation_stats().alloc - before
    assert first_breach(cell, book, 5, 0, 4) == ""
    assert rtsys.get_allocation_stats().alloc - before == 2 * one


@pytest.mark.parametrize("dtype", [GAME, BOOK])
def test_what_python_hands_to_kernels_keeps_its_memory(dtype):
    array = np.zeros(1, dtype)
    gone, held = weakref.ref(array), Handle(array[0])
    del array
    gc.collect(1)
    assert gone() is not None
    del held
    gc.collect(1)
    assert gone() is None


def test_tables_share_only_what_nobody_writes():
    book = book_for(Cell("base", "base", 3))
    for field in WORK.names:
        book.work[field].view(np.uint8)[:] = 7
    other = buffers(book)
    for field in BOOK.names:
        if field != "work":
            assert bytes(book[field].data) == bytes(other[field].data), field
    assert not np.shares_memory(book.work.option, other.work.option)
    assert {f for f in WORK.names if bytes(book.work[f].data) == bytes(other.work[f].data)} == {"weights"}
