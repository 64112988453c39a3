"""What is bought for a side of a combat, one's own or not: give either side +3, or what the Item that pays gives."""

from __future__ import annotations

from itertools import product
from typing import Any

from decks.words.drafts import Body, Branch, Draft, Pairs, branched
from decks.words.grammar_rules import Grammar, always
from decks.words.value_grammar import Counted

OF_THE_ITEM = ("the item's bonus", "the item's combat bonus", "the bonus of the item", "the bonus of that item",
               "the combat bonus of the item", "that item's bonus", "the bonus it gives", "the bonus")  # fmt: skip
"""How people call the bonus of the Item that pays; its bonus is the bonus to the reader."""
NONE = ("if it has none", "if it has no bonus", "if there is none", "if the item has none", "if the item has no bonus")
SIDES = {
    "side": ("either side", "one side", "one of the sides", "any side", "the side of the choice",
             "either side in the combat", "either side of the combat"),
    "monsters": ("the monsters", "the monster", "the monster side", "the side of the monsters", "the monsters side"),
    "munchkins": ("the munchkins", "the munchkin side", "the side of the munchkins", "the players side"),
}  # fmt: skip
"""Whom people give something in a combat, by what it is: whichever they like, or one of the two."""
PARTIES = ("munchkins", "monsters")
"""Answers to the choice of a side, in their order."""


def add_aid(grammar: Grammar) -> None:
    """Points for a side of a combat, as what a price buys."""
    for lead, what in product(("", "a bonus equal to", "a bonus of", "a bonus that is"), OF_THE_ITEM):
        grammar.say("paid bonus", f"{lead} {what}", always(Counted(count="paid")))
    for text in ("<bonus>", "a <bonus>", "a <bonus> bonus", "a bonus of <bonus>"):
        grammar.say("given", text, lambda v: (("amount", v[0]),))
    grammar.say("given", "<paid bonus>", lambda v: (("amount", v[0]),))
    for comma, none in product(("", ","), NONE):
        text = f"<paid bonus> {comma} or <bonus> {none}"
        grammar.say("given", text, _or_else)
    for side, texts in SIDES.items():
        for text in texts:
            grammar.say("supported", text, always(side))
    for text in ("to give <supported> <given>", "to give <given> to <supported>", "to add <given> to <supported>",
                 "and give <supported> <given>", "for <given> to <supported>",
                 "for <given> for <supported>"):  # fmt: skip
        swapped = text.index("<given>") < text.index("<supported>")
        grammar.say("bought", text, _from_behind if swapped else _supported)
    for text in (": <supported> get <given>", "and <supported> get <given>"):
        grammar.say("bought", text, lambda v: _supported(v) if v[0] != "munchkins" else None)  # that is a boost


def _or_else(found: list[Any]) -> Pairs | None:
    """The bonus of the Item, or a number where it has none."""
    amount, bare = found
    return (("amount", amount), ("bare", bare)) if isinstance(bare, int) and bare > 0 else None


def _from_behind(found: list[Any]) -> Body | None:
    return _supported(found[::-1])


def _supported(found: list[Any]) -> Body | None:
    """What a side gets, or whichever side they choose."""
    side, given = found
    if isinstance(given[0][1], int) and given[0][1] <= 0:
        return None
    if side in PARTIES:
        return (_aid(side, given),)
    answers = tuple(Branch(n, n, (_aid(party, given),), True) for n, party in enumerate(PARTIES, 1))
    return branched(Draft("either"), "chosen", answers)


def _aid(party: str, given: Pairs) -> Draft:
    return Draft("aid", (*given, ("party", party)))


def of_the_payment(drafts: list[Draft]) -> bool:
    """Whether something is as much as what was paid gives."""
    amounts = [dict(one.values).get("amount") for one in drafts]
    return any(isinstance(amount, dict) and amount.get("count") == "paid" for amount in amounts)
