"""`lab words`: how the lab reads what a rule or a card says."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.inputs.toml import read_toml
from lab.commands._options import json_option
from lab.commands._output import print_json, print_rows, say
from lab.errors import BadInput

if TYPE_CHECKING:
    from decks.words.text_reader import Reading

TEXTS = ("text", "facts", "bad_stuff")
"""Keys of a list under which sentences stand."""
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


def _read(text: str, kind: str, bad_stuff: bool = False) -> Reading:
    from decks.card_schema import KINDS
    from decks.rule_texts import read_rule, reader
    from decks.words.program_meaning import Context

    if kind not in KINDS:
        raise BadInput(f"--kind is '{kind}'; allowed: {', '.join(KINDS)}")
    return read_rule(text) if kind == "rule" else reader().read(text, Context(kind, bad_stuff and kind == "monster"))


def _tell(text: str, reading: Reading) -> None:
    from decks.rule_texts import told, why_not

    say(f'"{text}"')
    for sentence in reading.sentences:
        if sentence.understood:
            say(told(sentence) or "says what columns of the card say", indent="  is read as: ")
        else:
            say(f"is NOT read: {why_not(sentence)}.", indent="  ")
    for aside in reading.left_out:
        say(f"is left out, as flavour: {aside}", indent="  ")


def _row(text: str, reading: Reading) -> dict[str, Any]:
    from decks.rule_texts import told, why_not

    return {
        "text": text, "understood": reading.understood,
        "read": [told(s) for s in reading.sentences if s.understood],
        "not_read": [why_not(s) for s in reading.sentences if not s.understood], "left_out": list(reading.left_out),
    }  # fmt: skip


def _tell_list(path: Path, kind: str, every: bool, as_json: bool) -> None:
    read = [
        (text, _read(text, _kind_of(row) if kind == "rule" else kind, key == "bad_stuff"))
        for row in _rows(path)
        for key, text in _texts_of(row)
    ]
    if as_json:
        print_json([_row(text, reading) for text, reading in read])
        return
    whole = [reading for _, reading in read if reading.understood]
    part = [r for _, r in read if not r.understood and any(s.understood for s in r.sentences)]
    say(f"{path}: of {len(read)} texts {len(whole)} are understood whole, {len(part)} in part, "
        f"{len(read) - len(whole) - len(part)} not.")  # fmt: skip
    for text, reading in read:
        if every or not reading.understood:
            say("")
            _tell(text, reading)
    missing = Counter(
        word for _, reading in read for s in reading.sentences if not s.understood for word in s.unread.lower().split()
    )
    if missing:
        rows_shown = [{"word": word, "sentences": number} for word, number in missing.most_common(COMMON)]
        print_rows("\nMost often in what is not understood", rows_shown, ("sentences",))


def _rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a list."""
    if path.suffix == ".toml":
        table = read_toml(path, BadInput)
        rows = [row for key in ("rule", "card") for row in table.get(key, []) if isinstance(row, dict)]
    else:
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = list(csv.DictReader(file))
        except (OSError, UnicodeError, csv.Error) as error:
            raise BadInput(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not any(map(_texts_of, rows)):
        raise BadInput(f"{path}: holds no texts; allowed: a column or key {' or '.join(TEXTS)}")
    return rows


def _texts_of(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [(key, text) for key in TEXTS if (text := str(row.get(key) or "").strip())]


def _kind_of(row: dict[str, Any]) -> str:
    """The kind of card that a row of a list is, however it is spelled; a rule if it names none."""
    from decks.card_schema import KINDS

    kind = str(row.get("kind") or "").strip().lower().replace(" ", "_").replace("-", "_")
    return kind if kind in KINDS else "rule"
