"""Steps of the agenda: what cards put before a player. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.records.agenda import Step, pusher
from engine.records.card_kinds import Card, EffectRow, Seat


class Curse(IntEnum):
    """A Curse is on its way; `BY` -1: from a door; `ITEM` 1 + the Item it was played on, or 0."""

    CARD = 1
    VICTIM = 2
    BY = 3
    ITEM = 4


class CurseAnswer(IntEnum):
    """It may be answered, from `NEXT` on; `ASKED` have been."""

    CARD = 1
    VICTIM = 2
    NEXT = 3
    ASKED = 4
    BY = 5


class Strike(IntEnum):
    """It strikes; `RUNS` 1 once its program does."""

    CARD = 1
    VICTIM = 2
    RUNS = 3
    BY = 4
    ITEM = 5


class OpStep(IntEnum):
    """A row of a program, or minus the Trigger whose rows follow; `OTHER` a monster's place or another card."""

    EFFECT = 1
    SEAT = 2
    CARD = 3
    OTHER = 4
    BY = 5


class LoseItem(IntEnum):
    """`LEFT` Items of a kind (Which) are lost; `CHOOSER` chooses."""

    VICTIM = 1
    WHICH = 2
    LEFT = 3
    CHOOSER = 4
    CAUSE = 5


class LoseHand(IntEnum):
    """`LEFT` hand cards of a kind (What) are discarded."""

    VICTIM = 1
    WHAT = 2
    LEFT = 3
    CHOOSER = 4
    CAUSE = 5


class LoseIdentity(IntEnum):
    """`LEFT` cards of an axis are lost; not those with an identity of `SAFE`."""

    VICTIM = 1
    AXIS = 2
    LEFT = 3
    SAFE = 4
    CAUSE = 5


class TakeFrom(IntEnum):
    """A card (What) is taken from somebody."""

    TAKER = 1
    VICTIM = 2
    WHAT = 3
    CAUSE = 4


class GiveOne(IntEnum):
    """A card (What) is given to somebody."""

    GIVER = 1
    RECEIVER = 2
    WHAT = 3
    CAUSE = 4


A_SPOIL = 100
"""In a GIVE_ONE step, in place of a What: a Treasure that the combat which has just been won has brought."""


class DiscardGold(IntEnum):
    """Items worth `LEFT` Gold Pieces are discarded."""

    VICTIM = 1
    LEFT = 2
    CAUSE = 3


class Choose(IntEnum):
    """A number up to `HIGHEST`: an `either`, a die to set (`OTHER` is A_DIE), or a deck to draw from (A_PILE).

    `HIGHEST` is ASKED times (1 + seat) more where another than `SEAT` names it.
    """

    SEAT = 1
    HIGHEST = 2
    CARD = 3
    OTHER = 4
    BY = 5


ASKED = 100


class PickDiscard(IntEnum):
    """A card (What) of the discards is taken."""

    SEAT = 1
    WHAT = 2
    CAUSE = 3


class PickMonster(IntEnum):
    """Which monster is meant; `MONSTER` the first of two that change places, or -1."""

    SEAT = 1
    EFFECT = 2
    CARD = 3
    MONSTER = 4


class TakeCultist(IntEnum):
    """A player becomes a Cultist; `REBORN` 1: as a new character; `PRICE` 1: a Class goes even where there is room."""

    SEAT = 1
    CAUSE = 2
    REBORN = 3
    PRICE = 4


class LoseAny(IntEnum):
    """`LEFT` Items or hand cards are lost."""

    VICTIM = 1
    LEFT = 2
    CAUSE = 3


class PickSeat(IntEnum):
    """Which of the tied players is meant."""

    SEAT = 1
    EFFECT = 2
    CARD = 3
    OTHER = 4
    BY = 5


class PickIdentity(IntEnum):
    """Which identity of an axis a player passes for."""

    SEAT = 1
    AXIS = 2
    CAUSE = 3


