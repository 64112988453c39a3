"""The exceptions the command line turns into exit codes instead of tracebacks."""

from __future__ import annotations

from collections.abc import Iterable


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


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The word that somebody may have meant, as a question that a sentence goes on from; nothing if none is near."""
    from decks.near_words import near_words  # difflib, which nobody needs who has made no mistake

    return f"did you mean {near[0]}? " if (near := near_words(given, known, 1)) else ""
