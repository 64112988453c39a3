"""Whole moments as they are told: built positions, played option by option."""

from __future__ import annotations

from typing import Any

import pytest

from engine.table import Table
from lab.story.game_story import Story
from lab.story.story_words import Cast
from tests.rules.small_table import position, say

MOUSE = {"id": "mouse", "pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": []}
OGRE = {
    "id": "ogre", "pile": "door", "kind": "monster", "level": 9, "treasures": 1,
    "bad_stuff": [{"op": "lose_levels", "amount": 1}],
}  # fmt: skip
WANDER = {"id": "wander", "pile": "door", "kind": "wandering"}
ANGRY = {"id": "angry", "pile": "door", "kind": "enhancer", "bonus": 5}
BOMB = {"id": "bomb", "pile": "treasure", "kind": "one_shot", "bonus": 3, "gold": 100}
SWORD = {"id": "sword", "pile": "treasure", "kind": "item", "slot": "hand", "hands": 1, "bonus": 2, "gold": 300}
BOX = {"id": "box", "pile": "treasure", "kind": "item", "big": True, "bonus": 9, "gold": 200}
CHEAT = {"id": "trick", "pile": "door", "kind": "cheat"}
MONK = {
    "id": "monk", "pile": "door", "kind": "class", "identity": "monk",
    "effects": [
        {"on": "ability", "op": "discard_for_strength", "amount": 2, "max": 3, "name": "holy-rage"},
        {"on": "ability", "op": "steal", "least": 4, "name": "pick-pockets"},
        {"on": "ability", "op": "second_try", "name": "leap"},
    ],
}  # fmt: skip


def at(*cards: dict[str, Any], **more: Any) -> Table:
    """A position whose first player is ann; doors and Treasures beside those named are those of `base`."""
    people = [{"name": "ann", "level": 3}, {"name": "bob", "level": 3}, {"name": "cid", "level": 3}]
    seats = [person | more.pop(str(person["name"]), {}) for person in people]
    return position(*cards, seat=seats, **more)


def cast(t: Table, *, bosses: bool = True) -> Cast:
    """Who and what the numbers of a position mean."""
    rows, levels = t.book.card[: int(t.g.cards)], [3] * len(t.names.seats)
    return Cast(t.names.seats, t.names.cards, rows, levels, t.names.labels, bosses, t.book.effect)


def told(t: Table, since: int = 0) -> list[str]:
    """The lines of what has happened, without headings."""
    story = Story(cast(t))
    story.tell(t.events()[:since])
    lines = [line for turn in story.turns for line in turn[1:]]
    return [line for turn in story.tell(t.events(since)) for line in turn[1:]][len(lines) :]


def heard(t: Table, before: str, now: str) -> list[str]:
    """The lines of `now`; each text holds seats and what they choose: "0 kick-open; 1 play bomb on ogre"."""
    since = 0
    for text in (before, now):
        since = len(t.events())
        for choice in filter(None, text.split("; ")):
            seat, _, option = choice.partition(" ")
            say(t, int(seat), option)
    return told(t, since)


def test_which_monster_a_card_hits_is_told_and_copies_are_counted() -> None:
    t = at(MOUSE | {"copies": 2}, WANDER, ANGRY, BOMB, doors=["mouse#1"], bob={"hand": ["wander", "mouse#2", "angry"]},
           cid={"hand": ["bomb"]})  # fmt: skip
    assert heard(t, "0 kick-open; 1 play wander with mouse#2", "1 play angry on mouse@2; 2 play bomb on mouse@1") == [
        "bob plays angry on the second mouse: +5 to the monsters   [3 against 7]",
        "cid plays bomb on the first mouse: +3 to the monsters   [3 against 10]",
    ]
    assert "bob plays wander: sends another mouse (Level 1) into the combat   [3 against 2]" in told(t)


def test_a_power_tells_its_name_and_price_before_its_effect_in_one_line() -> None:
    t = at(OGRE, MONK, BOMB, SWORD, doors=["ogre"], ann={"play": ["monk"], "hand": ["bomb"]}, bob={"play": ["sword"]})
    lines = heard(t, "0 kick-open", "0 discard bomb for holy-rage")
    assert lines == ["ann uses monk (holy rage), discarding bomb: +2 to the munchkins   [5 against 9]"]


