"""Words about cards: the command line and the pages say the same, and it is written there."""

from lab.commands._card_rules import how_to_read as how_changes_are_read
from lab.commands._card_rules import sentences as change_sentences
from lab.commands._card_words import BAD_TO_MEET, GOOD_TO_MEET, MEANS, PLURAL, SIGNS, WAYS, section, trust, verdict_word
from lab.commands._card_words import how_to_read as how_cards_are_read

__all__ = [
    "BAD_TO_MEET", "GOOD_TO_MEET", "MEANS", "PLURAL", "SIGNS", "WAYS", "change_sentences", "how_cards_are_read",
    "how_changes_are_read",
    "section", "trust", "verdict_word",
]  # fmt: skip
