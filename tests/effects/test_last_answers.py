"""Answers to one's own death, turns that are skipped, what somebody has killed before, and choices of somebody else."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import parse_card
from engine.board.card_conditions import timing_of, with_timing
from engine.policies.decide import utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Status
from engine.records.step_values import Asked, Removal, Which
from engine.records.timings import Timing
from engine.steps.turn.turn_start import skip
from tests.effects.build import Position, card, item, row

BAD, CHOSEN, ROLLED = Trigger.BAD_STUFF, Trigger.CHOSEN, Trigger.ROLLED
CARDS = {
    "reaper": card(Kind.MONSTER, row(Op.DEATH, on=BAD), level=9),
    "feather": card(Kind.SPECIAL, row(Op.REVIVE), row(Op.GAIN_LEVELS, 1)),
    "draught": card(Kind.ONE_SHOT, row(Op.REVIVE), is_item=1),
    "coin": card(Kind.SPECIAL, row(Op.ROLL), row(Op.REVIVE, on=ROLLED, when=(Condition.DIE_AT_LEAST, 4))),
    "shield": card(Kind.RULE, row(Op.NOTHING, on=Trigger.DIES)),
    "cap": item(bonus=1),
    "gem": item(),
}


def table(seats: int = 3) -> Position:
    p = Position(CARDS, seats).levels(4, 5, 6)
    p.book.card[: p.book.cards] = with_timing(p.book.card[: p.book.cards], p.book.effect)
    return p


def test_whoever_is_about_to_die_may_play_a_card_against_it():
    p = table().hand(0, "feather", "gem").wear(0, "cap").run("reaper", BAD)
    assert p.asked() == (0, Question.DEATH) and p.cards_offered() == ["", "feather"]
    p.choose("feather")
    assert (int(p.g.dead[0]), p.level_list(), p.count(Ev.DEATH)) == (0, [5, 5, 6], 0)
    assert p.lost("feather") and p.hand_of(0) == ["gem"] and p.table_of(0) == ["cap"]


@pytest.mark.rule("death.lose-stuff")
def test_whoever_does_not_dies():
    p = table().hand(0, "feather").run("reaper", BAD).choose("")
    assert (int(p.g.dead[0]), p.count(Ev.DEATH)) == (1, 1)


def test_nobody_is_asked_about_the_death_of_another():
    p = table().hand(1, "feather").run("reaper", BAD)
    assert int(p.g.dead[0]) == 1 and p.asked()[0] == -1


def test_a_card_in_play_comes_before_one_of_the_hand():
    p = table().carry(0, "shield").hand(0, "feather").run("reaper", BAD)
    assert int(p.g.dead[0]) == 0 and p.hand_of(0) == ["feather"] and p.asked()[0] == -1


def test_a_one_shot_in_play_is_used_like_one_of_the_hand():
    p = table().carry(0, "draught").run("reaper", BAD).choose("draught")
    assert int(p.g.dead[0]) == 0 and p.lost("draught")


@pytest.mark.parametrize(("die", "dead"), [(3, 1), (4, 0)])
def test_a_die_may_decide_and_another_card_is_asked_for_if_it_saves_nobody(die, dead):
    p = table().hand(0, "coin", "feather").dice(die).run("reaper", BAD).choose("coin")
    if dead:
        assert p.asked() == (0, Question.DEATH) and p.cards_offered() == ["", "feather"]
        p.choose("")
    assert (int(p.g.dead[0]), "feather" in p.hand_of(0)) == (dead, not dead)


def test_the_monsters_of_the_combat_go_on_with_whoever_has_been_saved():
    p = table().hand(0, "feather").fight(0, "reaper").run("reaper", BAD, other=0).choose("feather")
    assert (int(p.g.dead[0]), int(p.g.fighting), int(p.g.foe_n)) == (0, 1, 1)


def test_whoever_is_saved_becomes_no_cultist():
    p = table().hand(0, "feather")
    p.g.status[0] = Status.BECOME_CULTIST
    p.run("reaper", BAD).choose("feather")
    assert int(p.g.status[0]) == 0


def test_such_a_card_waits_for_that_moment_whatever_else_it_does():
    p = table()
    for name, timing in (("feather", Timing.DEATH), ("draught", Timing.DEATH)):
        one = p.book.card[p[name]]
        assert timing_of(one, p.book.effect[int(one["first"]) : int(one["last"])]) == timing


def test_who_fears_death_plays_it():
    p = table().hand(0, "feather", "gem").wear(0, "cap").run("reaper", BAD)
    p.book.work.weights[0, Weight.DANGER], p.book.work.weights[0, Weight.CARD] = 20, 2
    p.book.work.weights[0, Weight.BONUS], p.book.work.weights[0, Weight.LEVEL] = 10, 40
    (plays,) = (i for i, (_, name, _, _) in enumerate(p.options()) if name == "feather")
    assert utility(p.g, p.book, 0, plays) > 0


@pytest.mark.parametrize(("kind", "on", "wrong"), [
    ("special", "played", False), ("one_shot", "played", False), ("special", "rolled", False),
    ("curse", "cursed", True), ("monster", "bad_stuff", True), ("item", "turn_start", True),
])  # fmt: skip
def test_where_no_death_is_answered_it_is_refused(kind, on, wrong):
    at = {} if on == "bad_stuff" else {"on": on}
    steps = [{**at, "op": "revive"}] + ([{"on": "played", "op": "roll"}] if on == "rolled" else [])
    key = "bad_stuff" if on == "bad_stuff" else "effects"
    facts = {"level": 1, "treasures": 1} if kind == "monster" else {}
    pile = "treasure" if kind in ("one_shot", "item") else "door"
    made = parse_card({"id": "r", "name": "R", "pile": pile, "kind": kind, **facts, key: steps}, "here")
    assert any("revive" in text for text in lint_card(made)) == wrong


SLOTH = {"sloth": card(Kind.CURSE, row(Op.SKIP_TURNS, 3, on=Trigger.CURSED)), **CARDS}


def test_so_many_turns_are_skipped_beside_those_that_are_skipped_anyway():
    """turn.order: three turns; and four where one was to be skipped before."""
    for before, turns in ((0, 3), (int(Status.SKIP_TURN), 4)):
        p = Position(SLOTH)
        p.g.status[0] = before
        p.run("sloth", Trigger.CURSED)
        skipped = 0
        while int(p.g.status[0]) & Status.SKIP_TURN:
            skip(p.g, p.book, 0)
            skipped += 1
        assert (skipped, int(p.g.skips[0])) == (turns, 0)


@pytest.mark.rule("death.lose-stuff")
def test_turns_to_be_skipped_are_no_concern_of_the_new_character():
    p = Position(SLOTH).run("sloth", Trigger.CURSED).run("reaper", BAD)
    assert (int(p.g.skips[0]), int(p.g.status[0])) == (0, 0)


GHOSTS = {
    "ghost": card(Kind.MONSTER, level=2, tags=Tag.UNDEAD, levels=1),
    "rat": card(Kind.MONSTER, level=1, levels=1),
    "hunter": item(row(Op.STRENGTH, 3, on=Trigger.IN_PLAY, when=(Condition.KILLED, Tag.UNDEAD))),
    "novice": item(row(Op.STRENGTH, 5, on=Trigger.IN_PLAY, when=(Condition.NOT_KILLED, Tag.UNDEAD))),
    "lord": card(Kind.MONSTER, row(Op.EXTRA_LEVEL, 1, on=Trigger.IN_FIGHT, when=(Condition.KILLED, Tag.UNDEAD)),
                 level=3, tags=Tag.UNDEAD, levels=1),
    "bolt": card(Kind.SPECIAL, row(Op.REMOVE_MONSTER, 1, Removal.KILLED)),
}  # fmt: skip


def won(p: Position, monster: str) -> Position:
    """Seat 0 of Level 4 kills it, with seat 1's help."""
    return p.fight(0, monster, helper=1).step(Step.REWARD, 1)


