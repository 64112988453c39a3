"""Texts of cards beside their columns: each sentence is read whole or quoted, and nothing is played twice."""

from __future__ import annotations

import pytest

from decks.load_decks import load_decks
from decks.read_decks import read_deck
from decks.sheets.sheet_rows import read_sheet
from tests.decks.sheets import read, sheet


def told(tmp_path, columns, cells):
    """One card of a kind, beside the number columns that its kind needs."""
    level = "\t1\t1" if cells.startswith("monster") else "\t\t"
    found = read(tmp_path, f"name\tlevel\ttreasures\tkind\t{columns}\nIt{level}\t{cells}\n")
    assert not found.problems
    card = found.cards[0]
    steps = [(s.op, s.params.get("which", s.params.get("amount"))) for _, s in card.steps()]
    return card, steps, found.texts[card.id]


HAT, HAND, DEAD = ("lose_item", "head"), ("discard_hand", "all"), ("death", None)


@pytest.mark.parametrize(
    ("columns", "cells", "program", "left"),
    [
        ("bad stuff", "monster\tYou lose TWO levels, and your Headgear!", [("lose_levels", 2), HAT], []),
        ("bad stuff", "monster\tDead, dead - even deader.", [], ["Bad Stuff: Dead, dead - even deader."]),
        ("bad stuff\ttext", "monster\tSneezes twice. Discard your whole hand.\tNobody may Run Away. Really, never?",
         [HAND, ("no_escape", None)], ["Bad Stuff: Sneezes twice.", "Really, never?"]),
        ("bad stuff", "monster\tLose a level. Or lose your hand.", [],
         ["Bad Stuff: Lose a level.", "Bad Stuff: Or lose your hand."]),
        ("bad stuff\ttext", "monster\tlose_levels:2\tBad Stuff: Lose 3 levels.", [("lose_levels", 2)],
         ["Bad Stuff: Lose 3 levels."]),
        ("bad stuff\ttext", "monster\tlose_levels:2\tIt always catches. Bad Stuff: Lose 2 levels.",
         [("lose_levels", 2), ("no_escape", None)], []),
        ("text", "curse\tLose your highest-bonus Item. (Alas!)", [("lose_item", "best")], []),
        ("bad stuff", "curse\t2 levels", [("lose_levels", 2)], []),
        ("effect", "item\tLose a level", [], ["Lose a level"]),
        ("effect", "one-shot\t2 levels", [], ["2 levels"]),
        ("bonus\ttext", "one-shot\t5\t+5 to either side, usable once only. Sing twice.", [], ["Sing twice."]),
        ("bonus\tgold\ttext", "item\t3\t400\t+3 bonus; worth 500 gold. 2 hands.", [], ["+3 bonus; worth 500 gold."]),
        ("bonus\ttext", "item\t3\tYou get +3 in combat. You get +4 in combat.", [], ["You get +4 in combat."]),
        ("effect", "item\t+5 to either side, usable once only", [], ["+5 to either side, usable once only"]),
        ("text", "curse\tYou get -2 in combat.", [], ["You get -2 in combat."]),
        ("text", "curse\tYou get -2 in combat until you gain a Level.", [("keep", None), ("strength", -2)], []),
        ("text", "monster\t+3 against Elves.", [], ["+3 against Elves."]),
        ("bonus", "curse\t-5", [], ["bonus: -5"]),
        ("text", "race\t", [], ["no powers are said"]),
    ],
)  # fmt: skip
def test_sentences_are_read_whole_or_quoted(tmp_path, columns, cells, program, left):
    card, steps, texts = told(tmp_path, columns, cells)
    typed = "; ".join(left).replace(".; ", ". ") or None
    assert (steps, [*texts.left], card.unmodelled) == (program, left, typed)


@pytest.mark.parametrize(
    ("program", "texts"),
    [
        ([("lose_levels", 1)], ["Lose a level", "You lose one level!", "Go down 1 level.", "a level", "-1 level",
                                "Curse! Lose a level", "lose a lvl\u2026"]),
        ([("lose_levels", 2)], ["2 levels", "- 2 levels", "You must lose two levels."]),
        ([("gain_levels", 2)], ["go up 2 levels", "+2 Levels"]),
        ([HAT], ["Lose your headgear", "discard the headgear you are wearing", "lose the headgear that you wear"]),
        ([("lose_item", "best")], ["Lose the item that gives you the highest bonus", "lose your biggest bonus item",
                                   "lose the item with the best bonus", "lose your best item"]),
        ([("lose_item", "small")], ["lose a small item", "discard 1 small item"]),
        ([HAND], ["Discard your hand", "lose your whole hand", "discard all of the cards in hand",
                  "lose all cards in your hand", "discard all your hand cards"]),
        ([("discard_hand", 2)], ["discard two cards from your hand", "lose 2 cards in your hand"]),
        ([DEAD], ["you are dead", "You're dead!", "You die", "death", "dead", "Dead, dead, dead."]),
        ([("lose_levels", 1), HAND], ["Lose a level & your hand", "Lose a level; discard your hand",
                                      "\"Lose a level\nand your hand.\""]),
    ],
)  # fmt: skip
def test_what_a_curse_says_may_be_said_in_many_ways(tmp_path, program, texts):
    for text in texts:
        _, steps, found = told(tmp_path, "text", f"curse\t{text}")
        assert (steps, found.left) == (program, {}), text


