"""What is stored of a compiled kernel is used as long as, and only as long as, it is what would be compiled now."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from engine import jit
from engine.compiling.code_files import read_kept
from engine.compiling.direct_calls import ADDRESSES, CHECKED, slot_of
from engine.compiling.fingerprint import fingerprint
from engine.loop import compile_ahead
from engine.loop.code_pack import is_compiled_before, path_of_pack
from engine.loop.game_ranges import new_table, new_tables
from engine.next_question import next_question
from engine.policies.lookahead import decide
from engine.records.book import BOOK
from engine.records.state import GAME, Game, Games
from tests.engine.positions import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What is loaded already is not looked for in the folders of these tests."""
    compile_ahead.load_all()
    compile_ahead.load_slots()


numbers = itertools.count()

SOURCE = """
from enum import IntEnum

LIMIT = 3

class Pile(IntEnum):
    DOOR = 0
    TREASURE = 1

@kernel()
def leaf(n):
    return n + 1

@kernel()
def big(g, n):
    return n + LIMIT

@kernel()
def caller(g, n):
    '''Says nothing to the compiler.'''
    return leaf(n) + big(g, n) + LIMIT + Pile.DOOR
"""


def prints(source: str, monkeypatch: pytest.MonkeyPatch, of: Any = fingerprint) -> dict[str, str]:
    """Fingerprints of the kernels of a little module in which `big` alone is compiled apart."""
    monkeypatch.setattr(jit, "_is_apart", lambda fn, _: fn.__name__ == "big")
    monkeypatch.setattr(jit, "KERNELS", {})
    taken = f"little_{next(numbers)}"
    module = ModuleType("little")
    module.__dict__["kernel"] = jit.kernel
    exec(compile(textwrap.dedent(source), f"<{taken}>", "exec"), module.__dict__)
    return {name: of(module.__dict__[name]) for name in ("leaf", "big", "caller")}


def test_what_python_calls_is_compiled_again_only_when_the_kernel_looks_another_to_it(monkeypatch):
    """An entry knows a kernel that is compiled apart by its signature, one that is linked by its content."""
    changed = SOURCE.replace("n + 1", "n + 2").replace("n + LIMIT", "n - LIMIT")
    before, after = (prints(source, monkeypatch, lambda k: fingerprint(k.entry)) for source in (SOURCE, changed))
    assert {name for name in before if before[name] != after[name]} == {"leaf", "caller"}


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("n + 1", "n + 2", {"leaf", "caller"}),  # what is linked belongs to its caller
        ("n + LIMIT", "n - LIMIT", {"big"}),  # what is compiled apart does not
        ("LIMIT = 3", "LIMIT = 4", {"big", "caller"}),
        ("def big(g, n)", "def big(g, n, m)", {"big", "caller"}),  # its signature does
        ("DOOR = 0", "DOOR = 2", {"caller"}),
        ("TREASURE = 1", "TREASURE = 2", set()),  # nobody names it
        (
            "class Pile(IntEnum):",
            "class Pile(IntEnum):\n    __module__ = 'elsewhere'",
            {"caller"},
        ),  # stored by that name
        ("Says nothing", "Says something", set()),
        ("LIMIT = 3", "\n# a remark\nLIMIT = 3", set()),
    ],
)
def test_a_kernel_is_compiled_again_when_what_it_is_made_of_changes(old, new, changed, monkeypatch):
    before, after = prints(SOURCE, monkeypatch), prints(SOURCE.replace(old, new), monkeypatch)
    assert SOURCE.replace(old, new) != SOURCE
    assert {name for name in before if before[name] != after[name]} == changed


def test_the_same_source_has_the_same_fingerprint_whatever_file_it_is_in(monkeypatch):
    """What is stored is found again from a copied folder."""
    assert prints(SOURCE, monkeypatch) == prints(SOURCE, monkeypatch)


def test_everything_of_some_size_is_compiled_apart_and_loaded():
    apart: list[Any] = compile_ahead.apart()
    assert len(apart) > 200
    assert {k.symbol for k in apart} >= {"engine.next_question.next_question", "engine.policies.decide.choose"}
    addresses = {int(ADDRESSES[slot_of(k.symbol)]) for k in apart}
    assert 0 not in addresses and len(addresses) == len(apart)


PLAYING = """
import sys
from lab.speed import player
from lab.runs.run_spec import make_spec
spec = make_spec({"decks": ("cthulhu",), "arms": ("cthulhu",), "games": 3, "agents": ("balanced",)}, "test")
_, facts = 0, player(spec, "all")(0, 3)
print(len(facts.game), [name for name in sys.modules if name.split(".")[0] == "numba"])
"""


@pytest.mark.skipif(CHECKED, reason="kernels that may fail are entered as the compiler does it")
def test_games_are_played_by_one_program_without_the_compiler():
    """Only its roots have names in it, and no process that plays pays for the compiler's start."""
    packed = pickle.loads(read_kept(path_of_pack()))
    roots = {kernel.symbol for kernel in compile_ahead.apart() if kernel.is_root}
    assert "engine.loop.game_ranges._play_range" in roots and roots == packed.roots.keys() == jit.ROOTS.keys()
    assert not [name for _, name, _ in packed.kernels if b"\0" + name.encode() + b"\0" in packed.program]
    done = subprocess.run([sys.executable, "-c", PLAYING], capture_output=True, text=True, check=True)
    assert done.stdout == "3 []\n"


