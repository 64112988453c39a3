"""Death, and looting the body."""

import pytest

from engine.records.agenda import Step
from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Status, Zone
from tests.effects.build import Position, card, cultist, doubler, item, row

MAGE, ELF = 16, 64


def doomed(seats=3, **switches):
    cards = {
        "m": card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=9),
        "mage": card(Kind.CLASS, identity=MAGE),
        "super": doubler(),
        "elf": card(Kind.RACE, identity=ELF),
        "half": doubler(Axis.RACE),
        "woe": card(Kind.CURSE),
        "star": card(Kind.GUEST_STAR),
        "mad": cultist(),
        "foul": card(Kind.ENHANCER, bonus=3),
        "cheat": card(Kind.CHEAT),
        "up": card(Kind.GO_UP_A_LEVEL),
        **{name: item(gold=100) for name in "abcdef"},
    }
    return Position(cards, seats, **switches)


@pytest.mark.rule("death.lose-stuff", "death.keep-half-breed", "curse.persistent", "role.character-ability")
def test_the_dead_keep_level_identities_doublers_and_curses_only():
    p = doomed().levels(7).carry(0, "mage", "super", "elf", "half", "woe", "a", "b").hand(0, "c", "up")
    p.run("m", Trigger.BAD_STUFF)
    while p.options():
        p.choose(p.options()[0][1])
    assert p.table_of(0) == ["elf", "half", "mage", "super", "woe"]
    assert (p.hand_of(0), p.g.level[0], p.g.dead[0], p.g.redraw[0]) == ([], 7, 1, 1)
    assert p.count(Ev.DEATH) == 1


@pytest.mark.rule("death.lose-stuff", "turn.order", "death.redraw")
def test_a_turn_to_be_skipped_is_no_concern_of_the_new_character():
    p = doomed()
    p.g.status[:2] = Status.SKIP_TURN | Status.HAS_KILLED
    p.run("m", Trigger.BAD_STUFF)
    assert p.g.status[:2].tolist() == [Status.HAS_KILLED, Status.SKIP_TURN | Status.HAS_KILLED]


@pytest.mark.rule("death.loot-order", "death.loot-run-out")
@pytest.mark.parametrize(("gone", "dead", "asked", "held"), [
    (0, 0, [1, 2], [1, 1]), (1, 0, [1, 2, 1, 2], [3, 2]), (1, 1, [1, 1, 1, 1], [5, 0]),
])  # fmt: skip
def test_a_body_may_be_looted_again_and_again_until_nothing_is_left(gone, dead, asked, held):
    """Five cards, Level 6 before Level 4: one each, or 3 and 2, of which the last is no choice; the dead take none."""
    p = doomed(loot_body_until_gone=gone).levels(7, 6, 4).hand(0, "a", "b", "c", "d", "e")
    p.g.dead[2] = dead
    p.run("m", Trigger.BAD_STUFF)
    takers = []
    while p.options():
        takers.append(int(p.g.asked))
        p.choose(p.options()[0][1])
    assert takers == asked and p.hand_of(0) == []
    assert [len(p.hand_of(seat)) for seat in (1, 2)] == held


@pytest.mark.rule("turn.order", "death.redraw", "charity.ends-turn")
def test_whoever_skips_a_turn_draws_no_new_hand_before_the_one_he_takes():
    p = doomed().hand(1, "a", "b", "c", "d", "e", "up")
    p.g.status[1], p.g.redraw[1], p.g.first = Status.SKIP_TURN, 1, 0
    p.step(Step.TURN)
    assert (p.count(Ev.SKIP), p.count(Ev.TURN), int(p.g.redraw[1])) == (1, 2, 1)
    assert (int(p.g.active), len(p.hand_of(1)), p.count(Ev.DISCARD)) == (2, 6, 0)


@pytest.mark.rule("death.loot-order", "death.loot-run-out", "death.loot-to-hand", "death.loot-layout")
def test_one_card_each_from_the_highest_level_down_and_the_rest_is_discarded():
    p = doomed(4).levels(1, 3, 9, 5).carry(0, "a", "b").wear(0, "c").attach("cheat", "c").hand(0, "d", "up", "e")
    p.run("m", Trigger.BAD_STUFF)
    assert p.asked()[0] == 2
    assert p.cards_offered() == ["a", "b", "c", "cheat", "d", "e", "up"]
    p.choose("c")
    assert p.where("c") == (Zone.HAND, 2)
    assert p.asked()[0] == 3
    p.choose("cheat")  # it was separated from its Item
    assert p.asked()[0] == 1
    p.choose("e")
    assert p.lost("a", "b", "d", "up")


