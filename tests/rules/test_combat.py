"""What onlookers may do to a combat, one-shots on copies, Bosses, who sees the Treasures, and why Levels change."""

from __future__ import annotations

from typing import Any

import pytest
from small_table import position, say

from engine.board.monsters import copy_monster, leave
from engine.effects.single_card_effects import pick_up
from engine.next_question import next_question
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Pile
from engine.records.events import Cause, Ending, Ev
from engine.records.questions import Aim, Verb
from engine.records.state import Zone
from engine.steps.offers.actions import throw
from engine.table import Table
from lab.games.game_table import table
from tests.effects.build import Position, card

OGRE = {"id": "test-ogre", "pile": "door", "kind": "monster", "level": 9, "treasures": 1, "bad_stuff": []}
RAT = {"id": "test-rat", "pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": []}
ANGRY = {"id": "test-angry", "pile": "door", "kind": "enhancer", "bonus": 5}
WANDER = {"id": "test-wander", "pile": "door", "kind": "wandering"}
CURSE = {"id": "test-fall", "pile": "door", "kind": "curse", "effects": [{"op": "lose_levels", "amount": 1}]}
FLASK = {"id": "test-flask", "pile": "treasure", "kind": "one_shot", "bonus": 3, "gold": 100}
SWORD = {"id": "test-sword", "pile": "treasure", "kind": "item", "slot": "hand", "bonus": 9, "gold": 100}
SNEAK = {
    "id": "test-sneak", "pile": "door", "kind": "class",
    "effects": [
        {"op": "backstab", "amount": 2, "name": "test-stab"},
        {"op": "steal", "least": 4, "name": "test-snatch"},
    ],
}  # fmt: skip
CARDS = (OGRE, RAT, ANGRY, WANDER, CURSE, FLASK, SWORD, SNEAK)
HAND = ["test-rat", "test-angry", "test-wander", "test-fall", "test-flask"]

MEDDLING = {
    Verb.PASS, Verb.PLAY, Verb.PLAY_WITH, Verb.DISCARD_FOR, Verb.OFFER,
    Verb.EQUIP, Verb.UNEQUIP, Verb.DISCARD, Verb.GIVE, Verb.TRADE,  # their own affairs
}  # fmt: skip


@pytest.mark.rule("combat.no-pvp", "combat.who-may-interfere")
def test_an_onlooker_meddles_by_cards_and_powers_and_in_no_other_way() -> None:
    seats = [
        {"name": "ann", "level": 8, "carry": ["test-sword"]},
        {"name": "bob", "level": 5, "play": ["test-sneak"], "hand": HAND},
        {"name": "cid", "level": 2},
    ]
    table = position(*CARDS, variant="conan", seat=seats, doors=["test-ogre"])
    say(table, 0, "kick-open")
    assert table.decider == 1
    options = table.options()
    assert {Verb(o.verb) for o in options} <= MEDDLING
    at_players = [o for o in options if o.verb == Verb.PLAY and o.amount == Aim.SEAT]
    assert {int(table.book.card[o.card]["kind"]) for o in at_players} == {Kind.CURSE}
    assert not any("test-snatch" in o.text or "test-sword" in o.text for o in options)


@pytest.mark.rule("combat.no-pvp")
@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("play test-flask on test-ogre", [8, 5, 2]),
        ("play test-angry on test-ogre", [8, 5, 2]),
        ("play test-wander with test-rat", [8, 5, 2]),
        ("discard test-angry for test-stab on ann", [8, 5, 2]),
        ("play test-fall on ann", [7, 5, 2]),  # what the card says: one Level
    ],
)
def test_only_a_card_that_says_so_costs_the_fighter_a_level(text: str, levels: list[int]) -> None:
    seats = [
        {"name": "ann", "level": 8},
        {"name": "bob", "level": 5, "play": ["test-sneak"], "hand": HAND},
        {"name": "cid", "level": 2},
    ]
    table = position(*CARDS, variant="conan", seat=seats, doors=["test-ogre"])
    say(table, 0, "kick-open")
    table.step(text)
    assert [int(x) for x in table.g.level[:3]] == levels
    assert not table.g.dead[:3].any() and table.g.fighter == 0 and table.g.helper == -1


COPIED = {"moop": card(Kind.MONSTER, level=6), "bottle": card(Kind.ONE_SHOT, bonus=3)}


def twins() -> Position:
    at = Position(COPIED).hand(1, "bottle")
    at.fight(0, "moop")
    copy_monster(at.g, at.book, 0, 0)
    throw(at.g, at.book, 1, at["bottle"], 1, Aim.MONSTER)
    assert at.g.foe["bonus"][:2].tolist() == [0, 3]
    return at


