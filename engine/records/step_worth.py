"""What a step is worth to whom it happens to: the words of the opcode table by which personas weigh it."""

from __future__ import annotations

from enum import IntEnum


class Boon(IntEnum):
    """Whether what a card does as long as it counts is a power of its owner or a drawback."""

    ALWAYS = 0
    ADDS = 1  # if its amount is more than nothing
    NEVER = 2


BOON_SAYS: dict[Boon, str] = {
    Boon.ALWAYS: "a power of the card's owner",
    Boon.ADDS: "a power of the card's owner, a drawback if its amount is less than nothing",
    Boon.NEVER: "a drawback",
}


class Worth(IntEnum):
    """What a step does to whom it happens, in the words in which the personas weigh it; `WORTH_SAYS` explains each."""

    UNKNOWN = 0
    NOTHING = 1
    BRANCH = 2
    LEVELS_GAINED = 10
    LEVELS_FOR_ALL = 11
    LEVELS_TAKEN = 12
    CARDS_DRAWN = 13
    CARDS_EXCHANGED = 14
    DISCARD_TAKEN = 15
    DISCARD_CAUGHT = 16
    IDENTITY_GAINED = 17
    IDENTITY_REPLACED = 18
    DOOR = 19
    ROOM = 20
    TREASURES = 21
    TREASURES_SHARED = 22
    MEETING = 23
    PASSED = 24
    CONTEST = 25
    TOKENS_TAKEN = 26
    LOOKED = 27
    DOOR_SKIPPED = 28
    LEVELS_MIXED = 29
    COMPANION_WON = 30
    DEATH = 40
    LEVELS_LOST = 41
    LEVELS_LOST_BY_HAND = 42
    LEVEL_SET = 43
    ITEM_LOST = 44
    IDENTITY_LOST = 45
    HAND_LOST = 46
    GOLD_LOST = 47
    CARDS_LOST = 48
    HANDED_OUT = 49
    TAGGED_LOST = 50
    NAMED_LOST = 51
    KEPT = 52
    STATUS = 53
    CULTIST = 54
    CULTIST_NO_MORE = 55
    LEVELS_GIVEN = 56
    AFTER_ALL = 57
    TOKENS_LOST = 58
    GAME_ENDED = 59
    MONSTER_REMOVED = 70
    MONSTER_COPIED = 71
    MONSTER_SWAPPED = 72
    MONSTERS_STRENGTHENED = 73
    PRINTED_IGNORED = 74
    STRENGTH_DOUBLED = 75
    FIGHT_ENDED = 76
    FIGHT_HANDED_OVER = 77
    ITEM_SEIZED = 78
    ONE_SHOT_TAKEN = 79
    ONE_SHOT_TURNED = 80
    ONE_SHOT_DOUBLED = 81
    SIDE_STRENGTHENED = 82
    ROLL = 90
    ANSWER = 91
    POWER = 92


WORTH_SAYS: dict[Worth, str] = {
    Worth.UNKNOWN: "no player knows what it is good for",
    Worth.NOTHING: "nothing by itself",
    Worth.BRANCH: "what follows it is worth, by a die or by choice",
    Worth.LEVELS_GAINED: "levels for the player",
    Worth.LEVELS_FOR_ALL: "levels for everybody of the kind, rivals as well",
    Worth.LEVELS_TAKEN: "levels for the player and a setback for the victim",
    Worth.CARDS_DRAWN: "cards of the pile",
    Worth.CARDS_EXCHANGED: "new cards for those that are missed least",
    Worth.DISCARD_TAKEN: "a good card of the discards",
    Worth.DISCARD_CAUGHT: "the card that was discarded last",
    Worth.IDENTITY_GAINED: "a Class, if there is room for one",
    Worth.IDENTITY_REPLACED: "another identity: welcome to whoever has none, a loss to others",
    Worth.DOOR: "the chance of another fight",
    Worth.ROOM: "a card for looting the room",
    Worth.TREASURES: "Treasures for whoever wins the fight",
    Worth.TREASURES_SHARED: "another share of the Treasures of the fight",
    Worth.MEETING: "a card of which one has little for a better one",
    Worth.PASSED: "what the other has, less what one has oneself",
    Worth.CONTEST: "what follows it is worth: in half of all cases for whoever throws higher, else for the other",
    Worth.TOKENS_TAKEN: "what tokens buy, and what hangs on having so many",
    Worth.LOOKED: "the best of several cards, or a pile that suits whoever draws from it next",
    Worth.DOOR_SKIPPED: "the door lost, which is worth the more to whoever is stronger",
    Worth.LEVELS_MIXED: "the Levels that come by it, or go",
    Worth.COMPANION_WON: "strength for good, less the Level and the Treasures of the monster",
    Worth.DEATH: "all that one has, but for Levels",
    Worth.LEVELS_LOST: "levels lost",
    Worth.LEVELS_LOST_BY_HAND: "a level lost for each card of the hand",
    Worth.LEVEL_SET: "the levels down to that one lost",
    Worth.ITEM_LOST: "Items lost, as good as the victim has them",
    Worth.IDENTITY_LOST: "a Class or Race lost",
    Worth.HAND_LOST: "cards of the hand lost",
    Worth.GOLD_LOST: "Items for Gold lost",
    Worth.CARDS_LOST: "Items or cards lost",
    Worth.HANDED_OUT: "cards that others get",
    Worth.TAGGED_LOST: "all cards of the tag lost",
    Worth.NAMED_LOST: "the named card lost",
    Worth.KEPT: "what the card does as long as it lies there",
    Worth.STATUS: "a setback, as long as the state lasts",
    Worth.CULTIST: "a Cultist more: good or bad by who wins if only one is left",
    Worth.CULTIST_NO_MORE: "a Cultist less",
    Worth.LEVELS_GIVEN: "levels for a rival",
    Worth.AFTER_ALL: "what would have happened without the card",
    Worth.TOKENS_LOST: "what the tokens would buy, or what their number does",
    Worth.GAME_ENDED: "the win for whoever is ahead, nothing for everybody else",
    Worth.MONSTER_REMOVED: "the strength of a monster, or the fight",
    Worth.MONSTER_COPIED: "the strength of a monster once more, on its side",
    Worth.MONSTER_SWAPPED: "the difference between a monster of the hand and one of the fight",
    Worth.MONSTERS_STRENGTHENED: "strength for or against each monster",
    Worth.PRINTED_IGNORED: "what the monsters gain or lose by their printed bonuses",
    Worth.STRENGTH_DOUBLED: "the strength of the side once more",
    Worth.FIGHT_ENDED: "the fight, and its danger, gone",
    Worth.FIGHT_HANDED_OVER: "somebody else in the fighter's place",
    Worth.ITEM_SEIZED: "an Item that turns the fight, and its loss to its owner",
    Worth.ONE_SHOT_TAKEN: "the bonus of a one-shot, and the card",
    Worth.ONE_SHOT_TURNED: "the bonus of a one-shot twice over",
    Worth.ONE_SHOT_DOUBLED: "the bonus of a one-shot once more",
    Worth.SIDE_STRENGTHENED: "strength for or against the munchkins",
    Worth.ROLL: "a better roll to Run Away",
    Worth.ANSWER: "what the Curse or card would have done that it answers",
    Worth.POWER: "what it buys in its moment, less the cards it costs",
}
