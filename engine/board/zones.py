"""Moving cards: every change of place goes through `move`, which keeps the lists and emits the event."""

from __future__ import annotations

from engine.board.card_lists import arrive_open, arrive_played, drop, leave_played
from engine.board.happenings import note
from engine.board.seat_lookup import burden_of, lies
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import DRAWN_BIT, Card, Kind, Pile, Seat, Trigger, Yes
from engine.records.card_steps import push_op
from engine.records.events import Ev, Fault
from engine.records.log import emit
from engine.records.offer_steps import push_put_away
from engine.records.state import HAND, TABLE, Game, Zone
from engine.records.switches import Rule
from engine.rng import Purpose, draw


@kernel("item.cheat", "item.enhancer")
def attaches(book: Book, card: Card) -> Yes:
    """Whether a card in play lies on an Item and changes it."""
    kind = int(book.card[card].kind)
    return 1 if kind == Kind.CHEAT or kind == Kind.ITEM_ENHANCER else 0


@kernel()
def _leave(g: Game, book: Book, card: Card) -> int:
    zone = int(g.zone[card])
    seat = int(g.owner[card])
    pile = int(book.card[card].pile)
    if zone == Zone.HAND:
        g.hand_n[seat] = drop(g.hand[seat], int(g.hand_n[seat]), card)
    elif zone == Zone.TABLE:
        g.table_n[seat] = drop(g.table[seat], int(g.table_n[seat]), card)
        g.curses -= lies(book, card)
        g.equipped[card] = 0
        g.unsettled |= 1 << seat
        _put_down(g, book, card, seat)
    elif zone == Zone.DECK:
        n = int(g.deck_n[pile])
        if n > 0 and g.deck[pile, n - 1] == card:
            g.deck_n[pile] = n - 1
        else:
            g.deck_n[pile] = drop(g.deck[pile], n, card)
        _note_the_last(g, book, pile)
    elif zone == Zone.DISCARD:
        g.discard_n[pile] = drop(g.discard[pile], int(g.discard_n[pile]), card)
    elif zone == Zone.CULTISTS:
        g.discard_n[Pile.CULTIST] = drop(g.discard[Pile.CULTIST], int(g.discard_n[Pile.CULTIST]), card)
    elif zone == Zone.OPEN:
        g.open_n = drop(g.open, int(g.open_n), card)
    elif zone == Zone.PLAYED:
        leave_played(g, card)
    return 0


@kernel("cards.reshuffle")
def _note_the_last(g: Game, book: Book, pile: int) -> int:
    """Cards act that wait for the end of a deck."""
    for s in range(g.seats if g.deck_n[pile] == 0 else 0):
        note(g, book, s, Trigger.RUN_OUT, -1)
    return 0


@kernel("item.limit-exemption", "precedence.card-over-rule")
def _put_down(g: Game, book: Book, card: Card, seat: Seat) -> int:
    """A card leaves the table: an Item is no longer carried by another card, and what it carried is only carried on."""
    if book.card[card].kind != Kind.ITEM:
        return 0
    g.host[card] = -1
    for i in range(g.table_n[seat]):
        other = int(g.table[seat, i])
        if g.host[other] == card and book.card[other].kind == Kind.ITEM:
            g.host[other] = -1
            if g.equipped[other] == 1:
                g.equipped[other] = 0
                emit(g, book, Ev.UNEQUIP, seat, seat, other, -1, 1, 0)
    return 0


@kernel()
def _arrive(g: Game, book: Book, card: Card, zone: int, seat: Seat) -> int:
    pile = int(book.card[card].pile)
    if zone == Zone.HAND:
        n = int(g.hand_n[seat])
        if n >= HAND:
            g.fault = Fault.HAND_FULL
            return 0
        g.hand[seat, n] = card
        g.hand_n[seat] = n + 1
    elif zone == Zone.TABLE:
        n = int(g.table_n[seat])
        if n >= TABLE:
            g.fault = Fault.TABLE_FULL
            return 0
        g.table[seat, n] = card
        g.table_n[seat] = n + 1
        g.curses += lies(book, card)
        if attaches(book, card) == 1 and g.host[card] >= 0:
            g.laden[g.host[card]] = 1
        g.unsettled |= 1 << seat
    elif zone == Zone.DECK:
        g.deck[pile, g.deck_n[pile]] = card
        g.deck_n[pile] += 1
    elif zone == Zone.DISCARD:
        g.discard[pile, g.discard_n[pile]] = card
        g.discard_n[pile] += 1
    elif zone == Zone.CULTISTS:
        g.discard[Pile.CULTIST, g.discard_n[Pile.CULTIST]] = card
        g.discard_n[Pile.CULTIST] += 1
    elif zone == Zone.OPEN:
        arrive_open(g, card)
    elif zone == Zone.PLAYED:
        arrive_played(g, card)
    return 0


