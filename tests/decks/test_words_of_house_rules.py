"""House rules as strangers type them: bodies, belts, who takes a combat over, thefts, dice of monsters, head starts."""

from __future__ import annotations

import pytest

from decks.rule_texts import read_rule, told, why_not
from tests.decks.spoken import check_orders, check_steps

DOOR, TREASURE = {"op": "draw", "pile": "door"}, {"op": "draw", "pile": "treasure"}
CLASS, RACE = {"op": "draw", "pile": "class"}, {"op": "draw", "pile": "race"}
FORFEIT = {"op": "lose_named", "card": "thief", "on": "theft_fails"}
FIRST_LEVEL = {"when": {"level_at_least": 1, "level_at_most": 1}}
TOKEN = [{"op": "either", "on": "gains_level"},
         {"op": "take_tokens", "amount": 1, "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}}]  # fmt: skip
SPENT = [{"op": "pay_in_fight", "cost": "tokens", "amount": 1}, {"op": "roll", "on": "used"},
         {"op": "boost", "amount": "die", "on": "rolled"}]  # fmt: skip
EITHER_SIDE = [{"op": "either", "on": "used"},
               *({"op": "aid", "amount": {"count": "paid"}, "party": party, "on": "chosen", "when": {"chose": chose}}
                 for chose, party in ((1, "munchkins"), (2, "monsters")))]  # fmt: skip
ONE_SALE = [{"op": "nothing", "on": "sold", "when": {"first": "turn"}},
            {"op": "forbid", "deed": "sell", "on": "in_play", "when": {"acted": "turn"}}]  # fmt: skip


def dice(*levels, **of):
    """A die for every monster when somebody fights, and one more from each of some Levels on."""
    fights = {"op": "roll", "on": "joined"}
    gets = {"op": "strengthen_all", "amount": "die", "on": "rolled"}
    whens = [{"level_at_least": level, "fighter": True} for level in levels] or [{**of, "fighter": True}]
    return [step for when in whens for step in ({**fights, "when": when}, gets)]


def gift(*steps):
    """A gift once a turn, or a sale."""
    return [{"op": "pay_on_turn", "cost": "nothing", "amount": 1, "when": {"first": "turn"}}, *steps, *ONE_SALE]


PROGRAMS = {
    # what is drawn for nothing
    "At the end of your turn, draw a Treasure face down at no cost.": [{**TREASURE, "on": "turn_end"}],
    "Whoever is in last place draws one Door for free at the start of their turn.":
        [{**DOOR, "on": "turn_start", "when": {"lowest": True}}],
    "When you lose a combat, gain a Level for nothing.": [{"op": "gain_levels", "on": "lost"}],
    "When you win a combat, discard a card for free.": [],
    "At the start of your turn, draw nothing for free.": [],
    # less for a win
    "Whoever wins a combat with a helper goes up one Level less than normal.":
        [{"op": "combat_level", "amount": -1, "on": "in_play", "when": {"helped": True}}],
    "If you win a fight alone, you gain two fewer Levels.":
        [{"op": "combat_level", "amount": -2, "on": "in_play", "when": {"alone": True}}],
    "After you win a combat, you get one Level less.": [{"op": "combat_level", "amount": -1, "on": "in_play"}],
    "When you lose a combat with a helper, you gain one Level less.": [],
    "You gain one Level less.": [],  # when?
    "When you win a combat with a helper, the helper gains one Level less.": [],
    "When you win a combat with a helper, you do not gain one Level less.": [],
    "Winning with help is worth two Levels less.":
        [{"op": "combat_level", "amount": -2, "on": "in_play", "when": {"helped": True}}],
    "Losing with help is worth two Levels less.": [],
    # in the place of something else
    "When you lose a Level, you may discard an Item instead.":
        [{"op": "either", "on": "loses_level"}, {"op": "lose_item", "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}}],
    "When you gain a Level, draw two Treasures instead.": [{**TREASURE, "amount": 2, "on": "gains_level"}],
    "If a player loses an Item, they lose a Level instead.": [{"op": "lose_levels", "on": "loses_item"}],
    "When you gain a Level, draw two Treasures.": [{**TREASURE, "amount": 2, "on": "level_gained"}],
    # two moments in one
    "If you are below Level 4 and lose a combat, draw a Treasure.":
        [{**TREASURE, "on": "lost", "when": {"level_at_most": 3}}],
    "When you win a combat and are in last place, draw a Door.": [{**DOOR, "on": "won", "when": {"lowest": True}}],
    "If you have no Class and die, lose a Level.": [{"op": "lose_levels", "on": "died", "when": {"lacks": "class"}}],
    "If you are below Level 4 and do not lose a combat, draw a Treasure.": [],
    # for either side of anybody's combat
    "Once per turn, you may discard two cards to get +3 in any combat.":
        [{"op": "pay_beside", "cost": "cards", "amount": 2, "when": {"first": "turn"}},
         {"op": "aid", "amount": 3, "party": "munchkins", "on": "used"}],
    "You may discard a card to give the monsters +2 in anybody's combat.":
        [{"op": "pay_beside", "cost": "cards", "amount": 1},
         {"op": "aid", "amount": 2, "party": "monsters", "on": "used"}],
    "Once per game, a player may discard an Item to add its bonus to either side in any fight.":
        [{"op": "pay_beside", "cost": "items", "amount": 1, "when": {"first": "game"}}, *EITHER_SIDE],
    "Once per game, a player may discard an Item to add its bonus to either side in the fight.":
        [{"op": "pay_in_fight", "cost": "items", "amount": 1, "when": {"first": "game"}}, *EITHER_SIDE],
    # what cards have added
    "For each 8 points that cards have added to it, a monster gives another Treasure.":
        [{"op": "treasure", "amount": {"count": "extra", "per": 8}, "on": "in_fight"}],
    "For every 5 Levels that cards add to a monster, it is worth one more Treasure.":
        [{"op": "treasure", "amount": {"count": "extra", "per": 5}, "on": "in_fight"}],
    "A monster gives an extra Treasure for every 5 Levels added to it by enhancers.": [],  # one-shots count too
    # help, and nothing else
    "Up to round 2, everybody may help but not hinder.": [{"op": "truce", "when": {"round_at_most": 2}}],
    "In the first round, nobody may interfere in a fight but to help.":
        [{"op": "truce", "when": {"round_at_most": 1}}],
    "In the first three rounds nobody may attack somebody in a combat.":
        [{"op": "truce", "when": {"round_at_most": 3}}],
    "In the first three rounds everybody may hinder but not help.": [],
    "Elves may help but not hinder.": [],  # it is they who do nothing, not others to them
    # monsters of a name
    'Monsters with "Rat" in their name may be added from your hand to any combat with a monster with "Wight" in its'
    " name.": [{"op": "joins", "tag": "name:rat", "beside": "name:wight", "on": "in_play"}],
    'You may add monsters with "Rat" in their name from your hand to combats with 3,872 Orcs, no Wandering Monster'
    " needed.": [{"op": "joins", "tag": "name:rat", "beside": "name:3872-orcs", "on": "in_play"}],
    # a token in the place of a Level
    "When you would gain a Level, you can take a token instead, but nobody may have more than one token at a time.":
        TOKEN,
    "If you would gain Levels, you may take a chip in its place.": TOKEN,
    "In a combat, you may pay your token to roll a die and add the number to your side.": SPENT,
    "In combat, you can spend your token to roll one die and add the result to your strength.": SPENT,
    "When you would gain a Level, you may not take a token instead.": [],
    "When you gain a Level, you may take a token instead of it.": TOKEN,
    "When you win, you may take a token instead.": [],  # a combat or the game?
    "In combat you may spend your tokens to roll a die and add the result to your side.": [],
    # one of two
    "Once per turn, you may either sell Items for two Levels at most or give an Item to another player.":
        [*gift({"op": "give_one", "what": "item", "on": "used"}),
         {"op": "sale_limit", "amount": 2, "on": "in_play"}],
    "Once a turn a player can either sell Items for only one Level or draw a Door.":
        [*gift({**DOOR, "on": "used"}), {"op": "sale_limit", "amount": 1, "on": "in_play"}],
    "Once per turn, you may either sell Items for one Level only or draw a Treasure.":
        [*gift({**TREASURE, "on": "used"}), {"op": "sale_limit", "amount": 1, "on": "in_play"}],
    "Once per turn, you may either sell Items for one Level at least or draw a Treasure.": [],
    # thefts
    "A Thief of Level 1 may steal, but if the theft fails, they discard the Thief card.": [FORFEIT | FIRST_LEVEL],
    "Level 1 Thieves may try to steal, but if they fail, they lose their Thief Class.": [FORFEIT | FIRST_LEVEL],
    "Thieves can try to steal; if it fails, they must discard the Thief card instead of losing a Level.": [FORFEIT],
    "A Level 1 Thief may not steal, but if the theft fails, they discard the Thief card.": [],
    "A Level 1 Thief may steal, but if the theft succeeds, they discard the Thief card.": [],
    "A Level 1 Wizard may steal, but if the theft fails, they discard the Wizard card.": [],  # who lets them?
    "A Level 4 Thief may steal, but if the theft fails, they discard the Thief card.": [],  # and a Level?
    "Level 1 Warriors may not help.":
        [{"op": "forbid", "deed": "help", "on": "in_play", "when": {"level_at_most": 1, "class": "warrior"}}],
    # dice of monsters
    "When a player of Level 7 or more fights, roll a die and add the result to the Level of each monster. Roll two dice"
    " from Level 9.": dice(7, 9),
    "If the leader fights, roll one die and add it to every monster's strength.": dice(highest=True),
    "When somebody at Level 5 or higher fights, add a die roll to all monsters. It is two dice from Level 7 on, three"
    " from Level 8.": dice(5, 7, 8),
    "When a player of Level 7 or more fights, roll a die and add it to each monster. Roll three dice from Level 9.": [],
    "When a player of Level 7 or more fights, roll a die and add it to each monster. Roll two dice from Level 6.": [],
    "When a player of Level 7 or more fights, do not roll a die and add it to each monster.": [],
    "At the start of each round, roll one die: on a 1, you lose a Level.":
        [{"op": "roll", "on": "round_start"},
         {"op": "lose_levels", "on": "rolled", "when": {"die_at_most": 1}}],
    # head starts
    "The two youngest players start with one more Treasure than the others.":
        [{**TREASURE, "on": "begun", "when": {"place": place}} for place in (1, 2)],
    "The players in seats 2 and 4 start with an extra Door.":
        [{**DOOR, "on": "begun", "when": {"place": place}} for place in (2, 4)],
    "The players in seats 2 to 4 start with an extra Door.":
        [{**DOOR, "on": "begun", "when": {"place": place}} for place in (2, 3, 4)],
    "The players in seats 4 and 2 start with an extra Door.": [],
    "The two newest players start with three Doors.": [],  # more than the others, or in all?
    "The two worst players start with an extra Door.": [],  # people would not agree who they are
    "The two newest players start with an extra Door. The oldest player may not help.": [],
    # piles of their own
    "Everybody starts with a card from a pile of Classes and two cards from a pile of Races.":
        [{**CLASS, "on": "begun"}, {**RACE, "amount": 2, "on": "begun"}],
    "Before the first turn, everybody draws a random card from a pile of Classes and one from a pile of Races.":
        [{**CLASS, "on": "begun"}, {**RACE, "on": "begun"}],
    "At the start of the game, draw two cards at random from the pile of Races on top of your starting hand.":
        [{**RACE, "amount": 2, "on": "begun"}],
    "At the start of the game, each player draws a card from a pile of Races, each of which contains a monster.": [],
}  # fmt: skip
APART = {"kind:class.pile": "class", "kind:race.pile": "race"}
ORDERS = {
    # bodies
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
    "Dead players are looted, one Item each.": {},
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
    "After that, nobody may help.": {},
    "Helpers fight in place of the player they help, for all Treasures, but no Level.": {"help.replaces": 1},
    "Helpers fight beside the player they help, for all Treasures, but no Level.": {},
    # a third Class
    "With two Super Munchkins in play you may be three Classes.": {"doubler.third_class": 1},
    "If you have two Half-Breeds, you can have three Races.": {"doubler.third_race": 1},
    "If you have two Half-Breeds, you can not have three Races.": {},
    "If you have one Half-Breed, you can have three Races.": {},
    # a belt
    "During combat, unused Items may be put on.": {"equip.in_combat": 1},
    "Items on a belt can be exchanged for equipped Items while fighting.": {"equip.in_combat": 1},
    "Items on a belt can be exchanged for equipped Items after fighting.": {},
    "Players may carry any number of Items on a belt, where they can be stolen, sold or struck by Curses.":
        {"big.counts": 1},
    "You may hang any number of Items on your belt, where they give no bonus, and are lost when you die.":
        {"big.counts": 1, "loot_body.carried": 1},
    "You can carry any number of unused Items; there they give no bonus but may be cursed or sold.": {"big.counts": 1},
    "During a combat, everybody may swap an Item on their belt for one in use.": {"equip.in_combat": 1},
    "You may exchange an unused Item for one you are wearing in the middle of a combat.": {"equip.in_combat": 1},
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
    "Loaded Die may change your own roll.": {},
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


@pytest.mark.parametrize(("text", "steps"), PROGRAMS.items())
def test_what_happens_is_read_as_it_is_meant_or_not_at_all(text, steps):
    check_steps(text, steps)


@pytest.mark.parametrize(("text", "wanted"), ORDERS.items())
def test_what_is_set_is_read_and_written_back_or_not_at_all(text, wanted):
    check_orders(text, wanted)


@pytest.mark.parametrize(("text", "second"), IN_TWO.items())
def test_two_rules_of_one_sentence_are_read_apart(text, second):
    one, other = read_rule(text).sentences
    assert one.understood and any(one.programs) and told(other) == second


def test_who_plays_worst_the_lab_cannot_know():
    (sentence,) = read_rule("The worst player starts with two more Doors.").sentences
    assert "say where they sit" in why_not(sentence)
