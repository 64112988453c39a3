"""Personas are rows of named weights; anything else is refused in one sentence."""

from __future__ import annotations

import pytest

from lab.agents import Persona, agents_hash, find_persona, persona_names, personas, weights_table
from lab.errors import BadInput


def write(tmp_path, text):
    path = tmp_path / "agents.toml"
    path.write_text(text)
    return path


def test_random_and_balanced_are_shipped():
    assert {"random", "balanced"} <= set(persona_names())
    assert all(p.why for p in personas().values())


def test_every_shipped_weight_is_a_feature_of_the_engine():
    features = pytest.importorskip("engine.policies.features")
    weights_table(list(personas().values()), [row[0] for row in features.FEATURES])


def test_weights_stand_in_the_order_of_the_features_and_missing_ones_are_zero():
    one, other = Persona("a", "", {"greed": 3, "fear": -2}), Persona("b", "", {})
    assert weights_table([one, other], ["fear", "help", "greed"]).tolist() == [[-2, 0, 3], [0, 0, 0]]


def test_an_unknown_weight_is_an_error_that_lists_the_known_ones():
    with pytest.raises(BadInput, match="persona 'a': unknown weight 'gred'; allowed: fear, greed"):
        weights_table([Persona("a", "", {"gred": 1})], ["fear", "greed"])


def test_an_unknown_persona_is_an_error_that_lists_the_known_ones():
    with pytest.raises(BadInput, match="unknown agent 'hal'; allowed: random, balanced"):
        find_persona("hal")


def test_other_weights_give_another_fingerprint(tmp_path):
    path = write(tmp_path, "[a]\nweights = { x = 1 }\n[b]\nweights = { x = 2 }\n")
    assert agents_hash(["a", "b"], path) != agents_hash(["b", "a"], path)
    assert agents_hash(["a"], path) == agents_hash(["a"], path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 3", "allowed: a table with the keys why and weights"),
        ("[a]\nweight = {}", "unknown key 'weight'; allowed: why, weights"),
        ("[a]\nweights = 3", "wrong form"),
        ("[a]\nweights = { x = 1.5 }", "weight x is 1.5; allowed: a whole number"),
        ("[a]\nweights = { x = true }", "weight x is True; allowed: a whole number"),
        ("[a]\nweights = { x = 1000001 }", "allowed: a whole number from -1000000 to 1000000"),
        ("[a", "not valid TOML"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, says):
    with pytest.raises(BadInput, match=says):
        personas(write(tmp_path, text))
