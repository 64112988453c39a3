"""How things come out is told: what a die decides, what ends, who was caught, what was paid, what becomes of Items."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.card_kinds import Trigger
from engine.records.events import Cause, Ending, Ev
from engine.records.opcodes import Op
from engine.records.state import Status, Zone
from lab.story.game_story import Story
from tests.lab.test_story import OGRE, SHARP, SWORD, WOE, event
from tests.lab.test_story import told as told_of
from tests.lab.test_story_positions import BOMB, BOX, MONK, MOUSE, WANDER, at, cast, heard, told
from tests.lab.test_story_positions import OGRE as BEAST
from tests.lab.test_story_positions import SWORD as BLADE
from tests.rules.small_table import say


def test_the_treasure_of_a_kill_is_no_effect_of_a_card_that_was_spent() -> None:
    spent = event(Ev.ACTS, 0, -1, SHARP, other=Trigger.SPENT)
    drawn = event(Ev.DRAW, -1, 0, SWORD, before=Zone.DECK, after=Zone.HAND)
    passed = event(Ev.RETURN, -1, 1, SHARP, before=Zone.DISCARD, after=Zone.HAND)
    assert told_of(spent, drawn) == ["ann draws Sword"]
    assert told_of(spent, passed, drawn) == ["Sharp: bob gets Sharp from the discards", "ann draws Sword"]


def test_who_has_to_roll_though_the_monster_does_not_pursue_is_told() -> None:
    t = at(BEAST | {"id": "slow", "no_pursue": 4}, doors=["slow"])
    say(t, 0, "kick-open")
    slow = next(e.card for e in t.events() if e.kind == Ev.JOIN)
    rolls = event(Ev.THROW, 0, -1, slow, other=0, before=1, after=1)
    caught = event(Ev.ROLL, 0, -1, slow, other=0, before=1, after=1)
    lines = Story(cast(t)).tell([*t.events(), rolls, caught])[-1]
    assert lines[-1] == "ann, whom slow does not pursue, has to roll after all, a 1: is caught"
    lines = Story(cast(t)).tell([*t.events(), event(Ev.ESCAPE, 0, 0, slow), rolls, caught])[-1]
    assert lines[-2:] == ["slow does not pursue ann", "ann has to roll after all, a 1: is caught"]


def test_who_rises_because_somebody_else_was_caught_is_told() -> None:
    caught = event(Ev.CAUGHT, 0, -1, OGRE)
    rises = event(Ev.LEVEL, 1, 1, OGRE, other=Cause.BAD_STUFF, before=1, after=2)
    line = "bob goes up to Level 2 by the Bad Stuff of Ogre, which has caught ann"
    assert told_of(event(Ev.FIGHT, 0), event(Ev.JOIN, 0, 0, OGRE), caught, rises)[-1] == line


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (Status.CORRUPTED, "ann may get help again"), (Status.NO_ASKING, "ann may ask for help again"),
        (Status.NO_HELPING, "ann may help again"), (Status.CULTIST_CARD, "ann poses as a Cultist no more"),
        (Status.AMONG_CULTISTS, "ann is not counted among the Cultists any more"),
        (Status.MUST_HELP, "ann need not help whoever asks any more"),
    ],
)  # fmt: skip
def test_the_end_of_a_lasting_state_is_told_of_those_who_live(status: Status, line: str) -> None:
    ends = event(Ev.STATUS, 0, 0, before=status, after=0)
    assert told_of(ends) == [line]
    assert told_of(event(Ev.DEATH, 0, 0), ends) == ["ann dies"]


def test_the_end_by_cultists_says_what_decides() -> None:
    rises = event(Ev.LEVEL, 1, 1, other=Cause.KILL, before=1, after=8)
    over = event(Ev.OVER, other=Ending.ALL_CULTISTS, before=0b10)
    line = "The game is over (all are Cultists now): bob, highest with Level 8, won."
    assert told_of(rises, over)[-1] == line


def test_levels_are_paid_to_be_rid_of_a_curse() -> None:
    cures = event(Ev.ABILITY, 0, 0, WOE, other=Op["CURE"], before=7)
    drops = event(Ev.LEVEL, 0, 0, WOE, other=Cause.ABILITY, before=3, after=1)
    assert told_of(cures, drops) == ["ann gives up Levels to be rid of Woe: drops to Level 1"]


def test_what_is_paid_from_the_table_hides_the_modifiers_only_if_it_changes_rolls() -> None:
    runner = {"id": "runner", "pile": "door", "kind": "class", "identity": "runner", "effects": [
        {"on": "ability", "op": "discard_for_flight", "amount": 1, "max": 3, "name": "sprint"},
        {"on": "in_play", "op": "run_away", "amount": 1}]}  # fmt: skip
    boots = {"id": "boots", "pile": "treasure", "kind": "item", "slot": "feet", "gold": 100}
    quick = boots | {"id": "quick", "slot": "head", "effects": [{"on": "in_play", "op": "run_away", "amount": 1}]}
    first = {"boots": "ann runs from ogre, rolls 2 (3 with modifiers)", "quick": "ann runs from ogre, rolls 2"}
    for paid, line in first.items():
        t = at(BEAST, runner, boots, quick, doors=["ogre"], ann={"play": ["runner", paid]}, dice=[2])
        assert line in heard(t, "", f"0 kick-open; 0 run ogre; 0 discard {paid} for sprint")


def test_what_a_doubled_penalty_comes_to_is_told() -> None:
    mirror = {"id": "mirror", "pile": "treasure", "kind": "one_shot", "effects": [
        {"op": "double_strength", "when": {"alone": True}}]}  # fmt: skip
    rogue = {"id": "rogue", "pile": "door", "kind": "class", "identity": "rogue", "effects": [
        {"on": "ability", "op": "backstab", "amount": -2, "name": "backstab"}]}  # fmt: skip
    t = at(BEAST, mirror, rogue, BOMB, MONK, doors=["ogre"], ann={"hand": ["mirror"]},
           bob={"play": ["rogue"], "hand": ["bomb"]})  # fmt: skip
    line = heard(t, "0 kick-open; 0 play mirror", "1 discard bomb for backstab on ann")[0]
    assert line.endswith("-2 to the munchkins, doubled: -4   [2 against 9]")


def test_a_guest_star_whom_nobody_may_loot_is_not_the_rest_of_what_is_lost() -> None:
    friend = {"id": "friend", "pile": "door", "kind": "guest_star", "bonus": 1}
    t = at(friend, BOMB, ann={"play": ["friend"], "hand": ["bomb"]})
    goes, rest = (
        event(Ev.DISCARD, 0, -1, int(place[0][0]), before=before, after=Zone.DISCARD)
        for place, before in ((t.g.table, Zone.TABLE), (t.g.hand, Zone.HAND))
    )
    lines = Story(cast(t)).tell([event(Ev.DEATH, 0, 0), goes, rest])[-1]
    assert lines[-2:] == ["friend of ann is discarded", "the rest of ann's cards is discarded: bomb"]


@pytest.mark.parametrize(("meant", "line"), [(1, "the first mouse"), (2, "the second mouse")])
def test_which_of_two_monsters_with_one_name_leaves_is_told(meant: int, line: str) -> None:
    twin = {"id": "twin", "pile": "door", "kind": "special", "effects": [{"op": "copy_monster"}]}
    vial = {"id": "vial", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "remove_monster"}]}
    t = at(MOUSE, twin, vial, doors=["mouse"], bob={"hand": ["twin"]}, ann={"hand": ["vial"]})
    leaves = heard(t, "0 kick-open; 1 play twin", f"0 play vial; 0 choose mouse@{meant}")[0]
    assert leaves.startswith(f"ann plays vial: {line} leaves the combat")


def test_the_treasures_of_a_copy_are_counted_where_help_is_bargained_for() -> None:
    """An ogre and its copy bring one Treasure each, and one more each for what makes both angry."""
    twin = {"id": "twin", "pile": "door", "kind": "special", "effects": [{"op": "copy_monster"}]}
    angry = {"id": "angry", "pile": "door", "kind": "enhancer", "bonus": 5, "treasures": 1}
    t = at(BEAST, twin, angry, doors=["ogre"], bob={"hand": ["twin", "angry"]})
    lines = heard(t, "0 kick-open; 1 play twin; 1 play angry on ogre@1", "0 ask bob treasures=1 pick=helper")
    assert lines == ["ann asks bob for help for 1 of the 4 Treasures (bob picks first)"]


PACK = BLADE | {"id": "pack", "bonus": 0, "effects": [
    {"on": "joined", "op": "declare", "amount": 6}, {"on": "chosen", "op": "risk_item"}]}  # fmt: skip
SHARPER = {"id": "sharper", "pile": "treasure", "kind": "item_enhancer", "bonus": 1, "gold": 200}


@pytest.mark.parametrize(("die", "outcome"), [(3, "it holds"), (1, "it will be lost after the combat")])
def test_an_item_that_was_risked_says_whether_it_holds(die: int, outcome: str) -> None:
    t = at(BEAST, PACK, doors=["ogre"], ann={"play": ["pack"]}, dice=[die])
    lines = heard(t, "", "0 kick-open; 0 choose 2")
    assert lines[-1] == f"pack: ann sets it to +2, throws a {die}: {outcome}   [5 against 9]"


def test_an_item_whose_die_was_set_is_named() -> None:
    loaded = {"id": "loaded", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "set_roll"}]}
    t = at(BEAST, PACK, loaded, doors=["ogre"], ann={"play": ["pack"], "hand": ["loaded"]}, dice=[1])
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
    t = at(BEAST, pipes, doors=["ogre"], ann={"play": ["pipes"]}, dice=[die])
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
    t = at(BEAST, lunch, WANDER, doors=["ogre"], ann={"hand": ["lunch"]})
    line = heard(t, "0 kick-open", "0 play lunch")[0]
    assert line.startswith("ann plays lunch: 2 Treasures for the munchkins, ogre leaves the combat")


def test_a_monster_in_the_place_of_another_has_its_own_strength_only() -> None:
    """The ogre of Level 9 takes with it what it had: the giant of Level 14 has 14."""
    giant = {"id": "giant", "pile": "door", "kind": "monster", "level": 14, "treasures": 4}
    mirage = {"id": "mirage", "pile": "door", "kind": "special", "effects": [{"op": "swap_monster"}]}
    t = at(BEAST, giant, mirage, doors=["ogre"], bob={"hand": ["mirage", "giant"]})
    line = heard(t, "0 kick-open", "1 play mirage; 1 choose giant")[0]
    assert "giant (Level 14) into the combat" in line and line.endswith("against 14]")


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
    t = at(MOUSE, BEAST, WANDER, smell, doors=["mouse"], ann={"hand": ["smell"]}, bob={"hand": ["wander", "ogre"]})
    told_line = heard(t, "0 kick-open; 1 play wander with ogre", "0 play smell")[0]
    assert told_line == f"ann plays smell: {line}   [3 against 1]"


def test_an_item_that_a_curse_holds_names_what_hangs_on_it() -> None:
    along = event(Ev.LOSE, 0, 0, SHARP, other=SWORD, before=Zone.TABLE, after=Zone.HELD)
    held = event(Ev.LOSE, 0, 0, SWORD, before=Zone.TABLE, after=Zone.HELD)
    assert told_of(along, held) == ["Sword (with Sharp) of ann is an Item no more"]
