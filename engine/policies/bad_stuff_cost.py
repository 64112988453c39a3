"""What a setback would cost its victim: only what they have can be taken, and what is worth more costs more; Death."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import resolved
from engine.board.dice_throws import dice_of
from engine.board.levels import is_cultist
from engine.board.seat_lookup import highest_level, item_count, lowest_level, owns
from engine.effects.item_effects import worth_in_play
from engine.effects.named_players import is_named
from engine.jit import kernel
from engine.policies.lasting_worth import AWAITED, EACH_ROUND, hampers, is_plain, lasting
from engine.policies.tokens_taken import THE_WIN, tokens, wins_now
from engine.policies.weights import Weight
from engine.policies.worth import expected, item_use
from engine.records.amounts import COUNTED, Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import Axis, Card, Kind, Pile, Seat, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import WORTH, Op
from engine.records.state import Game, Status
from engine.records.step_values import SIDES, THROWN, Asked, Chooser, Held, Until, What, Which
from engine.records.step_worth import Worth
from engine.records.switches import Rule
from engine.steps.cards.matching import is_meant, is_what, threshold
from engine.steps.turn.death import keeps_hand, keeps_items

WHOLE = 100
"""Cards that a row takes which says all."""
A_LEVEL = 10
"""Points of a level lost; a whole character, hand and all, counts ten times as much."""
ROUNDS, A_DRAW, MOST_KEPT = 3, 2, 30
"""Half rounds that a Level takes the leader, and the last one twice; cards that come to a hand in a round; most points
of what a card does as long as it lies there."""
SET_BACK, SOMETHING = 12, 6
"""Points of a state that hinders a player, and of a step of which nobody knows what it does."""


@kernel()
def _of_item(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item, or a companion, that is lost."""
    if book.card[card].is_item == 0:
        return A_LEVEL
    return 4 + 3 * min(10, item_use(g, book, seat, card))


