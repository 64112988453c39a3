"""Cards of a pile that somebody looks at, and what becomes of them; the topmost discard for a card of the hand."""

from __future__ import annotations

import numpy as np

from engine.board.pile_order import lay_on_top, put_under, topmost_discard
from engine.board.zones import discard_for, draw_card, to_hand
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.card_steps import Look, SwapDiscard
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game
from engine.records.step_values import Looked

STAYS, UNDER, GONE, HAND = 0, 1, 2, 3
"""Where a card goes that was looked at: nowhere, under its pile, to the discards, to the hand."""
GOES = {
    Looked.ANY_ORDER: (STAYS, STAYS), Looked.KEEP_UNDER: (HAND, UNDER), Looked.KEEP_DISCARD: (HAND, GONE),
    Looked.KEEP_BACK: (HAND, STAYS), Looked.LEAVE_UNDER: (UNDER, HAND), Looked.LEAVE_DISCARD: (GONE, HAND),
    Looked.FIRST_UNDER: (STAYS, UNDER), Looked.FIRST_DISCARD: (STAYS, GONE), Looked.UNDER: (UNDER, STAYS),
    Looked.DISCARD: (GONE, STAYS), Looked.MAY_UNDER: (UNDER, STAYS), Looked.MAY_DISCARD: (GONE, STAYS),
}  # fmt: skip
"""The same by what is said: for the card that is chosen, and for the rest."""
CHOSEN = np.array([GOES[then][0] for then in Looked], np.int64)
REST = np.array([GOES[then][1] for then in Looked], np.int64)


@kernel("precedence.card-over-rule", "cards.hand-private")
def step_look(g: Game, book: Book) -> int:
    """Which card is meant: the next one on top if they are put in order, else the one that is kept or goes."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Look.SEAT])
    e = book.effect[row[Look.EFFECT]]
    pile, then = int(e.a), int(e.b)
    top = int(g.deck_n[pile]) - int(row[Look.LAID])
    if row[Look.LEFT] <= 1 and (then == Looked.ANY_ORDER or then == Looked.KEEP_BACK):
        row[Look.LAID] += row[Look.LEFT]
        return _ordered(g, book)
    ask(g, seat, Question.LOOK, int(row[Look.CAUSE]))
    for i in range(top - 1, top - int(row[Look.LEFT]) - 1, -1):
        option(g, book, Verb.CHOOSE_CARD, int(g.deck[pile, i]), -1, then)
    if then >= Looked.MAY_UNDER:
        option(g, book, Verb.PASS, -1, -1, 0)
    return 0


@kernel("precedence.card-over-rule", "cards.hand-private")
def _ordered(g: Game, book: Book) -> int:
    """All lie on the pile in the order that was chosen; if one is kept it is the first of them."""
    row = g.agenda[g.agenda_n - 1]
    seat, cause, laid = int(row[Look.SEAT]), int(row[Look.CAUSE]), int(row[Look.LAID])
    e = book.effect[row[Look.EFFECT]]
    pop(g)
    kept = 1 if e.b == Looked.KEEP_BACK else 0
    _tell_top(g, book, seat, int(e.a), laid, kept, cause)
    return draw_card(g, book, seat, int(e.a), 0) if kept == 1 else 0


@kernel()
def _tell_top(g: Game, book: Book, seat: Seat, pile: int, n: int, leaves: int, cause: Card) -> int:
    """Note the cards that somebody has looked at on top of a pile, of which the first ones are about to leave it."""
    top = int(g.deck_n[pile])
    for i in range(n):
        emit(g, book, Ev.LOOK, seat, -1, int(g.deck[pile, top - 1 - i]), cause, i, 0 if i < leaves else 1)
    return 0


@kernel("precedence.card-over-rule", "cards.hand-private", "cards.receive-play", "cards.discard-piles")
def answer_look(g: Game, book: Book, taken: Option) -> int:
    """The chosen card lies next on top; or it goes where it goes, and the rest as well."""
    row = g.agenda[g.agenda_n - 1]
    seat, effect, left = int(row[Look.SEAT]), int(row[Look.EFFECT]), int(row[Look.LEFT])
    pile, then, cause = int(book.effect[effect].a), int(book.effect[effect].b), int(row[Look.CAUSE])
    if taken.verb == Verb.PASS:
        pop(g)
        return _tell_top(g, book, seat, pile, left, 0, cause)
    if then == Looked.ANY_ORDER or then == Looked.KEEP_BACK:
        lay_on_top(g, pile, taken.card, int(row[Look.LAID]))
        row[Look.LEFT] -= 1
        row[Look.LAID] += 1
        return 0
    pop(g)
    lay_on_top(g, pile, taken.card, 0)
    return _settled(g, book, seat, effect, left, cause)


@kernel("precedence.card-over-rule", "cards.receive-play", "cards.discard-piles")
def _settled(g: Game, book: Book, seat: Seat, effect: EffectRow, left: int, cause: Card) -> int:
    """The card that was chosen, now the first one on the pile, and those below it go where they go."""
    pile, then = int(book.effect[effect].a), int(book.effect[effect].b)
    first, rest = int(CHOSEN[then]), int(REST[then])
    chosen = int(g.deck[pile, g.deck_n[pile] - 1])
    for _ in range(left - 1):
        below = int(g.deck[pile, g.deck_n[pile] - 2])
        if rest == UNDER:
            put_under(g, book, seat, below, cause)
        elif rest == GONE:
            discard_for(g, book, below, Ev.DISCARD, cause)
    if first == UNDER:
        put_under(g, book, seat, chosen, cause)
    elif first == GONE:
        discard_for(g, book, chosen, Ev.DISCARD, cause)
    drawn = (1 if first == HAND else 0) + (left - 1 if rest == HAND else 0)
    stay = (1 if first == STAYS else 0) + (left - 1 if rest == STAYS else 0)
    _tell_top(g, book, seat, pile, drawn + stay, drawn, cause)
    for _ in range(drawn):
        draw_card(g, book, seat, pile, 0)
    return 0


@kernel("cards.discard-piles", "cards.no-looking-discards", "death.no-cards")
def step_swap_discard(g: Game, book: Book) -> int:
    """Which hand card goes for the topmost discard of its pile; or none."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[SwapDiscard.SEAT])
    ask(g, seat, Question.LOOK, int(row[SwapDiscard.CAUSE]))
    for i in range(g.hand_n[seat] if g.dead[seat] == 0 else 0):
        c = int(g.hand[seat, i])
        top = int(topmost_discard(g, book, c))
        if top >= 0 and top != row[SwapDiscard.CAUSE]:
            option(g, book, Verb.CHOOSE_CARD, c, top, -1)
    if or_pass(g, book) == 0:
        pop(g)
    return 0


@kernel("cards.discard-piles", "cards.receive-play")
def answer_swap_discard(g: Game, book: Book, taken: Option) -> int:
    """The two change places."""
    row = g.agenda[g.agenda_n - 1]
    seat, cause = int(row[SwapDiscard.SEAT]), int(row[SwapDiscard.CAUSE])
    pop(g)
    if taken.verb == Verb.PASS:
        return 0
    discard_for(g, book, taken.card, Ev.DISCARD, cause)
    return to_hand(g, book, taken.target, seat, Ev.RETURN, -1)


STEPS = {Step.LOOK: step_look, Step.SWAP_DISCARD: step_swap_discard}
ANSWERS = {Step.LOOK: answer_look, Step.SWAP_DISCARD: answer_swap_discard}
