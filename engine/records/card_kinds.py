"""Kinds of numbers: what a card is, when a row of its program counts, and under which condition."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

Seat: TypeAlias = int
"""0 .. seats - 1; -1 is nobody."""
Seats: TypeAlias = int
"""Several seats, a bit for each."""
Card: TypeAlias = int
"""An instance, row of `Book.card`; -1 is none."""
EffectRow: TypeAlias = int
"""Row of `Book.effect`."""
Yes: TypeAlias = int
"""1 or 0."""
Key: TypeAlias = Any
"""64 bits that randomness comes from, without a sign; a kernel that takes one is linked into its callers."""
Numbers: TypeAlias = Any
"""An array of whole numbers; a kernel that takes one is linked into its callers."""
StepRow: TypeAlias = Any
"""One row of the agenda."""


class Pile(IntEnum):
    DOOR = 0
    TREASURE = 1
    CULTIST = 2  # discarded Cultist cards only: cultist.own-discard
    SIDE = 3  # house rules: a deck beside the two, such as one of events
    CLASS = 4
    RACE = 5


PILES = len(Pile)
SIDE_PILES = (Pile.SIDE, Pile.CLASS, Pile.RACE)
"""Decks that nobody is dealt from and no turn draws from: what rules and cards draw from them, they say."""


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
    RULE = 21  # a house rule: it lies before its owner for the whole game, and nobody gains or loses it as a card


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
    """When a row of a card's program counts; `TRIGGER_SAYS` explains each."""

    IN_PLAY = 1
    IN_FIGHT = 2
    PLAYED = 3
    CURSED = 4
    BAD_STUFF = 5
    DEFEATED = 6
    APPEARS = 7
    ESCAPED = 8
    ROLLED = 9
    DRAWN = 10
    ABILITY = 11
    TURN_START = 12
    WON = 13
    CARRIED = 14
    CHOSEN = 16
    THROWN = 17
    JOINED = 18
    TURNED_UP = 19
    FLED = 20
    GOT_AWAY = 21
    SPENT = 22
    BEFORE = 23
    LOST = 24
    KILLED = 25
    HELPED = 26
    CAUGHT = 27
    DIED = 28
    REBORN = 29
    LEVEL_GAINED = 30
    LEVEL_LOST = 31
    ROUND_START = 32
    TURN_END = 33
    LOOTED = 34
    SOLD = 35
    CHARITY = 36
    STRUCK = 37
    USED = 38
    BEGUN = 39
    DIES = 40
    WINS = 48
    GAINS_LEVEL = 49
    LOSES_LEVEL = 50
    LOSES_ITEM = 51
    IS_STRUCK = 52
    SUFFERS = 53
    ROLLED_HIGHER = 54
    ROLLED_LOWER = 55
    NAMED = 56
    RAN = 57
    COMBAT_OVER = 58
    DUEL_WON = 59
    DUEL_LOST = 43
    DUELLED = 46
    THEFT_FAILED = 44
    THEFT_FAILS = 45
    OPENS = 41
    LOOTS = 42
    TOKENS_TAKEN = 60
    TOKENS_LOST = 61
    RUN_OUT = 62


