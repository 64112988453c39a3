"""Lasting rows: what a card means as long as it counts."""

import pytest

from engine.board.equipment import big_room, fits, hand_limit
from engine.board.monsters import remove_monster
from engine.board.strength import player_strength
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import FightFlag, Mod, Zone
from engine.records.step_values import Removal
from engine.steps.combat.flight import escapes, roll_total
from engine.steps.combat.help_terms import may_help
from engine.steps.combat.rewards import levels_won, treasures_won
from tests.effects.build import Position, card, cultist, item, row

MAGE, ELF = 16, 32


def own(op, amount=0, a=0, *, when=(0, 0)):
    return row(op, amount, a, on=Trigger.IN_PLAY, when=when)


def foe(op, amount=0, a=0, *, when=(0, 0)):
    return row(op, amount, a, on=Trigger.IN_FIGHT, when=when)


def table(*mine, monster=(), helper=-1, fight=True, **switches):
    """Seat 0, Level 1, with a power of their own, a cap +1, mail +2, boots +3 and a fire sword +4, against an ogre."""
    cards = {
        "power": card(Kind.SPECIAL, *mine),
        "ogre": card(Kind.MONSTER, *monster, level=8, treasures=3, tags=Tag.WOLF),
        "imp": card(Kind.MONSTER, level=2, treasures=1),
        "cap": item(slot=Slot.HEAD, bonus=1),
        "mail": item(slot=Slot.BODY, bonus=2),
        "boots": item(slot=Slot.FEET, bonus=3),
        "sword": item(slot=Slot.HAND, bonus=4, tags=Tag.FIRE),
        "mage": card(Kind.CLASS, own(Op.STRENGTH, 5), own(Op.WINS_TIES), identity=MAGE),
        "elf": card(Kind.RACE, identity=ELF),
        "mad": cultist(),
    }
    p = Position(cards, **switches).carry(0, "power").wear(0, "cap", "mail", "boots", "sword")
    return p.fight(0, "ogre", helper=helper) if fight else p


@pytest.mark.rule("combat.strength", "item.carried")
@pytest.mark.parametrize(
    ("mine", "side"),
    [
        (own(Op.STRENGTH, 2), 13),
        (own(Op.STRENGTH, -5), 6),
        (own(Op.STRENGTH, 2, when=(Condition.IS, MAGE)), 11),
        (own(Op.STRENGTH_VS_TAG, 3, Tag.WOLF), 14),
        (own(Op.STRENGTH_VS_TAG, 3, Tag.UNDEAD), 11),
    ],
)
def test_a_card_in_play_changes_its_owners_strength(mine, side):
    assert table(mine).strength() == (side, 8)


@pytest.mark.rule("combat.strength", "cultist.six")
def test_strength_may_count_the_others_with_an_identity():
    p = table(own(Op.STRENGTH_PER_OTHER, 2, ELF)).carry(1, "elf")
    assert p.strength()[0] == 11 + 2


@pytest.mark.rule("combat.level-only", "class.warrior-wins-ties", "multi.special-all", "combat.monster-specials")
@pytest.mark.parametrize(
    ("rows", "side"),
    [
        ((foe(Op.LEVEL_ONLY),), 1),
        ((foe(Op.ITEMS_USELESS),), 1),
        ((foe(Op.ITEMS_USELESS, a=Tag.FIRE),), 5),
        ((foe(Op.SLOT_USELESS, a=Slot.FEET),), 8),
        ((foe(Op.SLOT_USELESS, a=Slot.HEAD),), 10),
        ((foe(Op.SLOT_USELESS, a=Slot.BODY),), 9),
        ((foe(Op.SLOT_USELESS, a=Slot.HAND),), 7),
        ((foe(Op.LEVEL_USELESS),), 10),
        ((foe(Op.DOUBLE_TAG, a=Tag.FIRE),), 15),
    ],
)
def test_a_monster_may_switch_things_off_for_the_whole_fight(rows, side):
    assert table(monster=rows).strength()[0] == side


