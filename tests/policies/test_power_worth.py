"""Powers for a price, strength for cards, what a card brings again and again: what turns a fight is worth its price."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.equipment import hand_limit
from engine.board.kept_curses import expire
from engine.board.levels import gain
from engine.policies.card_alternatives import named_number, row_move
from engine.policies.gains import on_another, rising
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import hampers, points
from engine.policies.moments import follows
from engine.policies.monster_choice import bought_off
from engine.policies.paid_power_worth import paid_power
from engine.policies.trades import swap
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Deed, Price, Removal, Until, What
from engine.records.switches import Rule
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import PASS, beating, taken

ABILITY, USED, ROLLED, IN_PLAY = (
    {"on": one} for one in (Trigger.ABILITY, Trigger.USED, Trigger.ROLLED, Trigger.IN_PLAY)
)
WORTH = 600


def chosen(op, amount, answer):
    return row(op, amount, on=Trigger.CHOSEN, when=(Condition.CHOSE, answer))


CARDS = {
    "troll": card(Kind.MONSTER, level=9),
    "card": card(Kind.SPECIAL),
    "other": card(Kind.SPECIAL),
    "third": card(Kind.SPECIAL),
    "die": card(Kind.RULE, row(Op.PAY_IN_FIGHT, 1, Price.HAND, **ABILITY), row(Op.ROLL, **USED),
                row(Op.BOOST, 4, when=(Condition.DIE_AT_LEAST, 5), **ROLLED)),
    "trio": card(Kind.RULE, row(Op.PAY_IN_FIGHT, 1, Price.HAND, **ABILITY), row(Op.BOOST, 3, **USED)),
    "horn": card(Kind.RULE, row(Op.PAY_BESIDE, 1, Price.HAND, **ABILITY), row(Op.EITHER, **USED),
                 chosen(Op.STRENGTHEN_ALL, 4, 1), chosen(Op.STRENGTHEN_ALL, -4, 2)),
}  # fmt: skip


def worth_of(p, name, seat=0, worth=WORTH):
    return int(paid_power(p.g, p.book, seat, int(p.book.card[p[name]]["first"]), p[name], worth))


def fighting(level, *hand):
    """Seat 0 fights a monster of Level 9; what cards of the hand are worth is left out."""
    p = Position(CARDS).levels(level, 2, 2).hand(0, *hand).fight(0, "troll")
    p.book.work.weights[:, Weight.CARD] = 0
    return p


@pytest.mark.parametrize(("level", "sixths"), [(6, 2), (9, 2), (5, 0), (4, 0)])
def test_a_die_is_worth_as_many_sixths_as_it_turns_the_combat(level, sixths):
    """A 5 or 6 gives 4: at Levels 6 to 9, one to four short, that turns it; with one card below that nothing does."""
    p = fighting(level, "card")
    expected = WORTH * sixths // 6 if sixths else NEVER
    assert worth_of(p, "die") == expected


@pytest.mark.parametrize(
    ("level", "cards", "used"), [(7, 1, True), (6, 1, False), (4, 2, True), (3, 2, False), (1, 3, True)]
)
def test_what_one_use_does_not_turn_several_do(level, cards, used):
    """Three points a card, the monster 9, a tie lost: at Level 7 one card is enough, at 4 two, at 1 three."""
    p = fighting(level, *["card", "other", "third"][:cards])
    assert (worth_of(p, "trio") > 0) == used


@pytest.mark.parametrize(("level", "used"), [(6, True), (5, False), (10, False)])
def test_the_better_answer_of_a_choice_counts(level, used):
    """Four points off the monster, in one's own combat; who wins already needs none."""
    p = fighting(level, "card")
    assert (worth_of(p, "horn") > 0) == used


@pytest.mark.parametrize(("level", "used"), [(10, True), (13, True), (14, False)])
def test_from_outside_the_other_answer_counts(level, used):
    """Seat 1 makes the monster four points stronger, if that stops the fighter, who leads by so much at most."""
    p = Position(CARDS).levels(level, 2, 2).hand(1, "card").fight(0, "troll")
    p.book.work.weights[:, Weight.CARD] = 0
    assert (worth_of(p, "horn", seat=1) > 0) == used


def test_what_a_choice_brings_outside_a_combat_is_its_better_answer():
    steps = (row(Op.EITHER, **USED), row(Op.DRAW, 1, Pile.TREASURE, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
             row(Op.DRAW, 2, Pile.TREASURE, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)))  # fmt: skip
    p = Position({"box": card(Kind.RULE, row(Op.PAY_ON_TURN, 1, Price.NOTHING, **ABILITY), *steps)})
    p.book.work.weights[0, Weight.TREASURE] = 30
    assert int(follows(p.g, p.book, 0, p["box"], Trigger.USED)) == 60


