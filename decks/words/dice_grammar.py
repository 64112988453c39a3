"""How dice are said that change other rolls: roll a die and add it to any other roll, or subtract it from one."""

from __future__ import annotations

from itertools import product
from typing import Any

from decks.words.drafts import ALWAYS, Body, Branch, Draft, Pairs, branched
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.value_grammar import Counted

RESULT = ("it", "the result", "the number", "the roll", "that")
"""What has just been thrown."""
ANY_ROLL = ("any die roll", "any roll", "a die roll", "somebody's roll", "any player's roll", "somebody's die roll",
            "any player's die roll", "any die roll of any player", "any roll of any player", "the roll of any player",
            "any die roll of somebody", "any roll of somebody", "any roll at the table",
            "any die roll at the table")  # fmt: skip
"""Any roll at the table."""
OTHER_ROLL = ("any other die roll", "any other roll", "another die roll", "another roll", "any other die",
              "any other roll at the table", "any other die roll at the table")  # fmt: skip
"""The same, where a die has just been thrown that it cannot be."""
EITHER, MORE, LESS = (
    (("amount", "die"), ("also", 1)),
    (("amount", "die"),),
    (("amount", Counted(count="die", times=-1)),),
)
"""How much a die changes a roll."""


def add_dice(grammar: Grammar) -> None:
    """A die that is added to any roll, or taken from one, as a power."""
    for text in ANY_ROLL:
        grammar.say("any roll", text, always(True))
        grammar.say("shifted roll", text, always(True))
    for text in OTHER_ROLL:
        grammar.say("shifted roll", text, always(True))
    for result in RESULT:
        grammar.say("thrown result", result, always(True))
    for text in (
        "add <thrown result> to or subtract <thrown result> from <shifted roll>",
        "add <thrown result> to <shifted roll> or subtract <thrown result> from <thrown result>",
        "add <thrown result> to , or subtract <thrown result> from , <shifted roll>",
        "add or subtract <thrown result> to or from <shifted roll>",
        "add or subtract <thrown result> from <shifted roll>",
        "add or subtract <thrown result> to <shifted roll>",
    ):
        grammar.say("shifts", text, always(EITHER))
    grammar.say("shifts", "add <thrown result> to <shifted roll>", always(MORE))
    grammar.say("shifts", "subtract <thrown result> from <shifted roll>", always(LESS))
    for join in ("and", "and then"):
        grammar.say("die for a roll", f"roll a die {join} <shifts>", lambda v: _shifted(v[0]))
    for add, roll in product(("add or subtract", "subtract or add"), ("a die roll", "a die", "the own die roll")):
        for to in ("to", "from", "to or from"):
            grammar.say("die for a roll", f"{add} {roll} {to} <shifted roll>", always(_shifted(EITHER)))
    grammar.say("for nothing", PART("die for a roll"), first)
    grammar.say("case of it", "<case>", first)
    for they, a in product(("they", "he", "she"), ("", "a")):
        grammar.say("case of it", f"if {they} roll {a} <numbers>", lambda v: Branch(v[0][0], v[0][1], ()))
    for comma, but in product(("", ","), ("but", "and")):
        start = f"{PART('die for a roll')} {comma} {but}"
        for text in ("{} <does all> {}", "{} {} <does all>"):
            grammar.say("for nothing", text.format(start, PART("case of it")), _and_on_a_number)


def _shifted(values: Pairs) -> Body | None:
    """A die, and what it makes a roll: as much more or less as it shows."""
    return branched(Draft("roll"), "rolled", (Branch(*ALWAYS, (Draft("shift_die", values),)),))


def _and_on_a_number(found: list[Any]) -> Body | None:
    """What happens to its thrower besides, if that die shows a number."""
    thrown, *rest = found
    case, body = rest if isinstance(rest[0], Branch) else rest[::-1]
    if case.chosen or not 1 <= case.first <= case.last:
        return None
    more = branched(Draft("roll"), "rolled", (Branch(case.first, case.last, body),))
    return (*thrown, *more[1:]) if more is not None else None
