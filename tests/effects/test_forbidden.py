"""What is no option: what a rule forbids, what may be taken so often only, and limits that must hold at once."""

from __future__ import annotations

import pytest

from engine.board.happenings import note
from engine.next_question import answer as answer_with
from engine.records.amounts import Amount, Within
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option, or_pass
from engine.records.state import Zone
from engine.records.step_values import Deed, Span, Toward
from engine.steps.offers.forbidden import note_deed, sift
from tests.effects.build import Position, card, chosen, item, row
from tests.effects.test_rule_cards import with_rule

STEAL = row(Op.STEAL, a=4, on=Trigger.ABILITY)
STAB = row(Op.BACKSTAB, 2, on=Trigger.ABILITY)
CARDS = {
    "hex": card(Kind.CURSE), "ogre": card(Kind.MONSTER, level=4), "rat": card(Kind.MONSTER, level=1),
    "wandering": card(Kind.WANDERING), "ancient": card(Kind.ENHANCER, bonus=10), "baby": card(Kind.ENHANCER, bonus=-5),
    "potion": card(Kind.ONE_SHOT, bonus=3, is_item=1), "level": card(Kind.GO_UP_A_LEVEL), "hat": item(),
    "elf": card(Kind.RACE, identity=64), "thief": card(Kind.CLASS, STEAL, STAB, identity=1),
}  # fmt: skip


def ruled(*rules: tuple[int, ...], seats: int = 3) -> Position:
    """A rule before seat 0 (Level 4); seat 1 is of Level 2 and fights the ogre, seat 2 of Level 6."""
    p = Position({"rule": card(Kind.RULE, *rules), **CARDS}, seats).levels(4, 2, 6).carry(0, "rule")
    p.wear(2, "hat").fight(1, "ogre")
    return p


def forbid(deed: Deed, toward: Toward = Toward.ANYBODY, when: tuple[int, int] = (0, 0)) -> tuple[int, ...]:
    return row(Op.FORBID, a=deed, b=toward, on=Trigger.IN_PLAY, when=when)


def left(p: Position, *options: tuple[int, str, int, int], question: int = Question.REACT, seat: int = 0) -> list[str]:
    """Which of some options (verb, card, target, amount) are left of a question."""
    ask(p.g, seat, question, -1)
    for verb, name, target, amount in options:
        option(p.g, p.book, verb, p[name] if name else -1, target, amount)
    or_pass(p.g, p.book)
    sift(p.g, p.book)
    return [f"{verb.name} {name}".strip() for verb, name, _, _ in p.options() if verb != Verb.PASS]


def played(p: Position, *names: str) -> list[str]:
    """What of a hand may be played now: Curses on seat 2, one-shots and enhancers on the ogre."""
    p.hand(0, *names)
    aims = {"hex": (2, Aim.SEAT), "ancient": (0, Aim.MONSTER), "baby": (0, Aim.MONSTER), "potion": (0, Aim.MONSTER)}
    return [one.split()[1] for one in left(p, *((Verb.PLAY, name, *aims.get(name, (-1, 0))) for name in names))]


@pytest.mark.parametrize(("deed", "kept"), [
    (Deed.CARD, []), (Deed.CURSE, ["ancient", "baby", "potion", "rat", "level"]),
    (Deed.HINDER, ["hex", "baby", "level"]), (Deed.ENHANCER, ["hex", "potion", "rat", "level"]),
    (Deed.ONE_SHOT, ["hex", "ancient", "baby", "rat", "level"]),
    (Deed.JOIN, ["hex", "ancient", "baby", "potion", "level"]),
    (Deed.LEVEL_UP, ["hex", "ancient", "baby", "potion", "rat"]),
    (Deed.STEAL, ["hex", "ancient", "baby", "potion", "rat", "level"]),
])  # fmt: skip
def test_what_is_forbidden_is_no_option_and_all_else_is(deed, kept):
    assert played(ruled(forbid(deed)), "hex", "ancient", "baby", "potion", "rat", "level") == kept


def test_a_curse_on_oneself_and_ones_own_fight_are_nobody_elses_business():
    p = ruled(forbid(Deed.CURSE)).hand(0, "hex")
    assert left(p, (Verb.PLAY, "hex", 0, Aim.SEAT)) == ["PLAY hex"]
    q = ruled(forbid(Deed.HINDER)).hand(0, "ancient")
    q.g.fighter = 0
    assert left(q, (Verb.PLAY, "ancient", 0, Aim.MONSTER)) == ["PLAY ancient"]


def test_it_holds_as_long_as_its_condition_does():
    rule = forbid(Deed.CURSE, when=(Condition.LEVEL_AT_MOST, 4))
    assert played(ruled(rule), "hex") == []
    assert played(ruled(rule).levels(5, 2, 6), "hex") == ["hex"]


