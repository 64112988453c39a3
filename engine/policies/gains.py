"""What the steps of a program bring whoever they happen to, in utility points; what they take is told by the losses."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.equipment import ceiling
from engine.board.munchkin_side import helper_count, helps, promised
from engine.board.seat_lookup import axis_room, in_combat
from engine.effects.identity_effects import topmost
from engine.jit import kernel
from engine.policies.bad_stuff_cost import A_LEVEL, bad_stuff, faces_of
from engine.policies.cultists import conversion, is_lone_cultist, none_waits
from engine.policies.danger import danger_of
from engine.policies.endgame import way
from engine.policies.exchange_worth import mixed, passed
from engine.policies.guise_worth import best_guise
from engine.policies.help_worth import NEVER, lead
from engine.policies.lasting_worth import is_plain, levels_now, waits_for_more
from engine.policies.pile_worth import a_door, discard_taken, exchanged, looking, redrawn, swapped
from engine.policies.tokens_taken import THE_WIN, tokens, wins_now
from engine.policies.weights import Weight
from engine.policies.worth import expected, keep_value, level_worth, setback, use_cost
from engine.records.amounts import Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import Axis, Card, Kind, Pile, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import WORTH, Op
from engine.records.questions import Question
from engine.records.state import Game, Phase
from engine.records.step_values import What
from engine.records.step_worth import Worth
from engine.records.switches import Rule
from engine.steps.combat.help_terms import prize
from engine.steps.offers.legality import may_go_up
from engine.steps.turn.death import keeps_hand

OF_ALL = 6
"""Cards or Levels that are expected where a row says all."""


@kernel()
def _levels(g: Game, book: Book, seat: Seat, n: int) -> int:
    """Worth of levels that no kill brings: none of them is the winning one."""
    return level_worth(g, book, seat, max(0, min(n, ceiling(g, book) - int(g.level[seat]))))


@kernel()
def _levels_for_all(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Worth of levels for everybody with an identity, those of rivals taken off."""
    n = expected(g, book, seat, int(e.amount), OF_ALL)
    total = 0
    for s in range(g.seats):
        if (int(g.identity[s]) & int(e.a)) != 0 and g.dead[s] == 0:
            total += _levels(g, book, seat, n) if s == seat else -setback(g, book, seat, s, A_LEVEL * n)
    return total


@kernel("class.gain-lose-abilities")
def _identity(g: Game, book: Book, seat: Seat, axis: int) -> int:
    """Worth of the topmost identity of an axis among the discards, for whoever has none and room for it."""
    if g.axis_n[seat, axis] > 0 or axis_room(g, book, seat, axis) <= 0 or topmost(g, book, axis, seat) < 0:
        return 0
    return int(book.work.weights[seat, Weight.IDENTITY])


