"""Values of others in our sentences: short, on one line, with nothing that a terminal would obey."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice

LONGEST = 60
"""Characters of a value that a sentence repeats."""
CUT = "..."
MOST_NAMED = 40
"""Allowed values that a sentence lists."""
MOST_SAID = 400
"""Characters of a list of words that is given in full."""
DEEPEST = 4
"""Lists and tables inside one another that are shown."""


def quoted(value: object) -> str:
    """A value as a sentence shows it: texts in quotes, everything else as Python writes it, at most 60 characters."""
    return cut(_shown(value, 0))


def bare(text: object) -> str:
    """A text without quotes, where the sentence has its own or needs none: at most 60 characters, all printable."""
    said = text if isinstance(text, str) else _shown(text, 0)
    return cut(_printable(said[: LONGEST + 1]))


def cut(text: str) -> str:
    """At most 60 characters of a text; three dots stand for the rest."""
    return text if len(text) <= LONGEST else text[: LONGEST - len(CUT)] + CUT


def listed(words: Iterable[object]) -> str:
    """Allowed values joined by commas: forty of them, and how many more there are."""
    known = [bare(word) for word in words]
    more = len(known) - MOST_NAMED
    return ", ".join(known[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them: a, b and c."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def few(names: Sequence[str], most: int = 3) -> str:
    """The first of some names in brackets behind a blank, and how many more there are; nothing where there is none."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f" ({', '.join(names[:most])}{more})" if names else ""


def nearest(word: str, known: Iterable[str], most: int = 12) -> str:
    """The allowed words that are most like one that is not, and how many more there are: for long lists."""
    words = sorted(known)
    if len(said := ", ".join(words)) <= MOST_SAID:
        return said
    near = get_close_matches(word[:LONGEST], words, most, 0.3) or words[:most]
    while len(near) > 1 and len(", ".join(near)) > MOST_SAID:
        near.pop()
    return ", ".join(near) + f" and {len(words) - len(near)} more"


def _shown(value: object, depth: int) -> str:
    """As `repr`, but never much longer than what is shown, and never deeper: a foreign value may be endless."""
    if isinstance(value, str):
        return repr(value[: LONGEST + 1])
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"a whole number of about {int(value.bit_length() * 0.30103)} digits"
    if not isinstance(value, list | tuple | dict):
        return repr(value)[: LONGEST + 1]
    if depth == DEEPEST:
        return CUT
    few = list(islice(value.items() if isinstance(value, Mapping) else value, LONGEST // (depth + 1) ** 2))
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_shown(k, depth)}: {_shown(v, depth + 1)}" for k, v in few) + "}"
    inside = ", ".join(_shown(item, depth + 1) for item in few)
    return f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(few) == 1 else ''})"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
