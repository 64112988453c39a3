"""Running Away: whoever fought and lost rolls once for each monster, in the order they like."""

from __future__ import annotations

from engine.board.dice_throws import flight_roll
from engine.board.equipment import has_passive, passive, usable
from engine.board.happenings import note
from engine.board.modifiers import hampered, idle, idle_one_shot
from engine.board.monsters import start_program
from engine.board.munchkin_side import fights_as, helper_count
from engine.board.seat_lookup import in_combat, next_seat, pass_on
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.combat_steps import Flee, Outcome, Roll, Rolled, push_outcome, push_roll, push_rolled
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask, option, or_pass
from engine.records.state import SURE, Game
from engine.records.step_values import FACES
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.combat.windows import open_window
from engine.steps.offers.abilities import ability_options, do_ability
from engine.steps.offers.actions import do_play, into_fight, note_aim
from engine.steps.offers.flight_escape import all_settled, automatic, flight_cards, no_way_out, open_way, settle, spares
from engine.steps.offers.legality import program_allows


@kernel("run.both")
def _fleeing(g: Game, book: Book, place: int) -> int:
    """Who flees at a place of the order; -1 if there is nobody."""
    if book.rules[Rule.RUN_AWAY_ORDER] == 0:
        return int(fights_as(g, place))
    n = int(helper_count(g))
    if place < n:
        return int(fights_as(g, place + 1))
    return int(g.fighter) if place == n else -1


@kernel(
    "run.when", "run.both", "run.each-order", "run.immediately", "run.dead-skip", "multi.no-partial-flee",
    "death.helper-dies", "guest.sacrifice", "guest.sacrifice-timing", "sell.not-in-combat",
    "timing.no-status-change-fleeing", "curse.hand", "timing.any-time",
)  # fmt: skip
def step_flee(g: Game, book: Book) -> int:
    """One of those who flee chooses the next monster to run from, until every one is settled."""
    row = g.agenda[g.agenda_n - 1]
    seat = _fleeing(g, book, int(row[Flee.PLACE]))
    if seat < 0 or (g.dead[seat] == 1 and book.rules[Rule.DEATH_SKIP_REMAINING_ROLLS] == 1):
        pop(g)
        return 0
    m = automatic(g, book, seat)
    if m >= 0:
        g.rerolls = 0
        return push_roll(g, seat=seat, monster=m, sure=1)
    if int(g.fled[seat]) == (1 << int(g.foe_n)) - 1:
        if row[Flee.SETTLED] == 1:
            return pop(g)
        row[Flee.SETTLED] = 1
        return all_settled(g, book, seat)
    if row[Flee.OPENED] == 0:
        row[Flee.OPENED] = 1
        open_window(g, book, next_seat(g, seat), 1)
        return 0
    ask(g, seat, Question.FLEE, -1)
    for m in range(g.foe_n):
        if (int(g.fled[seat]) >> m) & 1 == 0:
            option(g, book, Verb.RUN, int(g.foe[m].card), -1, m)
    if g.dead[seat] == 1:
        return 0  # by house rule the dead are rolled for, but play and use nothing
    flight_cards(g, book, seat)
    ability_options(g, book, seat, Question.FLEE)
    for i in range(g.table_n[seat] if open_way(g, book, seat, 0) >= 0 else 0):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.GUEST_STAR:
            option(g, book, Verb.SACRIFICE, c, -1, 0)
            helper = int(g.helper) if seat == g.fighter else -1
            while helper >= 0:
                option(g, book, Verb.SACRIFICE, c, helper, 1)
                helper = int(g.next_helper[helper])
    return 0


