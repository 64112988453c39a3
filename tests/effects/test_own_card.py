"""What cards do with themselves and with all of a kind, and which card makes another go."""

from __future__ import annotations

import pytest

from engine.board.monsters import add_monster
from engine.board.strength import compare
from engine.board.zones import put
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Axis, Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Mark, Zone
from engine.records.step_values import Chooser, Held, Opponent, Pair, Share, What, Which
from engine.records.timings import Timing
from engine.steps.offers.abilities import do_ability
from engine.steps.offers.actions import do_play
from engine.steps.offers.playable import combat_options
from tests.effects.build import Position, card, chosen, cultist, item, row

CARDS = {
    "mage": card(Kind.CLASS, identity=16, axis=Axis.CLASS), "elf": card(Kind.RACE, identity=32, axis=Axis.RACE),
    "mad": cultist(), "woe": card(Kind.CURSE, row(Op.STRENGTH, -1, on=Trigger.IN_PLAY)),
    "cap": item(bonus=1, slot=Slot.HEAD), "mail": item(bonus=3, slot=Slot.BODY), "axe": item(bonus=2, slot=Slot.HAND),
    "friend": card(Kind.GUEST_STAR), **{f"card {i}": card(Kind.SPECIAL) for i in range(4)},
}  # fmt: skip


def playing(*program: tuple[int, ...], seats: int = 3, **switches: int) -> Position:
    return Position({"deal": card(Kind.SPECIAL, *program), **CARDS}, seats, **switches).levels(3, 8, 5)


def levels(p: Position) -> list[int]:
    return [int(p.g.level[s]) for s in range(int(p.g.seats))]


@pytest.mark.parametrize(("held", "left"), [
    (Held.IN_PLAY, {"woe", "card 0", "mad"}), (Held.ITEMS, {"woe", "card 0", "mad", "mage", "elf", "friend"}),
    (Held.CLASSES, {"woe", "card 0", "mad", "elf", "friend", "cap", "axe"}),
    (Held.HAND, {"woe", "mad", "mage", "elf", "friend", "cap", "axe"}),
])  # fmt: skip
def test_all_of_a_kind_is_lost(held, left):
    """item.forced-loss, cultist.locked: no Curse goes, no Cultist card, and nothing of anybody else."""
    p = playing(row(Op.LOSE_HELD, 0, held), cultist_enabled=1, identity_max_per_axis=2).wear(0, "cap", "axe")
    p.carry(0, "mage", "elf", "friend", "woe", "mad").hand(0, "card 0").wear(1, "mail").run("deal")
    mine = {"woe", "card 0", "mad", "mage", "elf", "friend", "cap", "axe"}
    assert {name for name in mine if p.where(name)[1] == 0} == left
    assert p.table_of(1) == ["mail"]


@pytest.mark.parametrize(("amount", "lost"), [(1, None), (2, {"cap", "mail"}), (3, {"cap", "mail"})])
def test_clothing_is_headgear_armor_and_footgear(amount, lost):
    """item.forced-loss: what is held in a hand is none; of several the victim chooses."""
    p = playing(row(Op.LOSE_ITEM, amount, Which.CLOTHING, Chooser.VICTIM)).wear(0, "cap", "axe").carry(0, "mail")
    p.run("deal")
    if lost is None:
        assert p.asked() == (0, Question.LOSE)
    else:
        assert {name for name in ("cap", "mail", "axe") if p.where(name)[0] == Zone.DISCARD} == lost


@pytest.mark.parametrize(("pair", "how", "after"), [
    (Pair.LEFT, Share.SWAPPED, [8, 3, 5]), (Pair.RIGHT, Share.SWAPPED, [5, 8, 3]),
    (Pair.LEFT, Share.AVERAGE, [5, 5, 5]),  # (3 + 8) / 2, rounded down
    (Pair.HIGHEST, Share.SWAPPED, [8, 3, 5]), (Pair.ENDS, Share.SWAPPED, [8, 3, 5]),
    (Pair.ENDS, Share.AVERAGE, [5, 5, 5]),
])  # fmt: skip
def test_two_levels_are_shared_anew(pair, how, after):
    assert levels(playing(row(Op.MIX_LEVELS, 0, pair, how)).run("deal")) == after


def test_the_ends_of_the_table_are_two_others():
    p = playing(row(Op.MIX_LEVELS, 0, Pair.ENDS, Share.AVERAGE)).levels(5, 9, 2)
    assert levels(p.run("deal")) == [5, 5, 5]  # (9 + 2) / 2 = 5.5


