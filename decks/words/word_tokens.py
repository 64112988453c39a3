"""Texts as words to be read: what is written in several ways becomes one, each word knows where it stands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from decks.words.clause_table import FOLDER, TableError
from engine.inputs.toml import read_toml

SIGNS = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u2014": "-", "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'}
)
NUMBER, SIGNED, CHOICE = "#n", "+#n", "(#n)"
"""Kinds of words that are numbers: plain, with a sign, and in brackets. Nobody can write them: they are no words."""
NAME_WORDS = "#name"
"""The kind of what is said to stand in the name of a card; its number is the place of the words among those heard."""
NUMBERS = frozenset((NUMBER, SIGNED, CHOICE, NAME_WORDS))
"""Words that mean a number, wherever a pattern does not name that number itself."""
MOST_DIGITS = 9

_WORD = re.compile(
    r"(?<![a-z])[+-] ?\d+|\(\d\)|\d{1,3}(?:[,.']\d{3})+|\d+|w/o?(?![a-z])|[a-z]+(?:'[a-z]+)?|[^\s\w-]|\w"
)
BEYOND = {
    "above": (1, "more"),
    "over": (1, "more"),
    "past": (1, "more"),
    "beyond": (1, "more"),
    "below": (-1, "less"),
    "under": (-1, "less"),
}
"""Words before a Level of which it is the bound: which is the first beyond it, and what lies there."""
WHERE = frozenset(
    "at in on a an the not alone behind ahead last first more less fighting winning losing still also".split()
)
"""Words behind "ur" that make it you're, and not your."""
TIMES = {"hundred": 100, "thousand": 1000, "k": 1000}
"""What a number before it is multiplied by."""
COUNTED = frozenset("cards levels items players points rounds treasures doors monsters helpers races classes".split())
OR_MORE = (["or", "more"], ["or", "less"])
AT_A_LEVEL = frozenset("is player players munchkin munchkins somebody".split())
"""Words before a bound that say who is at such a Level; what falls below one only comes there."""


class Word(NamedTuple):
    """A word of a text: what it is for the grammar, its number, and where it stands."""

    kind: str
    number: int
    start: int
    end: int


def words(text: str) -> list[Word]:
    """The words of a sentence."""
    return meant(written(text))


def meant(found: list[Word]) -> list[Word]:
    """Words with what they mean in their place, as the grammar knows them."""
    return list(_bounded(list(_moved(_degrees_first(list(_multiplied(list(_same(_asked_for(found))))))))))


def written(text: str) -> list[Word]:
    """The words of a sentence as they are written."""
    plain = text.translate(SIGNS).lower().rstrip(" .!?\u2026")
    if not plain.isascii():
        plain = "".join(unicodedata.normalize("NFKD", one)[0] for one in plain)
    found: list[Word] = []
    for match in _WORD.finditer(plain):
        word = _word(match[0], match.start(), match.end())
        if word.number < 0 and found and found[-1].kind == NUMBER and "," not in plain[found[-1].end : word.start]:
            found.append(Word("to", 0, word.start, word.start + 1))  # 1-2 is no difference
            word = Word(NUMBER, -word.number, word.start + 1, word.end)
        if found and found[-1].kind == "ur" and (word.kind in NUMBERS or word.kind in WHERE):
            found[-1] = found[-1]._replace(kind="you're")
        found.append(word)
    return [word._replace(kind=_spelled(word.kind)) for word in _with_names(found)]


_HEARD: list[str] = []
_IN_NAMES = re.compile(
    r"(?:with|has|have|having) (?:the words? )?(?:\" )?(?P<of>(?:[a-z0-9][a-z0-9']* ){1,3}?)(?:\" )?"
    r"in (?:its|their|the|his|her) names? "
    r"|whose names? (?:contains?|includes?|has|have|holds?) (?:the words? )?"
    r"\" (?P<behind>(?:[a-z0-9][a-z0-9']* ){1,3})\" "
)
"""How words are said to stand in the name of a card; in quotes, or not."""


def name_words(number: int) -> str:
    """The words that are said to stand in a name, as an id."""
    return _HEARD[number]


