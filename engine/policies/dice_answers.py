"""Utilities of answers to a die: make a roll to Run Away better, throw again, set it, or leave it."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.dice_throws import dice_waiting
from engine.board.equipment import passive
from engine.board.foe_counts import treasures_of
from engine.board.replacements import replaces
from engine.jit import kernel
from engine.policies.bad_stuff_cost import bad_stuff, lost_levels
from engine.policies.bystander import on_side
from engine.policies.danger import avoidable_of, deadly_faces, legacy
from engine.policies.help_worth import NEVER
from engine.policies.moments import failed_theft, follows
from engine.policies.power_costs import cheapest, price_of_power
from engine.policies.weights import Weight
from engine.policies.worth import harm, item_use, keep_value, setback, use_cost
from engine.records.agenda import KIND, Step
from engine.records.amounts import Amount
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger
from engine.records.card_steps import OpStep
from engine.records.combat_steps import Rolled
from engine.records.conditions import Condition
from engine.records.offer_steps import Risk, Theft
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game
from engine.records.step_values import FACES, SIDES, THROWN, Price
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.cards.matching import has_row
from engine.steps.combat.flight import escapes, roll_total
from engine.steps.offers.flight_escape import no_way_out, spares
from engine.steps.offers.power_prices import PAID, used
from engine.steps.turn.death import keeps_hand, keeps_items


@kernel()
def caught_price(g: Game, book: Book, seat: Seat, m: int) -> int:
    """Price of being caught by one monster; if it kills, all that one would leave as well."""
    card = int(g.foe[m].card)
    kills = deadly_faces(book, card)
    left = legacy(g, book, seat) * kills // 6 if kills > 0 else 0
    return bad_stuff(g, book, seat, card, Trigger.BAD_STUFF) * int(book.work.weights[seat, Weight.DANGER]) // 10 + left


@kernel()
def short_by(g: Game, book: Book, seat: Seat, m: int) -> int:
    """Points a failed roll lacks."""
    return int(book.rules[Rule.RUN_AWAY_TARGET]) - roll_total(g, book, seat, m)


@kernel("run.roll", "run.natural")
def faces_away(g: Game, book: Book, runner: Seat, m: int) -> int:
    """Faces of the die, of six, with which a new roll would get somebody away from a monster."""
    if no_way_out(g, book, m) == 1:
        return 0
    lowest = int(g.roll) + int(g.roll_shift) + short_by(g, book, runner, m)  # the face that is just enough
    natural = 1 if book.rules[Rule.RUN_AWAY_NATURAL_SIX] == 1 else 0
    return max(natural, min(6, 7 - lowest))


@kernel()
def _last_resort(g: Game, book: Book, seat: Seat, paid: int) -> int:
    """Price of the cheapest card that would still be a sure escape once another one is paid; too much if none is."""
    least = -NEVER
    for i in range(int(g.hand_n[seat]) + int(g.table_n[seat])):
        in_hand = i < g.hand_n[seat]
        c = int(g.hand[seat, i]) if in_hand else int(g.table[seat, i - int(g.hand_n[seat])])
        sure = (int(book.card[c].timing) & int(Timing.SELF_ROLL | Timing.FAILED)) != 0
        if sure and c != paid and (in_hand or book.card[c].kind == Kind.ONE_SHOT):
            least = min(least, use_cost(g, book, seat, c))
    return least


@kernel()
def _thrown_again(g: Game, book: Book, seat: Seat, card: Card, m: int) -> int:
    """Another roll for a card: as good as it is likely to get one away, and something sure may follow if it fails."""
    faces = faces_away(g, book, seat, m)
    if faces == 0:
        return NEVER
    price = caught_price(g, book, seat, m)
    lost = min(price, _last_resort(g, book, seat, card))
    return price - (6 - faces) * lost // 6 - keep_value(g, book, seat, card)


@kernel()
def roll_gain(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points that playing a card adds to one's rolls to Run Away, by the better alternative; 0 if none."""
    row = book.card[card]
    best = 0
    for r in range(row.first, row.last):
        if book.effect[r].op == Op.ROLL_BONUS:
            best = max(best, resolved(g, book, seat, int(book.effect[r].amount)))
    return best


@kernel()
def _lifting(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, m: int) -> int:
    """Discard for a failed roll just as many cards as turn it, and none if they cannot."""
    e = book.effect[r]
    source = -1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].first <= r < book.card[c].last:
            source = c
    step = max(1, int(e.amount))
    n = (short_by(g, book, seat, m) + step - 1) // step
    if source < 0 or n > int(e.a) - used(g, book, seat, source):
        return NEVER
    cost = cheapest(g, book, seat, source, Price.CARDS, n)
    dearer = keep_value(g, book, seat, card) - cheapest(g, book, seat, source, Price.CARDS, 1)
    return caught_price(g, book, seat, m) - cost - dearer


