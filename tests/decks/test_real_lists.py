"""Lists of cards as designers really keep them: several sheets, sums and headings, people whom nobody knows."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.read_decks import read_deck
from decks.sheets.sheet_cells import keys_of
from decks.sheets.sheet_rows import read_sheet
from decks.value_kinds import Fault
from tests.decks.sheets import read, sheet, workbooks

TWO = {"Monsters": [["Card", "Lvl", "Loot"], ["Imp", "1", "1"]], "Treasures": [["Card", "Type"], ["Deal", "special"]]}


def test_every_sheet_of_cards_is_read_and_its_title_says_the_kind_or_the_pile(tmp_path):
    found = read_sheet(workbooks(tmp_path / "cards.xlsx", TWO))
    assert [(c.name, c.kind, c.pile) for c in found.cards] == [
        ("Imp", "monster", "door"),
        ("Deal", "special", "treasure"),
    ]
    assert found.read_as == "the sheets 'Monsters', 'Treasures'" and str(found.lines["deal"]) == "2 of 'Treasures'"
    assert [c.name for c in read_sheet(tmp_path / "cards.xlsx", sheets=["Treasures"]).cards] == ["Deal"]
    with pytest.raises(DeckError, match="--sheet is 'Doors'; allowed: .*Monsters, Treasures"):
        read_sheet(tmp_path / "cards.xlsx", sheets=["Doors"])


def test_a_card_in_two_sheets_is_refused(tmp_path):
    path = workbooks(
        tmp_path / "c.xlsx", {"v2": [["Card", "Type"], ["Fog", "curse"]], "v3": [["Card", "Type"], ["Fog", "curse"]]}
    )
    with pytest.raises(DeckError, match="the sheets 'v2' and 'v3' both hold 'Fog'; allowed: each card in one of them"):
        read_sheet(path)


def test_rows_that_are_no_cards_are_left_out_and_told(tmp_path):
    rows = "Curses,,\nFog,curse,\nname,kind,level\nTotal,1,\n,,see the list\nOgre,,4\n"
    found = read(tmp_path, f"name,kind,level\n{rows}".replace(",,see the list", ",,"))
    assert [text for _, text in found.no_cards] == ["Curses", "name, kind, level", "Total, 1"]
    assert [c.name for c in found.cards] == ["Fog"] and [p.line for p in found.problems] == [7]


def test_the_level_of_an_enhancer_is_its_bonus(tmp_path):
    found = read(tmp_path, "name;kind;Stufe;Schätze\nBaby;Monster Enhancer;−5;-1 Treasure\n")
    assert [(c.bonus, c.treasures, c.level) for c in found.cards] == [(-5, -1, None)] and not found.problems


STRANGERS = "name,kind,level,treasures,vs,only,bad stuff\nNinja,class,,,,,\n"


def test_whom_nobody_knows_is_left_out_and_told(tmp_path):
    found = read(tmp_path, STRANGERS + "Imp,monster,1,1,Pirates +3; Ninjas 2,,\nHat,item,,,,Robots,\n")
    assert not found.problems
    _, imp, hat = found.cards
    assert (imp.against, imp.unmodelled) == ({"ninja": 2}, "vs: Pirates +3; Ninjas 2")
    assert (hat.require, hat.unmodelled) == ([], "only: Robots")
    assert found.texts["imp"].left == {"vs: Pirates +3; Ninjas 2": "Pirates is no Class, Race or tag of these decks"}


def test_a_table_between_bars_is_read(tmp_path):
    found = read(tmp_path, "# Soups\n\n| **Card** | Kind |\n|:--|---|\n| *Broth* | curse |\n| _Bisque_ | curse |\n")
    assert [(c.name, found.lines[c.id]) for c in found.cards] == [("Broth", 5), ("Bisque", 6)]
    # without bars at the ends of lines, and with commas and quotes in the texts
    found = read(
        tmp_path, 'Card | Kind | Text\nBroth | curse | "Lose a Level, at once."\nStew | curse | Lose a Level\n'
    )
    assert [(c.name, c.kind, found.lines[c.id]) for c in found.cards] == [("Broth", "curse", 2), ("Stew", "curse", 3)]
    assert not found.problems


def test_every_table_of_a_text_is_read_and_the_line_above_it_is_its_title(tmp_path):
    """All Doors have a Level and Treasures, which only monsters have; x2 can be nothing but copies."""
    doors = "## Doors\n|Name|Lvl|Loot|#|\n|-|-|-|-|\n|Imp|1|1|x2|\n|Orc|3|1|x1|\n"
    found = read(
        tmp_path, f"Hello, all!\n\n{doors}\n**Curses**\n\n|Name|Rules|\n|-|-|\n|Fog|Lose a Level|\n\nBye, then!\n"
    )
    assert [(c.name, c.kind, c.copies) for c in found.cards] == [
        ("Imp", "monster", 2),
        ("Orc", "monster", 1),
        ("Fog", "curse", 1),
    ]
    assert found.read_as == "the tables 'Doors' (all with Level and Treasures, so monsters), 'Curses'"
    assert str(found.lines["fog"]) == "13 of 'Curses'" and found.used["#"] == "copies"


def test_blocks_of_a_sheet_may_have_headers_of_their_own(tmp_path):
    blocks = "Monsters,,\nName,Lvl,Loot\nImp,3,1\n,,\nItems,,\nName,Bonus,Gold\nHat,2,300\n"
    found = read(tmp_path, blocks)
    assert [(c.name, c.kind, c.level, c.bonus) for c in found.cards] == [
        ("Imp", "monster", 3, 0),
        ("Hat", "item", None, 2),
    ]
    assert found.read_as == "the tables 'Monsters', 'Items'" and not found.problems


PARAGRAPHS = """# Swamp things, for you "all

