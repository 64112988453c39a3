"""The exceptions the command line turns into exit codes instead of tracebacks."""

from __future__ import annotations


class BadInput(ValueError):
    """Input that cannot be used (exit code 2): one sentence naming file, key, value and what is allowed."""


class StoreDamaged(BadInput):
    """A store that does not hold what was committed (exit code 2): which file, what is wrong, how it is mended."""


class RunFault(RuntimeError):
    """A run that had to stop (exit code 1): one sentence; what was committed stays."""
