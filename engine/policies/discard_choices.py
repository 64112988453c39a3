"""Which card is parted with, one's own or a rival's; which lies on top of the discards, and when it is called back."""

from __future__ import annotations

from engine.board.equipment import big_room, ceiling
from engine.board.seat_lookup import has_power, highest_level, is_mate, left_of
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.danger import left_alone
from engine.policies.endgame import NEAREST, nearness, saving_price
from engine.policies.help_worth import NEVER, own_reserve
from engine.policies.identities import leaning
from engine.policies.monster_choice import advantage, trouble
from engine.policies.monsters_met import kill, met, prey
from engine.policies.weights import Weight
from engine.policies.worth import A_MONSTER, A_STOP, ahead, deed, item_use, keep_value, may_buy, net, setback
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Pile, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game, Zone
from engine.steps.combat.face_up_cards import picks_before
from engine.steps.offers.actions import is_curse
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
        served = _served(g, book, seat, card, target) + _armed(g, book, seat, card)
        value += served if is_mate(g, book, seat, target) == 1 else -served
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
    elif kind == Kind.MONSTER:
        gain += prey(g, book, seat, target, card)
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


STAYS = 30
"""Chance in per cent that a turn ends without another card on top, or that Treasures are drawn face-up in it."""


@kernel()
def called_back(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What the topmost discard would be worth instead of the card that would be turned up.

    It is the same whatever is paid for it: it is worked out once for a question.
    """
    look = book.work.outlook[0]
    if look.called != 1 + card:
        look.called = 1 + card
        look.back = _called_back(g, book, seat, card)
    return int(look.back)


@kernel()
def _called_back(g: Game, book: Book, seat: Seat, card: Card) -> int:
    if book.card[card].pile == Pile.TREASURE:
        if picks_before(g) == 1:
            return NEVER  # a helper takes the best one
        return keep_value(g, book, seat, card) - int(book.work.weights[seat, Weight.TREASURE])
    if is_curse(book, card) == 1:
        return NEVER
    if book.card[card].kind != Kind.MONSTER:
        return keep_value(g, book, seat, card) + _room(g, book, seat) - _unopened(g, book, seat)
    strength = player_strength(g, book, seat)
    if advantage(g, book, seat, card, strength) < 2:
        return NEVER  # one pays for it: what is not beaten without more is too dear
    worth = trouble(g, book, seat, card, strength)
    return worth - _unopened(g, book, seat) if worth > 0 else NEVER


@kernel()
def _room(g: Game, book: Book, seat: Seat) -> int:
    """What a turn still brings if no monster was behind the door: the best trouble of the hand, or a card."""
    best = 2 * int(book.work.weights[seat, Weight.CARD])
    strength = player_strength(g, book, seat)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.MONSTER:
            best = max(best, trouble(g, book, seat, c, strength) - keep_value(g, book, seat, c))
    return best


@kernel()
def _unopened(g: Game, book: Book, seat: Seat) -> int:
    """What a door is worth before it is opened; for all options of a question it is worked out once."""
    look = book.work.outlook[0]
    if look.stake == NEVER:
        look.stake = unopened(g, book, seat)
    return int(look.stake)


@kernel("turn.kick-open")
def unopened(g: Game, book: Book, seat: Seat) -> int:
    """The mean over the Door cards of the box, which all know.

    Curses and cards to keep are counted at their usual worth; every second Curse finds what it would take.
    """
    w = book.work.weights[seat]
    alone = player_strength(g, book, seat) + own_reserve(g, book, seat)
    together = alone + _strongest_other(g, book, seat)
    total = 0
    monsters = 0
    doors = 0
    for c in range(g.cards):
        row = book.card[c]
        if row.pile != Pile.DOOR or row.kind == Kind.CHARACTER or row.kind == Kind.RULE:
            continue
        doors += 1
        if row.kind == Kind.MONSTER:
            monsters += 1
            total += _alone_or_together(g, book, seat, c, alone, together)
        else:
            total += -int(w[Weight.DANGER]) // 2 if is_curse(book, c) == 1 else 3 * int(w[Weight.CARD])
    return (total + (doors - monsters) * _room(g, book, seat)) // max(1, doors)


@kernel()
def _alone_or_together(g: Game, book: Book, seat: Seat, card: Card, alone: int, together: int) -> int:
    """What a monster brings: where it is not surely beaten, whom one asks for help says yes every second time."""
    worth = met(g, book, seat, seat, card, alone)
    if worth >= book.work.weights[seat, Weight.LEVEL] or left_alone(book, card, int(g.identity[seat])) >= 0:
        return worth
    return max(worth, met(g, book, seat, seat, card, together) // 2)


@kernel()
def _strongest_other(g: Game, book: Book, seat: Seat) -> int:
    """Strength of the strongest of those whom a player could ask for help."""
    best = 0
    for s in range(g.seats):
        if s != seat and g.dead[s] == 0:
            best = max(best, player_strength(g, book, s))
    return best


@kernel("cards.discard-piles", "cards.no-looking-discards")
def laid_on_top(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Utility of laying a card on top of the discards, where those who play next may call it back.

    What somebody gains all others lose in equal parts; more of it hurts whoever is behind them.
    """
    w = book.work.weights[seat]
    treasure = book.card[card].pile == Pile.TREASURE
    mine = 0
    if has_power(g, book, seat, Op.RESURRECTION) == 1:
        mine = max(0, called_back(g, book, seat, card) - int(w[Weight.CARD]) - saving_price(g, book, seat))
    if treasure and g.fighting == 1 and g.fighter == seat and g.helper >= 0:
        return mine  # now
    stays = STAYS if treasure else 100
    total = 0
    for k in range(1, g.seats):
        s = left_of(g, int(g.active), k)
        if s != seat and g.dead[s] == 0 and has_power(g, book, s, Op.RESURRECTION) == 1:
            gain = _serves(g, book, seat, s, card)
            lost = gain // max(1, int(g.seats) - 1) + setback(
                g, book, seat, s, 10 * gain // max(1, int(w[Weight.LEVEL]))
            )
            total -= lost * stays // 100
        stays = stays * STAYS // 100
    return total + mine * stays // 100


@kernel("cards.hand-private")
def _serves(g: Game, book: Book, judge: Seat, seat: Seat, card: Card) -> int:
    """What calling a card back would bring somebody else, for all that one can see."""
    w = book.work.weights[judge]
    price = int(w[Weight.CARD]) + saving_price(g, book, judge)
    if book.card[card].pile == Pile.TREASURE:
        return max(0, keep_value(g, book, judge, card) - int(w[Weight.TREASURE]) - price)
    if book.card[card].kind != Kind.MONSTER:
        return 0
    door = kill(g, book, judge, seat, 1, 1) // 2  # about every second one brings a fight that is won
    return max(0, met(g, book, judge, seat, card, player_strength(g, book, seat)) - door - price)