@kernel("class.power-by-discard", "run.roll")
def _bought(g: Game, book: Book, seat: Seat, source: Card, r: EffectRow, m: int) -> int:
    """A price for another roll, a better one or an escape: as much as it is likely to spare, and what else follows."""
    faces = 0
    for k in range(book.card[source].first, book.card[source].last):
        e = book.effect[k]
        if e.trigger != Trigger.USED:
            continue
        if e.op == Op.ESCAPE or e.op == Op.REMOVE_MONSTER:
            faces = 6
        elif e.op == Op.REROLL:
            faces = max(faces, int(faces_away(g, book, seat, m)))
        elif e.op == Op.ROLL_BONUS and e.amount >= short_by(g, book, seat, m):
            faces = 6
    spared = caught_price(g, book, seat, m) * faces // 6
    value = spared + follows(g, book, seat, source, Trigger.USED) - price_of_power(g, book, seat, r, source)
    return value if value > 0 else NEVER


@kernel()
def caught_worth(g: Game, book: Book, seat: Seat, runner: Seat, m: int) -> int:
    """What it is worth that a monster catches somebody else: as much as its Bad Stuff takes from that player."""
    return setback(g, book, seat, runner, bad_stuff(g, book, runner, int(g.foe[m].card), Trigger.BAD_STUFF))


@kernel()
def _beside(g: Game, book: Book, seat: Seat, runner: Seat, m: int, gain: int) -> int:
    """What answering somebody else's roll is worth: a companion lifts one that failed, others spoil an escape."""
    away = escapes(g, book, runner, m) == 1
    worth = caught_worth(g, book, seat, runner, m)
    if gain > 0 and on_side(g, book, seat) == 1:
        return NEVER if away or gain < short_by(g, book, runner, m) or worth >= 0 else -worth
    natural = g.roll == FACES and book.rules[Rule.RUN_AWAY_NATURAL_SIX] == 1
    if gain > 0 and (natural or not away or gain <= -short_by(g, book, runner, m)):
        return NEVER
    return worth if worth > 0 else NEVER


