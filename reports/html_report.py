"""The report: one HTML file with all pages, plotly.js inside; it opens without a network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from plotly.graph_objects import Figure
from plotly.offline import get_plotlyjs

from lab.errors import BadInput, why_not
from lab.export.csv_export import versions
from lab.store.atomic_files import placed
from lab.tables.shelf import Shelf
from lab.tables.table_pace import cited
from reports import guide_pages, html_markup
from reports.captions import setting
from reports.display_names import run_label, source_line
from reports.elements import (
    Answer,
    Ask,
    Data,
    Element,
    Fold,
    Jump,
    Markdown,
    Note,
    Row,
    Table,
    Tiles,
    alone,
    title_of,
    with_counts,
)
from reports.page_header import MOST, above, runs_with, shown_arms, with_references
from reports.page_list import Page, chosen, load_pages, metrics_of, page_data, page_fault, refuse_damaged
from reports.theme import CHART, FOLDER, script, style, template
from reports.verdict_chart import both_charts
from reports.verdict_page import verdict

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ANSWERS = '<p class="lab answer"'
"""How the answer of a page begins, which a card may stand beside."""
HEIGHT = 420
"""Pixels of a chart that does not say."""
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""The file forbids itself the network: a chart that would load something fails here and not at the reader's."""


Told = Callable[[str], None]
"""Called with a sentence about each page that cannot be drawn."""


def _unheard(_fault: str) -> None:
    """For whoever reads the report itself."""


CHOOSE = "choose arms with lab report --arm NAME, and the tables of lab export hold them all"
"""How other arms than those that are shown come into a report."""


