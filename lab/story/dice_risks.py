"""Tells what a die has done to an Item for a combat, as soon as nobody can change the die any more."""

from __future__ import annotations

from engine.records.card_kinds import Condition, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Mark
from engine.table import Event
from lab.story.story_page import Page

WHILE_THROWING = (Ev.DIE, Ev.PLAY, Ev.AIM, Ev.PAY, Ev.ABILITY, Ev.IDENTITY, Ev.UNEQUIP, Ev.DISCARD)
"""Events after a die that may set it to another number."""

MARKS = {
    int(Mark.SILENT): "counts for nothing in this combat", int(Mark.LOST): "will be lost after it",
    int(Mark.LOST_UNLESS_KILL): "will be lost after it unless a monster is killed",
}  # fmt: skip


class Risks:
    """The Item for which a die was thrown last."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._item, self._die, self._named = -1, 0, 0
        self._set = False  # whether the die was set to another number
        self._place = 0  # of the line that tells the die

    def note(self, event: Event) -> None:
        """Keep the die in mind, and say what it has done when the next thing happens."""
        if self._item >= 0 and event.kind not in WHILE_THROWING:
            self._tell()
        if event.kind == Ev.CHOICE:
            self._named = event.before

    def thrown(self, event: Event) -> None:
        """A die has just been told: for an Item, or one that was set to another number."""
        if event.after == 1 and self._item >= 0:
            self._die, self._place, self._set = event.before, self.page.place, True
        elif event.after == 0:
            item = self.risks(event.card) or self._marks(event.card, 6)
            self._set = False
            self._item, self._die, self._place = event.card if item else -1, event.before, self.page.place

    def risks(self, card: int) -> bool:
        """Whether a number that is named for an Item becomes its bonus, and a die may lose it."""
        return self.page.programs.has(card, "RISK_ITEM", Trigger.CHOSEN)

    def _tell(self) -> None:
        item, self._item = self._item, -1
        it = self.page.card(item) if self._set else "it"
        if self.risks(item):
            told = f"{it} will be lost after the combat" if self._die < self._named else f"{it} holds"
        else:
            marks = self._marks(item, self._die)
            told = " and ".join(words for mark, words in MARKS.items() if marks & mark)
            told = told and f"{it} {told}"
        if told:
            self.page.amend(self._place, f": {told}")

    def _marks(self, card: int, die: int) -> int:
        marks = 0
        for e in self.page.programs.rows(card, Trigger.ROLLED):
            if e["op"] == Op["MARK_ITEM"] and e["cond"] == Condition.DIE_AT_LEAST and die >= e["x"] and not e["cond2"]:
                marks |= int(e["amount"])
        return marks