@pytest.mark.parametrize(
    ("kind", "keys", "texts"),
    [
        ("item", {"bonus": 3}, ["+3", "+3 bonus", "+3 combat bonus", "bonus: +3", "bonus +3", "You get +3 in combat."]),
        ("item", {"gold": 1300}, ["worth 1,300 gold", "1.300 gold pieces", "value: 1300 gold", "costs 1'300 gp"]),
        ("item", {"gold": 0}, ["no value"]),
        ("item", {"slot": "hand", "hands": 2}, ["2 hands", "two hands", "two-handed"]),
        ("item", {"slot": "head"}, ["Headgear"]),
        ("item", {"big": False}, ["small", "Small Item"]),
        ("item", {"run_away": -1}, ["-1 to run away", "−1 to running away"]),
        ("monster", {"run_away": -1}, ["-1 to run away"]),
        ("monster", {"levels": 2}, ["It gives an extra Level."]),
        ("one_shot", {"bonus": 5}, ["+5 to either side", "+5 for any side, usable once only", "+5. Single-use."]),
        ("enhancer", {"bonus": -5}, ["-5 to monster", "-5 to the monster", "-5"]),
        ("enhancer", {"treasures": 2}, ["draw 2 extra treasures", "2 more Treasures"]),
        ("go_up_a_level", {"levels": 2}, ["Go up two Levels.", "Gain 2 levels"]),
    ],
)  # fmt: skip
def test_what_columns_say_may_stand_in_the_text_and_is_played_once(tmp_path, kind, keys, texts):
    """The text alone fills the column; beside the column it changes nothing; beside another value it is quoted."""
    (key,) = {"hands", "big"} & keys.keys() or keys
    for text in texts:
        card, steps, found = told(tmp_path, "text", f"{kind}\t{text}")
        assert (steps, found.left) == ([], {}), text
        assert {name: getattr(card, name) for name in keys} == keys, text
        if key in ("big", "treasures", "slot"):
            continue  # no numbers, and `told` has a column treasures
        card, steps, found = told(tmp_path, f"{key}\ttext", f"{kind}\t{keys[key]}\t{text}")
        assert (steps, found.left, getattr(card, key)) == ([], {}, keys[key]), text
        other = keys[key] + 1
        card, steps, found = told(tmp_path, f"{key}\ttext", f"{kind}\t{other}\t{text}")
        assert steps == [] and len(found.left) == 1 and getattr(card, key) == other, text


@pytest.mark.parametrize(
    "change",
    ["Do not {}", "{} unless you hum", "If you hum, {}", "{} or sing", "{}, if you like", "Either {}",
     "{} (3 if male)", "{} each turn", "Elves: {}"],
)  # fmt: skip
def test_a_sentence_with_another_meaning_is_not_that_one(tmp_path, change):
    _, steps, texts = told(tmp_path, "text", f"curse\t{change.format('lose a level')}")
    assert (steps, len(texts.left)) == ([], 1)


@pytest.mark.parametrize(
    ("text", "kind", "keys"),
    [
        ("The monster gets +4 and one more Treasure.", "enhancer", {"bonus": 4, "treasures": 1}),
        ("You may have two Classes at once.", "doubler", {"doubles": "class"}),
        ("Play it with a monster from your hand.", "wandering", {}),
        ("Draw a Treasure.", "special", {}),
    ],
)  # fmt: skip
def test_a_special_card_is_what_its_text_says_it_is(tmp_path, text, kind, keys):
    card, _, texts = told(tmp_path, "pile\ttext", f"special\tdoor\t{text}")
    assert (card.kind, texts.left, {key: getattr(card, key) for key in keys}) == (kind, {}, keys)


