"""One seat of a table that a person takes: what is dealt, what the seat sees of it, and what it is told.

Terminal and page share it: they only show, each in its way, and ask.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.board.munchkin_side import helpers_of
from engine.records.events import Ev
from engine.records.questions import Question
from engine.records.state import Zone
from engine.records.switches import Rule
from engine.table import Event
from lab.agents import USUAL
from lab.agents.person import check_person
from lab.agents.personas import expand, mixes
from lab.errors import BadInput
from lab.games.game_table import compiled_decks, table
from lab.games.terminal_menu import TableWords
from lab.runs.arm_spec import Settings
from lab.runs.arms import check_seats, typed, unusual_seats
from lab.story.game_story import Story
from lab.story.story_words import Cast
from variants.load_variants import load_variant

if TYPE_CHECKING:
    from decks.load_decks import Compiled
    from engine.table import Table
    from lab.games.terminal_menu import Entry

STAND_IN = "balanced"
"""Who would play the person's seat: asked for hints only."""
WAITING = (Question.REACT, Question.WINDOW, Question.GOTH, Question.ROLLED)
"""Questions that somebody who waits lets pass, unless it is their own combat."""
MOVES_UNSEEN = (Ev.DRAW, Ev.TAKE, Ev.GIVE, Ev.CHARITY, Ev.STEAL)
"""Moves of which only the two who take part see the card, where it goes from a hand or a deck to a hand."""
SPOKEN = (Ev.PROPOSE, Ev.DECLINE, Ev.ASK)
"""What is said of a hand card is for the one it is said to."""


@dataclass(frozen=True)
class Deal:
    """All that a person's game depends on but for their own answers; no decks: those of the variant."""

    decks: tuple[str, ...] = ()
    variant: str = "base"
    seats: int = 4
    seat: int = 0
    seed: int = 0
    others: tuple[str, ...] = (USUAL,)
    switches: Settings = ()
    cards: Settings = ()

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays, seat by seat; in the person's seat whoever is asked for hints.

        At the table of a mix it is the seat of one of those: who sits there is whom the games of a run are played by.
        """
        others = expand(self.others)
        check_person(others, "")
        names = [others[i % len(others)] for i in range(self.seats)]
        if STAND_IN in names and not mixes().keys().isdisjoint(self.others):
            names.remove(STAND_IN)
        return (*names[: self.seat], STAND_IN, *names[self.seat : self.seats - 1])

    @property
    def unusual(self) -> str:
        """What is unusual about the number of players, in a sentence; else empty."""
        return unusual_seats(load_variant(self.variant, self.typed), self.seats)

    def box(self) -> Compiled:
        """Its cards; whatever does not fit together is bad input."""
        check_seats(self.seats)
        if not 0 <= self.seat < self.seats:
            raise BadInput(f"seat is {self.seat}; allowed at a table of {self.seats}: 0 to {self.seats - 1}")
        rules = load_variant(self.variant, self.typed)
        return compiled_decks(self.decks or rules.deck, self.cards, rules.edits)

    def table(self, names: Sequence[str] = ()) -> Table:
        """Its table before the first decision; `names` are what players are called, seat by seat."""
        return table(
            self.decks, self.variant, self.seats, self.seed, agents=self.agents, switches=self.typed,
            changes=self.cards, names=names[: self.seats],
        )  # fmt: skip

    @property
    def typed(self) -> dict[str, object]:
        """The switches as values."""
        return {key: typed(value) for key, value in self.switches}

    def line(self) -> str:
        """The command that deals it at a terminal."""
        said = ["lab", "play", "--seed", str(self.seed), "--variant", self.variant]
        said += ["--deck", "+".join(self.decks)] if self.decks else []
        said += ["--seats", str(self.seats), "--seat", str(self.seat), "--agents", ",".join(self.others)]
        said += [word for key, value in self.switches for word in ("--set", f"{key}={value}")]
        return shlex.join(said + [word for key, value in self.cards for word in ("--change", f"{key}={value}")])


class Sitting:
    """A person in one seat of a table: the words for what can be done, and what has happened as that seat sees it."""

    def __init__(self, table: Table, cards: Compiled, seat: int) -> None:
        self.table, self.cards, self.seat = table, cards, seat
        self.words = TableWords(table, cards)
        levels = [int(x) for x in table.g.level[: int(table.g.seats)]]
        bosses = int(table.book.rules[Rule["BOSS_REQUIRED"]]) > 0
        self.cast = Cast(table.names.seats, cards.names, cards.card, levels, cards.labels, bosses, cards.effect)
        self.story, self.sight = Story(self.cast), Sight(seat)
        self.told = 0  # events told so far
        self.lines = 1  # of the turn told last
        self.waits = False  # lets pass what is not its business

    def news(self) -> list[list[str]]:
        """What has happened since the last news, turn by turn: a heading, empty where a turn goes on, and lines."""
        events = self.table.events(self.told)
        self.told += len(events)
        now = len(self.story.turns) - 1
        turns = self.story.tell(self.sight.of(events))[now:]
        found = [["", *turns[0][self.lines :]], *map(list, turns[1:])]
        self.lines = len(turns[-1])
        return found

    @property
    def is_mine(self) -> bool:
        """Whether it is the person's turn or combat: then they cannot wait."""
        g = self.table.g
        return self.seat in (int(g.active), int(g.fighter), *helpers_of(g))

    def passing(self) -> Entry | None:
        """What somebody who waits does now without being asked; nothing if they have to be, and wait no more."""
        if self.waits and not self.is_mine and int(self.table.g.question) in WAITING:
            found = go_on(self.words.menu())
            if found is not None:
                return found
        self.waits = False
        return None

    def ending(self) -> str:
        """How the game ended for the person."""
        winners, names = self.table.winners, self.table.names.seats
        if not winners:
            return "Nobody has won: the game took too long."
        if self.seat in winners:
            others = [names[s] for s in winners if s != self.seat]
            return "You have won" + (f", together with {' and '.join(others)}." if others else "!")
        return f"{' and '.join(names[s] for s in winners)} {'has' if len(winners) == 1 else 'have'} won this time."


def go_on(menu: list[tuple[str, list[Entry]]]) -> Entry | None:
    """What is done by going on, where that is possible."""
    return menu[0][1][0] if menu[0][0] == "Go on" and menu[0][1][0].row >= 0 else None


class Sight:
    """What one seat sees of the events of a game: the cards of others' business are left blank."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._where: dict[int, int] = {}  # zone of every card that has moved

    def of(self, events: Iterable[Event]) -> Iterable[Event]:
        """The events as the seat sees them; all events of a game must come by, in their order."""
        for event in events:
            blank = self.seat not in (event.actor, event.target) and self._is_private(event)
            if event.kind < Ev.LAST_MOVE:
                self._where[event.card] = event.after
            yield _blanked(event) if blank else event

    def _is_private(self, event: Event) -> bool:
        if event.kind in (Ev.LOOK, Ev.UNDER):
            return True
        if event.kind in SPOKEN:
            return self._where.get(event.card) == Zone.HAND
        moved = event.kind in MOVES_UNSEEN and event.after == Zone.HAND and event.before in (Zone.DECK, Zone.HAND)
        return moved and not (event.kind == Ev.DRAW and event.other == 1)


def _blanked(event: Event) -> Event:
    """An event whose cards are others' business; what is offered in return lies in a hand as well."""
    if event.kind in (Ev.PROPOSE, Ev.DECLINE):
        return event._replace(card=-1, other=-1)
    return event._replace(card=-1)
