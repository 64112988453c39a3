"""What a card is to the engine: kinds, slots, triggers, conditions, and the `Book`.

Cards have no names here. A card in play is an *instance* (a whole number from 0); all its
printed facts lie in one row of `Book.card`, its program in rows `first .. last - 1` of
`Book.effect`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from engine.playouts import look_dtype
from engine.tallies import tally_dtype


class Pile(IntEnum):
    DOOR = 0
    TREASURE = 1
    CULTIST = 2  # discarded Cultist cards only: cultist.own-discard


class Kind(IntEnum):
    MONSTER = 1
    ENHANCER = 2
    CURSE = 3
    CLASS = 4
    RACE = 5
    ROLE = 6
    DRIVE = 7
    BIRTHRIGHT = 8
    DOUBLER = 9
    WANDERING = 10
    CHEAT = 11
    ITEM = 12
    ONE_SHOT = 13
    ITEM_ENHANCER = 14
    GO_UP_A_LEVEL = 15
    GUEST_STAR = 16
    COMRADE = 17
    CHARACTER = 18
    CANCEL = 19
    SPECIAL = 20


class Axis(IntEnum):
    """The identity axes; the order is that of `Kind.CLASS .. Kind.BIRTHRIGHT`."""

    CLASS = 0
    RACE = 1
    ROLE = 2
    DRIVE = 3
    BIRTHRIGHT = 4


class Slot(IntEnum):
    NONE = 0
    HEAD = 1
    BODY = 2
    FEET = 3
    HAND = 4


class Tag(IntEnum):
    """Bits of `tags` that the engine itself knows; decks may use the bits above."""

    UNDEAD = 1
    GOTH = 2
    WOLF = 4
    DRAGON = 8
    BABUSHKA = 16
    BOSS = 32
    FIRE = 64
    ICHOR = 128
    FIRST_IN_CHARITY = 256  # a Class that is given a card before all others
    VOWEL = 512  # worked out when the deck is loaded: the name begins with a vowel
    CURSED = 1024  # an Item Enhancer that is a Curse: played at any time on anybody's Item


GROUPING = Tag.UNDEAD | Tag.WOLF | Tag.DRAGON | Tag.BABUSHKA
FREE_TAG = 2048  # first bit a deck may give to a tag of its own

MALE, FEMALE, HUMAN = 1, 2, 4  # identity bits that no card carries
FREE_IDENTITY = 8  # first identity bit given to Class, Race, Role, Drive, Birthright values


class Trigger(IntEnum):
    """When a row of a card's program counts."""

    IN_PLAY = 1  # as long as the card lies on its owner's table (an Item: equipped)
    IN_FIGHT = 2  # as long as the monster (or the card on it) is in the combat
    PLAYED = 3  # when the card is played from hand or table
    CURSED = 4  # when the Curse strikes its victim
    BAD_STUFF = 5  # when the monster catches somebody
    DEFEATED = 6  # when the monster has been killed, after the Treasures
    APPEARS = 7  # when the monster enters the combat
    ESCAPED = 8  # when somebody gets away from the monster; on a player's card: when its owner gets away from one
    ROLLED = 9  # after the die that this card's `roll` step threw
    DRAWN = 10  # when the card reaches a hand: it acts at once and is discarded
    ABILITY = 11  # a power that its owner may use
    TURN_START = 12  # at the start of the owner's turn
    WON = 13  # when the owner has won a combat as the fighter
    CARRIED = 14  # as long as the card lies on its owner's table, equipped or not
    CHOSEN = 16  # after the choice that this card's `either` or `declare` step put
    THROWN = 17  # when the one-shot has been thrown, on whichever side
    JOINED = 18  # when the owner of the Item in use enters a combat
    TURNED_UP = 19  # when the card is turned up as the door
    FLED = 20  # when somebody has fled from the monster, before it is told whether it catches him
    GOT_AWAY = 21  # when the owner has got away from every monster of a combat
    SPENT = 22  # when the one-shot has been discarded after the combat into which it was thrown
    BEFORE = 23  # before the combat that the monster begins; not if it comes into one


class Timing(IntEnum):
    """Bits of `timing`: when a card that acts by its program may be played."""

    OWN_TURN = 1  # on one's own turn, outside combat
    COMBAT = 2  # into any combat, by anybody
    ANY = 4  # at any time
    FIGHTER = 8  # into one's own combat, by the fighter
    FLIGHT = 16  # by somebody who flees, before he rolls
    ROLL = 32  # in answer to a roll to Run Away
    CURSE = 64  # in answer to a Curse
    SELF_ROLL = 128  # in answer to one's own roll
    PLAY = 256  # in answer to a card that is being played or was turned up
    FAILED = 512  # in answer to a roll to Run Away that has failed
    RUN = 1024  # while somebody flees, by anybody, before a roll or in answer to it


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
    LEVEL_SUFFICES = 28  # the fighter has no helper and his Level alone beats the monsters
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
    OTHER = 45  # who does not hold the card in his hand
    ITS_TAG = 46  # the monster that the program is about carries tag x
    BEFORE_DOOR = 47  # it is who's turn, and he has not opened his door yet


