"""The exceptions the command line turns into exit codes instead of tracebacks."""

from __future__ import annotations


class BadInput(ValueError):
    """Input that cannot be used (exit code 2): one sentence naming file, key, value and what is allowed."""


class StoreDamaged(BadInput):
    """A store that does not hold what was committed (exit code 2): which file, what is wrong, how it is mended."""


class RunFault(RuntimeError):
    """A run that had to stop (exit code 1): one sentence; what was committed stays."""


def why_not(error: Exception) -> str:
    """Why something cannot be read or written, in the system's words; libraries tell them inside longer ones."""
    said = getattr(error, "strerror", None) or " ".join(str(error).split())
    full = "No space left on device"
    return full if full in said else said.rpartition(": ")[2][:120]
