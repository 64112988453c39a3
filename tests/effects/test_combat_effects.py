"""Effects on the combat that goes on."""

import pytest

from engine.board.monsters import copy_monster, remove_monster
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question
from engine.records.state import SURE, FightFlag, Zone
from engine.records.step_values import Removal
from engine.steps.offers.actions import carry_out
from tests.effects.build import Position, card, item, row


def combat(*program, monsters=("ogre", "rat"), helper=-1, **switches):
    cards = {
        "c": card(Kind.ONE_SHOT, *program),
        "ogre": card(Kind.MONSTER, level=8, treasures=3),
        "rat": card(Kind.MONSTER, level=1, treasures=1),
        "bat": card(Kind.MONSTER, level=4, treasures=2),
        "huge": card(Kind.ENHANCER, bonus=5, treasures=2),
        "club": item(bonus=2, gold=300),
    }
    return Position(cards, **switches).fight(0, *monsters, helper=helper)


def enhance(p, monster, name="huge"):
    m = [int(x) for x in p.g.foe["card"][: int(p.g.foe_n)]].index(p[monster])
    p.place(Zone.PLAYED, 0, name)
    p.g.host[p[name]] = p[monster]
    p.g.foe[m].bonus += 5
    return p


def monsters(p):
    return [p.names[int(c)] for c in p.g.foe["card"][: int(p.g.foe_n)]]


@pytest.mark.rule("multi.eliminate-one", "combat.nonlethal")
def test_a_player_removes_a_monster_of_his_choice_with_what_lies_on_it():
    p = enhance(combat(row(Op.REMOVE_MONSTER, 1)), "ogre").run("c")
    assert p.asked() == (0, Question.MONSTER)
    p.choose("ogre")
    assert monsters(p) == ["rat"] and p.lost("ogre", "huge")
    assert (p.g.owed, p.g.removed, p.strength()) == (0, 1, (1, 1))


@pytest.mark.rule("combat.nonlethal-treasure", "precedence.rewards-after-combat", "reward.kill-vs-defeat")
@pytest.mark.parametrize(
    ("gives", "alone", "owed", "levels"),
    [
        (Removal.BY_RULE, True, 0, 0),
        (Removal.NO_TREASURE, True, 0, 0),
        (Removal.TREASURE, True, 3, 0),
        (Removal.TREASURE_IF_ONLY, True, 3, 0),
        (Removal.TREASURE_IF_ONLY, False, 0, 0),
        (Removal.KILLED, True, 3, 1),
    ],
)
def test_what_a_removed_monster_is_worth(gives, alone, owed, levels):
    p = combat(row(Op.REMOVE_MONSTER, 1, gives), monsters=("ogre",) if alone else ("ogre", "rat"))
    p.run("c", other=0)
    assert (p.g.owed, p.g.owed_levels) == (owed, levels)
    assert bool(p.g.fight_flags & FightFlag.OVER) == alone


@pytest.mark.rule("combat.nonlethal-treasure")
def test_a_set_may_pay_for_every_monster_got_rid_of():
    assert combat(row(Op.REMOVE_MONSTER, 1), nonlethal_treasure_default=1).run("c", other=0).g.owed == 3


@pytest.mark.rule("multi.eliminate-one")
def test_the_lowest_or_all_or_only_a_named_monster_leave():
    assert monsters(combat(row(Op.REMOVE_MONSTER, 2)).run("c")) == ["ogre"]
    assert monsters(combat(row(Op.REMOVE_MONSTER, Amount.ALL)).run("c")) == []
    rat = (Condition.MONSTER_IS, 2)
    assert monsters(combat(row(Op.REMOVE_MONSTER, 1, when=rat)).run("c")) == ["ogre"]


@pytest.mark.rule("multi.eliminate-one", "run.each-order")
def test_flights_already_settled_stay_with_their_monsters():
    p = combat(row(Op.REMOVE_MONSTER, 1), monsters=("ogre", "rat", "bat"))
    p.g.fled[0] = 0b100  # from the bat
    p.run("c", other=0)
    assert monsters(p) == ["rat", "bat"] and p.g.fled[0] == 0b10


