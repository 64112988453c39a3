"""What a token is worth to a player: what tokens buy, and what hangs on having so many.

It is worked out once for a question, into `book.work.token`: what is taken and lost for it is weighed by that number.
"""

from __future__ import annotations

from engine.board.counted_amounts import counts_what, resolved
from engine.board.happenings import is_first
from engine.board.tokens import all_tokens, most_tokens
from engine.jit import kernel
from engine.policies.lasting_worth import is_boon
from engine.policies.moments import balance, follows
from engine.policies.weights import Weight
from engine.records.amounts import COUNTED, Count, Within
from engine.records.book import Book, Effect
from engine.records.card_kinds import INSTEAD, LASTING_BITS, Card, EffectRow, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.step_values import Price, Tally
from engine.records.switches import Rule
from engine.steps.offers.power_prices import PAID

BESIDES = 3
"""Part of a row's worth that a token has which only brings its owner before all others."""
A_LIFE = 3
"""Levels that it is worth to be able to win at all."""
LAST, NEXT = 0, 1
"""Places in `book.work.token`, and two for what is not yet told to the others."""


@kernel()
def price_tokens(g: Game, book: Book) -> int:
    """Tell what each player's last token and one more are worth to them; tokens that buy tokens count for nothing."""
    for s in range(g.seats):
        book.work.token[s, LAST] = 0
        book.work.token[s, NEXT] = 0
    for s in range(g.seats):
        n = int(g.tokens[s])
        book.work.token[s, LAST + 2] = token_worth(g, book, s, n, -1) if n > 0 else 0
        book.work.token[s, NEXT + 2] = token_worth(g, book, s, n + 1, -1) if n < most_tokens(book) else 0
    for s in range(g.seats):
        book.work.token[s, LAST] = book.work.token[s, LAST + 2]
        book.work.token[s, NEXT] = book.work.token[s, NEXT + 2]
    return 0


@kernel("precedence.card-over-rule")
def token_worth(g: Game, book: Book, seat: Seat, n: int, without: EffectRow) -> int:
    """Utility points of a player's n-th token, by all that lies before them but one power."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        for r in range(row.first, row.last):
            if r != without:
                total += _by_row(g, book, seat, c, r, n)
    limit = (
        book.rules[Rule.TIME_LIMIT_ROUNDS] > 0
        or book.rules[Rule.TIME_LIMIT_MINUTES] > 0
        or book.rules[Rule.VICTORY_WHEN] > 0
    )
    if limit and book.rules[Rule.TIME_LIMIT_BY] == Tally.TOKENS:
        total += int(book.work.weights[seat, Weight.LEVEL])
    return total


@kernel("precedence.card-over-rule")
def _by_row(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, n: int) -> int:
    """What one row adds to the worth of the n-th token."""
    e = book.effect[r]
    total = 0
    if e.op in PAID and e.a == Price.TOKENS and _is_over(g, card, e) == 0:
        total += max(0, bought(g, book, seat, card)) // max(1, int(e.amount))
    if e.op == Op.END_GAME and e.a == Tally.TOKENS:
        total += int(book.work.weights[seat, Weight.LEVEL])
    if counts_what(int(e.amount)) == Count.TOKENS:
        total += _one_more(g, book, seat, card, e, n)
    total += _by_condition(g, book, seat, card, e, int(e.cond), int(e.x), n)
    return total + _by_condition(g, book, seat, card, e, int(e.cond2), int(e.x2), n)


@kernel()
def _is_over(g: Game, card: Card, e: Effect) -> Yes:
    """Whether a power that is for once in a game has been used."""
    once = (e.cond == Condition.FIRST and e.x == Within.GAME) or (e.cond2 == Condition.FIRST and e.x2 == Within.GAME)
    return 1 if once and is_first(g, card, Within.GAME) == 0 else 0


@kernel("class.power-by-discard")
def bought(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What the power of a card brings: what follows on its price, and points in a combat as an Item gives them."""
    total = follows(g, book, seat, card, Trigger.USED)
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.USED and (e.op == Op.BOOST or e.op == Op.ROLL_BONUS) and e.amount > COUNTED:
            total += int(e.amount) * int(book.work.weights[seat, Weight.BONUS])
        elif e.trigger == Trigger.USED and (e.op == Op.ESCAPE or e.op == Op.REMOVE_MONSTER):
            total += int(book.work.weights[seat, Weight.LEVEL])
    return total


@kernel()
def _one_more(g: Game, book: Book, seat: Seat, card: Card, e: Effect, n: int) -> int:
    """What a row whose amount counts tokens does with n of them, less what it does with one fewer."""
    now = int(g.tokens[seat])
    g.tokens[seat] = n
    total = row_worth(g, book, seat, card, e)
    g.tokens[seat] = n - 1
    total -= row_worth(g, book, seat, card, e)
    g.tokens[seat] = now
    return total


@kernel("precedence.card-over-rule")
def _by_condition(g: Game, book: Book, seat: Seat, card: Card, e: Effect, cond: int, x: int, n: int) -> int:
    """What the n-th token does towards a number of them on which a row hangs."""
    if cond < Condition.TOKENS_AT_LEAST or cond > Condition.MOST_TOKENS:
        return 0
    if cond == Condition.TOKENS_AT_LEAST:
        return row_worth(g, book, seat, card, e) // max(1, x) if n <= x else 0
    if cond == Condition.TOKENS_AT_MOST:
        return -row_worth(g, book, seat, card, e) // (x + 1) if n <= x + 1 else 0
    if cond == Condition.MOST_TOKENS:
        return row_worth(g, book, seat, card, e) // BESIDES
    if cond == Condition.ALL_TOKENS_AT_LEAST:
        others = int(all_tokens(g)) - int(g.tokens[seat])
        return row_worth(g, book, seat, card, e) if others + n == x else 0
    return 0


@kernel("precedence.card-over-rule")
def row_worth(g: Game, book: Book, seat: Seat, card: Card, e: Effect) -> int:
    """What a row does for its owner if it counts: as long as it lasts, in the place of an event, or when it comes."""
    w = book.work.weights[seat]
    if (LASTING_BITS >> int(e.trigger)) & 1:
        if e.op == Op.STRENGTH:
            return resolved(g, book, seat, int(e.amount)) * int(w[Weight.BONUS])
        return int(w[Weight.BONUS]) if is_boon(e) == 1 else -int(w[Weight.BONUS])
    if e.trigger == Trigger.WINS:
        return -A_LIFE * int(w[Weight.LEVEL])
    if e.trigger in INSTEAD:
        return -int(w[Weight.LEVEL]) if e.trigger == Trigger.GAINS_LEVEL else int(w[Weight.LEVEL])
    return balance(g, book, seat, card, e)


@kernel("class.power-by-discard")
def price_in_tokens(g: Game, book: Book, seat: Seat, r: EffectRow) -> int:
    """What the tokens that pay for a power would be worth for anything else."""
    total = 0
    for k in range(book.effect[r].amount):
        total += token_worth(g, book, seat, int(g.tokens[seat]) - k, r)
    return total
