"""Why a game was given up, in words: every loop and list of the engine is bounded; a bound that is met is a fault.

Where a game was when it had to be given up, in words.
"""

from __future__ import annotations

from enum import IntEnum

from engine.records.agenda import TURN_STEPS, Step
from engine.records.book import CARDS, LOG_ROWS, OPTIONS
from engine.records.events import Fault
from engine.records.state import AGENDA, MONSTERS

WORDS = {
    Fault.AGENDA_FULL: f"more than {AGENDA} things were still to happen at once",
    Fault.LOG_FULL: f"the game had more than {LOG_ROWS:,} events",
    Fault.HAND_FULL: f"a hand had more than {CARDS} cards",
    Fault.TABLE_FULL: f"more than {CARDS} cards lay in one place",
    Fault.OPTIONS_FULL: f"a player had more than {OPTIONS:,} options at once",
    Fault.NO_OPTION: "somebody was asked and had nothing to answer",
    Fault.FIGHT_FULL: f"a combat had more than {MONSTERS} monsters",
    Fault.ENDLESS_TURN: f"a turn took more than {TURN_STEPS:,} steps: cards or rules that go round in circles",
    Fault.UNKNOWN_STEP: "a step has no meaning",
    Fault.UNKNOWN_OPCODE: "an opcode has no meaning",
}
"""What each fault says of the game."""


def in_words(fault: int, where: int) -> str:
    """A fault as a part of a sentence, with its name and the step at which it happened."""
    known = Fault(fault)
    at = f" at step {Step(where).name.lower()}" if where in set(Step) and where > 0 else ""
    return f"{WORDS.get(known, 'no reason was noted')} (fault {known.name.lower()}{at})"


def step_word(number: int) -> str:
    """The name of a step of the agenda as rows of the table `fault` tell it; empty if there was none."""
    return Step(number).name.lower() if number > 0 and number in set(Step) else ""


class Breach(IntEnum):
    """What is wrong with a table. Numbers only grow at the end."""

    NONE = 0
    FAULT = 1  # the engine gave up
    LIST_LENGTH = 2  # a list is longer than its room, or shorter than nothing
    CARD_UNKNOWN = 3  # a list names a card that is not in the game
    CARD_MISPLACED = 4  # a list names a card that says it lies elsewhere
    CARD_DOUBLED = 5  # a card is listed twice
    CARD_LOST = 6  # a card is in no list
    WRONG_PILE = 7  # a deck or its discards hold a card with the other back
    CULTIST_PILE = 8  # another card among the discarded Cultists, or one of them among the Door discards
    LEVEL_RANGE = 9  # a Level below the lowest or above the winning one
    LEVEL_WINS = 10  # somebody has the winning Level and the game goes on
    EQUIPPED_AWAY = 11  # a card that is no Item in play counts as equipped
    SLOT_OVERFULL = 12  # more is equipped than the slots hold
    HOST = 13  # an attached card does not lie where its host lies
    IDENTITY = 14  # what a player is disagrees with their cards in play
    HELPER = 15  # fighter and helper are no two players, or outlast the combat
    BIG_LIMIT = 16  # more Big Items than allowed
    DEAD_HOLDS = 17  # a dead player has cards that should have been looted or discarded
    AGENDA = 18  # the agenda is empty, too deep, or holds an unknown step
    HAND_LIMIT = 19  # the active player keeps too many cards after Charity
    PROPOSALS = 20  # more trades proposed or Items changed in a turn than the switches allow
    MONSTERS = 21  # the list of monsters disagrees with the cards in the combat
    FLAGS = 22  # a card in nobody's hand is fresh, or marked with no sale or payment going on
    LEFT_OPEN = 23  # cards lie open or in a combat at a quiet moment of a turn
    QUESTION = 24  # nobody, or a dead player, is asked; or an option names no card of the game
    CULTISTS = 25  # the count of Cultists disagrees with the tables
    SEAT_UNKNOWN = 26  # a card belongs to a seat that is not in the game
    CARD_KIND = 27  # a card lies where none of its kind may
    LOOSE = 28  # a card that only works on another one lies on nothing
    COMPANIONS = 29  # more than one Guest Star, Comrade or Character before a player
    AXIS = 30  # more identities of a kind than allowed, the same one twice, or a doubler without any
    STATUS = 31  # lasting states, sex or refusals that these rules do not know, or that outlive their reason
    ENDING = 32  # winners without an end, an end without winners, or winners who may not win
    TURN_FRAME = 33  # the steps of the turn lie out of order, or one of an earlier moment is left
    STRENGTH = 34  # the strengths that the players see are not those of the table
    AFTERMATH = 35  # something of a combat outlasts it, or a combat goes on in another phase
    OPTION = 36  # the asked player is offered a card that they cannot use so
    COUNTERS = 37  # turns, rounds, Bosses or Treasures promised that cannot be
    ATTACHMENTS = 38  # what is noted of attached cards, or of lasting Curses, disagrees with the table
    TOKENS = 39  # fewer tokens than none, or more than a player may have