@pytest.mark.parametrize(("toward", "victims"), [
    (Toward.HIGHER, [1, 3]), (Toward.LOWER, [2, 3]), (Toward.NOT_HIGHER, [2]), (Toward.NOT_LOWER, [1]),
    (Toward.HIGHEST, [1, 3]), (Toward.LOWEST, [2, 3]), (Toward.ANYBODY, []),
])  # fmt: skip
def test_to_whom_it_is_forbidden(toward, victims):
    """Seat 0 is of Level 4, the others of Levels 2, 6 and 4."""
    p = ruled(forbid(Deed.CURSE, toward), seats=4).levels(4, 2, 6, 4).hand(0, "hex")
    ask(p.g, 0, Question.REACT, -1)
    for seat in (1, 2, 3):
        option(p.g, p.book, Verb.PLAY, p["hex"], seat, Aim.SEAT)
    or_pass(p.g, p.book)
    sift(p.g, p.book)
    assert [target for verb, _, target, _ in p.options() if verb == Verb.PLAY] == victims


def test_thieves_and_backstabs_have_victims_too():
    p = ruled(forbid(Deed.STEAL, Toward.NOT_HIGHER), forbid(Deed.BACKSTAB, Toward.LOWER)).wear(0, "thief")
    theft, stab = (int(p.book.card[p["thief"]]["first"]) + k for k in (0, 1))
    assert left(p, (Verb.USE, "thief", p["hat"], theft)) == ["USE thief"]  # seat 2 is of a higher Level
    assert left(p.levels(6, 2, 6), (Verb.USE, "thief", p["hat"], theft)) == []
    assert left(p, (Verb.DISCARD_FOR, "level", 1, stab)) == []


def test_nobody_is_asked_for_help_that_they_may_not_give():
    p = ruled(forbid(Deed.HELP))
    assert left(p, (Verb.ASK, "", 0, 1), (Verb.ASK, "", 2, 1), seat=1) == ["ASK"]
    assert p.options()[0][2] == 2
    assert left(p, (Verb.OFFER, "", -1, 1)) == []
    p.g.helper = -1
    assert left(p, (Verb.ACCEPT, "", -1, 0), (Verb.REFUSE, "", -1, 0), question=Question.HELP) == ["REFUSE"]


def test_what_is_forced_stays():
    p = ruled(forbid(Deed.HELP))
    ask(p.g, 0, Question.HELP, 1)
    option(p.g, p.book, Verb.ACCEPT, -1, -1, 0)
    sift(p.g, p.book)
    assert p.g.options == 1


def at_most(amount: int, span: Span) -> Position:
    return ruled(row(Op.AT_MOST, amount, Deed.CURSE, span, on=Trigger.IN_PLAY)).hand(0, "hex")


def curse(p: Position, seat: int = 2) -> None:
    p.g.question = Question.REACT
    note_deed(p.g, p.book, seat, chosen(Verb.PLAY, p["hex"], 1, Aim.SEAT))


@pytest.mark.parametrize(("span", "turn", "fight"), [(Span.TURN, 1, 0), (Span.COMBAT, 0, 1), (Span.GAME, 0, 0)])
def test_so_often_in_a_turn_combat_or_game(span, turn, fight):
    p = at_most(2, span)
    assert played(p, "hex") == ["hex"]
    curse(p, 0)
    assert played(p, "hex") == ["hex"]
    curse(p, 0)
    assert played(p, "hex") == []
    p.g.turn, p.g.fight_serial = p.g.turn + 1, p.g.fight_serial + 1
    assert played(p, "hex") == (["hex"] if turn or fight else [])


def test_what_others_have_done_counts_where_all_together_may():
    each, all_of = at_most(1, Span.TURN), at_most(1, Span.TURN_OF_ALL)
    curse(each), curse(all_of)
    assert (played(each, "hex"), played(all_of, "hex")) == (["hex"], [])


DWARF = 64


def hoard(seats=4, **switches):
    strong = card(Kind.RACE, row(Op.BIG_LIMIT, Amount.ALL, on=Trigger.IN_PLAY), identity=DWARF)
    cards = {
        "dwarf": strong,
        "c": card(Kind.CURSE, row(Op.LOSE_RACE, 1)),
        "chest": item(big=1, gold=600),
        "anvil": item(big=1, gold=500),
        "boat": item(big=1, gold=300),
        "tub": item(big=1, gold=100),
    }
    return Position(cards, seats, **switches).carry(0, "dwarf", "chest", "anvil", "boat")


