"""Cards that answer others, or aim at a player, an Item or a card of the combat."""

import pytest

from engine.board.equipment import big_room, can_equip
from engine.board.levels import gain
from engine.board.strength import player_strength
from engine.board.zones import discard, hand_over
from engine.records.agenda import Step
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.events import Cause, Ev
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.state import Status, Zone
from engine.records.timings import Timing
from engine.steps.combat.help_terms import may_help
from engine.steps.offers.abilities import ability_options, do_ability
from engine.steps.offers.actions import do_play, throw
from engine.steps.offers.playable import any_time_options, combat_options
from tests.effects.build import Position, card, chosen, item, row

ON_SIDE, ON_MONSTER = Aim.SIDE, Aim.MONSTER


def ogre(*program, **facts):
    return card(Kind.MONSTER, *program, **{"level": 5, "treasures": 1, **facts})


def rlyeh():
    return card(Kind.SPECIAL, row(Op.CANCEL_PLAY), timing=Timing.CURSE | Timing.PLAY)


@pytest.mark.rule("timing.any-time", "precedence.card-over-rule")
@pytest.mark.parametrize(("cancel", "level"), [(True, 1), (False, 2)])
def test_a_card_being_played_may_be_cancelled(cancel, level):
    p = Position({"up": card(Kind.GO_UP_A_LEVEL, timing=Timing.ANY), "no": rlyeh()}).hand(0, "up").hand(2, "no")
    do_play(p.g, p.book, 0, p["up"], 0, 1)
    p.advance()
    assert p.asked() == (2, Question.CANCEL)
    p.choose("no" if cancel else "")
    assert p.level_list()[0] == level
    assert p.lost("up") and p.lost("no") is cancel


@pytest.mark.rule("class.one-only", "precedence.card-over-rule")
def test_an_identity_being_played_may_be_cancelled():
    p = Position({"mage": card(Kind.CLASS, identity=16), "no": rlyeh()}).hand(0, "mage").hand(1, "no")
    do_play(p.g, p.book, 0, p["mage"], -1, 0)
    p.advance().choose("no")
    assert p.lost("mage") and p.table_of(0) == []


@pytest.mark.rule("turn.kick-open", "precedence.card-over-rule")
def test_a_cancelled_door_is_replaced():
    cards = {"no": rlyeh(), "big": ogre(level=18), "mage": card(Kind.CLASS, identity=16)}
    p = Position(cards).hand(0, "no").place(Zone.DECK, -1, "mage", "big")
    p.step(Step.DOOR)
    assert p.asked() == (0, Question.CANCEL)
    p.choose("no")
    assert p.lost("big", "no") and not p.g.fighting
    assert p.asked() == (0, Question.DOOR_CARD) and "mage" in p.cards_offered()


@pytest.mark.rule("curse.face-up", "precedence.card-over-rule")
def test_a_curse_just_drawn_may_be_sent_on():
    cards = {"worthy": card(Kind.SPECIAL, row(Op.REDIRECT_CURSE), timing=Timing.CURSE)}
    cards["curse"] = card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED))
    for by, owner, asked in ((-1, 0, True), (1, 0, False), (-1, 2, False)):
        p = Position(cards).levels(3, 3, 3).hand(owner, "worthy").place(Zone.OPEN, 0, "curse")
        p.step(Step.CURSE, p["curse"], 0, by)
        assert (int(p.g.asked) == 0) == asked
        if asked:
            p.choose("worthy", target=2)
        assert p.level_list() == ([3, 3, 2] if asked else [2, 3, 3])
        assert p.lost("curse") and p.lost("worthy") is asked


@pytest.mark.rule("turn.kick-open", "precedence.card-over-rule")
def test_a_portal_behind_the_door_is_exchanged_for_two_doors():
    rows = (row(Op.DRAW, 1, 0, on=Trigger.TURNED_UP), row(Op.OPEN_DOOR, on=Trigger.TURNED_UP))
    cards = {"portal": card(Kind.SPECIAL, *rows), "ogre": ogre(), "mage": card(Kind.CLASS, identity=16)}
    p = Position(cards).place(Zone.DECK, -1, "ogre", "mage", "portal").step(Step.DOOR)
    assert p.lost("portal") and p.where("mage") == (Zone.HAND, 0)
    assert p.count(Ev.FIGHT) == 1


