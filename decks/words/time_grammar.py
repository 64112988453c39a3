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
    for text in ("in round <number>", "during round <number>"):
        grammar.say("time", text, partial(in_a_row, "round"))
    for begins in ("at the start of", "at the beginning of", "when"):
        text = f"{begins} round <number>{' starts' if begins == 'when' else ''}"
        grammar.say("trigger", text, lambda v: Frame("round_start", in_a_row("round", v) or ()))
    _add_tables(grammar)
    _add_against(grammar)
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
    "round_at_least": {"from round <number> on": 0, "from round <number> onward": 0, "from round <number> onwards": 0,
                       "starting from round <number>": 0, "starting with round <number>": 0,
                       "starting in round <number>": 0, "as of round <number>": 0, "after round <number>": 1,
                       "after <number> rounds": 1, "in round <number> or later": 0},
    "level_at_most": {"up to Level <number>": 0, "below Level <number>": -1,
                      "at Level <number> or less": 0, "until they reach Level <number>": -1},
    "level_at_least": {"from Level <number> on": 0, "from Level <number> onward": 0, "from Level <number> onwards": 0,
                       "starting from Level <number>": 0, "starting with Level <number>": 0,
                       "starting at Level <number>": 0, "above Level <number>": 1, "at Level <number> or more": 0,
                       "once they reach Level <number>": 0},
}  # fmt: skip
"""When something holds: the condition, and how much more it asks for than the number that is said."""
PLACES = ("above", "below", "up to Level", "at Level", "from Level", "starting from Level", "starting with Level")
"""What is said before a sentence only: behind a player it says which player is meant."""


def bounded(word: str, more: int, found: list[Any]) -> Pairs | None:
    """A condition that a number says, or one that is so much more."""
    value = found[0] + more
    return ((word, value),) if value >= 1 else None


def in_a_row(what: str, found: list[int]) -> Pairs | None:
    """So many and no other, or one of two in a row: Level 8 or 9, round 3, five or six players."""
    if found[-1] - found[0] not in (0, 1) or (len(found) > 1 and found[0] == found[-1]):
        return None
    return ((f"{what}_at_least", found[0]), (f"{what}_at_most", found[-1]))


def _add_tables(grammar: Grammar) -> None:
    """How many play: with five or six players; in games with at least four."""
    for people in ("players", "people", "at the table"):
        for only in ("", "only", "just", "exactly"):
            grammar.say("table", f"{only} <number> {people}", partial(in_a_row, "players"))
        grammar.say("table", f"<number> or <number> {people}", partial(in_a_row, "players"))
        grammar.say("table", f"<least> {people}", partial(bounded, "players_at_least", 0))
        grammar.say("table", f"<most> {people}", partial(bounded, "players_at_most", 0))
    for text in ("with <table>", "in games with <table>", "in a game with <table>", "in games of <table>",
                 "in a game of <table>", "when there is <table>", "if there is <table>"):  # fmt: skip
        grammar.say("time", text, first)
    for text in ("in a <number> player game", "in <number> player games"):
        grammar.say("time", text, partial(in_a_row, "players"))


def first_time(frame: Frame, within: str) -> Frame:
    """A moment that counts once in a turn, combat or game."""
    return replace(frame, when=(*frame.when, ("first", within)))


AGAINST = {
    "of Level <least>": ("monster_level_at_least", 0), "of Level <most>": ("monster_level_at_most", 0),
    "above Level <number>": ("monster_level_at_least", 1), "below Level <number>": ("monster_level_at_most", -1),
}  # fmt: skip
"""Against which monsters something counts: the condition, and how much more it asks for than is said."""


def _add_against(grammar: Grammar) -> None:
    """Against which monsters something counts that somebody has: it counts if one of them is in the combat."""
    for every in ("monsters", "all monsters", "a monster", "any monster", "every monster", "each monster"):
        for of, (word, more) in AGAINST.items():
            for part in ("pre", "post"):
                grammar.say(part, f"against {every} {of}", partial(_against, word, more))
    for text in ("against <any tags>", "against <any tags> monsters"):
        grammar.say("pre", text, lambda v: Frame(when=(("tag", v[0]),)))


def _against(word: str, more: int, found: list[Any]) -> Frame | None:
    when = bounded(word, more, found)
    return Frame(when=when) if when is not None else None
