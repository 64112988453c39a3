"""The sentences of a card's cells into keys and steps, each read whole or not at all; the rest is quoted as typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from decks.card_schema import KINDS
from decks.sheets.sentence_patterns import (
    ACT_PATTERNS,
    BARE_LEVELS,
    FACT_PATTERNS,
    GAINS,
    LOSSES,
    MONSTER_PATTERNS,
    RULE_WORDS,
    STEERS,
    VERBS,
    Act,
    number,
)

ASIDES = re.compile(r"""(?:^|[.!?…\n"”»)\]])\s*("[^"]*"|“[^”]*”|«[^»]*»|\([^()]*\)|\[[^\[\]]*\])""")
"""Sentences of their own in quotes or brackets: within a sentence they may be what it is about."""

ENDS = re.compile(r"(?<!\bvs)[.!?…]+(?=\s|$)\s*(?![a-z\s])|\n\s*(?![a-z\s])")
"""Where a sentence ends; what goes on in small letters is the same one."""

BETWEEN = re.compile(r"(?:\s*(?:[;:!&\n]|[.,](?!\d)|…|\band\b)\s*)+")
"""What separates phrases: nothing that says `or`."""

LABEL = re.compile(r"bad (?:stuff|things)\s*[:!-]\s*")


@dataclass
class Told:
    """What the texts of a card came to."""

    keys: dict[str, Any] = field(default_factory=dict)  # beyond those of its other columns
    left: list[str] = field(default_factory=list)  # sentences that were not understood
    flavour: list[str] = field(default_factory=list)  # asides without a word of rules


@dataclass
class _Reading:
    """What one sentence says."""

    bad_stuff: list[dict[str, Any]] = field(default_factory=list)
    effects: list[dict[str, Any]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def acts(self) -> bool:
        return bool(self.bad_stuff or self.effects)


def told(kind: str, keys: Mapping[str, Any], cells: Mapping[str, str]) -> Told:
    """Read the texts of a card, by key of their column, of which the keys that its other columns say are known."""
    found = Told()
    for column, cell in cells.items():
        known = {**keys, **found.keys}
        sentences = [(text, _read(kind, column, said, known)) for text, said in _sentences(cell, found.flavour)]
        steers = any(reading is None and re.search(STEERS, text.lower()) for text, reading in sentences)
        own: dict[str, list[dict[str, Any]]] = {}
        for text, reading in sentences:
            if reading is None or (reading.acts() and steers) or not _add(own, known, reading):
                found.left.append(text)
            else:
                found.keys |= reading.facts
        found.keys |= own
    return found


def _add(own: dict[str, list[dict[str, Any]]], known: Mapping[str, Any], reading: _Reading) -> bool:
    """Add the steps of a sentence to those of its cell; False if another cell has said something else already."""
    for key in ("bad_stuff", "effects"):
        steps, others = getattr(reading, key), known.get(key)
        if steps and others and not all(step in others for step in steps):
            return False
    for key in ("bad_stuff", "effects"):
        if getattr(reading, key) and not known.get(key):
            own.setdefault(key, []).extend(getattr(reading, key))
    return True


def _sentences(cell: str, flavour: list[str]) -> Iterator[tuple[str, str]]:
    """Each sentence as typed, and without its flavour, which is put aside."""
    plain, at = cell, 0
    while aside := ASIDES.search(cell, at):
        at = aside.end() - 1  # another one may follow on its end
        if not re.search(RULE_WORDS, aside[1].lower()):
            flavour.append(aside[1])
            plain = plain[: aside.start(1)] + " " * len(aside[1]) + plain[aside.end() :]
    begin = 0
    for end in [*(match.end() for match in ENDS.finditer(plain)), len(plain)]:
        said = plain[begin:end]
        if said.strip(" \t\r\n.!?…"):
            first, last = begin + len(said) - len(said.lstrip()), begin + len(said.rstrip())
            yield cell[first:last], _plain(said)
        begin = end


def _plain(text: str) -> str:
    """A sentence in small letters, with plain signs and single spaces."""
    small = re.sub("[−–]", "-", text.replace("’", "'")).lower()
    return re.sub(r"[^\S\n]+", " ", small).strip()


def _read(kind: str, column: str, sentence: str, keys: Mapping[str, Any]) -> _Reading | None:
    """What a sentence says on a card of a kind; None if one of its phrases is not understood."""
    label = LABEL.match(sentence) if kind == "monster" else None
    bad = kind == "monster" and (column == "bad_stuff" or label is not None)
    found, verb = _Reading(), ""
    phrases = [phrase.strip() for phrase in BETWEEN.split(sentence[label.end() if label else 0 :])]
    for phrase in filter(None, phrases):
        own, rest = _verb(phrase)
        verb = own or verb
        step = _step(kind, bad, verb, rest if own else phrase)
        if step is not None:
            steps = found.bad_stuff if bad else found.effects
            steps.extend([step] if step["op"] != "death" or step not in steps else [])  # "dead, dead" is dead once
            continue
        facts = None if bad else _facts(kind, phrase, {**keys, **found.facts})
        if facts is None:
            return None
        found.facts |= facts
    return found


def _verb(phrase: str) -> tuple[str, str]:
    """What a phrase begins with, and what it is said of."""
    match = re.fullmatch(rf"(?:you (?:must )?|then )?({'|'.join(VERBS)}) (.+)", phrase, re.DOTALL)
    return (VERBS[match[1]], match[2]) if match else ("", phrase)


def _step(kind: str, bad: bool, verb: str, words: str) -> dict[str, Any] | None:
    """The step that a phrase is."""
    lost = bad or kind in LOSSES
    rows: tuple[Act, ...] = ()
    if kind == "monster" and not bad:
        rows = MONSTER_PATTERNS
    elif bad or kind in GAINS:
        rows = tuple(row for row in ACT_PATTERNS if row.verb in ("", verb) and (lost or row.verb == "gain"))
    for row in rows:
        if match := re.fullmatch(row.pattern, words):
            return row.step(match.groupdict())
    levels = re.fullmatch(BARE_LEVELS, words) if lost and not verb else None
    return {"op": "lose_levels", "amount": number(levels.groupdict())} if levels else None


def _facts(kind: str, phrase: str, keys: Mapping[str, Any]) -> dict[str, Any] | None:
    """The keys that a phrase says, none of them another than a column says."""
    if phrase.replace("-", "_").replace(" ", "_") == kind and kind in KINDS:
        return {}
    for row in FACT_PATTERNS:
        match = re.fullmatch(row.pattern, phrase) if kind in row.kinds else None
        if match:
            facts = row.keys(match.groupdict())
            return facts if all(keys.get(key, value) == value for key, value in facts.items()) else None
    return None
