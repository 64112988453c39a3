"""What a price buys: points for a side of a combat, a die that is thrown for it, a duel and what comes of it.

Give either side +3, or what the Item that pays gives; once per turn you may fight another player; the winner draws a
Treasure, the loser loses it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.counted_grammar import Counted
from decks.words.dice_grammar import RESULT
from decks.words.drafts import Body, Branch, Draft, Pairs, branched
from decks.words.grammar_rules import PART, Grammar, always, first
from engine.records.opcodes import BY_NAME

OF_THE_ITEM = ("the item's bonus", "the item's combat bonus", "the bonus of the item", "the bonus of that item",
               "the combat bonus of the item", "that item's bonus", "the bonus it gives", "the bonus")  # fmt: skip
"""How people call the bonus of the Item that pays; its bonus is the bonus to the reader."""
NONE = ("if it has none", "if it has no bonus", "if there is none", "if the item has none", "if the item has no bonus")
SIDES = {
    "side": ("either side", "one side", "one of the sides", "any side", "the side of the choice",
             "either side in the combat", "either side of the combat"),
    "monsters": ("the monsters", "the monster", "the monster side", "the side of the monsters", "the monsters side"),
    "munchkins": ("the munchkins", "the munchkin side", "the side of the munchkins", "the players side"),
}  # fmt: skip
"""Whom people give something in a combat, by what it is: whichever they like, or one of the two."""
PARTIES = ("munchkins", "monsters")
"""Answers to the choice of a side, in their order."""
A_DIE = tuple(f"{before} a die roll {behind}" for before, behind in (
    ("to add", "to the side"), ("to add", "to the strength"), ("and add", "to the side"), ("for a bonus of", ""),
    ("for", "as a bonus"), ("to get", "as a bonus"),
)) + tuple(f"{to} roll a die and add {it} to {side}" for to in ("to", "and") for it in RESULT
        for side in ("the side", "the strength", "the combat strength"))  # fmt: skip
"""How it is said that a die is thrown whose number the side gets."""
VERBS = ("combat", "duel", "challenge", "duel with", "combat against", "combat a duel with", "combat a duel against")
HOW = ("", "strength against strength", "one against one", "one on one", "to a duel", "in a duel", "to a combat",
       "in a combat", "in single combat", "to single combat", "to a one-on-one combat",
       "in a one-on-one combat")  # fmt: skip
"""How one player is said to fight another, and in what way."""
WINNERS = ("the winner", "whoever win", "whoever win the duel", "the winner of the duel", "whoever is stronger",
           "the stronger one", "the stronger player")  # fmt: skip
LOSERS = ("the loser", "whoever lose", "whoever lose the duel", "the loser of the duel", "whoever is weaker",
          "the weaker one", "the weaker player")  # fmt: skip
DUELLISTS = ("both", "both players", "both of them", "both of you", "whoever has fought", "whoever fought",
             "a player who has fought", "players who has fought", "whoever has duelled",
             "a player who has duelled")  # fmt: skip
OUTCOMES = (("duel_won", WINNERS), ("duel_lost", LOSERS))
NO_LEVEL = ("gain no Level", "gain nothing", "get no Level", "gain no Level for it", "do not gain a Level")
"""What is said of whoever wins a duel, which brings nobody a Level anyway."""
BEFORE_THE_DOOR = ("before kicking open the door", "before opening the door", "before you kick open the door",
                   "before you open the door", "before the door", "before the door is opened",
                   "before kicking open a door", "before opening a door", "before you kick open a door",
                   "before you open a door", "before kicking in the door", "before kicking down the door")  # fmt: skip


def add_aid(grammar: Grammar) -> None:
    """Points for a side of a combat, as what a price buys."""
    for lead, what in product(("", "a bonus equal to", "a bonus of", "a bonus that is"), OF_THE_ITEM):
        grammar.say("paid bonus", f"{lead} {what}", always(Counted(count="paid")))
    for text in ("<bonus>", "a <bonus>", "a <bonus> bonus", "a bonus of <bonus>"):
        grammar.say("given", text, lambda v: (("amount", v[0]),))
    grammar.say("given", "<paid bonus>", lambda v: (("amount", v[0]),))
    for comma, none in product(("", ","), NONE):
        text = f"<paid bonus> {comma} or <bonus> {none}"
        grammar.say("given", text, _or_else)
    for side, texts in SIDES.items():
        for text in texts:
            grammar.say("supported", text, always(side))
    for text in ("to give <supported> <given>", "to give <given> to <supported>", "to add <given> to <supported>",
                 "and add <given> to <supported>", "and give <supported> <given>", "for <given> to <supported>",
                 "for <given> for <supported>"):  # fmt: skip
        swapped = text.index("<given>") < text.index("<supported>")
        grammar.say("bought", text, _from_behind if swapped else _supported)
    for text in (": <supported> get <given>", "and <supported> get <given>"):
        grammar.say("bought", text, lambda v: _supported(v) if v[0] != "munchkins" else None)  # that is a boost


def _or_else(found: list[Any]) -> Pairs | None:
    """The bonus of the Item, or a number where it has none."""
    amount, bare = found
    return (("amount", amount), ("bare", bare)) if isinstance(bare, int) and bare > 0 else None


def _from_behind(found: list[Any]) -> Body | None:
    return _supported(found[::-1])


def _supported(found: list[Any]) -> Body | None:
    """What a side gets, or whichever side they choose."""
    side, given = found
    if isinstance(given[0][1], int) and given[0][1] <= 0:
        return None
    if side in PARTIES:
        return (_aid(side, given),)
    answers = tuple(Branch(n, n, (_aid(party, given),), True) for n, party in enumerate(PARTIES, 1))
    return branched(Draft("either"), "chosen", answers)


def _aid(party: str, given: Pairs) -> Draft:
    return Draft("aid", (*given, ("party", party)))


def of_the_payment(drafts: list[Draft]) -> bool:
    """Whether something is as much as what was paid gives."""
    amounts = [dict(one.values).get("amount") for one in drafts]
    return any(isinstance(amount, dict) and amount.get("count") == "paid" for amount in amounts)


def is_one_sided(drafts: list[Draft]) -> bool:
    """Whether what follows on a contest comes to one of the two alone, who is told by whose turn it is."""
    return any(
        one.at in ("rolled_higher", "rolled_lower", "duel_won", "duel_lost") and "own_turn" in dict(one.when)
        for one in drafts
    )


def add_side_dice(grammar: Grammar) -> None:
    """A die that is thrown for a side of a combat."""
    for text in A_DIE:
        grammar.say("bought", text, always((Draft("roll"), Draft("boost", (("amount", "die"),), at="rolled"))))


def add_duels(grammar: Grammar) -> None:
    """Two players set against each other, and what comes of it for both, in one sentence."""
    for text in BEFORE_THE_DOOR:
        grammar.say("before the door", text, always((("before_door", True),)))
    for verb, how in product(VERBS, HOW):
        grammar.say("set against", f"{verb} <opponents> {how}", lambda v: (Draft("duel", (("with", v[0]),)),))
    for at, texts in OUTCOMES:
        for text in texts:
            grammar.say("duellist", text, always(at))
    grammar.say("outcome", f"<duellist> {PART('does all')}", _outcome)
    grammar.say("outcomes", "<outcome>", first)
    for text, what in product(WINNERS, NO_LEVEL):
        grammar.say("no outcome", f"{text} {what}", always(()))
    for make in ("make the loser", "force the loser to", "let the loser"):
        for join in ("but", "and", ", but", ", and"):
            text = f"<no outcome> {join} {make} {PART('does all')}"
            grammar.say("outcomes", text, lambda v: _outcome(["duel_lost", v[1]]))
    for join in (",", ";", "and", ", and", "; and", ", but", "but", "while", "; but"):
        grammar.say("outcomes", f"<no outcome> {join} <outcome>", lambda v: v[1])
    for join in (",", ";", "and", ", and", "; and", ", but", "while", ", while"):
        grammar.say("outcomes", f"<outcome> {join} <outcome>", lambda v: _both(*v))
    _add_both(grammar)
    for pause in (":", ";", ",", "and", ", and", "where", ", where", "in which", ", in which"):
        grammar.say("duels", f"<set against> {pause} <outcomes>", lambda v: (*v[0], *v[1]))
    for part in ("for nothing", "final"):
        grammar.say(part, "<duels>", first)
    grammar.say("bought", "to <duels>", first)


def _add_both(grammar: Grammar) -> None:
    """What comes to both of them, however it ends: whoever has fought may not be challenged again."""
    for text in DUELLISTS:
        grammar.say("of both", f"{text} {PART('does all')}", lambda v: _outcome(["duelled", v[0]]))
    for join in (",", ";", "and", ", and", "; and"):
        grammar.say("outcomes", f"<outcomes> {join} {PART('of both')}", lambda v: _and_both(*v))


def _outcome(found: list[Any]) -> Body | None:
    """What the winner or the loser gets."""
    at, body = found
    said = plain(body)
    return tuple(replace(one, at=at) for one in said) if said is not None else None


def plain(body: Body) -> tuple[Draft, ...] | None:
    """Steps that happen at once and lead to no others; None if there are others among them."""
    found = [one for one in body if isinstance(one, Draft) and not one.at and BY_NAME[one.op].family == "instant"]
    return tuple(found) if len(found) == len(body) and all(BY_NAME[o.op].leads_to is None for o in found) else None


def _both(one: Body, other: Body) -> Body | None:
    """What comes to both of them; said twice of one of them, it is not clear."""
    ats = {draft.at for part in (one[:1], other[:1]) for draft in part if isinstance(draft, Draft)}
    return (*one, *other) if len(ats) == len(OUTCOMES) else None


def _and_both(some: Body, both: Body) -> Body | None:
    """What comes to one of them or each, and then to both; said twice of both, it is not clear."""
    return None if any(isinstance(one, Draft) and one.at == "duelled" for one in some) else (*some, *both)


def to_the_munchkins(one: Any) -> Any:
    """Points that are bought beside a combat: those of the munchkins, whoever gives them."""
    if not isinstance(one, Draft) or one.op != "boost":
        return one
    return replace(one, op="aid", values=(*one.values, ("party", "munchkins")))
