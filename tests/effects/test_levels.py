"""Effects on Levels."""

import pytest

from engine.board.monsters import remove_monster
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause, Ending, Ev
from engine.records.opcodes import Op
from engine.records.state import Phase
from engine.records.step_values import Chooser
from engine.steps.offers.flight_escape import settle
from tests.effects.build import Position, card, item, row

MAGE, ELF = 16, 32


def curse(*program):
    return Position({"curse": card(Kind.CURSE, *program), "a": item(), "b": item()})


@pytest.mark.rule("level.gain-ways", "precedence.level-ten-by-monster")
@pytest.mark.parametrize(("before", "after"), [(3, 5), (8, 9), (9, 9)])
def test_gained_levels_stop_before_the_winning_one(before, after):
    p = curse(row(Op.GAIN_LEVELS, 2)).levels(before).run("curse")
    assert p.level_list() == [after, 1, 1]
    assert not p.g.over


@pytest.mark.rule("victory.card-win")
def test_a_card_that_says_so_gives_the_winning_level():
    p = curse(row(Op.GAIN_LEVELS, 1, 1)).levels(9).run("curse")
    assert (p.g.over, p.g.winners) == (Ending.CARD, 1)


@pytest.mark.rule("level.loss", "precedence.min-level")
@pytest.mark.parametrize(("before", "after"), [(3, 1), (2, 1), (1, 1), (9, 7)])
def test_lost_levels_stop_at_the_first(before, after):
    p = curse(row(Op.LOSE_LEVELS, 2, on=Trigger.CURSED)).levels(before).run("curse", Trigger.CURSED)
    assert p.level_list() == [after, 1, 1]
    assert p.count(Ev.LEVEL) == (before != after)


@pytest.mark.rule("level.gain-ways")
def test_the_cause_of_a_change_is_the_card_behind_it():
    p = curse(row(Op.LOSE_LEVELS, 1)).levels(4).run("curse")
    assert p.book.work.log[0].other == Cause.CURSE


@pytest.mark.rule("level.gain-ways", "run.badstuff")
@pytest.mark.parametrize(
    ("on", "phase", "cause"),
    [
        (Trigger.BAD_STUFF, Phase.FLIGHT, Cause.BAD_STUFF),
        (Trigger.ROLLED, Phase.FLIGHT, Cause.BAD_STUFF),  # the die that its Bad Stuff throws
        (Trigger.CHOSEN, Phase.FLIGHT, Cause.BAD_STUFF),
        (Trigger.ROLLED, Phase.COMBAT, Cause.MONSTER),  # the die it throws as it appears
        (Trigger.APPEARS, Phase.COMBAT, Cause.MONSTER),
        (Trigger.DEFEATED, Phase.COMBAT, Cause.MONSTER),
        (Trigger.ESCAPED, Phase.FLIGHT, Cause.MONSTER),
    ],
)
def test_what_a_monster_does_is_bad_stuff_only_when_it_has_caught_somebody(on, phase, cause):
    q = Position({"m": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 1, on=on))}).levels(4)
    q.g.phase = phase
    q.run("m", on)
    changes = [r for r in q.book.work.log[: int(q.g.log_n)] if r[2] == Ev.LEVEL]
    assert [(int(r[6]), int(r[8])) for r in changes] == [(cause, 3)]


@pytest.mark.rule("level.loss")
@pytest.mark.parametrize(("amount", "after"), [(1, 1), (0, 2), (7, 5)])
def test_a_level_is_set_but_nobody_rises_by_it(amount, after):
    p = curse(row(Op.SET_LEVEL, amount)).levels(5, 2, 8).run("curse")
    assert p.level_list() == [after, 2, 8]


@pytest.mark.rule("level.gain-ways", "precedence.level-ten-by-monster")
@pytest.mark.parametrize(("levels", "after"), [((3, 4, 1), [4, 3, 1]), ((3, 1, 1), [3, 1, 1]), ((9, 4, 1), [9, 4, 1])])
def test_a_level_is_stolen_only_if_it_can_be_lost_and_gained(levels, after):
    p = curse(row(Op.STEAL_LEVEL, 1)).levels(*levels).run("curse", who=1, by=0)
    assert p.level_list() == after


@pytest.mark.rule("victory.card-win")
def test_everybody_with_the_identity_gains():
    cards = {"c": card(Kind.SPECIAL, row(Op.EACH_GAINS, 1, MAGE, 1)), "m": card(Kind.CLASS, identity=MAGE)}
    assert Position(cards).carry(1, "m").run("c").level_list() == [1, 2, 1]
    p = Position(cards).carry(1, "m").levels(9, 9, 9).run("c")
    assert (p.g.over, p.g.winners) == (Ending.CARD, 2)