@kernel()
def _become(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Worth of an identity that is chosen, or of one from the deck where there is room for it."""
    if e.op == Op.PASS_FOR:
        return best_guise(g, book, seat, int(e.a))
    room = g.axis_n[seat, int(e.a)] < axis_room(g, book, seat, int(e.a))
    return int(book.work.weights[seat, Weight.IDENTITY]) if room else 0


@kernel()
def _of_the_fight(g: Game, book: Book, seat: Seat, e: Effect, worth: int) -> int:
    """What a row adds to the reward of a fight that is being won: to the fighter, or to who has agreed on a share."""
    if g.fighting == 0 or in_combat(g, seat) == 0 or lead(g) <= 0:
        return 0
    w = book.work.weights[seat]
    if worth == Worth.TREASURES:
        return expected(g, book, seat, int(e.amount), OF_ALL) * int(w[Weight.TREASURE]) if seat == g.fighter else 0
    if worth == Worth.ROOM:
        return 2 * int(w[Weight.CARD]) if seat == g.active else 0
    return 0


@kernel()
def _shared(g: Game, book: Book, seat: Seat) -> int:
    """The Treasures dealt out evenly between those who win: more than was agreed, or the odd one."""
    if g.fighting == 0 or g.helper < 0 or lead(g) <= 0:
        return 0
    whole = prize(g, book)
    helpers = int(helper_count(g))
    each = whole // (1 + helpers)
    more = 1 if each * (1 + helpers) < whole else 0
    if helps(g, seat) == 1:
        more += each - int(g.deals[seat].treasures)
    elif seat == g.fighter:
        more = promised(g) - helpers * each
    return max(0, more) * int(book.work.weights[seat, Weight.TREASURE])


@kernel()
def brought(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """Utility points of what one row brings a player."""
    worth = int(WORTH[e.op])
    w = book.work.weights[seat]
    if worth == Worth.PASSED:
        return passed(g, book, seat, e)
    if worth == Worth.LEVELS_MIXED:
        return mixed(g, book, seat, e) * int(w[Weight.LEVEL])
    if worth == Worth.TOKENS_TAKEN or worth == Worth.TOKENS_LOST:
        return tokens(g, book, seat, e, 1)
    if worth == Worth.GAME_ENDED:
        return THE_WIN * int(w[Weight.LEVEL]) if wins_now(g, book, seat, e) == 1 else 0
    if worth == Worth.LOOKED:
        return looking(g, book, seat, e, expected(g, book, seat, int(e.amount), OF_ALL))
    if worth == Worth.DOOR_SKIPPED:
        return -a_door(g, book, seat)
    if worth < Worth.LEVELS_GAINED or worth > Worth.TREASURES_SHARED:
        return 0
    if worth == Worth.LEVELS_GAINED or worth == Worth.LEVELS_TAKEN:
        return _levels(g, book, seat, expected(g, book, seat, int(e.amount), OF_ALL))
    if worth == Worth.LEVELS_FOR_ALL:
        return _levels_for_all(g, book, seat, e)
    if worth == Worth.CARDS_DRAWN:
        n = expected(g, book, seat, int(e.amount), OF_ALL) - (int(g.hand_n[seat]) if e.op == Op.REFILL else 0)
        return max(0, n) * int(
            w[Weight.TREASURE] if e.a == Pile.TREASURE or e.op == Op.DRAW_ANY else 2 * w[Weight.CARD]
        )
    if e.op == Op.REDRAW or e.op == Op.SWAP_DISCARD:
        return redrawn(g, book, seat, int(e.a)) if e.op == Op.REDRAW else swapped(g, book, seat)
    if worth == Worth.CARDS_EXCHANGED:
        return exchanged(g, book, seat, expected(g, book, seat, int(e.amount), OF_ALL))
    if worth == Worth.DISCARD_TAKEN:
        return discard_taken(g, book, seat, int(e.a))
    if e.op == Op.PASS_FOR or e.op == Op.TAKE_IDENTITY:
        return _become(g, book, seat, e)
    if worth == Worth.IDENTITY_GAINED or worth == Worth.IDENTITY_REPLACED:
        return _identity(g, book, seat, int(Axis.CLASS) if worth == Worth.IDENTITY_GAINED else int(e.a))
    if worth == Worth.DOOR:
        return int(w[Weight.LEVEL]) // 3
    return _shared(g, book, seat) if worth == Worth.TREASURES_SHARED else _of_the_fight(g, book, seat, e, worth)


@kernel()
def gains(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Utility points of what playing a card brings a player: as likely as a die, and the better of two choices."""
    row = book.card[card]
    total = 0
    first = 0
    second = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if is_plain(int(e.cond)) == 1 and holds(g, book, seat, card, e) == 0:
            continue
        if e.trigger == Trigger.PLAYED:
            total += brought(g, book, seat, e)
        elif e.trigger == Trigger.ROLLED:
            total += brought(g, book, seat, e) * faces_of(book, card, e) // 6
        elif e.trigger == Trigger.ROLLED_HIGHER or e.trigger == Trigger.DUEL_WON:
            total += brought(g, book, seat, e) // 2  # as likely as not
        elif e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE:
            first += brought(g, book, seat, e) if e.x == 1 else 0
            second += brought(g, book, seat, e) if e.x == 2 else 0
    return total + max(first, second)


@kernel("cultist.one-safe", "cultist.become")
def _is_idle(g: Game, book: Book, seat: Seat, card: Card, target: Seat) -> Yes:
    """Whether a card does nothing to whom it is aimed at, or ends the game for somebody else."""
    row = book.card[card]
    for r in range(row.first, row.last):
        worth = int(WORTH[book.effect[r].op])
        if worth == Worth.CULTIST_NO_MORE and is_lone_cultist(g, book, target) == 1:
            return 1
        if worth == Worth.CULTIST:
            return 1 if none_waits(g, book, target) == 1 or conversion(g, book, seat, target) <= NEVER else 0
    return 0


@kernel()
def on_another(g: Game, book: Book, seat: Seat, card: Card, target: Seat) -> int:
    """Utility of a card that is aimed at somebody else: what it takes from them, less what it gives them."""
    if _is_idle(g, book, seat, card, target) == 1:
        return NEVER
    lost = bad_stuff(g, book, target, card, Trigger.PLAYED)
    mine = 0
    given = 0
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        worth = int(WORTH[e.op]) if e.trigger == Trigger.PLAYED else 0
        if worth == Worth.LEVELS_TAKEN:
            mine += brought(g, book, seat, e)
            lost += A_LEVEL * min(
                expected(g, book, seat, int(e.amount), OF_ALL), int(g.level[target]) - int(book.rules[Rule.LEVEL_MIN])
            )
        elif worth == Worth.LEVELS_GAINED:
            given += (
                A_LEVEL * expected(g, book, seat, int(e.amount), OF_ALL) if g.level[target] < ceiling(g, book) else 0
            )
    if 2 * given > lost:
        return NEVER  # nobody makes a rival a present of a Level
    value = mine + setback(g, book, seat, target, lost - given)
    return value - use_cost(g, book, seat, card) if value > 0 else NEVER


@kernel()
def _whole_hand(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """What the hand is worth but for a card."""
    total = 0
    for i in range(g.hand_n[seat]):
        if g.hand[seat, i] != card:
            total += keep_value(g, book, seat, int(g.hand[seat, i]))
    return total


@kernel()
def rising(g: Game, book: Book, seat: Seat, card: Card, crowded: int) -> int:
    """Worth of playing a Go Up a Level on oneself now, less the price of not keeping it."""
    row = book.card[card]
    gain = level_worth(g, book, seat, levels_now(g, book, seat, card)) + crowded
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.PLAYED and WORTH[e.op] == Worth.HAND_LOST:
            gain -= _whole_hand(g, book, seat, card)
        if e.trigger == Trigger.PLAYED and e.op == Op.ROLL:
            lost = bad_stuff(g, book, seat, card, Trigger.PLAYED)
            gain += gains(g, book, seat, card) - lost * int(book.work.weights[seat, Weight.DANGER]) // 10
    if g.phase == Phase.FLIGHT and in_combat(g, seat) == 1 and int(g.fled[seat]) + 1 < 1 << int(g.foe_n):
        # What is still fled from may take a Level back: it is better gained afterwards, unless the card may go as well.
        return gain if _may_lose_the_hand(g, book, seat) == 1 else NEVER
    later = waits_for_more(g, book, seat, card)
    return gain - int(book.work.weights[seat, Weight.HOLD]) * waits(g, book, seat, crowded) * later


@kernel()
def waits(g: Game, book: Book, seat: Seat, crowded: int) -> Yes:
    """Whether the card might be kept: the first ninth of the way is over, and those held do not reach the last Level.

    A hand too full at the end of the turn, and a last Level within reach, leave nothing to wait for.
    """
    done = int(g.level[seat]) - int(book.rules[Rule.SETUP_START_LEVEL])
    if 9 * done < way(book) + 1 or (crowded > 0 and g.question == Question.EVENING):
        return 0
    held = 0
    for i in range(g.hand_n[seat]):
        row = book.card[g.hand[seat, i]]
        if row.kind == Kind.GO_UP_A_LEVEL:
            held += max(1, int(row.levels))
    return 1 if done + held < way(book) else 0


@kernel()
def _may_lose_the_hand(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether somebody flees from a monster that kills them, or takes their hand, if it catches them."""
    for m in range(g.foe_n):
        card = int(g.foe[m].card)
        row = book.card[card]
        if danger_of(g, book, seat, m) <= 0:
            continue
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.trigger != Trigger.BAD_STUFF and e.trigger != Trigger.ROLLED:
                continue
            hand = e.op == Op.DISCARD_HAND and e.amount == Amount.ALL and e.a == What.HAND
            dies = e.op == Op.DEATH and keeps_hand(book) == 0
            if (dies or hand) and (is_plain(int(e.cond)) == 0 or holds(g, book, seat, card, e) == 1):
                return 1
    return 0


@kernel("gual.play")
def goes_with_the_hand(g: Game, book: Book, seat: Seat, worth: int) -> Yes:
    """Whether a Level that may be played now would be lost with the rest of a hand which is well spent on a charm."""
    if in_combat(g, seat) == 0 or lead(g) > 0:
        return 0
    least = -1
    for i in range(g.table_n[seat]):
        row = book.card[g.table[seat, i]]
        for r in range(row.first, row.last):
            e = book.effect[r]
            if e.op == Op.CHARM and e.trigger == Trigger.ABILITY:
                least = max(1, int(e.a))
    if least < 0:
        return 0
    levels = 0
    cost = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind == Kind.GO_UP_A_LEVEL and may_go_up(g, book, seat, c) == 1:
            levels += 1
        else:
            cost += keep_value(g, book, seat, c)
    return 1 if levels > 0 and g.hand_n[seat] - levels >= least and worth // 2 > cost else 0
