"""Told numbers: a reader can work out the strengths, and knows how much of what is meant."""

from __future__ import annotations

from typing import Any

import pytest

from engine.records.card_kinds import FEMALE, MALE
from engine.records.events import Ev
from engine.table import Event
from lab.story.game_story import Story
from tests.lab.test_story_positions import ANGRY, BOMB, MONK, MOUSE, OGRE, SWORD, WANDER, at, cast, heard, told
from tests.rules.small_table import say

HEAP = OGRE | {"id": "heap", "treasures": 3}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ask bob treasures=1 pick=helper", "ann asks bob for help for 1 of the 3 Treasures (bob picks first)"),
        ("ask bob treasures=2 pick=fighter", "ann asks bob for help for 2 of the 3 Treasures (ann picks first)"),
        ("ask bob treasures=2 pick=alternate", "ann asks bob for help for 2 of the 3 Treasures (they pick in turns)"),
        ("ask bob treasures=3 pick=fighter", "ann asks bob for help for all 3 Treasures"),
    ],
)
def test_help_is_asked_for_so_many_of_the_treasures(text: str, line: str) -> None:
    t = at(HEAP, doors=["heap"])
    say(t, 0, "kick-open")
    since = len(t.events())
    say(t, 0, text)
    assert told(t, since)[0] == line


@pytest.mark.parametrize(
    ("treasures", "number", "price"),
    [
        (3, 2, "2 of the 3 Treasures (bob picks first)"),
        (3, 3, "all 3 Treasures"),
        (2, 2, "both Treasures"),
        (1, 1, "the Treasure"),
    ],
)
def test_help_is_offered_in_plain_words(treasures: int, number: int, price: str) -> None:
    t = at(HEAP | {"treasures": treasures}, doors=["heap"])
    line = heard(t, "0 kick-open", f"1 offer treasures={number} pick=helper")[0]
    assert line == f"bob offers to help ann for {price}"


def test_what_changes_the_treasures_is_counted() -> None:
    rich = ANGRY | {"id": "rich", "treasures": 2}
    poor = ANGRY | {"id": "poor", "bonus": -5, "treasures": -9, "effects": [
        {"on": "in_fight", "op": "treasure", "amount": 1}]}  # fmt: skip
    seats = {"bob": {"hand": ["rich", "wander", "ogre"]}, "cid": {"hand": ["poor"]}}

    def offered() -> str:
        return heard(t, "", "2 offer treasures=1 pick=helper; 0 refuse")[0].removeprefix("cid offers to help ann for ")

    t = at(HEAP, OGRE, rich, poor, WANDER, doors=["heap"], **seats)
    say(t, 0, "kick-open")
    say(t, 1, "play rich on heap")
    assert offered() == "1 of the 5 Treasures (cid picks first)"
    say(t, 1, "play wander with ogre")
    assert offered() == "1 of the 6 Treasures (cid picks first)"
    say(t, 2, "play poor on heap")
    assert offered() == "1 of the 2 Treasures (cid picks first)"


FOE = OGRE | {"id": "foe", "against": {"monk": 4}}


def opened(monster: dict[str, Any], *cards: dict[str, Any], **seats: Any) -> str:
    """The line in which ann opens the door on a monster."""
    t = at(monster, *cards, doors=[monster["id"]], **seats)
    return heard(t, "", "0 kick-open")[0].removeprefix("ann opens the door and fights ")


def test_what_a_monster_has_against_somebody_is_told() -> None:
    assert opened(FOE, MONK) == "foe (Level 9)   [3 against 9]"
    assert opened(FOE, MONK, ann={"play": ["monk"]}) == "foe (Level 9, +4 against monk)   [3 against 13]"
    t = at(OGRE | {"against": {"male": 2}}, doors=["ogre"])
    is_male = Event(kind=int(Ev.SEX), actor=0, target=0, card=-1, other=-1, before=0, after=MALE, turn=0, phase=0,
                    round=0, seq=0)  # fmt: skip
    say(t, 0, "kick-open")
    lines = Story(cast(t)).tell([is_male, *t.events()])[-1]
    assert lines[-1].endswith("fights ogre (Level 9, +2 against men)   [3 against 11]")


def test_a_monster_that_is_stronger_for_another_reason_tells_its_strength() -> None:
    high = OGRE | {"effects": [{"on": "in_fight", "op": "strength", "amount": 3, "when": {"level_at_least": 3}}]}
    assert opened(high) == "ogre (Level 9, here 12)   [3 against 12]"


def test_what_a_monster_has_against_the_helper_is_told_as_he_accepts() -> None:
    high = {"on": "in_fight", "op": "strength", "amount": 3, "when": {"helped": True}}
    for monster, more in ((FOE, "+4 to the monsters against monk   [6 against 13]"),
                          (OGRE | {"effects": [high]}, "+3 to the monsters   [6 against 12]")):  # fmt: skip
        t = at(monster, MONK, doors=[monster["id"]], bob={"play": ["monk"]})
        assert heard(t, "0 kick-open; 0 ask bob treasures=0 pick=fighter", "1 accept")[0] == f"bob accepts: {more}"


