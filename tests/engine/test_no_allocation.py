"""House rule: a kernel makes no memory of its own.

A record taken from an array that a kernel has made does not keep the array alive: Numba frees it after its last named
use, and another thread is given the memory while it is still written to. Buffers belong to the worker and are handed
in from outside.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parents[2] / "engine"
ALLOWED: dict[str, str] = {}
"""Kernels that may make memory, each with its reason: none."""

MAKERS = {
    "zeros", "empty", "ones", "full", "array", "arange", "copy", "astype", "zeros_like", "empty_like", "ones_like",
    "concatenate", "stack", "tile", "repeat", "where", "nonzero", "argsort", "sort", "unique", "tolist", "list", "dict",
    "set", "sorted", "bytearray", "frombuffer", "reshape",
}  # fmt: skip
"""Calls that make an array or a container, or a view whose owner may die."""
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.JoinedStr)


def kernels(source: str) -> Iterator[ast.FunctionDef]:
    """Functions under `@kernel(...)`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            names = {d.func.id for d in node.decorator_list if isinstance(d, ast.Call) and isinstance(d.func, ast.Name)}
            if "kernel" in names:
                yield node


def made_in(kernel: ast.FunctionDef) -> list[str]:
    """What a kernel makes, in the words of its source."""
    body = [n for statement in kernel.body for n in ast.walk(statement)]
    calls = [n for n in body if isinstance(n, ast.Call)]
    made = [c for c in calls if (getattr(c.func, "attr", "") or getattr(c.func, "id", "")) in MAKERS]
    return [ast.unparse(n) for n in (*made, *(n for n in body if isinstance(n, CONTAINERS)))]


FILES = sorted(ENGINE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(ENGINE)) for p in FILES])
def test_no_kernel_makes_memory(path: Path) -> None:
    found = {f"{path.stem}.{k.name}": made_in(k) for k in kernels(path.read_text(encoding="utf-8"))}
    assert {name: made for name, made in found.items() if made and name not in ALLOWED} == {}


def test_the_search_finds_what_it_is_for() -> None:
    """The very lines that made facts wrong, and the other ways to make memory."""
    guilty = '@kernel("a")\ndef f(g):\n    tally = np.zeros(1, TALLY)\n    t = tally[0]\n    return [1] + list(g)\n'
    assert made_in(next(kernels(guilty))) == ["np.zeros(1, TALLY)", "list(g)", "[1]"]
    assert sum(len(list(kernels(p.read_text(encoding="utf-8")))) for p in FILES) > 500
