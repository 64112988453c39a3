"""Help by several: what a player counts on who is not strong enough alone, and what helping is worth to them."""

from __future__ import annotations

from engine.board.combat_rewards import levels_won
from engine.board.equipment import passive
from engine.board.munchkin_side import end_supposing, suppose_helper
from engine.board.seat_lookup import left_of
from engine.jit import kernel
from engine.policies.danger import chance, danger, peril, threat
from engine.policies.endgame import winners
from engine.policies.help_worth import NEVER, adds, gladness, lead, part, wants_pay
from engine.policies.moments import awaiting
from engine.policies.weights import Weight
from engine.policies.worth import keep_value, level_worth
from engine.records.book import Book
from engine.records.card_kinds import Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_terms import is_forced, may_help, promisable, room_for

STEPS = 2
"""Proposals after which nobody tries again with the same player in a fight."""
OTHERS_COME = 70
"""Chance in per cent that those others help as well without whom a helper's strength is not enough."""


@kernel("help.volunteer")
def bid(g: Game, book: Book, judge: Seat, other: int, points: int) -> int:
    """Treasures the fighter would promise somebody: no more than they have offered to help for; -1: none.

    `points` is the lead once they help.
    """
    seat = int(g.fighter)
    found = _likely(g, book, judge, other, points)
    price = int(g.terms[other, seat]) - 1 if (int(g.spurned[other]) >> seat) & 1 else -1
    if price < 0 or price > promisable(g, book) or 0 <= found <= price:
        return found
    asked = int(g.terms[seat, other]) if (int(g.spurned[seat]) >> other) & 1 else 0
    return found if price < asked or g.rebuffs[seat, other] >= STEPS else price


@kernel()
def _likely(g: Game, book: Book, judge: Seat, other: int, points: int) -> int:
    """As many Treasures as are likely to win somebody; -1: nobody asks in vain.

    The share that the fighter is used to give opens, or what it takes, or after a refusal once more than that. Whoever
    has to help is promised nothing. By the weights of the player who judges it.
    """
    seat = int(g.fighter)
    if is_forced(g, book, other, seat) == 1:
        return 0
    treasures = part(g, book, int(book.work.weights[judge, Weight.SHARE]))
    if (int(g.spurned[seat]) >> other) & 1:
        if g.terms[seat, other] == 0 or g.rebuffs[seat, other] >= STEPS:
            return -1
        treasures = max(treasures, int(g.terms[seat, other]))
    most = promisable(g, book)
    if treasures > most:
        return -1
    glad = gladness(g, book, judge, other, treasures) + awaiting(g, book, other, Trigger.HELPED)
    if glad > NEVER // 2:
        glad -= _risk(g, book, judge, other, points)
    each = int(book.work.weights[judge, Weight.TREASURE])
    if glad <= 0:
        if each <= 0 or winners(g, book) != 0:
            return -1  # nobody cares for Treasures when the game is over
        treasures += 1 + -glad // each  # each one more makes them as much gladder
    return treasures if treasures <= most else -1


@kernel()
def _risk(g: Game, book: Book, judge: Seat, other: Seat, points: int) -> int:
    """What it would cost a helper if the fight is lost all the same, as likely as that is, in the eyes of a judge."""
    odds = chance(points, threat(g, book, judge, int(g.fighter)))
    return peril(g, book, other) * int(book.work.weights[judge, Weight.DANGER]) // 60 * (100 - odds) // 100


@kernel()
def added(g: Game, book: Book, seat: Seat) -> int:
    """What a player would add to the munchkin side as it is, not as it is supposed: worked out once for a question."""
    look = book.work.outlook[0]
    if (int(look.told) >> seat) & 1 == 0:
        look.told |= 1 << seat
        look.adds[seat] = adds(g, book, seat)
    return int(look.adds[seat])


@kernel("help.one-only")
def reach(g: Game, book: Book, judge: Seat, seat: Seat, treasures: int) -> int:
    """Points by which the side wins once a player helps for some Treasures, if need be with others who would join."""
    points = lead(g) + added(g, book, seat)
    if points > 0 or room_for(g, book) < 2:
        return points
    return points + _backing(g, book, judge, seat, treasures, 1 - points)


@kernel("help.one-only", "help.bribe-items")
def _backing(g: Game, book: Book, judge: Seat, seat: Seat, treasures: int, missing: int) -> int:
    """Strength that others would still add to that of a player: the strongest of those who are likely to agree.

    What each of them gets must be left of the Treasures. No more are counted than it takes.
    """
    total = 0
    n = 1
    suppose_helper(g, seat)
    g.deals[seat].treasures = treasures
    who = int(_strongest(g, book, judge, 1 - missing))
    while who >= 0 and total < missing:
        total += adds(g, book, who)
        price = int(bid(g, book, judge, who, 1 - missing + total))
        suppose_helper(g, who)
        g.deals[who].treasures = price
        n += 1
        who = int(_strongest(g, book, judge, 1 - missing + total))
    for _ in range(n):
        g.deals[g.helper].treasures = 0
        end_supposing(g)
    return total


@kernel("combat.win-level")
def forgone(g: Game, book: Book, seat: Seat, helper: Seat) -> int:
    """What the fighter's Levels are worth that they will not gain with one more helper, where several may help."""
    if book.rules[Rule.HELP_MAX] < 2:
        return 0
    alone = levels_won(g, book)
    suppose_helper(g, helper)
    helped = levels_won(g, book)
    end_supposing(g)
    return level_worth(g, book, seat, alone) - level_worth(g, book, seat, helped)


@kernel("help.one-only")
def _strongest(g: Game, book: Book, judge: Seat, points: int) -> int:
    """Of those who may still help and are likely to, who adds most to a side that leads by some points; or -1."""
    found = -1
    most = 0
    for k in range(1, g.seats):
        s = left_of(g, int(g.fighter), k)
        more = int(adds(g, book, s)) if may_help(g, book, s) == 1 else 0
        if more > most and bid(g, book, judge, s, points + more) >= 0:
            found = s
            most = more
    return found


@kernel()
def helping(g: Game, book: Book, seat: Seat, treasures: int, promised: int) -> int:
    """Utility of helping: the share, a promised card, an Elf's level, less the risk that the fight is lost."""
    value = gladness(g, book, seat, seat, treasures)
    if value <= NEVER:
        return NEVER
    if treasures == 0 and promised < 0 and wants_pay(g, book, seat) == 1:
        return NEVER
    if promised >= 0:
        value += keep_value(g, book, seat, promised)
    if book.rules[Rule.HELP_HELPER_LEVELS] == 1:
        value += level_worth(g, book, seat, passive(g, book, seat, Op.HELPER_LEVEL) * int(g.foe_n))
    odds = chance(reach(g, book, seat, seat, treasures), threat(g, book, seat, int(g.fighter)))
    if lead(g) + added(g, book, seat) <= 0:
        odds = odds * OTHERS_COME // 100
    return value - danger(g, book, seat) * (100 - odds) // 100
