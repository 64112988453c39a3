"""The fights that end the game: who fells the last Boss for themselves, and how the others stop a win together."""

from __future__ import annotations

import pytest

from engine.policies.decide import choose
from engine.policies.endgame import banished, decides, winners, winners_without
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.card_kinds import Kind, Tag, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, taken

BOSSES = CARDS | {
    "boss": card(Kind.MONSTER, level=14, tags=int(Tag.BOSS)),
    "rogue": card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=32),
    "contract": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1), is_item=1, gold=600),
    "dust": card(Kind.ONE_SHOT, bonus=4, is_item=1, gold=300),
    "wandering": card(Kind.WANDERING),
    "phantom": card(Kind.MONSTER, row(Op.LEVEL_ONLY, on=Trigger.IN_FIGHT), level=10, treasures=2),
    "whispering": card(Kind.MONSTER, row(Op.BECOME_CULTIST, on=Trigger.APPEARS), level=2, treasures=1),
    "hood": card(Kind.CURSE, row(Op.LOSE_ITEM, 1, 1, on=Trigger.CURSED), row(Op.BECOME_CULTIST, on=Trigger.CURSED)),
    "redirect": card(Kind.SPECIAL, row(Op.REDIRECT_CURSE)),
    "gem": item(gold=1000),
    "glass": item(gold=800),
}


def last_boss(*levels: int) -> Position:
    """Two of three Bosses have fallen."""
    p = Position(BOSSES, boss_required=3).levels(*levels)
    p.g.bosses = 2
    return p


@pytest.mark.parametrize(("zone", "verb"), [("hand", Verb.PLAY), ("carry", Verb.PASS)])
def test_whoever_banishes_the_last_boss_counts_what_he_has_left(zone, verb):
    """With the contract in play they are the richest, 1400 to 1000; once it is used up they have 800, and 1000 wins."""
    p = last_boss(10, 10, 1).carry(1, "gem").carry(0, "glass" if zone == "carry" else "crown")
    if zone == "hand":
        p.carry(0, "trinket 500")
    getattr(p, zone)(0, "contract")
    beating(p, 2, 20, 14, "boss")
    assert int(banished(p.g, p.book, -1)) == 0b001
    assert int(banished(p.g, p.book, p["contract"])) == (0b001 if zone == "hand" else 0b010)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "contract", -1, Aim.NOTHING))[0] == verb


@pytest.mark.parametrize(("other", "verb"), [("trinket 500", Verb.PLAY), ("gem", Verb.PASS)])
def test_nobody_throws_the_riches_that_his_win_hangs_on(other, verb):
    """800 and the dust, 300, against 500 or 1000: the fight is lost by 2 without it."""
    p = last_boss(10, 10, 1).carry(0, "glass", "dust").carry(1, other)
    beating(p, 0, 12, 14, "boss")
    assert int(winners(p.g, p.book)) == 0b001
    assert int(winners_without(p.g, p.book, p["dust"])) == (0b001 if verb == Verb.PLAY else 0b010)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "dust", -1, Aim.SIDE))[0] == verb


@pytest.mark.parametrize(
    ("level", "held", "lead", "verb"),
    [
        (9, 4, 8, Verb.PLAY),  # 5 of one's own and 4 cards at a point each: 9 do
        (9, 2, 8, Verb.PLAY),  # 7 may do, and after the end they are worth nothing
        (9, 0, 12, Verb.PASS),  # 5 of 12 are too few to hope for
        (7, 4, 8, Verb.PASS),  # no last fight: what is left will be needed then
    ],
)
def test_the_last_fight_is_stopped_together(level, held, lead, verb):
    p = Position(BOSSES).levels(1, level, 1).hand(0, "mean").hand(2, *[f"card {i}" for i in range(held)])
    beating(p, 1, 10, 10 - lead)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER), fear=10)[0] == verb


def test_nobody_counts_on_the_hand_of_the_winner_or_on_his_helper():
    """The four cards are the fighter's own, or their helper's."""
    for seat in (1, 2):
        p = Position(BOSSES).levels(1, 9, 1).hand(0, "mean").hand(seat, *[f"card {i}" for i in range(4)])
        beating(p, 1, 10, 2)
        p.g.helper = 2
        assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER), fear=10)[0] == Verb.PASS


def test_potions_on_the_table_are_counted_as_they_are():
    """Of the others' hands nothing is expected here: what they have in play does it, 5 and 3 against 8."""
    for potion, verb in (("potion", Verb.PLAY), ("cap", Verb.PASS)):
        p = Position(BOSSES).levels(1, 9, 1).hand(0, "mean").carry(2, potion)
        beating(p, 1, 10, 2)
        assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER), fear=0)[0] == verb


def test_what_stops_a_win_is_kept_for_the_last_boss():
    p = last_boss(10, 4, 1).hand(1, "ancient", "wandering", "boss", "goblin")
    p.book.work.weights[1, Weight.STOP_WIN], p.book.work.weights[1, Weight.LEVEL] = 80, 40
    names = ("ancient", "wandering", "boss", "goblin")
    assert int(decides(p.g, p.book)) == 1
    late = [int(keep_value(p.g, p.book, 1, p[name])) for name in names]
    p.g.bosses = 1
    assert int(decides(p.g, p.book)) == 0
    early = [int(keep_value(p.g, p.book, 1, p[name])) for name in names]
    assert [a - b for a, b in zip(late, early)] == [20, 10, 20, 0]  # two for each point; half a level for a Boss


