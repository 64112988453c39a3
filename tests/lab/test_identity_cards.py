"""Where a Class stands among its kind, and how often its powers are used: by plain sums, and by leaving games out."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from decks.read_decks import read_deck
from lab.impact.identity_cards import (
    OTHERS,
    among_rivals,
    power_uses,
    powers_of,
    powers_sentence,
    rivals_of,
    rivals_sentence,
)
from lab.stats.intervals import t_quantile
from lab.store.event_codes import HOW
from lab.store.stored_tables import ABOUT

KINDS = (("bard", "class"), ("monk", "class"), ("ninja", "class"), ("rope", "item"))
CARDS = [SimpleNamespace(id=i, name=i.title(), kind=k, pile="door", steps=lambda: ()) for i, k in KINDS]


def box():
    """An arm of three Classes and an Item."""
    rows = [
        {"deck_hash": "d", "card": n, "id": i, "name": i.title(), "pile": "door", "kind": k}
        for n, (i, k) in enumerate(KINDS)
    ]
    frame = pl.DataFrame(rows).with_columns(pl.lit(None).alias(c) for c in ABOUT["card"] if c not in rows[0])
    ids, names = [i for i, _ in KINDS], [i.title() for i, _ in KINDS]
    cards = SimpleNamespace(ids=ids, names=names, cards=CARDS, card={"number": np.arange(4)})
    return SimpleNamespace(cards=cards, card_frame=lambda: frame)


def games(count):
    """Each card is dealt to some seat of each game, perhaps twice; one of four wins, the bard more often."""
    rng = np.random.default_rng(7)
    came, seats = [], []
    for game in range(count):
        had = rng.integers(0, 4, len(KINDS))
        chances = np.where(np.arange(4) == had[0], 2.0, 1.0)
        winner = rng.choice(4, p=chances / chances.sum())
        seats += [(game, seat, float(seat == winner)) for seat in range(4)]
        came += [(game, int(had[n]), n) for n in range(len(KINDS)) for _ in range(1 + rng.integers(0, 2))]
    exposure = pl.DataFrame(came, ["game", "seat", "card"], orient="row").with_columns(
        pl.lit(HOW.index("dealt")).alias("how"), pl.lit(0).alias("pass"), pl.lit(1).alias("by_lot"),
        pl.lit(0).alias("opening"),
    )  # fmt: skip
    return exposure, pl.DataFrame(seats, ["game", "seat", "credit"], orient="row")


def plain(exposure, seat):
    """The bard's mean credit less the mean of those of the two others: what is common to all of them falls out."""
    came = exposure.filter(pl.col("card") < 3).join(seat, on=["game", "seat"])
    own, *others = came.group_by("card").agg(pl.col("credit").mean()).sort("card")["credit"]
    return own - sum(others) / len(others)


def test_a_class_is_set_against_the_others_of_its_kind_with_an_interval():
    exposure, seat = games(150)
    found = among_rivals(box(), 0, exposure, seat)
    rows = {row["card"]: row for row in found.to_dicts()}
    assert set(rows) == {"Bard", "Monk", "Ninja", OTHERS} and rows["Bard"]["ahead"] is None
    assert found["value"][:3].is_sorted(descending=True)
    assert rows[OTHERS]["ahead"] == pytest.approx(plain(exposure, seat))
    without = [plain(exposure.filter(pl.col("game") != g), seat) for g in range(150)]  # the jackknife
    error = np.sqrt(149 / 150 * ((np.array(without) - np.mean(without)) ** 2).sum())
    half = (rows[OTHERS]["ahead_high"] - rows[OTHERS]["ahead_low"]) / 2
    assert half == pytest.approx(float(t_quantile(150)) * error, rel=0.02)
    monk = rows["Monk"]
    assert monk["ahead"] == pytest.approx(rows["Bard"]["value"] - monk["value"])
    two = exposure.filter(pl.col("card") < 2)
    without = [plain(two.filter(pl.col("game") != g), seat) for g in range(150)]
    error = np.sqrt(149 / 150 * ((np.array(without) - np.mean(without)) ** 2).sum())
    half = (monk["ahead_high"] - monk["ahead_low"]) / 2  # two are looked at: each at 97.5 %, 2.2414 normal errors
    assert half == pytest.approx(2.2414 * error, rel=0.03)


def test_what_is_no_class_has_no_rivals():
    assert rivals_of(box(), 0) == [0, 1, 2] and not rivals_of(box(), 3)
    assert among_rivals(box(), 3, *games(2)).is_empty() and not rivals_sentence(CARDS[3], pl.DataFrame(), 2)


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        ((0.01, 0.005, 0.021), "Bard is a little stronger than the others together"),
        ((0.05, 0.03, 0.07), "Bard is stronger than the others together, +5.0 [+3.0, +7.0] points of win credit;"),
        ((-0.03, -0.05, -0.01), "Bard is weaker than the others together"),
        ((0.0, -0.01, 0.01), "Bard is about as strong as the others together"),
        # Half the interval is 2 points; to know it to 1 takes four times the 1,000 games.
        ((0.0, -0.02001, 0.01999), "cannot be told yet (--pairs 4000 would tell), +0.0 [−2.0, +2.0] points"),
    ],
)  # fmt: skip
def test_the_sentence_says_its_place_and_how_sure_that_is(ends, says):
    names = ("card", "n", "value", "value_low", "value_high", "ahead", "ahead_low", "ahead_high")
    rows = [
        ("Monk", 9, 0.02, 0.0, 0.04, -0.01, -0.05, 0.03), ("Bard", 9, 0.01, -0.01, 0.03, None, None, None),
        ("Ninja", 9, -0.03, -0.05, -0.01, 0.04, 0.01, 0.07), (OTHERS, 18, None, None, None, *ends),
    ]  # fmt: skip
    said = rivals_sentence(CARDS[0], pl.DataFrame(rows, names, orient="row"), 1000)
    assert said.startswith("Among the 3 Classes, number 2 (by lot, against any Door: Monk +2.0, Bard +1.0")
    assert says in said and "; one by one it is ahead of Ninja (95 % sure of all)." in said


def test_powers_are_counted_in_the_games_in_which_the_card_was_played():
    """Of four games it was played in three: three uses, two in one game and one in another."""
    wizard = next(card for card in read_deck("base").cards if card.id == "wizard")
    (flight, _), (charm, _) = powers_of(wizard).items()
    uses = pl.DataFrame({"game": [1, 1, 3], "opcode": [flight, charm, charm]})
    stays = pl.DataFrame({"game": [1, 1, 2, 3, 4], "played": [1, 1, 1, 1, 0]})
    found = {row["power"]: row for row in power_uses(wizard, uses, stays).to_dicts()}
    assert [(name, row["uses"], row["games"]) for name, row in found.items()] == [
        ("all", 3, 3), ("flight spell", 1, 3), ("charm", 2, 3)
    ]  # fmt: skip
    assert found["all"]["per_game"] == 1 and found["all"]["share"] == pytest.approx(2 / 3)
    said = powers_sentence(wizard, power_uses(wizard, uses, stays))
    assert said.startswith("Its powers were used 1.0 [0.0, ") and "of the 3 games in which it was played." in said
    rope = next(card for card in read_deck("base").cards if card.id == "huge-rock")
    assert power_uses(rope, uses, stays).is_empty() and not powers_sentence(rope, power_uses(rope, uses, stays))
