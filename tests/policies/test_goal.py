"""How far the game is, whatever the winning Level: what a table is judged by, and when a Go Up a Level is played."""

from __future__ import annotations

import pytest

from engine.policies.endgame import NEAREST, banished, ends_against, grudge, lateness, nearness, standing, winners
from engine.policies.monster_choice import prospect
from engine.policies.weights import Weight
from engine.policies.win_chance import _POWER, CERTAIN, chance, score
from engine.policies.worth import level_worth
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Phase
from engine.records.step_values import What
from engine.records.timings import Timing
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, table, taken

GOAL_CARDS = {"goblin": card(Kind.MONSTER, level=1), "boss": card(Kind.MONSTER, level=1, tags=int(Tag.BOSS))}


def table_to(goal: int, *levels: int, **switches: int) -> Position:
    return Position(GOAL_CARDS, victory_level=goal, **switches).levels(*levels)


@pytest.mark.parametrize("goal", [2, 3, 5, 8, 10, 12, 20, 100])
def test_the_last_step_is_the_nearest_at_every_goal(goal):
    p = table_to(goal, goal - 1, 1, 1)
    assert int(nearness(p.g, p.book, 0)) == NEAREST
    assert int(lateness(p.g, p.book)) == 0
    assert goal < 5 or int(nearness(p.g, p.book, 1)) == 0


def test_ninths_of_the_way_are_levels_where_there_are_nine():
    """From Level 1 to Level 10: 6 is one past the middle, 9 is four; the leader at 3 is six short (in hundredths)."""
    for level, passed in ((1, 0), (5, 0), (6, 1), (7, 2), (8, 3), (9, 4)):
        p = table_to(10, level, 1, 1)
        assert int(nearness(p.g, p.book, 0)) == 100 * passed
        assert int(lateness(p.g, p.book)) == 100 * (9 - level)


@pytest.mark.parametrize(("goal", "middle"), [(5, 2), (9, 4), (17, 8)])
def test_below_the_middle_nobody_is_close(goal, middle):
    p = table_to(goal, middle, middle + 2, 1)
    assert int(nearness(p.g, p.book, 0)) == 0 < int(nearness(p.g, p.book, 1))


def test_a_late_level_is_worth_more_at_every_goal():
    for goal in (5, 10, 20):
        p = table_to(goal, goal - 1, 1, 1)
        p.book.work.weights[:, Weight.LEVEL], p.book.work.weights[:, Weight.FINISH] = 40, 10
        assert int(level_worth(p.g, p.book, 0, 1)) == 80
        assert int(level_worth(p.g, p.book, 1, 1)) == 40


def envy(goal: int, *levels: int) -> list[int]:
    """What the first seat grudges each for one more Level, if a Level is grudged by 6400 next to the win."""
    p = table_to(goal, *levels)
    p.book.work.weights[0, Weight.ENVY] = 6400
    return [int(grudge(p.g, p.book, 0, s, 1)) for s in range(len(levels))]


def test_envy_is_full_next_to_the_win_and_grows_without_a_step_on_the_way():
    """38 hundredths at the first Level; the rest grows with the square of the way that will be gone.

    Of eight Levels five, four and one are 25, 16 and 1 of 64 parts: .38 + .62 * .390625 of 6400 are 3982.
    """
    for goal in (5, 10, 20):
        assert envy(goal, goal - 2, 1, 1)[0] == 6400
    assert envy(10, 5, 4, 1) == [3982, 3424, 2494]
    assert envy(9, 5, 4, 1) == [4456, 3727, 2512]  # 25, 16 and 1 of 49 parts


def test_standing_is_between_last_and_leader():
    p = table_to(10, 7, 4, 1)
    assert [int(standing(p.g, p.book, s)) for s in range(3)] == [100, 50, 0]
    p.levels(3, 3, 3)
    assert [int(standing(p.g, p.book, s)) for s in range(3)] == [50, 50, 50]


