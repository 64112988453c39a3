"""What a power of a moment, a price and steps is worth: what follows, what turning a combat is, what is won of it."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.counted_amounts import counts_what
from engine.board.foe_counts import treasures_of
from engine.board.seat_lookup import in_combat
from engine.jit import kernel
from engine.policies.bad_stuff_cost import faces_of
from engine.policies.bystander import from_outside, on_side
from engine.policies.card_alternatives import ALTERNATIVES, has_choice, row_move
from engine.policies.danger import avoidable
from engine.policies.help_worth import NEVER, counted, lead, own_reserve
from engine.policies.moments import follows, help_owed
from engine.policies.power_costs import price_of_power
from engine.policies.weights import Weight
from engine.policies.worth import level_worth
from engine.records.amounts import Count
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Game
from engine.records.step_values import FACES, Price
from engine.records.switches import Rule
from engine.steps.combat.rewards import levels_won
from engine.steps.offers.power_prices import EVERYTHING, purse

ONCE_EACH = sum(1 << price for price in (Price.NOTHING, Price.ITSELF, Price.LEVELS))
"""Bits of prices that are no cards: how often one could pay them is not looked at."""


@kernel("class.power-by-discard")
def paid_power(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card, worth: int) -> int:
    """What using a power is worth now, by the better answer if it puts a choice; `worth` is that of the fight."""
    value = follows(g, book, seat, source, Trigger.USED) - price_of_power(g, book, seat, r, source)
    if g.fighting == 1 and moves(g, book, seat, source) == 1:
        best = NEVER
        for n in range(1, 1 + (ALTERNATIVES if has_choice(book, source) == 1 else 1)):
            sure = int(_sure(g, book, seat, source, n))
            if on_side(g, book, seat) == 1:
                turned = int(_sixths(g, book, seat, source, sure))
                uses = 0 if turned > 0 else int(_uses(g, book, seat, r, source, sure))
                found = value + worth * turned // FACES if turned > 0 else worth // 2 + uses * value
                best = max(best, found if lead(g) <= 0 and (turned > 0 or (uses > 0 and found > 0)) else NEVER)
            elif counted(g, book, sure) != 0:
                best = max(best, from_outside(g, book, seat, counted(g, book, sure), -value, worth))
        return best
    for s in range(g.seats):
        if help_owed(g, book, seat, source, s) == 1:
            return value + worth // 2  # every second time the other rolls higher
    if g.fighting == 1 and g.question == Question.DEFEAT and _frees(book, source) == 1:
        value += avoidable(g, book, seat)
    return value if value > 0 else NEVER


@kernel()
def moves(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether what follows on the price of a power may move the lead of a combat."""
    row = book.card[card]
    for k in range(row.first, row.last):
        on = book.effect[k].trigger
        follows_it = on == Trigger.USED or on == Trigger.CHOSEN or on == Trigger.ROLLED
        if follows_it and row_move(g, book, seat, card, k, -1) != 0:
            return 1
    return 0


@kernel()
def _frees(book: Book, card: Card) -> Yes:
    """Whether whoever has paid for a power gets away without a roll."""
    for k in range(book.card[card].first, book.card[card].last):
        if book.effect[k].trigger == Trigger.USED and book.effect[k].op == Op.ESCAPE:
            return 1
    return 0


@kernel()
def _sure(g: Game, book: Book, seat: Seat, card: Card, answer: int) -> int:
    """How far a power moves the lead whatever a die shows, if its choice is answered so."""
    total = 0
    for k in range(book.card[card].first, book.card[card].last):
        e = book.effect[k]
        chosen = e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE and e.x == answer
        if chosen or e.trigger == Trigger.USED:
            total += row_move(g, book, seat, card, k, -1)
    return total


@kernel()
def _sixths(g: Game, book: Book, seat: Seat, card: Card, sure: int) -> int:
    """In how many of six cases a power turns a fight that is lost so far: by its die, beside what it does surely."""
    left = FACES
    turned = 0
    for k in range(book.card[card].first, book.card[card].last):
        e = book.effect[k]
        move = row_move(g, book, seat, card, k, -1) if e.trigger == Trigger.ROLLED else 0
        if move != 0:
            faces = int(faces_of(book, card, e))
            left -= faces
            turned += faces if lead(g) + counted(g, book, sure + move) > 0 else 0
    return min(FACES, turned + (left if lead(g) + counted(g, book, sure) > 0 else 0))


