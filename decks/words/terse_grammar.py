"""Rules in as few words as people write them down with: right is +4, wrong is -4; the die is used up."""

from __future__ import annotations

from itertools import product
from typing import Any

from decks.words.dice_grammar import THE_DIE, called
from decks.words.drafts import Body, Draft
from decks.words.grammar_rules import PART, Grammar, always
from decks.words.power_grammar import NOTHING, power

KEPT = ("a beaten monster", "a defeated monster", "a killed monster")
NO_REWARD = ("no Level and no Treasure", "no Level and no Treasures", "no Level and no Treasure for it",
             "no Level and no Treasures for it", "neither Level nor Treasure", "no Level or Treasure")  # fmt: skip
USED_UP = ("the die is used up", "this uses up the die", "the die is then gone")


def add_terse(grammar: Grammar, start: str) -> None:
    """Rules for what is said without a verb, or in the passive voice."""
    _add_kept(grammar, start)
    _add_calls(grammar, start)


def _add_kept(grammar: Grammar, start: str) -> None:
    """A beaten monster may be kept as a companion that fights for you: discard two cards; no Level and no Treasure."""
    for text in NO_REWARD:
        grammar.say("no reward at all", text, always(True))
    for monster in KEPT:
        grammar.say("kept monster", f"{monster} may be kept <as a companion> <whose Level counts>", always(True))
    for price, pause in product((":", ";", ","), (";", ",", "and", "for", ", for")):
        text = f"{PART('kept monster')} {price} <price> {pause} {PART('no reward at all')}"
        grammar.say(start, text, lambda v: power("pay_when_won", v[1], (Draft("befriend", (("part", 1),)),)))


def _add_calls(grammar: Grammar, start: str) -> None:
    """Once a combat a player calls a die roll: right is +4, wrong is -4."""
    for is_, join in product(("is", "gives"), (",", ";", "and", ", and")):
        text = f"right {is_} <bonus> {join} wrong {is_} <bonus>"
        grammar.say("right or wrong", text, lambda v: called(_points(v[0]), _points(v[1])))
    for who, calls, roll in product(("a player", "you", "everybody"), ("may call", "call", "calls"), ROLLS):
        for comma, pause in product(("", ","), (":", ";")):
            text = f"<often> {comma} {who} {calls} {roll} {pause} {PART('right or wrong')}"
            grammar.say("calls out", text, tuple)
    grammar.say(start, PART("calls out"), lambda v: _bought(v[0], NOTHING))
    for used, pause in product(USED_UP, (";", ",", "and")):
        grammar.say(start, f"{PART('calls out')} {pause} {used}", lambda v: _bought(v[0], (1, THE_DIE)))


ROLLS = ("a die roll", "a number", "the die roll", "a die roll , one or any other face ,",
         "a die roll , a 1 or any other number ,")  # fmt: skip


def _points(bonus: Any) -> Body:
    return (Draft("boost", (("amount", bonus),)),)


def _bought(found: tuple[Any, Body], price: tuple[Any, str]) -> Body | None:
    often, steps = found
    return power("pay_in_fight", price, steps, often)
