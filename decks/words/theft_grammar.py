"""What a theft costs that fails: if the theft fails, discard the Thief card instead of losing a Level."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.deed_grammar import about
from decks.words.drafts import Body, Draft, Frame, Pairs, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.moment_grammar import say_moment

FAILED = "theft_failed"
THIEF = "thief"
TRIES = tuple(f"{may} {steal}" for may in ("may", "can") for steal in ("steal", "try to steal", "attempt to steal"))
THEFTS = ("a theft", "the theft", "a theft of yours", "one of the thefts", "the theft attempt", "a theft attempt",
          "the attempt to steal", "an attempt to steal", "a attempt to steal", "a steal", "the steal")  # fmt: skip
FAILS = ("fail", "fails", "has failed", "is a failure", "goes wrong")
IN_VAIN = ("fail to steal", "fails to steal", "fail to steal an Item", "has failed to steal", "steal in vain",
           "try to steal and fail", "try to steal in vain", "fail a theft", "fails a theft", "fail at stealing",
           "fails at stealing", "tries to steal and fails", "tries to steal in vain", "fail in stealing",
           "fail to steal something")  # fmt: skip
NO_LEVEL = ("instead of losing a Level", "instead of a Level", "rather than losing a Level", "instead of the Level",
            "rather than a Level", "in place of the Level")  # fmt: skip
"""What somebody does not lose then."""
STAKES = ("may only steal by staking", "may steal only by staking", "can only steal by staking",
          "can steal only by staking", "may only steal if they stake", "must stake", "stakes", "stake", "risk", "risks",
          "must risk", "can only steal by risking", "may only steal by risking")  # fmt: skip
STEALING = ("when they steal", "when stealing", "to steal", "if they steal", "when he steal")
STAKED = ("it", "the Class", "the Class card", "the <any people>", "the <any people> Class", "the <any people> card")


def add_thefts(grammar: Grammar, start: str) -> None:
    """Thefts that fail as a moment, and what comes in the place of the Level that they cost."""
    moment = always(Frame(FAILED))
    for text in IN_VAIN:
        say_moment(grammar, text, moment)
    for theft, fails in product(THEFTS, FAILS):
        for word in ("when", "if", "after", "once"):
            grammar.say("failed theft", f"{word} {theft} {fails}", moment)
    grammar.say("trigger", PART("failed theft"), first)
    for they in ("they", "he", "she", "you", "the thief"):
        grammar.say("the thief", they, always(()))
    grammar.say("the thief", "the <identity>", lambda v: None if _named(v[0]) == THIEF else (v[0],))
    for comma, what in product(("", ","), ("<does all>", "<steps>")):
        text = f"{PART('failed theft')} {comma} {PART('the thief') if what == '<does all>' else ''} {what}"
        grammar.say("price of theft", text, lambda v: _pays(v))
    grammar.say(start, PART("price of theft"), first)
    for body in (PART("price of theft"), "<about somebody>", "<trigger> , <steps>"):
        for instead in NO_LEVEL:
            grammar.say("in place of level", f"{body} {instead}", _instead)
    grammar.say(start, PART("in place of level"), first)
    _add_stakes(grammar, start)


def _add_stakes(grammar: Grammar, start: str) -> None:
    """A Thief at Level 3 may steal only by staking the Class: if the theft fails, they lose it."""
    for text in STAKES:
        grammar.say("stakes", text, always(True))
    for text in STAKED:
        grammar.say("staked", text, lambda v: v[0] if v else ())
    for one, tail in product(("<one>", "<each one>"), ("", *STEALING)):
        text = f"{one} <stakes> <staked> {tail}"
        grammar.say("stake", text, lambda v: v[0] if not v[2] or ("is", v[2]) in v[0] else None)
    for failed, costs in product(("a failed attempt", "a failed theft", "a failure", "failing"), ("cost", "cost you")):
        for of in ("Class", "card"):
            text = f"{failed} {costs} the <cards> {of}"
            grammar.say("loss of stake", text, lambda v: (Draft("lose_named", (("card", v[0]),), at="theft_fails"),))
    for pause, lost in product((":", ";", ","), ("in place of level", "loss of stake")):
        grammar.say(start, f"{PART('stake')} {pause} {PART(lost)}", _staked)
    _add_attempts(grammar, start)


def _add_attempts(grammar: Grammar, start: str) -> None:
    """A Thief at Level 1 may try to steal, but if the attempt fails, they lose the Thief card."""
    for one, tries in product(("<one>", "<each one>"), TRIES):
        grammar.say("try", f"{one} {tries}", lambda v: v[0] if _is_thief(v[0]) else None)
    for word, it in product(("if", "when"), ("the attempt", "the try", "the theft", "it", "that", "they", "he", "she")):
        grammar.say("failed try", f"{word} {it} fail", always(True))
    for text in ("on a failure", "on a failed attempt", "failing that"):
        grammar.say("failed try", text, always(True))
    for verb, of in product(("lose", "discard", "give up"), ("Class", "card", "")):
        grammar.say("forfeit", f"{verb} the <cards> {of}", first)
    for verb, it in product(("lose", "discard", "give up"), ("it", "that card", "the Class")):
        grammar.say("forfeit of it", f"{verb} {it}", always(THIEF))
    for who, may in product(("they", "he", "she", "the thief", ""), ("", "must")):
        grammar.say("forfeits of it", f"{who} {may} {PART('forfeit of it')}", first)
    for pause, comma in product((":", ";", ",", ", and"), ("", ",")):
        text = f"<stake> {pause} {PART('failed try')} {comma}"
        grammar.say(start, f"{text} {PART('forfeits of it')}", lambda v: _forfeited(v[0], v[2], _is_thief(v[0])))
    for who, may in product(("they", "he", "she", "the thief", ""), ("", "must")):
        grammar.say("forfeits", f"{who} {may} <forfeit>", first)
    for joint, comma in product((", but", "but", ";", ", and"), ("", ",")):
        text = f"<try> {joint} {PART('failed try')} {comma} <forfeits>"
        grammar.say(start, text, lambda v: _forfeited(v[0], v[2], ("level_at_most", 1) in v[0]))
        for instead in NO_LEVEL:
            grammar.say(start, f"{text} {instead}", lambda v: _forfeited(v[0], v[2], True))


def _is_thief(who: Pairs) -> bool:
    """Whether those are Thieves, who may steal anyway: to say so of others would let them."""
    return any(word == "is" and [*map(_named, value)] == [THIEF] for word, value in who)


def _forfeited(who: Pairs, card: str, no_level: bool) -> Body | None:
    """A Thief's card in the place of the Level that a failed theft costs: at Level 1 there is none beside it."""
    return _staked([who, (Draft("lose_named", (("card", card),), at="theft_fails"),)]) if no_level else None


