"""Help is a negotiation: the fighter asks or a bystander offers; Treasures, an Item or a hand card are promised."""

from __future__ import annotations

from engine.board.combat_rewards import for_the_win
from engine.board.equipment import has_passive
from engine.board.kept_curses import combat_is_over_for
from engine.board.modifiers import by_rules
from engine.board.monsters import forget_refusals, join_side, treasures_of
from engine.board.seat_lookup import left_of
from engine.jit import kernel
from engine.records.agenda import KIND, Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Yes
from engine.records.combat_steps import AnswerHelp, React, push_answer_help
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Question, Verb, ask, option, promise
from engine.records.state import Game, Mod, Status, Zone
from engine.records.switch_values import Windows
from engine.records.switches import Rule
from engine.steps.bargains.bundle import PROMISED, open_bundle, release
from engine.steps.offers.legality import may_go_up

HAGGLES = 3
"""Refusals after which nothing more is said between two players until the strengths change."""


@kernel("help.bribe-items")
def prize(g: Game, book: Book) -> int:
    """Treasures the combat's monsters are worth."""
    total = int(g.owed)
    for m in range(g.foe_n):
        total += treasures_of(g, book, m) + by_rules(g, book, Op.TREASURE, m)
    return total


@kernel("help.one-only", "death.reborn", "combat.monster-specials")
def may_help(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player could become the helper in this combat."""
    if g.helper >= 0 or seat == g.fighter or g.dead[seat] == 1 or book.rules[Rule.HELP_MAX] == 0:
        return 0
    if (g.mods & Mod.NO_HELPER) != 0 or (g.barred & g.identity[seat]) != 0:
        return 0
    if (g.status[seat] & Status.NO_HELPING) != 0 or (g.status[g.fighter] & (Status.NO_ASKING | Status.CORRUPTED)) != 0:
        return 0
    return 1


@kernel(
    "help.ask", "help.may-ask-when", "help.bribe-items", "help.bribe-pick-order", "help.bribe-hand-cards",
    "gual.on-others", "precedence.no-forced-help-ten",
)  # fmt: skip
def ask_options(g: Game, book: Book, seat: Seat, winning: Seat) -> int:
    """The fighter's requests: to whom, for how many Treasures, who picks first, and what else."""
    if g.helper >= 0 or (winning == 1 and book.rules[Rule.HELP_REQUIRE_LOSING] == 1):
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
        if (int(g.mods) & Mod.NO_REWARD_HELPER) == 0 and not again:
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


@kernel("help.bribe-pick-order", "combat.monster-specials")
def promisable(g: Game, book: Book) -> int:
    """Most Treasures that can be promised for help: none where a monster lets the helper have nothing."""
    return 0 if (int(g.mods) & Mod.NO_REWARD_HELPER) != 0 else min(prize(g, book), 15)


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


@kernel("help.bribe-items", "help.item-bribe-timing")
def _ask_with_item(g: Game, book: Book, seat: Seat, to: Seat, worth: int) -> int:
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1:
            _with_card(g, book, c, to, worth)
    return 0


@kernel("help.bribe-hand-cards", "gual.on-others", "precedence.no-gual-to-ten")
def _ask_with_hand(g: Game, book: Book, seat: Seat, to: Seat, worth: int) -> int:
    if book.rules[Rule.HELP_OFFER_HAND_CARDS] == 0:
        return 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.GO_UP_A_LEVEL and may_go_up(g, book, to, c) == 1:
            _with_card(g, book, c, to, worth)
    return 0


@kernel("help.volunteer", "help.one-only")
def offer_options(g: Game, book: Book, seat: Seat, winning: Seat) -> int:
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
    release(g, seat, PROMISED)
    if card >= 0 and g.zone[card] == Zone.TABLE:
        g.pledged[card] = PROMISED
        open_bundle(g, book, seat, target, PROMISED)
    return 0


@kernel("help.volunteer")
def do_offer(g: Game, book: Book, seat: Seat, taken: Option) -> int:
    """A bystander offers; the fighter answers."""
    emit(g, book, Ev.OFFER, seat, g.fighter, -1, -1, taken.amount, taken.pick)
    push_answer_help(g, seat=g.fighter, treasures=taken.amount, pick=taken.pick, card=-1, proposer=seat)
    release(g, int(g.fighter), PROMISED)
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


@kernel("precedence.no-forced-help-ten", "help.ask")
def is_forced(g: Game, book: Book, seat: Seat, proposer: Seat) -> Yes:
    """Whether a player who is asked by the fighter has to help them: not where it would be for the win with them."""
    if proposer != g.fighter or ((g.status[seat] & Status.MUST_HELP) == 0 and _charmed(g, book, seat, proposer) == 0):
        return 0
    return 0 if book.rules[Rule.HELP_NO_FORCED_FOR_WIN] == 1 and _for_the_win_with(g, book, seat) else 1


@kernel("precedence.no-forced-help-ten")
def _for_the_win_with(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether the combat would be for the win once a player helps: what they bear may be worth a Level more."""
    helper = int(g.helper)
    g.helper = seat
    win = for_the_win(g, book, seat)
    g.helper = helper
    return win


@kernel("precedence.no-forced-help-ten", "combat.monster-specials", "multi.special-all", "curse.next-combat-now")
def send_home(g: Game, book: Book) -> int:
    """The helper leaves if a monster bears none, or if they were forced and it has become a fight for the win.

    Returns 1 if they do. What they were promised lapses; what they have played stays.
    """
    helper = int(g.helper)
    if helper < 0:
        return 0
    unwanted = (int(g.mods) & Mod.NO_HELPER) != 0 or (int(g.barred) & int(g.identity[helper])) != 0
    freed = g.forced == 1 and book.rules[Rule.HELP_NO_FORCED_FOR_WIN] == 1 and for_the_win(g, book, helper) == 1
    if not unwanted and not freed:
        return 0
    emit(g, book, Ev.LEAVE, g.fighter, helper, -1, -1, 0, 0)
    combat_is_over_for(g, book, helper)
    g.helper = -1
    g.forced = 0
    forget_deal(g)
    release(g, int(g.fighter), PROMISED)
    forget_refusals(g)
    return 1


@kernel()
def _charmed(g: Game, book: Book, seat: Seat, fighter: Seat) -> int:
    """An Item of the fighter may oblige players of higher Level."""
    if seat == fighter or g.level[seat] <= g.level[fighter]:
        return 0
    return 1 if has_passive(g, book, fighter, Op.FORCED_HELP) >= 0 else 0


@kernel("help.ask", "help.volunteer", "help.one-only", "timing.helper-in-combat")
def answer_answer_help(g: Game, book: Book, taken: Option) -> int:
    """The deal is made, or the refusal noted."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[AnswerHelp.SEAT])
    treasures = int(row[AnswerHelp.TREASURES])
    pick = int(row[AnswerHelp.PICK])
    promised = int(row[AnswerHelp.CARD])
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
    g.forced = is_forced(g, book, seat, proposer)
    g.helper = helper
    g.deal.treasures = treasures
    g.deal.pick = pick
    g.deal.bribe = -1
    g.deal.hand = -1
    if promised >= 0:
        if g.zone[promised] == Zone.TABLE:
            g.deal.bribe = promised
        else:
            g.deal.hand = promised
    emit(g, book, Ev.ACCEPT, seat, proposer, promised, helper, treasures, pick)
    forget_refusals(g)
    restart_round(g, helper)
    return join_side(g, book, helper)


@kernel("help.bribe-items", "precedence.rewards-after-combat")
def forget_deal(g: Game) -> int:
    """What a helper was promised is paid, or has lapsed."""
    g.deal.treasures = 0
    g.deal.pick = 0
    g.deal.bribe = -1
    g.deal.hand = -1
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
