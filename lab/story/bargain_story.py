"""Tells what players say to each other: requests and offers of help, trades, swaps of cards, sales."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.records.questions import PickOrder
from engine.table import Event
from lab.story.combat_outcomes import Prize
from lab.story.story_page import Page

MORE, SWAP = 1, 2
"""Values of `before` in a PROPOSE: one more Item of either side, a swap of hand cards in a meeting."""


@dataclass
class Proposal:
    """A trade, a gift or a swap that waits for its answer."""

    seat: int
    partner: int
    is_swap: bool
    gives: list[int] = field(default_factory=list)
    wants: list[int] = field(default_factory=list)
    done: int = 0  # cards that have changed hands


class Bargains:
    """Requests and proposals that are being told."""

    def __init__(self, page: Page) -> None:
        self.page, self.prize = page, Prize(page)
        self.waiting: Proposal | None = None
        self._along: dict[int, list[int]] = {}  # Item -> its enhancers, which change hands just before it
        self.handlers: dict[int, Callable[[Event], None]] = {
            Ev.ASK: self._ask, Ev.OFFER: self._ask, Ev.PROPOSE: self._propose, Ev.DECLINE: self._decline,
            Ev.ACCEPT: self._accept,
        }  # fmt: skip

    def _accept(self, event: Event) -> None:
        obliges = self._obliging(event.target, event.actor) if event.other == event.actor else ""
        why = f"{obliges} leaves no choice: " if obliges else ""
        self.page.say(f"{why}{self.page.seat(event.actor)} accepts")

    def _obliging(self, fighter: int, helper: int) -> str:
        """The Item by which a fighter obliges whoever is of a higher Level to help."""
        page, rows = self.page, self.page.cast.rows
        if page.levels[helper] <= page.levels[fighter]:
            return ""
        for card, owner in page.owner.items():
            if owner == fighter and page.programs.has(card, "FORCED_HELP", Trigger.IN_PLAY):
                if not int(rows[card]["never"]) & page.traits({fighter}):
                    return page.card(card)
        return ""

    def _ask(self, event: Event) -> None:
        page = self.page
        if event.other == MORE:
            page.say(f"{page.seat(event.actor)} promises {page.card(event.card)} as well")
            return
        asks = event.kind == Ev.ASK
        says = "asks {} for help" if asks else "offers to help {}"
        more = page.card(event.card) if event.card >= 0 else ""
        price = " and ".join(filter(None, (self._share(event.before), more))) or "nothing"
        helper, fighter = (event.target, event.actor) if asks else (event.actor, event.target)
        first = {PickOrder.HELPER: f"{page.seat(helper)} picks", PickOrder.FIGHTER: f"{page.seat(fighter)} picks"}
        order = f"{first[PickOrder(event.after % 3)]} first" if event.after % 3 in first else "they pick in turns"
        shared = 0 < event.before != self.prize.total()
        price += f" ({order})" if shared else ""
        page.say(f"{page.seat(event.actor)} {says.format(page.seat(event.target))} for {price}")

    def _share(self, number: int) -> str:
        """So many of the Treasures of the combat."""
        total = self.prize.total()
        if number and number == total:
            return ("the Treasure", "both Treasures", f"all {total} Treasures")[min(total, 3) - 1]
        of = f" of the {total}" if number < total else ""
        return f"{number}{of} Treasure{'' if max(number, total if of else 0) == 1 else 's'}" if number else ""

    def _propose(self, event: Event) -> None:
        page, who = self.page, self.page.seat(event.actor)
        if event.before == MORE:
            if self.waiting and event.card >= 0:
                self.waiting.gives.append(event.card)
            elif self.waiting:
                self.waiting.wants.append(event.other)
            gives = event.card >= 0
            page.say(f"{who} adds {page.card(event.card)}" if gives else f"{who} wants {page.card(event.other)} too")
            return
        self.waiting = Proposal(event.actor, event.target, event.before == SWAP, [event.card])
        price = " as a gift"
        if event.before == SWAP:
            price = " for another card of the hand"
        elif event.other >= 0:
            self.waiting.wants.append(event.other)
            price = f" for {page.card(event.other)}"
        page.say(f"{who} offers {page.seat(event.target)} {page.card(event.card)}{price}")

    def _decline(self, event: Event) -> None:
        page, deal, self.waiting = self.page, self.waiting, None
        if deal is not None and deal.is_swap and event.actor == deal.seat:
            page.add(f", is offered {page.card(event.other)} for it and declines", f"{page.seat(event.actor)} declines")
        else:
            page.add(f", but {page.seat(event.actor)} declines", f"{page.seat(event.actor)} declines")

    def settles(self, event: Event) -> bool:
        """Whether a card that is given is part of the waiting proposal, which then needs no line of its own."""
        deal, page = self.waiting, self.page
        if deal is None or event.kind != Ev.GIVE or {event.actor, event.target} != {deal.seat, deal.partner}:
            return False
        if self.page.kind(event.card) == Kind.ITEM_ENHANCER and event.other >= 0:
            self._along.setdefault(event.other, []).append(event.card)
            return True
        if along := self._along.pop(event.card, None):
            item = page.card(event.card)
            page.rewrite(page.place, item, f"{item} (with {', '.join(map(page.card, along))})")
        deal.done += 1
        if deal.is_swap:
            if deal.done == 2:
                self.waiting = None
                page.add(f": they swap it for {page.card(event.card)}", f"they swap it for {page.card(event.card)}")
        elif deal.done == 1:
            agrees = "takes it" if not deal.wants else "agrees"
            page.add(f", and {page.seat(deal.partner)} {agrees}", f"{page.seat(deal.partner)} {agrees}")
        if hung := page.hung.pop(event.card, None):
            left = f"{', '.join(map(page.card, hung))} is discarded"
            page.add(f" ({left})", left)
        return True


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
