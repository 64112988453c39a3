"""Regret that was planted is found, and none where the best was done."""

from __future__ import annotations

import math

import numpy as np
import pytest

from decks.load_decks import load_decks
from engine.loop.game_ranges import make_book, new_tables
from engine.loop.option_playouts import MADE, MOMENTS, MOST, OF_DESIGN, USED, VERB, Weighed, watch_games, weigh
from engine.records.questions import Verb
from lab.agents.personas import ordinary, weights_of
from lab.conduct import regret_checks
from lab.conduct.changed_tables import Table, arm_of, card_of, seating_of
from lab.conduct.regret import Mean, judged, pooled, summed
from lab.conduct.regret_checks import FEW, MANY, SOME, wanted
from tests.engine.positions import COMPILED


def weighed(*options: list[float], uses: tuple[int, ...] = ()) -> Weighed:
    """A question whose options led to these credits; the first is what was done."""
    credit, pick, rows = np.full((len(options[0]), MOST), np.nan), np.full(MOST, -1), np.zeros((MOST, 6), np.int64)
    for i, column in enumerate(options):
        credit[:, i], pick[i], rows[i, OF_DESIGN] = column, i, i in uses
    return Weighed(rows, pick, credit, 0)


WON, LOST, HALF = [1.0] * 8, [0.0] * 8, [0.0, 1.0] * 4


def test_what_was_done_is_compared_with_the_best():
    assert judged(weighed(WON, LOST)).loss == 0
    assert judged(weighed(LOST, WON)).loss == 1
    assert judged(weighed(HALF, WON, LOST)).loss == 0.5
    assert judged(weighed(LOST)) is None  # nothing else could be done


def test_no_playout_judges_the_option_that_it_chose():
    """One lucky playout of four: by the other three the option is no better, so it is not taken for the best."""
    assert judged(weighed([0.0] * 4, [1.0, 0, 0, 0])).loss == 0
    # Two of three: seen by a lucky one 1/2 with an error of .35, so the option is chosen and is worth 1; seen by the
    # unlucky one both others were lucky, and it is worth 0. Mean 2/3.
    assert judged(weighed([0.0] * 3, [1.0, 1.0, 0.0])).loss == pytest.approx(2 / 3)


def test_a_game_that_was_given_up_is_in_no_comparison():
    assert judged(weighed([0.0] * 4, [1.0, 1.0, 1.0, math.nan])).loss == 1
    assert judged(weighed([0.0] * 4, [1.0, 1.0, math.nan, math.nan])) is None


def test_the_use_of_a_design_beside_leaving_it():
    left = judged(weighed(LOST, LOST, HALF, WON, uses=(2, 3)))
    assert (left.gain, left.good, left.good_gain, left.made) == (1, 1, 1, False)
    used = judged(weighed(WON, HALF, LOST, uses=(0, 2)))
    assert (used.loss, used.gain, used.good, used.made) == (0, 0.5, 1, True)
    harmful = judged(weighed(WON, HALF, LOST, uses=(2,)))
    assert (harmful.gain, harmful.good) == (-1, 0)
    assert math.isnan(judged(weighed(WON, LOST, uses=(0, 1))).gain)  # it cannot be left


def test_questions_are_summed():
    """Two cost a point of win chance, one nothing: mean 2/3, spread .47, so an error of .47 / sqrt(2) = .333."""
    rows = [judged(weighed(LOST, WON, uses=(1,))), judged(weighed(LOST, WON, uses=(1,))), judged(weighed(WON, LOST))]
    found = summed("x", rows, np.array([90, 0, 30, 0]))
    assert found.loss == pytest.approx((200 / 3, 200 / 3 - 196 / 3, 200 / 3 + 196 / 3), abs=1e-6)
    assert (found.questions, found.good, found.good_made) == (3, 2, 0) and found.is_never_used
    assert found.gain.value == found.missed.value == found.good_gain.value == 100
    used = summed("x", [judged(weighed(WON, LOST, uses=(0,)))] * 2, np.array([90, 90, 30, 30]))
    assert (used.gain.value, used.missed.value, used.is_never_used) == (100, 0, False)
    assert found.share_made[1] == pytest.approx(3.8416 / 5.8416)  # Wilson: 0 of 2, z^2 / (n + z^2)
    assert pooled([found, found]).value == pytest.approx(200 / 3)
    assert math.isnan(summed("x", [], np.zeros(4)).loss.value)


