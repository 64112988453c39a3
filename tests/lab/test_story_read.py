"""What people stumbled over as they read whole games: a thing is told once, with its cause, in words of the table."""

from __future__ import annotations

from typing import Any

import pytest

from engine.table import Table
from lab.story.game_story import Story
from tests.lab.test_story_positions import BOMB, CHEAT, MONK, MOUSE, OGRE, SWORD, WANDER, at, cast, heard
from tests.rules.small_table import say

LOADED = {"id": "loaded", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "set_roll"}]}
CHICKEN = {"id": "chicken", "pile": "door", "kind": "curse", "effects": [
    {"op": "keep", "until": "removed"}, {"on": "in_play", "op": "die_roll", "amount": -1}]}  # fmt: skip
WOE = {"id": "woe", "pile": "door", "kind": "curse", "effects": [{"op": "lose_levels", "amount": 1}]}
ABBOT = {"id": "abbot", "pile": "door", "kind": "class", "identity": "abbot", "effects": [
    {"on": "ability", "op": "resurrection", "name": "recall"}]}  # fmt: skip


def before_two(card: dict[str, Any]) -> Table:
    """Ann, with a card in her hand, fights a mouse; bob has sent an ogre after it."""
    t = at(MOUSE, OGRE, WANDER, card, doors=["mouse"], ann={"hand": [card["id"]]}, bob={"hand": ["wander", "ogre"]})
    say(t, 0, "kick-open")
    say(t, 1, "play wander with ogre")
    return t


@pytest.mark.parametrize(
    ("level", "line"),
    [(3, "ann opens the door: woe, which strikes: drops to Level 2"),
     (1, "ann opens the door: woe, but nothing comes of it")],
)  # fmt: skip
def test_a_curse_behind_the_door_is_named_once(level: int, line: str) -> None:
    t = at(WOE, doors=["woe"], ann={"level": level})
    assert heard(t, "", "0 kick-open")[0] == line


def test_somebody_who_has_read_the_door_gets_the_curse_in_a_line_of_its_own() -> None:
    t = at(WOE, doors=["woe"])
    since = len(t.events())
    say(t, 0, "kick-open")
    story = Story(cast(t))
    for end in range(1, len(t.events()) + 1):
        story.tell(t.events()[end - 1 : end])
    assert story.turns[-1][-2:] == ["woe strikes ann", "ann drops to Level 2 by woe"] and since < len(t.events())


def test_a_die_that_a_curse_changes_is_told_so_and_decides_the_theft() -> None:
    t = at(MONK, CHICKEN, BOMB, SWORD, MOUSE, doors=["mouse"], bob={"play": ["sword"]},
           ann={"play": ["monk"], "hand": ["bomb"], "curses": ["chicken"]}, dice=[5])  # fmt: skip
    thrown = "ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 5 (4 by chicken), takes it"
    assert heard(t, "", "0 use pick-pockets on sword; 0 discard bomb for pick-pockets on sword")[0] == thrown


def test_a_theft_is_not_in_vain_before_the_die_is_set() -> None:
    t = at(MONK, LOADED, BOMB, SWORD, MOUSE, doors=["mouse"], bob={"play": ["sword"]},
           ann={"play": ["monk"], "hand": ["bomb", "loaded"]}, dice=[2])  # fmt: skip
    lines = heard(
        t, "", "0 use pick-pockets on sword; 0 discard bomb for pick-pockets on sword; 0 play loaded; 0 choose 6"
    )
    assert lines == [
        "ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 2",
        "ann plays loaded: sets the die to 6",
        "ann takes sword from bob",
    ]


def test_who_is_not_pursued_does_not_owe_it_to_a_curse() -> None:
    slow = OGRE | {"id": "slow", "no_pursue": 4}
    t = at(slow, CHICKEN, doors=["slow"], bob={"hand": ["chicken"]})
    lines = heard(t, "0 kick-open", "1 play chicken on cid; 0 end")
    assert lines[:2] == [
        "bob plays chicken on cid: the Curse stays with cid (-1 to every die)",
        "slow does not pursue ann",
    ]


def test_of_two_ways_the_one_that_is_taken_tells_itself() -> None:
    fork = OGRE | {"id": "fork", "bad_stuff": [
        {"op": "either"}, {"on": "chosen", "op": "discard_hand", "amount": "all", "when": {"chose": 1}},
        {"on": "chosen", "op": "lose_levels", "amount": 2, "when": {"chose": 2}}]}  # fmt: skip
    outcomes = {}
    for way in (1, 2):
        t = at(fork, doors=["fork"], dice=[1])
        outcomes[way] = heard(t, "0 kick-open", f"0 run fork; 0 choose {way}")[:2]
    assert outcomes[1][0] == "ann runs from fork, rolls 1: is caught, but nothing comes of it"
    assert outcomes[2] == ["ann runs from fork, rolls 1: is caught", "ann drops to Level 1 by Bad Stuff"]


