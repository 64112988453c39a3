"""Win probability: known chances are found again, no game teaches the model that judges it, seats are only places."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from lab.chances.win_chances import ArmChances
from lab.chances.win_model import FOLDS, LEVELS, PER_GAME, fit, fold_of, learnt_from
from tests.lab.races import LEVEL, SEATS, arm_of, true_chances

pytestmark = pytest.mark.deep

GAMES = 1500


@pytest.fixture(scope="module")
def arm():
    """Races without a cap."""
    return arm_of(GAMES)


@pytest.fixture(scope="module")
def model(arm):
    """What is learnt from them."""
    return arm.model()


def truth(arm, shared=False):
    """Known chances at the beginnings of turns."""
    value, m = true_chances(shared), arm.moments
    return np.array([value[tuple(m.state[i, :, LEVEL].tolist()), int(m.whose[i])] for i in arm.turn_starts.tolist()])


def test_known_chances_are_found_again(arm, model):
    found, known = model.chances(arm.moments, arm.turn_starts)[:, :SEATS], truth(arm)
    assert np.ptp(known) > 0.9  # there is something to find
    assert np.abs(found - known).mean() < 0.03
    assert np.abs(found - known).max() < 0.2


def test_what_is_said_to_happen_so_often_does(arm, model):
    found, won = model.chances(arm.moments, arm.turn_starts)[:, :SEATS], arm.credit[arm.turn_starts]
    game = arm.moments.game[arm.turn_starts]
    for low in np.arange(0, 1, 0.1):
        inside = (found >= low) & (found < low + 0.1)
        by_game = np.bincount(game, ((won - found) * inside).sum(axis=1), GAMES)  # the unit is the game
        error = by_game.std() * np.sqrt(GAMES)
        assert abs(by_game.sum()) < 3.3 * error, low


def test_the_model_tells_nearly_as_much_as_the_truth(arm, model):
    won, at = arm.credit[arm.turn_starts], arm.turn_starts
    loss = {
        name: -(won * np.log(np.maximum(said, 1e-9))).sum(axis=1).mean()
        for name, said in (("truth", truth(arm)), ("model", model.chances(arm.moments, at)[:, :SEATS]))
    }
    assert loss["truth"] - 0.005 < loss["model"] < loss["truth"] + 0.01 < np.log(SEATS) - 0.15


def test_chances_add_up_to_one_and_nobody_has_none_where_nobody_ever_loses(arm, model):
    said = model.chances(arm.moments, np.arange(len(arm.moments)))
    assert np.allclose(said.sum(axis=1), 1, atol=1e-12) and not said[:, -1].any() and said.min() >= 0


def test_nobody_has_the_share_of_games_without_a_winner():
    arm = arm_of(GAMES, cap=20)
    said = arm.model().chances(arm.moments, arm.turn_starts)
    none = arm.credit[arm.turn_starts].sum(axis=1) == 0
    assert 0.1 < none.mean() < 0.9
    assert np.allclose(said.sum(axis=1), 1, atol=1e-12)
    for turn in (3, 10, 17):
        rows = arm.moments.turn[arm.turn_starts] == turn
        assert said[rows, -1].mean() == pytest.approx(none[rows].mean(), abs=0.04)


def test_a_shared_victory_is_a_share_for_each():
    arm = arm_of(GAMES, shared=True)
    said, known = arm.model().chances(arm.moments, arm.turn_starts), truth(arm, shared=True)
    assert (arm.credit == 0.5).any() and (arm.credit == 1).any()
    assert np.abs(said[:, :SEATS] - known).mean() < 0.025 < 0.05 < np.abs(truth(arm) - known).mean()


@pytest.mark.parametrize("by", range(1, SEATS))
def test_a_table_turned_round_has_its_chances_turned_round(arm, model, by):
    m, at = arm.moments, np.arange(0, len(arm.moments), 7)
    m = replace(m, fighter=m.whose, helper=np.where(m.whose >= 0, (m.whose + 1) % SEATS, -1))
    turned = replace(
        m, state=np.roll(m.state, by, axis=1), who=np.roll(m.who, by, axis=1),
        **{name: np.where(seat >= 0, (seat + by) % SEATS, -1)
           for name, seat in (("whose", m.whose), ("fighter", m.fighter), ("helper", m.helper))},
    )  # fmt: skip
    assert np.array_equal(model.chances(turned, at)[:, :SEATS], np.roll(model.chances(m, at)[:, :SEATS], by, axis=1))


def test_no_game_teaches_the_model_that_judges_it(arm, model):
    m, fold = arm.moments, fold_of(arm.moments.game)
    assert set(fold.tolist()) == set(range(FOLDS))
    before = model.chances(m, arm.turn_starts)
    for one in (0, FOLDS - 1):
        other = np.where((fold == one)[:, None], np.roll(arm.credit, 1, axis=1), arm.credit)  # all of it won by others
        after = fit(m, other).chances(m, arm.turn_starts)
        same, mine = (before == after).all(axis=1), fold[arm.turn_starts] == one
        assert same[mine].all()
        assert not same[~mine].any()


def test_the_fold_of_a_game_is_that_of_its_number():
    games = np.arange(0, 100_000, 10)  # what is kept of a run may be every tenth game
    share = np.bincount(fold_of(games), minlength=FOLDS) / len(games)
    assert np.allclose(share, 1 / FOLDS, atol=0.02)
    assert np.array_equal(fold_of(games)[::3], fold_of(games[::3]))


def test_a_long_game_is_learnt_from_as_often_as_it_is_judged(arm):
    m = arm.moments
    chosen = learnt_from(m)
    assert not m.last[chosen].any() and len(chosen) == pytest.approx(PER_GAME * GAMES, rel=0.35)
    taken, there = (np.bincount(m.game[at], minlength=GAMES) for at in (chosen, np.flatnonzero(~m.last)))
    every = max(1, len(m) // (PER_GAME * GAMES))
    assert np.abs(taken - there / every).max() <= 1


def test_who_plays_is_known_and_counts_for_as_much_as_it_brings(arm):
    m, lot = arm.moments, np.random.default_rng(5)
    better = np.where(lot.random(GAMES) < 0.7, arm.credit[m.last].argmax(axis=1), lot.integers(SEATS, size=GAMES))
    who = (better[m.game][:, None] == np.arange(SEATS)).astype(np.int8)  # one of three plays as persona 1
    known, at = replace(m, who=who), arm.turn_starts
    said, mine = fit(known, arm.credit).chances(known, at)[:, :SEATS], who[at] == 1
    assert said[mine].mean() == pytest.approx(arm.credit[at][mine].mean(), abs=0.02)
    assert said[mine].mean() > said[~mine].mean() + 0.4


def test_only_what_is_named_is_learnt_from(arm):
    simple = arm.model(LEVELS)
    m, at = arm.moments, arm.turn_starts
    shifted = replace(m, whose=(m.whose + 1) % SEATS, stage=1 - m.stage)
    assert np.array_equal(simple.chances(m, at), simple.chances(shifted, at))
    assert not np.array_equal(arm.model().chances(m, at), arm.model().chances(shifted, at))


SAYS = """
import hashlib
from lab.chances.win_chances import ArmChances
from tests.lab.races import arm_of
arm = arm_of(300)
print(hashlib.sha256(arm.model().chances(arm.moments, arm.turn_starts).tobytes()).hexdigest())
"""


def test_the_same_games_give_the_same_bytes_whatever_threads_there_are(monkeypatch):
    said = set()
    for threads in ("1", "3"):
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
        said.add(subprocess.run([sys.executable, "-c", SAYS], capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1 and len(said.pop()) == 65


def test_what_is_added_to_a_chance_adds_up_to_what_came_of_it():
    arm = arm_of(400, cap=25)
    m = arm.moments
    first = np.flatnonzero(np.r_[True, m.last[:-1]])
    total = np.add.reduceat(arm.added, first)
    assert np.allclose(total[:, :SEATS], arm.credit[first] - arm.values[first, :SEATS], atol=1e-12)
    assert np.allclose(total.sum(axis=1), 0, atol=1e-12)
    assert np.array_equal(arm.values[m.last, :SEATS], arm.credit[m.last])


def test_a_moment_at_which_nothing_has_changed_adds_nothing(arm):
    m = arm.moments
    twice = np.repeat(np.arange(len(m)), 2)  # every moment once more; the first of two is never the last of its game
    again = replace(m, **{name: column[twice] for name, column in vars(m).items()})
    again.last[::2] = False
    other = ArmChances("r", "a", again, arm.credit[twice])
    assert not other.added[1::2][~m.last].any() and other.added[::2].any()
    assert np.array_equal(other.values[~again.last], other.model().chances(again, np.flatnonzero(~again.last)))
