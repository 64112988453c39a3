"""Rows of `exposure` from whole games of every deck: against the slow twin, and what must hold in any game."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from engine.board.setup import new_game
from engine.facts.derive import derive, nothing_used
from engine.loop.game import play_on
from engine.loop.game_ranges import new_tables
from engine.policies.lookahead import REAL
from engine.records.card_kinds import Kind, Pile
from engine.records.events import Ev, How
from engine.records.state import Zone
from engine.records.switches import Rule
from tests.engine.logs import Row, tables
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
