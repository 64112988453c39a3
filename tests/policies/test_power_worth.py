"""Powers for a price in combats: by their die, by their choice, several times; cards that stay, and what forbids."""

from __future__ import annotations

import pytest

from engine.board.equipment import hand_limit
from engine.board.kept_curses import expire
from engine.board.levels import gain
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import hampers
from engine.policies.moments import follows
from engine.policies.paid_power_worth import paid_power
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause
from engine.records.opcodes import Op
from engine.records.state import Zone
from engine.records.step_values import Deed, Price, Until
from tests.effects.build import Position, card, item, row

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
