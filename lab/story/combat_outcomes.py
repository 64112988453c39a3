"""Works out how many Treasures a combat brings, as far as events tell, and whom a card saves from which monsters."""

from __future__ import annotations

import numpy as np

from engine.inputs.quote import joined
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.table import Event
from lab.story.story_page import Page


class Prize:
    """The Treasures of the monsters of the combat that is being told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._worth: dict[int, int] = {}  # monster -> its Treasures
        self._least: dict[int, int] = {}  # monster -> fewest that its enhancers leave
        self._times: dict[int, int] = {}  # monster -> how often it is there: copies have the enhancers of their model
        self._known = True

    def total(self) -> int:
        """Treasures of the combat; 0 where something has come into it of which the events do not tell enough."""
        sure = self._known and all(n > 0 for n in self._each())
        return sum(self._each()) if sure else 0

    def _each(self) -> list[int]:
        return [max(n, self._least.get(card, 0)) * self._times[card] for card, n in self._worth.items()]

    def note(self, event: Event) -> None:
        """Keep in mind what changes the Treasures."""
        if event.kind == Ev.FIGHT:
            self._worth, self._least, self._times, self._known = {}, {}, {}, True
        elif event.kind == Ev.JOIN:
            self._times[event.card] = self._times.get(event.card, 0) + 1
            if self._times[event.card] == 1:
                self._worth[event.card] = self._printed(event.card)
        elif event.kind == Ev.BONUS and self.page.kind(event.card) == Kind.ENHANCER and event.other in self._worth:
            self._worth[event.other] += int(self.page.cast.rows[event.card]["treasures"])
            least = [int(e["amount"]) for e in self._rows(event.card)]
            self._least[event.other] = max([self._least.get(event.other, 0), *least])
        elif event.kind == Ev.REMOVE:
            self._known = False  # some that are got rid of pay all the same
        elif event.kind == Ev.PLAY:
            self._known = self._known and not self.page.programs.has(event.card, "TREASURES_TO_WINNER")

    def _printed(self, card: int) -> int:
        rows = self._rows(card)
        self._known = self._known and not any(e["cond"] for e in rows)
        return int(self.page.cast.rows[card]["treasures"]) + sum(int(e["amount"]) for e in rows)

    def _rows(self, card: int) -> list[np.void]:
        return [e for e in self.page.programs.rows(card, Trigger.IN_FIGHT) if e["op"] == Op["TREASURE"]]


class Escapes:
    """The escapes that the act that is being told has brought."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._line = ""  # the line as it is now
        self._before = ""  # the line without the escapes
        self._alone = ""  # what stands before them where one player gets away
        self._how = ""
        self._saved: dict[int, list[str]] = {}  # seat -> monsters

    def tell(self, seat: int, monster: str, how: str) -> None:
        """Tell an escape; one card's escapes from several monsters, or of several players, are told together."""
        page, told = self.page, f"gets away from {monster} {how}"
        if page.acts() and page.is_open() and page.last == self._line and how == self._how:
            self._saved.setdefault(seat, []).append(monster)
            page.put(self._together())
        else:
            page.effect(seat, told)
            self._how, self._saved = how, {seat: [monster]}
            self._alone = page.last.removesuffix(told)
            self._before = self._alone.removesuffix(f"{page.seat(seat)} ")
        self._line = page.last

    def _together(self) -> str:
        alike: dict[str, list[int]] = {}
        for seat, monsters in self._saved.items():
            alike.setdefault(_listed(monsters), []).append(seat)
        if len(self._saved) == 1:
            return f"{self._alone}gets away from {next(iter(alike))} {self._how}"
        before, names = self._before, {seat: self.page.seat(seat) for seat in self._saved}
        for name in names.values():
            before = before.replace(f" on {name}: ", ": ")
        told = [
            f"{joined(names[s] for s in seats)} get{'s' if len(seats) == 1 else ''} away from {what} {self._how}"
            for what, seats in alike.items()
        ]
        return before + ", ".join(told)


def _listed(monsters: list[str]) -> str:
    twins = [m for m in monsters if m.startswith("one ") and monsters.count(m) == 2]
    return joined(dict.fromkeys(m.replace("one ", "both ", 1) if m in twins else m for m in monsters))
