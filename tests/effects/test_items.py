"""Losing Items in play, and Items out of use by house rule."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose, outlook
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Chooser, Which
from tests.effects.build import Position, card, item, row

MAGE = 16


def table(*program, **more):
    """Seat 0 wears a hat, a sword and a big pole, and carries a second hat."""
    cards = {
        "curse": card(Kind.CURSE, *program),
        "hat": item(slot=Slot.HEAD, bonus=1, gold=200),
        "spare-hat": item(slot=Slot.HEAD, bonus=3, gold=600),
        "sword": item(slot=Slot.HAND, bonus=4, gold=700),
        "pole": item(slot=Slot.HAND, big=1, bonus=2, gold=300),
        "charm": item(gold=0),
        **more,
    }
    return Position(cards).wear(0, "hat", "sword", "pole").carry(0, "spare-hat")


def lose(which, amount=0, chooser=0):
    return row(Op.LOSE_ITEM, amount, which, chooser)


@pytest.mark.rule("run.badstuff", "item.forced-loss")
@pytest.mark.parametrize(
    ("which", "gone"),
    [
        (Which.HEAD, ["hat"]),  # the one that is worn, not the one carried
        (Which.BODY, []),
        (Which.FEET, []),
        (Which.BIG, ["pole"]),
        (Which.BEST, ["sword"]),
        (Which.DEAREST, ["sword"]),
        (Which.CHEAPEST, ["hat"]),
        (Which.ALL, ["hat", "pole", "spare-hat", "sword"]),
        (Which.CLASS_BOUND, []),
        (Which.UNUSABLE, []),
    ],
)
def test_a_loss_falls_on_the_items_it_means(which, gone):
    p = table(lose(which)).run("curse")
    assert sorted(n for n in p.names[1:] if p.lost(n)) == gone
    assert p.count(Ev.LOSE) == len(gone)
    assert not p.options()


@pytest.mark.rule("curse.victim-chooses")
def test_the_victim_chooses_among_several_and_once_for_each_item():
    p = table(lose(Which.ANY, 2)).run("curse", who=0, by=2)
    assert p.asked() == (0, Question.LOSE)
    assert p.cards_offered() == ["hat", "pole", "spare-hat", "sword"]
    p.choose("spare-hat").choose("hat")
    assert p.table_of(0) == ["pole", "sword"]


@pytest.mark.rule("curse.victim-chooses", "precedence.card-over-rule")
@pytest.mark.parametrize(("chooser", "seat"), [(Chooser.RIGHT, 2), (Chooser.LEFT, 1), (Chooser.HIGHEST, 1)])
def test_a_card_may_let_somebody_else_choose(chooser, seat):
    p = table(lose(Which.ANY, 1, chooser)).levels(2, 5, 3).run("curse")
    assert p.asked()[0] == seat


@pytest.mark.rule("curse.victim-chooses")
def test_chance_may_choose():
    p = table(lose(Which.ANY, 1, Chooser.RANDOM)).run("curse")
    assert len(p.table_of(0)) == 3
    assert not p.options()


@pytest.mark.rule("cards.hand-private", "curse.ignore-missing")
def test_cards_in_hand_and_level_cards_are_never_lost_as_items():
    cards = {"curse": card(Kind.CURSE, lose(Which.ANY)), "up": card(Kind.GO_UP_A_LEVEL), "a": item()}
    p = Position(cards).hand(0, "a").carry(0, "up").run("curse")
    assert p.hand_of(0) == ["a"]
    assert p.table_of(0) == ["up"]


@pytest.mark.rule("item.definition")
def test_an_item_without_value_is_an_item_but_not_the_cheapest():
    p = table(lose(Which.CHEAPEST)).carry(0, "charm").run("curse")
    assert p.lost("hat") and not p.lost("charm")
    q = table(lose(Which.SMALL)).carry(0, "charm").run("curse")
    assert q.cards_offered() == ["charm", "hat", "spare-hat", "sword"]


@pytest.mark.rule("class.item-restriction", "item.forced-loss")
def test_items_that_need_a_class_can_be_meant():
    bound = {"wand": item(only=MAGE), "mage": card(Kind.CLASS, identity=MAGE), "axe": item(never=MAGE)}
    assert table(lose(Which.CLASS_BOUND), **bound).carry(0, "mage", "wand").run("curse").lost("wand")
    p = table(lose(Which.UNUSABLE, Amount.ALL), **bound).carry(0, "wand", "axe").run("curse")
    assert p.lost("wand") and not p.lost("axe")


@pytest.mark.rule("item.forced-loss")
def test_items_of_a_tag_or_without_hands_can_be_meant():
    more = {"ichor": item(tags=Tag.ICHOR)}
    p = table(lose(Which.ICHOR, Amount.ALL), **more).carry(0, "ichor").run("curse")
    assert p.lost("ichor") and len(p.table_of(0)) == 4
    q = table(lose(Which.NO_HANDS, Amount.ALL)).run("curse")
    assert q.table_of(0) == ["pole", "sword"]


@pytest.mark.rule("item.cheat", "item.enhancer", "item.forced-loss")
def test_what_is_attached_to_a_lost_item_goes_with_it():
    more = {"cheat": card(Kind.CHEAT), "grip": card(Kind.ITEM_ENHANCER, bonus=2)}
    p = table(lose(Which.HEAD), **more).attach("cheat", "hat").attach("grip", "hat").run("curse")
    assert p.lost("hat", "cheat", "grip")


@pytest.mark.rule("item.forced-loss", "precedence.card-over-rule")
def test_a_card_may_be_lost_with_an_item_or_in_its_place():
    feather = item(row(Op.LOST_WITH, a=Slot.HEAD, on=Trigger.IN_PLAY), slot=Slot.HEAD, stacks=1)
    p = table(lose(Which.HEAD), feather=feather).wear(0, "feather").run("curse")
    assert p.lost("hat", "feather")
    cap = item(row(Op.GUARDS_SLOT, a=Slot.HEAD, on=Trigger.IN_PLAY), slot=Slot.HEAD, stacks=1)
    q = table(lose(Which.HEAD), cap=cap).wear(0, "cap").run("curse")
    assert q.lost("cap") and not q.lost("hat")


@pytest.mark.rule("item.forced-loss", "curse.victim-chooses", "precedence.card-over-rule")
def test_what_goes_with_an_item_goes_however_the_item_is_lost():
    """The feather goes with any hat that is lost, be it as Gold Pieces, by a tag or by name; not with a pole."""
    feather = item(row(Op.LOST_WITH, a=Slot.HEAD, on=Trigger.IN_PLAY), slot=Slot.HEAD, stacks=1)
    p = table(row(Op.DISCARD_GOLD, 1), feather=feather).wear(0, "feather").run("curse")
    assert p.choose("hat").lost("hat", "feather")
    q = table(row(Op.DISCARD_GOLD, 1), feather=feather).wear(0, "feather").run("curse")
    assert q.choose("pole").lost("pole") and not q.lost("feather")
    named = table(row(Op.LOSE_NAMED, a=1), feather=feather).wear(0, "feather").run("curse")  # number 1 is the hat
    assert named.lost("hat", "feather")


@pytest.mark.rule("run.badstuff")
def test_an_item_worn_over_nothing_is_what_the_slot_holds():
    cards = {"curse": card(Kind.CURSE, lose(Which.BODY)), "shirt": item(slot=Slot.BODY, stacks=1)}
    assert Position(cards).wear(0, "shirt").run("curse").lost("shirt")


@pytest.mark.rule("item.forced-loss")
def test_a_named_card_is_lost():
    p = table(row(Op.LOSE_NAMED, a=3)).run("curse")  # number 3 is the sword
    assert p.lost("sword") and len(p.table_of(0)) == 3


@pytest.mark.rule("item.forced-loss", "curse.victim-chooses")
def test_gold_is_discarded_until_the_amount_is_reached():
    p = table(row(Op.DISCARD_GOLD, 1000)).run("curse")
    p.choose("sword")
    assert p.cards_offered() == ["hat", "pole", "spare-hat"]
    assert p.choose("pole").table_of(0) == ["hat", "spare-hat"]


@pytest.mark.rule("item.forced-loss")
def test_whoever_owns_too_little_loses_all_items_and_perhaps_levels():
    p = table(row(Op.DISCARD_GOLD, 2000, 1)).levels(4).run("curse")
    assert p.table_of(0) == []
    assert p.level_list() == [3, 1, 1]


@pytest.mark.rule("curse.persistent")
def test_a_lasting_curse_can_be_cancelled():
    p = table(row(Op.CANCEL_CURSE), woe=card(Kind.CURSE)).carry(0, "woe").run("curse")
    assert p.lost("woe") and p.count(Ev.CANCEL) == 1


@pytest.mark.rule("run.badstuff")
def test_items_or_hand_cards_are_lost_as_the_victim_likes():
    p = table(row(Op.LOSE_ITEMS_OR_CARDS, 2)).hand(0, "charm").run("curse")
    p.choose("charm").choose("hat")
    assert p.where("charm")[0] == p.where("hat")[0] == Zone.DISCARD
    assert not p.options()


CARDS = {
    "wraith": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=7, treasures=1, levels=1, tags=1),
    "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
    "sword": item(bonus=2, slot=Slot.HAND),
    "bane": item(row(Op.STRENGTH, 6, on=Trigger.IN_PLAY, when=(Condition.MONSTER_TAG, 1)), slot=Slot.HAND),
    "axe": item(bonus=1, slot=Slot.HAND),
    "pole": item(bonus=3, slot=Slot.HAND, big=1),
    "cart": item(bonus=3, big=1),
    "hat": item(bonus=1, slot=Slot.HEAD),
}


def fighting(**switches: int) -> Position:
    """Seat 0, Level 3, holds the sword and the axe and carries the bane of wraiths; 3 + 2 + 1 against 7."""
    p = Position(CARDS, help_max=0, **switches).levels(3, 4, 4).wear(0, "sword", "axe").carry(0, "bane")
    return p.fight(0, "wraith")


def dressed(p: Position) -> set[tuple[Verb, str]]:
    return {(verb, name) for verb, name, _, _ in p.options() if verb in (Verb.EQUIP, Verb.UNEQUIP)}


@pytest.mark.rule("timing.no-status-change-fleeing", "item.equip-limits")
def test_items_are_changed_in_a_combat_where_the_rule_says_so():
    assert not dressed(fighting().step(Step.REACT, 0))
    p = fighting(equip_in_combat=1).step(Step.REACT, 0)
    assert p.asked() == (0, Question.REACT)
    assert dressed(p) == {(Verb.UNEQUIP, "sword"), (Verb.UNEQUIP, "axe")}  # both hands are full
    p.choose("axe").choose("bane")
    assert p.strength() == (3 + 2 + 6, 7)


@pytest.mark.rule("timing.no-status-change-fleeing")
def test_nothing_is_changed_in_flight():
    p = fighting(equip_in_combat=1)
    p.g.phase = 5
    assert not dressed(p.step(Step.REACT, 0))


@pytest.mark.parametrize(("monster", "changes"), [("wraith", ["axe", "bane"]), ("rat", [])])
def test_players_change_what_turns_the_fight_and_nothing_in_a_fight_that_is_won(monster, changes):
    """For 6 more against wraiths the weaker weapon goes: 3 + 2 + 6 against 7. The rat is beaten anyway."""
    p = Position(CARDS, help_max=0, equip_in_combat=1).levels(3, 4, 4).wear(0, "sword", "axe").carry(0, "bane")
    p.fight(0, monster)
    p.book.work.weights[:] = 0
    for weight, worth in ((Weight.LEVEL, 40), (Weight.BONUS, 10), (Weight.DANGER, 15), (Weight.TREASURE, 10)):
        p.book.work.weights[:, weight] = worth
    p.step(Step.REACT, 0)
    done = []
    while p.options() and p.g.question == Question.REACT:
        outlook(p.g, p.book, int(p.g.asked))
        verb, name, _, _ = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
        if verb == Verb.PASS:
            break
        done.append(name)
        p.choose(name)
    assert done == changes


@pytest.mark.rule("death.loot-layout")
@pytest.mark.parametrize("discarded", [0, 1])
def test_what_the_dead_did_not_use_is_discarded_or_looted(discarded):
    p = Position(CARDS, loot_body_carried=discarded).levels(5, 4, 3).wear(0, "hat").carry(0, "axe")
    p.step(Step.DIE, 0, -1)
    while p.options():
        p.choose(p.cards_offered()[0])
    looted = {name for seat in (1, 2) for name in p.hand_of(seat)}
    assert looted == ({"hat"} if discarded else {"hat", "axe"})
    assert (p.where("axe")[0] == Zone.DISCARD) == bool(discarded)


@pytest.mark.rule("item.one-big", "item.carried")
def test_big_items_out_of_use_do_not_count_where_the_rule_says_so():
    """With the pole in use the cart is only carried: it may lie there, and is not put to use beside it."""
    p = Position(CARDS, big_counts=1).levels(5).wear(0, "pole").hand(0, "cart")
    p.step(Step.ARRANGE)
    p.choose("cart")
    assert p.where("cart") == (Zone.TABLE, 0) and int(p.g.equipped[p["cart"]]) == 0
    assert (Verb.EQUIP, "cart") not in dressed(p)
    p.choose("pole")
    assert (Verb.EQUIP, "cart") in dressed(p)
    q = Position(CARDS).levels(5).wear(0, "pole").hand(0, "cart").step(Step.ARRANGE)
    assert "cart" not in q.cards_offered()
