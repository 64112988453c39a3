"""A game in steps: each is something that happened, in the words of its replay, and the table as it was then.

The game is played once more with every question put, also those with one answer, so that the table is seen as often
as it can be; who decides and what comes of it stays the same. The words are those of `lab.games.game_replay`: a line
belongs to the step in which it begins, and one that goes on later is told anew then.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from engine.records.events import Ev, Result
from engine.records.state import Phase
from engine.records.switches import Rule
from engine.table import Event, Table
from lab.agents.person import PERSON
from lab.agents.personas import is_outside
from lab.errors import BadInput
from lab.games.game_replay import GameSpec, Played, Seated, chooser, set_table
from lab.games.game_table import SEAT_NAMES
from lab.games.table_snapshots import Camera, Fight, Roll, Shot
from lab.story.game_story import Story
from lab.story.story_words import RESULTS

MOST_QUESTIONS = 5_000_000


@dataclass(frozen=True)
class Step:
    """Something that happened, and the table after it; `turn` counts told turns from 0, the setup."""

    lines: tuple[str, ...]  # as they read at that moment
    numbers: tuple[int, ...]  # which lines of the whole game these are
    shot: Shot
    turn: int


@dataclass(frozen=True)
class Walk:
    """A whole game in steps."""

    played: Played
    agents: tuple[str, ...]  # by seat
    goal: int  # winning Level
    steps: tuple[Step, ...]
    starts: tuple[int, ...]  # by told turn: its first step
    ending: str
    winners: tuple[int, ...]
    log: Mapping[str, npt.NDArray[np.int64]] = field(default_factory=dict, repr=False, compare=False)
    """All events in the columns of `lab.chances.positions.coded`."""

    @property
    def turns(self) -> int:
        """Turns that were played."""
        return self.steps[-1].shot.turn

    def clipped(self, step: int) -> int:
        """The nearest step there is."""
        return min(max(step, 0), len(self.steps) - 1)

    def turn_from(self, step: int, way: int) -> int:
        """First step of the next turn (`way` 1), or of this one, and of the one before if this has just begun (-1)."""
        turn = self.steps[step].turn
        if way > 0:
            return self.starts[turn + 1] if turn + 1 < len(self.starts) else len(self.steps) - 1
        return self.starts[turn] if step > self.starts[turn] else self.starts[max(turn - 1, 0)]

    def combat_from(self, step: int, way: int) -> int:
        """The step at which the next combat (`way` 1) or the one before (-1) begins; where there is none, this one."""
        begun = [i for i in range(1, len(self.steps)) if self._begins_combat(i)]
        ahead = [i for i in begun if (i > step if way > 0 else i < step)]
        return step if not ahead else ahead[0] if way > 0 else ahead[-1]

    def _begins_combat(self, step: int) -> bool:
        now, before = self.steps[step].shot.fight, self.steps[step - 1].shot.fight
        return now is not None and (before is None or bool(before.result))

    def of_line(self, line: int) -> int:
        """The step in which a line of the game begins."""
        return next((i for i, step in enumerate(self.steps) if line in step.numbers), len(self.steps) - 1)

    def of_turn(self, turn: int) -> int:
        """The first step of a turn, by its number in the game; 0 is the setup."""
        at = bisect_right([self.steps[start].shot.turn for start in self.starts], turn) - 1
        return self.starts[max(at, 0)]

    def beside(self, other: Walk, step: int, parting: int) -> int:
        """The step of another game to be shown beside one of this; they part at line `parting` (-1: nowhere).

        Up to there it is the same step. From there on it is the same turn, as far into it.
        """
        own = self.steps[step]
        if parting < 0 or max(own.numbers) < parting:
            return other.clipped(step)
        if own.turn >= len(other.starts):
            return len(other.steps) - 1
        end = other.starts[own.turn + 1] if own.turn + 1 < len(other.starts) else len(other.steps)
        return max(min(other.starts[own.turn] + step - self.starts[own.turn], end - 1), other.of_line(parting))


def walk(spec: GameSpec, hear: Callable[[int], object] = int, names: Sequence[str] = SEAT_NAMES) -> Walk:
    """Play a game again, step by step; `hear` is told the turn before each decision, and may end it by an error.

    `names` are what players are called, seat by seat.
    """
    seat = set_table(spec, single=True, names=names)
    guests = sorted({name for name in seat.agents if is_outside(name)} - {PERSON})
    if guests:
        raise BadInput(
            f"game {spec.game} of {spec.variant}: {', '.join(guests)} is code from outside the lab, which no page "
            "runs; allowed: games of personas here, `lab replay` for others"
        )
    recorder, table, choice = Recorder(seat), seat.table, chooser(seat)
    for _ in range(MOST_QUESTIONS):
        if table.over:
            break
        recorder.look()
        hear(int(table.g.turn))
        table.take(0 if table.n == 1 else choice())
    return recorder.finished()


@dataclass
class _Draft:
    """A step that is being recorded."""

    shot: Shot
    turn: int = 0
    lines: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def tell(self, turn: int, number: int, text: str) -> None:
        """A line of it."""
        self.turn = turn
        self.lines.append(text)
        self.numbers.append(number)


class Recorder:
    """Watches a game that is being played, and keeps what happened with the table at each moment."""

    def __init__(self, seat: Seated) -> None:
        self.seat, self.camera, self.story = seat, Camera(seat.table, seat.cast), Story(seat.cast)
        self.heard = 0  # events
        self.drafts: list[_Draft] = []
        self.waiting: _Draft | None = None  # of the last look, if something in it gets its line later
        self.rolls: list[Roll] = []
        self.fight: Fight | None = None  # the combat as it was seen last
        self.compared = False  # whether the strengths of the combat have been worked out since a monster came
        self.result = ""  # of the combat that is over, until its step is kept
        self._turn, self._lines = 0, 0  # the told turn that was read last, and how many lines are before it
        self._read: list[str] = []  # its lines

    def look(self) -> None:
        """Keep what has happened since the last look."""
        events = self.seat.table.events(self.heard)
        self.heard += len(events)
        for event in events:
            self._note(event)
        self.story.hear(events)
        if events and (self.compared or not self.seat.table.g.fighting):
            self._keep(_Draft(self._shot()))

    def finished(self) -> Walk:
        """All of it, now that the game is over."""
        self.look()
        self.story.tell(())
        self._keep(self.drafts[-1])
        kept = [d for d in self.drafts if d.lines]
        turns, last = list(accumulate((d.turn for d in kept), max)), len(kept) - 1  # a line may change a turn later
        steps = tuple(Step(tuple(d.lines), tuple(d.numbers), d.shot, t) for d, t in zip(kept, turns, strict=True))
        seat, table = self.seat, self.seat.table
        return Walk(
            Played(seat.spec, seat.title, self.story.turns), seat.agents,
            int(table.book.rules[Rule["VICTORY_LEVEL"]]), steps,
            tuple(min(bisect_left(turns, turn), last) for turn in range(len(self.story.turns))),
            table.ending, tuple(table.winners), log_of(table, seat.spec.game),
        )  # fmt: skip

    def _keep(self, draft: _Draft) -> None:
        """Give each line that is new or has changed to its step: the first new one to that which waits for it."""
        waiting, self.waiting = self.waiting, None
        for turn, number, text, is_new in self._unread():
            owner = waiting if waiting is not None and is_new else draft
            owner.tell(turn, number, text)
            waiting = None if is_new else waiting
        if not self.drafts or self.drafts[-1] is not draft:
            self.drafts.append(draft)
        self.waiting = draft if self.story.is_collecting else None

    def _unread(self) -> list[tuple[int, int, str, bool]]:
        """Lines that are new or have changed since the last time: turn, number among all, text, whether it is new."""
        out = []
        for turn in range(self._turn, len(self.story.turns)):
            lines = self.story.turns[turn][1:]
            for place, text in enumerate(lines):
                is_new = place >= len(self._read)
                if is_new or text != self._read[place]:
                    out.append((turn, self._lines + place, text, is_new))
            self._read = list(lines)
            if turn + 1 < len(self.story.turns):
                self._turn, self._lines, self._read = turn + 1, self._lines + (len(lines) or 1), []
        return out

    def _note(self, event: Event) -> None:
        if event.kind == Ev.FIGHT:
            self.rolls, self.fight, self.compared, self.result = [], None, False, ""
        elif event.kind == Ev.JOIN:
            self.compared = False
        elif event.kind == Ev.STRENGTH:
            self.compared = True
        elif event.kind == Ev.ROLL:
            monster = self.seat.cast.card(event.card)
            self.rolls.append(Roll(event.actor, monster, event.before, event.after, event.other == 1))
        elif event.kind == Ev.FIGHT_END:
            self.result, self.compared = RESULTS[Result(event.other)], True

    def _shot(self) -> Shot:
        """The table now.

        A combat adds up only until its end or the flight: what is lost then was there when it counted. So it stays
        as it was, and is shown once more with how it ended.
        """
        goes_on = not self.result and int(self.seat.table.g.phase) == Phase.COMBAT
        shot = self.camera.shot(goes_on)
        if goes_on:
            self.fight = shot.fight
        seen, self.fight = self.fight, None if self.result else self.fight
        if seen is None:
            return shot
        return dataclasses.replace(shot, fight=dataclasses.replace(seen, rolls=tuple(self.rolls), result=self.result))


def log_of(table: Table, game: int) -> dict[str, npt.NDArray[np.int64]]:
    """The events of a game as a store gives them: a card is its design and its copy."""
    rows, cards = table.book.work.log[: int(table.g.log_n)], table.book.card
    out = {name: rows[name].astype(np.int64) for name in (rows.dtype.names or ())}
    card = out["card"]
    for name, column in (("card", "number"), ("copy", "copy")):
        out[name] = np.where(card >= 0, cards[column][np.maximum(card, 0)], -1).astype(np.int64)
    numbers = {"game": np.full(len(rows), game), "seq": np.arange(len(rows))}
    return out | numbers | {"phase": (out["phase"] == Phase.CHARITY).astype(np.int64)}
