"""The dashboard's frame: pick a store, a run and arms, list the pages, draw. `lab app` starts it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

import polars as pl
import streamlit as st

from lab.errors import BadInput
from lab.store.folder import Store
from reports import theme
from reports.contents import Page, load_pages, only_arms, page_data
from reports.elements import Column, Data, Element, Note, Table, caption_of, title_of

DEFAULT_STORE = "lab-store"
# Kind of a number -> how Streamlit writes it: here tables stay numbers, so that they can be sorted. A p-value has no
# such format: it is written by `theme.written`, never as 0, and sorted as the number it is.
# (No string as a comment in this file: Streamlit would print it.)
NUMBERS: dict[str, str | None] = {
    "number": "%.1f", "fine": "%.2f", "share": "%.1f %%", "points": "%+.1f", "p": None, "count": "localized",
}  # fmt: skip

WHOLE_TABLE = 24  # rows; longer tables scroll

FIRST_STEPS = "Play some games first, for example:\n\n    lab run --deck cthulhu --variant cthulhu --store {store}"


def main() -> None:
    """List the pages and show the one that was chosen."""
    st.set_page_config(page_title="Card lab", layout="wide")
    pages = load_pages()
    entries = [st.Page(_shown(p), title=p.title, url_path=p.name, default=p is pages[0]) for p in pages]
    st.navigation(entries).run()


def _shown(page: Page) -> Callable[[], None]:
    def show() -> None:
        st.title(page.title)
        st.markdown(f"*{page.question}*")
        if (data := _asked(page)) is not None:
            for i, element in enumerate(page.draw(data)):
                _draw(element, f"{page.name}-{i}")

    return show


def _asked(page: Page) -> Data | None:
    """The data of the store, run and arms that the reader asks for; if there are none, say what to do."""
    place = st.sidebar.text_input("Store", _store_argument(), key="store", help="Folder that `lab run` has made.")
    try:
        store = Store.open(place)
        runs = store.runs().reverse()
    except BadInput as error:
        st.info(f"{error}.\n\n{FIRST_STEPS.format(store=place)}")
        return None
    if runs.is_empty():
        st.info(f"The store {place} holds no run yet. {FIRST_STEPS.format(store=place)}")
        return None
    labels = {row["run_id"]: _label(row, store.arms(row["run_id"])) for row in runs.iter_rows(named=True)}
    run = st.sidebar.selectbox("Run", list(labels), format_func=lambda r: labels.get(r, r), key="run")
    names = theme.arm_names(store.arms(run))
    arms = st.sidebar.multiselect("Arms", names, default=names, key=f"arms of {run}", help="Variants to show.")
    st.sidebar.button("Look for new games", help="A run that is still going on commits its games shard by shard.")
    if not arms:
        st.info("No arm is chosen: pick at least one in the side bar.")
        return None
    return only_arms(_data(store, run, page), arms)


def _store_argument() -> str:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--store", default=DEFAULT_STORE)
    return str(parser.parse_known_args(sys.argv[1:])[0].store)


def _label(run: dict[str, Any], arms: pl.DataFrame) -> str:
    names = theme.arm_names(arms)
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return (
        f"{str(run['created_at'])[:16].replace('T', ' ')} · {names[0] if names else 'no arm'}{more} · {run['run_id']}"
    )


def _data(store: Store, run: str, page: Page) -> Data:
    """Metrics are kept per state of the store: a run of this name only ever gains shards."""
    state = len(store.committed(run))
    metrics = {name: _metric(str(store.path.resolve()), run, name, state) for name in page.metrics}
    return page_data(store, run, ()) | metrics


@st.cache_data(max_entries=256, show_spinner="Measuring …")
def _metric(store: str, run: str, name: str, state: int) -> pl.DataFrame:
    return page_data(Store.open(store), run, [name])[name]


def _draw(element: Element, key: str) -> None:
    if isinstance(element, Note):
        (st.warning if element.kind == "warning" else st.info)(element.text)
    elif isinstance(element, Table):
        _draw_table(element, key)
    else:
        fig = theme.for_dark(element) if st.context.theme.type == "dark" else element
        height = int(fig.layout.height or 420)
        st.plotly_chart(fig, width="stretch", height=height, theme=None, config=theme.CHART, key=key, alt=title_of(fig))
        st.caption(caption_of(fig))


def _draw_table(table: Table, key: str) -> None:
    if table.title:
        st.subheader(table.title)
    numbers = [n for name, column in table.columns.items() for n in _columns(name, column)]
    shown = table.frame.select(expr.alias(label) for label, expr, _ in numbers)
    config = {label: how for label, _, how in numbers}
    body: Any = shown
    told: Any = {column.label: _p_value for column in table.columns.values() if column.kind == "p"}
    if table.pale or told:
        pale = table.frame[table.pale].to_list() if table.pale else [False] * shown.height
        faint = ["opacity: 0.45; color: gray" if p else "" for p in pale]
        body = shown.to_pandas().style.apply(lambda _: faint).format(told)
    height: Any = "content" if shown.height <= WHOLE_TABLE else "auto"
    st.dataframe(body, width="stretch", height=height, hide_index=True, column_config=config, key=key)
    st.caption(table.caption)


def _p_value(value: float) -> str:
    """A p-value as everywhere; pandas knows what is missing as nan."""
    return theme.written(None if value != value else value, "p")


def _columns(name: str, column: Column) -> list[tuple[str, pl.Expr, Any]]:
    """A column of numbers and, beside it, the bounds of its interval: label, values, look."""
    if column.kind == "text":
        look = st.column_config.TextColumn(column.label, help=column.about or None)
        return [(column.label, pl.col(name).cast(pl.String), look)]
    parts = [(column.label, name), ("low", column.low), ("high", column.high)]
    scale = theme.SCALE.get(column.kind, 1.0)
    return [
        (
            label if source == name else f"{column.label}: {label}",
            pl.col(source) * scale if scale != 1 else pl.col(source),
            st.column_config.NumberColumn(label, help=column.about or None, format=NUMBERS[column.kind]),
        )
        for label, source in parts
        if source
    ]


if __name__ == "__main__":
    main()
