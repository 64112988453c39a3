"""Each invariant notices its own breach: a sound table is damaged in one place."""

from __future__ import annotations

import pytest

from engine.board.zones import move
from engine.checks.invariants import check_hand
from engine.records.agenda import Step, push
from engine.records.card_kinds import Pile
from engine.records.faults import Breach
from engine.records.state import Zone
from engine.records.switches import Rule
from tests.effects.build import Position
from tests.engine.sound_tables import breach, fighting, sound, waiting


def lost(at: Position) -> None:
    at.g.hand_n[1] = 0


def doubled(at: Position) -> None:
    at.g.hand[1, 1] = at.g.hand[1, 0]
    at.g.hand_n[1] = 2


def misplaced(at: Position) -> None:
    at.g.owner[at["potion"]] = 2


def unknown(at: Position) -> None:
    at.g.hand[1, 0] = 400


def too_long(at: Position) -> None:
    at.g.hand_n[2] = -1


def wrong_back(at: Position) -> None:
    c = at["spare"]
    move(at.g, at.book, c, Zone.DECK, -1, 17, -1)
    at.book.card[c].pile = Pile.DOOR


def stray_cultist(at: Position) -> None:
    move(at.g, at.book, at["cultist"], Zone.DISCARD, -1, 17, -1)


def false_cultist(at: Position) -> None:
    move(at.g, at.book, at["plague"], Zone.CULTISTS, -1, 17, -1)


def low(at: Position) -> None:
    at.g.level[2] = 0


def high(at: Position) -> None:
    at.g.level[2] = 11


def winning(at: Position) -> None:
    at.g.level[2] = 10


def worn_in_hand(at: Position) -> None:
    at.g.equipped[at["potion"]] = 1


def two_hats(at: Position) -> None:
    at.g.equipped[at["cap"]] = 1


def left_behind(at: Position) -> None:
    move(at.g, at.book, at["helmet"], Zone.TABLE, 2, 17, -1)
    at.g.unsettled = 0


def forgotten_class(at: Position) -> None:
    at.g.identity[1] = 0


def helper_without_fight(at: Position) -> None:
    at.g.helper = 2


def two_big(at: Position) -> None:
    at.carry(1, "piano")
    waiting(at, Step.ARRANGE)


def rich_corpse(at: Position) -> None:
    at.g.dead[1] = at.g.redraw[1] = 1


def empty_agenda(at: Position) -> None:
    at.g.agenda_n = 0


def too_many_trades(at: Position) -> None:
    at.g.proposals[0] = 2


def marked(at: Position) -> None:
    at.g.marked[at["potion"]] = 1


def fresh_in_play(at: Position) -> None:
    at.g.fresh[at["helmet"]] = 1


def left_open(at: Position) -> None:
    move(at.g, at.book, at["plague"], Zone.OPEN, -1, 17, -1)


def nobody_asked(at: Position) -> None:
    at.g.asked = 7


def miscounted(at: Position) -> None:
    at.g.cultists = 2


def faulty(at: Position) -> None:
    at.g.fault = 1


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (faulty, Breach.FAULT), (too_long, Breach.LIST_LENGTH), (unknown, Breach.CARD_UNKNOWN),
        (misplaced, Breach.CARD_MISPLACED), (doubled, Breach.CARD_DOUBLED), (lost, Breach.CARD_LOST),
        (wrong_back, Breach.WRONG_PILE), (stray_cultist, Breach.CULTIST_PILE), (false_cultist, Breach.CULTIST_PILE),
        (low, Breach.LEVEL_RANGE), (high, Breach.LEVEL_RANGE), (winning, Breach.LEVEL_WINS),
        (worn_in_hand, Breach.EQUIPPED_AWAY), (two_hats, Breach.SLOT_OVERFULL), (left_behind, Breach.HOST),
        (forgotten_class, Breach.IDENTITY), (helper_without_fight, Breach.HELPER), (two_big, Breach.BIG_LIMIT),
        (rich_corpse, Breach.DEAD_HOLDS), (empty_agenda, Breach.AGENDA), (too_many_trades, Breach.PROPOSALS),
        (marked, Breach.FLAGS), (fresh_in_play, Breach.FLAGS), (left_open, Breach.LEFT_OPEN),
        (nobody_asked, Breach.QUESTION), (miscounted, Breach.CULTISTS),
    ],
)  # fmt: skip
def test_a_damaged_table_is_noticed(damage, expected):
    at = sound()
    damage(at)
    assert breach(at) == expected


def test_a_monster_without_its_card_is_noticed():
    at = fighting()
    move(at.g, at.book, at["bear"], Zone.DISCARD, -1, 17, -1)
    assert breach(at) == Breach.MONSTERS


def test_a_fighter_who_helps_himself_is_noticed():
    at = fighting()
    at.g.helper = 0
    assert breach(at) == Breach.HELPER


def test_a_hand_above_the_limit_is_noticed():
    at = sound()
    at.g.active = 1
    assert check_hand(at.g, at.book) == 0
    at.book.rules[Rule.HAND_LIMIT] = 0
    assert check_hand(at.g, at.book) == Breach.HAND_LIMIT


def test_a_body_that_is_still_to_be_looted_may_hold_cards():
    at = sound()
    at.g.dead[1] = at.g.redraw[1] = 1
    push(at.g, Step.CORPSE, 1, 0, 0, 0, 0)
    assert breach(at) == Breach.NONE


def test_looking_changes_nothing():
    at = fighting()
    before = at.g.tobytes()
    assert breach(at) == Breach.NONE
    assert at.g.tobytes() == before
