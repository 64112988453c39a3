"""What the sentences of a text mean for each other: whom all spare, what is said twice, and what they set."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from decks.program_steps import Step
from decks.step_moments import dead_steps
from decks.words.drafts import Body, Columns, Draft, Frame, Pairs, Spared, themes_changed, themes_of
from decks.words.orders import Order
from decks.words.program_meaning import LYING, Context, Program
from decks.words.text_reading import Heard, Sentence
from decks.words.word_tokens import words
from engine.inputs.quote import quoted
from engine.records.card_kinds import HAPPENS, Trigger

FURTHER = frozenset("further extra additional more another also too".split())
"""Words by which something comes on top of what is said before."""
OF_ITSELF = ("discard_this", "hand_on")
"""Opcodes that move the card on which they stand."""
FLEETING = ("curse", "special")
"""Kinds of cards that are discarded at once where nothing keeps them."""
LYING_KINDS = (*LYING, *FLEETING, "rule")
"""Kinds of cards that lie before somebody, or do if something keeps them."""
NEED_A_CARD = frozenset(
    {Trigger.IN_PLAY, Trigger.CARRIED, Trigger.TURN_START, Trigger.WON, Trigger.JOINED, Trigger.DIES}
) | frozenset(HAPPENS)
"""When nothing happens unless the card lies before somebody."""
_OF_PEOPLE = re.compile(r"\byou(r|'re)?\b")
_NAME_WITH_YOU = re.compile(r"[a-z0-9-]+-your?(?:-[a-z0-9-]+)?")
_OF_THE_LAB = re.compile(
    r", if |\bthe card (is discarded|goes to)\b|\b(player|owner|fighter|somebody|everybody)\b|"
    r"^in (play|its combat)\b.*:|^the (card|monster)\b"
)
"""How people and the lab speak of whom a condition is asked; what the lab writes is asked where it stands."""
_IN_PLAY = re.compile(r"in (play|its combat)\b[^:]{,40}:")
"""How what lasts is headed, whatever cards it names then."""
ONCE = ("go_up_a_level", "special")
"""Kinds of cards that do all that they do when they are played, and have no bonus."""
UNSAID_OF_LOOT = (
    "it is not said whether it comes on top of the card that is looted or instead: after looting the room, ..., "
    "or instead of looting the room, ..."
)
"""Why several cards are not drawn when one loots."""
ROBBED = re.compile(r"\b(victim|target|its owner|owner of|item's owner)\b", re.I)
"""Whom somebody tries to steal from: not you, who are the thief where a theft fails."""
YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)


def spared(heard: Sequence[Heard]) -> tuple[Frame, ...]:
    """Conditions of all that a text does, where a sentence of its own says them."""
    alone = [one for each in heard if len(each.bodies) == 1 for one in each.bodies[0]]
    return tuple(Frame(when=one.when) for one in alone if isinstance(one, Spared))


def spared_fault(one: Spared, context: Context) -> str:
    """Why a condition of all that a text does cannot stand there; empty if it can."""
    if one.played:
        return "" if context.kind in ONCE else "only what a card does once may hang on when it is played"
    return "" if context.bad_stuff or context.kind == "curse" else "only Curses and Bad Stuff spare somebody"


def rank_of(body: Body) -> int:
    """Which of the ways to take a sentence comes first: of everybody, each by a rule of their own; then others.

    An extra Level is one of the kill only where it is not said when it is gained.
    """
    drafts = [one for one in body if isinstance(one, Draft)]
    return 0 if any(one.third for one in drafts) else 2 if any(one.foe for one in drafts) else 1


def columns_of(body: Body) -> Iterator[Pairs]:
    """What a sentence says of columns."""
    return (one.values for one in body if isinstance(one, Columns))


def at_its_moment(body: Body, kind: str, text: str) -> Body:
    """Steps at the moment that is meant: on a monster, to win is to kill it; those of a rule are killed by you."""
    body = tuple(_of_a_win(one) for one in body) if kind == "rule" else body
    told, meant = ("defeated", "killed") if kind == "rule" else ("won", "defeated")
    if kind not in ("rule", "monster") or (kind == "monster" and not YOU.search(text)):
        return body
    return tuple(replace(one, at=meant) if isinstance(one, Draft) and one.at == told else one for one in body)


def _of_a_win(one: Any) -> Any:
    """Levels less for a win, which a won combat gives less as long as the rule holds."""
    if not isinstance(one, Draft) or one.op != "combat_level" or one.on != ("won",):
        return one
    of_it = one.at == "won" or (not one.at and any(word in ("alone", "helped") for word, _ in one.when))
    return replace(one, at="in_play", on=()) if of_it else one


def with_one_die(sentences: Sequence[Sentence], kind: str) -> Iterator[Sentence]:
    """The sentences of a card: what follows on a second lead would follow on the first too. A rule has several."""
    before = set[Any]()
    for one in sentences if kind != "rule" else ():
        after = {step.opcode.leads_to for program in one.programs for _, step in program} - {None}
        if after & before:
            one = replace(one, programs=(), why="a card can have one die, one choice, and name others once")
        before |= after
        yield one
    yield from sentences if kind == "rule" else ()


def without_doubt(sentences: Sequence[Sentence], kind: str) -> Iterator[Sentence]:
    """The sentences of a text without those of which it is not said how they stand to the ones before.

    "Lose a Level. If you are an Elf, lose 2 Levels.": two or three? "Lose your Class. If you have no Class, lose a
    Level.": who says so asks before, the program would ask behind.
    """
    before: list[Program] = []
    kept = kind not in FLEETING or any(step.op == "keep" for one in sentences for p in one.programs for _, step in p)
    for one in map(_of_each_kill, sentences):
        text = one.text.lower()
        for name in _NAME_WITH_YOU.findall(str(one.programs)):  # a card's name speaks to nobody
            text = text.replace(name.replace("-", " "), "")
        if not _IN_PLAY.match(text) and (_OF_PEOPLE.search(text) or not _OF_THE_LAB.search(text)):
            if not kept and any(trigger in NEED_A_CARD for program in one.programs for trigger, _ in program):
                one = replace(one, programs=(), why="it lasts, and the card does not say how long it stays")
            elif not (kept and kind in LYING_KINDS) and any(s.op in OF_ITSELF for p in one.programs for _, s in p):
                one = replace(one, programs=(), why="it is not said how long the card lies before somebody")
            one = _alive(one, kind)
            told = {word.kind for word in words(one.text)}
            if kind == "monster" and not told & FURTHER and any(map(_levels_of_a_kill, one.programs)):
                one = replace(one, programs=(), why="it is not said whether they come on top of the Level of the kill")
            elif any(map(_draws_loot, one.programs)) and told & {"draw", "take"} and "after" not in told:
                one = replace(one, programs=(), why=UNSAID_OF_LOOT)
            elif any(_same_again(old, new, told) for old in before for new in one.programs):
                one = replace(one, programs=(), why="it is not said whether it comes on top of what stands before it")
            elif any(_asks_behind(old, new) for old in before for new in one.programs):
                one = replace(one, programs=(), why="it hangs on what the sentence before it has changed")
        before += one.programs
        yield one


def _alive(sentence: Sentence, kind: str) -> Sentence:
    """A sentence without what it may mean that would do nothing on such a card."""
    faults = [next(dead_steps(kind, program), "") for program in sentence.programs]
    alive = tuple(one for one, fault in zip(sentence.programs, faults, strict=True) if not fault)
    if alive or not faults:
        return replace(sentence, programs=alive)
    return replace(sentence, programs=(), why=f"it would do nothing: {faults[0]}")


def _of_each_kill(sentence: Sentence) -> Sentence:
    """Levels for whoever helps to kill are of each monster, where they might be of the combat too."""
    exact = tuple(one for one in sentence.programs if any(step.op == "helper_level" for _, step in one))
    return replace(sentence, programs=exact or sentence.programs)


def _levels_of_a_kill(program: Program) -> bool:
    """Whether several Levels are gained for a monster that has been killed."""
    return any(
        trigger == Trigger.DEFEATED and step.op == "gain_levels" and step.params.get("amount", 1) != 1
        for trigger, step in program
    )


def _draws_loot(program: Program) -> bool:
    """Whether several cards are drawn where one loots, of which some are kept."""
    return any(trigger == Trigger.LOOTED and step.op == "look" for trigger, step in program)


def _same_again(old: Program, new: Program, told: set[str]) -> bool:
    """Whether a condition makes another number of what has been said without it."""
    if told & FURTHER:
        return False
    for trigger, step in old:
        for other_trigger, other in new:
            alike = trigger == other_trigger and step.op == other.op and _rest(step) == _rest(other)
            more = set(other.when) - set(step.when)
            sums = step.opcode.family == "lasting" and any(other.when.get(w) != v for w, v in step.when.items())
            if alike and more and not sums and step.params.get("amount") != other.params.get("amount"):
                return True
    return False


def _rest(step: Step) -> dict[str, Any]:
    return {name: value for name, value in step.params.items() if name != "amount"}


def _asks_behind(old: Program, new: Program) -> bool:
    """Whether steps hang on what earlier ones have changed."""
    for trigger, other in new:
        changed = themes_changed(step.op for at, step in old if at == trigger)
        if changed & themes_of(other.when):
            return True
    return False


def switches_said(heard: Sequence[Heard]) -> Mapping[str, int]:
    """The switches that a text sets, of which it may say for some players something else."""
    parts = [[part for body in one.bodies for part in body] for one in heard]
    of_all = (found for found in parts if not any(isinstance(part, Draft) and part.when for part in found))
    orders = (order for found in of_all for order in found if isinstance(order, Order) and not order.hangs)
    return {order.place: order.value for order in orders if order.is_switch and isinstance(order.value, int)}


def doubt_of(body: Sequence[Any], text: str) -> str:
    """What a sentence does not say, for which it is not meant in this way; empty if nothing."""
    drafts = [one for one in body if isinstance(one, Draft)]
    if speaks_of_two(body, text):
        return "it speaks of you and of another player; say what happens to one of them"
    if any(one.their_turn for one in drafts) and not THEIR_TURN.search(text):
        return "it is not said whose turn it is"
    if OF_A_FIGHT.search(text) and any(name in ("lowest", "highest") for one in drafts for name, _ in one.when):
        return "who is first or last of a combat is not known, only of the whole table"
    return ""


THEIR_TURN = re.compile(r"\b(their|his|her|his or her) (own )?turn", re.IGNORECASE)
"""How it is said that somebody does something in a turn of their own, where that stands before them."""
OF_A_FIGHT = re.compile(
    r"\b(lowest|highest|weakest|strongest)\b[\w -]{0,24} (in|of|on) (the|this|that|your|a) (combat|fight|battle|side)",
    re.IGNORECASE,
)
"""How it is said that somebody is first or last among those who fight, not at the table."""


def speaks_of_two(body: Sequence[Any], text: str) -> bool:
    """Whether a sentence about somebody speaks of you too, or of every other player at the table."""
    robbed = any(isinstance(one, Draft) and one.at in ("theft_failed", "theft_fails") for one in body)
    if robbed and ROBBED.search(text):
        return True
    third, some = (any(isinstance(one, Draft) and getattr(one, of) for one in body) for of in ("third", "of_some"))
    return (third and bool(YOU.search(text))) or (some and "other player" in text.lower())


BEFORE_IT = re.compile(r"(it|they|he|she|that monster|those monsters)\b", re.IGNORECASE)
"""How a sentence of a card begins that speaks of what the sentence before it has named."""


IN_GAMES = re.compile(r"in (?:an? |any )?[\w-]+(?: player)? games?\b", re.IGNORECASE)
"""How a rule begins that is for some games alone: what follows may be for these too."""


def of_what_is_read(sentences: Sequence[Sentence], kind: str) -> tuple[Sentence, ...]:
    """What speaks of something in a sentence that was not read is not read either: on cards that are used up.

    Nor is what stands behind a sentence of a rule that was not read and says for which games it is.
    """
    found: list[Sentence] = []
    scope = ""
    for one in sentences:
        unread = found and not (found[-1].understood or found[-1].against)
        scope = scope or (found[-1].text if unread and kind == "rule" and IN_GAMES.match(found[-1].text) else "")
        if scope and one.understood and any((*one.programs, *one.orders)):
            why = f"it may hang on {quoted(scope)}, which is not understood"
            one = replace(one, programs=(), orders=(), unread=one.text, why=why)
        if unread and kind in ("one_shot", "special", "curse") and one.understood and BEFORE_IT.match(one.text):
            why = f"it speaks of what {quoted(found[-1].text)} does, which is not understood"
            one = replace(one, programs=(), unread=one.text, why=why)
        found.append(one)
    return tuple(found)


WHEN_PLAYED = re.compile(
    r"(?:you (?:may|can)(?: only|not| not|'t)? )?(?:play|use) (?:this|it|only|when|before|after|during|at|on|as)\b"
    r"|(?:this|it|this card|the card) (?:may|can)(?:not| not|'t)? (?:only )?be (?:played|used)\b"
    r"|(?:only )?(?:playable|usable)\b",
    re.IGNORECASE,
)


def within_limits(sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Where it is not read when a card may be played, nothing that it does is: at any time it were another card."""
    limit = next(
        (one for one in sentences if not (one.understood or one.against) and WHEN_PLAYED.match(one.text)), None
    )
    if limit is None:
        return tuple(sentences)
    why = f"it hangs on {quoted(limit.text)}, which is not understood"
    return tuple(
        replace(one, programs=(), unread=one.text, why=why) if one.understood and any(one.programs) else one
        for one in sentences
    )
