"""Each persona's style shows in what it does, beside what `balanced` does in the same seat of the same games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest

from engine.facts.derive import Facts
from engine.loop.game_ranges import play_games
from engine.records.events import Ev
from engine.records.state import FightFlag
from lab.agents.personas import mixes, persona_names, weights_of
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for

GAMES, SEATS = 1600, 4
Count = Callable[[Facts], np.ndarray]
"""Something counted or averaged in each game for the seat of a persona, float64[games]; nan: nothing to average."""


def seat_of(game: np.ndarray) -> np.ndarray:
    """The seat that is looked at: another one in each game."""
    return game % SEATS


def counted(facts: Facts, kind: Ev, test: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    """Events of a kind whose actor is the persona."""
    rows = facts.event[facts.event["kind"] == kind]
    rows = rows[rows["actor"] == seat_of(rows["game"])]
    return np.bincount(rows["game"][test(rows)], minlength=GAMES).astype(float)


def fact(name: str) -> Count:
    """A column of the table `seat`."""
    return lambda facts: facts.seat[facts.seat["seat"] == seat_of(facts.seat["game"])][name].astype(float)


def hostile(facts: Facts) -> np.ndarray:
    """Cards that make a monster stronger which somebody else fights, and Curses on others."""
    fighter, fights = -np.ones(len(facts.event), int), -1
    for i, row in enumerate(facts.event[["kind", "actor"]].tolist()):
        fights = row[1] if row[0] == Ev.FIGHT else fights
        fighter[i] = fights
    rows = facts.event
    mine = rows["actor"] == seat_of(rows["game"])
    spoils = (rows["kind"] == Ev.BONUS) & (rows["after"] > 0) & mine & (fighter != rows["actor"])
    curses = (rows["kind"] == Ev.CURSE) & mine & (rows["target"] != rows["actor"])
    return np.bincount(rows["game"][spoils | curses], minlength=GAMES).astype(float)


def looked_for(facts: Facts) -> np.ndarray:
    """Combats with a monster of one's own hand."""
    return counted(facts, Ev.FIGHT, lambda rows: (rows["other"] & FightFlag.LOOKED) != 0)


def demanded(facts: Facts) -> np.ndarray:
    """Treasures that an average offer of help demands."""
    rows = facts.event[facts.event["kind"] == Ev.OFFER]
    rows = rows[rows["actor"] == seat_of(rows["game"])]
    with np.errstate(invalid="ignore"):
        return np.bincount(rows["game"], rows["before"], GAMES) / np.bincount(rows["game"], minlength=GAMES)


def deals(facts: Facts) -> np.ndarray:
    """Trades proposed, and Items promised for help."""
    bribes = counted(facts, Ev.ASK, lambda rows: rows["card"] >= 0)
    return bribes + counted(facts, Ev.PROPOSE, lambda rows: rows["kind"] > 0)


STYLES: dict[str, tuple[Count, int]] = {
    "random": (fact("credit"), -1),
    "novice": (deals, -1),
    "cautious": (looked_for, -1),
    "greedy": (demanded, 1),
    "helper": (fact("helps"), 1),
    "saboteur": (hostile, 1),
    "hoarder": (fact("levels_bought"), -1),
    "dealer": (deals, 1),
    "racer": (fact("levels_bought"), 1),
}
"""What shows a persona's style, and whether it does more (1) or less (-1) of it than `balanced`."""


@lru_cache(maxsize=2)
def played(persona: str) -> Facts:
    """Games of one persona among three `balanced`, with all their events."""
    agents = np.ones((GAMES, SEATS), np.int64)
    games = np.arange(GAMES)
    agents[games, seat_of(games)] = 0
    book = book_for(Cell("base", "base", SEATS), ("balanced",), max_turns=600)
    return play_games(book, 3, 0, GAMES, SEATS, agents, weights_of([persona, "balanced"]), np.ones(GAMES, bool))


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
@pytest.mark.parametrize("persona", STYLES)
def test_a_style_shows_in_what_a_persona_does(persona):
    count, sign = STYLES[persona]
    more = sign * (count(played(persona)) - count(played("balanced")))
    more = more[~np.isnan(more)]
    assert more.mean() > 2 * more.std() / len(more) ** 0.5, (more.mean(), len(more))


def test_every_persona_has_a_style():
    own = {name for name in persona_names() if name not in ("balanced", "lookahead")}
    assert set(STYLES) <= own
    assert {agent for mix in mixes().values() for agent in mix.agents} <= own | {"balanced"}
