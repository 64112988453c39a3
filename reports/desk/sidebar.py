"""What the reader asks for in the side bar: a store below the folder of `lab app`, runs, arms; all in the address."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import polars as pl
import streamlit as st

from engine.inputs.quote import joined, quoted
from lab.errors import BadInput
from lab.store.store_folder import Store
from lab.store.store_views import RUNS
from reports import html_markup, theme
from reports.desk.page_data import Asked, FirstArms, first_arms
from reports.display_names import labels_of, run_label
from reports.elements import Note
from reports.page_header import MOST as MOST_AT_ONCE
from reports.page_header import SOME

SHORTEST = 4
"""Letters of the beginning of a run's id that name it in an address."""
MISSING = "missing in address"
"""Key of the session: what an address asks for and is not there."""
GONE = {"axis": "Counted in", "who": "Of", "told": "Strength"}
"""Choices that older links may name."""
LONGEST = 60
"""Letters of such a value that are told."""
DEPTH = 2
"""Folders below that of `lab app` in which stores are looked for."""
FIRST_STEPS = "Play some games first, for example:\n\n    lab run --deck cthulhu --variant cthulhu --store {store}"


def ask(root: Path) -> Asked | str:
    """The side bar, drawn by the frame and not by a page: so what was chosen stays from page to page.

    A sentence if there is nothing to show.
    """
    place = _store(root)
    try:
        store = Store.open(place).readable("run", "arm")  # a damaged run keeps nobody from the others
        runs = store.runs().reverse()
    except BadInput as error:
        return f"{error}.\n\n{FIRST_STEPS.format(store=place)}"
    if runs.is_empty() and store.damaged:
        return f"No run can be read: {next(iter(store.damaged.values()))}."
    if runs.is_empty():
        return f"The store {place} holds no run yet. {FIRST_STEPS.format(store=place)}"
    chosen = _runs(store, runs)
    if not chosen:
        return "No run is chosen: pick at least one in the side bar."
    arms, are_surest = _arms(store, runs, chosen)
    if not arms:
        return "No rules are chosen: pick at least one in the side bar."
    return Asked(store, chosen, arms, are_surest)


def as_called(key: str, labels: Mapping[str, str], known: Collection[str]) -> None:
    """Take the names that commands use for arms in an address for those of the pages."""
    asked = st.query_params.get_all(key)
    if not set(asked) <= {*known} and set(asked) <= {*known, *labels}:
        called = [name if name in known else labels[name] for name in asked]
        _write(key, called)


class AddressWritten(Exception):
    """The address says anew, as its widgets write it, what was asked for otherwise: the page begins again.

    Whatever else a widget finds in an address it takes out, and a reload would show something else.
    """


def _write(key: str, values: Sequence[str]) -> None:
    st.query_params[key] = values
    raise AddressWritten


def look_for(key: str, known: Collection[str], what: str) -> None:
    """Remember which values of a parameter are none of those that are known, before its widget drops them.

    It is told until the reader chooses something of what is there.
    """
    asked = st.query_params.get_all(key)
    lost = [value for value in asked if value not in known]
    told: dict[str, str] = st.session_state.setdefault(MISSING, {})
    if lost:
        names = joined([quoted(value[:LONGEST]) for value in lost])
        told[key] = f"The address asks for the {what} {names}, which is not there: something else is shown."
    elif asked:
        told.pop(key, None)


def told() -> str:
    """What is missing, as HTML; empty if nothing is."""
    said = [*st.session_state.get(MISSING, {}).values()]
    if gone := [quoted(label) for key, label in GONE.items() if key in st.query_params]:
        said.append(f"The address uses the choice {joined(gone)}, which pages no longer have: all of it is shown.")
    return "".join(html_markup.note(Note(text, "warning")) for text in said)


def stores(root: Path) -> list[str]:
    """The stores in a folder, itself included, as paths relative to it; nothing outside of it or behind a link."""
    found, level = [root], [root]
    for _ in range(DEPTH):
        level = [p for folder in level for p in sorted(folder.glob("*")) if p.is_dir() and not p.is_symlink()]
        found += level
    return [str(p.relative_to(root)) for p in found if (p / RUNS).is_dir() and (p == root or _is_within(p, root))]


def _is_within(store: Path, root: Path) -> bool:
    """Whether all runs of a store lie in the folder: a link in it would show what lies elsewhere."""
    inside = root.resolve()
    try:
        return all(path.resolve().is_relative_to(inside) for path in (store / RUNS, *(store / RUNS).iterdir()))
    except OSError:  # nobody may look into it, or it is gone by now
        return False


