"""A comparison on the terminal: sentences first, then a table in the order of what moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lab.commands._show import print_frame

if TYPE_CHECKING:
    from lab.measure.compare import Difference
    from lab.measure.written import Column
    from lab.store.folder import Store


STAYS = "\u00a0"
"""A space at which no line is broken."""


def print_comparison(store: Store, run: str, rows: list[Difference]) -> None:
    """Print what moved between the arms of each pair: sentences, a table, and what may be concluded from it."""
    from lab.commands._agreement import print_tables, sentence
    from lab.measure.agreement import agreements
    from lab.measure.answer import answer
    from lab.runs.arm_spec import table_name

    pairs = list(dict.fromkeys((row.a, row.b) for row in rows))
    by_pair = {pair: [row for row in rows if (row.a, row.b) == pair] for pair in pairs}
    if len(pairs) > 1:
        _print_overview(by_pair)
    for of_pair in by_pair.values():
        click.echo()
        _say(answer(of_pair))
        _print_table(of_pair)
        _say([_worth(of_pair[0])])
    tables = agreements(store, run, rows, table_name)
    click.echo()
    print_tables(tables)
    _say([how_to_read(rows), sentence(tables) if tables else _who(store, run)])


def _say(lines: list[str]) -> None:
    for line in lines:
        whole = line.replace(" %", f"{STAYS}%")
        click.echo(click.wrap_text(whole, width=_width(), subsequent_indent="  ").replace(STAYS, " "))


def _width() -> int:
    from lab.commands._show import console

    return min(console().width, 100)


def _print_overview(by_pair: dict[tuple[str, str], list[Difference]]) -> None:
    """The primary measure of all pairs, one line each."""
    import polars as pl

    from lab.measure.answer import amount, interval, name_of, percent, relative

    first = [rows[0] for rows in by_pair.values()]
    parts = [relative(row) for row in first]
    frame = pl.DataFrame(
        {
            "arm": [row.b for row in first],
            "against": [row.a for row in first],
            "difference": [amount(row, row.difference, True) for row in first],
            "95 % interval": [interval(row) for row in first],
            "change": ["" if part is None else percent(part) for part in parts],
            "found": ["*" if row.found else "" for row in first],
        }
    )
    print_frame(f"{name_of(first[0].metric)} of every arm", frame, columns=_figures(2))


def _print_table(rows: list[Difference]) -> None:
    import polars as pl

    from lab.measure.answer import amount, interval, is_share, name_of, surprise
    from lab.measure.stats import p_text

    ordered = [rows[0], *sorted(rows[1:], key=surprise, reverse=True)]
    told = [row.p_value if row.role == "primary" else row.q_value for row in ordered]
    frame = pl.DataFrame(
        {
            "measure": [name_of(row.metric) + (" %" if is_share(row) else "") for row in ordered],
            "before": [amount(row, row.value_a) for row in ordered],
            "after": [amount(row, row.value_b) for row in ordered],
            "difference": [amount(row, row.difference, True) for row in ordered],
            "95 % interval": [interval(row) for row in ordered],
            "p, q": ["" if p is None else p_text(p) for p in told],
            "found": ["*" if row.found else "" for row in ordered],
        }
    )
    first = rows[0]
    kind = f"{first.n} pairs of games with the same randomness" if first.paired else f"{first.n} independent games each"
    print_frame(f"before: {first.a}, after: {first.b}; {kind}", frame, columns=_figures(1))


def _figures(keys: int) -> dict[str, Column]:
    """The columns of both tables: the first ones name the rows, the others hold numbers that are written already."""
    from lab.measure.written import EXTRA, KEY, MAIN, Column

    words = ("arm", "against") if keys == 2 else ("measure",)
    numbers = {
        "before": EXTRA,
        "after": EXTRA,
        "difference": MAIN,
        "95 % interval": MAIN,
        "change": MAIN,
        "p, q": EXTRA,
    }
    described = {name: Column(name, "text", KEY) for name in words} | {"found": Column("found", "text", MAIN)}
    return described | {name: Column(name, "figures", rank) for name, rank in numbers.items()}


def how_to_read(rows: list[Difference]) -> str:
    """Which p-values may be believed."""
    from lab.measure.stats import CONFIDENCE, FDR

    pairs = len({(row.a, row.b) for row in rows})
    each = f" in each of the {pairs} comparisons, which are not adjusted for one another" if pairs > 1 else ""
    return (
        f"Primary measure: {rows[0].metric}, declared before looking (--primary); its p stands as it is{each}, * below "
        f"{1 - CONFIDENCE:.2f}. All other measures of a comparison are one family: q is p adjusted for their number "
        f"(Benjamini-Hochberg), * below {FDR:g}: of those marked at most about one in {1 / FDR:.0f} is no difference "
        "at all."
    )


def _worth(first: Difference) -> str:
    """What it was worth to lay the games beside each other."""
    from lab.measure.paired import ROUNDING

    if not first.paired:
        return "These arms share no randomness: their games are independent."
    same = (
        ""
        if first.identical is None
        else f"{100 * first.identical:.1f} % of the pairs are the same game in both arms. "
    )
    if first.correlation is None or first.variance_saved is None:
        return f"{same}For {first.metric} the pairs have no correlation to speak of: one arm never varies."
    correlation = f"{first.correlation:.2f}".replace("-", "−")
    if first.variance_saved <= 0:
        return f"{same}For {first.metric} the pairs correlate by {correlation}: they save nothing."
    left = 1 - first.variance_saved
    games = f", as good as {1 / left:.1f} times the games" if left > ROUNDING else ""
    return (
        f"{same}For {first.metric} the pairs correlate by {correlation} and save "
        f"{100 * first.variance_saved:.0f} % of the variance{games}."
    )


def _who(store: Store, run: str) -> str:
    """Who played, and how one sees whether it is the rules or the players."""
    tables = {tuple(agents) for agents in store.arms(run)["agents"].to_list()}
    if len(tables) > 1:
        return "The arms differ in who plays: what moved is the players' doing."
    (agents,) = tables
    names = ", ".join(dict.fromkeys(agents))
    return f"All seats played by: {names}. Other players may show other differences: see --three-tables."
