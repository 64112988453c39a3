"""Tokens: who takes, loses and pays them, what hangs on them, what players make of them, and how they end a game."""

from __future__ import annotations

import pytest

from engine.board.counted_amounts import count
from engine.board.strength import player_strength
from engine.board.zones import draw_card
from engine.policies.decide import outlook, utility
from engine.policies.weights import Weight
from engine.records.agenda import Step
from engine.records.amounts import Amount, Count, Within, counted
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ending, Ev
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Phase, Status
from engine.records.step_values import Price, Tally, Until
from tests.effects.build import Position, card, item, row
from tests.effects.test_rule_cards import fallen, risen, with_rule

TAKE, LOSE = row(Op.TAKE_TOKENS, 1, on=Trigger.LEVEL_LOST), row(Op.LOSE_TOKENS, 1, on=Trigger.LEVEL_LOST)


def holding(p: Position, *tokens: int) -> Position:
    """Tokens of the seats."""
    for s, n in enumerate(tokens):
        p.g.tokens[s] = n
    return p


def tokens(p: Position) -> list[int]:
    return [int(n) for n in p.g.tokens[:3]]


@pytest.mark.parametrize(("step", "before", "after"), [
    ((Op.TAKE_TOKENS, 1), 0, 1), ((Op.TAKE_TOKENS, 4), 3, 7), ((Op.TAKE_TOKENS, 4), 97, 99),
    ((Op.LOSE_TOKENS, 2), 5, 3),
    ((Op.LOSE_TOKENS, 3), 1, 0), ((Op.LOSE_TOKENS, int(Amount.ALL)), 8, 0),
])  # fmt: skip
def test_tokens_are_taken_and_lost_between_none_and_99(step, before, after):
    p = fallen(holding(with_rule(row(*step, on=Trigger.LEVEL_LOST)), before))
    assert tokens(p) == [after, 0, 0] and p.count(Ev.TOKENS) == 1


@pytest.mark.parametrize(("most", "before", "after", "told"), [(1, 0, 1, 1), (1, 1, 1, 0), (3, 2, 3, 1)])
def test_a_house_rule_may_say_how_many_tokens_one_may_have(most, before, after, told):
    """Four are taken, and as many kept as the rule allows."""
    cards = {"rule": card(Kind.RULE, row(Op.TAKE_TOKENS, 4, on=Trigger.LEVEL_LOST))}
    p = fallen(holding(Position(cards, tokens_max=most).levels(4, 4, 4).carry(0, "rule"), before))
    assert tokens(p) == [after, 0, 0] and p.count(Ev.TOKENS) == told


def test_who_has_none_loses_none_and_nothing_is_told():
    p = fallen(with_rule(LOSE))
    assert tokens(p) == [0, 0, 0] and p.count(Ev.TOKENS) == 0


@pytest.mark.parametrize(("taken", "levels"), [(1, 4), (2, 4), (3, 5), (4, 5)])
def test_a_rule_acts_as_soon_as_there_are_so_many(taken, levels):
    """Level 5 falls to 4; with three tokens or more it comes back."""
    p = with_rule(row(Op.TAKE_TOKENS, taken, on=Trigger.LEVEL_LOST),
                  row(Op.GAIN_LEVELS, 1, on=Trigger.TOKENS_TAKEN, when=(Condition.TOKENS_AT_LEAST, 3)))  # fmt: skip
    assert int(fallen(p.levels(5, 4, 4)).g.level[0]) == levels


def test_a_card_does_not_answer_itself_without_end():
    p = fallen(with_rule(TAKE, row(Op.TAKE_TOKENS, 1, on=Trigger.TOKENS_TAKEN)))
    assert tokens(p) == [1, 0, 0]


