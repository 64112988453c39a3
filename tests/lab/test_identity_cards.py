"""Where a Class stands among its kind, and how often its powers are used: by plain sums, and by leaving games out."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from decks.card_schema import Card
from decks.read_decks import read_deck
from engine.records.card_kinds import Trigger
from lab.impact.identity_cards import (
    OTHERS,
    among_rivals,
    beyond_its_kind,
    games_needed,
    power_uses,
    powerless,
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
    assert among_rivals(box(), 3, *games(2)).is_empty() and not rivals_sentence(CARDS[3], pl.DataFrame())


AGAINST = "points of win credit against the other Classes together"


def rows_of(ends, monk=(-0.01, -0.05, 0.03), ninja=(0.04, 0.01, 0.07)):
    """The table of three Classes, from what the bard has beyond the others together and beyond each."""
    names = ("card", "n", "value", "value_low", "value_high", "ahead", "ahead_low", "ahead_high")
    rows = [
        ("Monk", 9, 0.02, 0.0, 0.04, *monk), ("Bard", 9, 0.01, -0.01, 0.03, None, None, None),
        ("Ninja", 9, -0.03, -0.05, -0.01, *ninja), (OTHERS, 18, None, None, None, *ends),
    ]  # fmt: skip
    return pl.DataFrame(rows, names, orient="row")


@pytest.mark.parametrize(
    ("ends", "says", "more"),
    [
        ((0.01, 0.005, 0.019), "Bard is neither too strong nor too weak among the Classes: a little stronger than the "
         "other Classes, within 2 points; +1.0 [+0.5, +1.9] points", None),
        ((0.0, -0.01, 0.01), "Bard is neither too strong nor too weak among the Classes, within 2 points; +0.0", None),
        ((0.05, 0.03, 0.07), f"Bard is too strong among the Classes (2 or more): +5.0 [+3.0, +7.0] {AGAINST}.", None),
        ((0.03, 0.01, 0.05), "A sign that Bard is too strong among the Classes (2 or more): +3.0 [+1.0, +5.0]",
         (4000, 0.01)),
        ((-0.03, -0.05, -0.01), "A sign that Bard is too weak among the Classes (2 or more): \u22123.0 [",
         (4000, 0.01)),
        # Half the interval is 1.85 points: to know it to 1 takes 3.4 times the 1,000 games, so many thousands.
        ((0.0135, -0.005, 0.032), "Bard is at most 3.2 points stronger than the other Classes: +1.4 [\u22120.5, +3.2] "
         f"{AGAINST}; too strong (2 or more) is possible, not shown.", (4000, 0.01)),
        # It is 0.7: four times the games halve it.
        ((0.015, 0.008, 0.022), "Bard is stronger than the other Classes, by at most 2.2 points: ", (4000, 0.0035)),
        ((0.0, -0.03, 0.03), "Whether Bard is too strong or too weak (2 or more) cannot be told yet: ", (9000, 0.01)),
        # It would take 25,000 games, and arrivals are kept of 20,000: nothing is promised.
        ((0.0, -0.05, 0.05), "Whether Bard is too strong or too weak", None),
    ],
)  # fmt: skip
def test_the_sentence_says_whether_it_is_too_strong_and_what_would_tell(ends, says, more):
    assert rivals_sentence(CARDS[0], rows_of(ends)).startswith(says)
    found = games_needed(rows_of(ends), 1000)
    assert found is None if more is None else (found[0] == more[0] and found[1] == pytest.approx(more[1], rel=0.1))


@pytest.mark.parametrize(
    ("monk", "ninja", "says"),
    [
        ((-0.01, -0.05, 0.03), (0.04, 0.01, 0.07), "it is one of the best two: it cannot be told from Monk, and is "
         "ahead of Ninja"),
        ((-0.05, -0.06, -0.03), (0.01, -0.01, 0.03), "it is one of the last two: it cannot be told from Ninja, and is "
         "behind Monk"),
        ((-0.01, -0.05, 0.03), (0.01, -0.01, 0.03), "it cannot be told from Monk and Ninja"),
        ((-0.05, -0.06, -0.03), (0.04, 0.01, 0.07), "it is ahead of Ninja, and is behind Monk"),
        ((0.01, 0.005, 0.03), (0.04, 0.01, 0.07), "it is the best: it is ahead of Monk and Ninja"),
    ],
)  # fmt: skip
def test_its_place_is_told_as_far_as_it_is_known(monk, ninja, says):
    said = rivals_sentence(CARDS[0], rows_of((0.0, -0.01, 0.01), monk, ninja))
    assert said.endswith(f". Among the 3 Classes {says} (95 % sure of all).")


def test_cards_among_their_kind_are_as_far_from_the_mean_of_the_others():
    rows = [("bard", "Bard", "class", 0.03), ("monk", "Monk", "class", 0.01), ("ninja", "Ninja", "class", -0.02),
            ("rat", "Rat", "monster", 0.5), ("seer", "Seer", "class", None), ("orc", "Orc", "race", 0.04)]  # fmt: skip
    whole = pl.DataFrame(rows, ["id", "name", "kind", "shrunken"], orient="row").with_columns(pile=pl.lit("door"))
    # Monk and Ninja are at -0.5 on average; nobody is beside the Orc, and a monster has no such kind
    assert beyond_its_kind(whole.filter(pl.col("id").is_in(["bard", "rat", "orc"])), whole) == (
        "Among its kind, with which `lab card` compares: Bard is +3.5 points from the other Classes, which are at "
        "\u22120.5."
    )
    assert beyond_its_kind(whole.filter(id="orc"), whole) == ""


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


BARD = {
    "id": "bard", "name": "Bard", "pile": "door", "kind": "class",
    "effects": [
        {"op": "strength", "amount": 3, "when": {"helper": True}},
        {"on": "won", "op": "discard_hand", "amount": 1, "what": "hand"},
        {"on": "won", "op": "draw", "amount": 1, "pile": "treasure"},
    ],
}  # fmt: skip


def test_what_a_class_does_by_itself_is_counted_and_what_holds_all_the_time_is_said():
    """Played in two games, it acted once in one of them: half a time a game, in half of them."""
    bard = Card.model_validate(BARD)
    assert powers_of(bard) == {-Trigger.WON: "by itself when the owner has won a combat as the fighter"}
    uses = pl.DataFrame({"game": [1], "opcode": [-int(Trigger.WON)]})
    found = power_uses(bard, uses, pl.DataFrame({"game": [1, 2], "played": [1, 1]}))
    assert list(found.select("uses", "games", "per_game", "share").row(1)) == [1, 2, 0.5, 0.5]
    said = powers_sentence(bard, found)
    assert said.startswith("It acted by itself when the owner has won a combat as the fighter ")
    assert "Not counted, as it holds all the time: " in said and "+3" in said
    only = Card.model_validate(BARD | {"effects": BARD["effects"][:1]})
    assert "+3" in powerless(only) and "not counted" in powerless(only)
    assert powerless(Card.model_validate(BARD | {"effects": []})) == "It has no power."
