"""Cards as faces: what one would read on them, in the lab's own words."""

from __future__ import annotations

from html import escape

from decks.card_schema import Card
from decks.card_text import kind_words, lines

NOT_FACTS = ("kind", "bad stuff", "effect", "text", "not played", "origin", "source")
"""Lines of a card that are no facts in numbers."""
SPEAKING = ("slot", "no pursuit", "also")
"""Facts whose words say what they are."""
NOT_ON_FACES = ("level", "bonus", "tags")
"""Facts that stand large on a face, or that only other cards ask for."""


def facts(card: Card, without: tuple[str, ...] = ()) -> str:
    """Its facts in numbers, on one line."""
    said = [(key, text) for key, text in lines(card) if key not in (*NOT_FACTS, *without)]
    told = [text if key in text or key in SPEAKING else f"{key} {text}" for key, text in said]
    return " \u00b7 ".join(text.removeprefix("none, ") for text in told)


def does(card: Card) -> list[str]:
    """What it does, sentence by sentence."""
    return [
        ("Bad Stuff: " * (key == "bad stuff") + text) for key, text in lines(card) if key in ("bad stuff", "effect")
    ]


def face(card: Card, name: str, note: str = "") -> str:
    """A card as HTML; `note` says how it lies there."""
    number = f"{card.bonus:+d}".replace("-", "\u2212") if card.bonus else card.level if card.level is not None else ""
    large = f'<b class="number">{number}</b>' if number != "" else ""
    kind = kind_words(card.kind)
    says = "".join(f"<p>{escape(text)}</p>" for text in does(card) if text != "Bad Stuff: none")
    more = facts(card, NOT_ON_FACES)
    return (
        f'<div class="lab face {escape(card.pile)}"><p class="kind">{escape(kind[:1].upper() + kind[1:])}'
        f"{f' <i>{escape(note)}</i>' if note else ''}</p>{large}<h4>{escape(name)}</h4>"
        f"{f'<p class=soft>{escape(more)}</p>' if more else ''}{says}</div>"
    )
