"""House rules in plain English, read with the names of every deck of the lab: whole, or not at all."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from decks.card_arrays import names_of
from decks.card_schema import Card, DeckError, parse_card
from decks.deck_box import mix
from decks.program_steps import Step
from decks.read_decks import deck_names, read_deck
from decks.rule_lint import apart, check_rule
from decks.step_moments import CONTESTS
from decks.value_kinds import Fault, Names
from decks.words.orders import Orders, implied_by, write_orders
from decks.words.program_meaning import Context, Program, meaning
from decks.words.program_writer import write
from decks.words.text_reader import Reader
from decks.words.text_reading import Reading, Sentence
from engine.inputs.quote import quoted
from engine.records.card_kinds import Trigger

RULE = Context("rule")
"""Where a house rule stands: before everybody."""


@cache
def house_names() -> Names:
    """The identities, tags and cards of every deck."""
    decks = [read_deck(name) for name in deck_names()]
    return names_of(decks, mix(decks, (), ""))


@cache
def reader() -> Reader:
    """A reader that knows every deck; made once, which takes longer than all that it reads."""
    made = Reader(house_names())
    gc.freeze()  # it stays: looking through it for what may go would take half a second in the middle of a sentence
    atexit.register(gc.unfreeze)  # else what libraries leave to the end is called a leak
    return made


def read_rule(text: str) -> Reading:
    """What a house rule means, sentence by sentence; what could never count on one is not meant."""
    reading = reader().read(text, RULE)
    contest = [one for one in reading.program if _is_contest(*one)]
    return replace(reading, sentences=tuple(_counting(sentence, contest) for sentence in reading.sentences))


def _is_contest(trigger: Trigger, step: Step) -> bool:
    """Whether a step is die against die, or follows on it: what belongs together in several sentences."""
    return step.op in ("roll_against", "duel") or trigger in CONTESTS


def _counting(sentence: Sentence, contest: Sequence[tuple[Trigger, Step]]) -> Sentence:
    """A sentence without the programs that never count on a rule; if there is no other, why."""
    found, why = [], ""
    for program in sentence.programs:
        beside = contest if any(_is_contest(*one) for one in program) else ()
        whole = (*program, *(one for one in beside if one not in program))
        try:
            for steps in apart([_row(trigger, step.model_dump(exclude_unset=True)) for trigger, step in whole]):
                check_rule(parse_card({"id": "rule", "pile": "door", "kind": "rule", "effects": steps}, "it"), "it")
            found.append(program)
        except DeckError as fault:
            why = str(fault).removeprefix("it: ")
    return sentence if len(found) == len(sentence.programs) else replace(sentence, programs=tuple(found), why=why)


def steps_of(text: str, where: str) -> list[dict[str, Any]]:
    """The steps of a house rule as a card file has them; what is not understood, or may mean two things, is a fault.

    There are none if it speaks of switches and of the cards in the box alone.
    """
    reading = read_rule(text)
    for sentence in reading.sentences:
        if not sentence.understood:
            raise DeckError(f"{where}: {why_not(sentence)}")
    if not reading.program and not reading.orders:
        raise DeckError(f"{where}: text = {quoted(text)} says nothing; allowed: a sentence that says what happens when")
    return [_row(trigger, step.model_dump(exclude_unset=True)) for trigger, step in reading.program]


def orders_of(
    rows: Sequence[Mapping[str, Any]], where: str, filled: Collection[str] = ()
) -> tuple[dict[str, int], dict[str, str]]:
    """What the texts of `[[rule]]` tables say of switches, and of the cards in the box as `[change]` has it.

    `filled` are piles in which something lies, whatever goes without saying.
    """
    switches, changes = dict[str, int](), dict[str, str]()
    for place, row in enumerate(rows, 1):
        text = str(row.get("text", ""))
        reading = read_rule(text) if text and not {"op", "effects"} & set(row) else None
        orders = reading.orders if reading is not None else ()
        if orders and "places" in row:
            raise DeckError(
                f"{where}: rule {place}: places does nothing where text = {quoted(text)}; it is everybody's"
            )
        implied = implied_by(reading.program, orders) if reading is not None else ()
        for order in (*orders, *(one for one in implied if one.value not in filled)):
            known: dict[str, Any] = switches if order.is_switch else changes
            if known.setdefault(order.place, order.value) != order.value:
                raise DeckError(f"{where}: rule {place}: {order.place} = {order.value} is also {known[order.place]}; "
                                "allowed: one of them")  # fmt: skip
    return switches, changes


def otherwise(text: str, rule: Card) -> str:
    """What the text of a rule says, if that is understood and is something else than its steps; else nothing."""
    reading = read_rule(text)
    try:
        same = meaning(reading.program, house_names()) == meaning(rule.steps(), house_names())
    except Fault:  # a word of a deck of one's own: nobody can tell
        return ""
    same = same and not reading.orders
    return in_words(reading.program, reading.orders) if reading.understood and not same else ""


def _row(trigger: Trigger, step: dict[str, Any]) -> dict[str, Any]:
    return {**step, "on": trigger.name.lower()} if trigger != Trigger.ABILITY else step


def why_not(sentence: Sentence) -> str:
    """Why a sentence is not understood, and what could be said in its place."""
    if len(_ways(sentence)) > 1:
        ways = " or ".join(f"'{in_words(*one)}'" for one in _ways(sentence))  # whole: they may differ at the end alone
        return f"{quoted(sentence.text)} may mean {ways}; say which"
    if sentence.against:
        says = " and ".join(f"{name} = {_plain(value)}" for name, value in sentence.against)
        return f"{quoted(sentence.text)} says {says}; its columns say otherwise, or such a card has no such column"
    if sentence.why:
        return f"{quoted(sentence.text)} cannot be a rule: {sentence.why}"
    near = ", ".join(f"'{one}'" for one in sentence.nearest)  # whole: the end may be what was looked for
    near = f"; what could be said: {near}" if near else ""
    return f"{quoted(sentence.unread)} is not understood{near}"


def in_words(program: Program, orders: Orders = ()) -> str:
    """What a program does, and what is said of switches and cards, as one text."""
    return " ".join([*write_orders((*implied_by(program, orders), *orders)), *write(program)])


def read_back(text: str) -> str:
    """How the lab reads a rule that is understood."""
    reading = read_rule(text)
    return f"{in_words(reading.program, reading.orders)} {ties(reading.program)}".rstrip()


def told(sentence: Sentence) -> str:
    """A sentence that is understood, as the lab says it."""
    return " ".join([*meanings(sentence), *map(ties, sentence.programs[:1])]).rstrip()


def ties(program: Program) -> str:
    """What is said of players who are level, where a program speaks of whoever is first or last; else nothing."""
    asks = {word for _, step in program for word in step.when if word in ("lowest", "highest") and step.when[word]}
    return TIES.format("alone in last place" if "lowest" in asks else "alone in the lead") if asks else ""


TIES = "(Of several who are level it is true of each; say {!r} for one.)"


def meanings(sentence: Sentence) -> list[str]:
    """Everything that a sentence may mean, as the lab says it."""
    return [in_words(*one) for one in _ways(sentence)]


def _ways(sentence: Sentence) -> list[tuple[Program, Orders]]:
    """Everything that a sentence may mean."""
    return [*((program, ()) for program in sentence.programs), *(((), orders) for orders in sentence.orders)]


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
