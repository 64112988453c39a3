"""What one seat may know of the table: its own hand and everything that lies open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cards import Book, Pile
from engine.state import Phase, Zone
from engine.texts import Names


@dataclass(frozen=True)
class SeatView:
    """A player as everybody sees him."""

    name: str
    level: int
    sex: int
    dead: bool
    identity: int  # bits as in `engine.cards`: sex, human, Class, Race, Role, Drive, Birthright
    hand_count: int
    in_play: tuple[str, ...]
    equipped: tuple[str, ...]


@dataclass(frozen=True)
class FightView:
    """The combat on the table."""

    fighter: str
    helper: str  # empty if nobody helps
    monsters: tuple[str, ...]
    strength: tuple[int, int]  # munchkin side, monster side
    winning: bool
    played: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """Everything a seat may know; no field depends on a hidden card of anybody else."""

    seat: str
    hand: tuple[str, ...]
    seats: tuple[SeatView, ...]
    active: str
    turn: int
    round: int
    phase: str
    fight: FightView | None
    face_up: tuple[str, ...]
    piles: tuple[int, int]  # cards left in the Door and the Treasure deck
    discards: tuple[int, int, int]  # cards in the Door, Treasure and Cultist discards
    top_discards: tuple[str, str, str]  # their topmost cards, empty if there is none
    bosses: int


def card_ids(book: Book, names: Names, cards: Any) -> tuple[str, ...]:
    """Ids of card instances, in their order."""
    return tuple(names.cards[int(book.card[int(c)]["number"])] for c in cards)


def is_winning(g: Any) -> bool:
    """Whether the munchkin side would win the combat as it stands."""
    return int(g.side) > int(g.foes) or (int(g.side) == int(g.foes) and int(g.ties) == 1)


def _seat(g: Any, book: Book, names: Names, seat: int) -> SeatView:
    table = [int(c) for c in g.table[seat][: int(g.table_n[seat])]]
    return SeatView(
        name=names.seats[seat],
        level=int(g.level[seat]),
        sex=int(g.sex[seat]),
        dead=bool(g.dead[seat]),
        identity=int(g.identity[seat]),
        hand_count=int(g.hand_n[seat]),
        in_play=card_ids(book, names, table),
        equipped=card_ids(book, names, [c for c in table if g.equipped[c]]),
    )


def _fight(g: Any, book: Book, names: Names) -> FightView | None:
    if not g.fighting:
        return None
    return FightView(
        fighter=names.seats[int(g.fighter)],
        helper=names.seats[int(g.helper)] if g.helper >= 0 else "",
        monsters=card_ids(book, names, g.mon[: int(g.mon_n)]),
        strength=(int(g.side), int(g.foes)),
        winning=is_winning(g),
        played=card_ids(book, names, g.played[: int(g.played_n)]),
    )


def _top(g: Any, book: Book, names: Names, pile: int) -> str:
    n = int(g.discard_n[pile])
    return card_ids(book, names, [g.discard[pile, n - 1]])[0] if n else ""


def view_of(g: Any, book: Book, names: Names, seat: int) -> View:
    """The table as `seat` sees it."""
    return View(
        seat=names.seats[seat],
        hand=card_ids(book, names, sorted(int(c) for c in g.hand[seat][: int(g.hand_n[seat])])),
        seats=tuple(_seat(g, book, names, s) for s in range(int(g.seats))),
        active=names.seats[int(g.active)] if g.active >= 0 else "",
        turn=int(g.turn),
        round=int(g.rounds),
        phase=Phase(int(g.phase)).name.lower(),
        fight=_fight(g, book, names),
        face_up=card_ids(book, names, [c for c in g.open[: int(g.open_n)] if g.zone[int(c)] == Zone.OPEN]),
        piles=(int(g.deck_n[0]), int(g.deck_n[1])),
        discards=(int(g.discard_n[0]), int(g.discard_n[1]), int(g.discard_n[2])),
        top_discards=(
            _top(g, book, names, Pile.DOOR),
            _top(g, book, names, Pile.TREASURE),
            _top(g, book, names, Pile.CULTIST),
        ),
        bosses=int(g.bosses),
    )
