"""The handbook of card authors: what may stand in `op`, `on` and `when`, with a card of the decks that uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from decks.card_lint import LASTING
from decks.card_schema import DEFAULT_TRIGGER, Card
from decks.card_text import step_keys
from decks.condition_rows import WHEN, When
from decks.program_steps import TRIGGERS, Step, amount_words
from decks.read_decks import deck_names, read_deck
from decks.value_kinds import ValueKind, enumeration, words_of
from decks.words.clause_table import Clause, clauses, conditions, triggers
from decks.words.sayings import said
from engine.records.card_kinds import TRIGGER_SAYS, Aim, Trigger
from engine.records.opcode_row import COST_SAYS, MOMENT_SAYS, Opcode
from engine.records.opcodes import OPCODES
from engine.records.step_worth import BOON_SAYS, WORTH_SAYS
from engine.records.timings import TIMING_SAYS, Timing

VALUES = {
    "identity": "an identity of the decks, or a list of them",
    "card": "the id of a card",
    "tag": "a tag, or a list of them",
    "label": "the name of the power in the texts of options",
}
"""Kinds of values that are looked up in the decks."""

AIMS = {Aim.SEAT: "a player", Aim.MONSTER: "a monster of the combat", Aim.ITEM: "a card in play"}


@dataclass(frozen=True)
class Parameter:
    """A key of a step: what its value may be."""

    name: str
    allowed: str
    unless: str  # what leaving it out means; empty if it may not be left out


@dataclass(frozen=True)
class Example:
    """A card of the decks that uses a word: where its step stands, and the step's keys as TOML."""

    deck: str
    card: str
    key: str  # `effects` or `bad_stuff`
    step: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """One word of the handbook."""

    word: str
    stands_in: str  # op, on, or when
    family: str
    says: str
    parameters: tuple[Parameter, ...]
    played: tuple[str, ...]  # when, at what price, and at whom it may be played or used
    worth: str  # what players see in a step of it; empty for triggers and conditions
    sayings: tuple[str, ...]  # what is understood as it, with examples in the place of values
    example: Example | None


def words() -> tuple[str, ...]:
    """Every word of the handbook, in its order: opcodes, triggers, conditions."""
    return tuple(word for word, _ in _all())


def entries(word: str | None = None) -> list[Entry]:
    """The entry of one word, none if nobody can say it, or the entries of all."""
    return [make() for name, make in _all() if word in (None, name)]


def _all() -> Iterator[tuple[str, Callable[[], Entry]]]:
    yield from ((row.name, partial(_of_opcode, row)) for row in OPCODES)
    yield from ((word, partial(_of_trigger, word, trigger)) for word, trigger in TRIGGERS.items())
    yield from ((row.word, partial(_of_condition, row)) for row in WHEN)


def _of_opcode(row: Opcode) -> Entry:
    uses = [use for use in known_steps() if use.step.op == row.name]
    parameters = tuple(Parameter(name, _allowed(row, name), _unless(row, name)) for name in row.params)
    fullest = max((len(use.step.params) for use in uses), default=0)
    full = [use for use in uses if len(use.step.params) == fullest]
    return Entry(
        row.name,
        "op",
        row.family,
        row.says,
        parameters,
        tuple(_played(row)),
        _worth(row),
        _sayings(clauses()[row.name]),
        _example(full),
    )


def _of_trigger(word: str, trigger: Trigger) -> Entry:
    uses = [use for use in known_steps() if use.trigger == trigger]
    kinds = [kind for kind, default in DEFAULT_TRIGGER.items() if default == trigger]
    unsaid = {
        Trigger.IN_PLAY: "what a step means that says no `on`, on cards of most kinds",
        Trigger.ABILITY: "what an ability means whatever card it is on",
        Trigger.BAD_STUFF: "what the steps of `bad_stuff` mean",
    }.get(trigger, f"what a step means that says no `on`, on: {', '.join(kinds)}" if kinds else "")
    family = "lasting" if trigger in LASTING else "ability" if trigger == Trigger.ABILITY else "instant"
    example = _example([use for use in uses if use.step.on is not None] or uses)
    return Entry(
        word,
        "on",
        family,
        TRIGGER_SAYS[trigger],
        (),
        (unsaid,) if unsaid else (),
        "",
        _sayings([triggers()[word]]),
        example,
    )


