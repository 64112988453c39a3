"""Player against player and side by side: duels, who is seen to work against a fight, help that is owed."""

from __future__ import annotations

import pytest

from engine.board.kept_curses import combat_is_over_for
from engine.board.monsters import add_monster, open_fight
from engine.policies.decide import outlook, utility
from engine.policies.help_worth import NEVER
from engine.policies.moments import help_owed
from engine.policies.paid_power_worth import paid_power
from engine.policies.weights import Weight
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, ask
from engine.records.state import Status
from engine.records.step_values import Opponent, Price, Until
from engine.steps.combat.help_terms import is_forced
from engine.steps.offers.actions import enhance, throw
from engine.steps.offers.fight_powers import change_strength
from engine.steps.step_dispatch import run_step
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, beating

DUEL = (row(Op.PAY_ON_TURN, 1, Price.NOTHING, on=Trigger.ABILITY), row(Op.DUEL, a=Opponent.CHOSEN, on=Trigger.USED))
DUELLISTS = {
    "rule": card(Kind.RULE, *DUEL, row(Op.DRAW, 1, 1, on=Trigger.DUEL_WON),
                 row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST)),
    "curse": card(Kind.CURSE, row(Op.DUEL, a=Opponent.LEFT, on=Trigger.CURSED),
                  row(Op.LOSE_LEVELS, 2, on=Trigger.DUEL_LOST)),
    "sword": item(bonus=3), "stick": item(bonus=1), **{f"gift {i}": item() for i in range(3)},
}  # fmt: skip


def table(mine: int, *others: int) -> Position:
    """Seat 0 has the rule; seat 1 uses a sword of 3, which counts."""
    p = Position(DUELLISTS).levels(mine, *others).carry(0, "rule").wear(1, "sword")
    p.book.work.weights[0, Weight.LEVEL], p.book.work.weights[0, Weight.TREASURE] = 60, 20
    p.book.work.weights[0, Weight.HINDER] = 40
    return p.step(Step.ARRANGE)


@pytest.mark.parametrize(("other", "drawn"), [
    (1, [0, 1, 0]),
    (2, [0, 0, 1]),
])  # fmt: skip
def test_the_weaker_one_loses_a_level_and_the_stronger_one_draws(other, drawn):
    """Level 5, 3 + 3 and 6: seat 0 loses against both of the others."""
    p = table(5, 3, 6)
    p.choose("rule").choose(target=other)
    assert p.level_list() == [4, 3, 6]
    assert [len([n for n in p.hand_of(s) if n.startswith("gift")]) for s in range(3)] == drawn
    assert p.count(Ev.DUEL) == 1


def test_both_are_concerned_however_a_duel_ends():
    """Two of Level 6 throw away a Level each; of 6 against 4 the weaker one loses two."""
    both = row(Op.LOSE_LEVELS, 1, on=Trigger.DUELLED)
    rule = card(Kind.RULE, *DUEL, both, row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST))
    for other, left in ((1, [5, 5, 4]), (2, [5, 6, 2])):
        p = Position({**DUELLISTS, "rule": rule}).levels(6, 6, 4).carry(0, "rule").step(Step.ARRANGE)
        p.choose("rule").choose(target=other)
        assert p.level_list() == left


def test_nothing_happens_to_equals():
    p = table(6, 3, 6)
    p.choose("rule").choose(target=1)
    assert p.level_list() == [6, 3, 6] and not any(p.hand_of(s) for s in range(3))


def test_a_card_may_name_whom_one_fights():
    """Level 4 against 5 on the left: two Levels lost."""
    p = Position(DUELLISTS).levels(4, 5, 1).run("curse", on=Trigger.CURSED)
    assert p.level_list() == [2, 5, 1]


@pytest.mark.parametrize(("levels", "begins", "whom"), [
    ((8, 3, 2), True, 1), ((4, 6, 3), True, 2), ((3, 6, 5), False, None), ((6, 3, 6), False, None),
])  # fmt: skip
def test_one_fights_whom_one_beats(levels, begins, whom):
    """3 + 3 and 2 lose against eight, and the first of them lies nearer to the win; 9 and 5 beat three."""
    p = table(*levels)
    outlook(p.g, p.book, 0)
    (i,) = [i for i, o in enumerate(p.options()) if o[1] == "rule"]
    assert (utility(p.g, p.book, 0, i) > 0) == begins
    if begins:
        p.choose("rule")
        worth = {o[2]: int(utility(p.g, p.book, 0, i)) for i, o in enumerate(p.options())}
        assert max(worth, key=lambda s: worth[s]) == whom


