"""Which card is lost, given away, taken, laid on the discards or given up in a combat, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Axis, Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option
from lab.agents.personas import persona_names
from tests.effects.build import Position, card, doubler, item, row
from tests.engine.positions import sit
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, taken

OWNED: dict[str, dict[str, Any]] = {
    "wanderer": card(Kind.WANDERING),
    "humbled": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "wizard": card(Kind.CLASS, identity=16),
    "wizard again": card(Kind.CLASS, identity=16),
    "warrior": card(Kind.CLASS, identity=32),
    "potion": card(Kind.ONE_SHOT, bonus=4, is_item=1),
    "rise": card(Kind.GO_UP_A_LEVEL),
    "armor": item(bonus=2, gold=600, slot=Slot.BODY),
    "ancient": card(Kind.ENHANCER, bonus=10),
    "imp": card(Kind.MONSTER, level=4, treasures=1),
    "cap": item(bonus=1, gold=700, slot=Slot.HEAD),
    "crown": item(bonus=4, slot=Slot.HEAD),
    "giant": card(Kind.MONSTER, level=14, treasures=4),
}


HELD = ("wanderer", "giant")


@pytest.mark.parametrize(
    ("question", "verb", "expected"),
    [
        (Question.GIVE, Verb.DISCARD, "giant"),
        (Question.LOSE, Verb.CHOOSE_CARD, "giant"),
        (Question.TAKE, Verb.TAKE, "wanderer"),
    ],
)
@pytest.mark.parametrize("noise", [25, 60])
def test_even_the_hasty_look_at_the_cards_they_part_with(question, verb, expected, noise):
    """The monster costs its 4, the Wandering Monster 8 and 10: an eighth of the haste is less than the 14 between."""
    for ordinal in range(30):
        p = Position(OWNED).hand(0, *HELD)
        p.g.ordinal[0] = ordinal
        assert taken(p, 0, question, *((verb, name, -1, 0) for name in HELD), noise=noise)[1] == expected


def given(p: Position, *names: str, **weights: int) -> str:
    """The one of some hand cards that seat 0 gives to seat 1."""
    return taken(p, 0, Question.GIVE, *((Verb.GIVE, name, 1, 0) for name in names), **weights)[1]


@pytest.mark.parametrize(("level", "expected"), [(5, "imp"), (3, "humbled")])
def test_no_curse_is_given_to_whoever_would_throw_it_back(level, expected):
    """The monster is worth 4 + 4; a Curse of no price costs the giver who leads a level, 20, and any other 20 // 3."""
    p = Position(OWNED).hand(0, "humbled", "imp").levels(level, 1, 4)
    assert given(p, "humbled", "imp", curse=0) == expected


@pytest.mark.parametrize(("his", "expected"), [((), "imp"), (("wizard",), "wizard again")])
def test_a_class_is_not_given_to_whoever_may_lay_it(his, expected):
    """Beside one's own the Class is worth 1, and to a receiver without one 24 // 3 = 8: 9 against 8 for the monster."""
    p = Position(OWNED).wear(0, "warrior").hand(0, "wizard again", "imp").levels(4, 1, 4).wear(1, *his)
    assert given(p, "wizard again", "imp", identity=24) == expected


@pytest.mark.parametrize(("his", "expected"), [(1, "imp"), (8, "wizard again")])
def test_no_monster_is_given_to_whoever_lives_on_it(his, expected):
    """The imp is worth 4 + 4. Of a Level and a Treasure, 70, they get 90 % at Level 8: 63 // 3. The Class is 1 + 8."""
    p = Position(OWNED).wear(0, "warrior").hand(0, "wizard again", "imp").levels(4, his, 9)
    assert given(p, "wizard again", "imp", identity=24) == expected


@pytest.mark.parametrize(("level", "expected"), [(4, "ancient"), (9, "crown")])
def test_who_is_next_to_the_win_arms_nobody_against_it(level, expected):
    """The enhancer is worth 4 + 10 * 5, and 10 in their hand; next to the win 10 * 200 / 40 = 50 more: 64, or 114.

    The crown is worth 4 * 16 + 1, and 4 * 16 // 3 to its receiver: 86.
    """
    p = Position(OWNED).hand(0, "ancient", "crown").levels(level, 1, 4)
    assert given(p, "ancient", "crown", one_shot=5) == expected


