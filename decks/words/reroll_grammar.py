"""How it is said that a failed roll to Run Away may be repeated: once per game, if you fail to run away, try again."""

from __future__ import annotations

from itertools import product

from decks.words.drafts import Body, Draft, Pairs
from decks.words.grammar_rules import Grammar, always
from decks.words.power_grammar import NOTHING, power

FAILED = ("after a failed roll to run away", "after a failed run away", "after a failed run away roll",
          "after failing to run away", "if you fail to run away", "when you fail to run away")  # fmt: skip
"""How it is said that a roll to Run Away has failed."""
AGAIN = ("roll again", "try again", "reroll", "reroll it", "reroll the die", "roll once more", "roll the die again",
         "roll a second time", "try once more")  # fmt: skip
"""How it is said that the same die is rolled once more."""


def add_second_rolls(grammar: Grammar) -> None:
    """Once per game, if you fail to run away, you may roll again."""
    for text in (*FAILED, "after a failed attempt to run away", "if the roll to run away fail"):
        grammar.say("failed", text, always(True))
    for text in AGAIN:
        grammar.say("again", text, always(True))
    for may in ("you may", "you can", "a player may", "everybody may"):
        for comma, pause in product(("", ","), ("", ",")):
            grammar.say("final", f"<often> {comma} <failed> {pause} {may} <again>", lambda v: _second_roll(v[0]))
        for comma in ("", ","):
            grammar.say("final", f"<failed> {comma} {may} <again> {comma} <often>", lambda v: _second_roll(v[-1]))
        grammar.say("final", f"{may} <again> <often> <failed>", lambda v: _second_roll(v[1]))
        grammar.say("final", f"{may} <again> <failed> <often>", lambda v: _second_roll(v[-1]))


def _second_roll(often: Pairs) -> Body | None:
    """A failed roll to Run Away that is rolled once more."""
    return power("pay_after_roll", NOTHING, (Draft("reroll"),), often)
