"""How somebody stands, and how strong a monster is: at Level 8 or higher, in last place, two Levels ahead."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import IS_SO
from decks.words.drafts import Pairs
from decks.words.grammar_rules import Grammar, Make, always, first
from decks.words.time_grammar import bounded, in_a_row

OVER = ("above", "over", "past", "beyond", "higher than")
UNDER = ("below", "under", "lower than")
"""Words before a number that is the first which is not meant."""
LEADER = ("the leader", "the lead", "first place", "the player in the lead", "the player in first place",
          "the leading player", "the highest player", "the top player")  # fmt: skip
"""Behind whom somebody is."""
RIVALS = ("everybody", "everybody else", "all others", "each other player", "second place", "the second player",
          "the next player", "the next highest player", "the rest", "the pack", "the field", "any other player",
          "the player in second place", "the second highest player", "the others")  # fmt: skip
"""Ahead of whom somebody is who leads."""
STANDINGS = {
    "lowest": (
        "the lowest Level",
        "last place",
        "the last place",
        "dead last place",
        "last",
        "the bottom",
        "the fewest Levels",
    ),
    "highest": ("the highest Level", "the lead", "first place", "the top Level", "first", "the most Levels"),
}
ALONE_THERE = ("is alone {}", "is {} alone", "alone is {}", "is the only one {}", "is the only player {}",
               "is {} on the own", "is sole {}")  # fmt: skip
AT_THE_END = {
    "trails_at_least": ("in last place", "last", "at the bottom", "on the lowest Level", "at the lowest Level"),
    "ahead_at_least": ("in the lead", "in first place", "on the highest Level"),
}
BEHIND = ("is <margin> behind {}", "is behind {} by <margin>", "trail {} by <margin>", "trails {} by <margin>",
          "is <margin> below {}", "is <margin> lower than {}")  # fmt: skip
AHEAD = ("is <margin> ahead of {}", "is ahead of {} by <margin>", "lead {} by <margin>", "is leading {} by <margin>",
         "is <margin> clear of {}", "is clear of {} by <margin>", "is <margin> above {}", "is <margin> higher than {}",
         "is <margin> ahead", "is ahead by <margin>", "is <margin> clear", "lead by <margin>")  # fmt: skip
WITH = ("a player", "any player", "the player", "everybody", "players", "the players", "whoever is", "somebody",
        "a munchkin", "any munchkin", "munchkins", "player")  # fmt: skip
EACH = ("every", "each")
PLACED = tuple(
    f"is {word} " for word in ("at", "on", "of", "in", "behind", "ahead", "alone", "above", "below", "<margin>")
)
"""How what may stand behind a player begins: without a word for the place a Level might be that of a monster."""


def _between(found: list[int]) -> Pairs | None:
    return (("_at_least", found[0]), ("_at_most", found[1])) if 1 <= found[0] < found[1] else None


def add_standing(grammar: Grammar) -> None:
    """Rules for Levels of players and monsters, and for places among all."""
    _add_bounds(grammar)
    _add_players(grammar)
    _add_places(grammar)
    _add_distances(grammar)
    _add_foes(grammar)


def say_so(grammar: Grammar, text: str, make: Make) -> None:
    """What may be said of you and of whoever: a condition."""
    grammar.say("condition", f"you {text}", make)
    grammar.say(IS_SO, text, make)
    if text.startswith(PLACED):
        grammar.say("with", text.removeprefix("is "), make)


def say_one(grammar: Grammar, text: str, make: Make) -> None:
    """Somebody; behind 'for', each of them would be counted."""
    grammar.say("each one" if text.startswith(EACH) else "one", text, make)


def suffixed(word: str, found: list[Any]) -> Pairs:
    """A bound as conditions of one word: of a Level, of that of a monster."""
    return tuple((word + end, value) for end, value in found[0])


def _add_bounds(grammar: Grammar) -> None:
    """Numbers that are bounds, and Levels that are: `Level <bound>` is a place, above Level 6 another."""
    grammar.say("bound", "<least>", partial(bounded, "_at_least", 0))
    grammar.say("bound", "<most>", partial(bounded, "_at_most", 0))
    for start in ("", "exactly"):
        grammar.say("bound", f"{start} <number>", lambda v: in_a_row("", v))
    grammar.say("bound", "<number> or <number>", lambda v: in_a_row("", v))
    for text in ("<number> to <number>",):
        grammar.say("bound", text, _between)
    for text in ("Levels <number> and <number>", "Level <number> and Level <number>",
                 "Levels <number> or <number>", "Level <number> or Level <number>"):  # fmt: skip
        grammar.say("at a level", text, lambda v: in_a_row("", v))
    grammar.say("at a level", "Levels <number> to <number>", _between)
    grammar.say("at a level", "Level <bound>", first)
    for on in ("on", "onward", "onwards", "up", "upward", "upwards"):
        grammar.say("at a level", f"from Level <number> {on}", partial(bounded, "_at_least", 0))
    for words, end, more in ((OVER, "_at_least", 1), (UNDER, "_at_most", -1), (("at least",), "_at_least", 0),
                             (("at most", "no higher than", "up to"), "_at_most", 0)):  # fmt: skip
        for word in words:
            grammar.say("at a level", f"{word} Level <number>", partial(bounded, end, more))
            grammar.say("bound", f"{word} <number>", partial(bounded, end, more))
    for text in ("<least> Levels", "<least> Level", "<number> Levels", "<least>", "<number>"):
        grammar.say("margin", text, lambda v: v[0] or None)
    for text in ("a Level", "one Level"):
        grammar.say("margin", text, always(1))


def _add_players(grammar: Grammar) -> None:
    """Players of a Level: at Level 9; a Level 8 or 9 player; whoever is above Level 6; whose Level is 5 or more."""
    level = partial(suffixed, "level")
    for place in ("", "at", "of", "on"):
        say_so(grammar, f"is {place} <at a level>", level)
        for who in WITH:
            say_one(grammar, f"{who} {place} <at a level>", level)
    grammar.say("whose", "Level is <bound>", level)
    grammar.say("condition", "the Level is <bound>", level)
    grammar.say(IS_SO, "has a Level of <bound>", level)
    for text in ("has reached Level <number>", "reached Level <number>", "has passed Level <number>"):
        say_so(grammar, text, partial(bounded, "level_at_least", int("passed" in text)))
    for every in ("a", "every", "each", "the", "any", "all", ""):
        say_one(grammar, f"{every} Level <bound> player{'s' if every in ('all', '') else ''}", level)
    grammar.say("place", "at <at a level>", level)
    for who in (*WITH, "each player", "one"):
        say_one(grammar, f"{who} whose <whose>", first)


def _add_places(grammar: Grammar) -> None:
    """How somebody stands among all: in last place, alone in the lead."""
    for word, places in STANDINGS.items():
        is_so = always(((word, True),))
        for text in places:
            grammar.say("standing", text, is_so)
            for who in ("player", "players", "munchkin") if " " in text else ():
                grammar.say("one", f"{text} {who}", is_so)
        last = "last" if word == "lowest" else "first"
        for the, who in product(("the", "a", "any"), ("player", "players")):
            for text in (f"{the} {who} ranked {last}", f"{the} {who} placed {last}", f"{the} {last} placed {who}"):
                say_one(grammar, text, is_so)
    for word, ends in AT_THE_END.items():
        for place, text in product(ends, ALONE_THERE):
            say_so(grammar, text.format(place), always(((word, 1),)))
        level = ends[-1].partition(" ")[2]
        for text in ("alone has {}", "has {} alone", "is the only one with {}", "is the only player with {}"):
            say_so(grammar, text.format(level), always(((word, 1),)))


def _add_distances(grammar: Grammar) -> None:
    """How far somebody is behind or ahead: three Levels behind the leader, two ahead of everybody else."""
    behind, ahead = partial(bounded, "behind_at_least", 0), partial(bounded, "ahead_at_least", 0)
    for leader, text in product(LEADER, BEHIND):
        say_so(grammar, text.format(leader), behind)
    for text in ("is <margin> behind", "is behind by <margin>"):
        say_so(grammar, text, behind)
    for leader in LEADER:
        grammar.say("with", f"trailing {leader} by <margin>", behind)
        say_so(grammar, f"is behind {leader}", always((("behind_at_least", 1),)))
    say_so(grammar, "is behind", always((("behind_at_least", 1),)))
    for leader, above in product((*LEADER, "somebody"), ("ahead of", "above", "over")):
        grammar.say("condition", f"{leader} is <margin> {above} you", behind)
    for rivals, text in product(RIVALS, AHEAD):
        if "{}" in text or rivals == RIVALS[0]:
            say_so(grammar, text.format(rivals), ahead)
    for rivals in RIVALS:
        say_so(grammar, f"is ahead of {rivals}", always((("ahead_at_least", 1),)))


def _add_foes(grammar: Grammar) -> None:
    """Monsters by their Level: of Level 10 or more, above Level 6, three Levels above you."""
    level = partial(suffixed, "its_level")
    for text in ("<at a level>", "of <at a level>", "with <at a level>", "at <at a level>", "with a Level of <bound>",
                 "of a Level of <bound>", "whose Level is <bound>"):  # fmt: skip
        grammar.say("foe of", text, level)
    for text in ("of Level <number> and <number>", "of Level <number> and Level <number>"):
        grammar.say("foe of", text, lambda v: in_a_row("its_level", v))
    for it in ("it", "the monster"):
        for text in (f"{it} is <at a level>", f"{it} is of <at a level>", f"{it} has a Level of <bound>"):
            grammar.say("condition", text, level)
    grammar.say("condition", "the monster's Level is <bound>", level)
    for word, higher, words in (("its_level_above", "higher", OVER), ("its_level_below", "lower", UNDER)):
        for than, you in product(words, ("you", "the Level", "yours", "the")):
            for text in (f"{than} {you}", f"whose Level is {than} {you}"):
                grammar.say("foe of", text, always(((word, 1),)))
            for text in (f"<margin> {than} {you}", f"whose Level is <margin> {than} {you}"):
                grammar.say("foe of", text, partial(bounded, word, 0))
            grammar.say("condition", f"it is <margin> {than} {you}", partial(bounded, word, 0))
        for of, than in product(("of a", "of", "with a"), ("you", "yours", "the own")):
            grammar.say("foe of", f"{of} {higher} Level than {than}", always(((word, 1),)))
        for text in (
            f"it is of {higher} Level than you",
            f"it is of a {higher} Level than you",
            f"it is {higher} Level than you",
        ):
            grammar.say("condition", text, always(((word, 1),)))
    for yours in ("the Level", "yours", "the"):
        grammar.say("foe of", f"whose Level exceeds {yours} by <margin>", partial(bounded, "its_level_above", 0))
        grammar.say("foe of", f"whose Level exceeds {yours}", always((("its_level_above", 1),)))
