"""Effects on Items in play."""

from __future__ import annotations

from engine.board.levels import lose
from engine.board.lost_items import lose_unless
from engine.board.seat_lookup import next_seat, owns
from engine.effects.named_players import cause_of, chooser_of, count_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat
from engine.records.card_steps import push_discard_gold, push_lose_any, push_lose_item, push_possess
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game
from engine.records.step_values import Which


@kernel("run.badstuff", "item.forced-loss", "curse.victim-chooses", "curse.ignore-missing", "cards.hand-private")
def lose_item(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses Items in play of a kind; the chooser picks among several."""
    e = book.effect[row]
    n = count_of(g, book, row, who)
    push_lose_item(g, victim=who, which=int(e.a), left=n, chooser=chooser_of(g, book, who, int(e.b)), cause=card)
    return 0


@kernel("item.forced-loss", "curse.ignore-missing")
def lose_named(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses the named card if it is in play before them, or else (`also = 1`) the next one who has it."""
    e = book.effect[row]
    s = who
    for _ in range(g.seats):
        c = owns(g, book, s, int(e.a))
        if c >= 0:
            lose_unless(g, book, s, c, card)
            return 0
        if e.b == 0:
            return 0
        s = next_seat(g, s)
    return 0


@kernel("item.forced-loss")
def worth_in_play(g: Game, book: Book, seat: Seat) -> int:
    """Gold Pieces of a player's Items in play, Item Enhancers included."""
    total = 0
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        if row.is_item == 1 or row.kind == Kind.ITEM_ENHANCER:
            total += int(row.gold)
    return total


@kernel("item.forced-loss", "curse.victim-chooses")
def discard_gold(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player discards Items worth the amount, as they like; if they cannot, all of them and `also` levels."""
    return take_gold(g, book, who, int(book.effect[row].amount), int(book.effect[row].a), card)


@kernel("item.forced-loss", "curse.victim-chooses")
def take_gold(g: Game, book: Book, who: Seat, need: int, levels: int, card: Card) -> int:
    """A player discards Items worth `need`; one who has less loses all of them and `levels` levels."""
    if worth_in_play(g, book, who) < need:
        if levels > 0:
            lose(g, book, who, levels, cause_of(g, book, -1, card), card)
        push_lose_item(g, victim=who, which=Which.ALL, left=1, chooser=who, cause=card)
        return 0
    push_discard_gold(g, victim=who, left=need, cause=card)
    return 0


@kernel("curse.persistent", "curse.betrayed")
def cancel_curse(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """One lasting Curse before the player, of their choice, is discarded."""
    emit(g, book, Ev.CANCEL, by, who, card, -1, 0, 0)
    push_lose_item(g, victim=who, which=Which.CURSE, left=1, chooser=who, cause=card)
    return 0


@kernel("run.badstuff", "item.forced-loss")
def lose_items_or_cards(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses that many Items in play or hand cards, as they like."""
    push_lose_any(g, victim=who, left=count_of(g, book, row, who), cause=card)
    return 0


@kernel("curse.persistent", "curse.victim-chooses", "curse.ignore-missing")
def possess(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """An Item of the kind, the victim's choice among equals, is turned against its owner."""
    push_possess(g, victim=who, which=int(book.effect[row].a), curse=card)
    return 0
