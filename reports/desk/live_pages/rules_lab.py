"""What would this rule, or this card, do to the game?"""

from __future__ import annotations

from typing import Any

import streamlit as st

from decks.card_changes import CHANGEABLE, range_of
from decks.card_schema import USED_BY
from decks.card_text import kind_words
from decks.load_decks import Compiled, load_decks
from engine.records.book import FEWEST_SEATS, MOST_SEATS
from engine.records.switches import RULES, Switch
from lab.agents.personas import mixes
from lab.runs.arms import unusual_seats
from reports import html_markup
from reports.desk.draw_elements import go
from reports.desk.experiment import Experiment, progress, start, stop
from reports.desk.page_data import Asked
from reports.display_names import run_label
from reports.elements import Answer
from variants.load_variants import known_variants, load_variant
from variants.variant_schema import in_words

TITLE, GROUP, ORDER = "Rules lab", "Lab", 100
ALONE = True

LOOK = 1.5
"""Seconds between two looks at an experiment that is played."""
MOST = 100_000
SEATS = tuple(range(FEWEST_SEATS, MOST_SEATS + 1))
FIRST = "Change switches and cards, play both games with the same shuffles and dice, and see **what moved**."


def show(asked: Asked) -> None:
    """What is changed, the run with its progress, and both as files to keep."""
    st.html(html_markup.answer(Answer(FIRST)))
    variant, seats, agents, games = _setting()
    switches = _switches(variant)
    cards = _cards(variant)
    name = st.text_input("Name", key="experiment", placeholder="what you call it", bind="query-params")
    experiment = Experiment(variant, switches, cards, seats, agents, games, name.strip())
    if unusual := unusual_seats(load_variant(variant), seats):
        st.caption(f"{unusual}.")
    if not experiment.changes:
        st.info("Nothing is changed yet: choose a switch or a card above.")
        return
    experiment.spec  # noqa: B018 - a value that is not allowed is said here, before anything is played
    _played(asked, experiment)
    _kept(experiment)


def _setting() -> tuple[str, int, str, int]:
    """The game that is changed, and who plays it how often."""
    presets = [file.key for file in known_variants() if not file.overlay]
    rules = [file.key for file in known_variants() if file.overlay]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        preset = st.selectbox("Start from", presets, key="preset", bind="query-params", width=200)
        stacked = st.multiselect("with house rules", rules, key="with", bind="query-params", width=340)
        seats = st.segmented_control("Players", SEATS, default=4, required=True, key="seats", bind="query-params")
        agents = st.selectbox("Table", list(mixes()), key="table_of", bind="query-params", width=180)
        games = st.number_input("Games", 100, MOST, 2000, 500, key="games", bind="query-params", width=140)
    return "+".join([str(preset), *stacked]), int(seats or 4), str(agents), int(games)


def _switches(variant: str) -> dict[str, str]:
    """The switches that are chosen, with the values that differ from the variant's."""
    known = {switch.name: switch for switch in RULES if switch.low < switch.high}
    chosen = st.multiselect(
        "Switches to change", list(known), key="switch", bind="query-params", placeholder="hand_limit, victory.level …",
        help="Every rule of the five sheets that a table may play in another way.",
    )  # fmt: skip
    now = load_variant(variant)
    found = {}
    for name in chosen:
        before = int(now[name])
        value = _value(known[name], before)
        if value != before:
            found[name] = in_words(known[name], value)
    return found


def _value(switch: Switch, before: int) -> int:
    label = f"{switch.name}: {switch.meaning} (now {in_words(switch, before)})"
    key = f"set-{switch.name}"
    if switch.words == ("false", "true"):
        return int(st.toggle(label, bool(before), key=key, persist_state="session"))
    if switch.words:
        words = list(switch.words)
        return words.index(str(st.selectbox(label, words, index=before, key=key, persist_state="session")))
    return int(st.number_input(label, switch.low, switch.high, before, key=key, persist_state="session"))


@st.cache_data(max_entries=16, show_spinner=False)
def _box(variant: str) -> Compiled:
    rules = load_variant(variant)
    return load_decks(list(rules.deck), edits=rules.edits)


def _cards(variant: str) -> dict[str, str]:
    """Numbers of the cards that are chosen, as far as they differ."""
    box = _box(variant)
    words = {i: f"{name} ({i})" for i, name in zip(box.ids, box.names, strict=True)}
    chosen = st.multiselect(
        "Cards to change", list(words), key="change", format_func=lambda i: words.get(i, i), bind="query-params",
        placeholder="Choose a card",
    )  # fmt: skip
    found: dict[str, str] = {}
    for card_id in chosen:
        card = box.cards[box.ids.index(card_id)]
        st.caption(f"**{words[card_id]}**, {kind_words(card.kind)}")
        with st.container(horizontal=True):
            for key in (
                k for k, kind in CHANGEABLE.items() if kind is int and card.kind in USED_BY.get(k, {card.kind})
            ):
                found |= _number(card_id, key, getattr(card, key))
    return found


def _number(card_id: str, key: str, before: Any) -> dict[str, str]:
    low, high = range_of(key, card_id)
    value = st.number_input(
        key, low, high, None if before is None else int(before), key=f"card-{card_id}.{key}", width=130,
        persist_state="session", placeholder="none",
    )  # fmt: skip
    return {} if value == before or value is None else {f"{card_id}.{key}": str(int(value))}


def _played(asked: Asked, experiment: Experiment) -> None:
    """The buttons, and how far the run is."""
    st.code(experiment.line(asked.store.path), language="bash", wrap_lines=True)

    @st.fragment(run_every=LOOK if progress(experiment, asked.store).playing else None)
    def follow() -> None:
        now = progress(experiment, asked.store)
        with st.container(horizontal=True):
            if now.playing and st.button("Stop", icon=":material/stop:", key="stop"):
                stop(experiment)
                st.rerun()
            whole = now.done >= now.total
            if not now.playing and st.button(
                "Compare" if whole else "Play and compare", type="primary", key="play", icon=":material/play_arrow:"
            ):
                if whole:
                    _compare(asked, experiment)
                start(experiment, asked.store)
                st.rerun()
        st.progress(now.done / now.total, f"{now.done:,} of {now.total:,} games")
        if now.failed:
            st.error(now.failed)
        if st.session_state.get("played") == experiment.run_id and not now.playing and whole:
            del st.session_state["played"]
            _compare(asked, experiment)
        if now.playing:
            st.session_state["played"] = experiment.run_id

    follow()


def _compare(asked: Asked, experiment: Experiment) -> None:
    """Go to the comparison of its run."""
    run = next(row for row in asked.store.runs().to_dicts() if row["run_id"] == experiment.run_id)
    go("compare", {"run": run_label(run, asked.store.arms(experiment.run_id))})


def _kept(experiment: Experiment) -> None:
    """The house rule and the cards as files for the terminal."""
    with st.container(horizontal=True):
        if experiment.switches:
            st.download_button(
                "House rule as a file", experiment.rule_file().encode(), "my-rule.toml", on_click="ignore",
                help="lab compare base base+./my-rule.toml", icon=":material/download:",
            )  # fmt: skip
        if experiment.cards:
            st.download_button(
                "Deck as a spreadsheet", lambda: experiment.deck_file().encode("utf-8-sig"), "my-deck.csv",
                "text/csv", on_click="ignore", help="lab decks import my-deck.csv --to my-deck",
                icon=":material/download:",
            )  # fmt: skip
