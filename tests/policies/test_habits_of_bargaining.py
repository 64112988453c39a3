"""What no person would do when bargaining, and in the choices that a card leaves, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.next_question import answer
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, unask
from engine.records.state import Zone
from engine.steps.offers.actions import throw
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, table, taken


@pytest.mark.parametrize("proposer", [0, 1])
def test_the_trade_refused_last_is_not_proposed_again_by_either(proposer):
    """The staff is of use to thieves alone, and its owner is none; one of the two has refused all the same."""

    def trade(p: Position) -> tuple[Any, ...]:
        options = (Verb.KICK_OPEN, "", -1, 0), (Verb.TRADE, "trinket 600", 1, p["staff"])
        return taken(p, 0, Question.ARRANGE, *options, trade=90)

    p = table().wear(0, "thief").carry(0, "trinket 600").carry(1, "staff")
    assert trade(p)[0] == Verb.TRADE
    unask(p.g)
    given, wanted = ("trinket 600", "staff") if proposer == 0 else ("staff", "trinket 600")
    push(p.g, Step.ANSWER_TRADE, 1 - proposer, p[given], p[wanted], proposer, 0)
    p.advance()
    assert p.options()[1][0] == Verb.REFUSE
    answer(p.g, p.book, 1)
    assert trade(p)[0] == Verb.KICK_OPEN


def test_help_is_asked_while_winning_where_the_rule_allows_it():
    """A lead of one against eight cards of a stranger: a helper is an insurance, if one may ask for one."""

    def insure(allowed: bool) -> Verb:
        p = table(help_require_losing=0 if allowed else 1).levels(5, 3, 3).wear(1, "crown")
        p.hand(2, *(f"card {i}" for i in range(8)))
        beating(p, 0, 9, 8, "ogre")
        return taken(p, 0, Question.REACT, (Verb.ASK, "", 1, 1), PASS, share=50, fear=40, level=90)[0]

    assert (insure(allowed=True), insure(allowed=False)) == (Verb.ASK, Verb.PASS)


def test_a_card_with_two_effects_is_used_for_the_better_one():
    """A thaw of three points kills the ogre that is two points stronger; one ten points stronger is sent away."""
    for foes, number in ((6, 2), (13, 1)):
        p = beating(table().levels(4).hand(0, "thaw"), 0, 4, foes, "ogre")
        assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "thaw", -1, 0))[0] == Verb.PLAY
        options = [(Verb.CHOOSE_NUMBER, "thaw", -1, n) for n in (1, 2)]
        assert taken(p, 0, Question.NUMBER, *options)[3] == number


def send_on(*worn: int) -> tuple[Any, ...]:
    """To whom the first player sends the Curse on that they have drawn; caps are on some heads."""
    cards = CARDS | {f"cap {s}": item(bonus=2, slot=Slot.HEAD) for s in range(3)}
    p = Position(cards | {"mirror": card(Kind.SPECIAL, row(Op.REDIRECT_CURSE))}).levels(4, 4, 3).hand(0, "mirror")
    for s in worn:
        p.wear(s, f"cap {s}")
    sent = [(Verb.PLAY, "mirror", s, Aim.SEAT) for s in (1, 2)]
    return taken(p, 0, Question.CURSE, *sent, PASS, subject=p["bareheaded"])


def test_a_curse_is_sent_on_to_somebody_whom_it_costs_something():
    assert [send_on(0, s)[2] for s in (1, 2)] == [1, 2]
    assert send_on(0)[0] == Verb.PLAY  # at least oneself is spared
    assert send_on()[0] == Verb.PASS  # no card is spent on a Curse that takes nothing from anybody


@pytest.mark.parametrize(("seat", "promised", "verb"), [(0, 3, Verb.PLAY), (0, 0, Verb.PASS), (1, 0, Verb.PLAY)])
def test_treasures_are_dealt_evenly_for_whoever_gets_more_by_it(seat, promised, verb):
    """Of three Treasures one each, and the odd one to whoever plays the card."""
    cards = {"eclipse": card(Kind.SPECIAL, row(Op.DEAL_EVENLY)), "ogre": card(Kind.MONSTER, level=4, treasures=3)}
    p = beating(Position(CARDS | cards).levels(3, 3, 3).hand(seat, "eclipse"), 0, 9, 4, "ogre")
    p.g.helper, p.g.deals[1].treasures = 1, promised
    assert taken(p, seat, Question.REACT, PASS, (Verb.PLAY, "eclipse", -1, Aim.NOTHING))[0] == verb
    p.g.helper = -1
    assert taken(p, seat, Question.REACT, PASS, (Verb.PLAY, "eclipse", -1, Aim.NOTHING))[0] == Verb.PASS


@pytest.mark.parametrize(("bonus", "verb"), [(2, Verb.KICK_OPEN), (3, Verb.USE)])
def test_two_levels_are_paid_for_a_good_weapon_that_has_turned_against_its_owner(bonus, verb):
    """A Level is worth 40 points and one of strength 16: 80 against 64, or against 96."""
    evil = card(Kind.CURSE, row(Op.EVIL, on=Trigger.IN_PLAY), row(Op.CURE, a=2, on=Trigger.ABILITY))
    p = Position({"evil": evil, "axe": item(bonus=bonus, slot=Slot.HAND)}).levels(4, 3, 3).carry(0, "evil")
    p.place(Zone.HELD, 0, "axe")
    p.g.host[p["axe"]] = p["evil"]
    cure = int(p.book.card[p["evil"]]["first"]) + 1
    assert taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.USE, "evil", -1, cure))[0] == verb


@pytest.mark.parametrize(
    ("aim", "thrower", "side", "foes", "number"),
    [
        (Aim.MONSTER, 0, 4, 6, 2),  # 4 against 6, three of them thrown: turned over it is 7 against 3
        (Aim.SIDE, 1, 8, 6, 2),  # a rival's side leads by 2 with three that were thrown: 5 against 9
    ],
)
def test_a_thrown_card_is_turned_over_by_whom_it_harms(aim, thrower, side, foes, number):
    rows = (row(Op.EITHER), row(Op.PICK_UP, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)))
    picker = card(Kind.ONE_SHOT, *rows, row(Op.TURN_OVER, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)), timing=2)
    goo = card(Kind.ONE_SHOT, bonus=3, tags=int(Tag.ICHOR))
    fighter = 0 if aim == Aim.MONSTER else 1
    p = Position(CARDS | {"picker": picker, "goo": goo}).levels(4, 4).hand(thrower, "goo").hand(0, "picker")
    p.fight(fighter, "ogre")
    throw(p.g, p.book, thrower, p["goo"], 0, aim)
    beating(p, fighter, side, foes)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "picker", p["goo"], Aim.ITEM))[0] == Verb.PLAY
    push(p.g, Step.CHOOSE, 0, 2, p["picker"], p["goo"], 0)
    options = [(Verb.CHOOSE_NUMBER, "picker", -1, n) for n in (1, 2)]
    assert taken(p, 0, Question.NUMBER, *options)[3] == number