class Tax(IntEnum):
    """Which Item sets the sum for everybody else."""

    VICTIM = 1
    CURSE = 2
    LEVELS = 3


class Possess(IntEnum):
    """An Item (Which) goes under a Curse."""

    VICTIM = 1
    WHICH = 2
    CURSE = 3


class Look(IntEnum):
    """Somebody looks at the `LEFT` top cards of a pile that they have not laid on top of it yet; `LAID` have been."""

    SEAT = 1
    EFFECT = 2
    LEFT = 3
    LAID = 4
    CAUSE = 5


class SwapDiscard(IntEnum):
    """A hand card may be exchanged for the topmost discard of its pile."""

    SEAT = 1
    CAUSE = 2


class Cast(IntEnum):
    """A die was thrown for a card: its thrower may change it, and then others who may change any.

    `NEXT` is asked, `PASSES` have passed; `WAITS` 1 + the die, while one is thrown to change it; 0 none is.
    """

    SEAT = 1
    CARD = 2
    NEXT = 3
    PASSES = 4
    WAITS = 5


push_curse = pusher(Step.CURSE, Curse, card=Card, victim=Seat, by=Seat, item=int)
push_curse_answer = pusher(Step.CURSE_ANSWER, CurseAnswer, card=Card, victim=Seat, next=Seat, by=Seat)
push_strike = pusher(Step.STRIKE, Strike, card=Card, victim=Seat, by=Seat, item=int)
push_op = pusher(Step.OP, OpStep, effect=EffectRow, seat=Seat, card=Card, other=int, by=Seat)
push_lose_item = pusher(Step.LOSE_ITEM, LoseItem, victim=Seat, which=int, left=int, chooser=Seat, cause=Card)
push_lose_hand = pusher(Step.LOSE_HAND, LoseHand, victim=Seat, what=int, left=int, chooser=Seat, cause=Card)
push_lose_identity = pusher(Step.LOSE_IDENTITY, LoseIdentity, victim=Seat, axis=int, left=int, safe=int, cause=Card)
push_take_from = pusher(Step.TAKE_FROM, TakeFrom, taker=Seat, victim=Seat, what=int, cause=Card)
push_give_one = pusher(Step.GIVE_ONE, GiveOne, giver=Seat, receiver=Seat, what=int, cause=Card)
push_discard_gold = pusher(Step.DISCARD_GOLD, DiscardGold, victim=Seat, left=int, cause=Card)
push_choose = pusher(Step.CHOOSE, Choose, seat=Seat, highest=int, card=Card, other=int, by=Seat)
push_pick_discard = pusher(Step.PICK_DISCARD, PickDiscard, seat=Seat, what=int, cause=Card)
push_pick_monster = pusher(Step.PICK_MONSTER, PickMonster, seat=Seat, effect=EffectRow, card=Card, monster=int)
push_take_cultist = pusher(Step.TAKE_CULTIST, TakeCultist, seat=Seat, cause=Card, reborn=int, price=int)
push_lose_any = pusher(Step.LOSE_ANY, LoseAny, victim=Seat, left=int, cause=Card)
push_pick_seat = pusher(Step.PICK_SEAT, PickSeat, seat=Seat, effect=EffectRow, card=Card, other=int, by=Seat)
push_pick_identity = pusher(Step.PICK_IDENTITY, PickIdentity, seat=Seat, axis=int, cause=Card)
push_tax = pusher(Step.TAX, Tax, victim=Seat, curse=Card, levels=int)
push_possess = pusher(Step.POSSESS, Possess, victim=Seat, which=int, curse=Card)
push_look = pusher(Step.LOOK, Look, seat=Seat, effect=EffectRow, left=int, cause=Card)
push_swap_discard = pusher(Step.SWAP_DISCARD, SwapDiscard, seat=Seat, cause=Card)
push_cast = pusher(Step.CAST, Cast, seat=Seat, card=Card, next=Seat)
