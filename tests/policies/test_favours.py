"""Help for nothing: who gives it and who is asked for it, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind
from engine.records.questions import PickOrder, Question, Verb
from tests.effects.build import Position, card
from tests.policies.test_bargains import spurned
from tests.policies.test_habits import CARDS, PASS, beating, taken

POOR = {"rat": card(Kind.MONSTER, level=4)}
MONSTERS = CARDS | POOR


def answers(p: Position, treasures: int, **weights: int) -> Verb:
    """What the second player, asked by the first who fights, answers: nobody grudges anybody anything."""
    push(p.g, Step.ANSWER_HELP, 1, treasures, PickOrder.HELPER if treasures else PickOrder.FIGHTER, -1, 0)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    return taken(p, 1, Question.HELP, *options, subject=0, danger=0, envy=0, **weights)[0]


def losing(monster: str = "goblin", level: int = 3) -> Position:
    """The first player needs the crown of the second."""
    return beating(Position(MONSTERS).levels(level, 3, 3).wear(1, "crown"), 0, 3, 4, monster)


@pytest.mark.parametrize(
    ("monster", "weights", "level", "verb"),
    [
        ("goblin", {"help": 8}, 3, Verb.ACCEPT),  # four times 8 are more than a Treasure of 30
        ("goblin", {"help": 7}, 3, Verb.REFUSE),
        ("goblin", {"underdog": 8}, 1, Verb.ACCEPT),  # two levels behind: 8 as well
        ("goblin", {"underdog": 7}, 1, Verb.REFUSE),
        ("rat", {"help": 1}, 3, Verb.ACCEPT),  # nothing to share
    ],
)
def test_help_for_nothing_takes_kindness_where_there_is_something_to_share(monster, weights, level, verb):
    assert answers(losing(monster, level), 0, **weights) == verb


def test_a_mood_is_no_kindness():
    verbs = set()
    for ordinal in range(40):
        p = losing()
        p.g.ordinal[1] = ordinal
        verbs.add(answers(p, 0, noise=60))
    assert verbs == {Verb.REFUSE}


def test_whoever_has_named_his_price_does_not_help_for_nothing():
    p = losing()
    assert answers(p, 0, help=40) == Verb.ACCEPT
    assert answers(spurned(losing(), 1, 0, 2), 0, help=40) == Verb.REFUSE
    assert answers(spurned(losing(), 1, 0, 2), 1, help=40) == Verb.ACCEPT


@pytest.mark.parametrize(("priced", "opposed", "asked"), [(False, False, 0), (True, False, 1), (False, True, 1)])
def test_nobody_is_asked_for_nothing_who_has_named_a_price_or_thrown_a_card(priced, opposed, asked):
    """Whoever asks would gladly help for nothing too, and takes the others for people of that kind."""
    p = losing()
    if priced:
        spurned(p, 1, 0, 2)
    p.g.opposed = int(opposed) << 1
    options = [(Verb.ASK, "", 1, 0, PickOrder.FIGHTER), (Verb.ASK, "", 1, 1, PickOrder.HELPER)]
    verb, _, _, amount = taken(p, 0, Question.REACT, PASS, *options, share=50, level=90, help=20)
    assert (verb, amount) == (Verb.ASK, asked)