@pytest.mark.parametrize(
    ("die", "level", "outcome"),
    [(5, 3, "throws a 5, takes it"), (2, 3, "throws a 2, drops to Level 2, in vain"),
     (2, 1, "throws a 2, in vain")],
)  # fmt: skip
def test_a_theft_is_one_line_whether_it_succeeds_or_not(die: int, level: int, outcome: str) -> None:
    t = at(MONK, BOMB, SWORD, MOUSE, doors=["mouse"], ann={"level": level, "play": ["monk"], "hand": ["bomb"]},
           bob={"play": ["sword"]}, dice=[die])  # fmt: skip
    line = heard(t, "", "0 use pick-pockets on sword; 0 kick-open")[0]
    assert line == f"ann uses monk (pick pockets) on sword of bob, discarding bomb: {outcome}"


def test_the_first_roll_is_told_then_what_saves_and_then_the_second() -> None:
    t = at(OGRE, MONK, BOMB, doors=["ogre"], ann={"play": ["monk"], "hand": ["bomb"]}, dice=[2, 5])
    assert heard(t, "0 kick-open", "0 run ogre; 0 discard bomb for leap")[:3] == [
        "ann runs from ogre, rolls 2", "ann uses monk (leap), discarding bomb", "ann rolls again, a 5: gets away",
    ]  # fmt: skip


def test_a_die_that_is_set_is_told_as_set() -> None:
    loaded = {"id": "loaded", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "set_roll"}]}
    t = at(OGRE, loaded, doors=["ogre"], ann={"hand": ["loaded"]}, dice=[2])
    assert heard(t, "0 kick-open", "0 run ogre; 0 play loaded; 0 choose 6")[:3] == [
        "ann runs from ogre, rolls 2", "ann plays loaded: sets the die to 6", "ann gets away from ogre",
    ]  # fmt: skip


def test_only_bad_stuff_is_called_bad_stuff() -> None:
    hard = OGRE | {"id": "hard", "effects": [{"on": "escaped", "op": "lose_levels", "amount": 1}]}
    lines = {}
    for die in (1, 6):
        t = at(hard, doors=["hard"], dice=[die])
        lines[die] = heard(t, "0 kick-open", "0 run hard")
    assert lines[1][:2] == ["ann runs from hard, rolls 1: is caught", "ann drops to Level 2 by Bad Stuff"]
    assert lines[6][:2] == ["ann runs from hard, rolls 6: gets away", "hard, escaped from: ann drops to Level 2"]


def test_a_card_that_acts_as_it_is_drawn_is_told_before_what_it_does() -> None:
    chest = {"id": "chest", "pile": "treasure", "kind": "special", "effects": [
        {"on": "drawn", "op": "draw", "amount": 2, "pile": "treasure"}]}  # fmt: skip
    t = at(MOUSE, chest, SWORD, BOMB, doors=["mouse"], treasures=["chest", "sword", "bomb"])
    assert heard(t, "", "0 kick-open; 0 play sword")[1:5] == [
        "the combat is won", "ann goes up to Level 4 for the kill", "ann draws chest",
        "chest acts as it is drawn: ann draws sword, bomb",
    ]  # fmt: skip


def test_a_monster_that_will_not_attack_says_why_it_leaves() -> None:
    shy = OGRE | {"id": "shy", "effects": [{"on": "in_fight", "op": "will_not_attack", "amount": 1, "of": "monk"}]}
    t = at(shy, MONK, doors=["shy"], ann={"play": ["monk"]})
    assert "shy will not attack ann and leaves the combat" in heard(t, "", "0 kick-open; 0 end")


@pytest.mark.parametrize(
    ("hits", "line"),
    [
        ("bob", "ann plays sudden-head-blow on bob: bob loses cultist"),
        ("ann", "ann plays sudden-head-blow on ann, but nothing comes of it"),  # no Cultist card is left to be taken
    ],
)
def test_a_special_card_names_its_victim(hits: str, line: str) -> None:
    t = at(variant="cthulhu", deck=["cthulhu"], doors=["shog-goth"], ann={"hand": ["sudden-head-blow#1"]},
           bob={"play": ["cultist#1"]}, cid={"play": ["cultist#2"]})  # fmt: skip
    assert heard(t, "", f"0 play sudden-head-blow on {hits}")[-1] == line


def test_an_enhancer_that_is_put_on_a_player_names_him() -> None:
    t = at(variant="cthulhu", deck=["cthulhu"], doors=["shog-goth"], ann={"hand": ["gibbering"]},
           bob={"play": ["cultist#1"]})  # fmt: skip
    assert heard(t, "", "0 play gibbering on bob") == ["ann plays gibbering on bob, where it stays"]


