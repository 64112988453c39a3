"""What of a text is no rule: flavour, in no words that rules are made of; and names that no deck knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import takewhile

from decks.words.clause_table import FOLDER, TableError
from decks.words.drafts import Body, Columns, Draft, Pairs, Spared
from decks.words.forest import Forest, Unread
from decks.words.grammar_rules import Grammar
from decks.words.sentence_split import MEANT
from decks.words.word_tokens import NUMBER, NUMBERS, Word
from engine.inputs.toml import read_toml

NAMED = ("<cards>", "<several cards>")
"""Parts of the grammar whose words are names of cards: any word may be one."""
ASIDES = (
    ("because",), (",", "because"), (",", "with"), (",", "like"), (",", "as", "if"), ("as", "if"), ("due", "to"),
    ("thanks", "to"), ("out", "of"),
    (",", "it"), (",", "he"), (",", "she"), (",", "they"), (",", "who"), (",", "which"),
    ("and", "think"), ("and", "feel"), ("and", "wonder"),
)  # fmt: skip
"""How what is told beside the rest of a sentence begins."""
BETWEEN = ("and", "then", "but")
"""Words that join what is told as they join rules."""
SUFFERED = re.compile(
    r"(?!shed$|wed$|embed$)\w+[^e]ed|bitten|burnt|stung|torn|swept|blown|struck|thrown|frozen|eaten|shaken"
)
"""How a word ends that says what has been done to somebody: nobody is told to do anything by it."""
NAMING = ("a", "the", "this", "that")
"""How what stands behind a comma begins that may name what is spoken of: the shiny one."""
NOUN = re.compile(r"\w+(tion|sion|ness|itis|ache)")
"""How words end that are things and nothing that one does."""
ROBBED = re.compile(r"(?:it|he|she|they) \w+ (?:all )?your ((?:[a-z']+ )?[a-z']+)", re.IGNORECASE)
"""How it is said that a monster takes something of somebody."""
HAS_NOT = ("has", "not")
"""How hasn't is read: it tells what has not been, and forbids nothing."""
FEWEST = 2


OF_ANOTHER = frozenset("with of from for to in on at by against".split())
"""Words in the name of a card behind which stands what the card is none of: the Boots of Speed are Boots."""


def is_of_the_thing(word: str) -> bool:
    """Whether a word of the name of a card stands for the card."""
    return word not in OF_ANOTHER


SOMEBODY = "male"
"""The name of an identity that every deck knows."""
MOST_STRANGERS = 3
CLOCK = frozenset("second seconds minute minutes hour hours day days".split())
NO_CLOCK = "games of the lab know the time only as a limit: the game ends after 90 minutes, or after so many rounds"


WHY_NOT = tuple((re.compile(said, re.IGNORECASE), why) for said, why in (
    (r"\b(weakest|strongest|best|worst) (player|munchkin)s?\b.*\bstarts?\b.*\bwith\b",
     "who plays best or worst the table knows, and the lab does not; say where they sit: the players in seats 1 and 2 "
     "start with two more Treasures"),
    (r"\bside decks\b|\b(each|every)\b.*\bseparate side deck\b",
     "there is one side deck; say what lies in it: put all Curses in the side deck"),
))  # fmt: skip
"""What rules may speak of that the lab does not know, and what could be said."""


