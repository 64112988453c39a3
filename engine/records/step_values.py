"""Words that stand in steps of card programs: the values of their parameters."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Which(IntEnum):
    """Items a `lose_item` step can mean."""

    ANY = 0
    HEAD = 1
    BODY = 2
    FEET = 3
    HAND = 4
    BIG = 5
    SMALL = 6
    BEST = 7  # the Item that gives the biggest bonus
    ALL = 8
    UNUSABLE = 9  # every Item its owner may not use at the moment
    DEAREST = 10  # highest Gold Piece value
    CHEAPEST = 11  # lowest value above nothing
    ICHOR = 12  # Items tagged ichor
    CLASS_BOUND = 13  # Items that need a Class the owner has
    NO_HANDS = 14  # Items that need no hands
    CURSE = 15  # a lasting Curse before the player, which is no Item
    COMRADE = 16  # a Comrade of the player, who is no Item either
    ALL_HEADGEAR = 17  # everything for the slot in play, worn or not: "your headgear", not "the headgear you wear"
    ALL_ARMOR = 18
    ALL_FOOTGEAR = 19
    CLOTHING = 20  # Headgear, Armor and Footgear in play, worn or not


class Chooser(IntEnum):
    """Who chooses, or who is meant."""

    VICTIM = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    BOTH = 4  # left, then right
    EACH_LEFT = 5  # every other player, starting at the victim's left
    EACH_RIGHT = 6
    EACH_HIGHEST = 7  # every other player, highest Level first
    HIGHEST = 8  # only the player or players of the highest Level
    CULTISTS = 9
    EVERYONE = 10
    RANDOM = 11
    UNCAUGHT = 12  # every participant the monster did not catch, and every bystander
    EACH_LOWEST = 13  # only the player or players of the lowest Level
    LOWER = 14  # every other player of a lower Level
    HIGHER = 15
    OTHER = 16  # the only other player: at a table of more than two nobody


class What(IntEnum):
    """What is taken, given or discarded."""

    HAND = 0  # a card from the hand, unseen
    ITEM = 1  # an Item in play
    TREASURE = 2  # a Treasure card from hand or table
    DOOR = 3  # Door cards in the hand
    CARD = 4  # any card, hand or table
    CLASS = 5
    MONSTER = 6
    RACE = 7
    ONE_SHOT = 8  # of hand or table


class Opponent(IntEnum):
    """With whom a player exchanges cards or throws dice: a Chooser who is one player, or whom they choose."""

    CHOSEN = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    HIGHEST = 8


class Asked(IntEnum):
    """Who answers an `either`: whom it happens to, or another: by the number of a Chooser, or whom they choose."""

    SELF = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    HIGHEST = 8
    CHOSEN = 20


class Pair(IntEnum):
    """Whose Levels change places or are evened out: the player and an opponent, or two others."""

    CHOSEN = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    HIGHEST = 8
    ENDS = 9  # a player of the highest Level and one of the lowest


class Share(IntEnum):
    """What two Levels become."""

    SWAPPED = 0
    AVERAGE = 1  # both their middle, rounded down


class Side(IntEnum):
    """The neighbour to whom everybody passes something."""

    LEFT = 1
    RIGHT = 2


class Held(IntEnum):
    """What is passed on or exchanged, all of it; no Curse and no card that may not be lost goes along."""

    HAND = 0
    ITEMS = 1  # Items in play
    CLASSES = 2
    RACES = 3
    IN_PLAY = 4  # all of these in play, and companions


class Source(IntEnum):
    """From which pile as many cards are drawn as were discarded."""

    SAME = 0  # each from the one that the discarded card came from
    DOOR = 1
    TREASURE = 2


class Looked(IntEnum):
    """What becomes of cards of a pile that somebody looks at: of one that they choose, and of the rest."""

    ANY_ORDER = 0  # all go back on the pile, in any order
    KEEP_UNDER = 1  # one goes to the hand, the rest under the pile
    KEEP_DISCARD = 2  # one goes to the hand, the rest to the discards
    KEEP_BACK = 3  # one goes to the hand, the rest back on the pile, in any order
    LEAVE_UNDER = 4  # one goes under the pile, the rest to the hand
    LEAVE_DISCARD = 5
    FIRST_UNDER = 6  # one stays on top, the rest go under the pile
    FIRST_DISCARD = 7
    UNDER = 8  # one goes under the pile, the rest stay as they lie
    DISCARD = 9
    MAY_UNDER = 10  # the same, if the player likes
    MAY_DISCARD = 11


class Until(IntEnum):
    """How long a Curse or state stays."""

    NEXT_COMBAT = 1  # until the end of the next combat the victim takes part in
    NEXT_TURN = 2  # until the end of the victim's next turn
    LEVEL_GAINED = 3
    REMOVED = 4  # until something removes it


class Removal(IntEnum):
    """What a removed monster is worth."""

    BY_RULE = 0  # as the rule on non-lethal wins says
    NO_TREASURE = 1
    TREASURE = 2  # its Treasures, no Level
    KILLED = 3  # counts as killed
    TREASURE_IF_ONLY = 4  # its Treasures if it was the only monster


class Price(IntEnum):
    """What a power that is made of a moment, a price and steps costs: `amount` of it."""

    NOTHING = 0
    HAND = 1  # cards of the hand
    CARDS = 2  # cards of the hand or in play
    ITEMS = 3  # Items in play
    LEVELS = 4
    ITSELF = 5  # the card; a house rule is then over for that player
    CLASS = 6  # Class cards in play
    RACE = 7  # Race cards in play
    TREASURES = 8  # Treasure cards of the hand or in play
    DOORS = 9  # Door cards of the hand
    MONSTERS = 10  # monsters of the hand
    GOLD = 11  # Items in play worth so many Gold Pieces together
    TOKENS = 12  # tokens, which are no cards


class Party(IntEnum):
    """A side of a combat."""

    MUNCHKINS = 0
    MONSTERS = 1


class Deed(IntEnum):
    """What a rule forbids, or allows so often."""

    CARD = 0  # any card of the hand played
    CURSE = 1  # on somebody else
    HINDER = 2  # against the munchkins of a combat in which one does not fight
    HELP = 3
    ASK = 4
    ONE_SHOT = 5
    ENHANCER = 6
    JOIN = 7  # a monster joins the combat
    LEVEL_UP = 8
    SELL = 9
    TRADE = 10  # trades and gifts
    STEAL = 11
    BACKSTAB = 12
    TROUBLE = 13
    POWER = 14  # powers that cost cards, or are chosen
    CLASS = 15
    RACE = 16
    ITEM = 17  # Items put into play
    EQUIP = 18  # Items put on or taken off


class Toward(IntEnum):
    """To whom a deed is forbidden: their Level beside the doer's, or their place at the table."""

    ANYBODY = 0
    HIGHER = 1
    LOWER = 2
    NOT_HIGHER = 3
    NOT_LOWER = 4
    HIGHEST = 5
    LOWEST = 6