def test_in_the_last_fight_itself_nothing_is_kept():
    p = last_boss(10, 4, 1).hand(1, "ancient")
    p.book.work.weights[1, Weight.STOP_WIN] = 80
    beating(p, 2, 20, 14, "boss")
    assert int(decides(p.g, p.book)) == 0
    p = last_boss(9, 4, 1)
    assert int(decides(p.g, p.book)) == 0  # nobody has the Level: the Boss ends nothing


def last_but_one(level: int, hand: str) -> Position:
    """Of four players 3 is a Cultist; 2 will be the last sane one, and wins by it at Level 9."""
    p = Position(BOSSES, 4, cultist_enabled=1).levels(3, 9, level, 1).wear(3, "mad").wear(0, "mad too")
    return p.hand(0, hand).wear(1, "crown").cultists("mad as well")


@pytest.mark.parametrize(("level", "verb"), [(4, Verb.PLAY), (9, Verb.PASS)])
def test_no_curse_in_a_combat_makes_the_last_sane_player_win(level, verb):
    p = beating(last_but_one(level, "hood"), 1, 10, 9)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "hood", 1, Aim.SEAT))[0] == verb


@pytest.mark.parametrize(("level", "verb"), [(4, Verb.PLAY_WITH), (9, Verb.PASS)])
def test_no_wandering_monster_makes_the_last_sane_player_win(level, verb):
    p = beating(last_but_one(level, "wandering").hand(0, "whispering"), 1, 10, 9)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY_WITH, "wandering", p["whispering"], 0))[0] == verb


@pytest.mark.parametrize(("level", "verb"), [(4, Verb.TROUBLE), (9, Verb.LOOT)])
def test_nobody_looks_for_the_monster_that_makes_the_last_sane_player_win(level, verb):
    p = Position(BOSSES, 4, cultist_enabled=1).levels(8, 1, level, 1).wear(3, "mad").wear(1, "mad too")
    p.hand(0, "whispering").cultists("mad as well")
    assert taken(p, 0, Question.ROOM, (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "whispering", -1, 0))[0] == verb


@pytest.mark.parametrize(("level", "target"), [(4, 1), (9, 3)])
def test_a_curse_is_not_sent_on_to_the_last_but_one_for_another_to_win(level, target):
    """1, who leads, would be the last but one as well; 3 is a Cultist already."""
    p = last_but_one(level, "redirect").wear(3, "cap")
    for name, value in PERSON.items():
        p.book.work.weights[0, Weight[name.upper()]] = value
    ask(p.g, 0, Question.CURSE, p["hood"])
    for seat in (3, 1):
        option(p.g, p.book, Verb.PLAY, p["redirect"], seat, Aim.SEAT)
    assert p.options()[int(choose(p.g, p.book, 2))][2] == target


@pytest.mark.parametrize(("ignores", "mine", "theirs"), [(0, Verb.PASS, Verb.PASS), (2, Verb.PLAY, Verb.DISCARD_FOR)])
def test_nothing_is_thrown_that_does_not_count_against_a_monster_of_levels_only(ignores, mine, theirs):
    """9 against 10, or 9 and 2 against 10: a draught of 4 does not save the fighter, and 2 less do not stop them."""
    p = Position(BOSSES, level_only_ignores=ignores).levels(9, 1, 1).hand(0, "draught").fight(0, "phantom")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "draught", -1, Aim.SIDE))[0] == mine
    p = Position(BOSSES, level_only_ignores=ignores).levels(9, 1, 1).wear(1, "rogue").hand(1, "card 0")
    p.fight(0, "phantom")
    p.g.side += 2
    stab = next(r for r in range(len(p.book.effect)) if p.book.effect[r]["op"] == Op.BACKSTAB)
    assert taken(p, 1, Question.REACT, PASS, (Verb.DISCARD_FOR, "card 0", -1, stab))[0] == theirs


@pytest.mark.parametrize(
    ("rogue", "stabbed", "verb"), [(True, 0, Verb.PLAY), (True, 1, Verb.PASS), (False, 0, Verb.PASS)]
)
def test_a_win_is_stopped_with_all_that_one_holds_and_can(rogue, stabbed, verb):
    """18 against 2 for the win: 10 and 5 are one too few, unless a stab for the third card takes 2 more."""
    cards = BOSSES | {"legendary": card(Kind.ENHANCER, bonus=10), "tragic": card(Kind.ENHANCER, bonus=5)}
    p = Position(cards).levels(4, 9, 4).hand(0, "legendary", "tragic", "card 1")
    if rogue:
        p.wear(0, "rogue")
    beating(p, 1, 18, 2)
    p.g.stabs[1] = stabbed
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "legendary", 0, Aim.MONSTER))[0] == verb


def test_what_could_stop_the_leader_is_kept_from_another_fight():
    """The same fight of the same player: the third is far from the win, or one Level short of it."""

    def hindered(third: int) -> Verb:
        p = Position(BOSSES).levels(4, 5, third).hand(0, "mean", "card 1", "card 2")
        beating(p, 1, 8, 4)
        return taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER), saving=3, hostility=150)[0]

    assert (hindered(4), hindered(9)) == (Verb.PLAY, Verb.PASS)
