"""What passes between players: all of a kind changes hands, die against die, and what is done to each who is named."""

from __future__ import annotations

import pytest

from engine.policies.decide import utility
from engine.policies.exchange_worth import passed
from engine.policies.moments import of_named
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Axis, Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Chooser, Held, Opponent, Side, What
from engine.steps.offers.power_table import offer_power
from tests.effects.build import Position, card, cultist, item, row

CARDS = {
    "mage": card(Kind.CLASS, identity=16, axis=Axis.CLASS), "bard": card(Kind.CLASS, identity=32, axis=Axis.CLASS),
    "elf": card(Kind.RACE, identity=64), "friend": card(Kind.GUEST_STAR), "mad": cultist(),
    "woe": card(Kind.CURSE, row(Op.STRENGTH, -1, on=Trigger.IN_PLAY)),
    "cap": item(bonus=1), "hat": item(bonus=3), "axe": item(bonus=2), "oil": card(Kind.ITEM_ENHANCER, bonus=1),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(6)},
    **{f"gift {i}": item() for i in range(3)},
}  # fmt: skip


def playing(*program: tuple[int, ...], seats: int = 3, **switches: int) -> Position:
    """Seat 0 plays a card with the program."""
    return Position({"deal": card(Kind.SPECIAL, *program), **CARDS}, seats, **switches).levels(4, 5, 6)


def hands(p: Position) -> list[list[str]]:
    return [p.hand_of(s) for s in range(int(p.g.seats))]


def tables(p: Position) -> list[list[str]]:
    return [p.table_of(s) for s in range(int(p.g.seats))]


@pytest.mark.parametrize(("side", "after"), [
    (Side.LEFT, [["card 3"], ["card 0", "card 1"], ["card 2"]]),
    (Side.RIGHT, [["card 2"], ["card 3"], ["card 0", "card 1"]]),
])  # fmt: skip
def test_everybody_passes_their_hand_at_once(side, after):
    p = playing(row(Op.PASS_AROUND, 0, side, Held.HAND)).hand(0, "card 0", "card 1").hand(1, "card 2").hand(2, "card 3")
    assert hands(p.wear(0, "cap").run("deal")) == after
    assert p.table_of(0) == ["cap"]


def test_the_dead_are_passed_over():
    p = playing(row(Op.PASS_AROUND, 0, Side.LEFT, Held.HAND)).hand(0, "card 0").hand(1, "card 2").hand(2, "card 3")
    p.g.dead[1] = 1
    assert hands(p.run("deal")) == [["card 3"], ["card 2"], ["card 0"]]


@pytest.mark.parametrize(("held", "goes"), [
    (Held.ITEMS, {"cap", "hat", "oil"}), (Held.CLASSES, {"mage"}), (Held.RACES, {"elf"}),
    (Held.IN_PLAY, {"cap", "hat", "oil", "mage", "elf", "friend"}), (Held.HAND, {"card 0"}),
])  # fmt: skip
def test_what_goes_over_by_kind(held, goes):
    """What is attached goes with its Item; a Curse stays with its victim."""
    p = playing(row(Op.EXCHANGE, 0, Opponent.LEFT, held)).wear(0, "hat")
    p.carry(0, "cap", "mage", "elf", "friend", "woe").attach("oil", "hat").hand(0, "card 0").run("deal")
    mine = {"cap", "hat", "oil", "mage", "elf", "friend", "woe", "card 0"}
    assert {name for name in mine if p.where(name)[1] == 1} == goes


@pytest.mark.parametrize("held", [Held.CLASSES, Held.IN_PLAY])
def test_a_cultist_card_stays(held):
    p = playing(row(Op.EXCHANGE, 0, Opponent.LEFT, held), cultist_enabled=1).carry(1, "mad").run("deal")
    assert p.where("mad") == (Zone.TABLE, 1)


def test_two_players_exchange_and_the_third_keeps_what_is_theirs():
    p = playing(row(Op.EXCHANGE, 0, Opponent.RIGHT, Held.HAND)).hand(0, "card 0").hand(1, "card 1")
    assert hands(p.hand(2, "card 2", "card 3").run("deal")) == [["card 2", "card 3"], ["card 1"], ["card 0"]]


def test_whoever_plays_it_chooses_with_whom():
    p = playing(row(Op.EXCHANGE, 0, Opponent.CHOSEN, Held.HAND)).hand(0, "card 0").hand(1, "card 1").hand(2, "card 2")
    p.run("deal")
    assert p.asked() == (0, Question.SEAT) and {t for _, _, t, _ in p.options()} == {1, 2}
    assert hands(p.choose("", target=2)) == [["card 2"], ["card 1"], ["card 0"]]


def test_of_two_there_is_nothing_to_choose():
    p = playing(row(Op.EXCHANGE, 0, Opponent.CHOSEN, Held.HAND), seats=2).hand(0, "card 0").hand(1, "card 1")
    assert hands(p.run("deal")) == [["card 1"], ["card 0"]]


