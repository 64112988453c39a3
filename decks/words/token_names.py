"""Names for one and the same: markers and chips are both tokens, the champion and the youngest both sit in place 1.

A text that has two of them may mean two things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from decks.program_steps import Step
from decks.words.text_reading import Sentence
from engine.records.card_kinds import Trigger

KINDS = ("luck", "hono[u]?r", "fate", "favo[u]?r", "hero", "glory", "fame", "shame", "wound", "victory", "experience",
         "life", "blood", "energy", "magic", "action")  # fmt: skip
CALLED = ("token", "marker", "counter", "chip", "point", "seal", "gem", "crystal", "rune", "medal")
OF_A_THING = ("seal", "gem", "crystal", "rune")
"""Of these, what may be something else than a token where nobody is given any."""
_NAME = re.compile(
    rf"(?<!\bto )(?<!\bcan )(?<!\bmay )\b(?:({'|'.join(KINDS)})[ -])?({'|'.join(CALLED)})s?\b", re.IGNORECASE
)
SEATED = ("youngest", "oldest", "newest", "least experienced",
          "most experienced", "beginner", "newcomer", "champion", "host", "first seat")  # fmt: skip
"""What people call whoever sits in place 1."""
_SEATED = re.compile(rf"\b({'|'.join(SEATED)})\b", re.IGNORECASE)
OPS = ("take_tokens", "lose_tokens")
"""Opcodes that give tokens or take them."""


def counts_tokens(program: Sequence[tuple[Trigger, Step]]) -> bool:
    """Whether a program gives tokens, takes them or asks for them."""
    for _, step in program:
        amount = step.params.get("amount")
        counted = amount.get("count", "") if isinstance(amount, dict) else ""
        asks = any("tokens" in word for word in (*step.when, counted))
        if step.op in OPS or asks or "tokens" in (step.params.get("cost"), step.params.get("by")):
            return True
    return False


def speaks_of_place(program: Sequence[tuple[Trigger, Step]]) -> bool:
    """Whether a program asks who sits in a place at the table."""
    return any("place" in step.when for _, step in program)


def names_of(text: str) -> dict[str, str]:
    """What a text calls tokens, and the words with which it does."""
    return {f"{(found[1] or '').lower()} {found[2].lower()}".strip(): found[0] for found in _NAME.finditer(text)}


def two_names(texts: Iterable[str]) -> tuple[str, str] | None:
    """Two names that may not mean the same: honor tokens may be called tokens, but not markers."""
    known: dict[str, str] = {}
    for text in texts:
        for name, words in names_of(text).items():
            for other, others_words in known.items():
                if not (name.endswith(other) or other.endswith(name)):
                    return others_words, words
            known[name] = words
    return None


def of_one_name(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Sentences of which those are not meant that call tokens, or a player, by another name than those before them."""
    found: list[Sentence] = []
    texts: list[str] = []
    seated: dict[str, str] = {}
    given = any(step.op == "take_tokens" for one in sentences for program in one.programs for _, step in program)
    for sentence in sentences:
        if sentence.understood and any(map(counts_tokens, sentence.programs)):
            texts.append(sentence.text)
            if two := two_names(texts):
                texts.pop()
                sentence = replace(sentence, programs=(), unread=two[1], why=why(*two))
            elif (name := own_name(sentence.text)) and not given:
                sentence = replace(sentence, programs=(), unread=name, why=UNGIVEN.format(name))
        if sentence.understood and any(map(speaks_of_place, sentence.programs)):
            seated |= {one.lower(): one for one in _SEATED.findall(sentence.text)}
            if len(seated) > 1:
                one, *_, other = seated.values()
                sentence = replace(sentence, programs=(), unread=other, why=WHO.format(one, other))
        found.append(sentence)
    return tuple(found)


def own_name(text: str) -> str:
    """What a text calls tokens if it is no name for tokens in general; empty if it is."""
    found = (one[0] for one in _NAME.finditer(text) if one[2].lower() in OF_A_THING)
    return next(found, "")


UNGIVEN = "it is not said how one comes by what is called {!r}; say it in the same rule, or call them tokens"
WHO = "{!r} and {!r} would both be the player in place 1; say in which seats they are"


def why(one: str, other: str) -> str:
    """What is wrong with two names."""
    return f"{one!r} and {other!r} would be the same to the lab, which keeps one number for each player; use one word"