@pytest.mark.rule("mooplicate.basic", "oneshot.definition")
def test_a_copy_of_the_copy_is_without_the_one_shot():
    at = twins()
    copy_monster(at.g, at.book, 1, 0)
    assert at.g.foe["bonus"][:3].tolist() == [0, 3, 0]


@pytest.mark.rule("mooplicate.basic", "oneshot.definition")
def test_a_one_shot_is_taken_back_from_the_one_it_hit():
    at = twins()
    pick_up(at.g, at.book, 0, 1, -1, at["bottle"], 1)
    assert at.g.foe["bonus"][:2].tolist() == [0, 0] and at.g.zone[at["bottle"]] == Zone.HAND


@pytest.mark.rule("mooplicate.basic", "multi.eliminate-one")
def test_a_one_shot_whose_target_has_left_takes_nothing_from_the_other():
    at = twins()
    leave(at.g, at.book, 1, -1)
    pick_up(at.g, at.book, 0, 1, -1, at["bottle"], 1)
    assert at.g.foe_n == 1 and at.g.foe[0].bonus == 0


@pytest.mark.rule("victory.dead-cannot-win", "boss.need-three", "death.reborn")
@pytest.mark.parametrize(("bosses", "ending"), [(2, Ending.NONE), (3, Ending.BOSS)])
def test_who_has_the_last_level_wins_when_he_stands_up_again(bosses, ending):
    at = Position({f"bear{i}": card(Kind.MONSTER, level=3) for i in range(9)}, boss_required=3).levels(3, 10, 4)
    at.g.first, at.g.bosses, at.g.dead[1], at.g.redraw[1] = 2, bosses, 1, 1
    push(at.g, Step.TURN, 0, 0, 0, 0, 0)
    next_question(at.g, at.book, 1)
    assert (at.g.over, at.g.winners, at.g.turn) == (ending, (1 << 1) * (bosses == 3), 2)


REWARDED = {"id": "test-ogre", "pile": "door", "kind": "monster", "level": 7, "treasures": 2, "bad_stuff": []}
CUP = {"id": "test-cup", "pile": "treasure", "kind": "item", "gold": 100}
BOWL = {"id": "test-bowl", "pile": "treasure", "kind": "item", "gold": 100}
WON = ["test-cup", "test-bowl"]


def before_the_win(level: int) -> Table:
    """Ann of a Level and bob of Level 5 before a monster of 7 with two Treasures."""
    seats = [{"name": "ann", "level": level}, {"name": "bob", "level": 5}, {"name": "cid"}]
    table = position(REWARDED, CUP, BOWL, seat=seats, doors=["test-ogre"], treasures=WON)
    say(table, 0, "kick-open")
    return table


def pass_to_the_end(table: Table) -> None:
    """Everybody passes until the fight is won."""
    while table.count(Ev.FIGHT_END) == 0:
        table.step("pass")


@pytest.mark.rule("reward.draw-down-alone", "cards.hand-private")
def test_what_is_won_alone_is_drawn_face_down() -> None:
    table = before_the_win(8)
    pass_to_the_end(table)
    drawn = [e for e in table.events() if e.kind == Ev.DRAW]
    assert [(e.target, e.other, e.before, e.after) for e in drawn] == [(0, 0, Zone.DECK, Zone.HAND)] * 2
    assert sorted(table.view(0).hand) == sorted(WON)
    for seat in (1, 2):
        seen = table.view(seat)
        assert seen.seats[0].hand_count == 2
        assert not any(name in repr(seen) for name in WON)


@pytest.mark.rule("reward.draw-up-helped")
def test_what_is_won_with_a_helper_lies_open_before_it_is_shared() -> None:
    table = before_the_win(4)
    say(table, 0, "ask bob treasures=1 pick=fighter")
    table.step("accept")
    pass_to_the_end(table)
    shown = [e for e in table.events() if e.kind == Ev.REVEAL and table.book.card[e.card]["pile"] == Pile.TREASURE]
    assert sorted(table.ids([e.card for e in shown])) == sorted(WON)
    assert {e.after for e in shown} == {Zone.OPEN}
    assert all(sorted(table.view(seat).face_up) == sorted(WON) for seat in range(3))
    table.step("take test-bowl")
    table.step("take test-cup")
    assert table.view(0).hand == ("test-bowl",) and table.view(1).hand == ("test-cup",)
    assert not any(name in repr(table.view(2)) for name in WON)


LEVELLED: tuple[dict[str, Any], ...] = (
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
    t = position(*LEVELLED, variant="magical_mess", doors=["test-imp"], seat=[ann, bob, cid])
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
