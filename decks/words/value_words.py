"""Values of card programs in words.

The kinds of values in holes of patterns: `number`, `bonus` (with its sign), `people` and `nobody` (identities: an Elf;
no Elf), `identities`, `tags`, `cards`, a table of `values.toml` (`{to:who}`; `{amount which:items}` so many of them),
one and several of something (`{amount:a Level|Levels}`), and how many of it more or fewer (`{amount:a card|cards;
more|fewer}`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decks.value_kinds import NAMED
from decks.words.clause_table import values
from decks.words.patterns import Hole, one_and_several
from engine.inputs.quote import joined

MANY = "|"
"""What stands between one of something and several, in a hole and in `values.toml`."""
HEARD = ("fall", "held", "least", "most", "needed", "needed at least", "shift", "under", "stronger", "higher",
         "strength", "further Levels", "fewer Treasures", "fewer Levels", "fewer", "held now cards",
         "held at cards")  # fmt: skip
"""Kinds of numbers that are only heard: of a loss, written as -2; of cards that may be held, in all; bounds; what
the die must show to run away; 2 less; the number below those that are said: 5 or more."""
SEXES = ("male", "female")
FIRST = ("a", "an", "one", "the", "their")
"""Words before one of something."""


def said(hole: Hole, given: Mapping[str, Any]) -> str | None:
    """The values of a hole in words; None where there are none for them."""
    value = given[hole.params[0]]
    if value is None:
        return None
    if hole.kind in WRITERS:
        return WRITERS[hole.kind](value)
    forms, _, degrees = hole.kind.partition("; ")
    if degrees:
        return _more_or_fewer(value, forms, *degrees.split(MANY))
    if MANY not in forms:
        found = values()[forms].get(str(given[hole.params[-1]]))
        if found is None:
            return None
        if len(hole.params) == 1:
            return one_and_several(found[0])[0]
        forms = found[0]
    return count(value, forms)


def _more_or_fewer(amount: Any, forms: str, more: str, less: str) -> str | None:
    """So many of something more or fewer, or what that hangs on."""
    if isinstance(amount, str):
        return None
    if isinstance(amount, Mapping):
        return f"{_more_or_fewer(amount.get('times', 1), forms, more, less)} {each(amount)}"
    return f"{count(abs(amount), forms)} {more if amount >= 0 else less}"


def each(amount: Mapping[str, Any]) -> str:
    """For what an amount that counts is given: for each Item in play, for every 2 hand cards."""
    one, _, several = one_and_several(values()["counts"][amount["count"]][0])
    per = amount.get("per", 1)
    over = " or part of them" if amount.get("rounded") == "up" else ""
    return f"for each {one}" if per == 1 else f"for every {per} {several}{over}"


def count(amount: Any, forms: str) -> str | None:
    """So many of something, of which one and several are said in `forms`."""
    if isinstance(amount, Mapping):
        found = count(amount.get("times", 1), forms)
        return found and f"{found} {each(amount)}"
    one, several, more = one_and_several(forms)
    if amount == 1:
        return one
    if not several or (not isinstance(amount, str) and amount < 0):
        return None
    if isinstance(amount, str):
        return values()["amounts"][amount][0].replace("*", more)
    first, _, rest = one.partition(" ")
    return f"{amount:,} {more}" if amount else f"no {rest if first in FIRST else one}"


def number(value: Any) -> str | None:
    """A plain number."""
    return None if isinstance(value, str | Mapping) else f"{value:,}"


def minutes(value: Any) -> str | None:
    """So many minutes."""
    return count(value, "one minute|minutes") if isinstance(value, int) else None


def bonus(amount: Any) -> str:
    """A bonus or a penalty, or what it hangs on."""
    if isinstance(amount, Mapping):
        return f"{bonus(amount.get('times', 1))} {each(amount)}"
    if isinstance(amount, str):
        return values()["bonuses"][amount][0]
    return f"+{amount}" if amount >= 0 else f"\u2212{-amount}"


def identities(value: Any) -> str:
    """Names of identities without an article."""
    return joined((str(one).rpartition(":")[2] for one in listed(value)), "or")


def tags(value: Any) -> str | None:
    """A tag or several; words in names are none."""
    named = any(str(one).startswith(NAMED) for one in listed(value))
    return None if named else joined(map(plain, listed(value)), "or")


def called(value: Any) -> str | None:
    """Words that stand in a name, in quotes; None if they are tags."""
    found = [str(one) for one in listed(value)]
    if not all(one.startswith(NAMED) for one in found):
        return None
    return f"{joined((quotes(one) for one in found), 'or')} in its name"


def foe_kinds(value: Any) -> str:
    """Monsters of a tag, or with words in their name."""
    return joined(
        (
            f"monsters with {quotes(one)} in their name" if one.startswith(NAMED) else f"{plain(one).title()} monsters"
            for one in listed(value)
        ),
        "or",
    )


def quotes(group: str) -> str:
    """The words of a group of names in quotes."""
    return f'"{plain(group.removeprefix(NAMED)).title()}"'


def cards(value: str) -> str:
    """The name of a card, made from its id."""
    name = plain(value)
    return f"{name[:1].upper()}{name[1:]}"


def which(value: str) -> str:
    """Which cards a rule means: one by its name, all of a kind or with a tag."""
    sort, _, name = value.partition(":")
    if value.startswith(NAMED):
        return f"all cards with {quotes(value)} in their name"
    if sort == "with":
        return f"all {plain(name).title()} Items" if name == "big" else f"all cards that are {plain(name)}"
    if sort == "for":
        return f"all cards that only {people(name)} may use"
    if sort == "kind":
        return f"all {one_and_several(values()['kinds'][name][0])[2]}"
    return f"all {plain(name)} cards" if sort == "tag" else cards(value)


def people(value: Any) -> str:
    """What somebody is who has an identity, or one of several: an Elf, a Cleric or a Wizard, male."""
    articles = {word: "" if word in SEXES else "an " if word[0] in "AEIOU" else "a " for word in _who(value)}
    return joined((article + word for word, article in articles.items()), "or")


def nobody(value: Any) -> str:
    """What somebody is who has none of some identities: no Elf and no Cleric, not male."""
    return joined((f"not {word}" if word in SEXES else f"no {word}" for word in _who(value)), "and")


def _who(value: Any) -> list[str]:
    words = [plain(str(one)).rpartition(":")[2] for one in listed(value)]
    return [word if word in SEXES else f"{word[:1].upper()}{word[1:]}" for word in words]


def plain(text: str) -> str:
    """Keys of files as words."""
    return text.replace("_", " ").replace("-", " ")


def listed(value: Any) -> list[Any]:
    """One value, or a list of them, as a list."""
    return value if isinstance(value, list) else [value]


WRITERS: Mapping[str, Callable[[Any], str | None]] = {
    "number": number, "minutes": minutes, "bonus": bonus, "people": people, "nobody": nobody, "identities": identities,
    "tags": tags, "called": called, "foe kinds": foe_kinds,
    "cards": cards, "which": which,
}  # fmt: skip
"""How values are written, by kind; other kinds are tables of `values.toml`, or say one and several of something."""
