"""Facts and rows of `exposure` are read off the log: against slow twins, and what must hold of whole games."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from engine.board.deck_building import build_decks
from engine.board.setup import clear, deal, new_game
from engine.facts.derive import derive, nothing_used
from engine.loop.game import play_on
from engine.loop.game_ranges import new_tables
from engine.policies.lookahead import REAL
from engine.records.card_kinds import Kind, Pile
from engine.records.events import Drawn, Ev, How
from engine.records.state import GAME, Zone
from engine.records.switches import Rule
from engine.steps.step_dispatch import run_step
from lab import table
from tests.engine.logs import SEATS, Log, Row, book, random_log, tables
from tests.engine.positions import COMPILED
from tests.engine.reference_derive import derive_slowly, passes
from tests.engine.walks import Cell, book_for, own_cells

GAMES, TURNS = (2, 60) if COMPILED else (1, 12)
FASTER = Cell("cthulhu+faster", "conan+cthulhu", 5)
LONG = Cell("base", "base", 6)
"""Many players and no cap that is reached: piles are made anew."""
CELLS = [*own_cells(), FASTER, LONG]


class Played(NamedTuple):
    """A finished game: its log, what the facts say of it, its cards and rules."""

    rows: list[Row]
    exposure: list[dict[str, int]]
    cards: Any
    rules: Any
    slow: list[dict[str, int]]


def played(cell: Cell, game: int) -> Played:
    book = book_for(cell, ("balanced", "random"), 10 * TURNS if cell == LONG else TURNS)
    games = new_tables()
    g = games[REAL]
    g.log_on = 1
    new_game(g, book, 17, game, cell.seats)
    play_on(games, book, 0)
    log = [Row(*row, seq) for seq, row in enumerate(book.work.log[: int(g.log_n)].tolist())]
    out, used = tables(levels=20_000, exposures=20_000), nothing_used()
    assert derive(len(log), book, g, out, used) == 0
    cards = book.card[: int(book.cards)]
    slow = derive_slowly(log, cards, cell.seats, int(book.rules[Rule.SETUP_START_LEVEL]))["exposure"]
    rows = [{n: int(r[n]) for n in slow[0]} for r in out.exposure[: used.exposure]]
    return Played(log, rows, cards, book.rules.copy(), slow)


@pytest.fixture(
    scope="module", params=[(c, game) for c in CELLS for game in range(GAMES)], ids=lambda p: f"{p[0].variant}-{p[1]}"
)
def game(request):
    return played(*request.param)


def is_character(game: Played, number: int) -> bool:
    return any(c["number"] == number and c["kind"] == Kind.CHARACTER for c in game.cards)


def pile_of(game: Played, number: int) -> int:
    return next(int(c["pile"]) for c in game.cards if c["number"] == number)


@pytest.mark.deep(but=6)
def test_the_pass_agrees_with_its_slow_twin(game):
    assert game.exposure == game.slow


@pytest.mark.deep(but=4)
def test_an_opening_hand_is_what_was_dealt_and_nothing_else(game):
    rows = game.exposure
    assert all(r["opening"] == (r["how"] == How.DEALT) for r in rows)
    assert all(r["by_lot"] == 1 and r["drawn_turn"] == 0 for r in rows if r["opening"])
    size = int(game.rules[Rule.SETUP_DEAL_DOOR] + game.rules[Rule.SETUP_DEAL_TREASURE])
    hands = Counter(r["seat"] for r in rows if r["opening"] and not is_character(game, r["card"]))
    assert set(hands.values()) == {size}


@pytest.mark.deep(but=4)
def test_every_card_that_left_a_pile_has_its_row(game):
    """All but Treasures that were turned up and picked by nobody: they had acted."""
    moves = [r for r in game.rows if r.kind <= Ev.LAST_MOVE]
    left = Counter(int(game.cards[r.card]["pile"]) for r in moves if r.before == Zone.DECK)
    turned = [r for r in game.rows if r.kind == Ev.REVEAL and game.cards[r.card]["pile"] == Pile.TREASURE]
    left[Pile.TREASURE] -= len(turned) - sum(r.kind == Ev.REWARD for r in moves)
    assert Counter(pile_of(game, r["card"]) for r in game.exposure if r["pass"] >= 0) == +left


@pytest.mark.deep(but=4)
def test_no_card_comes_twice_in_a_pass_by_lot(game):
    """So a pass never yields more cards than the pile has."""
    came = Counter((r["card"], r["copy"], r["pass"]) for r in game.exposure if r["by_lot"] and r["pass"] >= 0)
    assert set(came.values()) == {1}
    for pile in (Pile.DOOR, Pile.TREASURE):
        last = max((r["pass"] for r in game.exposure if pile_of(game, r["card"]) == pile), default=0)
        assert 0 <= last <= passes(game.rows, pile, len(game.rows), game.cards)


@pytest.mark.deep(but=4)
def test_kicked_rows_are_the_doors_that_were_opened(game):
    """A turn without a door was skipped, or it was the last."""
    kicked = [r for r in game.exposure if r["how"] == How.KICKED]
    doors = [r for r in game.rows if r.kind == Ev.REVEAL and game.cards[r.card]["pile"] == Pile.DOOR]
    turns = {r.turn: r.actor for r in game.rows if r.kind == Ev.TURN}
    assert [(r["seat"], r["drawn_turn"]) for r in kicked] == [(turns[d.turn], d.turn) for d in doors]
    skipped = {r.turn for r in game.rows if r.kind == Ev.SKIP}
    assert set(turns) - {r["drawn_turn"] for r in kicked} <= skipped | {max(turns)}


@pytest.mark.deep(but=4)
def test_the_rows_of_a_card_follow_each_other(game):
    """It is somebody's at the end once at most, in its last row; what another player gave or lost was theirs."""
    paths = defaultdict(list)
    for r in game.exposure:
        paths[r["card"], r["copy"]].append(r)
    for path in paths.values():
        assert [r["drawn_turn"] for r in path] == sorted(r["drawn_turn"] for r in path)
        assert not any(r["at_end"] for r in path[:-1])
        for before, now in pairwise([{"seat": -1}, *path]):
            if now["how"] in (How.GIVEN, How.STOLEN, How.LOOTED):
                assert before["seat"] not in (-1, now["seat"]) and before["held"]
                assert before["lost"] or now["how"] == How.GIVEN


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
def test_facts_agree_with_their_slow_twin(seed):
    log, cards = random_log(seed), book().card
    facts, slow = facts_of(log), derive_slowly(log.rows, cards, SEATS, 1)
    for column, value in slow["game"].items():
        assert facts.game[0][column] == value, column
    for s, row in enumerate(slow["seat"]):
        assert {c: facts.seat[s][c] for c in row} == row
    assert [(int(r["round"]), int(r["seat"]), int(r["level"])) for r in facts.level] == slow["level"]
    assert [{c: int(r[c]) for c in slow["exposure"][0]} for r in facts.exposure] == slow["exposure"]
