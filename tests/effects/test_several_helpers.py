"""Several may help in one combat: strengths, bargains, flight and rewards, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board.combat_rewards import levels_won
from engine.board.munchkin_side import clear_helpers, drop_helper, helper_bits, helper_count, helpers_of, side_identity
from engine.next_question import answer
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ending, Ev
from engine.records.faults import Breach
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb
from engine.records.state import FightFlag, Phase, Zone
from engine.records.step_values import Chooser
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.combat.help_steps import ask_options, send_home
from engine.steps.combat.help_terms import may_help, promisable
from engine.steps.offers.actions import do_play
from engine.steps.offers.flight_escape import settle
from tests.effects.build import Position, card, item, row
from tests.engine.sound_tables import breach, fighting

ELF, MAGE, BARD = 64, 16, 32
CARDS: dict[str, dict[str, Any]] = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.BAD_STUFF), level=9, treasures=4),
    "rat": card(Kind.MONSTER, level=1, treasures=1),
    "snob": card(Kind.MONSTER, row(Op.NO_HELPER, a=ELF, on=Trigger.IN_FIGHT), level=9, treasures=2),
    "moth": card(
        Kind.MONSTER, row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, MAGE)), level=5, treasures=2
    ),
    "gossip": card(Kind.MONSTER, row(Op.GIVE_LEVEL, 1, Chooser.UNCAUGHT, on=Trigger.BAD_STUFF), level=9),
    "elf": card(Kind.RACE, row(Op.HELPER_LEVEL, 1, on=Trigger.IN_PLAY), identity=ELF),
    "elf too": card(Kind.RACE, row(Op.HELPER_LEVEL, 1, on=Trigger.IN_PLAY), identity=ELF),
    "mage": card(Kind.CLASS, identity=MAGE),
    "mage too": card(Kind.CLASS, identity=MAGE),
    "knight": card(Kind.CLASS, row(Op.WINS_TIES, on=Trigger.IN_PLAY), identity=BARD),
    "cup": item(gold=200),
    "crown": item(gold=400, slot=Slot.HEAD),
    "swap": card(Kind.ONE_SHOT, row(Op.TAKE_OVER), timing=int(Timing.COMBAT)),
    "smoke": card(Kind.ONE_SHOT, row(Op.ESCAPE, 2), timing=int(Timing.FLIGHT)),
    "guest": card(Kind.GUEST_STAR),
    **{f"treasure {i}": item(gold=100 * i) for i in range(1, 6)},
}


def table(seats: int = 4, most: int = 3, **switches: int) -> Position:
    return Position(CARDS, seats, help_max=most, **switches)


def helpers(p: Position) -> tuple[int, ...]:
    return helpers_of(p.g)


def promise(p: Position, helper: int, treasures: int, pick: PickOrder = PickOrder.HELPER) -> None:
    p.g.deals[helper].treasures, p.g.deals[helper].pick = treasures, pick


def agree(p: Position, helper: int, treasures: int = 0, item: str = "") -> Position:
    """The fighter asks somebody, who accepts."""
    p.step(Step.ANSWER_HELP, helper, treasures, PickOrder.HELPER, p[item] if item else -1, int(p.g.fighter))
    answer(p.g, p.book, 0)
    return p


def asked_for(p: Position) -> set[tuple[int, int]]:
    """Whom the fighter may ask, and for how many Treasures at most."""
    asks = [(target, n) for _, _, target, n in requests(p)]
    return {(s, max(n for t, n in asks if t == s)) for s, _ in asks}


def requests(p: Position) -> list[tuple[Any, ...]]:
    p.g.options = 0
    ask_options(p.g, p.book, int(p.g.fighter), 0)
    found, p.g.options = p.options(), 0
    return found


@pytest.mark.rule("help.one-only")
def test_two_helpers_win_together_what_one_cannot():
    p = table().levels(3, 4, 4, 1)
    assert [p.fight(0, "ogre", helper=who).strength()[0] for who in ((), (1,), (1, 2))] == [3, 7, 11]
    assert p.step(Step.JUDGE).level_list() == [4, 4, 4, 1]


@pytest.mark.rule("help.one-only", "help.shared-vulnerability", "class.warrior-wins-ties")
def test_each_helper_brings_their_ties_and_what_they_are():
    p = table().levels(3, 3, 3, 1).wear(2, "knight").fight(0, "ogre", helper=(1, 2))
    assert p.strength() == (9, 9) and p.g.ties == 1
    assert int(side_identity(p.g)) & (BARD | MAGE) == BARD


@pytest.mark.rule("help.not-twice", "help.shared-vulnerability")
def test_a_monster_has_its_bonus_once_for_all_helpers():
    for who, foes in (((3,), 5), ((1,), 9), ((1, 2), 9)):
        assert table().wear(1, "mage").wear(2, "mage too").fight(0, "moth", helper=who).strength()[1] == foes


@pytest.mark.rule("help.ask", "help.one-only", "help.bribe-items")
def test_the_fighter_asks_again_as_long_as_there_is_room_and_something_left():
    p = table(most=2).levels(1, 1, 1, 1).fight(0, "ogre")
    assert asked_for(p) == {(1, 4), (2, 4), (3, 4)}
    agree(p, 2, 3)
    assert helpers(p) == (2,) and asked_for(p) == {(1, 1), (3, 1)}
    agree(p, 1, 1)
    assert helpers(p) == (2, 1) and asked_for(p) == set()
    assert [int(may_help(p.g, p.book, s)) for s in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("help.one-only")
@pytest.mark.parametrize(("seats", "most"), [(3, 5), (4, 3), (6, 5), (8, 5), (8, 2)])
def test_as_many_help_as_the_rule_and_the_table_allow(seats, most):
    p = table(seats, most).fight(0, "ogre")
    for s in range(1, seats):
        if may_help(p.g, p.book, s):
            agree(p, s)
    many = min(most, seats - 1)
    assert helpers(p) == tuple(range(1, 1 + many))
    assert (int(helper_count(p.g)), int(helper_bits(p.g))) == (many, sum(1 << s for s in range(1, 1 + many)))
    assert p.strength() == (1 + many, 9)


@pytest.mark.rule("help.bribe-items", "help.item-bribe-timing")
def test_an_item_is_promised_to_one_helper_only_and_each_gets_theirs():
    p = table().carry(0, "cup", "crown").fight(0, "rat")
    p.g.pledged[p["cup"]] = 2
    agree(p, 1, 0, "cup")
    assert {name for _, name, _, _ in requests(p)} == {"", "crown"}
    p.g.pledged[p["crown"]] = 2
    agree(p, 2, 0, "crown")
    p.step(Step.REWARD, 1)
    assert (p.table_of(0), p.table_of(1), p.table_of(2)) == ([], ["cup"], ["crown"])


@pytest.mark.rule("help.bribe-items")
def test_what_a_helper_was_promised_is_free_again_once_they_have_gone():
    p = table().carry(0, "cup").fight(0, "ogre")
    p.g.pledged[p["cup"]] = 2
    agree(agree(p, 1, 3, "cup"), 2, 1)
    assert int(promisable(p.g, p.book)) == 0
    drop_helper(p.g, 1)
    assert helpers(p) == (2,) and int(promisable(p.g, p.book)) == 3
    assert p.g.pledged[p["cup"]] == 2 and int(p.g.deals[1].bribe) == -1
    clear_helpers(p.g)
    assert helpers(p) == () and int(promisable(p.g, p.book)) == 4


def shared(*deals: tuple[int, PickOrder], treasures: int = 4, dead: int = -1) -> list[int]:
    """Who picks, one after the other, when helpers 1, 2 .. have these deals; the best that lies there each time."""
    p = table(most=3).fight(0, "ogre", helper=tuple(range(1, 1 + len(deals))))
    for s, (number, order) in enumerate(deals, 1):
        promise(p, s, number, order)
    p.place(Zone.OPEN, -1, *[f"treasure {i}" for i in range(1, treasures + 1)])
    if dead >= 0:
        p.g.dead[dead] = 1
    p.step(Step.SHARE, treasures, 0, -1, 0, -1)
    picks = []
    while p.g.asked >= 0:
        picks.append(int(p.g.asked))
        answer(p.g, p.book, int(p.g.options) - 1)
        p.advance()
    rest = [int(p.g.owner[p[f"treasure {i}"]]) for i in range(1, treasures + 1)]
    return picks + [s for s in set(rest) for _ in range(rest.count(s) - picks.count(s))]


@pytest.mark.rule("help.bribe-pick-order", "help.bribe-items")
@pytest.mark.parametrize(
    ("deals", "picks"),
    [
        # All who pick first, as they joined; then the fighter.
        (((1, PickOrder.HELPER), (2, PickOrder.HELPER)), [1, 2, 2, 0]),
        # The fighter, all of the one, all of the other, and the fighter again.
        (((1, PickOrder.FIGHTER), (1, PickOrder.FIGHTER)), [0, 1, 2, 0]),
        # In turns with both of them.
        (((1, PickOrder.ALTERNATE), (2, PickOrder.ALTERNATE)), [0, 1, 2, 2]),
        (((1, PickOrder.FIGHTER), (1, PickOrder.HELPER)), [2, 0, 1, 0]),
        # Fewer Treasures than were promised: who joined first gets all of theirs.
        (((3, PickOrder.HELPER), (3, PickOrder.HELPER)), [1, 1, 1, 2]),
        (((0, PickOrder.HELPER), (4, PickOrder.FIGHTER)), [2, 2, 2, 2]),
    ],
)
def test_the_treasures_are_picked_as_each_has_agreed(deals, picks):
    assert shared(*deals) == picks


@pytest.mark.rule("death.helper-dies", "help.bribe-items")
def test_a_helper_who_has_died_gets_nothing_and_the_other_what_they_were_promised():
    assert sorted(shared((2, PickOrder.HELPER), (1, PickOrder.HELPER), dead=1)) == [0, 0, 0, 2]


@pytest.mark.rule("reward.draw-up-helped", "precedence.card-over-rule")
def test_treasures_are_dealt_out_among_all_who_fought():
    p = table().fight(0, "ogre", helper=(2, 1))
    p.g.fight_flags |= FightFlag.DEALT_OUT
    p.step(Step.SHARE, 4, -1, -1, 0, 3)
    assert [int(p.g.hand_n[s]) for s in range(4)] == [1, 1, 1, 1]  # the odd one is for whoever dealt them


@pytest.mark.rule("help.levels", "race.elf-helper-level")
def test_each_elf_rises_for_each_kill():
    p = table().levels(9, 1, 1, 1).carry(1, "elf").carry(2, "elf too").fight(0, "rat", "ogre", helper=(1, 3, 2))
    p.g.level[0] = 5
    p.step(Step.REWARD, 1)
    assert p.level_list() == [7, 3, 3, 1]


@pytest.mark.rule("combat.monster-specials", "help.one-only")
def test_only_the_helper_whom_a_monster_does_not_bear_goes_home():
    p = table().levels(1, 2, 3, 4).carry(1, "elf")
    p.fight(0, "snob", helper=(2, 1, 3)).strength()
    assert send_home(p.g, p.book) == 1
    assert helpers(p) == (2, 3) and p.count(Ev.LEAVE) == 1 and p.strength()[0] == 1 + 3 + 4


@pytest.mark.rule("run.both", "run.each-order", "death.helper-dies")
@pytest.mark.parametrize(("order", "throws"), [(0, (2, 5, 1)), (1, (5, 1, 2))])
def test_everybody_flees_on_their_own_and_one_is_caught(order, throws):
    """Fighter, first and second helper throw 2, 5 and 1: 5 gets away. The order of the throws is a switch."""
    p = table(run_away_order=order).levels(5, 5, 5, 5).fight(0, "ogre", helper=(3, 1)).dice(*throws)
    p.g.phase = Phase.COMBAT
    p.g.side = 1
    p.g.level[:4] = 1, 3, 5, 3  # 7 against 9
    p.step(Step.JUDGE)
    assert p.level_list() == [1, 2, 5, 3]
    assert p.count(Ev.CAUGHT) == 2 and p.count(Ev.ESCAPE) == 1 and p.g.fighting == 0 and helpers(p) == ()
    ends = [r for r in p.book.work.log[: int(p.g.log_n)].tolist() if r[2] == Ev.FIGHT_END]
    assert [(r[3], r[4], r[8]) for r in ends] == [(0, 3, 0b0010)]  # fighter, first helper, the others as bits


@pytest.mark.rule("run.both")
def test_all_whom_a_monster_does_not_catch_gain_once_that_is_known():
    p = table(5).fight(0, "gossip", helper=(1, 2))

    def fled(seat: int, away: int) -> list[int]:
        settle(p.g, p.book, seat, 0, away, 1)
        return p.advance().level_list()

    assert fled(0, 0) == [1, 1, 1, 2, 2]  # bystanders at once, both helpers when they have got away
    assert fled(1, 1) == [1, 2, 1, 2, 2]
    assert fled(2, 0) == [1, 2, 1, 2, 2]  # nobody a second time


@pytest.mark.rule("run.both", "guest.sacrifice-helper")
def test_one_companion_may_be_taken_along_in_an_escape():
    p = table().hand(1, "smoke").carry(0, "guest").fight(0, "ogre", helper=(1, 2))
    p.g.phase = Phase.FLIGHT
    p.step(Step.FLEE, 0)
    assert {(v, t) for v, _, t, _ in p.options() if v == Verb.SACRIFICE} == {(Verb.SACRIFICE, t) for t in (-1, 1, 2)}
    p.g.agenda_n, p.g.asked, p.g.options = 0, -1, 0
    p.step(Step.FLEE, 1)
    assert p.asked() == (1, Question.FLEE)
    assert {t for v, name, t, _ in p.options() if name == "smoke"} == {-1, 0, 2}


@pytest.mark.rule("help.one-only", "precedence.card-over-rule")
def test_whoever_takes_the_fight_over_stands_alone():
    p = table(5).levels(1, 2, 3, 4, 7).hand(0, "swap").fight(0, "ogre", helper=(1, 2))
    promise(p, 1, 1)
    promise(p, 2, 1)
    do_play(p.g, p.book, 0, p["swap"], 4, Aim.SEAT)
    p.advance()
    assert helpers(p) == () and p.strength() == (7, 9)
    assert [int(p.g.deals[s].treasures) for s in range(5)] == [0] * 5


@pytest.mark.rule("help.shared-victory")
def test_all_who_have_helped_and_live_win_too():
    p = table(5, shared_victory=1).levels(9, 1, 2, 3, 9).fight(0, "rat", helper=(2, 1, 3))
    p.g.dead[1] = 1
    p.step(Step.REWARD, 1)
    assert (p.g.over, p.g.winners) == (Ending.SHARED, 0b01101)


@pytest.mark.rule("combat.win-level", "precedence.card-over-rule")
@pytest.mark.parametrize(("who", "levels"), [((), 1), ((1,), 1), ((1, 2), 0), ((1, 2, 3), 0)])
def test_a_rule_may_ask_how_many_help(who, levels):
    rule = card(Kind.RULE, row(Op.EXTRA_LEVEL, -1, on=Trigger.IN_FIGHT, when=(Condition.HELPERS_AT_LEAST, 2)))
    p = Position(CARDS | {"rule": rule}, 4, help_max=3).carry(0, "rule")
    assert int(levels_won(p.fight(0, "rat", helper=who).g, p.book)) == levels


@pytest.mark.rule("help.one-only")
def test_a_helper_too_many_or_twice_is_noticed():
    at = fighting()
    at.book.rules[Rule.HELP_MAX] = 1
    assert breach(at) == 0
    at.g.next_helper[at.g.helper] = 2
    assert breach(at) == Breach.HELPER
    at.book.rules[Rule.HELP_MAX] = 2
    at.g.next_helper[at.g.helper] = at.g.helper
    assert breach(at) == Breach.HELPER
