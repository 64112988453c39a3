"""Steps of the agenda: the frame of a turn. Columns of each kind, and how it is put on top."""

from __future__ import annotations

from enum import IntEnum

from engine.records.agenda import Step, pusher
from engine.records.card_kinds import Card, Seat


class Initial(IntEnum):
    """A player plays starting cards."""

    SEAT = 1


class Redraw(IntEnum):
    """A new hand after death."""

    SEAT = 1


class Listen(IntEnum):
    """What may be done before the door."""

    SEAT = 1


class DoorState(IntEnum):
    """How far the opening of a door has come."""

    FIRST = 0
    ASKED = 1  # its owner has been asked for what changes it
    FURTHER = 2  # not the first door of the turn
    ANYWAY = 3  # nothing takes its place any more
    SKIPPED = 4  # it stays shut


class Room(IntEnum):
    """Look for trouble, or loot the room; `SHUT` 1: no door was opened, so that there is none."""

    SHUT = 1


class LootRoom(IntEnum):
    """The room is looted; `ANYWAY` 1: nothing takes its place any more."""

    ANYWAY = 1


class Door(IntEnum):
    """A door is opened: `STATE` is a DoorState."""

    STATE = 1


class DoorCard(IntEnum):
    """The card behind the door is kept or played; `ASKED` 1 once everybody else could act."""

    CARD = 1
    ASKED = 2


class Evening(IntEnum):
    """The last actions of a turn before Charity; `OPENED` 1 once everybody else could act."""

    OPENED = 1


class End(IntEnum):
    """The turn ends; `OPENED` 1 once everybody could rearrange."""

    OPENED = 1


class Excess(IntEnum):
    """`LEFT` cards must go to receivers of a rank; `GIVEN` has a bit for each who got one."""

    LEFT = 1
    RANK = 2
    GIVEN = 3


class Fate(IntEnum):
    """How far a death has come: whoever dies is asked after the cards before them have had their turn."""

    COMING = 0
    OFFERED = 1  # its victim may answer it with a card of their hand
    CERTAIN = 2
    AVERTED = 3


class Die(IntEnum):
    """A player dies by a card; `FATE` is a Fate."""

    SEAT = 1
    CAUSE = 2
    FATE = 3


class Corpse(IntEnum):
    """A body is looted; `BEGUN` 1 once its cards lie open."""

    SEAT = 1
    BEGUN = 2


class LootBody(IntEnum):
    """One of those alive takes a card of a body."""

    LOOTER = 1
    CORPSE = 2


class Big(IntEnum):
    """Too many Big Items; `SOLD` 1 once a sale was offered for them."""

    SEAT = 1
    SOLD = 2


class Hands(IntEnum):
    """Too much equipped."""

    SEAT = 1


class BigGive(IntEnum):
    """Which of the tied receivers gets a Big Item."""

    SEAT = 1
    CARD = 2


push_initial = pusher(Step.INITIAL, Initial, seat=Seat)
push_turn = pusher(Step.TURN)  # the next player's turn begins
push_redraw = pusher(Step.REDRAW, Redraw, seat=Seat)
push_listen = pusher(Step.LISTEN, Listen, seat=Seat)
push_arrange = pusher(Step.ARRANGE)  # the active player's question before the door
push_door = pusher(Step.DOOR, Door, state=int)
push_door_card = pusher(Step.DOOR_CARD, DoorCard, card=Card)
push_room = pusher(Step.ROOM, Room)
push_loot_room = pusher(Step.LOOT_ROOM, LootRoom, anyway=int)
push_evening = pusher(Step.EVENING, Evening)
push_charity = pusher(Step.CHARITY)  # more cards than the hand limit
push_end = pusher(Step.END, End)
push_excess = pusher(Step.EXCESS, Excess, left=int, rank=int)
push_die = pusher(Step.DIE, Die, seat=Seat, cause=Card, fate=int)
push_corpse = pusher(Step.CORPSE, Corpse, seat=Seat)
push_loot_body = pusher(Step.LOOT_BODY, LootBody, looter=Seat, corpse=Seat)
push_big = pusher(Step.BIG, Big, seat=Seat)
push_hands = pusher(Step.HANDS, Hands, seat=Seat)
push_big_give = pusher(Step.BIG_GIVE, BigGive, seat=Seat, card=Card)
