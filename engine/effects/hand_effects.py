"""Effects on hands: discarding, drawing, showing, taking and giving cards."""

from __future__ import annotations

from engine.board.zones import discard_for, draw_card
from engine.effects.named_players import chooser_of, count_of, named
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Pile, Seat
from engine.records.card_steps import (
    A_SPOIL,
    push_choose,
    push_give_one,
    push_lose_hand,
    push_pick_discard,
    push_pick_seat,
    push_take_from,
)
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import push_meeting, push_pay
from engine.records.state import Game
from engine.records.step_values import Source

A_PILE = -3
"""In place of what a choice is about: the deck from which a card is drawn, 1 the Doors and 2 the Treasures."""
MOST_DRAWN = 20
"""Cards that are drawn one by one at once."""


@kernel("cards.hand-private", "run.badstuff", "curse.victim-chooses")
def discard_hand(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player discards hand cards of a kind: their choice, at random, or somebody else's choice."""
    e = book.effect[row]
    n = count_of(g, book, row, who)
    push_lose_hand(g, victim=who, what=int(e.a), left=n, chooser=chooser_of(g, book, who, int(e.b)), cause=card)
    return 0


@kernel("cards.receive-play", "cards.deck-and-discards-empty", "death.no-cards")
def draw(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player draws face-down cards of a pile."""
    for _ in range(min(count_of(g, book, row, who), int(g.cards))):
        if draw_card(g, book, who, int(book.effect[row].a), 0) < 0:
            return 0
    return 0


@kernel("cards.receive-play", "cards.deck-and-discards-empty", "death.no-cards")
def draw_any(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player draws face-down cards, each of them from a deck of their choice."""
    for _ in range(min(count_of(g, book, row, who), MOST_DRAWN) if g.dead[who] == 0 else 0):
        push_choose(g, seat=who, highest=2, card=card, other=A_PILE, by=by)
    return 0


@kernel("cards.receive-play", "cards.deck-and-discards-empty", "death.no-cards")
def refill(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player draws face-down cards of a pile until they hold the amount."""
    n = min(count_of(g, book, row, who), int(g.cards)) - int(g.hand_n[who])
    for _ in range(n):
        if draw_card(g, book, who, int(book.effect[row].a), 0) < 0:
            return 0
    return 0


@kernel("cards.receive-play", "cards.discard-piles", "death.no-cards")
def redraw(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player discards their hand and draws as many cards, face-down."""
    source = int(book.effect[row].a)
    n = int(g.hand_n[who])
    doors = n if source == Source.DOOR else 0
    for _ in range(n):
        c = int(g.hand[who, g.hand_n[who] - 1])
        doors += 1 if source == Source.SAME and book.card[c].pile == Pile.DOOR else 0
        discard_for(g, book, c, Ev.DISCARD, card)
    for i in range(n):
        draw_card(g, book, who, int(Pile.DOOR) if i < doors else int(Pile.TREASURE), 0)
    return 0


@kernel("cards.show-hand")
def show_hand(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player shows their hand."""
    emit(g, book, Ev.SHOW, by, who, card, -1, int(g.hand_n[who]), 0)
    return 0


@kernel("cards.hand-private", "run.badstuff", "death.no-cards")
def players_take(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The named players each take one thing of the kind from the player, in order; hand cards unseen."""
    e = book.effect[row]
    for i in range(int(g.seats) - 1, -1, -1):
        taker = named(g, book, who, int(e.a), i, other)
        if taker >= 0:
            push_take_from(g, taker=taker, victim=who, what=int(e.b), cause=card)
    return 0


@kernel("run.badstuff", "death.no-cards")
def give_card(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player gives one card of their choice to each of the named players."""
    e = book.effect[row]
    for i in range(int(g.seats) - 1, -1, -1):
        receiver = named(g, book, who, int(e.a), i, other)
        if receiver >= 0:
            push_give_one(g, giver=who, receiver=receiver, what=int(e.b), cause=card)
    return 0


@kernel("combat.win-treasure", "precedence.card-over-rule", "death.no-cards")
def share_spoils(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Of the Treasures that a won combat has brought the player some go to the named players, as they choose."""
    e = book.effect[row]
    if who != g.fighter:
        return 0
    left = int(g.spoils)
    each = left // int(e.b)
    for i in range(int(g.seats)):
        receiver = named(g, book, who, int(e.a), i, other)
        for _ in range(min(each, left) if receiver >= 0 else 0):
            push_give_one(g, giver=who, receiver=receiver, what=A_SPOIL, cause=card)
        left -= min(each, left) if receiver >= 0 else 0
    return 0


@kernel("death.no-cards", "trade.gifts")
def give_one(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player gives one card of their choice to another of their choice."""
    if g.dead[who] == 0:
        push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by)
    return 0


@kernel("cards.no-looking-discards", "cultist.own-discard", "death.no-cards")
def take_from_discards(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes a card of their choice from the discards into their hand."""
    if g.dead[who] == 0:
        push_pick_discard(g, seat=who, what=int(book.effect[row].a), cause=card)
    return 0


@kernel("precedence.card-over-rule")
def discard_for_draw(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player may discard that many Treasures and draw as many."""
    push_pay(g, seat=who, left=count_of(g, book, row, who), effect=row, source=card, target=0)
    return 0


@kernel("cards.hand-private", "precedence.card-over-rule", "death.no-cards")
def meeting(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Those with the identity meet; others may join by a card of it in their hand; then they exchange hand cards."""
    members = 0
    for s in range(g.seats):
        if g.dead[s] == 0 and (int(g.identity[s]) & int(book.effect[row].a)) != 0:
            members |= 1 << s
    if members != 0:
        push_meeting(g, card=card, members=members, caller=by)
    return 0
