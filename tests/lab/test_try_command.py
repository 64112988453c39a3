"""`lab try` and `lab words`: a rule is typed, read back, played and kept."""

from __future__ import annotations

import pytest

from lab import cli

LOSERS = "Whenever you lose a combat, draw a Treasure."
GRIM = "If you die, lose a Level."


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def test_a_rule_is_read_back_first_then_played_and_kept(capsys, tmp_path):
    assert cli.main(["try", LOSERS, "--games", "40", "--keep", "mine.toml"]) == 0
    said = capsys.readouterr().out
    read, answer = said.split("\n\n")[:2]
    assert f'"{LOSERS}" is read as: When the owner has lost a combat' in read
    assert answer.startswith(f'base+"{LOSERS}" against base')
    assert "Kept as mine.toml" in said
    assert cli.main(["compare", "base", "base+./mine.toml", "--games", "40"]) == 0
    assert "40 pairs of games" in capsys.readouterr().out


def test_several_rules_are_several_arms(capsys):
    assert cli.main(["try", LOSERS, GRIM, "--on", "cthulhu", "--games", "20"]) == 0
    said = capsys.readouterr().out
    assert all(f'cthulhu+"{text}"' in said for text in (LOSERS, GRIM))


def test_a_rule_may_be_typed_wherever_a_switch_may_be_set(capsys):
    assert cli.main(["compare", "base", "--rule", GRIM, "--games", "20"]) == 0
    assert f'base+"{GRIM}" against base' in capsys.readouterr().out
    assert cli.main(["run", "--variant", "base", "--rule", GRIM, "--games", "20"]) == 0
    assert cli.main(["compare", "base", "--rule", "Every monster dances.", "--games", "20"]) == 2
    assert "'Every monster dances' is not understood" in capsys.readouterr().err


def test_a_list_is_told_by_how_much_of_it_is_understood(capsys, tmp_path):
    (tmp_path / "rules.toml").write_text(
        f'[[rule]]\ntext = "{LOSERS}"\n[[rule]]\ntext = "{GRIM} Everybody claps."\n[[rule]]\ntext = "Be nice."\n'
    )
    assert cli.main(["words", "rules.toml"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("rules.toml: of 3 texts 1 are understood whole, 1 in part, 1 not.")
    assert "'Everybody claps' is not understood" in said and "'Be nice' is not understood" in said
    assert LOSERS not in said
    cards = "kind,text,bad_stuff\nCurse,Lose two Levels.,\nItem,Sing a song.,\nMonster,,Lose a Level.\n"
    (tmp_path / "cards.csv").write_text(cards)
    assert cli.main(["words", "cards.csv"]) == 0
    assert capsys.readouterr().out.startswith("cards.csv: of 3 texts 2 are understood whole, 0 in part, 1 not.")
