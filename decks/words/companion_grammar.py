"""How it is said that a beaten monster is kept, or a card given up: discard a card to keep it as an ally, or for +5.

What a kept one gives stands in the table of clauses (`befriend`); here are the moment, the price that hangs on the
monster, and how both are said of the monster itself: you may keep a beaten monster as an ally that fights for you for
two cards.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from decks.words.counted_grammar import Counted
from decks.words.drafts import Body, Draft
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.power_grammar import FOUGHT, ITSELF, POINTS, power
from decks.words.reroll_grammar import FAILED

BEATEN = tuple(
    f"{when} {killed} monster"
    for when, killed in (
        *(("after", text) for text in ("defeating a", "killing a", "you kill a", "you defeat a")),
        *((word, text) for word in ("when", "if") for text in ("you kill a", "you defeat a")),
    )
)
"""When a combat has been won, before what it brings."""
FOR_EACH = ("discard a card for each of its Treasures", "discard a card for each Treasure it has",
            "discard one card for each of its Treasures", "discard a card per Treasure",
            "discard one card per Treasure it has")  # fmt: skip
AS_MANY = ("discard as many {} as {} has Treasures", "discard {} equal to the Treasures of {}",
           "discard {} equal to {}'s Treasures")  # fmt: skip
CARDS = {"cards": "cards", "hand cards": "hand"}
THE_MONSTER = ("it", "the monster", "that monster")
MONSTERS = tuple(f"{a} {beaten} monster" for a, beaten in product(("a", "any"), ("beaten", "defeated", "killed")))
WAYS = (*(f"{who} {may} keep {{}}" for who, may in product(("you", "everybody", "a player"), ("may", "can"))),
        "{} may be kept", "{} can be kept")  # fmt: skip
PARTS = {1: "<whose Level counts>", 2: "<of whose Level half counts>"}
"""One of how many of its Levels counts, as it is said."""
DISCARDING = ("by discarding as many {} as {} has Treasures", "by discarding {} equal to the Treasures of {}",
              "by discarding {} equal to {}'s Treasures")  # fmt: skip
PAID = ("for <prices*>", "by discarding <prices*>", "if you <price>", ": <price>", "; <price>")
NO_REWARD = ("no Level and no Treasure", "no Level and no Treasures", "neither Level nor Treasure",
             "no Level or Treasure")  # fmt: skip


def add_companions(grammar: Grammar, start: str) -> None:
    """The moment at which a monster is kept, as many cards as it has Treasures as its price, and both said of it."""
    for text in BEATEN:
        grammar.say("moment", text, always("pay_when_won"))
    for text, (cards, cost), it in product(AS_MANY, CARDS.items(), THE_MONSTER):
        grammar.say("price", text.format(cards, it), always((Counted(count="treasures"), cost)))
    for text in FOR_EACH:
        grammar.say("price", text, always((Counted(count="treasures"), "cards")))
    for text, (cards, cost), it in product(DISCARDING, CARDS.items(), THE_MONSTER):
        grammar.say("paid for it", text.format(cards, it), always((Counted(count="treasures"), cost)))
    grammar.say("price", "discard cards equal to the Treasures", always((Counted(count="treasures"), "cards")))
    for monster in MONSTERS:
        grammar.say("beaten monster", monster, always(True))
    for way, (part, counts) in product(WAYS, PARTS.items()):
        grammar.say("kept monster", f"{way.format(PART('beaten monster'))} <as a companion> {counts}", always(part))
    for text in PAID:
        grammar.say("paid for it", text, first)
    for comma, text in product((",", ";", "and", ", and"), NO_REWARD):
        grammar.say("unrewarded", f"{comma} {text}", always(True))
        grammar.say("unrewarded", f"{comma} {text} for it", always(True))
    for comma in ("", ","):
        grammar.say("unrewarded", f"{comma} <for no reward>", always(True))
    kept, paid, unrewarded = PART("kept monster"), PART("paid for it"), PART("unrewarded")
    grammar.say(start, f"{kept} {paid} {unrewarded}", lambda v: _kept(v[0], v[1]))
    grammar.say(start, f"{kept} {unrewarded} {paid}", lambda v: _kept(v[0], v[2]))


def _kept(part: int, price: tuple[Any, str]) -> Body | None:
    """A monster of a won combat that is kept for a price."""
    return power("pay_when_won", price, (Draft("befriend", (("part", part),)),))


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
