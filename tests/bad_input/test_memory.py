"""The measure of memory sees what is taken under it, and not what was taken before."""

from __future__ import annotations

import pytest

from tests.bad_input.memory import STATUS, in_memory

MB = 1_000_000


def taken(size: int) -> None:
    """Write to `size` bytes and let go of them."""
    assert len(bytearray(b"x") * size) == size


def test_memory_that_is_taken_and_given_back_is_seen():
    with pytest.raises(AssertionError, match="allowed: 100"), in_memory(100 * MB):
        taken(300 * MB)


@pytest.mark.skipif(not STATUS.exists(), reason="the peak of earlier work cannot be forgotten here")
def test_memory_of_earlier_work_is_not_counted():
    taken(600 * MB)
    with in_memory(300 * MB):
        taken(100 * MB)
    with pytest.raises(AssertionError), in_memory(300 * MB):  # less than the earlier peak, and seen
        taken(500 * MB)
