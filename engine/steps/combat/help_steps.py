"""Help is a negotiation: the fighter asks or a bystander offers; Treasures, an Item or a hand card are promised."""

from __future__ import annotations

from engine.board.combat_rewards import for_the_win
from engine.board.equipment import big_room
from engine.board.kept_curses import combat_is_over_for
from engine.board.monsters import forget_refusals, join_side
from engine.board.munchkin_side import (
    add_helper,
    drop_helper,
)
from engine.board.seat_lookup import left_of
from engine.jit import kernel
from engine.records.agenda import KIND, Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Yes
from engine.records.combat_steps import AnswerHelp, React, push_answer_help
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import Pledge
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb, ask, option, promise
from engine.records.state import FightFlag, Game, Mod, Zone
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.steps.bargains.bundle import open_bundle, release
from engine.steps.combat.help_terms import is_forced, may_help, promisable, room_for
from engine.steps.offers.legality import may_go_up

HAGGLES = 3
"""Refusals after which nothing more is said between two players until the strengths change."""


@kernel(
    "help.ask", "help.may-ask-when", "help.bribe-items", "help.bribe-pick-order", "help.bribe-hand-cards",
    "gual.on-others", "precedence.no-forced-help-ten",
)  # fmt: skip
def ask_options(g: Game, book: Book, seat: Seat, winning: Yes) -> int:
    """The fighter's requests: to whom, for how many Treasures, who picks first, and what else."""
    if room_for(g, book) <= 0 or (winning == 1 and book.rules[Rule.HELP_REQUIRE_LOSING] == 1):
        return 0
    worth = promisable(g, book)
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if may_help(g, book, s) == 0:
            continue
        again = (int(g.refused[seat]) >> s) & 1
        for n in range(_least(g, seat, s) if again else 0, worth + 1):
            promise(g, book, Verb.ASK, -1, s, n, PickOrder.FIGHTER)
            if n > 0:
                promise(g, book, Verb.ASK, -1, s, n, PickOrder.HELPER)
                promise(g, book, Verb.ASK, -1, s, n, PickOrder.ALTERNATE)
        if (int(g.mods) & Mod.NO_REWARD_HELPER) == 0 and not again and book.rules[Rule.HELP_REPLACES] == 0:
            _ask_with_item(g, book, seat, s, worth)
            _ask_with_hand(g, book, seat, s, worth)
    return 0


@kernel("help.ask")
def _least(g: Game, seat: Seat, to: Seat) -> int:
    """Fewest Treasures for which somebody who has refused may be asked: more than was offered, and not for ever."""
    return int(g.terms[seat, to]) if g.rebuffs[seat, to] < HAGGLES else 16


@kernel("help.volunteer")
def _most(g: Game, seat: Seat) -> int:
    """Most Treasures for which one may offer help to a fighter who has refused: fewer than before; below 0: none."""
    return int(g.terms[seat, g.fighter]) - 2 if g.rebuffs[seat, g.fighter] < HAGGLES else -1


@kernel("help.bribe-items", "help.bribe-pick-order")
def _with_card(g: Game, book: Book, card: Card, to: Seat, worth: int) -> int:
    """Requests that promise a card: alone, or with Treasures (any number in any order of picks if all may be said)."""
    promise(g, book, Verb.ASK, card, to, 0, PickOrder.FIGHTER)
    everything = book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE
    for n in range(1, worth + 1):
        if n == 1 or everything:
            promise(g, book, Verb.ASK, card, to, n, PickOrder.HELPER)
        if everything:
            promise(g, book, Verb.ASK, card, to, n, PickOrder.FIGHTER)
            promise(g, book, Verb.ASK, card, to, n, PickOrder.ALTERNATE)
    return 0


@kernel("help.bribe-items", "help.item-bribe-timing", "item.one-big")
def _ask_with_item(g: Game, book: Book, seat: Seat, to: Seat, worth: int) -> int:
    """Requests that promise an Item that whoever is asked may carry."""
    heavy = 0 if big_room(g, book, to) > 0 else 1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and g.pledged[c] < Pledge.HELPER and book.card[c].big * heavy == 0:
            _with_card(g, book, c, to, worth)
    return 0


