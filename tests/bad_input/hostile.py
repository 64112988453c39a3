"""Files that somebody has damaged, mistyped or made up: mutations of the real ones, always the same for a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

VALUES = (
    "-1", "0", "1", "7", "999999999999", "1" * 30, "9" * 5000, "0x" + "f" * 5000, "1e400", "nan", "-inf", "1.5", "true",
    "false", '""', '" "', '"nonsense"', '"' + "x" * 5000 + '"', r'"\u0000"', r'"a\nb"', '"=cmd|1"', '"../../etc"',
    '"base+base"', '"[bold]"', "[]", "[[]]", "{}", '[1, "a"]', '["a", "a"]', "[true]", "[[1], [2]]", "{a = 1}",
    '{on = "drawn", op = "draw"}', '[{op = "death"}]', "1979-05-27", "07:32:00", "[" * 2000 + "]" * 2000,
    "{a=" * 40 + "1" + "}" * 40, "'''x\ny'''", "'\u202e\u2028'", '"\U0001f409"',
)  # fmt: skip
"""What stands where another value was meant."""
LINES = (
    "[", "]]", "[x]", "[[card]]", "[[seat]]", "[rules]", "= 1", "a", "a = ", ".a = 1", "a.b.c = 1", '"" = 1', "\0",
    "\x1b[2J", "a" * 5000 + " = 1", ".".join(["a"] * 60) + " = 1", '"a b"."=" = 1', "\ufeff", "extends = 'base'",
    "=1+1",
)  # fmt: skip
"""Lines that nobody asked for."""
BYTES = (b"\xff", b"\x00", b"\xef\xbb\xbf", b"\r", b"\xc3", b'"', b"'", b"[", b"{", b",", b";", b"\n", b".", b"=", b"#")

_VALUE = re.compile(r"(?<==)[^=\n]+$", re.MULTILINE)
_KEY = re.compile(r"^[\w.-]+(?= *=)", re.MULTILINE)

Mutation = Callable[[random.Random, str], str]


def mutated(luck: random.Random, text: str) -> bytes:
    """One to three mutations of a text, now and then of its bytes."""
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        text = luck.choice(MUTATIONS)(luck, text)
    raw = text.encode("utf-8", "surrogatepass")
    if luck.random() < 0.15:
        at = luck.randrange(len(raw) + 1)
        raw = raw[:at] + luck.choice(BYTES) + raw[at + luck.choice((0, 1)) :]
    if luck.random() < 0.02:
        raw = text.encode("utf-16", "surrogatepass")
    return raw


def _value(luck: random.Random, text: str) -> str:
    return _replaced(luck, text, _VALUE, " " + luck.choice(VALUES))


def _key(luck: random.Random, text: str) -> str:
    keys = [*_KEY.findall(text), "nonsense", "id", "rules", "x" * 5000]
    return _replaced(luck, text, _KEY, luck.choice(keys))


def _replaced(luck: random.Random, text: str, what: re.Pattern[str], by: str) -> str:
    found = [*what.finditer(text)]
    if not found:
        return text + by
    one = luck.choice(found)
    return text[: one.start()] + by + text[one.end() :]


def _line(luck: random.Random, text: str) -> str:
    """A line more, less, twice, elsewhere, or cut."""
    lines = text.split("\n")
    at, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    how = luck.randrange(5)
    if how == 0:
        lines.insert(at, luck.choice(LINES))
    elif how == 1:
        del lines[at]
    elif how == 2:
        lines.insert(other, lines[at])
    elif how == 3:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at] = lines[at][: luck.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def _cut(luck: random.Random, text: str) -> str:
    return text[: luck.randrange(len(text) + 1)]


def _digit(luck: random.Random, text: str) -> str:
    return _replaced(luck, text, re.compile(r"\d+"), luck.choice(("0", "-1", "3", "99", "101", "1" * 19, "1" * 25)))


def _word(luck: random.Random, text: str) -> str:
    words = re.findall(r"[a-z_-]{3,}", text) or ["x"]
    return _replaced(luck, text, re.compile(r"[a-z_-]{3,}"), luck.choice(words))


MUTATIONS: Sequence[Mutation] = (_value, _value, _value, _key, _line, _line, _cut, _digit, _digit, _word, _word)
