"""Windows: moments when somebody else may act. Ordered rounds, no clock."""

from __future__ import annotations

from engine.board.equipment import has_passive
from engine.board.seat_lookup import in_combat, next_seat, pass_on
from engine.board.strength import compare
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Seat, Yes
from engine.records.combat_steps import React, Window, push_judge, push_window
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, or_pass
from engine.records.state import FightFlag, Game, Phase
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.records.timings import Timing
from engine.steps.bargains.trade import do_trade, trade_options
from engine.steps.cards.single_card_steps import must_throw
from engine.steps.combat.help_steps import ask_options, do_ask, do_offer, offer_options, send_home
from engine.steps.offers.abilities import ability_options, do_ability, leave_alone
from engine.steps.offers.actions import do_play, do_play_with, do_simple
from engine.steps.offers.flight_escape import flight_cards, has_flight_card
from engine.steps.offers.own_turn_powers import is_alert, may_lift
from engine.steps.offers.playable import COMBAT, IDLE, OWN, discard_options, equip_options, hand_options


@kernel("timing.any-time", "combat.bystander-class-abilities", "combat.no-pvp")
def act(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """Carry out an action that may be taken in a window or on one's own turn; returns 1 if it was one."""
    if taken.verb == Verb.PLAY:
        do_play(g, book, seat, taken.card, taken.target, taken.amount)
    elif taken.verb == Verb.PLAY_WITH:
        do_play_with(g, book, seat, taken.card, taken.target)
    elif taken.verb == Verb.EQUIP or taken.verb == Verb.UNEQUIP or taken.verb == Verb.DISCARD:
        do_simple(g, book, seat, taken.verb, taken.card)
    elif taken.verb == Verb.DISCARD_FOR or taken.verb == Verb.USE:
        do_ability(g, book, seat, taken)
    elif taken.verb == Verb.GIVE or taken.verb == Verb.TRADE:
        do_trade(g, book, seat, taken.verb, taken.card, taken.target, taken.amount)
    elif taken.verb == Verb.ASK:
        do_ask(g, book, seat, taken)
    elif taken.verb == Verb.OFFER:
        do_offer(g, book, seat, taken)
    else:
        return 0
    return 1


@kernel("timing.any-time-not-combat", "trade.when")
def idle_options(g: Game, book: Book, seat: Seat) -> int:
    """What needs no occasion: discarding an identity, and, outside combat, equipping and trading."""
    discard_options(g, book, seat)
    if in_combat(g, seat) == 0:
        equip_options(g, book, seat)
        trade_options(g, book, seat)
    return 0


@kernel(
    "combat.reaction-window", "combat.who-may-interfere", "help.anyone-plays", "timing.no-actions-in-combat",
    "combat.expose-then-fight", "precedence.no-forced-help-ten",
)  # fmt: skip
def step_react(g: Game, book: Book) -> int:
    """A combat's window: each player in order may act or pass; a full circle of passes closes it."""
    row = g.agenda[g.agenda_n - 1]
    if row[React.STANDS] == 0:
        _compare_anew(g, book)
    winning = int(row[React.STANDS]) - 1
    closed = (g.fight_flags & FightFlag.OVER) != 0 or g.fight_actions >= book.rules[Rule.REACTION_MAX_ACTIONS]
    while row[React.PASSES] < g.seats and not closed:
        seat = pass_on(g, React.NEXT, React.PASSES)
        if g.dead[seat] == 0 and _react_question(g, book, seat, winning) == 1:
            return 0
    pop(g)
    push_judge(g)
    return 0


@kernel("combat.compare", "combat.nonlethal", "combat.expose-then-fight")
def _compare_anew(g: Game, book: Book) -> int:
    """The strengths after what somebody has done: whoever does not stay goes, and what is new is told."""
    row = g.agenda[g.agenda_n - 1]
    side = int(g.side)
    foes = int(g.foes)
    leave_alone(g, book)
    winning = compare(g, book)
    if send_home(g, book) == 1:
        winning = compare(g, book)
        row[React.PASSES] = 0  # once more around: the fighter stands alone
    if g.side != side or g.foes != foes or row[React.TOLD] == 0:
        row[React.TOLD] = 1
        emit(g, book, Ev.STRENGTH, g.fighter, g.helper, -1, winning, int(g.side), int(g.foes))
    row[React.STANDS] = 1 + winning
    return 0


@kernel("combat.reaction-window", "help.may-ask-when", "timing.helper-in-combat")
def _react_question(g: Game, book: Book, seat: Seat, winning: Yes) -> int:
    if must_throw(g, book, seat) == 1:
        return 1
    ask(g, seat, Question.REACT, -1)
    if in_combat(g, seat) == 0 and has_passive(g, book, int(g.fighter), Op.TRUCE) >= 0:
        offer_options(g, book, seat, winning)
        return or_pass(g, book)
    moment = int(COMBAT)
    if g.active == seat:
        moment |= OWN
    hand_options(g, book, seat, moment)
    ability_options(g, book, seat, Question.REACT)
    fights = in_combat(g, seat)
    if g.fighter == seat:
        ask_options(g, book, seat, winning)
    elif fights == 0:
        offer_options(g, book, seat, winning)
    if fights == 1:
        discard_options(g, book, seat)
        if book.rules[Rule.EQUIP_IN_COMBAT] == 1:
            equip_options(g, book, seat)
    elif book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE:
        idle_options(g, book, seat)
    return or_pass(g, book)


@kernel("combat.reaction-window")
def answer_react(g: Game, book: Book, taken: Option) -> int:
    """An action restarts the round at the actor's left."""
    seat = int(g.asked)
    row = g.agenda[g.agenda_n - 1]
    if taken.verb != Verb.PASS or g.news != 0 or g.unsettled != 0:
        row[React.STANDS] = 0
    if taken.verb == Verb.PASS:
        clear_fresh(g, seat)
        return 0
    row[React.NEXT] = next_seat(g, seat)
    row[React.PASSES] = 0
    g.fight_actions += 1
    act(g, book, seat, taken)
    return 0


@kernel()
def clear_fresh(g: Game, seat: Seat) -> int:
    """What was just received is no longer new once its owner has passed."""
    for i in range(g.hand_n[seat]):
        g.fresh[g.hand[seat, i]] = 0
    return 0


@kernel("timing.any-time", "curse.hand")
def open_window(g: Game, book: Book, first: int, whole: int) -> int:
    """Let everybody else act, starting with seat `first`; `whole` = 1 includes the active player."""
    if book.rules[Rule.REACTION_WINDOWS] == Windows.COMBAT_ONLY:
        return 0
    push_window(g, next=first, whole=whole, idle=0)
    return 0


@kernel("timing.any-time", "timing.any-time-not-combat")
def step_window(g: Game, book: Book) -> int:
    """A moment outside combat's rounds: clockwise, everybody who holds something for it is asked."""
    row = g.agenda[g.agenda_n - 1]
    while row[Window.ASKED] < g.seats:
        seat = int(row[Window.NEXT])
        if (
            g.dead[seat] == 0
            and (seat != g.active or row[Window.WHOLE] == 1)
            and _window_question(g, book, seat, int(row[Window.IDLE])) == 1
        ):
            return 0
        pass_on(g, Window.NEXT, Window.ASKED)
    pop(g)
    return 0


@kernel("cards.receive-play", "class.thief-no-steal-combat", "run.both")
def _window_question(g: Game, book: Book, seat: Seat, idle: int) -> int:
    everyone = book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE
    quiet = g.fighting == 0 or everyone
    flees = g.phase == Phase.FLIGHT and has_flight_card(g, book, seat) == 1
    if not (everyone or idle == 1 or flees) and _holds_moment(g, book, seat) == 0:
        if not quiet or is_alert(g, book, seat) == 0:
            return 0
    ask(g, seat, Question.WINDOW, -1)
    hand_options(g, book, seat, IDLE)
    if flees:
        flight_cards(g, book, seat)  # nobody need wait until it is their turn to roll
    if everyone or idle == 1:
        idle_options(g, book, seat)
    if quiet:
        ability_options(g, book, seat, Question.WINDOW)
    return or_pass(g, book)


@kernel()
def _holds_moment(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player holds a card that may be played at any time (now), or one they have just received."""
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if (book.card[c].timing & Timing.ANY) != 0 or g.fresh[c] == 1:
            return 1
    return may_lift(g, book, seat)


@kernel("timing.any-time")
def answer_window(g: Game, book: Book, taken: Option) -> int:
    """Whoever passes is not asked again in this window."""
    seat = int(g.asked)
    if taken.verb == Verb.PASS:
        clear_fresh(g, seat)
        pass_on(g, Window.NEXT, Window.ASKED)
        return 0
    act(g, book, seat, taken)
    return 0


STEPS = {Step.REACT: step_react, Step.WINDOW: step_window}
ANSWERS = {Step.REACT: answer_react, Step.WINDOW: answer_window}
