"""When in the game a rule holds, and how often: from Level 5 on, in the first three rounds, once a turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from decks.words.clause_grammar import HAPPENS_TO
from decks.words.drafts import Frame, Pairs
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.word_tokens import NUMBER


def add_times(grammar: Grammar) -> None:
    """When in the game something holds: they are conditions."""
    grammar.add("least", [NUMBER, "or", "more"], first)
    grammar.say("least", "at least <number>", first)
    grammar.say("least", "more than <number>", lambda v: v[0] + 1)
    grammar.add("most", [NUMBER, "or", "less"], first)
    for words in ("at most <number>", "no more than <number>", "up to <number>"):
        grammar.say("most", words, first)
    for words in ("less than <number>", "fewer than <number>"):
        grammar.say("most", words, lambda v: v[0] - 1 if v[0] else None)
    for word, times in TIMES.items():
        for text, more in times.items():
            grammar.say("place" if text.startswith(PLACES) else "time", text, partial(bounded, word, more))
    for text in ("in the first round", "during the first round"):
        grammar.say("time", text, always((("round_at_most", 1),)))
    grammar.say("if", "<time>", lambda v: Frame(when=v[0]))
    grammar.say("pre", "<place>", lambda v: Frame(when=v[0]))
    grammar.say("if", "<often>", lambda v: Frame(when=v[0]))
    for text in ("once <per> <withins>", "only once <per> <withins>", "but only once <per> <withins>",
                 "one time <per> <withins>"):  # fmt: skip
        grammar.say("often", text, lambda v: (("first", v[1]),))
    for text in ("per", "a", "each", "every", "in a", "in each", "in the", "in every", "of the", "in"):
        grammar.say("per", text, always(True))
    happens = PART(HAPPENS_TO)
    for that in ("", "that"):
        grammar.say("trigger", f"the first time {that} you {happens} <per> <withins>", lambda v: first_time(v[0], v[2]))
        grammar.say("trigger", f"the first time <per> <withins> {that} you {happens}", lambda v: first_time(v[2], v[1]))


TIMES = {
    "round_at_most": {"in the first <number> rounds": 0, "during the first <number> rounds": 0,
                      "up to round <number>": 0, "in rounds 1 to <number>": 0,
                      "for the first <number> rounds": 0, "before round <number>": -1},
    "round_at_least": {"from round <number> on": 0, "after round <number>": 1, "after <number> rounds": 1,
                       "in round <number> or later": 0},
    "level_at_most": {"up to Level <number>": 0, "below Level <number>": -1,
                      "at Level <number> or less": 0, "until they reach Level <number>": -1},
    "level_at_least": {"from Level <number> on": 0, "above Level <number>": 1, "at Level <number> or more": 0,
                       "once they reach Level <number>": 0},
}  # fmt: skip
"""When something holds: the condition, and how much more it asks for than the number that is said."""
PLACES = ("above", "below", "up to Level", "at Level")
"""What is said before a sentence only: behind a player it says which player is meant."""


def bounded(word: str, more: int, found: list[Any]) -> Pairs | None:
    """A condition that a number says, or one that is so much more."""
    value = found[0] + more
    return ((word, value),) if value >= 1 else None


def first_time(frame: Frame, within: str) -> Frame:
    """A moment that counts once in a turn, combat or game."""
    return replace(frame, when=(*frame.when, ("first", within)))