@pytest.mark.parametrize(("victim", "lost"), [(0, "cap"), (1, "crown")])
@pytest.mark.parametrize("order", [("cap", "crown"), ("crown", "cap")])
def test_a_rival_loses_what_he_needs_most_and_oneself_what_is_needed_least(victim, lost, order):
    """The crown gives 4 points of 16. The cap, worth 700 gold, gives nothing beside it, and costs a Level's 14 + 1."""
    p = Position(OWNED).levels(3, 3, 3).wear(victim, "crown").carry(victim, "cap")
    options = ((Verb.CHOOSE_CARD, name, victim, 0) for name in order)
    assert taken(p, 0, Question.LOSE, *options)[1] == lost


@pytest.mark.parametrize(("his", "lost"), [((), "wizard"), (("wizard again",), "imp")])
def test_of_a_hand_that_was_shown_the_most_useful_card_goes(his, lost):
    """A Class that they may lay is worth 20, else 1; the monster 4 + 4."""
    p = Position(OWNED).levels(3, 3, 3).hand(1, "wizard", "imp").wear(1, *his)
    assert taken(p, 0, Question.LOSE, *((Verb.CHOOSE_CARD, name, 1, 0) for name in ("imp", "wizard")))[1] == lost


@pytest.mark.parametrize("persona", [name for name in persona_names() if name not in ("random", "expert", "lookahead")])
@pytest.mark.parametrize(("level", "expected"), [(1, "rise"), (5, "rise"), (8, "rise"), (9, "armor")])
def test_a_whole_level_is_taken_before_an_item_of_two_points(persona, level, expected):
    """The greedy: 40 for the Level and 16 besides, against 32, 600 gold of 40 for 2000, and 1, that is 45."""
    p = Position(OWNED).levels(level, 4, 4).discards("rise", "armor")
    sit(p.book, 0, persona)
    ask(p.g, 0, Question.TAKE, -1)
    for name in ("armor", "rise"):
        option(p.g, p.book, Verb.TAKE, p[name], -1, 0)
    assert p.options()[int(choose(p.g, p.book, 2))][1] == expected


ITEMS = {f"trinket {gold}": item(gold=gold) for gold in (200, 300, 400, 500, 600, 900)}
SOLD = ITEMS | {"cap": item(bonus=1, gold=600, slot=Slot.HEAD)}


@pytest.mark.parametrize(
    ("need", "having", "lost"),
    [
        (500, "trinket 300, trinket 400, trinket 600", "trinket 600"),  # 13 rather than 7 and 9
        (500, "trinket 200, trinket 400, trinket 600", "trinket 600"),  # 13 rather than 5 and 9
        (500, "trinket 200, trinket 300, trinket 900", "trinket 200, trinket 300"),  # 5 and 7 rather than 19
        (500, "trinket 300, trinket 400, cap", "trinket 300, trinket 400"),  # 7 and 9 rather than 16 and 13
        (400, "trinket 600, trinket 900", "trinket 600"),
        (1000, "trinket 300, trinket 400, trinket 600", "trinket 400, trinket 600"),
    ],
)
def test_a_sum_is_discarded_with_what_is_missed_least_together(need, having, lost):
    """An Item costs one point and 40 for each 2000 Gold Pieces, the cap 16 for its bonus besides."""
    p = Position(SOLD).levels(4, 4, 4)
    for name in having.split(", "):
        (p.wear if name == "cap" else p.carry)(0, name)
    for name, value in PERSON.items():
        p.book.work.weights[0, Weight[name.upper()]] = value
    p.step(Step.DISCARD_GOLD, 0, need, -1)
    while p.g.options > 1:
        p.choose(p.options()[int(choose(p.g, p.book, int(p.g.options)))][1])
    assert sorted(n for n in having.split(", ") if p.lost(n)) == lost.split(", ")


