"""Decks by path beside those of the lab, several decks as one, and how much of a deck is known."""

from __future__ import annotations

import shutil
from itertools import combinations

import pytest

from decks.card_schema import DeckError
from decks.deck_box import one_deck, plain_ids, read_box
from decks.deck_shares import shares
from decks.load_decks import compile_decks, load_decks
from decks.read_decks import ROOT, add_on, deck_names, is_path, read_deck, read_rows, stack
from decks.sheets.sheet_writer import card_text

IMP = '[[card]]\nid = "imp"\nname = "Imp"\npile = "door"\nkind = "monster"\nlevel = 3\ntreasures = 1\nbad_stuff = []\n'
CLUB = (
    '[[card]]\nid = "club"\npile = "treasure"\nkind = "item"\nslot = "hand"\ngold = 200\nbonus = 2\n'
    'require = ["wizard"]\ntags = ["wooden"]\ncopies = 2\n'
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", ["./mine", "../mine", "a/b", "a\\b", "mine.toml", "MINE.TOML", ".", "~/mine"])
def test_what_looks_like_a_path_is_one(text):
    assert is_path(text)


@pytest.mark.parametrize("text", [*deck_names(), "mine", "critical-role", "base.old"])
def test_a_plain_word_is_a_name(text):
    assert not is_path(text)


def test_a_copied_deck_is_the_same_deck_wherever_it_lies(here):
    shutil.copytree(ROOT / "base", here / "mine")
    for path in ("./mine", "mine/", str(here / "mine"), "./mine/deck.toml"):
        deck = read_deck(path)
        assert (deck.name, deck.cards) == ("mine", read_deck("base").cards)
    assert load_decks(["./mine"]).deck_hash == load_decks(["base"]).deck_hash


def test_the_folder_one_stands_in_has_its_own_name(here, monkeypatch):
    shutil.copytree(ROOT / "base", here / "mine")
    monkeypatch.chdir(here / "mine")
    assert read_deck(".").name == "mine"


def test_a_file_of_cards_is_an_add_on_that_knows_the_base(here):
    (here / "My Cards.toml").write_text(IMP + CLUB)
    deck = read_deck("./My Cards.toml")
    assert (deck.name, deck.info.doors, deck.info.treasures, deck.info.tags) == ("my-cards", 1, 2, ["wooden"])
    box, base = load_decks(["base", "./My Cards.toml"]), load_decks(["base"])
    assert {*box.ids} - {*base.ids} == {"imp", "club"} and len(box.card) == len(base.card) + 3
    club = box.card[[box.ids[n] == "club" for n in box.card["number"]]]
    assert set(club["only"].tolist()) == {box.identities["wizard"]}
    with pytest.raises(DeckError, match="'wizard' is no identity of these decks"):
        load_decks(["./My Cards.toml"])


def test_a_stack_is_split_at_the_plus():
    assert stack("base") == ("base",)
    assert stack("base+./cards.toml") == stack(" base + ./cards.toml ") == ("base", "./cards.toml")
    assert stack("base+cthulhu+./a+./b.toml") == ("base", "cthulhu", "./a", "./b.toml")


def test_a_plus_in_a_path_that_exists_belongs_to_it(here):
    (here / "one+two").mkdir()
    (here / "one+two" / "three+four.toml").write_text(IMP)
    (here / "five+six.toml").write_text(IMP)
    assert stack("base+./one+two/three+four.toml") == ("base", "./one+two/three+four.toml")
    assert stack("five+six.toml+base") == ("five+six.toml", "base")
    assert stack("./one+two+./nine+ten") == ("./one+two", "./nine", "ten")


@pytest.mark.parametrize("text", ["", "+", "base+", "+base", "base++cthulhu"])
def test_a_stack_with_a_gap_is_refused(text):
    with pytest.raises(DeckError, match="nothing on one side of a"):
        stack(text)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("./nowhere", "nowhere: key 'deck': there is no such file; allowed: base, conan"),
        ("./empty", "deck.toml: cannot be read: No such file"),
        ("./notes.txt", "notes.txt: key 'deck': this is no deck; allowed: a folder with deck.toml"),
        ("./tag.toml", r"tag.toml: key 'tags\[0\]' is 'Big Foot'; allowed: lower-case words"),
        ("./twice.toml", "card 'imp': key 'id' is used twice"),
        ("atlantis", "key 'deck' is 'atlantis'; allowed: base, .*or a path such as ./atlantis"),
    ],
)
def test_a_path_that_leads_to_no_deck_is_one_clear_sentence(here, path, sentence):
    (here / "empty").mkdir()
    (here / "notes.txt").write_text("imp")
    (here / "tag.toml").write_text(IMP + 'tags = ["Big Foot"]\n')
    (here / "twice.toml").write_text(IMP + IMP)
    with pytest.raises(DeckError, match=sentence):
        load_decks(["base", path])


