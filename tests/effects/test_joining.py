"""Monsters that a rule lets into combats with others, and cards that are meant by words in their names."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.rule_texts import in_words, read_rule
from decks.value_kinds import is_called
from engine.records.amounts import Count, counted
from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.rng import Purpose, below
from engine.steps.offers.playable import combat_options, identity_options
from tests.effects.build import Position, card, doubler, row
from variants.load_variants import load_variant

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
