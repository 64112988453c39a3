"""Numbers of switches with what people say around them: what they are of, what they become, what they were before."""

from __future__ import annotations

from functools import partial
from itertools import product

from decks.words.grammar_rules import PART, Grammar, always, first

FIGURES = {
    "": ("<number>",),
    "level": ("<number>", "Level <number>"),
    "cards": ("<number>", "<number> cards", "<number> cards in hand", "<number> cards each"),
    "gold": ("<number>", "<number> Gold Pieces", "<number> Gold Pieces worth"),
    "roll": ("<number>", "a <number>", "<roll at least>"),
}
"""Numbers of switches with what people say around them, by what they are of."""
HOUR = 60
"""Minutes."""
ROLLS = ("<number> or more", "a <number> or more", "at least <number>", "at least a <number>",
         "a roll of <number> or more", "a roll of at least <number>", "rolls of <number> or more",
         "a die of <number> or more")  # fmt: skip
BEFORE = ("instead of", "rather than", "not", ", not", "and not", ", and not", "from", "up from", "down from",
          ", instead of", ", rather than", ", up from", ", down from",
          "in place of", "as opposed to", ", was", "is not")  # fmt: skip
"""What people say of what a switch was before."""
USUAL = ("", "the usual", "the normal", "the standard", "the printed", "the official", "the default", "the", "a",
         "just", "only", "at")  # fmt: skip
COPULAS = (
    "is", "is only", "is just", "is set to", "is set at", "is at", "is at most", "is exactly", ":", "of", "to", "at",
    "=", "",
    "is capped at", "is limited to", "is fixed at", "starts at", "is changed to", "is up to",
    "requires", "needs", "takes", "means", "costs",
)  # fmt: skip
MOVES = ("go", "goes", "drop", "drops", "rise", "rises", "fall", "falls", "move", "moves", "change", "changes",
         "increase", "increases", "decrease", "decreases", "jump", "jumps", "shrink", "shrinks", "grow", "grows",
         "is raised",
         "is lowered", "is increased", "is reduced", "is cut", "is dropped", "is moved", "is bumped", "is changed",
         "is decreased", "is extended", "is shortened", "is brought", "gets raised", "gets lowered",
         "gain")  # fmt: skip
"""How the number of a switch is said to be what it is, or to become that."""

EXCESS = """easy hard low high short long quick slow fast small big little much cheap expensive strict generous few many
early late tough boring harsh soft"""
MAKE_IT = ("make it", "made it", "it is", "we make it", "we play", "we use", "try", "use", "set it to", "raise it to",
           "lower it to", "change it to", "make that", "give us", "we play to")  # fmt: skip
"""What is wrong with a switch as it is, and how another number is proposed: the hand limit is too low, make it 8."""


def add_figures(grammar: Grammar) -> None:
    """Numbers of switches: 800 Gold Pieces; is 800; drops from 1,000 to 800; to 800."""
    _add_minutes(grammar)
    for text in ROLLS:
        grammar.say("roll at least", text, first)
    for text in ("6", "a 6"):
        grammar.say("roll at least", text, always(6))
    for unit, texts in FIGURES.items():
        figure, now, at = (f"{part} {unit}".strip() for part in ("figure", "now", "at"))
        for text in texts:
            grammar.say(figure, text, first)
        for words, text in product(("instead of", "rather than", "not", ", not"), texts):
            grammar.say(figure, f"<number> {words} {text}", _changed)
        for copula in COPULAS:
            grammar.say(now, f"{copula} {PART(figure)}", first)
        for move, way in product(MOVES, ("", "up", "down")):
            grammar.say(now, f"{move} {way} to {PART(figure)}", first)
            grammar.say(now, f"{move} {way} from {PART(figure)} to {PART(figure)}", _moved)
        for to in ("", "to", "at", "of", "from <number> to", "is"):
            grammar.say(at, f"{to} {PART(figure)}", _moved if "<" in to else first)
        for usual in USUAL:
            grammar.say("usual", f"{usual} {PART(figure)}", first)
    _add_too_much(grammar)


def _add_too_much(grammar: Grammar) -> None:
    """The hand limit is too low, make it 8."""
    for excess in EXCESS.split():
        grammar.say("excess", excess, always(True))
    for degree in ("", "a bit", "way", "far", "much", "just"):
        grammar.say("too much", f"is {degree} too <excess>", always(True))
    for stop, so, make in product(("", ",", ";", "."), ("", "so", "and"), MAKE_IT):
        grammar.say("is too", f"<too much> {stop} {so} {make}", always(True))


def _changed(found: list[int]) -> int | None:
    """A number, and the one that it was before."""
    return found[0] if found[0] != found[1] else None


def _moved(found: list[int]) -> int | None:
    """The number that it was before, and the one that it becomes."""
    return found[1] if found[0] != found[1] else None


def _add_minutes(grammar: Grammar) -> None:
    """So long: 90 minutes, an hour and a half."""
    for unit, times in (("minutes", 1), ("mins", 1), ("min", 1), ("hours", HOUR)):
        grammar.say("minutes", f"<number> {unit}", partial(_so_long, times, 0))
    for text, long in (("a minute", 1), ("one minute", 1), ("half a hour", HOUR // 2), ("a hour", HOUR),
                       ("one hour", HOUR), ("a hour and a half", 3 * HOUR // 2)):  # fmt: skip
        grammar.say("minutes", text, always(long))
    for half in ("and a half hours", "hours and a half"):
        grammar.say("minutes", f"<number> {half}", partial(_so_long, HOUR, HOUR // 2))


def _so_long(times: int, more: int, found: list[int]) -> int:
    """A number of minutes or hours as minutes."""
    return times * found[0] + more
