"""What stands in the place of a page that cannot be drawn: one sentence, so that it takes nothing else down."""

from __future__ import annotations

import traceback
from pathlib import Path

from decks.card_schema import DeckError
from lab.errors import BadInput, StoreDamaged
from lab.store.store_folder import damage_behind
from variants.variant_schema import VariantError

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 200
"""Letters of an error that are told."""


def page_fault(title: str, error: Exception) -> str:
    """Which page it is, and what it raised where; what is wrong with the input is told as it is."""
    if isinstance(error, (BadInput, DeckError, VariantError)):
        return f"{title} cannot be shown: {error}."
    said = " ".join(str(error).split())[:LONGEST]
    return f"{title} cannot be shown: {type(error).__name__}{_place(error)}{': ' if said else ''}{said}."


def refuse_damaged(error: Exception) -> None:
    """Raise StoreDamaged if that is behind an error: no page of a damaged store is to be believed."""
    damaged = error if isinstance(error, StoreDamaged) else damage_behind(error)
    if damaged is not None:
        raise damaged


def _place(error: Exception) -> str:
    """The last line of the lab that the error came through."""
    passed = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(ROOT)]
    return f" in {Path(passed[-1].filename).relative_to(ROOT)}, line {passed[-1].lineno}" if passed else ""