@kernel("run.each-order", "guest.sacrifice", "guest.sacrifice-helper")
def answer_flee(g: Game, book: Book, taken: Option) -> int:
    """Roll against the chosen monster, or buy an escape first."""
    seat = int(g.asked)
    if taken.verb == Verb.RUN:
        g.agenda[g.agenda_n - 1, Flee.OPENED] = 0  # before the next roll anybody may act again
        g.rerolls = 0
        push_roll(g, seat=seat, monster=taken.amount, sure=0)
    elif taken.verb == Verb.PLAY:
        do_play(g, book, seat, taken.card, taken.target, Aim.SEAT if taken.target >= 0 else Aim.NOTHING)
    elif taken.verb == Verb.SACRIFICE:
        g.escape_all[seat] = 1
        if taken.target >= 0:
            g.escape_all[taken.target] = 1
        into_fight(g, book, seat, taken.card, 0)
    else:
        do_ability(g, book, seat, taken)
    return 0


@kernel("run.roll", "run.natural")
def step_roll(g: Game, book: Book) -> int:
    """The die is thrown, unless none is needed or none can help; then it may be answered."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Roll.SEAT])
    m = int(row[Roll.MONSTER])
    sure = int(row[Roll.SURE])
    pop(g)
    push_outcome(g, seat=seat, monster=m)
    g.roll = 0
    g.roll_shift = 0
    if no_way_out(g, book, m) == 1:
        return 0
    g.roll = SURE if sure == 1 else flight_roll(g, book, seat, int(g.foe[m].card), m)
    push_rolled(g, seat=seat, monster=m, next=seat)
    return 0


@kernel("run.roll", "run.mods-all", "run.natural", "precedence.card-over-rule")
def roll_total(g: Game, book: Book, seat: Seat, m: int) -> int:
    """The roll with everything that eases or hampers it."""
    total = int(g.roll) + int(g.roll_shift) + int(g.run_bonus[seat]) + passive(g, book, seat, Op.RUN_AWAY)
    total += passive(g, book, seat, Op.DIE_ROLL)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        worn = row.kind == Kind.ITEM and row.run_away != 0 and g.equipped[c] == 1
        if worn and usable(g, book, seat, c) == 1 and idle(g, row) == 0:
            total += int(row.run_away)
    if book.hampered == 1:
        total += hampered(g, book, seat, m)
    return total + int(book.card[g.foe[m].card].run_away) + _two_flee(g, book, seat)


@kernel("precedence.card-over-rule")
def _two_flee(g: Game, book: Book, seat: Seat) -> int:
    """A companion in flight who wears the right thing leaves the others behind."""
    total = 0
    for s in range(g.seats if g.helper >= 0 else 0):
        r = has_passive(g, book, s, Op.SHIELD_WHEN_TWO_FLEE) if s != seat and in_combat(g, s) == 1 else -1
        total += int(book.effect[r].amount) if r >= 0 else 0
    return total


@kernel("run.roll", "run.natural")
def escapes(g: Game, book: Book, seat: Seat, m: int) -> Yes:
    """Whether the roll as it stands gets the player away from the monster."""
    if g.roll == SURE:
        return 1
    if no_way_out(g, book, m) == 1:
        return 0
    if g.roll == FACES and book.rules[Rule.RUN_AWAY_NATURAL_SIX] == 1:
        return 1
    return 1 if roll_total(g, book, seat, m) >= book.rules[Rule.RUN_AWAY_TARGET] else 0


@kernel("run.roll", "combat.bystander-class-abilities")
def step_rolled(g: Game, book: Book) -> int:
    """Answers to a roll: the runner first, then the others."""
    row = g.agenda[g.agenda_n - 1]
    if row[Rolled.MONSTER] < 0:
        return pop(g)  # the monster has vanished
    if g.roll == 0:
        pop(g)
        pop(g)  # and the OUTCOME of this roll below it
        g.rerolls += 1
        push_roll(g, seat=int(row[Rolled.SEAT]), monster=int(row[Rolled.MONSTER]), sure=0)
        return 0
    while row[Rolled.PASSES] < g.seats:
        seat = int(row[Rolled.NEXT])
        if g.dead[seat] == 0 and _rolled_question(g, book, seat, int(row[Rolled.SEAT]), int(row[Rolled.MONSTER])) == 1:
            return 0
        pass_on(g, Rolled.NEXT, Rolled.PASSES)
    if g.roll != SURE:
        note(g, book, int(row[Rolled.SEAT]), Trigger.RAN, -1)
    pop(g)
    return 0


@kernel("run.roll")
def _rolled_question(g: Game, book: Book, seat: Seat, runner: Seat, m: int) -> int:
    if seat != runner and has_passive(g, book, runner, Op.TRUCE) >= 0:
        return 0
    ask(g, seat, Question.ROLLED, runner)
    away = escapes(g, book, runner, m)
    for i in range(g.hand_n[seat]):
        _rolled_card(g, book, seat, int(g.hand[seat, i]), runner, away)
    for i in range(g.table_n[seat]):
        if book.card[g.table[seat, i]].kind == Kind.ONE_SHOT:
            _rolled_card(g, book, seat, int(g.table[seat, i]), runner, away)
    if seat == runner and away == 0:
        ability_options(g, book, seat, Question.ROLLED)
    if book.any_roll == 1 and g.roll != SURE:
        ability_options(g, book, seat, Question.DIE)
    return or_pass(g, book)


@kernel()
def _rolled_card(g: Game, book: Book, seat: Seat, card: Card, runner: Seat, away: int) -> int:
    timing = int(book.card[card].timing)
    yes = (timing & Timing.ROLL) != 0 and away == 1
    own = int(Timing.SELF_ROLL) if seat == runner else int(Timing.ANY_ROLL)
    yes = yes or ((timing & own) != 0 and g.roll != SURE)
    yes = yes or ((timing & Timing.FAILED) != 0 and away == 0 and (seat == runner or spares(book, card) == 1))
    yes = yes or ((timing & Timing.RUN) != 0 and g.roll != SURE)
    yes = yes and idle_one_shot(g, book.card[card]) == 0
    if yes and program_allows(g, book, card, Trigger.PLAYED, seat) == 1:
        option(g, book, Verb.PLAY, card, runner, 0)
    return 0


@kernel("run.roll")
def answer_rolled(g: Game, book: Book, taken: Option) -> int:
    """A changed roll may be answered by everybody once more."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(g.asked)
    if taken.verb == Verb.PASS:
        pass_on(g, Rolled.NEXT, Rolled.PASSES)
        return 0
    row[Rolled.NEXT] = int(row[Rolled.SEAT])
    row[Rolled.PASSES] = 0
    if taken.verb == Verb.PLAY:
        note_aim(
            g, book, seat, taken.card, int(row[Rolled.SEAT]), Aim.SEAT if seat != row[Rolled.SEAT] else Aim.NOTHING
        )
        into_fight(g, book, seat, taken.card, 0)
        who = (
            seat
            if (int(book.card[taken.card].timing) & int(Timing.FAILED | Timing.RUN)) != 0
            else int(row[Rolled.SEAT])
        )
        start_program(g, book, Trigger.PLAYED, who, taken.card, int(row[Rolled.MONSTER]), seat)
    else:
        do_ability(g, book, seat, taken)
    return 0


@kernel(
    "run.roll", "run.badstuff", "run.immediately", "run.no-treasure", "run.dead-skip", "multi.eliminate-then-flee",
)  # fmt: skip
def step_outcome(g: Game, book: Book) -> int:
    """Escaped, or caught: Bad Stuff is suffered at once, before the next roll."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Outcome.SEAT])
    m = int(row[Outcome.MONSTER])
    pop(g)
    dead = g.dead[seat] == 1 and book.rules[Rule.DEATH_SKIP_REMAINING_ROLLS] == 1
    if m < 0 or (int(g.fled[seat]) >> m) & 1 or dead:
        return 0
    away = escapes(g, book, seat, m)
    rolled = 1 if 0 < g.roll < SURE else 0
    if rolled == 1:
        total = roll_total(g, book, seat, m)
        emit(g, book, Ev.ROLL, seat, -1, int(g.foe[m].card), away, int(g.roll), total)
    return settle(g, book, seat, m, away, rolled)


STEPS = {Step.FLEE: step_flee, Step.ROLL: step_roll, Step.ROLLED: step_rolled, Step.OUTCOME: step_outcome}
ANSWERS = {Step.FLEE: answer_flee, Step.ROLLED: answer_rolled}
