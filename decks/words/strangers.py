"""Classes, Races and the like of which people write and that no deck knows: they are named, never guessed."""

from __future__ import annotations

from collections.abc import Sequence

from decks.words.drafts import Body, Columns, Draft, Pairs, Spared
from decks.words.flavour import NAMED
from decks.words.forest import Forest, Unread
from decks.words.grammar_rules import Grammar
from decks.words.word_tokens import NUMBER, Word

SOMEBODY = "male"
"""The name of an identity that every deck knows."""
MOST_STRANGERS = 3
CLOCK = frozenset("second seconds minute minutes hour hours day days".split())
NO_CLOCK = "games of the lab know the time only as a limit: the game ends after 90 minutes, or after so many rounds"


def is_timed(found: Sequence[Word]) -> bool:
    """Whether a sentence speaks of so many minutes or hours."""
    return any(one.kind == NUMBER or (one.kind in ("a", "one") and after.kind not in ("second", "seconds"))
               for one, after in zip(found, found[1:], strict=False) if after.kind in CLOCK)  # fmt: skip


class Strangers:
    """What one reader does not know."""

    def __init__(self, grammar: Grammar) -> None:
        self._known = {piece for origin, made_of in grammar.rules if origin not in NAMED for piece in made_of}

    def among(self, text: str, found: Sequence[Word], forest: Forest) -> list[str]:
        """Words that nobody knows, in whose place the name of a Class or Race would make a sentence."""
        strange = [word for word in found if word.kind.isalpha() and word.kind not in self._known]
        if not 0 < len(strange) <= MOST_STRANGERS:
            return []
        try:
            bodies = forest.meanings([word._replace(kind=SOMEBODY) if word in strange else word for word in found])
        except Unread:
            return []
        return [text[word.start : word.end] for word in strange] if any(map(_names_somebody, bodies)) else []


def _names_somebody(body: Body) -> bool:
    """Whether a sentence speaks of those who are something."""
    pairs = [pair for one in body if isinstance(one, Columns | Draft | Spared) for pair in _said(one)]
    return any(isinstance(value, tuple) and SOMEBODY in str(value) for _, value in pairs)


def _said(one: Columns | Draft | Spared) -> Pairs:
    return (*one.values, *one.when) if isinstance(one, Draft) else one.values if isinstance(one, Columns) else one.when
