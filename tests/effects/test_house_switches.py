"""Switches of house rules: hands, Levels of one turn, what the dead keep, and a winning Level that wins later."""

from __future__ import annotations

import numpy as np
import pytest

from engine.board.final_tally import check_victory
from engine.board.levels import drop, gain, lose
from engine.loop.game_ranges import make_book
from engine.policies.endgame import winners as would_win_by
from engine.policies.monster_choice import prospect
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Cause, Ending
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Tally
from engine.records.switch_values import CharityTo, DeathKeeps, WinsWhen
from engine.records.switches import RULES
from engine.records.table_time import PACE
from engine.steps.step_dispatch import run_step
from engine.steps.turn.turn_start import is_late
from lab.tables.table_pace import pace
from tests.effects.build import Position, card, item, row

CARDS = {f"card {i}": card(Kind.SPECIAL) for i in range(7)}
LOWEST, ANYONE, LEFT, RIGHT, DISCARDS = CharityTo


def excess(to: int, *levels: int, dead: tuple[int, ...] = ()) -> Position:
    """Seat 0 ends its turn with a card too many; seats 1 to 3 sit on its left."""
    p = Position(CARDS, 4, charity_to=to).levels(*levels)
    for seat in dead:
        p.g.dead[seat] = 1
    return p.hand(0, *(f"card {i}" for i in range(6))).step(Step.CHARITY)


@pytest.mark.rule("charity.give-lowest", "charity.donor-lowest")
@pytest.mark.parametrize(("to", "levels", "dead", "receivers"), [
    (LOWEST, (4, 3, 2, 5), (), {2}), (LOWEST, (1, 3, 2, 5), (), set()), (ANYONE, (1, 3, 2, 5), (), {1, 2, 3}),
    (LEFT, (4, 3, 2, 5), (), {1}), (LEFT, (1, 3, 2, 5), (), {1}), (LEFT, (4, 3, 2, 5), (1,), {2}),
    (RIGHT, (4, 3, 2, 5), (), {3}), (RIGHT, (4, 3, 2, 5), (3,), {2}), (LEFT, (4, 3, 2, 5), (1, 2, 3), set()),
    (DISCARDS, (4, 3, 2, 5), (), set()),
])  # fmt: skip
def test_who_is_given_what_is_too_much(to, levels, dead, receivers):
    p = excess(to, *levels, dead=dead)
    assert p.asked() == (0, Question.GIVE)
    given = {target for verb, _, target, _ in p.options() if verb == Verb.GIVE}
    assert given == receivers
    assert given or {verb for verb, *_ in p.options()} == {Verb.DISCARD}


def test_a_neighbour_gets_one_card_after_the_other():
    p = Position(CARDS, 4, charity_to=LEFT).levels(4, 3, 2, 5).hand(0, *CARDS).step(Step.CHARITY)
    p.choose("card 0", target=1).choose("card 3", target=1)
    assert p.hand_of(1) == ["card 0", "card 3"]


@pytest.mark.rule("level.gain-ways")
@pytest.mark.parametrize(("most", "gained"), [(0, [3, 5, 6]), (1, [1, 1, 1]), (2, [2, 2, 2]), (4, [3, 4, 4])])
def test_so_many_levels_in_one_turn_and_no_more(most, gained):
    """Three Levels at once, then two, then one, all in one turn; what was lost between is no room for more."""
    p, found = Position(CARDS, 3, level_most_a_turn=most).levels(1, 1, 1), []
    for levels in (3, 2, 1):
        gain(p.g, p.book, 0, levels, Cause.CARD, -1, 0)
        found.append(int(p.g.level[0]) - 1)
    assert found == gained
    lose(p.g, p.book, 0, 1, Cause.CURSE, -1)
    assert (gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1) == (most == 0)
    p.g.turn += 1
    assert gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0) == 1
    assert gain(p.g, p.book, 1, 1, Cause.CARD, -1, 0) == 1


def dead(**switches: int) -> Position:
    """Seat 0 dies with a card in hand, a Class, and an Item in use; a pile to draw from is there."""
    cards = {"mage": card(Kind.CLASS, identity=1), "cap": item(), **CARDS, **{f"gift {i}": item() for i in range(5)}}
    p = Position(cards, 3, **switches).hand(0, "card 0").wear(0, "mage", "cap")
    return p.step(Step.DIE, 0, -1)


@pytest.mark.rule("death.lose-stuff", "death.loot-order")
@pytest.mark.parametrize(("keeps", "offered"), [
    (DeathKeeps.NOTHING, ["cap", "card 0"]), (DeathKeeps.HAND, ["cap"]), (DeathKeeps.ITEMS, ["card 0"]),
    (DeathKeeps.EVERYTHING, []),
])  # fmt: skip
def test_what_the_dead_keep_nobody_may_take(keeps, offered):
    p = dead(death_keeps=keeps)
    assert p.cards_offered() == offered or len(offered) == 1 and p.hand_of(1) + p.hand_of(2) == offered


