"""Sums over what came by lot: by a slow twin, and in worlds where nothing or something is planted."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.cards.arrived_cards import BY_LOT as NUMBERS
from lab.cards.worth_by_lot import arrivals
from lab.stats.intervals import q_values
from lab.stats.shrinkage import part_of
from lab.store.event_codes import HOW

SEATS = 4
DOORS, TREASURES = 8, 5
KINDS = ["monster"] * DOORS + ["item"] * TREASURES
PILES = ["door"] * DOORS + ["treasure"] * TREASURES
DESIGNS = pl.DataFrame({
    "run_id": "r", "arm": "a", "card": range(DOORS + TREASURES), "kind": KINDS, "pile": PILES,
    "id": [f"card-{n}" for n in range(DOORS + TREASURES)], "name": [f"Card {n}" for n in range(DOORS + TREASURES)],
})  # fmt: skip


def frames(rows, credit):
    """Tables of rows (game, seat, card, how, pass, by_lot) and credits by game and seat."""
    names = ["game", "seat", "card", "how", "pass", "by_lot"]
    exposure = pl.DataFrame([(*row[:3], HOW.index(row[3]), *row[4:]) for row in rows], schema=names, orient="row")
    games = np.repeat(np.arange(len(credit)), SEATS)
    seat = pl.DataFrame({"game": games, "seat": list(range(SEATS)) * len(credit), "credit": np.ravel(credit)})
    keys = {"run_id": pl.lit("r"), "arm": pl.lit("a")}
    return exposure.with_columns(**keys).lazy(), seat.with_columns(**keys).lazy()


def measured(rows, credit, **options):
    found = list(arrivals(*frames(rows, credit), DESIGNS, **options))
    return {(one.stack, one.number): one for one in found}


def jumble(games=90, seed=3):
    """Games in which cards come to anybody in any way, some more than once, some not by lot, some games without any."""
    rng = np.random.default_rng(seed)
    rows = [
        (g, int(rng.integers(SEATS)), int(rng.integers(DOORS + TREASURES)),
         str(rng.choice(["dealt", "drawn", "drawn", "kicked", "reward", "given", "other"])),
         int(rng.integers(3)), int(rng.random() < 0.9))
        for g in range(games) for _ in range(int(rng.integers(0, 14)))
    ]  # fmt: skip
    credit = np.eye(SEATS)[rng.integers(SEATS, size=games)] * (rng.random(games) < 0.9)[:, None]
    credit[:5] = [0.5, 0.5, 0, 0]
    return rows, credit


def twin(rows, credit, stack, number):
    """The same by dictionaries and loops: differences, times, t and v by card."""
    rows = [r for r in rows if r[5] and r[3] in NUMBERS[number] and PILES[r[2]] == stack]
    by_place, by_game = defaultdict(list), defaultdict(list)
    for game, seat, card, how, at, _ in rows:
        by_place[how, at].append(credit[game][seat])
        by_game[game, how, at].append((card, credit[game][seat]))
    out = {}
    for card in {r[2] for r in rows}:
        mine = [(credit[g][s], np.mean(by_place[how, at])) for g, s, c, how, at, _ in rows if c == card]
        t = v = 0.0
        for place in by_game.values():
            k, b = sum(c == card for c, _ in place), len(place)
            values = [y for _, y in place]
            t += sum(y for c, y in place if c == card) - k * np.mean(values)
            v += np.var(values, ddof=1) * k * (b - k) / b if b > 1 else 0.0
        anew = v + sum(_between(card, place, by_place[key[1:]], rows, key[1:]) for key, place in by_game.items())
        out[card] = (np.mean([y - m for y, m in mine]), len(mine), t, v, np.sqrt(anew) / len(mine))
    return out


def _between(card, place, credits, rows, key):
    """What one game, way and pass adds to the variance of a card's sum if its cards could be those of any game."""
    share = np.mean([r[2] == card for r in rows if (r[3], r[4]) == key])
    return share * (1 - share) * len(place) * (np.mean([y for _, y in place]) - np.mean(credits)) ** 2


