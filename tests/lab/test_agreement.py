"""The same question at several tables of players: which signs agree, what holds whoever plays, what of them moves."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import lab
from lab.comparison.arm_comparison import Difference, as_frame
from lab.comparison.factorial_design import factorial_design
from lab.comparison.player_doubt import player_doubt, sentences
from lab.comparison.robustness import Signs, likeness_of_cards, likeness_of_rules, pooled_cards, signs_of
from lab.comparison.table_agreement import Agreement, agreements, beside, differ, effect, sentence, setting, shared_sign
from lab.errors import BadInput
from lab.runs import changed_players
from lab.runs.arm_spec import table_name
from lab.runs.changed_players import kept_doubt, weights_in_doubt, whoever_plays
from lab.runs.run_spec import RunSpec
from lab.stats.shrinkage import disattenuated
from lab.tables.shelf import Shelf
from tests.lab.fixed_store import FINISHED, fixed_store


class Asked:
    """A run of two rules at two tables of players, and of three players at the first one."""

    def arms(self, run):
        rows = [
            {"arm": f"{rule}{who}{n}", "variant": rule, "decks": ["d"], "changes": [], "seats": n, "agents": agents}
            for rule in ("base", "base+f")
            for who, agents in (("x", ["random"]), ("y", ["racer", "greedy"]))
            for n in (4, 3)
        ]
        return pl.DataFrame(rows)


def row(metric, where, difference, found=True, unit="turns", role="secondary", a="base", b="base+f"):
    values = (metric, unit, a + where, b + where, 50.0, 50.0 + difference, difference, difference - 1, difference + 1)
    return Difference(*values, 100, 0, 0, 0, 0, None, None, 0.01, "t", role=role, found=found)


def test_signs_are_laid_beside_each_other_by_question():
    rows = [
        row("turns", "x4", -5, role="primary"), row("turns", "y4", -2, role="primary"),
        row("kills", "x4", -3), row("kills", "y4", 3), row("helps", "x4", 3), row("helps", "y4", -3, found=False),
        row("turns", "x3", -1, role="primary"),  # three players were asked at one table only
    ]  # fmt: skip
    told = {one.metric: one for one in agreements(Asked(), "r", rows, table_name)}
    assert list(told) == ["turns", "kills", "helps"]
    assert told["turns"].tables == ("random", "racer greedy") and told["turns"].question == "base+f"
    assert [one.agrees for one in told.values()] == [True, False, True]
    # turns and kills were found at both tables, helps at one: it cannot disagree
    assert shared_sign(list(told.values())) == (1, 2)
    assert sentence(list(told.values())) == (
        "Of 2 measures found to move at two or more tables of players 1 move the same way there. What turns with the "
        "players is not the rule's alone: base+f: kills −3.0 at random, +3.0 at racer greedy."
    )


def test_tables_that_are_compared_with_each_other_are_no_repetition():
    assert agreements(Asked(), "r", [row("turns", "", 1, a="basex4", b="basey4")], table_name) == []


def test_where_too_little_was_found_nothing_is_said_of_agreement():
    rows = agreements(Asked(), "r", [row("turns", "x4", -5), row("turns", "y4", 3, found=False)], table_name)
    assert "whether they agree is open" in sentence(rows)


def at(difference, half, value=50.0, metric="turns", n=100, **more):
    """A difference with its half-width, of a first arm with this value."""
    ends = difference - half, difference + half
    return Difference(
        metric, "turns", "base", "base+f", value, value + difference, difference, *ends, n, 0, 0, 0, 0, None, None,
        0.01, "t", found=True, **more,
    )  # fmt: skip


def test_a_second_table_is_asked_for_parts_of_its_own_games_and_differs_beyond_both_intervals():
    # -5 of 50 is -10 % ± 2, -12 of 60 -20 % ± 10: apart by 10 with hypot(2, 10) = 10.2; ± 9 leaves 9.2
    here = at(-5, 1, role="primary")
    assert effect(here) == (-0.1, 0.02)
    assert not differ(here, at(-12, 6, 60)) and differ(here, at(-12, 5.4, 60))
    # of two measures that are looked at the bounds are 2.24 wide instead of 1.96: 9.2 becomes 10.5
    assert not differ(here, at(-12, 5.4, 60), 2)
    # a share moves in points, whatever it was
    assert effect(at(0.05, 0.01, 0.3, "lost_share")) == pytest.approx((0.05, 0.01))


def test_a_second_table_says_whether_it_agrees_in_what_the_sentences_name():
    here = [at(-5, 1, role="primary"), at(0.05, 0.01, 0.3, "lost_share")]
    there = [at(-6, 5, 60, n=20), at(-0.04, 0.02, 0.2, "lost_share", n=20)]
    assert beside(here[:1], "cut-throat", there) == (
        "A second table (cut-throat, 20 games of each arm) agrees: turns −10 % [−18, −1.7] there, −10 % [−12, −8.0] "
        "here."
    )
    assert "is too small to tell whether it agrees: turns −10 % [−22, 1.7]" in beside(here[:1], "x", [at(-6, 7, 60)])
    assert "finds no difference either: turns +1.7 % [" in beside([replace(at(0, 1), found=False)], "x", [at(1, 6, 60)])
    assert beside(here, "cut-throat", there) == (
        "How much hangs on who plays: a second table (cut-throat, 20 games of each arm) differs. Combats lost −4.0 "
        "points [−6.0, −2.0] there, +5.0 points [4.0, 6.0] here. See --three-tables."
    )


def test_the_second_table_is_the_same_question_asked_of_other_players(tmp_path):
    asked = lab.compare("base", "base+faster", games=8, seed=3, store=tmp_path)
    there = lab.compare("base", "base+faster", games=8, seed=3, store=tmp_path, agents="cut-throat")
    assert asked.second.players == "cut-throat" and as_frame(list(asked.second.rows)).equals(there.measures)
    assert there.second.players == "kitchen-table"
    again = asked.run.compare("kills").second  # nothing is played: what was kept, with another measure first
    assert again.players == "cut-throat" and again.rows == there.run.compare("kills").rows
    assert asked.run.compare("credit:novice").second is None and asked.run.compare(every_pair=True).second is None
    assert lab.compare("base", "base+faster", games=4, store=tmp_path, agents=[["novice"], ["greedy"]]).second is None


def test_the_wins_of_somebody_are_not_asked_of_others(tmp_path):
    asked = lab.compare("base", "base+faster", games=4, store=tmp_path, primary="credit:novice")
    assert asked.rows[0].metric == "credit:novice" and asked.second is None


Z = 1.959963985


def test_signs_are_counted_at_the_tables_where_something_was_found():
    rows = (at(-5, 1), at(-20, 1), replace(at(5, 9), found=False), at(6, 1, value=30))
    (found,) = signs_of([Agreement("faster", "turns", ("a", "b", "c", "d"), rows)])
    # -5 of 50, -20 of 50 and +6 of 30: of three that were found two fall, 10 % is the least, 40 % the most
    assert found == Signs("faster", "turns", 4, 1, 2, -0.1, -0.4)
    assert found.is_split and not signs_of([Agreement("x", "turns", ("a",), rows[:1])])[0].is_split
    assert np.isnan(signs_of([Agreement("x", "turns", ("a",), rows[2:3])])[0].most)


def test_errors_that_are_known_take_nothing_from_a_correlation():
    # by hand: values 0 2 4 6 and 0 2 6 4: variances 20/3, covariance 16/3; errors of 1 leave 17/3 of each
    one, other = np.array([0.0, 2, 4, 6]), np.array([0.0, 2, 6, 4])
    assert disattenuated(one, other, np.ones(4), np.ones(4)) == pytest.approx(16 / 17)
    assert disattenuated(one, one, np.ones(4), np.ones(4)) == 1  # 20/17, cut
    assert np.isnan(disattenuated(one, other, np.full(4, 3.0), np.ones(4)))  # nothing beyond the errors
    assert np.isnan(disattenuated(one[:2], other[:2], np.ones(2), np.ones(2)))


def test_the_correlation_of_the_truths_is_found_again():
    rng = np.random.default_rng(5)
    truth = rng.multivariate_normal([0, 0], [[1, 0.7], [0.7, 1]], 4000)
    errors = rng.uniform(0.5, 1.5, truth.shape)
    seen = truth + errors * rng.standard_normal(truth.shape)
    assert np.corrcoef(seen.T)[0, 1] < 0.4
    assert disattenuated(*seen.T, *errors.T) == pytest.approx(0.7, abs=0.06)


def test_rules_and_cards_are_put_in_order_at_every_pair_of_tables():
    tables = ("a", "b", "c")
    moves = {"x": (-5, -6, 5), "y": (0, 1, 0), "z": (5, 6, -5)}  # c turns everything round
    asked = [Agreement(rule, "turns", tables, tuple(at(m, Z / 10) for m in own)) for rule, own in moves.items()]
    found = likeness_of_rules(asked, "turns")
    # half-widths of 1.96/10 of 50 are errors of 0.002; a and b go together, c against both of them
    assert found == ("turns", pytest.approx(-1, abs=0.01), pytest.approx(-1))
    cards = pl.DataFrame(
        {"table": ["a"] * 3 + ["b"] * 4, "id": list("xyz") + list("wzyx"), "value": [1.0, 2, 3, 9, 3, 2, 1], "se": 0.1}
    )
    assert likeness_of_cards(cards).middle == pytest.approx(1)  # w was seen at one table only


def test_a_card_pooled_over_tables_is_known_as_well_as_the_tables_agree():
    held, plain = [], []
    for seed in range(30):
        draw = np.random.default_rng(seed)
        truth = draw.normal(0, 0.02, 70)  # whoever plays
        at_table = truth + draw.normal(0, 0.02, (6, 70))
        seen = at_table + draw.normal(0, 0.015, (6, 70))
        rows = {"table": np.repeat(list("abcdef"), 70), "id": np.tile([f"c{i:02}" for i in range(70)], 6)}
        frame = pl.DataFrame(rows | {"value": seen.ravel(), "se": np.full(420, 0.015)})
        found = pooled_cards(frame.with_columns(name="id", family=pl.lit("hand treasure"))).sort("id")
        assert found["players"][0] == pytest.approx(0.02, abs=0.004)
        held.append(
            found.select(
                (pl.lit(pl.Series(truth)) - pl.col("shrunken")).abs() <= (pl.col("shrunken_high") - pl.col("shrunken"))
            )
            .to_series()
            .mean()
        )
        plain.append((np.abs(seen.mean(axis=0) - truth) < Z * 0.015 / 6**0.5).mean())
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean(plain) < 0.8  # games alone, as if no other players could have been asked


HERE = Difference(
    "turns", "", "base", "short", 60, 50, -10, -11, -9, 2_000, 0, 0, 0, 0, None, None, 0.0, "t", role="primary",
    found=True,
)  # fmt: skip
WEIGHTS = tuple(f"w{at}" for at in range(14))
DESIGN = factorial_design([1] * len(WEIGHTS))


def asked(seed, moves=(3.0, -2.0), shared=0.0):
    """A rule that makes games 10 turns shorter, and so many less or more with more of the first weights."""
    draw, sides = np.random.default_rng(seed), np.array(DESIGN) * 2 - 1
    true = -10 + sides[:, : len(moves)] @ np.array(moves) + shared * draw.normal(size=len(DESIGN))
    luck = draw.normal(size=(2, len(DESIGN), 100)) * 12 + draw.normal(size=(2, 1, 100)) * 12
    a = 60 + luck[0]
    return player_doubt(HERE, a, a + true[:, None] + luck[1], DESIGN, WEIGHTS), draw


def test_the_weights_that_move_the_answer_are_found_and_few_others():
    false, sizes = 0, []
    for seed in range(40):
        names = [name for name, _, _ in asked(seed)[0].moved_by]
        assert names[:2] == ["w0", "w1"]
        false += len(names) > 2
        sizes.append(asked(seed)[0].moved_by[0][1:])
    assert false <= 14  # one of ten finds may be false, of two true ones: .22 of the tables, binomial(40, .22)
    assert np.mean(sizes, axis=0) == pytest.approx([-13, -7], abs=0.3)


def test_further_tables_lie_in_the_interval():
    inside = []
    for seed in range(100):
        doubt, draw = asked(seed, (), shared=3.0)
        inside.append(doubt.row.low <= -10 + 3.0 * draw.normal() <= doubt.row.high)
    assert 88 <= sum(inside) <= 100
    alike = [asked(seed, ())[0].row for seed in range(20)]  # no table differs: as wide as games leave it open
    assert np.mean([row.high - row.low for row in alike]) < 7


def test_the_answer_says_if_its_sign_hangs_on_who_plays():
    assert sentences(asked(1, (14.0,))[0])[0].endswith("Which way it goes hangs on who plays.")
    first, second = sentences(asked(1)[0])
    assert first.startswith("Whoever plays, short against base: ") and "turns shorter [" in first
    assert "hangs" not in first and "move it: w0 (" in second


def test_what_is_another_way_to_play_is_no_weight_in_doubt():
    found = weights_in_doubt(("lookahead:8",))
    assert "level" in found and not {"lookahead", "win_level"} & set(found)
    with pytest.raises(BadInput, match="no weights"):
        weights_in_doubt(("random",))


def test_what_was_asked_once_is_kept_with_the_run_for_its_measure(tmp_path, monkeypatch):
    shelf = Shelf(fixed_store(tmp_path / "store"), FINISHED)
    first, second = shelf.store.arms(FINISHED).to_dicts()
    row = replace(HERE, a=first["arm"], b=second["arm"])
    asked_at = []

    def measured(spec, *_):
        asked_at.append((len(spec.agents), spec.games))
        luck = np.random.default_rng(1).normal(50, 5, (2, len(spec.agents), spec.games))
        return {setting(one): numbers for one, numbers in zip((first, second), luck, strict=True)}

    monkeypatch.setattr(changed_players, "_measured", measured)
    spec = RunSpec(arms=("base", "base+faster"))
    said = whoever_plays(spec, [row], shelf, 0)
    assert said["said"][0].startswith("Whoever plays, ") and asked_at == [(80, 100)]  # a twentieth of 2,000 games
    again = Shelf(shelf.store, FINISHED)
    assert whoever_plays(spec, [row], again, 0).equals(said) and len(asked_at) == 1
    assert kept_doubt(again, "turns").equals(said) and kept_doubt(again, "minutes").is_empty()
