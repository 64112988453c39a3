"""What help is worth to a fighter and what it may cost him, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.agenda import PickOrder, Question, Step, Verb, push
from engine.cards import Kind, Trigger
from engine.opcodes import Op
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, beating, taken

DRAGON = card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=10, treasures=5)


def offered(p: Position, treasures: int, **weights: int) -> Verb:
    """What the first player, who fights, answers to an offer of the second."""
    push(p.g, Step.ANSWER_HELP, 0, treasures, PickOrder.HELPER, -1, 1)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    return taken(p, 0, Question.HELP, *options, subject=1, share=30, **weights)[0]


@pytest.mark.parametrize(
    ("treasures", "envy", "verb"),
    [
        (4, 200, Verb.ACCEPT),  # four Treasures are 120; a Level and five Treasures are 190, and he would die
        (4, 0, Verb.REFUSE),  # nobody envies him: for two Treasures, his share, somebody is likely to agree
        (2, 0, Verb.ACCEPT),
    ],
)
def test_whoever_would_die_pays_what_his_life_is_worth(treasures, envy, verb):
    """Envy of 200 for three eighths of the way is 75 points, two Treasures are 60: for so many nobody helps gladly."""
    p = Position(CARDS | {"dragon": DRAGON}).levels(3, 3).wear(1, "crown")
    assert offered(beating(p, 0, 3, 10, "dragon"), treasures, envy=envy) == verb


@pytest.mark.parametrize(
    ("weights", "potion", "verb"),
    [
        ({}, False, Verb.ACCEPT),  # a Level and two Treasures are 100, the price is 60
        ({"deny": 15, "level": 20}, False, Verb.REFUSE),  # at stake are 80, the price is 90
        ({}, True, Verb.REFUSE),  # a potion of three points does it alone, for 20
    ],
)
def test_all_treasures_are_given_for_help_if_the_level_is_worth_it(weights, potion, verb):
    p = beating(table_of_two(4, 4), 0, 4, 6)
    if potion:
        p.hand(0, "potion")
    assert offered(p, 2, envy=200, **weights) == verb


def table_of_two(*levels: int) -> Position:
    """The second player wears a crown of five points."""
    return Position(CARDS, 2).levels(*levels).wear(1, "crown")


@pytest.mark.parametrize(("treasures", "verb"), [(0, Verb.ACCEPT), (1, Verb.ACCEPT), (2, Verb.REFUSE)])
def test_the_last_player_takes_help_from_the_first(treasures, verb):
    """He is five Levels behind: 5 * 44 points of grudge and 20 for the ninth by which the other has passed the middle.

    At stake are a Level and two Treasures, 100 points. A Treasure is 30, and an eighth of 240 for what it is to him.
    """
    assert offered(beating(table_of_two(1, 6), 0, 1, 4), treasures, envy=200, hostility=44) == verb
