"""Who is ahead when a game ends that nobody has won by their Level, and when a Level wins that has to wait."""

from __future__ import annotations

from engine.board.levels import finish, worth_in_gold
from engine.board.seat_lookup import next_seat, waits_for_mates
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.events import Cause, Ending
from engine.records.state import SEATS, Game
from engine.records.step_values import Tally
from engine.records.switch_values import WinsWhen
from engine.records.switches import Rule

EVERYBODY = (1 << SEATS) - 1


@kernel("victory.first-ten")
def score(g: Game, book: Book, seat: Seat, by: int) -> int:
    """What a player has of what is counted."""
    if by == Tally.SCORE:
        return player_strength(g, book, seat)
    if by == Tally.BONUS:
        return player_strength(g, book, seat) - int(g.level[seat])
    if by == Tally.GOLD:
        return worth_in_gold(g, book, seat)
    return int(g.tokens[seat]) if by == Tally.TOKENS else int(g.level[seat])


@kernel("victory.first-ten", "victory.dead-cannot-win")
def furthest(g: Game, book: Book, by: int, among: int) -> int:
    """Seats, as bits, of those who have most of what is counted, among some of the living."""
    high = -10_000
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 1 or (among >> s) & 1 == 0:
            continue
        has = score(g, book, s, by)
        if has > high:
            high = has
            mask = 0
        if has == high:
            mask |= 1 << s
    return mask


@kernel("victory.first-ten", "victory.immediate")
def _there(g: Game, book: Book) -> int:
    """Seats, as bits, of the living whose Level wins when its time has come; who has lost it starts anew."""
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 1 or g.level[s] < book.rules[Rule.VICTORY_LEVEL] or waits_for_mates(g, book, s) == 1:
            g.arrived[s] = 0
        elif g.arrived[s] > 0:
            mask |= 1 << s
    return mask


@kernel("victory.first-ten", "victory.immediate")
def time_has_come(g: Game, book: Book) -> Yes:
    """End the game between two turns for those whose Level wins only now: after the round, or a round after they came.

    Of several whom the end of the round finds there the one wins who has more of what the round limit counts.
    """
    when = int(book.rules[Rule.VICTORY_WHEN])
    mask = _there(g, book) if when != WinsWhen.AT_ONCE else 0
    if when == WinsWhen.HELD_A_ROUND:
        for s in range(g.seats):
            if g.turn + 1 < g.arrived[s] + g.seats:
                mask &= ~(1 << s)
    elif g.turn == 0 or next_seat(g, int(g.active)) != g.first:
        return 0
    if mask == 0:
        return 0
    fought = g.win_cause == Cause.KILL or g.win_cause == Cause.HELP
    finish(
        g,
        book,
        int(Ending.KILL if fought else Ending.CARD),
        furthest(g, book, int(book.rules[Rule.TIME_LIMIT_BY]), mask),
    )
    return 1
