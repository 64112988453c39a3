"""Effects on what a player is, and whoever passes for an identity."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.board.card_conditions import condition
from engine.board.equipment import usable
from engine.policies.gains import brought
from engine.policies.turn_choices import choosing
from engine.policies.weights import Weight
from engine.records.amounts import Amount
from engine.records.card_kinds import FEMALE, MALE, Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ending, Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Status, Zone
from engine.records.step_values import Until
from engine.steps.turn.limits import settle
from tests.effects.build import Position, card, cultist, doubler, item, row

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


DWARF, SHIFTER = 128, 256
CARDS = {
    "shifter": card(Kind.RACE, row(Op.PASS_FOR, 0, Axis.RACE, on=Trigger.USED), identity=SHIFTER),
    "elf": card(Kind.RACE, row(Op.RUN_AWAY, 1, on=Trigger.IN_PLAY), identity=ELF),
    "dwarf": card(Kind.RACE, identity=DWARF),
    "mage": card(Kind.CLASS, identity=16),
    "bow": item(only=ELF, bonus=4),
    "axe": item(only=DWARF, bonus=2),
    "troll": card(Kind.MONSTER, row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, ELF)), level=5),
    "woe": card(Kind.CURSE),
}


def passing(name: str = "elf") -> Position:
    """Seat 0, a Shifter with a bow, has chosen a Race."""
    return Position(CARDS).levels(3, 3, 3).carry(0, "shifter", "bow").run("shifter", Trigger.USED).choose(name)


@pytest.mark.rule("class.item-restriction")
def test_somebody_may_use_what_is_for_the_race_that_they_pass_for():
    p = Position(CARDS).carry(0, "shifter", "bow").run("shifter", Trigger.USED)
    assert p.asked() == (0, Question.IDENTITY) and p.cards_offered() == ["dwarf", "elf"]
    assert not usable(p.g, p.book, 0, p["bow"])
    assert usable(p.choose("elf").g, p.book, 0, p["bow"])
    p.run("shifter", Trigger.USED)
    assert p.asked() == (0, Question.NONE) or p.cards_offered() == []  # the dwarf alone is left, and no choice
    assert int(p.g.guise[0]) == DWARF and not usable(p.g, p.book, 0, p["bow"])


def test_monsters_take_them_for_that_and_their_powers_are_not_theirs():
    p = passing().fight(0, "troll")
    assert p.strength() == (3, 11) and int(p.g.axis_n[0, Axis.RACE]) == 1


@pytest.mark.parametrize(("source", "yes"), [("troll", 1), ("bow", 1), ("woe", 0), ("mage", 0)])
def test_curses_and_others_cards_see_what_they_are(source, yes):
    p = passing()
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS), ELF) == yes
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS_NOT), ELF) == 1 - yes
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS), SHIFTER) == 1


def test_it_ends_with_the_card():
    p = passing().discards("shifter")
    settle(p.g, p.book)
    assert (int(p.g.guise[0]), usable(p.g, p.book, 0, p["bow"])) == (0, 0)


def test_players_pass_for_whoever_may_use_most_of_what_they_have():
    """The bow gives 4 points of strength, the axe 2, each of them worth 5."""
    p = Position(CARDS).carry(0, "shifter", "bow", "axe").run("shifter", Trigger.USED)
    p.book.work.weights[0, Weight.BONUS] = 5
    seen = {name: choosing(p.g, p.book, 0, int(Question.IDENTITY), i) for i, (_, name, _, _) in enumerate(p.options())}
    assert seen == {"elf": 20, "dwarf": 10}
    (row_of,) = range(int(p.book.card[p["shifter"]].first), int(p.book.card[p["shifter"]].last))
    assert brought(p.g, p.book, 0, p.book.effect[row_of]) == 20


@pytest.mark.parametrize(("kind", "wrong"), [("race", False), ("item", False), ("curse", True), ("one_shot", True)])
def test_where_no_card_stays_it_is_refused(kind, wrong):
    steps = [
        {
            "on": "turn_start" if not wrong else "cursed" if kind == "curse" else "played",
            "op": "pass_for",
            "axis": "race",
        }
    ]
    facts = {"id": "r", "name": "R", "pile": "treasure" if kind in ("item", "one_shot") else "door", "kind": kind}
    texts = lint_card(parse_card({**facts, "effects": steps}, "here"))
    assert any("pass_for" in text for text in texts) == wrong