@kernel()
def _by_die(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """How far the die of a power moves the lead on the average."""
    total = 0
    for k in range(book.card[card].first, book.card[card].last):
        e = book.effect[k]
        if e.trigger == Trigger.ROLLED:
            total += row_move(g, book, seat, card, k, -1) * int(faces_of(book, card, e))
    return total // FACES


@kernel()
def counts_payment(book: Book, card: Card) -> Yes:
    """Whether an amount of a card's program is the bonus of the Item that paid."""
    for r in range(book.card[card].first, book.card[card].last):
        if counts_what(int(book.effect[r].amount)) == Count.PAID:
            return 1
    return 0


@kernel("class.power-by-discard")
def _uses(g: Game, book: Book, seat: Seat, r: EffectRow, source: Card, sure: int) -> int:
    """How often a power would be used, one time not being enough to turn the fight of those who are about to lose it.

    0: it may be used only once, or cannot be paid so often and nothing else does the rest.
    """
    e = book.effect[r]
    step = counted(g, book, sure + _by_die(g, book, seat, source))
    if step <= 0 or e.cond != Condition.ALWAYS or (ONCE_EACH >> int(e.a)) & 1:
        return 0
    if counts_payment(book, source) == 1:
        return 0  # the next Item is another one, and its owner fights without it too
    uses = (step - lead(g)) // step
    payable = int(purse(g, book, seat, source, r, EVERYTHING)) // max(1, int(e.amount))
    if uses > payable and lead(g) + step + own_reserve(g, book, seat) <= 0:
        return 0
    return min(uses, payable)


@kernel("precedence.card-over-rule")
def after_victory(g: Game, book: Book, seat: Seat, i: int) -> int:
    """Utility of a power that is used when a combat has been won, before its reward."""
    option = book.work.option[i]
    if option.verb == Verb.PASS:
        return 0
    source, row, m = int(option.card), int(option.amount), int(option.target)
    made = _befriends(book, source)
    g.about = m + 1
    value = follows(g, book, seat, source, Trigger.USED) - price_of_power(g, book, seat, row, source)
    g.about = 0
    if made >= 0:
        value += kept_worth(g, book, seat, m, int(book.effect[made].a))
    return value if value > 0 else NEVER


@kernel()
def _befriends(book: Book, source: Card) -> EffectRow:
    """The step by which a card makes a companion of a monster; -1 if it makes none."""
    for r in range(book.card[source].first, book.card[source].last):
        if book.effect[r].op == Op.BEFRIEND:
            return r
    return -1


@kernel()
def captured(g: Game, book: Book, seat: Seat, card: Card, worth: int) -> int:
    """What it is worth to take a monster along as a companion: out of one's own fight that is won, or another's."""
    r = _befriends(book, card)
    best = NEVER
    about = int(g.about)
    for m in range(g.foe_n if r >= 0 else 0):
        g.about = m + 1
        if holds(g, book, seat, card, book.effect[r]) == 1:
            part = int(book.effect[r].a)
            if in_combat(g, seat) == 1:
                value = kept_worth(g, book, seat, m, part)
            else:  # the fighter is out of it: without the Level and the Treasures, or without the Bad Stuff
                value = companion(g, book, seat, m, part) + (worth // 2 if lead(g) > 0 else 0)
            best = max(best, value + follows(g, book, seat, card, Trigger.PLAYED))
    g.about = about
    return best


@kernel()
def companion(g: Game, book: Book, seat: Seat, m: int, part: int) -> int:
    """What a companion made of monster m gives, as an Item of that bonus would."""
    return int(book.card[g.foe[m].card].level) // max(1, part) * int(book.work.weights[seat, Weight.BONUS])


@kernel("combat.win-level", "combat.win-treasure")
def kept_worth(g: Game, book: Book, seat: Seat, m: int, part: int) -> int:
    """What a companion gives, as an Item of that bonus would, less what the kill brings; the winning kill is kept."""
    w = book.work.weights[seat]
    card = int(g.foe[m].card)
    if int(g.level[seat]) + int(levels_won(g, book)) >= book.rules[Rule.VICTORY_LEVEL]:
        return NEVER
    levels = int(book.card[card].levels) * int(book.rules[Rule.REWARD_LEVELS_PER_MONSTER])
    return (
        companion(g, book, seat, m, part)
        - level_worth(g, book, seat, levels)
        - int(treasures_of(g, book, m)) * int(w[Weight.TREASURE])
    )
