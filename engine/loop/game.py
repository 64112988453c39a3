"""The game: somebody is asked, decides, and what they have chosen happens, until it is over."""

from __future__ import annotations

from engine.jit import kernel
from engine.next_question import answer, next_question
from engine.policies.lookahead import REAL, decide
from engine.records.book import Book
from engine.records.state import Games


@kernel()
def play_on(games: Games, book: Book, guests: int) -> int:
    """Play until one of the seats in `guests` (a bit each) is asked; returns the number of options, 0: it is over.

    What happens between two questions is `engine.next_question.next_question`, who decides how is `engine.policies`.
    """
    g = games[REAL]
    n = next_question(g, book, 0)
    while n > 0 and (guests >> int(g.asked)) & 1 == 0:
        answer(g, book, decide(games, book, n))
        n = next_question(g, book, 0)
    return n
