"""What a card played in a combat does to it: how far it moves the lead, and whom a further monster brings the win."""

from __future__ import annotations

from engine.board.modifiers import useless
from engine.board.munchkin_side import side_identity
from engine.board.seat_lookup import in_combat
from engine.jit import kernel
from engine.policies.bystander import is_immune, laid_open
from engine.policies.card_alternatives import beside, best_move, has_choice, played_move
from engine.policies.cultists import gives_the_end
from engine.policies.curse_removal import spoiled
from engine.policies.danger import chance, left_alone
from engine.policies.endgame import winners
from engine.policies.help_worth import counted, lead, linked
from engine.policies.trials import ENDS, MOVE, tried
from engine.policies.weights import Weight
from engine.records.book import Book
from engine.records.card_kinds import Kind, Seat
from engine.records.opcodes import WORTH
from engine.records.questions import Aim, Verb
from engine.records.state import Game
from engine.records.step_worth import Worth


@kernel()
def effect_of(g: Game, book: Book, seat: Seat, i: int) -> int:
    """How much option i, a card played, moves the lead: positive for the munchkin side."""
    verb, card = int(book.work.option[i].verb), int(book.work.option[i].card)
    target, aim = int(book.work.option[i].target), int(book.work.option[i].amount)
    row = book.card[card]
    if verb == Verb.PLAY_WITH:
        if left_alone(book, target, side_identity(g)) >= 0:
            return 0  # it goes away again
        joins = tried(g, book, int(g.foe_n), target, MOVE)
        return played_move(g, book, seat, card, -1) + joins - int(row.bonus)
    if row.kind == Kind.ONE_SHOT and aim == Aim.SIDE:
        return (0 if useless(g, book, card) == 1 else counted(g, book, int(row.bonus))) + beside(g, book, seat, card)
    if row.kind == Kind.ONE_SHOT and aim == Aim.MONSTER:
        return beside(g, book, seat, card) - int(row.bonus)
    if row.kind == Kind.ENHANCER:
        return -int(row.bonus) * linked(g, target)
    if row.kind == Kind.MONSTER:
        return tried(g, book, int(g.foe_n), card, MOVE) if left_alone(book, card, side_identity(g)) < 0 else 0
    move = played_move(g, book, seat, card, target if aim == Aim.ITEM else -1)
    return counted(g, book, int(row.bonus)) if move == 0 and row.kind == Kind.COMRADE else move


@kernel()
def move_of(g: Game, book: Book, seat: Seat, i: int, mine: int) -> int:
    """What option i, a card played, changes between the sides; nothing if it ends the game for somebody else."""
    card = int(book.work.option[i].card)
    target = int(book.work.option[i].target)
    if book.work.option[i].verb == Verb.PLAY_WITH and gives_the_end(g, book, seat, target, int(g.fighter)) == 1:
        return 0
    amount = int(book.work.option[i].amount)
    if book.card[card].kind == Kind.ITEM_ENHANCER:
        whose = target if amount == Aim.SEAT else int(g.owner[target])
        if in_combat(g, whose) == 0 or (amount == Aim.ITEM and g.equipped[target] == 0):
            return 0
        return counted(g, book, -spoiled(g, book, target, card) if amount == Aim.SEAT else int(book.card[card].bonus))
    if has_choice(book, card) == 1:
        return best_move(g, book, seat, card, target)
    if mine == 0 and amount == Aim.MONSTER and is_immune(g, book, card) == 1:
        return 0
    return effect_of(g, book, seat, i)


@kernel("combat.add-monster", "multi.levels-each")
def crowning(g: Game, book: Book, seat: Seat, i: int, move: int) -> int:
    """What it costs that a further monster makes this a fight for the win, as likely as it is won all the same."""
    joins = int(_joining(g, book, i))
    if joins < 0 or winners(g, book) != 0:
        return 0
    ends = tried(g, book, int(g.foe_n), joins, ENDS)
    if ends == 0 or (ends >> seat) & 1:
        return 0
    w = book.work.weights[seat]
    answer = laid_open(g, book) + int(g.hand_n[g.fighter]) * int(w[Weight.FEAR]) // 10
    return int(w[Weight.STOP_WIN]) * chance(lead(g) + move + answer, 0) // 100


@kernel("combat.add-monster", "mooplicate.basic")
def _joining(g: Game, book: Book, i: int) -> int:
    """The monster that option i, a card played, brings into the combat, or copies; -1: none."""
    card = int(book.work.option[i].card)
    if book.work.option[i].verb == Verb.PLAY_WITH:
        return int(book.work.option[i].target)
    if book.card[card].kind == Kind.MONSTER:
        return card
    for r in range(book.card[card].first, book.card[card].last):
        if WORTH[book.effect[r].op] == Worth.MONSTER_COPIED:
            return int(g.foe[0].card)
    return -1
