"""Powers made of a moment, a price and steps: the price is paid first, then the rows of the trigger `used` follow."""

from __future__ import annotations

from engine.board.levels import drop
from engine.board.monster_changes import is_alone
from engine.board.monsters import start_program
from engine.board.replacements import waiting_door
from engine.board.seat_lookup import has_row
from engine.board.tokens import change_tokens
from engine.board.zones import discard_for
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Trigger
from engine.records.events import Cause, Ev
from engine.records.offer_steps import push_pay
from engine.records.opcodes import Op
from engine.records.questions import Verb, option
from engine.records.state import Game
from engine.records.step_values import Price
from engine.steps.offers.power_prices import can_pay, price_amount


@kernel("class.power-by-discard")
def begin_payment(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """What is no card is paid at once; cards one by one, before the power takes effect."""
    e = book.effect[row]
    amount = price_amount(g, book, seat, row, target)
    if e.a != Price.NOTHING and e.a != Price.LEVELS and e.a != Price.ITSELF and e.a != Price.TOKENS:
        return push_pay(g, seat=seat, left=amount, effect=row, source=source, target=target)
    if e.a == Price.TOKENS:
        change_tokens(g, book, seat, -amount, source)
    if e.a == Price.LEVELS:
        drop(g, book, seat, amount, Cause.ABILITY, source)
    start_program(g, book, Trigger.USED, seat, source, target, seat)
    return discard_for(g, book, source, Ev.PAY, source) if e.a == Price.ITSELF else 0


@kernel("class.power-by-discard")
def offer_pay_on_turn(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """If the price can be paid."""
    if has_row(book, card, Op.SKIP_DOOR, 0) == 1 and (seat != g.active or waiting_door(g) < 0):
        return 0  # it is open
    return option(g, book, Verb.USE, card, -1, row) if can_pay(g, book, seat, card, row, -1) == 1 else 0


@kernel("class.power-by-discard")
def use_pay_on_turn(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """What is paid for happens."""
    return start_program(g, book, Trigger.USED, seat, source, target, seat)


@kernel("class.power-by-discard", "timing.own-turn")
def offer_pay_in_turn(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """On their own turn alone: in the combats of others they may be a helper."""
    return offer_pay_on_turn(g, book, seat, card, row) if seat == g.active else 0


@kernel("class.power-by-discard", "combat.win-treasure")
def offer_pay_when_won(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """For each monster that has a card of its own, if the price can be paid for it."""
    for m in range(g.foe_n):
        if is_alone(g, m) == 1 and can_pay(g, book, seat, card, row, m) == 1:
            option(g, book, Verb.USE, card, m, row)
    return 0


offer_pay_in_fight = offer_pay_beside = offer_pay_after_roll = offer_pay_when_losing = offer_pay_on_turn
offer_pay_any_time = offer_pay_at_roll = offer_pay_on_turn
use_pay_in_fight = use_pay_beside = use_pay_after_roll = use_pay_when_losing = use_pay_any_time = use_pay_on_turn
use_pay_at_roll = use_pay_when_won = use_pay_in_turn = use_pay_on_turn
