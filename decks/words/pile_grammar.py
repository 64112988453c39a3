"""What people say of cards of a pile that they look at: keep one, put the rest on the bottom, discard the other."""

from __future__ import annotations

from decks.words.grammar_rules import Grammar, always
from decks.words.patterns import spelled

SHARED = {
    "the pile": ("(the|that) (pile|deck|Door deck|Treasure deck|Door pile|Treasure pile)",),
    "to the bottom": ("(under|underneath|beneath|below) <the pile>", "[back] (on|at|to) the bottom[ of <the pile>]"),
    "on top again": (
        "[back] on top[ of <the pile>]", "[back] on the (pile|deck|Door deck|Treasure deck|Door pile|Treasure pile)",
    ),
    "the rest": (
        "the (rest|other|other one|others|remaining one|other card|other cards|remaining card|remaining cards)",
        "the (rest|other|others) of (them|the cards)",
    ),
    "one of them": (
        "(one|one of them|one of the cards|either of them|a card of the choice|one of the choice)",
        "(the one (you|they) (want|like|prefer)|the better [one]|the best [one])",
    ),
    "it or one": ("(it|that card|this card)", "<one of them>"),
    "puts": ("(put|place|lay|return|slide|tuck|move)",),
    "goes": ("(go|goes|is put)",),
    "into the hand": ("(in|into) the hand",),
    "on the discards": ("(on|onto|to|into) the (discards|discard pile)",),
}  # fmt: skip
"""Parts that several of those below have."""
PARTS = {
    "keeps one": (
        "(keep|take|choose|draw) one card[ <into the hand>]",
        "(keep|take|choose|draw) <one of them>[ <into the hand>]", "<puts> <one of them> <into the hand>",
        "(take|keep) <one of them> to hand",
    ),
    "keeps the rest": ("(keep|take|draw) <the rest>", "<puts> <the rest> <into the hand>"),
    "leaves one": (
        "(leave|keep) <one of them> on top[ of <the pile>]", "<puts> <one of them> <on top again>",
        "choose (which one|which|which door|which of them|the one|one|one of them) to (face|open|fight|kick open)",
        "(face|open|kick open|fight) <one of them>",
        "choose (one|which one) (you face|you open|you fight|you will face)",
    ),
    "puts the rest under": (
        "<puts> <the rest> <to the bottom>", "<the rest> <goes> <to the bottom>", "<the rest> <to the bottom>",
    ),
    "discards the rest": (
        "discard <the rest>", "<the rest> is discarded", "<the rest> <goes> <on the discards>",
        "<the rest> <on the discards>", "<puts> <the rest> <on the discards>",
    ),
    "puts the rest back": (
        "<the rest> <goes> <on top again>", "<the rest> <on top again>", "<puts> <the rest> <on top again>",
        "<puts> <the rest> back",
        "<puts> <the rest> back [on top] in (any|whatever|the same) order [you like|of the choice]",
        "leave <the rest> (on top|where they is|as they is|there)",
    ),
    "puts one under": ("<puts> <it or one> <to the bottom>",),
    "discards one": ("discard <it or one>", "<puts> <it or one> <on the discards>"),
    "and": ("and", ",", ", and", "then", "and then", ", then", ";"),
}  # fmt: skip
"""Parts of what is said in `values.toml` of cards that somebody looks at."""


def add_looks(grammar: Grammar) -> None:
    """What becomes of one of several cards, and of the rest."""
    for part, ways in (SHARED | PARTS).items():
        for way in ways:
            for text in dict.fromkeys(spelled(way)):
                grammar.say(part, text, always(True))