TRIGGER_SAYS: dict[Trigger, str] = {
    Trigger.IN_PLAY: "as long as the card lies on its owner's table (an Item: equipped)",
    Trigger.IN_FIGHT: "as long as the monster (or the card on it) is in the combat",
    Trigger.PLAYED: "when the card is played from hand or table",
    Trigger.CURSED: "when the Curse strikes its victim",
    Trigger.BAD_STUFF: "when the monster catches somebody",
    Trigger.DEFEATED: "when the monster has been killed, after the Treasures",
    Trigger.APPEARS: "when the monster enters the combat",
    Trigger.ESCAPED: "when somebody gets away from the monster; on a player's card: when its owner gets away from one",
    Trigger.ROLLED: "after the die that this card's `roll` step threw",
    Trigger.DRAWN: "when the card reaches a hand: it acts at once and is discarded",
    Trigger.ABILITY: "a power that its owner may use",
    Trigger.TURN_START: "at the start of the owner's turn",
    Trigger.WON: "when the owner has won a combat as the fighter",
    Trigger.CARRIED: "as long as the card lies on its owner's table, equipped or not",
    Trigger.CHOSEN: "after the choice that this card's `either` or `declare` step put",
    Trigger.THROWN: "when the one-shot has been thrown, on whichever side",
    Trigger.JOINED: "when the owner enters a combat, as fighter or helper (an Item: in use)",
    Trigger.TURNED_UP: "when the card is turned up as the door",
    Trigger.FLED: "when somebody has fled from the monster, before it is told whether it catches them",
    Trigger.GOT_AWAY: "when the owner has got away from every monster of a combat",
    Trigger.SPENT: "when the one-shot has been discarded after the combat into which it was thrown",
    Trigger.BEFORE: "before the combat that the monster begins; not if it comes into one",
    Trigger.LOST: "when a combat has been lost that the owner fought as the fighter, after the flight",
    Trigger.KILLED: "when the owner has killed a monster or several as the fighter",
    Trigger.HELPED: "when the owner has helped somebody to win a combat",
    Trigger.RAN: "when the owner has rolled to Run Away, before it is told whether the monster catches them",
    Trigger.TOKENS_TAKEN: "when the owner has taken a token or several at once",
    Trigger.TOKENS_LOST: "when the owner has lost or paid a token or several at once",
    Trigger.COMBAT_OVER: "when a combat is over that the owner took part in, however it ended",
    Trigger.RUN_OUT: "when the last card of a deck has been drawn",
    Trigger.CAUGHT: "when a monster catches the owner, before its Bad Stuff",
    Trigger.DIED: "when the owner dies",
    Trigger.REBORN: "when the owner's new character has drawn its hand",
    Trigger.LEVEL_GAINED: "when the owner gains a level or several at once, but by this card",
    Trigger.LEVEL_LOST: "when the owner loses a level or several at once, but by this card",
    Trigger.ROUND_START: "at the start of each round, when the first player's turn begins",
    Trigger.TURN_END: "at the end of the owner's turn, after Charity",
    Trigger.LOOTED: "when the owner has looted the room",
    Trigger.SOLD: "when the owner has sold Items for a level or several",
    Trigger.CHARITY: "when the owner has more cards than the hand limit at the end of their turn",
    Trigger.STRUCK: "when a Curse strikes the owner, before it takes effect",
    Trigger.BEGUN: "when everybody has been dealt their cards, before anything is played",
    Trigger.DIES: "instead of the owner's death, if the conditions hold",
    Trigger.WINS: "instead of the Level by which the owner would win: they stay one below",
    Trigger.GAINS_LEVEL: "instead of levels that the owner would gain at once",
    Trigger.LOSES_LEVEL: "instead of levels that the owner would lose at once; a price is paid all the same",
    Trigger.LOSES_ITEM: "instead of an Item in play that the owner would lose; not of one that pays for something",
    Trigger.IS_STRUCK: "instead of what a Curse does that strikes the owner",
    Trigger.ROLLED_HIGHER: "for whoever has thrown the higher die of this card's `roll_against`",
    Trigger.ROLLED_LOWER: "for whoever has thrown the lower die of this card's `roll_against`",
    Trigger.DUEL_WON: "for whoever is the stronger one in this card's `duel`",
    Trigger.DUEL_LOST: "for whoever is the weaker one in this card's `duel`",
    Trigger.DUELLED: "for both of this card's `duel`, before what comes to the stronger and the weaker one",
    Trigger.NAMED: "for each of those whom this card's `named_players` names",
    Trigger.SUFFERS: "instead of the Bad Stuff of a monster that catches the owner",
    Trigger.OPENS: "instead of the first door of the owner's turn, and of the room behind it",
    Trigger.THEFT_FAILED: "when the owner has tried to steal an Item in vain",
    Trigger.THEFT_FAILS: "instead of the Level that the owner would lose by a theft that has failed",
    Trigger.LOOTS: "instead of the card that the owner would draw when they loot the room",
    Trigger.USED: "after its owner has paid for the power of this card that `pay_on_turn` and the like offer",
}

IN_PLAY_BIT = 1 << Trigger.IN_PLAY
IN_FIGHT_BIT = 1 << Trigger.IN_FIGHT
DRAWN_BIT = 1 << Trigger.DRAWN
ABILITY_BIT = 1 << Trigger.ABILITY
HAPPENS = (*(t for t in Trigger if Trigger.LOST <= t <= Trigger.STRUCK), Trigger.BEGUN, Trigger.RAN,
           Trigger.TOKENS_TAKEN, Trigger.TOKENS_LOST, Trigger.RUN_OUT, Trigger.COMBAT_OVER,
           Trigger.THEFT_FAILED)  # fmt: skip
"""Triggers of cards in play whose moments are noted where they come, and told before the next step."""
INSTEAD = (
    Trigger.DIES, *(t for t in Trigger if Trigger.WINS <= t <= Trigger.SUFFERS), Trigger.OPENS, Trigger.LOOTS,
    Trigger.THEFT_FAILS,
)  # fmt: skip
"""Triggers of cards in play that take the place of what would happen; `after_all` lets it happen."""
LASTING_BITS = 1 << Trigger.IN_PLAY | 1 << Trigger.CARRIED
"""Bits of `triggers`."""


class Aim(IntEnum):
    """What the target of an option means."""

    NOTHING = 0
    SEAT = 1
    MONSTER = 2  # target = monster index
    ITEM = 3  # target = card
    SIDE = 4  # the munchkin side