@pytest.mark.parametrize(
    ("card", "told_"),
    [
        ({"pile": "door", "kind": "special", "effects": [{"op": "remove_monster", "amount": "all"}]},
         "all monsters leave the combat"),
        ({"pile": "treasure", "kind": "one_shot", "effects": [{"op": "escape", "amount": 2}]},
         "gets away from mouse and ogre without a roll"),
    ],
)  # fmt: skip
def test_what_a_card_does_to_several_monsters_is_said_once(card, told_) -> None:
    t = before_two({"id": "way-out", **card})
    assert heard(t, "", "0 play way-out")[0] == f"ann plays way-out: {told_}"


def test_what_hangs_on_an_item_leaves_with_it_in_one_line() -> None:
    snap = {"id": "snap", "pile": "door", "kind": "curse", "effects": [{"op": "lose_item", "which": "hand"}]}
    wand = SWORD | {"id": "wand", "require": ["monk"]}
    t = at(MOUSE, MONK, CHEAT, wand, snap, doors=["mouse"], ann={"hand": ["trick"], "carry": ["wand"]},
           bob={"hand": ["snap"]})  # fmt: skip
    line = heard(t, "0 play trick on wand", "1 play snap on ann")[0]
    assert line == "bob plays snap on ann: ann loses wand (with trick)"


def test_a_sale_tells_its_level() -> None:
    gold = SWORD | {"id": "gold", "gold": 1000}
    t = at(MOUSE, gold, doors=["mouse"], ann={"hand": ["gold"]})
    assert heard(t, "", "0 sell gold; 0 done")[0] == "ann sells gold for 1,000 Gold Pieces and goes up to Level 4"


def test_help_for_nothing_is_called_so() -> None:
    t = at(OGRE, doors=["ogre"])
    assert heard(t, "0 kick-open", "0 ask bob treasures=0 pick=fighter")[0] == "ann asks bob for help for nothing"


def test_a_monster_is_bribed_and_nobody_fights_on() -> None:
    thug = OGRE | {"id": "thug", "effects": [{"op": "bribe_monster", "least": 200, "name": "pay"}]}
    t = at(thug, SWORD, doors=["thug"], ann={"carry": ["sword"]})
    assert heard(t, "0 kick-open", "0 discard sword for pay")[0] == "ann bribes thug with sword: it leaves the combat"


def test_a_boss_is_counted_only_where_bosses_have_to_fall() -> None:
    boss = MOUSE | {"id": "boss", "tags": ["boss"]}
    t = at(boss, variant="critical_role", doors=["boss"])
    since = len(t.events())
    say(t, 0, "kick-open")
    say(t, 0, "end")
    lines = [line for turn in Story(cast(t, bosses=False)).tell(t.events(since)) for line in turn]
    assert not any("Boss" in line for line in lines) and any("goes up to Level 4" in line for line in lines)


def test_what_a_monster_does_to_all_who_run_is_told_apart_from_its_bad_stuff() -> None:
    usher = OGRE | {"id": "usher", "bad_stuff": [{"op": "lose_item", "which": "hand"}],
                    "effects": [{"on": "fled", "op": "lose_levels", "amount": 1}]}  # fmt: skip
    t = at(usher, SWORD, doors=["usher"], ann={"play": ["sword"]}, dice=[1])
    lines = heard(t, "0 kick-open", "0 run usher")
    assert lines[1:3] == ["usher, escaped from or not: ann drops to Level 2", "ann loses sword to usher"]


def test_what_strengthens_a_monster_and_its_copy_is_told_in_full() -> None:
    twin = {"id": "twin", "pile": "door", "kind": "special", "effects": [{"op": "copy_monster"}]}
    angry = {"id": "angry", "pile": "door", "kind": "enhancer", "bonus": 5}
    t = at(MOUSE, twin, angry, doors=["mouse"], bob={"hand": ["twin", "angry"]})
    line = heard(t, "0 kick-open; 1 play twin", "1 play angry on mouse@1")[0]
    assert line == "bob plays angry on the first mouse: +10 to the monsters   [3 against 12]"