def test_an_item_laid_down_with_a_cheat_is_one_line() -> None:
    t = at(MOUSE, CHEAT, SWORD, doors=["mouse"], ann={"hand": ["trick", "sword"]})
    assert heard(t, "", "0 play trick with sword") == ["ann plays sword with trick and equips it"]


def test_a_cheat_on_an_item_in_play_is_one_line() -> None:
    only = SWORD | {"id": "wand", "require": ["monk"]}
    t = at(MOUSE, MONK, CHEAT, only, doors=["mouse"], ann={"hand": ["trick"], "carry": ["wand"]})
    assert heard(t, "", "0 play trick on wand") == ["ann plays trick on wand and equips it"]


def test_a_swap_in_a_meeting_is_told_as_a_swap() -> None:
    meet = {"id": "meet", "pile": "door", "kind": "special", "effects": [{"op": "meeting", "of": "monk"}]}
    t = at(MOUSE, MONK | {"copies": 3}, meet, SWORD, BOMB, BOX, doors=["mouse"],
           ann={"play": ["monk#1"], "hand": ["meet", "sword"]}, bob={"play": ["monk#2"], "hand": ["bomb"]},
           cid={"hand": ["box", "monk#3"]})  # fmt: skip
    lines = heard(t, "", "0 play meet; 2 choose monk; 0 give sword to bob; 1 trade bomb for sword with ann; 0 accept")
    assert lines == [
        "ann plays meet", "cid shows monk",
        "ann offers bob sword for another card of the hand: they swap it for bomb",
    ]  # fmt: skip


def test_a_hand_is_shown_for_a_reason() -> None:
    nosy = MOUSE | {"id": "nosy", "effects": [{"on": "appears", "op": "show_hand"}]}
    t = at(nosy, BOMB, doors=["nosy"], ann={"hand": ["bomb"]})
    assert "nosy appears: ann shows the whole hand   [3 against 1]" in heard(t, "", "0 kick-open")


def test_a_trade_is_one_line() -> None:
    t = at(MOUSE, SWORD, BOX, doors=["mouse"], ann={"play": ["sword"]}, bob={"play": ["box"]})
    assert heard(t, "", "0 trade sword for box with bob; 1 accept")[0] == "ann offers bob sword for box, and bob agrees"


def test_a_boss_that_is_banished_counts_as_defeated() -> None:
    boss = MOUSE | {"id": "boss", "tags": ["boss"]}
    lamp = {"id": "lamp", "pile": "treasure", "kind": "one_shot", "effects": [{"op": "remove_monster", "amount": 1}]}
    t = at(boss, lamp, variant="critical_role+boss", doors=["boss"], ann={"hand": ["lamp"]}, bosses=1)
    assert heard(t, "0 kick-open", "0 play lamp; 0 end")[:2] == [
        "ann plays lamp: Boss number 2 is banished: boss counts as defeated",
        "the combat is over: the Boss is banished",
    ]  # fmt: skip


def test_the_end_by_bosses_tells_the_worth_of_what_decides() -> None:
    boss = MOUSE | {"id": "boss", "tags": ["boss"]}
    t = at(boss, SWORD, BOX, variant="critical_role+boss", doors=["boss"], bosses=2,
           ann={"level": 10, "play": ["sword"]}, bob={"level": 10, "play": ["box"]}, cid={"level": 10})  # fmt: skip
    since = len(t.events())
    say(t, 0, "kick-open")
    for _ in range(20):
        if t.over:
            break
        t.answer(next(i for i, o in enumerate(t.options()) if o.text == "pass"))
    assert told(t, since)[-5:] == [
        "Boss number 3 has fallen: boss", "ann has Items worth 300 Gold Pieces in play",
        "bob has Items worth 200 Gold Pieces in play", "cid has Items worth 0 Gold Pieces in play",
        "The game is over (boss): ann won.",
    ]  # fmt: skip


def test_a_cancelled_card_says_who_was_about_to_play_it() -> None:
    no = {"id": "no", "pile": "door", "kind": "special", "effects": [{"op": "cancel_play"}]}
    up = {"id": "up", "pile": "treasure", "kind": "go_up_a_level"}
    t = at(MOUSE, no, up, doors=["mouse"], ann={"hand": ["up"]}, bob={"hand": ["no"]})
    lines = heard(t, "", "0 play up on ann; 1 play no")
    assert lines == ["bob plays no: up, which ann was about to play, is cancelled"]


