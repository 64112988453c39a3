"""Sentences that say something else by one word."""

from __future__ import annotations

import re
from collections.abc import Iterator

PAIRS = (
    ("highest", "lowest"), ("higher", "lower"), ("more", "less"), ("or", "and"), ("at least", "at most"),
    ("left", "right"), ("gains", "loses"), ("biggest", "smallest"), ("Headgear", "Footgear"), ("Race", "Class"),
    ("Treasure", "Door card"), ("Treasures", "Door cards"), ("an Elf", "a Dwarf"), ("a Cultist", "an Elf"),
    ("nobody", "somebody"), ("everybody", "nobody"), ("all", "2"), ("draws", "discards"), ("has", "has no"),
    ("next combat", "next turn"), ("if", "unless"), ("a", "2"), ("a", "no"), ("in play", "in hand"), ("is", "is not"),
    ("one", "two"), ("start", "end"), ("won", "lost"), ("Big", "Small"), ("hand", "foot"), ("owner", "monster"),
    ("otherwise", "in any case"), ("male", "female"), ("undead", "fire"),
    ("Levels", "Items"), ("chosen by", "taken by"),
)  # fmt: skip
"""Words each of which is put in the place of the other."""
DROPPED = ("not", "no", "nor", "only", "but", "at random", "other", "further", "for each", "chosen by")
"""Words that are left out."""
NEEDLESS = re.compile(
    r"(?<=the )only(?= other player)|other(?= players? of a (?:higher|lower) Level)|"
    r"(?<=skips )(?:\d+ )?further(?= turns?)"
)
"""Words without which a sentence says the same in English, so that leaving them out is no mutation.

There is but one "the other player"; nobody is of a higher Level than they are; and whoever skips 3 turns skips those
that are to come.
"""


def mutations(text: str) -> Iterator[str]:
    """A sentence with one word exchanged, left out or put in, or one number changed."""
    for one, other in (*PAIRS, *(pair[::-1] for pair in PAIRS), *((word, "") for word in DROPPED)):
        needless = [range(match.start(), match.end()) for match in NEEDLESS.finditer(text)] if not other else []
        for match in re.finditer(rf"(?<![\w-]){one}(?![\w-])", text):
            if any(match.start() in words for words in needless):
                continue
            yield f"{text[: match.start()]}{other}{text[match.end() :]}"
    for match in re.finditer(r"\d+", text):
        yield f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"
    for one, other in (("+", "\u2212"), ("\u2212", "+")):
        yield from (text[:at] + other + text[at + 1 :] for at, sign in enumerate(text) if sign == one)
