"""No weight is dead: for each of them a position in which raising it, and nothing else, changes the choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from engine.board.seat_lookup import note_harm
from engine.policies.decide import choose
from engine.policies.weights import FEATURES, Weight
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, PickOrder, Question, Verb, ask, promise
from tests.effects.build import Position, card, item, row

"""Who picks first, as the amount of a request or an offer says it."""
IDENTITY = 8
CARDS = {
    "goblin": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=4, treasures=2),
    "snail": card(Kind.MONSTER, level=1),
    "potion": card(Kind.ONE_SHOT, bonus=5, is_item=1),
    "ancient": card(Kind.ENHANCER, bonus=10, treasures=2),
    "curse": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "ring": card(Kind.SPECIAL, row(Op.CANCEL_CURSE)),
    "sword": item(bonus=3, slot=Slot.HAND),
    "jewel": item(gold=600),
    "crown": item(bonus=1, gold=1000, slot=Slot.HEAD),
    "staff": item(bonus=4, only=IDENTITY),
    "helmet": item(bonus=1, gold=500, slot=Slot.HEAD),
    "wizard": card(Kind.CLASS, identity=IDENTITY),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "berserk": card(Kind.CLASS, row(Op.DISCARD_FOR_STRENGTH, 1, 3, on=Trigger.ABILITY), identity=32),
    "rise": card(Kind.GO_UP_A_LEVEL),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(10)},
}


class Case(NamedTuple):
    """A position, and what the asked seat takes with little and with much of a weight."""

    build: Callable[[], Position]
    low: int
    high: int
    before: str
    after: str
    others: dict[str, int] = {}


def asked(p: Position, seat: int, question: Question, *options: tuple[Any, ...]) -> Position:
    """Put a question: options as verb, card, target, amount, and PickOrder of a request or offer."""
    ask(p.g, seat, question, -1)
    for verb, name, target, amount, *pick in options:
        promise(p.g, p.book, verb, p[name] if name else -1, target, amount, *pick or (0,))
    return p


PASS = (Verb.PASS, "", -1, 0)


def lost(level: int = 3) -> Position:
    """Seat 0 loses against the goblin by one point and could throw a potion."""
    p = Position(CARDS).hand(0, "potion").levels(level).fight(0, "goblin")
    p.g.side, p.g.foes = level, level + 1
    return asked(p, 0, Question.REACT, PASS, (Verb.PLAY, "potion", 0, Aim.SIDE))


def another(level: int, mine: int = 1) -> Position:
    """Seat 1 wins against the goblin; seat 0 could make it stronger."""
    p = Position(CARDS).hand(0, "ancient", "curse").levels(mine, level).fight(1, "goblin")
    p.g.side, p.g.foes = 12, 4
    return asked(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))


def cursing() -> Position:
    p = another(6)
    return asked(p, 0, Question.REACT, PASS, (Verb.PLAY, "curse", 1, Aim.SEAT))


def wronged() -> Position:
    """Seat 1 has harmed seat 0 in this turn, and wins against the goblin."""
    p = another(1)
    note_harm(p.g, 0, 1)
    return p


def request(treasures: int, fighter: int = 1, mine: int = 1) -> Position:
    """Seat 1, who loses by one point, asks seat 0 for help."""
    p = Position(CARDS).levels(mine, fighter).wear(0, "sword").fight(1, "goblin")
    p.hand(2, *(f"card {i}" for i in range(10)))
    p.g.side, p.g.foes = 4, 5
    push(p.g, Step.ANSWER_HELP, 0, treasures, 0, -1, 1)
    return asked(p, 0, Question.HELP, (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "", -1, 0))


def asking() -> Position:
    """Seat 0 loses, and seat 1 could help for one or for both Treasures."""
    p = Position(CARDS).levels(2, 3).wear(1, "sword").fight(0, "goblin")
    return asked(
        p, 0, Question.REACT, (Verb.ASK, "", 1, 1, PickOrder.HELPER), (Verb.ASK, "", 1, 2, PickOrder.HELPER), PASS
    )


def offering() -> Position:
    """Seat 1 loses, and seat 0 could offer its help for one or for both Treasures."""
    p = Position(CARDS).levels(3, 2).wear(0, "sword").fight(1, "goblin")
    return asked(
        p, 0, Question.REACT, PASS, (Verb.OFFER, "", 1, 1, PickOrder.HELPER), (Verb.OFFER, "", 1, 2, PickOrder.HELPER)
    )


def bribing() -> Position:
    """No Treasure is to be had: seat 1 would rather have the helmet."""
    p = Position(CARDS).levels(1, 1).wear(1, "sword").carry(0, "helmet").wear(0, "crown").fight(0, "snail")
    p.g.side, p.g.foes = 1, 2
    return asked(
        p,
        0,
        Question.REACT,
        (Verb.ASK, "", 1, 0, PickOrder.FIGHTER),
        (Verb.ASK, "helmet", 1, 0, PickOrder.FIGHTER),
        PASS,
    )


def paying() -> Position:
    """A card of the hand would give the last point."""
    p = Position(CARDS).wear(0, "berserk").hand(0, "card 0").levels(4).fight(0, "goblin")
    return asked(p, 0, Question.REACT, PASS, (Verb.DISCARD_FOR, "card 0", -1, int(p.book.card[p["berserk"]]["first"])))


def bolder() -> Position:
    """The goblin is as good as beaten; stronger it would bring more."""
    p = Position(CARDS).hand(0, "ancient").levels(3).fight(0, "goblin")
    p.g.side, p.g.foes = 40, 4
    return asked(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))


def trouble() -> Position:
    p = Position(CARDS).hand(0, "goblin").levels(7)
    return asked(p, 0, Question.ROOM, (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "goblin", -1, 0))


def swapping() -> Position:
    """The staff is of no use to its owner."""
    p = Position(CARDS).carry(0, "jewel").wear(0, "wizard").carry(1, "staff")
    return asked(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.TRADE, "jewel", 1, p["staff"]))


def answering_trade() -> Position:
    p = Position(CARDS).carry(0, "jewel").carry(1, "sword")
    return asked(p, 0, Question.TRADE, (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "sword", 1, p["jewel"]))


def selling() -> Position:
    p = Position(CARDS).carry(0, "crown")
    return asked(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.SELL, "crown", -1, 0))


def giving() -> Position:
    p = Position(CARDS).carry(0, "staff").wear(1, "wizard")
    return asked(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.GIVE, "staff", 1, 0))


def stealing() -> Position:
    """A staff that seat 0 could not even use."""
    p = Position(CARDS).wear(0, "thief").hand(0, "card 0").wear(1, "wizard", "staff")
    r = int(p.book.card[p["thief"]]["first"])
    return asked(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.USE, "thief", p["staff"], r))


def identity() -> Position:
    p = Position(CARDS).hand(0, "wizard")
    return asked(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "wizard", -1, 0))


def cursed() -> Position:
    """A Curse strikes seat 0, which holds a card against it."""
    p = Position(CARDS).hand(0, "ring").levels(4)
    asked(p, 0, Question.CURSE, PASS, (Verb.PLAY, "ring", 0, 0))
    p.g.subject = p["curse"]
    return p


def relying() -> Position:
    """Seat 1 is about to win; seat 0 could stop it, and seat 2, with ten cards, is asked later."""
    p = another(9).hand(2, *(f"card {i}" for i in range(10)))
    push(p.g, Step.REACT, 1, 1, 0, 0, 0)
    return asked(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))


def holding() -> Position:
    """A Go Up a Level in the middle of the way."""
    p = Position(CARDS).hand(0, "rise").levels(4, 5)
    return asked(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT))


def last_trouble() -> Position:
    """The goblin would be the last kill; the others hold ten cards against it."""
    p = Position(CARDS).hand(0, "goblin").levels(9).hand(1, *(f"card {i}" for i in range(10)))
    return asked(p, 0, Question.ROOM, (Verb.LOOT, "", -1, 0), (Verb.TROUBLE, "goblin", -1, 0))


CASES = {
    "uniform": Case(lost, 0, 1, "PLAY", "PASS", {"level": 900}),
    "noise": Case(lost, 0, 9000, "PLAY", "PASS", {"level": 900}),
    "level": Case(lost, 10, 100, "PASS", "PLAY", {"one_shot": 10}),
    "treasure": Case(lost, 0, 30, "PASS", "PLAY", {"one_shot": 10}),
    "bonus": Case(answering_trade, 1, 20, "REFUSE", "ACCEPT", {"level": 40}),
    "card": Case(paying, 1, 100, "DISCARD_FOR", "PASS", {"level": 40}),
    "one_shot": Case(lost, 1, 20, "PLAY", "PASS", {"level": 40}),
    "danger": Case(lost, 0, 60, "PASS", "PLAY", {"one_shot": 10}),
    "stop_win": Case(lambda: another(9), 0, 100, "PASS", "PLAY"),
    "hostility": Case(lambda: another(5), 0, 10, "PASS", "PLAY"),
    "hinder": Case(lambda: another(1), 0, 30, "PASS", "PLAY"),
    "help": Case(lambda: request(0), 0, 10, "REFUSE", "ACCEPT"),
    "envy": Case(lambda: request(1, 7, 7), 10, 300, "ACCEPT", "REFUSE", {"treasure": 20}),
    "share": Case(asking, 50, 100, "ASK 1", "ASK 2", {"level": 40, "treasure": 20}),
    "demand": Case(offering, 50, 100, "OFFER 1", "OFFER 2", {"treasure": 20}),
    "margin": Case(trouble, 0, 5, "TROUBLE", "LOOT", {"level": 40}),
    "trade": Case(swapping, 0, 100, "KICK_OPEN", "TRADE", {"bonus": 10, "level": 10}),
    "sell": Case(selling, 10, 100, "KICK_OPEN", "SELL", {"level": 40, "bonus": 2}),
    "curse": Case(cursing, 0, 60, "PLAY", "PASS", {"hostility": 10}),
    "identity": Case(identity, 0, 20, "PASS", "PLAY"),
    "gift": Case(giving, 0, 50, "KICK_OPEN", "GIVE"),
    "finish": Case(lambda: lost(8), 0, 30, "PASS", "PLAY", {"one_shot": 10}),
    "closing": Case(lambda: another(8, 8), 0, 20, "PASS", "PLAY"),
    "underdog": Case(lambda: request(0, mine=4), 0, 10, "REFUSE", "ACCEPT"),
    "deny": Case(lambda: another(1), 0, 20, "PASS", "PLAY"),
    "saving": Case(lost, 0, 20, "PLAY", "PASS", {"level": 40}),
    "fear": Case(lambda: request(1, 8, 8), 0, 90, "ACCEPT", "REFUSE", {"treasure": 20, "danger": 60}),
    "bribe": Case(bribing, 0, 300, "PASS", "ASK helmet 0", {"level": 40, "envy": 20}),
    "guard": Case(cursed, 0, 90, "PLAY", "PASS", {"danger": 40}),
    "steal": Case(stealing, 0, 100, "KICK_OPEN", "USE", {"bonus": 10, "card": 3}),
    "bold": Case(bolder, 0, 100, "PASS", "PLAY", {"treasure": 40}),
    "reliance": Case(relying, 0, 10, "PLAY", "PASS", {"stop_win": 60, "one_shot": 3}),
    "hold": Case(holding, 0, 60, "PLAY", "PASS", {"level": 40}),
    "patience": Case(last_trouble, 0, 80, "TROUBLE", "LOOT", {"level": 40, "fear": 10}),
    "resent": Case(wronged, 0, 40, "PASS", "PLAY"),
}
"""What every weight but those of the look-ahead decides; weights not named in a case are 0."""


def taken(case: Case, name: str, value: int, ordinal: int = 0) -> str:
    p = case.build()
    p.book.work.weights[:] = 0
    for other, worth in case.others.items():
        p.book.work.weights[0, Weight[other.upper()]] = worth
    p.book.work.weights[0, Weight[name.upper()]] = value
    p.g.ordinal[0] = ordinal
    verb, named, _, amount = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
    if verb not in (Verb.ASK, Verb.OFFER):
        return verb.name
    return " ".join(filter(None, (verb.name, named, str(amount))))


@pytest.mark.parametrize("name", CASES)
def test_raising_a_weight_changes_the_choice(name):
    case = CASES[name]
    luck = range(30) if name in ("uniform", "noise") else [0]
    assert {taken(case, name, case.low, i) for i in luck} == {case.before}
    assert case.after in {taken(case, name, case.high, i) for i in luck}


def test_every_weight_has_its_position():
    judging = ("lookahead", "win_", "learned")  # see test_lookahead, test_goal
    own = [name for name, _ in FEATURES if not name.startswith(judging)]
    assert list(CASES) == own


def test_every_weight_says_what_it_means():
    assert len({meaning for _, meaning in FEATURES}) == len(FEATURES)
    assert all(name == name.lower() and meaning and meaning[-1] != "." for name, meaning in FEATURES)


def test_a_condition_on_the_helper_is_seen_before_he_is_asked():
    hates = {
        **CARDS,
        "orcs": card(
            Kind.MONSTER, row(Op.STRENGTH, 6, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, IDENTITY)), level=4
        ),
    }
    for wizard in (False, True):
        p = Position(hates).levels(1, 6).fight(0, "orcs")
        if wizard:
            p.wear(1, "wizard")
        p.book.work.weights[0, Weight.LEVEL], p.book.work.weights[0, Weight.HELP] = 40, 10
        asked(p, 0, Question.REACT, (Verb.ASK, "", 1, 0, PickOrder.FIGHTER), PASS)
        p.g.side, p.g.foes = 1, 4
        assert p.options()[int(choose(p.g, p.book, 2))][0] == (Verb.PASS if wizard else Verb.ASK)
