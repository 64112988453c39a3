"""Which game the page Play deals: asked for there, and all of it in the address; a finished one becomes a run.

An address may come from anybody: it names what comes with the lab, or was kept by a page beside the store, and opens no
other file. What it names that does not exist is refused before anything is dealt.
"""

from __future__ import annotations

import random
import shlex
from collections.abc import Collection
from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from decks.read_decks import deck_names
from engine.inputs.quote import nearest, quoted
from engine.table import IllegalOption, TableFault
from lab.agents import USUAL
from lab.agents.person import read, written
from lab.agents.personas import mixes, personas
from lab.errors import BadInput, RunFault
from lab.games.live_game import LiveGame
from lab.games.one_seat import Deal
from lab.runs.runner import Title, run_spec
from lab.store.result_files import keep_answer
from lab.store.store_folder import Store
from reports import html_markup
from reports.desk.brought_cards import kept_decks
from reports.desk.experiment_buttons import SEATS
from reports.desk.page_data import Asked
from reports.desk.rule_boxes import TOGETHER, typed_rules
from reports.desk.sidebar import run_labels
from reports.display_names import PEOPLE, short_labels
from reports.elements import Note
from variants.load_variants import as_rule, known_variants

MOVES = "moves"
"""Key of the address: what was answered, as `lab.agents.person` writes it."""
HIGHEST = 2**53 - 1
"""The largest seed that a browser counts exactly."""
FIRST = "base"
NEW_SEEDS = 10_000
FEW = 4
"""Rules of a run that can be taken by one press."""
LISTS = {"variant": "+", "deck": "+", "agents": ","}
"""Parameters that name several things, and what stands between them where they are typed as one."""


@lru_cache(maxsize=1)
def _variants() -> tuple[str, ...]:
    return tuple(file.key for file in known_variants())


