"""Stories: what a told game says of the things that are easily missed; no kind of event can be forgotten."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.records.book import CARD
from engine.records.card_kinds import FEMALE, MALE, Kind, Trigger
from engine.records.events import Drawn, Ev, Result
from engine.records.state import FightFlag, Phase, Status, Zone
from engine.table import Event
from lab.games.game_replay import GameSpec, replay
from lab.story.game_story import Story
from lab.story.story_words import GROUPED, SINGLE, Cast

CARDS = {
    "Ogre": Kind.MONSTER, "Sword": Kind.ITEM, "Sharp": Kind.ITEM_ENHANCER, "Cheat!": Kind.CHEAT, "Woe": Kind.CURSE,
    "Twins": Kind.DOUBLER, "Mage": Kind.CLASS, "Duchess": Kind.CHARACTER, "Hoard": Kind.SPECIAL, "Door": Kind.RACE,
}  # fmt: skip
NAMES = list(CARDS)
OGRE, SWORD, SHARP, CHEAT, WOE, TWINS, MAGE, DUCHESS, HOARD, DOOR = range(len(CARDS))


def event(kind: Ev, actor: int = -1, target: int = -1, card: int = -1, **more: int) -> Event:
    facts = {"turn": 1, "round": 1, "phase": int(Phase.ARRANGE), "other": -1, "before": 0, "after": 0} | more
    return Event(kind=int(kind), actor=actor, target=target, card=card, seq=0, **facts)


def told(*events: Event) -> list[str]:
    rows = np.zeros(len(CARDS), CARD)
    rows["number"], rows["kind"] = range(len(CARDS)), list(CARDS.values())
    rows[HOARD]["triggers"] = 1 << Trigger.DRAWN
    return Story(Cast(["ann", "bob"], NAMES, rows, [1, 1], {7: "slash"})).tell(events)[0][1:]


def play(card: int, other: int = -1, before: Zone = Zone.HAND, after: Zone = Zone.TABLE, **more: Any) -> Event:
    return event(Ev.PLAY, 0, 0, card, other=other, before=before, after=after, **more)


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([play(SHARP, SWORD)], "ann plays Sharp on Sword"),
        ([play(CHEAT, SWORD)], "ann plays Cheat! on Sword"),
        ([play(TWINS, MAGE)], "ann plays Twins with Mage"),
        ([play(SWORD)], "ann puts Sword in play"),
        ([play(SWORD), event(Ev.EQUIP, 0, 0, SWORD)], "ann plays Sword and equips it"),
        ([event(Ev.SETUP, -1, 1, DUCHESS, before=Zone.OUT, after=Zone.TABLE)], "bob is dealt the Character Duchess"),
        ([event(Ev.SEX, 0, 0, before=0, after=FEMALE)], "ann is female"),
        ([event(Ev.SEX, 1, 0, before=FEMALE, after=MALE)], "ann becomes male"),
        ([play(WOE, before=Zone.OPEN)], "Woe stays with ann"),
        ([event(Ev.STATUS, 0, 0, before=0, after=Status.SKIP_TURN)], "ann will skip a turn"),
        ([event(Ev.TOKENS, 0, 0, before=1, after=3)], "tokens of ann: 3"),
        ([event(Ev.DUEL, 0, 1, before=7, after=4)], "ann fights bob, 7 against 4"),
        ([event(Ev.ESCAPE, 0, 0, OGRE)], "ann gets away from Ogre without a roll"),
        ([event(Ev.DRAW, -1, 0, MAGE, before=1, after=3, phase=Phase.LOOT)], "ann loots the room: Mage"),
        ([event(Ev.REVEAL, -1, 0, DOOR, before=1, after=7, phase=Phase.DOOR)], "ann opens the door: Door"),
        ([event(Ev.DRAW, -1, 0, MAGE, before=1, after=3, phase=Phase.LISTEN)],
         "ann listens at the door (phase 0): Mage"),
        ([event(Ev.DRAW, -1, 0, MAGE, other=Drawn.DEALT, before=1, after=3)], "ann is dealt Mage"),
        ([event(Ev.DRAW, -1, 0, MAGE, other=Drawn.NEW_HAND, before=1, after=3)], "ann draws a new hand: Mage"),
        ([event(Ev.DISCARD, 0, -1, HOARD, before=3, after=2)],
         "Hoard acts as it is drawn, but nothing comes of it"),
        ([event(Ev.DISCARD, 0, -1, SHARP, other=SWORD, before=Zone.TABLE, after=2)], "Sharp on Sword is discarded"),
        ([event(Ev.DISCARD, 0, -1, WOE, before=Zone.TABLE, after=2)], "Woe on ann is over"),
        ([event(Ev.LOSE, 0, -1, WOE, before=Zone.TABLE, after=2)], "ann is rid of Woe"),
        ([event(Ev.LOSE, 0, -1, c, other=WOE, before=Zone.TABLE, after=2) for c in (SWORD, MAGE)],
         "ann loses Sword, Mage to Woe"),
        ([event(Ev.LOSE, 0, -1, SWORD, other=SWORD, before=Zone.TABLE, after=2)], "ann loses Sword"),
        ([event(Ev.LOSE, 0, -1, SWORD, before=Zone.HAND, after=Zone.DISCARD)], "ann discards Sword from the hand"),
        ([event(Ev.LOSE, 0, -1, SWORD, other=WOE, before=Zone.HAND, after=Zone.DISCARD)],
         "ann loses Sword from the hand to Woe"),
        ([event(Ev.DISCARD, 0, -1, MAGE, before=3, after=2, phase=Phase.CHARITY)],
         "ann discards Mage: over the hand limit"),
        ([event(Ev.RETURN, -1, -1, OGRE, before=2, after=1)], "Ogre from the discards will be drawn next"),
        ([event(Ev.RETURN, -1, 0, MAGE, before=Zone.DISCARD, after=Zone.TABLE)], "ann takes up Mage from the discards"),
        ([event(Ev.LOSE, 0, 0, SWORD, before=Zone.TABLE, after=Zone.HELD)], "Sword of ann is an Item no more"),
        ([event(Ev.RETURN, 0, 0, SWORD, before=Zone.HELD, after=Zone.TABLE)], "ann has Sword back"),
        ([event(Ev.ABILITY, 0, 1, SWORD, before=7, after=-1)], "ann uses Sword (slash) on bob"),
        ([event(Ev.ABILITY, 0, -1, SWORD, before=7, after=-1), event(Ev.PAY, 0, -1, SWORD, before=4, after=2)],
         "ann discards Sword (slash)"),
        ([event(Ev.PROPOSE, 0, 1, SWORD, other=SHARP)], "ann offers bob Sword for Sharp"),
        ([event(Ev.PROPOSE, 0, 1, SWORD, before=1)], "ann adds Sword"),
        ([event(Ev.PROPOSE, 0, 1, other=SWORD, before=1)], "ann wants Sword too"),
        ([event(Ev.ASK, 0, 1, SWORD, other=1)], "ann promises Sword as well"),
        ([event(Ev.DIE, 1, -1, -1, before=4)], "bob throws for who loots first: 4"),
        ([event(Ev.DIE, 1, -1, SWORD, before=4, after=1)], "bob sets the die to 4 with Sword"),
        ([event(Ev.WORTH, 1, 1, after=1300)], "bob has Items worth 1,300 Gold Pieces in play"),
    ],
)  # fmt: skip
def test_a_line_names_what_matters(events: list[Event], line: str) -> None:
    assert told(*events) == [line]


def test_a_curse_that_hits_nothing_and_one_that_may_not_hit_are_told_apart() -> None:
    turned_up = event(Ev.REVEAL, -1, 0, WOE, before=Zone.DECK, after=Zone.OPEN, phase=Phase.DOOR)
    gone = event(Ev.DISCARD, 0, -1, WOE, before=Zone.OPEN, after=Zone.DISCARD, phase=Phase.DOOR)
    strikes = event(Ev.CURSE, -1, 0, WOE, phase=Phase.DOOR)
    assert told(turned_up, gone) == ["ann opens the door: Woe, which cannot touch ann"]
    assert told(turned_up, strikes, gone) == ["ann opens the door: Woe, but nothing comes of it"]
    loss = event(Ev.LOSE, 0, -1, SWORD, before=Zone.TABLE, after=Zone.DISCARD)
    assert told(turned_up, strikes, loss, gone) == ["ann opens the door: Woe, which strikes: loses Sword"]


def test_a_lost_combat_says_who_got_away_and_what_was_looked_for() -> None:
    fight = event(Ev.FIGHT, 0, other=FightFlag.LOOKED)
    joins = event(Ev.JOIN, 0, 0, OGRE)
    thrown = event(Ev.THROW, 1, -1, OGRE, other=0, before=1)
    caught = [thrown, event(Ev.ROLL, 1, -1, OGRE, other=0, before=1, after=1), event(Ev.CAUGHT, 1, -1, OGRE)]
    end = event(Ev.FIGHT_END, 0, 1, other=Result.FLED)
    assert told(fight, joins, end)[-1] == "the combat is lost, but everybody got away"
    assert told(fight, joins, *caught, end) == [
        "ann looks for trouble and fights Ogre (Level 0)",
        "bob runs from Ogre, rolls 1: is caught, but nothing comes of it",
        "the combat is lost: ann got away, bob was caught",
    ]
    assert told(event(Ev.FIGHT_END, 0, other=Result.DIED)) == ["the combat is lost, and the fighter is dead"]


def test_the_body_of_the_dead_is_laid_out_without_a_word() -> None:
    off = event(Ev.UNEQUIP, 0, 0, SWORD)
    assert told(event(Ev.DEATH, 0, 0), off) == ["ann dies"]
    assert told(event(Ev.DEATH, 0, 0), event(Ev.REBORN, 0, 0), off)[-1] == "ann takes off Sword"


def test_a_number_that_a_card_asks_for_and_what_it_changes_belong_to_the_card() -> None:
    oil = play(SHARP, after=Zone.PLAYED)
    asked = event(Ev.CHOICE, 0, -1, SHARP, before=2, after=2)
    assert told(oil, asked, event(Ev.EASE, 0, 1, SHARP, after=-2)) == ["ann plays Sharp: -2 to the rolls of bob"]
    assert told(event(Ev.CHOICE, 0, -1, SHARP, before=2, after=6)) == ["ann chooses 2 for Sharp"]
    assert told(event(Ev.EASE, 0, 0, SHARP, after=1)) == ["Sharp gives +1 to the rolls"]


@pytest.mark.rule("turn.phase-layout")
@pytest.mark.parametrize(("variant", "asked"), [("base", "room"), ("conan", "trouble")])
def test_the_phases_of_a_turn_are_those_of_its_layout(variant: str, asked: str) -> None:
    from lab import table

    t = table(deck="base", variant=variant, seats=3, seed=5)
    seen: dict[str, set[str]] = {}
    for _ in range(300):
        if t.over:
            break
        texts = [o.text for o in t.options()]
        if "loot" in texts:
            seen.setdefault("asked", set()).add(t.phase)
        since = len(t.events())
        t.step("loot" if "loot" in texts else texts[-1] if "pass" in texts else texts[0])
        if "loot" in texts:
            drawn = [e for e in t.events()[since:] if e.kind == Ev.DRAW]
            seen.setdefault("drawn", set()).add(Phase(drawn[0].phase).name.lower())
    assert seen == {"asked": {asked}, "drawn": {"loot"}}


def test_a_told_game_begins_with_who_everybody_is() -> None:
    setup = replay(GameSpec(("critical_role",), "critical_role", 7, 0, 3)).turns[0]
    assert sum(" is dealt the Character " in line for line in setup) == 3
    setup = replay(GameSpec(("base",), "base", 7, 0, 3)).turns[0]
    assert sum(line.endswith(("is male", "is female")) for line in setup) == 3


BY_ANOTHER_LINE = {
    Ev.ENTER: "the line of the combat, or of the card that brings it, names the monster",
    Ev.LAST_MOVE: "no event: the end of the moves",
    Ev.IDENTITY: "the card that is played or lost says it",
    Ev.TURN_END: "the next turn begins, or the game is over",
}


@pytest.mark.parametrize("kind", list(Ev), ids=lambda kind: kind.name)
def test_every_kind_of_event_is_told_or_has_a_reason_not_to_be(kind):
    story = Story(Cast(["ann", "bob"], ["Ogre"], np.zeros(1, CARD), [1, 1]))
    told = {*story._special, *GROUPED, *SINGLE}
    assert (kind in told) != (kind in BY_ANOTHER_LINE)
