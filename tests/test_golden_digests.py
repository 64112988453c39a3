"""Games that change without a new RULES_VERSION fail here.

`pytest tests/test_golden_digests.py --renew-goldens` writes what a new version plays; it never writes over an old one.
"""

from __future__ import annotations

import tomllib

import pytest
from golden_digests import FILE, columns_now, digest, kept, played, problems, renewed

from engine.records.switches import RULES_VERSION
from lab.runs.arms import open_arms
from lab.runs.run_spec import RunSpec
from tests.engine.positions import COMPILED

COLUMNS = {"game": ["turns", "ending"], "event": ["kind"]}
ROW = {"content": "c0de", "digest": "d1"}


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_the_same_specs_give_the_same_games_under_this_version(request):
    all_kept = kept()
    section = all_kept.get(str(RULES_VERSION), {"columns": columns_now(), "games": {}})
    now = played(section["columns"])
    found = problems(section["games"], now, RULES_VERSION)
    if request.config.getoption("renew_goldens"):
        assert not [line for line in found if "raise RULES_VERSION" in line], found
        FILE.write_text(renewed(all_kept, now, section["columns"], RULES_VERSION), encoding="utf-8")
        return
    assert not found, "; ".join(found)


def test_other_games_of_the_same_content_ask_for_a_new_version():
    (said,) = problems({"base": ROW}, {"base": ROW | {"digest": "d2"}}, 8)
    assert said.startswith("1 of 1 specs give other games under RULES_VERSION 8 (base): raise RULES_VERSION in ")
    assert "CHANGELOG.md" in said and "--renew-goldens" in said


def test_other_cards_ask_to_renew_and_the_same_ask_for_nothing():
    assert problems({"base": ROW}, {"base": ROW}, 8) == []
    for rows in ({"base": ROW | {"content": "other"}}, {}, {"base": ROW, "old": ROW}):
        (said,) = problems(rows, {"base": {"content": "c0de", "digest": "d1"}}, 8)
        assert "have changed" in said and "raise" not in said
    both = problems({"a": ROW, "b": ROW}, {"a": ROW | {"digest": "d2"}, "b": {"content": "x", "digest": "y"}}, 8)
    assert ["raise RULES_VERSION" in line for line in both] == [True, False]


def test_what_is_kept_of_an_older_version_stays():
    first = renewed({}, {"base": ROW}, COLUMNS, 8)
    second = renewed(tomllib.loads(first), {"base": ROW | {"digest": "d2"}}, COLUMNS, 9)
    assert tomllib.loads(second) == {
        "8": {"columns": COLUMNS, "games": {"base": ROW}},
        "9": {"columns": COLUMNS, "games": {"base": ROW | {"digest": "d2"}}},
    }
    assert second.startswith(first)


def test_a_digest_hangs_on_every_value_of_its_columns_and_on_no_other():
    (arm,) = open_arms(RunSpec(arms=("base",), games=2, seed=1))
    facts = arm.player()(0, 2)
    honest = digest(facts, COLUMNS)
    facts.game["decisions"] += 1
    assert digest(facts, COLUMNS) == honest
    facts.event["kind"][7] += 1
    assert digest(facts, COLUMNS) != honest
    facts.event["kind"][7] -= 1
    assert digest(facts, COLUMNS) == honest != digest(facts, COLUMNS | {"event": ["kind", "no_such_column"]})
