"""How far a card moves the lead of a fight, row by row; of cards that let one choose, which alternative is taken."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.modifiers import read_mods
from engine.board.seat_lookup import in_combat, value_of
from engine.effects.combat_effects import meant
from engine.effects.hand_effects import A_PILE
from engine.jit import kernel
from engine.policies.bad_stuff_cost import faces_of, of_row
from engine.policies.bystander import HANDS_OVER, OUT, SEIZES, on_side
from engine.policies.endgame import winners
from engine.policies.gains import brought
from engine.policies.help_worth import NEVER, counted, doubling, lead
from engine.policies.identities import lead_now
from engine.policies.moments import of_named
from engine.policies.replaced_worth import let_happen
from engine.policies.trials import ENDS, MOVE, NOBODY, tried
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.amounts import Amount
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger, Yes
from engine.records.card_steps import ASKED, Choose, DiscardGold
from engine.records.conditions import Condition
from engine.records.opcodes import WORTH, Op
from engine.records.state import FightFlag, Game, Zone
from engine.records.step_values import Party
from engine.records.step_worth import Worth

ALTERNATIVES = 2
LOWEST = 2
"""The amount of a row that removes the lowest monster."""
DEEDS = 20
"""A fight that is won is worth more points of a risked bonus than there are."""


@kernel()
def has_choice(book: Book, card: Card) -> Yes:
    """Whether a card's program puts an `either`."""
    row = book.card[card]
    for r in range(row.first, row.last):
        if book.effect[r].op == Op.EITHER:
            return 1
    return 0


@kernel()
def alternative(g: Game, book: Book, seat: Seat, card: Card, n: int, aim: int) -> int:
    """How far alternative n, aimed at a card of the combat, moves the lead, or the rolls to Run Away, upwards."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.CHOSEN or e.cond != Condition.CHOSE or e.x != n:
            continue
        total += (
            resolved(g, book, seat, int(e.amount)) if e.op == Op.ROLL_BONUS else row_move(g, book, seat, card, r, aim)
        )
    return total


HALF_A_DIE = 3
"""Points that are expected of a die."""


@kernel()
def _amount(g: Game, book: Book, seat: Seat, card: Card, amount: int) -> int:
    """The amount of a row when it takes effect: its card has left the hand by then, and counts for nothing there."""
    if amount == Amount.DIE:
        return HALF_A_DIE
    played = 1 if g.zone[card] == Zone.HAND and g.owner[card] == seat else 0
    g.hand_n[seat] -= played
    found = resolved(g, book, seat, amount)
    g.hand_n[seat] += played
    return found


@kernel("combat.strength", "combat.monster-specials")
def row_move(g: Game, book: Book, seat: Seat, card: Card, r: EffectRow, aim: int) -> int:
    """How far a row of a program, played by somebody and aimed at a card, moves the lead upwards, or `OUT` and more."""
    e = book.effect[r]
    worth = int(WORTH[e.op])
    if worth == Worth.MONSTER_REMOVED or worth == Worth.COMPANION_WON:
        return sending_away(g, book, card, r)
    if worth < Worth.MONSTER_REMOVED or worth > Worth.SIDE_STRENGTHENED:
        return 0
    if e.op == Op.AID:
        given = _amount(g, book, seat, card, int(e.amount))
        return (given if given != 0 else int(e.b)) * (-1 if e.a == Party.MONSTERS else 1)
    if worth == Worth.SIDE_STRENGTHENED:
        return _amount(g, book, seat, card, int(e.amount)) if in_combat(g, seat) == 1 else 0
    if worth == Worth.MONSTERS_STRENGTHENED:
        return -_amount(g, book, seat, card, int(e.amount)) * max(1, int(g.foe_n))
    if worth == Worth.FIGHT_ENDED:
        return OUT
    if worth == Worth.FIGHT_HANDED_OVER or worth == Worth.ITEM_SEIZED:
        return HANDS_OVER if worth == Worth.FIGHT_HANDED_OVER else SEIZES
    if worth == Worth.MONSTER_COPIED:
        return -int(g.foes) // max(1, int(g.foe_n))
    if worth == Worth.MONSTER_SWAPPED:
        return _swapping(g, book, seat)
    if worth == Worth.STRENGTH_DOUBLED:
        return counted(g, book, doubling(g))
    if worth == Worth.PRINTED_IGNORED:
        return _unprinted(g, book)
    given = given_by(g, book, aim) if aim >= 0 else 0
    return given if worth == Worth.ONE_SHOT_DOUBLED else -given * (2 if worth == Worth.ONE_SHOT_TURNED else 1)


@kernel()
def played_move(g: Game, book: Book, seat: Seat, card: Card, aim: int) -> int:
    """How far a card moves the lead when it is played: by its first step that does, or else as likely as its die."""
    row = book.card[card]
    rolled = 0
    for r in range(row.first, row.last if (int(row.triggers) >> Trigger.PLAYED) & 1 else row.first):
        on = int(book.effect[r].trigger)
        if on == Trigger.PLAYED or on == Trigger.ROLLED:
            move = row_move(g, book, seat, card, r, aim)
            if on == Trigger.PLAYED and move != 0:
                return move
            if abs(move) < OUT:
                rolled += move * faces_of(book, card, book.effect[r])
    return rolled // 6


@kernel()
def beside(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """How far a one-shot moves the lead by what it gives a side beside its bonus."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        if book.effect[r].trigger == Trigger.PLAYED and WORTH[book.effect[r].op] == Worth.SIDE_STRENGTHENED:
            total += row_move(g, book, seat, card, r, -1)
    return total