@pytest.mark.rule("level.gain-ways", "level.loss")
def test_a_level_goes_to_the_lowest_player_who_pays_only_if_it_is_himself():
    cards = {"m": card(Kind.MONSTER, row(Op.GIVE_LEVEL, 1, Chooser.LOWEST))}
    assert Position(cards).levels(5, 3, 4).run("m").level_list() == [5, 4, 4]
    assert Position(cards).levels(3, 3, 4).run("m").level_list() == [2, 3, 4]
    p = Position(cards).levels(5, 3, 3).run("m")
    assert p.asked()[0] == 0  # the giver chooses among the tied
    assert p.choose(target=2).level_list() == [5, 3, 4]


DREADED = {
    "m": card(Kind.MONSTER, row(Op.GIVE_LEVEL, 1, Chooser.UNCAUGHT, on=Trigger.BAD_STUFF)),
    "n": card(Kind.MONSTER),
}


def fled(p, seat, m, away):
    settle(p.g, p.book, seat, m, away, 1)
    return p.advance().level_list()


@pytest.mark.rule("run.both", "death.no-cards")
@pytest.mark.parametrize(("away", "after"), [(0, 1), (1, 2)])
def test_whom_the_monster_did_not_catch_gains_once_that_is_known(away, after):
    p = Position(DREADED, seats=4).fight(0, "n", "m", helper=1)
    p.g.dead[2] = 1
    assert fled(p, 1, 0, 0) == [1, 1, 1, 1]  # what another monster did to the helper is no matter
    assert fled(p, 0, 1, 0) == [1, 1, 1, 2]  # the helper has yet to flee from it
    assert fled(p, 1, 1, away) == [1, after, 1, 2]
    assert fled(p, 1, 1, 1) == [1, after, 1, 2]  # never twice


@pytest.mark.rule("run.both")
def test_who_has_got_away_already_gains_at_once():
    p = Position(DREADED, seats=4).fight(0, "m", helper=1)
    assert fled(p, 0, 0, 1) == [1, 1, 1, 1]
    assert fled(p, 1, 0, 0) == [2, 1, 2, 2]


@pytest.mark.rule("run.both")
@pytest.mark.parametrize("first", [0, 1])
def test_whom_the_monster_can_catch_no_more_because_it_is_gone_gains(first):
    p = Position(DREADED, seats=4).fight(0, "n", "m", helper=1)
    fled(p, first, 1, 0)
    remove_monster(p.g, p.book, 0, 0)  # another one: nothing is known yet
    assert p.level_list()[1 - first] == 1
    remove_monster(p.g, p.book, 0, 0)
    assert p.level_list() == [1 + first, 2 - first, 2, 2]


@pytest.mark.rule("level.loss")
def test_each_hand_card_costs_a_level():
    p = curse(row(Op.LOSE_LEVELS_PER_CARD, 1)).levels(7).hand(0, "a", "b").run("curse")
    assert p.level_list() == [5, 1, 1]


@pytest.mark.rule("precedence.card-over-rule")
def test_amounts_may_be_a_die_or_the_size_of_the_hand():
    cards = {
        "c": card(Kind.CURSE, row(Op.ROLL), row(Op.LOSE_LEVELS, Amount.DIE, on=Trigger.ROLLED)),
        "h": card(Kind.CURSE, row(Op.LOSE_LEVELS, Amount.HAND)),
        "x": item(),
    }
    assert Position(cards).levels(9).dice(4).run("c").level_list() == [5, 1, 1]
    assert Position(cards).levels(9).hand(0, "x").run("h").level_list() == [8, 1, 1]


@pytest.mark.rule("combat.monster-specials")
def test_rows_count_only_if_their_conditions_hold_when_the_program_starts():
    two = ((Condition.IS, ELF), (Condition.LEVEL_AT_LEAST, 3))
    cards = {
        "c": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, when=two), row(Op.LOSE_LEVELS, 1)),
        "elf": card(Kind.RACE, identity=ELF),
    }
    assert Position(cards).levels(5).run("c").level_list()[0] == 4
    assert Position(cards).levels(5).carry(0, "elf").run("c").level_list()[0] == 3
    assert Position(cards).levels(2).carry(0, "elf").run("c").level_list()[0] == 1
