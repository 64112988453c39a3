"""How Numba is set up for the house: its options, and where it does something in another way than it comes."""

from __future__ import annotations

from typing import Any

from numba import config, types
from numba.core import cgutils
from numba.extending import overload
from numba.np import arrayobj

from engine.compiling.code_files import PROCESSOR
from engine.compiling.direct_calls import CHECKED, use_plain_functions

HOW: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
"""Options of everything that is compiled."""

INSIDE: dict[str, Any] = HOW | {"no_cpython_wrapper": True}
"""The same for what only compiled code calls."""

PLAIN: dict[str, Any] = INSIDE | {"no_cfunc_wrapper": CHECKED}
"""The same for what it calls as a plain function: Numba makes it where it would make a wrapper for C."""


def adjust() -> None:
    """Set Numba up for the house, before the first kernel."""
    config.CPU_NAME, config.CPU_FEATURES = PROCESSOR
    # Loops run over a handful of cards: vector code for them is long, and pushes other code out of the cache.
    config.LOOP_VECTORIZE = 0
    _describe_once()
    overload(int)(_int_of_enum)
    if config.BOUNDSCHECK:
        _refuse_negative()
    else:
        _expect_no_negative()
        use_plain_functions()


def _describe_once() -> None:
    """Keep how a record describes itself: the compiler asks each time, a sixth of its work with hundreds of fields."""
    record: Any = types.Record
    plain = record.__repr__

    def kept(self):
        if "described" not in self.__dict__:
            self.described = plain(self)
        return self.described

    record.__repr__ = kept


def _int_of_enum(x):  # Numba compares this signature with the lambda's
    """Let compiled code write int(Zone.HAND) as plain Python does; Numba knows only the comparison."""
    return (lambda x: x + 0) if isinstance(x, types.IntEnumMember) else None


def _expect_no_negative() -> None:
    """Let the house's kernels take an index as it is: none is below 0, and asking each time is a twelfth of a game."""
    usual = arrayobj.fix_integer_index

    def index_of(context, builder, kind, index, size):
        if context.fndesc.modname.startswith("engine."):
            return context.cast(builder, index, kind, types.intp)
        return usual(context, builder, kind, index, size)

    arrayobj.fix_integer_index = index_of


def _refuse_negative() -> None:
    """Let code that checks its bounds refuse an index below 0: seat -1 is no mistake to Numba, but the last seat."""
    pointer = cgutils.get_item_pointer2

    def strict(context, builder, data, shape, strides, layout, inds, wraparound=False, boundscheck=False):
        return pointer(context, builder, data, shape, strides, layout, inds, boundscheck=boundscheck)

    def unchanged(context, builder, kind, index, _size):
        return context.cast(builder, index, kind, types.intp)

    cgutils.get_item_pointer2 = strict
    arrayobj.fix_integer_index = unchanged


def widened(kind: Any) -> Any:
    """A whole number of any kind as an int64; other types as they are."""
    plain = types.unliteral(kind)
    if isinstance(plain, (types.Boolean, types.IntEnumMember)) or (
        isinstance(plain, types.Integer) and plain != types.uint64
    ):
        return types.int64
    return kind
