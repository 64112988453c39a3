"""What happens by house rules, as strangers type it: Levels less, tokens, thefts, dice of monsters, head starts."""

from __future__ import annotations

import pytest

from tests.decks.sheets import check_steps

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


def may(step, **lead):
    """What somebody may do, or not."""
    return [{"op": "either", **lead}, {**step, "on": "chosen", "when": {"chose": 1}},
            {"op": "nothing", "on": "chosen", "when": {"chose": 2}}]  # fmt: skip


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
    "If somebody helps you win, you gain one Level less.":
        [{"op": "combat_level", "amount": -1, "on": "in_play", "when": {"helped": True}}],
    "Whoever wins alone and is two Levels ahead gives the other player half of the Treasures.":
        [{"op": "share_spoils", "part": 2, "to": "other", "on": "won", "when": {"ahead_at_least": 2, "alone": True}}],
    "Losing with help is worth two Levels less.": [],
    # in the place of something else
    "When you lose a Level, you may discard an Item instead.":
        [{"op": "either", "on": "loses_level"}, {"op": "lose_item", "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}}],
    "When you gain a Level, draw two Treasures instead.": [{**TREASURE, "amount": 2, "on": "gains_level"}],
    "If a player loses an Item, they lose a Level instead.": [{"op": "lose_levels", "on": "loses_item"}],
    "When you gain a Level, draw two Treasures.": [{**TREASURE, "amount": 2, "on": "level_gained"}],
    # what somebody may do at a moment
    "Each player may draw a Treasure at the end of their turn.": may(TREASURE, on="turn_end"),
    "The lowest player may draw a Door when they lose a combat.": may(DOOR, on="lost", when={"lowest": True}),
    "At the start of their turn, Wizards may draw a Door.": may(DOOR, on="turn_start", when={"class": "wizard"}),
    "Whoever is alone in the lead may discard a hand card after they win a combat.":
        may({"op": "discard_hand", "what": "hand", "amount": 1}, on="won", when={"ahead_at_least": 1}),
    "At the start of the turn, Wizards may draw a Door.": [],  # of whose turn?
    "Each player may not draw a Treasure at the end of their turn.": [],
    "Helpers may draw a Door when they win a combat.": [],  # it is the fighter who wins
    "Helpers draw a Door when they win a combat.": [],
    # what stands before it is no mere repetition
    "As a helper, monsters get +2.": [],
    "Or lose a Level, each player may draw a Door at the start of their turn.": [],
    "In your first combat, once per turn, you may discard a card to draw a Treasure.": [],
    "In any combat, once per game, you may discard a card to get +3.":
        [{"op": "pay_beside", "cost": "cards", "amount": 1, "when": {"first": "game"}},
         {"op": "aid", "amount": 3, "party": "munchkins", "on": "used"}],
    "Everybody may look at the top card of the Treasure deck at the end of their turn.":
        may({"op": "look", "amount": 1, "pile": "treasure"}, on="turn_end"),
    "At the start of your turn, look at the top two Doors.": [],  # and then?
    # two moments in one
    "If you die at Level 6 or higher, go back to Level 4.":
        [{"op": "set_level", "amount": 4, "on": "died", "when": {"level_at_least": 6}}],
    "Whoever wins a combat below Level 3 draws a Door.":
        [{**DOOR, "on": "won", "when": {"level_at_most": 2}}],
    "Whoever loses a combat below Level 3 draws a Door.": [],  # before its Bad Stuff, or after it?
    "When you win a combat at Level 8, draw a Door.":
        [{**DOOR, "on": "won", "when": {"level_at_least": 8, "level_at_most": 8}}],
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
    "A monster gives an extra Treasure for every 5 Levels added to it by enhancers.":
        [{"op": "treasure", "amount": {"count": "enhanced", "per": 5}, "on": "in_fight"}],
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
    'Monsters with "Rat" in their name may be added from your hand to your own combat with a monster with "Wight" in'
    " its name.": [],
    # a token in the place of a Level
    "When you would gain a Level, you can take a token instead, but nobody may have more than one token at a time.":
        TOKEN,
    "If you would gain Levels, you may take a chip in its place.": TOKEN,
    "In a combat, you may pay your token to roll a die and add the number to your side.": SPENT,
    "In combat, you can spend your token to roll one die and add the result to your strength.": SPENT,
    "A token can be spent in combat for a bonus of one die roll.": SPENT,
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
    "Once per turn, you may draw a Door or sell Items for one Level at most, but not both.":
        [*gift({**DOOR, "on": "used"}), {"op": "sale_limit", "amount": 1, "on": "in_play"}],
    "Each turn you may either give a card to another player or sell Items for up to two Levels.":
        [*gift({"op": "give_one", "what": "card", "on": "used"}), {"op": "sale_limit", "amount": 2, "on": "in_play"}],
    # thefts
    "A Thief of Level 1 may steal, but if the theft fails, they discard the Thief card.": [FORFEIT | FIRST_LEVEL],
    "Level 1 Thieves may try to steal, but if they fail, they lose their Thief Class.": [FORFEIT | FIRST_LEVEL],
    "Thieves can try to steal; if it fails, they must discard the Thief card instead of losing a Level.": [FORFEIT],
    "A Level 1 Thief may not steal, but if the theft fails, they discard the Thief card.": [],
    "A Level 1 Thief may steal, but if the theft succeeds, they discard the Thief card.": [],
    "A Level 1 Wizard may steal, but if the theft fails, they discard the Wizard card.": [],  # who lets them?
    "A Level 4 Thief may steal, but if the theft fails, they discard the Thief card.": [],  # and a Level?
    "Thieves must risk their Class to steal: if it fails, they lose it.": [FORFEIT],
    "A Level 1 Thief stakes his Class card when he steals; if the attempt fails, he discards it.":
        [FORFEIT | FIRST_LEVEL],
    "Level 1 Thieves can only steal by risking their Class: if they fail, they lose it.": [FORFEIT | FIRST_LEVEL],
    "Level 1 Thieves risk their hand when they steal: if they fail, they lose it.": [],
    "Level 1 Thieves risk their Class when they steal: if they succeed, they lose it.": [],
    "Level 1 Warriors may not help.":
        [{"op": "forbid", "deed": "help", "on": "in_play", "when": {"level_at_most": 1, "class": "warrior"}}],
    # dice of monsters
    "When a player of Level 7 or more fights, roll a die and add the result to the Level of each monster. Roll two dice"
    " from Level 9.": dice(7, 9),
    "If the leader fights, roll one die and add it to every monster's strength.": dice(highest=True),
    "When somebody at Level 5 or higher fights, add a die roll to all monsters. It is two dice from Level 7 on, three"
    " from Level 8.": dice(5, 7, 8),
    "When you fight at Level 6 or higher, roll a die and add it to the monsters' Level.": dice(6),
    "Whenever a Level 8 or higher player is in combat, roll a die and add it to every monster.": dice(8),
    "Roll a die and add the result to each monster when the leader fights.": dice(highest=True),
    "If a player of Level 5 or more fights, all monsters get a die roll, two dice from Level 8.": dice(5, 8),
    "At Level 6 or higher, when you fight, roll a die and add it to the monsters.": dice(6),
    "When the helper fights, roll a die and add it to every monster.": [],  # who helps does not fight it
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
    "The three oldest players are dealt an extra Treasure.":
        [{**TREASURE, "on": "begun", "when": {"place": place}} for place in (1, 2, 3)],
    "Deal the player in the second seat two more Doors than the others.":
        [{**DOOR, "amount": 2, "on": "begun", "when": {"place": 2}}],
    "The two youngest players get one more Door than the rest at the start.":
        [{**DOOR, "on": "begun", "when": {"place": place}} for place in (1, 2)],
    "Give the newest player two extra Treasures to begin with.":
        [{**TREASURE, "amount": 2, "on": "begun", "when": {"place": 1}}],
    "The two youngest players get one more Door than the rest.": [],  # when?
    "Give the newest player two extra Treasures.": [],
    "Deal the youngest player two Doors.": [],
    # piles of their own
    "Give everybody a card from a pile of Races and two cards from a pile of Classes at the start of the game.":
        [{**RACE, "on": "begun"}, {**CLASS, "amount": 2, "on": "begun"}],
    "Deal everybody a random card from the Class pile and one from the Race pile.":
        [{**CLASS, "on": "begun"}, {**RACE, "on": "begun"}],
    "Everybody starts with a card from a pile of Classes and two cards from a pile of Races.":
        [{**CLASS, "on": "begun"}, {**RACE, "amount": 2, "on": "begun"}],
    "Before the first turn, everybody draws a random card from a pile of Classes and one from a pile of Races.":
        [{**CLASS, "on": "begun"}, {**RACE, "on": "begun"}],
    "At the start of the game, draw two cards at random from the pile of Races on top of your starting hand.":
        [{**RACE, "amount": 2, "on": "begun"}],
    "At the start of the game, each player draws a card from a pile of Races, each of which contains a monster.": [],
}  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), PROGRAMS.items())
def test_what_happens_is_read_as_it_is_meant_or_not_at_all(text, steps):
    check_steps(text, steps)
