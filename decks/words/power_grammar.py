"""How powers are said: what somebody may do, for what price, in which combat, how often, or in the place of another."""

from __future__ import annotations

from itertools import product
from typing import Any

from decks.words.bought_grammar import add_aid, add_duels, add_side_dice, is_one_sided, of_the_payment, to_the_munchkins
from decks.words.dice_grammar import THE_DIE, add_dice
from decks.words.drafts import (
    ALWAYS,
    FURTHER,
    IN_PEACE,
    MINE,
    OWN_TURN,
    Body,
    Branch,
    Draft,
    Frame,
    Instead,
    Pairs,
    branched,
    framed,
    with_conditions,
)
from decks.words.grammar_rules import PART, Grammar, always, first
from engine.records.opcodes import BY_NAME
from engine.records.timings import OUT_OF_COMBAT, Timing

NOTHING = (1, "nothing")
"""The price of what costs nothing."""
ITSELF = "itself"
"""What is paid where the card goes."""
GIVEN_AWAY = ("lose_", "discard_", "give_")
"""How opcodes begin that take something from whoever acts."""
AFTER_A_ROLL = Timing.ROLL | Timing.FAILED
INSTEAD_OF = ("dies", "wins", "gains_level", "loses_level", "loses_item", "is_struck", "suffers", "opens", "loots",
              "theft_fails")  # fmt: skip
"""Triggers that come instead of what would happen."""
MOMENTS = {
    "pay_in_fight": ("in combat", "in a combat", "in the combat", "in your own combat", "during combat",
                     "during a combat"),
    "pay_beside": ("in any combat", "during any combat"),
    "pay_any_time": ("at any time",),
    "pay_at_roll": ("after any roll", "after any die roll", "after somebody's roll", "after any player's roll"),
    "pay_on_turn": ("outside combat", *(f"{at} the turn {comma} {of} combat" for at in ("on", "in", "during")
                                       for comma in ("", ",") for of in ("outside", "out of"))),
    "pay_in_turn": tuple(f"{always} {at} the turn" for always in ("", "at any time") for at in ("on", "in", "during")),
}  # fmt: skip
"""When a power is offered, in words."""
ANY_COMBAT = ("in any combat", "of any combat", "during any combat", "in anybody's combat", "in any player's combat")
"""The same of powers in everybody's combats, behind what they do."""
GOLD_OF = ("", "worth of Items", "in Items", "of Items", "from the Items", "of the Items")
"""What pays so many Gold Pieces."""
POINTS = ("for <bonus>", "for a <bonus>", "to get <bonus>", "and get <bonus>", "for a <bonus> bonus",
          "to get a <bonus> bonus")  # fmt: skip
"""How points in a combat are bought."""


FOUGHT = ("in combat", "in this combat", "in that combat", "in the combat", "in one combat", "in a combat",
          "in a single combat", "in one single combat", "once")  # fmt: skip
"""Where such points count."""


FOLLOWING = ("", *FURTHER)
"""Triggers of what follows on a price: at once, on its die, on its choice."""


def add_powers(grammar: Grammar) -> None:
    """What somebody may do for a price: you may discard a card to draw a Treasure."""
    grammar.say("price", "discard <prices*>", lambda v: v[0])
    for verb in ("lose", "pay", "give up", "spend"):
        grammar.say("price", f"{verb} <a Level|Levels>", lambda v: (v[0], "levels"))
    for verb, of in product(("pay", "spend", "discard", "give up"), GOLD_OF):
        grammar.say("price", f"{verb} <number> Gold Pieces {of}", lambda v: (v[0], "gold"))
        grammar.say("price", f"{verb} Items worth <number> Gold Pieces", lambda v: (v[0], "gold"))
    for op, moments in MOMENTS.items():
        for text in moments:
            grammar.say("moment", text, always(op))
    for text in ("to <steps>", "and <steps>", ", and <steps>"):
        grammar.say("bought", text, first)
    for text, where in product(POINTS, ("", *FOUGHT)):
        grammar.say("bought", f"{text} {where}", lambda v: (Draft("boost", (("amount", v[0]),)),))
    for may in ("you may", "you can", "they may", "everybody may", "everybody can", "any player may", "a player may"):
        _add_offers(grammar, may)
    _add_for_nothing(grammar)
    add_aid(grammar)
    add_dice(grammar)
    add_side_dice(grammar)
    add_duels(grammar)
    _add_options(grammar)
    _add_short(grammar)
    for comma in ("", ","):
        grammar.say("final", f"<often> {comma} <price> <bought>", lambda v: power("", v[1], v[2], v[0]))