@pytest.mark.rule("death.lose-stuff", "death.redraw")
@pytest.mark.parametrize(("keeps", "hand", "table", "drawn"), [
    (DeathKeeps.NOTHING, 0, ["mage"], 8), (DeathKeeps.HAND, 1, ["mage"], 0), (DeathKeeps.ITEMS, 0, ["cap", "mage"], 8),
    (DeathKeeps.EVERYTHING, 1, ["cap", "mage"], 0),
])  # fmt: skip
def test_whoever_keeps_the_hand_draws_no_other(keeps, hand, table, drawn):
    p = dead(death_keeps=keeps, loot_body_enabled=0)
    assert (len(p.hand_of(0)), p.table_of(0)) == (hand, table)
    p.g.dead[0] = 0
    p.step(Step.REDRAW, 0)
    assert len(p.hand_of(0)) == hand + drawn and p.g.redraw[0] == 0


@pytest.mark.rule("death.loot-order")
def test_a_body_that_is_not_looted_goes_to_the_discards():
    p = dead(loot_body_enabled=0)
    assert p.lost("cap", "card 0") and p.table_of(0) == ["mage"] and p.hand_of(1) == p.hand_of(2) == []


def test_items_that_are_kept_stay_in_use():
    assert dead(death_keeps=DeathKeeps.ITEMS).g.equipped[1] == 1


HEX = card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED))


@pytest.mark.rule("turn.kick-open.curse", "turn.kick-open.other")
def test_a_curse_behind_the_door_strikes_or_is_the_openers_to_keep_or_to_play():
    p = Position({"hex": HEX}).levels(3, 3, 3).step(Step.DOOR)
    assert p.level_list() == [2, 3, 3] and p.where("hex")[0] == Zone.DISCARD
    kept = Position({"hex": HEX}, curse_door=1).levels(3, 3, 3).step(Step.DOOR)
    assert kept.asked() == (0, Question.DOOR_CARD)
    assert {(verb, target) for verb, _, target, _ in kept.options()} == {
        (Verb.TAKE, -1),
        *((Verb.PLAY, s) for s in (0, 1, 2)),
    }
    assert kept.choose("hex", target=-1).hand_of(0) == ["hex"] and kept.level_list() == [3, 3, 3]
    played = Position({"hex": HEX}, curse_door=1).levels(3, 3, 3).step(Step.DOOR).choose("hex", target=1)
    assert played.level_list() == [3, 2, 3]


@pytest.mark.parametrize(("minutes", "turns", "decisions", "combats", "late"), [
    (0, 99, 999, 99, 0), (1, 1, 4, 1, 1), (1, 1, 3, 1, 0), (1, 3, 0, 0, 1), (2, 1, 0, 3, 0), (2, 2, 32, 0, 1),
])  # fmt: skip
def test_the_limit_of_minutes_counts_turns_decisions_and_combats(minutes, turns, decisions, combats, late):
    """A turn takes 20 seconds, a decision 2.5, a combat 30: 20 + 4 x 2.5 + 30 = 60."""
    p = Position({"rat": card(Kind.MONSTER, level=1)}, 3, time_limit_minutes=minutes)
    p.g.turn, p.g.decisions, p.g.fight_serial = turns, decisions, combats
    assert is_late(p.g, p.book) == late


def test_the_limit_goes_by_the_pace_that_a_table_says_for_itself_or_by_the_declared_one():
    """One turn of 20 s, four decisions of 2.5 and a combat of 30 are a minute; with decisions of 2.499 they are not."""
    assert pace().milliseconds == PACE
    p = Position({"rat": card(Kind.MONSTER, level=1)}, 3, time_limit_minutes=1)
    p.g.turn, p.g.decisions, p.g.fight_serial = 1, 4, 1
    rules = np.append(p.book.rules[: len(RULES)], [20_000, 2_499, 30_000])
    slow = make_book(rules, p.book.card[:0], p.book.effect[:0], np.zeros((3, 1), np.int64), np.zeros(1, np.int64))
    assert (is_late(p.g, p.book), is_late(p.g, slow)) == (1, 0)


LATER = {"axe": item(bonus=4), "cap": item(gold=1000), **{f"card {i}": card(Kind.SPECIAL) for i in range(3)}}


def table(when: WinsWhen, turn: int, by: Tally = Tally.LEVEL) -> Position:
    """Three players at Level 9, of whom the first began; it is turn `turn`, and the turns go round."""
    p = Position(LATER, victory_when=int(when), time_limit_by=int(by)).levels(9, 9, 9)
    p.g.first, p.g.turn, p.g.active, p.g.rounds = 0, turn, (turn - 1) % 3, 1 + (turn - 1) // 3
    return p


def arrives(p: Position, seat: int) -> Position:
    """A player kills their way to Level 10."""
    gain(p.g, p.book, seat, 1, Cause.KILL, -1, 1)
    check_victory(p.g, p.book)
    return p