@pytest.mark.rule("combat.monster-specials", "class.gain-lose-abilities", "class.warrior-wins-ties")
def test_classes_may_rest_in_a_combat():
    p = table().carry(0, "mage")
    assert p.strength()[0] == 16 and p.g.ties == 1
    q = table(monster=(foe(Op.CLASS_USELESS),)).carry(0, "mage")
    assert q.strength()[0] == 11 and q.g.ties == 0


@pytest.mark.rule("combat.monster-specials", "role.list")
def test_a_role_is_no_class_and_does_not_rest_with_the_classes():
    cards = {"bard": card(Kind.ROLE, own(Op.STRENGTH, 5), own(Op.WINS_TIES), identity=MAGE)}
    cards["ogre"] = card(Kind.MONSTER, foe(Op.CLASS_USELESS), level=8)
    p = Position(cards).carry(0, "bard").fight(0, "ogre")
    assert p.strength()[0] == 6 and p.g.ties == 1


@pytest.mark.rule("enhancer.def", "multi.combined")
def test_a_monster_may_grow_with_its_company():
    p = table(monster=(foe(Op.MATE_BONUS, 4),))
    assert p.strength()[1] == 8
    assert p.fight(0, "ogre", "imp").strength()[1] == 8 + 2 + 4


@pytest.mark.rule("curse.persistent", "combat.strength")
def test_a_curse_may_leave_only_armor():
    cards = {"woe": card(Kind.CURSE, own(Op.ONLY_ARMOR)), "mail": item(slot=Slot.BODY, bonus=2), "x": item(bonus=4)}
    p = Position(cards).wear(0, "mail", "x")
    assert player_strength(p.g, p.book, 0) == 1 + 2 + 4
    assert player_strength(p.carry(0, "woe").g, p.book, 0) == 1 + 2


@pytest.mark.rule("run.mods-all", "combat.monster-specials")
@pytest.mark.parametrize(
    ("rows", "total"),
    [
        ((), 6),
        ((foe(Op.SLOT_USELESS, a=Slot.FEET),), 4),
        ((foe(Op.SLOT_USELESS, a=Slot.HEAD),), 6),
        ((foe(Op.ITEMS_USELESS),), 4),
    ],
)
def test_boots_that_do_not_count_do_not_carry_anybody_away(rows, total):
    cards = {"boots": item(slot=Slot.FEET, run_away=2), "ogre": card(Kind.MONSTER, *rows, level=5)}
    p = Position(cards).wear(0, "boots").fight(0, "ogre")
    p.strength()
    p.g.roll = 4
    assert roll_total(p.g, p.book, 0, 0) == total


@pytest.mark.rule("run.mods-all", "run.roll")
def test_rolls_change_with_what_one_has_and_with_the_monster():
    p = table(own(Op.RUN_AWAY, 1))
    p.g.roll = 4
    assert roll_total(p.g, p.book, 0, 0) == 5 and escapes(p.g, p.book, 0, 0) == 1
    q = table(own(Op.RUN_AWAY, 1), monster=(foe(Op.NO_ESCAPE),))
    q.g.roll = 6
    assert escapes(q.g, q.book, 0, 0) == 0


@pytest.mark.rule("run.both", "run.mods-all")
def test_who_runs_faster_than_his_companion_gets_away():
    p = table(own(Op.SHIELD_WHEN_TWO_FLEE, -2), helper=1)
    p.g.roll = 5
    assert escapes(p.g, p.book, 0, 0) == 1 and escapes(p.g, p.book, 1, 0) == 0
    q = table(own(Op.SHIELD_WHEN_TWO_FLEE, -2))
    q.g.roll = 4
    assert escapes(q.g, q.book, 0, 0) == 0


