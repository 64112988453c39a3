"""Cards of one opcode: for everything that a card can do a card that does this and nothing else.

Whoever plays must know what such a card is good for: a designer's deck may have it. What only a monster's card does,
and what only follows from another step, has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from decks.handbook import known_steps
from decks.load_decks import load_decks
from engine.records.opcode_row import Moment, Opcode
from engine.records.opcodes import BY_NAME

HOME = dict.fromkeys(("pick_up", "turn_over", "count_twice"), "cthulhu")
"""The set in which there is what the card is aimed at, where that is not `base`."""
COPIES = 4
PREFIX = "only-"
"""With the opcode's name it is the id of the card."""
ON_MONSTERS = Moment.FOE | Moment.FOE_FLIGHT


def id_of(name: str) -> str:
    """Id of the card of an opcode."""
    return PREFIX + name.replace("_", "-")


def home_of(name: str) -> str:
    """The set to whose cards it is added."""
    return HOME.get(name, "base")


@lru_cache(maxsize=256)
def card_of(name: str) -> dict[str, Any] | None:
    """The row of the card that does only this, with the parameters of a card that is there, if they fit the deck."""
    row = BY_NAME[name]
    if row.moments & ON_MONSTERS or row.says.startswith("On a monster") or row.leads_to is not None:
        return None
    for step in _steps(row):
        card = _card(row, step)
        try:
            load_decks([home_of(row.name)], [card])
        except ValueError:
            continue
        return card
    return None


def _card(row: Opcode, step: dict[str, Any]) -> dict[str, Any]:
    kind = "special" if row.family == "instant" else "item"
    ident = id_of(row.name)
    return {"id": ident, "name": ident, "pile": "treasure", "kind": kind, "copies": COPIES, "effects": [step]}


def _steps(row: Opcode) -> Iterator[dict[str, Any]]:
    """Ways of writing a step of it: as the decks do, the simplest first, then bare, and with an amount of 2."""
    uses = [use.step.params for use in known_steps() if use.step.op == row.name]
    for params in sorted(uses, key=lambda params: (str(params.get("amount", ""))[:1] == "-", len(params))):
        yield {"op": row.name, **params}
    yield {"op": row.name}
    yield {"op": row.name, "amount": 2}
