"""The one reader of TOML: a table or one short sentence, whatever the file is."""

from __future__ import annotations

import time
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from engine.inputs.quote import LONGEST, bare, listed, quoted
from engine.inputs.rows import checked, checked_rows
from engine.inputs.toml import DEEPEST, LARGEST, parse_toml, read_toml


class Wrong(ValueError):
    """What these tests ask for."""


REFUSED = {
    "deep lists": (b"a = " + b"[" * 5000 + b"]" * 5000, "too deep"),
    "deeper than loaders go": (b"a = " + b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "key a[0][0]"),
    "deep tables": (b"a = " + b"{b=" * 4000 + b"1" + b"}" * 4000, "too deep"),
    "dotted for ever": (b".".join([b"a"] * 100_000) + b" = 1", "line 1 has a key of too many words"),
    "dotted behind a quoted =": (b'"=".' + b".".join([b"a"] * 100_000) + b" = 1", "line 1 has a key of too many words"),
    "more digits than Python reads": (b"a = " + b"9" * 5000, "a whole number is too large"),
    "more digits than Python prints": (b"a = 0x" + b"f" * 5000, "key a: a whole number is too large"),
    "a whole number of 65 bits": (b"[t]\na = 9223372036854775808", "key t.a: a whole number is too large"),
    "not UTF-8": (b"a = '\xff'", "is not UTF-8 text"),
    "UTF-16": ("a = 1".encode("utf-16"), "is not UTF-8 text"),
    "zeros": (b"\0" * 100, "not valid TOML"),
    "a NUL in a text": (b'[t]\na = "x\\u0000"', "key t.a holds the character NUL"),
    "a NUL in a key": (b'"a\\u0000b" = 1', "holds the character NUL"),
    "too large": (b"#" * (LARGEST + 1), "is too large; allowed: at most 1,000,000 bytes"),
    "a key of 50,000 letters twice": (b"a" * 50_000 + b" = 1\n" + b"a" * 50_000 + b" = 1", "not valid TOML"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_loader_could_use_is_one_short_sentence(tmp_path, kind):
    content, says = REFUSED[kind]
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    started = time.monotonic()
    with pytest.raises(Wrong) as error:
        read_toml(path, Wrong, "file.toml")
    sentence = str(error.value)
    assert sentence.startswith("file.toml: ") and says in sentence
    assert len(sentence) < 300 and sentence.isprintable() and time.monotonic() - started < 5


def test_what_is_at_the_limits_is_read(tmp_path):
    path = tmp_path / "file.toml"
    inner = "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    text = f"a = {inner}\nb = 9223372036854775807\nc = -9223372036854775808\n" + "d" + ".d" * (DEEPEST - 1) + " = 1\n"
    path.write_text(text, encoding="utf-8")
    found = read_toml(path, Wrong)
    assert found["b"] == 2**63 - 1 and found["c"] == -(2**63)
    prose = ". ".join(["word"] * 500)  # dots in a text are no key
    assert parse_toml(f'why = "{prose}"', Wrong, "x")["why"] == prose


def test_a_byte_order_mark_and_line_ends_of_windows_are_no_matter(tmp_path):
    path = tmp_path / "file.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = '''x\r\ny'''\r\n")
    assert read_toml(path, Wrong) == {"a": 1, "b": "x\ny"}
    assert parse_toml("\ufeffa = 1", Wrong, "x") == {"a": 1}


def test_a_file_that_is_not_there_or_is_none_is_one_sentence(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "a\0b.toml"):
        with pytest.raises(Wrong, match="cannot be read: "):
            read_toml(path, Wrong)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("short", "'short'"),
        ("a" * 50_000, "'" + "a" * 56 + "..."),
        ("two\nlines\x1b[2J", r"'two\nlines\x1b[2J'"),
        (3, "3"),
        (True, "True"),
        ([1, "a"], "[1, 'a']"),
        ((1,), "(1,)"),
        ({"a": {"b": [1]}}, "{'a': {'b': [1]}}"),
    ],
)
def test_a_value_in_a_sentence_is_short_and_harmless(value, shown):
    assert quoted(value) == shown and len(shown) <= LONGEST


