"""How orders are read: what rules say of switches, and of the cards in the box."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.value_kinds import Names
from decks.words.alternatives import OTHERS
from decks.words.clause_grammar import asked_by, fixed_values
from decks.words.clause_table import Clause, order_clauses, values
from decks.words.drafts import Body, Draft, Frame, Held, framed
from decks.words.figure_grammar import BEFORE, add_figures
from decks.words.grammar_rules import (
    PART,
    UNSAID,
    Grammar,
    always,
    filled,
    first,
    kinds,
    pieces_of,
    shared_ways,
    without_commas,
)
from decks.words.orders import HALF, SWITCHES, Order, Orders, setting
from decks.words.own_piles import add_piles, of_the_box
from decks.words.patterns import Flat, one_and_several, spelled
from decks.words.value_grammar import forms_of
from decks.words.value_words import plain

ORDERS = "orders"
OF_TABLES = {"players_at_least": "players.min", "players_at_most": "players.max"}
"""Conditions of how many play, and the switches that let no others play."""
NO_LIMIT = {"big.limit", "time_limit.rounds", "time_limit.minutes"}
"""Switches of which 0 says that there is no limit: who says "no Big Items" means something else."""
GROUP = ":"
"""What stands in the name of cards of a kind or with a tag."""
BEFORE_DEALING = (
    *("before " + what for what in ("dealing", "the deal", "you deal", "the cards is dealt", "shuffling", "you shuffle",
                                    "the first deal", "dealing the cards", "dealing the hands")),
    "at setup", "during setup", "when setting up", "when you set up the game",
)  # fmt: skip
"""When cards are put into the box or taken out of it."""
EVERY = ("all", "every", "each", "the", "all the", "all of the", "any", "all copies of", "a", "the card")
"""What stands before cards of a kind: all of them are meant."""


def add_orders(grammar: Grammar, start: str) -> set[str]:
    """Rules for every row of the tables of switches and of changes; what their patterns ask for."""
    asked: set[str] = set()
    for name, rows in order_clauses().items():
        for clause in (row for row in rows if row.names[0] == name):
            for pattern in (clause.says, *clause.heard):
                for way in shared_ways(grammar, pattern, 0):
                    asked |= _add_order(grammar, clause, way)
    grammar.say(ORDERS, "<order>", first)
    for join in ("and", ",", ", and", ";", "but", ", but"):
        grammar.say(ORDERS, f"<orders> {join} <order>", lambda v: (*v[0], *v[1]))
    for words in BEFORE:
        grammar.say(ORDERS, f"<orders> {words} <usual>", lambda v: _instead(*v))
    for words in ("instead of", "rather than", "not", ", not"):  # 5 Doors and 5 Treasures instead of 4 and 4
        grammar.say(ORDERS, f"<orders> {words} <usual> and <usual>", _both_instead)
    for words in ("instead of", "rather than"):
        grammar.say(ORDERS, f"{words} <usual> , <orders>", lambda v: _instead(v[1], v[0]))
    grammar.say(ORDERS, "<orders> <for all>", first)
    asked |= {"for all"}
    _add_asides(grammar)
    grammar.say(start, "<orders>", first)
    grammar.say(start, "<pres> <orders>", lambda v: _hanging(v[1], v[0]))
    grammar.say(start, "<orders> <posts>", lambda v: _hanging(*v))
    add_figures(grammar)
    add_piles(grammar)
    _add_as_usual(grammar, start)
    return asked


def _add_asides(grammar: Grammar) -> None:
    """What may be done to Items that nobody uses, and when cards are taken out of the box."""
    for text in ("sold", "stolen", "cursed", "hit by a Curse", "hit by Curses", "lost to a Curse", "struck by Curses"):
        grammar.say("done to them", text, always(True))
        for join in ("and", "or", ",", ", and", ", or"):
            grammar.say("done to them", f"<done to them> {join} {text}", always(True))
    for text in BEFORE_DEALING:
        grammar.say("before dealing", text, always(True))
    for comma in ("", ","):
        grammar.say(ORDERS, f"<orders> {comma} <before dealing>", lambda v: v[0] if of_the_box(v[0]) else None)
        grammar.say(ORDERS, f"<before dealing> {comma} <orders>", lambda v: v[1] if of_the_box(v[1]) else None)


def _hanging(orders: Orders, frames: tuple[Frame, ...]) -> Orders | None:
    """What is said of switches under a condition: it is understood, and cannot be, but for how many play.

    What holds in games of two is a rule for games of two: the variant plays in no other.
    """
    pairs = [pair for frame in frames for pair in frame.when]
    if not pairs and all(frame.at == "begun" and not frame.when for frame in frames) and of_the_box(orders):
        return orders  # what lies in the box before the game
    if not pairs or any(frame.at for frame in frames) or not all(word in OF_TABLES for word, _ in pairs):
        return tuple(replace(order, hangs=True) for order in orders)
    if len({word for word, _ in pairs}) < len(pairs) or any(order.place in OF_TABLES.values() for order in orders):
        return None
    return (*(replace(setting(OF_TABLES[word], number), of_tables=True) for word, number in pairs), *orders)


def _add_as_usual(grammar: Grammar, start: str) -> None:
    """Behind what some have in the place of a switch: , while everyone else still needs a 5; , 5 otherwise."""
    for still in ("", "still"):
        for verb in ("need", "roll", "escape on", "flee on"):
            for end in ("", "to run away"):
                grammar.say(
                    "others have", f"{still} {verb} <figure roll> {end}", lambda v: Held(v[0], "run_away.target")
                )
        for verb in ("has", "keep", "may keep", "may hold", "hold"):
            for of in ("", "a hand limit of"):
                grammar.say("others have", f"{still} {verb} {of} <figure cards>", lambda v: Held(v[0]))
    for joint, who in product(("", ",", ";"), (*OTHERS, "everybody")):
        for word in ("while", "and", "but", ""):
            grammar.say("as usual", f"{joint} {word} {who} <others have>", lambda v: v[0])
    for joint in ("", ","):
        grammar.say("as usual", f"{joint} keep <figure cards> otherwise", lambda v: Held(v[0]))
    for text in ("<about somebody>", "<about and behind>", "<pres> <steps>", "<steps> <posts>"):
        grammar.say(start, f"{text} <as usual>", _as_usual)


def _as_usual(found: list[Any]) -> Body | None:
    """What some have, where what is said of all others is what the rules say anyway."""
    *before, usual = found
    if SWITCHES[usual.switch].default != usual.number:
        return None
    frames = [frame for one in before if not isinstance(one[0], Draft) for frame in one]
    body = next(one for one in before if isinstance(one[0], Draft))
    amounts = [dict(one.values).get("amount") for one in body if isinstance(one, Draft)]
    same = len(amounts) == len(body) and all(isinstance(a, Held) and a.switch == usual.switch for a in amounts)
    return framed(body, tuple(frames)) if same else None


def _add_order(grammar: Grammar, clause: Clause, way: Flat) -> set[str]:
    pieces, holes = pieces_of(way)
    known, names = fixed_values(clause, way), clause.names
    no_limit = set(names) & NO_LIMIT

    def orders(found: list[Any]) -> Orders | None:
        given = {**known, **filled(holes, found)}
        given.pop(UNSAID, None)
        total, value, cards = given.pop("total", None), given.pop("value", None), given.pop("of", None)
        if total is not None and total != sum((value * len(names), *given.values())):
            return None
        if given.pop("was", ()) == value or (value == 0 and value != known.get("value") and no_limit):
            return None
        if cards is not None:
            if "copies" in names and value and any(GROUP in one for one in cards):
                return None  # so many of each, or of all together?
            if names != ("level",) and any(isinstance(one, MonstersCalled) for one in cards):
                return None  # other cards of the name have that key too
            how = given.pop("how", None)
            if how is not None and isinstance(value, int) and value < 0:
                return None
            amount = str(value).lower() if how is None else how if how == HALF else f"{value} {how}"
            changes = (Order(f"{one}.{name}", amount) for one in dict.fromkeys(cards) for name in names)
            return (*changes, *(setting(n, v) for n, v in given.items()))
        return (*(setting(name, value) for name in names), *(setting(n, v) for n, v in given.items()))

    for made_of in without_commas(pieces):
        grammar.add("order", made_of, orders)
    return asked_by(pieces)


def _instead(orders: Orders, before: int) -> Orders | None:
    """A switch, and what it was before: that says nothing more."""
    return orders if isinstance(orders[-1].value, int) and before not in (orders[-1].value, None) else None


def _both_instead(found: list[Any]) -> Orders | None:
    """Two switches, and what each was before."""
    orders, *before = found
    told = [isinstance(o.value, int) and o.value != b for o, b in zip(orders, before, strict=False) if b is not None]
    return orders if len(orders) == len(before) == len(told) and all(told) else None


class MonstersCalled(str):
    """Cards with words in their names, of which a sentence means the monsters alone."""


def add_cards(grammar: Grammar, names: Names) -> None:
    """Which cards: one by its name, all of a kind, all of a tag."""
    grammar.say("which", "<cards>", lambda v: (v[0],))
    for every in EVERY:
        grammar.say("of every", every, always(True))
    groups = [(f"kind:{kind}", way) for kind, ways in values()["kinds"].items() for way in ways]
    groups += [
        (f"tag:{tag}", f"{plain(tag)} {one}|{plain(tag)} {several}") for tag in names.tags for one, several in TAGGED
    ]
    for group, way in groups:
        one, _, several = one_and_several(way)
        for form in spelled(several):
            grammar.add("which several", kinds(form), always((group,)))
        for form in (*spelled(one), *spelled(several)):
            grammar.add("group", kinds(form), always((group,)))
        for every, form in product(("every", "each", "a", "the"), spelled(one)):
            grammar.add("whose", kinds(f"{every} {form}'s"), always((group,)))
    for tag in names.tags:
        for form in forms_of(plain(tag)):
            grammar.add("tagged", kinds(form), always((f"tag:{tag}",)))
    for every in ("all", "every", "each"):
        grammar.say("which", f"{every} <tagged>", first)
    grammar.say("which", "<of every> <group>", lambda v: v[1])
    grammar.say("which", "<which several>", first)
    for one in ("the", "the card", "all copies of"):
        grammar.add("which", [*kinds(one), PART("cards")], lambda v: (v[0],))
    _add_called(grammar)
    kinds_called = {one_and_several(way)[0].lower() for _, way in groups} | {plain(tag) for tag in names.tags}
    _add_named(grammar, names, kinds_called)
    for join in ("and", ",", ", and"):
        grammar.say("which", f"<which> {join} <which>", lambda v: (*v[0], *v[1]))


def _add_named(grammar: Grammar, names: Names, groups: set[str]) -> None:
    """Cards by their names: all of some, and so many of one; what names a kind or a tag means all of those."""
    grammar.say("named cards", "<cards>", lambda v: (v[0],) if plain(v[0]) not in groups else None)
    grammar.say("all of those", "<several cards>", lambda v: (v[0],) if plain(v[0]) not in groups else None)
    grammar.say("all of those", "<named cards> cards", first)
    for part, joins in (("all of those", ("and",)), ("none of those", ("or", "nor", "and no"))):
        for join in joins:
            grammar.say(part, f"<all of those> {join} <several cards>", lambda v: (*v[0], v[1]))
            grammar.say(part, f"<named cards> {join} <cards> cards", lambda v: (*v[0], v[1]))
    grammar.say("none of those", "<all of those>", first)
    for join in ("and", ",", ", and"):
        grammar.say("named cards", f"<named cards> {join} <cards>", lambda v: (*v[0], v[1]))
    for every, cards in product(("", "<of every>"), ("cards", "card")):  # each Half-Breed card; all A and B cards
        if every or cards == "cards":
            grammar.say("which", f"{every} <named cards> {cards}", lambda v: v[-1])
    for several in (
        "<cards> cards",
        "<cards> card",
        "copies of <cards>",
        "copies of the <cards>",
        "copy of <cards>",
        "<cards>",
    ):
        grammar.say("so many of", several, lambda v: (v[0],))
    grammar.say("so many of", "<several cards>", lambda v: (v[0],))
    for card in names.cards:
        grammar.add("several cards", kinds(forms_of(plain(card))[1]), always(card))


def _add_called(grammar: Grammar) -> None:
    """Cards with words in their names."""
    for every in ("all cards", "every card", "each card", "the cards", "cards"):
        grammar.say("which", f"{every} <of a name>", first)
    for every in ("all monsters", "every monster", "each monster", "the monsters", "monsters"):
        grammar.say("which", f"{every} <of a name>", lambda v: tuple(map(MonstersCalled, v[0])))


TAGGED = (("monster", "monsters"), ("card", "cards"), ("Item", "Items"))
"""What cards with a tag are called."""
