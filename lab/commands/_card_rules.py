"""`lab cards --versus ARM`: which cards a rule breaks, in words first, then arm by arm in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click
import polars as pl
from click.core import ParameterSource

from engine.inputs.quote import few
from lab.cards.card_words import idle_ids, marked
from lab.cards.change_words import NUMBER, change_sentences, counted, how_changes_are_read
from lab.cards.rule_interaction import TABLES, changes, judged, left_out
from lab.commands._card_sections import own_cards
from lab.commands._output import print_csv, print_frame, print_json, say
from lab.commands._runs import asked_run, by_run
from lab.comparison.arm_pairs import reference_pairs
from lab.errors import BadInput
from lab.provenance import fingerprint
from lab.store.store_folder import Store
from lab.tables.column import KEY, MAIN
from lab.tables.metric import compute, load_metrics
from lab.tables.shelf import Shelf, Source

METRIC = "card_rules"
SHOWN = (
    "name", "how", NUMBER, f"{NUMBER}_low", f"{NUMBER}_high", "verdict", "delta_reference", "delta", "change",
    "change_low", "change_high", "change_q", "pile", "n", "n_reference",
)  # fmt: skip


Choose = Callable[["pl.DataFrame", tuple[str, ...], dict[str, "str | None"]], "pl.DataFrame"]
"""Picks rows by cards and by the values of some columns."""


@dataclass(frozen=True)
class Asked:
    """How changes are to be shown: against which arm, by which column, how many rows of both ends (0 and 0: all)."""

    versus: str
    by: str
    ends: tuple[int, int]
    matters: float  # points


def show_changes(context: click.Context, choose: Choose) -> None:
    """Print what the rules of other arms change: what the options of `lab cards` ask for, picked by `choose`."""
    options = context.params
    store = Store.open(options["store"])
    run = asked_run(store, options["run_id"], options["arm"], options["versus"], least=2)
    asked = _asked(context)
    found = pl.concat([_found(store, name, asked.versus) for name in _runs(store, run, asked.versus)])
    found = found.with_columns(judged(asked.matters / 100))
    only = {name: options[name] for name in ("arm", "kind", "pile")}
    if options["mine"]:
        found = own_cards(found, store.arms(run))
    chosen = _ordered(choose(found, options["wanted"], only), asked.by)
    if options["as_json"]:
        print_json(chosen.to_dicts())
    elif options["as_csv"]:
        print_csv(chosen)
    else:
        _print(store, chosen, found, asked)


def _asked(context: click.Context) -> Asked:
    options = context.params
    top, bottom = options["top"], options["bottom"]
    sort = next(str(option.name) for option in context.command.params if "--sort" in option.opts)
    by = options[sort] if context.get_parameter_source(sort) is ParameterSource.COMMANDLINE else NUMBER
    ends = (0, 0) if options["wanted"] or not top else (top, top if bottom is None else bottom)
    return Asked(options["versus"], by, ends, options["matters"])


def _ordered(frame: pl.DataFrame, by: str) -> pl.DataFrame:
    """Rows sorted within their arm: numbers from the highest, words from A to Z; if all is luck, by what was seen."""
    if by not in frame.columns:
        raise BadInput(f"--sort is '{by}'; allowed: {', '.join(frame.columns)}")
    down = {by} if frame.schema[by].is_numeric() else set()
    order = list(dict.fromkeys(["run_id", "arm", by, *(["change"] if by == NUMBER else []), "how", "card"]))
    return frame.sort(order, descending=[name in down | {"change"} for name in order], nulls_last=True)


def _runs(store: Store, run: str | None, versus: str) -> list[str]:
    """The runs in which there is something to lay beside the arm."""
    arms = store.arms(run).select("run_id", "arm")
    several = arms.filter(arms["run_id"].is_duplicated())
    found: list[str] = several.filter(arm=versus)["run_id"].unique().sort().to_list()
    if not found:
        known = ", ".join(several["arm"].unique(maintain_order=True)) or "none, no run has two arms"
        raise BadInput(f"--versus is '{versus}'; allowed here: {known}")
    return found


def _found(store: Store, run: str, versus: str) -> pl.DataFrame:
    """All changes of a run against one arm; computed once for a finished run."""
    rows = {str(row["arm"]): row for row in store.arms(run).iter_rows(named=True)}
    if set(reference_pairs(rows)) == {(versus, name) for name in rows if name != versus}:
        return compute(store, [METRIC], run)[METRIC]
    name = f"{METRIC}-{fingerprint([versus], 16)}"

    def made(shelf: Shelf) -> pl.DataFrame:
        exposure, seat, card, arm = shelf.frames.of(TABLES)
        return changes(exposure, seat, card, arm, versus)

    return Shelf(store, run).frame(Source(name, made, TABLES))


def _print(store: Store, chosen: pl.DataFrame, found: pl.DataFrame, asked: Asked) -> None:
    """Each run arm by arm: words, then a table; an arm without a row shares no card with the reference."""
    for run in found["run_id"].unique().sort():
        ((heading, _),) = by_run(store, found, run, of_cards=True)
        say(f"{heading}\n")
        cards = store.table("card", run).collect()
        arms = {str(row["arm"]): row for row in store.arms(run).iter_rows(named=True)}
        for name, arm in arms.items():
            rows, every = (frame.filter(run_id=run, arm=name) for frame in (chosen, found))
            if rows.height:
                apart = _apart(cards, [arms[asked.versus], arm], every)
                told = (_marked(rows, cards), _marked(every, cards))
                for line in [*change_sentences(*told, asked.versus, asked.matters), *apart, ""]:
                    say(line)
                _print_table(_marked(rows, cards), name, asked)
            elif name != asked.versus and not every.height:
                say(f"{name} and {asked.versus} have no card in common that came in both.\n")
    say(how_changes_are_read(asked.matters))


def _marked(rows: pl.DataFrame, cards: pl.DataFrame) -> pl.DataFrame:
    """Rows in which the names of cards say so that are played in part, or not at all."""
    part = cards.filter(pl.col("unmodelled").fill_null("") != "")["id"].unique()
    told = rows.with_columns(pl.col("id").is_in(part.implode()).alias("unmodelled"))
    return marked(told, idle_ids(cards)).select(rows.columns)


def _apart(cards: pl.DataFrame, arms: Sequence[dict[str, Any]], found: pl.DataFrame) -> list[str]:
    """What is said where the two arms do not play with the same cards."""
    out = []
    if only := left_out(cards, arms):
        said = f"{len(only)} card{'s are' if len(only) > 1 else ' is'}"
        out.append(
            f"{said} in one of the two decks only and left out{few(only)}; the piles differ, and so does the "
            "average card that zero stands for."
        )
    if other := found.filter("changed")["name"].unique().sort().to_list():
        out.append(
            f"Other facts stand on {counted(len(other))} here{few(other)}: the change is that of card and rules."
        )
    return out


def _print_table(rows: pl.DataFrame, arm: str, asked: Asked) -> None:
    """All changes of an arm, or the first and the last of them; what they are sorted by is never left out."""
    columns = dict(load_metrics()[METRIC].columns)
    if asked.by in columns and columns[asked.by].rank != KEY:
        columns[asked.by] = replace(columns[asked.by], rank=MAIN)
    label = columns[asked.by].label if asked.by in columns else asked.by
    shown = rows.select(list(dict.fromkeys(("name", "how", asked.by, *SHOWN))))
    top, bottom = asked.ends
    title = f"{arm} against {asked.versus}: {shown.height} change{'s' if shown.height != 1 else ''} by {label}"
    if not any(asked.ends) or shown.height <= top + bottom:
        print_frame(title, shown, columns=columns)
        return
    words = ("highest", "lowest") if asked.by == NUMBER else ("first", "last")
    said = [f"the {end} {n}" for end, n in zip(words, asked.ends) if n]
    both = pl.concat([shown.head(top), shown.tail(bottom)])
    print_frame(f"{title}: {' and '.join(said)}", both, columns=columns, gaps=(top,))
