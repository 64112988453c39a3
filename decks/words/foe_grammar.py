"""What monsters do on rules: all of them, those of a kind, those of somebody; and what each of something gives."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.value_kinds import NAMED
from decks.words.clause_grammar import FOE_DOES
from decks.words.counted_grammar import counted
from decks.words.deed_grammar import AUXILIARIES
from decks.words.drafts import Body, Draft, Frame, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.standing_grammar import suffixed
from decks.words.word_tokens import NAME_WORDS, name_words

FOES = ("monsters", "all monsters", "every monster", "each monster", "the monsters", "a monster", "any monster")
FACE = ("combat", "face", "is fighting")
"""Verbs of who fights a monster."""


def add_foes(grammar: Grammar) -> None:
    """What monsters do: all of them, those of a kind, and those of somebody."""
    _add_called(grammar)
    _add_whose(grammar)
    does = PART(FOE_DOES)
    for also in AUXILIARIES:
        grammar.say("foes do", f"<foes> {also} {does}", lambda v: _of_foes(v[1], v[0]))
    grammar.say("foes do", f"<foes do> and {does}", lambda v: _of_more(*v))
    for against in ("against", "when fought by", "when combat", "when faced by", "to", "for"):
        grammar.say("foes do", f"<foes do> {against} <one>", _of_somebody)
    grammar.say("foes do", "<foes do> <each>", lambda v: _for_each(v[1], v[0]))
    for comma in ("", ","):
        grammar.say("foes do", f"<each> {comma} <foes do>", lambda v: _for_each(*v))
    grammar.say("effect", "<foes do>", first)
    _add_forbidden(grammar)
    _add_each(grammar)
    _add_slots(grammar)


def _add_whose(grammar: Grammar) -> None:
    """All monsters, those of a Level or kind, and those that somebody fights."""
    for text in FOES:
        grammar.say("foes", text, always(Frame()))
        for by in ("fought by", "against", "combat by", "faced by"):
            grammar.say("foes", f"{text} {by} <one>", lambda v: Frame(when=v[0], third=True))
        for that, who, verb in product(("", "that", "which", "what"), ("you", "they", "he", "she"), FACE):
            grammar.say("foes", f"{text} {that} {who} {verb}", always(Frame()))
        for verb in FACE:
            grammar.say("foes", f"{text} <one> {verb}", lambda v: Frame(when=v[0], third=True))
        for that in ("", "that is"):
            grammar.say("foes", f"{text} {that} <foe of>", lambda v: Frame(when=v[0]))
    for text in FOES:
        grammar.say("foes", f"{text} <of a name>", lambda v: Frame(when=(("its_tag", v[0]),)))
    for every in ("a", "every", "each", "any", "all", ""):
        text = f"{every} Level <bound> monster{'s' if every in ('all', '') else ''}"
        grammar.say("foes", text, lambda v: Frame(when=suffixed("its_level", v)))
    for every, noun in product(("", "all", "every", "each"), ("", "monsters", "monster")):
        grammar.say("foes", f"{every} <tag> {noun}", lambda v: Frame(when=(("its_tag", (v[0],)),)))


def _of_somebody(found: list[Any]) -> Body | None:
    """What monsters do against those who are something; what they pay goes to whoever wins, not to the helper."""
    if ("helper", True) in found[1]:
        return None
    return framed(found[0], (Frame(when=found[1], third=True),))


def _add_forbidden(grammar: Grammar) -> None:
    """Whom nobody may attack, or help."""
    for op in ("truce", "no_helper"):
        grammar.say("effect", f"<{op} against> <one>", partial(_spared_one, op))
    for text in ("no helping", "no help for", "no helper for", "nobody may help", "nobody can help", "nobody help"):
        grammar.say("no_helper against", text, always(True))
    for verb, may in product(("play cards against", "hinder", "attack", "harm", "interfere with"), ("may", "can")):
        grammar.say("truce against", f"nobody {may} {verb}", always(True))


def _add_slots(grammar: Grammar) -> None:
    """What Headgear, Armor or Footgear gives beside its own bonus."""
    for slot, text in (("head", "Headgear"), ("body", "Armor"), ("feet", "Footgear")):
        for every, gives in product(
            ("", "all", "any"), ("give", "give you", "give a", "give an extra", "give you an extra")
        ):
            grammar.say("effect", f"{every} {text} {gives} <clause>", partial(_worn, slot))


def _worn(slot: str, found: list[Any]) -> Body | None:
    """What counts while somebody wears something."""
    body = framed(found[0], (Frame(when=(("wears", slot),)),))
    return body and tuple(replace(one, house=True) for one in body if isinstance(one, Draft))


def _add_each(grammar: Grammar) -> None:
    """What each of what is counted gives."""
    does = PART(FOE_DOES)
    for gives in ("give", "give you", "gives", "gives you", "is worth", "add"):
        grammar.say("each gives", f"<each thing> {gives} <clause>", _each_gives)
        for join in ("and", "but", ", but", ", and"):
            grammar.say("each gives", f"<each thing> {gives} <clause> {join} <clause>", _each_gives)
    grammar.say("final", "<each gives>", first)
    grammar.say("effect", "<clause> <each>", lambda v: _for_each(v[1], v[0]) if v[1][0] != "players" else None)
    for comma in ("", ","):
        grammar.say("effect", f"<each> {comma} <clause>", lambda v: _for_each(*v))
        grammar.say("effect", f"<each> {comma} {does}", lambda v: _for_each(*v))
        grammar.say("effect", f"<each> {comma} it {does}", lambda v: _for_each(*v))


def _each_gives(found: list[Any]) -> Body | None:
    """What each of what is counted gives you, one thing or two."""
    each, *bodies = found
    all_of = [_for_each(each, body) for body in bodies]
    return None if None in all_of else tuple(one for body in all_of for one in body or ())


def _for_each(each: tuple[str, int], body: Body) -> Body | None:
    """So much for each of what is counted, said first."""
    one = body[0]
    times = dict(one.values).get("amount", 1) if isinstance(one, Draft) else None
    if len(body) != 1 or not isinstance(one, Draft) or not isinstance(times, int):
        return None
    amount = counted([times, each])
    return (replace(one, values=(*(pair for pair in one.values if pair[0] != "amount"), ("amount", amount))),)


def _spared_one(op: str, found: list[Any]) -> Body:
    """Whom nobody may attack, or help."""
    return (Draft(op, when=found[1], house=True, third=True),)


def _of_foes(body: Body, frame: Frame) -> Body | None:
    found = framed(body, (frame,))
    return found and tuple(replace(one, house=True, third=frame.third) for one in found if isinstance(one, Draft))


def _of_more(before: Body, body: Body) -> Body | None:
    """What the same monsters do too."""
    first_one = before[0]
    if not isinstance(first_one, Draft):
        return None
    also = _of_foes(body, Frame(when=first_one.when, third=first_one.third))
    return (*before, *also) if also is not None else None


def _add_called(grammar: Grammar) -> None:
    """Words that stand in the names of cards: with "Orc" in its name."""
    grammar.add("called", [NAME_WORDS, "in name"], lambda v: (f"{NAMED}{name_words(v[0])}",))
    grammar.add("of a name", ["with", PART("called")], first)
    for monsters in ("a monster", "any monster", "monsters", "another monster", "all monsters", "other monsters"):
        grammar.say("foe kinds", f"{monsters} <of a name>", first)
    for a, noun in product(("", "a", "any", "all", "another"), ("", "monster", "monsters")):
        grammar.say("foe kinds", f"{a} <tag> {noun}", tuple)
    grammar.say("foe row", "<foe kinds>", first)
    grammar.say("foe row", "<foe row> , <foe kinds>", lambda v: (*v[0], *v[1]))
    for the in ("", "the"):
        grammar.say("foe kinds", f"{the} <foe kinds> or <foe kinds>", lambda v: (*v[0], *v[1]))
        grammar.say("foe kinds", f"{the} <foe row> , <foe kinds> or <foe kinds>", lambda v: (*v[0], *v[1], *v[2]))
        grammar.say("foe kinds", f"{the} <cards>", lambda v: (f"{NAMED}{v[0]}",))
