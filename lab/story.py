"""Tells a game from its events: one line for everything worth telling, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.agenda import PickOrder
from engine.cards import FEMALE, Kind, Trigger
from engine.events import Cause, Ending, Ev, Result
from engine.state import FightFlag, Phase, Zone
from engine.table import Event
from lab.story_words import (
    CAUSES,
    GAINED,
    GROUPED,
    IN_PHASE,
    ON_ITEMS,
    ON_PLAYERS,
    ONE_SHOWN,
    RESULTS,
    SINGLE,
    UNTOLD,
    Cast,
)


class Story:
    """Lines of a game, grouped by turns: a heading, then what happened."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.levels = list(cast.levels)
        self.hands = [0] * len(cast.seats)
        self.turns: list[list[str]] = [["Setup"]]
        self._group: list[Event] = []
        self._heard: Event | None = None  # the event before, told or not
        self._laid: tuple[int, int] | None = None  # seat and card of the last line, if it tells what was played
        self._curse = -1  # a Curse that was turned up, until it strikes
        self._caught: set[int] = set()  # seats that were caught in the combat
        self._dead: set[int] = set()
        self._fighter = -1  # somebody whose combat has begun, until its first monster is told
        self._looked = False  # whether he looked for it
        self._sent: tuple[int, int] | None = None  # a monster played into a combat and by whom, until it is told
        self._special: dict[int, Callable[[Event], None]] = {
            Ev.PLAY: self._play, Ev.LEVEL: self._level, Ev.TURN: self._turn, Ev.STRENGTH: self._strength,
            Ev.ASK: self._ask, Ev.OFFER: self._ask, Ev.ROLL: self._roll, Ev.FIGHT_END: self._end,
            Ev.OVER: self._over, Ev.SEX: self._sex, Ev.BONUS: self._bonus, Ev.FIGHT: self._fight,
            Ev.JOIN: self._join, Ev.PROPOSE: self._propose, Ev.STATUS: self._status,
        }  # fmt: skip

    def tell(self, events: Iterable[Event]) -> list[list[str]]:
        """All turns of a game; the first line of a turn is its heading."""
        for event in events:
            self._hear(event)
            self._heard = event
        self._flush()
        return self.turns

    def _hear(self, event: Event) -> None:
        if event.kind < Ev.LAST_MOVE:
            self._count(event)
        self._note(event)
        if (event.kind, event.before) in UNTOLD or self._repeats(event):
            return
        if event.kind in GROUPED:
            if self._group and self._key(self._group[0]) != self._key(event):
                self._flush()
            self._group.append(event)
            return
        self._flush()
        if event.kind in self._special:
            self._special[event.kind](event)
        elif event.kind in SINGLE:
            single = ONE_SHOWN if event.kind == Ev.SHOW and event.other == 1 else SINGLE[Ev(event.kind)]
            self._say(single.format(**self._words(event)))

    def _count(self, event: Event) -> None:
        if event.before == Zone.HAND:
            self.hands[event.actor] -= 1
        if event.after == Zone.HAND:
            self.hands[event.target] += 1

    def _note(self, event: Event) -> None:
        """Keep in mind who is dead or caught, and say of a blow that nothing followed it."""
        last = self._heard
        if event.kind == Ev.CAUGHT:
            self._caught.add(event.target if event.target >= 0 else event.actor)
        elif event.kind == Ev.DEATH:
            self._dead.add(event.target)
        elif event.kind == Ev.REBORN:
            self._dead.discard(event.target)
        elif event.kind == Ev.REVEAL:
            self._curse = event.card if self._kind(event) == Kind.CURSE else -1
        elif event.kind in (Ev.CURSE, Ev.CANCEL):
            self._curse = -1
        away = event.kind == Ev.DISCARD and event.before == Zone.OPEN
        if last and last.kind == Ev.CAUGHT and event.kind in (Ev.ROLL, Ev.ESCAPE, Ev.CAUGHT, Ev.FIGHT_END):
            self.turns[-1][-1] += ", but nothing comes of it"
        elif last and last.kind == Ev.CURSE and away and event.card == last.card:
            self.turns[-1][-1] += ", but nothing comes of it"
        elif away and event.card == self._curse:
            self._flush()
            self._say(f"{self.cast.card(event.card)} cannot touch {self.cast.seat(event.actor)}")

    def _repeats(self, event: Event) -> bool:
        """Whether there is nothing new: an Item equipped as it is played, the result of a roll, a body laid out."""
        last = self.turns[-1][-1]
        if event.kind == Ev.EQUIP and not self._group and self._laid == (event.actor, event.card):
            self.turns[-1][-1] = f"{last.removesuffix(' in play').replace(' puts ', ' plays ', 1)} and equips it"
            self._laid = None
            return True
        if event.kind == Ev.SETUP:
            return self._kind(event) != Kind.CHARACTER
        if event.kind == Ev.UNEQUIP:
            return event.target in self._dead
        return event.kind in (Ev.CAUGHT, Ev.ESCAPE) and f" runs from {self.cast.card(event.card)}, " in last

    def _kind(self, event: Event) -> int:
        return int(self.cast.rows[event.card]["kind"])

    def _played(self, seat: int, card: int) -> str:
        return f"{self.cast.seat(seat)} plays {self.cast.card(card)}"

    def _key(self, event: Event) -> tuple[str, int, int]:
        return (self._pattern(event), event.actor, event.target)

    def _pattern(self, event: Event) -> str:
        """How a group of such events is told."""
        if event.kind == Ev.DISCARD and event.before == Zone.HAND:
            acts = (int(self.cast.rows[event.card]["triggers"]) >> Trigger.DRAWN) & 1
            if acts and event.phase != Phase.CHARITY:
                return "{cards} did that as it was drawn"
        if event.kind == Ev.RETURN and event.target < 0:
            return "from the discards back onto the deck: {cards}"
        return IN_PHASE.get((Ev(event.kind), Phase(event.phase)), GROUPED[Ev(event.kind)])

    def _flush(self) -> None:
        group, self._group = self._group, []
        if not group:
            return
        cards = [self.cast.card(e.card) for e in group if e.card >= 0]
        if unseen := len(group) - len(cards):  # somebody else's business: see `lab.table_talk`
            cards.append("a card" if unseen == 1 else f"{unseen} cards")
        words = self._words(group[0]) | {"cards": ", ".join(cards), "count": str(len(group))}
        self._say(self._pattern(group[0]).format(**words))

    def _say(self, line: str) -> None:
        self.turns[-1].append(line)
        self._laid = None

    def _words(self, event: Event) -> dict[str, str]:
        seat, card = self.cast.seat, self.cast.card(event.card)
        who = event.target if event.target >= 0 else event.actor
        return {
            "actor": seat(event.actor), "target": seat(event.target), "card": card, "who": seat(who),
            "before": str(event.before), "behind": f" for {card}" if event.card >= 0 else " to break the tie",
            "on": f" on {seat(event.target)}" if event.target not in (-1, event.actor) else "",
        }  # fmt: skip

    def _play(self, event: Event) -> None:
        kind, who, name = self._kind(event), self.cast.seat(event.actor), self.cast.card(event.card)
        if event.after == Zone.FIGHT and kind == Kind.MONSTER:
            self._sent = (event.card, event.actor)  # told when it joins
            return
        if kind == Kind.GUEST_STAR and event.before == Zone.TABLE:
            self._say(f"{who} sacrifices {name}")
        elif kind == Kind.CURSE and event.after == Zone.TABLE:
            self._say(f"{name} stays with {self.cast.seat(event.target)}")
        elif kind in (Kind.ITEM, Kind.ONE_SHOT) and event.after == Zone.TABLE and event.other < 0:
            self._say(f"{who} puts {name} in play")
        else:
            self._say(f"{self._played(event.actor, event.card)}{self._aim(event, kind)}")
        self._laid = (event.actor, event.card)

    def _aim(self, event: Event, kind: int) -> str:
        if event.other < 0:
            return ""
        if kind in ON_PLAYERS:
            return f" on {self.cast.seat(event.other)}"
        if event.after == Zone.FIGHT or (kind in ON_ITEMS and event.after == Zone.TABLE):
            return f" on {self.cast.card(event.other)}"
        together = kind in (Kind.ITEM, Kind.DOUBLER) and event.after == Zone.TABLE
        return f" with {self.cast.card(event.other)}" if together else ""

    def _status(self, event: Event) -> None:
        gained = event.after & ~event.before
        for status, words in GAINED.items():
            if gained & status:
                self._say(f"{self.cast.seat(event.target)} {words}")

    def _level(self, event: Event) -> None:
        self.levels[event.target] = event.after
        up = "goes up" if event.after > event.before else "drops"
        why = CAUSES.get(Cause(event.other), "") if event.other in list(Cause) else ""
        self._say(f"{self.cast.seat(event.target)} {up} to Level {event.after} {why}".rstrip())

    def _turn(self, event: Event) -> None:
        levels = ", ".join(f"{name} {level}" for name, level in zip(self.cast.seats, self.levels, strict=False))
        hands = ", ".join(map(str, self.hands))
        self.turns.append(
            [
                f"Turn {event.turn}, round {event.round}: {self.cast.seat(event.actor)}"
                f"   (Levels: {levels}; cards in hand: {hands})"
            ]
        )

    def _strength(self, event: Event) -> None:
        told = f"   [{event.before} against {event.after}]"
        last = self.turns[-1]
        if len(last) > 1:
            last[-1] = last[-1].split("   [")[0] + told
        else:
            last.append(told.strip())

    def _ask(self, event: Event) -> None:
        if event.other == 1:
            self._say(f"{self.cast.seat(event.actor)} promises {self.cast.card(event.card)} as well")
            return
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
        everybody = "the fighter" if self._caught else "everybody"
        self._say(f"the combat is {RESULTS[Result(event.other)].format(everybody=everybody)}")

    def _sex(self, event: Event) -> None:
        says = "becomes" if event.before else "is"
        self._say(f"{self.cast.seat(event.target)} {says} {'female' if event.after == FEMALE else 'male'}")

    def _bonus(self, event: Event) -> None:
        sides = [f"{n:+d} to the {side}" for n, side in ((event.before, "munchkins"), (event.after, "monsters")) if n]
        if sides and self._laid == (event.actor, event.card):
            self.turns[-1][-1] += f" ({' and '.join(sides)})"
        elif sides:
            self._say(f"{self.cast.card(event.card)} gives {' and '.join(sides)}")

    def _fight(self, event: Event) -> None:
        self._fighter = event.actor
        self._looked = bool(event.other & FightFlag.LOOKED) if event.other > 0 else False
        self._caught.clear()

    def _join(self, event: Event) -> None:
        monster = f"{self.cast.card(event.card)} (Level {int(self.cast.rows[event.card]['level'])})"
        sent, self._sent = self._sent, None
        joins = f"{monster} joins the combat"
        if self._fighter >= 0:
            how = "looks for trouble and fights" if self._looked else "fights"
            joins = f"{self.cast.seat(self._fighter)} {how} {monster}"
        elif sent is not None and sent[0] == event.card:
            joins = f"{self.cast.seat(sent[1])} sends {monster} into the combat"
        self._fighter = -1
        self._say(joins)

    def _propose(self, event: Event) -> None:
        if event.before:
            what = (
                f"adds {self.cast.card(event.card)}" if event.card >= 0 else f"wants {self.cast.card(event.other)} too"
            )
            self._say(f"{self.cast.seat(event.actor)} {what}")
            return
        price = f" for {self.cast.card(event.other)}" if event.other >= 0 else " as a gift"
        self._say(
            f"{self.cast.seat(event.actor)} offers {self.cast.seat(event.target)} {self.cast.card(event.card)}{price}"
        )

    def _over(self, event: Event) -> None:
        winners = [name for s, name in enumerate(self.cast.seats) if (event.before >> s) & 1]
        won = f"{' and '.join(winners)} won" if winners else "nobody won"
        self._say(f"The game is over ({Ending(event.other).name.lower().replace('_', ' ')}): {won}.")