def test_nobody_wins_by_the_levels_of_another():
    """precedence.level-ten-by-monster: the winning Level is gained by a kill."""
    p = playing(row(Op.MIX_LEVELS, 0, Pair.LEFT, Share.SWAPPED), victory_level=8).levels(3, 8, 5)
    assert levels(p.run("deal"))[0] == 7


@pytest.mark.parametrize(("who", "goes"), [(Opponent.LEFT, 1), (Opponent.RIGHT, 2), (Opponent.HIGHEST, 1)])
def test_a_card_goes_to_another_player_and_lies_before_them(who, goes):
    """trade.stays-in-play."""
    p = Position({"hot": item(row(Op.HAND_ON, 0, who, on=Trigger.TURN_END), bonus=2), **CARDS}).levels(3, 8, 5)
    p.wear(0, "hot").run("hot", on=Trigger.TURN_END)
    assert p.where("hot") == (Zone.TABLE, goes)


def test_a_card_discards_itself_and_nothing_else():
    p = Position(
        {"oath": card(Kind.CLASS, row(Op.DISCARD_THIS, on=Trigger.LOST), identity=64, axis=Axis.CLASS), **CARDS}
    )
    p.carry(0, "oath", "elf").wear(0, "cap").run("oath", on=Trigger.LOST)
    assert p.where("oath")[0] == Zone.DISCARD
    assert sorted(p.table_of(0)) == ["cap", "elf"]


def fighting(*program: tuple[int, ...], **more: dict) -> Position:
    """Seat 0, Level 9, fights a monster of Level 4 with the program; seat 1 may help."""
    cards = {"foe": card(Kind.MONSTER, *program, level=4), "other": card(Kind.MONSTER, level=2), **more}
    return Position(cards).levels(9, 5, 1)


def one_shot(bonus: int) -> dict:
    return card(Kind.ONE_SHOT, bonus=bonus, is_item=1, timing=Timing.COMBAT)


def offered(p: Position, name: str) -> bool:
    p.g.options = 0
    combat_options(p.g, p.book, 0, p[name])
    return int(p.g.options) > 0


def test_what_nobody_can_beat_is_not_beaten_by_strength():
    assert compare((p := fighting(row(Op.UNBEATABLE, on=Trigger.IN_FIGHT)).fight(0, "foe")).g, p.book) == 0
    assert compare((p := fighting().fight(0, "foe")).g, p.book) == 1


@pytest.mark.parametrize(("helper", "wins"), [((), 0), (1, 1)])
def test_what_needs_two_is_beaten_with_a_helper_only(helper, wins):
    p = fighting(row(Op.UNBEATABLE, on=Trigger.IN_FIGHT, when=(Condition.ALONE, 0))).fight(0, "foe", helper=helper)
    assert compare(p.g, p.book) == wins


@pytest.mark.parametrize(("aim", "target", "thrown", "after"), [
    (Aim.SIDE, 0, (9 + 5, 2 + 4), (9, 2 + 4)), (Aim.MONSTER, 0, (9, 2 + 5 + 4), (9, 2 + 4)),
])  # fmt: skip
def test_one_shots_give_nothing_and_are_not_thrown(aim, target, thrown, after):
    """A one-shot of +5 counts no more, on either side, once such a monster is there; none is offered."""
    for program, strength in (((), thrown), ((row(Op.ONE_SHOTS_USELESS, on=Trigger.IN_FIGHT),), after)):
        p = fighting(*program, flask=one_shot(5), oil=one_shot(3)).hand(0, "flask", "oil").fight(0, "other")
        do_play(p.g, p.book, 0, p["flask"], target, aim)
        put(p.g, p.book, p["foe"], Zone.OPEN, -1)
        add_monster(p.g, p.book, p["foe"], 0, 0)
        assert p.strength() == strength
        assert offered(p, "oil") == (not program)


@pytest.mark.parametrize("die", [1, 4, 6])
def test_a_monster_grows_by_a_die(die):
    """combat.monster-specials: what the die shows less one is added to the monster that rolled, and to no other."""
    grows = (
        row(Op.ROLL, on=Trigger.APPEARS),
        row(Op.GROW, Amount.DIE, on=Trigger.ROLLED),
        row(Op.GROW, -1, on=Trigger.ROLLED),
    )
    p = fighting(*grows).dice(die).fight(0, "other", "foe").run("foe", on=Trigger.APPEARS, other=1)
    assert p.strength() == (9, 2 + (4 + die - 1))
    assert [int(p.g.foe[m].bonus) for m in range(2)] == [0, die - 1]


MAGE, ELF = 16, 32

CAUSES = {
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
    p = Position({"c": card(Kind.CURSE, program), **CAUSES}, identity_max_per_axis=2)
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
