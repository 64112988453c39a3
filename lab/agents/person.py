"""A person who has played at a page: what they answered, question by question, so that the game can be played again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from engine.inputs.quote import quoted
from lab.errors import BadInput

if TYPE_CHECKING:
    import numpy as np

PERSON = "you"
"""What a person is called among the agents: who has no weights, and plays nothing but what they have played."""
CHOSEN, BY_ITSELF = ".", "-"
"""How a question was answered: by the person, or by itself while they waited."""
MOVE = re.compile(r"([0-9]{1,5})([.-])")
LONGEST = 20_000
"""Letters of the answers of a game."""


def written(answers: Iterable[int], chosen: Iterable[int]) -> str:
    """Answers as a text: the row that was taken at each question, and how; `chosen` are the places of the person's."""
    own = set(chosen)
    return "".join(f"{row}{CHOSEN if at in own else BY_ITSELF}" for at, row in enumerate(answers))


def read(said: str) -> tuple[list[int], list[int]]:
    """Answers from their text, and the places of those that the person gave; none of a text that holds anything else.

    Raises ValueError for such a text.
    """
    moves = MOVE.findall(said[:LONGEST])
    if "".join(f"{row}{how}" for row, how in moves) != said:
        raise ValueError(said)
    return [int(row) for row, _ in moves], [at for at, (_, how) in enumerate(moves) if how == CHOSEN]


def check_person(agents: Iterable[str], answers: str) -> None:
    """Refuse a person whose answers nobody has kept: no number of games can be played by them."""
    if PERSON in agents and not answers:
        raise BadInput(f"agents has {quoted(PERSON)}, a person; allowed: games that were played at the page Play")


class Answers:
    """The answers of one game, one after the other; the company of a table that needs no process."""

    def __init__(self, said: str) -> None:
        self.said = said
        self.rows = iter(read(said)[0])

    def sit(self, seats: Mapping[int, str], seed: int, game: int) -> None:
        """Begin the game."""
        self.rows = iter(read(self.said)[0])

    def row(self, options: int) -> int:
        """What was answered next, a row below the number of options."""
        row = next(self.rows, -1)
        if not 0 <= row < options:
            raise BadInput("a person's answers do not fit this game; allowed: the rules and cards as they were")
        return row

    def choose(self, name: str, seat: int, record: np.ndarray, rows: np.ndarray, where: Callable[[], str]) -> int:
        """The same where a game is driven by `lab.agents.outside_games`."""
        return self.row(len(rows))