@pytest.mark.parametrize(
    ("low", "good_low", "made", "missed", "red"),
    [(0, 0, 1, -1, 0), (2.9, 0, 1, -1, 0), (3.1, 0, 1, -1, 1), (0, 2, 0.9, -1, 0), (0, 2, 0, -1, 1), (0, 0, 1, 0.1, 1)],
)
def test_a_design_is_red_only_beyond_its_interval(low, good_low, made, missed, red):
    found = summed("x", [judged(weighed(LOST, WON, uses=(1,)))] * 40, np.array([90, 0, 30, 0]))
    told = vars(found) | {"loss": Mean(5, low, 7), "good_gain": Mean(5, good_low, 9), "good_made": 40 * made}
    told["missed"] = Mean(2, missed, 4)
    assert regret_checks._row("balanced", Table(), type(found)(**told)).good == (not red)


def test_what_is_asked_for():
    assert [(one.table, one.designs, one.questions) for one in wanted([], False)] == [(Table(), (), FEW)]
    assert wanted(["combats lost"], False) == []
    (base,) = wanted(["regret"], False)
    assert base.table == Table() and len(base.designs) > 100 and base.questions == SOME
    assert [one.designs for one in wanted(["regret: only-open"], False)] == [("only-open-door",)]
    assert {one.table.variant for one in wanted(["regret: wizard"], False)} >= {"base"}
    deep = wanted(["regret: illusion"], True)
    assert all(one.questions == MANY for one in deep)


def test_a_card_of_one_opcode():
    assert card_of("open_door")["effects"] == [{"op": "open_door"}]
    assert [one.table.variant for one in wanted(["regret: only-pick-up"], False)] == ["cthulhu"]  # in base is no ichor
    assert card_of("no_escape") is None  # on a monster
    assert card_of("roll") is None  # does nothing without what follows
    assert "only-open-door" in arm_of(Table(added="open_door")).cards.ids


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
def test_a_card_that_wins_at_once():
    """Nine Levels at Level 1: played it wins, whatever is dealt; left it does not, so that is what leaving costs."""
    win = {"op": "gain_levels", "amount": 9, "also": 1}
    card = {"id": "sure-win", "name": "sure-win", "pile": "treasure", "kind": "special", "copies": 8, "effects": [win]}
    arm, cards = arm_of(Table()), load_decks(["base"], [card])
    design, weights = list(cards.ids).index("sure-win"), weights_of(["random"])
    book = make_book(arm.variant.rules, cards.card, cards.effect, weights[[0] * 4], ordinary())
    games, agents = new_tables(), seating_of(["random"], 4, 0, 20)
    seen = watch_games(games, book, 0, 0, agents, weights)
    there = np.flatnonzero(seen.at[:, design] >= 0)
    assert len(there) > 5 and seen.counts[design, MOMENTS] >= seen.counts[design, MADE] >= seen.counts[design, USED] > 0
    left = 0
    for game in there:
        key = (0, int(game), int(seen.at[game, design]), design)
        one = weigh(games, book, key, agents[game], weights, 4)
        again = weigh(games, book, key, agents[game], weights, 4)
        assert np.array_equal(one.credit, again.credit, equal_nan=True)  # the same luck
        uses = [i for i in range(MOST) if one.pick[i] >= 0 and one.options[i, OF_DESIGN]]
        own = [i for i in uses if one.options[i, VERB] == Verb.PLAY]
        assert own and (one.credit[:, own].max(axis=1) == 1).all()
        if one.options[0, OF_DESIGN]:
            continue
        left += 1
        assert judged(one).gain == pytest.approx(1 - one.credit[:, 0].mean())
    assert left
