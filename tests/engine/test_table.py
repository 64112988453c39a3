"""A table stepped by hand: texts, clones, views; branches and the timed loop play the same games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engine.loop.branches import LUCK, PLAYERS, WHIMS, play_branches
from engine.loop.choice_speed import Pace, _walk
from engine.loop.game_ranges import make_book, new_table, play_games
from engine.records.questions import Verb
from engine.table import IllegalOption, Table
from engine.texts import Word, find, listed
from lab import speed
from lab.agents.personas import ordinary, weights_of
from lab.games.game_table import compiled_decks, table
from lab.runs.run_spec import RunSpec
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for
from variants.load_variants import load_variant


@pytest.fixture
def game() -> Iterator[Table]:
    yield table("base", "base", seats=4, seed=7, names=["ann", "bob", "cid", "dee"])


def line(*words: str | Word) -> tuple[Word, ...]:
    return tuple(w if isinstance(w, Word) else Word(w) for w in words)


WOLF, OTHER_WOLF = Word("wolf", "wolf#1", (3, 0)), Word("wolf", "wolf#2", (3, 0))
FAR_WOLF = Word("wolf", "wolf#3", (4, 0))


def test_copies_in_one_place_are_listed_once_and_told_apart_in_two() -> None:
    same = [line("play", WOLF), line("play", OTHER_WOLF)]
    assert listed(same) == [(0, "play wolf")]
    assert listed([*same, line("play", FAR_WOLF)]) == [(0, "play wolf#1"), (2, "play wolf#3")]


def test_a_plain_id_means_any_copy_and_a_number_one_of_them() -> None:
    lines = [line("play", WOLF), line("play", OTHER_WOLF), line("play", FAR_WOLF)]
    rows = [(Verb.PLAY, i, -1, 0, 0) for i in range(3)]
    assert [find(lines, rows, f"play {w}") for w in ("wolf", "wolf#2", "wolf#3", "fox")] == [0, 1, 2, -1]


def test_a_missing_target_is_filled_in_only_where_one_is_possible() -> None:
    rows = [(Verb.PLAY, 1, 0, 2, 0), (Verb.PLAY, 1, 1, 2, 0)]
    lines = [line("play", "fire", "on", "wolf"), line("play", "fire", "on", "fox")]
    assert find(lines[:1], rows[:1], "play fire") == 0
    assert find(lines, rows, "play fire") == -1
    assert find(lines, rows, "play fire on fox") == 1


def test_the_munchkin_side_may_be_named_by_its_players_only() -> None:
    rows = [(Verb.PLAY, 1, 0, 4, 0)]
    lines = [line("play", "potion")]
    assert [find(lines, rows, f"play potion on {who}", ["ann"]) for who in ("ann", "bob")] == [0, -1]


def test_a_request_may_leave_out_what_it_does_not_care_about() -> None:
    rows = [(Verb.ASK, -1, 1, 0, 0), (Verb.ASK, -1, 1, 1, 0)]
    lines = [line("ask", "bob", "treasures=0", "pick=helper"), line("ask", "bob", "treasures=1", "pick=helper")]
    assert [find(lines, rows, t) for t in ("ask bob", "ask bob treasures=1", "ask bob treasures=2")] == [0, 1, -1]


def test_every_text_leads_back_to_its_option(game: Table) -> None:
    rng = np.random.default_rng(1)
    for _ in range(150):
        if game.over:
            break
        options = game.options()
        assert [game.find(o.text) for o in options] == [o.index for o in options]
        game.step(int(rng.integers(len(options))))


def test_an_illegal_step_names_the_legal_ones(game: Table) -> None:
    with pytest.raises(IllegalOption, match="legal: "):
        game.step("fly away")
    with pytest.raises(IllegalOption):
        game.step(10_000)


def test_a_clone_goes_its_own_way(game: Table) -> None:
    twin = game.clone()
    before = [o.text for o in game.options()]
    for _ in range(20):
        twin.step(0)
    assert [o.text for o in game.options()] == before
    assert len(twin.events()) > len(game.events())
    assert twin.events()[: len(game.events())] == game.events()


def test_a_view_shows_the_own_hand_and_only_the_number_of_others_cards(game: Table) -> None:
    game.ready()
    view = game.view(1)
    assert len(view.hand) == view.seats[1].hand_count == int(game.g.hand_n[1])
    assert set(view.hand) == set(game.ids(game.g.hand[1][: int(game.g.hand_n[1])]))
    assert not hasattr(view.seats[0], "hand")


def test_a_view_does_not_change_when_hidden_cards_do(game: Table) -> None:
    for _ in range(30):
        game.step(0)
    seat, before = 2, game.view(2)
    for pile in (0, 1):
        n = int(game.g.deck_n[pile])
        game.g.deck[pile][:n] = game.g.deck[pile][:n][::-1].copy()
    for other in (0, 1, 3):
        game.g.hand[other][: int(game.g.hand_n[other])] = game.g.deck[0][: int(game.g.hand_n[other])]
    assert game.view(seat) == before


def test_a_python_agent_can_sit_in_a_seat(game: Table) -> None:
    asked: list[str] = []

    class Last:
        def choose(self, view: object, options: list[object]) -> int:
            asked.append(type(view).__name__)
            return len(options) - 1

    for _ in range(400):
        if game.over:
            break
        if game.decider == 0:
            game.step(Last().choose(game.view(0), list(game.options())))
        else:
            game.answer(game.choice())
    assert asked and set(asked) == {"View"}


TABLE = weights_of(("balanced", "novice"))
GAMES, TURNS = (40, 200) if COMPILED else (2, 8)


def branches(turn, sitting=(0, 1), first=0, games=GAMES, count=8):
    """Winners of the branches of some games of seed 11, in which one persona may take over from the other."""
    agents = np.empty((games, 2, 4), np.int64)
    agents[:, 0], agents[:, 1] = sitting
    plan = {"seed": 11, "other": 12, "first": first, "games": games, "seats": 4, "turn": turn, "branches": count}
    return play_branches(book_for(Cell("base", "base", 4), ("balanced",), TURNS), plan, agents, TABLE)


def played(games=GAMES, seed=11):
    """Winners of the same games as `lab run` plays them, and their turns."""
    book = book_for(Cell("base", "base", 4), ("balanced",), TURNS)
    facts = play_games(book, seed, 0, games, 4, None, TABLE, np.zeros(games, bool))
    return ((facts.seat["credit"] > 0).reshape(-1, 4) << np.arange(4)).sum(axis=1), facts.game["turns"]


@pytest.mark.parametrize("turn", [0, 20])
def test_the_first_branch_is_the_game_as_it_is_played(turn):
    assert np.array_equal(branches(turn)[:, 0], played()[0])


@pytest.mark.parametrize("turn", [0, 20])
def test_players_who_are_the_same_change_nothing_and_ranges_neither(turn):
    whole = branches(turn, sitting=(0, 0))
    assert np.array_equal(whole[:, PLAYERS:], whole[:, :PLAYERS])
    parts = [branches(turn, (0, 0), first, games, 4) for first, games in ((1, GAMES - 1), (0, 1))]
    assert np.array_equal(np.concatenate(parts[::-1]), whole[:, :PLAYERS])


def test_with_other_luck_and_other_whims_a_game_is_that_of_the_other_seed():
    assert np.array_equal(branches(0)[:, LUCK | WHIMS], played(seed=12)[0])


def test_what_was_over_before_is_settled_and_all_else_comes_otherwise():
    turn = 45 if COMPILED else 6
    found, turns = branches(turn), played()[1]
    over = turns < turn
    assert (found[over] == found[over][:, :1]).all()
    if COMPILED:
        assert 3 < over.sum() < GAMES - 3
        for cause in (LUCK, WHIMS, PLAYERS):
            assert (found[~over][:, cause] != found[~over][:, 0]).any()


@pytest.mark.deep
def test_recorded_picks_give_the_same_game():
    cards = compiled_decks(("base",))
    book = make_book(load_variant("base").rules, cards.card, cards.effect, weights_of(["balanced"] * 3), ordinary())
    g, picks, ends = new_table(), np.zeros(5_000, np.uint16), []
    for mode in (0, 1):
        number = _walk(g, book, 9, 1, 3, mode, picks)
        ends.append((int(number), int(g.turn), g.level.tolist(), g.hand_n.tolist()))
        # In the second pass nobody listens to the personas: with weights of 0 they would choose otherwise.
        book.work.weights[:] = 0
    assert ends[0] == ends[1] and ends[0][0] > 0
    assert _walk(g, book, 9, 1, 3, 1, picks[:3]) == -1  # more picks than were recorded


def test_the_time_of_a_choice_is_the_difference_by_picks():
    assert Pace(0.5, 0.3, 1_000_000).choose_ns == pytest.approx(200)


def test_bench_asks_for_the_time_of_a_choice(monkeypatch):
    asked = []

    def measured(g, book, seed, games, seats):
        asked.append((seed, games, seats))
        return Pace(2.0, 1.0, 1_000_000)

    monkeypatch.setattr("engine.loop.choice_speed.measure_pace", measured)
    spec = RunSpec(arms=("base",), agents=("balanced",), games=4000, seed=3)
    assert speed.choose_ns(spec) == pytest.approx(1000)
    assert asked == [(3, speed.PACE_GAMES, 4)]
