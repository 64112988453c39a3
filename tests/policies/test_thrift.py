"""What cards are kept for and when they are spent: companions, ways out, lives, full hands, good cards for little."""

from __future__ import annotations

import pytest

from engine.policies.power_costs import price_of_power
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.step_values import Price, Removal
from engine.records.timings import Timing
from tests.effects.build import Position, card, doubler, item, row
from tests.policies.test_habits import CARDS, PASS, PERSON, beating, taken
from tests.policies.test_habits import CARDS as HABITS

MAGE = 256


def friend(bonus: int, more: int = 0):
    """A Guest Star who gives more to a mage."""
    rows = (row(Op.STRENGTH, more, on=Trigger.IN_PLAY, when=(Condition.IS, MAGE)),) if more else ()
    return card(Kind.GUEST_STAR, *rows, bonus=bonus)


KEPT = HABITS | {
    "cub": friend(2),
    "maiden": friend(1, 2),
    "twin": friend(1, 1),
    "dog": friend(0, 2),
    "mage": card(Kind.CLASS, identity=MAGE),
    "rogue": card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=16),
    "escape": card(Kind.ONE_SHOT, row(Op.ESCAPE, 2), gold=200),
    "banish": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER)),
    "again": card(Kind.ONE_SHOT, row(Op.REROLL)),
    "two in one": doubler(),
    "two at once": doubler(),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


@pytest.mark.parametrize(
    ("present", "mage", "new", "verb"),
    [
        ("cub", False, "maiden", Verb.KICK_OPEN),  # 2 for 1
        ("cub", True, "maiden", Verb.PLAY),  # 2 for 3
        ("cub", True, "twin", Verb.KICK_OPEN),  # 2 for 2
        ("maiden", False, "cub", Verb.PLAY),  # 1 for 2
        ("maiden", True, "cub", Verb.KICK_OPEN),  # 3 for 2
        ("", False, "dog", Verb.PLAY),  # nobody has to leave
    ],
)
def test_a_guest_star_is_exchanged_for_a_better_one_only(present, mage, new, verb):
    p = Position(KEPT).levels(4, 4, 4).hand(0, new)
    if present:
        p.carry(0, present)
    if mage:
        p.wear(0, "mage")
    options = ON, (Verb.PLAY, new, -1, Aim.NOTHING)
    assert taken(p, 0, Question.ARRANGE, *options)[0] == verb
    assert verb == Verb.PLAY or taken(p, 0, Question.ARRANGE, *options, noise=60)[0] == verb


def kept(p: Position, name: str) -> int:
    """What losing a card costs a person."""
    for weight, value in PERSON.items():
        p.book.work.weights[0, Weight[weight.upper()]] = value
    return int(keep_value(p.g, p.book, 0, p[name]))


def test_a_guest_star_is_worth_his_points_and_the_escape_he_gives():
    """16 for each point, and as much as two cards of 4 for the escape; in hand only what it has more than another."""
    p = Position(KEPT).wear(0, "mage").carry(0, "cub").hand(0, "maiden", "twin")
    assert (kept(p, "cub"), kept(p, "maiden"), kept(p, "twin")) == (40, 24, 8)


def test_no_guest_star_is_thrown_away_for_a_backstab():
    """The leader's fight is worth 30: a card of 8 is thrown for it, a Guest Star of 40 is not."""

    def stab(with_: str) -> Verb:
        p = Position(KEPT).levels(3, 7, 3).wear(0, "rogue")
        p = p.carry(0, with_) if with_ == "cub" else p.hand(0, with_)
        r = int(p.book.card[p["rogue"]]["first"])
        option = (Verb.DISCARD_FOR, with_, 1, r)
        return taken(beating(p, 1, 7, 6), 0, Question.REACT, PASS, option, closing=0, hostility=0, hinder=30)[0]

    assert (stab("card 0"), stab("cub")) == (Verb.DISCARD_FOR, Verb.PASS)


def test_a_one_shot_that_ends_a_fight_or_a_flight_is_kept_for_it():
    """One card of 4 and its gold, 200 * 40 / 2500; a third of a level of 40 for a way out or another die."""
    p = Position(KEPT).hand(0, "escape", "banish", "again", "potion")
    assert [kept(p, name) for name in ("escape", "banish", "again", "potion")] == [20, 17, 17, 16]


def test_a_second_doubler_is_worth_nothing_as_long_as_there_is_another():
    """Less than a goblin, which costs 4 and as much for its four Levels below eight."""
    p = Position(KEPT).hand(0, "two in one", "two at once", "goblin")
    assert [kept(p, name) for name in ("two in one", "two at once", "goblin")] == [8, 1, 8]
    p = Position(KEPT).wear(0, "mage", "rogue").carry(0, "two in one").hand(0, "two at once")
    assert kept(p, "two at once") == 1


