"""Looking ahead: every promising option is played out several times from a table whose hidden cards are dealt anew.

Three tables lie side by side: the real one, the one a playout is played on, and the one with the
hidden cards dealt anew from which the playouts of all options start, so that they are compared
under the same luck. The others are taken for ordinary people, whoever they are; what the persona itself likes best
is done unless something else proves better by more than the noise of the playouts.

Nothing hidden is looked at: the unknown cards are laid out by number and shuffled with a key of
their own, and dice and piles of a playout follow that key, not the game's.
"""

from __future__ import annotations

from math import sqrt

from engine.board.card_lists import copy_rows
from engine.board.dice_throws import turn_of
from engine.board.seat_lookup import left_of
from engine.jit import kernel
from engine.next_question import answer, next_question
from engine.policies.decide import choose, lot, outlook, rivals, utility
from engine.policies.help_worth import NEVER
from engine.policies.weights import Weight
from engine.policies.win_chance import chance
from engine.records.agenda import KIND, Step
from engine.records.book import MOST_SEATS, MOST_WEIGHTS, Book
from engine.records.card_kinds import PILES, Card, Seat, Yes
from engine.records.combat_steps import AnswerHelp
from engine.records.state import HAND, SEATS, Game, Games, Zone
from engine.records.worker_records import CANDIDATES, DECISIONS
from engine.rng import Purpose, below, draw

REAL, PLAYOUT, DEALT = 0, 1, 2
"""Places of the three tables."""
FINEST = 16
"""Parts of `win_chance.CERTAIN` in which chances are compared: squares of the most playouts are whole numbers still."""


@kernel()
def looks_ahead(g: Game, book: Book) -> int:
    """Playouts for each option of the seat that is asked; 0: it does not look ahead."""
    return int(book.work.weights[g.asked, Weight.LOOKAHEAD])


@kernel()
def begin(games: Games, book: Book, n: int) -> int:
    """Set up the playouts of the question that waits; returns the first one's option, or -1: no choice."""
    g = games[REAL]
    look = book.work.look[0]
    seat = int(g.asked)
    look.found = _candidates(g, book, seat, n)
    if look.found < 2:
        return -1
    look.seat = seat
    look.playouts = book.work.weights[seat, Weight.LOOKAHEAD]
    look.until = int(g.turn) + int(book.work.weights[seat, Weight.LOOKAHEAD_TURNS])
    look.most = int(g.decisions) + DECISIONS
    look.playout = 0
    look.at = 0
    for i in range(look.found):
        look.gain[i] = 0
        look.spread[i] = 0
    _put_aside(book, seat, n)
    _mark_seen(g, book, n)
    for pile in range(PILES):
        _survey(g, book, pile)
    _deal_anew(games, book)
    return _start(games, book)


@kernel()
def _candidates(g: Game, book: Book, seat: Seat, n: int) -> int:
    """The most promising options by the persona's own judgement, best first, equals by lot; returns their number."""
    look = book.work.look[0]
    outlook(g, book, seat)
    found = 0
    for i in range(n):
        worth = utility(g, book, seat, i)
        if worth <= NEVER // 2:
            continue
        mine = lot(g, seat, i, 1 << 30)
        at = found
        while at > 0 and _goes_before(book, i, at - 1, worth, mine):
            at -= 1
        if at >= CANDIDATES:
            continue
        found = min(found + 1, CANDIDATES)
        for k in range(found - 1, at, -1):
            look.worth[k] = look.worth[k - 1]
            look.lot[k] = look.lot[k - 1]
            look.option[k] = look.option[k - 1]
        look.worth[at] = worth
        look.lot[at] = mine
        look.option[at] = i
    return found


@kernel()
def _goes_before(book: Book, i: int, at: int, worth: int, mine: int) -> Yes:
    """Whether option i is more promising than a candidate, or as promising and has the higher lot."""
    look = book.work.look[0]
    if worth != look.worth[at]:
        return worth > look.worth[at]
    return mine > look.lot[at] and rivals(book, i, int(look.option[at]))


@kernel()
def _put_aside(book: Book, seat: Seat, n: int) -> int:
    """Keep the real question and the real personas; in the playouts the others are taken for ordinary people."""
    look = book.work.look[0]
    for i in range(n):
        look.asked[i] = book.work.option[i]
    copy_rows(look.sitting, book.work.weights, MOST_SEATS)
    for s in range(MOST_SEATS):
        for k in range(MOST_WEIGHTS):
            if s != seat:
                book.work.weights[s, k] = book.ordinary[k]
        book.work.weights[s, Weight.LOOKAHEAD] = 0
    return 0


@kernel()
def _put_back(book: Book, n: int) -> int:
    look = book.work.look[0]
    for i in range(n):
        book.work.option[i] = look.asked[i]
    copy_rows(book.work.weights, look.sitting, MOST_SEATS)
    return 0


@kernel("cards.hand-private")
def _mark_seen(g: Game, book: Book, n: int) -> int:
    """The cards of others that the question itself shows: a body's hand, a card promised for help."""
    look = book.work.look[0]
    for c in range(g.cards):
        look.seen[c] = 0
    for i in range(n):
        if book.work.option[i].card >= 0:
            look.seen[book.work.option[i].card] = 1
    for s in range(g.seats if g.helper >= 0 else 0):
        if g.deal_card[s] >= 0:
            look.seen[g.deal_card[s]] = 1
    row = g.agenda[g.agenda_n - 1]
    if row[KIND] == Step.ANSWER_HELP and row[AnswerHelp.CARD] >= 0:
        look.seen[row[AnswerHelp.CARD]] = 1
    return 0


