"""Levels and the order of rules: why they change, and that every doubt has one fixed answer."""

from __future__ import annotations

from typing import Any

import pytest
from small_table import position, say

from engine.records.events import Cause, Ev
from lab.games.game_table import table

CARDS: tuple[dict[str, Any], ...] = (
    {"id": "test-imp", "pile": "door", "kind": "monster", "level": 3, "treasures": 1, "bad_stuff": []},
    {"id": "test-crown", "pile": "treasure", "kind": "item", "gold": 1000},
    {"id": "test-promotion", "pile": "treasure", "kind": "go_up_a_level"},
    {"id": "test-potion", "pile": "treasure", "kind": "one_shot", "bonus": 1, "gold": 100},
    {"id": "test-fall", "pile": "door", "kind": "curse", "effects": [{"op": "lose_levels", "amount": 1}]},
    {
        "id": "test-elf", "pile": "door", "kind": "race", "identity": "test-elf",
        "effects": [{"op": "helper_level", "amount": 1}],
    },
)  # fmt: skip


@pytest.mark.rule("level.gain-ways", "level.loss")
def test_each_change_of_level_names_its_cause() -> None:
    ann = {"name": "ann", "level": 1, "hand": ["test-crown", "test-promotion"]}
    bob = {"name": "bob", "level": 2, "play": ["test-elf"], "hand": ["test-fall"]}
    cid = {"name": "cid", "hand": ["test-potion"]}
    t = position(*CARDS, variant="magical_mess", doors=["test-imp"], seat=[ann, bob, cid])
    since = len(t.events())
    say(t, 0, "sell test-crown")
    say(t, 0, "done")
    say(t, 0, "play test-promotion on ann")
    say(t, 1, "play test-fall on ann")
    say(t, 0, "kick-open")
    say(t, 0, "ask bob treasures=0 pick=fighter")
    say(t, 1, "accept")
    say(t, 0, "end")
    told = [(e.target, Cause(e.other), e.before, e.after) for e in t.events(since) if e.kind == Ev.LEVEL]
    assert told == [
        (0, Cause.SALE, 1, 2),
        (0, Cause.CARD, 2, 3),
        (0, Cause.CURSE, 3, 2),
        (0, Cause.KILL, 2, 3),
        (1, Cause.HELP, 2, 3),
    ]


@pytest.mark.rule("precedence.disputes")
@pytest.mark.parametrize("variant", ["base", "cthulhu"])
def test_the_same_seed_and_choices_give_the_same_game(variant: str) -> None:
    games = [table(variant, variant, seats=4, seed=21) for _ in range(2)]
    for t in games:
        for _ in range(120):
            t.answer(t.choice())
    assert games[0].events() == games[1].events()
    assert games[0].options() == games[1].options()
