"""What somebody does to save their life, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.timings import Timing
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import taken

CARDS = {
    "empress": card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=14),
    "hydra": card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)),
        level=12,
    ),
    "ooze": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=6),
    "friend": card(Kind.GUEST_STAR, bonus=2),
    "maul": item(bonus=5, slot=Slot.HAND, gold=800),
    "plate": item(bonus=4, slot=Slot.BODY, gold=700),
    "crown": item(bonus=3, slot=Slot.HEAD, gold=600),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1, gold=3300, timing=Timing.SELF_ROLL),
    "mage": card(Kind.ROLE, identity=8),
}
RECKLESS = {"danger": 6, "level": 45, "treasure": 28, "card": 4, "identity": 8}
RICH = ("maul", "plate", "crown")


def parts_with_his_friend(monster: str, *worn: str, noise: int = 0, ordinal: int = 0) -> bool:
    p = Position(CARDS).levels(7, 5, 5).wear(0, "friend", *worn).fight(0, monster)
    p.g.ordinal[0] = ordinal
    options = (Verb.RUN, monster, -1, 0), (Verb.SACRIFICE, "friend", -1, 0)
    return taken(p, 0, Question.FLEE, *options, **RECKLESS, noise=noise)[0] == Verb.SACRIFICE


@pytest.mark.parametrize(
    ("monster", "worn", "goes"),
    [
        # Death is 100 points at 6 for ten, and four faces of six: 40. The friend is 32, 8 for two cards, and 5.
        ("empress", (), False),
        # They would leave 99 + 80 + 62 + 40, less a new hand of 4 * 32: 153, and four sixths of it are 102 more.
        ("empress", RICH, True),
        ("hydra", RICH, True),  # two faces of six kill: 13 and 34
        ("hydra", RICH[:2], False),  # 13 and 20
        ("ooze", RICH, False),  # nothing of it is lost
    ],
)
def test_whoever_does_not_fear_death_fears_for_what_he_has(monster, worn, goes):
    assert parts_with_his_friend(monster, *worn) == goes


def test_no_haste_makes_anybody_forget_who_could_save_his_life():
    """The friend is worth 97 points more than the roll: more than a beginner's noise of 60."""
    assert all(parts_with_his_friend("empress", *RICH, noise=60, ordinal=n) for n in range(40))


def test_what_he_is_remains_and_is_not_feared_for():
    """A Role stays with the new character: with it alone the friend is as dear as before."""
    assert not parts_with_his_friend("empress", "mage")


@pytest.mark.parametrize(("worn", "used"), [((), False), (RICH, True)])
def test_the_die_is_set_for_the_sake_of_all_that_would_be_lost(worn, used):
    """Death is 60 points. The card that sets it is worth 59 in Gold, and 4: dearer for whoever leaves little."""
    p = Position(CARDS).levels(7, 5, 5).wear(0, *worn).hand(0, "loaded").fight(0, "empress").dice(3)
    p.step(Step.ROLL, 0, 0)
    assert p.asked() == (0, Question.ROLLED)
    options = (Verb.PASS, "", -1, 0), (Verb.PLAY, "loaded", 0, 0)
    assert (taken(p, 0, Question.ROLLED, *options, **RECKLESS)[0] == Verb.PLAY) == used