@kernel("cards.hand-private")
def _survey(g: Game, book: Book, pile: int) -> int:
    """The cards with one back that the seat cannot see, by number, and the places where such cards lie."""
    look = book.work.look[0]
    n = 0
    for c in range(g.cards):
        hidden = g.zone[c] == Zone.DECK or (g.zone[c] == Zone.HAND and g.owner[c] != look.seat)
        if hidden and book.card[c].pile == pile and look.seen[c] == 0:
            look.pool[pile, n] = c
            n += 1
    look.hidden[pile] = n
    n = 0
    for k in range(1, g.seats):
        s = left_of(g, int(look.seat), k)
        for i in range(g.hand_n[s]):
            c = int(g.hand[s, i])
            if book.card[c].pile == pile and look.seen[c] == 0:
                look.place[pile, n] = s * HAND + i
                look.fresh[pile, n] = g.fresh[c]
                look.marked[pile, n] = g.marked[c]
                n += 1
    for i in range(g.deck_n[pile]):
        c = int(g.deck[pile, i])
        if look.seen[c] == 0:
            look.place[pile, n] = SEATS * HAND + i
            look.fresh[pile, n] = 0
            look.marked[pile, n] = 0
            n += 1
    return n


@kernel()
def _deal_anew(games: Games, book: Book) -> int:
    """The table a round of playouts starts from: the real one with everything hidden dealt anew."""
    look = book.work.look[0]
    games[DEALT] = games[REAL]
    g = games[DEALT]
    seat = int(look.seat)
    g.log_on = 0
    ordinal = int(g.ordinal[seat]) * 8192 + int(look.playout)
    g.key = draw(g.key, Purpose.LOOKAHEAD, turn_of(g, seat), ordinal)
    for pile in range(PILES):
        n = int(look.hidden[pile])
        for i in range(n):
            j = i + below(n - i, g.key, Purpose.LOOKAHEAD, pile, i)
            c = int(look.pool[pile, j])
            look.pool[pile, j] = look.pool[pile, i]
            look.pool[pile, i] = c
            g.fresh[c] = look.fresh[pile, i]
            g.marked[c] = look.marked[pile, i]
            _lay(g, c, pile, int(look.place[pile, i]))
    return 0


@kernel()
def _lay(g: Game, card: Card, pile: int, place: int) -> int:
    if place >= SEATS * HAND:
        g.deck[pile, place - SEATS * HAND] = card
        g.zone[card] = Zone.DECK
        g.owner[card] = -1
    else:
        g.hand[place // HAND, place % HAND] = card
        g.zone[card] = Zone.HAND
        g.owner[card] = place // HAND
    return 0


@kernel()
def _start(games: Games, book: Book) -> int:
    """Lay out the next playout; returns the option it begins with."""
    look = book.work.look[0]
    games[PLAYOUT] = games[DEALT]
    pick = int(look.option[look.at])
    book.work.option[pick] = look.asked[pick]
    look.on = 1
    return pick


@kernel()
def is_played_out(g: Game, book: Book, n: int) -> Yes:
    """Whether a playout has come to its end: the game's, that of the turns it looks at, or that of patience."""
    look = book.work.look[0]
    return n == 0 or g.turn >= look.until or g.decisions >= look.most


@kernel()
def next_playout(games: Games, book: Book) -> int:
    """Book what a playout led to; returns the option to take next: the next playout's first, or the choice made."""
    look = book.work.look[0]
    led_to = chance(games[PLAYOUT], book, int(look.seat)) // FINEST
    if look.at == 0:
        look.first = led_to
    more = led_to - int(look.first)
    look.gain[look.at] += more
    look.spread[look.at] += more * more
    look.at += 1
    if look.at == look.found:
        look.at = 0
        look.playout += 1
        if look.playout == look.playouts:
            return _decide(games, book)
        _deal_anew(games, book)
    return _start(games, book)


@kernel()
def _decide(games: Games, book: Book) -> int:
    """The option whose playouts surely led to more than those of the favourite; the favourite, if there is none."""
    look = book.work.look[0]
    look.on = 0
    _put_back(book, int(games[REAL].options))
    proof = int(book.work.weights[look.seat, Weight.LOOKAHEAD_PROOF])
    best, most = 0, 0
    for i in range(1, look.found):
        sure = int(look.gain[i]) - proof * _error(int(look.playouts), int(look.gain[i]), int(look.spread[i])) // 100
        if sure > most:
            best, most = i, sure
    return int(look.option[best])


@kernel()
def _error(playouts: int, gain: int, spread: int) -> int:
    """Standard error of a sum of differences, from that sum and the sum of their squares; 0 of a single one."""
    if playouts < 2:
        return 0
    return int(sqrt(max(0, playouts * spread - gain * gain) // (playouts - 1)))  # whole numbers: exact


@kernel(root=True)
def decide(games: Games, book: Book, n: int) -> int:
    """The option of n that the built-in player of the asked seat takes; `games` is the real table and two to try on."""
    pick = -1
    if looks_ahead(games[REAL], book) > 0:
        pick = begin(games, book, n)
    if pick < 0:
        return choose(games[REAL], book, n)
    table = games[PLAYOUT]
    while book.work.look[0].on == 1:
        answer(table, book, pick)
        n = next_question(table, book, 0)
        pick = next_playout(games, book) if is_played_out(table, book, n) else choose(table, book, n)
    return pick
