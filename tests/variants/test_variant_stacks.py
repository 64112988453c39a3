"""Presets, house rules, and how they stack."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.records.switches import RULES, defaults
from variants.load_variants import (
    HERE,
    LEDGER,
    canonical,
    check_file,
    differences,
    known_variants,
    load_variant,
    variant_files,
)
from variants.variant_schema import VariantError

PRESETS = tuple(f.key for f in known_variants() if not f.overlay)
HOUSE_RULES = tuple(f.key for f in known_variants() if f.overlay)


def folder_of(tmp_path: Path, **files: str) -> Path:
    """A folder with a base preset and these house rules (the text of their switches)."""
    (tmp_path / "base.toml").write_text('name = "Base"\nwhy = "x"\ndeck = "base"\n')
    for name, rules in files.items():
        head = f'name = "{name}"\nwhy = "why {name}"\noverlay = true\n'
        (tmp_path / f"{name}.toml").write_text(f"{head}[rules]\n{rules}\n")
    return tmp_path


def test_every_file_of_the_folder_is_a_preset_or_a_house_rule() -> None:
    assert {*PRESETS, *HOUSE_RULES} == {path.stem for path in HERE.glob("*.toml")} - {LEDGER}
    assert PRESETS[0] == "base" and len(PRESETS) >= 6 and len(HOUSE_RULES) >= 16
    assert all(f.why and f.name for f in known_variants())


@pytest.mark.parametrize("name", PRESETS + HOUSE_RULES)
def test_every_shipped_file_loads_and_passes_its_check(name: str) -> None:
    variant, checked = load_variant(name), check_file(HERE / f"{name}.toml")
    assert variant.rules.dtype == np.int64 and variant.rules.shape == (len(RULES),)
    assert variant.rules_hash == checked.rules_hash
    assert variant.deck and variant.name == name


def test_base_says_what_the_defaults_say() -> None:
    assert load_variant("base").rules.tolist() == defaults()


def test_house_rules_stack_from_left_to_right() -> None:
    variant = load_variant("cthulhu+faster+shared-victory")
    assert variant.name == "cthulhu+faster+shared-victory"
    assert variant.chain == ("base", "cthulhu", "faster", "shared-victory")
    assert variant.deck == ("cthulhu",)
    for switch in ("cultist.enabled", "faster_play.listen_at_door", "faster_play.loot_room_deck", "shared_victory"):
        assert variant[switch] == 1
    assert variant.set_by["shared_victory"] == "shared-victory"
    assert variant.set_by["cultist.enabled"] == "cthulhu"
    assert "max_turns" not in variant.set_by


def test_a_house_rule_alone_stands_on_base() -> None:
    assert load_variant("faster").chain == ("base", "faster")
    assert load_variant("faster+epic").rules_hash == load_variant("base+epic+faster").rules_hash


@pytest.mark.parametrize("text", ["shared-victory", "shared_victory", " Shared-Victory "])
def test_dashes_underscores_and_case_do_not_matter(text: str) -> None:
    assert load_variant(f"magical-mess+{text}").chain == ("base", "magical_mess", "shared-victory")


@pytest.mark.parametrize("text", ["nope", "cthulhu+nope", "", "base+", "+", "../base", "ledger"])
def test_an_unknown_variant_lists_known_ones_and_where_all_are(text: str) -> None:
    with pytest.raises(VariantError) as error:
        load_variant(text)
    listed, _, rest = str(error.value).partition("allowed: ")[2].partition(" more (lab variants)")
    names, _, others = listed.partition(" and ")
    assert set(names.split(", ")) <= {*PRESETS, *HOUSE_RULES} and rest
    assert len(names.split(", ")) + int(others) == len({*PRESETS, *HOUSE_RULES})


def test_an_unknown_variant_is_told_with_what_is_most_like_it() -> None:
    with pytest.raises(VariantError, match="allowed: faster, "):
        load_variant("fastr")


def test_a_stack_may_set_a_switch_beside_a_file(tmp_path: Path) -> None:
    own = folder_of(tmp_path, rats="shared_victory = true") / "rats.toml"
    both = load_variant(f"base+{own}+hand_limit=3+setup.character_cards=random_one")
    assert (both["hand_limit"], both["shared_victory"]) == (3, 1) and both.set_by["hand_limit"] == "hand_limit=3"
    assert (
        both.rules_hash
        == load_variant(f"base+{own}", {"hand_limit": 3, "setup.character_cards": "random_one"}).rules_hash
    )
    assert canonical("base+hand_limit = 3+faster") == canonical("faster+hand_limit=3") == "base+faster+hand_limit=3"
    for text, says in (
        ("hand_limit=99", "hand_limit = 99 is not allowed; allowed: a whole number from 0 to 30"),
        ("hand_limt=3", "unknown switch 'hand_limt'; allowed: hand_limit"),
        ("hand_limit=3+hand_limit=4", "conflict, 'hand_limit=3' sets hand_limit = 3"),
        ("./my-cards.csv", "cards are played by --deck; allowed: "),
    ):
        with pytest.raises(VariantError, match=says):
            load_variant(f"base+{text}")


def test_a_preset_comes_first_and_nothing_twice() -> None:
    with pytest.raises(VariantError, match=r"'base' is a preset and must come first; allowed here: big-table, boss"):
        load_variant("faster+base")
    with pytest.raises(VariantError, match=r"'cthulhu' is a preset"):
        load_variant("base+cthulhu")
    with pytest.raises(VariantError, match=r"'faster' is named twice"):
        load_variant("base+faster+faster")


def test_house_rules_that_disagree_are_a_named_conflict(tmp_path: Path) -> None:
    root = folder_of(tmp_path, short="victory.level = 6", long="victory.level = 20", agreed="victory.level = 6")
    with pytest.raises(VariantError) as error:
        load_variant("base+short+long", root=root)
    for part in ("conflict", "'short'", "'long'", "victory.level = 6", "20"):
        assert part in str(error.value)
    assert load_variant("base+short+agreed", root=root)["victory.level"] == 6
    assert load_variant("short", root=root)["victory.level"] == 6


def test_a_house_rule_may_change_what_its_preset_says(tmp_path: Path) -> None:
    assert load_variant("cthulhu")["cultist.all_end"] == 1
    assert load_variant("cthulhu+no-cultist-endgame")["cultist.all_end"] == 0


def test_presets_extend_presets(tmp_path: Path) -> None:
    root = folder_of(tmp_path)
    for name, extends, level in (("a", "base", 8), ("b", "a", 12)):
        text = f'name = "{name}"\nwhy = "x"\nextends = "{extends}"\n[rules]\nvictory.level = {level}\n'
        (tmp_path / f"{name}.toml").write_text(text)
    variant = load_variant("b", root=root)
    assert (variant.chain, variant["victory.level"], variant.deck) == (("base", "a", "b"), 12, ("base",))


def test_presets_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    root = folder_of(tmp_path)
    for name, extends in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nwhy = "x"\nextends = "{extends}"\n')
    with pytest.raises(VariantError, match="circle"):
        load_variant("a", root=root)


def test_two_files_that_mean_one_name_are_refused(tmp_path: Path) -> None:
    root = folder_of(tmp_path, my_rule="", **{"my-rule": ""})
    with pytest.raises(VariantError, match="the name means the same"):
        variant_files(root)


def test_the_hash_follows_the_rules_and_not_the_name() -> None:
    base, epic = load_variant("base"), load_variant("epic")
    assert base.rules_hash != epic.rules_hash
    assert load_variant("base", {"victory.level": 20, "max_turns": 1200}).rules_hash == epic.rules_hash
    assert [d.switch for d in differences(base, epic)] == ["victory.level", "max_turns"]


@pytest.mark.rule("faster.general")
def test_faster_play_is_two_switches_set_together() -> None:
    changed = [d.switch for d in differences(load_variant("cthulhu"), load_variant("cthulhu+faster"))]
    assert changed == ["faster_play.listen_at_door", "faster_play.loot_room_deck"]


@pytest.mark.rule("epic.level")
def test_epic_play_goes_on_to_level_twenty() -> None:
    assert load_variant("magical_mess+epic")["victory.level"] == 20


@pytest.mark.rule("group.types")
@pytest.mark.parametrize(
    ("preset", "kinds"),
    [
        ("critical_role", set()),
        ("russia", {"babushka", "wolf", "undead", "dragon"}),
        ("conan", set()),
        ("magical_mess", {"undead"}),
        ("cthulhu", {"undead"}),
    ],
)
def test_each_sheet_names_the_kinds_that_group(preset: str, kinds: set[str]) -> None:
    variant = load_variant(preset)
    assert {kind for kind in ("undead", "wolf", "dragon", "babushka") if variant[f"grouping.{kind}"]} == kinds


@pytest.mark.parametrize(
    ("switch", "values"),  # in the order critical_role, russia, conan, magical_mess, cthulhu
    [
        ("big.limit", (0, 1, 1, 1, 0)),
        ("sex.enabled", (0, 0, 1, 1, 1)),
        ("race.enabled", (0, 0, 1, 1, 0)),
        ("turn.phase_layout", (0, 0, 1, 0, 0)),
        ("nonlethal.treasure_default", (0, 0, 1, 0, 0)),
        ("charity.priority_class", (0, 1, 0, 0, 0)),
        ("help.helper_levels", (0, 0, 0, 1, 0)),
        ("help.offer_hand_cards", (1, 1, 0, 1, 1)),
        ("gual.can_win", (1, 0, 0, 0, 0)),
        ("setup.first_player", (2, 1, 1, 1, 1)),
        ("goth.enabled", (0, 0, 0, 0, 1)),
        ("cultist.enabled", (0, 0, 0, 0, 1)),
        ("victory.level", (10, 10, 10, 10, 10)),
        ("boss.required", (0, 0, 0, 0, 0)),
    ],
)
def test_the_five_sheets_differ_as_the_table_of_sets_says(switch: str, values: tuple[int, ...]) -> None:
    sheets = ("critical_role", "russia", "conan", "magical_mess", "cthulhu")
    assert tuple(load_variant(sheet)[switch] for sheet in sheets) == values


@pytest.mark.parametrize("folder", ["a+b", "+", "a+base+b", "base+faster"])
def test_a_plus_inside_a_path_is_part_of_it(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "my+rule.toml").write_text(
        'name = "mine"\nwhy = "x"\noverlay = true\n[rules]\nhand_limit = 9\n'
    )
    rule = f"./{folder}/my+rule.toml"
    for text in (f"base+{rule}", rule, f"{rule}+faster", f"base + faster + {rule}", str(tmp_path / rule)):
        variant = load_variant(text)
        assert variant["hand_limit"] == 9 and variant.set_by["hand_limit"] == "my+rule", text
        assert load_variant(canonical(text)).rules_hash == variant.rules_hash
    assert canonical(f"BASE+FASTER+{rule}") == f"base+{rule}+faster" == canonical(canonical(f"faster+{rule}"))
    with pytest.raises(VariantError, match=r"unknown variant '\./a' in 'base\+\./a\+c/no.toml'"):
        load_variant("base+./a+c/no.toml")
