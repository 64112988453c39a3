"""Piles of their own: what lies in them, how many blank cards, and what is said of each of those a text speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.clause_table import values
from decks.words.drafts import Draft
from decks.words.grammar_rules import Grammar, always, first
from decks.words.orders import BLANK, Order, Orders, is_order
from decks.words.patterns import spelled
from decks.words.text_reading import Heard, Sentence
from engine.records.card_kinds import SIDE_PILES

DEALS = ("setup.deal_door", "setup.deal_treasure")
EACH = "each"
"""In the place of a pile: each of those that the text speaks of."""
OWN = {pile.name.lower() for pile in SIDE_PILES}
KINDS = {"class": "Classes", "race": "Races"}
"""Cards that may lie in a pile of their own, by the pile."""
OWN_PILES = (
    "[two] (separate|own) (piles|decks)", "a (separate|own) (pile|deck)", "(a pile|a deck|piles|decks) of their own",
    "their own (pile|piles|deck|decks)", "their own separate (pile|piles|deck|decks)",
)  # fmt: skip
PUTS = (
    "(put|place|sort|separate|split|shuffle|keep|lay) <piled kinds> (in|into|as) <own piles>",
    "<piled kinds> (is put|go|lie|is kept|is placed|is shuffled|is sorted|is separated) (in|into) <own piles>",
    "(make|form) <own piles> of <piled kinds>", "<piled kinds> (form|have|has|get|make) <own piles>",
    "(separate|sort|split|divide) <piled kinds> (in|into) two (piles|decks)",
)  # fmt: skip
INTO_TWO = tuple(
    f"[put|sort|shuffle] <piled kinds> [go|goes] {into} one {pile} and <piled kinds> {into} another[ {pile}]"
    for into in ("in", "into") for pile in ("pile", "deck")
)  # fmt: skip
BLANKS = (
    "<blanks> (lie|lies|is|is put|is shuffled|go) (in|into) the <side deck>",
    "the <side deck> (has|contains|holds|contain|hold) <blanks>",
    "(add|put|shuffle) <blanks> (to|in|into) the <side deck>",
    "[there is] <blanks> in the <side deck>",
)  # fmt: skip
CONTAINS = ("contains", "contain", "has", "holds", "hold", "includes")
UNSAID = "it is not said which piles of their own are meant"


def add_piles(grammar: Grammar) -> None:
    """Rules for piles of Classes and Races, and for blank cards in them."""
    for pile, word in KINDS.items():
        for all_ in ("all", "all the", "the", "all of the", ""):
            grammar.say("piled kinds", f"{all_} {word}", always((pile,)))
    for join in ("and", "and also"):
        grammar.say("piled kinds", f"<piled kinds> {join} <piled kinds>", lambda v: (*v[0], *v[1]))
    for text in _spelled(OWN_PILES):
        grammar.say("own piles", text, always(True))
    for pile in OWN:
        for form in _spelled(values()["decks"][pile]):
            grammar.say("side deck", form, always(pile))
    _add_blanks(grammar)
    for starts, with_ in product(("starts", "start"), ("with", "the game with")):
        text = f"everybody {starts} {with_} <piled*> and <piled*>"
        grammar.say("final", text, _both_dealt)
    for form in _spelled(INTO_TWO):
        grammar.say("order", form, lambda v: _piles((*v[0], *v[1])))
        grammar.say("order", f"{form} <with blanks>", lambda v: _piles((*v[0], *v[1]), v[2]))
    for deal in ("deal everybody", "give everybody", "everybody is dealt"):
        text = f"{deal} <piled*> and <piled*>"
        for at_first in ("", "at the start", "at the start of the game"):
            grammar.say("final", f"{text} {at_first}", _both_dealt)
    for text in _spelled(PUTS):
        grammar.say("order", text, lambda v: _piles(next(one for one in v if one is not True)))
        grammar.say("order", f"{text} <with blanks>", lambda v: _piles(next(o for o in v if type(o) is tuple), v[-1]))


def _add_blanks(grammar: Grammar) -> None:
    """Blank cards in a pile, or in each."""
    for text in ("each pile", "each of the piles", "every pile", "both piles", "each deck", "each of them"):
        grammar.say("of each pile", text, always(EACH))
    for text, has in product(("each of which", "both of which", "each of them", "each of these"), CONTAINS):
        grammar.say("order", f"{text} {has} <blanks>", lambda v: _blanks([EACH, v[0]]))
    for one in ("a blank card", "a blank", "one blank card", "one blank"):
        grammar.say("blanks", one, always(1))
    for several in ("blank cards", "blanks", "blank card", "blank"):
        grammar.say("blanks", f"<number> {several}", first)
    for comma, verb, into in product(("", ","), ("add", "put", "shuffle"), ("to", "in", "into")):
        for each in ("each", "both", "both of them"):
            grammar.say("with blanks", f"{comma} and {verb} <blanks> {into} {each}", first)
    for comma, text in product(("", ","), ("with <blanks> in each", "with <blanks> each", "each with <blanks>")):
        grammar.say("with blanks", f"{comma} {text}", first)
    for text in ("with <blanks> in <of each pile>", "and <blanks> in each"):
        grammar.say("with blanks", text, first)
    for text in _spelled(BLANKS):
        grammar.say("order", text, _blanks)
        grammar.say("order", text.replace("the <side deck>", "<of each pile>"), _blanks)


def _both_dealt(found: list[Any]) -> tuple[Draft, ...] | None:
    return tuple(_dealt(*one) for one in found) if found[0][1] != found[1][1] else None


def _dealt(amount: Any, pile: str) -> Draft:
    """Cards of a pile that everybody starts with."""
    return Draft("draw", (("amount", amount), ("pile", pile)), at="begun", house=True)


def _spelled(ways: Sequence[str]) -> list[str]:
    """Every way to say some texts, each once."""
    return [*dict.fromkeys(form for way in ways for form in spelled(way))]


def _piles(kinds: Sequence[str], blanks: int = 0) -> Orders | None:
    """Cards of some kinds in piles of their own, with so many blank cards in each."""
    if len({*kinds}) < len(kinds):
        return None
    orders = tuple(Order(f"kind:{kind}.pile", kind) for kind in kinds)
    return (*orders, *(Order(f"{BLANK}{kind}.copies", str(blanks)) for kind in kinds if blanks))


def _blanks(found: list[Any]) -> Orders:
    """So many blank cards in a pile, whichever of both is said first."""
    pile, number = found if isinstance(found[0], str) else found[::-1]
    return (Order(f"{BLANK}{pile}.copies", str(number)),)


def of_each_pile(heard: Sequence[Heard]) -> list[Heard]:
    """Sentences of a text, with every pile of its own that the text speaks of where one says each of them."""
    said = [one for sentence in heard for body in sentence.bodies for one in body]
    piles = sorted({pile for one in said for pile in _piles_of(one)} & OWN)
    heard = [_unsaid(one) if piles and _deals_of_each(one) else one for one in heard]
    return [_spread(sentence, piles) for sentence in heard] if any(_is_of_each(one) for one in said) else [*heard]


def _deals_of_each(sentence: Heard) -> bool:
    """Whether a sentence deals as many cards of each of the two decks, and names neither: they might be other piles."""
    deals = any(isinstance(one, Order) and one.place in DEALS for body in sentence.bodies for one in body)
    return deals and not re.search("doors?|treasures?", sentence.text, re.IGNORECASE)


def _is_of_each(one: Any) -> bool:
    return EACH in _piles_of(one)


def _piles_of(one: Any) -> Iterable[str]:
    """The piles that a part of a sentence speaks of."""
    if isinstance(one, Order):
        sort, _, key = one.place.rpartition(".")
        return [one.value] if key == "pile" else [sort.removeprefix(BLANK)] if sort.startswith(BLANK) else []  # type: ignore[list-item]
    return [value for name, value in one.values if name == "pile"] if isinstance(one, Draft) else []


def _spread(sentence: Heard, piles: Sequence[str]) -> Heard:
    """A sentence that speaks of each pile, of each of these; it is not read where there are none."""
    if not any(_is_of_each(one) for body in sentence.bodies for one in body):
        return sentence
    others = tuple(body for body in sentence.bodies if not any(map(_is_of_each, body)))
    if not piles and others:
        return replace(sentence, bodies=others)  # of the two that every game has
    if not piles or others:
        return _unsaid(sentence)
    bodies = tuple(tuple(part for one in body for part in _each_of(one, piles)) for body in sentence.bodies)
    return replace(sentence, bodies=bodies)


def _unsaid(sentence: Heard) -> Heard:
    return Heard(sentence.text, not_read=Sentence(sentence.text, unread=sentence.text, why=UNSAID))


def _each_of(one: Any, piles: Sequence[str]) -> list[Any]:
    if not _is_of_each(one):
        return [one]
    if isinstance(one, Order):
        return [replace(one, place=f"{BLANK}{pile}.copies") for pile in piles]
    return [replace(one, values=tuple((n, pile if n == "pile" else v) for n, v in one.values)) for pile in piles]


def of_the_box(orders: Orders) -> bool:
    """Whether orders speak of the cards in the box alone, which lie there before the game."""
    return is_order(orders) and not any(order.is_switch for order in orders)