def asked_deal(asked: Asked) -> Deal | None:
    """The game that is asked for; None while a rule that is typed is not understood."""
    options = {
        "variant": _variants(), "deck": (*deck_names(), *kept_decks(asked.store.path)),
        "agents": (*mixes(), *personas()),
    }  # fmt: skip
    _arrive(options)
    _by_rules_of(asked)
    with st.expander("Other rules, deck, players, or seat"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            stacked = st.multiselect(
                "Rules", options["variant"], key="variant", bind="query-params", width=300,
                placeholder=f"{FIRST}, unless you choose", help="A game, and house rules on top of it.")  # fmt: skip
            decks = st.multiselect(
                "Deck", options["deck"], key="deck", bind="query-params", width=220, placeholder="the one of the rules",
            )  # fmt: skip
            others = st.multiselect(
                "The others", options["agents"], key="agents", bind="query-params", width=220,
                placeholder="a mix of all kinds", help="In turn; in a mix you take the place of a balanced one.",
            )  # fmt: skip
        with st.container(horizontal=True, vertical_alignment="bottom"):
            seats = st.segmented_control("Players", SEATS, default=4, required=True, key="seats", bind="query-params")
            st.session_state["seat"] = min(st.session_state.get("seat", 0), int(seats or 4) - 1)
            seat = st.number_input(
                "Your seat (0 begins)", 0, int(seats or 4) - 1, key="seat", bind="query-params", width=150,
                help=f"0 is {PEOPLE[0]}, who begins, then come {PEOPLE[1]} and the others: p0, p1 … of a terminal.",
            )  # fmt: skip
            seed = st.number_input(
                "Number of the deal", 0, HIGHEST, key="seed", bind="query-params", width=150,
                help="The same number deals the same cards and throws the same dice.",
            )  # fmt: skip
        rules = typed_rules(TOGETHER)
    if rules is None:
        st.warning("Nothing is dealt until every sentence is understood.", icon=":material/pause_circle:")
        return None
    variant = "+".join([*(stacked or [FIRST]), *map(as_rule, rules)])
    deal = Deal(tuple(decks), variant, int(seats or 4), int(seat), int(seed), tuple(others) or (USUAL,))
    deal.box()  # what does not fit together is said here
    return deal


def _by_rules_of(asked: Asked) -> None:
    """The rules of the run that is shown elsewhere, one press each; all others are in the fold below."""
    arms = [arm for run in asked.runs for arm in asked.store.arms(run)["variant"].to_list()]
    known = [arm for arm in dict.fromkeys(arms) if set(arm.split("+")) <= {*_variants()}]
    if len(known) < 2:
        return
    now = "+".join(st.session_state.get("variant", st.query_params.get_all("variant")) or [FIRST])
    st.session_state["by"] = now if now in known else None

    def take() -> None:
        st.session_state["variant"] = str(st.session_state["by"] or FIRST).split("+")

    words = short_labels(known)
    st.segmented_control(
        "Rules", known[:FEW], key="by", on_change=take, label_visibility="collapsed", format_func=words.__getitem__
    )


def left_game(deal: Deal) -> LiveGame | None:
    """On arrival the game as the address has left it, by the answers given so far; after that nothing is read."""
    said = "" if MOVES in st.session_state else st.query_params.get(MOVES, "")
    st.session_state[MOVES] = True
    if not said:
        return None
    try:
        return LiveGame(deal, *read(said), names=PEOPLE)
    except (IllegalOption, TableFault, ValueError):
        raise BadInput(f"The address says moves={quoted(said[:40])}, which cannot be played in this game") from None


def remember(game: LiveGame) -> None:
    """Write the answers given so far into the address: a reload and a friend come to the same table."""
    said = written(game.answers, game.chosen)
    if said != st.query_params.get(MOVES, ""):
        st.query_params[MOVES] = said


def kept_as(game: LiveGame, store: Path) -> str:
    """Keep a finished game as a run of one game, once in a session; where it is, as HTML, or why it was not kept."""
    runs, spec = st.session_state.setdefault("games kept", {}), game.as_run()
    try:
        if spec.spec_hash not in runs:
            runs[spec.spec_hash] = run_spec(spec, store, 1, title=Title(game.deal.line())).run_id
            keep_answer(Store.open(store).folder_of(runs[spec.spec_hash]), game.ending(), first=True)
    except (BadInput, RunFault, OSError) as error:
        return html_markup.note(Note(f"The game could not be kept: {error}.", "warning"))
    there = Store.open(store)
    place = escape(f"replay?{urlencode({'run': run_labels(there, there.runs())[runs[spec.spec_hash]]})}")
    line = shlex.join(["lab", "agents", "fit", store.name, "--variant", game.deal.variant])
    told = f"This game is run {runs[spec.spec_hash]} of the store; who you play like, by three games or more: <code>"
    return (
        f'<p class="lab jump"><a href="{place}" data-page target="_self">Step by step</a> \u2192</p>'
        f'<p class="lab caption">{told}{escape(line)}</code></p>'
    )


def next_seed() -> None:
    """Deal other cards."""
    st.session_state["seed"] = random.randrange(1, NEW_SEEDS)


def _arrive(options: dict[str, tuple[str, ...]]) -> None:
    """Read the address as it is on arrival; what it names that there is not is bad input, and nothing is dealt.

    It is written anew where it names several things as one, or no seed: widgets take only what they would write.
    """
    if "seats" in st.session_state:  # the widgets are there, and write the address themselves
        return
    better: dict[str, list[str]] = {}
    for key, known in options.items():
        said = st.query_params.get_all(key)
        parts = [part for text in said for part in _parts(text, key, known)]
        for part in parts:
            if part not in known:
                raise BadInput(f"The address says {key}={quoted(part)}; allowed: {nearest(part, known)}")
        better |= {key: parts} if parts != said else {}
    seats = _number("seats", SEATS, 4)
    _number("seat", range(seats), 0)
    _number("seed", range(HIGHEST + 1), 0)
    if "seed" not in st.query_params:
        better["seed"] = [str(random.randrange(1, NEW_SEEDS))]
    if better:
        st.query_params.update(better)
        st.rerun()


def _parts(text: str, key: str, known: Collection[str]) -> list[str]:
    """The names in one value; in an address a + may have become a space."""
    if text in known:
        return [text]
    return [part.strip() for part in text.replace(" ", LISTS[key]).split(LISTS[key]) if part.strip()]


def _number(key: str, allowed: range | tuple[int, ...], usual: int) -> int:
    text = str(st.query_params.get(key, usual))
    if not (text.isascii() and text.isdigit() and len(text) < 17 and int(text) in allowed):
        raise BadInput(f"The address says {key}={quoted(text)}; allowed: {allowed[0]} to {allowed[-1]}")
    return int(text)
