"""A card that goes tells which other card makes it go."""

import pytest
from build import Position, card, chosen, cultist, item, row

from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Axis, Kind, Slot, Tag, Trigger
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Mark
from engine.records.step_values import Chooser, What, Which
from engine.steps.offers.abilities import do_ability

MAGE, ELF = 16, 32

CARDS = {
    "hat": item(slot=Slot.HEAD, bonus=1, gold=200, tags=Tag.FIRE),
    "feather": card(Kind.COMRADE, row(Op.LOST_WITH, a=Slot.HEAD, on=Trigger.IN_PLAY)),
    "cap": item(slot=Slot.HEAD, bonus=1, gold=100),
    "sword": item(slot=Slot.HAND, bonus=4, gold=700),
    "mage": card(Kind.CLASS, identity=MAGE),
    "elf": card(Kind.RACE, identity=ELF),
    "mad": cultist(),
    "coal": item(tags=Tag.FIRE, gold=100),
    "gem": item(gold=100),
    "ring": item(gold=300),
}


def position(program):
    """Seat 0 has a hat and what is lost with it, a cap, a sword, Classes, a Race, and a hand; seat 1 a ring."""
    p = Position({"c": card(Kind.CURSE, program), **CARDS}, identity_max_per_axis=2)
    p.wear(0, "hat", "sword").carry(0, "feather", "cap", "mage", "elf", "mad").hand(0, "coal", "gem")
    return p.carry(1, "ring")


def gone(p):
    """Cards that went, and to which card."""
    log = p.book.work.log[: int(p.g.log_n)]
    moves = [e for e in log if e["kind"] in (Ev.LOSE, Ev.STEAL, Ev.GIVE, Ev.PAY)]
    return [
        (Ev(int(e["kind"])).name, p.names[e["card"]], p.names[e["other"]] if e["other"] >= 0 else "") for e in moves
    ]


@pytest.mark.rule("run.badstuff", "item.forced-loss", "curse.immediate", "class.gain-lose-abilities")
@pytest.mark.parametrize(
    ("program", "cards"),
    [
        (row(Op.LOSE_ITEM, 0, Which.HEAD), {"hat", "feather"}),
        (row(Op.LOSE_ITEM, 0, Which.ALL), {"hat", "feather", "cap", "sword"}),
        (row(Op.LOSE_ITEM, 0, Which.ALL_HEADGEAR), {"hat", "feather", "cap"}),
        (row(Op.LOSE_ITEM, 1, Which.ANY, Chooser.RANDOM), None),
        (row(Op.LOSE_ITEM, 1, Which.ANY), None),
        (row(Op.LOSE_NAMED, 0, 4), {"sword"}),
        (row(Op.LOSE_TAGGED, 0, Tag.FIRE), {"hat", "feather", "coal"}),
        (row(Op.LOSE_WORN, 0, Tag.FIRE), {"hat", "feather"}),
        (row(Op.DISCARD_HAND, Amount.ALL, What.HAND), {"coal", "gem"}),
        (row(Op.DISCARD_HAND, 1, What.HAND), None),
        (row(Op.DISCARD_HAND, 1, What.HAND, Chooser.RANDOM), None),
        (row(Op.LOSE_CLASS, 1), None),
        (row(Op.LOSE_RACE, 1), {"elf"}),
        (row(Op.LOSE_CULTIST), {"mad"}),
        (row(Op.REPLACE_IDENTITY, 0, Axis.RACE), {"elf"}),
        (row(Op.DISCARD_GOLD, 150), None),
        (row(Op.DISCARD_GOLD, 5000), {"hat", "feather", "cap", "sword"}),
        (row(Op.LOSE_ITEMS_OR_CARDS, 1), None),
        (row(Op.TAX, 1), None),
        (row(Op.PLAYERS_TAKE, 0, Chooser.LEFT, What.HAND), None),
        (row(Op.PLAYERS_TAKE, 0, Chooser.LEFT, What.ITEM), None),
        (row(Op.GIVE_CARD, 0, Chooser.LEFT, What.CARD), None),
    ],
)
def test_whatever_a_card_takes_is_lost_to_it(program, cards):
    p = position(program).run("c")
    while p.g.asked >= 0 and p.g.options > 0:
        _, name, target, number = p.options()[0]
        p.choose(name, target, number)
    found = gone(p)
    assert {to for _, _, to in found} == {"c"}
    assert cards is None or {name for _, name, _ in found} == cards


@pytest.mark.rule("class.power-by-discard", "class.thief-no-steal-combat")
def test_what_an_ability_costs_and_what_it_steals_names_the_card_with_the_ability():
    stealing = row(Op.STEAL, 1, 4, on=Trigger.ABILITY)
    p = Position({"thief": card(Kind.CLASS, stealing, identity=MAGE), "gem": item(gold=100), "ring": item(gold=300)})
    p.carry(0, "thief").hand(0, "gem").carry(1, "ring").dice(4)
    do_ability(p.g, p.book, 0, chosen(Verb.USE, p["thief"], p["ring"], int(p.book.card[p["thief"]].first)))
    p.advance()
    assert gone(p) == [("PAY", "gem", "thief"), ("STEAL", "ring", "thief")]


@pytest.mark.rule("item.forced-loss", "precedence.card-over-rule")
def test_what_its_own_die_dooms_is_lost_to_itself():
    p = Position({"blade": item(slot=Slot.HAND), "ogre": card(Kind.MONSTER, level=9)}).wear(0, "blade").fight(0, "ogre")
    p.g.combat_mark[p["blade"]] = int(Mark.LOST)
    p.step(Step.CLEAN, Result.FLED)
    assert gone(p) == [("LOSE", "blade", "blade")]
