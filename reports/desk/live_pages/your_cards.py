"""What does the lab understand of my own cards, and how do they play?"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from urllib.parse import quote

import polars as pl
import streamlit as st
from plotly.graph_objects import Figure

from decks.card_schema import KINDS, SLOTS
from decks.card_text import kind_words
from engine.inputs.quote import joined
from lab.cards.card_verdict import MATTERS
from lab.tables.column import signed
from reports import html_markup, theme
from reports.chart_marks import Mark, interval_rows
from reports.desk.brought_cards import NOT, PART, STATES, Upload, cards_html, keep_deck, kept_deck, read_upload
from reports.desk.draw_elements import Place, as_typed, draw
from reports.desk.experiment import Experiment
from reports.desk.experiment_buttons import asked_table, at_a_terminal, play_and_compare
from reports.desk.page_data import Asked
from reports.elements import Answer, Column, Note, Table, Tiles, captioned
from reports.guide_pages import titles
from variants.load_variants import known_variants, load_variant

TITLE, GROUP, ORDER = "Your cards", "Lab", 101
ALONE = True
AVERAGE = round(100 * MATTERS)
"""Wins of 100 games within which a card is about average."""

FIRST = (
    "Upload a spreadsheet with a row for each card, in the words of the card: you see **what is understood**, and play "
    "with it."
)
ALL, SOME = "all", "to look at"
MOST_MB = 20
SAMPLE = (
    "name,kind,text,bad_stuff,level,treasures,bonus,slot\n"
    "Odd Duet,curse,Lose two Levels. Everybody at the table sings.,,,,,\n"
    "Tax Owl,monster,,Lose a Level.,4,2,,\n"
    "Borrowed Helm,item,,,,,2,head\n"
)
"""Rows to begin with, which are shown with what is understood of them: the first of them in part."""
TO_DO = (
    "What is marked is not played. Say it in other words, those of {link}, or leave it as it is: the rest of the card "
    "is played."
)
PLAYED = 20_000
"""Games with the sheet to begin with, and as many without, in which what follows was measured."""
WORTH = {
    "Tax Owl: good to meet": (4.1, 3.2, 4.9), "Borrowed Helm: about average": (1.1, 0.3, 1.9),
    "Odd Duet: bad to meet": (-4.6, -5.5, -3.7),
}  # fmt: skip
CAME = (
    f"Played in base by the usual four players, {PLAYED:,} games with these three cards and as many without. **Tax Owl "
    "is beaten in 84 of 100 fights** [83, 84], in line for Level 4. In a game 0.7 more monsters are beaten [0.6, 0.7], "
    "and its length hardly changes: +0.1 turns [\u22120.1, 0.3]."
)
"""What came of it, card by card and in all."""
LOOK = {"color": theme.ARM_COLOURS[0], "symbol": "circle"}


def show(asked: Asked) -> None:
    """The file, what of it is understood, and the deck that is played."""
    st.html(html_markup.answer(Answer(FIRST)))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        file = st.file_uploader("Your cards", ["csv", "tsv", "xlsx"], key="cards", max_upload_size=MOST_MB)
        if file is None:
            st.download_button(
                "Download a sheet to begin with", SAMPLE.encode("utf-8-sig"), "my-cards.csv", "text/csv",
                on_click="ignore", icon=":material/download:",
            )  # fmt: skip
    shown, fold, playing = st.container(), st.container(), st.container()
    presets = [known.key for known in known_variants() if not known.overlay]
    with fold, st.expander("Players, number of games, and the game that they are added to", key="game"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            preset = str(st.selectbox("The game", presets, key="game_of", bind="query-params", width=160))
            seats, agents, games = asked_table()
        alone = st.toggle("The sheet is a whole deck, not an add-on", key="whole", bind="query-params")
    if file is None:
        with shown:
            _example()
        return
    box = "+".join(load_variant(preset).deck)
    beside = "" if alone else box
    with shown:
        upload = _read(file.name, file.getvalue(), beside)
        _show_problems(upload)
        if upload.brought.deck.cards:
            _show_cards(upload)
    if upload.brought.deck.cards:
        with playing:
            _play(asked, upload, beside, Experiment(preset, decks=(box,), seats=seats, agents=agents, games=games))


def _example() -> None:
    """The sheet to begin with, what is understood of it, and what came of it."""
    st.html(_sheet())
    with st.expander("Kinds and slots", key="kinds"):
        st.caption(
            f"Kinds: {joined(map(kind_words, KINDS))}. Slots: {joined(one for one in SLOTS if one != 'none')}, or none."
        )
    st.html(html_markup.heading("What you will see of this sheet"))
    upload = _read("my-cards.csv", SAMPLE.encode(), "")
    st.html(cards_html(upload, STATES, has_advice=False))
    title = titles()["words"]
    link = f'<a href="guide?page={quote(title)}" data-page target="_self">{escape(title)}</a> in the Guide'
    st.html(f'<p class="lab caption">{TO_DO.format(link=link)}</p>')
    fig = _worth({card.name for state, card in upload.cards() if state == PART})
    said = f"95 % intervals; hollow: zero lies in it. Shaded: about average, within \u00b1{AVERAGE}."
    draw([captioned(fig, said)], Place("your_cards", "", {}))
    st.html(html_markup.note(Note(CAME)))


def _worth(in_part: set[str]) -> Figure:
    """What each card of the sheet to begin with was found to be worth."""
    marks = []
    for name, known in WORTH.items():
        card, _, verdict = name.partition(":")
        told = f"{card}, played in part:{verdict}" if card in in_part else name
        text = signed(f"{known[0]:+.1f}")
        marks.append(Mark(told, known, "card", LOOK, f"<b>{told}</b>", text, known[1] > 0 or known[2] < 0))
    below = "How often whoever draws it wins, against an average card drawn the same way"
    fig = interval_rows(marks, "For example: how they play", below, "wins more or fewer in 100 games", "change", _label)
    fig.add_vrect(-AVERAGE, AVERAGE, fillcolor=theme.SOFT, opacity=0.12, line_width=0, layer="below")
    return fig.update_layout(showlegend=False)


def _label(name: str) -> str:
    return name.replace(": ", ":<br>")


def _sheet() -> str:
    """The sheet to begin with, as it is read below."""
    sheet = pl.read_csv(SAMPLE.encode(), infer_schema=False).fill_null("")
    said = "The sheet to begin with. Name and kind are needed; the columns gold and copies may be added."
    return html_markup.table(
        Table(sheet, said, {name: Column(name) for name in sheet.columns}), "", "my-cards", tools=False
    )


@st.cache_resource(max_entries=8, show_spinner="Reading the cards …")
def _read(name: str, data: bytes, beside: str) -> Upload:
    return read_upload(name, data, beside)


def _show_problems(upload: Upload) -> None:
    """Rows that cannot be cards, and columns that nobody reads."""
    sheet = upload.brought.sheet
    st.caption(f"{upload.name}: {sheet.rows} rows, read as {sheet.read_as}.")
    if sheet.problems:
        rows = "\n".join(f"* {as_typed(str(problem))}" for problem in sheet.problems)
        st.warning(f"Cannot be cards:\n\n{rows}", icon=":material/warning:")
    if sheet.unused:
        columns = ", ".join(sheet.unused)
        st.html(html_markup.note(Note(f"Columns that were not used, because nobody knows what they mean: {columns}.")))


def _show_cards(upload: Upload) -> None:
    st.html(html_markup.tiles(Tiles(upload.tiles())))
    some = any(state in (PART, NOT) for state, _ in upload.cards())
    shown: tuple[str, ...] = STATES
    if some:
        picked = st.segmented_control("Cards", [ALL, SOME], default=ALL, required=True, key="which")
        shown = STATES if picked == ALL else (PART, NOT)
    st.html(cards_html(upload, shown))


def _play(asked: Asked, upload: Upload, beside: str, without: Experiment) -> None:
    """Make a deck of the cards, once, and play with it, and what it is an add-on to, against the game without."""
    bad = upload.brought.bad_rows()
    rows = "the row that cannot be a card" if bad == 1 else f"the {bad} rows that cannot be cards"
    if bad and not st.toggle(f"leave out {rows}", key="skip_bad"):
        st.info(f"Mend {rows} and upload the sheet again, or leave out what cannot be played.")
        return
    place, there = kept_deck(upload, asked.store.path)
    if not there:
        if not st.button("Make a deck of them", type="primary", key="make", icon=":material/playing_cards:"):
            return
        keep_deck(upload, place)
        st.rerun()
    st.caption(f"Kept as the deck `{place}`.")
    mine = place.as_posix() if place.is_absolute() else f"./{place.as_posix()}"
    box = f"{beside}+{mine}" if beside else mine
    experiment = replace(without, decks=(*without.decks, box), name=place.name, place=asked.store.path)
    experiment.spec  # noqa: B018 - what is not allowed is said here, before anything is played
    play_and_compare(asked, experiment)
    at_a_terminal(asked, experiment)