@kernel("combat.add-monster")
def _swapping(g: Game, book: Book, seat: Seat) -> int:
    """A monster of one's hand in the place of one of the fight: the weakest for the strongest, or the reverse."""
    mine = on_side(g, book, seat)
    found = 0
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if book.card[c].kind != Kind.MONSTER:
            continue
        for m in range(g.foe_n):
            move = int(tried(g, book, m, c, MOVE))  # what strengthens the old one leaves along
            found = max(found, move) if mine == 1 else min(found, move)
    return found


@kernel("combat.monster-specials")
def _unprinted(g: Game, book: Book) -> int:
    """What the lead gains if the printed bonuses and penalties of the monsters count no more."""
    now, flags = lead_now(g, book), int(g.fight_flags)
    g.fight_flags = flags | FightFlag.NO_PRINTED
    without = lead_now(g, book)
    g.fight_flags = flags
    read_mods(g, book)
    return without - now


@kernel()
def sending_away(g: Game, book: Book, card: Card, r: EffectRow) -> int:
    """The move of a row that removes monsters: `OUT` if it ends the fight for its player, else how far the lead moves.

    The munchkins are out of it if the rest does not win; a fight they win goes on with the rest, a win of the game or
    none.
    """
    e = book.effect[r]
    gone = -1
    left = 0
    most = 0
    for m in range(g.foe_n):
        if meant(g, book, r, m, card) == 0:
            left += 1
        elif e.amount != Amount.ALL:
            left += 1
            lowest = -int(book.card[g.foe[m].card].level)
            ease = lowest if e.amount == LOWEST else int(tried(g, book, m, NOBODY, MOVE))
            if gone < 0 or ease > most:  # the one that its player would choose
                gone, most = m, ease
    if gone < 0:
        return OUT if left < g.foe_n else 0
    if left == 1:
        return OUT
    taken = int(tried(g, book, gone, NOBODY, MOVE))
    if lead(g) > 0:
        return OUT if winners(g, book) != 0 and tried(g, book, gone, NOBODY, ENDS) == 0 else taken
    return OUT if lead(g) + taken > 0 else taken


@kernel()
def given_by(g: Game, book: Book, card: Card) -> int:
    """What a card of the combat adds to the lead, where it lies."""
    bonus = int(g.combat_bonus[card])
    return counted(g, book, bonus) if g.host[card] < 0 else -bonus


