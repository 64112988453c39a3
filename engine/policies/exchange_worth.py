"""What it is worth that all of a kind changes hands, and against whom one exchanges cards or throws a die."""

from __future__ import annotations

from engine.effects.exchange_effects import is_held
from engine.effects.named_players import named, neighbour
from engine.jit import kernel
from engine.policies.weights import Weight
from engine.policies.worth import harm, keep_value
from engine.records.book import Book, Effect
from engine.records.card_kinds import Kind, Seat
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.step_values import Held, Opponent, Pair, Share, Side


@kernel("cards.hand-private")
def holdings(g: Game, book: Book, judge: Seat, seat: Seat, held: int) -> int:
    """What all cards of a kind of a player are worth to somebody; of another's hand one knows the number alone."""
    if held == Held.HAND and judge != seat:
        return 2 * int(g.hand_n[seat]) * int(book.work.weights[judge, Weight.CARD])
    total = 0
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        c = int(g.hand[seat, i]) if i < g.hand_n[seat] else int(g.table[seat, i - int(g.hand_n[seat])])
        if is_held(g, book, c, held) == 0:
            continue
        identity = Kind.CLASS <= book.card[c].kind <= Kind.DOUBLER and held != Held.HAND
        total += int(book.work.weights[judge, Weight.IDENTITY]) if identity else int(keep_value(g, book, judge, c))
    return total


@kernel("cards.hand-private")
def passed(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """What one gets of another player, less what one has: of one's choice the best, of the table one's neighbour's."""
    held = int(e.b)
    best = -(1 << 30)
    if e.op == Op.PASS_AROUND:
        giver = int(neighbour(g, seat, -1 if e.a == Side.LEFT else 1))
        best = int(holdings(g, book, seat, giver, held)) if giver >= 0 else 0
    elif e.a != Opponent.CHOSEN:
        other = int(named(g, book, seat, int(e.a), 0, -1))
        best = int(holdings(g, book, seat, other, held)) if other >= 0 else int(holdings(g, book, seat, seat, held))
    else:
        for s in range(g.seats):
            if s != seat and g.dead[s] == 0:
                best = max(best, int(holdings(g, book, seat, s, held)))
    return best - int(holdings(g, book, seat, seat, held))


@kernel()
def mixed(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """The Levels that one gains, or loses, by sharing them anew with another: of one's choice with the highest."""
    mine = int(g.level[seat])
    theirs = mine
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0 and e.a == Pair.CHOSEN:
            theirs = max(theirs, int(g.level[s]))
    if e.a != Pair.CHOSEN and e.a != Pair.ENDS:
        s = int(named(g, book, seat, int(e.a), 0, -1))
        theirs = int(g.level[s]) if s >= 0 else mine
    return (mine + theirs) // 2 - mine if e.b == Share.AVERAGE else theirs - mine


@kernel()
def against(g: Game, book: Book, seat: Seat, e: Effect, target: Seat) -> int:
    """Whom one exchanges with: whoever has most; against whom one throws a die: whom a setback hits hardest."""
    if e.op == Op.MIX_LEVELS:
        return int(g.level[target])
    if e.op == Op.GIVE_ONE:
        return -harm(g, book, seat, target)
    if e.op == Op.HAND_ON:
        return 0
    return holdings(g, book, seat, target, int(e.b)) if e.op == Op.EXCHANGE else harm(g, book, seat, target)
