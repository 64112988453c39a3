"""A person at the terminal in one seat of a table, personas or outside agents in the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from engine.board.munchkin_side import helpers_of
from engine.records.events import Ev
from engine.records.questions import Question
from engine.records.state import Zone
from engine.records.switches import Rule
from engine.table import Event
from lab.games.terminal_menu import TableWords
from lab.games.terminal_table import Screen
from lab.story.game_story import Story
from lab.story.story_words import Cast

if TYPE_CHECKING:
    from rich.console import Console

    from decks.load_decks import Compiled
    from engine.table import Agent, Table
    from lab.games.terminal_menu import Entry

HELP = """\
  a number   takes that option; a line with ... opens a list of its own
  Enter      goes on: number 1, where it stands beside "Go on"
  w          does nothing until your next turn, or until somebody wants something of you
  t          shows the whole table again
  b          goes back from a list
  q          leaves the game"""
PROMPT = "> "
WAITING = (Question.REACT, Question.WINDOW, Question.GOTH, Question.ROLLED)
"""Questions that somebody who waits lets pass, unless it is their own combat."""
MOVES_UNSEEN = (Ev.DRAW, Ev.TAKE, Ev.GIVE, Ev.CHARITY, Ev.STEAL)
"""Moves of which only the two who take part see the card, where it goes from a hand or a deck to a hand."""
SPOKEN = (Ev.PROPOSE, Ev.DECLINE, Ev.ASK)
"""What is said of a hand card is for the one it is said to."""


class Left(Exception):
    """The person has left the table."""


class Person:
    """Asks somebody at the terminal; `read` shows a prompt and returns a line, or raises EOFError."""

    def __init__(self, table: Table, cards: Compiled, seat: int, console: Console, read: Callable[[str], str]) -> None:
        self.table, self.cards, self.seat, self.read = table, cards, seat, read
        self.words = TableWords(table, cards)
        self.screen = Screen(console, table, self.words, seat)
        self.told = 0  # events told so far
        self.turn = -1  # own turn in which the whole table was shown
        self.waits = False
        levels = [int(x) for x in table.g.level[: int(table.g.seats)]]
        bosses = int(table.book.rules[Rule["BOSS_REQUIRED"]]) > 0
        seats, labels = table.names.seats, cards.labels
        self.story = Story(Cast(seats, cards.names, cards.card, levels, labels, bosses, cards.effect))
        self.sight = Sight(seat)
        self.lines = 1  # of the turn told last

    def catch_up(self) -> None:
        """Tell what has happened since the last question."""
        events = self.table.events(self.told)
        self.told += len(events)
        now = len(self.story.turns) - 1
        turns = self.story.tell(self.sight.of(events))[now:]
        self.screen.story([["", *turns[0][self.lines :]], *turns[1:]])
        self.lines = len(turns[-1])

    def choose(self) -> int:
        """Row of the option the person takes."""
        g = self.table.g
        mine = int(g.active) == self.seat
        if self.waits and not mine and int(g.question) in WAITING and self.seat not in (int(g.fighter), *helpers_of(g)):
            passing = self._go_on(self.words.menu())
            if passing is not None:
                return passing.row
        self.waits = False
        self.screen.gap()
        self.catch_up()
        if self.turn < 0 or (mine and self.turn != int(g.turn)):
            self.turn = int(g.turn)
            self.screen.forget()
            self.screen.players()
        self.screen.fight()
        self.screen.hand()
        self.screen.say(self.words.question(), "bold")
        return self._pick(self.words.menu())

    def _go_on(self, menu: list[tuple[str, list[Entry]]]) -> Entry | None:
        return menu[0][1][0] if menu[0][0] == "Go on" and menu[0][1][0].row >= 0 else None

    def _pick(self, top: list[tuple[str, list[Entry]]]) -> int:
        menus = [top]
        entries = self.screen.menu(top)
        while True:
            said = self.read(PROMPT).strip().lower()
            first = self._go_on(menus[-1])
            if said == "" and first is not None:
                return first.row
            if said == "w" and first is not None:
                self.waits = True
                return first.row
            if said in ("q", "quit", "exit"):
                raise Left
            if said in COMMANDS:
                COMMANDS[said](self)
            elif said == "b" and len(menus) > 1:
                menus.pop()
                entries = self.screen.menu(menus[-1])
            elif said.isascii() and said.isdigit() and 1 <= int(said) <= len(entries):
                entry = entries[int(said) - 1]
                if entry.row >= 0:
                    return entry.row
                menus.append([(entry.label, list(entry.under.values()))])
                entries = self.screen.menu(menus[-1])
            else:
                self.screen.say(f"Please type a number from 1 to {len(entries)}, or ? for help.", "yellow")

    def show_table(self) -> None:
        """The whole table once more."""
        self.screen.forget()
        self.screen.players()
        self.screen.fight()
        self.screen.hand()

    def show_help(self) -> None:
        """What can be typed."""
        self.screen.say(HELP, "dim")


COMMANDS: dict[str, Callable[[Person], None]] = {
    "t": Person.show_table, "?": Person.show_help, "h": Person.show_help, "help": Person.show_help,
}  # fmt: skip


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


def play_at(table: Table, person: Person, agents: Mapping[int, Agent]) -> None:
    """Play to the end, or until the person leaves (`Left`)."""
    while not table.over:
        seat = table.decider
        if seat == person.seat:
            table.answer(person.choose())
        elif seat in agents:
            table.step(agents[seat].choose(table.view(seat), table.options()))
        else:
            table.answer(table.choice())
    person.catch_up()
    person.screen.players()


def ending(table: Table, seat: int, names: Any) -> str:
    """How the game ended for the person."""
    winners = table.winners
    if not winners:
        return "Nobody has won: the game took too long."
    if seat in winners:
        others = [names[s] for s in winners if s != seat]
        return "You have won" + (f", together with {' and '.join(others)}." if others else "!")
    return f"{' and '.join(names[s] for s in winners)} {'has' if len(winners) == 1 else 'have'} won this time."
