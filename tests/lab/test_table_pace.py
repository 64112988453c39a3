"""The declared pace of a table: where it stands, and one that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.errors import BadInput
from lab.tables import shelf
from lab.tables.table_pace import FILE, pace, parsed_pace


def test_the_declared_pace_is_read_and_stands_behind_what_is_kept():
    assert parsed_pace(FILE.read_bytes(), FILE) == pace()
    assert FILE in shelf.room_files()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (b"turn = 20\ndecision = 2.5", "key 'combat' is missing; allowed: seconds, 0 to 3600"),
        (b"turn = 20\ndecision = -1\ncombat = 3", "decision is -1; allowed: seconds"),
        (b"turn = nan\ndecision = 1\ncombat = 3", "turn is nan; allowed: seconds"),
        (b"turn = true\ndecision = 1\ncombat = 3", "turn is True; allowed: seconds"),
        (b"turn = 'long'\ndecision = 1\ncombat = 3", "turn is 'long'; allowed: seconds"),
        (b"turn = 1\ndecision = 1\ncombat = 3\nsnacks = 1", "unknown key 'snacks'; allowed: turn, decision, combat"),
        (b"turn = ", "not valid TOML: Invalid value"),
        (b"\xff", "is not UTF-8 text"),
    ],
)
def test_a_pace_that_says_something_else_is_refused_in_a_sentence(written, says):
    with pytest.raises(BadInput, match=r"^pace.toml: ") as error:
        parsed_pace(written, Path("pace.toml"))
    assert says in str(error.value)
