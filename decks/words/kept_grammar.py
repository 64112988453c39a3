"""How long things last that a card does before somebody, and losses of what somebody may not have."""

from __future__ import annotations

from dataclasses import replace

from decks.rule_lint import LASTS
from decks.words.clause_grammar import ELIDED
from decks.words.drafts import KEEP, OF_CARDS, Body, Draft
from decks.words.grammar_rules import PART, Grammar
from engine.records.card_kinds import Trigger

AT_A_BONUS = ("combat the next combat at", "combat the next combat with", "the next combat is at")
IF_THERE = ("if you has one", "if you has any", "if you has it", "if any")
"""What goes without saying behind what somebody loses."""
GONE = ("lost", "destroyed", "discarded", "ruined", "gone", "stolen", "broken", "burned", "melted", "smashed", "taken")
"""What becomes of things that somebody loses."""
LOSSES = ("lose_item", "lose_class", "lose_race", "discard_hand")


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
    for gone in GONE:
        grammar.say("effect", f"{PART('rests lose')} is {gone}", _if_items)
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
