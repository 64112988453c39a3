"""A designer's own cards: imported again and again, marked where they are played in part, told apart from others."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import click
import polars as pl
import pytest
from click.testing import CliRunner

from decks.card_text import ALL_OF_IT
from decks.read_decks import read_deck
from lab.cards.card_words import marked
from lab.commands._card_sections import own_cards
from lab.commands._options import AFTERWARDS, change_options
from lab.errors import BadInput
from lab.runs.run_heading import played_in_part
from tests.lab.test_decks_command import SHEET, done, lab, refused


def test_own_cards_are_those_that_no_deck_of_the_lab_has():
    rows = pl.DataFrame({"id": ["hoard", "my-rat", "baby@mine"]})  # hoard is a card of base
    mine = pl.DataFrame({"decks": [["base"], ["base", "./mine"]]})
    assert own_cards(rows, mine)["id"].to_list() == ["my-rat", "baby@mine"]
    with pytest.raises(BadInput, match="no deck of one's own was played"):
        own_cards(rows, mine.head(1))


def test_a_card_that_is_played_in_part_or_not_at_all_says_so():
    rows = pl.DataFrame({
        "id": ["rat", "hat", None, "owl"], "name": ["Rat", "Hat", "blank card", "Owl"],
        "unmodelled": [True, False, None, True],
    })  # fmt: skip
    assert marked(rows, ["owl"])["name"].to_list() == ["Rat (in part)", "Hat", "blank card", "Owl (not played)"]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (["", "", ""], []),
        (["at night", "", f"{ALL_OF_IT}sings"], ["1 of mine's 3 cards is played in part, 1 not at all"]),
        (["", f"{ALL_OF_IT}a", f"{ALL_OF_IT}b"], ["2 of mine's 3 cards are not played at all"]),
    ],
)
def test_a_run_says_how_much_of_own_decks_is_played(parts, says):
    cards = pl.DataFrame({"id": ["hoard", "a", "b", "c"], "deck_hash": "d", "unmodelled": ["a part", *parts]})
    arms = pl.DataFrame({"decks": [["base"], ["base", "mine"]], "deck_hash": ["o", "d"]})
    store = SimpleNamespace(
        arms=lambda _: arms, table=lambda *_: cards.lazy(), row=lambda _: {"command": "lab run --deck=base+./mine"}
    )
    assert played_in_part(store, "r") == [f"{said}: lab decks check base+./mine" for said in says]


def test_the_old_spelling_of_a_change_is_understood_and_says_the_new_one():
    found: dict[str, object] = {}

    @click.command()
    @change_options
    @click.pass_context
    def played(context: click.Context, **options: object) -> None:
        found.update(options, said=context.meta.get(AFTERWARDS))

    CliRunner().invoke(played, ["--change", "b.level=2", "--card", "a.level=1"])
    assert found["cards"] == ("a.level=1", "b.level=2")
    assert found["said"] == "--card changes cards by its new name: --change a.level=1"
    CliRunner().invoke(played, ["--change", "b.level=2"])
    assert (found["cards"], found["said"]) == (("b.level=2",), None)
    assert "--card" not in CliRunner().invoke(played, ["--help"]).output


@pytest.fixture(autouse=True)
def _with_cards(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("cards.csv").write_text(SHEET, encoding="utf-8")


def test_an_add_on_comes_in_beside_its_base(capsys):
    out = done(capsys, "import", "cards.csv", "--to", "add", "--with", "base")
    assert "3 rows, read as UTF-8, separated by semicolons" in out
    assert "Columns: Type = kind, Lvl = level, Usable by = require, Text = text" not in out
    assert "Columns: Type = kind, Lvl = level, Usable by = require, the others as named\n" in out
    assert "Understood: 2 whole, 1 in part, 0 not at all.\n" in out
    assert 'line 4, Slow Gas: "Everybody yawns"' in out
    assert "add: 3 designs, 3 cards; play them by --deck base+./add" in out
    deck = read_deck("./add")
    assert [(c.name, c.unmodelled) for c in deck.cards if c.unmodelled] == [("Slow Gas", "Everybody yawns")]
    assert "tags of its own: fiery: fine" in done(capsys, "check", "add", "--with", "base")
    out = done(capsys, "check", "cards.csv", "--with", "base")
    assert "tags of its own: fiery: fine\n  2 of 3 cards said whole (not Slow Gas); 0 of 1 texts read" in out
    (row,) = json.loads(done(capsys, "check", "cards.csv", "--with", "base", "--json"))
    assert row["shares"]["unread"] == row["shares"]["unsaid"] == ["Slow Gas"]


def test_an_add_on_alone_names_what_it_lacks(capsys):
    out = done(capsys, "import", "cards.csv", "--to", "add")
    assert "hangs on them is not played: Wizard: line 3, Wand of Naps" in " ".join(out.split())
    assert [c.unmodelled for c in read_deck("./add").cards if c.name == "Wand of Naps"] == ["Usable by: Wizard"]


def test_a_template_is_imported_without_a_remark_and_made_anew(capsys):
    done(capsys, "new", "My Dungeon", "--xlsx", "mine.xlsx")
    out = done(capsys, "import", "mine.xlsx", "--to", "mine")
    whole = out[out.index("Understood") :]
    assert whole.split("\n") == [
        "Understood: 17 whole, 0 in part, 0 not at all.",
        "",
        "What their sentences say, as they are read:",
        "  line 2, Cellar Rat: Bad Stuff: The player loses a Level.",
        "  line 3, Stone Ogre: Bad Stuff: The player loses their Headgear. The player loses 2 Levels.",
        "  line 4, Lord of the Cellar: Bad Stuff: The player dies. columns of the card: no_pursue = 3.",
        "  line 6, Curse! Moths: The player loses their Armor.",
        "  line 7, Scholar: In play: +1 to the owner's rolls to Run Away.",
        "  line 8, Mole: In play: the owner may carry any number of Big Items.",
        "",
        "mine: 17 designs, 20 cards; play them by --deck base+./mine (alone, 14 door cards are too few to deal 4 each "
        "to 4 players)",
        "Is one of them too strong? lab card 'Cellar Rat' --deck base+./mine",
        "",
    ]
    assert "not an empty folder" in refused(capsys, "import", "mine.xlsx", "--to", "mine")
    again = ("import", "mine.xlsx", "--to", "mine", "--replace")
    done(capsys, *again)
    assert "it was made of 'mine.xlsx'" in refused(capsys, "import", "cards.csv", "--to", "mine", "--replace")
    (Path("mine") / "notes.txt").write_text("mine")
    assert "it holds 'notes.txt', which would be lost" in refused(capsys, *again)
    (Path("mine") / "notes.txt").unlink()
    (Path("mine") / "item.toml").write_text("")
    assert "item.toml: --replace: it was changed since" in refused(capsys, *again)
    Path("other").mkdir()
    (Path("other") / "deck.toml").write_text("")
    assert "it was not made of a spreadsheet" in refused(capsys, "import", "mine.xlsx", "--to", "other", "--replace")


def test_what_a_list_does_not_say_is_told_once(capsys):
    Path("l.csv").write_text("Name,Lvl/Bonus,Loot,What,Bad Stuff\nOgre,4,1,monster,Sneeze at it.\nHat,2,,item,\n")
    out = " ".join(done(capsys, "import", "l.csv", "--to", "l").split())
    assert "Lvl/Bonus = level or bonus by the kind of the card, Loot = treasures, What = kind" in out
    assert "No column of copies: one of each." in out and "Bad Stuff not understood: plays without: line 2, Ogre" in out
    assert "card 'ogre': Bad Stuff not understood: plays without" in lab(capsys, "check", "l")[1]
    assert [line.split()[-3:] for line in done(capsys, "show", "l").splitlines() if line.startswith("Ogre")] == [
        ["no", "Bad", "Stuff"]
    ]


def test_what_was_said_of_a_sheet_is_kept_beside_it(capsys):
    Path("z.csv").write_text("Name,Type,Zap,Danger class,Treasures\nOgre,monster,Lose a level then,4,1\n")
    err = refused(capsys, "import", "z.csv", "--to", "z")
    assert "nobody knows what the columns Zap, Danger class mean" in err and "--map Zap=" in err
    assert not Path("z").exists()
    out = done(capsys, "import", "z.csv", "--to", "z", "--map", "zap=", "--map", "Danger class=level")
    assert "kept in z.csv.columns.toml for the next time" in out
    out = done(capsys, "import", "z.csv", "--to", "z", "--replace")
    assert "As z.csv.columns.toml says" in out and read_deck("./z").cards[0].level == 4
    assert read_deck("./z.csv").cards[0].level == 4  # played as it is, too
    assert "z.csv.columns.toml says" not in done(capsys, "import", "cards.csv", "--to", "add")
    Path("z.csv").write_text("Name,Type\nFog,curse\n")
    assert "z.csv.columns.toml: zap=: no column has this header; allowed: 'Name'" in refused(capsys, "check", "z.csv")


def test_an_import_shows_how_it_read_the_cards_the_first_twelve_or_all(capsys):
    rows = [f'Hat {n},item,"+{n} against Undead."' for n in range(1, 15)]
    Path("hats.csv").write_text("\n".join(["Name,Type,Text", *rows, "Rock,item,", ""]))
    out = done(capsys, "import", "hats.csv", "--to", "hats", "--with", "base")
    read = "In play: the owner fights with +{} if a monster is tagged undead."
    assert all(f"line {n + 1}, Hat {n}: {read.format(n)}" in out for n in range(1, 13))
    assert "Hat 13" not in out and "Rock" not in out and "and 2 more: --all shows them" in out
    out = done(capsys, "import", "hats.csv", "--to", "hats", "--with", "base", "--replace", "--all")
    assert f"line 15, Hat 14: {read.format(14)}" in out and "more: --all" not in out


def test_a_class_whose_text_is_not_understood_is_to_be_worded_otherwise(capsys):
    said = "You give a song when helping. If nobody sings, you are sad!"
    Path("c.csv").write_text(f'Name,Type,Text\nBard,class,"{said}"\nChump,class,\n')
    out = " ".join(done(capsys, "import", "c.csv", "--to", "c").split())
    assert "for its text is not understood: word it otherwise" in out
    assert "that has it: line 2, Bard (Class) HAS NO POWERS THAT ARE PLAYED: write them as `text`" in out
    assert "that has it: line 3, Chump (Class)" in out
    assert [c.unmodelled for c in read_deck("./c").cards] == [said, "no powers are said"]
