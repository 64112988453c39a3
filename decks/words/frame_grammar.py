"""What stands before and behind a sentence: its moment, in which company and state, how often, up to which Level."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import HAPPENS_TO, IS_SO
from decks.words.drafts import Body, Draft, Frame, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.time_grammar import in_a_row

ALONE = ("alone",)
HELPED = ("with help", "with a helper", "with any help", "with the help of somebody", "with the help of another player",
          *(f"with {who}'s help" for who in ("somebody", "someone", "anyone", "anybody",
                                             "another player")))  # fmt: skip
"""How people say behind a moment whether the fighter had a helper."""
ON_TOP = ("on top of", "in addition to", "as well as", "besides")
OF_ALL = ("that", "the usual", "whatever was agreed", "what was agreed", "the usual reward",
          "the normal reward", "the rest", "whatever it do", "the treasures", "the usual treasures")  # fmt: skip
TOO = ("too", "as well", "on top", "in addition", "as a bonus", "as consolation", "as a consolation", "as compensation",
       "as a reward", "to compensate", "in return", "to make up for it", "as a penalty",
       "as punishment", "as a consolation prize",
       *(f"{on} {what}" for on, what in product(ON_TOP, OF_ALL)))  # fmt: skip
"""What is said behind what happens beside the rest."""
BUT_NOT = ("but not", "but never")
BRING = ("but this can not bring you past", "but this can not take you past")
CAPS = (*(f"{but} {past} Level <number>" for but, past in product(BUT_NOT, ("above", "past", "beyond"))),
        *(f"{bring} {level} <number>" for bring, level in product(BRING, ("", "Level"))),
        "but no higher than Level <number>", "up to Level <number>", "to a maximum of Level <number>")  # fmt: skip
"""How far a Level that is gained may bring somebody."""
HAPPENS_ONLY = ("and this happens", "but this happens", "this happens only", "and only", "and this happens only",
                "but this only happens", "this can happen", "and this can happen", "but this works")  # fmt: skip
OF_COMBATS = ("won", "lost", "killed", "helped")
"""What nobody can be told to do, so that it can stand for its moment: lose a combat, draw a Door."""
GIVES = ("gives", "gives you", "give", "give you", "grant", "grant you")


def add_frames(grammar: Grammar, start: str) -> None:
    """Rules for what stands before and behind what happens."""
    _add_before(grammar)
    _add_states(grammar)
    _add_behind(grammar, start)


def _add_before(grammar: Grammar) -> None:
    for words in (*ALONE, *HELPED):
        grammar.say("company", words, always(Frame(when=(("alone", words in ALONE),))))
    for of in ("helpers", "helpers or more", "players helping"):
        grammar.say("company", f"with <number> {of}", lambda v: Frame(when=(("helpers_at_least", v[0]),)))
    for bound, word in (("<least>", "helpers_at_least"), ("<most>", "helpers_at_most")):
        grammar.say("company", f"with {bound} helpers", partial(_by_many, word))
    grammar.say("accompanied", "<trigger> <company>", lambda v: replace(v[0], when=(*v[0].when, *v[1].when)))
    for part in ("<accompanied>", "<lies>", "<trigger>", "<if>"):
        grammar.say("pre", part, first)
    for separator in ("", ",", ":", "then", ", then"):
        grammar.say("before", f"<pre> {separator}", first)
    for pause in (",", ":"):
        grammar.say("opening", f"{PART(HAPPENS_TO)} {pause}", lambda v: v[0] if v[0].at in OF_COMBATS else None)
        grammar.say("pres", f"<pre> {pause} <opening>", tuple)  # without a pause it is what somebody is helped to do
    grammar.say("pres", "<opening>", tuple)
    grammar.say("pres", "<opening> <before>", tuple)
    grammar.say("pres", "<before>", tuple)
    grammar.say("pres", "<before> <before>", tuple)
    for comma in ("", ","):  # a Level behind somebody is theirs: it stands before all else, or behind a comma
        grammar.say("placed", f"<place> {comma}", lambda v: Frame(when=v[0]))
        grammar.say("placed", f"<with> {comma}", partial(while_so, True))
        grammar.say("placed", f"<company> {comma}", first)
    for table in ("<table>", "<number> player game", "<number> player games"):
        grammar.say("placed", f"{table} :", partial(_at_a_table, table != "<table>"))
    grammar.say("pres", "<placed>", tuple)
    grammar.say("pres", "<placed> <before>", tuple)
    grammar.say("pres", "<placed> <opening>", tuple)
    grammar.say("pres", "<pre> , <placed>", tuple)


def _add_states(grammar: Grammar) -> None:
    """While in last place; if alone; being ahead gives you -1."""
    for word in ("while", "when", "if"):
        grammar.say("if", f"{word} <with>", partial(while_so, word != "if"))
        grammar.say("if", f"{word} <company>", partial(_in_company, word != "if"))
    grammar.say("if", "once <condition>", _from_then_on)
    grammar.say("if", "<time> only", lambda v: Frame(when=v[0]))
    for state, gives in product(("<condition>", PART(IS_SO)), GIVES):
        grammar.say("final", f"{state} {gives} <clause>", lambda v: framed(v[1], (while_so(True, v),)))


def while_so(lasts: bool, found: list[Any]) -> Frame:
    """While in last place, if ahead by two Levels."""
    return Frame(when=found[0], lasts=lasts)


def _from_then_on(found: list[Any]) -> Frame:
    """Once you are at Level 6, and above it as well."""
    (word, least), *rest = found[0]
    exact = rest == [(word.replace("_least", "_most"), least)]
    return Frame(when=((word, least),) if exact else found[0], lasts=True)


def _at_a_table(exactly: bool, found: list[Any]) -> Frame:
    """How many play, as a heading: two players: nobody may help."""
    return Frame(when=in_a_row("players", found) or () if exactly else found[0])


def _by_many(word: str, found: list[Any]) -> Frame:
    """With at least two helpers."""
    return Frame(when=((word, found[0]),))


def _in_company(lasts: bool, found: list[Any]) -> Frame:
    frame: Frame = found[0]
    return replace(frame, lasts=lasts)


def _add_behind(grammar: Grammar, start: str) -> None:
    for post in ("<trigger>", "<if>", "<accompanied>"):
        grammar.say("post", post, first)
        grammar.say("post", f", {post}", first)
    for too in TOO:
        grammar.say("too", too, always(Frame()))
    grammar.say("post", "<too>", first)
    for comma, text in product(("", ","), HAPPENS_ONLY):
        grammar.say("post", f"{comma} {text} <often>", lambda v: Frame(when=v[0]))
    grammar.say("posts", "<post>", tuple)
    grammar.say("posts", "<post> <post>", tuple)
    for comma, text in product(("", ","), CAPS):
        grammar.say("effect", f"<clause> {comma} {text}", lambda v: _capped(*v))
        grammar.say(start, f"<steps> <posts> {comma} {text}", lambda v: _capped(framed(v[0], v[1]), v[2]))


def _capped(body: Body | None, top: int) -> Body | None:
    """One Level for those who are below another."""
    one = body[0] if body and len(body) == 1 else None
    gains = isinstance(one, Draft) and one.op == "gain_levels" and dict(one.values).get("amount") == 1
    return framed(body, (Frame(when=(("level_at_most", top - 1),)),)) if body and gains and top > 1 else None
