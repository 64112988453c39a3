"""Die against die, as people tell it from one side: if you roll higher, the other loses a Level, if lower, you do.

What comes to the lower one is said of both, and must be the same: the table of clauses has one moment for it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.bought_grammar import plain
from decks.words.drafts import Body, Draft, Frame, Pairs, framed, with_conditions
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.power_grammar import NOTHING, for_nothing, power

ROLL = ("roll", "rolls")
HIGHER = (*(f"if you {roll} higher" for roll in ROLL), "if you win", "if you win the roll", "if the roll is higher")
LOWER = (*(f"if you {roll} lower" for roll in ROLL), *(f"if the other {roll} higher" for roll in ROLL), "if you lose",
         "if you lose the roll")  # fmt: skip
"""Equal dice are rolled again: who says "if not" might mean that the other wins then."""
OTHER = ("the other", "the other player", "that player", "the other one")
MUST = ("", "must", "has to")
ROLLERS = {
    "rolled_higher": (*(f"whoever {roll} higher" for roll in ROLL), "the higher one", "the winner"),
    "rolled_lower": (*(f"whoever {roll} lower" for roll in ROLL), "the lower one", "the loser"),
}
"""Both of them, by what comes to them."""
LOSES = ("is losing", "is losing a combat", "is about to lose a combat")
LOSING = (("lead_at_most", 0),)
"""What holds for whoever is losing a combat."""


def add_contests(grammar: Grammar, start: str) -> None:
    """Rules for a die against that of another, and for powers of whoever is losing a combat."""
    does = PART("does all")
    for text in HIGHER:
        grammar.say("rolled higher", text, always(True))
    for text in LOWER:
        grammar.say("rolled lower", text, always(True))
    for other, must in product(OTHER, MUST):
        grammar.say("the other does", f"{other} {must} {does}", first)
    for must in MUST:
        grammar.say("you do it", f"you {must} {does}", first)
    higher, lower, theirs, mine = map(PART, ("rolled higher", "rolled lower", "the other does", "you do it"))
    for roll in ("roll a die against <opponents>", "roll against <opponents>"):
        grammar.say("die against", roll, first)
    for comma, join, pause in product(("", ","), (",", ";", "and", ", and", "; and", ", but"), (":", ";", ",")):
        text = f"<die against> {pause} {higher} {comma} {theirs} {join} {lower} {comma} {mine}"
        grammar.say("for nothing", text, lambda v: _lower(v[0], v[2], v[4]))
    _add_rollers(grammar)
    _add_losers(grammar, start)


def _add_rollers(grammar: Grammar) -> None:
    """Whoever rolls lower loses a Level; the winner draws a card, the loser discards one."""
    for at, texts in ROLLERS.items():
        for text, must in product(texts, MUST):
            grammar.say("of a roll", f"{text} {must} {PART('does all')}", partial(_at, at))
    grammar.say("of rolls", PART("of a roll"), first)
    for join in (",", ";", "and", ", and", "; and", ", but", "while"):
        grammar.say("of rolls", f"{PART('of a roll')} {join} {PART('of a roll')}", lambda v: _of_both(*v))
    for pause in (":", ";", ",", "and", ", and"):
        text = f"<die against> {pause} {PART('of rolls')}"
        grammar.say("for nothing", text, lambda v: (Draft("roll_against", (("with", v[0]),)), *v[1]))


def _add_losers(grammar: Grammar, start: str) -> None:
    """Once per game, a player who is losing a combat alone may do something."""
    for who, losing in product(("a player who", "any player who", "whoever"), LOSES):
        grammar.say("loser", f"{who} {losing}", always(()))
        grammar.say("loser", f"{who} {losing} <company>", lambda v: v[0].when)
    for comma, may in product(("", ","), ("may", "can")):
        grammar.say(start, f"<often> {comma} <loser> {may} <for nothing>", lambda v: _of_loser(v[0], v[1], v[2]))


def _at(at: str, found: list[Any]) -> Body | None:
    body = plain(found[0])
    return tuple(replace(one, at=at) for one in body) if body is not None else None


def _of_both(one: Body, other: Body) -> Body | None:
    """What comes to the higher and to the lower one; said twice of one of them, it is not clear."""
    ats = {draft.at for draft in (*one, *other) if isinstance(draft, Draft)}
    return (*one, *other) if len(ats) == len(ROLLERS) else None


def _lower(opponent: Any, theirs: Body, mine: Body) -> Body | None:
    """What comes to the lower one of two, if it is the same whoever that is."""
    body = plain(theirs)
    if body is None or body != plain(mine):
        return None
    return (Draft("roll_against", (("with", opponent),)), *(replace(one, at="rolled_lower") for one in body))


def _of_loser(often: Pairs, company: Pairs, steps: Body) -> Body | None:
    """A power of whoever is losing a combat: used in any other it does nothing."""
    if for_nothing(tuple(one for one in steps if isinstance(one, Draft) and not one.at), often) is None:
        return None
    body = power("pay_in_fight", NOTHING, steps, (*often, *company))
    if body is None:
        return None
    found = [with_conditions(one, LOSING) if isinstance(one, Draft) and one.at == "used" else one for one in body]
    whole = tuple(one for one in found if one is not None)
    return framed(whole, (Frame(third=True),)) if len(whole) == len(body) else None
