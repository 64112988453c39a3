"""Tables fit the terminal: words are wrapped, columns left out, tables folded, and numbers stay whole."""

from __future__ import annotations

import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.commands import _output
from lab.commands._layout import Strip, fit, shortened, wrapped
from lab.tables.column import EXTRA, KEY, Column, cells, default_column, rounded, written

WORDS = st.text(alphabet="abc+-_. 19", max_size=40).map(str.strip)
NUMBERS = st.integers(-(10**6), 10**6).map(lambda n: f"{n:,}")


@st.composite
def tables(draw):
    """A key and some columns of words and numbers."""
    rows = draw(st.integers(0, 4))

    def strip(number, **about):
        texts = draw(st.lists(NUMBERS if number else WORDS, min_size=rows, max_size=rows))
        return Strip(draw(st.sampled_from(["q", "win credit", "a longer heading"])), tuple(texts), number, **about)

    others = [strip(draw(st.booleans()), spare=draw(st.integers(0, 2))) for _ in range(draw(st.integers(1, 8)))]
    return [strip(False, is_key=True), *others]


def test_long_names_stand_above_their_rows_and_each_keeps_as_many(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    long = "base+a-house-rule-with-a-long-name"
    frame = pl.DataFrame({"arm": ["base"] * 3 + [long] * 3, "place": [0, 1, 2] * 2})
    _output.print_frame("", frame, 4, by="arm")
    said = capsys.readouterr().out.splitlines()
    assert said[2:8] == ["base:", "    0", "    1", f"{long}:", "    0", "    1"]
    assert said[8] == "... 2 more rows; --csv and --json print" and not any("arm" in line for line in said[:2])
    _output.print_frame("", frame.with_columns(arm=pl.col("arm").str.slice(0, 9)), 4, by="arm")
    assert capsys.readouterr().out.split()[:2] == ["arm", "place"]


@given(tables(), st.integers(40, 130))
def test_no_line_is_wider_than_the_terminal_and_no_number_is_cut(strips, width):
    lines, left_out = fit(strips, width)
    assert all(len(line) <= width for line in lines)
    text = "\n".join(lines)
    for strip in strips:
        for cell in strip.cells if strip.is_number and strip.label not in left_out else ():
            assert re.search(rf"(?<![\d,]){re.escape(cell)}(?![\d,])", text), (cell, text)
    assert not re.search(r"\d\u2026|\u2026\d", text)


@given(tables())
def test_a_pipe_gets_every_column_in_one_line(strips):
    lines, left_out = fit(strips, None)
    assert left_out == [] and len(lines) == len(strips[0].cells) + 2


def test_the_least_important_columns_go_first_and_are_named():
    strips = [
        Strip("card", ("Wooden Leg",), is_key=True), Strip("worth", ("+7.1 [2.8, 11.5]",), True),
        Strip("held", ("1,234",), True, spare=1), Strip("copies", ("2",), True, spare=2),
    ]  # fmt: skip
    assert fit(strips, 60)[1] == []
    assert fit(strips, 36)[1] == ["copies"]
    lines, left_out = fit(strips, 30)
    assert left_out == ["copies", "held"] and lines[-1] == "Wooden Leg  +7.1 [2.8, 11.5]"


def test_what_matters_is_folded_under_the_same_keys():
    strips = [Strip("style", ("fights", "sold"), is_key=True)]
    strips += [Strip(f"persona{i}", ("12.5", "0.3"), True) for i in range(6)]
    rule = "\u2500" * 6 + 3 * ("  " + "\u2500" * 8)
    assert fit(strips, 40)[0] == [
        "style   persona0  persona1  persona2", rule,
        "fights      12.5      12.5      12.5",
        "sold         0.3       0.3       0.3", "",
        "style   persona3  persona4  persona5", rule,
        "fights      12.5      12.5      12.5",
        "sold         0.3       0.3       0.3",
    ]  # fmt: skip


def test_words_take_all_the_room_and_what_takes_most_lines_gets_most_of_it():
    short, long = ("a few words " * 5).strip(), ("many more of them " * 20).strip()
    lines, _ = fit([Strip("name", ("one",), is_key=True), Strip("why", (short,)), Strip("what", (long,))], 80)
    assert len(lines[1]) == 80 and [len(rule) for rule in lines[1].split()][1:] == [12, 60]
    lines, _ = fit([Strip("name", ("one",), is_key=True), Strip("why", (short,)), Strip("what", (short,))], 80)
    assert [len(rule) for rule in lines[1].split()][1:] == [36, 36]


def test_a_table_lies_on_its_side_where_not_even_one_column_fits():
    strips = [
        Strip("card", ("Leg", "Arm"), is_key=True),
        Strip("difference of shares", ("+7.10 [2.80, 11.55]", ""), True),
    ]
    lines, _ = fit(strips, 22)
    assert lines[0] == "card: Leg" and "[2.80," in "\n".join(lines) and all(len(line) <= 22 for line in lines)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("too strong", 5, ["too", "strong"[:2] + "\u2026" + "strong"[-2:]]),
        ("cthulhu+shared-victory", 14, ["cthulhu+", "shared-victory"]),
        ("cthulhu+no-cultist-endgame", 12, ["cthulhu+no-", "cultist-", "endgame"]),
        ("victory.level=8", 14, ["victory.", "level=8"]),
        ("", 5, [""]),
    ],
)
def test_words_are_broken_between_words_and_behind_marks(text, width, lines):
    assert wrapped(text, width) == lines