@pytest.mark.parametrize(("monster", "side"), [("ghost", 5 + 3), ("rat", 5 + 5)])
def test_what_somebody_has_killed_before_is_remembered(monster, side):
    """combat.win-level: seat 0 has come to Level 5 by the kill; the one Item or the other counts."""
    p = won(Position(GHOSTS).levels(4, 4, 4).wear(0, "hunter", "novice"), monster)
    assert int(p.g.level[0]) == 5
    assert p.fight(0, "lord").strength()[0] == side


def test_whoever_has_helped_has_killed_nothing():
    p = won(Position(GHOSTS).levels(4, 4, 4).wear(1, "hunter"), "ghost")
    assert p.fight(1, "lord").strength()[0] == 4


def test_a_monster_is_not_one_that_has_been_killed_before_itself():
    """combat.two-levels-text: one Level for the first of them, two for the second."""
    p = won(Position(GHOSTS).levels(4, 4, 4), "lord")
    assert int(p.g.level[0]) == 5
    assert int(won(p, "lord").g.level[0]) == 7


def test_a_monster_that_a_card_kills_has_been_killed():
    p = Position(GHOSTS).levels(4, 4, 4).wear(0, "hunter").fight(0, "ghost", "rat").run("bolt").choose("ghost")
    assert int(p.g.preyed[0]) == Tag.UNDEAD


