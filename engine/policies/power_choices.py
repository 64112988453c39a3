"""Utilities of the powers that a combat lets one use, and of cards that change who gets what of it."""

from __future__ import annotations

from engine.board.kept_curses import evil_bonus
from engine.board.seat_lookup import value_of
from engine.jit import kernel
from engine.policies.bystander import from_outside, on_side, throwable
from engine.policies.curse_removal import burden
from engine.policies.discard_choices import losing, price
from engine.policies.endgame import nearness, rest, spends_the_win, winners
from engine.policies.exchange_worth import holdings
from engine.policies.gains import goes_with_the_hand
from engine.policies.help_worth import NEVER, counted, from_card, lead, own_reserve
from engine.policies.paid_items import power_by_item
from engine.policies.power_costs import for_gold
from engine.policies.trades import stealing
from engine.policies.trials import MOVE, NOBODY, tried
from engine.policies.weights import Weight
from engine.policies.worth import ahead, item_use, keep_value, level_worth
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Yes
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game, Zone
from engine.records.step_values import Held
from engine.records.switches import Rule
from engine.steps.offers.power_prices import PAID


@kernel()
def _stab(g: Game, book: Book, seat: Seat, card: Card, move: int, cost: int, worth: int) -> int:
    """A backstab turns the fight, or the cards that are left do once it is paid for."""
    now = lead(g)
    if move == 0:
        return NEVER
    if card >= 0 and (is_identity(g, book, card) == 1 or is_in_use(g, book, seat, card) == 1):
        fighter = int(g.fighter)
        if winners(g, book) == 0 and (ahead(g, seat, fighter) <= 0 or nearness(g, book, fighter) == 0):
            return NEVER  # what one is or wears one keeps for the sake of somebody who is far from the win or behind
        cost *= 2
    if now + move > 0:
        paid = int(book.card[card].bonus) if card >= 0 else 0
        if throwable(g, book, seat) - max(0, paid) < now + move:
            return NEVER
    return from_outside(g, book, seat, move, cost, worth)


@kernel()
def is_identity(g: Game, book: Book, card: Card) -> Yes:
    """Whether a card is what somebody is now: a Class, a Race and the like in play, or what doubles one."""
    return 1 if g.zone[card] == Zone.TABLE and Kind.CLASS <= book.card[card].kind <= Kind.DOUBLER else 0


@kernel()
def is_in_use(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a card is an Item in play that makes its owner stronger."""
    return 1 if g.zone[card] == Zone.TABLE and item_use(g, book, seat, card) > 0 else 0


@kernel("combat.monster-specials")
def _hardest(g: Game, book: Book) -> int:
    """How far the lead moves without the monster that makes the fight hardest."""
    most = 0
    for m in range(g.foe_n):
        most = max(most, tried(g, book, m, NOBODY, MOVE))
    return most


@kernel()
def power(g: Game, book: Book, seat: Seat, i: int, worth: int) -> int:
    """Powers in a combat: their own cost is the card discarded for them."""
    card = int(book.work.option[i].card)
    e = book.effect[int(book.work.option[i].amount)]
    if e.op == Op.STEAL:
        return stealing(g, book, seat, int(book.work.option[i].target), int(e.a), card)
    if e.op in PAID:
        return power_by_item(g, book, seat, int(book.work.option[i].amount), card, worth)
    mine = on_side(g, book, seat)
    now = lead(g)
    if e.op == Op.BACKSTAB and mine == 1:
        return NEVER
    if e.op == Op.BACKSTAB:
        cost = keep_value(g, book, seat, card) if card >= 0 else 4
        return _stab(g, book, seat, card, counted(g, book, int(e.amount)), cost, worth)
    paid = book.work.option[i].verb == Verb.DISCARD_FOR
    if mine == 0 or now > 0 or (paid and spends_the_win(g, book, seat, card) == 1):
        return NEVER
    cost = keep_value(g, book, seat, card) if card >= 0 else 4
    if e.op == Op.DISCARD_FOR_STRENGTH:
        if card >= 0 and is_in_use(g, book, seat, card) == 1:
            return NEVER
        step = counted(g, book, max(1, int(e.amount)))
        cost = price(g, book, seat, card) if card >= 0 else cost
        if now + step > 0:
            return worth - cost
        own = from_card(g, book, seat, card) if card >= 0 else 0
        if own >= step:
            return NEVER  # played it does as much
        more = own_reserve(g, book, seat) - own
        return worth // 2 - 2 * cost if now + more > 0 and worth > cost + rest(g, book, seat, 1 - now) else NEVER
    if e.op == Op.RECKLESS:
        return worth - 2 * int(book.work.weights[seat, Weight.CARD]) if -int(e.amount) < now else NEVER
    if e.op == Op.CHARM and goes_with_the_hand(g, book, seat, worth) == 1:
        return NEVER  # first the Level
    if e.op == Op.CHARM:
        cost = _hardest(g, book) - tried(g, book, int(book.work.option[i].target), NOBODY, MOVE)  # rather the hardest
        for k in range(g.hand_n[seat]):
            cost += keep_value(g, book, seat, int(g.hand[seat, k]))
    return worth // 2 - cost


@kernel()
def buying_free(g: Game, book: Book, seat: Seat, curse: Card, levels: int) -> int:
    """Pay Levels to be rid of a Curse: for what it still costs, or for an Item that it has turned against its owner.

    The bonus of such an Item changes sides, so it counts twice.
    """
    w = book.work.weights[seat]
    back = 2 * evil_bonus(g, book, curse) * int(w[Weight.BONUS])
    return max(back, burden(g, book, seat, curse) * int(w[Weight.LEVEL]) // 10) - level_worth(g, book, seat, levels)


@kernel("item.forced-loss")
def own_tax(g: Game, book: Book, seat: Seat, card: Card, target: Seat) -> int:
    """What a Curse that all pay for costs its thrower: as much Gold as its victim will part with, or all and levels."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.TAX:
            need = int(_least(g, book, seat, target))
            paid = int(for_gold(g, book, seat, need)) if need > 0 else 0
            if paid < -NEVER:
                return paid
            low = min(int(book.effect[r].amount), int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN]))
            return level_worth(g, book, seat, max(0, low)) + holdings(g, book, seat, seat, Held.ITEMS)
    return 0


@kernel("curse.victim-chooses")
def _least(g: Game, book: Book, seat: Seat, victim: Seat) -> int:
    """Gold of the Item in play that a victim will miss least, as all can see."""
    least = -NEVER
    gold = 0
    for i in range(g.table_n[victim]):
        c = int(g.table[victim, i])
        if book.card[c].is_item == 1 and losing(g, book, seat, c) < least:
            least = int(losing(g, book, seat, c))
            gold = int(value_of(g, book, victim, c))
    return gold