def _add_for_nothing(grammar: Grammar) -> None:
    """What costs nothing, so many times: once per turn, you may draw a Door."""
    for done in ("<steps>", "<branched>"):
        grammar.say("for nothing", done, first)
    for may in (
        "you may",
        "you can",
        "a player may",
        "any player may",
        "everybody may",
        "everybody can",
        "a player can",
    ):
        grammar.say("final", f"{may} <steps> <often>", lambda v: for_nothing(*v))
        for comma in ("", ","):
            grammar.say("final", f"<often> {comma} {may} <for nothing>", lambda v: for_nothing(v[1], v[0]))
            text = f"<often> {comma} {may} {PART('called out')} {PART('used up')}"
            grammar.say("final", text, lambda v: power("", v[2], v[1], v[0]))
            text = f"<often> {comma} <moment> {comma} {may} <for nothing>"
            grammar.say("final", text, lambda v: for_nothing(v[2], v[0], v[1]))
            text = f"<often> {comma} <if> , {may} <for nothing>"
            grammar.say("final", text, lambda v: for_nothing(v[2], (*v[0], *v[1].when)))
            text = f"<often> {comma} <before the door> {comma} {may} <for nothing>"
            grammar.say("final", text, lambda v: for_nothing(v[2], (*v[0], *v[1]), "pay_on_turn"))


def _add_short(grammar: Grammar) -> None:
    """Without may, or with each turn in the place of once a turn."""
    for each in ("each", "every"):
        grammar.say("each time", f"{each} <withins>", lambda v: (("first", v[0]),))
    for comma in ("", ","):
        for may in ("you may", "you can"):
            grammar.say("final", f"<each time> {comma} {may} <price> <bought>", lambda v: power("", v[1], v[2], v[0]))
    grammar.say("final", "<price> : <steps>", lambda v: power("", *v))
    for often in ("<often>", "<each time>"):
        for pause in ("", ",", ":"):
            grammar.say("final", f"{often} {pause} <price> : <steps>", lambda v: power("", v[1], v[2], v[0]))


def _add_options(grammar: Grammar) -> None:
    """When you lose a combat you may draw a Treasure."""
    for may in ("you may", "you can", "you get to", "you is entitled to"):
        for then in ("", "then", "also"):
            grammar.say("option", f"{may} {then} <steps>", first)
    grammar.say("final", "<pres> <option>", lambda v: may_then(v[1], v[0]))
    grammar.say("final", "<option> <posts>", lambda v: may_then(*v))
    grammar.say("final", "<pres> <option> <posts>", lambda v: may_then(v[1], (*v[0], *v[2])))


def optional(steps: Body) -> Body | None:
    """What somebody may do when something happens; what is given away first would be its price."""
    one = steps[0]
    given = len(steps) > 1 and isinstance(one, Draft) and one.op.startswith(GIVEN_AWAY)
    if given or any(isinstance(one, Draft) and (one.at or any(w == "first" for w, _ in one.when)) for one in steps):
        return None
    none = Branch(2, 2, (Draft("nothing"),), True)
    return branched(Draft("either", house=True, may=True), "chosen", (Branch(1, 1, steps, True), none))


