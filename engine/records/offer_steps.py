"""Steps of the agenda: what players propose, announce, pay and risk. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.agenda import Step, push
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.state import Game


class Sell(IntEnum):
    """The batch of a sale is put together."""

    SEAT = 1


@kernel()
def push_sell(g: Game, seat: Seat) -> int:
    """See Sell."""
    return push(g, Step.SELL, seat, 0, 0, 0, 0)


class AnswerTrade(IntEnum):
    """A trade; `WANT` -1: a gift."""

    PARTNER = 1
    CARD = 2
    WANT = 3
    PROPOSER = 4


@kernel()
def push_answer_trade(g: Game, partner: Seat, card: Card, want: Card, proposer: Seat) -> int:
    """See AnswerTrade."""
    return push(g, Step.ANSWER_TRADE, partner, card, want, proposer, 0)


class Bundle(IntEnum):
    """Further Items in a trade or in a promise: `KIND` says which (engine.steps.bargains.bundle)."""

    SEAT = 1
    OTHER = 2
    KIND = 3


@kernel()
def push_bundle(g: Game, seat: Seat, other: int, kind: int) -> int:
    """See Bundle."""
    return push(g, Step.BUNDLE, seat, other, kind, 0, 0)


class Meeting(IntEnum):
    """Hand cards are exchanged: `ASKED` were asked, `MEMBERS` (bits) take part; `EXCHANGE` 1 once they offer."""

    CARD = 1
    ASKED = 2
    MEMBERS = 3
    EXCHANGE = 4
    CALLER = 5


@kernel()
def push_meeting(g: Game, card: Card, members: int, caller: Seat) -> int:
    """See Meeting."""
    return push(g, Step.MEETING, card, 0, members, 0, caller)


class Swap(IntEnum):
    """A hand card is offered to another member; `RETURN` what they offer for it, -1 not yet."""

    SEAT = 1
    CARD = 2
    OTHER = 3
    RETURN = 4


@kernel()
def push_swap(g: Game, seat: Seat, card: Card, other: int) -> int:
    """See Swap."""
    return push(g, Step.SWAP, seat, card, other, -1, 0)


class Pay(IntEnum):
    """`LEFT` cards are still to be discarded for an ability."""

    SEAT = 1
    LEFT = 2
    EFFECT = 3
    SOURCE = 4
    TARGET = 5


@kernel()
def push_pay(g: Game, seat: Seat, left: int, effect: EffectRow, source: Card, target: int) -> int:
    """See Pay."""
    return push(g, Step.PAY, seat, left, effect, source, target)


class Peek(IntEnum):
    """A power lets its owner look at a card."""

    SEAT = 1
    EFFECT = 2
    SOURCE = 3


@kernel()
def push_peek(g: Game, seat: Seat, effect: EffectRow, source: Card) -> int:
    """See Peek."""
    return push(g, Step.PEEK, seat, effect, source, 0, 0)


class Borrow(IntEnum):
    """Somebody's Item with which a lost fight is won."""

    SEAT = 1
    CARD = 2
    CAUSE = 3


@kernel()
def push_borrow(g: Game, seat: Seat, card: Card, cause: Card) -> int:
    """See Borrow."""
    return push(g, Step.BORROW, seat, card, cause, 0, 0)


class PlayIt(IntEnum):
    """What was announced happens, unless `CANCELLED`; `AIM` -1: played with a second card."""

    CARD = 1
    CANCELLED = 2
    SEAT = 3
    TARGET = 4
    AIM = 5


@kernel()
def push_play_it(g: Game, card: Card, seat: Seat, target: int, aim: int) -> int:
    """See PlayIt."""
    return push(g, Step.PLAY_IT, card, 0, seat, target, aim)


class TurnedUp(IntEnum):
    """The door's card does what it does, unless `CANCELLED`."""

    CARD = 1
    CANCELLED = 2


@kernel()
def push_turned_up(g: Game, card: Card) -> int:
    """See TurnedUp."""
    return push(g, Step.TURNED_UP, card, 0, 0, 0, 0)


class PlayAnswer(IntEnum):
    """A card played or drawn by `BY` may be cancelled, from `NEXT` on; `ITSELF` 1: by themselves too."""

    CARD = 1
    BY = 2
    NEXT = 3
    ASKED = 4
    ITSELF = 5


@kernel()
def push_play_answer(g: Game, card: Card, by: Seat, next: Seat, itself: int) -> int:
    """See PlayAnswer."""
    return push(g, Step.PLAY_ANSWER, card, by, next, 0, itself)


class PutAway(IntEnum):
    """Discarded if it still lies open or, `ACTED` 1 when drawn, in the hand of `HOLDER`."""

    CARD = 1
    ACTED = 2
    HOLDER = 3


@kernel()
def push_put_away(g: Game, card: Card, acted: int, holder: Seat) -> int:
    """See PutAway."""
    return push(g, Step.PUT_AWAY, card, acted, holder, 0, 0)


class Theft(IntEnum):
    """The die decides a theft."""

    THIEF = 1
    EFFECT = 2
    SOURCE = 3
    CARD = 4


@kernel()
def push_theft(g: Game, thief: Seat, effect: EffectRow, source: Card, card: Card) -> int:
    """See Theft."""
    return push(g, Step.THEFT, thief, effect, source, card, 0)


class Risk(IntEnum):
    """The die decides an Item's fate against the number its owner named."""

    CARD = 1
    NAMED = 2


@kernel()
def push_risk(g: Game, card: Card, named: int) -> int:
    """See Risk."""
    return push(g, Step.RISK, card, named, 0, 0, 0)
