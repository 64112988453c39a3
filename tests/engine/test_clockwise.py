"""Who is named and what happens goes clockwise, from each of the seats: the moments that whole games rarely reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.policies.lookahead import _survey
from engine.records.agenda import Step
from engine.records.card_kinds import Axis, Kind, Slot, Trigger
from engine.records.events import Ev, Result
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb, ask
from engine.records.state import HAND, Mark, Status, Zone
from engine.records.state import SEATS as MOST
from engine.records.step_values import Chooser
from engine.records.timings import Timing
from engine.steps.bargains.trade import trade_options
from engine.steps.combat.help_steps import ask_options
from engine.steps.offers.abilities import ability_options
from engine.steps.offers.own_turn_powers import lift_options
from engine.steps.offers.playable import any_time_options, combat_options, cultist_options
from tests.effects.build import Position, card, cultist, item, row

SEATS = 4
FOUR = range(SEATS)
CARDS = {
    "transfer": card(Kind.ONE_SHOT, row(Op.TAKE_OVER), timing=Timing.COMBAT),
    "borrow": card(Kind.SPECIAL, row(Op.TAKE_WINNING_ITEM), timing=Timing.COMBAT),
    "mirror": card(Kind.SPECIAL, row(Op.REDIRECT_CURSE)),
    "cure": card(Kind.SPECIAL, row(Op.CANCEL_CURSE), timing=Timing.CURSE),
    "steal a level": card(Kind.SPECIAL, row(Op.STEAL_LEVEL, 1), timing=Timing.ANY),
    "up": card(Kind.GO_UP_A_LEVEL, timing=Timing.ANY),
    "curse": card(Kind.CURSE, row(Op.LOSE_LEVELS, 1, on=Trigger.CURSED), timing=Timing.ANY),
    "rust": card(Kind.ITEM_ENHANCER, bonus=-1, timing=Timing.ANY),
    "mad": card(Kind.ENHANCER, row(Op.STRENGTH, 1, on=Trigger.IN_PLAY), bonus=1),
    "each": card(Kind.SPECIAL, row(Op.EACH_GAINS, 1)),
    "all others": card(Kind.SPECIAL, row(Op.GIVE_LEVEL, 1, Chooser.EACH_LEFT)),
    "lowest": card(Kind.SPECIAL, row(Op.GIVE_LEVEL, 1, Chooser.LOWEST)),
    "ogre": card(Kind.MONSTER, level=4, treasures=1),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=32, axis=Axis.CLASS),
    "stabber": card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=64, axis=Axis.CLASS),
    "junk": card(Kind.SPECIAL),
    **{f"cultist {s}": cultist() for s in FOUR},
    **{f"sword {s}": item(bonus=4, gold=100, slot=Slot.HAND) for s in FOUR},
    **{f"stone {s}": item(big=1) for s in FOUR},
    **{f"rock {s}": item(big=1) for s in FOUR},
    **{f"card {s}": card(Kind.SPECIAL) for s in FOUR},
}


def table(seat: int, **switches: int) -> Position:
    """It is the turn of a seat; everybody is on Level 3."""
    p = Position(CARDS, seats=SEATS, **switches).levels(3, 3, 3, 3)
    p.g.active = seat
    return p


def armed(p: Position) -> Position:
    for s in FOUR:
        p.wear(s, f"sword {s}")
    return p


def named(p: Position) -> list[int]:
    """Players named by the options, in their order, each once; a card stands for its owner."""
    out = []
    for verb, _, target, amount in p.options():
        cards = (verb == Verb.PLAY and amount == Aim.ITEM) or verb == Verb.USE
        seat = int(p.g.owner[target]) if cards else target
        if seat >= 0 and seat not in out:
            out.append(seat)
    return out


def asked(p: Position, seat: int, list_options: Callable[[], object]) -> list[int]:
    ask(p.g, seat, Question.REACT, -1)
    list_options()
    return named(p)


def holding(p: Position, seat: int, name: str, lister: Callable[..., object]) -> list[int]:
    p.hand(seat, name)
    return asked(p, seat, lambda: lister(p.g, p.book, seat, p[name]))


def told(p: Position, kind: Ev) -> list[int]:
    """Players that events of a kind concern, in their order."""
    return [int(e[3]) if int(e[4]) < 0 else int(e[4]) for e in p.book.work.log[: int(p.g.log_n)] if e[2] == kind]


def transferring(seat: int) -> list[int]:
    return holding(table(seat).fight((seat + 2) % SEATS, "ogre"), seat, "transfer", combat_options)


def borrowing(seat: int) -> list[int]:
    p = table(seat).levels(1, 1, 1, 1)
    for s in FOUR:
        if s != seat:
            p.wear(s, f"sword {s}")
    return holding(p.fight(seat, "ogre"), seat, "borrow", combat_options)


def stealing(seat: int) -> list[int]:
    p = armed(table(seat).wear(seat, "thief").hand(seat, "junk"))
    return asked(p, seat, lambda: ability_options(p.g, p.book, seat, Question.ARRANGE))


def stabbing(seat: int) -> list[int]:
    """The fighter and their helper, wherever they sit."""
    fighter = (seat + 3) % SEATS
    p = table(seat).wear(seat, "stabber").hand(seat, "junk").fight(fighter, "ogre", helper=(seat + 1) % SEATS)
    return asked(p, seat, lambda: ability_options(p.g, p.book, seat, Question.REACT))


def asking(seat: int) -> list[int]:
    p = table(seat).fight(seat, "ogre")
    return asked(p, seat, lambda: ask_options(p.g, p.book, seat, 0))


def trading(seat: int) -> list[int]:
    p = armed(table(seat))
    return asked(p, seat, lambda: trade_options(p.g, p.book, seat))


def giving(seat: int) -> list[int]:
    p = table(seat).hand(seat, *(f"card {s}" for s in FOUR), "junk", "up")
    p.g.level[seat] = 5
    return named(p.step(Step.CHARITY))


def meeting(seat: int) -> list[int]:
    p = table(seat)
    for s in FOUR:
        p.hand(s, f"card {s}")
    return named(p.step(Step.MEETING, p["junk"], 0, 15, 1, seat))


def sending_on(seat: int) -> list[int]:
    p = table(seat).hand(seat, "mirror").place(Zone.OPEN, seat, "curse")
    return named(p.step(Step.CURSE, p["curse"], seat, -1))


def lifting(seat: int) -> list[int]:
    p = table(seat).hand(seat, "cure")
    for s in FOUR:
        p.g.status[s] = Status.CORRUPTED
    return asked(p, seat, lambda: lift_options(p.g, p.book, seat))


def spoiling(seat: int) -> list[int]:
    return holding(armed(table(seat, item_enhancer_enabled=1)), seat, "rust", any_time_options)


def maddening(seat: int) -> list[int]:
    p = table(seat, cultist_enabled=1, cultist_enhancers_on_cultist=1)
    for s in FOUR:
        p.carry(s, f"cultist {s}")
    p.g.over = 0  # all are Cultists, which is not the question here
    return holding(p, seat, "mad", cultist_options)


def naming_the_lowest(seat: int) -> list[int]:
    p = table(seat)
    p.g.level[seat] = 5
    return named(p.run("lowest", who=seat, by=seat))


def burdening(seat: int) -> list[int]:
    """A second Big Item must go to one of three who could carry it."""
    p = table(seat).carry(seat, "stone 0", "rock 0")
    return named(p.step(Step.BIG_GIVE, seat, p["stone 0"]))


def settling(seat: int) -> list[int]:
    """Everybody's Class is worked out anew."""
    p = table(seat)
    for s in FOUR:
        p.g.table[s, 0], p.g.table_n[s] = p[f"cultist {s}"], 1
        p.g.zone[p[f"cultist {s}"]], p.g.owner[p[f"cultist {s}"]] = Zone.TABLE, s
    p.g.unsettled, p.g.log_n = 15, 0
    p.advance()
    return told(p, Ev.IDENTITY)


