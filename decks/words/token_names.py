"""What people call tokens: a text that speaks of markers and of chips may mean two things, and there is but one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from decks.program_steps import Step
from decks.words.text_reading import Sentence
from engine.records.card_kinds import Trigger

KINDS = ("luck", "hono[u]?r", "fate", "favo[u]?r", "hero", "glory", "fame", "shame", "wound", "victory", "experience",
         "life", "blood", "energy", "magic", "action")  # fmt: skip
_NAME = re.compile(
    rf"(?<!\bto )(?<!\bcan )(?<!\bmay )\b(?:({'|'.join(KINDS)})[ -])?(token|marker|counter|chip|point)s?\b",
    re.IGNORECASE,
)
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
    """Sentences of which those are not meant that call tokens by another name than those before them."""
    found: list[Sentence] = []
    texts: list[str] = []
    for sentence in sentences:
        if sentence.understood and any(map(counts_tokens, sentence.programs)):
            texts.append(sentence.text)
            if two := two_names(texts):
                texts.pop()
                sentence = replace(sentence, programs=(), unread=two[1], why=why(*two))
        found.append(sentence)
    return tuple(found)


def why(one: str, other: str) -> str:
    """What is wrong with two names."""
    return f"{one!r} and {other!r} would be the same to the lab, which keeps one number for each player; use one word"
