"""What a card brings again and again, and beside its Levels: worth that is in no bonus."""

from __future__ import annotations

from engine.policies.card_alternatives import named_number
from engine.policies.gains import on_another, rising
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import hampers, points
from engine.policies.trades import swap
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.switches import Rule
from tests.effects.build import Position, card, item, row

PAWN = (
    row(Op.EITHER, on=Trigger.TURN_START),
    row(Op.DISCARD_HAND, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
    row(Op.DRAW, 1, Pile.TREASURE, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
    row(Op.SHOW_HAND, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
)
CARDS = {
    "sash": item(*PAWN, gold=500),
    "rod": item(bonus=1, gold=200, slot=Slot.HEAD),
    "crown": item(bonus=5, gold=900, slot=Slot.HEAD),
    "trifle": card(Kind.ONE_SHOT, gold=300, is_item=1),
    "wall": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER), gold=300, is_item=1),
    "bonfire": card(Kind.GO_UP_A_LEVEL, row(Op.DISCARD_HAND, -1), row(Op.GAIN_LEVELS, 2), levels=1),
    "step": card(Kind.GO_UP_A_LEVEL, levels=1),
    "hen": card(Kind.CURSE, row(Op.KEEP), row(Op.DIE_ROLL, -1, on=Trigger.IN_PLAY)),
    "bell": card(Kind.CURSE, row(Op.KEEP), row(Op.DIE_ROLL, 1, on=Trigger.IN_PLAY)),
    "raid": card(Kind.SPECIAL, row(Op.STEAL_LEVEL, 2)),
    **{f"treasure {i}": item(bonus=4, gold=400) for i in range(4)},
}


def table(**weights: int) -> Position:
    p = Position(CARDS)
    p.book.work.weights[:] = 0
    for name, value in {"level": 48, "treasure": 32, "bonus": 16, "card": 6, "danger": 18, **weights}.items():
        p.book.work.weights[:, Weight[name.upper()]] = value
    return p


def test_of_two_alternatives_the_one_that_brings_more_is_named():
    p = table().wear(0, "sash").hand(0, "rod")
    first, second = (int(named_number(p.g, p.book, 0, p["sash"], n)) for n in (1, 2))
    assert first == 32 - 4 > second == 0  # a Treasure, less two points of danger for a card


def test_an_item_that_brings_something_in_each_turn_is_worth_points():
    p = table().wear(0, "sash").carry(0, "rod")
    assert [int(points(p.g, p.book, 0, p[name])) for name in ("sash", "rod")] == [3, 1]


def test_levels_that_cost_the_hand_are_taken_with_a_poor_one():
    rich = table().hand(0, "bonfire", "treasure 0", "treasure 1", "treasure 2")
    poor = table().hand(0, "bonfire")
    plain = table().hand(0, "step")
    played = ((rich, "bonfire"), (poor, "bonfire"), (plain, "step"))
    values = [int(rising(p.g, p.book, 0, p[name], 0)) for p, name in played]
    assert values[0] < 0 < values[2] < values[1]


def test_a_curse_on_every_die_is_one_on_flights():
    p = table()
    assert [int(hampers(p.book, p[name])) for name in ("hen", "bell")] == [4, 0]


def test_a_level_below_the_least_one_cannot_be_taken():
    p = table(hostility=20).levels(2, 3, 3)
    usual = int(on_another(p.g, p.book, 0, p["raid"], 1, 0))
    p.book.rules[Rule.LEVEL_MIN] = 2
    assert int(on_another(p.g, p.book, 0, p["raid"], 1, 0)) < usual


def test_nobody_trades_what_sends_monsters_away_for_a_point():
    p = table(trade=60, one_shot=4).carry(0, "wall").wear(1, "crown").carry(1, "rod")
    p.carry(0, "trifle")
    assert int(swap(p.g, p.book, 0, p["trifle"], p["rod"])) > 0
    assert int(swap(p.g, p.book, 0, p["wall"], p["rod"])) == NEVER