@kernel("cards.in-play", "cards.discard-piles")
def move(g: Game, book: Book, card: Card, zone: int, seat: Seat, kind: int, other: int) -> int:
    """Put a card into a zone of a seat (-1: nobody's) and emit the move as an event of `kind`."""
    before = int(g.zone[card])
    owner = int(g.owner[card])
    _leave(g, book, card)
    g.zone[card] = zone
    g.owner[card] = seat
    g.fresh[card] = 0
    g.marked[card] = 0
    g.pledged[card] = 0
    g.combat_bonus[card] = 0
    g.combat_mark[card] = 0
    g.withheld[card] = 0
    if zone != Zone.TABLE:
        g.laden[card] = 0
    emit(g, book, kind, owner, seat, card, other, before, zone)
    _arrive(g, book, card, zone, seat)
    return 0


@kernel("cards.discard-piles", "cultist.own-discard")
def discard(g: Game, book: Book, card: Card, kind: int) -> int:
    """Put a card on the discard pile that matches its back, with whatever is attached to it and what it carries."""
    return discard_for(g, book, card, kind, max(-1, int(g.host[card])))


@kernel("cards.discard-piles", "cultist.own-discard", "item.forced-loss")
def discard_for(g: Game, book: Book, card: Card, kind: int, cause: Card) -> int:
    """The same for the sake of another card, to which it is lost or which it pays for (-1: a rule)."""
    if g.zone[card] == Zone.TABLE:
        detach(g, book, card)
        burden = burden_of(g, book, card) if kind != Ev.SELL else -1
        if burden >= 0:  # a seller puts it down first
            detach(g, book, burden)
            move(g, book, burden, Zone.DISCARD, -1, Ev.LOSE, cause if kind == Ev.LOSE else card)
    g.host[card] = -1
    zone = int(Zone.DISCARD)
    if book.card[card].locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1:
        zone = int(Zone.CULTISTS)  # cultist.own-discard: never part of the Door discards
    elif book.card[card].kind == Kind.RULE:
        zone = int(Zone.OUT)  # a house rule that pays with itself is over for this player
    move(g, book, card, zone, -1, kind, cause)
    g.dropped = card
    g.dropped_in = g.turn
    return 0


@kernel("item.cheat", "item.enhancer", "death.loot-layout")
def detach(g: Game, book: Book, card: Card) -> int:
    """Discard what is attached to a card that is about to leave the table."""
    seat = int(g.owner[card])
    i = int(g.table_n[seat]) - 1
    while i >= 0:
        other = int(g.table[seat, i])
        if g.host[other] == card and book.card[other].kind != Kind.ITEM:
            g.host[other] = -1
            move(g, book, other, Zone.DISCARD, -1, Ev.DISCARD, card)
        i -= 1
    return 0


@kernel("trade.stays-in-play", "item.limit-exemption")
def hand_over(g: Game, book: Book, card: Card, seat: Seat, kind: int, cause: Card) -> int:
    """An Item in play changes its owner; who takes it without being given it takes what it carries as well.

    `cause` is the card that makes it change hands, -1 if its owner wants it to.
    """
    burden = burden_of(g, book, card) if kind == Ev.STEAL else -1
    _hand_over(g, book, card, seat, kind, cause)
    if burden >= 0:
        _hand_over(g, book, burden, seat, kind, cause)
        g.host[burden] = card
    return 0