def test_every_sum_is_that_of_a_slow_twin():
    rows, credit = jumble()
    found = measured(rows, credit)
    assert set(found) == {("door", n) for n in NUMBERS} | {("treasure", n) for n in NUMBERS}
    for (stack, number), one in found.items():
        wanted = twin(rows, credit, stack, number)
        for at, card in enumerate(one.cards):
            told = (one.value[at], one.n[:, at].sum(), one.t[at], one.v[at], one.if_nothing[at])
            assert told == pytest.approx(wanted[card], abs=1e-12)
        # Zero is the average of what came so.
        assert (one.n.sum(axis=0) * one.value).sum() == pytest.approx(0, abs=1e-9)


def test_the_variance_is_that_of_all_orders_in_which_the_cards_could_have_come():
    rows = [(0, 0, 0, "drawn", 0, 1), (0, 1, 0, "drawn", 0, 1), (0, 1, 2, "drawn", 0, 1), (0, 3, 3, "drawn", 0, 1),
            (1, 2, 1, "drawn", 0, 1), (1, 2, 0, "drawn", 0, 1), (1, 0, 4, "drawn", 0, 1)]  # fmt: skip
    credit = [[0, 1, 0, 0], [0.5, 0, 0.5, 0]]
    one = measured(rows, credit)["door", "drawn"]
    seats = [[credit[r[0]][r[1]] for r in rows if r[0] == g] for g in (0, 1)]
    mine = [[int(r[2] == 0) for r in rows if r[0] == g] for g in (0, 1)]
    every = [
        sum(np.dot(order, k) for order, k in zip((first, second), mine, strict=True))
        for first in permutations(seats[0])
        for second in permutations(seats[1])
    ]
    assert np.var(every) == pytest.approx(one.v[0])
    seen = sum(np.dot(y, k) for y, k in zip(seats, mine, strict=True))
    assert one.t[0] == pytest.approx(seen - np.mean(every))


@pytest.mark.deep
def test_the_error_over_games_is_that_of_games_drawn_anew():
    # Bootstrap over games: what the difference scatters by, for the card that came most often.
    rows, credit = jumble(400, seed=5)
    one = measured(rows, credit)["door", "hand"]
    rng = np.random.default_rng(1)
    by_game = defaultdict(list)
    for row in rows:
        by_game[row[0]].append(row)
    values = []
    for _ in range(150):
        some = rng.integers(0, 400, 400)
        again = [(new, *row[1:]) for new, g in enumerate(some) for row in by_game[g]]
        values.append(measured(again, credit[some])["door", "hand"].value)
    assert np.std(values, axis=0) == pytest.approx(one.error, rel=0.25)  # sd of an sd of 150 is 6 %, four of them
    assert np.mean(np.std(values, axis=0) / one.error) == pytest.approx(1, abs=0.08)


def test_parts_are_those_of_the_games_and_add_up():
    rows, credit = jumble(300)
    one = measured(rows, credit)["treasure", "hand"]
    parts = dict(pl.DataFrame({"game": range(300)}).select("game", part_of("game").alias("part")).iter_rows())
    for part in range(len(one.n)):
        own = [row for row in rows if parts[row[0]] == part]
        for card, (value, n, *_) in twin(own, credit, "treasure", "hand").items():
            at = list(one.cards).index(card)
            assert one.n[part, at] == n and one.beyond[part, at] == pytest.approx(n * value, abs=1e-12)


def races(games, worth, seed, few=False):
    """Each game shuffles eight cards; whoever gets card 0 wins with a chance that is higher by `worth`.

    Seats draw one or two cards before anything is decided, and what is left comes to the winner; with `few` each seat
    draws one card or none, and the rest stays where it is.
    """
    rng = np.random.default_rng(seed)
    rows, credit = [], np.zeros((games, SEATS))
    for g in range(games):
        seats = np.repeat(np.arange(SEATS), rng.integers(0, 2, SEATS) if few else rng.integers(1, 3, SEATS))[:6]
        pile = rng.permutation(DOORS)
        chances = np.full(SEATS, 1 / SEATS)
        at = int(np.flatnonzero(pile == 0)[0])
        if at < len(seats):
            chances -= worth / (SEATS - 1)
            chances[seats[at]] += worth * SEATS / (SEATS - 1)
        winner = int(rng.choice(SEATS, p=chances))
        credit[g, winner] = 1.0
        rows += [(g, int(s), int(c), "drawn", 0, 1) for s, c in zip(seats, pile, strict=False)]
        rows += [(g, winner, int(c), "drawn", 0, 1) for c in pile[len(seats) :] if not few]
    return rows, credit


