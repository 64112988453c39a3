"""What changes nothing of a rule is left out, and said to be; whatever might change it is not."""

from __future__ import annotations

import pytest

from decks.rule_texts import read_rule, reader
from decks.words.program_meaning import Context

SAME = {
    "Charity goes to the player on your right, whatever her Level is.": "Charity goes to the right neighbour.",
    "Everybody may carry three Big Items, Dwarf or not.": "The limit of Big Items is three.",
    "You may win in any way, no need to kill anything for the last Level.": "The winning Level needs no kill.",
    "No Big Item limit, carry as much as you want.": "There is no limit to Big Items.",
    "Charity cards are discarded, they don't go to the lowest player.": "Charity goes to the discards.",
    "Sympathy bonus: +2 in combat for the lowest player.": "The lowest player gets +2 in combat.",
    "To skip the dull start everybody begins at Level 2.": "Everybody starts at Level 2.",
    "Nobody may trade, even if both of them agree.": "Nobody may trade.",
    "After every combat of yours draw a Treasure, whoever wins it.": "After every combat of yours draw a Treasure.",
    "The leader discards a card at the start of each round, his choice which.": (
        "At the start of each round the leader discards a card."
    ),
}
"""What people write, and the same without what is beside it."""


@pytest.mark.parametrize("text", SAME)
def test_what_changes_nothing_is_left_out_and_said(text):
    read, plain = read_rule(text), read_rule(SAME[text])
    assert plain.understood and not plain.left_out
    assert read.understood and read.left_out
    assert (read.program, read.orders) == (plain.program, plain.orders)


@pytest.mark.parametrize("text", [
    "Winning a combat: draw a Treasure.",  # when it happens
    "Thieves: draw a Treasure at the start of your turn, Dwarf or not a Thief.",
    "No Big Item limit, but Elves carry only one.",
    "No Big Item limit, Wizards carry what they want.",  # of whom it holds
    "Charity cards are discarded, unless the lowest player wants them.",
    "Nobody may help, except the leader.",
    "You win at Level 8, whatever happens at Level 9.",  # a number of its own
    "Everybody may carry two Big Items, even if they are three.",
    "Ties go to the munchkins, not in the last combat.",  # when
    "When you loot the room, draw two Doors instead of the usual number.",  # on top of them, or in their place?
    "Draw a Treasure at the start of your turn, draw a card.",  # what is done once more is done twice
    "The game ends after 90 minutes; whoever has the lowest Level wins.",  # who wins is no matter of course
    "The game is over after eight rounds, whoever has the fewest Items wins.",
    "Nobody may trade, whoever trades loses a Level.",
    "Half of all Curses are taken out of the deck, rounded up.",  # the lab rounds down
    "Draw a Treasure when you lose a combat, so the leader loses one.",  # a rule of its own
    "Nobody may help, so everybody wins alone.",
])  # fmt: skip
def test_what_might_change_it_is_not(text):
    assert not read_rule(text).understood


@pytest.mark.parametrize(("text", "parts"), [
    ("Everybody draws a Door at the start of their turn and looting the room gives a Treasure instead of a Door.",
     ("Everybody draws a Door at the start of their turn.", "Looting the room gives a Treasure instead of a Door.")),
    ("The lowest player gets +2 in combat, but the leader gets -1.",
     ("The lowest player gets +2 in combat.", "The leader gets -1.")),
])  # fmt: skip
def test_two_rules_in_one_sentence_are_two(text, parts):
    read, apart = read_rule(text), [read_rule(part) for part in parts]
    assert read.understood and all(one.understood for one in apart)
    assert read.program == tuple(step for one in apart for step in one.program)
    assert read.orders == tuple(order for one in apart for order in one.orders)


@pytest.mark.parametrize("text", [
    "If you are the lowest player you get +2 in combat, and looting the room gives a Treasure.",  # for whom?
    "From Level 5 on everybody draws a Door at the start of their turn, and nobody may sell.",
    "In the first round nobody may steal from the leader and everybody draws a Door at the start of their turn.",
])  # fmt: skip
def test_what_may_hang_on_the_first_of_two_is_not_read_without_it(text):
    read = read_rule(text)
    assert not read.understood or all(step.when for _, step in read.program) and not read.orders


@pytest.mark.parametrize(("kind", "text", "understood"), [
    ("special", "Play during any combat. Each monster in the combat gets +4.", True),
    ("special", "Play during your own combat. Each monster in the combat gets +4.", False),
    ("special", "Play during any combat. Gain a Level.", False),
    ("special", "Play at any time. Gain a Level.", True),
    ("special", "Play at any time. Draw a Treasure.", False),  # on one's own turn only
    ("curse", "Lose your Headgear. You keep your Level.", True),
    ("curse", "Lose 2 Levels. You keep your Level.", False),
    ("curse", "Lose the trumpet. You keep your Level.", False),
    ("race", "You keep your hand.", False),
])  # fmt: skip
def test_what_goes_without_saying_is_told_where_it_is_so(kind, text, understood):
    assert reader().read(text, Context(kind)).understood == understood


def test_what_has_the_same_words_and_says_something_else_is_not_left_out():
    """The leader gives no help, and gets none: the second half does not say the first again."""
    reading = read_rule("The leader may not help, and nobody may help the leader.")
    assert reading.understood and not reading.left_out
    assert {step.op for _, step in reading.program} == {"forbid", "no_helper"}


HEADED = "{}: whenever you lose a combat, draw a Treasure."


@pytest.mark.parametrize("heading", [
    "Late in the game", "Halfway through", "Big fights", "On weekends", "Tournaments", "Final round", "Newcomers",
    "Underdogs", "Near the finish", "The last evening", "Weekday version",
])  # fmt: skip
def test_a_heading_that_says_when_or_for_whom_is_not_left_out(heading):
    read = read_rule(HEADED.format(heading))
    assert not read.understood and not read.left_out and not read.program
    assert not read_rule(f"{heading}: the hand limit is 7.").understood
    (sentence,) = read.sentences
    assert heading in sentence.unread or heading in sentence.why


@pytest.mark.parametrize("heading", ["Consolation", "The cup of tears", "Catch-up bonus", "Mercy rule", "Fair's fair"])
def test_a_heading_that_is_a_name_is_left_out_and_said(heading):
    read = read_rule(HEADED.format(heading))
    assert read.understood and read.left_out == (heading,)
    assert read.program == read_rule(HEADED.format("x").partition(": ")[2].capitalize()).program


@pytest.mark.parametrize(("condition", "read"), [
    ("you have the lowest Level", True), ("you do not have the lowest Level", False), ("you are an Elf", False),
])  # fmt: skip
def test_a_heading_of_whom_is_said_once_more_by_a_condition_or_not_at_all(condition, read):
    assert read_rule(f"Underdogs: at the start of your turn, if {condition}, draw a Treasure.").understood == read
