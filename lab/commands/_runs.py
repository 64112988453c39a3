"""What a run is, in a line: decks, variants, players, personas, games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl

    from lab.store.store_folder import Store

PERSONAS = 4
"""Personas that are named one by one."""


RUN = (
    "run_id", "name", "begun", "decks", "variants", "players", "personas", "seed", "games", "faults", "planned",
    "status",
)  # fmt: skip
"""What is told of a run."""


def say_empty(store: Store) -> bool:
    """Say so if a store holds no run, and how it gets one."""
    from lab.commands._show import say

    if store.run_ids():
        return False
    say(f"{store.path} holds no run yet; lab run --store {store.path} plays one.")
    return True


def run_rows(store: Store) -> list[dict[str, Any]]:
    """One row for each run, the newest last: when, what, who, and how far it is."""
    arms = store.arms()
    done, faults = stored_games(store, None), stored_games(store, None, "fault")
    rows = []
    for run in store.runs().iter_rows(named=True):
        own = arms.filter(run_id=run["run_id"])
        planned = int(own["games"].sum())
        rows.append(
            {
                "run_id": run["run_id"], "name": run["name"] or "", "begun": run["created_at"], **about(own),
                "seed": run["seed"],
                "games": done.get(run["run_id"], 0), "faults": faults.get(run["run_id"], 0), "planned": planned,
                "status": run["status"],
            }
        )  # fmt: skip
    return rows


def about(arms: pl.DataFrame) -> dict[str, list[Any]]:
    """What the arms of a run play with: each different deck, variant, number of players, table of personas."""
    return {
        "decks": _different("+".join(decks) for decks in arms["decks"].to_list()),
        "variants": _different(map(str, arms["arm"].to_list())),
        "players": _different(arms["seats"].to_list()),
        "personas": _different(name for agents in arms["agents"].to_list() for name in agents),
    }


def stored_games(store: Store, run: str | None, table: str = "game") -> dict[str, int]:
    """Games of each run that are there; of the table `fault`, those that had to be given up."""
    import polars as pl

    counted = store.table(table, run).group_by(pl.col("run_id").cast(pl.String)).len().collect()
    return {str(name): int(games) for name, games in counted.iter_rows()}


def _different(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


def heading_of(store: Store, run: str) -> str:
    """A run in one line, as it stands above its tables."""
    from lab.store.given_up_games import given_up

    return heading(run, store.arms(run), stored_games(store, run).get(run, 0), given_up(store, run))


def heading(run: str, arms: pl.DataFrame, done: int, lacking: pl.DataFrame) -> str:
    """The same from its parts; `done` of its games are stored, `lacking` says of which arms some were given up."""
    own = about(arms)
    games = sorted(set(arms["games"].to_list()))
    each = f"{games[0]:,} games" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} games"
    several = " of each variant" if arms.height > 1 else ""
    planned = int(arms["games"].sum())
    yet = f"; {done:,} of {planned:,} played so far" if done + lacking["given_up"].sum() < planned else ""
    yet += f"; {left_out(lacking)}" if lacking.height else ""
    return (
        f"Run {run}: deck {', '.join(own['decks'])}; rules {' / '.join(own['variants'])}; "
        f"{' or '.join(map(str, own['players']))} players: {personas(own['personas'])}; {each}{several}{yet}"
    )


def other_rules(version: int | None) -> str:
    """What stands behind the heading of a run that was played by other rules than those of now."""
    from engine.records.rules import RULES_VERSION

    known = version is not None and version != RULES_VERSION
    return f"; played by RULES_VERSION {version}, it is {RULES_VERSION} now" if known else ""


def left_out(lacking: pl.DataFrame) -> str:
    """What is said wherever numbers stand that lack some games of a run, and how one looks at them."""
    from lab.store.given_up_games import sentence

    return f'{sentence(lacking)} (lab query "SELECT * FROM fault")'


def personas(names: list[str]) -> str:
    """Personas by name, or how many they are."""
    more = len(names) - PERSONAS
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:PERSONAS])} and {more} more"


def by_run(
    store: Store, frame: pl.DataFrame, run: str | None = None, of_cards: bool = False
) -> list[tuple[str, pl.DataFrame]]:
    """The heading of each run, in the order they were made, and its rows; a column that says nothing is dropped.

    `of_cards`: the rows are made of exposures, and the heading says of how many games these were kept.
    """
    import polars as pl

    from lab.store.given_up_games import given_up
    from lab.tables.metric import sampled

    arms, done, lacking = store.arms(run), stored_games(store, run), given_up(store, run)
    out = []
    versions = dict(store.runs().select("run_id", "rules_version").iter_rows())
    for name in [r for r in versions if run is None or r == run]:
        own = arms.filter(run_id=name)
        rows = frame.filter(pl.col("run_id").cast(pl.String) == name).drop("run_id")
        rows = rows.with_columns(pl.col("arm").cast(pl.String))
        said = heading(name, own, done.get(name, 0), lacking.filter(run_id=name)) + other_rules(versions[name])
        said += f"; cards: {some}" if of_cards and (some := sampled(own)) else ""
        out.append((said, rows.drop("arm") if own.height == 1 else rows))
    return out
