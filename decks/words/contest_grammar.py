"""Die against die, as people tell it from one side: if you roll higher, the other loses a Level, if lower, you do.

What comes to the lower one alike, whoever it is, is one row; else it hangs on whose turn it is: theirs who may do it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.bought_grammar import plain
from decks.words.deed_grammar import about_power
from decks.words.drafts import MINE, Body, Draft, Frame, Pairs, framed, with_conditions
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.power_grammar import NOTHING, for_nothing, power

ROLL = ("roll", "rolls")
HE = ("he", "she")
"""Whoever rolls, if it is told of somebody else than you: what comes to them is told by the same word."""
HIGHER = (*(f"if you {roll} higher" for roll in ROLL), "if you win", "if you win the roll", "if the roll is higher")
LOWER = (*(f"if you {roll} lower" for roll in ROLL), *(f"if the other {roll} higher" for roll in ROLL), "if you lose",
         "if you lose the roll")  # fmt: skip
"""Equal dice are rolled again: who says "if not", or speaks of one side alone, might mean that the other wins then."""
OTHER = ("the other", "the other player", "that player", "the other one")
MUST = ("", "must", "has to")
AGAINST = ("roll a die against <opponents>", "roll against <opponents>", "you and <opponents> each roll a die",
           "you and <opponents> both roll a die",
           *(f"{choose} <opponents> {joint} {both} roll {die}" for choose in ("choose", "pick", "name")
             for joint in ("and", ",", ", and", ";") for both in ("both", "both of you", "you both", "each of you")
             for die in ("a die", "dice")))  # fmt: skip
"""How two players are said to throw dice against each other."""
THEIRS = (("own_turn", False),)
"""What holds for whoever rolls on their turn, and for the other one."""
ROLLERS = {
    "rolled_higher": (*(f"whoever {roll} higher" for roll in ROLL), "the higher one", "the winner"),
    "rolled_lower": (*(f"whoever {roll} lower" for roll in ROLL), "the lower one", "the loser"),
}
"""Both of them, by what comes to them."""
WHO_MAY = tuple(f"{who} {may}" for who, may in product(("you", "a player", "everybody"), ("may", "can")))
LOSES = ("is losing", "is losing a combat", "is about to lose a combat", "is about to lose")
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
    for must in ("must", "has to"):  # not you, as which a clause may call whom it speaks of
        grammar.rules.setdefault((PART("the other does"), ("they", *must.split(), does)), []).append(first)
    for must in MUST:
        grammar.say("you do it", f"you {must} {does}", first)
    grammar.say("you do it", does, first)
    higher, lower, theirs, mine = map(PART, ("rolled higher", "rolled lower", "the other does", "you do it"))
    for roll in AGAINST:
        grammar.say("die against", roll, first)
        grammar.say("dice until", f"{roll} until one is higher", first)
    _add_sides(grammar)
    _add_sides_of_duels(grammar)
    for comma, join, pause in product(("", ","), (",", ";", "and", ", and", "; and", ", but"), (":", ";", ",")):
        text = f"<die against> {pause} {higher} {comma} {theirs} {join} {lower} {comma} {mine}"
        grammar.say("for nothing", text, lambda v: _lower(v[0], v[2], v[4]))
    _add_rollers(grammar)
    for end in ("of rolls", "sides"):
        grammar.say("what comes of a roll", PART(end), first)
    for may, pause in product(WHO_MAY, (":", ";", ",", "and", ", and")):
        text = f"{may} <die against> <often> {pause} {PART('what comes of a roll')}"
        grammar.say("final", text, lambda v: for_nothing(_against(v[0], v[2]), v[1]))
        text = f"{may} <set against> <often> {pause} <outcomes>"
        grammar.say("final", text, lambda v: for_nothing((*v[0], *v[2]), v[1]))
    for may, comma in product(("may", "can"), ("", ",")):
        for text in (f"<often> {comma} <subject> {may} <duels>", f"<often> {comma} <subject> {may} <contest>"):
            grammar.say("about somebody", text, lambda v: about_power(v[1], NOTHING, v[2], v[0]))
    _add_losers(grammar, start)


def _against(opponent: Any, body: Body) -> Body:
    return (Draft("roll_against", (("with", opponent),)), *body)


def _add_sides(grammar: Grammar) -> None:
    """What comes to one of the two alone: if you roll higher, draw a Door; if he rolls lower, he loses a Level."""
    does = PART("does all")
    higher, lower, theirs, mine = map(PART, ("rolled higher", "rolled lower", "the other does", "you do it"))
    for when, at in ((higher, "rolled_higher"), (lower, "rolled_lower")):
        other = "rolled_lower" if at == "rolled_higher" else "rolled_higher"
        for he in HE:
            it = f"{he} {at}"
            for roll in ROLL:
                grammar.say(it, f"if {he} {roll} {at.removeprefix('rolled_')}", always(True))
            for comma in ("", ","):
                grammar.say("one side", f"{PART(it)} {comma} {theirs}", partial(_of_one, other, THEIRS))
                for must in MUST:
                    grammar.say("one side", f"{PART(it)} {comma} {he} {must} {does}", partial(_of_one, at, MINE))
        for comma in ("", ","):
            grammar.say("one side", f"{when} {comma} {mine}", partial(_of_one, at, MINE))
            grammar.say("one side", f"{when} {comma} {theirs}", partial(_of_one, other, THEIRS))
    for join in (",", ";", "and", ", and", "; and", ", but"):
        grammar.say("sides", f"{PART('one side')} {join} {PART('one side')}", lambda v: _sides(*v))
    for pause in (":", ";", ",", ", and", "and"):
        for text in (f"<die against> {pause} {PART('sides')}", f"{PART('dice until')} {pause} {PART('one side')}"):
            grammar.say("for nothing", text, lambda v: (Draft("roll_against", (("with", v[0]),)), *v[1]))


IN_A_DUEL = {"duel_won": ("if you win", "if you win the duel", "if you are stronger"),
             "duel_lost": ("if you lose", "if you lose the duel", "if you are weaker")}  # fmt: skip


def _add_sides_of_duels(grammar: Grammar) -> None:
    """The same of a duel: if you win, draw a Treasure; if you lose, lose a Level."""
    for at, texts in IN_A_DUEL.items():
        other = "duel_lost" if at == "duel_won" else "duel_won"
        for text in texts:
            grammar.say(at, text, always(True))
        for comma in ("", ","):
            side = f"{PART(at)} {comma}"
            grammar.say("side of a duel", f"{side} {PART('you do it')}", partial(_of_one, at, MINE))
            grammar.say("side of a duel", f"{side} {PART('the other does')}", partial(_of_one, other, THEIRS))
    grammar.say("sides of a duel", PART("side of a duel"), first)
    for join in (",", ";", "and", ", and", "; and", ", but"):
        text = f"{PART('side of a duel')} {join} {PART('side of a duel')}"
        grammar.say("sides of a duel", text, lambda v: _sides(*v))
    for pause in (":", ";", ",", ", and", "and"):
        text = f"<set against> {pause} {PART('sides of a duel')}"
        grammar.say("for nothing", text, lambda v: (*v[0], *v[1]))


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
        for part in ("for nothing", "final", "contest"):
            grammar.say(part, text, lambda v: _against(*v))


def _add_losers(grammar: Grammar, start: str) -> None:
    """Once per game, a player who is losing a combat alone may do something."""
    for who, losing in product(("a player who", "any player who", "whoever"), LOSES):
        grammar.say("loser", f"{who} {losing}", always(()))
        grammar.say("loser", f"{who} {losing} <company>", lambda v: v[0].when)
    for comma, may in product(("", ","), ("may", "can")):
        grammar.say(start, f"<often> {comma} <loser> {may} <for nothing>", lambda v: _of_loser(v[0], v[1], v[2], True))
        text = f"<loser> {comma} {may} <often> {comma} <for nothing>"
        grammar.say(start, text, lambda v: _of_loser(v[1], v[0], v[2], True))
        text = f"<often> {comma} <losing> {comma} you {may} <for nothing>"
        grammar.say(start, text, lambda v: _of_loser(v[0], v[1], v[2]))
    for word, losing in product(("when", "while", "if"), LOSES):
        grammar.say("losing", f"{word} you {losing}", always(()))
        grammar.say("losing", f"{word} you {losing} <company>", lambda v: v[0].when)
        grammar.say("losing", f"{word} you {losing} and has no helper", always((("alone", True),)))


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


def _of_one(at: str, whose: Pairs, found: list[Any]) -> Body | None:
    """What comes to one of the two alone, if they are the higher or the lower one."""
    body = plain(found[1])
    drafts = [with_conditions(replace(one, at=at), whose) for one in body or ()]
    kept = tuple(one for one in drafts if one is not None)
    return kept if kept and len(kept) == len(drafts) else None


def _sides(one: Body, other: Body) -> Body | None:
    """What comes to two of them; of the lower one alike, whoever it is, it is said without their turn."""
    bodies = [[replace(draft, when=()) for draft in body if isinstance(draft, Draft)] for body in (one, other)]
    ats = [(draft.at, draft.when) for body in (one, other) for draft in body[:1] if isinstance(draft, Draft)]
    if bodies[0] == bodies[1] and {when for _, when in ats} == {MINE, THEIRS}:
        return tuple(bodies[0])
    return (*one, *other) if bodies[0] != bodies[1] and ats[0] != ats[1] else None


def _of_loser(often: Pairs, company: Pairs, steps: Body, third: bool = False) -> Body | None:
    """A power of whoever is losing a combat: used in any other it does nothing."""
    if for_nothing(tuple(one for one in steps if isinstance(one, Draft) and not one.at), often) is None:
        return None
    body = power("pay_in_fight", NOTHING, steps, (*often, *company))
    if body is None:
        return None
    found = [with_conditions(one, LOSING) if isinstance(one, Draft) and one.at == "used" else one for one in body]
    whole = tuple(one for one in found if one is not None)
    return framed(whole, (Frame(third=third),)) if len(whole) == len(body) else None
