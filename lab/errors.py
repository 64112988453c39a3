"""The exceptions the command line turns into exit codes instead of tracebacks."""

from __future__ import annotations

from collections.abc import Iterable


class BadInput(ValueError):
    """Input that cannot be used (exit code 2): one sentence naming file, key, value and what is allowed."""


class StoreDamaged(BadInput):
    """A store that does not hold what was committed (exit code 2): which file, what is wrong, how it is mended."""


class RunFault(RuntimeError):
    """A run that had to stop (exit code 1): one sentence; what was committed stays."""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The word that somebody may have meant, as a question that a sentence goes on from; nothing if none is near."""
    from difflib import get_close_matches

    words = {word.casefold(): word for word in known}
    near = get_close_matches(given.casefold(), words, 1)
    return f"did you mean {words[near[0]]}? " if near else ""
