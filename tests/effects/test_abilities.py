"""Abilities: when they are offered, what they cost, what they do."""

import pytest

from engine.board.setup import clear_turn
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Pile, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask
from engine.records.state import Mod, Status, Zone
from engine.steps.offers.abilities import ability_options, do_ability
from tests.effects.build import Position, card, chosen, cultist, item, row

MAGE, THIEF, CLERIC, CULTIST = 16, 32, 64, 8


def power(op, amount=0, a=0, *, when=(0, 0)):
    return row(op, amount, a, on=Trigger.ABILITY, when=when)


def table(*program, kind=Kind.CLASS, monster=(), seats=3, **switches):
    facts = {"identity": MAGE} if kind == Kind.CLASS else {}
    cards = {
        "power": item(*program) if kind == Kind.ITEM else card(kind, *program, **facts),
        "ogre": card(Kind.MONSTER, *monster, level=8, treasures=3),
        "ghost": card(Kind.MONSTER, level=4, treasures=2, tags=Tag.UNDEAD),
        "woe": card(Kind.CURSE),
        "cheat": card(Kind.CHEAT),
        "mad": cultist(),
        "other": card(Kind.CLASS, power(Op.DISCARD_FOR_STRENGTH, 3, 3), identity=CLERIC),
        "door": card(Kind.WANDERING),
        "pole": item(slot=Slot.HAND, hands=2, tags=Tag.FIRE, gold=200, bonus=1),
        **{name: item(gold=100) for name in "abc"},
    }
    p = Position(cards, seats, cultist_enabled=1, **switches)
    return p.wear(0, "power") if kind == Kind.ITEM else p.carry(0, "power")


def offer(p, moment=Question.REACT, seat=0):
    """Put the abilities of a moment to a player."""
    p.g.agenda_n = 0
    ask(p.g, seat, moment, -1)
    ability_options(p.g, p.book, seat, moment)
    return p


def use(p, name, target=None, moment=Question.REACT, seat=0):
    """Use the one ability option with this card and target."""
    offer(p, moment, seat)
    fits = [o for o in p.options() if o[1] == name and target in (None, o[2])]
    assert len(fits) == 1, p.options()
    verb, _, t, effect = fits[0]
    p.g.asked, p.g.options = -1, 0
    do_ability(p.g, p.book, seat, chosen(verb, p[name], t, effect))
    return p.advance()


@pytest.mark.rule(
    "class.power-by-discard", "class.berserk", "curse.reminder-not-discardable", "cultist.locked", "role.power-discard"
)
def test_any_own_card_pays_except_kept_curses_attached_and_locked_ones():
    p = table(power(Op.DISCARD_FOR_STRENGTH, 1, 3)).hand(0, "door", "a").carry(0, "woe", "mad", "b").wear(0, "pole")
    p.attach("cheat", "pole").fight(0, "ogre")
    assert offer(p).cards_offered() == ["a", "b", "door", "pole"]


@pytest.mark.rule("class.berserk", "combat.abilities-once", "class.power-by-discard")
def test_each_discard_adds_strength_up_to_the_maximum_in_a_combat():
    p = table(power(Op.DISCARD_FOR_STRENGTH, 1, 2)).hand(0, "a", "b", "c").fight(0, "ogre")
    assert use(p, "a").strength() == (2, 8)
    assert use(p, "b").strength() == (3, 8)
    assert offer(p).options() == []
    assert p.lost("a", "b") and p.count(Ev.PAY) == 2 and p.count(Ev.ABILITY) == 2
    assert p.fight(0, "ghost").hand(0, "a") and offer(p).cards_offered() == ["a", "c"]


@pytest.mark.rule("class.berserk", "super.two")
def test_two_powers_of_the_same_kind_count_apart():
    p = table(power(Op.DISCARD_FOR_STRENGTH, 1, 1)).carry(0, "other").hand(0, "a", "b").fight(0, "ogre")
    offer(p)
    first = {n for *_, n in p.options()}
    assert len(first) == 2
    p.g.asked, p.g.options = -1, 0
    do_ability(p.g, p.book, 0, chosen(Verb.DISCARD_FOR, p["a"], -1, min(first)))
    assert {n for *_, n in offer(p).options()} == {max(first)}


