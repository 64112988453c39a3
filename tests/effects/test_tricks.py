"""Single cards that fit no family: dice on Items, cards that wander, taxes, names."""

import pytest

from engine.board.monsters import join_side
from engine.board.zones import discard
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Mark, Phase, Zone
from engine.records.step_values import Chooser, Which
from engine.steps.combat.fight import clear_table
from engine.steps.offers.actions import throw
from engine.steps.offers.playable import combat_options
from engine.steps.turn.limits import settle
from tests.effects.build import Position, card, item, row

ON_SIDE, ON_MONSTER = Aim.SIDE, Aim.MONSTER


def ogre(*program, **facts):
    return card(Kind.MONSTER, *program, **{"level": 5, "treasures": 1, **facts})


@pytest.mark.rule("oneshot.discard", "precedence.card-over-rule")
@pytest.mark.parametrize(("to", "levels", "owner"), [
    (Chooser.RIGHT, (4, 9, 3), 2), (Chooser.LEFT, (4, 3, 9), 1), (Chooser.LEFT, (4, 4, 1), -1),
])  # fmt: skip
@pytest.mark.parametrize("aim", [ON_SIDE, ON_MONSTER])
def test_a_spent_card_goes_to_a_lower_neighbour(to, levels, owner, aim):
    laugh = card(Kind.ONE_SHOT, row(Op.PASS_ON, 0, to, on=Trigger.SPENT), bonus=2)
    p = Position({"laugh": laugh, "ogre": ogre()}).levels(*levels).hand(0, "laugh").fight(0, "ogre")
    throw(p.g, p.book, 0, p["laugh"], 0, aim)
    p.advance()
    assert p.where("laugh") == (Zone.PLAYED, 0)
    assert p.strength() == ((6, 5) if aim == ON_SIDE else (4, 7))
    clear_table(p.g, p.book)
    p.advance()
    assert p.where("laugh") == ((Zone.HAND, owner) if owner >= 0 else (Zone.DISCARD, -1))


@pytest.mark.rule("precedence.card-over-rule")
def test_a_lone_song_may_not_be_thrown_on_a_side_of_two():
    song = card(Kind.ONE_SHOT, row(Op.LONE_SIDE, on=Trigger.IN_FIGHT), bonus=2)
    for helper, aims in ((-1, [ON_SIDE, ON_MONSTER]), (1, [ON_MONSTER])):
        p = Position({"song": song, "ogre": ogre()}).hand(2, "song").fight(0, "ogre", helper=helper)
        p.g.options = 0
        combat_options(p.g, p.book, 2, p["song"])
        assert [amount for *_, amount in p.options()] == aims


def pipes():
    rows = (row(Op.ROLL, on=Trigger.JOINED), row(Op.MARK_ITEM, 5, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 6)))
    return item(*rows, bonus=4)


def joined(p, seat=0):
    join_side(p.g, p.book, seat)
    return p.advance()


@pytest.mark.rule("precedence.card-over-rule", "item.forced-loss")
@pytest.mark.parametrize(("die", "result", "side", "stays"), [
    (5, Result.FLED, 5, True), (6, Result.KILLED, 1, True), (6, Result.FLED, 1, False), (6, Result.REMOVED, 1, False),
])  # fmt: skip
def test_a_six_silences_the_item_and_takes_it_unless_a_monster_dies(die, result, side, stays):
    p = joined(Position({"pipes": pipes(), "ogre": ogre()}).wear(0, "pipes").dice(die).fight(0, "ogre"))
    assert p.strength()[0] == side
    p.step(Step.CLEAN, result)
    assert p.lost("pipes") is not stays
    assert p.g.combat_mark[p["pipes"]] == 0


@pytest.mark.rule("timing.helper-in-combat", "item.carried")
def test_only_items_in_use_look_at_the_start_of_a_combat():
    p = joined(Position({"pipes": pipes(), "ogre": ogre()}).carry(0, "pipes").dice(6).fight(0, "ogre"))
    assert p.count(Ev.DIE) == 0


@pytest.mark.rule("precedence.card-over-rule", "item.forced-loss")
@pytest.mark.parametrize(("named", "die", "stays"), [(1, 1, True), (4, 4, True), (4, 3, False), (6, 5, False)])
def test_a_named_bonus_counts_and_a_die_below_it_costs_the_item(named, die, stays):
    rows = (row(Op.DECLARE, 6, on=Trigger.JOINED), row(Op.RISK_ITEM, on=Trigger.CHOSEN))
    p = joined(Position({"pack": item(*rows), "ogre": ogre()}).wear(0, "pack").dice(die).fight(0, "ogre"))
    assert p.asked() == (0, Question.NUMBER)
    assert len(p.options()) == 6
    p.choose("pack", number=named)
    assert p.strength()[0] == 1 + named
    p.step(Step.CLEAN, Result.KILLED)
    assert p.lost("pack") is not stays


