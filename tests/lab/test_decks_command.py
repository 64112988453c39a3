"""`lab decks`: making, reading, comparing and checking decks of one's own, as a designer types it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from decks.read_decks import deck_names, read_deck
from decks.sheets.sheet_writer import card_text
from lab import cli
from lab.commands._decks_show import page
from tests.decks.sheets import workbook

SHEET = """\
Name;Type;Lvl;Treasures;Bonus;Slot;Gold;Usable by;Tags;Bad Stuff;Text
Fire Imp;Monster;5;2;;;;;Fiery;Lose 1 level;
Wand of Naps;Item;;;+3;1 Hand;500 gold;Wizard;;;
Slow Gas;One-Shot;;;2;;100;;;;Everybody yawns
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(SHEET, encoding="utf-8")
    return tmp_path


def lab(capsys, *words: str) -> tuple[int, str, str]:
    """What a command comes to: exit code, output, complaint."""
    code = cli.main(["decks", *words])
    caught = capsys.readouterr()
    return code, caught.out, caught.err


def done(capsys, *words: str) -> str:
    code, out, err = lab(capsys, *words)
    assert (code, err) == (0, ""), err
    return out


def refused(capsys, *words: str) -> str:
    code, _, err = lab(capsys, *words)
    assert code == 2 and len(err.splitlines()) == 1, err
    return err


def test_a_new_deck_is_fine_and_can_be_dealt_to_six(capsys):
    done(capsys, "new", 'My "Dungeon"', "--to", "mine")
    whole = "9 of 9 cards said whole; no card has a text; 9 of 9 cards known to players."
    assert done(capsys, "check", "mine") == f"{Path('mine')}: deck 'mine', 9 designs: fine\n  {whole}\n"
    deck = read_deck("./mine")
    assert deck.info.name == 'My "Dungeon"' and min(deck.info.doors, deck.info.treasures) >= 24
    assert {c.kind for c in deck.cards} >= {"monster", "curse", "class", "item", "one_shot", "go_up_a_level"}
    assert sum(line.startswith("#") for p in Path("mine").glob("*.toml") for line in p.read_text().splitlines()) >= 5
    assert "not an empty folder" in refused(capsys, "new", "Another", "--to", "mine")
    assert "NAME is ' '" in refused(capsys, "new", " ", "--to", "other") and not Path("other").exists()


