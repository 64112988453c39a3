"""From opcode numbers to kernels: when each power is offered, what it offers, and what it does once paid."""

from __future__ import annotations

from typing import Any

from engine.board.seat_lookup import in_combat
from engine.jit import kernel, switch
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Yes
from engine.records.opcode_row import Moment
from engine.records.opcodes import OPCODES, codes
from engine.records.questions import Question, Verb, option
from engine.records.state import Game
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.steps.offers import fight_powers, own_turn_powers, paid_powers
from engine.steps.offers.own_turn_powers import ALERT

FAMILIES = (fight_powers, own_turn_powers, paid_powers)


def _found(name: str) -> Any:
    """The kernel of a name in the families; None if there is none."""
    return next((vars(family)[name] for family in FAMILIES if name in vars(family)), None)


@kernel("class.power-by-discard")
def offer_plainly(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """A power that aims at nothing and asks for no more than what its row says."""
    return option(g, book, Verb.USE, card, -1, row)


OFFERS = {o.code: _found(f"offer_{o.name}") or offer_plainly for o in OPCODES if o.moments}
"""What a power offers: kernel `offer_NAME`, or one option to use it."""

USES = {o.code: found for o in OPCODES if (found := _found(f"use_{o.name}")) is not None}
"""What a power does once it is paid: kernel `use_NAME`."""

offer_power = switch("offer_power", OFFERS, "g, book, seat, card, row")
take_effect = switch("take_effect", USES, "g, book, seat, row, source, target")


OWN_FIGHT = codes(lambda o: o.moments & Moment.OWN_FIGHT)
ANY_FIGHT = codes(lambda o: o.moments & Moment.ANY_FIGHT)
FLIGHT = codes(lambda o: o.moments & Moment.FLIGHT)
ROLLED = codes(lambda o: o.moments & Moment.ROLLED)
DOOR = codes(lambda o: o.moments & Moment.DOOR)
DRAW = codes(lambda o: o.moments & Moment.DRAW)
OWN_TURN = codes(lambda o: o.moments & Moment.OWN_TURN)
EVENING = codes(lambda o: o.moments & Moment.EVENING)
QUIET = codes(lambda o: o.moments & Moment.QUIET)
FOE = codes(lambda o: o.moments & Moment.FOE)
DEFEAT = codes(lambda o: o.moments & Moment.DEFEAT)
VICTORY = codes(lambda o: o.moments & Moment.VICTORY)
ANY_ROLL = codes(lambda o: o.moments & Moment.ANY_ROLL)
FOE_FLIGHT = codes(lambda o: o.moments & Moment.FOE_FLIGHT)


@kernel("class.ability-timing", "timing.own-turn", "timing.any-time-not-combat")
def is_time_for(g: Game, book: Book, seat: Seat, op: int, question: int) -> Yes:
    """Whether a player's power may be offered with a question."""
    if question == Question.REACT:
        return 1 if op in ANY_FIGHT or _is_time_in_fight(g, book, seat, op) == 1 else 0
    if question == Question.FLEE:
        return 1 if op in FLIGHT else 0
    if question == Question.ROLLED:
        return 1 if op in ROLLED else 0
    if question == Question.VICTORY:
        return 1 if op in VICTORY else 0
    if question == Question.DIE:
        return 1 if op in ANY_ROLL else 0
    if question == Question.DEFEAT:
        return 1 if op in DEFEAT else 0
    if question == Question.DOOR_CARD:
        return 1 if op in DOOR else 0
    if question == Question.DRAW_UP:
        return 1 if op in DRAW else 0
    if question == Question.STUDY or (question == Question.EVENING and op in EVENING):
        return 1 if op in EVENING else 0
    own_turn = question == Question.ARRANGE or question == Question.EVENING or question == Question.ROOM
    if own_turn and op in OWN_TURN:
        return 1
    return 1 if (own_turn or question == Question.WINDOW) and op in QUIET and in_combat(g, seat) == 0 else 0


@kernel("combat.bystander-class-abilities", "class.ability-timing")
def _is_time_in_fight(g: Game, book: Book, seat: Seat, op: int) -> Yes:
    """In one's own combat; beside one a Thief thinks of it once, when it begins: every action opens the round anew."""
    if in_combat(g, seat) == 1:
        return 1 if op in OWN_FIGHT else 0
    begins = op in ALERT and g.fight_actions == 0
    return 1 if op in QUIET and (book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE or begins) else 0


@kernel("combat.monster-specials")
def foe_allows(op: int, question: int) -> Yes:
    """Whether what a monster lets its opponents do may be offered with a question."""
    if question == Question.FLEE:
        return 1 if op in FOE_FLIGHT else 0
    return 1 if question == Question.REACT and op in FOE else 0
