"""Cards of a pile that somebody looks at: put in order, kept, put under it, discarded."""

from __future__ import annotations

import pytest

from engine.board.zones import draw_card
from engine.records.card_kinds import Kind, Pile, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.step_values import Looked
from tests.effects.build import Position, card, item, row

pytestmark = pytest.mark.rule("precedence.card-over-rule", "cards.deck-and-discards-empty")
NAMES = ("a", "b", "c", "d", "e")


def pile(p: Position, *names: str, of: int = Pile.DOOR) -> Position:
    """The deck of a pile, the first one on top."""
    for i, name in enumerate(reversed(names)):
        p.g.deck[of, i] = p[name]
    assert p.g.deck_n[of] == len(names)
    return p


def deck(p: Position, of: int = Pile.DOOR) -> str:
    """The cards of a deck from the top."""
    return "".join(p.names[c] for c in reversed(p.g.deck[of][: int(p.g.deck_n[of])].tolist()))


def table(then: Looked, amount: int = 3) -> Position:
    """A crystal ball before seat 0, and the Doors a to e, the first one on top."""
    doors = {name: card(Kind.MONSTER, level=1) for name in NAMES}
    p = Position({"ball": card(Kind.SPECIAL, row(Op.LOOK, amount, Pile.DOOR, then), pile=Pile.TREASURE), **doors})
    return pile(p.carry(0, "ball"), *NAMES)


def ball(then: Looked, amount: int = 3) -> Position:
    """The same, once seat 0 looks into it."""
    return table(then, amount).run("ball")


def test_the_top_cards_go_back_in_the_order_that_is_chosen():
    p = ball(Looked.ANY_ORDER)
    assert p.asked() == (0, Question.LOOK) and p.cards_offered() == ["a", "b", "c"]
    p.choose("c")
    assert p.cards_offered() == ["a", "b"]
    assert deck(p.choose("b")) == "cbade" and p.g.agenda_n == 0


@pytest.mark.parametrize(("then", "chosen", "left", "hand", "gone"), [
    (Looked.KEEP_UNDER, "b", "de" + "ac", ["b"], ""), (Looked.KEEP_DISCARD, "b", "de", ["b"], "ac"),
    (Looked.LEAVE_UNDER, "b", "deb", ["a", "c"], ""), (Looked.LEAVE_DISCARD, "b", "de", ["a", "c"], "b"),
    (Looked.FIRST_UNDER, "c", "cdeab", [], ""), (Looked.FIRST_DISCARD, "c", "cde", [], "ab"),
    (Looked.UNDER, "b", "acdeb", [], ""), (Looked.DISCARD, "b", "acde", [], "b"),
    (Looked.MAY_UNDER, "a", "bcdea", [], ""), (Looked.MAY_DISCARD, "c", "abde", [], "c"),
    (Looked.MAY_UNDER, "", "abcde", [], ""), (Looked.MAY_DISCARD, "", "abcde", [], ""),
])  # fmt: skip
def test_what_becomes_of_one_of_them_and_of_the_rest(then, chosen, left, hand, gone):
    p = ball(then)
    assert [name for verb, name, _, _ in p.options() if verb == Verb.CHOOSE_CARD] == ["a", "b", "c"]
    p.choose(chosen)
    assert (deck(p), p.hand_of(0), p.g.agenda_n) == (left, hand, 0)
    assert all(p.where(name)[0] == Zone.DISCARD for name in gone)


def test_one_is_kept_and_the_rest_go_back_in_any_order():
    p = ball(Looked.KEEP_BACK).choose("b")
    assert p.cards_offered() == ["a", "c"] and p.hand_of(0) == []
    p.choose("c")
    assert (deck(p), p.hand_of(0)) == ("cade", ["b"])


def test_a_single_card_is_no_choice_unless_it_may_go():
    assert ball(Looked.KEEP_UNDER, 1).hand_of(0) == ["a"]
    assert deck(ball(Looked.MAY_UNDER, 1).choose("a")) == "bcdea"
    assert ball(Looked.ANY_ORDER, 1).g.asked == -1


def test_discards_come_under_what_is_left_of_a_pile_that_is_too_small():
    p = pile(table(Looked.MAY_UNDER).discards("a", "b", "c"), "d", "e").run("ball")
    offered = [name for verb, name, _, _ in p.options() if verb == Verb.CHOOSE_CARD]
    assert offered[:2] == ["d", "e"] and len(offered) == 3 and p.g.discard_n[Pile.DOOR] == 0


def test_nobody_looks_at_an_empty_pile_and_the_dead_look_at_nothing():
    p = table(Looked.KEEP_UNDER).hand(1, *NAMES).run("ball")
    assert p.g.agenda_n == 0 and p.g.asked == -1
    q = table(Looked.KEEP_UNDER)
    q.g.dead[0] = 1
    assert q.run("ball").g.agenda_n == 0 and deck(q) == "abcde"


def test_a_card_that_acts_when_it_is_drawn_acts_once_the_rest_is_settled():
    """The kept card draws the next one: the one below those that went under the pile."""
    greedy = card(Kind.SPECIAL, row(Op.DRAW, 1, Pile.DOOR, on=Trigger.DRAWN))
    doors = {name: card(Kind.MONSTER, level=1) for name in "bcd"}
    look = card(Kind.SPECIAL, row(Op.LOOK, 3, Pile.DOOR, Looked.KEEP_UNDER), pile=Pile.TREASURE)
    p = (
        pile(Position({"ball": look, "a": greedy, **doors}).carry(0, "ball"), "a", "b", "c", "d")
        .run("ball")
        .choose("a")
    )
    assert p.hand_of(0) == ["d"] and p.where("a")[0] == Zone.DISCARD and deck(p) == "bc"


def test_what_was_looked_at_and_what_went_under_is_noted():
    p = ball(Looked.KEEP_UNDER).choose("b")
    assert (p.count(Ev.LOOK), p.count(Ev.UNDER), p.count(Ev.DRAW)) == (1, 2, 1)
    assert ball(Looked.ANY_ORDER).choose("a").choose("b").count(Ev.LOOK) == 3
    draw_card(p.g, p.book, 1, Pile.DOOR, 0)
    assert p.hand_of(1) == ["d"]


@pytest.mark.parametrize(
    ("chosen", "hand", "discards"),
    [("hat", ["cap", "rat"], "hat"), ("rat", ["elf", "hat"], "cap"), ("", ["hat", "rat"], "cap")],
)
def test_a_hand_card_may_be_exchanged_for_the_topmost_discard_of_its_pile(chosen, hand, discards):
    cards = {"rule": card(Kind.RULE, row(Op.SWAP_DISCARD)), "hat": item(), "cap": item(), "belt": item(),
             "rat": card(Kind.MONSTER), "elf": card(Kind.RACE)}  # fmt: skip
    p = Position(cards).carry(0, "rule").hand(0, "hat", "rat").discards("belt", "cap", "elf").run("rule")
    assert p.asked() == (0, Question.LOOK) and p.cards_offered() == ["", "hat", "rat"]
    p.choose(chosen)
    assert (
        p.hand_of(0) == hand and p.names[p.g.discard[Pile.TREASURE, int(p.g.discard_n[Pile.TREASURE]) - 1]] == discards
    )


def test_without_discards_of_its_pile_nothing_can_be_exchanged():
    p = Position({"rule": card(Kind.RULE, row(Op.SWAP_DISCARD)), "hat": item(), "elf": card(Kind.RACE)})
    assert p.carry(0, "rule").hand(0, "hat").discards("elf").run("rule").g.asked == -1
