"""What house rules set, as strangers type it: bodies, belts, who takes a combat over, third Classes, cards, piles."""

from __future__ import annotations

import pytest

from decks.rule_texts import read_rule, told, why_not
from tests.decks.spoken import check_orders

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
