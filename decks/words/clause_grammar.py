"""How clauses are read: what opcodes do, when, under what conditions, and what columns of a card say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

from decks.words.clause_table import Clause, clauses, columns, conditions, plain_value, triggers
from decks.words.drafts import Columns, Draft, Frame, Pairs
from decks.words.grammar_rules import (
    ONE_OF,
    PART,
    UNSAID,
    Grammar,
    always,
    filled,
    pieces_of,
    shared_ways,
    without_commas,
)
from decks.words.patterns import Flat, Hole
from engine.records.opcodes import BY_NAME

BOTH_PLACES = ("in play and in hand", "in hand and in play", "both in play and in hand",
               "in play and all cards in hand", "in play and all the cards in hand",
               "in hand and all cards in play")  # fmt: skip
"""Where all cards of somebody lie."""
ELIDED = ("lose", "discard", "gain", "draw")
"""Verbs that are said once for several things."""
CONDITIONAL = "if"
"""How a pattern says that it means its opcode only where the sentence names a condition."""
LIES = ("in", "play")
"""A moment that is said before what happens: behind it, it belongs to what is spoken of, such as Items in play."""
BARE, ALONE = "bare", "alone"
"""The same of a bonus that may be the whole one or one more; and one of which other words say when it counts."""
IF = "if."
"""What stands before the word of a condition that a pattern of an opcode or a trigger says."""
AT, FOR = "at", "for"
"""How a pattern of an opcode says its trigger, and that it means its opcode on house rules alone, or on cards alone."""
NO_VALUES = (CONDITIONAL, AT, FOR, UNSAID)
MOST_TAKEN = 4
"""Cards that somebody may take from a hand, one by one."""
SUBJECT_AND_VERB = 3
"""Words of conditions and moments by which further ways to say them are made: when you kill, you has no."""
PLAYER_DOES, FOE_DOES, HAPPENS_TO, IS_SO, BARE = "does", "foe does", "happens to", "further condition", "bare"
"""Parts that lack what they are about: loses a Level; gets +2; loses a combat; is an Elf; +2 to Run Away."""


RANGED = tuple(f"{what}_at_least" for what in ("level", "roll", "hand", "items", "players", "its_level"))
"""Conditions of which both bounds are said in one: the Level is 3; the hand has 2 to 4 cards."""
GERUNDS = {"win": "winning", "lose": "losing", "kill": "killing", "defeat": "defeating", "die": "dying",
           "help": "helping", "sell": "selling", "loot": "looting", "gain": "gaining", "reach": "reaching",
           "escape": "escaping", "get": "getting", "fail": "failing", "suffer": "suffering", "is": "is"}  # fmt: skip
"""How what somebody does is called: winning a combat."""


def add_clauses(grammar: Grammar) -> set[str]:
    """Rules for every row of the table; what their patterns ask for."""
    asked = {"in the hands"}
    for op, rows in clauses().items():
        part = "clause" if BY_NAME[op].leads_to is None else f"lead {op}"
        for clause in rows:
            for way in ways_of(grammar, clause):
                asked |= _add_clause(grammar, part, op, clause, way)
    for word, rows in conditions().items():
        for clause in rows if rows[0].names[0] == word else ():
            for way in ways_of(grammar, clause, SUBJECT_AND_VERB):
                asked |= _add_condition(grammar, word, clause, way)
        if word in RANGED:
            _add_range(grammar, word, rows[0])
    for name, clause in triggers().items():
        for way in ways_of(grammar, clause, SUBJECT_AND_VERB):
            asked |= _add_trigger(grammar, name, way)
    for clause in columns():
        for way in ways_of(grammar, clause, 0):
            asked |= _add_column(grammar, clause, way)
    return asked


def ways_of(grammar: Grammar, clause: Clause, first: int = 1) -> Iterator[Flat]:
    """Every way to say a row, as words and holes."""
    for way in (clause.says, *clause.heard):
        yield from shared_ways(grammar, way, first, ELIDED)


def _add_trigger(grammar: Grammar, name: str, way: Flat) -> set[str]:
    pieces, holes = pieces_of(way)
    known, lasts = fixed_values(Clause((), ()), way), name == "in_play" and tuple(pieces) != LIES

    def frame(values: list[Any]) -> Frame:
        given = {**known, **filled(holes, values)}
        given.pop(UNSAID, None)
        when = tuple((word.removeprefix(IF), value) for word, value in given.items())
        return Frame(name, when, lasts=lasts)

    for made_of in without_commas(pieces) if pieces else ():
        grammar.add("lies" if tuple(made_of) == LIES else "trigger", made_of, frame)
        if made_of[0] in ("when", "if", "after") and made_of[1] == "you":
            grammar.add(HAPPENS_TO, made_of[2:], frame)
            for word in ("when", "if", "after", "once"):
                grammar.add("trigger", [word, *made_of[1:]], frame)
            if made_of[2] in GERUNDS:
                grammar.add(f"deed {name}", [GERUNDS[made_of[2]], *made_of[3:]], frame)
    return asked_by(pieces)


def _add_clause(grammar: Grammar, part: str, op: str, clause: Clause, way: Flat) -> set[str]:
    pieces, holes = pieces_of(way)
    known, fixed, on = fixed_values(clause, way), clause.fixed, clause.on

    def draft(values: list[Any]) -> tuple[Draft, ...] | None:
        given = {**known, **filled(holes, values)}
        if any(given.get(name, allowed[0]) not in allowed for name, allowed in fixed.items()):
            return None
        when = tuple((name.removeprefix(IF), value) for name, value in given.items() if name.startswith(IF))
        rest = tuple(
            (name, value) for name, value in given.items() if not name.startswith(IF) and name not in NO_VALUES
        )
        at, whose = given.get(AT, ""), given.get(FOR)
        hangs, bare = given.get(CONDITIONAL, ALONE) != ALONE, given.get(CONDITIONAL) in (BARE, ALONE)
        return (Draft(op, rest, when, on, at, hangs, bare, house=whose == "rule", card=whose == "card",
                      foe=whose == "foe"),)  # fmt: skip

    for made_of in _imperative(pieces):
        for words in without_commas(made_of):
            if words[0] in ELIDED and part == "clause":
                grammar.add(f"rest {words[0]}", words[1:], draft)
            else:
                grammar.add(part, words, draft)
    if pieces[0] == PART("bonus") and part == "clause":
        grammar.add(BARE, pieces, draft)
    first, rest = pieces[0], pieces[1:]
    for words in without_commas(rest) if rest and part == "clause" and first in ("you", "it") else ():
        grammar.add(PLAYER_DOES if first == "you" else FOE_DOES, words, draft)
    return asked_by(pieces)


def fixed_values(clause: Clause, way: Flat) -> Mapping[str, Any]:
    """Values that a pattern says without words."""
    found = {name: allowed[0] for name, allowed in clause.fixed.items() if len(allowed) == 1}
    return found | {hole.params[0]: plain_value(hole.fixed) for hole in way if isinstance(hole, Hole) and not hole.kind}


def _imperative(pieces: list[str]) -> Iterator[list[str]]:
    """A clause, and the same without the player it is said to: you lose a Level, lose a Level."""
    yield pieces
    if pieces[0] == "you" and len(pieces) > 1:
        yield pieces[1:]


def _add_condition(grammar: Grammar, word: str, clause: Clause, way: Flat) -> set[str]:
    pieces, holes = pieces_of(way)
    known = fixed_values(clause, way)

    def pair(values: list[Any]) -> Pairs:
        given = {"value": True, **known, **filled(holes, values)}
        given.pop(UNSAID, None)
        return ((word, given.pop("value")), *((name.removeprefix(IF), value) for name, value in given.items()))

    for made_of in without_commas(pieces):
        grammar.add("condition", made_of, pair)
        if made_of[0] == "the" and made_of[1] in ("level", "hand"):
            grammar.add("whose", made_of[1:], pair)
        if made_of[0] == "you":
            grammar.add(IS_SO, made_of[1:], pair)
            if made_of[1] == "has":
                grammar.add("with", ["with", *made_of[2:]], pair)
                for article in ([], ["a"], ["any"]) if made_of[2] == "no" else ():
                    grammar.add("with", ["without", *article, *made_of[3:]], pair)
            elif made_of[1] == "is" and made_of[2] in ("behind", "ahead", "at", "of", "on", "in", PART("least")):
                grammar.add("with", made_of[2:], pair)
    return asked_by(pieces)


def _add_range(grammar: Grammar, word: str, clause: Clause) -> None:
    """What is a number, or from one to another, as it is written: of at least and at most."""
    text = "".join(part if isinstance(part, str) else "#" for part in clause.says)
    most = word.replace("least", "most")
    for says in ("<number>", "<number> to <number>"):
        grammar.say(
            "condition",
            text.replace("# or more", says),
            lambda v: ((word, v[0]), (most, v[-1])) if len(v) == 1 or v[0] < v[1] else None,
        )


def _add_column(grammar: Grammar, clause: Clause, way: Flat) -> set[str]:
    pieces, holes = pieces_of(way)
    known = fixed_values(clause, way)

    def columns_said(values: list[Any]) -> tuple[Columns, ...] | None:
        if any(hole.kind == "bonus" and not isinstance(one, int) for hole, one in zip(holes, values, strict=True)):
            return None  # what counts something is no number of a column
        said = {**known, **filled(holes, values)}
        return (Columns(tuple(pair for pair in said.items() if pair[0] != UNSAID)),)

    for made_of in without_commas(pieces):
        grammar.add("column", made_of, columns_said)
    return asked_by(pieces)


def asked_by(pieces: list[str]) -> set[str]:
    """The parts of which a pattern is made."""
    return {piece[1:-1] for piece in pieces if piece.startswith("<") and not piece[1:].startswith(ONE_OF)}


PASSING = ("pass", "to pass", "give", "to give", "hand", "to hand", "hand over", "to hand over")
"""What everybody is made to do with what they pass."""


def _add_passing(grammar: Grammar) -> None:
    """Everybody passes this to the one side and that to the other."""
    one, two = "<held> to <neighbours>", "<held> to <neighbours> and <held> to <neighbours>"
    grammar.say("clauses", f"everybody pass {two}", _passes)
    for make, give in product(("make", "has", "let", "force"), PASSING):
        grammar.say("for nothing", f"{make} everybody {give} {one}", lambda v: _passes([*v, "", ""]))
        grammar.say("for nothing", f"{make} everybody {give} {two}", _passes)


UNSEEN = ("", "at random", "without looking", "unseen", "blindly")


def _add_takings(grammar: Grammar) -> None:
    """Somebody takes two cards from the hand: one, and another."""
    for verb, tail in product(("take", "draw", "steal"), UNSEEN):
        text = f"<who> {verb} <number> {{}} {tail}"
        for cards in ("cards from the hand", "cards of the hand", "hand cards"):
            grammar.say("clauses", text.format(cards), lambda v: _takes(*v))


def _takes(who: str, number: int) -> tuple[Draft, ...] | None:
    one = Draft("players_take", (("to", who), ("what", "hand")))
    return (one,) * number if 2 <= number <= MOST_TAKEN else None


def _passes(found: list[Any]) -> tuple[Draft, ...] | None:
    """Two things that are passed, each to the neighbour who is said."""
    one, to, other, across = found
    if one == other:
        return None
    passed = ((one, to), (other, across))
    return tuple(Draft("pass_around", (("side", side), ("held", held))) for held, side in passed if held)


def add_shared_verbs(grammar: Grammar) -> None:
    """What is said with one verb of several things: lose a Level and your Headgear; lose a Level or an Item."""
    _add_passing(grammar)
    _add_takings(grammar)
    for one, other in permutations((("class", "classes", "lose_class"), ("race", "races", "lose_race"))):
        every = tuple(Draft(op, (("amount", "all"),)) for _, _, op in (one, other))
        for start in ("all", "all the", "all of the", "the"):
            grammar.say("all identities", f"{start} {one[1]} and {other[1]}", always(every))
    every = (Draft("lose_held", (("held", "in_play"),)), Draft("discard_hand", (("amount", "all"), ("what", "hand"))))
    for all_, places in product(("all cards", "all the cards", "everything"), BOTH_PLACES):
        grammar.say("all identities", f"{all_} {places}", always(every))
    for verb in ("lose", "discard"):
        grammar.add(f"rest {verb}", [PART("all identities")], lambda v: v[0])
    for verb, part in (*((verb, verb) for verb in ELIDED), ("take", "draw"), ("pick", "draw")):
        several = PART(f"rests {part}")
        grammar.add(PLAYER_DOES, [verb, several], lambda v: v[0] if len(v[0]) > 1 else None)
    for verb in ELIDED:
        rest, rests = f"rest {verb}", f"rests {verb}"
        grammar.add(rests, [PART(rest)], lambda v: v[0])
        for join in (["and"], [","], [",", "and"]):
            grammar.add(rests, [PART(rests), *join, PART(rest)], lambda v: (*v[0], *v[1]))
        for subject in ([], ["you"]):
            grammar.add("clause", [*subject, verb, PART(rest)], lambda v: v[0])
            grammar.add("clauses", [*subject, verb, PART(rests)], lambda v: v[0] if len(v[0]) > 1 else None)
            for either in ([], ["either"]):
                grammar.add("either clauses", [*subject, verb, *either, PART(rest), "or", PART(rest)], tuple)
