"""What is allowed only then, or only to them: it is forbidden otherwise."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.drafts import Body, Draft, Frame, Pairs, framed, opposite
from decks.words.grammar_rules import Grammar, always
from decks.words.power_grammar import NOTHING, power
from engine.records.step_values import Toward

ELSE = {
    Toward.HIGHER: Toward.NOT_HIGHER, Toward.LOWER: Toward.NOT_LOWER,
    Toward.NOT_HIGHER: Toward.HIGHER, Toward.NOT_LOWER: Toward.LOWER,
}  # fmt: skip
"""Those to whom something is forbidden that is allowed only to others."""
MAY = ("may", "can", "is allowed to")
MAY_BE = ("may", "can")
ALLOWED = ("is only allowed", "is only possible", "is possible only", "is allowed only", "only", "works only",
           "only works", "is only permitted", "is permitted only")  # fmt: skip

MOST_FOR = (*(f"{most} <a Level|Levels>" for most in ("no more than", "at most", "up to", "only", "a maximum of")),
            *(f"<a Level|Levels> {most}" for most in ("at most", "at the most", "only", "at maximum")))  # fmt: skip
"""How it is said for how many Levels Items may be sold, and no more."""
A_TURN, USED_UP = (("first", "turn"),), (("acted", "turn"),)
OWN_TURN = Frame(when=(("own_turn", True),))


def add_permissions(grammar: Grammar, start: str) -> None:
    """You may play Curses only on your own turn; stealing is only possible from players of a higher Level."""
    add_one_of_two(grammar, start)
    for may in MAY:
        for text in (f"you {may} only <deeds>", f"you {may} <deeds> only"):
            _add_only(grammar, start, text)
    for may, done in product(MAY_BE, ("played", "used")):
        for text in (f"<deed cards> {may} only be {done}", f"<deed cards> {may} be {done} only"):
            _add_only(grammar, start, text)
    for allowed in ALLOWED:
        _add_only(grammar, start, f"<doing> {allowed}")


def add_one_of_two(grammar: Grammar, start: str) -> None:
    """Once a turn somebody may either sell Items or do something else."""
    for text in ("sell Items", "sell some Items", "sell an Item"):
        grammar.say("sells", text, always(0))
    for text in MOST_FOR:
        grammar.say("sells", f"sell Items for {text}", lambda v: v[0] if isinstance(v[0], int) else None)
    for who, may, comma in product(("you", "everybody", "a player", "any player"), MAY_BE, ("", ",")):
        for text, often in product(
            ("{} either <sells> or <steps>", "{} <sells> or <steps> , but not both"), ("<often>", "<each time>")
        ):
            grammar.say(start, f"{often} {comma} {text.format(f'{who} {may}')}", lambda v: _sells_or(*v))
        for text, often in product(
            ("{} either <steps> or <sells>", "{} <steps> or <sells> , but not both"), ("<often>", "<each time>")
        ):
            text = f"{often} {comma} {text.format(f'{who} {may}')}"
            grammar.say(start, text, lambda v: _sells_or(v[0], v[2], v[1]))


def _sells_or(often: Pairs, most: int, steps: Body) -> Body | None:
    """A power of a turn that is used up by a sale, and the other way round."""
    body = power("pay_on_turn", NOTHING, steps, often) if often == A_TURN else None
    if body is None:
        return None
    sold = Draft("nothing", when=A_TURN, at="sold", house=True)
    limit = (Draft("sale_limit", (("amount", most),), house=True),) if most else ()
    return (*body, sold, replace(_forbid("sell"), when=USED_UP), *limit)


def _add_only(grammar: Grammar, start: str, text: str) -> None:
    for to in ("", "against", "from", "on", "of", "with", "by"):
        grammar.say(start, f"{text} {to} <towards>", lambda v: _only_to(v[0], v[1]))
    for comma in ("", ","):
        grammar.say(start, f"{text} {comma} <posts>", lambda v: _only_when(v[0], v[1]))
    for on in ("on", "during", "in"):
        grammar.say(start, f"{text} {on} the turn", lambda v: _only_when(v[0], (OWN_TURN,)))


def _forbid(deed: str, toward: str = "") -> Draft:
    values = (("deed", deed), *((("toward", toward),) if toward else ()))
    return Draft("forbid", values, house=True)


def _only_to(deed: str, toward: str) -> Body | None:
    other = ELSE.get(Toward[toward.upper()])
    return (_forbid(deed, other.name.lower()),) if other is not None else None


def _only_when(deed: str, frames: tuple[Frame, ...]) -> Body | None:
    """Forbidden where one of the conditions does not hold; at a moment nothing is forbidden for long."""
    found: list[Any] = []
    for frame in frames:
        for pair in frame.when:
            other = opposite((pair,))
            if other is None or frame.at:
                return None
            found += framed((_forbid(deed),), (Frame(when=other),)) or ()
    return tuple(found) or None
