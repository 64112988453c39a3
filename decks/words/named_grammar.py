"""What happens to others than you: when you die, every other player draws a Treasure; your neighbours lose a Level."""

from __future__ import annotations

from dataclasses import replace

from decks.card_lint import SEVERAL
from decks.words.clause_grammar import HAPPENS_TO
from decks.words.drafts import ALWAYS, Body, Branch, Draft, Frame, branched, framed
from decks.words.grammar_rules import PART, Grammar
from engine.records.opcodes import BY_NAME

SOMEBODY = ("a player", "somebody", "any player", "the player", "a munchkin")
SOMEBODY_ELSE = ("another player", "any other player", "somebody else", "one of the other players", "one of the others")
NEVER_YOU = ("left", "right", "both", "each_left", "lower", "higher")
"""Players among whom whoever speaks is never."""
GIVEN = ("left", "right", "both", "each_left", "each_right", "each_highest", "lower", "higher", "cultists", "uncaught",
         "everyone")  # fmt: skip
"""Players of whom an opcode of its own says that they gain Levels."""


def add_named(grammar: Grammar, start: str) -> set[str]:
    """Rules for sentences about others; what they ask for."""
    does_all = PART("does all")
    for each in ("", "each", "also", "get to", "must", "each get to"):
        grammar.say("others do", f"<several> {each} {does_all}", lambda v: _named(*v))
        grammar.say("others do", f"you and <several> {each} {does_all}", lambda v: _with_you(*v))
    grammar.say(start, "<others do>", lambda v: v[0])
    grammar.say(start, "<pres> <others do>", lambda v: framed(v[1], v[0]))
    grammar.say(start, "<others do> <posts>", lambda v: framed(*v))
    for join in ("and", ",", ", and", ";", "; then", "and then"):
        grammar.say("final", f"<body> {join} <others do>", lambda v: _besides(*v))
    for comma in ("", ","):
        for player in SOMEBODY:
            text = f"when {player} {PART(HAPPENS_TO)} {comma} <others do>"
            grammar.say(start, text, lambda v: framed(v[1], (replace(v[0], third=True),)))
        for player in SOMEBODY_ELSE:
            text = f"when {player} {PART(HAPPENS_TO)} {comma} <steps>"
            grammar.say(start, text, lambda v: _of_anothers(*v))
    return {"several"}


def _named(to: str, body: Body) -> Body | None:
    """What each of several players does, once."""
    drafts = [one for one in body if isinstance(one, Draft)]
    if len(drafts) < len(body) or any(BY_NAME[one.op].family != "instant" or one.at or one.when for one in drafts):
        return None
    if to in GIVEN and [one.op for one in drafts] == ["gain_levels"]:
        amount = dict(drafts[0].values).get("amount", 1)
        return (Draft("give_level", (("amount", amount), ("to", to))),)
    if to not in SEVERAL:  # the player alone, or whom somebody would have to choose
        return None
    return branched(Draft("named_players", (("to", to),)), "named", (Branch(*ALWAYS, body),))


def _with_you(to: str, body: Body) -> Body | None:
    """What you do and several others do; of those who may be you, it is not said whether you do it twice."""
    others = _named(to, body) if to in NEVER_YOU else None
    return (*body, *others) if others is not None else None


def _besides(body: Body, others: Body) -> Body | None:
    """What you do and what others do; behind what some do, they may be all who are none of those."""
    of_some = any(isinstance(one, Draft) and (one.of_some or one.third) for one in body)
    return None if of_some else (*body, *others)


def _of_anothers(frame: Frame, body: Body) -> Body | None:
    """What you do when something happens to another: as a rule of all, every other player when it happens to you."""
    found = _named("each_left", body)
    found = framed(found, (frame,)) if found is not None else None
    return found and tuple(replace(one, house=True) for one in found if isinstance(one, Draft))
