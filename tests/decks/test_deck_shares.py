"""What `lab decks check` says of how much of a deck is known."""

from __future__ import annotations

import pytest

from decks.deck_shares import shares
from decks.read_decks import add_on, deck_names, read_deck, read_rows

BASE = {"pile": "door", "origin": "synthetic"}
LOSE = {"op": "lose_levels", "amount": 2}
CASES = {
    "same": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels."}, True),
    "other-number": ({"kind": "curse", "effects": [LOSE], "text": "Lose a Level."}, False),
    "half": ({"kind": "curse", "effects": [LOSE, {"op": "death"}], "text": "Lose two Levels."}, False),
    "more": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels. Discard your hand."}, False),
    "unread": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels, and hum."}, False),
    "column": ({"kind": "enhancer", "bonus": 5, "text": "+5 to the monster."}, True),
    "other-column": ({"kind": "enhancer", "bonus": 5, "text": "+10 to the monster."}, False),
    "column-only-in-text": ({"kind": "enhancer", "bonus": 5, "text": "+5. Draw 2 extra Treasures."}, False),
    "step-for-a-column": (
        {"kind": "monster", "level": 1, "treasures": 1, "effects": [{"op": "extra_level", "amount": 1}],
         "bad_stuff": [LOSE], "text": "It gives an extra Level."}, True),
    "other-bad-stuff": (
        {"kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [LOSE], "text": "Bad Stuff: You die."}, False),
    "another-deck": ({"kind": "curse", "effects": [{**LOSE, "when": {"race": "elf"}}], "text": "Lose a Level."}, False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_read_if_it_means_what_is_played(name, tmp_path):
    keys, read = CASES[name]
    cards = read_rows([{**BASE, "id": name, "name": name, **keys}], "here")
    found = shares(add_on(tmp_path / "own.toml", cards, ["here"]))
    assert (found.cards, found.texts, found.unread) == ((name,), (name,), () if read else (name,))


def test_the_sentence_names_a_few_cards_or_all(tmp_path):
    rows = [{**BASE, "id": f"c{n}", "name": f"C{n}", "kind": "curse", "unmodelled": "hums"} for n in range(7)]
    rows.append({**BASE, "id": "d", "name": "D", "kind": "curse", "effects": [LOSE]})
    found = shares(add_on(tmp_path / "own.toml", read_rows(rows, "here"), ["here"] * 8))
    few = "1 of 8 cards said whole (not C0, C1, C2, C3, C4 and 2 more)"
    assert found.in_words() == f"{few}; no card has a text; 8 of 8 cards known to players."
    assert "(not C0, C1, C2, C3, C4, C5, C6);" in found.in_words(every=True)


@pytest.mark.parametrize("name", deck_names())
def test_the_decks_of_the_lab_are_said_and_known(name):
    found = shares(read_deck(name))
    assert found.unknown == () and len(found.unsaid) == sum(c.unmodelled is not None for c in read_deck(name).cards)
