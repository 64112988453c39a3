"""Texts of cards and rules read as programs: every way in which a sentence may be meant, or what was not read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from decks.value_kinds import Names, kebab
from decks.words.clause_grammar import add_clauses, add_shared_verbs
from decks.words.drafts import Columns, Draft
from decks.words.forest import Forest, Unread
from decks.words.grammar_rules import Grammar
from decks.words.orders import Order, Orders, fault_of
from decks.words.program_meaning import Context, Program, meaning, program_of
from decks.words.rule_grammar import add_orders
from decks.words.sayings import Sayings
from decks.words.sentence_grammar import START, add_sentences
from decks.words.subject_grammar import add_subjects
from decks.words.value_grammar import add_values
from decks.words.word_tokens import MEANT, Word, split, words

Told: TypeAlias = tuple[tuple[str, Any], ...]
"""What a sentence says of columns of the card."""

MOST_WORDS = 240
"""Words of a sentence: what is longer is none, and would take long."""

_LABEL = re.compile(r"([A-Z][a-z'-]+(?: [A-Za-z'-]+){0,2}):")
MOMENTS = MEANT | frozenset("in on at when while before after during once each every for with by until always".split())
"""Words of which no name of a power is made: they say when or whether something counts."""


@dataclass(frozen=True)
class Sentence:
    """One sentence: the programs that it may mean, or what of it is not read."""

    text: str
    programs: tuple[Program, ...] = ()
    columns: Told = ()  # what it repeats of the card's columns
    against: Told = ()  # what it says otherwise than they do
    unread: str = ""  # its words that are not understood
    why: str = ""  # what keeps a sentence that is understood from being a program
    nearest: tuple[str, ...] = ()  # what could be said in their place
    orders: tuple[Orders, ...] = ()  # as `programs`: what it may say of switches and of the cards in the box

    @property
    def understood(self) -> bool:
        """Whether it says one thing, and nothing against the card."""
        return len(self.programs) + len(self.orders) == 1 and not self.against


@dataclass(frozen=True)
class Reading:
    """A text as it was read."""

    sentences: tuple[Sentence, ...]
    left_out: tuple[str, ...] = ()  # flavour in quotes and brackets

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


class Reader:
    """Reads texts with the names of one box: its identities, tags and cards."""

    def __init__(self, names: Names, titles: Mapping[str, str] | None = None) -> None:
        grammar = Grammar()
        asked = add_clauses(grammar) | {"number", "people", "tags"}
        add_shared_verbs(grammar)
        add_sentences(grammar)
        asked |= add_subjects(grammar, START)
        asked |= add_orders(grammar, names)
        add_values(grammar, asked, names, {title: card for card, title in (titles or {}).items()})
        self._names = names
        self._forest = Forest(grammar, START)
        self._sayings = Sayings()

    def read(self, text: str, context: Context) -> Reading:
        """What a text means where it stands."""
        texts, left_out = split(text)
        sentences = tuple(self._sentence(one, context) for one in texts)
        return Reading(_with_one_die(sentences), tuple(left_out))

    def _sentence(self, text: str, context: Context) -> Sentence:
        found = words(text)
        if len(found) > MOST_WORDS:
            return Sentence(text, unread=text, why=f"it has more than {MOST_WORDS} words")
        label = _label(text)
        try:
            meanings = self._forest.meanings(found)
        except Unread as unread:
            if label and (rest := _named(self._sentence(text[len(label) + 1 :].strip(), context), text, label)):
                return rest
            return self._unread(text, found, unread.place)
        possible: list[tuple[Told, Program]] = []
        of_all: list[tuple[Told, Program]] = []
        orders, why = _orders_in(meanings, context)
        if orders:
            return Sentence(text, orders=orders)
        for body in (one for one in meanings if not _is_order(one)):
            if _speaks_of_two(body, text):
                why = why or "it speaks of you and of another player; say what happens to one of them"
                continue
            told = tuple(pair for one in body if isinstance(one, Columns) for pair in one.values)
            program, fault = program_of([one for one in body if not isinstance(one, Columns)], context, self._names)
            why = why or fault
            if program is not None:
                possible.append((told, program))
                if any(isinstance(one, Draft) and one.third for one in body):
                    of_all.append(possible[-1])
        if not possible:
            return Sentence(text, unread=text, why=why)
        return self._meant(text, of_all or possible, context)  # everybody of a rule: each by a rule of their own

    def _meant(self, text: str, possible: list[tuple[Told, Program]], context: Context) -> Sentence:
        """What a sentence may mean: what the card says already is meant first, then what does not speak of columns."""
        agreeing = [one for one in possible if one[0] and not context.against(one[0])]
        meant = agreeing or [one for one in possible if not one[0]] or possible
        programs = {meaning(program, self._names): program for _, program in reversed(meant)}
        told = meant[0][0]
        return Sentence(text, tuple(programs.values()), told, context.against(told))

    def _unread(self, text: str, found: Sequence[Word], place: int) -> Sentence:
        first, last = self._sayings.part_around(found, place)
        part = found[first:last]
        quoted = text[part[0].start : part[-1].end] if part else text
        nearest = self._sayings.nearest([word.kind for word in part])
        return Sentence(text, unread=quoted, nearest=nearest or self._sayings.nearest([word.kind for word in found]))


def _with_one_die(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences of a text: what follows on a second die or choice would follow on the first one too."""
    found, before = [], set[Any]()
    for one in sentences:
        after = {step.opcode.leads_to for program in one.programs for _, step in program} - {None}
        if after & before:
            one = replace(one, programs=(), why="a card can have one die and one choice")
        before |= after
        found.append(one)
    return tuple(found)


YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)


def _speaks_of_two(body: Sequence[Any], text: str) -> bool:
    """Whether a sentence about somebody speaks of you too, who is then another player."""
    return any(isinstance(one, Draft) and one.third for one in body) and bool(YOU.search(text))


def _is_order(body: Sequence[Any]) -> bool:
    return any(isinstance(one, Order) for one in body)


def _orders_in(meanings: Sequence[Any], context: Context) -> tuple[tuple[Orders, ...], str]:
    """What a sentence may say of switches and of the cards in the box, or why that cannot hold.

    They are what a rule means first: what a switch says holds for the whole table.
    """
    found = [tuple(body) for body in meanings if _is_order(body)]
    if found and context.kind != "rule":
        return (), "it is a rule of the game, and no card sets those"
    faults = [fault for orders in found if (fault := fault_of(orders))]
    good = [orders for orders in found if not fault_of(orders)]
    switches = [orders for orders in good if all(order.is_switch for order in orders)]
    return tuple(dict.fromkeys(switches or good)), faults[0] if faults else ""


def _label(text: str) -> str:
    """The name of a power before its sentence."""
    found = _LABEL.match(text)
    return found[1] if found and not set(found[1].lower().split()) & MOMENTS else ""


def _named(rest: Sentence, text: str, label: str) -> Sentence | None:
    """A sentence of a power that has a name; None if it is of something else."""
    named = []
    for program in rest.programs:
        if len(program) != 1 or program[0][1].opcode.family != "ability":
            return None
        ((trigger, step),) = program
        named.append(((trigger, step.model_copy(update={"name": kebab(label)})),))
    return replace(rest, text=text, programs=tuple(named)) if named else None