@pytest.mark.skipif(CHECKED, reason="kernels that may fail are entered as the compiler does it")
def test_a_root_refuses_what_it_was_not_compiled_for():
    """Machine code takes an address for what it should be: a wrong one would play another game, or crash."""
    book = np.zeros(1, BOOK)[0]
    for values, said in (
        ((new_table(), book), "takes 3 values"),
        ((book, book, 0), "another type"),
        ((np.zeros((1, 1), np.int32), book, 0), "another type"),
    ):
        with pytest.raises(TypeError, match=said):
            next_question(*values)
    with pytest.raises(TypeError, match="another type"):
        decide(new_tables()[:, None].view(np.uint8), book, 0)
    with pytest.raises(TypeError, match="in one piece"):
        decide(np.zeros(6, GAME)[::2], book, 0)


def test_a_kernel_returns_whole_numbers_to_its_callers():
    for kernel in compile_ahead.apart():
        assert str(kernel.compiled.signature().return_type) == "int64", kernel.symbol


@pytest.mark.deep
def test_what_was_compiled_is_found_again_by_any_process():
    assert path_of_pack().exists()
    assert is_compiled_before()
    assert all(kernel.compiled.stored() is not None for kernel in compile_ahead.apart())


def test_code_for_another_kind_of_processor_is_not_taken_for_compiled(monkeypatch):
    monkeypatch.setattr("engine.loop.code_pack.machine_kind", lambda: ("no such processor",))
    assert not is_compiled_before()


def test_two_kernels_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two kernels are named"):
        jit.kernel()(next_question.py_func)


def test_a_kernel_names_nothing_that_could_change_unseen(monkeypatch):
    with pytest.raises(TypeError, match="a kernel names"):
        prints(SOURCE.replace("LIMIT = 3", "def LIMIT(): pass"), monkeypatch)


RAISING = """
@kernel()
def deep(g: Game, n: int) -> int:
    if n > 3:
        raise IndexError("beyond the end")
    return n + 1

@kernel()
def middle(g: Game, n: int) -> int:
    return deep(g, n) + 1

@kernel()
def top(g: Game, n: int) -> int:
    return middle(g, n) + 1
"""


def little(source: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A little module; all of its kernels but one named `top` are compiled apart."""
    monkeypatch.setattr(jit, "_is_apart", lambda fn, _: fn.__name__ != "top")
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    monkeypatch.setattr(jit, "KERNELS", {})
    module: Any = ModuleType(f"little_{next(numbers)}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    module.__dict__.update(kernel=jit.kernel, Game=Game, Games=Games)
    exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)
    return module


@pytest.mark.skipif(not CHECKED, reason="no kernel fails: lab check --bounds")
def test_an_error_travels_through_kernels_that_are_compiled_apart(monkeypatch, tmp_path):
    """What is out of bounds deep below reaches Python, not the next line of the caller."""
    module = little(RAISING, monkeypatch, tmp_path)
    module.deep.compiled.load()
    module.middle.compiled.load()
    g = new_table()
    assert module.top(g, 3) == 6
    with pytest.raises(IndexError, match="beyond the end"):
        module.top(g, 4)
    assert module.top(g, 2) == 5


@pytest.mark.skipif(CHECKED, reason="kernels whose bounds are checked may fail")
def test_a_kernel_that_could_fail_is_refused(monkeypatch, tmp_path):
    """Its callers take what it returns, and would not notice; one that only calls it cannot be told from others."""
    module = little(RAISING, monkeypatch, tmp_path)
    with pytest.raises(TypeError, match="deep could fail; allowed"):
        module.deep.compiled.load()
    module.middle.compiled.load()


HOLDING = """
@kernel()
def held(games: Games, n: int) -> int:
    g = games[0]
    m = top(g, n)
    while m > 0 and (n >> int(g.asked)) & 1 == 0:
        top(g, held(games, m))
        m = top(g, n)
    return m

@kernel()
def top(g: Game, n: int) -> int:
    return n + g.turn
"""


@pytest.mark.skipif(CHECKED, reason="kernels whose bounds are checked are linked as the compiler does it")
def test_functions_inside_a_kernel_are_known_to_nobody_else(monkeypatch, tmp_path):
    """They are changed to fit; the loader takes two of one name for the same, and others would call them in vain."""
    module = little(HOLDING, monkeypatch, tmp_path)
    module.held.compiled.load()
    (code,) = module.held.compiled.overloads.values()
    names = [function.name for function in code.library.get_defined_functions()]
    assert len(names) > 1
    assert all(name.startswith(code.library.entrance) for name in names)


@pytest.mark.skipif(CHECKED, reason="indices are checked")
def test_only_kernels_of_the_house_take_an_index_as_it_is():
    """Somebody else's compiled code in the same process, an agent's say, still counts -1 from the end."""

    def last(numbers: Any) -> int:
        return int(numbers[-1])

    assert numba.njit(last)(np.array([3, 4, 5])) == 5
