"""What became of a text that was read: its sentences, the programs that they may mean, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from decks.words.drafts import Body
from decks.words.orders import Orders
from decks.words.program_meaning import Program

Told: TypeAlias = tuple[tuple[str, Any], ...]
"""What a sentence says of columns of the card."""

STRANGER = "is no Class, Race or tag of these decks"
"""Why a text is not read that names somebody whom nobody knows."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: the programs that it may mean, or what of it is not read."""

    text: str
    programs: tuple[Program, ...] = ()
    columns: Told = ()  # what it says of the card's columns
    against: Told = ()  # what it says otherwise than they do
    unread: str = ""  # its words that are not understood
    why: str = ""  # what keeps a sentence that is understood from being a program
    nearest: tuple[str, ...] = ()  # what could be said in their place
    left_out: tuple[str, ...] = ()  # what of it is no rule
    orders: tuple[Orders, ...] = ()  # as `programs`: what it may say of switches and of the cards in the box

    @property
    def understood(self) -> bool:
        """Whether it says one thing, and nothing against the card."""
        return len(self.programs) + len(self.orders) == 1 and not self.against


@dataclass(frozen=True)
class Reading:
    """A text as it was read."""

    sentences: tuple[Sentence, ...]
    left_out: tuple[str, ...] = ()  # flavour

    @property
    def understood(self) -> bool:
        """Whether every sentence says one thing."""
        return all(sentence.understood for sentence in self.sentences)

    @property
    def program(self) -> Program:
        """The steps of the sentences that are understood."""
        return tuple(step for one in self.sentences if one.understood for part in one.programs for step in part)

    @property
    def orders(self) -> Orders:
        """What the sentences that are understood say of switches and of the cards in the box."""
        return tuple(order for one in self.sentences if one.understood for part in one.orders for order in part)

    @property
    def columns(self) -> dict[str, Any]:
        """What the sentences that are understood say of the card's columns."""
        return {name: value for one in self.sentences if one.understood for name, value in one.columns}


@dataclass(frozen=True)
class Heard:
    """A sentence before it is known where it stands: what it may mean, or why nothing."""

    text: str
    bodies: tuple[Body, ...] = ()
    label: str = ""  # the name of a power before it
    left_out: tuple[str, ...] = ()
    not_read: Sentence | None = None


def most_told(found: list[tuple[Told, Program]]) -> list[tuple[Told, Program]]:
    """What says most of columns: of the same words the rest would say it again."""
    most = max((len(told) for told, _ in found), default=0)
    return [one for one in found if len(one[0]) == most]
