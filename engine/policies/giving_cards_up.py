"""Which card is parted with, one's own or a rival's: what it is worth to whoever loses it, and to whoever gets it."""

from __future__ import annotations

from engine.board.lookup import highest_level
from engine.board.queries import big_room, ceiling
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.endgame import NEAREST, nearness
from engine.policies.features import Weight
from engine.policies.identities import leaning
from engine.policies.worth import A_MONSTER, A_STOP, ahead, deed, item_use, keep_value, may_buy, net
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.state import Game, Zone
from engine.steps.offers.legality import may_take_identity

RIVALS = 3
"""Of what somebody else gains this part is one's own loss; as likely one who does not lead is its victim."""


@kernel()
def parting(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """Give away, or discard, what is missed least and helps the receiver least."""
    value = -keep_value(g, book, seat, card) if card >= 0 else 0
    if target < 0 or target == seat:
        return value
    if card >= 0:
        value -= _served(g, book, seat, card, target) + _armed(g, book, seat, card)
    return value - ahead(g, seat, target) - nearness(g, book, target) // 100


@kernel()
def _served(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """What a card does for whoever is given it, in points of the giver."""
    w = book.work.weights[seat]
    row = book.card[card]
    kind = int(row.kind)
    gain = deed(g, book, target, card)
    if kind == Kind.ITEM:
        gain += item_use(g, book, target, card) * int(w[Weight.BONUS])
    elif kind == Kind.ITEM_ENHANCER:
        gain += max(0, int(row.bonus)) * int(w[Weight.BONUS])
    elif Kind.CLASS <= kind <= Kind.BIRTHRIGHT:
        gain += int(w[Weight.IDENTITY]) if may_take_identity(g, book, target, card) == 1 else 0
    elif kind == Kind.GO_UP_A_LEVEL and g.level[target] < ceiling(g, book):
        gain += int(w[Weight.LEVEL]) * max(1, int(row.levels))
    return gain // RIVALS


@kernel()
def _armed(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card may do to the giver from somebody else's hand: a Curse, or strength for a monster they fight."""
    row = book.card[card]
    kind = int(row.kind)
    w = book.work.weights[seat]
    strength = 0
    if kind == Kind.CURSE:
        blow = bad_stuff(g, book, seat, card, Trigger.CURSED) * int(w[Weight.DANGER]) // 10
        return blow if g.level[seat] >= highest_level(g) else blow // RIVALS
    if kind == Kind.ITEM_ENHANCER and row.bonus < 0:
        return -int(row.bonus) * int(w[Weight.BONUS]) // RIVALS
    if kind == Kind.WANDERING:
        strength = A_MONSTER
    elif kind == Kind.ENHANCER or kind == Kind.ONE_SHOT:
        strength = abs(int(row.bonus))
    return strength + strength * int(w[Weight.STOP_WIN]) * nearness(g, book, seat) // (A_STOP * NEAREST)


@kernel("cards.hand-private")
def losing(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Of one's own cards the one that is missed least is lost, of a rival's the one that they would miss most.

    Only the card itself is looked at, which the question shows, and what lies before its owner.
    """
    owner = int(g.owner[card])
    if owner < 0 or owner == seat:
        return -missed(g, book, seat, card) - leaning(g, book, seat, card)
    w = book.work.weights[seat]
    row = book.card[card]
    if row.kind == Kind.ITEM:
        gold = int(row.gold) * int(w[Weight.LEVEL]) // 2000 if may_buy(g, book, owner) == 1 else 0
        return item_use(g, book, owner, card) * int(w[Weight.BONUS]) + gold + 1
    if g.zone[card] == Zone.HAND and Kind.CLASS <= row.kind <= Kind.BIRTHRIGHT:
        return int(w[Weight.IDENTITY]) if may_take_identity(g, book, owner, card) == 1 else 1
    return keep_value(g, book, seat, card) + _armed(g, book, seat, card)


@kernel("item.one-big")
def missed(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card is worth to whoever has it or may take it: a Big Item only what the one in its way is not."""
    worth = keep_value(g, book, seat, card)
    row = book.card[card]
    if row.kind != Kind.ITEM or row.big == 0 or (g.zone[card] == Zone.TABLE and g.owner[card] == seat):
        return worth
    if big_room(g, book, seat) > 0:
        return worth
    use = item_use(g, book, seat, card)
    borne = use
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].big == 1:
            borne = min(borne, max(0, net(g, book, seat, c)))
    return worth - borne * int(book.work.weights[seat, Weight.BONUS])


@kernel("class.power-by-discard")
def price(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What a card costs that pays for a power: what one is, with all that hangs on it, is as dear as a Level."""
    worth = missed(g, book, seat, card) + leaning(g, book, seat, card)
    one_is = g.zone[card] == Zone.TABLE and Kind.CLASS <= book.card[card].kind <= Kind.DOUBLER
    return worth + int(book.work.weights[seat, Weight.LEVEL]) if one_is else worth