SAVERS = {
    "empress": card(Kind.MONSTER, row(Op.DEATH, on=Trigger.BAD_STUFF), level=14),
    "hydra": card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)),
        level=12,
    ),
    "ooze": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 3, on=Trigger.BAD_STUFF), level=6),
    "friend": card(Kind.GUEST_STAR, bonus=2),
    "maul": item(bonus=5, slot=Slot.HAND, gold=800),
    "plate": item(bonus=4, slot=Slot.BODY, gold=700),
    "crown": item(bonus=3, slot=Slot.HEAD, gold=600),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1, gold=3300, timing=Timing.SELF_ROLL),
    "mage": card(Kind.ROLE, identity=8),
}
RECKLESS = {"danger": 6, "level": 45, "treasure": 28, "card": 4, "identity": 8}
RICH = ("maul", "plate", "crown")


def parts_with_his_friend(monster: str, *worn: str, noise: int = 0, ordinal: int = 0) -> bool:
    p = Position(SAVERS).levels(7, 5, 5).wear(0, "friend", *worn).fight(0, monster)
    p.g.ordinal[0] = ordinal
    options = (Verb.RUN, monster, -1, 0), (Verb.SACRIFICE, "friend", -1, 0)
    return taken(p, 0, Question.FLEE, *options, **RECKLESS, noise=noise)[0] == Verb.SACRIFICE


@pytest.mark.parametrize(
    ("monster", "worn", "goes"),
    [
        # Death is 100 points at 6 for ten, and four faces of six: 40. The friend is 32, 8 for two cards, and 5.
        ("empress", (), False),
        # They would leave 99 + 80 + 62 + 40, less a new hand of 4 * 32: 153, and four sixths of it are 102 more.
        ("empress", RICH, True),
        ("hydra", RICH, True),  # two faces of six kill: 13 and 34
        ("hydra", RICH[:2], False),  # 13 and 20
        ("ooze", RICH, False),  # nothing of it is lost
    ],
)
def test_whoever_does_not_fear_death_fears_for_what_he_has(monster, worn, goes):
    assert parts_with_his_friend(monster, *worn) == goes


def test_no_haste_makes_anybody_forget_who_could_save_his_life():
    """The friend is worth 97 points more than the roll: more than a beginner's noise of 60."""
    assert all(parts_with_his_friend("empress", *RICH, noise=60, ordinal=n) for n in range(40))


def test_what_he_is_remains_and_is_not_feared_for():
    """A Role stays with the new character: with it alone the friend is as dear as before."""
    assert not parts_with_his_friend("empress", "mage")


@pytest.mark.parametrize(("worn", "used"), [((), False), (RICH, True)])
def test_the_die_is_set_for_the_sake_of_all_that_would_be_lost(worn, used):
    """Death is 60 points. The card that sets it is worth 59 in Gold, and 4: dearer for whoever leaves little."""
    p = Position(SAVERS).levels(7, 5, 5).wear(0, *worn).hand(0, "loaded").fight(0, "empress").dice(3)
    p.step(Step.ROLL, 0, 0)
    assert p.asked() == (0, Question.ROLLED)
    options = (Verb.PASS, "", -1, 0), (Verb.PLAY, "loaded", 0, 0)
    assert (taken(p, 0, Question.ROLLED, *options, **RECKLESS)[0] == Verb.PLAY) == used


DUDS = [f"dud {i}" for i in range(5)]


@pytest.mark.parametrize(("duds", "worn", "verb"), [(5, True, Verb.PLAY), (4, True, Verb.END), (5, False, Verb.END)])
def test_a_curse_is_thrown_rather_than_given_away(duds, worn, verb):
    """Six cards are one too many: who leads would give the Curse to a rival. With five it waits for a leader.

    The victim is a Level behind: nobody harms them for the sake of it, and nobody who has nothing to lose.
    """
    p = Position(CARDS | {name: card(Kind.SPECIAL) for name in DUDS}).levels(3, 2, 1)
    p.hand(0, "bareheaded", *DUDS[:duds])
    if worn:
        p.wear(1, "crown")
    ends, throws = (Verb.END, "", -1, 0), (Verb.PLAY, "bareheaded", 1, Aim.SEAT)
    assert taken(p, 0, Question.EVENING, ends, throws, underdog=1, curse=20)[0] == verb