def next_turn(p: Position) -> Position:
    """The next turn begins, and nothing happens in it."""
    p.g.agenda_n, p.g.asked, p.g.options = 0, -1, 0
    if not p.g.over:
        push(p.g, Step.TURN, *[0] * 5)
        run_step(int(Step.TURN), p.g, p.book)
    return p


def winners(p: Position) -> list[int]:
    return [s for s in range(3) if (int(p.g.winners) >> s) & 1]


def test_without_the_rule_the_level_wins_at_once():
    assert winners(arrives(table(WinsWhen.AT_ONCE, 4), 0)) == [0]


def test_the_round_is_finished_and_who_comes_there_too_shares_the_win():
    p = arrives(table(WinsWhen.ROUND_OVER, 4), 0)
    assert p.g.over == 0
    assert arrives(next_turn(p), 1).g.over == 0
    assert next_turn(p).g.over == 0  # the third player's turn
    assert next_turn(p).g.over == Ending.KILL and winners(p) == [0, 1]


@pytest.mark.parametrize(("by", "who"), [
    (Tally.LEVEL, [0, 1]), (Tally.SCORE, [0]), (Tally.GOLD, [1]), (Tally.TOKENS, [1]),
])  # fmt: skip
def test_what_the_round_limit_counts_decides_between_them(by, who):
    """The third player has most of all, but not the Level."""
    p = table(WinsWhen.ROUND_OVER, 6, by).wear(0, "axe").carry(1, "cap")
    p.g.tokens[1], p.g.tokens[2] = 2, 9
    arrives(arrives(p, 0), 1)
    assert winners(next_turn(p)) == who


def test_whoever_falls_again_before_the_round_is_over_does_not_win():
    p = arrives(table(WinsWhen.ROUND_OVER, 5), 1)
    drop(p.g, p.book, 1, 1, Cause.CURSE, -1)
    next_turn(next_turn(p))
    assert p.g.over == 0 and int(p.g.arrived[1]) == 0


def test_the_level_is_held_until_ones_own_turn_comes_again():
    """There in turn 5: the turns 6 and 7 of the others pass, and turn 8 would be the next one."""
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, Ending.KILL] and winners(p) == [1]


def test_a_level_lost_and_won_again_is_held_from_then_on():
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    next_turn(p)
    drop(p.g, p.book, 1, 1, Cause.CURSE, -1)
    arrives(p, 1)  # in turn 6
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, Ending.KILL]


def test_the_dead_do_not_hold_it():
    p = arrives(table(WinsWhen.HELD_A_ROUND, 5), 1)
    p.g.dead[1] = 1
    overs = [int(next_turn(p).g.over) for _ in range(3)]
    assert overs == [0, 0, 0]


SCORED = {"axe": item(bonus=4), "crown": item(bonus=7), "cap": item(bonus=1), "coin": item(gold=900),
          "rat": card(Kind.MONSTER, level=1, levels=1)}  # fmt: skip


def scored(by: Tally, points: int) -> Position:
    """Seat 0, Level 9 with 4 points in play, can get to Level 10; seat 1 has 8 + 7, seat 2 9 + 1 and 900 Gold."""
    p = Position(SCORED, victory_by=int(by), victory_points=points).levels(9, 8, 9)
    return p.wear(0, "axe").wear(1, "crown").wear(2, "cap").carry(2, "coin")


@pytest.mark.parametrize(("by", "points", "who"), [
    (0, 9, [0]), (Tally.SCORE, 0, [1]), (Tally.SCORE, 1, [0, 1]), (Tally.SCORE, 5, [0]),
    (Tally.BONUS, 2, [1]), (Tally.BONUS, 3, [0, 1]), (Tally.BONUS, 4, [0]), (Tally.GOLD, 99, [2]),
])  # fmt: skip
def test_whoever_has_most_may_win_with_points_for_who_got_there(by, points, who):
    """Level 10 and 4 are 14, the other has 15; of bonuses alone 4 and 7."""
    p = arrives(scored(by, points), 0)
    assert winners(p) == who
    assert p.g.over == (Ending.KILL if who == [0] else Ending.TIME_LIMIT)


@pytest.mark.parametrize(("points", "who"), [(0, [1]), (1, [0, 1]), (2, [0])])
def test_players_see_who_would_win_by_a_combat(points, who):
    """The rat's Level counts before the combat is won, as it will: 9 + 1 + 4 against 15."""
    p = scored(Tally.SCORE, points).fight(0, "rat")
    assert int(would_win_by(p.g, p.book)) == sum(1 << s for s in who)


@pytest.mark.parametrize(("points", "sight"), [(0, -1), (1, 1), (2, 1)])
def test_nobody_looks_for_the_last_monster_for_somebody_else(points, sight):
    """The rat of the hand would bring Level 10: 14 points, and what is on top, against 15."""
    p = scored(Tally.SCORE, points).hand(0, "rat")
    assert int(prospect(p.g, p.book, 0, p["rat"])) == sight
