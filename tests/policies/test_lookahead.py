"""Looking ahead leaves the real table alone, imagines only what it cannot see, and wins."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from scipy import stats

from engine.board.setup import new_game
from engine.checks.invariants import check
from engine.loop.game_ranges import new_tables, play_games
from engine.next_question import answer, next_question
from engine.policies.lookahead import DEALT, PLAYOUT, REAL, _error, begin, decide
from engine.policies.weights import Weight
from engine.records.card_kinds import PILES
from engine.records.state import Zone
from lab.agents.personas import weights_of
from tests.engine.positions import COMPILED, positions, sit
from tests.engine.walks import Cell, book_for

pytestmark = pytest.mark.deep

POSITIONS, SHARE = (150, 0.05) if COMPILED else (6, 0.2)
TABLES = [
    (Cell("base", "base", 4), ("balanced",)),
    (Cell("cthulhu", "cthulhu", 5), ("random", "balanced")),
    (Cell("base+event-deck+class-pile", "base", 3), ("balanced",)),
]


def sampled(place: int):
    for g, book in islice(positions(*TABLES[place], seed=29, share=SHARE), POSITIONS):
        games, seats = new_tables(), book.work.weights.copy()
        games[REAL] = g
        sit(book, int(g.asked), "lookahead:2" if COMPILED else "lookahead:1")
        yield games, book
        book.work.weights[:] = seats


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_the_real_table_the_options_and_the_personas_stay_as_they_are(place):
    for games, book in sampled(place):
        n = int(games[REAL].options)
        before = games[REAL].tobytes(), book.work.option[:n].tobytes(), book.work.weights.tobytes()
        first = decide(games, book, n)
        assert 0 <= first < n
        assert (games[REAL].tobytes(), book.work.option[:n].tobytes(), book.work.weights.tobytes()) == before
        assert decide(games, book, n) == first
        assert book.work.look[0].on == 0


@pytest.mark.rule("cards.hand-private")
@pytest.mark.parametrize("place", range(len(TABLES)))
def test_the_imagined_table_is_a_possible_one(place):
    imagined = moved = 0
    for games, book in sampled(place):
        g = games[REAL]
        seat = int(g.asked)
        if begin(games, book, int(g.options)) < 0:
            continue
        imagined += 1
        dealt = games[DEALT]
        assert int(check(dealt, book)) == 0
        assert dealt.hand[seat].tolist() == g.hand[seat].tolist() and dealt.table.tolist() == g.table.tolist()
        assert dealt.key != g.key  # other dice, other piles
        for s in range(int(g.seats)):
            cards = [[int(c) for c in t.hand[s, : int(t.hand_n[s])]] for t in (g, dealt)]
            assert [int(book.card[c].pile) for c in cards[0]] == [int(book.card[c].pile) for c in cards[1]]
            assert [int(g.fresh[c]) for c in cards[0]] == [int(dealt.fresh[c]) for c in cards[1]]
            moved += cards[0] != cards[1]
        for pile in range(PILES):
            assert int(dealt.deck_n[pile]) == int(g.deck_n[pile])
            assert all(dealt.zone[int(c)] == Zone.DECK for c in dealt.deck[pile, : int(dealt.deck_n[pile])])
        book.work.look[0].on = 0
    assert imagined and moved


def test_the_playouts_of_all_options_start_from_one_table():
    for games, book in sampled(0):
        if begin(games, book, int(games[REAL].options)) < 0:
            continue
        assert games[PLAYOUT].tobytes() == games[DEALT].tobytes()
        look = book.work.look[0]
        for s in range(int(games[REAL].seats)):
            mine = s == look.seat
            taken_for = (look.sitting[s] if mine else book.ordinary).copy()
            taken_for[Weight.LOOKAHEAD] = 0
            assert book.work.weights[s].tolist() == taken_for.tolist()
        book.work.look[0].on = 0


def test_the_standard_error_of_a_sum_of_differences():
    """Differences 3, 5, 4, 8: variance 14 / 3 about their mean of 5, so the sum's is 4 * 14 / 3, its root 4.3."""
    assert int(_error(4, 20, 9 + 25 + 16 + 64)) == 4
    assert int(_error(4, 20, 4 * 25)) == 0  # all alike
    assert int(_error(4, -20, 9 + 25 + 16 + 64)) == 4
    assert int(_error(1, 7, 49)) == 0  # one alone says nothing of its error


def test_the_more_proof_it_asks_for_the_more_often_it_takes_what_it_likes_best():
    left = {}
    for proof in (0, 100, 1_000_000):
        left[proof] = 0
        for games, book in sampled(0):
            seat, n = int(games[REAL].asked), int(games[REAL].options)
            book.work.weights[seat, Weight.LOOKAHEAD_PROOF] = proof
            if begin(games, book, n) < 0:
                continue
            favourite = int(book.work.look[0].option[0])
            book.work.look[0].on = 0
            _restore(games, book, n)
            left[proof] += int(decide(games, book, n)) != favourite
    assert left[0] > left[100] > left[1_000_000] == 0 if COMPILED else left[1_000_000] == 0


def _restore(games, book, n):
    look = book.work.look[0]
    book.work.option[:n] = look.asked[:n]
    book.work.weights[:] = look.sitting[: len(book.work.weights)]


def test_stepped_by_hand_a_game_goes_as_in_the_compiled_loop():
    cell, agents = Cell("base+faster", "base", 3), ("lookahead:1", "balanced", "balanced")
    book = book_for(cell, agents, max_turns=30 if COMPILED else 10)
    games = new_tables()
    new_game(games[REAL], book, 8, 3, cell.seats)
    while n := int(next_question(games[REAL], book, 0)):
        answer(games[REAL], book, decide(games, book, n))
    table, seats = weights_of(agents), np.arange(3, dtype=np.int64)[None]
    facts = play_games(book, 8, 3, 1, cell.seats, seats, table, np.zeros(1, bool))
    g = games[REAL]
    assert (int(facts.game[0]["turns"]), int(facts.game[0]["decisions"])) == (int(g.turn), int(g.decisions))
    assert facts.seat["final_level"].tolist() == g.level[:3].tolist()


@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_it_wins_far_more_than_its_share_against_balanced():
    games, seats = 240, 4
    table = weights_of(["balanced", "lookahead:8"])
    agents = np.zeros((games, seats), np.int64)
    agents[np.arange(games), np.arange(games) % seats] = 1
    book = book_for(Cell("base", "base", seats), ("balanced",), max_turns=600)
    facts = play_games(book, 5, 0, games, seats, agents, table, np.zeros(games, bool))
    credit = facts.seat["credit"][facts.seat["agent"] == 1].sum()
    assert stats.binomtest(round(float(credit)), games, 1 / seats, alternative="greater").pvalue < 1e-4