def test_a_power_that_eases_a_flight_tells_by_how_much() -> None:
    runner = {"id": "runner", "pile": "door", "kind": "class", "identity": "runner", "effects": [
        {"on": "ability", "op": "discard_for_flight", "amount": 1, "max": 3, "name": "sprint"}]}  # fmt: skip
    t = at(OGRE, runner, BOMB, doors=["ogre"], ann={"play": ["runner"], "hand": ["bomb"]}, dice=[4])
    assert heard(t, "", "0 kick-open; 0 run ogre; 0 discard bomb for sprint")[1:4] == [
        "ann runs from ogre, rolls 4",
        "ann uses runner (sprint), discarding bomb: +1 to the rolls",
        "ann gets away from ogre (5 with modifiers)",
    ]


def test_what_is_laid_on_top_of_the_discards_is_told() -> None:
    cleric = {"id": "healer", "pile": "door", "kind": "class", "identity": "healer", "effects": [
        {"on": "ability", "op": "resurrection", "name": "recall"}]}  # fmt: skip
    t = at(MOUSE, ANGRY, cleric, doors=["mouse"], bob={"play": ["healer"], "hand": ["angry"]}, ann={"level": 8})
    assert "ann lays angry on top of the discards" in heard(t, "", "0 kick-open; 1 play angry on mouse; 0 choose angry")


CHARM = {"id": "charm", "pile": "treasure", "kind": "item", "effects": [
    {"op": "pay_at_roll", "cost": "nothing", "name": "charm", "when": {"first": "turn"}},
    {"on": "used", "op": "shift_die", "amount": 2, "also": 1},
]}  # fmt: skip
LEASH = {"id": "leash", "pile": "treasure", "kind": "item", "effects": [
    {"op": "pay_when_won", "cost": "hand", "amount": 1, "name": "leash"},
    {"on": "used", "op": "befriend", "part": 1},
]}  # fmt: skip


@pytest.mark.parametrize(("die", "lines"), [
    (2, ["ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 2",
         "ann uses charm: sets the die to 4, takes sword from bob"]),
    (1, ["ann uses monk (pick pockets) on sword of bob, discarding bomb: throws a 1",
         "ann uses charm: sets the die to 3", "ann drops to Level 2 by monk"]),
])  # fmt: skip
def test_a_theft_is_told_to_its_end_when_its_die_is_changed(die: int, lines: list[str]) -> None:
    t = at(MONK, BOMB, SWORD, CHARM, MOUSE, doors=["mouse"], ann={"play": ["monk", "charm"], "hand": ["bomb"]},
           bob={"play": ["sword"]}, dice=[die])  # fmt: skip
    assert heard(t, "", "0 use pick-pockets on sword; 0 use charm; 0 choose 1; 0 kick-open")[: len(lines)] == lines


def test_a_flight_that_somebody_spoils_is_told() -> None:
    t = at(OGRE, CHARM, doors=["ogre"], bob={"play": ["charm"]}, dice=[5])
    assert heard(t, "0 kick-open", "0 run ogre; 1 use charm; 1 choose 2")[:3] == [
        "ann runs from ogre, rolls 5", "bob uses charm: -2 to the rolls of ann", "ogre catches ann (3 with modifiers)",
    ]  # fmt: skip


def test_a_monster_that_is_kept_goes_along() -> None:
    t = at(MOUSE, LEASH, BOMB, doors=["mouse"], ann={"play": ["leash"], "hand": ["bomb"]})
    lines = heard(t, "", "0 kick-open; 0 use leash on mouse; 0 discard bomb for leash on mouse")
    assert "ann uses leash, discarding bomb: mouse goes along with ann from now on" in lines


def ball(then: str) -> dict[str, Any]:
    step = {"op": "look", "amount": 2, "pile": "door", "then": then}
    return {"id": "ball", "pile": "treasure", "kind": "special", "effects": [step]}


@pytest.mark.parametrize(("then", "chosen", "lines"), [
    ("keep_under", "ogre", ["ann puts mouse under the Door deck", "ann draws ogre"]),
    ("first_discard", "ogre", ["mouse from the Door deck goes to the discards",
                                "ann leaves on top of the Door deck: ogre"]),
    ("any_order", "ogre", ["ann leaves on top of the Door deck: ogre, mouse"]),
])  # fmt: skip
def test_what_somebody_looks_at_and_what_becomes_of_it_is_told(then: str, chosen: str, lines: list[str]) -> None:
    t = at(MOUSE, OGRE, ball(then), doors=["mouse", "ogre"], ann={"hand": ["ball"]})
    assert heard(t, "", f"0 play ball; 0 choose {chosen}")[1:] == lines