class Flavour:
    """The words of one reader that are rules."""

    def __init__(self, known: Set[str], names: Grammar) -> None:
        """`known` are the words of all rules but names of cards, which are among `names`."""
        said = read_toml(FOLDER / "flavour.toml", TableError)
        self._known = known
        titles = (takewhile(is_of_the_thing, made_of) for origin, made_of in names.rules if origin in NAMED)
        self._titles = {piece for title in titles for piece in title}
        self._weak = set(said["weak"].split())
        self._plain = set(said["plain"].split())
        self._rules = (known | set(said["rules"].split()) | MEANT) - self._plain
        self._subjects = set(said["subjects"].split())
        self._verbs = set(said["verbs"].split())

    def is_none(self, found: Sequence[Word]) -> bool:
        """Whether words may be a rule, or a part of one."""
        kinds = [word.kind for word in found]
        told = [kind for before, kind in zip(["", *kinds], kinds, strict=False) if (before, kind) != HAS_NOT]
        if any(map(self._is_unknown, told)):
            told = [kind for kind in told if kind not in self._weak]
        return any(kind in self._rules or kind in NUMBERS or _short(kind) in self._rules for kind in told)

    def _is_unknown(self, kind: str) -> bool:
        """Whether no sentence of the game has a word."""
        return kind not in self._known and kind not in self._weak and _short(kind) not in self._rules

    def tells(self, found: Sequence[Word]) -> bool:
        """Whether a sentence only tells something: it says what is or was, and tells nobody to do anything."""
        told = [word for word in found if word.kind not in BETWEEN]
        if not told or self.is_none(told):
            return False
        if SUFFERED.fullmatch(told[0].kind) or (len(told) <= FEWEST and NOUN.fullmatch(told[-1].kind)):
            return True
        begins = _short(told[0].kind)
        tells = begins in self._subjects or (begins.endswith("s") and not begins.endswith("ss"))
        return len(told) >= FEWEST and (tells or any(word.kind in self._verbs for word in told[1:]))

    def _names(self, found: Sequence[Word]) -> bool:
        """Whether words may name what was spoken of: the shiny one."""
        return found[0].kind in NAMING and not any(word.kind in self._verbs for word in found)

    def is_fragment(self, found: Sequence[Word]) -> bool:
        """Whether a sentence is a word or two that no sentence of the game has: very hot; cholesterol."""
        unknown = [self._is_unknown(word.kind) for word in found if word.kind not in self._plain]
        return 0 < len(found) <= FEWEST and any(unknown) and all(unknown)

    def robs(self, text: str, found: Sequence[Word]) -> bool:
        """Whether a monster takes what no card of the game is called, and nothing of the game: it eats your lunch."""
        taken = ROBBED.fullmatch(text.strip(" .!"))
        if taken is None or found[0].kind != "lose":
            return False
        nouns = taken[1].lower().split()
        return not any(one in (self._titles | self._known | self._rules | self._weak) for one in nouns)

    def exclaims(self, text: str, found: Sequence[Word]) -> bool:
        """Whether a sentence is a cry, or what has become of somebody: a word or two, with nothing of the game."""
        cries = text.rstrip().endswith("!") or SUFFERED.fullmatch(found[0].kind)
        return bool(cries) and len(found) <= FEWEST and not self.is_none(found)

    def without(self, found: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """From which word to which a sentence goes without what is told before it or behind it."""
        for place, word in enumerate(found):
            before, behind = found[:place], found[place + 1 :]
            if not behind or not before:
                continue
            if word.kind == ":" and len(before) >= FEWEST and not self.is_none(before):
                yield place + 1, len(found)
            if word.kind in ("and", ",", ";") and self.tells(before):
                yield place + 1, len(found)
            if word.kind == "," and self.tells(behind) and not self._names(behind):
                yield 0, place
            if (
                word.kind == ","
                and behind[0].kind.endswith("ly")
                and len(behind) >= FEWEST
                and not self.is_none([one for one in behind if one.kind not in BETWEEN])
            ):
                yield 0, place
            for opener in ASIDES:
                starts = tuple(one.kind for one in found[place : place + len(opener)]) == opener
                rest = found[place + len(opener) :]
                if starts and len(opener) + len(rest) > FEWEST and not self.is_none(rest):
                    yield 0, place


def _short(kind: str) -> str:
    """A word without what is drawn together with it: she's, dragon's."""
    return kind.partition("'")[0]


def is_timed(found: Sequence[Word]) -> bool:
    """Whether a sentence speaks of so many minutes or hours."""
    return any(one.kind == NUMBER or (one.kind in ("a", "one") and after.kind not in ("second", "seconds"))
               for one, after in zip(found, found[1:], strict=False) if after.kind in CLOCK)  # fmt: skip


class Strangers:
    """What one reader does not know."""

    def __init__(self, known: Set[str]) -> None:
        self._known = known

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
