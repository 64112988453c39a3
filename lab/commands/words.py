"""`lab words`: how the lab reads what a rule or a card says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lab.commands._options import json_option
from lab.commands._output import print_json, print_rows, say
from lab.errors import BadInput

if TYPE_CHECKING:
    from decks.words.text_reading import Reading, Sentence

COMMON = 8
"""Words that most often keep sentences from being understood, that are shown."""


@click.command()
@click.argument("texts", nargs=-1, required=True, metavar="TEXT.. | FILE")
@click.option("--kind", default="rule", show_default=True, help="What the text stands on: rule, or a kind of card.")
@click.option("--all", "every", is_flag=True, help="Of a list: also what is understood.")
@json_option
def words(texts: tuple[str, ...], kind: str, every: bool, as_json: bool) -> None:
    """Say how the lab reads a house rule or a card, and what it does not understand; nothing is played.

    Rules may also say switches, and change the cards in the box. A sentence is understood whole or not at all: what
    is not is quoted, with the nearest that could be said. A list (.csv with a column text, .toml with [[rule]] or
    [[card]] tables) is told by how much of it is understood, and what keeps the rest from it most often.

    Example:

    \b
        lab words "Whenever you lose a combat, draw a Treasure."
        lab words "The hand limit is seven." "Take all Curses out of the deck."
        lab words "Lose two Levels and your Headgear." --kind curse
        lab words my-rules.toml
    """
    if len(texts) == 1 and Path(texts[0]).suffix in (".csv", ".toml"):
        _tell_list(Path(texts[0]), kind, every, as_json)
        return
    readings = [_read(text, kind) for text in texts]
    if as_json:
        print_json([_row(text, reading) for text, reading in zip(texts, readings, strict=True)])
        return
    for text, reading in zip(texts, readings, strict=True):
        _tell(text, reading)


def _read(text: str, kind: str, bad_stuff: bool = False, columns: Mapping[str, Any] | None = None) -> Reading:
    from decks.card_schema import KINDS
    from decks.rule_texts import read_rule, reader
    from decks.words.card_texts import read_parts
    from decks.words.program_meaning import Context
    from decks.words.text_reading import Reading

    if kind not in KINDS:
        raise BadInput(f"--kind is '{kind}'; allowed: {', '.join(KINDS)}")
    if kind == "rule":
        return read_rule(text)
    flavour: list[str] = []
    parts = read_parts(reader(), text, Context(kind, bad_stuff, columns or {}), flavour)
    return Reading(tuple(sentence for sentence, _ in parts), tuple(flavour))


def _tell(text: str, reading: Reading) -> None:
    from decks.rule_texts import why_not

    say(f'"{text}"')
    for sentence in reading.sentences:
        if _says_something(sentence):
            say(_told(sentence), indent="  is read as: ")
        elif not sentence.understood:
            say(f"is NOT read: {why_not(sentence)}.", indent="  ")
    for aside in reading.left_out:
        say(f"is left out, as flavour: {aside}", indent="  ")


def _told(sentence: Sentence) -> str:
    """What a sentence says: in columns of its card, and in steps."""
    from decks.card_text import toml_value
    from decks.rule_texts import told

    said = ", ".join(f"{key} = {toml_value(value)}" for key, value in sentence.columns)
    steps = told(sentence)
    return " ".join([*([f"columns of the card: {said}" + "." * bool(steps)] if said else []), steps]).strip()


def _row(text: str, reading: Reading) -> dict[str, Any]:
    from decks.rule_texts import why_not

    return {
        "text": text, "understood": reading.understood,
        "read": [_told(s) for s in reading.sentences if s.understood],
        "not_read": [why_not(s) for s in reading.sentences if not s.understood], "left_out": list(reading.left_out),
    }  # fmt: skip


def _tell_list(path: Path, kind: str, every: bool, as_json: bool) -> None:
    from decks.card_schema import DeckError
    from decks.text_lists import read_list

    try:
        rows = read_list(path)
    except DeckError as error:
        raise BadInput(str(error)) from None
    kinds = [row.kind if kind == "rule" else kind for row in rows]
    cards = [
        [(text, _read(text, kind, key == "bad_stuff", row.columns)) for key, text in row.texts]
        for kind, row in zip(kinds, rows, strict=True)
    ]
    read = [one for card in cards for one in card]
    if as_json:
        print_json([_row(text, reading) for text, reading in read])
        return
    say(f"{path}: of {len(read)} texts {_how_many([[reading] for _, reading in read])}.")
    if len(read) > len(cards):
        say(f"Of {len(cards)} cards {_how_many([[reading for _, reading in card] for card in cards])}.")
    for text, reading in read:
        if every or not reading.understood:
            say("")
            _tell(text, reading)
    _tell_missing([reading for _, reading in read])


def _how_many(read: list[list[Reading]]) -> str:
    """How many texts or cards are understood."""
    whole = sum(all(one.understood for one in readings) for readings in read)
    some = sum(any(map(_says_something, (s for one in readings for s in one.sentences))) for readings in read)
    return f"{whole} are understood whole, {some - whole} in part, {len(read) - some} not"


def _says_something(sentence: Sentence) -> bool:
    return sentence.understood and bool(any(sentence.programs) or sentence.columns or sentence.orders)


def _tell_missing(read: list[Reading]) -> None:
    missing = Counter(
        word for reading in read for s in reading.sentences if not s.understood for word in s.unread.lower().split()
    )
    if missing:
        rows_shown = [{"word": word, "sentences": number} for word, number in missing.most_common(COMMON)]
        print_rows("\nMost often in what is not understood", rows_shown, ("sentences",))
