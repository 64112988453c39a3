"""What can be wrong with a table."""

from __future__ import annotations

from enum import IntEnum


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
    ATTACHMENTS = 38  # the count of attached cards disagrees with the table