def test_two_decks_of_one_name_cannot_both_rename_a_card(here):
    for folder, level in (("a", 4), ("b", 5), ("c", 6)):
        (here / folder).mkdir()
        (here / folder / "x.toml").write_text(IMP.replace("level = 3", f"level = {level}"))
    assert load_decks(["./a/x.toml", "./b/x.toml"]).ids == ("imp", "imp@x")
    with pytest.raises(DeckError, match="two decks named 'x' hold different cards of this id"):
        load_decks(["./a/x.toml", "./b/x.toml", "./c/x.toml"])


OURS = """
[[card]]
id = "elf"
pile = "door"
kind = "class"
effects = [{ op = "strength", amount = 1, when = { class = "elf", owns = "hireling" } }]
[[card]]
id = "hireling"
pile = "treasure"
kind = "item"
bonus = 5
gold = 100
[[card]]
id = "jealous"
pile = "door"
kind = "curse"
effects = [{ op = "lose_named", card = "hireling" }, { op = "lose_named", card = "elf" }]
"""


@pytest.fixture
def ours(tmp_path, monkeypatch):
    """An add-on that has a Class and an Item of ids that base gives to other cards."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text(OURS)
    return "base+./ours.toml"


@pytest.mark.parametrize("pair", list(combinations(deck_names(), 2)), ids="+".join)
def test_two_decks_of_the_lab_as_one_are_the_same_box(pair):
    whole, box = compile_decks([plain_ids(read_box("+".join(pair)))]), load_decks(pair)
    assert whole.effect.tolist() == box.effect.tolist()
    box.card["in_hand"] = box.card["in_play"] = 0  # what was learned of a deck is kept by its name
    if whole.ids == box.ids:
        assert whole.card.tolist() == box.card.tolist()
    assert sorted(i.replace("@", "-") for i in box.ids) == sorted(whole.ids)


def test_twins_keep_their_own_references_and_identities(ours):
    deck = read_box(ours)
    found = {card.id: card for card in deck.cards}
    assert found["elf@ours"].identity == "elf" and found["elf"].kind == "race" and found["elf"].identity is None
    assert found["elf@ours"].effects[0].when == {"class": "elf", "owns": "hireling@ours"}
    assert [step.params["card"] for step in found["jealous"].effects] == ["hireling@ours", "elf@ours"]
    plain = {card.id: card for card in plain_ids(deck).cards}
    assert [step.params["card"] for step in plain["jealous"].effects] == ["hireling-ours", "elf-ours"]
    box, whole = load_decks(["base", "./ours.toml"]), compile_decks([plain_ids(deck)])
    assert whole.identities == box.identities and len(whole.card) == len(box.card)
    ids = [number.replace("@", "-") for number in box.ids]
    facts = ("copy", "level", "bonus", "gold", "kind", "identity", "only", "never", "tags")
    said = [
        {(names[r["number"]], *(int(r[key]) for key in facts)) for r in of.card}
        for names, of in ((ids, box), (whole.ids, whole))
    ]
    assert said[0] == said[1]
    slime = next(card for card in deck.cards if card.id == "drooling-slime")
    assert slime.against == {"race:elf": 4} and read_deck("base").cards != deck.cards


def test_equal_cards_of_two_decks_are_copies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rat = next(card for card in read_deck("base").cards if card.id == "maul-rat")
    (tmp_path / "more.toml").write_text(card_text(rat))
    copies = {card.id: card.copies for card in read_box("base+./more.toml").cards}
    assert copies["maul-rat"] == rat.copies + 1 and len(copies) == len(read_deck("base").cards)


def test_an_id_that_is_taken_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(n, level) for n, level in (("maul-rat", 9), ("maul-rat-ours", 3))]
    text = "".join(
        f'[[card]]\nid = "{n}"\npile = "door"\nkind = "monster"\nlevel = {level}\ntreasures = 1\n' for n, level in rows
    )
    (tmp_path / "ours.toml").write_text(text)
    with pytest.raises(DeckError, match="'maul-rat@ours' would be called 'maul-rat-ours', which is another card's id"):
        plain_ids(one_deck([read_deck("base"), read_deck("./ours.toml")]))


BASE = {"pile": "door", "origin": "synthetic"}
LOSE = {"op": "lose_levels", "amount": 2}
CASES = {
    "same": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels."}, True),
    "other-number": ({"kind": "curse", "effects": [LOSE], "text": "Lose a Level."}, False),
    "half": ({"kind": "curse", "effects": [LOSE, {"op": "death"}], "text": "Lose two Levels."}, False),
    "more": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels. Discard your hand."}, False),
    "unread": ({"kind": "curse", "effects": [LOSE], "text": "Lose two Levels, and hum."}, False),
    "column": ({"kind": "enhancer", "bonus": 5, "text": "+5 to the monster."}, True),
    "other-column": ({"kind": "enhancer", "bonus": 5, "text": "+10 to the monster."}, False),
    "column-only-in-text": ({"kind": "enhancer", "bonus": 5, "text": "+5. Draw 2 extra Treasures."}, False),
    "step-for-a-column": (
        {"kind": "monster", "level": 1, "treasures": 1, "effects": [{"op": "extra_level", "amount": 1}],
         "bad_stuff": [LOSE], "text": "It gives an extra Level."}, True),
    "other-bad-stuff": (
        {"kind": "monster", "level": 1, "treasures": 1, "bad_stuff": [LOSE], "text": "Bad Stuff: You die."}, False),
    "another-deck": ({"kind": "curse", "effects": [{**LOSE, "when": {"race": "elf"}}], "text": "Lose a Level."}, False),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_read_if_it_means_what_is_played(name, tmp_path):
    keys, read = CASES[name]
    cards = read_rows([{**BASE, "id": name, "name": name, **keys}], "here")
    found = shares(add_on(tmp_path / "own.toml", cards, ["here"]))
    assert (found.cards, found.texts, found.unread) == ((name,), (name,), () if read else (name,))


def test_the_sentence_names_a_few_cards_or_all(tmp_path):
    rows = [{**BASE, "id": f"c{n}", "name": f"C{n}", "kind": "curse", "unmodelled": "hums"} for n in range(7)]
    rows.append({**BASE, "id": "d", "name": "D", "kind": "curse", "effects": [LOSE]})
    found = shares(add_on(tmp_path / "own.toml", read_rows(rows, "here"), ["here"] * 8))
    few = "1 of 8 cards said whole (not C0, C1, C2, C3, C4 and 2 more)"
    assert found.in_words() == f"{few}; no card has a text; 8 of 8 cards known to players."
    assert "(not C0, C1, C2, C3, C4, C5, C6);" in found.in_words(every=True)


@pytest.mark.parametrize("name", deck_names())
def test_the_decks_of_the_lab_are_said_and_known(name):
    found = shares(read_deck(name))
    assert found.unknown == () and len(found.unsaid) == sum(c.unmodelled is not None for c in read_deck(name).cards)
