"""Trades, gifts and sales."""

from __future__ import annotations

from engine.board.equipment import big_load, big_room, ceiling, has_passive
from engine.board.happenings import note
from engine.board.levels import gain
from engine.board.seat_lookup import in_combat, left_of, worth
from engine.board.zones import discard
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.events import Cause, Ev
from engine.records.log import emit
from engine.records.offer_steps import AnswerTrade, Pledge, Sell, push_answer_trade, push_sell
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option
from engine.records.state import Game
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.steps.bargains.bundle import hand_over_all, levels_bought, open_bundle, release


@kernel("trade.items-only", "other.treasures", "guest.no-trade")
def tradeable(g: Game, book: Book, card: Card) -> Yes:
    """Whether a card in play may be traded or given: Items, and nothing else."""
    return 1 if book.card[card].is_item == 1 else 0


@kernel("trade.when", "trade.gifts", "death.no-cards")
def may_deal(g: Game, book: Book, seat: Seat, other: int) -> Yes:
    """Whether two players may trade now: both alive, neither in combat."""
    if other == seat or g.dead[other] == 1 or g.dead[seat] == 1:
        return 0
    if g.redraw[other] == 1 and book.rules[Rule.DEATH_REBORN_CAN_RECEIVE] == 0:
        return 0
    return 1 if in_combat(g, seat) == 0 and in_combat(g, other) == 0 else 0


@kernel("trade.items-only", "trade.when", "trade.gifts", "trade.equip-or-carry", "item.no-discard-just-because")
def trade_options(g: Game, book: Book, seat: Seat) -> int:
    """Propose a gift, or a trade of one Item in play for another; more may be added before the other answers."""
    if g.proposals[seat] >= book.rules[Rule.TRADE_PROPOSALS]:
        return 0
    if book.rules[Rule.REACTION_WINDOWS] != Windows.EVERYONE and g.ordinal[seat] > 0:
        return 0  # one occasion a turn to bargain unless every window is full
    partners = 0
    for s in range(g.seats):
        partners |= may_deal(g, book, seat, s) << s
    for i in range(g.table_n[seat] if partners != 0 else 0):
        c = int(g.table[seat, i])
        for k in range(1, g.seats if tradeable(g, book, c) == 1 else 1):
            s = left_of(g, seat, k)
            if (partners >> s) & 1 == 0:
                continue
            if book.card[c].big == 0 or big_room(g, book, s) > 0:
                option(g, book, Verb.GIVE, c, s, 0)
            _swaps(g, book, seat, c, s)
    return 0


