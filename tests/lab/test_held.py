"""Who held which card, in tables of seats by cards: by a slow twin, over several arms and more games than one table."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.cards import card_holders
from lab.cards.card_holders import GROUPS, sums_of_held

SEATS = 3
NAMES = ["run_id", "arm", "game", "seat", "card", "held", "opening", "played"]


def jumble(arms=("a", "b"), games=40, seed=2):
    """Rows in no order: cards that came once or twice, dealt or later, held or not, to two or three seats."""
    rng = np.random.default_rng(seed)
    rows, seats = [], []
    for arm in arms:
        for game in range(0, 3 * games, 3):
            here = SEATS - int(rng.random() < 0.3)
            seats += [("r", arm, game, s, float(rng.integers(0, 3)) / 2) for s in range(here)]
            rows += [
                ("r", arm, game, int(rng.integers(here)), int(rng.integers(2, 7)), int(rng.random() < 0.9),
                 int(rng.random() < 0.5), int(rng.random() < 0.4))
                for _ in range(int(rng.integers(0, 9)))
            ]  # fmt: skip
    order = rng.permutation(len(rows))
    exposure = pl.DataFrame([rows[i] for i in order], schema=NAMES, orient="row")
    return exposure, pl.DataFrame(seats, schema=["run_id", "arm", "game", "seat", "credit"], orient="row")


def twin(exposure, seat):
    """The same by sets and loops."""
    credit = {(arm, game, s): y for _, arm, game, s, y in seat.iter_rows()}
    sums: dict = {}
    own = {"gih": lambda r: True, "gd": lambda r: not r[6], "oh": lambda r: r[6], "played": lambda r: r[7]}
    for short in GROUPS:
        holders = {(r[1], r[2], r[4], r[3]) for r in exposure.iter_rows() if r[5] and own[short](r)}
        for arm, game, card in {(arm, game, card) for arm, game, card, _ in holders}:
            mine = [credit[arm, game, s] for a, g, c, s in holders if (a, g, c) == (arm, game, card)]
            table = [y for (a, g, _), y in credit.items() if (a, g) == (arm, game)]
            known = {"a": sum(mine), "b": len(mine), "c": sum(table), "d": len(table)}
            row = sums.setdefault(
                (arm, card), dict.fromkeys([f"{s}_{x}" for s in GROUPS for x in (*"ab", *card_holders.PAIRS)], 0.0)
            )
            for x in "ab":
                row[f"{short}_{x}"] += known[x]
            for one, other in card_holders.PAIRS:
                row[f"{short}_{one}{other}"] += known[one] * known[other]
    return sums


@pytest.mark.parametrize("at_once", [1024, 7])
def test_every_moment_is_that_of_a_slow_twin(at_once, monkeypatch):
    monkeypatch.setattr(card_holders, "GAMES_AT_ONCE", at_once)
    exposure, seat = jumble()
    found = sums_of_held(exposure.lazy(), seat.lazy()).collect()
    wanted = twin(exposure, seat)
    assert {(row["arm"], row["card"]) for row in found.iter_rows(named=True)} == set(wanted)
    for row in found.iter_rows(named=True):
        known = wanted[row["arm"], row["card"]]
        assert {name: row[name] for name in known} == pytest.approx(known)
        games = exposure.filter(held=1, arm=row["arm"], card=row["card"])["game"].n_unique()
        assert row["games_seen"] == games


def test_older_runs_say_nothing_of_held_and_where_nothing_came_there_is_no_row():
    exposure, seat = jumble(("a",))
    unknown = exposure.with_columns(held=pl.lit(None, pl.Int64))
    every = sums_of_held(exposure.with_columns(held=1).lazy(), seat.lazy()).collect()
    assert sums_of_held(unknown.lazy(), seat.lazy()).collect().equals(every)
    assert sums_of_held(exposure.clear().lazy(), seat.lazy()).collect().is_empty()