@pytest.mark.rule("death.loot-run-out")
def test_who_comes_too_late_gets_nothing():
    p = doomed(4).levels(1, 5, 4, 3).carry(0, "a").hand(0, "b").run("m", Trigger.BAD_STUFF).choose("a")
    assert [p.hand_of(s) for s in (1, 2, 3)] == [["a"], ["b"], []]


@pytest.mark.rule("death.loot-order")
@pytest.mark.parametrize(("dice", "order"), [((2, 6), [2, 1, 3]), ((6, 2), [1, 2, 3]), ((4, 4, 1, 5), [2, 1, 3])])
def test_ties_are_broken_by_the_die_and_equal_dice_are_thrown_again(dice, order):
    p = doomed(4).levels(1, 5, 5, 3).carry(0, "a", "b", "c", "d").dice(*dice).run("m", Trigger.BAD_STUFF)
    seen = []
    while p.options():
        seen.append(p.asked()[0])
        p.choose(p.options()[0][1])
    assert seen == order
    assert p.count(Ev.DIE) == len(dice)


@pytest.mark.rule("guest.no-trade", "death.cultist-enhancers")
def test_guest_stars_and_enhancers_on_a_cultist_are_discarded_not_looted():
    p = doomed(cultist_enabled=1).carry(0, "mad", "star").attach("foul", "mad").run("m", Trigger.BAD_STUFF)
    assert p.table_of(0) == ["mad"] and p.lost("star", "foul")


@pytest.mark.rule("death.helper-dies", "run.dead-skip")
def test_who_dies_in_a_combat_is_looted_after_it_and_rolls_no_more():
    p = doomed().carry(0, "a").fight(0, "m").run("m", Trigger.BAD_STUFF, other=0)
    assert p.g.dead[0] == 1 and p.where("a") == (Zone.TABLE, 0)
    assert p.g.fled[0] & 1
    p.g.fighting = 0
    p.step(Step.CORPSE, 0)
    assert p.where("a")[0] == Zone.HAND
    q = doomed(death_skip_remaining_rolls=0).fight(0, "m").run("m", Trigger.BAD_STUFF, other=0)
    assert q.g.fled[0] == 0


@pytest.mark.rule("death.helper-dies", "death.no-cards")
def test_the_dead_loot_nobody_and_die_once():
    p = doomed().carry(0, "a", "b")
    p.g.dead[1] = 1
    p.run("m", Trigger.BAD_STUFF).choose("a")
    assert p.hand_of(2) == ["a"] and p.lost("b")
    assert p.run("m", Trigger.BAD_STUFF).count(Ev.DEATH) == 1


@pytest.mark.rule("death.no-cards")
def test_the_dead_gain_neither_cards_nor_levels():
    cards = {"c": card(Kind.CURSE, row(Op.GAIN_LEVELS, 1), row(Op.DRAW, 1, 1)), "a": item()}
    p = Position(cards)
    p.g.dead[0] = 1
    p.run("c")
    assert (p.level_list()[0], p.hand_of(0)) == (1, [])


@pytest.mark.rule("death.loot-to-hand")
def test_by_house_rule_looted_items_stay_in_play():
    p = doomed(loot_body_destination=1).levels(1, 2, 1).carry(0, "a", "b", "c").run("m", Trigger.BAD_STUFF)
    assert p.choose("a").where("a") == (Zone.TABLE, 1)


@pytest.mark.rule("cultist.become", "death.reborn")
def test_the_new_character_may_be_a_cultist():
    program = (row(Op.DEATH, on=Trigger.BAD_STUFF), row(Op.SET_STATUS, a=Status.BECOME_CULTIST, on=Trigger.BAD_STUFF))
    cards = {"m": card(Kind.MONSTER, *program), "mad": cultist(), "mage": card(Kind.CLASS, identity=MAGE)}
    p = Position(cards, cultist_enabled=1).carry(0, "mage").cultists("mad").fight(0, "m")
    p.run("m", Trigger.BAD_STUFF, other=0)
    p.g.fighting = 0
    p.step(Step.CORPSE, 0)
    assert p.table_of(0) == ["mad"] and p.g.status[0] == 0
