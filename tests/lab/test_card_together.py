"""Pairs of cards: what they are worth beyond their sum, in planted hands, and whether hands are dealt as was asked."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from engine.records.card_kinds import Kind
from lab.cards.card_pairs import pair_sums, pair_worths, speak_of_each_other
from lab.impact import dealt_together
from lab.impact.dealt_together import DEALT, short_list, together
from lab.runs.dealt_pairs import ROWS, _Dealer
from lab.store.event_codes import HOW
from lab.store.given_up_games import GivenUp
from tests.lab.exposed_runs import arm_of

DESIGNS, HAND, GAMES = 24, 6, 3_000
BEYOND = 0.3


@pytest.fixture(scope="module")
def worths():
    """Of hands by lot: card 0 wins 0.1 more, cards 0 and 1 together 0.3 more; all else is luck."""
    rng = np.random.default_rng(1)
    cards = np.argsort(rng.random((GAMES, DESIGNS)), axis=1)[:, : 2 * HAND].reshape(GAMES, 2, HAND)
    has = (cards[..., None] == np.arange(2)).any(axis=2)
    credit = 0.1 * has[..., 0] + BEYOND * has.all(axis=2) + rng.normal(0, 0.4, (GAMES, 2))
    game, seat, _ = (axis.ravel() for axis in np.indices(cards.shape))
    lot = {"how": HOW.index("dealt"), "pass": 0, "by_lot": 1, "opening": True, "drawn_turn": 0}
    exposure = pl.LazyFrame({"game": game, "seat": seat, "card": cards.ravel()}).with_columns(
        pl.lit(value).alias(name) for name, value in lot.items()
    )
    seats = pl.LazyFrame({"game": game[::HAND], "seat": seat[::HAND], "credit": credit.ravel()})
    deck = pl.DataFrame({"card": range(DESIGNS), "id": [f"c{n:02}" for n in range(DESIGNS)]})
    sums = pair_sums(exposure, seats, deck.with_columns(pile=pl.lit("door"), kind=pl.lit("item")))
    return pair_worths(sums, {("c02", "c03")})


def test_two_cards_are_found_that_are_more_than_their_sum_and_no_others(worths):
    # Of the other 23 designs 5 come too. Who got one of the pair has the other with a chance of 5/23, and what that
    # is worth belongs to each card's own mean: of 0.3 there are 0.3 (1 - 5/23)^2 beyond both means.
    pair = worths.filter(a="c00", b="c01").row(0, named=True)
    assert pair["more"] == pytest.approx(BEYOND * (1 - 5 / 23) ** 2, abs=3 * pair["se"])
    assert pair["q"] < 1e-6 and worths.filter(pl.col("q") < 0.1).height == 1
    rest = worths.filter(pl.col("a") > "c01")
    assert (rest["more"] / rest["se"]).std() == pytest.approx(1, abs=0.15)  # 231 pairs that do nothing together
    assert worths.height == DESIGNS * (DESIGNS - 1) / 2 and worths["n"].sum() == GAMES * 2 * HAND * (HAND - 1) / 2


def test_pairs_of_which_one_card_speaks_of_the_other_are_a_family_of_their_own(worths):
    (alone,) = worths.filter("speaks").to_dicts()
    assert alone["q"] == alone["p"] and alone["more_shrunk"] is None  # nothing is known of the spread of a single one
    listed = short_list(worths, [f"c{n:02}" for n in range(1, DESIGNS)])
    assert ("c00", "c01") not in listed and len(listed) in (16, 17)
    cards = arm_of().cards
    speaking = speak_of_each_other(dict(zip(cards.ids, cards.cards, strict=True)))
    assert {("cleric", "mace-of-sharpness"), ("hireling", "kill-the-hireling")} <= speaking
    assert ("huge-rock", "leather-armor") not in speaking


def test_chosen_cards_lie_in_a_hand_or_are_blank_and_no_other_card_has_moved():
    arm, looked = arm_of(), []

    class Looking(_Dealer):
        def _play_on(self):
            g = self.games[0]
            hands = [g.hand[s, : g.hand_n[s]].tolist() for s in range(4)]
            piles = [g.deck[pile, : g.deck_n[pile]].tolist() for pile in range(2)]
            looked.append((hands, np.array(sum(hands + piles, [])), self.card["kind"].copy()))

    number = {name: n for n, name in enumerate(arm.cards.ids)}
    names = (
        "cleric mace-of-sharpness huge-rock leather-armor elf dwarf hoard thief wizard halfling hireling magic-lamp "
        "warrior bigfoot bullrog lawyers"
    ).split()
    pairs = [(number[a], number[b]) for a, b in zip(names[::2], names[1::2], strict=True)]
    dealer, plain = Looking(arm, pairs), Looking(arm, [])
    before, chosen = dealer.card.copy(), {dealer.copy[n] for pair in pairs for n in pair}
    for game in range(3):
        rows = dealer.play(game, 1)
        plain.play(game, 1)
        (hands, lie, kinds), (_, lay, own) = looked[-2:]
        moved = lie != lay
        assert sorted(lie[moved]) == sorted(lay[moved]) and len(set(lie[moved]) - chosen) <= len(chosen)
        assert len(rows) == len(pairs) == 2 * len(hands)
        for pair, *has, _ in rows:
            cards = [dealer.copy[design] for design in pairs[pair]]
            given = {card for card, is_dealt in zip(cards, has, strict=True) if is_dealt}
            assert not given or sum(given <= set(hand) for hand in hands) == 1
            assert [kinds[card] for card in cards] == [own[c] if c in given else Kind.SPECIAL for c in cards]
    assert dealer.card.tobytes() == before.tobytes()


def test_a_pair_is_told_by_the_four_ways_in_which_it_was_dealt(monkeypatch):
    won = {(True, True): [1, 1, 0, 1], (True, False): [1, 0], (False, True): [0, 1, 0, 0], (False, False): [0, 1]}
    rows = [(0, *has, float(credit)) for has, credits in won.items() for credit in credits]
    played = pl.DataFrame(rows, ROWS, orient="row"), GivenUp()
    monkeypatch.setattr(dealt_together, "play_dealt", lambda *_, **__: played)
    found = dealt_together._played([("cleric", "elf"), ("thief", "elf")], arm_of(), 10, None)
    row = found.row(0, named=True)
    # 3/4 - 1/2 - 1/4 + 1/2; variances 1/4, 1/2, 1/4, 1/2 over 4, 2, 4, 2 hands: 1/16 + 1/4 + 1/16 + 1/4 = 0.625.
    assert (found.height, row["dealt"], row["more"]) == (1, 12, pytest.approx(0.5))
    assert row["more_high"] - row["more"] == pytest.approx(1.959964 * 0.625**0.5)
    assert row["p"] == pytest.approx(0.527089, abs=1e-5) == row["q"]  # z = 0.5 / sqrt(0.625) = 0.6325


def test_a_group_is_the_mean_of_its_pairs_and_as_sure_as_all_of_them():
    known = {name: None for name in DEALT} | {"dealt": 100, "both": 0.4, "a_only": 0.3, "b_only": 0.2, "neither": 0.2}
    pairs = [known | {"more": more, "more_high": more + half} for more, half in ((0.06, 0.03), (0.02, 0.04))]
    row = together(pl.DataFrame(pairs, schema=DEALT))
    # Half of an interval: sqrt(0.03^2 + 0.04^2) / 2 = 0.025.
    assert (row["pairs"], row["dealt"], row["both"], row["more"]) == (2, 200, *map(pytest.approx, (0.4, 0.04)))
    assert (row["more_low"], row["more_high"]) == (pytest.approx(0.015), pytest.approx(0.065))
