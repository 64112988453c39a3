"""What somebody does or what happens to them, as a moment: whoever loses a combat; winning brings a Treasure."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import HAPPENS_TO, IS_SO
from decks.words.drafts import FOR_SEVERAL, Body, Draft, Frame, Pairs, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.power_grammar import INSTEAD_OF, NOTHING, for_nothing, optional, power

SOMEBODY = ("a player", "any player", "somebody", "another player")
THEY = ("they", "he", "she", "that player", "this player", "you")
MAY = ("may", "can", "get to")
AUXILIARIES = ("", "also", "must", "shall", "should", "will", "has to", "always", "must also", "then")
"""Words before what somebody does."""
OF_FIGHTERS = ("won", "lost", "killed")
"""Triggers that come to the fighter of a combat, and to no helper."""
GRANTED = ("draw", "gain_levels")
"""Opcodes that are said to give them something."""


def add_events(grammar: Grammar, does_all: str) -> None:
    """When a player or the leader loses a combat, they lose a Level; when somebody dies, all others draw."""
    happens = PART(HAPPENS_TO)
    for word, player, comma in product(("when", "if", "after", "once"), SOMEBODY, ("", ",")):
        grammar.say("event", f"{word} {player} {happens} {comma}", first)
    for word, comma in product(("when", "if"), ("", ",")):
        for one in ("<one>", "<each one>"):
            text = f"{word} {one} {happens} {comma}"
            grammar.say("event", text, of_them)
            text = f"{word} {one} {PART(IS_SO)} and {happens} {comma}"
            grammar.say("event", text, lambda v: of_them([(*v[0], *v[1]), v[2]]))
    for player, they, word in product(
        (*SOMEBODY, "everybody", "<one>", "<each one>"), ("they", "he", "she"), ("when", "if", "after")
    ):
        text = f"{player} {does_all} {word} {they} {happens}"
        make = _about_both if player.startswith("<") else lambda v: about(v[0], v[1])
        grammar.say("about somebody", text, make)
    for word, comma, gone in product(("when", "if", "after"), ("", ","), ("is killed", "is defeated", "dies")):
        grammar.say("event", f"{word} a monster {gone} {comma}", always(Frame("killed")))
    for they, also in product(THEY, AUXILIARIES):
        grammar.say("they", f"{they} {also}", always(True))
    grammar.say("about somebody", f"<event> <they> {does_all}", lambda v: about(v[2], v[0]))
    for they in THEY:
        for may in MAY:
            grammar.say("about somebody", f"<event> {they} {may} <steps>", lambda v: about_power(v[0], NOTHING, v[1]))
    for body in ("<event> <others do>", "<event> each <others do>"):
        grammar.say("about somebody", body, lambda v: about(v[1], v[0]))
    grammar.say("about somebody", "<others do> <event>", lambda v: about(*v))
    grammar.say("about somebody", "<event> <steps>", lambda v: _about_others(v[1], v[0]))
    grammar.say("about somebody", "<steps> <event>", lambda v: _about_others(*v))


def _about_both(found: list[Any]) -> Body | None:
    """What those who are something do when something happens to them."""
    return about(found[1], replace(found[2], when=(*found[0], *found[2].when)))


def _about_others(body: Body, frame: Frame) -> Body | None:
    """What happens to all or to others when something happens to somebody."""
    drafts = [one for one in body if isinstance(one, Draft)]
    allowed = all(one.op in FOR_SEVERAL or (one.house and one.op in GRANTED) for one in drafts)
    return about(body, frame) if allowed and len(drafts) == len(body) else None


FLIGHT = ("run away", "run away roll", "escape", "escape roll", "flight", "roll to run away")
FAILED = (
    *(f"{a} failed {flight}" for a in ("a", "each", "every") for flight in FLIGHT),
    *(f"failing to {flight}" for flight in ("run away", "escape", "flee", "get away")),
)
DEEDS = {
    "died": ("death", "a death", "each death", "every death"), "killed": ("a kill", "each kill", "every kill"),
    "lost": ("a lost combat", "each lost combat", "every lost combat", "a loss", "a defeat", "each defeat"),
    "won": ("a won combat", "each won combat", "every won combat", "a win", "each win", "every win", "a victory"),
    "helped": ("helping", "helping somebody", "helping others"), "sold": ("a sale", "each sale", "every sale"),
    "looted": (), "level_lost": (), "level_gained": (), "caught": FAILED, "ran": (), "escaped": (), "struck": (),
}  # fmt: skip
"""What somebody does that brings or costs something, by the trigger that comes then; beside what triggers say of it."""


UPON = ("upon", "on", "after", "for", "in return for", "as compensation for", "as a reward for", "as a penalty for",
        "as punishment for", "to compensate for",
        "in the event of", "in case of")  # fmt: skip
"""Words that make a moment of a deed."""


GIVES = ("give", "give you", "is worth", "bring", "bring you", "earn you", "get you", "grant", "grant you", "mean",
         "gain you")  # fmt: skip
COSTS = ("cost", "cost you", "mean losing", "mean you lose")


def add_deeds(grammar: Grammar, start: str) -> None:
    """Winning a combat gives an extra Treasure; dying costs a Level."""
    for trigger, deeds in DEEDS.items():
        part = f"deed {trigger}"
        for text in deeds:
            grammar.say(part, text, always(Frame(trigger)))
        grammar.say("deed", PART(part), first)
        grammar.say("deed", f"{PART(part)} <company>", lambda v: replace(v[0], when=(*v[0].when, *v[1].when)))
        for word in (*UPON, *(("when",) if trigger != "helped" else ())):
            grammar.say("trigger", f"{word} {PART(part)}", partial(_for_a_deed, word.endswith("for")))
    for every, that in product(("a", "each", "every"), ("", "that")):
        grammar.say("deed won", f"{every} combat {that} you win", always(Frame("won")))
        grammar.say("deed lost", f"{every} combat {that} you lose", always(Frame("lost")))
        for suffer in ("suffer", "get"):
            grammar.say("deed struck", f"{every} Curse {that} you {suffer}", always(Frame("struck")))
    for gives in GIVES:
        grammar.say("deal", f"<deed> {gives} <drawn*>", _deal_cards)
        grammar.say("deal", f"<deed> {gives} <a Level|Levels>", _deal)
        grammar.say("deal", f"<deed> {gives} <a token|tokens>", lambda v: framed(_tokens("take", v[1]), (v[0],)))
        grammar.say("deal", f"<deed> {gives} <further Levels>", lambda v: framed(_levels("gain", v[1]), (v[0],)))
        grammar.say("deal", f"<deed> {gives} <fewer Levels>", lambda v: _deal_fewer(*v))
    _add_costs(grammar)
    for lets in ("let you", "mean you", "make you", "mean that you"):
        grammar.say("deal", f"<deed> {lets} <does all>", lambda v: framed(v[1], (v[0],)))
    for joint, you in product(("and", ", and"), ("you", "you also", "they")):
        text = f"{PART(HAPPENS_TO)} {joint} {you} <does all>"
        grammar.say(start, text, lambda v: framed(tuple(replace(one, house=True) for one in v[1]), (v[0],)))
    grammar.say(start, "<deal>", lambda v: tuple(replace(one, house=True) for one in v[0]))
    grammar.say(start, "<deal> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <deal>", lambda v: framed(v[1], v[0]))


def _add_costs(grammar: Grammar) -> None:
    """Dying costs a Level; failing to run away costs an Item."""
    for costs, level in product(COSTS[:2], ("<a Level|Levels>", "<further Levels>")):
        grammar.say("deal", f"<deed> {costs} {level}", lambda v: framed(_levels("lose", v[1]), (v[0],)))
    for costs in COSTS:
        grammar.say("deal", f"<deed> {costs} <a token|tokens>", lambda v: framed(_tokens("lose", v[1]), (v[0],)))
    for costs, on_top, verb in product(COSTS, ("", "on top", "too", "as well"), ("lose", "discard")):
        grammar.say("deal", f"<deed> {costs} {PART(f'rest {verb}')} {on_top}", lambda v: framed(v[1], (v[0],)))


def _for_a_deed(pays: bool, found: list[Any]) -> Frame:
    """A deed as a moment; what is given for a kill or a win may be all that it gives."""
    frame: Frame = found[0]
    return replace(frame, pays=pays and frame.at in ("won", "killed"))


def _deal(found: list[Any]) -> Body | None:
    """Levels for what somebody does; a kill is worth one already: is that all, or one more?"""
    return framed(_levels("gain", found[1]), (found[0],)) if found[0].at not in ("won", "killed") else None


def _deal_fewer(frame: Frame, fewer: int) -> Body | None:
    """Levels that are missing of those for a win."""
    one = Draft("combat_level", (("amount", fewer),), on=("won",))
    return framed((one,), (replace(frame, pays=False),)) if frame.at == "won" else None


def _deal_cards(found: list[Any]) -> Body | None:
    """Cards for what somebody does; a kill pays Treasures: is it one more of those, or one that is drawn?"""
    return framed(_draws(found[1]), (found[0],)) if found[0].at != "killed" else None


def _draws(drawn: tuple[Any, str]) -> Body:
    return (Draft("draw", (("amount", drawn[0]), ("pile", drawn[1])), house=True),)


def _levels(verb: str, amount: Any) -> Body:
    return (Draft(f"{verb}_levels", (("amount", amount),), house=True),)


def _tokens(verb: str, amount: Any) -> Body:
    return (Draft(f"{verb}_tokens", (("amount", amount),), house=True),)


def accompanied(found: list[Any]) -> Frame:
    """What happens to somebody with a helper or without one."""
    frame: Frame = found[0]
    return replace(frame, when=(*frame.when, *found[1].when))


def about(body: Body, frame: Frame) -> Body | None:
    """What somebody does of whom the sentence speaks: on rules alone; nothing of the fighter's comes to a helper."""
    if ("helper", True) in frame.when and frame.at in OF_FIGHTERS:
        return None
    found = framed(body, (frame,))
    return found and tuple(replace(one, third=True) if isinstance(one, Draft) else one for one in found)


def of_them(found: list[Any]) -> Frame:
    """What happens to those who are something."""
    frame: Frame = found[1]
    return replace(frame, when=(*found[0], *frame.when))


def about_power(frame: Frame, price: tuple[Any, str], steps: Body, often: Pairs = ()) -> Body | None:
    """What somebody may do, for a price or for nothing."""
    if frame.at:
        found = optional(steps) if price == NOTHING and frame.at not in INSTEAD_OF else None
        found = framed(found, (Frame(when=often, often=True),)) if found is not None else None
        return about(found, frame) if found is not None else None
    if price == NOTHING and not often:
        return None  # when, and how often?
    body = for_nothing(steps, often) if price == NOTHING else power("", price, steps, often)
    return about(body, frame) if body is not None else None
