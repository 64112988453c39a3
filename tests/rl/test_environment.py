"""The PettingZoo environment: its own conformance tests, what an observation says, and what it does not."""

from __future__ import annotations

import random
import time
import warnings
from itertools import islice

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra `rl` is not installed")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from engine.records.questions import Question, Verb
from lab.errors import BadInput
from lab.games.game_table import table
from lab.games.learner_arrays import COLUMNS, OPTIONS, PLAYER, TABLE, Arrays
from lab.rl import CardTable, env
from tests.engine.positions import COMPILED, clone, positions, shuffle_hidden
from tests.engine.walks import Cell

pytestmark = pytest.mark.deep

CYCLES = 1000 if COMPILED else 150


@pytest.mark.parametrize(
    "options",
    [{}, {"variant": "cthulhu+faster", "seats": 6}, {"seats": 3, "personas": {1: "balanced"}}],
    ids=["base", "cthulhu", "personas"],
)
def test_pettingzoo_accepts_the_environment(options):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # it has a mask: a dictionary
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(env(**options), num_cycles=CYCLES)


def test_the_same_seed_gives_the_same_game():
    seed_test(lambda: env(variant="base+faster"), num_cycles=CYCLES // 4)


def test_pettingzoos_benchmark_runs(monkeypatch, capsys):
    ticks = iter(range(10**9))  # each look at the clock is a tenth of a second: its five seconds are fifty cycles
    monkeypatch.setattr(time, "time", lambda: next(ticks) / 10)
    performance_benchmark(env())
    assert "turns per second" in capsys.readouterr().out


def play_randomly(one, seed, most=10**6):
    """Play a game by lot; every observation with the one who saw it."""
    luck = random.Random(seed)
    one.reset(seed=seed)
    for agent in islice(one.agent_iter(), most):
        seen, reward, ended, cut, _ = one.last()
        yield agent, seen, reward, ended or cut
        one.step(None if ended or cut else luck.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
def test_the_winners_share_one_point():
    for seed in range(5):
        one, rewards = env(variant="cthulhu+shared-victory"), {}
        for agent, _, reward, over in play_randomly(one, seed):
            if over:
                rewards[agent] = reward
        winners = one.unwrapped.table.winners
        assert sum(rewards.values()) == pytest.approx(1.0 if winners else 0.0)
        assert {int(name[-1]) for name, r in rewards.items() if r > 0} == set(winners)


def test_every_observation_lies_in_its_space_and_describes_each_option():
    one = env(seats=3)
    for agent, seen, _, over in play_randomly(one, 4, 200):
        if over:
            break
        assert one.observation_space(agent).contains(seen)
        n = int(seen["action_mask"].sum())
        assert seen["action_mask"][:n].all() and not seen["options"][n:].any()
        rows = one.unwrapped.table.book.work.option[:n]
        assert seen["options"][:n, 0].tolist() == rows["verb"].tolist()


def test_an_observation_says_what_lies_on_the_table():
    game = table("base", "base", seats=4, seed=5)
    arrays = Arrays(game)
    layout = arrays.layout()
    for _ in range(60):
        game.answer(game.choice())
        seat = game.decider
        view, seen = game.view(seat), arrays.observation(seat)
        assert len(seen) == arrays.length == max(part.stop for part in layout.values())
        assert seen[layout["turn"]] == view.turn and seen[layout["question"]] == Question[view.question.upper()]
        cards = {name: seen[part] for name, part in layout.items() if name.startswith("cards_")}
        hand = np.repeat(np.array(game.names.cards), cards["cards_hand"])
        assert sorted(hand) == sorted(view.hand)
        for place in range(4):
            other = view.seats[(seat + place) % 4]
            assert seen[layout[f"level_{place}"]] == other.level and seen[layout[f"hand_{place}"]] == other.hand_count
            laid = np.repeat(np.array(game.names.cards), cards[f"cards_in_play_{place}"])
            assert sorted(laid) == sorted(other.in_play)
        if view.fight:
            assert (seen[layout["side"]], seen[layout["foes"]]) == view.fight.strength


def test_options_of_one_question_can_be_told_apart():
    game, told = table("base", "base", seats=4, seed=5), 0
    arrays = Arrays(game)
    for _ in range(120):
        texts = {o.text.split("#")[0]: o.index for o in game.options()}
        rows = arrays.options()
        if "@" not in "".join(texts):
            assert len({tuple(rows[i].tolist()) for i in texts.values()}) == len(texts), texts
            told += len(texts)
        game.answer(game.choice())
    assert told > 300


def test_nothing_hidden_is_observed():
    luck, moved = np.random.default_rng(3), 0
    game = table("base", "base", seats=4)
    arrays = Arrays(game)
    at = positions(Cell("base", "base", 4), ("balanced",), 17, 0.2)
    for g, book in islice(at, 400 if COMPILED else 60):
        other, seat, seen = clone(g), int(g.asked), []
        moved += shuffle_hidden(other, book, seat, luck)
        game.book.work.option[:] = book.work.option
        for position in (g, other):
            game.games[0] = position
            game.n = int(position.options)
            seen.append((arrays.observation(seat).tobytes(), arrays.options().tobytes(), arrays.mask().tobytes()))
        assert seen[0] == seen[1]
    assert moved > 1000


def test_more_options_than_there_is_room_for_lose_some_of_the_commonest():
    game = table("base", "base", seats=4, seed=5)
    arrays = Arrays(game)
    game.ready()
    game.book.work.option[:600] = (Verb.TRADE, 1, 1, 2, 0)
    game.book.work.option["verb"][[3, 599]] = (Verb.KICK_OPEN, Verb.PASS)
    game.n = 600
    rows = arrays.rows()
    assert len(rows) == OPTIONS == arrays.mask().sum() and {3, 599} <= set(rows.tolist())
    assert rows.tolist() == sorted(rows.tolist())


def test_personas_play_their_seats():
    one = env(seats=3, personas={0: "balanced", 2: "random"})
    assert one.possible_agents == ["player_1"]
    assert {agent for agent, *_ in play_randomly(one, 1, 30)} == {"player_1"}


def test_resetting_without_a_seed_deals_the_next_game():
    one = CardTable(seed=3)
    hands = []
    for _ in range(3):
        one.reset()
        hands.append(one.table.view(0).hand)
    one.reset(seed=3)
    assert len(set(hands)) == 3 and one.table.view(0).hand == hands[0]


def test_an_option_that_does_not_exist_is_refused():
    one = CardTable()
    one.reset(seed=1)
    with pytest.raises(BadInput, match="action of player_. is 400; allowed by its mask: 0 to"):
        one.step(400)


def test_the_table_can_be_shown_in_words():
    one = env(render_mode="ansi")
    one.reset(seed=1)
    assert "levels: p0 1, p1 1" in one.render()


@pytest.mark.parametrize(
    ("personas", "says"), [({4: "balanced"}, "seat 4"), (dict.fromkeys(range(4), "random"), "every")]
)
def test_personas_that_leave_no_agent_are_refused(personas, says):
    with pytest.raises(BadInput, match=says):
        CardTable(personas=personas)


def test_the_columns_are_what_they_are_called():
    game = table("base", "base", seats=4, seed=5)
    arrays = Arrays(game)
    while not any(o.verb == Verb.ASK for o in game.options()):
        game.answer(game.choice())
    rows = arrays.options()
    for option in game.options():
        if option.verb != Verb.ASK:
            continue
        row = dict(zip(COLUMNS, rows[option.index].tolist(), strict=True))
        assert row["player"] == (option.target - game.decider) % 4 + 1
        assert (row["number"], row["pick"]) == (option.amount, option.pick + 1)
    assert len(TABLE) + 4 * len(PLAYER) < arrays.length and rows.shape == (OPTIONS, len(COLUMNS))


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_that_no_game_has_is_refused_in_a_sentence(seed):
    with pytest.raises(BadInput, match=f"seed is {seed}; allowed: a whole number from 0 to 9223372036854775807"):
        CardTable(seed=seed)
    with pytest.raises(BadInput, match=f"seed is {seed}"):
        CardTable().reset(seed=seed)
    CardTable().reset(seed=2**63 - 1)
