"""Searching the fewest changes that meet a wish: measure what each move does, propose, play the proposal, repeat.

Every round screens all moves around the best point so far (`factor_effects`), lets an integer program propose the
cheapest point that should meet the wish (`fewest_changes`), and plays it. Responses bend, and moves add up only about:
the proposal is measured itself, and the next round starts from there, until the wish is met and nothing cheaper should
meet it too. What is told at the end are games that the search never saw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lab.comparison.factor_effects import Change
from lab.comparison.factorial_design import Design, factorial_design
from lab.comparison.fewest_changes import LACKING, Move, Response, Want, Wish, can_be_met, fewest_changes
from lab.comparison.game_numbers import WORTH
from lab.stats.intervals import Array, Interval, z_quantile

ROUNDS = 8
"""Rounds after which the nearest point is taken."""
PART = 2
"""A move is looked at half of the way to the end of its range."""
MOST_PRICES = 8
"""Prices below that of the best point that are tried."""
FAR_OUT = 3.5
"""Standard errors beyond which a card's worth is taken to move with what is changed elsewhere: there are many cards."""

Point = tuple[int, ...]


class Seen(NamedTuple):
    """A point that was played: its measures, with their intervals, and their standard deviations of a game."""

    point: Point
    measures: tuple[Interval, ...]
    spread: Array

    @property
    def values(self) -> Array:
        """The measures themselves."""
        return np.array([one.value for one in self.measures])


@dataclass(frozen=True)
class Table:
    """What plays: a point, and a design of arms around a point with the values of its changes."""

    play: Callable[[Sequence[Point]], list[Seen]]
    screen: Callable[[Design, Sequence[Point], Sequence[Change]], Mapping[Change, Sequence[Interval]]]
    """The effects of changes on each measure."""


class Found(NamedTuple):
    """How a search ended: the best point, all that were played, and the last responses."""

    best: Seen
    played: tuple[Seen, ...]
    response: Response | None


def search(wish: Wish, table: Table) -> Found:
    """Look for the cheapest point that meets the wish; if none does, for the one that comes nearest."""
    start = table.play([tuple(move.now for move in wish.moves)])[0]
    played, best, response = [start], start, None
    for _ in range(ROUNDS):
        if best is start and _misses(wish, start) == 0:
            break
        if response is None or response.point != best.point:
            response = _response(wish, best, table)
        proposal = _proposal(wish, response, best, played)
        if proposal is None:
            break
        played += table.play([proposal])
        best = min(played, key=lambda one: _worse(wish, one))
    known = {one.point for one in played}
    fewer = [point for point in frontier(wish, Found(best, tuple(played), response)) if point not in known]
    if fewer and _misses(wish, best) == 0:  # what is told beside the answer may be the answer
        played += table.play(fewer)
        best = min(played, key=lambda one: _worse(wish, one))
    return Found(best, tuple(played), response)


def apart(wish: Wish, found: Found) -> list[bool]:
    """Of each bound whether it could be met alone, by the last responses; nothing where the best point meets all."""
    if found.response is None or _misses(wish, found.best) == 0:
        return []
    return [can_be_met(found.response, wish, at) for at in range(len(wish.wants))]


def _worse(wish: Wish, seen: Seen) -> tuple[bool, float]:
    """What points are ordered by: those that meet the wish by their price, the others also by what they miss."""
    missed = _misses(wish, seen)
    return missed > 0, effort(wish.moves, seen.point) + LACKING * missed


def effort(moves: Sequence[Move], point: Point) -> float:
    """What a point takes: the price of its moves, and a little for how far they go."""
    return sum(
        move.price * (1 + abs(to - move.now) / max(1, move.high - move.low))
        for move, to in zip(moves, point, strict=True)
        if to != move.now
    )


def changed(moves: Sequence[Move], point: Point) -> list[tuple[Move, int]]:
    """The moves that a point makes, with their values."""
    return [(move, to) for move, to in zip(moves, point, strict=True) if to != move.now]


def price(moves: Sequence[Move], point: Point) -> float:
    """The price of the changes of a point, however far they go: their number, unless a wish says prices."""
    return sum(move.price for move, _ in changed(moves, point))


def frontier(wish: Wish, found: Found) -> list[Point]:
    """The best points for every price below that of the best one, by the last responses, and that one."""
    if found.response is None:
        return []
    most, points = price(wish.moves, found.best.point), list[Point]()
    for limit in np.arange(1, most / (least := min(move.price for move in wish.moves)))[:MOST_PRICES] * least:
        points.append(fewest_changes(found.response, wish.wants, wish.moves, _spares(wish, found.best), float(limit)))
    return [*dict.fromkeys(points), found.best.point] if most else points


def _misses(wish: Wish, seen: Seen) -> float:
    """How far a point misses the wish, in standard deviations of a game; what lies only just inside misses it too.

    The point that is taken was chosen for its luck as well: half its interval is kept from the bounds, or a quarter of
    what lies between them.
    """
    return distance(wish, seen, _spares(wish, seen))


