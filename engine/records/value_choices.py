"""Words that parameters of card programs may be: which Items, who chooses, what is taken, for how long."""

from __future__ import annotations

from enum import IntEnum


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
