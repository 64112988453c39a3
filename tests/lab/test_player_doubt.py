"""What of the players moves an answer: planted weights are found, and further tables lie in the interval."""

from dataclasses import replace

import numpy as np
import pytest

from lab.comparison.arm_comparison import Difference
from lab.comparison.factorial_design import factorial_design
from lab.comparison.player_doubt import player_doubt, sentences
from lab.comparison.table_agreement import setting
from lab.errors import BadInput
from lab.runs import changed_players
from lab.runs.changed_players import kept_doubt, weights_in_doubt, whoever_plays
from lab.runs.run_spec import RunSpec
from lab.tables.shelf import Shelf
from tests.lab.fixed_store import FINISHED, fixed_store

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
