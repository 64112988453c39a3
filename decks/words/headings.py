"""What stands over a rule or before a power, with a colon behind it: a name, or of whom and when the rule is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from decks.words.preamble_table import ends_of, listed, row, units_of
from decks.words.program_meaning import Program
from decks.words.sentence_split import MEANT
from decks.words.word_tokens import Word, written

_LABEL = re.compile(r"([A-Z][a-z'-]+(?: [A-Za-z'-]+){0,2}):")
_HEADING = re.compile(
    r"([A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+){0,3}(?<=[Rr]ule)(?: \d{1,2})|[A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+){0,3}):"
)
"""The name of a power, and what stands over a house rule."""
RULE_HEADING = re.compile(r"(?:^| )(house |home )?rules?(?: (?:no |number )?\d{1,2})?$", re.IGNORECASE)
"""What says nothing in the heading of a house rule."""
MOMENTS = MEANT | frozenset("in on at when while before after during once each every for with by until always".split())
"""Words of which no name of a power is made: they say when or whether something counts."""


def label_of(text: str, of_power: bool) -> str:
    """The name of a power before its sentence, or the heading of a house rule."""
    found = (_LABEL if of_power else _HEADING).match(text)
    return found[1] if found and not set(found[1].lower().split()) & MOMENTS else ""


def tells_whom(heading: str) -> bool:
    """Whether a heading says of whom or when its rule is."""
    return is_of_some(written(heading))


def is_of_some(found: Sequence[Word]) -> bool:
    """Whether words say of whom or when something is."""
    return any(word.kind in listed("whom", "preambles") for word in found)


def is_said(heading: str, when: Mapping[str, Any]) -> bool:
    """Whether conditions say of whom a rule is, as its heading does: Underdogs, of the lowest Level."""
    told = {word.kind for word in written(heading)} & listed("whom", "preambles")
    return told <= {word for name, value in when.items() if value is True for word in listed(name, "said by")}


def names_a_rule(heading: str) -> bool:
    """Whether a heading is what many house rules are called, though the game has some of its words."""
    raw = written(heading)
    return len(raw) in ends_of(row("heading"), units_of(raw), 0)


def left_out(heading: str, program: Program) -> tuple[str, ...]:
    """A heading that is not the name of a power, and says more than that a rule follows."""
    named = bool(program) and program[0][1].opcode.family == "ability"
    told = RULE_HEADING.sub("", heading) and not tells_whom(heading)
    return (heading,) if told and not named else ()
