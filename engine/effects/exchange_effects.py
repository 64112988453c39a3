"""Effects between players: all of a kind changes hands, or is passed round the table; die against die; others named."""

from __future__ import annotations

from engine.board.dice_throws import throw
from engine.board.equipment import passive
from engine.board.monsters import start_program
from engine.board.strength import player_strength
from engine.board.zones import hand_over, move, to_hand
from engine.effects.named_players import is_named, is_sheltered, named, neighbour
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger, Yes
from engine.records.card_steps import push_pick_seat
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.state import Game, Zone
from engine.records.step_values import Dice, Held, Opponent, Side
from engine.records.switches import Rule

MOST_THROWS = 50
"""Throws of two players after which equal dice count for whoever threw first."""


@kernel("cultist.locked", "curse.reminder-not-discardable")
def is_held(g: Game, book: Book, card: Card, held: int) -> Yes:
    """Whether a card of a player is of a kind that goes over as a whole."""
    if held == Held.HAND or g.zone[card] != Zone.TABLE:
        return 1 if held == Held.HAND and g.zone[card] == Zone.HAND else 0
    row = book.card[card]
    if row.locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1:
        return 0
    if held == Held.ITEMS:
        return int(row.is_item)
    if held == Held.CLASSES or held == Held.RACES:
        return 1 if row.kind == (int(Kind.CLASS) if held == Held.CLASSES else int(Kind.RACE)) else 0
    if row.is_item == 1 or Kind.CLASS <= row.kind <= Kind.DOUBLER:
        return 1
    return 1 if row.kind == Kind.GUEST_STAR or row.kind == Kind.COMRADE or row.kind == Kind.MONSTER else 0


@kernel("trade.stays-in-play", "cards.hand-private", "death.no-cards")
def _go_over(g: Game, book: Book, cause: Card) -> int:
    """Every marked card goes to its new owner, 1 + the seat; what was in play stays in play."""
    for c in range(g.cards):
        to = int(book.work.seen[c]) - 1
        book.work.seen[c] = 0
        if to < 0 or g.owner[c] == to:
            continue
        if g.zone[c] == Zone.HAND:
            to_hand(g, book, c, to, Ev.GIVE, cause)
        elif book.card[c].is_item == 1:
            hand_over(g, book, c, to, Ev.GIVE, cause)
        else:
            move(g, book, c, Zone.TABLE, to, Ev.GIVE, cause)
    return 0


