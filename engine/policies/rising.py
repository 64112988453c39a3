"""Go Up a Level: the first are played at once, later ones wait for the end."""

from __future__ import annotations

from typing import Any

from engine.agenda import Question
from engine.cards import Kind
from engine.jit import kernel
from engine.policies.endgame import way
from engine.policies.features import Weight
from engine.policies.value import level_worth
from engine.rules import Rule


@kernel()
def rising(g: Any, book: Any, seat: Any, card: Any, crowded: Any) -> Any:
    """Worth of playing a Go Up a Level on oneself now, less the price of not keeping it."""
    gain = level_worth(g, book, seat, max(1, int(book.card[card].levels))) + crowded
    return gain - int(book.weights[seat, Weight.HOLD]) * waits(g, book, seat, crowded)


@kernel()
def waits(g: Any, book: Any, seat: Any, crowded: Any) -> Any:
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
