"""What a house rule changes about cards: in worlds where the truth is planted, and once more in plain SQL."""

from __future__ import annotations

import duckdb
import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.cards.card_worth import WAYS, worths
from lab.cards.rule_interaction import GAINS, LOSES, SAME, changes
from lab.store.event_codes import HOW
from lab.tables.metric import compute
from tests.lab.in_sql import SQL
from tests.lab.rule_worlds import (  # fmt: skip
    CARDS,
    DOORS,
    SEATS,
    TREASURES,
    are_what_sql_says,
    deck,
    games_of,
    together,
    two_arms,
)

pytestmark = pytest.mark.deep

NUMBERS = ("change", "change_low", "change_high", "change_se", "if_nothing", "change_p", "change_q", "change_shrunk")


NUMBER = {way: HOW.index(way) if way in HOW else 9 for way in WAYS}
"""Numbers of the ways in SQL."""


def measured(tables, versus=None):
    return changes(*(tables[name].lazy() for name in ("exposure", "seat", "card", "arm")), versus=versus)


def row_of(found, card, how):
    return found.filter(id=f"card-{card}", how=how).row(0, named=True)


@pytest.fixture(scope="module")
def tables():
    """Card 5 is worth 20 points in both arms, card 0 is worth 20 more under the rule."""
    return two_arms(2500, {5: 0.2}, {0: 0.2})


TRUTH = {
    "kicked": (0.18, -0.18 / 11), "drawn": (0.12, -0.12 / 11), "dealt": (0.18 * 12 / 11, -0.18 * 12 / 121),
    "hand": (0.135, -0.135 / 11),
}  # fmt: skip
"""What changes for card 0, and for each of the other Doors.

Nine games of ten are won, so 20 points are 18. The other 11 Doors lose together what it gains: zero is their average.
Two draws of three are in the first pass; in the second the winner alone draws, and no card says anything: of twelve
that come into hands nine are dealt or drawn in the first. Dealt: against the other 11 of 12 Doors.
"""


def test_what_the_rule_does_to_one_card_is_recovered(tables, tiny_store):
    found = compute(tiny_store(**tables), ["card_rules"])["card_rules"]
    assert set(found["how"]) == set(WAYS) and set(found["reference"]) == {"a"} and set(found["arm"]) == {"b"}
    for how, (truth, _) in TRUTH.items():
        row = row_of(found, 0, how)
        assert row["change_low"] < truth < row["change_high"] and row["change_q"] < 1e-6 and row["verdict"] == GAINS
        same = row_of(found, 5, how)
        assert min(same["delta"], same["delta_reference"]) > 0.08 and same["verdict"] != GAINS
    others = found.filter(pl.col("id") != "card-0")
    assert GAINS not in others["verdict"].to_list()
    door = pl.col("pile") == "door"
    truth = (
        pl.when(door).then(pl.col("how").replace_strict({w: t for w, (_, t) in TRUTH.items()}, default=0)).otherwise(0)
    )
    covered = others.select(inside=(pl.col("change_low") < truth) & (truth < pl.col("change_high")))["inside"]
    assert len(covered) == 4 * (DOORS - 1) + 3 * TREASURES and covered.sum() >= 58  # below that: a chance of 1 %


def test_exchanging_the_arms_turns_every_sign(tables):
    there, back = (measured(tables, versus).sort("how", "card") for versus in "ab")
    assert (set(back["arm"]), set(back["reference"])) == ({"a"}, {"b"})
    for name in ("change", "change_shrunk"):
        assert back[name].to_list() == (-there[name]).to_list()
        assert back[f"{name}_low"].to_numpy() == pytest.approx(-there[f"{name}_high"].to_numpy(), rel=1e-12)
    for name in ("change_se", "if_nothing", "change_p", "change_q"):
        assert back[name].to_numpy() == pytest.approx(there[name].to_numpy(), rel=1e-12)
    turned = {GAINS: LOSES, LOSES: GAINS}
    assert back["verdict"].to_list() == [turned.get(word, word) for word in there["verdict"]]


def test_the_same_games_under_another_name_change_nothing_at_all(tables):
    one = {name: frame.filter(arm="a") for name, frame in tables.items() if "arm" in frame.columns and name != "arm"}
    found = measured(together(one, {name: frame.with_columns(arm=pl.lit("b")) for name, frame in one.items()}))
    for name in NUMBERS:
        wanted = 1.0 if name in ("change_p", "change_q") else None if name == "if_nothing" else 0.0
        assert set(found[name]) == {wanted}, name
    assert set(found["verdict"]) == {SAME} and found["delta"].abs().max() > 0.1


