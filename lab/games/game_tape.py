"""The tape of one finished game: everybody's chance to win from moment to moment, its fights, and what turned it.

The chances are those of `lab.chances`, learnt from other games of the same cards, rules and players, which are played
for it: no run is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.inputs.quote import joined
from engine.loop.game_ranges import play_all
from engine.policies.weights import FEATURES
from engine.records.events import Ev, Result
from engine.records.state import Phase
from lab.agents.persona_file import LOOKAHEAD
from lab.agents.personas import weights_of
from lab.chances.positions import COLUMNS, Moments, Setting, moments_of
from lab.chances.win_model import Array, WinModel, fit, fold_of
from lab.games.game_steps import log_of
from lab.games.game_table import book_of
from lab.games.one_seat import Sight
from lab.story.game_story import Story
from lab.story.story_page import STRENGTHS
from lab.story.story_words import RESULTS
from variants.load_variants import load_variant

if TYPE_CHECKING:
    from decks.load_decks import Compiled
    from engine.table import Event
    from lab.games.one_seat import Deal, Sitting
    from lab.story.story_words import Cast

LESSONS = 300
"""Games that are learnt from: about a second."""
GAME = 0
"""Number of the game that is told; those that are learnt from come after it."""
AHEAD = [name for name, _ in FEATURES].index(LOOKAHEAD)
"""Column of the weight by which somebody looks ahead."""
MOST_TURNING, LEAST_MOVED = 5, 0.08
"""How many turns are called turning points at most, and what part of the chances each has moved at least."""


class Mark(NamedTuple):
    """Something on the tape: where, whose, in words, and what it moved: parts of the chance, seat by seat."""

    x: float
    seat: int
    words: str
    won: bool = False
    moved: tuple[float, ...] = ()


@dataclass(frozen=True)
class Tape:
    """Chances float64[moment, seat], nobody's last, at places in turns; fights and turning points, in their order."""

    x: Array
    chances: Array
    fights: tuple[Mark, ...]
    turning: tuple[Mark, ...]


@dataclass(frozen=True)
class Lessons:
    """What other games of a deal have taught."""

    model: WinModel
    setting: Setting
    who: NDArray[np.int8]  # the persona in each seat, by its number


def lessons(deal: Deal) -> Lessons:
    """Play games of a deal among personas and learn from them."""
    box, agents, seats = deal.box(), deal.agents, deal.seats
    rules = load_variant(deal.variant, deal.typed).rules
    sitting = np.tile(np.arange(seats), (LESSONS, 1))
    book, table = book_of(box, rules, seats, agents), weights_of(agents)
    table[:, AHEAD] = 0  # that would take minutes; they play by what they think without it
    played = play_all(book, deal.seed, GAME + 1, LESSONS, seats, sitting, table, np.ones(LESSONS, np.bool_))
    log = {name: played.event[name].astype(np.int64) for name in COLUMNS}
    log["phase"] = (log["phase"] == Phase.CHARITY).astype(np.int64)
    known = {name: number for number, name in enumerate(dict.fromkeys(agents))}
    setting, who = _setting(box, seats), np.array([known[name] for name in agents], np.int8)
    moments = _moments(log, setting, who)
    place = np.searchsorted(played.game["game"], moments.game)
    credit = played.seat["credit"].reshape(-1, seats).astype(np.float64)[place]
    return Lessons(fit(moments, credit, folds={int(fold_of(np.array([GAME]))[0])}), setting, who)


def _setting(box: Compiled, seats: int) -> Setting:
    def column(values: list[int]) -> NDArray[np.int64]:
        return np.array(values, np.int64)

    return Setting(
        seats, column([card.bonus or 0 for card in box.cards]), column([card.gold or 0 for card in box.cards]),
        column([card.pile == "treasure" for card in box.cards]), column([card.kind == "curse" for card in box.cards]),
    )  # fmt: skip


def _moments(log: dict[str, NDArray[np.int64]], setting: Setting, who: NDArray[np.int8]) -> Moments:
    found = moments_of(log, setting)
    return replace(found, who=np.tile(who, (len(found), 1)))


def tape(game: Sitting, learnt: Lessons) -> Tape:
    """The tape of a finished game, in words as its person has seen it."""
    table, m = game.table, _moments(log_of(game.table, GAME), learnt.setting, learnt.who)
    chances = learnt.model.chances(m, np.arange(len(m)))
    winners = table.winners
    chances[-1] = 0.0
    chances[-1, winners or [-1]] = 1 / max(len(winners), 1)
    turn, count = np.unique(m.turn, return_counts=True)
    part = np.concatenate([np.arange(n) / n for n in count])
    x = np.repeat(turn, count) + part
    events = list(Sight(game.seat).of(table.events()))
    texts, fights = _texts(events, game.cast), _fights(events, game.cast)
    marks = {int(np.searchsorted(m.seq, seq)): mark for seq, mark in fights.items()}
    marks = {at: mark._replace(x=float(x[at])) for at, mark in marks.items() if at < len(x)}
    told = tuple(marks[at] for at in sorted(marks))
    return Tape(x, chances, told, _turning(m.turn, x, chances, [texts[int(seq)] for seq in m.seq], told))


def _turning(
    turn: NDArray[np.int64], x: Array, chances: Array, texts: Sequence[str], fights: Sequence[Mark]
) -> tuple[Mark, ...]:
    """The turns that moved most from their beginning to their end.

    Each is told by the fight of whoever it moved most, or else by what moved most the same way.
    """
    by = np.diff(chances, axis=0, prepend=chances[:1])
    found = []
    for one in np.unique(turn):
        at = np.flatnonzero(turn == one)
        net = by[at].sum(axis=0)
        seat, largest = int(np.abs(net).argmax()), int(at[(by[at] * net).sum(axis=1).argmax()])
        own = [mark for mark in fights if int(mark.x) == one and mark.seat == seat]
        mark = own[-1] if own else Mark(float(x[largest]), seat, texts[largest])
        found.append((float(np.abs(net).sum()) / 2, mark._replace(moved=tuple(net.tolist()))))
    most = sorted((pair for pair in found if pair[0] >= LEAST_MOVED), key=lambda pair: -pair[0])[:MOST_TURNING]
    return tuple(sorted((mark for _, mark in most), key=lambda mark: mark.x))


def _texts(events: Sequence[Event], cast: Cast) -> list[str]:
    """For each event the line of the told game that stood last when it had happened, as it reads in the end."""
    story, places = Story(cast), [(0, 0)]
    for event in events:
        story.hear([event])
        is_end = event.kind == Ev.OVER  # what led to it says more
        places.append(places[-1] if is_end else (len(story.turns) - 1, len(story.turns[-1]) - 1))
    story.tell(())
    return [story.turns[turn][line].partition(STRENGTHS)[0] for turn, line in places[1:]]


def _fights(events: Sequence[Event], cast: Cast) -> dict[int, Mark]:
    """Every combat by the event that ends it."""
    found: dict[int, Mark] = {}
    foes: list[str] = []
    for event in events:
        if event.kind == Ev.FIGHT:
            foes = []
        elif event.kind == Ev.JOIN:
            foes.append(cast.card(event.card))
        elif event.kind == Ev.FIGHT_END:
            result = Result(event.other)
            words = f"{cast.seat(event.actor)} against {joined(foes)}: {RESULTS[result]}"
            found[event.seq] = Mark(0.0, event.actor, words, result == Result.KILLED)
    return found