CARD = np.dtype(
    [
        ("number", "i4"),  # number of the card design (copies share it); sorted by id at load time
        ("copy", "i4"),  # 0 for the first copy
        ("key", "u8"),  # hash of the id and copy: the order of a pile depends on it, never on position
        ("pile", "i4"),  # Pile
        ("kind", "i4"),  # Kind
        ("level", "i4"),  # monsters: printed level
        ("treasures", "i4"),  # monsters: Treasures; enhancers: change of Treasures
        ("levels", "i4"),  # monsters: levels gained by a kill; go_up_a_level: levels gained
        ("bonus", "i4"),  # items, one-shots, enhancers, companions: combat bonus
        ("slot", "i4"),  # Slot
        ("hands", "i4"),  # hands needed; negative gives hands
        ("stacks", "i4"),  # 1: does not use up its slot (worn over or under another)
        ("big", "i4"),
        ("gold", "i4"),  # Gold Pieces; 0 for No Value
        ("is_item", "i4"),  # 1: an Item in the sense of the rules (may be sold, traded, lost as an Item)
        ("axis", "i4"),  # Axis of an identity card or of what a doubler attaches to; -1
        ("identity", "i8"),  # identity bit an identity card (or a Comrade) gives
        ("only", "i8"),  # Item usable only by one with any of these identities; 0 everyone
        ("never", "i8"),  # Item not usable by one with any of these identities
        ("tags", "i8"),  # Tag bits
        ("run_away", "i4"),  # monsters: change of the roll against it; items: change of every roll
        ("no_pursue", "i4"),  # monsters: does not pursue this Level or lower; 0 pursues everyone
        ("locked", "i4"),  # 1: may not be discarded voluntarily (Cultist)
        ("may_win", "i4"),  # 1: this card may give the winning level
        ("timing", "i4"),  # Timing bits, worked out from the program when the Book is made
        ("first", "i4"),  # rows of the program in Book.effect: first .. last - 1
        ("last", "i4"),
        ("triggers", "i8"),  # bit t set: the program has a row of Trigger t
    ],
    align=True,
)
"""One row per physical card (instance)."""

EFFECT = np.dtype(
    [
        ("trigger", "i4"),  # Trigger
        ("cond", "i4"),  # Condition
        ("x", "i8"),  # its argument
        ("cond2", "i4"),  # a second condition that must hold as well
        ("x2", "i8"),
        ("op", "i4"),  # opcode number
        ("amount", "i4"),  # see Amount for the negative values
        ("a", "i8"),  # further parameters, in the order of the opcode table
        ("b", "i8"),
    ],
    align=True,
)
"""One row per step of a card program."""


class Amount(IntEnum):
    """Amounts that are known only in the game."""

    ALL = -100
    DIE = -101  # the die last thrown by this card
    HAND = -102  # number of cards in the hand concerned
    KILLS = -103  # monsters killed in the combat that is being won


CARDS = 512
EFFECTS = 6144
LOG_ROWS = 1_000_000
"""Events of a game at most: see `engine.steps.turn.LOG_SPARE`. Memory is used only as far as rows are written."""
OPTIONS = 65_536
"""Legal options of a question at most: the trades of two players who have a hundred Items each are ten thousand."""
MOST_SEATS = 6
MOST_RULES = 128
MOST_WEIGHTS = 48
OPCODES = 256

BOOK = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("cards", "i8"),  # instances in `card`
                ("origin", "i8"),  # seat that chance names the first: 0, or another one to turn the table round
                ("rules", "i8", (MOST_RULES,)),  # value of each switch of engine.rules.RULES
                ("card", np.dtype((np.record, CARD)), (CARDS,)),
                ("effect", np.dtype((np.record, EFFECT)), (EFFECTS,)),
                ("lasting", "i1", (OPCODES,)),  # 1: some card of the box has it for as long as it is in play
                ("weights", "i8", (MOST_SEATS, MOST_WEIGHTS)),  # the persona of each seat
                ("option", "i8", (OPTIONS, 4)),  # verb, card, target, amount of each legal option
                ("log", "i4", (LOG_ROWS, 10)),  # event rows of the game in play
                ("look", np.dtype((np.record, look_dtype(CARDS, OPTIONS, MOST_SEATS, MOST_WEIGHTS))), (1,)),
                ("tally", np.dtype((np.record, tally_dtype(CARDS, MOST_SEATS))), (2,)),
                ("ransom", "i8", (2,)),  # of the question that waits: 1 + card of a thief's power, a theft's price
                ("seen", "i1", (CARDS,)),  # 1: this card has been found, while a table is checked
            ],
            align=True,
        ),
    )
)
"""Everything that is constant during a game, and what a worker writes into: see WORKERS_OWN.

One record, like the game: kernels pass it as a bare pointer, where a tuple of arrays would have
its reference counts raised and lowered at every call.
"""

WORKERS_OWN = frozenset({"option", "log", "look", "tally", "ransom", "seen"})
"""The fields that are written while games are played: no two workers share them."""

Book: TypeAlias = Any
"""A scalar of dtype BOOK."""