@kernel("help.bribe-hand-cards", "gual.on-others", "precedence.no-gual-to-ten")
def _ask_with_hand(g: Game, book: Book, seat: Seat, to: Seat, worth: int) -> int:
    if book.rules[Rule.HELP_OFFER_HAND_CARDS] == 0:
        return 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.GO_UP_A_LEVEL and may_go_up(g, book, to, c) == 1 and _is_free(g, c) == 1:
            _with_card(g, book, c, to, worth)
    return 0


@kernel("help.bribe-hand-cards")
def _is_free(g: Game, card: Card) -> Yes:
    """Whether a hand card was promised to none of those who help already."""
    for s in range(g.seats if g.helper >= 0 else 0):
        if g.deal_card[s] == card:
            return 0
    return 1


@kernel("help.volunteer", "help.one-only")
def offer_options(g: Game, book: Book, seat: Seat, winning: Yes) -> int:
    """A bystander offers their help for a share."""
    if book.rules[Rule.HELP_VOLUNTEER] == 0 or (winning == 1 and book.rules[Rule.HELP_REQUIRE_LOSING] == 1):
        return 0
    if may_help(g, book, seat) == 0:
        return 0
    worth = promisable(g, book)
    if (int(g.refused[seat]) >> int(g.fighter)) & 1:
        worth = min(worth, _most(g, seat))
    for n in range(worth + 1):
        promise(g, book, Verb.OFFER, -1, g.fighter, n, PickOrder.FIGHTER)
        if n > 0:
            promise(g, book, Verb.OFFER, -1, g.fighter, n, PickOrder.HELPER)
            promise(g, book, Verb.OFFER, -1, g.fighter, n, PickOrder.ALTERNATE)
    return 0


