"""What one seat may know of the table: its own hand and everything that lies open.

A view is made for every choice of an outside agent, so it is a copy of the game's record in which
whatever the seat may not see is wiped out; its fields are read from the copy when they are asked
for. Nothing hidden can be reached through it, and it stays as it was when the game goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from engine.board.munchkin_side import helpers_of
from engine.proposals import Proposal, open_proposal
from engine.records.book import CARDS
from engine.records.card_kinds import SIDE_PILES, Pile
from engine.records.questions import Question
from engine.records.state import GAME, Game, Phase, Zone
from engine.texts import Vocabulary

ABOUT_A_CARD = (
    Question.CURSE, Question.CANCEL, Question.DOOR_CARD, Question.NUMBER, Question.MONSTER, Question.SEAT,
    Question.DIE, Question.DRAW_UP,
)  # fmt: skip
"""Questions whose subject is a card that the asked seat sees."""
PROPOSALS = (Question.HELP, Question.TRADE)
SECRETS = ("key", "deck", "agenda", "dice", "dice_n", "dice_at", "deal_card", "log_n", "log_on")
"""Fields that nobody at the table sees; all of them are wiped out."""
MARKS = ("zone", "owner", "equipped", "fresh", "marked", "pledged")
"""Fields of single cards that lie side by side, a byte for each card; wiped out for hidden ones."""
OF_CARDS = ("host", "combat_bonus", "combat_mark")
"""Further fields of single cards, wiped out for hidden ones."""


@dataclass(frozen=True)
class SeatView:
    """A player as everybody sees them."""

    name: str
    level: int
    sex: int
    dead: bool
    identity: int  # bits as in `engine.records.book`: sex, human, Class, Race, Role, Drive, Birthright
    hand_count: int
    in_play: tuple[str, ...]
    equipped: tuple[str, ...]


@dataclass(frozen=True)
class FightView:
    """The combat on the table."""

    fighter: str
    helpers: tuple[str, ...]  # as they joined
    monsters: tuple[str, ...]
    strength: tuple[int, int]  # munchkin side, monster side
    winning: bool
    played: tuple[str, ...]

    @property
    def helper(self) -> str:
        """Whoever joined first; empty if nobody helps."""
        return self.helpers[0] if self.helpers else ""


def is_winning(g: Game) -> bool:
    """Whether the munchkin side would win the combat as it stands."""
    return int(g.side) > int(g.foes) or (int(g.side) == int(g.foes) and int(g.ties) == 1)


class Fields:
    """The fields of a single record, read through its array: the attributes of `np.record` take ten times as long."""

    def __init__(self, games: np.ndarray) -> None:
        self._games = games

    def __getattr__(self, name: str) -> Any:
        value = self._games[name][0]
        self.__dict__[name] = value  # numbers stay as they are now
        return value


def _span(field: str) -> slice:
    """The bytes of a field, or of `field.part`."""
    fields, start = GAME.fields, 0
    for name in field.split("."):
        kind, offset = dict(fields or {})[name][:2]
        fields, start = kind.fields, start + offset
    return slice(start, start + kind.itemsize)


SECRET_BYTES = [_span(field) for field in SECRETS]
MARK_BYTES = slice(_span(MARKS[0]).start, _span(MARKS[-1]).stop)


def copy_for(games: np.ndarray, rows: np.ndarray, seat: int) -> Fields:
    """A copy of a game (the first of an array) without what `seat` may not see; cards named in its options stay."""
    copy = bytearray(games[:1].tobytes())  # seen as bytes and as a record: `ndarray.view` would check every field
    raw, seen = np.frombuffer(copy, np.uint8), np.frombuffer(copy, GAME)
    marks = raw[MARK_BYTES].reshape(len(MARKS), CARDS)
    zone, owner = marks[0], marks[1]
    hidden = (zone == Zone.HAND) & (owner != seat)
    hidden |= zone == Zone.DECK
    asked = int(seen["asked"][0]) == seat
    if asked:
        named = rows["card"]
        hidden[named[named >= 0]] = False
    gone = hidden.nonzero()[0]
    marks[:, gone] = 0
    for field in OF_CARDS:
        seen[field][0, gone] = 0
    for secret in SECRET_BYTES:
        raw[secret] = 0
    if not asked:
        seen["asked"], seen["question"], seen["subject"], seen["options"] = -1, 0, -1, 0
    elif int(seen["question"][0]) in PROPOSALS:
        top = int(games["agenda_n"][0]) - 1
        seen["agenda"][0, top] = games["agenda"][0, top]
    _hide_hands(seen["hand"][0], seat, int(seen["hand_n"][0, seat]))
    return Fields(seen)


def _hide_hands(hands: np.ndarray, seat: int, held: int) -> None:
    """Leave only the hand of a seat, in no order that could tell when a card came."""
    mine = np.sort(hands[seat, :held])
    hands[:] = 0
    hands[seat, :held] = mine


class View:
    """Everything a seat may know; no field depends on a hidden card of anybody else."""

    FIELDS = (
        "seat", "place", "question", "about", "hand", "seats", "active", "turn", "round", "phase", "fight", "face_up",
        "piles", "discards", "top_discards", "bosses",
    )  # fmt: skip

    def __init__(self, seen: Fields, vocabulary: Vocabulary, seat: int) -> None:
        self.place = seat
        self._g = seen
        self._words = vocabulary

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and all(getattr(self, f) == getattr(other, f) for f in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"View({', '.join(f'{f}={getattr(self, f)!r}' for f in self.FIELDS)})"

    @property
    def seat(self) -> str:
        """Name of the seat that sees this; `place` is its number."""
        return self._words.seat[self.place]

    @cached_property
    def me(self) -> SeatView:
        """The seat's own row of `seats`."""
        return self._seat(self.place)

    @cached_property
    def question(self) -> str:
        """What is asked, a name of `records.questions.Question` in lower case; empty if somebody else is asked."""
        g = self._g
        return Question(int(g.question)).name.lower() if int(g.asked) == self.place else ""

    @cached_property
    def about(self) -> str:
        """The proposal to be answered, as `p0: ask p1 treasures=1 pick=helper`, or the id of the card in question."""
        if not self.question:
            return ""
        question, subject = int(self._g.question), int(self._g.subject)
        if (proposal := self.proposal) is not None:
            return self._help(proposal) if question == Question.HELP else self._trade(proposal)
        return self._words.card[subject] if question in ABOUT_A_CARD and subject >= 0 else ""

    @cached_property
    def proposal(self) -> Proposal | None:
        """The request, offer, trade or gift that is to be answered."""
        if not self.question or int(self._g.question) not in PROPOSALS:
            return None
        return open_proposal(self._g)

    def _help(self, proposal: Proposal) -> str:
        who, asked, card = proposal.proposer, proposal.asked, proposal.card
        seats = self._words.seat
        says = "offer" if who != int(self._g.fighter) else f"ask {seats[asked]}"
        item = (
            f" {'item' if self._g.zone[card] == Zone.TABLE else 'hand'}={self._words.card[card]}" if card >= 0 else ""
        )
        return f"{seats[who]}: {says} treasures={proposal.treasures} pick={proposal.pick.name.lower()}{item}"

    def _trade(self, proposal: Proposal) -> str:
        seats, card = self._words.seat, self._words.card
        who, partner = seats[proposal.proposer], seats[proposal.asked]
        if proposal.wanted < 0:
            return f"{who}: give {card[proposal.card]} to {partner}"
        return f"{who}: trade {card[proposal.card]} for {card[proposal.wanted]} with {partner}"

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """Ids of the cards in the seat's own hand."""
        n = int(self._g.hand_n[self.place])
        return self._words.cards(self._g.hand[self.place, :n].tolist())

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """Every player, by seat."""
        return tuple(self._seat(s) for s in range(int(self._g.seats)))

    def _seat(self, seat: int) -> SeatView:
        g = self._g
        table = g.table[seat, : int(g.table_n[seat])].tolist()
        equipped = g.equipped[table].tolist() if table else ()
        return SeatView(
            name=self._words.seat[seat],
            level=int(g.level[seat]),
            sex=int(g.sex[seat]),
            dead=bool(g.dead[seat]),
            identity=int(g.identity[seat]),
            hand_count=int(g.hand_n[seat]),
            in_play=self._words.cards(table),
            equipped=self._words.cards(c for c, on in zip(table, equipped, strict=True) if on),
        )

    @property
    def active(self) -> str:
        """Name of the player whose turn it is."""
        return self._words.seat[int(self._g.active)] if self._g.active >= 0 else ""

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return int(self._g.turn)

    @property
    def round(self) -> int:
        """Number of the round."""
        return int(self._g.rounds)

    @property
    def phase(self) -> str:
        """Name of the phase."""
        return Phase(int(self._g.phase)).name.lower()

    @cached_property
    def fight(self) -> FightView | None:
        """The combat, if there is one."""
        g, words = self._g, self._words
        if not g.fighting:
            return None
        return FightView(
            fighter=words.seat[int(g.fighter)],
            helpers=tuple(words.seat[s] for s in helpers_of(g)),
            monsters=words.cards(g.foe["card"][: int(g.foe_n)].tolist()),
            strength=(int(g.side), int(g.foes)),
            winning=is_winning(g),
            played=words.cards(g.played[: int(g.played_n)].tolist()),
        )

    @cached_property
    def face_up(self) -> tuple[str, ...]:
        """Cards that lie open for all."""
        g = self._g
        return self._words.cards(c for c in g.open[: int(g.open_n)].tolist() if g.zone[c] == Zone.OPEN)

    @property
    def piles(self) -> tuple[int, int]:
        """Cards left in the Door and the Treasure deck."""
        return int(self._g.deck_n[Pile.DOOR]), int(self._g.deck_n[Pile.TREASURE])

    @property
    def discards(self) -> tuple[int, int, int]:
        """Cards in the Door, Treasure and Cultist discards."""
        door, treasure, cultist = self._g.discard_n.tolist()[: Pile.CULTIST + 1]
        return door, treasure, cultist

    @property
    def side_piles(self) -> dict[str, tuple[int, int]]:
        """Of the decks that house rules lay beside the two: cards left, and cards in their discards."""
        return {p.name.lower(): (int(self._g.deck_n[p]), int(self._g.discard_n[p])) for p in SIDE_PILES}

    @property
    def top_discards(self) -> tuple[str, str, str]:
        """Topmost cards of the discards, empty if there is none."""
        return self._top(Pile.DOOR), self._top(Pile.TREASURE), self._top(Pile.CULTIST)

    def _top(self, pile: int) -> str:
        n = int(self._g.discard_n[pile])
        return self._words.card[int(self._g.discard[pile, n - 1])] if n else ""

    @property
    def bosses(self) -> int:
        """Bosses defeated so far."""
        return int(self._g.bosses)
