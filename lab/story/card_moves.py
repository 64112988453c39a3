"""Tells the moves of cards: what is drawn, taken, given, lost; several in a row by the same player are one line."""

from __future__ import annotations

from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Drawn, Ev
from engine.records.opcodes import Op
from engine.records.state import Phase, Zone
from engine.table import Event
from lab.story.play_story import Plays
from lab.story.story_page import STRENGTHS, Page
from lab.story.story_words import DRAWS, GROUPED, IN_PHASE, ON_ITEMS, PILES, UNTOLD

EFFECTS, OF_BEARERS = (Ev.DRAW, Ev.LOSE, Ev.STEAL, Ev.RETURN, Ev.GIVE), (Ev.EQUIP, Ev.UNEQUIP)
"""Moves that may be effects of a card, and those that are effects only of a card that carries Items."""


class Moves:
    """The group of moves that is being collected."""

    def __init__(self, page: Page, plays: Plays) -> None:
        self.page, self.plays = page, plays
        self.dead: set[int] = set()
        self._group: list[Event] = []
        self._undoubled: dict[int, int] = {}  # seat -> the doubler that has left its table in this turn

    @property
    def is_collecting(self) -> bool:
        """Whether a group is being collected, which is told as soon as it is complete."""
        return bool(self._group)

    def count(self, event: Event, hands: list[int]) -> None:
        """Keep in mind where the cards are."""
        if event.before == Zone.HAND:
            hands[event.actor] -= 1
        if event.after == Zone.HAND:
            hands[event.target] += 1
        if event.before == Zone.TABLE and self.page.kind(event.card) == Kind.DOUBLER:
            self._undoubled[event.actor] = event.card
        if event.card >= 0:
            self.page.moved(event)

    def hears(self, event: Event) -> bool:
        """Whether an event is told here, or needs no word: a move, an Item put on or off."""
        if event.kind == Ev.TURN:
            self._undoubled.clear()
        if event.kind == Ev.REVEAL:
            self.plays.revealed(event.card)
        if self._goes_along(event):
            self.page.hung.setdefault(event.other, []).append(event.card)
            return True
        if event.kind == Ev.DISCARD and event.before == Zone.TABLE and event.other >= 0:
            if event.card in self.plays.cancelled:
                self.plays.cancelled.discard(event.card)
                return True
            self.page.hung.setdefault(event.other, []).append(event.card)
            return True
        if (
            self.page.hung
            and event.card not in self.page.hung
            and not any(e.card in self.page.hung for e in self._group)
        ):
            self._drop()
        if event.kind == Ev.DISCARD and event.before == Zone.OPEN and event.card >= 0:
            self.flush()
            self.plays.away(event)
        if (event.kind, event.before) in UNTOLD or self._says_nothing_new(event):
            return True
        if event.kind not in GROUPED:
            return False
        if self._puts_on_again(event):
            return True
        if self._group and self._key(self._group[0]) != self._key(event):
            self.flush()
        self._group.append(event)
        return True

    def _goes_along(self, event: Event) -> bool:
        """Whether a card goes with the Item it hangs on, which follows: to another player or under a Curse."""
        moves = event.kind in (Ev.STEAL, Ev.GIVE) and event.after == Zone.TABLE
        held = event.kind == Ev.LOSE and event.after == Zone.HELD
        return (moves or held) and event.other >= 0 and self.page.kind(event.card) in ON_ITEMS

    def _says_nothing_new(self, event: Event) -> bool:
        page = self.page
        if event.kind == Ev.EQUIP and self.plays.bears == page.acting != (-1, -1) and event.card == self.plays.borne:
            return True
        if event.kind == Ev.EQUIP and not self._group:
            return self._put_on(event)
        if event.kind == Ev.SETUP:
            return page.kind(event.card) != Kind.CHARACTER
        if event.kind == Ev.LOOK:
            return event.after == 0  # what becomes of it follows
        if event.kind == Ev.UNEQUIP:
            return event.target in self.dead
        if event.kind == Ev.DISCARD and event.card in self.plays.cancelled:
            self.plays.cancelled.discard(event.card)
            return True
        if event.kind == Ev.DISCARD and event.before == Zone.HAND and self._acts_when_drawn(event):
            self.flush()
            self.plays.put_away(event)
            return True
        if event.kind == Ev.TAKE:
            self.flush()
            if page.at_door(event.target, event.card):
                if not self._acts_when_drawn(event):
                    page.add(", and takes it")
                return True
        return False

    def _puts_on_again(self, event: Event) -> bool:
        """Whether an Item is put on that has just been taken off: then neither is told."""
        off = self._group
        if event.kind != Ev.EQUIP or not off or off[0].kind != Ev.UNEQUIP:
            return False
        self._group = [e for e in off if (e.card, e.target) != (event.card, event.target)]
        return len(self._group) < len(off)

    def _drop(self) -> None:
        """Tell what has left an Item that stays."""
        self.flush()
        hung, self.page.hung = self.page.hung, {}
        for item, cards in hung.items():
            stays = self.page.zone.get(item, Zone.TABLE) == Zone.TABLE
            names = ", ".join(self.page.card(c) for c in cards)
            on = f" on {self.page.card(item)} is discarded" if stays else f" goes with {self.page.card(item)}"
            self.page.say(f"{names}{on}")

    def _brings(self, event: Event) -> str:
        """How many more cards a Treasure that acts as it is turned up brings."""
        drawn = [e for e in self.page.programs.rows(event.card, Trigger.DRAWN) if e["op"] == Op["DRAW"]]
        return f" ({int(drawn[0]['amount'])} more)" if len(drawn) == 1 and int(drawn[0]["amount"]) > 0 else ""

    def _acts_when_drawn(self, event: Event) -> bool:
        drawn = event.card >= 0 and (int(self.page.cast.rows[event.card]["triggers"]) >> Trigger.DRAWN) & 1
        return bool(drawn) and event.phase != Phase.CHARITY

    def _put_on(self, event: Event) -> bool:
        """An Item equipped as it is played, or as a Cheat! is played on it."""
        page, laid = self.page, self.plays.laid
        line, mark, strengths = page.last.partition(STRENGTHS)
        if laid is None or laid.actor != event.actor or laid.line != line or not page.is_open():
            return False
        if laid.card == event.card:
            line = line.removesuffix(" in play").replace(" puts ", " plays ", 1)
        elif laid.other != event.card:
            return False
        page.put(f"{line} and equips it{mark}{strengths}")
        return True

    def _key(self, event: Event) -> tuple[str, int, int]:
        return (self._pattern(event), event.actor, event.target)

    def _pattern(self, event: Event) -> str:
        """How a group of such events is told."""
        kind, page = Ev(event.kind), self.page
        if (kind, event.phase) in IN_PHASE:
            return IN_PHASE[kind, Phase(event.phase)]
        if kind == Ev.DRAW and event.other in DRAWS:
            return DRAWS[Drawn(event.other)]
        if kind == Ev.RETURN and event.target < 0:
            return "{cards} from the discards will be drawn next"
        if Zone.HELD in (event.before, event.after):
            return "{target} has {cards} back" if event.before == Zone.HELD else "{cards} of {actor} is an Item no more"
        if kind == Ev.RETURN and event.after == Zone.TABLE:
            return f"{{target}} takes up {{cards}} from the {'deck' if event.before == Zone.DECK else 'discards'}"
        if page.kind(event.card) == Kind.CURSE and event.before == Zone.TABLE != event.after:
            return "{actor} is rid of {cards}" if kind == Ev.LOSE else "{cards} on {actor} is over"
        if kind == Ev.DISCARD and event.before == Zone.DECK:
            return f"{{cards}} from the {PILES[int(page.cast.rows[event.card]['pile'])]} deck goes to the discards"
        lost = (Kind.DOUBLER, *((Kind.GUEST_STAR, Kind.ENHANCER) if event.actor in self.dead else ()))
        if kind == Ev.DISCARD and event.before == Zone.TABLE and page.kind(event.card) in lost:
            return "{cards} of {actor} is discarded"  # of the dead nobody loots these
        if kind == Ev.DISCARD and event.actor in self.dead and event.before in (Zone.HAND, Zone.TABLE):
            return "the rest of {actor}'s cards is discarded: {cards}"
        if kind in (Ev.LOOK, Ev.UNDER) and event.card >= 0:
            return GROUPED[kind].replace("the pile", f"the {PILES[int(page.cast.rows[event.card]['pile'])]} deck")
        if kind == Ev.SHUFFLE:
            return f"{{count}} {PILES[int(page.cast.rows[event.card]['pile'])]} discards are shuffled into a new deck"
        return self._loss(event) if kind == Ev.LOSE else GROUPED[kind]

    def _loss(self, event: Event) -> str:
        """How the loss of cards is told: for want of a doubler, or to a card that is not being told of already."""
        page = self.page
        if event.before == Zone.TABLE and page.is_identity(event.card) and event.actor in self._undoubled:
            return f"{{actor}} must give up {{cards}}: one too many without {page.card(self._undoubled[event.actor])}"
        told = event.other in (-1, event.card) or page.acts()
        if event.before != Zone.HAND or event.after != Zone.DISCARD:
            return GROUPED[Ev.LOSE] if told else f"{GROUPED[Ev.LOSE]} to {page.card(event.other)}"
        hand = "{cards} from the hand"
        return f"{{actor}} discards {hand}" if told else f"{{actor}} loses {hand} to {page.card(event.other)}"

    def flush(self, everything: bool = False) -> None:
        """Tell the group that was collected; `everything`: also what has left an Item that may yet follow."""
        if everything and self.page.hung:
            self._drop()
        group, self._group = self._group, []
        if not group:
            return
        page, first = self.page, group[0]
        cards = [page.named(e.card) for e in group if e.card >= 0]
        if first.kind == Ev.REVEAL and first.phase == Phase.COMBAT:
            cards = [name + self._brings(e) for name, e in zip(cards, group, strict=True)]
        if unseen := len(group) - len(cards):  # somebody else's business: see `lab.games.one_seat`
            cards.append("a card" if unseen == 1 else f"{unseen} cards")
        who = first.target if first.target >= 0 else first.actor
        words = {"cards": ", ".join(cards), "count": str(len(group)), "who": page.seat(who)}
        line = self._pattern(first).format(**words, actor=page.seat(first.actor), target=page.seat(first.target))
        if first.kind == Ev.DISCARD and page.acts() and page.kind(first.card) == Kind.DOUBLER:
            page.effect(first.actor, f"loses {words['cards']} with it", True)
            return
        item = page.card(first.card)
        if first.kind == Ev.STEAL and page.acts() and f" on {item} of {page.seat(first.actor)}" in page.last:
            line = f"{page.seat(first.target)} takes it{cards[0].removeprefix(item)}" if len(cards) == 1 else line
        if first.kind == Ev.EQUIP and page.is_open() and page.last.startswith(f"{words['who']} takes off "):
            page.add(f" and equips {words['cards']}")
            return
        effects = (
            (*EFFECTS, *OF_BEARERS) if self.plays.bears == page.acting == (first.actor, page.acting[1]) else EFFECTS
        )
        if first.kind in effects and page.acts() and (first.kind, first.phase) not in IN_PHASE:
            seat = next((s for s in (first.actor, first.target) if line.startswith(f"{page.seat(s)} ")), -1)
            if seat >= 0:
                page.effect(seat, line.removeprefix(f"{page.seat(seat)} "))
            else:
                page.outcome(line)
        else:
            page.say(line)
