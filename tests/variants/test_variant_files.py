"""What a single variant file may say, and the sentence it gets when it says something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.records.switches import RULES
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
        (
            HEAD + "victory.level = 8",
            ("unknown key 'victory'", "name, why, extends, overlay, group, deck, sheet"),
        ),
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
