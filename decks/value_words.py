"""Values of card programs as people say them: amounts, Items, who is meant, how long, identities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.inputs.quote import joined

ITEMS = {
    "any": ("an Item", "Items"), "all": ("an Item", "Items"), "head": ("their Headgear", "Headgear"),
    "body": ("their Armor", "Armor"), "feet": ("their Footgear", "Footgear"),
    "hand": ("an Item in use that takes a hand", "Items in use that take a hand"),
    "big": ("a Big Item", "Big Items"), "small": ("a Small Item", "Small Items"),
    "best": ("the Item that gives the biggest bonus", "Items that give the biggest bonus"),
    "unusable": ("an Item that they may not use", "Items that they may not use"),
    "dearest": ("the Item of the highest value", "Items of the highest value"),
    "cheapest": ("the Item of the lowest value", "Items of the lowest value"),
    "ichor": ("an ichor Item", "ichor Items"),
    "class_bound": ("an Item that needs a Class of theirs", "Items that need a Class of theirs"),
    "no_hands": ("an Item that takes no hand", "Items that take no hand"),
    "curse": ("a lasting Curse", "lasting Curses"), "comrade": ("a Comrade", "Comrades"),
    "all_headgear": ("all Headgear, worn or not", "all Headgear, worn or not"),
    "all_armor": ("all Armor, worn or not", "all Armor, worn or not"),
    "all_footgear": ("all Footgear, worn or not", "all Footgear, worn or not"),
}  # fmt: skip
"""Kinds of Items, one and several (`engine.records.opcode_row.Which`)."""

WHO = {
    "victim": "the player", "left": "the player on the left", "right": "the player on the right",
    "lowest": "a player of the lowest Level", "both": "the players on the left and on the right",
    "each_left": "every other player in turn, from the left on,",
    "each_right": "every other player in turn, from the right on,",
    "each_highest": "every other player in turn, the highest Level first,",
    "highest": "each player of the highest Level",
    "cultists": "each Cultist", "everyone": "everybody", "random": "chance",
    "uncaught": "everybody whom the monster did not catch",
}  # fmt: skip
"""Who is meant (`engine.records.opcode_row.Chooser`)."""

THINGS = {
    "hand": ("unseen hand card", "hand cards"), "item": ("Item in play", "Items in play"),
    "treasure": ("Treasure card from hand or table", "Treasure cards from hand or table"),
    "door": ("Door card of the hand", "Door cards of the hand"),
    "card": ("card from hand or table", "cards from hand or table"), "class": ("Class", "Classes"),
    "monster": ("monster of the hand", "monsters of the hand"), "race": ("Race", "Races"),
}  # fmt: skip
"""What is taken, given or discarded (`engine.records.opcode_row.What`)."""

UNTIL = {
    "next_combat": "until the end of their next combat", "next_turn": "until the end of their next turn",
    "level_gained": "until they gain a Level", "removed": "until something removes it",
}  # fmt: skip
"""How long something stays (`engine.records.opcode_row.Until`)."""

SLOTS = {
    "head": "Headgear", "body": "Armor", "feet": "Footgear", "hand": "Items that take a hand",
    "none": "Items that take no slot",
}  # fmt: skip

BONUS = {
    "die": "what the die shows", "hand": "the number of their hand cards", "kills": "the number of monsters killed",
    "all": "all there is",
}  # fmt: skip
"""A bonus that is no number yet (`engine.records.card_kinds.Amount`)."""

EACH = {
    "items": ("Item in play", "Items in play"), "hand": ("card in hand", "cards in hand"),
    "classes": ("Class", "Classes"), "races": ("Race", "Races"), "level": ("Level they have", "Levels they have"),
    "behind": ("Level that they are behind the leader", "Levels that they are behind the leader"),
    "ahead": ("Level that they are ahead of all others", "Levels that they are ahead of all others"),
    "players": ("player", "players"), "higher": ("player of a higher Level", "players of a higher Level"),
    "lower": ("player of a lower Level", "players of a lower Level"), "round": ("round so far", "rounds so far"),
    "monsters": ("monster of the combat", "monsters of the combat"),
    "lead": ("point by which the munchkins lead", "points by which the munchkins lead"),
    "extra": ("point that cards have added to it", "points that cards have added to it"),
    "helpers": ("helper", "helpers"), "big": ("Big Item in play", "Big Items in play"),
}  # fmt: skip
"""What an amount may count (`engine.records.card_kinds.Count`), one and several."""

SEXES = ("male", "female")

CARDS = {
    "treasure": ("face-down Treasure", "face-down Treasures"), "door": ("face-down Door card", "face-down Door cards"),
    "cultist": ("Cultist card", "Cultist cards"),
}  # fmt: skip
"""What is drawn from a pile."""


def plain(text: str) -> str:
    """Keys of files as words."""
    return text.replace("_", " ")


def count(amount: Any, one: str, more: str, first: str = "a") -> str:
    """So many of something: `first` stands before a single one."""
    if isinstance(amount, dict):
        return f"{count(amount.get('times', 1), one, more, first)} {each(amount)}"
    if amount == 1:
        return f"{first} {one}".strip()
    if not isinstance(amount, str):
        return f"{amount:,} {more}" if amount else f"no {one}"
    how = {"die": "as the die shows", "hand": "as they hold cards", "kills": "as monsters were killed"}
    return f"all {more}" if amount == "all" else f"as many {more} {how[amount]}"


def each(amount: Mapping[str, Any]) -> str:
    """For what an amount that counts is given: for each Item in play, for every 2 cards in hand."""
    one, more = EACH[amount["count"]]
    per = amount.get("per", 1)
    return f"for each {one}" if per == 1 else f"for every {per} {more}"


def levels(amount: Any, further: str = "") -> str:
    """So many Levels."""
    return count(amount, f"{further} Level".strip(), f"{further} Levels".strip())


def signed(amount: Any) -> str:
    """A bonus or a penalty, or what it hangs on."""
    if isinstance(amount, dict):
        return f"{signed(amount.get('times', 1))} {each(amount)}"
    if isinstance(amount, str):
        return BONUS[amount]
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def named(value: Any, last: str = "or") -> str:
    """A tag or several."""
    return joined([plain(str(v)) for v in (value if isinstance(value, list) else [value])], last)


def people(value: Any, last: str = "or", no: bool = False) -> str:
    """What somebody is who has an identity, or one of several: an Elf, a Cleric or a Wizard, male."""
    words = [plain(str(v)).rpartition(":")[2] for v in (value if isinstance(value, list) else [value])]
    return joined([_person(word, no) for word in words], last)


def _person(word: str, no: bool) -> str:
    if word in SEXES:
        return f"not {word}" if no else word
    name = word[:1].upper() + word[1:]
    return f"{'no' if no else 'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def items(which: str, amount: Any) -> str:
    """So many Items of a kind."""
    one, more = ITEMS[which]
    if which.startswith("all_"):
        return one
    if amount == 1:
        return one
    return count(amount, one, more)


def chosen_by(chooser: str) -> str:
    """Who picks, where it is not the one who loses."""
    if chooser == "victim":
        return ""
    return ", taken at random" if chooser == "random" else f", chosen by {WHO[chooser]}"


def one_thing(what: str) -> str:
    """One of what is taken or given."""
    one = THINGS[what][0]
    return f"{'an' if one[0] in 'Iu' else 'a'} {one}"


def plain_amount(amount: Any) -> str:
    """A number, a word for one, or what it counts."""
    if isinstance(amount, dict):
        return f"{amount.get('times', 1)} {each(amount)}"
    return amount if isinstance(amount, str) else f"{amount:,}"


PRICES = {
    "hand": ("hand card", "hand cards"), "cards": ("card from hand or table", "cards from hand or table"),
    "items": ("Item in play", "Items in play"), "class": ("Class", "Classes"),
}  # fmt: skip
"""Cards that a power may cost, one and several (`engine.records.opcode_row.Price`)."""


def price_words(values: Mapping[str, Any]) -> str:
    """What is paid for a power: discard 2 hand cards."""
    price, amount = values.get("cost", "nothing"), values.get("amount", 1)
    if price == "nothing":
        return "do this for nothing"
    if price == "itself":
        return "give this up"
    return f"lose {levels(amount)}" if price == "levels" else f"discard {count(amount, *PRICES[price])}"