def write_report(
    store: Store, path: str | Path, run: str | None = None, arms: Sequence[str] = (), told: Told = _unheard
) -> Path:
    """Write all pages of a run (of every run, if none is named) into one file, which appears whole or not at all.

    `arms`: only these, and those that they are compared with. A page that cannot be drawn is a sentence in its place,
    which `told` is called with too.
    """
    target = Path(path)
    if target.is_dir() or not target.parent.is_dir():
        raise BadInput(f"{target}: a report cannot be written there; allowed: a file name in a folder that exists")
    text = report_text(store, run, arms, told)
    try:
        placed(target, lambda draft: draft.write_text(text, encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({why_not(error)}); allowed: a place of yours") from None
    return target


def report_text(store: Store, run: str | None = None, arms: Sequence[str] = (), told: Told = _unheard) -> str:
    """The report as HTML."""
    every = load_pages()
    pages = [page for page in every if page.metrics]
    runs = [run] if run is not None else store.runs().reverse()["run_id"].to_list()
    runs = runs_with(store, runs, arms)
    wanted = metrics_of(pages)
    chapters = [
        _chapter(_read(store, r, wanted, arms, told), pages, _cover(store, r, arms, told), len(runs) > 1) for r in runs
    ]
    body = "".join(text for text, _ in chapters) or '<p class="lab note">There is no run in this store yet.</p>'
    apart = [
        _section(page, _Run("", "", Data({}), {}, told), Data({}), page.name) for page in every if not page.metrics
    ]
    body += "".join(text for text, _ in apart)  # once, however many runs
    links = "".join(links for _, links in [*chapters, *apart])
    facts = [
        row | {"digest": cited(store, r) or None} for r in runs for row in store.table("run", r).collect().to_dicts()
    ]
    own = (FOLDER / "report.css").read_text(), (FOLDER / "report.js").read_text()
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>Card lab report</title><style>{style()}{own[0]}</style></head>\n"
        f"<body><nav><strong>Card lab report</strong>{links}"
        f'<a href="#provenance">Provenance</a><button type="button" data-unfold>Unfold all chapters</button></nav>\n'
        f'<main><p class="lab question">Card lab report: simulated games, estimates with 95 % intervals.</p>'
        f"{body}{_footer(facts)}</main>\n<script>{script()}</script><script>{get_plotlyjs()}</script>"
        f'<script type="application/json" id="chart-look">{_look()}</script>'
        f"<script>{own[1]}</script></body></html>\n"
    )


def _look() -> str:
    """What all charts share: the template and the settings of their tool bar."""
    return json.dumps({"template": template(), "config": CHART})


@dataclass(frozen=True)
class _Run:
    """The data of one run; `faults` are the sources that could not be had, with what they raised."""

    run: str
    label: str
    data: Data
    faults: Mapping[str, Exception]
    told: Told


def _read(store: Store, run: str, wanted: Iterable[str], arms: Sequence[str], told: Told) -> _Run:
    shelf, found = Shelf(store, run, arms=_first(store, run, arms)), []
    faults: dict[str, Exception] = {}
    for name in wanted:
        try:
            shelf.get(name)
            found.append(name)
        except Exception as error:
            refuse_damaged(error)
            faults[name] = error
    data = page_data([shelf], found)
    label = run_label(data["run"].row(0, named=True), store.arms(run))
    return _Run(run, label, with_references(data, arms), faults, told)


def _first(store: Store, run: str, arms: Sequence[str]) -> list[str]:
    """The arms of a run that are shown, if not all are: only they have to be measured."""
    if store.arms(run).height <= MOST:
        return []
    about = with_references(page_data([Shelf(store, run)], ("comparison",)), arms)
    return [str(name) for name in shown_arms(about)["arm"]["arm"]]


def _cover(store: Store, run: str, arms: Sequence[str], told: Told) -> tuple[str, str]:
    """Question, answer and picture of a run, as `lab verdict` has them, and both in a line; nothing of a single arm."""
    compared = store.arms(run).filter(pl.col("arm") != pl.col("arm").first())["arm"].to_list()
    if not compared:
        return "", ""
    try:
        page = verdict(store, run, next((name for name in arms if name in compared), None))
    except Exception as error:
        refuse_damaged(error)
        told(fault := page_fault("The first page", error))
        return html_markup.note(Note(fault, "warning")), ""
    answer, *rest = (html_markup.unbroken(text) for text in page.sentences)
    said = f'<p class="lab answer">{answer}</p><ul class="lab findings"><li>{"</li><li>".join(rest)}</li></ul>'
    parts = " ".join(f"{head} {text}" for head, text in page.parts[:2])
    sure = f'<p class="lab note">{escape(parts)}</p>'
    asked = escape(page.question)
    cover = f'<div class="cover"><h1>{asked}</h1>{said}<figure>{both_charts(page.chart)}</figure>{sure}</div>'
    return cover, f"{asked} <b>{answer}</b>"


def _chapter(run: _Run, pages: Iterable[Page], cover: tuple[str, str], several: bool) -> tuple[str, str]:
    """The cover and all pages of one run, folded if there are several, and their entries in the table of contents."""
    name = escape(run.label)
    data = shown_arms(run.data)
    text = cover[0] if several else f'<p class="lab question">{name}</p>{cover[0]}'
    text += f'<p class="lab setting">{escape(setting(data))}</p>'
    links = f"<b>{name}</b>" if several else ""
    said = f"{source_line(run.data)} {setting(run.data)}"
    notes = "".join(html_markup.note(note) for note in above(data, CHOOSE))
    for page in pages:
        section, link = _section(page, run, data, f"{escape(run.run)}-{page.name}", said, notes)
        text, links = text + section, links + link
    if several:
        head = f'<summary><h2>{name}</h2><span class="lab brief">{cover[1]}</span></summary>'
        text = f'<details class="chapter run">{head}{text}</details>\n'
    return text, links


def _section(page: Page, run: _Run, data: Data, mark: str, said: str = "", notes: str = "") -> tuple[str, str]:
    """One page, folded below its title and its answer, and its entry in the table of contents."""
    shown = list(_drawn(page, data, run, said, f"card-lab-{mark}"))
    told = next((text.partition(ANSWERS)[2] for text in shown if ANSWERS in text), "")
    brief = told.partition("</p>")[0].partition(">")[2]
    head = f'<h2>{escape(page.title)}</h2><span class="lab question">{escape(page.question)}</span>'
    folded = f'<summary>{head}<span class="lab brief">{brief}</span></summary>{notes}{"".join(shown)}'
    text = f'<section id="{mark}"><details class="chapter">{folded}</details></section>\n'
    return text, f'<a href="#{mark}">{escape(page.title)}</a>'


def _drawn(page: Page, data: Data, run: _Run, said: str, mark: str) -> Iterator[str]:
    """The elements of a page; if it raises, those before, and in the place of the others what it raised."""
    try:
        for name in run.faults:
            if name in page.metrics:
                raise run.faults[name]
        for i, element in enumerate(with_counts(page.draw(chosen(page, data, {}) if page.metrics else data))):
            yield _element(element, said, f"{mark}-{i}")
    except Exception as error:
        refuse_damaged(error)
        fault = page_fault(f"The page {page.title}", error)
        run.told(fault)
        yield html_markup.note(Note(fault, "warning"))


def _elements(elements: Iterable[Element], said: str, mark: str) -> str:
    return "".join(_element(element, said, f"{mark}-{i}") for i, element in enumerate(elements))


def _element(element: Element, said: str, mark: str) -> str:
    if isinstance(element, Figure):
        return _charts(alone(element), said, mark)
    if isinstance(element, Row):
        return _charts(element, said, mark)
    if isinstance(element, Table):
        return html_markup.table(element, said, mark)
    if isinstance(element, Fold):
        inner = _elements(element.elements, said, mark)
        return f'<div class="lab"><details><summary>{escape(element.title)}</summary>{inner}</details></div>'
    if isinstance(element, Markdown):
        return guide_pages.html(element, html_markup.nowhere)
    if isinstance(element, Tiles):
        return html_markup.tiles(element)
    if isinstance(element, Jump):
        return html_markup.jump(element)
    if isinstance(element, Ask):
        return html_markup.ask(element)
    return html_markup.answer(element) if isinstance(element, Answer) else html_markup.note(element)


def _charts(row: Row, said: str, mark: str) -> str:
    """Charts side by side; each is drawn when it is scrolled to, from its JSON."""
    two = row.columns > 1 and any(len(title_of(figure)) > html_markup.LINE for figure in row.figures)
    panels = "".join(_panel(figure, len(row.figures) == 1, row.title, two) for figure in row.figures)
    below = html_markup.kept(row, said, mark)
    columns = min(row.columns, len(row.figures))
    grid = f'<div class="panels" style="--columns:{columns}">{panels}</div>'
    return f"<figure>{html_markup.heading(row.title, row.subtitle)}{grid}<figcaption>{below}</figcaption></figure>"


def _panel(figure: Figure, alone: bool, heading: str, two: bool) -> str:
    title, height = title_of(figure), int(figure.layout.height or HEIGHT)
    above = "" if alone or not title else f'<p class="lab subtitle panel{" two" * two}">{escape(title)}</p>'
    drawn = _rounded(Figure(figure).update_layout(template=None, meta=None).to_json())
    facts = drawn.replace("<", "\\u003c")  # no text of a chart ends its script
    label = escape(f"{heading}: {title}" if not alone and title else heading)
    return (
        f'<div data-title="{escape(title)}">{above}'
        f'<div class="chart" role="figure" aria-label="{label}" style="height:{height}px"></div>'
        f'<script type="application/json">{facts}</script></div>'
    )


def _rounded(drawn: str) -> str:
    """A chart's JSON with numbers of twelve digits: sums of threads differ in the last ones, reports must not."""
    known = json.loads(drawn, parse_float=lambda number: float(f"{float(number):.12g}"))
    return json.dumps(known, separators=(",", ":"), ensure_ascii=False)


def _footer(runs: Iterable[Mapping[str, Any]]) -> str:
    """Where the numbers come from: each run with its fingerprints, and the versions that made this file."""
    lists = [_definitions(run) for run in runs]
    folded = f"<summary><h2>Provenance</h2></summary>{''.join(lists)}{_definitions(versions())}"
    return f'<footer id="provenance"><details class="chapter">{folded}</details></footer>'


def _definitions(facts: Mapping[str, Any]) -> str:
    known = ((key, value) for key, value in facts.items() if value is not None)
    rows = (f"<dt>{escape(key.replace('_', ' '))}</dt><dd>{escape(str(value))}</dd>" for key, value in known)
    return f"<dl>{''.join(rows)}</dl>"