@pytest.mark.parametrize("width", range(4, 12))
def test_the_mark_of_a_shortened_word_never_touches_a_digit(width):
    short = shortened("a1234567890z", width)
    assert len(short) <= width and "\u2026" in short and not re.search(r"\d\u2026|\u2026\d", short)


@pytest.mark.parametrize(
    ("value", "kind", "bounds", "text"),
    [
        (9.1234, "number", (8.61, 9.5), "9.1 [8.6, 9.5]"),
        (57.03, "number", (55.8, 58.2), "57.0 [55.8, 58.2]"),
        (1500.0, "number", (1480.2, 1519.6), "1,500 [1,480, 1,520]"),
        (-0.05966, "number", (-0.13, 0.01466), "\u22120.06 [\u22120.13, 0.01]"),
        (0.0714, "points", (0.028, 0.115), "+7.1 [+2.8, +11.5]"),
        (-0.0001, "points", (-0.02, 0.02), "+0.0 [\u22122.0, +2.0]"),
        (0.5, "share", (0.3, 0.7), "50.0 % [30.0, 70.0]"),
        (0.0, "share", (0.0, 0.0013), "0.00 % [0.00, 0.13]"),
        (0.9241, "share", (None, None), "92.4 %"),
        (1e-300, "p", (None, None), "< 0.001"),
        (12345, "count", (None, None), "12,345"),
        (4242, "plain", (None, None), "4242"),
        (1234.5, "number", (None, None), "1,234"),
        (0.123456, "number", (None, None), "0.123"),
        (3.0, "number", (None, None), "3"),
        (None, "share", (None, None), ""),
        (float("nan"), "number", (None, None), ""),
    ],
)
def test_numbers_are_written_with_the_digits_they_deserve(value, kind, bounds, text):
    assert written(value, kind, *bounds) == text


def test_bounds_stand_beside_their_value_and_hidden_columns_nowhere():
    frame = pl.DataFrame({"arm": ["a"], "x": [1.0], "x_low": [0.5], "x_high": [1.5], "won": [True], "n": [None]})
    found = cells(frame, {"x": Column("mean")})
    assert [(column.label, texts) for _, column, texts in found] == [
        ("arm", ["a"]), ("mean [95%]", ["1.0 [0.5, 1.5]"]), ("won", ["yes"]), ("n", [""]),
    ]  # fmt: skip


def test_a_column_nobody_described_is_told_by_its_name():
    assert default_column("rating_q", pl.Float64()).kind == "p"
    assert default_column("games_seen", pl.Int64()) == Column("games seen", "count")


@pytest.mark.parametrize(("said", "width"), [("80", 80), ("7", 20), ("wide", None), ("0", None), (None, None)])
def test_columns_is_respected_and_a_pipe_has_no_width(said, width, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    if said is not None:
        monkeypatch.setenv("COLUMNS", said)
    assert _output.width() == width


def test_a_terminal_has_its_own_width(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(_output.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(_output.sys.stdout, "fileno", lambda: 1, raising=False)
    monkeypatch.setattr(_output.os, "get_terminal_size", lambda fd: _output.os.terminal_size((97, 40)))
    assert _output.width() == 97


def test_a_table_says_which_columns_it_left_out(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    frame = pl.DataFrame({"card": ["Wooden Leg"], "worth": [0.0712], "copies": [2]})
    columns = {
        "card": Column("card", rank=KEY), "worth": Column("worth of a card in points", "points"),
        "copies": Column("copiesinthewholebox", "count", EXTRA),
    }  # fmt: skip
    _output.print_frame("Cards", frame, columns=columns)
    said = capsys.readouterr().out
    assert "+7.1" in said and "Left out for want of room: copiesinthewholebox." in " ".join(said.split())


def test_a_sum_in_another_order_is_written_alike():
    one, other = 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1  # 0.6000000000000001 and 0.6
    assert one != other and rounded(one + 5.15, 1) == rounded(other + 5.15, 1)
    assert rounded(5.75 - 4e-15, 1) == rounded(5.75, 1) == rounded(5.75 + 4e-15, 1)
    assert written(5.75 - 4e-15, "number", 5.0, 6.5) == written(5.75, "number", 5.0, 6.5)
