"""What house rules set, as strangers type it; what changes nothing of a rule is left out, and said to be."""

from __future__ import annotations

import pytest

from decks.rule_texts import read_rule, reader, told, why_not
from decks.words.program_meaning import Context
from tests.decks.sheets import check_orders

APART = {"kind:class.pile": "class", "kind:race.pile": "race"}
ORDERS = {
    # bodies
    "If you die, you keep your cards.": {"death.keeps": 3},
    "You keep your Items if you die.": {"death.keeps": 2},
    "When a player dies, he keeps his hand.": {"death.keeps": 1},
    "When you die you do not lose your cards.": {"death.keeps": 3},
    "You keep your cards.": {},
    "When a player dies, everybody else takes a card from the body in order from the highest Level to the lowest, and"
    " so on until nothing is left.": {"loot_body.until_gone": 1},
    "If somebody dies, the others each choose one of the dead player's cards from highest to lowest Level, going on"
    " round after round until all cards are gone.": {"loot_body.until_gone": 1},
    "When a player dies, all others take one card from the dead and keep going round until none is left.":
        {"loot_body.until_gone": 1},
    "When a player dies, the others each take one of the dead player's cards from lowest to highest Level, and keep"
    " going around until no cards are left.": {},
    "When a player dies, the others each take two of the dead player's cards from highest to lowest Level, and keep"
    " going around until no cards are left.": {},
    "When a player dies, nobody takes one of the dead player's cards until none is left.": {},
    "Dead players are looted in rounds, one Item each, until no card is left.": {"loot_body.until_gone": 1},
    "Everybody goes on looting the body until nothing is left.": {"loot_body.until_gone": 1},
    "Loot the dead in rounds, starting with the highest Level, until everything has been taken.":
        {"loot_body.until_gone": 1},
    "If a player dies, all others take one card each in order of Level, over and over until no cards are left.":
        {"loot_body.until_gone": 1},
    "When a player dies, the others take the cards one by one until none remain.": {"loot_body.until_gone": 1},
    "Keep looting the body until no cards remain.": {"loot_body.until_gone": 1},
    "Continue looting the body from the highest to the lowest Level until nothing is left.":
        {"loot_body.until_gone": 1},
    "Dead players are looted, one Item each.": {},
    "Loot the dead in turns until everybody has one card.": {},
    # who takes a combat over
    "If another player helps you, the helper takes over the combat, fights alone and takes all the Treasures, but no"
    " Level.": {"help.replaces": 1},
    "When somebody agrees to help, they take over the fight.": {},
    "Whoever helps takes over that combat and fights alone for all the Treasures but gains no Level.":
        {"help.replaces": 1},
    "The helper takes over the combat, fights alone and gets all the Treasures and a Level.": {},
    "The helper takes over the combat, fights with you and gets all the Treasures, but no Level.": {},
    "After that, nobody else may help.": {"help.max": 1},
    "Then nobody else may be asked.": {"help.max": 1},
    "Only one player can be asked for help.": {"help.max": 1},
    "After that, nobody may help.": {},
    "You may only ask one player for help.": {"help.max": 1},
    "The helper takes your place, fights alone and gets all the Treasures, but gains no Level.": {"help.replaces": 1},
    "Only one player can be asked to help the leader.": {},
    "Nobody else may be asked to help the leader.": {},
    "Helpers fight in place of the player they help, for all Treasures, but no Level.": {"help.replaces": 1},
    "Helpers fight beside the player they help, for all Treasures, but no Level.": {},
    "We play with two teams.": {"team.count": 2},
    "Running away succeeds on a 4, 5 or 6.": {"run_away.target": 4},
    "Fleeing works on a 3, 4, 5 or 6.": {"run_away.target": 3},
    "Fleeing does not work on a 4, 5 or 6.": {},
    "Every turn starts with one free Door.": {"faster_play.listen_at_door": 1},
    "Every turn starts with two free Doors.": {},
    # a third Class
    "With two Super Munchkins in play you may be three Classes.": {"doubler.third_class": 1},
    "If you have two Half-Breeds, you can have three Races.": {"doubler.third_race": 1},
    "You can use a second Half-Breed for a third Race.": {"doubler.third_race": 1},
    "You can use a second Half-Breed for a third Class.": {},
    "With a second Super Munchkin you may have three Classes.": {"doubler.third_class": 1},
    "If you have two Half-Breeds, you can not have three Races.": {},
    "If you have one Half-Breed, you can have three Races.": {},
    # a belt
    "You may carry as many Items as you like on your belt, but they give no bonus there.": {"big.counts": 1},
    "You may carry as many Items as you like on your belt, but they give a bonus there.": {},
    "Everybody may equip Items from their belt during a fight.": {"equip.in_combat": 1},
    "During combat, unused Items may be put on.": {"equip.in_combat": 1},
    "Items on a belt can be exchanged for equipped Items while fighting.": {},
    "Items on a belt can be exchanged for equipped Items after fighting.": {},
    "Players may carry any number of Items on a belt, where they can be stolen, sold or struck by Curses.":
        {"big.counts": 1},
    "You may hang any number of Items on your belt, where they give no bonus, and are lost when you die.":
        {"big.counts": 1, "loot_body.carried": 1},
    "You can carry any number of unused Items; there they give no bonus but may be cursed or sold.": {"big.counts": 1},
    "During a combat, everybody may swap an Item on their belt for one in use.": {},
    "You may exchange an unused Item for one you are wearing in the middle of a combat.": {},
    "While fighting, players can change their equipped Items.": {"equip.in_combat": 1},
    "You may hang any number of Items on your belt, where they give no bonus, and are kept when you die.": {},
    "You may hang any number of Items on your belt, where they can not be sold.": {},
    "After a combat, you may swap an Item from your belt with one you are using.": {},
    # titles in quotes, and what is done before the deal
    'The card "Whine At The GM" can win you the game.': {"whine-at-the-gm.may_win": "true", "gual.can_win": 1},
    '"Loaded Die" may be used on any die roll by anybody.': {"loaded-die.any_roll": "true"},
    'Take "Kneepads of Allure" out of the deck.': {"kneepads-of-allure.copies": "0"},
    "Any player may use Loaded Die on anybody's die.": {"loaded-die.any_roll": "true"},
    "Loaded Die may change any roll of the dice.": {"loaded-die.any_roll": "true"},
    "You can play Loaded Die after anyone rolls a die.": {"loaded-die.any_roll": "true"},
    "Players may use Loaded Die on other players' rolls.": {"loaded-die.any_roll": "true"},
    "Loaded Die may change your own roll of the dice.": {},
    "Loaded Die may be used by any player on any roll.": {"loaded-die.any_roll": "true"},
    "Loaded Die may be played when somebody rolls a 6.": {},
    "On your turn, Loaded Die may be played on any roll.": {},
    "Loaded Die may be played on any roll to help the leader.": {},
    "Of your choice, Loaded Die may be played on any roll.": {},
    "The final Level may come from Whine at the GM.": {"whine-at-the-gm.may_win": "true", "gual.can_win": 1},
    "A player can reach the winning Level with Whine at the GM.":
        {"whine-at-the-gm.may_win": "true", "gual.can_win": 1},
    "The final Level must come from Whine at the GM.": {},
    "Remove all Curses before shuffling.": {"kind:curse.copies": "0"},
    "Before you deal, take all Go Up a Level cards out of the deck.": {"kind:go_up_a_level.copies": "0"},
    "With three players, leave Loaded Die out of the deck before the deal.":
        {"players.min": 3, "players.max": 3, "loaded-die.copies": "0"},
    'The card "Whine At The GM" can not win you the game.': {},
    "The hand limit is six before dealing.": {},
    # piles of their own
    "Put all Classes and all Races into separate piles and shuffle two blanks into each of them.":
        {**APART, "blank:class.copies": "2", "blank:race.copies": "2"},
    "Sort the Races into a pile of their own and add a blank card to each pile.":
        {"kind:race.pile": "race", "blank:race.copies": "1"},
    "Keep all Class cards in a separate pile, and add 4 blanks to each.":
        {"kind:class.pile": "class", "blank:class.copies": "4"},
    "Split the Classes and Races into two piles.": APART,
    "The Classes go into one deck and the Races into another, with two blanks in each.":
        {**APART, "blank:class.copies": "2", "blank:race.copies": "2"},
    "Put all Races into one pile and all Curses into another.": {},
    "The Races have a pile of their own.": {"kind:race.pile": "race"},
    "Split the Classes and Races into two piles, and everybody draws one of each at the start.": {},
    "Put all Classes and all Races into separate piles and add no blanks to each.": {},
    # how many at a time
    "You may only have two tokens at a time.": {"tokens.max": 2},
    "Players can only hold one chip at once.": {"tokens.max": 1},
    "Players can hold any number of chips at once.": {},
}  # fmt: skip
IN_TWO = {
    "Everybody starts with a card from the Class pile, each of which holds two blanks.": "2 blank cards lie in the"
    " Class deck.",
    "Before the first turn, draw a card from the Race deck, and each of these contains a blank card.": "A blank card"
    " lies in the Race deck.",
    "Whenever you lose a combat, take a token, but you may only have three tokens at a time.": "Nobody may have more"
    " than 3 tokens.",
    "When you would gain a Level, you may take a token instead, but you can only hold two tokens at once.": "Nobody may"
    " have more than 2 tokens.",
}
"""Sentences that hold two rules, and the second of them."""


@pytest.mark.parametrize(("text", "wanted"), ORDERS.items())
def test_what_is_set_is_read_and_written_back_or_not_at_all(text, wanted):
    check_orders(text, wanted)


@pytest.mark.parametrize(("text", "second"), IN_TWO.items())
def test_two_rules_of_one_sentence_are_read_apart(text, second):
    one, other = read_rule(text).sentences
    assert one.understood and any(one.programs) and told(other) == second


@pytest.mark.parametrize(("text", "why"), [
    ("The worst player starts with two more Doors.", "say where they sit"),
    ("Keep each expansion in a separate side deck.", "there is one side deck"),
])  # fmt: skip
def test_what_the_lab_cannot_know_is_said(text, why):
    (sentence,) = read_rule(text).sentences
    assert not sentence.understood and why in why_not(sentence)


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
