"""The opening-hand difference and its permutation error: by enumeration, in hand-made tables, under relabelling."""

from itertools import permutations, product

import numpy as np
import polars as pl
import pytest

from lab.cards.worth_by_deal import difference, difference_error, sums_of_dealt, sums_of_tables, whole
from lab.tables.metric import KEYS

CREDIT = [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
"""Games with one winner, with two, with none."""
HELD = [[1, 1, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]]
"""Which seats of each game were dealt the card."""


def frames(credit, held, card=0):
    """Tables of these games; who holds a card has two copies of it, and drew another later."""
    keys = {"run_id": "r", "arm": "a"}
    seats = [keys | {"game": g, "seat": s, "credit": x} for g, row in enumerate(credit) for s, x in enumerate(row)]
    cards = [
        keys | {"game": g, "seat": s, "card": card, "opening": opening}
        for g, row in enumerate(held) for s, b in enumerate(row) for opening in (b, b, 0)
    ]  # fmt: skip
    return pl.LazyFrame(cards), pl.LazyFrame(seats)


def measured(exposure, seat):
    sums = sums_of_dealt(exposure, seat).group_by(*KEYS, "card").agg(whole()).join(sums_of_tables(seat), on=KEYS)
    return sums.with_columns(value=difference(), error=difference_error()).sort("card").collect()


def test_the_variance_is_that_of_all_ways_of_dealing_the_credits():
    # Slow twin: 3! orders of the credits in each of the four games, all 1,296 tables.
    found = measured(*frames(CREDIT, HELD)).row(0, named=True)
    held = np.array(HELD)
    every = [sum(np.dot(row, b) for row, b in zip(table, held)) for table in product(*map(permutations, CREDIT))]
    assert np.var(every) == pytest.approx(found["oh_v"])
    seen = float((np.array(CREDIT) * held).sum())
    assert seen - np.mean(every) == pytest.approx(found["oh_t"])


def test_the_error_is_that_of_dealing_credits_and_tables_anew():
    # Slow twin: the tables in all 4! orders over the games, and each table's credits in all 3! orders.
    found = measured(*frames(CREDIT, HELD)).row(0, named=True)
    held, n = np.array(HELD), float(np.sum(HELD))
    total, seats = float(np.sum(CREDIT)), float(np.size(CREDIT))
    every = []
    for order in permutations(CREDIT):
        for table in product(*map(permutations, order)):
            a = sum(np.dot(row, b) for row, b in zip(table, held))
            every.append(a / n - (total - a) / (seats - n))
    assert np.mean(every) == pytest.approx(0, abs=1e-12)
    # Within games the variance of the tables that were seen stands for that of the tables that could have been.
    within = [np.var(row, ddof=1) for row in CREDIT]
    b = held.sum(axis=1)
    wanted = np.mean(within) * float((b * (3 - b) / 3).sum())
    exact = np.var(every) - (wanted - found["oh_v"]) * (seats / (n * (seats - n))) ** 2
    assert found["error"] ** 2 == pytest.approx(exact)


def test_the_error_does_not_depend_on_who_won():
    exposure, _ = frames(CREDIT, HELD)
    errors = set()
    for order in permutations(range(3)):
        _, seat = frames([[row[s] for s in order] for row in CREDIT], HELD)
        errors.add(round(measured(exposure, seat)["error"][0], 12))
    assert len(errors) == 1


def test_names_of_cards_and_seats_do_not_matter():
    rng = np.random.default_rng(5)
    credit = np.eye(4)[rng.integers(4, size=300)]
    held = [(rng.random((300, 4)) < 0.3).astype(int) for _ in range(5)]
    seats, cards = rng.permutation(4), rng.permutation(5)

    def table(credit, held):
        made = [frames(credit.tolist(), b.tolist(), card) for card, b in held.items()]
        return measured(pl.concat([exposure for exposure, _ in made]), made[0][1])

    found = table(credit, dict(enumerate(held)))
    turned = table(credit[:, seats], {int(cards[card]): b[:, seats] for card, b in enumerate(held)})
    assert turned["card"].to_list() == list(range(5))
    for name in ("oh_n", "value", "error"):
        assert turned[name].to_numpy()[cards] == pytest.approx(found[name].to_numpy(), rel=1e-12)


def test_the_errors_are_as_wide_as_the_differences_scatter():
    # 400 null cards, each dealt to one of four seats of 500 games; a tenth of the games ends with no winner.
    rng = np.random.default_rng(6)
    credit = np.eye(4)[rng.integers(4, size=500)] * (rng.random(500) > 0.1)[:, None]
    _, seat = frames(credit.tolist(), np.zeros((500, 4), int).tolist())
    rows = [
        {"run_id": "r", "arm": "a", "game": int(g), "seat": int(rng.integers(4)), "card": card, "opening": 1}
        for card in range(400) for g in np.flatnonzero(rng.random(500) < 0.4)
    ]  # fmt: skip
    found = measured(pl.LazyFrame(rows), seat)
    z = (found["value"] / found["error"]).to_numpy()
    assert np.std(z) == pytest.approx(1, abs=0.11)  # sd of an sd of 400 is 0.035
    assert abs(np.mean(z)) < 0.15
