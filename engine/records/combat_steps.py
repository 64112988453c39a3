"""Steps of the agenda: a combat. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.agenda import Step, push
from engine.records.card_kinds import Card, Seat
from engine.records.state import Game


class Fight(IntEnum):
    """A combat begins with a monster; `FLAGS` is FightFlag.LOOKED or 0."""

    CARD = 1
    FLAGS = 2


@kernel()
def push_fight(g: Game, card: Card, flags: int) -> int:
    """See Fight."""
    return push(g, Step.FIGHT, card, flags, 0, 0, 0)


class Appear(IntEnum):
    """The monster in place `MONSTER` appears, brought by `BY`; `CALLS` 1: it may call a goth."""

    MONSTER = 1
    BY = 2
    CALLS = 3


@kernel()
def push_appear(g: Game, monster: int, by: Seat, calls: int) -> int:
    """See Appear."""
    return push(g, Step.APPEAR, monster, by, calls, 0, 0)


class Goth(IntEnum):
    """Players are asked for a goth from `NEXT` on; `ASKED` of them have been."""

    BY = 1
    ASKED = 2
    NEXT = 3


@kernel()
def push_goth(g: Game, by: Seat, next: Seat) -> int:
    """See Goth."""
    return push(g, Step.GOTH, by, 0, next, 0, 0)


class React(IntEnum):
    """The combat's rounds: `NEXT` is asked, `PASSES` in a row; `TOLD` 1 once the strengths were told."""

    NEXT = 1
    PASSES = 2
    TOLD = 4


@kernel()
def push_react(g: Game, next: Seat) -> int:
    """See React."""
    return push(g, Step.REACT, next, 0, 0, 0, 0)


@kernel()
def push_judge(g: Game) -> int:
    """The window has closed: won or lost."""
    return push(g, Step.JUDGE, 0, 0, 0, 0, 0)


class Reward(IntEnum):
    """The fight is won; `KILLED` 1: by strength."""

    KILLED = 1


@kernel()
def push_reward(g: Game, killed: int) -> int:
    """See Reward."""
    return push(g, Step.REWARD, killed, 0, 0, 0, 0)


class Share(IntEnum):
    """`LEFT` Treasures are shared: `STAGE` -1 at first, 0 turned up, 1 being picked.

    `HELPERS` of them are still the helper's, `HELPER_NEXT` 1 if they pick next; `DEALER` dealt them out.
    """

    LEFT = 1
    STAGE = 2
    HELPERS = 3
    HELPER_NEXT = 4
    DEALER = 5


@kernel()
def push_share(g: Game, left: int, dealer: Seat) -> int:
    """See Share."""
    return push(g, Step.SHARE, left, -1, -1, 0, dealer)


@kernel()
def push_pay_deal(g: Game) -> int:
    """What the helper was promised beside Treasures."""
    return push(g, Step.PAY_DEAL, 0, 0, 0, 0, 0)


class Flee(IntEnum):
    """One of those who flee, by `PLACE` in their order.

    `OPENED` 1 once the window before the next roll was, `SETTLED` 1 once every monster is.
    """

    PLACE = 1
    OPENED = 2
    SETTLED = 5


@kernel()
def push_flee(g: Game, place: int) -> int:
    """See Flee."""
    return push(g, Step.FLEE, place, 0, 0, 0, 0)


class Roll(IntEnum):
    """A roll to Run Away; `SURE` 1: an escape without a die."""

    SEAT = 1
    MONSTER = 2
    SURE = 3


@kernel()
def push_roll(g: Game, seat: Seat, monster: int, sure: int) -> int:
    """See Roll."""
    return push(g, Step.ROLL, seat, monster, sure, 0, 0)


class Rolled(IntEnum):
    """The roll may be answered from `NEXT` on, `PASSES` in a row; `MONSTER` -1 once it is gone."""

    SEAT = 1
    MONSTER = 2
    NEXT = 3
    PASSES = 4


@kernel()
def push_rolled(g: Game, seat: Seat, monster: int, next: Seat) -> int:
    """See Rolled."""
    return push(g, Step.ROLLED, seat, monster, next, 0, 0)


class Outcome(IntEnum):
    """The roll counts; `MONSTER` -1 once it is gone."""

    SEAT = 1
    MONSTER = 2


@kernel()
def push_outcome(g: Game, seat: Seat, monster: int) -> int:
    """See Outcome."""
    return push(g, Step.OUTCOME, seat, monster, 0, 0, 0)


class Clean(IntEnum):
    """The combat is over with a `RESULT`; `PAID` 1 once a promised Item was handed over."""

    RESULT = 1
    PAID = 2


@kernel()
def push_clean(g: Game, result: int) -> int:
    """See Clean."""
    return push(g, Step.CLEAN, result, 0, 0, 0, 0)


class Window(IntEnum):
    """A moment outside the rounds: `NEXT` is asked, `ASKED` have been.

    `WHOLE` 1 with the active player, `IDLE` 1 for what needs no occasion.
    """

    NEXT = 1
    ASKED = 2
    WHOLE = 3
    IDLE = 4


@kernel()
def push_window(g: Game, next: Seat, whole: int, idle: int) -> int:
    """See Window."""
    return push(g, Step.WINDOW, next, 0, whole, idle, 0)


class AnswerHelp(IntEnum):
    """A request for help, or an offer, by `PROPOSER`: Treasures, `PICK` (PickOrder), an Item or hand card or -1."""

    SEAT = 1
    TREASURES = 2
    PICK = 3
    CARD = 4
    PROPOSER = 5


@kernel()
def push_answer_help(g: Game, seat: Seat, treasures: int, pick: int, card: Card, proposer: Seat) -> int:
    """See AnswerHelp."""
    return push(g, Step.ANSWER_HELP, seat, treasures, pick, card, proposer)


class DrawOpen(IntEnum):
    """`LEFT` Treasures are still turned up, `TURNED_UP` were; `CALLS` 1: one may be called back, 2: it is not."""

    LEFT = 1
    TURNED_UP = 2
    CALLS = 3


@kernel()
def push_draw_open(g: Game, left: int) -> int:
    """See DrawOpen."""
    return push(g, Step.DRAW_OPEN, left, 0, 0, 0, 0)


class Acts(IntEnum):
    """A card acts by itself, by a Trigger."""

    SEAT = 1
    CARD = 2
    TRIGGER = 3


@kernel()
def push_acts(g: Game, seat: Seat, card: Card, trigger: int) -> int:
    """See Acts."""
    return push(g, Step.ACTS, seat, card, trigger, 0, 0)