WASTE = CARDS | {
    "priest": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY), identity=128),
    "mage": card(Kind.CLASS, row(Op.CHARM, a=3, on=Trigger.ABILITY), identity=256),
    "contract": card(
        Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), is_item=1, gold=600, timing=Timing.COMBAT
    ),
    "lich": card(Kind.MONSTER, level=18, treasures=5),
}


@pytest.mark.parametrize(
    ("level", "held", "verb"),
    [
        (4, "rise", Verb.PASS),  # a level for the chance of one
        (9, "rise", Verb.DISCARD_FOR),  # it raises nobody to the last Level
        (4, "card 0", Verb.DISCARD_FOR),
    ],
)
def test_no_go_up_a_level_is_paid_for_a_monster_that_may_give_one(level, held, verb):
    p = Position(WASTE).levels(level, 4).wear(0, "priest").discards("goblin").hand(0, held).wear(0, "crown")
    use = (Verb.DISCARD_FOR, held, p["goblin"], int(p.book.card[p["priest"]]["first"]))
    assert taken(p, 0, Question.DOOR_CARD, use, PASS, treasure=60)[0] == verb


def test_a_hand_is_not_given_for_what_one_of_its_cards_does_alone():
    """The contract costs 9 for its Gold and 4, the whole hand two Curses more, however strong the one monster is."""
    p = Position(WASTE).levels(3, 4).wear(0, "mage").hand(0, "contract", "humbled", "bareheaded")
    beating(p, 0, 4, 18, "lich")
    charm = (Verb.USE, "mage", 0, int(p.book.card[p["mage"]]["first"]))
    play = (Verb.PLAY, "contract", -1, Aim.NOTHING)
    assert taken(p, 0, Question.REACT, PASS, charm, play, curse=2)[1] == "contract"
    assert taken(p, 0, Question.REACT, PASS, charm, curse=2)[1] == "mage"


@pytest.mark.parametrize(("side", "verb"), [("fighter", Verb.PASS), ("helper", Verb.PASS), ("outside", Verb.PLAY)])
def test_whoever_fights_curses_nobody_before_it_is_over(side, verb):
    """The third leads: who takes part waits, as the Curse would change what counts in their own combat."""
    fighter = {"fighter": 0, "helper": 1, "outside": 1}[side]
    p = (
        Position(WASTE)
        .levels(4, 3, 9)
        .hand(0, "humbled")
        .fight(fighter, "goblin", helper=0 if side == "helper" else -1)
    )
    p.g.side, p.g.foes = 8, 4
    options = PASS, (Verb.PLAY, "humbled", 2, Aim.SEAT)
    assert taken(p, 0, Question.REACT, *options, hostility=40)[0] == verb


@pytest.mark.parametrize(
    ("open_", "held", "level", "verb"),
    [
        (False, ("mean",), 5, Verb.PLAY),  # 8 against 9
        (True, ("mean",), 5, Verb.PASS),  # 12 against 9: the draught lies before them
        (True, ("mean", "ancient"), 5, Verb.PLAY),  # 12 against 19
        (True, ("mean",), 9, Verb.PLAY),  # for the win they will have to use it
    ],
)
def test_nobody_throws_what_a_card_in_play_is_seen_to_answer(open_, held, level, verb):
    p = Position(WASTE).levels(2, level, 2).hand(0, *held)
    if open_:
        p.carry(1, "draught")
    beating(p, 1, 8, 4)
    options = PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER)
    assert taken(p, 0, Question.REACT, *options, hostility=44, closing=0)[0] == verb


@pytest.mark.parametrize(
    ("fillers", "is_fighting", "waiting"),
    [(0, False, 2), (3, False, 2), (4, False, 1), (5, False, 0), (0, True, 0)],
)
def test_cards_that_pay_for_a_power_beside_combat_might_have_stopped_a_win(fillers, is_fighting, waiting):
    """Two cards of 12; 4 for each of eight ninths, but for what would go to charity: more than five of the hand."""
    power = card(Kind.RULE, row(Op.PAY_ON_TURN, 2, Price.HAND, on=Trigger.ABILITY))
    plain, beast = card(Kind.SPECIAL), card(Kind.MONSTER, level=4)
    names = [f"card {i}" for i in range(2 + fillers)]
    p = Position({"power": power, "beast": beast} | dict.fromkeys(names, plain)).levels(1, 9, 1).hand(0, *names)
    if is_fighting:
        p.fight(0, "beast")
    p.book.work.weights[:] = 0
    p.book.work.weights[0, Weight.CARD], p.book.work.weights[0, Weight.SAVING] = 6, 4
    first = int(p.book.card[p["power"]]["first"])
    assert price_of_power(p.g, p.book, 0, first, p["power"]) == 2 * 12 + waiting * 8 * 4
