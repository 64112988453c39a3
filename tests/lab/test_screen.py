"""Many changes at once: designs that mix up no two effects, effects as planted, and a run from the command line."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest

from lab import cli
from lab.comparison import factor_effects
from lab.comparison.factor_effects import Change
from lab.comparison.factorial_design import factorial_design, spread_design, tells_pairs
from lab.comparison.game_numbers import BY_SEATS, COUNTED, ENDINGS, FAR_BEHIND, OF_GAMES, ROUNDS_OF_ALL
from lab.errors import BadInput
from lab.runs.run_spec import make_spec, parse_spec, spec_text
from lab.store.store_folder import Store
from reports.verdict_page import verdict

SEVERAL = [[1] * k for k in range(2, 12)] + [[1] * 5 + [2] * 3, [2, 2], [1, 2, 1]]


def _signs(values):
    """The levels of a design of two levels as -1 and 1."""
    return 2 * np.array(factorial_design(values)) - 1


@pytest.mark.parametrize("values", SEVERAL, ids=str)
def test_the_first_arm_changes_nothing_and_all_effects_can_be_told(values):
    design = np.array(factorial_design(values))
    assert not design[0].any() and len(np.unique(design, axis=0)) == len(design) <= 128
    assert [int(column.max()) for column in design.T] == values and tells_pairs(values)
    alone = [design[:, i] == level for i, most in enumerate(values) for level in range(1, most + 1)]
    own = [i for i, most in enumerate(values) for _ in range(most)]
    pairs = [alone[a] & alone[b] for a, b in combinations(range(len(alone)), 2) if own[a] != own[b]]
    model = np.column_stack([np.ones(len(design)), *alone, *pairs])
    assert np.linalg.matrix_rank(model) == model.shape[1]


@pytest.mark.parametrize("number", [*range(5, 12), 12, 17])
def test_no_two_effects_of_two_levels_are_mixed_up(number):
    signs = 2 * np.array(factorial_design([1] * number, pairs=True)) - 1
    assert tells_pairs([1] * number, len(signs))
    terms = [*signs.T, *(signs[:, a] * signs[:, b] for a, b in combinations(range(number), 2))]
    products = np.array(terms) @ np.array(terms).T
    assert (products == len(signs) * np.eye(len(terms))).all()


@pytest.mark.parametrize("number", [12, 16, 25, 33])
def test_of_many_changes_no_main_effect_is_mixed_up_with_a_pair(number):
    signs = _signs([1] * number)
    assert not tells_pairs([1] * number) and len(signs) <= 2 * (number + 8)
    mains = signs.T @ signs
    pairs = np.array([signs[:, a] * signs[:, b] for a, b in combinations(range(number), 2)])
    assert (mains == len(signs) * np.eye(number)).all() and not (pairs @ signs).any()


@pytest.mark.parametrize(("values", "said"), [([1, 3], "3 values"), ([1] * 49, "49 columns")])
def test_what_is_no_design_is_said(values, said):
    with pytest.raises(BadInput, match=said):
        factorial_design(values)


def _numbers(turns):
    """Numbers of games, one row per arm of `turns`; all that is not turns is nothing."""
    names = [*COUNTED, *OF_GAMES, *BY_SEATS, FAR_BEHIND, ROUNDS_OF_ALL]
    nothing = {name: 0.0 for name in names} | {ROUNDS_OF_ALL: 1.0, "combats": 1.0}
    endings = {f"ending_{name}": 0.0 for name in ENDINGS}
    rows = [
        {"arm": f"arm {arm}", "game": game} | nothing | endings | {"turns": float(value)}
        for arm, own in enumerate(turns)
        for game, value in enumerate(own)
    ]
    return pl.DataFrame(rows)


def _effects(turns, design, changes):
    arms = [f"arm {i}" for i in range(len(design))]
    return factor_effects.factor_effects(_numbers(turns), arms, design, changes, "turns", True)


def test_two_changes_are_told_as_by_hand():
    """Four arms of two games: by hand, A is worth (3 + 5 + 7 + 9) / 4 = 6 and with B two more than without."""
    design = ((0, 0), (1, 0), (0, 1), (1, 1))
    assert set(factorial_design([1, 1])) == set(design)
    a, b = Change(0, 1, "A"), Change(1, 1, "B")
    turns = [[50, 60], [53, 65], [40, 50], [47, 59]]  # A adds 3 and 5 alone, 7 and 9 beside B
    found = _effects(turns, design, (a, b))
    assert found.main[a][0].difference == pytest.approx(6)
    assert found.main[b][0].difference == pytest.approx((-10 - 10 - 6 - 6) / 4)
    assert found.pairs[a, b][0].difference == pytest.approx(4)  # (7 + 9) / 2 - (3 + 5) / 2
    assert found.main[a][0].value_a == pytest.approx((50 + 60 + 40 + 50) / 4)
    assert (found.main[a][0].low, found.main[a][0].high) == pytest.approx((6 - 12.706, 6 + 12.706), abs=0.01)


def test_what_does_nothing_is_found_to_do_nothing():
    design = factorial_design([1] * 6)
    changes = [Change(i, 1, str(i)) for i in range(6)]
    same = np.random.default_rng(2).normal(60, 20, 30)
    found = _effects(np.tile(same, (len(design), 1)), design, changes)
    firsts = [rows[0] for rows in (*found.main.values(), *found.pairs.values())]
    assert all((row.difference, row.low, row.high, row.found) == (0, 0, 0, False) for row in firsts)


def test_planted_effects_are_found_and_nothing_is_found_in_what_does_nothing():
    """Seven changes of which two and a pair do something, 150 families: coverage, and the share of false finds."""
    values = [1] * 5 + [2]
    design = factorial_design(values)
    changes = [Change(i, level, f"{i}{level}") for i, most in enumerate(values) for level in range(1, most + 1)]
    truth = np.array([6.0, -3.0, 0, 0, 0, 0, 0])
    on = np.array([[row[one.factor] == one.level for one in changes] for row in design], float)
    random, families = np.random.default_rng(1), 150
    inside, false, pair = 0, 0.0, 0
    for _ in range(families):
        games, own = random.normal(60, 20, 40), random.normal(0, 6, (len(design), 40))
        turns = (on @ truth)[:, None] - 8 * (on[:, 0] * on[:, 1])[:, None] + games + own
        found = _effects(turns, design, changes)
        rows = [found.main[one][0] for one in changes]
        mean = truth + np.array([-4, -4, 0, 0, 0, 0, 0])  # half of the games have the other change of the pair
        inside += sum(row.low <= value <= row.high for row, value in zip(rows, mean, strict=True))
        false += sum(row.found for row in rows[2:]) / max(1, sum(row.found for row in rows))
        pair += found.pairs[changes[0], changes[1]][0].found
    assert inside / (families * len(changes)) == pytest.approx(0.95, abs=0.02)
    assert false / families < 0.08 and pair / families > 0.95


def test_numbers_over_ranges_are_told_from_end_to_end_with_their_bends():
    """Of 0 to 4 a straight 8, of 0 to 2 a bend of -3, a rule of 2 that is 4 more at the high end of the first one."""
    design = np.array(spread_design([4, 3, 1]))
    assert len(design) == 5 * 4 * 2  # no more arms than there are
    parts = [(0.0, 0.25, 0.5, 0.75, 1.0), (0.5, 0.0, 1.0, 0.75)]  # the second one is at 0.5 as it is
    changes = [
        Change(0, 1, "a", parts[0]), Change(0, 2, "bend a", parts[0], True), Change(1, 1, "b", parts[1]),
        Change(1, 2, "bend b", parts[1], True), Change(2, 1, "c"),
    ]  # fmt: skip
    a, b, c = (np.array(parts[0])[design[:, 0]], np.array(parts[1])[design[:, 1]], design[:, 2])
    games = np.random.default_rng(3).normal(60, 20, 30)
    turns = (8 * a - 12 * b * (1 - b) + 2 * c + 4 * a * c)[:, None] + games
    found = _effects(turns, tuple(map(tuple, design.tolist())), changes)
    told = [found.main[one][0].difference for one in changes]
    assert told == pytest.approx([8 + 4 * c.mean(), 0, 0, -3, 2 + 4 * a.mean()], abs=1e-9)
    assert found.pairs[changes[0], changes[4]][0].difference == pytest.approx(4)
    assert found.main[changes[0]][0].value_a == pytest.approx(
        float((turns - 8 * a[:, None] - (4 * c.mean() * a)[:, None]).mean())
    )


SAID = {"arms": ("base",), "rules": ("faster",), "switches": {"hand_limit": ("3", "7")}, "games": 3}


def test_a_design_is_part_of_a_spec():
    spec = make_spec(SAID | {"design": ((0, 0), (1, 2), (0, 1))}, "test")
    assert parse_spec(spec_text(spec)) == spec and "design" not in spec_text(make_spec(SAID, "test"))
    assert [arm.name for arm in spec.grid] == ["base", "base+faster, hand_limit=7", "base, hand_limit=3"]
    assert [arm.reference for arm in spec.grid] == ["", "base", "base"]
    for wrong in ((0,), (0, 3), (2, 0), (0, -1)):
        with pytest.raises(BadInput, match="does not fit"):
            make_spec(SAID | {"design": (wrong,)}, "test")


def test_changes_are_screened_and_the_order_of_what_is_typed_changes_nothing(tmp_path, capsys):
    line = ["screen", "base", "--games", "8", "--store", str(tmp_path / "store"), "--csv"]
    told = []
    for changes in (["--set", "hand_limit=7", "--rule", "faster"], ["--rule", "faster", "--set", "hand_limit=7"]):
        assert cli.main([*line, *changes]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    frame = pl.read_csv(told[0].encode())
    faster = frame.filter(pl.col("change") == "faster", pl.col("metric") == "turns").row(0, named=True)
    store = Store.open(tmp_path / "store")
    turns = store.table("game", store.run_ids()[0]).group_by("arm").agg(pl.col("turns").mean()).collect()
    own = dict(turns.iter_rows())
    by_hand = (own["base+faster"] - own["base"] + own["base+faster, hand_limit=7"] - own["base, hand_limit=7"]) / 2
    assert faster["difference"] == pytest.approx(by_hand) and faster["n"] == 8
    page = verdict(store, store.run_ids()[0])  # of the changes, one by one, and of none of the mixes
    bars = {bar.name: bar.value for bar in page.chart.bars}
    assert page.question == "Which of these 2 changes has the largest effect on the number of turns?" and len(bars) == 3
    first = bars.pop("printed rules of Munchkin")
    assert bars["\u201cfaster\u201d"] - first == pytest.approx(by_hand) and "\u201cThe hand limit is 7\u201d" in bars
    halves = (value - first for value in bars.values())
    assert first == pytest.approx(sum(own.values()) / 4 - sum(halves) / 2)  # each is made in half of the arms