@pytest.mark.rule("run.when", "precedence.card-over-rule")
@pytest.mark.parametrize(
    ("rows", "no_pursue", "rolls"),
    [((), 0, True), ((), 3, False), ((foe(Op.PURSUES, a=MAGE),), 3, True), ((foe(Op.EASY_ESCAPE),), 0, False)],
)
def test_some_monsters_let_some_players_go_without_a_roll(rows, no_pursue, rolls):
    p = table(monster=rows).carry(0, "mage")
    p.book.card[p["ogre"]].no_pursue = no_pursue
    p.dice(1, 1)
    p.step(Step.FLEE, 0)
    assert bool(p.g.caught[0]) == rolls


@pytest.mark.rule("turn.hand-limit", "race.dwarf-big", "item.one-big", "item.equip-limits")
def test_limits_move_with_cards_in_play():
    assert hand_limit(table(own(Op.HAND_LIMIT, 1)).g, table(own(Op.HAND_LIMIT, 1)).book, 0) == 6
    p = table(own(Op.BIG_LIMIT, Amount.ALL))
    assert big_room(p.g, p.book, 0) > 50 and big_room(p.g, p.book, 1) == 1
    axe = {
        "axe": item(slot=Slot.HAND, hands=2),
        "sword": item(slot=Slot.HAND),
        "arm": card(Kind.SPECIAL, own(Op.EXTRA_HANDS, 1)),
    }
    q = Position(axe).wear(0, "sword").carry(0, "axe")
    assert fits(q.g, q.book, 0, q["axe"]) == 0
    q.carry(0, "arm")
    assert fits(q.g, q.book, 0, q["axe"]) == 1


@pytest.mark.rule("help.one-only", "combat.monster-specials")
def test_a_monster_may_bar_helpers():
    p = table(monster=(foe(Op.NO_HELPER),)).carry(1, "elf")
    assert [int(may_help(p.g, p.book, s)) for s in (1, 2)] == [0, 0]
    q = table(monster=(foe(Op.NO_HELPER, a=ELF),)).carry(1, "elf")
    q.strength()
    assert [int(may_help(q.g, q.book, s)) for s in (1, 2)] == [0, 1]


@pytest.mark.rule("combat.win-level", "reward.special-instructions", "combat.win-treasure")
def test_a_kill_may_give_more():
    p = table(monster=(foe(Op.EXTRA_LEVEL, 1, when=(Condition.ANYONE_IS, MAGE)), foe(Op.TREASURE, 1)))
    assert (levels_won(p.g, p.book), treasures_won(p.g, p.book)) == (1, 4)
    p.carry(0, "mage")
    assert levels_won(p.g, p.book) == 2


@pytest.mark.rule("race.elf-helper-level", "help.levels")
def test_a_helper_may_gain_levels_by_his_own_card():
    cards = {"elf": card(Kind.RACE, own(Op.HELPER_LEVEL, 1), identity=ELF), "rat": card(Kind.MONSTER, level=1)}
    p = Position(cards).carry(1, "elf").fight(0, "rat", helper=1)
    p.step(Step.REWARD, 1)
    assert p.level_list() == [2, 2, 1]


@pytest.mark.rule("race.elf-helper-level", "help.levels", "reward.kill-vs-defeat")
@pytest.mark.parametrize(("gives", "levels"), [(Removal.KILLED, [3, 3, 1]), (Removal.TREASURE, [2, 2, 1])])
def test_a_monster_that_a_card_kills_counts_as_a_kill_for_the_helper_too(gives, levels):
    cards = {"elf": card(Kind.RACE, own(Op.HELPER_LEVEL, 1), identity=ELF)}
    cards |= {name: card(Kind.MONSTER, level=1) for name in ("rat", "bat")}
    p = Position(cards).carry(1, "elf").fight(0, "rat", "bat", helper=1)
    remove_monster(p.g, p.book, 1, gives)
    p.step(Step.REWARD, 1)
    assert p.level_list() == levels