@pytest.mark.rule("help.one-only", "precedence.card-over-rule")
def test_another_player_takes_the_fight_over():
    cards = {"potion": card(Kind.ONE_SHOT, row(Op.TAKE_OVER), timing=Timing.COMBAT), "ogre": ogre()}
    p = Position(cards, seats=4).levels(1, 2, 7, 1).hand(0, "potion").fight(0, "ogre", helper=1)
    p.g.options, p.g.deals[1].treasures = 0, 1
    combat_options(p.g, p.book, 0, p["potion"])
    assert [target for _, _, target, _ in p.options()] == [2, 3]  # nobody who fights already
    do_play(p.g, p.book, 0, p["potion"], 2, Aim.SEAT)
    p.advance()
    assert (int(p.g.fighter), int(p.g.helper), int(p.g.deals[1].treasures)) == (2, -1, 0)
    assert p.strength() == (7, 5)
    p.step(Step.REWARD, 1)
    end = [row for row in p.book.work.log[: int(p.g.log_n)] if row[2] == Ev.FIGHT_END]
    assert [(int(row[3]), int(row[4])) for row in end] == [(2, -1)]  # facts credit the kill by this row
    assert p.level_list() == [1, 2, 8, 1]


@pytest.mark.rule("item.equip-limits", "trade.stays-in-play", "precedence.card-over-rule")
def test_an_item_that_turns_a_lost_combat_is_taken():
    cards = {"help": card(Kind.SPECIAL, row(Op.TAKE_WINNING_ITEM), timing=Timing.COMBAT), "ogre": ogre(level=4)}
    cards |= {"sword": item(bonus=4, slot=Slot.HAND), "stick": item(bonus=3, slot=Slot.HAND)}
    p = Position(cards).hand(0, "help").wear(1, "sword", "stick").fight(0, "ogre")
    p.g.options = 0
    combat_options(p.g, p.book, 0, p["help"])
    assert [p.names[target] for _, _, target, _ in p.options()] == ["sword"]  # 1 + 3 does not beat 4
    do_play(p.g, p.book, 0, p["help"], p["sword"], Aim.ITEM)
    p.advance()
    assert p.table_of(0) == ["sword"] and p.strength() == (5, 4)
    p.g.options = 0
    combat_options(p.g, p.book, 0, p["help"])
    assert not p.options()  # the combat is won


@pytest.mark.rule("reward.draw-up-helped", "precedence.card-over-rule")
def test_treasures_are_dealt_out_evenly():
    cards = {"eclipse": card(Kind.SPECIAL, row(Op.DEAL_EVENLY)), "ogre": ogre()}
    cards |= {f"gem-{i}": item(gold=100) for i in range(5)}
    p = Position(cards).fight(0, "ogre", helper=1).run("eclipse").step(Step.SHARE, 3, -1, -1)
    assert (len(p.hand_of(0)), len(p.hand_of(1))) == (2, 1)
    assert not p.count(Ev.REVEAL)


def picker():
    rows = (row(Op.EITHER), row(Op.PICK_UP, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)))
    return card(Kind.ONE_SHOT, *rows, row(Op.TURN_OVER, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)), timing=2)


@pytest.mark.rule("oneshot.definition", "oneshot.discard", "precedence.card-over-rule")
@pytest.mark.parametrize(("aim", "choice", "strength"), [
    (ON_SIDE, 1, (1, 5)), (ON_SIDE, 2, (1, 8)), (ON_MONSTER, 1, (1, 5)), (ON_MONSTER, 2, (4, 5)),
])  # fmt: skip
def test_an_ichor_card_is_picked_up_or_turned_over(aim, choice, strength):
    cards = {"picker": picker(), "goo": card(Kind.ONE_SHOT, bonus=3, tags=Tag.ICHOR), "ogre": ogre()}
    cards["water"] = card(Kind.ONE_SHOT, bonus=1)
    p = Position(cards).hand(0, "goo").hand(1, "picker", "water").fight(0, "ogre")
    throw(p.g, p.book, 0, p["goo"], 0, aim)
    p.g.options = 0
    combat_options(p.g, p.book, 1, p["picker"])
    assert [p.names[target] for _, _, target, _ in p.options()] == ["goo"]
    do_play(p.g, p.book, 1, p["picker"], p["goo"], Aim.ITEM)
    p.advance().choose("picker", number=choice)
    assert p.strength() == strength
    assert p.where("goo") == ((Zone.HAND, 1) if choice == 1 else (Zone.PLAYED, 0))


@pytest.mark.rule("help.one-only", "timing.any-time", "precedence.card-over-rule")
def test_corruption_strikes_who_rose_without_a_kill_and_ends_with_a_kill_alone():
    program = row(Op.SET_STATUS, 0, Status.CORRUPTED, when=(Condition.ROSE, 0))
    p = Position({"power": card(Kind.SPECIAL, program, timing=Timing.ANY), "ogre": ogre(), "orc": ogre()})
    assert not p.run("power", who=0).g.status[0]
    gain(p.g, p.book, 0, 1, Cause.KILL, -1, 0)
    assert not p.run("power", who=0).g.status[0]
    gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0)
    assert p.run("power", who=0).g.status[0] == Status.CORRUPTED
    p.fight(0, "ogre")
    assert may_help(p.g, p.book, 1) == 0
    p.step(Step.REWARD, 1)
    assert p.g.status[0] == 0


