"""Sentences of what happens in place of something: otherwise, instead, if you have none, or 2 if you are an Elf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import ELIDED, PLAYER_DOES
from decks.words.drafts import Body, Draft, Pairs, Spared, framed, lost, opposite, two_ways
from decks.words.grammar_rules import PART, Grammar, always, first

NONE = (
    "you has none", "you do not has one", "you do not has any", "you do not has it", "you has no such", "you can not",
    "you do not wear one", "you do not wear any", "you is not wearing one", "you is not wearing any", "you wear none",
    "there is none", "you does not", "you has not",
)  # fmt: skip
"""How people say that somebody does not have what was to be lost."""
UNTOUCHED = ("is not affected", "is immune", "is unaffected", "is safe", "is spared", "suffer no effect")
BY_IT = (
    "",
    "by it",
    "by this",
    "by this curse",
    "by the curse",
    "to it",
    "to this",
    "to this curse",
    "from it",
    "from this",
    "from this curse",
)
SPARES = ("do not affect", "has no effect on", "will not affect", "can not affect", "do nothing to")


def add_alternatives(grammar: Grammar) -> None:
    """Rules for what happens instead."""
    say = partial(grammar.say, "alternative")
    for comma, pause, last in product(("", ","), (",", ";"), ("", ",")):
        say(f"if <condition> {comma} <steps> {pause} otherwise {last} <steps>", lambda v: two_ways(*v))
    for none in NONE:
        grammar.say("none", f"if {none}", always(()))
    for pause in (";", ",", "; but", ", but", "but"):
        _add_instead(grammar, pause)
    _add_of_none(grammar)
    _add_other_numbers(grammar)
    grammar.say("sentence", "<alternative>", first)
    for comma in ("", ",", ":"):
        grammar.say("sentence", f"<trigger> {comma} <alternative>", lambda v: framed(v[1], (v[0],)))


def _add_instead(grammar: Grammar, pause: str) -> None:
    say = partial(grammar.say, "alternative")
    for comma in ("", ","):
        for text in (f"<steps> {comma} instead", f"instead {comma} <steps>"):
            say(f"<steps> {pause} if <condition> {comma} {text}", lambda v: two_ways(v[1], v[2], v[0]))
        say(f"<steps> {pause} <steps> instead {comma} if <condition>", lambda v: two_ways(v[2], v[1], v[0]))
        say(f"<steps> {pause} instead {comma} <steps> if <condition>", lambda v: two_ways(v[2], v[1], v[0]))
        say(f"<steps> {pause} if <condition> {comma} <steps>", _unless_lost)
        for end in ("", "instead"):
            say(f"<steps> {pause} <none> {comma} <steps> {end}", lambda v: _if_none(v[0], v[2]))
    for verb, comma in product(ELIDED, ("", ",")):
        say(
            f"<clause> {pause} <any people> {verb} <number> instead",
            lambda v: _other_number(v[0], v[2], (("is", v[1]),)),
        )
        text = f"<clause> {pause} if <condition> {comma} {verb} <number> instead"
        say(text, lambda v: _other_number(v[0], v[2], v[1]))
    say(f"<steps> {pause} <any people> {PART(PLAYER_DOES)} instead", lambda v: two_ways((("is", v[1]),), v[2], v[0]))


def _unless_lost(found: list[Any]) -> Body | None:
    """What happens if somebody does not have what was to be lost, where that is said in full."""
    body, when, other = found
    return two_ways(when, other, body) if when and opposite(when) == lost(body) else None


def _if_none(body: Body, other: Body) -> Body | None:
    there = lost(body)
    none = opposite(there) if there else None
    return two_ways(none, other, body) if none is not None else None


def _add_of_none(grammar: Grammar) -> None:
    """Lose your Armor, or a Level if you have none."""
    for before in (", or", "or", ";", ", or else"):
        grammar.say("alternative", f"<clause> {before} <clause> <none>", lambda v: _if_none(v[0], v[1]))
        for comma in ("", ","):
            text = f"<clause> {before} {comma} <none> {comma} <clause>"
            grammar.say("alternative", text, lambda v: _if_none(v[0], v[2]))
    for verb, subject in product(ELIDED, ("", "you")):
        rest = PART(f"rest {verb}")
        for before, further in product((", or", "or", ", or else"), (rest, f"{verb} {rest}")):
            start = f"{subject} {verb} {rest} {before}"
            grammar.say("alternative", f"{start} {further} <none>", lambda v: _if_none(v[0], v[1]))
            grammar.say("alternative", f"{start} , <none> , {further}", lambda v: _if_none(v[0], v[2]))


def _add_other_numbers(grammar: Grammar) -> None:
    """Lose a Level, or 2 if you are an Elf."""
    for join, word in product((",", ", or", "or", ", but", ";"), ("", "instead")):
        text = f"<clause> {join} <number> {word} if <condition>"
        grammar.say("alternative", text, lambda v: _other_number(*v))


def _other_number(body: Body, number: int, when: Pairs) -> Body | None:
    (one, *more) = body
    amounts = dict(one.values) if isinstance(one, Draft) and not more else {}
    if not isinstance(amounts.get("amount"), int) or isinstance(one, Spared):
        return None
    values = tuple((name, number if name == "amount" else value) for name, value in amounts.items())
    return two_ways(when, (replace(one, values=values),), body)


def add_spared(grammar: Grammar) -> None:
    """Whom all that a text says does nothing to: Elves are not affected."""
    for untouched, by_it in product(UNTOUCHED, BY_IT):
        grammar.say("spared", f"<any people> {untouched} {by_it}", _spared)
    for spares, it in product(SPARES, ("it", "this", "this curse", "the curse", "this card")):
        grammar.say("spared", f"{it} {spares} <any people>", _spared)
    grammar.say("spared", "no effect on <any people>", _spared)
    for only in ("only affect", "affect only"):
        for it in ("", "it", "this", "this curse"):
            grammar.say("spared", f"{it} {only} <any people>", _struck)
    grammar.say("spared", "only <any people> is affected", _struck)
    grammar.say("sentence", "<spared>", tuple)


def _spared(found: Sequence[Any]) -> Spared:
    return Spared((("is_not", found[0]),))


def _struck(found: Sequence[Any]) -> Spared:
    return Spared((("is", found[0]),))
