"""What comes in the place of what would happen: instead of dying, lose a Level; when you would lose one, do not.

And what a die may keep from somebody.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from decks.words.deed_grammar import about
from decks.words.drafts import OTHERWISE, Body, Branch, Draft, Frame, Pairs, branched, framed
from decks.words.grammar_rules import PART, Grammar, always, first
from decks.words.power_grammar import INSTEAD_OF, power
from decks.words.time_grammar import first_time

INSTEAD = ("<steps> instead", "instead <steps>", "<steps> instead of <what would>", "<steps> but keep <all>",
           "<steps> and keep <all>", "<steps> , but keep <all>", "<steps> but lose nothing else")  # fmt: skip
"""What is said of what comes in the place of a death, or of something else."""
WOULD = {
    "dies": ("die", "be killed"), "wins": ("win", "win the game"), "gains_level": ("gain a Level", "gain Levels"),
    "loses_level": ("lose a Level", "lose Levels"), "loses_item": ("lose an Item", "lose Items"),
    "is_struck": ("be cursed", "be hit by a Curse", "suffer a Curse", "be affected by a Curse"),
    "suffers": ("suffer Bad Stuff", "suffer the Bad Stuff"),
    "opens": ("open the door", "kick open the door", "open a door", "kick open a door", "kick down the door"),
    "loots": ("loot the room", "loot", "loot a room"),
}  # fmt: skip
"""What would happen to somebody, by the trigger that comes in its place."""
PLAINLY = {"dies": ("die", "is killed", "get killed"),
           **{it: WOULD[it] for it in ("loots", "opens", "gains_level", "loses_level", "loses_item")}}  # fmt: skip
"""The same without would, where something is done instead."""
REFRAIN = ("do not", "you do not", "nothing happens", "it do not happen", "it do not count", "ignore it",
           "you ignore it", "it has no effect", "you is safe")  # fmt: skip
"""How people say that it does not happen after all."""
STRUCK = {
    "is_struck": ("a Curse strikes you", "a Curse hits you", "a Curse is played on you", "a Curse befalls you",
                  "you are cursed", "you are hit by a Curse", "a Curse would affect you"),
    "loses_item": ("an Item would be lost", "an Item of yours would be lost", "one of the Items would be lost",
                   "you would lose one of the Items"),
    "dies": ("you die",), "suffers": ("a monster catches you", "you would suffer the Bad Stuff of a monster"),
}  # fmt: skip
"""What happens to somebody who may yet be saved from it, by the trigger that comes in its place."""
SAVED = (*REFRAIN, "it does nothing", "it does not affect you", "it is cancelled", "you are not affected",
         "you survive", "it fails", "it misses you")  # fmt: skip
"""How it is said that something is kept from you."""

KEPT = (
    "you keep it",
    "keep it",
    "you keep the item",
    "keep the item",
    "you keep that item",
    "the item is kept",
    "the item is not lost",
    "it is kept",
    "it is not lost",
    "it stays",
    "you do not lose it",
)
"""The same of an Item."""


SOMEBODY = ("a player", "any player", "somebody", "everybody", "the leader")
"""Others than you of whom it may be said; each of them is the owner of a rule of their own."""
EVERYTHING = ("the cards", "all the cards", "the stuff", "all the stuff", "everything")


def add_replacements(grammar: Grammar, start: str) -> None:
    """What comes in the place of what would happen; some is said without would, too."""
    _add_events(grammar)
    for refrain, comma in product(REFRAIN, ("", ",")):
        grammar.say("final", f"<would> {comma} {refrain}", lambda v: _nothing(v[0]))
    for text in ("dying", "death", "the death"):
        grammar.say("what would", text, always(True))
    for comma in ("", ","):
        for text in INSTEAD:
            grammar.say(start, f"<dying> {comma} {text}", _in_place)
            grammar.say(start, f"<if> {comma} <dying> {comma} {text}", lambda v: framed(v[2], (v[0], v[1])))
        for keep, but in product(("you keep", "keep"), ("but", ", but", "and")):
            text = f"<dying> {comma} {keep} <all> {but} <steps>"
            grammar.say(start, text, lambda v: _in_place([v[0], v[2]]))
        for text in ("<they> <does all> instead", "<they> instead <does all>"):
            grammar.say(start, f"<dying of somebody> {comma} {text}", lambda v: about(v[2], v[0]))
    for text in EVERYTHING:
        grammar.say("all", text, always(True))
    _add_saves(grammar)
    _add_refusals(grammar, start)
    _add_new_beginnings(grammar, start)


FOUND = {"class": ("Class", "Classes"), "race": ("Race", "Races"), "item": ("Item", "Items"),
         "monster": ("monster", "monsters"), "treasure": ("Treasure", "Treasures")}  # fmt: skip
"""What somebody may look for among the discards."""
MOST_FOUND = 9
NO_HELP = ("and has no helper", "and is alone", "and combat alone", "without a helper", "without help")


def _add_new_beginnings(grammar: Grammar, start: str) -> None:
    """Cards of several kinds from the discards, and a life that begins anew with them in the place of a death."""
    for what, (one, several) in FOUND.items():
        for a in ("a", "any", "one"):
            grammar.say("found", f"{a} {one}", always(((1, what),)))
        grammar.say("found", f"<number> {several}", partial(_so_many, what))
    grammar.say("founds", "<found>", first)
    for join in ("and", ",", ", and"):
        grammar.say("founds", f"<found> {join} <founds>", lambda v: (*v[0], *v[1]))
    for taken, where in product(("", "taken", "drawn", "of the choice"), ("from the discards", "from the discard")):
        for take in ("take", "choose", "draw") if taken != "taken" else ():
            for you in ("", "you"):
                grammar.say("effect", f"{you} {take} <founds> {taken} {where}", lambda v: found_again(v[0], True))
        for again, with_ in product(("start", "begin"), ("again", "anew", "over")):
            text = f"you {again} {with_} with <founds> {taken} {where}"
            grammar.say("new beginning", text, lambda v: found_again(v[0]))
            grammar.say("new beginning", text.replace("you ", "you then "), lambda v: found_again(v[0]))
            grammar.say("new beginning", text.removeprefix("you "), lambda v: found_again(v[0]))
    new = PART("new beginning")
    for comma, join in product(("", ","), (";", "and", ", and", "then", ", then", "and then")):
        grammar.say(start, f"<dying> {comma} <steps> {join} {new}", lambda v: framed(anew(v[1], v[2]), (v[0],)))
        for end in ("", "instead"):
            for may in MAY:
                text = f"<dying> {comma} {may} <steps> {end} {join} {new}"
                grammar.say("final", text, lambda v: refusal(anew(v[1], v[2]), v[0]))
        grammar.say(start, f"<dying> {comma} <steps> instead {join} {new}", lambda v: framed(anew(v[1], v[2]), (v[0],)))


def _so_many(what: str, found: list[Any]) -> tuple[tuple[Any, str], ...]:
    return ((found[0], what),)


def found_again(found: tuple[tuple[Any, str], ...], several: bool = False) -> Body | None:
    """So many cards of each kind from the discards, one after the other; one alone is said in the table of clauses."""
    numbers = [number for number, _ in found]
    if not all(isinstance(number, int) for number in numbers) or not several < sum(numbers) <= MOST_FOUND:
        return None
    return tuple(Draft("take_from_discards", (("what", what),)) for number, what in found for _ in range(number))


def anew(steps: Body, found: Body) -> Body:
    """What somebody gives up who begins anew: with all their cards go those in play too."""
    everything = {("amount", "all"), ("what", "card")}
    body: list[Any] = []
    for one in steps:
        if isinstance(one, Draft) and one.op == "discard_hand" and everything <= {*one.values}:
            body += [Draft("discard_hand", (("amount", "all"),)), Draft("lose_held", (("held", "in_play"),))]
        else:
            body.append(one)
    return (*body, *found)


MAY = tuple(f"{who} {may}" for who in ("you", "a player", "everybody") for may in ("may", "can"))
ABOUT_TO = ("would", "is about to", "was about to")


def _add_refusals(grammar: Grammar, start: str) -> None:
    """What somebody may do in the place of what would happen to them: instead of dying, you may discard your hand."""
    for may in MAY:
        for comma in ("", ","):
            text = f"<trigger> {comma} {may} <steps>"
            grammar.say("final", text, lambda v: refusal(v[1], v[0]))
            grammar.say("final", f"{text} {comma} <often>", lambda v: _refused(v[0], v[1], v[2]))
            for end in ("instead", "instead of it", "in its place"):
                grammar.say("final", f"<dying> {comma} {may} <steps> {end}", lambda v: refusal(v[1], v[0]))
        grammar.say("final", f"{may} <steps> <trigger>", lambda v: refusal(*v))
    for trigger, texts in WOULD.items():
        for who, would, text in product(("a player who", "any player who"), ABOUT_TO, texts):
            grammar.say("endangered", f"{who} {would} {text}", always(Frame(trigger)))
    for may in ("may", "can"):
        grammar.say(start, f"<endangered> {may} <steps>", lambda v: _refused(v[0], v[1], third=True))
        for comma in ("", ","):
            text = f"<often> {comma} <endangered> {may} <steps>"
            grammar.say(start, text, lambda v: _refused(v[1], v[2], v[0], third=True))


def _refused(frame: Frame, steps: Body, often: Pairs = (), third: bool = False) -> Body | None:
    """The same so often only, or of somebody else than you."""
    body = refusal(steps, frame)
    return framed(body, (Frame(when=often, often=True, third=third),)) if body is not None else None


def refusal(steps: Body, frame: Frame) -> Body | None:
    """A choice between something and what would happen anyway."""
    if frame.at not in INSTEAD_OF or any(word == "first" for word, _ in frame.when):
        return None
    anyway = (Draft("after_all"),)
    if any(isinstance(one, Draft) and any(word == "first" for word, _ in one.when) for one in steps):
        return None  # how often is said of the choice, not of what is chosen
    body = branched(
        Draft("either", house=True, may=True), "chosen", (Branch(1, 1, steps, True), Branch(2, 2, anyway, True))
    )
    given = dict(steps[0].values).get("amount") if isinstance(steps[0], Draft) and steps[0].op == "lose_tokens" else 0
    there = Frame(when=(("tokens_at_least", given if isinstance(given, int) else 1),) if given else ())
    return framed(body, (frame, there)) if body is not None else None


def _add_saves(grammar: Grammar) -> None:
    """What a die may keep from somebody: when a Curse strikes you, roll a die; on a 5 or more it has no effect."""
    grammar.say("danger", "<would>", first)
    for trigger, ways in STRUCK.items():
        for text, when in product(ways, ("if", "when")):
            grammar.say("danger", f"{when} {text}", always(Frame(trigger)))
    for comma in ("", ","):
        grammar.say("danger", f"<often> {comma} <danger>", lambda v: _so_often(v[1], v[0]))
    for text in SAVED:
        grammar.say("saved", text, always(()))
    for text in KEPT:
        grammar.say("saved", text, always("loses_item"))
    for comma, pause, behind in product(("", ","), (";", ":", ",", "and"), ("", ",")):
        text = f"<danger> {comma} roll a die {pause} <case> {behind} <saved>"
        grammar.say("final", text, lambda v: _saved(*v))
        text = f"<often> {comma} roll a die <danger> {pause} <case> {behind} <saved>"
        grammar.say("final", text, lambda v: _saved_so_often(*v))


def _so_often(frame: Frame, often: Pairs) -> Frame | None:
    """A danger from which somebody may be saved once in a turn, combat or game."""
    return replace(frame, when=often) if not frame.when else None


def _saved(frame: Frame, case: Branch, of: Any) -> Body | None:
    if of and frame.at != of:
        return None
    anyway = Branch(*OTHERWISE, (Draft("after_all"),))
    body = branched(Draft("roll"), "rolled", (case, anyway))
    return framed(body, (frame,)) if body is not None else None


def _saved_so_often(often: Pairs, danger: Frame, case: Branch, of: Any) -> Body | None:
    frame = _so_often(danger, often)
    return _saved(frame, case, of) if frame is not None else None


def _add_events(grammar: Grammar) -> None:
    """What would happen to you, or to somebody; some is said without would, too."""
    for part in ("dying", "dying of somebody", "would"):
        _add_moments(grammar, part)
    for trigger, texts in WOULD.items():
        plain = [(text, "") for text in PLAINLY.get(trigger, ())]
        for text in texts if trigger == "dies" else ():
            grammar.say("event of dying", f"you is about to {text}", always(Frame(trigger)))
        for text, would in [*((text, "would") for text in texts), *plain]:
            grammar.say("event of dying", f"you {would} {text}", always(Frame(trigger)))
            for player in SOMEBODY:
                grammar.say("event of dying of somebody", f"{player} {would} {text}", always(Frame(trigger)))
            if would:
                grammar.say("event of would", f"you would {text}", always(Frame(trigger)))


def _add_moments(grammar: Grammar, part: str) -> None:
    """Whenever something would happen, or the first time."""
    event = PART(f"event of {part}")
    for word in ("when", "if"):
        grammar.say(part, f"{word} {event}", first)
        for text in NO_HELP if part == "dying" else ():
            grammar.say(part, f"{word} {event} {text}", lambda v: replace(v[0], when=(("alone", True),)))
    for that in ("", "that"):
        text = f"the first time {that} {event}"
        grammar.say(part, text, lambda v: first_time(v[0], "game"))
        grammar.say(part, f"{text} <per> <withins>", lambda v: first_time(v[0], v[2]))


def _nothing(frame: Frame) -> Body:
    return (Draft("nothing", at=frame.at, when=frame.when, house=True),)


def _in_place(found: list[Any]) -> Body | None:
    return framed(found[1], (found[0],))


MAY_SPEND = ("you may", "you can", "a player may", "a player can", "everybody may", "everybody can")


def add_tokens(grammar: Grammar) -> None:
    """Rules for tokens that are paid, whoever gets them back; and for one that is taken instead and may be spent."""
    verbs = ("pay", "spend", "lose", "give up", "return", "hand in", "give back", "turn in", "use")
    tails = ("", "to the bank", "to the supply", "to the box", "to the pool")
    for verb, tail in product(verbs, tails):
        grammar.say("price", f"{verb} <a token|tokens> {tail}", lambda v: (v[0], "tokens"))
        grammar.say("price", f"{verb} the token {tail}", always((1, "tokens")))
    for joint, may, verb in product(("and", ", and"), ("may", "can", "you may"), ("spend", "use", "pay", "discard")):
        text = f"{joint} {may} {verb} it <moment> <bought>"
        grammar.say("spending it", text, lambda v: power(v[0], (1, "tokens"), v[1]))
    for may, comma in product(MAY_SPEND, ("", ",")):
        grammar.say("final", f"<trigger> {comma} {may} <steps> <spending it>", lambda v: _taken_and_spent(*v))


def _taken_and_spent(frame: Frame, steps: Body, spent: Body) -> Body | None:
    """One token that is taken in the place of something, and what it may be spent for."""
    (one, *more) = steps
    token = isinstance(one, Draft) and one.op == "take_tokens" and dict(one.values).get("amount", 1) == 1
    taken = refusal(steps, frame) if token and not more else None
    return (*taken, *spent) if taken is not None else None
