"""Equal options: chance decides between them, and nothing is drawn where no two are equal.

Draws are named by the place of whoever decides and by the place of an option in the list. Options that
name other players are listed clockwise from the decider, so no draw knows the number of a seat.
"""

from __future__ import annotations

from engine.board.dice_throws import turn_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.state import Game
from engine.rng import Purpose, below


@kernel()
def question_of(g: Game, seat: Seat) -> int:
    """Which question of their turn a player answers, by its kind: with their turn it keeps their draws distinct."""
    return int(g.question) * 4096 + int(g.ordinal[seat])


@kernel()
def lot(g: Game, seat: Seat, i: int, n: int) -> int:
    """The lot of option i of the question that waits: a number from 0 to n - 1."""
    return below(n, g.key, Purpose.EQUAL, turn_of(g, seat), question_of(g, seat) * 4096 + i)


@kernel()
def _names(book: Book, i: int) -> Yes:
    """Whether option i names a card or a player; passing, going on and a plain yes or no do not."""
    return book.work.option[i].card >= 0 or book.work.option[i].target >= 0


@kernel()
def rivals(book: Book, i: int, j: int) -> Yes:
    """Whether chance may decide between two equal options; between doing a thing and leaving it their order does."""
    return _names(book, i) and _names(book, j)


@kernel("cards.hand-private")
def _copies(g: Game, book: Book, i: int, j: int) -> Yes:
    """Whether two options are one and the same but for the copy of the card they name."""
    one, other = book.work.option[i], book.work.option[j]
    if one.verb != other.verb or one.target != other.target or one.amount != other.amount or one.pick != other.pick:
        return 0
    a = int(book.work.option[i].card)
    b = int(book.work.option[j].card)
    if a < 0 or b < 0 or book.card[a].number != book.card[b].number:
        return 0
    return 1 if g.zone[a] == g.zone[b] and g.owner[a] == g.owner[b] and g.equipped[a] == g.equipped[b] else 0


@kernel()
def is_another(g: Game, book: Book, first: int, i: int) -> Yes:
    """Whether option i is more than a further copy of one listed since `first`: copies are one option."""
    for j in range(first, i):
        if _copies(g, book, j, i) == 1:
            return 0
    return 1
