"""Effects on hands: discarding, drawing, showing, taking, giving."""

import pytest

from engine.board.setup import deal as deal_hand
from engine.records.agenda import Step
from engine.records.amounts import Amount, Count, counted
from engine.records.card_kinds import Kind, Pile, Slot, Trigger
from engine.records.events import Drawn, Ev
from engine.records.opcodes import Op
from engine.records.questions import Question
from engine.records.state import Zone
from engine.records.step_values import Chooser, Source, What
from tests.effects.build import Position, card, item, row


def deal(*program, seats=3, **switches):
    cards = {
        "c": card(Kind.CURSE, *program),
        "door": card(Kind.WANDERING),
        "beast": card(Kind.MONSTER),
        "gem": item(gold=100),
        "ring": item(gold=300, slot=Slot.HEAD),
        "big": item(big=1),
    }
    return Position(cards, seats, **switches)


@pytest.mark.rule("cards.hand-private", "curse.victim-chooses")
def test_hand_cards_are_discarded_by_choice_or_all():
    p = deal(row(Op.DISCARD_HAND, 1)).hand(0, "door", "gem").carry(0, "ring").run("c")
    assert p.cards_offered() == ["door", "gem"]
    assert p.choose("door").hand_of(0) == ["gem"]
    q = deal(row(Op.DISCARD_HAND, Amount.ALL)).hand(0, "door", "gem").carry(0, "ring").run("c")
    assert (q.hand_of(0), q.table_of(0)) == ([], ["ring"])


@pytest.mark.rule("cards.hand-private")
def test_only_cards_of_the_kind_are_discarded_and_others_or_chance_may_choose():
    p = deal(row(Op.DISCARD_HAND, Amount.ALL, What.DOOR)).hand(0, "door", "beast", "gem").run("c")
    assert p.hand_of(0) == ["gem"]
    q = deal(row(Op.DISCARD_HAND, 1, What.HAND, Chooser.LOWEST)).levels(3, 2, 1).hand(0, "door", "gem").run("c")
    assert q.asked() == (2, Question.LOSE)
    r = deal(row(Op.DISCARD_HAND, 1, What.HAND, Chooser.RANDOM)).hand(0, "door", "gem").run("c")
    assert len(r.hand_of(0)) == 1 and not r.options()


@pytest.mark.rule("cards.deck-and-discards-empty", "cards.receive-play")
def test_drawing_stops_when_there_is_nothing_left():
    p = deal(row(Op.DRAW, 9, Pile.TREASURE)).run("c")
    assert p.hand_of(0) == ["big", "gem", "ring"]
    assert p.g.fresh[p["gem"]] == 1


@pytest.mark.rule("cards.show-hand")
def test_a_shown_hand_is_an_event_and_nothing_more():
    p = deal(row(Op.SHOW_HAND)).hand(0, "gem").run("c")
    assert (p.count(Ev.SHOW), p.hand_of(0)) == (1, ["gem"])


@pytest.mark.rule("cards.hand-private", "death.no-cards")
@pytest.mark.parametrize(
    ("to", "order"),
    [(Chooser.BOTH, [1, 3]), (Chooser.EACH_LEFT, [1, 2, 3]), (Chooser.EACH_RIGHT, [3, 2, 1]), (Chooser.HIGHEST, [2])],
)
def test_others_take_hand_cards_unseen_in_the_named_order(to, order):
    p = (
        deal(row(Op.PLAYERS_TAKE, a=to, b=What.HAND), seats=4)
        .levels(1, 2, 5, 3)
        .hand(0, "door", "gem", "ring", "beast")
    )
    p.run("c")
    log = p.book.work.log[: int(p.g.log_n)]
    assert [int(x[4]) for x in log if x[2] == Ev.STEAL] == order
    assert not p.options()


@pytest.mark.rule("trade.stays-in-play", "run.badstuff")
def test_a_taken_item_stays_in_play_and_the_taker_chooses():
    p = deal(row(Op.PLAYERS_TAKE, a=Chooser.EACH_HIGHEST, b=What.ITEM)).levels(1, 2, 5).wear(0, "ring").carry(0, "gem")
    p.hand(0, "door").run("c")
    assert p.asked() == (2, Question.TAKE)
    p.choose("ring")
    assert p.where("ring") == (Zone.TABLE, 2) and p.g.equipped[p["ring"]] == 0
    assert p.where("gem") == (Zone.TABLE, 1)  # one Item left, so no question
    assert p.hand_of(0) == ["door"]


