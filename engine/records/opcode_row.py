"""One row of the opcode table: its columns, and the words that stand in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from engine.records.card_kinds import Aim, Trigger
from engine.records.step_values import (
    Asked,
    Chooser,
    Deed,
    Dice,
    Held,
    Looked,
    Opponent,
    Pair,
    Party,
    Price,
    Removal,
    Share,
    Side,
    Source,
    Span,
    Tally,
    Toward,
    Until,
    What,
    Which,
)  # fmt: skip
from engine.records.step_worth import Boon, Worth
from engine.records.timings import Timing

PARAMETERS: dict[str, type[IntEnum] | str] = {
    "which": Which, "chooser": Chooser, "to": Chooser, "what": What, "until": Until, "gives": Removal,
    "of": "identity", "except": "identity", "card": "card", "pile": "pile", "slot": "slot", "tag": "tag",
    "beside": "tag",
    "axis": "axis", "max": "number", "least": "number", "also": "number", "status": "status", "name": "label",
    "cost": Price, "with": Opponent, "side": Side, "held": Held, "dice": Dice, "then": Looked, "source": Source,
    "deed": Deed, "toward": Toward, "span": Span, "by": Tally, "pair": Pair, "how": Share,
    "asks": Asked, "party": Party, "bare": "number", "part": "number",
}  # fmt: skip
"""What a parameter's value may be: a word of an enumeration, or something the loader looks up."""

OPTIONAL = frozenset(
    {
        "which",
        "chooser",
        "what",
        "gives",
        "except",
        "also",
        "name",
        "cost",
        "with",
        "dice",
        "toward",
        "then",
        "source",
        "by",
        "asks",
    }
)
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
    ANY_ROLL = 8192
    VICTORY = 16384


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
    Moment.VICTORY: "by the fighter, when their combat has been won, before its reward; aimed at a monster of it",
    Moment.ANY_ROLL: "by anybody, after a roll to Run Away or a die for a card, whosever it is",
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
