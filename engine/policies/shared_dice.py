"""What it is worth to change anybody's roll: to Run Away, or a die thrown for a card."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import resolved
from engine.board.dice_throws import dice_waiting, roll_waiting
from engine.board.equipment import passive
from engine.board.seat_lookup import has_row
from engine.effects.dice_effects import A_DIE, A_SHIFT
from engine.jit import kernel
from engine.policies.bad_stuff_cost import A_LEVEL
from engine.policies.bystander import on_side
from engine.policies.card_alternatives import named_number
from engine.policies.dice_answers import (
    answering_die,
    answering_roll,
    caught_price,
    caught_worth,
    face_worth,
    faces_away,
    short_by,
)
from engine.policies.help_worth import NEVER
from engine.policies.moments import follows
from engine.policies.power_costs import price_of_power
from engine.policies.weights import Weight
from engine.policies.worth import item_use, setback, use_cost
from engine.records.agenda import KIND, Step
from engine.records.amounts import Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import Card, EffectRow, Seat, Trigger, Yes
from engine.records.card_steps import Cast, Choose
from engine.records.combat_steps import Rolled
from engine.records.offer_steps import Theft
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.state import Game
from engine.records.step_values import FACES, SIDES, THROWN
from engine.records.switches import Rule
from engine.steps.combat.flight import escapes
from engine.steps.offers.flight_escape import no_way_out

MOST = 3 * A_LEVEL
"""Points that a die of somebody else is taken to bring or to cost them at most."""


@kernel()
def answer_roll(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of an answer to a roll to Run Away, one's own or not."""
    verb = int(book.work.option[i].verb)
    card = int(book.work.option[i].card)
    step = g.agenda[g.agenda_n - 1]
    runner, m = int(step[Rolled.SEAT]), int(step[Rolled.MONSTER])
    if verb == Verb.USE and book.effect[int(book.work.option[i].amount)].op == Op.PAY_AT_ROLL:
        faces = _turning_faces(g, book, seat, card, runner, m)
        return _bought(g, book, seat, int(book.work.option[i].amount), card, _turn(g, book, seat, runner, m) * faces)
    if verb == Verb.PLAY and seat != runner and has_row(book, card, Op.SET_ROLL, 0) == 1:
        worth = _turn(g, book, seat, runner, m)
        return worth - use_cost(g, book, seat, card) if worth > 0 and _can_turn(g, book, runner, m) == 1 else NEVER
    return answering_roll(g, book, seat, i)