def choice(asks: Asked, seats: int = 3) -> Position:
    """Seat 0 of Level 4 with a cap: lose a Level, or the cap."""
    level = row(Op.LOSE_LEVELS, 1, on=CHOSEN, when=(Condition.CHOSE, 1))
    worn = row(Op.LOSE_ITEM, 1, Which.HEAD, on=CHOSEN, when=(Condition.CHOSE, 2))
    judge = card(Kind.MONSTER, row(Op.EITHER, 0, asks, on=BAD), level, worn, level=5)
    return Position({"judge": judge, "cap": item(slot=Slot.HEAD, bonus=2)}, seats).levels(4, 5, 6).wear(0, "cap")


@pytest.mark.parametrize(("asks", "asked"), [
    (Asked.SELF, 0), (Asked.LEFT, 1), (Asked.RIGHT, 2), (Asked.HIGHEST, 2), (Asked.LOWEST, 0),
])  # fmt: skip
def test_another_chooses_what_happens_to_whoever_suffers_it(asks, asked):
    """curse.victim-chooses, unless the card says who else; seat 0 alone is of the lowest Level."""
    p = choice(asks).run("judge", BAD)
    assert p.asked() == (asked, Question.NUMBER)
    p.choose("judge", number=1)
    assert p.level_list() == [3, 5, 6] and p.table_of(0) == ["cap"]


def test_the_victim_names_who_chooses():
    p = choice(Asked.CHOSEN).run("judge", BAD)
    assert p.asked() == (0, Question.SEAT) and [target for _, _, target, _ in p.options()] == [1, 2]
    assert p.choose(target=2).asked() == (2, Question.NUMBER)
    p.choose("judge", number=2)
    assert p.level_list() == [4, 5, 6] and p.lost("cap")


def test_where_nobody_else_lives_the_victim_chooses():
    p = choice(Asked.CHOSEN)
    p.g.dead[1] = p.g.dead[2] = 1
    assert p.run("judge", BAD).asked() == (0, Question.NUMBER)


def test_another_chooses_what_hurts_more():
    """The cap is worth 4 + 3 x 2 = 10 points, as a Level is; with a bonus of 4 it is worth more."""
    p = choice(Asked.LEFT, 2).run("judge", BAD)
    p.book.card[p["cap"]].bonus = 4
    p.book.work.weights[1, Weight.DANGER] = 10
    takes = {number: utility(p.g, p.book, 1, i) for i, (_, _, _, number) in enumerate(p.options())}
    assert takes[2] > takes[1] > 0
