"""Choices that make a whole table ask why, and what no person would do when bargaining, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.next_question import answer
from engine.policies.help_worth import own_reserve
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb, unask
from engine.records.state import Status, Zone
from engine.steps.offers.actions import throw
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
    ("level", "leader", "his", "mine", "verb"),
    [
        (1, 8, ("trinket 900",), ("trinket 200",), Verb.PLAY),  # 5 points against half of 60 and 61
        (1, 8, ("trinket 900",), ("crown",), Verb.PASS),  # 93 points
        (5, 7, ("trinket 900",), ("trinket 200",), Verb.PASS),  # a Level besides: 45 against half of 40 and 15
        (5, 7, ("trinket 900",), ("trinket 900 too",), Verb.PLAY),  # 19 points
        (5, 7, ("trinket 900", "trinket 200"), ("crown", "trinket 300"), Verb.PLAY),  # they give the 200, and one 300
        (3, 6, ("trinket 900",), (), Verb.PASS),  # whoever has nothing pays with a level: 40 against half of 20 and 30
        (1, 6, ("trinket 900",), (), Verb.PLAY),  # if they have one
    ],
)
def test_a_tax_that_all_pay_is_weighed_by_ones_own_share(level, leader, his, mine, verb):
    tax = card(Kind.CURSE, row(Op.TAX, 1, on=Trigger.CURSED))
    p = Position(CARDS | {"tax": tax, "trinket 900 too": item(gold=900)})
    p = p.levels(level, leader, 3).hand(0, "tax").carry(1, *his).wear(0, *mine)
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "tax", 1, Aim.SEAT))[0] == verb


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