**Mud Duck**
Level 2 Monster, 1 Treasure, x3
Will not pursue anyone of Level 3 or below.
Bad Stuff: Lose a Level.

Name: Wet Feet
Type: Curse
Note: but only if fun
What it does: Lose your Footgear.

Reeds
grow here

Newt
Monster, Level 1, 1 Treasure. Bad Stuff: none
"""


def test_cards_may_stand_in_paragraphs(tmp_path):
    found = read(tmp_path, PARAGRAPHS)
    assert [(c.name, c.kind, c.level, c.copies, found.lines[c.id]) for c in found.cards] == [
        ("Mud Duck", "monster", 2, 3, 3), ("Wet Feet", "curse", None, 1, 8),
        ("Newt", "monster", 1, 1, 16),
    ]  # fmt: skip
    assert [len(c.steps()) for c in found.cards] == [1, 1, 0] and found.cards[2].bad_stuff == []
    assert not found.problems and (found.unused, found.half_read) == (("Note",), 1)
    assert [text for _, text in found.no_cards] == ['Swamp things, for you "all', "Reeds grow here"]


POST = """[Post #1 by somebody] A new set - round 2, feedback welcome!!

Plumber - Level 4 Monster, Undead, 2 copies. 1 Treasure. Bad Stuff: he takes your footgear, and you lose a level.

## Headless Horse

Monster level 9, two treasures. Bad Stuff: Lose your headgear; if you have none, lose 2 levels

CURSE! Itchy Socks. You lose a level, or your footgear.

Lantern (Item, +2, one hand, 300 Gold Pieces). Gives you another +1 if you are a Cleric.

## Sword of Elves
Item (x2), +3, if you are an Elf.

Grave Goods: a treasure. Draw three treasure cards face down.

Lid, shield, +3, 500 gold.

**Snail**
level 3 monster, 1 treasure
Bad Stuff: lose 2 levels
if you are an Elf

What do you think? Is the Horse too much?
"""


def test_a_post_is_read_card_by_card_and_no_sentence_is_parted(tmp_path):
    """What keeps a number from holding always stays beside it, and what may be a card is one or is refused by name."""
    found = read(tmp_path, POST)
    assert [(c.name, c.kind, c.level, c.treasures or 0, c.bonus, c.copies) for c in found.cards] == [
        ("Plumber", "monster", 4, 1, 0, 2), ("Headless Horse", "monster", 9, 2, 0, 1),
        ("CURSE! Itchy Socks", "curse", None, 0, 0, 1), ("Lantern", "item", None, 0, 2, 1),
        ("Sword of Elves", "item", None, 0, 0, 2), ("Snail", "monster", 3, 1, 0, 1),
    ]  # fmt: skip
    cards = {card.id: card for card in found.cards}
    assert cards["headless-horse"].text == "Bad Stuff: Lose your headgear; if you have none, lose 2 levels"
    assert cards["headless-horse"].unmodelled is None and len(cards["headless-horse"].bad_stuff) == 2
    assert (cards["lantern"].gold, cards["lantern"].hands, cards["plumber"].tags) == (300, 1, ["undead"])
    assert cards["sword-of-elves"].unmodelled == "+3, if you are an Elf."  # nobody is an Elf in this list
    assert cards["snail"].unmodelled == "Bad Stuff: lose 2 levels if you are an Elf"
    assert [str(p).partition(" is unknown")[0] for p in found.problems] == [
        "line 16 (Grave Goods), column 'Type': 'a treasure'", "line 18 (Lid), column 'Type': 'shield'",
    ]  # fmt: skip
    assert [line for line, _ in found.no_cards] == [1, 25]


def test_a_text_may_be_one_card_and_of_one_without_any_it_is_said_how_they_look(tmp_path):
    assert [c.name for c in read_sheet(sheet(tmp_path / "one.txt", "Imp\nLevel 4 monster\n2 treasures\n")).cards] == [
        "Imp"
    ]
    with pytest.raises(DeckError, match="neither a table of cards nor paragraphs of them; .* Level 2, 1 Treasure"):
        read_sheet(sheet(tmp_path / "none.txt", "Hello all, my cards, please comment\n\nSome lamp\nIt shines.\n"))


KINDS = {
    "Counts": [["Kind", "Count"], ["Items", "1"]],
    "Items": [["Item", "Type", "Bonus"], ["Ray Gun", "Weapon (1 Hand)", "+3"], ["Buggy", "big", "4"]],
    "Curses": [["Name", "Effect", "Special"], ["Airlock", "Lose your headgear.", "Lose a Level."]],
}


def test_a_sheet_for_each_kind_and_items_by_where_they_are_worn(tmp_path):
    found = read_sheet(workbooks(tmp_path / "c.xlsx", KINDS))
    assert [(c.name, c.kind, c.hands, c.big, len(c.effects)) for c in found.cards] == [
        ("Ray Gun", "item", 1, False, 0), ("Buggy", "item", None, True, 0), ("Airlock", "curse", None, False, 2),
    ]  # fmt: skip
    assert found.sheets_left == ("Counts",) and not found.problems


def test_a_sheet_that_holds_cards_and_cannot_be_read_is_not_left_out(tmp_path):
    loot = [["Treasure", "Bonus", "Price"], ["Hat", "2", "300"], ["Oil", "3", "100"]]
    path = workbooks(tmp_path / "c.xlsx", {"Monsters": TWO["Monsters"], "Treasures": loot})
    with pytest.raises(DeckError, match="line 1 of 'Treasures': no column for 'name'.*--map 'Treasure=name'; --sheet"):
        read_sheet(path)
    with pytest.raises(DeckError, match="no column for 'kind'.* or call the sheet as the kind of all its cards"):
        read_sheet(path, {"Treasure": "name"})
    assert [card.name for card in read_sheet(path, sheets=["Monsters"]).cards] == ["Imp"]
    worn = [[*row, where] for row, where in zip(loot, ("Where worn", "head", ""), strict=True)]
    found = read_sheet(workbooks(tmp_path / "d.xlsx", {"Treasures": worn}), {"Treasure": "name"})
    assert [(card.name, card.kind) for card in found.cards] == [("Hat", "item")] and len(found.problems) == 1
    assert "what is worn is an Item" in found.read_as


def test_headings_say_the_kind_of_the_rows_below_them(tmp_path):
    rows = "MONSTERS,,\nImp,Lvl 2,1\nCURSES,,\nFog,,\nItems:,,\nHat,,\n"
    found = read(tmp_path, f"Name,Level,Treasure\n{rows}")
    assert [(c.name, c.kind) for c in found.cards] == [("Imp", "monster"), ("Fog", "curse"), ("Hat", "item")]
    assert [found.lines[c.id] for c in found.cards] == [3, 5, 7] and not found.no_cards


def test_a_column_that_nobody_knows_and_that_names_classes_is_told(tmp_path):
    """Bard is a Class of the sheet itself, Wizard one of the deck beside it; Lute is nobody."""
    rows = "name,kind,Fits,Looks\nBard,class,,\nLute,item,Bard only,Lute\nHat,item,Wizards,anyone\n"
    found = read_sheet(sheet(tmp_path / "c.csv", rows), beside=[read_deck("base")])
    assert found.unread == {"Fits": "restriction", "Looks": "text"}
    rows = "No,name,kind,N,M\n4,Imp,curse,2,a\n5,Hat,item,2,b\n"
    assert read(tmp_path, rows).unread == {"N": "copies", "M": "text"}  # No numbers the rows


GROUPS = ["Card", "Card", "Combat", "Combat", "Combat", "Print"]
HEADERS = ["Name", "Kind", "Level", "Bonus", "Treasures", "Copies"]


def test_groups_above_the_headers_are_none(tmp_path):
    """Merged cells come as one text over several columns; as CSV, over the first, and some have no header below."""
    path = workbooks(tmp_path / "c.xlsx", {"Cards": [GROUPS, HEADERS, ["Imp", "monster", "3", "", "1", "2"]]})
    found = read_sheet(path)
    assert found.read_as == "the sheet 'Cards', headers in line 2, below groups of columns (Card, Combat, Print)"
    assert [(c.name, c.level, c.copies) for c in found.cards] == [("Imp", 3, 2)] and not found.unused
    found = read(tmp_path, "Name,Kind,Combat,,Text,\n,,Level,Treasures,Rules,Bad Stuff\nImp,monster,3,1,,Death\n")
    assert [(c.name, c.level, c.bad_stuff[0].op) for c in found.cards] == [("Imp", 3, "death")]


def test_headers_of_one_name_are_told_apart_by_their_groups(tmp_path):
    rows = "Imp,monster,3,,1,,,Death\nBig,enhancer,,5,,,,\nHat,item,,,,2,,\n"
    found = read(tmp_path, f"Card,,Monster,,,Item,Power,Bad Stuff\nName,Kind,Level,Bonus,Loot,Bonus,Text,Text\n{rows}")
    assert [(c.name, c.level, c.bonus) for c in found.cards] == [("Imp", 3, 0), ("Big", None, 5), ("Hat", None, 2)]
    assert found.used["Item Bonus"] == "bonus" and found.used["Bad Stuff"] == "bad_stuff" and not found.problems


def test_a_column_of_two_meanings_is_read_by_the_kind_of_the_card(tmp_path):
    rows = "Imp,monster,Level 3,1\nHat,item,+2,\nTotal,,2 cards,\n"
    for header, said in (("Lvl/Bonus", {}), ("Lvl/Bonus", {"Lvl/Bonus": "level"}), ("N", {"N": "level/bonus"})):
        found = read_sheet(sheet(tmp_path / "c.csv", f"name,kind,{header},loot\n{rows}"), said)
        assert [(c.name, c.level, c.bonus) for c in found.cards] == [("Imp", 3, 0), ("Hat", None, 2)]
        assert found.used[header] == "level/bonus" and [text for _, text in found.no_cards] == ["Total, 2 cards"]


def test_a_bonus_in_words_is_read_as_a_sentence(tmp_path):
    found = read(tmp_path, "name,kind,bonus\nPop,consumable,+2 to either side\nHat,1-Hand Item,much\n")
    assert [(c.kind, c.bonus) for c in found.cards] == [("one_shot", 2)]
    assert [str(p) for p in found.problems] == ["line 3, column 'bonus': 'much' is no whole number"]


@pytest.mark.parametrize(
    ("cell", "keys"),
    [
        ("Treasure: Armor", {"kind": "item", "pile": "treasure", "slot": "body"}),
        ("Door - Curse card", {"kind": "curse", "pile": "door"}),
        ("Item (2H, Big)", {"kind": "item", "slot": "hand", "hands": 2, "big": True}),
        ("Monster (Undead)", {"kind": "monster", "tags": ["undead"]}),
        ("Monster, level 4, Undead", {"kind": "monster", "level": 4, "tags": ["undead"]}),
        ("Monster (Head)", None), ("Curse, level 4", None), ("Door", None), ("Head, Feet", None), ("Item, shiny", None),
    ],
)  # fmt: skip
def test_a_kind_may_say_more_if_all_of_it_belongs_together(cell, keys):
    if keys is not None:
        assert keys_of("kind", cell) == keys
        return
    with pytest.raises(Fault, match="is unknown"):
        keys_of("kind", cell)


def test_a_place_may_say_the_size_and_no_value_is_none():
    for cell in ("1 Hand, Big", "1 hand Big"):
        assert keys_of("slot", cell) == {"slot": "hand", "hands": 1, "big": True}
    assert keys_of("gold", "none") == {"gold": 0}


def test_a_text_of_a_pasted_table_may_go_over_several_lines(tmp_path):
    rows = "Card\tType\tText\tQty\nHat\tItem\tOnly for Elves.\nFine.\t2\nCap\tItem\nBad Luck\tCurse\tLose a Level.\t1\n"
    found = read(tmp_path, rows)  # Cap has no more cells
    assert [(c.name, c.copies, found.lines[c.id]) for c in found.cards] == [
        ("Hat", 2, 2), ("Cap", 1, 4), ("Bad Luck", 1, 5),
    ]  # fmt: skip
    assert not found.problems


def test_a_column_of_kinds_is_known_by_its_cells_though_one_is_unknown(tmp_path):
    found = read(tmp_path, "Name,Art\nA,Fluch\nB,Item\nC,Curse\nD,Sonstiges\n")
    assert len(found.cards) == 3 and "'Sonstiges' is unknown" in str(found.problems[0])
