"""Monsters that are beaten and kept, and those that a rule lets into combats with others."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.rule_texts import in_words, read_rule
from decks.value_kinds import is_called
from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Axis, Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Price
from engine.rng import Purpose, below
from engine.steps.offers.playable import combat_options, identity_options
from tests.effects.build import Position, card, doubler, item, row
from variants.load_variants import load_variant

AS_MANY = counted(Count.TREASURES)


def rule(part: int = 1, amount: int = AS_MANY, price: Price = Price.HAND):
    keeps = row(Op.BEFRIEND, 0, part, on=Trigger.USED)
    return card(Kind.RULE, row(Op.PAY_WHEN_WON, amount, price, on=Trigger.ABILITY), keeps)


def table(*monsters: str, part: int = 1, level: int = 9, amount: int = AS_MANY) -> Position:
    """Seat 0, with three cards in hand, has beaten some monsters; the judgement is to come."""
    cards = {
        "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=Trigger.ESCAPED), level=5, treasures=2, levels=1),
        "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
        "wolf": card(Kind.MONSTER, level=8, treasures=4, levels=1),
        "rule": rule(part, amount),
        "fat": card(Kind.ENHANCER, bonus=1),
        **{f"card {i}": card(Kind.SPECIAL) for i in range(3)},
        **{f"gift {i}": item() for i in range(8)},
    }
    p = Position(cards).levels(level, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1", "card 2")
    return p.fight(0, *monsters)


def judged(p: Position) -> Position:
    return p.step(Step.JUDGE, 0)


@pytest.mark.rule("combat.nonlethal", "precedence.card-over-rule")
@pytest.mark.parametrize(("part", "adds"), [(1, 5), (2, 2), (3, 1)])
def test_a_beaten_monster_is_kept_for_as_many_cards_as_it_has_treasures(part, adds):
    """Of Level 5 one whole is 5, half of it 2, a third 1. The ogre brings neither its Level nor its 2 Treasures."""
    p = judged(table("ogre", part=part))
    assert p.asked() == (0, Question.VICTORY)
    p.choose("rule", target=0).choose("card 0").choose("card 1")
    assert p.where("ogre") == (Zone.TABLE, 0) and int(p.g.foe_n) == 0
    assert int(p.g.level[0]) == 9 and p.hand_of(0) == ["card 2"]
    assert p.fight(0, "rat").strength() == (9 + adds, 1)


@pytest.mark.rule("combat.nonlethal")
def test_whoever_passes_has_the_reward():
    p = judged(table("ogre", level=7))
    p.choose("")
    assert int(p.g.level[0]) == 8 and p.where("ogre")[0] == Zone.DISCARD and int(p.g.hand_n[0]) == 5


@pytest.mark.rule("multi.eliminate-one")
def test_each_monster_has_its_own_price_and_the_rest_is_killed():
    """The rat costs a card; three cannot pay for the 4 Treasures of the wolf, which is killed for its Level."""
    p = judged(table("rat", "wolf", level=12))
    assert [t for _, name, t, _ in p.options() if name == "rule"] == [0]
    p.choose("rule", target=0).choose("card 0")
    p.choose("") if p.options() else None
    assert p.where("rat") == (Zone.TABLE, 0) and p.where("wolf")[0] == Zone.DISCARD


@pytest.mark.rule("combat.compare")
def test_what_pays_does_not_turn_the_fight_that_was_won():
    """Level 5 and an Item of 4 beat 8; whoever discards the Item has won all the same."""
    p = table("wolf", level=5, amount=1)
    p.book.effect[int(p.book.card[p["rule"]]["first"])]["a"] = Price.ITEMS
    p.book.card[p["gift 0"]]["bonus"] = 4
    p.wear(0, "gift 0").wear(0, "gift 1")
    judged(p).choose("rule", target=0).choose("gift 0")
    assert p.where("wolf") == (Zone.TABLE, 0) and int(p.g.fighting) == 0


def test_nobody_is_asked_who_has_lost_or_cannot_pay():
    p = judged(table("wolf", level=7))  # four Treasures, three cards; and 7 against 8
    assert p.where("wolf")[0] == Zone.DISCARD and int(p.g.level[0]) == 7
    assert judged(table("wolf", level=12)).where("wolf")[0] == Zone.DISCARD


@pytest.mark.rule("death.loot-layout", "death.lose-stuff")
def test_a_companion_is_lost_with_its_owner_and_looted_as_a_card():
    p = judged(table("ogre")).choose("rule", target=0).choose("card 0").choose("card 1")
    p.step(Step.DIE, 0, -1)
    while p.options():
        p.choose(p.cards_offered()[-1])
    assert p.where("ogre")[0] in (Zone.HAND, Zone.DISCARD) and int(p.g.host[p["ogre"]]) == -1 or p.where("ogre")[1] != 0


def test_a_companion_does_nothing_of_what_it_does_as_a_monster():
    """The ogre takes a Level from whoever gets away from it, and none from its owner who gets away from another."""
    p = judged(table("ogre")).choose("rule", target=0).choose("card 0").choose("card 1")
    p.fight(0, "wolf").dice(6)
    before = int(p.g.level[0])
    p.step(Step.FLEE, 0)
    assert int(p.g.fled[0]) == 1
    assert int(p.g.level[0]) == before


@pytest.mark.parametrize(("monster", "bonus", "kept"), [("ogre", 20, True), ("ogre", 5, False), ("rat", 20, False)])
def test_players_keep_what_is_worth_more_than_its_reward(monster, bonus, kept):
    """Points: the ogre 5 * 20 or 5 * 5; it costs a Level of 40, 2 Treasures of 5, and two cards. The rat gives 20."""
    p = judged(table(monster))
    w = p.book.work.weights
    w[:] = 0
    for weight, worth in ((Weight.LEVEL, 40), (Weight.BONUS, bonus), (Weight.TREASURE, 5), (Weight.CARD, 2)):
        w[:, weight] = worth
    p.g.level[0] = 6
    taken = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
    assert (taken[1] == "rule") == kept


def test_the_winning_kill_is_not_given_away():
    p = judged(table("ogre"))
    p.book.work.weights[:] = 0
    p.book.work.weights[:, Weight.BONUS] = 90
    assert p.options()[int(choose(p.g, p.book, int(p.g.options)))][1] != "rule"


def test_a_one_shot_may_keep_a_monster_too():
    cards = {
        "leash": card(Kind.ONE_SHOT, row(Op.BEFRIEND, 0, 2), is_item=1),
        "ogre": card(Kind.MONSTER, level=5, treasures=2, levels=1),
        "rat": card(Kind.MONSTER, level=1, treasures=1, levels=1),
    }
    p = Position(cards).levels(3).hand(0, "leash").fight(0, "ogre", "rat").run("leash")
    assert p.asked() == (0, Question.MONSTER)
    p.choose("ogre")
    assert p.where("ogre") == (Zone.TABLE, 0) and p.strength() == (3 + 2, 1)
    assert p.book.card[p["ogre"]]["pile"] == Pile.DOOR


PIG, BOAR, OTHER = 4096, 8192, 16384
JOINS = row(Op.JOINS, a=PIG, b=BOAR, on=Trigger.IN_PLAY)
CARDS = {
    "pig": card(Kind.MONSTER, level=1, tags=PIG), "boar": card(Kind.MONSTER, level=8, tags=BOAR),
    "cow": card(Kind.MONSTER, level=3, tags=OTHER), "calf": card(Kind.MONSTER, level=1, tags=OTHER),
}  # fmt: skip


def joining(rule: tuple[int, ...], *monsters: str, seat: int = 0) -> list[str]:
    """Monsters of the hand of seat 0, who has the rule, that may join the combat of a seat."""
    p = Position({"rule": card(Kind.RULE, rule), **CARDS}, 3).carry(0, "rule").hand(0, "pig", "calf")
    p.fight(seat, *monsters)
    p.g.asked, p.g.options = 0, 0
    for name in ("pig", "calf"):
        combat_options(p.g, p.book, 0, p[name])
    return [name for verb, name, _, _ in p.options() if verb == Verb.PLAY]


@pytest.mark.parametrize(("monsters", "seat", "may"), [
    (("boar",), 1, ["pig"]), (("boar",), 0, ["pig"]), (("cow", "boar"), 1, ["pig"]), (("cow",), 1, []),
])  # fmt: skip
def test_monsters_of_the_one_tag_join_those_of_the_other(monsters, seat, may):
    assert joining(JOINS, *monsters, seat=seat) == may


def test_they_join_only_while_the_condition_of_the_rule_holds():
    late = row(Op.JOINS, a=PIG, b=BOAR, on=Trigger.IN_PLAY, when=(Condition.LEVEL_AT_LEAST, 2))
    assert joining(late, "boar", seat=1) == []


def test_days_of_the_month_are_those_of_the_game_and_add_to_a_monster():
    p = Position({"rule": card(Kind.RULE, row(Op.STRENGTH, counted(Count.DAYS), on=Trigger.IN_FIGHT)), **CARDS}, 3)
    p.carry(0, "rule").levels(1, 1, 1).fight(0, "boar")
    assert int(p.g.foes) == 8 + below(31, p.g.key, Purpose.DAY, 0, 0)


@pytest.mark.parametrize(("third", "first", "second"), [(0, True, False), (1, True, True)])
def test_a_second_doubler_allows_a_third_class_where_the_rule_says_so(third, first, second):
    """Three Classes fit beside two doublers: 1 + 2; beside one, or without the rule, 1 + 1."""
    classes = {name: card(Kind.CLASS, identity=16 << n) for n, name in enumerate(("bard", "monk", "thief"))}
    p = Position({"one": doubler(), "two": doubler(), **classes}, 3, doubler_third_class=third)
    p.carry(0, "bard").hand(0, "one", "two", "monk", "thief")
    assert offered(p, "one") == first
    p.carry(0, "one", "monk")
    assert int(p.g.doubled[0, Axis.CLASS]) == 1 and not offered(p, "thief") and offered(p, "two") == second
    p.carry(0, "two")
    assert offered(p, "thief") == second


def offered(p: Position, name: str) -> bool:
    """Whether a card of the hand of seat 0 could be put into play."""
    p.g.asked, p.g.options = 0, 0
    identity_options(p.g, p.book, 0, p[name])
    return p.g.options > 0


def test_words_in_names_are_whole_words_or_several_of_them():
    names = ("Orc Chief", "3,872 Orcs", "Sorcerer", "Half-Orc", "Chief of Orcs")
    assert [name for name in names if is_called(name, "name:orc")] == [
        "Orc Chief",
        "3,872 Orcs",
        "Half-Orc",
        "Chief of Orcs",
    ]
    assert [name for name in names if is_called(name, "name:orc-chief")] == ["Orc Chief"]
    box = load_decks(["base"], changes={"name:orc.level": "3", "name:large-angry.treasures": "2"})
    found = {card.name: (card.level, card.treasures) for card in box.cards}
    assert found["3,872 Orcs"][0] == 3 and found["Large Angry Chicken"] == (2, 2)


def test_a_name_that_no_card_has_is_told(tmp_path):
    path = tmp_path / "mine.toml"
    text = 'Every monster with "Flamingo" in its name gets +3.'
    path.write_text(f"name = 'x'\nwhy = 'x'\noverlay = true\n[[rule]]\ntext = '{text}'\n")
    with pytest.raises(DeckError, match="no card of these decks has 'flamingo' in its name"):
        load_decks(["base"], edits=load_variant(f"base+{path}").edits)


@pytest.mark.parametrize("text", [
    'In its combat: the monster gets +4, if the monster has "Goblin" in its name.',
    'In play: the owner may add monsters with "Rat" in their name from their hand to combats with Undead monsters.',
    'The deck is without all cards with "Goblin" in their name.',
    "In its combat: the monster gets +2 for each day of the month that has passed.",
])  # fmt: skip
def test_what_is_said_of_names_is_read_as_it_is_written(text):
    reading = read_rule(text)
    assert reading.understood and in_words(reading.program, reading.orders) == text
