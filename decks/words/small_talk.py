"""Sentences of a house rule that only speak of it: what people think and feel of it, and what becomes of the mood.

Each part of such a sentence begins in a way of `small_talk.toml`, in which nobody does anything of the game, and goes
on in a few words that say nothing by themselves. Only behind what a rule is likened to stands what it will, without a
word of the game, a number, a condition, or somebody who might be told to do something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from decks.words.preamble_table import ends_of, listed, parts_of, row, units_of
from decks.words.sentence_split import MEANT
from decks.words.word_tokens import NUMBERS, Word, meant, written

TABLE = "small_talk"
STOPS = frozenset((",", ";", ":", "and", "but", "so", "or", "because", "though", "although"))
"""What stands between the parts of a sentence."""
STEERS = (MEANT - {"more", "less"}) | frozenset(
    "you your yours you're they their them theirs he she him her his who whoever whose which somebody someone one once "
    "otherwise else never always must should shall can cannot can't could would need needs let lets any anybody "
    "nobody none same".split()
)
"""Words that might make a rule of what somebody thinks of one: a condition, a limit, or a player."""
SCOPE = frozenset("for in on to at with everybody everyone people kids family friends parents".split())
"""Words by which a part of its own might say where or for whom a rule is."""
QUESTIONS = ("how", "what", "does", "would", "is", "will", "do", "could", "any", "has", "thoughts")
"""How sentences begin that ask what a rule would do."""


def asks_about(text: str, raw: Sequence[Word]) -> bool:
    """Whether a sentence asks what a rule would do."""
    about = any(word.kind in ("that", "this") for word in raw)
    return text.rstrip().endswith("?") and parts_of(raw[0].kind)[0] in QUESTIONS and about


def is_talk(text: str, is_rule: Callable[[Word], bool]) -> bool:
    """Whether a whole sentence speaks of the rule and says none: Thoughts? We had fun. It feels fairer."""
    raw = written(text)
    if not raw or any(word.kind in NUMBERS for word in raw):
        return False
    units = units_of(raw)
    said = len(raw) in {end for name in ("opening", "wish", "tail", "talk") for end in ends_of(row(name), units, 0)}
    return said or asks_about(text, raw) or _comments(raw, is_rule)


def _comments(raw: Sequence[Word], is_rule: Callable[[Word], bool]) -> bool:
    """Whether every part of a sentence says what somebody thinks; parts behind the first may be a mild word or two."""
    parts = [*_parts(raw)]
    mild = listed("mild", "preambles", TABLE) - SCOPE
    for place, part in enumerate(parts):
        kinds, units = [parts_of(word.kind)[0] for word in part], units_of(part)
        said = any(mild.issuperset(kinds[end:]) for end in ends_of(row("comment", TABLE), units, 0, TABLE))
        likened = any(_is_none(part[end:], is_rule) for end in ends_of(row("likened", TABLE), units, 0, TABLE))
        if not (said or likened or (place and mild.issuperset(kinds))):
            return False
    return bool(parts)


def _parts(raw: Sequence[Word]) -> Iterator[list[Word]]:
    part: list[Word] = []
    for word in raw:
        if word.kind not in STOPS:
            part.append(word)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _is_none(found: Sequence[Word], is_rule: Callable[[Word], bool]) -> bool:
    """Whether words say nothing of the game, and steer nothing."""
    plain = listed("plain") | listed("nouns") | listed("mild", "preambles", TABLE)
    kinds = [parts_of(word.kind)[0] for word in found]
    return not STEERS.intersection(kinds) and all(
        kind in plain or not any(map(is_rule, meant([word]))) for kind, word in zip(kinds, found, strict=True)
    )
