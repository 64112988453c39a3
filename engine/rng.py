"""Randomness keyed by purpose: a counter-based hash, no generator state anywhere.

A draw is a pure function of (game key, purpose, subject, ordinal). A variant that rolls one die
more therefore shifts nobody else's dice. The mixing function is SplitMix64's finaliser
(Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from engine.jit import kernel
from engine.records.card_kinds import Key

_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

np.seterr(over="ignore")  # uint64 wraps on purpose; with the compiler off NumPy would warn at each draw


class Purpose(IntEnum):
    """What a draw is for; numbers are part of every stored result and never change."""

    PILE = 1
    FLIGHT = 2
    POLICY = 3
    FIRST_PLAYER = 4
    TIE = 5
    EFFECT = 6
    SEX = 7
    REDRAW = 8
    CHARACTER = 9
    REDEAL = 10
    LOOKAHEAD = 11
    EQUAL = 12
    FORK = 13
    DAY = 30


@kernel()
def mix(x: Key) -> Key:
    """Scramble one uint64."""
    x = (x ^ (x >> _S30)) * _A
    x = (x ^ (x >> _S27)) * _B
    return x ^ (x >> _S31)


@kernel()
def game_key(seed: Key, game: int) -> Key:
    """Key of one game of a run, uint64."""
    return mix(mix(np.uint64(seed) + _GOLDEN) + np.uint64(game) * _GOLDEN)


@kernel()
def draw(key: Key, purpose: int, subject: int, ordinal: int) -> Key:
    """Hash of one purpose, uint64; `subject` and `ordinal` are whole numbers below 2**32."""
    word = (np.uint64(subject) << _S32) ^ np.uint64(ordinal)
    return mix(mix(key + np.uint64(purpose) * _GOLDEN) ^ mix(word + _GOLDEN))


@kernel()
def below(n: int, key: Key, purpose: int, subject: int, ordinal: int) -> int:
    """Whole number from 0 to n - 1 (n below 2**31; bias below 2**-32)."""
    # int64, not int(): a uint64 mixed with an int64 would make the compiler choose a float.
    return np.int64(((draw(key, purpose, subject, ordinal) >> _S32) * np.uint64(n)) >> _S32)  # type: ignore[return-value]


@kernel()
def die(key: Key, purpose: int, subject: int, ordinal: int) -> int:
    """A six-sided die: 1 to 6."""
    return 1 + below(6, key, purpose, subject, ordinal)