def test_whoever_is_sheltered_is_challenged_by_nobody_until_their_turn_begins():
    """Both duellists are sheltered afterwards; of three only the third may be met then, and soon nobody."""
    shelter = row(Op.SET_STATUS, a=Status.SHELTERED, b=Until.NEXT_TURN, on=Trigger.DUELLED)
    rule = card(Kind.RULE, *DUEL, shelter, row(Op.LOSE_LEVELS, 1, on=Trigger.DUEL_LOST))
    p = Position({**DUELLISTS, "rule": rule}).levels(5, 3, 6).carry(0, "rule")
    p.step(Step.ARRANGE).choose("rule").choose(target=1)
    assert [int(p.g.status[s]) & Status.SHELTERED != 0 for s in range(3)] == [True, True, False]
    p.step(Step.ARRANGE).choose("rule")
    assert p.count(Ev.DUEL) == 2 and int(p.g.status[2]) & Status.SHELTERED != 0
    p.step(Step.ARRANGE).choose("rule")
    assert p.count(Ev.DUEL) == 2
    p.run("curse", on=Trigger.CURSED)
    assert p.count(Ev.DUEL) == 2 and p.level_list() == [4, 2, 6]
    p.g.agenda_n, p.g.asked, p.g.options = 0, -1, 0
    push(p.g, Step.TURN, *[0] * 5)
    run_step(int(Step.TURN), p.g, p.book)
    assert [int(p.g.status[s]) & Status.SHELTERED != 0 for s in range(3)] == [True, False, True]


OPPOSED = {
    "ogre": card(Kind.MONSTER, level=5),
    "goblin": card(Kind.MONSTER, level=1),
    "angry": card(Kind.ENHANCER, bonus=5),
    "baby": card(Kind.ENHANCER, bonus=-5),
    "acid": card(Kind.ONE_SHOT, bonus=3),
    "ink": card(Kind.SPECIAL, row(Op.STRENGTHEN_ALL, 2)),
    "twist": card(Kind.SPECIAL, row(Op.TURN_OVER)),
    "thick": card(Kind.SPECIAL, row(Op.COUNT_TWICE)),
}


def fight(seat: int, name: str) -> Position:
    return Position(OPPOSED, 4).hand(seat, name).fight(0, "ogre", helper=1)


def enhanced(seat: int, name: str) -> int:
    p = fight(seat, name)
    enhance(p.g, p.book, seat, p[name], 0)
    return int(p.g.opposed)


def thrown(seat: int, aim: Aim) -> int:
    p = fight(seat, "acid")
    throw(p.g, p.book, seat, p["acid"], 0, aim)
    return int(p.g.opposed)


def test_whoever_strengthens_the_monsters_from_outside():
    assert (enhanced(2, "angry"), enhanced(3, "angry"), enhanced(2, "baby")) == (0b0100, 0b1000, 0)
    assert (thrown(2, Aim.MONSTER), thrown(2, Aim.SIDE)) == (0b0100, 0)


def test_those_who_fight_do_not_oppose_themselves():
    assert enhanced(0, "angry") == enhanced(1, "angry") == thrown(1, Aim.MONSTER) == 0


def test_monsters_that_are_sent_and_strength_that_is_taken():
    p = fight(3, "goblin")
    add_monster(p.g, p.book, p["goblin"], 3, 0)
    change_strength(p.g, p.book, 2, 0, -2, -1)
    assert p.g.opposed == 0b1100
    change_strength(p.g, p.book, 1, 0, 2, -1)
    add_monster(p.g, p.book, p["goblin"], -1, 0)
    assert p.g.opposed == 0b1100
    open_fight(p.g, p.book, 2, 0)
    assert p.g.opposed == 0


def test_a_special_that_strengthens_all():
    p = fight(2, "ink")
    p.run("ink", who=2, by=2)
    assert p.g.opposed == 0b0100