def test_paid_tokens_are_lost_tokens():
    p = with_rule(row(Op.PAY_ON_TURN, 2, Price.TOKENS, on=Trigger.ABILITY), row(Op.DRAW, 1, 1, on=Trigger.USED),
                  row(Op.GAIN_LEVELS, 1, on=Trigger.TOKENS_LOST, when=(Condition.TOKENS_AT_MOST, 0)))  # fmt: skip
    holding(p, 2, 9).step(Step.ARRANGE).choose("rule")
    assert tokens(p) == [0, 9, 0] and len(p.hand_of(0)) == 1 and int(p.g.level[0]) == 5


@pytest.mark.parametrize(("has", "may"), [(2, False), (3, True), (4, True)])
def test_the_price_must_be_there(has, may):
    p = with_rule(row(Op.PAY_ON_TURN, 3, Price.TOKENS, on=Trigger.ABILITY), row(Op.DRAW, 1, 1, on=Trigger.USED))
    holding(p, has).step(Step.ARRANGE)
    assert any(verb == Verb.USE for verb, *_ in p.options()) == may


@pytest.mark.parametrize(("cond", "x", "holds"), [
    (Condition.TOKENS_AT_LEAST, 2, True), (Condition.TOKENS_AT_LEAST, 3, False), (Condition.TOKENS_AT_MOST, 1, False),
    (Condition.TOKENS_AT_MOST, 2, True), (Condition.ALL_TOKENS_AT_LEAST, 7, True),
    (Condition.ALL_TOKENS_AT_LEAST, 8, False), (Condition.ALL_TOKENS_AT_MOST, 6, False),
    (Condition.ALL_TOKENS_AT_MOST, 7, True), (Condition.MOST_TOKENS, 0, False), (Condition.NOT_MOST_TOKENS, 0, True),
])  # fmt: skip
def test_conditions_on_tokens(cond, x, holds):
    """Two tokens beside five and none: seven in all."""
    p = holding(with_rule(row(Op.STRENGTH, 9, on=Trigger.IN_PLAY, when=(cond, x))), 2, 5, 0)
    assert int(player_strength(p.g, p.book, 0)) == (13 if holds else 4)


@pytest.mark.parametrize(("own", "most"), [((3, 1, 2), True), ((3, 3, 2), True), ((0, 0, 0), False)])
def test_nobody_has_more_than_whoever_has_the_most(own, most):
    p = holding(with_rule(row(Op.STRENGTH, 9, on=Trigger.IN_PLAY, when=(Condition.MOST_TOKENS, 0))), *own)
    assert (int(player_strength(p.g, p.book, 0)) == 13) == most


def test_amounts_count_tokens():
    p = holding(with_rule(row(Op.STRENGTH, counted(Count.TOKENS, 2), on=Trigger.IN_PLAY)), 3, 4, 1)
    assert [int(count(p.g, p.book, 0, what)) for what in (Count.TOKENS, Count.ALL_TOKENS)] == [3, 8]
    assert int(player_strength(p.g, p.book, 0)) == 10


def test_the_dead_keep_their_tokens_and_may_take_one():
    p = with_rule(row(Op.TAKE_TOKENS, 1, on=Trigger.DIED))
    holding(p, 4).step(Step.DIE, 0, -1).advance()
    assert p.g.dead[0] == 1 and tokens(p) == [5, 0, 0]


# the end of the game


ENDS = {by: row(Op.END_GAME, 0, by, on=Trigger.LEVEL_LOST) for by in Tally}


@pytest.mark.parametrize(("by", "winners"), [
    (Tally.LEVEL, [1]), (Tally.SCORE, [0]), (Tally.GOLD, [2]), (Tally.TOKENS, [0, 2]),
    (Tally.BONUS, [0]),
])  # fmt: skip
def test_the_game_ends_for_whoever_is_ahead(by, winners):
    """Level 3 (fallen from 4), 5 and 2; bonuses of 4, 1 and 0; Gold of 0, 1,000 and 1,100; tokens 2, 1 and 2."""
    cards = {"rule": card(Kind.RULE, ENDS[by]), "axe": item(bonus=4), "cap": item(bonus=1, gold=1000),
             "ring": item(gold=1100)}  # fmt: skip
    p = Position(cards).levels(4, 5, 2).carry(0, "rule").wear(0, "axe").wear(1, "cap").carry(2, "ring")
    fallen(holding(p, 2, 1, 2))
    assert p.g.over == Ending.TIME_LIMIT
    assert [s for s in range(3) if (int(p.g.winners) >> s) & 1] == winners


