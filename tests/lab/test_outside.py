"""Outside agents: found by name, seated afresh in every game, and what they do is stored like any other game."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from engine.loop.game_ranges import make_book, play_games
from engine.records.state import GAME
from engine.table import Option, options_of
from engine.texts import Vocabulary
from engine.view import Fields, copy_for
from lab.agents.agent_process import row_taken
from lab.agents.agent_source import code_hash
from lab.agents.outside_agents import Sitting, agent_seed, ask_agent, load_agent, make_agent
from lab.agents.outside_games import Box, OutsideGames, changed_source
from lab.agents.personas import ordinary, weights_of
from lab.errors import BadInput
from lab.games.game_replay import replay, stored_game
from lab.games.game_table import compiled_decks, names_of
from lab.runs.arms import identify, open_arms
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.engine.positions import COMPILED, clone, positions, shuffle_hidden
from tests.engine.walks import Cell, rules_of
from tests.lab import hostile_agents

HERE = "tests.lab.hostile_agents"
SEATS = ("p0", "p1", "p2", "p3")
GAMES, TURNS = (24, 0) if COMPILED else (2, 12)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module into the current folder; whatever was imported from there is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)

    yield write
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in str(sys.modules[name].__file__):
            del sys.modules[name]


def box(agents, outside, turns=TURNS):
    cards, rules = compiled_decks(("base",)), rules_of("base", turns)
    weights = weights_of(["balanced"] * len(agents))
    return Box(rules, cards.card, cards.effect, names_of(cards, SEATS), agents, outside, weights, ordinary(), 77)


class AtHome:
    """Agents from outside in this very process: no line, no watch, the same games."""

    def __init__(self, games):
        games.company, self.words = self, games.words
        names = [name for name, outside in zip(games.box.agents, games.box.outside, strict=True) if outside]
        self.sittings = {name: Sitting(load_agent(name)) for name in names}

    def sit(self, seats, seed, game):
        for name, sitting in self.sittings.items():
            sitting.sit({s: agent_seed(seed, game, s) for s, other in seats.items() if other == name})

    def choose(self, name, seat, record, rows, where):
        agent = self.sittings[name].at[seat]
        return row_taken(agent, bytearray(record.tobytes()), rows.tolist(), self.words, seat)


def at_home(one):
    games = OutsideGames(one)
    AtHome(games)
    return games


def fast(one, sitting, keep):
    seats = len(one.names.seats)
    book = make_book(one.rules, one.card, one.effect, one.weights[[0] * seats], one.ordinary)
    return play_games(book, one.seed, 5, len(sitting), seats, sitting, one.weights, keep)


def test_an_agent_that_chooses_as_the_persona_leaves_the_same_bytes(monkeypatch):
    agents = (f"{HERE}:Mirror", "balanced", "balanced")
    one = box(agents, (True, False, False))
    sitting = (np.arange(GAMES)[:, None] + np.arange(4)) % len(agents)
    keep = np.arange(GAMES) % 3 != 1
    every = lambda g, rows, words: [Option("", *row, i) for i, row in enumerate(rows)]  # noqa: E731 - also the copies
    monkeypatch.setattr("engine.table.options_of", every)
    games = hostile_agents.Mirror.games = at_home(one)
    ours, theirs = games.play(5, GAMES, sitting, keep), fast(one, sitting, keep)
    assert not len(ours.fault)
    for name, a, b in zip(theirs._fields, ours, theirs):
        assert a.dtype == b.dtype and len(a) == len(b) > 0, name
        for column in a.dtype.names:
            assert a[column].tobytes() == b[column].tobytes(), (name, column)


def test_a_game_depends_on_its_number_only():
    agents = (f"{HERE}:Counting", f"{HERE}:Dice", f"{HERE}:counting", "balanced")
    one = box(agents, (True, True, True, False), TURNS or 40)
    sitting, keep = np.tile(np.arange(4), (3, 1)), np.ones(3, bool)
    whole, again = at_home(one), at_home(one)
    a = whole.play(0, 3, sitting, keep)
    late, early = again.play(2, 1, sitting[2:], keep[2:]), again.play(0, 2, sitting[:2], keep[:2])
    for x, y, z in zip(a, early, late, strict=True):
        assert np.array_equal(x, np.concatenate([y, z]))


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("deck", ["base", "cthulhu"])
def test_what_a_view_is_made_of_holds_no_hidden_card(deck):
    luck, moved = np.random.default_rng(3), 0
    at = positions(Cell(deck, deck, 4), ("balanced",), 17, 0.2)
    for _ in range(400 if COMPILED else 60):
        g, book = next(at)
        other, seat = clone(g), int(g.asked)
        moved += shuffle_hidden(other, book, seat, luck)
        rows = book.work.option[: int(g.options)]
        copies = []
        for table in (g, other):
            one = np.zeros(1, GAME)
            one[0] = table
            copies.append(copy_for(one, rows, seat)._games.tobytes())
        assert copies[0] == copies[1]
    assert moved > 1000


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("deck", ["base", "cthulhu"])
def test_options_read_from_what_a_seat_may_see_are_those_of_the_game(deck):
    """Words are put together in the agent's process, from the copy that it is sent."""
    at, many, names = positions(Cell(deck, deck, 4), ("balanced",), 23, 0.2), 0, None
    for _ in range(400 if COMPILED else 60):
        g, book = next(at)
        names = names or Vocabulary(book, names_of(compiled_decks((deck,)), SEATS))
        one = np.zeros(1, GAME)
        one[0] = g
        rows = book.work.option[: int(g.options)]
        seen = copy_for(one, rows, int(g.asked))
        whole = options_of(Fields(one), rows.tolist(), names)
        assert options_of(seen, rows.tolist(), names) == whole
        many += len(whole)
    assert many > 200


