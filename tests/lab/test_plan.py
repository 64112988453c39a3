"""Shards cover every game once; seats and kept events are functions of the game number alone."""

from __future__ import annotations

import numpy as np
import pytest

from lab.plan import file_stem, kept_events, lineup, shards
from lab.spec import RunSpec


def spec(**values):
    return RunSpec(**{"arms": ["base", "base+faster"], **values})


def test_shards_cover_every_game_of_every_arm_once():
    plan = list(shards(spec(games=610, shard_games=250)))
    assert [(s.arm, s.first, s.count) for s in plan] == [
        ("base", 0, 250), ("base+faster", 0, 250), ("base", 250, 250),
        ("base+faster", 250, 250), ("base", 500, 110), ("base+faster", 500, 110),
    ]  # fmt: skip
    assert plan[3].name == "base+faster-250"


def test_odd_names_of_arms_become_different_plain_file_names():
    odd = ["a/b", "a\\b", "a_b", "../x", ".x", "[x]"]
    stems = [file_stem(name) for name in odd]
    assert len(set(stems)) == len(odd)
    assert file_stem("cthulhu+faster") == "cthulhu+faster"
    assert not any(set(s) & set("/\\[]*?") or s.startswith(".") for s in stems)


def test_every_persona_sits_in_every_seat_equally_often():
    agents = ["random", "balanced", "balanced"]
    seats = lineup(spec(agents=agents, seats=4), 0, 300)
    for position in range(len(agents)):
        assert (seats == position).sum(axis=0).tolist() == [100] * 4
    assert lineup(spec(agents=agents), 250, 2).tolist() == seats[250:252].tolist()


@pytest.mark.parametrize(("events", "kept"), [("all", 610), ("none", 0), ("sample:17", 17), ("sample:9999", 610)])
def test_the_event_policy_keeps_exactly_that_many_games_however_they_are_cut(events, kept):
    one = spec(events=events, games=610)
    whole = kept_events(one, 0, 610)
    parts = np.concatenate([kept_events(one, first, min(100, 610 - first)) for first in range(0, 610, 100)])
    assert whole.sum() == kept
    assert whole.tolist() == parts.tolist()
