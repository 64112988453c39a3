"""A spec is checked before anything happens, and equal specs are equal bytes."""

from __future__ import annotations

import pytest

from lab.errors import BadInput
from lab.runs.arms import open_arms
from lab.runs.spec import RunSpec, make_spec, parse_spec, read_spec, spec_text


def spec(**values):
    return RunSpec(**{"arms": ["base"], **values})


def test_the_canonical_text_reads_back_as_the_same_spec():
    one = spec(decks="cthulhu", arms=("cthulhu", "cthulhu+faster"), seats=5, agents=["random", "balanced"], seed=7)
    assert parse_spec(spec_text(one)) == one
    assert parse_spec(spec_text(one)).spec_hash == one.spec_hash


def test_the_hash_depends_on_every_key():
    changes = {
        "decks": ["a"], "arms": ["b"], "seats": 5, "agents": ["random"], "games": 9, "seed": 9, "events": "none",
        "shard_games": 9,
    }  # fmt: skip
    assert set(changes) == set(RunSpec.model_fields)
    assert len({spec().spec_hash, *(spec(**{k: v}).spec_hash for k, v in changes.items())}) == len(changes) + 1


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"seats": 2}, "seats is 2; allowed: 3 to 6 players"),
        ({"seats": 7}, "seats is 7; allowed: 3 to 6 players"),
        ({"seats": "4"}, "seats is '4'; allowed: 3 to 6 players"),
        ({"games": 0}, "games is 0; allowed: a whole number from 1"),
        ({"games": True}, "games is True; allowed: a whole number from 1"),
        ({"seed": -1}, "seed is -1; allowed: a whole number from 0"),
        ({"events": "some"}, "events is 'some'; allowed: all, none, or sample:N"),
        ({"events": "sample:0"}, "events is 'sample:0'; allowed: all, none, or sample:N"),
        ({"agents": ["hal"]}, "unknown agent 'hal'; allowed: random, "),
        ({"agents": []}, "agents is empty; allowed: random, "),
        ({"arms": []}, "arms is empty; allowed: one or more different variants"),
        ({"arms": ["base", "base"]}, "arms names 'base' twice; allowed: one or more different variants"),
        ({"arms": [""]}, "arms is an empty name; allowed: one or more different variants"),
        ({"decks": 3}, "decks is 3; allowed: names of decks"),
        ({"players": 4}, "unknown key 'players'; allowed: decks, arms, seats"),
    ],
)
def test_bad_values_are_one_sentence_with_key_value_and_what_is_allowed(values, says):
    with pytest.raises(BadInput) as caught:
        make_spec({"arms": ["base"], **values}, "my.toml")
    assert str(caught.value).startswith(f"my.toml: {says}")
    assert "\n" not in str(caught.value)


def test_a_missing_key_is_named():
    with pytest.raises(BadInput, match="missing key 'arms'; allowed: one or more different variants"):
        RunSpec()


def test_broken_files_are_one_sentence(tmp_path):
    path = tmp_path / "spec.toml"
    with pytest.raises(BadInput, match="cannot be read"):
        read_spec(path)
    path.write_text("seats = = 4")
    with pytest.raises(BadInput, match="not valid TOML"):
        read_spec(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="not UTF-8"):
        read_spec(path)


def test_a_game_for_bosses_needs_a_deck_with_bosses():
    with pytest.raises(BadInput, match="boss.required is 3, but deck base has no monster tagged 'boss'"):
        open_arms(spec(decks=("base",), arms=("base+boss",)))
