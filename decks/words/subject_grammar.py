"""How rules of a table are said: of whom and of which monsters, when in the game, and for what price.

The player of the lowest Level, Elves, whoever dies; all Undead; from Level 5 on, once a turn; for two cards.
A rule lies before everybody; of whom it speaks is a condition for its owner, or the moment that comes to them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.clause_grammar import BARE, FOE_DOES, HAPPENS_TO, IS_SO, PLAYER_DOES
from decks.words.drafts import Body, Draft, Frame, Pairs, framed
from decks.words.grammar_rules import PART, Grammar, Make, always, first
from decks.words.named_grammar import NEUTRAL, add_named
from decks.words.power_grammar import NOTHING, add_powers, for_nothing, power
from decks.words.time_grammar import add_times, bounded, first_time, in_a_row
from decks.words.value_grammar import counted

WHO = ("whoever", "somebody who", "a player who", "any player who", "the player who", "everybody who", "players who",
       "the players who", "any munchkin who", "a munchkin who")  # fmt: skip
FIGHTING = {"the active player": "own_turn", "the fighter": "fighter"}
"""Players of whom a sentence speaks by what they do: the condition that holds for them."""
WITH = ("a player", "any player", "the player", "everybody", "players", "the players", "whoever is", "somebody")
EACH = ("every", "each")
ASKED = {"identity", "any people", "tags", "prices*", "drawn*", "a Level|Levels", "bonus", "number", "withins"}
"""Values of which these sentences are made."""
HELPERS = ("a helper", "the helper", "each helper", "every helper", "helpers", "any helper")


def add_subjects(grammar: Grammar, start: str) -> set[str]:
    """Rules for sentences about somebody else than you; what they ask for."""
    add_times(grammar)
    _add_who(grammar)
    _add_foes(grammar)
    add_powers(grammar)
    for may in ("may", "can"):
        for comma in ("", ","):
            text = f"<often> {comma} <subject> {may} <steps>"
            grammar.say("about somebody", text, lambda v: _about_power(v[1], NOTHING, v[2], v[0]))
        grammar.say("about somebody", f"<subject> {may} <steps> <often>", lambda v: _about_power(v[0], NOTHING, *v[1:]))
        grammar.say("about somebody", f"<subject> {may} <price> <bought>", lambda v: _about_power(*v))
        grammar.say("about somebody", f"<subject> {may} <price> <bought> <often>", lambda v: _about_power(*v))
    does, does_all = PART(PLAYER_DOES), PART("does all")
    grammar.say("does all", does, first)
    for join in ("and", ",", ", and"):
        for more in (does, PART(BARE)):
            grammar.say("does all", f"{does_all} {join} {more}", lambda v: (*v[0], *v[1]))
    for also in ("", "also"):
        grammar.say("about somebody", f"<subject> {also} {does_all}", lambda v: _about(v[1], v[0]))
    for player, they in (("a player", "they"), ("somebody", "they"), ("a player", "that player"), ("a player", "you")):
        for comma in ("", ","):
            text = f"when {player} {PART(HAPPENS_TO)} {comma} {they} {does_all}"
            grammar.say("about somebody", text, lambda v: _about(v[1], v[0]))
    _add_behind(grammar, start)
    _add_instead(grammar, start)
    _add_deeds(grammar, start)
    return ASKED | add_named(grammar, start)


def _add_behind(grammar: Grammar, start: str) -> None:
    """Sentences about somebody with what stands before and behind them."""
    grammar.say(start, "<about somebody>", first)
    grammar.say(start, "<about somebody> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <about somebody>", lambda v: _before(v[0], v[1]))
    grammar.say("about and behind", "<about somebody> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <about and behind>", lambda v: _before(v[0], v[1]))
    for word, comma, they in product(("if", "while", "when"), ("", ","), ("they", "he", "she")):
        for about in ("<about somebody>", "<about and behind>"):
            text = f"{about} {comma} {word} {they} {PART(IS_SO)}"
            grammar.say(start, text, partial(_about_while, word != "if"))


INSTEAD = ("<steps> instead", "instead <steps>", "<steps> instead of dying", "<steps> but keep <all>",
           "<steps> and keep <all>", "<steps> , but keep <all>", "<steps> but lose nothing else")  # fmt: skip
"""What is said of what comes in the place of a death."""


def _add_instead(grammar: Grammar, start: str) -> None:
    """What comes in the place of a death."""
    for text in ("when you die", "if you die", "when you would die", "if you would die"):
        grammar.say("dying", text, always(Frame("dies")))
    for that in ("", "that"):
        grammar.say("dying", f"the first time {that} you die", always(Frame("dies", (("first", "game"),))))
        grammar.say(
            "dying", f"the first time {that} you die <per> <withins>", lambda v: first_time(Frame("dies"), v[1])
        )
    for comma in ("", ","):
        for text in INSTEAD:
            grammar.say(start, f"<dying> {comma} {text}", lambda v: framed(v[1], (v[0],)))
            grammar.say(start, f"<if> {comma} <dying> {comma} {text}", lambda v: framed(v[2], (v[0], v[1])))
    for text in (
        "the cards",
        "all the cards",
        "the Items",
        "all the Items",
        "the stuff",
        "all the stuff",
        "everything",
    ):
        grammar.say("all", text, always(True))


DEEDS = {
    "died": ("dying", "death", "a death"), "lost": ("losing a combat", "a lost combat"),
    "won": ("winning a combat", "a won combat"), "helped": ("helping", "helping somebody", "helping to win a combat"),
    "sold": ("selling Items",), "looted": ("looting the room",), "level_lost": ("losing a Level",),
    "level_gained": ("gaining a Level",),
}  # fmt: skip
"""What somebody does that brings or costs something, by the trigger that comes then."""


def _add_deeds(grammar: Grammar, start: str) -> None:
    """Winning a combat gives an extra Treasure; dying costs a Level."""
    for trigger, deeds in DEEDS.items():
        for text in deeds:
            grammar.say("deed", text, always(Frame(trigger)))
    for text in ("winning a combat alone", "winning a combat without help", "winning alone", "winning without help"):
        grammar.say("deed", text, always(Frame("won", (("alone", True),))))
    for word, trigger in product(("upon", "on", "after", "for"), DEEDS):
        for text in DEEDS[trigger] if (word, trigger) != ("after", "died") else ():  # the dead, or the new character?
            grammar.say("trigger", f"{word} {text}", always(Frame(trigger)))
    for gives in ("give", "give you", "is worth", "bring", "bring you"):
        grammar.say("deal", f"<deed> {gives} <drawn*>", lambda v: framed(_draws(v[1]), (v[0],)))
        grammar.say("deal", f"<deed> {gives} <a Level|Levels>", lambda v: framed(_levels("gain", v[1]), (v[0],)))
    for costs in ("cost", "cost you"):
        grammar.say("deal", f"<deed> {costs} <a Level|Levels>", lambda v: framed(_levels("lose", v[1]), (v[0],)))
        grammar.say(start, "<deal>", lambda v: tuple(replace(one, house=True) for one in v[0]))
    grammar.say(start, "<deal> <posts>", lambda v: framed(*v))
    grammar.say(start, "<pres> <deal>", lambda v: framed(v[1], v[0]))


def _draws(drawn: tuple[Any, str]) -> Body:
    return (Draft("draw", (("amount", drawn[0]), ("pile", drawn[1])), house=True),)


def _levels(verb: str, amount: Any) -> Body:
    return (Draft(f"{verb}_levels", (("amount", amount),), house=True),)


def _about(body: Body, frame: Frame) -> Body | None:
    """What somebody does of whom the sentence speaks: on rules alone."""
    found = framed(body, (frame,))
    return found and tuple(replace(one, third=True) if isinstance(one, Draft) else one for one in found)


def _about_while(lasts: bool, found: list[Any]) -> Body | None:
    """What somebody does while something holds for them."""
    return framed(found[0], (Frame(when=found[1], lasts=lasts),))


def _before(frames: tuple[Frame, ...], body: Body) -> Body | None:
    return framed(body, frames) if all(frame.at in NEUTRAL for frame in frames) else None


def _add_levels(grammar: Grammar) -> None:
    """Players of a Level: at Level 9; a Level 8 or 9 player."""
    for text in ("Level <number>", "Level <number> or <number>", "Levels <number> and <number>"):
        grammar.say("level", text, partial(in_a_row, "level"))
        for every in ("a", "every", "each", "the"):
            _say_one(grammar, f"{every} {text} player", partial(in_a_row, "level"))
        grammar.say("one", f"{text} players", partial(in_a_row, "level"))
    grammar.say("place", "at <level>", first)
    for place in ("", "at", "of", "on"):
        grammar.say("condition", f"you is {place} <level>", first)
        grammar.say(IS_SO, f"is {place} <level>", first)
    grammar.say("foe of", "<least> Levels above you", partial(bounded, "its_level_above", 0))
    grammar.say("foe of", "<least> Levels below you", partial(bounded, "its_level_below", 0))
    for word, ways in (("its_level_above", ("above", "higher")), ("its_level_below", ("below", "lower"))):
        for text in (
            f"{ways[0]} the Level",
            f"{ways[0]} you",
            f"of a {ways[1]} Level than you",
            f"of {ways[1]} Level than you",
        ):
            grammar.say("foe of", text, always(((word, 1),)))


def _add_standing(grammar: Grammar) -> None:
    """How somebody stands among all."""
    for text, word in (
        ("the lowest Level", "lowest"), ("last place", "lowest"), ("the last place", "lowest"),
        ("the highest Level", "highest"), ("the lead", "highest"), ("first place", "highest"),
    ):  # fmt: skip
        grammar.say("standing", text, always(((word, True),)))
        for who in ("player", "players", "munchkin"):
            grammar.say("one", f"{text} {who}", always(((word, True),)))


def _say_one(grammar: Grammar, text: str, make: Make) -> None:
    """Somebody; behind 'for', each of them would be counted."""
    grammar.say("each one" if text.startswith(EACH) else "one", text, make)


def _add_who(grammar: Grammar) -> None:
    """Whom a sentence speaks of."""
    for text in ("everybody", "players", "the players"):
        grammar.say("subject", text, always(Frame()))
    for who in WHO:
        grammar.say("subject", f"{who} {PART(HAPPENS_TO)}", first)
    for text, word in FIGHTING.items():
        grammar.say("one", text, always(((word, True),)))
    for part in ("<one>", "<each one>"):
        grammar.say("subject", part, lambda v: Frame(when=v[0]))
    for who in WHO:
        _say_one(grammar, f"{who} {PART(IS_SO)}", first)
    for who in WITH:
        for place in ("with", "of", "at", "on", "in"):
            _say_one(grammar, f"{who} {place} <standing>", first)
        _say_one(grammar, f"{who} <with>", first)
        for text, word in (
            ("of Level <number> or more", "level_at_least"),
            ("of Level <number> or less", "level_at_most"),
        ):
            _say_one(grammar, f"{who} {text}", partial(bounded, word, 0))
        _say_one(grammar, f"{who} of <level>", first)
        _say_one(grammar, f"{who} at <level>", first)
    _add_standing(grammar)
    for text, word in (("the leader", "highest"), ("the highest player", "highest"), ("the lowest player", "lowest")):
        grammar.say("one", text, always(((word, True),)))
    grammar.say("one", "<any people>", lambda v: (("is", v[0]),))
    for every in ("", "every", "each", "all", "a"):
        _say_one(grammar, f"{every} <identity>", lambda v: (("is", (v[0],)),))
    for comma in ("", ","):
        grammar.say("post", f"{comma} for <one>", lambda v: Frame(when=v[0], lasts=True, third=True))
    _add_sides(grammar)


def _add_sides(grammar: Grammar) -> None:
    """Those of a combat: helpers, and who wins or loses it."""
    for text in HELPERS:
        grammar.say("subject", text, always(Frame(at="helped")))
    for each in ("a", "the", "each", "every", "any"):
        grammar.say("subject", f"the winner of {each} combat", always(Frame(at="won")))
        grammar.say("subject", f"the loser of {each} combat", always(Frame(at="lost")))


def _add_foes(grammar: Grammar) -> None:
    """What monsters do: all of them, those of a kind, and those of somebody."""
    _add_levels(grammar)
    for text in ("monsters", "all monsters", "every monster", "each monster", "the monsters", "a monster"):
        grammar.say("foes", text, always(Frame()))
        for by in ("fought by", "against", "combat by"):
            grammar.say("foes", f"{text} {by} <one>", lambda v: Frame(when=v[0], third=True))
        for that in ("", "that is"):
            grammar.say("foes", f"{text} {that} <foe of>", lambda v: Frame(when=v[0]))
        for of in ("of Level", "with Level"):
            grammar.say("foes", f"{text} {of} <number> or more", lambda v: Frame(when=(("its_level_at_least", v[0]),)))
            grammar.say("foes", f"{text} {of} <number> or less", lambda v: Frame(when=(("its_level_at_most", v[0]),)))
    for every in ("", "all", "every", "each"):
        for noun in ("", "monsters", "monster"):
            grammar.say("foes", f"{every} <tag> {noun}", lambda v: Frame(when=(("its_tag", (v[0],)),)))
    does = PART(FOE_DOES)
    grammar.say("foes do", f"<foes> {does}", lambda v: _of_foes(v[1], v[0]))
    grammar.say("foes do", f"<foes do> and {does}", lambda v: _of_more(*v))
    grammar.say("effect", "<foes do>", first)
    for comma in ("", ","):
        grammar.say("effect", f"<each> {comma} <clause>", lambda v: _for_each(*v))
        grammar.say("effect", f"<each> {comma} {does}", lambda v: _for_each(*v))
        grammar.say("effect", f"<each> {comma} it {does}", lambda v: _for_each(*v))


def _for_each(each: tuple[str, int], body: Body) -> Body | None:
    """So much for each of what is counted, said first."""
    one = body[0]
    times = dict(one.values).get("amount", 1) if isinstance(one, Draft) else None
    if len(body) != 1 or not isinstance(one, Draft) or not isinstance(times, int):
        return None
    amount = counted([times, each])
    return (replace(one, values=(*(pair for pair in one.values if pair[0] != "amount"), ("amount", amount))),)


def _of_foes(body: Body, frame: Frame) -> Body | None:
    found = framed(body, (frame,))
    return found and tuple(replace(one, house=True, third=frame.third) for one in found if isinstance(one, Draft))


def _of_more(before: Body, body: Body) -> Body | None:
    """What the same monsters do too."""
    first_one = before[0]
    if not isinstance(first_one, Draft):
        return None
    also = _of_foes(body, Frame(when=first_one.when, third=first_one.third))
    return (*before, *also) if also is not None else None


def _about_power(frame: Frame, price: tuple[Any, str], steps: Body, often: Pairs = ()) -> Body | None:
    body = for_nothing(steps, often) if price == NOTHING else power("", price, steps, often)
    return _about(body, frame) if body is not None and not frame.at else None
