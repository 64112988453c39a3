"""What people do with cards of a pile that they look at, and which monsters of the hand are looked for."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.bystander import throwable
from engine.policies.gains import brought
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Pile, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb
from engine.records.state import Phase, Status
from engine.records.step_values import Looked, Price
from engine.records.switches import Rule
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, taken

DOORS = {
    "ball": card(Kind.SPECIAL, row(Op.LOOK, 2, Pile.DOOR, Looked.ANY_ORDER), pile=Pile.TREASURE),
    "mouse": card(Kind.MONSTER, level=1, treasures=1),
    "dragon": card(Kind.MONSTER, row(Op.DEATH, on=5), level=20, treasures=4),
    "wonder": item(bonus=9, gold=800), "trifle": card(Kind.ONE_SHOT, bonus=1, gold=100),
}  # fmt: skip


def at_table(phase: Phase) -> Position:
    p = Position(CARDS | DOORS).levels(5, 5, 5)
    p.g.phase = phase
    return p


def picked(phase: Phase, then: Looked, *names: str) -> str:
    options = [(Verb.CHOOSE_CARD, name, -1, int(then)) for name in names]
    may = [PASS] if then >= Looked.MAY_UNDER else []
    return str(taken(at_table(phase), 0, Question.LOOK, *options, *may)[1])


@pytest.mark.parametrize("then", [Looked.ANY_ORDER, Looked.FIRST_UNDER, Looked.FIRST_DISCARD])
def test_before_ones_door_the_monster_that_one_beats_comes_first_and_for_the_next_player_the_other_one(then):
    assert picked(Phase.ARRANGE, then, "dragon", "mouse") == picked(Phase.ARRANGE, then, "mouse", "dragon") == "mouse"
    assert picked(Phase.EVENING, then, "mouse", "dragon") == "dragon"


def test_what_would_kill_one_goes_under_the_pile_and_what_serves_one_stays():
    assert picked(Phase.ARRANGE, Looked.MAY_UNDER, "dragon") == "dragon"
    assert picked(Phase.ARRANGE, Looked.UNDER, "mouse", "dragon") == "dragon"
    assert picked(Phase.EVENING, Looked.MAY_DISCARD, "dragon") == ""


def test_the_better_card_is_kept_and_the_lesser_one_left():
    assert picked(Phase.EVENING, Looked.KEEP_UNDER, "trifle", "wonder") == "wonder"
    assert picked(Phase.EVENING, Looked.LEAVE_DISCARD, "trifle", "wonder") == "trifle"
    assert picked(Phase.EVENING, Looked.MAY_DISCARD, "wonder") == "wonder"  # others would draw it


@pytest.mark.parametrize(("phase", "verb"), [(Phase.ARRANGE, Verb.PLAY), (Phase.EVENING, Verb.PASS)])
def test_a_crystal_ball_is_looked_into_before_ones_own_door(phase, verb):
    p = at_table(phase).hand(0, "ball")
    question = Question.ARRANGE if phase == Phase.ARRANGE else Question.EVENING
    assert taken(p, 0, question, PASS, (Verb.PLAY, "ball", -1, 0))[0] == verb


def test_one_of_three_is_worth_more_than_one_of_two_and_two_more_than_one():
    """A Treasure is worth its weight; each further one to choose from a third of it."""
    p = at_table(Phase.EVENING)
    weight = PERSON["treasure"]
    p.book.work.weights[0, Weight.TREASURE] = weight

    def worth(then: Looked, n: int) -> int:
        look = card(Kind.SPECIAL, row(Op.LOOK, n, Pile.TREASURE, then))
        q = Position({"look": look})
        q.book.work.weights[0, Weight.TREASURE] = weight
        return int(brought(q.g, q.book, 0, q.book.effect[0]))

    assert [worth(Looked.KEEP_UNDER, n) for n in (1, 2, 3)] == [weight, weight + weight // 3, weight + 2 * weight // 3]
    assert worth(Looked.LEAVE_DISCARD, 3) == 2 * weight + weight // 3


@pytest.mark.parametrize(("held", "top", "taken_one"), [("trifle", "wonder", "trifle"), ("wonder", "trifle", "")])
def test_a_hand_card_goes_for_a_better_discard_only(held, top, taken_one):
    p = at_table(Phase.EVENING).hand(0, held).discards(top)
    assert taken(p, 0, Question.LOOK, (Verb.CHOOSE_CARD, held, p[top], -1), PASS)[1] == taken_one


@pytest.mark.parametrize(("level", "verb"), [(1, Verb.USE), (9, Verb.PASS)])
def test_a_door_is_skipped_for_two_treasures_by_the_weak_and_not_by_who_needs_one_kill(level, verb):
    """Two Treasures are 60 points; the door of a Level 1 is a fifteenth of a Level of 40, of the last kill 4 * 24."""
    rule = card(
        Kind.RULE, row(Op.PAY_ON_TURN, 1, Price.NOTHING, on=Trigger.ABILITY), row(Op.SKIP_DOOR, on=Trigger.USED),
        row(Op.DRAW, 2, Pile.TREASURE, on=Trigger.USED),
    )  # fmt: skip
    p = Position(CARDS | {"rule": rule}).levels(level, 5, 5).carry(0, "rule")
    p.g.phase = Phase.ARRANGE
    use = (Verb.USE, "rule", -1, int(p.book.card[p["rule"]]["first"]))
    assert taken(p, 0, Question.ARRANGE, PASS, use)[0] == verb


def looked_for(monster: dict[str, Any], level: int = 4) -> Verb:
    """Whether somebody in a crown of 5 points looks for trouble with a monster of Level 6."""
    p = Position(CARDS | {"beast": monster}).levels(level, 4, 4).wear(0, "crown").hand(0, "beast")
    return taken(p, 0, Question.ROOM, (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "beast", -1, 0))[0]


@pytest.mark.parametrize(
    ("effects", "level", "verb"),
    [
        ((), 4, Verb.TROUBLE),  # 9 against 6
        ((row(Op.LEVEL_USELESS, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 5 against 6
        ((row(Op.LEVEL_ONLY, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.ITEMS_USELESS, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.SLOT_USELESS, a=Slot.HEAD, on=Trigger.IN_FIGHT),), 4, Verb.LOOT),  # 4 against 6
        ((row(Op.SLOT_USELESS, a=Slot.FEET, on=Trigger.IN_FIGHT),), 4, Verb.TROUBLE),  # 9 against 6
        ((row(Op.LEVEL_ONLY, on=Trigger.IN_FIGHT),), 8, Verb.TROUBLE),  # 8 against 6
    ],
)
def test_what_does_not_count_against_a_monster_is_not_counted_before(effects, level, verb):
    assert looked_for(card(Kind.MONSTER, *effects, level=6, treasures=2), level) == verb


LOOKED = (Condition.LOOKED_FOR_TROUBLE, 0)
ONES = {
    "barbarian": card(Kind.BIRTHRIGHT, row(Op.STRENGTH, 2, on=Trigger.IN_PLAY, when=LOOKED), identity=8, axis=4),
    "cimmerian": card(Kind.RACE, row(Op.STRENGTH_VS_TAG, 2, a=4096, on=Trigger.IN_PLAY), identity=16, axis=1),
    "plain": card(Kind.CLASS, identity=32),
    "beast": card(Kind.MONSTER, level=5, treasures=2),
    "sorcerer": card(Kind.MONSTER, level=5, treasures=2, tags=4096),
}


@pytest.mark.parametrize(
    ("worn", "monster", "verb"),
    [
        ("plain", "beast", Verb.LOOT),  # 4 against 5
        ("barbarian", "beast", Verb.TROUBLE),  # 6 against 5
        ("cimmerian", "beast", Verb.LOOT),
        ("cimmerian", "sorcerer", Verb.TROUBLE),  # 6 against 5
    ],
)
def test_strength_against_a_monster_that_is_looked_for_counts_before(worn, monster, verb):
    p = Position(CARDS | ONES).levels(4, 4, 4).wear(0, worn).hand(0, monster)
    options = (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, monster, -1, 0)
    assert taken(p, 0, Question.ROOM, *options)[0] == verb
    assert p.g.fight_flags == 0


@pytest.mark.parametrize(("levels_lost", "verb"), [(0, Verb.TROUBLE), (1, Verb.TROUBLE), (2, Verb.LOOT)])
def test_the_margin_is_asked_for_against_what_hurts(levels_lost, verb):
    """Level 5 against Level 1: 4 points, all of the margin of 6 is too much, half of it for one level is not."""
    stuff = [row(Op.LOSE_LEVELS, levels_lost, on=Trigger.BAD_STUFF)] if levels_lost else []
    rat = {"rat": card(Kind.MONSTER, *stuff, level=1, treasures=1)}
    p = Position(CARDS | rat).levels(5, 5, 5).hand(0, "rat")
    options = (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "rat", -1, 0)
    assert taken(p, 0, Question.ROOM, *options, margin=6)[0] == verb


def test_a_treasure_is_not_called_back_for_the_helper():
    """The topmost discard is worth more than a Treasure unseen; but whoever helped for one picks first."""

    def called(treasures: int) -> Verb:
        p = Position(CARDS | {"cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY))}).levels(4, 4)
        p.wear(0, "cleric").discards("crown").hand(0, "card 1")
        p.g.helper, p.g.deals[1].treasures, p.g.deals[1].pick = 1, treasures, PickOrder.HELPER
        use = (Verb.USE, "card 1", p["crown"], int(p.book.card[p["cleric"]].first))
        return taken(p, 0, Question.DRAW_UP, use, PASS)[0]

    assert (called(0), called(1)) == (Verb.USE, Verb.PASS)


@pytest.mark.parametrize(("level", "verb"), [(4, Verb.USE), (1, Verb.PASS)])
def test_a_monster_is_called_back_only_if_it_is_beaten_without_a_potion(level, verb):
    """A goblin of Level 4: Level 4 and a crown of 5 beat it; Level 1 and two potions are too dear."""
    p = Position(CARDS | {"cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY))}).levels(level, 4)
    p.wear(0, "cleric", *(["crown"] if level > 1 else [])).discards("goblin").hand(0, "card 1", "potion", "draught")
    use = (Verb.USE, "card 1", p["goblin"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS)[0] == verb


@pytest.mark.parametrize("tags", [Tag.CURSED, 0])
def test_nobody_calls_back_in_haste_what_is_not_worth_its_price(tags):
    """An Item Enhancer that is a Curse would strike as it is drawn; a good one would be half of 12, for a card of 6.

    A noise of 60 would lift either above a door unseen.
    """
    horns = card(Kind.ITEM_ENHANCER, bonus=-2, pile=Pile.DOOR, tags=tags)
    for ordinal in range(30):
        p = Position(CARDS | {"cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY)), "horns": horns})
        p.book.rules[Rule.ITEM_ENHANCER_ENABLED] = 1
        p.wear(0, "cleric").discards("horns").hand(0, "card 1")
        p.g.ordinal[0] = ordinal
        use = (Verb.USE, "card 1", p["horns"], int(p.book.card[p["cleric"]].first))
        assert taken(p, 0, Question.DRAW_UP, use, PASS, noise=60)[0] == Verb.PASS


LAWYERS = {
    "thief too": card(Kind.CLASS, identity=16),
    "warrior": card(Kind.CLASS, identity=32),
    "lawyers": card(Kind.MONSTER, row(Op.WILL_NOT_ATTACK, 0, 16, on=Trigger.IN_FIGHT), level=3, treasures=2),
    "amazon": card(Kind.MONSTER, row(Op.WILL_NOT_ATTACK, 1, 16, on=Trigger.IN_FIGHT), level=9, treasures=2),
    "wandering": card(Kind.WANDERING),
}


@pytest.mark.parametrize(
    ("worn", "monster", "verb"),
    [
        ("warrior", "lawyers", Verb.TROUBLE),  # 6 against 3
        ("thief too", "lawyers", Verb.LOOT),  # they go, and nothing is won
        ("warrior", "amazon", Verb.LOOT),  # 6 against 9
        ("thief too", "amazon", Verb.TROUBLE),  # she goes, and leaves a Treasure
    ],
)
def test_trouble_with_a_monster_that_will_not_attack_is_worth_what_it_leaves(worn, monster, verb):
    p = Position(CARDS | LAWYERS).levels(6, 4, 4).wear(0, worn).hand(0, monster)
    options = (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, monster, -1, 0)
    assert taken(p, 0, Question.ROOM, *options)[0] == verb


@pytest.mark.parametrize(("worn", "verb"), [("warrior", Verb.PLAY_WITH), ("thief too", Verb.PASS)])
def test_no_monster_is_sent_against_somebody_it_will_not_attack(worn, verb):
    """A lead of 4 for the leader: a monster of Level 9 turns it, unless she goes away again."""
    p = beating(Position(CARDS | LAWYERS).levels(1, 9, 1).wear(1, worn).hand(0, "wandering", "amazon"), 1, 8, 4)
    amazon = p["amazon"]
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY_WITH, "wandering", amazon, 0))[0] == verb
    assert throwable(p.g, p.book, 0) == (9 if verb == Verb.PLAY_WITH else 0)


@pytest.mark.parametrize(
    ("level", "held", "verb"),
    [
        (2, ("ichor",), Verb.LOOT),  # 2 against 10: 9 points are missing, and 5 are held
        (2, ("ichor", "draught"), Verb.TROUBLE),  # 5 and 4 are just enough
        (7, (), Verb.TROUBLE),  # 7 against 10 looks like 11 to them
        (6, (), Verb.LOOT),  # 6 looks like 10, which is not enough either
    ],
)
def test_who_overrates_himself_does_not_begin_what_all_he_has_cannot_win(level, held, verb):
    p = Position(CARDS | {"beast": card(Kind.MONSTER, level=10, treasures=3)}).levels(level, 4, 4)
    p.hand(0, "beast", *held)
    options = (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "beast", -1, 0)
    assert taken(p, 0, Question.ROOM, *options, margin=-4, one_shot=1)[0] == verb


@pytest.mark.parametrize(
    ("level", "alone", "verb"), [(7, False, Verb.TROUBLE), (7, True, Verb.LOOT), (11, True, Verb.TROUBLE)]
)
@pytest.mark.parametrize("why", ["monster", "status"])
def test_who_overrates_himself_does_not_do_so_where_nobody_may_help(level, alone, verb, why):
    """7 against 10 looks like 11 to them, as they count on the others."""
    lonely = (row(Op.NO_HELPER, on=Trigger.IN_FIGHT),) if alone and why == "monster" else ()
    cards = {"beast": card(Kind.MONSTER, *lonely, level=10, treasures=3)}
    p = Position(cards, victory_level=20).levels(level, 4, 4).hand(0, "beast")
    if alone and why == "status":
        p.g.status[0] = Status.CORRUPTED
    options = (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "beast", -1, 0)
    assert taken(p, 0, Question.ROOM, *options, margin=-4)[0] == verb
