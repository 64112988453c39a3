"""May I have all numbers in my spreadsheet, and the answer as a page or a picture?"""

from __future__ import annotations

import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import polars as pl
import streamlit as st

from engine.inputs.quote import joined
from lab.export.csv_export import Form, csv_text, export_tables, flat
from lab.export.report_tables import Wanted, report_tables, spreadsheet
from lab.export.spreadsheet import harmless
from lab.store.store_folder import Store
from lab.tables.metric import load_metrics
from reports import html_markup
from reports.desk.page_data import Asked, measured
from reports.display_names import short_labels, short_run
from reports.elements import Answer, Column, Table
from reports.headlines import SOURCES
from reports.page_list import load_pages
from reports.verdict_forms import as_paper
from reports.verdict_page import verdict

TITLE, GROUP, ORDER = "Export", "Lab", 104

VERDICTS = (("The run's verdict as PDF", "pdf", "a4"), ("The verdict as a picture for a forum", "png", "post"))
"""What a verdict is kept as: words of the button, form and paper."""
MIME = {"pdf": "application", "png": "image"}
SHOWS = (
    "The picture for a forum. The PDF also says what else changed, how sure it is, who played, and how to repeat it."
)
FIRST = "game_length"
"""The table that is shown unless another one is asked for."""
SHOWN = 10
"""Rows of a table that are shown before it is kept."""


def show(asked: Asked) -> None:
    """One table to look at and to keep, and all of them as one workbook."""
    first = st.empty()
    runs = {short_run(row): row["run_id"] for row in asked.store.runs().to_dicts() if row["run_id"] in asked.runs}
    run = runs[_run(list(runs))]
    has_verdict = asked.store.arms(run).height > 1 and find_spec("typst") is not None  # it is not installed everywhere
    answer = ", and the answer as a PDF and as a picture" if has_verdict else ""
    tables = f"Yes: **{len(load_metrics())} tables**, in one workbook or one by one as CSV{answer}."
    first.html(html_markup.answer(Answer(tables)))
    left, right = st.columns((2, 3), gap="medium") if has_verdict else (st.container(), st.empty())
    with left:
        st.download_button(
            "All tables as a workbook", lambda: _workbook(asked, run), f"card-lab-{run}.xlsx", on_click="ignore",
            mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", icon=":material/table_view:",
            type="primary",
        )  # fmt: skip
        if has_verdict:
            _verdicts(asked, run)
    if has_verdict and measured(Asked(asked.store, (run,), ()), SOURCES).is_whole:
        picture = _picture(str(asked.store.path.resolve()), run, len(asked.store.committed(run)))
        right.image(picture, caption=SHOWS, alt="The verdict as one picture")
    names = sorted(load_metrics())
    name = st.selectbox(
        "Table", names, names.index(FIRST), key="table", bind="query-params", format_func=_called,
    )  # fmt: skip
    frame = _table(str(asked.store.path.resolve()), run, name, len(asked.store.committed(run)))
    st.download_button(
        "This table as CSV", csv_text(harmless(flat(frame))).encode("utf-8-sig"), f"{name}-{run}.csv", "text/csv",
        on_click="ignore", icon=":material/download:",
    )  # fmt: skip
    st.html(_preview(frame, name, short_labels(asked.store.arms(run)["arm"].cast(pl.String).to_list())))
    with st.expander(f"All {len(names)} tables, by the page that shows them"):
        st.html(_contents(names))
    st.caption("The same in the terminal, with provenance and all digits if you like: `lab export --to FOLDER --exact`")


def _called(name: str) -> str:
    return name.replace("_", " ")


def _contents(names: list[str]) -> str:
    """Which tables there are, by the first page that draws them."""
    rows, left = list[tuple[str, str]](), set(names)
    for page in load_pages():
        own = [name for name in names if name in left and name in page.metrics]
        left -= set(own)
        rows += [(page.title, joined(map(_called, own)))] if own else []
    rows += [("on no page", joined(map(_called, sorted(left))))] if left else []
    frame = pl.DataFrame(rows, schema=["page", "tables"], orient="row")
    columns = {"page": Column("page"), "tables": Column("tables")}
    return html_markup.table(Table(frame, "", columns), "", "tables", tools=False)


def _verdicts(asked: Asked, run: str) -> None:
    """The page about the question of a run, to be sent to somebody."""
    for label, form, paper in VERDICTS:
        st.download_button(
            label, partial(_verdict, asked, run, form, paper), f"verdict-{run}.{form}", f"{MIME[form]}/{form}",
            on_click="ignore", icon=":material/description:", help=f"lab verdict {run} --to verdict.{form}",
        )  # fmt: skip


def _verdict(asked: Asked, run: str, form: str, paper: str) -> bytes:
    return as_paper(verdict(asked.store, run), form, paper)


@st.cache_data(max_entries=16, show_spinner=False)
def _picture(store: str, run: str, state: int) -> bytes:
    """The verdict as a forum would show it."""
    return as_paper(verdict(Store.open(store), run), "png", "post")


def _run(names: list[str]) -> str:
    if len(names) < 2:
        return names[0]
    return str(st.selectbox("Run", names, key="of_run", bind="query-params"))


@st.cache_data(max_entries=64, show_spinner="Measuring …")
def _table(store: str, run: str, name: str, state: int) -> pl.DataFrame:
    frame = report_tables(Store.open(store), Wanted(run=run, tables=(name,)))[name]
    return spreadsheet(name, frame)[0]


def _preview(frame: pl.DataFrame, name: str, labels: dict[str, str]) -> str:
    """The first rows, with rules called as everywhere in the dashboard."""
    whole = flat(frame)
    numbers = {column for column, kind in whole.schema.items() if kind.is_numeric()}
    said = pl.all().cast(pl.String).fill_null("")
    head = whole.head(SHOWN).with_columns(said).with_columns(pl.col(*numbers).str.replace_all("-", "\u2212"))
    same = [column for column in whole.columns if whole[column].n_unique() < 2] if whole.height > 1 else []
    caption = (
        f"The first {head.height} of {frame.height:,} rows." if frame.height > SHOWN else f"{frame.height:,} rows."
    )
    caption += f" Each row of the file also has {joined(same)}." if same else ""
    longer = [f"{label} is {arm}" for arm, label in labels.items() if label != arm and "arm" in whole.columns]
    caption += f" In the file {joined(longer)}." if longer else ""
    caption = f"{load_metrics()[name].says} {caption}"
    head = head.with_columns(pl.col("arm").replace(labels)) if "arm" in whole.columns else head
    words = {c: "rules" if c == "arm" else c.partition(" (")[0] for c in head.columns if c not in same}
    if len({*words.values()}) < len(words):  # what stands in brackets tells some apart
        words = {c: c for c in words}
    columns = {c: Column(word, "figures" if c in numbers else "text") for c, word in words.items()}
    return html_markup.table(Table(head, caption, columns), "", name, tools=False)


def _workbook(asked: Asked, run: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder) / "export"
        export_tables(asked.store, to, "lab app", Wanted(run=run), Form(xlsx=True))
        return (to / "tables.xlsx").read_bytes()