@kernel("help.ask")
def do_ask(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """The fighter asks somebody."""
    card, target = int(taken.card), int(taken.target)
    emit(g, book, Ev.ASK, seat, target, card, -1, taken.amount, taken.pick)
    push_answer_help(g, seat=target, treasures=taken.amount, pick=taken.pick, card=card, proposer=seat)
    release(g, seat, Pledge.PROMISED)
    if card >= 0 and g.zone[card] == Zone.TABLE:
        g.pledged[card] = Pledge.PROMISED
        open_bundle(g, book, seat, target, Pledge.PROMISED)
    return 0


@kernel("help.volunteer")
def do_offer(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """A bystander offers; the fighter answers."""
    emit(g, book, Ev.OFFER, seat, g.fighter, -1, -1, taken.amount, taken.pick)
    push_answer_help(g, seat=g.fighter, treasures=taken.amount, pick=taken.pick, card=-1, proposer=seat)
    release(g, int(g.fighter), Pledge.PROMISED)
    return 0


@kernel("help.ask", "precedence.no-forced-help-ten")
def step_answer_help(g: Game, book: Book) -> int:
    """Accept or refuse; somebody who must help has no choice, unless the fight is for the win."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[AnswerHelp.SEAT])
    proposer = int(row[AnswerHelp.PROPOSER])
    ask(g, seat, Question.HELP, proposer)
    option(g, book, Verb.ACCEPT, -1, -1, 0)
    if is_forced(g, book, seat, proposer) == 0:
        option(g, book, Verb.REFUSE, -1, -1, 0)
    return 0


@kernel("precedence.no-forced-help-ten", "combat.monster-specials", "multi.special-all", "curse.next-combat-now")
def send_home(g: Game, book: Book) -> int:
    """A helper leaves if a monster bears none, or if they were forced and it has become a fight for the win.

    Returns 1 if somebody does. What they were promised lapses; what they have played stays.
    """
    left = 0
    helper = int(g.helper)
    while helper >= 0:
        after = int(g.next_helper[helper])
        if _must_leave(g, book, helper) == 1:
            emit(g, book, Ev.LEAVE, g.fighter, helper, -1, -1, 0, 0)
            combat_is_over_for(g, book, helper)
            drop_helper(g, helper)
            release(g, int(g.fighter), Pledge.PROMISED)
            forget_refusals(g)
            left = 1
        helper = after
    return left


@kernel("precedence.no-forced-help-ten", "combat.monster-specials", "multi.special-all")
def _must_leave(g: Game, book: Book, helper: Seat) -> Yes:
    if (int(g.mods) & Mod.NO_HELPER) != 0 or (int(g.barred) & int(g.identity[helper])) != 0:
        return 1
    if (int(g.forced) >> helper) & 1 == 0 or book.rules[Rule.HELP_NO_FORCED_FOR_WIN] == 0:
        return 0
    return for_the_win(g, book, helper)


@kernel("help.ask", "help.volunteer", "help.one-only", "timing.helper-in-combat")
def answer_answer_help(g: Game, book: Book, taken: Option) -> int:
    """The deal is made, or the refusal noted."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[AnswerHelp.SEAT])
    treasures = int(row[AnswerHelp.TREASURES])
    pick = int(row[AnswerHelp.PICK])
    card = int(row[AnswerHelp.CARD])
    proposer = int(row[AnswerHelp.PROPOSER])
    pop(g)
    if taken.verb == Verb.REFUSE:
        g.refused[proposer] |= 1 << seat
        g.spurned[proposer] |= 1 << seat
        g.rebuffs[proposer, seat] += 1
        named = int(g.terms[proposer, seat])
        if named == 0 or (treasures + 1 > named) == (proposer == g.fighter):
            g.terms[proposer, seat] = treasures + 1
        emit(g, book, Ev.REFUSE, seat, proposer, -1, -1, treasures, pick)
        return 0
    helper = seat if proposer == g.fighter else proposer
    if book.rules[Rule.HELP_REPLACES] == 1:
        emit(g, book, Ev.ACCEPT, seat, proposer, card, helper, treasures, pick)
        return _stand_in(g, book, helper)
    g.forced |= is_forced(g, book, seat, proposer) << helper
    add_helper(g, helper)
    g.deals[helper].treasures = treasures
    g.deals[helper].pick = pick
    if card >= 0:
        if g.zone[card] == Zone.TABLE:
            g.deals[helper].bribe = card
        else:
            g.deal_card[helper] = card
    _keep_items(g, helper)
    emit(g, book, Ev.ACCEPT, seat, proposer, card, helper, treasures, pick)
    forget_refusals(g)
    restart_round(g, helper)
    return join_side(g, book, helper)


@kernel("help.one-only", "help.levels", "curse.next-combat-now")
def _stand_in(g: Game, book: Book, helper: Seat) -> int:
    """House rule: a helper fights in the place of the fighter, whose combat is over."""
    fighter = int(g.fighter)
    emit(g, book, Ev.ABILITY, fighter, helper, -1, int(Op.TAKE_OVER), -1, -1)
    combat_is_over_for(g, book, fighter)
    g.fighter = helper
    g.fight_flags |= FightFlag.STANDS_IN
    forget_refusals(g)
    restart_round(g, helper)
    return join_side(g, book, helper)


@kernel("help.bribe-items")
def _keep_items(g: Game, helper: Seat) -> int:
    """The Items of the request that was agreed to are kept for this helper."""
    for i in range(g.table_n[g.fighter]):
        c = int(g.table[g.fighter, i])
        if g.pledged[c] == Pledge.PROMISED:
            g.pledged[c] = Pledge.HELPER + helper
    return 0


@kernel("combat.reaction-window")
def restart_round(g: Game, seat: Seat) -> int:
    """Start the combat's round again at the left of a player."""
    if g.agenda_n > 0 and g.agenda[g.agenda_n - 1, KIND] == Step.REACT:
        row = g.agenda[g.agenda_n - 1]
        row[React.NEXT] = seat + 1 if seat + 1 < g.seats else 0
        row[React.PASSES] = 0
    return 0


STEPS = {Step.ANSWER_HELP: step_answer_help}
ANSWERS = {Step.ANSWER_HELP: answer_answer_help}