@pytest.mark.rule("combat.level-only", "combat.strength")
@pytest.mark.parametrize(("ignores", "side"), [(0, 1), (1, 1), (2, 2)])
def test_levels_alone_are_not_doubled_unless_items_only_are_ignored(ignores, side):
    p = table(monster=(foe(Op.LEVEL_ONLY),), level_only_ignores=ignores)
    p.g.fight_flags |= FightFlag.DOUBLE_LEADER
    assert p.strength()[0] == side


@pytest.mark.rule("combat.monster-specials", "help.bribe-items")
def test_a_monster_may_leave_the_helper_without_a_share():
    p = table(monster=(foe(Op.NO_HELPER_REWARD),), helper=1)
    p.strength()
    assert p.g.mods & Mod.NO_REWARD_HELPER


@pytest.mark.rule("combat.monster-specials", "combat.nonlethal-treasure", "multi.eliminate-one")
def test_a_monster_leaves_alone_a_side_it_will_not_fight_and_pays():
    p = table(monster=(foe(Op.WILL_NOT_ATTACK, 1, ELF),), helper=1).carry(1, "elf").fight(0, "ogre", "imp", helper=1)
    p.step(Step.REACT, 1)
    assert p.lost("ogre") and p.g.gifts == 1
    q = table(monster=(foe(Op.WILL_NOT_ATTACK, 1, ELF),)).carry(1, "elf")
    q.step(Step.REACT, 1)  # a bystander's trait does not matter: it is fought and killed
    assert q.level_list()[0] == 2


@pytest.mark.rule("combat.monster-specials", "combat.nonlethal")
def test_a_monster_may_be_ignored_by_whom_it_lets():
    p = table(monster=(foe(Op.MAY_IGNORE, a=ELF),))
    p.step(Step.REACT, 0)
    assert [v for v, name, *_ in p.options() if name == "ogre"] == [Verb.USE]
    p.choose("ogre")
    assert p.lost("ogre") and p.level_list()[0] == 1
    q = table(monster=(foe(Op.MAY_IGNORE, a=ELF),)).carry(0, "elf")
    q.step(Step.REACT, 0)
    assert not [v for v, name, *_ in q.options() if name == "ogre"]


@pytest.mark.rule("curse.face-up", "precedence.card-over-rule")
def test_a_card_may_keep_the_doors_curses_away():
    cards = {
        "shoe": item(own(Op.DOOR_CURSE_IMMUNE)),
        "woe": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    }
    p = Position(cards).levels(4).wear(0, "shoe").place(Zone.OPEN, -1, "woe")
    p.step(Step.CURSE, p["woe"], 0, -1)
    assert p.level_list()[0] == 4 and p.lost("woe")
    q = Position(cards).levels(4).wear(0, "shoe").place(Zone.OPEN, -1, "woe")
    q.step(Step.CURSE, q["woe"], 0, 1)  # played by somebody, not drawn from the door
    assert q.level_list()[0] == 3


@pytest.mark.rule("sell.rule", "race.list")
def test_one_item_of_a_turn_may_sell_for_twice_its_value():
    cards = {"folk": card(Kind.RACE, own(Op.SELL_DOUBLE), identity=ELF), "gem": item(gold=500), "ring": item(gold=400)}
    p = Position(cards).carry(0, "folk").hand(0, "gem", "ring")
    p.g.marked[p["gem"]] = 1
    p.step(Step.SELL, 0)
    assert Verb.DONE in {v for v, *_ in p.options()}
    assert p.choose("").level_list()[0] == 2


@pytest.mark.rule("help.ask", "precedence.no-forced-help-ten")
def test_an_item_may_oblige_higher_players_to_help():
    p = table(own(Op.FORCED_HELP)).levels(1, 5, 1)
    p.step(Step.ANSWER_HELP, 1, 0, 0, -1, 0)
    assert p.g.helper == 1
    q = table(own(Op.FORCED_HELP)).levels(1, 1, 1)
    q.step(Step.ANSWER_HELP, 1, 0, 0, -1, 0)
    assert q.asked() == (1, Question.HELP)