@kernel()
def best_move(g: Game, book: Book, seat: Seat, card: Card, aim: int) -> int:
    """The move of the alternative one would take: no more than it needs for one's own side, the worst for others."""
    mine = on_side(g, book, seat)
    best = 0
    for n in range(1, ALTERNATIVES + 1):
        move = alternative(g, book, seat, card, n, aim)
        if preference(g, move, mine) > preference(g, best, mine):
            best = move
    return best


@kernel()
def preference(g: Game, move: int, mine: int) -> int:
    """How good a move of the lead is: a kill is better than a monster that goes away, and that than nothing."""
    turned = lead(g) + move > 0
    if mine == 1:
        return (2 * OUT if turned and move < OUT else 0) + min(move, OUT)
    return OUT if move >= OUT else -move


@kernel("item.forced-loss")
def paying_gold(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Discard Items worth a sum with one that covers it, or with two, whichever are missed least together."""
    need = int(g.agenda[g.agenda_n - 1, DiscardGold.LEFT])
    paid = value_of(g, book, seat, card)
    cost = keep_value(g, book, seat, card)
    if paid >= need:
        return -cost
    if paid <= 0:
        return NEVER
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if c != card and book.card[c].is_item == 1 and paid + value_of(g, book, seat, c) >= need:
            both = cost + keep_value(g, book, seat, c)
            total = both if total == 0 else min(total, both)
    # With more than two Items: as dear for what is still missing, and about one too many.
    return -total if total > 0 else -(cost * need // paid + cost)


@kernel()
def named_number(g: Game, book: Book, seat: Seat, card: Card, n: int) -> int:
    """Which number to name: the better alternative, the lesser loss, the bonus an Item is trusted with, or a deck."""
    if g.agenda[g.agenda_n - 1, Choose.OTHER] == A_PILE:
        w = book.work.weights[seat]
        return 2 * int(w[Weight.CARD]) if n == 1 else int(w[Weight.TREASURE])
    if card < 0:
        return n
    row = book.card[card]
    if (int(row.triggers) >> Trigger.JOINED) & 1:
        # Of the bonuses that endanger an Item the least one that wins, or else the safe one: no mood plays with it.
        wins = lead_now(g, book) + n > 0
        return ((DEEDS if wins else 0) - n) * int(book.work.weights[seat, Weight.BONUS])
    if has_choice(book, card) == 0:
        return n
    other = int(g.agenda[g.agenda_n - 1, Choose.OTHER])
    move = alternative(g, book, seat, card, n, other)
    if move != 0:
        mine = on_side(g, book, seat)
        paid = (int(row.triggers) >> Trigger.USED) & 1 == 1
        if paid and mine == 0 and lead(g) <= 0 < lead(g) + move:
            return OUT  # a side that loses already is not made weaker still: it was paid for to save it
        return preference(g, move, mine)
    whose = int(g.agenda[g.agenda_n - 1, Choose.SEAT])
    if g.agenda[g.agenda_n - 1, Choose.HIGHEST] >= ASKED and whose != seat:
        return _for_another(g, book, seat, whose, card, n)
    fear = int(book.work.weights[seat, Weight.DANGER])
    value = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE and e.x == n:
            value += 10 * brought(g, book, seat, e) - fear * of_row(g, book, seat, card, e)
            value += 10 * of_named(g, book, seat, card, int(e.a)) if e.op == Op.NAMED_PLAYERS else 0
            value += 10 * let_happen(g, book, seat, card, other) if e.op == Op.AFTER_ALL else 0
    return value // 10


@kernel()
def _for_another(g: Game, book: Book, seat: Seat, whose: Seat, card: Card, n: int) -> int:
    """Which of two things is to happen to a rival: what takes more of them, and brings them less."""
    row = book.card[card]
    fear = int(book.work.weights[seat, Weight.DANGER])
    value = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.CHOSEN and e.cond == Condition.CHOSE and e.x == n:
            value += fear * of_row(g, book, whose, card, e) - 10 * brought(g, book, whose, e)
    return value // 10