def coming_back(seat: int) -> list[int]:
    """All but the one whose turn has ended were dead."""
    p = table((seat - 1) % SEATS)
    for s in FOUR:
        p.g.dead[s] = s != (seat - 1) % SEATS
    p.step(Step.TURN)
    return told(p, Ev.REBORN)


def clearing_up(seat: int) -> list[int]:
    """Every Item was doomed in the combat of this seat."""
    p = armed(table(seat)).fight(seat, "ogre")
    for s in FOUR:
        p.g.combat_mark[p[f"sword {s}"]] = Mark.LOST
    p.g.log_n = 0
    p.step(Step.CLEAN, Result.KILLED)
    return [int(e[3]) for e in p.book.work.log[: int(p.g.log_n)] if e[2] == Ev.LOSE]


def looting(seat: int) -> list[int]:
    """Three of the same Level throw for the body of a fourth."""
    p = table(seat).hand(seat, *(f"card {s}" for s in FOUR))
    p.g.dead[seat] = 1
    p.dice(1, 2, 3)
    p.step(Step.CORPSE, seat, 0)
    return told(p, Ev.DIE)


def all_rise(seat: int) -> list[int]:
    return told(table(seat).run("each", who=seat, by=seat), Ev.LEVEL)


def others_rise(seat: int) -> list[int]:
    return told(table(seat).run("all others", who=seat, by=seat), Ev.LEVEL)


def imagining(seat: int) -> list[int]:
    """Hands that somebody who looks ahead deals anew."""
    p = table(seat)
    for s in FOUR:
        p.hand(s, f"card {s}")
    look = p.book.work.look[0]
    look.seat = seat
    n = int(_survey(p.g, p.book, 0))
    return [int(place) // HAND for place in look.place[0][:n] if place < MOST * HAND]


def at_any_time(name: str) -> Callable[[int], list[int]]:
    return lambda seat: holding(table(seat), seat, name, any_time_options)


OTHERS, SELF_LAST, SELF_FIRST = [1, 2, 3], [1, 2, 3, 0], [0, 1, 2, 3]
CASES = {
    transferring: [1, 3, 0], borrowing: OTHERS, stealing: OTHERS, stabbing: [1, 3], asking: OTHERS, trading: OTHERS,
    giving: OTHERS, meeting: OTHERS, sending_on: OTHERS, lifting: SELF_FIRST, spoiling: SELF_LAST,
    maddening: SELF_LAST, naming_the_lowest: OTHERS, burdening: OTHERS, settling: SELF_FIRST, coming_back: [0, 1, 2],
    clearing_up: SELF_FIRST, looting: OTHERS, all_rise: SELF_FIRST, others_rise: OTHERS, imagining: OTHERS,
}  # fmt: skip
WHERE = {name: order for name, order in (("curse", SELF_LAST), ("up", SELF_FIRST), ("steal a level", OTHERS))}


@pytest.mark.parametrize("seat", FOUR)
@pytest.mark.parametrize("case", CASES, ids=[f.__name__ for f in CASES])
def test_it_goes_clockwise(case, seat):
    assert [(s - seat) % SEATS for s in case(seat)] == CASES[case]


@pytest.mark.parametrize("seat", FOUR)
@pytest.mark.parametrize("name", WHERE)
def test_cards_for_any_time_name_players_clockwise(name, seat):
    assert [(s - seat) % SEATS for s in at_any_time(name)(seat)] == WHERE[name]
