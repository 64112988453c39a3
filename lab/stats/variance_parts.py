"""Parts of a variance: how much of what comes out hangs on each of some causes alone, and how much on their interplay.

Each game is played in branches, with each of its causes as it was (bit 0) or another one (bit 1). Two branches that
share one cause and nothing else are alike as far as that cause decides; two that share nothing are alike as far as it
was settled before they parted (Sobol 1993). So each part is a mean of products. The unit is the game; intervals are
those of a bootstrap over games, by draws that are always the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lab.stats.intervals import CONFIDENCE, Interval

Array = NDArray[np.float64]
SETTLED, INTERPLAY = "settled", "interplay"
DRAWS = 1_000


def variance_parts(credit: Array, causes: tuple[str, ...]) -> dict[str, Interval]:
    """The part of the variance that each cause has, what was settled before, and the interplay, which is the rest.

    `credit` game x branch x seat; bit n of a branch's number: the n-th cause is another one. No variance: all nan.
    """
    games, branches, _ = credit.shape
    numbers, every = np.arange(branches), branches - 1
    y = credit - credit.mean()
    alike = np.stack([(y * y[:, numbers ^ other]).mean(axis=(1, 2)) for other in range(branches)], axis=1)
    drawn = np.random.default_rng(0).multinomial(games, np.full(games, 1 / games), DRAWS) / games
    found = _parts(alike.mean(axis=0)[None], every, len(causes))
    bounds = np.quantile(
        _parts(drawn @ alike, every, len(causes)), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0
    )
    names = (SETTLED, *causes, INTERPLAY)
    rows = np.vstack([found, bounds]).T.tolist()
    return {name: Interval(value, low, high, games) for name, (value, low, high) in zip(names, rows, strict=True)}


def _parts(alike: Array, every: int, causes: int) -> Array:
    """Shares of the variance, a row for each row of mean products; none is below 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = alike / alike[:, :1]
    alone = [share[:, every ^ (1 << n)] - share[:, every] for n in range(causes)]
    parts = np.stack([share[:, every], *alone], axis=1)
    out: Array = np.clip(np.hstack([parts, 1 - parts.sum(axis=1, keepdims=True)]), 0, 1)
    return out
