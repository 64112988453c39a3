"""How sentences say what columns of a card say already, alone and beside what happens."""

from __future__ import annotations

from itertools import product
from typing import Any

from decks.words.drafts import Body, Columns, Draft
from decks.words.grammar_rules import Grammar, first
from engine.records.opcodes import BY_NAME


def add_columns(grammar: Grammar, start: str) -> None:
    """Rules for sentences that say columns."""
    grammar.say(start, "<columns>", first)
    grammar.say("columns", "<column>", first)
    for join in (",", "and", ", and", ", plus", "plus", ";", ":", ""):
        grammar.say("columns", f"<columns> {join} <column>", joined)
    for join in (",", ";", "and", ", and"):
        grammar.say(start, f"<columns> {join} <body>", _beside)
        grammar.say(start, f"<body> {join} <columns>", _beside if join == ";" else _of_all_beside)
    for join, body in product(("but", ", but"), ("<body>", "<final>")):
        grammar.say(start, f"<columns> {join} {body}", _but)


def joined(found: list[Any]) -> Body:
    """Several things that are said one behind the other."""
    return tuple(one for body in found for one in body)


def _of_all_beside(found: list[Any]) -> Body | None:
    """What columns say behind what happens; behind what is said of some it may be said of them alone."""
    some = any(isinstance(one, Draft) and (one.of_some or one.op == "each_strength") for one in found[0])
    return None if some else _beside(found)


def _beside(found: list[Any]) -> Body | None:
    """What columns say beside what happens; the name of a slot alone is a part of what happens."""
    told = {name for body in found for one in body if isinstance(one, Columns) for name, _ in one.values[:1]}
    bonus = any(isinstance(one, Draft) and one.op == "strength" and one.when for one in joined(found))
    return None if "slot" in told or ("run_away" in told and bonus) else joined(found)  # a bonus of what?


def _but(found: list[Any]) -> Body | None:
    """What columns say and what it is set against: what lasts might be another number of it."""
    once = all(isinstance(one, Draft) and BY_NAME[one.op].family != "lasting" for one in found[1])
    return _beside(found) if once else None
