"""Tokens by two names are refused, in a text and in the rules of a file; states last as long as their rules say."""

from __future__ import annotations

import pytest

from decks.card_lint import STATES_LAST, misplaced
from decks.card_schema import parse_card
from decks.words.token_names import two_names
from engine.records.state import Status


@pytest.mark.parametrize(("texts", "found"), [
    (("Take a token.", "Lose two tokens."), None), (("Take an honor token.", "Lose two tokens."), None),
    (("Take a marker.", "Lose two chips."), ("marker", "chips")),
    (("Take a token. Lose a wound counter.",), ("token", "wound counter")),
    (("Take a token to counter the leader.",), None),
    (("Take a luck token.", "Lose a wound token."), ("luck token", "wound token")),
])  # fmt: skip
def test_two_names_are_told_apart(texts, found):
    assert two_names(texts) == found


@pytest.mark.parametrize(("status", "until"), [("skip_turn", "removed"), ("no_asking", "next_turn")])
def test_a_state_does_not_last_until_anything_else(status, until):
    for end in (until, STATES_LAST[status]):
        step = {"op": "set_status", "status": status, "until": end}
        card = parse_card({"id": "it", "pile": "door", "kind": "curse", "effects": [step]}, "it")
        assert any("always lasts until" in text for text in misplaced(card)) == (end == until)


def test_every_state_has_an_end():
    assert set(STATES_LAST) == {status.name.lower() for status in Status}
