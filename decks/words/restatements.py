"""What stands beside a rule and changes nothing: that it holds whatever else is so, or the same in other words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from decks.step_moments import timing_of
from decks.words.clause_table import clauses, conditions, order_clauses, triggers
from decks.words.drafts import Body, Draft
from decks.words.orders import Order
from decks.words.program_meaning import Program
from decks.words.sayings import rooted, roots_in, texts_of
from decks.words.sentence_split import MEANT
from decks.words.text_reading import Sentence
from decks.words.word_tokens import NUMBERS, Word, meant
from engine.records.card_kinds import Trigger
from engine.records.opcodes import BY_NAME
from engine.records.timings import Timing

WHATEVER = (
    ("whatever",), ("whichever",), ("whoever",), ("however", "many"), ("however", "much"), ("however", "often"),
    ("no", "matter"), ("regardless",), ("irrespective",), ("even", "if"), ("even", "when"), ("even", "though"),
    ("with", "or", "without"),
)  # fmt: skip
"""How it begins that a rule holds whatever else is so."""
NEEDLESS = (
    ("no", "need"),
    ("without", "needing"),
    ("without", "having"),
    ("without", "requiring"),
    ("even", "without"),
)
"""How it begins that something is not asked for."""
ASKED = ("required", "needed", "necessary")
OPENERS = frozenset((",", "no", "without", *(one[0] for one in (*WHATEVER, *NEEDLESS))))
OR_NOT = ("or", "not")
DOES = frozenset("win lose get gain draw take discard die begin start choose go pay help keep roll".split())
"""What whoever has or is something may do: then it is a rule of its own, and no concession."""
TIES = frozenset((",", ";", ":", "-", "and", "but", "so", "also", "too"))
"""What ties a clause to the one before or behind it."""
LONGEST = 5
"""Words before "or not"."""
SPOKEN = frozenset(("not", "no", "may", "also", "then", "instead", "or", "and", "every", "each", "further"))
"""Words that rules are made of, which what is said once more may have too."""
PLAIN = frozenset(
    "a an the of to it its is are was be been they them their he him his she her you your we our that this those these "
    "for in on at by from with as so all any some just only simply do does did don't doesn't get gets got go goes has "
    "have had want wants like likes can could will would as much many there here now more".split()
)
"""Words that say nothing by themselves, whatever rule they stand beside."""

_KEPT = re.compile(
    r"(?:but )?(?:you|they|he|she|the victim|the player) (?:still |may |do )?keeps? "
    r"(?:all )?(?:of )?(?:your|their|his|her|the) "
    r"(?:current )?(levels?|hand(?: cards)?|cards in hand)",
    re.IGNORECASE,
)
"""That something stays as it is, of which the rest of a text takes nothing."""
WHEN = frozenset(
    "in on at as during with without while when if for after before every each once until only from to by of or "
    "alone".split()
)
IN_COMBAT = ("in combat", "in a combat", "in any combat", "in every combat", "in each combat", "during combat")
"""How what says when or for whom a rule holds begins, and what is so of all that counts in combats alone."""
OWN = re.compile(r"\b(your|own|their|my)\b", re.IGNORECASE)
"""Words by which a card may be played in the combats of some alone."""
KEEPS_HAND = frozenset(
    "lose_item lose_class lose_race lose_worn lose_named possess discard_gold lose_levels set_level change_sex keep "
    "set_status mix_levels".split()
)
"""What happens without a card of the hand."""
MOVES_LEVELS = frozenset(("tax", "end_game", "discard_gold"))
"""What may take Levels, beside what is a matter of Levels alone."""
FOLLOWS = (Trigger.PLAYED, Trigger.ROLLED, Trigger.CHOSEN, Trigger.NAMED)
"""Triggers of what happens when a card is played."""


def kept_of(text: str) -> str:
    """What a sentence says that somebody keeps: `level` or `hand`; empty if it says something else."""
    found = _KEPT.fullmatch(text.strip(" .!"))
    return "" if found is None else "level" if found[1].lower().startswith("level") else "hand"


def _stays(kept: str, program: Program) -> bool:
    """Whether the steps of a program leave somebody all their Levels, or their hand."""
    steps = [step for _, step in program if step.opcode.leads_to is None]
    if kept == "hand":
        held = ("hand", "cards")
        return all(s.op in KEEPS_HAND or s.params.get("held", "hand") not in held for s in steps)
    return all(clauses()[s.op][0].theme != "levels" and s.op not in MOVES_LEVELS for s in steps)


def said_again(sentences: Sequence[Sentence], kind: str) -> Iterator[Sentence]:
    """The sentences of a card; those that say what is so anyway say nothing, or are not read where it is not so.

    You keep your Level, behind what takes none; play it in any combat, or at any time, on a card that is so played.
    """
    for one in sentences:
        others = [other.programs[0] for other in sentences if other is not one and len(other.programs) == 1]
        rest = [other for other in sentences if other is not one and kept_of(other.text) == ""]
        if kept := kept_of(one.text):
            steps = [program for program in others if program]
            agrees = kind != "rule" and steps and all(other.programs for other in rest)
            if not agrees or not all(_stays(kept, program) for program in steps):
                why = f"it is not clear what else becomes of the {kept}"
                one = replace(one, programs=(), left_out=(), unread=one.text, why=why)
        elif one.against and not OWN.search(one.text) and _is_played(kind, dict(one.columns), others):
            one = replace(one, against=())
        yield one


def _is_played(kind: str, told: dict[str, str], programs: Sequence[Program]) -> bool:
    """Whether a card is played when its text says: in combats, by anybody, or at any time."""
    if kind not in ("one_shot", "special") or set(told) != {"timing"}:
        return False
    steps = [step for program in programs for trigger, step in program if trigger in FOLLOWS]
    each = [timing_of(step) for step in steps if step.opcode.leads_to is None]
    if told["timing"] == "combat":
        return bool(each) and all(timing == Timing.COMBAT for timing in each)
    return told["timing"] == "any" and bool(each) and all(timing & Timing.ANY for timing in each)


def is_concession(found: Sequence[Word]) -> bool:
    """Whether words only say that a rule holds whatever else is so: whatever their Level is; Dwarf or not."""
    if not found or (found[0].kind not in OPENERS and found[-1].kind != OR_NOT[-1]):
        return False  # most words begin nothing of the kind: each place of a sentence is asked
    kinds = tuple(word.kind for word in found if word.kind != ",")
    if len(kinds) < 2:
        return False
    begins = any(kinds[: len(one)] == one and len(kinds) > len(one) for one in (*WHATEVER, *NEEDLESS))
    asked = kinds[0] in ("no", "without") and kinds[-1] in ASKED and len(kinds) > 2
    refused = kinds[-2:] == OR_NOT and 2 < len(kinds) <= LONGEST
    inner = kinds[3:] if begins else kinds[1:-1] if asked else kinds[:-2]
    later = {form for kind in kinds[2:] for form in (kind, kind.removesuffix("s"), kind.removesuffix("es"))}
    does = kinds[0] == "whoever" and bool(DOES & later)  # whoever has most wins; but: whoever wins
    said = (begins or asked or refused) and not does and not set(inner) & (MEANT - SPOKEN)
    return said and not any(word.kind in NUMBERS for word in meant([*found]))


def conceded(found: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """From which word to which a sentence goes without that it holds whatever else is so, behind its comma."""
    for place, word in enumerate(found):
        if place and word.kind == "," and is_concession(found[place + 1 :]):
            yield 0, place


def by_itself(found: Sequence[Word]) -> list[Word]:
    """Words without the stops and joints that tie them to others: a clause of its own, if they are one."""
    kinds = [word.kind in TIES for word in found]
    first = next((place for place, tie in enumerate(kinds) if not tie), len(found))
    last = len(found) - next((place for place, tie in enumerate(kinds[::-1]) if not tie), 0)
    return list(found[first:last])


def says_again(found: Sequence[Word], body: Body, is_rule: Callable[[Word], bool]) -> bool:
    """Whether words beside a rule have none of the game that this rule is not spoken of in: they say it once more."""
    told_of = meant([*found])
    if not told_of or any(word.kind in NUMBERS or word.kind in MEANT - SPOKEN for word in told_of):
        return False
    said = [word.kind for word in by_itself(told_of)]
    powers = any(isinstance(one, Draft) and BY_NAME[one.op].family == "ability" for one in body)
    if said and said[0] in WHEN and (powers or " ".join(said) not in IN_COMBAT):
        return False  # it is a moment, which is another one than that of the rule, or one more
    silent = PLAIN | SPOKEN
    told = rooted(word.kind for word in told_of if word.kind not in silent and is_rule(word))
    spoken_of = frozenset[str]().union(*(_spoken_of(name) for one in body for name in _names(one)))
    return bool(told & spoken_of) and told <= spoken_of and not _rounds_up(told_of)


def _rounds_up(found: Sequence[Word]) -> bool:
    """Whether words make the larger half of something: halves that are said of the box are the smaller ones."""
    kinds = {word.kind for word in found}
    return bool(kinds & {"up", "upwards"}) and any(kind.startswith("round") for kind in kinds)


def _names(one: object) -> Iterable[str]:
    """The rows of the tables by which a part of a rule is said."""
    if isinstance(one, Order):
        yield one.place if one.is_switch else one.place.rpartition(".")[2]
    elif isinstance(one, Draft):
        yield from (one.op, one.at, *(name for name, _ in one.when))


@cache
def _spoken_of(name: str) -> frozenset[str]:
    """The words that the rows of an opcode, trigger, condition or switch are said in, without their endings."""
    rows = [*clauses().get(name, ()), *conditions().get(name, ()), *order_clauses().get(name, ())]
    rows += [triggers()[name]] if name in triggers() else []
    return roots_in(text for row in rows for way in (row.says, *row.heard) for text in texts_of(way))
