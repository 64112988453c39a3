"""Invariants of the cards: each lies in one place, where its kind may lie, on what it is attached to."""

from __future__ import annotations

import numpy as np

from engine.board.seat_lookup import pending
from engine.board.zones import attaches
from engine.jit import kernel
from engine.records.agenda import Step
from engine.records.book import Book
from engine.records.card_kinds import PILES, Card, Kind, Numbers, Pile, Seat
from engine.records.faults import Breach
from engine.records.state import AGENDA, HAND, MONSTERS, OPEN, PLAYED, TABLE, Game, Zone
from engine.records.switches import Rule


def _kinds(*kinds: Kind) -> int:
    return sum(1 << kind for kind in kinds)


_ANY = _kinds(*Kind) - _kinds(Kind.CHARACTER, Kind.RULE)
_IDENTITY = _kinds(Kind.CLASS, Kind.RACE, Kind.ROLE, Kind.DRIVE, Kind.BIRTHRIGHT, Kind.DOUBLER)
_GONE_AT_ONCE = _kinds(Kind.WANDERING, Kind.GO_UP_A_LEVEL, Kind.CANCEL)
_STAYS = _kinds(Kind.ITEM, Kind.ITEM_ENHANCER, Kind.CHEAT, Kind.COMRADE, Kind.GO_UP_A_LEVEL, Kind.MONSTER)

HOMES = np.zeros(len(Zone), np.int64)
"""Kinds of cards (bits) that may lie in each zone."""
HOMES[[Zone.DECK, Zone.DISCARD, Zone.HAND, Zone.OPEN]] = _ANY
HOMES[Zone.TABLE] = _kinds(*Kind) - _GONE_AT_ONCE
HOMES[Zone.FIGHT] = _kinds(Kind.MONSTER)
HOMES[Zone.PLAYED] = _ANY - _STAYS - _IDENTITY
HOMES[Zone.CULTISTS] = _ANY  # which of them is counted apart, see `_backs`
HOMES[Zone.OUT] = _kinds(Kind.CHARACTER, Kind.RULE)
HOMES[Zone.HELD] = _kinds(Kind.ITEM, Kind.ITEM_ENHANCER, Kind.CHEAT)


@kernel()
def lengths(g: Game) -> int:
    """No list is longer than its room."""
    good = 0 <= g.open_n <= OPEN and 0 <= g.played_n <= PLAYED and 0 <= g.foe_n <= MONSTERS
    for s in range(g.seats):
        good = good and 0 <= g.hand_n[s] <= HAND and 0 <= g.table_n[s] <= TABLE
    for p in range(PILES):
        good = good and 0 <= g.discard_n[p] <= g.cards and 0 <= g.deck_n[p] <= g.cards
    good = good and g.deck_n[Pile.CULTIST] == 0
    if not 0 <= g.agenda_n <= AGENDA:
        return int(Breach.AGENDA)
    return 0 if good else int(Breach.LIST_LENGTH)


@kernel()
def _listed(g: Game, seen: Numbers, row: Numbers, n: int, zone: int, seat: Seat) -> int:
    """Note every card of one list; `seat` = -2 if any owner will do."""
    for i in range(n):
        c = int(row[i])
        if c < 0 or c >= g.cards:
            return int(Breach.CARD_UNKNOWN)
        if g.zone[c] != zone or (seat != -2 and g.owner[c] != seat):
            return int(Breach.CARD_MISPLACED)
        if seen[c] == 1:
            return int(Breach.CARD_DOUBLED)
        seen[c] = 1
    return 0


