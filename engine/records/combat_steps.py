"""Steps of the agenda: a combat. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.records.agenda import Step, pusher
from engine.records.card_kinds import Card, Seat


class Fight(IntEnum):
    """A combat begins with a monster; `FLAGS` is FightFlag.LOOKED or 0."""

    CARD = 1
    FLAGS = 2


class Appear(IntEnum):
    """The monster in place `MONSTER` appears, brought by `BY`; `CALLS` 1: it may call a goth."""

    MONSTER = 1
    BY = 2
    CALLS = 3


class Goth(IntEnum):
    """Players are asked for a goth from `NEXT` on; `ASKED` of them have been."""

    BY = 1
    ASKED = 2
    NEXT = 3


class React(IntEnum):
    """The combat's rounds: `NEXT` is asked, `PASSES` in a row; `TOLD` 1 once the strengths were told.

    `STANDS` 1: the munchkins are losing, 2: winning, as long as all do nothing but pass; 0: it is to be worked out.
    """

    NEXT = 1
    PASSES = 2
    STANDS = 3
    TOLD = 4


class Judge(IntEnum):
    """The window has closed: won or lost; `ASKED` of those concerned have been asked for what they may pay.

    `WON` 1: it has been won, whatever the fighter parts with.
    """

    ASKED = 1
    WON = 2


class Reward(IntEnum):
    """The fight is won; `KILLED` 1: by strength."""

    KILLED = 1


class Share(IntEnum):
    """`LEFT` Treasures are shared: `STAGE` -1 at first, 0 turned up, 1 being picked.

    `HELPERS` of them are still the helpers'; `NEXT` is 1 + the helper who picks next, 0 the fighter; `DEALER` dealt
    them out.
    """

    LEFT = 1
    STAGE = 2
    HELPERS = 3
    NEXT = 4
    DEALER = 5


class PayDeal(IntEnum):
    """A helper gets what they were promised beside Treasures."""

    SEAT = 1


class Flee(IntEnum):
    """One of those who flee, by `PLACE` in their order.

    `OPENED` 1 once the window before the next roll was, `SETTLED` 1 once every monster is.
    """

    PLACE = 1
    OPENED = 2
    SETTLED = 5


class Roll(IntEnum):
    """A roll to Run Away; `SURE` 1: an escape without a die."""

    SEAT = 1
    MONSTER = 2
    SURE = 3


class Rolled(IntEnum):
    """The roll may be answered from `NEXT` on, `PASSES` in a row; `MONSTER` -1 once it is gone."""

    SEAT = 1
    MONSTER = 2
    NEXT = 3
    PASSES = 4


class Outcome(IntEnum):
    """The roll counts; `MONSTER` -1 once it is gone."""

    SEAT = 1
    MONSTER = 2


class Clean(IntEnum):
    """The combat is over with a `RESULT`; `PAID` 1 once a promised Item was handed over."""

    RESULT = 1
    PAID = 2


class OnTop(IntEnum):
    """The cards of a combat lie on a pile's discards, above `BELOW` others: one of them is to lie on top."""

    PILE = 1
    BELOW = 2


class Window(IntEnum):
    """A moment outside the rounds: `NEXT` is asked, `ASKED` have been.

    `WHOLE` 1 with the active player, `IDLE` 1 for what needs no occasion.
    """

    NEXT = 1
    ASKED = 2
    WHOLE = 3
    IDLE = 4


class AnswerHelp(IntEnum):
    """A request for help, or an offer, by `PROPOSER`: Treasures, `PICK` (PickOrder), an Item or hand card or -1."""

    SEAT = 1
    TREASURES = 2
    PICK = 3
    CARD = 4
    PROPOSER = 5


class DrawOpen(IntEnum):
    """`LEFT` Treasures are still turned up, `TURNED_UP` were; `CALLS` 1: one may be called back, 2: it is not."""

    LEFT = 1
    TURNED_UP = 2
    CALLS = 3


class Acts(IntEnum):
    """A card acts by itself, by a Trigger."""

    SEAT = 1
    CARD = 2
    TRIGGER = 3


push_fight = pusher(Step.FIGHT, Fight, card=Card, flags=int)
push_appear = pusher(Step.APPEAR, Appear, monster=int, by=Seat, calls=int)
push_goth = pusher(Step.GOTH, Goth, by=Seat, next=Seat)
push_react = pusher(Step.REACT, React, next=Seat)
push_judge = pusher(Step.JUDGE, Judge)
push_reward = pusher(Step.REWARD, Reward, killed=int)
push_share = pusher(Step.SHARE, Share, left=int, stage=-1, helpers=-1, dealer=Seat)
push_pay_deal = pusher(Step.PAY_DEAL, PayDeal, seat=Seat)
push_flee = pusher(Step.FLEE, Flee, place=int)
push_roll = pusher(Step.ROLL, Roll, seat=Seat, monster=int, sure=int)
push_rolled = pusher(Step.ROLLED, Rolled, seat=Seat, monster=int, next=Seat)
push_outcome = pusher(Step.OUTCOME, Outcome, seat=Seat, monster=int)
push_clean = pusher(Step.CLEAN, Clean, result=int)
push_on_top = pusher(Step.ON_TOP, OnTop, pile=int, below=int)
push_window = pusher(Step.WINDOW, Window, next=Seat, whole=int, idle=int)
push_answer_help = pusher(Step.ANSWER_HELP, AnswerHelp, seat=Seat, treasures=int, pick=int, card=Card, proposer=Seat)
push_draw_open = pusher(Step.DRAW_OPEN, DrawOpen, left=int)
push_acts = pusher(Step.ACTS, Acts, seat=Seat, card=Card, trigger=int)