@pytest.mark.rule("enhancer.stack", "mooplicate.basic")
def test_every_monster_is_strengthened_once_copies_too():
    p = combat(row(Op.COPY_MONSTER), row(Op.STRENGTHEN_ALL, 3), monsters=("ogre",)).run("c")
    assert p.strength()[1] == 2 * (8 + 3)


THROWN = {"goo": card(Kind.ONE_SHOT, bonus=3), "huge": card(Kind.ENHANCER, bonus=5), "rat": card(Kind.MONSTER, level=1)}
TURNED = {"ink": row(Op.STRENGTHEN_ALL, 2), "twist": row(Op.TURN_OVER), "thick": row(Op.COUNT_TWICE)}
THROWN |= {"ogre": card(Kind.MONSTER, level=8)} | {
    name: card(Kind.SPECIAL, program) for name, program in TURNED.items()
}


@pytest.mark.rule("enhancer.choose-target", "oneshot.interference", "combat.strength")
@pytest.mark.parametrize(
    ("played", "after", "told"),
    [
        ("goo", [], ("goo", "rat", 0, 3)),
        ("huge", [], ("huge", "rat", 0, 5)),
        ("ink", [], ("ink", "", 0, 4)),  # both of them
        ("goo", ["thick"], ("thick", "rat", 0, 3)),
        ("goo", ["twist"], ("goo", "", 3, 0)),
        ("goo", ["twist", "twist"], ("goo", "ogre", 0, 3)),  # the first monster
    ],
)
def test_every_change_of_strength_tells_whose_combat_and_which_monster(played, after, told):
    p = Position(THROWN).hand(1, played).fight(2, "ogre", "rat")
    if played == "ink":
        p.run("ink", who=1, by=1)
    else:
        carry_out(p.g, p.book, 1, p[played], 1, Aim.MONSTER)
    for name in after:
        p.run(name, who=1, by=1, other=p[played])
    bonus = p.book.work.log[: int(p.g.log_n)]
    last = bonus[bonus["kind"] == Ev.BONUS][-1]
    assert (int(last["actor"]), int(last["target"])) == (1, 2)
    monster = p.names[last["other"]] if last["other"] >= 0 else ""
    assert (p.names[last["card"]], monster, int(last["before"]), int(last["after"])) == told


@pytest.mark.rule("oneshot.definition", "mooplicate.basic")
def test_nothing_counts_twice_for_a_copy_that_has_left():
    p = Position(THROWN).hand(1, "goo").fight(2, "rat")
    copy_monster(p.g, p.book, 0, 2)
    carry_out(p.g, p.book, 1, p["goo"], 1, Aim.MONSTER)
    remove_monster(p.g, p.book, 1, 0)
    assert p.run("thick", who=1, by=1, other=p["goo"]).count(Ev.BONUS) == 1
    assert p.strength()[1] == 1


@pytest.mark.rule("mooplicate.basic", "mooplicate.order", "example.mooplicate")
def test_a_copy_has_the_enhancers_and_the_right_monster_is_asked_for():
    p = enhance(combat(row(Op.COPY_MONSTER)), "ogre").run("c")
    assert p.choose("ogre").strength()[1] == 13 + 13 + 1
    assert p.g.foe[2].copied == 1 and p.g.foe[2].link == p.g.foe[0].link != p.g.foe[1].link


@pytest.mark.rule("mooplicate.basic", "multi.eliminate-one")
def test_when_the_original_leaves_the_copy_takes_over_its_card():
    p = combat(row(Op.COPY_MONSTER), row(Op.REMOVE_MONSTER, 1), monsters=("ogre",)).run("c", other=0)
    assert monsters(p) == ["ogre"] and p.g.foe[0].copied == 0
    assert p.where("ogre")[0] == Zone.FIGHT


