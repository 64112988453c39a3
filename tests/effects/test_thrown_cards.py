"""What is given to a side of a combat: by one-shots, by whoever pays for it, by the Fighter's powers."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.board.setup import clear_turn
from engine.board.strength import player_strength
from engine.board.zones import put
from engine.policies.danger import peril
from engine.policies.decide import outlook, utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Axis, Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask
from engine.records.state import Zone
from engine.records.step_values import Party, Price
from engine.steps.combat.flight import roll_total
from engine.steps.offers.abilities import ability_options, do_ability
from engine.steps.offers.actions import enhance, throw
from tests.effects.build import Position, card, chosen, item, row

ELF = 8
FOR_US, FOR_THEM = (Condition.THROWN_FOR, Party.MUNCHKINS), (Condition.THROWN_FOR, Party.MONSTERS)


def thrown(program, at_monster, elf=False, undead=False):
    """Both sides after a one-shot of +4 and a further row: Levels 5 and 3 against a monster of 9."""
    cards = {
        "potion": card(Kind.ONE_SHOT, program, bonus=4),
        "elf": card(Kind.RACE, identity=ELF),
        "ogre": card(Kind.MONSTER, level=9, tags=int(Tag.UNDEAD) if undead else 0),
    }
    at = Position(cards, seats=3).levels(5, 3, 1)
    if elf:
        at.carry(1, "elf")
    at.fight(0, "ogre", helper=1).hand(2, "potion")
    throw(at.g, at.book, 2, at["potion"], 0 if at_monster else -1, Aim.MONSTER if at_monster else Aim.SIDE)
    return at.strength()


def test_a_one_shot_that_helps_an_elf_gives_more_and_once():
    """oneshot.definition: 5 + 3 + 4 on the munchkin side, and 6 more if an Elf fights there; a monster gets 4 alone."""
    more = row(Op.THROWN_STRENGTH, 6, on=Trigger.IN_FIGHT, when=(FOR_US, (Condition.ANYONE_IS, ELF)))
    assert thrown(more, False) == (12, 9)
    assert thrown(more, False, elf=True) == (18, 9)
    assert thrown(more, True, elf=True) == (8, 13)


def test_a_one_shot_thrown_at_an_undead_gives_that_monster_more():
    """The monster has 9 + 4, and 6 more if it is Undead; thrown at nobody it is of no matter what the monster is."""
    more = row(Op.THROWN_STRENGTH, 6, on=Trigger.IN_FIGHT, when=(FOR_THEM, (Condition.ITS_TAG, Tag.UNDEAD)))
    assert thrown(more, True) == (8, 13)
    assert thrown(more, True, undead=True) == (8, 19)
    assert thrown(more, False, undead=True) == (12, 9)


def test_what_is_asked_of_the_combat_counts_on_either_side():
    """They are two: a row for whoever fights alone gives nothing, one for the helped counts once, and not for each."""
    for when, more in (((Condition.ALONE, 0), 0), ((Condition.HELPED, 0), 2)):
        program = row(Op.THROWN_STRENGTH, 2, on=Trigger.IN_FIGHT, when=when)
        assert thrown(program, False) == (12 + more, 9)
        assert thrown(program, True) == (8, 13 + more)


def flight(program, on_enhancer=False, **seat):
    """What a roll of 3 comes to for a player who flees from a monster."""
    plain = {"ogre": card(Kind.MONSTER, *([] if on_enhancer else [program]), level=9, run_away=-1)}
    cards = plain | {
        "anger": card(Kind.ENHANCER, *([program] if on_enhancer else [])),
        "elf": card(Kind.RACE, identity=ELF),
        "chest": item(big=1),
        "anvil": item(big=1),
    }
    at = Position(cards, seats=3, big_limit=0).levels(2, 2, 2)
    at.carry(0, *seat.get("has", ())).fight(0, "ogre", helper=1)
    if on_enhancer:
        put(at.g, at.book, at["anger"], Zone.HAND, 2)
        enhance(at.g, at.book, 2, at["anger"], 0)
    at.g.roll = 3
    return [int(roll_total(at.g, at.book, s, 0)) for s in (0, 1)]


def test_a_monster_hampers_the_flight_of_those_it_says():
    """run.mods-all: 3, less 1 by its column, less 2 for the Elf who flees; the helper is none."""
    program = row(Op.RUN_AWAY, -2, on=Trigger.IN_FIGHT, when=(Condition.IS, ELF))
    assert flight(program, has=("elf",)) == [0, 2]
    assert flight(program) == [2, 2]


def test_a_monster_hampers_a_flight_for_each_big_item():
    """Two Big Items at one each: 3 - 1 - 2; the helper has none."""
    program = row(Op.RUN_AWAY, counted(Count.BIG, -1), on=Trigger.IN_FIGHT)
    assert flight(program, has=("chest", "anvil")) == [0, 2]


def test_an_enhancer_hampers_the_flight_from_its_monster():
    """enhancer.def: 3 - 1 - 1, whoever flees."""
    assert flight(row(Op.RUN_AWAY, -1, on=Trigger.IN_FIGHT), on_enhancer=True) == [1, 1]


@pytest.mark.parametrize("amount", [-3, 3])
def test_players_see_from_whom_one_gets_away(amount):
    """Points of Bad Stuff as likely as it is: with 3 less nobody escapes but by a 6, with 3 more everybody does."""
    bad = row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF)
    plain, other = (
        Position({"ogre": card(Kind.MONSTER, bad, *more, level=9)}, seats=3).levels(5, 5, 5).fight(0, "ogre")
        for more in ([], [row(Op.RUN_AWAY, amount, on=Trigger.IN_FIGHT)])
    )
    seen = [int(peril(at.g, at.book, 0)) for at in (plain, other)]
    assert (seen[1] > seen[0]) == (amount < 0) and seen[0] != seen[1]


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ((Condition.ANY_WEARS, Slot.HEAD), True),
        ((Condition.ANY_WEARS, Slot.FEET), False),
        ((Condition.ANY_HAS_BIG, 0), True),
        ((Condition.ANY_HAS, Axis.RACE), True),
        ((Condition.ANY_LACKS, Axis.RACE), True),
        ((Condition.ANY_AT_LEAST, 5), True),
        ((Condition.ANY_AT_LEAST, 6), False),
        ((Condition.ANY_AT_MOST, 2), False),
    ],
)
def test_a_monster_is_stronger_against_somebody_on_the_other_side(when, holds):
    """help.shared-vulnerability: a fighter of Level 3 who has nothing, helped by an Elf of Level 5 with a big hat."""
    cards = {
        "ogre": card(Kind.MONSTER, row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=when), level=9),
        "hat": item(slot=Slot.HEAD, big=1),
        "elf": card(Kind.RACE, identity=ELF),
    }
    at = Position(cards, seats=3, big_limit=0).levels(3, 5, 1).carry(1, "elf").wear(1, "hat").fight(0, "ogre", helper=1)
    assert at.strength() == (8, 13 if holds else 9)
    assert Position(cards, seats=3).levels(3, 5, 1).fight(0, "ogre").strength()[1] == 9 + 4 * (
        when[0] == Condition.ANY_LACKS
    )


CARDS = {
    "rat": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=9, treasures=1, levels=1),
    "bear": card(Kind.MONSTER, level=10), "wolf": card(Kind.MONSTER, level=1),
    "cap": item(bonus=1), "hat": item(bonus=3), "gift 0": item(),
    "halberd": item(bonus=5, big=1),
    "rule": card(Kind.RULE, row(Op.PAY_BESIDE, 1, Price.ITEMS, on=Trigger.ABILITY), row(Op.EITHER, on=Trigger.USED),
                 *(row(Op.AID, counted(Count.PAID), party, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, n))
                   for n, party in enumerate(Party, 1))),
}  # fmt: skip


@pytest.mark.parametrize(("thrown", "points"), [("hat", 3), ("halberd", 5), ("gift 0", 2)])
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("who", [0, 1])
def test_an_item_is_thrown_with_its_bonus_or_two_at_either_side(thrown, points, side, who):
    """Level 4 with a cap of 1 against ten and one; whoever throws, the monsters get it once."""
    p = Position(CARDS).levels(4, 4, 4).wear(0, "cap").carry(who, "rule", thrown).fight(0, "bear", "wolf")
    p.step(Step.REACT, who)
    p.choose("rule")
    if len(p.options()) > 1 and p.asked()[1] == Question.LOSE:
        p.choose(thrown)
    p.choose("rule", number=side)
    assert p.strength() == ((5 + points, 11) if side == 1 else (5, 11 + points))
    assert p.lost(thrown)


def value(p: Position, who: int, name: str = "rule", number: int | None = None) -> int:
    """What the option with a card, or its number, is worth to somebody who values Levels and strength."""
    w = p.book.work.weights[who]
    w[Weight.LEVEL], w[Weight.CARD], w[Weight.BONUS], w[Weight.STOP_WIN], w[Weight.DANGER] = 60, 2, 4, 200, 10
    outlook(p.g, p.book, who)
    (i,) = [i for i, o in enumerate(p.options()) if o[1] == name and number in (None, o[3])]
    return int(utility(p.g, p.book, who, i))


@pytest.mark.parametrize(("worn", "carried", "used"), [
    ("cap", "halberd", True), ("cap", "hat", False), ("hat", "halberd", True), ("hat", "cap", False),
])  # fmt: skip
def test_a_fighter_throws_an_item_that_turns_the_fight_and_not_one_that_counts_already(worn, carried, used):
    """Level 4 against nine: a halberd at hand does it, a hat or a cap does not; what is worn adds nothing that way."""
    p = Position(CARDS).levels(4, 4, 4).wear(0, worn).carry(0, "rule", carried).fight(0, "rat")
    p.book.card[p["halberd"]]["only"] = 16  # nobody may put it on
    p.step(Step.REACT, 0)
    assert (value(p, 0) > 0) == used
    if used:
        p.choose("rule")
        assert value(p, 0, "halberd") > value(p, 0, worn)
        p.choose("halberd")
        assert value(p, 0, number=1) > value(p, 0, number=2)


@pytest.mark.parametrize(("level", "given", "used"), [(9, "halberd", True), (9, "cap", False), (1, "halberd", False)])
def test_a_bystander_throws_what_stops_a_win(level, given, used):
    """The fighter, who would win, leads with nine and three by three points over a rat of nine, or loses."""
    p = Position(CARDS).levels(level, 4, 4).wear(0, "hat").carry(1, "rule", given, "gift 0").fight(0, "rat")
    p.step(Step.REACT, 1)
    assert (value(p, 1) > 0) == used
    if used:
        p.choose("rule")
        assert value(p, 1, given) > value(p, 1, "gift 0")
        p.choose(given)
        assert value(p, 1, number=2) > value(p, 1, number=1)


@pytest.mark.parametrize(("cost", "fine"), [("items", True), ("levels", False)])
def test_a_bonus_that_no_item_pays_is_found(cost, fine):
    power = {"op": "pay_beside", "cost": cost, "amount": 1}
    given = {"on": "used", "op": "aid", "party": "monsters", "amount": {"count": "paid"}}
    found = parse_card({"id": "x", "name": "X", "pile": "door", "kind": "race", "effects": [power, given]}, "f")
    assert any("Item that paid" in text for text in lint_card(found)) != fine


HAND = ("a", "b", "c")


def fight(hand=HAND, fighter=0, active=0):
    """A Fighter in seat 0 with some hand cards, and a combat of some seat."""
    power = row(Op.RECKLESS, 2, on=Trigger.ABILITY)
    cards = {
        "power": card(Kind.ROLE, power, row(Op.FLURRY, 2, on=Trigger.IN_PLAY), identity=16),
        "ogre": card(Kind.MONSTER, level=9, treasures=3),
        **{name: card(Kind.ONE_SHOT, bonus=1) for name in HAND},
    }
    p = Position(cards).carry(0, "power").hand(0, *hand).fight(fighter, "ogre")
    p.g.active = active
    return p


def offered(p):
    p.g.agenda_n = p.g.options = 0
    ask(p.g, 0, Question.REACT, -1)
    ability_options(p.g, p.book, 0, Question.REACT)
    return [o for o in p.options() if o[0] == Verb.USE]


def use(p):
    verb, name, target, effect = offered(p)[0]
    p.g.asked, p.g.options = -1, 0
    do_ability(p.g, p.book, 0, chosen(verb, p[name], target, effect))


@pytest.mark.rule("role.fighter.reckless")
def test_a_random_hand_card_buys_the_bonus_once_in_the_turn():
    p = fight()
    use(p)
    assert int(p.g.player_bonus[0]) == 2
    assert int(p.g.hand_n[0]) == 2
    assert not offered(p)
    clear_turn(p.g, 0)
    assert offered(p)


@pytest.mark.rule("role.fighter.reckless")
@pytest.mark.parametrize("facts", [{"hand": ("a",)}, {"fighter": 1}, {"active": 1}])
def test_not_with_one_card_nor_for_another_nor_in_anothers_turn(facts):
    assert not offered(fight(**facts))


@pytest.mark.rule("role.fighter.reckless", "cards.hand-private")
def test_the_card_depends_on_the_games_key_and_not_on_a_choice():
    lost = set()
    for key in range(20):
        p = fight()
        p.g.key = key
        use(p)
        lost.add(next(n for n in HAND if p[n] not in p.g.hand[0, : int(p.g.hand_n[0])]))
    assert lost == set(HAND)


@pytest.mark.rule("role.fighter.flurry")
def test_the_bonus_comes_with_the_second_card_from_hand_and_only_in_the_combat():
    p = fight()
    assert player_strength(p.g, p.book, 0) == 1
    p.g.played_by[0] = 1
    assert player_strength(p.g, p.book, 0) == 1
    p.g.played_by[0] = 3
    assert player_strength(p.g, p.book, 0) == 3
    p.g.fighting = 0
    assert player_strength(p.g, p.book, 0) == 1