@pytest.mark.rule("curse.persistent", "combat.strength", "curse.victim-chooses")
def test_the_best_item_turns_against_its_owner_until_the_curse_goes():
    evil = (row(Op.POSSESS, a=Which.BEST, on=Trigger.CURSED), row(Op.EVIL, on=Trigger.IN_PLAY))
    gem = card(Kind.ITEM_ENHANCER, bonus=2)
    items = {"axe": item(bonus=2, slot=Slot.HAND), "hat": item(bonus=4), "cap": item(bonus=4), "boot": item(bonus=5)}
    p = Position({"curse": card(Kind.CURSE, *evil), "gem": gem, **items, "ogre": ogre()})
    p.wear(0, "axe", "hat", "cap").carry(0, "boot", "curse").attach("gem", "axe").fight(0, "ogre")
    assert p.strength()[0] == 1 + 4 + 4 + 4
    p.run("curse", Trigger.CURSED)
    assert p.asked() == (0, Question.LOSE) and p.cards_offered() == ["axe", "cap", "hat"]  # the boot is only carried
    p.choose("axe")
    assert p.strength()[0] == 1 + 4 + 4 - 4
    assert p.where("axe") == p.where("gem") == (Zone.HELD, 0)
    discard(p.g, p.book, p["curse"], Ev.DISCARD)
    settle(p.g, p.book)
    assert p.where("axe") == p.where("gem") == (Zone.TABLE, 0)
    assert p.g.equipped[p["axe"]] == 0 and p.g.host[p["gem"]] == p["axe"]


@pytest.mark.rule("curse.ignore-missing")
def test_a_curse_that_finds_nothing_to_possess_is_gone():
    evil = (row(Op.POSSESS, a=Which.BEST, on=Trigger.CURSED), row(Op.EVIL, on=Trigger.IN_PLAY))
    p = Position({"curse": card(Kind.CURSE, *evil), "rag": item()}).wear(0, "rag").carry(0, "curse")
    assert p.run("curse", Trigger.CURSED).lost("curse") and not p.lost("rag")


@pytest.mark.rule("curse.victim-chooses", "item.forced-loss", "curse.ignore-missing")
def test_a_tax_costs_the_others_as_much_or_everything_and_a_level():
    names = {"cheap": item(gold=100), "dear": item(gold=400), "axe": item(gold=300), "hat": item(gold=200)}
    p = Position({"tax": card(Kind.CURSE, row(Op.TAX, 1)), **names, "ring": item(gold=300)})
    p.carry(0, "cheap", "dear").carry(1, "axe", "hat").carry(2, "ring").levels(3, 3, 3)
    p.run("tax")
    assert p.asked() == (0, Question.LOSE)
    p.choose("dear")
    assert p.asked() == (1, Question.LOSE)  # 500 Gold in play: both Items, one after the other
    p.choose("axe")
    assert p.lost("dear", "axe", "hat", "ring") and not p.lost("cheap")
    assert p.level_list() == [3, 3, 2]


@pytest.mark.rule("item.forced-loss")
def test_a_named_card_may_be_lost_by_whoever_has_it():
    program = row(Op.LOSE_NAMED, 0, 1, 1, when=(Condition.ANYONE_OWNS, 1))
    p = Position({"kill": card(Kind.GO_UP_A_LEVEL, program), "servant": item()}).carry(2, "servant").run("kill")
    assert p.lost("servant")


@pytest.mark.rule("run.badstuff", "item.forced-loss")
def test_cards_of_a_tag_go_from_hand_and_table():
    p = Position({
        "bad": ogre(row(Op.LOSE_TAGGED, 0, Tag.VOWEL, on=Trigger.BAD_STUFF)),
        "axe": item(tags=Tag.VOWEL), "hat": item(), "elf": card(Kind.RACE, tags=Tag.VOWEL), "orc": ogre(tags=Tag.VOWEL),
    })  # fmt: skip
    p.wear(0, "axe", "hat").carry(0, "elf").hand(0, "orc").run("bad", Trigger.BAD_STUFF)
    assert p.lost("axe", "elf", "orc") and p.table_of(0) == ["hat"]


@pytest.mark.rule("combat.monster-specials")
def test_a_monster_may_oblige_its_enemies_to_throw_what_helps_them():
    cards = {"folk": ogre(row(Op.MUST_THROW, on=Trigger.IN_FIGHT)), "potion": card(Kind.ONE_SHOT, bonus=3, timing=2)}
    p = Position(cards).hand(0, "potion").fight(0, "folk")
    p.step(Step.REACT, 0, 0)
    assert p.where("potion")[0] == Zone.PLAYED  # the only option was taken
    q = Position(cards).hand(1, "potion").fight(0, "folk")
    q.g.agenda_n = 0
    q.step(Step.REACT, 1, 0)
    assert (Verb.PASS, "", -1, 0) in q.options()  # a bystander is free


@pytest.mark.rule("precedence.card-over-rule")
def test_after_a_combat_and_surviving_it():
    after, survived = (row(Op.GAIN_LEVELS, 2, when=(c, 0)) for c in (Condition.AFTER_COMBAT, Condition.SURVIVED))
    cards = {"bodies": card(Kind.GO_UP_A_LEVEL, after), "alive": card(Kind.GO_UP_A_LEVEL, survived), "ogre": ogre()}
    p = Position(cards).levels(1, 1, 1).fight(0, "ogre", helper=1)
    p.g.phase = Phase.COMBAT
    assert p.run("bodies").level_list() == [1, 1, 1]
    p.g.caught[1] = 1
    p.step(Step.CLEAN, Result.FLED)
    for who in range(3):
        p.run("alive", who=who)
    assert p.level_list() == [3, 1, 1]
    assert p.run("bodies", who=2).level_list() == [3, 1, 3]
    p.g.phase = Phase.CHARITY
    assert p.run("bodies", who=2).level_list() == [3, 1, 3]


def test_marks_are_bits_of_their_own():
    assert Mark.SILENT | Mark.LOST_UNLESS_KILL == 5
