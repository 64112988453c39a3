"""Help: whom one asks and whom not, who gives it for nothing, and whether one counts on a second helper."""

from __future__ import annotations

from itertools import product

import pytest

from engine.board.munchkin_side import helpers_of
from engine.policies.danger import peril, threat
from engine.policies.help_worth import adds, gladness, lead, part
from engine.policies.joint_help import STEPS, added, bid, reach
from engine.policies.moments import awaiting
from engine.policies.weights import Weight
from engine.records.agenda import Step, push
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb
from engine.records.state import Status
from engine.steps.combat.help_terms import is_forced, promisable
from tests.effects.build import Position, card, item, row
from tests.policies.test_bargains import spurned
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, table, taken


def test_what_was_refused_is_not_asked_again():
    def request(spurned: int) -> Verb:
        p = table().levels(3, 3).wear(1, "crown")
        beating(p, 0, 3, 4)
        p.g.spurned[0] = spurned
        return taken(p, 0, Question.REACT, (Verb.ASK, "", 1, 1), PASS, share=50)[0]

    assert (request(0), request(2)) == (Verb.ASK, Verb.PASS)


def test_help_is_asked_of_whoever_has_not_sent_the_monster():
    def target(opposed: int, treasure: int = 30) -> int:
        p = (
            Position(CARDS | {"helmet": item(bonus=5, slot=Slot.HEAD)})
            .levels(3, 3, 3)
            .wear(1, "crown")
            .wear(2, "helmet")
        )
        beating(p, 0, 3, 4)
        p.g.opposed = opposed
        asks = [(Verb.ASK, "", seat, 1) for seat in (1, 2)]
        return taken(p, 0, Question.REACT, *asks, PASS, share=50, treasure=treasure)[2]

    assert (target(0b010), target(0b100)) == (2, 1)
    assert target(0b110, treasure=0) == -1  # both have, and a Treasure is nothing to them: nobody is asked


@pytest.mark.parametrize(
    ("amount", "monsters", "strengths", "verb"),
    [
        (2, ("ogre",), (4, 8), Verb.PLAY),  # the only one goes
        (2, ("goblin", "ogre"), (4, 12), Verb.PASS),  # the goblin goes: still 4 against 8
        (2, ("goblin", "ogre"), (9, 12), Verb.PLAY),  # 9 against the 8 of the ogre
        (1, ("goblin", "ogre"), (4, 12), Verb.PASS),  # the ogre goes: 4 against 4
        (1, ("goblin", "ogre"), (5, 12), Verb.PLAY),  # 5 against 4
        (Amount.ALL, ("goblin", "ogre"), (4, 12), Verb.PLAY),
    ],
)
def test_no_monster_is_sent_away_if_the_rest_wins_all_the_same(amount, monsters, strengths, verb):
    bicker = card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, amount), timing=2)
    p = beating(Position(CARDS | {"bicker": bicker}).levels(4, 4, 4).hand(0, "bicker"), 0, *strengths, *monsters)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "bicker", -1, Aim.NOTHING))[0] == verb


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


OGRES = CARDS | {
    "miser": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8, treasures=1),
    "crowd": card(
        Kind.MONSTER,
        row(Op.STRENGTH, 9, on=Trigger.IN_FIGHT, when=(Condition.HELPERS_AT_LEAST, 2)),
        level=8,
        treasures=2,
    ),
    "pair": card(
        Kind.MONSTER,
        row(Op.STRENGTH, 1, on=Trigger.IN_FIGHT, when=(Condition.HELPERS_AT_LEAST, 2)),
        level=8,
        treasures=2,
    ),
}
ASKS = [(Verb.ASK, "", s, 1, PickOrder.HELPER) for s in (1, 2)]


def losing_both(most: int, monster: str = "ogre", seats: int = 3) -> Position:
    """Seat 0 fights at 3 against 8; everybody else would bring 3 points: one is not enough, two are."""
    p = beating(Position(OGRES, seats, help_max=most).levels(*[3] * seats), 0, 3, 8, monster)
    for s in range(seats):
        for name, value in (PERSON | {"share": 30}).items():
            p.book.work.weights[s, Weight[name.upper()]] = value
    return p


