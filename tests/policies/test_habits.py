"""What no person would do at the table, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option, promise
from engine.records.step_values import Until
from tests.effects.build import Position, card, cultist, item, row

CARDS: dict[str, dict[str, Any]] = {
    "goblin": card(Kind.MONSTER, level=4, treasures=2),
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8, treasures=2),
    "potion": card(Kind.ONE_SHOT, bonus=3, is_item=1),
    "draught": card(Kind.ONE_SHOT, bonus=4, is_item=1),
    "ichor": card(Kind.ONE_SHOT, bonus=5, is_item=1, tags=128),
    "mask": item(row(Op.IMMUNE_TO, a=128, on=Trigger.IN_PLAY), slot=Slot.HEAD),
    "ancient": card(Kind.ENHANCER, bonus=10),
    "mean": card(Kind.ENHANCER, bonus=5),
    "bareheaded": card(Kind.CURSE, row(Op.LOSE_ITEM, 1, 1, on=Trigger.CURSED)),
    "humbled": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "cap": item(bonus=1, slot=Slot.HEAD),
    "crown": item(bonus=5, gold=600, slot=Slot.HEAD),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "trader": card(Kind.RACE, row(Op.SELL_DOUBLE, on=Trigger.IN_PLAY), identity=64),
    **{f"trinket {gold}": item(gold=gold) for gold in (200, 300, 400, 500, 600, 900)},
    "staff": item(bonus=4, only=16),
    "rise": card(Kind.GO_UP_A_LEVEL),
    "rise again": card(Kind.GO_UP_A_LEVEL),
    "mad": cultist(),
    "mad too": cultist(),
    "mad as well": cultist(),
    "thaw": card(
        Kind.SPECIAL,
        row(Op.EITHER),
        row(Op.REMOVE_MONSTER, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.STRENGTHEN_ALL, -3, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    ),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(8)},
}
PASS = (Verb.PASS, "", -1, 0)
PERSON = {
    "level": 40, "treasure": 30, "bonus": 16, "card": 4, "one_shot": 4, "danger": 20, "stop_win": 200, "hostility": 10,
    "hinder": 20, "sell": 80, "identity": 20, "closing": 20, "steal": 60,
}  # fmt: skip


def table(seats: int = 3, **switches: int) -> Position:
    return Position(CARDS, seats, **switches)


def taken(
    p: Position, seat: int, question: Question, *options: tuple[Any, ...], subject: int = -1, **weights: int
) -> tuple[Any, ...]:
    """What a sensible person, changed as `weights` say, takes of some options."""
    for name, value in (PERSON | weights).items():
        p.book.work.weights[seat, Weight[name.upper()]] = value
    ask(p.g, seat, question, subject)
    for verb, name, target, amount, *pick in options:
        promise(p.g, p.book, verb, p[name] if name else -1, target, amount, *pick or (0,))
    return p.options()[int(choose(p.g, p.book, len(options)))]


def beating(p: Position, fighter: int, side: int, foes: int, *monsters: str) -> Position:
    """A combat with these strengths."""
    p.fight(fighter, *(monsters or ("goblin",)))
    p.g.side, p.g.foes = side, foes
    return p


@pytest.mark.parametrize("question", [Question.INITIAL, Question.ARRANGE])
@pytest.mark.parametrize("name", ["thief", "cap"])
def test_whoever_plays_hastily_lays_down_what_he_can(question, name):
    """Noise of 60 hides the eight points of a Class, and the one and two of an Item, but not that there is room."""
    for ordinal in range(30):
        p = table().hand(0, name)
        p.g.ordinal[0] = ordinal
        go_on = PASS if question == Question.INITIAL else (Verb.KICK_OPEN, "", -1, 0)
        assert taken(p, 0, question, go_on, (Verb.PLAY, name, -1, 0), noise=60, identity=8, bonus=1)[1] == name


# Curses


def test_no_curse_that_takes_nothing():
    def throw(worn: bool) -> Verb:
        p = table().levels(1, 7, 1).hand(0, "bareheaded")
        if worn:
            p.wear(1, "crown")
        return taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "bareheaded", 1, Aim.SEAT))[0]

    assert (throw(worn=True), throw(worn=False)) == (Verb.PLAY, Verb.PASS)


def test_no_level_is_cursed_away_from_the_lowest():
    p = table().hand(0, "humbled").levels(1, 1, 1)
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "humbled", 1, Aim.SEAT), curse=-50)[0] == Verb.PASS


@pytest.mark.parametrize(("lead", "verb"), [(1, Verb.PLAY), (5, Verb.PLAY), (6, Verb.PASS)])
def test_a_curse_in_a_fight_is_worth_the_fight_only_if_it_turns_it(lead, verb):
    """The crown is worth five points: without it a lead of one to five is gone, and one of six is not."""
    p = beating(table().levels(1, 9, 1).hand(0, "bareheaded").wear(1, "crown"), 1, 10, 10 - lead)
    options = PASS, (Verb.PLAY, "bareheaded", 1, Aim.SEAT)
    assert taken(p, 0, Question.REACT, *options, closing=0, hostility=0)[0] == verb


@pytest.mark.parametrize(
    ("until", "side", "verb"),
    [
        (Until.NEXT_COMBAT, 7, Verb.PLAY),  # a lead of 3 is turned by 5 points
        (Until.NEXT_COMBAT, 4, Verb.PASS),  # lost already, and the Curse ends with it
        (Until.REMOVED, 4, Verb.PLAY),  # it will trouble the leader for long
    ],
)
def test_no_curse_for_one_combat_on_somebody_who_is_losing_it(until, side, verb):
    weak = card(Kind.CURSE, row(Op.STRENGTH, -5, on=Trigger.IN_PLAY), row(Op.KEEP, a=until, on=Trigger.CURSED))
    p = beating(Position(CARDS | {"weak": weak}).levels(1, 9, 1).hand(0, "weak"), 1, side, 4)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "weak", 1, Aim.SEAT), curse=-50)[0] == verb


@pytest.mark.parametrize(
    ("guard", "curse", "verb"),
    [
        (0, "humbled", Verb.PLAY),  # a level is 40 and strikes for sure; the ring is 4, and 8 for its Gold Pieces
        (30, "humbled", Verb.PASS),  # 42
        (0, "bareheaded", Verb.PASS),  # nothing is worn on the head
    ],
)
def test_a_card_against_curses_is_not_saved_up_while_they_strike(guard, curse, verb):
    """The leader is seven ninths short of the last Level, for each of which a card is worth 5 points more later."""
    ring = card(Kind.ONE_SHOT, row(Op.CANCEL_CURSE), is_item=1, gold=500)
    p = Position(CARDS | {"ring": ring}).levels(2, 1, 1).carry(0, "ring")
    options = PASS, (Verb.PLAY, "ring", 0, 0)
    assert taken(p, 0, Question.CURSE, *options, subject=p[curse], saving=5, guard=guard)[0] == verb


def test_nothing_is_thrown_that_the_fighter_is_immune_to():
    def throw(immune: bool) -> Verb:
        p = table().levels(1, 9, 1).hand(0, "ichor")
        if immune:
            p.wear(1, "mask")
        return taken(beating(p, 1, 6, 4), 0, Question.REACT, PASS, (Verb.PLAY, "ichor", 0, Aim.MONSTER))[0]

    assert (throw(immune=False), throw(immune=True)) == (Verb.PLAY, Verb.PASS)


# strength that turns nothing


def test_no_card_is_burnt_for_a_bonus_that_turns_nothing():
    options = PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER)

    def spoil(*more: str) -> Verb:
        p = beating(table().levels(1, 9, 1).hand(0, "mean", *more), 1, 16, 4)
        return taken(p, 0, Question.REACT, *options)[0]

    assert spoil() == Verb.PASS
    assert spoil("ancient") == Verb.PLAY  # 5 and 10 together are more than the lead of 12


def test_the_own_fight_is_turned_with_two_cards_or_not_at_all():
    def throw(*held: str) -> Verb:
        p = beating(table().hand(0, *held).levels(3), 0, 3, 9, "ogre")
        return taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "potion", 0, Aim.SIDE))[0]

    assert (throw("potion", "draught"), throw("potion")) == (Verb.PLAY, Verb.PASS)


@pytest.mark.parametrize(("help_", "level", "verb"), [(0, 1, Verb.PASS), (80, 1, Verb.PLAY), (80, 8, Verb.PASS)])
def test_a_rival_is_saved_by_the_kind_alone_and_never_when_ahead(help_, level, verb):
    p = beating(table().levels(5, level, 5).hand(0, "potion"), 1, 2, 4)
    options = PASS, (Verb.PLAY, "potion", 1, Aim.SIDE)
    assert taken(p, 0, Question.REACT, *options, help=help_, underdog=9, one_shot=1)[0] == verb


# the end of the game


def test_nobody_ends_the_game_for_another_as_the_last_cultist():
    def join(level: int) -> Verb:
        p = table(cultist_enabled=1).wear(1, "mad").wear(2, "mad too").levels(level, 6, 2).hand(0, "mad as well")
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.PLAY, "mad as well", -1, 0))[0]

    assert (join(5), join(7)) == (Verb.KICK_OPEN, Verb.PLAY)


def test_nobody_gives_the_last_sane_player_the_winning_level():
    def join(level: int) -> Verb:
        p = table(cultist_enabled=1).wear(2, "mad").levels(3, level, 2).hand(0, "mad too")
        options = (Verb.KICK_OPEN, "", -1, 0), (Verb.PLAY, "mad too", -1, 0)
        return taken(p, 0, Question.ARRANGE, *options, identity=60)[0]

    assert (join(9), join(4)) == (Verb.KICK_OPEN, Verb.PLAY)


def test_the_kill_that_wins_for_another_is_spoilt_by_the_fighter_himself():
    boss = {**CARDS, "boss": card(Kind.MONSTER, level=1, tags=32)}
    p = Position(boss, boss_required=3).levels(4, 10, 1).hand(0, "ancient")
    p.g.bosses = 2
    beating(p, 0, 6, 1, "boss")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))[0] == Verb.PLAY
    p.g.bosses = 1
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "ancient", 0, Aim.MONSTER))[0] == Verb.PASS


# thefts, sales


def steal(p: Position) -> Verb:
    r = int(p.book.card[p["thief"]]["first"])
    p.wear(0, "thief").wear(1, "crown").hand(0, "card 0")
    return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.USE, "thief", p["crown"], r))[0]


def test_a_thief_tries_once_a_turn():
    assert steal(table().levels(1, 5)) == Verb.USE
    p = table().levels(1, 5)
    p.g.rolls[0] = 1
    assert steal(p) == Verb.KICK_OPEN


def test_a_failed_theft_costs_something_at_the_lowest_level_too():
    """For a cap of one point nobody rises from the chair."""
    p = table().levels(1, 1).wear(0, "thief").wear(1, "cap").hand(0, "card 0")
    r = int(p.book.card[p["thief"]]["first"])
    options = (Verb.KICK_OPEN, "", -1, 0), (Verb.USE, "thief", p["cap"], r)
    assert taken(p, 0, Question.ARRANGE, *options)[0] == Verb.KICK_OPEN


def sale(p: Position) -> list[str]:
    """The Items a person sells together."""
    for name, value in PERSON.items():
        p.book.work.weights[0, Weight[name.upper()]] = value
    sold: list[str] = []
    while True:
        cards = [n for n in CARDS if n.startswith(("trinket", "crown")) and p.where(n)[1] == 0 and n not in sold]
        verb = Question.SELL if sold else Question.ARRANGE
        ask(p.g, 0, verb, -1)
        option(p.g, p.book, Verb.DONE if sold and worth(p) >= 1000 else Verb.KICK_OPEN, -1, -1, 0)
        for name in cards:
            option(p.g, p.book, Verb.SELL, p[name], -1, 0)
        chosen = p.options()[int(choose(p.g, p.book, int(p.g.options)))]
        if chosen[0] != Verb.SELL:
            return sorted(sold)
        sold.append(chosen[1])
        p.g.marked[p[chosen[1]]] = 1


def worth(p: Position) -> int:
    gold = [int(p.book.card[c]["gold"]) for c in range(len(CARDS)) if p.g.marked[c]]
    return sum(gold) + (max(gold) if p.g.axis_n[0, 1] else 0)


def test_no_item_too_many_is_sold():
    assert sale(table().carry(0, "trinket 200", "trinket 900", "trinket 300")) == ["trinket 200", "trinket 900"]
    assert sale(table().carry(0, "trinket 600", "trinket 300", "trinket 400")) == ["trinket 400", "trinket 600"]
    assert sale(table().carry(0, "trinket 200", "trinket 300", "trinket 400")) == []


def test_what_is_sold_at_double_value_is_counted_twice():
    assert sale(table().wear(0, "trader").carry(0, "trinket 500", "trinket 300", "trinket 200")) == ["trinket 500"]
    assert sale(table().wear(0, "trader").carry(0, "trinket 400", "trinket 300")) == ["trinket 300", "trinket 400"]


def test_a_sale_that_has_begun_is_completed_with_what_it_needs():
    """A Big Item had to go: with 500 sold 500 are missing, and whoever never sells does not throw more after it."""
    flasks = {f"flask {gold}": card(Kind.ONE_SHOT, bonus=2, is_item=1, gold=gold) for gold in (200, 300, 600)}
    p = Position(CARDS | flasks).carry(0, "trinket 500", *flasks)
    p.g.marked[p["trinket 500"]] = 1
    left = [(Verb.SELL, flask, -1, 0) for flask in flasks]
    assert taken(p, 0, Question.SELL, *left, sell=0)[1] == "flask 600"


def test_what_ends_a_fight_is_not_sold_for_half_a_level():
    """A flask that sends a monster away is worth a third of a level, 13 points; a sale may cost a quarter of 32."""

    def sells(*program: Any) -> Verb:
        p = Position({"flask": card(Kind.ONE_SHOT, *program, is_item=1, gold=1000)}).carry(0, "flask")
        return taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), (Verb.SELL, "flask", -1, 0))[0]

    assert (sells(), sells(row(Op.REMOVE_MONSTER, 1))) == (Verb.SELL, Verb.KICK_OPEN)


def test_what_serves_in_combat_is_kept():
    assert sale(table().wear(0, "crown").carry(0, "trinket 400", "trinket 200")) == []
