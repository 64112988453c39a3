"""Cards as paragraphs of a text: the name, what kind of card it is, its numbers and what it says, line by line.

Only the head of a card, its kind with the numbers beside it, is taken apart at commas: all else stays as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby

from decks.sheets.kind_cells import KNOWN_TAGS, kind_keys, slot_keys
from decks.sheets.row_cells import FACTS
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_columns import PROSE, TIMES_OF, guess, is_note
from decks.sheets.sheet_grid import Line, Row
from decks.sheets.sheet_words import meant, plain
from decks.value_kinds import Fault

NAME, KIND, TEXT = "Name", "Type", "Text"
"""Headers of what a paragraph says without a label."""
FEWEST = 2
"""Cards that a file has to hold to be one of paragraphs, if it is called a spreadsheet."""

_LABELLED = re.compile(r"([^\W\d_][^:.!?]{0,30}):\s*(.*)")
_MARKS = re.compile(r"^\s*(?:#+|[-*\u2022>])\s+|\*{1,3}|_{2,3}|`")
"""What sets a line off in Markdown, or words in a line."""
_TITLE = re.compile(r"\s*(?:#+\s|\*\*|__)")
_HEAD = re.compile(
    r"\((?P<inside>[^()]+)\)[.:]?(?:\s+|$)|(?P<bare>.+?)(?:[.!?:](?:\s+|$)|\s+(?=bad (?:stuff|things)\b)|$)",
    re.IGNORECASE,
)
"""The first sentence of a line, or what stands in brackets before the others."""
_BRACKET = re.compile(r"([^(),;]+?) \(([^()]+)\)")
_BETWEEN = re.compile(r"\s*[,;\u00b7|]\s*|\s+[\u2013\u2014-]\s+")
_BEHIND_NAME = re.compile(r"\s+[\u2013\u2014-]\s+|[.!?:,]\s+|\s+(?=\()")
"""What may stand between a name and the head of its card."""
_LEVEL = r"(?:level|lvl|lv)\.? *\d+"
_OF_LEVEL = re.compile(rf"(?P<before>{_LEVEL}) +(?P<of>.+)|(?P<kind>.+?) +(?P<behind>{_LEVEL})", re.IGNORECASE)
"""Level 4 Monster, or Monster level 4."""
_CONDITION = re.compile(
    r"^(?:and|as|at|but|during|each|except|for|in|on|only|or|per|plus|than|to|unless|until|vs|with|without)\b"
    r"|^against\b|\b(?:if|instead|otherwise|unless|when|whenever|while)\b",
    re.IGNORECASE,
)
"""Words of a part of a head that may say when those before it hold."""
_COPIES = re.compile(rf"(?:{TIMES_OF.pattern}|\d+ *(?:copies|copy))", re.IGNORECASE)
_NUMBERS = "one two three four five six seven eight nine ten".split()
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_SIGNED = re.compile(r"[+\u2212\u2013-] ?\d+(?: bonus)?", re.IGNORECASE)
_SIGN = re.compile(
    rf"\b{_LEVEL}|(?<![\w#])[+\u2212-]\d|\b\d+ *(?:treasures?|gold|gp)\b|\bbad (?:stuff|things)\b|^curse\s*[!:]",
    re.IGNORECASE,
)
"""What only cards say, wherever it stands: a Level, a bonus, Treasures, Gold Pieces."""
_CURSE = re.compile(r"curse\s*[!:]", re.IGNORECASE)


def card_rows(text: str, fewest: int = FEWEST) -> tuple[Row, ...]:
    """A row of headers and one for each paragraph; none if fewer than `fewest` of them are to be cards."""
    typed = text.splitlines()
    lines = [(number, " ".join(_MARKS.sub("", line).split())) for number, line in enumerate(typed, 1)]
    blocks = [[*block] for is_told, block in groupby(lines, lambda line: bool(line[1])) if is_told]
    for at in range(len(blocks) - 1, 0, -1):  # a title, an empty line, and its card
        (number, _), *more = blocks[at - 1]
        if not more and _TITLE.match(typed[number - 1]) and _head(blocks[at][0][1]):
            blocks[at - 1 : at + 1] = [blocks[at - 1] + blocks[at]]
    found = [(block[0][0], _cells([line for _, line in block])) for block in blocks]
    if not any(KIND in cells for _, cells in found) or sum(len(cells) > 1 for _, cells in found) < fewest:
        return ()
    headers = [*dict.fromkeys((NAME, KIND, *(header for _, cells in found for header in cells)))]
    rows = (
        Row(Line.of_card(line, cells.get(NAME, "")), tuple(cells.get(header, "") for header in headers))
        for line, cells in found
    )
    return (Row(0, tuple(headers)), *rows)


def _cells(lines: Sequence[str]) -> dict[str, str]:
    """What a paragraph says, by header; one without a sign of a card is a text in the first column.

    With a sign and no known kind it has the first words behind its name for one, so that these are refused.
    """
    lines = _parted(lines)
    cells: dict[str, str] = {}
    last = ""
    for line in lines:
        goes_on = last in (TEXT, *PROSE) and _goes_on(cells[last], line) and (KIND in cells or not _head(line))
        for header, said in [(last, line)] if goes_on else _said(line, cells):
            between = " " if goes_on and header == last else "\n"
            cells[header] = f"{cells[header]}{between}{said}" if cells.get(header) else said
            last = header
    if KIND not in cells and _CURSE.match(lines[0]):
        cells[KIND] = "Curse"
    if KIND in cells or {*FACTS} & {*cells}:
        return cells
    name, more = ([lines[0], " ".join(lines[1:])] if lines[1:] else [*_BEHIND_NAME.split(lines[0], 1), lines[0]])[:2]
    if not any(map(_SIGN.search, lines)) and not _may_be_head(more):
        return {NAME: " ".join(lines)}
    return {NAME: name, KIND: re.split(r"[,;.!?:]\s", more)[0].rstrip(" .!?:"), TEXT: more}


def _goes_on(before: str, line: str) -> bool:
    """Whether a line ends the sentence of the one before: it may say when that holds."""
    is_open = not re.search(r"[.!?:)\"\u201d]$", before)
    return is_open and not _label(line) and (before[-1:] in ",;" or line[0].islower() and bool(_CONDITION.search(line)))


def _parted(lines: Sequence[str]) -> list[str]:
    """The lines of a paragraph, with a line for the name where the head of the card stands behind it."""
    first, *rest = lines
    labels = [guess(label[1]) for line in lines if (label := _label(line))]
    if "kind" in labels or any(map(_head, rest)):
        return [*lines]
    for between in _BEHIND_NAME.finditer(first):
        if any(_fact(part, False) for part in _BETWEEN.split(first[: between.start()])[1:]):
            break  # what would be a name is one with numbers
        if between.start() and _head(first[between.end() :]):
            return [first[: between.start()] + between[0].strip(" .:,-\u2013\u2014("), first[between.end() :], *rest]
    if (curse := _CURSE.match(first)) and (ends := re.search(r"[.!?]\s+", first[curse.end() :])):
        at = curse.end() + ends.start()
        return [first[:at], first[curse.end() + ends.end() :], *rest]
    return [*lines]


def _label(line: str) -> re.Match[str] | None:
    """The label of a line and what stands behind it, if columns are called so."""
    label = _LABELLED.fullmatch(line)
    return label if label and (guess(label[1]) or is_note(label[1])) else None


def _may_be_head(line: str) -> bool:
    """Whether a line begins with a kind or a pile, as of a card whose kind is not said: a treasure."""
    first = re.sub(r"^(?:an?|the) ", "", re.split(r"[(,;.!?:]", line)[0].strip(), flags=re.IGNORECASE)
    return _is_kind(first) or plain(first) in meant("piles")


def _said(line: str, before: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Headers and texts of a line: by its label, or the name first, then the head of the card, then the rest."""
    if label := _label(line):
        key = guess(label[1])
        yield {"name": NAME, "kind": KIND, "text": TEXT}.get(key, key or label[1]), label[2]
    elif NAME not in before:
        yield NAME, line
    elif KIND in before or not (head := _head(line)):
        yield TEXT, line
    else:
        yield from head


