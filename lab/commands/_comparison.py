"""A comparison on the terminal: sentences first, then a table in the order of what moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from textwrap import shorten
from typing import TYPE_CHECKING

import click
import polars as pl

from lab.commands._output import console, print_frame
from lab.commands._runs import note_answer
from lab.comparison.comparison_words import (
    OTHER_LENGTH,
    amount,
    answer,
    cells_of,
    how_to_read,
    interval,
    is_share,
    percent,
    relative,
    who,
    worth,
    written_difference,
)
from lab.comparison.difference_order import surprise
from lab.comparison.largest_arm import from_largest, largest
from lab.comparison.measure_names import name_of
from lab.comparison.shortest_arm import shortest
from lab.comparison.table_agreement import agreements, beside, sentence
from lab.runs.arm_spec import table_name
from lab.runs.run_heading import left_out, other_limit, played_in_part
from lab.store.given_up_games import given_up
from lab.tables.column import EXTRA, KEY, MAIN, Column
from lab.tables.table_pace import where_from

if TYPE_CHECKING:
    from lab.comparison.arm_comparison import Difference
    from lab.comparison.table_agreement import Agreement
    from lab.runs.second_table import SecondTable
    from lab.store.store_folder import Store

TOLD = 4
"""Pairs of arms that are told in sentences; more of them are rows of a table, unless all is asked for."""
LONG_NAME = 36
"""Letters of an arm that stand above a column: about three lines of a narrow one."""
IN_SENTENCE = 30
"""Letters of a rule that was typed, in a sentence about several."""
MORE = "* = found: more than chance explains. {}: --all."
STAYS, JOINS = "\u00a0", "\u2011"
"""A space and a hyphen at which no line is broken."""
OPTION = re.compile(r"--[a-z][a-z-]+")


def print_comparison(
    store: Store, run: str, rows: list[Difference], second: SecondTable | None = None, everything: bool = False
) -> None:
    """Print what moved between the arms of each pair, in sentences and one table, and keep the first with the run.

    `second`: what moved at another, small table of players. `everything`: a table of all measures for each pair, and
    what may be concluded from it.
    """
    pairs = list(dict.fromkeys((row.a, row.b) for row in rows))
    by_pair = {pair: [row for row in rows if (row.a, row.b) == pair] for pair in pairs}
    if len(pairs) > 1:
        _print_overview(by_pair)
        say_lines([*_largest(store, run, [own[0] for own in by_pair.values()]), *shortest(rows)])
    for of_pair in by_pair.values() if everything or len(pairs) <= TOLD else ():
        click.echo()
        say_lines([*answer(of_pair), *([told] if second and (told := beside(of_pair, *second)) else [])])
        if everything:
            _print_table(of_pair)
            say_lines([worth(of_pair[0])])
    if lines := played_in_part(store, run):
        click.echo()
        say_lines(lines)
    _keep(store, run, list(by_pair.values()))
    tables = agreements(store, run, rows, table_name)
    if not everything and not tables:
        _print_moved(by_pair)
    lacking = given_up(store, run)
    if lacking.height:
        say_lines([f"{left_out(lacking)}."])
    if some := store.unfinished(run):
        say_lines([f"{some}."])
    if tables:
        click.echo()
        print_tables(tables)
    elif everything:
        click.echo()
    played, seats = (store.arms(run)[name].to_list() for name in ("agents", "seats"))
    read = how_to_read(rows) if everything else MORE.format(_rest(len(pairs)))
    by = f"{where_from(store.path)} {other_limit(store, run)}".rstrip()
    say_lines([read, by, sentence(tables) if tables else who(played, second is not None, seats)])


def _rest(pairs: int) -> str:
    """What else there is to be printed."""
    told = " of each arm, in sentences and a table" if pairs > TOLD else " of each arm" if pairs > 1 else ""
    return f"All measures{told}, p and q, and what the pairing is worth"


def _keep(store: Store, run: str, pairs: list[list[Difference]]) -> None:
    """Note the verdict in the diary; of several the one that is told first."""
    others = f" And {len(pairs) - 1} more." if len(pairs) > 1 else ""
    note_answer(store, run, answer(pairs[0])[0] + others)


def say_lines(lines: list[str]) -> None:
    """Print sentences, each wrapped by itself; what goes on is indented, no line ends in an option or before a "%"."""
    for line in lines:
        whole = OPTION.sub(lambda found: found[0].replace("-", JOINS), line.replace(" %", f"{STAYS}%"))
        told = click.wrap_text(whole, width=_width(), subsequent_indent="  ")
        click.echo(told.replace(STAYS, " ").replace(JOINS, "-"))


def _width() -> int:
    return min(console().width, 100)


def _print_overview(by_pair: dict[tuple[str, str], list[Difference]]) -> None:
    """The primary measure of all pairs, one line each; beside turns the change of minutes, or beside minutes turns."""
    first = [rows[0] for rows in by_pair.values()]
    parts = [relative(row) for row in first]
    beside = OTHER_LENGTH.get(first[0].metric)
    lengths = [row for rows in by_pair.values() for row in rows if row.metric == beside]
    frame = pl.DataFrame(
        {
            "arm": [row.b for row in first],
            "against": [row.a for row in first],
            "difference": [amount(row, written_difference(row), True) + "*" * row.found for row in first],
            "95 % interval": [interval(row) for row in first],
            "change": ["" if part is None else percent(part) for part in parts],
        }
        | ({beside: [_part(row) for row in lengths]} if beside else {})
    )
    print_frame(f"{name_of(first[0].metric)} of every arm", frame, columns=_figures(2))


def _largest(store: Store, run: str, firsts: Sequence[Difference]) -> list[str]:
    """Whether the arm that moves most is told from the others, where all are compared with one."""
    if len({row.a for row in firsts}) > 1:
        return []
    own = {row.b: row.b.removeprefix(row.a).lstrip("+").removeprefix(", ") or row.b for row in firsts}
    cut = {arm: shorten(text.strip('"'), IN_SENTENCE, placeholder="\u2026") for arm, text in own.items()}
    called = {arm: f"\u201c{cut[arm]}\u201d" if text[:1] == '"' else text for arm, text in own.items()}
    names = called if len(set(called.values())) == len(called) else {row.b: row.b for row in firsts}
    told = largest(firsts, from_largest(store, run, firsts[0].metric), names)
    return [told[:1].upper() + told[1:]] if told else []


def _part(row: Difference) -> str:
    """A change in per cent, with a star where one was found."""
    part = relative(row)
    return "" if part is None else percent(part) + "*" * row.found


def _print_moved(by_pair: dict[tuple[str, str], list[Difference]]) -> None:
    """What was found to move: of one pair its numbers, of several every difference, a column for each pair."""
    (first, *others) = by_pair.values()
    click.echo()
    if not others:
        _print_table([first[0], *(row for row in first[1:] if row.found)])
        return
    found = {row.metric for rows in by_pair.values() for row in rows if row.found}
    if not found:
        return
    shown = [row for row in first if row.role == "primary" or row.metric in found]
    numbers = {
        label: [own.get(row.metric, "") for row in shown]
        for label, own in zip(_headings(list(by_pair)), map(_differences, by_pair.values()), strict=True)
    }
    title, of_what = "What moved, as differences", dict[str, list[str]]()
    if len({a for a, _ in by_pair}) == 1:  # two fewer say little to who does not know: of how many?
        (reference,) = short_names([first[0].a])
        of_what = {reference: [amount(row, row.value_a) for row in shown]}
        title = f"What moved: {first[0].a}, and the differences from it"
    measures = {"measure": [name_of(row.metric) + (" %" if is_share(row) else "") for row in shown]}
    columns = {"measure": Column("measure", "text", KEY)} | {name: Column(name, "figures", MAIN) for name in numbers}
    columns |= {name: Column(name, "figures", KEY) for name in of_what}
    print_frame(title, pl.DataFrame(measures | of_what | numbers), columns=columns)


def _headings(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """What the column of each pair is called: the arm, and its reference where that is not always the same."""
    references = {a for a, _ in pairs}
    if len(references) > 1:
        return [f"{b} against {a}" for a, b in pairs]
    return short_names([b for _, b in pairs], *references)


def short_names(arms: Sequence[str], reference: str = "") -> list[str]:
    """Arms as headings of columns: of long names what they add to their reference, as far as that tells them apart."""
    if all(len(name) <= LONG_NAME for name in arms):
        return list(arms)
    own = [name.removeprefix(reference).removeprefix(", ") or name for name in arms]
    cut = [name if len(name) <= LONG_NAME else shorten(name, LONG_NAME, placeholder=" …") for name in own]
    return [name if cut.count(short) > 1 else short for name, short in zip(own, cut, strict=True)]


def _differences(rows: Sequence[Difference]) -> dict[str, str]:
    return {row.metric: amount(row, written_difference(row), True) + "*" * row.found for row in rows}


def _print_table(rows: list[Difference]) -> None:
    labels = {"a": "before", "b": "after", "interval": "95 % interval", "p": "p, q"}
    frame = pl.DataFrame(cells_of([rows[0], *sorted(rows[1:], key=surprise, reverse=True)])).rename(labels)
    first = rows[0]
    kind = f"{first.n} pairs of games with the same randomness" if first.paired else f"{first.n} independent games each"
    print_frame(f"before: {first.a}, after: {first.b}; {kind}", frame, columns=_figures(1))


def _figures(keys: int) -> dict[str, Column]:
    """The columns of both tables: the first ones name the rows, the others hold numbers that are written already."""
    words = ("arm", "against") if keys == 2 else ("measure",)
    numbers = {
        "before": EXTRA,
        "after": EXTRA,
        "difference": MAIN,
        "95 % interval": MAIN,
        "change": MAIN,
        **dict.fromkeys(OTHER_LENGTH.values(), MAIN),
        "p, q": EXTRA,
    }
    described = {name: Column(name, "text", KEY) for name in words} | {"found": Column("found", "text", MAIN)}
    return described | {name: Column(name, "figures", rank) for name, rank in numbers.items()}


def print_tables(rows: Sequence[Agreement]) -> None:
    """A table for each question: its measures down, the tables of players across; * = found at that table."""
    for question, of_question in groupby(sorted(rows, key=lambda one: one.question), key=lambda one: one.question):
        shown = [one for one in of_question if one.found or one.rows[0].role == "primary"]
        tables = shown[0].tables
        columns = {"measure": [name_of(one.metric) + (" %" if is_share(one.rows[0]) else "") for one in shown]}
        columns |= {name: [_cell(one, name) for one in shown] for name in tables}
        columns["agree"] = ["" if len(one.found) < 2 else "yes" if one.agrees else "no" for one in shown]
        kinds = {"measure": Column("measure", "text", KEY), "agree": Column("agree", "text", MAIN)}
        kinds |= {name: Column(name, "figures", MAIN) for name in tables}
        print_frame(f"{question}: differences at {len(tables)} tables of players", pl.DataFrame(columns), columns=kinds)


def _cell(one: Agreement, table: str) -> str:
    rows: dict[str, Difference] = dict(zip(one.tables, one.rows, strict=True))
    if table not in rows:
        return ""
    row = rows[table]
    return amount(row, written_difference(row), True) + ("*" if row.found else "")
