"""What follows on a die or a choice, and that somebody chooses what they lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.drafts import (
    ALWAYS,
    LOST,
    LOST_ITEMS,
    OTHERWISE,
    TOP,
    Body,
    Branch,
    Draft,
    Frame,
    Pairs,
    branched,
    framed,
    opposite,
)
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.word_tokens import CHOICE, NUMBER
from engine.records.opcodes import OPCODES

CHOICES = ("", *(f"{comma} {words}" for comma in ("", ",", ";") for words in (
    "the choice", "as you like", "whichever you like", "whichever you prefer", "whichever you want",
    "whichever you'd rather", "whichever you choose", "you choose", "it is the choice", "as you prefer",
)))  # fmt: skip
"""How people say behind two things that somebody chooses one of them."""
PARITIES = ("{}", "on {}", "if {}", "on an {} number", "on {} numbers", "on an {} roll", "on an {}", "if it is {}",
            "if the roll is {}", "if the die is {}", "if the result is {}", "if the number is {}", "if you roll {}",
            "if you roll an {} number")  # fmt: skip
UNPAID = ("death", "lose_levels", "set_level", "lose_class", "lose_race")
"""What happens to who does not pay with cards, and takes no card that they could pay with."""
THE_RESULT = ("that", "the result", "the number", "the roll", "what you roll", "what the die show")
"""What a die shows that has just been thrown."""
HAS_SEVERAL = ("if you has 2", "if you had 2", "if you has more than 1", "if you has more than one", "if you has both",
               "if you has several", "if there is more than one", "if there is several")  # fmt: skip
MAY_CHOOSE = ("you choose", "you choose which", "you choose which one", "choose one", "choose which one",
              "the choice", "keep whichever you prefer", "keep whichever you like", "keep the one you prefer",
              "keep one", "keep one of the choice",
              "choose one to lose", "choose which to lose", "choose which one to lose",
              "choose one of them to lose", "lose only one", "the choice is yours", "you may choose",
              "you may choose which")  # fmt: skip


@dataclass(frozen=True)
class EachOf(Branch):
    """What follows on one of the odd or even numbers of a die that has six."""


def add_branches(grammar: Grammar, start: str) -> None:
    """A die or a choice, and what follows on it."""
    for row in OPCODES:
        if row.leads_to is None:
            continue
        lead, after = f"lead {row.name}", row.leads_to.name.lower()
        grammar.say("final", PART(lead), first)
        for opener in (":", ";", ",", "and", *(["to"] if after == "used" else ())):
            text = f"{PART(lead)} {opener} <branches>"
            grammar.say("branched", text, partial(_branched, after))
            text = f"{PART(lead)} <trigger> {opener} <branches>"
            grammar.say(start, text, partial(_branched_when, after))
    _add_cases(grammar)
    _add_own_choice(grammar, start)
    for nothing in ("nothing", "no effect", "nothing else happens"):
        grammar.say("branch", f"<case> {nothing}", first)
        grammar.say("branch", f"<case> , {nothing}", first)
    grammar.say("branch", "<numbers> : <steps>", lambda v: Branch(v[0][0], v[0][1], v[1]))
    grammar.say("branches", "<steps>", lambda v: (Branch(*ALWAYS, v[0]),))
    grammar.say("branches", PART("lead either"), lambda v: (Branch(*ALWAYS, v[0]),))  # on what is bought: a choice
    grammar.say("branches", "<branch>", tuple)
    for join in (";", "; and", ",", "and", ", and"):
        grammar.say("branches", f"<branches> {join} <branch>", lambda v: (*v[0], v[1]))
    for comma in ("", ",", ":"):
        grammar.say("branch", f"<case> {comma} <steps>", lambda v: replace(v[0], body=v[1]))
    for comma, they in product(("", ",", ":"), ("they", "he", "she", "that player")):
        text = f"<case> {comma} {they} {PART('does all')}"
        grammar.say("branch", text, lambda v: replace(v[0], body=_of_somebody(v[1])))
    for comma, who, get in product(("", ",", ":"), ("you", "they", "he", "she", "the side"), ("get", "gain")):
        text = f"<case> {comma} {who} {get} <bonus>"  # points of the combat in which the die is thrown
        grammar.say("branch", text, lambda v: replace(v[0], body=(Draft("boost", (("amount", v[1]),), house=True),)))
    _add_parity(grammar)
    level = (Draft("grow", (("amount", "die"),)), Draft("grow", (("amount", "off level"),)))
    for result in THE_RESULT:
        grammar.say("effect", f"{result} is the Level", always(level))
        grammar.say("effect", f"the Level is {result}", always(level))
    _add_choices(grammar)
    _add_askers(grammar)


def _of_somebody(body: Body) -> Body:
    """What somebody does of whom the sentence speaks, who is not you."""
    return tuple(replace(one, third=True) if isinstance(one, Draft) else one for one in body)


def _add_parity(grammar: Grammar) -> None:
    """Odd and even numbers of a die."""
    for parity, (number, pause) in product(("odd", "even"), product(PARITIES, ("", ",", ":"))):
        text = f"{number.format(parity)} {pause} <steps>"
        grammar.say("branches", text, partial(_of_parity, parity))
        for join in (";", "; and", ",", "and", ", and"):
            grammar.say("branches", f"<branches> {join} {text}", partial(_further_parity, parity))


def _add_choices(grammar: Grammar) -> None:
    """Two things of which somebody chooses one."""
    for comma, verb in product(("", ","), ("lose", "discard")):
        grammar.say("final", f"<clause> {comma} unless you {verb} {PART(f'rest {verb}')}", _unless)
    for either in ("", "either"):
        for end in CHOICES:
            grammar.say("body", f"{either} <either clauses> {end}", lambda v: _choice(v[0]))
            for comma in ("", ","):
                grammar.say("body", f"{either} <clause> {comma} or <clause> {end}", _choice)
                for lead in ("<lead either>", "choose", "you choose", "the choice"):
                    text = f"{lead} : {either} <clause> {comma} or <clause> {end}"
                    grammar.say("body", text, lambda v: _led(v, 2))
            for lead in ("<lead either>", "choose", "you choose", "the choice"):
                grammar.say("body", f"{lead} : {either} <either clauses> {end}", lambda v: _led(v, 1))


def _add_askers(grammar: Grammar) -> None:
    """Two things of which somebody chooses one for another."""
    for verb, one in product(("choose", "decide", "decides"), ("", "one")):
        grammar.say("asker", f"<askers> {verb} {one}", first)
    for pause, either in product((":", "whether"), ("", "either")):
        grammar.say("body", f"<asker> {pause} {either} <either clauses>", lambda v: _asked(v[0], v[1]))
        for comma in ("", ","):
            text = f"<asker> {pause} {either} <clause> {comma} or <clause>"
            grammar.say("body", text, lambda v: _asked(v[0], v[1:]))


def _asked(asker: str, found: Sequence[Body]) -> Body | None:
    """One of two things, as somebody else likes."""
    body = _choice(found)
    return body and _by(body, (("asks", asker),))


def _by(body: Body, named: Pairs) -> Body:
    lead, *rest = body
    return (replace(lead, values=named), *rest) if isinstance(lead, Draft) else body


def _led(found: Sequence[Any], parts: int) -> Body | None:
    """One of two things, as whoever is named before them likes."""
    body = _choice(found[-2:] if parts > 1 else found[-1])
    return _by(body, found[0][0].values) if body and len(found) > parts else body


def _unless(found: Sequence[Body]) -> Body | None:
    """What happens to somebody who does not pay, as they like; whoever has too little cannot."""
    body, price = found
    there = _enough(price)
    none = opposite(there) if there else None
    first = framed(body, (Frame(when=none),)) if none else None
    choice = _choice([price, body])
    if not first or choice is None or any(isinstance(one, Draft) and one.op not in UNPAID for one in body):
        return None
    lead, *rest = choice
    asked = framed((lead,), (Frame(when=there),))
    return (*first, *asked, *rest) if asked else None


def _enough(price: Body) -> Pairs:
    """The condition under which somebody can pay: so many Items or hand cards, or the one thing that is named."""
    one = price[0]
    given = dict(one.values) if isinstance(one, Draft) and len(price) == 1 and not one.when and not one.at else {}
    many = given.get("amount", 1)
    if not isinstance(one, Draft) or not isinstance(many, int) or given.get("chooser"):
        return ()
    if one.op == "lose_item" and given.get("which", "any") == "any":
        return (("items_at_least", many),)
    if one.op == "discard_hand" and given.get("what", "hand") == "hand":
        return (("hand_at_least", many),)
    return lost(price) if many == 1 else ()


def _of_parity(parity: str, found: list[Body]) -> tuple[Branch, ...]:
    """What follows on odd numbers, or on even ones: on each of them."""
    return tuple(EachOf(n, n, found[-1]) for n in range(1 if parity == "odd" else 2, 7, 2))


def _further_parity(parity: str, found: list[Any]) -> tuple[Branch, ...]:
    return (*found[0], *_of_parity(parity, found[1:]))


def _branched_when(after: str, found: list[Any]) -> Body | None:
    body = _branched(after, [found[0], found[2]])
    return framed(body, (found[1],)) if body is not None else None


def _branched(after: str, found: list[Any]) -> Body | None:
    (lead, *_), branches = found
    other_dice = lead.op != "roll" or dict(lead.values).get("dice", "d6") != "d6"
    known = {one.first for one in branches if isinstance(one, EachOf)}
    if known and other_dice:
        return None
    rest = [n for n in range(1, 7) if n not in known]
    if known and (branches[-1].first, branches[-1].last) == OTHERWISE:
        branches = (*branches[:-1], *(Branch(n, n, branches[-1].body) for n in rest))
    return branched(lead, after, branches)


def _choice(found: Sequence[Body]) -> Body | None:
    """One of two things, as the player likes."""
    # Who has too little to discard so much Gold could choose it here, and cannot where people say it.
    if any(isinstance(one, Draft) and one.op == "discard_gold" for body in found for one in body):
        return None
    return branched(Draft("either"), "chosen", tuple(Branch(n, n, body, True) for n, body in enumerate(found, 1)))


def _add_cases(grammar: Grammar) -> None:
    for text, low, high in (("otherwise", *OTHERWISE), ("in any case", *ALWAYS)):
        grammar.say("case", text, always(Branch(low, high, ())))
    for text in ("on any other roll", "on any other number", "on any other result", "on anything else"):
        grammar.say("case", text, always(Branch(*OTHERWISE, ())))
    grammar.add("case", [CHOICE], lambda v: Branch(v[0], v[0], (), True))
    for start in ("on", "on a", "on a roll of", "if you roll", "if you roll a", "if the die show", "if the die show a",
                  "if it show", "if it show a", "if the result is", "if the roll is", "if you get",
                  "if you get a"):  # fmt: skip
        grammar.say("case", f"{start} <numbers>", lambda v: Branch(v[0][0], v[0][1], ()))
    grammar.add("numbers", [NUMBER], lambda v: _range(v[0], v[0]))
    grammar.say("numbers", "<number> to <number>", lambda v: _range(*v))
    for between in ("or", "or a"):
        grammar.say("numbers", f"<number> {between} <number>", _in_a_row)
    grammar.say("numbers", "<number> , <number> or <number>", _in_a_row)
    for word in ("less", "lower"):
        grammar.say("numbers", f"<number> or {word}", lambda v: _range(1, v[0]))
    for word in ("more", "higher", "better"):
        grammar.say("numbers", f"<number> or {word}", lambda v: _range(v[0], TOP))


def _in_a_row(found: list[int]) -> tuple[int, int] | None:
    """Numbers of a die that are named one by one; None where one between them is not."""
    return _range(found[0], found[-1]) if found == list(range(found[0], found[-1] + 1)) else None


def _range(first: int, last: int) -> tuple[int, int] | None:
    return (first, last) if 1 <= first <= last <= TOP and (first, last) != ALWAYS else None


def _add_own_choice(grammar: Grammar, start: str) -> None:
    """That somebody chooses what they lose: who loses one of several does, where nobody else is named."""
    for several, comma, may in product(HAS_SEVERAL, ("", ","), MAY_CHOOSE):
        grammar.say("own choice", f"{several} {comma} {may}", always(()))
    for text in ("you choose which", "you choose which one", "you may choose which"):
        grammar.say("own choice", text, always(()))
    for pause in (";", ",", "and", "but"):
        grammar.say(start, f"<steps> {pause} <own choice>", lambda v: _own_choice(v[0]))


def _own_choice(body: Body) -> Body | None:
    for one in body:
        given = dict(one.values) if isinstance(one, Draft) else {"chooser": ""}
        if "chooser" in given or given.get("amount", 1) == "all":
            return None
        if not isinstance(one, Draft) or one.op not in ("lose_item", "lose_class", "lose_race", "discard_hand"):
            return None
    return body


def lost(body: Body) -> Pairs:
    """The condition under which somebody has what the only step of a body takes; none where there is no word for it."""
    (one, *more) = body
    if more or not isinstance(one, Draft) or one.when or one.at:
        return ()
    which = dict(one.values).get("which", "any")
    if one.op == "lose_item":
        return LOST_ITEMS.get(str(which), ())
    return LOST.get(one.op, ())
