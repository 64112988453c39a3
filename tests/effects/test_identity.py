"""Effects on what a player is."""

import pytest
from build import Position, card, cultist, doubler, item, row

from engine.records.amounts import Amount
from engine.records.card_kinds import FEMALE, MALE, Axis, Kind, Trigger
from engine.records.events import Ending, Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Status, Zone
from engine.records.step_values import Until

CULTIST, MAGE, THIEF, ELF = 8, 16, 32, 64


def people(*program, seats=3, **switches):
    cards = {
        "c": card(Kind.CURSE, *program),
        "mage": card(Kind.CLASS, identity=MAGE),
        "thief": card(Kind.CLASS, identity=THIEF),
        "elf": card(Kind.RACE, identity=ELF),
        "super": doubler(),
        "mad": cultist(),
        "mad2": cultist(),
        "mad3": cultist(),
    }
    return Position(cards, seats, cultist_enabled=1, **switches)


def is_a(p, seat, identity):
    return bool(int(p.g.identity[seat]) & identity)


@pytest.mark.rule("class.gain-lose-abilities", "super.one", "curse.victim-chooses")
def test_one_class_is_lost_by_choice_and_the_doubler_stays_with_the_other():
    p = people(row(Op.LOSE_CLASS, 1)).carry(0, "mage", "thief", "super").run("c")
    assert p.asked() == (0, Question.LOSE)
    p.choose("mage")
    assert p.table_of(0) == ["super", "thief"]
    assert not is_a(p, 0, MAGE) and p.count(Ev.IDENTITY) == 1


@pytest.mark.rule("super.one", "cultist.locked")
def test_all_classes_but_the_excepted_are_lost_and_a_doubler_without_a_class_goes():
    p = people(row(Op.LOSE_CLASS, Amount.ALL, CULTIST)).carry(0, "mage", "mad", "super").carry(1, "mad2").run("c")
    assert p.table_of(0) == ["mad", "super"]
    q = people(row(Op.LOSE_CLASS, Amount.ALL)).carry(0, "mage", "thief", "super", "elf").run("c")
    assert q.table_of(0) == ["elf"]


@pytest.mark.rule("cultist.one-safe")
def test_the_only_cultist_cannot_lose_his_class():
    p = people(row(Op.LOSE_CLASS, 1)).carry(0, "mad").run("c")
    assert p.table_of(0) == ["mad"]
    q = people(row(Op.LOSE_CLASS, 1)).carry(0, "mad").carry(1, "mad2").run("c")
    assert q.table_of(0) == [] and q.where("mad")[0] == Zone.CULTISTS


@pytest.mark.rule("race.same-rules-as-class")
def test_a_race_is_lost():
    p = people(row(Op.LOSE_RACE, Amount.ALL)).carry(0, "elf", "mage").run("c")
    assert p.table_of(0) == ["mage"]


@pytest.mark.rule("cultist.become", "cultist.own-discard")
def test_becoming_a_cultist_needs_a_discarded_card_and_costs_the_old_class():
    assert people(row(Op.BECOME_CULTIST)).carry(0, "mage").run("c").table_of(0) == ["mage"]
    p = people(row(Op.BECOME_CULTIST)).carry(0, "mage").cultists("mad").run("c")
    assert p.table_of(0) == ["mad"] and p.lost("mage") and is_a(p, 0, CULTIST)
    q = people(row(Op.BECOME_CULTIST)).carry(0, "mad").cultists("mad2").run("c")
    assert q.where("mad2")[0] == Zone.CULTISTS


@pytest.mark.rule("cultist.become", "super.two")
def test_beside_a_doubler_the_cultist_is_a_second_class():
    p = people(row(Op.BECOME_CULTIST)).carry(0, "mage", "super").cultists("mad").run("c")
    assert p.table_of(0) == ["mad", "mage", "super"]
    q = people(row(Op.BECOME_CULTIST)).carry(0, "mage", "thief", "super").cultists("mad").run("c")
    assert q.cards_offered() == ["mage", "thief"]
    assert q.choose("thief").table_of(0) == ["mad", "mage", "super"]