RECALL = row(Op.RESURRECTION, on=Trigger.ABILITY)
ALL = CARDS | {"cleric": card(Kind.CLASS, RECALL), "rat": card(Kind.MONSTER, level=1, treasures=1)}


@pytest.mark.parametrize(
    ("holder", "top"),
    [
        (1, "mean"),  # who plays next would beat the rat
        (2, "mean"),  # so would the one after, if nothing else came to lie there
        (0, "rat"),  # only one's own turn is left, and nobody else looks
    ],
)
def test_the_weak_monster_is_buried_unless_it_serves_oneself(holder, top):
    """The rat brings a level and a Treasure, the enhancer is worth less to anybody than a door unseen."""
    p = Position(ALL).levels(5, 5, 5).wear(holder, "cleric").discards("mean", "rat")
    options = (Verb.CHOOSE_CARD, "rat", -1, 0), (Verb.CHOOSE_CARD, "mean", -1, 0)
    assert taken(p, 0, Question.ON_TOP, *options, closing=0)[1] == top


def test_a_monster_too_strong_for_them_is_left_to_those_who_call_back():
    """An ogre of Level 8 is nothing for a Level of 2; a rat is."""
    p = Position(ALL).levels(5, 2, 2).wear(1, "cleric").discards("ogre", "rat")
    options = (Verb.CHOOSE_CARD, "rat", -1, 0), (Verb.CHOOSE_CARD, "ogre", -1, 0)
    assert taken(p, 0, Question.ON_TOP, *options)[1] == "ogre"


@pytest.mark.parametrize(("others", "verb"), [(Kind.MONSTER, Verb.PASS), (Kind.CURSE, Verb.USE)])
def test_a_door_unseen_is_what_calling_back_costs(others, verb):
    """Level 9 beats a rat and each of twenty that bring three Treasures; among twenty Curses a door brings a card."""
    box = {f"door {i}": card(others, level=1, treasures=3) for i in range(20)}
    p = Position(ALL | box).levels(5, 5).wear(0, "cleric", "crown").discards("rat").hand(0, "card 1")
    use = (Verb.USE, "card 1", p["rat"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS)[0] == verb


@pytest.mark.parametrize(("levels", "verb"), [((5, 5), Verb.PASS), ((5, 9), Verb.USE)])
def test_a_card_that_pays_early_might_pay_for_something_better(levels, verb):
    """Early each card is worth `saving` more for every ninth that the leader is short of; next to the win nothing."""
    box = {f"door {i}": card(Kind.CURSE) for i in range(20)}
    p = Position(ALL | box).levels(*levels).wear(0, "cleric", "crown").discards("rat").hand(0, "card 1")
    use = (Verb.USE, "card 1", p["rat"], int(p.book.card[p["cleric"]].first))
    assert taken(p, 0, Question.DRAW_UP, use, PASS, saving=30)[0] == verb


ROGUE = card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=32)
ELF = card(Kind.RACE, identity=64)


@pytest.mark.parametrize(
    ("fighter", "mine", "paid", "verb"),
    [
        (4, 3, "elf", Verb.PASS),  # they lead, but not by what is worth being an Elf for
        (4, 3, "card 0", Verb.DISCARD_FOR),  # 20 and 10 for a Level, against two cards of 4
        (7, 8, "elf", Verb.PASS),  # they are behind
        (7, 3, "elf", Verb.DISCARD_FOR),  # 20, 4 * 10, and 2 * 20 for two ninths past the middle, against twice 20
        (9, 3, "elf", Verb.DISCARD_FOR),  # it is for the win
        (4, 3, "cap", Verb.PASS),  # an Item in use is dearer than its 17 points say
        (4, 3, "staff", Verb.DISCARD_FOR),  # one that they cannot use is not
        (7, 3, "cap", Verb.DISCARD_FOR),
        (9, 3, "cap", Verb.DISCARD_FOR),
    ],
)
def test_nobody_stabs_with_what_he_is_or_wears_somebody_who_is_behind_or_far_from_the_win(fighter, mine, paid, verb):
    p = Position(CARDS | {"rogue": ROGUE, "elf": ELF}).levels(mine, fighter, 1).wear(0, "rogue", "elf", "cap")
    p.hand(0, "card 0").carry(0, "staff")
    stab = int(p.book.card[p["rogue"]].first)
    options = PASS, (Verb.DISCARD_FOR, paid, 1, stab)
    assert taken(beating(p, 1, 5, 4), 0, Question.REACT, *options)[0] == verb


