"""How rules of a table are said: of whom and of which monsters, when in the game, and for what price.

The player of the lowest Level, Elves, whoever dies; all Undead; from Level 5 on, once a turn; for two cards.
A rule lies before everybody; of whom it speaks is a condition for its owner, or the moment that comes to them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.branch_grammar import EachOf
from decks.words.clause_grammar import BARE, HAPPENS_TO, IS_SO, PLAYER_DOES
from decks.words.companion_grammar import add_companions, add_given_up
from decks.words.contest_grammar import add_contests
from decks.words.deed_grammar import (
    AUXILIARIES,
    MAY,
    OF_FIGHTERS,
    about,
    about_power,
    accompanied,
    add_deeds,
    add_events,
    of_them,
)
from decks.words.dice_grammar import add_monsters_dice
from decks.words.drafts import NEUTRAL, Body, Branch, Draft, Frame, Pairs, branched, framed, opposite
from decks.words.foe_grammar import add_foes
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.moment_grammar import add_moments
from decks.words.named_grammar import add_named
from decks.words.permission_grammar import add_permissions
from decks.words.power_grammar import NOTHING, add_powers, may_then
from decks.words.replacement_grammar import add_replacements, add_tokens
from decks.words.reroll_grammar import add_second_rolls
from decks.words.seat_grammar import add_seats
from decks.words.standing_grammar import WITH, add_standing, say_one, say_so, suffixed
from decks.words.theft_grammar import add_thefts
from decks.words.time_grammar import add_times, bounded, in_a_row

OF_TWO = (("players_at_least", 2), ("players_at_most", 2))
"""What is said of a game of two, where "the other player" says it anyway."""
OWN_TURN = ("turn_start", "turn_end")
"""Triggers that may stand there too where the turn is said to be theirs."""
SEVERAL_THERE = {"the lowest players": "lowest", "the highest players": "highest"}
"""Those of one place, of whom each does something."""
WHO = ("whoever", "somebody who", "a player who", "any player who", "the player who", "everybody who", "players who",
       "the players who", "any munchkin who", "a munchkin who", "those who", "the one who", "player who")  # fmt: skip
FIGHTING = {"the active player": "own_turn", "the fighter": "fighter", "the helper": "helper", "a helper": "helper",
            "helpers": "helper", "each helper": "helper", "every helper": "helper", "any helper": "helper"}  # fmt: skip
"""Players of whom a sentence speaks by what they do: the condition that holds for them."""
ASKED = {*"identity|any people|tags|prices*|drawn*|withins|deeds|deed cards|doing|towards".split("|"), "a Level|Levels",
         "bonus", "number"}  # fmt: skip
"""Values of which these sentences are made."""
HELPERS = ("a helper", "the helper", "each helper", "every helper", "helpers", "any helper")


def add_subjects(grammar: Grammar, start: str) -> set[str]:
    """Rules for sentences about somebody else than you; what they ask for."""
    add_times(grammar)
    add_standing(grammar)
    add_moments(grammar)
    _add_who(grammar)
    add_foes(grammar)
    add_powers(grammar)
    add_second_rolls(grammar)
    add_given_up(grammar)
    add_tokens(grammar)
    add_monsters_dice(grammar, start)
    _add_powers_of(grammar, start)
    does, does_all = PART(PLAYER_DOES), PART("does all")
    grammar.say("does all", does, first)
    grammar.say(HAPPENS_TO, f"{PART(HAPPENS_TO)} <company>", accompanied)
    _add_levels(grammar)
    for join in ("and", ",", ", and"):
        for more in (does, PART(BARE)):
            grammar.say("does all", f"{does_all} {join} {more}", lambda v: (*v[0], *v[1]))
    for also in AUXILIARIES:
        grammar.say("about somebody", f"<subject> {also} {does_all}", lambda v: about(v[1], v[0]))
    grammar.say("about somebody", f"<subject> <posts> {does_all}", lambda v: framed(about(v[2], v[0]) or (), v[1]))
    for bonus in (PART(BARE), f"{PART(BARE)} in combat", f"{PART(BARE)} in every combat"):
        grammar.say("about somebody", f"{bonus} for <one>", lambda v: about(v[0], Frame(when=v[1])))
    add_events(grammar, does_all)
    _add_behind(grammar, start)
    for roll, pause in product(("roll", "rolls", "must roll", "then rolls"), (":", ";", ",", "and")):
        text = f"<subject> {roll} a die {pause} <branches>"
        grammar.say("about somebody", text, lambda v: _rolls(*v))
    add_replacements(grammar, start)
    add_permissions(grammar, start)
    add_deeds(grammar, start)
    add_contests(grammar, start)
    add_seats(grammar, start)
    add_thefts(grammar, start)
    add_companions(grammar, start)
    return ASKED | add_named(grammar, start)


def _add_behind(grammar: Grammar, start: str) -> None:
    """Sentences about somebody with what stands before and behind them."""
    grammar.say(start, "<about somebody>", first)
    grammar.say(start, "also <about somebody>", first)
    grammar.say(start, "<about somebody> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <about somebody>", lambda v: _before(v[0], v[1]))
    grammar.say("about and behind", "<about somebody> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <about and behind>", lambda v: _before(v[0], v[1]))
    for word, comma, they in product(("if", "while", "when"), ("", ","), ("they", "he", "she")):
        for body in ("<about somebody>", "<about and behind>"):
            text = f"{body} {comma} {word} {they} {PART(IS_SO)}"
            grammar.say(start, text, partial(_about_while, word != "if"))


def _add_powers_of(grammar: Grammar, start: str) -> None:
    """What somebody may do, for a price or for nothing, so often or at a moment."""
    for may in MAY:
        for text in ("<subject> {} <often> <steps>", "<subject> {} , <often> , <steps>"):
            grammar.say("about somebody", text.format(may), lambda v: about_power(v[0], NOTHING, v[2], v[1]))
        for text in ("<subject> {} <often> <price> <bought>", "<subject> {} , <often> , <price> <bought>"):
            grammar.say("about somebody", text.format(may), lambda v: about_power(v[0], v[2], v[3], v[1]))
        grammar.say("may at a moment", f"<subject> {may} <steps> <posts>", _may_when)
        for word, they in product(("when", "if", "after"), ("they", "he", "she")):
            text = f"<subject> {may} <steps> {word} {they} {PART(HAPPENS_TO)}"
            grammar.say("may at a moment", text, lambda v: _may_when([v[0], v[1], (v[2],)]))
        grammar.say(start, f"<pres> <subject> {may} <steps>", lambda v: _before_may(*v))
        for comma in ("", ","):
            text = f"<often> {comma} <subject> {may} <steps>"
            grammar.say("about somebody", text, lambda v: about_power(v[1], NOTHING, v[2], v[0]))
            text = f"<often> {comma} <subject> {may} <price> <bought>"
            grammar.say("about somebody", text, lambda v: about_power(v[1], v[2], v[3], v[0]))
        grammar.say("about somebody", f"<subject> {may} <steps> <often>", lambda v: about_power(v[0], NOTHING, *v[1:]))
        grammar.say("about somebody", f"<subject> {may} <steps>", lambda v: about_power(v[0], NOTHING, v[1]))
        grammar.say("about somebody", f"<subject> {may} <price> <bought>", lambda v: about_power(*v))
        grammar.say("about somebody", f"<subject> {may} <price> <bought> <often>", lambda v: about_power(*v))
    for part in (start, "about and behind"):
        grammar.say(part, PART("may at a moment"), first)


def _add_levels(grammar: Grammar) -> None:
    """At which Level it happens to somebody."""
    for part in (HAPPENS_TO, "trigger"):
        grammar.say(part, f"{PART(part)} at <at a level>", lambda v: _at_their_level(v[0], suffixed("level", v[1:])))
        for word, bound, more in (("above", "level_at_least", 1), ("below", "level_at_most", -1)):
            text = f"{PART(part)} {word} Level <number>"
            grammar.say(part, text, partial(_beyond_level, bound, more))


def _at_their_level(frame: Frame, when: Pairs | None) -> Frame | None:
    """What happens to those who are of a Level; it is read before a win changes it, and behind what a loss does."""
    return of_them([when, frame]) if when and frame.at in ("died", "won") else None


def _beyond_level(word: str, more: int, found: list[Any]) -> Frame | None:
    return _at_their_level(found[0], bounded(word, more, found[1:]))


def _before_may(frames: tuple[Frame, ...], who: Frame, steps: Body) -> Body | None:
    """The same at a moment that is said before: of a turn it must be said that it is theirs."""
    if any(frame.at not in (*NEUTRAL, *OWN_TURN) for frame in frames):
        return None
    body = _may_when([who, steps, frames])
    theirs = any(frame.at in OWN_TURN for frame in frames)
    return body and tuple(replace(one, their_turn=theirs) if isinstance(one, Draft) else one for one in body)


def _may_when(found: list[Any]) -> Body | None:
    """What somebody may do at a moment that is said behind."""
    who, steps, posts = found
    if ("helper", True) in who.when and any(frame.at in OF_FIGHTERS for frame in posts):
        return None  # it happens to the fighter alone
    body = may_then(steps, (who, *posts))
    return framed(body, (Frame(third=True),)) if body is not None else None


def _rolls(who: Frame, branches: tuple[Branch, ...]) -> Body | None:
    """What follows on the die of somebody."""
    body = branched(Draft("roll"), "rolled", branches)
    return about(body, who) if body is not None and not any(isinstance(one, EachOf) for one in branches) else None


def _about_while(lasts: bool, found: list[Any]) -> Body | None:
    """What somebody does while something holds for them."""
    return framed(found[0], (Frame(when=found[1], lasts=lasts),))


def _before(frames: tuple[Frame, ...], body: Body) -> Body | None:
    if any(frame.at not in (*NEUTRAL, *OWN_TURN) for frame in frames):
        return None
    if any(isinstance(one, Draft) and ("to", "other") in one.values for one in body):  # there is one of two alone
        frames = tuple(replace(one, when=()) if one.when == OF_TWO else one for one in frames)
        if any(word.startswith("players_") for one in frames for word, _ in one.when):
            return None
    found = framed(body, frames)
    theirs = any(frame.at in OWN_TURN for frame in frames)
    return found and tuple(replace(one, their_turn=theirs) if isinstance(one, Draft) else one for one in found)


def _add_who(grammar: Grammar) -> None:
    """Whom a sentence speaks of."""
    for text in ("everybody", "players", "the players"):
        grammar.say("subject", text, always(Frame()))
    for who in WHO:
        grammar.say("subject", f"{who} {PART(HAPPENS_TO)}", first)
        grammar.say("subject", f"{who} {PART(IS_SO)} and {PART(HAPPENS_TO)}", of_them)
        grammar.say("subject", f"{who} {PART(HAPPENS_TO)} and {PART(IS_SO)}", lambda v: of_them(v[::-1]))
    for when in ("when", "if"):
        grammar.say("trigger", f"{when} you {PART(IS_SO)} and {PART(HAPPENS_TO)}", of_them)
        grammar.say("trigger", f"{when} you {PART(HAPPENS_TO)} and {PART(IS_SO)}", lambda v: of_them(v[::-1]))
    for text, word in FIGHTING.items():
        grammar.say("one", text, always(((word, True),)))
    for part in ("<one>", "<each one>"):
        grammar.say("subject", part, lambda v: Frame(when=v[0]))
    for who in WHO:
        say_one(grammar, f"{who} {PART(IS_SO)}", first)
    for one in ("<one>", "<each one>"):
        grammar.say("subject", f"{one} who {PART(HAPPENS_TO)}", of_them)
    for everybody, but in product(
        ("everybody", "players", "all"), ("but", "except", "except for", "other than", "apart from")
    ):
        say_one(grammar, f"{everybody} {but} <one>", lambda v: opposite(v[0]))
    _add_people(grammar)
    for comma in ("", ","):
        grammar.say("post", f"{comma} for <one>", _for_them)
    _add_axes(grammar)
    _add_sides(grammar)


def _add_people(grammar: Grammar) -> None:
    """Players who have or are something: with the lowest Level, without Items, Elves."""
    for who in WITH:
        for place in ("with", "of", "at", "on", "in"):
            say_one(grammar, f"{who} {place} <standing>", first)
        say_one(grammar, f"{who} <with>", first)
    for text, word in (
        ("the leader", "highest"),
        ("leaders", "highest"),
        ("the player furthest behind", "lowest"),
        ("the highest player", "highest"),
        ("the lowest munchkin", "lowest"),
        ("the lowest player", "lowest"),
        ("whoever is lowest", "lowest"),
        ("whoever is highest", "highest"),
        *((f"{who}{each}", word) for who, word in SEVERAL_THERE.items() for each in ("", " each")),
    ):
        grammar.say("one", text, always(((word, True),)))
    grammar.say("one", "<any people>", lambda v: (("is", v[0]),))
    for people in ("<any people>", "a <any people>", "every <any people>", "each <any people>"):
        grammar.say("one", f"{people} <with>", lambda v: (("is", v[0]), *v[1]))
    for every in ("", "every", "each", "all", "a"):
        say_one(grammar, f"{every} <identity>", lambda v: (("is", (v[0],)),))
        text = f"{every} Level <bound> <identity>"
        say_one(grammar, text, lambda v: (("is", (v[1],)), *suffixed("level", v)))


def _add_axes(grammar: Grammar) -> None:
    """Whoever has neither Class nor Race, or both."""
    for one, other in (("Class", "Race"), ("Race", "Class")):
        none, both = always((("lacks", "class"), ("lacks", "race"))), always((("has", "class"), ("has", "race")))
        for text in (f"no {one} or {other}", f"no {one} and no {other}", f"neither {one} nor {other}",
                     f"neither a {one} nor a {other}"):  # fmt: skip
            say_so(grammar, f"has {text}", none)
        say_so(grammar, f"do not has a {one} or {other}", none)
        for text in (f"without {one} or {other}", f"without a {one} or a {other}", f"without a {one} or {other}",
                     f"without any {one} or {other}", f"with neither {one} nor {other}"):  # fmt: skip
            grammar.say("with", text, none)
        for text in (f"a {one} and a {other}", f"both a {one} and a {other}", f"both {one} and {other}",
                     f"{one} and {other} both", f"{one} and {other}", f"a {one} and {other}"):  # fmt: skip
            say_so(grammar, f"has {text}", both)
            grammar.say("with", f"with {text}", both)
    for cards in ("hand cards", "cards in hand", "cards"):
        say_so(grammar, f"has exactly <number> {cards}", partial(in_a_row, "hand"))


def _for_them(found: list[Any]) -> Frame | None:
    """What holds for those who are something; so much for each helper is counted."""
    return Frame(when=found[0], lasts=True, third=True) if ("helper", True) not in found[0] else None


def _add_sides(grammar: Grammar) -> None:
    """Those of a combat: helpers, and who wins or loses it."""
    for text in HELPERS:
        grammar.say("subject", text, always(Frame(at="helped")))
    grammar.say("subject", "losers", always(Frame(at="lost")))
    grammar.say("subject", "winners", always(Frame(at="won")))
    for each in ("a", "the", "each", "every", "any"):
        grammar.say("subject", f"the winner of {each} combat", always(Frame(at="won")))
        grammar.say("subject", f"the loser of {each} combat", always(Frame(at="lost")))