@pytest.mark.rule("help.ask", "help.one-only")
@pytest.mark.parametrize(
    ("most", "seats", "verb"), [(1, 3, Verb.PASS), (2, 3, Verb.ASK), (5, 3, Verb.ASK), (5, 2, Verb.PASS)]
)
def test_somebody_is_asked_who_is_enough_only_with_another(most, seats, verb):
    options = ASKS[: seats - 1]
    assert taken(losing_both(most, seats=seats), 0, Question.REACT, PASS, *options, share=30)[0] == verb


@pytest.mark.rule("help.bribe-items")
def test_what_the_second_helper_would_want_must_be_left():
    """Of the single Treasure nothing is left for another, and nobody helps for nothing."""
    assert taken(losing_both(2, "miser"), 0, Question.REACT, PASS, *ASKS, share=30)[0] == Verb.PASS


def answered(p: Position, treasures: int = 1, **weights: int) -> Verb:
    push(p.g, Step.ANSWER_HELP, 1, treasures, PickOrder.HELPER, -1, 0)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0)
    return taken(p, 1, Question.HELP, *options, subject=0, share=30, **weights)[0]


@pytest.mark.rule("help.ask", "help.one-only")
def test_who_is_asked_agrees_only_if_another_can_be_hoped_for():
    assert [answered(losing_both(most)) for most in (1, 2)] == [Verb.REFUSE, Verb.ACCEPT]
    p = losing_both(2)
    p.g.dead[2] = 1
    assert answered(p) == Verb.REFUSE
    q = losing_both(2)
    q.g.spurned[0], q.g.rebuffs[0, 2] = 1 << 2, 2  # they will not be asked a third time
    assert answered(q) == Verb.REFUSE


@pytest.mark.rule("help.ask")
def test_help_that_hangs_on_another_is_a_risk():
    """The others come seven times of ten: half of two Levels of Bad Stuff, 35 of 60, are not worth a Treasure."""
    assert [answered(losing_both(2), danger=weight) for weight in (20, 400)] == [Verb.ACCEPT, Verb.REFUSE]


@pytest.mark.rule("help.one-only")
def test_thinking_of_helpers_leaves_no_trace():
    p = losing_both(3, seats=5)
    before = p.g.tobytes()
    assert int(lead(p.g)) == -5
    assert int(reach(p.g, p.book, 0, 1, 1)) == 1  # 9 against 8: no more are counted than it takes
    assert int(reach(p.g, p.book, 1, 1, 2)) == -2  # all is promised: nobody else is glad to help
    assert told_bid(p, 0, 2) == 1 and p.g.tobytes() == before and helpers_of(p.g) == ()


@pytest.mark.rule("combat.monster-specials", "help.one-only")
def test_a_monster_that_is_stronger_against_two_helpers_is_foreseen():
    assert int(reach(losing_both(2).g, losing_both(2).book, 0, 1, 1)) == 1
    p = losing_both(2, "crowd")
    assert int(reach(p.g, p.book, 0, 1, 1)) == -2  # the second brings 3 and costs 9


@pytest.mark.rule("help.one-only")
def test_what_somebody_brings_does_not_hang_on_whom_one_thought_of_first():
    p = losing_both(2, "pair")
    assert int(reach(p.g, p.book, 0, 1, 1)) == 0  # 3 and 3 and 3 against 8 and 1
    assert int(added(p.g, p.book, 2)) == 3  # alone: the monster is no stronger


LEVELS = (0, 20, 40, 80, 200)
"""Weights of a Level: nothing, a half, one, two and five times what it is to a sensible person."""
PRIZES = (-130, -35, 0, 20, 60)
"""Weights of helping for its own sake: what somebody wants for it beside a share, or would give for it."""


def told_bid(p: Position, judge: int, other: int) -> int:
    return int(bid(p.g, p.book, judge, other, int(lead(p.g)) + int(adds(p.g, p.book, other))))


