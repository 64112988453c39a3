"""A table on the terminal: players, the combat, the hand, and a numbered menu; everything one seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from engine.board.munchkin_side import helpers_of
from engine.board.strength import player_strength
from engine.inputs.quote import joined
from engine.records.state import Zone
from engine.view import Fields, is_winning

if TYPE_CHECKING:
    from engine.table import Table
    from lab.games.terminal_menu import Entry, TableWords

WIDEST = 110
"""Columns that are used at most: lines stay readable on a wide terminal."""


class Screen:
    """Draws one table for one seat."""

    def __init__(self, console: Console, table: Table, words: TableWords, seat: int) -> None:
        self.console, self.table, self.words, self.seat = console, table, words, seat
        self.width = min(console.width, WIDEST)
        self._shown: dict[str, str] = {}  # what stands on the screen already

    def say(self, text: str, style: str = "") -> None:
        """One line."""
        self.console.print(Text(text, style), width=self.width)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def _is_new(self, part: str, text: str) -> bool:
        """Whether a part of the table reads otherwise than when it was last shown."""
        before, self._shown[part] = self._shown.get(part), text
        return before != text

    def forget(self) -> None:
        """Show everything again, changed or not."""
        self._shown.clear()

    def story(self, turns: Sequence[Sequence[str]]) -> None:
        """What has happened since the last question; the first turn goes on and has no heading."""
        for turn in turns:
            if turn[0]:
                self.console.print(Rule(Text(turn[0], "bold"), align="left", style="dim"), width=self.width)
            for line in turn[1:]:
                self.console.print(Padding(Text(line), (0, 0, 0, 2)), width=self.width)

    def players(self) -> None:
        """Everybody at the table with what lies before them."""
        g = Fields(self.table.games)
        grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, width=self.width)
        for name in ("", "player", "Level", "strength", "hand"):
            grid.add_column(name, justify="right" if name in ("Level", "strength", "hand") else "left", no_wrap=True)
        grid.add_column("in play (in brackets: carried)", ratio=1)
        for s in range(int(g.seats)):
            strength = "dead" if g.dead[s] else str(int(player_strength(*self.table.fast, s)))
            style = "bold cyan" if s == self.seat else ""
            grid.add_row(
                ">" if s == int(g.active) else "", self.name(s), str(int(g.level[s])), strength, str(int(g.hand_n[s])),
                self._laid(g, s), style=style,
            )  # fmt: skip
        self.console.print(grid)

    def name(self, seat: int) -> str:
        """What a player is called here."""
        return self.words.seat(seat) + (" (you)" if seat == self.seat else "")

    def _laid(self, g: Fields, seat: int) -> str:
        cards = g.table[seat, : int(g.table_n[seat])].tolist()
        worn = [escape(self.words.name(c)) for c in cards if g.equipped[c] or not self.words.is_item(c)]
        carried = [f"({escape(self.words.name(c))})" for c in cards if not g.equipped[c] and self.words.is_item(c)]
        return ", ".join(worn + carried) or "-"

    def fight(self) -> None:
        g = Fields(self.table.games)
        if not g.fighting:
            self._shown.pop("fight", None)
            return
        who = self.name(int(g.fighter)) + (f" with {joined(map(self.name, helpers_of(g)))}" if g.helper >= 0 else "")
        monsters = ", ".join(self.words.told(c) for c in g.foe["card"][: int(g.foe_n)].tolist()) or "nobody"
        side, foes = int(g.side), int(g.foes)
        winning = is_winning(self.table.g)
        text = Text.assemble(
            who, " against ", monsters, "\n", (f"{side} : {foes}", "bold"), "  ",
            ("the players are winning" if winning else "the monsters are winning", "green" if winning else "red"),
        )  # fmt: skip
        played = [self.words.name(c) for c in g.played[: int(g.played_n)].tolist()]
        if played:
            text.append(f"\nplayed: {', '.join(played)}", "dim")
        if self._is_new("fight", text.plain):
            self.console.print(Panel(text, title="combat", title_align="left", width=self.width, border_style="yellow"))

    def hand(self) -> None:
        """The own hand, and cards that lie open."""
        g = Fields(self.table.games)
        held = sorted(g.hand[self.seat, : int(g.hand_n[self.seat])].tolist())
        cards = ", ".join(self.words.told(c) for c in held) or "empty"
        if self._is_new("hand", cards):
            self.say(f"Your hand: {cards}", "cyan")
        open_cards = [c for c in g.open[: int(g.open_n)].tolist() if g.zone[c] == Zone.OPEN]
        shown = ", ".join(self.words.told(c) for c in open_cards)
        if self._is_new("open", shown) and shown:
            self.say(f"Face-up: {shown}")

    def menu(self, groups: Sequence[tuple[str, Sequence[Entry]]]) -> list[Entry]:
        """Print a numbered menu; the entries in the order of their numbers."""
        entries: list[Entry] = []
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(justify="left", style="dim", no_wrap=True)
        grid.add_column(justify="right", style="bold", no_wrap=True)
        grid.add_column()
        for heading, lines in groups:
            for i, entry in enumerate(lines):
                entries.append(entry)
                more = f" [dim]... {_leaves(entry)} ways[/dim]" if entry.under else ""
                grid.add_row("" if i else heading, str(len(entries)), escape(entry.label) + more)
        self.console.print(grid, width=self.width)
        return entries


def _leaves(entry: Entry) -> int:
    return sum(_leaves(e) for e in entry.under.values()) if entry.under else 1
