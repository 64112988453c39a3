"""Playthroughs as goldens: whole games, replayed line by line.

`pytest tests/test_goldens.py --renew-goldens` plays them again and rewrites the files.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest
from golden_games import FOLDER, GOLDENS, PERSONAS, ROWS, by_header, goldens, path_of, read, renewed, told

from engine.records.switches import RULES_VERSION
from lab.agents.personas import weights_of
from lab.games import game_table as tables
from variants.load_variants import known_variants

BEFORE, AFTER = 5, 3
"""Lines shown before and after the first one that differs."""

BEGIN = (
    "begin tests/golden/<variant>.txt with two lines, `look for: ...` (what a reader is to see) and `shows: ...`"
    " (a pattern of it), then: pytest tests/test_goldens.py --renew-goldens"
)

RENEW = (
    "If the game was to change, raise RULES_VERSION, tell it in CHANGELOG.md and renew: "
    "pytest tests/test_goldens.py --renew-goldens; if only the wording was to change, renew."
)


@pytest.fixture(autouse=True)
def _own_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "weights_of", partial(weights_of, path=PERSONAS))


def parting(path: Path, kept: str, now: str) -> str:
    """Where a golden and the game as it is played now part, and how to renew; empty if they are the same."""
    old, new = kept.splitlines(), now.splitlines()
    at = next((i for i, (a, b) in enumerate(zip_longest(old, new)) if a != b), -1)
    if at < 0:
        return ""
    turn = next((line for line in reversed(old[:at]) if line.startswith("Turn ")), "Setup")
    lines = [f"{path.name}: the game is another one from line {at + 1} of the game on, in", f"  {turn}"]
    lines += [f"      {line}" for line in old[max(0, at - BEFORE) : at]]
    for name, side in (("kept", old), ("now ", new)):
        lines += [f"{name}: {line}" for line in side[at : at + AFTER] or ["(the game has ended)"]]
    return "\n".join([*lines, RENEW])


def test_every_preset_and_every_house_rule_has_a_playthrough_and_nothing_else_lies_there(
    request: pytest.FixtureRequest,
) -> None:
    for file in known_variants():
        named = [name for name in GOLDENS if name.split("+")[file.overlay :] == [file.key]]
        assert named, f"tests/golden/ has no game that shows '{file.key}'; {BEGIN}"
    if request.config.getoption("renew_goldens"):
        for path in {*FOLDER.glob("*.txt")} - {path_of(name) for name in GOLDENS}:
            path.unlink()
    else:
        assert {path.stem for path in FOLDER.glob("*.txt")} == set(GOLDENS)


@pytest.mark.parametrize("variant", GOLDENS)
def test_a_playthrough_is_the_same_line_by_line(variant: str, request: pytest.FixtureRequest) -> None:
    path = path_of(variant)
    if request.config.getoption("renew_goldens"):
        path.write_text(renewed(variant), encoding="utf-8")
        return
    header, kept = read(path)
    problem = parting(path, kept, told(header))
    assert not problem, problem


@pytest.mark.parametrize("variant", GOLDENS)
def test_a_playthrough_shows_its_rule_and_says_where(variant: str) -> None:
    header, text = read(path_of(variant))
    assert header["variant"] == variant
    shown = GOLDENS[variant].shown(text)
    assert shown, f"the game does not show that {GOLDENS[variant].look_for}; {RENEW}"
    assert header["look for"] == shown, RENEW


def test_the_playthroughs_and_the_changelog_are_of_these_rules() -> None:
    old = [name for name in GOLDENS if read(path_of(name))[0]["rules version"] != str(RULES_VERSION)]
    assert not old, f"of other rules than RULES_VERSION {RULES_VERSION}: {', '.join(old)}. {RENEW}"
    changes = (FOLDER.parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## .*\bRULES_VERSION (\d+)\b", changes, re.MULTILINE)
    assert str(RULES_VERSION) in sections, f"CHANGELOG.md has no section 'RULES_VERSION {RULES_VERSION}'"


def test_a_difference_is_told_with_its_turn_and_what_came_before() -> None:
    kept = "Title\n\nSetup\n  a\n\nTurn 1, round 1: p0\n  b\n  c\n  d\n"
    assert parting(Path("x.txt"), kept, kept) == ""
    said = parting(Path("x.txt"), kept, kept.replace("  c\n", "  z\n"))
    assert "from line 8" in said and "Turn 1, round 1" in said and "kept:   c" in said and "now :   z" in said
    assert "--renew-goldens" in said
    assert "now : (the game has ended)" in parting(Path("x.txt"), kept, kept.removesuffix("  d\n"))


def test_a_golden_may_say_for_itself_what_it_shows(tmp_path: Path) -> None:
    (tmp_path / "base+epic.txt").write_text("look for: somebody wins\nshows: ^The game is over\nseats: 4\n")
    (tmp_path / "base.txt").write_text(f"look for: an Elf helps\n{'-' * 40}\nGame 0\n")
    found = goldens(tmp_path)
    assert set(found) == set(ROWS) and found["base"] is ROWS["base"]
    golden = found["base+epic"]
    assert (golden.look_for, golden.seats, golden.shown("Setup\n")) == ("somebody wins", 4, "")
    shown = golden.shown("Turn 3, round 1: p0\nThe game is over (level)\n")
    assert shown == 'somebody wins (Turn 3: "The game is over (level)")'
    again = by_header({"look for": shown, "shows": golden.shows, "seats": "4"})
    assert (again.look_for, again.shows) == (golden.look_for, golden.shows)