@pytest.mark.deep
def test_workers_and_shards_change_no_byte(tmp_path):
    names = [f"{HERE}:Dice", f"{HERE}:Counting", "balanced"]
    one = RunSpec(arms=["base+faster"], games=2, agents=names, seats=3, shard_games=1)
    results = []
    for workers in (1, 2):
        run = run_spec(one, tmp_path / str(workers), workers).run_id
        store = Store.open(tmp_path / str(workers))
        results.append([store.digest(name, run) for name in ("game", "seat", "level", "exposure", "event")])
    assert results[0] == results[1]
    agents = store.query("SELECT DISTINCT agent FROM seat")["agent"].to_list()
    assert set(agents) == set(names)
    turns = store.table("game", run).collect()["turns"].to_list()
    again = replay(stored_game(tmp_path / "2", run, "base+faster", 1))
    assert len(again.turns) - 1 == turns[1] and "The game is over" in again.text()  # the same game once more


def test_other_code_is_another_run(module):
    module("helping", "SKILL = 1\n")
    module("mine", "from helping import SKILL\nclass A:\n    def choose(self, view, options): return 0\n")
    one = RunSpec(arms=["base"], games=2, agents=["mine:A", "balanced"])
    before = code_hash("mine:A"), identify(one, open_arms(one))
    assert before == (code_hash("mine:A"), identify(one, open_arms(one)))
    module("helping", "SKILL = 2\n")
    assert code_hash("mine:A") != before[0] and identify(one, open_arms(one)) != before[1]


def test_an_agent_that_is_edited_while_a_run_begins_is_noticed(module):
    module("mine", "class A:\n    def choose(self, view, options): return 0\n")
    one = replace(box(("mine:A", "balanced"), (True, False)), sources={"mine:A": code_hash("mine:A")})
    assert changed_source(one) == ""
    module("mine", "class A:\n    def choose(self, view, options): return 1\n")
    assert changed_source(one) == "mine:A"


def test_a_class_a_factory_and_an_object_are_all_agents():
    for name in ("Counting", "counting"):
        a, b = (make_agent(load_agent(f"{HERE}:{name}")) for _ in range(2))
        assert a is not b and a.asked == 0
    assert isinstance(make_agent(hostile_agents.First), hostile_agents.First)


def test_an_agent_that_hears_of_new_games_is_made_once_for_each_seat():
    sitting = Sitting(load_agent(f"{HERE}:Dice"))
    sitting.sit({0: 1, 2: 3})
    first = dict(sitting.at)
    sitting.sit({0: 5, 2: 7})
    assert first[0] is sitting.at[0] and first[2] is sitting.at[2] and first[0] is not first[2]


def test_seeds_differ_by_seat_game_and_run():
    seeds = {agent_seed(run, game, seat) for run in (1, 2) for game in (0, 1) for seat in range(4)}
    assert len(seeds) == 16 and all(0 <= s < 2**63 for s in seeds)


@pytest.mark.parametrize("answer", [99, -1, 1.0, "0", None, True, [0]])
def test_an_answer_that_is_no_position_is_named(answer):
    class Bad:
        def choose(self, view, options):
            return answer

    with pytest.raises(BadInput, match=r"^choose returned .*; allowed: .* from 0 to 1,"):
        ask_agent(Bad(), None, ["a", "b"])


def test_whole_numbers_of_other_libraries_are_answers():
    class Numpy:
        def choose(self, view, options):
            return np.int32(1)

    assert ask_agent(Numpy(), None, ["a", "b"]) == 1


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (None, "no_such_module:A", "there is no module 'no_such_module'"),
        ("import no_such_thing", "bad:A", r"importing bad raised ModuleNotFoundError: .*\(bad.py, line 1\)"),
        ("1 / 0", "bad:A", r"importing bad raised ZeroDivisionError: division by zero \(bad.py, line 1\)"),
        ("def f(:", "bad:A", "importing bad raised SyntaxError"),
        ("raise SystemExit(3)", "bad:A", "importing bad raised SystemExit: 3"),
        ("class B:\n    choose = 1", "bad:A", "bad has no 'A'; allowed: B"),
        ("class A: pass", "bad:A", "has no method choose"),
        ("A = 3", "bad:A", "^3 has no method choose"),
    ],
)
def test_what_cannot_be_loaded_is_one_sentence(module, text, name, says):
    if text is not None:
        module("bad", text)
    with pytest.raises(BadInput, match=says) as caught:
        load_agent(name)
    assert "\n" not in str(caught.value) and "allowed: " in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("class A:\n    def __init__(self, depth): pass\n    choose = None", "without arguments raised TypeError"),
        ("def A(): return 3", "^3 has no method choose"),
        ("class A:\n    choose = 4", "has no method choose"),
        ("import threading\nclass C:\n    lock = None\n    def choose(self): pass\nA = C()\nA.lock = threading.Lock()",
         "copying it raised TypeError"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_one_sentence(module, text, says):
    module("bad", text)
    with pytest.raises(BadInput, match=says):
        make_agent(load_agent("bad:A"))
