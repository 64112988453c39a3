"""Tells combats: who fights what, the strengths, the flight with every throw, and how it ends."""

from __future__ import annotations

from collections.abc import Callable

from engine.inputs.quote import joined
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.state import FightFlag, Zone
from engine.records.step_values import Removal
from engine.table import Event
from lab.story.combat_outcomes import Escapes
from lab.story.story_page import STRENGTHS, Page
from lab.story.story_words import ORDINALS, RESULTS
from lab.story.strength_story import Strengths

NOTHING = ", but nothing comes of it"
MULTIPLIED = {2: "doubled", 3: "counted three times"}
SAVING = (Ev.PLAY, Ev.PAY, Ev.ABILITY, Ev.UNEQUIP, Ev.IDENTITY, Ev.DISCARD, Ev.ESCAPE)
"""What goes before an escape that a card or a power brings; after anything else it has another reason."""


class Combat:
    """The combat that is being told."""

    def __init__(self, page: Page) -> None:
        self.page, self.strengths = page, Strengths(page)
        self.escapes = Escapes(page)
        self.monsters: list[int] = []
        self.fighter = -1  # somebody whose combat has begun, until its first monster is told
        self.looked = False  # whether it was looked for
        self.sent: tuple[int, int] | None = None  # a monster played into the combat and by whom, until it joins
        self.caught: set[int] = set()
        self.victim = -1  # who was caught last
        self.banished: list[int] = []  # Bosses that left without being killed
        self.gone: list[str] = []  # monsters that left one after the other, and at the end how that was told
        self.helped = False  # whether somebody helps
        self.doubled = False  # whether a card has doubled the fighter
        self._given, self._ours = (0, 0), 0  # place and size of the munchkins' last bonus, their strength before it
        self._before = -1  # kind of the event before
        self._throws: list[list[int]] = []  # of a flight: place of the line, die, what eased the flight after it
        self.met: set[tuple[int, int]] = set()  # seats and the monsters from which they have run
        self.fresh = False  # whether somebody was caught of whom nothing is told since
        self.spared = -1  # a monster that will not attack, until it leaves
        self.thrown: tuple[int, int, str] | None = None  # seat, monster and line of the last throw
        self.rolled: tuple[int, int] | None = None  # seat and monster of the flight that a roll has just decided
        self.handlers: dict[int, Callable[[Event], None]] = {
            Ev.FIGHT: self._fight, Ev.JOIN: self._join, Ev.STRENGTH: self._strength, Ev.THROW: self._throw,
            Ev.ROLL: self._roll, Ev.ESCAPE: self._escape, Ev.CAUGHT: self._catch, Ev.FIGHT_END: self._end,
            Ev.BOSS: self._boss, Ev.SPARE: self._spare, Ev.REMOVE: self._remove, Ev.BONUS: self._bonus,
        }  # fmt: skip

    def name(self, card: int, place: int = -1) -> str:
        """A monster of the combat; of several with one name, which of them."""
        name = self.page.card(card)
        same = [i for i, other in enumerate(self.monsters) if self.page.card(other) == name]
        if len(same) < 2 or place < 0:
            return name
        before = sum(i < place for i in same)
        return f"the {ORDINALS[min(before, len(ORDINALS) - 1)]} {name}"

    def one(self, card: int) -> str:
        """A monster of the combat, where it is not said which of several with one name."""
        name = self.page.card(card)
        return f"one {name}" if [self.page.card(m) for m in self.monsters].count(name) > 1 else name

    def _fight(self, event: Event) -> None:
        self.fighter, self.looked = event.actor, event.other > 0 and bool(event.other & FightFlag.LOOKED)
        self.monsters, self.banished, self.gone = [], [], []
        self.helped = self.doubled = False
        self.strengths.begin(event.actor)
        self.caught.clear()
        self.met.clear()

    def _join(self, event: Event) -> None:
        page, name = self.page, self.page.card(event.card)
        monster = f"{name} (Level {int(page.cast.rows[event.card]['level'])})"
        twin = name in map(page.card, self.monsters)
        self.monsters.append(event.card)
        sent, self.sent = self.sent, None
        if self.fighter >= 0 and not self.looked and page.at_door(self.fighter, event.card):
            page.put(f"{page.seat(self.fighter)} opens the door and fights {monster}")
        elif self.fighter >= 0:
            how = "looks for trouble and fights" if self.looked else "fights"
            page.say(f"{page.seat(self.fighter)} {how} {monster}")
        elif sent is not None and sent[0] == event.card:
            sends = f"sends {'another ' if twin else ''}{monster} into the combat"
            if page.acting[0] == sent[1]:
                page.effect(sent[1], sends)
            else:
                page.say(f"{page.seat(sent[1])} {sends}")
        else:
            page.outcome(f"{'another ' if twin else ''}{monster} joins the combat")
        self.strengths.joins(event.card)
        self.fighter = -1

    def _strength(self, event: Event) -> None:
        page = self.page
        if not (self.monsters or event.after):
            return  # nobody is left to be fought
        self.strengths.explain(event)
        self._tell_multiple(event.before)
        told = f"{STRENGTHS}{event.before} against {event.after}]"
        if page.is_open():
            page.put(page.last.split(STRENGTHS)[0] + told)
            page.close()
        else:
            page.say(told.strip())

    def _tell_multiple(self, strength: int) -> None:
        """Say of a bonus that a card has multiplied, as it has the strength of the fighter, what it comes to."""
        (place, given), change = self._given, strength - self._ours
        times = change // given if given else 0
        if self.doubled and times in MULTIPLIED and times * given == change:
            self.page.amend(place, f", {MULTIPLIED[times]}: {change:+d}")
        self._given, self._ours = (0, 0), strength

    def _bonus(self, event: Event) -> None:
        sides = [f"{n:+d} to the {side}" for n, side in ((event.before, "munchkins"), (event.after, "monsters")) if n]
        page, given = self.page, " and ".join(sides)
        self.strengths.adds(event.after)
        proof = [m for m in self.monsters if event.before > 0 and page.programs.withstands(m, event.card)]
        if proof:
            page.outcome(f"{page.card(proof[0])} is immune to it")
            return
        if given and page.acts(event.card):
            page.outcome(given, f"{page.card(event.card)} gives {given}")
        elif given:
            page.say(f"{page.card(event.card)} gives {given}")
        self._given = page.place, event.before

    def _spare(self, event: Event) -> None:
        self.spared = event.card
        page = self.page
        who = "them" if self.helped else page.seat(event.target)
        page.say(f"{page.card(event.card)} will not attack {who} and leaves the combat")

    def _remove(self, event: Event) -> None:
        page, told = self.page, event.card in (self.spared, *self.banished)
        self.spared = -1
        same = [i for i, card in enumerate(self.monsters) if card == event.card]
        place = event.other - 1 if len(same) > 1 else same[0] if same else -1
        which = self.name(event.card, place) if place >= 0 else self.one(event.card)
        self.strengths.leaves(event.card)
        if event.card in self.monsters:
            self.monsters.remove(event.card)
        if not told and self._kills(page.acting[1]):
            self.gone = []
            page.outcome(f"{which} is killed")
        elif event.target >= 0:
            page.outcome(f"{which} goes along with {page.seat(event.target)} from now on")
        elif not told:
            self._leaves("it" if page.acts(event.card) else which, page.card(event.card))

    def _kills(self, card: int) -> bool:
        """Whether a monster that a card takes out of the combat counts as killed."""
        rows = [e for e in self.page.programs.rows(card, Trigger.PLAYED) if e["op"] == Op["REMOVE_MONSTER"]]
        return bool(rows) and all(int(e["a"]) == Removal.KILLED for e in rows)

    def _leaves(self, which: str, name: str) -> None:
        """Tell that a monster leaves; of several that leave one after the other, all in one."""
        page, before = self.page, self.gone
        if before and page.acts() and page.is_open() and page.last.endswith(before[-1]):
            gone = [*before[:-1], name]
            told = f"{' and '.join(gone) if self.monsters else 'all monsters'} leave the combat"
            page.put(page.last.removesuffix(before[-1]) + told)
        else:
            gone, told = [name], f"{which} leaves the combat"
            page.outcome(told)
        self.gone = [*gone, told]

    def _boss(self, event: Event) -> None:
        page = self.page
        if not page.cast.bosses:
            return
        if self.monsters:
            self.banished.append(event.card)
            page.outcome(f"Boss number {event.after} is banished: {page.card(event.card)} counts as defeated")
        else:
            page.say(f"Boss number {event.after} has fallen: {page.card(event.card)}")

    def _throw(self, event: Event) -> None:
        page, who = self.page, self.page.seat(event.actor)
        again = self.thrown is not None and self.thrown[:2] == (event.actor, event.card)
        if event.after:
            let_go = "" if (event.actor, event.card) in self.met else self._let_go(event)
            line = f"{who}{let_go} {'rolls again' if again else 'has to roll after all'}, a {event.before}"
        else:
            line = f"{who} runs from {self.name(event.card, event.other)}, rolls {event.before}"
        page.say(line)
        self.met.add((event.actor, event.card))
        self._throws = [*(self._throws if again else []), [page.place, event.before, 0]]
        self.thrown = (event.actor, event.card, line)

    def _let_go(self, event: Event) -> str:
        """Why somebody had no need to roll, who has to now."""
        row = self.page.cast.rows[event.card]
        slow = self.page.levels[event.actor] <= int(row["no_pursue"])
        return f", whom {self.page.card(event.card)} does not pursue," if slow else ""

    def _roll(self, event: Event) -> None:
        page, who, card = self.page, self.page.seat(event.actor), self.page.card(event.card)
        total = f" ({event.after} with modifiers)" if event.after != event.before else ""
        alone = f"{who} gets away from {card}" if event.other else f"{card} catches {who}"
        alone += total
        together = self.thrown == (event.actor, event.card, page.last)
        for place, die, eased in self._throws[:-1] if together else self._throws:
            if eased != event.after - event.before:  # the modifiers of that throw explain what was done about it
                page.amend(place, f" ({die + event.after - event.before - eased} with modifiers)")
        if together:
            page.add(f"{total}: {'gets away' if event.other else 'is caught'}", alone)
            page.close()
        else:  # somebody has changed the die
            page.say(alone)
        self.thrown, self.rolled = None, (event.actor, event.card)

    def _escape(self, event: Event) -> None:
        page, level = self.page, int(self.page.cast.rows[event.card]["no_pursue"])
        self.met.add((event.actor, event.card))
        if self._is_told(event):
            return
        failed = self.thrown is not None and self.thrown[:2] == (event.actor, event.card)
        helped = page.acts() and self._before in SAVING and page.kind(page.acting[1]) != Kind.CURSE
        if failed or helped or not level or page.levels[event.actor] > level:
            self.escapes.tell(event.actor, self.one(event.card), "after all" if failed else "without a roll")
        else:
            page.close()
            page.say(f"{page.card(event.card)} does not pursue {page.seat(event.actor)}")
        self.thrown = None

    def _catch(self, event: Event) -> None:
        self.caught.add(event.actor)
        self.victim = event.actor
        if not self._is_told(event):
            self.page.say(f"{self.page.card(event.card)} catches {self.page.seat(event.actor)}")

    def _is_told(self, event: Event) -> bool:
        """Whether a roll has already said how this flight ended."""
        rolled, self.rolled = self.rolled, None
        return rolled == (event.actor, event.card)

    def note(self, event: Event, last: Event | None) -> None:
        """Say of a monster that caught somebody that nothing followed it."""
        over = (Ev.ROLL, Ev.ESCAPE, Ev.CAUGHT, Ev.FIGHT_END, Ev.THROW)
        self._before = last.kind if last else -1
        self.strengths.note(event)
        if event.kind in (Ev.ACCEPT, Ev.LEAVE):
            self.helped = bool(self.strengths.helpers)
        if event.kind == Ev.PAY and event.before == Zone.TABLE and self._eases(event.card):
            self._throws = []  # what left the table may have changed the rolls before
        if event.kind == Ev.EASE and self.thrown and event.target == self.thrown[0]:
            for thrown in self._throws:
                thrown[2] += event.after
        self.fresh = last is not None and (last.kind == Ev.CAUGHT or (self.fresh and last.kind == Ev.CHOICE))
        if self.fresh and event.kind in over:
            self.page.add(NOTHING, "nothing comes of it")

    def _eases(self, card: int) -> bool:
        """Whether a card, or one that hung on it, may change rolls as long as it is in play."""
        changing = ("RUN_AWAY", "DIE_ROLL")
        return any(self.page.programs.has(c, op) for c in (card, *self.page.hung.get(card, ())) for op in changing)

    def _end(self, event: Event) -> None:
        self.monsters = []
        self.strengths.end()
        result = RESULTS[Result(event.other)]
        if self.caught and event.other == Result.FLED:
            names = joined(map(self.page.seat, sorted(self.caught)))
            caught = f"{names} {'was' if len(self.caught) == 1 else 'were'} caught"
            result = f"lost: {self.page.seat(event.actor)} got away, {caught}"
        if self.banished and event.other == Result.REMOVED:
            result = "over: the Boss is banished"
        self.page.say(f"the combat is {result}")