def test_what_cannot_be_worn_together_is_put_down():
    p = playing(row(Op.EXCHANGE, 0, Opponent.LEFT, Held.ITEMS)).wear(0, "cap").wear(1, "hat", "axe").run("deal")
    assert tables(p)[:2] == [["axe", "hat"], ["cap"]] and not p.g.equipped.any()


@pytest.mark.parametrize(("trigger", "active"), [(Trigger.ROUND_START, 1), (Trigger.BEGUN, -1)])
def test_a_rule_of_everybody_passes_once_a_round(trigger, active):
    rule = card(Kind.RULE, row(Op.PASS_AROUND, 0, Side.LEFT, Held.HAND, on=trigger))
    p = Position({**{f"rule {i}": rule for i in range(3)}, **CARDS}, 3).hand(0, "card 0").hand(1, "card 1")
    p.g.active, p.g.first = active, 1
    for seat in range(3):
        p.carry(seat, f"rule {seat}").run(f"rule {seat}", trigger, seat)
    assert hands(p) == [[], ["card 0"], ["card 1"]]


def test_players_see_what_others_have_more():
    """The Items of the right neighbour against one's own; of an unseen hand its number alone counts."""
    p = playing(row(Op.EXCHANGE, 0, Opponent.RIGHT, Held.HAND)).hand(0, "card 0").hand(2, "card 1", "card 2", "card 3")
    p.book.work.weights[0, Weight.CARD] = 5
    r = int(p.book.card[p["deal"]]["first"])
    assert int(passed(p.g, p.book, 0, p.book.effect[r])) > 0
    p.place(Zone.HAND, 0, "card 1", "card 2", "card 3")
    assert int(passed(p.g, p.book, 0, p.book.effect[r])) < 0


def test_players_exchange_with_whoever_has_most():
    p = playing(row(Op.EXCHANGE, 0, Opponent.CHOSEN, Held.HAND)).hand(1, "card 1").hand(2, "card 2", "card 3")
    p.book.work.weights[0, Weight.CARD] = 5
    p.run("deal")
    worth = {t: utility(p.g, p.book, 0, i) for i, (_, _, t, _) in enumerate(p.options())}
    assert worth[2] > worth[1]


CONTEST = (
    row(Op.ROLL_AGAINST, 0, Opponent.LEFT), row(Op.GAIN_LEVELS, 1, on=Trigger.ROLLED_HIGHER),
    row(Op.LOSE_LEVELS, 2, on=Trigger.ROLLED_LOWER),
)  # fmt: skip


@pytest.mark.parametrize(("dice", "levels"), [((5, 3), [5, 3, 6]), ((2, 4), [2, 6, 6]), ((3, 3, 1, 6), [2, 6, 6])])
def test_the_higher_die_gains_and_the_lower_one_loses(dice, levels):
    p = playing(*CONTEST).dice(*dice).run("deal")
    assert (p.level_list(), p.count(Ev.DIE)) == (levels, len(dice))


def test_what_eases_all_dice_eases_this_one():
    charm = item(row(Op.DIE_ROLL, 2, on=Trigger.IN_PLAY))
    p = Position({"deal": card(Kind.SPECIAL, *CONTEST), "charm": charm, **CARDS}).levels(4, 5, 6).wear(0, "charm")
    assert p.dice(3, 4).run("deal").level_list() == [5, 3, 6]


def test_whoever_throws_chooses_against_whom():
    p = playing(row(Op.ROLL_AGAINST), *CONTEST[1:]).dice(6, 1).run("deal")
    assert p.asked() == (0, Question.SEAT)
    assert p.choose("", target=2).level_list() == [5, 5, 4]


@pytest.mark.parametrize(("op", "seat"), [(Op.NO_THEFT, 1), (Op.NO_STEALING, 0)])
def test_a_thief_finds_nothing_where_nothing_may_be_stolen(op, seat):
    """Seat 0 could steal from 1 and from 2."""
    lock = card(Kind.RULE, row(op, on=Trigger.IN_PLAY))
    thief = card(Kind.CLASS, row(Op.STEAL, 0, 4, on=Trigger.ABILITY), identity=16)
    p = Position({"lock": lock, "thief": thief, **CARDS}).levels(4, 4, 4).carry(seat, "lock").wear(0, "thief")
    p.hand(0, "card 0").wear(1, "cap").wear(2, "hat")
    p.book.lasting[op] = 1
    p.g.options = 0
    offer_power(Op.STEAL, p.g, p.book, 0, p["thief"], int(p.book.card[p["thief"]]["first"]))
    aims = {p.names[t] for verb, _, t, _ in p.options() if verb == Verb.USE}
    assert aims == ({"hat"} if op == Op.NO_THEFT else set())