@pytest.mark.parametrize(("steps", "played"), [
    ([row(Op.EXTRA_HANDS, 1, **IN_PLAY)], True),
    ([row(Op.PAY_ON_TURN, 1, Price.ITSELF, **ABILITY), row(Op.DRAW, 2, Pile.TREASURE, **USED)], True),
    ([row(Op.STRENGTH, -3, **IN_PLAY)], False),
])  # fmt: skip
def test_a_card_that_stays_is_played_for_what_it_does_there(steps, played):
    p = Position({"kept": card(Kind.SPECIAL, row(Op.KEEP, a=Until.REMOVED), *steps)}).hand(0, "kept")
    p.book.work.weights[0, Weight.BONUS] = 10
    assert (int(playing(p.g, p.book, 0, p["kept"], -1)) > 0) == played


@pytest.mark.parametrize(("rows", "points"), [
    ([row(Op.FORBID, a=Deed.ONE_SHOT, **IN_PLAY)], 6),
    ([row(Op.FORBID, a=Deed.TRADE, **IN_PLAY)], 3),
    ([row(Op.HAND_LIMIT, -2, **IN_PLAY)], 4),
    ([row(Op.HAND_LIMIT, 2, **IN_PLAY)], 0),
    ([row(Op.FORBID, a=Deed.ASK, **IN_PLAY), row(Op.RUN_AWAY, -1, **IN_PLAY)], 10),
])  # fmt: skip
def test_what_a_curse_forbids_is_a_burden(rows, points):
    p = Position({"cramp": card(Kind.CURSE, row(Op.KEEP, a=Until.REMOVED, on=Trigger.CURSED), *rows)})
    assert int(hampers(p.book, p["cramp"])) == points


@pytest.mark.parametrize(("discards", "what", "worth"), [
    ((), What.CARD, 0), (("shoe",), What.CARD, 30), (("shoe", "axe"), What.CARD, 50), (("axe",), What.ITEM, 50),
    (("axe",), What.MONSTER, 30), (("bomb",), What.CARD, 30),
])  # fmt: skip
def test_a_card_of_the_discards_is_worth_the_best_item_there(discards, what, worth):
    """A Treasure is 30, a point of lasting strength 10: an Item of 2 is no more than any card, one of 5 is 50."""
    cards = {"shoe": item(bonus=2), "axe": item(bonus=5), "bomb": card(Kind.ONE_SHOT, bonus=9, is_item=1),
             "pawn": card(Kind.RULE, row(Op.TAKE_FROM_DISCARDS, a=what, **USED))}  # fmt: skip
    p = Position(cards).discards(*discards)
    p.book.work.weights[:] = 0
    p.book.work.weights[:, Weight.TREASURE], p.book.work.weights[:, Weight.BONUS] = 30, 10
    assert int(follows(p.g, p.book, 0, p["pawn"], Trigger.USED)) == worth


@pytest.mark.parametrize(("part", "strength"), [(1, 9), (2, 4), (3, 3)])
def test_a_companion_ends_a_combat_that_is_being_lost_and_stays(part, strength):
    """The troll of Level 9 leaves a lost combat, which a card that removes it does too, and fights for its owner."""
    cards = CARDS | {"leash": card(Kind.ONE_SHOT, row(Op.BEFRIEND, 0, part), is_item=1),
                     "door": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1), is_item=1)}  # fmt: skip
    p = Position(cards).levels(3, 2, 2).hand(0, "leash", "door").fight(0, "troll")
    p.book.work.weights[:] = 0
    p.book.work.weights[:, Weight.BONUS], p.book.work.weights[:, Weight.DANGER] = 10, 20
    removed, kept = (int(bought_off(p.g, p.book, 0, p[name], WORTH)) for name in ("door", "leash"))
    assert kept - max(0, removed) == 10 * strength
    rows = [int(p.book.card[p[name]]["first"]) for name in ("door", "leash")]
    assert len({int(row_move(p.g, p.book, 0, p[n], r, -1)) for n, r in zip(("door", "leash"), rows, strict=True)}) == 1


def test_nobody_may_hold_fewer_cards_than_none():
    p = Position({"hole": item(row(Op.HAND_LIMIT, -9, **IN_PLAY))}).wear(0, "hole")
    assert int(hand_limit(p.g, p.book, 0)) == 0