@pytest.mark.rule("curse.betrayed", "timing.any-time")
def test_corruption_is_cancelled_like_a_curse():
    program = row(Op.SET_STATUS, 0, Status.CORRUPTED, when=(Condition.ROSE, 0))
    cards = {"power": card(Kind.SPECIAL, program, timing=Timing.ANY)}
    cards["ring"] = card(Kind.ONE_SHOT, row(Op.CANCEL_CURSE), timing=Timing.CURSE)
    p = Position(cards).hand(1, "power").hand(0, "ring")
    gain(p.g, p.book, 0, 1, Cause.CARD, -1, 0)
    do_play(p.g, p.book, 1, p["power"], 0, Aim.SEAT)
    p.advance().choose("ring")
    assert p.g.status[0] == 0 and p.lost("power", "ring")


@pytest.mark.rule("item.limit-exemption", "item.equip-limits", "item.one-big", "precedence.card-over-rule")
def test_an_item_that_is_carried_counts_against_no_limit():
    cards = {"servant": item(row(Op.BEAR, on=Trigger.ABILITY), bonus=1), "ogre": ogre()}
    cards |= {"hat": item(bonus=1, slot=Slot.HEAD), "helm": item(bonus=3, slot=Slot.HEAD, big=1)}
    p = Position(cards).wear(0, "servant", "hat").carry(0, "helm")
    assert (can_equip(p.g, p.book, 0, p["helm"]), big_room(p.g, p.book, 0)) == (0, 0)
    p.g.options = 0
    ability_options(p.g, p.book, 0, Question.ARRANGE)
    assert sorted(p.names[target] for _, _, target, _ in p.options()) == ["hat", "helm"]
    do_ability(p.g, p.book, 0, chosen(Verb.USE, p["servant"], p["helm"], 0))
    p.advance()
    assert p.g.equipped[p["helm"]] == p.g.equipped[p["hat"]] == 1
    assert big_room(p.g, p.book, 0) == 1
    assert player_strength(p.g, p.book, 0) == 1 + 1 + 1 + 3
    discard(p.g, p.book, p["servant"], Ev.LOSE)
    p.advance()
    assert p.lost("servant", "helm") and p.g.host[p["helm"]] == -1


@pytest.mark.rule("item.limit-exemption", "sell.rule", "trade.stays-in-play")
@pytest.mark.parametrize(
    ("how", "helm"), [("sold", (Zone.TABLE, 0)), ("given", (Zone.TABLE, 0)), ("stolen", (Zone.TABLE, 1))]
)
def test_what_is_carried_stays_with_a_seller_and_a_giver_and_goes_with_what_is_stolen(how, helm):
    cards = {"servant": item(row(Op.BEAR, on=Trigger.ABILITY)), "helm": item(slot=Slot.HEAD, big=1), "ogre": ogre()}
    p = Position(cards).wear(0, "servant").carry(0, "helm")
    do_ability(p.g, p.book, 0, chosen(Verb.USE, p["servant"], p["helm"], 0))
    if how == "sold":
        discard(p.g, p.book, p["servant"], Ev.SELL)
    else:
        hand_over(p.g, p.book, p["servant"], 1, Ev.STEAL if how == "stolen" else Ev.GIVE, -1)
    p.advance()
    assert p.where("helm") == helm and p.g.equipped[p["helm"]] == 0
    assert p.g.host[p["helm"]] == (p["servant"] if how == "stolen" else -1)


@pytest.mark.rule("cards.discard-piles", "cards.no-looking-discards", "timing.any-time")
def test_the_card_discarded_last_is_caught():
    catch = card(Kind.SPECIAL, row(Op.CATCH_DISCARD), timing=Timing.ANY)
    p = Position({"catch": catch, "axe": item(), "hat": item()}).hand(1, "catch").hand(0, "axe", "hat")
    discard(p.g, p.book, p["hat"], Ev.DISCARD)
    discard(p.g, p.book, p["axe"], Ev.DISCARD)
    p.g.options = 0
    any_time_options(p.g, p.book, 1, p["catch"])
    assert [p.names[target] for _, _, target, _ in p.options()] == ["axe"]
    do_play(p.g, p.book, 1, p["catch"], p["axe"], Aim.ITEM)
    p.advance()
    assert p.hand_of(1) == ["axe"] and p.lost("catch", "hat")
    p.g.options, p.g.turn = 0, 2
    any_time_options(p.g, p.book, 1, p["catch"])
    assert not p.options()


def test_a_curse_may_count_as_a_big_item():
    """item.one-big: who may carry one Big Item has no room for any beside the Curse, and one too many with one."""
    cards = {"ball": card(Kind.CURSE, row(Op.AS_BIG, on=Trigger.IN_PLAY)), "anvil": item(big=1)}
    at = Position(cards, big_limit=1)
    assert big_room(at.g, at.book, 0) == 1
    assert big_room(at.g, at.carry(0, "ball").book, 0) == 0
    assert big_room(at.g, at.carry(0, "anvil").book, 0) == -1