@pytest.mark.parametrize("paired", [True, False])
def test_every_number_is_what_sql_makes_of_the_same_games(paired):
    tables = two_arms(150, {5: 0.2}, {0: 0.2}, seed=3, seats=(SEATS, SEATS if paired else SEATS + 1))
    con = duckdb.connect(config={"python_enable_replacements": False})
    for name, frame in tables.items():
        con.register(name, frame)
    query = (SQL / "card_rules.sql").read_text(encoding="utf-8")
    wanted = con.sql(query, params={"paired": paired}).pl()
    found = measured(tables).with_columns(how=pl.col("how").replace_strict(NUMBER))
    assert found["paired"].to_list() == [paired] * wanted.height
    are_what_sql_says(found, wanted, "card", ("delta", "delta_reference"))
    for (_,), way in found.group_by("how"):
        adjusted = stats.false_discovery_control(way["change_p"].to_numpy())
        assert way["change_q"].to_numpy() == pytest.approx(adjusted, rel=1e-12)


def test_a_game_pulls_a_difference_as_far_as_leaving_it_out_lets_go():
    tables = games_of(60, {0: 0.2})
    ids = {f"card-{c}": c for c in range(CARDS)}

    def differences(games):
        some = (tables[name].filter(pl.col("game").is_in(games)).lazy() for name in ("exposure", "seat"))
        return worths(*some, deck(), ids)

    whole = differences(range(60))
    pulls = [one.pulls(0, 60)[0] for one in whole]
    for game in range(0, 60, 7):
        without = differences([g for g in range(60) if g != game])
        for way, one, left, pull in zip(WAYS, whole, without, pulls, strict=True):
            came = one.n > 0
            # The means that cards are compared with are those of the other games too: second order, one in sixty.
            assert (one.value - left.value)[came] == pytest.approx(pull[game][came], abs=0.006), way


def test_a_card_has_one_number_and_one_error_wherever_it_is_asked_for(tables, tiny_store):
    store = tiny_store(**tables | {
        "exposure": tables["exposure"].with_columns(held=1, played=0),
        "card": tables["card"].with_columns(unmodelled=pl.lit("")),
    })  # fmt: skip
    found = compute(store, ["card_table", "card_draws"])
    for arm in ("a", "b"):
        came, seat, own = (tables[name].filter(arm=arm) for name in ("exposure", "seat", "arm"))
        design = tables["card"].filter(deck_hash=own["deck_hash"][0])
        for one in worths(came.lazy(), seat.lazy(), design, {name: at for at, name in enumerate(design["id"])}):
            dealt = one.way == "dealt"
            rows = found["card_table"] if dealt else found["card_draws"].filter(how=one.way)
            names = ("randomised_oh_delta", "randomised_oh_se") if dealt else ("randomised_delta", "randomised_se")
            known = design.select("id").join(rows.filter(arm=arm), on="id", how="left", maintain_order="left")
            for name, mine in zip(names, (one.value, one.if_nothing), strict=True):
                told = known[name].fill_null(float("nan")).to_numpy()
                assert mine == pytest.approx(told, rel=1e-12, nan_ok=True), (arm, one.way, name)


def test_intervals_cover_and_finds_are_as_rare_as_promised():
    # Two arms with the same rules: with dice of their own and a card that is strong in both; or with the same dice,
    # where the rule hands all that came in half of the games to somebody else, and no card does anything.
    inside, finds = [], 0
    for seed in range(40):
        one = games_of(80, {5: 0.2 * (seed % 2)}, seed)
        other = games_of(80, {5: 0.2 * (seed % 2)}, seed + 1000 * (seed % 2), "b")
        if seed % 2 == 0:
            lot = np.random.default_rng(seed)
            turn = {game: int(lot.integers(SEATS)) if lot.random() < 0.5 else 0 for game in range(80)}
            seat = (pl.col("seat") + pl.col("game").replace_strict(turn)) % SEATS
            other["exposure"] = other["exposure"].with_columns(seat=seat)
        found = measured(together(one, other))
        inside += found.select((pl.col("change_low") < 0) & (pl.col("change_high") > 0)).to_series().to_list()
        finds += sum(way["change_q"].min() < 0.1 for _, way in found.group_by("how"))
    assert 0.93 < np.mean(inside) < 0.97
    assert finds <= 34  # of 200 families at 10 %: more has a chance below 1 in 1000, if they were independent


def test_an_arm_without_games_and_shards_of_older_versions_say_nothing_of_what_they_do_not_know():
    tables = two_arms(20, {}, {})
    empty = {name: tables[name].filter(pl.col("arm") == "a") for name in ("exposure", "seat")}
    assert measured(tables | empty).is_empty()
    assert measured(tables | {name: tables[name].clear() for name in ("exposure", "seat")}).is_empty()
    unknown = {name: pl.lit(None, pl.Int8) for name in ("how", "pass", "by_lot")}
    old = measured(tables | {"exposure": tables["exposure"].with_columns(**unknown)})
    assert set(old["how"]) == {"dealt"} and old.equals(measured(tables).filter(how="dealt"))
