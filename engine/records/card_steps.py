"""Steps of the agenda: what cards put before a player. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.agenda import Step, push
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.state import Game


class Curse(IntEnum):
    """A Curse is on its way; `BY` -1: from a door; `ITEM` 1 + the Item it was played on, or 0."""

    CARD = 1
    VICTIM = 2
    BY = 3
    ITEM = 4


@kernel()
def push_curse(g: Game, card: Card, victim: Seat, by: Seat, item: int) -> int:
    """See Curse."""
    return push(g, Step.CURSE, card, victim, by, item, 0)


class CurseAnswer(IntEnum):
    """It may be answered, from `NEXT` on; `ASKED` have been."""

    CARD = 1
    VICTIM = 2
    NEXT = 3
    ASKED = 4
    BY = 5


@kernel()
def push_curse_answer(g: Game, card: Card, victim: Seat, next: Seat, by: Seat) -> int:
    """See CurseAnswer."""
    return push(g, Step.CURSE_ANSWER, card, victim, next, 0, by)


class Strike(IntEnum):
    """It strikes; `RUNS` 1 once its program does."""

    CARD = 1
    VICTIM = 2
    RUNS = 3
    BY = 4
    ITEM = 5


@kernel()
def push_strike(g: Game, card: Card, victim: Seat, by: Seat, item: int) -> int:
    """See Strike."""
    return push(g, Step.STRIKE, card, victim, 0, by, item)


class OpStep(IntEnum):
    """A row of a program, or minus the Trigger whose rows follow; `OTHER` a monster's place or another card."""

    EFFECT = 1
    SEAT = 2
    CARD = 3
    OTHER = 4
    BY = 5


@kernel()
def push_op(g: Game, effect: EffectRow, seat: Seat, card: Card, other: int, by: Seat) -> int:
    """See OpStep."""
    return push(g, Step.OP, effect, seat, card, other, by)


class LoseItem(IntEnum):
    """`LEFT` Items of a kind (Which) are lost; `CHOOSER` chooses."""

    VICTIM = 1
    WHICH = 2
    LEFT = 3
    CHOOSER = 4
    CAUSE = 5


@kernel()
def push_lose_item(g: Game, victim: Seat, which: int, left: int, chooser: Seat, cause: Card) -> int:
    """See LoseItem."""
    return push(g, Step.LOSE_ITEM, victim, which, left, chooser, cause)


class LoseHand(IntEnum):
    """`LEFT` hand cards of a kind (What) are discarded."""

    VICTIM = 1
    WHAT = 2
    LEFT = 3
    CHOOSER = 4
    CAUSE = 5


@kernel()
def push_lose_hand(g: Game, victim: Seat, what: int, left: int, chooser: Seat, cause: Card) -> int:
    """See LoseHand."""
    return push(g, Step.LOSE_HAND, victim, what, left, chooser, cause)


class LoseIdentity(IntEnum):
    """`LEFT` cards of an axis are lost; not those with an identity of `SAFE`."""

    VICTIM = 1
    AXIS = 2
    LEFT = 3
    SAFE = 4
    CAUSE = 5


@kernel()
def push_lose_identity(g: Game, victim: Seat, axis: int, left: int, safe: int, cause: Card) -> int:
    """See LoseIdentity."""
    return push(g, Step.LOSE_IDENTITY, victim, axis, left, safe, cause)


class TakeFrom(IntEnum):
    """A card (What) is taken from somebody."""

    TAKER = 1
    VICTIM = 2
    WHAT = 3
    CAUSE = 4


@kernel()
def push_take_from(g: Game, taker: Seat, victim: Seat, what: int, cause: Card) -> int:
    """See TakeFrom."""
    return push(g, Step.TAKE_FROM, taker, victim, what, cause, 0)


class GiveOne(IntEnum):
    """A card (What) is given to somebody."""

    GIVER = 1
    RECEIVER = 2
    WHAT = 3
    CAUSE = 4


@kernel()
def push_give_one(g: Game, giver: Seat, receiver: Seat, what: int, cause: Card) -> int:
    """See GiveOne."""
    return push(g, Step.GIVE_ONE, giver, receiver, what, cause, 0)