def test_the_modifiers_of_the_first_roll_tell_why_it_was_not_enough() -> None:
    fast = OGRE | {"id": "fast", "run_away": -1}
    t = at(fast, MONK, BOMB, doors=["fast"], ann={"play": ["monk"], "hand": ["bomb"]}, dice=[5, 6])
    lines = heard(t, "0 kick-open", "0 run fast; 0 discard bomb for leap")
    assert lines[0] == "ann runs from fast, rolls 5 (4 with modifiers)"
    assert lines[2] == "ann rolls again, a 6 (5 with modifiers): gets away"


def test_what_eased_a_flight_later_does_not_count_for_the_throw_before() -> None:
    runner = {"id": "runner", "pile": "door", "kind": "class", "identity": "runner", "effects": [
        {"on": "ability", "op": "discard_for_flight", "amount": 1, "max": 3, "name": "sprint"}]}  # fmt: skip
    t = at(OGRE | {"run_away": -1}, runner, BOMB | {"copies": 2}, doors=["ogre"], dice=[4],
           ann={"play": ["runner"], "hand": ["bomb#1", "bomb#2"]})  # fmt: skip
    line = heard(t, "0 kick-open", "0 run ogre; 0 discard bomb#1 for sprint; 0 discard bomb#2 for sprint")[0]
    assert line == "ann runs from ogre, rolls 4 (3 with modifiers)"


def test_a_monster_that_spares_the_helper_spares_both() -> None:
    shy = OGRE | {"id": "shy", "effects": [{"on": "in_fight", "op": "will_not_attack", "amount": 1, "of": "monk"}]}
    t = at(shy, MONK, doors=["shy"], bob={"play": ["monk"]})
    lines = heard(t, "0 kick-open", "0 ask bob treasures=1 pick=fighter; 1 accept; 0 end")
    assert "shy will not attack them and leaves the combat" in lines


def test_who_is_not_pursued_does_not_owe_it_to_a_theft() -> None:
    slow = OGRE | {"id": "slow", "no_pursue": 4}
    t = at(slow, MONK, BOMB, SWORD, doors=["slow"], cid={"play": ["sword"]}, dice=[2],
           bob={"play": ["monk"], "hand": ["bomb"], "level": 1})  # fmt: skip
    lines = heard(t, "0 kick-open", "1 use pick-pockets on sword; 1 discard bomb for pick-pockets on sword; 0 end")
    assert lines[0].endswith("throws a 2, in vain") and "slow does not pursue ann" in lines


def test_a_price_with_something_on_it_and_its_effect_are_one_line() -> None:
    snap = {"id": "wand", "pile": "treasure", "kind": "item", "slot": "hand", "hands": 1, "bonus": 2, "gold": 300,
            "require": ["elf"]}  # fmt: skip
    t = at(OGRE, MONK, CHEAT, snap, doors=["ogre"], ann={"play": ["monk"], "hand": ["trick"], "carry": ["wand"]})
    line = heard(t, "0 play trick on wand; 0 kick-open", "0 discard wand for holy-rage")[0]
    assert line.startswith("ann uses monk (holy rage), discarding wand (with trick): +2 to the munchkins")


def test_what_hung_on_an_item_that_is_traded_stays_behind() -> None:
    wand = SWORD | {"id": "wand", "require": ["elf"]}
    t = at(MOUSE, BOMB, CHEAT, wand, doors=["mouse"], ann={"hand": ["trick"], "carry": ["wand"]},
           bob={"carry": ["bomb"]})  # fmt: skip
    line = heard(t, "0 play trick on wand", "0 trade wand for bomb with bob; 1 accept")[0]
    assert line == "ann offers bob wand for bomb, and bob agrees (trick is discarded)"


def test_what_is_told_bit_by_bit_is_never_lost() -> None:
    """Somebody who reads along sees a line once; an effect that comes later gets a line of its own."""
    t = at(OGRE, MONK, BOMB, doors=["ogre"], ann={"play": ["monk"], "hand": ["bomb"]}, dice=[2, 5])
    story = Story(cast(t))
    read, seen = 0, []
    for seat, text in ((0, "kick-open"), (0, "run ogre"), (0, "discard bomb for leap")):
        say(t, seat, text)
        events = t.events(read)
        read += len(events)
        before = sum(len(turn) for turn in story.turns)
        kept = [line for turn in story.turns for line in turn]
        now = [line for turn in story.tell(events) for line in turn]
        assert now[:before] == kept  # nothing that was read has changed
        seen += now[before:]
    assert "ann runs from ogre, rolls 2" in seen and any("rolls again, a 5: gets away" in line for line in seen)
