"""Utilities of deals: trading, giving away, stealing."""

from __future__ import annotations

from engine.board.seat_lookup import is_mate
from engine.jit import kernel
from engine.policies.discard_choices import price
from engine.policies.endgame import nearness, progress
from engine.policies.help_worth import NEVER
from engine.policies.lasting_worth import net
from engine.policies.moments import failed_theft
from engine.policies.sales import gained
from engine.policies.weights import Weight
from engine.policies.worth import ahead, harm, item_use, keep_value, level_worth, may_buy
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Trigger, Yes
from engine.records.offer_steps import Pledge
from engine.records.questions import Verb
from engine.records.state import Game
from engine.records.step_values import Price
from engine.records.switches import Rule
from engine.steps.offers.power_prices import payable

OTHER_COSTS = 1 << Trigger.THEFT_FAILED | 1 << Trigger.THEFT_FAILS
"""Bits of the moments in which a theft that fails costs something else than a level."""
EAGER = 100
"""Above this weight of `trade` every trade is weighed that both may like."""
UNKNOWN = -1
"""In place of the points that an Item gives: they were not worked out yet."""
A_BLOW = 4
"""Points of an Item whose loss sets its owner back for good; one of fewer points does so in part."""


@kernel()
def was_declined(g: Game, seat: Seat, card: Card, wanted: int) -> Yes:
    """Whether this is the deal that was refused last, by either of the two: it is not proposed again."""
    if g.declined[seat] == card and g.declined_for[seat] == wanted:
        return 1
    if wanted < 0:
        return 0
    # Turned round: what they would ask for was offered to them for what they would give, and they refused it.
    owner = g.owner[wanted]
    return 1 if g.declined[owner] == wanted and g.declined_for[owner] == card else 0


@kernel()
def giving(g: Game, book: Book, seat: Seat, card: Card, target: int) -> int:
    """A gift: an Item that is of more use to somebody who does not lead."""
    gift = int(book.work.weights[seat, Weight.GIFT])
    if (
        was_declined(g, seat, card, -1) == 1
        or gift <= 0
        or item_use(g, book, target, card) == 0
        or item_use(g, book, seat, card) > 0
    ):
        return NEVER
    return gift + item_use(g, book, target, card) - keep_value(g, book, seat, card) - harm(g, book, seat, target)


