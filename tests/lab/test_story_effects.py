"""What cards do is told: doublers, Curses that stay, shields, escapes of several, dice for the loot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Zone
from lab.story.game_story import Story
from tests.lab.test_story import DUCHESS, event
from tests.lab.test_story import OGRE as HELMET
from tests.lab.test_story import SWORD as BLADE
from tests.lab.test_story import told as told_of
from tests.lab.test_story_positions import MOUSE, OGRE, SWORD, WANDER, at, cast, heard, told
from tests.rules.small_table import say

LONE = {"op": "double_strength", "when": {"alone": True}}
WALL = {"id": "wall", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "escape", "amount": 2}]}


def test_a_card_that_doubles_the_fighter_says_so_and_a_second_one_does_not_say_it_again() -> None:
    mirror = {"id": "mirror", "pile": "treasure", "kind": "one_shot", "copies": 2, "effects": [LONE]}
    t = at(OGRE, mirror, doors=["ogre"], ann={"hand": ["mirror#1", "mirror#2"]})
    assert heard(t, "0 kick-open", "0 play mirror#1; 0 play mirror#2") == [
        "ann plays mirror: doubles the munchkins' strength   [6 against 9]",
        "ann plays mirror: counts the fighter's strength once more   [9 against 9]",
    ]


def test_a_card_that_deals_the_treasures_out_says_so() -> None:
    sun = {"id": "sun", "pile": "treasure", "kind": "special", "effects": [{"op": "deal_evenly"}]}
    t = at(OGRE, sun, doors=["ogre"], bob={"hand": ["sun"]})
    lines = heard(t, "0 kick-open", "1 play sun")
    assert lines == ["bob plays sun: the Treasures will be dealt out evenly, an odd one to bob"]


def test_a_curse_behind_the_door_that_is_put_on_an_item_names_it() -> None:
    horn = {"id": "horn", "pile": "door", "kind": "item_enhancer", "bonus": -2, "tags": ["cursed"]}
    t = at(horn, SWORD, doors=["horn"], ann={"play": ["sword"]})
    assert heard(t, "", "0 kick-open; 0 choose sword")[0] == "ann opens the door: horn, which strikes: stays on sword"


def test_a_curse_from_a_hand_that_is_put_on_an_item_names_it() -> None:
    horn = {"id": "horn", "pile": "door", "kind": "item_enhancer", "bonus": -2, "tags": ["cursed"]}
    t = at(horn, SWORD, ann={"hand": ["horn"]}, bob={"play": ["sword"]})
    assert heard(t, "", "0 play horn on bob; 1 choose sword") == ["ann plays horn on bob: stays on sword of bob"]


def test_what_is_discarded_for_its_own_power_is_named_once() -> None:
    uses = event(Ev.ABILITY, 0, 0, BLADE, before=7)
    lost = event(Ev.LOSE, 0, -1, BLADE + 1, before=Zone.TABLE, after=Zone.DISCARD)
    paid = event(Ev.PAY, 0, -1, BLADE, before=Zone.TABLE, after=Zone.DISCARD)
    assert told_of(uses, lost, paid) == ["ann uses Sword (slash): loses Sharp, discards it"]


def test_a_card_that_switches_something_off_says_so() -> None:
    bare = {"id": "bare", "pile": "treasure", "kind": "one_shot", "bonus": 1, "effects": [
        {"on": "in_fight", "op": "slot_useless", "slot": "head"}]}  # fmt: skip
    hat = SWORD | {"id": "hat", "slot": "head", "hands": 0, "bonus": 4}
    t = at(OGRE, bare, hat, doors=["ogre"], ann={"play": ["hat"]}, bob={"hand": ["bare"]})
    line = heard(t, "0 kick-open", "1 play bare on ogre")[0]
    assert line == "bob plays bare on ogre: headgear does not count, +1 to the monsters   [3 against 10]"


@pytest.mark.parametrize(
    ("until", "row", "victim", "burden"),
    [
        ("next_combat", {"op": "strength", "amount": -5}, "ann", "-5 in this combat"),
        ("next_combat", {"op": "strength", "amount": -5}, "cid", "-5 in the next combat"),
        ("next_combat", {"op": "only_armor"}, "ann", "no Item but armor counts in this combat"),
        ("removed", {"op": "strength", "amount": -2}, "ann", "-2 in combat"),
        ("removed", {"op": "evil"}, "ann", "the Item's bonus becomes a penalty"),
        ("removed", {"op": "run_away", "amount": -1}, "ann", "-1 to Run Away"),
        ("removed", {"op": "hand_limit", "amount": -1}, "cid", "-1 to the hand limit"),
    ],
)
def test_a_curse_that_stays_says_what_it_does(until: str, row: dict[str, Any], victim: str, burden: str) -> None:
    load = {"id": "load", "pile": "door", "kind": "curse", "effects": [
        {"op": "keep", "until": until}, {"on": "in_play"} | row]}  # fmt: skip
    t = at(OGRE, load, doors=["ogre"], bob={"hand": ["load"]})
    line = heard(t, "0 kick-open", f"1 play load on {victim}")[0]
    assert line.split("   [")[0] == f"bob plays load on {victim}: the Curse stays with {victim} ({burden})"


def test_a_curse_that_does_two_things_leaves_them_to_the_card() -> None:
    load = {"id": "load", "pile": "door", "kind": "curse", "effects": [
        {"op": "keep", "until": "removed"}, {"on": "in_play", "op": "strength", "amount": -1},
        {"on": "in_play", "op": "run_away", "amount": -1}]}  # fmt: skip
    t = at(OGRE, load, doors=["ogre"], bob={"hand": ["load"]})
    assert heard(t, "0 kick-open", "1 play load on cid")[0] == "bob plays load on cid: the Curse stays with cid"


def test_a_curse_that_cannot_strike_names_what_protects() -> None:
    woe = {"id": "woe", "pile": "door", "kind": "curse", "effects": [{"op": "lose_levels", "amount": 1}]}
    charm = SWORD | {"id": "charm", "effects": [{"on": "in_play", "op": "door_curse_immune"}]}
    t = at(woe, charm, SWORD, doors=["woe"], ann={"play": ["charm"]}, bob={"play": ["sword"]})
    assert heard(t, "", "0 kick-open")[0] == "ann opens the door: woe, but ann is protected by charm"


def helped(*cards: dict[str, Any], **seats: Any) -> Any:
    """Ann fights an ogre together with bob."""
    t = at(OGRE, *cards, doors=["ogre"], **seats)
    say(t, 0, "kick-open")
    say(t, 0, "ask bob treasures=1 pick=fighter")
    say(t, 1, "accept")
    return t


def test_a_card_that_saves_two_players_says_so_once() -> None:
    t = helped(WALL, ann={"hand": ["wall"]})
    assert heard(t, "", "0 play wall on bob")[0] == "ann plays wall: ann and bob get away from ogre without a roll"


def test_a_card_that_saves_two_players_from_two_monsters_says_so_once() -> None:
    t = helped(WALL, MOUSE, WANDER, ann={"hand": ["wall"]}, cid={"hand": ["wander", "mouse"]})
    line = heard(t, "2 play wander with mouse", "0 play wall on bob")[0]
    assert line == "ann plays wall: ann and bob get away from ogre and mouse without a roll"


def test_dice_for_the_loot_are_one_line_and_equal_dice_are_thrown_again() -> None:
    dice = [event(Ev.DIE, seat, before=n) for seat, n in ((0, 3), (1, 3), (0, 2), (1, 5))]
    assert told_of(*dice) == [
        "ann and bob throw for who loots first: 3 and 3", "ann and bob throw again: 2 and 5",
    ]  # fmt: skip


def test_dice_for_the_loot_that_are_read_one_by_one_are_not_lost() -> None:
    story = Story(cast(at(MOUSE)))
    for seat, n in ((0, 3), (1, 4)):
        story.tell([event(Ev.DIE, seat, before=n)])
    assert story.turns[0][1:] == ["ann throws for who loots first: 3", "bob throws for who loots first: 4"]


def test_an_item_that_comes_off_and_goes_on_again_is_not_told() -> None:
    off, on = event(Ev.UNEQUIP, 0, 0, BLADE), event(Ev.EQUIP, 0, 0, BLADE)
    lost = event(Ev.LOSE, 1, -1, BLADE + 1, before=Zone.TABLE, after=Zone.DISCARD)
    assert told_of(off, on, lost) == ["bob loses Sharp"]
    assert told_of(off, lost, on) == ["ann takes off Sword", "bob loses Sharp", "ann equips Sword"]


def test_what_makes_room_for_an_item_that_is_carried_is_told_only_if_it_stays_off() -> None:
    bears = event(Ev.ABILITY, 0, -1, DUCHESS, other=Op["BEAR"], after=BLADE)
    off, borne, on = event(Ev.UNEQUIP, 0, 0, HELMET), event(Ev.EQUIP, 0, 0, BLADE), event(Ev.EQUIP, 0, 0, HELMET)
    assert told_of(bears, off, borne, on) == ["ann lets Duchess carry Sword"]
    assert told_of(bears, off, borne) == ["ann lets Duchess carry Sword: takes off Ogre"]


def test_a_one_shot_to_which_the_monster_is_immune_is_told_to_do_nothing() -> None:
    slug = {
        "id": "slug", "pile": "door", "kind": "monster", "level": 9, "treasures": 1, "bad_stuff": [],
        "effects": [{"op": "immune_to", "tag": "ichor"}],
    }  # fmt: skip
    goo = {"id": "goo", "pile": "treasure", "kind": "one_shot", "bonus": 2, "tags": ["ichor"]}
    t = at(slug, goo, doors=["slug"], ann={"hand": ["goo"]})
    say(t, 0, "kick-open")
    say(t, 0, "play goo on ann")
    assert told(t)[-1] == "ann plays goo: slug is immune to it"


@pytest.mark.parametrize(("level", "says"), [(5, "charm leaves no choice: bob accepts"), (3, "bob accepts")])
def test_help_that_an_item_of_the_fighter_forces_names_the_item(level: int, says: str) -> None:
    """Only players of a higher Level than ann's, 3, are obliged."""
    charm = {"id": "charm", "pile": "treasure", "kind": "item", "effects": [{"op": "forced_help"}]}
    bob = {"level": level, "play": ["blade"]}
    blade = SWORD | {"id": "blade", "bonus": 9}
    t = at(OGRE, charm, blade, doors=["ogre"], ann={"hand": ["charm"]}, bob=bob)
    say(t, 0, "play charm")
    say(t, 0, "kick-open")
    say(t, 0, "ask bob treasures=0 pick=fighter")
    story = Story(replace(cast(t), levels=[3, level, 3]))
    say(t, 1, "accept")
    lines = [line for turn in story.tell(t.events()) for line in turn]
    assert says in [line.partition("   [")[0] for line in lines]
