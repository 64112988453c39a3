"""What is done to something, said as what somebody does: a roll may be repeated is you may repeat a roll."""

from __future__ import annotations

from collections.abc import Sequence

from decks.words.word_tokens import Word

MODALS = ("may", "can", "must")
DONE = {
    "spent": "spend",
    "repeated": "repeat", "rerolled": "reroll", "sold": "sell", "discarded": "discard", "played": "play",
    "used": "use", "taken": "take", "drawn": "draw", "kept": "keep", "looted": "loot", "stolen": "steal",
    "cancelled": "cancel", "given": "give", "lost": "lose", "gained": "gain", "exchanged": "exchange",
    "swapped": "swap", "thrown": "throw", "removed": "remove", "searched": "search", "carried": "carry", "paid": "pay",
    "doubled": "double", "traded": "trade", "bought": "buy", "skipped": "skip", "ignored": "ignore",
}  # fmt: skip
"""Verbs, by how it is said that something is done."""
OFTEN = ("once", "twice")
SPANS = ("turn", "combat", "game", "round")
BORDERS = (",", ";", ":", "then")
NOBODY = ("you", "they", "he", "she", "it", "nobody", "somebody", "everybody")
"""Who is no thing that somebody else does something with: what may be done to them is another matter."""


def active(found: Sequence[Word]) -> list[Word] | None:
    """The same words with the one who does it as their subject; None if nothing is done to a thing in them."""
    for place, word in enumerate(found):
        verb = place + (2 if _kind(found, place + 1) == "not" else 1)
        done = DONE.get(_kind(found, verb + 1))
        if word.kind not in MODALS or _kind(found, verb) != "is" or done is None:
            continue
        first = _start_of_thing(found, place)
        thing = found[first:place]
        if not thing or any(one.kind in NOBODY for one in thing):
            return None
        you = thing[0]._replace(kind="you")
        modal = found[place:verb] if word.kind != "must" else []
        return [*found[:first], you, *modal, found[verb + 1]._replace(kind=done), *thing, *found[verb + 2 :]]
    return None


def _kind(found: Sequence[Word], place: int) -> str:
    return found[place].kind if place < len(found) else ""


def _start_of_thing(found: Sequence[Word], place: int) -> int:
    """Where the words begin that name what something is done to."""
    first = place
    while first and found[first - 1].kind not in BORDERS and found[first - 1].kind not in SPANS:
        first -= 1
    if found[0].kind in OFTEN and first == 0:
        return place
    return first
