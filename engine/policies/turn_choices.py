"""Utilities outside combat: arranging, selling, trading, losing, giving and taking."""

from __future__ import annotations

from engine.board.equipment import big_room, ceiling, hand_limit, usable
from engine.board.levels import as_cultist
from engine.board.seat_lookup import highest_level
from engine.board.strength import player_strength
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.card_alternatives import paying_gold
from engine.policies.cultists import conversion, gives_the_end
from engine.policies.curse_removal import spoiled
from engine.policies.discard_choices import called_back, laid_on_top, losing, missed, parting
from engine.policies.dressing import bearing, dressing, making_room
from engine.policies.endgame import saving_price
from engine.policies.gains import gains, on_another, rising
from engine.policies.guise_worth import guise
from engine.policies.help_worth import NEVER
from engine.policies.identities import taken_up
from engine.policies.lasting_worth import companion, net, points
from engine.policies.moments import follows, of_named, opposed
from engine.policies.monster_choice import trouble
from engine.policies.paid_items import paying
from engine.policies.paid_power_worth import paid_power
from engine.policies.power_choices import buying_free, own_tax
from engine.policies.sales import begin_sale, completes
from engine.policies.shared_dice import of_number
from engine.policies.trades import giving, stealing, swap
from engine.policies.trials import which
from engine.policies.weights import Weight
from engine.policies.worth import displaced, harm, item_use, keep_value, setback
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger
from engine.records.card_steps import PickSeat
from engine.records.opcodes import WORTH, Op
from engine.records.questions import Question, Verb
from engine.records.state import Game, Phase, Zone
from engine.records.step_worth import Worth
from engine.records.switches import Rule
from engine.steps.offers.actions import is_curse
from engine.steps.offers.power_prices import PAID

ACTS = (int(Kind.GO_UP_A_LEVEL), int(Kind.CURSE), int(Kind.ENHANCER), int(Kind.ONE_SHOT), int(Kind.SPECIAL))
"""Kinds of cards that are played for what they do: that of others comes beside."""

AT_ONCE = 300
"""Points by which what one wears goes before whatever else there is to do: nobody looks for trouble half dressed."""
PUT_DOWN = 8
"""Most points of an Item that is of no use, and only put down."""


