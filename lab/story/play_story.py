"""Tells what cards do: those that are played, powers with their price, Curses, and cards that act by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from decks.value_kinds import kebab
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Zone
from engine.table import Event
from lab.story.combat_story import NOTHING, Combat
from lab.story.story_page import Page
from lab.story.story_words import BY_ITSELF, ON_ITEMS, ON_PLAYERS, USES

STRIKES = ", which strikes"
"""After a door behind which a Curse was, as long as nothing has come between."""

BESIDE_A_PRICE = (Ev.AIM, Ev.IDENTITY, Ev.UNEQUIP, Ev.DISCARD)
"""Events that may come between a power, its price and its effect: what was paid has left the table."""


WHILE_STEALING = (Ev.LEVEL, Ev.DIE, Ev.PLAY, Ev.CHOICE, *BESIDE_A_PRICE)
"""Events after a theft's die that do not tell yet whether it has succeeded."""


def _answers_a_roll(event: Event) -> bool:
    """Whether somebody uses a power that changes the die which has just been thrown."""
    return bool(event.kind == Ev.ABILITY and event.other == Op["PAY_AT_ROLL"])


class Laid(NamedTuple):
    """A card that was put in play: by whom, on or with which other, and the line that tells it."""

    actor: int
    card: int
    other: int
    line: str