def test_a_worth_is_not_made_smaller_by_games_in_which_little_is_drawn():
    # Holders of card 0 win with 0.25 + 0.3, other seats with 0.15. Each of four seats draws with a chance of one half:
    # over all arrivals that is 0.25 + 0.3 E[b (1 - (b - 1) / 3)] / 8 E[b] = 0.25 + 0.3 / 16, where b are drawn. Against
    # those of their own game alone they would have 0.21: whoever draws is compared with what they did themselves.
    one = measured(*races(6000, 0.3, seed=4, few=True))["door", "drawn"]
    assert abs(one.value[0] - 0.3 * 15 / 16) < 2.6 * one.error[0] and one.error[0] < 0.013


def test_who_leads_draws_more_and_no_card_is_accused_of_it():
    rows, credit = races(1500, 0.0, seed=2)
    one = measured(rows, credit)["door", "drawn"]
    assert np.abs(one.value / one.if_nothing).max() < 3.2  # of 8 normal numbers: 1 in 100 times


@pytest.mark.deep
def test_errors_of_cards_that_do_nothing_are_as_wide_as_the_differences_scatter():
    z, inside = [], []
    for seed in range(60):
        one = measured(*races(120, 0.0, seed))["door", "drawn"]
        z.append(one.value / one.if_nothing)
        inside.append(np.abs(one.value) < 1.98 * one.error)
    assert np.std(z) == pytest.approx(1, abs=0.1)  # sd of an sd of 480 is 0.03, they hang together a little
    assert 0.925 < np.mean(inside) < 0.975


@pytest.mark.deep
def test_in_games_of_cards_that_do_nothing_few_tables_accuse_one():
    # Sixty doors; leaders draw more, in two passes of the pile. The credits of each game are dealt anew to its seats.
    rng = np.random.default_rng(9)
    cards, games, tables = 60, 250, 200
    rows = [
        (g, int(seat), int(card), str(way), int(n >= 20), 1)
        for g in range(games)
        for n, (seat, card, way) in enumerate(zip(
            rng.choice(SEATS, 30, p=rng.dirichlet([2] * SEATS)), rng.permutation(cards)[:30],
            rng.choice(["dealt", "drawn", "kicked"], 30), strict=True,
        ))
    ]  # fmt: skip
    names = [f"card-{n}" for n in range(cards)]
    facts = {"run_id": "r", "arm": "a", "card": range(cards), "id": names, "name": names, "pile": "door"}
    designs = pl.DataFrame(facts).with_columns(kind=pl.lit("monster"))
    credit = np.eye(SEATS)[rng.integers(SEATS, size=games)] * (rng.random(games) < 0.95)[:, None]
    accused = dict.fromkeys(("hand", "drawn", "kicked"), 0)
    for _ in range(tables):
        exposure, seat = frames(rows, rng.permuted(credit, axis=1))
        for one in arrivals(exposure, seat, designs):
            accused[one.number] += q_values(2 * stats.norm.sf(np.abs(one.t) / np.sqrt(one.v))).min() < 0.1
    # q < 0.10 promises 20 of 200; more than 30 has a chance below 1 %.
    assert max(accused.values()) <= 30 and min(accused.values()) >= 8


def test_a_card_left_out_is_compared_with_the_others():
    rows, credit = jumble(200)
    plain, without = measured(rows, credit), measured(rows, credit, left_out=frozenset({"card-2"}))
    rest = measured([row for row in rows if row[2] != 2], credit)
    here, there = without["door", "drawn"], rest["door", "drawn"]
    others = np.arange(DOORS) != 2
    assert here.value[others] == pytest.approx(there.value[others])  # as if it were no card of the pile
    assert here.value[2] != pytest.approx(plain["door", "drawn"].value[2])
    mine = [(credit[r[0]][r[1]], r[4]) for r in rows if r[2] == 2 and r[3] == "drawn" and r[5]]
    theirs = {p: np.mean([credit[r[0]][r[1]] for r in rows if PILES[r[2]] == "door" and r[2] != 2 and r[3] == "drawn"
                          and r[4] == p and r[5]]) for p in range(3)}  # fmt: skip
    assert here.value[2] == pytest.approx(np.mean([y - theirs[p] for y, p in mine]))