def test_bonuses_alone_may_count_whatever_the_levels():
    """Levels 7 (fallen from 8), 2 and 1, bonuses 0, 3 and 3: 7, 5 and 4 together, but the bonuses are those of two."""
    cards = {"rule": card(Kind.RULE, ENDS[Tally.BONUS]), "axe": item(bonus=3), "cap": item(bonus=3)}
    p = Position(cards).levels(8, 2, 1).carry(0, "rule").wear(1, "axe").wear(2, "cap")
    assert int(fallen(p).g.winners) == 0b110


def test_the_dead_do_not_win_by_it():
    p = with_rule(ENDS[Tally.TOKENS])
    p.g.dead[1] = 1
    fallen(holding(p, 1, 9, 0))
    assert int(p.g.winners) == 1


def test_the_seventh_token_of_all_ends_the_game():
    p = with_rule(TAKE, row(Op.END_GAME, on=Trigger.TOKENS_TAKEN, when=(Condition.ALL_TOKENS_AT_LEAST, 7)))
    assert fallen(holding(p, 2, 1, 2)).g.over == 0
    assert tokens(p) == [3, 1, 2]
    assert fallen(p).g.over == Ending.TIME_LIMIT


# decks that run out, rounds that pass, states


@pytest.mark.parametrize("asked", [Pile.DOOR, Pile.TREASURE])
def test_the_last_card_of_a_deck_is_a_moment_for_all(asked):
    """Two Treasures are left, and both are drawn: each rule that waits for that deck acts once."""
    last = row(Op.TAKE_TOKENS, 1, on=Trigger.RUN_OUT, when=(Condition.RUN_OUT, asked))
    rules = {f"rule {s}": card(Kind.RULE, last) for s in range(3)}
    p = Position(rules | {"cap": item(), "hat": item(), "card": card(Kind.SPECIAL)})
    for s in range(3):
        p.carry(s, f"rule {s}")
    drawn = []
    for _ in range(2):
        draw_card(p.g, p.book, 0, Pile.TREASURE, 0)
        drawn.append(tokens(p.advance()))
    assert drawn == [[0, 0, 0], [1, 1, 1] if asked == Pile.TREASURE else [0, 0, 0]]


@pytest.mark.parametrize(("rose", "turn", "phase", "holds"), [
    (1, 10, Phase.ARRANGE, False), (1, 11, Phase.ARRANGE, True), (-1, 10, Phase.ARRANGE, True),
    (-1, 9, Phase.ARRANGE, False), (1, 10, Phase.END, True), (1, 9, Phase.END, False), (8, 11, Phase.END, False),
])  # fmt: skip
def test_no_level_in_three_rounds_of_three_players(rose, turn, phase, holds):
    """After turn 1 the ninth turn without a Level ends with turn 10; without any Level from the start with turn 9."""
    p = with_rule(row(Op.STRENGTH, 9, on=Trigger.IN_PLAY, when=(Condition.NOT_RISEN_FOR, 3)))
    p.g.rises[0, 1], p.g.turn, p.g.phase = rose, turn, phase
    assert (int(player_strength(p.g, p.book, 0)) == 13) == holds


def test_who_dies_may_lose_the_next_turn():
    p = with_rule(row(Op.SET_STATUS, 0, Status.SKIP_TURN, Until.NEXT_TURN, on=Trigger.DIED))
    p.step(Step.DIE, 0, -1)
    assert p.g.dead[0] == 1 and int(p.g.status[0]) & Status.SKIP_TURN


# what players make of them


