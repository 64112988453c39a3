"""What a single variant file may say, and `lab rules` and `lab variants` as a user types them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.records.switches import RULES
from lab.cli import main
from lab.scenarios import rule_coverage
from tests.lab.command_lines import printed, refused
from variants.load_variants import check_file, load_variant
from variants.variant_schema import SWITCHES, VariantError, allowed, in_words, parse_switches, parse_value

HEAD = 'name = "Mine"\nwhy = "To see."\noverlay = true\n'


def written(folder: Path, text: str) -> Path:
    """A variant file with this text."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "rules",
    [
        "[rules]\nvictory.level = 8",
        '[rules]\n"victory.level" = 8',
        "[rules.victory]\nlevel = 8",
        "[rules]\nvictory = { level = 8 }",
    ],
)
def test_a_switch_may_be_written_nested_dotted_or_quoted(tmp_path: Path, rules: str) -> None:
    variant = check_file(written(tmp_path, HEAD + rules))
    assert variant["victory.level"] == 8
    assert variant.set_by["victory.level"] == "mine"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + "[rules]\nvictory.levl = 8", ("unknown switch 'rules.victory.levl'", "victory.level")),
        (HEAD + "[rules]\nzzz = 8", ("unknown switch 'rules.zzz'", "allowed:")),
        (HEAD + "[rules]\nvictory.level = 101", ("rules.victory.level = 101", "from 2 to 100")),
        (HEAD + "[rules]\nvictory.level = 1", ("rules.victory.level = 1", "from 2 to 100")),
        (HEAD + "[rules]\nvictory.level = 8.5", ("rules.victory.level = 8.5", "whole number")),
        (HEAD + '[rules]\nvictory.level = "ten"', ('rules.victory.level = "ten"', "whole number")),
        (HEAD + "[rules]\nvictory.level = true", ("rules.victory.level = true", "whole number")),
        (HEAD + "[rules]\nvictory.level = [8]", ("rules.victory.level = [8]", "whole number")),
        (HEAD + '[rules]\ncombat.ties = "nobody"', ('combat.ties = "nobody"', '"monsters_win", "munchkins_win"')),
        (HEAD + "[rules]\ncombat.ties = true", ("combat.ties = true", '"monsters_win"')),
        (HEAD + '[rules]\nshared_victory = "maybe"', ('shared_victory = "maybe"', "true, false")),
        (HEAD + '[rules]\nvictory.level = 8\n"victory.level" = 9', ("'rules.victory.level' is set twice",)),
        (HEAD + "rules = 3", ("rules is 3", "[rules]")),
        (HEAD + "victory.level = 8", ("unknown key 'victory'", "name, why, extends, overlay, group, deck, sheet")),
        (HEAD + 'deck = "base"', ("deck is 'base' in a house rule", "in presets only")),
        (HEAD + 'sheet = "X"', ("sheet is 'X' in a house rule", "in presets only")),
        ('name = "Mine"\nwhy = "To see."\nextends = "base"\nsheet = "xy"\n', ("sheet is 'xy'", "a capital letter")),
        (HEAD + 'extends = "base"', ("exclude each other",)),
        (HEAD.replace("true", "1"), ("overlay is 1", "true or false")),
        ('name = "Mine"\nwhy = "To see."\n', ("missing key", "extends", "overlay")),
        ('name = "Mine"\noverlay = true\n', ("key 'why' is missing", "a text that is not empty")),
        ('why = "To see."\noverlay = true\n', ("key 'name' is missing",)),
        ('name = ""\nwhy = "To see."\noverlay = true\n', ("name is ''",)),
        ('name = "Mine"\nwhy = 3\noverlay = true\n', ("why is 3", "a text that is not empty")),
        ('name = "Mine"\nwhy = "To see."\nextends = "nowhere"\n', ('extends = "nowhere"', "base", "cthulhu")),
        ('name = "Mine"\nwhy = "To see."\nextends = "faster"\n', ('extends = "faster" is not a preset',)),
        ('name = "Mine"\nwhy = "To see."\nextends = "mine"\n', ("circle",)),
        (
            'name = "Mine"\nwhy = "To see."\nextends = "base"\ndeck = []\n',
            ("deck is empty", "a deck name or a list of them"),
        ),
        ("name = Mine", ("not valid TOML",)),
        ('name = "Mine"\nname = "Mine"', ("not valid TOML",)),
    ],
)
def test_bad_files_get_one_sentence_with_file_key_value_and_what_is_allowed(
    tmp_path: Path, text: str, told: tuple[str, ...]
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(VariantError) as error:
        check_file(path)
    message = str(error.value)
    assert message.startswith(str(path)) and "\n" not in message
    for part in told:
        assert part in message


def test_files_that_cannot_be_read_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="cannot be read"):
        check_file(tmp_path / "absent.toml")
    with pytest.raises(VariantError, match="cannot be read"):
        check_file(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(VariantError, match="UTF-8"):
        check_file(tmp_path / "bytes.toml")


def test_switches_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    text = HEAD + "[rules]\nplayers.min = 5\nplayers.max = 4"
    with pytest.raises(VariantError, match=r"players.min = 5 .* players.max = 4"):
        check_file(written(tmp_path, text))
    with pytest.raises(VariantError, match=r"setup.start_level = 10 .* victory.level = 10"):
        check_file(written(tmp_path, HEAD + "[rules]\nsetup.start_level = 10"))


@pytest.mark.parametrize("switch", RULES, ids=lambda s: s.name)
def test_every_switch_takes_its_bounds_and_its_words_and_nothing_beyond(switch: object) -> None:
    row = SWITCHES[switch.name]  # type: ignore[attr-defined]
    assert row.low <= row.default <= row.high
    assert not row.words or len(row.words) == row.high + 1
    for value in (row.low, row.high):
        assert parse_value(row, value, "here") == value
    for word in row.words:
        assert in_words(row, parse_value(row, word, "here")) == word
    for value in (row.low - 1, row.high + 1, None, 1.0, "no such word"):
        with pytest.raises(VariantError) as error:
            parse_value(row, value, "here")
        assert allowed(row) in str(error.value)


def test_overrides_may_be_nested_and_win_over_files() -> None:
    variant = load_variant("epic", {"victory": {"level": 12}, "shared_victory": True, "combat.ties": "munchkins_win"})
    assert (variant["victory.level"], variant["shared_victory"], variant["combat.ties"]) == (12, 1, 1)
    assert variant.set_by["victory.level"] == "override"
    assert parse_switches({}, "here") == {}
    with pytest.raises(VariantError, match=r"variant 'epic': unknown switch 'nope'"):
        load_variant("epic", {"nope": 1})


Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True, scope="module")
def read_once() -> Iterator[None]:
    """What covers a rule is looked up in a thousand files: once for all these commands."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rule_coverage, "rule_status", cache(rule_coverage.rule_status))
        yield


def test_rules_as_json_lists_every_rule(capsys: Output) -> None:
    rows = json.loads(printed(capsys, ["rules", "--json"]))
    assert len(rows) == 298
    assert {"id", "area", "implemented_in", "covered_by"} <= set(rows[0])


def test_rules_prints_one_rule_an_area_and_the_counts(capsys: Output) -> None:
    assert "combat.ties" in printed(capsys, ["rules", "combat.compare"])
    out = printed(capsys, ["rules", "--area", "boss"])
    assert "boss.need-three" in out and "combat.compare" not in out
    assert main(["rules", "epic.level", "--missing", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []  # covered by a test in this folder


def test_a_rule_is_printed_with_its_sheet_its_switch_and_every_place(capsys: Output) -> None:
    assert main(["rules", "boss.need-three"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "Stated for: critical_role; lines of the sheets: critical_role 169-176" in lines
    assert "boss.required: Bosses that must fall before anybody wins (0 by default, 3 in boss)" in lines
    assert "engine/board/final_tally.py:check_victory" in lines
    assert "variants/epic.toml" in printed(capsys, ["rules", "epic.level"])
    assert "rule combat.compare" in printed(capsys, ["rules", "example.russia"])


def test_nothing_to_print_is_said(capsys: Output) -> None:
    assert "covers every such rule" in printed(capsys, ["rules", "--missing"])
    assert "not of the area boss" in printed(capsys, ["rules", "combat.compare", "--area", "boss"])


def test_variants_lists_presets_and_house_rules(capsys: Output) -> None:
    out = printed(capsys, ["variants"])
    assert "cthulhu" in out and "shared-victory" in out and "House rules" in out
    assert main(["variants", "--json"]) == 0
    rows = {row["variant"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows["cthulhu"]["deck"] == ["cthulhu"] and rows["faster"]["house_rule"] is True


def test_variants_show_prints_what_differs_in_words(capsys: Output) -> None:
    out = printed(capsys, ["variants", "show", "cthulhu+faster", "--against", "cthulhu"])
    assert "faster_play.loot_room_deck" in out and "treasure" in out and "goth.enabled" not in out
    assert "Played with deck cthulhu.\n" in out
    assert main(["variants", "show", "conan", "--against", "russia"]) == 0
    assert "Played with deck conan; russia with deck russia." in capsys.readouterr().out
    assert "Every switch is as in base" in printed(capsys, ["variants", "show", "base"])
    assert main(["variants", "show", "base", "--all", "--json"]) == 0
    assert {row["switch"] for row in json.loads(capsys.readouterr().out)} >= {"victory.level", "combat.ties"}


def test_variants_check_names_what_is_wrong(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "Mine"\nwhy = "x"\noverlay = true\n[rules]\nvictory.level = 12\n')
    assert "fine" in printed(capsys, ["variants", "check", str(path)])
    path.write_text('name = "Mine"\nwhy = "x"\noverlay = true\n[rules]\nvictory.level = 1\n')
    assert "victory.level = 1" in refused(capsys, ["variants", "check", str(path)])