@kernel("trade.equip-or-carry")
def _swaps(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    big = int(book.card[card].big)
    load = int(big_load(g, book, card))
    theirs = int(big_room(g, book, other)) if big == 1 else 1
    for j in range(g.table_n[other]):
        d = int(g.table[other, j])
        if tradeable(g, book, d) == 0 or (theirs < 1 and big > big_load(g, book, d)):
            continue
        if book.card[d].big > load and big_room(g, book, seat) < 1:
            continue
        option(g, book, Verb.TRADE, card, other, d)
    return 0


@kernel("trade.gifts", "trade.giving-to-unwilling")
def do_trade(g: Game, book: Book, seat: Seat, verb: int, card: Card, target: int, wanted: int) -> int:
    """A proposal; the other player must agree."""
    g.proposals[seat] += 1
    want = wanted if verb == Verb.TRADE else -1
    emit(g, book, Ev.PROPOSE, seat, target, card, want, 0, 0)
    push_answer_trade(g, partner=target, card=card, want=want, proposer=seat)
    g.pledged[card] = Pledge.TRADED
    if want >= 0:
        g.pledged[want] = Pledge.TRADED
        open_bundle(g, book, seat, target, Pledge.TRADED)
    return 0


@kernel("trade.giving-to-unwilling")
def step_answer_trade(g: Game, book: Book) -> int:
    """The partner accepts or refuses."""
    row = g.agenda[g.agenda_n - 1]
    ask(g, int(row[AnswerTrade.PARTNER]), Question.TRADE, int(row[AnswerTrade.PROPOSER]))
    option(g, book, Verb.ACCEPT, int(row[AnswerTrade.CARD]), int(row[AnswerTrade.PROPOSER]), int(row[AnswerTrade.WANT]))
    option(g, book, Verb.REFUSE, -1, -1, 0)
    return 0


@kernel("trade.stays-in-play", "trade.gifts", "trade.equip-or-carry")
def answer_answer_trade(g: Game, book: Book, taken: Option) -> int:
    """Both halves of a trade happen at once."""
    row = g.agenda[g.agenda_n - 1]
    partner = int(row[AnswerTrade.PARTNER])
    item = int(row[AnswerTrade.CARD])
    want = int(row[AnswerTrade.WANT])
    proposer = int(row[AnswerTrade.PROPOSER])
    pop(g)
    if taken.verb == Verb.REFUSE:
        g.declined[proposer] = item
        g.declined_for[proposer] = want
        emit(g, book, Ev.DECLINE, partner, proposer, item, want, 0, 0)
        release(g, proposer, Pledge.TRADED)
        release(g, partner, Pledge.TRADED)
        return 0
    hand_over_all(g, book, proposer, partner, Pledge.TRADED)
    hand_over_all(g, book, partner, proposer, Pledge.TRADED)
    return 0


@kernel("sell.rule", "precedence.no-sell-to-ten", "sell.not-in-combat", "sell.one-shots", "sell.from-hand-or-carried")
def sell_options(g: Game, book: Book, seat: Seat) -> int:
    """Begin a sale: only if what could be sold is worth a Level that may still be gained."""
    if book.rules[Rule.SELL_ENABLED] == 0 or g.level[seat] >= ceiling(g, book) or in_combat(g, seat) == 1:
        return 0
    if _best_sum(g, book, seat) < book.rules[Rule.SELL_GP_PER_LEVEL]:
        return 0
    return _list_sellable(g, book, seat)


@kernel("sell.rule", "precedence.no-sell-to-ten")
def _best_sum(g: Game, book: Book, seat: Seat) -> int:
    total = worth(g, book, seat) if book.rules[Rule.SELL_OVERFLOW] == 0 else _worth_within(g, book, seat)
    if _doubles(g, book, seat) == 1:
        total += _dearest(g, book, seat, 0)
    return total


@kernel()
def _doubles(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether one Item of the next sale counts twice."""
    return 1 if has_passive(g, book, seat, Op.SELL_DOUBLE) >= 0 and g.sold_double[seat] == 0 else 0


@kernel()
def _dearest(g: Game, book: Book, seat: Seat, marked: int) -> int:
    best = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].is_item == 1 and (marked == 0 or g.marked[c] == 1):
            best = max(best, int(book.card[c].gold))
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and (marked == 0 or g.marked[c] == 1):
            best = max(best, int(book.card[c].gold))
    return best


@kernel("precedence.no-sell-to-ten")
def _worth_within(g: Game, book: Book, seat: Seat) -> int:
    """Gold Pieces of the Items that may be sold where too dear ones are refused."""
    total = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        total += int(book.card[c].gold) * _sellable(g, book, seat, c)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        total += int(book.card[c].gold) * _sellable(g, book, seat, c)
    return total


@kernel("sell.from-hand-or-carried", "sell.no-value", "sell.one-shots", "other.treasures", "precedence.no-sell-to-ten")
def _sellable(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a card may join the sale: an Item, and by house rule none that buys more Levels than may be gained."""
    if book.card[card].is_item == 0 or g.marked[card] == 1:
        return 0
    if book.rules[Rule.SELL_OVERFLOW] == 0:
        return 1
    g.marked[card] = 1
    levels = sale_total(g, book, seat) // int(book.rules[Rule.SELL_GP_PER_LEVEL])
    g.marked[card] = 0
    return 1 if int(g.level[seat]) + levels <= ceiling(g, book) else 0


@kernel("sell.from-hand-or-carried", "sell.no-value", "sell.one-shots", "other.treasures", "trade.stays-in-play")
def _list_sellable(g: Game, book: Book, seat: Seat) -> int:
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if _sellable(g, book, seat, c) == 1:
            option(g, book, Verb.SELL, c, -1, 0)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if _sellable(g, book, seat, c) == 1:
            option(g, book, Verb.SELL, c, -1, 0)
    return 0


@kernel("sell.rule")
def start_sale(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """The first Item of a sale has been named."""
    g.marked[card] = 1
    push_sell(g, seat=seat)
    return 0


@kernel("example.russia-sale", "sell.rule")
def sale_total(g: Game, book: Book, seat: Seat) -> int:
    """Gold Pieces of the Items named so far."""
    total = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if g.marked[c] == 1:
            total += int(book.card[c].gold)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if g.marked[c] == 1:
            total += int(book.card[c].gold)
            for j in range(g.table_n[seat]):
                d = int(g.table[seat, j])
                if g.host[d] == c and book.card[d].kind == Kind.ITEM_ENHANCER:
                    total += int(book.card[d].gold)
    if _doubles(g, book, seat) == 1:
        total += _dearest(g, book, seat, 1)
    return total


@kernel("sell.rule")
def step_sell(g: Game, book: Book) -> int:
    """Name further Items, or close the sale once it is worth a Level."""
    seat = int(g.agenda[g.agenda_n - 1, Sell.SEAT])
    ask(g, seat, Question.SELL, -1)
    if sale_ready(g, book, seat) == 1:
        option(g, book, Verb.DONE, -1, -1, 0)
    _list_sellable(g, book, seat)
    if g.options == 0:
        g.asked = -1
        unmark(g, seat)
        pop(g)
    return 0


@kernel("sell.rule", "precedence.no-sell-to-ten")
def sale_ready(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether the Items named so far may be sold."""
    levels = sale_total(g, book, seat) // int(book.rules[Rule.SELL_GP_PER_LEVEL])
    if levels < 1 or (book.rules[Rule.SELL_OVERFLOW] == 1 and g.level[seat] + levels > ceiling(g, book)):
        return 0
    return 1


@kernel()
def unmark(g: Game, seat: Seat) -> int:
    """Forget the batch."""
    for i in range(g.hand_n[seat]):
        g.marked[g.hand[seat, i]] = 0
    for i in range(g.table_n[seat]):
        g.marked[g.table[seat, i]] = 0
    return 0


@kernel("sell.rule", "sell.immediate", "precedence.no-sell-to-ten", "sell.from-hand-or-carried", "example.russia-sale")
def answer_sell(g: Game, book: Book, taken: Option) -> int:
    """The sale is closed: the Items are discarded and the levels gained at once, without change."""
    seat = int(g.agenda[g.agenda_n - 1, Sell.SEAT])
    if taken.verb == Verb.SELL:
        g.marked[taken.card] = 1
        return 0
    levels = levels_bought(g, book, seat, sale_total(g, book, seat))
    if _doubles(g, book, seat) == 1:
        g.sold_double[seat] = 1
    pop(g)
    for i in range(int(g.hand_n[seat]) - 1, -1, -1):
        if g.marked[g.hand[seat, i]] == 1:
            discard(g, book, int(g.hand[seat, i]), Ev.SELL)
    _sell_table(g, book, seat)
    gain(g, book, seat, levels, Cause.SALE, -1, 0)
    note(g, book, seat, Trigger.SOLD, -1)
    return 0


@kernel("sell.from-hand-or-carried", "item.cheat", "item.enhancer")
def _sell_table(g: Game, book: Book, seat: Seat) -> int:
    again = 1
    while again == 1:
        again = 0
        for i in range(g.table_n[seat]):
            c = int(g.table[seat, i])
            if g.marked[c] == 1:
                discard(g, book, c, Ev.SELL)
                again = 1
                break
    return 0


STEPS = {Step.ANSWER_TRADE: step_answer_trade, Step.SELL: step_sell}
ANSWERS = {Step.ANSWER_TRADE: answer_answer_trade, Step.SELL: answer_sell}
