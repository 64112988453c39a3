"""Tokens as a price, and what a die gives for it: spend a token in combat to add a die roll to your side."""

from __future__ import annotations

from itertools import product

from decks.words.drafts import Body, Draft, Frame
from decks.words.grammar_rules import Grammar, always
from decks.words.power_grammar import power, refusal

A_DIE = tuple(f"{before} a die roll {behind}" for before, behind in (
    ("to add", "to the side"), ("to add", "to the strength"), ("and add", "to the side"), ("for a bonus of", ""),
    ("for", "as a bonus"), ("to get", "as a bonus"),
)) + ("to roll a die and add it to the side", "and roll a die and add it to the side")  # fmt: skip
"""How it is said that a die is thrown whose number the side gets."""
MAY = ("you may", "you can", "a player may", "a player can", "everybody may", "everybody can")


def add_tokens(grammar: Grammar) -> None:
    """Rules for tokens that are paid, whoever gets them back, and for points that a die shows."""
    verbs = ("pay", "spend", "lose", "give up", "return", "hand in", "give back", "turn in", "use")
    tails = ("", "to the bank", "to the supply", "to the box", "to the pool")
    for verb, tail in product(verbs, tails):
        grammar.say("price", f"{verb} <a token|tokens> {tail}", lambda v: (v[0], "tokens"))
    for text in A_DIE:
        grammar.say("bought", text, always((Draft("roll"), Draft("boost", (("amount", "die"),), at="rolled"))))
    for joint, may, verb in product(("and", ", and"), ("may", "can", "you may"), ("spend", "use", "pay", "discard")):
        text = f"{joint} {may} {verb} it <moment> <bought>"
        grammar.say("spending it", text, lambda v: power(v[0], (1, "tokens"), v[1]))
    for may, comma in product(MAY, ("", ",")):
        grammar.say("final", f"<trigger> {comma} {may} <steps> <spending it>", lambda v: _taken_and_spent(*v))


def _taken_and_spent(frame: Frame, steps: Body, spent: Body) -> Body | None:
    """One token that is taken in the place of something, and what it may be spent for."""
    (one, *more) = steps
    token = isinstance(one, Draft) and one.op == "take_tokens" and dict(one.values).get("amount", 1) == 1
    taken = refusal(steps, frame) if token and not more else None
    return (*taken, *spent) if taken is not None else None
