"""Who held which card, and what comes of dealing the seats anew: slow twins, enumeration, counts that stay."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.cards import card_holders
from lab.cards.card_holders import GROUPS, sums_of_held
from lab.cards.worth_by_deal import difference, difference_error, sums_of_dealt, sums_of_tables, whole
from lab.store.event_codes import EVENT_KINDS
from lab.tables.metric import KEYS, compute
from tests.lab.random_games import ARMS, random_tables
from tests.lab.rule_worlds import turned_fights

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


NEW = {"base": [2, 0, 3, 1], "three": [1, 2, 0], "four": [2, 0, 3, 1], "six": [5, 3, 0, 1, 2, 4]}
"""The chair that each old one becomes, arm by arm: no chair stays what it was."""
NAMES_A_SEAT = [kind.kind for kind in EVENT_KINDS if kind.other_is == "seat"]


def moved(column):
    """The new chair of whoever a column names; nobody stays nobody."""
    old, arm = pl.col(column), pl.col("arm")
    chairs = [pl.when((arm == a) & (old == s)).then(new) for a, order in NEW.items() for s, new in enumerate(order)]
    return pl.coalesce(*chairs, old).alias(column)


def moved_bits(column):
    """The new chairs of those whom the bits of a number name."""
    arm = pl.col("arm")
    return pl.sum_horizontal(
        pl.when((arm == a) & ((pl.col(column) // 2**s) % 2 == 1)).then(2**new).otherwise(0)
        for a, order in NEW.items()
        for s, new in enumerate(order)
    )


def turned(tables):
    """The same games with everybody in another chair."""
    new = dict(tables)
    for name in ("seat", "level"):
        new[name] = tables[name].with_columns(moved("seat"))
    if "winners" in tables["game"].columns:
        rows = [
            row | {"winners": sorted(NEW[row["arm"]][s] for s in row["winners"])} for row in tables["game"].to_dicts()
        ]
        new["game"] = pl.DataFrame(rows, schema=tables["game"].schema)
    kind = pl.col("kind")
    named = pl.when(kind.is_in(NAMES_A_SEAT)).then(moved("other")).otherwise("other").alias("other")
    won = pl.when(kind == "over").then(moved_bits("before")).otherwise("before").alias("before")
    new["event"] = tables["event"].with_columns(moved("actor"), moved("target"), named, won)
    return new


@pytest.fixture(scope="module")
def wild():
    """Games of all kinds of events, made up by lot."""
    tables = random_tables(seed=8)
    game = tables["game"].with_columns(
        pl.col("winners").list.len().alias("n_winners"), (3 * pl.col("turns") + pl.col("game") % 7).alias("decisions")
    )
    return tables | {"game": game}


@pytest.mark.parametrize("name", ["downtime", "helping", "hopeless_time", "hostility", "last_fights"])
def test_what_is_done_is_the_same_whatever_chairs_are_called(name, wild, tiny_store):
    found = compute(tiny_store(**wild), [name])[name]
    assert found["arm"].n_unique() == len(ARMS) and found.height > len(ARMS)
    assert_frame_equal(found, compute(tiny_store(**turned(wild)), [name])[name], rel_tol=1e-12)


@pytest.mark.deep
def test_who_makes_the_king_is_the_same_whatever_chairs_are_called(tiny_store):
    tables = turned_fights(100)
    found = compute(tiny_store(**tables), ["kingmaking"])["kingmaking"]
    assert (found["count"] > 0).sum() >= 9
    assert_frame_equal(found, compute(tiny_store(**turned(tables)), ["kingmaking"])["kingmaking"], rel_tol=1e-12)


def test_a_table_that_is_turned_is_another_one(wild):
    """The tests above would see nothing if nobody had moved."""
    new = turned(wild)
    for name, column in (("seat", "seat"), ("level", "seat"), ("event", "actor"), ("event", "target")):
        seated = wild[name][column] >= 0
        assert (wild[name][column] != new[name][column]).filter(seated).all(), (name, column)
    accepted = wild["event"]["kind"] == "accept"
    assert (wild["event"]["other"] != new["event"]["other"]).filter(accepted).all()
