"""Whom it concerns: an option that names a player, an Item or a monster is judged by the one it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from engine.board.monsters import copy_monster
from engine.board.strength import compare
from engine.policies.decide import choose, outlook, utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Axis, Kind, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option
from engine.records.timings import Timing
from engine.steps.offers.playable import combat_options
from tests.effects.build import Position, card, item, row

WIZARD, WEIGHTS = 8, {
    "level": 48, "treasure": 45, "bonus": 20, "card": 8, "one_shot": 11, "danger": 18, "stop_win": 120, "hostility": 36,
    "hinder": 25, "envy": 40, "share": 40, "trade": 60, "identity": 22, "closing": 58, "underdog": 3, "deny": 1,
    "steal": 20,
}  # fmt: skip
"""A sensible player; the cases below hold whatever the personas are tuned to."""
CARDS = {
    "transfer": card(Kind.ONE_SHOT, row(Op.TAKE_OVER), timing=Timing.COMBAT, is_item=1),
    "borrow": card(Kind.SPECIAL, row(Op.TAKE_WINNING_ITEM), timing=Timing.COMBAT),
    "mirror": card(Kind.SPECIAL, row(Op.REDIRECT_CURSE)),
    "big one": card(Kind.ENHANCER, bonus=3),
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=5, treasures=1),
    "giant": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=20, treasures=1),
    "snail": card(Kind.MONSTER, level=1),
    "dumb": card(Kind.CURSE, row(Op.LOSE_CLASS, 1, on=Trigger.CURSED)),
    "exchange": card(Kind.SPECIAL, row(Op.SWAP_MONSTER), timing=Timing.COMBAT),
    "banish": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1), timing=Timing.COMBAT),
    "wizard": card(Kind.CLASS, identity=WIZARD, axis=Axis.CLASS),
    "charmer": card(Kind.CLASS, row(Op.CHARM, a=0, on=Trigger.ABILITY), identity=16, axis=Axis.CLASS),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=32, axis=Axis.CLASS),
    "sword": item(bonus=15, slot=Slot.HAND),
    "axe": item(bonus=4, slot=Slot.HAND),
    "saw": item(bonus=4, slot=Slot.HAND),
    "hat": item(bonus=3, slot=Slot.HEAD),
    "cap": item(bonus=3, slot=Slot.HEAD),
    "crown": item(bonus=9, slot=Slot.HEAD),
    "staff": item(bonus=4, only=WIZARD),
    "wand": item(bonus=4, only=WIZARD),
    "jewel": item(gold=600),
    "junk": card(Kind.SPECIAL),
    "cleric": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY), identity=64, axis=Axis.CLASS),
    "sermon": card(Kind.SPECIAL, row(Op.GAIN_LEVELS, 1), row(Op.SET_STATUS, a=8)),
    "gloom": card(Kind.CURSE, row(Op.STRENGTH, -5, on=Trigger.IN_PLAY)),
    "doom": card(Kind.CURSE, row(Op.STRENGTH, -5, on=Trigger.IN_PLAY)),
    "ring": card(Kind.ONE_SHOT, row(Op.CANCEL_CURSE), timing=Timing.CURSE, is_item=1),
    "wall": card(Kind.ONE_SHOT, row(Op.ESCAPE, 2), timing=Timing.FLIGHT, is_item=1),
    "glue": card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), row(Op.NO_ESCAPE, on=Trigger.IN_FIGHT), level=9),
    "dragon": card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=8),
    "rat": item(row(Op.DISCARD_TO_ESCAPE, a=8, b=1, on=Trigger.ABILITY), bonus=1),
}  # fmt: skip
PASS = (Verb.PASS, "", -1, 0)


class Case(NamedTuple):
    """A position of seat 0, and what it takes: verb, card and target."""

    build: Callable[[], Position]
    verb: Verb
    target: int | str = -1
    or_else: int = -1  # as good: the same thing by another name


def at(levels: tuple[int, ...]) -> Position:
    return Position(CARDS, seats=len(levels)).levels(*levels)


def put_to(p: Position, question: Question, *options: tuple[Any, ...]) -> Position:
    ask(p.g, 0, question, -1)
    for verb, name, target, amount in options:
        aim = p[target] if isinstance(target, str) else target
        option(p.g, p.book, verb, p[name] if name else -1, aim, amount)
    return p


def held(p: Position, name: str) -> Position:
    """Seat 0 may play a card of its hand into the combat that goes on, or pass."""
    p.hand(0, name)
    compare(p.g, p.book)
    ask(p.g, 0, Question.REACT, -1)
    combat_options(p.g, p.book, 0, p[name])
    option(p.g, p.book, *(Verb.PASS, -1, -1, 0))
    return p


def transfer(levels: tuple[int, ...], fighter: int, monster: str = "ogre", armed: bool = False) -> Position:
    p = at(levels)
    if armed:
        p.wear(fighter, "sword")
    return held(p.fight(fighter, monster), "transfer")


def borrowing() -> Position:
    """Either axe or saw wins the fight; seat 2 is about to win the game."""
    return held(at((2, 1, 8)).wear(1, "axe").wear(2, "saw").fight(0, "ogre"), "borrow")


def robbing() -> Position:
    """Seat 1 wears the crown over which the hat is of no use, seat 2 wears its cap."""
    p = at((1, 8, 8)).wear(0, "thief").wear(1, "crown").carry(1, "hat").wear(2, "cap")
    r = int(p.book.card[p["thief"]]["first"])
    rob = [(Verb.USE, "thief", name, r) for name in ("hat", "cap")]
    p.hand(0, "junk")
    return put_to(p, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *rob)


def giving_away(first: int = 2, second: int = 1) -> Position:
    """The staff must go to one of the lowest; seat 2 could use it."""
    p = at((5, 2, 2)).wear(2, "wizard").hand(0, "staff")
    return put_to(p, Question.GIVE, (Verb.GIVE, "staff", first, 0), (Verb.GIVE, "staff", second, 0))


def trading() -> Position:
    """Two wizards' weapons for a jewel: of seat 1, who is about to win, or of seat 2."""
    p = at((3, 9, 3)).wear(0, "wizard").carry(0, "jewel").carry(1, "staff").carry(2, "wand")
    deals = [(Verb.TRADE, "jewel", seat, p[name]) for seat, name in ((1, "staff"), (2, "wand"))]
    return put_to(p, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *deals)


