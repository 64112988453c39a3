"""One cell of a spreadsheet into keys of a card: forgiving where the meaning is plain, a sentence where it is not.

Programs may be written in short words: `lose_levels:2; lose headgear`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from decks.sheets.kind_cells import KNOWN_TAGS, Keys, axis_keys, kind_keys, pile_keys, slot_keys
from decks.sheets.sheet_words import meant, plain, steps_of, words
from decks.value_kinds import Fault, kebab
from engine.inputs.toml import check_values, parse_toml

NOTHING = frozenset({"", "-", "–", "—", "n/a"})
"""Cells that say nothing in columns that hold no free text."""

LONGEST = {"name": 120, "id": 120}
LONGEST_TEXT = 4000
ERRORS = ("#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!")
"""What a spreadsheet shows for a formula that failed."""

TIMES = frozenset({"x", "\u00d7"})
"""What stands beside a number of copies."""


def keys_of(key: str, cell: str) -> Keys:
    """What a cell of the column of a key says; a Fault if it cannot be read."""
    text = cell.strip()
    if text in ERRORS:
        raise Fault("is a formula that failed")
    if text.startswith("="):
        raise Fault("is a formula; allowed: its value (save the values, not the formulas)")
    longest = LONGEST.get(key, LONGEST_TEXT)
    if len(cell) > longest:
        raise Fault(f"has {len(cell)} characters; allowed: at most {longest}")
    if key not in TEXTS and text.lower() in NOTHING:
        return {}
    if not text:
        return {}
    return READERS[key](key, cell if key in KEPT else text)


def bare(text: str) -> str:
    """A text without the mark that keeps a spreadsheet from running it."""
    return text[1:] if re.match(r"'+[=+\-@\t\r]", text) else text


def _text(key: str, text: str) -> Keys:
    plain = bare(text)
    return {key: " ".join(plain.split()) if key in ("name", "id") else plain}


_NUMBER = re.compile(r"(\D*?)([+-]?)\s*(\d{1,9})(?:[.,]0+)?(?![\d.,]*\d)(\D*)")


def _number(key: str, text: str) -> Keys:
    """A number with what its column is called beside it, `2 Treasures`; another one may follow: `, 1 Level`."""
    plain_text = re.sub("[−–]", "-", text).replace("\u00a0", " ")
    if key == "gold" and plain(text) in meant("worthless"):
        return {key: 0}
    if key == "gold":
        plain_text = re.sub(r"(?<=\d)[.,' ](?=\d{3}(?!\d))", "", plain_text)
    found: dict[str, int] = {}
    for part in re.split(r"[,;\n]\s*(?=[+-]?\s*\d+\s*[^\W\d])|(?<=[^\W\d])\s+(?:and|und|et)\s+", plain_text):
        number = _NUMBER.fullmatch(part.strip())
        unit = "" if number is None else plain(number[1] + number[4])
        of = key if number is not None and _counts(key, unit) else _also(unit) if found else ""
        if number is None or not of or of in found:
            raise Fault("is no whole number")
        found[of] = int(number[2] + number[3])
    return found


def _counts(key: str, unit: str) -> bool:
    """Whether a word beside a number says what its column says."""
    words_of_it = {plain(key), *words("headers")[key]}
    return (
        not unit
        or bool({unit, f"{unit}s", unit.removesuffix("s")} & words_of_it)
        or (key == "copies" and unit in TIMES)
    )


def _also(unit: str) -> str:
    """The column of a second number of a cell: Levels behind Treasures are those gained."""
    return next((key for key in ("levels", "treasures") if _counts(key, unit) and unit), "")


def _truth(key: str, text: str) -> Keys:
    found = meant("truth").get(plain(text))
    if found:
        return {key: found == "yes"}
    raise Fault("is neither yes nor no")


def _listed(key: str, text: str) -> Keys:
    if text.startswith("["):
        return {key: _inline(text, list)}
    return {key: [" ".join(word.split()) for word in re.split("[,;\n]", text) if word.strip()]}


def _tags(key: str, text: str) -> Keys:
    """Tags, in the way decks write them."""
    words = _listed(key, text)[key]
    return {key: words if text.startswith("[") else [w if w in KNOWN_TAGS else kebab(w) or w for w in words]}


_FORBID = re.compile(
    r"(?:(?:not|never|cannot be) (?:usable|used|for|by)(?: by| for)?|not|no|non|never|except"
    r"|(?:everyone|anyone|all) (?:but|except)|nicht(?: f\u00fcr| von)?|au\u00dfer|sauf|pas)(?=[\s:])[\s:]*",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"(?:usable (?:only )?(?:by|for)|(?:only|nur|seulement)(?: usable)?(?: by| for| f\u00fcr| par)?)(?=[\s:])[\s:]*"
    r"|\s+(?:only|seulement)$",
    re.IGNORECASE,
)
_AND = re.compile(r"[,;/&\n]|\s(?:and|or|und|oder|et|ou)\s", re.IGNORECASE)
"""What stands between two names."""
MOST_NAME_WORDS = 4


def _people(text: str) -> list[str]:
    """Names of identities as they are written in ids; none where there is more in it than names."""
    found = [" ".join(part.split()) for part in _AND.split(text)]
    found = [part for part in found if part]
    more = any(len(part.split()) > MOST_NAME_WORDS or re.search(r"\d", part) for part in found)
    return [] if more else [identity(part) for part in found]


def identity(word: str) -> str:
    """A word such as `Monster Whacker` or `race:Elf` as identities are named."""
    return ":".join("-".join(part.lower().split()) for part in word.strip(" .!").split(":"))


def restriction(key: str, text: str) -> Keys:
    """Who may use it: `Elf only`, `not: Wizard`, `anybody`, or names alone; anything else is a sentence."""
    if text.startswith("["):
        return {"require" if key == "restriction" else key: _inline(text, list)}
    if key != "forbid" and plain(text) in meant("everybody"):
        return {}
    forbids = _FORBID.match(text)
    rest = text[forbids.end() :] if forbids else _ONLY.sub("", text)
    into = "forbid" if forbids or key == "forbid" else "require"
    names = _people(rest)
    return {into: names} if names else {"unmodelled": text}


_SIGNED = re.compile(r"[+\-\u2212\u2013]?\s*\d+")
_BESIDE = re.compile(
    r"\b(?:(?:stronger )?against|versus|vs|gegen|contre)\b\.?|^[\s:=]+|[\s:=]+$|\bbonus\b", re.IGNORECASE
)
"""What is no name in a bonus against somebody."""


def _against(key: str, text: str) -> Keys:
    """Bonuses against people, `Elf +3; Human: 5` or `+4 against Elves and Wizards`; anything else is a sentence."""
    if text.startswith("{"):
        return {key: _inline(text, dict)}
    parts = [text] if len(_SIGNED.findall(text)) == 1 else re.split("[,;\n]", text)
    found: dict[str, int] = {}
    for part in filter(str.strip, parts):
        amounts = _SIGNED.findall(part)
        names = _people(_BESIDE.sub("", _SIGNED.sub(" ", _BESIDE.sub(" ", part)).strip(" :=.")).strip(" :=."))
        if len(amounts) != 1 or not names or found.keys() & {*names}:
            return {"unmodelled": text}
        amount = int(re.sub("[\u2212\u2013]", "-", amounts[0]).replace(" ", ""))
        found |= dict.fromkeys(names, amount)
    return {key: found}


def _steps(key: str, text: str) -> Keys:
    """A program as TOML or JSON, or tokens such as `lose_levels:2`; any other text is one of sentences."""
    plain = bare(text)
    if plain.startswith("["):
        return {key: _inline(plain, list)}
    steps = steps_of(plain)
    return {key: steps} if steps is not None else {"unmodelled": plain}


def _inline(text: str, kind: type) -> Any:
    try:
        value = parse_toml(f"value = {text}", Fault, "cell")["value"]
    except Fault:
        try:
            value = json.loads(text)
            check_values({"value": value}, Fault, "cell")
        except (ValueError, RecursionError):
            raise Fault("begins like a list or a table, but is neither TOML nor JSON") from None
    if not isinstance(value, kind):
        raise Fault(f"is no {'list' if kind is list else 'table'}")
    return value


READERS: dict[str, Callable[[str, str], Keys]] = {
    **dict.fromkeys(("copies", "level", "treasures", "levels", "bonus"), _number),
    **dict.fromkeys(("hands", "gold", "run_away", "no_pursue"), _number),
    **dict.fromkeys(("stacks", "big", "locked", "may_win", "any_roll"), _truth),
    **dict.fromkeys(("invented", "cites"), _listed),
    **dict.fromkeys(("require", "forbid", "restriction"), restriction),
    **dict.fromkeys(("bad_stuff", "effects"), _steps),
    **dict.fromkeys(("id", "name", "identity", "text", "origin", "source", "unmodelled"), _text),
    "against": _against, "kind": kind_keys, "slot": slot_keys, "pile": pile_keys, "doubles": axis_keys,
    "tags": _tags,
}  # fmt: skip
"""How the cells of each column are read."""

KEPT = ("text", "source", "unmodelled")
"""Columns whose spaces and line breaks are kept as they are."""

TEXTS = frozenset(key for key, reader in READERS.items() if reader in (_text, _steps))
"""Columns of free text."""
