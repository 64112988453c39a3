"""Tells a game from its events: one line for everything worth telling, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.agenda import PickOrder
from engine.cards import Kind
from engine.events import Cause, Ending, Ev, Result
from engine.state import Zone
from engine.table import Event

GROUPED = {
    Ev.DRAW: "{target} draws {cards}", Ev.TAKE: "{target} takes {cards}", Ev.SELL: "{actor} sells {cards}",
    Ev.LOSE: "{actor} loses {cards}", Ev.PAY: "{actor} discards {cards} for a power",
    Ev.REWARD: "{target} picks {cards}", Ev.CHARITY: "{actor} gives {target} {cards} in charity",
    Ev.LOOT: "{target} loots {cards} from {actor}", Ev.GIVE: "{actor} gives {target} {cards}",
    Ev.STEAL: "{target} takes {cards} from {actor}", Ev.RETURN: "back from the discards: {cards}",
    Ev.SHUFFLE: "{count} discards are shuffled into a new deck", Ev.DISCARD: "{actor} discards {cards}",
    Ev.REVEAL: "face-up: {cards}",
    Ev.EQUIP: "{who} equips {cards}", Ev.UNEQUIP: "{who} takes off {cards}",
}  # fmt: skip
"""Kinds of which several in a row, by the same player, make one line."""

SINGLE = {
    Ev.REMOVE: "{card} leaves the combat", Ev.ACCEPT: "{actor} accepts", Ev.REFUSE: "{actor} refuses",
    Ev.CAUGHT: "{card} catches {who}",
    Ev.ESCAPE: "{who} gets away from {card}", Ev.DEATH: "{who} dies", Ev.REBORN: "{who} is back with a new character",
    Ev.CURSE: "{card} strikes {target}", Ev.CANCEL: "{card} is cancelled", Ev.ABILITY: "{actor} uses a power of {card}",
    Ev.BOSS: "a Boss has fallen: {card}", Ev.LAST_SANE: "{who} is the last one who is no Cultist",
    Ev.DECLINE: "{actor} declines",
    Ev.SHOW: "{target} shows his hand", Ev.SKIP: "{who} skips the turn", Ev.DIE: "a die shows {before}",
}  # fmt: skip
CAUSES = {
    Cause.KILL: "for the kill", Cause.CARD: "by a card", Cause.SALE: "for the sale", Cause.HELP: "for helping",
    Cause.CULTIST: "as the last sane one", Cause.BAD_STUFF: "by Bad Stuff", Cause.CURSE: "by a Curse",
    Cause.ABILITY: "by a power",
}  # fmt: skip
RESULTS = {
    Result.KILLED: "won", Result.REMOVED: "over, nothing was killed", Result.FLED: "lost, but everybody got away",
    Result.CAUGHT: "lost", Result.DIED: "lost and died",
}  # fmt: skip
ON_PLAYERS = (Kind.CURSE, Kind.GO_UP_A_LEVEL)
UNTOLD = ((Ev.DISCARD, Zone.FIGHT), (Ev.DISCARD, Zone.PLAYED), (Ev.DISCARD, Zone.OPEN), (Ev.ENTER, Zone.OPEN))
"""Moves from a zone that say nothing new: what was played or fought goes where it must."""


@dataclass(frozen=True)
class Cast:
    """Who and what the numbers of a game mean."""

    seats: Sequence[str]
    cards: Sequence[str]  # names by design number
    rows: np.ndarray  # Book.card
    levels: Sequence[int]  # at the start

    def card(self, card: int) -> str:
        """Name of a card instance."""
        return self.cards[int(self.rows[card]["number"])] if 0 <= card < len(self.rows) else "a card"

    def seat(self, seat: int) -> str:
        """Name of a player; the table itself if nobody."""
        return self.seats[seat] if 0 <= seat < len(self.seats) else "the table"


class Story:
    """Lines of a game, grouped by turns: a heading, then what happened."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.levels = list(cast.levels)
        self.turns: list[list[str]] = [["Setup"]]
        self._group: list[Event] = []
        self._fighter = -1  # somebody whose combat has begun, until its first monster is told
        self._special: dict[int, Callable[[Event], None]] = {
            Ev.PLAY: self._play, Ev.LEVEL: self._level, Ev.TURN: self._turn, Ev.STRENGTH: self._strength,
            Ev.ASK: self._ask, Ev.OFFER: self._ask, Ev.ROLL: self._roll, Ev.FIGHT_END: self._end,
            Ev.OVER: self._over, Ev.SEX: self._sex, Ev.BONUS: self._bonus, Ev.FIGHT: self._fight,
            Ev.JOIN: self._join, Ev.PROPOSE: self._propose,
        }  # fmt: skip

    def tell(self, events: Iterable[Event]) -> list[list[str]]:
        """All turns of a game; the first line of a turn is its heading."""
        for event in events:
            self._hear(event)
        self._flush()
        return self.turns

    def _hear(self, event: Event) -> None:
        if (event.kind, event.before) in UNTOLD or self._repeats(event):
            return
        if event.kind in GROUPED:
            same = self._group and self._key(self._group[0]) == self._key(event)
            if not same:
                self._flush()
            self._group.append(event)
            return
        self._flush()
        if event.kind in self._special:
            self._special[event.kind](event)
        elif event.kind in SINGLE:
            self._say(SINGLE[Ev(event.kind)].format(**self._words(event)))

    def _repeats(self, event: Event) -> bool:
        """Whether the line before says it already: an Item equipped as it is played, the result of a roll."""
        last = self.turns[-1][-1]
        if event.kind == Ev.EQUIP and not self._group and last == self._played(event.actor, event.card):
            self.turns[-1][-1] += " and equips it"
            return True
        return event.kind in (Ev.CAUGHT, Ev.ESCAPE) and f" runs from {self.cast.card(event.card)}, " in last

    def _played(self, seat: int, card: int) -> str:
        return f"{self.cast.seat(seat)} plays {self.cast.card(card)}"

    @staticmethod
    def _key(event: Event) -> tuple[int, int, int]:
        return (event.kind, event.actor, event.target)

    def _flush(self) -> None:
        group, self._group = self._group, []
        if not group:
            return
        words = self._words(group[0])
        cards = [self.cast.card(e.card) for e in group]
        self._say(GROUPED[Ev(group[0].kind)].format(**words, cards=", ".join(cards), count=len(cards)))

    def _say(self, line: str) -> None:
        self.turns[-1].append(line)

    def _words(self, event: Event) -> dict[str, str]:
        seat = self.cast.seat
        who = event.target if event.target >= 0 else event.actor
        return {
            "actor": seat(event.actor), "target": seat(event.target), "card": self.cast.card(event.card),
            "who": seat(who), "before": str(event.before), "after": str(event.after),
        }  # fmt: skip

    def _play(self, event: Event) -> None:
        card = self.cast.rows[event.card]
        aim = ""
        if int(card["kind"]) in ON_PLAYERS and event.other >= 0:
            aim = f" on {self.cast.seat(event.other)}"
        elif event.other >= 0 and event.after == Zone.FIGHT and int(card["kind"]) != Kind.MONSTER:
            aim = f" on {self.cast.card(event.other)}"
        if event.after != Zone.FIGHT or int(card["kind"]) != Kind.MONSTER:  # a monster is told when it joins
            self._say(f"{self._played(event.actor, event.card)}{aim}")

    def _level(self, event: Event) -> None:
        self.levels[event.target] = event.after
        up = "goes up" if event.after > event.before else "drops"
        why = CAUSES.get(Cause(event.other), "") if event.other in list(Cause) else ""
        self._say(f"{self.cast.seat(event.target)} {up} to Level {event.after} {why}".rstrip())

    def _turn(self, event: Event) -> None:
        levels = ", ".join(f"{name} {level}" for name, level in zip(self.cast.seats, self.levels, strict=False))
        self.turns.append(
            [f"Turn {event.turn}, round {event.round}: {self.cast.seat(event.actor)}   (Levels: {levels})"]
        )

    def _strength(self, event: Event) -> None:
        told = f"   [{event.before} against {event.after}]"
        last = self.turns[-1]
        if len(last) > 1:
            last[-1] = last[-1].split("   [")[0] + told
        else:
            last.append(told.strip())

    def _ask(self, event: Event) -> None:
        says = "asks {target} for help" if event.kind == Ev.ASK else "offers {target} to help"
        price = f"{event.before} Treasure{'' if event.before == 1 else 's'}"
        more = f" and {self.cast.card(event.card)}" if event.card >= 0 else ""
        first = {PickOrder.HELPER: "the helper picks first", PickOrder.FIGHTER: "the fighter picks first"}
        order = f" ({first.get(PickOrder(event.after % 3), 'they pick in turns')})" if event.before else ""
        self._say(
            f"{self.cast.seat(event.actor)} {says.format(target=self.cast.seat(event.target))} for {price}{more}{order}"
        )

    def _roll(self, event: Event) -> None:
        total = f", with modifiers {event.after}" if event.after != event.before else ""
        result = "gets away" if event.other else "is caught"
        who, card = self.cast.seat(event.actor), self.cast.card(event.card)
        self._say(f"{who} runs from {card}, rolls {event.before}{total}: {result}")

    def _end(self, event: Event) -> None:
        self._say(f"the combat is {RESULTS.get(Result(event.other), 'over')}" if event.other else "the combat is over")

    def _sex(self, event: Event) -> None:
        if event.before:
            self._say(f"{self.cast.seat(event.target)} changes sex")

    def _bonus(self, event: Event) -> None:
        sides = [f"{n:+d} to the {side}" for n, side in ((event.before, "munchkins"), (event.after, "monsters")) if n]
        if sides and self.turns[-1][-1].startswith(self._played(event.actor, event.card)):
            self.turns[-1][-1] += f" ({' and '.join(sides)})"
        elif sides:
            self._say(f"{self.cast.card(event.card)} gives {' and '.join(sides)}")

    def _fight(self, event: Event) -> None:
        self._fighter = event.actor

    def _join(self, event: Event) -> None:
        monster = f"{self.cast.card(event.card)} (Level {int(self.cast.rows[event.card]['level'])})"
        joins = (
            f"{monster} joins the combat" if self._fighter < 0 else f"{self.cast.seat(self._fighter)} fights {monster}"
        )
        self._fighter = -1
        self._say(joins)

    def _propose(self, event: Event) -> None:
        price = f" for {self.cast.card(event.other)}" if event.other >= 0 else " as a gift"
        self._say(
            f"{self.cast.seat(event.actor)} offers {self.cast.seat(event.target)} {self.cast.card(event.card)}{price}"
        )

    def _over(self, event: Event) -> None:
        winners = [name for s, name in enumerate(self.cast.seats) if (event.before >> s) & 1]
        won = f"{' and '.join(winners)} won" if winners else "nobody won"
        self._say(f"The game is over ({Ending(event.other).name.lower().replace('_', ' ')}): {won}.")
