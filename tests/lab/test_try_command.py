"""`lab try`, `lab words` and `lab opcodes`: a rule is typed, read back, played and kept, and every word has a page."""

from __future__ import annotations

import io
import json

import pytest

from decks.handbook import entries, words
from lab import cli
from lab.runs.run_spec import parse_spec, spec_text
from lab.tournament import spec_of
from tests.lab.command_lines import printed, refused

LOSERS = "Whenever you lose a combat, draw a Treasure."
GRIM = "If you die, lose a Level."


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def test_a_rule_is_read_back_first_then_played_and_kept(capsys, tmp_path):
    said = printed(capsys, ["try", LOSERS, "--games", "40", "--keep", "mine.toml"])
    read, answer = said.split("\n\n")[:2]
    assert f'"{LOSERS}" is read as: When the owner has lost a combat' in read
    assert answer.startswith(f'base+"{LOSERS}" against base')
    assert "Kept as mine.toml" in said
    assert "40 pairs of games" in printed(capsys, ["compare", "base", "base+./mine.toml", "--games", "40"])
    assert cli.main(["query", "SELECT says FROM arm WHERE arm LIKE '%mine%'", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"says": ["", LOSERS]}]


def test_several_rules_are_several_arms(capsys):
    said = printed(capsys, ["try", LOSERS, GRIM, "--on", "cthulhu", "--games", "20"])
    assert all(f'cthulhu+"{text}"' in said for text in (LOSERS, GRIM))


def test_what_is_printed_already_is_said_and_not_played(capsys, tmp_path):
    there = "The hand limit is 5."
    assert f'lab: base plays "{there}" already: that is the same game;' in refused(capsys, ["try", there])
    assert not (tmp_path / "lab-store").exists()
    assert cli.main(["try", there, GRIM, "--games", "20", "--json"]) == 0
    assert f'lab: base plays "{there}" already: that is' in capsys.readouterr().err


def test_ready_rules_are_arms_beside_typed_ones(capsys, tmp_path):
    (tmp_path / "small.toml").write_text('name = "S"\nwhy = "Is it?"\noverlay = true\nrules = { hand_limit = 3 }\n')
    said = printed(capsys, ["try", "faster", "./small.toml", GRIM, "--games", "20"])
    assert "faster: How much shorter" in said and "./small.toml: Is it?" in said and f'"{GRIM}" is read as: ' in said
    assert (
        cli.main(["compare", "base", "faster", "--rule", "./small.toml", "--rule", GRIM, "--games", "20", "--json"])
        == 0
    )
    pairs = [(row["a"], row["b"]) for row in json.loads(capsys.readouterr().out) if row["metric"] == "turns"]
    assert pairs == [("base", one) for one in ("base+faster", "base+./small.toml", f'base+"{GRIM}"')]
    assert "did you mean faster?" in refused(capsys, ["try", "fastr"])


def test_what_is_not_read_of_several_rules_is_said_of_all_at_once(capsys):
    for typed in (["try"], ["compare", "base"]):
        texts = ["Every monster dances.", GRIM, "Be nice."]
        rules = texts if typed == ["try"] else [word for text in texts for word in ("--rule", text)]
        assert cli.main([*typed, *rules, "--games", "20"]) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith("lab: 2 of 3 rules are not read: (1) ")
        assert "'Every monster dances' is not understood" in said.err and "'Be nice' is not understood" in said.err


