"""What is paid with one of several cards: which one, and whether one that pays with its own bonus turns a fight."""

from __future__ import annotations

from engine.board.seat_lookup import in_combat
from engine.board.strength import item_bonus
from engine.jit import kernel
from engine.policies.discard_choices import price
from engine.policies.help_worth import NEVER
from engine.policies.paid_power_worth import counts_payment, paid_power
from engine.policies.power_costs import cheapest
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.offer_steps import Pay
from engine.records.questions import Verb
from engine.records.state import Game
from engine.steps.offers.power_prices import note_payment, payable

DEEDS = 20
"""A fight is worth so many Levels where it is only asked which Item turns it."""


@kernel("class.power-by-discard", "combat.strength")
def paid_with(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card, card: Card) -> int:
    """What a power is worth that this Item pays, of a fight worth `outlook.stake`: its owner fights without it then."""
    paid, side = int(g.paid), int(g.side)
    note_payment(g, book, seat, card)
    if in_combat(g, seat) == 1:
        g.side -= item_bonus(g, book, seat, card, 0)
    worth = int(book.work.outlook[0].stake)
    found = int(paid_power(g, book, seat, r, source, worth))
    g.paid, g.side = paid, side
    if found == NEVER:
        return NEVER
    usual = int(cheapest(g, book, seat, source, int(book.effect[r].a), 1))  # what `paid_power` has taken it to cost
    return found + usual - int(keep_value(g, book, seat, card))


@kernel("class.power-by-discard")
def power_by_item(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card, worth: int) -> int:
    """What a power is worth: by the Item that is best for it, where its bonus counts."""
    if g.fighting == 0 or counts_payment(book, source) == 0:
        return paid_power(g, book, seat, r, source, worth)
    best = NEVER
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if payable(g, book, seat, c, source, int(book.effect[r].a)) == 1:
            best = max(best, int(paid_with(g, book, seat, r, source, c)))
    return best


@kernel("class.power-by-discard")
def paying(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Which card pays: the one that is missed least; where its bonus counts, one that turns the fight before all."""
    cost = -int(price(g, book, seat, card))
    row = g.agenda[g.agenda_n - 1]
    if g.fighting == 0 or row[KIND] != Step.PAY or counts_payment(book, int(row[Pay.SOURCE])) == 0:
        return cost
    look = book.work.outlook[0]
    stake = int(look.stake)
    look.stake = DEEDS * int(book.work.weights[seat, Weight.LEVEL])
    found = int(paid_with(g, book, seat, int(row[Pay.EFFECT]), int(row[Pay.SOURCE]), card))
    look.stake = stake
    return found if found != NEVER else cost


@kernel("class.power-by-discard", "help.bribe-items")
def same_deed(book: Book, i: int) -> int:
    """The first option that differs from option i only in the card that pays for it.

    Haste may do the deed or leave it: which card is parted with for it is looked at, so one draw is for all of them.
    """
    one = book.work.option[i]
    for j in range(i if one.verb == Verb.DISCARD_FOR or one.verb == Verb.USE else 0):
        o = book.work.option[j]
        if o.verb == one.verb and o.target == one.target and o.amount == one.amount and o.pick == one.pick:
            return j
    return i