@pytest.mark.rule("cultist.all-but-one", "cultist.all")
def test_the_last_sane_player_gains_a_level_and_when_he_falls_the_game_ends():
    p = people(row(Op.BECOME_CULTIST)).carry(0, "mad").cultists("mad3", "mad2").levels(4, 7, 2)
    p.run("c", who=1)
    assert p.level_list() == [4, 7, 3] and p.count(Ev.LAST_SANE) == 1
    p.run("c", who=2)
    assert (p.g.over, p.g.winners) == (Ending.ALL_CULTISTS, 2)


@pytest.mark.rule("cultist.locked", "cultist.one-safe")
def test_a_card_may_free_a_cultist_unless_he_is_the_only_one():
    assert people(row(Op.LOSE_CULTIST)).carry(0, "mad").run("c").table_of(0) == ["mad"]
    p = people(row(Op.LOSE_CULTIST), row(Op.TAKE_CLASS)).carry(0, "mad").carry(1, "mad2").discards("thief", "mage")
    assert p.run("c").table_of(0) == ["mage"]


@pytest.mark.rule("class.one-only")
def test_a_class_is_taken_only_if_there_is_room():
    p = people(row(Op.TAKE_CLASS)).carry(0, "mage").discards("thief").run("c")
    assert p.table_of(0) == ["mage"]


@pytest.mark.rule("sex.change")
def test_sex_changes_only_where_there_is_any():
    p = people(row(Op.CHANGE_SEX))
    p.g.sex[0] = MALE
    p.run("c")
    assert p.g.sex[0] == FEMALE and is_a(p, 0, FEMALE) and p.count(Ev.SEX) == 1
    q = people(row(Op.CHANGE_SEX), sex_enabled=0).run("c")
    assert q.g.sex[0] == 0 and q.count(Ev.SEX) == 0


@pytest.mark.rule("class.gain-lose-abilities", "class.no-duplicate")
def test_an_identity_is_replaced_by_the_topmost_of_the_discards():
    p = people(row(Op.REPLACE_IDENTITY, a=Axis.CLASS)).carry(0, "mage").discards("thief", "elf").run("c")
    assert p.table_of(0) == ["thief"] and p.lost("mage", "elf")
    q = people(row(Op.REPLACE_IDENTITY, a=Axis.CLASS)).carry(0, "mage").run("c")
    assert q.table_of(0) == []


@pytest.mark.rule("precedence.card-over-rule", "help.ask")
def test_a_state_lasts_until_a_level_is_gained():
    p = people(row(Op.SET_STATUS, a=Status.NO_HELPING, b=Until.LEVEL_GAINED), row(Op.GAIN_LEVELS, 1, on=Trigger.CURSED))
    p.run("c")
    assert p.g.status[0] == Status.NO_HELPING and p.count(Ev.STATUS) == 1
    assert p.run("c", Trigger.CURSED).g.status[0] == 0


@pytest.mark.rule("curse.persistent", "turn.kick-open.curse")
def test_a_kept_curse_lies_before_its_victim():
    p = people(row(Op.KEEP, a=Until.NEXT_COMBAT, on=Trigger.CURSED)).place(Zone.OPEN, -1, "c")
    assert p.run("c", Trigger.CURSED, who=1).where("c") == (Zone.TABLE, 1)
    q = people(row(Op.KEEP, a=Until.NEXT_COMBAT), curse_keep_reminder=0).place(Zone.OPEN, -1, "c").run("c")
    assert q.where("c")[0] == Zone.OPEN


@pytest.mark.rule("item.hand-no-effect", "class.gain-lose-abilities")
def test_an_item_only_for_others_gives_nothing_once_the_class_is_lost():
    cards = {"c": card(Kind.CURSE, row(Op.LOSE_CLASS, 1)), "mage": card(Kind.CLASS, identity=MAGE)}
    p = Position(cards | {"wand": item(bonus=3, only=MAGE), "m": card(Kind.MONSTER, level=2)})
    p.carry(0, "mage").wear(0, "wand").fight(0, "m")
    assert p.strength() == (4, 2)
    assert p.run("c").strength() == (1, 2)
    assert p.g.equipped[p["wand"]] == 1  # it stays as it is, only useless
