"""The report: one HTML file with all pages, plotly.js inside; it opens without a network."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plotly.io as pio
import polars as pl
from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from lab.errors import BadInput
from lab.measure.export import versions
from reports.contents import Page, load_pages, metrics_of, page_data
from reports.elements import Column, Element, Note, Table, caption_of
from reports.looks import SCRIPT, STYLE
from reports.theme import CHART, bounds, written

if TYPE_CHECKING:
    from lab.store.folder import Store

POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""The file forbids itself the network: a chart that would load something fails here and not at the reader's."""


def write_report(store: Store, path: str | Path, run: str | None = None) -> Path:
    """Write all pages of a run (of every run, if none is named) into one file, which appears whole or not at all."""
    target = Path(path)
    if target.is_dir() or not target.parent.is_dir():
        raise BadInput(f"{target}: a report cannot be written there; allowed: a file name in a folder that exists")
    text = report_text(store, run)
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(target)
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({error.strerror}); allowed: a place of yours") from None
    finally:
        draft.unlink(missing_ok=True)
    return target


def report_text(store: Store, run: str | None = None) -> str:
    """The report as HTML."""
    pages = load_pages()
    runs = [run] if run is not None else store.runs()["run_id"].to_list()
    chapters = [_chapter(page_data(store, r, metrics_of(pages)), pages, r, len(runs) > 1) for r in runs]
    body = "".join(text for text, _ in chapters) or "<p class=note>There is no run in this store yet.</p>"
    links = "".join(links for _, links in chapters)
    facts = [footer for r in runs for footer in store.table("run", r).collect().to_dicts()]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>Card lab report</title><style>{STYLE}</style>"
        f"<script>{get_plotlyjs()}</script></head>\n<body><nav><strong>Card lab report</strong>{links}"
        f'<a href="#provenance">Provenance</a></nav>\n<main><h1>Card lab report</h1>'
        f'<p class="question">Simulated games, estimates with 95 % intervals, and what they rest on.</p>'
        f"{body}{_footer(facts)}</main>\n<script>{SCRIPT}</script></body></html>\n"
    )


def _chapter(data: Mapping[str, pl.DataFrame], pages: Iterable[Page], run: str, several: bool) -> tuple[str, str]:
    """All pages of one run, and their entries in the table of contents."""
    name = escape(f"Run {run}")
    text, links = (f"<h1>{name}</h1>", f"<b>{name}</b>") if several else ("", "")
    for page in pages:
        mark = f"{escape(run)}-{page.name}"
        shown = "".join(_element(e, f"{mark}-{i}") for i, e in enumerate(page.draw(data)))
        head = f'<h2>{escape(page.title)}</h2><p class="question">{escape(page.question)}</p>'
        text += f'<section id="{mark}">{head}{shown}</section>\n'
        links += f'<a href="#{mark}">{escape(page.title)}</a>'
    return text, links


def _element(element: Element, mark: str) -> str:
    if isinstance(element, Note):
        return f'<p class="note {escape(element.kind)}">{escape(element.text)}</p>'
    if isinstance(element, Table):
        return _table(element)
    assert isinstance(element, Figure), f"a page yields figures, tables and notes, not {type(element).__name__}"
    height = f"{element.layout.height or 420}px"
    chart = pio.to_html(
        element, CHART, full_html=False, include_plotlyjs=False, default_height=height, div_id=f"chart-{mark}"
    )
    caption = caption_of(element)
    return f"<figure>{chart}{f'<figcaption>{escape(caption)}</figcaption>' if caption else ''}</figure>"


def _table(table: Table) -> str:
    heads = "".join(_head(column) for column in table.columns.values())
    rows = []
    for row in table.frame.iter_rows(named=True):
        cells = "".join(_cell(row, name, column) for name, column in table.columns.items())
        rows.append(f"<tr{' class=pale' if table.pale and row[table.pale] else ''}>{cells}</tr>")
    title = f"<h3>{escape(table.title)}</h3>" if table.title else ""
    return (
        f'<div class="table">{title}<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
        f'<tbody>{"".join(rows)}</tbody></table></div><p class="caption">{escape(table.caption)}</p></div>'
    )


def _head(column: Column) -> str:
    kind = "" if column.kind == "text" else ' class="number"'
    about = f' title="{escape(column.about)}"' if column.about else ""
    return f'<th scope="col"{kind}{about}><button type="button">{escape(column.label)}</button></th>'


def _cell(row: Mapping[str, Any], name: str, column: Column) -> str:
    value = row[name]
    if column.kind == "text":
        return f"<td>{escape(written(value, 'text'))}</td>"
    shown = escape(written(value, column.kind))
    if column.low and column.high and value is not None:
        shown += f" <small>{escape(bounds(row[column.low], row[column.high], column.kind))}</small>"
    return f'<td class="number" data-sort="{"" if value is None else value}">{shown}</td>'


def _footer(runs: Iterable[Mapping[str, Any]]) -> str:
    """Where the numbers come from: each run with its fingerprints, and the versions that made this file."""
    lists = [_definitions(run) for run in runs]
    return f'<footer id="provenance"><h3>Provenance</h3>{"".join(lists)}{_definitions(versions())}</footer>'


def _definitions(facts: Mapping[str, Any]) -> str:
    known = ((key, value) for key, value in facts.items() if value is not None)
    rows = (f"<dt>{escape(key.replace('_', ' '))}</dt><dd>{escape(str(value))}</dd>" for key, value in known)
    return f"<dl>{''.join(rows)}</dl>"