def may_then(steps: Body, frames: tuple[Frame, ...]) -> Body | None:
    """What you may do at a moment that is said."""
    moments = [frame for frame in frames if frame.at]
    if not moments or moments[0].at in INSTEAD_OF:
        return None
    body = optional(steps)
    return framed(body, frames) if body is not None else None


def _add_offers(grammar: Grammar, may: str) -> None:
    """Where people say how often, and in which combat."""
    grammar.say("final", f"{may} <price> <bought>", lambda v: power("", *v))
    for tail in ("", "off the deck", "from the deck", "off the pile", "from the top of the deck"):
        grammar.say("from a pile", f"<drawn*> {tail}", first)
    for trade in ("trade", "exchange", "swap", "turn in"):
        grammar.say("final", f"{may} {trade} <a token|tokens> for <a Level|Levels>", _for_levels)
    for trade in ("trade", "exchange", "swap", "turn in"):
        grammar.say("final", f"{may} {trade} <prices*> for <from a pile>", _traded)
        for comma in ("", ","):
            text = f"<often> {comma} {may} {trade} <prices*> for <from a pile>"
            grammar.say("final", text, lambda v: _traded(v[1:], v[0]))
            grammar.say(
                "final", f"{may} {trade} <prices*> for <from a pile> {comma} <often>", lambda v: _traded(v[:2], v[2])
            )
    grammar.say("final", f"{may} <price> <moment> <bought>", lambda v: power(v[1], v[0], v[2]))
    for of in ANY_COMBAT:  # whose combat is said last, and it is not their own alone
        grammar.say("final", f"{may} <price> <bought> {of}", lambda v: power("pay_beside", *v))
        for comma in ("", ","):
            text = f"<often> {comma} {may} <price> <bought> {of}"
            grammar.say("final", text, lambda v: power("pay_beside", v[1], v[2], v[0]))
    grammar.say("final", f"{may} <price> <often> <bought>", lambda v: power("", v[0], v[2], v[1]))
    for comma, at in product(("", ","), ("on", "in", "during")):
        text = f"once {at} the turn {comma} {may} <price> <bought>"
        grammar.say("final", text, lambda v: power("pay_in_turn", v[0], v[1], (("first", "turn"),)))
    for comma in ("", ","):
        grammar.say("final", f"<often> {comma} {may} <price> <bought>", lambda v: power("", v[1], v[2], v[0]))
        text = f"<often> {comma} <if> , {may} <price> <bought>"
        grammar.say("final", text, lambda v: power("", v[2], v[3], (*v[0], *v[1].when)))
        text = f"{may} {comma} <often> {comma} <price> <bought>"
        grammar.say("final", text, lambda v: power("", v[1], v[2], v[0]))
        grammar.say("final", f"{may} <price> <bought> {comma} <often>", lambda v: power("", *v))
        text = f"<moment> {comma} {may} <price> <bought>"
        grammar.say("final", text, lambda v: power(*v))
        grammar.say("final", f"<often> {text}", lambda v: power(v[1], v[2], v[3], v[0]))
        text_of = f"<moment> , <often> {comma} {may} <price> <bought>"
        grammar.say("final", text_of, lambda v: power(v[0], v[2], v[3], v[1]))
        for pause in ("", ","):
            grammar.say("final", f"{text} {pause} <often>", lambda v: power(*v))


def _traded(found: list[Any], often: Pairs = ()) -> Body | None:
    """Cards that are given for cards of a pile."""
    price, drawn = found
    return power("", price, (Draft("draw", (("amount", drawn[0]), ("pile", drawn[1]))),), often)


def _for_levels(found: list[Any]) -> Body | None:
    """Tokens that are given for Levels."""
    return power("", (found[0], "tokens"), (Draft("gain_levels", (("amount", found[1]),)),))