def distance(wish: Wish, seen: Seen, spares: Array | None = None, ruler: Seen | None = None) -> float:
    """How far outside its bounds a point lies, in standard deviations of a game, all measures added up.

    The games are those of the point, or of a `ruler`.
    """
    missed, inside = 0.0, np.zeros(len(wish.wants)) if spares is None else spares
    for want, one, spread, spare in zip(wish.wants, seen.measures, (ruler or seen).spread, inside, strict=True):
        missed += want._replace(low=want.low + spare, high=want.high - spare).missed(one.value) / max(spread, 1e-9)
    return missed


def nearer(wish: Wish, seen: Sequence[Seen], best: Seen) -> list[Seen]:
    """The points of a frontier by their price: each nearer to the wish than all cheaper ones, and the best one."""
    told = list[Seen]()
    for one in sorted(seen, key=lambda one: price(wish.moves, one.point)):
        near = [distance(wish, other, ruler=told[0]) for other in told]
        if one is best or not told or distance(wish, one, ruler=told[0]) < min(near):
            told.append(one)
    return told


def _spares(wish: Wish, seen: Seen) -> Array:
    """How far inside its bounds each measure is to be; where many cards are bounded, luck is taken off already."""
    both = zip(wish.wants, seen.measures, strict=True)
    spares = [min((one.high - one.low) / 2, (want.high - want.low) / 4) for want, one in both]
    many = [bool(want.group) and want.measure.startswith(WORTH) for want in wish.wants]
    return np.where(many, 0.0, spares)


def _proposal(wish: Wish, response: Response, best: Seen, played: Sequence[Seen]) -> Point | None:
    """The cheapest point that should meet the wish and was not played yet: well inside its bounds, else just inside.

    Where the best point meets it, one that is cheaper still, by what was measured around that one.
    """
    spare = _spares(wish, best)
    known, is_met = {one.point for one in played}, _misses(wish, best) == 0
    for times in (1.0,) if is_met else (1.0, 1.5, 0.5, 2.0, 0.0):
        point = fewest_changes(response, wish.wants, wish.moves, times * spare)
        if point not in known and not (is_met and effort(wish.moves, point) >= effort(wish.moves, best.point)):
            return point
    return None


def _response(wish: Wish, at: Seen, table: Table) -> Response:
    """What a step of each move does around a point, measured half of the way to each end of its range."""
    moves = wish.moves
    probes = [_probes(move, here) for move, here in zip(moves, at.point, strict=True)]
    active = [i for i, one in enumerate(probes) if one]
    design = factorial_design([len(probes[i]) for i in active])
    changes = [Change(k, level, f"{i} {level}") for k, i in enumerate(active) for level in range(1, len(probes[i]) + 1)]
    values: list[tuple[int, ...]] = [(at.point[i], *probes[i]) for i in active]
    full = tuple(tuple(values[k][level] for k, level in enumerate(row)) for row in design)
    points = [_whole(at.point, active, row) for row in full]
    effects = table.screen(design, points, changes)
    sides = {1: np.zeros((len(at.measures), len(moves))), -1: np.zeros((len(at.measures), len(moves)))}
    for change, found in effects.items():
        move = active[change.factor]
        away = probes[move][change.level - 1] - at.point[move]
        effect = [_likely(want, moves[move], one) for want, one in zip(wish.wants, found, strict=True)]
        sides[1 if away > 0 else -1][:, move] = np.array(effect) / abs(away)
    inside = [min(max(0.0, want.low), want.high) for want in wish.wants]
    here = np.where(np.isnan(at.values), inside, at.values)
    return Response(at.point, here, sides[1], sides[-1], at.spread)


def _likely(want: Want, move: Move, found: Interval) -> float:
    """An effect with luck taken off (James and Stein's, of one number), so that no proposal rests on chance.

    What a card is worth hangs on its own numbers: these are believed, of all else only what is far beyond chance.
    """
    error = (found.high - found.low) / 2 / z_quantile()
    if not found.value or not np.isfinite(error):
        return 0.0
    if want.measure.startswith(WORTH):
        if move.key.rpartition(".")[0] == want.measure.removeprefix(WORTH):
            return found.value
        if abs(found.value) < FAR_OUT * error:
            return 0.0
    return found.value * max(0.0, 1 - (error / found.value) ** 2)


def _probes(move: Move, here: int) -> tuple[int, ...]:
    """Values of a move at which it is looked at: half of the way upwards and downwards."""
    ways = ((move.high - here + PART - 1) // PART, -((here - move.low + PART - 1) // PART))
    return tuple(here + way for way in ways if way)


def _whole(point: Point, active: Sequence[int], own: Sequence[int]) -> Point:
    """A point with some of its values changed."""
    values = list(point)
    for i, value in zip(active, own, strict=True):
        values[i] = value
    return tuple(values)
