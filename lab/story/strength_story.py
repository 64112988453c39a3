"""Explains the strengths of a combat: what a monster has above its Level, and what does not count against it.

What a die has done to an Item is told as soon as nobody can change the die any more.
"""

from __future__ import annotations

from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Mark
from engine.table import Event
from lab.story.story_page import Page


class Strengths:
    """What has been told of the strengths of the combat that is being told."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.fighters: set[int] = set()
        self.helpers: set[int] = set()  # who has agreed to help and has not left
        self._traits = 0  # what those who fight were when the strengths were told last
        self._foes = 0  # strength of the monsters, as far as it has been told
        self._left = False  # whether one has left since, with what nobody knows was its share
        self._monsters: list[int] = []
        self._joined: list[tuple[int, int]] = []  # monsters that have joined since, and the places of their lines
        self._told: set[str] = set()  # what does not count

    def begin(self, fighter: int) -> None:
        """A combat begins."""
        self.fighters, self.helpers = {fighter}, set()
        self._foes, self._left = 0, False
        self._monsters, self._joined = [], []
        self._told.clear()

    def end(self) -> None:
        """The combat is over."""
        self.fighters = set()

    def note(self, event: Event) -> None:
        """Keep in mind who helps; whoever takes the combat over fights alone."""
        if event.kind == Ev.ACCEPT:
            self.helpers.add(event.other)
        elif event.kind == Ev.LEAVE:
            self.helpers.discard(event.target)
        elif event.kind == Ev.ABILITY and event.other == Op["TAKE_OVER"]:
            self.helpers.clear()

    def joins(self, card: int) -> None:
        """A monster joins, as the last line says."""
        self._monsters.append(card)
        self._joined.append((card, self.page.place))
        self._foes += self._level(card)

    def leaves(self, card: int) -> None:
        """A monster leaves; what was its share of the strength is not known."""
        self._left = True
        if card in self._monsters:
            self._monsters.remove(card)
        self._joined = [(c, place) for c, place in self._joined if c != card]

    def adds(self, bonus: int) -> None:
        """A bonus of the monsters is told."""
        self._foes += bonus

    def explain(self, event: Event) -> None:
        """Say where the strengths come from that are about to be told, as far as nothing else has said it."""
        before = self.fighters
        self.fighters = {event.actor, *(self.helpers if event.target >= 0 else ())}
        were, self._traits = self._traits, self.page.traits(self.fighters)
        extra = event.after - self._foes
        joined, self._joined, self._foes = self._joined, [], event.after
        if self._left:  # of one that has joined and is left alone all of it is known, else nothing
            extra = event.after - self._level(joined[0][0]) if joined and len(self._monsters) == 1 else 0
        self._left = False
        if joined:
            self._explain_monsters(joined, extra)
        elif self.fighters > before and self.page.last.endswith(" accepts"):
            self._explain_helper(self.fighters - before, extra)
        elif extra and were != self._traits:
            self._explain_change(were, extra)

    def _explain_monsters(self, joined: list[tuple[int, int]], extra: int) -> None:
        page, traits = self.page, self.page.traits(self.fighters)
        against = _adding_up([page.programs.against(card, traits) for card, _ in joined], extra)
        for i, (card, place) in enumerate(joined):
            level, words = self._level(card), page.programs.switches(card)
            note = "".join(f", {amount:+d} against {whom}" for amount, whom in against[i]) if against else ""
            if not against and self._monsters in ([card], [card] * 2):  # alone, or with a copy of itself
                note = f", here {level + extra}"
            by_company = not against and not note and len(joined) == 1
            rest = [f"{extra:+d} to the monsters"] if by_company else []
            page.rewrite(place, f"(Level {level})", f"(Level {level}{note})")
            words += [f"{amount:+d} to {whom}" for amount, whom in self._each(card, self.fighters)]
            words = [word for word in words if word not in self._told]
            self._told.update(words)
            page.amend(place, "".join(f"; {word}" for word in [*words, *rest]))

    def _explain_helper(self, helper: set[int], extra: int) -> None:
        """What the monsters have against somebody who has just come to help."""
        page, traits = self.page, self.page.traits(helper)
        held = [x for card in self._monsters for x in page.programs.against(card, traits)]
        told = [f"{amount:+d} to the monsters against {whom}" for amount, whom in held]
        if sum(amount for amount, _ in held) != extra:
            told = [f"{extra:+d} to the monsters"] if extra else []
        told += [f"{amount:+d} to {whom}" for card in self._monsters for amount, whom in self._each(card, helper)]
        if told:
            page.add(f": {', '.join(told)}")

    def _explain_change(self, were: int, extra: int) -> None:
        """What the monsters have gained or lost because somebody who fights is something else now."""
        page, now = self.page, self._traits
        new = [x for card in self._monsters for x in page.programs.against(card, now & ~were, besides=were & now)]
        old = [x for card in self._monsters for x in page.programs.against(card, were & ~now, besides=were & now)]
        if sum(amount for amount, _ in new) - sum(amount for amount, _ in old) == extra:
            told = [f"{amount:+d} to the monsters against {whom}" for amount, whom in new]
            told += [f"{-amount:+d} to the monsters, without {whom}" for amount, whom in old]
            page.add(f"{',' if ': ' in page.last else ':'} {', '.join(told)}")

    def _each(self, card: int, seats: set[int]) -> list[tuple[int, str]]:
        """What a monster gives or takes from those who fight; a doubler may protect its owner from it."""
        page = self.page
        doubled = {page.owner.get(c) for c in page.owner if page.kind(c) == Kind.DOUBLER}
        return page.programs.each(card, page.traits(seats - doubled))

    def _level(self, card: int) -> int:
        return int(self.page.cast.rows[card]["level"])


def _adding_up(against: list[list[tuple[int, str]]], extra: int) -> list[list[tuple[int, str]]]:
    """What monsters have against somebody, as far as it makes up the difference: a pose or a doubler may hide it."""
    weak = [[(amount, whom) for amount, whom in held if amount < 0] for held in against]
    none: list[list[tuple[int, str]]] = [[] for _ in against]
    found = [rows for rows in (against, weak, none) if sum(amount for held in rows for amount, _ in held) == extra]
    return found[0] if found else []


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
