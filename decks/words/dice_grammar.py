"""How dice are said that change other rolls: roll a die and add it to any other roll, or subtract it from one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from decks.words.counted_grammar import Counted
from decks.words.drafts import ALWAYS, Body, Branch, Draft, Pairs, branched, with_conditions
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.standing_grammar import suffixed
from engine.records.step_values import FACES

RESULT = ("it", "the result", "the number", "the roll", "that")
"""What has just been thrown."""
ANY_ROLL = ("any die roll", "any roll", "a die roll", "somebody's roll", "any player's roll", "somebody's die roll",
            "any player's die roll", "any die roll of any player", "any roll of any player", "the roll of any player",
            "any die roll of somebody", "any roll of somebody", "any roll at the table",
            "any die roll at the table", *(f"{roll} {by}" for roll in ("any die roll", "any roll") for by in (
                "made by any player", "made by somebody", "that any player make", "any player make",
                "that a player make", "a player make", "that somebody make", "somebody make")))  # fmt: skip
"""Any roll at the table."""
OTHER_ROLL = ("any other die roll", "any other roll", "another die roll", "another roll", "any other die",
              "any other roll at the table", "any other die roll at the table")  # fmt: skip
"""The same, where a die has just been thrown that it cannot be."""
CALLS = ("call", "name", "guess", "predict", "declare", "choose", "say", "bet on")
CALLED = ("a number", "any number", "a face", "any face", "a number from 1 to 6", "a number between 1 and 6",
          "the number that comes up", "which number comes up", "what the die show",
          "what the die will show")  # fmt: skip
ROLLED = ("and roll it", "and roll", "and roll a die", "and then roll it", "and roll the die", "before they roll a die",
          "and then roll a die", "and then roll the die", "before rolling a die", "before you roll a die")  # fmt: skip
CALLER = ("the call", "the guess", "the number", "they", "you", "it")
RIGHT = (*(f"if {who} is {right}" for who, right in product(CALLER, ("right", "correct"))),
         *(f"if {what}" for what in ("the die shows it", "that number comes up", "it comes up", "they call it right",
                                     "they guess right", "they call right")))  # fmt: skip
WRONG = (*(f"if {who} is {wrong}" for who, wrong in product(CALLER, ("wrong", "incorrect", "not right"))),
         "if they call it wrong", "if they guess wrong", "if it do not", "if not", "otherwise")  # fmt: skip
IN_SHORT = {True: ("right", "a right call", "a right guess", "a correct call", "a correct guess"),
            False: ("wrong", "a wrong call", "a wrong guess", "an incorrect call", "an incorrect guess")}  # fmt: skip
"""How it is said that the number comes that was called, or another one."""
GETTING = ("getting", "and get", "to get", "you get", "for", "gaining", "and gain")
USED_UP = tuple(f"{joint} {die} is {up}" for joint, die, up in product(
    (";", ", and", "and", ","), ("the die", "that die"),
    (f"{before} {up} {behind}" for up in ("used up", "gone", "spent", "lost") for before, behind in (
        ("", ""), ("then", ""), ("", "then"), ("", "afterwards")))))  # fmt: skip
"""What becomes of the one die that somebody has."""
THE_DIE = "the die"
"""What is paid where somebody uses up the one die that they have: the rule is then over for them."""
EITHER, MORE, LESS = (
    (("amount", "die"), ("also", 1)),
    (("amount", "die"),),
    (("amount", Counted(count="die", times=-1)),),
)
"""How much a die changes a roll."""


def add_dice(grammar: Grammar) -> None:
    """A die that is added to any roll, or taken from one, as a power."""
    for text in ANY_ROLL:
        grammar.say("any roll", text, always(True))
        grammar.say("shifted roll", text, always(True))
    for text in OTHER_ROLL:
        grammar.say("shifted roll", text, always(True))
    for result in RESULT:
        grammar.say("thrown result", result, always(True))
    for text in (
        "add <thrown result> to or subtract <thrown result> from <shifted roll>",
        "add <thrown result> to <shifted roll> or subtract <thrown result> from <thrown result>",
        "add <thrown result> to , or subtract <thrown result> from , <shifted roll>",
        "add or subtract <thrown result> to or from <shifted roll>",
        "add or subtract <thrown result> from <shifted roll>",
        "add or subtract <thrown result> to <shifted roll>",
    ):
        grammar.say("shifts", text, always(EITHER))
    grammar.say("shifts", "add <thrown result> to <shifted roll>", always(MORE))
    grammar.say("shifts", "subtract <thrown result> from <shifted roll>", always(LESS))
    for join in ("and", "and then"):
        for die in ("a die", "a second die", "another die", "a extra die"):
            grammar.say("die for a roll", f"roll {die} {join} <shifts>", lambda v: _shifted(v[0]))
    for add, roll in product(
        ("add or subtract", "subtract or add"), ("a die roll", "a die", "the own die roll", "a own die roll")
    ):
        for to in ("to", "from", "to or from"):
            grammar.say("die for a roll", f"{add} {roll} {to} <shifted roll>", always(_shifted(EITHER)))
    _add_calls(grammar)
    _add_costs(grammar)
    grammar.say("for nothing", PART("die for a roll"), first)
    _add_on_a_number(grammar)


def _add_on_a_number(grammar: Grammar) -> None:
    """What a number of that die does besides: , but if you roll a 1, you lose a Level."""
    grammar.say("case of it", "<case>", first)
    for they, a in product(("they", "he", "she"), ("", "a")):
        case = f"if {they} roll {a} <numbers>"
        grammar.say("case of it", case, lambda v: Branch(v[0][0], v[0][1], ()))
        for comma in ("", ","):
            text = f"{case} {comma} {they} <does all>"
            grammar.say("on a number", text, lambda v: (Branch(v[0][0], v[0][1], ()), v[1]))
    for on, they, comma in product(("on", "on a", "on a roll of"), ("they", "he", "she"), ("", ",")):
        text = f"{on} <numbers> {comma} {they} <does all>"  # not: if you roll a 1, they lose a Level
        grammar.say("on a number", text, lambda v: (Branch(v[0][0], v[0][1], ()), v[1]))
    for text in ("<does all> {}", "{} <does all>"):
        grammar.say("on a number", text.format(PART("case of it")), tuple)
    for joint in (", but", "but", ", and", "and", ";", "; but"):
        text = f"{PART('die for a roll')} {joint} {PART('on a number')}"
        grammar.say("for nothing", text, lambda v: _and_on_a_number([v[0], *v[1]]))


def _add_costs(grammar: Grammar) -> None:
    """What a number of that die costs: ; an own 1 costs a Level."""
    for pause, own, costs in product((";", ",", "and", ", and", ", but"), ("a own", "a"), ("cost", "cost you")):
        text = f"{PART('die for a roll')} {pause} {own} <numbers> {costs} <a Level|Levels>"
        grammar.say("for nothing", text, _costs)


def _costs(found: list[Any]) -> Body | None:
    thrown, (low, high), levels = found
    return _and_on_a_number([thrown, Branch(low, high, ()), (Draft("lose_levels", (("amount", levels),)),)])


def _add_calls(grammar: Grammar) -> None:
    """A number that is called before the die is thrown, and what follows if it comes, or does not."""
    for number in CALLED:
        grammar.say("called number", number, always(True))
    grammar.say("called number", "a <number> or any other number", lambda v: True if 1 <= v[0] <= FACES else None)
    for verb, then in product(CALLS, ROLLED):
        grammar.say("call", f"{verb} {PART('called number')} {then}", always(True))
    for right, texts in ((True, RIGHT), (False, WRONG)):
        _add_outcome(grammar, f"call is {right}".lower(), texts, IN_SHORT[right])
    true, false = PART("if call is true"), PART("if call is false")
    for pause in (":", ";", ","):
        start = f"{PART('call')} {pause}"
        grammar.say("called out", f"{start} {true}", lambda v: called(v[1], ()))
        grammar.say("called out", f"{start} {false}", lambda v: called((), v[1]))
        for join in (",", ";", "and", ", and", "; and", ", but", "but"):
            grammar.say("called out", f"{start} {true} {join} {false}", lambda v: called(v[1], v[2]))
    points, others = (f"<bonus> {PART(f'call is {it}')}" for it in ("true", "false"))
    for comma, getting in product(("", ",", ":"), GETTING):
        start = f"{PART('call')} {comma} {getting} {points}"
        grammar.say("called out", start, lambda v: called(_points(v[1]), ()))
        for join, again in product((",", "and", ", and", "or", "but", ", but"), ("", "getting", "get")):
            text = f"{start} {join} {again} {others}"
            grammar.say("called out", text, lambda v: called(_points(v[1]), _points(v[3])))
    for text in USED_UP:
        grammar.say("used up", text, always((1, THE_DIE)))
    grammar.say("for nothing", PART("called out"), first)
    for to in ("to", "and"):
        grammar.say("bought", f"{to} {PART('called out')}", first)
    for verb, die in product(("use up", "spend", "give up", "use"), ("the die", "the lucky die", "the own die")):
        grammar.say("price", f"{verb} {die}", always((1, THE_DIE)))


def _add_outcome(grammar: Grammar, part: str, texts: tuple[str, ...], in_short: tuple[str, ...]) -> None:
    """What follows if a call is right, or if it is wrong: if you are right, draw a card; right is +4."""
    for text in texts:
        grammar.say(part, text, always(True))
    for comma in ("", ","):
        grammar.say(f"if {part}", f"{PART(part)} {comma} <steps>", lambda v: v[1])
        for get in ("you get", "it is", "the side get", ""):
            grammar.say(f"if {part}", f"{PART(part)} {comma} {get} <bonus>", lambda v: _points(v[1]))
    for text, gives in product(in_short, ("is", "give", "mean", ":", "")):
        text = f"{text} {gives} <bonus>"
        grammar.say(f"if {part}", text, lambda v: _points(v[0]))


def _points(bonus: Any) -> Body:
    return (Draft("boost", (("amount", bonus),)),)


def called(right: Body, wrong: Body) -> Body | None:
    """What follows on a number that was named and a die: one thing if they are alike, another if not."""
    found: list[Any] = [Draft("declare", (("amount", FACES),)), Draft("roll", at="chosen")]
    for body, is_right in ((right, True), (wrong, False)):
        for one in body:
            changed = with_conditions(one, (("called", is_right),)) if isinstance(one, Draft) and not one.at else None
            if changed is None:
                return None
            found.append(replace(changed, at="rolled"))
    return tuple(found)


def _shifted(values: Pairs) -> Body | None:
    """A die, and what it makes a roll: as much more or less as it shows."""
    return branched(Draft("roll"), "rolled", (Branch(*ALWAYS, (Draft("shift_die", values),)),))


def _and_on_a_number(found: list[Any]) -> Body | None:
    """What happens to its thrower besides, if that die shows a number."""
    thrown, *rest = found
    case, body = rest if isinstance(rest[0], Branch) else rest[::-1]
    if case.chosen or not 1 <= case.first <= case.last:
        return None
    more = branched(Draft("roll"), "rolled", (Branch(case.first, case.last, body),))
    return (*thrown, *more[1:]) if more is not None else None


FOES_DIE = (
    "add a die roll to <foes' Level>", "<each foe> gets a die roll",
    *(f"roll {die} and add <thrown result> to <foes' Level>" for die in ("a die", "one die")),
)  # fmt: skip
EACH_FOE = ("each monster", "every monster", "all monsters", "the monsters")
STRENGTHS = ("Level", "strength", "combat strength")


def add_monsters_dice(grammar: Grammar, start: str) -> None:
    """When a player of Level 10 or more fights, monsters get a die roll; two dice from Level 15 on, three from 18."""
    _add_strengths(grammar)
    for way in FOES_DIE:
        grammar.say("monsters' die", way, always(True))
    for dice, at in product(("dice", ""), ("from Level <number>", "from Level <number> on", "at Level <number>")):
        grammar.say("more dice", f"<number> {dice} {at}", lambda v: ((v[0], v[1]),))
    for join in (",", "and", ", and"):
        grammar.say("more dice", f"<more dice> {join} <more dice>", lambda v: (*v[0], *v[1]))
    for fights in ("combat", "is in combat", "is fighting", "is in a combat", "combat a monster", "combat monsters"):
        grammar.say("fights", f"<one> {fights}", first)
    for fights in ("combat", "combat a monster", "combat monsters"):
        grammar.say("fights", f"you {fights} at <at a level>", lambda v: suffixed("level", v))
    for word, comma in product(("when", "if"), ("", ",")):
        text = f"{word} <fights> {comma} <monsters' die>"
        grammar.say(start, text, lambda v: _dice_of_foes(v[0]))
        for first_text in (f"<monsters' die> {word} <fights>", f"<place> , {word} you combat , <monsters' die>"):
            grammar.say(start, first_text, lambda v: _dice_of_foes(v[0] if isinstance(v[0], tuple) else v[1]))
        for joint in ("; roll", "; it is", "; they roll", ";", ",", ", and"):
            grammar.say(start, f"{text} {joint} <more dice>", lambda v: _dice_of_foes(v[0], v[-1]))
    for comma in ("", ","):
        grammar.say(start, f"when you combat {comma} <monsters' die>", lambda v: _dice_of_foes(()))


def _add_strengths(grammar: Grammar) -> None:
    """The Level or strength of each monster, or of all."""
    grammar.say("foes' Level", "<each foe>", first)
    for foe in EACH_FOE:
        grammar.say("each foe", foe, always(True))
    for level in STRENGTHS:
        grammar.say("foes' Level", f"the {level} of <each foe>", first)
        for whose in ("each monster's", "every monster's", "the monsters'", "all monsters'"):
            grammar.say("foes' Level", f"{whose} {level}", always(True))


def _dice_of_foes(who: Pairs, more: tuple[tuple[int, int], ...] = ()) -> Body | None:
    """A die for the monsters of whoever fights, and a further one from each of some Levels on."""
    levels = [value for word, value in who if word == "level_at_least"]
    if more and (len(who) != 1 or not levels or [n for n, _ in more] != [*range(2, len(more) + 2)]):
        return None
    if ("helper", True) in who or any(
        after <= before for before, (_, after) in zip([*levels, *(at for _, at in more)], more, strict=False)
    ):
        return None
    found: list[Draft] = []
    for when in (who, *((("level_at_least", at),) for _, at in more)):
        lead = with_conditions(Draft("roll", at="joined", house=True), (*when, ("fighter", True)))
        if lead is None:
            return None
        found += (lead, Draft("strengthen_all", (("amount", "die"),), at="rolled", house=True))
    return tuple(found)
