"""Sentences of what happens in place of something: otherwise, instead, if you have none, or 2 if you are an Elf."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.branch_grammar import lost
from decks.words.clause_grammar import ELIDED, IS_SO, PLAYER_DOES
from decks.words.drafts import LOST_ITEMS, Body, Draft, Frame, Pairs, changes, framed, opposite, takes, two_ways
from decks.words.grammar_rules import PART, Grammar, always, first

NONE = (
    "you has none", "you do not has one", "you do not has any", "you do not has it", "you has no such", "you can not",
    "you do not wear one", "you do not wear any", "you is not wearing one", "you is not wearing any", "you wear none",
    "there is none", "you does not", "you has not", "you haven't any", "you haven't one", "you has nothing",
    "none", "you haven't got one", "you haven't got any", "you haven't",
    "you has nothing in hand", "you has nothing in the hands", "you hold nothing",
    "you has not got one", "you has not got any", "you own none", "you wear nothing", "you has nothing there",
)  # fmt: skip
"""How people say that somebody does not have what was to be lost."""
NEITHER = (
    "you had neither",
    "you has neither",
    "you has neither of them",
    "you had none of them",
    "you has none of them",
)
"""The same of two things."""
RANKED = ("best", "all", "dearest", "cheapest")
"""Items that are no Item of a kind."""
IN_HANDS = (("wears", "hand"),)
BARE_OF = {"barefoot": "feet", "bareheaded": "head", "unarmored": "body", "unarmoured": "body"}
"""Words for somebody who wears nothing in a slot."""


def add_alternatives(grammar: Grammar) -> None:
    """Rules for what happens instead."""
    say = partial(grammar.say, "alternative")
    for comma, pause, last in product(("", ","), (",", ";"), ("", ",")):
        say(f"if <condition> {comma} <steps> {pause} otherwise {last} <steps>", lambda v: two_ways(*v))
    for comma in ("", ",", ";"):
        for last in ("", ","):
            say(f"<steps> if <condition> {comma} otherwise {last} <steps>", lambda v: two_ways(v[1], v[0], v[2]))
    for none in NONE:
        grammar.say("none", f"if {none}", always(()))
    for bare, slot in BARE_OF.items():
        grammar.say(IS_SO, f"is {bare}", always((("not_wears", slot),)))
        grammar.say("condition", f"you is {bare}", always((("not_wears", slot),)))
        grammar.say("none", f"if {bare}", always((("not_wears", slot),)))
    for pause in (";", ",", "; but", ", but", "but", "; and", ", and", "and"):
        _add_instead(grammar, pause)
    _add_of_none(grammar)
    _add_other_numbers(grammar)
    _add_others(grammar)
    _add_losses(grammar)
    grammar.say("sentence", "<alternative>", first)
    for comma in ("", ",", ":"):
        grammar.say("sentence", f"<trigger> {comma} <alternative>", lambda v: framed(v[1], (v[0],)))


def _add_instead(grammar: Grammar, pause: str) -> None:
    say = partial(grammar.say, "alternative")
    for comma in ("", ","):
        for text in ("<steps> instead", "<steps> , instead", "instead <steps>", "instead , <steps>"):
            say(f"<steps> {pause} if <condition> {comma} {text}", lambda v: _in_its_place(v[1], v[2], v[0]))
        say(f"<steps> {pause} <steps> instead {comma} if <condition>", lambda v: two_ways(v[2], v[1], v[0]))
        say(f"<steps> {pause} instead {comma} <steps> if <condition>", lambda v: two_ways(v[2], v[1], v[0]))
        say(f"<steps> {pause} if <condition> {comma} <steps>", _unless_lost)
        for end in ("", "instead"):
            say(f"<steps> {pause} <none> {comma} <steps> {end}", lambda v: _if_none(v[0], v[2], v[1]))
            for neither in NEITHER:
                say(f"<steps> {pause} if {neither} {comma} <steps> {end}", lambda v: _if_neither(*v))
    for verb, comma in product(ELIDED, ("", ",")):
        say(
            f"<clause> {pause} <any people> {verb} <number> instead",
            lambda v: _other_number(v[0], v[2], (("is", v[1]),)),
        )
        for only in ("only", "just"):
            text = f"<clause> {pause} <any people> {verb} {only} <number>"
            say(text, lambda v: _other_number(v[0], v[2], (("is", v[1]),)))
        text = f"<clause> {pause} if <condition> {comma} {verb} <number> instead"
        say(text, lambda v: _other_number(v[0], v[2], v[1]))
    say(f"<steps> {pause} <any people> {PART(PLAYER_DOES)} instead", lambda v: two_ways((("is", v[1]),), v[2], v[0]))


EMPTY_HAND = (("hand_at_most", 0),)


def _in_its_place(when: Pairs, other: Body, body: Body) -> Body | None:
    """What happens instead under a condition; of Items in the hands, nothing in hand speaks of no cards."""
    return two_ways(when, other, body) if when != EMPTY_HAND or lost(body) != IN_HANDS else None


def _unless_lost(found: list[Any]) -> Body | None:
    """What happens if somebody does not have what was to be lost, where that is said in full."""
    body, when, other = found
    return two_ways(when, other, body) if when and opposite(when) == lost(body) else None


def _if_none(body: Body, other: Body, said: Pairs = ()) -> Body | None:
    """What happens if somebody does not have what was to be lost; `said` may name what that is."""
    there = lost(body)
    none = opposite(there) if there else None
    if none is None or said not in ((), none):
        return None
    if takes(body) and takes(other):  # nobody has more by the one, so that the other would be lost too
        one, two = framed(other, (Frame(when=none),)), framed(body, (Frame(when=there),))
        return (*one, *two) if one is not None and two is not None else None
    return two_ways(none, other, body)


def _if_neither(body: Body, other: Body) -> Body | None:
    """What happens to somebody who has neither of two things that were to be lost; who has one of them loses that."""
    losses = [lost((one,)) for one in body]
    none = tuple(pair for there in losses for pair in (opposite(there) or ()) if there)
    first = framed(other, (Frame(when=none),)) if len(losses) == len(none) == 2 else None
    if first is None or none[0] == none[1] or not (takes(other) or not changes(other, none)):
        return None
    return (*first, *body)


def _add_of_none(grammar: Grammar) -> None:
    """Lose your Armor, or a Level if you have none."""
    for before in (", or", "or", ";", ", or else"):
        grammar.say("alternative", f"<clause> {before} <clause> <none>", lambda v: _if_none(*v))
        for comma in ("", ","):
            text = f"<clause> {before} {comma} <none> {comma} <clause>"
            grammar.say("alternative", text, lambda v: _if_none(v[0], v[2], v[1]))
    for verb, subject in product(ELIDED, ("", "you")):
        rest = PART(f"rest {verb}")
        for before, further in product((", or", "or", ", or else"), (rest, f"{verb} {rest}")):
            start = f"{subject} {verb} {rest} {before}"
            grammar.say("alternative", f"{start} {further} <none>", lambda v: _if_none(*v))
            grammar.say("alternative", f"{start} , <none> , {further}", lambda v: _if_none(v[0], v[2], v[1]))


def _add_other_numbers(grammar: Grammar) -> None:
    """Lose a Level, or 2 if you are an Elf."""
    for join, word in product((",", ", or", "or", ", but", ";"), ("", "instead")):
        text = f"<clause> {join} <number> {word} if <condition>"
        grammar.say("alternative", text, lambda v: _other_number(*v))
    for comma in ("", ","):
        for text in ("<number> otherwise", "otherwise <number>", "otherwise only <number>"):
            text = f"<clause> if <condition> {comma} {text}"
            grammar.say("alternative", text, lambda v: _in_either(v[1], v[0], v[2]))
    for join, more in product(("and", ", and"), ("another", "one more", "another one", "one extra")):
        grammar.say("alternative", f"<clause> {join} {more} <if>", lambda v: _one_more(*v))
    for verb in ELIDED:
        for text in (f"if <condition> , <clause> {pause} otherwise {verb} <number>" for pause in (",", ";")):
            grammar.say("alternative", text, lambda v: _in_either(*v))


OTHERS = ("each other player", "all others", "others", "the others", "all the others", "the rest")
"""How people say whoever is none of those of whom they have spoken."""


def _add_others(grammar: Grammar) -> None:
    """Elves lose 2 Levels, all others lose one; dead unless you wear Headgear, in which case you lose it."""
    for must, comma in product(("<condition>", "you need a helper", "you need help"), ("", ",")):
        text = f"{must} {comma} or otherwise {comma} <steps>"
        grammar.say("alternative", text, lambda v: _or_else(*v) if len(v) > 1 else _or_else((("helped", True),), v[0]))
    does = PART(PLAYER_DOES)
    for pause, others in product((";", ",", ", and", "and", ", but", "; and"), OTHERS):
        grammar.say("alternative", f"<any people> {does} {pause} {others} {does}", lambda v: _others(*v))
        for number in ("<number>", *(f"{verb} {only} <number>" for verb in ELIDED for only in ("", "only"))):
            text = f"<any people> {does} {pause} {others} {number}"
            grammar.say("alternative", text, lambda v: _others(v[0], v[1], _in_number(v[1], v[2])))
    for pause, others in product((",", ";", ", and", "and", ", but"), OTHERS):
        grammar.say("alternative", f"<clause> {pause} <bonus> for {others}", lambda v: _bonus_of_others(*v))
    for verb in ELIDED:  # Elves lose only a Level, all others two
        people = f"<any people> {verb} only {PART(f'rest {verb}')}"
        for pause, others in product((";", ","), OTHERS):
            grammar.say("alternative", f"{people} {pause} {others} {does}", lambda v: _others(*v))
            grammar.say(
                "alternative",
                f"{people} {pause} {others} {verb} <number>",
                lambda v: _others(v[0], v[1], _in_number(*v[1:])),
            )
    for comma, pause, last in product(("", ","), ("", ","), ("", ",")):
        start = f"<steps> {comma} unless <condition> {pause} in which case {last}"
        for instead in ("", "instead"):
            grammar.say("alternative", f"{start} <steps> {instead}", lambda v: two_ways(v[1], v[2], v[0]))
            for you, verb, that in product(("", "you"), ("lose", "discard"), ("that", "it", "them", "those")):
                grammar.say("alternative", f"{start} {you} {verb} {that} {instead}", _loses_that)


def _add_losses(grammar: Grammar) -> None:
    """If you wear Headgear, lose it; otherwise lose a Level."""
    for you, verb, that in product(("", "you"), ("lose", "discard"), ("it", "that", "one", "them")):
        grammar.say("lose it", f"{you} {verb} {that}", always(True))
    for comma, pause in product(("", ","), ("", ",", ";")):
        if not pause:
            grammar.say("effect", f"if <condition> {comma} <lose it>", lambda v: _if_had(v[0]))
        else:
            text = f"if <condition> {comma} <lose it> {pause} otherwise <steps>"
            grammar.say("alternative", text, lambda v: _if_had(v[0], v[2]))


def _others(people: Any, body: Body, other: Body) -> Body | None:
    """What some do, and what all others do in its place: the same in another number."""
    same = [one.op for one in body if isinstance(one, Draft)] == [one.op for one in other if isinstance(one, Draft)]
    found = two_ways((("is", people),), body, other) if same else None
    return found and tuple(replace(one, of_some=True) for one in found if isinstance(one, Draft))


def _bonus_of_others(body: Body, bonus: Any) -> Body | None:
    """A bonus for those who are something, and another for all others: +2 to Run Away for Elves, +1 for the rest."""
    (one, *more) = body
    refuted = opposite(one.when) if isinstance(one, Draft) and one.when and one.when[0][0] == "is" else None
    alone = isinstance(one, Draft) and one.op == "run_away" and not more  # that of a combat may be a column
    other = _in_number(body, bonus) if refuted and alone and isinstance(bonus, int) else ()
    if not refuted or not other:
        return None
    return (*body, *(replace(draft, when=refuted) for draft in other if isinstance(draft, Draft)))


def _or_else(when: Pairs, body: Body) -> Body | None:
    """What happens where somebody has not what they must have."""
    refuted = opposite(when)
    return framed(body, (Frame(when=refuted),)) if refuted else None


HAD: Mapping[Pairs, tuple[str, Pairs]] = {
    **{there: ("lose_item", (("which", which),)) for which, there in LOST_ITEMS.items() if which not in RANKED},
    (("has", "class"),): ("lose_class", ()), (("has", "race"),): ("lose_race", ()),
}  # fmt: skip
"""What is lost where it is said: if you have one, lose it."""


def _if_had(when: Pairs, other: Body = ()) -> Body | None:
    """If you wear Headgear, lose it; or what happens otherwise."""
    loss = HAD.get(when)
    body = (Draft(*loss),) if loss else ()
    if not body or other:
        return _if_none(body, other) if body else None
    return framed(body, (Frame(when=when),))


def _loses_that(found: Sequence[Any]) -> Body | None:
    """What somebody loses who wears it, in the place of something else."""
    ((word, slot), *more) = found[1]
    loss = (Draft("lose_item", (("which", slot),)),)
    return two_ways(found[1], loss, found[0]) if word == "wears" and not more else None


def _other_number(body: Body, number: int, when: Pairs) -> Body | None:
    other = _in_number(body, number)
    return (two_ways(when, other, body) or _more_first(body, number, when)) if other else None


def _more_first(body: Body, number: int, when: Pairs) -> Body | None:
    """What is more under a condition comes first, where the rest would change whether it holds."""
    one = body[0]
    usual = dict(one.values).get("amount") if isinstance(one, Draft) else None
    if not isinstance(usual, int) or number <= usual:
        return None
    more = framed(_in_number(body, number - usual), (Frame(when=when),))
    return (*more, *body) if more else None


def _one_more(body: Body, frame: Frame) -> Body | None:
    """Lose a Level, and another if you are an Elf."""
    more = framed(_in_number(body, 1), (frame,))
    return (*body, *more) if more and not frame.at else None


def _in_either(when: Pairs, body: Body, number: int) -> Body | None:
    """So many where a condition holds, and otherwise another number."""
    other = _in_number(body, number)
    return two_ways(when, body, other) if other else None


def _in_number(body: Body, number: int) -> Body:
    """One step with another amount; nothing where it has none."""
    (one, *more) = body
    amounts = dict(one.values) if isinstance(one, Draft) and not more else {}
    if not isinstance(amounts.get("amount"), int) or not isinstance(one, Draft):
        return ()
    values = tuple((name, number if name == "amount" else value) for name, value in amounts.items())
    return (replace(one, values=values),)
