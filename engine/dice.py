"""Dice thrown for cards: forced ones of a scenario first, then keyed ones."""

from __future__ import annotations

from typing import Any

from engine.events import Ev, emit
from engine.jit import kernel
from engine.rng import Purpose, below, die


@kernel()
def forced(g: Any) -> Any:
    """The next die that a scenario prescribes, or 0."""
    if g.dice_at >= g.dice_n:
        return 0
    face = int(g.dice[g.dice_at])
    g.dice_at += 1
    return face


@kernel()
def _subject(g: Any, seat: Any) -> Any:
    return seat * 100003 + int(g.turn)


@kernel()
def throw(g: Any, book: Any, seat: Any, card: Any) -> Any:
    """A seat throws a die for a card: 1 to 6."""
    face = forced(g)
    if face == 0:
        face = die(g.key, Purpose.EFFECT, _subject(g, seat), int(g.rolls[seat]))
        g.rolls[seat] += 1
    emit(g, book, Ev.DIE, seat, -1, card, -1, face, 0)
    return face


@kernel("cards.hand-private")
def pick(g: Any, seat: Any, n: Any) -> Any:
    """A number from 0 to n - 1, for a card that is taken unseen from or by a seat."""
    ordinal = int(g.rolls[seat])
    g.rolls[seat] = ordinal + 1
    return below(n, g.key, Purpose.EFFECT, _subject(g, seat), ordinal)


@kernel("death.loot-order")
def tie(g: Any, book: Any, seat: Any, ordinal: Any) -> Any:
    """A die that breaks a tie between seats; `ordinal` tells re-rolls apart."""
    face = forced(g)
    if face == 0:
        face = die(g.key, Purpose.TIE, _subject(g, seat), ordinal)
    emit(g, book, Ev.DIE, seat, -1, -1, -1, face, 0)
    return face
