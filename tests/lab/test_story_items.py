"""What Items do and what becomes of them is told: risks, sales, enhancers that go along, Treasures that bring more."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.events import Ev
from engine.records.state import Zone
from tests.lab.test_story import SHARP, SWORD, event
from tests.lab.test_story import told as told_of
from tests.lab.test_story_positions import BOMB, BOX, MONK, MOUSE, OGRE, WANDER, at, heard, told
from tests.lab.test_story_positions import SWORD as BLADE
from tests.rules.small_table import say

PACK = BLADE | {"id": "pack", "bonus": 0, "effects": [
    {"on": "joined", "op": "declare", "amount": 6}, {"on": "chosen", "op": "risk_item"}]}  # fmt: skip
SHARPER = {"id": "sharper", "pile": "treasure", "kind": "item_enhancer", "bonus": 1, "gold": 200}


@pytest.mark.parametrize(("die", "outcome"), [(3, "it holds"), (1, "it will be lost after the combat")])
def test_an_item_that_was_risked_says_whether_it_holds(die: int, outcome: str) -> None:
    t = at(OGRE, PACK, doors=["ogre"], ann={"play": ["pack"]}, dice=[die])
    lines = heard(t, "", "0 kick-open; 0 choose 2")
    assert lines[-1] == f"pack: ann sets it to +2, throws a {die}: {outcome}   [5 against 9]"


def test_an_item_whose_die_was_set_is_named() -> None:
    loaded = {"id": "loaded", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "set_roll"}]}
    t = at(OGRE, PACK, loaded, doors=["ogre"], ann={"play": ["pack"], "hand": ["loaded"]}, dice=[1])
    lines = heard(t, "", "0 kick-open; 0 choose 2; 0 play loaded; 0 choose 6")
    assert "ann plays loaded: sets the die to 6: pack holds   [5 against 9]" in lines


@pytest.mark.parametrize(
    ("die", "marks", "outcome"),
    [
        (6, 5, ": it counts for nothing in this combat and will be lost after it unless a monster is killed"),
        (6, 3, ": it counts for nothing in this combat and will be lost after it"),
        (5, 5, ""),
    ],
)
def test_what_a_die_does_to_an_item_is_told(die: int, marks: int, outcome: str) -> None:
    pipes = BLADE | {"id": "pipes", "effects": [
        {"on": "joined", "op": "roll"},
        {"on": "rolled", "op": "mark_item", "amount": marks, "when": {"die_at_least": 6}}]}  # fmt: skip
    t = at(OGRE, pipes, doors=["ogre"], ann={"play": ["pipes"]}, dice=[die])
    since = len(t.events())
    say(t, 0, "kick-open")
    strength = 3 if outcome else 5
    assert told(t, since)[-1] == f"pipes: ann throws a {die}{outcome}   [{strength} against 9]"


def test_a_curse_on_an_item_that_is_cancelled_does_not_go_with_it() -> None:
    cancelled = event(Ev.CANCEL, 0, 0, SHARP, other=SWORD)
    gone = event(Ev.DISCARD, 0, -1, SHARP, other=SWORD, before=Zone.TABLE, after=Zone.DISCARD)
    assert told_of(cancelled, gone) == ["Sharp is cancelled"]
    assert told_of(gone) == ["Sharp on Sword is discarded"]


HALF = {"id": "half", "pile": "door", "kind": "race", "identity": "half", "effects": [
    {"on": "in_play", "op": "sell_double"}]}  # fmt: skip
GEM = BLADE | {"id": "gem", "gold": 700}


def test_a_sale_says_for_how_much() -> None:
    t = at(GEM, BLADE, SHARPER, ann={"play": ["gem", "sword", "sharper on sword"]})
    line = "ann sells gem, sword (with sharper) for 1,200 Gold Pieces and goes up to Level 4"
    assert line in heard(t, "", "0 sell gem; 0 sell sword; 0 done")


def test_a_sale_says_what_counts_twice() -> None:
    t = at(GEM, HALF, ann={"play": ["half", "gem"]})
    line = "ann sells gem for 1,400 Gold Pieces (half doubles gem) and goes up to Level 4"
    assert line in heard(t, "", "0 sell gem; 0 done")


SHARP_SWORD: dict[str, Any] = {"play": ["sword", "sharper on sword"]}


def test_a_trade_names_what_hangs_on_the_items() -> None:
    t = at(MOUSE, BLADE, SHARPER, BOX, doors=["mouse"], ann=SHARP_SWORD, bob={"play": ["box"]})
    line = heard(t, "", "0 trade sword for box with bob; 1 accept")[0]
    assert line == "ann offers bob sword (with sharper) for box, and bob agrees"


def test_a_theft_names_what_hangs_on_the_item() -> None:
    t = at(MONK, BOMB, BLADE, SHARPER, MOUSE, doors=["mouse"], ann={"play": ["monk"], "hand": ["bomb"]},
           bob=SHARP_SWORD, dice=[5])  # fmt: skip
    assert heard(t, "", "0 use pick-pockets on sword; 0 kick-open")[0].endswith(": throws a 5, takes it (with sharper)")


def test_a_treasure_that_brings_more_says_how_many() -> None:
    chest = {"id": "chest", "pile": "treasure", "kind": "special", "effects": [
        {"on": "drawn", "op": "draw", "amount": 2, "pile": "treasure"}]}  # fmt: skip
    weak = MOUSE | {"id": "weak"}
    t = at(weak, chest, BLADE, BOMB, doors=["weak"], treasures=["chest", "sword", "bomb"], ann={"level": 1},
           bob={"level": 3})  # fmt: skip
    lines = heard(t, "0 kick-open; 0 ask bob treasures=0 pick=fighter", "1 accept")
    assert "the Treasures, face-up: chest (2 more), sword, bomb" in lines


def test_a_card_that_ends_a_combat_says_that_treasures_come_all_the_same() -> None:
    lunch = {"id": "lunch", "pile": "door", "kind": "special", "effects": [
        {"op": "remove_monster", "amount": "all", "gives": "no_treasure"},
        {"op": "treasures_to_winner", "amount": 2}]}  # fmt: skip
    t = at(OGRE, lunch, WANDER, doors=["ogre"], ann={"hand": ["lunch"]})
    line = heard(t, "0 kick-open", "0 play lunch")[0]
    assert line.startswith("ann plays lunch: 2 Treasures for the munchkins, ogre leaves the combat")


def test_a_doubler_names_what_it_doubles_if_it_comes_later() -> None:
    two = {"id": "two", "pile": "door", "kind": "doubler", "doubles": "class"}
    t = at(MONK, two, ann={"hand": ["monk", "two"]})
    assert heard(t, "0 play monk", "0 play two")[0] == "ann plays two with monk"


def test_an_item_that_is_given_outside_a_trade_names_what_hangs_on_it() -> None:
    along = event(Ev.GIVE, 0, 1, SHARP, other=SWORD, before=Zone.TABLE, after=Zone.TABLE)
    given = event(Ev.GIVE, 0, 1, SWORD, before=Zone.TABLE, after=Zone.TABLE)
    assert told_of(along, given) == ["ann gives bob Sword (with Sharp)"]


@pytest.mark.parametrize(("gives", "line"), [("killed", "ogre is killed"), ("treasure", "ogre leaves the combat")])
def test_a_monster_that_a_card_kills_while_others_stay_is_told_so(gives: str, line: str) -> None:
    smell = {"id": "smell", "pile": "treasure", "kind": "one_shot", "effects": [
        {"op": "remove_monster", "gives": gives, "when": {"monster": "ogre"}}]}  # fmt: skip
    t = at(MOUSE, OGRE, WANDER, smell, doors=["mouse"], ann={"hand": ["smell"]}, bob={"hand": ["wander", "ogre"]})
    told_line = heard(t, "0 kick-open; 1 play wander with ogre", "0 play smell")[0]
    assert told_line == f"ann plays smell: {line}   [3 against 1]"


def test_an_item_that_a_curse_holds_names_what_hangs_on_it() -> None:
    along = event(Ev.LOSE, 0, 0, SHARP, other=SWORD, before=Zone.TABLE, after=Zone.HELD)
    held = event(Ev.LOSE, 0, 0, SWORD, before=Zone.TABLE, after=Zone.HELD)
    assert told_of(along, held) == ["Sword (with Sharp) of ann is an Item no more"]