@pytest.mark.rule("combat.add-monster", "multi.eliminate-one")
@pytest.mark.parametrize(("also", "zone"), [(0, Zone.DISCARD), (1, Zone.HAND)])
def test_a_monster_makes_room_for_one_from_the_hand(also, zone):
    p = enhance(combat(row(Op.SWAP_MONSTER, a=also), monsters=("ogre",)).hand(0, "bat", "rat"), "ogre").run("c")
    assert p.cards_offered() == ["bat", "rat"]
    p.choose("bat")
    assert monsters(p) == ["bat"] and p.strength()[1] == 4
    assert p.where("ogre")[0] == zone and p.lost("huge")
    assert (p.g.removed, p.g.bosses) == (0, 0) and not p.g.fight_flags & FightFlag.OVER


@pytest.mark.rule("mooplicate.basic")
def test_a_new_monster_never_shares_enhancers_by_accident():
    p = combat(row(Op.SWAP_MONSTER)).hand(0, "bat").run("c", other=0)
    assert p.g.foe[0].link != p.g.foe[1].link


@pytest.mark.rule("run.mods-all", "run.both", "precedence.card-over-rule")
@pytest.mark.parametrize(("other", "escaped"), [(-1, [1, 0, 0]), (1, [1, 1, 0])])
def test_nobody_rolls_who_has_an_escape(other, escaped):
    p = combat(row(Op.ESCAPE, 2), helper=1).run("c", other=other)
    assert p.g.escape_all.tolist()[:3] == escaped


@pytest.mark.rule("run.roll", "precedence.card-over-rule")
def test_a_failed_roll_turns_into_an_escape_from_that_monster_alone():
    p = combat(row(Op.ESCAPE, 1))
    p.g.roll = 1
    p.run("c")
    assert p.g.roll == SURE and p.g.escape_all.tolist()[:3] == [0, 0, 0]


@pytest.mark.rule("combat.monster-specials", "combat.strength")
@pytest.mark.parametrize(
    ("op", "flag"),
    [
        (Op.LOOT_AFTER, FightFlag.LOOT_AFTER),
        (Op.DOUBLE_STRENGTH, FightFlag.DOUBLE_LEADER),
        (Op.IGNORE_PRINTED, FightFlag.NO_PRINTED),
    ],
)
def test_some_effects_are_states_of_the_combat(op, flag):
    assert combat(row(op)).run("c").g.fight_flags & flag


@pytest.mark.rule("combat.strength")
def test_a_fighter_without_helper_counts_twice():
    p = combat(row(Op.DOUBLE_STRENGTH)).wear(0, "club").run("c")
    assert p.strength()[0] == 2 * (1 + 2)
    p.g.helper = 1
    assert p.strength()[0] == 1 + 2 + 1


@pytest.mark.rule("combat.last-removed-ends", "combat.nonlethal-treasure")
def test_all_may_leave_for_nothing_or_for_a_fixed_number_of_treasures():
    assert combat(row(Op.END_COMBAT_LOOT)).run("c").g.owed == 0
    p = combat(row(Op.REMOVE_MONSTER, Amount.ALL, Removal.NO_TREASURE), row(Op.TREASURES_TO_WINNER, 2)).run("c")
    assert (p.g.owed, p.g.foe_n, p.count(Ev.REMOVE)) == (2, 0, 2)


@pytest.mark.rule("combat.monster-specials", "multi.eliminate-one")
@pytest.mark.parametrize("amount", [1, 2, Amount.ALL])
@pytest.mark.parametrize("tags", [128, 64])
def test_a_one_shot_does_not_send_away_a_monster_that_is_immune_to_it(amount, tags):
    """The blob, the lower of the two, is immune to tag 128: the ogre goes; with tag 64 the blob may go as well."""
    cards = {
        "c": card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, amount), tags=tags),
        "ogre": card(Kind.MONSTER, level=8),
        "blob": card(Kind.MONSTER, row(Op.IMMUNE_TO, a=128, on=Trigger.IN_FIGHT), level=1),
    }
    p = Position(cards).fight(0, "ogre", "blob").run("c")
    if tags == 64 and amount == 1:
        p.choose("blob")
    assert monsters(p) == (["blob"] if tags == 128 else [] if amount == Amount.ALL else ["ogre"])
