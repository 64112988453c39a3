"""When in the game a rule holds, and how often: from Level 5 on, in the first three rounds, once a turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import HAPPENS_TO
from decks.words.drafts import MINE, Frame, Pairs
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.word_tokens import NUMBER


def add_times(grammar: Grammar) -> None:
    """When in the game something holds: they are conditions."""
    _add_bounds(grammar)
    for word, times in TIMES.items():
        for text, more in times.items():
            grammar.say("place" if text.startswith(PLACES) else "time", text, partial(bounded, word, more))
    for on, turn in product(("in", "during", "on", "for"), ("round", "turn", "round of the game", "turn of the game")):
        grammar.say("time", f"{on} the first {turn}", always((("round_at_most", 1),)))
    grammar.say("time", "after the first round", always((("round_at_least", 2),)))
    for text in ("in round <number>", "during round <number>"):
        grammar.say("time", text, partial(in_a_row, "round"))
    _add_turns(grammar)
    _add_every(grammar)
    _add_tables(grammar)
    _add_against(grammar)
    grammar.say("if", "<time>", lambda v: Frame(when=v[0]))
    grammar.say("if", "<often>", lambda v: Frame(when=v[0], often=True))
    for at_most, once, each in product(AT_MOST, ("once", "one time"), ("", "per player", "for each player")):
        grammar.say("often", f"{at_most} {once} {each} <per> <withins>", _within)
    grammar.say("withins", "round", always("round"))
    for text in PER:
        grammar.say("per", text, always(text.endswith(("the", "whole"))))
    _add_first_times(grammar)


def _within(found: list[Any]) -> Pairs:
    """Once in so long; of powers once in *the* turn also says whose turn it is."""
    mine, within = found
    return (("first", within), *(MINE if mine and within == "turn" else ()))


ORDINALS = {"other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
            "ninth": 9, "tenth": 10}  # fmt: skip
"""Which rounds are meant: every other one, every third."""
OWN_TURNS = ("turn", "turn of yours", "of the turns", "own turn")


def _add_every(grammar: Grammar) -> None:
    """What comes in every third round, or turn of one's own: there is one in each round."""
    for every, on in product(("every", "each"), ("", "in", "on", "during")):
        for word, number in ORDINALS.items():
            grammar.say("time", f"{on} {every} {word} round", always((("every_round", number),)))
            for turn in OWN_TURNS:
                frame = Frame("turn_start", (("every_round", number),))
                grammar.say("trigger", f"{on} {every} {word} {turn}", always(frame))
        grammar.say("time", f"{on} {every} <number> rounds", lambda v: _every(v[0]))
    for word, number in ORDINALS.items():
        frame = Frame("round_start", (("every_round", number),))
        for text in (f"every {word} round", f"in every {word} round", f"each {word} round",
                     f"at the start of every {word} round"):  # fmt: skip
            grammar.say("trigger", text, always(frame))
        for text in (f"at the start of every {word} turn", f"at the start of every {word} turn of yours"):
            grammar.say("trigger", text, always(Frame("turn_start", frame.when)))
        grammar.say("trigger", f"at the end of every {word} turn of yours", always(Frame("turn_end", frame.when)))
    for on in ("", "at the start of", "in"):
        for text in (f"{on} every <number> rounds", f"{on} each <number> rounds"):
            grammar.say("trigger", text, partial(_at_every, "round_start"))
    for text in ("every <number> turns", "every <number> turns of yours", "every <number> of the turns"):
        grammar.say("trigger", text, partial(_at_every, "turn_start"))


def _every(number: int) -> Pairs | None:
    """So many rounds from one to the next: of one alone nobody would say it."""
    return (("every_round", number),) if number >= 2 else None


def _at_every(at: str, found: list[int]) -> Frame | None:
    when = _every(found[0])
    return Frame(at, when) if when is not None else None


AT_MOST = ("", "only", "but only", "at most", "but at most", "maximum", "max", "no more than", "but no more than",
           "up to",
           "limited to", "limit", "a maximum of")  # fmt: skip
PER = ("per", "a", "each", "every", "in a", "in each", "in the", "in every", "of the", "in", "during a", "during the",
       "in a single", "during each", "during the whole", "in the whole")  # fmt: skip
"""Words before a turn, combat or game in which something happens once."""


def _add_bounds(grammar: Grammar) -> None:
    grammar.add("least", [NUMBER, "or", "more"], first)
    grammar.say("least", "at least <number>", first)
    grammar.say("least", "more than <number>", lambda v: v[0] + 1)
    grammar.add("most", [NUMBER, "or", "less"], first)
    for words in ("at most <number>", "no more than <number>", "up to <number>"):
        grammar.say("most", words, first)
    for words in ("less than <number>", "fewer than <number>"):
        grammar.say("most", words, lambda v: v[0] - 1 if v[0] else None)