@kernel("trade.stays-in-play", "trade.equip-or-carry")
def _hand_over(g: Game, book: Book, card: Card, seat: Seat, kind: int, cause: Card) -> int:
    """An Item in play changes its owner and stays in play, not equipped; enhancers go with it, Cheat! does not."""
    owner = int(g.owner[card])
    i = int(g.table_n[owner]) - 1
    while i >= 0:
        other = int(g.table[owner, i])
        if g.host[other] == card and book.card[other].kind != Kind.ITEM:
            if book.card[other].kind == Kind.ITEM_ENHANCER:
                move(g, book, other, Zone.TABLE, seat, kind, card)
            else:
                g.host[other] = -1
                move(g, book, other, Zone.DISCARD, -1, Ev.DISCARD, card)
        i -= 1
    move(g, book, card, Zone.TABLE, seat, kind, cause)
    return 0


@kernel("setup.two-decks", "cards.reshuffle")
def order_pile(g: Game, book: Book, pile: int) -> int:
    """Sort a deck by keyed hash of (pile, shuffle number, card key)."""
    lots = book.work.lots
    # Insertion sort on the hash; a deck has fewer than 512 cards and is sorted a handful of times a game.
    for i in range(g.deck_n[pile]):
        card = int(g.deck[pile, i])
        mine = draw(g.key ^ book.card[card].key, Purpose.PILE, pile, int(g.shuffles[pile]))
        j = i - 1
        while j >= 0 and lots[j] > mine:
            g.deck[pile, j + 1] = g.deck[pile, j]
            lots[j + 1] = lots[j]
            j -= 1
        g.deck[pile, j + 1] = card
        lots[j + 1] = mine
    return 0


@kernel("cards.reshuffle", "cards.deck-and-discards-empty", "cultist.own-discard")
def reshuffle(g: Game, book: Book, pile: int) -> int:
    """Make the discards of an empty deck the new deck; returns the number of cards that can be drawn."""
    g.shuffles[pile] += 1
    n = int(g.discard_n[pile])
    i = n - 1
    while i >= 0:
        card = int(g.discard[pile, i])
        move(g, book, card, Zone.DECK, -1, Ev.SHUFFLE, int(g.shuffles[pile]))
        i -= 1
    order_pile(g, book, pile)
    return n


@kernel("cards.reshuffle", "cards.deck-and-discards-empty", "cultist.own-discard")
def top(g: Game, book: Book, pile: int) -> int:
    """The next card of a pile, reshuffling if need be; -1 if there is none. The Cultist cards are no deck: the last."""
    if g.deck_n[pile] == 0:
        if g.discard_n[pile] == 0:
            return -1
        if pile == Pile.CULTIST:
            return int(g.discard[pile, g.discard_n[pile] - 1])
        reshuffle(g, book, pile)
    return int(g.deck[pile, g.deck_n[pile] - 1])


@kernel("cards.deck-and-discards-empty", "death.no-cards")
def draw_card(g: Game, book: Book, seat: Seat, pile: int, face_up: int) -> int:
    """A seat draws the next card of a pile into its hand; returns the card or -1."""
    if g.dead[seat] == 1:
        return -1
    card = top(g, book, pile)
    if card < 0:
        return -1
    move(g, book, card, Zone.HAND, seat, Ev.DRAW, face_up)
    received(g, book, seat, card)
    return card


@kernel("cards.receive-play")
def received(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Note that a card has just been received, and let its `drawn` program follow."""
    g.fresh[card] = 1
    return act_at_once(g, book, seat, card)


@kernel("cards.receive-play", "precedence.card-over-rule")
def act_at_once(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """A card that acts when it is drawn does so, and is then discarded."""
    if book.card[card].triggers & DRAWN_BIT:
        push_put_away(g, card=card, acted=1, holder=seat)
        push_op(g, effect=-Trigger.DRAWN, seat=seat, card=card, other=-1, by=seat)
    return 0


@kernel()
def to_hand(g: Game, book: Book, card: Card, seat: Seat, kind: int, cause: Card) -> int:
    """A card reaches a hand from anywhere but a pile, by the card `cause` if one makes it change hands (-1: none)."""
    if g.zone[card] == Zone.TABLE:
        detach(g, book, card)
    g.host[card] = -1
    move(g, book, card, Zone.HAND, seat, kind, cause)
    received(g, book, seat, card)
    return 0


@kernel()
def put(g: Game, book: Book, card: Card, zone: int, seat: Seat) -> int:
    """Place a card where a scenario wants it."""
    return move(g, book, card, zone, seat, Ev.SETUP, -1)