def test_two_boxes_are_tried_together(capsys):
    assert (
        cli.main(["try", GRIM, "--on", "cthulhu", "--deck", "cthulhu+base", "--games", "20", "--keep", "k.toml"]) == 0
    )
    said = capsys.readouterr().out
    assert "Played with the cards of cthulhu+base." in said
    assert "Kept as k.toml: lab compare cthulhu cthulhu+./k.toml --deck cthulhu+base --games 20" in said
    assert cli.main(["query", "SELECT DISTINCT decks FROM arm", "--run", "all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"decks": ["cthulhu", "base"]}]


def test_a_rule_may_be_typed_wherever_a_switch_may_be_set(capsys):
    said = printed(capsys, ["compare", "base", "--rule", GRIM, "--games", "20"])
    assert said.startswith(f'"{GRIM}" is read as: When the owner dies: ') and f'base+"{GRIM}" against base' in said
    assert cli.main(["run", "--variant", "base", "--rule", GRIM, "--games", "20"]) == 0
    assert cli.main(["compare", "base", "--rule", "Every monster dances.", "--games", "20"]) == 2
    assert "'Every monster dances' is not understood" in capsys.readouterr().err


def test_a_rule_is_a_change_as_a_switch_is(capsys):
    """With a switch beside it the game has both, and is compared with the game as it was."""
    typed = ["compare", "base", "--rule", GRIM, "--set", "hand_limit=7", "--games", "20", "--json"]
    assert cli.main(typed) == 0
    pairs = {(row["a"], row["b"]) for row in json.loads(capsys.readouterr().out)}
    assert pairs == {("base", f'base+"{GRIM}", hand_limit=7')}


def test_where_one_game_is_played_several_rules_hold_together(capsys):
    both = ["--rule", GRIM, "--rule", LOSERS, "--set", "hand_limit=7"]
    apart = printed(capsys, ["replay", "--game", "3", *both])
    assert f'variant base+"{GRIM}"+"{LOSERS}"' in " ".join(apart.split())
    assert cli.main(["replay", "--game", "3", "--variant", f'base+"{GRIM}"+"{LOSERS}"', "--set", "hand_limit=7"]) == 0
    assert capsys.readouterr().out == apart
    tuned = ["tune", "base", "--switch", "victory.level", "--target", "turns=50", "--range", "8-9", "--games", "60"]
    assert cli.main([*tuned, "--rule", GRIM, "--rule", LOSERS, "--store", "tuned"]) == 0
    assert cli.main(["runs", "--store", "tuned", "--json"]) == 0
    said = capsys.readouterr().out
    assert json.dumps(f'base+"{GRIM}"+"{LOSERS}", victory.level=8')[1:-1] in said


def test_a_person_plays_by_a_rule_that_is_typed(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert cli.main(["play", "--rule", LOSERS, "--set", "hand_limit=7", "--card", "huge-rock.bonus=1"]) == 0
    assert f'base+"{LOSERS}", seed 0.' in capsys.readouterr().out
    assert "'Every monster dances' is not understood" in refused(capsys, ["play", "--rule", "Every monster dances."])


def test_nothing_that_is_typed_is_ignored_in_silence(capsys, tmp_path):
    assert cli.main(["compare", "base", "--rule", f'{GRIM} "Ha!"', "--games", "20"]) == 2
    assert "allowed: a sentence that neither begins nor ends with words in quotes" in capsys.readouterr().err
    (tmp_path / "spec.toml").write_text('arms = "base"\ngames = 20\n')
    assert "--rule beside spec.toml" in refused(capsys, ["run", "spec.toml", "--rule", GRIM])


def test_a_spec_file_and_python_take_rules_too():
    spec = parse_spec(f'arms = "base"\nrules = ["{GRIM}", "{LOSERS}"]\nunchanged = true\ngames = 20\n')
    names = ["base", f'base+"{GRIM}"', f'base+"{LOSERS}"']
    assert [arm.name for arm in spec.grid] == names
    assert parse_spec(spec_text(spec)) == spec
    assert spec_of("test", ["base"], {"rule": [GRIM, LOSERS], "games": 20}, unchanged=True) == spec


def test_a_list_is_told_by_how_much_of_it_is_understood(capsys, tmp_path):
    (tmp_path / "rules.toml").write_text(
        f'[[rule]]\ntext = "{LOSERS}"\n[[rule]]\ntext = "{GRIM} Everybody claps."\n[[rule]]\ntext = "Be nice."\n'
    )
    said = printed(capsys, ["words", "rules.toml"])
    assert said.startswith("rules.toml: of 3 texts 1 are understood whole, 1 in part, 1 not.")
    assert "'Everybody claps' is not understood" in said and "'Be nice' is not understood" in said
    assert LOSERS not in said
    cards = "kind,text\nCurse,Lose two Levels.\nItem,Sing a song.\nMonster,+1 against Elves. Bad Stuff: Lose a Level.\n"
    (tmp_path / "cards.csv").write_text(cards)
    assert cli.main(["words", "cards.csv"]) == 0
    assert capsys.readouterr().out.startswith("cards.csv: of 3 texts 2 are understood whole, 0 in part, 1 not.")


WIDTH = 80


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    return printed(capsys, ["opcodes", *argv])


def test_the_list_names_every_word_and_fits_a_narrow_screen(capsys):
    text = said(capsys)
    lines = text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == list(words())


def test_a_page_tells_everything_and_fits_a_narrow_screen(capsys):
    for entry in entries():
        text = said(capsys, entry.word)
        assert max(map(len, text.splitlines())) <= WIDTH
        told = " ".join(text.split()).lower()
        assert entry.says.lower() in told
        assert all(one.name in told and one.allowed.lower() in told for one in entry.parameters)
        assert all(when.lower() in told for when in entry.played)
        assert all(one.lower() in told for one in entry.sayings)
        if entry.example is None:
            assert "no card of the decks uses it" in told
        else:
            assert all(" ".join(key.split()).lower() in told for key in entry.example.step)
            assert f"{entry.example.card}, of the deck {entry.example.deck}" in told


@pytest.mark.parametrize(("name", "near"), [("strenth", "strength"), ("level-at-last", "level_at_least"), ("zzzz", "")])
def test_an_unknown_word_is_one_sentence_with_what_is_near(name, near, capsys):
    text = refused(capsys, ["opcodes", name]).strip()
    assert len(text.splitlines()) == 1 and repr(name) in text
    assert near in text and ("near it" in text) == bool(near)


def test_json_holds_the_same(capsys):
    rows = json.loads(said(capsys, "--json"))
    assert [row["word"] for row in rows] == list(words())
    (row,) = json.loads(said(capsys, "steal", "--json"))
    assert (row["stands_in"], row["family"]) == ("op", "ability")
    assert [one["name"] for one in row["parameters"]] == ["least", "name"]
    assert row["example"]["card"] == "thief"