def _add_turns(grammar: Grammar) -> None:
    """The start and the end of turns and rounds."""
    for on in ("on", "in", "during"):
        grammar.say("trigger", f"{on} the first turn", always(Frame("turn_start", (("round_at_most", 1),))))
    for end, each in product(("start", "beginning", "end"), ("each", "every", "a", "any")):
        frame = Frame("turn_end" if end == "end" else "turn_start", each=True)
        grammar.say("trigger", f"at the {end} of {each} turn", always(frame))
    for text in ("at the start of round <number>", "at the beginning of round <number>", "when round <number> starts"):
        grammar.say("trigger", text, lambda v: Frame("round_start", in_a_row("round", v) or ()))


def _add_first_times(grammar: Grammar) -> None:
    """What counts once: the first time you win a combat in a turn; when you die for the first time."""
    happens = PART(HAPPENS_TO)
    for that in ("", "that"):
        start = f"the first time {that} you {happens}"
        grammar.say("trigger", start, lambda v: first_time(v[0], "game"))
        for comma in ("", ","):
            grammar.say("trigger", f"{start} {comma} <per> <withins>", lambda v: first_time(v[0], v[2]))
        text = f"the first time <per> <withins> {that} you {happens}"
        grammar.say("trigger", text, lambda v: first_time(v[2], v[1]))
    first = f"{happens} for the first time"
    grammar.say(HAPPENS_TO, first, lambda v: first_time(v[0], "game"))
    grammar.say(HAPPENS_TO, f"{first} <per> <withins>", lambda v: first_time(v[0], v[2]))
    grammar.say("trigger", "<trigger> for the first time", lambda v: first_time(v[0], "game"))
    grammar.say("trigger", "<trigger> for the first time <per> <withins>", lambda v: first_time(v[0], v[2]))


TIMES = {
    "round_at_most": {"in the first <number> rounds": 0, "during the first <number> rounds": 0,
                      "up to round <number>": 0, "in rounds 1 to <number>": 0,
                      "for the first <number> rounds": 0, "before round <number>": -1,
                      "in round <number> or earlier": 0,
                      "before round <number> starts": -1},
    "round_at_least": {"from round <number> on": 0, "from round <number> onward": 0, "from round <number> onwards": 0,
                       "starting from round <number>": 0, "starting with round <number>": 0,
                       "starting in round <number>": 0, "as of round <number>": 0, "after round <number>": 1,
                       "after <number> rounds": 1, "after <number> full rounds": 1,
                       "in round <number> or later": 0,
                       "after the first <number> rounds": 1,
                       "once round <number> starts": 0, "once <number> rounds is over": 1,
                       "once <number> rounds has passed": 1, "once <number> rounds has been played": 1},
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
    for text in ("in a <number> player game", "in <number> player games", "in games of <number>",
                 "in a game of <number>",
                 "in games for <number>", "with <number> of you"):  # fmt: skip
        grammar.say("time", text, partial(in_a_row, "players"))


OF_A_COMBAT = ("won", "lost", "killed", "joined", "helped", "got_away")
"""Moments that come once in a combat."""


def first_time(frame: Frame, within: str) -> Frame | None:
    """A moment that counts once in a turn, combat or game."""
    if within == "combat" and frame.at in OF_A_COMBAT:
        return None
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
    _add_thrown(grammar)
    for text in ("against <any tags>", "against <any tags> monsters"):
        grammar.say("pre", text, lambda v: Frame(when=(("tag", v[0]),)))


THROWN = ("is used", "is thrown", "is played", "used", "thrown", "played", "you use it", "you throw it", "you play it")


def _add_thrown(grammar: Grammar) -> None:
    """For which side a one-shot is thrown: if it helps an Elf, if it is used on an Undead monster or against one."""
    ours, theirs = (("thrown_for", "munchkins"),), (("thrown_for", "monsters"),)
    for it in ("it", "this", "it is used to"):
        grammar.say("thrown", f"{it} help <any people>", lambda v: (*ours, ("anyone", v[0])))
    for it, how, kind in product(("", "it"), THROWN, ("", "a")):
        for noun in ("", "monster", "monsters"):
            tags = f"{kind} <any tags> {noun}"
            grammar.say("thrown", f"{it} {how} on {tags}", lambda v: (*theirs, ("its_tag", v[0])))
            grammar.say("thrown", f"{it} {how} against {tags}", lambda v: (*ours, ("tag", v[0])))
    for text in ("<thrown>", "<thrown> or <thrown>", "<thrown> or is <thrown>"):
        part = "if" if text == "<thrown>" else "either if"
        for word in ("if", "when"):
            grammar.say(part, f"{word} {text}", _if_thrown)


def _if_thrown(found: list[Any]) -> Any:
    """One frame, or two of which either is enough."""
    frames = tuple(Frame(when=when, lasts=True) for when in found)
    return frames if len(frames) > 1 else frames[0]


def _against(word: str, more: int, found: list[Any]) -> Frame | None:
    when = bounded(word, more, found)
    return Frame(when=when) if when is not None else None