def _of_condition(row: When) -> Entry:
    uses = [use for use in known_steps() if row.word in use.step.when]
    if row.value == "truth":
        allowed = "true" if row.refuted is None else "true or false"
    else:
        allowed = _value(row.value, row.low, row.high)
    return Entry(
        row.word,
        "when",
        "condition",
        row.says,
        (Parameter(row.word, allowed, ""),),
        (),
        "",
        _sayings(conditions()[row.word]),
        _example(uses),
    )


def _sayings(rows: Iterable[Clause]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for row in rows for text in said(row)))


def _allowed(row: Opcode, name: str) -> str:
    low, high = row.bounds_of(name)
    if name != "amount":
        return _value(row.kind_of(name), low, high)
    further = amount_words(row)
    return f"a whole number from {low} to {high}{''.join(f', {word}' for word in further)}"


def _unless(row: Opcode, name: str) -> str:
    """What it means to leave a parameter out."""
    if not row.may_omit(name):
        return ""
    if name == "amount":
        return "1"
    kind = row.kind_of(name)
    choices = enumeration(kind)
    if choices is not None:
        return words_of(choices)[0]
    return "0" if kind == "number" else "the name of the opcode" if kind == "label" else "none"


def _value(kind: ValueKind, low: int, high: int) -> str:
    choices = enumeration(kind)
    if choices is not None:
        return ", ".join(words_of(choices))
    if kind == "number":
        return f"a whole number from {low} to {high}"
    plain, _, axis = str(kind).partition(":")
    return f"a {axis}, or a list of them" if axis else VALUES[plain]


def _worth(row: Opcode) -> str:
    return BOON_SAYS[row.boon] if row.family == "lasting" else WORTH_SAYS[row.worth]


def _played(row: Opcode) -> Iterator[str]:
    """When a card may be played that does this, or when a power is offered; at what, and at what price."""
    if row.moments:
        yield "offered " + "; ".join(says for bit, says in MOMENT_SAYS.items() if row.moments & bit)
    elif row.family == "instant" and row.leads_to is None:
        yield "on a card played for it: " + _moments(row.timing)
        if row.timing_if is not None:
            parameter, value, timing = row.timing_if
            yield f"with {parameter} = {value}: {_moments(timing)}"
    if row.leads_to is not None:
        yield f"a card is played when the rows that follow under on = {row.leads_to.name.lower()} may be"
    if row.on_arrival:
        yield "under on = appears the amount is fixed when the monster arrives"
    if row.cost:
        yield "price: " + "; ".join(says for bit, says in COST_SAYS.items() if row.cost & bit)
    if row.aims in AIMS:
        yield f"aim: {AIMS[row.aims]}"


def _moments(timing: int) -> str:
    return ", or ".join(TIMING_SAYS[bit] for bit in Timing if timing & bit)


@dataclass(frozen=True)
class Use:
    """One step of a card of the decks."""

    deck: str
    card: Card
    trigger: Trigger
    step: Step


@cache
def known_steps() -> tuple[Use, ...]:
    """Every step of every deck."""
    decks = [read_deck(name) for name in deck_names()]
    return tuple(Use(deck.name, c, trigger, step) for deck in decks for c in deck.cards for trigger, step in c.steps())


def _example(uses: Iterable[Use]) -> Example | None:
    """The first use with the shortest step."""
    best = min(uses, key=lambda use: len(", ".join(step_keys(use.step))), default=None)
    if best is None:
        return None
    key = "bad_stuff" if any(step is best.step for step in best.card.bad_stuff or ()) else "effects"
    return Example(best.deck, best.card.id, key, step_keys(best.step))
