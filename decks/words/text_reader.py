"""Texts of cards and rules read as programs: every way in which a sentence may be meant, or what was not read."""

from __future__ import annotations

import gc
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from decks.value_kinds import Names, kebab
from decks.words.clause_grammar import add_clauses, add_shared_verbs
from decks.words.drafts import Body, Draft, Frame, Spared, framed
from decks.words.flavour import Flavour
from decks.words.forest import Forest, Unread
from decks.words.grammar_rules import Grammar
from decks.words.orders import is_order, orders_in
from decks.words.passive_voice import active
from decks.words.pile_grammar import add_looks
from decks.words.preambles import Preambles, Rest, tells_whom
from decks.words.program_meaning import Context, Program, meaning, program_of
from decks.words.rule_grammar import add_cards, add_orders
from decks.words.sayings import part_around, sayings
from decks.words.sentence_grammar import START, add_sentences
from decks.words.sentence_links import (
    YOU,
    columns_of,
    spared,
    spared_fault,
    speaks_of_two,
    switches_said,
    with_one_die,
    without_doubt,
)
from decks.words.sentence_split import MEANT, split
from decks.words.strangers import Strangers
from decks.words.subject_grammar import add_subjects
from decks.words.text_reading import Heard, Reading, Sentence, Told
from decks.words.value_grammar import add_names, add_values
from decks.words.word_tokens import Word, words
from engine.inputs.quote import listed
from engine.records.opcodes import BY_NAME

MOST_WORDS = 240
"""Words of a sentence: what is longer is none, and would take long."""

_LABEL = re.compile(r"([A-Z][a-z'-]+(?: [A-Za-z'-]+){0,2}):")
_HEADING = re.compile(
    r"([A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+){0,3}(?<=[Rr]ule)(?: \d{1,2})|[A-Za-z][A-Za-z'-]*(?: [A-Za-z'-]+){0,3}):"
)
"""The name of a power, and what stands over a house rule."""
_RULE = re.compile(r"(?:^| )(house |home )?rules?(?: (?:no |number )?\d{1,2})?$", re.IGNORECASE)
"""What says nothing in the heading of a house rule."""
MOMENTS = MEANT | frozenset("in on at when while before after during once each every for with by until always".split())
"""Words of which no name of a power is made: they say when or whether something counts."""


@cache
def _of_all_boxes() -> Grammar:
    """The rules of all readers, whatever the names of their boxes."""
    grammar = Grammar()
    asked = add_clauses(grammar) | {"number", "people", "tags"}
    add_shared_verbs(grammar)
    add_sentences(grammar)
    add_looks(grammar)
    add_values(grammar, asked | add_subjects(grammar, START) | add_orders(grammar, START))
    return grammar


