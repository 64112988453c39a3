"""What `lab agents` prints and writes: strength, style, duels, and personas in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from lab.commands._output import print_frame, print_rows, say
from lab.commands._tournament import command_line
from lab.export.csv_export import COLUMNS, PROVENANCE, export_tables, place_export, provenance_text, write_csv
from lab.export.report_tables import Wanted
from lab.export.spreadsheet import as_sheet, dictionary, harmless
from lab.player_ranking import (
    METRICS,
    beside,
    how_to_read,
    how_to_read_duels,
    strength_table,
    style_table,
    weights_in_words,
)
from lab.stats.ratings import ANCHOR
from lab.tables.column import KEY, MAIN, Column
from lab.tables.ratios import is_share

if TYPE_CHECKING:
    from lab.agents.persona_file import Persona
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store

AGAINST = "against"
"""The table of who plays alone against copies of another."""


def print_strength(frames: Mapping[str, pl.DataFrame], spec: RunSpec) -> None:
    """Strength and style of a round-robin, and how to read them."""
    strength = strength_table(frames)
    shown = strength.select("agent", "games", *_with_bounds("credit"), *_with_bounds("rating"), "rating_q")
    title = f"Strength on {spec.only.variant}, {spec.only.seats} seats, {spec.games:,} games"
    print_frame(title, shown, columns=_columns())
    if frames["style"].height:
        order = strength["agent"].to_list()
        print_frame("Style", style_table(frames, order), columns=_style_columns(order))
    else:
        say("Style is measured on events, and this run has kept none (option --events).\n")
    say(how_to_read(spec.only.seats, strength.height))


def print_duels(frame: pl.DataFrame, spec: RunSpec, against: str) -> None:
    """How each player did alone against copies of another, and how to read it."""
    names = ("agent", "games", *_with_bounds("credit"), *_with_bounds("points"), "run_id")
    title = f"One against {spec.only.seats - 1} of {against} on {spec.only.variant}"
    print_frame(title, frame.select(names), columns=_columns())
    say(how_to_read_duels(spec.only.seats, frame.height, against))


def write_metrics(store: Store, run: str, to: Path) -> None:
    """The metrics of a round-robin as `lab export` writes them."""
    files = export_tables(store, to, command_line(), Wanted(run, METRICS))
    _say_written([file.name for file in files], to)


def write_duels(frame: pl.DataFrame, to: Path, runs: pl.DataFrame) -> None:
    """The table of duels in the same form: units in the headings, rounded, a dictionary and the origin beside it."""
    sheet, entries = as_sheet(frame, _columns())
    tables = {AGAINST: harmless(sheet), COLUMNS: dictionary({AGAINST: entries})}
    note = provenance_text(runs.to_dicts(), {AGAINST: frame}, command_line(), {"exact": False, "arms": ()})

    def write(folder: Path) -> None:
        folder.mkdir()
        for name, table in tables.items():
            write_csv(table, folder / f"{name}.csv")
        (folder / PROVENANCE).write_text(note, encoding="utf-8")

    place_export(to, write)
    _say_written([*(f"{name}.csv" for name in tables), PROVENANCE], to)


def _say_written(files: Sequence[str], to: Path) -> None:
    click.echo(f"wrote {', '.join(files[:-1])} and {files[-1]} to {to}", err=True)


def print_all(wanted: Sequence[Persona]) -> None:
    """Every persona with its reason and what tells it from the ordinary one."""
    print_rows("Personas (lab agents list NAME explains every weight)", _listed(wanted))


def describe(persona: Persona) -> None:
    """Every weight of a persona in words."""
    title = f"{persona.name}: {persona.why}"
    rows = [{"weight": name, "value": value, "meaning": says} for name, value, says in weights_in_words(persona)]
    print_rows(title, rows)
    if persona.provenance:
        say(f"Provenance: {persona.provenance}")


def csv_rows(wanted: Sequence[Persona], weights: bool) -> pl.DataFrame:
    """The list of personas, or all their weights, as a table."""
    if not weights:
        return pl.DataFrame(_listed(wanted))
    rows = [(persona.name, *weight) for persona in wanted for weight in weights_in_words(persona)]
    schema = {"persona": pl.String, "weight": pl.String, "value": pl.Int64, "meaning": pl.String}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _listed(wanted: Sequence[Persona]) -> list[dict[str, str]]:
    return [{"persona": p.name, "why": p.why, f"beside {ANCHOR}": beside(p)} for p in wanted]


def _with_bounds(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def _columns() -> dict[str, Column]:
    """How the tables of strength are read."""
    return {
        "agent": Column("player", rank=KEY, about="Who played alone."),
        "games": Column("games", "count", about="Games that the row rests on."),
        "credit": Column("win credit", "share", about="Mean of 1 / number of winners for who won, else 0."),
        "fair_share": Column("fair share", "share", about="Win credit if all players were alike."),
        "points": Column("points", "number", unit="points", about="Rating above those it played against."),
        "rating": Column("rating", "number"), "rating_q": Column("q", "p"),
        "run_id": Column("run", about="The run that holds the games."),
    }  # fmt: skip


def _style_columns(players: list[str]) -> dict[str, Column]:
    """How the table of style is read: one column for each player, shares in per cent."""

    def kind(row: Mapping[str, Any]) -> str:
        return "share" if is_share(row["per"]) else "number"

    each = {name: Column(name, "number", MAIN, kind) for name in players}
    return {"measure": Column("measure", rank=KEY), "per": Column("unit", rank=KEY), **each}