@kernel()
def answer_die(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of changing a die for a card, one's own or not."""
    option = book.work.option[i]
    card = int(option.card)
    thrower = int(g.agenda[g.agenda_n - 1, Cast.SEAT])
    if option.verb == Verb.PASS or (option.verb == Verb.PLAY and seat == thrower):
        return answering_die(g, book, seat, i)
    if option.verb == Verb.PLAY:
        return _set_to_best(g, book, seat, thrower) - use_cost(g, book, seat, card)
    return _bought(g, book, seat, int(option.amount), card, _expected(g, book, seat, card, thrower))


@kernel()
def _bought(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card, sixths: int) -> int:
    """What a power is worth that changes a roll, by six times what that brings; `NEVER` if it is nothing."""
    if sixths <= 0:
        return NEVER
    value = sixths // FACES + follows(g, book, seat, source, Trigger.USED) - price_of_power(g, book, seat, r, source)
    return value if value > 0 else NEVER


@kernel("run.roll")
def _turn(g: Game, book: Book, seat: Seat, runner: Seat, m: int) -> int:
    """What it is worth that a roll to Run Away turns: one's own if it fails, a companion's, a rival's that succeeds."""
    away = escapes(g, book, runner, m)
    if seat == runner:
        return 0 if away == 1 else caught_price(g, book, seat, m)
    worth = caught_worth(g, book, seat, runner, m)
    if on_side(g, book, seat) == 1:
        return 0 if away == 1 else -worth
    return worth if away == 1 else 0


@kernel("run.roll", "run.natural")
def _can_turn(g: Game, book: Book, runner: Seat, m: int) -> Yes:
    """Whether some face of the die would turn the roll."""
    faces = faces_away(g, book, runner, m)
    return 1 if (faces < FACES if escapes(g, book, runner, m) == 1 else faces > 0) else 0


@kernel("run.roll", "run.natural")
def turns(g: Game, book: Book, runner: Seat, m: int, n: int) -> Yes:
    """Whether a roll turns that counts so much more or less."""
    if no_way_out(g, book, m) == 1:
        return 0
    if escapes(g, book, runner, m) == 0:
        return 1 if n >= short_by(g, book, runner, m) else 0
    if g.roll == FACES and book.rules[Rule.RUN_AWAY_NATURAL_SIX] == 1:
        return 0
    return 1 if n < short_by(g, book, runner, m) else 0


@kernel()
def shift_of(g: Game, book: Book, seat: Seat, card: Card, e: Effect, face: int) -> int:
    """How much more or less a row makes a roll count, if the die that was thrown for it shows a face; 0 if nothing."""
    if e.op != Op.SHIFT_DIE:
        return 0
    before = int(g.die)
    g.die = face
    counts = holds(g, book, seat, card, e) == 1
    n = face if e.amount == Amount.DIE else int(resolved(g, book, seat, int(e.amount)))
    g.die = before
    return n if counts else 0


@kernel()
def _turning_faces(g: Game, book: Book, seat: Seat, source: Card, runner: Seat, m: int) -> int:
    """In how many of six cases a power turns a roll to Run Away, by the better answer if it puts a choice."""
    row = book.card[source]
    best = 0
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.SET_ROLL:
            best = FACES * _can_turn(g, book, runner, m)
    found = 0
    for face in range(1, FACES + 1):
        turned = 0
        for r in range(row.first, row.last):
            n = int(shift_of(g, book, seat, source, book.effect[r], face))
            turned = 1 if n != 0 and turns(g, book, runner, m, n) == 1 else turned
            less = n != 0 and book.effect[r].a == 1
            turned = 1 if less and turns(g, book, runner, m, -n) == 1 else turned
        found += turned
    return max(best, found)


@kernel()
def die_worth(g: Game, book: Book, seat: Seat, thrower: Seat, n: int) -> int:
    """What a number of a die for a card is worth to a player: to its thrower, or to somebody else by what it does."""
    shown = max(0, n + int(passive(g, book, thrower, Op.DIE_ROLL)))
    worth = int(face_worth(g, book, thrower, shown))
    if seat == thrower:
        return worth
    points = worth * A_LEVEL // max(1, int(book.work.weights[thrower, Weight.LEVEL]))
    found = setback(g, book, seat, thrower, max(-MOST, min(MOST, -points)))
    for k in range(int(g.agenda_n) - 1, -1, -1):
        step = g.agenda[k]
        if (
            step[KIND] == Step.THEFT
            and g.owner[step[Theft.CARD]] == seat
            and shown >= book.effect[step[Theft.EFFECT]].a
        ):
            found -= item_use(g, book, seat, int(step[Theft.CARD])) * int(book.work.weights[seat, Weight.BONUS])
    return found


@kernel()
def _set_to_best(g: Game, book: Book, seat: Seat, thrower: Seat) -> int:
    """What it is worth to set a die for a card to the number that suits one best."""
    dice = int(dice_waiting(g, book))
    now = int(die_worth(g, book, seat, thrower, int(g.die)))
    best = now
    for n in range(int(THROWN[dice]), int(THROWN[dice]) * int(SIDES[dice]) + 1):
        best = max(best, int(die_worth(g, book, seat, thrower, n)))
    return best - now


@kernel()
def _expected(g: Game, book: Book, seat: Seat, source: Card, thrower: Seat) -> int:
    """Six times what a power is worth that changes a die for a card, by the better answer if it puts a choice."""
    if has_row(book, source, Op.SET_ROLL, 0) == 1:
        return FACES * _set_to_best(g, book, seat, thrower)
    row = book.card[source]
    now = int(die_worth(g, book, seat, thrower, int(g.die)))
    total = 0
    for face in range(1, FACES + 1):
        best = -(1 << 30)
        for r in range(row.first, row.last):
            n = int(shift_of(g, book, seat, source, book.effect[r], face))
            if n != 0:
                best = max(best, int(die_worth(g, book, seat, thrower, max(0, int(g.die) + n))) - now)
            if n != 0 and book.effect[r].a == 1:
                best = max(best, int(die_worth(g, book, seat, thrower, max(0, int(g.die) - n))) - now)
        total += best if best > -(1 << 30) else 0
    return total


@kernel()
def of_number(g: Game, book: Book, seat: Seat, card: Card, n: int) -> int:
    """Which number to name: the new face of a die, more or less of a roll, or an answer to what a card asks."""
    about = int(g.agenda[g.agenda_n - 1, Choose.OTHER])
    if about <= A_SHIFT:
        return shift_worth(g, book, seat, (A_SHIFT - about) * (1 if n == 1 else -1))
    if about != A_DIE:
        return named_number(g, book, seat, card, n)
    k = int(roll_waiting(g))
    if k >= 0 and g.agenda[k, KIND] == Step.CAST and g.agenda[k, Cast.SEAT] != seat:
        return die_worth(g, book, seat, int(g.agenda[k, Cast.SEAT]), n)
    return face_worth(g, book, seat, n)


@kernel()
def shift_worth(g: Game, book: Book, seat: Seat, n: int) -> int:
    """What it is worth that the roll which is answered counts so much more or less."""
    k = int(roll_waiting(g))
    if k < 0:
        return 0
    if g.agenda[k, KIND] == Step.ROLLED:
        runner, m = int(g.agenda[k, Rolled.SEAT]), int(g.agenda[k, Rolled.MONSTER])
        return _turn(g, book, seat, runner, m) if m >= 0 and turns(g, book, runner, m, n) == 1 else 0
    thrower = int(g.agenda[k, Cast.SEAT])
    shown = int(g.agenda[k, Cast.WAITS]) - 1 if g.agenda[k, Cast.WAITS] > 0 else int(g.die)
    return die_worth(g, book, seat, thrower, max(0, shown + n)) - die_worth(g, book, seat, thrower, shown)