def _with_names(found: list[Word]) -> list[Word]:
    """Words in which what stands in the name of a card is one word: with "Orc" in its name."""
    if not any(word.kind in ("name", "names") for word in found):
        return found
    said = [str(word.number) if word.kind == NUMBER else word.kind for word in found]
    starts = list(accumulate((len(one) + 1 for one in said), initial=0))
    text = "".join(f"{one} " for one in said)
    for match in reversed([*_IN_NAMES.finditer(text)]):
        if match.start() not in starts:
            continue
        name = "-".join((match["of"] or match["behind"]).split())
        if name not in _HEARD:
            _HEARD.append(name)
        first, last = starts.index(match.start()), starts.index(match.end()) - 1
        verb = "has" if found[first].kind.startswith("ha") else "with"
        one = Word(NAME_WORDS, _HEARD.index(name), found[first].start, found[last].end)
        found[first : last + 1] = [found[first]._replace(kind=verb), one, one._replace(kind="in name", number=0)]
    return found


def _asked_for(found: list[Word]) -> list[Word]:
    """Words of which the first says a condition: should you die, ..."""
    if len(found) > 1 and found[0].kind == "should" and found[1].kind not in ("we", "i"):
        return [found[0]._replace(kind="if"), *found[1:]]
    return found


def _multiplied(found: list[Word]) -> Iterator[Word]:
    """Words with hundreds and thousands as numbers: eight hundred, a thousand, 2k; and gold, where it is a g."""
    at = 0
    while at < len(found):
        one, after = found[at], found[at + 1].kind if at + 1 < len(found) else ""
        times = one.number if one.kind == NUMBER else 1 if one.kind in ("a", "one") else 0
        if times and after in TIMES and (after != "k" or one.kind == NUMBER):
            yield Word(NUMBER, times * TIMES[after], one.start, found[at + 1].end)
            at += 2
        elif one.kind == "g" and at and found[at - 1].kind in (NUMBER, *TIMES):
            yield from (Word(word, 0, one.start, one.end) for word in ("gold", "pieces"))
            at += 1
        else:
            yield one
            at += 1


def _bounded(found: list[Word]) -> Iterator[Word]:
    """Words with bounds of Levels as a Level and those beyond it: above Level 6 is at Level 7 or more."""
    at = 0
    while at < len(found):
        one, *rest = found[at : at + 3]
        who = found[at - 1].kind if at else ""
        if who in AT_A_LEVEL and one.kind in BEYOND and [word.kind for word in rest] == ["level", NUMBER]:
            step, degree = BEYOND[one.kind]
            yield from (Word("at", 0, one.start, one.end), rest[0])
            yield Word(NUMBER, rest[1].number + step, rest[1].start, rest[1].end)
            yield from (Word(word, 0, one.start, one.end) for word in ("or", degree))
            at += 3
        else:
            yield one
            at += 1


def _degrees_first(found: list[Word]) -> list[Word]:
    """Words with a degree before what is counted: three cards or more are three or more cards."""
    for at in range(len(found) - 3):
        number, noun, *degree = found[at : at + 4]
        if number.kind == NUMBER and noun.kind in COUNTED and [one.kind for one in degree] in OR_MORE:
            found[at + 1 : at + 4] = [*degree, noun]
    return found


def _moved(found: list[Word]) -> Iterator[Word]:
    """Words with the verb of Levels that have a sign in its place: -1 Level, +2 Levels."""
    for word, after in zip(found, [*found[1:], None], strict=False):
        if word.kind == SIGNED and after is not None and after.kind in ("level", "levels"):
            yield Word("lose" if word.number < 0 else "gain", 0, word.start, word.start + 1)
            word = Word(NUMBER, abs(word.number), word.start + 1, word.end)
        yield word


def _word(text: str, start: int, end: int) -> Word:
    if text.isalpha():
        return Word(text, 0, start, end)
    digits = re.sub("[,.' ]", "", text).strip("()")
    if digits.lstrip("+-").isdecimal() and len(digits) <= MOST_DIGITS:
        kind = CHOICE if text[0] == "(" else NUMBER if digits.isdecimal() else SIGNED
        return Word(kind, int(digits), start, end)
    return Word(text, 0, start, end)


def _same(raw: list[Word]) -> Iterator[Word]:
    """Words with those in the place of others that mean the same, the longest phrase first."""
    at = 0
    for start, length, meant in _phrases([word.kind for word in raw]):
        first, last = raw[start], raw[start + length - 1]
        yield from raw[at:start]
        yield from (Word(_kind(one), _number(one), first.start, last.end) for one in meant)
        at = start + length
    yield from raw[at:]