@pytest.mark.rule("class.cleric-turn-undead", "class.ability-timing")
def test_a_power_against_a_kind_of_monster_is_offered_only_there():
    undead = (Condition.MONSTER_TAG, Tag.UNDEAD)
    p = table(power(Op.DISCARD_FOR_STRENGTH, 3, 3, when=undead)).hand(0, "a", "b")
    assert offer(p.fight(0, "ogre")).options() == []
    assert use(p.fight(0, "ghost"), "a").strength()[0] == 4


@pytest.mark.rule("class.ability-timing", "combat.bystander-class-abilities", "class.gain-lose-abilities")
def test_strength_is_for_participants_and_a_monster_may_switch_classes_off():
    p = table(power(Op.DISCARD_FOR_STRENGTH, 1, 3)).hand(0, "a").fight(1, "ogre")
    assert offer(p).options() == []
    assert offer(p.fight(1, "ghost", helper=0)).cards_offered() == ["a"]
    p.g.mods |= Mod.NO_CLASS
    assert offer(p).options() == []


@pytest.mark.rule("class.thief-backstab", "combat.bystander-class-abilities", "precedence.negative-strength")
def test_a_backstab_weakens_each_victim_once_and_never_oneself():
    p = table(power(Op.BACKSTAB, -2)).hand(0, "a", "b", "c").fight(1, "ogre", helper=2)
    assert {t for _, _, t, _ in offer(p).options()} == {1, 2}
    assert use(p, "a", target=1).strength()[0] == 1 + 1 - 2
    assert {t for _, _, t, _ in offer(p).options()} == {2}
    q = table(power(Op.BACKSTAB, -2)).hand(0, "a").fight(0, "ogre")
    assert offer(q).options() == []


@pytest.mark.rule("combat.nonlethal", "combat.nonlethal-treasure", "combat.last-removed-ends")
def test_a_whole_hand_charms_one_monster_for_its_treasure():
    p = table(power(Op.CHARM, a=3)).hand(0, "a", "b").fight(0, "ogre", "ghost")
    assert offer(p).options() == []
    use(p.hand(0, "c"), "power", target=1)
    assert (p.hand_of(0), p.g.owed, p.g.foe_n) == ([], 2, 1)
    assert p.lost("ghost")


@pytest.mark.rule("combat.nonlethal", "class.ability-timing")
def test_an_item_in_use_may_end_a_fight_with_a_single_monster():
    p = table(power(Op.LEAVE_COMBAT), kind=Kind.ITEM).fight(0, "ogre", "ghost")
    assert offer(p).options() == []
    q = table(power(Op.LEAVE_COMBAT), kind=Kind.ITEM).fight(0, "ogre")
    use(q, "power")
    assert q.lost("power", "ogre") and q.g.owed == 0
    r = table(power(Op.LEAVE_COMBAT), kind=Kind.ITEM).fight(0, "ogre")
    r.g.equipped[r["power"]] = 0
    assert offer(r).options() == []


@pytest.mark.rule("combat.monster-specials", "combat.nonlethal")
def test_some_monsters_can_be_chased_away_or_bribed():
    p = table(monster=(power(Op.CHASE_AWAY, a=MAGE),)).fight(0, "ogre")
    use(p, "ogre")
    assert (p.g.foe_n, p.g.owed) == (0, 3)
    assert offer(table(monster=(power(Op.CHASE_AWAY, a=THIEF),)).fight(0, "ogre")).options() == []
    q = table(monster=(power(Op.BRIBE_MONSTER, a=200),)).carry(0, "a", "pole").fight(0, "ogre")
    assert offer(q).cards_offered() == ["pole"]
    assert use(q, "pole").g.foe_n == 0 and q.lost("pole")


