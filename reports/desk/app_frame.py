"""The dashboard's frame: side bar, list of pages, and the page that was chosen."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable
from html import escape
from pathlib import Path

import streamlit as st

from decks.card_schema import DeckError
from lab.errors import BadInput
from lab.store.store_folder import Store, damage_behind
from reports import page_style
from reports.desk.choice_widgets import choose
from reports.desk.draw_elements import Place, draw
from reports.desk.live_pages_list import LivePage, load_live_pages
from reports.desk.live_run import follow, watch
from reports.desk.page_data import measured
from reports.desk.sidebar import Asked, address, ask
from reports.display_names import source_line
from reports.elements import Data
from reports.page_fault import page_fault
from reports.page_header import MOST, above
from reports.page_list import Page, load_pages
from variants.variant_schema import VariantError

DEFAULT_STORE = "lab-store"
FIRST = "start"
"""What the first page is called where a name is needed; no address holds it."""
CHOOSE = "choose others in the side bar, up to {most} at a time"
"""How other arms than those that are shown come into a page."""


def main() -> None:
    """List the pages, ask for store, runs and arms, and show the page that was chosen."""
    st.set_page_config(page_title="Card lab", layout="wide")
    st.html(f"<style>{page_style.style()}{(page_style.FOLDER / 'desk.css').read_text()}</style>")
    st.html(
        f"<span></span><script>{page_style.script()}</script>", unsafe_allow_javascript=True
    )  # not alone: else dropped
    root = Path(_store_argument()).resolve()
    pages: list[Page | LivePage] = sorted([*load_pages(), *load_live_pages()], key=lambda p: (p.order, p.name))
    asked = ask(root)
    entries: dict[str, list[st.Page]] = {}
    for page in pages:
        show, first = _shown(page, asked, root), page is pages[0]
        named = st.Page(show, title=page.title, url_path=page.name, visibility="hidden" if first else "visible")
        # The first page has no name in its address; whoever types its name, as those of the others are, finds it too.
        shown = [st.Page(show, title=page.title, url_path=FIRST, default=True), named] if first else [named]
        entries.setdefault(page.group, []).extend(shown)
    st.navigation(entries, expanded=True).run()


def _store_argument() -> str:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--store", default=DEFAULT_STORE)
    return str(parser.parse_known_args(sys.argv[1:])[0].store)


def _shown(page: Page | LivePage, asked: Asked | str, root: Path) -> Callable[[], None]:
    def show() -> None:
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
        except (BadInput, DeckError, VariantError) as error:
            st.error(f"{error}.")
        except Exception as error:
            damaged = damage_behind(error)
            if damaged is None:
                traceback.print_exception(error)  # for whoever has started the dashboard, and mends the page
            st.error(page_fault("This page", error) if damaged is None else f"{damaged}.")

    return show


def _live(page: LivePage, asked: Asked | str, root: Path) -> None:
    if not isinstance(asked, str):
        watch(asked)
        page.show(asked)
    elif page.alone:
        page.show(Asked(Store.open(root, create=True), (), ()))
    else:
        st.info(asked)


def _page(page: Page, asked: Asked) -> None:
    found = measured(asked, page)
    follow(asked, page, found)
    try:
        data = choose(page, found.data)
    except KeyError as error:
        if error.args[0] not in found.missing:
            raise
        return  # what the choices are made of is not there yet
    place = Place(page.name, source_line(data), address(asked), asked.store.path.resolve())
    if page.metrics:
        draw(above(data, CHOOSE.format(most=MOST), asked.are_surest), place, "above-")
    draw(found.drawn(page.draw(data)), place)