def _phrases(kinds: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Where words stand that others mean the same as, how many of them, and those others."""
    table, at = _synonyms(), 0
    for start in [place for place, kind in enumerate(kinds) if kind in table]:
        rows = table[kinds[start]] if start >= at else {"": []}
        for phrase, meant in rows.get(kinds[start + 1] if start + 1 < len(kinds) else "", rows[""]):
            if kinds[start : start + len(phrase)] == phrase:
                yield start, len(phrase), meant
                at = start + len(phrase)
                break


_PLAIN = re.compile(r"[a-zA-Z ,;:']*")
_PIECE = re.compile(r"[a-z]+(?:'[a-z]+)?|[,;:']")
_UNLIKE = frozenset(("should", "ur", "g", "w", *TIMES, *BEYOND))
"""Words that mean something else by what stands beside them."""


def plain_kinds(text: str) -> list[str] | None:
    """The kinds of the words of a text in which no number and nothing else is that needs a second look; else None."""
    if _PLAIN.fullmatch(text) is None:
        return None
    spellings = _spellings()
    kinds = [spellings.get(one, one) for one in _PIECE.findall(text.lower())]
    if not _UNLIKE.isdisjoint(kinds):
        return None
    found, at = [], 0
    for start, length, meant in _phrases(kinds):
        if any(one.isdecimal() for one in meant):
            return None
        found += kinds[at:start] + meant
        at = start + length
    return found + kinds[at:]


@cache
def belong_together(before: str, behind: str) -> bool:
    """Whether the end of one text and the start of another may mean something else together than each for itself."""
    if before[-1:].isalnum() and behind[:1].isalnum():
        return True
    last, first = _PIECE.findall(before.lower()), _PIECE.findall(behind.lower())
    if not last or not first:
        return before[-1:].isdecimal() or behind[:1].isdecimal()
    if not _UNLIKE.isdisjoint((last[-1], first[0])):
        return True
    return any(_across(last, first, *one) for one in _borders().get((last[-1], first[0]), ()))


def _across(last: list[str], first: list[str], start: list[str], end: list[str]) -> bool:
    """Whether the parts of a phrase fit the ends of two texts, as far as these go."""
    return last[-len(start) :] == start[-len(last) :] and first[: len(end)] == end[: len(first)]


@cache
def _borders() -> Mapping[tuple[str, str], list[tuple[list[str], list[str]]]]:
    """Phrases that mean the same as others, cut in two, by the words beside the cut."""
    found: dict[tuple[str, str], list[tuple[list[str], list[str]]]] = {}
    rows = (row for by_second in _synonyms().values() for row in chain.from_iterable(by_second.values()))
    for phrase in dict.fromkeys(tuple(phrase) for phrase, _ in rows):
        for at in range(1, len(phrase)):
            found.setdefault((phrase[at - 1], phrase[at]), []).append(([*phrase[:at]], [*phrase[at:]]))
    return found


def _kind(text: str) -> str:
    return NUMBER if text.isdecimal() else text


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


@cache
def _spellings() -> Mapping[str, str]:
    """Words as people spell them, and as they are spelled."""
    table = read_toml(FOLDER / "spelling.toml", TableError)
    return {way: right for right, ways in table.items() for way in ways.split()}


def _spelled(kind: str) -> str:
    return _spellings().get(kind, kind)


@cache
def _synonyms() -> Mapping[str, Mapping[str, list[tuple[list[str], list[str]]]]]:
    """Phrases and what stands for each, the longest first, by their first word and the second ("": none, or any)."""
    found: dict[str, list[tuple[list[str], list[str]]]] = {}
    for meant, ways in read_toml(FOLDER / "same.toml", TableError).items():
        for phrase in (way.split() for way in ways):
            found.setdefault(phrase[0], []).append((phrase, meant.split()))
    return {first: _by_second(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in found.items()}


def _by_second(rows: list[tuple[list[str], list[str]]]) -> Mapping[str, list[tuple[list[str], list[str]]]]:
    """Phrases of one first word by those that may go on with a second; a phrase of one word goes on with any."""
    seconds = {"", *(phrase[1] for phrase, _ in rows if len(phrase) > 1)}
    return {one: [row for row in rows if len(row[0]) == 1 or row[0][1] == one] for one in seconds}