def for_nothing(steps: Body, often: Pairs, op: str = "") -> Body | None:
    """A power that costs nothing, so many times; what is given away first would be its price."""
    drafts = [one for one in steps if isinstance(one, Draft)]
    if not drafts or any(BY_NAME[one.op].family != "instant" or one.at not in FOLLOWING for one in drafts):
        return None
    alone = len(drafts) == 1 and drafts[0].op == "give_one"
    if (drafts[0].op.startswith(GIVEN_AWAY) and not alone) or any(
        word == "first" for one in drafts for word, _ in one.when
    ):
        return None
    return power(op, NOTHING, steps, often)


def power(op: str, price: tuple[Any, str], steps: Body, often: Pairs = ()) -> Body | None:
    """A power: where no moment is said, in combat if it does nothing elsewhere, else on their turn.

    On cards it goes without saying for what is once in a turn, for points in one's own combat, for a roll that has
    failed, and for a card that is given up.
    """
    amount, cost = price
    lies = cost == ITSELF and not op
    cost = ITSELF if cost == THE_DIE else cost
    drafts = [one for one in steps if isinstance(one, Draft)]
    if cost != ITSELF and any(isinstance(dict(one.values).get("amount"), Instead) for one in drafts):
        return None  # its own bonus would still count
    if any(word == "first" for one in drafts for word, _ in one.when):
        return None  # how often is said of the power, not of what follows
    if of_the_payment(drafts) and price != (1, "items"):
        return None
    unsaid, plain = _unsaid(drafts, cost)
    if op == "pay_in_turn" and unsaid == "pay_in_fight":  # it does nothing elsewhere
        op, often = unsaid, (*often, *MINE)
    if (op == "pay_when_won") != any(one.op == "befriend" for one in drafts):
        return None
    op = op or _said_by(often, unsaid)
    if op in IN_PEACE and unsaid not in IN_PEACE:
        return None
    if (op or unsaid) in OWN_TURN:  # a turn of theirs comes once in a round
        often = tuple((word, "turn" if value == "round" else value) for word, value in often)
    known = bool(op) or plain or often in ((("first", "turn"),), (("first", "game"),))
    house = not known or (price == NOTHING and not often)
    lead = Draft(op or unsaid, (("amount", amount), ("cost", cost)), house=house, lies=lies, unsaid=not op)
    mine = lead.op in OWN_TURN or (lead.op == "pay_in_fight" and {("alone", True), *MINE} & {*often})
    if is_one_sided(drafts) and not mine:
        return None
    if lead.op == "pay_beside":  # whoever does not fight has no side of their own
        steps = tuple(to_the_munchkins(one) for one in steps)
    whole = with_conditions(lead, often)
    return branched(whole, "used", (Branch(*ALWAYS, steps),)) if whole is not None else None


def _said_by(often: Pairs, unsaid: str) -> str:
    """When a power is offered that hangs on whether anybody fights, or is for once in a combat; empty if neither."""
    if "combat" in dict(often):
        return "pay_any_time" if ("combat", False) in often else "pay_beside"
    return "pay_in_fight" if unsaid == "pay_on_turn" and ("first", "combat") in often else ""


def _unsaid(drafts: list[Draft], cost: str) -> tuple[str, bool]:
    """When a power is offered of which that is not said, and whether it goes without saying on cards."""
    timings = [BY_NAME[one.op].timing for one in drafts]
    # Of a die that is set nobody says whose it is but on house rules: there it is anybody's.
    if any(BY_NAME[one.op].timing & Timing.SELF_ROLL and one.house for one in drafts) or any(
        one & Timing.ANY_ROLL for one in timings
    ):
        return "pay_at_roll", True
    if any(one & AFTER_A_ROLL for one in timings):
        return "pay_after_roll", cost in (ITSELF, "nothing")
    if any(not one & OUT_OF_COMBAT for one in timings):
        return "pay_in_fight", all(one.op == "boost" for one in drafts)
    return ("pay_any_time", True) if cost == ITSELF else ("pay_on_turn", False)