class Plays:
    """Cards and powers that are being told."""

    def __init__(self, page: Page, combat: Combat) -> None:
        self.page, self.combat = page, combat
        self.laid: Laid | None = None  # what was put in play last
        self._aimed: Event | None = None  # the aim of the card that is about to be played
        self._power: Event | None = None  # a power that is used, until its price is paid
        self._paid: dict[int, str] = {}  # cards of its price, as they are called
        self._with: int = -1  # a Cheat! that was laid down together with its Item
        self.cancelled: set[int] = set()
        self._vain: tuple[int, str] | None = None  # a card and the line that tells what it does, until it has an effect
        self.fled = False  # whether it acts on whoever ran from it, who may be caught as well
        self._drawn = -1  # a card that acts as it is drawn, until it is put away
        self._revealed = -1  # a Curse that was turned up, until it strikes
        self._spent = False  # whether a card that was spent in a combat is about to act
        self.bears, self.borne = (-1, -1), -1  # who lets which card carry an Item, and the Item
        self._theft = -1  # place of the line of a theft, until it succeeds or the next thing happens
        self._thrown, self._die_set = False, False  # whether its die has been thrown, and set to another number
        self.handlers: dict[int, Callable[[Event], None]] = {
            Ev.PLAY: self._play, Ev.AIM: self._aim, Ev.ABILITY: self._ability, Ev.PAY: self._pay,
            Ev.CURSE: self._curse, Ev.CANCEL: self._cancel, Ev.ACTS: self._acts,
        }  # fmt: skip

    # cards

    def _aim(self, event: Event) -> None:
        self._aimed = event

    def _play(self, event: Event) -> None:
        page, kind = self.page, self.page.kind(event.card)
        who, name = page.seat(event.actor), page.card(event.card)
        aim, self._aimed = self._aimed, None
        if event.after == Zone.FIGHT and kind == Kind.MONSTER:
            self.combat.sent = (event.card, event.actor)  # told when it joins
            return
        if event.card == self._with:
            self._with = -1
            return
        if kind == Kind.ITEM_ENHANCER and event.before == Zone.OPEN and page.acts(event.card):
            item = page.owned(event.other, event.actor)
            if page.last.endswith(f" on {item}"):  # whoever played it has named the Item
                page.add(", where it stays", f"{name} stays on {item}")
            else:
                page.outcome(f"stays on {item}", f"{name} stays on {item}")
        elif kind == Kind.GUEST_STAR and event.before == Zone.TABLE:
            page.act(event.actor, event.card, f"{who} sacrifices {name}")
        elif kind == Kind.SPECIAL and event.after == Zone.TABLE and event.before != Zone.HAND:
            page.outcome(f"it stays before {who}", f"{name} stays before {who}")
        elif kind == Kind.CURSE and event.after == Zone.TABLE:
            burden = page.programs.burden(event.card, event.target in self.combat.strengths.fighters)
            stays = f"stays with {page.seat(event.target)}{burden and f' ({burden})'}"
            page.outcome(f"the Curse {stays}", f"{name} {stays}")
        elif kind in (Kind.ITEM, Kind.ONE_SHOT) and event.after == Zone.TABLE and event.other < 0:
            page.say(f"{who} puts {name} in play")
        elif event.after == Zone.TABLE:
            stays = ", where it stays" if kind == Kind.ENHANCER else ""
            page.say(f"{who} plays {name}{self._on(event, kind, aim)}{stays}")
            if kind == Kind.ITEM and event.other >= 0:
                self._with = event.other
        else:
            page.act(event.actor, event.card, f"{who} plays {name}{self._on(event, kind, aim)}")
            hits = aim is not None and aim.target >= 0 and page.kind(event.other) != Kind.CURSE
            self._vain = (event.card, page.last) if hits and kind == Kind.SPECIAL else None
            self._tell_program(event.card)
        self.laid = Laid(event.actor, event.card, event.other, page.last) if event.after == Zone.TABLE else None

    def _tell_program(self, card: int) -> None:
        """Say of a card that is played what it does to a combat, where no event will say it."""
        page, combat = self.page, self.combat
        if page.programs.has(card, "DOUBLE_STRENGTH", Trigger.PLAYED) and not combat.helped:
            more = "counts the fighter's strength once more" if combat.doubled else "doubles the munchkins' strength"
            combat.doubled = True
            page.outcome(more)
        if page.programs.has(card, "DEAL_EVENLY", Trigger.PLAYED):
            page.outcome(f"the Treasures will be dealt out evenly, an odd one to {page.seat(page.acting[0])}")
        for row in page.programs.rows(card, Trigger.PLAYED):
            if row["op"] == Op["TREASURES_TO_WINNER"]:
                number = int(row["amount"])
                page.outcome(f"{number} Treasure{'' if number == 1 else 's'} for the munchkins")
        for word in page.programs.switches(card):
            page.outcome(word)

    def _on(self, event: Event, kind: int, aim: Event | None) -> str:
        """At whom or what a card is aimed, if that has to be said."""
        page, other = self.page, event.other
        if aim is not None and aim.card == event.card:
            if aim.target >= 0:
                own = kind in (Kind.GO_UP_A_LEVEL, Kind.ONE_SHOT) and aim.target == event.actor
                return "" if own else f" on {page.seat(aim.target)}"
            at = aim.other
            if page.zone.get(at) == Zone.DISCARD:
                return ""  # what becomes of it says enough
            return f" on {self.combat.name(at, aim.before) if aim.before >= 0 else page.owned(at, event.actor)}"
        if other < 0:
            return self._doubled(event) if kind == Kind.DOUBLER and event.after == Zone.TABLE else ""
        if kind in ON_PLAYERS:
            return f" on {page.seat(other)}" if other != event.actor or kind == Kind.CURSE else ""
        if kind in ON_ITEMS and event.after == Zone.TABLE:
            return f" on {page.card(other)}"
        together = kind in (Kind.ITEM, Kind.DOUBLER) and event.after == Zone.TABLE
        return f" with {page.card(other)}" if together else ""

    def _doubled(self, event: Event) -> str:
        """What a doubler that was played alone stands beside, if it is one card."""
        page, rows = self.page, self.page.cast.rows
        axis = int(rows[event.card]["axis"])
        own = [c for c, owner in page.owner.items() if owner == event.actor and page.is_identity(c)]
        beside = [page.card(c) for c in own if int(rows[c]["axis"]) == axis]
        return f" with {beside[0]}" if len(beside) == 1 else ""

    # powers

    def _ability(self, event: Event) -> None:
        if event.other == Op["TAKE_OVER"]:
            self.page.effect(event.target, "takes the fight over")
        else:
            self._power, self._paid = event, {}

    def _pay(self, event: Event) -> None:
        if self._power is not None and self._power.actor == event.actor:
            self._paid[event.card] = self.page.named(event.card)
        else:
            own = self.page.acts(event.card)
            self.page.effect(event.actor, "discards it" if own else f"pays {self.page.card(event.card)}")

    def note(self, event: Event) -> None:
        """Tell the power that is used, once all of its price is known, and a theft that has brought nothing."""
        if event.kind not in (Ev.PAY, *BESIDE_A_PRICE):
            self.begin_power()
        if event.kind in (Ev.DRAW, Ev.REVEAL) and self._spent:
            self.page.close()  # the Treasures of the kill: no effect of a card that was spent in the combat
        self._spent = self._spent and event.kind == Ev.ACTS
        if event.kind == Ev.STEAL:
            self._theft = -1
        elif self._theft >= 0 and self._thrown:
            if self._die_set:
                self._theft = self.page.place  # the line that tells the die as it is now
            if event.kind not in WHILE_STEALING and not _answers_a_roll(event):
                self.page.amend(self._theft, ", in vain")
                self._theft = -1
        self._die_set = event.kind == Ev.DIE and event.after == 1
        self._thrown = self._theft >= 0 and (self._thrown or event.kind == Ev.DIE)

    def begin_power(self) -> None:
        """Say which power is used and what it has cost; its effects follow in the same line."""
        power, self._power = self._power, None
        if power is None:
            return
        page, name, cost = self.page, self.page.cast.abilities.get(power.before, ""), ""
        which = f" ({name.replace('-', ' ')})" if name and name != kebab(page.card(power.card)) else ""
        price = ", ".join(name for c, name in self._paid.items() if c != power.card)
        source = f"{self._paid.get(power.card, page.card(power.card))}{which}"
        if power.other in USES:
            uses = USES[power.other].format(card=page.card(power.card), item=page.card(power.after), price=price)
        elif power.card in self._paid:
            uses = f"discards {source}" + (f" and {price}" if price else "")
        else:
            uses, cost = f"uses {source}", f", discarding {price}" if price else ""
        aim = f" on {page.seat(power.target)}" if power.target not in (-1, power.actor) else ""
        if power.other == Op["STEAL"]:
            aim = f" on {page.owned(power.after, power.actor)}"
        page.act(power.actor, power.card, f"{page.seat(power.actor)} {uses}{aim}{cost}")
        self.bears = page.acting if power.other == Op["BEAR"] else (-1, -1)
        self.borne = power.after
        self._theft = page.place if power.other == Op["STEAL"] else -1

    # Curses, and cards that act by themselves

    def _curse(self, event: Event) -> None:
        page, victim = self.page, self.page.seat(event.target)
        self._revealed = -1
        played = f"{page.seat(event.actor)} plays {page.card(event.card)} on {victim}"
        if page.at_door(event.target, event.card):
            page.carry_on(event.target, event.card, STRIKES)
        elif page.kind(event.card) == Kind.ITEM_ENHANCER and page.acts(event.card):
            return  # a Curse that is put on an Item: told as it is played
        elif not (page.is_open() and page.last == played):
            page.act(-1, event.card, f"{page.card(event.card)} strikes {victim}")
        self._vain = (event.card, page.last)

    def _cancel(self, event: Event) -> None:
        page, self._revealed = self.page, -1
        if event.other < 0:
            return  # a Curse that lies before somebody is lifted: told as it goes
        self.cancelled.add(event.card)
        announced = page.zone.get(event.card) == Zone.HAND
        whose = f", which {page.seat(event.target)} was about to play," if announced else ""
        page.outcome(f"{page.card(event.card)}{whose} is cancelled")

    def _acts(self, event: Event) -> None:
        if event.other == Trigger.DRAWN:
            self._drawn = event.card
        self.fled, self._spent = event.other == Trigger.FLED, event.other == Trigger.SPENT
        own = (
            event.other == Trigger.ESCAPED and self.page.kind(event.card) != Kind.MONSTER
        )  # a card of the one who fled
        words = "{card}" if own else BY_ITSELF.get(Trigger(event.other), "{card}")
        self.page.hold(event.actor, event.card, words.format(card=self.page.card(event.card)))

    def revealed(self, card: int) -> None:
        """A card was turned up: if it is a Curse, it should strike."""
        self._revealed = card if self.page.kind(card) == Kind.CURSE else -1

    def away(self, event: Event) -> None:
        """A card that lay open is discarded: say so of a Curse that could not strike, or that struck in vain."""
        page = self.page
        if event.card == self._revealed:
            who, shield = page.seat(event.actor), self._shield(event.actor)
            if page.at_door(event.actor, event.card):
                page.add(f", but {who} is protected by {shield}" if shield else f", which cannot touch {who}")
            else:
                page.say(f"{page.card(event.card)} cannot touch {who}{shield and f', protected by {shield}'}")
            self._revealed = -1
        elif self._vain and self._vain[0] == event.card and page.is_open() and page.last == self._vain[1]:
            page.put(page.last.removesuffix(STRIKES))
            page.add(NOTHING)
        if page.acts(event.card):
            page.close()

    def _shield(self, seat: int) -> str:
        """The card in play that protects a player from Curses behind doors, if only one may do so."""
        page = self.page
        own = [c for c, owner in page.owner.items() if owner == seat]
        found = [page.card(c) for c in own if page.programs.has(c, "DOOR_CURSE_IMMUNE", Trigger.IN_PLAY)]
        return found[0] if len(found) == 1 else ""

    def put_away(self, event: Event) -> None:
        """A card that acts as it is drawn is discarded: say so if nothing was told of it."""
        page = self.page
        if page.is_held(event.card) or event.card != self._drawn:
            page.say(f"{BY_ITSELF[Trigger.DRAWN].format(card=page.card(event.card))}{NOTHING}")
        self._drawn = -1
        page.close()
