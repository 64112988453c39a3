"""What amounts of a draft come to where it stands: the bonus or Level of its card, so many cards in all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from decks.words.drafts import IDENTITIES, Draft, Held, Instead
from decks.words.orders import SWITCHES
from decks.words.value_grammar import Counted, OfFighter


class Place(Protocol):
    """Where a text stands: what drafts ask of it."""

    @property
    def kind(self) -> str: ...
    @property
    def columns(self) -> Mapping[str, Any]: ...
    @property
    def switches(self) -> Mapping[str, int]: ...


OWN_LEVEL = "level"
"""An amount that the column `level` says of a monster."""
OWN_BONUS = "bonus"
"""An amount that the column `bonus` says."""
IN_PLACE_OF = {"strength": 1, "strength_vs_tag": 1, "boost": 0}
"""Opcodes that may say a bonus in the place of the card's own, and how often that counts beside it."""
ABOVE = ("its_level_above", "its_level_below")
"""Conditions that compare the Level of a monster with that of a player."""
OFF_LEVEL = "off level"
"""An amount that takes away what the column `level` says, for another Level in its place."""
USED = ("used", True)
"""That a card has been used: what has a bonus is used in every combat of its owner."""
IT = ("it", True)
"""That a card is called it, where that may be a monster too."""
OF_THE_CARD = (USED[0], IT[0])
"""What patterns ask of the card that they stand on, as they ask for conditions: no step has such a word."""
WITHOUT_FOES = ("turn_start", "turn_end", "round_start", "combat_over", "charity", "looted", "sold")
"""Triggers at which no monster is spoken of."""
BEHIND = ("rolled", "chosen")
"""Triggers of what follows on a die or a choice."""


def as_it_stands(draft: Draft, context: Place) -> Draft:
    """A step with numbers for its amounts, at the moment at which it counts."""
    return _at_its_place(_with_numbers(draft, context), context)


def _counts_from_the_rules(draft: Draft, context: Place) -> bool:
    """Whether so many in all are so many more than the rules allow; of all players a switch says it."""
    return (context.kind != "rule" or bool(draft.when)) and not of_identity(draft)


def of_identity(draft: Draft) -> bool:
    """Whether a step hangs on what somebody is."""
    return any(word in (*IDENTITIES, "has", "lacks") for word, _ in draft.when)


def _with_numbers(draft: Draft, context: Place) -> Draft:
    """A step with numbers for amounts that hang on where it stands: the bonus of its card, cards that may be held."""
    found = dict(draft.values)
    amount = found.get("amount")
    if amount == OWN_LEVEL and isinstance(context.columns.get("level"), int) and context.kind == "monster":
        found["amount"] = context.columns["level"]
    elif amount == OFF_LEVEL and isinstance(context.columns.get("level"), int) and context.kind == "monster":
        found["amount"] = -context.columns["level"]
    elif amount == OWN_BONUS:
        found["amount"] = context.columns.get("bonus", OWN_BONUS)
    elif isinstance(amount, Held) and _counts_from_the_rules(draft, context):
        found["amount"] = amount.more(context.switches.get(amount.switch, SWITCHES[amount.switch].default))
    elif isinstance(amount, Counted) and isinstance(amount["count"], OfFighter):
        found["amount"] = Counted({**amount, "count": str(amount["count"])})
        return replace(draft, values=tuple(found.items()), fighter=True)
    elif (
        isinstance(amount, Instead) and draft.op in IN_PLACE_OF and amount.usual in (None, context.columns.get("bonus"))
    ):
        found["amount"] = amount.bonus - IN_PLACE_OF[draft.op] * context.columns.get("bonus", 0)
        draft = replace(draft, bare=False)
    return replace(draft, values=tuple(found.items())) if found.get("amount") != amount else draft


def _at_its_place(draft: Draft, context: Place) -> Draft:
    """What a combat itself pays: fewer Treasures, and Levels by how far a monster is above its killer, who rises.

    And what a monster gets behind a die or a choice, for the combat that goes on.
    """
    if context.kind == "item" and context.columns.get("bonus"):
        draft = replace(draft, when=tuple(pair for pair in draft.when if pair != USED))
    if draft.at in WITHOUT_FOES:
        draft = replace(draft, when=tuple(pair for pair in draft.when if pair != IT))
    if draft.op == "strength" and "in_fight" in draft.on and draft.at in BEHIND and not draft.bare:
        return replace(draft, op="grow", on=())
    if draft.op == "treasure" and draft.house and draft.at in ("won", "killed"):
        return replace(draft, at="in_fight")
    above = any(word in ABOVE for word, _ in draft.when)
    kill = draft.op == "gain_levels" and draft.at == "killed"
    return replace(draft, op="extra_level", at="in_fight") if above and kill else draft
