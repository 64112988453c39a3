"""Decks by path: own folders and files of cards beside the decks that come with the lab."""

from __future__ import annotations

import shutil

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.read_decks import ROOT, deck_names, is_path, read_deck, stack

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
