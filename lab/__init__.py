"""The lab: plans experiments, plays and stores them, measures them. Importing it loads nothing heavy."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab import rl as rl
    from lab.api import Comparison, Run, compare, open_run, open_store, run, table
    from lab.errors import BadInput, RunFault
    from lab.runs.run_spec import RunSpec
    from lab.tournament import Options

__all__ = [
    "BadInput", "Comparison", "Options", "Run", "RunFault", "RunSpec", "compare", "open_run", "open_store", "run",
    "table",
]  # fmt: skip

_ROOMS = {
    "BadInput": "lab.errors",
    "RunFault": "lab.errors",
    "RunSpec": "lab.runs.run_spec",
    "Options": "lab.tournament",
}
"""Where a name comes from that is not from `lab.api`."""

if not TYPE_CHECKING:

    def __getattr__(name):
        """Load what somebody asks for, when they do."""
        if name == "rl":
            return import_module("lab.rl")
        if name not in __all__:
            raise AttributeError(f"module 'lab' has no attribute '{name}'; it has {', '.join(__all__)}, rl")
        found = globals()[name] = getattr(import_module(_ROOMS.get(name, "lab.api")), name)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