class DiscardGold(IntEnum):
    """Items worth `LEFT` Gold Pieces are discarded."""

    VICTIM = 1
    LEFT = 2
    CAUSE = 3


@kernel()
def push_discard_gold(g: Game, victim: Seat, left: int, cause: Card) -> int:
    """See DiscardGold."""
    return push(g, Step.DISCARD_GOLD, victim, left, cause, 0, 0)


class Choose(IntEnum):
    """A number up to `HIGHEST`: an `either`, or a die to set (`OTHER` is A_DIE)."""

    SEAT = 1
    HIGHEST = 2
    CARD = 3
    OTHER = 4
    BY = 5


@kernel()
def push_choose(g: Game, seat: Seat, highest: int, card: Card, other: int, by: Seat) -> int:
    """See Choose."""
    return push(g, Step.CHOOSE, seat, highest, card, other, by)


class PickDiscard(IntEnum):
    """A card (What) of the discards is taken."""

    SEAT = 1
    WHAT = 2
    CAUSE = 3


@kernel()
def push_pick_discard(g: Game, seat: Seat, what: int, cause: Card) -> int:
    """See PickDiscard."""
    return push(g, Step.PICK_DISCARD, seat, what, cause, 0, 0)


class PickMonster(IntEnum):
    """Which monster is meant; `MONSTER` the first of two that change places, or -1."""

    SEAT = 1
    EFFECT = 2
    CARD = 3
    MONSTER = 4


@kernel()
def push_pick_monster(g: Game, seat: Seat, effect: EffectRow, card: Card, monster: int) -> int:
    """See PickMonster."""
    return push(g, Step.PICK_MONSTER, seat, effect, card, monster, 0)


class TakeCultist(IntEnum):
    """A player becomes a Cultist; `REBORN` 1: as a new character; `PRICE` 1: a Class goes even where there is room."""

    SEAT = 1
    CAUSE = 2
    REBORN = 3
    PRICE = 4


@kernel()
def push_take_cultist(g: Game, seat: Seat, cause: Card, reborn: int, price: int) -> int:
    """See TakeCultist."""
    return push(g, Step.TAKE_CULTIST, seat, cause, reborn, price, 0)


class LoseAny(IntEnum):
    """`LEFT` Items or hand cards are lost."""

    VICTIM = 1
    LEFT = 2
    CAUSE = 3


@kernel()
def push_lose_any(g: Game, victim: Seat, left: int, cause: Card) -> int:
    """See LoseAny."""
    return push(g, Step.LOSE_ANY, victim, left, cause, 0, 0)


class PickSeat(IntEnum):
    """Which of the tied players is meant."""

    SEAT = 1
    EFFECT = 2
    CARD = 3
    OTHER = 4
    BY = 5


@kernel()
def push_pick_seat(g: Game, seat: Seat, effect: EffectRow, card: Card, other: int, by: Seat) -> int:
    """See PickSeat."""
    return push(g, Step.PICK_SEAT, seat, effect, card, other, by)


class Tax(IntEnum):
    """Which Item sets the sum for everybody else."""

    VICTIM = 1
    CURSE = 2
    LEVELS = 3


@kernel()
def push_tax(g: Game, victim: Seat, curse: Card, levels: int) -> int:
    """See Tax."""
    return push(g, Step.TAX, victim, curse, levels, 0, 0)


class Possess(IntEnum):
    """An Item (Which) goes under a Curse."""

    VICTIM = 1
    WHICH = 2
    CURSE = 3


@kernel()
def push_possess(g: Game, victim: Seat, which: int, curse: Card) -> int:
    """See Possess."""
    return push(g, Step.POSSESS, victim, which, curse, 0, 0)


class Cast(IntEnum):
    """A die was thrown for a card: its thrower may change it."""

    SEAT = 1
    CARD = 2


@kernel()
def push_cast(g: Game, seat: Seat, card: Card) -> int:
    """See Cast."""
    return push(g, Step.CAST, seat, card, 0, 0, 0)
