"""What would this rule, or this card, do to the game?"""

from __future__ import annotations

from typing import Any

import streamlit as st

from decks.card_changes import CHANGEABLE, range_of
from decks.card_schema import USED_BY
from decks.card_text import kind_words
from decks.load_decks import Compiled, load_decks
from engine.records.switches import RULES, Switch
from reports import html_markup
from reports.desk.experiment import Experiment
from reports.desk.experiment_buttons import asked_table, play_and_compare
from reports.desk.page_data import Asked
from reports.desk.rule_boxes import typed_rules
from reports.elements import Answer
from variants.load_variants import known_variants, load_variant
from variants.variant_schema import in_words

TITLE, GROUP, ORDER = "Rules lab", "Lab", 100
ALONE = True

SLIDES = 30
"""Values of a switch of which one is chosen by sliding; of more by typing."""
FIRST = (
    "Type a rule as you would say it, or change switches and cards: the game with and without is played with the same "
    "shuffles and dice, and you see **what moved**."
)


def show(asked: Asked) -> None:
    """What is changed, the run with its progress, and both as files to keep."""
    st.html(html_markup.answer(Answer(FIRST)))
    rules = typed_rules()
    variant, seats, agents, games = _setting()
    left, right = st.columns(2)
    with left:
        switches = _switches(variant)
    with right:
        cards = _cards(variant)
    name = st.text_input("Name", key="experiment", placeholder="what you call it", bind="query-params")
    if rules is None:  # only now: a choice of the address that comes and goes undoes what others put there
        st.warning("Nothing is played until every sentence is understood.", icon=":material/pause_circle:")
        return
    experiment = Experiment(variant, switches, cards, rules, seats=seats, agents=agents, games=games, name=name.strip())
    if not experiment.changes:
        st.info("Nothing is changed yet: type a rule, or choose a switch or a card.")
        return
    experiment.spec  # noqa: B018 - a value that is not allowed is said here, before anything is played
    play_and_compare(asked, experiment)
    _kept(experiment)


def _setting() -> tuple[str, int, str, int]:
    """The game that is changed, and who plays it how often."""
    presets = [file.key for file in known_variants() if not file.overlay]
    rules = [file.key for file in known_variants() if file.overlay]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        preset = st.selectbox("Start from", presets, key="preset", bind="query-params", width=160)
        stacked = st.multiselect("with house rules", rules, key="with", bind="query-params", width=220)
        table = asked_table()
    return "+".join([str(preset), *stacked]), *table


def _switches(variant: str) -> dict[str, str]:
    """The switches that are chosen, with the values that differ from the variant's."""
    known = {switch.name: switch for switch in RULES if switch.low < switch.high}
    words = {name: f"{switch.meaning} ({name})" for name, switch in known.items()}
    named = [name for name in st.query_params.get_all("switch") if name in known]  # as whoever types an address does
    if named and "switch" not in st.session_state:
        st.session_state["switch"] = named
    chosen = st.multiselect(
        "Switches to change", list(known), key="switch", bind="query-params", format_func=words.__getitem__,
        placeholder="cards in hand, who wins a tie …",
        help="Every rule of the five sheets that a table may play in another way; type a word of what it means.",
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
    label = f"{switch.meaning[:1].upper()}{switch.meaning[1:]} (now {in_words(switch, before)})"
    if switch.words == ("false", "true"):
        return int(st.toggle(label, bool(before), key=f"set-{switch.name}", bind="query-params"))
    if switch.words:
        words = list(switch.words)
        said = st.selectbox(label, words, index=before, key=f"set-{switch.name}", bind="query-params")
        return words.index(str(said))
    if switch.high - switch.low <= SLIDES:
        return int(st.slider(label, switch.low, switch.high, before, key=f"set-{switch.name}", bind="query-params"))
    return int(st.number_input(label, switch.low, switch.high, before, key=f"set-{switch.name}", bind="query-params"))


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
        bind="query-params", placeholder="none",
    )  # fmt: skip
    return {} if value == before or value is None else {f"{card_id}.{key}": str(int(value))}


def _kept(experiment: Experiment) -> None:
    """The house rule and the cards as files for the terminal."""
    with st.container(horizontal=True):
        for name, content in experiment.rule_files().items():
            st.download_button(
                f"Keep {name}", content.encode(), name, "application/toml", on_click="ignore",
                help=f"lab compare base base+./{name}", icon=":material/download:", key=f"keep-{name}",
            )  # fmt: skip
        if experiment.cards:
            st.download_button(
                "Deck as a spreadsheet", lambda: experiment.deck_file().encode("utf-8-sig"), "my-deck.csv",
                "text/csv", on_click="ignore", help="lab decks import my-deck.csv --to my-deck",
                icon=":material/download:",
            )  # fmt: skip
