"""Who has won: by the winning Level, at once or once it has waited, or by what is counted when the game ends."""

from __future__ import annotations

from engine.board.levels import finish
from engine.board.munchkin_side import helper_bits
from engine.board.seat_lookup import left_of, next_seat, waits_for_mates, with_mates
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Yes
from engine.records.events import Cause, Ending, Ev
from engine.records.log import emit
from engine.records.offer_steps import push_win_answer
from engine.records.state import SEATS, Game, WinCheck, Zone
from engine.records.step_values import Tally
from engine.records.switch_values import WinsWhen
from engine.records.switches import Rule
from engine.records.timings import Timing

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
    return _most(g, book, by, among, 0, 0)


@kernel("victory.first-ten", "victory.dead-cannot-win")
def _most(g: Game, book: Book, by: int, among: int, there: int, rising: Yes) -> int:
    """The same with what house rules add for those who get to the winning Level, or will (`rising`)."""
    high = -10_000
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 1 or (among >> s) & 1 == 0:
            continue
        has = score(g, book, s, by)
        if (there >> s) & 1:
            has += int(book.rules[Rule.VICTORY_POINTS])
            if by == Tally.SCORE and rising == 1:
                has += max(0, int(book.rules[Rule.VICTORY_LEVEL]) - int(g.level[s]))
        if has > high:
            high = has
            mask = 0
        if has == high:
            mask |= 1 << s
    return mask


@kernel("victory.first-ten", "victory.dead-cannot-win")
def placed(g: Game, book: Book, there: int, rising: Yes) -> int:
    """Who wins a game that some end by their Level: they, or by house rule whoever has most of what is counted.

    `rising`: they are not there yet, for players think of a combat that is still to be won.
    """
    by = int(book.rules[Rule.VICTORY_BY])
    if by == Tally.LEVEL or there == 0:
        return there
    return with_mates(g, book, int(_most(g, book, by, EVERYBODY, there, rising)))


@kernel("victory.first-ten", "victory.immediate")
def _end(g: Game, book: Book, ending: int, there: int) -> int:
    """The game ends by those who are at the winning Level: if others win, it is by what is counted."""
    winners = int(placed(g, book, there, 0))
    return finish(g, book, ending if winners & ~there == 0 else int(Ending.TIME_LIMIT), winners)


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
    if book.rules[Rule.VICTORY_BY] == Tally.LEVEL:
        mask = int(furthest(g, book, int(book.rules[Rule.TIME_LIMIT_BY]), mask))
    _end(g, book, int(Ending.KILL if fought else Ending.CARD), mask)
    return 1


@kernel(
    "victory.first-ten", "victory.immediate", "help.shared-victory", "boss.need-three",
    "boss.level-ten-no-other-way",
)  # fmt: skip
def check_victory(g: Game, book: Book) -> int:
    """End the game if somebody of the winning level may win now, and nobody stops it who could."""
    check = int(g.check)
    fought = (check & WinCheck.BOSS_FALLEN) != 0 or g.win_cause == Cause.KILL or g.win_cause == Cause.HELP
    g.check = 0
    need = int(book.rules[Rule.BOSS_REQUIRED])
    if g.bosses < need:
        return 0
    mask = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and g.level[s] >= book.rules[Rule.VICTORY_LEVEL] and waits_for_mates(g, book, s) == 0:
            mask |= 1 << s
    if mask == 0:
        return 0
    if (check & WinCheck.UNOPPOSED) == 0 and _is_stoppable(g, book) == 1:
        return push_win_answer(g, next=left_of(g, int(g.active), 1), check=check)
    if book.rules[Rule.VICTORY_WHEN] != WinsWhen.AT_ONCE:
        return _has_arrived(g, mask)
    if need > 0:
        mask = _richest_told(g, book, mask)
        return _end(g, book, int(Ending.BOSS), mask | (_sharing(g, book, mask) if fought else 0))
    ending = int(Ending.KILL)
    if g.win_cause == Cause.CULTIST:
        ending = int(Ending.LAST_SANE)
    elif not fought:
        ending = int(Ending.CARD)
    elif _sharing(g, book, mask) != 0:
        mask |= _sharing(g, book, mask)
        ending = int(Ending.SHARED)
    return _end(g, book, ending, mask)


@kernel("victory.immediate")
def _has_arrived(g: Game, mask: int) -> int:
    """By house rule the Level wins later: since when they have it is remembered."""
    for s in range(g.seats):
        if (mask >> s) & 1 and g.arrived[s] == 0:
            g.arrived[s] = max(1, int(g.turn))
    return 0


@kernel("precedence.card-over-rule", "victory.first-ten")
def _is_stoppable(g: Game, book: Book) -> Yes:
    """Whether somebody holds a card against a win: only then anybody is asked."""
    for s in range(g.seats):
        for i in range(g.hand_n[s] if g.dead[s] == 0 else 0):
            if (book.card[g.hand[s, i]].timing & Timing.WIN) != 0:
                return 1
    return 0


@kernel("help.shared-victory")
def _sharing(g: Game, book: Book, mask: int) -> int:
    """Seats, as bits, that win as well because they have helped in the winning fight and live."""
    if book.rules[Rule.SHARED_VICTORY] == 0 or g.fighting == 0 or (mask >> int(g.fighter)) & 1 == 0:
        return 0
    bits = int(helper_bits(g))
    for s in range(g.seats):
        if g.dead[s] == 1:
            bits &= ~(1 << s)
    return bits


@kernel("boss.multiple-ten")
def richest(g: Game, book: Book, mask: int, without: int) -> int:
    """Of several players at the winning level those with the highest value of Items in play.

    `without` is a card that counts for nobody, -1 none: a player thinks of the Items they have left once it is used up.
    """
    best = -1
    out = 0
    for s in range(g.seats):
        if (mask >> s) & 1:
            value = int(worth_in_gold(g, book, s))
            if without >= 0 and g.zone[without] == Zone.TABLE and g.owner[without] == s:
                value -= int(_gold(book, without))
            if value > best:
                best = value
                out = 1 << s
            elif value == best:
                out |= 1 << s
    return out


@kernel("boss.multiple-ten")
def _richest_told(g: Game, book: Book, mask: int) -> int:
    """The richest, and if several could win what each one's Items are worth, clockwise from whose turn it is."""
    if mask & (mask - 1):
        for k in range(g.seats):
            s = left_of(g, int(g.active), k)
            if (mask >> s) & 1:
                emit(g, book, Ev.WORTH, s, s, -1, -1, 0, worth_in_gold(g, book, s))
    return richest(g, book, mask, -1)


@kernel("boss.multiple-ten")
def worth_in_gold(g: Game, book: Book, s: Seat) -> int:
    """Value of somebody's Items in play."""
    value = 0
    for i in range(g.table_n[s]):
        value += int(_gold(book, int(g.table[s, i])))
    return value


@kernel("boss.multiple-ten")
def _gold(book: Book, card: Card) -> int:
    """What a card in play adds to the value of its owner's Items."""
    row = book.card[card]
    return int(row.gold) if row.is_item == 1 or row.kind == Kind.ITEM_ENHANCER else 0