@pytest.mark.parametrize("kind", [Kind.CURSE, Kind.SPECIAL])
@pytest.mark.parametrize(("until", "ended"), [
    (Until.LEVEL_GAINED, Until.LEVEL_GAINED), (Until.NEXT_COMBAT, Until.NEXT_COMBAT), (Until.REMOVED, None),
])  # fmt: skip
def test_what_stays_until_then_goes_then(kind, until, ended):
    p = Position({"kept": card(kind, row(Op.KEEP, a=until), row(Op.STRENGTH, -1, **IN_PLAY))}).carry(0, "kept")
    gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0)
    assert (p.g.zone[p["kept"]] == Zone.DISCARD) == (until == Until.LEVEL_GAINED)
    expire(p.g, p.book, 0, Until.NEXT_COMBAT)
    assert (p.g.zone[p["kept"]] == Zone.DISCARD) == (ended is not None)


PAWN = (
    row(Op.EITHER, on=Trigger.TURN_START),
    row(Op.DISCARD_HAND, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
    row(Op.DRAW, 1, Pile.TREASURE, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
    row(Op.SHOW_HAND, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
)
STANDING = {
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
    p = Position(STANDING)
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
    usual = int(on_another(p.g, p.book, 0, p["raid"], 1))
    p.book.rules[Rule.LEVEL_MIN] = 2
    assert int(on_another(p.g, p.book, 0, p["raid"], 1)) < usual


def test_nobody_trades_what_sends_monsters_away_for_a_point():
    p = table(trade=60, one_shot=4).carry(0, "wall").wear(1, "crown").carry(1, "rod")
    p.carry(0, "trifle")
    assert int(swap(p.g, p.book, 0, p["trifle"], p["rod"])) > 0
    assert int(swap(p.g, p.book, 0, p["wall"], p["rod"])) == NEVER


PAYING: dict[str, dict[str, Any]] = {
    "cossack": card(Kind.CLASS, row(Op.DISCARD_FOR_STRENGTH, 1, 3, on=Trigger.ABILITY), identity=16),
    "elf": card(Kind.RACE, identity=64),
    "ring": card(Kind.ONE_SHOT, row(Op.CANCEL_CURSE), gold=500, is_item=1),
    "samovar": card(Kind.MONSTER, level=18, treasures=6),
}


def helping(p: Position) -> Position:
    """Seat 0 helps seat 1 for one Treasure at 18 against 18."""
    p = beating(p.levels(1, 1, 1).wear(0, "cossack"), 1, 18, 18, "samovar")
    p.g.helper, p.g.deals[0].treasures = 0, 1
    return p


def paying(p: Position, *names: str) -> list[tuple[Any, ...]]:
    return [(Verb.DISCARD_FOR, name, -1, int(p.book.card[p["cossack"]]["first"])) for name in names]


def test_a_helper_discards_the_card_that_turns_the_fight():
    """One Treasure, 30, for a ring: 8 for its gold, 4 as a card and 10 as a guard."""
    p = helping(Position(PAYING).hand(0, "ring"))
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "ring"), guard=10)[0] == Verb.DISCARD_FOR


def test_nobody_discards_what_he_is_before_a_card_of_his_hand():
    """To be an elf is worth 8 and, besides, a Level, 40."""
    p = helping(Position(PAYING).wear(0, "elf").hand(0, "ring"))
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "elf", "ring"), guard=10, identity=8)[1] == "ring"
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "elf"), guard=10, identity=8)[0] == Verb.PASS


DEATH = row(Op.DEATH, on=Trigger.BAD_STUFF)
BOUGHT_OFF: dict[str, dict[str, Any]] = {
    "thaw": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1, Removal.NO_TREASURE), timing=2),
    "transfer": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), timing=2),
    "dragon": card(Kind.MONSTER, DEATH, level=20, levels=2, treasures=5, no_pursue=5),
}


@pytest.mark.parametrize(
    ("name", "level", "verb"),
    [("thaw", 3, Verb.PASS), ("thaw", 6, Verb.PLAY), ("transfer", 3, Verb.PLAY), ("transfer", 6, Verb.PLAY)],
)
def test_nothing_is_paid_to_a_monster_that_does_not_pursue(name, level, verb):
    """It lets a Level 3 go: only its Treasures, 5 * 30, are worth a card of 8 then, and not its two Levels.

    A Level 6 dies with four faces of six: 100 points at a danger of 20 for ten are 133.
    """
    for ordinal in range(10):
        p = Position(BOUGHT_OFF).levels(level, 4, 4).hand(0, name).fight(0, "dragon")
        p.g.ordinal[0] = ordinal
        assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, name, -1, 0), noise=25)[0] == verb
