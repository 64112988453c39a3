"""Whatever a game writes down is told, or has a reason not to be: a new kind of event cannot be forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from engine.records.book import CARD
from engine.records.events import Ev
from lab.story.game_story import Story
from lab.story.story_words import GROUPED, SINGLE, Cast

BY_ANOTHER_LINE = {
    Ev.ENTER: "the line of the combat, or of the card that brings it, names the monster",
    Ev.LAST_MOVE: "no event: the end of the moves",
    Ev.IDENTITY: "the card that is played or lost says it",
    Ev.TURN_END: "the next turn begins, or the game is over",
}


@pytest.mark.parametrize("kind", list(Ev), ids=lambda kind: kind.name)
def test_every_kind_of_event_is_told_or_has_a_reason_not_to_be(kind):
    story = Story(Cast(["ann", "bob"], ["Ogre"], np.zeros(1, CARD), [1, 1]))
    told = {*story._special, *GROUPED, *SINGLE}
    assert (kind in told) != (kind in BY_ANOTHER_LINE)
