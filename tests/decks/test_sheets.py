"""Spreadsheets as designers keep them: what is read without a word, and what is said about the rest."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_card
from decks.card_schema import Card, DeckError
from decks.read_decks import read_deck
from decks.sheets.sheet_cells import READERS
from decks.sheets.sheet_columns import COLUMNS, guess, plain
from decks.sheets.sheet_rows import read_sheet
from tests.decks.sheets import read, sheet, workbook

HEAD = "Name,Type,Lvl,Treasures,Bonus,Slot,Gold,Tags,Bad Stuff,Effect\n"
TROLL = "Troll,Monster,8,2,,,,,lose_levels:2,\n"
HAT = "Größe's Hat,item,,,+3,Headgear,300 gp,pointy,,\n"
"""Two rows that are cards."""


def steps(card):
    """The Bad Stuff of a card as it was written."""
    return None if card.bad_stuff is None else [step.model_dump(exclude_unset=True) for step in card.bad_stuff]


@pytest.mark.parametrize(
    ("encoding", "read_as"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
@pytest.mark.parametrize(("separator", "called"), [(",", "commas"), (";", "semicolons"), ("\t", "tabs")])
def test_encodings_and_separators_are_found_out(tmp_path, encoding, read_as, separator, called):
    found = read(tmp_path, (HEAD + TROLL + HAT).replace(",", separator).replace("\n", "\r\n"), encoding)
    assert found.read_as == f"{read_as}, separated by {called}" and not found.problems
    troll, hat = found.cards
    assert (troll.id, troll.kind, troll.pile, troll.level, troll.treasures) == ("troll", "monster", "door", 8, 2)
    assert steps(troll) == [{"op": "lose_levels", "amount": 2}]
    assert (hat.id, hat.name, hat.slot, hat.bonus, hat.gold) == ("grosses-hat", "Größe's Hat", "head", 3, 300)


def test_a_separator_that_excel_names_is_meant(tmp_path):
    found = read(tmp_path, "sep=;\nname;kind\nFog, thick;curse\n")
    assert [(c.name, found.lines[c.id]) for c in found.cards] == [("Fog, thick", 3)]


def test_titles_and_empty_lines_above_the_headers_do_not_matter(tmp_path):
    found = read(tmp_path, "My cards,,\n,,\nversion 3,by me,\n Card Name ,CARD-TYPE,q_t_y\n,,\nFog,Curse!,2\n")
    assert found.used == {"Card Name": "name", "CARD-TYPE": "kind", "q_t_y": "copies"}
    assert [(c.name, c.copies, found.lines[c.id]) for c in found.cards] == [("Fog", 2, 6)]


@pytest.mark.parametrize(
    ("column", "cell", "key", "value"),
    [
        ("level", "8 ", "level", 8),
        ("level", "8.0", "level", 8),
        ("level", "8,0", "level", 8),
        ("bonus", "−2", "bonus", -2),
        ("bonus", "+ 4", "bonus", 4),
        ("gold", "1,300", "gold", 1300),
        ("gold", "1.300 gold", "gold", 1300),
        ("gold", "No Value", "gold", 0),
        ("gold", "–", "gold", None),
        ("size", "Big", "big", True),
        ("big", "x", "big", True),
        ("slot", "Two Hands", "hands", 2),
        ("slot", "armor_stackable", "stacks", True),
        ("usable by", "Cleric; class:Elf", "require", ["cleric", "class:elf"]),
        ("usable by", "not usable by Elves", "forbid", ["elf"]),
        ("restriction", "Elf or Cleric only", "require", ["elf", "cleric"]),
        ("restriction", "not: Monster Whacker", "forbid", ["monster-whacker"]),
        ("restriction", "nur Priester", "require", ["cleric"]),
        ("Used by", "Elf only", "require", ["elf"]),
        ("For whom?", "Anyone", "require", []),
        ("vs", "Cleric +4, female: -2", "against", {"cleric": 4, "female": -2}),
        ("vs", "+3 against Elf", "against", {"elf": 3}),
        ("vs", "Human:5; Clerics 2", "against", {"human": 5, "cleric": 2}),
        ("special vs.", "+4 vs. Elves and Clerics", "against", {"elf": 4, "cleric": 4}),
        ("qty", "x3", "copies", 3),
        ("Anzahl", "2 Exemplare", "copies", 2),
        ("Preis (Gold)", "400 Goldstücke", "gold", 400),
        ("$$$", "$300", "gold", 300),
        ("Schätze", "2 Treasures", "treasures", 2),
        ("loot", "5 Treasures, 2 Levels", "levels", 2),
        ("worn on", "2 Hände", "hands", 2),
        ("vs", "{ elf = 3 }", "against", {"elf": 3}),
        ("tags", "UNDEAD, Named Foe", "tags", ["undead", "named-foe"]),
        ("type", "Half-Breed", "doubles", "race"),
        ("text", "Some text", "unmodelled", "Some text"),
        ("effect", "Dance", "unmodelled", "Dance"),
        ("effect", "'=1+1", "unmodelled", "=1+1"),
    ],
)
def test_a_plain_meaning_is_understood(tmp_path, column, cell, key, value):
    kind = ("", "") if column == "type" else ("\tkind", "\titem")
    people = "".join(f"{who}\t\tclass\n" for who in ("Cleric", "Elf", "Monster Whacker") if column != "type")
    found = read(tmp_path, f"name\t{column}{kind[0]}\nThing\t{cell}{kind[1]}\n{people}")
    assert not found.problems
    assert getattr(found.cards[0], key) == value


@pytest.mark.parametrize(
    ("cell", "program"),
    [
        ("death", [{"op": "death"}]),
        ("Lose 2 levels.", [{"op": "lose_levels", "amount": 2}]),
        ("Lose a level", [{"op": "lose_levels", "amount": 1}]),
        ("lose:headgear; lose_level:1", [{"op": "lose_item", "which": "head"}, {"op": "lose_levels", "amount": 1}]),
        ("discard_hand:all", [{"op": "discard_hand", "amount": "all"}]),
        ('[{ op = "lose_levels", amount = "die" }]', [{"op": "lose_levels", "amount": "die"}]),
        ('[{"op": "death"}]', [{"op": "death"}]),
        ("none", []),
    ],
)
def test_programs_are_tokens_or_steps(tmp_path, cell, program):
    found = read(tmp_path, f"name\tkind\tlevel\ttreasures\tbad stuff\nTroll\tmonster\t1\t1\t{cell}\n")
    assert (steps(found.cards[0]), found.cards[0].unmodelled) == (program, None)


HALF = [
    "Lose 2 levels or your wits",
    "lose_level:1|if_Elf:death",
    "dance; lose_levels:2",
    "draw:3",
    "lose levels",
    "roll",
]


@pytest.mark.parametrize("cell", HALF)
def test_half_a_program_is_not_played(tmp_path, cell):
    """A program of which one word is not understood would be another one: all of it is kept as its text, and told."""
    found = read(tmp_path, f"name,kind,level,treasures,bad stuff\nTroll,monster,1,1,{cell}\n")
    assert (found.cards[0].bad_stuff, found.cards[0].unmodelled) == (None, f"Bad Stuff: {cell}")
    assert lint_card(found.cards[0]) == ["card 'troll': Bad Stuff not understood: plays without"]


MUTILATED = [
    (HEAD + "Troll,Monster,eight,2,,,,,,\n", ["line 2, column 'Lvl': 'eight' is no whole number"]),
    (HEAD + "Troll,Monster,8.5,=1+1,,,,,,\n",
     ["line 2, column 'Lvl': '8.5' is no whole number", "line 2, column 'Treasures': '=1+1' is a formula; allowed"]),
    (HEAD + "=A1,Monster,8,#REF!,,,,,,\n",
     ["line 2, column 'Name': '=A1' is a formula", "line 2, column 'Treasures': '#REF!' is a formula that failed"]),
    (HEAD + TROLL + "Ogre,,4,1,,,,,,\n", ["line 3, column 'Type': '' is no kind: every row needs one (merged"]),
    (HEAD + ",Monster,4,1,,,,,,\n", ["line 2, column 'Name': '' is no name: every row needs one"]),
    (HEAD + TROLL + TROLL.replace("8", "9"), ["line 3: the id 'troll' is taken by another card in line 2; allowed"]),
    (HEAD + "Troll,Monster,0,2,,,,,,\n",
     ["line 2: key 'level' is 0; allowed: a whole number from 1 to 100 (column 'Lvl')"]),
    (HEAD + "Troll,Monster,,2,,,,,,\n", ["line 2: key 'level' is missing; a monster needs level and treasures"]),
    (HEAD + f"{'x' * 500},Monster,1,1,,,,,,\n", ["line 2, column 'Name': 'xxxx", "has 500 characters; allowed:"]),
    (HEAD + "Hat,Itme,,,2,,,,,\n", ["line 2, column 'Type': 'Itme' is unknown; did you mean item? allowed: monster"]),
    (HEAD + f'"Tr\noll",Monster,1,1,,,,,,\nOgre,Beast,1,1,,,,,"{"y" * 5000}",\n',
     ["line 4, column 'Type': 'Beast' is unknown; allowed: monster, enhancer", "line 4, column 'Bad Stuff': 'yyyy"]),
    (HEAD + "Troll, huge,Monster,8,2,,,,,death,dance\n", 
     ["line 2, column 'Type': 'huge' is unknown", "line 2, column 'Lvl': 'Monster' is no", "'dance' lies beyond"]),
    (HEAD + "Hat,item,,,,knee,,,,\n", ["line 2, column 'Slot': 'knee' is unknown; allowed: none, head, body"]),
    (HEAD + 'Hat,item,,,,head,,,,[{ op = "fly" }]\n', ["line 2: effects 1: op 'fly' is unknown; allowed:"]),
    (HEAD + "Hat,item,,,,head,,,,[{ op = }]\n", ["line 2, column 'Effect': '[{ op = }]' begins like a list or"]),
    ("name,kind,copies\nFog,curse,99\nFog,curse,1\n", ["line 3: key 'copies' is 100; allowed: a whole number"]),
    ("name,kind,vs,big,only\nFog,monster,nobody,perhaps,\n",
     ["column 'big': 'perhaps' is neither yes nor no"]),
]  # fmt: skip
"""Spreadsheets with cells that cannot be read, and what is said about each."""


@pytest.mark.parametrize(("text", "sentences"), MUTILATED)
def test_every_cell_that_cannot_be_read_is_listed(tmp_path, text, sentences):
    found = read(tmp_path, text)
    said = "\n".join(map(str, found.problems))
    assert not [sentence for sentence in sentences if sentence not in said], said
    assert len({p.line for p in found.problems}) + sum(1 for _ in found.cards) == found.rows or "copies" in text
    with pytest.raises(DeckError, match="`lab decks import` lists all of it"):
        read_deck(str(tmp_path / "cards.csv"))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "the file is empty; allowed: a row of headers and a row for each card"),
        (b"\n\n  \n", "the file is empty"),
        (b"name,kind\n", "there is no row below the headers"),
        (b"level,treasures\n1,1\n", "line 1: no column for 'name'; the headers are 'level', 'treasures'; say which"),
        (b"name,Kindd\nFog,cursed\n", "no column for 'kind'; .*by --map 'Kindd=kind'"),
        (b"name,title,kind,type\nFog,x,curse,curse\n", None),
        (
            b"title,card,kind\nFog,x,curse\n",
            "line 1: the columns 'title' and 'card' both mean 'name'; allowed: one of them",
        ),
        (b"name,name,kind\nFog,x,curse\n", "the columns 'name' and 'name' both mean 'name'"),
        (b'name,kind\n"Fog,curse\nImp,curse\n', r"line 2: a quote mark \(\"\) opens a cell and does not close it"),
        (b"name,kind\n" + b"x" * 200_000 + b",curse\n", "line 2: a cell is longer than 131072 characters"),
        (b"\x81\x8d\x8f\xff", "this is no text; allowed: UTF-8, UTF-16 or Windows-1252"),
        (b"\xff\xfe\x00", "this is no text"),
        (b"\xd0\xcf\x11\xe0 old", r"this is a workbook of the old kind \(.xls\); allowed: .xlsx or .csv"),
        (b"PK\x03\x04 broken", "this is no workbook that can be read; allowed: .xlsx or .csv"),
    ],
)
def test_a_file_that_is_no_table_of_cards_is_one_sentence(tmp_path, data, sentence):
    (tmp_path / "cards.csv").write_bytes(data)
    if sentence is None:
        assert [c.name for c in read_sheet(tmp_path / "cards.csv").cards] == ["Fog"]
        return
    with pytest.raises(DeckError, match=sentence):
        read_sheet(tmp_path / "cards.csv")


def test_what_was_said_goes_before_what_is_guessed(tmp_path):
    path = sheet(tmp_path / "c.csv", "name,Group,kind,Notes,Level (max)\nImp,monster,rare,hm,4\n")
    found = read_sheet(path, {"group": "kind", "NOTES": "", "level max": "level", "kind": "-"})
    assert found.used == {"name": "name", "Group": "kind", "Level (max)": "level"} and found.unused == ("kind", "Notes")
    assert not read_sheet(path, {"group": "kind", "level max": "level"}).unread  # `kind` was replaced
    assert [str(p) for p in found.problems] == [
        "line 2: key 'treasures' is missing; a monster needs level and treasures"
    ]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"Group": "sort"}, "--map Group=sort: 'sort' is no key of a card; allowed: id, name, pile"),
        ({"Grp": "kind"}, "--map Grp=kind: no column has this header; allowed: 'name', 'Group'"),
    ],
)
def test_a_map_that_leads_nowhere_is_refused(tmp_path, said, sentence):
    path = sheet(tmp_path / "c.csv", "name,Group\nImp,monster\n")
    with pytest.raises(DeckError, match=sentence):
        read_sheet(path, said)


def test_a_workbook_is_read_from_the_sheet_that_looks_like_cards(tmp_path):
    rows = [
        ["My game", "", "", ""],
        ["Name", "Kind", "Level", "Loot"],
        ["Troll & Son", "monster", "<c><v>8.0</v></c>", "<c><f>1+1</f><v>2</v></c>"],
        ["Ogre", "", "<c><v>4</v></c>", '<c t="b"><v>1</v></c>'],
        ["Imp", "", '<c t="inlineStr"><is><r><t>1</t></r><r><t>2</t></r></is></c>', "<c><f>A1+1</f></c>"],
    ]
    found = read_sheet(workbook(tmp_path / "cards.xlsx", rows, ["A1:D1", "B3:B5"]))
    assert found.read_as == "the sheet 'Cards'"
    assert [(c.name, c.level, c.treasures, found.lines[c.id]) for c in found.cards] == [("Troll & Son", 8, 2, 3)]
    assert [str(p).split(";")[0] for p in found.problems] == [
        "line 4, column 'Loot': 'true' is no whole number",
        "line 5, column 'Loot': '=A1+1' is a formula",
    ]


def test_every_key_of_a_card_has_a_column_and_a_reader():
    assert {*COLUMNS} == {*READERS} == {*Card.model_fields, "restriction"}


def test_no_header_means_two_keys():
    names = [plain(name) for key, others in COLUMNS.items() for name in (key, *others)]
    assert len(names) == len(set(names))
    assert all(guess(key.replace("_", " ").title()) == key for key in COLUMNS)


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("Monster Lvl", "level"), ("Lvl", "level"), ("Level (1-20)", "level"), ("Where worn", "slot"),
        ("Equipment Slot", "slot"), ("Gold Pieces value", "gold"), ("Value (GP)", "gold"), ("Gold [pieces]", "gold"),
        ("Treasure cards", "treasures"), ("# of Treasures", "treasures"), ("No. of copies", "copies"),
        ("Card Title", "name"), ("Type of card", "kind"), ("Door or Treasure?", "pile"), ("Item bonus", "bonus"),
        ("Hands needed", "hands"), ("Big / Small", "big"), ("Keywords", "tags"), ("Only usable by", "require"),
        ("Bonus vs.", "against"), ("Run-Away bonus", "run_away"), ("Notes", ""), ("(notes)", ""), ("", ""),
        ("What it does", "text"), ("Used by", "restriction"), ("Wearer", "restriction"),
    ],
)  # fmt: skip
def test_what_designers_call_a_column_is_guessed(header, key):
    assert guess(header) == key


def test_columns_that_nobody_knows_are_told_but_notes(tmp_path):
    path = sheet(
        tmp_path / "c.csv", "name,kind,Zap,Mana,Mood,Ideas\nImp,curse,Lose an Item now.,3,odd,why not have four\n"
    )
    assert [*read_sheet(path, {"mana": "", "Mood": "-"}).unread] == ["Zap"]
    assert read_sheet(path, {"Zap": "text", "Mana": ""}).unused == ("Mana", "Mood", "Ideas")
    with pytest.raises(DeckError, match="nobody knows what the columns Zap, Mana, Mood mean; allowed: "):
        read_deck(str(path))


def test_a_sheet_of_such_headers_needs_no_map(tmp_path):
    head = "Card title;Type of card;Monster Lvl;Treasure cards;Item bonus;Where worn;Gold Pieces value;Notes\n"
    found = read(tmp_path, head + "Imp;Monster;5;2;;;;x\nWand;Item;;;+3;1 Hand;500 gold;\n")
    assert not found.problems and found.unused == ("Notes",)
    imp, wand = found.cards
    assert (imp.level, imp.treasures, wand.bonus, wand.slot, wand.hands, wand.gold) == (5, 2, 3, "hand", 1, 500)


def test_a_header_in_brackets_and_one_without_do_not_both_mean_a_key(tmp_path):
    with pytest.raises(DeckError, match=r"'Lv' and 'Lvl \(monster\)' both mean 'level'"):
        read(tmp_path, "name,kind,Lv,Lvl (monster)\nImp,monster,1,1\n")