@pytest.mark.rule("cards.hand-private")
def test_a_treasure_is_taken_from_the_table_by_choice_or_from_the_hand_unseen():
    p = deal(row(Op.PLAYERS_TAKE, a=Chooser.LEFT, b=What.TREASURE)).carry(0, "gem").hand(0, "ring", "door").run("c")
    assert [(name, n) for _, name, _, n in p.options()] == [("gem", 0), ("", 1)]
    assert p.choose("").hand_of(1) == ["ring"]


@pytest.mark.rule("cards.hand-private")
@pytest.mark.parametrize(("what", "taken"), [(What.MONSTER, False), (What.DOOR, True)])
def test_nobody_takes_from_a_hand_by_what_its_backs_do_not_show(what, taken):
    p = deal(row(Op.PLAYERS_TAKE, a=Chooser.LEFT, b=what)).hand(0, "beast", "ring").run("c")
    assert (not p.options(), p.hand_of(1) == ["beast"]) == (True, taken)


@pytest.mark.rule("run.badstuff")
def test_a_player_gives_a_card_of_his_choice():
    p = deal(row(Op.GIVE_CARD, a=Chooser.BOTH, b=What.CARD)).hand(0, "door").carry(0, "gem").run("c")
    assert p.asked() == (0, Question.GIVE)
    p.choose("gem", target=1)
    assert p.where("gem") == (Zone.TABLE, 1)
    assert p.where("door") == (Zone.HAND, 2)


@pytest.mark.rule("run.badstuff", "cultist.everyone")
def test_only_the_named_are_given_a_card():
    program = row(Op.GIVE_CARD, a=Chooser.CULTISTS, b=What.CARD)
    cards = {
        "c": card(Kind.CURSE, program),
        "mad": card(Kind.CLASS, identity=8, locked=1),
        "gem": item(),
        "ring": item(),
    }
    p = Position(cards, cultist_enabled=1).carry(2, "mad").hand(0, "gem", "ring").run("c").choose("gem")
    assert (p.hand_of(1), p.hand_of(2)) == ([], ["gem"])


@pytest.mark.rule("cards.no-looking-discards", "cultist.own-discard")
def test_a_card_may_fetch_one_from_the_discards_but_no_cultist():
    cards = {"c": card(Kind.CURSE, row(Op.TAKE_FROM_DISCARDS, a=What.CARD)), "mad": card(Kind.CLASS, locked=1)}
    cards |= {"gem": item(), "door": card(Kind.MONSTER)}
    p = Position(cards, cultist_enabled=1).cultists("mad").discards("gem", "door", "c").run("c")
    assert p.cards_offered() == ["door", "gem"]
    assert p.choose("gem").hand_of(0) == ["gem"]


@pytest.mark.rule("precedence.card-over-rule")
def test_treasures_may_be_exchanged():
    p = deal(row(Op.DISCARD_FOR_DRAW, 2)).hand(0, "gem", "door").carry(0, "ring").run("c")
    assert sorted(n for n in p.cards_offered() if n) == ["gem", "ring"]
    p.choose("gem").choose("")  # pass after one
    assert p.hand_of(0) == ["big", "door"]


@pytest.mark.rule("cards.receive-play")
def test_a_card_that_acts_when_drawn_acts_at_once_and_is_gone():
    cards = {"c": card(Kind.CURSE, row(Op.DRAW, 1, Pile.TREASURE)), "gem": item()}
    hoard = card(Kind.SPECIAL, row(Op.DRAW, 1, Pile.TREASURE, on=Trigger.DRAWN), pile=Pile.TREASURE)
    p = Position(cards | {"hoard": hoard}).place(Zone.OUT, -1, "gem").place(Zone.DECK, -1, "gem", "hoard").run("c")
    assert p.hand_of(0) == ["gem"] and p.lost("hoard")