def test_a_value_without_end_is_shown_in_an_instant():
    knot: list[object] = []
    knot.append(knot)
    started = time.monotonic()
    assert quoted(knot) == "[[[[...]]]]"
    wide: object = "x" * 10_000
    for _ in range(6):
        wide = [wide] * 1000
    assert len(quoted(wide)) == LONGEST
    assert quoted(16**5000) == "a whole number of about 6020 digits"
    assert time.monotonic() - started < 1


def test_text_without_quotes_and_long_lists():
    assert bare("a\tb") == r"a\tb" and bare(7) == "7" and len(bare("x" * 100)) == LONGEST
    assert listed(range(3)) == "0, 1, 2" and listed(range(50)).endswith("38, 39 and 10 more")


class Inner(BaseModel):
    """A table in a table."""

    n: Annotated[int, Field(ge=1, le=3)] | None = None


class Row(BaseModel):
    """A row of some file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    low: Annotated[float, Field(ge=0, le=9, allow_inf_nan=False)]
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    on: bool = False
    n: tuple[Annotated[int, Field(ge=1, le=3)], ...] = Field(default=(1,), strict=False, min_length=1)
    kind: Literal["door", "treasure"] = "door"
    part: Inner = Inner()
    more: dict[Annotated[str, Field(min_length=1)], int] = {}
    end: int = 1

    @field_validator("end")
    @classmethod
    def _is_odd(cls, value: int) -> int:
        if value % 2 == 0:
            raise ValueError(f"is {value}; allowed: odd numbers" if value else "nothing ends so")
        return value


GOOD = {"low": 1, "name": "x", "n": [1, 3]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"low": float("nan")}, "low is nan; allowed: a number from 0 to 9"),
        ({"low": True}, "low is True; allowed: a number from 0 to 9"),
        ({"low": 10}, "low is 10; allowed: a number from 0 to 9"),
        ({"name": " "}, "name is ' '; allowed: a text that is not empty"),
        ({"on": 1}, "on is 1; allowed: true or false"),
        ({"n": []}, "n is empty; allowed: a list that is not empty"),
        ({"n": [1.0]}, "n[0] is 1.0; allowed: a whole number from 1 to 3"),
        ({"kind": "dor"}, "kind is 'dor'; allowed: door, treasure"),
        ({"part": {"n": 4}}, "part.n is 4; allowed: a whole number from 1 to 3"),
        ({"part": 4}, "part is 4; allowed: a table with the keys n"),
        ({"more": {"": 1}}, "more is ''; allowed: a text that is not empty"),
        ({"more": {"a": ""}}, "more.a is ''; allowed: a whole number"),
        ({"end": 2}, "end is 2; allowed: odd numbers"),
        ({"end": 0}, "end: nothing ends so"),
        ({"x" * 999: 1}, "unknown key 'xxx"),
        ({"lo": 1}, "unknown key 'lo' (did you mean 'low'?); allowed: low, name, on, n, kind, part, more, end"),
    ],
)
def test_a_row_with_something_else_is_refused(change, says):
    assert checked(Row, GOOD, Wrong, "here").n == (1, 3)
    with pytest.raises(Wrong) as error:
        checked(Row, {**GOOD, **change}, Wrong, "here")
    assert str(error.value).startswith("here: ") and says in str(error.value) and len(str(error.value)) < 200
    with pytest.raises(Wrong) as error:
        checked_rows(Row, [GOOD, {**GOOD, **change}], Wrong, "here: row")
    assert str(error.value).startswith("here: row 2: ") and says in str(error.value)


def test_a_misspelt_key_is_named_before_the_one_that_is_missing():
    with pytest.raises(Wrong, match="^here: unknown key 'nam'"):
        checked(Row, {"low": 1, "nam": "x"}, Wrong, "here")


def test_a_row_that_lacks_a_key_or_is_no_table_is_refused():
    with pytest.raises(Wrong, match="^here: key 'name' is missing; allowed: a text that is not empty$"):
        checked(Row, {"low": 1, "n": [1]}, Wrong, "here")
    with pytest.raises(Wrong, match=r"^here is \[1\]; allowed: a table with the keys low, name, on, n"):
        checked(Row, [1], Wrong, "here")
    with pytest.raises(Wrong, match=r"^here: row is 3; allowed: tables, written \[\[row\]\]$"):
        checked_rows(Row, 3, Wrong, "here: row")