def test_who_wins_by_a_combat():
    p = table_to(10, 9, 4, 1).fight(0, "goblin")
    assert int(winners(p.g, p.book)) == 1
    p = table_to(10, 8, 4, 1).fight(0, "goblin")
    assert int(winners(p.g, p.book)) == 0


def test_the_last_boss_wins_for_whoever_has_the_level():
    """Three Bosses must fall: the third, killed at Level 4, ends the game for the player at Level 10."""
    p = table_to(10, 4, 10, 1, boss_required=3).fight(0, "boss")
    p.g.bosses = 2
    assert int(winners(p.g, p.book)) == 2
    assert [int(ends_against(p.g, p.book, s)) for s in range(3)] == [1, 0, 1]
    p.g.bosses = 1
    assert int(winners(p.g, p.book)) == 0


def test_nobody_looks_for_the_boss_that_wins_for_another():
    p = table_to(10, 4, 10, 1, boss_required=3).hand(0, "boss", "goblin").hand(1, "boss")
    p.g.bosses = 2
    assert int(prospect(p.g, p.book, 0, p["boss"])) == -1
    assert int(prospect(p.g, p.book, 1, p["boss"])) == 1
    p.g.bosses = 0
    assert int(prospect(p.g, p.book, 1, p["goblin"])) == 0  # at the winning Level already, and no Boss has fallen


def test_of_those_at_the_winning_level_the_richest_wins_by_the_last_boss():
    cards = {**GOAL_CARDS, "gem": item(gold=900), "glass": item(gold=100)}
    p = Position(cards, boss_required=3).levels(10, 10, 4).carry(0, "glass").carry(1, "gem").fight(0, "boss")
    p.g.bosses = 2
    p.g.log_on, told = 1, int(p.g.log_n)
    assert int(winners(p.g, p.book)) == 2
    assert int(banished(p.g, p.book, -1)) == 2  # a Boss that is sent away has fallen as well
    assert int(p.g.log_n) == told  # who thinks of it tells nobody what the Items are worth
    p.g.bosses = 1
    assert int(banished(p.g, p.book, -1)) == 0


def test_nobody_is_near_the_win_before_the_last_boss():
    p = table_to(10, 9, 1, 1, boss_required=3)
    near = []
    for fallen in range(3):
        p.g.bosses = fallen
        near.append(int(nearness(p.g, p.book, 0)))
    assert near == [133, 266, 400]
    p.fight(0, "goblin")
    assert int(lateness(p.g, p.book)) == 400
    p.fight(0, "boss")
    assert int(lateness(p.g, p.book)) == 0


@pytest.mark.parametrize(
    ("levels", "stands"),
    [
        ((1, 1, 1), (50, 50, 50)),
        ((2, 1, 1), (66, 33, 33)),  # of three Levels, a third of the way, one: 50 +- 50/3, downwards
        ((5, 1, 3), (100, 0, 50)),
        ((9, 8, 8), (66, 33, 33)),
    ],
)
def test_one_level_makes_nobody_the_leader(levels, stands):
    p = Position({}, 3).levels(*levels)
    assert tuple(int(standing(p.g, p.book, s)) for s in range(3)) == stands


@pytest.fixture
def standing_table():
    return Position(
        {
            "sword": item(bonus=3, gold=400, slot=5),
            "potion": card(Kind.ONE_SHOT, bonus=2, gold=100),
            "rat": card(Kind.MONSTER, level=1),
        }
    )


def weigh(p, **weights):
    for name, value in weights.items():
        p.book.work.weights[:, Weight[name.upper()]] = value


def test_the_table_of_powers_is_right():
    assert all(abs(int(x) - (1 << 20) * 2 ** (-i / 256)) <= 1 for i, x in enumerate(_POWER))


