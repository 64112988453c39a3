"""Choices that make a whole table ask why, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.help_worth import own_reserve
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb
from engine.records.state import Status
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, table, taken

MOODS = range(30)


def unseen(p: Position, mood: int) -> Position:
    """The sides are not told yet: what the record says of them is left over from another combat."""
    p.g.side, p.g.foes, p.g.ordinal[0] = 1, 6, mood
    return p


@pytest.mark.parametrize(("level", "named"), [(9, 1), (4, 1), (2, 3), (1, 4)])
def test_an_item_is_risked_for_no_more_than_wins(level, named):
    """Against a goblin of Level 4 the wearer needs 5; a haste of 25 points is no reason to risk more."""
    rows = (row(Op.DECLARE, 6, on=Trigger.JOINED), row(Op.RISK_ITEM, on=Trigger.CHOSEN))
    for mood in MOODS:
        p = unseen(Position(CARDS | {"pack": item(*rows)}).levels(level).wear(0, "pack").fight(0, "goblin"), mood)
        numbers = [(Verb.CHOOSE_NUMBER, "pack", -1, n) for n in range(1, 7)]
        assert taken(p, 0, Question.NUMBER, *numbers, noise=25)[3] == named


@pytest.mark.parametrize(("level", "verb"), [(9, Verb.PLAY), (6, Verb.PASS)])
def test_a_goth_joins_ones_own_fight_only_if_both_are_beaten(level, verb):
    """A goblin of Level 4 and a goth of Level 3: Level 9 beats both, Level 6 only the goblin."""
    goth = card(Kind.MONSTER, level=3, treasures=1, tags=int(Tag.GOTH))
    p = Position(CARDS | {"goth": goth}).levels(level).hand(0, "goth").fight(0, "goblin")
    assert taken(unseen(p, 0), 0, Question.GOTH, PASS, (Verb.PLAY, "goth", -1, 0))[0] == verb


@pytest.mark.parametrize(("immune", "verb"), [(0, Verb.PLAY), (128, Verb.PASS)])
def test_no_one_shot_is_thrown_that_does_nothing_against_this_monster(immune, verb):
    """An Ichor of 5 turns 4 against 6; it does nothing where the slug is immune to Ichor, and is no reserve either."""
    slug = card(Kind.MONSTER, row(Op.IMMUNE_TO, a=immune, on=Trigger.IN_FIGHT), level=6, treasures=2)
    p = beating(Position(CARDS | {"slug": slug}).levels(4, 4).hand(0, "ichor"), 0, 4, 6, "slug")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "ichor", -1, Aim.SIDE))[0] == verb
    assert own_reserve(p.g, p.book, 0) == (0 if immune else 5)


def haggling(opposed: int = 0, demanded: int = 0, refused: int = -1) -> Position:
    """Seat 0 fights 3 against 4; seat 1, with a crown of 5, may have harmed them, named a price, or refused."""
    p = beating(table().levels(3, 3, 3).wear(1, "crown"), 0, 3, 4)
    p.g.opposed = opposed
    for proposer, other, treasures in ((1, 0, demanded - 1), (0, 1, refused)):
        if treasures >= 0:
            p.g.spurned[proposer], p.g.rebuffs[proposer, other] = 1 << other, 1
            p.g.terms[proposer, other] = treasures + 1 + (proposer == 1)
    return p


def answers(p: Position, treasures: int, **weights: int) -> Verb:
    """What seat 1 says to a request for help."""
    pick = PickOrder.HELPER if treasures else PickOrder.FIGHTER
    push(p.g, Step.ANSWER_HELP, 1, treasures, pick, -1, 0)
    both = (Verb.ACCEPT, "", -1, 0), (Verb.REFUSE, "", -1, 0)
    return taken(p, 1, Question.HELP, *both, **weights)[0]


def test_nobody_helps_for_nothing_who_worked_against_the_fight_or_whose_price_was_refused():
    kind = {"help": 20, "noise": 0}
    assert answers(haggling(), 0, **kind) == Verb.ACCEPT
    assert answers(haggling(opposed=0b10), 0, **kind) == Verb.REFUSE
    assert answers(haggling(demanded=1), 0, **kind) == Verb.REFUSE
    free = (Verb.ASK, "", 1, 0, PickOrder.FIGHTER)
    for p, verb in ((haggling(), Verb.ASK), (haggling(opposed=0b10), Verb.PASS), (haggling(demanded=1), Verb.PASS)):
        assert taken(p, 0, Question.REACT, free, PASS, share=50, **kind)[0] == verb


def test_whoever_has_named_a_price_is_content_with_it_whatever_his_mood():
    """Two Treasures at 15 points against a haste of 60: of those who named nothing many refuse."""
    said = set()
    for mood in MOODS:
        for named in (0, 2):
            p = haggling(demanded=named)
            p.g.ordinal[1] = mood
            said.add((named, answers(p, 2, treasure=15, noise=60)))
    assert said == {(0, Verb.ACCEPT), (0, Verb.REFUSE), (2, Verb.ACCEPT)}


@pytest.mark.parametrize(("refused", "offers"), [(-1, True), (0, True), (1, False)])
def test_whoever_has_refused_to_help_for_one_treasure_does_not_offer_it_for_one(refused, offers):
    """Also when a card has been thrown since: a Treasure of 20 points is less than a haste of 25."""
    said = set()
    for mood in MOODS:
        p = haggling(refused=refused)
        p.g.ordinal[1] = mood
        options = (Verb.OFFER, "", 0, 1, PickOrder.HELPER), PASS
        said.add(taken(p, 1, Question.REACT, *options, demand=50, treasure=20, noise=25)[0])
    assert (Verb.OFFER in said) == offers


@pytest.mark.parametrize(("level", "picks"), [(3, "whine"), (5, "rock")])
def test_the_highest_does_not_pick_a_level_that_is_not_for_the_highest(level, picks):
    """The others are at Level 4: a Level is 40 points and more, three points of strength are 48."""
    whine = card(Kind.GO_UP_A_LEVEL, row(Op.GAIN_LEVELS, 1, when=(Condition.NOT_HIGHEST, 0)))
    p = Position(CARDS | {"whine": whine, "rock": item(bonus=3)}).levels(level, 4, 4)
    both = [(Verb.CHOOSE_CARD, name, -1, 0) for name in ("whine", "rock")]
    assert taken(p, 0, Question.TAKE, *both)[1] == picks


@pytest.mark.parametrize(("state", "verb"), [(0, Verb.PLAY), (Status.SKIP_TURN, Verb.PASS)])
def test_nobody_is_put_twice_into_the_same_state(state, verb):
    """Who is to skip their turn already, and may gain no level, loses nothing by a second such card."""
    rows = row(Op.GAIN_LEVELS, 1), row(Op.SET_STATUS, a=int(Status.SKIP_TURN))
    p = Position(CARDS | {"vision": card(Kind.SPECIAL, *rows)}).levels(3, 9, 3).hand(0, "vision")
    p.g.status[1] = state
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "vision", 1, Aim.SEAT))[0] == verb


@pytest.mark.parametrize(
    ("level", "leader", "mine", "verb"),
    [
        (3, 8, ("trinket 200",), Verb.PLAY),  # 5 points against half of 60 and 50
        (3, 8, ("crown",), Verb.PASS),  # 93 points
        (3, 6, (), Verb.PASS),  # whoever has nothing pays with a level: 40 against half of 20 and 30
        (1, 6, (), Verb.PLAY),  # if they have one
    ],
)
def test_a_tax_that_all_pay_is_weighed_by_ones_own_share(level, leader, mine, verb):
    tax = card(Kind.CURSE, row(Op.TAX, 1, on=Trigger.CURSED))
    p = Position(CARDS | {"tax": tax}).levels(level, leader, 3).hand(0, "tax").carry(1, "trinket 900").wear(0, *mine)
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "tax", 1, Aim.SEAT))[0] == verb