def _head(line: str) -> list[tuple[str, str]]:
    """Headers and texts of a line that begins with a kind of cards; empty if it does not.

    Numbers beside the kind are cells of their own; from the first part on that is none, or that may have a condition,
    the line is a text, unchanged.
    """
    found = _HEAD.match(line)
    if found is None:
        return []
    head, behind = found["inside"] or found["bare"], line[found.end() :]
    sign = line[found.start() + len(head) : found.end()].strip() if found["bare"] else ""
    if (more := _BRACKET.match(head)) and _is_kind(more[1]):  # Curse (x2)
        head = f"{more[1]}, {more[2]}{head[more.end() :]}"
    ends = [*_BETWEEN.finditer(head)]
    first, after = (head[: ends[0].start()], head[ends[0].end() :]) if ends else (head, "")
    level = ""
    if of := _OF_LEVEL.fullmatch(first):
        first, level = of["of"] or of["kind"], of["before"] or of["behind"]
    if not _is_kind(first):
        return []
    cells = [(KIND, first), *([("level", level)] if level else [])]
    bound = any(map(_CONDITION.search, _BETWEEN.split(after)))
    while after:
        part = _BETWEEN.split(after, 1)
        fact = _fact(part[0], bound)
        if not fact:
            break
        cells.append(fact)
        after = part[1] if part[1:] else ""
    if after:
        behind = f"{after}{sign or '.'} {behind}".strip()
    return [*cells, (TEXT, behind)] if behind else cells


def _is_kind(text: str) -> bool:
    """Whether a text is a kind of cards, or what Items are worn."""
    with suppress(Fault):
        return kind_keys("kind", text).get("slot") != "none"
    return False


def _fact(part: str, bound: bool) -> tuple[str, str] | None:
    """Header and cell of a part of a head; `bound`: of what no condition can hold, as one is said."""
    text = _NUMBER.sub(lambda word: str(1 + _NUMBERS.index(word[0].lower())), part.strip())
    if _COPIES.fullmatch(text):
        return "copies", text
    if plain(text) in KNOWN_TAGS:
        return "tags", part
    if re.fullmatch(_LEVEL, text, re.IGNORECASE):
        return "level", text
    if bound:
        return None
    if _SIGNED.fullmatch(text):
        return "bonus", text
    for key in ("treasures", "gold", "levels") if text[:1].isdigit() else ():
        with suppress(Fault):
            keys_of(key, text)
            return key, text
    with suppress(Fault):
        return ("slot", part) if slot_keys("slot", part).get("slot") != "none" else None
    return None
