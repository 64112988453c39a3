"""What the page Play says before anything is dealt: how often such a table is won, who sits there, what is asked."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl
import streamlit as st

from decks import card_text
from engine.inputs.quote import joined
from lab.agents.personas import personas
from lab.games.one_seat import STAND_IN, Deal
from lab.games.table_snapshots import Fight, Part
from lab.store.store_folder import Store
from lab.tables.shelf import Pending
from reports import html_markup
from reports.desk import table_words
from reports.desk.page_data import DeskShelf
from reports.display_names import PEOPLE
from variants.load_variants import load_variant

FIGHT, HAND = ("monster", "item"), ("one_shot", "curse", "item", "monster")
"""Kinds of cards of the example: one each in the fight, and in the hand of whoever fights."""
WAYS = ("Ask for help", "Play a card", "Run")
"""What can be answered there."""
SECONDS = 5
"""That a person may take for a question: an assumption, and said as one."""
MOST = 9
"""The highest Level of somebody in the example of a fight."""
SIT = "the lab deals, the others play by themselves, and you are asked whenever you may decide."


class Known(NamedTuple):
    """What stored games of a table say: how often the stand-in won, and how long they took."""

    games: int
    won: tuple[float, float, float]
    turns: float
    questions: float  # of one player


def at_the_table(deal: Deal, store: Store) -> str:
    """How often a table like this is won, how it is played, and which one it is, line by line."""
    known, fair = _known(deal, store), f"a fair share is {100 / deal.seats:.0f}"
    sit = f"**Sit down and play**: {SIT}"
    first = [sit, f"Ask for a hint at any time; of 100 games {fair}."]
    if known is not None:
        value, low, high = (100 * one for one in known.won)
        first = [
            f"At this table a {STAND_IN} player wins **{value:.0f} of 100 games** [{low:.0f}, {high:.0f}]; {fair}. Can "
            "you do better?",
            f"{sit} Ask for a hint at any time.",
            f"Such games take {known.turns:.1f} turns, {known.turns / deal.seats:.0f} of them yours: about "
            f"{known.questions * SECONDS / 60:.0f} minutes at {SECONDS} seconds for each of "
            f"{known.questions:.0f} questions (means of {known.games:,} games), less with Wait.",
        ]
    cards = f", with the cards of {joined(deal.decks)}" if deal.decks else ""
    begins = ", who begins" * (deal.seat == 0)
    here = f"The game: **{deal.variant}**{cards}, {deal.seats} players; you are **{PEOPLE[deal.seat]}**{begins}."
    return "\n".join([*first, f"{here} Whoever you send the address to gets the same cards and dice."])


def _known(deal: Deal, store: Store) -> Known | None:
    """Stored games of the same rules, cards and players, the newest; nothing where there are none."""
    decks, who = "+".join(deal.decks or load_variant(deal.variant, deal.typed).deck), sorted(deal.agents)
    for run in store.runs().sort("created_at", descending=True).iter_rows(named=True):
        arms, done = store.arms(run["run_id"]), len(store.committed(run["run_id"]))
        for arm in arms.filter(pl.col("seats") == deal.seats).iter_rows(named=True):
            agents = [arm["agents"][seat % len(arm["agents"])] for seat in range(deal.seats)]
            same = set(arm["arm"].split("+")) == set(deal.variant.split("+")) and "+".join(arm["decks"]) == decks
            if same and sorted(agents) == who and (found := _of(store, run["run_id"], arm["arm"], done)):
                return Known(*found)
    return None


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs={Store: lambda store: str(store.path.resolve())})
def _of(store: Store, run: str, arm: str, state: int) -> tuple[int, tuple[float, float, float], float, float] | None:
    """Games of an arm, how often the stand-in won, turns, and the questions of a player."""
    frame = DeskShelf(store, run).get("persona_win")
    rows = [] if isinstance(frame, Pending) else frame.filter(arm=arm, agent=STAND_IN).to_dicts()
    if not rows:
        return None
    means = (
        store.table("game", run).filter(arm=arm).select(pl.mean("turns", "decisions"), pl.len().alias("n")).collect()
    )
    turns, decisions, games = means.row(0)
    seats = store.arms(run).filter(arm=arm)["seats"].item()
    return games, (rows[0]["credit"], rows[0]["credit_low"], rows[0]["credit_high"]), turns, decisions / seats


def before(deal: Deal) -> None:
    """Who sits where, a fight as it will be seen, and some of the cards."""
    agents, known = deal.agents, personas()
    whys = [known[agent].why if agent in known else "Decides as the lab asks." for agent in agents]
    whys[deal.seat] = "Decides what you decide."
    whys = [f"Plays as {PEOPLE[whys.index(why)]} does." if why in whys[:at] else why for at, why in enumerate(whys)]
    called = tuple("you" if seat == deal.seat else agent for seat, agent in enumerate(agents))
    st.html(table_words.places(table_words.Called(PEOPLE[: deal.seats], called), whys))
    if told := _told(deal):
        st.html(html_markup.heading("What you will be asked"))
        with st.container(border=True, key="example"):
            _example(deal, told)


def _told(deal: Deal) -> dict[str, list[tuple[html_markup.Lines, str]]]:
    """The cards of the deck that do something, by kind, those with the fewest words first."""
    box, found = deal.box(), dict[str, list[tuple[html_markup.Lines, str]]]()
    for card, name in zip(box.cards, box.names, strict=True):
        if html_markup.does(lines := card_text.lines(card)):
            found.setdefault(card.kind, []).append((lines, name))
    return {kind: sorted(of, key=lambda one: sum(map(len, html_markup.does(one[0])))) for kind, of in found.items()}


def _example(deal: Deal, told: dict[str, list[tuple[html_markup.Lines, str]]]) -> None:
    """A fight by somebody who lacks a little, as the page shows fights, with the answers and a hand."""
    monster, item = (told[kind][-1] if kind in told else None for kind in FIGHT)
    st.html('<p class="lab"><span class="badge">Example: nothing is dealt yet</span></p>')
    if monster is not None:
        st.html(_fight(deal, monster, item))
    st.html(
        f'<p class="lab asked">What do you do?{"".join(f"<span>{way}</span>" for way in WAYS)}</p>'
        '<p class="lab subtitle">Your hand</p>'
    )
    with st.container(horizontal=True, key="cards-before"):
        for kind in [kind for kind in HAND if kind in told]:
            with st.container(key=f"face-before-{kind}"):
                st.html(html_markup.face(*told[kind][0]))


def _fight(deal: Deal, monster: tuple[html_markup.Lines, str], item: tuple[html_markup.Lines, str] | None) -> str:
    level, who = int(dict(monster[0])["level"]), PEOPLE[deal.seat]
    bonus = int(dict(item[0]).get("bonus", 0)) if item else 0
    ours = [Part(f"{who}: Level", min(max(level - 1 - bonus, 1), MOST))]
    ours += [Part(f"{who}: {item[1]}", bonus)] if item and bonus > 0 else []
    own, theirs = sum(part.amount for part in ours), (Part(f"{monster[1]}: Level", level),)
    return table_words.combat(Fight(deal.seat, (), (monster[1],), tuple(ours), theirs, own, level, False, ()), PEOPLE)
