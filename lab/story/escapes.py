"""Tells whom a card saves from which monsters: all escapes that it brings are one."""

from __future__ import annotations

from engine.inputs.quote import joined
from lab.story.story_page import Page


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
