"""Invariants that rest on a rule notice their breach: what may lie where, be had at once, outlast a combat, win."""

from __future__ import annotations

import pytest

from engine.board.equipment import refresh_identity
from engine.board.monsters import copy_monster
from engine.board.strength import compare
from engine.board.zones import move
from engine.records.agenda import Step, push
from engine.records.events import Ending
from engine.records.faults import Breach
from engine.records.questions import Verb
from engine.records.state import Phase, Status, Zone
from engine.records.switches import Rule
from tests.effects.build import Position
from tests.engine.sound_tables import breach, fighting, sound, waiting


def monster_in_play(at: Position) -> None:
    move(at.g, at.book, at["bear"], Zone.TABLE, 1, 17, -1)


def monster_out_of_the_game(at: Position) -> None:
    move(at.g, at.book, at["bear"], Zone.OUT, -1, 17, -1)


def cheat_on_nothing(at: Position) -> None:
    at.carry(1, "cheat")
    waiting(at, Step.ARRANGE)


def one_curse_too_many(at: Position) -> None:
    at.g.curses += 1


def flame_on_what_is_said_to_bear_nothing(at: Position) -> None:
    at.g.laden[at.g.host[at["flame"]]] = 0


def flame_on_a_class(at: Position) -> None:
    at.g.host[at["flame"]] = at["wizard"]


def each_on_the_other(at: Position) -> None:
    at.g.host[at["cap"]], at.g.host[at["anvil"]] = at["anvil"], at["cap"]


def two_friends(at: Position) -> None:
    at.carry(1, "friend", "other friend")
    waiting(at, Step.ARRANGE)


def two_races(at: Position) -> None:
    at.carry(1, "elf", "dwarf")
    waiting(at, Step.ARRANGE)


def same_race_twice(at: Position) -> None:
    at.carry(1, "elf", "half-breed", "twin")
    waiting(at, Step.ARRANGE)


def half_of_nothing(at: Position) -> None:
    move(at.g, at.book, at["half-breed"], Zone.TABLE, 1, 17, -1)
    at.g.unsettled = 0


def killer_without_the_rule(at: Position) -> None:
    at.g.status[1] = Status.HAS_KILLED


def pose_without_the_item(at: Position) -> None:
    at.g.pose[1] = 8


def without_sex(at: Position) -> None:
    at.g.sex[1] = at.g.identity[1] = at.g.weak[1] = 0
    refresh_identity(at.g, at.book, 1)


def refused_by_nobody(at: Position) -> None:
    at.g.refused[0] = 1 << 3


def dead_without_a_new_hand(at: Position) -> None:
    at.g.dead[2] = 1


def cult_awaits_the_living(at: Position) -> None:
    at.g.status[2] = Status.BECOME_CULTIST


def winner_too_early(at: Position) -> None:
    at.g.winners = 1


def left_over(at: Position) -> None:
    push(at.g, Step.WINDOW, 0, 0, 0, 0, 0)
    push(at.g, Step.ARRANGE, 0, 0, 0, 0, 0)


def two_turns_at_once(at: Position) -> None:
    push(at.g, Step.TURN, 0, 0, 0, 0, 0)


def more_rounds_than_turns(at: Position) -> None:
    at.g.rounds = 2


def promise_without_combat(at: Position) -> None:
    at.g.deals[1].bribe = at["helmet"]


def bonus_without_combat(at: Position) -> None:
    at.g.combat_bonus[at["helmet"]] = 2


def in_combat_alone(at: Position) -> None:
    at.g.phase = Phase.COMBAT


def offered_a_strangers_helmet(at: Position) -> None:
    at.book.work.option[0].verb, at.book.work.option[0].card = Verb.UNEQUIP, at["helmet"]


def offered_to_equip_what_he_wears(at: Position) -> None:
    at.g.asked = 1
    at.book.work.option[0].verb, at.book.work.option[0].card = Verb.EQUIP, at["helmet"]


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (monster_in_play, Breach.CARD_KIND), (monster_out_of_the_game, Breach.CARD_KIND),
        (cheat_on_nothing, Breach.LOOSE), (flame_on_a_class, Breach.HOST), (each_on_the_other, Breach.HOST),
        (two_friends, Breach.COMPANIONS), (two_races, Breach.AXIS), (same_race_twice, Breach.AXIS),
        (half_of_nothing, Breach.AXIS), (killer_without_the_rule, Breach.STATUS),
        (pose_without_the_item, Breach.STATUS), (without_sex, Breach.STATUS), (refused_by_nobody, Breach.STATUS),
        (dead_without_a_new_hand, Breach.STATUS), (cult_awaits_the_living, Breach.STATUS),
        (winner_too_early, Breach.ENDING), (left_over, Breach.TURN_FRAME), (two_turns_at_once, Breach.TURN_FRAME),
        (more_rounds_than_turns, Breach.COUNTERS),
        (one_curse_too_many, Breach.ATTACHMENTS),
        (flame_on_what_is_said_to_bear_nothing, Breach.ATTACHMENTS), (promise_without_combat, Breach.AFTERMATH),
        (bonus_without_combat, Breach.AFTERMATH), (in_combat_alone, Breach.AFTERMATH),
        (offered_a_strangers_helmet, Breach.OPTION), (offered_to_equip_what_he_wears, Breach.OPTION),
    ],
)  # fmt: skip
def test_a_damaged_table_is_noticed(damage, expected):
    at = sound()
    damage(at)
    assert breach(at) == expected


def test_strengths_that_are_out_of_date_are_noticed():
    at = fighting()
    at.g.level[0] += 1
    assert breach(at) == Breach.STRENGTH


def test_an_enhancer_that_lies_on_no_monster_is_noticed():
    at = fighting()
    move(at.g, at.book, at["rage"], Zone.PLAYED, -1, 17, -1)
    assert breach(at) == Breach.LOOSE


def test_a_copy_that_does_not_share_the_enhancers_is_noticed():
    at = fighting()
    copy_monster(at.g, at.book, 0, 0)
    at.g.foe[1].bonus += 5
    compare(at.g, at.book)
    assert breach(at) == Breach.MONSTERS


def test_a_promise_to_nobody_and_a_debt_below_nothing_are_noticed():
    at = fighting()
    at.g.deals[1].treasures = -1
    assert breach(at) == Breach.COUNTERS
    at.g.helper, at.g.deals[1].treasures = -1, 1
    assert breach(at) == Breach.AFTERMATH


@pytest.mark.parametrize(
    ("ending", "winners", "wrong"),
    [
        (Ending.KILL, 1, False), (Ending.KILL, 2, True), (Ending.KILL, 0, True), (Ending.CAPPED, 0, False),
        (Ending.CAPPED, 1, True), (Ending.TIME_LIMIT, 1, False), (Ending.TIME_LIMIT, 2, True),
        (Ending.SHARED, 3, False), (Ending.KILL, 4, True), (Ending.KILL, 8, True),
    ],
)  # fmt: skip
def test_winners_must_be_alive_and_have_what_it_takes(ending, winners, wrong):
    at = sound()
    at.levels(10, 9, 10)
    at.g.dead[2] = at.g.redraw[2] = 1
    at.book.rules[Rule.TIME_LIMIT_ROUNDS] = max(1, int(at.g.rounds))
    at.g.rounds = max(1, int(at.g.rounds))
    at.g.over, at.g.winners, at.g.agenda_n, at.g.asked = ending, winners, 0, -1
    assert breach(at) == (Breach.ENDING if wrong else Breach.NONE)