@pytest.mark.rule("run.mods-all", "class.ability-timing")
def test_discards_lift_a_failed_roll_up_to_the_maximum():
    p = table(power(Op.DISCARD_FOR_FLIGHT, 1, 1)).hand(0, "a", "b").fight(0, "ogre").dice(3)
    assert offer(p).options() == [] == offer(p, Question.FLEE).options()  # not before the die
    assert p.step(Step.ROLL, 0, 0).cards_offered() == ["", "a", "b"]
    p.choose("a")  # 3 + 1 is too little, and there is no second card
    assert (p.g.run_bonus[0], p.g.caught[0]) == (1, 1)
    q = table(power(Op.DISCARD_FOR_FLIGHT, 1, 1)).hand(0, "a", "b").fight(0, "ogre").dice(4)
    assert (q.step(Step.ROLL, 0, 0).choose("a").g.fled[0], q.g.caught[0]) == (1, 0)


@pytest.mark.rule("run.mods-all", "combat.monster-specials")
def test_an_escape_may_be_bought_from_one_monster_or_from_all():
    p = table(power(Op.DISCARD_TO_ESCAPE), kind=Kind.SPECIAL).fight(0, "ogre")
    assert use(p, "power", moment=Question.FLEE).g.escape_all[0] == 1 and p.lost("power")
    q = table(monster=(power(Op.DROP_TO_ESCAPE, a=Tag.FIRE),)).carry(0, "a", "pole").fight(0, "ghost", "ogre")
    assert offer(q, Question.FLEE).cards_offered() == ["pole"]
    assert use(q, "pole", moment=Question.FLEE).g.fled[0] == 0b10
    assert offer(q, Question.FLEE).options() == []


@pytest.mark.rule("run.roll", "class.power-by-discard")
def test_a_failed_roll_may_be_tried_again_once_for_each_monster():
    p = table(power(Op.SECOND_TRY)).hand(0, "a", "b", "c").fight(0, "ogre").dice(2, 5)
    p.step(Step.ROLL, 0, 0)
    assert p.asked() == (0, Question.ROLLED)
    p.choose("a")  # the second roll escapes
    assert (p.g.roll, p.g.caught[0], p.g.fled[0]) == (5, 0, 1)
    q = table(power(Op.SECOND_TRY)).hand(0, "a", "b").fight(0, "ogre", "ghost").dice(2, 1, 3)
    q.step(Step.ROLL, 0, 0).choose("a")  # fails again, and that is that
    assert q.g.caught[0] == 1 and q.hand_of(0) == ["b"]
    q.g.rerolls = 0
    assert q.step(Step.ROLL, 0, 1).cards_offered() == ["", "b"]  # another monster, another try


@pytest.mark.rule("class.thief-no-steal-combat")
@pytest.mark.parametrize(("face", "level", "owner"), [(4, 3, 0), (3, 2, 1)])
def test_a_theft_costs_a_card_and_depends_on_the_die(face, level, owner):
    p = table(power(Op.STEAL, a=4)).hand(0, "a").carry(1, "b").levels(3).dice(face)
    use(p, "power", moment=Question.ARRANGE)
    assert p.lost("a")
    assert (p.level_list()[0], p.where("b")) == (level, (Zone.TABLE, owner))


@pytest.mark.rule("class.thief-no-steal-combat")
def test_nothing_is_stolen_without_a_card_to_pay_or_in_a_combat_or_if_it_is_big():
    p = table(power(Op.STEAL, a=4)).carry(1, "b")
    assert offer(p, Question.ARRANGE).options() == []
    p.hand(0, "a").book.card[p["b"]].big = 1
    assert offer(p, Question.ARRANGE).options() == []
    p.carry(2, "c").fight(2, "ogre")
    assert offer(p, Question.ARRANGE).options() == []