def _named(identity: str) -> str:
    """The name of an identity, without its axis."""
    return str(identity).rpartition(":")[2]


def _pays(found: list[Any]) -> Body | None:
    """What somebody pays whose theft has failed."""
    frame, *who, body = found
    if who and who[0]:
        body = framed(body, (Frame(when=(("is", who[0]),)),))
    return about(body, frame) if who and body is not None else framed(body, (frame,)) if body is not None else None


def _instead(found: list[Any]) -> Body | None:
    """The same in the place of the Level that a failed theft costs."""
    body = framed(found[1], (found[0],)) if len(found) > 1 else found[0]
    if body is None or not all(isinstance(one, Draft) and one.at == FAILED for one in body):
        return None
    return tuple(replace(one, at="theft_fails", house=True) for one in body)


def _staked(found: list[Any]) -> Body | None:
    """Whoever stakes their Class loses that Class, and nothing else."""
    who, body = found
    (one, *more) = body
    named = [value[0] for word, value in who if word == "is" and len(value) == 1]
    lost = dict(one.values).get("card")
    own = [("is", (name,)) for name in named if _named(name) == lost]
    if more or one.op != "lose_named" or not own or one.when not in ((), tuple(own)):
        return None
    return framed((replace(one, when=()),), (Frame(when=tuple(pair for pair in who if pair not in own)),))
