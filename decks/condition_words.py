"""Under what conditions a step of a card counts, as people say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decks.condition_rows import BY_WORD
from decks.value_words import SLOTS, named, people, plain

IS = ("class", "race", "role", "sex", "is", "birthright")
IS_NOT = ("not_class", "not_race", "not_role", "not_sex", "is_not", "not_birthright")

SAYS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(IS, lambda v: f"the player is {people(v)}"),
    **dict.fromkeys(IS_NOT, lambda v: f"the player is {people(v, 'and', no=True)}"),
    "drive": lambda v: f"the player's Drive is {named(v)}",
    "not_drive": lambda v: f"the player's Drive is not {named(v)}",
    "has": lambda v: f"the player has a {plain(str(v)).capitalize()} in play",
    "lacks": lambda v: f"the player has no {plain(str(v)).capitalize()} in play",
    "level_at_least": lambda v: f"the player's Level is {v} or more",
    "level_at_most": lambda v: f"the player's Level is {v} or less",
    "tag": lambda v: f"a monster of the combat is tagged {named(v)}",
    "its_tag": lambda v: f"the monster is tagged {named(v)}",
    "monster_level_at_least": lambda v: f"a monster of the combat has a printed Level of {v} or more",
    "monster_level_at_most": lambda v: f"a monster of the combat has a printed Level of {v} or less",
    "die_at_least": lambda v: f"the die shows {v} or more",
    "die_at_most": lambda v: f"the die shows {v} or less",
    "anyone": lambda v: f"somebody in the combat is {people(v)}",
    "nobody": lambda v: f"nobody in the combat is {people(v)}",
    "any_not": lambda v: f"somebody in the combat is {people(v, 'and', no=True)}",
    "wears": lambda v: f"the player has {SLOTS[v]} in use",
    "not_wears": lambda v: f"the player has no {SLOTS[v]} in use",
    "chose": lambda v: f"that was the answer ({v})",
}
"""Conditions that name a value."""

HOLDS = {
    "single_monster": "one monster is in the combat", "several_monsters": "several monsters are in the combat",
    "level_suffices": "the fighter has no help and their Level beats the monsters",
    "survived": "the player got away unhurt from the combat just over and a companion did not",
    "other": "somebody else holds the card in their hand",
    "before_door": "it is the player's turn and their door is still closed",
    "rose": "the player has gained a Level in this turn and not by a kill",
}  # fmt: skip
"""What it means that a condition holds, where `lab opcodes` says it in fewer words or more."""

NOT = {
    "highest": "somebody has a higher Level", "lowest": "somebody has a lower Level",
    "alone": "the fighter has a helper", "helped": "the fighter has no helper",
    "helper_present": "the fighter has no helper at the moment of reading", "helper": "the player is not the helper",
    "fighter": "the player is not the fighter", "own_turn": "it is not the player's own turn",
    "hand_even": "the player's hand has an odd number of cards", "single_monster": "several monsters are in the combat",
    "several_monsters": "one monster is in the combat", "has_item": "the player has no Item in play",
    "fire_used": "no card tagged fire counts on the munchkin side",
    "looked_for_trouble": "the monster was not looked for",
}  # fmt: skip
"""What it means that a condition does not hold, where a step asks for that."""


def condition(word: str, value: Any) -> str:
    """One condition in words."""
    if word in SAYS:
        return SAYS[word](value)
    says = BY_WORD[word].says
    if value is True:
        return HOLDS.get(word, says)
    return NOT.get(word, f"not: {says}") if value is False else f"{says} ({named(value)})"