class Span(IntEnum):
    """In what a deed is allowed so often: to each player, or to all together."""

    TURN = 0
    COMBAT = 1
    GAME = 2
    TURN_OF_ALL = 3
    COMBAT_OF_ALL = 4
    GAME_OF_ALL = 5


class Tally(IntEnum):
    """What is counted when a game ends that nobody has won by their Level: also the words of `time_limit.by`."""

    LEVEL = 0
    SCORE = 1  # Level and what counts in every combat
    GOLD = 2  # value of the Items in play
    TOKENS = 3
    BONUS = 4  # what counts in every combat, without the Level


SPANS = 3

Dice = IntEnum("Dice", {"D6": 0, "D4": 1, "D8": 2, "D10": 3, "D12": 4, "D20": 5, "2D6": 6})
"""What is thrown for a card: one die, or two of which the numbers are added."""
SIDES = np.array([6, 4, 8, 10, 12, 20, 6], np.int64)
THROWN = np.array([1, 1, 1, 1, 1, 1, 2], np.int64)
"""Sides of the dice, and how many there are, in their order."""
FACES = int(SIDES[Dice.D6])
"""Faces of the die that is thrown where nothing else is said, to Run Away too."""
SHOWN = {die.name.lower(): (int(THROWN[die]), int(THROWN[die] * SIDES[die])) for die in Dice}
"""Lowest and highest number that they show."""
