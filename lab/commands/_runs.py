"""Runs beside each other, and what is told of each of them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from decks.near_words import NEAR, cards_named
from decks.read_decks import deck_names, read_deck
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
            if unplayed := _card_of_decks(given):
                raise BadInput(f"no stored run has {unplayed}") from None
            card = near_cards(store, given).replace("did you mean", "did you mean the card")
            raise BadInput(f"{card}{error}, or words of what was typed, of a rule, or of a card") from None
    *older, run = fits
    others = f", the newest of {len(fits)}{few(older[::-1])}" if older else ""
    about = store.runs(run).row(0, named=True)
    told = bare(about["name"] or about["command"] or run)
    click.get_current_context().meta[AFTERWARDS] = f"{given!r} are words of run {run} ({told}){others}"
    return run


def is_run(store: Store, given: str) -> bool:
    """Whether somebody means a run by that, and no card: by its name or id, or by words of its question."""
    try:
        return bool(find_run(store.path, given))
    except BadInput:
        return bool(_worded(store, given))


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


def card_of_words(store: Store, given: str, run: str | None = None) -> tuple[str, str] | None:
    """The card that is asked about, by its name or id or words of these, and a run whose deck has it: the newest.

    `run` is the only one that is asked. What was taken is said on stderr. None: no card.

    Raises:
        BadInput: The words are of several cards.
    """
    arms = store.arms(run).select(pl.col("run_id", "deck_hash").cast(pl.String), "decks")
    searched = [one for one, line in store.runs(run).select("run_id", "command").iter_rows()
                if (line or "").split()[1:2] in SEARCHES]  # fmt: skip
    arms = arms if run else arms.filter(~pl.col("run_id").is_in(searched))
    cards = store.table("card", run).select(pl.col("deck_hash", "id", "name").cast(pl.String)).unique().collect()
    names = dict(cards.join(arms, on="deck_hash", how="semi").sort("id").select("id", "name").iter_rows())
    found = _cards_in(given, {card: _plain(name or card) for card, name in names.items()})
    if not found:
        return None
    if len({names[card] for card in found}) > 1:
        told = few([names[card] for card in found], NEAR).strip(" ()")
        raise BadInput(f"{given!r} are words of several cards; allowed: one of {told}")
    holding = cards.filter(pl.col("id").is_in(found)).join(arms, on="deck_hash").sort("id")
    order = {one: place for place, one in enumerate(store.runs(run)["run_id"].cast(pl.String))}
    card, decks, newest = max(holding.select("id", "decks", "run_id").iter_rows(), key=lambda one: order[one[2]])
    boxes = sorted({"+".join(one) for one in holding["decks"].to_list() if not {*one} & {*decks}})
    also = f"; {', '.join(boxes)} {'have' if len(boxes) > 1 else 'has'} a card of that name too: --run" * bool(boxes)
    twins = holding.filter(pl.col("run_id") == newest, pl.col("id") != card)["id"].unique().sort().to_list()
    also += f"; others of that name there{few(twins)}: ask by id" * bool(twins)
    said = f"this is about {names[card]} ({card}) of {'+'.join(decks)}, in run {newest}{also}"
    click.get_current_context().meta[AFTERWARDS] = said
    return card, newest


def _card_of_decks(given: str) -> str:
    """The card of the lab's decks whose name stands in a text, and how games with it are played; nothing of no card."""
    for deck in deck_names():
        names = [
            card.name for card in read_deck(deck).cards if f" {_plain(card.name or card.id)} " in f" {_plain(given)} "
        ]
        if names:
            return f"{max(names, key=len)} of {deck}; lab run --variant {deck} --games 2000 plays games with it"
    return ""


def near_cards(store: Store, given: str, run: str | None = None) -> str:
    """The card of a stored run that somebody may have meant, as a question that a sentence goes on from."""
    cards = store.table("card", run).select(pl.col("name").cast(pl.String)).drop_nulls().unique().collect()
    return did_you_mean(_asked_for(given), cards["name"].sort().to_list())


def _cards_in(given: str, names: Mapping[str, str]) -> list[str]:
    """Ids of cards whose names stand in a text, of those that stand in one another the longest; or of parts of one."""
    said = f" {_plain(given)} "
    whole = [card for card in names if f" {names[card]} " in said or f" {_plain(card)} " in said]
    longest = [card for card in whole if not any(names[card] in names[one] != names[card] for one in whole)]
    return longest or cards_named(_asked_for(given), names)


def _asked_for(given: str) -> str:
    """What is left of a question about a card: without the words that every such question has."""
    return " ".join(word for word in _plain(given).split() if word not in OF_QUESTIONS)


OF_QUESTIONS = frozenset(
    "is are was the this that my our a an of too so very much strong stronger weak weaker good bad great fair balanced "
    "powerful overpowered underpowered op up broken useless worth card cards do does how what which it to or and in ok "
    "okay enough about".split()
)  # fmt: skip
"""Words of a question about a card that are no part of its name."""
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
