"""Tells a game from its events: one line for everything worth telling, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.inputs.quote import joined
from engine.records.card_kinds import FEMALE, Kind
from engine.records.events import Cause, Ending, Ev
from engine.records.state import Phase
from engine.table import Event
from lab.story.bargain_story import Bargains, Sales
from lab.story.card_moves import Moves
from lab.story.combat_story import Combat
from lab.story.play_story import Plays
from lab.story.story_page import Page
from lab.story.story_words import CAUSES, ENDED, GAINED, OWN_CAUSES, SINGLE, WAYS, Cast
from lab.story.strength_story import Risks


class Story:
    """Lines of a game, grouped by turns: a heading, then what happened."""

    def __init__(self, cast: Cast) -> None:
        self.page = Page(cast)
        self.hands = [0] * len(cast.seats)
        self.combat, self.bargains = Combat(self.page), Bargains(self.page)
        self.plays = Plays(self.page, self.combat)
        self.sales = Sales(self.page)
        self.moves, self.risks = Moves(self.page, self.plays), Risks(self.page)
        self._tied: tuple[dict[int, int], str] = {}, ""  # dice of those who loot first, and their line
        self._heard: Event | None = None  # the event before, told or not
        self._risen: list[int] = []  # seats with a new character, until the next turn is told
        self._special: dict[int, Callable[[Event], None]] = {
            Ev.LEVEL: self._level, Ev.TURN: self._turn, Ev.OVER: self._over, Ev.SEX: self._sex, Ev.STATUS: self._status,
            Ev.DIE: self._die, Ev.CHOICE: self._choice, Ev.EASE: self._ease, Ev.DEATH: self._death,
            Ev.REBORN: self._reborn, Ev.SHOW: self._show,
            **self.combat.handlers, **self.bargains.handlers, **self.plays.handlers,
        }  # fmt: skip

    @property
    def turns(self) -> list[list[str]]:
        """All turns told so far; the first line of a turn is its heading."""
        return self.page.turns

    def tell(self, events: Iterable[Event]) -> list[list[str]]:
        """All turns of a game; may be called again with what has happened since, which then gets lines of its own."""
        self.hear(events)
        self.moves.flush(everything=True)
        self.plays.begin_power()
        self.page.mark_read()
        return self.turns

    def hear(self, events: Iterable[Event]) -> None:
        """Hear of events whose lines may still change, as when all of a game are told at once."""
        for event in events:
            self._hear(event)
            self._heard = event

    @property
    def is_collecting(self) -> bool:
        """Whether something was heard that gets its line only when the next thing happens."""
        return self.moves.is_collecting

    def _hear(self, event: Event) -> None:
        if event.kind < Ev.LAST_MOVE:
            self.moves.count(event, self.hands)
        self.plays.note(event)
        self.risks.note(event)
        self.sales.note(event)
        self.bargains.prize.note(event)
        if event.kind == Ev.IDENTITY:
            self.page.identity[event.target] = event.after
        if event.kind not in (Ev.GIVE, Ev.PROPOSE, Ev.UNEQUIP, Ev.DISCARD, Ev.DECLINE):
            self.bargains.waiting = None
        self.combat.note(event, self._heard)
        if self.bargains.settles(event) or self.moves.hears(event):
            return
        self.moves.flush()
        if event.kind in self._special:
            self._special[event.kind](event)
        elif event.kind in SINGLE:
            page, who = self.page, event.target if event.target >= 0 else event.actor
            words = {"actor": page.seat(event.actor), "target": page.seat(event.target), "who": page.seat(who)}
            words["card"] = page.card(event.card) if event.card >= 0 else ""
            page.say(SINGLE[Ev(event.kind)].format(**words, number=event.after, before=event.before))

    def _turn(self, event: Event) -> None:
        seats = self.page.cast.seats
        levels = ", ".join(f"{name} {level}" for name, level in zip(seats, self.page.levels, strict=False))
        hands = ", ".join(map(str, self.hands))
        self.page.begin(
            f"Turn {event.turn}, round {event.round}: {self.page.seat(event.actor)}"
            f"   (Levels: {levels}; cards in hand: {hands})"
        )
        self._rise()

    def _rise(self) -> None:
        for seat in self._risen:
            self.page.say(f"{self.page.seat(seat)} is back with a new character")
        self._risen.clear()

    def _reborn(self, event: Event) -> None:
        self._risen.append(event.target)
        self.moves.dead.discard(event.target)

    def _death(self, event: Event) -> None:
        self.moves.dead.add(event.target)
        self.page.effect(event.target, "dies")

    def _level(self, event: Event) -> None:
        page, cause = self.page, event.other
        page.levels[event.target] = event.after
        does = f"{'goes up' if event.after > event.before else 'drops'} to Level {event.after}"
        sells = f"{page.seat(event.target)} sells "
        if cause == Cause.SALE and page.is_open() and page.last.startswith(sells):
            page.add(f"{self.sales.tell(event.target)} and {does}")
        elif cause == Cause.BAD_STUFF and event.after > event.before and self.combat.victim not in (-1, event.target):
            what = f"the Bad Stuff of {page.card(event.card)}" if event.card >= 0 else "the Bad Stuff"
            page.say(f"{page.seat(event.target)} {does} by {what}, which has caught {page.seat(self.combat.victim)}")
        elif cause not in OWN_CAUSES and page.acts(event.card):
            page.effect(event.target, does, not self.plays.fled)
        else:
            why = CAUSES[Cause(cause)].format(card=page.card(event.card)) if cause in list(Cause) else ""
            page.say(f"{page.seat(event.target)} {does} {why}".rstrip())

    def _status(self, event: Event) -> None:
        gained, ended = event.after & ~event.before, event.before & ~event.after
        told = [words for status, words in GAINED.items() if gained & status]
        if event.target not in self.moves.dead:
            told += [words for status, words in ENDED.items() if ended & status]
        for words in told:
            self.page.effect(event.target, words)

    def _show(self, event: Event) -> None:
        page, who = self.page, self.page.seat(event.target)
        if event.other == 1:
            page.say(f"{who} shows {page.card(event.card)}")
        elif page.acts(event.card) or event.phase == Phase.FLIGHT:
            page.effect(event.target, "shows the whole hand")
        else:
            page.say(f"{page.card(event.card)}: {who} shows the whole hand")

    def _sex(self, event: Event) -> None:
        says = "becomes" if event.before else "is"
        self.page.sex[event.target] = event.after
        self.page.effect(event.target, f"{says} {'female' if event.after == FEMALE else 'male'}")

    def _die(self, event: Event) -> None:
        self._tell_die(event)
        self.risks.thrown(event)

    def _tell_die(self, event: Event) -> None:
        page, who, what = self.page, self.page.seat(event.actor), self.page.card(event.card)
        if event.after == 1 and page.kind(event.card) == Kind.CURSE:
            page.add(f" ({event.before} by {what})", f"{what} makes it a {event.before}")
        elif event.card < 0:
            self._tie(event)
        elif page.acts(event.card):
            page.effect(event.actor, f"{'sets the die to' if event.after == 1 else 'throws a'} {event.before}", True)
        elif event.after == 1:
            page.say(f"{who} sets the die to {event.before} with {what}")
        else:
            bad = event.phase == Phase.FLIGHT and page.kind(event.card) == Kind.MONSTER
            whose = f"the Bad Stuff of {what}" if bad else what
            page.act(event.actor, event.card, f"{who} throws a {event.before} for {whose}")

    def _tie(self, event: Event) -> None:
        """A die for who loots first; what those of the same Level throw one after the other is one line."""
        page, (dice, line) = self.page, self._tied
        goes_on = page.is_open() and page.last == line
        again = (goes_on and event.actor in dice) or (goes_on and " again: " in line)
        dice = dice if goes_on and event.actor not in dice else {}
        about = "again" if again else "for who loots first"
        told = [*dice, event.actor]
        dice = {**dice, event.actor: event.before}
        if len(told) == 1:
            page.say(f"{page.seat(event.actor)} throws {about}: {event.before}")
        else:
            page.put(f"{joined(map(page.seat, told))} throw {about}: {joined(map(str, dice.values()))}")
        self._tied = dice, page.last

    def _choice(self, event: Event) -> None:
        """A number that a card asks for; which of two ways was taken is told by what follows."""
        page = self.page
        if event.after == WAYS:
            return
        what = "" if page.acts(event.card) else f" for {page.card(event.card)}"
        sets = self.risks.risks(event.card)
        page.effect(event.actor, f"sets it to +{event.before}" if sets else f"chooses {event.before}{what}", True)

    def _ease(self, event: Event) -> None:
        """A card or a power that makes a flight easier or harder."""
        page = self.page
        who = "" if event.actor == event.target else f" of {page.seat(event.target)}"
        told = f"{event.after:+d} to the rolls{who}"
        if page.acts(event.card):
            page.outcome(told)
        else:
            page.say(f"{page.card(event.card)} gives {told}")

    def _over(self, event: Event) -> None:
        self._rise()
        winners = [name for s, name in enumerate(self.page.cast.seats) if (event.before >> s) & 1]
        won = f"{' and '.join(winners)} won" if winners else "nobody won"
        ending = Ending(event.other).name.lower().replace("_", " ")
        if event.other == Ending.ALL_CULTISTS and winners:
            high = max(level for s, level in enumerate(self.page.levels) if (event.before >> s) & 1)
            ending, won = "all are Cultists now", f"{' and '.join(winners)}, highest with Level {high}, won"
        self.page.say(f"The game is over ({ending}): {won}.")