def worth(p: Position, seat: int = 0) -> tuple[int, int]:
    """What the last token and one more are worth, of a Level that is worth 20 and a point of strength worth 4."""
    p.book.work.weights[:, Weight.LEVEL] = 20
    p.book.work.weights[:, Weight.BONUS] = 4
    p.book.work.weights[:, Weight.TREASURE] = 9
    p.step(Step.ARRANGE)
    outlook(p.g, p.book, 0)
    last, more = p.book.work.token[seat, :2]
    return int(last), int(more)


LEVEL_FOR = [row(Op.PAY_ON_TURN, 3, Price.TOKENS, on=Trigger.ABILITY), row(Op.GAIN_LEVELS, 1, on=Trigger.USED)]


def test_a_token_is_worth_its_part_of_what_it_buys():
    assert worth(holding(with_rule(TAKE, *LEVEL_FOR), 1)) == (6, 6)  # a third of 20


def test_what_is_bought_once_a_game_is_worth_nothing_afterwards():
    once = row(Op.PAY_ON_TURN, 3, Price.TOKENS, on=Trigger.ABILITY, when=(Condition.FIRST, Within.GAME))
    p = holding(with_rule(TAKE, once, row(Op.GAIN_LEVELS, 1, on=Trigger.USED)), 4)
    assert worth(p) == (6, 6)
    p.choose("rule")
    assert worth(p) == (0, 0)


@pytest.mark.parametrize(("has", "last", "more"), [(0, 0, -7), (2, -7, -7), (3, -7, 0), (5, 0, 0)])
def test_a_token_that_weakens_is_feared(has, last, more):
    """Minus 5 with three tokens: 20 points, shared by the three that lead there and rounded down."""
    weak = row(Op.STRENGTH, -5, on=Trigger.IN_PLAY, when=(Condition.TOKENS_AT_LEAST, 3))
    assert worth(holding(with_rule(TAKE, weak), has)) == (last, more)


@pytest.mark.parametrize(("has", "points"), [(2, 4), (7, 4)])
def test_each_token_that_counts_is_worth_as_much(has, points):
    assert worth(holding(with_rule(TAKE, row(Op.STRENGTH, counted(Count.TOKENS), on=Trigger.IN_PLAY)), has)) == (
        points,
        points,
    )


def test_players_pay_for_a_level_and_keep_what_is_worth_more_elsewhere():
    """Three tokens for a Level, 20; or one of them for a Treasure, 9: three Treasures are more."""
    treasure = {"shop": card(Kind.RULE, row(Op.PAY_ON_TURN, 1, Price.TOKENS, on=Trigger.ABILITY),
                             row(Op.DRAW, 1, 1, on=Trigger.USED))}  # fmt: skip
    level = {"rule": card(Kind.RULE, TAKE, *LEVEL_FOR)}
    for cards, pays in ((level, True), (level | treasure, False)):
        p = Position(cards | {"cap": item(), "hat": item()}).levels(4, 4, 4).carry(0, *cards)
        worth(holding(p, 3))
        values = {
            name: utility(p.g, p.book, 0, i) for i, (verb, name, *_) in enumerate(p.options()) if verb == Verb.USE
        }
        assert (values["rule"] > 0) == pays


def test_whoever_would_win_ends_the_game_and_nobody_else():
    end = [row(Op.PAY_ON_TURN, 1, Price.TOKENS, on=Trigger.ABILITY), row(Op.END_GAME, on=Trigger.USED)]
    for levels, ends in (((5, 4, 4), True), ((4, 5, 4), False)):
        p = holding(with_rule(TAKE, *end).levels(*levels), 1)
        worth(p)
        (value,) = [utility(p.g, p.book, 0, i) for i, (verb, *_) in enumerate(p.options()) if verb == Verb.USE]
        assert (value > 0) == ends


def test_two_rounds_in_three_pass_before_a_rule_of_every_third():
    found = []
    for number in range(1, 7):
        p = with_rule(row(Op.DRAW, 1, 1, on=Trigger.LEVEL_GAINED, when=(Condition.EVERY_ROUND, 3)))
        p.g.rounds = number
        found.append(len(risen(p).hand_of(0)))
    assert found == [0, 0, 1, 0, 0, 1]
