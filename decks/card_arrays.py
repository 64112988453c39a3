"""Cards into arrays: one CARD row per physical card, one EFFECT row per step."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from decks.box_names import identity_bits, named_bits, tag_bits
from decks.card_schema import AXES, Card, Deck, DeckError
from decks.deck_box import Mixed
from decks.program_steps import step_columns
from decks.value_kinds import NAMED, Fault, Names, is_called, kebab
from engine.inputs.quote import quoted
from engine.records.book import CARD, EFFECT
from engine.records.card_kinds import DRAWN_BIT, SIDE_PILES, Axis, Kind, Pile, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op

VOWELS = frozenset("aeiou")
"""First letters that give a card the tag `vowel`, which nobody writes by hand."""


@dataclass(frozen=True)
class Program:
    """The effect rows of all designs: rows, where each design's begin and end, and ability names."""

    rows: list[tuple[int, ...]]
    spans: list[tuple[int, int]]
    labels: dict[int, str]


def compile_program(mixed: Mixed, names: Names) -> Program:
    """Effect rows of every design, each design's rows together."""
    program = Program([], [], {})
    for entry in mixed.entries:
        first = len(program.rows)
        try:
            _add_rows(program, entry.card, entry.names(names))
        except Fault as fault:
            raise DeckError(f"{entry.where}: card {quoted(entry.card.id)}: {fault}") from None
        program.spans.append((first, len(program.rows)))
    return program


def _add_rows(program: Program, card: Card, names: Names) -> None:
    for word, amount in card.against.items():
        mask = _mask([word], names, "against")
        columns = (Trigger.IN_FIGHT, Condition.ANYONE_IS, mask, 0, 0, Op["STRENGTH"], amount, 0, 0)
        program.rows.append(tuple(int(c) for c in columns))
    for i, (trigger, step) in enumerate(card.steps()):
        try:
            row = step_columns(step, trigger, names)
        except Fault as fault:
            raise Fault(f"step {i + 1} ({step.op}): {fault}") from None
        if step.label:
            unnamed = step.opcode.leads_to == Trigger.USED and "name" not in step.params
            program.labels[len(program.rows)] = kebab(card.name or card.id) if unnamed else step.label
        program.rows.append(row)


def effect_array(program: Program) -> np.ndarray:
    """The rows as the array the engine reads."""
    return np.array(program.rows, dtype=EFFECT)


def card_array(mixed: Mixed, names: Names, program: Program) -> np.ndarray:
    """One row per physical card, sorted by number and copy."""
    designs = np.zeros(len(mixed.entries), dtype=CARD)
    for number, (entry, (first, last)) in enumerate(zip(mixed.entries, program.spans, strict=True)):
        row = designs[number]
        try:
            _fill(row, entry.card, entry.names(names))
        except Fault as fault:
            raise DeckError(f"{entry.where}: card {quoted(entry.card.id)}: {fault}") from None
        row["number"], row["first"], row["last"] = number, first, last
        row["triggers"] = sum({1 << r[0] for r in program.rows[first:last]})
        if is_blank(entry.card):
            row["triggers"] = DRAWN_BIT  # drawn, it does nothing, and is discarded
    rows = np.repeat(designs, [entry.copies for entry in mixed.entries])
    copies = [(entry.id, copy) for entry in mixed.entries for copy in range(entry.copies)]
    rows["copy"] = [copy for _, copy in copies]
    rows["key"] = [card_key(card_id, copy) for card_id, copy in copies]
    return rows


def card_key(card_id: str, copy: int) -> int:
    """Stable key of a physical card: the order of a pile depends on it and on nothing else."""
    return int.from_bytes(hashlib.sha256(f"{card_id}#{copy}".encode()).digest()[:8], "big")


def _fill(row: np.void, card: Card, names: Names) -> None:
    kind = Kind[card.kind.upper()]
    axis = card.kind if card.kind in AXES else card.doubles
    slot = Slot[(card.slot or "none").upper()]
    values: Mapping[str, int] = {
        "pile": Pile[card.pile.upper()],
        "kind": kind,
        "level": card.level or 0,
        "treasures": card.treasures or 0,
        "levels": card.levels,
        "bonus": card.bonus,
        "slot": slot,
        "hands": card.hands if card.hands is not None else int(slot == Slot.HAND and kind == Kind.ITEM),
        "stacks": card.stacks,
        "big": card.big,
        "gold": card.gold or 0,
        "is_item": is_item(card),
        "axis": Axis[axis.upper()] if axis else -1,
        "identity": _identity(card, names),
        "only": _mask(card.require, names, "require"),
        "never": _mask(card.forbid, names, "forbid"),
        "tags": _tags(card, names),
        "run_away": card.run_away,
        "no_pursue": card.no_pursue,
        "locked": card.locked,
        "may_win": card.may_win,
        "any_roll": card.any_roll,
    }
    for column, value in values.items():
        row[column] = int(value)


def is_blank(card: Card) -> bool:
    """Whether a card of a house rule's deck does nothing: who draws it has drawn nothing."""
    return Pile[card.pile.upper()] in SIDE_PILES and card.kind == "special" and not card.steps()


def is_item(card: Card) -> bool:
    """Whether the rules call the card an Item: a one-shot is one only if it has a value line."""
    return card.kind == "item" or (card.kind == "one_shot" and card.gold is not None)


def _identity(card: Card, names: Names) -> int:
    if card.kind in AXES:
        return names.identities[f"{card.kind}:{card.identity_name}"]
    return _mask([card.identity], names, "identity") if card.identity else 0


def _mask(words: Sequence[str], names: Names, key: str) -> int:
    mask = 0
    for word in words:
        try:
            mask |= names.identity(word)
        except Fault as fault:
            raise Fault(f"key {quoted(key)}: {fault}") from None
    return mask


def _tags(card: Card, names: Names) -> int:
    mask = 0
    for word in card.tags:
        try:
            if word.startswith(NAMED):
                raise Fault(f"{quoted(word)} is in the name of a card or not; allowed: a tag")
            mask |= names.tag(word)
        except Fault as fault:
            raise Fault(f"key 'tags': {fault}") from None
    for group, bit in names.tags.items():
        mask |= bit if group.startswith(NAMED) and is_called(card.name or card.id, group) else 0
    first = next((letter for letter in (card.name or card.id).lower() if letter.isalpha()), "")
    return mask | (int(Tag.VOWEL) if first in VOWELS else 0)


def added_tags(decks: Sequence[Deck], mixed: Mixed) -> list[str]:
    """Tags of cards that stand in no deck and bring them along, in the order of the alphabet."""
    known = {t.name.lower() for t in Tag}.union(*(d.info.tags for d in decks))
    return sorted({tag for entry in mixed.entries for tag in entry.card.tags} - known)


def names_of(decks: Sequence[Deck], mixed: Mixed) -> Names:
    """What the words on the cards of a box stand for."""
    tags = tag_bits([*(t for d in decks for t in d.info.tags), *added_tags(decks, mixed)])
    return Names(
        identity_bits([e.card for e in mixed.entries]),
        tags | named_bits([e.card for e in mixed.entries], tags),
        {e.id: number for number, e in enumerate(mixed.entries)},
    )
