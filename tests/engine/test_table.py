"""A table stepped by hand: texts of options in both directions, clones, views."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engine.records.questions import Verb
from engine.table import IllegalOption, Table
from engine.texts import Word, find, listed
from lab.games.game_table import table


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
