"""One row of the opcode table: its columns, and the words that stand in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from engine.records.card_kinds import Aim, Trigger
from engine.records.step_worth import Boon, Worth
from engine.records.timings import Timing


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
    EACH_LOWEST = 13  # only the player or players of the lowest Level
    LOWER = 14  # every other player of a lower Level
    HIGHER = 15


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


class Opponent(IntEnum):
    """With whom a player exchanges cards or throws dice: a Chooser who is one player, or whom they choose."""

    CHOSEN = 0
    LEFT = 1
    RIGHT = 2
    LOWEST = 3
    HIGHEST = 8


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


Dice = IntEnum("Dice", {"D6": 0, "D4": 1, "D8": 2, "D10": 3, "D12": 4, "D20": 5, "2D6": 6})
"""What is thrown for a card: one die, or two of which the numbers are added."""
SIDES = np.array([6, 4, 8, 10, 12, 20, 6], np.int64)
THROWN = np.array([1, 1, 1, 1, 1, 1, 2], np.int64)
"""Sides of the dice, and how many there are, in their order."""
SHOWN = {die.name.lower(): (int(THROWN[die]), int(THROWN[die] * SIDES[die])) for die in Dice}
"""Lowest and highest number that they show."""

PARAMETERS: dict[str, type[IntEnum] | str] = {
    "which": Which, "chooser": Chooser, "to": Chooser, "what": What, "until": Until, "gives": Removal,
    "of": "identity", "except": "identity", "card": "card", "pile": "pile", "slot": "slot", "tag": "tag",
    "axis": "axis", "max": "number", "least": "number", "also": "number", "status": "status", "name": "label",
    "cost": Price, "with": Opponent, "side": Side, "held": Held, "dice": Dice,
}  # fmt: skip
"""What a parameter's value may be: a word of an enumeration, or something the loader looks up."""

OPTIONAL = frozenset({"which", "chooser", "what", "gives", "except", "also", "name", "cost", "with", "dice"})
"""Parameters that may be left out of any step: they then mean the first word of their list, or nothing."""

NUMBERS = (0, 99)
GOLD = (0, 100_000)
"""Bounds of numbers: of most, and of Gold Pieces."""


class Moment(IntEnum):
    """Bits of `moments`: when a power is offered, and to whom."""

    OWN_FIGHT = 1
    ANY_FIGHT = 2
    FLIGHT = 4
    ROLLED = 8
    DOOR = 16
    DRAW = 32
    OWN_TURN = 64
    EVENING = 128
    QUIET = 256
    ALERT = 512
    FOE = 1024
    FOE_FLIGHT = 2048
    DEFEAT = 4096


MOMENT_SAYS: dict[Moment, str] = {
    Moment.OWN_FIGHT: "in a combat that its owner takes part in",
    Moment.ANY_FIGHT: "in any combat, also by a bystander",
    Moment.FLIGHT: "by somebody who flees, before a roll",
    Moment.ROLLED: "after the owner's failed roll to Run Away",
    Moment.DOOR: "on the owner's turn, before the door is opened",
    Moment.DRAW: "before the owner turns up a further card",
    Moment.OWN_TURN: "on the owner's turn, outside combat",
    Moment.EVENING: "at the end of the owner's turn",
    Moment.QUIET: "by its owner, whenever it is not the owner who fights",
    Moment.ALERT: "its owner is also asked while others act and when others begin a combat",
    Moment.FOE: "on a monster: by those who fight it",
    Moment.FOE_FLIGHT: "on a monster: by somebody who flees from it, before the roll",
    Moment.DEFEAT: "by those who fight, when their combat would be lost, before they flee",
}


class Cost(IntEnum):
    """Bits of `cost`: what a power takes before it does anything; what is aimed at or chosen is no part of it."""

    CARD = 1
    CARDS = 2
    OF_HAND = 4
    HAND = 8
    ITSELF = 16
    AFTER_LOOK = 32


COST_SAYS: dict[Cost, str] = {
    Cost.CARD: "one card, chosen after the target",
    Cost.CARDS: "as many cards as the amount says, chosen one by one",
    Cost.OF_HAND: "cards of the hand only",
    Cost.HAND: "the whole hand",
    Cost.ITSELF: "the card itself",
    Cost.AFTER_LOOK: "the card concerned is looked at first, and may then be left alone for nothing",
}


@dataclass(frozen=True)
class Opcode:
    """One row: what card files, kernels, texts and people have to know of an opcode.

    `amount` goes into the column of that name of an effect row, the other parameters into `a` and `b` in the order
    of the row.
    """

    code: int
    name: str
    params: tuple[str, ...]
    family: str
    says: str  # one sentence for card authors
    timing: int = Timing.OWN_TURN  # bits: when a card may be played that does this when it is played
    timing_if: tuple[str, int, int] | None = None  # a parameter, its value, and the timing in that case
    leads_to: Trigger | None = None  # it does nothing but make rows of this trigger follow
    moments: int = 0  # bits of Moment: when the power is offered; 0 = it is no power
    cost: int = 0  # bits of Cost
    aims: Aim = Aim.NOTHING  # what the player who uses or plays it aims at
    counted: bool = False  # the amount is 1 unless the step says otherwise
    signed: bool = False  # the amount may be negative, as it may in the whole lasting family
    any_number: bool = False  # a lasting amount that may also be "all"
    optional: tuple[str, ...] = ()  # parameters that may be left out, beyond OPTIONAL
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of numbers, where they are not NUMBERS
    kinds: Mapping[str, str] = field(default_factory=dict)  # of parameters that mean something else than in PARAMETERS
    on_arrival: bool = False  # lasting, and may stand under `appears`: its amount is then fixed at that moment
    boon: Boon = Boon.ALWAYS
    relieves: bool = False  # a one-shot with it helps those who fight, who may be bound to throw all that help
    worth: Worth = Worth.UNKNOWN  # what personas take a step of it for; of what lasts `boon` says it

    def kind_of(self, parameter: str) -> type[IntEnum] | str:
        """What the value of a parameter other than `amount` may be."""
        return self.kinds.get(parameter) or PARAMETERS[parameter]

    def bounds_of(self, parameter: str) -> tuple[int, int]:
        """Lowest and highest number that a parameter may be."""
        if parameter in self.bounds:
            return self.bounds[parameter]
        negative = parameter == "amount" and (self.signed or self.family == "lasting")
        return (-NUMBERS[1], NUMBERS[1]) if negative else NUMBERS

    def may_omit(self, parameter: str) -> bool:
        """Whether a step may leave a parameter out."""
        return parameter in OPTIONAL or parameter in self.optional or (parameter == "amount" and self.counted)

    def column(self, parameter: str) -> str:
        """Column of an effect row that a parameter is kept in."""
        return "amount" if parameter == "amount" else "ab"[[p for p in self.params if p != "amount"].index(parameter)]

    def timing_of(self, values: Mapping[str, int]) -> int:
        """Timing bits of an effect row, given by its columns."""
        if self.timing_if is not None and int(values[self.column(self.timing_if[0])]) == self.timing_if[1]:
            return int(self.timing_if[2])
        return int(self.timing)
