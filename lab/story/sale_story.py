"""Works out for how many Gold Pieces somebody sells, and what counts twice in it."""

from __future__ import annotations

from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.table import Event
from lab.story.story_page import Page


class Sales:
    """The sale that is going on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._sold: list[int] = []
        self._hung: dict[int, int] = {}  # Item -> Gold Pieces of the enhancers that are sold with it
        self._doubled: set[int] = set()  # seats that have had an Item counted twice in this turn

    def note(self, event: Event) -> None:
        """Keep in mind what is sold."""
        if event.kind == Ev.TURN:
            self._doubled.clear()
        if event.kind == Ev.SELL:
            self._sold.append(event.card)
        elif event.kind == Ev.DISCARD and self.page.kind(event.card) == Kind.ITEM_ENHANCER and event.other >= 0:
            self._hung[event.other] = self._hung.get(event.other, 0) + self._gold(event.card)
        elif event.kind != Ev.DISCARD and event.kind != Ev.LEVEL:
            self._sold, self._hung = [], {}

    def tell(self, seat: int) -> str:
        """For how much the Items are sold."""
        page, sold, hung = self.page, self._sold, self._hung
        self._sold, self._hung = [], {}
        total = sum(self._gold(card) + hung.get(card, 0) for card in sold)
        own = [c for c, owner in page.owner.items() if owner == seat and self._doubles(c)]
        twice = ""
        if own and sold and seat not in self._doubled:
            dearest = max(sold, key=self._gold)
            total += self._gold(dearest)
            twice = f" ({page.card(own[0])} doubles {page.card(dearest)})"
            self._doubled.add(seat)
        return f" for {total:,} Gold Pieces{twice}" if total else ""

    def _gold(self, card: int) -> int:
        return int(self.page.cast.rows[card]["gold"]) if card >= 0 else 0

    def _doubles(self, card: int) -> bool:
        return self.page.programs.has(card, "SELL_DOUBLE", Trigger.IN_PLAY)
