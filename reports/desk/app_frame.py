"""The dashboard's frame: side bar, list of pages, and the page that was chosen with its choices.

Pages that play, replay or write are asked, not only drawn, so they know Streamlit: one file each in `live_pages`. What
is still going on, a run that is played or measured, shows by itself.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import shlex
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from decks.card_schema import DeckError
from engine.inputs.quote import joined
from lab.errors import BadInput, StoreDamaged
from lab.store.store_folder import Store, damage_behind
from reports import theme
from reports.captions import setting
from reports.desk.background_jobs import answered
from reports.desk.draw_elements import Place, draw
from reports.desk.finder import find
from reports.desk.page_data import Asked, Measured, measured
from reports.desk.page_files import charts_file
from reports.desk.sidebar import AddressWritten, address, ask, look_for, told
from reports.display_names import short_labels, source_line
from reports.elements import Ask, Choice, Data, with_counts
from reports.page_header import MOST, above
from reports.page_list import Page, chosen, load_pages, page_fault
from reports.verdict_rules import BEFORE, changes, rule_said
from variants.variant_schema import VariantError

DEFAULT_STORE = "lab-store"
FIRST = "start"
"""What the first page is called where a name is needed; no address holds it."""
CHOOSE = "choose others in the side bar, up to {most} at a time"
"""How other arms than those that are shown come into a page."""


FOLDER = Path(__file__).resolve().parent / "live_pages"
WITHOUT_RUNS = ("play", "your_cards", "guide")
"""Pages that show nothing of a run: what is chosen of runs is out of sight there."""
WITHOUT_RULES = ("balance", "export")
"""Pages that show something of a run, but all of its rules: which of them are chosen is out of sight there."""
SAY_RULES = ("overview", "compare")
"""Pages that say themselves what a rule changes."""
FEW = 6
"""Options of a choice that are all shown at once."""
EVERY = 4
"""Seconds between two looks at the store."""
SOON = 2
"""The same while numbers of the page are measured."""


@dataclass(frozen=True)
class LivePage:
    """One page that only the dashboard has."""

    name: str
    title: str
    question: str
    group: str
    order: int
    alone: bool  # it needs no games: an empty folder will do
    show: Callable[[Asked], None]


def load_live_pages() -> list[LivePage]:
    """Import every file of `reports/desk/live_pages`."""
    names = [p.stem for p in sorted(FOLDER.glob("*.py")) if not p.stem.startswith("_")]
    return [_load(name) for name in names]


def _load(name: str) -> LivePage:
    module = importlib.import_module(f"reports.desk.live_pages.{name}")
    question = " ".join((inspect.getdoc(module) or "").split())
    return LivePage(
        name, module.TITLE, question, module.GROUP, module.ORDER, getattr(module, "ALONE", False), module.show
    )


def main() -> None:
    """List the pages, ask for store, runs and arms, and show the page that was chosen."""
    st.set_page_config(page_title="Card lab", layout="wide")
    st.html(f"<style>{theme.style()}{(theme.FOLDER / 'desk.css').read_text()}</style>")
    # What draws charts takes the browser a third of a second to begin with: it does so while the server makes the page.
    script = f"{theme.script()}requestIdleCallback(() => import('{charts_file()}'))"
    st.html(f"<span></span><script>{script}</script>", unsafe_allow_javascript=True)  # not alone: else dropped
    root = Path(_store_argument()).resolve()
    pages: list[Page | LivePage] = sorted([*load_pages(), *load_live_pages()], key=lambda p: (p.order, p.name))
    top = st.sidebar.container()
    asked: Asked | str = ""
    is_anew = False
    try:
        asked = ask(root)
    except AddressWritten:
        is_anew = True
    if not isinstance(asked, str) and asked.store.damaged:
        with st.sidebar:
            _mend(StoreDamaged(f"Left out: {'; '.join(asked.store.damaged.values())}"), asked)
    with top:
        find(asked, [(page.name, page.title) for page in pages])
    entries: dict[str, list[st.Page]] = {}
    for page in pages:
        show, first = _shown(page, asked, root), page is pages[0]
        named = st.Page(show, title=page.title, url_path=page.name, visibility="hidden" if first else "visible")
        # The first page has no name in its address; whoever types its name, as those of the others are, finds it too.
        shown = [st.Page(show, title=page.title, url_path=FIRST, default=True), named] if first else [named]
        entries.setdefault(page.group, []).extend(shown)
    here = st.navigation(entries, expanded=True)
    if is_anew:
        st.rerun()  # only now is known which page it is
    here.run()


def _store_argument() -> str:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--store", default=DEFAULT_STORE)
    return str(parser.parse_known_args(sys.argv[1:])[0].store)


def _shown(page: Page | LivePage, asked: Asked | str, root: Path) -> Callable[[], None]:
    def show() -> None:
        if page.name in (*WITHOUT_RUNS, *WITHOUT_RULES):
            hidden = ".st-key-run, " * (page.name in WITHOUT_RUNS)
            st.html(f"<style>{hidden}.st-key-arms, .st-key-legend {{ display: none; }}</style>")
        st.title(page.title, anchor=False)
        st.html(f'<p class="lab question">{escape(page.question)}</p>')
        try:
            if isinstance(page, LivePage):
                _live(page, asked, root)
            elif isinstance(asked, str):
                st.info(asked)
                if not page.metrics:  # it tells of no game
                    draw(page.draw(choose(page, Data({}, of=0))), Place(page.name, "", {}))
            else:
                watch(asked)
                _page(page, asked)
        except AddressWritten:
            st.rerun()
        except Exception as error:
            damaged = error if isinstance(error, StoreDamaged) else damage_behind(error)
            if damaged is not None:
                _mend(damaged, asked)
            elif isinstance(error, (BadInput, DeckError, VariantError)):
                st.error(f"{error}.")
            else:
                traceback.print_exception(error)  # for whoever has started the dashboard, and mends the page
                st.error(page_fault("This page", error))

    return show


def _mend(damaged: StoreDamaged, asked: Asked | str) -> None:
    """What is damaged, and the button that plays it again."""
    st.error(f"{damaged}.")
    if not isinstance(asked, str):
        name = asked.store.path.name
        line = shlex.join(["lab", "store", "mend", "--store", name])
        answered(Ask("", {name: line}, "Mend"), asked.store.path.resolve(), "mend")


def _live(page: LivePage, asked: Asked | str, root: Path) -> None:
    if not isinstance(asked, str):
        watch(asked)
        page.show(asked)
    elif page.alone:
        page.show(Asked(Store.open(root, create=True), (), ()))
    else:
        st.info(asked)


def _page(page: Page, asked: Asked) -> None:
    found = measured(asked, page.metrics)
    _drawn(page, asked, found)
    if not found.is_whole:
        _numbers(asked, page, found)


def _drawn(page: Page, asked: Asked, found: Measured) -> None:
    try:
        data = choose(page, found.data)
    except KeyError as error:
        if error.args[0] not in found.missing:
            raise
        return  # what the choices are made of is not there yet
    source = f"{source_line(data)} {setting(data)}"
    place = Place(page.name, source, address(asked), asked.store.path.resolve())
    if page.metrics:
        view = f'<span data-view="{escape(urlencode(place.address, doseq=True))}"></span>'
        held = escape(setting(data) + ("" if page.name in SAY_RULES and found.is_whole else _rule(asked, data)))
        st.html(f'<p class="lab setting">{held}</p>{told()}{view}')
        draw(above(data, CHOOSE.format(most=MOST), asked.are_surest), place, "above-")
    draw(with_counts(found.drawn(page.draw(data))), place)


def _rule(asked: Asked, data: Data) -> str:
    """What the second of two rules of a run changes, for pages that do not say it themselves."""
    names = theme.arm_names(data["arm"])
    if len(asked.runs) != 1 or not len(names) == asked.store.arms(asked.runs[0]).height == 2:
        return ""
    text = _changed(str(asked.store.path.resolve()), asked.runs[0])
    return f" {short_labels(names)[names[1]]}: {text}" if text else ""


@st.cache_data(max_entries=64, show_spinner=False)
def _changed(store: str, run: str) -> str:
    there = Store.open(Path(store))
    try:
        return BEFORE.sub("", rule_said(changes(there, run, *there.arms(run).to_dicts())))
    except (BadInput, VariantError, DeckError):  # a file of its rules may be gone: its numbers are there all the same
        return ""


def choose(page: Page, data: Data) -> Data:
    """The data with what the reader chose; a choice with a single option is not shown.

    Each stays in the address, so that other pages and a reload find it.
    """
    known = [(choice, options) for choice in page.choices if len(options := dict(choice.options(data))) > 1]
    shown = [(choice, options) for choice, options in known if not choice.linked]
    picks = {choice.key: _linked(choice, options) for choice, options in known if choice.linked}
    if shown:
        with st.container(horizontal=True, vertical_alignment="bottom", key="choices"):
            for choice, options in shown:
                if not choice.seldom:
                    picks[choice.key] = _widget(choice, options)
            if seldom := [one for one in shown if one[0].seldom]:
                is_set = [choice for choice, options in seldom if st.query_params.get(choice.key) in [*options][1:]]
                label = f"Filter ({len(is_set)} set)" if is_set else "Filter"
                with st.popover(label, icon=":material/filter_list:", key="filter"):
                    picks |= {choice.key: _widget(choice, options) for choice, options in seldom}
    return chosen(page, data, picks)


def _linked(choice: Choice, options: Mapping[str, str]) -> str:
    look_for(choice.key, {*options, *options.values()}, choice.label.lower())
    return str(st.query_params.get(choice.key, ""))


def _widget(choice: Choice, options: Mapping[str, str]) -> str:
    values: Sequence[str] = list(options)
    look_for(choice.key, {*options, *options.values()}, choice.label.lower())
    common: dict[str, Any] = {
        "format_func": lambda value: options.get(value, value), "key": choice.key, "bind": "query-params",
        "help": choice.about or None,
    }  # fmt: skip
    if not choice.many and len(values) <= FEW:
        picked = st.segmented_control(choice.label, values, default=values[0], required=True, **common)
    else:
        picked = st.selectbox(choice.label, values, width=240, **common)
    return str(picked or values[0])


def watch(asked: Asked) -> None:
    """In the side bar, while one of the runs is not finished: its progress, and a new view when games have come."""
    if "running" in asked.rows()["status"].to_list():
        with st.sidebar:
            _progress(asked)


@st.fragment(run_every=EVERY)
def _progress(asked: Asked) -> None:
    done = sum(len(asked.store.committed(run)) for run in asked.runs)
    is_running = "running" in asked.rows()["status"].to_list()
    if done != st.session_state.setdefault("shards seen", done) or not is_running:
        st.session_state["shards seen"] = done
        st.rerun()
    st.caption("Still playing: this view follows by itself.")


@st.fragment(run_every=SOON)
def _numbers(asked: Asked, page: Page, found: Measured) -> None:
    """Below a page some of whose numbers are being measured: which; a new view when more have come."""
    try:
        now = measured(asked, page.metrics)
    except (BadInput, OSError):  # the store went away: the frame says so
        st.rerun()
    if (now.missing, now.behind) != (found.missing, found.behind):
        st.rerun()
    if found.missing:
        names = [name.replace("_", " ") for name in sorted(found.missing)]
        st.caption(
            f"Measuring, once for this run, {len(names)} of {found.of} results of this page: "
            f"{joined(names)}. They follow by themselves."
        )
    else:
        st.caption(
            "These numbers are of the games that there were a while ago; those of all games follow by themselves."
        )
