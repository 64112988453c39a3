"""`lab query`: one question, in SQL or by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import click

from engine.inputs.toml import read_toml
from lab.commands._options import json_option, run_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say, say_story
from lab.commands._runs import asked_run
from lab.errors import BadInput, did_you_mean
from lab.store.store_folder import Store

QUESTIONS = Path(__file__).resolve().parents[1] / "store" / "questions.toml"
NAME = re.compile(r"[a-z]+(-[a-z]+)*")
"""What may be the name of a question; SQL is more than one word."""
LIST = "list"
ROWS = 40
"""Rows that are printed."""


class Question(NamedTuple):
    name: str
    asks: str
    sql: str


@click.command()
@click.argument("sql", metavar="SQL|NAME", required=False)
@store_option
@run_option
@click.option("--list", "listed", is_flag=True, help="List the questions that have a name, with their SQL.")
@csv_option
@json_option
@click.option("--files", is_flag=True, help="Let the question read other files of this machine too.")
def query(
    sql: str | None, store: Path, run_id: str | None, listed: bool, as_csv: bool, as_json: bool, files: bool
) -> None:  # fmt: skip
    """Answer a question in SQL, or one that has a name, about a run; `lab schema` lists the tables and columns.

    The views exposure_named and event_named have the names of cards beside their numbers. A question only reads, and
    only the tables of the store: no other file, nothing from a network, no setting.

    Example:

    \b
        lab query --list
        lab query longest-games
        lab query "SELECT arm, avg(turns) FROM game GROUP BY arm"
        lab query "SELECT run_id, avg(turns) FROM game GROUP BY ALL" --run all
        lab query "FROM exposure_named WHERE card_name = 'Orcs'" --csv > orcs.csv
        lab query "SELECT * FROM 'mine.csv' JOIN arm USING (arm)" --files
    """
    one_output(as_json, as_csv)
    if sql in (LIST, None) and (listed or sql):
        _list(as_csv, as_json)
        return
    if listed or sql is None:
        raise BadInput(f"query: {f'{sql} beside --list' if listed else 'no question'}; allowed: one of {_asked()}")
    meant, place = _sql(sql), Store.open(store)
    run = asked_run(place, run_id)
    rows = place.query(meant, files, run)
    if not rows.width:
        raise BadInput(f"query: '{sql}' answers nothing; allowed: one statement that returns rows, such as SELECT")
    if as_csv:
        print_csv(rows)
    elif as_json:
        print_json(rows.to_dicts())
    else:
        number, lacking = "1 row" if rows.height == 1 else f"{rows.height:,} rows", place.unfinished(run)
        print_frame(f"{number}; {lacking}" if lacking else number, rows, ROWS)


def questions() -> list[Question]:
    """The questions that have a name."""
    return [Question(**row) for row in read_toml(QUESTIONS, BadInput)["question"]]


def _asked() -> str:
    return f"SQL in quotes, {', '.join(one.name for one in questions())} (lab query --list)"


def _sql(asked: str) -> str:
    """The SQL of a question; a word that is no name of one is bad input."""
    known = {one.name: one.sql for one in questions()}
    if asked in known or not NAME.fullmatch(asked):
        return known.get(asked, asked)
    meant = did_you_mean(asked, known).strip() or f"allowed: {_asked()}"
    raise BadInput(f"query: no question is called '{asked}'; {meant}")


def _list(as_csv: bool, as_json: bool) -> None:
    rows = [one._asdict() | {"sql": one.sql.strip()} for one in questions()]
    if as_json:
        print_json(rows)
    elif as_csv:
        import polars as pl

        print_csv(pl.DataFrame(rows))
    else:
        for one in questions():
            say(f"{one.name}: {one.asks}")
            say_story("\n".join(f"    {line}" for line in one.sql.strip().split("\n")))
