"""What people say of cards of a pile that they look at: keep one, put the rest on the bottom, discard the other."""

from __future__ import annotations

from decks.words.grammar_rules import Grammar, always
from decks.words.patterns import spelled

PILE = "(pile|deck|Door deck|Treasure deck|Door pile|Treasure pile)"
BOTTOM = f"((under|underneath|beneath|below) (the|that) {PILE}|[back] (on|at|to) the bottom[ of (the|that) {PILE}])"
TOP = f"([back] on top[ of (the|that) {PILE}]|[back] on the {PILE})"
REST = (
    "(the (rest|other|other one|others|remaining one|other card|other cards|remaining card|remaining cards)"
    "|the (rest|other|others) of (them|the cards))"
)
ONE = (
    "(one|one of them|one of the cards|either of them|a card of the choice|one of the choice"
    "|the one (you|they) (want|like|prefer)|the better [one]|the best [one])"
)
IT = f"(it|that card|this card|{ONE})"
PUT = "(put|place|lay|return|slide|tuck|move)"
GO = "(go|goes|is put|)"
INTO_HAND = "(in|into) the hand"
DISCARDS = "(on|onto|to|into) the (discards|discard pile)"
PARTS = {
    "keeps one": (
        f"(keep|take|choose|draw) (one card|{ONE})[ {INTO_HAND}]", f"{PUT} {ONE} {INTO_HAND}",
        f"(take|keep) {ONE} to hand",
    ),
    "keeps the rest": (f"(keep|take|draw) {REST}", f"{PUT} {REST} {INTO_HAND}"),
    "leaves one": (
        f"(leave|keep) {ONE} on top[ of (the|that) {PILE}]", f"{PUT} {ONE} {TOP}",
        "choose (which one|which|which door|which of them|the one|one|one of them) to (face|open|fight|kick open)",
        f"(face|open|kick open|fight) {ONE}", "choose (one|which one) (you face|you open|you fight|you will face)",
    ),
    "puts the rest under": (f"{PUT} {REST} {BOTTOM}", f"{REST} {GO} {BOTTOM}"),
    "discards the rest": (
        f"discard {REST}", f"{REST} is discarded", f"{REST} {GO} {DISCARDS}", f"{PUT} {REST} {DISCARDS}",
    ),
    "puts the rest back": (
        f"{REST} {GO} {TOP}", f"{PUT} {REST} {TOP}", f"{PUT} {REST} back",
        f"{PUT} {REST} back [on top] in (any|whatever|the same) order [you like|of the choice]",
        f"leave {REST} (on top|where they is|as they is|there)",
    ),
    "puts one under": (f"{PUT} {IT} {BOTTOM}",),
    "discards one": (f"discard {IT}", f"{PUT} {IT} {DISCARDS}"),
    "and": ("and", ",", ", and", "then", "and then", ", then", ";"),
}  # fmt: skip
"""Parts of what is said in `values.toml` of cards that somebody looks at."""


def add_looks(grammar: Grammar) -> None:
    """What becomes of one of several cards, and of the rest."""
    for part, ways in PARTS.items():
        for way in ways:
            for text in dict.fromkeys(spelled(way)):
                grammar.say(part, text, always(True))
