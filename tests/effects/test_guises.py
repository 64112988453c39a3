"""Whoever passes for an identity: what it opens to them, what it costs, and how long it lasts."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.board.card_conditions import condition
from engine.board.equipment import usable
from engine.policies.gains import brought
from engine.policies.turn_choices import choosing
from engine.policies.weights import Weight
from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.steps.turn.limits import settle
from tests.effects.build import Position, card, item, row

ELF, DWARF, SHIFTER = 64, 128, 256
CARDS = {
    "shifter": card(Kind.RACE, row(Op.PASS_FOR, 0, Axis.RACE, on=Trigger.USED), identity=SHIFTER),
    "elf": card(Kind.RACE, row(Op.RUN_AWAY, 1, on=Trigger.IN_PLAY), identity=ELF),
    "dwarf": card(Kind.RACE, identity=DWARF),
    "mage": card(Kind.CLASS, identity=16),
    "bow": item(only=ELF, bonus=4),
    "axe": item(only=DWARF, bonus=2),
    "troll": card(Kind.MONSTER, row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, ELF)), level=5),
    "woe": card(Kind.CURSE),
}


def passing(name: str = "elf") -> Position:
    """Seat 0, a Shifter with a bow, has chosen a Race."""
    return Position(CARDS).levels(3, 3, 3).carry(0, "shifter", "bow").run("shifter", Trigger.USED).choose(name)


@pytest.mark.rule("class.item-restriction")
def test_somebody_may_use_what_is_for_the_race_that_they_pass_for():
    p = Position(CARDS).carry(0, "shifter", "bow").run("shifter", Trigger.USED)
    assert p.asked() == (0, Question.IDENTITY) and p.cards_offered() == ["dwarf", "elf"]
    assert not usable(p.g, p.book, 0, p["bow"])
    assert usable(p.choose("elf").g, p.book, 0, p["bow"])
    p.run("shifter", Trigger.USED)
    assert p.asked() == (0, Question.NONE) or p.cards_offered() == []  # the dwarf alone is left, and no choice
    assert int(p.g.guise[0]) == DWARF and not usable(p.g, p.book, 0, p["bow"])


def test_monsters_take_them_for_that_and_their_powers_are_not_theirs():
    p = passing().fight(0, "troll")
    assert p.strength() == (3, 11) and int(p.g.axis_n[0, Axis.RACE]) == 1


@pytest.mark.parametrize(("source", "yes"), [("troll", 1), ("bow", 1), ("woe", 0), ("mage", 0)])
def test_curses_and_others_cards_see_what_they_are(source, yes):
    p = passing()
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS), ELF) == yes
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS_NOT), ELF) == 1 - yes
    assert condition(p.g, p.book, 0, p[source], int(Condition.IS), SHIFTER) == 1


def test_it_ends_with_the_card():
    p = passing().discards("shifter")
    settle(p.g, p.book)
    assert (int(p.g.guise[0]), usable(p.g, p.book, 0, p["bow"])) == (0, 0)


def test_players_pass_for_whoever_may_use_most_of_what_they_have():
    """The bow gives 4 points of strength, the axe 2, each of them worth 5."""
    p = Position(CARDS).carry(0, "shifter", "bow", "axe").run("shifter", Trigger.USED)
    p.book.work.weights[0, Weight.BONUS] = 5
    seen = {name: choosing(p.g, p.book, 0, int(Question.IDENTITY), i) for i, (_, name, _, _) in enumerate(p.options())}
    assert seen == {"elf": 20, "dwarf": 10}
    (row_of,) = range(int(p.book.card[p["shifter"]].first), int(p.book.card[p["shifter"]].last))
    assert brought(p.g, p.book, 0, p.book.effect[row_of]) == 20


@pytest.mark.parametrize(("kind", "wrong"), [("race", False), ("item", False), ("curse", True), ("one_shot", True)])
def test_where_no_card_stays_it_is_refused(kind, wrong):
    steps = [
        {
            "on": "turn_start" if not wrong else "cursed" if kind == "curse" else "played",
            "op": "pass_for",
            "axis": "race",
        }
    ]
    facts = {"id": "r", "name": "R", "pile": "treasure" if kind in ("item", "one_shot") else "door", "kind": kind}
    texts = lint_card(parse_card({**facts, "effects": steps}, "here"))
    assert any("pass_for" in text for text in texts) == wrong
