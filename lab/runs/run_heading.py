"""A run in a line: decks, variants, players, personas, games."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl

from decks.card_text import ALL_OF_IT
from decks.read_decks import deck_names, read_deck
from engine.inputs.quote import joined
from engine.inputs.toml import parse_toml
from engine.records.table_time import PACE
from lab.errors import BadInput
from lab.store.given_up_games import given_up, sentence
from lab.store.store_folder import Store
from lab.tables.table_pace import pace

LIMIT = "time_limit.minutes"
PERSONAS = 4
"""Personas that are named one by one."""


def heading_of(store: Store, run: str) -> str:
    """A run in one line, as it stands above its tables."""
    return heading(run, store.arms(run), stored_games(store, run).get(run, 0), given_up(store, run))


def heading(run: str, arms: pl.DataFrame, done: int, lacking: pl.DataFrame) -> str:
    """The same from its parts; `done` of its games are stored, `lacking` says of which arms some were given up."""
    own = about(arms)
    games = sorted(set(arms["games"].to_list()))
    one = "game" if games == [1] else "games"
    each = f"{games[0]:,} {one}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} games"
    several = " of each variant" if arms.height > 1 else ""
    planned = int(arms["games"].sum())
    yet = f"; {done:,} of {planned:,} played so far" if done + lacking["given_up"].sum() < planned else ""
    yet += f"; {left_out(lacking)}" if lacking.height else ""
    return (
        f"Run {run}: deck {', '.join(own['decks'])}; rules {' / '.join(own['variants'])}; "
        f"{' or '.join(map(str, own['players']))} players: {seated(arms)}; {each}{several}{yet}"
    )


def about(arms: pl.DataFrame) -> dict[str, list[Any]]:
    """What the arms of a run play with: each different deck, variant, number of players, table of personas."""
    return {
        "decks": _different("+".join(decks) for decks in arms["decks"].to_list()),
        "variants": _different(map(str, arms["arm"].to_list())),
        "players": _different(arms["seats"].to_list()),
        "personas": _different(name for agents in arms["agents"].to_list() for name in agents),
    }


def other_limit(store: Store, run: str) -> str:
    """That a limit of minutes was played by another pace than the store's minutes go by now; else nothing."""
    limits = store.table("rule", run).filter(pl.col("switch").cast(pl.String) == LIMIT, pl.col("value") != "0")
    if limits.collect().is_empty():
        return ""
    said = parse_toml(store.spec_text(run), BadInput, run).get("pace")  # whatever became of the rest that it names
    if (played := tuple(said or PACE)) == pace(store.path).milliseconds:
        return ""
    turn, decision, combat = (f"{each / 1000:g}" for each in played)
    return (
        f"The limit of minutes was played with {turn} s a turn, {decision} a decision and {combat} a combat, these "
        "minutes go by another pace: play it again."
    )


def played_in_part(store: Store, run: str) -> list[str]:
    """Of each box with decks of a designer's own how many of their cards are not played whole, and what says which."""
    told: dict[tuple[str, ...], str] = {}
    for row in store.arms(run).iter_rows(named=True):
        names = row["decks"]
        known = {*names} & {*deck_names()}
        if known == {*names} or (box := tuple(names)) in told:
            continue
        mine = pl.col("deck_hash") == row["deck_hash"], ~pl.col("id").is_in(known_ids(known))
        left = store.table("card", run).filter(*mine).collect()["unmodelled"].fill_null("")
        idle = int(left.str.starts_with(ALL_OF_IT).sum())
        part = int((left != "").sum()) - idle
        own = f"{joined([name for name in names if name not in known])}'s {left.len()} cards"
        are = "are" if (part or idle) > 1 else "is"
        parts = [f"{part} of {own} {are} played in part"] if part else []
        parts += [f"{idle} not at all" if part else f"{idle} of {own} {are} not played at all"] if idle else []
        told[box] = f"{', '.join(parts)}: lab decks check {_typed(store, run, names)}".rstrip() if parts else ""
    return list(filter(None, told.values()))


def _typed(store: Store, run: str, names: list[str]) -> str:
    """A box as it was typed in the command of a run, by the names of its decks."""
    words = shlex.split((store.row(run) or {}).get("command") or "")
    boxes = [word.removeprefix("--deck=") for word in words]
    found = (box for box in boxes if [Path(one).stem for one in box.split("+")] == names)
    return next(map(shlex.quote, found), "")


def known_ids(decks: Iterable[str]) -> list[str]:
    """Ids of the cards of decks of the lab."""
    return [card.id for name in sorted(decks) for card in read_deck(name).cards]


def stored_games(store: Store, run: str | None, table: str = "game") -> dict[str, int]:
    """Games of each run that are there; of the table `fault`, those that had to be given up."""
    counted = store.table(table, run).group_by(pl.col("run_id").cast(pl.String)).len().collect()
    return {str(name): int(games) for name, games in counted.iter_rows()}


def left_out(lacking: pl.DataFrame) -> str:
    """What is said wherever numbers stand that lack some games of a run, and how one looks at them."""
    return f'{sentence(lacking)} (lab query "SELECT * FROM fault" --run all)'


def seated(arms: pl.DataFrame) -> str:
    """Who plays the arms of a run: personas by name, and how many of each where all arms have the same table."""
    tables = {(tuple(agents), seats) for agents, seats in arms.select("agents", "seats").iter_rows()}
    times = Counter(next(iter(tables))[0])
    is_whole = len(tables) == 1 and all(len(times) < len(agents) == seats for agents, seats in tables)
    names = list(dict.fromkeys(name for agents, _ in tables for name in agents))
    return personas([f"{n} {name}" for name, n in times.items()] if is_whole else names)


def personas(names: list[str]) -> str:
    """Personas by name, or how many they are."""
    more = len(names) - PERSONAS
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:PERSONAS])} and {more} more"


def _different(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))