@pytest.mark.rule("curse.persistent")
def test_a_lasting_curse_may_be_bought_off_with_levels():
    p = table(power(Op.CURE, a=2), kind=Kind.CURSE).levels(2)
    assert offer(p, Question.ARRANGE).options() == []
    use(p.levels(4), "power", moment=Question.ARRANGE)
    assert p.lost("power") and p.level_list()[0] == 2


@pytest.mark.rule("cards.no-looking-discards")
def test_a_monster_is_fetched_from_the_discards_for_its_price():
    p = table(power(Op.FETCH_MONSTER, 2), kind=Kind.ITEM).hand(0, "a", "b").discards("ogre", "door", "ghost")
    use(p, "power", moment=Question.EVENING)
    assert p.lost("power")
    while p.asked()[1] == Question.LOSE:
        p.choose(p.options()[0][1])
    assert p.cards_offered() == ["ghost", "ogre"]
    assert p.choose("ghost").hand_of(0) == ["ghost"]


@pytest.mark.rule("cultist.everyone", "class.gain-lose-abilities")
def test_an_item_lets_its_owner_pose_as_a_cultist_and_stop():
    p = table(power(Op.POSE, a=CULTIST), kind=Kind.ITEM).carry(1, "mad")
    use(p, "power", moment=Question.ARRANGE)
    assert int(p.g.identity[0]) & CULTIST and p.g.status[0] & Status.CULTIST_CARD and p.g.cultists == 1
    assert offer(p, Question.ARRANGE).options() == []  # once a turn
    clear_turn(p.g, 0)
    use(p, "power", moment=Question.ARRANGE)
    assert not int(p.g.identity[0]) & CULTIST
    clear_turn(p.g, 0)
    use(p, "power", moment=Question.ARRANGE).place(Zone.DISCARD, -1, "power")
    assert p.g.status[0] == 0  # whoever has lost the Item is what they are


@pytest.mark.rule("class.ability-timing", "level.gain-ways")
def test_the_lowest_player_may_study_at_the_end_of_his_turn():
    p = table(power(Op.STUDY, 2)).hand(0, "a", "b", "c").levels(3, 4, 3)
    assert offer(p, Question.ARRANGE).options() == []
    use(p, "power", moment=Question.EVENING)
    p.choose("a").choose("b")
    assert p.level_list()[0] == 4 and p.hand_of(0) == ["c"]
    assert offer(p, Question.EVENING).options() == []  # too few cards, and no longer the lowest


@pytest.mark.rule("turn.kick-open", "cards.no-looking-discards")
def test_the_top_of_the_discards_may_take_the_place_of_the_door():
    p = table(power(Op.RESURRECTION)).hand(0, "a").discards("woe", "door")
    use(p, "a", moment=Question.DOOR_CARD)
    deck = p.g.deck[Pile.DOOR][: int(p.g.deck_n[Pile.DOOR])]
    assert p.names[deck[-1]] == "door" and p.lost("a")
    assert offer(table(power(Op.RESURRECTION)).hand(0, "a"), Question.DOOR_CARD).options() == []


@pytest.mark.rule("turn.kick-open", "class.power-by-discard")
def test_the_first_door_may_be_kept_for_its_price():
    p = table(power(Op.PEEK, 2)).hand(0, "a", "b")
    first = p.names[p.g.deck[0][int(p.g.deck_n[0]) - 1]]
    use(p, "power", moment=Question.DOOR_CARD)
    assert p.asked() == (0, Question.DOOR_CARD) and p.g.subject == p[first]
    p.choose("power").choose("a")
    assert p.hand_of(0) == [first]
    q = table(power(Op.PEEK, 2)).hand(0, "a", "b")
    assert use(q, "power", moment=Question.DOOR_CARD).choose("").hand_of(0) == ["a", "b"]


@pytest.mark.rule("class.power-by-discard")
def test_paying_with_an_equipped_item_costs_its_bonus_too():
    p = table(power(Op.DISCARD_FOR_STRENGTH, 1, 3)).wear(0, "pole").fight(0, "ogre")
    assert p.strength()[0] == 2
    assert use(p, "pole").strength()[0] == 1 - 0 + 1