@pytest.mark.parametrize(("op", "seat", "kept"), [
    (Op.NO_THEFT, 0, True), (Op.NO_STEALING, 1, True), (Op.NO_THEFT, 1, False),
])  # fmt: skip
def test_cards_that_are_safe_are_not_taken_by_bad_stuff(op, seat, kept):
    lock = card(Kind.RULE, row(op, on=Trigger.IN_PLAY))
    p = Position({"lock": lock, **CARDS}).levels(4, 4, 4).carry(seat, "lock").hand(0, "card 0")
    p.book.lasting[op] = 1
    p.step(Step.TAKE_FROM, 1, 0, What.HAND)
    assert (p.hand_of(0) == ["card 0"]) == kept


NAMING = {"elf": card(Kind.RACE, identity=64, axis=Axis.RACE), **{f"card {i}": card(Kind.SPECIAL) for i in range(6)},
         **{f"gift {i}": item() for i in range(3)}}  # fmt: skip


def naming(to: Chooser, *steps: tuple[int, ...], seats: int = 4) -> Position:
    """Seat 0 plays a card that names some players; they are at Levels 4, 2, 6 and 2."""
    deal = card(Kind.SPECIAL, row(Op.NAMED_PLAYERS, a=to), *steps)
    return Position({"deal": deal, **NAMING}, seats).levels(*(4, 2, 6, 2)[:seats])


LOSE, GAIN = row(Op.LOSE_LEVELS, 1, on=Trigger.NAMED), row(Op.GAIN_LEVELS, 1, on=Trigger.NAMED)


@pytest.mark.parametrize(("to", "levels"), [
    (Chooser.LEFT, [4, 1, 6, 2]), (Chooser.RIGHT, [4, 2, 6, 1]), (Chooser.BOTH, [4, 1, 6, 1]),
    (Chooser.EACH_LEFT, [4, 1, 5, 1]), (Chooser.HIGHEST, [4, 2, 5, 2]), (Chooser.EACH_LOWEST, [4, 1, 6, 1]),
    (Chooser.LOWER, [4, 1, 6, 1]), (Chooser.HIGHER, [4, 2, 5, 2]), (Chooser.EVERYONE, [3, 1, 5, 1]),
])  # fmt: skip
def test_it_happens_to_those_who_are_named_and_to_nobody_else(to, levels):
    assert naming(to, LOSE).run("deal").level_list() == levels


def test_the_dead_are_not_named():
    p = naming(Chooser.EACH_LEFT, LOSE)
    p.g.dead[2] = 1
    assert p.run("deal").level_list() == [4, 1, 6, 1]


def test_who_is_named_is_told_before_anything_happens():
    """Seat 1 falls first and would then be the only one of the lowest Level."""
    assert naming(Chooser.EACH_LOWEST, LOSE).run("deal").level_list() == [4, 1, 6, 1]


def test_every_step_happens_to_each_under_conditions_of_their_own():
    step = row(Op.LOSE_LEVELS, 1, on=Trigger.NAMED, when=(Condition.IS, 64))
    p = naming(Chooser.EACH_LEFT, step, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.NAMED)).wear(2, "elf")
    p.hand(1, "card 1").hand(2, "card 2").hand(3, "card 3").run("deal")
    assert (p.level_list(), [p.hand_of(s) for s in range(4)]) == ([4, 2, 5, 2], [[], [], [], []])


@pytest.mark.parametrize(("to", "first"), [(Chooser.EACH_LEFT, 1), (Chooser.EACH_RIGHT, 3), (Chooser.EACH_HIGHEST, 2)])
def test_they_choose_in_order(to, first):
    p = naming(to, row(Op.DISCARD_HAND, 1, What.HAND, on=Trigger.NAMED))
    for seat in (1, 2, 3):
        p.hand(seat, f"card {seat}", f"gift {seat - 1}")
    assert p.run("deal").asked()[0] == first


def worth_of(to: Chooser, step: tuple[int, ...]) -> int:
    """Points of what the card does, for whoever lies behind two rivals."""
    p = naming(to, step, seats=3).levels(6, 7, 8)
    p.book.work.weights[:, Weight.LEVEL] = 20
    p.book.work.weights[0, Weight.HOSTILITY] = p.book.work.weights[0, Weight.CLOSING] = 30
    return int(of_named(p.g, p.book, 0, p["deal"], to))


def test_players_like_what_sets_rivals_back_and_do_not_make_them_presents():
    assert worth_of(Chooser.EACH_LEFT, LOSE) > worth_of(Chooser.LEFT, LOSE) > 0 > worth_of(Chooser.EACH_LEFT, GAIN)
    assert worth_of(Chooser.EVERYONE, GAIN) == worth_of(Chooser.EACH_LEFT, GAIN) + 20
    assert worth_of(Chooser.EVERYONE, LOSE) == worth_of(Chooser.EACH_LEFT, LOSE) - 20
