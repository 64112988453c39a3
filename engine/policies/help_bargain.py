"""Help is bargained for: whom to ask, what to promise or to demand, and when to agree."""

from __future__ import annotations

from engine.jit import kernel
from engine.policies.danger import chance, deadly_faces, threat
from engine.policies.endgame import rest, winners
from engine.policies.help_worth import (
    NEVER,
    gladness,
    is_kind,
    lead,
    own_reserve,
    part,
    profit,
    wants_his_share,
)
from engine.policies.joint_help import STEPS, added, bid, forgone, helping, reach
from engine.policies.moments import awaiting
from engine.policies.stand_ins import giving_place, standing_in
from engine.policies.weights import Weight
from engine.policies.worth import item_use, keep_value
from engine.records.book import Book
from engine.records.card_kinds import Seat, Trigger, Yes
from engine.records.combat_steps import AnswerHelp
from engine.records.questions import PickOrder, Verb
from engine.records.state import Game
from engine.records.switches import Rule
from engine.steps.combat.help_terms import is_forced, may_help, promisable, room_for

IN_COMPETITION = 34
"""Most that is asked for where others could help too, in per cent of the Treasures."""
JOINT = 10
"""So much rather somebody is asked who is enough alone."""
OPPOSED = 20
"""So much rather somebody else is asked than one who has just worked against the fight."""


@kernel()
def helpers(g: Game, book: Book, seat: Seat) -> int:
    """Who would help the fighter that asks: of those who have not refused before, or else of the others."""
    look = book.work.outlook[0]
    if book.rules[Rule.HELP_REPLACES] == 1:
        return _stand_ins(g, book, seat)
    ends = winners(g, book)
    if room_for(g, book) <= 0 or (ends == 1 << seat and book.rules[Rule.SHARED_VICTORY] == 0):
        return 0  # nobody helps another to win the game
    glad_again = 0
    for s in range(g.seats):
        if s == seat or may_help(g, book, s) == 0:
            continue
        points = lead(g) + added(g, book, s)
        if points <= 0 and room_for(g, book) < 2:
            continue
        treasures = bid(g, book, seat, s, points)
        if points <= 0 and reach(g, book, seat, s, max(0, treasures)) <= 0:
            continue  # not even together with others
        bribe = treasures < 0 and book.work.weights[seat, Weight.BRIBE] > 0 and (int(g.spurned[seat]) >> s) & 1 == 0
        if (int(g.spurned[seat]) >> s) & 1:
            glad_again |= 1 << s if treasures >= 0 else 0
        else:
            look.enough |= 1 << s if treasures >= 0 or bribe else 0
            look.glad |= 1 << s if treasures >= 0 else 0
    if look.glad == 0:  # more is offered only when all have refused who could help
        look.enough |= glad_again
        look.glad = glad_again
    if look.enough == 0 and lead(g) <= 0 and _may_die(g, book, seat) == 1:
        look.enough = _others_enough(g, book, seat)
    return 0


