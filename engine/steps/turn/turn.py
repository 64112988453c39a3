"""The frame of a turn: first plays, listening, arranging, the evening, the end."""

from __future__ import annotations

from engine.board.equipment import big_room
from engine.board.happenings import note
from engine.board.kept_curses import expire
from engine.board.seat_lookup import next_seat
from engine.board.zones import draw_card
from engine.jit import kernel
from engine.records.agenda import KIND, Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind, Pile, Seat, Trigger
from engine.records.combat_steps import push_window
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import FightFlag, Game, Phase, Status
from engine.records.step_values import Until
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.records.turn_steps import End, Evening, Initial, Listen
from engine.steps.bargains.trade import sell_options, start_sale, trade_options
from engine.steps.combat.windows import act, clear_fresh, open_window
from engine.steps.offers.abilities import ability_options
from engine.steps.offers.actions import do_play, do_play_with
from engine.steps.offers.playable import (
    OWN,
    discard_options,
    equip_options,
    hand_options,
    identity_options,
    table_options,
)
from engine.steps.turn.turn_start import skip


@kernel("setup.initial-play", "setup.initial-play-doubt", "guest.initial", "item.one-big")
def step_initial(g: Game, book: Book) -> int:
    """Starting cards: identities and usable Items may be put into play, or kept."""
    seat = int(g.agenda[g.agenda_n - 1, Initial.SEAT])
    ask(g, seat, Question.INITIAL, -1)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        kind = int(book.card[c].kind)
        if Kind.CLASS <= kind <= Kind.DOUBLER:
            identity_options(g, book, seat, c)
        elif kind == Kind.ITEM:
            if book.card[c].big == 0 or big_room(g, book, seat) > 0:
                option(g, book, Verb.PLAY, c, -1, 0)
        elif kind == Kind.GUEST_STAR:
            option(g, book, Verb.PLAY, c, -1, 0)
        elif kind == Kind.CHEAT or kind == Kind.ITEM_ENHANCER:
            table_options(g, book, seat, c)
    if or_pass(g, book) == 0:
        pop(g)
    return 0


@kernel("setup.initial-play")
def answer_initial(g: Game, book: Book, taken: Option) -> int:
    """One card at a time until the player is content."""
    seat = int(g.agenda[g.agenda_n - 1, Initial.SEAT])
    if taken.verb == Verb.PASS:
        pop(g)
    elif taken.verb == Verb.PLAY_WITH:
        do_play_with(g, book, seat, taken.card, taken.target)
    else:
        do_play(g, book, seat, taken.card, taken.target, taken.amount)
    return 0


@kernel("turn.listen-at-the-door")
def step_listen(g: Game, book: Book) -> int:
    """Phase 0 of faster play: one face-down Door card."""
    seat = int(g.agenda[g.agenda_n - 1, Listen.SEAT])
    pop(g)
    g.phase = Phase.LISTEN
    draw_card(g, book, seat, Pile.DOOR, 0)
    return 0


@kernel("turn.arrange", "timing.own-turn", "timing.any-time", "timing.treasure-play")
def own_turn_options(g: Game, book: Book, seat: Seat, question: int) -> int:
    """Everything a player may do on their own turn outside combat."""
    hand_options(g, book, seat, OWN)
    equip_options(g, book, seat)
    sell_options(g, book, seat)
    trade_options(g, book, seat)
    discard_options(g, book, seat)
    ability_options(g, book, seat, question)
    return 0


@kernel("turn.arrange")
def step_arrange(g: Game, book: Book) -> int:
    """Before the door: arrange, play, sell, trade, then kick it open; unless somebody has ended the turn already."""
    g.phase = Phase.ARRANGE
    over = int(g.fight_flags) & FightFlag.TURN_OVER
    if over != 0 or (int(g.status[g.active]) & Status.SKIP_TURN) != 0:
        while g.agenda[g.agenda_n - 1, KIND] != Step.CHARITY:
            pop(g)
        g.fight_flags &= ~int(FightFlag.TURN_OVER)
        return emit(g, book, Ev.SKIP, g.active, -1, -1, -1, 0, 0) if over != 0 else skip(g, book, int(g.active))
    ask(g, int(g.active), Question.ARRANGE, -1)
    option(g, book, Verb.KICK_OPEN, -1, -1, 0)
    own_turn_options(g, book, int(g.active), Question.ARRANGE)
    return 0


@kernel("turn.arrange", "timing.any-time")
def answer_arrange(g: Game, book: Book, taken: Option) -> int:
    """Kick open the door, or act and be asked again."""
    seat = int(g.active)
    if taken.verb == Verb.KICK_OPEN:
        pop(g)
        clear_fresh(g, seat)
        return 0
    return own_action(g, book, seat, taken)


@kernel("timing.any-time")
def own_action(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """An action of the active player outside combat; afterwards the others may act."""
    open_window(g, book, next_seat(g, seat), 0)
    if taken.verb == Verb.SELL:
        start_sale(g, book, seat, taken.card)
        return 0
    act(g, book, seat, taken)
    return 0


@kernel("turn.arrange", "sell.not-in-combat", "run.goes-on-alone", "charity.must-play-down")
def step_evening(g: Game, book: Book) -> int:
    """After the room or the combat: the last actions of the turn before Charity."""
    row = g.agenda[g.agenda_n - 1]
    g.phase = Phase.EVENING
    seat = int(g.active)
    if g.dead[seat] == 1 or (int(g.fight_flags) & FightFlag.TURN_OVER) != 0:
        g.fight_flags &= ~int(FightFlag.TURN_OVER)
        pop(g)
        return 0
    if row[Evening.OPENED] == 0:
        row[Evening.OPENED] = 1
        open_window(g, book, next_seat(g, seat), 0)
        return 0
    ask(g, seat, Question.EVENING, -1)
    own_turn_options(g, book, seat, Question.EVENING)
    option(g, book, Verb.END, -1, -1, 0)
    return 0


@kernel("turn.arrange")
def answer_evening(g: Game, book: Book, taken: Option) -> int:
    """End the turn, or act and be asked again."""
    seat = int(g.active)
    if taken.verb == Verb.END:
        pop(g)
        clear_fresh(g, seat)
        return 0
    return own_action(g, book, seat, taken)


@kernel("charity.ends-turn", "turn.starts-immediately", "curse.next-turn-now", "trade.when")
def step_end(g: Game, book: Book) -> int:
    """The turn ends: Curses of this turn lapse, and everybody may rearrange and bargain once."""
    row = g.agenda[g.agenda_n - 1]
    g.phase = Phase.END
    if row[End.OPENED] == 0:
        row[End.OPENED] = 1
        expire(g, book, int(g.active), Until.NEXT_TURN)
        note(g, book, int(g.active), Trigger.TURN_END, -1)
        if book.rules[Rule.REACTION_WINDOWS] != Windows.COMBAT_ONLY:
            push_window(g, next=next_seat(g, int(g.active)), whole=0, idle=1)
        return 0
    pop(g)
    emit(g, book, Ev.TURN_END, int(g.active), -1, -1, -1, int(g.level[g.active]), int(g.hand_n[g.active]))
    return 0


STEPS = {
    Step.INITIAL: step_initial,
    Step.LISTEN: step_listen,
    Step.ARRANGE: step_arrange,
    Step.EVENING: step_evening,
    Step.END: step_end,
}
ANSWERS = {Step.INITIAL: answer_initial, Step.ARRANGE: answer_arrange, Step.EVENING: answer_evening}
