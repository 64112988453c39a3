"""The register of metrics, and what holds of all of them."""

import re

import polars as pl
import pytest

from lab.commands._runs import _as_asked
from lab.commands.metrics import GROUPS
from lab.errors import BadInput
from lab.tables.metric import FOLDER, KEYS, by_number, compute, load_metrics
from tests.lab.random_games import random_tables


def test_every_file_registers_the_metric_of_its_name():
    assert list(load_metrics()) == sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "__init__")


def test_every_metric_has_a_sentence_a_unit_and_an_interval():
    for metric in load_metrics().values():
        assert metric.says.endswith("."), metric.name
        assert metric.unit and metric.interval and metric.needs


def test_every_metric_asks_a_question_and_is_listed_once():
    assert all(re.match(r"[A-Z][^?]*\?", metric.asks) for metric in load_metrics().values())
    assert sorted(" ".join(GROUPS.values()).split()) == list(load_metrics())


def test_arms_stand_in_the_order_in_which_they_were_asked():
    rows = pl.DataFrame({"arm": ["a", "a", "base", "c"], "n": [1, 2, 3, 4]})
    assert _as_asked(rows, pl.Series(["base", "c", "a"]))["n"].to_list() == [3, 4, 1, 2]
    mixed = pl.DataFrame({"arm": ["a", "base", "a"], "n": [1, 2, 3]})  # in an order of their own, such as games
    assert _as_asked(mixed, pl.Series(["base", "a"])).equals(mixed)


def test_an_unknown_metric_is_named_with_the_known_ones(tiny_store):
    with pytest.raises(BadInput, match="no metric named sharks; known: .*game_length"):
        compute(tiny_store(), ["sharks"])


def test_what_one_game_says_has_a_value_and_no_interval(tiny_store):
    one = {name: t.filter(game=1) if "game" in t.columns else t for name, t in random_tables().items()}
    found = compute(tiny_store(**one), ["economy"])["economy"]
    treasures = one["seat"].filter(arm="base")["treasures"].mean()
    row = found.filter(arm="base", measure="treasures", group="all").row(0, named=True)
    assert (row["games"], row["mean"], row["mean_low"], row["mean_high"]) == (1, treasures, None, None)


def test_arms_are_grouped_by_numbers_and_come_back_as_words_in_their_order(rows, tiny_store):
    # Numbers are given in the order of appearance; tables are sorted by the words.
    make_seat = rows[1]
    arms = ("b+faster", "a", "B", "b")
    seats = pl.DataFrame([make_seat(arm, 0, seat, won=seat == 0) for arm in arms for seat in range(3)])
    levels = [{"run_id": "r", "arm": a, "game": 0, "round": 1, "seat": s, "level": s + 1} for a in arms for s in (0, 1)]
    (numbered,) = by_number(seats.lazy())
    assert [numbered.collect_schema()[key] for key in KEYS] == [pl.Categorical] * 2
    curve = compute(tiny_store(level=pl.DataFrame(levels), seat=seats), ["level_curve"])["level_curve"]
    assert [curve.schema[key] for key in KEYS] == [pl.String] * 2
    assert curve["arm"].unique(maintain_order=True).to_list() == sorted(arms)
    assert curve.filter(group="winner")["mean"].to_list() == [1.0] * 4
