"""Invariants: what must hold whenever a question waits. Tests check after every decision, a run of the lab does not."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from engine.agenda import Step, Verb
from engine.cards import Kind, Pile, Slot
from engine.jit import kernel
from engine.levels import is_cultist
from engine.lookup import in_combat
from engine.queries import big_room, hand_limit, refresh_identity
from engine.rules import Rule
from engine.state import AGENDA, CARDS, HAND, MONSTERS, OPEN, PLAYED, TABLE, Zone
from engine.steps.death import is_kept
from engine.steps.limits import overfull


class Breach(IntEnum):
    """What is wrong with a table. Numbers only grow at the end."""

    NONE = 0
    FAULT = 1  # the engine gave up
    LIST_LENGTH = 2  # a list is longer than its room, or shorter than nothing
    CARD_UNKNOWN = 3  # a list names a card that is not in the game
    CARD_MISPLACED = 4  # a list names a card that says it lies elsewhere
    CARD_DOUBLED = 5  # a card is listed twice
    CARD_LOST = 6  # a card is in no list
    WRONG_PILE = 7  # a deck or its discards hold a card with the other back
    CULTIST_PILE = 8  # another card among the discarded Cultists, or one of them among the Door discards
    LEVEL_RANGE = 9  # a Level below the lowest or above the winning one
    LEVEL_WINS = 10  # somebody has the winning Level and the game goes on
    EQUIPPED_AWAY = 11  # a card that is no Item in play counts as equipped
    SLOT_OVERFULL = 12  # more is equipped than the slots hold
    HOST = 13  # an attached card does not lie where its host lies
    IDENTITY = 14  # what a player is disagrees with his cards in play
    HELPER = 15  # fighter and helper are no two players, or outlast the combat
    BIG_LIMIT = 16  # more Big Items than allowed
    DEAD_HOLDS = 17  # a dead player has cards that should have been looted or discarded
    AGENDA = 18  # the agenda is empty, too deep, or holds an unknown step
    HAND_LIMIT = 19  # the active player keeps too many cards after Charity
    PROPOSALS = 20  # more trades proposed or Items changed in a turn than the switches allow
    MONSTERS = 21  # the list of monsters disagrees with the cards in the combat
    FLAGS = 22  # a card in nobody's hand is fresh, or marked with no sale or payment going on
    LEFT_OPEN = 23  # cards lie open or in a combat at a quiet moment of a turn
    QUESTION = 24  # nobody, or a dead player, is asked; or an option names no card of the game
    CULTISTS = 25  # the count of Cultists disagrees with the tables
    SEAT_UNKNOWN = 26  # a card belongs to a seat that is not in the game


LAST_STEP = int(max(Step))
LAST_VERB = int(max(Verb))


@kernel("cards.discard-piles", "cultist.own-discard", "setup.components-counts")
def check(g: Any, book: Any) -> Any:
    """The first breach of a table at which a question waits or the game is over, else 0."""
    if g.fault != 0:
        return int(Breach.FAULT)
    found = _lengths(g)
    if found == 0:
        found = _cards(g, book)
    if found == 0:
        found = _flags(g, book)
    if found == 0 and g.over == 0:
        found = _flow(g, book)
    if found == 0:
        found = _fight(g, book)
    for s in range(g.seats):
        if found == 0:
            found = _seat(g, book, s)
    if found == 0 and g.over == 0:
        found = _quiet(g, book)
    return found


@kernel()
def _lengths(g: Any) -> Any:
    good = 0 <= g.open_n <= OPEN and 0 <= g.played_n <= PLAYED and 0 <= g.mon_n <= MONSTERS
    for s in range(g.seats):
        good = good and 0 <= g.hand_n[s] <= HAND and 0 <= g.table_n[s] <= TABLE
    for p in range(3):
        good = good and 0 <= g.discard_n[p] <= g.cards
    for p in range(2):
        good = good and 0 <= g.deck_n[p] <= g.cards
    if not 0 <= g.agenda_n <= AGENDA:
        return int(Breach.AGENDA)
    return 0 if good else int(Breach.LIST_LENGTH)


@kernel()
def _listed(g: Any, seen: Any, row: Any, n: Any, zone: Any, seat: Any) -> Any:
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
def _cards(g: Any, book: Any) -> Any:
    """Every card is in exactly the list that its zone and owner say."""
    seen = np.zeros(CARDS, np.int8)
    found = max(
        _listed(g, seen, g.open, g.open_n, Zone.OPEN, -2),
        _listed(g, seen, g.played, g.played_n, Zone.PLAYED, -2),
        _listed(g, seen, g.discard[2], g.discard_n[2], Zone.CULTISTS, -1),
    )
    for s in range(g.seats):
        found = max(found, _listed(g, seen, g.hand[s], g.hand_n[s], Zone.HAND, s))
        found = max(found, _listed(g, seen, g.table[s], g.table_n[s], Zone.TABLE, s))
    for p in range(2):
        found = max(found, _listed(g, seen, g.deck[p], g.deck_n[p], Zone.DECK, -1))
        found = max(found, _listed(g, seen, g.discard[p], g.discard_n[p], Zone.DISCARD, -1))
    if found != 0:
        return found
    for c in range(g.cards):
        zone = int(g.zone[c])
        if seen[c] == 0 and zone != Zone.FIGHT and zone != Zone.OUT:
            return int(Breach.CARD_LOST)
        if g.owner[c] < -1 or g.owner[c] >= g.seats:
            return int(Breach.SEAT_UNKNOWN)
    return _backs(g, book)


@kernel("cards.discard-piles", "cultist.own-discard")
def _backs(g: Any, book: Any) -> Any:
    apart = book.rules[Rule.CULTIST_ENABLED] == 1
    for p in range(2):
        for i in range(g.deck_n[p]):
            if book.card[g.deck[p, i]].pile != p:
                return int(Breach.WRONG_PILE)
        for i in range(g.discard_n[p]):
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
def _flags(g: Any, book: Any) -> Any:
    """Equipped, attached, fresh and marked cards lie where they may."""
    batch = pending(g, Step.SELL, -1) + pending(g, Step.PAY, -1)
    for c in range(g.cards):
        zone = int(g.zone[c])
        if g.equipped[c] != 0 and (zone != Zone.TABLE or book.card[c].kind != Kind.ITEM):
            return int(Breach.EQUIPPED_AWAY)
        if (g.fresh[c] != 0 and zone != Zone.HAND) or (g.marked[c] != 0 and batch == 0):
            return int(Breach.FLAGS)
        host = int(g.host[c])
        if host < 0:
            continue
        together = zone == Zone.TABLE and g.zone[host] == Zone.TABLE and g.owner[host] == g.owner[c]
        if not together and not (zone == Zone.PLAYED and g.zone[host] == Zone.FIGHT):
            return int(Breach.HOST)
    return 0


@kernel()
def pending(g: Any, kind: Any, seat: Any) -> Any:
    """How many steps of a kind are on the agenda; of one seat (its first number) unless that is -1."""
    n = 0
    for i in range(g.agenda_n):
        if g.agenda[i, 0] == kind and (seat < 0 or g.agenda[i, 1] == seat):
            n += 1
    return n


@kernel("death.no-cards")
def _flow(g: Any, book: Any) -> Any:
    """The agenda and the question that waits make sense."""
    if g.agenda_n == 0:
        return int(Breach.AGENDA)
    for i in range(g.agenda_n):
        if not 1 <= g.agenda[i, 0] <= LAST_STEP:
            return int(Breach.AGENDA)
    if not 0 <= g.asked < g.seats or g.options < 1:
        return int(Breach.QUESTION)
    if g.dead[g.asked] == 1 and pending(g, Step.TAKE_CULTIST, g.asked) == 0:  # the new character chooses already
        return int(Breach.QUESTION)
    for i in range(g.options):
        if not 0 <= book.option[i, 0] <= LAST_VERB or not -1 <= book.option[i, 1] < g.cards:
            return int(Breach.QUESTION)
    return 0


@kernel("help.one-only", "monster.single")
def _fight(g: Any, book: Any) -> Any:
    """Who fights, and against what."""
    if g.fighting == 0 and g.helper != -1:
        return int(Breach.HELPER)
    if g.fighting == 1 and (not 0 <= g.fighter < g.seats or not -1 <= g.helper < g.seats or g.helper == g.fighter):
        return int(Breach.HELPER)
    for m in range(g.mon_n):
        own = 0
        for i in range(g.mon_n):
            if g.mon[i] == g.mon[m] and g.mon_copy[i] == 0:
                own += 1
        if g.mon[m] < 0 or g.mon[m] >= g.cards or own != 1:
            return int(Breach.MONSTERS)
        if pending(g, Step.REACT, -1) > 0 and g.zone[g.mon[m]] != Zone.FIGHT:
            return int(Breach.MONSTERS)
    for c in range(g.cards):
        if g.zone[c] == Zone.FIGHT:
            here = 0
            for m in range(g.mon_n):
                if g.mon[m] == c:
                    here = 1
            if here == 0 or g.fighting == 0:
                return int(Breach.MONSTERS)
    return 0


@kernel(
    "precedence.min-level", "victory.immediate", "trade.when", "item.one-big", "item.equip-limits",
    "death.lose-stuff",
)  # fmt: skip
def _seat(g: Any, book: Any, s: Any) -> Any:
    """Level, identity, limits and counters of one player."""
    top = int(book.rules[Rule.VICTORY_LEVEL])
    if g.level[s] < book.rules[Rule.LEVEL_MIN] or g.level[s] > top:
        return int(Breach.LEVEL_RANGE)
    if g.over == 0 and g.level[s] == top and g.bosses >= book.rules[Rule.BOSS_REQUIRED]:
        return int(Breach.LEVEL_WINS)
    if g.proposals[s] > book.rules[Rule.TRADE_PROPOSALS] or g.changes[s] > book.rules[Rule.EQUIP_CHANGES]:
        return int(Breach.PROPOSALS)
    if g.over != 0:
        return 0
    if _same_identity(g, book, s) == 0:
        return int(Breach.IDENTITY)
    if g.dead[s] == 1:
        return _dead(g, book, s)
    if overfull(g, book, s) != Slot.NONE and pending(g, Step.HANDS, s) == 0:
        return int(Breach.SLOT_OVERFULL)
    if big_room(g, book, s) < 0 and pending(g, Step.BIG, s) == 0:
        return int(Breach.BIG_LIMIT)
    return 0


@kernel("class.gain-lose-abilities")
def _same_identity(g: Any, book: Any, s: Any) -> Any:
    """Whether working the identity out afresh changes nothing; the table is left as it was."""
    identity = int(g.identity[s])
    weak = int(g.weak[s])
    refresh_identity(g, book, s)
    same = 1 if g.identity[s] == identity and g.weak[s] == weak else 0
    g.identity[s] = identity
    g.weak[s] = weak
    return same


@kernel("death.lose-stuff", "death.no-cards", "death.keep-half-breed")
def _dead(g: Any, book: Any, s: Any) -> Any:
    """The dead have nothing but what the new character keeps, unless the body is still to be looted."""
    if in_combat(g, s) == 1 or pending(g, Step.CORPSE, s) > 0:
        return 0
    if g.hand_n[s] > 0:
        return int(Breach.DEAD_HOLDS)
    for i in range(g.table_n[s]):
        if is_kept(g, book, int(g.table[s, i])) == 0:
            return int(Breach.DEAD_HOLDS)
    return 0


@kernel("cultist.everyone", "combat.discard-after-win")
def _quiet(g: Any, book: Any) -> Any:
    """Between the parts of a turn nothing lies open, and the Cultists are counted."""
    if book.rules[Rule.CULTIST_ENABLED] == 1:
        n = 0
        for s in range(g.seats):
            n += is_cultist(g, book, s)
        if n != g.cultists:
            return int(Breach.CULTISTS)
    kind = int(g.agenda[g.agenda_n - 1, 0])
    if kind == Step.ARRANGE or kind == Step.ROOM or kind == Step.EVENING:
        if g.open_n + g.played_n + g.mon_n + g.fighting > 0:
            return int(Breach.LEFT_OPEN)
    return 0


@kernel("turn.hand-limit", "charity.must-play-down")
def check_hand(g: Any, book: Any) -> Any:
    """At the first question after Charity the active player keeps no more than the limit."""
    s = int(g.active)
    return int(Breach.HAND_LIMIT) if g.hand_n[s] > hand_limit(g, book, s) else 0
