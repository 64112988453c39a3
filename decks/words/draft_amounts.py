"""Drafts as steps of a card file: with numbers for amounts that hang on where they stand, and names of identities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from decks.condition_rows import BY_WORD, LISTED
from decks.program_steps import Step
from decks.value_kinds import Fault, Names
from decks.words.counted_grammar import Counted, OfFighter
from decks.words.drafts import IDENTITIES, Draft, Held, Instead, Pairs
from decks.words.orders import SWITCHES


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
THROWN_FOR = "thrown_for"
"""The condition that asks for which side a one-shot was thrown."""
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
    if draft.op == "strength" and context.kind == "one_shot" and _of_its_side(draft):
        draft = replace(draft, op="thrown_strength", on=("in_fight",), hangs=False, bare=False)
    return replace(draft, values=tuple(found.items())) if found.get("amount") != amount else draft


def _of_its_side(draft: Draft) -> bool:
    """Whether a bonus of a one-shot is one of the side for which it is thrown: it is more of that of the card."""
    amount = dict(draft.values).get("amount")
    asks = not draft.at and any(word == THROWN_FOR for word, _ in draft.when)
    return isinstance(amount, Instead) or amount == OWN_BONUS or asks


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
    wins_by_it = any(name == "also" for name, _ in draft.values)
    return replace(draft, op="extra_level", at="in_fight") if above and kill and not wins_by_it else draft


def step_of(draft: Draft, says_when: bool, names: Names) -> Step:
    """A draft as a card file has it."""
    row: dict[str, Any] = {"on": draft.at} if says_when else {}
    row |= {"op": draft.op, **{name: _plain(value, names) for name, value in draft.values}}
    return Step.model_validate(row | ({"when": _when(draft.when, names)} if draft.when else {}))


def _when(pairs: Pairs, names: Names) -> dict[str, Any]:
    """Conditions as a card file has them: an identity under the word of its axis."""
    found: dict[str, Any] = {}
    for word, value in sorted(pairs, key=lambda pair: pair[0] in IDENTITIES and len(_axes(pair[1])) == 1):
        if word in IDENTITIES:
            own = "".join(["not_" * (word == "is_not"), *_axes(value)])
            word = own if own in BY_WORD and own not in found else word
        if word in found and word in LISTED and found[word] != value:
            value = (found[word], value)
        elif word in found:
            raise Fault(f"{word} is said twice; allowed: once in one step")
        found[word] = _plain(value, names)
    return found


def _axes(value: tuple[str, ...]) -> set[str]:
    """The axes of some identities."""
    return {one.partition(":")[0] for one in value}


def _plain(value: Any, names: Names) -> Any:
    """A value as a card file has it: one name alone, and an identity without its axis where that says no less."""
    if isinstance(value, tuple):
        several = [_plain(one, names) for one in value]
        return several[0] if len(several) == 1 else several
    if value not in names.identities:
        return value
    name = value.partition(":")[2]
    alike = [key for key in names.identities if key.partition(":")[2] == name]
    return name if len(alike) == 1 else value