@kernel("cards.hand-private", "death.no-cards")
def pass_around(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Everybody passes what they hold of a kind to their neighbour at once; a rule of the whole table does so once."""
    e = book.effect[row]
    whole = e.trigger == Trigger.ROUND_START or e.trigger == Trigger.BEGUN
    if whole and book.card[card].kind == Kind.RULE and who != (g.active if g.active >= 0 else g.first):
        return 0
    for c in range(g.cards):
        s = int(g.owner[c])
        mine = s >= 0 and g.dead[s] == 0 and is_held(g, book, c, int(e.b)) == 1 and c != card
        book.work.seen[c] = 1 + int(neighbour(g, s, 1 if e.a == Side.LEFT else -1)) if mine else 0
    return _go_over(g, book, card)


@kernel("trade.stays-in-play", "cards.hand-private")
def exchange_with(g: Game, book: Book, held: int, who: Seat, other: Seat, card: Card) -> int:
    """Two players exchange all that they hold of a kind."""
    for c in range(g.cards):
        s = int(g.owner[c])
        mine = (s == who or s == other) and is_held(g, book, c, held) == 1 and c != card
        book.work.seen[c] = 1 + (other if s == who else who) if mine else 0
    return _go_over(g, book, card)


@kernel("precedence.card-over-rule")
def contest(g: Game, book: Book, who: Seat, other: Seat, card: Card) -> int:
    """Both throw a die, again while they are equal; then comes what the card says of the higher and of the lower."""
    mine = 0
    theirs = 0
    for _ in range(MOST_THROWS):
        if mine == theirs:
            mine = throw(g, book, who, card, Dice.D6) + int(passive(g, book, who, Op.DIE_ROLL))
            theirs = throw(g, book, other, card, Dice.D6) + int(passive(g, book, other, Op.DIE_ROLL))
    g.die = abs(mine - theirs)
    higher = who if mine >= theirs else other
    lower = other if mine >= theirs else who
    start_program(g, book, Trigger.ROLLED_LOWER, lower, card, -1, higher)
    return start_program(g, book, Trigger.ROLLED_HIGHER, higher, card, -1, lower)


@kernel("combat.strength", "precedence.card-over-rule")
def set_against(g: Game, book: Book, who: Seat, other: Seat, card: Card) -> int:
    """Two players fight as they stand: what the card says comes to the stronger and to the weaker one."""
    mine = int(player_strength(g, book, who))
    theirs = int(player_strength(g, book, other))
    emit(g, book, Ev.DUEL, who, other, card, -1, mine, theirs)
    if mine != theirs:
        stronger = who if mine > theirs else other
        weaker = other if mine > theirs else who
        start_program(g, book, Trigger.DUEL_LOST, weaker, card, -1, stronger)
        start_program(g, book, Trigger.DUEL_WON, stronger, card, -1, weaker)
    start_program(g, book, Trigger.DUELLED, other, card, -1, who)
    return start_program(g, book, Trigger.DUELLED, who, card, -1, other)


@kernel("death.no-cards")
def opponent(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The one player whom a row names; -1 if there is none, or while the player chooses among several."""
    to = int(book.effect[row].a)
    several = 0
    only = -1
    for s in range(g.seats):
        if s != who and g.dead[s] == 0 and to == Opponent.CHOSEN and is_sheltered(g, s, int(book.effect[row].op)) == 0:
            several += 1
            only = s
    if to != Opponent.CHOSEN:
        only = int(named(g, book, who, to, 0, -1))
        several = 1 + (1 if named(g, book, who, to, 1, -1) >= 0 else 0)
    if several > 1:
        push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by)
        return -1
    return -1 if only >= 0 and is_sheltered(g, only, int(book.effect[row].op)) == 1 else only


@kernel("trade.stays-in-play", "cards.hand-private", "death.no-cards")
def exchange(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player and another exchange all that they hold of a kind."""
    s = int(opponent(g, book, row, who, card, other, by))
    return exchange_with(g, book, int(book.effect[row].b), who, s, card) if s >= 0 else 0


@kernel("precedence.card-over-rule", "death.no-cards")
def roll_against(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player and another each throw a die: the higher one and the lower one get what the card says."""
    s = int(opponent(g, book, row, who, card, other, by))
    return contest(g, book, who, s, card) if s >= 0 else 0


@kernel("combat.strength", "death.no-cards")
def duel(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player and another fight each other, strength against strength."""
    s = int(opponent(g, book, row, who, card, other, by))
    return set_against(g, book, who, s, card) if s >= 0 else 0


@kernel("precedence.card-over-rule", "death.no-cards")
def named_players(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """What the card says of them happens to each of the named players, the player among them first."""
    to = int(book.effect[row].a)
    n = 0
    while named(g, book, who, to, n, other) >= 0:
        n += 1
    for i in range(n - 1, -1, -1):  # what is begun last happens first
        start_program(g, book, Trigger.NAMED, int(named(g, book, who, to, i, other)), card, other, by)
    if is_named(g, book, who, to, who, other) == 1:
        start_program(g, book, Trigger.NAMED, who, card, other, by)
    return 0


@kernel("help.ask", "precedence.card-over-rule", "death.no-cards")
def owe_help(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player owes the other one of a contest help; what they have refused them before is forgotten."""
    if by < 0 or by == who or g.dead[who] == 1:
        return 0
    g.owes[who] |= 1 << by
    g.refused[by] &= ~(1 << who)
    g.spurned[by] &= ~(1 << who)
    return 0