def _store(root: Path) -> Path:
    names = stores(root) if root.is_dir() else []
    if len(names) < 2:
        return root / names[0] if names else root
    words = {".": root.name or str(root)}
    look_for("store", [*names, *words.values()], "store")
    name = st.sidebar.selectbox(
        "Store", names, format_func=lambda n: words.get(n, n), key="store", bind="query-params",
        help="Folders that `lab run` has made.",
    )  # fmt: skip
    return root / (name if name in names else names[0])  # whatever the address says


def _runs(store: Store, runs: pl.DataFrame) -> tuple[str, ...]:
    labels = run_labels(store, runs)
    names = list(labels)
    by_id = {said: [run for run in names if run.startswith(said)] for said in st.query_params.get_all("run")}
    named = [run for said, runs in by_id.items() if len(said) >= SHORTEST for run in runs]
    look_for("run", {*labels.values(), *(said for said in by_id if by_id[said])}, "run")
    if named and "run" not in st.session_state:
        _write("run", [labels[run] for run in named])
    said = dict(runs.select("run_id", "command").iter_rows())  # one game of a person is not what is asked about first
    first = [run for run in names if (said[run] or "").split()[1:2] != ["play"]] or names
    picked = st.sidebar.multiselect(
        "Runs", names, default=first[:1], format_func=lambda r: labels.get(r, r), key="run", bind="query-params",
        help="One run, or several side by side.", placeholder="Choose a run",
    )  # fmt: skip
    return tuple(run for run in reversed(names) if run in picked)


def run_labels(store: Store, runs: pl.DataFrame) -> dict[str, str]:
    """What runs are called, by id; read once for a store as it is: this is asked with every view."""
    return _labels(str(store.path.resolve()), tuple(runs.select("run_id", "name").iter_rows()))


@st.cache_data(max_entries=16, show_spinner=False)
def _labels(store: str, runs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    there = Store.open(store)
    return {run: run_label({"run_id": run, "name": name}, there.arms(run)) for run, name in runs}


def _arms(store: Store, runs: pl.DataFrame, chosen: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """The arms that are shown, and whether they are those that moved surest."""
    arms = pl.concat([store.arms(run) for run in chosen])
    called = labels_of(runs.filter(pl.col("run_id").is_in(chosen)), arms)
    names = [called[run][name] for run in chosen for name in called[run]]
    picked, first = tuple(names), first_arms(store, chosen, names)
    _begin(chosen, first)
    own = {name: label for run in chosen for name, label in called[run].items()}
    as_called("arms", own, names)
    look_for("arms", [*names, *own], "set of rules")
    if len(names) > 1:
        told = st.sidebar.multiselect(
            "Rules", names, default=first.names, key="arms", bind="query-params", placeholder="Choose some",
            help=f"What is shown: rules, cards, number of players and who plays. Of more than {SOME} those are shown "
            "at first that differ surest from what they are compared with, in the order of the run; of more than "
            f"{MOST_AT_ONCE} that are chosen the first.",
        )  # fmt: skip
        picked = tuple(name for name in names if name in told)[:MOST_AT_ONCE]
    _legend(pl.DataFrame({"arm": names}), picked)
    return picked, first.are_surest and list(picked) == first.names


def _begin(chosen: tuple[str, ...], first: FirstArms) -> None:
    """Another set of runs begins with its own first arms; what the address says on arrival, or somebody chose, stays.

    Which arms moved surest may be known only later, when they are compared: then these take the place of the first.
    """
    runs, before = st.session_state.setdefault("arms of", (chosen, first.names))
    if runs != chosen or before != first.names and st.session_state.get("arms") == before:
        st.session_state["arms"] = first.names
    st.session_state["arms of"] = (chosen, first.names)


def _legend(arms: pl.DataFrame, shown: tuple[str, ...]) -> None:
    """The colour and mark of each arm, which stay whatever is hidden."""
    if len(shown) < 2:
        return
    from html import escape

    rows = [
        f'<span><span class="swatch" aria-hidden="true" style="color:{theme.pair(style["color"])}">'
        f"{theme.SIGNS[style['symbol']]}</span>{escape(name)}</span>"
        for name, style in theme.arm_styles(arms).items() if name in shown
    ]  # fmt: skip
    with st.sidebar.container(key="legend"):
        st.html(f'<div class="lab legend">{"".join(rows)}</div>')


def address(asked: Asked) -> dict[str, list[str]]:
    """The parameters of an address that shows the same store, runs and arms.

    Runs are named though they are the newest: a newer one does not change where a link leads.
    """
    runs = list(run_labels(asked.store, asked.rows()).values())
    kept = {key: st.query_params.get_all(key) for key in ("store", "arms") if key in st.query_params}
    return kept | {"run": runs}
