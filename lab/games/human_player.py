"""A person at the terminal in one seat of a table, personas or outside agents in the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from lab.games.one_seat import Sitting, go_on
from lab.games.terminal_table import Screen

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


class Left(Exception):
    """The person has left the table."""


class Person(Sitting):
    """Asks somebody at the terminal; `read` shows a prompt and returns a line, or raises EOFError."""

    def __init__(self, table: Table, cards: Compiled, seat: int, console: Console, read: Callable[[str], str]) -> None:
        super().__init__(table, cards, seat)
        self.read = read
        self.screen = Screen(console, table, self.words, seat)
        self.turn = -1  # own turn in which the whole table was shown

    def catch_up(self) -> None:
        """Tell what has happened since the last question."""
        self.screen.story(self.news())

    def choose(self) -> int:
        """Row of the option the person takes."""
        g = self.table.g
        passing = self.passing()
        if passing is not None:
            return passing.row
        mine = int(g.active) == self.seat
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

    def _pick(self, top: list[tuple[str, list[Entry]]]) -> int:
        menus = [top]
        entries = self.screen.menu(top)
        while True:
            said = self.read(PROMPT).strip().lower()
            first = go_on(menus[-1])
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