def sending_on() -> Position:
    """Seat 1 has no Class to lose."""
    p = at((3, 4, 4)).wear(2, "wizard").hand(0, "mirror")
    ways = [(Verb.PLAY, "mirror", seat, Aim.SEAT) for seat in (1, 2)]
    put_to(p, Question.CURSE, PASS, *ways)
    p.g.subject = p["dumb"]
    return p


def needing_help() -> Position:
    """Seat 1 would win by one point, seat 2 by twelve; both would be glad of the Treasure."""
    p = at((3, 3, 3)).wear(2, "sword").hand(1, "junk").fight(0, "ogre")
    return put_to(p, Question.REACT, *((Verb.ASK, "", seat, 1) for seat in (1, 2)), PASS)


def with_a_copy() -> Position:
    """Seat 1 wins by five points; what is put on the ogre counts for its copy as well."""
    p = at((2, 5, 2)).wear(1, "sword").fight(1, "snail", "ogre")
    copy_monster(p.g, p.book, 1, 0)
    p.g.side_bonus = -4  # what the Level adds
    return held(p, "big one")


def for_good() -> Position:
    """An enhancer that strengthens a Cultist: seat 1, who fights, or seat 0."""
    p = at((1, 1, 1)).hand(0, "big one").fight(1, "ogre")
    return put_to(p, Question.REACT, *((Verb.PLAY, "big one", seat, Aim.SEAT) for seat in (1, 0)), PASS)


def charming() -> Position:
    p = at((1, 1, 1)).wear(0, "charmer").fight(0, "snail", "giant")
    r = int(p.book.card[p["charmer"]]["first"])
    return put_to(p, Question.REACT, *((Verb.USE, "charmer", m, r) for m in (0, 1)), PASS)


def raising() -> Position:
    """One of the two lowest must gain a level; seat 1 is the stronger."""
    p = at((5, 2, 2)).wear(1, "hat")
    return put_to(p, Question.SEAT, *((Verb.CHOOSE_SEAT, "", seat, 0) for seat in (1, 2)))


def cursed() -> Position:
    p = at((3, 8, 3)).carry(0, "gloom").carry(1, "doom").hand(0, "ring")
    ways = [(Verb.PLAY, "ring", name, Aim.ITEM) for name in ("doom", "gloom")]
    return put_to(p, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), *ways)


def walled(levels: tuple[int, ...], *monsters: str) -> Position:
    """Seat 0 flees, and seat 1 who has helped; a wall is for one or for both."""
    p = at(levels).hand(0, "wall").fight(0, *monsters, helper=1)
    ways = ((Verb.PLAY, "wall", -1, 0), (Verb.PLAY, "wall", 1, Aim.SEAT))
    return put_to(p, Question.FLEE, (Verb.RUN, monsters[0], -1, 0), *ways)


def distracting() -> Position:
    p = at((3, 3, 3)).wear(0, "rat").fight(0, "snail", "dragon")
    r = int(p.book.card[p["rat"]]["first"])
    return put_to(p, Question.FLEE, (Verb.RUN, "snail", -1, 0), *((Verb.USE, "rat", m, r) for m in (0, 1)))


def enlightening(level: int) -> Position:
    """A card that ends the turn of seat 1 and gives them a level, if they can gain one by it."""
    return put_to(at((3, level, 3)).hand(0, "sermon"), Question.WINDOW, (Verb.PLAY, "sermon", 1, Aim.SEAT), PASS)


