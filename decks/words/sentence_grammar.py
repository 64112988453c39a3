"""How sentences are built of clauses: their trigger, their conditions, what follows on a die or a choice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.alternatives import add_alternatives
from decks.words.branch_grammar import add_branches
from decks.words.clause_grammar import ELIDED, IS_SO, PLAYER_DOES
from decks.words.drafts import Body, Columns, Draft, Frame, Instead, Pairs, changes, framed, opposite, with_conditions
from decks.words.frame_grammar import add_frames, add_kept, add_spared
from decks.words.grammar_rules import PART, Grammar, always, first
from engine.records.opcodes import BY_NAME

START = "sentence"
JOINS = ("and", ",", ", and")
"""What stands between two things that happen."""
FREE = ("for free", "free of charge", "at no cost", "for nothing", "without paying", "at no charge")
"""What goes without saying behind what somebody gets: nothing is paid for it."""
GIFTS = ("draw", "draw_any", "gain_levels", "take_identity", "take_from_discards", "take_tokens")
PAUSES = (";", "; and", "; then", "then", ", then", "and then", ", and then")
"""What stands between things that have their own conditions."""


def add_sentences(grammar: Grammar) -> None:
    """Rules for whole sentences."""
    _add_conditions(grammar)
    _add_effects(grammar)
    add_branches(grammar, START)
    add_kept(grammar)
    add_frames(grammar, START)
    for nothing in ("none", "no effect", "no bad stuff"):
        grammar.say(START, nothing, always(()))
    for body in ("body", "final"):
        for also in ("", "then", "also", "and", "first"):
            grammar.say(START, f"{also} {PART(body)}", first)
        grammar.say(START, f"<pres> {PART(body)}", lambda v: framed(v[1], v[0]))
    add_alternatives(grammar)
    add_spared(grammar)
    for comma in ("", ","):
        grammar.say(START, f"<either if> {comma} <steps>", lambda v: _on_either(v[1], v[0]))
        grammar.say(START, f"<steps> {comma} <either if>", lambda v: _on_either(*v))
        grammar.say(START, f"<trigger> , <either if> {comma} <steps>", lambda v: _on_either(v[2], v[1], (v[0],)))
    grammar.say(START, "<steps> <posts>", lambda v: _behind(*v))
    grammar.say(START, "<pres> <steps> <posts>", lambda v: _behind(v[1], v[2], v[0]))
    for comma in ("", ","):
        grammar.say(START, f"<body> {comma} <trigger>", lambda v: framed(v[0], (v[1],)))
    for or_, comma in product((", or", "or"), ("", ",")):
        grammar.say(START, f"<trigger> {or_} <trigger> {comma} <steps>", lambda v: _at_either(*v))
    _add_columns(grammar, START)


def _at_either(one: Frame, other: Frame, body: Body) -> Body | None:
    """What happens at either of two moments: a row of its own for each, of what follows on nothing."""
    leads = any(isinstance(draft, Draft) and BY_NAME[draft.op].leads_to is not None for draft in body)
    first, second = framed(body, (one,)), framed(body, (other,))
    return (*first, *second) if first and second and not leads and one.at != other.at else None


def _behind(body: Body, posts: tuple[Frame, ...], pres: tuple[Frame, ...] = ()) -> Body | None:
    """Steps with what stands behind them all; where each has its own condition, the last one is that of the last."""
    own = len(body) > 1 and any(isinstance(one, Draft) and one.when for one in body)
    return None if own and any(frame.when for frame in posts) else framed(body, (*pres, *posts))


def _add_conditions(grammar: Grammar) -> None:
    grammar.say("conditions", "<condition>", first)
    for further in ("<condition>", PART(IS_SO)):
        grammar.say("conditions", f"<condition> and {further}", _both)
    grammar.say("conditions", "<condition> and if <condition>", _both)
    grammar.say("if", "if <conditions>", lambda v: Frame(when=v[0]))
    for word in ("while", "when"):
        grammar.say("if", f"{word} <conditions>", lambda v: Frame(when=v[0], lasts=True))
    for word, who in product(("if", "when", "while"), ("the fighter", "the combat player")):
        text = f"{word} {who} {PART(IS_SO)}"
        grammar.say("if", text, partial(_of_fighter, word != "if"))
    for win in ("if you win", "if you kill it", "when you win", "when you kill it"):
        grammar.say("if", f"{win} <company>", lambda v: replace(v[0], lasts=True))
    for word, or_else in product(("if", "while", "when"), ("<condition>", PART(IS_SO), "if <condition>")):
        text = f"{word} <condition> or {or_else}"
        grammar.say("either if", text, partial(_either_if, word != "if"))
    grammar.say("if", "unless <condition>", _unless)


def _of_fighter(lasts: bool, found: list[Any]) -> Frame:
    return Frame(when=found[0], lasts=lasts, fighter=True)


def _either_if(lasts: bool, found: list[Any]) -> tuple[Frame, Frame]:
    return Frame(when=found[0], lasts=lasts), Frame(when=found[1], lasts=lasts)


def _on_either(body: Body, frames: tuple[Frame, Frame], before: tuple[Frame, ...] = ()) -> Body | None:
    """What happens if one of two things holds."""
    if frames[0].lasts and any(isinstance(one, Draft) and BY_NAME[one.op].family == "instant" for one in body):
        return None
    found = _each_way(frames[0].when, frames[1].when, body)
    return framed(found, before) if found is not None else None


def _each_way(when: Pairs, other: Pairs, body: Body) -> Body | None:
    """What happens if one condition holds or another: under the one, and under the other without the one."""
    if any(word == "thrown_for" and (word, value) not in other for word, value in when):
        one, two = framed(body, (Frame(when=when),)), framed(body, (Frame(when=other),))
        return (*one, *two) if one and two and "thrown_for" in dict(other) else None  # never both
    if opposite(when) is None:
        when, other = other, when
    refuted = opposite(when)
    leads = any(isinstance(one, Draft) and BY_NAME[one.op].leads_to is not None for one in body)
    if refuted is None or leads or changes(body, (*when, *other)):
        return None
    first, second = framed(body, (Frame(when=when),)), framed(body, (Frame(when=other), Frame(when=refuted)))
    return (*first, *second) if first is not None and second is not None else None


def _both(found: list[Any]) -> Pairs | None:
    """Two conditions; an identity that both name is looked for on any axis in the second."""
    draft = with_conditions(Draft("", when=found[0]), found[1])
    return draft.when if draft is not None else None


def _unless(found: list[Any]) -> Frame | None:
    when = opposite(found[0])
    return Frame(when=when) if when is not None else None


def _add_effects(grammar: Grammar) -> None:
    """Things that happen, each with conditions of its own."""
    grammar.say("effect", "<clause>", first)
    grammar.say("effect", "<clauses>", first)
    grammar.say("effect", "<clause> <too>", first)
    for free in FREE:
        grammar.say("effect", f"<clause> {free}", _for_free)
        grammar.say(PLAYER_DOES, f"{PART(PLAYER_DOES)} {free}", _for_free)
    grammar.say("effect", f"<any people> {PART(PLAYER_DOES)}", _of_some)
    for comma in ("", ","):
        grammar.say("final", f"<steps> {comma} but <effect>", _set_against)
        grammar.say("effect", f"<clause> {comma} <if>", lambda v: framed(v[0], (v[1],)))
        for verb in ELIDED:
            grammar.say(f"own {verb}", f"{PART(f'rest {verb}')} {comma} <if>", lambda v: framed(v[0], (v[1],)))
        for verb in ELIDED:  # lose 2 Levels if .., and your Headgear: whether it hangs on the condition is not said
            for join in ("and", ", and"):
                own = PART(f"own {verb}")
                grammar.say("effect", f"<clause> {comma} <if> {join} {own}", partial(_elided, verb, False))
                text = f"<clause> {comma} <if> {join} {PART(f'rests {verb}')}"
                grammar.say("effect", text, partial(_elided, verb, False))
                grammar.say("effect ", text, partial(_elided, verb, True))
    _add_of_fighters(grammar)
    grammar.say("effect", "<effect >", first)
    grammar.say("steps", "<effect>", first)
    for join in JOINS:
        grammar.say("steps", f"<steps> {join} <effect>", _joined)
    grammar.say("body", "<steps>", first)
    for join in PAUSES:
        grammar.say("body", f"<body> {join} <steps>", _joined)
    for join in (*JOINS, *PAUSES):
        for before, behind in product(("", ","), ("", ",")):
            text = f"<body> {join} {before} <if> {behind} <effect>"
            grammar.say("final", text, partial(_condition_last, join))
        grammar.say("final", f"<body> {join} <branched>", _joined)
    grammar.say("final", "<branched>", first)


def _for_free(found: list[Body]) -> Body | None:
    """What somebody gets, which costs nothing; all else might be something else for nothing."""
    return found[0] if all(isinstance(one, Draft) and one.op in GIFTS for one in found[0]) else None


def _add_of_fighters(grammar: Grammar) -> None:
    """How strong a monster is against whom, and how well some fight, where the verb is said once."""
    for join, at in product((",", "and", ", and", ";"), ("", "at")):
        grammar.say("effect", f"<clause> {join} <any people> {at} <bonus>", lambda v: _further(*v))
    for against in ("against", "when fighting", "when facing"):
        for comma in ("", ","):
            grammar.say("effect", f"{against} <any people> {comma} <clause>", lambda v: _against(*v))
        grammar.say("effect", f"<clause> {against} <any people>", lambda v: _against(v[1], v[0]))


def _against(people: Any, body: Body) -> Body | None:
    """The strength of a monster; what else happens against somebody might happen to them alone."""
    strong = all(isinstance(one, Draft) and one.op == "strength" for one in body)
    return framed(body, (Frame(when=(("anyone", people),), fighter=True),)) if strong else None


def _further(body: Body, people: Any, amount: Any) -> Body | None:
    """Wizards have +3, Thieves -2: how well others fight, without the verb of those before."""
    one = body[0]
    if not isinstance(one, Draft) or one.op != "each_strength" or one.when:
        return None
    return (one, replace(one, values=(("amount", amount), ("of", people))))


def _set_against(found: list[Body]) -> Body | None:
    """What lasts, or happens, and what it is set against; of one opcode that might be another number of it."""
    drafts = [one for body in found for one in body if isinstance(one, Draft)]
    ops = [one.op for one in drafts if ("amount", 0) not in one.values]
    alike = {BY_NAME[op].family for op in ops} in ({"lasting"}, {"instant"})
    return _joined(found) if alike and len(drafts) == len(set(ops)) else None


def _of_some(found: list[Any]) -> Body | None:
    """What those do who are something: if the one concerned is."""
    body = framed(found[1], (Frame(when=(("is", found[0]),)),))
    return body and tuple(replace(one, of_some=True) for one in body if isinstance(one, Draft))


def _condition_last(join: str, found: list[Any]) -> Body | None:
    return _last(join, found[0], found[2], found[1])


def _last(join: str, body: Body, effect: Body, frame: Frame) -> Body | None:
    """Things of which the last has a condition before it: where those before would change it, it must say then."""
    if "then" not in join and changes(body, frame.when):
        return None
    found = framed(effect, (frame,))
    return (*body, *found) if found is not None else None


def _elided(verb: str, shared: bool, found: list[Any]) -> Body | None:
    """Further things behind a condition, which may be theirs too."""
    first, frame, rest = found
    if not first[0].op.startswith(verb):
        return None
    one, more = framed(first, (frame,)), framed(rest, (frame,)) if shared else rest
    return (*one, *more) if one is not None and more is not None else None


def _add_columns(grammar: Grammar, start: str) -> None:
    """What columns say already, alone and beside what happens."""
    grammar.say(start, "<columns>", first)
    grammar.say("columns", "<column>", first)
    for join in (",", "and", ", and", ", plus", "plus", ";", ":", ""):
        grammar.say("columns", f"<columns> {join} <column>", _joined)
    for join in (",", ";", "and", ", and"):
        grammar.say(start, f"<columns> {join} <body>", _beside)
        grammar.say(start, f"<body> {join} <columns>", _beside if join == ";" else _of_all_beside)
    for join, word in product((", or", "or", ", but", ";"), ("", "instead")):
        grammar.say(start, f"<columns> {join} <bonus> {word} <if>", lambda v: _other_bonus(*v))
    for join, body in product(("but", ", but"), ("<body>", "<final>")):
        grammar.say(start, f"<columns> {join} {body}", _but)


def _joined(found: list[Any]) -> Body:
    """Several things that are said one behind the other."""
    return tuple(one for body in found for one in body)


def _of_all_beside(found: list[Any]) -> Body | None:
    """What columns say behind what happens; behind what is said of some it may be said of them alone."""
    some = any(isinstance(one, Draft) and (one.of_some or one.op == "each_strength") for one in found[0])
    asked = [key for one in found[0] if isinstance(one, Draft) for key in dict(one.when)]
    listed = any("tag" in key for key in asked)  # tags behind are of that list
    tags = any(isinstance(one, Columns) and "tags" in dict(one.values) for one in found[1])
    return None if some or (listed and tags) else _beside(found)


def _beside(found: list[Any]) -> Body | None:
    """What columns say beside what happens; the name of a slot alone is a part of what happens."""
    told = {name for body in found for one in body if isinstance(one, Columns) for name, _ in one.values[:1]}
    bonus = any(isinstance(one, Draft) and one.op == "strength" and one.when for one in _joined(found))
    return None if "slot" in told or ("run_away" in told and bonus) else _joined(found)  # a bonus of what?


def _other_bonus(told: Body, bonus: Any, frame: Frame) -> Body | None:
    """What columns say, and another bonus in the place of theirs where a condition holds: +2, or +4 if alone."""
    values = {name: value for one in told if isinstance(one, Columns) for name, value in one.values}
    if not isinstance(bonus, int) or frame.at or not frame.when or not isinstance(values.get("bonus"), int):
        return None
    return (*told, Draft("strength", (("amount", Instead(bonus, values["bonus"])),), frame.when, hangs=True))


def _but(found: list[Any]) -> Body | None:
    """What columns say and what it is set against: what lasts might be another number of it."""
    once = all(isinstance(one, Draft) and BY_NAME[one.op].family != "lasting" for one in found[1])
    return _beside(found) if once else None
