"""What happens in the place of something else: of a win, levels, an Item lost, a Curse, Bad Stuff."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.board.card_conditions import with_timing
from engine.board.levels import gain, lose
from engine.policies.decide import utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount, Within
from engine.records.card_kinds import Kind, Trigger
from engine.records.card_steps import push_curse
from engine.records.conditions import Condition
from engine.records.events import Cause, Ending, Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import FightFlag, Phase, WinCheck
from engine.records.step_values import What, Which
from tests.effects.build import Position, card, item, row
from tests.effects.test_rule_cards import caught

CARDS = {
    "rat": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=9, treasures=1, levels=1),
    "woe": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED)),
    "plague": card(Kind.CURSE, row(Op.LOSE_ITEM, Amount.ALL, Which.ANY, on=Trigger.CURSED)),
    "toll": card(Kind.CURSE, row(Op.LOSE_ITEM, 2, Which.ANY, on=Trigger.CURSED)),
    "halt": card(Kind.SPECIAL, row(Op.STOP_WIN)),
    "cap": item(bonus=1),
    "hat": item(bonus=3),
    "ring": item(bonus=1),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(4)},
    **{f"gift {i}": item() for i in range(4)},
}
DRAW = row(Op.DRAW, 1, 1)
ROLL = row(Op.ROLL)


def instead(on: Trigger, *, when: object = (0, 0)) -> Position:
    """Seat 0 draws a Treasure instead."""
    rule = card(Kind.RULE, row(Op.DRAW, 1, 1, on=on, when=when))
    return Position({"rule": rule, **CARDS}).levels(4, 4, 4).carry(0, "rule")


def diced(on: Trigger, most: int) -> Position:
    """Seat 0 throws a die first: up to a number it happens after all."""
    after = row(Op.AFTER_ALL, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, most))
    rule = card(Kind.RULE, row(Op.ROLL, on=on), after)
    return Position({"rule": rule, **CARDS}).levels(4, 4, 4).carry(0, "rule")


def gifts(p: Position) -> int:
    return len([name for name in p.hand_of(0) if name.startswith("gift") or name in ("cap", "hat", "ring")])


@pytest.mark.parametrize("phase", [Phase.FLIGHT, Phase.COMBAT])
def test_a_combat_may_end_in_the_place_of_a_death(phase):
    """Whoever would die lives, and nobody flees from the second monster: not the helper either; nothing is paid."""
    rule = card(Kind.RULE, row(Op.END_COMBAT_LOOT, on=Trigger.DIES), row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.DIES))
    bear = card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=9, treasures=3, levels=1)
    p = Position({**CARDS, "rule": rule, "bear": bear}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    p.fight(0, "bear", "rat", helper=1)
    p.g.phase = phase
    p.run("bear", on=Trigger.BAD_STUFF)
    assert p.g.dead[0] == 0 and p.hand_of(0) == []
    if phase == Phase.FLIGHT:
        p.step(Step.FLEE, 0)
        p.step(Step.FLEE, 1)
        assert p.g.asked == -1 and p.level_list() == [4, 4, 4]
    else:
        assert p.g.foe_n == 0 and (int(p.g.fight_flags) & FightFlag.OVER) != 0 and p.g.owed == 0


def rises(p: Position, n: int = 2, win: int = 0, seat: int = 0) -> Position:
    gain(p.g, p.book, seat, n, Cause.KILL if win else Cause.CARD, -1, win)
    return p.advance()


def falls(p: Position, seat: int = 0) -> Position:
    lose(p.g, p.book, seat, 1, Cause.CURSE, -1)
    return p.advance()


def cursed(p: Position, name: str = "woe", seat: int = 0) -> Position:
    push_curse(p.g, p[name], seat, -1, 0)
    return p.advance()


@pytest.mark.parametrize(("on", "happens", "level"), [
    (Trigger.GAINS_LEVEL, rises, 6), (Trigger.LOSES_LEVEL, falls, 3), (Trigger.IS_STRUCK, cursed, 3),
    (Trigger.SUFFERS, caught, 2),
])  # fmt: skip
def test_something_else_happens_if_its_conditions_hold(on, happens, level):
    p = happens(instead(on))
    assert (int(p.g.level[0]), gifts(p)) == (4, 1)
    p = happens(instead(on, when=(Condition.LEVEL_AT_LEAST, 5)))
    assert (int(p.g.level[0]), gifts(p)) == (level, 0)


@pytest.mark.parametrize(("on", "happens", "level"), [
    (Trigger.GAINS_LEVEL, rises, 6), (Trigger.LOSES_LEVEL, falls, 3), (Trigger.IS_STRUCK, cursed, 3),
    (Trigger.SUFFERS, caught, 2),
])  # fmt: skip
def test_a_die_may_let_it_happen_after_all(on, happens, level):
    assert int(happens(diced(on, 4).dice(4)).g.level[0]) == level
    assert int(happens(diced(on, 4).dice(5)).g.level[0]) == 4


def test_others_are_none_of_its_concern():
    assert int(rises(instead(Trigger.GAINS_LEVEL), seat=1).g.level[1]) == 6
    assert int(falls(instead(Trigger.LOSES_LEVEL), seat=1).g.level[1]) == 3


def test_who_would_win_stays_one_below_and_the_game_goes_on():
    p = rises(instead(Trigger.WINS).levels(9, 4, 4), 1, 1)
    assert (int(p.g.level[0]), int(p.g.over), gifts(p)) == (9, 0, 1)
    p = rises(instead(Trigger.WINS).levels(7, 4, 4), 3, 1)
    assert (int(p.g.level[0]), int(p.g.over)) == (9, 0)
    p = rises(instead(Trigger.WINS).levels(7, 4, 4), 2, 1)
    assert (int(p.g.level[0]), gifts(p)) == (9, 0)  # no winning Level: nothing to replace


@pytest.mark.parametrize(("die", "over"), [(3, Ending.KILL), (4, 0)])
def test_a_win_by_a_die_is_the_win_that_it_was(die, over):
    p = rises(diced(Trigger.WINS, 3).levels(9, 4, 4).dice(die), 1, 1)
    assert (int(p.g.over), int(p.g.level[0])) == (over, 10 if over else 9)


@pytest.mark.parametrize(("dice", "kept"), [((5, 5), {"cap", "hat"}), ((4, 5), {"cap"}), ((4, 4), set())])
@pytest.mark.parametrize("curse", ["plague", "toll"])
def test_items_are_kept_by_a_die_each(dice, kept, curse):
    """All, or two, are lost, the last one first: on a 5 or 6 it stays, and is not asked for a second time."""
    p = cursed(diced(Trigger.LOSES_ITEM, 4).wear(0, "cap", "hat").dice(*dice), curse)
    assert set(p.table_of(0)) - {"rule"} == kept
    assert p.count(Ev.DIE) == 2 and not p.g.withheld.any()


def test_the_victim_does_not_give_up_twice_what_it_has_kept():
    p = diced(Trigger.LOSES_ITEM, 4).wear(0, "cap", "hat", "ring").dice(6, 1)
    cursed(p, "toll").choose("hat")
    assert p.cards_offered() == ["cap", "ring"]
    p.choose("ring")
    assert p.asked()[0] == -1 and p.lost("ring") and not p.lost("cap") and not p.lost("hat")


def test_an_item_that_pays_is_gone():
    p = diced(Trigger.LOSES_ITEM, 4).wear(0, "cap")
    p.step(Step.DISCARD_GOLD, 0, 0)
    assert p.count(Ev.DIE) == 0


@pytest.mark.parametrize(("answer", "cards", "level"), [(1, 0, 4), (2, 2, 2)])
def test_bad_stuff_may_be_bought_off(answer, cards, level):
    """Whoever holds two cards or more chooses: both are discarded, or the Bad Stuff strikes."""
    pay = row(Op.DISCARD_HAND, 2, What.HAND, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1))
    after = row(Op.AFTER_ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2))
    rule = card(Kind.RULE, row(Op.EITHER, on=Trigger.SUFFERS, when=(Condition.HAND_AT_LEAST, 2)), pay, after)
    p = Position({"rule": rule, **CARDS}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    caught(p).choose("rule", number=answer)
    assert (len(p.hand_of(0)), int(p.g.level[0])) == (cards, level)
    p = Position({"rule": rule, **CARDS}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0")
    assert int(caught(p).g.level[0]) == 2


@pytest.mark.parametrize(("strikes", "pays"), [(row(Op.LOSE_LEVELS, 2), True), (row(Op.LOSE_ITEM, 1), False)])
def test_players_buy_off_what_is_worse_than_the_price(strikes, pays):
    """Two levels are worth two cards; an Item that they do not have is not."""
    lost = row(Op.LOSE_ITEMS_OR_CARDS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1))
    after = row(Op.AFTER_ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2))
    monster = card(Kind.MONSTER, (Trigger.BAD_STUFF, *strikes[1:]), level=9)
    rule = card(Kind.RULE, row(Op.EITHER, on=Trigger.SUFFERS), lost, after)
    p = Position({"rule": rule, **CARDS, "rat": monster}).levels(4, 4, 4).carry(0, "rule").hand(0, "card 0", "card 1")
    p.book.work.weights[0, Weight.DANGER] = 10
    caught(p)
    worth = {n: utility(p.g, p.book, 0, i) for i, (_, _, _, n) in enumerate(p.options())}
    assert (worth[1] > worth[2]) == pays


def test_once_in_the_game():
    p = instead(Trigger.LOSES_LEVEL, when=(Condition.FIRST, Within.GAME))
    assert [int(falls(p).g.level[0]) for _ in range(2)] == [4, 3]


def test_a_limit_holds_for_all_steps_of_a_card_together():
    once = (Condition.FIRST, Within.GAME)
    two = card(Kind.RULE, *[row(Op.DRAW, 1, 1, on=Trigger.LEVEL_LOST, when=once) for _ in range(2)])
    p = Position({"rule": two, **CARDS}).levels(4, 4, 4).carry(0, "rule")
    assert [gifts(falls(p)) for _ in range(2)] == [2, 2]


def test_two_cards_do_not_replace_each_others_deeds():
    rule = card(Kind.RULE, row(Op.LOSE_LEVELS, 2, on=Trigger.LOSES_LEVEL))
    p = Position({"one": rule, "other": rule, **CARDS}).levels(4, 4, 4).carry(0, "one", "other")
    assert int(falls(p).g.level[0]) == 2


def about_to_win(*, seat: int = 0, **switches: int) -> Position:
    """Seat 0 reaches the winning Level by a kill, seats 1 and 2 hold what stops it."""
    cards = {**CARDS, "halt too": CARDS["halt"]}
    p = Position(cards, **switches).levels(9, 8, 4)
    p.book.card[: p.book.cards] = with_timing(p.book.card[: p.book.cards], p.book.effect)
    p.hand(1, "halt").hand(2, "halt too")
    p.g.level[seat], p.g.check, p.g.win_cause = 10, WinCheck.LEVEL_REACHED, Cause.KILL
    p.g.active = seat
    p.g.agenda_n = 0
    return p.advance()


def test_a_card_stops_a_win_before_the_game_is_over():
    p = about_to_win()
    assert p.asked() == (1, Question.WIN) and p.cards_offered() == ["", "halt"]
    p.choose("halt")
    assert (p.level_list(), int(p.g.over)) == ([9, 8, 4], 0)
    assert p.lost("halt") and p.hand_of(2) == ["halt too"] and p.asked()[0] == -1


def test_everybody_is_asked_before_a_win_stands():
    p = about_to_win().choose("")
    assert p.asked() == (2, Question.WIN)
    assert (int(p.choose("").g.over), int(p.g.winners)) == (Ending.KILL, 1)


@pytest.mark.parametrize(("winner", "plays"), [(0, True), (1, False)])
def test_nobody_stops_their_own_win(winner, plays):
    p = about_to_win(seat=winner)
    while p.asked()[0] != 1:
        p.choose("")
    p.book.work.weights[1, Weight.STOP_WIN] = 40
    halt = next(i for i, (_, name, _, _) in enumerate(p.options()) if name == "halt")
    assert (utility(p.g, p.book, 1, halt) > 0) == plays


RULE = {"id": "r", "name": "R", "pile": "door", "kind": "rule"}


@pytest.mark.parametrize(("steps", "wrong"), [
    ([{"on": "wins", "op": "after_all"}], "allowed: on = 'rolled' or 'chosen'"),
    ([{"on": "wins", "op": "nothing"}, {"on": "suffers", "op": "nothing"}], "2 events"),
    ([{"on": "died", "op": "roll"}, {"on": "rolled", "op": "after_all"}], "without a step on = dies"),
    ([{"on": "wins", "op": "roll"}, {"on": "rolled", "op": "after_all"}], ""),
])  # fmt: skip
def test_what_would_never_count_is_said(steps, wrong):
    texts = lint_card(parse_card({**RULE, "effects": steps}, "here"))
    found = [text for text in texts if "event" in text or "after_all" in text]
    assert (wrong in " ".join(found)) if wrong else not found
