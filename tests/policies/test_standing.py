"""Judging a table: chances add up, follow the weights, and know who has won."""

from __future__ import annotations

import pytest

from engine.policies.weights import Weight
from engine.policies.win_chance import _POWER, CERTAIN, chance, score
from engine.records.card_kinds import Kind
from tests.effects.build import Position, card, item


@pytest.fixture
def table():
    return Position(
        {
            "sword": item(bonus=3, gold=400, slot=5),
            "potion": card(Kind.ONE_SHOT, bonus=2, gold=100),
            "rat": card(Kind.MONSTER, level=1),
        }
    )


def weigh(p, **weights):
    for name, value in weights.items():
        p.book.work.weights[:, Weight[name.upper()]] = value


def test_the_table_of_powers_is_right():
    assert all(abs(int(x) - (1 << 20) * 2 ** (-i / 256)) <= 1 for i, x in enumerate(_POWER))


def test_nobody_ahead_is_an_equal_chance_for_all(table):
    weigh(table, win_level=56, win_near=796)
    assert [int(chance(table.g, table.book, s)) for s in range(3)] == [CERTAIN // 3] * 3


def test_256_points_double_the_chance(table):
    weigh(table, win_level=128)
    table.g.level[1] = 3  # two Levels above the others: 256 points
    chances = [int(chance(table.g, table.book, s)) / CERTAIN for s in range(3)]
    assert chances == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=1e-5)
    table.g.level[1] = 9
    far = 2 ** (8 * 128 / 256)
    assert int(chance(table.g, table.book, 0)) / CERTAIN == pytest.approx(1 / (far + 2), abs=1e-5)


def test_each_sign_counts_by_its_weight(table):
    g, book = table.g, table.book
    before = int(score(g, book, 0, 0))
    assert before == 0
    weigh(table, win_level=7, win_near=90)
    assert int(score(g, book, 0, 0)) == 90 // 9 - 7 * 9  # nine Levels are missing
    weigh(table, win_level=0, win_near=0)
    table.hand(0, "potion")
    weigh(table, win_card=5, win_one_shot=11, win_hand_gold=1000)
    held = 5 + 2 * 11 + 100
    assert int(score(g, book, 0, 0)) == held
    table.wear(0, "sword")
    weigh(table, win_strength=13, win_gold=1000, win_table=3)
    assert int(score(g, book, 0, 0)) == held + 400 + 3 * 13 + 3
    g.dead[0] = 1
    weigh(table, win_dead=1000)
    assert int(score(g, book, 0, 0)) == held + 400 + 3 * 13 + 3 + 1000


def test_a_monster_one_can_beat_and_the_turn_that_comes_count(table):
    g, book = table.g, table.book
    weigh(table, win_prey=50)
    table.hand(0, "rat")  # Level 1: nobody of Level 1 beats it alone
    assert [int(score(g, book, 0, s)) for s in range(3)] == [0, 0, 0]
    g.level[0] = 2
    assert [int(score(g, book, 0, s)) for s in range(3)] == [50, 0, 0]
    g.level[:] = 8
    weigh(table, win_prey=0, win_turn=-60)  # two Levels are missing
    g.active = 1
    assert [int(score(g, book, 0, s)) for s in range(3)] == [-60, 0, -30]


def test_what_was_learned_of_a_card_counts_where_it_lies_and_as_far_as_it_is_read(table):
    g, book = table.g, table.book
    potion, sword = book.card[table["potion"]], book.card[table["sword"]]
    potion["in_hand"], potion["in_play"], sword["in_hand"], sword["in_play"] = 40, -20, 9, 7
    table.hand(0, "potion").wear(0, "sword")
    assert int(score(g, book, 0, 0)) == 0  # nobody reads it
    weigh(table, learned=100)
    assert int(score(g, book, 0, 0)) == 40 + 7
    weigh(table, learned=50)
    assert int(score(g, book, 0, 0)) == 47 // 2


def test_who_has_won_is_certain_and_a_shared_win_is_shared(table):
    table.g.over = 1
    table.g.winners = 0b010
    assert [int(chance(table.g, table.book, s)) for s in range(3)] == [0, CERTAIN, 0]
    table.g.winners = 0b011
    assert [int(chance(table.g, table.book, s)) for s in range(3)] == [CERTAIN // 2, CERTAIN // 2, 0]
    table.g.winners = 0  # ended by a limit
    assert [int(chance(table.g, table.book, s)) for s in range(3)] == [CERTAIN // 3] * 3
