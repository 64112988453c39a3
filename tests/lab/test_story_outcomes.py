"""How things come out is told: what a die decides, what ends, who was caught, and what was paid."""

from __future__ import annotations

import pytest

from engine.records.card_kinds import Trigger
from engine.records.events import Cause, Ending, Ev
from engine.records.opcodes import Op
from engine.records.state import Status, Zone
from lab.story.game_story import Story
from tests.lab.test_story import OGRE, SHARP, SWORD, WOE, event
from tests.lab.test_story import told as told_of
from tests.lab.test_story_positions import BOMB, MONK, MOUSE, at, cast, heard
from tests.lab.test_story_positions import OGRE as BEAST
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
