"""What people write on cards and a card can say: one row for each phrase, matched whole or not at all.

A phrase is what stands between two commas, `and`s or full stops. Another wording is another pattern here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from decks.card_schema import DEFAULT_TRIGGER, USED_BY

NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        ("a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
    for word in words.split()
}  # fmt: skip

N = rf"(?P<n>{'|'.join(NUMBER_WORDS)}|\d{{1,2}})"
"""A number of things."""
FEW = rf"(?P<n>{'|'.join(NUMBER_WORDS)}|\d)"
SIGNED = r"(?P<n>[+-] ?\d{1,2})"
YOUR = r"(?:the |your )?"

VERBS = {"lose": "lose", "discard": "lose", "go down": "lose", "gain": "gain", "go up": "gain"}
"""What a phrase begins with; the next one of its sentence means the same verb if it has none."""

LOSSES = frozenset({"curse"})
"""Kinds on which a loss can only be meant for whoever the card strikes; on a monster it is the Bad Stuff."""

GAINS = frozenset({"curse", "one_shot", "special"})
"""Kinds on which a gain is meant for whoever plays the card, or is struck by it."""

ACTS = frozenset(DEFAULT_TRIGGER) - {"monster", "enhancer"}
"""Kinds whose steps happen when the card is played or strikes."""

Words = Mapping[str, str]
"""The named parts of a pattern, as written."""


def number(words: Words) -> int:
    """The number of a phrase."""
    word = words["n"].replace(" ", "")
    return NUMBER_WORDS.get(word) or int(word)


@dataclass(frozen=True)
class Act:
    """A phrase that is a step of a program."""

    verb: str  # empty: it has its own
    pattern: str
    step: Callable[[Words], dict[str, Any]]


@dataclass(frozen=True)
class Fact:
    """A phrase that is a key of a card: what number columns say."""

    kinds: frozenset[str]
    pattern: str
    keys: Callable[[Words], dict[str, Any]]


def _items(words: Words) -> dict[str, Any]:
    amount = {"amount": number(words)} if number(words) != 1 else {}
    return {"op": "lose_item", **amount, "which": (words["size"] or "any").strip()}


WORN = {"headgear": "head", "armor": "body", "armour": "body", "footgear": "feet"}
MOST = "(?:highest|biggest|best|largest)"

BARE_LEVELS = rf"-? ?{N} (?:level|lvl)s?"
"""Levels without a verb: lost, in Bad Stuff and on Curses."""

ACT_PATTERNS = (
    Act("lose", rf"{N} (?:level|lvl)s?", lambda w: {"op": "lose_levels", "amount": number(w)}),
    Act("gain", rf"{N} (?:level|lvl)s?", lambda w: {"op": "gain_levels", "amount": number(w)}),
    Act("", r"(?:you (?:are|'re)|you're) dead|(?:you )?die|death|dead", lambda w: {"op": "death"}),
    Act("lose", rf"{YOUR}(?P<slot>{'|'.join(WORN)})(?: (?:that )?you(?: are|'re) wearing| you wear)?",
        lambda w: {"op": "lose_item", "which": WORN[w["slot"]]}),
    Act("lose", rf"{YOUR}item (?:(?:that|which) gives (?:you )?|with )(?:the|your) {MOST} bonus|"
        rf"{YOUR}{MOST}[ -]bonus item|your best item", lambda w: {"op": "lose_item", "which": "best"}),
    Act("lose", rf"{N} (?P<size>small |big )?items?", _items),
    Act("lose", r"all (?:of )?(?:your )?items", lambda w: {"op": "lose_item", "amount": "all", "which": "all"}),
    Act("lose", r"your (?:entire |whole )?hand|all (?:of )?(?:the |your )?cards in (?:your )?hand|all your hand cards",
        lambda w: {"op": "discard_hand", "amount": "all"}),
    Act("lose", rf"{N} cards? (?:from|in|of) your hand", lambda w: {"op": "discard_hand", "amount": number(w)}),
)  # fmt: skip
"""Phrases of Bad Stuff, and of cards that do something when they are played."""

MONSTER_PATTERNS = (
    Act("", "you (?:cannot|can't|may not) run away|(?:nobody|no one) (?:can|may) run away",
        lambda w: {"op": "no_escape"}),
)  # fmt: skip
"""Phrases of what a monster is like in its fight."""


def _of(key: str) -> frozenset[str]:
    return USED_BY[key]


def _only(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


FACT_PATTERNS = (
    Fact(_of("bonus"), rf"{SIGNED}(?: (?:combat )?bonus)?|bonus:? (?P<m>[+-] ?\d{{1,2}})",
         lambda w: {"bonus": int((w["n"] or w["m"]).replace(" ", ""))}),
    Fact(_only("one_shot"), rf"{SIGNED} (?:to|for) (?:either|any) side", lambda w: {"bonus": number(w)}),
    Fact(_only("one_shot"), r"(?:can be |may be )?(?:usable|used|use) once(?: only)?|single[ -]use|one[ -]use|one-shot",
         lambda w: {}),
    Fact(_only("enhancer"), rf"{SIGNED} to (?:the |a |any )?monster", lambda w: {"bonus": number(w)}),
    Fact(_only("enhancer"), rf"(?:draw )?{FEW} (?:extra|more|additional) treasures?",
         lambda w: {"treasures": number(w)}),
    Fact(_of("gold"), r"(?:worth |value:? |costs? )?(?P<gold>\d{1,2}[.,']\d{3}|\d{1,5}) ?(?:gold(?: pieces?)?|gp)",
         lambda w: {"gold": int(re.sub(r"\D", "", w["gold"]))}),
    Fact(_of("gold"), "no value", lambda w: {"gold": 0}),
    Fact(_only("item"), r"(?P<n>one|two|1|2) hands?", lambda w: {"slot": "hand", "hands": number(w)}),
    Fact(_only("item"), rf"(?P<slot>{'|'.join(WORN)})", lambda w: {"slot": WORN[w["slot"]]}),
    Fact(_of("big"), "(?P<size>big|small)(?: item)?", lambda w: {"big": w["size"] == "big"}),
    Fact(_of("run_away"), r"(?P<n>[+-] ?\d) to run(?:ning)? away", lambda w: {"run_away": number(w)}),
    Fact(_only("monster"), r"level (?P<n>[1-9]\d?)", lambda w: {"level": number(w)}),
    Fact(_only("monster"), rf"{FEW} treasures?", lambda w: {"treasures": number(w)}),
    Fact(_only("go_up_a_level"), rf"(?:go up|gain) {FEW} (?:level|lvl)s?", lambda w: {"levels": number(w)}),
)  # fmt: skip
"""Phrases that repeat, or stand for, what number columns say."""

STEERS = (
    r"^(?:or|otherwise|unless|except|but|else)\b|"
    r"\b(?:instead|roll|rolls|dice|choose|chooses|choice|either|following|one of)\b"
)
"""Words of a sentence that may change what the others of its cell mean: not understood, it takes them with it."""

RULE_WORDS = (
    r"\d|[+=]|\b(?:a|an|all|any|and|or|not|no|none|never|only|unless|except|if|when|while|but|instead|cannot|can't|may|must|"
    r"one|two|three|four|five|six|both|each|every|levels?|lvl|items?|hands?|cards?|lose|loses|gain|draw|discard|dead|die|dice|roll|"
    r"death|run|monsters?|combat|fight|bonus|treasures?|doors?|turns?|players?|class|race|curses?|gold|usable|used?|male|female|"
    r"you|your|headgear|armou?r|footgear|big|small|men|women|humans?|elf|elves|dwarf|dwarves|halflings?|wizards?|thief|"
    r"thieves|clerics?|warriors?)\b"
)
"""Words that no flavour has: what stands in quotes or brackets with one of them may be a rule."""