def test_a_sex_that_has_changed_is_the_one_that_counts() -> None:
    t = at(OGRE | {"against": {"female": 2}}, doors=["ogre"], ann={"sex": "female"})
    facts: Any = {"actor": 0, "card": -1, "other": -1, "turn": 0, "phase": 0, "round": 0, "seq": 0, "target": 0}
    before = [Event(kind=int(Ev.IDENTITY), before=0, after=MALE, **facts)]
    before += [Event(kind=int(Ev.SEX), before=a, after=b, **facts) for a, b in ((0, MALE), (MALE, FEMALE))]
    say(t, 0, "kick-open")
    lines = Story(cast(t)).tell([*before, *t.events()])[-1]
    assert lines[-1].endswith("fights ogre (Level 9, +2 against women)   [3 against 11]")


def test_what_company_adds_is_not_taken_for_the_strength_of_who_joins() -> None:
    pack = MOUSE | {"id": "pack", "effects": [{"op": "mate_bonus", "amount": 2}]}
    troll, roam = OGRE | {"id": "troll"}, WANDER | {"id": "roam"}
    t = at(pack, OGRE, WANDER, troll, roam, doors=["pack"], bob={"hand": ["wander", "ogre", "roam", "troll"]})
    sends = "bob plays wander: sends ogre (Level 9) into the combat; +2 to the monsters   [3 against 12]"
    assert heard(t, "0 kick-open", "1 play wander with ogre")[0] == sends
    lines = heard(t, "", "1 play roam with troll")
    assert "troll (Level 9) into the combat; +2 to the monsters   [3 against 23]" in lines[0]


def test_a_copy_has_the_strength_of_its_model() -> None:
    twin = {"id": "twin", "pile": "door", "kind": "special", "effects": [{"op": "copy_monster"}]}
    t = at(MOUSE, twin, ANGRY, doors=["mouse"], bob={"hand": ["twin", "angry"]})
    copy = "bob plays twin: another mouse (Level 1, here 6) joins the combat   [3 against 12]"
    assert heard(t, "0 kick-open; 1 play angry on mouse", "1 play twin")[0] == copy


def test_what_somebody_becomes_in_the_combat_explains_what_the_monsters_gain() -> None:
    t = at(FOE, MONK, doors=["foe"], ann={"hand": ["monk"]})
    line = heard(t, "0 kick-open", "0 play monk")[0]
    assert line == "ann plays monk: +4 to the monsters against monk   [3 against 13]"


def test_what_somebody_loses_in_the_combat_explains_what_the_monsters_lose() -> None:
    lost = {"id": "lost", "pile": "door", "kind": "curse", "effects": [{"op": "lose_class", "amount": 1}]}
    t = at(FOE, MONK, lost, doors=["foe"], ann={"play": ["monk"]}, bob={"hand": ["lost"]})
    without = "-4 to the monsters, without monk   [3 against 9]"
    assert heard(t, "0 kick-open", "1 play lost on ann")[0] == f"bob plays lost on ann: ann loses monk, {without}"


def test_a_monster_has_nothing_more_against_somebody_whom_a_doubler_hides() -> None:
    two = {"id": "two", "pile": "door", "kind": "doubler", "doubles": "class"}
    assert opened(FOE, MONK, two, ann={"play": ["two", "monk"]}) == "foe (Level 9)   [3 against 9]"


@pytest.mark.parametrize(
    ("row", "words", "strengths"),
    [
        ({"op": "level_useless"}, "Levels do not count", "2 against 9"),
        ({"op": "level_only"}, "only Levels count", "3 against 9"),
        ({"op": "items_useless"}, "Items do not count", "3 against 9"),
        ({"op": "items_useless", "except": ["fire"]}, "Items without fire do not count", "3 against 9"),
        ({"op": "slot_useless", "slot": "feet"}, "footgear does not count", "5 against 9"),
        ({"op": "class_useless"}, "Class powers do not count", "5 against 9"),
    ],
)
def test_what_does_not_count_against_a_monster_is_told(row: dict[str, Any], words: str, strengths: str) -> None:
    strange = OGRE | {"effects": [row]}
    assert opened(strange, SWORD, ann={"play": ["sword"]}) == f"ogre (Level 9); {words}   [{strengths}]"


def test_what_a_monster_takes_from_each_is_told() -> None:
    chill = OGRE | {"effects": [{"op": "each_strength", "amount": -2, "of": "monk"}]}
    assert opened(chill, MONK, ann={"play": ["monk"]}) == "ogre (Level 9); -2 to monk   [1 against 9]"
    assert opened(chill, MONK) == "ogre (Level 9)   [3 against 9]"


def test_what_does_not_count_is_told_of_a_monster_that_is_sent_too() -> None:
    strange = OGRE | {"effects": [{"op": "level_useless"}]}
    t = at(MOUSE, strange, WANDER, doors=["mouse"], bob={"hand": ["wander", "ogre"]})
    sends = "bob plays wander: sends ogre (Level 9) into the combat; Levels do not count   [0 against 10]"
    assert heard(t, "0 kick-open", "1 play wander with ogre")[0] == sends


def test_what_was_thrown_before_is_not_taken_for_the_monsters_own() -> None:
    t = at(MOUSE, FOE, MONK, WANDER, BOMB, doors=["mouse"], ann={"play": ["monk"]},
           bob={"hand": ["wander", "foe", "bomb"]})  # fmt: skip
    lines = heard(t, "0 kick-open; 1 play bomb on mouse", "1 play wander with foe")
    assert "foe (Level 9, +4 against monk) into the combat   [3 against 17]" in lines[0]
