"""What a companion, a way out and a second doubler are kept for, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, doubler, row
from tests.policies.test_habits import CARDS as HABITS
from tests.policies.test_habits import PASS, PERSON, beating, taken

MAGE = 256


def friend(bonus: int, more: int = 0):
    """A Guest Star who gives more to a mage."""
    rows = (row(Op.STRENGTH, more, on=Trigger.IN_PLAY, when=(Condition.IS, MAGE)),) if more else ()
    return card(Kind.GUEST_STAR, *rows, bonus=bonus)


CARDS = HABITS | {
    "cub": friend(2),
    "maiden": friend(1, 2),
    "twin": friend(1, 1),
    "dog": friend(0, 2),
    "mage": card(Kind.CLASS, identity=MAGE),
    "rogue": card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=16),
    "escape": card(Kind.ONE_SHOT, row(Op.ESCAPE, 2), gold=200),
    "banish": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER)),
    "again": card(Kind.ONE_SHOT, row(Op.REROLL)),
    "two in one": doubler(),
    "two at once": doubler(),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


@pytest.mark.parametrize(
    ("present", "mage", "new", "verb"),
    [
        ("cub", False, "maiden", Verb.KICK_OPEN),  # 2 for 1
        ("cub", True, "maiden", Verb.PLAY),  # 2 for 3
        ("cub", True, "twin", Verb.KICK_OPEN),  # 2 for 2
        ("maiden", False, "cub", Verb.PLAY),  # 1 for 2
        ("maiden", True, "cub", Verb.KICK_OPEN),  # 3 for 2
        ("", False, "dog", Verb.PLAY),  # nobody has to leave
    ],
)
def test_a_guest_star_is_exchanged_for_a_better_one_only(present, mage, new, verb):
    p = Position(CARDS).levels(4, 4, 4).hand(0, new)
    if present:
        p.carry(0, present)
    if mage:
        p.wear(0, "mage")
    options = ON, (Verb.PLAY, new, -1, Aim.NOTHING)
    assert taken(p, 0, Question.ARRANGE, *options)[0] == verb
    assert verb == Verb.PLAY or taken(p, 0, Question.ARRANGE, *options, noise=60)[0] == verb


def kept(p: Position, name: str) -> int:
    """What losing a card costs a person."""
    for weight, value in PERSON.items():
        p.book.work.weights[0, Weight[weight.upper()]] = value
    return int(keep_value(p.g, p.book, 0, p[name]))


def test_a_guest_star_is_worth_his_points_and_the_escape_he_gives():
    """16 for each point, and as much as two cards of 4 for the escape; in hand only what it has more than another."""
    p = Position(CARDS).wear(0, "mage").carry(0, "cub").hand(0, "maiden", "twin")
    assert (kept(p, "cub"), kept(p, "maiden"), kept(p, "twin")) == (40, 24, 8)


def test_no_guest_star_is_thrown_away_for_a_backstab():
    """The leader's fight is worth 30: a card of 8 is thrown for it, a Guest Star of 40 is not."""

    def stab(with_: str) -> Verb:
        p = Position(CARDS).levels(3, 7, 3).wear(0, "rogue")
        p = p.carry(0, with_) if with_ == "cub" else p.hand(0, with_)
        r = int(p.book.card[p["rogue"]]["first"])
        option = (Verb.DISCARD_FOR, with_, 1, r)
        return taken(beating(p, 1, 7, 6), 0, Question.REACT, PASS, option, closing=0, hostility=0, hinder=30)[0]

    assert (stab("card 0"), stab("cub")) == (Verb.DISCARD_FOR, Verb.PASS)


def test_a_one_shot_that_ends_a_fight_or_a_flight_is_kept_for_it():
    """One card of 4 and its gold, 200 * 40 / 2500; a third of a level of 40 for a way out or another die."""
    p = Position(CARDS).hand(0, "escape", "banish", "again", "potion")
    assert [kept(p, name) for name in ("escape", "banish", "again", "potion")] == [20, 17, 17, 16]


def test_a_second_doubler_is_worth_nothing_as_long_as_there_is_another():
    """Less than a goblin, which costs 4 and as much for its four Levels below eight."""
    p = Position(CARDS).hand(0, "two in one", "two at once", "goblin")
    assert [kept(p, name) for name in ("two in one", "two at once", "goblin")] == [8, 1, 8]
    p = Position(CARDS).wear(0, "mage", "rogue").carry(0, "two in one").hand(0, "two at once")
    assert kept(p, "two at once") == 1
