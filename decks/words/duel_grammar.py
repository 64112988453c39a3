"""How duels are said: once per turn you may fight another player; the winner draws a Treasure, the loser loses it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.drafts import Body, Draft
from decks.words.grammar_rules import PART, Grammar, always, first
from engine.records.opcodes import BY_NAME

VERBS = ("combat", "duel", "challenge", "duel with", "combat against")
HOW = ("", "strength against strength", "one against one", "one on one", "to a duel", "in a duel", "to a combat",
       "in a combat", "in single combat", "to single combat")  # fmt: skip
"""How one player is said to fight another, and in what way."""
WINNERS = ("the winner", "whoever win", "whoever win the duel", "the winner of the duel", "whoever is stronger",
           "the stronger one", "the stronger player")  # fmt: skip
LOSERS = ("the loser", "whoever lose", "whoever lose the duel", "the loser of the duel", "whoever is weaker",
          "the weaker one", "the weaker player")  # fmt: skip
OUTCOMES = (("duel_won", WINNERS), ("duel_lost", LOSERS))
BEFORE_THE_DOOR = ("before kicking open the door", "before opening the door", "before you kick open the door",
                   "before you open the door", "before the door", "before the door is opened")  # fmt: skip


def add_duels(grammar: Grammar) -> None:
    """Two players set against each other, and what comes of it for both, in one sentence."""
    for text in BEFORE_THE_DOOR:
        grammar.say("before the door", text, always((("before_door", True),)))
    for verb, how in product(VERBS, HOW):
        grammar.say("set against", f"{verb} <opponents> {how}", lambda v: (Draft("duel", (("with", v[0]),)),))
    for at, texts in OUTCOMES:
        for text in texts:
            grammar.say("duellist", text, always(at))
    grammar.say("outcome", f"<duellist> {PART('does all')}", _outcome)
    grammar.say("outcomes", "<outcome>", first)
    for join in (",", ";", "and", ", and", "; and", ", but", "while", ", while"):
        grammar.say("outcomes", f"<outcome> {join} <outcome>", lambda v: _both(*v))
    for pause in (":", ";", ",", "and", ", and"):
        grammar.say("duels", f"<set against> {pause} <outcomes>", lambda v: (*v[0], *v[1]))
    grammar.say("for nothing", "<duels>", first)
    grammar.say("bought", "to <duels>", first)


def _outcome(found: list[Any]) -> Body | None:
    """What the winner or the loser gets."""
    at, body = found
    plain = [one for one in body if isinstance(one, Draft) and not one.at and BY_NAME[one.op].family == "instant"]
    if len(plain) < len(body) or any(BY_NAME[one.op].leads_to is not None for one in plain):
        return None
    return tuple(replace(one, at=at) for one in plain)


def _both(one: Body, other: Body) -> Body | None:
    """What comes to both of them; said twice of one of them, it is not clear."""
    ats = {draft.at for part in (one[:1], other[:1]) for draft in part if isinstance(draft, Draft)}
    return (*one, *other) if len(ats) == len(OUTCOMES) else None
