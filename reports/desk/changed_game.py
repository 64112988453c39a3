"""The game that a page changes: a preset with house rules, and its box of cards, all in the address."""

from __future__ import annotations

import streamlit as st

from decks.load_decks import Compiled, load_decks
from decks.read_decks import deck_names
from lab.agents.personas import expand, mixes
from lab.runs.run_spec import parse_spec
from reports.desk.brought_cards import kept_decks
from reports.desk.page_data import Asked
from variants.load_variants import known_variants, load_variant, stack

FIRST_PRESET = "base"


def _options(asked: Asked) -> dict[str, list[str]]:
    return {
        "preset": [file.key for file in known_variants() if not file.overlay],
        "with": [file.key for file in known_variants() if file.overlay],
        "box": [*deck_names(), *kept_decks(asked.store.path)],
    }


def begin(asked: Asked) -> None:
    """Begin with the game, the cards and the table of the first run that is shown, unless the address names others."""
    keys = ("preset", "with", "box", "seats", "table_of")
    if "preset" in st.session_state or any(key in st.query_params for key in keys) or not asked.runs:
        return
    spec, known = parse_spec(asked.store.spec_text(asked.runs[0])), _options(asked)
    parts = stack(spec.arms[0])
    if parts[0] in known["preset"]:
        st.session_state["preset"] = parts[0]
        st.session_state["with"] = [part for part in parts[1:] if part in known["with"]]
        decks = spec.decks[0].split("+") if spec.decks else []
        if set(decks) <= set(known["box"]) and tuple(decks) != load_variant(_variant()).deck:
            st.session_state["box"] = decks
    st.session_state["seats"] = spec.seats[0]
    if same := [name for name in mixes() if tuple(expand((name,))) == spec.agents[0]]:
        st.session_state["table_of"] = same[0]


def _variant() -> str:
    """The game as the widgets have it, or the address on arrival."""
    values = {key: st.session_state.get(key) or st.query_params.get_all(key) for key in ("preset", "with")}
    known = {file.key: file.overlay for file in known_variants()}
    first = values["preset"] if isinstance(values["preset"], str) else "".join(values["preset"][:1])
    first = first if known.get(first) is False else FIRST_PRESET
    return "+".join([first, *(name for name in values["with"] if known.get(name))])


def game_of(asked: Asked) -> tuple[str, tuple[str, ...]]:
    """The game that is changed, and its box of cards if that is not the one of its rules."""
    said = st.session_state.get("box") or st.query_params.get_all("box")
    decks = [name for name in said if name in _options(asked)["box"]]
    return _variant(), ("+".join(decks),) if decks else ()


def game(asked: Asked) -> None:
    """The widgets of the game."""
    known = _options(asked)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Start from", known["preset"], None, key="preset", bind="query-params", width=190,
                     placeholder=FIRST_PRESET)  # fmt: skip
        st.multiselect("with house rules", known["with"], key="with", bind="query-params", width=260)
        st.multiselect("Deck", known["box"], key="box", bind="query-params", width=260, placeholder="that of the rules")


@st.cache_data(max_entries=16, show_spinner=False)
def box_of(variant: str, decks: tuple[str, ...]) -> Compiled:
    """The cards of a game, kept for further views."""
    rules = load_variant(variant)
    return load_decks(decks[0].split("+") if decks else list(rules.deck), edits=rules.edits)