@pytest.mark.parametrize("name", deck_names())
def test_a_deck_is_listed_within_the_width(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    out = done(capsys, "show", name)
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    deck = read_deck(name)
    assert " ".join(out.split()).endswith(f"{sum(c.copies for c in deck.cards if c.pile == 'treasure')} treasures")
    names: list[str] = []
    place = lines[0].index("kind")
    for line in lines[2 : lines.index("")]:  # a name that is too long goes on in the next line
        cell, rest = line[:place].replace(" ", ""), line[place:].strip()
        names = [*names, cell] if rest else [*names[:-1], names[-1] + cell]
    assert sorted(names) == sorted(c.name.replace(" ", "") for c in deck.cards)


def test_a_card_is_told_in_full(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    by_name = done(capsys, "show", "base", "large angry CHICKEN")
    assert by_name == done(capsys, "show", "base", "large-angry-chicken")
    for words in (
        "monster, door card, 1 copy",
        "level      2",
        "The player loses a Level.",
        "a further Level, if a card tagged fire",
    ):
        assert words in " ".join(by_name.split()) or words in by_name
    said = json.loads(done(capsys, "show", "base", "large-angry-chicken", "--json"))
    assert (said["id"], said["level"]) == ("large-angry-chicken", 2)


@pytest.mark.parametrize("name", deck_names())
def test_every_card_can_be_told(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    deck = read_deck(name)
    for card in deck.cards:
        out = page(card, deck)
        assert out.count("\n  ") >= len(card.steps()) + 2, card.id
        assert max(map(len, out.splitlines())) <= 80, card.id


def test_cards_of_one_kind_are_listed(capsys):
    rows = json.loads(done(capsys, "show", "base", "--kind", "curse", "--json"))
    assert {row["kind"] for row in rows} == {"curse"}
    assert len(rows) == sum(c.kind == "curse" for c in read_deck("base").cards)
    assert "--kind is 'trap'; allowed: monster" in refused(capsys, "show", "base", "--kind", "trap")


OWN = "name,kind,copies,text\nWizard,class,2,\nElf,race,1,Elves hum.\nBarista,class,1,Brews.\nCimmerian,race,1,\n"


def test_a_known_class_is_one_more_copy_and_another_has_no_powers(capsys):
    Path("own.csv").write_text(OWN)
    out = " ".join(done(capsys, "import", "own.csv", "--to", "own", "--with", "base").split())
    assert "line 2, Wizard: the Class of base line 3, Elf: the Race of base, whatever its own text says" in out
    powerless = out[out.index("HAS NO POWERS THAT ARE PLAYED") : out.index(" own: 4 designs")]
    assert "line 4, Barista (Class)" in powerless and "Cimmerian (Race)" in powerless  # names what only conan has
    assert "Understood: 1 whole, 1 in part, 2 not at all." in out
    for box in ("base+./own", "base+./own.csv".replace("own.csv", "two.csv")):
        Path("two.csv").write_text("name,kind,copies\nWizard,class,2\n")
        cards = {row["id"]: row for row in json.loads(done(capsys, "show", box, "--json"))}
        assert cards["wizard"]["copies"] == 5 and cards["wizard"]["effects"] and "wizard@own" not in cards
    assert done(capsys, "show", "./own").count("in part") == 3
    assert "4 designs, 3 of them not played in full" in done(capsys, "check", "own", "--with", "base")


def test_json_of_an_import_tells_cells_and_columns(capsys):
    Path("bad.csv").write_text("name,kind,level,treasures,memo\nTroll,monster,eight,2,x\nImp,monster,1,1,y\n")
    code, out, _ = lab(capsys, "import", "bad.csv", "--to", "x", "--json")
    said = json.loads(out)
    assert code == 2 and said["written"] is None and said["not_used"] == ["memo"]
    problem = {"line": 2, "column": "level", "value": "eight", "says": "is no whole number"}
    assert said["problems"] == [problem] and (said["rows"], said["designs"]) == (2, 1)
    way = ("import", "bad.csv", "--to", "x", "--json", "--skip-bad")
    assert "nobody knows what the column memo means" in refused(capsys, *way) and not Path("x").exists()
    said = json.loads(done(capsys, *way, "--map", "memo="))
    assert said["written"] == "x" and Path("x/deck.toml").is_file()


def test_decks_are_called_the_same_everywhere(capsys):
    """A folder that is here needs no ./, unless a deck of the lab is called so; `check` knows names too."""
    done(capsys, "new", "D Two", "--to", "d2")
    Path("base").mkdir()
    assert done(capsys, "show", "d2") == done(capsys, "show", "./d2")
    assert "add-on 'd2' beside base" in done(capsys, "check", "base+d2", "./d2")
    assert done(capsys, "check", "base").startswith("base: deck 'base'") and "base/deck.toml" in refused(
        capsys, "check", "./base"
    )


def test_a_sheet_without_one_good_row_is_never_written(capsys):
    Path("bad.csv").write_text("name,kind\nTroll,monster\n")
    assert refused(capsys, "import", "bad.csv", "--to", "x", "--skip-bad").endswith("nothing was written\n")
    assert not Path("x").exists()


def test_a_workbook_comes_in_like_a_csv(capsys):
    rows = [row.split(";") for row in SHEET.splitlines()]
    workbook(Path("cards.xlsx"), [[r[0], r[1], r[2], r[3], r[9]] for r in rows])
    out = done(capsys, "import", "cards.xlsx", "--to", "book", "--skip-bad", "--with", "base")
    assert "3 rows, read as the sheet 'Cards'" in out and len(read_deck("./book").cards) == 3


def test_a_workbook_that_is_written_reads_back(capsys):
    done(capsys, "export", "base", "--to", "out.xlsx")
    assert Path("out.xlsx").read_bytes()[:2] == b"PK"
    done(capsys, "import", "out.xlsx", "--to", "back")
    assert " 0 differ, 0 are in only one.\n" in done(capsys, "diff", "base", "./back", "--all")


@pytest.mark.deep(but=2)
@pytest.mark.parametrize("name", deck_names())
def test_export_and_import_lose_nothing(name, capsys):
    done(capsys, "export", name, "--to", "out.csv")
    done(capsys, "import", "out.csv", "--to", "back")
    assert done(capsys, "diff", name, "./back", "--all").endswith(
        f"{len(read_deck(name).cards)} cards are the same in both, 0 differ, 0 are in only one.\n"
    )
    assert json.loads(done(capsys, "diff", name, "./back", "--json")) == {
        "only_one": [],
        "only_other": [],
        "differ": [],
    }
    assert "fine" in done(capsys, "check", "back") and "fine" in done(capsys, "check", "out.csv")
    assert "there is such a file" in refused(capsys, "export", name, "--to", "out.csv")


def test_a_difference_is_told_by_key(capsys):
    done(capsys, "export", "base", "--to", "base.csv")
    text = Path("base.csv").read_text(encoding="utf-8-sig")
    chicken = next(line for line in text.splitlines() if line.startswith("large-angry-chicken,"))
    rat = next(line for line in text.splitlines() if line.startswith("maul-rat,"))
    changed = chicken.replace(",1,2,1,", ",1,12,3,") if ",1,2,1," in chicken else chicken.replace(",,2,1,", ",,12,3,")
    Path("mine.csv").write_text(text.replace(chicken, changed).replace(rat, rat.replace("maul-rat", "mall-rat")))
    out = done(capsys, "diff", "base", "./mine.csv")
    assert "Large Angry Chicken (large-angry-chicken):\n  level: 2 -> 12\n  treasures: 1 -> 3\n" in out
    assert (
        "Only in base (1):\n  Maul Rat (maul-rat)\n" in out and "Only in ./mine.csv (1):\n  Maul Rat (mall-rat)" in out
    )
    found = json.loads(done(capsys, "diff", "base", "./mine.csv", "--json"))
    assert found["differ"][0] == {"card": "large-angry-chicken", "key": "level", "one": "2", "other": "12"}


def test_a_card_that_the_base_holds_differently_is_pointed_out(capsys):
    Path("cards.csv").write_text("name,kind,level,treasures\nLarge Angry Chicken,monster,12,3\n")
    assert "Beside other cards of the same id, as large-angry-chicken@cards" in done(
        capsys, "import", "cards.csv", "--to", "add", "--with", "base"
    )
    out = lab(capsys, "check", "add", "--with", "base")[1]
    assert "beside other cards of the same id: large-angry-chicken@add" in out


ADD_ON = """\
Name,Type,Level,Treasures,Bonus,Slot,Gold,Usable by,Bad Stuff
Large Angry Chicken,Monster,12,3,,,,,Lose 1 level
Wand of Naps,Item,,,+3,1 Hand,500,Wizard,
Maul Rat,Monster,1,1,,,,,
"""


def test_a_stack_is_listed_compared_and_told_like_a_deck(capsys):
    Path("my-cards.csv").write_text(ADD_ON)
    box = "base+./my-cards.csv"
    designs = len(read_deck("base").cards) + 3
    assert f"base+my-cards (Munchkin + my-cards): {designs} designs" in done(capsys, "show", box)
    rows = {row["id"]: row for row in json.loads(done(capsys, "show", box, "--json"))}
    assert rows["large-angry-chicken"]["level"] == 2 and rows["large-angry-chicken@my-cards"]["level"] == 12
    assert "of the deck base+my-cards" in done(capsys, "show", box, "wand of naps")
    assert f"`lab decks show {box}` lists them" in refused(capsys, "show", box, "zzzzzz")
    assert done(capsys, "show", "base", "huge r").startswith("Huge Rock (huge-rock)")
    two = "'chicken', which is a part of several names of the deck 'base'; near it: Curse! Chicken On Your Head, Large"
    assert two in refused(capsys, "show", "base", "chicken")
    said = json.loads(done(capsys, "diff", "base", box, "--json"))
    assert said["only_other"] == ["large-angry-chicken@my-cards", "maul-rat@my-cards", "wand-of-naps"]
    assert said["only_one"] == said["differ"] == []


def test_a_stack_is_exported_as_one_deck_that_plays_alike(capsys):
    from decks.load_decks import load_decks

    Path("my-cards.csv").write_text(ADD_ON)
    assert "171 cards" in done(capsys, "export", "base+./my-cards.csv", "--to", "all.csv")
    done(capsys, "import", "all.csv", "--to", "all")
    whole, box = load_decks(["./all"]), load_decks(["base", "./my-cards.csv"])
    assert {*whole.ids} - {*box.ids} == {"large-angry-chicken-my-cards", "maul-rat-my-cards"}
    assert sorted(whole.card["level"].tolist()) == sorted(box.card["level"].tolist())
    assert whole.identities == box.identities and whole.tags == box.tags


def test_lists_of_decks_and_cards_come_as_csv(capsys):
    def table(*words):
        return list(csv.DictReader(io.StringIO(done(capsys, *words, "--csv"))))

    assert [row["deck"] for row in table()] == list(deck_names())
    rows = {row["id"]: row for row in table("show", "base")}
    assert len(rows) == len(read_deck("base").cards) and rows["large-angry-chicken"]["level"] == "2"
    assert [row["id"] for row in table("show", "base", "maul rat")] == ["maul-rat"]
    Path("my-cards.csv").write_text(ADD_ON)
    ids = ["large-angry-chicken@my-cards", "maul-rat@my-cards", "wand-of-naps"]
    only = [{"card": card, "key": "", "one": "", "other": "here"} for card in ids]
    assert table("diff", "base", "base+./my-cards.csv") == only
    Path("more.toml").write_text(
        "".join(
            card_text(c if c.id != "maul-rat" else c.model_copy(update={"level": 3})) for c in read_deck("base").cards
        )
    )
    assert table("diff", "base", "./more.toml") == [{"card": "maul-rat", "key": "level", "one": "1", "other": "3"}]
    assert table("diff", "base", "base") == []
    assert "--json and --csv are given together" in refused(capsys, "diff", "base", "base", "--csv", "--json")