class Reader:
    """Reads texts with the names of one box: its identities, tags and cards."""

    def __init__(self, names: Names, titles: Mapping[str, str] | None = None) -> None:
        collecting = gc.isenabled()
        gc.disable()  # all that is made here stays: looking through it for what may go takes a third of the time
        try:
            self._make(names, titles or {})
        finally:
            if collecting:
                gc.enable()

    def _make(self, names: Names, titles: Mapping[str, str]) -> None:
        grammar = Grammar({rule: [*makes] for rule, makes in _of_all_boxes().rules.items()})
        add_cards(grammar, names)
        add_names(grammar, names, {title: card for card, title in titles.items()})
        self._names = names
        self._flavour = Flavour(grammar)
        self._preambles = Preambles(lambda word: self._flavour.is_none((word,)))
        self._strangers = Strangers(grammar)
        self._forest = Forest(grammar, START)

    def read(self, text: str, context: Context) -> Reading:
        """What a text means where it stands."""
        texts, left_out = split(text)
        suffered = context.bad_stuff or context.kind == "curse"
        heard = [
            Heard(one, ((),), left_out=(one,))
            if (suffered and self._flavour.exclaims(one, words(one)))
            or (context.kind != "rule" and len(texts) > 1 and self._flavour.is_fragment(words(one)))
            else self._heard(one, context.kind != "rule")
            for one in texts
        ]
        frames = spared(heard)
        context = replace(context, switches=switches_said(heard) if context.kind == "rule" else {})
        context = context.as_named(said for one in heard for body in one.bodies for said in columns_of(body))
        sentences = self._sentences(heard, context, frames)
        told = {pair[0]: pair[1] for one in sentences if one.understood for pair in one.columns}
        if not all(one.understood for one in sentences) and told:
            sentences = self._sentences(heard, replace(context, columns={**told, **context.columns}), frames)
        found = tuple(without_doubt(list(with_one_die(sentences)), context.kind))
        return Reading(found, (*left_out, *(aside for one in found for aside in one.left_out)))

    def _sentences(self, heard: Sequence[Heard], context: Context, frames: tuple[Frame, ...]) -> list[Sentence]:
        """What sentences mean where they stand; each knows what those before it say of columns."""
        found: list[Sentence] = []
        for one in heard:
            sentence = self._sentence(one, context, frames)
            if sentence.understood:
                context = replace(context, columns={**dict(sentence.columns), **context.columns})
            found.append(sentence)
        return found

    def _heard(self, text: str, may_tell: bool) -> Heard:
        """What a sentence may mean, wherever it stands; `may_tell` says whether it may hold what is no rule."""
        found = words(text)
        if len(found) > MOST_WORDS:
            return Heard(text, not_read=Sentence(text, unread=text, why=f"it has more than {MOST_WORDS} words"))
        try:
            return Heard(text, tuple(self._forest.meanings(found)))
        except Unread as unread:
            place = unread.place
        if bodies := self._in_active_voice(found):
            return Heard(text, bodies)
        label = _label(text, may_tell)
        if label and (may_tell or self._says_nothing(label) or tells_whom(label)):
            rest = self._heard(text[len(label) + 1 :].strip(), may_tell)
            if rest.not_read is None and not (may_tell and rest.left_out):
                return replace(rest, text=text, label=label)
        if not may_tell and self._preambles.is_talk(text):
            return Heard(text, ((),), left_out=(text,))
        if not may_tell and (beside := self._beside(text)) is not None:
            return beside
        if may_tell and self._flavour.tells(found):
            return Heard(text, ((),), left_out=(text,))
        for first, last in self._flavour.without(found) if may_tell else ():
            try:
                bodies = tuple(self._forest.meanings(found[first:last]))
            except Unread:
                continue
            aside = text[: found[first].start] if first else text[found[last].start :]
            return Heard(text, bodies, left_out=(aside.strip(" ,:"),))
        if label and self._says_nothing(label) and rest.not_read is not None:
            return Heard(text, not_read=replace(rest.not_read, text=text))  # the name of a power is none of it
        return Heard(text, not_read=self._unread(text, found, place, not may_tell))

    def _in_active_voice(self, found: list[Word]) -> tuple[Body, ...]:
        """What a sentence means that says what may be done to something."""
        said = active(found)
        try:
            return tuple(self._forest.meanings(said)) if said is not None else ()
        except Unread:
            return ()

    def _beside(self, text: str) -> Heard | None:
        """A house rule with something before or behind it that is none of it, by every way to take that off."""
        bodies: dict[Body, None] = {}
        left_out: tuple[str, ...] = ()
        fault: tuple[Rest, int] | None = None  # of the least that is left
        for rest in self._preambles.rests(text):
            try:
                found = self._forest.meanings(list(rest.words))
            except Unread as unread:
                if not rest.only and (fault is None or len(rest.words) < len(fault[0].words)):
                    fault = rest, unread.place
                continue
            kept = [body for body in found if _may_mean(body, rest.only)]
            left_out = left_out or (rest.left_out if kept else ())
            bodies |= dict.fromkeys(kept)
        if bodies:
            return Heard(text, tuple(bodies), left_out=left_out)
        return Heard(text, not_read=self._unread(text, fault[0].words, fault[1], True)) if fault else None

    def _sentence(self, heard: Heard, context: Context, frames: tuple[Frame, ...]) -> Sentence:
        if heard.not_read is not None:
            return heard.not_read
        possible: list[tuple[Told, Program]] = []
        of_all: list[tuple[Told, Program]] = []
        orders, why = orders_in(heard.bodies, context.kind)
        if orders:
            if tells_whom(heard.label):
                why = "its heading says of whom or when, and a switch holds for all"
                return Sentence(heard.text, unread=heard.label, why=why)
            return Sentence(heard.text, orders=orders, left_out=heard.left_out)
        for body in (one for one in heard.bodies if not is_order(one)):
            if speaks_of_two(body, heard.text):
                why = why or "it speaks of you and of another player; say what happens to one of them"
                continue
            if any(isinstance(one, Draft) and one.their_turn for one in body) and not THEIR_TURN.search(heard.text):
                why = why or "it is not said whose turn it is"
                continue
            if context.kind == "monster" and YOU.search(heard.text):
                body = _against_it(body)
            told, program, fault = self._program(body, context, frames)
            why = why or fault
            if program is not None:
                possible.append((told, program))
                if any(isinstance(one, Draft) and one.third for one in body):
                    of_all.append(possible[-1])
        possible = of_all or possible  # everybody of a rule: each by a rule of their own
        if heard.label:
            possible = [(told, named) for told, one in possible if (named := self._named(one, heard.label)) is not None]
        if not possible:
            return Sentence(heard.text, unread=heard.text, why=why)
        return replace(self._meant(heard.text, possible, context), left_out=heard.left_out)

    def _program(self, body: Body, context: Context, frames: tuple[Frame, ...]) -> tuple[Told, Program | None, str]:
        """The program of a sentence where it stands, and what it says of columns; else why it is none."""
        told = tuple(pair for said in columns_of(body) for pair in said)
        if any(dict(told)[name] != value for name, value in told):
            return told, None, "it says two things of one column"
        steps: Body | None = tuple(one for one in body if isinstance(one, Draft))
        if any(isinstance(one, Spared) for one in body):
            fault = next((spared_fault(one, context) for one in body if isinstance(one, Spared)), "")
            return told, None if fault else (), fault
        if steps and frames:
            steps = framed(steps, frames)
        if steps is None:
            return told, None, "it hangs on more conditions than a step may have"
        program, fault = program_of([one for one in steps if isinstance(one, Draft)], context, self._names)
        return told, program, fault

    def _meant(self, text: str, possible: list[tuple[Told, Program]], context: Context) -> Sentence:
        """What a sentence may mean: what the card says already is meant first, then what does not speak of columns."""
        agreeing = [one for one in possible if one[0] and context.repeats(one[0])]
        allowed = [one for one in possible if not context.against(one[0])]
        first = _most_told(allowed) if context.kind == "enhancer" else [one for one in allowed if not one[0]]
        meant = _most_told(agreeing) or first or _most_told(allowed) or possible
        programs = {meaning(program, self._names): program for _, program in reversed(meant)}
        told = meant[0][0]
        return Sentence(text, tuple(programs.values()), told, context.against(told))

    def _named(self, program: Program, label: str) -> Program | None:
        """The program of a power that has a name; of anything else it is a heading, if it says no more."""
        if tells_whom(label) and not all(step.when for _, step in program):
            return None
        if not program or program[0][1].opcode.family != "ability":
            return program if self._says_nothing(label) or tells_whom(label) else None
        (trigger, step), *rest = program
        named = (trigger, step.model_copy(update={"name": kebab(label)}))
        return None if any(one.opcode.family == "ability" for _, one in rest) else (named, *rest)

    def _says_nothing(self, label: str) -> bool:
        """Whether a heading is a name alone."""
        return not self._flavour.is_none(words(_RULE.sub("", label))) and not tells_whom(label)

    def _unread(self, text: str, found: Sequence[Word], place: int, of_game: bool) -> Sentence:
        first, last = part_around(found, place)
        part = found[first:last]
        quoted = text[part[0].start : part[-1].end] if part else text
        if strangers := self._strangers.among(text, found, self._forest):
            return Sentence(
                text, unread=strangers[0], why=f"{listed(strangers)} is no Class, Race or tag of these decks"
            )
        return Sentence(text, unread=quoted, nearest=sayings().nearest(found, part, of_game))


def _most_told(found: list[tuple[Told, Program]]) -> list[tuple[Told, Program]]:
    """What says most of columns: of the same words the rest would say it again."""
    most = max((len(told) for told, _ in found), default=0)
    return [one for one in found if len(one[0]) == most]


THEIR_TURN = re.compile(r"\b(their|his|her|his or her) (own )?turn", re.IGNORECASE)
"""How it is said that somebody does something in a turn of their own, where that stands before them."""


def _against_it(body: Body) -> Body:
    """On a monster, to win is to kill it."""
    return tuple(replace(one, at="defeated") if isinstance(one, Draft) and one.at == "won" else one for one in body)


def _may_mean(body: Body, only: str) -> bool:
    """Whether a sentence speaks of switches alone, or of what holds all the time: nothing that somebody does."""
    if not only or is_order(body):
        return True
    return only == "lasting" and all(not isinstance(one, Draft) or BY_NAME[one.op].family == "lasting" for one in body)


def _label(text: str, of_power: bool) -> str:
    """The name of a power before its sentence, or the heading of a house rule."""
    found = (_LABEL if of_power else _HEADING).match(text)
    return found[1] if found and not set(found[1].lower().split()) & MOMENTS else ""
