"""Steps of the agenda: the frame of a turn. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.jit import kernel
from engine.records.agenda import Step, push
from engine.records.card_kinds import Card, Seat
from engine.records.state import Game


class Initial(IntEnum):
    """A player plays starting cards."""

    SEAT = 1


@kernel()
def push_initial(g: Game, seat: Seat) -> int:
    """See Initial."""
    return push(g, Step.INITIAL, seat, 0, 0, 0, 0)


@kernel()
def push_turn(g: Game) -> int:
    """The next player's turn begins."""
    return push(g, Step.TURN, 0, 0, 0, 0, 0)


class Redraw(IntEnum):
    """A new hand after death."""

    SEAT = 1


@kernel()
def push_redraw(g: Game, seat: Seat) -> int:
    """See Redraw."""
    return push(g, Step.REDRAW, seat, 0, 0, 0, 0)


class Listen(IntEnum):
    """What may be done before the door."""

    SEAT = 1


@kernel()
def push_listen(g: Game, seat: Seat) -> int:
    """See Listen."""
    return push(g, Step.LISTEN, seat, 0, 0, 0, 0)


@kernel()
def push_arrange(g: Game) -> int:
    """The active player's question before the door."""
    return push(g, Step.ARRANGE, 0, 0, 0, 0, 0)


class Door(IntEnum):
    """A door is opened: `STATE` 0 the first of the turn, `FURTHER`, or 1 once its owner has been asked."""

    STATE = 1


@kernel()
def push_door(g: Game, state: int) -> int:
    """See Door."""
    return push(g, Step.DOOR, state, 0, 0, 0, 0)


class DoorCard(IntEnum):
    """The card behind the door is kept or played; `ASKED` 1 once everybody else could act."""

    CARD = 1
    ASKED = 2


@kernel()
def push_door_card(g: Game, card: Card) -> int:
    """See DoorCard."""
    return push(g, Step.DOOR_CARD, card, 0, 0, 0, 0)


@kernel()
def push_room(g: Game) -> int:
    """Look for trouble, or loot the room."""
    return push(g, Step.ROOM, 0, 0, 0, 0, 0)


@kernel()
def push_loot_room(g: Game) -> int:
    """The room is looted."""
    return push(g, Step.LOOT_ROOM, 0, 0, 0, 0, 0)


class Evening(IntEnum):
    """The last actions of a turn before Charity; `OPENED` 1 once everybody else could act."""

    OPENED = 1


@kernel()
def push_evening(g: Game) -> int:
    """See Evening."""
    return push(g, Step.EVENING, 0, 0, 0, 0, 0)


@kernel()
def push_charity(g: Game) -> int:
    """More cards than the hand limit."""
    return push(g, Step.CHARITY, 0, 0, 0, 0, 0)


class End(IntEnum):
    """The turn ends; `OPENED` 1 once everybody could rearrange."""

    OPENED = 1


@kernel()
def push_end(g: Game) -> int:
    """See End."""
    return push(g, Step.END, 0, 0, 0, 0, 0)


class Excess(IntEnum):
    """`LEFT` cards must go to receivers of a rank; `GIVEN` has a bit for each who got one."""

    LEFT = 1
    RANK = 2
    GIVEN = 3


@kernel()
def push_excess(g: Game, left: int, rank: int) -> int:
    """See Excess."""
    return push(g, Step.EXCESS, left, rank, 0, 0, 0)


class Die(IntEnum):
    """A player dies by a card."""

    SEAT = 1
    CAUSE = 2


@kernel()
def push_die(g: Game, seat: Seat, cause: Card) -> int:
    """See Die."""
    return push(g, Step.DIE, seat, cause, 0, 0, 0)


class Corpse(IntEnum):
    """A body is looted; `BEGUN` 1 once its cards lie open."""

    SEAT = 1
    BEGUN = 2


@kernel()
def push_corpse(g: Game, seat: Seat) -> int:
    """See Corpse."""
    return push(g, Step.CORPSE, seat, 0, 0, 0, 0)


class LootBody(IntEnum):
    """One of those alive takes a card of a body."""

    LOOTER = 1
    CORPSE = 2


@kernel()
def push_loot_body(g: Game, looter: Seat, corpse: Seat) -> int:
    """See LootBody."""
    return push(g, Step.LOOT_BODY, looter, corpse, 0, 0, 0)


class Big(IntEnum):
    """Too many Big Items; `SOLD` 1 once a sale was offered for them."""

    SEAT = 1
    SOLD = 2


@kernel()
def push_big(g: Game, seat: Seat) -> int:
    """See Big."""
    return push(g, Step.BIG, seat, 0, 0, 0, 0)


class Hands(IntEnum):
    """Too much equipped."""

    SEAT = 1


@kernel()
def push_hands(g: Game, seat: Seat) -> int:
    """See Hands."""
    return push(g, Step.HANDS, seat, 0, 0, 0, 0)


class BigGive(IntEnum):
    """Which of the tied receivers gets a Big Item."""

    SEAT = 1
    CARD = 2


@kernel()
def push_big_give(g: Game, seat: Seat, card: Card) -> int:
    """See BigGive."""
    return push(g, Step.BIG_GIVE, seat, card, 0, 0, 0)