@kernel("help.ask")
def _may_die(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether losing the fight can kill the fighter: they ask in vain rather than not at all."""
    for m in range(g.foe_n):
        if deadly_faces(book, int(g.foe[m].card)) > 0 and (int(g.fled[seat]) >> m) & 1 == 0:
            return 1
    return 0


@kernel()
def _others_enough(g: Game, book: Book, seat: Seat) -> int:
    """Seats, as bits, that are strong enough alone and have not refused yet, however little they may want to help."""
    found = 0
    for s in range(g.seats):
        if s != seat and (int(g.spurned[seat]) >> s) & 1 == 0 and may_help(g, book, s) == 1:
            found |= 1 << s if lead(g) + added(g, book, s) > 0 else 0
    return found


@kernel("help.one-only")
def _stand_ins(g: Game, book: Book, seat: Seat) -> int:
    """Who would fight in the place of the fighter, for all the Treasures, and has not refused."""
    look = book.work.outlook[0]
    for s in range(g.seats):
        if s != seat and (int(g.spurned[seat]) >> s) & 1 == 0 and may_help(g, book, s) == 1:
            if standing_in(g, book, s) > 0:
                look.enough |= 1 << s
                look.glad |= 1 << s
    return 0


@kernel()
def asking(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Ask whoever would turn the combat; there are many requests that differ only in what is offered."""
    treasures = int(book.work.option[i].amount)
    if (int(book.work.outlook[0].enough) >> book.work.option[i].target) & 1 == 0:
        return NEVER
    if book.work.option[i].pick != (PickOrder.HELPER if treasures > 0 else PickOrder.FIGHTER):
        return NEVER
    return _asking(g, book, seat, i)


@kernel()
def _asking(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Ask for the share this persona offers; promise an Item if nothing less will do."""
    target = int(book.work.option[i].target)
    if book.rules[Rule.HELP_REPLACES] == 1:
        return giving_place(g, book, seat, target)
    card = int(book.work.option[i].card)
    treasures = int(book.work.option[i].amount)
    w = book.work.weights[seat]
    gain = int(book.work.outlook[0].stake) - forgone(g, book, seat, target)
    glad = (int(book.work.outlook[0].glad) >> target) & 1
    if card < 0:
        # Somebody who is glad to help for nothing is asked for nothing.
        again = (int(g.spurned[seat]) >> target) & 1
        kind = wants_his_share(g, target) == 0 and is_kind(g, book, seat, target) == 1
        free = (
            again == 0 and kind and gladness(g, book, seat, target, 0) + awaiting(g, book, target, Trigger.HELPED) > 0
        )
        offered = 0 if free else bid(g, book, seat, target, lead(g) + added(g, book, target))
        if treasures != (offered if offered >= 0 else promisable(g, book)):
            return NEVER
        # Rather somebody who is likely to agree, and of those the one who profits least and leaves room to spare.
        price = treasures * int(w[Weight.TREASURE]) + profit(g, book, seat, target, treasures)
        tight = 100 - chance(reach(g, book, seat, target, treasures), threat(g, book, seat, seat))
        if lead(g) + added(g, book, target) <= 0:
            price += price + JOINT  # somebody else has to be paid as well
        unlikely = (0 if glad == 1 else 10) + (OPPOSED if (int(g.opposed) >> target) & 1 else 0)
        if is_forced(g, book, target, seat) == 1:
            return gain - price - tight // 4  # they cannot refuse, and it is no favour
        return gain - price - tight // 4 - 2 * int(g.level[target]) - unlikely
    if w[Weight.BRIBE] <= 0 or glad == 1 or (int(g.spurned[seat]) >> target) & 1:
        return NEVER
    if treasures != min(1, part(g, book, int(w[Weight.SHARE]))):
        return NEVER
    theirs = item_use(g, book, target, card) * int(w[Weight.BONUS])
    theirs += int(book.card[card].gold) * int(w[Weight.LEVEL]) // 2000
    if theirs + gladness(g, book, seat, target, treasures) <= 0:
        return NEVER
    price = treasures * int(w[Weight.TREASURE]) + profit(g, book, seat, target, treasures)
    return gain - price - keep_value(g, book, seat, card) * 100 // int(w[Weight.BRIBE])


@kernel()
def _answer(g: Game, book: Book, seat: Seat, treasures: int, promised: int) -> int:
    """Utility of helping when asked: whoever has named a price is content with it, whatever their mood, and no less."""
    value = helping(g, book, seat, treasures, promised) + awaiting(g, book, seat, Trigger.HELPED)
    named = int(g.terms[seat, g.fighter]) if (int(g.spurned[seat]) >> int(g.fighter)) & 1 else 0
    if value > 0 and 0 < named <= treasures + 1:
        return value + int(book.work.weights[seat, Weight.NOISE])
    return value


@kernel()
def _claim(g: Game, book: Book, seat: Seat) -> int:
    """Treasures a bystander would demand: their share, or one less than the fighter has refused; -1: no more."""
    fighter = int(g.fighter)
    share = part(g, book, int(book.work.weights[seat, Weight.DEMAND]))
    if _is_not_needed(g, book, seat) == 1:
        share = min(share, part(g, book, IN_COMPETITION))
    if (int(g.spurned[seat]) >> fighter) & 1 == 0:
        return share
    return min(share, int(g.terms[seat, fighter]) - 2) if g.rebuffs[seat, fighter] < STEPS else -1


@kernel("help.one-only")
def _is_not_needed(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether somebody else could turn the fight as well: who asks for too much is not taken then."""
    for s in range(g.seats):
        if s != seat and s != g.fighter and may_help(g, book, s) == 1 and lead(g) + added(g, book, s) > 0:
            return 1
    return 0


@kernel()
def offering(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Offer one's help for the share this persona demands, or for one less than was refused."""
    if book.rules[Rule.HELP_REPLACES] == 1:
        again = (int(g.spurned[g.fighter]) >> seat) & 1
        return NEVER if again or lead(g) > 0 else standing_in(g, book, seat)
    treasures = int(book.work.option[i].amount)
    if lead(g) > 0 or book.work.option[i].pick != (PickOrder.HELPER if treasures > 0 else PickOrder.FIGHTER):
        return NEVER
    look = book.work.outlook[0]
    if look.claim == 0:
        look.claim = 2 + _claim(g, book, seat)
    if treasures != look.claim - 2 or reach(g, book, seat, seat, treasures) <= 0:
        return NEVER
    value = helping(g, book, seat, treasures, -1) + awaiting(g, book, seat, Trigger.HELPED)
    fighter = int(g.fighter)
    just = (int(g.refused[fighter]) >> seat) & 1
    less = (int(g.spurned[fighter]) >> seat) & 1 and treasures < g.terms[fighter, seat]
    if (just or less) and value <= book.work.weights[seat, Weight.NOISE]:
        return NEVER  # they have refused that much before: a mood is no reason to offer the same
    return value


@kernel()
def answer_help(g: Game, book: Book, seat: Seat, verb: int) -> int:
    """Utility of accepting (refusing is 0): the fighter's answer to an offer, or another's to a request."""
    if verb == Verb.REFUSE:
        return 0
    row = g.agenda[g.agenda_n - 1]
    if book.rules[Rule.HELP_REPLACES] == 1:
        here = seat == g.fighter
        return giving_place(g, book, seat, int(row[AnswerHelp.PROPOSER])) if here else standing_in(g, book, seat)
    treasures = int(row[AnswerHelp.TREASURES])
    if seat != g.fighter:
        return (
            NEVER
            if reach(g, book, seat, seat, treasures) <= 0
            else _answer(g, book, seat, treasures, int(row[AnswerHelp.CARD]))
        )
    if reach(g, book, seat, int(row[AnswerHelp.PROPOSER]), treasures) <= 0:
        return NEVER
    price = treasures * int(book.work.weights[seat, Weight.TREASURE]) + profit(
        g, book, seat, int(row[AnswerHelp.PROPOSER]), treasures
    )
    for s in range(g.seats):
        if (int(book.work.outlook[0].glad) >> s) & 1 and bid(g, book, seat, s, lead(g) + added(g, book, s)) < treasures:
            return NEVER  # dearer than asking somebody who is likely to agree
    if lead(g) + own_reserve(g, book, seat) > 0 and price > rest(g, book, seat, 1 - lead(g)):
        return NEVER  # dearer than doing it alone
    return int(book.work.outlook[0].stake) - forgone(g, book, seat, int(row[AnswerHelp.PROPOSER])) - price