def test_a_one_shot_that_is_turned_against_the_munchkins_or_counted_twice_for_the_monsters():
    p = fight(0, "acid")
    throw(p.g, p.book, 0, p["acid"], 0, Aim.SIDE)
    assert p.run("thick", who=2, by=2, other=p["acid"]).g.opposed == 0
    assert p.run("twist", who=2, by=2, other=p["acid"]).g.opposed == 0b0100
    assert p.run("thick", who=3, by=3, other=p["acid"]).g.opposed == 0b1100


DARE = card(
    Kind.RULE,
    row(Op.PAY_IN_FIGHT, 1, a=Price.NOTHING, on=Trigger.ABILITY),
    row(Op.ROLL_AGAINST, a=Opponent.CHOSEN, on=Trigger.USED),
    row(Op.OWE_HELP, on=Trigger.ROLLED_LOWER),
)
BOX = CARDS | {"dare": DARE}


def owing(who: int, to: int) -> Position:
    """Seat 0 fights; the one was lower than the other."""
    p = Position(BOX, 3).wear(0, "dare").fight(0, "ogre")
    p.g.refused[to] = p.g.spurned[to] = 0b111
    return p.run("dare", who=who, by=to, on=Trigger.ROLLED_LOWER)


def forced(p: Position) -> list[tuple[int, int]]:
    """Who has to help whom, if they are asked."""
    return [(s, f) for f in range(3) for s in range(3) if s != f and int(is_forced(p.g, p.book, s, f)) == 1]


@pytest.mark.rule("help.ask")
def test_who_is_lower_helps_the_fighter_now_and_once():
    p = owing(1, 0)
    assert forced(p) == [(1, 0)] and int(p.g.spurned[0]) == int(p.g.refused[0]) == 0b101
    combat_is_over_for(p.g, p.book, 0)
    assert forced(p) == []


@pytest.mark.rule("help.ask")
def test_a_fighter_who_is_lower_helps_in_the_next_combat_of_the_other():
    p = owing(0, 2)
    assert forced(p) == []  # it is not the other's combat that goes on
    combat_is_over_for(p.g, p.book, 0)
    p.fight(1, "goblin")
    assert forced(p) == []
    combat_is_over_for(p.g, p.book, 1)
    p.fight(2, "goblin")
    assert forced(p) == [(0, 2)]
    combat_is_over_for(p.g, p.book, 2)
    assert forced(p) == []


@pytest.mark.rule("help.ask")
def test_only_the_other_one_of_a_contest_owes_help_where_it_is_said_of_them_alone():
    once = card(Kind.RULE, row(Op.OWE_HELP, on=Trigger.ROLLED_LOWER, when=(Condition.NOT_OWN_TURN, 0)))
    for who, by, owed in ((1, 0, [(1, 0)]), (0, 1, [])):
        p = Position(CARDS | {"dare": once}, 3).wear(0, "dare").fight(0, "ogre")
        p.g.active = 0
        p.run("dare", who=who, by=by, on=Trigger.ROLLED_LOWER)
        assert forced(p) == owed and (int(p.g.owes[who]) != 0) == bool(owed)


@pytest.mark.rule("death.no-cards")
def test_nobody_owes_themselves_and_the_dead_owe_nothing():
    assert int(owing(1, 1).g.owes[1]) == 0
    p = Position(BOX, 3).wear(0, "dare").fight(0, "ogre")
    p.g.dead[1] = 1
    assert int(p.run("dare", who=1, by=0, on=Trigger.ROLLED_LOWER).g.owes[1]) == 0


@pytest.mark.parametrize(("side", "turns"), [(3, True), (2, False), (9, False)])
def test_it_is_dared_where_the_other_would_turn_the_fight(side, turns):
    """Against 8: the crown of seat 1, who is of Level 1, adds 6, which is enough for 3 points and not for 2.

    Whoever wins anyway dares nothing.
    """
    p = Position(BOX, 3).levels(1, 1, 1).wear(0, "dare").wear(1, "crown")
    beating(p, 0, side, 8, "ogre")
    ask(p.g, 0, Question.REACT, -1)
    assert [int(help_owed(p.g, p.book, 0, p["dare"], s)) for s in (1, 2)] == [int(turns), 0]
    r = int(p.book.card[p["dare"]].first)
    worth = int(paid_power(p.g, p.book, 0, r, p["dare"], 100))
    assert worth == (50 if turns else NEVER)