@kernel()
def answering_roll(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of an answer to a roll to Run Away: turn one's own, spoil that of somebody who leads."""
    verb = int(book.work.option[i].verb)
    if verb == Verb.PASS:
        return 0
    card = int(book.work.option[i].card)
    step = g.agenda[g.agenda_n - 1]
    runner = int(step[Rolled.SEAT])
    m = int(step[Rolled.MONSTER])
    cost = use_cost(g, book, seat, card) if card >= 0 else 4
    if verb == Verb.PLAY and spares(book, card) == 1:
        prize = treasures_of(g, book, m) * int(book.work.weights[seat, Weight.TREASURE]) if g.foe_n == 1 else 0
        return (
            prize
            - cost
            + (caught_price(g, book, seat, m) if seat == runner else -caught_worth(g, book, seat, runner, m))
        )
    if verb == Verb.USE and book.effect[int(book.work.option[i].amount)].op in PAID:
        return _bought(g, book, seat, card, int(book.work.option[i].amount), m)
    gain = roll_gain(g, book, seat, card) if verb == Verb.PLAY else 0
    if seat != runner:
        worth = _beside(g, book, seat, runner, m, gain)
        if worth > 0 and verb == Verb.PLAY and has_row(book, card, Op.REROLL, 0) == 1:
            worth = worth * (6 - faces_away(g, book, runner, m)) // 6
        return worth - cost
    if escapes(g, book, runner, m) == 1:
        return NEVER
    if verb == Verb.DISCARD_FOR and book.effect[int(book.work.option[i].amount)].op == Op.DISCARD_FOR_FLIGHT:
        return _lifting(g, book, seat, card, int(book.work.option[i].amount), m)
    if gain > 0:
        return caught_price(g, book, seat, m) - cost if gain >= short_by(g, book, seat, m) else NEVER
    if verb == Verb.DISCARD_FOR:
        return _thrown_again(g, book, seat, card, m)
    if faces_away(g, book, seat, m) == 0:
        return NEVER
    return caught_price(g, book, seat, m) - cost


@kernel()
def _loss(g: Game, book: Book, seat: Seat, card: Card, face: int) -> int:
    """Points that a card takes by a face of its die: a level or an Item is ten, death a hundred."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        low = (e.cond == Condition.DIE_AT_LEAST and face < e.x) or (e.cond2 == Condition.DIE_AT_LEAST and face < e.x2)
        high = (e.cond == Condition.DIE_AT_MOST and face > e.x) or (e.cond2 == Condition.DIE_AT_MOST and face > e.x2)
        if e.trigger != Trigger.ROLLED or low or high:
            continue
        n = face if e.amount == Amount.DIE else max(1, resolved(g, book, seat, int(e.amount)))
        if e.op == Op.DEATH:
            total += 100 - 30 * keeps_hand(book) - 50 * keeps_items(book)
        elif e.op == Op.LOSE_LEVELS:
            total += lost_levels(g, book, seat, n)
        elif e.op == Op.LOSE_ITEMS_OR_CARDS:
            total += 4 * min(n, int(g.hand_n[seat]) + int(g.table_n[seat]))
        elif e.op == Op.LOSE_ITEM or e.op == Op.MARK_ITEM:
            total += 10
        elif e.op == Op.AFTER_ALL:
            total += -10 if replaces(book, card) == Trigger.WINS or replaces(book, card) == Trigger.GAINS_LEVEL else 10
    return total


@kernel("run.roll", "run.natural")
def _away_by(g: Game, book: Book, seat: Seat, runner: Seat, m: int, face: int) -> int:
    """What a face is worth in a flight: being away is all that counts, and of faces that do equally the higher."""
    natural = face == FACES and book.rules[Rule.RUN_AWAY_NATURAL_SIX] == 1
    enough = int(g.roll) + short_by(g, book, runner, m) <= face  # what powers have added stays
    if natural or enough:
        return face
    return face - (caught_price(g, book, seat, m) if seat == runner else -harm(g, book, seat, runner))


@kernel()
def face_worth(g: Game, book: Book, seat: Seat, n: int) -> int:
    """What a face of the die is worth to its thrower: a theft that succeeds, an Item that is kept, less Bad Stuff."""
    for k in range(int(g.agenda_n) - 1, -1, -1):
        step = g.agenda[k]
        kind = int(step[KIND])
        if kind == Step.THEFT:
            if n >= book.effect[step[Theft.EFFECT]].a:
                return item_use(g, book, seat, int(step[Theft.CARD])) * int(book.work.weights[seat, Weight.BONUS]) + 1
            return -failed_theft(g, book, seat)
        if kind == Step.RISK:
            return 0 if n >= step[Risk.NAMED] else -keep_value(g, book, seat, int(step[Risk.CARD]))
        if kind == Step.OP and step[OpStep.EFFECT] == -Trigger.ROLLED:
            return -_loss(g, book, seat, int(step[OpStep.CARD]), n) * int(book.work.weights[seat, Weight.DANGER]) // 10
        if kind == Step.ROLLED and step[Rolled.MONSTER] >= 0:
            return _away_by(g, book, seat, int(step[Rolled.SEAT]), int(step[Rolled.MONSTER]), n)
    return n


@kernel()
def answering_die(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of changing one's own die for a card: by what its best face is worth more."""
    if book.work.option[i].verb == Verb.PASS:
        return 0
    more = passive(g, book, seat, Op.DIE_ROLL)
    best = face_worth(g, book, seat, max(0, 1 + more))
    dice = int(dice_waiting(g, book))
    for n in range(2, int(THROWN[dice]) * int(SIDES[dice]) + 1):
        best = max(best, face_worth(g, book, seat, max(0, n + more)))
    return (
        best
        - face_worth(g, book, seat, max(0, int(g.die) + more))
        - use_cost(g, book, seat, int(book.work.option[i].card))
    )


@kernel()
def fleeing(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Pay for an escape only from something nasty."""
    fear = int(book.work.outlook[0].fear)
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    if verb == Verb.RUN or verb == Verb.PASS:
        return 0
    cost = use_cost(g, book, seat, card) if card >= 0 else 5
    target = int(book.work.option[i].target)
    if target >= 0 and (verb == Verb.USE or verb == Verb.DISCARD_FOR):
        return avoidable_of(g, book, seat, target) - cost - 5  # away from one monster
    gain = roll_gain(g, book, seat, card) if verb == Verb.PLAY else 0
    if gain > 0:
        return fear * min(6, gain) // 6 - cost - 5  # so many faces more escape
    # A companion comes along unless they are ahead.
    company = harm(g, book, seat, target) if target >= 0 else 0
    return fear - cost - 5 - company