def calling_back(treasure: str) -> Position:
    """About to draw a Treasure face-up, with one card in hand to pay for the topmost one of the discards."""
    p = at((3, 3, 3)).wear(0, "cleric").hand(0, "junk").discards(treasure)
    r = int(p.book.card[p["cleric"]]["first"])
    return put_to(p, Question.DRAW_UP, (Verb.DISCARD_FOR, "junk", treasure, r), PASS)


CASES = {
    "call back a Treasure worth more than another": Case(lambda: calling_back("sword"), Verb.DISCARD_FOR, "sword"),
    "end the turn of somebody who cannot rise by it": Case(lambda: enlightening(9), Verb.PLAY, 1),
    "give nobody else a level": Case(lambda: enlightening(8), Verb.PASS),
    "draw rather than call back any": Case(lambda: calling_back("wand"), Verb.PASS),
    "lift the Curse one bears oneself": Case(cursed, Verb.PLAY, "gloom"),
    "flee with a companion who lies behind": Case(lambda: walled((5, 2, 5), "dragon"), Verb.PLAY, 1),
    "flee without one who leads": Case(lambda: walled((2, 8, 2), "dragon"), Verb.PLAY, -1),
    "no escape from what nobody escapes": Case(lambda: walled((3, 3, 3), "glue"), Verb.RUN),
    "distract the monster that is dangerous": Case(distracting, Verb.USE, 1),
    "take the fight oneself if one wins it": Case(lambda: transfer((8, 3, 1, 1), 1), Verb.PLAY, 0),
    "take the fight that wins the game": Case(lambda: transfer((9, 8, 3, 3), 1), Verb.PLAY, 0),
    "stop a win without giving it to another": Case(lambda: transfer((1, 9, 9, 2), 1), Verb.PLAY, 3),
    "stop a win and harm somebody": Case(lambda: transfer((1, 9, 7, 2), 1, "giant", True), Verb.PLAY, 2),
    "hand a lost fight to somebody who loses it": Case(lambda: transfer((1, 7, 4, 1), 0), Verb.PLAY, 2),
    "keep a won fight": Case(lambda: transfer((7, 1, 1, 1), 0), Verb.PASS),
    "leave a fight that concerns nobody": Case(lambda: transfer((1, 1, 1, 1), 1), Verb.PASS),
    "take the Item of somebody who leads": Case(borrowing, Verb.PLAY, "saw"),
    "steal what its owner uses": Case(robbing, Verb.USE, "cap"),
    "give a card to whom it helps less": Case(giving_away, Verb.GIVE, 1),
    "and wherever he sits": Case(lambda: giving_away(1, 2), Verb.GIVE, 1),
    "trade with somebody far from the win": Case(trading, Verb.TRADE, 2),
    "send a Curse to whom it costs something": Case(sending_on, Verb.PLAY, 2),
    "ask whoever leaves room to spare": Case(needing_help, Verb.ASK, 2),
    "strengthen the monster with a copy": Case(with_a_copy, Verb.PLAY, 1, 2),
    "put on oneself what strengthens for good": Case(for_good, Verb.PLAY, 0),
    "charm the strongest monster": Case(charming, Verb.USE, 1),
    "let the weakest rise": Case(raising, Verb.CHOOSE_SEAT, 2),
}


def seated(p: Position) -> Position:
    p.book.work.weights[:] = 0
    for name, worth in WEIGHTS.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    return p


@pytest.mark.parametrize("name", CASES)
def test_the_target_decides(name):
    case = CASES[name]
    p = seated(case.build())
    before = p.g.tobytes()
    target = p[case.target] if isinstance(case.target, str) else case.target
    for ordinal in range(8):  # chance has no say in it
        p.g.ordinal[0] = ordinal
        taken = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
        assert taken[0] == case.verb and taken[2] in (target, case.or_else), p.options()
    p.g.ordinal[0] = 0
    assert p.g.tobytes() == before


def test_nobody_is_handed_the_fight_that_wins_him_the_game():
    p = seated(transfer((1, 1, 9, 8), 1))
    outlook(p.g, p.book, 0)
    worth = {target: int(utility(p.g, p.book, 0, i)) for i, (_, _, target, _) in enumerate(p.options())}
    assert worth[2] < -50_000 < worth[3]


@pytest.mark.parametrize(("name", "seat", "meant"), [
    ("exchange", 1, "snail"), ("exchange", 0, "ogre"), ("banish", 1, "snail"),
])  # fmt: skip
def test_a_monster_that_leaves_takes_along_what_strengthens_it(name, seat, meant):
    """The fighter is rid of a snail of 1 + 10 before an ogre of 5; a rival takes the ogre out for a giant."""
    p = Position(CARDS).hand(seat, "giant", "dragon").fight(1, "snail", "ogre")
    p.g.foe[0].bonus += 10
    p.book.work.weights[:] = 0
    p.step(Step.PICK_MONSTER, seat, int(p.book.card[p[name]]["first"]), p[name], -1)
    options = p.options()
    assert options[int(choose(p.g, p.book, len(options)))][1] == meant