def test_nobody_ahead_is_an_equal_chance_for_all(standing_table):
    weigh(standing_table, win_level=56, win_near=796)
    assert [int(chance(standing_table.g, standing_table.book, s)) for s in range(3)] == [CERTAIN // 3] * 3


def test_256_points_double_the_chance(standing_table):
    weigh(standing_table, win_level=128)
    standing_table.g.level[1] = 3  # two Levels above the others: 256 points
    chances = [int(chance(standing_table.g, standing_table.book, s)) / CERTAIN for s in range(3)]
    assert chances == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=1e-5)
    standing_table.g.level[1] = 9
    far = 2 ** (8 * 128 / 256)
    assert int(chance(standing_table.g, standing_table.book, 0)) / CERTAIN == pytest.approx(1 / (far + 2), abs=1e-5)


def test_each_sign_counts_by_its_weight(standing_table):
    g, book = standing_table.g, standing_table.book
    before = int(score(g, book, 0, 0))
    assert before == 0
    weigh(standing_table, win_level=7, win_near=90)
    assert int(score(g, book, 0, 0)) == 90 // 9 - 7 * 9  # nine Levels are missing
    weigh(standing_table, win_level=0, win_near=0)
    standing_table.hand(0, "potion")
    weigh(standing_table, win_card=5, win_one_shot=11, win_hand_gold=1000)
    held = 5 + 2 * 11 + 100
    assert int(score(g, book, 0, 0)) == held
    standing_table.wear(0, "sword")
    weigh(standing_table, win_strength=13, win_gold=1000, win_table=3)
    assert int(score(g, book, 0, 0)) == held + 400 + 3 * 13 + 3
    g.dead[0] = 1
    weigh(standing_table, win_dead=1000)
    assert int(score(g, book, 0, 0)) == held + 400 + 3 * 13 + 3 + 1000


def test_a_monster_one_can_beat_and_the_turn_that_comes_count(standing_table):
    g, book = standing_table.g, standing_table.book
    weigh(standing_table, win_prey=50)
    standing_table.hand(0, "rat")  # Level 1: nobody of Level 1 beats it alone
    assert [int(score(g, book, 0, s)) for s in range(3)] == [0, 0, 0]
    g.level[0] = 2
    assert [int(score(g, book, 0, s)) for s in range(3)] == [50, 0, 0]
    g.level[:] = 8
    weigh(standing_table, win_prey=0, win_turn=-60)  # two Levels are missing
    g.active = 1
    assert [int(score(g, book, 0, s)) for s in range(3)] == [-60, 0, -30]


def test_what_was_learned_of_a_card_counts_where_it_lies_and_as_far_as_it_is_read(standing_table):
    g, book = standing_table.g, standing_table.book
    potion, sword = book.card[standing_table["potion"]], book.card[standing_table["sword"]]
    potion["in_hand"], potion["in_play"], sword["in_hand"], sword["in_play"] = 40, -20, 9, 7
    standing_table.hand(0, "potion").wear(0, "sword")
    assert int(score(g, book, 0, 0)) == 0  # nobody reads it
    weigh(standing_table, learned=100)
    assert int(score(g, book, 0, 0)) == 40 + 7
    weigh(standing_table, learned=50)
    assert int(score(g, book, 0, 0)) == 47 // 2


