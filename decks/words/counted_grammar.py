"""Amounts that count something: for each Item, half the Levels rounded up, Items equal to half the Level."""

from __future__ import annotations

from functools import partial
from typing import Any

from decks.words.clause_table import values
from decks.words.drafts import Draft
from decks.words.grammar_rules import PART, Grammar, always, kinds
from decks.words.patterns import one_and_several, spelled
from decks.words.word_tokens import NUMBER


class OfFighter(str):
    """What an amount counts, of the fighter, who is not the owner of every card."""


class Counted(dict[str, Any]):
    """An amount that counts something, as a card file has it; it may stand among other values of a step."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted(self.items())))


def counted(found: list[Any], times: int = 1) -> Counted:
    """So many for each of what is counted, the last thing found: what, of how many, and whether a part counts."""
    what, per, *up = found[-1]
    times = found[0] if len(found) > 1 else times
    over = {"rounded": up[0]} if up and per != 1 else {}
    return Counted(count=what, **({"times": times} if times != 1 else {}), **({"per": per} if per != 1 else {}), **over)


def by_count(found: list[Any], sign: int = 1) -> Counted | None:
    """So many more, or fewer, for each of what is counted."""
    many = found[0]
    return counted([sign * many, found[1]]) if isinstance(many, int) and many else None


def _every(key: str, found: list[Any]) -> tuple[str, int]:
    return key, found[0]


def add_counts(grammar: Grammar) -> None:
    """For each Item in play, for every two hand cards."""
    for key, ways in values()["counts"].items():
        for way in ways:
            one, _, several = one_and_several(way)
            for form in spelled(one):
                for word in ("each", "every"):
                    grammar.add("each", kinds(f"for {word} {form}"), always((key, 1)))
                    grammar.add("each thing", kinds(f"{word} {form}"), always((key, 1)))
                    if "they " in form:
                        theirs = form.replace("they have", "the fighter has").replace("they ", "the fighter ")
                        grammar.add("each", kinds(f"for {word} {theirs}"), always((OfFighter(key), 1)))
            for form in spelled(several):
                for word in ("each", "every"):
                    made_of = ["for", word, NUMBER, *kinds(form)]
                    grammar.add("each", made_of, partial(_every, key))
                    grammar.add("each", [*made_of, PART("or a part")], partial(_every_part, key))
    for text in ("or part of them", "or a part of them", "or part thereof", "or a part thereof", "or fraction of them"):
        grammar.say("or a part", text, always(True))
    _add_parts(grammar)
    _add_equal(grammar)


def _every_part(key: str, found: list[Any]) -> tuple[str, int, str]:
    return key, found[0], "up"


PARTS = {"half": 2, "half of": 2, "a half of": 2, "a third of": 3, "one third of": 3, "a quarter of": 4,
         "one quarter of": 4}  # fmt: skip
"""Of how many one is meant."""
UP = ("rounded up", "rounding up", "round up", "rounded upwards")
DOWN = ("rounded down", "rounding down", "round down", "rounded downwards")
UNSAID = "unsaid"
"""What becomes of what is left over: it counts, or it does not, or nobody knows."""
OF_ITSELF = {"Items": ("items*", "any", "items"), "Big Items": ("items*", "big", "big"),
             "hand cards": ("discarded*", "hand", "hand"), "cards": ("discarded*", "hand", "hand"),
             "cards in hand": ("discarded*", "hand", "hand"), "cards from the hand": ("discarded*", "hand", "hand"),
             "Levels": ("a Level|Levels", "", "level"), "tokens": ("a token|tokens", "", "tokens")}  # fmt: skip
"""What somebody loses a part of: the kind of value, its word, and what is counted."""
MEASURES = {
    "level": ("the Level", "the Levels"),
    "hand": ("the number of cards in hand", "the number of cards in the hand"),
    "items": ("the number of Items", "the number of the Items", "the number of Items you has"),
}
"""What something else is as much as."""
EQUAL = {"Levels": ("a Level|Levels", ""), "Items": ("items*", "any"), "hand cards": ("discarded*", "hand"),
         "cards from the hand": ("discarded*", "hand"), "Treasures": ("drawn*", "treasure"),
         "Doors": ("drawn*", "door")}  # fmt: skip


def _add_parts(grammar: Grammar) -> None:
    """Half the Items, a third of the hand cards, rounded up."""
    for of, per in PARTS.items():
        for the in ("", "the", "all the") if of != "half" else ("", "the"):
            grammar.say("part of", f"{of} {the}", always(per))
    for text in UP:
        for comma in ("", ","):
            grammar.say("rounding", f"{comma} {text}", always("up"))
    for text in DOWN:
        for comma in ("", ","):
            grammar.say("rounding", f"{comma} {text}", always(""))
    grammar.say("rounding", "", always(UNSAID))
    for noun, (kind, key, what) in OF_ITSELF.items():
        for tail in ("", "you has", "you has in play") if key in ("any", "big") else ("",):
            grammar.say(kind, f"<part of> {noun} {tail} <rounding>", partial(_part, key, what))
            grammar.say(kind, f"half that many {noun} {tail} <rounding>", partial(_half_of_die, key))
    for verb in ("lose", "discard"):
        grammar.say(f"rest {verb}", "<part of> hand <rounding>", _half_hand)


def _part(key: str, what: str, found: list[Any]) -> Any:
    """So many as are one of every two or three there are; with the word of what they are."""
    per, up = found[0], found[-1]
    amount = counted([(what, per, up) if up else (what, per)])
    return (amount, key) if key else amount


def _half_of_die(key: str, found: list[Any]) -> Any:
    return _part(key, "die", [2, *found])


def _with_word(key: str, found: list[Any]) -> Any:
    """An amount with the word of what it is of, where there are several."""
    return (found[0], key) if key else found[0]


def _half_hand(found: list[Any]) -> tuple[Draft, ...]:
    return (Draft("discard_hand", (("amount", _part("", "hand", found)), ("what", "hand"))),)


def _add_equal(grammar: Grammar) -> None:
    """Levels equal to half the Level; Items equal to the number of hand cards."""
    for what, texts in MEASURES.items():
        for text in texts:
            grammar.say("measure", text, always(what))
    grammar.say("quantity", "<measure>", lambda v: counted([(v[0], 1)]))
    grammar.say("quantity", "<part of> <measure> <rounding>", lambda v: _part("", v[1], v))
    for noun, (kind, key) in EQUAL.items():
        for equal in ("equal to", "equal in number to"):
            grammar.say(kind, f"{noun} {equal} <quantity>", partial(_with_word, key))
