"""How much a card that is played into a combat moves the lead."""

from __future__ import annotations

from engine.board.lookup import in_combat, side_identity
from engine.board.modifiers import useless
from engine.jit import kernel
from engine.policies.bystander import HANDS_OVER, OUT, SEIZES, is_immune
from engine.policies.card_alternatives import best_move, given_by, has_choice, sending_away
from engine.policies.cultists import gives_the_end
from engine.policies.danger import left_alone
from engine.policies.help_worth import counted, doubling, linked
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb
from engine.records.state import Game


@kernel()
def effect_of(g: Game, book: Book, card: Card, target: int, aim: int, verb: int) -> int:
    """How much a card moves the lead: positive for the munchkin side."""
    row = book.card[card]
    if verb == Verb.PLAY_WITH:
        if left_alone(book, target, side_identity(g)) >= 0:
            return 0  # it goes away again
        other = book.card[target]
        return -int(other.level) - int(row.bonus)
    if row.kind == Kind.ONE_SHOT and aim == Aim.SIDE:
        return 0 if useless(g, book, card) == 1 else counted(g, book, int(row.bonus))
    if row.kind == Kind.ENHANCER or (row.kind == Kind.ONE_SHOT and aim == Aim.MONSTER):
        return -int(row.bonus) * (linked(g, target) if row.kind == Kind.ENHANCER else 1)
    if row.kind == Kind.MONSTER:
        return -int(row.level) if left_alone(book, card, side_identity(g)) < 0 else 0
    for r in range(row.first, row.last):
        op = int(book.effect[r].op)
        if op == Op.STRENGTHEN_ALL:
            return -int(book.effect[r].amount) * max(1, int(g.foe_n))
        if op == Op.REMOVE_MONSTER:
            return sending_away(g, book, card, r)
        if op == Op.END_COMBAT_LOOT:
            return OUT
        if op == Op.TAKE_OVER or op == Op.TAKE_WINNING_ITEM:
            return HANDS_OVER if op == Op.TAKE_OVER else SEIZES
        if op == Op.COPY_MONSTER:
            return -int(g.foes) // max(1, int(g.foe_n))
        if op == Op.DOUBLE_STRENGTH:
            return counted(g, book, doubling(g))
        if op == Op.COUNT_TWICE:
            return given_by(g, book, target)
    return counted(g, book, int(row.bonus)) if row.kind == Kind.COMRADE else 0


@kernel()
def move_of(g: Game, book: Book, seat: Seat, i: int, mine: int) -> int:
    """What option i, a card played, changes between the sides; nothing if it ends the game for somebody else."""
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    if book.work.option[i].verb == Verb.PLAY_WITH and gives_the_end(g, book, seat, target, int(g.fighter)) == 1:
        return 0
    amount = int(book.work.option[i].amount)
    enhances = book.card[card].kind == Kind.ITEM_ENHANCER and g.equipped[target] == 1
    if enhances and in_combat(g, int(g.owner[target])) == 1:
        return counted(g, book, int(book.card[card].bonus))
    if has_choice(book, card) == 1:
        return best_move(g, book, card, mine, target)
    if mine == 0 and amount == Aim.MONSTER and is_immune(g, book, card) == 1:
        return 0
    return effect_of(g, book, card, target, amount, int(book.work.option[i].verb))