def test_who_has_won_is_certain_and_a_shared_win_is_shared(standing_table):
    standing_table.g.over = 1
    standing_table.g.winners = 0b010
    assert [int(chance(standing_table.g, standing_table.book, s)) for s in range(3)] == [0, CERTAIN, 0]
    standing_table.g.winners = 0b011
    assert [int(chance(standing_table.g, standing_table.book, s)) for s in range(3)] == [CERTAIN // 2, CERTAIN // 2, 0]
    standing_table.g.winners = 0  # ended by a limit
    assert [int(chance(standing_table.g, standing_table.book, s)) for s in range(3)] == [CERTAIN // 3] * 3


@pytest.mark.parametrize(
    ("level", "held", "verb"),
    [(1, 1, Verb.PLAY), (2, 1, Verb.PASS), (5, 1, Verb.PASS), (7, 1, Verb.PASS), (8, 1, Verb.PLAY), (7, 2, Verb.PLAY)],
)
def test_later_levels_of_the_hand_are_kept_for_the_end(level, held, verb):
    p = table().levels(level, 5, 5).hand(0, *("rise", "rise again")[:held])
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == verb


def test_a_hand_too_full_leaves_nothing_to_wait_for():
    p = table().levels(4, 5, 5).hand(0, "rise", *(f"card {i}" for i in range(6)))
    for question, verb in ((Question.ARRANGE, Verb.END), (Question.EVENING, Verb.PLAY)):
        assert taken(p, 0, question, (Verb.END, "", -1, 0), (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == verb


@pytest.mark.parametrize(
    ("stuff", "verb"),
    [
        (row(Op.DEATH, on=Trigger.BAD_STUFF), Verb.PLAY),
        (row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)), Verb.PLAY),
        (row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.BAD_STUFF), Verb.PLAY),
        (row(Op.DISCARD_HAND, Amount.ALL, a=What.DOOR, on=Trigger.BAD_STUFF), Verb.PASS),  # it is a Treasure
        (row(Op.DISCARD_HAND, 1, on=Trigger.BAD_STUFF), Verb.PASS),
        (row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), Verb.PASS),
        (row(Op.DEATH, on=Trigger.BAD_STUFF, when=(Condition.LEVEL_AT_MOST, 3)), Verb.PASS),
    ],
)
@pytest.mark.parametrize("fled", [0, 1])
def test_a_level_of_the_hand_is_played_before_the_hand_may_be_lost(stuff, verb, fled):
    """In flight at Level 4: what is kept for the end would lie among the spoils, unless this monster is escaped."""
    roll = [row(Op.ROLL, on=Trigger.BAD_STUFF)] if stuff[0] == Trigger.ROLLED else []
    cards = {"horror": card(Kind.MONSTER, *roll, stuff, level=9), "rise": card(Kind.GO_UP_A_LEVEL, timing=Timing.ANY)}
    p = beating(Position(CARDS | cards, reaction_windows=1).levels(4, 5, 5).hand(0, "rise"), 0, 4, 9, "horror")
    p.g.phase = Phase.FLIGHT
    p.step(Step.FLEE, 0)
    assert p.asked() == (0, Question.WINDOW) and (Verb.PLAY, "rise", 0, Aim.SEAT) in p.options()
    p.g.fled[0] = fled
    expected = verb if fled == 0 else Verb.PASS
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT), hold=90)[0] == expected


@pytest.mark.parametrize(("fled", "verb"), [(0b00, Verb.PASS), (0b01, Verb.PASS), (0b11, Verb.PLAY)])
def test_a_level_is_not_won_between_two_flights(fled, verb):
    p = beating(table().levels(1, 5, 5).hand(0, "rise"), 0, 1, 12, "goblin", "ogre")
    p.g.phase, p.g.fled[0] = Phase.FLIGHT, fled
    assert taken(p, 0, Question.WINDOW, PASS, (Verb.PLAY, "rise", 0, Aim.SEAT))[0] == verb


@pytest.mark.parametrize(("others", "first"), [(3, "rise"), (2, "mage")])
def test_a_level_is_played_before_the_hand_is_spent_on_a_charm(others, first):
    """Level 4 of a fight for five Treasures: the hand goes for it, but not the Level, unless three cards need it."""
    cards = {
        "mage": card(Kind.CLASS, row(Op.CHARM, a=3, on=Trigger.ABILITY), identity=16),
        "whale": card(Kind.MONSTER, level=18, levels=2, treasures=5),
        **{f"dud {i}": card(Kind.SPECIAL) for i in range(3)},
    }
    p = Position(CARDS | cards).levels(4, 5, 5).wear(0, "mage").hand(0, "rise", *(f"dud {i}" for i in range(others)))
    beating(p, 0, 4, 18, "whale")
    charm = (Verb.USE, "mage", 0, int(p.book.card[p["mage"]].first))
    options = PASS, charm, (Verb.PLAY, "rise", 0, Aim.SEAT)
    assert taken(p, 0, Question.REACT, *options, hold=90)[1] == first
