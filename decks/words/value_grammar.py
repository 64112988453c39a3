"""How values are read: the reverse of `value_words`, for the kinds of values that patterns ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any

from decks.value_kinds import Names
from decks.words.clause_table import plain_value, values
from decks.words.counted_grammar import add_counts, by_count, counted
from decks.words.drafts import Held, Instead
from decks.words.grammar_rules import PART, Grammar, always, first, kinds, pieces_of, shared_ways, without_commas
from decks.words.patterns import one_and_several, parsed, spelled
from decks.words.value_words import FIRST, MANY, plain
from decks.words.word_tokens import NUMBER, SIGNED

PLURALS = {"elf": "elves", "half elf": "half elves", "dwarf": "dwarves", "thief": "thieves", "wolf": "wolves",
           "male": "men", "female": "women"}  # fmt: skip
"""Several of somebody, where it is no letter more."""
DIE = 6
"""The highest number of the die with which one runs away."""
PEOPLE = ("player", "players", "munchkin", "munchkins", "character", "characters")
"""What people call those who are something."""


def add_names(grammar: Grammar, names: Names, titles: Mapping[str, str]) -> None:
    """Rules for the names of a box: its identities, tags and cards."""
    _add_people(grammar, names)
    for title, card in [*((plain(card), card) for card in names.cards), *titles.items()]:
        for article in ([], ["the"]):
            for made_of in without_commas(kinds(title)):
                grammar.add("cards", [*article, *made_of], always(card))


def add_values(grammar: Grammar, asked: Collection[str]) -> None:
    """Rules for numbers, and for what patterns ask for."""
    _add_numbers(grammar)
    _add_degrees(grammar)
    _add_further(grammar)
    add_counts(grammar)
    for that, owned in product(("", "that", "which"), ("you has in play", "you own", "you carry", "you has")):
        grammar.say("owned", f"{that} {owned}", always(True))
    tables = values()
    for kind in sorted(asked):
        table = tables.get(kind.removesuffix("*"))
        forms, _, degrees = kind.partition("; ")
        if degrees:
            more, less = degrees.split(MANY)
            _add_count(grammar, forms, forms)
            for degree, sign in ((more, 1), (less, -1)):
                _add_before(grammar, kind, forms, kinds(degree), sign)
            grammar.add(kind, [PART(forms), *kinds(more)], first)
            grammar.add(kind, [PART(forms), *kinds(less)], lambda v: -v[0] if isinstance(v[0], int) and v[0] else None)
            grammar.add(kind, [PART(forms), *kinds(more), PART("each")], by_count)
            grammar.add(kind, [PART(forms), *kinds(less), PART("each")], partial(by_count, sign=-1))
        elif MANY in kind:
            _add_count(grammar, kind, kind)
        elif table is not None:
            for key, ways in table.items():
                _add_choice(grammar, kind, plain_value(key), ways)


def _add_before(grammar: Grammar, kind: str, forms: str, degree: list[str], sign: int) -> None:
    """So many more or fewer of something, with the degree before it: two more Treasures, one less Treasure."""
    one, _, several = one_and_several(forms)
    for form in spelled(one):
        grammar.add(kind, ["one", *degree, *kinds(form)[1:]], always(sign))
        grammar.add(kind, [NUMBER, *degree, *kinds(form)[1:]], lambda v: sign if v[0] == 1 else None)
    for form in spelled(several):
        grammar.add(kind, [NUMBER, *degree, *kinds(form)], lambda v: sign * v[0] or None)


DEGREES = {"stronger": 1, "tougher": 1, "harder": 1, "weaker": -1, "easier": -1}
HEIGHTS = {"higher": 1, "greater": 1, "lower": -1}
MUCH = ("<number>", "<number> points", "<number> point", "<number> Levels", "<number> Level", "a Level", "one")
"""How much stronger, in points or in Levels."""
EXTRA = ("extra", "bonus", "further", "more")


def _add_degrees(grammar: Grammar) -> None:
    """So much stronger or weaker: two stronger, a Level tougher, 3 more strength, one Treasure less."""
    for (word, sign), much in product((DEGREES | HEIGHTS).items(), MUCH):
        for part in ("stronger", *(("higher",) if word in HEIGHTS else ())):
            grammar.say(part, f"{much} {word}", partial(_times, sign))
            grammar.say(part, f"{word} by <number>", partial(_times, sign))
    for word, sign in (("more", 1), ("less", -1)):
        for text in (f"<number> {word} strength", f"<number> strength {word}"):
            grammar.say("strength", text, partial(_times, sign))
        grammar.say("stronger", f"<number> points of strength {word}", partial(_times, sign))
    grammar.add("stronger", [SIGNED, "stronger"], lambda v: v[0] if v[0] > 0 else None)
    for text in ("<number> less Treasures", "<number> Treasures less", "<number> less Treasure",
                 "<number> Treasure less",
                 "one less Treasure", "one Treasure less", "a Treasure less"):  # fmt: skip
        grammar.say("fewer Treasures", text, partial(_times, -1))
    for text in ("<number> less Levels", "<number> Levels less", "<number> less Level", "<number> Level less",
                 "one less Level", "one Level less", "a Level less"):  # fmt: skip
        grammar.say("fewer Levels", text, partial(_times, -1))


def _add_further(grammar: Grammar) -> None:
    """Levels that come on top of others."""
    for extra in EXTRA:
        grammar.say("further Levels", f"<number> {extra} Levels", first)
        for one in ("a", "one") if extra != "more" else ("one",):
            grammar.say("further Levels", f"{one} {extra} Level", always(1))
    grammar.say("further Levels", "a second Level", always(1))


def _times(sign: int, found: list[Any]) -> int | None:
    """One, or the number that is said, with a sign."""
    return sign * (found[0] if found else 1) or None


def _add_numbers(grammar: Grammar) -> None:
    for where in ([], ["in", "combat"], ["more"], ["extra"]):
        grammar.add("bonus", [SIGNED, *where, PART("each")], counted)
    grammar.add("number", [NUMBER], first)
    grammar.add("number", ["one"], always(1))
    grammar.add("bonus", [SIGNED], first)
    for made_of in ([SIGNED, "instead"], ["instead", SIGNED]):
        grammar.add("bonus", made_of, lambda v: Instead(v[0]))
    grammar.add("bonus", ["it", "is", SIGNED, "instead"], lambda v: Instead(v[0]))
    for it in ([], ["it"], ["this"]):
        grammar.add("bonus", [*it, "count", "as", SIGNED], lambda v: Instead(v[0]))
    for its in (["bonus"], ["the", "bonus"], ["this", "bonus"]):
        grammar.add("bonus", [*its, "is", SIGNED], lambda v: Instead(v[0]))
    for words in (["instead", "of"], ["rather", "than"]):
        grammar.add("bonus", [SIGNED, *words, SIGNED], lambda v: Instead(*v))
    grammar.add("held", [NUMBER], lambda v: Held(v[0]))
    grammar.add("fewer", [NUMBER], lambda v: -v[0] if v[0] else None)
    grammar.add("fewer", ["one"], always(-1))
    for part in ("now cards", "at cards"):
        grammar.add(f"held {part}", [PART(part)], lambda v: Held(v[0]))
    for kind, part in (("needed", "figure roll"), ("needed at least", "roll at least")):
        grammar.add(kind, [PART(part)], lambda v: Held(v[0], "run_away.target") if 2 <= v[0] <= DIE else None)
    grammar.add("fall", [SIGNED], lambda v: -v[0] if v[0] < 0 else None)
    grammar.add("under", [NUMBER, "or", "more"], lambda v: v[0] - 1)
    for text, sign in (("less", -1), ("lower", -1), ("worse", -1), ("more", 1), ("higher", 1), ("better", 1)):
        grammar.add("shift", [NUMBER, text], partial(_signed, sign))
        grammar.add("shift", ["one", text], always(sign))
    for word, ways in values()["bonuses"].items():
        for way in ways:
            grammar.add("bonus", kinds(way), always(word))


def _signed(sign: int, found: list[int]) -> int:
    return sign * found[0]


def _add_choice(grammar: Grammar, kind: str, key: Any, ways: Iterable[str]) -> None:
    """A value of a table, or so many of it."""
    means = always(key)
    for place, way in enumerate(ways):
        if kind.endswith("*"):
            inner = f"{kind} {key} {place}"
            _add_count(grammar, inner, way)
            grammar.add(kind, [PART(inner)], partial(_so_many, key))
            if kind == "items*":
                grammar.add(kind, [PART(inner), PART("owned")], partial(_so_many, key))
            if kind == "items*" and key == "any" and not place:
                grammar.add(kind, [PART(inner), PART("in the hands")], partial(_so_many, "hand"))
            continue
        for one in shared_ways(grammar, parsed(one_and_several(way)[0]), 0):
            for made_of in without_commas(pieces_of(one)[0]):
                grammar.add(kind, made_of, means)


def _so_many(key: Any, found: list[Any]) -> tuple[Any, Any]:
    return found[0], key


def _add_count(grammar: Grammar, part: str, forms: str) -> None:
    """So many of something, of which one and several are said in `forms`."""
    single, _, several = one_and_several(forms)
    for one in spelled(single):
        words, article = kinds(one), one.split()[0]
        grammar.add(part, words, always(1))
        if several and article in ("a", "an", "one"):
            grammar.add(part, ["a", *words[1:]], always(1))
            grammar.add(part, ["one", *words[1:]], always(1))
            grammar.add(part, ["a", *words[1:], PART("each")], counted)
            grammar.add(part, ["one", *words[1:], PART("each")], counted)
            grammar.add(part, [NUMBER, *words[1:]], lambda v: v[0] if v[0] == 1 else None)
            grammar.add(part, [NUMBER, *words[1:], PART("each")], lambda v: counted(v) if v[0] == 1 else None)
            for every in ("every", "each"):  # of what is lost or taken; for each of them, it would be counted
                grammar.add(part, [every, *words[1:]], always("all"))
        if several:
            grammar.add(part, ["no", *(words[1:] if article in FIRST else words)], always(0))
    for more in spelled(several) if several else ():
        grammar.add(part, [NUMBER, *kinds(more)], first)
        grammar.add(part, [NUMBER, *kinds(more), PART("each")], counted)
        if single.startswith(("the ", "their ")):  # the two best of them
            grammar.add(part, ["the", NUMBER, *kinds(more)], first)
        grammar.add(part, ["no", *kinds(more)], always(0))
        for word, ways in values()["amounts"].items():
            for way in ways:
                grammar.add(part, kinds(way.replace("*", more)), always(word))


def _add_people(grammar: Grammar, names: Names) -> None:
    known = [key for key in names.identities if key in names.home] or list(names.identities)
    for key in names.identities:
        axis, _, name = key.partition(":")
        same = [one for one in known if one.partition(":")[2] == name]
        if same and key not in same:
            continue  # the deck's own are meant first
        forms = forms_of(plain(name))
        for form in [*forms, *(f"{forms[0]} {people}" for people in PEOPLE)]:
            grammar.add("identity", kinds(form), always(key))
    for tag in names.tags:
        for form in forms_of(plain(tag)):
            grammar.add("tag", kinds(form), always(tag))
    grammar.add("person", ["<identity>"], first)
    grammar.add("person", ["a", "<identity>"], first)
    grammar.add("no person", ["no", "<identity>"], first)
    grammar.add("no person", ["not", "<person>"], first)
    for one, several, last in (("person", "people", "or"), ("identity", "identities", "or"), ("tag", "tags", "or"),
                               ("no person", "nobody", "and")):  # fmt: skip
        _add_list(grammar, one, several, last)
    for one, several in (("person", "people"), ("tag", "tags")):  # against Elves and Wizards: against each of them
        grammar.add(f"any {several}", [PART(several)], first)
        _add_list(grammar, one, f"any {several}", "and")
    grammar.say("nobody", "not <people 2>", first)
    grammar.say("nobody", "neither <person> nor <person>", tuple)


def _add_list(grammar: Grammar, one: str, several: str, last: str) -> None:
    """One or several of something: a, b or c."""
    rows, some = PART(f"{one}, "), PART(f"{several} 2")
    grammar.add(several, [PART(one)], tuple)
    grammar.add(several, [some], first)
    grammar.add(f"{one}, ", [PART(one)], tuple)
    grammar.add(f"{one}, ", [rows, ",", PART(one)], lambda v: (*v[0], v[1]))
    for end in ([last], [",", last]):
        grammar.add(f"{several} 2", [rows, *end, PART(one)], lambda v: (*v[0], v[1]))


def forms_of(name: str) -> list[str]:
    """A name, and several who have it."""
    several = PLURALS.get(name) or (
        f"{name[:-1]}ies"
        if name.endswith("y")
        else f"{name}es"
        if name.endswith(("s", "x", "ch", "sh"))
        else f"{name}s"
    )
    return [name, several, f"{name}s"] if name in PLURALS else [name, several]
