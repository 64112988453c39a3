"""Twenty thousand programs that nobody has thought of are written and read back."""

from __future__ import annotations

import pytest

from tests.decks.test_words_read_back import wrong_readings


@pytest.mark.parametrize("seed", range(20))
def test_random_programs_are_read_back(seed):
    assert wrong_readings(1000, seed) == []