@kernel()
def item_loss(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Points of what a `lose_item` row takes: the victim parts with the least, others choose the best."""
    which = int(e.a)
    slot = Which.HEAD <= which <= Which.HAND
    picks_least = e.b == Chooser.VICTIM and not slot and which != Which.BEST and which != Which.DEAREST
    total = 0
    least = 1000
    most = 0
    ranked = which == Which.BEST or which == Which.DEAREST or which == Which.CHEAPEST
    need = int(threshold(g, book, seat, which)) if ranked else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if is_meant(g, book, seat, c, which, need) == 0:
            continue
        worth = _of_item(g, book, seat, c)
        total += worth
        least = min(least, worth)
        most = max(most, worth)
    if e.amount == Amount.ALL or which == Which.ALL or total == 0:
        return total
    n = resolved(g, book, seat, int(e.amount)) if e.amount <= COUNTED else max(1, int(e.amount))
    return min(total, max(0, n) * (least if picks_least else most))


@kernel()
def _identity_loss(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Points of an identity that is lost or exchanged."""
    if e.op == Op.LOSE_CLASS or e.op == Op.LOSE_RACE:
        axis = int(Axis.CLASS if e.op == Op.LOSE_CLASS else Axis.RACE)
        for i in range(g.table_n[seat]):
            row = book.card[g.table[seat, i]]
            spared = e.op == Op.LOSE_CLASS and (int(row.identity) & int(e.a)) != 0
            if row.kind == Kind.CLASS + axis and not spared and row.locked == 0:
                return 4
        return 0
    return 4 if g.axis_n[seat, int(e.a)] > 0 else 0


@kernel()
def _of_what(g: Game, book: Book, seat: Seat, what: int, hand_only: int) -> int:
    """Cards of a kind that a player has in hand and, if not `hand_only`, on the table."""
    n = 0
    for i in range(g.hand_n[seat]):
        n += is_what(g, book, int(g.hand[seat, i]), what)
    for i in range(0 if hand_only == 1 else int(g.table_n[seat])):
        n += is_what(g, book, int(g.table[seat, i]), what)
    return n


@kernel()
def _handed_out(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Points of what others take or are given: a card for each whom the row names, as long as there are any."""
    what = int(e.b)
    n = 0
    for s in range(g.seats):
        if s != seat:
            n += is_named(g, book, seat, int(e.a), s, -1)
    if e.op == Op.SHARE_SPOILS:
        return 4 * n  # a Treasure for each of them
    n = min(n, _of_what(g, book, seat, what, 0))
    if what == What.ITEM:
        return A_LEVEL * n
    return n * (3 if what == What.HAND or what == What.DOOR else 4)


@kernel()
def _card_loss(g: Game, book: Book, seat: Seat, e: Effect, worth: int) -> int:
    """Points of cards that are discarded or lost: only those of the kind count."""
    if worth == Worth.HAND_LOST:
        return 2 * min(expected(g, book, seat, int(e.amount), WHOLE), _of_what(g, book, seat, int(e.a), 1))
    items = int(item_count(g, book, seat))
    if e.op == Op.LOSE_HELD:
        return 4 * (int(g.hand_n[seat]) if e.a == Held.HAND else items)
    if worth == Worth.CARDS_LOST:
        return 4 * min(expected(g, book, seat, int(e.amount), WHOLE), int(g.hand_n[seat]) + items)
    paid = A_LEVEL if items > 0 else 0
    if e.op == Op.DISCARD_GOLD and e.a > 0 and worth_in_play(g, book, seat) < e.amount:
        return paid + lost_levels(g, book, seat, int(e.a))
    return paid


@kernel()
def lost_levels(g: Game, book: Book, seat: Seat, n: int) -> int:
    """Points of levels that are lost: nobody falls below the first."""
    return A_LEVEL * max(0, min(n, int(g.level[seat]) - int(book.rules[Rule.LEVEL_MIN])))


@kernel()
def _level_loss(g: Game, book: Book, seat: Seat, worth: int, n: int) -> int:
    """Points of a row that takes levels: so many, for each card of the hand, or down to a Level."""
    if worth == Worth.LEVELS_LOST_BY_HAND:
        return lost_levels(g, book, seat, max(1, n) * int(g.hand_n[seat]))
    if worth == Worth.LEVEL_SET:
        return lost_levels(g, book, seat, int(g.level[seat]) - (n if n > 0 else int(lowest_level(g, book))))
    return lost_levels(g, book, seat, n if n >= 0 else 3)


@kernel()
def _tagged_loss(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Points of the cards of a tag that go: of all, or only of the Items in use."""
    total = 0
    for i in range(int(g.hand_n[seat]) if e.op == Op.LOSE_TAGGED else 0):
        total += 3 if (int(book.card[g.hand[seat, i]].tags) & int(e.a)) != 0 else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if (int(book.card[c].tags) & int(e.a)) != 0 and (e.op == Op.LOSE_TAGGED or g.equipped[c] == 1):
            total += _of_item(g, book, seat, c)
    return total


@kernel()
def of_row(g: Game, book: Book, seat: Seat, card: Card, e: Effect) -> int:
    """Points of one row of a program."""
    worth = int(WORTH[e.op])
    if worth == Worth.DEATH:
        return A_LEVEL * (10 - 3 * keeps_hand(book) - 5 * keeps_items(book))
    if Worth.LEVELS_LOST <= worth <= Worth.LEVEL_SET:
        return _level_loss(g, book, seat, worth, resolved(g, book, seat, int(e.amount)))
    if worth == Worth.ITEM_LOST:
        return item_loss(g, book, seat, e)
    if worth == Worth.IDENTITY_LOST or worth == Worth.IDENTITY_REPLACED:
        return _identity_loss(g, book, seat, e)
    if Worth.HAND_LOST <= worth <= Worth.CARDS_LOST:
        return _card_loss(g, book, seat, e, worth)
    if worth == Worth.HANDED_OUT:
        return _handed_out(g, book, seat, e)
    if worth == Worth.TAGGED_LOST:
        return _tagged_loss(g, book, seat, e)
    if worth == Worth.KEPT:
        return 2 * min(10, lasting(g, book, seat, card)) + hampers(book, card)
    if worth == Worth.NAMED_LOST:
        return A_LEVEL if owns(g, book, seat, int(e.a)) >= 0 else 0
    if worth == Worth.CULTIST:
        return 2 if is_cultist(g, book, seat) == 0 and g.discard_n[Pile.CULTIST] > 0 else 0
    if worth == Worth.CULTIST_NO_MORE:
        return 2 * is_cultist(g, book, seat)
    if worth == Worth.STATUS:
        if e.op == Op.SKIP_TURNS:
            return SET_BACK * max(1, resolved(g, book, seat, int(e.amount)))
        return SET_BACK if (int(g.status[seat]) & int(e.a)) == 0 and e.a != Status.SHELTERED else 0
    if worth == Worth.LEVELS_GIVEN:
        return A_LEVEL // 2
    if worth == Worth.TOKENS_TAKEN or worth == Worth.TOKENS_LOST:
        return A_LEVEL * tokens(g, book, seat, e, -1) // max(1, int(book.work.weights[seat, Weight.LEVEL]))
    if worth == Worth.GAME_ENDED:
        return 0 if wins_now(g, book, seat, e) == 1 else A_LEVEL * THE_WIN
    return SOMETHING if worth == Worth.UNKNOWN else 0


@kernel()
def _lesser(g: Game, book: Book, seat: Seat, card: Card, asks: int) -> int:
    """Points of a choice between two losses: the victim takes the lesser one, another player the other."""
    row = book.card[card]
    first = 0
    second = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE:
            lost = int(of_row(g, book, seat, card, e))
            first += lost if e.x == 1 else 0
            second += lost if e.x == 2 else 0
    return min(first, second) if asks == Asked.SELF else max(first, second)


@kernel()
def faces_of(book: Book, card: Card, e: Effect) -> int:
    """Faces of a die, of six, at which a row that follows a roll counts; of other dice in this proportion."""
    dice = int(dice_of(book, card))
    number, sides = int(THROWN[dice]), int(SIDES[dice])
    low, high = number, number * sides
    if e.cond == Condition.CALLED or e.cond == Condition.NOT_CALLED:
        return 1 if e.cond == Condition.CALLED else 5
    if e.cond == Condition.DIE_AT_LEAST:
        low = max(low, int(e.x))
    if e.cond2 == Condition.DIE_AT_LEAST:
        low = max(low, int(e.x2))
    if e.cond == Condition.DIE_AT_MOST:
        high = min(high, int(e.x))
    if e.cond2 == Condition.DIE_AT_MOST:
        high = min(high, int(e.x2))
    hits = 0
    for one in range(1, sides + 1):
        for other in range(1, sides + 1 if number == 2 else 2):
            shown = one + (other if number == 2 else 0)
            hits += 1 if low <= shown <= high else 0
    ways = sides * sides if number == 2 else sides
    return (6 * hits + ways // 2) // max(1, ways)


@kernel()
def _diced(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of what a die decides: of each loss as many sixths as it has faces."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.ROLLED:
            total += int(of_row(g, book, seat, card, e)) * faces_of(book, card, e)
    return total // 6


@kernel()
def bad_stuff(g: Game, book: Book, seat: Seat, card: Card, trigger: int) -> int:
    """Points a card's program takes from a player: a level is ten, an Item four and more, death a hundred."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != trigger or (is_plain(int(e.cond)) == 1 and holds(g, book, seat, card, e) == 0):
            continue
        if e.op == Op.EITHER:
            total += _lesser(g, book, seat, card, int(e.a))
        elif e.op == Op.KEEP:
            total += kept(g, book, seat, card, e)
        else:
            total += _diced(g, book, seat, card) if e.op == Op.ROLL else of_row(g, book, seat, card, e)
    return total


@kernel()
def kept(g: Game, book: Book, seat: Seat, card: Card, e: Effect) -> int:
    """Points that a card takes as long as it lies there: what it does all the time, and whenever its moment comes."""
    total = of_row(g, book, seat, card, e)
    row = book.card[card]
    rounds = ROUNDS * (1 + max(0, int(book.rules[Rule.VICTORY_LEVEL]) - int(highest_level(g))))
    halves = rounds if e.a == Until.REMOVED else 2
    for r in range(row.first, row.last if (int(row.triggers) & AWAITED) != 0 else row.first):
        on = int(book.effect[r].trigger)
        if (AWAITED >> on) & 1:
            taken = of_row(g, book, seat, card, book.effect[r])
            if WORTH[book.effect[r].op] == Worth.HAND_LOST:  # an empty hand fills again
                taken = max(taken, 2 * min(A_DRAW, int(expected(g, book, seat, int(book.effect[r].amount), WHOLE))))
            total += (halves if (EACH_ROUND >> on) & 1 else halves // 3) * taken // 2
    return min(MOST_KEPT, total)


@kernel()
def toll(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Strength that a Curse takes at once from somebody who is fighting: levels, Items in use, what lasts."""
    row = book.card[card]
    total = lasting(g, book, seat, card)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.CURSED or (is_plain(int(e.cond)) == 1 and holds(g, book, seat, card, e) == 0):
            continue
        if e.op == Op.LOSE_LEVELS:
            total += of_row(g, book, seat, card, e) // A_LEVEL
        elif e.op == Op.LOSE_ITEM:
            total += max(0, (item_loss(g, book, seat, e) - 4) // 3)
    return total