@pytest.mark.parametrize(
    ("text", "levels", "program"),
    [
        ("Go up a Level.", 1, []),
        ("Go up a Level if you have the lowest Level.", 0, [("gain_levels", 1)]),
        ("Steal a Level from any player.", 0, [("steal_level", 1)]),
        ("Go up a Level and draw a Treasure.", 1, [("draw", 1)]),
    ],
)  # fmt: skip
def test_a_card_that_gives_a_level_gives_it_as_its_text_says_and_once(tmp_path, text, levels, program):
    card, steps, texts = told(tmp_path, "text", f"go up a level\t{text}")
    assert (card.levels, steps, texts.left) == (levels, program, {})


OWN = """\
name\tkind\ttags\tlevel\ttreasures\ttext
Barista\tclass\t\t\t\tYou get +2 to Run Away.
Elfling\trace\t\t\t\tYou get +2 in combat if you are a Barista.
Grand Espresso\titem\t\t\t\tUsable by Elflings only.
Steam Imp\tmonster\tsteamy\t3\t1\t+3 against Elflings and Baristas.
Filter\titem\t\t\t\t+2 against steamy monsters.
Decaf\tcurse\t\t\t\tIf you have Grand Espresso in play, lose a Level.
"""


def test_what_lasts_on_a_one_shot_counts_in_its_fight(tmp_path):
    """Without `on` its steps would count when it is played, where nothing lasts."""
    card, _, _ = told(
        tmp_path, "text", "one-shot\tNobody may help in this combat. Nobody may run away. Draw a Treasure."
    )
    assert [(trigger.name, step.op) for trigger, step in card.steps()] == [
        ("IN_FIGHT", "no_helper"), ("IN_FIGHT", "no_escape"), ("PLAYED", "draw")
    ]  # fmt: skip


def test_the_names_of_ones_own_deck_are_known(tmp_path):
    found = read(tmp_path, OWN)
    assert [c.unmodelled for c in found.cards] == [None] * 6
    _, elfling, espresso, imp, filters, decaf = found.cards
    assert [step.when for _, step in elfling.steps()] == [{"class": "barista"}]
    assert espresso.require == ["elfling"]
    assert [step.when for _, step in imp.steps()] == [{"anyone": ["elfling", "barista"]}]
    assert [step.params["tag"] for _, step in filters.steps()] == ["steamy"]
    assert [step.when for _, step in decaf.steps()] == [{"owns": "grand-espresso"}]


ADD_ON = "name,kind,level,treasures,text\nSprite,monster,3,1,+3 against Elves.\n"


def test_names_of_the_decks_of_the_box_are_known_wherever_the_sheet_stands_in_it(tmp_path):
    path = sheet(tmp_path / "add.csv", ADD_ON)
    assert [*read_sheet(path).texts["sprite"].left] == ["+3 against Elves."]
    assert not read_sheet(path, beside=[read_deck("base")]).texts["sprite"].left
    for box in (["base", str(path)], [str(path), "base"]):
        cards = {card.id: card for card in load_decks(box).cards}
        assert [step.op for _, step in cards["sprite"].steps()] == ["strength"]


def test_what_against_says_is_not_played_twice(tmp_path):
    text = "+3 against Baristas.|+4 against Elflings.".split("|")
    rows = f"Barista\tclass\t\t\t\nElfling\trace\t\t\t\nImp\tmonster\t1\t1\tbarista:+3; elfling:+5\t{' '.join(text)}\n"
    found = read(tmp_path, f"name\tkind\tlevel\ttreasures\tagainst\ttext\n{rows}")
    imp = found.cards[-1]
    assert (imp.steps(), [*found.texts["imp"].left]) == ([], [text[1]])


def test_every_sentence_that_is_not_understood_has_its_reason(tmp_path):
    cases = {
        "Lose a Level, and sing a song.": '"and sing a song" is not understood',
        "You get +2 in combat.": "lasts, and the card does not say how long it stays",
        "Discard a card at random.": 'may mean "The player discards',
        "When it is killed, draw a Treasure. Usable by males only.": "require = ",
    }
    for text, why in cases.items():
        _, _, texts = told(tmp_path, "text", f"curse\t{text}")
        assert why in "; ".join(texts.left.values()), text
    _, _, texts = told(tmp_path, "text", "item\tDraw a Treasure.")
    assert texts.left == {
        "Draw a Treasure.": "cannot be on this card: it happens once, and the sentence does not say when"
    }


@pytest.mark.parametrize(
    ("text", "levels"),
    [("If the moon is full, go up a Level.", 0), ("Go up a Level.", 1), ("The smell of anthill follows you.", 1)],
)
def test_a_level_whose_condition_nobody_understands_is_not_given(tmp_path, text, levels):
    found = read(tmp_path, f'name,kind,text\nHowl,Go Up a Level,"{text}"\n')
    assert [card.levels for card in found.cards] == [levels]
