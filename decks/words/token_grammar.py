"""Tokens as a price, and what a die gives: spend a token to add a die roll to your side; monsters get a die roll."""

from __future__ import annotations

from itertools import product

from decks.words.drafts import Body, Draft, Frame, Pairs, with_conditions
from decks.words.grammar_rules import Grammar, always
from decks.words.power_grammar import power, refusal

A_DIE = tuple(f"{before} a die roll {behind}" for before, behind in (
    ("to add", "to the side"), ("to add", "to the strength"), ("and add", "to the side"), ("for a bonus of", ""),
    ("for", "as a bonus"), ("to get", "as a bonus"),
)) + ("to roll a die and add it to the side", "and roll a die and add it to the side")  # fmt: skip
"""How it is said that a die is thrown whose number the side gets."""
MAY = ("you may", "you can", "a player may", "a player can", "everybody may", "everybody can")


FOES_DIE = (
    "add a die roll to the Level of {}", "add a die roll to {}", "{} gets a die roll",
    "roll a die and add it to {}", "roll a die and add it to the Level of {}",
)  # fmt: skip
EACH_FOE = ("each monster", "every monster", "all monsters", "the monsters")


def add_monsters_dice(grammar: Grammar, start: str) -> None:
    """When a player of Level 10 or more fights, monsters get a die roll; two dice from Level 15 on, three from 18."""
    for way, foe in product(FOES_DIE, EACH_FOE):
        grammar.say("monsters' die", way.format(foe), always(True))
    for text in ("<number> dice from Level <number>", "<number> from Level <number>"):
        grammar.say("more dice", text, lambda v: ((v[0], v[1]),))
    for join in (",", "and", ", and"):
        grammar.say("more dice", f"<more dice> {join} <more dice>", lambda v: (*v[0], *v[1]))
    for word, comma in product(("when", "if"), ("", ",")):
        text = f"{word} <one> combat {comma} <monsters' die>"
        grammar.say(start, text, lambda v: _dice_of_foes(v[0]))
        for joint in ("; roll", "; it is", ";", ", and"):
            grammar.say(start, f"{text} {joint} <more dice>", lambda v: _dice_of_foes(v[0], v[-1]))
    for comma in ("", ","):
        grammar.say(start, f"when you combat {comma} <monsters' die>", lambda v: _dice_of_foes(()))


def _dice_of_foes(who: Pairs, more: tuple[tuple[int, int], ...] = ()) -> Body | None:
    """A die for the monsters of whoever fights, and a further one from each of some Levels on."""
    levels = [value for word, value in who if word == "level_at_least"]
    if more and (len(who) != 1 or not levels or [n for n, _ in more] != [*range(2, len(more) + 2)]):
        return None
    if any(after <= before for before, (_, after) in zip([*levels, *(at for _, at in more)], more, strict=False)):
        return None
    found: list[Draft] = []
    for when in (who, *((("level_at_least", at),) for _, at in more)):
        lead = with_conditions(Draft("roll", at="joined", house=True), (*when, ("fighter", True)))
        if lead is None:
            return None
        found += (lead, Draft("strengthen_all", (("amount", "die"),), at="rolled", house=True))
    return tuple(found)


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