@pytest.mark.rule("setup.deal-four-four", "cards.receive-play")
def test_a_card_that_acts_when_drawn_does_so_in_an_opening_hand():
    hoard = card(Kind.SPECIAL, row(Op.DRAW, 2, Pile.TREASURE, on=Trigger.DRAWN), pile=Pile.TREASURE)
    p = Position({"hoard": hoard, **{f"gem{i}": item() for i in range(6)}}, setup_deal_door=0, setup_deal_treasure=4)
    p.place(Zone.OUT, -1, "hoard").place(Zone.DECK, -1, "hoard")
    deal_hand(p.g, p.book, 0, Drawn.DEALT)
    p.advance()
    assert len(p.hand_of(0)) == 3 + 2 and p.lost("hoard")


@pytest.mark.rule("reward.draw-up-helped")
def test_what_a_card_turned_up_brings_along_may_be_counted():
    """A card for each player: three more come with it."""
    hoard = card(
        Kind.SPECIAL, row(Op.DRAW, counted(Count.PLAYERS), Pile.TREASURE, on=Trigger.DRAWN), pile=Pile.TREASURE
    )
    beast = card(Kind.MONSTER, level=1)
    p = Position({"hoard": hoard, "beast": beast, **{f"gem{i}": item() for i in range(6)}}).fight(0, "beast", helper=1)
    p.place(Zone.OUT, -1, "hoard").place(Zone.DECK, -1, "hoard").step(Step.DRAW_OPEN, 1)
    assert p.count(Ev.REVEAL) == 1 + 3


def refilled(op, amount, a, *hand, deck=6):
    """Seat 0 holds some cards; there are Doors d and Treasures t, six of each."""
    cards = {
        f"{kind[0]}{i}": card(kind[1]) for kind in (("d", Kind.MONSTER), ("t", Kind.ONE_SHOT)) for i in range(deck)
    }
    return Position({"rule": card(Kind.RULE, row(op, amount, a)), **cards}).carry(0, "rule").hand(0, *hand).run("rule")


@pytest.mark.rule("cards.receive-play", "cards.deck-and-discards-empty")
@pytest.mark.parametrize(("amount", "pile", "hand", "doors", "treasures"), [
    (5, Pile.DOOR, ("d0", "t0"), 4, 1), (5, Pile.TREASURE, (), 0, 5), (2, Pile.TREASURE, ("d0", "d1", "d2"), 3, 0),
    (30, Pile.DOOR, ("t0",), 6, 1),
])  # fmt: skip
def test_a_hand_is_refilled_from_a_pile_as_far_as_it_goes(amount, pile, hand, doors, treasures):
    held = refilled(Op.REFILL, amount, pile, *hand).hand_of(0)
    assert (sum(c[0] == "d" for c in held), sum(c[0] == "t" for c in held)) == (doors, treasures)


@pytest.mark.rule("cards.receive-play", "cards.discard-piles")
@pytest.mark.parametrize(
    ("source", "doors", "treasures"), [(Source.SAME, 1, 2), (Source.DOOR, 3, 0), (Source.TREASURE, 0, 3)]
)
def test_a_hand_goes_and_as_many_cards_come(source, doors, treasures):
    p = refilled(Op.REDRAW, 0, source, "d0", "t0", "t1")
    held = p.hand_of(0)
    assert p.lost("d0", "t0", "t1")
    assert (sum(c[0] == "d" for c in held), sum(c[0] == "t" for c in held)) == (doors, treasures)


def test_a_one_shot_is_lost_from_hand_or_table():
    """curse.victim-chooses: one of the two, and no Item; of the discards one may be taken too."""
    cards = {"bolt": card(Kind.ONE_SHOT), "balm": card(Kind.ONE_SHOT), "hat": item(), "gone": card(Kind.ONE_SHOT)}
    cards["theft"] = card(Kind.CURSE, row(Op.DISCARD_HAND, 1, What.ONE_SHOT))
    cards["find"] = card(Kind.SPECIAL, row(Op.TAKE_FROM_DISCARDS, 0, What.ONE_SHOT))
    at = Position(cards).hand(0, "bolt", "hat").carry(0, "balm").discards("gone")
    at.run("theft")
    assert at.cards_offered() == ["balm", "bolt"]
    assert at.choose("balm").lost("balm") and at.hand_of(0) == ["bolt", "hat"]