@kernel()
def spoils(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What an Item is worth that is taken from somebody: its use to oneself, its loss to them, and who they are."""
    return item_use(g, book, seat, card) * int(book.work.weights[seat, Weight.BONUS]) + _blow(g, book, seat, card)


@kernel()
def _blow(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What it is worth that somebody loses an Item."""
    w = book.work.weights[seat]
    owner = int(g.owner[card])
    theirs = item_use(g, book, owner, card)
    if is_mate(g, book, seat, owner) == 1:
        return -theirs * int(w[Weight.BONUS])
    taken = theirs * int(w[Weight.BONUS]) * int(w[Weight.STEAL]) // 100
    return taken + (harm(g, book, seat, owner) * min(A_BLOW, theirs) // (4 * A_BLOW) if theirs != 0 else 0)


@kernel()
def stealing(g: Game, book: Book, seat: Seat, card: Card, least: int, source: Card) -> int:
    """A theft costs a card and patience, and it may fail: then a level, or at the lowest one a turn's luck, is gone.

    Nobody steals what is of use neither to themselves nor to its owner, nor in haste what it does not pay to steal;
    `source` is the card of the power.
    """
    w = book.work.weights[seat]
    lowest = g.level[seat] <= book.rules[Rule.LEVEL_MIN]
    if g.rolls[seat] > 0 or (g.active != seat and nearness(g, book, int(g.owner[card])) == 0):
        return NEVER  # once in one's own turn, but for whoever comes close to the win: the others would not wait longer
    failed = level_worth(g, book, seat, 1)
    if lowest:
        failed //= 2
    if (int(book.moments) & OTHER_COSTS) != 0:
        failed = max(failed if lowest else 0, failed_theft(g, book, seat))
    faces = max(0, min(6, 7 - least))
    trouble = int(w[Weight.CARD]) * (3 if g.active != seat else 1)
    trouble += int(w[Weight.LEVEL]) * (100 - progress(g, book, int(g.owner[card]))) // 120  # they will pay it back
    gain = _blow(g, book, seat, card)
    bonus = int(w[Weight.BONUS])
    if bonus >= 0 and (gain + max(0, net(g, book, seat, card)) * bonus) * faces <= failed * (6 - faces) + 6 * trouble:
        return NEVER  # nor would it pay if nothing had to make room
    gain += item_use(g, book, seat, card) * bonus
    if gain <= 0:
        return NEVER
    more = (gain * faces - failed * (6 - faces)) // 6 - trouble
    if more > 0:  # what a card costs is looked up only where something is to be gained
        more -= _ransom(g, book, seat, source)
    return more if more > 0 else NEVER


@kernel("class.power-by-discard")
def _ransom(g: Game, book: Book, seat: Seat, source: Card) -> int:
    """What the card costs that is missed least of those that may pay for a theft, in hand or in play.

    It is the same for every Item that this power could take: `choose.outlook` forgets it with each question.
    """
    look = book.work.outlook[0]
    if look.thief == 1 + source:
        return int(look.ransom)
    least = -NEVER
    for i in range(g.hand_n[seat]):
        least = min(least, _price(g, book, seat, int(g.hand[seat, i]), source))
    for i in range(g.table_n[seat]):
        least = min(least, _price(g, book, seat, int(g.table[seat, i]), source))
    look.thief = 1 + source
    look.ransom = least
    return least


@kernel("class.power-by-discard")
def _price(g: Game, book: Book, seat: Seat, card: Card, source: Card) -> int:
    """What a card costs that pays for a theft; too much if it may not."""
    return price(g, book, seat, card) if payable(g, book, seat, card, source, Price.CARDS) == 1 else -NEVER


@kernel()
def is_deal(book: Book, i: int) -> Yes:
    """Whether option i is a trade or a gift."""
    return book.work.option[i].verb == Verb.TRADE or book.work.option[i].verb == Verb.GIVE


@kernel()
def is_refused_at_sight(g: Game, book: Book, card: Card, wanted: int) -> Yes:
    """Whether a trade is one that a player who is not eager does not think about: most are."""
    if book.card[wanted].bonus <= 0 or book.card[card].gold < book.card[wanted].gold:
        return 1  # nobody gives the dearer Item
    if g.equipped[wanted] == 0:
        return 0
    # Of two Items in use one of the two players would get the weaker.
    owner = int(g.owner[wanted])
    return 1 if g.equipped[card] == 1 or net(g, book, owner, card) < net(g, book, owner, wanted) else 0


@kernel()
def first_promising(g: Game, book: Book, seat: Seat, i: int, n: int) -> int:
    """Index of the first option from i on that is not a deal one of the two would refuse at a glance."""
    gifts = int(book.work.weights[seat, Weight.GIFT]) > 0
    card = -1
    mine = UNKNOWN
    while i < n:
        if not is_deal(book, i):
            return i
        if book.work.option[i].card != card:
            card = int(book.work.option[i].card)
            mine = UNKNOWN
        gift = book.work.option[i].verb == Verb.GIVE
        wanted = -1 if gift else int(book.work.option[i].amount)
        if gifts if gift else is_refused_at_sight(g, book, card, wanted) == 0:
            if mine == UNKNOWN:  # most deals are refused before this is asked
                mine = item_use(g, book, seat, card)
            if mine == 0 if gift else net(g, book, seat, wanted) > mine:
                return i
        i += 1
    return i


@kernel()
def swap(g: Game, book: Book, seat: Seat, card: Card, wanted: int) -> int:
    """A trade that gains strength and that the other might like; whoever trades eagerly looks at Gold as well."""
    if was_declined(g, seat, card, wanted) == 1:
        return NEVER
    w = book.work.weights[seat]
    eager = int(w[Weight.TRADE])
    dear = int(book.card[card].gold) - int(book.card[wanted].gold)
    if eager <= EAGER and (dear < 0 or is_refused_at_sight(g, book, card, wanted) == 1):
        return NEVER
    owner = int(g.owner[wanted])
    if dear > 0 and g.level[owner] + 2 >= book.rules[Rule.VICTORY_LEVEL] and may_buy(g, book, owner) == 1:
        return NEVER  # the Gold buys them the Level before the last
    mine = item_use(g, book, seat, wanted)
    if eager <= EAGER and mine <= 0:
        return NEVER
    mine -= item_use(g, book, seat, card)
    bonus = int(w[Weight.BONUS])
    gold = dear * level_worth(g, book, seat, 1) // 2000 if may_buy(g, book, seat) == 1 else 0
    if mine * bonus <= gold or (eager <= EAGER and mine <= 0):
        return NEVER
    theirs = item_use(g, book, owner, card) - item_use(g, book, owner, wanted)
    if (theirs > 0 and one_short(g, book, owner) == 1) or (eager <= EAGER and theirs < 0):
        return NEVER
    if eager <= EAGER and theirs > 2 * mine and ahead(g, seat, owner) >= 0:
        return NEVER  # for a little one makes nobody much stronger who is not behind
    gain = dear * int(w[Weight.LEVEL]) // 2000 if may_buy(g, book, owner) == 1 else 0
    if theirs * bonus + gain <= 0:
        return NEVER  # it brings them nothing
    if gained(g, book, seat, wanted, card) <= gained(g, book, seat, card, wanted):
        return NEVER  # with all that the two can do it is no better
    envied = max(0, harm(g, book, seat, owner))
    rival = envied // 16  # rather with somebody who is far from the win
    if dear > 0 and may_buy(g, book, owner) == 1:
        rival += envied * dear // 1000  # what they may buy of it
    return (mine * bonus - gold) * eager // 100 - rival


@kernel()
def one_short(g: Game, book: Book, other: int) -> Yes:
    """Whether the next Level wins the game for somebody: nobody makes them stronger."""
    return 1 if g.level[other] + 1 >= book.rules[Rule.VICTORY_LEVEL] else 0


@kernel()
def trade_answer(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Accept what is better for oneself than what it costs, with all that was added to the proposal."""
    if book.work.option[i].verb == Verb.REFUSE:
        return 0
    offered = int(book.work.option[i].card)
    proposer = int(book.work.option[i].target)
    wanted = int(book.work.option[i].amount)
    value = gained(g, book, seat, offered, wanted)
    for k in range(g.table_n[proposer]):
        c = int(g.table[proposer, k])
        if g.pledged[c] == Pledge.TRADED and c != offered:
            value += keep_value(g, book, seat, c)
    if wanted < 0:
        return value
    theirs = item_use(g, book, proposer, wanted) - item_use(g, book, proposer, offered)
    if theirs > 0 and one_short(g, book, proposer) == 1:
        return NEVER
    for k in range(g.table_n[seat]):
        c = int(g.table[seat, k])
        if g.pledged[c] == Pledge.TRADED and c != wanted:
            value -= keep_value(g, book, seat, c)
    value -= gained(g, book, seat, wanted, offered)
    return value if value > 0 else NEVER  # no mood makes a deal of what brings one nothing
