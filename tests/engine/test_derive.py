"""Facts are read off the log: against a slow twin that says each definition by itself, on logs of all kinds."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.board.deck_building import build_decks
from engine.board.setup import clear, deal
from engine.facts.derive import derive, nothing_used
from engine.records.card_kinds import Pile
from engine.records.events import Drawn
from engine.records.state import GAME
from engine.steps.step_dispatch import run_step
from lab import table
from tests.engine.logs import SEATS, Log, book, random_log, tables
from tests.engine.reference_derive import derive_slowly

KEPT = ("game", "seat", "level", "exposure")


def facts_of(log, out=None, counts=None, page=None):
    games, out = np.zeros(1, GAME), tables() if out is None else out
    g, counts = games[0], nothing_used() if counts is None else counts
    g.game, g.seats, g.first, g.decisions = 7, SEATS, 1, 99
    page = book() if page is None else page
    page.work.log[: len(log.rows)] = [tuple(r[:10]) for r in log.rows]
    short = derive(len(log.rows), page, g, out, counts)
    named = {name: table[:n] for name, table, n in zip(KEPT, out, counts.tolist())}
    return SimpleNamespace(short=int(short), counts=list(counts.tolist())[:4], **named)


def exposures(log, *columns):
    log.over(1)
    return [tuple(row[c] for c in columns) for row in facts_of(log).exposure]


@pytest.fixture
def log():
    return Log()


def test_nothing_is_left_of_the_game_before():
    """A worker counts all its games in one record, which is as the last one left it."""
    log = random_log(3)
    clean, page = facts_of(log), book()
    page.work.tally[0] = np.frombuffer(bytearray(b"\1" * page.work.tally.dtype.itemsize), page.work.tally.dtype)[0]
    used = facts_of(log, page=page)
    for name in KEPT:
        assert getattr(used, name).tobytes() == getattr(clean, name).tobytes(), name


@pytest.mark.parametrize(("deck", "acts"), [("base", "hoard"), ("cthulhu", "unspeakable-riches")])
def test_the_cards_that_a_dealt_card_draws_are_not_dealt(deck, acts):
    """Seat 0 is dealt the card that draws three Treasures at once: eleven cards came, eight of them were dealt."""
    t = table(deck=deck, variant=deck, seats=SEATS, seed=1)
    g, names = t.g, t.names
    clear(g, t.book, 1, 0, SEATS)
    build_decks(g, t.book)
    card = next(c for c in range(int(g.cards)) if names.cards[int(t.book.card[c].number)] == acts)
    pile = g.deck[Pile.TREASURE]
    at = int(np.flatnonzero(pile[: int(g.deck_n[Pile.TREASURE])] == card)[0])
    top = int(g.deck_n[Pile.TREASURE]) - 1
    pile[at], pile[top] = int(pile[top]), card
    for s in range(SEATS):
        deal(g, t.book, s, Drawn.DEALT)
    while int(g.agenda_n):
        run_step(int(g.agenda[int(g.agenda_n) - 1][0]), g, t.book)
    out, counts = tables(), nothing_used()
    assert derive(int(g.log_n), t.book, g, out, counts) == 0
    hand = out.exposure[: counts.exposure]
    came = [int((hand["seat"] == s).sum()) for s in range(SEATS)]
    dealt = [int(hand["opening"][hand["seat"] == s].sum()) for s in range(SEATS)]
    assert (came, dealt) == ([11, 8, 8], [8, 8, 8])
    assert hand["opening"][(hand["seat"] == 0) & (hand["card"] == int(t.book.card[card].number))].tolist() == [1]


def test_games_follow_each_other_and_a_short_table_leaves_the_counts_alone(log):
    log.draw(0, 1)
    log.begin(0)
    log.over(1)
    out, counts = tables(levels=7, exposures=2), nothing_used()
    assert facts_of(log, out, counts).counts == [1, 3, 3, 1]
    second = facts_of(log, out, counts)
    assert (second.short, second.counts) == (0, [2, 6, 6, 2])
    third = facts_of(log, out, counts)
    assert (third.short, third.counts) == (1, [2, 6, 6, 2])
    assert out[3]["drawn_turn"].tolist() == [0, 0] and out[3]["at_end"].tolist() == [1, 1]


@pytest.mark.deep(but=20)
@pytest.mark.parametrize("seed", range(60))
def test_the_pass_agrees_with_its_slow_twin(seed):
    log, cards = random_log(seed), book().card
    facts, slow = facts_of(log), derive_slowly(log.rows, cards, SEATS, 1)
    for column, value in slow["game"].items():
        assert facts.game[0][column] == value, column
    for s, row in enumerate(slow["seat"]):
        assert {c: facts.seat[s][c] for c in row} == row
    assert [(int(r["round"]), int(r["seat"]), int(r["level"])) for r in facts.level] == slow["level"]
    assert [{c: int(r[c]) for c in slow["exposure"][0]} for r in facts.exposure] == slow["exposure"]
