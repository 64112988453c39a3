"""Runs beside each other, and what is told of each of them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from engine.inputs.quote import bare, few
from engine.records.switches import RULES_VERSION
from lab.commands._options import AFTERWARDS, EVERY_RUN
from lab.commands._output import say
from lab.errors import BadInput, did_you_mean
from lab.runs.run_heading import about, heading, seated, stored_games
from lab.store.given_up_games import given_up
from lab.store.result_files import keep_answer, kept_answer
from lab.store.run_names import find_run
from lab.tables.run_frames import sampled

if TYPE_CHECKING:
    from lab.store.store_folder import Store

RUN = (
    "run_id", "name", "begun", "command", "decks", "variants", "players", "personas", "seed", "games", "faults",
    "planned", "status", "answer",
)  # fmt: skip
"""What is told of a run."""
SEATED = "seated"
"""What a row of the diary says beside that: who sat at the table, in words."""
DAMAGED = "damaged"
"""Status of a run that cannot be read; what is wrong stands in place of its answer."""


def say_empty(store: Store) -> bool:
    """Say so if a store holds no run, and how it gets one."""
    if store.run_ids():
        return False
    say(f"{store.path} holds no run yet; lab run --store {store.path} plays one.")
    return True


def mending(store: Store) -> str:
    """Which command puts damaged runs right, behind what is said of them."""
    return f" (lab store mend --store {shlex.quote(str(store.path))} puts them right)"


SEARCHES = (["tune"], ["power"], ["screen"], ["best"], ["balance"], ["play"])
"""Commands whose arms are steps of a search, or one game of a person: nobody asks about these unless they name them."""


def asked_run(store: Store, given: str | None, *arms: str | None, least: int = 1) -> str | None:
    """The run that a command answers about, the newest with these and `least` arms if none is named; None is all runs.

    Nobody who has just played means the runs of last month, or the steps of a search.
    """
    if given is not None:
        return None if given == EVERY_RUN else find_run(store.path, given)
    there = store.readable("run", "arm")
    runs = there.runs().select("run_id", "name", "command").rows(named=True)
    if len(runs) < 2 and not there.damaged:
        return runs[0]["run_id"] if runs else None
    held = dict(there.arms().group_by("run_id").agg("arm").iter_rows())
    many = [run for run in runs if len(held.get(run["run_id"], ())) >= least] or runs
    fits = [run for run in many if {arm for arm in arms if arm} <= set(held.get(run["run_id"], ()))]
    if not fits:
        return None  # whoever refuses an arm says which there are in the whole store
    asked = [run for run in fits if (run["command"] or "").split()[1:2] not in SEARCHES] or fits
    name, others = asked[-1]["name"] or asked[-1]["run_id"], f"{len(runs) - 1} other run{'s' * (len(runs) != 2)}"
    said = f"this was about run {name}; {others}: lab runs lists them, --run names one, --run all asks all"
    wrong = f"; damaged and left out: {', '.join(there.damaged)}{mending(store)}" if there.damaged else ""
    click.get_current_context().meta[AFTERWARDS] = said + wrong
    return str(asked[-1]["run_id"])


def run_of_words(store: Store, given: str) -> str:
    """The run that somebody means by name, the beginning of its id, or words of its question; the newest of several.

    What was taken is said on stderr, and the others that fit.
    """
    try:
        return find_run(store.path, given)
    except BadInput as error:
        fits = _worded(store, given)
        if not fits:
            raise BadInput(f"{error}, or words of what was typed or of a rule") from None
    *older, run = fits
    others = f", the newest of {len(fits)}{few(older[::-1])}" if older else ""
    about = store.runs(run).row(0, named=True)
    told = bare(about["name"] or about["command"] or run)
    click.get_current_context().meta[AFTERWARDS] = f"{given!r} are words of run {run} ({told}){others}"
    return run


def _worded(store: Store, given: str) -> list[str]:
    """Runs of several arms, the newest last, whose name, line or rules have these words; searches are none.

    Where some have them in this order, one behind the other, only those: a rule that was typed is asked for as typed.
    """
    words = _plain(given).split()
    rules = store.table("rule").with_columns(pl.col("run_id", "switch", "value").cast(pl.String))
    varied = rules.group_by("run_id", "switch").agg(pl.col("value").n_unique()).filter(pl.col("value") > 1).collect()
    arms = store.arms().select("run_id", "arm").cast(pl.String)
    texts: dict[str, list[str]] = {}
    for run, text in [*arms.iter_rows(), *varied.select("run_id", "switch").iter_rows()]:
        texts.setdefault(run, []).append(text)
    fits, exact = list[str](), list[str]()
    for run, name, command in store.runs().select("run_id", "name", "command").iter_rows():
        said = _plain(" ".join([name or "", HOW_MANY.sub("", command or ""), *texts.get(run, [])]))
        several = arms.filter(run_id=run).height > 1 and (command or "").split()[1:2] not in SEARCHES
        if words and several and set(words) <= set(said.split()):
            fits.append(run)
            exact += [run] * (f" {' '.join(words)} " in f" {said} ")
    return exact or fits


HOW_MANY = re.compile(r" --(seed|games|seats|workers|store)[ =]\S+")
"""What was typed that says nothing of the question: its digits are no words of one."""


def _plain(text: str) -> str:
    """A text in which hand_limit, hand-limit and "Hand limit" are one."""
    return re.sub(r"[\W_]+", " ", text).casefold()


def check_arm(arm: str | None, there: Iterable[str], option: str = "--arm") -> None:
    """Refuse an arm that is not among those that there are."""
    known = sorted(set(there))
    if arm is not None and arm not in known:
        told = ", ".join(f"'{name}'" if ", " in name else name for name in known) or "none, no game is stored"
        raise BadInput(f"{option} is '{arm}'; {did_you_mean(arm, known)}allowed here: {told}")


def note_answer(store: Store, run: str, sentence: str, first: bool = False) -> None:
    """Note what was answered about a run in the diary, unless the run may gain games; the `first` replaces nothing."""
    if store.is_finished(run):
        keep_answer(store.folder_of(run), sentence, first)


def run_rows(store: Store) -> list[dict[str, Any]]:
    """One row for each run, the newest last: when, what, who, and how far it is."""
    there = store.readable("run", "arm", "game", "fault")
    rows = [_damaged_row(store, run, wrong) for run, wrong in there.damaged.items()]
    arms = there.arms()
    done, faults = stored_games(there, None), stored_games(there, None, "fault")
    for run in there.runs().iter_rows(named=True):
        own = arms.filter(run_id=run["run_id"])
        planned = int(own["games"].sum())
        rows.append(
            {
                "run_id": run["run_id"], "name": run["name"] or "", "begun": run["created_at"],
                "command": run["command"] or "", **about(own),
                "seed": run["seed"],
                "games": done.get(run["run_id"], 0), "faults": faults.get(run["run_id"], 0), "planned": planned,
                "status": run["status"], "answer": kept_answer(store.folder_of(run["run_id"])),
                SEATED: seated(own),
            }
        )  # fmt: skip
    return sorted(rows, key=lambda row: (row["begun"] or "", row["run_id"]))


def _damaged_row(store: Store, run: str, wrong: str) -> dict[str, Any]:
    """The row of a run that cannot be read: what its own row or the copy of it still says, and what is wrong."""
    row = store.row(run) or {}
    name, begun, command = (bare(str(row.get(key) or "")) for key in ("name", "created_at", "command"))
    lists: dict[str, list[str]] = {key: [] for key in ("decks", "variants", "players", "personas")}
    return {"run_id": run, "name": name, "begun": begun, "command": command, **lists, "seed": row.get("seed"),
            "games": 0, "faults": 0, "planned": 0, "status": DAMAGED, "answer": wrong}  # fmt: skip


def other_rules(version: int | None) -> str:
    """What stands behind the heading of a run that was played by other rules than those of now."""
    known = version is not None and version != RULES_VERSION
    return f"; played by RULES_VERSION {version}, it is {RULES_VERSION} now" if known else ""


def by_run(
    store: Store, frame: pl.DataFrame, run: str | None = None, of_cards: bool = False
) -> list[tuple[str, pl.DataFrame]]:
    """The heading of each run, in the order they were made, and its rows; a column that says nothing is dropped.

    Rows that stand together by arms are in the order of the arms: what others are compared with is the first of them.

    `of_cards`: the rows are made of exposures, and the heading says of how many games these were kept.
    """
    arms, done, lacking = store.arms(run), stored_games(store, run), given_up(store, run)
    out = []
    versions = dict(store.runs(run).select("run_id", "rules_version").iter_rows())
    for name in versions:
        own = arms.filter(run_id=name)
        rows = frame.filter(pl.col("run_id").cast(pl.String) == name).drop("run_id")
        rows = _as_asked(rows.with_columns(pl.col("arm").cast(pl.String)), own["arm"].cast(pl.String))
        said = heading(name, own, done.get(name, 0), lacking.filter(run_id=name)) + other_rules(versions[name])
        said += f"; cards: {some}" if of_cards and (some := sampled(own)) else ""
        out.append((said, rows.drop("arm") if own.height == 1 else rows))
    return out


def _as_asked(rows: pl.DataFrame, arms: pl.Series) -> pl.DataFrame:
    """Rows in the order of the arms, if each arm's stand together."""
    if rows["arm"].rle_id().n_unique() != rows["arm"].n_unique():
        return rows
    order = pl.DataFrame({"arm": arms}).with_row_index("_order")
    return (
        rows.join(order, on="arm", how="left", maintain_order="left").sort("_order", maintain_order=True).drop("_order")
    )
