"""How sentences are built of clauses: their trigger, their conditions, what follows on a die or a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.alternatives import add_alternatives, add_spared
from decks.words.clause_grammar import ELIDED, IS_SO, PLAYER_DOES
from decks.words.drafts import (
    ALWAYS,
    OTHERWISE,
    TOP,
    Body,
    Branch,
    Columns,
    Draft,
    Frame,
    Pairs,
    branched,
    changes,
    each_way,
    framed,
    opposite,
    with_conditions,
)
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.word_tokens import CHOICE, NUMBER
from engine.records.opcodes import BY_NAME, OPCODES

START = "sentence"
JOINS = ("and", ",", ", and")
"""What stands between two things that happen."""
PAUSES = (";", "; and", "; then", "then", ", then", "and then", ", and then")
"""What stands between things that have their own conditions."""

ALONE = {
    "alone": True, "with no help": True, "without help": True, "without a helper": True, "by yourself": True,
    "without any help": True, "on the own": True, "with help": False, "with a helper": False,
}  # fmt: skip
"""How people say behind a moment whether the fighter had a helper."""


def add_sentences(grammar: Grammar) -> None:
    """Rules for whole sentences."""
    _add_conditions(grammar)
    _add_effects(grammar)
    _add_branches(grammar)
    for words, alone in ALONE.items():
        frame = Frame(when=(("alone", alone),))
        grammar.say("company", words, always(frame))
    grammar.say("accompanied", "<trigger> <company>", lambda v: replace(v[0], when=v[1].when))
    for part in ("<accompanied>", "<lies>", "<trigger>", "<if>"):
        grammar.say("pre", part, first)
    for separator in ("", ",", ":"):
        grammar.say("before", f"<pre> {separator}", first)
    grammar.say("pres", "<before>", tuple)
    grammar.say("pres", "<before> <before>", tuple)
    for post in ("<trigger>", "<if>", "<accompanied>"):
        grammar.say("post", post, first)
        grammar.say("post", f", {post}", first)
    for nothing in ("none", "no effect", "no bad stuff"):
        grammar.say(START, nothing, always(()))
    grammar.say("posts", "<post>", tuple)
    grammar.say("posts", "<post> <post>", tuple)
    for body in ("body", "final"):
        for also in ("", "then", "also", "and"):
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
    _add_columns(grammar)


def _add_columns(grammar: Grammar) -> None:
    """What columns say already, alone and beside what happens."""
    grammar.say(START, "<columns>", first)
    grammar.say(START, "<orders>", first)
    grammar.say("columns", "<column>", first)
    for join in (",", "and", ", and", ";", ""):
        grammar.say("columns", f"<columns> {join} <column>", _joined)
    for join in (",", ";", "and", ", and"):
        grammar.say(START, f"<columns> {join} <body>", _beside)
        grammar.say(START, f"<body> {join} <columns>", _beside)


def _behind(body: Body, posts: tuple[Frame, ...], pres: tuple[Frame, ...] = ()) -> Body | None:
    """Steps with what stands behind them all; where each has its own condition, the last one is that of the last."""
    own = len(body) > 1 and any(isinstance(one, Draft) and one.when for one in body)
    return None if own and any(frame.when for frame in posts) else framed(body, (*pres, *posts))


def _beside(found: list[Any]) -> Body | None:
    """What columns say beside what happens; the name of a slot alone is a part of what happens."""
    slot = any(isinstance(one, Columns) and one.values[0][0] == "slot" for body in found for one in body)
    return None if slot else _joined(found)


def _joined(found: list[Any]) -> Body:
    return tuple(one for body in found for one in body)


def _add_conditions(grammar: Grammar) -> None:
    grammar.say("conditions", "<condition>", first)
    for further in ("<condition>", PART(IS_SO)):
        grammar.say("conditions", f"<condition> and {further}", _both)
    grammar.say("conditions", "<condition> and if <condition>", _both)
    grammar.say("if", "if <conditions>", lambda v: Frame(when=v[0]))
    for word in ("while", "when"):
        grammar.say("if", f"{word} <conditions>", lambda v: Frame(when=v[0], lasts=True))
    for word, or_else in product(("if", "while", "when"), ("<condition>", PART(IS_SO), "if <condition>")):
        text = f"{word} <condition> or {or_else}"
        grammar.say("either if", text, partial(_either_if, word != "if"))
    grammar.say("if", "unless <condition>", _unless)


def _either_if(lasts: bool, found: list[Any]) -> tuple[Frame, Frame]:
    return Frame(when=found[0], lasts=lasts), Frame(when=found[1], lasts=lasts)


def _on_either(body: Body, frames: tuple[Frame, Frame], before: tuple[Frame, ...] = ()) -> Body | None:
    """What happens if one of two things holds."""
    if frames[0].lasts and any(isinstance(one, Draft) and BY_NAME[one.op].family == "instant" for one in body):
        return None
    found = each_way(frames[0].when, frames[1].when, body)
    return framed(found, before) if found is not None else None


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
    for too in ("too", "as well"):
        grammar.say("effect", f"<clause> {too}", first)
    grammar.say("effect", f"<any people> {PART(PLAYER_DOES)}", _of_some)
    for comma in ("", ","):
        grammar.say("final", f"<steps> {comma} but <effect>", _set_against)
        grammar.say("effect", f"<clause> {comma} <if>", lambda v: framed(v[0], (v[1],)))
        grammar.say("effect", f"<clause> {comma} <until>", lambda v: _kept(v[1], v[0]))
        grammar.say("effect", f"<until> {comma} <clause>", lambda v: _kept(*v))
        for verb in ELIDED:
            grammar.say(f"own {verb}", f"{PART(f'rest {verb}')} {comma} <if>", lambda v: framed(v[0], (v[1],)))
        for verb in ELIDED:  # lose 2 Levels if .., and your Headgear: whether it hangs on the condition is not said
            for join in ("and", ", and"):
                own = PART(f"own {verb}")
                grammar.say("effect", f"<clause> {comma} <if> {join} {own}", partial(_elided, verb, False))
                text = f"<clause> {comma} <if> {join} {PART(f'rests {verb}')}"
                grammar.say("effect", text, partial(_elided, verb, False))
                grammar.say("effect ", text, partial(_elided, verb, True))
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


def _set_against(found: list[Body]) -> Body | None:
    """What lasts and what it is set against; of one opcode that might be another number of it."""
    ops = [one.op for body in found for one in body if isinstance(one, Draft)]
    lasts = all(BY_NAME[op].family == "lasting" for op in ops) and len(ops) == len(set(ops))
    return _joined(found) if lasts else None


def _of_some(found: list[Any]) -> Body | None:
    """What those do who are something: if the one concerned is."""
    body = framed(found[1], (Frame(when=(("is", found[0]),)),))
    return body and tuple(replace(one, of_some=True) for one in body if isinstance(one, Draft))


def _kept(until: str, body: Body) -> Body | None:
    """What counts as long as its card stays; that it stays is said by how long it counts."""
    if any(not isinstance(one, Draft) or BY_NAME[one.op].family != "lasting" for one in body):
        return None
    lasting = [replace(one, at="in_play", hangs=False, bare=False) for one in body if isinstance(one, Draft)]
    return (Draft("keep", (("until", until),)), *lasting)


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


def _add_branches(grammar: Grammar) -> None:
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
            grammar.say(START, text, partial(_branched_when, after))
    _add_cases(grammar)
    for nothing in ("nothing", "no effect", "nothing else happens"):
        grammar.say("branch", f"<case> {nothing}", first)
        grammar.say("branch", f"<case> , {nothing}", first)
    grammar.say("branch", "<numbers> : <steps>", lambda v: Branch(v[0][0], v[0][1], v[1]))
    grammar.say("branches", "<steps>", lambda v: (Branch(*ALWAYS, v[0]),))
    grammar.say("branches", "<branch>", tuple)
    for join in (";", "; and", ",", "and", ", and"):
        grammar.say("branches", f"<branches> {join} <branch>", lambda v: (*v[0], v[1]))
    for comma in ("", ",", ":"):
        grammar.say("branch", f"<case> {comma} <steps>", lambda v: replace(v[0], body=v[1]))
    for either in ("", "either"):
        for end in ("", ", the choice", ", as you like"):
            grammar.say("body", f"{either} <either clauses> {end}", lambda v: _choice(v[0]))
            for comma in ("", ","):
                grammar.say("body", f"{either} <clause> {comma} or <clause> {end}", _choice)
                grammar.say("body", f"<lead either> : <clause> {comma} or <clause> {end}", lambda v: _choice(v[1:]))
            grammar.say("body", f"<lead either> : <either clauses> {end}", lambda v: _choice(v[1]))


def _branched_when(after: str, found: list[Any]) -> Body | None:
    body = _branched(after, [found[0], found[2]])
    return framed(body, (found[1],)) if body is not None else None


def _branched(after: str, found: list[Any]) -> Body | None:
    return branched(found[0][0], after, found[1])


def _choice(found: Sequence[Body]) -> Body | None:
    """One of two things, as the player likes."""
    return branched(Draft("either"), "chosen", tuple(Branch(n, n, body, True) for n, body in enumerate(found, 1)))


def _add_cases(grammar: Grammar) -> None:
    for text, low, high in (("otherwise", *OTHERWISE), ("in any case", *ALWAYS)):
        grammar.say("case", text, always(Branch(low, high, ())))
    for text in ("on any other roll", "on any other number", "on any other result", "on anything else"):
        grammar.say("case", text, always(Branch(*OTHERWISE, ())))
    grammar.add("case", [CHOICE], lambda v: Branch(v[0], v[0], (), True))
    for start in ("on", "on a", "on a roll of", "if you roll", "if you roll a", "if the die show", "if the die show a"):
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