def bid_by_trying(p: Position, judge: int, other: int) -> int:
    """The least number of Treasures from the opening offer on that makes somebody glad, of all that can be promised."""
    g, book = p.g, p.book
    fighter = int(g.fighter)
    if is_forced(g, book, other, fighter):
        return 0
    opening = int(part(g, book, int(book.work.weights[judge, Weight.SHARE])))
    if int(g.spurned[fighter]) >> other & 1:
        if g.terms[fighter, other] == 0 or g.rebuffs[fighter, other] >= STEPS:
            return -1
        opening = max(opening, int(g.terms[fighter, other]))
    odds = max(5, min(95, 50 + 5 * (int(lead(g)) + int(adds(g, book, other)) - int(threat(g, book, judge, fighter)))))
    danger = int(peril(g, book, other)) * int(book.work.weights[judge, Weight.DANGER]) // 60
    gain = int(awaiting(g, book, other, Trigger.HELPED)) - danger * (100 - odds) // 100
    for treasures in range(opening, int(promisable(g, book)) + 1):
        if int(gladness(g, book, judge, other, treasures)) + gain > 0:
            return treasures
    return -1


HOARD = CARDS | {"hoard": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.BAD_STUFF), level=8, treasures=9)}


def asking(case: str) -> Position:
    """Seat 0 fights for nine Treasures and may ask seat 1, who is behind by a Level."""
    switches = {"shared_victory": 1} if case == "win together" else {}
    p = Position(HOARD, 3, **switches).levels(*((9, 8, 3) if case.startswith("win") else (5, 4, 3)))
    beating(p, 0, 3, 8, "hoard")
    if case in ("refused", "too often"):
        p.g.spurned[0], p.g.terms[0, 1], p.g.rebuffs[0, 1] = 1 << 1, 4, 1 if case == "refused" else STEPS
    if case == "forced":
        p.g.status[1] = Status.MUST_HELP
    return p


@pytest.mark.rule("help.bribe-items")
@pytest.mark.parametrize("case", ["plain", "refused", "too often", "forced", "win alone", "win together"])
def test_what_is_bid_for_help_is_the_least_that_is_likely_to_win_it(case):
    """Against a plain loop over all offers: no more than is needed, and nothing where nothing is enough."""
    p, found = asking(case), set()
    for level, prize, treasure, share in product(LEVELS, PRIZES, (0, 7, 30), (0, 20, 100)):
        weights = PERSON | {"level": level, "help": prize, "treasure": treasure, "share": share, "envy": 30}
        for name, value in weights.items():
            p.book.work.weights[:3, Weight[name.upper()]] = value
        wanted = bid_by_trying(p, 0, 1)
        assert told_bid(p, 0, 1) == wanted, weights
        found.add(wanted)
    assert len(found) >= (5 if case == "plain" else 1), found  # and there are several answers to find


@pytest.mark.parametrize(("danger", "wanted"), [(0, 1), (10, 1), (20, 2)])
def test_whoever_asks_weighs_what_a_lost_fight_costs_the_helper(danger, wanted):
    """Two Levels, 20 points, by four faces of six; at a lead of 3 the fight is lost in 35 of 100: 4 points at 10, or 9.

    A Treasure is worth 30, helping costs 25: 5 are left of the first one.
    """
    p = beating(table().levels(3, 3, 3).wear(1, "crown"), 0, 3, 8, "ogre")
    for name, value in (PERSON | {"help": -25, "share": 50, "danger": danger}).items():
        p.book.work.weights[:3, Weight[name.upper()]] = value
    assert told_bid(p, 0, 1) == wanted


@pytest.mark.parametrize(("name", "verb"), [("death", Verb.ASK), ("goblin", Verb.PASS)])
def test_who_may_die_asks_in_vain_rather_than_not_at_all(name, verb):
    """Nobody cares for Treasures; all that can be promised is two."""
    death = card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=4, treasures=2)
    p = beating(Position(CARDS | {"death": death}).levels(3, 3, 3).wear(1, "crown"), 0, 3, 4, name)
    asks = [(Verb.ASK, "", 1, n, PickOrder.HELPER) for n in (1, 2)]
    found = taken(p, 0, Question.REACT, *asks, PASS, share=50, treasure=0, help=-50)
    assert found[0] == verb and (verb == Verb.PASS or found[3] == 2)