@kernel()
def own_turn(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of option i on one's own turn; going on (door, loot, end) is 0."""
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    amount = int(book.work.option[i].amount)
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH:
        worth = playing(g, book, seat, card, target)
        kind = int(book.card[card].kind)
        worn = kind == Kind.CHEAT or kind == Kind.ITEM_ENHANCER or (kind == Kind.ITEM and worth > PUT_DOWN)
        return worth + AT_ONCE if worn and worth > 0 else worth
    if verb == Verb.EQUIP or verb == Verb.UNEQUIP:
        worth = dressing(g, book, seat, card) if verb == Verb.EQUIP else making_room(g, book, seat, card)
        return worth + AT_ONCE if worth > 0 else worth
    if verb == Verb.SELL:
        return begin_sale(g, book, seat, card, int(book.work.outlook[0].sale))
    if verb == Verb.TROUBLE:
        return trouble(g, book, seat, card, int(book.work.outlook[0].strength))
    if verb == Verb.TRADE:
        return swap(g, book, seat, card, amount)
    if verb == Verb.GIVE:
        return giving(g, book, seat, card, target)
    if verb == Verb.DISCARD_FOR or verb == Verb.USE:
        return _ability(g, book, seat, card, target, amount)
    if verb == Verb.DISCARD:
        return NEVER
    return 0


@kernel()
def playing(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """Utility of playing a card outside combat."""
    w = book.work.weights[seat]
    kind = int(book.card[card].kind)
    crowded = 6 if g.active == seat and g.hand_n[seat] > hand_limit(g, book, seat) else 0
    laid = follows(g, book, seat, card, Trigger.PLAYED) if kind not in ACTS else 0
    if kind == Kind.ITEM:
        return item_use(g, book, seat, card) * int(w[Weight.BONUS]) + 2 + crowded + laid
    if Kind.CLASS <= kind <= Kind.DOUBLER:
        return _becoming(g, book, seat, card, target if kind == Kind.DOUBLER else -1) + laid
    if kind == Kind.GO_UP_A_LEVEL:
        return rising(g, book, seat, card, crowded) if target == seat else NEVER
    if kind == Kind.CURSE:
        return _cursing(g, book, seat, card, target, crowded) + crowded
    if kind == Kind.ITEM_ENHANCER or kind == Kind.CHEAT:
        return _attaching(g, book, seat, card, target) + crowded + laid
    if kind == Kind.ENHANCER:
        return int(w[Weight.BONUS]) if target == seat and as_cultist(g, book, seat) == 1 else NEVER
    if kind == Kind.COMRADE or kind == Kind.GUEST_STAR:
        return companion(g, book, seat, card) + laid
    if kind == Kind.ONE_SHOT:
        return crowded - 4 if crowded > 0 and g.phase != Phase.FLIGHT else NEVER
    return _special(g, book, seat, card, target) + crowded


@kernel()
def _becoming(g: Game, book: Book, seat: Seat, card: Card, other: int) -> int:
    """Lay an identity, or a doubler with `other` or alone: for its own sake, and for what it does to one's Items."""
    doubles = book.card[card].kind == Kind.DOUBLER
    joins = (other >= 0 and book.card[other].locked == 1) if doubles else book.card[card].locked == 1
    turns = conversion(g, book, seat, seat) if joins else 0
    taken = taken_up(g, book, seat, card, other)
    if turns <= NEVER or taken <= NEVER:
        return NEVER
    return int(book.work.weights[seat, Weight.IDENTITY]) // (2 if doubles else 1) + turns + taken


@kernel()
def _attaching(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """A Cheat! goes on a good Item that could not be used without it, an enhancer where it counts."""
    if target < 0:
        return NEVER
    row = book.card[card]
    if is_curse(book, card) == 1:
        return _spoiling(g, book, seat, card, target) if row.bonus < 0 else NEVER
    w = book.work.weights[seat]
    if row.kind == Kind.CHEAT:
        heavy = g.zone[target] == Zone.HAND and book.card[target].big == 1 and big_room(g, book, seat) <= 0
        use = 0 if heavy else item_use(g, book, seat, target)
        if g.equipped[target] == 1 or net(g, book, seat, target) - use < 2:
            return NEVER  # without it nothing, or next to nothing, would have to make room
        return net(g, book, seat, target) * int(w[Weight.BONUS])
    return _enhancing(g, book, seat, card, target) if row.bonus >= 0 else NEVER


@kernel("item.enhancer")
def _enhancing(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """An enhancer goes on an Item in use, or on one that is better with it than what would have to make room."""
    if usable(g, book, seat, target) == 0:
        return NEVER
    more = int(book.card[card].bonus)
    gain = net(g, book, seat, target) + more
    if g.equipped[target] == 0 and book.card[card].hands >= 0:  # one that frees a hand makes room itself
        gain -= displaced(g, book, seat, target)
    if gain <= 0:
        return NEVER
    return (min(more, gain) + (1 if g.equipped[target] == 1 else 0)) * int(book.work.weights[seat, Weight.BONUS])


@kernel()
def _spoiling(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """A cursed enhancer goes on an Item that the leader uses, or to a leader who has no Item to spare for it."""
    chosen = book.rules[Rule.ITEM_ENHANCER_CURSED_ITEM] == 0
    owner = target if chosen else int(g.owner[target])
    idle = spoiled(g, book, owner, card) < -int(book.card[card].bonus) if chosen else g.equipped[target] == 0
    if idle or owner == seat or g.level[owner] < highest_level(g):
        return NEVER
    worth = setback(g, book, seat, owner, 4 - 3 * int(book.card[card].bonus))
    return worth - int(book.work.weights[seat, Weight.CURSE]) - saving_price(g, book, seat)


@kernel()
def _special(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """A card that acts by its program: for what it brings, on oneself; on another for what it takes from them."""
    w = book.work.weights[seat]
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        worth = int(WORTH[e.op])
        if worth == Worth.MEETING:
            return 1 if (int(g.identity[seat]) & int(e.a)) != 0 else NEVER
        if worth == Worth.DISCARD_CAUGHT:
            return keep_value(g, book, seat, target) - 3 * int(w[Weight.CARD]) if target >= 0 else NEVER
    if target >= 0 and target != seat:
        return on_another(g, book, seat, card, target)
    more = gains(g, book, seat, card)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.NAMED_PLAYERS and e.trigger == Trigger.PLAYED:
            more += of_named(g, book, seat, card, int(e.a))
        if e.op == Op.KEEP and e.trigger == Trigger.PLAYED:  # what it does once it lies there
            more += points(g, book, seat, card) * int(w[Weight.BONUS])
    if more <= 0:
        return NEVER
    return more - bad_stuff(g, book, seat, card, Trigger.PLAYED) * int(w[Weight.DANGER]) // 10


@kernel()
def _cursing(g: Game, book: Book, seat: Seat, card: Card, target: int, crowded: int) -> int:
    """A Curse is kept for somebody who leads and comes close to the end, unless it would be given away at once."""
    parted = crowded > 0 and g.question == Question.EVENING
    if target == seat or (g.level[target] < highest_level(g) and not parted):
        return NEVER // 2
    takes = bad_stuff(g, book, target, card, Trigger.CURSED)
    if takes <= 0 or gives_the_end(g, book, seat, card, target) == 1:
        return NEVER
    worth = setback(g, book, seat, target, takes) - own_tax(g, book, seat, card, target)
    if parted:
        return worth
    return worth - int(book.work.weights[seat, Weight.CURSE]) - saving_price(g, book, seat)


@kernel()
def _ability(g: Game, book: Book, seat: Seat, card: Card, target: int, row: EffectRow) -> int:
    """Own-turn powers: steal, study, call back a good card; the rest is left alone."""
    op = int(book.effect[row].op)
    if op == Op.STEAL:
        return stealing(g, book, seat, target, int(book.effect[row].a), card)
    if op in PAID:
        return paid_power(g, book, seat, row, card, 0)
    if op == Op.BEAR:
        return bearing(g, book, seat, card, target)
    if op == Op.CURE:
        return buying_free(g, book, seat, card, int(book.effect[row].a))
    if op == Op.POSE and book.effect[row].b == 0 and g.pose[seat] == 0:
        fellows = 0
        for s in range(g.seats):
            fellows += 1 if s != seat and (int(g.identity[s]) & int(book.effect[row].a)) != 0 else 0
        return 2 * fellows * int(book.work.weights[seat, Weight.BONUS]) if fellows > 0 else NEVER
    if op != Op.STUDY and op != Op.RESURRECTION:
        return NEVER
    w = book.work.weights[seat]
    cost = keep_value(g, book, seat, card) if card >= 0 else int(w[Weight.CARD])
    if op == Op.STUDY:
        return int(w[Weight.LEVEL]) - 3 * max(cost, int(w[Weight.CARD])) * 2
    if book.card[card].kind == Kind.GO_UP_A_LEVEL and g.level[seat] < ceiling(g, book):
        return NEVER  # a sure level is no price for the chance of one
    if g.hand_n[seat] <= hand_limit(g, book, seat):
        cost = max(cost, int(w[Weight.CARD])) + saving_price(g, book, seat)  # it could pay for something better
    more = called_back(g, book, seat, target) - cost
    # A price is paid on purpose: in haste for what is clearly better.
    return more if more > max(2 * int(w[Weight.NOISE]), int(w[Weight.LEVEL])) else NEVER


@kernel()
def choosing(g: Game, book: Book, seat: Seat, question: int, i: int) -> int:
    """Which card is lost, given or taken; which monster or number is meant."""
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    if question == Question.ON_TOP:
        return laid_on_top(g, book, seat, card)
    if question == Question.TAKE:
        return max(missed(g, book, seat, card), completes(g, book, seat, card, -1)) if card >= 0 else 0
    if question == Question.LOSE and verb == Verb.DISCARD_FOR:
        return paying(g, book, seat, card)
    if question == Question.LOSE and card >= 0 and g.agenda_n > 0:
        if g.agenda[g.agenda_n - 1, KIND] == Step.DISCARD_GOLD:
            return paying_gold(g, book, seat, card)
    if question == Question.LOSE:
        return losing(g, book, seat, card) if card >= 0 else 0
    if question == Question.GIVE:
        return parting(g, book, seat, card, int(book.work.option[i].target))
    if question == Question.MONSTER or question == Question.IDENTITY:
        meant = question == Question.MONSTER
        return which(g, book, seat, i) if meant else guise(g, book, seat, int(book.card[card].identity))
    top = g.agenda[g.agenda_n - 1]
    if verb == Verb.CHOOSE_SEAT and top[KIND] == Step.PICK_SEAT:
        e = book.effect[top[PickSeat.EFFECT]]
        if e.op != Op.GIVE_LEVEL:
            return opposed(g, book, seat, int(book.work.option[i].target))
    if verb == Verb.CHOOSE_SEAT:
        return _favouring(g, book, seat, card, int(book.work.option[i].target))
    if verb == Verb.CHOOSE_NUMBER:
        return of_number(g, book, seat, card, int(book.work.option[i].amount))
    return 0


@kernel()
def _favouring(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """Who gets what one must give away: a level, or an Item; rather somebody it helps little and who is weak."""
    use = item_use(g, book, target, card) if card >= 0 else 0
    return -harm(g, book, seat, target) - player_strength(g, book, target) - 2 * use


@kernel()
def at_once(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Windows outside combat and answers: what may be played now."""
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    if verb == Verb.PASS:
        return 0
    if verb == Verb.PLAY or verb == Verb.PLAY_WITH:
        return playing(g, book, seat, card, int(book.work.option[i].target))
    if verb == Verb.TAKE:
        return 0
    return own_turn(g, book, seat, i)
