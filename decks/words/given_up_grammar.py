"""How it is said what a card does that its owner gives up: discard it for +5 in combat."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from decks.words.drafts import Body, Draft
from decks.words.grammar_rules import Grammar, always, first
from decks.words.power_grammar import FOUGHT, ITSELF, POINTS, power
from decks.words.reroll_grammar import FAILED


def add_given_up(grammar: Grammar) -> None:
    """Rules for cards that are given up for points, an escape, or whatever else they do."""
    for this in ("it", "this", "this card", "this Item"):
        grammar.say("itself", f"discard {this}", always((1, ITSELF)))
    grammar.say("price", "<itself>", first)
    for text in ("to <steps>", *(one for one in POINTS if one.startswith("for"))):
        for where in ("", *FOUGHT) if "bonus" in text else ("",):
            grammar.say("final", f"<itself> {text} {where}", partial(_given_up, "bonus" in text))
        for comma in ("", ",") if "bonus" in text else ():
            grammar.say("final", f"<moment> {comma} <itself> {text}", lambda v: power(v[0], v[1], _points(v[2])))
    for may, failed, anyway in product(
        ("", "you may", "you can"), FAILED, ("", "anyway", "automatically", "after all")
    ):
        for text in (f"<itself> {failed} to escape {anyway}", f"<itself> to escape {anyway} {failed}"):
            grammar.say("final", f"{may} {text}", lambda v: power("pay_after_roll", v[0], (Draft("escape"),)))


def _given_up(points: bool, found: list[Any]) -> Body | None:
    """What a card does that is given up for it."""
    return power("", found[0], _points(found[1]) if points else found[1])


def _points(bonus: Any) -> Body:
    return (Draft("boost", (("amount", bonus),)),)
