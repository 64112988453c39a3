"""One field that finds pages, cards, rules, runs and games worth a look, from anywhere by Ctrl-K."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl
import streamlit as st

from engine.records.switches import RULES
from lab.comparison.notable_games import NOTABLE
from lab.store.store_folder import Store
from lab.tables.shelf import Pending
from reports.desk.draw_elements import go
from reports.desk.page_data import Asked, DeskShelf
from reports.desk.sidebar import address, run_labels

KEY, WANTED = "find", "found"


class Place(NamedTuple):
    """Where something is shown: a page and the parameters of its address."""

    page: str
    parameters: Mapping[str, Any]


def find(asked: Asked | str, pages: Sequence[tuple[str, str]]) -> None:
    """The field, where it is drawn; `pages` are names and titles."""
    places = {f"{title} · page": Place(name, {}) for name, title in pages}
    if not isinstance(asked, str):
        places |= _of_runs(asked)
    places |= {f"{s.meaning} ({s.name}) · rule": _rule(f"{s.meaning} ({s.name})") for s in RULES if s.low < s.high}
    st.selectbox(
        "Find", list(places), index=None, key=KEY, placeholder="Find … (Ctrl K)",
        label_visibility="collapsed", on_change=_want,
        help="A page, a card, a rule, a run, or a game worth a look.",
    )  # fmt: skip
    if wanted := places.get(str(st.session_state.pop(WANTED, ""))):
        kept = {} if isinstance(asked, str) else address(asked)
        go(wanted.page, {**kept, **wanted.parameters})


def _want() -> None:
    """Remember what was chosen, and empty the field: it is a way, not a state."""
    st.session_state[WANTED], st.session_state[KEY] = st.session_state[KEY], None


def _rule(words: str) -> Place:
    return Place("rules_lab", {"switch": words})


def _of_runs(asked: Asked) -> dict[str, Place]:
    """All runs of the store; cards and games worth a look of those that are shown."""
    store, found = asked.store, dict[str, Place]()
    for label in run_labels(store, store.runs().reverse()).values():
        found[f"{label} · run"] = Place("overview", {"run": label, "arms": []})
    for run in asked.runs:
        try:
            found |= _within(store, run)
        except Exception:  # noqa: S112 - the page says what is wrong with the run; all else is found
            continue
    return found


def _within(store: Store, run: str) -> dict[str, Place]:
    """The cards of a run, and its games worth a look as far as they are known."""
    found = {f"{name} · card": Place("card", {"card": name}) for name in _cards(str(store.path.resolve()), run)}
    games = DeskShelf(store, run).get(NOTABLE)
    first = [] if isinstance(games, Pending) else games.unique(["arm", "kind"], maintain_order=True).to_dicts()
    for row in first:
        told = f"game {row['game']} of {row['arm']}, {row['kind'].replace('-', ' ')} · game"
        found[told] = Place("replay", {"arm": row["arm"], "game": row["game"]})
    return found


@st.cache_data(max_entries=64, show_spinner=False)
def _cards(store: str, run: str) -> list[str]:
    """Names of the cards of a run, which stay as they are: the field is drawn with every view."""
    names = Store.open(store).table("card", run).select(pl.col("name").drop_nulls().unique().sort())
    return [str(name) for name in names.collect()["name"]]
