"""Sentences on cards of a spreadsheet: each is read whole or quoted, and none is read as another one."""

from __future__ import annotations

import pytest

from tests.decks.sheets import read


def told(tmp_path, columns, cells):
    """One card of a kind, beside the number columns that its kind needs."""
    level = "\t1\t1" if cells.startswith("monster") else "\t\t"
    found = read(tmp_path, f"name\tlevel\ttreasures\tkind\t{columns}\nIt{level}\t{cells}\n")
    assert not found.problems
    card = found.cards[0]
    return card, [(s.op, s.params.get("amount", s.params.get("which"))) for _, s in card.steps()], found.texts[card.id]


HAT, HAND, DEAD = ("lose_item", "head"), ("discard_hand", "all"), ("death", None)


@pytest.mark.parametrize(
    ("columns", "cells", "program", "left"),
    [
        ("bad stuff", "monster\tYou lose TWO levels, and your Headgear!", [("lose_levels", 2), HAT], []),
        ("bad stuff", "monster\tDead, dead – dead.", [], ["Dead, dead – dead."]),
        ("bad stuff", "monster\tDead, dead, dead.", [DEAD], []),
        ("bad stuff\ttext", "monster\tIt sneezes. Discard your whole hand.\tNobody may Run Away. Really?",
         [HAND, ("no_escape", None)], ["It sneezes.", "Really?"]),
        ("bad stuff", "monster\tLose a level. Or lose your hand.", [], ["Lose a level.", "Or lose your hand."]),
        ("bad stuff\ttext", "monster\tlose_levels:2\tBad Stuff: Lose 3 levels.", [("lose_levels", 2)],
         ["Bad Stuff: Lose 3 levels."]),
        ("text", "curse\tLose your highest-bonus Item. (Alas.)", [("lose_item", "best")], []),
        ("bad stuff", "curse\t2 levels", [("lose_levels", 2)], []),
        ("effect", "item\tLose a level", [], ["Lose a level"]),
        ("bonus\ttext", "one-shot\t5\t+5 to either side, usable once only. Elves dance.", [], ["Elves dance."]),
        ("bonus\tgold\ttext", "item\t3\t400\t+3 bonus; worth 500 gold. 2 hands.", [], ["+3 bonus; worth 500 gold."]),
        ("effect", "item\t+5 to either side", [], ["+5 to either side"]),
        ("bonus", "curse\t-5", [], ["bonus: -5"]),
        ("text", "race\t", [], ["no powers are said"]),
    ],
)  # fmt: skip
def test_sentences_are_read_whole_or_quoted(tmp_path, columns, cells, program, left):
    card, steps, texts = told(tmp_path, columns, cells)
    assert (steps, texts.left, card.unmodelled) == (program, left, "; ".join(left) or None)


@pytest.mark.parametrize(
    "change",
    ["Do not {}", "{} unless you are an Elf", "If you are an Elf, {}", "{} or die", "{}, if you like", "Either {}",
     "{} (3 if male)", "{} each turn", "Elves: {}", "{} (hm)", "“{}”"],
)  # fmt: skip
def test_a_sentence_with_another_meaning_is_not_that_one(tmp_path, change):
    _, steps, texts = told(tmp_path, "text", f"curse\t{change.format('lose a level')}")
    assert (steps, len(texts.left)) == ([], 1)


def test_asides_of_their_own_are_left_out_and_said_unless_they_may_be_rules(tmp_path):
    _, steps, texts = told(tmp_path, "text", "curse\t(Alas!) Lose a level. “Snore.” (Dwarves.) [hm]")
    assert steps == [("lose_levels", 1)]
    assert (texts.flavour, texts.left) == (["(Alas!)", "“Snore.”", "[hm]"], ["(Dwarves.)"])
