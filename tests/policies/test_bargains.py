"""What help is worth to a fighter and what it may cost them, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.board.monsters import copy_monster
from engine.next_question import answer
from engine.policies.help_worth import adds, own_reserve
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb, unask
from engine.records.timings import Timing
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, taken

DRAGON = card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=10, treasures=5)


def offered(p: Position, treasures: int, **weights: int) -> Verb:
    """What the first player, who fights, answers to an offer of the second."""
    push(p.g, Step.ANSWER_HELP, 0, treasures, PickOrder.HELPER, -1, 1)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    return taken(p, 0, Question.HELP, *options, subject=1, share=30, **weights)[0]


def table_of_two(*levels: int) -> Position:
    """The second player wears a crown of five points."""
    return Position(CARDS, 2).levels(*levels).wear(1, "crown")


@pytest.mark.parametrize(
    ("treasures", "envy", "verb"),
    [
        (4, 900, Verb.ACCEPT),  # four Treasures are 120; a Level and five Treasures are 190, and they would die
        (4, 0, Verb.REFUSE),  # nobody envies them: for two Treasures, their share, somebody is likely to agree
        (2, 0, Verb.ACCEPT),
    ],
)
def test_whoever_would_die_pays_what_his_life_is_worth(treasures, envy, verb):
    """At Level 4 three eighths of the way are gone: 9 of 64 parts of 900 are 126 points, and four Treasures are 120."""
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


@pytest.mark.parametrize(("treasures", "verb"), [(0, Verb.ACCEPT), (1, Verb.ACCEPT), (2, Verb.REFUSE)])
def test_the_last_player_takes_help_from_the_first(treasures, verb):
    """Five Levels behind: 5 * 44 points of grudge and 20 for the ninth by which the other has passed the middle.

    At stake are a Level and two Treasures, 100 points. A Treasure is 30, and an eighth of 240 for the other's gain.
    """
    assert offered(beating(table_of_two(1, 6), 0, 1, 4), treasures, envy=50, hostility=44) == verb


IN_COMBAT = int(Timing.COMBAT)
TRICKS = CARDS | {
    "baby": card(Kind.ENHANCER, bonus=-5),
    "frost": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, -3), timing=IN_COMBAT),
    "heat": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, 3), timing=IN_COMBAT),
    "gale": card(
        Kind.SPECIAL,
        row(Op.EITHER),
        row(Op.STRENGTHEN_ALL, -3, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
        timing=IN_COMBAT,
    ),
    "twin": card(Kind.ONE_SHOT, row(Op.DOUBLE_STRENGTH), is_item=1, timing=int(Timing.FIGHTER)),
}


@pytest.mark.parametrize(
    ("held", "verb"),
    [
        ("baby", Verb.REFUSE),  # 4 against 1
        ("frost", Verb.REFUSE),  # 4 against 3
        ("gale", Verb.REFUSE),
        ("twin", Verb.REFUSE),  # 8 against 6
        ("heat", Verb.ACCEPT),
        ("mean", Verb.ACCEPT),
    ],
)
def test_whoever_holds_the_card_that_wins_alone_does_not_give_all_treasures_for_help(held, verb):
    """The fighter lacks three points, which cost 3 * 4 and two cards of 4, or two Treasures of 30."""
    p = Position(TRICKS, 2).levels(4, 4).wear(1, "crown").hand(0, held)
    assert offered(beating(p, 0, 4, 6), 2, envy=200) == verb


@pytest.mark.parametrize(
    ("held", "helper", "points"),
    [
        (("baby",), -1, 5),
        (("frost",), -1, 6),  # three points off each of two monsters
        (("twin",), -1, 9),
        (("twin",), 1, 0),  # doubled is only who fights alone
        (("baby", "frost", "potion", "heat", "mean"), -1, 5 + 6 + 3),
    ],
)
def test_what_weakens_the_monsters_is_counted_as_what_strengthens_oneself(held, helper, points):
    p = beating(Position(TRICKS, 2).hand(0, *held), 0, 9, 12, "goblin", "ogre")
    p.g.helper = helper
    assert int(own_reserve(p.g, p.book, 0)) == points


def test_an_enhancer_counts_for_the_copies_of_a_monster():
    p = beating(Position(TRICKS, 2).hand(0, "baby"), 0, 9, 12, "goblin")
    copy_monster(p.g, p.book, 0, 1)
    assert int(own_reserve(p.g, p.book, 0)) == 2 * 5


@pytest.mark.parametrize(
    ("held", "side", "foes", "verb"),
    [
        ("twin", 11, 15, Verb.PLAY),  # 22 against 15, though their Level is 4
        ("twin", 3, 7, Verb.PASS),  # 6 against 7
        ("frost", 8, 12, Verb.PLAY),  # 8 against 12 - 2 * 3
        ("frost", 8, 14, Verb.PASS),
    ],
)
def test_what_doubles_and_what_weakens_everybody_is_counted_in_full(held, side, foes, verb):
    p = beating(Position(TRICKS, 2).levels(4, 4).hand(0, held), 0, side, foes, "goblin", "ogre")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, held, -1, Aim.NOTHING))[0] == verb


def spurned(p: Position, proposer: int, other: int, *treasures: int) -> Position:
    """The table after one has refused another for so many Treasures."""
    for n in treasures:
        push(p.g, Step.ANSWER_HELP, other, n, PickOrder.HELPER, -1, proposer)
        p.advance()
        answer(p.g, p.book, next(i for i, option in enumerate(p.options()) if option[0] == Verb.REFUSE))
        p.g.agenda_n = 0
        unask(p.g)
    return p


def request(*refused: int, **weights: int) -> tuple[int, int]:
    """Whom somebody who fights for five Treasures asks, and for how many; the second player has refused some."""
    p = Position(CARDS | {"dragon": DRAGON}, 3).levels(3, 3, 3).wear(1, "crown")
    spurned(beating(p, 0, 3, 10, "dragon"), 0, 1, *refused)
    asks = [(Verb.ASK, "", s, n, PickOrder.HELPER) for s in (1, 2) for n in range(1, 6)]
    _, _, seat, amount = taken(p, 0, Question.REACT, *asks, PASS, share=30, envy=80, **weights)
    return seat, amount


@pytest.mark.parametrize(
    ("refused", "weights", "asked"),
    [
        ((), {}, (1, 2)),  # three tenths of five
        ((2,), {}, (1, 3)),
        ((2, 3), {}, (-1, 0)),  # twice is enough
        ((5,), {}, (-1, 0)),  # there is no sixth
        # At stake are 190; three Treasures are 90, and 3 * 30 for those that another gets, 6 for their Level, 11 for
        # the narrow lead and 10 because they are not likely to agree.
        ((2,), {"deny": 30}, (-1, 0)),
        ((2,), {"deny": 10}, (1, 3)),
    ],
)
def test_more_is_offered_rather_than_the_fight_lost_as_long_as_it_is_worth_it(refused, weights, asked):
    assert request(*refused, danger=0, **weights) == asked


@pytest.mark.parametrize(("refused", "asked"), [((), 1), ((2,), 2)])
def test_somebody_else_is_asked_before_more_is_offered(refused, asked):
    """The second player is stronger than need be; the third one, too, would do."""
    helmet = {"helmet": item(bonus=5, slot=Slot.HEAD)}
    p = Position(CARDS | helmet | {"dragon": DRAGON}, 3).levels(3, 3, 4).wear(1, "crown").wear(2, "helmet")
    p = spurned(beating(p, 0, 3, 10, "dragon"), 0, 1, *refused)
    asks = [(Verb.ASK, "", s, n, PickOrder.HELPER) for s in (1, 2) for n in range(1, 6)]
    assert taken(p, 0, Question.REACT, *asks, PASS, share=30)[2] == asked


@pytest.mark.parametrize(
    ("offer", "envy", "asked"),
    [
        (1, 80, (1, 1)),  # three tenths of five are two, but they have said one
        (4, 80, (1, 2)),
        (3, 900, (1, 3)),  # whoever grudges anybody a Level so much would not do it for all five
    ],
)
def test_an_offer_that_was_refused_is_not_forgotten(offer, envy, asked):
    """The third player, too, would do."""
    helmet = {"helmet": item(bonus=5, slot=Slot.HEAD)}
    p = Position(CARDS | helmet | {"dragon": DRAGON}, 3).levels(3, 3, 4).wear(1, "crown").wear(2, "helmet")
    p = spurned(beating(p, 0, 3, 10, "dragon"), 1, 0, offer)
    asks = [(Verb.ASK, "", s, n, PickOrder.HELPER) for s in (1, 2) for n in range(1, 6)]
    assert taken(p, 0, Question.REACT, *asks, PASS, share=30, envy=envy, danger=0)[2:] == asked


@pytest.mark.parametrize(
    ("refused", "envy", "offered"),
    [
        ((), 80, 4),  # four fifths of five
        ((4,), 80, 3),
        ((4,), 700, None),  # 9 of 64 parts of 700 are 98 points, three Treasures are 90
        ((4, 3), 80, None),  # twice is enough
    ],
)
def test_less_is_demanded_as_long_as_it_is_worth_it(refused, envy, offered):
    p = Position(CARDS | {"dragon": DRAGON}).levels(3, 3).wear(1, "crown")
    p = spurned(beating(p, 0, 3, 10, "dragon"), 1, 0, *refused)
    offers = [(Verb.OFFER, "", 0, n, PickOrder.HELPER) for n in range(1, 6)]
    verb, _, _, amount = taken(p, 1, Question.REACT, PASS, *offers, demand=80, envy=envy, danger=0)
    assert (amount if verb == Verb.OFFER else None) == offered


def test_what_a_helper_asks_less_for_is_taken_when_nobody_would_do_it_for_as_little():
    """Who has refused two Treasures offers to help for three, and three are what would be offered them next."""
    p = Position(CARDS | {"dragon": DRAGON}).levels(3, 3).wear(1, "crown")
    spurned(beating(p, 0, 3, 10, "dragon"), 0, 1, 2)
    assert offered(p, 3, envy=0) == Verb.ACCEPT
    assert offered(p, 4, envy=0) == Verb.REFUSE


KNEEPADS = {"kneepads": item(row(Op.FORCED_HELP, on=Trigger.IN_PLAY))}


@pytest.mark.parametrize(("worn", "asked"), [((), (1, 1)), (("kneepads",), (2, 0))])
def test_whoever_has_to_help_is_asked_first_and_for_nothing(worn, asked):
    """The third is of a higher Level and has to; the second, of the same Level, is worth 5 points as well for a share.

    4 against 6: 9 points more each win it. Without the kneepads the second is preferred, as the lower of the two.
    """
    p = Position(CARDS | KNEEPADS).levels(4, 4, 9).wear(0, *worn).wear(1, "crown")
    beating(p, 0, 4, 6, "ogre")
    options = [(Verb.ASK, "", s, n, int(n == 0)) for s in (1, 2) for n in (0, 1)]
    taken_option = taken(p, 0, Question.REACT, PASS, *options, share=50, level=90)
    assert (taken_option[2], taken_option[3]) == asked


@pytest.mark.parametrize(
    ("treasures", "held", "verb"),
    [
        (1, (), Verb.ACCEPT),
        (1, ("potion",), Verb.REFUSE),  # a Treasure is 30 and more; the 3 points missing are 12, and 8 for cards
        (0, ("potion",), Verb.ACCEPT),  # for nothing: the potion is kept
        (1, ("card 1",), Verb.ACCEPT),  # nothing that helps
    ],
)
def test_whoever_can_win_alone_accepts_help_only_for_less(treasures, held, verb):
    """One of two Treasures is no more than the share of half, 4 against 6."""
    p = beating(table_of_two(4, 4).hand(0, *held), 0, 4, 6)
    push(p.g, Step.ANSWER_HELP, 0, treasures, PickOrder.HELPER, -1, 1)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    assert taken(p, 0, Question.HELP, *options, subject=1, share=50)[0] == verb


ALONE = row(Op.STRENGTH, 1, on=Trigger.IN_PLAY, when=(Condition.ALONE, 0))
BANNED = {
    "crab": card(Kind.MONSTER, row(Op.SLOT_USELESS, a=Slot.HEAD, on=Trigger.IN_FIGHT), level=8, treasures=2),
    "medusa": card(Kind.MONSTER, row(Op.ITEMS_USELESS, on=Trigger.IN_FIGHT), level=8, treasures=2),
    "sobering": card(Kind.MONSTER, row(Op.CLASS_USELESS, on=Trigger.IN_FIGHT), level=8, treasures=2),
    "lizard": card(Kind.MONSTER, level=8, treasures=2),
    "loner": card(Kind.CLASS, ALONE, identity=8),
    "strong": card(Kind.CLASS, row(Op.STRENGTH, 2, on=Trigger.IN_PLAY), identity=16),
}


@pytest.mark.parametrize(
    ("monster", "worn", "points"),
    [
        ("lizard", "plain", 11),  # 4, the crown's 5, the Class's 2
        ("crab", "plain", 6),  # no headgear
        ("medusa", "plain", 6),  # no Item
        ("sobering", "plain", 9),  # no Class
        ("lizard", "loner", 10),  # the fighter loses a point by having a helper
    ],
)
def test_only_what_counts_in_this_combat_is_offered_as_help(monster, worn, points):
    cards = CARDS | BANNED | {"plain": card(Kind.CLASS, identity=32)}
    p = Position(cards).levels(4, 4, 4).wear(0, worn).wear(1, "crown", "strong").fight(0, monster)
    assert adds(p.g, p.book, 1) == points
    lead, helper = int(p.g.side) - int(p.g.foes), int(p.g.helper)
    p.g.helper = 1
    side, foes = p.strength()
    assert (side - foes - lead, helper) == (points, -1)  # as the combat counts once they have joined
