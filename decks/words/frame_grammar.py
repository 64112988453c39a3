"""What stands before and behind a sentence: its moment, in which company and state, how often, up to which Level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.rule_lint import LASTS
from decks.words.clause_grammar import ELIDED, HAPPENS_TO, IS_SO
from decks.words.drafts import KEEP, MINE, OF_CARDS, Body, Draft, Frame, Spared, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.time_grammar import in_a_row
from engine.records.card_kinds import Trigger

ALONE = ("alone",)
HELPED = ("with help", "with a helper", "with any help", "with the help of somebody", "with the help of another player",
          *(f"with {who}'s help" for who in ("somebody", "someone", "anyone", "anybody",
                                             "another player")))  # fmt: skip
"""How people say behind a moment whether the fighter had a helper."""
ON_TOP = ("on top of", "in addition to", "as well as", "besides")
OF_ALL = ("that", "the usual", "whatever was agreed", "what was agreed", "the usual reward",
          "the normal reward", "the starting hand", "the normal starting hand", "the usual hand",
          "the normal hand", "the usual starting hand", "the cards dealt", "the usual deal", "the normal deal",
          "the rest", "whatever it do", "the treasures", "the usual treasures")  # fmt: skip
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
TENTH = 10
NO_TENTH = tuple(f"{but} {it} {would} the {tenth}" for but in ("but not if", "unless") for it in ("it", "that", "this")
                 for would in ("is", "would be") for tenth in ("tenth", "level 10"))  # fmt: skip
"""The same of the Level by which one wins, by its number."""
HAPPENS_ONLY = ("and this happens", "but this happens", "this happens only", "and only", "and this happens only",
                "but this only happens", "this can happen", "and this can happen", "but this works")  # fmt: skip
OF_COMBATS = ("won", "lost", "killed", "helped")
"""What nobody can be told to do, so that it can stand for its moment: lose a combat, draw a Door."""
GIVES = ("gives", "gives you", "give", "give you", "grant", "grant you")


AS_BIG = ("count as a Big Item", "it count as a Big Item", "this count as a Big Item", "this Curse count as a Big Item",
          "the Curse count as a Big Item")  # fmt: skip
"""What a Curse does that lies before somebody, for nothing else could: it stays."""
AT_A_BONUS = ("combat the next combat at", "combat the next combat with", "the next combat is at")
IF_THERE = ("if you has one", "if you has any", "if you has it", "if any")
"""What goes without saying behind what somebody loses."""
GONE = ("lost", "destroyed", "discarded", "ruined", "gone", "stolen", "broken", "burned", "melted", "smashed", "taken")
"""What becomes of things that somebody loses."""
LOSSES = ("lose_item", "lose_class", "lose_race", "discard_hand")


UNTOUCHED = ("is not affected", "is immune", "is unaffected", "is safe", "is spared", "suffer no effect")
BY_IT = (
    "",
    "by it",
    "by this",
    "by this curse",
    "by the curse",
    "to it",
    "to this",
    "to this curse",
    "from it",
    "from this",
    "from this curse",
)
SPARES = ("do not affect", "has no effect on", "will not affect", "can not affect", "do nothing to")


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


def _from_then_on(found: list[Any]) -> Frame | None:
    """Once you are at Level 6, and above it as well; once in the turn is how often."""
    if found[0] == MINE:
        return None
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
        grammar.say("post", f"{comma} {text} <often>", lambda v: Frame(when=v[0], often=True))
    grammar.say("posts", "<post>", tuple)
    grammar.say("posts", "<post> <post>", tuple)
    for comma, text in product(("", ","), CAPS):
        grammar.say("effect", f"<clause> {comma} {text}", lambda v: _capped(*v))
        grammar.say(start, f"<steps> <posts> {comma} {text}", lambda v: _capped(framed(v[0], v[1]), v[2]))
    for comma, text in product(("", ","), NO_TENTH):
        grammar.say("effect", f"<clause> {comma} {text}", lambda v: _capped(v[0], TENTH - 1))
        grammar.say(start, f"<pres> <clause> {comma} {text}", lambda v: _capped(framed(v[1], v[0]), TENTH - 1))


def _capped(body: Body | None, top: int) -> Body | None:
    """One Level for those who are below another; one more for a kill, which gives the first."""
    one = body[0] if body and len(body) == 1 else None
    if isinstance(one, Draft) and one.op == "extra_level":
        top -= 1
        one = replace(one, op="gain_levels")
    gains = isinstance(one, Draft) and one.op == "gain_levels" and dict(one.values).get("amount") == 1
    return framed(body, (Frame(when=(("level_at_most", top - 1),)),)) if body and gains and top > 1 else None


def add_kept(grammar: Grammar) -> None:
    """Rules for what lasts until something, and for what is lost if it is there."""
    for comma in ("", ","):
        grammar.say("effect", f"<clause> {comma} <until>", lambda v: _kept(v[1], v[0]))
        grammar.say("effect", f"<until> {comma} <clause>", lambda v: _kept(*v))
        for text in AT_A_BONUS:
            grammar.say("effect", f"{text} {comma} <bonus>", lambda v: _in_next_combat(v[0]))
        for there in IF_THERE:
            grammar.say("effect", f"<clause> {comma} {there}", _if_there)
            for verb in ELIDED:
                grammar.say(f"rest {verb}", f"{PART(f'rest {verb}')} {comma} {there}", _if_there)
    for text in AS_BIG:
        big = (Draft(KEEP, (("until", "removed"),)), Draft("as_big", at="in_play", card=True))
        grammar.say("effect", text, always(big))
    for gone in GONE:
        grammar.say("effect", f"{PART('rests lose')} is {gone}", _if_items)
        grammar.say("effect", f"{PART('rests lose')} is {gone} ; <lose it>", _if_items)
    for there in IF_THERE:
        for verb in ELIDED:
            grammar.say(f"rest {verb}", f", {there} , {PART(f'rest {verb}')}", _if_there)


def _if_items(found: list[Body]) -> Body | None:
    """Items that are destroyed; a hand that is broken is none."""
    return found[0] if all(isinstance(one, Draft) and one.op == "lose_item" for one in found[0]) else None


def _in_next_combat(amount: object) -> Body | None:
    return _kept("next_combat", (Draft("strength", (("amount", amount),)),))


def _kept(until: str, body: Body) -> Body | None:
    """What counts as long as its card stays; that it stays is said by how long it counts."""
    if any(not isinstance(one, Draft) or one.op not in (*LASTS[Trigger.IN_PLAY], *OF_CARDS) for one in body):
        return None
    lasting = [replace(one, at="in_play", hangs=False, bare=False) for one in body if isinstance(one, Draft)]
    return (Draft(KEEP, (("until", until),)), *lasting)


def _if_there(found: list[Body]) -> Body | None:
    """What is lost by whoever has it, as all losses are."""
    return found[0] if all(isinstance(one, Draft) and one.op in LOSSES for one in found[0]) else None


def add_spared(grammar: Grammar) -> None:
    """Whom all that a text says does nothing to: Elves are not affected."""
    for untouched, by_it in product(UNTOUCHED, BY_IT):
        grammar.say("spared", f"<any people> {untouched} {by_it}", _spared)
    for spares, it in product(SPARES, ("it", "this", "this curse", "the curse", "this card")):
        grammar.say("spared", f"{it} {spares} <any people>", _spared)
    grammar.say("spared", "no effect on <any people>", _spared)
    for only in ("only affect", "affect only"):
        for it in ("", "it", "this", "this curse"):
            grammar.say("spared", f"{it} {only} <any people>", _struck)
    grammar.say("spared", "only <any people> is affected", _struck)
    for play in ("playable", "only playable", "may be played", "play", "play it", "play this", "play this card",
                 "you may play this", "you can play this", "you can only play this", "you may only play this",
                 "play this only"):  # fmt: skip
        grammar.say("spared", f"{play} if <condition>", lambda v: Spared(v[0], played=True))
    grammar.say("sentence", "<spared>", tuple)


def _spared(found: Sequence[Any]) -> Spared:
    return Spared((("is_not", found[0]),))


def _struck(found: Sequence[Any]) -> Spared:
    return Spared((("is", found[0]),))
