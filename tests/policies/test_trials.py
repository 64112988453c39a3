"""A monster that joins or leaves counts with all that it does to the whole fight, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose
from engine.policies.trials import MOVE, NOBODY, tried
from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, taken

PACK = CARDS | {
    "leech": card(Kind.MONSTER, row(Op.ITEMS_USELESS, on=Trigger.IN_FIGHT), level=2, treasures=3),
    "rat": card(Kind.MONSTER, level=2, treasures=3),
    "lawyers": card(Kind.MONSTER, row(Op.WILL_NOT_ATTACK, a=16, on=Trigger.IN_FIGHT), level=6, treasures=2),
    "wandering": card(Kind.WANDERING),
    "banish": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1)),
}


def crowned(seat: int, *levels: int) -> Position:
    """A crown, worth 5, before one player."""
    return Position(PACK).levels(*levels).wear(seat, "crown")


def test_a_monster_moves_the_lead_by_all_that_it_does():
    """5 and the crown against 4; with the leech 5 against 6: from +6 to -1. Without the goblin it is 5 against 2."""
    p = crowned(0, 5, 1, 1).fight(0, "goblin")
    before = p.g.tobytes()
    assert int(tried(p.g, p.book, 1, p["leech"], MOVE)) == -7
    assert p.g.tobytes() == before
    p = crowned(0, 5, 1, 1).fight(0, "goblin", "leech")
    moves = [int(tried(p.g, p.book, m, NOBODY, MOVE)) for m in (0, 1)]
    assert (moves, p.strength()) == ([4, 7], (5, 6))


@pytest.mark.parametrize(("name", "verb"), [("rat", Verb.PLAY_WITH), ("leech", Verb.PASS)])
def test_nobody_makes_his_own_items_useless(name, verb):
    """10 to 6 is safe with the rat; with the leech it is 5 to 6."""
    p = crowned(0, 5, 1, 1).hand(0, "wandering", name).fight(0, "goblin")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY_WITH, "wandering", p[name], 0), bold=100)[0] == verb


def test_what_makes_items_useless_is_sent_away():
    """2 against 6: 7 with the crown against 4 once the leech is gone, 2 against 2 without the goblin."""
    p = crowned(0, 2, 1, 1).hand(0, "banish").fight(0, "goblin", "leech")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "banish", -1, Aim.NOTHING))[0] == Verb.PLAY
    p.g.asked, p.g.options = -1, 0
    options = p.run("banish").options()
    assert options[int(choose(p.g, p.book, len(options)))][3] == 1


@pytest.mark.parametrize(("level", "verb"), [(9, Verb.PASS), (4, Verb.PLAY)])
def test_no_class_drives_a_monster_away_that_is_beaten(level, verb):
    p = Position(PACK).levels(level, 1, 1).hand(0, "thief").fight(0, "lawyers")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "thief", -1, 0))[0] == verb


@pytest.mark.parametrize(
    ("level", "monsters", "verb"),
    [
        (9, ("goblin",), Verb.PLAY),  # no kill, no Level
        (9, ("goblin", "rat"), Verb.PASS),  # the other one wins the game as well
        (8, ("goblin", "rat"), Verb.PLAY),  # one kill is not enough
        (7, ("goblin", "rat"), Verb.PASS),
    ],
)
def test_a_monster_is_sent_away_if_no_win_is_left(level, monsters, verb):
    p = crowned(1, 1, level, 1).hand(0, "banish").fight(1, *monsters)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "banish", -1, Aim.NOTHING))[0] == verb


@pytest.mark.parametrize(
    ("level", "name", "cards", "verb"),
    [
        (6, "ogre", 7, Verb.PLAY_WITH),  # 11 to 12
        (8, "ogre", 0, Verb.PASS),  # 13 to 12: a win of the game
        (8, "horde", 0, Verb.PLAY_WITH),  # 13 to 20: a win in 15 of 100
        (8, "horde", 7, Verb.PASS),  # with a point for each card 20 to 20: as likely as not
    ],
)
def test_no_monster_is_thrown_that_brings_the_win(level, name, cards, verb):
    horde = card(Kind.MONSTER, level=16)
    p = Position(PACK | {"horde": horde}).levels(1, level, 1).wear(1, "crown").hand(0, "wandering", name)
    p.hand(1, *[f"card {i}" for i in range(cards)]).fight(1, "goblin")
    option = Verb.PLAY_WITH, "wandering", p[name], 0
    assert taken(p, 0, Question.REACT, PASS, option, hinder=100, fear=10, closing=0, hostility=0)[0] == verb
