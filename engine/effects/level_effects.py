"""Effects on Levels."""

from __future__ import annotations

from engine.board import levels
from engine.board.equipment import ceiling
from engine.board.seat_lookup import in_combat, left_of, lowest_level, others_flee
from engine.effects.exchange_effects import opponent
from engine.effects.named_players import amount_of, cause_of, count_of, is_named, is_second, named
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.card_steps import push_pick_seat
from engine.records.state import Game
from engine.records.step_values import Chooser, Pair, Share


@kernel("level.gain-ways", "precedence.protected-rules", "victory.card-win")
def gain_levels(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player gains levels; only a card that says so gives the winning one."""
    win = 1 if book.effect[row].a == 1 else 0
    levels.gain(g, book, who, amount_of(g, book, row, who), cause_of(g, book, row, card), card, win)
    return 0


@kernel("level.loss", "run.badstuff", "precedence.min-level")
def lose_levels(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses levels, never below the first."""
    levels.lose(g, book, who, amount_of(g, book, row, who), cause_of(g, book, row, card), card)
    return 0


@kernel("level.loss")
def set_level(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player falls to a Level, or to the lowest one in play (0); nobody rises by it."""
    level = amount_of(g, book, row, who)
    if level == 0:
        level = lowest_level(g, book)
    if level < g.level[who]:
        levels.lose(g, book, who, int(g.level[who]) - level, cause_of(g, book, row, card), card)
    return 0


@kernel("level.gain-ways", "precedence.level-ten-by-monster")
def steal_level(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The aimed-at player, or one who is chosen now, loses levels, and the taker gains as many if they may gain any."""
    taker = by if by >= 0 else who
    if g.level[taker] >= ceiling(g, book):
        return 0
    if taker != who:
        return take_levels(g, book, row, who, taker, card)
    return push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by)


@kernel("level.gain-ways", "precedence.level-ten-by-monster")
def take_levels(g: Game, book: Book, row: EffectRow, victim: Seat, taker: Seat, card: Card) -> int:
    """One player loses levels, and another gains as many as that are."""
    lost = levels.lose(g, book, victim, count_of(g, book, row, victim), cause_of(g, book, row, card), card)
    levels.gain(g, book, taker, lost, cause_of(g, book, row, card), card, 0)
    return 0


@kernel("victory.card-win", "level.gain-ways")
def each_gains(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Everybody who has one of the identities (or simply everybody) gains levels."""
    e = book.effect[row]
    of = int(e.a)
    for k in range(g.seats):
        s = left_of(g, who, k)
        if of == 0 or (g.identity[s] & of) != 0:
            levels.gain(g, book, s, count_of(g, book, row, s), cause_of(g, book, row, card), card, 1 if e.b == 1 else 0)
    return 0


@kernel("level.gain-ways", "level.loss")
def give_level(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The named players gain levels; the player, if meant, loses as many instead."""
    to = int(book.effect[row].a)
    n = count_of(g, book, row, who)
    if (to == Chooser.LOWEST or to == Chooser.HIGHEST) and is_named(g, book, who, to, who, other) == 1:
        levels.lose(g, book, who, n, cause_of(g, book, row, card), card)
        return 0
    if to == Chooser.LOWEST and named(g, book, who, to, 1, other) >= 0:
        push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by)  # tied: the giver chooses
        return 0
    mask = 0  # named before anybody gains: a gained level may make another one the lowest
    for s in range(g.seats):
        if s != who and is_named(g, book, who, to, s, other) == 1:
            mask |= 1 << s
    for k in range(1, g.seats + 1):
        s = left_of(g, who, k)
        if (mask >> s) & 1:
            levels.gain(g, book, s, n, cause_of(g, book, row, card), card, 0)
    return _put_by(g, who, other, n) if to == Chooser.UNCAUGHT else 0


@kernel("run.both")
def _put_by(g: Game, who: Seat, m: int, n: int) -> int:
    """Companions who still flee from the monster are uncaught, and gain, only when they have got away from it."""
    if m >= 0 and in_combat(g, who) == 1 and is_second(g, who, m) == 0 and others_flee(g, who, m) == 1:
        g.foe[m].due += n
    return 0


@kernel("level.gain-ways", "level.loss")
def _to_level(g: Game, book: Book, seat: Seat, level: int, cause: int, card: Card) -> int:
    if level < g.level[seat]:
        return levels.lose(g, book, seat, int(g.level[seat]) - level, cause, card)
    return levels.gain(g, book, seat, level - int(g.level[seat]), cause, card, 0)


@kernel("level.gain-ways", "level.loss", "precedence.level-ten-by-monster")
def mix(g: Game, book: Book, row: EffectRow, one: Seat, two: Seat, card: Card) -> int:
    """Two Levels change places, or both become their middle, rounded down; nobody wins by it."""
    mine, theirs = int(g.level[one]), int(g.level[two])
    middle = (mine + theirs) // 2
    average = book.effect[row].b == Share.AVERAGE
    cause = int(cause_of(g, book, row, card))
    _to_level(g, book, one, middle if average else theirs, cause, card)
    return _to_level(g, book, two, middle if average else mine, cause, card)


@kernel("level.gain-ways", "level.loss", "death.no-cards")
def mix_levels(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player and an opponent, or the first of the highest and of the lowest players, share their Levels anew."""
    if book.effect[row].a != Pair.ENDS:
        s = int(opponent(g, book, row, who, card, other, by))
        return mix(g, book, row, who, s, card) if s >= 0 else 0
    top = -1
    bottom = -1
    for k in range(g.seats):
        s = int(left_of(g, who, k))
        if g.dead[s] == 0 and (top < 0 or g.level[s] > g.level[top]):
            top = s
        if g.dead[s] == 0 and (bottom < 0 or g.level[s] < g.level[bottom]):
            bottom = s
    return mix(g, book, row, top, bottom, card) if top >= 0 and top != bottom else 0


@kernel("level.loss")
def lose_levels_per_card(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses levels for each card in their hand."""
    n = count_of(g, book, row, who) * int(g.hand_n[who])
    levels.lose(g, book, who, n, cause_of(g, book, row, card), card)
    return 0
