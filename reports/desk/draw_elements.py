"""Draws what pages yield: charts by Streamlit, all else as the HTML that the report has too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from plotly.graph_objects import Figure

from reports import guide_pages, html_markup, theme
from reports.desk.background_jobs import answered
from reports.elements import (
    Answer,
    Ask,
    Element,
    Fold,
    Jump,
    Link,
    Markdown,
    Note,
    Row,
    Table,
    Tiles,
    alone,
    title_of,
)

HEIGHT = 420
"""Pixels of a chart that does not say."""


@dataclass(frozen=True)
class Place:
    """Where elements are drawn: what their files are called and say, the address of the view, and its store."""

    page: str
    source: str
    address: Mapping[str, Any]
    store: Path | None = None


def draw(elements: Iterable[Element], place: Place, mark: str = "") -> None:
    """Draw elements one below the other; `mark` tells them from those of other places of the page."""
    for i, element in enumerate(elements):
        key = f"{place.page}-{mark}{i}"
        if isinstance(element, Figure):
            _charts(alone(element), place, key)
        elif isinstance(element, Row):
            _charts(element, place, key)
        elif isinstance(element, Fold) and _is_large(element):
            _fold(element, place, f"{mark}{i}-")
        elif isinstance(element, Fold):
            with st.expander(element.title):
                draw(element.elements, place, f"{mark}{i}-")
        elif isinstance(element, Ask) and place.store is not None:
            st.html(html_markup.ask(element, with_commands=False))
            answered(element, place.store, key)
        else:
            st.html(_text(element, place, key))


def _is_large(fold: Fold) -> bool:
    """Whether what is folded is worth a question to the server when somebody opens it."""
    kinds = {type(element) for element in fold.elements}
    return bool(kinds & {Row, Figure, Table}) and Ask not in kinds


@st.fragment
def _fold(fold: Fold, place: Place, mark: str) -> None:
    """What is large is sent when somebody opens it, or comes by the address of one of its headings."""
    opened = st.expander(fold.title, key=f"fold-{place.page}-{mark}", on_change="rerun")
    with opened:
        if opened.open:
            draw(fold.elements, place, mark)
        else:
            titles = [
                alone(one).title if isinstance(one, Figure) else getattr(one, "title", "") for one in fold.elements
            ]
            slugs = " ".join(re.sub(r"[\W_]+", "-", title.lower()) for title in titles)
            st.html(f'<span data-holds="{escape(slugs)}"></span>')


def _text(element: Answer | Note | Markdown | Ask | Jump | Tiles | Table, place: Place, key: str) -> str:
    if isinstance(element, Table):
        return html_markup.table(element, place.source, f"card-lab-{key}", lambda link, row: _address(place, link, row))
    if isinstance(element, Markdown):
        return guide_pages.html(element, lambda link, row: _address(place, link, row))
    if isinstance(element, Tiles):
        return html_markup.tiles(element)
    if isinstance(element, Ask):
        return html_markup.ask(element)
    if isinstance(element, Jump):
        return html_markup.jump(element, lambda link, row: _address(place, link, row))
    if isinstance(element, Answer):
        return html_markup.answer(element, lambda link, row: _address(place, link, row))
    return html_markup.note(element)


def _address(place: Place, link: Link, row: Mapping[str, Any]) -> str | None:
    """Where a cell of a row leads; nowhere if the row lacks what the page asks for."""
    values = {key: row[column] for key, column in link.parameters.items()}
    page = row[link.by_row] if link.by_row else link.page
    if not page or any(value is None for value in values.values()):
        return None
    return f"{page}?{urlencode({**place.address, **values}, doseq=True)}"


def _charts(row: Row, place: Place, key: str) -> None:
    """Charts side by side below their heading, above their caption; Streamlit stacks them where there is no room."""
    st.html(html_markup.heading(row.title, row.subtitle) or "<span></span>")
    columns = min(row.columns, len(row.figures))
    names = []
    for start in range(0, len(row.figures), columns):
        line = row.figures[start : start + columns]
        two = columns > 1 and any(len(title_of(figure)) > html_markup.LINE for figure in line)
        places: Sequence[Any] = st.columns(columns) if columns > 1 else [st.container()]
        for offset, (figure, where) in enumerate(zip(line, places, strict=False)):
            names.append(f"chart-{key}-{start + offset}")
            _lead(figure, place)
            with where:
                _chart(figure, names[-1], alone=len(row.figures) == 1, heading=row.title, two=two)
    st.html(html_markup.kept(row, place.source, f"card-lab-{key}", " ".join(names)))


def _lead(figure: Figure, place: Place) -> None:
    """Give marks that lead to a page its address, made of what they hold of its parameters."""
    for trace in figure.select_traces(lambda trace: isinstance(trace.meta, dict) and "link" in trace.meta):
        page, *keys = trace.meta["link"]
        link = Link(page, {key: key for key in keys})
        trace.customdata = [_address(place, link, dict(zip(keys, row, strict=True))) for row in trace.customdata]


def _chart(figure: Figure, key: str, alone: bool, heading: str, two: bool = False) -> None:
    title = title_of(figure)
    if not alone and title:
        st.html(f'<div class="lab"><p class="subtitle panel{" two" * two}">{escape(title)}</p></div>')
    height = int(figure.layout.height or HEIGHT)
    with st.container(key=key):
        st.plotly_chart(
            figure, width="stretch", height=height, theme=None, config=theme.CHART, key=f"plot-{key}",
            alt=f"{heading}: {title}" if heading != title else title,
        )  # fmt: skip


def as_typed(text: str) -> str:
    """A text of which Markdown makes nothing else."""
    return "".join(f"\\{mark}" if mark in "\\`*_{}[]()<>#$~|:" else mark for mark in text)


def go(page: str, parameters: Mapping[str, Any]) -> None:
    """Let the browser go to a page; parameters hold the words of options, as the address does.

    `st.switch_page` refuses while widgets of the present page are bound to the address; the browser may go wherever it
    likes, as it does by a link.
    """
    place = json.dumps(f"{page}?{urlencode(parameters, doseq=True)}").replace("<", "\\u003c")
    st.html(f"<span></span><script>window.labGo({place})</script>", unsafe_allow_javascript=True)