def test_the_hasty_may_stab_for_little_but_pay_with_what_they_miss_least():
    """600 Gold Pieces are 13 points and a card 8: noise of 60 hides that, but not which of the two pays."""
    paid = set()
    for ordinal in range(40):
        p = Position(CARDS | {"rogue": ROGUE}).levels(3, 4, 1).wear(0, "rogue").hand(0, "trinket 600", "card 0")
        p.g.ordinal[0] = ordinal
        stab = int(p.book.card[p["rogue"]].first)
        options = PASS, *((Verb.DISCARD_FOR, name, 1, stab) for name in ("trinket 600", "card 0"))
        paid.add(taken(beating(p, 1, 5, 4), 0, Question.REACT, *options, noise=60)[1])
    assert "card 0" in paid
    assert "trinket 600" not in paid


AGAINST_ELVES = row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64))
HATES_ELVES = row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64))
SHED = CARDS | {
    "elf": ELF,
    "guard": card(Kind.RACE, row(Op.STRENGTH, 3, on=Trigger.IN_PLAY), identity=64),
    "bow": item(bonus=2, only=64),
    "dwarf": card(Kind.RACE, identity=128),
    "super": doubler(Axis.RACE),
    "orc": card(Kind.MONSTER, AGAINST_ELVES, level=6, treasures=1),
    "warlord": card(
        Kind.MONSTER, row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, 64)), level=8, treasures=1
    ),
    "bane": card(Kind.MONSTER, row(Op.EACH_STRENGTH, -4, 64, on=Trigger.IN_FIGHT), level=6, treasures=1),
}


@pytest.mark.parametrize(
    ("level", "worn", "monster", "held", "bonus", "verb"),
    [
        (7, ("elf",), "orc", (), 16, Verb.DISCARD),  # 7 against 6 and 4; they will be no elf
        (7, ("elf",), "bane", (), 16, Verb.DISCARD),  # 7 and 4 less against 6
        (6, ("elf",), "orc", (), 16, Verb.PASS),  # 6 against 6 is lost as well
        (7, ("elf",), "ogre", (), 16, Verb.PASS),  # 7 against 8, whoever they are
        (6, ("elf",), "orc", ("potion",), 16, Verb.DISCARD),  # a point is missing still, and three are at hand
        (7, ("guard",), "orc", (), 16, Verb.DISCARD),  # 10 against 10: 70 are at stake; the card is 20, 3 points 48
        (7, ("guard",), "orc", (), 20, Verb.PASS),  # 20 and 60
        (9, ("guard",), "warlord", (), 99, Verb.DISCARD),  # 12 against 14, or 9 against 8: it wins the game
        (5, ("elf", "bow"), "orc", (), 16, Verb.PASS),  # 7 against 10, or 5 against 6 without what only elves use
        (8, ("elf", "bow"), "orc", (), 16, Verb.DISCARD),  # 10 against 10: 20, and 2 * 16 for the bow
        (8, ("elf", "bow"), "orc", (), 30, Verb.PASS),  # 20 and 60
        (7, ("elf", "dwarf", "super"), "orc", (), 16, Verb.PASS),  # one of the two others would go as well
    ],
)
def test_a_race_is_given_up_if_that_turns_ones_own_fight(level, worn, monster, held, bonus, verb):
    """At stake are a Level of 40 and a Treasure of 30; being an elf is worth 20."""
    p = Position(SHED, 2).levels(level, 5).wear(0, *worn).hand(0, *held).fight(0, monster)
    before = p.g.copy()
    options = PASS, (Verb.DISCARD, worn[0], -1, 0)
    assert taken(p, 0, Question.REACT, *options, bonus=bonus, finish=0)[0] == verb
    for name in ("table", "table_n", "identity", "weak", "axis_n", "doubled", "side", "foes", "ties", "mods"):
        assert (p.g[name] == before[name]).all(), name
