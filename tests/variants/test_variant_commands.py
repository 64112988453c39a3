"""`lab rules` and `lab variants` as a user types them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lab.cli import main
from lab.scenarios import rule_coverage

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True, scope="module")
def read_once() -> Iterator[None]:
    """What covers a rule is looked up in a thousand files: once for all these commands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rule_coverage, "rule_status", cache(rule_coverage.rule_status))
        yield


def test_rules_as_json_lists_every_rule(capsys: Output) -> None:
    assert main(["rules", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) == 298
    assert {"id", "area", "implemented_in", "covered_by"} <= set(rows[0])


def test_rules_prints_one_rule_an_area_and_the_counts(capsys: Output) -> None:
    assert main(["rules", "combat.compare"]) == 0
    assert "combat.ties" in capsys.readouterr().out
    assert main(["rules", "--area", "boss"]) == 0
    out = capsys.readouterr().out
    assert "boss.need-three" in out and "combat.compare" not in out
    assert main(["rules", "epic.level", "--missing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []  # covered by a test in this folder


def test_a_rule_is_printed_with_its_sheet_its_switch_and_every_place(capsys: Output) -> None:
    assert main(["rules", "boss.need-three"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "Stated for: critical_role; lines of the sheets: critical_role 169-176" in lines
    assert "boss.required: Bosses that must fall before anybody wins (0 by default, 3 in boss)" in lines
    assert "engine/board/final_tally.py:check_victory" in lines
    assert main(["rules", "epic.level"]) == 0
    assert "variants/epic.toml" in capsys.readouterr().out
    assert main(["rules", "example.russia"]) == 0
    assert "rule combat.compare" in capsys.readouterr().out


def test_nothing_to_print_is_said(capsys: Output) -> None:
    assert main(["rules", "--missing"]) == 0
    assert "covers every such rule" in capsys.readouterr().out
    assert main(["rules", "combat.compare", "--area", "boss"]) == 0
    assert "not of the area boss" in capsys.readouterr().out


def test_variants_lists_presets_and_house_rules(capsys: Output) -> None:
    assert main(["variants"]) == 0
    out = capsys.readouterr().out
    assert "cthulhu" in out and "shared-victory" in out and "House rules" in out
    assert main(["variants", "--json"]) == 0
    rows = {row["variant"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["cthulhu"]["deck"] == ["cthulhu"] and rows["faster"]["house_rule"] is True


def test_variants_show_prints_what_differs_in_words(capsys: Output) -> None:
    assert main(["variants", "show", "cthulhu+faster", "--against", "cthulhu"]) == 0
    out = capsys.readouterr().out
    assert "faster_play.loot_room_deck" in out and "treasure" in out and "goth.enabled" not in out
    assert "Played with deck cthulhu.\n" in out
    assert main(["variants", "show", "conan", "--against", "russia"]) == 0
    assert "Played with deck conan; russia with deck russia." in capsys.readouterr().out
    assert main(["variants", "show", "base"]) == 0
    assert "Every switch is as in base" in capsys.readouterr().out
    assert main(["variants", "show", "base", "--all", "--json"]) == 0
    assert {row["switch"] for row in json.loads(capsys.readouterr().out)} >= {"victory.level", "combat.ties"}


def test_variants_check_names_what_is_wrong(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nwhy = "x"\noverlay = true\n[rules]\nvictory.level = 12\n')
    assert main(["variants", "check", str(path)]) == 0
    assert "fine" in capsys.readouterr().out
    path.write_text('name = "Mine"\nwhy = "x"\noverlay = true\n[rules]\nvictory.level = 1\n')
    assert main(["variants", "check", str(path)]) == 2
    assert "victory.level = 1" in capsys.readouterr().err
