"""Conditions under which a step of a card program counts."""

from __future__ import annotations

from enum import IntEnum


class Condition(IntEnum):
    """What must hold for a row to count; `x` is the row's argument, `who` the player concerned."""

    ALWAYS = 0
    IS = 1  # who has identity x (mask; any bit)
    IS_NOT = 2
    HAS_AXIS = 3  # who has a card of axis x in play
    LACKS_AXIS = 4
    LEVEL_AT_LEAST = 5
    LEVEL_AT_MOST = 6
    HIGHEST = 7  # who is highest or tied for highest
    NOT_HIGHEST = 8
    LOWEST = 9
    NOT_LOWEST = 10
    ALONE = 11  # the fighter has no helper
    HELPED = 12
    HELPER = 13  # who is the helper
    FIGHTER = 14
    MONSTER_TAG = 15  # a monster in the combat carries tag x
    MONSTER_IS = 16  # the card with number x is a monster of the combat
    MONSTER_LEVEL_AT_LEAST = 17  # some monster's printed level
    MONSTER_LEVEL_AT_MOST = 18
    DIE_AT_LEAST = 19
    DIE_AT_MOST = 20
    ANYONE_IS = 21  # a participant of the combat has identity x
    NOBODY_IS = 22
    HAND_EVEN = 23
    OWN_TURN = 24
    SINGLE_MONSTER = 25
    SEVERAL_MONSTERS = 26
    FIRE_USED = 27  # an equipped or played card of the munchkin side carries the fire tag
    LEVEL_SUFFICES = 28  # the fighter has no helper and their Level alone beats the monsters
    LOOKED_FOR_TROUBLE = 29
    WEARS = 30  # who has an equipped Item in slot x
    NOT_WEARS = 31
    FLAG = 32  # fight flag x is set
    ANY_NOT = 33  # a participant lacks identity x
    CARD_PLAYED = 34  # the card with number x was played in this combat
    OWNS = 35  # who has the card with number x in play
    NOT_OWNS = 36
    HAS_ITEM = 37  # who has an Item in play
    HAS_NO_ITEM = 38
    CHOSE = 39  # the choice that `either` put was answered with x
    HELPER_PRESENT = 40  # same as HELPED but read at the time of a continuous effect
    AFTER_COMBAT = 41  # the turn's combat is over and the turn is not
    SURVIVED = 42  # who came away unhurt from the last combat, and a companion did not
    ANYONE_OWNS = 43  # the card with number x is in play before anybody
    ROSE = 44  # who has gained a level without a kill in this turn
    OTHER = 45  # who does not hold the card in their hand
    ITS_TAG = 46  # the monster that the program is about carries tag x
    BEFORE_DOOR = 47  # it is who's turn, and they have not opened their door yet
    ROUND_AT_LEAST = 48
    ROUND_AT_MOST = 49
    PLAYERS_AT_LEAST = 50
    PLAYERS_AT_MOST = 51
    BEHIND_AT_LEAST = 52  # the highest Level of anybody is at least x above who's
    AHEAD_AT_LEAST = 53  # who's Level is at least x above that of every other
    HAND_AT_LEAST = 54
    HAND_AT_MOST = 55
    ITEMS_AT_LEAST = 56  # Items in play
    ITEMS_AT_MOST = 57
    LEAD_AT_LEAST = 58  # the munchkin side is at least x points above the monsters
    LEAD_AT_MOST = 59
    ITS_LEVEL_AT_LEAST = 61  # printed Level of the monster that is concerned
    ITS_LEVEL_AT_MOST = 62
    ITS_LEVEL_ABOVE = 63  # it is at least x above who's Level
    ITS_LEVEL_BELOW = 64  # it is at least x below who's Level
    TRAILS_AT_LEAST = 65  # who's Level is at least x below that of every other
    FOUGHT = 66  # it is who's turn, and a monster has been fought in it
    NOT_FOUGHT = 67
    REACHED = 68  # who has just risen to Level x or past it
    NOT_OWN_TURN = 69
    ANYBODY_AT_LEAST = 70  # the highest Level of anybody is at least x
    ANYBODY_AT_MOST = 71
    HAS_BIG = 72  # who has a Big Item in play
    HAS_NO_BIG = 73
    HAS_SMALL = 74
    HAS_NO_SMALL = 75
    ROLL_AT_LEAST = 76  # the die that was thrown last to Run Away
    ROLL_AT_MOST = 77
    TOKENS_AT_LEAST = 78
    TOKENS_AT_MOST = 79
    ALL_TOKENS_AT_LEAST = 80  # of all players together
    ALL_TOKENS_AT_MOST = 81
    MOST_TOKENS = 82  # who has tokens, and nobody has more
    NOT_MOST_TOKENS = 83
    EVERY_ROUND = 84  # the number of the round is a multiple of x
    NOT_RISEN_FOR = 85  # who has gained no Level in x whole rounds
    RUN_OUT = 86  # no card of pile x is left, or its discards have been shuffled into a new deck
    HELPERS_AT_LEAST = 96  # in the combat that goes on
    HELPERS_AT_MOST = 97
    CALLED = 98  # the die shows the number that was named
    NOT_CALLED = 99
    UNUSED = 101  # the first answer to what the card asks was not given yet in this turn (1), combat (2) or game (3)
    SOMEBODY_FIGHTS = 102  # a combat goes on, whosever it is
    NOBODY_FIGHTS = 103
    PLACE = 100  # who sits in place x at the table, from 1 on
    ANY_WEARS = 230  # `OF_ANY` and another condition: it holds for somebody on the munchkin side
    ANY_HAS = 203
    ANY_LACKS = 204
    ANY_AT_LEAST = 205
    ANY_AT_MOST = 206
    ANY_HAS_BIG = 272
    THROWN_FOR = 110  # of a one-shot: thrown for side x (engine.records.step_values.Party)
    ACTED = 111  # the card has acted already in this turn (1), combat (2) or game (3): what FIRST asks is not so
    KILLED = 112  # who has killed a monster of tag x in this game before
    NOT_KILLED = 113
    FIRST = 60  # the card has not acted under this condition yet in this turn (1), combat (2) or game (3)


OF_ANY = 200
"""What is added to the number of a condition that is asked of everybody on the munchkin side, and is enough for one."""
