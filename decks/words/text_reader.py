"""Texts of cards and rules read as programs: every way in which a sentence may be meant, or what was not read."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from decks.value_kinds import Names, kebab
from decks.words import headings
from decks.words.clause_grammar import add_clauses, add_shared_verbs
from decks.words.drafts import Body, Draft, Frame, Spared, framed
from decks.words.flavour import NAMED, NO_CLOCK, WHY_NOT, Flavour, Strangers, is_timed
from decks.words.forest import Forest, Rules, Unread
from decks.words.grammar_rules import Grammar
from decks.words.headings import RULE_HEADING, is_said, label_of, names_a_rule, tells_whom
from decks.words.orders import is_order, orders_in
from decks.words.own_piles import of_each_pile
from decks.words.passive_voice import active
from decks.words.pile_grammar import add_looks
from decks.words.preambles import Preambles, Rest
from decks.words.program_meaning import Context, Program, meaning, program_of
from decks.words.reader_cache import kept
from decks.words.restatements import by_itself, conceded, kept_of, said_again, says_again
from decks.words.rule_grammar import add_cards, add_orders
from decks.words.sayings import part_around, sayings
from decks.words.sentence_grammar import START, add_sentences
from decks.words.sentence_links import (
    at_its_moment,
    columns_of,
    doubt_of,
    of_what_is_read,
    rank_of,
    spared,
    spared_fault,
    switches_said,
    with_one_die,
    within_limits,
    without_doubt,
)
from decks.words.sentence_split import in_two, split, titled
from decks.words.small_talk import is_talk
from decks.words.subject_grammar import add_subjects
from decks.words.text_reading import STRANGER, Heard, Reading, Sentence, Told, most_told
from decks.words.token_names import of_one_name
from decks.words.value_grammar import add_names, add_values
from decks.words.word_tokens import Word, meant, words
from engine.inputs.quote import listed, quoted
from engine.records.opcodes import BY_NAME

MOST_WORDS = 240
"""Words of a sentence: what is longer is none, and would take long."""


def _of_all_boxes() -> Grammar:
    """The rules of all readers, whatever the names of their boxes."""
    grammar = Grammar()
    asked = add_clauses(grammar) | {"number", "people", "tags"}
    add_shared_verbs(grammar)
    add_sentences(grammar)
    add_looks(grammar)
    add_values(grammar, asked | add_subjects(grammar, START) | add_orders(grammar, START))
    return grammar


@cache
def _rules_of_all_boxes() -> Rules:
    return kept("rules", lambda: Rules(_of_all_boxes()))


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
        rules, own = _rules_of_all_boxes(), Grammar()
        add_cards(own, names)
        add_names(own, names, {title: card for card, title in titles.items()})
        known = rules.words | own.words_of(NAMED)
        self._names = names
        self._titles = {titled(title) for title in (*names.cards, *titles)}
        self._flavour = Flavour(known, own)
        self._preambles = Preambles(self._is_of_game)
        self._strangers = Strangers(known)
        self._forest = Forest(START, rules, Rules(own, rules.many))

    def read(self, text: str, context: Context) -> Reading:
        """What a text means where it stands."""
        texts, left_out = split(text, self._titles)
        suffered = context.bad_stuff or context.kind == "curse"
        is_rule = context.kind == "rule"
        heard = [
            part
            for one in texts
            for part in (
                (Heard(one, ((),), left_out=(one,)),)
                if (suffered and self._flavour.exclaims(one, words(one)))
                or (suffered and len(texts) > 1 and self._flavour.robs(one, words(one)))
                or (not is_rule and len(texts) > 1 and self._flavour.is_fragment(words(one)))
                else (Heard(one, ((),), left_out=(one,)),)
                if not is_rule and kept_of(one)
                else self._parts(one)
                if is_rule
                else (self._heard(one, True),)
            )
        ]
        frames = spared(heard := of_each_pile(heard))
        context = replace(context, switches=switches_said(heard) if context.kind == "rule" else {})
        context = context.as_named(said for one in heard for body in one.bodies for said in columns_of(body))
        sentences = self._sentences(heard, context, frames)
        told = {pair[0]: pair[1] for one in sentences if one.understood for pair in one.columns}
        if not all(one.understood for one in sentences) and told:
            sentences = self._sentences(heard, replace(context, columns={**told, **context.columns}), frames)
        sentences = list(without_doubt(list(with_one_die(sentences, context.kind)), context.kind))
        found = of_what_is_read(tuple(said_again(sentences, context.kind)), context.kind)
        found = within_limits(of_one_name(found))
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
        if not found:
            return Heard(text, not_read=Sentence(text, unread=text, why="it has no words"))
        if len(found) > MOST_WORDS:
            return Heard(text, not_read=Sentence(text, unread=text, why=f"it has more than {MOST_WORDS} words"))
        bodies, place = self._meanings(found)
        said = active(found)
        if bodies or (said is not None and (bodies := self._meanings(said)[0])):
            return Heard(text, bodies)
        label = label_of(text, may_tell)
        if label and (may_tell or self._says_nothing(label) or tells_whom(label)):
            rest = self._heard(text[len(label) + 1 :].strip(), may_tell)
            if rest.not_read is None and not (may_tell and rest.left_out):
                return replace(rest, text=text, label=label)
        if not may_tell and is_talk(text, self._is_of_game):
            return Heard(text, ((),), left_out=(text,))
        if not may_tell and (beside := self._beside(text)) is not None:
            return beside
        if may_tell and self._flavour.tells(found):
            return Heard(text, ((),), left_out=(text,))
        for first, last in (*self._flavour.without(found), *conceded(found)) if may_tell else ():
            if bodies := self._meanings(found[first:last])[0]:
                aside = text[: found[first].start] if first else text[found[last].start :]
                return Heard(text, bodies, left_out=(aside.strip(" ,:"),))
        if label and self._says_nothing(label) and rest.not_read is not None:
            return Heard(text, not_read=replace(rest.not_read, text=text))  # the name of a power is none of it
        return Heard(text, not_read=self._unread(text, found, place, not may_tell))

    def _parts(self, text: str) -> Sequence[Heard]:
        """A sentence as two, if it is read only so: two rules that hang on nothing, each of somebody who is named."""
        whole = self._heard(text, False)
        apart = ([self._heard(one, False) for one in parts] for parts in in_two(text)) if whole.not_read else ()
        return next((found for found in apart if all(one.not_read is None for one in found)), [whole])

    def _meanings(self, found: list[Word]) -> tuple[tuple[Body, ...], int]:
        """What words may mean; if nothing, the first word that was not read."""
        try:
            return tuple(self._forest.meanings(found)), 0
        except Unread as unread:
            return (), unread.place

    def _beside(self, text: str) -> Heard | None:
        """A house rule with something before or behind it that is none of it, by every way to take that off."""
        bodies: dict[Body, None] = {}
        left_out: tuple[str, ...] = ()
        fault: tuple[Rest, int] | None = None  # of the least that is left
        for rest in self._preambles.rests(text):
            found, place = self._meanings(list(rest.words))
            if not found and not rest.only and (fault is None or len(rest.words) < len(fault[0].words)):
                fault = rest, place
            kept = [body for body in found if self._may_mean(body, rest)]
            left_out = left_out or (rest.left_out if kept else ())
            bodies |= dict.fromkeys(kept)
        if bodies:
            return Heard(text, tuple(bodies), left_out=left_out)
        return Heard(text, not_read=self._unread(text, fault[0].words, fault[1], True)) if fault else None

    def _may_mean(self, body: Body, rest: Rest) -> bool:
        """Whether what was left out leaves a sentence its meaning: it says the same again, or names no deed."""
        if not all(says_again(one, body, self._is_of_game) for one in rest.again if one):
            return False
        if any(
            alone and body not in alone for alone in (self._meanings(meant(by_itself(one)))[0] for one in rest.again)
        ):
            return False  # it has the same words and says something else: the leader may not help, nobody the leader
        if not rest.only or is_order(body):
            return True
        drafts = [one for one in body if isinstance(one, Draft)]
        return rest.only == "lasting" and all(BY_NAME[one.op].family == "lasting" for one in drafts)

    def _is_of_game(self, word: Word) -> bool:
        return self._flavour.is_none((word,))

    def _sentence(self, heard: Heard, context: Context, frames: tuple[Frame, ...]) -> Sentence:
        if heard.not_read is not None:
            return heard.not_read
        orders, fault = orders_in(heard.bodies, context.kind)
        possible, why = self._possible(heard, context, frames, fault)
        if orders and not (possible and any(order.of_tables for way in orders for order in way)):
            if tells_whom(heard.label):
                why = "its heading says of whom or when, and a switch holds for all"
                return Sentence(heard.text, unread=heard.label, why=why)
            return Sentence(heard.text, orders=orders, left_out=(*heard.left_out, *headings.left_out(heard.label, ())))
        if not possible:
            if tells_whom(heard.label) and not why:
                why = f"its heading {quoted(heard.label)} says of whom or when it is, which it must say itself"
            return Sentence(heard.text, unread=heard.text, why=why)
        aside = headings.left_out(heard.label, possible[0][1]) if context.kind == "rule" else ()
        return replace(self._meant(heard.text, possible, context), left_out=(*heard.left_out, *aside))

    def _possible(
        self, heard: Heard, context: Context, frames: tuple[Frame, ...], why: str
    ) -> tuple[list[tuple[Told, Program]], str]:
        """The programs that a sentence may mean, and what it says of columns with each; and what speaks against it."""
        ranked: list[tuple[int, tuple[Told, Program]]] = []
        for body in (one for one in heard.bodies if not is_order(one)):
            if doubt := doubt_of(body, heard.text):
                why = why or doubt
                continue
            told, program, fault = self._program(at_its_moment(body, context.kind, heard.text), context, frames)
            why = why or fault
            if program is not None:
                ranked.append((rank_of(body), (told, program)))
        least = min((rank for rank, _ in ranked), default=0)
        possible = [one for rank, one in ranked if rank == least]
        if heard.label:
            possible = [(told, named) for told, one in possible if (named := self._named(one, heard.label)) is not None]
        return possible, why

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
        first = most_told(allowed) if context.kind == "enhancer" else [one for one in allowed if not one[0]]
        meant = most_told(agreeing) or first or most_told(allowed) or possible
        programs = {meaning(program, self._names): program for _, program in reversed(meant)}
        told = meant[0][0]
        return Sentence(text, tuple(programs.values()), told, context.against(told))

    def _named(self, program: Program, label: str) -> Program | None:
        """The program of a power that has a name; of anything else it is a heading, if it says no more."""
        if tells_whom(label) and not all(is_said(label, step.when) for _, step in program):
            return None
        if not program or program[0][1].opcode.family != "ability":
            return program if self._says_nothing(label) or tells_whom(label) else None
        (trigger, step), *rest = program
        named = (trigger, step.model_copy(update={"name": kebab(label)}))
        return None if any(one.opcode.family == "ability" for _, one in rest) else (named, *rest)

    def _says_nothing(self, label: str) -> bool:
        """Whether a heading is a name alone."""
        named = names_a_rule(label) or not self._flavour.is_none(words(RULE_HEADING.sub("", label)))
        return named and (names_a_rule(label) or not tells_whom(label))

    def _unread(self, text: str, found: Sequence[Word], place: int, of_game: bool) -> Sentence:
        first, last = part_around(found, place)
        part = found[first:last]
        quoted = text[part[0].start : part[-1].end] if part else text
        if is_timed(words(text)):
            return Sentence(text, unread=quoted, why=NO_CLOCK)
        if of_game and (why := next((why for said, why in WHY_NOT if said.search(text)), "")):
            return Sentence(text, unread=quoted, why=why)
        if strangers := self._strangers.among(text, found, self._forest):
            return Sentence(text, unread=strangers[0], why=f"{listed(strangers)} {STRANGER}")
        return Sentence(text, unread=quoted, nearest=sayings().nearest(found, part, of_game))
