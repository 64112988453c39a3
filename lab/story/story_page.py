"""What a told game is written on: lines grouped by turns, what everybody holds, and the act that is being told."""

from __future__ import annotations

from collections.abc import Iterable

from engine.records.card_kinds import FEMALE, HUMAN, MALE, Kind
from engine.records.state import Zone
from engine.table import Event
from lab.story.programs import Programs
from lab.story.story_words import Cast

STRENGTHS = "   ["
"""Before the strengths of both sides, at the end of a line."""


class Page:
    """The lines of a game; a line that has been read is not changed any more."""

    def __init__(self, cast: Cast) -> None:
        self.cast, self.programs = cast, Programs(cast)
        self.levels = list(cast.levels)
        self.owner: dict[int, int] = {}  # of the cards in play
        self.identity: dict[int, int] = {}  # seat -> mask of what a player is, as soon as it has changed
        self.sex: dict[int, int] = {}
        self.zone: dict[int, int] = {}  # of the cards that have moved
        self.hung: dict[int, list[int]] = {}  # Item -> what hung on it and has left the table just before it
        self.turns: list[list[str]] = [["Setup"]]
        self.read = 1  # lines of the last turn that have been read
        self._act: tuple[int, int] | None = None  # whose card, and which, does something in the last line
        self._held = ""  # the beginning of a line that is told with its first effect
        self._subject = -1  # who did or suffered what was told last
        self._once = False  # whether the act ends with its first effect
        self._effects = 0

    @property
    def last(self) -> str:
        """The last line; the heading of a turn of which nothing is told yet."""
        return self.turns[-1][-1]

    def begin(self, heading: str) -> None:
        self.close()
        self.turns.append([heading])
        self.read = 1

    def say(self, line: str) -> None:
        """Something happened that no act caused."""
        self.close()
        self.turns[-1].append(line)

    def is_open(self) -> bool:
        """Whether the last line may still be changed."""
        return len(self.turns[-1]) > self.read

    def put(self, line: str) -> None:
        """Write the last line anew."""
        self.turns[-1][-1] = line

    def add(self, more: str, alone: str = "") -> None:
        """Go on with the last line, before its strengths; if it has been read, say `alone` in a line of its own."""
        if self.is_open():
            line, mark, strengths = self.last.partition(STRENGTHS)
            self.put(f"{line}{more}{mark}{strengths}")
        else:
            self.turns[-1].append(alone or more.lstrip(",:; "))

    @property
    def place(self) -> int:
        """Where the last line stands in its turn."""
        return len(self.turns[-1]) - 1

    def amend(self, place: int, more: str) -> None:
        """Add to a line of this turn, before its strengths, if nobody has read it."""
        if place >= self.read:
            line, mark, strengths = self.turns[-1][place].partition(STRENGTHS)
            self.turns[-1][place] = f"{line}{more}{mark}{strengths}"

    def rewrite(self, place: int, old: str, new: str) -> None:
        """Put something else in a line of this turn, if nobody has read it."""
        if place >= self.read:
            self.turns[-1][place] = self.turns[-1][place].replace(old, new, 1)

    def mark_read(self) -> None:
        """What stands here has been read."""
        self.close()
        self.read = len(self.turns[-1])

    # acts: a card is played, a power used, a Curse strikes, and its effects follow in the same line

    def act(self, seat: int, card: int, line: str) -> None:
        """Say what somebody does with a card; effects of it will be told in the same line."""
        self.say(line)
        self._act, self._subject, self._effects, self._once = (seat, card), seat, 0, False

    def carry_on(self, seat: int, card: int, more: str) -> None:
        """Go on with the last line as an act: effects on its player need not name them again."""
        self.add(more)
        self._act, self._subject, self._effects, self._once = (-1, card), seat, 0, False

    def hold(self, seat: int, card: int, line: str) -> None:
        """A card does something by itself: said as soon as it has an effect, and else not at all."""
        self.close()
        self._act, self._effects, self._held, self._once = (seat, card), 0, line, True

    def close(self) -> None:
        """Whatever follows is no effect of the act any more."""
        self._act, self._held = None, ""

    def is_held(self, card: int) -> bool:
        """Whether a card does something by itself that has had no effect yet."""
        return bool(self._held) and self.acts(card)

    def acts(self, card: int = -1) -> bool:
        """Whether an act is being told (of this card, if one is named)."""
        return self._act is not None and card in (-1, self._act[1])

    @property
    def acting(self) -> tuple[int, int]:
        """Seat and card of the act that is being told; -1 where there is none."""
        return self._act or (-1, -1)

    def effect(self, seat: int, does: str, goes_on: bool = False) -> None:
        """Tell what somebody does or suffers: as an effect if an act is being told, else in a line of its own."""
        alone = f"{self.cast.seat(seat)} {does}"
        known = self._act is not None and self._subject == seat and not self._held
        self.outcome(does if known else alone, alone, goes_on)
        self._subject = seat

    def outcome(self, more: str, alone: str = "", goes_on: bool = False) -> None:
        """Tell an effect that has no player as its subject; `goes_on`: what follows belongs to it, as to a die."""
        act = self._act
        if act is None:
            self.say(alone or more)
        elif self._held:
            line, self._held = self._held, ""
            self.turns[-1].append(f"{line}: {alone or more}")
        elif self.is_open():
            self.add((", " if self._effects else ": ") + more)
        else:
            self.turns[-1].append(alone or more)
        self._subject = -1
        self._act, self._effects = None if self._once and not goes_on else act, self._effects + 1

    # words

    def seat(self, seat: int) -> str:
        """Name of a player."""
        return self.cast.seat(seat)

    def card(self, card: int) -> str:
        """Name of a card."""
        return self.cast.card(card)

    def named(self, card: int) -> str:
        """Name of a card that leaves its owner, with what hung on it."""
        hung = ", ".join(map(self.card, self.hung.pop(card, ())))
        return f"{self.card(card)} (with {hung})" if hung else self.card(card)

    def kind(self, card: int) -> int:
        """Kind of a card; 0 for one that is not seen."""
        return int(self.cast.rows[card]["kind"]) if card >= 0 else 0

    def door(self, seat: int, card: int) -> str:
        """The line of a door that somebody opens."""
        return f"{self.seat(seat)} opens the door: {self.card(card)}"

    def at_door(self, seat: int, card: int) -> bool:
        """Whether the last line, which may still be changed, tells this door and nothing more."""
        return self.is_open() and self.last == self.door(seat, card)

    def owned(self, card: int, seat: int) -> str:
        """A card in play, with its owner if that is somebody else than the one who is spoken of."""
        owner = self.owner.get(card, seat)
        return self.card(card) if owner == seat else f"{self.card(card)} of {self.seat(owner)}"

    def moved(self, event: Event) -> None:
        """Keep in mind where a card is now, and who has it in play."""
        self.zone[event.card] = event.after
        if event.after == Zone.TABLE:
            self.owner[event.card] = event.target
        else:
            self.owner.pop(event.card, None)

    def traits(self, seats: Iterable[int]) -> int:
        """Mask of what these players are: at the start of a story what their cards in play say."""
        mask = 0
        for seat in seats:
            traits, sex = self.identity.get(seat, self._traits_by_cards(seat)), self.sex.get(seat, 0)
            mask |= (traits & ~(MALE | FEMALE)) | sex if sex else traits
        return mask

    def _traits_by_cards(self, seat: int) -> int:
        cards = [self.cast.rows[c] for c, owner in self.owner.items() if owner == seat and self.is_identity(c)]
        mask = 0 if any(row["kind"] == Kind.RACE for row in cards) else HUMAN
        for row in cards:
            mask |= int(row["identity"])
        return mask

    def is_identity(self, card: int) -> bool:
        """Whether a card is a Class, a Race or the like."""
        return Kind.CLASS <= self.kind(card) <= Kind.BIRTHRIGHT
