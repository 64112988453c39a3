"""How it is said that a beaten monster is kept: after defeating one, you may discard a card to keep it as an ally.

What it gives stands in the table of clauses (`befriend`); here are the moment, and the price that hangs on the monster.
"""

from __future__ import annotations

from itertools import product

from decks.words.counted_grammar import Counted
from decks.words.grammar_rules import Grammar, always

BEATEN = tuple(
    f"{when} {killed} monster"
    for when, killed in (
        *(("after", text) for text in ("defeating a", "killing a", "you kill a", "you defeat a")),
        *((word, text) for word in ("when", "if") for text in ("you kill a", "you defeat a")),
    )
)
"""When a combat has been won, before what it brings."""
AS_MANY = ("discard as many {} as {} has Treasures", "discard {} equal to the Treasures of {}",
           "discard {} equal to {}'s Treasures")  # fmt: skip
CARDS = {"cards": "cards", "hand cards": "hand"}
THE_MONSTER = ("it", "the monster", "that monster")


def add_companions(grammar: Grammar) -> None:
    """The moment at which a monster is kept, and as many cards as it has Treasures as its price."""
    for text in BEATEN:
        grammar.say("moment", text, always("pay_when_won"))
    for text, (cards, cost), it in product(AS_MANY, CARDS.items(), THE_MONSTER):
        grammar.say("price", text.format(cards, it), always((Counted(count="treasures"), cost)))
    grammar.say("price", "discard cards equal to the Treasures", always((Counted(count="treasures"), "cards")))
