"""Moments that name more than what happens: killing a monster of Level 10, reaching Level 5, ending a turn alone."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import HAPPENS_TO
from decks.words.drafts import Frame
from decks.words.grammar_rules import Grammar, Make, always, first
from decks.words.standing_grammar import suffixed
from decks.words.value_grammar import DIE

FLIGHTS = (("run away", "run away", "run away"), ("flee", "fled", "fleeing"), ("escape", "escaped", "escaping"),
           ("get away", "got away", "getting away"), ("run", "run", "running"))  # fmt: skip
"""Verbs of who flees, with what they have done and what they are doing."""


def add_moments(grammar: Grammar) -> None:
    """Rules for what happens to you or to whoever."""
    _add_kills(grammar)
    _add_reached(grammar)
    _add_flights(grammar)
    _add_turns(grammar)
    _add_rolls(grammar)


def say_moment(grammar: Grammar, text: str, make: Make) -> None:
    """What may happen to you and to whoever: a moment."""
    grammar.say(HAPPENS_TO, text, make)
    for word in ("when", "if", "after", "once"):
        grammar.say("trigger", f"{word} you {text}", make)


def _add_reached(grammar: Grammar) -> None:
    """Whoever rises to a Level."""
    for verb in ("reach", "get to", "hit", "arrive at", "make it to", "rise to", "attain", "has reached", "come to"):
        say_moment(grammar, f"{verb} Level <number>", _reached)
    for verb in ("reaching", "hitting", "getting to"):
        grammar.say("deed level_gained", f"{verb} Level <number>", _reached)


def _add_turns(grammar: Grammar) -> None:
    """Whoever starts or ends a turn of theirs in a state: with an empty hand, in last place, without a combat."""
    for text in ("without fighting", "without a combat", "without having fought", "without fighting a monster"):
        grammar.say("with", text, always((("fought", False),)))
    for text in ("helping", "helping in combat", "helping somebody"):
        grammar.say("with", text, always((("helper", True),)))
    for text in ("fighting alone", "in combat alone"):
        grammar.say("with", text, always((("alone", True),)))
    for verb, trigger in (("start", "turn_start"), ("end", "turn_end"), ("ends", "turn_end")):
        say_moment(grammar, f"{verb} the turn <with>", partial(_at_turn, trigger))


def _at_turn(trigger: str, found: list[Any]) -> Frame:
    return Frame(trigger, found[0])


def _add_flights(grammar: Grammar) -> None:
    """Whoever gets away from a monster."""
    away = always(Frame("escaped"))
    for verb, done, doing in FLIGHTS:
        for text in (f"successfully {verb}", f"{verb} successfully", f"has {done} successfully",
                     f"has successfully {done}",
                     f"manage to {verb}", f"succeed in {doing}"):  # fmt: skip
            say_moment(grammar, text, away)
        grammar.say("deed escaped", f"successfully {doing}", away)
        grammar.say("deed escaped", f"{doing} successfully", away)


ROLLING = ("to run away", "to escape", "to flee", "when run away", "when fleeing", "when escaping", "while fleeing",
           "while run away", "to get away", "for run away",
           "when you run", "when you flee", "when you run away")  # fmt: skip


def _add_rolls(grammar: Grammar) -> None:
    """Whoever rolls a number to Run Away."""
    for away, natural in product(ROLLING, ("a", "a natural")):
        for verb in ("roll", "has rolled", "throw"):
            say_moment(grammar, f"{verb} {natural} <number> {away}", _rolled)
        for verb in ("rolling", "throwing"):
            grammar.say("deed ran", f"{verb} {natural} <number> {away}", _rolled)
        for on in ("on", "with"):
            grammar.say("trigger", f"{on} {natural} <number> {away}", _rolled)
        for the in ("the roll", "the die", "the escape roll"):
            grammar.say("trigger", f"if {the} {away} is {natural} <number>", _rolled)


def _rolled(found: list[Any]) -> Frame | None:
    """One number of the die and no other."""
    return Frame("ran", (("roll_at_least", found[0]), ("roll_at_most", found[0]))) if found[0] <= DIE else None


def _reached(found: list[Any]) -> Frame:
    return Frame("level_gained", (("reached", found[0]),))


def _add_kills(grammar: Grammar) -> None:
    """Whoever kills such a monster."""
    for noun in ("a monster", "any monster", "monsters"):
        grammar.say("foe", noun, always(()))
    for noun, that in product(("a monster", "any monster", "monsters", "anything"), ("", "that is", "which is")):
        grammar.say("foe", f"{noun} {that} <foe of>", first)
    for noun in ("a monster", "any monster", "monsters"):
        grammar.say("foe", f"{noun} <of a name>", lambda v: (("its_tag", v[0]),))
    for article in ("a", "any"):
        grammar.say("foe", f"{article} Level <bound> monster", partial(suffixed, "its_level"))
        for noun in ("", "monster"):
            grammar.say("foe", f"{article} <tag> {noun}", lambda v: (("its_tag", (v[0],)),))
    for verb in ("kill", "defeat", "has killed", "has defeated", "win against", "win a combat against"):
        say_moment(grammar, f"{verb} <foe>", lambda v: Frame("killed", v[0]))
    for verb in ("killing", "defeating"):
        grammar.say("deed killed", f"{verb} <foe>", lambda v: Frame("killed", v[0]))
