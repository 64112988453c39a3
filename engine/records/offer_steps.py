"""Steps of the agenda: what players propose, announce, pay and risk. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.records.agenda import Step, pusher
from engine.records.card_kinds import Card, EffectRow, Seat


class Pledge(IntEnum):
    """Values of `pledged`: for what an Item in play was named."""

    TRADED = 1  # in the trade that is being proposed
    PROMISED = 2  # in the request for help that was made last
    HELPER = 3  # and more: seat s, who helps, is to get it


class Sell(IntEnum):
    """The batch of a sale is put together."""

    SEAT = 1


class AnswerTrade(IntEnum):
    """A trade; `WANT` -1: a gift."""

    PARTNER = 1
    CARD = 2
    WANT = 3
    PROPOSER = 4


class Bundle(IntEnum):
    """Further Items in a trade or in a promise: `KIND` says which (engine.steps.bargains.bundle)."""

    SEAT = 1
    OTHER = 2
    KIND = 3


class Meeting(IntEnum):
    """Hand cards are exchanged: `ASKED` were asked, `MEMBERS` (bits) take part; `EXCHANGE` 1 once they offer."""

    CARD = 1
    ASKED = 2
    MEMBERS = 3
    EXCHANGE = 4
    CALLER = 5


class Swap(IntEnum):
    """A hand card is offered to another member; `RETURN` what they offer for it, -1 not yet."""

    SEAT = 1
    CARD = 2
    OTHER = 3
    RETURN = 4


class Pay(IntEnum):
    """`LEFT` cards are still to be discarded for an ability."""

    SEAT = 1
    LEFT = 2
    EFFECT = 3
    SOURCE = 4
    TARGET = 5


class Peek(IntEnum):
    """A power lets its owner look at a card."""

    SEAT = 1
    EFFECT = 2
    SOURCE = 3


class Borrow(IntEnum):
    """Somebody's Item with which a lost fight is won."""

    SEAT = 1
    CARD = 2
    CAUSE = 3


class PlayIt(IntEnum):
    """What was announced happens, unless `CANCELLED`; `AIM` -1: played with a second card."""

    CARD = 1
    CANCELLED = 2
    SEAT = 3
    TARGET = 4
    AIM = 5


class TurnedUp(IntEnum):
    """The door's card does what it does, unless `CANCELLED`."""

    CARD = 1
    CANCELLED = 2


class PlayAnswer(IntEnum):
    """A card played or drawn by `BY` may be cancelled, from `NEXT` on; `ITSELF` 1: by themselves too."""

    CARD = 1
    BY = 2
    NEXT = 3
    ASKED = 4
    ITSELF = 5


class WinAnswer(IntEnum):
    """A win by a Level may be stopped, from `NEXT` on; `CHECK` (WinCheck) is looked at again if it is not."""

    NEXT = 1
    ASKED = 2
    CHECK = 3


class PutAway(IntEnum):
    """Discarded if it still lies open or, `ACTED` 1 when drawn, in the hand of `HOLDER`."""

    CARD = 1
    ACTED = 2
    HOLDER = 3


class Theft(IntEnum):
    """The die decides a theft."""

    THIEF = 1
    EFFECT = 2
    SOURCE = 3
    CARD = 4


class Risk(IntEnum):
    """The die decides an Item's fate against the number its owner named."""

    CARD = 1
    NAMED = 2


push_sell = pusher(Step.SELL, Sell, seat=Seat)
push_answer_trade = pusher(Step.ANSWER_TRADE, AnswerTrade, partner=Seat, card=Card, want=Card, proposer=Seat)
push_bundle = pusher(Step.BUNDLE, Bundle, seat=Seat, other=int, kind=int)
push_meeting = pusher(Step.MEETING, Meeting, card=Card, members=int, caller=Seat)
push_swap = pusher(Step.SWAP, Swap, seat=Seat, card=Card, other=int, return_=-1)
push_pay = pusher(Step.PAY, Pay, seat=Seat, left=int, effect=EffectRow, source=Card, target=int)
push_peek = pusher(Step.PEEK, Peek, seat=Seat, effect=EffectRow, source=Card)
push_borrow = pusher(Step.BORROW, Borrow, seat=Seat, card=Card, cause=Card)
push_play_it = pusher(Step.PLAY_IT, PlayIt, card=Card, seat=Seat, target=int, aim=int)
push_turned_up = pusher(Step.TURNED_UP, TurnedUp, card=Card)
push_play_answer = pusher(Step.PLAY_ANSWER, PlayAnswer, card=Card, by=Seat, next=Seat, itself=int)
push_win_answer = pusher(Step.WIN_ANSWER, WinAnswer, next=Seat, check=int)
push_put_away = pusher(Step.PUT_AWAY, PutAway, card=Card, acted=int, holder=Seat)
push_theft = pusher(Step.THEFT, Theft, thief=Seat, effect=EffectRow, source=Card, card=Card)
push_risk = pusher(Step.RISK, Risk, card=Card, named=int)
