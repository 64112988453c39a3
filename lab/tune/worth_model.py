"""What each card of a deck is worth: by how much holding it, and having it in play, moves the chance to win.

Cards come by lot, so who has one and who has another is decided by chance and by what players do with them. A
conditional logit (McFadden 1974) of who won, given how all stand by the numbers that whoever looks ahead judges a table
by (`engine.policies.win_chance`), has a worth for each design in a hand and in play; worths are drawn towards 0, the
less is known of a card the further. They are kept if they tell better who wins games that they were not learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from decks.deck_box import read_box
from decks.learned_worth import Worth, worth_file, worth_text
from decks.read_decks import stack
from engine.loop.game_ranges import new_tables
from engine.loop.standings import Stood, stood_in
from engine.policies.weights import Weight
from engine.policies.win_chance import WHOLE
from engine.records.book import STANDINGS
from lab.agents.personas import find_persona, weights_of
from lab.errors import BadInput
from lab.runs.arms import open_arms
from lab.runs.game_threads import RANGE, lent, on_threads
from lab.runs.run_plan import lineup
from lab.runs.run_spec import make_spec
from lab.store.atomic_files import put
from variants.load_variants import known_variants

if TYPE_CHECKING:
    from lab.runs.arms import Arm

Array = NDArray[np.float64]
PLAYERS = ("sharp", "balanced", "balanced", "balanced")
"""Who sits at the table that is learned from."""
JUDGE = "expert"
"""Whose `win_` weights say how players stand."""
RIDGE = 6000.0
"""Penalty of a squared worth, of counts with a spread of one."""
DOUBLE = 256 / np.log(2)
"""Units of a logit whose base is e."""
STEPS = 400


class Surprise(NamedTuple):
    """Mean surprise at who won fresh games, -log of the chance, without what was learned, and what this saves."""

    without: float
    saved: float
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        """Whether what was learned surely tells better who wins."""
        return self.low > 0


@dataclass(frozen=True)
class Learned:
    """Worths by id, how well they tell who wins, and of how many games."""

    worths: dict[str, Worth]
    surprise: Surprise
    games: int
    fresh: int


def learn(
    arm: Arm, games: int, seed: int, workers: int = 0, told: Callable[[str], None] = lambda _line: None
) -> Learned:
    """Learn the worths of an arm's cards from some games, and try them on a quarter as many fresh ones."""
    fresh = max(100, games // 4)
    told(f"playing {games + fresh:,} games")
    stood = _stood(arm, games + fresh, seed, workers)
    told(f"learning from {len(stood.game):,} moments")
    plain, counts = standing_score(stood), _counts(stood)
    old = np.flatnonzero(stood.game < games)
    worth = _fitted(plain[old], counts[_rows(old, stood)], stood.credit[old])
    units = np.rint(worth * DOUBLE).astype(np.int64)
    new = np.flatnonzero(stood.game >= games)
    surprise = _surprise(plain[new], counts[_rows(new, stood)] @ (units / DOUBLE), stood.credit[new], stood.game[new])
    of_hand, of_play = units.reshape(2, -1)
    worths = {name: Worth(int(of_hand[i]), int(of_play[i])) for i, name in enumerate(arm.cards.ids)}
    return Learned(worths, surprise, games, fresh)


def _stood(arm: Arm, games: int, seed: int, workers: int) -> Stood:
    """How players stood in some games of the arm."""
    who = arm.setting
    weights = weights_of(who.agents)

    def own() -> Any:
        tables, book = new_tables(), arm.book()
        return lambda first, n: stood_in(tables, book, seed, first, lineup(who, first, n), weights)

    play = lent(own)
    ranges = [(first, min(RANGE, games - first)) for first in range(0, games, RANGE)]
    parts = on_threads(lambda one: play(*one), ranges, workers)
    names = ("standing", "cards", "credit", "game")
    return Stood(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def standing_score(stood: Stood) -> Array:
    """Logit of each seat's win by the judge's weights alone, float64[moments, seats]."""
    weights = weights_of([find_persona(JUDGE).name])[0][Weight["WIN_LEVEL"] :][:STANDINGS]
    score: Array = (stood.standing * (weights / WHOLE)).sum(axis=2) / DOUBLE
    return score


def _counts(stood: Stood) -> Any:
    """Copies of each design in the hand and in play, a sparse row for each seat of each moment."""
    from scipy.sparse import csr_array

    moments, seats = stood.credit.shape
    return csr_array(stood.cards.reshape(moments * seats, -1), dtype=np.float64)


def _rows(moments: NDArray[np.int64], stood: Stood) -> NDArray[np.int64]:
    seats = stood.credit.shape[1]
    rows: NDArray[np.int64] = (moments[:, None] * seats + np.arange(seats)).ravel()
    return rows


def _shares(score: Array) -> tuple[Array, Array]:
    """Chances by their logits, and their logarithms."""
    score = score - score.max(axis=1, keepdims=True)
    whole = np.exp(score).sum(axis=1, keepdims=True)
    return np.exp(score) / whole, score - np.log(whole)


def _fitted(plain: Array, counts: Any, credit: Array) -> Array:
    """The worths that make what came of some moments likeliest, less their penalty."""
    from scipy.optimize import minimize

    mean = counts.mean(axis=0)
    square = RIDGE * np.maximum(counts.multiply(counts).mean(axis=0) - mean * mean, 1e-12)
    known = np.asarray(counts.sum(axis=0) > 0)
    turned = counts.T.tocsr()

    def loss(worth: Array) -> tuple[float, Array]:
        p, log_p = _shares(plain + (counts @ worth).reshape(plain.shape))
        slope = turned @ (p - credit).ravel() + square * worth
        return float((square * worth * worth).sum() / 2 - (credit * log_p).sum()), np.where(known, slope, 0.0)

    found = minimize(loss, np.zeros(counts.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    worth: Array = found.x
    return worth


def _surprise(plain: Array, learned: Array, credit: Array, game: NDArray[np.int64]) -> Surprise:
    """How surprised one is at who won fresh games; moments of a game are one draw."""
    without = -(credit * _shares(plain)[1]).sum(axis=1)
    saved = without + (credit * _shares(plain + learned.reshape(plain.shape))[1]).sum(axis=1)
    _, place = np.unique(game, return_inverse=True)
    each, size = np.bincount(place, saved), np.bincount(place)
    mean = float(saved.mean())
    error = float(np.sqrt(((each - mean * size) ** 2).sum()) / size.sum())
    return Surprise(float(without.mean()), mean, mean - 1.96 * error, mean + 1.96 * error)


if TYPE_CHECKING:
    from lab.runs.arms import Arm


@dataclass(frozen=True)
class Taught:
    """What was learned, and where it is kept."""

    learned: Learned
    path: Path
    deck: str
    variant: str

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON has it."""
        s = self.learned.surprise
        return {
            "deck": self.deck, "variant": self.variant, "games": self.learned.games, "fresh_games": self.learned.fresh,
            "surprise": s.without, "saved": s.saved, "saved_low": s.low, "saved_high": s.high,
            "file": str(self.path) if s.is_better else None,
            "cards": {name: worth._asdict() for name, worth in self.learned.worths.items()},
        }  # fmt: skip


@dataclass(frozen=True)
class Session:
    """A line that has been understood."""

    arm: Arm
    deck: str
    path: Path
    games: int
    workers: int

    def run(self, told: Callable[[str], None]) -> Taught:
        """Learn, and write what tells better who wins."""
        seed = self.arm.run.seed
        found = learn(self.arm, self.games, seed, self.workers, told)
        if found.surprise.is_better:
            cards = dict(zip(self.arm.cards.ids, self.arm.cards.cards, strict=True))
            put({self.path: worth_text(cards, found.worths).encode()})
        return Taught(found, self.path, self.deck, self.arm.name)


def start(deck: str, options: Mapping[str, Any]) -> Session:
    """Understand a line; what cannot be played or written is refused before a game is played."""
    box = read_box(deck)
    presets = {v.key for v in known_variants() if not v.overlay}
    own = next((read_box(name).info.set for name in stack(deck)), "base")
    variant = options["variant"] or (own if own in presets else "base")
    path = options["to"] or worth_file(stack(deck)[-1])
    if path.suffix != ".csv" or not path.parent.is_dir():
        raise BadInput(f"{path}: allowed: a .csv file in a folder that exists")
    if path.exists() and not options["replace"]:
        raise BadInput(f"{path}: there is such a file; allowed: another place by --to, or --replace")
    values = {"arms": (variant,), "decks": (deck,), "seats": options["seats"], "agents": PLAYERS, "games": 1}
    spec = make_spec(values | {"seed": options["seed"]}, "command line")
    return Session(open_arms(spec)[0], box.name, path, int(options["games"]), int(options["workers"]))