@pytest.mark.rule("big.excess", "big.who-chooses", "race.dwarf-big", "item.one-big")
def test_excess_big_items_go_to_the_lowest_who_can_carry_them():
    p = hoard().levels(5, 2, 3, 3).carry(1, "tub")
    p.g.active = 2
    p.run("c")
    assert p.asked() == (0, Question.LOSE)
    assert p.cards_offered() == ["anvil", "boat", "chest"]
    p.choose("boat")
    assert p.asked() == (0, Question.SEAT)  # two are lowest among those with room: the giver chooses
    p.choose("boat", target=3).choose("anvil")
    assert p.where("boat") == (Zone.TABLE, 3) and p.where("anvil") == (Zone.TABLE, 2)
    assert p.table_of(0) == ["chest"]


@pytest.mark.rule("big.excess")
def test_what_nobody_can_carry_is_discarded():
    p = hoard(3)
    p.g.active = 1
    p.g.dead[1] = p.g.dead[2] = 1
    p.run("c").choose("boat").choose("anvil")
    assert p.lost("boat", "anvil")


@pytest.mark.rule("big.excess", "sell.rule")
def test_on_the_own_turn_out_of_combat_they_may_be_sold():
    p = hoard(3).run("c")
    assert Verb.SELL in {v for v, *_ in p.options()}
    q = hoard(3, sell_enabled=0).run("c")
    assert Verb.SELL not in {v for v, *_ in q.options()}


@pytest.mark.rule("big.excess")
def test_a_limit_of_none_lets_everything_be_carried():
    assert not hoard(big_limit=0).run("c").options()


@pytest.mark.rule("item.limit-exemption", "item.cheat", "item.equip-limits")
def test_losing_a_cheat_forces_something_off_even_in_combat():
    cards = {
        "c": card(Kind.CURSE, row(Op.LOSE_NAMED, a=3)),
        "axe": item(slot=Slot.HAND, hands=2, bonus=4),
        "spear": item(slot=Slot.HAND, hands=2, bonus=3),
        "cheat": card(Kind.CHEAT),
        "m": card(Kind.MONSTER, level=1),
    }
    p = Position(cards).wear(0, "spear", "axe").attach("cheat", "axe").fight(0, "m")
    assert p.strength()[0] == 1 + 4 + 3
    p.run("c")
    assert [v for v, *_ in p.options()] == [Verb.UNEQUIP, Verb.UNEQUIP]
    p.choose("axe")
    assert p.strength()[0] == 1 + 3 and p.where("axe") == (Zone.TABLE, 0)
    assert p.count(Ev.UNEQUIP) == 1


@pytest.mark.rule("guest.limit-exceptions", "item.equip-limits")
def test_losing_an_extra_hand_forces_an_item_off():
    cards = {
        "c": card(Kind.CURSE, row(Op.LOSE_NAMED, a=1)),
        "star": card(Kind.GUEST_STAR, row(Op.EXTRA_HANDS, 1, on=Trigger.IN_PLAY)),
        **{name: item(slot=Slot.HAND) for name in ("a", "b", "d")},
    }
    p = Position(cards).carry(0, "star").wear(0, "a", "b", "d")
    assert not p.options()
    p.run("c").choose("b")
    assert [int(p.g.equipped[p[n]]) for n in ("a", "b", "d")] == [1, 0, 1]


@pytest.mark.rule("class.item-restriction")
def test_an_item_one_may_no_longer_use_is_not_taken_off():
    p = hoard()
    p.wear(1, "tub")
    p.book.card[p["tub"]].only = 128
    p.g.unsettled = 2
    p.advance()
    assert p.g.equipped[p["tub"]] == 1


def offered(within: Within) -> Position:
    """Seat 0 may draw a Treasure when they lose a combat."""
    return with_rule(
        row(Op.EITHER, on=Trigger.LOST, when=(Condition.UNUSED, within)),
        row(Op.DRAW, 1, 1, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.NOTHING, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    )


def loses(p: Position, answer: int) -> bool:
    """A combat is lost; whether the choice is put, which is then answered."""
    note(p.g, p.book, 0, Trigger.LOST, -1)
    p.advance()
    if p.g.question != Question.NUMBER or p.g.options == 0:
        return False
    answer_with(p.g, p.book, answer - 1)
    p.advance()
    return True


@pytest.mark.rule("precedence.card-over-rule")
def test_who_refuses_is_asked_again_and_who_accepts_is_not():
    p = offered(Within.GAME)
    hand = int(p.g.hand_n[0])
    assert loses(p, 2) and int(p.g.hand_n[0]) == hand
    assert loses(p, 2) and loses(p, 1) and int(p.g.hand_n[0]) == hand + 1
    assert not loses(p, 1) and int(p.g.hand_n[0]) == hand + 1
    p.g.turn += 1
    assert not loses(p, 1)


@pytest.mark.rule("precedence.card-over-rule")
def test_what_is_used_up_for_a_turn_comes_back_with_the_next():
    p = offered(Within.TURN)
    assert loses(p, 1) and not loses(p, 1)
    p.g.turn += 1
    assert loses(p, 1)
