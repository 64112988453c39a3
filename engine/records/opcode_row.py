"""One row of the opcode table: its columns, and the words that stand in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from engine.records.card_kinds import Aim, Timing, Trigger


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


PARAMETERS: dict[str, type[IntEnum] | str] = {
    "which": Which, "chooser": Chooser, "to": Chooser, "what": What, "until": Until, "gives": Removal,
    "of": "identity", "except": "identity", "card": "card", "pile": "pile", "slot": "slot", "tag": "tag",
    "axis": "axis", "max": "number", "least": "number", "also": "number", "status": "status", "name": "label",
}  # fmt: skip
"""What a parameter's value may be: a word of an enumeration, or something the loader looks up."""

OPTIONAL = frozenset({"which", "chooser", "what", "gives", "except", "also", "name"})
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


class Boon(IntEnum):
    """Whether what a card does as long as it counts is a power of its owner or a drawback."""

    ALWAYS = 0
    ADDS = 1  # if its amount is more than nothing
    NEVER = 2


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
    Worth.ROLL: "a better roll to Run Away",
    Worth.ANSWER: "what the Curse or card would have done that it answers",
    Worth.POWER: "what it buys in its moment, less the cards it costs",
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