@kernel("cards.discard-piles")
def places(g: Game, book: Book) -> int:
    """Every card is in exactly the list that its zone and owner say."""
    seen = book.work.seen
    for c in range(g.cards):
        seen[c] = 0
    found = max(
        _listed(g, seen, g.open, g.open_n, Zone.OPEN, -2),
        _listed(g, seen, g.played, g.played_n, Zone.PLAYED, -2),
        _listed(g, seen, g.discard[Pile.CULTIST], g.discard_n[Pile.CULTIST], Zone.CULTISTS, -1),
    )
    for s in range(g.seats):
        found = max(found, _listed(g, seen, g.hand[s], g.hand_n[s], Zone.HAND, s))
        found = max(found, _listed(g, seen, g.table[s], g.table_n[s], Zone.TABLE, s))
    for p in range(PILES):
        found = max(found, _listed(g, seen, g.deck[p], g.deck_n[p], Zone.DECK, -1))
        if p != Pile.CULTIST:
            found = max(found, _listed(g, seen, g.discard[p], g.discard_n[p], Zone.DISCARD, -1))
    if found != 0:
        return found
    for c in range(g.cards):
        zone = int(g.zone[c])
        if seen[c] == 0 and zone != Zone.FIGHT and zone != Zone.OUT and zone != Zone.HELD:
            return int(Breach.CARD_LOST)
        if (HOMES[zone] >> int(book.card[c].kind)) & 1 == 0:
            return int(Breach.CARD_KIND)
        if zone == Zone.TABLE and book.card[c].kind == Kind.MONSTER and g.host[c] >= -1:
            return int(Breach.CARD_KIND)  # a companion's host says which part of its Level counts
        if g.owner[c] < -1 or g.owner[c] >= g.seats:
            return int(Breach.SEAT_UNKNOWN)
    return _backs(g, book)


@kernel("cards.discard-piles", "cultist.own-discard")
def _backs(g: Game, book: Book) -> int:
    apart = book.rules[Rule.CULTIST_ENABLED] == 1
    for p in range(PILES):
        for i in range(g.deck_n[p]):
            if book.card[g.deck[p, i]].pile != p:
                return int(Breach.WRONG_PILE)
        for i in range(g.discard_n[p] if p != Pile.CULTIST else 0):
            row = book.card[g.discard[p, i]]
            if row.pile != p:
                return int(Breach.WRONG_PILE)
            if apart and row.locked == 1:
                return int(Breach.CULTIST_PILE)
    for i in range(g.discard_n[Pile.CULTIST]):
        if book.card[g.discard[Pile.CULTIST, i]].locked == 0:
            return int(Breach.CULTIST_PILE)
    return 0


@kernel("item.enhancer", "item.cheat", "enhancer.def")
def marks(g: Game, book: Book) -> int:
    """Equipped, attached, fresh and marked cards lie where they may."""
    batch = pending(g, Step.SELL, -1) + pending(g, Step.PAY, -1)
    for c in range(g.cards):
        zone = int(g.zone[c])
        if g.equipped[c] != 0 and (zone != Zone.TABLE or book.card[c].kind != Kind.ITEM):
            return int(Breach.EQUIPPED_AWAY)
        if (g.fresh[c] != 0 and zone != Zone.HAND) or (g.marked[c] != 0 and batch == 0):
            return int(Breach.FLAGS)
        found = _attached(g, book, c)
        if found != 0:
            return found
    return 0


@kernel("curse.persistent")
def _held(g: Game, book: Book, c: Card) -> int:
    """An Item that is none any more lies under a Curse before its owner, what was attached to it on the Item."""
    host = int(g.host[c])
    if host < 0 or g.owner[host] != g.owner[c]:
        return int(Breach.HOST)
    if book.card[c].kind == Kind.ITEM:
        return 0 if g.zone[host] == Zone.TABLE and book.card[host].kind == Kind.CURSE else int(Breach.HOST)
    return 0 if g.zone[host] == Zone.HELD and book.card[host].kind == Kind.ITEM else int(Breach.HOST)


@kernel("item.enhancer", "item.cheat", "enhancer.def", "item.limit-exemption", "death.loot-layout")
def _attached(g: Game, book: Book, c: Card) -> int:
    """A card lies where the one it is attached to lies; only a body is laid out with everything taken apart."""
    zone = int(g.zone[c])
    kind = int(book.card[c].kind)
    host = int(g.host[c])
    if zone == Zone.HELD:
        return _held(g, book, c)
    if host < 0:
        fixed = zone == Zone.TABLE and attaches(book, c) == 1 and g.dead[g.owner[c]] == 0
        return int(Breach.LOOSE) if fixed or (zone == Zone.PLAYED and kind == Kind.ENHANCER) else 0
    together = zone == Zone.TABLE and g.zone[host] == Zone.TABLE and g.owner[host] == g.owner[c]
    bears = book.card[host].kind == Kind.ITEM or (book.card[host].kind == Kind.COMRADE and kind == Kind.CHEAT)
    if together and (not bears or host == c or g.host[host] == c):
        return int(Breach.HOST)
    if not together and not (zone == Zone.PLAYED and g.zone[host] == Zone.FIGHT):
        return int(Breach.HOST)
    return 0
